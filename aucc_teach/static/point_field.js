// Labelled points, drawn and edited.

import { buttonControl, presetControl } from "./controls.js";
import { html, save, setAttributes, svg } from "./dom.js";
import { MARKERS, clusterClass, gripPath, segmentsPath } from "./drawing.js";
import { makeChoosable, svgPlace } from "./moving.js";
import { POINT_GRID, nextLabel } from "./points.js";
import { clamp, pointName, replaced, same, scale } from "./values.js";

// `grip` is how far from its middle a point can be gripped.
export function scatterPlot(grip = 20) {
  const PLOT = 440;
  const toX = scale([0, POINT_GRID], [24, PLOT - 24]);
  const toY = scale([0, POINT_GRID], [PLOT - 24, 24]);
  const within = svg("path", { class: "demo-link demo-within" });
  const between = svg("path", { class: "demo-link demo-between" });
  const layer = svg("g");
  const node = svg(
    "svg",
    { class: "demo-plot demo-scatter", viewBox: `0 0 ${PLOT} ${PLOT}`, role: "application", "aria-label": "Points" },
    svg("rect", { class: "demo-paper", x: 1, y: 1, width: PLOT - 2, height: PLOT - 2, rx: 4 }),
    between,
    within,
    layer,
  );
  const nodes = []; // the k-th node draws the k-th point, whichever that is: focus stays where it was

  function resize(n, makeNode) {
    while (nodes.length > n) nodes.pop().remove();
    while (nodes.length < n) {
      const point = svg(
        "g",
        { class: "demo-point", role: "button", "aria-roledescription": "point" },
        svg("path", { class: "demo-grip" }),
        svg("circle", { class: "demo-ring", r: 15 }),
        svg("path", {}),
        svg("text", { class: "demo-name", y: -10 }),
      );
      layer.append(point);
      makeNode(point, nodes.push(point) - 1);
    }
  }

  function nearestTo([x, y], points) {
    const distance = (point) => (point[0] - x) ** 2 + (point[1] - y) ** 2;
    return points.reduce((best, point) => (distance(point) < distance(best) ? point : best));
  }

  function update(points, labels, chosen) {
    // Names only while there is room for them; markers shrink a little in a crowd.
    const named = points.length <= 20;
    const size = points.length <= 20 ? 8.5 : 7;
    nodes.forEach((point, i) => {
      const [x, y] = points[i];
      const [disc, , marker, name] = point.children;
      const near = nearestTo(points[i], points.filter((_, k) => k !== i));
      setAttributes(point, {
        class: `demo-point${i === chosen ? " demo-chosen" : ""}`,
        transform: `translate(${toX(x)},${toY(y)})`,
        tabindex: i === (chosen ?? 0) ? 0 : -1,
        "aria-label": `${pointName(i)}, cluster ${labels[i]}, at ${x}, ${y}`,
      });
      setAttributes(marker, { transform: `scale(${size})` });
      const others = points.filter((_, k) => k !== i).map((other) => [toX(other[0]) - toX(x), toY(other[1]) - toY(y)]);
      setAttributes(disc, { d: gripPath(others, grip) });
      // A name stands on the side where the nearest point is not, but inside the frame.
      const onLeft = (near[0] > x && x > 30) || x > POINT_GRID - 30;
      const side = onLeft ? { x: -14, "text-anchor": "end" } : { x: 14, "text-anchor": "start" };
      setAttributes(name, { ...side, text: named ? pointName(i) : "" });
    });
    dress(labels);
  }

  // The markers of some labels, whatever the points are called.
  function dress(labels) {
    nodes.forEach((point, i) => {
      const d = MARKERS[labels[i] % MARKERS.length];
      setAttributes(point.children[2], { class: `demo-marker ${clusterClass(labels[i])}`, d });
    });
  }

  function link(points, pairs) {
    const segments = (positive) =>
      segmentsPath(
        pairs
          .filter((pair) => pair.positive === positive)
          .map((pair) => [pair.first, pair.second].map((i) => [toX(points[i][0]), toY(points[i][1])])),
      );
    within.setAttribute("d", segments(true));
    between.setAttribute("d", segments(false));
  }

  // Where a point of the grid is in the drawing.
  const place = ([x, y]) => [toX(x), toY(y)];

  // Where a pointer event is on the grid.
  function locate(event) {
    const [x, y] = svgPlace(node, event);
    return [toX.invert(x), toY.invert(y)];
  }

  return { node, nodes, resize, update, dress, link, place, locate };
}

// Labelled points to edit by pointer, by keys and by buttons: the traits `points`, `labels` and `presets`, `fewest` to
// `most` of them. What is touched is the demo's affair: `pin` hears which point was chosen, as { point } or null,
// `hover` which one a pointer is on, `reset` that all begins anew. `anew` is what else an edit sets. The demo's `update`
// begins with `read()`, which is false while one of the traits is still on its way, and ends with `say(verdict)`.
export function pointField({ model, status, fewest, most, update, pin, hover, reset, anew = {} }, signal) {
  const scatter = scatterPlot();
  const onGrid = (place) => place.map((value) => clamp(Math.round(value), 0, POINT_GRID));
  let [points, labels] = [[], []];
  let chosen = null; // the point that buttons and keys act on
  let said = ""; // what the next update has to say

  function read() {
    const [newPoints, newLabels] = [model.get("points"), model.get("labels")];
    if (newPoints.length !== newLabels.length) return false;
    [points, labels] = [newPoints, newLabels];
    if (chosen !== null && chosen >= points.length) chosen = null;
    scatter.resize(points.length, listenToPoint);
    scatter.update(points, labels, chosen);
    presets.show(model.get("presets").findIndex((p) => same(p.points, points) && same(p.labels, labels)));
    return true;
  }

  function say(verdict) {
    status.show(said, verdict);
    said = "";
  }

  function choose(i) {
    chosen = i;
    scatter.update(points, labels, chosen);
    pin(i === null ? null : { point: i });
  }

  // `words` are spoken with the new numbers; null says nothing, as in the middle of a drag.
  function edit(words, newPoints, newLabels = labels) {
    said = words;
    save(model, { points: newPoints, labels: newLabels, ...anew });
  }

  function moveTo(i, place, done) {
    const target = onGrid(place);
    const words = done ? `Point ${pointName(i)} is at ${target[0]}, ${target[1]}.` : null;
    if (!same(target, points[i])) return edit(words, replaced(points, i, target));
    if (!done) return;
    // Where nothing changes, at a drag's end or the edge of the grid, no update would come to say it.
    said = words;
    update();
  }

  function nextCluster(i) {
    if (i === null) return status.announce("Choose a point first.");
    const label = nextLabel(labels, i);
    edit(`Point ${pointName(i)} is now in cluster ${label}.`, points, replaced(labels, i, label));
  }

  function add(place, cluster) {
    if (points.length >= most) return status.announce(`There can be at most ${most} points.`);
    const i = points.length;
    edit(`Added point ${pointName(i)} to cluster ${cluster}.`, [...points, onGrid(place)], [...labels, cluster]);
    // The node comes with the update, which is a microtask away.
    queueMicrotask(() => focusPoint(i));
  }

  // Beside the chosen point, on the side where the middle is, at the first place that is free.
  function addBeside(i) {
    let place = i === null ? [POINT_GRID / 2, POINT_GRID / 2] : points[i];
    const step = place.map((value) => (value > POINT_GRID / 2 ? -60 : 60));
    while (points.some((point) => same(point, place))) place = onGrid([place[0] + step[0], place[1] + step[1] / 2]);
    add(place, i === null ? 0 : labels[i]);
  }

  function remove(i) {
    if (i === null) return status.announce("Choose a point first.");
    if (points.length <= fewest) return status.announce(`There must be at least ${fewest} points.`);
    const without = (list) => list.filter((_, k) => k !== i);
    const hadFocus = scatter.nodes.includes(scatter.node.getRootNode().activeElement);
    edit(`Removed point ${pointName(i)}.`, without(points), without(labels));
    hover(null);
    choose(Math.min(i, points.length - 2));
    if (hadFocus) queueMicrotask(() => focusPoint(chosen));
  }

  function focusPoint(i) {
    choose(i);
    scatter.nodes[i]?.focus({ preventScroll: true });
  }

  const things = {
    count: () => points.length,
    chosen: () => chosen,
    choose,
    focus: focusPoint,
    hover: (i) => hover(i === null ? null : { point: i }),
    change: nextCluster,
    add: addBeside,
    remove,
  };

  function listenToPoint(node, i) {
    const moves = { at: () => points[i], locate: scatter.locate, moveTo: (place, done) => moveTo(i, place, done) };
    makeChoosable(node, i, things, moves, signal);
  }

  scatter.node.addEventListener(
    "click",
    (event) => {
      if (!event.target.closest(".demo-point")) add(scatter.locate(event), chosen === null ? 0 : labels[chosen]);
    },
    { signal },
  );

  const presets = presetControl(
    "Start from",
    "your own points",
    model,
    (preset) => {
      chosen = null;
      reset();
      edit(preset.note, preset.points, preset.labels);
    },
    signal,
  );
  const controls = html(
    "div",
    { class: "demo-controls" },
    presets.node,
    buttonControl("Add point", () => addBeside(chosen), signal),
    buttonControl("Remove point", () => remove(chosen), signal),
  );

  // Join the points of some pairs.
  const link = (pairs) => scatter.link(points, pairs);

  return { node: scatter.node, controls, read, say, link, dress: scatter.dress };
}
