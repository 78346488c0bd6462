// The checks in the page of the claims of aucc_is_gamma.py.

claims["gamma-diagonal"] = (_, items) => {
  const counts = comparisons(items);
  const gamma = fraction(counts.right - counts.wrong, counts.right + counts.wrong + counts.tied);
  const score = aucc(items);
  return outcome(equal(score, times(HALF, plus(ONE, gamma))), { ...counts, gamma, aucc: score });
};
