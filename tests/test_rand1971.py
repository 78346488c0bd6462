"""Rand's experiment: its methods against a plain reading of their definitions, its table against its seeds."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from studies import rand1971, read_table

import aucc_teach as at

METHODS = list(rand1971.METHODS)
STORED = read_table(ROOT / "book" / "results" / "rand1971.csv")


def criterion(clusters, distance, method):
    """The criterion of a clustering, summed pair by pair; smaller is better. A pair when single points count first."""
    within = {cluster: sum(distance[pair] for pair in combinations(cluster, 2)) for cluster in clusters}
    entries = method.endswith("entries")
    weight = {c: Fraction(len(c) ** 2, 2) if entries else Fraction(math.comb(len(c), 2)) for c in clusters}
    if method.startswith("T/N"):
        return Fraction(sum(within.values())) / sum(weight.values())
    averages = [within[c] / weight[c] for c in clusters if len(c) > 1]
    if method == "AA zero":
        return sum(averages) / len(clusters)
    average = sum(averages) / len(averages)
    return (sum(len(c) == 1 for c in clusters), average) if "first" in method else average


def join_by_definition(distance, n, method):
    """Clusterings by number of clusters, with every join tried; None if two joins are equally good."""
    clusters = [(i,) for i in range(n)]
    found = {n: clusters}
    while len(clusters) > 1:
        tried = []
        for a, b in combinations(clusters, 2):
            joined = [c for c in clusters if c not in (a, b)] + [tuple(sorted(a + b))]
            tried.append((criterion(joined, distance, method), joined))
        tried.sort(key=lambda one: one[0])
        if len(tried) > 1 and tried[0][0] == tried[1][0]:
            return None
        clusters = tried[0][1]
        found[len(clusters)] = clusters
    return found


@pytest.mark.parametrize("method", METHODS)
def test_methods_are_what_rand_defines(method):
    rng = np.random.default_rng(METHODS.index(method))
    compared = 0
    for n in range(2, 10):
        sets = rng.integers(1, 10**6, size=(12, n, n))
        sets = np.triu(sets, 1) + np.triu(sets, 1).transpose(0, 2, 1)
        labels = rand1971.agglomerate(sets, method, ks=range(n, 0, -1))
        for distances, by_k in zip(sets.tolist(), labels, strict=True):
            distance = {(i, j): distances[i][j] for i, j in combinations(range(n), 2)}
            expected = join_by_definition(distance, n, method)
            if expected is None:
                continue
            for k, partition in zip(range(n, 0, -1), by_k.tolist(), strict=True):
                assert sorted(set(partition)) == list(range(k))
                clusters = {tuple(i for i in range(n) if partition[i] == c) for c in range(k)}
                assert clusters == set(expected[k]), (method, n, k)
                compared += 1
    assert compared > 500


def _replay(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(shape) for shape in shapes]


def _clusters(points, method, k):
    distances = np.linalg.norm(points[:, None] - points, axis=-1)
    return rand1971.agglomerate([distances], method, ks=[k])[0, 0]


@pytest.mark.parametrize("k", [10, 5, 2])
def test_the_other_tables_compare_what_rand_compared(k):
    """One replicate of each table, step by step, with Rand's c of the package."""
    place = rand1971.KS.index(k)
    points, moves = _replay(3, (2, 1, 30, 5))[0][:, 0]
    method, size = "AA skip", 0.25
    c = at.rand_score(_clusters(points, method, k), _clusters(points + size * moves, method, k))
    assert rand1971.perturbation(1, rng=3, methods=[method], sizes=[size])[method, size][0, place] == round(435 * c)

    (points,) = _replay(4, (30, 5))
    c = at.rand_score(_clusters(points[:25], method, k), _clusters(points, method, k)[:25])
    assert rand1971.missing_data(1, rng=4, methods=[method])[method, None][0, place] == round(300 * c)

    c = at.rand_score(_clusters(points, "T/N", k), _clusters(points, method, k))
    assert rand1971.agreement_of_methods(1, rng=4, methods=[method])[method, None][0, place] == round(435 * c)


def test_deviation_by_hand():
    cell = rand1971.Cell(100, mean=0.53, std=0.1, fourth=5e-4, n_equal=0)
    # Two times 100 replicates: .01^2 + .01^2, and .01^2 / 12 for the two printed digits, .001^2 / 12 for three.
    found = rand1971.deviation(cell, 0.50, 0.120, 0)
    assert found.mean == pytest.approx(0.03 / math.sqrt(2e-4 + 1e-4 / 12))
    assert found.std == pytest.approx(-0.02 / math.sqrt(2e-4 + 1e-6 / 12))
    # Rounding alone, where nothing varies.
    assert rand1971.deviation(rand1971.Cell(100, 0.5, 0.0, 0.0, 0), 0.49, 0.0, 0).mean == pytest.approx(math.sqrt(12))


def test_agreement_is_an_exact_binomial_test():
    # Half of ours agree completely: 100 throws of a coin. Rand has 40: p = P(at most 40 or at least 60).
    cell = rand1971.Cell(9999, 0.9, 0.1, 5e-4, 4999.5)
    p = 2 * sum(math.comb(100, i) for i in range(41)) / 2**100
    z = rand1971.deviation(cell, 0.9, 0.1, 40).agreement
    assert math.erfc(z / math.sqrt(2)) == pytest.approx(p)
    assert rand1971.deviation(cell, 0.9, 0.1, 60).agreement == pytest.approx(-z)
    assert rand1971.deviation(cell, 0.9, 0.1, 50).agreement == 0
    # None of our 10 000, one of his 100: rare, not impossible.
    never = rand1971.Cell(10_000, 0.5, 0.1, 5e-4, 0)
    assert -3 < rand1971.deviation(never, 0.5, 0.1, 1).agreement < -2
    with pytest.raises(ValueError, match="percentage must be at most 100"):
        rand1971.deviation(never, 0.5, 0.1, 101)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "first", "n_blocks", "options"),
    [
        (2, 0, 1, {}),
        (3, 0, 1, {}),
        (4, 0, 1, {}),
        (5, 0, 1, {}),
        pytest.param(2, 100, 9, {}, marks=pytest.mark.breadth),
        pytest.param(3, 5000, 10, {"methods": ["T/N", "AA skip"], "sizes": [0.3]}, marks=pytest.mark.breadth),
        (4, 2000, 10, {"methods": ["T/N", "AA first entries"]}),
        pytest.param(5, 9000, 10, {"methods": ["AA zero", "AA entries"]}, marks=pytest.mark.breadth),
    ],
)
def test_the_stored_table_comes_from_its_seeds(table, first, n_blocks, options):
    blocks = [rand1971.rows_of_block(table, first // 100 + block, **options) for block in range(n_blocks)]
    # Of each block the same places in the same order.
    total = blocks[0].assign(last=blocks[-1]["last"])
    for counts in rand1971._COUNTS:
        total[counts] = sum(block[counts] for block in blocks)
    stored = STORED[(STORED["table"] == table) & (STORED["first"] == first)]
    stored = stored[stored["method"].isin(options.get("methods", METHODS))]
    if "sizes" in options:
        stored = stored[stored["perturbation"].isin(options["sizes"])]
    pd.testing.assert_frame_equal(total, stored.reset_index(drop=True), check_exact=True)
