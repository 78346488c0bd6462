// The checks in the page of the claims of internal_external_relative.py.

// Null where all distances are equal.
function cIndex(points, labels) {
  const items = markedPairs(points, labels);
  const within = valuesOf(items, true);
  const ordered = items.map(([value]) => value).sort((a, b) => a - b);
  const [lowest, highest] = [sumOf(ordered.slice(0, within.length)), sumOf(ordered.slice(ordered.length - within.length))];
  return lowest < highest ? fraction(sumOf(within) - lowest, highest - lowest) : null;
}

function silhouettes(points, labels) {
  return points.map((x, i) => {
    const meanTo = (cluster) => {
      const others = points.filter((_, k) => labels[k] === cluster && k !== i).map((y) => Math.abs(x - y));
      return others.length ? fraction(sumOf(others), others.length) : null;
    };
    const a = meanTo(labels[i]);
    const b = smallest(unique(labels).filter((label) => label !== labels[i]).map(meanTo));
    if (!a || !signOf(largest([a, b]))) return fraction(0);
    return over(minus(b, a), largest([a, b]));
  });
}

claims["c-index-order"] = (_, points, ...two) => {
  const [scores, indices] = [auccOfPoints, cIndex].map((measure) => two.map((labels) => measure(points, labels)));
  if (indices.includes(null)) return ["flat", {}];
  const facts = { aucc1: scores[0], aucc2: scores[1], index1: indices[0], index2: indices[1] };
  return equal(...scores) ? ["equal", facts] : outcome(sameOrder(scores, indices, -1) > 0, facts);
};

claims["silhouette-mean"] = (_, points, labels) => {
  const widths = silhouettes(points, labels);
  const [mean, lowest] = [meanOf(widths), smallest(widths)];
  const facts = { mean, lowest, point: points[widths.findIndex((width) => equal(width, lowest))] };
  return compared(mean, HALF) < 0 ? ["low", facts] : outcome(signOf(lowest) >= 0, facts);
};
