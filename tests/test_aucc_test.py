"""The permutation test of AUCC."""

from fractions import Fraction
from functools import partial

import numpy as np
import oracles
import pytest

import aucc_teach as at

SIX = [[0], [1], [3], [4], [8], [9]]
SIX_LABELS = [0, 0, 1, 0, 1, 1]


def exact_pvalue(alternative):
    """Share of all labelings of the six points that are at least as extreme as the one given."""
    distances = [abs(SIX[i][0] - SIX[j][0]) for i, j in oracles.all_pairs(6)]
    observed = oracles.aucc(distances, SIX_LABELS)
    scores = [oracles.aucc(distances, labels) for labels in set(oracles.labelings([3, 3]))]
    greater = Fraction(sum(score >= observed for score in scores), len(scores))
    less = Fraction(sum(score <= observed for score in scores), len(scores))
    return {"greater": greater, "less": less, "two-sided": min(1, 2 * min(greater, less))}[alternative]


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_where_all_distances_tie_every_labeling_is_as_extreme_and_p_is_one(alternative):
    result = at.aucc_test(np.ones(10), [0, 0, 1, 1, 2], metric="precomputed", n_resamples=20, alternative=alternative)
    assert result.pvalue == 1
    assert np.isnan(result.zscore)


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_pvalue_equals_full_enumeration_within_its_random_error(alternative):
    n_resamples = 5000
    exact = float(exact_pvalue(alternative))
    assert 0.1 < exact < 1
    result = at.aucc_test(SIX, SIX_LABELS, n_resamples=n_resamples, alternative=alternative, rng=10)
    sides = 2 if alternative == "two-sided" else 1
    error = sides * (exact / sides * (1 - exact / sides) / n_resamples) ** 0.5
    assert abs(result.pvalue - exact) < 4 * error + sides / n_resamples


def test_statistic_and_null_moments_are_those_of_the_ranking():
    result = at.aucc_test(SIX, SIX_LABELS, n_resamples=9, rng=0)
    mean, variance = at.PairRanking(SIX).null([3, 3])
    assert result.statistic == at.aucc_score(SIX, SIX_LABELS)
    assert (result.null_mean, result.null_std) == (mean, variance**0.5)
    assert result.zscore == pytest.approx((result.statistic - 0.5) / variance**0.5)


@pytest.mark.parametrize("n", [1, 99, 250])
def test_pvalues_are_shares_of_exactly_as_many_labelings_as_asked_for(n):
    # The same labelings all at once; the test draws them a hundred at a time.
    rows = np.random.default_rng(3).permuted(np.tile(SIX_LABELS, (n, 1)), axis=1)
    ranking = at.PairRanking(SIX)
    scores = [ranking.score(row) for row in rows]
    observed = ranking.score(SIX_LABELS)
    for alternative, count in (
        ("greater", 1 + sum(score >= observed for score in scores)),
        ("less", 1 + sum(score <= observed for score in scores)),
    ):
        result = at.aucc_test(SIX, SIX_LABELS, n_resamples=n, alternative=alternative, rng=3)
        assert result.pvalue == count / (n + 1)


def test_by_default_the_smallest_pvalue_is_one_in_ten_thousand():
    labels = np.arange(24) // 12
    assert at.aucc_test(labels[:, None], labels, rng=0).pvalue == 1 / 10_000


def test_a_seed_repeats_the_test_and_a_generator_moves_on():
    test = partial(at.aucc_test, SIX, SIX_LABELS, n_resamples=200)
    assert test(rng=1) == test(rng=1) == test(rng=np.random.default_rng(1))
    assert len({test(rng=seed).pvalue for seed in range(8)}) > 1
    generator = np.random.default_rng(1)
    assert len({test(rng=generator).pvalue for _ in range(8)}) > 1


def test_tolerance_and_metric_reach_the_test():
    points = np.arange(6)[:, None] * 0.1
    labels = [0, 0, 0, 1, 1, 1]
    result = at.aucc_test(points, labels, metric="cityblock", tolerance=1e-9, n_resamples=9, rng=0)
    assert result.statistic == at.aucc_score(np.arange(6)[:, None], labels)
    assert result.statistic != at.aucc_score(points, labels, metric="cityblock")
