"""Clusters that follow density: the tree of a cloud, its modes, and the ribbon beside it."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import HDBSCAN

from aucc_report import _modes
from aucc_report._modes import ModeTree, Ribbon, local_dimension, persistence
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
