"""The page "Reading on": two sentences for each topic, its sources, and what it says of precision and recall."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.datasets import load_iris, load_wine
from sklearn.metrics import average_precision_score
from sklearn.preprocessing import StandardScaler

import aucc_teach as at


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_clusters_enter_the_area_under_precision_and_recall_with_the_weights_of_auccs_theorem(load):
    found = load()
    X, labels = StandardScaler().fit_transform(found.data), found.target.copy()
    labels[: len(labels) // 4] = 0  # unequal sizes
    rng = np.random.default_rng(0)
    distances = pdist(X) + rng.uniform(0, 1e-9, len(X) * (len(X) - 1) // 2)  # without ties, so pairs have one order
    i, j = np.triu_indices(len(labels), 1)
    within = labels[i] == labels[j]
    order = distances.argsort()
    precision = np.empty(len(order))
    precision[order] = within[order].cumsum() / np.arange(1, len(order) + 1)
    farther = 1 - np.searchsorted(np.sort(distances[~within]), distances) / (~within).sum()
    sizes = np.bincount(labels)
    weights = sizes * (sizes - 1) / (sizes * (sizes - 1)).sum()
    inside = [within & (labels[i] == cluster) for cluster in range(3)]
    area = average_precision_score(within, -distances)
    assert weights @ [precision[pairs].mean() for pairs in inside] == pytest.approx(area)
    aucc = at.aucc_score(distances, labels, metric="precomputed")
    assert weights @ [farther[pairs].mean() for pairs in inside] == pytest.approx(aucc)
    assert abs(area - aucc) > 0.01
