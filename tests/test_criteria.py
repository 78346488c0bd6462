"""The criteria against plain loops over their definitions, other packages, values by hand, and each other."""

import inspect
import re
import tracemalloc
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
from threadpoolctl import threadpool_limits

import aucc_teach as at
from aucc_teach import criteria
from aucc_teach.criteria import CRITERIA, CriteriaScorer

FORMS = list(product(range(1, 7), range(1, 4)))


def oracle_of(name):
    """The plain definition of a criterion, which has its name: without the last word, where that is no part of it."""
    if match := re.fullmatch(r"dunn_(\d)(\d)_score", name):
        given = "points" if CRITERIA[name].needs_coordinates else "dissimilarities"
        return lambda values, labels: oracles.dunn(int(match[1]), int(match[2]), labels, **{given: values})
    return getattr(oracles, name, None) or getattr(oracles, name.rpartition("_")[0])


OF_PAIRS = {name: oracle_of(name) for name, one in CRITERIA.items() if not one.needs_coordinates}
OF_POINTS = {name: oracle_of(name) for name, one in CRITERIA.items() if one.needs_coordinates}
# Ratios with a constant in the units of the data: a change of units changes them in the seventh digit.
WITH_CONSTANT = ("alternative_silhouette_score", "alternative_simplified_silhouette_score")
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
                assert scores[f"dunn_{separation}{diameter}_score"] == close(share * other)
            assert scores["aucc_score"] == close(metrics.roc_auc_score(within, -distances))
            assert scores["point_biserial_score"] == close(pointbiserialr(~within, distances).statistic)


@pytest.mark.parametrize("name", CRITERIA)
def test_better_is_the_way_that_the_registry_says(name):
    criterion = CRITERIA[name]
    blobs, cut = at.datasets.load_toy("blobs"), at.datasets.load_toy("cut_across")
    good, bad = criterion.function(blobs.points, blobs.labels), criterion.function(cut.points, cut.labels)
    assert (good > bad) == criterion.higher_is_better
    function = getattr(criterion.function, "func", criterion.function)  # the forms of Dunn's are of one function
    first_line = inspect.getdoc(function).splitlines()[0]
    assert name.endswith("_index") == ("**lower is better**" in first_line) == (not criterion.higher_is_better)
    parameters = list(inspect.signature(function).parameters)
    assert parameters[:2] == ["X", "labels"]
    if function is criteria.dunn_score:
        assert name == "dunn_{separation}{diameter}_score".format(**criterion.function.keywords)
    else:
        assert function.__name__ == name
        assert ("metric" in parameters) != criterion.needs_coordinates


@pytest.mark.parametrize("name", CRITERIA)
def test_scores_are_floats_that_ignore_names_order_origin_and_scale(name):
    rng = np.random.default_rng(3)
    points, labels = rng.normal(size=(40, 3)), rng.integers(5, size=40)
    function = CRITERIA[name].function
    score = function(points, labels)
    assert type(score) is float
    assert function(points.tolist(), [f"cluster {label}" for label in labels]) == score
    order = rng.permutation(40)
    assert function(points[order], -labels[order]) == close(score)
    units = 9 if name == "pbm_score" else 1  # squared units of the data
    rel = 1e-5 if name in WITH_CONSTANT else 1e-8
    assert function(3 * points + 1000, labels) == pytest.approx(units * score, rel=rel)


def test_parts_of_the_work_do_not_change_the_scores(monkeypatch):
    rng = np.random.default_rng(6)
    points, rows = rng.normal(size=(30, 2)), rng.integers(4, size=(20, 30))
    # In parts first: rows left out would otherwise find the right scores of the whole in the memory it gave back.
    with monkeypatch.context() as patch:
        patch.setattr(criteria, "_ENTRIES_AT_ONCE", 1)
        in_parts = CriteriaScorer(points).score_many(rows)
    for name, scores in CriteriaScorer(points).score_many(rows).items():
        assert in_parts[name] == close(scores)


def test_threads_of_the_linear_algebra_do_not_change_a_bit():
    rng = np.random.default_rng(7)
    points, rows = rng.normal(size=(200, 24)), rng.integers(9, size=(50, 200))
    found = []
    for limit in (1, 2):
        with threadpool_limits(limits=limit):
            found.append(CriteriaScorer(points).score_many(rows))
    for name in CRITERIA:
        assert found[0][name].tobytes() == found[1][name].tobytes()


def test_memory_does_not_grow_with_the_number_of_partitions():
    # Beyond the labels themselves and the scores: the square matrices and one part of the work. DBCV takes one
    # partition after another.
    names = [name for name in CRITERIA if name != "dbcv_score"]
    rng = np.random.default_rng(8)
    scorer = CriteriaScorer(rng.normal(size=(300, 5)))
    scorer.score(rng.integers(4, size=300), names)
    peaks = []
    for n_rows in (100, 500):
        rows = rng.integers(10, size=(n_rows, 300))
        tracemalloc.start()
        scorer.score_many(rows, names)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert peaks[-1] < 6 * rows.nbytes + 2e7
    assert peaks[1] < 70e6


def test_dissimilarities_leave_out_what_needs_coordinates():
    scorer = CriteriaScorer(pdist(POINTS), metric="precomputed")
    assert set(scorer.names) == set(scorer.score([0, 0, 1, 1])) == set(OF_PAIRS)
    with pytest.raises(ValueError, match=r"every criterion must be one of \['aucc_score.*Got 'pbm_score'"):
        scorer.score([0, 0, 1, 1], ["pbm_score"])
    with pytest.raises(ValueError, match="Got 'dunn'"):
        CriteriaScorer(POINTS).score_many([[0, 0, 1, 1]], ["dunn"])
    assert CriteriaScorer(POINTS).score([0, 0, 1, 1], ["c_index"]) == {"c_index": 0.0}


@pytest.mark.parametrize(
    ("name", "points", "labels", "match"),
    [
        ("calinski_harabasz_score", [[0.1], [0.1], [0.1], [0.7], [0.7]], [0, 0, 0, 1, 1], "cluster coincide"),
        ("pbm_score", [[0.1], [0.1], [0.1], [0.7], [0.7]], [0, 0, 0, 1, 1], "cluster coincide"),
        # Centroids that rounding moves apart.
        ("davies_bouldin_index", [[0.1], [0.4], [0.7], [0.3], [0.5]], [0, 0, 0, 1, 1], "two centroids coincide"),
        ("davies_bouldin_index", [[0, 0], [2, 2], [0, 2], [2, 0]], [0, 0, 1, 1], "two centroids coincide"),
        *((f"dunn_{s}{d}_score", [[0.1]] * 3 + [[0.7]] * 2, [0, 0, 0, 1, 1], "diameter 0") for s, d in FORMS),
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


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"separation": 7}, "separation must be one of .* Got 7"),
        ({"diameter": "mean"}, r"diameter must be one of \[1, 2, 3\]. Got 'mean'"),
        ({"separation": 4, "metric": "cityblock"}, 'metric must be "euclidean" for separation 4 and diameter 1'),
    ],
)
def test_forms_of_dunn_that_do_not_exist_are_refused(options, match):
    with pytest.raises(ValueError, match=match):
        criteria.dunn_score(POINTS, [0, 0, 1, 1], **options)


def test_what_is_not_defined_is_nan_when_asked_for_and_the_other_rows_keep_their_scores():
    # Twice two equal points: Dunn 11 is not defined for the clusters of equal points alone.
    points = [[0.0], [0.0], [5.0], [5.0], [9.0]]
    rows = [[0, 0, 1, 1, 2], [0, 1, 1, 2, 2], [0, 0, 0, 1, 1], [0, 0, 2, 2, 1]]
    scorer = CriteriaScorer(points)
    names = ["dunn_11_score", "aucc_score"]
    with pytest.raises(ValueError, match=r"not defined for labels\[0\]"):
        scorer.score_many(rows, names)
    scores = scorer.score_many(rows, names, undefined="nan")
    assert np.isnan(scores["dunn_11_score"]).tolist() == [True, False, False, True]
    for row in (1, 2):
        assert scores["dunn_11_score"][row] == scorer.score(rows[row], names)["dunn_11_score"]
    assert not np.isnan(scores["aucc_score"]).any()
    with pytest.raises(ValueError, match="undefined must be one of"):
        scorer.score_many(rows, names, undefined="zero")
