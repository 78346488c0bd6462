"""Draws objects for several families, prints them, and counts exactly what is asked about them."""

from fractions import Fraction
from itertools import combinations
from string import ascii_lowercase

__all__ = ["area", "blocks", "compare", "distances", "draw_partition", "listed", "numbered", "within_and_between"]


def numbered(labels):
    """Number clusters in the order of their first objects."""
    order = list(dict.fromkeys(labels))
    return [order.index(label) for label in labels]


def draw_partition(rng, n, k):
    """Draw labels of n objects in exactly k clusters, numbered in the order of their first objects."""
    while True:
        labels = numbered([rng.randrange(k) for _ in range(n)])
        if len(set(labels)) == k:
            return labels


def blocks(labels):
    """Print a partition as ab | cde."""
    clusters = {label: "" for label in sorted(labels)}
    for letter, label in zip(ascii_lowercase, labels, strict=False):
        clusters[label] += letter
    return " | ".join(clusters.values())


def listed(values):
    """Print values in a row."""
    return ", ".join(map(str, values))


def distances(points):
    """List the distances of all pairs on a line."""
    return [abs(a - b) for a, b in combinations(points, 2)]


def within_and_between(values, labels):
    """Split values of all pairs into those of within pairs and those of between pairs."""
    split = {True: [], False: []}
    for value, (one, other) in zip(values, combinations(labels, 2), strict=True):
        split[one == other].append(value)
    return split[True], split[False]


def compare(low, high):
    """Compare each value of `low` with each of `high`; returns right, wrong and tied comparisons."""
    differences = [a - b for a in low for b in high]
    return sum(d < 0 for d in differences), sum(d > 0 for d in differences), sum(d == 0 for d in differences)


def area(low, high):
    """Compute the proportion of right comparisons; a tie counts one half."""
    right, wrong, tied = compare(low, high)
    return Fraction(2 * right + tied, 2 * (right + wrong + tied))
