// The checks in the page of the claims of overlapping.py.

// Precision of Extended BCubed; the recall exchanges the two.
function bcubed(found, wanted) {
  const objects = unique(found.flat());
  const timesIn = (clusters, o, p) => clusters.filter((cluster) => cluster.includes(o) && cluster.includes(p)).length;
  const shares = objects.map((o) => {
    const company = objects.filter((p) => timesIn(found, o, p));
    return meanOf(company.map((p) => fraction(Math.min(timesIn(found, o, p), timesIn(wanted, o, p)), timesIn(found, o, p))));
  });
  return meanOf(shares);
}

function balancedF(classes, clusters) {
  const [precision, recall] = [bcubed(clusters, classes), bcubed(classes, clusters)];
  return over(times(fraction(2), times(precision, recall)), plus(precision, recall));
}

claims["overlap-one"] = (_, classes, clusters) => {
  const f = balancedF(classes, clusters);
  return equal(f, ONE) ? outcome(isAlike(classes.map(String), clusters.map(String))) : ["low", { f }];
};

claims["overlap-added"] = (_, classes, clusters, [added]) => {
  const isIn = (sets) => sets.some((set) => same(set, added));
  if (isIn(classes)) return ["class", {}];
  if (isIn(clusters)) return ["there", {}];
  const [before, after] = [balancedF(classes, clusters), balancedF(classes, [...clusters, added])];
  return outcome(compared(after, before) <= 0, { before, after });
};
