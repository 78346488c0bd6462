"""What pandas' users bring: frames and series give what arrays give, and names that do not fit are refused."""

import re
import unicodedata

import numpy as np
import pandas as pd
import pytest
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import HDBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold, cross_val_score
from valid_calls import POINTS, call, plain, taking

import aucc_teach as at

IRIS = load_iris(as_frame=True)
X = IRIS.data.iloc[::5].rename(index="flower {}".format)
LABELS = pd.Series(IRIS.target.to_numpy()[::5], index=X.index, name="species")
OTHER = pd.Series(np.arange(len(X)) % 4, index=X.index)
SHUFFLED = LABELS.sample(frac=1, random_state=0)
MATRIX = pd.DataFrame(squareform(pdist(X)), index=X.index, columns=X.index)


def equal(first, second):
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(equal(first[key], second[key]) for key in first)
    return np.array_equal(np.asarray(first, dtype=float), np.asarray(second, dtype=float), equal_nan=True)


NAMED = {"X": pd.DataFrame(POINTS, list("dbca")), "other_labels": pd.Series([0, 1, 1, 1], list("dbca"))}
NAMED |= {name: pd.Series([0, 0, 1, 1], list("dbca")) for name in ("labels", "labels_true", "labels_pred")}


def names_apart(function, first, second):
    """Refuse the second in another order than the first, but take it in the same."""
    expected = plain(call(function))
    named = {name: NAMED[name] for name in (first, second)}
    np.testing.assert_equal(plain(call(function, **named)), expected)
    for one in (first, second):
        np.testing.assert_equal(plain(call(function, **{one: NAMED[one]})), expected)
    with pytest.raises(ValueError, match=rf"same objects in the same order.*{second}\.loc\[{first}\.index\]"):
        call(function, **(named | {second: NAMED[second].sort_index()}))
    with pytest.raises(ValueError, match="same objects in the same order"):
        call(function, **(named | {second: NAMED[second].reset_index(drop=True)}))


@taking("X", "labels")
@pytest.mark.filterwarnings("ignore:no limits:RuntimeWarning")
def test_data_and_labels_name_the_same_objects(function):
    names_apart(function, "X", "labels")


@taking("X", "other_labels")
@pytest.mark.filterwarnings("ignore:no limits:RuntimeWarning")
def test_data_and_other_labels_name_the_same_objects(function):
    names_apart(function, "X", "other_labels")


@taking("labels_true", "labels_pred")
def test_two_partitions_name_the_same_objects(function):
    names_apart(function, "labels_true", "labels_pred")


def test_the_message_shows_both_indexes_and_both_remedies_work():
    with pytest.raises(ValueError, match="must name") as refused:
        at.aucc_score(X, SHUFFLED)
    assert "['flower 0', 'flower 5', 'flower 10', ...] of 30" in str(refused.value)
    assert at.aucc_score(X, SHUFFLED.loc[X.index]) == at.aucc_score(X.to_numpy(), LABELS.to_numpy())
    assert at.aucc_score(X, SHUFFLED.to_numpy()) < 0.6


def test_names_that_differ_in_unicode_only_are_told():
    labels = pd.Series([0, 0, 1, 1], index=["caf\u00e9", "b", "c", "d"])
    other = labels.set_axis(["cafe\u0301", "b", "c", "d"])
    with pytest.raises(ValueError, match=r"They differ only in how Unicode writes.*normalize\('NFC'") as refused:
        at.rand_score(labels, other)
    remedy = re.search(r"index\.map\(.*\)\)", str(refused.value))[0]
    composed = eval(remedy, {"index": other.index, "unicodedata": unicodedata})
    assert at.rand_score(labels, other.set_axis(composed)) == 1
    with pytest.raises(ValueError, match="Align them by"):
        at.rand_score(labels, labels[::-1])


@pytest.mark.parametrize("scorer", [at.PairRanking, at.criteria.CriteriaScorer])
def test_partitions_in_the_rows_of_a_frame(scorer):
    rows = pd.DataFrame([LABELS, OTHER])
    expected = scorer(X.to_numpy()).score_many(rows.to_numpy())
    assert equal(scorer(X).score_many(rows), expected)
    assert equal(scorer(X).score_many([LABELS, OTHER]), expected)
    with pytest.raises(ValueError, match="X and the rows of labels must name the same objects"):
        scorer(X).score_many(rows[SHUFFLED.index])
    with pytest.raises(ValueError, match="X and the rows of labels must name the same objects"):
        scorer(X).score_many([SHUFFLED])
    with pytest.raises(ValueError, match="row 0 of the partitions and row 1 of the partitions"):
        scorer(X.to_numpy()).score_many([LABELS, SHUFFLED])


def test_pair_error_curves_of_frames():
    cuts = pd.DataFrame(at.linkage_cuts(linkage(X, "average")), columns=X.index)
    assert equal(at.pair_error_curve(LABELS, cuts), at.pair_error_curve(LABELS.to_numpy(), cuts.to_numpy()))
    with pytest.raises(ValueError, match="labels_true and the rows of partitions must name"):
        at.pair_error_curve(SHUFFLED, cuts)
    with pytest.raises(ValueError, match=r"labels_true and the rows of runs\[0\] must name"):
        at.mean_pair_error_curve(SHUFFLED, [cuts])


def test_a_matrix_has_the_same_names_twice():
    assert at.aucc_score(MATRIX, LABELS, metric="precomputed") == at.aucc_score(X, LABELS)
    with pytest.raises(ValueError, match="the rows of X and its columns must name the same objects") as refused:
        at.aucc_score(MATRIX[SHUFFLED.index], LABELS, metric="precomputed")
    # No code is offered that nobody could run.
    assert str(refused.value).endswith(
        "Bring them into one order, or use arrays if they belong together as they stand."
    )
    with pytest.raises(ValueError, match="X and labels must name"):
        at.aucc_score(MATRIX, SHUFFLED, metric="precomputed")


def test_a_condensed_series_names_pairs_and_no_objects():
    condensed = pd.Series(pdist(X), index=[f"pair {i}" for i in range(435)])
    assert at.aucc_score(condensed, LABELS, metric="precomputed") == at.aucc_score(X, LABELS)
    assert at.PairRanking(condensed, metric="precomputed").score(LABELS) == at.aucc_score(X, LABELS)
    options = {"n_resamples": 9, "rng": 0}
    assert at.aucc_test(condensed, LABELS, metric="precomputed", **options) == at.aucc_test(X, LABELS, **options)
    bounds = at.aucc_difference_bounds(condensed, LABELS, OTHER, metric="precomputed")
    assert bounds == at.aucc_difference_bounds(X, LABELS, OTHER)
    assert at.pair_statistic(condensed, LABELS) == at.pair_statistic(condensed.to_numpy(), LABELS.to_numpy())


def test_classes_and_scores_of_a_roc_curve():
    classes = pd.Series([1, 0, 1, 0], index=list("abcd"))
    scores = pd.Series([0.9, 0.8, 0.7, 0.1], index=list("abcd"))
    assert equal(at.roc_curve(classes, scores), at.roc_curve(classes.to_numpy(), scores.to_numpy()))
    with pytest.raises(ValueError, match=r"y_score\.loc\[y_true\.index\]"):
        at.roc_curve(classes, scores[::-1])


@pytest.mark.parametrize("dtype", ["category", "string", "Int64", "boolean"])
def test_labels_of_every_kind_of_series(dtype):
    codes = LABELS.to_numpy() % 2
    labels = pd.Series(codes.astype(bool) if dtype == "boolean" else codes, index=X.index)
    labels = labels.astype(str).astype(dtype) if dtype in ("string", object) else labels.astype(dtype)
    assert at.aucc_score(X, labels) == at.aucc_score(X.to_numpy(), codes)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pd.Categorical(["0", "1"] * 15), "every column of X must hold real numbers. Got 'new' of type category"),
        (["0", "1"] * 15, "Got 'new' of type str|Got 'new' of type object"),
        (["oak", 1] * 15, "Got 'new' of type object"),
        (np.arange(30) * 1j, "Got 'new' of type complex128"),
        (pd.date_range("2026-01-01", periods=30), "Got 'new' of type datetime64"),
        (
            pd.arrays.SparseArray(np.arange(30.0)),
            r"Got the sparse column 'new'; use X.sparse.to_dense",
        ),
        (pd.array([1, None] * 15, dtype="Int64"), "missing values .* Got one in column 'new', row 'flower 5'"),
        ([np.nan, 1.0] * 15, "missing values .* Got one in column 'new', row 'flower 0'"),
        ([np.inf, 1.0] * 15, "infinity"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize(
    "judge",
    [at.aucc_score, at.criteria.calinski_harabasz_score, lambda X, _: at.reference_data(X)],
    ids=["aucc_score", "calinski_harabasz_score", "reference_data"],
)
def test_columns_that_are_no_measurements_are_named(judge, column, message):
    with pytest.raises(ValueError, match=message):
        judge(X.assign(new=column), LABELS)


@pytest.mark.parametrize("dtype", ["Int64", "boolean", "float32", object])
def test_columns_of_every_kind_of_number(dtype):
    frame = pd.DataFrame({"a": [0, 1, 1, 0, 1], "b": [1, 1, 0, 0, 1]}).astype(dtype)
    labels = [0, 1, 1, 0, 0]
    assert at.aucc_score(frame, labels) == at.aucc_score(frame.to_numpy(dtype=float), labels)


def test_membership_frames():
    function = at.overlapping.extended_bcubed
    classes = pd.get_dummies(LABELS)
    clusters = pd.get_dummies(OTHER)
    clusters.iloc[::7] = True
    expected = function(classes.to_numpy(), clusters.to_numpy())
    assert function(classes, clusters) == expected
    assert function(LABELS, clusters) == expected
    as_sets = [set(clusters.index[clusters[column]]) for column in clusters]
    assert function(LABELS, as_sets) == expected
    with pytest.raises(ValueError, match=r"clusters_pred\.loc\[clusters_true\.index\]"):
        function(classes, clusters.loc[SHUFFLED.index])
    with pytest.raises(ValueError, match="objects and the index of the rows must name"):
        function(classes, clusters, objects=list(SHUFFLED.index))


@pytest.mark.parametrize(("alias", "name"), [("manhattan", "cityblock"), ("l2", "euclidean")])
def test_scikit_learns_names_of_metrics(alias, name):
    for function in (at.aucc_score, at.criteria.silhouette_score):
        assert function(X, LABELS, metric=alias) == function(X, LABELS, metric=name)
    with_centroids = {"separation": 4}
    assert at.criteria.dunn_score(X, LABELS, metric="l2", **with_centroids) == at.criteria.dunn_score(
        X, LABELS, **with_centroids
    )


def test_arguments_of_metrics_reach_every_function():
    cubic = squareform(pdist(X, "minkowski", p=3))
    options = {"metric": "minkowski", "metric_params": {"p": 3}}
    for name in ("aucc_score", "gamma_score", "concordance"):
        of_matrix = getattr(at, name)(cubic, LABELS, metric="precomputed")
        assert getattr(at, name)(X, LABELS, **options) == of_matrix != getattr(at, name)(X, LABELS)
    for name in ("point_biserial_score", "c_index", "silhouette_score", "alternative_silhouette_score", "dunn_score"):
        function = getattr(at.criteria, name)
        assert function(X, LABELS, **options) == pytest.approx(function(cubic, LABELS, metric="precomputed"), rel=1e-12)
        assert function(X, LABELS, **options) != function(X, LABELS)
    for scorer in (at.PairRanking, at.criteria.CriteriaScorer):
        of_matrix = scorer(cubic, metric="precomputed").score(LABELS)
        found = scorer(X, **options).score(LABELS)
        assert found == of_matrix if scorer is at.PairRanking else of_matrix.items() <= found.items()
    bounds = at.aucc_difference_bounds(X, LABELS, OTHER, **options)
    assert bounds == at.aucc_difference_bounds(cubic, LABELS, OTHER, metric="precomputed")
    test = at.aucc_test(X, LABELS, n_resamples=9, rng=0, **options)
    assert test == at.aucc_test(cubic, LABELS, metric="precomputed", n_resamples=9, rng=0)


def test_criteria_with_centroids_take_no_arguments_of_metrics():
    with pytest.raises(ValueError, match=re.escape("metric_params={'w': [1, 1, 1, 2]}")):
        at.criteria.dunn_score(X, LABELS, separation=4, metric_params={"w": [1, 1, 1, 2]})


def choose(cluster):
    return at.calibrated_choice(X, cluster, [2, 3, 4], n_references=19, rng=0)


def test_an_estimator_chooses_as_the_function_that_calls_it():
    def kmeans(X, k):
        return KMeans(k, n_init=2, random_state=0).fit_predict(X)

    estimator = KMeans(7, n_init=2, random_state=0)
    expected = choose(kmeans)
    found = choose(estimator)
    assert found.pvalues == expected.pvalues
    assert equal(found.excess, expected.excess)
    # It was cloned: what the user holds is neither fitted nor changed.
    assert estimator.n_clusters == 7
    assert not hasattr(estimator, "labels_")


@pytest.mark.parametrize(
    ("cluster", "message"),
    [
        (HDBSCAN(), "one parameter n_clusters.*finds the number by itself"),
        (KMeans, "neither|function of the data and the number of clusters, or an estimator"),
        (lambda X, k: HDBSCAN(min_cluster_size=2).fit_predict(X), "exactly k clusters. Got"),
    ],
)
def test_what_cannot_give_k_clusters_is_refused(cluster, message):
    with pytest.raises(ValueError, match=message):
        choose(cluster)


def test_the_scorer_judges_held_out_objects():
    folds = KFold(3, shuffle=True, random_state=0)
    kmeans = KMeans(3, n_init=2, random_state=0)
    expected = [
        at.aucc_score(X.iloc[held_out], kmeans.fit(X.iloc[rest]).predict(X.iloc[held_out]))
        for rest, held_out in folds.split(X)
    ]
    assert cross_val_score(kmeans, X, scoring=at.aucc_scorer, cv=folds).tolist() == expected


@pytest.mark.parametrize("estimator", [AgglomerativeClustering(3), HDBSCAN()])
def test_the_scorer_refuses_what_cannot_predict(estimator):
    with pytest.raises(ValueError, match="must have a method predict"):
        at.aucc_scorer(estimator.fit(X), X)
