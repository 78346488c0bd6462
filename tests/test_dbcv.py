"""DBCV: its trees against all spanning trees, and what it says of noise, singletons, ties and places shared."""

from collections import Counter
from itertools import chain, combinations, product

import numpy as np
import oracles
import pytest

import aucc_teach as at
from aucc_teach.criteria import CriteriaScorer, dbcv_score


def spanning_trees(n):
    """All trees on n objects, as lists of edges, from their codes by Prüfer."""
    for code in product(range(n), repeat=n - 2):
        degree, edges = Counter([*range(n), *code]), []
        for other in code:
            leaf = min(i for i in range(n) if degree[i] == 1)
            edges.append((min(leaf, other), max(leaf, other)))
            degree[leaf] -= 1
            degree[other] -= 1
        edges.append(tuple(i for i in range(n) if degree[i] == 1))
        yield edges


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_an_edge_is_kept_if_and_only_if_a_shortest_tree_has_it(n):
    rng = np.random.default_rng(n)
    for _ in range(30):
        edges = {pair: tuple(rng.integers(3, size=2).tolist()) for pair in combinations(range(n), 2)}
        # Of two trees the shorter has the smaller lengths at the first place where they differ, in order.
        length = {tuple(tree): sorted(edges[edge] for edge in tree) for tree in spanning_trees(n)}
        assert len(length) == n ** (n - 2)
        shortest = [tree for tree in length if length[tree] == min(length.values())]
        kept = {edge for edge in edges if oracles.edge_of_a_shortest_tree(edge, edges)}
        assert kept == set(chain.from_iterable(shortest))


def test_two_clusters_of_five_by_hand():
    # On a line, v = 1: of 0, 1, 2, 3, 4 the middle three are inner. Core distances: of 1 and 3 the harmonic mean of 1,
    # 1, 2 and 3, which is 24/17, of 2 that of 1, 1, 2 and 2, which is 4/3. The longest inner edge is 24/17, and the
    # inner objects 3 and 11 are 8 apart.
    points = [[0], [1], [2], [3], [4], [10], [11], [12], [13], [14]]
    assert dbcv_score(points, [0] * 5 + [1] * 5) == pytest.approx((8 - 24 / 17) / 8, rel=1e-12)
    # An end that is far away is still no inner object, and its long edge no inner edge. But 1 has lost a neighbour: its
    # core distance, and the longest inner edge, are 4 over 1/1 + 1/2 + 1/3, all but exactly.
    points[0] = [-1e9]
    far = dbcv_score(points, [0] * 5 + [1] * 5)
    assert far == pytest.approx(((8 - 24 / 11) / 8 + (8 - 24 / 17) / 8) / 2, rel=1e-6)


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
