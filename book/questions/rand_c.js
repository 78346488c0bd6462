// The checks in the page of the claims of rand_c.py.

claims["rand-half"] = (names, first, second) => {
  const { tp, tn } = pairCounts(first, second);
  const [c, joined] = [rand(first, second), together(second)];
  const facts = { c, tn, pair: firstPair(names, together(first).map((verdict, i) => verdict && joined[i])) };
  return compared(c, HALF) <= 0 ? ["low", facts] : outcome(tp > 0, facts);
};
