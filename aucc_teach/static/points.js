// Labelled points on an integer grid.

import { auccOf, concordance, gammaOf, rankedPairs } from "./ranking.js";
import { pointName, range } from "./values.js";

// The largest coordinate of a point; the smallest is 0.
export const POINT_GRID = 1000;

export const N_CLUSTERS = 6; // as many as there are markers

export const NO_AUCC = "AUCC needs pairs within clusters and pairs between them.";

export const placedWords = (i, [x, y]) => `Point ${pointName(i)} is at ${x}, ${y}.`;
export const relabelledWords = (i, label) => `Point ${pointName(i)} is now in cluster ${label}.`;
export const pairName = ({ first, second }, dash = "") => `${pointName(first)}${dash}${pointName(second)}`;

// The next cluster for the i-th point: it goes round the clusters of the other points and one free cluster, as long as
// there are markers.
export function nextLabel(labels, i) {
  const others = new Set(labels.filter((_, k) => k !== i));
  const free = range(N_CLUSTERS).find((label) => !others.has(label));
  const choices = range(N_CLUSTERS).filter((label) => others.has(label) || label === free);
  return choices.find((choice) => choice > labels[i]) ?? choices[0];
}

// The numbers of labelled points; `groups`, the ties of their pairs, can be given.
export function pointNumbers({ points, labels }, groups = rankedPairs(points, labels).groups) {
  const counts = concordance(groups);
  const { sPlus: right, sMinus: wrong, sZero: tied } = counts;
  return {
    n_points: points.length,
    n_clusters: new Set(labels).size,
    right,
    wrong,
    tied,
    comparisons: right + wrong + tied,
    aucc: auccOf(counts),
    gamma: gammaOf(counts),
  };
}
