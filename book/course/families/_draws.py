"""Objects that several families draw, how they are printed, and what is counted about them, exactly."""

from fractions import Fraction
from itertools import combinations
from math import comb
from string import ascii_lowercase

__all__ = [
    "area",
    "blocks",
    "clusters_of",
    "compare",
    "counts_of",
    "draw_partition",
    "listed",
    "marked_distances",
    "n_pairs",
]


def draw_partition(rng, n, k):
    """Labels of n objects in exactly k clusters, numbered as they come up."""
    while True:
        labels = [rng.randrange(k) for _ in range(n)]
        order = list(dict.fromkeys(labels))
        if len(order) == k:
            return [order.index(label) for label in labels]


def clusters_of(labels):
    """Clusters as words, one letter an object."""
    return [
        "".join(ascii_lowercase[i] for i, one in enumerate(labels) if one == label) for label in sorted(set(labels))
    ]


def blocks(labels):
    """Print a partition as ab | cde."""
    return " | ".join(clusters_of(labels))


def listed(values):
    """Print values in a row."""
    return ", ".join(map(str, values))


def n_pairs(sizes):
    """Within pairs of clusters of these sizes."""
    return sum(comb(size, 2) for size in sizes)


def counts_of(first, second):
    """Pairs together in both, in the first only, in the second only, and in none."""
    counts = [0, 0, 0, 0]
    for i, j in combinations(range(len(first)), 2):
        counts[2 * (first[i] != first[j]) + (second[i] != second[j])] += 1
    return tuple(counts)


def marked_distances(points, labels):
    """Distances on a line: those of within pairs, and those of between pairs."""
    within, between = [], []
    for i, j in combinations(range(len(points)), 2):
        (within if labels[i] == labels[j] else between).append(abs(points[i] - points[j]))
    return within, between


def compare(low, high):
    """Compare what should be smaller with what should be larger: right, wrong and tied comparisons."""
    differences = [a - b for a in low for b in high]
    return sum(d < 0 for d in differences), sum(d > 0 for d in differences), sum(d == 0 for d in differences)


def area(low, high):
    """Proportion of right comparisons; a tie counts one half."""
    right, wrong, tied = compare(low, high)
    return Fraction(2 * right + tied, 2 * (right + wrong + tied))
