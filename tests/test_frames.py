"""What pandas' users bring: frames and series give what arrays give, and names that do not fit are refused."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import KMeans
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


def test_the_samples_keep_the_names_of_the_objects():
    plain = at.aucc_samples(X.to_numpy(), LABELS.to_numpy())
    of_matrix = at.aucc_samples(MATRIX, LABELS, metric="precomputed")
    for samples in (at.aucc_samples(X, LABELS), at.aucc_samples(X, LABELS.to_numpy()), of_matrix):
        assert equal(samples._asdict(), plain._asdict())
        assert f"lowest at {X.index[plain.proportion.argmin()]!r}, of AUCC" in repr(samples)
        frame = pickle.loads(pickle.dumps(samples)).to_frame()
        pd.testing.assert_frame_equal(frame, pd.DataFrame(plain._asdict(), index=X.index))
    pd.testing.assert_frame_equal(plain.to_frame(), pd.DataFrame(plain._asdict()))


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


def test_the_scorer_judges_held_out_objects():
    folds = KFold(3, shuffle=True, random_state=0)
    kmeans = KMeans(3, n_init=2, random_state=0)
    expected = [
        at.aucc_score(X.iloc[held_out], kmeans.fit(X.iloc[rest]).predict(X.iloc[held_out]))
        for rest, held_out in folds.split(X)
    ]
    assert cross_val_score(kmeans, X, scoring=at.aucc_scorer, cv=folds).tolist() == expected


@taking("X", "labels", "metric", "metric_params", but=["without_noise"])
@pytest.mark.filterwarnings("ignore:no limits:RuntimeWarning")
def test_arguments_of_metrics_reach_every_function(function):
    points = np.array([[0, 0], [1, 3], [4, 1], [6, 2]])
    found = plain(call(function, X=points, metric="minkowski", metric_params={"p": 1}))
    np.testing.assert_equal(found, plain(call(function, X=points, metric="cityblock")))
