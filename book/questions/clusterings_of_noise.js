// The checks in the page of the claims of clusterings_of_noise.py.

claims["even-points"] = (_, labels) => {
  const score = auccOfPoints(range(labels.length), labels);
  return outcome(compared(score, fraction(9, 10)) < 0, { aucc: score });
};

claims["kmeans-half"] = (_, points, labels) => {
  const centreOf = (label) => {
    const own = points.filter((_point, i) => labels[i] === label);
    return fraction(sumOf(own), own.length);
  };
  const squareTo = (x, centre) => times(minus(fraction(x), centre), minus(fraction(x), centre));
  for (const [i, x] of points.entries()) {
    const own = centreOf(labels[i]);
    const cluster = labels.find((label) => compared(squareTo(x, centreOf(label)), squareTo(x, own)) < 0);
    if (cluster) return ["goes-on", { cluster, point: x, own, other: centreOf(cluster) }];
  }
  const score = auccOfPoints(points, labels);
  return outcome(compared(score, HALF) > 0, { aucc: score });
};
