// Pair table: what each pair of points is in two partitions, and the indices that count the pairs.

import { wrongLabels, wrongLengths } from "../../../static/checks.js";
import { formatScore } from "../../../static/values.js";

export const FEWEST_POINTS = 2;
export const MOST_POINTS = 12;
export const KINDS = {
  tp: "together in both",
  fn: "together in Y only",
  fp: "together in Y′ only",
  tn: "apart in both",
};

export const kindOf = (inFirst, inSecond) => (inFirst ? (inSecond ? "tp" : "fn") : inSecond ? "fp" : "tn");

function counts(labelsTrue, labelsPred) {
  const found = { tp: 0, fn: 0, fp: 0, tn: 0 };
  for (let j = 1; j < labelsTrue.length; j++) {
    for (let i = 0; i < j; i++) found[kindOf(labelsTrue[i] === labelsTrue[j], labelsPred[i] === labelsPred[j])] += 1;
  }
  return found;
}

// Each index is one division of whole numbers, so the last bit is the same as in Python.
export function numbers({ labels_true: labelsTrue, labels_pred: labelsPred }) {
  const { tp, fn, fp, tn } = counts(labelsTrue, labelsPred);
  const [agreeing, total] = [tp + tn, tp + fn + fp + tn];
  const scale = (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn);
  return {
    n_points: labelsTrue.length,
    n_true: new Set(labelsTrue).size,
    n_pred: new Set(labelsPred).size,
    ...{ tp, fn, fp, tn, agreeing, total },
    rand: agreeing / total,
    // If the labels of one partition are permuted, being together in one does not depend on the other.
    expected: ((tp + fn) * (tp + fp) + (fp + tn) * (fn + tn)) / (total * total),
    // 0/0 counts as 1: both partitions put all points together, or both put all apart.
    ari: scale ? (2 * (tp * tn - fn * fp)) / scale : 1,
  };
}

// The indices are mentioned unless the state says that they are hidden.
export function words(state, found = numbers(state)) {
  const { fn, fp, tp, tn, agreeing, total, rand, expected, ari } = found;
  if (state.indices === false) return `The partitions agree on ${agreeing} of ${total} pairs.`;
  const isTrivial = fn + fp === 0 && (tp === 0 || tn === 0);
  return (
    `The partitions agree on ${agreeing} of ${total} pairs: c ${formatScore(rand)}, expected ` +
    `${formatScore(expected)}, ARI ${formatScore(ari)}${isTrivial ? ", which is 0/0 here and counts as 1" : ""}.`
  );
}

export const check = ({ labels_true: labelsTrue, labels_pred: labelsPred }) =>
  wrongLabels("labels_true", labelsTrue, FEWEST_POINTS, MOST_POINTS) ||
  wrongLabels("labels_pred", labelsPred, FEWEST_POINTS, MOST_POINTS) ||
  wrongLengths({ labels_true: labelsTrue, labels_pred: labelsPred });
