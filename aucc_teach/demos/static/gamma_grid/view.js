// Gamma grid: points to drag about, and the grid of all comparisons of a within pair with a between pair.

import { readout } from "../../../static/controls.js";
import { html, setAttributes } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { arrowStep, isShortcut } from "../../../static/moving.js";
import { pointField, POINT_HELP } from "../../../static/point_field.js";
import { clamp, formatCount, formatScore, mapValues, pointName } from "../../../static/values.js";
import { cellUnder, drawGrid, gridPicture, touchGrid } from "./grid.js";
import { cellWords, check, compare, FEWEST_POINTS, MOST_POINTS, numbers, words } from "./model.js";

const TRAITS = ["points", "labels"];
const CAPTION = "Each cell compares the within pair of its row with the between pair of its column.";
const HELP = [
  "Rows are the within pairs and columns the between pairs, with the closest pair at the lower left. A cell is " +
    "concordant (plain blue) if the within pair is the closer one, discordant (orange, hatched) if it is further " +
    "apart, and tied (grey, dotted) if both are equally far apart. The line between them is the ROC curve; half of a " +
    "tied block is below it.",
  POINT_HELP.mouse,
  `${POINT_HELP.keys} In the grid, arrows walk among the cells (Shift: further), Home and End go to the closest and to ` +
    "the farthest pairs, and Escape takes the highlights away.",
];
const FACTS = { sPlus: "concordant s+", sMinus: "discordant s−", sZero: "tied s0", gamma: "Gamma" };

// ---- from the state to the page

function update(view) {
  const { state, field, board, picture, status } = view;
  field.update();
  view.grid = compare(state);
  if (isLost(view, view.pinned)) view.pinned = null;
  if (isLost(view, view.hovered)) view.hovered = null;
  const found = view.numbers();
  const { aucc, gamma, right, wrong, tied } = found;
  const counts = mapValues({ sPlus: right, sMinus: wrong, sZero: tied }, formatCount);
  board.show({ ...mapValues({ aucc, gamma }, formatScore), ...counts });
  drawGrid(picture, view.grid);
  showTouched(view);
  status.show(words(state, found, view.grid));
}

const samePair = (a, b) => a.first === b.first && a.second === b.second;

// The cell where two pairs meet; null if one of them is gone, or of the other kind by now.
function cellOf({ grid }, touched) {
  if (!touched?.within) return null;
  const row = grid.within.findIndex((pair) => samePair(pair, touched.within));
  const column = grid.between.findIndex((pair) => samePair(pair, touched.between));
  return row < 0 || column < 0 ? null : { row, column };
}

const isLost = (view, touched) =>
  touched?.within ? !cellOf(view, touched) : touched?.point >= view.state.points.length;

const pairsAt = ({ grid }, { row, column }) => ({ within: grid.within[row], between: grid.between[column] });

// A cell shows its two pairs, a point all of its own.
function showTouched(view) {
  const { grid, picture, field } = view;
  const { within, between } = grid;
  const touched = view.hovered ?? view.pinned;
  const cell = cellOf(view, touched);
  const ofPoint = (pairs) => [...pairs.keys()].filter((k) => [pairs[k].first, pairs[k].second].includes(touched?.point));
  const [rows, columns] = cell ? [[cell.row], [cell.column]] : [ofPoint(within), ofPoint(between)];
  const { row, column } = cell ?? view.cursor;
  view.cursor = {
    row: clamp(row, 0, Math.max(within.length - 1, 0)),
    column: clamp(column, 0, Math.max(between.length - 1, 0)),
  };
  touchGrid(picture, rows, columns, cell);
  field.link([...rows.map((row) => within[row]), ...columns.map((column) => between[column])]);
  setAttributes(view.caption, { text: captionOf(view, touched, cell, [rows, columns]) });
  showCursor(view);
}

function captionOf({ grid: { within, between } }, touched, cell, [rows, columns]) {
  if (cell) return cellWords(within[cell.row], between[cell.column]);
  if (!touched || !within.length || !between.length) return CAPTION;
  return `Pairs of ${pointName(touched.point)}: ${rows.length} of the rows, ${columns.length} of the columns.`;
}

// Says where the keyboard is in the grid.
function showCursor(view) {
  const { grid, cursor, picture } = view;
  const [nRows, nColumns] = [grid.within.length, grid.between.length];
  const nCells = nRows * nColumns;
  const under = nCells ? pairsAt(view, cursor) : null;
  const place = `row ${cursor.row + 1} of ${nRows}, column ${cursor.column + 1} of ${nColumns}: `;
  setAttributes(picture.node, {
    "aria-valuemin": nCells ? 1 : 0,
    "aria-valuemax": nCells,
    "aria-valuenow": nCells ? cursor.row * nColumns + cursor.column + 1 : 0,
    "aria-valuetext": under ? place + cellWords(under.within, under.between) : "no cells",
  });
}

// ---- from the reader's hand

function touch(view, changes) {
  Object.assign(view, changes);
  showTouched(view);
}

const pinCell = (view, cell) => touch(view, { pinned: cell && pairsAt(view, cell), hovered: null });

function onMove(view, event) {
  const cell = cellUnder(view.picture, event);
  if (!event.buttons) touch(view, { hovered: cell && pairsAt(view, cell) });
  else if (cell) pinCell(view, cell);
}

function onKey(view, event) {
  if (isShortcut(event)) return;
  const { grid, cursor } = view;
  const step = arrowStep(event, 1, 10);
  const last = { row: grid.within.length - 1, column: grid.between.length - 1 };
  const ends = { Home: { row: 0, column: 0 }, End: last };
  if (!step && !(event.key in ends) && event.key !== "Escape") return;
  event.preventDefault();
  if (event.key === "Escape") return pinCell(view, null);
  if (last.row < 0 || last.column < 0) return;
  const { row, column } = step ? { row: cursor.row + step[1], column: cursor.column + step[0] } : ends[event.key];
  pinCell(view, { row: clamp(row, 0, last.row), column: clamp(column, 0, last.column) });
}

function listenToGrid(view) {
  const { picture, signal } = view;
  const listen = (type, handler) => picture.node.addEventListener(type, handler, { signal });
  listen("pointermove", (event) => onMove(view, event));
  listen("pointerleave", () => touch(view, { hovered: null }));
  listen("pointerdown", (event) => {
    const cell = cellUnder(picture, event);
    if (cell) pinCell(view, cell);
  });
  listen("focus", () => {
    if (!view.pinned?.within && view.grid.within.length && view.grid.between.length) pinCell(view, view.cursor);
  });
  listen("keydown", (event) => onKey(view, event));
}

// ---- the demo

function fieldOf(view) {
  const hands = {
    pin: (pinned) => touch(view, { pinned }),
    hover: (hovered) => touch(view, { hovered }),
    reset: () => Object.assign(view, { pinned: null, hovered: null, cursor: { row: 0, column: 0 } }),
  };
  return pointField(view, { fewest: FEWEST_POINTS, most: MOST_POINTS, ...hands });
}

export function render({ model, el, page }) {
  const demo = { name: "gamma-grid", title: "Gamma grid", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    ...{ picture: gridPicture(), board: readout("aucc", "AUCC", FACTS), caption: html("p", { class: "demo-caption" }) },
    grid: compare({ points: [], labels: [] }),
    // What is touched for good, { point } or the two pairs of a cell { within, between }, and what a pointer passes
    // over. Pairs, not row and column: the highlight goes along when a drag changes their order.
    ...{ pinned: null, hovered: null, cursor: { row: 0, column: 0 } },
  });
  view.field = fieldOf(view);
  listenToGrid(view);
  const { field, picture, caption, board, status } = view;
  const grid = html("div", { class: "demo-grid-box" }, picture.node, caption);
  return view.show(update, [field.controls, field.node, grid, board.node, status.node]);
}
