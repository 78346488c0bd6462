// The two distributions with a threshold across both, and their ROC and precision-recall curves.

import { announcer, helpNote, presetControl, readout } from "../../../static/controls.js";
import { html, onChange, save, setAttributes, svg } from "../../../static/dom.js";
import { axisText, linePath, thresholdPole, unitSquare } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { listenToKeys, makeMovable, svgPlace } from "../../../static/moving.js";
import { clamp, formatScore, range, scale } from "../../../static/values.js";
import { check, curves, FARTHEST, formatTenths, HIGHEST, LOWEST, numbers, toEach, verdict } from "./model.js";

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

const [WIDTH, HEIGHT, MIDDLE, TALLEST] = [440, 236, 119, 84];
const SCORES = range(111, -35).map((tenths) => tenths / 10);
const toX = scale([-3.5, 7.5], [14, WIDTH - 14]);

function bellsPicture() {
  const called = svg("rect", { class: "demo-called-side", y: 28, height: HEIGHT - 54 });
  const bell = (kind) => ["demo-bell demo-bell-called", "demo-bell"].map((name) => svg("path", { class: `${name} demo-bell-${kind}` }));
  const [positive, negative] = [bell("positive"), bell("negative")];
  const sides = [axisText(0, 20, "end", "called negative"), axisText(0, 20, "start", "called positive")];
  const pole = thresholdPole({ height: HEIGHT - 26, low: LOWEST, high: HIGHEST, width: 40 });
  const ticks = [-2, 0, 2, 4, 6].map((score) =>
    axisText(toX(score), HEIGHT - 6, "middle", String(score).replace("-", "\u2212")),
  );
  const node = svg(
    "svg",
    {
      class: "demo-plot demo-bells",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "application",
      "aria-label": "Distributions and threshold",
    },
    svg("rect", { class: "demo-paper", x: 1, y: 28, width: WIDTH - 2, height: HEIGHT - 54, rx: 4 }),
    called,
    svg("path", { class: "demo-base", d: `M14,${MIDDLE}H${WIDTH - 14}` }),
    ...positive,
    ...negative,
    ...ticks,
    ...sides,
    pole.node,
  );

  function update({ distance, negatives, threshold }) {
    drawBell(positive, distance, TALLEST / negatives, threshold);
    drawBell(negative, 0, -TALLEST, threshold);
    const x = toX(threshold);
    pole.at(x, formatTenths(threshold));
    setAttributes(called, { x, width: WIDTH - 1 - x });
    setAttributes(sides[0], { x: x - 26, display: x > 125 ? null : "none" });
    setAttributes(sides[1], { x: x + 26, display: x < WIDTH - 125 ? null : "none" });
  }

  return { node, threshold: pole.node, update };
}

// Its height says how many there are.
function drawBell([filled, outline], mean, height, threshold) {
  const placed = SCORES.map((score) => [toX(score), MIDDLE - height * Math.exp(-((score - mean) ** 2) / 2)]);
  const right = placed.slice(SCORES.findIndex((score) => score >= threshold - 0.01));
  setAttributes(filled, { d: `M${right[0][0]},${MIDDLE}L${linePath(right).slice(1)}V${MIDDLE}Z` });
  setAttributes(outline, { d: linePath(placed) });
}

// A smooth curve in a square. `update` takes it from left to right, the line of chance, and the place of the dot.
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
  const { model } = view;
  const state = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
  view.state = state;
  const found = numbers(state);
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
  view.status.show(view.said, verdict(state));
  view.said = "";
}

function showControls({ model, state: { distance, negatives, threshold }, distances, ratios, presets }) {
  distances.show(distance, formatTenths(distance), `${formatTenths(distance)} standard deviations`);
  ratios.show(RATIOS.filter((ratio) => ratio <= negatives).length - 1, String(negatives), toEach(negatives));
  const list = model.get("presets");
  const at = list.findIndex((one) => one.distance === distance && one.negatives === negatives);
  presets.show(at, list[at]?.threshold === threshold);
}

// ---- from the reader's hand to the state

const inTenths = (value) => Math.round(value * 10) / 10 || 0; // no minus zero

// In the middle of a drag nothing is spoken.
function change(view, changes, done) {
  view.said = done ? "" : null;
  if (Object.entries(changes).some(([name, value]) => view.state[name] !== value)) save(view.model, changes);
  else if (done) update(view); // no change would come to say it
}

const moveTo = (view, score, done) => change(view, { threshold: inTenths(clamp(score, LOWEST, HIGHEST)) }, done);

function listenToThreshold(view, signal) {
  const { node, threshold } = view.bells;
  const scoreAt = (event) => toX.invert(svgPlace(node, event)[0]);
  const moves = {
    at: () => [view.state.threshold, 0],
    locate: (event) => [scoreAt(event), 0],
    // Up is more, as in any slider.
    moveTo: ([x, up], done) => moveTo(view, x + up, done),
    small: 0.1,
    big: 0.5,
  };
  makeMovable(threshold, moves, signal);
  const ends = {
    Home: () => moveTo(view, LOWEST, true),
    End: () => moveTo(view, HIGHEST, true),
    PageDown: () => moveTo(view, view.state.threshold - 1, true),
    PageUp: () => moveTo(view, view.state.threshold + 1, true),
  };
  listenToKeys(threshold, ends, signal);
  // A press on the threshold was a drag.
  const onClick = (event) => event.target.closest(".demo-threshold") || moveTo(view, scoreAt(event), true);
  node.addEventListener("click", onClick, { signal });
}

// A slider with its value beside its name; `pick(value, done)` hears where it goes.
function sliderControl(name, text, { most, step }, pick, signal) {
  const value = html("b");
  const slider = html("input", { type: "range", min: 0, max: most, step });
  const node = html("label", { class: `demo-control demo-${name}` }, html("span", { text }), value, slider);
  slider.addEventListener("input", () => pick(Number(slider.value), false), { signal });
  slider.addEventListener("change", () => pick(Number(slider.value), true), { signal });
  const show = (place, shown, spoken) => {
    slider.value = place;
    value.textContent = shown;
    slider.setAttribute("aria-valuetext", spoken);
  };
  return { node, show };
}

function makeControls(view, signal) {
  const pick = ({ note, name: _, ...preset }) => {
    view.said = note;
    save(view.model, preset);
  };
  view.presets = presetControl("Start from", "your own mixture", view.model, pick, signal);
  const toDistance = (value, done) => change(view, { distance: inTenths(value) }, done);
  view.distances = sliderControl("distance", "distance of the means", { most: FARTHEST, step: 0.1 }, toDistance, signal);
  const toRatio = (place, done) => change(view, { negatives: RATIOS[place] }, done);
  const stops = { most: RATIOS.length - 1, step: 1 };
  view.ratios = sliderControl("ratio", "negatives to each positive", stops, toRatio, signal);
  return html("div", { class: "demo-controls" }, view.presets.node, view.distances.node, view.ratios.node);
}

export function render({ model, el, page }) {
  const demo = { name: "two-distributions", title: "Two distributions", traits: TRAITS, numbers, check };
  const { body, signal, stop } = mount({ model, el, page }, demo);
  const view = {
    model,
    said: "", // what the next update has to say
    bells: bellsPicture(),
    roc: smoothCurve("roc", { xName: "FPR", yName: "TPR" }),
    pr: smoothCurve("pr", { xName: "recall (TPR)", yName: "precision" }),
    board: readout("auc", "AUC", { tpr: "TPR", fpr: "FPR" }),
    alarms: readout("precision", "precision", { share: "positives" }),
    status: announcer(),
  };
  view.alarms.node.classList.add("demo-alarms");
  listenToThreshold(view, signal);
  const key = (kind) => html("span", { class: `demo-key demo-key-${kind}`, text: kind });
  const head = html("p", { class: "demo-strip-head" }, key("positive"), " ", key("negative"));
  body.append(
    html("p", { class: "demo-question", text: model.get("question") }),
    makeControls(view, signal),
    html("div", { class: "demo-bells-box" }, head, view.bells.node),
    view.board.node,
    view.roc.node,
    view.alarms.node,
    view.pr.node,
    view.status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, () => update(view), signal);
  update(view);
  return stop;
}
