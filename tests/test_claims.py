"""Claims to break: what breaks them and what only nearly does, what was searched, and the package's own word."""

import dataclasses
import itertools
import json
import math
import random
import re

import numpy as np
import pytest
from claims import CLAIMS, SHOWN, answer_of, examples_of, random_entry
from conftest import said
from scipy.spatial.distance import squareform
from sklearn.cluster import KMeans
from sklearn.metrics import silhouette_samples

import aucc_teach as at
from aucc_teach.run_scripts import loaded

TRUE = [name for name, claim in CLAIMS.items() if claim.is_true]
# A check that says what the claim's own is given, and which outcome that finds.
TELLING = """{script}
const own = claims["{name}"];
claims["{name}"] = (names, ...values) => ["holds", {{ told: JSON.stringify([values, own(names, ...values)[0]]) }}];
"""
# Outcomes of a check for many values.
MANY = """(question, all) => {
  const check = modules["exercises/static/claims.js"].checkOf(JSON.parse(question));
  return JSON.stringify(JSON.parse(all).map(([names, values]) => check(names, ...values)[0]));
}"""


def checked(name, texts):
    """What the check of a claim is given for the texts of an example, and which outcome it finds."""
    script = TELLING.format(script=CLAIMS[name].script.read_text("utf-8"), name=name)
    told = dataclasses.replace(CLAIMS[name], script=script, says={"holds": "{told}"})
    verdict, words = at.exercises.judge(told, answer_of(texts))[:2]
    return None if verdict == "unclear" else json.loads(words.rpartition(" Read as ")[0] or words)


@pytest.mark.parametrize(("name", "outcome", "texts"), SHOWN)
def test_what_an_example_shows(name, outcome, texts):
    assert checked(name, texts)[1] == outcome
    ((verdict, words),) = said(CLAIMS[name], [answer_of(texts)])
    assert verdict == ("right" if outcome == "broken" else "wrong")
    # The sentence of the outcome, with its gaps filled.
    sentence = "[^{}]+".join(map(re.escape, re.split(r"{\w+}", CLAIMS[name].says[outcome])))
    assert re.fullmatch(sentence, words.partition(" Read as ")[0])


@pytest.mark.parametrize("name", CLAIMS)
def test_the_reasons(name):
    claim = CLAIMS[name]
    places = [*range(len(claim.reasons)), None]
    *found, unread = said(claim, [{"way": "true", "fields": [], "reason": place} for place in places])
    for i, (verdict, words) in enumerate(found):
        assert verdict == ("right" if i == claim.right else "wrong")
        assert words.startswith(claim.reasons[i][1])
        assert ("A search agrees: " in words) == (i == claim.right)
    assert unread == ("unclear", "Choose a reason.")


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
    examples = [("abcdefghijkl"[: len(values[0])], values) for values in spaces[claim.searched](claim.up_to)]
    many = loaded("exercises/static/claims.js").eval(MANY)
    found = json.loads(many(json.dumps(claim.as_json()), json.dumps(examples)))
    assert set(found) <= set(claim.says), examples[next(i for i, one in enumerate(found) if one not in claim.says)]
    assert found.count("holds") >= 10  # The claim has said something.


# ---- the package's own word


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
    "rand-half": lambda x, y: higher(rand(x, y), 0.5) > 0 and not at.pair_counts(x, y).tp,
    "rand-zero": lambda x, y: not rand(x, y) and len(set(x)) > 1 < len(set(y)),
    "rand-detour": lambda *three: detour(rand, *three),
    "ari-negative": lambda x, y: higher(ari(x, y), 0) < 0 or higher(ari(x, y), 1) > 0,
    "ari-minus-one": lambda x, y: not higher(ari(x, y), -1),
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
        at.criteria.silhouette_score([[q] for q in p], x) > 0.5 - 1e-9
        and min(silhouette_samples(np.reshape(p, (-1, 1)), x)) < -1e-9
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_the_package_agrees(name):
    assert name in BROKEN, f"BROKEN has to say by the package when {name} is broken"
    rng, n_read = random.Random(19), 0
    for texts in [*examples_of(name), *(random_entry(CLAIMS[name], rng) for _ in range(150))]:
        if heard := checked(name, texts):
            n_read += 1
            values, outcome = heard
            assert BROKEN[name](*values) == (outcome == "broken"), texts
    assert n_read > 50
