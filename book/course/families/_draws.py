"""Draws objects for several families, prints them, and counts exactly what is asked about them."""

from fractions import Fraction
from itertools import combinations
from math import comb
from string import ascii_lowercase

__all__ = ["area", "blocks", "compare", "counts_of", "draw_partition", "listed", "marked_distances", "n_pairs"]


def draw_partition(rng, n, k):
    """Draw labels of n objects in exactly k clusters, numbered in the order of their first objects."""
    while True:
        labels = [rng.randrange(k) for _ in range(n)]
        order = list(dict.fromkeys(labels))
        if len(order) == k:
            return [order.index(label) for label in labels]


def clusters_of(labels):
    """Write clusters as words, with a letter for each object."""
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
    """Count the within pairs of clusters of these sizes."""
    return sum(comb(size, 2) for size in sizes)


def counts_of(first, second):
    """Count pairs together in both, in the first only, in the second only, and in none."""
    counts = [0, 0, 0, 0]
    for i, j in combinations(range(len(first)), 2):
        counts[2 * (first[i] != first[j]) + (second[i] != second[j])] += 1
    return tuple(counts)


def marked_distances(points, labels):
    """List the distances of within pairs and of between pairs on a line."""
    within, between = [], []
    for i, j in combinations(range(len(points)), 2):
        (within if labels[i] == labels[j] else between).append(abs(points[i] - points[j]))
    return within, between


def compare(low, high):
    """Compare each value of `low` with each of `high`; returns right, wrong and tied comparisons."""
    differences = [a - b for a in low for b in high]
    return sum(d < 0 for d in differences), sum(d > 0 for d in differences), sum(d == 0 for d in differences)


def area(low, high):
    """Compute the proportion of right comparisons; a tie counts one half."""
    right, wrong, tied = compare(low, high)
    return Fraction(2 * right + tied, 2 * (right + wrong + tied))
