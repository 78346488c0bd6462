// The check in the page of the claim of criteria_cards.py.

// Null where all distances are equal.
function cIndex(points, labels) {
  const items = markedPairs(points, labels);
  const within = valuesOf(items, true);
  const ordered = items.map(([value]) => value).sort((a, b) => a - b);
  const [lowest, highest] = [sumOf(ordered.slice(0, within.length)), sumOf(ordered.slice(ordered.length - within.length))];
  return lowest < highest ? fraction(sumOf(within) - lowest, highest - lowest) : null;
}

claims["c-index-order"] = (_, points, ...two) => {
  const [scores, indices] = [auccOfPoints, cIndex].map((measure) => two.map((labels) => measure(points, labels)));
  if (indices.includes(null)) return ["flat", {}];
  const facts = { aucc1: scores[0], aucc2: scores[1], index1: indices[0], index2: indices[1] };
  return equal(...scores) ? ["equal", facts] : outcome(sameOrder(scores, indices, -1) > 0, facts);
};
