"""What is 0, equal or 1 but for rounding: numbers that mean nothing are refused, and what is certain is exact."""

import warnings
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import squareform

import aucc_teach as at
from aucc_teach import criteria
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.input import are_constant
from aucc_teach.input.rounding import EPS

OF_EQUAL = ("point_biserial_score", "c_index")
ONE_PAIR = [[0, 0, 1], [0, 1, 0], [1, 0, 0]]


def regular_simplex(n, turn=0.0, scale=1.0, centre=0.0):
    """Corners of a regular simplex: all distances are equal in numbers, and hardly ever in floats."""
    corners = np.eye(n) * scale
    first, second = corners[:, 0].copy(), corners[:, 1].copy()
    corners[:, 0] = np.cos(turn) * first - np.sin(turn) * second
    corners[:, 1] = np.sin(turn) * first + np.cos(turn) * second
    return corners + centre


TRIANGLE = np.array([[0, 0], [1, 0], [1 / 2, np.sqrt(3) / 2]])
EQUAL = {
    "a triangle": (TRIANGLE, {}),
    "a triangle far from the origin": (TRIANGLE + 1e9, {}),
    "a triangle, in squares": (TRIANGLE, {"metric": "sqeuclidean"}),
    "a simplex": (regular_simplex(9, turn=1.1, scale=7, centre=1 / 3), {}),
    "angles": (np.array([[1, 0], [-1 / 2, np.sqrt(3) / 2], [-1 / 2, -np.sqrt(3) / 2]]), {"metric": "cosine"}),
    "one distance of another last bit": (np.array([0.3, 0.1 + 0.2, 0.3]), {"metric": "precomputed"}),
}


def labels_of(n):
    """Some partitions of n objects: one pair, and halves."""
    yield from ([-1 if i in pair else i for i in range(n)] for pair in combinations(range(min(n, 4)), 2))
    if n > 3:
        yield [i % 2 for i in range(n)]


@pytest.mark.parametrize("name", OF_EQUAL)
@pytest.mark.parametrize("case", EQUAL)
def test_dissimilarities_that_are_equal_but_for_rounding_are_refused(case, name):
    X, options = EQUAL[case]
    n = 3 if options.get("metric") == "precomputed" else len(X)
    for labels in labels_of(n):
        with pytest.raises(ValueError, match="is not defined for these labels: all dissimilarities are equal"):
            CRITERIA[name].function(X, labels, **options)


def test_rounding_is_not_forgiven_where_a_difference_is_real():
    # Hundreds of units in the last place apart, and half a unit of a coordinate far from the origin.
    for scale in (1.0, 1e6):
        values = scale * np.array([1.0, 1 + 300 * EPS, 1.0])
        for labels, expected in zip(ONE_PAIR, (0.0, 1.0, 0.0), strict=True):
            assert criteria.c_index(values, labels, metric="precomputed") == expected
            found = criteria.point_biserial_score(values, labels, metric="precomputed")
            assert found == pytest.approx(-1 if expected else 1 / 2, abs=1e-12)
    X = np.array([[2.0**40, 0], [2.0**40, 2], [2.0**40 + 1, 1]])
    assert criteria.c_index(X, [0, 0, 1]) == 1
    assert not are_constant(X).any()


A, B = 0.3, 0.1 + 0.2  # the same, and other floats


def two_values(labels, within, between):
    labels = np.asarray(labels)
    return squareform(np.where(labels[:, None] == labels, within, between) * (1 - np.eye(labels.size)))


def test_the_point_biserial_correlation_is_exactly_one_where_it_is_and_never_more():
    rng = np.random.default_rng(4)
    for _ in range(200):
        n = int(rng.integers(3, 30))
        labels = rng.permutation(np.arange(n) % int(rng.integers(2, n)))
        low, high = sorted(rng.random(2))
        other = rng.permutation(labels)
        scorer = CriteriaScorer(two_values(labels, low, high), metric="precomputed")
        found = scorer.score_many([labels, other], ["point_biserial_score"])["point_biserial_score"]
        assert found[0] == 1
        assert (found[1] == 1) == (at.adjusted_rand_score(labels, other) == 1)
        assert criteria.point_biserial_score(two_values(labels, high, low), labels, metric="precomputed") == -1


@st.composite
def nearly_degenerate(draw):
    """Points at few places, written in two ways, or of a regular simplex, with a valid partition."""
    n = draw(st.integers(3, 7))
    places = st.sampled_from([A, B, 1.0, 1 + EPS])
    X = np.array(draw(st.lists(st.lists(places, min_size=2, max_size=2), min_size=n, max_size=n)))
    if draw(st.booleans()):
        X = regular_simplex(n, turn=draw(st.integers(0, 6)))
    labels = draw(st.lists(st.integers(0, n - 2), min_size=n, max_size=n).filter(lambda labels: len(set(labels)) > 1))
    return X, labels


@given(nearly_degenerate())
def test_many_partitions_give_nan_where_the_single_call_refuses_and_nowhere_else(case):
    X, labels = case
    scorer = CriteriaScorer(X)
    rows = [labels, list(reversed(labels))]
    for name, criterion in CRITERIA.items():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            many = scorer.score_many(rows, [name], undefined="nan")[name]
            for row, score in zip(rows, many, strict=True):
                if not np.isnan(score):
                    assert score == pytest.approx(criterion.function(X, row), rel=1e-9, abs=1e-12), name
                    continue
                for call, *arguments in (
                    (criterion.function, X, row),
                    (scorer.score, row, [name]),
                    (scorer.score_many, [row], [name]),
                ):
                    with pytest.raises(ValueError, match="is not defined for"):
                        call(*arguments)


WHOLE = np.random.default_rng(3).integers(0, 20, size=(30, 2)).astype(np.float64)
OF_WHOLE = ((WHOLE[:, 0] > 9) + 2 * (WHOLE[:, 1] > 14)).astype(int)
FUNCTIONS = {name: entry.function for name, entry in CRITERIA.items()} | {"aucc_bounds": at.aucc_bounds}
LOST = r"X must not have differences below|X must differ by enough to be squared"


@pytest.mark.parametrize("far", [-1e13, 2.0**52])
def test_whole_numbers_far_from_zero_are_judged_as_near_to_it(far):
    near, moved = (
        {name: entry.function(X, OF_WHOLE) for name, entry in CRITERIA.items()} for X in (WHOLE, WHOLE + far)
    )
    assert moved == pytest.approx(near, rel=1e-9)
    assert at.reference_data(WHOLE + far, rng=0).shape == WHOLE.shape


@pytest.mark.parametrize("power", [-500, -1060])
def test_differences_too_small_to_be_squared_are_refused(power):
    for function in FUNCTIONS.values():
        function(WHOLE * 2.0**-400, OF_WHOLE)
        with pytest.raises(ValueError, match=LOST):
            function(WHOLE * 2.0**power, OF_WHOLE)


@pytest.mark.parametrize(
    ("metric", "params"),
    [
        *((name, {}) for name in ("sqeuclidean", "seuclidean", "mahalanobis", "cosine", "correlation")),
        ("minkowski", {"p": 3}),
        ("euclidean", {"w": [1, 2, 0]}),
    ],
    ids=str,
)
def test_each_metric_that_squares_is_exact_or_refuses(metric, params):
    X = np.random.default_rng(5).normal(size=(20, 3))
    expected = at.aucc_score(X, OF_WHOLE[:20], metric=metric, metric_params=params)
    assert at.aucc_score(X * 2.0**-300, OF_WHOLE[:20], metric=metric, metric_params=params) == expected
    for function in (at.aucc_score, at.aucc_bounds):
        with pytest.raises(ValueError, match=LOST):
            function(X * 2.0**-600, OF_WHOLE[:20], metric=metric, metric_params=params)
