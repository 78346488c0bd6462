"""Enumerating, counting and drawing partitions, against Stirling and Bell numbers and against each other."""

from collections import Counter

import numpy as np
import oracles
import pytest
from scipy.stats import chisquare

from aucc_teach.partitions import count_partitions, random_partition, set_partitions, size_profile


def sizes_of(labels):
    return tuple(sorted(Counter(labels).values(), reverse=True))


def in_order_of_appearance(labels):
    names = {}
    return tuple(names.setdefault(label, len(names)) for label in labels)


def test_counts_known_from_the_books():
    assert [count_partitions(n) for n in range(1, 11)] == [1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975]
    assert [count_partitions(6, k=k) for k in range(1, 7)] == [1, 31, 90, 65, 15, 1]
    assert count_partitions(7, sizes=[3, 2, 2]) == 105


@pytest.mark.parametrize("n", range(1, 10))
def test_counts_follow_the_recurrences(n):
    assert count_partitions(n) == oracles.bell(n)
    for k in range(1, n + 1):
        assert count_partitions(n, k=k) == oracles.stirling(n, k)


@pytest.mark.parametrize("n", range(1, 9))
def test_enumeration_is_complete_distinct_and_in_order(n):
    everything = list(set_partitions(n))
    assert len(everything) == oracles.bell(n)
    # Strictly rising tuples: lexicographic order, and no partition twice.
    assert all(first < second for first, second in oracles.pairwise(everything))
    assert all(labels == in_order_of_appearance(labels) for labels in everything)


@pytest.mark.parametrize("n", range(1, 8))
def test_filters_keep_what_belongs_and_nothing_else(n):
    everything = list(set_partitions(n))
    for k in range(1, n + 1):
        filtered = list(set_partitions(n, k=k))
        assert filtered == [labels for labels in everything if len(set(labels)) == k]
        assert len(filtered) == count_partitions(n, k=k)
    for sizes in oracles.size_profiles(n):
        filtered = list(set_partitions(n, sizes=sizes[::-1]))
        assert filtered == [labels for labels in everything if sizes_of(labels) == sizes]
        assert len(filtered) == count_partitions(n, sizes=sizes) == count_partitions(n, sizes=np.array(sizes[::-1]))


@pytest.mark.parametrize(
    "family",
    [
        {},
        *({"k": k} for k in range(2, 6)),
        *({"sizes": sizes} for sizes in oracles.size_profiles(6) if 1 < len(sizes) < 6),
    ],
    ids=str,
)
def test_draws_are_uniform(family):
    n = 6
    rng = np.random.default_rng(13)
    expected = 30
    population = list(set_partitions(n, **family))
    draws = Counter(
        in_order_of_appearance(random_partition(n, rng=rng, **family).tolist())
        for _ in range(expected * len(population))
    )
    assert set(draws) <= set(population)
    # Neither too uneven nor, as a walk through the list would be, too even.
    assert 1e-3 < chisquare([draws[labels] for labels in population]).pvalue < 0.999


@pytest.mark.parametrize(
    ("n", "k", "proportion", "sizes"),
    [
        (10, 3, 0.6, (6, 2, 2)),
        (10, 3, 0.5, (5, 3, 2)),
        (10, 3, 0.8, (8, 1, 1)),
        (10, 2, 0.1, (1, 9)),
        (100, 4, 0.33, (33, 23, 22, 22)),
        (7, 2, 0.5, (4, 3)),
        (5, 1, 1.0, (5,)),
    ],
)
def test_one_cluster_takes_its_proportion_and_the_others_are_even(n, k, proportion, sizes):
    assert size_profile(n, k, proportion=proportion) == sizes
