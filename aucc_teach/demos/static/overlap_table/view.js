// Overlap table: clusters as rows that may overlap, three scores, and the conditions that a step is a case of.

import { announcer, buttonControl, headline, presetControl } from "../../../static/controls.js";
import { html, save, setAttributes, stateOf, svg } from "../../../static/dom.js";
import { fit } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { arrowStep, focusItem, listenToItems } from "../../../static/moving.js";
import { clamp, formatScore, pointName, range, same } from "../../../static/values.js";
import { check, CONDITIONS, likest, MEASURES, MOST_CLUSTERS, numbers, stepOf, toggled, verdict } from "./model.js";

const WIDTH = 420;
const [TALL, ROW] = [520, 46];
const TRAITS = ["n_objects", "clusters_true", "before", "clusters_pred"];
const FACTS = { precision: "precision", recall: "recall", f: "F now", start: "F at the start" };
const HELP = [
  "A column is an object. The rows C1, C2, ... are the classes, which stay; the rows G1, G2, ... are the clusters. " +
    "Click a cell to put its object into the cluster or to take it out. The last row is empty, so a click there " +
    "makes a new cluster. Empty rows do not count.",
  "A step goes from the start to the clusters now. A ring marks what the step put in, and a dashed ring what it " +
    "took out.",
  "Keys: Tab goes to the table, arrows walk among the cells of the clusters, Enter or Space puts in and takes out, " +
    "and Escape takes the highlights away.",
];
const HELP_ON_CONDITIONS =
  "If the step is a case of a condition, the condition says what it asks of F: to rise, or to fall if the step is one " +
  "of its steps taken backwards. ✓: the score does so; ✗: it does not.";

// ---- the picture: names of the objects, the classes, a line of words, the clusters

const keyOf = ({ row, o }) => `${row}-${o}`;
const label = (text) => svg("text", { class: "demo-name", "text-anchor": "middle", text });

function tablePicture() {
  const names = svg("g", { "aria-hidden": "true" });
  const classes = svg("g", { role: "group", "aria-label": "Classes" });
  const clusters = svg("g");
  const words = svg("text", { class: "demo-name", x: 4, "aria-hidden": "true" });
  const attributes = { class: "demo-plot demo-memberships", role: "application", "aria-label": "Objects and clusters" };
  const node = svg("svg", attributes, names, classes, clusters, words);
  return { node, names, classes, clusters, words, items: new Map() }; // the items: cells of the clusters
}

// Nodes are kept as long as they can be: who sits on a cell with the keyboard should not lose it.
function resize({ names, classes, clusters, items }, n, nClasses, nRows) {
  if (n !== names.children.length) {
    names.replaceChildren(...range(n).map((o) => label(pointName(o))));
    for (const layer of [classes, clusters]) layer.replaceChildren();
    items.clear();
  }
  fit(classes, nClasses, (i) => classRow(i, n));
  fit(clusters, nRows, (row) => clusterRow(row, n, items));
  for (const [key, { row }] of items) if (row >= nRows) items.delete(key);
}

function classRow(i, n) {
  const cells = range(n).map(() => svg("g", {}, svg("rect"), svg("circle")));
  return svg("g", { role: "img" }, svg("path"), label(`C${i + 1}`), ...cells);
}

function clusterRow(row, n, items) {
  const cells = range(n).map((o) => {
    const attributes = { class: "demo-choice", role: "button", tabindex: -1, "data-key": keyOf({ row, o }) };
    const node = svg("g", attributes, svg("rect"), svg("circle"), svg("circle"));
    items.set(keyOf({ row, o }), { row, o, node });
    return node;
  });
  return svg("g", { role: "group", "aria-label": `Cluster G${row + 1}` }, label(`G${row + 1}`), ...cells);
}

// How high a row is does not hang on the clusters now: cells that shrink with every new cluster would slip from under a
// finger. The picture grows below, and has room for `most` of them.
function drawTable(picture, { n_objects: n, clusters_true: classes, before, clusters_pred: now }, nRows, most) {
  resize(picture, n, classes.length, nRows);
  const first = 2 + classes.length;
  const w = WIDTH / (Math.max(n, 6) + 1);
  const h = Math.min(TALL / (first + Math.max(before.length, 6)), ROW);
  const size = { n, w, h, radius: 0.3 * Math.min(w, h) };
  setAttributes(picture.node, { viewBox: `0 0 ${WIDTH} ${(first + most) * h}` });
  [...picture.names.children].forEach((text, o) => placeText(text, o + 1, 0, size));
  classes.forEach((one, i) => drawClass(picture.classes.children[i], i, one, size));
  setAttributes(picture.words, { y: (first - 0.5) * h + 6 });
  [...picture.clusters.children].forEach((group, row) => {
    drawCluster(group, row, first + row, [before, now].map((rows) => rows[row] ?? []), size);
  });
}

const placeText = (text, column, row, { w, h }) => setAttributes(text, { x: (column + 0.5) * w, y: (row + 0.5) * h + 6 });

// Returns where its middle is.
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
  setAttributes(group, { "aria-label": `C${i + 1}: ${objects.map(pointName).join(", ")}` });
  group.dataset.frame = `M${w / 2 - 14},${(1 + i) * h - 1}H${(n + 1) * w + 1}v${h + 2}H${w / 2 - 14}z`;
}

// A ring marks what the step put in, a dashed one what it took out.
function drawCluster(group, row, place, [before, now], size) {
  const [name, ...cells] = group.children;
  placeText(name, 0, place, size);
  cells.forEach((cell, o) => {
    const [was, is] = [before, now].map((objects) => objects.includes(o));
    const middle = drawCell(cell.children, o, place, is, "", size);
    const ring = { class: `demo-changed${is ? "" : " demo-removed"}`, ...middle, r: was !== is ? size.radius + 3 : 0 };
    setAttributes(cell.children[2], ring);
    const words = `${pointName(o)} in G${row + 1}${was !== is ? ", changed in this step" : ""}`;
    setAttributes(cell, { "aria-label": words, "aria-pressed": String(is) });
  });
}

// Frame the classes that are most like a cluster, and say how much.
function frameLikest({ classes, words }, row, found) {
  [...classes.children].forEach((group, i) => {
    setAttributes(group.firstChild, { class: "demo-row-frame", d: found?.classes.includes(i) ? group.dataset.frame : "" });
  });
  const names = found?.classes.map((i) => `C${i + 1}`).join(", ");
  const text = names ? `G${row + 1} is most like ${names}: Jaccard ${found.share}` : `G${row + 1} meets no class`;
  setAttributes(words, { text: found ? text : "" });
}

// ---- the numbers: a table with a column for each measure, and a row for each number and each condition

function scoreTable(conditions) {
  const row = (kind, head, values) => html("div", { class: `demo-row${kind}`, role: "row" }, head, ...values);
  const cells = (key) => MEASURES.map((name) => html("span", { role: "cell", "data-value": `${name} ${key}` }));
  const head = (role, ...words) => html("span", { role }, ...words);
  const facts = Object.entries(FACTS).map(([key, text]) => row(key === "f" ? " demo-row-now" : "", head("rowheader", text), cells(key)));
  const lights = conditions.map((name) => row("", head("rowheader", `${name} `, html("small")), cells(name)));
  const columns = MEASURES.map((name) => head("columnheader", name));
  const name = conditions.length ? "Scores, and what conditions ask" : "Scores";
  const number = html("span", { class: "demo-number", "data-value": "f" });
  const node = html(
    "div",
    { class: "demo-readout" },
    headline("CICE-BCubed F", number),
    html(
      "div",
      { class: "demo-scores", role: "table", "aria-label": name },
      row(" demo-row-head", head("cell"), columns),
      ...facts,
      ...lights,
    ),
  );
  return { node, number, facts, lights };
}

function showScores({ number, facts, lights }, { start, now, changes, asks }) {
  number.textContent = formatScore(now[1].f);
  Object.keys(FACTS).forEach((key, i) => {
    const values = key === "start" ? start.map(({ f }) => f) : now.map((score) => score[key]);
    values.forEach((value, k) => (facts[i].children[k + 1].textContent = formatScore(value)));
  });
  lights.forEach((light, i) => {
    const asked = asks[i];
    setAttributes(light, { class: `demo-row demo-light${asked ? " demo-lit" : ""}` });
    light.querySelector("small").textContent = asked ? `asks F to ${asked}` : "not this step";
    changes.forEach((change, k) => {
      const mark = change === `${asked}s` ? "✓" : "✗";
      light.children[k + 1].textContent = asked ? `${change} ${mark}` : "–";
    });
  });
}

// ---- from the state to the page

function update(view) {
  const { model, picture, presets, status } = view;
  const state = stateOf(model, TRAITS);
  if (check(state)) return; // some of it is still on its way from the kernel
  view.state = state;
  const { n_objects: n, before, clusters_pred: now } = state;
  const hadFocus = view.pinned && picture.items.get(view.pinned)?.node === picture.node.getRootNode().activeElement;
  view.nRows = Math.min(MOST_CLUSTERS, Math.max(now.length + 1, before.length));
  // Room that was taken is not given back: the tools below would slip from under the finger that undoes.
  view.most = Math.max(view.most, view.nRows);
  drawTable(picture, state, view.nRows, view.most);
  keepFocus(view, n, hadFocus);
  showTouched(view);
  const step = stepOf(state);
  showScores(view.board, step);
  const atStart = same(before, now);
  presets.show(state, () => atStart);
  const text = atStart ? "Take the step" : "Take it back";
  setAttributes(view.stepButton, { text, disabled: atStart && !presets.of(state) });
  status.show(verdict(state, model.get("conditions"), step));
  status.node.style.minHeight = `${status.node.offsetHeight}px`;
}

// What has gone takes the focus along.
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

// A cluster shows the classes that are most like it.
function showTouched({ picture, state, stop, pinned, hovered }) {
  for (const [key, { node }] of picture.items) {
    setAttributes(node, { tabindex: key === stop ? 0 : -1 });
    node.classList.toggle("demo-touched", key === hovered);
  }
  const row = picture.items.get(hovered ?? pinned)?.row;
  frameLikest(picture, row, likest(state.clusters_pred[row] ?? [], state.clusters_true));
}

// ---- from the reader's hand to the state

function edit(view, said, changes) {
  view.status.say(said);
  save(view.model, changes, () => update(view));
}

function toggle(view, { row, o }) {
  const { clusters_pred: now } = view.state;
  const said = `${pointName(o)} is ${now[row]?.includes(o) ? "no longer" : "now"} in G${row + 1}.`;
  edit(view, said, { clusters_pred: toggled(now, row, o) });
}

function takeStep(view) {
  const { before, clusters_pred: now } = view.state;
  if (same(before, now)) edit(view, "The step is taken.", { clusters_pred: view.presets.of(view.state).after });
  else edit(view, "Back at the start.", { clusters_pred: before });
}

const beginHere = (view) => edit(view, "The step begins here.", { before: view.state.clusters_pred });

function startFrom(view, { note, n_objects, clusters_true, before }) {
  view.pinned = null;
  view.most = 0;
  view.status.node.style.minHeight = "";
  edit(view, note, { n_objects, clusters_true, before, clusters_pred: before });
}

// Move a mark, such as `hovered`, to a cell, or away.
function touch(view, marks) {
  Object.assign(view, marks);
  showTouched(view);
}

function onKey(view, item, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const direction = arrowStep(event, 1, 1);
  const [dx, dy] = direction ?? [0, 0];
  const row = clamp(item.row - dy, 0, view.nRows - 1);
  const o = clamp(item.o + dx, 0, view.state.n_objects - 1);
  const actions = {
    Enter: () => toggle(view, item),
    " ": () => toggle(view, item),
    Escape: () => touch(view, { pinned: null, hovered: null }),
  };
  const action = direction ? () => focusItem(view.picture.items, keyOf({ row, o })) : actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function listenToCells(view) {
  const { body, picture, signal } = view;
  const listen = (type, handler) => listenToItems(body, picture.items, type, handler, signal);
  listen("click", (item) => {
    focusItem(picture.items, keyOf(item));
    toggle(view, item);
  });
  listen("keydown", (item, event) => onKey(view, item, event));
  listen("focusin", (item) => touch(view, { stop: keyOf(item), pinned: keyOf(item) }));
  listen("pointerover", (item) => touch(view, { hovered: keyOf(item) }));
  listen("pointerout", () => touch(view, { hovered: null }));
}

// ---- the demo

export function render({ model, el, page }) {
  // A page that has not said what the conditions are shows none.
  const conditions = model.get("conditions") ? Object.keys(CONDITIONS) : [];
  const help = conditions.length ? [...HELP, HELP_ON_CONDITIONS] : HELP;
  const demo = { name: "overlap-table", title: "Overlap table", traits: TRAITS, numbers, check, help };
  const { body, signal, show } = mount({ model, el, page }, demo);
  const start = ["n_objects", "clusters_true", "before"];
  const view = {
    model,
    body,
    signal,
    picture: tablePicture(),
    board: scoreTable(conditions),
    presets: presetControl("Start from", "your own start", model, start, (preset) => startFrom(view, preset), signal),
    stepButton: buttonControl("Take the step", () => takeStep(view), signal),
    status: announcer(),
    state: null,
    nRows: 0,
    most: 0, // rows that there were since a start was chosen
    stop: "0-0", // the cell where Tab stops
    pinned: null, // the cell that has the focus, or had it until something outside got it
    hovered: null, // the cell under the pointer
  };
  const begin = buttonControl("Begin a step here", () => beginHere(view), signal);
  const controls = html("div", { class: "demo-controls" }, view.presets.node, view.stepButton, begin);
  listenToCells(view);
  return show(() => update(view), [controls, view.picture.node, view.board.node, view.status.node]);
}
