// The plane: points, a line for each pair, and the circle around the chosen point.

import { setAttributes, svg } from "../../../static/dom.js";
import { linePath } from "../../../static/drawing.js";
import { scatterPlot } from "../../../static/point_field.js";
import { isLinked, kindOf, pairKey } from "./model.js";

export function linkedPlane() {
  const scatter = scatterPlot(36);
  const circle = svg("circle", { class: "demo-reach" });
  const layer = svg("g");
  // An inner drawing cuts off the part of the circle that is outside of the frame.
  const frame = svg("svg", { x: 1, y: 1, width: 438, height: 438, viewBox: "1 1 438 438" }, circle);
  scatter.node.lastChild.before(frame, layer);
  return { ...scatter, circle, layer, lines: new Map() }; // the lines by pair
}

function lineOf({ lines, layer }, key) {
  if (!lines.has(key)) {
    lines.set(key, svg("g", { "data-key": key }, svg("path", {}), svg("path", { class: "demo-link-grip" })));
    layer.append(lines.get(key));
  }
  return lines.get(key);
}

export function joinPairs(plane, pairs, points, squaredR) {
  const { lines, place } = plane;
  const keys = new Set(pairs.map(pairKey));
  for (const [key, node] of lines) if (!keys.has(key)) lines.delete(key) && node.remove();
  for (const pair of pairs) {
    const node = lineOf(plane, pairKey(pair));
    const d = linePath([points[pair.first], points[pair.second]].map(place));
    for (const line of node.children) setAttributes(line, { d });
    setAttributes(node.firstChild, { class: `demo-link demo-${kindOf(pair)}` });
    node.setAttribute("class", `demo-pair-line${isLinked(pair, squaredR) ? " demo-linked" : ""}`);
  }
}

export function drawCircle({ circle, place }, point, squaredR) {
  const [[cx, cy], [edge]] = [place(point), place([point[0] + Math.sqrt(squaredR), 0])];
  setAttributes(circle, { cx, cy, r: edge - cx });
}
