// The checks in the page of the claims of how_far_from_one_half.py.

claims["higher-rarer"] = (_, points, ...two) => {
  const scores = two.map((labels) => auccOfPoints(points, labels));
  const shares = two.map((labels, i) => {
    const dealt = dealtScores(points, labels);
    return fraction(dealt.filter((score) => compared(score, scores[i]) >= 0).length, dealt.length);
  });
  const facts = { aucc1: scores[0], aucc2: scores[1], share1: shares[0], share2: shares[1] };
  return equal(...scores) ? ["equal", facts] : outcome(sameOrder(scores, shares, -1) > 0, facts);
};
