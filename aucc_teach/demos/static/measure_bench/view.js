// Measure bench: the table of two partitions to edit, ten measures of it, and what each change does to its pairs.

import { buttonControl, controlRow, factList, headline, numberBoard, presetControl } from "../../../static/controls.js";
import { html, setAttributes, svg } from "../../../static/dom.js";
import { drawing } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { focusItem, isShortcut, listenToItems, listenToKeys, makeMovable, svgPlace } from "../../../static/moving.js";
import { formatCount, mapValues, range, same, sumOf } from "../../../static/values.js";
import {
  amount, cellName, check, columnName, factsOf, FEWEST_CLUSTERS, FEWEST_OBJECTS, isShown, KINDS, margins, matching, MEASURES,
  measuresOf, MOST_CLUSTERS, MOST_IN_A_CELL, numbers, transposed, verdict, way, withCluster, withCount, withoutLast,
  writtenScore,
} from "./model.js";

const [WIDTH, HEIGHT] = [420, 480];
const [LEFT, TOP, RIGHT, BOTTOM] = [36, 30, 52, 30];
const HIGHEST_CELL = 130;
const LOWEST_BAR = -0.4; // lower values are rare, and have their number
const A_STEP = 10; // of a drag, for one object
const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const TYPING = 1500; // milliseconds in which a second digit belongs to the first
const TRAITS = ["table", "before"];
const HELP = [
  "Rows are the clusters of the first partition, columns the clusters of the second, and a cell holds the objects " +
    "that are in both. The grey squares are as large as the counts, and the sums stand at the margins. Thick frames " +
    "show the matching of rows with columns that PA counts. A bar begins at 0 and is cut at −0.4; the line across it " +
    "is where the measure was before the step.",
  "Click the upper half of a cell to add an object, the lower half to remove one, or drag a cell up and down. If " +
    "you take an object from one cell and then put it into another, it has moved, and both together are one step.",
  "Keys: Tab goes to the cells. Arrows up and down change a cell by one, with Shift by ten, and so do + and −. " +
    "Digits set it, and Backspace deletes the last digit. Arrows left and right walk among the cells, and Enter goes " +
    "to the next row.",
];

// ---- the picture

const keyOf = ({ i, j }) => `${i}-${j}`;

function tablePicture() {
  const layer = svg("g");
  const attributes = { role: "application", "aria-label": "Table of two partitions" };
  const node = drawing("contingency", [WIDTH, HEIGHT], attributes, layer);
  return { node, layer, items: new Map(), shape: [0, 0], w: 0, h: 0, words: {} }; // the words: heads and sums
}

const word = (kind, x, y, text = "") => svg("text", { class: kind, x, y, "text-anchor": "middle", text });

function resize(picture, table, listenToCell) {
  const shape = [table.length, table[0].length];
  if (same(shape, picture.shape)) return;
  const [nRows, nColumns] = shape;
  const [w, h] = [(WIDTH - LEFT - RIGHT) / nColumns, Math.min(HIGHEST_CELL, (HEIGHT - TOP - BOTTOM) / nRows)];
  const words = heads(nRows, nColumns, w, h);
  Object.assign(picture, { shape, w, h, words });
  picture.items.clear();
  picture.layer.replaceChildren(svg("g", { "aria-hidden": "true" }, ...Object.values(words).flat()));
  for (const i of range(nRows)) for (const j of range(nColumns)) listenToCell(addCell(picture, i, j));
}

function heads(nRows, nColumns, w, h) {
  const [right, bottom] = [WIDTH - RIGHT / 2, TOP + nRows * h + 21];
  const inRows = (kind, x) => range(nRows).map((i) => word(kind, x, TOP + (i + 0.5) * h + 6));
  const inColumns = (kind, y) => range(nColumns).map((j) => word(kind, LEFT + (j + 0.5) * w, y));
  return {
    rows: inRows("demo-name", LEFT / 2),
    rowSums: inRows("demo-axis", right),
    columns: inColumns("demo-name", TOP - 10),
    columnSums: inColumns("demo-axis", bottom),
    total: [word("demo-axis", right, bottom)],
  };
}

function addCell({ layer, items, w, h }, i, j) {
  const [x, y] = [LEFT + j * w, TOP + i * h];
  const half = (name, top) => {
    const place = { x: x + 3, y: top, width: w - 6, height: h / 2 - 1 };
    const label = `${name} in ${cellName({ i, j })}`;
    return svg("rect", { class: "demo-grip demo-half", role: "button", tabindex: -1, "aria-label": label, ...place });
  };
  const attributes = { class: "demo-choice", role: "spinbutton", "aria-valuemin": 0, "aria-valuemax": MOST_IN_A_CELL };
  const node = svg(
    "g",
    { ...attributes, "aria-label": `row ${i + 1}, column ${columnName(j)}`, "data-key": keyOf({ i, j }) },
    svg("rect", { class: "demo-cell", x: x + 3, y: y + 3, width: w - 6, height: h - 6, rx: 4 }),
    svg("rect", { class: "demo-share" }),
    word("demo-name demo-cell-count", x + w / 2, y + h / 2 + 7),
    half("One more", y + 1),
    half("One fewer", y + h / 2),
    word("demo-axis demo-sign", x + w / 2, y + 17, "+"),
    word("demo-axis demo-sign", x + w / 2, y + h - 8, "−"),
  );
  layer.append(node);
  const item = { i, j, node, middle: y + h / 2 };
  items.set(keyOf(item), item);
  return item;
}

function drawTable({ items, words, w, h }, table) {
  const [rows, columns] = margins(table);
  const write = (kind, texts) => words[kind].forEach((node, i) => setAttributes(node, { text: String(texts[i]) }));
  const head = (name, size) => (size ? name : `(${name})`);
  write("rows", rows.map((size, i) => head(i + 1, size)));
  write("columns", columns.map((size, j) => head(columnName(j), size)));
  write("rowSums", rows);
  write("columnSums", columns);
  write("total", [sumOf(rows)]);
  const most = Math.max(...table.flat());
  const matched = matching(table).columns;
  for (const { i, j, node } of items.values()) {
    const [box, share, count] = node.children;
    const value = table[i][j];
    const side = Math.min(w - 14, h - 36) * Math.sqrt(value / most);
    const [x, y] = [LEFT + j * w + (w - side) / 2, TOP + i * h + (h - side) / 2];
    setAttributes(box, { class: value && matched[i] === j ? "demo-cell demo-matched" : "demo-cell" });
    setAttributes(share, { x, y, width: side, height: side });
    setAttributes(count, { text: String(value) });
    setAttributes(node, { "aria-valuenow": value });
  }
}

// ---- the measures: a row for each, with its name, a bar from 0, the number, and what the step did to it

function measureLine(key, name) {
  const bar = svg("rect", { class: "demo-quiet-ink demo-bar-value", y: 3, height: 10 });
  const was = svg("path", { class: "demo-bar-was" });
  const [value, change] = [key, `${key}_change`].map((shown) => html("span", { "data-value": shown }));
  const viewBox = `${100 * LOWEST_BAR} 0 ${100 * (1 - LOWEST_BAR)} 16`;
  const attributes = { class: "demo-bar", viewBox, preserveAspectRatio: "none", "aria-hidden": "true" };
  const picture = svg("svg", attributes, bar, svg("path", { class: "demo-bar-ends", d: "M0,0V16M100,0V16" }), was);
  const node = html("div", { class: "demo-measure" }, html("span", { text: name }), " ", picture, " ", value, " ", change);
  return { key, node, bar, was, value, change };
}

function measureBoard(shown) {
  const lines = [];
  const parts = Object.entries(MEASURES).flatMap(([kind, names]) => {
    const own = Object.entries(names).filter(([key]) => isShown(shown, key)).map(([key, name]) => measureLine(key, name));
    lines.push(...own);
    return [html("p", { class: "demo-measure-kind", text: kind }), ...own.map(({ node }) => node)];
  });
  const node = html(
    "div",
    { class: "demo-readout" },
    headline(`${COUNTS[lines.length]} measures, each on a scale of its own`),
    html("div", { class: "demo-measures" }, ...parts),
  );
  return { node, lines };
}

function drawMeasures({ lines }, { scores, old, changes }, isStep) {
  for (const { key, bar, was, value, change } of lines) {
    const end = Math.max(scores[key], LOWEST_BAR);
    setAttributes(bar, { x: 100 * Math.min(0, end), width: 100 * Math.abs(end) });
    setAttributes(was, { d: changes[key] ? `M${100 * Math.max(old[key], LOWEST_BAR)},0V16` : "" });
    setAttributes(value, { text: writtenScore(scores[key]) });
    const sign = changes[key] > 0 ? "▲" : "▼";
    const moved = changes[key] ? `${sign} ${way(changes[key])} ${amount(changes[key])}` : "the same";
    setAttributes(change, { text: isStep ? moved : "" });
  }
}

// A page that shows some of the measures has not told what purity is.
function factBoard(shown) {
  const { place, show } = numberBoard();
  const facts = shown?.length ? KINDS : { ...KINDS, purity: "" };
  const names = Object.entries(facts).map(([key, name]) => [key, `${key} ${name}`.trim()]);
  const node = factList({ place }, Object.fromEntries(names));
  node.classList.add("demo-bench-facts");
  return { node, show };
}

// ---- from the state to the page

function update(view) {
  const { model, state, picture, el } = view;
  const isFocused = picture.items.get(view.stop)?.node === el.getRootNode().activeElement;
  const { table, before } = state;
  resize(picture, table, (item) => listenToCell(view, item));
  drawTable(picture, table);
  const measures = measuresOf({ ...state, measures: model.get("measures") });
  drawMeasures(view.board, measures, !same(before, table));
  const { purity, ...counts } = factsOf(table);
  const all = model.get("measures")?.length ? {} : { purity: writtenScore(purity) };
  view.facts.show({ ...mapValues(counts, formatCount), ...all });
  view.presets.show(state);
  const [i, j] = view.stop.split("-").map(Number);
  view.stop = keyOf({ i: Math.min(i, table.length - 1), j: Math.min(j, table[0].length - 1) });
  if (isFocused) focusItem(picture.items, view.stop); // the focused cell may be gone
  showStop(view);
  view.status.show(view.said || verdict(state, measures));
  view.said = "";
}

function showStop({ picture, stop }) {
  for (const [key, { node }] of picture.items) setAttributes(node, { tabindex: key === stop ? 0 : -1 });
}

// ---- from the reader's hand to the state

// `said` takes the place of the verdict.
function edit(view, said, changes) {
  view.said = said;
  view.change(changes, view.drag ? null : "");
}

// `from` is the state in which the gesture began.
function setCell(view, item, wanted, from = view.state) {
  const { limit, ...changes } = withCount(view.state, from, item, wanted);
  if (limit && !view.drag) view.status.announce(limit);
  else edit(view, "", changes);
}

function type(view, item, digit, time) {
  const { typed } = view;
  const goesOn = typed?.key === keyOf(item) && time - typed.time < TYPING;
  const from = goesOn ? typed.from : view.state;
  view.typed = goesOn ? null : { key: keyOf(item), digit, time, from };
  setCell(view, item, goesOn ? 10 * typed.digit + digit : digit, from);
}

// Walks in reading order, round and round.
function walk(view, { i, j }, nCells) {
  const [nRows, nColumns] = view.picture.shape;
  const place = (i * nColumns + j + nCells + nRows * nColumns) % (nRows * nColumns);
  focusItem(view.picture.items, keyOf({ i: Math.floor(place / nColumns), j: place % nColumns }));
}

const countIn = ({ state }, { i, j }) => state.table[i][j];

function onDrag(view, item, [dx, value], done) {
  if (dx) return walk(view, item, Math.sign(dx));
  const from = view.drag ?? view.state;
  view.drag = done ? null : from;
  setCell(view, item, value, from);
}

function onDigit(view, item, event) {
  if (!/^\d$/.test(event.key) || isShortcut(event)) {
    view.typed = null;
    return;
  }
  event.preventDefault();
  type(view, item, Number(event.key), event.timeStamp);
}

function listenToCell(view, item) {
  const { picture, signal } = view;
  const up = (event) => svgPlace(picture.node, event)[1];
  const add = (more) => setCell(view, item, countIn(view, item) + more);
  const moves = {
    at: () => [0, countIn(view, item)],
    locate: (event) => [0, -up(event) / A_STEP],
    moveTo: (place, done) => onDrag(view, item, place, done),
    press: () => focusItem(picture.items, keyOf(item)),
    tap: (event) => add(up(event) < item.middle ? 1 : -1),
    small: 1,
    big: 10,
  };
  makeMovable(item.node, moves, signal);
  const actions = {
    Enter: () => walk(view, item, picture.shape[1]),
    "+": () => add(1),
    "-": () => add(-1),
    Backspace: () => setCell(view, item, Math.floor(countIn(view, item) / 10)),
    Delete: () => setCell(view, item, 0),
  };
  listenToKeys(item.node, actions, signal);
  item.node.addEventListener("keydown", (event) => onDigit(view, item, event), { signal });
  // A screen reader clicks without a pointer.
  const onClick = ({ detail, target }) => detail === 0 && add(target.matches(".demo-half ~ .demo-half") ? -1 : 1);
  item.node.addEventListener("click", onClick, { signal });
}

// ---- controls

const sidesOf = (isRow) => (isRow ? "rows" : "columns");

function addCluster(view, isRow) {
  const { table } = view.state;
  const size = view.picture.shape[isRow ? 0 : 1];
  if (size >= MOST_CLUSTERS) return view.status.announce(`There can be at most ${size} ${sidesOf(isRow)}.`);
  const next = withCluster(table, isRow);
  const name = isRow ? `Row ${size + 1}` : `Column ${columnName(size)}`;
  const said = `${name} is added. It is empty, so it is not a cluster, and no measure changes.`;
  edit(view, said, { table: next, before: next });
}

function removeCluster(view, isRow) {
  const { table } = view.state;
  const { announce } = view.status;
  const next = withoutLast(table, isRow);
  const size = view.picture.shape[isRow ? 0 : 1];
  if (size <= FEWEST_CLUSTERS) return announce(`There must be at least ${FEWEST_CLUSTERS} ${sidesOf(isRow)}.`);
  const [left, total] = [next, table].map((one) => sumOf(one.flat()));
  if (left < FEWEST_OBJECTS) return announce("Too few objects would be left.");
  edit(view, "", { table: next, before: left === total ? next : table });
}

function controls(view) {
  const { signal, presets } = view;
  const exchange = () => edit(view, "", { table: transposed(view.state.table), before: view.state.table });
  const shape = [true, false].flatMap((isRow) => [
    buttonControl(isRow ? "Add row" : "Add column", () => addCluster(view, isRow), signal),
    buttonControl(isRow ? "Remove row" : "Remove column", () => removeCluster(view, isRow), signal),
  ]);
  return controlRow(
    presets.node,
    buttonControl("Exchange rows and columns", exchange, signal),
    html("details", { class: "demo-shape" }, html("summary", { text: "Add and remove" }), html("div", {}, ...shape)),
  );
}

// ---- the demo

export function render({ model, el, page }) {
  const demo = { name: "measure-bench", title: "Measure bench", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    ...{ picture: tablePicture(), board: measureBoard(model.get("measures")), facts: factBoard(model.get("measures")) },
    stop: "0-0", // the cell where Tab stops
    said: "", // what the next update has to say in place of the verdict
    drag: null, // the state in which a drag began
    typed: null, // the cell and the first digit that was typed, when, and the state in which it was
  });
  const { body, signal, picture, facts, board, status } = view;
  const start = ({ note, table, before }) => edit(view, note, { table, before });
  view.presets = presetControl("Start from", "your own table", model, TRAITS, start, signal);
  const onFocus = (item) => {
    view.stop = keyOf(item);
    showStop(view);
  };
  listenToItems(body, picture.items, "focusin", onFocus, signal);
  return view.show(update, [controls(view), picture.node, facts.node, board.node, status.node]);
}
