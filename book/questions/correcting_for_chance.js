// The checks in the page of the claims of correcting_for_chance.py.

claims["ari-negative"] = (_, first, second) => {
  const ari = adjustedRand(first, second);
  return outcome(signOf(ari) >= 0 && compared(ari, ONE) <= 0, aboutAri(first, second));
};

claims["ari-zero"] = (_, first, second) => {
  const facts = aboutAri(first, second);
  return signOf(adjustedRand(first, second)) ? ["not-zero", facts] : outcome(!pairCounts(first, second).tp, facts);
};

claims["ari-single"] = (_, first, second) => {
  const facts = aboutAri(first, second);
  if (![nDifferent(first), nDifferent(second)].includes(1)) return ["several", facts];
  return outcome(!signOf(adjustedRand(first, second)), facts);
};

claims["ari-symmetric"] = (_, first, second) => {
  const [one, two] = [adjustedRand(first, second), adjustedRand(second, first)];
  return outcome(equal(one, two), { one, two });
};

claims["ari-order"] = (_, reference, ...two) => {
  const [c, ari] = [rand, adjustedRand].map((measure) => two.map((labels) => measure(reference, labels)));
  const facts = { c1: c[0], c2: c[1], ari1: ari[0], ari2: ari[1] };
  return equal(...c) ? ["equal", facts] : outcome(sameOrder(c, ari, 1) > 0, facts);
};
