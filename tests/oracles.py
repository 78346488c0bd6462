"""The definitions in their plainest form, by counting over all pairs; slow, and meant to be believed at sight."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

HALF = Fraction(1, 2)
CREDIT_OF_TIES = {"diagonal": HALF, "optimistic": Fraction(1), "pessimistic": Fraction(0)}


def all_pairs(n):
    """Pairs of objects in condensed order."""
    return list(combinations(range(n), 2))


def together(labels):
    """For each pair, whether its two objects have equal labels."""
    return [labels[i] == labels[j] for i, j in all_pairs(len(labels))]


def count_pairs(labels_true, labels_pred):
    """Pairs together in both partitions, in the first only, in the second only, in neither."""
    kinds = Counter(zip(together(labels_true), together(labels_pred), strict=True))
    return kinds[True, True], kinds[True, False], kinds[False, True], kinds[False, False]


def sum_of_within(values, labels):
    """Sum of the values of the pairs that are together."""
    return sum(value for value, within in zip(values, together(labels), strict=True) if within)


def compare_quadruples(dissimilarities, labels):
    """Every within pair (i, j) against every between pair (k, l): s+, s- and s0."""
    n = len(labels)
    of_pair = dict(zip(all_pairs(n), dissimilarities, strict=True))
    s_plus = s_minus = s_zero = 0
    for i, j in all_pairs(n):
        for k, l in all_pairs(n):  # noqa: E741
            if labels[i] == labels[j] and labels[k] != labels[l]:
                s_plus += of_pair[i, j] < of_pair[k, l]
                s_minus += of_pair[i, j] > of_pair[k, l]
                s_zero += of_pair[i, j] == of_pair[k, l]
    return s_plus, s_minus, s_zero


def aucc(dissimilarities, labels, ties="diagonal"):
    """AUCC as an exact fraction: concordant comparisons, and a share of the tied ones."""
    s_plus, s_minus, s_zero = compare_quadruples(dissimilarities, labels)
    return (s_plus + CREDIT_OF_TIES[ties] * s_zero) / (s_plus + s_minus + s_zero)


def auc_of_scores(y_true, y_score, ties="diagonal"):
    """Share of (positive, negative) items in which the positive one scores higher; tied ones count as the rule says."""
    positive = [s for y, s in zip(y_true, y_score, strict=True) if y]
    negative = [s for y, s in zip(y_true, y_score, strict=True) if not y]
    credit = sum((p > q) + (p == q) * CREDIT_OF_TIES[ties] for p, q in product(positive, negative))
    return Fraction(credit) / (len(positive) * len(negative))


def roc_points(y_true, y_score):
    """For each threshold from infinity down, the shares of negative and of positive items that reach it."""
    n_positive = sum(map(bool, y_true))
    n_negative = len(y_true) - n_positive
    points = []
    for threshold in [math.inf, *sorted(set(y_score), reverse=True)]:
        reached = [bool(y) for y, s in zip(y_true, y_score, strict=True) if s >= threshold]
        tp = sum(reached)
        points.append((Fraction(len(reached) - tp, n_negative), Fraction(tp, n_positive), threshold))
    return points


def areas_over_orders(y_true, y_score):
    """Areas under the staircases of all orders of the items by falling score, one for each order within the ties."""
    areas = set()
    for order in permutations(range(len(y_true))):
        if all(y_score[i] >= y_score[j] for i, j in pairwise(order)):
            height = area = 0
            for item in order:
                height += bool(y_true[item])
                area += 0 if y_true[item] else height
            n_positive = sum(map(bool, y_true))
            areas.add(Fraction(area, n_positive * (len(y_true) - n_positive)))
    return areas


def join_near_ties(values, tolerance):
    """Replace each value by the number of its chain: a chain ends where the next larger value is too far away."""
    chain = {}
    number, previous = 0, None
    for value in sorted(values):
        if previous is not None and value - previous > tolerance * max(values):
            number += 1
        chain[value], previous = number, value
    return [chain[value] for value in values]


def mean_and_variance(outcomes):
    """Moments of equally likely outcomes, exact."""
    outcomes = [Fraction(outcome) for outcome in outcomes]
    mean = sum(outcomes) / len(outcomes)
    return mean, sum((outcome - mean) ** 2 for outcome in outcomes) / len(outcomes)


def labelings(sizes):
    """Every order of the labels of clusters with these sizes, each as often as permuting the labels produces it."""
    return permutations([cluster for cluster, size in enumerate(sizes) for _ in range(size)])


def size_profiles(n, largest=None):
    """Every way to write n as a sum of positive whole numbers, largest first."""
    if n == 0:
        yield ()
    for size in range(min(n, largest or n), 0, -1):
        for rest in size_profiles(n - size, size):
            yield (size, *rest)


def valid_profiles(n):
    """Sizes of 2 to n - 1 clusters."""
    return [sizes for sizes in size_profiles(n) if 2 <= len(sizes) <= n - 1]


def stirling(n, k):
    """Partitions of n objects into k clusters: the last object is alone, or joins one of k clusters."""
    if n == 0 or k == 0:
        return int(n == k)
    return stirling(n - 1, k - 1) + k * stirling(n - 1, k)


def bell(n):
    """Partitions of n objects: choose who is not with the last object, and partition those."""
    return 1 if n == 0 else sum(math.comb(n - 1, others) * bell(others) for others in range(n))
