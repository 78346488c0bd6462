// The check in the page of the claim of internal_external_relative.py.

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

claims["silhouette-mean"] = (_, points, labels) => {
  const widths = silhouettes(points, labels);
  const [mean, lowest] = [meanOf(widths), smallest(widths)];
  const facts = { mean, lowest, point: points[widths.findIndex((width) => equal(width, lowest))] };
  return compared(mean, HALF) < 0 ? ["low", facts] : outcome(signOf(lowest) >= 0, facts);
};
