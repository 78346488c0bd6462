// Draws and edits labelled points.

import { buttonControl, controlRow, presetControl } from "./controls.js";
import { setAttributes, svg } from "./dom.js";
import { fit, FRAME, gripPath, markerOf, pointFrame, segmentsPath } from "./drawing.js";
import { makeChoosable, svgPlace } from "./moving.js";
import { nextLabel, placedWords, POINT_GRID, relabelledWords } from "./points.js";
import { clamp, pointName, replaced, same, scale } from "./values.js";

const toX = scale([0, POINT_GRID], [24, FRAME - 24]);
const toY = scale([0, POINT_GRID], [FRAME - 24, 24]);

// The place of a grid point in the drawing.
const placeOf = ([x, y]) => [toX(x), toY(y)];

// ---- points, drawn. `grip` is how far from its middle a point can be gripped.

export function scatterPlot(grip = 20) {
  const [between, within] = ["between", "within"].map((kind) => svg("path", { class: `demo-link demo-${kind}` }));
  const layer = svg("g");
  const node = pointFrame("scatter", { role: "application", "aria-label": "Points" }, between, within, layer);

  // The k-th node draws the k-th point, whichever that is, so the focus stays in place.
  const resize = (n, listenTo) => fit(layer, n, (i) => listenTo(pointNode(), i));

  function update(points, labels, chosen) {
    [...layer.children].forEach((point, i) => drawPoint(point, i, { points, label: labels[i], chosen, grip }));
    dress(labels);
  }

  // Shows the markers of other labels.
  function dress(labels) {
    [...layer.children].forEach(({ children: [, , marker] }, i) => {
      setAttributes(marker, markerOf(labels[i]));
    });
  }

  function link(points, pairs) {
    const places = (pair) => [pair.first, pair.second].map((i) => placeOf(points[i]));
    const pathOf = (isWithin) => segmentsPath(pairs.filter(({ positive }) => positive === isWithin).map(places));
    within.setAttribute("d", pathOf(true));
    between.setAttribute("d", pathOf(false));
  }

  // The place of a pointer event on the grid.
  function locate(event) {
    const [x, y] = svgPlace(node, event);
    return [toX.invert(x), toY.invert(y)];
  }

  const focus = (i) => layer.children[i]?.focus({ preventScroll: true });
  const hasFocus = () => layer.contains(node.getRootNode().activeElement);
  return { node, resize, update, dress, link, place: placeOf, locate, focus, hasFocus };
}

const pointNode = () =>
  svg(
    "g",
    { class: "demo-point", role: "button", "aria-roledescription": "point" },
    svg("path", { class: "demo-grip" }),
    svg("circle", { class: "demo-ring", r: 15 }),
    svg("path", {}),
    svg("text", { class: "demo-name", y: -10 }),
  );

function drawPoint(node, i, { points, label, chosen, grip }) {
  const [disc, , marker, name] = node.children;
  const [[x, y], others] = [points[i], points.filter((_, k) => k !== i)];
  const [left, top] = placeOf([x, y]);
  setAttributes(node, {
    class: `demo-point${i === chosen ? " demo-chosen" : ""}`,
    transform: `translate(${left},${top})`,
    tabindex: i === (chosen ?? 0) ? 0 : -1,
    "aria-label": `${pointName(i)}, cluster ${label}, at ${x}, ${y}`,
  });
  const around = others.map(placeOf).map(([otherLeft, otherTop]) => [otherLeft - left, otherTop - top]);
  setAttributes(disc, { d: gripPath(around, grip) });
  // In a crowd there is no room for names, and markers are a little smaller.
  const isCrowd = points.length > 20;
  setAttributes(marker, { transform: `scale(${isCrowd ? 7 : 8.5})` });
  // A name stands on the side away from the nearest point, but inside the frame.
  const distance = (point) => (point[0] - x) ** 2 + (point[1] - y) ** 2;
  const near = others.reduce((best, point) => (distance(point) < distance(best) ? point : best));
  const onLeft = (near[0] > x && x > 30) || x > POINT_GRID - 30;
  const side = onLeft ? { x: -14, "text-anchor": "end" } : { x: 14, "text-anchor": "start" };
  setAttributes(name, { ...side, text: isCrowd ? "" : pointName(i) });
}

// ---- points, edited

export const POINT_HELP = {
  mouse: "Drag a point. Click a chosen point to move it to the next cluster, or click an empty place to add one.",
  keys:
    "Keys: arrows move the point (Shift: further), Enter changes its cluster, N and P go to the next and the " +
    "previous point, + adds one, and \u2212 removes it.",
};

export const onGrid = (place) => place.map((value) => clamp(Math.round(value), 0, POINT_GRID));

// From `fewest` to `most` labelled points to edit by pointer, keys and buttons, in a view whose state has `points` and
// `labels`. `pin` is called with the chosen point, as { point } or null, `hover` with the point under the pointer, and
// `reset` when a preset is chosen. `anew` is set with every edit. The demo's update calls the field's update.
export function pointField(view, { fewest, most, pin, hover, reset, anew = {} }) {
  const { model, signal } = view;
  const scatter = scatterPlot();
  // `chosen` is the point that buttons and keys act on.
  const field = { view, fewest, most, pin, hover, anew, scatter, chosen: null };
  const start = (preset) => {
    field.chosen = null;
    reset();
    edit(field, preset.note, preset.points, preset.labels);
  };
  field.presets = presetControl("Start from", "your own points", model, ["points", "labels"], start, signal);
  const add = buttonControl("Add point", () => addBeside(field, field.chosen), signal);
  const fewer = buttonControl("Remove point", () => remove(field, field.chosen), signal);
  const addAt = (event) => {
    const { chosen } = field;
    if (event.target.closest(".demo-point")) return;
    addPoint(field, scatter.locate(event), chosen === null ? 0 : view.state.labels[chosen]);
  };
  scatter.node.addEventListener("click", addAt, { signal });
  return {
    node: scatter.node,
    controls: controlRow(field.presets.node, add, fewer),
    update: () => update(field),
    link: (pairs) => scatter.link(view.state.points, pairs), // join the points of some pairs
    dress: scatter.dress,
  };
}

function update(field) {
  const { view, scatter, presets } = field;
  const { points, labels } = view.state;
  field.chosen = field.chosen < points.length ? field.chosen : null;
  scatter.resize(points.length, (node, i) => listenToPoint(field, node, i));
  scatter.update(points, labels, field.chosen);
  presets.show({ points, labels });
}

function listenToPoint(field, node, i) {
  const { view, scatter, hover } = field;
  const things = {
    count: () => view.state.points.length,
    chosen: () => field.chosen,
    choose: (at) => choose(field, at),
    focus: (at) => focusPoint(field, at),
    hover: (at) => hover(at === null ? null : { point: at }),
    change: (at) => nextCluster(field, at),
    add: (at) => addBeside(field, at),
    remove: (at) => remove(field, at),
  };
  const moveTo = (place, done) => movePoint(field, i, place, done);
  return makeChoosable(node, i, things, { at: () => view.state.points[i], locate: scatter.locate, moveTo }, view.signal);
}

function choose(field, i) {
  field.chosen = i;
  field.scatter.update(field.view.state.points, field.view.state.labels, i);
  field.pin(i === null ? null : { point: i });
}

function focusPoint(field, i) {
  choose(field, i);
  field.scatter.focus(i);
}

const edit = ({ view, anew }, words, points, labels) => view.change({ points, labels, ...anew }, words);

function movePoint(field, i, place, done) {
  const { points, labels } = field.view.state;
  const target = onGrid(place);
  const words = done ? placedWords(i, target) : null;
  // Without a move, `anew` must not be set.
  if (same(target, points[i])) return field.view.change({ points }, words);
  edit(field, words, replaced(points, i, target), labels);
}

function nextCluster(field, i) {
  const { points, labels } = field.view.state;
  const label = nextLabel(labels, i);
  edit(field, relabelledWords(i, label), points, replaced(labels, i, label));
}

function addPoint(field, place, cluster) {
  const { most, view } = field;
  const { points, labels } = view.state;
  if (points.length >= most) return view.status.announce(`There can be at most ${most} points.`);
  const i = points.length;
  const words = `Added point ${pointName(i)} to cluster ${cluster}.`;
  edit(field, words, [...points, onGrid(place)], [...labels, cluster]);
  // The next update, in a microtask, makes the node.
  queueMicrotask(() => focusPoint(field, i));
}

// Adds a point beside the chosen one, at the first free place towards the middle.
function addBeside(field, i) {
  const { points, labels } = field.view.state;
  let place = i === null ? [POINT_GRID / 2, POINT_GRID / 2] : points[i];
  const step = place.map((value) => (value > POINT_GRID / 2 ? -60 : 60));
  while (points.some((point) => same(point, place))) place = onGrid([place[0] + step[0], place[1] + step[1] / 2]);
  addPoint(field, place, i === null ? 0 : labels[i]);
}

function remove(field, i) {
  const { view, fewest, scatter, hover } = field;
  const { points, labels } = view.state;
  if (i === null) return view.status.announce("Choose a point first.");
  if (points.length <= fewest) return view.status.announce(`There must be at least ${fewest} points.`);
  const without = (list) => list.filter((_, k) => k !== i);
  const hadFocus = scatter.hasFocus();
  edit(field, `Removed point ${pointName(i)}.`, without(points), without(labels));
  hover(null);
  choose(field, Math.min(i, points.length - 2));
  if (hadFocus) queueMicrotask(() => focusPoint(field, field.chosen));
}
