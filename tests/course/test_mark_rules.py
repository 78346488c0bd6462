"""A class is marked by the rules of its course, and again after corrections: which marks move, and what is kept."""

import json
from datetime import timedelta

import pandas as pd
import pytest
from class_of_forty import MONDAY, QUESTIONS, RAND_C, TP, WHOLE, answered, by_kind, is_marked, put
from class_of_forty import right_answer as class_right
from drawn_homework import ALL, handed_in, right_answer, tempted, written
from key_files import mark_homework
from marking import history
from marking.command import mark

TN = "ex-pairs-move/tn"
OTHER = "ex-chance-cards/m2"
N_APART = class_right(QUESTIONS[TN])
WEEK = """\
assignments:
  week1:
    exercises: [ex-pairs-move, ex-rand-table]
"""


def course(folder, text=WEEK):
    (folder / "course.yml").write_text(text)
    return folder / "course.yml"


def marks_in(out):
    table = pd.read_csv(out / "marks.csv", dtype=str, keep_default_na=False, encoding="utf-8-sig")
    return table.set_index("student")


def points_in(out):
    return {student: float(points or -1) for student, points in marks_in(out)["points"].items()}


@pytest.fixture
def handed(tmp_path):
    """Write the files of three students, who answer 2, 4 and 2 for tp; eve answers nothing else."""
    given = {
        "ada": [(TP, "2", "right"), (TN, N_APART, "right"), (RAND_C, WHOLE, "right")],
        "bob": [(TP, "4", "wrong"), (TN, N_APART, "right"), (RAND_C, "no function", "wrong")],
        "eve": [(TP, "2", "right")],
    }
    put(tmp_path / "in", answered(given))
    return tmp_path / "in"


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---- what a mark is out of


def test_a_mark_is_out_of_the_exercises_that_were_set_whoever_has_answered_them(handed, tmp_path):
    mark(handed, tmp_path / "week1", course=course(tmp_path))
    labels = ("ex-pairs-move", "ex-rand-table")
    out_of = sum(is_marked(one) for id, one in QUESTIONS.items() if id.partition("/")[0] in labels)
    assert set(marks_in(tmp_path / "week1")["out of"].astype(float)) == {out_of}
    for name in ("ada", "bob"):
        (handed / f"{name}.json").unlink()
    mark(handed, tmp_path / "alone" / "week1", course=course(tmp_path))
    assert set(marks_in(tmp_path / "alone" / "week1")["out of"].astype(float)) == {out_of}
    text = WEEK + "    out of: 20\n    points: {ex-rand-table: 3, ex-pairs-move/tp: 2}\n"
    mark(handed, tmp_path / "scaled" / "week1", course=course(tmp_path, text))
    alone = marks_in(tmp_path / "scaled" / "week1").loc["eve"]
    # tp has two points, the two other questions one each, and the other exercise three.
    assert (float(alone["ex-pairs-move"]), float(alone["points"]), float(alone["out of"])) == (
        2,
        round(2 * 20 / 7, 2),
        20,
    )


@pytest.mark.parametrize(("which", "file"), [("last", "c.json"), ("first", "a.json"), ("best", "b.json")])
def test_so_is_the_file_of_those_who_hand_in_twice(tmp_path, which, file):
    made = {}
    for i, (name, answer) in enumerate({"a": "4", "b": "2", "c": "6"}.items()):
        made[name] = answered({"ada": [(TP, answer, "right")]})["ada"]
        made[name]["made"] = (MONDAY + timedelta(hours=i)).isoformat()
    text = f"tries: {which}\n{WEEK}"
    _, notes, _ = mark(put(tmp_path / "in", made), tmp_path / "week1", course=course(tmp_path, text))
    assert marks_in(tmp_path / "week1").loc["ada", "file"] == file
    assert by_kind(notes)["twice"][0].words == f"3 files name the student 'ada'. {file} counts, the {which}."


# ---- corrections

CORRECTIONS = {
    "drop": ("{do: drop, because: It was not taught.}", {"ada": "-1", "bob": "0", "eve": "-2"}),
    "give": ("{do: give, because: The figure was missing.}", {"ada": "0", "bob": "1", "eve": "0"}),
    "accept": ("{do: accept, answers: ['4'], because: It can be read so.}", {"ada": "0", "bob": "1", "eve": "0"}),
    "mistake": ("{do: accept, answers: [8/2], because: It can be read so.}", {"ada": "0", "bob": "1", "eve": "0"}),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_a_correction_moves_marks_and_says_why(handed, tmp_path, name):
    said, moves = CORRECTIONS[name]
    out = tmp_path / "week1"
    assert mark(handed, out, course=course(tmp_path))[2] == []
    before, written_before = points_in(out), contents(out)
    out_of = float(marks_in(out)["out of"].iloc[0])
    _, _, moved = mark(handed, out, course=course(tmp_path, f"{WEEK}    corrections:\n      {TP}: {said}\n"))
    # Without a question that can be marked, there is no mark, here -1.
    after, now_out_of = points_in(out), float(marks_in(out)["out of"].iloc[0])
    assert {student: after[student] - before[student] for student in before} == {s: int(by) for s, by in moves.items()}
    assert now_out_of == out_of - (name == "drop")
    because = said.partition("because: ")[2].rstrip("}")
    expected = [one for one in before if int(moves[one]) or name == "drop"]
    assert [one["student"] for one in moved] == expected
    for one in moved:
        assert one["why"] == f"{TP}: {because}"
        assert (float(one["before"] or -1), float(one["after"] or -1)) == (
            before[one["student"]],
            after[one["student"]],
        )
    # The earlier files are kept unchanged.
    kept = {
        path.relative_to("before/1"): content for path, content in contents(out).items() if path.parts[0] == "before"
    }
    assert kept == {path: content for path, content in written_before.items() if path.name != "functions.jsonl"}
    assert pd.read_csv(out / "moved.csv")["student"].tolist() == expected


def test_each_marking_adds_to_what_has_moved_and_nothing_is_lost(handed, tmp_path):
    out = tmp_path / "week1"
    give = f"{WEEK}    corrections:\n      {TP}: {{do: give, because: It was missing.}}\n"
    texts = [WEEK, give, give, WEEK, f"{WEEK}    points: {{{TN}: 3}}\n"]
    for text in texts:
        mark(handed, out, course=course(tmp_path, text))
    assert sorted(path.name for path in (out / "before").iterdir()) == ["1", "2", "3"]
    moved = pd.read_csv(out / "moved.csv").groupby("marking")["why"].agg(list).to_dict()
    assert moved[2] == [f"{TP}: It was missing."]
    assert moved[3] == [f"{TP}: the correction was taken back"]
    assert set(moved[4]) == {f"{TN}: the question has other points", "the rules have changed"}


def test_another_file_is_the_reason_that_is_given(handed, tmp_path):
    out = tmp_path / "week1"
    mark(handed, out, course=course(tmp_path))
    later = answered({"eve": [(TN, N_APART, "right"), (RAND_C, WHOLE, "right")]})["eve"]
    later["made"] = (MONDAY + timedelta(days=1)).isoformat()
    put(handed, {"again": later})
    (handed / "bob.json").unlink()
    moved = {one["student"]: one["why"] for one in mark(handed, out, course=course(tmp_path))[2]}
    assert moved["eve"].startswith("the file that counts is again.json, and was eve.json")
    assert moved["bob"].startswith("the file that counts is none, and was bob.json")
    assert list(moved) == ["bob", "eve"]


def test_a_file_of_another_chapter_is_named_and_counts_only_if_there_is_no_other(handed, tmp_path):
    other = answered({"eve": [(OTHER, "7", "wrong")], "zoe": [(OTHER, "7", "wrong")], "fay": []})
    other["eve"]["made"] = (MONDAY + timedelta(days=1)).isoformat()
    put(handed, {"later": other["eve"], "zoe": other["zoe"], "fay": other["fay"]})
    _, notes, _ = mark(handed, tmp_path / "week1", course=course(tmp_path), run=False)
    assert {note.files[0]: note.words for note in by_kind(notes)["elsewhere"]} == {
        "fay.json": "it holds no answer",
        "later.json": "it answers ex-chance-cards",
        "zoe.json": "it answers ex-chance-cards",
    }
    marks = marks_in(tmp_path / "week1")
    assert marks.loc["eve", ["file", "points"]].tolist() == ["eve.json", "1"]
    assert marks.loc["zoe", ["points", "notes"]].tolist() == ["", "elsewhere: it answers ex-chance-cards"]


def test_two_runs_give_the_same_bytes(handed, tmp_path):
    for out in (tmp_path / "a" / "week1", tmp_path / "b" / "week1"):
        mark(handed, out, course=course(tmp_path))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    again = contents(tmp_path / "a")
    mark(handed, tmp_path / "a" / "week1", course=course(tmp_path))
    assert contents(tmp_path / "a") == again


def test_names_are_checked_before_anything_is_written(handed, tmp_path):
    accept = "{{do: accept, answers: ['4', {}], because: It can be read so.}}"
    for text, says in (
        (
            f"{WEEK}    corrections:\n      ex-rand-wine/n: {{do: drop, because: No.}}\n",
            "line 5: corrections must name",
        ),
        (f"{WEEK}    points: {{ex-rand-wine: 2}}\n", "line 4: points must name"),
        # Another assignment is checked as well, before its week has come.
        (
            f"{WEEK}  week9:\n    exercises: [ex-pairs-mvoe]\n",
            "line 5: exercises must be those of the book. There is no 'ex-pairs-mvoe'. Nearest: ex-pairs-move, ",
        ),
        (
            f"{WEEK}    corrections:\n      {TP}: {accept.format('5')}\n",
            r"line 5: answers must be wrong ones that were given, or .* Nobody has '5'. There are '4'\.",
        ),
        (WEEK.replace("week1", "week2"), "the assignment must be one of .*: week2. Got 'week1'"),
    ):
        with pytest.raises(ValueError, match=says):
            mark(handed, tmp_path / "week1", course=course(tmp_path, text))
    for more in ({"key": "key.json"}, {"roster": "roster.csv"}, {"own": "own"}):
        with pytest.raises(ValueError, match="are named there"):
            mark(handed, tmp_path / "week1", course=course(tmp_path), **more)
    with pytest.raises(ValueError, match="an assignment is named in the rules of a course"):
        mark(handed, tmp_path / "week1", assignment="week1")
    # Only the results of functions are kept.
    assert {path.name for path in (tmp_path / "week1").glob("*")} <= {"functions.jsonl"}


# ---- drawn homework


def test_drawn_homework_takes_points_by_family_and_accepts_a_mistake_by_its_name(tmp_path):
    family = ALL[0].name
    written(tmp_path / "drawn", ("ada", "bob"), ALL[:2], points={family: 3})
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    made = {"ada": handed_in(key, "ada", right_answer), "bob": handed_in(key, "bob", tempted)}
    put(tmp_path / "in", made)
    text = f"assignments:\n  week2:\n    key: drawn/key.json\n    points: {{{family}: 3}}\n"
    mark(tmp_path / "in", tmp_path / "week2", course=course(tmp_path, text))
    first, second = ([one for one in key["students"]["ada"][i]["questions"]] for i in (0, 1))
    assert len(first) > 1
    assert sum(one["points"] for one in first) == 3
    most = 3 + sum(one["points"] for one in second)
    assert points_in(tmp_path / "week2") == {"ada": most, "bob": 0}
    bobs = mark_homework(key, made["bob"], run=None)
    mistakes = {one.id: one.mistake for one in bobs if one.mistake and one.family == family}
    corrections = "".join(
        f"      {id}: {{do: accept, answers: [{name}], because: So be it.}}\n" for id, name in mistakes.items()
    )
    _, _, moved = mark(
        tmp_path / "in", tmp_path / "week2", course=course(tmp_path, f"{text}    corrections:\n{corrections}")
    )
    assert [one["student"] for one in moved] == ["bob"]
    assert all(f"{id}: So be it." in moved[0]["why"] for id in mistakes)
    assert points_in(tmp_path / "week2")["bob"] == round(3 * len(mistakes) / len(first), 2) > 0


# ---- a run that is ended


def test_a_run_that_is_ended_goes_on_where_it_was(handed, tmp_path, monkeypatch):
    out = tmp_path / "week1"
    texts = []

    def run(task, text):
        texts.append(text)
        if text == "no function":
            raise KeyboardInterrupt
        return "right", "So it is."

    monkeypatch.setattr("marking.command.runner", lambda: ("process", run))
    mark(handed, tmp_path / "whole" / "week1", course=course(tmp_path), run=False)
    with pytest.raises(KeyboardInterrupt):
        mark(handed, out, course=course(tmp_path))
    assert WHOLE in texts
    (kept,) = out.iterdir()
    assert kept.name == "functions.jsonl"
    # The interruption may leave half a line.
    kept.write_text(kept.read_text() + '["half')
    texts.clear()
    monkeypatch.setattr(
        "marking.command.runner", lambda: ("process", lambda *one: texts.append(one) or ("wrong", "No."))
    )
    mark(handed, out, course=course(tmp_path))
    assert [text for _, text in texts] == ["no function"]
    assert marks_in(out).loc["ada", "ex-rand-table"] == "1"


def test_what_was_marked_stays_if_the_next_marking_is_ended(handed, tmp_path, monkeypatch):
    out = tmp_path / "week1"
    mark(handed, out, course=course(tmp_path))
    before = contents(out)
    drop = f"{WEEK}    corrections:\n      {TP}: {{do: drop, because: It was not taught.}}\n"
    write = history.write_at_once

    def fails(path, content):
        if path == out / "marks.csv":
            raise OSError("no space left")
        write(path, content)

    monkeypatch.setattr(history, "write_at_once", fails)
    with pytest.raises(OSError, match="no space left"):
        mark(handed, out, course=course(tmp_path, drop))
    after = contents(out)
    assert {path.relative_to("before/1") for path in after if path.parts[0] == "before"} < set(before)
    assert after[(out / "marks.csv").relative_to(out)] == before[(out / "marks.csv").relative_to(out)]
    monkeypatch.undo()
    _, _, moved = mark(handed, out, course=course(tmp_path, drop))
    assert len(moved) == 3
    assert len(pd.read_csv(out / "moved.csv")) == 3
