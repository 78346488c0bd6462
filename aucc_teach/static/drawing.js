// Parts of drawings: markers, paths, a square with axes, a threshold.

import { setAttributes, svg } from "./dom.js";

// The markers of the six clusters, in a box from -1 to 1; their colours are in the style sheet. The Python side draws
// the still pictures with the same six.
export const MARKERS = [
  "M-.9,0A.9,.9 0 1 1 .9,0A.9,.9 0 1 1 -.9,0Z",
  "M-.8,-.8H.8V.8H-.8Z",
  "M0,-1L1,.8H-1Z",
  "M0,-1.1L.9,0L0,1.1L-.9,0Z",
  "M0,1L1,-.8H-1Z",
  "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
];

export const clusterClass = (cluster) => `demo-cluster-${cluster % MARKERS.length}`;

// Put as many nodes into a place as there are things to draw; those that can stay do, and the focus with them.
export function fit(place, n, makeNode) {
  while (place.children.length > n) place.lastChild.remove();
  while (place.children.length < n) place.append(makeNode(place.children.length));
}

// SVG paths, as text: a polyline through points, and segments that are not joined.
export const linePath = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x},${y}`).join("");

export const segmentsPath = (segments) => segments.map(linePath).join("");

export const discOf = (radius) =>
  Array.from({ length: 16 }, (_, k) => [radius * Math.cos((k * Math.PI) / 8), radius * Math.sin((k * Math.PI) / 8)]);

// Where a finger takes hold of something at [0, 0]: a shape, by its corners or the radius of a disc, without what is
// nearer to one of the `others`.
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

// Words or a number beside a picture.
export const axisText = (x, y, anchor, text) => svg("text", { class: "demo-axis", x, y, "text-anchor": anchor, text });

// A drawing of some size; its name is a part of its class.
export const drawing = (name, [width, height], attributes, ...parts) =>
  svg("svg", { class: `demo-plot demo-${name}`, viewBox: `0 0 ${width} ${height}`, ...attributes }, ...parts);

// The sheet behind a drawing, or behind a part of it.
export const paper = (x, y, width, height, attributes = {}) =>
  svg("rect", { class: "demo-paper", x, y, width, height, ...attributes });

// A square from 0 to 1 both ways, with its frame and axis names, around the parts of a curve. `place([x, y])` is where a
// point of the curve is in the drawing.
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

// A line of scores with an upright threshold across it, its value in a knob above, and between the two ends of the line
// what is called positive: the drawing `name` with its `label`, and `parts` on its `base` line. `at(x, value)` moves the
// threshold, `pole`.
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

// A frame for points.
export const pointFrame = (name, attributes, ...parts) =>
  drawing(name, [FRAME, FRAME], attributes, paper(1, 1, FRAME - 2, FRAME - 2, { rx: 4 }), ...parts);

// Points as markers in a frame, to be seen alone: `update(marks)` takes the attributes of each.
export function markedPoints(name) {
  const node = pointFrame(name, { role: "img" });
  function update(marks) {
    fit(node, marks.length + 1, () => svg("path"));
    marks.forEach((mark, i) => setAttributes(node.children[i + 1], mark));
  }
  return { node, update };
}
