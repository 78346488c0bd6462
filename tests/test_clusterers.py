"""The algorithms of reports and of the lab: their clusters, and the names that they take."""

import numpy as np
import pytest
from sklearn.cluster import AgglomerativeClustering, KMeans
from small_reports import POINTS

import aucc_teach as at
from aucc_report.clusterers import ALGORITHMS, check_algorithms, in_order_of_appearance, label_rows


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


def test_names_of_clusters_in_order_of_appearance():
    assert in_order_of_appearance(np.array(["b", "a", "b", "c"])).tolist() == [0, 1, 0, 2]


@pytest.mark.parametrize(
    ("algorithms", "message"),
    [
        ("ward", "algorithms must be a sequence of names .* Got 'ward'"),
        (["ward", "ward"], "algorithms must hold different names"),
        (["DBSCAN"], "every algorithm must be one of .* Got 'DBSCAN'"),
        ({}, "algorithms must hold at least one"),
        ({"mine": KMeans}, "cluster must be a function of the data"),
    ],
)
def test_algorithms_that_are_refused(algorithms, message):
    with pytest.raises(ValueError, match=message):
        check_algorithms(algorithms)
