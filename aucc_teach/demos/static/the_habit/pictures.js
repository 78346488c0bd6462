// Groups of points to take hold of, and two charts over k.

import { setAttributes, svg } from "../../../static/dom.js";
import {
  axisText, clusterClass, discOf, drawing, fit, FRAME, gripPath, linePath, markerOf, paper, pointFrame,
} from "../../../static/drawing.js";
import { svgPlace } from "../../../static/moving.js";
import { POINT_GRID } from "../../../static/points.js";
import { clamp, scale } from "../../../static/values.js";
import { KS, voteOf } from "./model.js";

// ---- the groups

const toX = scale([0, POINT_GRID], [20, FRAME - 20]);
const toY = scale([0, POINT_GRID], [FRAME - 20, 20]);
const placeOf = ([x, y]) => [toX(x), toY(y)];

// Corners of the smallest convex shape around some places, counted round.
function hullOf(places) {
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turns = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0;
  const half = (inOrder) => {
    const corners = [];
    for (const place of inOrder) {
      while (corners.length > 1 && !turns(corners.at(-2), corners.at(-1), place)) corners.pop();
      corners.push(place);
    }
    return corners.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const groupNode = () =>
  svg(
    "g",
    { class: "demo-point demo-habit-group", role: "button", "aria-roledescription": "group of points" },
    svg("path", { class: "demo-grip" }),
    svg("path", { class: "demo-habit-hull" }),
    svg("g"),
  );

const MARGIN = 13; // around a group, where it can be gripped as well

// Where groups overlap, a finger grips the group whose middle is nearest.
function gripOf(places, middle, others) {
  const wide = hullOf(places.flatMap(([x, y]) => discOf(MARGIN).map(([dx, dy]) => [x + dx, y + dy])));
  const from = ([x, y]) => [x - middle[0], y - middle[1]];
  return { d: gripPath(others.map(from), wide.map(from)), transform: `translate(${middle})` };
}

function drawGroup(node, group, points, groups) {
  const { label, members, mean } = group;
  const places = members.map((i) => placeOf(points[i]));
  const [grip, hull, markers] = node.children;
  const others = groups.filter((other) => other !== group).map((other) => placeOf(other.mean));
  setAttributes(grip, gripOf(places, placeOf(mean), others));
  setAttributes(hull, { d: `${linePath(hullOf(places))}Z` });
  fit(markers, places.length, () => svg("path"));
  places.forEach(([x, y], i) => {
    const transform = `translate(${x},${y})scale(6)`;
    setAttributes(markers.children[i], markerOf(label, { transform }));
  });
  const [x, y] = mean.map(Math.round);
  setAttributes(node, { class: `demo-point demo-habit-group ${clusterClass(label)}`, "aria-label": `${members.length} points around ${x}, ${y}` });
}

// Noise that falls beyond the frame is not drawn.
function drawNoise(layer, noise) {
  const inside = noise.filter((point) => point.every((value) => 0 <= value && value <= POINT_GRID)).map(placeOf);
  fit(layer, inside.length, () => svg("circle", { class: "demo-habit-noise", r: 3.5 }));
  inside.forEach(([cx, cy], i) => setAttributes(layer.children[i], { cx, cy }));
}

export function groupsPicture() {
  const [noiseLayer, layer] = [svg("g"), svg("g")];
  const attributes = { role: "application", "aria-label": "Groups of points" };
  const node = pointFrame("habit-plane", attributes, noiseLayer, layer);
  const choose = (chosen) => [...layer.children].forEach((group, i) => setAttributes(group, { tabindex: i === chosen ? 0 : -1 }));
  function locate(event) {
    const [x, y] = svgPlace(node, event);
    return [toX.invert(x), toY.invert(y)];
  }
  function update(points, groups, chosen, noise) {
    groups.forEach((group, i) => drawGroup(layer.children[i], group, points, groups));
    drawNoise(noiseLayer, noise);
    choose(chosen);
  }
  return {
    ...{ node, locate, update, choose },
    resize: (n, listenTo) => fit(layer, n, (i) => listenTo(groupNode(), i)),
    focus: (i) => layer.children[i].focus({ preventScroll: true }),
  };
}

// ---- the curves

const [WIDTH, HEIGHT] = [340, 306];
const [LEFT, RIGHT] = [42, 272];
const [ABOVE, BELOW] = [[24, 126], [166, 264]]; // top and bottom of the two charts
const toK = scale([KS[0], KS[KS.length - 1]], [LEFT + 10, RIGHT - 10]);

const frame = ([top, bottom]) => paper(LEFT, top, RIGHT - LEFT, bottom - top);
const placesOf = (values, y) => values.map((value, i) => [toK(KS[i]), y(value)]);
const curve = (kind, places) => svg("path", { class: kind, d: linePath(places) });
const dots = (places) => places.map(([cx, cy]) => svg("circle", { class: "demo-ink", cx, cy, r: 2.4 }));

function ringAt(values, y) {
  const best = KS.indexOf(voteOf(values));
  return svg("circle", { class: "demo-series demo-habit-ring", cx: toK(KS[best]), cy: y(values[best]), r: 7 });
}

// Names beside the last points of two lines, apart from each other.
function endNames(names, heights) {
  const [first, second] = heights;
  const push = Math.max(0, 15 - Math.abs(first - second)) / 2;
  const sign = first <= second ? 1 : -1;
  return names.map((name, i) => axisText(RIGHT + 5, heights[i] + 4 + (i ? push : -push) * sign, "start", name));
}

const ends = ([top, bottom], [low, high], digits) => [
  axisText(LEFT - 5, bottom, "end", low.toFixed(digits).replace("-", "−")),
  axisText(LEFT - 5, top + 10, "end", high.toFixed(digits).replace("-", "−")),
];

function upperChart({ scores, sets }, title) {
  const all = [scores, ...sets].flat();
  // A perfect AUCC is 1; the others begin at 0.
  const [low, high] = title === "AUCC" ? [Math.floor(10 * Math.min(...all)) / 10, 1] : [0, Math.max(...all)];
  const y = scale([low, high], [ABOVE[1] - 6, ABOVE[0] + 6]);
  const mine = placesOf(scores, y);
  const mean = sets.length ? placesOf(scores.map((_, i) => sets.reduce((sum, row) => sum + row[i], 0) / sets.length), y) : [];
  const names = sets.length ? endNames(["points", "noise"], [mine.at(-1)[1], mean.at(-1)[1]]) : endNames(["points"], [mine.at(-1)[1], 999]);
  const noise = sets.length ? [...sets.map((row) => curve("demo-habit-set", placesOf(row, y))), curve("demo-chance", mean)] : [];
  return [...noise, curve("demo-series", mine), ...dots(mine), ringAt(scores, y), ...names, ...ends(ABOVE, [low, high], high > 20 ? 0 : 1)];
}

function lowerChart(excess) {
  if (!excess.length) return [axisText((LEFT + RIGHT) / 2, (BELOW[0] + BELOW[1]) / 2 + 4, "middle", "noise is not shown yet")];
  const all = excess.flat();
  const y = scale([Math.min(...all), Math.max(...all)], [BELOW[1] - 10, BELOW[0] + 10]);
  const [mine, ...sets] = excess.map((row) => placesOf(row, y));
  return [
    svg("path", { class: "demo-chance", d: `M${LEFT},${y(0)}H${RIGHT}` }),
    ...sets.map((places) => curve("demo-habit-set", places)),
    curve("demo-series", mine),
    ...dots(mine),
    ringAt(excess[0], y),
    axisText(RIGHT + 5, clamp(mine.at(-1)[1] + 4, BELOW[0] + 10, BELOW[1]), "start", "points"),
    axisText(LEFT - 5, y(0) + 4, "end", "0"),
  ];
}

export function curvesPicture() {
  const [upper, lower] = [svg("g"), svg("g")];
  const title = axisText(LEFT, 16, "start", "");
  const ticks = KS.map((k) => axisText(toK(k), HEIGHT - 26, "middle", String(k)));
  const node = drawing(
    "habit-curves",
    [WIDTH, HEIGHT],
    { role: "img" },
    ...[frame(ABOVE), upper, frame(BELOW), lower, title, axisText(LEFT, 158, "start", "difference from noise"), ...ticks],
    axisText((LEFT + RIGHT) / 2, HEIGHT - 6, "middle", "number of clusters k"),
  );
  function update(judged, name) {
    upper.replaceChildren(...upperChart(judged, name));
    lower.replaceChildren(...lowerChart(judged.excess));
    setAttributes(title, { text: `${name} (higher is better)` });
    const beside = judged.sets.length ? `, most often for ${judged.habit} on noise, and the difference is largest at ${judged.peak}` : "";
    setAttributes(node, { "aria-label": `${name} for 2 to 10 clusters: it votes for ${judged.vote} on the points${beside}` });
  }
  return { node, update };
}
