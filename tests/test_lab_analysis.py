"""One clustering of a table, judged: its numbers by other ways, its picture, and what it refuses."""

import itertools
import math
import re
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

import aucc_report
import aucc_teach as at
from aucc_report._columns import measurements
from aucc_report.clusterers import ALGORITHMS
from aucc_report.intake import suggested, take_in
from aucc_report.lab import _analysis, analyse, bundled_table, plot_analysis, read_csv

N = 12


DRAWN = np.random.default_rng(0).normal(size=(N, 3)) + np.repeat([[0], [9]], 6, axis=0)


HALVES = ["low"] * 6 + ["high"] * 6


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


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("metric", _analysis.METRICS)
@pytest.mark.breadth(first_of=6)
def test_every_algorithm_and_metric(algorithm, metric):
    table = bundled_table("iris")[::3]
    result = analyse(table, algorithm=algorithm, metric=metric, n_clusters=4, seed=1)
    assert np.bincount(result.labels).size == 4
    assert result.labels[0] == 0
    assert np.flatnonzero(np.diff(np.maximum.accumulate(result.labels)) > 1).size == 0
    assert result.aucc == at.aucc_score(result.points, result.labels, metric=metric)
    told = [note for note in result.notes if "Euclidean" in note]
    assert bool(told) == (metric != "euclidean" and algorithm in ("k-means", "ward"))


def test_scalings():
    table = bundled_table("iris")
    ranged = analyse(table, scaling="range").points
    assert (ranged.min(axis=0).tolist(), ranged.max(axis=0).tolist()) == ([0] * 4, [1] * 4)
    plain = analyse(table, scaling="none").points
    np.testing.assert_array_equal(plain, table[measurements(table)])


def test_analyse_refuses_what_it_cannot_use():
    table, full = read_csv(TREES), ["height"]
    missing = refused(table)
    assert "Got 1 of 8 that lack one (line 4; column width)" in missing
    assert 'missing="drop"' in missing
    assert "the same value in all 8 complete rows: column planet" in refused(table, columns=["height", "planet"])
    assert "column kind cannot be used: text" in refused(table, columns=["height", "kind"])
    assert "Got 'age'" in refused(table, columns=["age"])
    assert "There is no column 'age'" in refused(table, columns=full, classes="age")
    assert "must be one or more different columns of" in refused(table, columns=[])
    assert "cannot be a measurement and the classes" in refused(table, columns=full, classes="height")
    assert "between 2 and n - 1 = 7" in refused(table, columns=full, n_clusters=8)
    for name in ("scaling", "metric", "algorithm", "reference"):
        assert f"{name} must be" in refused(table, columns=full, **{name: "odd"})
    one_row = read_csv(b"a,b\n1,2\n")
    assert "at least 3 rows" in refused(one_row, columns=["a"])
    twins = read_csv(b"a,b\n1,2\n1,2\n3,4\n3,4\n1,2\n")
    assert "3 clusters need as many different rows. Got 2" in refused(twins, n_clusters=3)
    huge = read_csv(b"a\n1e308\n-1e308\n0\n1e200\n")
    assert "Use other units" in refused(huge, scaling="none")


def test_incomplete_rows_are_left_out_when_asked_and_named():
    table = read_csv(TREES)
    result = analyse(table, missing="drop", classes="kind")
    assert result.rows.tolist() == [2, 3, 5, 6, 7, 8, 9]
    assert result.adjusted_rand == result.aucc == result.aucc_of_classes == 1
    assert result.notes == (
        "Column row is left out: it counts the rows, and measures nothing.",
        "Column planet is left out: constant; it tells no rows apart.",
        "1 row of 8 left out, because a value is missing.",
        "Left out: line 4.",
    )
    # What is missing elsewhere does not matter.
    assert analyse(table, columns=["height"]).rows.size == 8


@pytest.mark.parametrize("missing", ["drop", "median", "neighbours"])
@pytest.mark.parametrize("most", [1000, 60])
def test_a_table_is_taken_in_as_by_a_report(missing, most, monkeypatch):
    monkeypatch.setattr(_analysis, "MAX_OBJECTS", most)
    holed = bundled_table("iris")
    holed.iloc[[3, 70, 120], 0] = np.nan
    result = analyse(holed, classes="class", missing=missing, sample=True, seed=5, baseline=False)
    taken = take_in(holed, classes="class", scaling="standardise", missing=missing, most_rows=most, seed=5)
    np.testing.assert_array_equal(result.points, taken.points)
    assert result.rows.tolist() == taken.rows.index[taken.positions].tolist()
    assert (result.baseline, result.excess) == (None, None)
    told = [sum(words in note for note in result.notes) for words in ("left out", "filled", "A sample")]
    assert told == [missing == "drop", missing != "drop", most == 60]
    assert ("Left out: rows 3, 70, 120." in result.notes) == (missing == "drop")


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
    nobody = analyse(pd.DataFrame({"a": [1.0, 2, 5, 6], "kind": [None] * 4}), classes="kind")
    assert (nobody.adjusted_rand, nobody.aucc_of_classes) == (None, None)


@pytest.mark.parametrize("dtype", [int, float, str])
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
    if dtype is not int:
        return
    without = analyse(table, **options)
    with pytest.warns(UserWarning, match="-1 counts as a cluster"):
        assert without.aucc_of_classes == at.aucc_score(result.points, found)
    assert 'If it is noise, write -1 as "Noise class" (noise=-1).' in without.notes[-1]


def test_too_many_rows_are_sampled_when_asked(monkeypatch):
    assert _analysis.MAX_OBJECTS == 1000
    monkeypatch.setattr(_analysis, "MAX_OBJECTS", 60)
    table = bundled_table("iris")
    message = refused(table)
    assert "at most 60 rows" in message
    assert "Got 150" in message
    first, again, other = (analyse(table, sample=True, seed=seed, algorithm="complete") for seed in (0, 0, 1))
    assert first.rows.size == first.rows.unique().size == 60
    assert first.rows.equals(again.rows)
    assert not first.rows.equals(other.rows)


def test_an_undefined_criterion_is_none_and_says_why():
    table = read_csv(b"a\n0\n0\n5\n5\n5\n")
    result = analyse(table, n_clusters=2)
    undefined = [title for title, value in result.criteria.items() if value is None]
    assert undefined
    assert all(any("not defined" in note for note in result.notes) for _ in undefined)


def test_the_picture_has_the_numbers():
    result = analyse(bundled_table("wine"), n_clusters=3)
    figure = plot_analysis(result)
    points, distances, roc, beside = figure.axes
    assert sum(len(marks.get_offsets()) for marks in points.collections) == 178
    drawn = distances.images[0].get_array()
    starts = [0, *np.cumsum(np.bincount(result.labels))]
    blocks = [drawn[a:b, a:b].sum() for a, b in itertools.pairwise(starts)]
    i, j = np.triu_indices(178, 1)
    within = result.labels[i] == result.labels[j]
    assert sum(blocks) == pytest.approx(2 * result.dissimilarities[within].sum())
    assert drawn.sum() == pytest.approx(2 * result.dissimilarities.sum())
    assert [patch.get_width() for patch in distances.patches] == np.bincount(result.labels).tolist()
    assert roc.texts[0].get_text() == f"area {result.aucc:.3f}"
    told = [text.get_text()[:5] for text in beside.get_yticklabels()]
    assert told == [f"{result.baseline:.3f}", f"{result.aucc:.3f}"]
    with pytest.raises(ValueError, match="must come from analyse"):
        plot_analysis(3)


def test_one_clustering_of_the_data_and_one_of_each_reference_set(monkeypatch):
    seen, label_rows = [], _analysis.label_rows

    def counted(X, *settings, **options):
        seen.append(X.copy())
        return label_rows(X, *settings, **options)

    monkeypatch.setattr(_analysis, "label_rows", counted)
    result = analyse(bundled_table("iris"))
    assert len(seen) == 20
    assert sum(np.array_equal(X, result.points) for X in seen) == 1


def test_a_single_column_has_one_component():
    places, shares = analyse(bundled_table("iris"), columns=["petal width (cm)"]).components
    assert shares.tolist() == [1, 0]
    assert places.shape == (150, 2)
    assert (places[:, 1] == 0).all()
    assert places[:, 0].std() == pytest.approx(1)


NUMBERS = {
    "float64": DRAWN[:, 0],
    "float32": DRAWN[:, 0].astype("float32"),
    "int64": (100 * DRAWN[:, 0]).astype("int64"),
    "uint8": np.arange(N, dtype="uint8") ** 2,
    "Int64": pd.array([*range(0, 2 * N - 2, 2), 50], dtype="Int64"),
    "Float64": pd.array(DRAWN[:, 0], dtype="Float64"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_columns_of_numbers_are_measurements(name):
    frame = pd.DataFrame({"a": NUMBERS[name], "b": DRAWN[:, 1]})
    expected = analyse(pd.DataFrame({"a": np.asarray(NUMBERS[name], dtype=float), "b": DRAWN[:, 1]}), algorithm="ward")
    result = analyse(frame, algorithm="ward")
    assert result.settings["columns"] == ["a", "b"]
    assert result.to_dict() == expected.to_dict()
    np.testing.assert_array_equal(result.points, expected.points)


BAD_FRAMES = {
    "array": (DRAWN, "must be a pandas DataFrame, as read_csv() or pandas.DataFrame(X) makes it. Got numpy.ndarray"),
    "series": (pd.Series(DRAWN[:, 0]), "Got pandas."),
    "name twice": (pd.DataFrame(DRAWN, columns=["a", "b", "a"]), "a name of its own. Got twice: a"),
    "name twice as text": (pd.DataFrame(DRAWN, columns=[1, "b", "1"]), "a name of its own. Got twice: 1"),
    "no name": (pd.DataFrame(DRAWN, columns=["a", "", "c"]), "a name in the table. Got none for column 2"),
    "levels": (
        pd.DataFrame(DRAWN, columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y"), ("b", "x")])),
        "every column must have one name. Got columns with 2 levels of names, such as ('a', 'x')",
    ),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
@pytest.mark.parametrize("use", [analyse, aucc_report.lab.Lab])
def test_frames_that_are_no_table_are_refused(use, name):
    frame, message = BAD_FRAMES[name]
    with pytest.raises(ValueError, match=re.escape(message)):
        use(frame)


def test_frames_without_rows_or_columns_are_refused_in_words():
    assert "at least 3 rows" in refused(pd.DataFrame())
    assert "at least one column" in refused(pd.DataFrame(index=range(5)))
    assert "column kind (text is not a measurement" in refused(pd.DataFrame({"kind": HALVES}))
    assert "Got 'ab'. Write ['ab']." in refused(pd.DataFrame({"ab": DRAWN[:, 0]}), columns="ab")
    assert "Got ['ab', 'ab']" in refused(pd.DataFrame({"ab": DRAWN[:, 0]}), columns=["ab", "ab"])


@pytest.mark.parametrize("values", [[0, 1, np.inf] * 4, [*range(11), -np.inf]])
def test_infinity_among_whole_numbers_is_refused_as_anywhere(values):
    frame = pd.DataFrame(DRAWN, columns=list("abc")).assign(d=np.asarray(values, dtype=float))
    assert refused(frame).startswith("every value must be finite. Got infinity in column 'd', row")
    assert analyse(frame, columns=list("abc"), algorithm="ward").aucc > 0


@pytest.mark.parametrize("scaling", ["standardise", "range"])
@pytest.mark.parametrize("power", [-700, 700])
def test_columns_of_any_unit_are_the_same_points(power, scaling):
    frame = pd.DataFrame(DRAWN, columns=list("abc"))
    plain, tiny = (analyse(one, scaling=scaling, algorithm="ward") for one in (frame, frame * 2.0**power))
    # A power of two changes no digit.
    assert np.array_equal(plain.points, tiny.points)
    assert (plain.aucc, plain.baseline, plain.criteria) == (tiny.aucc, tiny.baseline, tiny.criteria)


def test_points_whose_squares_are_lost_are_refused():
    frame = pd.DataFrame(DRAWN, columns=list("abc"))
    assert "must differ enough" in refused(frame * 1e-200, scaling="none")
    assert "must be small enough to be squared and added" in refused(frame * 1e200, scaling="none")


def test_a_part_of_a_file_keeps_its_lines():
    table = read_csv(TREES)
    assert "(line 4; column width)" in refused(table[table["kind"] == "oak"], columns=["height", "width"])


ACCENTS = "\u00e9", "e\u0301"  # one letter, in one character and in two


def test_columns_are_found_by_names_that_unicode_calls_the_same():
    for own, other in (ACCENTS, ACCENTS[::-1]):
        frame = pd.DataFrame({own: DRAWN[:, 0], "b": DRAWN[:, 1], f"{own} kind": HALVES})
        found = analyse(frame, columns=[other, "b"], classes=f"{other} kind", algorithm="ward")
        assert found.settings["columns"] == [own, "b"]
        assert found.settings["classes"] == f"{own} kind"
        with pytest.raises(ValueError, match=r"every column must have a name of its own\. Got twice"):
            analyse(frame.assign(**{other: 1.0}))


def test_the_classes_are_no_measurement():
    """A code that looks like a measurement leaves with the choice of classes."""
    rng = np.random.default_rng(3)
    grey = pd.DataFrame(rng.integers(0, 17, (60, 6)), columns=list("abcdef")).assign(digit=rng.integers(0, 10, 60))
    assert "digit" in suggested(grey)
    result = analyse(grey, classes="digit", algorithm="ward")
    assert result.settings["columns"] == list("abcdef")
    without = analyse(grey, columns=list("abcdef"), classes="digit", algorithm="ward")
    assert result.to_dict() == without.to_dict()
