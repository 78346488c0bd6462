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
    DEAL,
    EDITED,
    FORGED,
    MONDAY,
    MOVE,
    NUMBER,
    OF_CLASS,
    OLD,
    QUESTIONS,
    RAND_C,
    TP,
    WHOLE,
    answered,
    by_kind,
    file_of,
    is_marked,
    put,
    tried,
    write_class,
)
from conftest import axe_violations
from course_command import course_command
from drawn_homework import ALL, handed_in, right_answer, tempted, written
from marking import hand_ins, zips
from marking.class_page import percent
from marking.command import mark
from marking.hand_ins import read_folder

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


def test_first_and_last_tries_are_counted(forty_marked, articles):
    planted = forty_marked[0]
    for id, question in OF_CLASS.items():
        said = [row.get_text(" ", strip=True) for row in articles[id].select(".proportions tr")]
        if is_marked(question):
            first, last = (percent(sum(found[id]) / len(found[id])) for found in (planted.first, planted.last))
            assert said == [f"Right at first {first}%", f"Right in the end {last}%"]
        else:
            assert said == []
            assert "not marked" in articles[id].get_text()


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
    odd = [entry | {"tries": [tried(MONDAY, answer, "right")]} for answer in (None, [], {"a": 1}, 10**400, "9" * 9000)]
    odd += [{"id": DEAL, "asked": fingerprint(QUESTIONS[DEAL]), "tries": [tried(MONDAY, {"n_objects": 3}, "right")]}]
    bad = {
        "empty": "",
        "list": "[]",
        "deep": "[" * 5000,
        "number": '{"format": "aucc-teach-answers", "version": 1, "made": ' + "9" * 5000 + "}",
        "format": {"format": "other"},
        "later": {"format": "aucc-teach-answers", "version": 2},
        "large": good["ada"] | {"more": "x" * 30_000},
    }
    half, early = (
        tried(MONDAY, "\ud800<b>", "wrong"),
        {"at": "0001-01-01T00:00:00+14:00", "answer": "4", "verdict": "wrong"},
    )
    # Canonical JSON has no such numbers and no halves of characters, so there is no digest of them.
    strange = {
        "odd": file_of("=odd()", []) | {"answers": odd},
        "script": file_of("</title><script>alert(1)</script>", []) | {"answers": [entry | {"tries": [half]}]},
        "times": file_of("times", [entry | {"tries": [early]}]),
        "unknown": file_of("unknown", [entry | {"id": "ex-none/n"}]),
    }
    put(tmp_path / "in", good | bad | strange)
    (tmp_path / "in" / "notes.txt").write_text("mine")
    (tmp_path / "in" / ".hidden.json").write_text("mine")
    (tmp_path / "in" / "folder.json").mkdir()
    count, notes, _ = mark(tmp_path / "in", tmp_path / "out")
    assert count == len(strange)
    found = by_kind(notes)
    assert [one.files for one in found["undecided"]] == [["times.json"]]
    assert sorted(one.files[0] for one in found["unreadable"]) == sorted(f"{name}.json" for name in bad)
    assert [one.files for one in found["strange"]] == [["notes.txt"]]
    assert [one.files for one in found["damaged"]] == [["odd.json"], ["script.json"]]
    assert [one.files for one in found["impossible"]] == [["odd.json"]]
    assert [one.files for one in found["forged"]] == [["odd.json"]]
    assert [(one.files, one.words) for one in found["unknown"]] == [(["unknown.json"], "ex-none/n")]
    marks = pd.read_csv(tmp_path / "out" / "marks.csv").set_index("student")
    assert marks.loc["ada", "points"] == 1
    # A spreadsheet must not take a name for a formula, nor a browser for a part of the page.
    assert marks.loc["'=odd()", "file"] == "odd.json"
    assert "<script" not in (tmp_path / "out" / "class.html").read_text("utf-8")


def test_files_that_share_half_of_their_tries_are_alike(tmp_path):
    given = [(TP, "2", "right"), (CHANGED, "7", "right"), (RAND_C, WHOLE, "right"), (MOVE, {}, "wrong")]
    made = answered({"ada": given, "bob": given, "cora": given})
    made["cora"]["answers"][:2] = made["ada"]["answers"][:2]
    put(tmp_path, made)
    assert hand_ins.likenesses(read_folder(tmp_path)[0]) == [
        (["ada.json", "cora.json"], "2 tries with the same answers at the same times, of 4 and 4")
    ]


def test_texts_are_shown_to_those_who_mark(tmp_path):
    """Each student's last text, whole and as it was written, and no points."""
    id = "ex-pairs-noise/write-your-answer-down-then-tick-what-it"
    question = QUESTIONS[id]
    assert question.kind == "open"
    text = f"It <b>depends</b>,\n\n\N{MINUS SIGN}1 & so on. {'x' * 3900}."
    texts = {
        "ada": [{"text": "A first try.", "ticked": []}, {"text": text, "ticked": [0, 2]}],
        "bob": [{"text": "It depends.", "ticked": []}],
        "cora": [{"text": "x" * 4001, "ticked": []}],
        "dan": [[0, 1]],
    }
    put(tmp_path / "in", answered({name: [(id, one, "foretold") for one in them] for name, them in texts.items()}))
    _, notes, _ = mark(tmp_path / "in", tmp_path / "out", run=False)
    assert {file for note in by_kind(notes)["impossible"] for file in note.files} == {"cora.json", "dan.json"}
    (article,) = (one for one in class_page(tmp_path / "out").find_all("article") if one["id"] == id)
    shown = [
        (one.h6.get_text(), one.select_one(".text").get_text(), one.select_one(".about").get_text())
        for one in article.select(".texts section")
    ]
    n = len(question.checklist)
    assert shown == [
        ("ada", text, f"Your answer says 2 of {n} points."),
        ("bob", "It depends.", "Your answer is kept. Now tick each point that it makes."),
    ]
    assert article.select_one("summary").get_text() == "2 texts to read"
    marks = pd.read_csv(tmp_path / "out" / "marks.csv", dtype=str, index_col="student")
    assert marks.loc[["ada", "bob"], "ex-pairs-noise"].tolist() == ["unmarked", "unmarked"]


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


# ---- the command


def test_the_command_marks_and_refuses(tmp_path, capsys):
    put(tmp_path / "in", answered({"ada": [(TP, "2", "right")]}) | {"bad": "{"})
    assert course_command("mark", tmp_path / "in", tmp_path / "out") == 0
    said = capsys.readouterr().out
    assert "unreadable: bad.json: " in said
    assert "1 file marked." in said
    (tmp_path / "course.yml").write_text("assignments:\n  again: {exercises: [ex-none]}\n")
    for arguments, message in (
        ([str(tmp_path / "nowhere")], "There is none at"),
        ([str(tmp_path / "out")], "holds none"),
        (
            [str(tmp_path / "in"), "--course", str(tmp_path / "course.yml")],
            "line 2: exercises must be those",
        ),
        ([str(tmp_path / "in"), "--key", str(tmp_path / "in" / "bad.json")], "is not a key"),
        ([str(tmp_path / "in"), "--exercises", str(tmp_path / "nowhere")], "There is none at"),
    ):
        assert course_command("mark", arguments[0], tmp_path / "again", *arguments[1:]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ")
        assert message in error
        assert not (tmp_path / "again").exists()
