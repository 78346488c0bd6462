// ROC builder: scored items, the confusion matrix that a threshold makes of them, and what AUC says of their order.

import { wrongLengths, wrongList, wrongWhole } from "../../../static/checks.js";
import { auccOf, concordance, gammaOf, rankItems, tieGroups } from "../../../static/ranking.js";
import { formatScore, range } from "../../../static/values.js";

export const TOP = 20; // scores are 0 to TOP; the threshold goes one further, where nothing is called positive
export const FEWEST_ITEMS = 2;
export const MOST_ITEMS = 20;

// The cell of the matrix where an item is counted.
export const cellOf = (label, score, threshold) => (label ? ["fn", "tp"] : ["tn", "fp"])[Number(score >= threshold)];

export const scoresDown = (scores) => [...new Set(scores)].sort((a, b) => b - a);

// Runs of equal scores from the highest on, as the curve passes them.
export const groupsOf = ({ y_true: yTrue, y_score: yScore }) =>
  tieGroups(rankItems(yScore.map((score, i) => ({ value: -score, positive: yTrue[i] === 1 }))));

// Each score is one division of whole numbers, so the last bit is the same as in Python.
export function numbers(state) {
  const { y_true: yTrue, y_score: yScore, threshold, swept } = state;
  const cells = { tp: 0, fn: 0, fp: 0, tn: 0 };
  yTrue.forEach((label, i) => (cells[cellOf(label, yScore[i], threshold)] += 1));
  const counts = concordance(groupsOf(state));
  const { sPlus: right, sMinus: wrong, sZero: tied } = counts;
  return {
    n_items: yTrue.length,
    threshold,
    swept,
    ...cells,
    right,
    wrong,
    tied,
    comparisons: right + wrong + tied,
    won: right + tied / 2,
    auc: auccOf(counts),
    gini: gammaOf(counts),
  };
}

export const check = ({ y_true: yTrue, y_score: yScore, threshold, swept }) =>
  wrongList("y_true", yTrue, FEWEST_ITEMS, MOST_ITEMS, 0, 1) ||
  wrongList("y_score", yScore, FEWEST_ITEMS, MOST_ITEMS, 0, TOP) ||
  wrongWhole("threshold", threshold, 0, TOP + 1) ||
  wrongWhole("swept", swept, 0, threshold) ||
  wrongLengths({ y_true: yTrue, y_score: yScore });

// Comparisons won, and half of those tied, as a fraction.
export function exactly({ right, tied, comparisons }) {
  if (!comparisons) return "–";
  const half = tied % 2 ? `${tied}/2` : tied / 2;
  return tied ? `(${right} + ${half})/${comparisons}` : `${right}/${comparisons}`;
}

// Without `isOpen`, the words must not give away what a step asks for.
export function words(state, found = numbers(state), isOpen = true) {
  const { swept } = state;
  const { right, tied, comparisons, auc } = found;
  if (swept > TOP) return "Nothing is called positive yet. The curve is drawn as the threshold goes down.";
  if (swept) return `The curve is drawn down to score ${swept}. AUC appears once it is drawn to its end.`;
  if (!comparisons) return "AUC needs positives and negatives.";
  if (!isOpen) return "The curve is drawn to its end.";
  const ties = tied ? `, ${tied} ${tied === 1 ? "is" : "are"} tied` : "";
  return `${right} of ${comparisons} comparisons are right${ties}: AUC ${exactly(found)} = ${formatScore(auc)}.`;
}

// ---- the next item

// The free score nearest to `from`, the lower of two; `from` itself if none is free.
export function freeScore(scores, from) {
  const free = range(TOP + 1).filter((score) => !scores.includes(score));
  const nearest = (best, score) => (Math.abs(score - from) < Math.abs(best - from) ? score : best);
  return free.reduce(nearest, free[0] ?? from);
}
