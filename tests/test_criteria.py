"""The criteria against plain loops over their definitions, other packages, and each other; DBCV of noise and ties."""

import pickle
from itertools import product

import genieclust
import numpy as np
import oracles
import pytest
import strategies
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from scipy.stats import pointbiserialr
from sklearn import metrics

import aucc_teach as at
from aucc_teach import criteria
from aucc_teach.criteria import CRITERIA, CriteriaScorer, dbcv_score

FORMS = {(s, d): f"dunn_{s}{d}_score" for s, d in product(range(1, 7), range(1, 4))} | {(1, 1): "dunn_score"}
FORM_OF = {name: form for form, name in FORMS.items()}


def oracle_of(name):
    """The plain definition of a criterion, which has its name: without the last word, where that is no part of it."""
    if name in FORM_OF:
        given = "points" if CRITERIA[name].needs_coordinates else "dissimilarities"
        return lambda values, labels: oracles.dunn(*FORM_OF[name], labels, **{given: values})
    return getattr(oracles, name, None) or getattr(oracles, name.rpartition("_")[0])


OF_PAIRS = {name: oracle_of(name) for name, one in CRITERIA.items() if not one.needs_coordinates}
OF_POINTS = {name: oracle_of(name) for name, one in CRITERIA.items() if one.needs_coordinates}
POINTS = [[0], [1], [4], [6]]


def close(value):
    return pytest.approx(value, rel=1e-9, abs=1e-12)


@st.composite
def points_with_partitions(draw):
    """Whole-number points, not all equal in any coordinate, and a few valid partitions of them."""
    n, d = draw(st.integers(3, 8)), draw(st.integers(1, 3))
    columns = st.lists(st.integers(0, 4), min_size=n, max_size=n).filter(lambda column: len(set(column)) > 1)
    points = list(zip(*draw(st.lists(columns, min_size=d, max_size=d)), strict=True))
    return points, draw(st.lists(strategies.valid_partitions(n), min_size=1, max_size=4))


@given(strategies.values_with_partition(values=st.integers(0, 5)))
def test_criteria_of_dissimilarities_are_what_they_define(case):
    values, labels = case
    assume(len(set(values)) > 1)
    for name, oracle in OF_PAIRS.items():
        try:
            expected = close(float(oracle(values, labels)))
        except ZeroDivisionError:
            with pytest.raises(ValueError, match="is not defined for these labels"):
                CRITERIA[name].function(values, labels, metric="precomputed")
        else:
            assert CRITERIA[name].function(values, labels, metric="precomputed") == expected, name
            assert CRITERIA[name].function(squareform(values), labels, metric="precomputed") == expected, name


@given(points_with_partitions())
def test_criteria_of_points_are_what_they_define(case):
    points, rows = case
    for labels, (name, oracle) in product(rows, OF_POINTS.items()):
        try:
            expected = float(oracle(points, labels))
        except ZeroDivisionError:
            with pytest.raises(ValueError, match="is not defined for these labels"):
                CRITERIA[name].function(points, labels)
        else:
            assert CRITERIA[name].function(points, labels) == close(expected), name
            lowest, highest = CRITERIA[name].range
            assert lowest <= CRITERIA[name].function(points, labels) <= highest, name


@given(points_with_partitions())
def test_many_partitions_at_once_score_as_one_by_one(case):
    points, rows = case
    scorer = CriteriaScorer(points)
    for name, criterion in CRITERIA.items():
        try:
            expected = [criterion.function(points, labels) for labels in rows]
        except ValueError as error:
            with pytest.raises(ValueError, match=str(error).split(" for ")[0]):
                scorer.score_many(rows, [name])
        else:
            assert scorer.score_many(rows, [name])[name].tolist() == close(expected), name


def partitions_of(n, rng):
    """Random partitions of many shapes: few clusters, many, single objects, all but one together."""
    yield from (rng.permutation(np.arange(n) % k) for k in (2, 7, n // 2, n - 1))
    lonely = np.zeros(n, dtype=int)
    lonely[rng.integers(n)] = 1
    yield lonely
    yield np.where(rng.random(n) < 0.7, 0, rng.integers(1, 5, size=n))


def test_other_packages_agree():
    rng = np.random.default_rng(1)
    for n, d in ((10, 1), (60, 2), (200, 5)):
        points = rng.normal(size=(n, d))
        distances = pdist(points)
        for labels in partitions_of(n, rng):
            codes = np.unique(labels, return_inverse=True)[1]
            scores = CriteriaScorer(points).score(labels)
            within = at.co_membership(labels)
            assert scores["silhouette_score"] == close(metrics.silhouette_score(points, labels))
            assert scores["silhouette_score"] == close(genieclust.cluster_validity.silhouette_index(points, codes))
            assert scores["calinski_harabasz_score"] == close(metrics.calinski_harabasz_score(points, labels))
            assert scores["calinski_harabasz_score"] == close(
                genieclust.cluster_validity.calinski_harabasz_index(points, codes)
            )
            # scikit-learn loses half of the digits of small distances, such as that of a single object to itself.
            other = metrics.davies_bouldin_score(points, labels)
            assert scores["davies_bouldin_index"] == pytest.approx(other, rel=1e-6)
            if np.bincount(codes).min() > 1:  # genieclust answers infinity where an object is alone
                other = -genieclust.cluster_validity.negated_davies_bouldin_index(points, codes)
                assert scores["davies_bouldin_index"] == close(other)
            # Its second diameter is half the mean, its fifth separation takes distances from the own centroids; the
            # Hausdorff distance it lacks.
            for separation, (diameter, share) in product(range(1, 5), ((1, 1), (2, 1 / 2), (3, 1))):
                other = genieclust.cluster_validity.generalised_dunn_index(points, codes, separation, diameter)
                assert scores[FORMS[separation, diameter]] == close(share * other)
            assert scores["aucc_score"] == close(metrics.roc_auc_score(within, -distances))
            assert scores["point_biserial_score"] == close(pointbiserialr(~within, distances).statistic)


def test_parts_of_the_work_do_not_change_the_scores(monkeypatch):
    rng = np.random.default_rng(6)
    points, rows = rng.normal(size=(30, 2)), rng.integers(4, size=(20, 30))
    # In parts first: rows left out would otherwise find the right scores of the whole in the memory it gave back.
    with monkeypatch.context() as patch:
        patch.setattr(criteria, "_ENTRIES_AT_ONCE", 1)
        in_parts = CriteriaScorer(points).score_many(rows)
    for name, scores in CriteriaScorer(points).score_many(rows).items():
        assert in_parts[name] == close(scores)


def test_dissimilarities_leave_out_what_needs_coordinates():
    scorer = CriteriaScorer(pdist(POINTS), metric="precomputed")
    assert set(scorer.names) == set(scorer.score([0, 0, 1, 1])) == set(OF_PAIRS)
    with pytest.raises(ValueError, match=r"every criterion must be one of \['aucc_score.*Got 'pbm_score'"):
        scorer.score([0, 0, 1, 1], ["pbm_score"])
    with pytest.raises(ValueError, match="Got 'dunn'"):
        CriteriaScorer(POINTS).score_many([[0, 0, 1, 1]], ["dunn"])
    assert CriteriaScorer(POINTS).score([0, 0, 1, 1], ["c_index"]) == {"c_index": 0.0}


def test_dunns_index_has_one_name():
    entry = CRITERIA["dunn_score"]
    assert (entry.title, entry.function) == ("Dunn's index", criteria.dunn_score)
    assert [name for name in CRITERIA if name.startswith("dunn")] == list(FORMS.values())
    assert CRITERIA["dunn_12_score"].title == "Dunn 12"
    for name in ("dunn_score", "dunn_12_score"):
        with pytest.raises(ValueError, match=f"^{CRITERIA[name].title} is not defined for"):
            CRITERIA[name].function([[0.1]] * 3 + [[0.7]] * 2, [0, 0, 0, 1, 1])


@pytest.mark.parametrize(
    ("name", "points", "labels", "match"),
    [
        ("calinski_harabasz_score", [[0.1], [0.1], [0.1], [0.7], [0.7]], [0, 0, 0, 1, 1], "cluster coincide"),
        ("pbm_score", [[0.1], [0.1], [0.1], [0.7], [0.7]], [0, 0, 0, 1, 1], "cluster coincide"),
        # Centroids that rounding moves apart.
        ("davies_bouldin_index", [[0.1], [0.4], [0.7], [0.3], [0.5]], [0, 0, 0, 1, 1], "two centroids coincide"),
        ("davies_bouldin_index", [[0, 0], [2, 2], [0, 2], [2, 0]], [0, 0, 1, 1], "two centroids coincide"),
        *((name, [[0.1]] * 3 + [[0.7]] * 2, [0, 0, 0, 1, 1], "diameter 0") for name in FORM_OF),
        ("calinski_harabasz_score", [[0.1]] * 6, [0, 0, 0, 1, 1, 1], "cluster coincide"),
        ("ratkowsky_lance_score", [[0, 0.1], [1, 0.1], [2, 0.1]], [0, 0, 1], "column 1 of X does not vary"),
        ("point_biserial_score", np.eye(6), [0, 0, 0, 1, 1, 1], "dissimilarities are equal"),
        ("c_index", np.eye(6), [0, 0, 0, 1, 1, 1], "dissimilarities are equal"),
    ],
)
def test_what_no_convention_defines_is_refused(name, points, labels, match):
    with pytest.raises(ValueError, match=f"is not defined for these labels: .*{match}"):
        CRITERIA[name].function(points, labels)
    with pytest.raises(ValueError, match=rf"is not defined for labels\[0\]: .*{match}"):
        CriteriaScorer(points).score_many([labels], [name])


@pytest.mark.parametrize("name", OF_POINTS)
def test_numbers_too_large_to_be_squared_are_refused(name):
    points = [[1e200], [-1e200], [1e199], [0]]
    with pytest.raises(ValueError, match=r"X must be small enough to be squared and added. Got 1e\+200"):
        CRITERIA[name].function(points, [0, 0, 1, 1])


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


def test_an_undefined_criterion_comes_back_from_another_process_as_it_went_in():
    error = criteria.UndefinedCriterionError("no value", np.array([True, False]))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), str(vars(again))) == (type(error), str(error), str(vars(error)))
