// The checks in the page of the claims of from_objects_to_pairs.py.

// The first point that has a point of its own cluster no closer than some other.
function farFriend(points, labels) {
  for (const [i, x] of points.entries()) {
    const farFrom = (isOwn) => points.filter((_, k) => k !== i && (labels[k] === labels[i]) === isOwn).map((y) => Math.abs(x - y));
    const [own, other] = [Math.max(...farFrom(true)), Math.min(...farFrom(false))];
    if (own >= other) return { point: x, own, other };
  }
  return null;
}

claims["aucc-unique"] = (_, points, ...two) => {
  if (same(...two.map(together))) return ["same", {}];
  const [one, other] = two.map((labels) => auccOfPoints(points, labels));
  return outcome(!equal(one, ONE) || !equal(other, ONE), { one, two: other });
};

claims["one-closer"] = (_, points, labels) => {
  const score = auccOfPoints(points, labels);
  if (!equal(score, ONE)) return ["low", { aucc: score }];
  const friend = farFriend(points, labels);
  return outcome(!friend, friend ?? {});
};

claims["closer-one"] = (_, points, labels) => {
  const friend = farFriend(points, labels);
  if (friend) return ["far", friend];
  const items = markedPairs(points, labels);
  const score = aucc(items);
  const [within, between] = [Math.max(...valuesOf(items, true)), Math.min(...valuesOf(items, false))];
  return outcome(equal(score, ONE), { aucc: score, within, between });
};

claims["moved-apart"] = (_, points, labels, moved) => {
  const movers = unique(labels.filter((_label, i) => moved[i] !== points[i]));
  if (!movers.length) return ["unmoved", {}];
  const [mover] = movers;
  const shifts = new Set(points.map((x, i) => moved[i] - x).filter((_shift, i) => movers.includes(labels[i])));
  if (movers.length > 1 || shifts.size > 1) return ["not-whole", {}];
  const placesOf = (label) => range(points.length).filter((i) => labels[i] === label);
  const isFarther = (other) =>
    placesOf(mover).every((i) => placesOf(other).every((k) => Math.abs(moved[i] - points[k]) > Math.abs(points[i] - points[k])));
  if (!labels.some((label) => label !== mover && isFarther(label))) return ["nearer", { cluster: mover }];
  const [before, after] = [auccOfPoints(points, labels), auccOfPoints(moved, labels)];
  return outcome(compared(after, before) >= 0, { before, after });
};
