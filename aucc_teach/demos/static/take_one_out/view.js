// Take one out: points to leave out, AUCC and its interval with all of them and with those that are left.

import { buttonControl, controlRow, presetControl, readout, selectControl } from "../../../static/controls.js";
import { setAttributes, svg } from "../../../static/dom.js";
import { axisText, drawing, fit } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { listenToKeys } from "../../../static/moving.js";
import { scatterPlot } from "../../../static/point_field.js";
import { clamp, formatScore, mapValues, pointName, range, scale } from "../../../static/values.js";
import { check, moves, numbers, pressed, putWords, words } from "./model.js";

const TRAITS = ["points", "labels", "out", "several"];
const HELP = [
  "Click a point to take it out, and again to put it back. One at a time: the last one comes back by itself. The upper " +
    "bar is the 95% interval of AUCC with all points, the lower one that of the points that are left.",
  "Each dot below shows the AUCC that you'd have if one more point were taken out. The dot of the point under the " +
    "pointer is marked.",
  "Keys: Tab goes to the points, arrows walk from one to the next, Enter or Space takes a point out and puts it back, and " +
    "B puts all back.",
];

// ---- the intervals: all points above, those that are left below, and a dot for each that might go next

const [WIDTH, HEIGHT, EDGE] = [440, 132, 14];
const ROWS = { all: 24, left: 56, each: 88 };

function intervalPicture() {
  const axis = svg("g");
  const bars = Object.fromEntries(
    ["all", "left"].map((name) => {
      const attributes = { class: `demo-interval demo-interval-${name}` };
      return [name, svg("g", attributes, svg("path"), svg("circle", { r: 5 }), svg("text", { class: "demo-axis", y: ROWS[name] - 11 }))];
    }),
  );
  const dots = svg("g", { class: "demo-each" });
  const mark = svg("circle", { class: "demo-ink demo-each demo-each-mark", r: 0 });
  const name = axisText(0, ROWS.each - 9, "middle", "");
  name.setAttribute("class", "demo-axis demo-each");
  const node = drawing("intervals", [WIDTH, HEIGHT], { role: "img" }, axis, bars.all, bars.left, dots, mark, name);
  return { node, axis, bars, dots, mark, name };
}

// The low end of the scale: at least a tenth below all that is shown.
function lowEnd(found) {
  const lows = [found.low_all, found.aucc_all].filter(Number.isFinite);
  return lows.length ? Math.max(0, Math.floor(10 * (Math.min(...lows) - 0.1)) / 10) : 0;
}

function drawIntervals(view, found, said) {
  const { axis, bars, dots, node } = view.picture;
  const low = lowEnd(found);
  const place = scale([low, 1], [EDGE, WIDTH - EDGE]);
  const toX = (value) => clamp(place(value), EDGE, WIDTH - EDGE);
  view.toX = toX;
  const ticks = range(Math.round((1 - low) * 10) + 1).map((i) => Math.round(low * 10 + i) / 10);
  axis.replaceChildren(
    svg("path", { class: "demo-base", d: `M${EDGE},${HEIGHT - 24}H${WIDTH - EDGE}` }),
    ...ticks.map((tick) => axisText(place(tick), HEIGHT - 8, "middle", tick.toFixed(1))),
  );
  const { n_points: n, n_out: nOut, n_left: nLeft } = found;
  const left = nOut === 1 ? `without ${pointName(view.state.out[0])}` : `${nLeft} of ${n}`;
  drawBar(bars.all, ROWS.all, { value: found.aucc_all, low: found.low_all, high: found.high_all }, toX, `all ${n}`);
  drawBar(bars.left, ROWS.left, nOut ? { value: found.aucc, low: found.low, high: found.high } : {}, toX, nOut ? left : "");
  view.next = view.moves.map((move) => found.aucc + move);
  const shown = view.next.filter(Number.isFinite);
  fit(dots, shown.length, () => svg("circle", { r: 3.5 }));
  shown.forEach((value, i) => setAttributes(dots.children[i], { cx: toX(value), cy: ROWS.each }));
  setAttributes(node, { "aria-label": `Intervals of AUCC. ${said}` });
}

function drawBar(bar, y, { value, low, high }, toX, name) {
  const [path, dot, text] = bar.children;
  const exists = Number.isFinite(value);
  setAttributes(path, { d: exists && Number.isFinite(low) ? `M${toX(low)},${y}H${toX(high)}` : "" });
  setAttributes(dot, { cx: exists ? toX(value) : 0, cy: y, r: exists ? 5 : 0 });
  setAttributes(text, { x: exists ? toX(value) : 0, "text-anchor": "middle", text: exists ? name : "" });
}

// The dot of the point that is touched.
function showTouched(view) {
  const { picture, hovered, focused, next } = view;
  const i = hovered ?? focused;
  const value = i === null ? NaN : next[i];
  const isThere = Number.isFinite(value);
  const place = isThere ? { cx: view.toX(value), cy: ROWS.each } : {};
  setAttributes(picture.mark, { ...place, r: isThere ? 6 : 0 });
  setAttributes(picture.name, { x: isThere ? place.cx : 0, text: isThere ? `without ${pointName(i)}` : "" });
}

// ---- from the state to the page

function update(view) {
  const { state, scatter, presets, several, back, board, status } = view;
  const found = view.numbers();
  const said = words(state, found);
  const focused = view.focused < state.points.length ? view.focused : null;
  Object.assign(view, { focused, moves: moves(state) });
  scatter.resize(state.points.length, (node, i) => listenToPoint(view, node, i));
  drawPoints(view);
  drawIntervals(view, found, said);
  showTouched(view);
  const { aucc, low, high, error } = found;
  board.show(mapValues({ aucc, low, high, error }, formatScore));
  presets.show(state);
  several.select.value = String(state.several);
  setAttributes(back, { disabled: state.out.length === 0 });
  status.show(said);
}

function drawPoints({ scatter, state, focused }) {
  const { points, labels, out } = state;
  scatter.update(points, labels, focused);
  [...scatter.node.querySelectorAll(".demo-point")].forEach((node, i) => {
    const isOut = out.includes(i);
    node.classList.toggle("demo-out", isOut);
    const place = `${pointName(i)}, cluster ${labels[i]}, at ${points[i].join(", ")}`;
    setAttributes(node, { "aria-pressed": String(isOut), "aria-label": `${place}${isOut ? ", out" : ""}` });
  });
}

// ---- from the reader's hand to the state

const press = (view, i) => view.change({ out: pressed(view.state, i) }, putWords(i, !view.state.out.includes(i)));
const putBack = (view) => view.state.out.length && view.change({ out: [] }, "All are back.");

// With one at a time, the last that went out stays out.
function setSeveral(view, several) {
  const out = several ? view.state.out : view.state.out.slice(-1);
  view.change({ several, out }, several ? "Several can be out." : "One at a time.");
}

function touch(view, marks) {
  Object.assign(view, marks);
  drawPoints(view);
  showTouched(view);
}

function focusPoint(view, i) {
  touch(view, { focused: i });
  view.scatter.focus(i);
}

function listenToPoint(view, node, i) {
  const { signal } = view;
  const listen = (type, handler) => node.addEventListener(type, handler, { signal });
  listen("click", () => {
    focusPoint(view, i);
    press(view, i);
  });
  listen("focus", () => view.focused !== i && touch(view, { focused: i }));
  listen("pointerenter", () => touch(view, { hovered: i }));
  listen("pointerleave", () => touch(view, { hovered: null }));
  const walk = (by) => () => focusPoint(view, (i + by + view.state.points.length) % view.state.points.length);
  const steps = { ArrowRight: walk(1), ArrowDown: walk(1), ArrowLeft: walk(-1), ArrowUp: walk(-1), n: walk(1), p: walk(-1) };
  listenToKeys(node, { ...steps, Enter: () => press(view, i), " ": () => press(view, i) }, signal);
  return node;
}

// ---- the demo

export function render({ model, el, page }) {
  const demo = { name: "take-one-out", title: "Take one out", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    ...{ scatter: scatterPlot(), picture: intervalPicture() },
    board: readout("aucc", "AUCC", { low: "95% interval from", high: "to", error: "standard error" }),
    ...{ moves: [], next: [], focused: null, hovered: null, toX: null },
  });
  const { body, signal, scatter, board, picture, status } = view;
  const start = ({ note, points, labels }) => view.change({ points, labels, out: [] }, note);
  view.presets = presetControl("Start from", "your own points", model, ["points", "labels"], start, signal);
  const options = [
    { value: "false", text: "one at a time" },
    { value: "true", text: "several" },
  ];
  view.several = selectControl("Take out", options, (value) => setSeveral(view, value === "true"), signal);
  view.back = buttonControl("Put all back", () => putBack(view), signal);
  listenToKeys(body, { b: () => putBack(view) }, signal);
  const controls = controlRow(view.presets.node, view.several.node, view.back);
  return view.show(update, [controls, scatter.node, board.node, picture.node, status.node]);
}
