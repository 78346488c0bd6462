// The checks in the page of the claims of every_partition.py.

claims["ari-order"] = (_, reference, ...two) => {
  const [c, ari] = [rand, adjustedRand].map((measure) => two.map((labels) => measure(reference, labels)));
  const facts = { c1: c[0], c2: c[1], ari1: ari[0], ari2: ari[1] };
  return equal(...c) ? ["equal", facts] : outcome(sameOrder(c, ari, 1) > 0, facts);
};
