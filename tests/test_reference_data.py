"""Reference data, against plain readings of their definitions."""

import math
from itertools import product

import numpy as np
import pytest
from sklearn.decomposition import PCA

import aucc_teach as at
from aucc_teach.calibration import REFERENCES, Space

RNG = np.random.default_rng(5)
DATA = RNG.standard_normal((40, 3)) @ RNG.standard_normal((3, 3)) + [5.0, -2.0, 100.0]


def mean_and_covariance(X):
    return X.mean(axis=0), np.atleast_2d(np.cov(X.T))


SPACES = {
    "plane": DATA[:, :2],
    "three dimensions": DATA,
    "a line": DATA[:, :1],
    "more columns than rows can span": np.hstack([DATA, DATA @ RNG.standard_normal((3, 60))]),
    "a column constant": np.insert(DATA, 1, 0.1, axis=1),
    "a column constant and far away": np.insert(DATA, 1, 123456789.1, axis=1),
    "a column twice": DATA[:, [0, 1, 0]],
    "a sum of columns": np.column_stack([DATA, DATA.sum(axis=1)]),
    "tiny": DATA * 1e-150,
    "huge": DATA * 1e150,
    "rows that repeat": np.repeat(DATA[:9], 4, axis=0),
    "two rows for each dimension": DATA[:6],
}
WIDE = {
    "more columns than rows": RNG.standard_t(3, (9, 40)) + 5,
    "one row more than dimensions": DATA[:4],
    "nearly two rows for each dimension": RNG.standard_t(3, (19, 10)),
    "wide, with a column constant": np.insert(RNG.standard_t(3, (9, 40)), 1, 0.1, axis=1),
    "wide and huge": 1e150 * RNG.standard_t(3, (9, 40)),
    "a row in the middle": np.vstack([RNG.standard_t(3, (6, 7)), np.zeros(7)]),
}
WIDE["a row in the middle"][-1] = WIDE["a row in the middle"][:-1].mean(axis=0)


@pytest.mark.parametrize(("space", "reference"), [*product(SPACES, REFERENCES), *product(WIDE, ["box", "normal"])])
def test_matched_points_have_exactly_the_mean_and_the_covariance(space, reference):
    X = (SPACES | WIDE)[space]
    unit = np.abs(X - X.mean(axis=0)).max()
    for seed in range(3):
        drawn = at.reference_data(X, reference=reference, rng=seed)
        assert drawn.shape == X.shape
        assert drawn.dtype == np.float64
        # In units of the data, so that nothing overflows and nothing vanishes.
        for ours, theirs in zip(mean_and_covariance(drawn / unit), mean_and_covariance(X / unit), strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)
        # And they are no rearrangement of the data.
        assert np.abs(drawn - X).max() > 0.01 * unit


@pytest.mark.parametrize("space", WIDE)
def test_radial_points_of_few_rows_keep_the_mean_and_the_distances_in_the_units_of_the_data(space):
    X = WIDE[space]
    unit = np.abs(X - X.mean(axis=0)).max()
    center, lengths = X.mean(axis=0) / unit, np.linalg.norm((X - X.mean(axis=0)) / unit, axis=1)
    left = at.reference_data(X, reference="radial", matched=False, rng=2) / unit
    np.testing.assert_allclose(np.linalg.norm(left - center, axis=1), lengths, rtol=1e-9, atol=1e-12)
    matched = at.reference_data(X, reference="radial", rng=2) / unit
    np.testing.assert_allclose(matched.mean(axis=0), center, rtol=1e-9, atol=1e-12)
    # Matching takes the mean of all rows from each, and nothing else.
    np.testing.assert_allclose(matched - left, np.broadcast_to(center - left.mean(axis=0), X.shape), atol=1e-12)
    # They stay in the space that the data span, and are no rearrangement of them.
    both = np.vstack([X / unit, left]) - center
    assert np.linalg.matrix_rank(both, tol=1e-9) == np.linalg.matrix_rank(X / unit - center, tol=1e-9)
    assert np.abs(left - X / unit).max() > 0.01


def test_the_directions_of_radial_points_of_few_rows_scatter_as_those_of_the_data():
    X = WIDE["nearly two rows for each dimension"] * np.arange(1, 11)

    def scatter(points):
        directions = points - X.mean(axis=0)
        directions /= np.linalg.norm(directions, axis=1)[:, None]
        return directions.T @ directions / len(directions)

    drawn = [at.reference_data(X, reference="radial", matched=False, rng=seed) for seed in range(400)]
    found, of_data = np.mean([scatter(points) for points in drawn], axis=0), scatter(X)
    assert np.abs(found - of_data).max() < 0.1 * of_data.max()
    # One row far away leaves their scatter nearly as it is, whereas that of the points is its own.
    far = X.copy()
    far[0] += 1e6 * (far[0] - X.mean(axis=0))
    assert Space(far).directions.max() < 2 * Space(X).directions.max()


@pytest.mark.parametrize("matched", [True, False])
@pytest.mark.parametrize("reference", REFERENCES)
def test_what_is_constant_or_depends_on_other_columns_stays_so(reference, matched):
    for value in (0.0, 0.1, 123456789.1):
        X = np.insert(DATA, 1, value, axis=1)
        assert (at.reference_data(X, reference=reference, matched=matched, rng=1)[:, 1] == value).all()
    X = np.column_stack([DATA, DATA @ [2.0, -1.0, 0.5], DATA[:, 1]])
    drawn = at.reference_data(X, reference=reference, matched=matched, rng=1)
    np.testing.assert_allclose(drawn[:, 3] - X[:, 3].mean(), (drawn[:, :3] - DATA.mean(axis=0)) @ [2.0, -1.0, 0.5])
    np.testing.assert_allclose(drawn[:, 4], drawn[:, 1], rtol=1e-12)


def plainly_drawn(X, reference, matched, rng):
    """The same points by scikit-learn's axes, whose directions follow the same convention, and a matrix root."""
    axes = PCA().fit(X)
    along = axes.transform(X)
    spread = along.std(axis=0, ddof=1)
    n, d = X.shape
    if reference == "box":
        drawn = along.min(axis=0) + np.ptp(along, axis=0) * rng.random((n, d))
    else:
        drawn = rng.standard_normal((n, d))
        if reference == "radial":
            for row, of_data in zip(drawn, along / spread, strict=True):
                row *= math.sqrt((of_data**2).sum()) / math.sqrt((row**2).sum())
        drawn *= spread
    if matched:
        standard = (drawn - drawn.mean(axis=0)) / spread
        values, vectors = np.linalg.eigh(np.cov(standard.T))
        drawn = standard @ (vectors / np.sqrt(values)) @ vectors.T * spread
    return axes.inverse_transform(drawn)


@pytest.mark.parametrize("matched", [True, False])
@pytest.mark.parametrize("reference", REFERENCES)
def test_reference_data_agree_with_a_plain_reading(reference, matched):
    ours = at.reference_data(DATA, reference=reference, matched=matched, rng=3)
    theirs = plainly_drawn(DATA, reference, matched, np.random.default_rng(3))
    np.testing.assert_allclose(ours, theirs, rtol=1e-9)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([[1.0, 2.0]],), {}, "minimum of 2"),
        (([[1.0, np.nan], [0, 1], [2, 3]],), {}, "X contains NaN"),
        (([[3.3, 1.1]] * 4,), {}, "at least 2 different rows. Got 4 equal ones"),
        ((DATA,), {"reference": None}, "reference must be one of"),
        ((DATA,), {"matched": 1}, "matched must be True or False. Got 1"),
    ],
)
def test_reference_data_refuse_what_is_wrong(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        at.reference_data(*arguments, **options)
