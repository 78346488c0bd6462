// The checks in the page of the claims of how_far_ari_goes.py.

claims["ari-minus-one"] = (_, first, second) => {
  const facts = { ...aboutAri(first, second), tn: pairCounts(first, second).tn };
  return outcome(!equal(adjustedRand(first, second), fraction(-1)), facts);
};

claims["rand-zero"] = (_, first, second) => {
  const c = rand(first, second);
  return signOf(c) ? ["not-zero", { c }] : outcome([nDifferent(first), nDifferent(second)].includes(1));
};
