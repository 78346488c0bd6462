"""DBCV: its trees against all spanning trees, and what it says of noise, singletons, ties and places shared."""

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.criteria import CriteriaScorer, dbcv_score


def test_noise_and_singletons_count_0():
    points = [[0], [1], [4], [6], [90], [70]]
    assert dbcv_score(points, [0, 0, 1, 1, -1, -1], noise=-1) == pytest.approx(1 / 2 * 4 / 6)
    assert dbcv_score(points, [0, 0, 1, 1, 2, 3]) == pytest.approx(1 / 2 * 4 / 6)
    assert dbcv_score(points, list("aabbcn"), noise="n") == pytest.approx(1 / 2 * 4 / 6)
    # A singleton separates nothing, wherever it is.
    assert dbcv_score([[0], [1], [4], [6], [2]], [0, 0, 1, 1, 2]) == pytest.approx(1 / 2 * 4 / 5)
    assert dbcv_score(points, [0, 0, 1, 2, 3, 4]) == 0
    with pytest.raises(ValueError, match="noise must be written as in the labels"):
        dbcv_score(points, ["0", "0", "1", "1", "-1", "-1"], noise=-1)


@pytest.mark.parametrize("toy", ["grid", "nested", "blobs"])
def test_ties_do_not_let_the_order_of_the_rows_decide(toy):
    data = at.datasets.load_toy(toy)
    rng = np.random.default_rng(0)
    expected = dbcv_score(data.points, data.labels)
    for _ in range(10):
        order = rng.permutation(len(data.labels))
        moved = data.points[order] * 0.1 + [0.3, 1e4]  # rounded otherwise
        assert dbcv_score(moved, data.labels[order]) == pytest.approx(expected, rel=1e-7)


def test_many_variables_neither_overflow_nor_vanish():
    rng = np.random.default_rng(1)
    points, labels = rng.normal(size=(30, 400)), np.arange(30) % 2
    expected = dbcv_score(points, labels)
    assert -1 < expected < 1
    for unit in (1e-100, 1e100):
        assert dbcv_score(unit * points, labels) == pytest.approx(expected, rel=1e-9)


def test_objects_in_one_place():
    # Twins have core distance 0: sparseness 0, and the best width.
    assert dbcv_score([[0], [0], [5], [5]], [0, 0, 1, 1]) == 1
    rows = [[0, 0, 1, 1, 2], [0, 0, 2, 1, 1]]
    points = [[0.3], [0.3], [0.3], [0.1 + 0.2], [7]]
    with pytest.raises(
        ValueError, match=r"DBCV is not defined for labels\[0\]: the inner objects of two clusters coin"
    ):
        CriteriaScorer(points).score_many(rows, ["dbcv_score"])
    found = CriteriaScorer(points).score_many(rows, ["dbcv_score"], undefined="nan")["dbcv_score"]
    assert np.isnan(found).tolist() == [True, False]
