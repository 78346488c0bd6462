// Two partitions as cards, and histograms of two measures of their agreement.

import { setAttributes, svg } from "../../../static/dom.js";
import { axisText, drawing, markerOf, paper } from "../../../static/drawing.js";
import { clamp, formatScore, range, scale } from "../../../static/values.js";
import { framed } from "./model.js";

const COLUMNS = 12;
const [CARD, ROW, LINE] = [28, 24, 58]; // width of a card, height of a row, and of a line of two rows

// A column of two cards for each object: Y above, the last deal below. A frame marks objects that are together with
// another one in both.
export function cardsPicture() {
  const layer = svg("g");
  const node = svg("svg", { class: "demo-plot demo-deal-cards", role: "img" }, layer);
  let objects = [];

  function update(reference, labels) {
    const n = reference.length;
    if (objects.length !== n) {
      setAttributes(node, { viewBox: `0 0 ${CARD * COLUMNS + 24} ${LINE * Math.floor((n - 1) / COLUMNS) + 2 * ROW + 4}` });
      layer.replaceChildren();
      objects = range(n).map((i) => cardsOf(i, layer));
    }
    const lights = labels ? framed(reference, labels) : [];
    objects.forEach(({ cards, frame }, i) => {
      showCluster(cards[0], reference[i]);
      showCluster(cards[1], labels ? labels[i] : null);
      setAttributes(frame, { visibility: lights[i] ? null : "hidden" });
    });
  }

  return { node, update };
}

// The two cards of the i-th object and the frame around them; the partitions' names stand before the first of each line.
function cardsOf(i, layer) {
  const [x, y] = [CARD * (i % COLUMNS) + 22, LINE * Math.floor(i / COLUMNS) + 2];
  const cards = ["Y", "Y\u2032"].map((text, row) => {
    const top = y + ROW * row;
    if (i % COLUMNS === 0) layer.append(svg("text", { class: "demo-name", x: 10, y: top + 17, "text-anchor": "middle", text }));
    const shape = svg("path", { transform: `translate(${x + 7},${top + ROW / 2})scale(3.6)` });
    const place = { x: x + CARD - 2.5, y: top + 16.5, "text-anchor": "end" };
    const number = svg("text", { class: "demo-axis demo-deal-number", ...place });
    const box = { x: x + 2, y: top + 2, width: CARD - 4, height: ROW - 4, rx: 3 };
    layer.append(svg("rect", { class: "demo-cell", ...box }), shape, number);
    return { shape, number };
  });
  const frame = svg("rect", { class: "demo-deal-lit", x: x + 1, y: y + 1, width: CARD - 2, height: 2 * ROW - 2, rx: 4 });
  layer.append(frame);
  return { cards, frame };
}

function showCluster({ shape, number }, label) {
  const isDealt = label !== null;
  setAttributes(shape, isDealt ? markerOf(label) : { class: null, d: null });
  setAttributes(number, { text: isDealt ? String(label + 1) : "" });
}

const WIDTH = 340;
const N_BINS = 60; // from -1/2 to 1
const toX = scale([-0.5, 1], [1, WIDTH - 1]);

// Puts words beside a place on the scale, on the side with more room.
function putBeside(node, x, gap, text) {
  const onLeft = x > WIDTH / 2;
  setAttributes(node, { x: onLeft ? x - gap : x + gap, "text-anchor": onLeft ? "end" : "start", text });
}

function barsPath(scores, count, bottom, height) {
  const counts = new Array(N_BINS).fill(0);
  // The tiny addend keeps a value on an edge in one bar, whatever the last bit of its logarithms.
  for (let i = 0; i < count; i++) counts[clamp(Math.floor((scores[i] + 0.5) * 40 + 1e-9), 0, N_BINS - 1)] += 1;
  const [width, most] = [(WIDTH - 2) / N_BINS, Math.max(1, ...counts)];
  const bar = (n, i) => (n ? `M${1 + i * width},${bottom}v${(-height * n) / most}h${width}v${(height * n) / most}z` : "");
  return counts.map(bar).join("");
}

function histogramPanel(top) {
  const bottom = top + 66;
  const title = axisText(1, top - 5, "start", "");
  const bars = svg("path", { class: "demo-quiet-ink demo-deal-bars" });
  const line = svg("path", { class: "demo-chance" });
  const lineText = axisText(0, top + 15, "start", "");
  const exactMark = svg("g", { class: "demo-deal-exact" }, line, lineText);
  const dot = svg("circle", { class: "demo-dot", cy: top - 9, r: 5 });
  const dotText = axisText(0, top - 5, "start", "");
  const soFar = svg("g", {}, dot, dotText);
  const box = paper(1, top, WIDTH - 2, bottom - top);
  const promise = axisText(WIDTH / 2, top + 38, "middle", "");
  const node = svg("g", {}, box, title, bars, exactMark, soFar, promise);

  // Draws a measure of so many deals, and their mean.
  function update({ title: name, exact, scores }, count, mean) {
    title.textContent = name;
    promise.textContent = count ? "" : `here each deal adds its ${name.replace(/^Rand\u2019s /, "")}`;
    setAttributes(bars, { d: barsPath(scores, count, bottom, bottom - top - 20) });
    setAttributes(exactMark, { display: exact === null ? "none" : null });
    if (exact !== null) {
      // Before the first deal the line ends above the words below it.
      setAttributes(line, { d: `M${toX(exact)},${top}V${count ? bottom : top + 22}` });
      putBeside(lineText, toX(exact), 5, `exact mean ${formatScore(exact)}`);
    }
    setAttributes(soFar, { display: count ? null : "none" });
    if (!count) return;
    setAttributes(dot, { cx: toX(mean) });
    putBeside(dotText, toX(mean), 10, "mean of the deals");
  }

  return { node, update };
}

export function histograms(count) {
  const panels = range(count).map((i) => histogramPanel(24 + 98 * i));
  const below = 98 * count + 10;
  const value = (i) => axisText(toX(i / 5), below, "middle", i ? (i / 5).toFixed(1).replace("-", "\u2212") : "0");
  const node = drawing(
    "deal-histograms",
    [WIDTH, below + 22],
    { role: "img" },
    ...panels.map((panel) => panel.node),
    ...range(7, -2).map(value),
    axisText(WIDTH - 1, below, "end", "1"),
    axisText(WIDTH / 2, below + 16, "middle", "1 is perfect agreement (higher is better)"),
  );
  return { node, panels };
}
