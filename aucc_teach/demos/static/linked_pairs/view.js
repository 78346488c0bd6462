// Linked pairs: points in the plane joined up to a distance r, their pairs in a row, and the point of the ROC curve.

import { controlRow, presetControl, readout } from "../../../static/controls.js";
import { setAttributes, svg } from "../../../static/dom.js";
import { linePath } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { arrowStep, listenToItems, listenToKeys, makeStop } from "../../../static/moving.js";
import { onGrid } from "../../../static/point_field.js";
import { pairName, placedWords } from "../../../static/points.js";
import { listPairs, rankedPairs, rocCorners } from "../../../static/ranking.js";
import { rocPlot } from "../../../static/roc_plot.js";
import { formatScore, pointName, replaced } from "../../../static/values.js";
import { check, formatR, isLinked, kindOf, numbers, pairKey, words } from "./model.js";
import { drawCircle, joinPairs, linkedPlane } from "./plane.js";
import { drawRow, pairRow, slotsBefore, touchRow } from "./row.js";

const TRAITS = ["points", "labels", "squared_r"];
const HELP = [
  "Points that are no further apart than r are linked. A solid link lies within a cluster and is a hit; a dashed " +
    "link lies between clusters and is a false alarm. The circle around the chosen point has radius r, so that point " +
    "is linked to everything inside.",
  "Drag the edge of the row, or click a pair: all pairs up to there are linked. Drag a point to change its " +
    "distances. A pair is lit in the plane and in the row together.",
  "Keys: Tab goes to the points and to the row. Arrows move a point (Shift: further), N and P go to the next and " +
    "the previous one, and Enter says what it is linked to. On the row, arrows bring r to the next and the previous " +
    "distance, and Home and End to the ends.",
];

// ---- from the state to the page

function update(view) {
  const { state } = view;
  const { points, labels, squared_r: squaredR } = state;
  const { ranked, groups } = rankedPairs(points, labels);
  const nLinked = ranked.filter((pair) => isLinked(pair, squaredR)).length;
  const chosen = Math.min(view.chosen, points.length - 1);
  Object.assign(view, { ranked, groups, nLinked, chosen });
  const found = view.numbers();
  view.plane.resize(points.length, (node, i) => listenToPoint(view, node, i));
  joinPairs(view.plane, listPairs(points, labels), points, squaredR);
  showPoints(view);
  drawRow(view.row, ranked, groups, nLinked, squaredR);
  showCurve(view, found);
  const { hits, within, false_alarms: alarms, between } = found;
  const counts = { hits: `${hits} of ${within}`, alarms: `${alarms} of ${between}` };
  view.board.show({ aucc: formatScore(found.aucc), r: formatR(squaredR), ...counts });
  view.presets.show(state, (preset) => preset.squared_r === squaredR);
  showTouched(view);
  sayState(view, found);
}

function showPoints({ plane, state, chosen }) {
  plane.update(state.points, state.labels, chosen);
  drawCircle(plane, state.points[chosen], state.squared_r);
}

// The groups of equal distances that are linked.
const groupsLinked = ({ groups, nLinked }) => groups.filter(({ end }) => end <= nLinked).length;

function showCurve(view, { hits, within, false_alarms: alarms, between }) {
  const { roc, rest, groups } = view;
  const n = groupsLinked(view);
  const exists = within > 0 && between > 0;
  roc.update(groups, n);
  roc.mark(exists ? [alarms, hits] : null);
  rest.setAttribute("d", exists ? linePath(rocCorners(groups).slice(n).map(roc.place)) : "");
  const place = `the dot at ${alarms} of ${between} false alarms, ${hits} of ${within} hits`;
  roc.node.setAttribute("aria-label", `ROC curve, ${place}`);
}

function sayState(view, found) {
  const { row, ranked, nLinked, status } = view;
  const verdict = words(view.state, found);
  const last = nLinked ? ` The last one is ${pairWords(view, ranked[nLinked - 1])}.` : "";
  setAttributes(row.track, {
    "aria-valuemin": 0,
    "aria-valuemax": ranked.length,
    "aria-valuenow": nLinked,
    "aria-valuetext": verdict + last,
  });
  status.show(verdict);
}

function pairWords({ ranked }, pair) {
  const tied = ranked.filter(({ value }) => value === pair.value).length > 1 ? ", tied" : "";
  return `${pairName(pair, "–")}, ${kindOf(pair)}, distance ${formatR(pair.value)}${tied}`;
}

// A pair lights its line and its slot, a point those of its pairs that are linked.
function showTouched(view) {
  const { ranked, touched, nLinked, rest, plane, row, state } = view;
  const isPair = typeof touched === "string";
  const isTouched = (pair) =>
    isPair ? pairKey(pair) === touched : [pair.first, pair.second].includes(touched) && isLinked(pair, state.squared_r);
  // Touching a pair that a step hides must not give it away.
  const isOpen = (i) => i < nLinked || !rest.hasAttribute("data-hidden");
  const positions = [...ranked.keys()].filter((i) => isOpen(i) && isTouched(ranked[i]));
  const keys = positions.map((i) => pairKey(ranked[i]));
  for (const [key, node] of plane.lines) node.classList.toggle("demo-touched", keys.includes(key));
  touchRow(row, positions, isPair && positions.length ? pairWords(view, ranked[positions[0]]) : "");
}

// ---- from the reader's hand to the state

// A pair by its key, a point, or null.
function touch(view, touched) {
  if (view.touched === touched) return;
  view.touched = touched;
  showTouched(view);
}

// Links the first n pairs, and those that tie with the last of them; r is 0 for none.
function linkFirst(view, n, done = true) {
  const last = n < 1 ? null : view.ranked[Math.min(n, view.ranked.length) - 1];
  view.change({ squared_r: last?.value ?? 0 }, done ? "" : null);
  touch(view, last && pairKey(last));
}

// Goes to the next distance, or to the one before.
function step(view, by) {
  const at = groupsLinked(view) + by;
  linkFirst(view, at < 1 ? 0 : view.groups[Math.min(at, view.groups.length) - 1].end);
}

function moveTo(view, i, place, done) {
  const target = onGrid(place);
  const said = done ? placedWords(i, target) : null;
  view.change({ points: replaced(view.state.points, i, target) }, said);
}

function choose(view, chosen) {
  view.chosen = chosen;
  showPoints(view);
}

function focusPoint(view, i) {
  choose(view, i);
  view.plane.focus(i);
}

function sayLinks({ ranked, nLinked, status }, i) {
  const linked = ranked.slice(0, nLinked).filter(({ first, second }) => [first, second].includes(i));
  const names = linked.map(({ first, second }) => pointName(first === i ? second : first));
  status.announce(`${pointName(i)} is linked to ${names.join(", ") || "no other point"}.`);
}

// ---- listening

function listenToPoint(view, node, i) {
  const { plane, signal } = view;
  const moves = {
    at: () => view.state.points[i],
    locate: plane.locate,
    moveTo: (place, done) => moveTo(view, i, place, done),
  };
  const things = {
    count: () => view.state.points.length,
    choose: (at) => choose(view, at),
    focus: (at) => focusPoint(view, at),
    change: (at) => sayLinks(view, at),
    hover: (at) => touch(view, at),
  };
  return makeStop(node, i, things, moves, signal);
}

// A click on a pair links it; a drag brings the edge to the nearest place between two.
function listenToRow(view) {
  const { row, signal } = view;
  const listen = (type, handler) => row.track.addEventListener(type, handler, { signal });
  let drag = null;
  listen("pointerdown", (event) => {
    if (event.button !== 0) return;
    row.track.setPointerCapture(event.pointerId);
    drag = { id: event.pointerId, x: event.clientX, moved: false };
  });
  listen("pointermove", (event) => {
    const before = slotsBefore(row, event);
    const under = view.ranked[Math.floor(before)];
    if (event.pointerId !== drag?.id) return touch(view, under ? pairKey(under) : null);
    drag.moved ||= Math.abs(event.clientX - drag.x) > 3;
    if (drag.moved) linkFirst(view, Math.round(before), false);
  });
  listen("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const before = slotsBefore(row, event);
    linkFirst(view, drag.moved ? Math.round(before) : Math.floor(before) + 1);
    drag = null;
  });
  listen("pointercancel", () => (drag = null));
  for (const type of ["pointerleave", "blur"]) listen(type, () => touch(view, null));
  listenToRowKeys(view);
}

function listenToRowKeys(view) {
  const { row, signal } = view;
  const onArrow = (event) => {
    const direction = arrowStep(event, 1, 5);
    if (!direction) return;
    event.preventDefault();
    step(view, direction[0] + direction[1]);
  };
  row.track.addEventListener("keydown", onArrow, { signal });
  const [first, last] = [() => linkFirst(view, 0), () => linkFirst(view, view.ranked.length)];
  listenToKeys(row.track, { Home: first, End: last, PageUp: () => step(view, 5), PageDown: () => step(view, -5) }, signal);
}

// ---- the demo

export function render({ model, el, page }) {
  const demo = { name: "linked-pairs", title: "Linked pairs", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    ...{ plane: linkedPlane(), row: pairRow() },
    roc: rocPlot({ xName: "false alarms (FPR)", yName: "hits (TPR)" }),
    rest: svg("path", { class: "demo-rest demo-rest-of-curve" }),
    board: readout("aucc", "AUCC", { r: "r", hits: "hits", alarms: "false alarms" }),
    ...{ ranked: [], groups: [], nLinked: 0 },
    // The point with the circle, of the seven points it is d; what is touched.
    ...{ chosen: 3, touched: null },
  });
  const { body, signal, plane } = view;
  view.roc.node.querySelector(".demo-dot").before(view.rest);
  const start = ({ note, name: _, ...preset }) => view.change(preset, note);
  view.presets = presetControl("Start from", "your own points", model, ["points", "labels"], start, signal);
  listenToRow(view);
  // The pointer is on a line of the plane.
  listenToItems(body, plane.lines, "pointerover", (node) => touch(view, node.dataset.key), signal);
  listenToItems(body, plane.lines, "pointerout", () => touch(view, null), signal);
  const parts = [plane, view.board, view.roc, view.row, view.status].map(({ node }) => node);
  return view.show(update, [controlRow(view.presets.node), ...parts]);
}
