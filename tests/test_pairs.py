"""Pair counts, the pair statistic and its null moments, by hand, at the limits of 64 bits and by formula."""

from fractions import Fraction

import numpy as np
import oracles
import pytest
from sklearn.metrics.cluster import pair_confusion_matrix

import aucc_teach as at
from aucc_teach.pairs import exact_sum, matrix_sums, n_kinds_of_pairs

BEYOND_INT64 = 1 << 63


def test_rand_points_by_hand():
    rand = at.datasets.load_rand_points()
    counts = at.pair_counts(rand.labels_true, rand.labels_pred)
    assert counts == (2, 4, 2, 7)
    assert counts.tp == 2  # ab, de
    assert counts.tn == 7
    assert counts.fn + counts.fp == 6
    assert sum(counts) == 15


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


def test_exact_sum_of_more_terms_than_are_added_at_once():
    # A view of one number, repeated without memory: 3 x 2^20 and some terms of 2^62 need 84 bits.
    length = 3 * (1 << 20) + 17
    values = np.broadcast_to(np.int64(2**62), length)
    total = exact_sum(values)
    assert total == length * 2**62
    assert total > BEYOND_INT64
    # The sum that NumPy gives has wrapped around: the check above can fail.
    assert int(values.sum()) != total


def test_numbers_of_pairs_beyond_the_digits_of_a_float_are_exact():
    # Both factors of size (size - 1) / 2 are odd, and their product has 56 bits, of which a float keeps 53.
    size = 2**28 + 3
    assert n_kinds_of_pairs([size, 1]) == (size * (2**27 + 1), size)
    assert int(float(size * (2**27 + 1))) != size * (2**27 + 1)


@pytest.mark.parametrize("kind", [int, float])
def test_sums_of_a_matrix_by_hand(kind):
    # Rows 0 1 2, 1 0 4 and 2 4 0: row sums 3, 5 and 6. Centred values alone would not show the first.
    assert matrix_sums(np.array([1, 2, 4], dtype=kind), 3) == (14, 2 * (1 + 4 + 16), 9 + 25 + 36)


@pytest.mark.parametrize(
    "value",
    [2**62 - 1, 2**62, 2**61, -(2**61), (2**63 - 1) // 4, -(2**63 // 4) - 1, 2**31, -(2**31), 2**32 - 1, 1 - 2**32],
)
def test_row_sums_and_squares_on_both_sides_of_64_bits_are_exact(value):
    # Four objects: a row sum has three entries, so that 2^63 / 3 is where it overflows. A square does from 2^31.5.
    values = np.array([value, value, value, 1, 2, 3])
    rows = np.array([[0, value, value, value], [value, 0, 1, 2], [value, 1, 0, 3], [value, 2, 3, 0]], dtype=object)
    sums = [
        int(
            sum(rows[i][j] for i in cluster for j in cluster if i < j)
            + sum(rows[i][j] for i in rest for j in rest if i < j)
        )
        for cluster, rest in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
    ]
    mean = Fraction(sum(sums), 3)
    variance = sum((each - mean) ** 2 for each in sums) / 3
    assert at.null_moments(values, sizes=[2, 2]) == (mean, variance)


@pytest.mark.parametrize("offset", [0.0, 1e8])
@pytest.mark.parametrize("sizes", [[3, 2, 2], [6, 1]])
def test_null_moments_of_floats_keep_their_digits(sizes, offset):
    rng = np.random.default_rng(1)
    n_pairs = 21
    for _ in range(5):
        values = rng.random(n_pairs) + offset
        # The fraction of a float is its exact value.
        exact = [Fraction(value) for value in values.tolist()]
        s, q, r = sums_of_matrix(exact, 7)
        mean, variance = moments_by_formula(s, q, r, sizes)
        moments = at.null_moments(values, sizes)
        assert moments.mean == pytest.approx(float(mean), rel=1e-9)
        assert moments.variance == pytest.approx(float(variance), rel=1e-9)


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


def sums_of_matrix(values, n):
    """Sum of all entries, of their squares and of the squared row sums, over ordered pairs."""
    row_sums = [0] * n
    for (i, j), value in zip(oracles.all_pairs(n), values, strict=True):
        row_sums[i] += value
        row_sums[j] += value
    return sum(row_sums), 2 * sum(value * value for value in values), sum(total * total for total in row_sums)


def moments_by_formula(s, q, r, sizes):
    """Mantel's moments of the sum over unordered within pairs, for at least 4 objects."""
    n = sum(sizes)
    labels = [cluster for cluster, size in enumerate(sizes) for _ in range(size)]
    s_c, q_c, r_c = sums_of_matrix([int(within) for within in oracles.together(labels)], n)
    mean = Fraction(s) * s_c / (n * (n - 1))
    pairs, triples = Fraction(2 * q * q_c), Fraction(4 * (r - q) * (r_c - q_c))
    quadruples = Fraction(s * s + 2 * q - 4 * r) * (s_c * s_c + 2 * q_c - 4 * r_c)
    square = pairs / (n * (n - 1)) + triples / (n * (n - 1) * (n - 2)) + quadruples / (n * (n - 1) * (n - 2) * (n - 3))
    return mean / 2, (square - mean * mean) / 4
