// The checks in the page of the claims of aucc_under_chance.py.

claims["mean-half"] = (_, points, labels) => {
  const scores = dealtScores(points, labels);
  const mean = meanOf(scores);
  return outcome(equal(mean, HALF), { deals: scores.length, mean });
};

claims["median-half"] = (_, points, labels) => {
  const scores = dealtScores(points, labels);
  const n = scores.length;
  const median = meanOf([scores[Math.floor((n - 1) / 2)], scores[Math.floor(n / 2)]]);
  const above = scores.filter((score) => compared(score, HALF) > 0).length;
  return outcome(equal(median, HALF), { deals: n, median, above });
};
