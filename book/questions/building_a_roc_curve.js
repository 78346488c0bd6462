// The checks in the page of the claims of building_a_roc_curve.py.

// Corners of the ROC curve with slopes at ties.
function cornersOf(items) {
  const thresholds = unique(items.map(([value]) => value)).sort((a, b) => b - a);
  const share = (wanted, threshold) => {
    const values = valuesOf(items, wanted);
    return fraction(values.filter((value) => value >= threshold).length, values.length);
  };
  return [[fraction(0), fraction(0)], ...thresholds.map((threshold) => [share(false, threshold), share(true, threshold)])];
}

const area = (items) => aucc(items.map(([value, mark]) => [-value, mark]));

function bestAccuracy(items) {
  const [negatives, positives] = [false, true].map((wanted) => fraction(valuesOf(items, wanted).length));
  const calls = cornersOf(items).map(([x, y]) => plus(times(minus(ONE, x), negatives), times(y, positives)));
  return over(largest(calls), fraction(items.length));
}

claims["auc-diagonal"] = (_, items) => {
  const auc = area(items);
  if (!equal(auc, HALF)) return ["other", { auc }];
  const [fpr, tpr] = cornersOf(items).find(([x, y]) => !equal(x, y)) ?? [];
  return fpr ? outcome(false, { fpr, tpr }) : outcome(true);
};

claims["auc-accuracy"] = (_, ...lists) => {
  const [one, two] = lists.map((items) => [valuesOf(items, true).length, valuesOf(items, false).length]);
  if (!same(one, two)) return ["unlike", {}];
  const [auc, best] = [lists.map(area), lists.map(bestAccuracy)];
  const facts = { auc1: auc[0], auc2: auc[1], best1: best[0], best2: best[1] };
  return equal(...auc) ? ["equal", facts] : outcome(sameOrder(auc, best, 1) >= 0, facts);
};

claims["negatives-twice"] = (_, items) => {
  const [before, after] = [area(items), area([...items, ...items.filter(([, mark]) => !mark)])];
  return outcome(equal(before, after), { before, after });
};
