// The check in the page of the claim of what_aucc_likes.py.

claims.squared = (_, items) => {
  const [before, after] = [aucc(items), aucc(items.map(([value, mark]) => [value * value, mark]))];
  return outcome(equal(before, after), { before, after });
};
