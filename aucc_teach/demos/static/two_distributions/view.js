// The two distributions with a threshold across both, and their ROC and precision-recall curves.

import { controlRow, keyTo, presetControl, readout, sliderControl } from "../../../static/controls.js";
import { html, setAttributes, svg } from "../../../static/dom.js";
import { axisText, linePath, scoreLine, SCORE_LINE, unitSquare } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { makeSlider, svgPlace } from "../../../static/moving.js";
import { clamp, formatScore, formatTenths, inTenths, range, scale } from "../../../static/values.js";
import { check, curves, FARTHEST, HIGHEST, LOWEST, numbers, toEach, verdict } from "./model.js";

const HELP = [
  "Positives stand above the line, and negatives hang below it; the areas are as large as the classes. Everything " +
    "to the right of the threshold is called positive, and is filled. TPR is the proportion of the area above the " +
    "line that is filled, FPR the same below it, and precision is the proportion of the filled area that lies above.",
  "Drag the threshold, or click where it should go. Keys: Tab goes to the sliders and to the threshold, arrows " +
    "move each (Shift moves the threshold further), and Home and End go to the ends.",
];
const TRAITS = ["distance", "negatives", "threshold"];
const RATIOS = [1, 2, 5, 10, 20, 50, 100]; // where the slider stops

// ---- the distributions, positives above the line and negatives below it

const [WIDTH, HEIGHT] = SCORE_LINE;
const [MIDDLE, TALLEST] = [119, 84];
const SCORES = range(111, -35).map((tenths) => tenths / 10);
const toX = scale([-3.5, 7.5], [14, WIDTH - 14]);

function bellsPicture() {
  const bell = (kind) => ["demo-bell demo-bell-called", "demo-bell"].map((name) => svg("path", { class: `${name} demo-bell-${kind}` }));
  const [positive, negative] = [bell("positive"), bell("negative")];
  const ticks = [-2, 0, 2, 4, 6].map((score) =>
    axisText(toX(score), HEIGHT - 6, "middle", String(score).replace("-", "\u2212")),
  );
  const names = { name: "bells", label: "Distributions and threshold", base: `M14,${MIDDLE}H${WIDTH - 14}` };
  const ends = { low: LOWEST, high: HIGHEST, knob: 40 };
  const line = scoreLine({ ...names, ...ends }, ...positive, ...negative, ...ticks);

  function update({ distance, negatives, threshold }) {
    drawBell(positive, distance, TALLEST / negatives, threshold);
    drawBell(negative, 0, -TALLEST, threshold);
    line.at(toX(threshold), formatTenths(threshold));
  }

  return { node: line.node, threshold: line.pole, update };
}

// The height of a bell shows how many items there are.
function drawBell([filled, outline], mean, height, threshold) {
  const placed = SCORES.map((score) => [toX(score), MIDDLE - height * Math.exp(-((score - mean) ** 2) / 2)]);
  const right = placed.slice(SCORES.findIndex((score) => score >= threshold - 0.01));
  setAttributes(filled, { d: `M${right[0][0]},${MIDDLE}L${linePath(right).slice(1)}V${MIDDLE}Z` });
  setAttributes(outline, { d: linePath(placed) });
}

// A smooth curve in a square. `update` takes its points from left to right, the line of chance, and the place of the dot.
function smoothCurve(name, names) {
  const area = svg("path", { class: "demo-area" });
  const chance = svg("path", { class: "demo-chance" });
  const line = svg("path", { class: "demo-series" });
  const dot = svg("circle", { class: "demo-dot", r: 6 });
  const { node, place } = unitSquare(name, names, area, chance, line, dot);
  const update = (points, level, at, label) => {
    const d = linePath(points.map(place));
    const [cx, cy] = place(at);
    setAttributes(line, { d });
    setAttributes(area, { d: `M${place([0, 0])}L${d.slice(1)}L${place([1, 0])}Z` });
    setAttributes(chance, { d: linePath(level.map(place)) });
    setAttributes(dot, { cx, cy });
    setAttributes(node, { "aria-label": label });
  };
  return { node, update };
}

// ---- from the state to the page

function update(view) {
  const { state } = view;
  const found = view.numbers();
  const [auc, tpr, fpr, precision] = ["auc", "tpr", "fpr", "precision"].map((key) => formatScore(found[key]));
  view.board.show({ auc, tpr, fpr });
  view.alarms.show({ precision, share: `1 in ${1 + state.negatives}` });
  view.bells.update(state);
  setAttributes(view.bells.threshold, {
    "aria-valuenow": state.threshold,
    "aria-valuetext": `${formatTenths(state.threshold)}: TPR ${tpr}, FPR ${fpr}, precision ${precision}`,
  });
  const { roc, rocChance, pr, prChance } = curves(state);
  view.roc.update(roc, rocChance, [found.fpr, found.tpr], `ROC curve, area ${auc}, at FPR ${fpr}, TPR ${tpr}`);
  const named = `Precision-recall curve, at recall ${tpr}, precision ${precision}`;
  view.pr.update(pr, prChance, [found.tpr, found.precision], named);
  showControls(view);
  view.status.show(verdict(state, found));
}

function showControls({ state, distances, ratios, presets }) {
  const { distance, negatives, threshold } = state;
  distances.show(distance, formatTenths(distance), `${formatTenths(distance)} standard deviations`);
  ratios.show(RATIOS.filter((ratio) => ratio <= negatives).length - 1, String(negatives), toEach(negatives));
  presets.show(state, (preset) => preset.threshold === threshold);
}

// ---- from the reader's hand to the state

const drag = (view, changes, done) => view.change(changes, done ? "" : null);

const moveTo = (view, score, done) => drag(view, { threshold: inTenths(clamp(score, LOWEST, HIGHEST)) }, done);

function listenToThreshold(view) {
  const { node, threshold } = view.bells;
  const moves = {
    value: () => view.state.threshold,
    locate: (event) => toX.invert(svgPlace(node, event)[0]),
    moveTo: (score, done) => moveTo(view, score, done),
    ...{ low: LOWEST, high: HIGHEST, steps: [0.1, 0.5, 1] },
  };
  makeSlider(threshold, moves, view.signal);
}

// A slider with its value beside its name; `pick(value, done)` is called when it moves.
function valueSlider(name, text, { most, step }, pick, signal) {
  const value = html("b");
  const { node, slider } = sliderControl(text, { min: 0, max: most, step }, (place) => pick(place, false), signal);
  node.classList.add(`demo-${name}`); // steps hide it by this class
  slider.before(value);
  slider.addEventListener("change", () => pick(Number(slider.value), true), { signal });
  const show = (place, shown, spoken) => {
    slider.value = place;
    value.textContent = shown;
    slider.setAttribute("aria-valuetext", spoken);
  };
  return { node, show };
}

function makeControls(view) {
  const { model, signal } = view;
  const pick = ({ note, name: _, ...preset }) => view.change(preset, note);
  view.presets = presetControl("Start from", "your own mixture", model, ["distance", "negatives"], pick, signal);
  const toDistance = (value, done) => drag(view, { distance: inTenths(value) }, done);
  view.distances = valueSlider("distance", "distance of the means", { most: FARTHEST, step: 0.1 }, toDistance, signal);
  const toRatio = (place, done) => drag(view, { negatives: RATIOS[place] }, done);
  const stops = { most: RATIOS.length - 1, step: 1 };
  view.ratios = valueSlider("ratio", "negatives to each positive", stops, toRatio, signal);
  return controlRow(view.presets.node, view.distances.node, view.ratios.node);
}

export function render({ model, el, page }) {
  const demo = { name: "two-distributions", title: "Two distributions", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    bells: bellsPicture(),
    roc: smoothCurve("roc", { xName: "FPR", yName: "TPR" }),
    pr: smoothCurve("pr", { xName: "recall (TPR)", yName: "precision" }),
    board: readout("auc", "AUC", { tpr: "TPR", fpr: "FPR" }),
    alarms: readout("precision", "precision", { share: "positives" }),
  });
  view.alarms.node.classList.add("demo-alarms");
  listenToThreshold(view);
  const head = html("p", { class: "demo-strip-head" }, keyTo("positive"), " ", keyTo("negative"));
  const box = html("div", { class: "demo-bells-box" }, head, view.bells.node);
  const parts = [view.board, view.roc, view.alarms, view.pr, view.status].map(({ node }) => node);
  return view.show(update, [makeControls(view), box, ...parts]);
}
