"""Solves drawn questions by brute force from their printed text. It shares no code with the package or the kit."""

import re
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations

PROOF_END = "Here the proof ends. The lines below do not belong to it."


def solve(family, text, seen):
    """Solve the questions about an object: numbers, names, orders of places, sets of partitions, programs."""
    return globals()[f"_{family.replace('-', '_')}"](text, seen)


# ---- reading


def _partition(text):
    """Map each letter to its cluster."""
    return {letter: place for place, word in enumerate(text.split("|")) for letter in word.strip()}


def _named(text, name):
    return re.search(rf"{re.escape(name)}: `([^`]*)`", text)[1]


def _u_and_v(text):
    return _partition(_named(text, "*U*")), _partition(_named(text, "*V*"))


def _whole(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def _together(clusters):
    return {pair: clusters[pair[0]] == clusters[pair[1]] for pair in combinations(sorted(clusters), 2)}


def _four(text):
    u, v = map(_together, _u_and_v(text))
    kinds = [(u[pair], v[pair]) for pair in u]
    return [kinds.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False))]


def _proportion(low, high, tie=Fraction(1, 2)):
    """Compute the proportion of comparisons in which the first value is lower."""
    counts = [Fraction(1) if a < b else tie if a == b else Fraction(0) for a in low for b in high]
    return sum(counts) / len(counts)


# ---- agreement


def _counts(text, seen):
    return _four(text)


def _rand_c(text, seen):
    tp, fn, fp, tn = _four(text)
    return [Fraction(tp + tn, tp + fn + fp + tn)]


def _labels_of_sizes(sizes):
    return [place for place, size in enumerate(sizes) for _ in range(size)]


def _expected_c(text, seen):
    lines = dict(re.findall(r"\*([UV])\*: ([\d, ]+)", text))
    u, v = ([a == b for a, b in combinations(_labels_of_sizes(_whole(lines[side])), 2)] for side in "UV")
    # A random permutation puts each pair in the place of each other pair equally often.
    agreements = sum(one == other for one in u for other in v)
    return [Fraction(agreements, len(u) * len(v))]


def _ari(text, seen):
    u, v = (list(_together(side).values()) for side in _u_and_v(text))
    tp = sum(a and b for a, b in zip(u, v, strict=True))
    mean = Fraction(sum(a and b for a in u for b in v), len(u))
    most = Fraction(sum(u) + sum(v), 2)
    return [(tp - mean) / (most - mean)]


def _matching(text, seen):
    table = [_whole(row) for row in re.findall(r"`[A-D]: ([\d, ]+)`", text)]
    k = len(table)
    sums = [sum(table[i][order[i]] for i in range(k)) for order in permutations(range(k))]
    return [Fraction(max(sums), sum(map(sum, table)))]


def _moved(text, seen):
    n, a, b, c = _whole(text)
    assert n == a + b + c
    before = ["A"] * a + ["B"] * b + ["C"] * c
    n_moved = 1 if "One object moves" in text else 2
    after = ["B"] * n_moved + before[n_moved:]
    changed = sum((before[i] == before[j]) != (after[i] == after[j]) for i, j in combinations(range(n), 2))
    return [changed, 1 - Fraction(changed, n * (n - 1) // 2)]


# ---- ranks


def _roc_area(text, seen):
    positives, negatives = (_whole(_named(text, f"Scores of the {kind}")) for kind in ("positives", "negatives"))
    # The area is the sum of the trapezia between thresholds.
    corners = [(Fraction(0), Fraction(0))]
    for threshold in sorted({*positives, *negatives}, reverse=True):
        called = [sum(score >= threshold for score in scores) for scores in (negatives, positives)]
        corners.append((Fraction(called[0], len(negatives)), Fraction(called[1], len(positives))))
    return [sum((x2 - x1) * (y1 + y2) / 2 for (x1, y1), (x2, y2) in pairwise(corners))]


def _threshold(text, seen):
    marked = [(int(score), mark == "+") for score, mark in re.findall(r"(\d+)([+-])", text.split("\n")[1])]
    (threshold,) = _whole(text.split("\n")[2])
    called = [mark for score, mark in marked if score >= threshold]
    return [Fraction(sum(called), len(called)), Fraction(sum(called), sum(mark for _, mark in marked))]


def _line(text):
    points = {letter: int(x) for letter, x in re.findall(r"([a-z])=(\d+)", _named(text, "Points on a line"))}
    return points, _partition(_named(text, "Clusters"))


def _aucc_of(points, clusters):
    verdicts = _together({letter: clusters[letter] for letter in points})
    within, between = (
        [abs(points[a] - points[b]) for (a, b), verdict in verdicts.items() if verdict == kind]
        for kind in (True, False)
    )
    return _proportion(within, between)


def _aucc_line(text, seen):
    return [_aucc_of(*_line(text))]


def _gamma(text, seen):
    verdicts = _together(_partition(_named(text, "Clusters")))
    values = {(a, b): int(x) for a, b, x in re.findall(r"([a-z])([a-z])=(\d+)", text)}
    assert values.keys() == verdicts.keys()
    signs = [
        (values[b] > values[w]) - (values[b] < values[w])
        for w in verdicts
        if verdicts[w]
        for b in verdicts
        if not verdicts[b]
    ]
    return [Fraction(sum(signs), sum(map(abs, signs)))]


def _spoiler(text, seen):
    points, clusters = _line(text)
    without = {name: _aucc_of({one: x for one, x in points.items() if one != name}, clusters) for name in points}
    best = max(without, key=without.get)
    assert list(without.values()).count(without[best]) == 1
    return [{best}, without[best]]


def _k_curve(text, seen):
    rows = {int(k): [Fraction(x) for x in rest.split(", ")] for k, rest in re.findall(r"`k = (\d): ([^`]+)`", text)}
    is_scaled = "divided by their standard deviation" in text
    value = {k: (score - mean) / (sd if is_scaled else 1) for k, (score, mean, sd) in rows.items()}
    best = max(value, key=value.get)
    return [best, value[best]]


# ---- proofs


def _proof(text, seen):
    claim = text.split("\n")[0]
    judge = next(judge for sign, judge in _JUDGES.items() if sign in claim)
    lines = seen[0]["items"]
    steps = {place: judge(claim, line) for place, line in enumerate(lines) if line != PROOF_END}
    true = sorted((place for place, step in steps.items() if step is not None), key=steps.get)
    assert [steps[place] for place in true] == [0, 1, 2, 3, 4]
    return [[*true, lines.index(PROOF_END), *(place for place, step in steps.items() if step is None)]]


def _step(patterns, line):
    """Find the step that a line makes, and the numbers in it."""
    return next((place, _whole(line)) for place, sign in enumerate(patterns) if re.search(sign, line))


def _moved_object(claim, line):
    n, a, b = _whole(claim)[:3]
    _, changed_c = _moved(f"{n} {a} {b} {n - a - b} One object moves", None)
    total = n * (n - 1) // 2
    changed = total * (1 - changed_c)
    signs = ("^Only a pair", "old companions", "new companions", "changed pairs", "keep their verdict")
    place, numbers = _step(signs, line)
    is_true = (
        numbers == [n - 1],
        numbers == [n - 1, a - 1],
        numbers == [a - 1, b],
        numbers == [changed],
        numbers[0] == changed and Fraction(*numbers[1:]) == changed_c if len(numbers) == 3 else False,
    )[place]
    return place if is_true else None


def _expected_pairs(claim, line):
    in_u, total, n, in_v = _whole(claim)[:4]
    assert total == n * (n - 1) // 2
    signs = ("^Take one", "every permutation", "^If the pair counts", "^Add the expected", "^Because")
    place, numbers = _step(signs, line)
    is_true = (
        numbers == [total],
        Fraction(*numbers[-2:]) == Fraction(in_v, total) if len(numbers) > 1 else False,
        numbers[-2:] == [in_v, total],
        numbers == [in_u] and "*U* keeps" in line,
        numbers[:3] == [in_u, in_u, in_v] and Fraction(line.split("= ")[-1].strip(".")) == Fraction(in_u * in_v, total),
    )[place]
    return place if is_true else None


def _negated_scores(claim, line):
    total, right, wrong, tied = _whole(claim)[:4]
    assert total == right + wrong + tied
    signs = ("^The area is", "before the change", "^Negating", "^After this change", "^The two areas")
    place, numbers = _step(signs, line)

    def area():
        above, below = re.search(r"(\([^)]*\)|\d+)/(\d+)\.?$", line).groups()
        terms = [Fraction(term) for term in above.strip("()").replace(" ", "").split("+")]
        return sum(terms) / int(below)

    is_true = (
        lambda: numbers == [total],
        lambda: area() == Fraction(2 * right + tied, 2 * total),
        lambda: numbers == [right, wrong, tied] and "stay tied" in line,
        lambda: area() == Fraction(2 * wrong + tied, 2 * total),
        lambda: numbers[:4] == [right, wrong, tied, total],
    )[place]()
    return place if is_true else None


_JUDGES = {
    "One object moves": _moved_object,
    "permuted at random": _expected_pairs,
    "scores are negated": _negated_scores,
}


# ---- claims


def _all_partitions(letters):
    if not letters:
        yield []
        return
    first, *rest = letters
    for blocks in _all_partitions(rest):
        yield [[first], *blocks]
        for i, block in enumerate(blocks):
            yield [*blocks[:i], [first, *block], *blocks[i + 1 :]]


@cache
def _all_verdicts(letters):
    """List all partitions, each as a set of words, and whether each pair is together."""
    return [
        (
            frozenset("".join(sorted(block)) for block in blocks),
            _together({letter: i for i, block in enumerate(blocks) for letter in block}),
        )
        for blocks in _all_partitions(letters)
    ]


def _counterexample(text, seen):
    u = _partition(_named(text, "*U*"))
    claim = seen[0]["prompt"]
    wanted = int(re.search(r"at least (\d+) of the", claim)[1])
    side, k = re.search(r"has (at least|at most) (\d+) clusters", claim).groups()
    agrees = "agrees with" in claim
    assert agrees != ("keeps at least" in claim)
    in_u = _together(u)
    broken = set()
    for words, in_v in _all_verdicts("".join(sorted(u))):
        count = sum(in_u[pair] == in_v[pair] if agrees else in_u[pair] and in_v[pair] for pair in in_u)
        holds = len(words) >= int(k) if side == "at least" else len(words) <= int(k)
        if count >= wanted and not holds:
            broken.add(words)
    return [broken]
