// The checks in the page of the claims of gamma_elsewhere.py.

claims["gamma-dropped"] = (_, items) => {
  const counts = comparisons(items);
  if (!(counts.right + counts.wrong)) return ["all-tied", {}];
  const gamma = fraction(counts.right - counts.wrong, counts.right + counts.wrong);
  const [score, half] = [aucc(items), times(HALF, plus(ONE, gamma))];
  return outcome(equal(score, half), { ...counts, gamma, half, aucc: score });
};
