"""Noise is left out with its rows or pairs, and counted."""

import inspect
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import DBSCAN

import aucc_teach as at

rng = np.random.default_rng(0)
POINTS = np.vstack([rng.normal(size=(20, 2)), rng.normal(size=(20, 2)) + 12, [[40, 0], [0, 40], [-30, -30]]])
LABELS = DBSCAN(eps=2.5).fit_predict(POINTS)
KEPT = LABELS != -1


@pytest.mark.parametrize("metric", ["euclidean", "cityblock"])
def test_the_score_is_that_of_the_other_objects(metric):
    expected = at.aucc_score(POINTS[KEPT], LABELS[KEPT], metric=metric)
    assert at.aucc_score(POINTS, LABELS, metric=metric, noise=-1) == expected
    with pytest.warns(UserWarning, match="-1 counts as a cluster in labels"):
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


@pytest.mark.parametrize(
    ("X", "labels", "message"),
    [
        (POINTS[:4], [-1, -1, -1, -1], "at least one object must be in a cluster. Got 4 that are all noise"),
        (POINTS[:4], ["-1", "0", "0", "1"], "noise must be written as in the labels. Got -1 of type int, .* hold str"),
        (POINTS[:4], [0, 0, 0, -1], "between 2 and|2 <= k|at least 2|clusters"),
        (csr_array(POINTS[:4]), [0, 0, 1, -1], "X must be a dense array. Got a sparse matrix"),
    ],
)
def test_what_cannot_be_is_refused(X, labels, message):
    with pytest.raises(ValueError, match=message):
        at.aucc_score(X, labels, noise=-1)


OTHER = np.arange(len(POINTS)) % 2
JUDGES = {
    name: getattr(at, name)
    for name in at.__all__
    if inspect.isfunction(getattr(at, name))
    and {"X", "labels"} <= set(inspect.signature(getattr(at, name)).parameters)
    and name not in ("without_noise", "report")  # which leave noise out themselves
} | {name: one.function for name, one in at.criteria.CRITERIA.items()}


def warnings_of(judge, *arguments, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        judge(*arguments, **options)
    return [one for one in caught if "-1 counts as a cluster" in str(one.message)]


def judged(name, labels, **options):
    needed = inspect.signature(JUDGES[name]).parameters
    options |= {"rng": 0} if "rng" in needed else {}
    options |= {"n_resamples": 3} if "n_resamples" in needed else {}
    return warnings_of(JUDGES[name], POINTS, labels, *([OTHER] if "other_labels" in needed else []), **options)


@pytest.mark.parametrize("name", JUDGES)
def test_labels_with_noise_are_judged_with_a_warning(name):
    (found,) = judged(name, LABELS)
    assert found.category is UserWarning
    assert found.filename == __file__  # the line that has passed the labels
    for remedy in ("noise=-1 in aucc_score", "without_noise(X, labels)", "number the clusters from 0"):
        assert remedy in str(found.message)
    kept = at.without_noise(POINTS, LABELS)
    assert judged(name, LABELS + 1) == []
    if "other_labels" not in inspect.signature(JUDGES[name]).parameters:
        assert warnings_of(JUDGES[name], kept.X, kept.labels) == []


@pytest.mark.parametrize(
    "labels",
    [
        LABELS.astype(float),
        LABELS.astype(str),
        LABELS.astype(bytes),
        LABELS.tolist(),
        pd.Series(LABELS),
        np.where(LABELS == 1, 0, LABELS),
    ],
    ids=["float", "str", "bytes", "list", "series", "one cluster"],
)
def test_noise_is_recognised_in_every_type(labels):
    assert len(judged("aucc_score", labels)) == 1


@pytest.mark.parametrize(
    "labels",
    [
        np.where(LABELS == 0, 2, LABELS),  # scikit-learn's first cluster is 0
        LABELS - 1,  # and no other is negative
        np.where(LABELS == -1, -1, 1),
        LABELS.astype("int8").view("uint8"),
        LABELS == 0,
        np.array(["-1 m", "0 m", "1 m"])[LABELS + 1],
    ],
    ids=["without 0", "with -2", "-1 and 1", "unsigned", "bool", "names"],
)
def test_what_cannot_be_noise_is_a_cluster_without_a_warning(labels):
    assert judged("aucc_score", labels) == []
