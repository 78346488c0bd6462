"""The measures of the book, counted by definition in exact fractions: nothing here is shared with the package."""

from fractions import Fraction
from itertools import combinations

__all__ = [
    "about_ari",
    "adjusted_rand",
    "area",
    "aucc",
    "aucc_of_points",
    "bcubed",
    "best_accuracy",
    "c_index",
    "comparisons",
    "corners",
    "deals",
    "dealt",
    "distances",
    "first_pair",
    "marked",
    "mean_tp",
    "pair_counts",
    "purity",
    "rand",
    "silhouettes",
    "stray_pair",
    "together",
]


# ---- partitions


def together(labels):
    """Verdicts on all pairs of objects: True for those in one cluster."""
    return [a == b for a, b in combinations(labels, 2)]


def first_pair(names, verdicts):
    """Names of the first pair with the verdict True, None if there is none."""
    return next((a + b for (a, b), verdict in zip(combinations(names, 2), verdicts, strict=True) if verdict), None)


def stray_pair(names, fine, coarse):
    """A pair that is together in one partition and apart in another, which is thus not made of whole clusters of it."""
    return first_pair(names, [f and not c for f, c in zip(together(fine), together(coarse), strict=True)])


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


def about_ari(first, second):
    """Pairs together in both, as there are and on average over blind deals, and the adjusted Rand index, by name."""
    tp, *_ = pair_counts(first, second)
    return {"tp": tp, "mean": mean_tp(first, second), "ari": adjusted_rand(first, second)}


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


def distances(points):
    """Distances of all pairs of points on a line."""
    return [abs(x - y) for x, y in combinations(points, 2)]


def marked(points, labels):
    """Distances of all pairs, each with True if it lies within a cluster."""
    return list(zip(distances(points), together(labels), strict=True))


def comparisons(items):
    """Comparisons of a True item with a False one: in so many the True one is smaller, larger, equal."""
    within, between = ([value for value, mark in items if mark == kind] for kind in (True, False))
    differences = [w - b for w in within for b in between]
    return sum(d < 0 for d in differences), sum(d > 0 for d in differences), sum(d == 0 for d in differences)


def aucc(items):
    """Share of the comparisons in which the within pair is the closer one; a tie counts one half."""
    right, wrong, tied = comparisons(items)
    return Fraction(2 * right + tied, 2 * (right + wrong + tied))


def aucc_of_points(points, labels):
    """AUCC of clusters of points on a line."""
    return aucc(marked(points, labels))


def c_index(points, labels):
    """Where the sum of the within distances lies between its extremes; None where all distances are equal."""
    items = marked(points, labels)
    within = [value for value, mark in items if mark]
    ordered = sorted(value for value, _ in items)
    lowest, highest = sum(ordered[: len(within)]), sum(ordered[len(ordered) - len(within) :])
    return Fraction(sum(within) - lowest, highest - lowest) if lowest < highest else None


def silhouettes(points, labels):
    """Silhouette of each point; 0 for a point that is alone, or has no distance from either."""
    found = []
    for i, x in enumerate(points):
        mean = {}
        for cluster in labels:
            others = [abs(x - y) for k, y in enumerate(points) if labels[k] == cluster and k != i]
            mean[cluster] = Fraction(sum(others), len(others)) if others else None
        a, b = mean[labels[i]], min(value for cluster, value in mean.items() if cluster != labels[i])
        found.append((b - a) / max(a, b) if a is not None and max(a, b) else Fraction(0))
    return found


def deals(sizes):
    """All partitions into clusters of these sizes, each once, as lists of numbers."""
    n = sum(sizes)

    def fill(labels, left, cluster):
        if not left:
            yield labels
            return
        first, *rest = [i for i in range(n) if labels[i] is None]
        for size in sorted(set(left)):
            without = list(left)
            without.remove(size)
            for others in combinations(rest, size - 1):
                yield from fill(
                    [cluster if i == first or i in others else label for i, label in enumerate(labels)],
                    without,
                    cluster + 1,
                )

    return fill([None] * n, sorted(sizes), 0)


def dealt(points, labels):
    """AUCC of all partitions with the sizes of this one, in order."""
    sizes = [labels.count(label) for label in set(labels)]
    return sorted(aucc_of_points(points, one) for one in deals(sizes))


# ---- ROC curves


def corners(items):
    """Corners of the ROC curve with slopes at ties: false and true positive rates, from (0, 0)."""
    n_negative, n_positive = (sum(mark == kind for _, mark in items) for kind in (False, True))
    found = [(Fraction(0), Fraction(0))]
    for threshold in sorted({value for value, _ in items}, reverse=True):
        called = [mark for value, mark in items if value >= threshold]
        found.append((Fraction(called.count(False), n_negative), Fraction(called.count(True), n_positive)))
    return found


def area(items):
    """Area under the ROC curve: how often the positive has the higher score."""
    return aucc([(-value, mark) for value, mark in items])


def best_accuracy(items):
    """Largest share of right calls over all thresholds."""
    n_negative = sum(not mark for _, mark in items)
    n_positive = len(items) - n_negative
    return max(((1 - x) * n_negative + y * n_positive) / len(items) for x, y in corners(items))
