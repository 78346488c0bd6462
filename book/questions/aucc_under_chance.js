// The checks in the page of the claims of aucc_under_chance.py.

claims["median-half"] = (_, points, labels) => {
  const scores = dealtScores(points, labels);
  const n = scores.length;
  const median = meanOf([scores[Math.floor((n - 1) / 2)], scores[Math.floor(n / 2)]]);
  const above = scores.filter((score) => compared(score, HALF) > 0).length;
  return outcome(equal(median, HALF), { deals: n, median, above });
};

claims["higher-rarer"] = (_, points, ...two) => {
  const scores = two.map((labels) => auccOfPoints(points, labels));
  const shares = two.map((labels, i) => {
    const dealt = dealtScores(points, labels);
    return fraction(dealt.filter((score) => compared(score, scores[i]) >= 0).length, dealt.length);
  });
  const facts = { aucc1: scores[0], aucc2: scores[1], share1: shares[0], share2: shares[1] };
  return equal(...scores) ? ["equal", facts] : outcome(sameOrder(scores, shares, -1) > 0, facts);
};
