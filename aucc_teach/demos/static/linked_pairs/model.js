// Linked pairs: links the pairs of points that are no further apart than r, and counts hits and false alarms.

import { checkPoints, wrongWhole } from "../../../static/checks.js";
import { POINT_GRID, pointNumbers } from "../../../static/points.js";
import { listPairs } from "../../../static/ranking.js";
import { sumOf } from "../../../static/values.js";

const LARGEST = 2 * POINT_GRID ** 2; // of the squared r

export const isLinked = ({ value }, squaredR) => value <= squaredR;
export const kindOf = ({ positive }) => (positive ? "within" : "between");
export const pairKey = ({ first, second }) => `${first}-${second}`;
export const formatR = (squaredR) => Math.sqrt(squaredR).toFixed(1);

export function numbers({ points, labels, squared_r: squaredR }) {
  const pairs = listPairs(points, labels);
  const count = (list, positive) => list.filter((pair) => pair.positive === positive).length;
  const linked = pairs.filter((pair) => isLinked(pair, squaredR));
  return {
    ...pointNumbers({ points, labels }),
    squared_r: squaredR,
    squares: sumOf(pairs.map(({ value }) => value)),
    within: count(pairs, true),
    between: count(pairs, false),
    hits: count(linked, true),
    false_alarms: count(linked, false),
  };
}

export function words(state, { hits, within, false_alarms: alarms, between } = numbers(state)) {
  const r = formatR(state.squared_r);
  return `At r = ${r}, ${hits} of ${within} within pairs and ${alarms} of ${between} between pairs are linked.`;
}

export const check = (state) => checkPoints(state, 3, 7) || wrongWhole("squared_r", state.squared_r, 0, LARGEST);
