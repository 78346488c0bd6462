"""Claims to break: what breaks them and what only nearly does, what was searched, and the package's own word."""

import itertools
import math
import random
import re
import sys
from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial.distance import squareform
from sklearn.cluster import KMeans

import aucc_teach as at
from aucc_teach.exercises import Break, Field, all_questions
from aucc_teach.exercises._claims import _shown
from aucc_teach.exercises._typed import read

ASKED_FOR = [question for question in itertools.chain(*all_questions().values()) if question.kind == "break"]
CLAIMS = {claim.name: claim for claim in ASKED_FOR}
# The book's own module, which its claims have imported.
counting = sys.modules[CLAIMS["rand-half"].check.__module__].counting

TRUE = [name for name, claim in CLAIMS.items() if claim.is_true]
FALSE = [name for name in CLAIMS if name not in TRUE]

# What each kind of example says, by what it shows: "broken" is a counterexample, all others are none.
EXAMPLES = {
    "rand-finer": {
        "broken": ("abc", "abc", "ab c"),
        "holds": ("a b c", "abc", "ab c"),
        "uncut": ("abc", "ab c", "c ba"),
        "not-finer": ("abc", "ab c", "a bc"),
    },
    "rand-half": {"broken": ("a b c", "ab c"), "low": ("ab c", "a bc"), "holds": ("abc d", "abc d")},
    "rand-zero": {"holds": ("abc", "a b c"), "not-zero": ("ab c", "a bc")},
    "rand-detour": {"holds": ("ab c", "a b c", "a bc")},
    "ari-detour": {"broken": ("ab c d", "ab cd", "a b cd"), "holds": ("ab c d", "a b cd", "ab cd")},
    "ari-negative": {"broken": ("ab c", "a bc"), "holds": ("abc d", "ab cd")},
    "ari-minus-one": {"holds": ("ab cd", "ac bd")},
    "ari-zero": {"broken": ("abc d", "ab cd"), "not-zero": ("ab c", "a bc"), "holds": ("abc d", "a b c d")},
    "ari-single": {"broken": ("abc", "abc"), "several": ("ab c", "ab c"), "holds": ("abc", "ab c")},
    "ari-symmetric": {"holds": ("abc de", "ab c de")},
    "ari-order": {
        "broken": ("ab c d", "a b c d", "abc d"),
        "equal": ("abc de", "abc d e", "d e abc"),
        "holds": ("abc de", "abc d e", "ad be c"),
    },
    "purity-finer": {
        "holds": ("ab cd", "abc d", "ab c d"),
        "uncut": ("ab", "ab", "ba"),
        "not-finer": ("ab", "a b", "ab"),
    },
    "purity-one": {"broken": ("abc", "ab c"), "impure": ("ab c", "abc"), "holds": ("ab c", "c ab")},
    "nmi-zero": {"broken": ("abc d", "ab cd"), "not-zero": ("ab c", "a bc"), "holds": ("abc", "a bc")},
    "overlap-one": {"broken": ("ab ac bc", "abc a b c"), "low": ("ab bc", "abc"), "holds": ("ab bc", "cb ba")},
    "overlap-added": {
        "broken": ("abc", "a b c", "ab"),
        "class": ("abc", "a b c", "cab"),
        "there": ("abc", "ab c", "ba"),
        "holds": ("ab c", "ab c", "bc"),
    },
    "auc-diagonal": {"broken": ("4+ 3- 2- 1+",), "other": ("2+ 1-",), "holds": ("1+ 1-",)},
    "auc-accuracy": {
        "broken": ("1+ 4- 7+ 3- 5-", "6- 5+ 7- 2- 7+"),
        "unlike": ("2+ 1-", "3+ 2+ 1-"),
        "equal": ("2+ 1-", "8+ 5-"),
        "holds": ("2+ 1-", "2- 1+"),
    },
    "negatives-twice": {"holds": ("3- 2+ 2- 1-",)},
    "aucc-unique": {
        "broken": ("0 1 5 7", "aabb", "aabc"),
        "same": ("0 1 5 7", "aabb", "bbaa"),
        "holds": ("0 1 5 6", "aabb", "aabc"),
    },
    "one-closer": {"holds": ("0 1 5 6", "aabb"), "low": ("0 1 5 6", "abab")},
    "closer-one": {"broken": ("0 1 3 10 15", "aabcc"), "far": ("0 1 5 6", "abab"), "holds": ("0 1 5 6", "aabb")},
    "moved-apart": {
        "broken": ("0 1 10 11 20 21", "aabbcc", "0 1 18 19 20 21"),
        "unmoved": ("0 1 5 6", "aabb", "0 1 5 6"),
        "not-whole": ("0 1 5 6", "aabb", "0 1 5 7"),
        "nearer": ("0 1 5 6", "aabb", "0 1 4 5"),
        "holds": ("0 1 5 6", "aabb", "-1 0 5 6"),
    },
    "squared": {"holds": ("1w 2b 2w 3b",)},
    "rounding": {"broken": ("11w 12b",), "holds": ("12w 11b",)},
    "bounds-middle": {"holds": ("1w 1b 2b",)},
    "gamma-diagonal": {"holds": ("1w 1b 2b",)},
    "gamma-dropped": {"broken": ("1w 1b 2b",), "all-tied": ("1w 1b",), "holds": ("2w 1b 2b 3b",)},
    "even-points": {"broken": ("aa bb cc",), "holds": ("aabb",)},
    "aucc-finer": {
        "broken": ("0 1 5 6", "aabb", "aabc"),
        "uncut": ("0 1 5 6", "aabb", "bbaa"),
        "not-finer": ("0 1 5 6", "aabc", "aabb"),
        "holds": ("0 1 5 7", "aabb", "aabc"),
    },
    "kmeans-half": {"broken": ("0 9 14", "aab"), "goes-on": ("0 9 13", "aab"), "holds": ("0 1 9", "aab")},
    "mean-half": {"holds": ("0 0 3 7", "aabb")},
    "median-half": {"broken": ("0 1 5 6", "aabb"), "holds": ("0 1 3", "aab")},
    "higher-rarer": {
        "broken": ("0 1 12 20 22 40", "aabcde", "aaabbc"),
        "equal": ("0 1 5 6", "aabb", "bbaa"),
        "holds": ("0 1 5 6", "aabb", "abab"),
    },
    "c-index-order": {
        "broken": ("5 0 4 4", "aabb", "abbb"),
        "flat": ("4 4 4", "aab", "abb"),
        "equal": ("0 1 5 6", "aabb", "bbaa"),
        "holds": ("0 1 5 6", "aabb", "abab"),
    },
    "silhouette-mean": {
        "broken": ("0 0 0 0 1 9 9 9 9 4", "aaaaabbbbb"),
        "low": ("0 1 5 6", "abab"),
        "holds": ("0 1 5 6", "aabb"),
    },
}
# Where a number is exactly what it is compared with.
BOUNDARIES = [
    ("even-points", "broken", ("aacccdbb",)),
    ("silhouette-mean", "holds", ("0 0 1 1", "aabc")),
    ("rand-half", "low", ("abc d", "ab cd")),
    ("overlap-added", "holds", ("bcd a b", "c abd", "ab")),
    ("overlap-one", "low", ("abcdef", " ".join(map("".join, itertools.combinations("abcdef", 3))))),
]
SHOWN = [(name, *example) for name, examples in EXAMPLES.items() for example in examples.items()] + BOUNDARIES


def examples_of(name):
    return [list(texts) for claim, _, texts in SHOWN if claim == name]


def answer_of(texts):
    return {"way": "false", "fields": list(texts), "reason": None}


def judge(name, answer):
    return at.exercises.judge(CLAIMS[name], answer)[:2]


@pytest.mark.parametrize(("name", "outcome", "texts"), SHOWN)
def test_what_an_example_shows(name, outcome, texts):
    claim = CLAIMS[name]
    found, facts = claim.check(*_read(claim, texts))
    assert found == outcome
    verdict, words = judge(name, answer_of(texts))
    assert verdict == ("right" if outcome == "broken" else "wrong")
    assert words.partition(" Read as ")[0] == claim.says[outcome].format_map(
        {gap: _shown(fact) for gap, fact in facts.items()}
    )
    assert "{" not in words


def _read(claim, texts):
    names, values, _ = read(claim.fields, texts)
    return names, *values


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_is_whole(name):
    claim = CLAIMS[name]
    assert set(EXAMPLES[name]) == set(claim.says)
    assert ("broken" in claim.says) == (not claim.is_true)
    assert 3 <= len(claim.reasons) <= 4
    assert claim.is_true == bool(claim.searched) == bool(claim.up_to)
    assert claim.words.endswith(".")


def test_each_claim_is_asked_once():
    assert sorted(claim.name for claim in ASKED_FOR) == sorted(EXAMPLES)


@pytest.mark.parametrize("name", CLAIMS)
def test_what_stands_in_the_empty_fields_breaks_nothing(name):
    verdict, words = judge(name, answer_of(field.example for field in CLAIMS[name].fields))
    assert verdict == "wrong", words


@pytest.mark.parametrize("name", CLAIMS)
def test_the_reasons(name):
    claim = CLAIMS[name]
    for i, (_, words) in enumerate(claim.reasons):
        verdict, said = judge(name, {"way": "true", "fields": [], "reason": i})
        assert verdict == ("right" if i == claim.right else "wrong")
        assert said.startswith(words)
        assert ("A search agrees: " in said) == (i == claim.right)
    assert judge(name, {"way": "true", "fields": [], "reason": None}) == ("unclear", "Choose a reason.")
    assert len(claim.mistakes()) == len(claim.reasons) - claim.is_true


def test_many_are_false_and_some_are_true():
    assert len(FALSE) >= 13
    assert len(TRUE) >= 7


def test_a_claim_that_the_page_cannot_check_is_refused(tmp_path):
    module = tmp_path / "own.py"
    code = {}
    exec(compile("def check(names, labels):\n    return 'holds', {}", module, "exec"), code)
    claim = Break("own", "It holds.", (Field("Partition", "partition", "a b"),), code["check"], {"holds": "So."}, ())
    assert at.exercises.judge(claim, answer_of(["a b"]))[:2] == ("wrong", "So. Read as `a | b`.")
    with pytest.raises(ValueError, match=r"The page needs a check of the claim 'own' too\. There is none in .*own\.js"):
        claim.as_json()
    # Its name in other words is no check.
    for key in (".other", ".owner", '["own-2"]', '["my-own"]'):
        (tmp_path / "own.js").write_text(f'// own\nclaims{key} = () => ["holds", {{}}];')
        with pytest.raises(ValueError, match=r"check of the claim 'own' too"):
            claim.as_json()
    for key in (".own", '["own"]'):
        (tmp_path / "own.js").write_text(text := f'claims{key} = () => ["holds", {{}}];')
        assert claim.as_json()["script"] == text


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (7, "7"),
        (Fraction(-7, 12), "\N{MINUS SIGN}7/12"),
        (Fraction(-1, 13), "\N{MINUS SIGN}1/13 (\N{MINUS SIGN}0.077)"),
        (np.int64(3), "3"),
        ("a-b", "a-b"),
        (None, None),
    ],
)
def test_how_a_fact_is_said(fact, said):
    assert _shown(fact) == said


# ---- what was searched


def partitions(n):
    return [[int(label) for label in labels] for labels in at.partitions.set_partitions(n)]


def tuples_of_partitions(up_to, count):
    """All tuples of partitions; of the first, one for each profile of sizes, since names do not matter."""
    for n in range(2, up_to + 1):
        every = partitions(n)
        yield from itertools.product(one_of_each_shape(every), *[every] * (count - 1))


def one_of_each_shape(clusterings):
    return list({tuple(sorted(map(labels.count, set(labels)))): labels for labels in clusterings}.values())


def points_with_clusters(up_to, keep=list):
    for n in range(3, up_to + 1):
        clusterings = keep([labels for labels in partitions(n) if 1 < len(set(labels)) < n])
        for points in itertools.combinations_with_replacement(range(6), n):
            yield from ((list(points), labels) for labels in clusterings)


def lists_of_marks(up_to):
    kinds = list(itertools.product(range(1, 5), (True, False)))
    for n in range(2, up_to + 1):
        for items in itertools.combinations_with_replacement(kinds, n):
            if len({mark for _, mark in items}) == 2:
                yield (list(items),)


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_has_no_counterexample(name):
    claim = CLAIMS[name]
    spaces = {
        "pairs of partitions of up to {n} objects": lambda n: tuples_of_partitions(n, 2),
        "triples of partitions of up to {n} objects": lambda n: tuples_of_partitions(n, 3),
        "up to {n} points at 0 to 5, in all clusterings": points_with_clusters,
        "up to {n} points at 0 to 5, with all cluster sizes": lambda n: points_with_clusters(n, one_of_each_shape),
        "lists of up to {n} items with values from 1 to 4": lists_of_marks,
    }
    n_holds = 0
    for values in spaces[claim.searched](claim.up_to):
        outcome, _ = claim.check("abcdefghijkl"[: len(values[0])], *values)
        assert outcome in claim.says, values
        n_holds += outcome == "holds"
    assert n_holds >= 10  # The claim has said something.


# ---- the package's own word


def random_text(form, n, rng):
    """A text of a form about n objects."""
    names = "abcdefghijkl"[:n]
    if form == "partition":
        words = {}
        for name in rng.sample(names, n):
            words.setdefault(rng.randrange(rng.choice([1, 2, n])), []).append(name)
        return " ".join("".join(word) for word in words.values())
    if form in ("sets", "cluster"):
        sets = [
            "".join(rng.sample(names, rng.randint(1, n))) for _ in range(1 if form == "cluster" else rng.randint(1, 4))
        ]
        sets += [name for name in names if not any(name in word for word in sets)] if form == "sets" else []
        return " ".join(sets)
    if form == "points":
        return " ".join(str(rng.randint(-2, rng.choice([3, 30]))) for _ in range(n))
    if form in ("labels", "row"):
        return " ".join(rng.choice("abc"[: rng.randint(2, 3)]) for _ in range(n))
    marks = "wb" if form == "pairs" else "+-"
    return " ".join(f"{rng.randint(0, rng.choice([3, 40]))}{rng.choice(marks)}" for _ in range(n))


def random_entry(claim, rng):
    """Texts for all fields, which mostly can be read and now and then break the claim."""
    n = rng.randint(3, 7)
    texts = [random_text(field.form, n, rng) for field in claim.fields]
    names = [field.name for field in claim.fields]
    for after, before in (("After the cut", 1), ("Clusters after the cut", 1), ("Points after the move", 0)):
        if after in names and rng.random() < 0.8:
            texts[names.index(after)] = changed(texts[before], texts[1], claim.fields[before].form, rng)
    return texts


def changed(text, labels, form, rng):
    """The same partition with a cut, clusters with another, points with a cluster moved."""
    if form == "partition":
        place = rng.randrange(len(text) + 1)
        return f"{text[:place]} {text[place:]}"
    if form == "labels":
        return "".join("d" if label == "a" and rng.random() < 0.5 else label for label in text)
    step = rng.randint(-9, 9)
    return " ".join(str(int(x) + step * (c == "a")) for x, c in zip(text.split(), labels.split(), strict=True))


def aucc(points, labels):
    return at.aucc_score([[x] for x in points], labels)


def f(classes, clusters):
    return at.overlapping.extended_bcubed(classes, clusters).f


def cut(before, after):
    """Is the second partition finer, and another?"""
    finer = (at.co_membership(after) <= at.co_membership(before)).all()
    return finer and (at.co_membership(after) != at.co_membership(before)).any()


def purity(classes, clusters):
    return at.contingency_table(classes, clusters).max(axis=0).sum() / len(classes)


def area(items):
    return curve(items).auc


def curve(items):
    return at.roc_curve([mark for _, mark in items], [value for value, _ in items])


def best_accuracy(items):
    fpr, tpr, _ = curve(items)
    positives = sum(mark for _, mark in items)
    return max((1 - fpr) * (len(items) - positives) + tpr * positives) / len(items)


def compared(items):
    """The package counts pairs of objects; these are dissimilarities by themselves."""
    return at.aucc.compare_values(*(np.array([v for v, m in items if m == kind], float) for kind in (True, False)))


def aucc_of(items):
    counts = compared(items)
    return (counts.s_plus + counts.s_zero / 2) / sum(counts)


def dealt(points, labels):
    """AUCC of all partitions with the same sizes."""
    ranking = at.PairRanking([[x] for x in points])
    sizes = [labels.count(label) for label in set(labels)]
    return ranking.score_many(list(at.partitions.set_partitions(len(points), sizes=sizes)))


def rarity(points, labels):
    return np.mean(dealt(points, labels) >= aucc(points, labels) - 1e-9)


def own_and_other(points, labels):
    """For each point with company, its largest distance in the cluster, and its smallest to another."""
    distances, together = abs(np.subtract.outer(points, points)), squareform(at.co_membership(labels)).astype(bool)
    others = ~together & ~np.eye(len(points), dtype=bool)
    return [
        (d[own].max(), d[other].min()) for d, own, other in zip(distances, together, others, strict=True) if own.any()
    ]


def all_closer(points, labels):
    return all(own < other for own, other in own_and_other(points, labels))


def stops(points, labels):
    """Does k-means leave these clusters when it begins at their centres?"""
    X = np.array(points, float)[:, None]
    codes = np.unique(labels, return_inverse=True)[1]
    centres = np.array([X[codes == code].mean(axis=0) for code in range(codes.max() + 1)])
    own = abs(X - centres[codes])[:, 0]
    if (own > abs(X - centres.T).min(axis=1) + 1e-9).any():
        return False
    if len(np.unique(centres)) == len(centres) and len(np.unique(X)) >= len(centres):
        found = KMeans(len(centres), init=centres, n_init=1, max_iter=1).fit(X).cluster_centers_
        ties = (np.sort(abs(X - centres.T), axis=1)[:, 1] - own < 1e-9).any()
        assert ties or np.allclose(found, centres)
    return True


def moved_apart(points, labels, moved):
    step = np.subtract(moved, points)
    movers = {label for label, by in zip(labels, step, strict=True) if by}
    if len(movers) != 1 or len({by for label, by in zip(labels, step, strict=True) if label in movers}) != 1:
        return False
    is_mover = np.array([label in movers for label in labels])
    before = abs(np.subtract.outer(np.array(points)[is_mover], points))
    after = abs(np.subtract.outer(np.array(moved)[is_mover], points))
    return any((after > before)[:, [label == other for label in labels]].all() for other in set(labels) - movers)


def higher(one, two):
    """1, 0 or -1, as the first is higher, as high but for rounding, or lower."""
    return 0 if abs(one - two) < 1e-9 else math.copysign(1, one - two)


def orders(first, second, direction=1):
    """Does the order by the one measure go with that by the other? None if the first ties."""
    return higher(*first) * higher(*second) * direction if higher(*first) else None


def detour(measure, x, y, z):
    return higher(1 - measure(x, z), 2 - measure(x, y) - measure(y, z)) > 0


def gamma(right, wrong, tied):
    return (right - wrong) / (right + wrong + tied)


rand, ari = at.rand_score, at.adjusted_rand_score
# When a claim is broken, by the package.
BROKEN = {
    "rand-finer": lambda o, b, a: cut(b, a) and higher(rand(o, b), rand(o, a)) > 0,
    "rand-half": lambda x, y: higher(rand(x, y), 0.5) > 0 and not at.pair_counts(x, y).tp,
    "rand-zero": lambda x, y: not rand(x, y) and len(set(x)) > 1 < len(set(y)),
    "rand-detour": lambda *three: detour(rand, *three),
    "ari-detour": lambda *three: detour(ari, *three),
    "ari-negative": lambda x, y: higher(ari(x, y), 0) < 0 or higher(ari(x, y), 1) > 0,
    "ari-minus-one": lambda x, y: not higher(ari(x, y), -1),
    "ari-zero": lambda x, y: not higher(ari(x, y), 0) and at.pair_counts(x, y).tp > 0,
    "ari-single": lambda x, y: 1 in (len(set(x)), len(set(y))) and higher(ari(x, y), 0) != 0,
    "ari-symmetric": lambda x, y: higher(ari(x, y), ari(y, x)) != 0,
    "ari-order": lambda r, x, y: orders((rand(r, x), rand(r, y)), (ari(r, x), ari(r, y))) in (0, -1),
    "purity-finer": lambda c, b, a: cut(b, a) and purity(c, a) < purity(c, b),
    "purity-one": lambda x, y: purity(x, y) == 1 and higher(rand(x, y), 1) != 0,
    "nmi-zero": lambda x, y: (
        not higher(ari(x, y), 0) and len(set(x)) > 1 < len(set(y)) and at.normalized_mutual_info_score(x, y) > 1e-9
    ),
    "overlap-one": lambda x, y: not higher(f(x, y), 1) and sorted(map(sorted, x)) != sorted(map(sorted, y)),
    "overlap-added": lambda x, y, z: z[0] not in x + y and higher(f(x, y + z), f(x, y)) > 0,
    "auc-diagonal": lambda items: not higher(area(items), 0.5) and not np.allclose(*curve(items)[:2]),
    "auc-accuracy": lambda x, y: (
        sorted(m for _, m in x) == sorted(m for _, m in y)
        and orders((area(x), area(y)), (best_accuracy(x), best_accuracy(y))) == -1
    ),
    "negatives-twice": lambda x: higher(area(x), area(x + [one for one in x if not one[1]])) != 0,
    "aucc-unique": lambda p, x, y: aucc(p, x) == aucc(p, y) == 1 and higher(rand(x, y), 1) != 0,
    "one-closer": lambda p, x: aucc(p, x) == 1 and not all_closer(p, x),
    "closer-one": lambda p, x: all_closer(p, x) and higher(aucc(p, x), 1) != 0,
    "moved-apart": lambda p, x, q: moved_apart(p, x, q) and higher(aucc(q, x), aucc(p, x)) < 0,
    "squared": lambda x: higher(aucc_of(x), aucc_of([(v**2, m) for v, m in x])) != 0,
    "rounding": lambda x: higher(aucc_of([(math.floor(v / 10), m) for v, m in x]), aucc_of(x)) < 0,
    "bounds-middle": lambda x: (
        higher(
            *(
                sum(at.roc_curve(*zip(*[(m, -v) for v, m in x], strict=True), ties=rule).auc for rule in rules)
                for rules in (["pessimistic", "optimistic"], ["diagonal"] * 2)
            )
        )
        != 0
    ),
    "gamma-diagonal": lambda x: higher(aucc_of(x), (1 + gamma(*compared(x))) / 2) != 0,
    "gamma-dropped": lambda x: (
        sum(compared(x)[:2]) > 0 and higher(aucc_of(x), (1 + gamma(*compared(x)[:2], 0)) / 2) != 0
    ),
    "even-points": lambda x: higher(aucc(range(len(x)), x), 0.9) >= 0,
    "aucc-finer": lambda p, b, a: cut(b, a) and higher(aucc(p, a), aucc(p, b)) < 0,
    "kmeans-half": lambda p, x: stops(p, x) and higher(aucc(p, x), 0.5) <= 0,
    "mean-half": lambda p, x: higher(dealt(p, x).mean(), 0.5) != 0,
    "median-half": lambda p, x: higher(np.median(dealt(p, x)), 0.5) != 0,
    "higher-rarer": lambda p, x, y: orders((aucc(p, x), aucc(p, y)), (rarity(p, x), rarity(p, y)), -1) in (0, -1),
    "c-index-order": lambda p, x, y: (
        len(set(p)) > 1
        and orders((aucc(p, x), aucc(p, y)), [at.criteria.c_index([[q] for q in p], z) for z in (x, y)], -1) in (0, -1)
    ),
    "silhouette-mean": lambda p, x: (
        at.criteria.silhouette_score([[q] for q in p], x) > 0.5 - 1e-9 and min(counting.silhouettes(p, x)) < 0
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_the_package_agrees(name):
    claim, rng, n_read = CLAIMS[name], random.Random(19), 0
    entries = [*examples_of(name), *(random_entry(claim, rng) for _ in range(150))]
    for texts in entries:
        verdict, _ = judge(name, answer_of(texts))
        if verdict != "unclear":
            n_read += 1
            assert BROKEN[name](*_read(claim, texts)[1:]) == (verdict == "right"), texts
    assert n_read > 50


def test_the_measures_agree_with_the_package():
    rng = random.Random(20)
    for _ in range(60):
        n = rng.randint(4, 8)
        x, y = ([rng.randrange(3) for _ in range(n)] for _ in range(2))
        assert float(counting.rand(x, y)) == pytest.approx(rand(x, y))
        assert float(counting.adjusted_rand(x, y)) == pytest.approx(ari(x, y))
        assert float(counting.purity(x, y)) == pytest.approx(purity(x, y))
        points = [rng.randint(0, 9) for _ in range(n)]
        items = counting.marked(points, x)
        if len(set(x)) == 1:
            continue
        assert counting.comparisons(items) == at.concordance([[p] for p in points], x)
        if len(set(points)) > 1:
            assert float(counting.c_index(points, x)) == pytest.approx(at.criteria.c_index([[p] for p in points], x))
        widths = counting.silhouettes(points, x)
        assert float(sum(widths) / n) == pytest.approx(at.criteria.silhouette_score([[p] for p in points], x))
        scores = [(p, bool(label)) for p, label in zip(points, x, strict=True)]
        if len(set(map(bool, x))) == 2:
            assert float(counting.area(scores)) == pytest.approx(area(scores))
            corners = np.array(counting.corners(scores), float)
            assert np.allclose(corners.T, curve(scores)[:2])
        sizes = [x.count(label) for label in set(x)]
        groups = lambda labels: tuple(at.co_membership(labels))  # noqa: E731
        found = [groups(labels) for labels in counting.deals(sizes)]
        assert len(found) == len(set(found))
        assert set(found) == set(map(groups, at.partitions.set_partitions(n, sizes=sizes)))


# ---- reading


PARTITION, POINTS, SCORES = "rand-half", "one-closer", "auc-diagonal"


@pytest.mark.parametrize(
    ("name", "texts", "same"),
    [
        (PARTITION, ("{A, BC}", "AB | c"), ("a bc", "ab c")),
        (PARTITION, ("  a\N{NO-BREAK SPACE}b\tc ", "(c)(ab)"), ("a b c", "c ab")),
        ("overlap-added", ("ab | c", "{a}, {b, c}", "{a, c}"), ("ab c", "a bc", "ac")),
        (POINTS, ("[0, 1, 5, 6]", "['a', 'a', 'b', 'b']"), ("0 1 5 6", "aabb")),
        (POINTS, ("{0,1},{5,6}", "aa | bb"), ("0 1 5 6", "aabb")),
        (POINTS, ("0,1, 5\N{THIN SPACE}6", "AABB"), ("0 1 5 6", "a a b b")),
        (POINTS, ("\N{MINUS SIGN}1 +0 5 6", "0 0 1 1"), ("-1 0 5 6", "a a b b")),
        (SCORES, ("4 +, 3-, 2 -, 1 +",), ("4+ 3- 2- 1+",)),
        (SCORES, ("4+ 3\N{MINUS SIGN} 2\N{EN DASH} 1+",), ("4+ 3- 2- 1+",)),
        ("gamma-dropped", ("1 W, 1 b 2B",), ("1w 1b 2b",)),
    ],
)
def test_reading_forgives(name, texts, same):
    assert judge(name, answer_of(texts)) == judge(name, answer_of(same))
    assert judge(name, answer_of(texts))[0] != "unclear"


# How people write a partition, and as what it is read.
FORMS = [
    # words, as the empty fields show them
    *[(text, "ab | cd") for text in ("ab cd", "AB CD", "  ab   cd ", "ab, cd", "ab,cd", "ab;cd", "'ab' 'cd'")],
    ("abcd", "abcd"),
    ("a b c d", "a | b | c | d"),
    ("a, b, c, d", "a | b | c | d"),
    ("d cab", "d | cab"),
    ("1 | 2 | 3", "1 | 2 | 3"),
    # bars
    *[(text, "ab | cd") for text in ("ab | cd", "ab|cd", "a b | c d", "a, b | c, d", "a,b|c,d", "|ab|cd|", "ab || cd")],
    *[(text, "ab | cd") for text in ("ab/cd", "a b / c d", "a b; c d", "a, b; c, d", "ab \N{PARALLEL TO} cd")],
    ("a | b c | d", "a | bc | d"),
    ("a|b|c|d", "a | b | c | d"),
    # brackets
    *[
        (text, "ab | cd")
        for text in ("{a,b},{c,d}", "{a, b}, {c, d}", "{{a,b},{c,d}}", "{ {a, b}, {c, d} }", "{ab}{cd}")
    ],
    *[(text, "ab | cd") for text in ("(ab)(cd)", "(a b) (c d)", "[a, b], [c, d]", "[[a, b], [c, d]]", "({a,b},{c,d})")],
    *[(text, "ab | cd") for text in ('[["a", "b"], ["c", "d"]]', "{ab, cd}", "{ab cd}", "{ab | cd}", "{a,b} | {c,d}")],
    ("{a,b} \N{UNION} {c,d}", "ab | cd"),
    ("{a,b}; {c,d};", "ab | cd"),
    ("{abcd}", "abcd"),
    ("{{a, b, c, d}}", "abcd"),
    ("{a},{b},{c},{d}", "a | b | c | d"),
    ("{a,b},c,{d}", "ab | c | d"),
    ("{a,b}, cd", "ab | cd"),
    ("{{a,b},{c}} {}", "ab | c"),
    # digits as objects
    *[
        (text, "12 | 34")
        for text in ("{1,2},{3,4}", "{{1,2},{3,4}}", "12|34", "12/34", "1 2 | 3 4", "[[1, 2], [3, 4]]")
    ],
    # labels
    *[
        (text, "ab | cd")
        for text in ("0 0 1 1", "0011", "1122", "[0, 0, 1, 1]", "0,0,1,1", "(0, 0, 1, 1)", "[0 0 1 1]")
    ],
    *[(text, "ab | cd") for text in ("0;0;1;1", "{1,1,0,0}", "5 5 7 7", "0|0|1|1")],
    ("0 1 0 1", "ac | bd"),
    ("0000", "abcd"),
    ("0 1 2", "a | b | c"),
    ("010203", "ace | b | d | f"),
]
# What can be read in several ways, with what is said.
ASKED = [
    ("{a, b, c}", "two ways. Write `abc` for one cluster, or `a | b | c` for 3 clusters."),
    ("[a b]", "two ways. Write `ab` for one cluster, or `a | b` for 2 clusters."),
    ("{a,b}, c, d", "two ways. Write `ab | c | d` for 3 clusters, or `ab | cd` for 2 clusters."),
    ("{ab, c}, {d}", "two ways. Write `abc | d` for 2 clusters, or `ab | c | d` for 3 clusters."),
    ("ab | c d", "two ways. Write `ab | cd` for 2 clusters, or `ab | c | d` for 3 clusters."),
    ("ab c | d", "two ways. Write `abc | d` for 2 clusters, or `ab | c | d` for 3 clusters."),
    ("a b, c d", "several ways. Write clusters as ab | cd."),
    ("a,b c,d", "several ways. Write clusters as ab | cd."),
    ("012", "two ways. Write `0 0 0` for one cluster, or `0 | 1 | 2` for 3 clusters."),
    ("{1, 2, 3}", "two ways. Write `0 0 0` for one cluster, or `1 | 2 | 3` for 3 clusters."),
    ("12 34", "two ways. Write labels as 0 0 1 1, and clusters as 12 | 34."),
    ("00 11", "two ways. Write labels as 0 0 1 1, and clusters as 12 | 34."),
]


@pytest.mark.parametrize(("text", "read_as"), FORMS)
def test_how_people_write_a_partition(text, read_as):
    assert words_for(text).endswith(f" Read as `{read_as}` and `{read_as}`.")


def words_for(text):
    """What is said where both partitions are written in the same way."""
    return judge(PARTITION, answer_of([text, text]))[1]


@pytest.mark.parametrize(("text", "words"), ASKED)
def test_what_can_be_read_in_several_ways_is_asked_back(text, words):
    verdict, said = judge(PARTITION, answer_of([text, text]))
    assert (verdict, said) == ("unclear", f"First partition: this can be read in {words}")
    # What the reader is asked to write is read as it is meant.
    for written in re.findall("`([^`]*)`", said):
        again = written if "|" in written or not written.startswith("0") else "abcdefghi"[: len(written.split())]
        assert words_for(written).endswith(f" Read as `{again}` and `{again}`.")


def test_there_are_enough_forms():
    assert len(FORMS) >= 40
    assert len(dict(FORMS)) == len(FORMS)


def test_the_two_sets_of_a_pair_are_read_as_sets():
    """Two claims that were judged by partitions that nobody had written."""
    assert judge("ari-negative", answer_of(["{a,b},{c,d}", "{a,c},{b,d}"]))[0] == "right"
    words = judge("rand-half", answer_of(["{a,d},{b,e},{c,f}", "{abc},{def}"]))[1]
    assert words == f"{CLAIMS['rand-half'].says['low'].format(c='2/5')} Read as `ad | be | cf` and `abc | def`."


def test_labels_are_for_the_objects_of_the_other_partition():
    assert judge(PARTITION, answer_of(["0 0 1", "y | xz"]))[1].endswith(" Read as `xy | z` and `y | xz`.")
    assert judge(PARTITION, answer_of(["12 | 3", "001"]))[1].endswith(" Read as `12 | 3` and `12 | 3`.")


@pytest.mark.parametrize(
    ("name", "texts", "words"),
    [
        (PARTITION, ("", "ab c"), "First partition: this is empty. Here is an example of its form: abc de"),
        (PARTITION, ("ab c", " ,, "), "Second partition: this is empty."),
        (PARTITION, ("ab | cd", "0 0 1"), "Second partition: there are 4 objects, and 3 labels are written here."),
        (
            PARTITION,
            ("aabb", "0011"),
            "First partition: a comes twice. In a partition each object is in one cluster. Labels",
        ),
        (PARTITION, ("12 | 21", "12"), "First partition: 2 comes twice."),
        (PARTITION, ("{ab, {c}", "ab c"), "First partition: these brackets cannot be read."),
        (PARTITION, ("{ab), (c}", "ab c"), "First partition: these brackets cannot be read."),
        (PARTITION, ("{ab | c}, {d}", "ab c"), "First partition: these brackets cannot be read."),
        (
            PARTITION,
            ("{ab}, {c}", "ab"),
            "In \u201cFirst partition\u201d, but not in \u201cSecond partition\u201d: c. Read",
        ),
        (POINTS, ("0 1 5 6", "ab | cd"), "Their clusters: bars and brackets cannot be read here. Write the letter"),
        (POINTS, ("0 1 5 6", "{a,b},{a,b}"), "Their clusters: bars and brackets cannot be read here. Write the letter"),
        ("overlap-one", ("ab ac", "{a, b}"), "Clusters: this can be read in two ways."),
        ("overlap-added", ("ab", "a b", "a, b a"), "Added cluster: one cluster is asked for, in one word."),
        (PARTITION, ("ab 3", "ab c"), "First partition: 3 is not a letter. Letters are objects, words are clusters."),
        (PARTITION, ("ab a", "ab"), "First partition: a comes twice."),
        (PARTITION, ("a", "a"), "First partition: there must be at least 2 objects"),
        (PARTITION, ("abcdefg hijklmn", "a"), "First partition: there can be at most 12 objects"),
        (PARTITION, ("ab c", "ab"), "In \u201cFirst partition\u201d, but not in \u201cSecond partition\u201d: c."),
        (PARTITION, ("ab", "ab d c"), "In \u201cSecond partition\u201d, but not in \u201cFirst partition\u201d: c, d."),
        ("overlap-one", ("ab ba", "ab"), "Classes: ba comes twice. No two clusters are equal."),
        ("overlap-one", ("aba", "ab"), "Classes: a comes twice in aba."),
        (
            "overlap-one",
            ("abcdef", " ".join(map("".join, itertools.combinations("abcdef", 3))) + " ab"),
            "Clusters: there can be at most 20 clusters",
        ),
        ("overlap-added", ("ab", "a b", "a b"), "Added cluster: one cluster is asked for, in one word."),
        ("overlap-added", ("ab", "a b", "ac"), "In \u201cAdded cluster\u201d, but not in \u201cClasses\u201d: c."),
        (POINTS, ("0 1.5 6", "aab"), "Points on a line: 1.5 is not a whole number of at most four digits."),
        (POINTS, ("0 12345 6", "aab"), "Points on a line: 12345 is not a whole number"),
        (POINTS, ("0 1 6", "aabb"), "Their clusters: there are 3 points, and 4 are written here."),
        (POINTS, ("0 1 6", "aaa"), "Their clusters: write two clusters or more"),
        (POINTS, ("0 1 6", "abc"), "Their clusters: write two clusters or more"),
        (POINTS, ("0 1 6", "a-b"), "Their clusters: - is not a letter."),
        ("mean-half", ("1 2 3 4 5 6 7 8 9", "aaaabbbbb"), "Points on a line: there can be at most 8 points"),
        (SCORES, ("3 2-",), "Scores: 3 cannot be read. Write a score"),
        (SCORES, ("3+ 2+",), "Scores: both kinds are needed, + and -."),
        ("squared", ("3 + 2b",), "Pairs: 3+ cannot be read."),
    ],
)
def test_what_cannot_be_read_is_no_try(name, texts, words):
    verdict, said = judge(name, answer_of(texts))
    assert (verdict, said[: len(words)]) == ("unclear", words)
