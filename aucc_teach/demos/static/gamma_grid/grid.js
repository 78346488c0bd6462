// The picture of the grid: a few paths, however many cells there are.

import { setAttributes, svg } from "../../../static/dom.js";
import { drawing, fit, FRAME, linePath, paper } from "../../../static/drawing.js";
import { svgPlace } from "../../../static/moving.js";
import { pairName } from "../../../static/points.js";
import { clamp, mapValues } from "../../../static/values.js";
import { gridShapes } from "./model.js";

const [LEFT, TOP, SIDE] = [50, 6, 384];
const MOST_NAMES = 14;
// In the order in which they are drawn.
const CLASSES = {
  concordant: "demo-mark demo-within demo-concordant",
  discordant: "demo-mark demo-between demo-discordant",
  tied: "demo-grey-ink demo-tied-cells",
  hatch: "demo-cell-marks",
  dots: "demo-cell-marks demo-cell-dots",
  lines: "demo-cell-marks",
};
const OPEN = ["hatch", "lines", "curve"];

const path = (name, d) => svg("path", { class: name, ...(d ? { d } : {}) });

// An axis runs to the right; turned, it runs upwards.
const axis = (text, transform) =>
  svg(
    "g",
    { transform },
    svg("text", { class: "demo-axis", text: "0" }),
    svg("text", { class: "demo-axis", x: SIDE / 2, "text-anchor": "middle", text }),
    svg("text", { class: "demo-axis", x: SIDE, "text-anchor": "end", text: "1" }),
  );

export function gridPicture() {
  const cells = mapValues(CLASSES, (classes) => path(classes));
  const [halo, curve] = [path("demo-stair demo-halo"), path("demo-stair")];
  const target = [path("demo-target demo-halo"), path("demo-target")];
  const ticks = { within: path("demo-side demo-tick demo-within"), between: path("demo-side demo-tick demo-between") };
  const names = svg("g", { "aria-hidden": "true" });
  const node = drawing(
    "grid",
    [FRAME, FRAME],
    { role: "slider", tabindex: 0, "aria-label": "Cells: within pairs in rows, between pairs in columns" },
    paper(LEFT, TOP, SIDE, SIDE),
    ...Object.values(cells),
    path("demo-chance", `M${LEFT},${TOP + SIDE}L${LEFT + SIDE},${TOP}`),
    ...[halo, curve],
    path("demo-side demo-within", `M${LEFT - 2},${TOP + SIDE}V${TOP}`),
    path("demo-side demo-between", `M${LEFT},${TOP + SIDE + 2}H${LEFT + SIDE}`),
    ...[ticks.within, ticks.between, ...target, names],
    axis("FPR: between pairs, closest first", `translate(${LEFT},434)`),
    axis("TPR: within pairs, closest first", `translate(13,${TOP + SIDE})rotate(-90)`),
  );
  return { node, paths: { ...cells, curve }, halo, target, ticks, names, nRows: 0, nColumns: 0, w: 0, h: 0 };
}

const xOf = ({ w }, column) => LEFT + column * w;
const yOf = ({ h }, row) => TOP + SIDE - row * h;

export function drawGrid(picture, grid) {
  const [nRows, nColumns] = [grid.within.length, grid.between.length];
  Object.assign(picture, { nRows, nColumns, w: SIDE / (nColumns || 1), h: SIDE / (nRows || 1) });
  const shapes = gridShapes(grid);
  for (const [name, node] of Object.entries(picture.paths)) {
    const place = (points) => linePath(points.map(([column, row]) => [xOf(picture, column), yOf(picture, row)]));
    // A line of no length with a round end is a dot.
    const end = name === "dots" ? "h0" : OPEN.includes(name) ? "" : "Z";
    node.setAttribute("d", (shapes[name] ?? []).map((points) => place(points) + end).join(""));
  }
  const { paths, halo } = picture;
  halo.setAttribute("d", paths.curve.getAttribute("d"));
  const cell = Math.min(picture.w, picture.h);
  setAttributes(paths.lines, { "stroke-width": clamp(cell / 16, 0.4, 1.5) });
  setAttributes(paths.hatch, { "stroke-width": clamp(cell / 10, 0.7, 2) });
  setAttributes(paths.dots, { "stroke-width": clamp(cell / 3, 1.4, 7) });
  showNames(picture, grid);
}

// Pairs have their names along the sides only while there is room for them.
function showNames(picture, { within, between }) {
  const { names } = picture;
  const named = (pairs, other) => (pairs.length <= MOST_NAMES && other.length ? pairs : []);
  const rows = named(within, between).map((pair, row) => {
    return { x: LEFT - 12, y: yOf(picture, row + 0.5) + 5, "text-anchor": "end", text: pairName(pair) };
  });
  const columns = named(between, within).map((pair, column) => {
    return { x: xOf(picture, column + 0.5), y: TOP + SIDE + 25, "text-anchor": "middle", text: pairName(pair) };
  });
  const places = [...rows, ...columns];
  fit(names, places.length, () => svg("text", { class: "demo-pair-side" }));
  places.forEach((attributes, i) => setAttributes(names.children[i], attributes));
}

// Mark rows and columns at the sides, and one cell, { row, column } or null.
export function touchGrid(picture, rows, columns, cell) {
  const { ticks, target } = picture;
  const [x, y] = [(column) => xOf(picture, column), (row) => yOf(picture, row)];
  ticks.within.setAttribute("d", rows.map((row) => `M${LEFT - 9},${y(row + 0.5)}h8`).join(""));
  ticks.between.setAttribute("d", columns.map((column) => `M${x(column + 0.5)},${TOP + SIDE + 1}v8`).join(""));
  // The frame stands outside the cell, because a cell may be as small as the line is thick.
  const [left, right, bottom, top] = cell
    ? [x(cell.column) - 2, x(cell.column + 1) + 2, y(cell.row) + 2, y(cell.row + 1) - 2]
    : [];
  const frame = `M${left},${bottom}H${right}V${top}H${left}Z`;
  const arms = `M${left},${(bottom + top) / 2}H${LEFT}M${(left + right) / 2},${bottom}V${TOP + SIDE}`;
  for (const node of target) node.setAttribute("d", cell ? frame + arms : "");
}

// The cell under a pointer; null beside the grid.
export function cellUnder({ node, nRows, nColumns, w, h }, event) {
  const [px, py] = svgPlace(node, event);
  const [row, column] = [Math.floor((TOP + SIDE - py) / h), Math.floor((px - LEFT) / w)];
  return row >= 0 && row < nRows && column >= 0 && column < nColumns ? { row, column } : null;
}
