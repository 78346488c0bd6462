// The checks in the page of the claims of rand_c.py.

function detourBy(measure, [first, second, third]) {
  const way = (x, y) => minus(ONE, measure(x, y));
  const [direct, one, two] = [way(first, third), way(first, second), way(second, third)];
  const detour = plus(one, two);
  return outcome(compared(direct, detour) <= 0, { direct, one, two, detour });
}

claims["rand-finer"] = (names, other, before, after) => {
  const found = notACut(names, before, after);
  if (found) return found;
  const [cut, joined] = [together(after), together(other)];
  const parted = together(before).map((verdict, i) => verdict && !cut[i]);
  const [c, cNow] = [rand(other, before), rand(other, after)];
  const lost = parted.filter((verdict, i) => verdict && joined[i]).length;
  return outcome(compared(cNow, c) >= 0, { before: c, after: cNow, lost, parted: countOf(parted, true) });
};

claims["rand-half"] = (names, first, second) => {
  const { tp, tn } = pairCounts(first, second);
  const [c, joined] = [rand(first, second), together(second)];
  const facts = { c, tn, pair: firstPair(names, together(first).map((verdict, i) => verdict && joined[i])) };
  return compared(c, HALF) <= 0 ? ["low", facts] : outcome(tp > 0, facts);
};

claims["rand-zero"] = (_, first, second) => {
  const c = rand(first, second);
  return signOf(c) ? ["not-zero", { c }] : outcome([nDifferent(first), nDifferent(second)].includes(1));
};

claims["rand-detour"] = (_, ...three) => detourBy(rand, three);

claims["ari-detour"] = (_, ...three) => detourBy(adjustedRand, three);
