"""Noise is left out with its rows or pairs, and counted."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import DBSCAN

import aucc_teach as at

rng = np.random.default_rng(0)
POINTS = np.vstack([rng.normal(size=(20, 2)), rng.normal(size=(20, 2)) + 12, [[40, 0], [0, 40], [-30, -30]]])
LABELS = DBSCAN(eps=2.5).fit_predict(POINTS)
KEPT = LABELS != -1


def test_the_labels_have_noise_and_two_clusters():
    assert set(LABELS) == {-1, 0, 1}
    assert (~KEPT).sum() >= 3


@pytest.mark.parametrize("metric", ["euclidean", "cityblock"])
def test_the_score_is_that_of_the_other_objects(metric):
    expected = at.aucc_score(POINTS[KEPT], LABELS[KEPT], metric=metric)
    assert at.aucc_score(POINTS, LABELS, metric=metric, noise=-1) == expected
    assert at.aucc_score(POINTS, LABELS, metric=metric) != expected
    distances = pdist(POINTS, metric)
    for precomputed in (distances, squareform(distances), pd.DataFrame(squareform(distances))):
        assert at.aucc_score(precomputed, LABELS, metric="precomputed", noise=-1) == expected


def test_frames_keep_their_names_and_noise_is_counted():
    names = [f"row {i}" for i in range(len(POINTS))]
    table, labels = pd.DataFrame(POINTS, names), pd.Series(LABELS, names)
    kept = at.without_noise(table, labels)
    assert kept.n_noise == (~KEPT).sum()
    assert kept.X.equals(table[KEPT])
    assert kept.labels.equals(labels[KEPT])
    assert repr(kept) == f"WithoutNoise: {KEPT.sum()} objects in clusters, {(~KEPT).sum()} left out as noise"
    with pytest.raises(ValueError, match="X and labels must name the same objects"):
        at.without_noise(table, labels.sort_index(ascending=False))


def test_without_noise_among_the_labels_nothing_is_left_out():
    kept = at.without_noise(POINTS, LABELS, noise=-2)
    assert kept.n_noise == 0
    assert np.array_equal(kept.X, POINTS)
    assert at.without_noise([[0], [1], [2]], ["a", "b", "noise"], noise="noise").n_noise == 1


@pytest.mark.parametrize(
    ("X", "labels", "message"),
    [
        (POINTS[:4], [-1, -1, -1, -1], "at least one object must be in a cluster. Got 4 that are all noise"),
        (POINTS[:4], ["-1", "0", "0", "1"], "noise must be written as in the labels. Got -1 of type int, .* hold str"),
        (POINTS[:4], [0, 0, -1], "labels and data must describe the same objects. Got 3 labels, 4 objects"),
        (POINTS[:4], [0, 0, 0, -1], "between 2 and|2 <= k|at least 2|clusters"),
    ],
)
def test_what_cannot_be_is_refused(X, labels, message):
    with pytest.raises(ValueError, match=message):
        at.aucc_score(X, labels, noise=-1)
