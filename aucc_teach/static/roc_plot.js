// The ROC curve, drawn.

import { setAttributes, svg } from "./dom.js";
import { linePath, segmentsPath, unitSquare } from "./drawing.js";
import { svgPlace } from "./moving.js";
import { isMixed, rocCorners } from "./ranking.js";
import { clamp } from "./values.js";

// An empty square for a ROC curve with its frame, diagonal and axis names. `update(groups)` draws the curve: up for
// positives, right for negatives, slanted grey for ties; only the first `nDrawn` groups, if it is not drawn to its end.
// `mark([x, y])` sets a dot on it, in counts; null removes it. `touch(steps)` lights the steps of some groups, and
// `stepAt(event)` is the group whose step a pointer is near to, null if it is near to none;
// `place([x, y])` is where counts are in the drawing.
export function rocPlot(names) {
  const area = svg("path", { class: "demo-area" });
  const up = svg("path", { class: "demo-line demo-within" });
  const right = svg("path", { class: "demo-line demo-between" });
  const slanted = svg("path", { class: "demo-line demo-tied" });
  const dot = svg("circle", { class: "demo-dot", r: 6, visibility: "hidden" });
  const chance = svg("path", { class: "demo-chance" });
  const halo = svg("path", { class: "demo-line demo-halo-of-steps" });
  const square = unitSquare("roc", names, area, chance, halo, slanted, right, up, dot);
  chance.setAttribute("d", linePath([[0, 0], [1, 1]].map(square.place)));
  const bottom = square.place([0, 0])[1];
  let place = square.place;
  let drawn = []; // the steps, from corner to corner

  function update(groups, nDrawn = groups.length) {
    const corners = rocCorners(groups);
    const [negatives, positives] = corners[corners.length - 1];
    place = ([x, y]) => square.place([x / (negatives || 1), y / (positives || 1)]);
    const steps = { up: [], right: [], slanted: [] };
    const placed = corners.slice(0, nDrawn + 1).map(place);
    const both = negatives > 0 && positives > 0;
    drawn = both ? groups.slice(0, nDrawn).map((_, i) => [placed[i], placed[i + 1]]) : [];
    drawn.forEach((step, i) => {
      const kind = isMixed(groups[i]) ? "slanted" : groups[i].positives ? "up" : "right";
      steps[kind].push(step);
    });
    area.setAttribute("d", both ? `${linePath(placed)}V${bottom}Z` : "");
    up.setAttribute("d", segmentsPath(steps.up));
    right.setAttribute("d", segmentsPath(steps.right));
    slanted.setAttribute("d", segmentsPath(steps.slanted));
  }

  const touch = (steps) => halo.setAttribute("d", segmentsPath(steps.flatMap((i) => (drawn[i] ? [drawn[i]] : []))));

  function stepAt(event) {
    const [x, y] = svgPlace(square.node, event);
    const away = drawn.map(([[x0, y0], [x1, y1]]) => {
      const [dx, dy] = [x1 - x0, y1 - y0];
      const along = clamp(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1);
      return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
    });
    const least = Math.min(...away);
    return least < 16 ? away.indexOf(least) : null;
  }

  function mark(corner) {
    dot.setAttribute("visibility", corner ? "visible" : "hidden");
    if (!corner) return;
    const [cx, cy] = place(corner);
    setAttributes(dot, { cx, cy });
  }

  // Something behind the curve; `onSquare([x, y])` is where a point of the square is, from 0 to 1.
  const putBehind = (part) => chance.after(part);

  return { node: square.node, update, mark, touch, stepAt, place: (corner) => place(corner), putBehind, onSquare: square.place };
}
