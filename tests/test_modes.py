"""Clusters that follow density, by modes of a tree; and valleys, the rows between two clusters against those around."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import HDBSCAN

from aucc_report import _modes
from aucc_report._modes import ModeTree, Ribbon, local_dimension, persistence
from aucc_report._valleys import shallowest_valley
from aucc_report.clusterers import label_rows
from aucc_report.rule import SHALLOW
from aucc_teach.agreement import adjusted_rand_score


def two_rings(rng, n=300):
    angles = rng.uniform(0, 2 * np.pi, n)
    radius = np.where(np.arange(n) < n // 3, 1.0, 3.0) + 0.1 * rng.standard_normal(n)
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles)]), np.arange(n) >= n // 3


def clouds(rng, *centres, size=50):
    return np.concatenate([rng.standard_normal((size, len(centre))) + centre for centre in centres])


def naive_persistence(points):
    """The largest persistence by its words: heights one by one, and the parts that are connected below each."""
    distances = squareform(pdist(points))
    core = np.sort(distances, axis=1)[:, _modes.N_NEIGHBOURS]
    reach = np.maximum(np.maximum(core[:, None], core), distances)
    smallest = max(5, min(20, len(points) / 20))
    parts, best, found = [{i} for i in range(len(points))], {}, []
    pairs = sorted((reach[i, j], i, j) for i in range(len(points)) for j in range(i))
    for height, i, j in pairs:
        one, other = (next(part for part in parts if row in part) for row in (i, j))
        if one is other:
            continue
        parts = [part for part in parts if part is not one and part is not other] + [one | other]
        dense = [best.get(frozenset(part), np.inf) for part in (one, other)]
        best[frozenset(one | other)] = min(dense)
        if min(len(one), len(other)) >= smallest:
            of_parts = [min(np.log(core[list(part)]).mean(), d) for part, d in zip((one, other), dense, strict=True)]
            found.append(np.log(height) - max(of_parts))
            best[frozenset(one | other)] = min(of_parts)
    return sorted(found, reverse=True)


@pytest.mark.parametrize("seed", range(3))
def test_persistence_is_what_its_words_say(seed):
    points = clouds(np.random.default_rng(seed), (0, 0), (4, 0), (0, 5), size=20)
    found = naive_persistence(points)
    tree = ModeTree(points)
    assert tree.persistence[: len(found)] == pytest.approx(tree.dimension * np.array(found))
    assert not tree.persistence[len(found) :].any()


def test_it_knows_no_unit_and_no_order_of_the_rows():
    rng = np.random.default_rng(0)
    points = clouds(rng, (0, 0, 0), (6, 0, 0))
    of_points = persistence(points)
    assert persistence(1000 * points + 7) == pytest.approx(of_points)
    assert persistence(rng.permutation(points)) == pytest.approx(of_points)


def test_rings_one_in_the_other_are_two_modes():
    points, ring = two_rings(np.random.default_rng(1))
    assert adjusted_rand_score(ModeTree(points).labels(2), ring) == 1


def test_modes_far_apart_are_the_clusters_of_hdbscan():
    points = clouds(np.random.default_rng(3), (0, 0), (12, 0), (0, 12))
    of_hdbscan = HDBSCAN(min_cluster_size=10, min_samples=10, copy=True).fit_predict(points)
    known = of_hdbscan >= 0
    assert adjusted_rand_score(ModeTree(points).labels(3)[known], of_hdbscan[known]) == 1


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_dimension_of_a_box(d):
    points = np.random.default_rng(6).random((2000, d))
    assert local_dimension(points) == pytest.approx(d, rel=0.08)
    assert ModeTree(points[:500]).dimension == pytest.approx(local_dimension(points[:500]))


def test_a_ribbon_has_the_dimension_of_the_cloud():
    rng = np.random.default_rng(7)
    points, _ = two_rings(rng, 600)
    drawn = Ribbon(points, rng).draw(rng)
    assert drawn.shape == points.shape
    assert local_dimension(drawn) == pytest.approx(local_dimension(points), rel=0.1)


# Valleys.


def test_a_valley_by_its_definition_on_a_line():
    # Medians at 0 and 10: windows of width 2 around them, and around 3.5, 4, ..., 6.5.
    one, other = [-1, 0, 0, 0, 4, -3, 1], [10, 10, 9, 11, 10, 6, 14]
    points, labels = np.array([*one, *other], dtype=float)[:, None], np.repeat([0, 1], 7)
    windows = [sum(abs(x - middle) <= 1 for x in points[:, 0]) for middle in (0, 10, 3.5, 4, 4.5, 5, 5.5, 6, 6.5)]
    assert windows[:2] == [5, 5]
    assert shallowest_valley(points, labels) == min(windows[2:]) / 5 == 0.2


def test_for_valleys_neither_scale_nor_direction_nor_names_matter():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(90, 2)) + np.repeat([[0, 0], [3.5, 0], [0, 3.5]], 30, axis=0)
    labels, turn = np.repeat([0, 1, 2], 30), np.array([[0.6, -0.8], [0.8, 0.6]])
    expected = shallowest_valley(points, labels)
    assert 0 < expected < 1
    assert shallowest_valley(1000 * points @ turn + 7, 2 - labels) == pytest.approx(expected)


@pytest.mark.parametrize("cloud", ["uniform", "normal", "exponential", "band"])
def test_slices_of_one_cloud_have_no_valley(cloud):
    rng = np.random.default_rng(1)
    angles = rng.uniform(0, np.pi, 300)
    points = {
        "uniform": rng.uniform(size=(300, 2)),
        "normal": rng.normal(size=(300, 2)),
        "exponential": rng.exponential(size=(300, 2)),
        "band": 6 * np.column_stack([np.cos(angles), np.sin(angles)]) + 0.5 * rng.normal(size=(300, 2)),
    }[cloud]
    for algorithm in ("k-means", "ward"):
        for labels in label_rows(points, [2, 3, 5], algorithm):
            assert shallowest_valley(points, labels) > SHALLOW


@pytest.mark.parametrize("apart", [5, 20])
def test_clusters_that_are_apart_have_one(apart):
    points = np.random.default_rng(2).normal(size=(120, 3)) + apart * np.repeat(np.eye(3), 40, axis=0) * 1.4
    assert shallowest_valley(points, np.repeat(range(3), 40)) < 0.2
