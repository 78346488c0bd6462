"""The exact moments of AUCC over random labels."""

from collections import Counter
from fractions import Fraction

import numpy as np
import oracles
from hypothesis import given
from precomputed import Ranking
from strategies import (
    values_with_valid_sizes,
)

import aucc_teach as at

BEYOND_INT64 = 1 << 63


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


def test_a_square_has_no_variance_for_one_point_against_three():
    # Every corner is as far from the three others: the score cannot vary, though the distances do.
    ranking = at.PairRanking([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert ranking.null([3, 1]) == (0.5, 0.0)
    assert ranking.null([2, 2]).variance > 0
    assert np.isnan(at.aucc_test([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1], n_resamples=9, rng=0).zscore)


def sums_of_squared_steps(counts):
    """Sums of the doubled mid-ranks for `counts[x]` objects at each place x on a line, in Python integers.

    The sum of all entries of the rank matrix, of their squares, and of its squared row sums.
    """
    pairs_at = Counter()
    for x, n_x in enumerate(counts):
        pairs_at[0] += n_x * (n_x - 1) // 2
        for y, n_y in enumerate(counts[:x]):
            pairs_at[x - y] += n_x * n_y
    rank, below = {}, 0
    for distance in sorted(pairs_at):
        rank[distance] = 2 * below + pairs_at[distance] + 1
        below += pairs_at[distance]
    row_sum = [sum((n_y - (x == y)) * rank[abs(x - y)] for y, n_y in enumerate(counts)) for x in range(len(counts))]
    s = sum(n_x * total for n_x, total in zip(counts, row_sum, strict=True))
    q = 2 * sum(pairs_at[distance] * rank[distance] ** 2 for distance in pairs_at)
    r = sum(n_x * total**2 for n_x, total in zip(counts, row_sum, strict=True))
    return s, q, r


def variance_of_aucc(s, q, r, sizes):
    """The variance of the rank sum over ordered pairs, by the permutation moments, scaled to AUCC."""
    n = sum(sizes)
    s_c = sum(size * (size - 1) for size in sizes)
    r_c = sum(size * (size - 1) ** 2 for size in sizes)
    second = (
        Fraction(2 * q * s_c, n * (n - 1))
        + Fraction(4 * (r - q) * (r_c - s_c), n * (n - 1) * (n - 2))
        + Fraction((s * s + 2 * q - 4 * r) * (s_c * s_c + 2 * s_c - 4 * r_c), n * (n - 1) * (n - 2) * (n - 3))
    )
    n_within = s_c // 2
    n_between = n * (n - 1) // 2 - n_within
    # Ordered pairs and doubled ranks: four times the rank sum of the unordered pairs.
    return (second - Fraction(s * s_c, n * (n - 1)) ** 2) / (4 * n_within * n_between) ** 2


def test_null_moments_of_3000_objects_are_exact():
    # Ten places on a line: so heavily tied that the sums can be had from the ten counts alone.
    counts = [30, 90, 150, 210, 270, 330, 390, 450, 510, 570]
    ranking = at.PairRanking(np.repeat(np.arange(10), counts)[:, None])
    s, q, r = sums_of_squared_steps(counts)
    for sizes in ([1500, 1500], [300] * 10, [2400, 540, 59, 1], [2, *[1] * 2998]):
        assert ranking.null(sizes) == (0.5, float(variance_of_aucc(s, q, r, sizes)))
    # The same sums in 64-bit integers wrap around, and not by a little.
    ranks = ranking.doubled_mid_ranks
    assert 2 * int((ranks * ranks).sum()) != q > BEYOND_INT64
    with np.errstate(over="ignore"):
        assert int(np.int64(s) * np.int64(s)) != s * s > BEYOND_INT64
