// Normal scores of positives, with mean `distance`, and of negatives, with mean 0; both have standard deviation 1.

import { wrongTenths, wrongWhole } from "../../../static/checks.js";
import { formatScore, formatTenths } from "../../../static/values.js";

export const FARTHEST = 4; // the means apart
const MOST_NEGATIVES = 100; // to each positive
export const LOWEST = -3; // of the threshold
export const HIGHEST = 7;

// The probability that a standard normal number is above x: near 0, one half minus a series whose terms have one sign;
// farther out, where this difference would lose digits, a continued fraction.
export function normalAbove(x) {
  if (x < 0) return 1 - normalAbove(-x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x >= 2) {
    let tail = x;
    for (let i = 100; i > 0; i--) tail = x + i / tail;
    return density / tail;
  }
  let [sum, term] = [x, x];
  for (let i = 3; sum + term !== sum; i += 2) sum += term *= (x * x) / i;
  return 0.5 - density * sum;
}

const ratesAt = (distance, threshold) => ({ tpr: normalAbove(threshold - distance), fpr: normalAbove(threshold) });

const precisionOf = ({ tpr, fpr }, negatives) => tpr / (tpr + negatives * fpr);

export function numbers({ distance, negatives, threshold }) {
  const rates = ratesAt(distance, threshold);
  const auc = normalAbove(-distance / Math.SQRT2);
  return { distance, negatives, threshold, auc, ...rates, precision: precisionOf(rates, negatives) };
}

// Both curves from left to right, with the line of chance under each. Beyond these scores a curve is in its corner.
export function curves({ distance, negatives }) {
  const rates = Array.from({ length: 141 }, (_, i) => ratesAt(distance, 9 - i / 10));
  const share = 1 / (1 + negatives);
  return {
    roc: [[0, 0], ...rates.map(({ tpr, fpr }) => [fpr, tpr]), [1, 1]],
    rocChance: [[0, 0], [1, 1]],
    pr: [...rates.map((one) => [one.tpr, precisionOf(one, negatives)]), [1, share]],
    prChance: [[0, share], [1, share]],
  };
}

export const check = ({ distance, negatives, threshold }) =>
  wrongTenths("distance", distance, 0, FARTHEST) ||
  wrongWhole("negatives", negatives, 1, MOST_NEGATIVES) ||
  wrongTenths("threshold", threshold, LOWEST, HIGHEST);

// ---- words

export const toEach = (negatives) => `${negatives} negative${negatives > 1 ? "s" : ""} to each positive`;

export function verdict(state, { tpr, fpr, precision } = numbers(state)) {
  return (
    `At threshold ${formatTenths(state.threshold)}, TPR is ${formatScore(tpr)} and FPR ${formatScore(fpr)}. ` +
    `With ${toEach(state.negatives)}, precision is ${formatScore(precision)}.`
  );
}

export const words = (state) =>
  `Normal distributions of scores, the mean of the positives ${formatTenths(state.distance)} above that of the ` +
  `negatives: AUC ${formatScore(numbers(state).auc)}. ${verdict(state)}`;
