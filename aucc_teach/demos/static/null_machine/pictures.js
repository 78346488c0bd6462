// Draws the points with the last labels, histograms of AUCC, a strip of p-values, and means against k.

import { setAttributes, svg } from "../../../static/dom.js";
import { axisText, clusterClass, drawing, FRAME, linePath, markedPoints, MARKERS, paper, segmentsPath } from "../../../static/drawing.js";
import { POINT_GRID } from "../../../static/points.js";
import { clamp, formatCount, range, scale } from "../../../static/values.js";
import { deviationOf, FEWEST_CLUSTERS } from "./model.js";

const WIDTH = 340; // of the charts

// Clusters beyond the sixth have the same markers, hollow.
export function dealtPicture() {
  const { node, update: mark } = markedPoints("dealt");
  const to = scale([0, POINT_GRID], [24, FRAME - 24]);
  function update(points, labels) {
    const kindOf = (label) => `${clusterClass(label)}${label >= MARKERS.length ? " demo-hollow" : ""}`;
    mark(
      points.map(([x, y], i) => ({
        class: `demo-marker ${labels ? kindOf(labels[i]) : "demo-unlabelled"}`,
        d: MARKERS[labels ? labels[i] % MARKERS.length : 0],
        transform: `translate(${to(x)},${to(POINT_GRID - y)})scale(${labels ? 9 : 4})`,
      })),
    );
  }
  return { node, update };
}

const chart = (name, height, ...parts) => drawing(name, [WIDTH, height], { role: "img" }, ...parts);
const sheet = (left, top, bottom) => paper(left, top, WIDTH - 1 - left, bottom - top);

// At most `most` + 1 round values between two ends, as [value, text].
function ticks([low, high], most) {
  const power = 10 ** Math.floor(Math.log10((high - low) / most));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((width) => (high - low) / width <= most);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  for (let i = Math.ceil(low / step); i <= Math.floor(high / step); i++) {
    const text = (i * step).toFixed(digits).replace("-", "\u2212");
    found.push([i * step, digits ? text : formatCount(Math.round(i * step))]);
  }
  return found;
}

// ---- histograms

const [TOP, BOTTOM] = [30, 156];

// The ends of the scale: five exact deviations from one half, or farther if the judged partition is.
function endsAround(unit, seen) {
  const ends = [0.5 - 5 * unit, 0.5 + 5 * unit, ...(Number.isNaN(seen) ? [] : [seen - unit / 2, seen + unit / 2])];
  return [Math.max(0, Math.min(...ends)), Math.min(1, Math.max(...ends))];
}

// Bars a quarter of an exact deviation wide, and the curve that has the exact mean and deviation, as paths.
function barsAndCurve(auccs, unit, ends, toX, place) {
  const [first, last] = [Math.floor((ends[0] - 0.5) / (unit / 4)), Math.ceil((ends[1] - 0.5) / (unit / 4)) - 1];
  const counts = new Array(last - first + 1).fill(0);
  for (const aucc of auccs) counts[clamp(Math.floor((aucc - 0.5) / (unit / 4)), first, last) - first] += 1;
  const expected = (Math.max(1, auccs.length) / 4) * Math.sqrt(0.5 / Math.PI); // by the curve, in its highest bar
  const height = scale([0, Math.max(expected, ...counts)], [BOTTOM, TOP + 12]);
  const edge = (i) => place(0.5 + (i * unit) / 4);
  const bar = (count, i) =>
    count ? `M${edge(first + i)},${BOTTOM}V${height(count)}H${edge(first + i + 1)}V${BOTTOM}z` : "";
  const inside = range(101, -50).filter((i) => ends[0] <= 0.5 + (i / 10) * unit && 0.5 + (i / 10) * unit <= ends[1]);
  const onCurve = (i) => [toX(0.5 + (i / 10) * unit), height(expected * Math.exp((-i * i) / 200))];
  return { bars: counts.map(bar).join(""), curve: linePath(inside.map(onCurve)) };
}

// A histogram, and above it the mean so far or, as a line, the judged partition.
export function histogramPicture(name) {
  const bars = svg("path", { class: "demo-grey-ink demo-null-bars" });
  const curve = svg("path", { class: "demo-pole demo-null-curve" });
  const middle = svg("path", { class: "demo-chance" });
  const whisker = svg("path", { class: "demo-pole demo-null-line" });
  const dot = svg("circle", { class: "demo-dot", cy: 16, r: 5 });
  const line = svg("path", { class: "demo-pole demo-null-seen" });
  const above = axisText(1, 20, "start", "");
  const scaleTexts = svg("g");
  const title = axisText(WIDTH / 2, 190, "middle", "AUCC of random labellings (higher is better)");
  const parts = [sheet(1, TOP, BOTTOM), bars, middle, curve, line, whisker, dot, above, scaleTexts, title];
  const node = chart(`null-histogram demo-${name}`, 194, ...parts);

  // `found` is the tally of the AUCC so far, and `seen` the AUCC that is judged, NaN for none.
  function update(deviation, auccs, found, seen) {
    const unit = deviation || 0.04;
    const ends = endsAround(unit, seen);
    const toX = scale(ends, [1, WIDTH - 1]);
    const place = (value) => clamp(toX(value), 1, WIDTH - 1);
    const paths = barsAndCurve(auccs, unit, ends, toX, place);
    setAttributes(bars, { d: paths.bars });
    setAttributes(curve, { d: deviation ? paths.curve : "" });
    setAttributes(middle, { d: `M${toX(0.5)},${TOP}V${BOTTOM}` });
    const spread = deviationOf(found) || 0;
    setAttributes(whisker, { d: spread ? `M${place(found.mean - spread)},16H${place(found.mean + spread)}` : "" });
    setAttributes(dot, { visibility: found.count ? "visible" : "hidden", cx: found.count ? place(found.mean) : 0 });
    const isSeen = !Number.isNaN(seen);
    setAttributes(line, { d: isSeen ? `M${toX(seen)},${TOP - 6}V${BOTTOM}` : "" });
    setAttributes(above, {
      x: isSeen ? clamp(toX(seen), 48, WIDTH - 48) : 1,
      "text-anchor": isSeen ? "middle" : "start",
      text: isSeen ? "this partition" : found.count ? "so far" : "",
    });
    const seenTicks = ticks(ends, 6).filter(([value]) => Math.abs(toX(value) - WIDTH / 2) < WIDTH / 2 - 15);
    scaleTexts.replaceChildren(...seenTicks.map(([value, text]) => axisText(toX(value), 172, "middle", text)));
  }

  return { node, update };
}

// A strip from 0 to 1 with a mark for each p-value of random labels; the last one is the longest.
export function stripPicture() {
  const [top, bottom] = [16, 40];
  const toX = scale([0, 1], [8, WIDTH - 8]);
  const marks = svg("path", { class: "demo-pole demo-null-line" });
  const last = svg("path", { class: "demo-pole demo-null-seen" });
  const title = axisText(1, 11, "start", "");
  const limit = svg("path", { class: "demo-chance", d: `M${toX(0.05)},${top}V${bottom}` });
  const ends = [["0", "middle"], ["0.05", "start"], ["0.5", "middle"], ["1", "end"]];
  const texts = ends.map(([p, anchor]) => axisText(toX(Number(p)), 54, anchor, p));
  const node = chart("null-strip", 58, sheet(1, top, bottom), limit, marks, last, title, ...texts);

  function update(values) {
    const line = (p, air) => `M${toX(p)},${top + air}V${bottom - air}`;
    setAttributes(marks, { d: values.slice(0, -1).map((p) => line(p, 5)).join("") });
    setAttributes(last, { d: values.slice(-1).map((p) => line(p, 1)).join("") });
    title.textContent = stripWords(values);
    const list = values.length ? `: ${values.map((p) => p.toFixed(3)).join(", ")}` : "";
    setAttributes(node, { "aria-label": `${title.textContent}${list}` });
  }

  return { node, update };
}

function stripWords(values) {
  if (!values.length) return "p-values of random labels: none yet";
  const small = values.filter((p) => p <= 0.05).length;
  return `${values.length} p-value${values.length > 1 ? "s" : ""} of random labels, ${small} of them 0.05 or less`;
}

// ---- means against k

// The range of all that is drawn, with some air; null if there is nothing.
function rangeOf(tallies) {
  if (!tallies.length) return null;
  const ends = tallies.flatMap((found) => [-1, 1].map((sign) => found.mean + sign * (deviationOf(found) || 0)));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const air = high > low ? 0.08 * (high - low) : 0.1 * Math.abs(low) || 0.1;
  return [low - air, high + air];
}

// Means with one deviation to either side. `exact` holds the exact deviations of the AUCC, by k; others have none.
export function driftPicture() {
  const [left, right, top, bottom] = [48, WIDTH - 1, 22, 190];
  const band = svg("path", { class: "demo-null-band" });
  const middle = svg("path", { class: "demo-chance" });
  const line = svg("path", { class: "demo-pole demo-null-thin" });
  const whiskers = svg("path", { class: "demo-pole demo-null-line" });
  const title = axisText(1, 13, "start", "");
  const empty = axisText((left + right) / 2, 110, "middle", "nothing drawn yet");
  const [dots, scaleTexts] = [svg("g"), svg("g")];
  const below = axisText((left + right) / 2, 222, "middle", "number of clusters k");
  const parts = [sheet(left, top, bottom), band, middle, line, whiskers, dots, empty, title, scaleTexts, below];
  const node = chart("null-drift", 226, ...parts);

  // `found` holds the tallies by k, without empty ones.
  function update({ name, ends: given, exact, found, most }) {
    const toX = scale([FEWEST_CLUSTERS, most], [left + 15, right - 15]);
    const ends = given ?? rangeOf(found.map(([, tallied]) => tallied));
    const toY = scale(ends ?? [0, 1], [bottom, top]);
    const y = (value) => clamp(toY(value), top, bottom);
    setAttributes(title, { text: name });
    const edge = (sign) => exact?.map((deviation, i) => [toX(FEWEST_CLUSTERS + i), y(0.5 + sign * deviation)]);
    setAttributes(band, { d: exact ? `${linePath([...edge(1), ...edge(-1).reverse()])}Z` : "" });
    setAttributes(middle, { d: exact ? `M${left},${toY(0.5)}H${right}` : "" });
    const places = found.map(([visited, { mean }]) => [toX(visited), y(mean)]);
    setAttributes(line, { d: linePath(places) });
    const reach = found.map(([visited, tallied]) => {
      const spread = deviationOf(tallied) || 0;
      return [-1, 1].map((sign) => [toX(visited), y(tallied.mean + sign * spread)]);
    });
    setAttributes(whiskers, { d: segmentsPath(reach) });
    dots.replaceChildren(...places.map(([cx, cy]) => svg("circle", { class: "demo-dot", cx, cy, r: 5 })));
    setAttributes(empty, { visibility: found.length || exact ? "hidden" : "visible" });
    scaleTexts.replaceChildren(
      ...range(most - 1, FEWEST_CLUSTERS).map((value) => axisText(toX(value), 205, "middle", String(value))),
      ...(ends ? ticks(ends, 4) : []).map(([value, text]) => axisText(left - 6, toY(value) + 4, "end", text)),
    );
  }

  return { node, update };
}
