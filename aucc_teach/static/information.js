// Entropy, and the expected mutual information.

import { sumOf } from "./values.js";

export const entropy = (sizes, n) => sumOf(sizes.map((size) => (size ? size * Math.log(n / size) : 0))) / n;

// The mean of the mutual information when labels are permuted. The number of objects that two clusters share is then
// hypergeometric. Each probability is computed from its neighbour's, starting at the mode, so no digits are lost.
export function expectedInformation(rows, columns, n) {
  let total = 0;
  for (const r of rows) {
    for (const s of columns) {
      const mode = Math.floor(((r + 1) * (s + 1)) / (n + 2));
      const term = (m) => (m ? m * Math.log((n * m) / (r * s)) : 0);
      let [weights, terms] = [1, term(mode)];
      for (let m = mode, p = 1; m < Math.min(r, s); m++) {
        p *= ((r - m) * (s - m)) / ((m + 1) * (n - r - s + m + 1));
        weights += p;
        terms += p * term(m + 1);
      }
      for (let m = mode, p = 1; m > Math.max(0, r + s - n); m--) {
        p *= (m * (n - r - s + m)) / ((r - m + 1) * (s - m + 1));
        weights += p;
        terms += p * term(m - 1);
      }
      total += terms / weights;
    }
  }
  return total / n;
}
