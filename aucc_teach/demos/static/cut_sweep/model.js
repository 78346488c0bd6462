// Cut sweep: all cuts of a tree, with their pair errors, AUCC and ARI.

import { checkPoints, got, wrongChoice, wrongWhole } from "../../../static/checks.js";
import { auccOf, concordance, listPairs, tieGroups } from "../../../static/ranking.js";
import { formatScore, sumOf } from "../../../static/values.js";

const METHODS = ["single", "complete", "average", "ward"];
const TIED = 1e-9; // heights that differ by less, relative to the largest, are tied

// All cuts of a tree: row k - 1 holds the cluster of each point when there are k. Merges are made in their order, so every
// k has its cut even if heights are tied.
function cutsOf(merges) {
  const n = merges.length + 1;
  const members = Array.from({ length: n }, (_, i) => [i]);
  let labels = members.map((_, i) => i);
  const cuts = [labels];
  merges.forEach(([first, second], i) => {
    members.push([...members[first], ...members[second]]);
    labels = [...labels];
    for (const point of members[n + i]) labels[point] = n + i;
    cuts.unshift(labels);
  });
  return cuts;
}

// Pair errors, AUCC and ARI of a cut. `pairs` are in order of distance, and `same` of them are positive: of one class. Each
// result is one division of whole numbers. The AUCC is NaN if all pairs are of one kind.
function stepOf(cut, pairs, same) {
  const items = pairs.map(({ first, second, value }) => ({ value, positive: cut[first] === cut[second] }));
  let [tp, fp] = [0, 0];
  pairs.forEach(({ positive }, i) => {
    if (items[i].positive && positive) tp += 1;
    else if (items[i].positive) fp += 1;
  });
  const different = pairs.length - same;
  const [fn, tn] = [same - tp, different - fp];
  return {
    fn,
    fp,
    e1: fn / same,
    e2: fp / different,
    total: (fn * different + fp * same) / (same * different),
    aucc: auccOf(concordance(tieGroups(items))),
    ari: (2 * (tp * tn - fn * fp)) / (same * (fn + tn) + (tp + fp) * different),
  };
}

// The numbers of each cut, and the area below the curve of the pair errors, by trapezoids of whole numbers.
export function sweepOf({ points, labels, merges }) {
  const pairs = listPairs(points, labels).sort((a, b) => a.value - b.value);
  const same = pairs.filter(({ positive }) => positive).length;
  const steps = cutsOf(merges).map((cut) => stepOf(cut, pairs, same));
  const twice = sumOf(steps.slice(1).map(({ fn, fp }, i) => (fn - steps[i].fn) * (fp + steps[i].fp)));
  const totals = steps.map(({ total }) => total);
  const area = twice / (2 * same * (pairs.length - same));
  return { steps, area, k0: 1 + totals.indexOf(Math.min(...totals)) };
}

export function numbers({ points, labels, merges, n_clusters: k }) {
  const { k0, area, steps } = sweepOf({ points, labels, merges });
  const { e1, e2, total, aucc, ari } = steps[k - 1];
  return { n_points: points.length, k, k0, area, e1, e2, total, aucc, ari };
}

// Each merge must join two existing clusters that no other merge has joined, at some height.
function wrongMerges(merges, n) {
  const joined = new Set();
  const fits = (merge, i) => {
    if (!Array.isArray(merge) || merge.length !== 3) return false;
    const [first, second, height] = merge;
    const isFree = (one) => !wrongWhole("cluster", one, 0, n + i - 1) && joined.size < joined.add(one).size;
    return isFree(first) && isFree(second) && Number.isFinite(height) && height >= 0;
  };
  const isTree = Array.isArray(merges) && merges.length === n - 1 && merges.every(fits);
  return isTree ? "" : `merges must be two clusters and a height for each merge, one less than points. ${got(merges)}`;
}

export function check({ points, labels, merges, method, n_clusters: k }) {
  const wrong = checkPoints({ points, labels }, 3, 24) || wrongChoice("method", method, METHODS);
  if (wrong) return wrong;
  const [n, nClasses] = [points.length, new Set(labels).size];
  if (nClasses < 2 || nClasses > n - 1) return `labels must have from 2 to ${n - 1} classes. Got ${nClasses}.`;
  return wrongMerges(merges, n) || wrongWhole("n_clusters", k, 1, n);
}

// Says whether the cut runs between two merges of equal height.
function isBetweenTies(merges, k) {
  const heights = merges.map(([, , height]) => height);
  const lastMade = heights.length - k;
  const isBetween = 0 <= lastMade && lastMade < heights.length - 1;
  return isBetween && Math.abs(heights[lastMade + 1] - heights[lastMade]) <= TIED * Math.max(...heights);
}

export function words(state, sweep = sweepOf(state)) {
  const { merges, n_clusters: k } = state;
  const { fn, fp, aucc, ari } = sweep.steps[k - 1];
  const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const ties = " The cut lies between merges of equal height, so which of them came first is arbitrary.";
  return (
    `${count(k, "cluster")}: ${count(fn, "same-class pair")} apart, ${count(fp, "different-class pair")} together; ` +
    `AUCC ${formatScore(aucc)}, ARI ${formatScore(ari)}.${isBetweenTies(merges, k) ? ties : ""}`
  );
}
