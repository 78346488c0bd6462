"""k-means of all starts at once: beside scikit-learn, and where points are few or equal."""

import numpy as np
import pytest
from sklearn.cluster import KMeans

from aucc_report._k_means import k_means


def inertia(points, labels):
    return sum(((points[labels == c] - points[labels == c].mean(axis=0)) ** 2).sum() for c in set(labels.tolist()))


def test_the_inertia_is_that_of_ten_starts_of_scikit_learn():
    ratios = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        points = rng.normal(size=(80, 2 + seed % 3)) + 4 * rng.integers(seed % 4 + 1, size=(80, 1))
        for k, labels in zip((2, 5, 9), k_means(points, (2, 5, 9), seed), strict=True):
            ratios.append(inertia(points, labels) / KMeans(k, n_init=10, random_state=seed).fit(points).inertia_)
    assert np.mean(ratios) < 1.01
    assert max(ratios) < 1.06


def test_the_clusters_do_not_depend_on_the_other_numbers_of_clusters():
    points = np.random.default_rng(1).normal(size=(50, 3))
    together = k_means(points, [2, 7, 4], 3)
    for row, k in zip(together, [2, 7, 4], strict=True):
        np.testing.assert_array_equal(row, k_means(points, [k], 3)[0])
    assert (together != k_means(points, [2, 7, 4], 4)).any()


@pytest.mark.parametrize("k", [2, 3, 7])
def test_there_are_k_clusters_of_equal_points_too(k):
    points = np.repeat(np.random.default_rng(2).normal(size=(8, 2)), 5, axis=0)
    for seed in range(20):
        (labels,) = k_means(points, [k], seed)
        assert set(labels.tolist()) == set(range(k))
