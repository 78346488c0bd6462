// Parts of drawings: markers, paths, a square with axes, a threshold.

import { setAttributes, svg } from "./dom.js";

// The markers of the six clusters, in a box from -1 to 1; the style sheet has their colours.
export const MARKERS = [
  "M-.9,0A.9,.9 0 1 1 .9,0A.9,.9 0 1 1 -.9,0Z",
  "M-.8,-.8H.8V.8H-.8Z",
  "M0,-1L1,.8H-1Z",
  "M0,-1.1L.9,0L0,1.1L-.9,0Z",
  "M0,1L1,-.8H-1Z",
  "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
];

export const clusterClass = (cluster) => `demo-cluster-${cluster % MARKERS.length}`;

// The attributes of a marker; clusters beyond the sixth start again with the first.
export const markerOf = (cluster, place = {}) => ({
  class: `demo-marker ${clusterClass(cluster)}`,
  d: MARKERS[cluster % MARKERS.length],
  ...place,
});

// Adjusts the number of nodes in a place. Existing nodes stay as far as possible, so they keep the focus.
export function fit(place, n, makeNode) {
  while (place.children.length > n) place.lastChild.remove();
  while (place.children.length < n) place.append(makeNode(place.children.length));
}

// The text of an SVG path: a polyline through points, or separate segments.
export const linePath = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x},${y}`).join("");

export const segmentsPath = (segments) => segments.map(linePath).join("");

export const discOf = (radius) =>
  Array.from({ length: 16 }, (_, k) => [radius * Math.cos((k * Math.PI) / 8), radius * Math.sin((k * Math.PI) / 8)]);

// The area in which a finger grips something at [0, 0]: a shape, given by its corners or the radius of a disc, without
// the parts that are nearer to one of the `others`.
export function gripPath(others, shape) {
  let corners = Array.isArray(shape) ? shape : discOf(shape);
  for (const [dx, dy] of others) {
    const middle = (dx * dx + dy * dy) / 2;
    if (middle === 0) continue; // in the same place: both have it all, and the one above gets the finger
    const beyond = ([x, y]) => x * dx + y * dy - middle;
    corners = corners.flatMap((corner, k) => {
      const next = corners[(k + 1) % corners.length];
      const [here, there] = [beyond(corner), beyond(next)];
      const crossing = corner.map((value, axis) => value + ((next[axis] - value) * here) / (here - there));
      return [...(here <= 0 ? [corner] : []), ...(here * there < 0 ? [crossing] : [])];
    });
  }
  return `${linePath(corners.map((corner) => corner.map((value) => value.toFixed(1))))}Z`;
}

// Text on an axis or beside a picture.
export const axisText = (x, y, anchor, text) => svg("text", { class: "demo-axis", x, y, "text-anchor": anchor, text });

// A drawing with the class `demo-<name>`.
export const drawing = (name, [width, height], attributes, ...parts) =>
  svg("svg", { class: `demo-plot demo-${name}`, viewBox: `0 0 ${width} ${height}`, ...attributes }, ...parts);

// The sheet behind a drawing, or behind a part of it.
export const paper = (x, y, width, height, attributes = {}) =>
  svg("rect", { class: "demo-paper", x, y, width, height, ...attributes });

// The unit square with its frame and axis names, and the parts of a curve inside. `place([x, y])` maps a point of the
// curve to the drawing.
export function unitSquare(name, { xName, yName }, ...parts) {
  const [left, top, size] = [30, 8, 254];
  const node = drawing(
    name,
    [292, 292],
    { role: "img" },
    paper(left, top, size, size),
    ...parts,
    axisText(left + size / 2, 284, "middle", xName),
    svg("text", {
      class: "demo-axis",
      transform: `translate(18,${top + size / 2})rotate(-90)`,
      "text-anchor": "middle",
      text: yName,
    }),
  );
  const place = ([x, y]) => [left + size * x, top + size - size * y];
  return { node, place };
}

export const SCORE_LINE = [440, 236]; // width and height of a line of scores

// The drawing `name`, with a `label`, of a line of scores with `parts` on its `base` line. The threshold, `pole`, stands
// across it, with its value in a knob on top; what is called positive lies on its right. `at(x, value)` moves it.
export function scoreLine({ name, label, base, knob, low, high }, ...parts) {
  const [width, height] = SCORE_LINE;
  const [top, tall] = [28, height - 54];
  const called = svg("rect", { class: "demo-called-side", y: top, height: tall });
  const sides = ["end", "start"].map((anchor, i) => axisText(0, 20, anchor, `called ${i ? "positive" : "negative"}`));
  const value = svg("text", { class: "demo-knob-text", y: 21, "text-anchor": "middle" });
  const range = { "aria-label": "Threshold", "aria-valuemin": low, "aria-valuemax": high };
  const pole = svg(
    "g",
    { class: "demo-threshold", role: "slider", tabindex: 0, ...range },
    svg("rect", { class: "demo-grip", x: -knob / 2, y: 0, width: knob, height: top + tall }),
    svg("path", { class: "demo-pole", d: `M0,${top}V${top + tall}` }),
    svg("rect", { class: "demo-knob", x: -knob / 2, y: 3, width: knob, height: 25, rx: 6 }),
    value,
  );
  const node = drawing(
    name,
    SCORE_LINE,
    { role: "application", "aria-label": label },
    paper(1, top, width - 2, tall, { rx: 4 }),
    ...[called, svg("path", { class: "demo-base", d: base }), ...parts, ...sides, pole],
  );
  function at(x, text) {
    setAttributes(pole, { transform: `translate(${x},0)` });
    setAttributes(value, { text });
    setAttributes(called, { x, width: width - 1 - x });
    setAttributes(sides[0], { x: x - knob / 2 - 6, display: x > 125 ? null : "none" });
    setAttributes(sides[1], { x: x + knob / 2 + 6, display: x < width - 125 ? null : "none" });
  }
  return { node, pole, at };
}

export const FRAME = 440; // the side of a frame of points

// A square drawing for points, with its sheet.
export const pointFrame = (name, attributes, ...parts) =>
  drawing(name, [FRAME, FRAME], attributes, paper(1, 1, FRAME - 2, FRAME - 2, { rx: 4 }), ...parts);

// Points that are only looked at, as markers: `update(marks)` takes the attributes of each.
export function markedPoints(name) {
  const node = pointFrame(name, { role: "img" });
  function update(marks) {
    fit(node, marks.length + 1, () => svg("path"));
    marks.forEach((mark, i) => setAttributes(node.children[i + 1], mark));
  }
  return { node, update };
}
