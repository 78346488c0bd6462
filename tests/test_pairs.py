"""Pair counts, the pair statistic and its null moments, by hand, at the limits of 64 bits and by formula."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics.cluster import pair_confusion_matrix

import aucc_teach as at
from aucc_teach.pairs import exact_sum


def test_counts_are_python_integers_and_statistics_keep_their_kind():
    assert {type(count) for count in at.pair_counts([0, 0, 1], [0, 1, 1])} == {int}
    assert type(at.pair_statistic(np.array([1, 2, 3], dtype=np.uint8), [0, 0, 1])) is int
    assert type(at.pair_statistic([True, False, True], [0, 0, 0])) is int
    assert type(at.pair_statistic([1.0, 2.0, 3.0], [0, 0, 1])) is float
    assert at.co_membership([0, 0, 1]).dtype == bool
    assert {type(moment) for moment in at.null_moments([1, 2, 3], [2, 1])} == {Fraction}
    assert {type(moment) for moment in at.null_moments([1.0, 2.0, 3.0], [2, 1])} == {float}


@pytest.mark.parametrize("n_clusters", [(2, 3), (300, 2), (300, 300), (500, 500)])
def test_pair_counts_of_many_clusters_equal_scikit_learn(n_clusters):
    # A table much larger than the labels is counted another way than a small one.
    rng = np.random.default_rng(0)
    first, second = (rng.integers(k, size=500) for k in n_clusters)
    tp, fn, fp, tn = at.pair_counts(first, second)
    assert pair_confusion_matrix(first, second).tolist() == [[2 * tn, 2 * fp], [2 * fn, 2 * tp]]


def test_pair_counts_do_not_overflow_32_bits():
    n = 200_000
    halves = np.arange(n) // (n // 2)
    assert at.pair_counts(halves, halves) == (2 * (n // 2) * (n // 2 - 1) // 2, 0, 0, (n // 2) ** 2)


@pytest.mark.parametrize(
    "values",
    [
        np.full(9, 2**62),
        np.full(9, -(2**62)),
        np.array([2**63 - 1, -(2**63), 2**63 - 1, 2**63 - 1]),
        np.array([-(2**63), -(2**63), -1, 5]),
        np.array([], dtype=np.int64),
        np.full(7, 2**32 - 1, dtype=np.uint32),
        np.full(7, True),
    ],
)
def test_exact_sum_equals_python(values):
    assert exact_sum(values) == sum(values.tolist())


@pytest.mark.parametrize(
    ("values", "sizes"),
    [
        ([1e200, 0, 0], [2, 1]),  # the square overflows
        ([0, -1.7e308, 0, 0, -1.7e308, 0, 0, 1.7e308, 1.7e308, 0], [3, 2]),  # in a row, infinity less infinity
    ],
)
@pytest.mark.filterwarnings("error")
def test_floats_too_large_for_the_moments_are_refused_without_a_warning(values, sizes):
    with pytest.raises(ValueError, match=r"values must be small enough to be squared and added. Got 1"):
        at.null_moments(values, sizes)
