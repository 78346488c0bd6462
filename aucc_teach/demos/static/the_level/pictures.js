// Points marked by cluster, and two rulers with a row of numbers for each.

import { headline, numberBoard } from "../../../static/controls.js";
import { html, setAttributes, svg } from "../../../static/dom.js";
import { axisText, drawing, FRAME, linePath, markedPoints, markerOf, paper } from "../../../static/drawing.js";
import { clamp, formatScore, range, scale } from "../../../static/values.js";

const WIDTH = 340; // of the rulers
const LOWEST = 0.4;
const [EXACT, MEASURED] = [[36, 96], [122, 196]]; // top and bottom of the two rulers
const [COLUMN, DOT] = [0.01, 5.6];

// The frame holds points and noise, so that it stays when one takes the other's place.
export function cloudPicture() {
  const { node, update: mark } = markedPoints("cloud");
  function update(places, labels, framed) {
    const ends = [0, 1].map((axis) => framed.map((point) => point[axis])).map((xs) => [Math.min(...xs), Math.max(...xs)]);
    const size = Math.max(...ends.map(([low, high]) => high - low));
    const low = ends.map(([from, to]) => (from + to - size) / 2);
    const place = (point) => point.map((value, axis) => 20 + ((value - low[axis]) * (FRAME - 40)) / size);
    const at = ([x, y]) => ({ transform: `translate(${x},${FRAME - y})scale(8)` });
    mark(places.map((point, i) => markerOf(labels[i], at(place(point)))));
  }
  return { node, update };
}

const onRuler = scale([LOWEST, 1], [12, WIDTH - 12]);
const toX = (aucc) => onRuler(clamp(aucc, LOWEST, 1));

const across = (x, [top, bottom]) => `M${x},${top}V${bottom}`;

// The normal distribution with the exact mean and standard deviation.
function bellPath(deviation) {
  const [top, bottom] = EXACT;
  const corners = range(81, -40).map((i) => {
    const height = (bottom - top - 6) * Math.exp(-((i / 10) ** 2) / 2);
    return [toX(0.5 + (i / 10) * deviation), bottom - height];
  });
  return `${linePath([[corners[0][0], bottom], ...corners, [corners[80][0], bottom]])}Z`;
}

// A dot for each set at its value, on top of those before it in the same column.
function showDots(layer, level) {
  const columns = level.map((value) => Math.floor(value / COLUMN));
  const heights = columns.map((column, t) => columns.slice(0, t).filter((other) => other === column).length);
  const step = Math.min(DOT, (MEASURED[1] - MEASURED[0] - 8) / (1 + Math.max(0, ...heights)));
  const dot = (value, t) =>
    svg("circle", { class: "demo-quiet-ink demo-set", r: 2.6, cx: toX(value), cy: MEASURED[1] - 4 - step * heights[t] });
  layer.replaceChildren(...level.map(dot));
}

export function rulersPicture() {
  const box = ([top, bottom]) => paper(1, top, WIDTH - 2, bottom - top);
  const bell = svg("path", { class: "demo-blind" });
  const dots = svg("g");
  const middle = svg("path", { class: "demo-chance" });
  const empty = axisText(WIDTH / 2, (MEASURED[0] + MEASURED[1]) / 2 + 4, "middle", "not measured yet");
  empty.classList.add("demo-empty");
  const line = svg("path", { class: "demo-pole demo-observed" });
  const here = axisText(0, 13, "middle", "these labels");
  const node = drawing(
    "rulers",
    [WIDTH, 234],
    { role: "img" },
    box(EXACT),
    bell,
    svg("path", { class: "demo-chance", d: across(toX(0.5), EXACT) }),
    box(MEASURED),
    dots,
    middle,
    empty,
    line,
    here,
    axisText(1, EXACT[0] - 6, "start", "random labels, exactly"),
    axisText(1, MEASURED[0] - 6, "start", "the same method on noise, one dot per set"),
    ...range(7, 4).map((i) => axisText(toX(i / 10), 212, "middle", (i / 10).toFixed(1))),
    axisText(WIDTH / 2, 230, "middle", "AUCC (higher is better)"),
  );
  function update({ aucc, deviation }, level, mean) {
    setAttributes(bell, { d: bellPath(deviation) });
    setAttributes(line, { d: `M${toX(aucc)},18V${MEASURED[1]}` });
    setAttributes(here, { x: clamp(toX(aucc), 40, WIDTH - 40) });
    setAttributes(empty, { visibility: level.length ? "hidden" : "visible" });
    setAttributes(middle, { d: level.length ? across(toX(mean), MEASURED) : "" });
    showDots(dots, level);
    setAttributes(node, { "aria-label": `AUCC ${formatScore(aucc)} on the rulers of random labels and of noise` });
  }
  return { node, update };
}

// AUCC, large, and a row of numbers for each ruler.
export function rulersTable() {
  const { place, show } = numberBoard();
  const row = (head, keys) => html("tr", {}, head, ...keys.map((key) => place(key, "td")));
  const column = (text) => html("th", { scope: "col", text });
  const node = html(
    "div",
    { class: "demo-readout" },
    headline("AUCC", place("aucc", "span", { class: "demo-number" })),
    html(
      "table",
      { class: "demo-rulers-table" },
      html("tr", {}, html("td"), ...["mean", "SD", "z", "p"].map(column)),
      row(html("th", { scope: "row", text: "random labels" }), ["mean", "deviation", "z", "p"]),
      row(place("sets", "th", { scope: "row" }), ["levelMean", "levelDeviation", "levelZ", "levelP"]),
    ),
  );
  return { node, show };
}
