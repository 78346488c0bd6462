"""Marks, proportions, objectives, minutes and points of a class, from its tries."""

import re
from types import SimpleNamespace

import own_exercises
import pandas as pd
import pytest
from bs4 import BeautifulSoup
from class_of_forty import MONDAY, TP, answered, file_of, put, tried
from conftest import ROOT
from contents import as_words, chapters_of
from marking.class_page import percent, summary
from marking.command import mark
from marking.hand_ins import clean, seconds_of
from marking.results import Results, answers_of, marks_of
from marking.tries import COLUMNS, About, tries_of_book
from test_objectives import CHAPTERS, promised_and_tested, prose

from aucc_teach.exercises import fingerprint, folders, questions_by_id


def tries_of(rows):
    table = pd.DataFrame([dict(zip(("file", "id", "verdict"), row, strict=True)) for row in rows])
    return table.reindex(columns=COLUMNS).astype({"at": float, "opened": float}).assign(because="")


def marks_from(rows, about, files, points=None, **rules):
    answers, out_of = answers_of(tries_of(rows), about, points, **rules)
    return marks_of(answers, out_of, files), out_of


ASKED = {
    "ex-a/n": About("ex-a", "n", "number", [("3", "3", "Not three.")]),
    "ex-a/m": About("ex-a", "m", "number", []),
    "ex-a/guess": About("ex-a", "g", "predict", []),
    "ex-b/open": About("ex-b", "o", "open", []),
}


def test_the_last_try_counts_and_points_are_shared():
    tries = [
        ("1", "ex-a/n", "right"),
        ("1", "ex-a/n", "wrong"),
        ("1", "ex-a/m", "right"),
        ("2", "ex-a/guess", "foretold"),
        ("2", "ex-b/open", "foretold"),
        ("3", "ex-a/n", "changed"),
    ]
    marks, out_of = marks_from(tries, ASKED, "123", {"ex-a": 5})
    assert out_of == {"ex-a": 5, "ex-b": None}
    assert marks.loc["1", "ex-a"] == 2.5
    # Neither a guess nor an answer to a changed question can be marked.
    assert marks.loc[["2", "3"], "ex-a"].isna().all()
    assert marks.loc["2", "ex-b"] == "unmarked"
    assert marks_from(tries, ASKED, "123")[0].loc["1", "ex-a"] == 1
    assert [marks_from(tries, ASKED, "123", which=which)[0].loc["1", "ex-a"] for which in ("first", "best")] == [2, 2]
    marks, out_of = marks_from(tries, ASKED, "123", {"ex-a/m": 3})
    assert (marks.loc["1", "ex-a"], out_of["ex-a"]) == (3, 4)


def test_functions_that_are_not_run_take_no_points_away():
    asked = {"ex-a/n": ASKED["ex-a/n"], "ex-a/f": About("ex-a", "f", "write", [])}
    asked["ex-b/f"] = About("ex-b", "f", "write", [])
    rows = [("1", "ex-a/n", "right"), ("1", "ex-a/f", "not run"), ("1", "ex-b/f", "not run")]
    marks, out_of = marks_from(rows, asked, "1", {"ex-a": 4, "ex-b": 4}, runs=False)
    assert (out_of, marks.loc["1"].tolist()) == ({"ex-a": 4, "ex-b": None}, [4, "unmarked"])
    rows = [("1", "ex-a/n", "right"), ("1", "ex-a/f", "wrong"), ("1", "ex-b/f", "right")]
    marks, out_of = marks_from(rows, asked, "1", {"ex-a": 4, "ex-b": 4})
    assert (out_of, marks.loc["1"].tolist()) == ({"ex-a": 4, "ex-b": 4}, [2, 4])


def test_what_was_corrected_is_not_taken_up_again_before_what_was_not():
    rows = [(file, "ex-a/n", verdict) for file in "12" for verdict in ("wrong", "right")] + [("1", "ex-a/m", "wrong")]
    tries = tries_of(rows)
    tries["mistake"] = ["3", None, "3", None, "7"]
    asked = ASKED | {"ex-a/m": About("ex-a", "m", "number", [("7", "7", "Not seven.")])}
    groups = [{"title": "A", "rows": [{"words": "Count.", "n_students": 2, "first": 0.5, "last": 0.7}]}]
    said = summary(Results(tries, asked, {"1": "ada", "2": "bob"}), groups)
    assert "Not seven." in said["To take up again"]
    tries = tries[tries["id"] == "ex-a/n"]
    assert "2 of 2 students" in summary(Results(tries, asked, {"1": "ada", "2": "bob"}), groups)["To take up again"]
    assert said["Not understood"].startswith("On every objective that at least half of the students tried, ")


def test_minutes_leave_out_breaks():
    tries = tries_of([("1", id, "right") for id in ("ex-a/n", "ex-a/m", "ex-a/n", "ex-b/open")])
    tries["at"] = [0.0, 60, 60 + 16 * 60, 60 + 18 * 60]
    assert Results(tries, ASKED, {"1": "ada"}).minutes().loc["1"].to_dict() == {"ex-a": 1, "ex-b": 2}


def test_only_all_is_a_hundred_percent():
    assert [percent(one) for one in (0, 0.001, 0.5, 0.999, 1, None)] == [0, 1, 50, 99, 100, None]


def test_times_and_names_that_are_none():
    ends = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00")
    for bad in (None, 5, "yesterday", "2026-11-02T09:00:00", *ends):
        assert seconds_of(bad) is None
    assert seconds_of("2000-01-01T00:01:00.000Z") == 60 + 10957 * 86400
    assert clean("a\u202eb\x00 \n c", 10) == "a b c"
    assert clean("x" * 99, 10) == f"{'x' * 9}…"


def test_objectives_are_those_of_the_chapters():
    found = {as_words(chapter.heading): chapter for chapter in chapters_of(ROOT)}
    for path in CHAPTERS:
        text = prose(path)
        promised, tested = promised_and_tested(text)
        chapter = found[re.sub(r"\$(.*?)\$", r"*\1*", re.search(r"^# (.*)", text, re.MULTILINE)[1])]
        assert len(chapter.objectives) == len(promised)
        assert chapter.tested == tested
        assert not any("$" in words or "\n" in words for words in chapter.objectives)


def test_predictions_are_shown_and_bear_no_marks(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "_added", [*folders._added])
    own_exercises.write(tmp_path / "week")
    questions = questions_by_id(folder=tmp_path / "week")
    answers = {"ada": ("12", "6"), "bob": ("4", "6"), "cora": ("4", "12")}
    made = {}
    for student, (expected, counted) in answers.items():
        verdict = "right" if counted == "6" else "wrong"
        tries = {
            "pre-own-pairs/pairs-of-four-objects": tried(MONDAY, expected, "foretold"),
            "ex-own-pairs/pairs": tried(MONDAY, counted, verdict),
        }
        entries = [
            {"id": id, "asked": fingerprint(questions[id]), "tries": [one], "solution_opened": None}
            for id, one in tries.items()
        ]
        made[student] = file_of(student, entries)
    put(tmp_path / "in", made)
    count, *_ = mark(tmp_path / "in", tmp_path / "out", own=tmp_path / "week", run=False)
    assert count == 3
    marks = pd.read_csv(tmp_path / "out" / "marks.csv").set_index("student")
    assert list(marks.columns) == ["file", "ex-own-pairs", "points", "out of", "notes"]
    assert marks["points"].tolist() == [1, 1, 0]
    page = BeautifulSoup((tmp_path / "out" / "class.html").read_text("utf-8"), "html.parser")
    article = page.select_one("[id='pre-own-pairs/pairs-of-four-objects']")
    assert "a prediction, not marked · answered by 3" in " ".join(article.get_text(" ", strip=True).split())
    assert [one.get_text(" ", strip=True) for one in article.select(".answers li")] == ["4 2", "12 1"]
    # Points cannot be set for a prediction either.
    (tmp_path / "course.yml").write_text("exercises: week\nassignments:\n  other: {exercises: [pre-own-pairs]}\n")
    with pytest.raises(ValueError, match=r"line 3: exercises must be those of the book. There is no 'pre-own-pairs'\."):
        mark(tmp_path / "in", tmp_path / "other", course=tmp_path / "course.yml")


def test_a_number_is_shown_in_one_way_however_large_it_is():
    texts = ["0.50", " .5", "50%", "1/2", "1,000", "1e999", "two"]
    hand_in = SimpleNamespace(name="a", data=answered({"a": [(TP, text, "wrong") for text in texts]})["a"])
    tries, _ = tries_of_book([hand_in], questions_by_id(folder=ROOT / "book"))
    assert list(tries["shown"]) == ["0.5", "0.5", "0.5", "1/2", "1000", "1e999", "two"]
