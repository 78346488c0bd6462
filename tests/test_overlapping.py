"""Comparing clusters that overlap: against the definitions in fractions, and published cases."""

from fractions import Fraction

import bcubed
import numpy as np
import oracles
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from strategies import random_clusters, two_partitions

import aucc_teach as at
from aucc_teach import conditions, overlapping

PRECISIONS = {
    overlapping.extended_bcubed: oracles.extended_bcubed_precision,
    overlapping.cice_bcubed: oracles.cice_bcubed_precision,
    overlapping.reliability_sensitivity: oracles.reliability,
}
EXTENDED, CICE, RELIABILITY = PRECISIONS
EVERY = [*PRECISIONS, overlapping.best_match_distance, overlapping.omega_index]
each_score = pytest.mark.parametrize("score", PRECISIONS, ids=lambda score: score.__name__)
each_measure = pytest.mark.parametrize("measure", EVERY, ids=lambda measure: measure.__name__)

# F of both clusterings, to four decimals: Extended BCubed, then CICE-BCubed.
PRINTED = {
    "homogeneity": ([0.6044, 0.6875], [0.2462, 0.3697]),
    "completeness": ([0.8333, 1], [0.6349, 1]),
    "rag bag": ([0.6567, 0.7143], [0.3844, 0.5072]),
    "size versus quantity": ([0.8182, 0.9344], [0.6058, 0.8450]),
    "homogeneity, overlapping": ([0.6580, 0.8597], [0.2964, 0.6012]),
    "completeness, overlapping": ([0.7617, 0.9146], [0.5211, 0.7737]),
}
# Two different clusterings in which every pair, and every object, is together equally often.
TRIANGLE, PASCH = (conditions.INSTANCES[f"perfect match, {name}"][:2] for name in ("triangle", "Pasch"))


def exact(score, true, pred, alpha=Fraction(1, 2)):
    """Precision, recall and F by definition."""
    values = PRECISIONS[score](pred, true), PRECISIONS[score](true, pred)
    return (*values, oracles.weighted_harmonic_mean(*values, alpha))


def matrix(clusters, n):
    """The membership matrix of clusters of the objects 0, ..., n - 1."""
    return np.array([[int(o in cluster) for cluster in clusters] for o in range(n)])


def random_pairs(n_pairs, seed, largest=9, **options):
    rng = np.random.default_rng(seed)
    for _ in range(n_pairs):
        n = int(rng.integers(2, largest + 1))
        first = random_clusters(rng, n, **options)
        second = random_clusters(rng, n, **options)
        if rng.random() < 0.3:  # related: some clusters in common
            second = list({*second, *first[: rng.integers(1, len(first) + 1)]})
        yield n, first, second


CLUSTERS = st.sets(st.frozensets(st.integers(0, 5), min_size=1), min_size=1, max_size=6).map(list)


@each_score
@pytest.mark.breadth(first_of=3)
def test_scores_equal_their_definition_on_random_clusters(score):
    uncovered = 0
    for _, true, pred in random_pairs(300, seed=1):
        assert score(true, pred) == pytest.approx(tuple(map(float, exact(score, true, pred))), abs=1e-14)
        uncovered += set().union(*true) != set().union(*pred)
    assert uncovered > 190


@each_score
def test_alpha_weighs_the_precision(score):
    for _, true, pred in random_pairs(25, seed=2):
        found = score(true, pred, alpha=0.25)
        assert found.f == pytest.approx(float(exact(score, true, pred, Fraction(1, 4))[2]), abs=1e-14)
        assert found[:2] == score(true, pred)[:2]


def test_distances_and_omega_equal_their_definitions_on_random_clusters():
    for n, true, pred in random_pairs(300, seed=3):
        assert overlapping.best_match_distance(true, pred) == float(oracles.best_match(true, pred))
        by_jaccard = overlapping.best_match_distance(true, pred, distance="jaccard")
        assert by_jaccard == pytest.approx(float(oracles.best_match(true, pred, jaccard=True)), abs=1e-14)
        omega = oracles.omega(true, pred, range(n))
        expected = 1.0 if omega is None else float(omega)
        assert overlapping.omega_index(true, pred, objects=range(n)) == expected


@pytest.mark.parametrize("block_rows", [1, 3])
@pytest.mark.parametrize("word_bits", [1, 53])
def test_blocks_and_words_change_nothing(monkeypatch, block_rows, word_bits):
    monkeypatch.setattr(overlapping, "_BLOCK_ROWS", block_rows)
    monkeypatch.setattr(overlapping, "_WORD_BITS", word_bits)
    for n, true, pred in random_pairs(10, seed=4):
        for score in PRECISIONS:
            assert score(true, pred) == pytest.approx(tuple(map(float, exact(score, true, pred))), abs=1e-14)
        omega = oracles.omega(true, pred, range(n))
        assert overlapping.omega_index(true, pred, objects=range(n)) == (1.0 if omega is None else float(omega))


@given(two_partitions())
def test_for_partitions_it_is_bcubed_of_the_contingency_table(partitions):
    table = oracles.cells(*partitions)
    precision = oracles.bcubed_precision_of_table(table)
    recall = oracles.bcubed_precision_of_table(list(zip(*table, strict=True)))
    for score in (EXTENDED, RELIABILITY):  # one multiplicity: both are BCubed
        found = score(*partitions)
        assert found[:2] == pytest.approx((float(precision), float(recall)), abs=1e-14)
        assert found.f == pytest.approx(float(2 * precision * recall / (precision + recall)), abs=1e-14)


@given(two_partitions())
def test_for_partitions_omega_is_the_adjusted_rand_index(partitions):
    assert overlapping.omega_index(*partitions) == pytest.approx(at.adjusted_rand_score(*partitions), abs=1e-12)


@pytest.mark.parametrize("condition", PRINTED)
def test_conditions_hold_on_their_instances(condition):
    gold, *candidates = conditions.INSTANCES[condition]
    for score, printed in zip((EXTENDED, CICE), PRINTED[condition], strict=True):
        assert [round(score(gold, candidate).f, 4) for candidate in candidates] == printed
    for score in PRECISIONS:
        worse, better = (score(gold, candidate).f for candidate in candidates)
        assert worse < better - 0.01


@pytest.mark.parametrize(
    ("case", "f"), [(TRIANGLE, Fraction(92, 141)), (PASCH, Fraction(1, 2))], ids=["triangle", "Pasch"]
)
def test_only_cice_bcubed_tells_the_triangle_and_the_pasch_configuration_apart(case, f):
    for score in (EXTENDED, RELIABILITY):
        assert score(*case) == (1, 1, 1)
    assert CICE(*case).f == pytest.approx(float(f), abs=1e-15)
    assert exact(CICE, *case)[2] == f
    assert overlapping.omega_index(*case) == 1.0
    assert overlapping.best_match_distance(*case) > 0


def test_cice_bcubed_rises_at_every_split_whose_parts_no_class_joins():
    rng = np.random.default_rng(7)
    n_splits = 0
    for _, gold, pred in random_pairs(1000, seed=8, cover=True):
        # Each part keeps to classes of its own: the candidates are unions of classes that share no object.
        cluster = max(pred, key=len)
        part = frozenset(o for o in cluster if o in gold[rng.integers(len(gold))])
        rest = cluster - part
        others = [other for other in pred if other != cluster]
        if part and rest and not any(c & part and c & rest for c in gold) and not {part, rest} & set(others):
            n_splits += 1
            assert CICE(gold, [*others, part, rest]).f > CICE(gold, pred).f + 1e-9
    assert n_splits > 50


@given(true=CLUSTERS, pred=CLUSTERS)
def test_only_equal_clusterings_match_perfectly(true, pred):
    equal = set(true) == set(pred)
    assert (CICE(true, pred).f > 1 - 1e-9) == equal
    assert (overlapping.best_match_distance(true, pred) < 1e-9) == equal


@each_measure
def test_all_forms_of_a_clustering_mean_the_same(measure):
    for n, true, pred in random_pairs(40, seed=10):
        value = measure(true, pred, objects=range(n))
        of_matrices = matrix(true, n), matrix(pred, n)
        assert measure(*of_matrices) == pytest.approx(value, abs=1e-14)
        assert measure(of_matrices[0].astype(bool), pred) == pytest.approx(value, abs=1e-14)
        assert measure(map(tuple, true), of_matrices[1].astype(float)) == pytest.approx(value, abs=1e-14)
        named = [[{f"object {o}" for o in cluster} for cluster in clusters] for clusters in (true, pred)]
        names = [f"object {o}" for o in range(n)]
        assert measure(*named, objects=names) == pytest.approx(value, abs=1e-14)
        assert measure(named[0], of_matrices[1], objects=names) == pytest.approx(value, abs=1e-14)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([{0, 1}, {2}, {1, 0}], "must hold each cluster once. Got cluster 0 again as cluster 2"),
        ([{0, 1}, set(), {2}], "Got an empty one, cluster 1 of clusters_"),
        (np.array([[1, 0], [1, 0], [1, 0]]), "Got an empty one, cluster 1 of clusters_"),
        ([[0, 1, 1], [2]], "cluster 0 of clusters_.* must hold each object once. Got 1 2 times"),
        ([[1, 0, 0], [0, 1, 1]], "must be an array, not a list of lists"),
        ([{0, 1}, {2, 9}], "cluster 1 of clusters_.* must hold only the 3 known objects. Got 9"),
        ([[0, 1], [[2]]], "must be hashable"),
        ([{0, float("nan")}, {1, 2}], "every object .*must be equal to itself, as NaN is not. Got nan"),
        ([{0, (1, float("nan"))}, {1, 2}], r"must be equal to itself, as NaN is not. Got \(1, nan\)"),
        ([{0, pd.NA}, {1, 2}], "must be equal to itself, as NaN is not. Got <NA>"),
        ([], "must hold at least one cluster. Got none"),
        ([{0, 1}, 2], "all collections of objects, or all labels. Got 2 among others"),
        ({"A": {0, 1}}, "must be a sequence of clusters, a membership matrix or labels. Got {'A'"),
        (3, "must be a sequence of clusters, a membership matrix or labels. Got 3"),
        ([0.5, 1, 1], "must be whole numbers or strings. Got 0.5"),
        (np.array([[0.5], [1], [1]]), "only 0 and 1. Got 0.5 in .*; cut degrees of membership first"),
        (np.array([[np.nan], [1], [1]]), "only 0 and 1. Got nan"),
        (np.zeros((3, 0)), r"one row per object and one column per cluster. Got shape \(3, 0\)"),
        (csr_array(np.ones((3, 1))), "must be a dense array. Got a sparse matrix"),
        ([0, 1], "must describe the same objects|must name the 2 objects"),
    ],
    ids=str,
)
def test_bad_clusterings_are_refused(bad, message):
    for good in ([0, 0, 1], np.array([[1, 1], [1, 0], [0, 1]])):
        for clusterings in ((bad, good), (good, bad)):
            with pytest.raises(ValueError, match=message):
                EXTENDED(*clusterings)
    with pytest.raises(ValueError, match=message):
        EXTENDED(bad, [{0, 1}], objects=[0, 1, 2])


@each_measure
def test_every_measure_calls_the_checks(measure):
    with pytest.raises(ValueError, match="Got an empty one, cluster 1 of clusters_pred"):
        measure([0, 0, 1], [{0, 1}, set()])
    with pytest.raises(ValueError, match=r"objects must name the 3 objects of clusters_true. Got 2 names"):
        measure([0, 0, 1], [{"a", "b"}], objects=["a", "b"])


def test_extended_bcubed_equals_the_package_bcubed():
    # The package refers to objects in the candidate alone, so no object is left out here.
    for n, true, pred in random_pairs(400, seed=6, cover=True):
        ldict, cdict = (
            {o: {name for name, cluster in enumerate(clusters) if o in cluster} for o in range(n)}
            for clusters in (true, pred)
        )
        precision, recall = bcubed.precision(cdict, ldict), bcubed.recall(cdict, ldict)
        assert EXTENDED(true, pred) == pytest.approx((precision, recall, bcubed.fscore(precision, recall)), abs=1e-14)
