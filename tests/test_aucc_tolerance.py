"""Dissimilarities that are nearly equal: what a tolerance merges."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from precomputed import Ranking, concordance
from scipy.spatial.distance import pdist
from scipy.stats import rankdata
from strategies import (
    values_with_partition,
)

import aucc_teach as at
import aucc_teach.aucc


@given(st.lists(st.sampled_from([0.0, -0.0, 5e-324, 1.0, 1e308]) | st.integers(0, 9).map(lambda i: 1 + i * 2**-52)))
def test_pairs_are_sorted_to_their_last_bits(values):
    values = np.array([2.0, 1.0, *values])
    order, first, sizes = aucc_teach.aucc.groups_of_ties(values)
    found, counts = np.unique(values, return_counts=True)
    assert sorted(order) == list(range(values.size))
    assert values[order[first]].tolist() == found.tolist()
    assert values[order].tolist() == np.repeat(found, sizes).tolist()
    assert sizes.tolist() == counts.tolist()


def test_last_bits_break_ties_on_a_grid_unless_merged():
    # A row of five points 0.1 apart: every distance is a whole number of steps, yet not to the last bit.
    points = np.arange(5)[:, None] * 0.1
    steps = np.arange(5)[:, None]
    labels = [0, 0, 0, 1, 1]
    assert len(set(pdist(points))) > len(set(pdist(steps)))
    exact = at.concordance(steps, labels)
    assert at.concordance(points, labels) != exact
    assert at.concordance(points, labels, tolerance=1e-9) == exact
    assert at.PairRanking(points, tolerance=1e-9).score(labels) == at.aucc_score(steps, labels)
    assert at.aucc_score(points, labels) != at.aucc_score(steps, labels)
    assert at.gamma_score(points, labels, tolerance=1e-9) == at.gamma_score(steps, labels)


@pytest.mark.parametrize("tolerance", [1 / 16, 1 / 4, 1])
@given(case=values_with_partition(st.integers(0, 64)))
def test_tolerance_equals_merging_by_hand(tolerance, case):
    # Whole numbers and powers of two, so that no product or difference is rounded.
    dissimilarities, labels = case
    merged = oracles.join_near_ties(dissimilarities, tolerance)
    assert concordance(*case, tolerance=tolerance) == oracles.compare_quadruples(merged, labels)
    ranks = Ranking(dissimilarities, tolerance=tolerance).doubled_mid_ranks
    assert np.array_equal(ranks, 2 * rankdata(merged))
