"""Rules that studies put beside a report: what they are, and how far they look."""

import numpy as np
import pytest
from sklearn.cluster import HDBSCAN
from sklearn.metrics import calinski_harabasz_score, silhouette_score
from studies import _rivals, choosing

import aucc_report
import aucc_teach as at
from aucc_report.clusterers import label_rows_of_many


@pytest.mark.slow
def test_rivals_that_a_user_has_are_those_of_the_package():
    """What is put together from parts, for speed, is what the public function says."""
    X = choosing.draw("3 clear", rng=0)
    ks = range(2, 5)
    found = _rivals.by_partitions(X, ks, np.random.default_rng(1))
    assert set(found) == set(_rivals.RIVALS) - set(_rivals.QUICK)
    for title, criterion in (("VRC", "calinski_harabasz_score"), ("AUCC", "aucc_score")):
        choice = at.calibrated_choice(
            X,
            lambda points, k: label_rows_of_many(points, [k], "k-means")[0],
            ks,
            criterion=criterion,
            n_references=39,
            rng=2,
        )
        assert found[f"calibrated {title}"] == choice.n_clusters
    partitions = label_rows_of_many(X, ks, "k-means")
    by_sklearn = {"VRC": calinski_harabasz_score, "silhouette": silhouette_score}
    for name, score in by_sklearn.items():
        assert found[name] == max(zip(ks, partitions, strict=True), key=lambda of_k: score(X, of_k[1]))[0]


@pytest.mark.slow
def test_rivals_can_find_one_cluster_unless_it_is_said():
    X = np.random.default_rng(3).standard_normal((48, 2))
    found = _rivals.named_by_rivals(X, all_of_them=True, rng=np.random.default_rng(1))
    assert set(found) == set(_rivals.RIVALS)
    never = {name for name, setting in _rivals.RIVALS.items() if "never one cluster" in setting}
    assert all(found[name] > 1 for name in never)
    may = {name for name, k in found.items() if k == 1}
    assert {"prediction strength", "calibrated VRC", "mixture", "HDBSCAN, a twentieth", "HDBSCAN, 10"} <= may


def test_noise_alone_counts_as_one_cluster():
    """HDBSCAN that must name several says of no row of a cloud that it is in a cluster."""
    X = np.random.default_rng(0).standard_normal((200, 3))
    assert set(HDBSCAN(min_cluster_size=10, copy=True).fit_predict(X)) == {-1}
    assert _rivals._n_dense(X, 10, one=False) == 1


@pytest.mark.parametrize(("n_rows", "last"), [(100, 12), (200, 20)])
def test_rivals_go_as_far_as_a_report(monkeypatch, n_rows, last):
    """Up to 20 clusters, but at most one for 8 rows, as the docstring of a report has it."""
    asked = []
    monkeypatch.setattr(_rivals, "by_partitions", lambda X, ks, rng: asked.append(list(ks)) or {})
    monkeypatch.setattr(_rivals, "_components", lambda X, ks: asked.append(list(ks)) or 1)
    _rivals.named_by_rivals(np.random.default_rng(0).standard_normal((n_rows, 2)), all_of_them=True, rng=None)
    assert asked == [list(range(2, last + 1)), list(range(1, last + 1))]
    assert "up to 20, but at most one for 8 rows" in " ".join(aucc_report.report.__doc__.split())
