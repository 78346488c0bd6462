// AUCC of many labellings of the same points, and its exact variance. What depends on the points alone is computed once.

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

// AUCC of labels 0, 1, ... with these sizes. Only the last operation divides, so the last bit is the same as in Python.
export function scoreOf({ n, rankSquare }, labels, sizes) {
  const within = sumOf(sizes.map(nPairs));
  const scale = 2 * within * (nPairs(n) - within);
  // Pairs between clusters are not visited, so that a thousand deals can be scored in one frame.
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

// The p-value by rank, where the labels themselves count as one of the labellings.
export const pvalueOf = (aucc, others) => (1 + others.filter((other) => other >= aucc).length) / (1 + others.length);

// Exact variance of AUCC over all labelings with these sizes, as the double nearest to the fraction: the permutation
// moments of Mantel for the sum of the doubled mid-ranks of the within pairs.
export function nullVariance({ n, rankSquare }, sizes) {
  let [s, q, r] = [0n, 0n, 0n];
  for (let i = 0; i < n; i++) {
    const row = rankSquare.slice(i * n, i * n + n);
    const sum = BigInt(sumOf(row));
    s += sum;
    r += sum * sum;
    q += BigInt(sumOf(row.map((rank) => rank * rank)));
  }
  // The same sums for the matrix that says which pairs lie within: its entries are 0 and 1.
  const inside = sizes.map(BigInt);
  const sC = inside.reduce((sum, size) => sum + size * (size - 1n), 0n);
  const rC = inside.reduce((sum, size) => sum + size * (size - 1n) ** 2n, 0n);
  // Products of two entries split by how many points they involve: 2, 3 or 4. All over two^2 * four.
  const m = BigInt(n);
  const [two, four] = [m * (m - 1n), (m - 2n) * (m - 3n)];
  const second =
    2n * q * sC * four +
    4n * (r - q) * (rC - sC) * (m - 3n) +
    (s * s + 2n * q - 4n * r) * (sC * sC + 2n * sC - 4n * rC);
  // The sums went over ordered pairs, so that 4 comes in; and AUCC divides the sum of doubled ranks by 2 P N.
  const within = sC / 2n;
  const scale = 2n * within * (two / 2n - within);
  return nearestDouble(two * second - (s * sC) ** 2n * four, 4n * two * two * four * scale * scale);
}

// The double nearest to a positive fraction. It takes enough binary digits and sets the last one if more would follow.
export function nearestDouble(numerator, denominator) {
  const shift = BigInt(Math.max(0, 64 + denominator.toString(2).length - numerator.toString(2).length));
  const shifted = numerator << shift;
  const digits = (shifted / denominator) | (shifted % denominator ? 1n : 0n);
  return Number(digits) / 2 ** Number(shift);
}
