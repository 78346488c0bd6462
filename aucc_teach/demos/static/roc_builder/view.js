// ROC builder: scored items on a line with a threshold across, the confusion matrix that it makes, and the ROC curve.

import { buttonControl, controlRow, keyTo, numberBoard, presetControl, readout } from "../../../static/controls.js";
import { html, setAttributes, svg } from "../../../static/dom.js";
import { axisText, fit, gripPath, MARKERS, scoreLine, SCORE_LINE } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { makeChoosable, makeSlider, svgPlace } from "../../../static/moving.js";
import { rocPlot } from "../../../static/roc_plot.js";
import { clamp, formatCount, formatScore, mapValues, pointName, replaced, same, scale } from "../../../static/values.js";
import { cellOf, check, exactly, FEWEST_ITEMS, freeScore, groupsOf, MOST_ITEMS, numbers, scoresDown, TOP, words } from "./model.js";

const [WIDTH, HEIGHT] = SCORE_LINE;
const MIDDLE = 120;
const toX = scale([-0.5, TOP + 0.5], [18, WIDTH - 18]); // the knob of the threshold has room at both ends
const CLASSES = ["negative", "positive"];
const TRAITS = ["y_true", "y_score", "threshold", "swept"];
const FACTS = { exact: "exactly", gini: "Gini", sPlus: "right", sMinus: "wrong", sZero: "tied" };
const PLAY_EVERY = 300; // milliseconds, for one step of the threshold
const HELP = [
  "Drag the threshold: every item with this score or more is called positive, and is filled. Positives are round " +
    "and stand above the line; negatives are square and hang below it. Drag an item to another score; if it lands on " +
    "the score of another item, the two tie. Click a chosen item to change its class, or an empty place to bring the " +
    "threshold there.",
  "The curve is drawn as far as the threshold has been. Play brings the threshold down by itself, from the top if " +
    "it is at the bottom, and stops at what a step asks for; Step brings it to the next item.",
  "What belongs to the item under the pointer is lit together: the item, the step that it makes in the curve, and " +
    "the cell in which it is counted. The same goes for an item that was chosen, or that the threshold has reached.",
  "Keys: Tab goes to the threshold and on to the items. Arrows move either (Shift: further), and Home and End move " +
    "the threshold to the ends. On an item, Enter changes its class, N and P go to the next and the previous item, + " +
    "adds one, − removes it, and Escape lets go.",
];

// ---- the line: positives stand on it, negatives hang below it, equal scores pile up

// The place of each item. Items of one class and score share the height that there is.
function placesOf({ y_true: yTrue, y_score: yScore }) {
  const keys = yTrue.map((label, i) => `${label} ${yScore[i]}`);
  return keys.map((key, i) => {
    const level = keys.slice(0, i).filter((other) => other === key).length;
    const most = keys.filter((other) => other === key).length - 1;
    const away = 14 + level * Math.min(20, 68 / Math.max(1, most));
    return [toX(yScore[i]), yTrue[i] ? MIDDLE - away : MIDDLE + away];
  });
}

function linePicture() {
  const ticks = [0, 5, 10, 15, 20].map((score) => axisText(toX(score), HEIGHT - 6, "middle", String(score)));
  const names = { name: "line-of-items", label: "Items and threshold", base: `M${toX(0)},${MIDDLE}H${toX(TOP)}` };
  const line = scoreLine({ ...names, low: 0, high: TOP + 1, knob: 32 }, ...ticks);
  const layer = svg("g");
  line.node.append(layer);
  // The k-th node of the layer draws the k-th item, whichever that is, so the focus stays in place. `placed` holds the
  // places of the grips.
  return { ...line, layer, placed: [] };
}

const itemNode = () =>
  svg(
    "g",
    { role: "button", "aria-roledescription": "item" },
    svg("path", { class: "demo-grip" }),
    svg("circle", { class: "demo-ring", r: 13 }),
    svg("path", { class: "demo-item-mark" }),
    svg("text", { class: "demo-item-name", y: 4.5, "text-anchor": "middle" }),
  );

function drawItem(node, i, { y_true: yTrue, y_score: yScore, threshold }, [x, y], { isChosen, isFocus, isLit }) {
  const [, , mark, name] = node.children;
  const kind = CLASSES[yTrue[i]];
  const classes = { "demo-called": yScore[i] >= threshold, "demo-chosen": isChosen, "demo-touched": isLit };
  setAttributes(node, {
    class: ["demo-point demo-item", `demo-${kind}`, ...Object.keys(classes).filter((one) => classes[one])].join(" "),
    transform: `translate(${x},${y})`,
    tabindex: isFocus ? 0 : -1,
    "aria-label": `${pointName(i)}, ${kind}, score ${yScore[i]}`,
  });
  setAttributes(mark, { d: MARKERS[1 - yTrue[i]], transform: "scale(10)" });
  setAttributes(name, { text: pointName(i) });
}

function drawItems(line, state, chosen, lit) {
  const places = placesOf(state);
  const nodes = [...line.layer.children];
  nodes.forEach((node, i) => {
    drawItem(node, i, state, places[i], { isChosen: i === chosen, isFocus: i === (chosen ?? 0), isLit: lit.includes(i) });
  });
  // A move of the threshold or the pointer leaves the grips as they are.
  if (same(line.placed, places)) return;
  line.placed = places;
  nodes.forEach(({ firstChild: grip }, i) => {
    const others = places.filter((_, k) => k !== i).map(([x, y]) => [x - places[i][0], y - places[i][1]]);
    setAttributes(grip, { d: gripPath(others, 18) });
  });
}

function drawThreshold({ pole, at }, { threshold }, { tp, fn, fp, tn }) {
  at(toX(threshold - 0.5), String(threshold));
  const ofAll = `${tp} of ${tp + fn} positives and ${fp} of ${fp + tn} negatives are called positive`;
  const absurd = threshold === 0 ? ": everything is" : threshold > TOP ? ": nothing is" : "";
  const text = `score ${threshold} or more. ${ofAll}${absurd}`;
  setAttributes(pole, { "aria-valuenow": threshold, "aria-valuetext": text });
}

// ---- the confusion matrix, with the two rates below it

function matrixTable() {
  const { place, show } = numberBoard();
  const cell = (kind, key, ...shown) =>
    html("div", { role: "cell", class: kind }, html("span", { text: key.toUpperCase() }), " ", ...shown);
  const cells = new Map();
  const count = (key) => cells.set(key, cell(`demo-count demo-count-${key}`, key, place(key))).get(key);
  const rate = (key) => cell("demo-rate", key, place(key), " ", place(`${key}Score`));
  const head = (role, text) => html("div", { class: "demo-head", role, text });
  const row = (...cells) => html("div", { role: "row" }, ...cells);
  const node = html(
    "div",
    { class: "demo-confusion", role: "table", "aria-label": "Confusion matrix" },
    row(head("cell", ""), head("columnheader", "positives"), head("columnheader", "negatives")),
    row(head("rowheader", "called positive"), count("tp"), count("fp")),
    row(head("rowheader", "called negative"), count("fn"), count("tn")),
    row(head("rowheader", "proportion called positive"), rate("tpr"), rate("fpr")),
  );
  return { node, show, cells };
}

const rateOf = (part, whole) => [whole ? `${part}/${whole}` : "–", formatScore(part / whole)];

function drawMatrix({ show }, { tp, fn, fp, tn }) {
  const [tpr, tprScore] = rateOf(tp, tp + fn);
  const [fpr, fprScore] = rateOf(fp, fp + tn);
  show({ tp, fn, fp, tn, tpr, tprScore, fpr, fprScore });
}

// ---- from the state to the page

function update(view) {
  const { state, line, presets, gesture } = view;
  const { y_true: yTrue, threshold, swept } = state;
  if (view.chosen >= yTrue.length) view.chosen = null;
  if (view.hovered?.some((i) => i >= yTrue.length)) view.hovered = null;
  const found = view.numbers();
  const isOpen = !gesture.isSecret("auc"); // otherwise words must not give away what a step asks for
  fit(line.layer, yTrue.length, (i) => listenToItem(view, itemNode(), i));
  drawThreshold(line, state, found);
  drawMatrix(view.matrix, found);
  drawBoard(view.board, state, found);
  drawCurve(view.roc, state, found, isOpen);
  showItems(view);
  presets.show(state, (preset) => preset.threshold === threshold && !swept);
  view.status.show(words(state, found, isOpen));
}

// Scores are shown once the curve is whole.
function drawBoard(board, { swept }, found) {
  const { right: sPlus, wrong: sMinus, tied: sZero, auc, gini } = found;
  const scores = { ...mapValues({ auc, gini }, formatScore), exact: exactly(found) };
  const texts = { ...scores, ...mapValues({ sPlus, sMinus, sZero }, formatCount) };
  board.show(swept ? mapValues(texts, () => "–") : texts);
}

function drawCurve(roc, state, { tp, fn, fp, tn, auc, comparisons }, isOpen) {
  const { y_score: yScore, swept } = state;
  roc.update(groupsOf(state), scoresDown(yScore).filter((score) => score >= swept).length);
  roc.mark(comparisons ? [fp, tp] : null);
  const rates = [fp / (fp + tn), tp / (tp + fn)].map(formatScore);
  const place = comparisons ? `, at false positive rate ${rates[0]}, true positive rate ${rates[1]}` : "";
  const drawn = swept ? `drawn down to score ${swept}` : isOpen ? `area ${formatScore(auc)}` : "drawn to its end";
  setAttributes(roc.node, { "aria-label": `ROC curve, ${drawn}${place}` });
}

// The lit items, whose steps of the curve and cells of the matrix are lit as well. While the threshold moves, they are
// the items on it, and not the chosen one.
function litItems({ state, hovered, isPassing, chosen }) {
  if (hovered) return hovered;
  if (isPassing) return withScore(state, state.threshold);
  return chosen === null ? [] : [chosen];
}

const withScore = ({ y_score: yScore }, wanted) => yScore.flatMap((score, i) => (score === wanted ? [i] : []));

const cellsOf = ({ y_true: yTrue, y_score: yScore, threshold }) => yTrue.map((label, i) => cellOf(label, yScore[i], threshold));

function showItems(view) {
  const { state, line, roc, matrix, chosen } = view;
  const lit = litItems(view);
  drawItems(line, state, chosen, lit);
  const scores = scoresDown(state.y_score);
  roc.touch([...new Set(lit.map((i) => scores.indexOf(state.y_score[i])))]);
  const kinds = lit.map((i) => cellsOf(state)[i]);
  for (const [kind, cell] of matrix.cells) cell.classList.toggle("demo-touched", kinds.includes(kind));
  const named = lit.length > 1 ? lit.map(pointName).join(", ") : line.layer.children[lit[0]]?.getAttribute("aria-label");
  setAttributes(view.caption, { text: named ?? "" });
}

// ---- from the reader's hand to the state

function choose(view, i) {
  if (view.chosen === i && !view.isPassing) return;
  Object.assign(view, { chosen: i, isPassing: false });
  showItems(view);
}

function hover(view, items) {
  if (same(view.hovered, items)) return;
  view.hovered = items;
  showItems(view);
}

function moveItem(view, i, [x, up], done) {
  const score = clamp(Math.round(x + up), 0, TOP);
  const others = withScore(view.state, score).filter((k) => k !== i).map(pointName);
  const tied = others.length ? `, tied with ${others.join(", ")}` : "";
  const said = done ? `Item ${pointName(i)} has score ${score}${tied}.` : null;
  view.change({ y_score: replaced(view.state.y_score, i, score) }, said);
}

// The slider speaks its own value, so the status line is spoken only when the curve is complete.
function moveThreshold(view, wanted) {
  const { threshold, swept } = view.state;
  const at = clamp(Math.round(wanted), 0, TOP + 1);
  if (at === threshold) return;
  view.isPassing = true;
  view.change({ threshold: at, swept: Math.min(swept, at) }, swept && at === 0 ? "" : null);
}

// Moves the threshold down to the next item, or to the end.
function stepDown(view) {
  const { y_score: yScore, threshold } = view.state;
  moveThreshold(view, Math.max(0, ...yScore.filter((score) => score < threshold)));
}

function flip(view, i) {
  const { y_true: yTrue } = view.state;
  view.change({ y_true: replaced(yTrue, i, 1 - yTrue[i]) }, `Item ${pointName(i)} is ${CLASSES[1 - yTrue[i]]} now.`);
}

// Adds an item of the chosen item's class, at the free score nearest to it.
function add(view) {
  const { chosen, status, state: { y_true: yTrue, y_score: yScore } } = view;
  const i = yTrue.length;
  if (i >= MOST_ITEMS) return status.announce(`There can be at most ${MOST_ITEMS} items.`);
  const label = yTrue[chosen] ?? 1;
  const score = freeScore(yScore, yScore[chosen] ?? TOP / 2);
  const said = `Added ${CLASSES[label]} item ${pointName(i)} at score ${score}.`;
  view.change({ y_true: [...yTrue, label], y_score: [...yScore, score] }, said);
  // The next update, in a microtask, makes the node.
  queueMicrotask(() => focusItem(view, i));
}

function remove(view) {
  const { chosen: i, status, line, state: { y_true: yTrue, y_score: yScore } } = view;
  if (i === null) return status.announce("Choose an item first.");
  if (yTrue.length <= FEWEST_ITEMS) return status.announce(`There must be at least ${FEWEST_ITEMS} items.`);
  const without = (list) => list.filter((_, k) => k !== i);
  const hadFocus = line.layer.contains(line.node.getRootNode().activeElement);
  view.change({ y_true: without(yTrue), y_score: without(yScore) }, `Removed item ${pointName(i)}.`);
  Object.assign(view, { chosen: Math.min(i, yTrue.length - 2), hovered: null });
  if (hadFocus) queueMicrotask(() => focusItem(view, view.chosen));
}

function focusItem(view, i) {
  choose(view, i);
  view.line.layer.children[i]?.focus({ preventScroll: true });
}

function startFrom(view, { note, y_true: yTrue, y_score: yScore, threshold }) {
  Object.assign(view, { chosen: null, hovered: null, isPassing: false });
  // If the curve is not drawn to its end yet, the reader goes on drawing it.
  const isDrawn = view.state.swept === 0;
  view.change({ y_true: yTrue, y_score: yScore, ...(isDrawn ? { threshold } : {}) }, note);
}

// ---- play

// Moves the threshold down, from the top if it is at the bottom, until the goal of the step is met. All of it is one
// gesture.
function play(view) {
  const { model, gesture, body } = view;
  if (view.playing) return pause(view);
  gesture.hold();
  if (view.state.threshold === 0) view.change({ threshold: TOP + 1, swept: TOP + 1 }, null);
  view.playButton.textContent = "Pause";
  let last = model.get("threshold");
  view.playing = setInterval(() => {
    // The reader has moved it, or the demo is no longer on the page.
    if (model.get("threshold") !== last || !body.isConnected) return pause(view);
    last -= 1;
    moveThreshold(view, last);
    if (last === 0 || gesture.isDone()) pause(view);
  }, PLAY_EVERY);
}

function pause(view) {
  clearInterval(view.playing);
  view.playing = null;
  view.playButton.textContent = "Play";
  view.status.say("");
  view.redraw();
  view.gesture.release();
}

// ---- listening

// A pointer moves along the line only; up and down are for keys.
const scoreAt = ({ line }, event) => toX.invert(svgPlace(line.node, event)[0]);

function thingsOf(view) {
  return {
    count: () => view.line.layer.children.length,
    chosen: () => view.chosen,
    choose: (i) => choose(view, i),
    focus: (i) => focusItem(view, i),
    hover: (i) => hover(view, i === null ? null : [i]),
    change: (i) => flip(view, i),
    add: () => add(view),
    remove: () => remove(view),
  };
}

function listenToItem(view, node, i) {
  const locate = (event) => [scoreAt(view, event), 0];
  const moveTo = (place, done) => moveItem(view, i, place, done);
  const moves = { at: () => [view.state.y_score[i], 0], locate, moveTo, small: 1, big: 5 };
  return makeChoosable(node, i, thingsOf(view), moves, view.signal);
}

function listenToThreshold(view) {
  const moves = {
    value: () => view.state.threshold,
    locate: (event) => scoreAt(view, event) + 0.5,
    moveTo: (wanted) => moveThreshold(view, wanted),
    ...{ low: 0, high: TOP + 1, steps: [1, 5, 5] },
  };
  makeSlider(view.line.pole, moves, view.signal);
}

// Lights what the pointer is on, in the curve and in the matrix.
function listenToPointer(view) {
  const { roc, matrix, signal } = view;
  const listen = (node, type, itemsOf) => node.addEventListener(type, (event) => hover(view, itemsOf(event)), { signal });
  listen(roc.node, "pointermove", (event) => {
    const step = roc.stepAt(event);
    return step === null ? null : withScore(view.state, scoresDown(view.state.y_score)[step]);
  });
  listen(roc.node, "pointerleave", () => null);
  for (const [kind, cell] of matrix.cells) {
    listen(cell, "pointerenter", () => cellsOf(view.state).flatMap((one, i) => (one === kind ? [i] : [])));
    listen(cell, "pointerleave", () => null);
  }
}

// ---- the demo

function makeView(host) {
  const demo = { name: "roc-builder", title: "ROC builder", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount(host, demo), {
    line: linePicture(),
    matrix: matrixTable(),
    roc: rocPlot({ xName: "FPR: negatives called positive", yName: "TPR: positives called positive" }),
    board: readout("auc", "AUC", FACTS),
    caption: html("span", { class: "demo-strip-caption" }),
    playing: null, // the timer
    chosen: null, // the item that buttons and keys act on
    hovered: null, // the items that a pointer is on: one, those of a step of the curve, those of a cell
    isPassing: false, // the threshold was moved last
  });
  const { model, signal } = view;
  const start = (preset) => startFrom(view, preset);
  view.presets = presetControl("Start from", "your own items", model, ["y_true", "y_score"], start, signal);
  view.playButton = buttonControl("Play", () => play(view), signal);
  return view;
}

export function render(host) {
  const view = makeView(host);
  const { body, signal, presets, line, board, roc, matrix, status, caption, playButton } = view;
  const button = (text, action) => buttonControl(text, () => action(view), signal);
  const buttons = [button("Add item", add), button("Remove item", remove), playButton, button("Step", stepDown)];
  const head = html("p", { class: "demo-strip-head" }, keyTo("positive"), keyTo("negative"), caption);
  listenToThreshold(view);
  listenToPointer(view);
  signal.addEventListener("abort", () => clearInterval(view.playing));
  body.addEventListener("demo-step", () => view.redraw(), { signal });
  const controls = controlRow(presets.node, ...buttons);
  const box = html("div", { class: "demo-line-box" }, head, line.node);
  return view.show(update, [controls, box, board.node, roc.node, matrix.node, status.node]);
}
