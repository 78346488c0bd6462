"""The lab without a browser: what its controls do, what it shows, and the files that it offers."""

import base64
import csv
import io
import re
import threading
import zipfile
from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pytest
from small_tables import TREES

import aucc_report
from aucc_report.lab import Lab, _html, _widget, analyse


def upload(lab, content, name="mine.csv"):
    """Hand a file to the lab as the browser does."""
    file = {"name": name, "type": "text/csv", "size": len(content), "content": memoryview(content)}
    lab.controls["upload"].value = (file | {"last_modified": datetime(2026, 1, 1, tzinfo=UTC)},)


@pytest.fixture(autouse=True)
def _undrawn(request, monkeypatch):
    """Draw no picture, which takes longer than all else, but in tests that ask for `drawn`."""
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(_html, "_drawn", lambda analysis: b"")


@pytest.fixture
def drawn():
    """Let the lab draw its pictures."""


@pytest.fixture
def lab():
    lab = Lab()
    yield lab
    lab.stop()  # no thread outlives its test


N = 12
DRAWN = np.random.default_rng(0).normal(size=(N, 3)) + np.repeat([[0], [9]], 6, axis=0)
HALVES = ["low"] * 6 + ["high"] * 6


def numbers_of(lab):
    """What the table of the lab shows."""
    return dict(re.findall(r'data-value="([^"]+)"[^>]*>([^<]+)<', lab._numbers.value))


def downloads(lab):
    found = re.findall(r'download="([\w.]+)"[^>]* href="data:text/csv;charset=utf-8;base64,([^"]+)"', lab._export.value)
    return {name: base64.b64decode(content).decode() for name, content in found}


@pytest.fixture
def gate(monkeypatch):
    """Baselines wait until the gate is opened, and can be stopped before."""
    opened = threading.Event()
    with_baseline = _widget.with_baseline

    def waiting(analysis, on_progress):
        while not opened.wait(0.01):
            on_progress(3, 20, "waiting")
        return with_baseline(analysis, on_progress)

    monkeypatch.setattr(_widget, "with_baseline", waiting)
    return opened


def shown_baseline(lab):
    return numbers_of(lab)["its baseline"]


def of_report(lab):
    """The files that the report offers."""
    found = re.findall(r'download="([\w.]+)"[^>]* href="data:[^,"]*;base64,([^"]+)"', lab._report_files.value)
    return {name: base64.b64decode(content) for name, content in found}


def test_the_lab_shows_a_frame():
    frame = pd.DataFrame(DRAWN, columns=["a", "b", "c"]).assign(kind=HALVES, one=1)
    frame.attrs |= {"name": "my plants", "notes": "Measured in the rain."}
    lab = Lab(frame)
    lab.wait()
    assert lab.controls["data"].options[0] == ("my plants", "frame")
    assert lab.controls["columns"].value == ("a", "b", "c")
    assert lab.controls["classes"].options == (("(none)", ""), ("kind", "kind"))
    notes = ["Measured in the rain.", "Column one is left out: constant; it tells no rows apart."]
    assert lab.message.splitlines() == notes
    assert lab.analysis.to_dict() == analyse(frame).to_dict()


def test_the_lab_starts_with_wine(lab, drawn):
    lab.wait()
    assert numbers_of(lab)["excess over the baseline, in logits"] == f"{lab.analysis.excess:.3f}"
    assert numbers_of(lab)["sets of 19 that reach it"] == str(lab.analysis.n_reached)
    assert 'role="status"' in lab._status.value
    picture = re.fullmatch(r'<img src="data:image/png;base64,([^"]+)" alt="([^"]+)"[^>]*>', lab._picture.value)
    assert base64.b64decode(picture[1]).startswith(b"\x89PNG")
    assert f"AUCC {lab.analysis.aucc:.3f} compared with its baseline {lab.analysis.baseline:.3f}" in picture[2]


CHANGES = {
    "columns": ["alcohol", "hue", "proline"],
    "classes": None,
    "scaling": "range",
    "metric": "cityblock",
    "algorithm": "average",
    "n_clusters": 5,
    "reference": "normal",
    "seed": 7,
}


def test_every_control_reaches_the_arithmetic(lab):
    settings = {}
    for name, value in CHANGES.items():
        lab.controls[name].value = "" if value is None else value
        settings[name] = value
        assert lab.analysis.settings | settings == lab.analysis.settings
    assert "ARI with the classes" not in numbers_of(lab)
    lab.wait()
    expected = analyse(lab.table, **settings)
    assert lab.analysis.to_dict() == expected.to_dict()
    assert numbers_of(lab)["its baseline"] == f"{expected.baseline:.3f}"


def test_the_export_is_what_was_looked_at(lab):
    for k in (2, 3, 2):
        lab.controls["n_clusters"].value = k
        lab.wait()
    lab.controls["columns"].value = ()  # refused: no row
    rows = list(csv.DictReader(io.StringIO(downloads(lab)["numbers.csv"])))
    assert [row["n_clusters"] for row in rows] == ["2", "3"]
    for row, known in zip(rows, lab.history, strict=True):
        assert float(row["aucc"]) == known["aucc"]
        assert float(row["excess"]) == known["excess"]
        assert int(row["n_reached"]) == known["n_reached"]
        assert row["metric"] == "euclidean"
    assert lab.labels_csv() == "row,cluster\n"
    lab.controls["columns"].value = ("alcohol", "hue")
    clusters = list(csv.DictReader(io.StringIO(downloads(lab)["clusters.csv"])))
    assert [int(row["cluster"]) - 1 for row in clusters] == lab.analysis.labels.tolist()
    assert [int(row["row"]) for row in clusters] == list(range(178))


def test_the_baseline_follows_and_all_else_is_there_at_once(gate, lab):
    at_once = lab.analysis
    assert numbers_of(lab)["AUCC"] == f"{at_once.aucc:.3f}"
    assert (at_once.baseline, at_once.baseline_std, at_once.excess, at_once.n_reached) == (None,) * 4
    assert shown_baseline(lab) == numbers_of(lab)["excess over the baseline, in logits"] == "…"
    assert "AUCC 0.810." in lab._picture.value
    gate.set()
    lab.wait()
    expected = analyse(lab.table, classes="class")
    assert lab.analysis.to_dict() == expected.to_dict()
    assert shown_baseline(lab) == f"{expected.baseline:.3f}"
    assert lab.history == [expected.to_dict() | {"clustering": 1}]


def test_a_change_stops_the_baseline_of_other_settings(gate, lab):
    before, work = lab.analysis, lab._work
    lab.controls["n_clusters"].value = 3
    assert (work.has_ended, work.result) == (True, None)
    assert lab._work is not work
    gate.set()
    lab._hear(work)  # what was on its way from the old settings changes nothing
    assert lab.analysis.baseline is None
    lab.wait()
    assert lab.analysis.to_dict() == analyse(lab.table, classes="class", n_clusters=3).to_dict()
    assert [row["baseline"] for row in lab.history] == [None, lab.analysis.baseline]
    assert lab.history[0]["aucc"] == before.aucc


@pytest.mark.slow
def test_a_report_of_what_is_set(tmp_path, monkeypatch):
    monkeypatch.setattr("aucc_report._page.pictures_of", lambda *_: [])
    points = np.random.default_rng(3).normal(size=(24, 3)) + np.repeat([[0], [9]], 12, axis=0)
    frame = pd.DataFrame(points, columns=list("abc"), index=[f"oak {i}" for i in range(24)])
    frame["kind"] = np.repeat(["elm", "oak"], 12)
    lab = Lab(frame)
    for name, value in (("classes", "kind"), ("report_scaling", "range"), ("metric", "cityblock"), ("seed", 5)):
        lab.controls[name].value = value
    lab.controls["columns"].value = ("a", "c")
    lab.controls["algorithms"].value = ("average", "ward")
    lab.controls["ks"].value = (2, 3)
    assert lab.report is None
    lab.buttons["report"].click()  # the baseline is under way, and comes first
    lab.wait()
    assert shown_baseline(lab) == f"{lab.analysis.baseline:.3f}"
    options = {"columns": ["a", "c"], "classes": "kind", "scaling": "range", "metric": "cityblock", "rng": 5}
    expected = aucc_report.report(frame, ("average", "ward"), range(2, 4), missing="refuse", **options, progress=False)
    assert lab.report.settings == expected.settings
    for name in ("tests", "by_k", "objects", "external"):
        pd.testing.assert_frame_equal(getattr(lab.report, name), getattr(expected, name))
    assert lab._report_view.value == expected._repr_html_()
    files = of_report(lab)
    assert files["report.html"] == expected.to_html(tmp_path / "report.html").read_bytes()
    with zipfile.ZipFile(io.BytesIO(files["report_csv.zip"])) as archive:
        for path in expected.to_csv(tmp_path / "csv"):
            assert archive.read(path.name) == path.read_bytes()
    assert "The report at the bottom looked at 4 clusterings." in lab._report_status.value
    assert "of this table so far: 1, and 4 in reports." in lab._status.value
    lab.controls["metric"].value = "euclidean"
    assert lab.report is None
    assert lab._report_view.value == lab._report_files.value == ""
    lab.stop()


def test_upload_with_missing_values_text_and_a_constant_column(lab):
    upload(lab, TREES, "trees.csv")
    assert lab.controls["data"].value == "upload"
    assert lab.controls["columns"].value == ("height", "width")
    assert lab.message.startswith("Not computed: every row must have a value in every column used")
    assert "Column planet is left out" in lab.message
    assert lab.analysis is None
    for missing, told, n_rows in (
        ("drop", "1 row of 8 left out, because a value is missing.", 7),
        ("median", "1 value in 1 row was filled in by the median of the column.", 8),
    ):
        lab.controls["missing"].value = missing
        assert lab.analysis.labels.size == n_rows
        assert told in lab.message
    lab.controls["classes"].value = "kind"
    assert numbers_of(lab)["ARI with the classes"] == "1.000"


def test_how_to_read_a_file_is_asked_where_a_file_is_read(lab):
    of_files = ["separator", "decimal", "thousands", "encoding"]

    def shown():
        return [name for name in of_files if lab.controls[name].layout.display != "none"]

    assert shown() == []
    upload(lab, "größe;kind\n1,5;é\n2,5;é\n7,5;x\n8,5;x\n".encode("cp1252"))
    assert shown() == of_files
    assert "choose that as encoding" in lab.message
    assert lab.controls["columns"].options == ()
    lab.controls["encoding"].value = "cp1252"
    assert "choose semicolon as separator" in lab.message
    lab.controls["separator"].value = ";"
    assert "choose comma as decimal sign" in lab.message
    lab.controls["decimal"].value = ","
    assert lab.controls["columns"].value == ("größe",)
    lab.controls["thousands"].value = "."
    assert lab.analysis.labels.tolist() == [0, 0, 1, 1]
    assert downloads(lab)["clusters.csv"].splitlines()[:2] == ["line,cluster", "2,1"]


def test_names_from_a_file_are_no_markup(lab):
    upload(lab, b"<b>a</b>,kind\n1,x\n2,<script>\n,x\n8,y\n")
    assert "&lt;b&gt;" in lab._status.value
    assert "<b>" not in lab._status.value
