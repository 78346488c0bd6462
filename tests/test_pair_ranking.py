"""The ranking that scores many partitions: the same to the last bit in every way, also beyond 64 bits."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from precomputed import TIE_RULES, Ranking, aucc_score, tied_dissimilarities
from strategies import (
    values_with_partition,
)

import aucc_teach as at
import aucc_teach.aucc

TOLERANCES = [0.0, 1 / 2]


@pytest.mark.parametrize("ties", TIE_RULES)
@given(case=values_with_partition())
def test_aucc_is_the_area_under_the_roc_curve_of_the_pairs(ties, case):
    dissimilarities, labels = case
    curve = at.roc_curve(at.co_membership(labels), -np.array(dissimilarities), ties=ties)
    assert curve.auc == pytest.approx(aucc_score(*case, ties=ties), abs=1e-12)


@pytest.mark.parametrize("tolerance", TOLERANCES)
@given(case=values_with_partition(st.integers(0, 9)))
def test_three_ways_to_score_agree_to_the_last_bit(tolerance, case):
    dissimilarities, labels = case
    ranking = Ranking(dissimilarities, tolerance=tolerance)
    score = aucc_score(dissimilarities, labels, tolerance=tolerance)
    assert ranking.score(labels) == score
    assert ranking.score_many([labels, labels]).tolist() == [score, score]


@pytest.mark.parametrize("exchange", [0, 1e9])  # all are looked up, or all go through the matrix product
def test_both_ways_to_score_many_take_clusters_of_any_sizes(monkeypatch, exchange):
    monkeypatch.setattr(aucc_teach.aucc, "_PRODUCTS_FOR_A_LOOK_UP", (exchange, exchange))
    n = 45
    dissimilarities = tied_dissimilarities(n, seed=2)
    rng = np.random.default_rng(3)
    profiles = [[size, n - size] for size in range(1, n)] + [list(range(1, 10)), [n - 9, *range(1, 4), 1, 1, 1]]
    profiles += [[n - k, *[1] * k] for k in range(1, n - 1)] + [[2] * 22 + [1], [16, 15, 8, 4, 2]]
    rows = [rng.permutation(np.repeat(np.arange(len(sizes)), sizes)) for sizes in profiles]
    ranking = Ranking(dissimilarities)
    assert ranking.score_many(rows).tolist() == [ranking.score(row) for row in rows]
    assert [ranking.score_many([row])[0] for row in rows] == [aucc_score(dissimilarities, row) for row in rows]


@pytest.mark.parametrize("n_alone", [1, 13])
def test_rank_sums_beyond_the_digits_of_a_float_are_scored_exactly(n_alone):
    # One cluster and objects alone: few clusters and many go different ways, both with a matrix of floats. Each row sum
    # stays below 2^53, where floats are exact; the sum of all does not.
    n = 30 + n_alone
    labels = np.arange(n).clip(29) - 29
    rng = np.random.default_rng(1)
    for _ in range(5):
        ranking = Ranking(np.arange(n * (n - 1) // 2))
        ranking.doubled_mid_ranks = rng.integers(2**47, 2**48, size=n * (n - 1) // 2)
        within = at.co_membership(labels)
        rank_sum, n_within = sum(ranking.doubled_mid_ranks[within].tolist()), int(within.sum())
        assert rank_sum > 2**53
        scale = 2 * n_within * (within.size - n_within)
        exact = 1 - Fraction(rank_sum - n_within * (n_within + 1), scale)
        assert ranking.score_many([labels]).tolist() == [ranking.score(labels)] == [float(exact)]
