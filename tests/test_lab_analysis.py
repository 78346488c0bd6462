"""One clustering of a table, judged: its numbers by other ways, its picture, and what it refuses."""

import math
import statistics

import numpy as np
import pandas as pd
import pytest
from oracles import aucc as aucc_by_definition
from scipy.spatial.distance import pdist
from sklearn import metrics
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from small_tables import TREES

import aucc_teach as at
from aucc_report.clusterers import ALGORITHMS
from aucc_report.intake import take_in
from aucc_report.lab import _analysis, analyse, bundled_table, read_csv

N = 12
DRAWN = np.random.default_rng(0).normal(size=(N, 3)) + np.repeat([[0], [9]], 6, axis=0)


def refused(table, **settings):
    with pytest.raises(ValueError, match=r".") as caught:
        analyse(table, **settings)
    return str(caught.value)


def test_wine_against_the_definitions():
    """Every number, by another route: plain counting, scikit-learn, and the other modules."""
    table = bundled_table("wine")
    result = analyse(table, n_clusters=3, classes="class")
    data = load_wine()
    X = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
    np.testing.assert_allclose(result.points, X)
    labels = KMeans(3, n_init=10, random_state=0).fit_predict(X)
    assert at.adjusted_rand_score(labels, result.labels) == 1
    assert result.aucc == at.aucc_score(X, labels)
    few = np.random.default_rng(0).choice(len(X), 40, replace=False)
    assert at.aucc_score(X[few], labels[few]) == pytest.approx(aucc_by_definition(pdist(X[few]).tolist(), labels[few]))
    assert result.curve.auc == pytest.approx(result.aucc, abs=1e-12)
    assert result.criteria["Silhouette"] == pytest.approx(metrics.silhouette_score(X, labels))
    assert result.criteria["VRC"] == pytest.approx(metrics.calinski_harabasz_score(X, labels))
    assert result.criteria["DB"] == pytest.approx(metrics.davies_bouldin_score(X, labels))
    assert result.adjusted_rand == pytest.approx(metrics.adjusted_rand_score(data.target, labels))
    assert result.aucc_of_classes == at.aucc_score(X, data.target)
    # The baseline: the same algorithm on the same reference sets, drawn one after the other.
    rng = np.random.default_rng(0)
    drawn = [at.reference_data(X, rng=rng) for _ in range(19)]
    scores = [at.aucc_score(D, KMeans(3, n_init=10, random_state=0).fit_predict(D)) for D in drawn]
    assert result.baseline == pytest.approx(statistics.mean(scores), abs=1e-9)
    assert result.baseline_std == pytest.approx(statistics.stdev(scores), abs=1e-9)
    # The excess: the logit of the counts of comparisons, a half added to each side, less the mean over all 20 sets.
    logits = []
    for D in (X, *drawn):
        found = at.concordance(D, KMeans(3, n_init=10, random_state=0).fit_predict(D))
        closer, farther = (side + found.s_zero / 2 for side in (found.s_plus, found.s_minus))
        logits.append(math.log((closer + 0.5) / (farther + 0.5)))
    assert result.excess == pytest.approx(logits[0] - statistics.mean(logits))
    assert result.n_reached == sum(score >= result.aucc for score in scores) == 0
    # The components: orthogonal, and their variances are the shares.
    places, shares = result.components
    assert places[:, 0] @ places[:, 1] == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(places.var(axis=0) / X.var(axis=0).sum(), shares)


def test_analyse_refuses_what_it_cannot_use():
    table, full = read_csv(TREES), ["height"]
    missing = refused(table)
    assert "Got 1 of 8 that lack one (line 4; column width)" in missing
    assert 'missing="drop"' in missing
    assert "(line 4; column width)" in refused(table[table["kind"] == "oak"], columns=["height", "width"])
    assert "There is no column 'age'" in refused(table, columns=full, classes="age")
    assert "between 2 and n - 1 = 7" in refused(table, columns=full, n_clusters=8)
    for name in ("scaling", "metric", "algorithm", "reference"):
        assert f"{name} must be" in refused(table, columns=full, **{name: "odd"})
    twins = read_csv(b"a,b\n1,2\n1,2\n3,4\n3,4\n1,2\n")
    assert "3 clusters need as many different rows. Got 2" in refused(twins, n_clusters=3)


def test_rows_without_a_class_are_clustered_and_not_compared():
    penguins = at.datasets.load_penguins()
    sizes = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    options = {"columns": sizes, "algorithm": "ward", "missing": "drop"}
    alone = analyse(penguins, **options)
    beside = analyse(penguins, classes="Sex", **options)
    assert alone.labels.size == beside.labels.size == 342
    np.testing.assert_array_equal(alone.labels, beside.labels)
    assert (alone.aucc, alone.baseline) == (beside.aucc, beside.baseline)
    has_sex = penguins["Sex"].notna()[penguins[sizes].notna().all(axis=1)].to_numpy()
    sex = penguins["Sex"].loc[beside.rows][has_sex]
    assert has_sex.sum() == 333
    assert beside.adjusted_rand == pytest.approx(metrics.adjusted_rand_score(sex, beside.labels[has_sex]))
    assert beside.aucc_of_classes == at.aucc_score(beside.points[has_sex], sex.to_numpy())
    assert "9 rows without a class are clustered" in beside.notes[-1]


@pytest.mark.parametrize("dtype", [int, str])
def test_noise_among_the_classes_is_left_out_and_counted(dtype):
    rng = np.random.default_rng(3)
    points = rng.normal(size=(40, 2)) + np.repeat([[0, 0], [9, 0]], 20, axis=0)
    found = np.repeat([0, 1], 20)
    found[[3, 30, 31]] = -1
    table = pd.DataFrame({"a": points[:, 0], "b": points[:, 1], "found": found.astype(dtype)})
    options = {"columns": ["a", "b"], "classes": "found"}
    noise = -1 if dtype is int else "-1"
    result = analyse(table, noise=noise, **options)
    assert result.aucc_of_classes == at.aucc_score(result.points, found, noise=-1)
    assert result.adjusted_rand == at.adjusted_rand_score(found[found != -1], result.labels[found != -1])
    assert result.notes[-1].startswith("3 of 40 rows are noise (class -1)")
    assert result.to_dict()["noise"] == noise


BAD_FRAMES = {
    "array": (DRAWN, "must be a pandas DataFrame, as read_csv() or pandas.DataFrame(X) makes it. Got numpy.ndarray"),
    "series": (pd.Series(DRAWN[:, 0]), "Got pandas."),
    "name twice as text": (pd.DataFrame(DRAWN, columns=[1, "b", "1"]), "a name of its own. Got twice: 1"),
    "no name": (pd.DataFrame(DRAWN, columns=["a", "", "c"]), "a name in the table. Got none for column 2"),
    "levels": (
        pd.DataFrame(DRAWN, columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y"), ("b", "x")])),
        "every column must have one name. Got columns with 2 levels of names, such as ('a', 'x')",
    ),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_frames_that_are_no_table_are_refused(name):
    frame, message = BAD_FRAMES[name]
    assert message in refused(frame)


@pytest.mark.parametrize(("algorithm", "metric"), [*zip(ALGORITHMS, _analysis.METRICS, strict=True)])
def test_every_algorithm_and_metric_on_a_sample_that_was_asked_for(algorithm, metric, monkeypatch):
    monkeypatch.setattr(_analysis, "MAX_OBJECTS", 60)
    table, options = bundled_table("iris"), {"algorithm": algorithm, "metric": metric, "n_clusters": 4}
    assert "at most 60 rows, or the pairs become too many for a lab. Got 150" in refused(table, **options)
    result = analyse(table, sample=True, seed=1, **options)
    taken = take_in(table, scaling="standardise", metric=metric, most_rows=60, seed=1)
    np.testing.assert_array_equal(result.points, taken.points)
    assert not np.array_equal(taken.positions, take_in(table, metric=metric, most_rows=60, seed=2).positions)
    assert result.rows.tolist() == taken.rows.index[taken.positions].tolist()
    assert any("A sample of 60 of 150 rows" in note for note in result.notes)
    assert np.bincount(result.labels).size == 4
    assert result.aucc == at.aucc_score(result.points, result.labels, metric=metric)
    told = [note for note in result.notes if "Euclidean" in note]
    assert bool(told) == (metric != "euclidean" and algorithm in ("k-means", "ward"))
