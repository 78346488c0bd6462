"""Pair errors and their curve against counting by definition, and the cuts of a hierarchy."""

import itertools

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import linkage
from strategies import valid_partitions

import aucc_teach as at
from aucc_teach import error_curves


def blocks(labels):
    return {frozenset(np.flatnonzero(labels == label).tolist()) for label in np.unique(labels)}


@st.composite
def families(draw, n):
    """For each number of clusters of n objects one partition, which need not be nested in the others."""
    rows = []
    for k in range(1, n + 1):
        others = draw(st.lists(st.integers(0, k - 1), min_size=n - k, max_size=n - k))
        rows.append(draw(st.permutations([*range(k), *others])))
    return rows


@st.composite
def classes_with_family(draw, max_objects=8):
    """Classes, and such a family of partitions."""
    n = draw(st.integers(3, max_objects))
    return draw(valid_partitions(n)), draw(families(n))


@st.composite
def classes_with_merges(draw, max_objects=9):
    """Classes, and a hierarchy that joins any two clusters at each step, at heights of which many are equal."""
    n = draw(st.integers(3, max_objects))
    alive, merges, height, sizes = list(range(n)), [], 0, [1] * n
    for step in range(n - 1):
        first, second = draw(st.permutations(alive))[:2]
        height += draw(st.integers(0, 1))
        sizes.append(sizes[first] + sizes[second])
        merges.append([min(first, second), max(first, second), height, sizes[-1]])
        alive = [node for node in alive if node not in (first, second)] + [n + step]
    return draw(valid_partitions(n)), np.array(merges, dtype=float)


@given(classes_with_family())
def test_errors_and_curve_equal_counting_by_definition(case):
    classes, family = case
    counted = [oracles.pair_errors(classes, row) for row in family]
    curve = at.pair_error_curve(classes, family)
    assert curve.n_clusters.tolist() == list(range(1, len(family) + 1))
    assert np.allclose(np.column_stack([curve.e1, curve.e2]), np.array(counted, dtype=float), rtol=0, atol=1e-15)
    assert curve.area == pytest.approx(float(oracles.area_by_strips(counted)), abs=1e-12)
    sums = [sum(errors) for errors in counted]
    assert curve.k0 == 1 + sums.index(min(sums))
    perfect = [e for e in counted if e == (0, 0)]
    m = len(set(classes))
    by_definition = bool(perfect) and all(
        (k > m or e1 == 0) and (k < m or e2 == 0) for k, (e1, e2) in enumerate(counted, start=1)
    )
    assert curve.concordant == by_definition
    assert curve.proper == all((b[0] - a[0]) * (b[1] - a[1]) <= 0 for a, b in itertools.pairwise(counted))
    for row, errors in zip(family, counted, strict=True):
        assert at.pair_errors(classes, row) == tuple(map(float, errors))


def merge_order(Z):
    """For each pair, the number of the merge that puts it together, condensed."""
    cuts = at.linkage_cuts(Z)
    apart = (cuts[:, :, None] != cuts[:, None, :]).sum(axis=0)
    return apart[np.triu_indices(len(cuts), 1)]


@given(classes_with_merges())
def test_area_of_a_hierarchy_is_one_minus_an_aucc(case):
    classes, Z = case
    area = at.pair_error_curve(classes, at.linkage_cuts(Z)).area
    assert area == pytest.approx(1 - at.aucc_score(merge_order(Z), classes, metric="precomputed"), abs=1e-12)


def test_blocks_of_rows_change_nothing(monkeypatch):
    rng = np.random.default_rng(1)
    X, classes = rng.normal(size=(40, 2)), rng.integers(4, size=40)
    cuts = at.linkage_cuts(linkage(X))
    # In blocks first: rows left out would otherwise find the right answers of the whole in the memory it gave back.
    with monkeypatch.context() as patch:
        patch.setattr(error_curves, "_CELLS_AT_ONCE", 100)
        in_blocks = at.pair_error_curve(classes, cuts)
    for first, second in zip(in_blocks, at.pair_error_curve(classes, cuts), strict=True):
        assert np.array_equal(first, second)


@given(classes_with_merges())
def test_cuts_are_the_merges_one_by_one(case):
    _, Z = case
    n = len(Z) + 1
    cuts = at.linkage_cuts(Z)
    assert np.array_equal(at.linkage_cuts(Z * [1, 1, 1, 0]), cuts)  # the sizes need not be right
    merges = Z[:, :2].astype(int).tolist()
    for k, row in enumerate(cuts, start=1):
        assert sorted(set(row.tolist())) == list(range(k))
        assert blocks(row) == oracles.cut(merges, n, k)


@given(classes_with_merges())
def test_along_a_hierarchy_one_error_rises_and_the_other_falls(case):
    classes, Z = case
    cuts = at.linkage_cuts(Z)
    curve = at.pair_error_curve(classes, cuts)
    assert (np.diff(curve.e1) >= 0).all()
    assert (np.diff(curve.e2) <= 0).all()
    assert (np.diff(curve.e2 - curve.e1) < 0).all()
    assert curve.proper
    equal = any(blocks(row) == blocks(np.array(classes)) for row in cuts)
    assert (curve.area == 0) == equal == curve.concordant


@given(valid_partitions(5), st.lists(families(5), min_size=1, max_size=4))
def test_mean_curve_is_the_mean_of_the_curves(classes, runs):
    mean = at.mean_pair_error_curve(classes, (run[::-1] for run in runs))
    assert mean.n_clusters.tolist() == [1, 2, 3, 4, 5]
    for k in range(5):
        exact = [oracles.pair_errors(classes, run[k]) for run in runs]
        assert mean.e1[k] == pytest.approx(float(sum(e1 for e1, _ in exact) / len(runs)), abs=1e-15)
        assert mean.e2[k] == pytest.approx(float(sum(e2 for _, e2 in exact) / len(runs)), abs=1e-15)


Z4 = [[0, 1, 1, 2], [2, 3, 1, 2], [4, 5, 2, 4]]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: at.pair_errors([0, 0, 0], [0, 1, 1]), "between 2 and n - 1 = 2 classes.*Got 1"),
        (lambda: at.pair_errors([0, 0, 1], [0, 1]), "same objects. Got 3 and 2 labels"),
        (lambda: at.pair_error_curve([0, 0, 1], [[0, 1]]), "one column for each of the 3 objects"),
        (lambda: at.pair_error_curve([0, 0, 1], np.empty((0, 3), int)), "at least one partition"),
        (
            lambda: at.pair_error_curve([0, 0, 1], [[0, 1, 1], [0, 1, 2], [0, 0, 1]]),
            r"Got 2 clusters in partitions\[0\] and partitions\[2\]",
        ),
        (lambda: at.mean_pair_error_curve([0, 0, 1], []), "at least one family"),
        (lambda: at.mean_pair_error_curve([0, 0, 1], 3), "sequence of families"),
        (
            lambda: at.mean_pair_error_curve([0, 0, 1, 1], [[[0, 0, 1, 1]], [[0, 0, 1, 2]]]),
            r"into 2 clusters in only one of runs\[0\] and runs\[1\]",
        ),
        (lambda: at.mean_pair_error_curve([0, 0, 1], [[[0, 0.5, 1]]]), r"runs\[0\] must be whole numbers"),
        (lambda: at.linkage_cuts([[0, 1, 1]]), "Z must be a linkage matrix"),
        (lambda: at.linkage_cuts([[0, 1, 1, 2], [1, 2, 2, 3]]), "Z must be a linkage matrix"),
        (lambda: at.linkage_cuts([[0, 1.5, 1, 2], *Z4[1:]]), "whole numbers"),
        (lambda: at.linkage_cuts("abc"), "Z must be a linkage matrix"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
