// The checks in the page of the claims of the_other_proof.py.

claims["mean-half"] = (_, points, labels) => {
  const scores = dealtScores(points, labels);
  const mean = meanOf(scores);
  return outcome(equal(mean, HALF), { deals: scores.length, mean });
};
