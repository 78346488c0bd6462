// The checks in the page of the claims of proofs_about_noise.py.

claims["aucc-finer"] = (names, points, before, after) => {
  const [found, facts] = notACut(names, before, after) ?? [];
  if (found === "not-finer") {
    const [first, second] = [...facts.pair].map((name) => points[names.indexOf(name)]);
    return [found, { first, second }];
  }
  if (found) return [found, facts];
  const [one, two] = [auccOfPoints(points, before), auccOfPoints(points, after)];
  return outcome(compared(two, one) >= 0, { before: one, after: two });
};
