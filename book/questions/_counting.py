"""The measures of the book, counted by definition in exact fractions: nothing here is shared with the package."""

from fractions import Fraction
from itertools import combinations

__all__ = [
    "adjusted_rand",
    "aucc",
    "bcubed",
    "comparisons",
    "mean_tp",
    "pair_counts",
    "purity",
    "rand",
    "together",
]


# ---- partitions


def together(labels):
    """Verdicts on all pairs of objects: True for those in one cluster."""
    return [a == b for a, b in combinations(labels, 2)]


def pair_counts(first, second):
    """Pairs together in both, in the first only, in the second only, and apart in both."""
    verdicts = list(zip(together(first), together(second), strict=True))
    return tuple(verdicts.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False)))


def rand(first, second):
    """Share of the pairs on which two partitions agree."""
    tp, fn, fp, tn = pair_counts(first, second)
    return Fraction(tp + tn, tp + fn + fp + tn)


def mean_tp(first, second):
    """Pairs together in both that blind deals have on average."""
    tp, fn, fp, tn = pair_counts(first, second)
    return Fraction((tp + fn) * (tp + fp), tp + fn + fp + tn)


def adjusted_rand(first, second):
    """Adjusted Rand index; 1 where it is 0/0."""
    tp, fn, fp, _ = pair_counts(first, second)
    mean = mean_tp(first, second)
    most = Fraction(2 * tp + fn + fp, 2)
    return (tp - mean) / (most - mean) if most != mean else Fraction(1)


def purity(classes, clusters):
    """Share of the objects that are of the most frequent class of their cluster."""
    in_cluster = {one: [c for c, other in zip(classes, clusters, strict=True) if other == one] for one in clusters}
    return Fraction(sum(max(map(found.count, found)) for found in in_cluster.values()), len(classes))


# ---- overlapping clusters


def bcubed(found, wanted):
    """Precision of Extended BCubed; the recall exchanges the two. Each object must have a cluster."""
    objects = sorted(set().union(*found))
    times = lambda clusters, o, p: sum(o in cluster and p in cluster for cluster in clusters)  # noqa: E731
    shares = []
    for o in objects:
        company = [p for p in objects if times(found, o, p)]
        of_pairs = [Fraction(min(times(found, o, p), times(wanted, o, p)), times(found, o, p)) for p in company]
        shares.append(sum(of_pairs) / len(company))
    return sum(shares) / len(objects)


# ---- pairs on a scale


def comparisons(items):
    """Comparisons of a True item with a False one: in so many the True one is smaller, larger, equal."""
    within, between = ([value for value, mark in items if mark == kind] for kind in (True, False))
    differences = [w - b for w in within for b in between]
    return sum(d < 0 for d in differences), sum(d > 0 for d in differences), sum(d == 0 for d in differences)


def aucc(items):
    """Share of the comparisons in which the within pair is the closer one; a tie counts one half."""
    right, wrong, tied = comparisons(items)
    return Fraction(2 * right + tied, 2 * (right + wrong + tied))
