"""The exact moments of AUCC over random labels."""

from fractions import Fraction

import oracles
from hypothesis import given
from precomputed import Ranking
from strategies import (
    values_with_valid_sizes,
)

import aucc_teach as at


@given(values_with_valid_sizes())
def test_null_moments_of_any_ties_and_sizes_equal_the_average_over_all_partitions(case):
    dissimilarities, sizes = case
    partitions = at.partitions.set_partitions(sum(sizes), sizes=sizes)
    scores = [oracles.aucc(dissimilarities, labels) for labels in partitions]
    mean, variance = oracles.mean_and_variance(scores)
    assert mean == Fraction(1, 2)
    ranking = Ranking(dissimilarities)
    assert ranking.null(sizes) == (0.5, float(variance))
    # The same without a last division: AUCC is a constant less the doubled rank sum over 2 P N.
    n_within = sum(size * (size - 1) // 2 for size in sizes)
    scale = 2 * n_within * (len(dissimilarities) - n_within)
    assert at.null_moments(ranking.doubled_mid_ranks, sizes).variance == variance * scale**2
