// Clusters that may overlap, as a table of objects and rows: the fixed ones on top, those that the reader changes below.

import { setAttributes, svg } from "../../static/dom.js";
import { fit } from "../../static/drawing.js";
import { focusItem, listenToCells } from "../../static/moving.js";
import { clamp, pointName, range } from "../../static/values.js";

const WIDTH = 420;
const [TALL, ROW] = [520, 46];

// ---- the picture: names of the objects, the fixed rows, a line of words, the rows of clusters

export const keyOf = ({ row, o }) => `${row}-${o}`;
const label = (text) => svg("text", { class: "demo-name", "text-anchor": "middle", text });

// `names` holds the words before the number of a row, `fixed` and `row`, and the name of all fixed rows, `all`.
export function tablePicture(names) {
  const objects = svg("g", { "aria-hidden": "true" });
  const classes = svg("g", { role: "group", "aria-label": names.all });
  const clusters = svg("g");
  const words = svg("text", { class: "demo-name", x: 4, "aria-hidden": "true" });
  const attributes = { class: "demo-plot demo-memberships", role: "application", "aria-label": "Objects and clusters" };
  const node = svg("svg", attributes, objects, classes, clusters, words);
  return { node, names, objects, classes, clusters, words, items: new Map() }; // the items: cells of the clusters
}

// Nodes are kept as long as possible, so that a focused cell keeps the focus.
function resize({ names, objects, classes, clusters, items }, n, nClasses, nRows) {
  if (n !== objects.children.length) {
    objects.replaceChildren(...range(n).map((o) => label(pointName(o))));
    for (const layer of [classes, clusters]) layer.replaceChildren();
    items.clear();
  }
  fit(classes, nClasses, (i) => classRow(`${names.fixed}${i + 1}`, n));
  fit(clusters, nRows, (row) => clusterRow(`${names.row}${row + 1}`, row, n, items));
  for (const [key, { row }] of items) if (row >= nRows) items.delete(key);
}

function classRow(name, n) {
  const cells = range(n).map(() => svg("g", {}, svg("rect"), svg("circle")));
  return svg("g", { role: "img" }, svg("path"), label(name), ...cells);
}

function clusterRow(name, row, n, items) {
  const cells = range(n).map((o) => {
    const attributes = { class: "demo-choice", role: "button", tabindex: -1, "data-key": keyOf({ row, o }) };
    const node = svg("g", attributes, svg("rect"), svg("circle"), svg("circle"));
    items.set(keyOf({ row, o }), { row, o, node });
    return node;
  });
  return svg("g", { role: "group", "aria-label": `Cluster ${name}` }, label(name), ...cells);
}

// The height of a row does not depend on the present clusters: cells that shrank with every new cluster would slip from
// under a finger. The picture grows at its bottom, and has room for `most` rows.
function drawTable(picture, { n_objects: n, clusters_true: classes, before, clusters_pred: now }, nRows, most) {
  resize(picture, n, classes.length, nRows);
  const first = 2 + classes.length;
  const w = WIDTH / (Math.max(n, 6) + 1);
  const h = Math.min(TALL / (first + Math.max(before.length, 6)), ROW);
  const size = { n, w, h, radius: 0.3 * Math.min(w, h) };
  picture.size = { ...size, first };
  setAttributes(picture.node, { viewBox: `0 0 ${WIDTH} ${(first + most) * h}` });
  [...picture.objects.children].forEach((text, o) => placeText(text, o + 1, 0, size));
  classes.forEach((one, i) => drawClass(picture.classes.children[i], i, one, size));
  setAttributes(picture.words, { y: (first - 0.5) * h + 6 });
  [...picture.clusters.children].forEach((group, row) => {
    drawCluster(group, first + row, [before, now].map((rows) => rows[row] ?? []), size);
  });
}

const placeText = (text, column, row, { w, h }) => setAttributes(text, { x: (column + 0.5) * w, y: (row + 0.5) * h + 6 });

// Returns the middle of the cell.
function drawCell([box, member], o, row, isIn, kind, { w, h, radius }) {
  const middle = { cx: (o + 1.5) * w, cy: (row + 0.5) * h };
  setAttributes(box, { class: "demo-cell", x: (o + 1) * w + 1, y: row * h + 1, width: w - 2, height: h - 2, rx: 4 });
  setAttributes(member, { class: `demo-member${kind}`, ...middle, r: isIn ? radius : 0 });
  return middle;
}

function drawClass(group, i, objects, size) {
  const [, name, ...cells] = group.children;
  const { n, w, h } = size;
  placeText(name, 0, i + 1, size);
  cells.forEach(({ children }, o) => drawCell(children, o, i + 1, objects.includes(o), " demo-member-true", size));
  setAttributes(group, { "aria-label": `${name.textContent}: ${objects.map(pointName).join(", ")}` });
  group.dataset.frame = `M${w / 2 - 14},${(1 + i) * h - 1}H${(n + 1) * w + 1}v${h + 2}H${w / 2 - 14}z`;
}

// A ring marks what the step put in, a dashed one what it took out.
function drawCluster(group, place, [before, now], size) {
  const [name, ...cells] = group.children;
  placeText(name, 0, place, size);
  cells.forEach((cell, o) => {
    const [was, is] = [before, now].map((objects) => objects.includes(o));
    const middle = drawCell(cell.children, o, place, is, "", size);
    const ring = { class: `demo-changed${is ? "" : " demo-removed"}`, ...middle, r: was !== is ? size.radius + 3 : 0 };
    setAttributes(cell.children[2], ring);
    const words = `${pointName(o)} in ${name.textContent}${was !== is ? ", changed in this step" : ""}`;
    setAttributes(cell, { "aria-label": words, "aria-pressed": String(is) });
  });
}

// ---- what is touched. A `view` holds the `picture`, the `state` and `nRows` that it shows, where Tab stops, `stop`, which
// cell has the focus, or had it until something outside got it, `pinned`, and which is under the pointer, `hovered`.

// Draw the state of a view, with room for `most` rows, and keep the focus where it was.
export function showTable(view, most) {
  const { picture, state, nRows } = view;
  const hadFocus = view.pinned && picture.items.get(view.pinned)?.node === picture.node.getRootNode().activeElement;
  drawTable(picture, state, nRows, most);
  keepFocus(view, state.n_objects, hadFocus);
  showTouched(view);
}

// The row at a height of the drawing; -1 or less above the clusters.
export const rowAt = ({ size: { first, h } }, y) => Math.floor(y / h) - first;

// If the focused item is gone, the nearest one gets the focus.
function keepFocus(view, n, hadFocus) {
  const { items } = view.picture;
  const nearest = (key) => {
    const [row, o] = key.split("-").map(Number);
    return keyOf({ row: Math.min(row, view.nRows - 1), o: Math.min(o, n - 1) });
  };
  view.stop = nearest(view.stop);
  if (hadFocus) focusItem(items, nearest(view.pinned));
  else if (!items.has(view.pinned)) view.pinned = null;
  if (!items.has(view.hovered)) view.hovered = null;
}

// `onTouch` takes the touched row, undefined for none.
function showTouched(view) {
  const { picture, stop, pinned, hovered } = view;
  for (const [key, { node }] of picture.items) {
    setAttributes(node, { tabindex: key === stop ? 0 : -1 });
    node.classList.toggle("demo-touched", key === hovered);
  }
  view.onTouch?.(picture.items.get(hovered ?? pinned)?.row);
}

export function listenToTable(view) {
  const { body, picture, signal } = view;
  const neighbour = ({ row, o }, [dx, dy]) =>
    keyOf({ row: clamp(row - dy, 0, view.nRows - 1), o: clamp(o + dx, 0, view.state.n_objects - 1) });
  function touch(marks) {
    Object.assign(view, marks, marks.pinned ? { stop: marks.pinned } : {});
    showTouched(view);
  }
  listenToCells(body, picture.items, { press: view.toggle, neighbour, touch }, signal);
}
