"""The permutation test of AUCC."""

from fractions import Fraction

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
