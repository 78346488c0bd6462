"""A class is marked: what was planted is counted, what is wrong with a file is named, and no file ends the run."""

import json
import re
from collections import Counter

import class_of_forty as forty
import pandas as pd
import pytest
from bs4 import BeautifulSoup
from class_of_forty import (
    CHANGED,
    COPIED,
    COPY,
    CUT_OFF,
    EDITED,
    FORGED,
    MONDAY,
    NUMBER,
    OF_CLASS,
    OLD,
    QUESTIONS,
    TP,
    answered,
    by_kind,
    file_of,
    is_marked,
    put,
    tried,
    write_class,
)
from conftest import axe_violations
from drawn_homework import ALL, handed_in, right_answer, tempted, written
from marking import zips
from marking.command import mark

from aucc_teach.exercises import fingerprint, mistake_names


@pytest.fixture(scope="module")
def forty_marked(tmp_path_factory):
    """The class of forty: what was planted, the folder, and the notes on files."""
    folder = tmp_path_factory.mktemp("class")
    planted = write_class(folder / "in")
    count, notes, _ = mark(folder / "in", folder / "out")
    assert count == NUMBER - 1
    return planted, folder, notes


@pytest.fixture(scope="module")
def articles(forty_marked):
    """What the page says of each question, by its id."""
    return {one["id"]: one for one in class_page(forty_marked[1] / "out").find_all("article")}


def class_page(out):
    return BeautifulSoup((out / "class.html").read_text("utf-8"), "html.parser")


# ---- forty files


def test_every_planted_mistake_is_counted(forty_marked, articles):
    planted = forty_marked[0]
    names = {(id, name) for id, one in OF_CLASS.items() if is_marked(one) for name in mistake_names(one)}
    # An order may break another rule as well, whatever is done; all else that is foreseen was planted.
    assert len(planted.mistakes) > 70
    assert {id for id, _ in names - set(planted.mistakes)} <= {i for i, one in OF_CLASS.items() if one.kind == "order"}
    counted = {}
    for id, article in articles.items():
        for row in article.select("[data-mistake]"):
            ever, last, _ = (cell.get_text() for cell in row.find_all("td"))
            counted[id, row["data-mistake"]] = int(ever), int(last)
    assert counted == {one: (planted.mistakes[one], planted.in_the_end[one]) for one in names}


def test_files_that_are_not_as_they_should_be_are_named(forty_marked):
    planted, _, notes = forty_marked
    found = by_kind(notes)
    name = lambda student: f"{student}/answers.json"  # noqa: E731
    assert {kind: [one.files for one in of_kind] for kind, of_kind in found.items()} == {
        "unreadable": [[name(CUT_OFF)]],
        "damaged": [[name(EDITED)]],
        "forged": [[name(FORGED)]],
        "version": [[name(OLD)]],
        "alike": [[name(COPIED), name(COPY)]],
        "functions": [[]],
    }
    assert planted.forged in found["forged"][0].words
    assert found["version"][0].words == f"version 0.1.0 (commit 0123456789ab): not marked are {CHANGED}"
    assert found["alike"][0].words.startswith("equal in all answers and their times")


def test_marks_are_those_of_the_raw_answers(forty_marked):
    planted, folder, _ = forty_marked
    marks = pd.read_csv(folder / "out" / "marks.csv", dtype={"notes": str}, keep_default_na=False).set_index("student")
    assert len(marks) == NUMBER - 1
    assert list(marks.columns) == ["file", *forty.LABELS, "points", "out of", "notes"]
    assert set(marks["out of"]) == {sum(map(is_marked, OF_CLASS.values()))}
    for student, row in marks.iterrows():
        data = json.loads((folder / "in" / student / "answers.json").read_text("utf-8"))
        right = Counter()
        for entry in data["answers"]:
            is_same = entry["asked"] == fingerprint(QUESTIONS[entry["id"]])
            is_right = entry["tries"][-1]["verdict"] == "right" and (student, entry["id"]) != (FORGED, planted.forged)
            right[entry["id"].split("/")[0]] += is_same and is_right
        points = {label: float(row[label]) for label in forty.LABELS if row[label] not in ("", "unmarked")}
        assert points == {label: right[label] for label in points}
        assert float(row["points"]) == sum(right.values())
    assert set(marks["ex-pairs-noise"]) == {"unmarked"}
    assert marks.loc[FORGED, "notes"].startswith("forged: ")


def test_the_page_loads_nothing_and_can_be_read(forty_marked, browser):
    path = forty_marked[1] / "out" / "class.html"
    assert not re.search(r"<script|<link|<img|@import|url\(|https?:", path.read_text("utf-8"))
    for theme, width in (("light", 1280), ("dark", 390)):
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe_violations(page) == {}
        page.close()


# ---- single files


def test_a_bad_file_costs_a_line_and_never_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(zips, "MOST_BYTES", 20_000)
    good = answered({"ada": [(TP, "2", "right")]})
    entry = good["ada"]["answers"][0]
    bad = {
        "empty": "",
        "list": "[]",
        "deep": "[" * 5000,
        "number": '{"format": "aucc-teach-answers", "version": 1, "made": ' + "9" * 5000 + "}",
        "format": {"format": "other"},
        "later": {"format": "aucc-teach-answers", "version": 2},
        "large": good["ada"] | {"more": "x" * 30_000},
    }
    strange = {
        # Canonical JSON has no such number, so there is no digest of it.
        "odd": file_of("=odd()", []) | {"answers": [entry | {"tries": [tried(MONDAY, 10**400, "right")]}]},
        "script": file_of("</title><script>alert(1)</script>", [entry | {"id": "ex-none/n"}]),
        "retired": file_of("cora", [entry, entry | {"id": "ex-tour-stretch/aucc"}]),
    }
    put(tmp_path / "in", good | bad | strange)
    count, notes, _ = mark(tmp_path / "in", tmp_path / "out")
    assert count == len(strange) + 1
    found = by_kind(notes)
    assert sorted(one.files[0] for one in found["unreadable"]) == sorted(f"{name}.json" for name in bad)
    assert [one.files for one in found["damaged"]] == [["odd.json"]]
    assert [one.files for one in found["impossible"]] == [["odd.json"]]
    assert [(one.files, one.words) for one in found["unknown"]] == [(["script.json"], "ex-none/n")]
    assert [(one.files, one.words) for one in found["no longer asked"]] == [(["retired.json"], "ex-tour-stretch/aucc")]
    marks = pd.read_csv(tmp_path / "out" / "marks.csv").set_index("student")
    assert marks.loc["ada", "points"] == marks.loc["cora", "points"] == 1
    # A spreadsheet must not take a name for a formula, nor a browser for a part of the page.
    assert marks.loc["'=odd()", "file"] == "odd.json"
    assert "<script" not in (tmp_path / "out" / "class.html").read_text("utf-8")


def test_texts_are_shown_to_those_who_mark(tmp_path):
    """Each student's last text, whole and as it was written, and no points."""
    id = "ex-pairs-noise/write-your-answer-down-then-tick-what-it"
    text = f"It <b>depends</b>,\n\n\N{MINUS SIGN}1 & so on. {'x' * 3900}."
    texts = {
        "ada": [{"text": "A first try.", "ticked": []}, {"text": text, "ticked": [0, 2]}],
        "cora": [{"text": "x" * 4001, "ticked": []}],
    }
    put(tmp_path / "in", answered({name: [(id, one, "foretold") for one in them] for name, them in texts.items()}))
    _, notes, _ = mark(tmp_path / "in", tmp_path / "out", run=False)
    assert [note.files for note in by_kind(notes)["impossible"]] == [["cora.json"]]
    (article,) = (one for one in class_page(tmp_path / "out").find_all("article") if one["id"] == id)
    assert [one.get_text() for one in article.select(".texts section .text")] == [text]
    marks = pd.read_csv(tmp_path / "out" / "marks.csv", dtype=str, index_col="student")
    assert marks.loc["ada", "ex-pairs-noise"] == "unmarked"


# ---- homework that was drawn


def test_homework_is_marked_by_its_key(tmp_path):
    """Right and tempting answers, answers that cannot be read, and the file of somebody for whom nothing was drawn."""
    written(tmp_path / "drawn", ("ada", "bob", "dan"), ALL[:3])
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    made = {
        "ada": handed_in(key, "ada", right_answer),
        "bob": handed_in(key, "bob", tempted),
        "dan": handed_in(key, "dan", lambda item, one: "two"),
        "cora": handed_in(key, "ada", right_answer) | {"student": "cora"},
    }
    count, notes, _ = mark(put(tmp_path / "in", made), tmp_path / "out", key=tmp_path / "drawn" / "key.json")
    found = by_kind(notes)
    assert count == 3
    assert [one.files for one in found["key"]] == [["cora.json"]]
    (unread,) = found["unread"]
    assert (unread.files, unread.words.count("(two)")) == (["dan.json"], len(made["dan"]["answers"]))
    marks = pd.read_csv(tmp_path / "out" / "marks.csv").set_index("student")
    assert marks.loc["ada", "points"] == marks.loc["ada", "out of"] > 0
    assert marks.loc[["bob", "dan"], "points"].tolist() == [0, 0]
    mistakes = {row["data-mistake"].split("/")[0] for row in class_page(tmp_path / "out").select("[data-mistake]")}
    assert mistakes == {family.name for family in ALL[:3]}
