"""Hand-ins are marked: no file ends the run, doubts wait for a decision, and corrections say what they change."""

import json
import zipfile

import pandas as pd
import pytest
from bs4 import BeautifulSoup
from class_of_forty import (
    MONDAY,
    QUESTIONS,
    RAND_C,
    TP,
    WHOLE,
    answered,
    decide,
    file_of,
    packed,
    put,
    tried,
)
from class_of_forty import right_answer as class_right
from drawn_homework import ALL, handed_in, right_answer, tempted, written
from marking import zips
from marking.command import mark

TN = "ex-pairs-move/tn"
N_APART = class_right(QUESTIONS[TN])


def table(out, name):
    found = pd.read_csv(out / name, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    return found.set_index("name")


def why(marked):
    """Say what is doubtful, by the name of the file."""
    return {row[0]: row[4] for row in marked.look}


def scores(out):
    return table(out, "scores.csv")["score"].astype(float).to_dict()


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def handed(tmp_path):
    """Write the files of three students, who answer 2, 4 and 2 for tp; eve answers nothing else."""
    given = {
        "ada": [(TP, "2", "right"), (TN, N_APART, "right"), (RAND_C, WHOLE, "right")],
        "bob": [(TP, "4", "wrong"), (TN, N_APART, "right"), (RAND_C, "no function", "wrong")],
        "eve": [(TP, "2", "right")],
    }
    return put(tmp_path / "in", answered(given))


# ---- single files


def test_a_bad_file_costs_a_row_and_never_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(zips, "MOST_BYTES", 20_000)
    good = answered({"ada": [(TP, "2", "right")]})
    entry = good["ada"]["answers"][0]
    bad = {
        "empty": ("", "It's empty."),
        "list": ("[]", "It isn't a file of answers"),
        "deep": ("[" * 5000, "It isn't JSON, or was cut off"),
        "number": ('{"format": "aucc-teach-answers", "version": 1, "made": ' + "9" * 5000 + "}", "It isn't JSON"),
        "later": ({"format": "aucc-teach-answers", "version": 2}, "It is of version 2"),
        "large": (good["ada"] | {"more": "x" * 30_000}, "million bytes"),
    }
    strange = {
        # Canonical JSON has no such number, so there is no digest of it.
        "=odd()": (entry | {"tries": [tried(MONDAY, 10**400, "right")]}, "its digest doesn't fit"),
        "script": (entry | {"id": "ex-none/<script>"}, "questions that this book doesn't have: ex-none/<script>"),
    }
    made = {
        "script": file_of("", [strange["script"][0]]),
        "=odd()": file_of("", []) | {"answers": [strange["=odd()"][0]]},
    }
    later = entry | {"tries": [tried(MONDAY.replace(hour=12), "2", "right")]}
    retired = {"retired": file_of("", [later, later | {"id": "ex-tour-stretch/aucc"}])}
    put(tmp_path / "in", good | {name: content for name, (content, _) in bad.items()} | made | retired)
    (tmp_path / "in" / "essay.pdf").write_bytes(b"%PDF")
    (tmp_path / "in" / "ada.txt").write_bytes(b"A file beside one that can be read says nothing.")
    marked = mark(tmp_path / "in", tmp_path / "out", exercises=["ex-pairs-move"])
    found = why(marked)
    expected = {f"{name}.json": words for name, (_, words) in (bad | strange).items() if name != "script"}
    expected |= {"essay.pdf": "its name ends in neither .json nor .zip."}
    expected["script.json"] = "It answers nothing that was set: it's from another chapter, or empty."
    assert found.keys() == expected.keys()
    assert {name: found[name] for name, words in expected.items() if words not in found[name]} == {}
    assert strange["script"][1] in why(mark(tmp_path / "in", tmp_path / "out"))["script.json"]
    # A question that the book has retired counts neither for nor against.
    decided = decide(tmp_path / "out", lambda row: "leave out")
    mark(tmp_path / "in", tmp_path / "out", look=decided)
    assert scores(tmp_path / "out") == {"ada": 1, "retired": 1}
    # A spreadsheet must not take a name for a formula, nor a browser for a part of the page.
    assert "'=odd()" in table(tmp_path / "out", "look.csv").index
    assert "<script" not in (tmp_path / "out" / "class.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("made", "at", "on_disk", "doubt"),
    [
        ("2024-11-04T08:00:00Z", "2024-11-04T09:00:00Z", None, "1 try in it is later than the time at which it was"),
        ("2024-13-04T08:00:00Z", "2024-11-04T09:00:00Z", None, "time at which it was saved can't be read: '2024-13"),
        ("2024-11-04T10:00:00Z", "monday", None, "The time of a try can't be read: 'monday'."),
        ("2024-11-04T10:00:00Z", "2024-11-04T09:00:00Z", (2024, 11, 1, 0, 0, 0), "saved on 2024-11-04, and it was"),
        # Zips have no time zone, so a few hours prove nothing; 1980 is what a zip has without a time.
        ("2024-11-04T10:00:00Z", "2024-11-04T09:00:00Z", (2024, 11, 3, 22, 0, 0), None),
        ("2024-11-04T10:00:00Z", "2024-11-04T09:00:00Z", (1980, 1, 1, 0, 0, 0), None),
    ],
)
def test_times_that_cannot_be_are_named(tmp_path, made, at, on_disk, doubt):
    entry = answered({"ada": [(TP, "2", "right")]})["ada"]["answers"][0]
    entry["tries"][0]["at"] = at
    info = zipfile.ZipInfo("ada.json", on_disk or (2026, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.writestr(info, json.dumps(file_of("", [entry]) | {"made": made}))
    found = why(mark(tmp_path / "in.zip", tmp_path / "out"))
    assert doubt in found["ada.json"] if doubt else found == {}


def test_what_students_wrote_is_shown_and_not_run(tmp_path):
    """Each student's last text, whole and as it was written, and no points."""
    id = "ex-pairs-noise/write-your-answer-down-then-tick-what-it"
    text = f"It <b>depends</b>,\n\n\N{MINUS SIGN}1 & so on. {'x' * 3900}."
    texts = {
        "ada": [{"text": "A first try.", "ticked": []}, {"text": text, "ticked": [0, 2]}],
        "cora": [{"text": "x" * 4001, "ticked": []}],
    }
    put(tmp_path / "in", answered({name: [(id, one, "foretold") for one in them] for name, them in texts.items()}))
    marked = mark(tmp_path / "in", tmp_path / "out", run=False)
    assert list(why(marked)) == ["cora.json"]
    shown = pd.read_csv(tmp_path / "out" / "verdicts.csv").set_index("name")["answer"]
    assert shown["ada"] == text
    assert marked.most == 0


# ---- decisions


def test_scores_are_written_once_every_row_has_a_decision(handed, tmp_path):
    out, data = tmp_path / "out", json.loads((handed / "bob.json").read_text())
    put(handed, {"bob": data | {"digest": "0"}, "cut": "{"})
    (handed / "more").mkdir()
    put(handed / "more", {"ada": answered({"ada": [(TP, "4", "wrong")]})["ada"]})
    mark(handed, out, run=False)
    look = table(out, "look.csv")
    assert look["file"].tolist() == ["ada.json", "bob.json", "cut.json", "more/ada.json"]
    assert look["score"].tolist() == ["2", "1", "", "0"]
    choices = {"ada.json": "leave out", "bob.json": "count", "cut.json": "leave out", "more/ada.json": ""}
    again = mark(handed, out, look=decide(out, lambda row: choices[row["file"]]), run=False)
    assert again.n_open == 1
    assert not (out / "scores.csv").exists()
    # What was decided stays in the table.
    assert dict(zip(*(table(out, "look.csv")[name] for name in ("file", "decision")), strict=True)) == choices
    choices["more/ada.json"] = "count"
    mark(handed, out, look=decide(out, lambda row: choices[row["file"]]), run=False)
    assert scores(out) == {"ada": 0, "bob": 1, "eve": 1}
    # Another doubt about a file comes up: it's asked again, and the scores of before are gone.
    put(handed, {"bob": data | {"digest": "0", "made": "2020-01-01T00:00:00Z"}})
    assert mark(handed, out, look=out / "look.csv", run=False).n_open == 1
    assert not (out / "scores.csv").exists()


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"cut.json": "count"}, r"look.csv: cut.json can't count, because it can't be marked"),
        ({"ada.json": "count", "more/ada.json": "count"}, r"look.csv: only one file of 'ada' can count. Got 2"),
        ({"ada.json": "yes"}, r"look.csv, row 2 \(ada.json\): the decision must be count or leave out. Got 'yes'"),
    ],
)
def test_decisions_that_cannot_be_are_refused_before_anything_is_written(handed, tmp_path, choice, message):
    out = tmp_path / "out"
    (handed / "more").mkdir()
    put(handed / "more", {"ada": answered({"ada": [(TP, "4", "wrong")]})["ada"]})
    put(handed, {"cut": "{"})
    mark(handed, out, run=False)
    look = decide(out, lambda row: choice.get(row["file"], "leave out"))
    before = contents(out)
    with pytest.raises(ValueError, match=message):
        mark(handed, out, look=look, run=False)
    assert contents(out) == before


def test_files_that_are_by_others_or_of_another_chapter_are_named(handed, tmp_path):
    data = json.loads((handed / "ada.json").read_text())
    made = answered({"dan": [("ex-rand-unequal/two-clusters-of-equal-size-have-a-level", None, "wrong")]})["dan"]
    made["answers"][0]["id"] = "ex-chance-four/mean-of-tp"
    put(handed, {"eve": data | {"student": "Bob"}, "dan": file_of("", made["answers"])})
    marked = mark(handed, tmp_path / "out", run=False)
    found = why(marked)
    assert "It says that it's by 'Bob', and it came from 'eve'." in found["eve.json"]
    assert "It has the answers and times of ada.json." in found["eve.json"]
    assert found["dan.json"] == "It answers nothing that was set: it's from another chapter, or empty."
    assert found.keys() == {"ada.json", "dan.json", "eve.json"}
    assert any("Correcting for chance (1 file)" in words for words in marked.said)


# ---- corrections

CORRECTIONS = {
    "drop": ("do: drop", {"ada": -1, "bob": 0, "eve": -1}),
    "give": ("do: give", {"ada": 0, "bob": 1, "eve": 0}),
    "accept": ("do: accept\n  answers: ['4']", {"ada": 0, "bob": 1, "eve": 0}),
    "mistake": ("do: accept\n  answers: [8/2]", {"ada": 0, "bob": 1, "eve": 0}),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_a_correction_moves_scores_and_says_why(handed, tmp_path, name):
    said, moves = CORRECTIONS[name]
    old = mark(handed, tmp_path / "old")
    (tmp_path / "c.yml").write_text(f"- question: {TP}\n  {said}\n  because: It was so.\n")
    new = mark(handed, tmp_path / "new", corrections=tmp_path / "c.yml", before=tmp_path / "old")
    assert new.most == old.most - (name == "drop")
    before, after = scores(tmp_path / "old"), scores(tmp_path / "new")
    assert {student: after[student] - before[student] for student in before} == moves
    moved = table(tmp_path / "new", "moved.csv")
    assert moved.index.tolist() == [student for student, by in moves.items() if by]
    assert set(moved["why"]) == {f"{TP}: It was so."}
    back = mark(handed, tmp_path / "back", before=tmp_path / "new")
    assert {row[-1] for row in back.moved} == {f"{TP}: the correction was taken back"}
    # Nothing has moved where nothing has changed, and two markings write the same bytes.
    assert mark(handed, tmp_path / "again" / "old", before=tmp_path / "old").moved == []
    written = contents(tmp_path / "again" / "old")
    assert {file: content for file, content in written.items() if file != "moved.csv"} == contents(tmp_path / "old")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("question: a", r"c.yml must be a list of corrections, each with question, do, answers, because"),
        (f"- {{question: {TP}, do: drop, becase: x}}", r"correction 1 \(ex-pairs-move/tp\): there is no 'becase' here"),
        (f"- {{question: {TP}, do: skip, because: x}}", r"'do' must be accept, drop or give. Got 'skip'"),
        (f"- {{question: {TP}, do: accept, because: x}}", r"must have answers if, and only if, it is to accept them"),
        ("- {question: ex-none/n, do: drop, because: x}", r"c.yml: 'ex-none/n' must be a question that is marked here"),
        (f"- {{question: {TP}, do: accept, answers: ['7'], because: x}}", r"Nobody has '7'. There are '4'"),
        (f"- {{question: {TP}, do: drop, because: [x", r"c.yml must be YAML in UTF-8"),
    ],
)
def test_corrections_that_say_nothing_are_refused(handed, tmp_path, text, message):
    (tmp_path / "c.yml").write_text(text)
    with pytest.raises(ValueError, match=message):
        mark(handed, tmp_path / "out", corrections=tmp_path / "c.yml", run=False)
    assert not (tmp_path / "out" / "class.html").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"exercises": ["ex-pairs-mvoe"]}, r"Got 'ex-pairs-mvoe'. Nearest: ex-pairs-move"),
        ({"exercises": ["ex-rand-zero"]}, r"Got 'ex-rand-zero'. The chapter rand_c no longer asks it"),
        ({"before": "."}, r"--before must be the folder of a marking with scores. .* has no scores.csv"),
        ({"look": "none.csv"}, r"a table must be in a file. Got 'none.csv'"),
    ],
)
def test_what_there_is_not_is_refused(handed, tmp_path, options, message):
    with pytest.raises(ValueError, match=message):
        mark(handed, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


# ---- homework that was drawn


def test_homework_is_marked_by_its_key(tmp_path):
    """Right and tempting answers, answers that cannot be read, and the file of somebody for whom nothing was drawn."""
    written(tmp_path / "drawn", ("ada", "bob", "dan", "eve"), ALL[:3])
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    made = {
        "ada": handed_in(key, "ada", right_answer),
        "bob": handed_in(key, "bob", tempted),
        "dan": handed_in(key, "dan", lambda item, one: "two"),
        "cora": handed_in(key, "ada", right_answer) | {"student": "cora"},
        # The answers are to the questions of another draw.
        "eve": handed_in(key, "ada", right_answer) | {"student": "eve"},
    }
    (tmp_path / "in.zip").write_bytes(packed({f"{name}.json": data for name, data in made.items()}))
    marked = mark(tmp_path / "in.zip", tmp_path / "out", key=tmp_path / "drawn" / "key.json")
    found = why(marked)
    assert found.keys() == {"ada.json", "dan.json", "cora.json", "eve.json"}
    assert "has no student 'cora'" in found["cora.json"]
    assert found["dan.json"].startswith("It can't be read, and may have been meant right: hw-1-counts/1 (two)")
    assert "It answers questions that were drawn otherwise, and they aren't marked" in found["eve.json"]
    decided = decide(tmp_path / "out", lambda row: "leave out" if row["name"] in ("cora", "eve") else "count")
    marked = mark(tmp_path / "in.zip", tmp_path / "out", key=tmp_path / "drawn" / "key.json", look=decided)
    assert scores(tmp_path / "out") == {"ada": marked.most, "bob": 0, "dan": 0}
    page = BeautifulSoup((tmp_path / "out" / "class.html").read_text("utf-8"), "html.parser")
    mistakes = {row["data-mistake"].split("/")[0] for row in page.select("[data-mistake]")}
    assert mistakes == {family.name for family in ALL[:3]}
