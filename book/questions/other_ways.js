// The checks in the page of the claims of other_ways.py.

function purity(classes, clusters) {
  const best = unique(clusters).map((cluster) => {
    const found = classes.filter((_, i) => clusters[i] === cluster);
    return Math.max(...found.map((one) => countOf(found, one)));
  });
  return fraction(sumOf(best), classes.length);
}

claims["purity-finer"] = (names, classes, before, after) => {
  const found = notACut(names, before, after);
  if (found) return found;
  const [p, cut] = [purity(classes, before), purity(classes, after)];
  return outcome(compared(cut, p) >= 0, { before: p, after: cut });
};

claims["purity-one"] = (_, classes, clusters) => {
  const p = purity(classes, clusters);
  const facts = { purity: p, n: nDifferent(classes), k: nDifferent(clusters) };
  return equal(p, ONE) ? outcome(same(together(classes), together(clusters)), facts) : ["impure", facts];
};

claims["nmi-zero"] = (names, first, second) => {
  const ari = adjustedRand(first, second);
  if (signOf(ari)) return ["not-zero", { ari }];
  for (const [i, row] of first.entries()) {
    const cell = [...names].filter((_, k) => first[k] === row && second[k] === second[i]).join("");
    const mean = fraction(countOf(first, row) * countOf(second, second[i]), first.length);
    if (!equal(mean, fraction(cell.length))) return outcome(false, { cell, size: cell.length, mean });
  }
  return outcome(true);
};
