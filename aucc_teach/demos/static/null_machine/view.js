// The machine runs, draws and judges, in three views.

import { BALANCE_NAMES, BALANCES, formatSizes, sizesOf } from "../../../static/chance.js";
import { buttonControl, controlRow, fold, presetControl, selectControl, sliderControl } from "../../../static/controls.js";
import { html, setAttributes } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { listenToKeys, makeStop } from "../../../static/moving.js";
import { onGrid, scatterPlot } from "../../../static/point_field.js";
import { nextLabel, placedWords, relabelledWords } from "../../../static/points.js";
import { clamp, formatCount, range, replaced, same } from "../../../static/values.js";
import { CRITERIA } from "./criteria.js";
import {
  blindLabels, check, classesOf, collectedSeeds, ENOUGH, FEWEST_CLUSTERS, isBlind, MOST_CLUSTERS, MOST_DRAWN,
  MOST_JUDGED, MOST_SEED, mostClusters, numbers, VIEWS,
} from "./model.js";
import { newPanels, newSetup, runOf, verdictOf } from "./panels.js";

const TRAITS = ["points", "labels", "view", "k", "balance", "criterion", "seed", "since", "drawn", "judged"];
const AT_ONCE = 20; // partitions in one frame of a run, at most
const [AT_FIRST, IN_A_FRAME] = [40, 6]; // milliseconds to draw what the state asks for
const WORDS_EVERY = 400; // milliseconds, while it runs: what is read, and what would flicker
const SPOKEN_EVERY = 2500;
const HELP = [
  "The machine assigns the labels at random, without looking at the points. Cluster sizes are fixed, and every " +
    "labelling with these sizes is as likely as any other. The histogram counts the AUCC of the random labellings; a " +
    "bar at an end also counts what lies beyond it. The dashed line is the exact mean, 1/2. The curve is the normal " +
    "distribution with the exact mean and standard deviation (SD); where the bars depart from it, their distribution " +
    "is skewed.",
  "Judge: the thick line is the AUCC of the partition that you see, among random labellings with the same sizes. " +
    "Its p is (1 + the number of random labellings that reach it) / (1 + the number of random labellings), and its z " +
    "is its distance from 1/2 in exact standard deviations. Press a point to change its cluster, or drag it to move " +
    "it.",
  "Every k: a dot is the mean so far, and its line reaches one standard deviation of a single partition to either " +
    "side. A number after \u00b1 is a standard error. If the criterion is not defined for a partition, that partition " +
    "does not enter the mean.",
  "Keys: Tab goes to the controls and to the points. Arrows switch views, change k and move a point (Shift: " +
    "further). On a point, Enter changes its cluster, and N and P go to the next and the previous one. The same seed " +
    "draws the same partitions again. A run stops by itself at its end, and when it is out of sight.",
];

// ---- from the state to the page

function update(view) {
  const { state } = view;
  const { points, labels, balance, seed } = state;
  const key = JSON.stringify([points, balance, seed]);
  if (key !== view.setup.key) {
    view.setup = newSetup(state, key);
    rest(view);
  }
  view.judged = state.judged;
  view.judgement = null;
  const { runs } = view.setup;
  for (const [count, run] of runs) if (run.auccs.length > wanted(view, count)) runs.delete(count);
  work(view, view.frame ? 0 : AT_FIRST);
  showControls(view);
  showLabels(view);
  view.chosen = view.chosen < points.length ? view.chosen : null;
  view.scatter.resize(points.length, (node, i) => listenToPoint(view, node, i));
  if (isJudging(view)) view.scatter.update(points, labels, view.chosen);
  panelOf(view).paint(view);
  write(view);
  view.body.ariaBusy = String(isBehind(view));
  if (view.running || isBehind(view)) keepGoing(view);
  else speak(view);
}

const panelOf = ({ panels, state }) => panels[state.view];
const isJudging = ({ state }) => state.view === "judge";

const wanted = ({ state }, k) => state.drawn[k] ?? 0;
const behind = (view) => Object.keys(view.state.drawn).map(Number).filter((k) => wanted(view, k) > runOf(view, k).auccs.length);
const isBehind = (view) => behind(view).length > 0;

// Draws what the state asks for, as time allows.
function work(view, time) {
  const until = performance.now() + time;
  for (const k of behind(view)) {
    while (performance.now() < until && wanted(view, k) > runOf(view, k).auccs.length) runOf(view, k).draw();
  }
}

function showControls({ state, setup, controls }) {
  const { points, labels, view, k, balance, criterion, drawn } = state;
  VIEWS.forEach((one, i) => {
    setAttributes(controls.tabs[i], { "aria-selected": String(one === view), tabindex: one === view ? 0 : -1 });
    controls.panels[i].hidden = one !== view;
  });
  controls.drawOne.hidden = controls.drawTen.hidden = view !== "deal";
  controls.newSeed.hidden = view === "judge";
  const text = `${k} clusters: ${formatSizes(sizesOf(points.length, k, balance))}`;
  setAttributes(controls.k, { max: setup.most, "aria-valuetext": text });
  controls.k.value = k;
  controls.sizesText.textContent = text;
  controls.presets.show(state, (preset) => !Object.keys(drawn).length && same(preset.labels, labels));
  for (const { select } of controls.sizes) select.value = balance;
  controls.criteria.select.value = criterion;
}

// Noise has no classes, so it comes with the random labels of the first seed.
const isFirstDeal = (classes) => classes !== null && same(classes, blindLabels(classes, 1));

function showLabels({ model, state, controls }) {
  const { points, labels } = state;
  const classes = classesOf(points, model.get("presets"));
  const option = controls.labels.select.firstChild;
  option.hidden = option.disabled = !classes;
  const isDeal = isFirstDeal(classes);
  option.textContent = isDeal ? "the first random labels" : "the classes";
  const isOfClasses = same(labels, classes) && !(isDeal && isBlind(state));
  controls.labels.select.value = isOfClasses ? "classes" : isBlind(state) ? "blind" : "own";
}

// Writes numbers and words. While the machine runs this isn't done in every frame, where nobody could read them and the
// points would flicker.
function write(view) {
  panelOf(view).write(view);
  view.worded = performance.now();
}

function speak(view) {
  view.status.show(panelOf(view).words(view));
  view.spoken = performance.now();
}

// ---- from the reader's hand to the state

const counts = (view) =>
  Object.fromEntries([...view.setup.runs].map(([k, run]) => [k, Math.max(run.auccs.length, wanted(view, k))]));
const drawnSoFar = (view) => Object.fromEntries(Object.entries(counts(view)).filter(([, count]) => count > 0));

// Every change also saves what was dealt while the machine ran.
function change(view, changes, words = "") {
  view.change({ drawn: drawnSoFar(view), judged: view.judged, ...changes }, words);
}

function begin(view, changes, words) {
  const { points, balance, k, seed } = { ...view.state, ...changes };
  change(view, { since: seed, ...changes, k: Math.min(k, mostClusters(points.length, balance)), drawn: {} }, words);
}

function draw(view, more) {
  if (view.running) halt(view, "Stopped.");
  const { k } = view.state;
  const count = counts(view)[k] ?? 0;
  if (count >= MOST_DRAWN) return refuse(view);
  change(view, { drawn: { ...drawnSoFar(view), [k]: Math.min(MOST_DRAWN, count + more) } });
}

function drawEveryK(view) {
  const drawn = range(view.setup.most - 1, FEWEST_CLUSTERS).map((k) => [k, Math.max(ENOUGH, counts(view)[k] ?? 0)]);
  change(view, { drawn: Object.fromEntries(drawn) });
}

function show(view, name) {
  if (name === view.state.view) return;
  rest(view);
  change(view, { view: name });
}

// A new seed forgets what was drawn, and draws new labels if they are random. The strip goes on if the last seed was run
// to its end.
function sow(view) {
  const { state, judged } = view;
  const seed = (state.seed + 1) % (MOST_SEED + 1);
  const since = collectedSeeds({ ...state, judged }).length ? state.since : seed;
  begin(view, { seed, since, labels: isBlind(state) ? blindLabels(state.labels, seed) : state.labels });
}

function relabel(view, choice) {
  const { points, labels, seed } = view.state;
  if (choice === "classes") {
    const classes = classesOf(points, view.model.get("presets"));
    return change(view, { labels: classes, since: seed }, isFirstDeal(classes) ? "The first random labels." : "The classes.");
  }
  if (new Set(labels).size < 2) return speak(view);
  change(view, { labels: blindLabels(labels, seed), since: seed }, "Random labels.");
}

// ---- running

const nDealt = (view) => (isJudging(view) ? view.judged : runOf(view, view.state.k).auccs.length);
const most = (view) => (isJudging(view) ? MOST_JUDGED : MOST_DRAWN);
const isFull = (view) => nDealt(view) >= most(view);
const refuse = (view) => view.status.announce(`${formatCount(most(view))} are drawn, which is the most there can be.`);

function start(view) {
  if (isJudging(view) && !verdictOf(view).exists) return speak(view);
  if (isFull(view)) return refuse(view);
  view.gesture.hold();
  view.running = true;
  for (const button of view.controls.run) button.textContent = "Stop";
  view.status.say("");
  view.status.announce("Running.");
  view.worded = view.spoken = performance.now();
  keepGoing(view);
}

function rest(view) {
  if (view.running) view.gesture.release();
  view.running = false;
  for (const button of view.controls.run) button.textContent = "Run";
  cancelAnimationFrame(view.frame); // its words would replace those to be said now
  view.frame = 0;
}

function halt(view, words) {
  rest(view);
  change(view, {}, words);
}

function keepGoing(view) {
  view.frame ||= requestAnimationFrame(() => step(view));
}

// Deals a few more: the more there are, the more, up to a limit.
function deal(view) {
  const pace = clamp(Math.ceil(nDealt(view) / 25), 1, AT_ONCE);
  for (let i = 0; i < pace && !isFull(view); i++) {
    if (isJudging(view)) view.judged += 1;
    else runOf(view, view.state.k).draw();
  }
  view.judgement = null;
}

// One frame.
function step(view) {
  view.frame = 0;
  if (view.signal.aborted) return;
  if (view.running) {
    deal(view);
    if (isFull(view)) return halt(view, "Done.");
  } else {
    work(view, IN_A_FRAME);
    if (!isBehind(view)) return catchUp(view);
  }
  const time = performance.now();
  // Readers who prefer less motion see numbers and pictures at the end.
  if (!view.calm.matches) {
    panelOf(view).paint(view);
    if (time - view.worded > WORDS_EVERY) write(view);
  }
  if (view.running && time - view.spoken > SPOKEN_EVERY) {
    view.status.announce(`${formatCount(nDealt(view))} so far.`);
    view.spoken = time;
  }
  keepGoing(view);
}

function catchUp(view) {
  view.body.ariaBusy = "false";
  panelOf(view).paint(view);
  write(view);
  speak(view);
}

function stopOutOfSight(view) {
  const watcher = new IntersectionObserver((entries) => {
    if (view.running && !entries[entries.length - 1].isIntersecting) halt(view, "Stopped: out of sight.");
  });
  watcher.observe(view.body);
  view.signal.addEventListener("abort", () => watcher.disconnect());
}

// ---- points

function moveTo(view, i, place, done) {
  const { points } = view.state;
  const target = onGrid(place);
  const moved = replaced(points, i, target);
  if (moved.every((point) => same(point, moved[0]))) return view.status.announce("The points cannot all lie in one place.");
  const words = done ? placedWords(i, target) : "";
  if (!same(target, points[i])) begin(view, { points: moved }, words);
  else if (done) view.change({}, words);
}

function nextCluster(view, i) {
  const { labels, seed } = view.state;
  const label = nextLabel(labels, i);
  change(view, { labels: replaced(labels, i, label), since: seed }, relabelledWords(i, label));
}

function choose(view, i) {
  view.chosen = i;
  view.scatter.update(view.state.points, view.state.labels, i);
}

function listenToPoint(view, node, i) {
  const { scatter, signal } = view;
  const moves = {
    at: () => view.state.points[i],
    locate: scatter.locate,
    moveTo: (place, done) => moveTo(view, i, place, done),
    tap: () => nextCluster(view, i),
  };
  const things = {
    count: () => view.state.points.length,
    choose: (at) => choose(view, at),
    focus: scatter.focus,
    change: (at) => nextCluster(view, at),
  };
  return makeStop(node, i, things, moves, signal);
}

// ---- controls

function makeControls(view) {
  const { signal } = view;
  const balances = BALANCES.map((value, i) => ({ value, text: BALANCE_NAMES[i] }));
  const sizes = () => selectControl("Sizes", balances, (balance) => begin(view, { balance }), signal);
  const run = () => buttonControl("Run", () => (view.running ? halt(view, "Stopped.") : start(view)), signal, true);
  const ways = [
    { value: "classes", text: "the classes" },
    { value: "blind", text: "random labels" },
    { value: "own", text: "your own", hidden: true, disabled: true },
  ];
  const titles = Object.entries(CRITERIA).map(([value, { title }]) => ({ value, text: title }));
  const pick = ({ note, points, labels }) => begin(view, { points, labels }, note);
  const ends = { min: FEWEST_CLUSTERS, max: MOST_CLUSTERS };
  const { node: kNode, slider: k } = sliderControl("k", ends, (k) => change(view, { k }), signal);
  return {
    ...{ k, kNode },
    sizesText: html("span", { class: "demo-null-sizes", "data-value": "sizes" }),
    sizes: [sizes(), sizes()],
    run: [run(), run()],
    labels: selectControl("Labels", ways, (choice) => relabel(view, choice), signal),
    criteria: selectControl("means of", titles, (criterion) => change(view, { criterion }), signal),
    presets: presetControl("Points", "your own points", view.model, ["points"], pick, signal),
    drawOne: buttonControl("Draw one", () => draw(view, 1), signal),
    drawTen: buttonControl("Draw ten", () => draw(view, 10), signal),
    newSeed: buttonControl("New seed", () => sow(view), signal),
  };
}

// The three controls above the stage of each view.
function controlRows(view) {
  const { signal } = view;
  const { kNode, sizesText, sizes, run, labels, criteria } = view.controls;
  const everyK = buttonControl("Draw 100 for every k", () => drawEveryK(view), signal);
  const rows = [
    [html("div", { class: "demo-null-k" }, kNode, sizesText), sizes[0].node, run[0]],
    [labels.node, run[1], buttonControl("New seed", () => sow(view), signal)],
    [sizes[1].node, criteria.node, everyK],
  ];
  return rows.map((row) => setAttributes(controlRow(...row), { class: "demo-controls demo-null-controls" }));
}

function panelNode({ name, parts }, row) {
  const stage = html("div", { class: "demo-null-stage" }, ...parts);
  return html("div", { class: "demo-null-panel", role: "tabpanel", "aria-label": name }, row, stage);
}

function tabList(view) {
  const { signal } = view;
  const tabs = VIEWS.map((name) => {
    const attributes = { type: "button", role: "tab", class: "demo-null-tab", text: view.panels[name].name };
    const tab = html("button", attributes);
    tab.addEventListener("click", () => show(view, name), { signal });
    return tab;
  });
  const node = html("div", { class: "demo-null-tabs", role: "tablist", "aria-label": "Views" }, ...tabs);
  const goTo = (i) => {
    tabs[i].focus();
    show(view, VIEWS[i]);
  };
  const neighbour = (by) => goTo((VIEWS.indexOf(view.state.view) + by + VIEWS.length) % VIEWS.length);
  const actions = {
    ArrowRight: () => neighbour(1),
    ArrowLeft: () => neighbour(-1),
    Home: () => goTo(0),
    End: () => goTo(VIEWS.length - 1),
  };
  listenToKeys(node, actions, signal);
  return { node, tabs };
}

// Its parts, from top to bottom.
function partsOf(view) {
  view.controls = makeControls(view);
  const { node, tabs } = tabList(view);
  const rows = controlRows(view);
  const panels = VIEWS.map((name, i) => panelNode(view.panels[name], rows[i]));
  panels[2].lastChild.classList.add("demo-null-pair");
  Object.assign(view.controls, { tabs, panels });
  const { presets, drawOne, drawTen, newSeed } = view.controls;
  const others = controlRow(presets.node, drawOne, drawTen, newSeed);
  return [node, ...panels, view.status.node, fold("Other points, single draws", others)];
}

export function render({ model, el, page }) {
  const demo = { name: "null-machine", title: "Null machine", traits: TRAITS, numbers, check, help: HELP };
  const scatter = scatterPlot();
  const view = Object.assign(mount({ model, el, page }, demo), {
    ...{ scatter, panels: newPanels(scatter) },
    setup: { key: null },
    judged: 0, // deals to be judged among: those of the state, and more while it runs
    judgement: null, // on the labels among so many
    collection: { key: "" }, // p-values of random labels, by seed
    chosen: null, // the point that has the keyboard
    running: false,
    frame: 0, // the one that was asked for
    worded: 0, // when this was last done
    spoken: 0,
  });
  const parts = partsOf(view);
  view.signal.addEventListener("abort", () => cancelAnimationFrame(view.frame));
  stopOutOfSight(view);
  return view.show(update, parts);
}
