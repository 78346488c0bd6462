// The checks in the page of the claims of ties.py.

claims.rounding = (_, items) => {
  const [before, after] = [aucc(items), aucc(items.map(([value, mark]) => [Math.floor(value / 10), mark]))];
  return outcome(compared(after, before) >= 0, { before, after });
};

claims["bounds-middle"] = (_, items) => {
  const { right: ok, wrong: off, tied } = comparisons(items);
  const [low, high] = [ok, ok + tied].map((count) => fraction(count, ok + off + tied));
  const diagonal = aucc(items);
  return outcome(equal(plus(low, high), plus(diagonal, diagonal)), { low, diagonal, high });
};
