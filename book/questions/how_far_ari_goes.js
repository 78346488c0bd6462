// The checks in the page of the claims of how_far_ari_goes.py.

claims["ari-minus-one"] = (_, first, second) => {
  const facts = { ...aboutAri(first, second), tn: pairCounts(first, second).tn };
  return outcome(!equal(adjustedRand(first, second), fraction(-1)), facts);
};
