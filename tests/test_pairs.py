"""Pair counts, the pair statistic and its null moments, against all pairs and all labelings, also beyond 64 bits."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.cluster import pair_confusion_matrix
from strategies import two_partitions, values_with_partition, values_with_sizes

import aucc_teach as at
from aucc_teach.pairs import exact_sum


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


@given(two_partitions())
def test_pair_counts_equal_counting_over_all_pairs(partitions):
    assert at.pair_counts(*partitions) == oracles.count_pairs(*partitions)


@given(two_partitions())
def test_co_membership_equals_comparing_all_pairs(partitions):
    assert at.co_membership(partitions[0]).tolist() == oracles.together(partitions[0])


@given(two_partitions(), st.permutations([7, -1, 100, 3]), st.randoms())
def test_pair_counts_ignore_the_names_of_clusters_and_the_order_of_objects(partitions, names, random):
    first, second = partitions
    order = random.sample(range(len(first)), len(first))
    renamed = [names[first[i]] for i in order], ["abcd"[second[i]] for i in order]
    assert at.pair_counts(*renamed) == at.pair_counts(first, second)


@given(values_with_partition(st.integers(-(2**63), 2**63 - 1)))
def test_pair_statistic_equals_summing_the_within_pairs(case):
    values, labels = case
    assert at.pair_statistic(np.array(values, dtype=np.int64), labels) == oracles.sum_of_within(values, labels)


@given(values_with_sizes(st.integers(-5, 5)))
def test_null_moments_equal_enumeration_exactly(case):
    values, sizes = case
    statistics = [oracles.sum_of_within(values, labels) for labels in set(oracles.labelings(sizes))]
    assert at.null_moments(values, sizes) == oracles.mean_and_variance(statistics)


@given(values_with_sizes(st.sampled_from([-(2**63), -(2**62), -1, 0, 2**31, 2**32, 2**62, 2**63 - 1]), max_objects=5))
def test_null_moments_of_huge_integers_equal_enumeration_exactly(case):
    values, sizes = case
    statistics = [oracles.sum_of_within(values, labels) for labels in set(oracles.labelings(sizes))]
    assert at.null_moments(np.array(values, dtype=np.int64), sizes) == oracles.mean_and_variance(statistics)


@pytest.mark.parametrize("sizes", [[3, 2, 2], [6, 1]])
def test_null_moments_of_floats_far_from_zero_keep_their_digits(sizes):
    values = np.random.default_rng(1).integers(2**20, size=21)
    exact = at.null_moments(values, sizes)
    moments = at.null_moments(values / 2**20 + 2**27, sizes)
    n_within = sum(size * (size - 1) // 2 for size in sizes)
    assert moments.mean == pytest.approx(float(exact.mean / 2**20) + n_within * 2**27, rel=1e-12)
    assert moments.variance == pytest.approx(float(exact.variance / 2**40), rel=1e-9)
