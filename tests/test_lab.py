"""The lab without a browser: reading, arithmetic, and the callbacks of its controls."""

import base64
import csv
import io
import itertools
import math
import re
import statistics
from datetime import UTC, datetime

import numpy as np
import pytest
from oracles import aucc as aucc_by_definition
from scipy.spatial.distance import pdist
from sklearn import metrics
from sklearn.cluster import KMeans

import aucc_teach as at

lab_module = at.lab


def csv_of(header, rows):
    return "\n".join([header, *rows]).encode()


def upload(lab, content, name="mine.csv"):
    """Hand a file to the lab as the browser does."""
    file = {"name": name, "type": "text/csv", "size": len(content), "content": memoryview(content)}
    lab.controls["upload"].value = (file | {"last_modified": datetime(2026, 1, 1, tzinfo=UTC)},)


# Two groups of four, one value missing, a constant column, a column of text, and a column that counts.
TREES = csv_of(
    "row,height,width,planet,kind",
    [
        "1,1.0,2.0,3,oak",
        "2,1.2,2.1,3,oak",
        "3,0.9,,3,oak",
        "4,1.1,2.2,3,oak",
        "5,5.0,7.0,3,elm",
        "6,5.2,7.3,3,elm",
        "7,4.9,7.1,3,elm",
        "8,5.1,6.9,3,elm",
    ],
)


@pytest.fixture
def lab():
    return lab_module.Lab()


def test_read_csv_keeps_what_is_there():
    table = lab_module.read_csv(TREES, name="trees")
    assert list(table.columns) == ["row", "height", "width", "planet", "kind"]
    assert table.measurements == ["row", "height", "width", "planet"]
    assert table.suggested == ["height", "width"]
    assert table.classes == ["kind"]
    assert np.flatnonzero(np.isnan(table.columns["width"])).tolist() == [2]
    assert table.lines.tolist() == list(range(2, 10))
    assert table.notes == (
        "Constant, and left out: column planet.",
        'Column "row" counts the rows, and is left out: it measures nothing.',
    )


def test_read_csv_from_a_path_says_the_same(tmp_path):
    (tmp_path / "trees.csv").write_bytes(TREES)
    table = lab_module.read_csv(tmp_path / "trees.csv")
    assert table.name == "trees.csv"
    np.testing.assert_equal(table.columns, lab_module.read_csv(TREES).columns)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_read_csv_knows_line_ends_quotes_and_marks(start, end):
    text = start + end.join(['"a","b, c"', "1,x", "2,y", "?,x", ""])
    table = lab_module.read_csv(text.encode())
    np.testing.assert_equal(table.columns["a"], [1, 2, np.nan])
    assert table.columns["b, c"].tolist() == ["x", "y", "x"]


def test_empty_lines_are_passed_over_aloud():
    table = lab_module.read_csv(b"a,b\n1,2\n\n3,4\n")
    assert table.lines.tolist() == [2, 4]
    assert table.notes[0] == "1 empty line(s) passed over."


BAD = {
    "empty file": (b"", "Got an empty file"),
    "names alone": (b"a,b\n", "lines of values below the names"),
    "wrong separator": (b"a;b\n1;2\n", "choose semicolon as separator"),
    "tabs": (b"a\tb\n1\t2\n", "choose tab as separator"),
    "not a table": (b"a,b\n1,2\n1,2,3\n", "as the header, 2. Got 3 in line 3"),
    "no names": (b"1,2\n3,4\n", "must name the columns"),
    "a name missing": (b"a,,b\n1,2,3\n", "Got none for column 2"),
    "a name twice": (b"a,b,a\n1,2,3\n", "Got twice: a"),
    "latin-1": ("größe\n1\n".encode("latin-1"), "UTF-8. Got a byte that is not, at position 2"),
    "spreadsheet": (b"a,b\0\n", "export it as CSV"),
    "infinity": (b"a,b\n1,2\n1e999,3\n", 'column "a" must hold finite numbers. Got infinity in line 3'),
    "open quote": (b'a,b\n1,"2\n', "is no CSV"),
    "too large": (b"a\n" + b"1\n" * (5 * 2**20), "must not be larger than 10 MB"),
}


@pytest.mark.parametrize("name", BAD)
def test_read_csv_refuses(name):
    content, message = BAD[name]
    with pytest.raises(ValueError, match=re.escape(message)):
        lab_module.read_csv(content)


def test_read_csv_refuses_a_missing_file_and_an_odd_separator(tmp_path):
    with pytest.raises(ValueError, match="there is no file"):
        lab_module.read_csv(tmp_path / "nothing.csv")
    with pytest.raises(ValueError, match="separator must be"):
        lab_module.read_csv(TREES, separator="|")


def test_a_word_among_numbers_makes_text_and_is_named():
    table = lab_module.read_csv(b"a,b,c\n1,2,0\n2,many,1\n3,4,1\n")
    assert table.measurements == ["a", "c"]
    assert 'Column "b" is text and no measurement: 1 of 3 values are no numbers, first "many" in line 3.' in table.notes


def test_decimal_commas_are_named_and_not_read():
    table = lab_module.read_csv(b"a;b\n1,5;0\n2,5;1\n", separator=";")
    assert table.measurements == ["b"]
    assert table.notes[0].endswith("Decimals must have a point.")


def test_bundled_tables_are_those_of_scikit_learn():
    for name, load in lab_module.BUNDLED.items():
        table, data = lab_module.bundled_table(name), load()
        np.testing.assert_array_equal(np.column_stack([table.columns[c] for c in table.measurements]), data.data)
        assert [str(data.target_names[i]) for i in data.target] == table.columns["class"].tolist()
    with pytest.raises(ValueError, match="name must be"):
        lab_module.bundled_table("roses")


def test_wine_against_the_definitions():
    """Every number, by another route: plain counting, scikit-learn, and the other modules."""
    table = lab_module.bundled_table("wine")
    result = lab_module.analyse(table, n_clusters=3, classes="class")
    data = lab_module.load_wine()
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
    # The level: the same algorithm on the same reference sets, drawn one after the other.
    rng = np.random.default_rng(0)
    drawn = [at.reference_data(X, rng=rng) for _ in range(19)]
    scores = [at.aucc_score(D, KMeans(3, n_init=10, random_state=0).fit_predict(D)) for D in drawn]
    assert result.level == pytest.approx(statistics.mean(scores), abs=1e-9)
    assert result.level_std == pytest.approx(statistics.stdev(scores), abs=1e-9)
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


@pytest.mark.parametrize("algorithm", lab_module.ALGORITHMS)
@pytest.mark.parametrize("metric", lab_module.METRICS)
def test_every_algorithm_and_metric(algorithm, metric):
    table = lab_module.bundled_table("iris")
    result = lab_module.analyse(table, algorithm=algorithm, metric=metric, n_clusters=4, seed=1)
    assert np.bincount(result.labels).size == 4
    assert result.labels[0] == 0
    assert np.flatnonzero(np.diff(np.maximum.accumulate(result.labels)) > 1).size == 0
    assert result.aucc == at.aucc_score(result.points, result.labels, metric=metric)
    told = [note for note in result.notes if "Euclidean" in note]
    assert bool(told) == (metric != "euclidean" and algorithm in ("k-means", "ward"))


def test_scalings():
    table = lab_module.bundled_table("iris")
    ranged = lab_module.analyse(table, scaling="range").points
    assert (ranged.min(axis=0).tolist(), ranged.max(axis=0).tolist()) == ([0] * 4, [1] * 4)
    plain = lab_module.analyse(table, scaling="none").points
    np.testing.assert_array_equal(plain, np.column_stack([table.columns[name] for name in table.measurements]))


def refused(table, **settings):
    with pytest.raises(ValueError, match=r".") as caught:
        lab_module.analyse(table, **settings)
    return str(caught.value)


def test_analyse_refuses_what_it_cannot_use():
    table = lab_module.read_csv(TREES)
    missing = refused(table)
    assert "1 of 8 rows lack a value (line 4; column width)" in missing
    assert "drop_incomplete=True" in missing
    full = ["height"]
    assert "constant in the rows used: column planet" in refused(table, columns=["height", "planet"])
    assert "column kind: text" in refused(table, columns=["height", "kind"])
    assert "no column 'age'" in refused(table, columns=["age"])
    assert "at least one column" in refused(table, columns=[])
    assert "cannot be a measurement and the classes" in refused(table, columns=full, classes="height")
    assert "between 2 and n - 1 = 7" in refused(table, columns=full, n_clusters=8)
    for name in ("scaling", "metric", "algorithm", "reference"):
        assert f"{name} must be" in refused(table, columns=full, **{name: "odd"})
    one_row = lab_module.read_csv(b"a,b\n1,2\n")
    assert "at least 3 rows" in refused(one_row, columns=["a"])
    twins = lab_module.read_csv(b"a,b\n1,2\n1,2\n3,4\n3,4\n1,2\n")
    assert "3 clusters need as many different rows. Got 2" in refused(twins, n_clusters=3)
    huge = lab_module.read_csv(b"a\n1e308\n-1e308\n0\n1e200\n")
    assert "Use other units" in refused(huge)


def test_incomplete_rows_are_left_out_when_asked_and_named():
    table = lab_module.read_csv(TREES)
    result = lab_module.analyse(table, drop_incomplete=True, classes="kind")
    assert result.lines.tolist() == [2, 3, 5, 6, 7, 8, 9]
    assert result.adjusted_rand == result.aucc == result.aucc_of_classes == 1
    assert result.notes[0].startswith("1 incomplete rows left out (line 4; column width)")
    # What is missing elsewhere does not matter.
    assert lab_module.analyse(table, columns=["height"]).lines.size == 8


def test_a_missing_class_counts_as_missing():
    table = lab_module.read_csv(b"a,kind\n1,x\n2,x\n5,y\n6,y\n7,\n")
    assert "column kind" in refused(table, columns=["a"], classes="kind")
    assert lab_module.analyse(table, columns=["a"]).labels.size == 5


def test_too_many_rows_are_sampled_when_asked():
    table = lab_module.bundled_table("digits")
    message = refused(table)
    assert "at most 1000 rows" in message
    assert "Got 1797" in message
    chosen = ["pixel_2_3", "pixel_3_4"]
    first, again, other = (
        lab_module.analyse(table, columns=chosen, sample=True, seed=seed, algorithm="complete") for seed in (0, 0, 1)
    )
    assert first.lines.size == np.unique(first.lines).size == 1000
    np.testing.assert_array_equal(first.lines, again.lines)
    assert (first.lines != other.lines).any()


def test_an_undefined_criterion_is_none_and_says_why():
    table = lab_module.read_csv(b"a\n0\n0\n5\n5\n5\n")
    result = lab_module.analyse(table, n_clusters=2)
    undefined = [title for title, value in result.criteria.items() if value is None]
    assert undefined
    assert all(any("not defined" in note for note in result.notes) for _ in undefined)


def test_the_picture_has_the_numbers():
    result = lab_module.analyse(lab_module.bundled_table("wine"), n_clusters=3)
    figure = lab_module.plot_analysis(result)
    points, distances, roc, level = figure.axes
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
    assert [text.get_text()[:5] for text in level.get_yticklabels()] == [f"{result.level:.3f}", f"{result.aucc:.3f}"]
    with pytest.raises(ValueError, match="must come from analyse"):
        lab_module.plot_analysis(3)


def numbers_of(lab):
    """What the table of the lab shows."""
    return dict(re.findall(r'data-value="([^"]+)"[^>]*>([^<]+)<', lab._numbers.value))


def downloads(lab):
    found = re.findall(r'download="([\w.]+)"[^>]* href="data:text/csv;charset=utf-8;base64,([^"]+)"', lab._export.value)
    return {name: base64.b64decode(content).decode() for name, content in found}


def test_the_lab_starts_with_wine(lab):
    assert lab.table.name == "wine"
    assert lab.analysis.settings["classes"] == "class"
    assert numbers_of(lab)["AUCC"] == f"{lab.analysis.aucc:.3f}"
    assert numbers_of(lab)["excess over the level, in logits"] == f"{lab.analysis.excess:.3f}"
    assert numbers_of(lab)["sets of 19 that reach it"] == str(lab.analysis.n_reached)
    assert 'role="status"' in lab._status.value
    picture = re.fullmatch(r'<img src="data:image/png;base64,([^"]+)" alt="([^"]+)"[^>]*>', lab._picture.value)
    assert base64.b64decode(picture[1]).startswith(b"\x89PNG")
    assert f"AUCC {lab.analysis.aucc:.3f} beside its level {lab.analysis.level:.3f}" in picture[2]


CHANGES = {
    "columns": ("alcohol", "proline", "hue"),
    "classes": "",
    "scaling": "range",
    "metric": "cityblock",
    "algorithm": "average",
    "n_clusters": 5,
    "reference": "normal",
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_control_reaches_the_arithmetic(lab, name):
    before = lab.analysis.numbers
    lab.controls[name].value = CHANGES[name]
    expected = lab_module.analyse(lab.table, **{"classes": "class", name: CHANGES[name] or None})
    assert lab.analysis.numbers == expected.numbers != before
    assert numbers_of(lab)["its level without structure"] == f"{expected.level:.3f}"
    assert ("ARI with the classes" in numbers_of(lab)) == (name != "classes")
    assert lab.history == [before, expected.numbers]


def test_data_change_brings_its_own_choices(lab):
    lab.controls["n_clusters"].value = 14
    lab.controls["data"].value = "iris"
    assert (
        lab.controls["columns"].options == lab.controls["columns"].value == tuple(lab_module.load_iris().feature_names)
    )
    assert (lab.controls["n_clusters"].max, lab.controls["n_clusters"].value) == (13, 13)
    assert lab.analysis.settings["table"] == "iris"
    lab.controls["data"].value = "digits"
    assert "at most 1000 rows" in lab.message
    assert (lab.analysis, lab._picture.value, lab._numbers.value) == (None, "", "")
    assert set(downloads(lab)) == {"numbers.csv"}


def test_the_export_is_what_was_looked_at(lab):
    for k in (3, 4, 3):
        lab.controls["n_clusters"].value = k
    lab.controls["columns"].value = ()  # refused: no row
    rows = list(csv.DictReader(io.StringIO(downloads(lab)["numbers.csv"])))
    assert [row["n_clusters"] for row in rows] == ["2", "3", "4"]
    for row, known in zip(rows, lab.history, strict=True):
        assert float(row["aucc"]) == known["aucc"]
        assert float(row["excess"]) == known["excess"]
        assert int(row["n_reached"]) == known["n_reached"]
        assert row["metric"] == "euclidean"
    assert lab.labels_csv() == "line,cluster\n"
    lab.controls["columns"].value = ("alcohol", "hue")
    clusters = list(csv.DictReader(io.StringIO(downloads(lab)["clusters.csv"])))
    assert [int(row["cluster"]) - 1 for row in clusters] == lab.analysis.labels.tolist()
    assert [int(row["line"]) for row in clusters] == list(range(2, 180))


def test_upload_with_missing_values_text_and_a_constant_column(lab):
    upload(lab, TREES, "trees.csv")
    assert lab.controls["data"].value == "upload"
    assert lab.controls["columns"].value == ("height", "width")
    assert lab.controls["classes"].options == (("(none)", ""), ("kind", "kind"))
    assert lab.message.startswith("Not computed: 1 of 8 rows lack a value (line 4; column width)")
    assert "column planet" in lab.message
    assert lab.analysis is None
    lab.controls["drop_incomplete"].value = True
    assert lab.analysis.labels.tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert "1 incomplete rows left out" in lab.message
    lab.controls["classes"].value = "kind"
    assert numbers_of(lab)["ARI with the classes"] == "1.000"
    lab.controls["columns"].value = ("height", "planet")
    assert "constant in the rows used: column planet" in lab.message
    assert lab.analysis is None
    upload(lab, TREES.replace(b"0.9,,", b"0.9,2.0,"), "trees2.csv")
    assert not lab.controls["drop_incomplete"].value  # a choice made for other data
    assert lab.analysis.labels.size == 8


def test_upload_of_one_row_and_of_no_table(lab):
    upload(lab, b"a,b\n1,2\n")
    assert lab.controls["columns"].options == ("a", "b")
    assert "at least 3 rows: fewer make no pairs of both kinds. Got 1" in lab.message
    assert lab.analysis is None
    upload(lab, b"a;b\n1;2\n3;4\n5;7\n9;8\n")
    assert "choose semicolon as separator" in lab.message
    assert lab.controls["columns"].options == ()
    lab.controls["scaling"].value = "none"  # without a table nothing happens
    assert lab.analysis is None
    lab.controls["separator"].value = "semicolon"
    assert lab.analysis.labels.size == 4
    assert "Not computed" not in lab.message


def test_path_of_a_file(lab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trees.csv").write_bytes(TREES)
    lab.controls["data"].value = "path"
    assert 'field "Path"' in lab.message
    lab.controls["path"].value = "nothing.csv"
    assert "there is no file 'nothing.csv'" in lab.message
    lab.controls["path"].value = "trees.csv"
    assert lab.table.name == "trees.csv"
    lab.controls["data"].value = "upload"
    assert 'button "Upload"' in lab.message


def test_names_from_a_file_are_no_markup(lab):
    upload(lab, b"<b>a</b>,kind\n1,x\n2,<script>\n,x\n8,y\n")
    assert "&lt;b&gt;" in lab._status.value
    assert "<b>" not in lab._status.value


def test_the_lab_says_what_it_is_where_there_is_no_kernel(lab):
    bundle = lab._repr_mimebundle_()
    assert bundle["text/plain"] == "Lab: a table, a clustering, and what the criteria say of it."
    assert "needs a kernel" in bundle["text/html"]
    assert lab.box.model_id in str(bundle["application/vnd.jupyter.widget-view+json"])
    assert lab.box.model_id not in bundle["text/plain"] + bundle["text/html"]
