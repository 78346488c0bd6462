// Draws the ROC curve.

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
  const line = (kind) => svg("path", { class: `demo-line demo-${kind}` });
  const lines = { up: line("within"), right: line("between"), slanted: line("tied") };
  const [area, chance] = ["area", "chance"].map((kind) => svg("path", { class: `demo-${kind}` }));
  const dot = svg("circle", { class: "demo-dot", r: 6, visibility: "hidden" });
  const halo = line("halo-of-steps");
  const square = unitSquare("roc", names, area, chance, halo, lines.slanted, lines.right, lines.up, dot);
  chance.setAttribute("d", linePath([[0, 0], [1, 1]].map(square.place)));
  let place = square.place;
  let drawn = []; // the steps, from corner to corner

  function update(groups, nDrawn = groups.length) {
    const corners = rocCorners(groups);
    const [negatives, positives] = corners[corners.length - 1];
    place = ([x, y]) => square.place([x / (negatives || 1), y / (positives || 1)]);
    const placed = corners.slice(0, nDrawn + 1).map(place);
    const both = negatives > 0 && positives > 0;
    drawn = both ? groups.slice(0, nDrawn).map((_, i) => [placed[i], placed[i + 1]]) : [];
    area.setAttribute("d", both ? `${linePath(placed)}V${square.place([0, 0])[1]}Z` : "");
    for (const [kind, node] of Object.entries(lines)) {
      node.setAttribute("d", segmentsPath(drawn.filter((_, i) => kindOf(groups[i]) === kind)));
    }
  }

  const touch = (steps) => halo.setAttribute("d", segmentsPath(steps.flatMap((i) => (drawn[i] ? [drawn[i]] : []))));

  function stepAt(event) {
    const away = drawn.map((step) => distanceTo(step, svgPlace(square.node, event)));
    const least = Math.min(...away);
    return least < 16 ? away.indexOf(least) : null;
  }

  function mark(corner) {
    dot.setAttribute("visibility", corner ? "visible" : "hidden");
    if (!corner) return;
    const [cx, cy] = place(corner);
    setAttributes(dot, { cx, cy });
  }

  // Puts a part behind the curve; `onSquare([x, y])` maps a point of the unit square to the drawing.
  const putBehind = (part) => chance.after(part);

  return { node: square.node, update, mark, touch, stepAt, place: (corner) => place(corner), putBehind, onSquare: square.place };
}

const kindOf = (group) => (isMixed(group) ? "slanted" : group.positives ? "up" : "right");

function distanceTo([[x0, y0], [x1, y1]], [x, y]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = clamp(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1);
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}
