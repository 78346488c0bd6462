// AUCC of many labellings of the same points: what the points bring to all of them is made once.

import { listPairs, midRanks } from "../../static/ranking.js";
import { nPairs, sumOf } from "../../static/values.js";

// Twice the mid-rank of each pair's distance, in a square.
export function ranksOf(points) {
  const n = points.length;
  const pairs = listPairs(points, points);
  const ranks = midRanks(pairs.map((pair) => pair.value));
  const rankSquare = new Float64Array(n * n);
  pairs.forEach(({ first, second }, p) => {
    rankSquare[first * n + second] = rankSquare[second * n + first] = 2 * ranks[p];
  });
  return { n, rankSquare };
}

// AUCC of labels 0, 1, ... with these sizes. Whole numbers up to the one division: the same last bit as in Python.
export function scoreOf({ n, rankSquare }, labels, sizes) {
  const within = sumOf(sizes.map(nPairs));
  const scale = 2 * within * (nPairs(n) - within);
  // Cluster by cluster, without a look at the pairs between: a thousand deals are to be scored in a frame.
  const members = sizes.map(() => []);
  for (let i = 0; i < n; i++) members[labels[i]].push(i);
  let doubledRanks = 0;
  for (const cluster of members) {
    for (let a = 1; a < cluster.length; a++) {
      const row = cluster[a] * n;
      for (let b = 0; b < a; b++) doubledRanks += rankSquare[row + cluster[b]];
    }
  }
  return (scale - doubledRanks + within * (within + 1)) / scale;
}

// p by rank: the labels themselves are one of the labellings.
export const pvalueOf = (aucc, others) => (1 + others.filter((other) => other >= aucc).length) / (1 + others.length);
