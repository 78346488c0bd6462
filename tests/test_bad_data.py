"""Data and dissimilarities that are wrong are refused with a ValueError that says what was given."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.spatial.distance import squareform
from valid_calls import CONDENSED, LABELS, POINTS, SQUARE, call, plain, refused, taking

import aucc_teach as at


def judge(X, **options):
    """All criteria, which show the order and the size of what the check leaves of the data."""
    return at.criteria.CriteriaScorer(X, **options).score(LABELS)


@pytest.mark.parametrize(
    ("X", "match"),
    [
        ([[0], [1], [np.nan], [6]], "NaN"),
        ([[0], [1], [np.inf], [6]], "infinity"),
        ([0, 1, 4, 6], "2D array"),
        (np.zeros((4, 1, 1)), "dim 3"),
        (np.zeros((0, 2)), "0 sample"),
        ([[0j], [1j], [4j], [6j]], "[Cc]omplex|real"),
        ([[0], [1], [4]], "Got 4 labels, 3 objects"),
        (sparse.csr_array(POINTS), "dense array. Got a sparse"),
    ],
)
def test_bad_data(X, match):
    with refused(match):
        judge(X)


def changed(i, j, value):
    """The square matrix with one entry changed, so that the halves differ, or the diagonal."""
    matrix = SQUARE.copy()
    matrix[i, j] = value
    return matrix


def changed_both(i, j, value):
    matrix = changed(i, j, value)
    matrix[j, i] = value
    return matrix


@pytest.mark.parametrize(
    ("X", "match"),
    [
        (changed(0, 1, 2.0), "symmetric.*differ by 1.0"),
        (changed(2, 2, 0.5), "zero diagonal.*0.5"),
        (changed_both(0, 1, -1.0), "negative.*-1.0.*Similarities"),
        (changed_both(0, 1, np.nan), "NaN"),
        (SQUARE[:3], r"square or condensed. Got shape \(3, 4\)"),
        (SQUARE[None], "dim 3"),
        ([[0.0]], "at least 2 objects"),
        ([1, 2, 3, 4, 5], r"n\(n-1\)/2 entries.*Got 5"),
        ([1, 2, 3], "Got 4 labels, 3 objects"),
        ([1, 2, 3, 4, 5, -6], "negative.*-6.0"),
        (["a"] * 6, "must hold real numbers. Got strings"),
        (sparse.csr_array(SQUARE), "dense array. Got a sparse"),
    ],
)
def test_bad_dissimilarities(X, match):
    with refused(match):
        judge(X, metric="precomputed")


@pytest.mark.parametrize("entry", [-2e-16, -5e-10])
def test_rounding_below_zero_is_zero(entry):
    """As it is on the diagonal: a pair of copies has a distance of 0 but for rounding."""
    at_zero = changed_both(0, 1, 0.0)
    expected = judge(at_zero, metric="precomputed")
    below = changed_both(0, 1, entry)
    for X in (below, squareform(below, checks=False), pd.DataFrame(below)):
        given = np.array(X)
        assert judge(X, metric="precomputed") == expected
        assert np.array_equal(X, given)  # what was passed is not touched
        bounds = at.aucc_bounds(X, LABELS, metric="precomputed", width=0)
        assert bounds == at.aucc_bounds(at_zero, LABELS, metric="precomputed", width=0)
    with refused("negative.*Similarities"):
        judge(changed_both(0, 1, -1e-9), metric="precomputed")


@taking("X", "labels", "metric", but=["without_noise"])  # which hands data on as they are
def test_every_function_reads_a_matrix_alike(function):
    options = {"labels": [0, 1, 0, 1], "metric": "precomputed"}
    expected = plain(call(function, X=CONDENSED, **options))
    np.testing.assert_equal(plain(call(function, X=changed(0, 0, -5e-10), **options)), expected)


@pytest.mark.parametrize("kind", ["square", "frame", "list"])
def test_rounding_in_single_precision_is_forgiven(kind):
    rounding = np.finfo(np.float32).eps ** (2 / 3) * 6  # of the largest entry, 6
    matrix = changed(0, 3, 6 + 0.9 * rounding).astype(np.float32)
    matrix[1, 1] = -0.9 * rounding
    given = {"square": matrix, "frame": pd.DataFrame(matrix), "list": [list(row) for row in matrix]}[kind]
    twice = matrix.astype(np.float64)
    mean = (twice + twice.T) * (1 - np.eye(4)) / 2
    assert judge(given, metric="precomputed") == judge(mean, metric="precomputed")
    with refused("zero diagonal|symmetric"):
        judge(twice, metric="precomputed")
    matrix[0, 3] = 6 + 1.1 * rounding
    with refused("symmetric"):
        judge(matrix, metric="precomputed")


LARGE = [[2**53], [2**53 + 1], [4], [6]]


@pytest.mark.parametrize(
    "X",
    [
        LARGE,
        np.array(LARGE, dtype=np.uint64),
        np.array(LARGE, dtype=object),
        [*LARGE[:2], [4.5], [6]],
        pd.DataFrame(LARGE, dtype="Int64"),
        [[-(2**53) - 1], [0], [4], [6]],
    ],
)
def test_whole_numbers_that_would_become_equal_are_refused(X):
    with refused(r"holds exactly. Got -?9007199254740993, beyond 2\^53"):
        judge(X)


POINTS_2 = np.array([[0.0, 0.0], [9.0, 1.0], [0.0, 2.0], [9.0, 3.0]])


@pytest.mark.parametrize(
    ("metric", "metric_params", "match"),
    [
        ("seuclidean", {"V": [1, -1]}, r"\['V'\] must be positive finite numbers.*Got \[1, -1\]"),
        ("mahalanobis", {"VI": [[1, 0], [0, -1]]}, r"\['VI'\].*no negative eigenvalue"),
        ("mahalanobis", {"VI": [[1]]}, r"\['VI'\] must be finite numbers of shape \(2, 2\)"),
        ("minkowski", {"w": [1, -1]}, r"\['w'\] must be finite numbers of at least 0"),
        ("minkowski", {"p": -1}, r"\['p'\] must be a number above 0. Got -1"),
        ("minkowski", {"p": [1, 2]}, r"\['p'\] must be a number above 0"),
        ("euclidean", {"q": 1}, "cannot be used"),
    ],
)
def test_bad_arguments_of_a_metric(metric, metric_params, match):
    with refused(match):
        judge(POINTS_2, metric=metric, metric_params=metric_params)
