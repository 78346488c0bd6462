"""Each function with one argument left open, so that one bad value can be given to all of them."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

import aucc_teach as at
from aucc_teach import partitions

POINTS = np.array([[0.0], [1.0], [4.0], [6.0]])


CONDENSED = pdist(POINTS)


SQUARE = squareform(CONDENSED)


LABELS = [0, 0, 1, 1]


RANKING = at.PairRanking(POINTS)


# Each function with one argument left open, so that one bad value can be given to all of them.
ON_DATA = {
    "concordance": lambda X, labels=LABELS, **options: at.concordance(X, labels, **options),
    "gamma_score": lambda X, labels=LABELS, **options: at.gamma_score(X, labels, **options),
    "aucc_score": lambda X, labels=LABELS, **options: at.aucc_score(X, labels, **options),
    "aucc_test": lambda X, labels=LABELS, **options: at.aucc_test(X, labels, n_resamples=3, rng=0, **options),
    "PairRanking": lambda X, labels=LABELS, **options: at.PairRanking(X, **options).score(labels),
}


# The criteria have no tolerance; some need coordinates.
CRITERIA = {name: one for name, one in at.criteria.CRITERIA.items() if name not in ON_DATA}


ON_DISSIMILARITIES = {
    **ON_DATA,
    **{
        name: lambda X, labels=LABELS, f=one.function, **options: f(X, labels, **options)
        for name, one in CRITERIA.items()
        if not one.needs_coordinates
    },
    "CriteriaScorer": lambda X, labels=LABELS, **options: at.criteria.CriteriaScorer(X, **options).score(labels),
}


ON_COORDINATES = {
    name: lambda X, labels=LABELS, f=one.function: f(X, labels)
    for name, one in CRITERIA.items()
    if one.needs_coordinates
}


JUDGING_LABELS = {
    name: lambda labels, f=f: f(POINTS, labels) for name, f in {**ON_DISSIMILARITIES, **ON_COORDINATES}.items()
}


COMPARING_LABELS = {
    "pair_counts": at.pair_counts,
    "contingency_table": at.contingency_table,
    "rand_score": at.rand_score,
    "adjusted_rand_score": at.adjusted_rand_score,
    "fowlkes_mallows_score": at.fowlkes_mallows_score,
    "pivoted_accuracy": at.pivoted_accuracy,
    "normalized_accuracy": at.normalized_accuracy,
    "adjusted_asymmetric_accuracy": at.adjusted_asymmetric_accuracy,
    "pair_sets_index": at.pair_sets_index,
    "normalized_mutual_info_score": at.normalized_mutual_info_score,
    "adjusted_mutual_info_score": at.adjusted_mutual_info_score,
}


ON_LABELS = {
    **JUDGING_LABELS,
    "co_membership": at.co_membership,
    "pair_statistic": lambda labels: at.pair_statistic([1, 2, 3, 4, 5, 6], labels),
    **{f"{name} (first)": lambda labels, f=f: f(labels, LABELS) for name, f in COMPARING_LABELS.items()},
    **{f"{name} (second)": lambda labels, f=f: f(LABELS, labels) for name, f in COMPARING_LABELS.items()},
}


ON_SIZES = {
    "null_moments": lambda sizes: at.null_moments([1, 2, 3, 4, 5, 6], sizes),
    "PairRanking.null": RANKING.null,
    "set_partitions": lambda sizes: partitions.set_partitions(4, sizes=sizes),
    "count_partitions": lambda sizes: partitions.count_partitions(4, sizes=sizes),
    "random_partition": lambda sizes: partitions.random_partition(4, sizes=sizes),
}


ON_N_AND_K = {
    "set_partitions": lambda n, k: partitions.set_partitions(n, k=k),
    "count_partitions": lambda n, k: partitions.count_partitions(n, k=k),
    "random_partition": lambda n, k: partitions.random_partition(n, k=k),
    "size_profile": partitions.size_profile,
}


ON_PAIR_VALUES = {
    "pair_statistic": lambda values: at.pair_statistic(values, [0, 0, 1]),
    "null_moments": lambda values: at.null_moments(values, [2, 1]),
}


def for_each(functions):
    return pytest.mark.parametrize("function", functions.values(), ids=functions)


# Those that stand for the others of their kind: they meet every bad value, the others one, which shows that they check.
IN_FULL = {
    "co_membership",
    "aucc_score",
    "aucc_bounds",
    "CriteriaScorer",
    "calinski_harabasz_score",
    "pair_counts (first)",
    "pair_counts (second)",
    "adjusted_mutual_info_score (second)",
    "pair_statistic",
    "null_moments",
    "random_partition",
    "PairRanking.null",
    "size_profile",
}


def in_full_or_once(functions, names, cases):
    """Parametrise by function and case: all cases for those that are IN_FULL, the first case for the others."""
    assert IN_FULL & set(functions)
    rows = [
        pytest.param(function, *case, id=f"{name}-{number}")
        for name, function in functions.items()
        for number, case in enumerate(cases if name in IN_FULL else cases[:1])
    ]
    return pytest.mark.parametrize(("function", *names), rows)


def refused(match):
    return pytest.raises(ValueError, match=match)
