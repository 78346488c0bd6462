// Ranked items, their ties, and what comparing them gives: counts, AUCC, Gamma, the ROC curve.

// All pairs of points on the integer grid, as items to be ranked: `value` is the squared distance, a whole number, so two
// distances tie here exactly when they tie in Python; `positive` means within a cluster.
export function listPairs(points, labels) {
  const pairs = [];
  for (let j = 1; j < points.length; j++) {
    for (let i = 0; i < j; i++) {
      const dx = points[i][0] - points[j][0];
      const dy = points[i][1] - points[j][1];
      pairs.push({ first: i, second: j, value: dx * dx + dy * dy, positive: labels[i] === labels[j] });
    }
  }
  return pairs;
}

// The smallest value comes first. In a tie, positive items come first, which only matters for drawing.
export const rankItems = (items) => [...items].sort((a, b) => a.value - b.value || b.positive - a.positive);

// Runs of equal values in ranked items: { start, end, positives, negatives }, `end` not included.
export function tieGroups(ranked) {
  const groups = [];
  ranked.forEach((item, i) => {
    if (i === 0 || item.value !== ranked[i - 1].value) groups.push({ start: i, end: i, positives: 0, negatives: 0 });
    const group = groups[groups.length - 1];
    group.end = i + 1;
    group[item.positive ? "positives" : "negatives"] += 1;
  });
  return groups;
}

export function rankedPairs(points, labels) {
  const ranked = rankItems(listPairs(points, labels));
  return { ranked, groups: tieGroups(ranked) };
}

// A tie matters where it holds items of both kinds: only then is a comparison undecided.
export const isMixed = (group) => group.positives > 0 && group.negatives > 0;

// The mean rank (from 1) of each value among all of them, ties sharing theirs.
export function midRanks(values) {
  const order = values.map((value, index) => ({ value, index, positive: true })).sort((a, b) => a.value - b.value);
  const ranks = new Array(values.length);
  for (const { start, end } of tieGroups(order)) {
    for (let i = start; i < end; i++) ranks[order[i].index] = (start + 1 + end) / 2;
  }
  return ranks;
}

// Compare every positive with every negative item: who has the smaller value?
export function concordance(groups) {
  let [sPlus, sMinus, sZero] = [0, 0, 0];
  let negativesBefore = 0;
  const negatives = groups.reduce((sum, group) => sum + group.negatives, 0);
  for (const group of groups) {
    sMinus += group.positives * negativesBefore;
    sZero += group.positives * group.negatives;
    negativesBefore += group.negatives;
    sPlus += group.positives * (negatives - negativesBefore);
  }
  return { sPlus, sMinus, sZero };
}

// Both are NaN if there is nothing to compare. The operations are those of Python, so the last bit is the same.
export const auccOf = ({ sPlus, sMinus, sZero }) => (2 * sPlus + sZero) / (2 * (sPlus + sMinus + sZero));

export const gammaOf = ({ sPlus, sMinus, sZero }) => (sPlus - sMinus) / (sPlus + sMinus + sZero);

// Corners of the ROC curve as counts, from [0, 0]: [negatives passed, positives passed] after each tie group.
export function rocCorners(groups) {
  const corners = [[0, 0]];
  let [x, y] = [0, 0];
  for (const group of groups) corners.push([(x += group.negatives), (y += group.positives)]);
  return corners;
}
