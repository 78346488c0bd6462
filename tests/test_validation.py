"""What is wrong is refused with a ValueError that says what was given; what is unusual but right works."""

from contextlib import suppress
from datetime import date

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.spatial.distance import pdist, squareform

import aucc_teach as at
from aucc_teach import partitions

POINTS = np.array([[0.0], [1.0], [4.0], [6.0]])
CONDENSED = pdist(POINTS)
SQUARE = squareform(CONDENSED)
LABELS = [0, 0, 1, 1]
RANKING = at.PairRanking(POINTS)

# Each function with one argument left open, so that one bad value can be given to all of them.
ON_DATA = {
    "concordance": lambda X, labels=LABELS, **options: at.concordance(X, labels, **options),
    "gamma_score": lambda X, labels=LABELS, **options: at.gamma_score(X, labels, **options),
    "aucc_score": lambda X, labels=LABELS, **options: at.aucc_score(X, labels, **options),
    "aucc_test": lambda X, labels=LABELS, **options: at.aucc_test(X, labels, n_resamples=3, rng=0, **options),
    "PairRanking": lambda X, labels=LABELS, **options: at.PairRanking(X, **options).score(labels),
}
# The criteria have no tolerance; some need coordinates.
CRITERIA = {name: one for name, one in at.criteria.CRITERIA.items() if name not in ON_DATA}
ON_DISSIMILARITIES = {
    **ON_DATA,
    **{
        name: lambda X, labels=LABELS, f=one.function, **options: f(X, labels, **options)
        for name, one in CRITERIA.items()
        if not one.needs_coordinates
    },
    "CriteriaScorer": lambda X, labels=LABELS, **options: at.criteria.CriteriaScorer(X, **options).score(labels),
}
ON_COORDINATES = {
    name: lambda X, labels=LABELS, f=one.function: f(X, labels)
    for name, one in CRITERIA.items()
    if one.needs_coordinates
}
JUDGING_LABELS = {
    name: lambda labels, f=f: f(POINTS, labels) for name, f in {**ON_DISSIMILARITIES, **ON_COORDINATES}.items()
}
COMPARING_LABELS = {
    "pair_counts": at.pair_counts,
    "contingency_table": at.contingency_table,
    "rand_score": at.rand_score,
    "adjusted_rand_score": at.adjusted_rand_score,
    "fowlkes_mallows_score": at.fowlkes_mallows_score,
    "pivoted_accuracy": at.pivoted_accuracy,
    "normalized_accuracy": at.normalized_accuracy,
    "adjusted_asymmetric_accuracy": at.adjusted_asymmetric_accuracy,
    "pair_sets_index": at.pair_sets_index,
    "normalized_mutual_info_score": at.normalized_mutual_info_score,
    "adjusted_mutual_info_score": at.adjusted_mutual_info_score,
}
ON_LABELS = {
    **JUDGING_LABELS,
    "co_membership": at.co_membership,
    "pair_statistic": lambda labels: at.pair_statistic([1, 2, 3, 4, 5, 6], labels),
    **{f"{name} (first)": lambda labels, f=f: f(labels, LABELS) for name, f in COMPARING_LABELS.items()},
    **{f"{name} (second)": lambda labels, f=f: f(LABELS, labels) for name, f in COMPARING_LABELS.items()},
}
ON_SIZES = {
    "null_moments": lambda sizes: at.null_moments([1, 2, 3, 4, 5, 6], sizes),
    "PairRanking.null": RANKING.null,
    "set_partitions": lambda sizes: partitions.set_partitions(4, sizes=sizes),
    "count_partitions": lambda sizes: partitions.count_partitions(4, sizes=sizes),
    "random_partition": lambda sizes: partitions.random_partition(4, sizes=sizes),
}
ON_N_AND_K = {
    "set_partitions": lambda n, k: partitions.set_partitions(n, k=k),
    "count_partitions": lambda n, k: partitions.count_partitions(n, k=k),
    "random_partition": lambda n, k: partitions.random_partition(n, k=k),
    "size_profile": partitions.size_profile,
}
ON_PAIR_VALUES = {
    "pair_statistic": lambda values: at.pair_statistic(values, [0, 0, 1]),
    "null_moments": lambda values: at.null_moments(values, [2, 1]),
}


def for_each(functions):
    return pytest.mark.parametrize("function", functions.values(), ids=functions)


# Those that stand for the others of their kind: they meet every bad value, the others one, which shows that they check.
IN_FULL = {
    "co_membership",
    "aucc_score",
    "aucc_bounds",
    "CriteriaScorer",
    "calinski_harabasz_score",
    "pair_counts (first)",
    "pair_counts (second)",
    "adjusted_mutual_info_score (second)",
    "pair_statistic",
    "null_moments",
    "random_partition",
    "PairRanking.null",
    "size_profile",
}


def in_full_or_once(functions, names, cases):
    """Parametrise by function and case: all cases for those that are IN_FULL, the first case for the others."""
    assert IN_FULL & set(functions)
    rows = [
        pytest.param(function, *case, id=f"{name}-{number}")
        for name, function in functions.items()
        for number, case in enumerate(cases if name in IN_FULL else cases[:1])
    ]
    return pytest.mark.parametrize(("function", *names), rows)


def refused(match):
    return pytest.raises(ValueError, match=match)


# --- labels ---


@in_full_or_once(
    ON_LABELS,
    ["labels", "match"],
    [
        ([0, 0.5, 1, 1], "whole numbers or strings. Got 0.5"),
        (np.array([0, 0.5, 1, 1]), "whole numbers or strings. Got 0.5"),
        ([0, np.nan, 1, 1], "whole numbers or strings. Got nan"),
        ([0, np.inf, 1, 1], "whole numbers or strings. Got inf"),
        (np.array(["a", np.nan, "b", "b"], dtype=object), "whole numbers or strings. Got nan"),
        ([0, None, 1, 1], "whole numbers or strings. Got None"),
        ([0j, 1j, 1j, 0j], "whole numbers or strings. Got 0j"),
        (np.array([date(2022, 1, 1)] * 2 + [date(2022, 1, 2)] * 2, dtype="M8[D]"), "whole numbers or strings"),
        (np.array(["a", "a", 1, 1], dtype=object), "all numbers or all strings"),
        ([LABELS], r"1-dimensional.*shape \(1, 4\)"),
        (np.array(LABELS)[:, None], r"1-dimensional.*shape \(4, 1\)"),
        ([[0, 0], [1]], r"whole numbers or strings. Got \[0, 0\]"),
        (7, r"1-dimensional.*shape \(\)"),
        ("abcd", r"1-dimensional.*shape \(\)"),
        (None, "1-dimensional"),
        ({0, 1}, "1-dimensional"),
        ([], "at least 2 objects.*Got 0"),
        ([0], "at least 2 objects.*Got 1"),
    ],
)
def test_bad_labels(function, labels, match):
    with refused(match):
        function(labels)


@for_each({name: function for name, function in ON_LABELS.items() if name != "co_membership"})
@pytest.mark.parametrize("labels", [[0, 1, 0], [0, 1, 0, 1, 1]], ids=str)
def test_labels_of_another_number_of_objects(function, labels):
    with refused(f"same objects.*Got.*{len(labels)} labels|same objects.* and {len(labels)}|Got {len(labels)} and 4"):
        function(labels)


@in_full_or_once(ON_LABELS, ["labels"], [(["a", "a", 1, 1],), ([1, "1", 2, 2],), (["a", np.nan, "b", "b"],)])
def test_lists_that_numpy_would_turn_into_strings(function, labels):
    # np.asarray makes "1" of 1, so that two labels become one, and a cluster "nan" of a missing label.
    with refused("mixture|nan"):
        function(labels)


@for_each(ON_LABELS)
def test_whole_numbers_too_large_for_a_float_are_labels_or_refused(function):
    with suppress(ValueError):
        function([10**400, 10**400, 1, 1])


@for_each(JUDGING_LABELS)
@pytest.mark.parametrize("labels", [[0, 0, 0, 0], ["a"] * 4, [0, 1, 2, 3], list("abcd")], ids=str)
def test_partitions_without_both_kinds_of_pairs(function, labels):
    with refused(f"between 2 and n - 1 = 3.*Got {len(set(labels))} in labels"):
        function(labels)


@pytest.mark.parametrize(
    ("rows", "match"),
    [
        (LABELS, r"2-dimensional.*shape \(4,\)"),
        ([[LABELS]], r"2-dimensional.*shape \(1, 1, 4\)"),
        (np.empty((0, 4), dtype=int), "at least one partition"),
        ([[0, 0, 1]], r"4 objects. Got an array of shape \(1, 3\)"),
        ([LABELS, [0, 1]], r"2-dimensional.*shape \(2,\)"),
        ([LABELS, [0, 0, 0.5, 1]], "whole numbers or strings. Got 0.5"),
        ([LABELS, [0, 0, np.nan, 1]], "whole numbers or strings. Got nan"),
        ([LABELS, [0, 0, None, 1]], "whole numbers or strings. Got None"),
        (np.array([["a", "a", 1, 1]], dtype=object), "all numbers or all strings"),
        ([["a", "a", 1, 1]], "mixture"),
        ([LABELS, [5, 5, 5, 5]], r"between 2 and n - 1 = 3.*Got 1 in labels\[1\]"),
        ([LABELS, LABELS, [0, 1, 2, 3]], r"between 2 and n - 1 = 3.*Got 4 in labels\[2\]"),
    ],
    ids=str,
)
@pytest.mark.parametrize("scorer", [RANKING, at.criteria.CriteriaScorer(POINTS)], ids=["ranking", "criteria"])
def test_bad_rows_of_labels(scorer, rows, match):
    with refused(match):
        scorer.score_many(rows)


class LooksLikeSeries:
    """What a pandas column of strings is to NumPy: something that turns into an array of objects."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=object)


@in_full_or_once(
    ON_LABELS,
    ["labels"],
    [
        (["x", "x", "y", "y"],),
        ((5, 5, 7, 7),),
        ([-1, -1, 3, 3],),
        ([-7, -7, 1000, 1000],),
        ([2.0, 2.0, 5.0, 5.0],),
        ([-0.0, 0.0, 1.0, 1.0],),
        ([False, False, True, True],),
        (np.array(LABELS, dtype=np.int8),),
        (np.array([0, 0, 2**64 - 1, 2**64 - 1], dtype=np.uint64),),
        (np.array([b"x", b"x", b"y", b"y"]),),
        (np.array(["a", "a", "longer", "longer"], dtype=object),),
        (np.array([1, 1.0, 2, np.int64(2)], dtype=object),),
        (np.array([1, 1, 10**30, 10**30], dtype=object),),
        (LooksLikeSeries(["x", "x", "y", "y"]),),
    ],
)
def test_unusual_labels(function, labels):
    assert np.array_equal(function(labels), function([0, 0, 1, 1]))


@pytest.mark.parametrize("dtype", ["bool", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))])
@pytest.mark.parametrize("place", ["low end", "high end", "both ends"])
def test_clusters_come_in_the_order_of_their_labels(dtype, place):
    # Small ranges of whole numbers are counted, large ones are sorted; either end of the type must not overflow.
    low, high = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    step = 0 if dtype == "bool" else 1
    values = {
        "low end": [low + 3 * step, low, low + step, low],
        "high end": [high - 3 * step, high, high - step, high],
        "both ends": [high, low, low + step, high],
    }[place]
    table = at.contingency_table(np.array(values, dtype=dtype), np.arange(4))
    assert table.tolist() == [[int(value == label) for value in values] for label in sorted(set(values))]


def test_noise_points_are_a_cluster_of_their_own_label():
    with pytest.warns(UserWarning, match="-1 counts as a cluster"):
        assert at.aucc_score(POINTS, [-1, -1, 0, 0]) == at.aucc_score(POINTS, [0, 0, 1, 1])


@in_full_or_once(
    ON_LABELS,
    ["labels", "match"],
    [
        # 2^53 + 1 has become 2^53, and 2^24 + 1 in single precision 2^24: two labels are one.
        (np.array([2.0**53, 2.0**53, 1, 1]), r"from 2\^53 on. Got one of size 9007199254740992.0"),
        (np.array([1, 1, -(2.0**60), 2]), r"from 2\^53 on"),
        (np.array([2.0**24, 2.0**24, 1, 1], dtype=np.float32), r"from 2\^24 on"),
        (np.array([2048, 2048, 1, 1], dtype=np.float16), r"from 2\^11 on"),
        ([float(2**53), 1, 1, 2], r"from 2\^53 on"),
        ([np.float32(2**24), 1, 1, 2], r"from 2\^24 on"),
        (["\u00e9", "e\u0301", "b", "b"], r"same text in the same way.*'e\\u0301'.*normalize\('NFC'"),
        (np.array(["e\u0301", "b", "b", "\u00e9"]), "same text in the same way"),
    ],
)
def test_labels_that_may_have_become_one_or_two_are_refused(function, labels, match):
    with refused(match):
        function(labels)


@in_full_or_once(
    ON_LABELS,
    ["labels"],
    [
        ([2**53, 2**53, 2**53 + 1, 2**53 + 1],),
        (np.array([2**53, 2**53, 2**53 + 1, 2**53 + 1]),),
        ([float(2**53 - 2)] * 2 + [float(2**53 - 1)] * 2,),
        # NumPy's strings of one width lose zero characters at their ends.
        (["a", "a", "a\0", "a\0"],),
        (np.array(["a", "a", "a\0", "a\0"], dtype=np.dtypes.StringDType()),),
        (np.array(["\u00e9", "\u00e9", "b", "b"]),),
    ],
)
def test_different_labels_stay_different(function, labels):
    one, other = ([0, 0, 1, 1], [1, 1, 0, 0])  # "b" comes before the accented letter
    assert np.array_equal(function(labels), function(other if labels[-1] == "b" else one))


def test_rows_of_labels_stay_different():
    rows = [["a", "a", "a\0", "a\0"], ["a", "a\0", "a", "a\0"]]
    assert RANKING.score_many(rows).tolist() == RANKING.score_many([[0, 0, 1, 1], [0, 1, 0, 1]]).tolist()
    assert at.without_noise(POINTS, rows[0], noise="a").labels.tolist() == ["a\0", "a\0"]
    with refused(r"from 2\^53 on"):
        RANKING.score_many(np.full((1, 4), 2.0**53))


@pytest.mark.parametrize("missing", [np.nan, None, pd.NA, pd.NaT], ids=str)
def test_the_remedy_for_missing_labels_works(missing):
    labels = pd.Series([0, missing, 0, 1, 1], dtype=object)
    X = np.append(POINTS, [[9.0]], axis=0)
    with refused(r"whole numbers or strings. Got .*: leave it out of these labels by labels\[known\]") as error:
        at.aucc_score(X, labels)
    assert "known = pandas.notna(labels)" in str(error.value)
    assert "such as X[known]" in str(error.value)
    known = pd.notna(labels)
    assert at.aucc_score(X[known], labels[known]) == at.aucc_score(X[[0, 2, 3, 4]], [0, 0, 1, 1])


# --- data and dissimilarities ---


@in_full_or_once(
    {**ON_DISSIMILARITIES, **ON_COORDINATES},
    ["X", "match"],
    [
        ([[0], [1], [np.nan], [6]], "NaN"),
        ([[0], [1], [np.inf], [6]], "infinity"),
        ([[0], [1], [None], [6]], "NaN"),
        ([[0], [1], ["a"], [6]], "must hold real numbers. Got strings"),
        ([0, 1, 4, 6], "2D array"),
        (np.zeros((4, 1, 1)), "dim 3"),
        (np.zeros((4, 0)), "0 feature"),
        ([], "2D array"),
        (np.zeros((0, 2)), "0 sample"),
        ([[3]], "1 sample"),
        (5.0, "2D array"),
        (None, "2D array"),
        ([[0], [1, 2], [4], [6]], "regular array"),
        ([[0j], [1j], [4j], [6j]], "[Cc]omplex|real"),
        ([[0], [1], [4]], "Got 4 labels, 3 objects"),
        ([[0], [1], [4], [6], [7]], "Got 4 labels, 5 objects"),
        ([[1e200], [-1e200], [1e300], [0]], "must be finite: metric='euclidean' gave|small enough to be squared"),
        (sparse.csr_array(POINTS), "dense array. Got a sparse"),
        (sparse.coo_matrix(POINTS), "dense array. Got a sparse"),
    ],
)
def test_bad_data(function, X, match):
    with refused(match):
        function(X)


def changed(i, j, value):
    """The square matrix with one entry changed, so that the halves differ, or the diagonal."""
    matrix = SQUARE.copy()
    matrix[i, j] = value
    return matrix


def changed_both(i, j, value):
    matrix = changed(i, j, value)
    matrix[j, i] = value
    return matrix


@in_full_or_once(
    ON_DISSIMILARITIES,
    ["X", "match"],
    [
        (changed(0, 1, 2.0), "symmetric.*differ by 1.0"),
        (changed(3, 0, 6.0 + 1e-8), "symmetric"),
        (changed(2, 2, 0.5), "zero diagonal.*0.5"),
        (changed(2, 2, 1e-8), "zero diagonal"),
        (changed_both(0, 1, -1.0), "negative.*-1.0.*Similarities"),
        (-SQUARE, "negative"),
        (1 - SQUARE / 6, "zero diagonal"),
        (changed_both(0, 1, np.nan), "NaN"),
        (changed_both(0, 1, np.inf), "infinity"),
        (SQUARE[:3], r"square or condensed. Got shape \(3, 4\)"),
        (POINTS, r"square or condensed. Got shape \(4, 1\)"),
        (SQUARE[None], "dim 3"),
        ([[0.0]], "at least 2 objects"),
        (np.zeros((0, 0)), "0 sample|0 feature"),
        ([], "0 sample"),
        ([1, 2, 3, 4, 5], r"n\(n-1\)/2 entries.*Got 5"),
        ([1, 2], r"n\(n-1\)/2 entries.*Got 2"),
        ([1, 2, 3], "Got 4 labels, 3 objects"),
        ([1, 2, 3, 4, 5, -6], "negative.*-6.0"),
        ([1, 2, 3, 4, 5, np.nan], "NaN"),
        ([1, 2, 3, 4, 5, np.inf], "infinity"),
        (["a"] * 6, "must hold real numbers. Got strings"),
        (sparse.csr_array(SQUARE), "dense array. Got a sparse"),
        (5.0, "dimension|condensed"),
    ],
)
def test_bad_dissimilarities(function, X, match):
    with refused(match):
        function(X, metric="precomputed")


@pytest.mark.parametrize("n", [300, 600])
@pytest.mark.parametrize("place", [(0, 299), (299, 0), (256, 257), (257, 256), (255, 256), (298, 299)])
def test_one_asymmetric_entry_of_a_large_matrix_is_found(n, place):
    # The matrix is read in blocks: entries inside, between and at the ends of blocks.
    matrix = np.ones((n, n)) - np.eye(n)
    matrix[place] = 1.5
    with refused("symmetric"):
        at.PairRanking(matrix, metric="precomputed")


def test_rounding_of_a_matrix_is_averaged():
    # Within 1e-10 of the largest entry, 6: ab is a little more than ac in one half, and the mean decides.
    matrix = squareform([3.0, 3.0, 6.0, 1.0, 5.0, 2.0])
    matrix[0, 1] += 3e-10
    matrix[1, 0] -= 2e-10
    matrix[0, 2] -= 1e-10
    matrix[2, 0] += 1e-10
    assert at.PairRanking(matrix, metric="precomputed").doubled_mid_ranks.tolist() == [8, 6, 12, 2, 10, 4]
    # The pair ab is in the first cluster, ac is not: one comparison that the half above the diagonal would reverse.
    matrix[0, 1], matrix[1, 0] = 3 + 1e-10, 3 - 3e-10
    assert at.concordance(matrix, [0, 0, 1, 1], metric="precomputed").s_plus == 6
    assert at.concordance(np.triu(matrix) + np.triu(matrix).T, [0, 0, 1, 1], metric="precomputed").s_plus == 5


@in_full_or_once(ON_DISSIMILARITIES, ["entry"], [(5e-10,), (1e-12,), (-1e-16,), (-5e-10,)])
def test_rounding_on_the_diagonal_is_ignored(function, entry):
    # 5e-10 is within 1e-10 of the largest entry, 6, on either side of zero.
    result = function(SQUARE + entry * np.eye(4), metric="precomputed")
    assert result == function(CONDENSED, metric="precomputed")


@in_full_or_once(
    {**ON_DISSIMILARITIES, "aucc_bounds": lambda X, **options: at.aucc_bounds(X, LABELS, **options)},
    ["entry"],
    [(-2e-16,), (-5e-10,)],
)
def test_rounding_below_zero_is_zero(function, entry):
    """As it is on the diagonal: a pair of copies has a distance of 0 but for rounding."""
    at_zero = changed_both(0, 1, 0.0)
    expected = function(at_zero, metric="precomputed")
    below = changed_both(0, 1, entry)
    for X in (below, squareform(below, checks=False), pd.DataFrame(below)):
        given = np.array(X)
        assert function(X, metric="precomputed") == expected
        assert np.array_equal(X, given)  # what was passed is not touched
    with refused("negative.*Similarities"):
        function(changed_both(0, 1, -1e-9), metric="precomputed")


def test_rounding_below_zero_of_a_metric_is_zero_in_every_block():
    def squared(a, b):
        return float(((a - b) ** 2).sum()) - 2e-16

    # Blocks of 128 objects hold copies only, whose distances do not show how large the others are.
    X, labels = np.repeat([[0.0], [3.0]], 150, axis=0), np.repeat([0, 1], 150)
    X[:2], labels[-2:] = [[1.0], [2.0]], 0
    bounds = at.aucc_bounds(X, labels, metric=squared, width=0)
    assert bounds.low == bounds.high == at.aucc_score(X, labels, metric="sqeuclidean")
    assert at.aucc_estimate(X, labels, metric=squared, n_comparisons=1, rng=0).statistic in (0, 0.5, 1)
    with refused("must not be negative: metric="):
        at.aucc_bounds(X, labels, metric=lambda a, b: squared(a, b) - 1e-6)


@in_full_or_once(ON_DISSIMILARITIES, ["kind"], [("square",), ("frame",), ("list",)])
def test_rounding_in_single_precision_is_forgiven(function, kind):
    rounding = np.finfo(np.float32).eps ** (2 / 3) * 6  # of the largest entry, 6
    matrix = changed(0, 3, 6 + 0.9 * rounding).astype(np.float32)
    matrix[1, 1] = -0.9 * rounding
    given = {"square": matrix, "frame": pd.DataFrame(matrix), "list": [list(row) for row in matrix]}[kind]
    twice = matrix.astype(np.float64)
    assert function(given, metric="precomputed") == function(
        (twice + twice.T) * (1 - np.eye(4)) / 2, metric="precomputed"
    )
    with refused("zero diagonal|symmetric"):
        function(twice, metric="precomputed")
    matrix[0, 3] = 6 + 1.1 * rounding
    with refused("symmetric"):
        function(matrix, metric="precomputed")


LARGE = [[2**53], [2**53 + 1], [4], [6]]


@in_full_or_once(
    {**ON_DISSIMILARITIES, **ON_COORDINATES, "aucc_bounds": lambda X: at.aucc_bounds(X, LABELS)},
    ["X"],
    [
        (LARGE,),
        (np.array(LARGE),),
        (np.array(LARGE, dtype=np.uint64),),
        (np.array(LARGE, dtype=object),),
        ([*LARGE[:2], [4.5], [6]],),
        (pd.DataFrame(LARGE),),
        (pd.DataFrame(LARGE, dtype="Int64"),),
        (pd.DataFrame(LARGE, dtype=object),),
        ([[-(2**53) - 1], [0], [4], [6]],),
    ],
)
def test_whole_numbers_that_would_become_equal_are_refused(function, X):
    with refused(r"holds exactly. Got -?9007199254740993, beyond 2\^53"):
        function(X)


def test_whole_numbers_that_a_float_holds_are_taken():
    ranking = at.PairRanking([[2**53], [2**54], [0], [-(2**60)]])
    assert ranking.doubled_mid_ranks.tolist() == at.PairRanking([[1], [2], [0], [-128]]).doubled_mid_ranks.tolist()
    # Values of pairs stay whole numbers, of any size below 2^63.
    assert at.pair_statistic([2**53, 2**53 + 1, 1], [0, 1, 0]) == 2**53 + 1
    with refused(r"values must be numbers that a float holds exactly. Got 9007199254740993"):
        at.pair_statistic([2**53 + 1, 0.5, 1], [0, 0, 1])


@in_full_or_once(
    ON_DISSIMILARITIES,
    ["metric", "match"],
    [
        ("manhattan distance", "metric='manhattan distance'.*Valid"),
        ("", "metric=''"),
        (None, "metric must be a string.*Got None"),
        (3, "metric must be a string.*Got 3"),
        (["euclidean"], "metric must be a string"),
        (lambda a, b: np.nan, "finite: metric=.*gave NaN"),
        (lambda a, b: np.inf, "finite"),
        (lambda a, b: -1.0, "negative: metric="),
        (lambda a, b: "far", "cannot be used"),
        ("cosine", "finite: metric='cosine' gave NaN"),  # the first point is the origin
    ],
)
def test_bad_metrics(function, metric, match):
    with refused(match):
        function(POINTS, metric=metric)


POINTS_2 = np.array([[0.0, 0.0], [9.0, 1.0], [0.0, 2.0], [9.0, 3.0]])
WITH_METRIC = {
    **ON_DISSIMILARITIES,
    **{
        f.__name__: lambda X, f=f, **options: f(X, LABELS, **options)
        for f in (at.aucc_bounds, at.aucc_estimate, at.aucc_samples, at.aucc_interval)
    },
    "aucc_difference": lambda X, **options: at.aucc_difference(X, LABELS, [0, 1, 1, 1], **options),
    "aucc_difference, other": lambda X, metric, metric_params: at.aucc_difference(
        X, LABELS, other_metric=metric, other_metric_params=metric_params
    ),
    "aucc_difference_bounds": lambda X, **options: at.aucc_difference_bounds(X, LABELS, [0, 1, 1, 1], **options),
}


@in_full_or_once(
    WITH_METRIC,
    ["metric", "metric_params", "match"],
    [
        # Of the pairs of POINTS_2 some have a distance by these, which SciPy gives, and some have none.
        ("seuclidean", {"V": [1, -1]}, r"\['V'\] must be positive finite numbers.*Got \[1, -1\]"),
        ("seuclidean", {"V": [1, 0]}, r"\['V'\] must be positive"),
        ("seuclidean", {"V": [1, np.nan]}, r"\['V'\] must be positive finite"),
        ("mahalanobis", {"VI": [[1, 0], [0, -1]]}, r"\['VI'\].*no negative eigenvalue"),
        ("mahalanobis", {"VI": [[1, np.inf], [0, 1]]}, r"\['VI'\] must be finite"),
        # SciPy reads past the end of the one, and a part of the other.
        ("mahalanobis", {"VI": [[1]]}, r"\['VI'\] must be finite numbers of shape \(2, 2\)"),
        (
            "mahalanobis",
            {"VI": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]},
            r"\['VI'\] must be finite numbers of shape \(2, 2\)",
        ),
        ("seuclidean", {"V": [1, 1, 1]}, r"\['V'\].*of shape \(2,\), as the data have 2 columns"),
        ("minkowski", {"w": [1, -1]}, r"\['w'\] must be finite numbers of at least 0"),
        ("euclidean", {"w": [1, np.inf]}, r"\['w'\] must be finite"),
        ("cityblock", {"w": "ab"}, r"\['w'\] must be finite"),
        ("minkowski", {"p": -1}, r"\['p'\] must be a number above 0. Got -1"),
        ("minkowski", {"p": np.nan}, r"\['p'\] must be a number above 0"),
        ("minkowski", {"p": [1, 2]}, r"\['p'\] must be a number above 0"),
        ("euclidean", {"q": 1}, "cannot be used"),
    ],
)
def test_bad_arguments_of_a_metric(function, metric, metric_params, match):
    with refused(match):
        function(POINTS_2, metric=metric, metric_params=metric_params)


@pytest.mark.parametrize(
    ("metric", "metric_params", "scaled"),
    [
        ("seuclidean", {"V": [4, 0.25]}, POINTS_2 / [2, 0.5]),
        ("mahalanobis", {"VI": [[9, 0], [0, 0]]}, POINTS_2 * [3, 0]),
        ("euclidean", {"w": [0, 1]}, POINTS_2 * [0, 1]),
        ("minkowski", {"p": np.inf, "w": None}, squareform(pdist(POINTS_2, "chebyshev"))),
    ],
    ids=str,
)
def test_good_arguments_of_a_metric(metric, metric_params, scaled):
    expected = at.concordance(scaled, LABELS, metric="precomputed" if len(scaled.T) == 4 else "euclidean")
    assert at.concordance(POINTS_2, LABELS, metric=metric, metric_params=metric_params) == expected
    bounds = at.aucc_bounds(POINTS_2, LABELS, metric=metric, metric_params=metric_params, width=0)
    assert (bounds.s_plus[0], bounds.s_minus[0], bounds.s_zero[0]) == expected


@in_full_or_once(
    ON_DATA, ["tolerance"], [(-1e-9,), (1.5,), (np.nan,), (np.inf,), ("0.1",), (None,), (True,), ([0.1],), (1j,)]
)
def test_bad_tolerances(function, tolerance):
    with refused(r"tolerance must be a number between 0.0 and 1.0. Got"):
        function(POINTS, tolerance=tolerance)


@pytest.mark.parametrize("ties", ["Diagonal", "average", "", None, 0, ["diagonal"]], ids=str)
@pytest.mark.parametrize(
    "function",
    [
        lambda ties: at.aucc_score(POINTS, LABELS, ties=ties),
        lambda ties: at.gamma_score(POINTS, LABELS, ties=ties),
        lambda ties: at.roc_curve([0, 1], [1, 2], ties=ties),
    ],
)
def test_unknown_tie_rules(function, ties):
    with refused("ties must be one of .*'diagonal', 'optimistic', 'pessimistic'.* Got"):
        function(ties)


@pytest.mark.parametrize("X", [[[0], [1]], [[0.0, 1.0], [1.0, 0.0]]], ids=str)
def test_two_objects_have_no_valid_partition(X):
    metric = "precomputed" if len(X[0]) == 2 else "euclidean"
    with refused("at least 3 objects.*Got 2"):
        at.PairRanking(X, metric=metric)
    with refused("at least 3 objects.*Got 2"):
        at.aucc_score(X, [0, 1], metric=metric)
    with refused("at least 3 objects.*Got 2"):
        at.aucc_test(X, [0, 1], metric=metric)


@pytest.mark.parametrize("n_resamples", [0, -5, 9.5, 10.0, "9", None, True], ids=str)
def test_bad_numbers_of_resamples(n_resamples):
    with refused("n_resamples must be an integer of at least 1. Got"):
        at.aucc_test(POINTS, LABELS, n_resamples=n_resamples)


@pytest.mark.parametrize("alternative", ["two sided", "larger", None, 1], ids=str)
def test_unknown_alternatives(alternative):
    with refused("alternative must be one of .*'greater', 'less', 'two-sided'.* Got"):
        at.aucc_test(POINTS, LABELS, alternative=alternative)


# --- classes and scores ---


@pytest.mark.parametrize(
    ("y_true", "y_score", "match"),
    [
        ([0, 1, 1], [1, 2], r"equal length.*\(3,\) and \(2,\)"),
        ([[0, 1]], [[1, 2]], "1-dimensional"),
        ([0, 1], [[1, 2]], "1-dimensional"),
        ([], [], "0 sample"),
        ([0, 0], [1, 2], "both classes.*Got only 0"),
        ([1, 1], [1, 2], "both classes.*Got only 1"),
        ([0, 2], [1, 2], "only 0 and 1"),
        ([-1, 1], [1, 2], "only 0 and 1"),
        ([0, 0.5], [1, 2], "only 0 and 1"),
        ([0, np.nan], [1, 2], "only 0 and 1"),
        (["a", "b"], [1, 2], "only 0 and 1"),
        ([0, 1], [1, np.nan], "NaN"),
        ([0, 1], [1, np.inf], "infinity"),
        ([0, 1], ["a", "b"], "must hold real numbers. Got strings"),
        ([[0, 1], [1]], [1, 2], "y_true must be a regular array"),
        (1, 2.0, "dimension"),
        # As floats they would be tied.
        ([0, 1], [2**53, 2**53 + 1], r"y_score must be numbers that a float holds exactly. Got 9007199254740993"),
        ([0, 1, 1], [0.5, 2**53, 2**53 + 1], "holds exactly"),
        ([0, 1], np.array([2**63, 2**63 + 1], dtype=np.uint64), "holds exactly. Got 9223372036854775809"),
        ([0, 1], pd.Series([2**53, 2**53 + 1]), "y_score must be numbers that a float holds exactly"),
        ([0, 1], [1, 10**400], "holds exactly"),
    ],
    ids=[*map(str, range(21))],
)
def test_bad_classes_and_scores(y_true, y_score, match):
    with refused(match):
        at.roc_curve(y_true, y_score)


# --- one value for each pair ---


@in_full_or_once(
    ON_PAIR_VALUES,
    ["values", "match"],
    [
        ([1.0, np.nan, 2.0], "finite. Got NaN or infinity"),
        ([1.0, -np.inf, 2.0], "finite. Got NaN or infinity"),
        (squareform([1, 2, 3]), r"1-dimensional.*shape \(3, 3\)"),
        (5, r"1-dimensional.*shape \(\)"),
        ([[1, 2], [3]], "regular array"),
        ([], r"n\(n-1\)/2.*Got 0"),
        ([1, 2], r"n\(n-1\)/2.*Got 2"),
        ([1, 2, 3, 4], r"n\(n-1\)/2.*Got 4"),
        (["a", "b", "c"], "real numbers"),
        ([1j, 2, 3], "real numbers"),
        ([1, None, 3], "real numbers"),
        (np.array([1, 2**63, 3], dtype=np.uint64), "64-bit signed"),
    ],
)
def test_bad_pair_values(function, values, match):
    with refused(match):
        function(values)


def test_pair_values_and_labels_of_different_lengths():
    with refused("pairs of 3 objects, 4 labels"):
        at.pair_statistic([1, 2, 3], LABELS)


@pytest.mark.parametrize("values", [[1e200, 0.0, 0.0], [1e308, 1e308, 1e308]], ids=str)
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_moments_that_no_float_can_hold_are_infinite_or_refused(values):
    with suppress(ValueError):
        at.null_moments(values, [2, 1])


# --- families of partitions ---


@in_full_or_once(
    ON_SIZES,
    ["sizes", "match"],
    [
        ([2, 1], "add up to.*4. Got .*add up to 3"),
        ([3, 2], "add up to.*4. Got .*add up to 5"),
        ([], "add up to"),
        ([4, 0], "cluster size.*at least 1. Got 0"),
        ([5, -1], "cluster size.*at least 1. Got -1"),
        ([2.0, 2.0], "cluster size.*Got 2.0"),
        ([2, 1.5, 0.5], "cluster size"),
        ([[2, 2]], "cluster size"),
        (["2", "2"], "cluster size"),
        ("22", "cluster size"),
        ([2, None], "cluster size"),
        ([[2], [1, 1]], "inhomogeneous|cluster size"),
        ({2}, "cluster size"),
    ],
)
def test_bad_sizes(function, sizes, match):
    with refused(match):
        function(sizes)


@pytest.mark.parametrize("sizes", [[4], [1, 1, 1, 1]], ids=str)
def test_sizes_without_both_kinds_of_pairs_have_no_aucc(sizes):
    with refused(f"between 2 and n - 1 = 3.*Got {len(sizes)} in sizes"):
        RANKING.null(sizes)


@in_full_or_once(
    ON_N_AND_K,
    ["n", "k", "match"],
    [
        (0, 1, "n must be an integer of at least 1. Got 0"),
        (-3, 1, "n must be an integer of at least 1. Got -3"),
        (4.0, 2, "n must be an integer"),
        ("4", 2, "n must be an integer"),
        (None, 2, "n must be an integer"),
        (True, 1, "n must be an integer"),
        (4, 0, "k must be an integer of at least 1. Got 0"),
        (4, -1, "k must be an integer of at least 1. Got -1"),
        (4, 2.0, "k must be an integer"),
        (4, "2", "k must be an integer"),
        (4, 5, "k must be at most n = 4.*Got 5"),
    ],
)
def test_bad_numbers_of_objects_and_clusters(function, n, k, match):
    with refused(match):
        function(n, k)


@pytest.mark.parametrize(
    "function", [partitions.set_partitions, partitions.count_partitions, partitions.random_partition]
)
def test_k_and_sizes_exclude_each_other(function):
    with refused("k or sizes, not both"):
        function(4, k=2, sizes=[2, 2])


@pytest.mark.parametrize(
    ("n", "k", "share", "match"),
    [
        (10, None, None, "k must be given"),
        (10, 3, -0.1, "share must be a number between 0.0 and 1.0. Got -0.1"),
        (10, 3, 1.1, "share must be a number between 0.0 and 1.0. Got 1.1"),
        (10, 3, np.nan, "share must be a number"),
        (10, 3, "half", "share must be a number"),
        (10, 3, 0.0, "at least one object.*puts 0 into the first"),
        (10, 3, 0.04, "at least one object.*puts 0 into the first"),
        (10, 3, 0.9, "at least one object.*puts 9 into the first"),
        (10, 1, 0.5, "use all 10 objects"),
    ],
)
def test_bad_size_profiles(n, k, share, match):
    with refused(match):
        partitions.size_profile(n, k, share=share)


@pytest.mark.parametrize("name", ["Blobs", "", None, 3, ["blobs"]], ids=str)
def test_unknown_toys(name):
    with refused("name must be one of .*'blobs'.* Got"):
        at.datasets.load_toy(name)


# --- anything at all ---

ANYTHING = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=2), st.complex_numbers(max_magnitude=9)
    ),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=8,
)


def raises_nothing_but_a_value_error(function, thing):
    with suppress(ValueError):
        function(thing)


ON_ANYTHING = {**ON_LABELS, "score_many": RANKING.score_many, **ON_SIZES, **ON_PAIR_VALUES}


@for_each({name: function for name, function in ON_ANYTHING.items() if name in {*IN_FULL, "score_many"}})
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@given(thing=ANYTHING)
def test_nothing_but_a_value_error_is_raised(function, thing):
    raises_nothing_but_a_value_error(function, thing)


@for_each({name: function for name, function in ON_ANYTHING.items() if name not in {*IN_FULL, "score_many"}})
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@settings(max_examples=10)
@given(thing=ANYTHING)
def test_nothing_but_a_value_error_is_raised_by_the_others(function, thing):
    raises_nothing_but_a_value_error(function, thing)
