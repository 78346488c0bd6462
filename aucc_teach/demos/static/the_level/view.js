// Shows one clustering on two rulers, and measures one of them on one set of noise after the other.

import { buttonControl, controlRow, fold, presetControl, selectControl } from "../../../static/controls.js";
import { setAttributes } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { listenToKeys } from "../../../static/moving.js";
import { formatScore, range, same } from "../../../static/values.js";
import {
  beside, blindPvalue, check, FEWEST_CLUSTERS, fixed, judged, MOST_CLUSTERS, MOST_SEED, MOST_SETS, noiseOf, numbers,
  scoreOnNoise, setsWords, verdict, WAYS,
} from "./model.js";
import { REFERENCES } from "../noise.js";
import { cloudPicture, rulersPicture, rulersTable } from "./pictures.js";

const TRAITS = ["points", "classes", "way", "k", "shown", "reference", "seed", "measured"];
const PACE = 16; // milliseconds for a set of noise while the reader looks on
const FRAME = 6; // milliseconds of a frame for sets of noise, at most
const HELP = [
  "Noise has as many points with the same mean, spread and direction, but without clusters. Classes stay with " +
    "their points, k-means makes its labels anew, and random labels never look at the points.",
  "Upper ruler: random labels with the same cluster sizes, on the points that are shown. Their mean and standard " +
    "deviation (SD) are exact, and the curve is the normal distribution that has them. Here p is by rank among 999 " +
    "random labellings, so 0.001 is the least there can be.",
  "Lower ruler: AUCC of the same way of labelling on other sets of noise, a dot for each. Their mean is the " +
    "baseline, and p is by rank among them. On either ruler, z counts standard deviations above the mean, which is " +
    "dashed. A ruler begins at 0.4, so what is lower lies at its end.",
  "k-means is Lloyd's algorithm, the best of ten starts. Everything random comes from the seed. Keys: Tab goes " +
    "from control to control, T turns the points into noise and back, and M measures the baseline and stops.",
];

// The AUCC on the sets so far, by labelling method; classes do not depend on k.
function levelOf({ levels, state: { way, k } }) {
  const key = way === "classes" ? way : `${way} ${k}`;
  if (!levels.has(key)) levels.set(key, []);
  return levels.get(key);
}

const wanted = ({ running, state }) => (running ? MOST_SETS : state.measured);
const seen = (view) => levelOf(view).slice(0, wanted(view));

// ---- from the state to the page

function update(view, before) {
  const { state } = view;
  const differs = (names) => !before || names.some((name) => !same(before[name], state[name]));
  if (differs(["points", "classes", "reference", "seed"])) view.levels = new Map();
  if (differs(TRAITS.filter((trait) => trait !== "measured"))) {
    if (view.running) rest(view);
    view.found = judged(state);
    view.pvalue = blindPvalue(view.found, state.seed);
  }
  showControls(view);
  const { places, labels, sizes } = view.found;
  const isNoise = state.shown === "noise";
  view.cloud.update(places, labels, [...state.points, ...(isNoise ? places : noiseOf(state))]);
  setAttributes(view.cloud.node, { "aria-label": `${isNoise ? "Noise" : "The points"}, ${sizes.length} clusters` });
  paint(view);
  if (seen(view).length === wanted(view)) speak(view);
  else if (view.running) keepGoing(view);
  else step(view);
}

function showControls({ state, controls }) {
  controls.turn.textContent = state.shown === "noise" ? "Turn the noise into points" : "Turn the points into noise";
  controls.presets.show(state);
  for (const name of ["way", "k", "reference"]) controls[name].select.value = state[name];
}

function paint(view) {
  const { found, pvalue } = view;
  const level = seen(view);
  const { mean, deviation, z, p } = beside(found.aucc, level);
  view.rulers.update(found, level, mean);
  view.table.show({
    aucc: formatScore(found.aucc),
    mean: formatScore(0.5),
    deviation: formatScore(found.deviation),
    z: fixed(found.z, 1),
    p: fixed(pvalue, 3),
    sets: setsWords(level.length),
    levelMean: formatScore(mean),
    levelDeviation: formatScore(deviation),
    levelZ: fixed(z, 1),
    levelP: fixed(p, 3),
  });
}

function speak(view) {
  view.status.show(verdict(view.state, view.found, view.pvalue, seen(view)));
}

// ---- from the reader's hand to the state

// Every change also saves what was measured so far.
function change(view, changes, words = "") {
  const measured = view.running ? levelOf(view).length : view.state.measured;
  rest(view);
  view.change({ measured, ...changes }, words);
}

const turnOver = (view) => change(view, { shown: view.state.shown === "noise" ? "points" : "noise" });

function measure(view) {
  if (view.running) return change(view, {}, "Stopped.");
  if (view.state.measured === MOST_SETS) {
    return view.status.announce(`${MOST_SETS} sets are measured, which is the most there can be.`);
  }
  view.running = true;
  view.controls.measure.textContent = "Stop";
  view.status.announce("Measuring.");
  view.before = performance.now();
  keepGoing(view);
}

function rest(view) {
  view.running = false;
  view.controls.measure.textContent = "Measure the baseline";
  cancelAnimationFrame(view.frame);
  view.frame = 0;
}

function keepGoing(view) {
  view.frame ||= requestAnimationFrame(() => step(view));
}

// One frame. While the reader looks on, it measures the sets that are due since the last frame; to catch up with the state,
// all that there is time for. It measures at least one.
function step(view) {
  cancelAnimationFrame(view.frame);
  view.frame = 0;
  const start = performance.now();
  const scores = levelOf(view);
  const due = view.running ? scores.length + Math.round((start - view.before) / PACE) : MOST_SETS;
  view.before = start;
  do scores.push(scoreOnNoise(view.state, scores.length + 1));
  while (scores.length < Math.min(due, wanted(view)) && performance.now() - start < FRAME);
  if (scores.length < wanted(view)) {
    // Readers who prefer less motion see numbers and pictures at the end.
    if (!view.calm.matches) paint(view);
    keepGoing(view);
  } else if (view.running) {
    change(view, {}, "Done.");
  } else {
    paint(view);
    speak(view);
  }
}

function makeControls(view) {
  const { signal } = view;
  const options = (names) => Object.entries(names).map(([value, text]) => ({ value, text }));
  const pick = ({ note, points, classes }) => change(view, { points, classes, measured: 0 }, note);
  const counts = range(MOST_CLUSTERS - FEWEST_CLUSTERS + 1, FEWEST_CLUSTERS).map((k) => ({ value: k, text: String(k) }));
  const controls = {
    presets: presetControl("Points", "your own points", view.model, ["points", "classes"], pick, signal),
    way: selectControl("Labels", options(WAYS), (way) => change(view, { way }), signal),
    k: selectControl("k", counts, (k) => change(view, { k: Number(k) }), signal),
    reference: selectControl("Noise is", options(REFERENCES), (reference) => change(view, { reference }), signal),
    turn: buttonControl("", () => turnOver(view), signal),
    measure: buttonControl("Measure the baseline", () => measure(view), signal, true),
    seed: buttonControl("New seed", () => change(view, { seed: (view.state.seed + 1) % (MOST_SEED + 1) }), signal),
  };
  setAttributes(controls.turn, { class: "demo-button demo-turn", "aria-keyshortcuts": "T" });
  setAttributes(controls.measure, { "aria-keyshortcuts": "M" });
  return controls;
}

export function render({ model, el, page }) {
  const demo = { name: "the-level", title: "The baseline", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    found: null, // what is shown, judged
    pvalue: 1, // beside random labels
    levels: new Map(),
    running: false,
    frame: 0,
    before: 0, // when the last frame was
    ...{ cloud: cloudPicture(), rulers: rulersPicture(), table: rulersTable() },
  });
  const controls = makeControls(view);
  view.controls = controls;
  const { body, signal, cloud, table, rulers, status } = view;
  signal.addEventListener("abort", () => cancelAnimationFrame(view.frame));
  listenToKeys(body, { t: () => turnOver(view), m: () => measure(view) }, signal);
  const first = controlRow(controls.way.node, controls.turn, controls.measure);
  const others = controlRow(controls.presets.node, controls.k.node, controls.reference.node, controls.seed);
  const more = fold("Other points, k, noise, seed", others);
  return view.show(update, [first, cloud.node, table.node, rulers.node, more, status.node]);
}
