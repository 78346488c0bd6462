"""Pair counts, the pair statistic and its null moments, against counting over all pairs and all labelings."""

import numpy as np
import oracles
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.cluster import contingency_matrix, pair_confusion_matrix
from strategies import two_partitions, values_with_partition, values_with_sizes

import aucc_teach as at


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


@given(two_partitions())
def test_tables_equal_scikit_learn(partitions):
    table = at.contingency_table(*partitions)
    assert np.array_equal(table, contingency_matrix(*partitions))
    tp, fn, fp, tn = at.pair_counts(*partitions)
    # scikit-learn counts ordered pairs: each twice.
    assert pair_confusion_matrix(*partitions).tolist() == [[2 * tn, 2 * fp], [2 * fn, 2 * tp]]


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
