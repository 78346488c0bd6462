// The checks in the page of the claims of correcting_for_chance.py.

claims["ari-negative"] = (_, first, second) => {
  const ari = adjustedRand(first, second);
  return outcome(signOf(ari) >= 0 && compared(ari, ONE) <= 0, aboutAri(first, second));
};
