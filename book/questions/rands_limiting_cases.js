// The checks in the page of the claims of rands_limiting_cases.py.

function detourBy(measure, [first, second, third]) {
  const way = (x, y) => minus(ONE, measure(x, y));
  const [direct, one, two] = [way(first, third), way(first, second), way(second, third)];
  const detour = plus(one, two);
  return outcome(compared(direct, detour) <= 0, { direct, one, two, detour });
}

claims["rand-detour"] = (_, ...three) => detourBy(rand, three);
