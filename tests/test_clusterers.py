"""The algorithms of reports and of the lab: k-means of all starts at once, their clusters, and their names."""

import numpy as np
import pytest
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from small_reports import POINTS

import aucc_teach as at
from aucc_report._k_means import k_means
from aucc_report.clusterers import ALGORITHMS, check_algorithms, label_rows


@pytest.mark.parametrize("name", ALGORITHMS)
def test_clusters_are_numbered_as_they_appear(name):
    rows = label_rows(POINTS, [2, 5, 3], name, metric="cityblock", seed=3)
    for k, labels in zip([2, 5, 3], rows, strict=True):
        assert list(dict.fromkeys(labels.tolist())) == list(range(k))
        if name == "k-means":
            other = KMeans(k, n_init=10, random_state=3).fit_predict(POINTS)
        else:
            metric = "euclidean" if name == "ward" else "cityblock"
            other = AgglomerativeClustering(k, linkage=name, metric=metric).fit_predict(POINTS)
        assert at.rand_score(other, labels) == 1


@pytest.mark.parametrize(
    ("algorithms", "message"),
    [
        ("ward", "algorithms must be a sequence of names .* Got 'ward'"),
        (["ward", "ward"], "algorithms must hold different names"),
        (["DBSCAN"], "every algorithm must be one of .* Got 'DBSCAN'"),
        ({}, "algorithms must hold at least one"),
        ({"mine": DBSCAN}, "no n_clusters or n_components"),
    ],
)
def test_algorithms_that_are_refused(algorithms, message):
    with pytest.raises(ValueError, match=message):
        check_algorithms(algorithms)


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
