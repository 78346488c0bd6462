"""A class is marked by the rules of its course, and again when they are corrected: what moves, and what is kept."""

import json
import re
import zipfile
from datetime import timedelta

import pandas as pd
import pytest
from class_of_forty import MONDAY, QUESTIONS, RAND_C, TP, WHOLE, answered, by_kind, is_marked, put, tried
from class_of_forty import right_answer as class_right
from grades import grades_of
from marking import record
from marking.command import mark
from test_homework import ALL, handed_in, right_answer, written
from test_mark import tempted

from aucc_teach.exercises import digest_of

TN = "ex-pairs-move/tn"
N_APART = class_right(QUESTIONS[TN])
WEEK = """\
zone: UTC
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
    """Three students who say that tp is 2, 4 and 2; one of them has answered nothing else."""
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
    # Two for tp and one for each of the two others, and three for the rest.
    assert (float(alone["ex-pairs-move"]), float(alone["points"]), float(alone["out of"])) == (
        2,
        round(2 * 20 / 7, 2),
        20,
    )


@pytest.mark.parametrize(("which", "points"), [("last", 0), ("first", 0), ("best", 1)])
def test_the_try_that_counts_is_the_one_of_the_rules(tmp_path, which, points):
    made = answered({"ada": [(TP, "4", "wrong")]})
    made["ada"]["answers"][0]["tries"] = [
        tried(MONDAY + timedelta(minutes=i), answer, "right" if answer == "2" else "wrong")
        for i, answer in enumerate(("4", "2", "6"))
    ]
    text = f"tries: {which}\n{WEEK}"
    mark(put(tmp_path / "in", made), tmp_path / "week1", course=course(tmp_path, text))
    assert points_in(tmp_path / "week1") == {"ada": points}


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


def test_late_days_cost_what_the_rules_say(tmp_path):
    made = answered(
        {name: [(TP, "2", "right"), (TN, N_APART, "right")] for name in ("ada", "bob", "cora", "dan", "eve")}
    )
    for days, student in enumerate(("ada", "bob", "cora", "dan")):
        made[student]["made"] = (MONDAY + timedelta(days=days)).isoformat()
    made["eve"]["made"] = "at noon"
    due = f"    due: {MONDAY:%Y-%m-%d %H:%M}\n    extensions: {{cora: {MONDAY + timedelta(days=1):%Y-%m-%d %H:%M}}}\n"
    text = f"late: {{cost: 25, days: 2}}\n{WEEK}{due}"
    _, notes, _ = mark(put(tmp_path / "in", made), tmp_path / "week1", course=course(tmp_path, text))
    whole = points_in(tmp_path / "week1")["ada"]
    assert whole == 2
    assert points_in(tmp_path / "week1") == {"ada": 2, "bob": 1.5, "cora": 1.5, "dan": 0, "eve": 2}
    assert marks_in(tmp_path / "week1")["days late"].tolist() == ["0", "1", "1", "3", "0"]
    with zipfile.ZipFile(tmp_path / "week1" / "handed-back.zip") as back:
        pages = {name: back.read(name).decode() for name in back.namelist()}
    told = {name: re.findall(r"The file came (.*?)\.</p>", page) for name, page in pages.items()}
    assert sorted(map(len, told.values())) == [0, 0, 1, 1, 1]
    assert sum("3 days late, which cost 100 percent of the points" in one for one in told.values()) == 1
    assert [one.words for one in by_kind(notes)["late"]] == [
        "1 day late, which costs 25 percent of the points",
        "1 day late, which costs 25 percent of the points",
        "3 days late, which cost 100 percent of the points",
    ]


# ---- corrections

CORRECTIONS = {
    "drop": ("{do: drop, because: It was not taught.}", {"ada": "-1", "bob": "0", "eve": "-2"}),
    "give": ("{do: give, because: The figure was missing.}", {"ada": "0", "bob": "1", "eve": "0"}),
    "accept": ("{do: accept, answers: ['4'], because: It can be read so.}", {"ada": "0", "bob": "1", "eve": "0"}),
    "mistake": ("{do: accept, answers: [8/2, 7], because: It can be read so.}", {"ada": "0", "bob": "1", "eve": "0"}),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_a_correction_moves_marks_and_says_why(handed, tmp_path, name):
    said, moves = CORRECTIONS[name]
    out = tmp_path / "week1"
    assert mark(handed, out, course=course(tmp_path))[2] == []
    before, written_before = points_in(out), contents(out)
    out_of = float(marks_in(out)["out of"].iloc[0])
    _, _, moved = mark(handed, out, course=course(tmp_path, f"{WEEK}    corrections:\n      {TP}: {said}\n"))
    # Where nothing is left that can be marked, there is no mark, here -1.
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
    # What was there before is kept as it was.
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


def test_another_file_or_a_later_due_date_is_the_reason_that_is_given(handed, tmp_path):
    out = tmp_path / "week1"
    due = f"late: {{cost: 50}}\n{WEEK}    due: {MONDAY - timedelta(hours=1):%Y-%m-%d %H:%M}\n"
    mark(handed, out, course=course(tmp_path, due))
    later = answered({"eve": [(TN, N_APART, "right")]})["eve"]
    later["made"] = (MONDAY + timedelta(hours=1)).isoformat()
    put(handed, {"again": later})
    extended = f"{due}    extensions: {{ada: {MONDAY:%Y-%m-%d %H:%M}}}\n"
    moved = {one["student"]: one["why"] for one in mark(handed, out, course=course(tmp_path, extended))[2]}
    # For eve's other file there are as many points.
    assert moved == {"ada": "days late: 0, before 1"}
    assert marks_in(out).loc["eve", "file"] == "again.json"
    (handed / "bob.json").unlink()
    moved = {one["student"]: one["why"] for one in mark(handed, out, course=course(tmp_path, extended))[2]}
    assert moved["bob"].startswith("the file that counts is none, and was bob.json")


def test_two_runs_give_the_same_bytes(handed, tmp_path):
    for out in (tmp_path / "a" / "week1", tmp_path / "b" / "week1"):
        mark(handed, out, course=course(tmp_path))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    again = contents(tmp_path / "a")
    mark(handed, tmp_path / "a" / "week1", course=course(tmp_path))
    assert contents(tmp_path / "a") == again


def test_names_are_checked_before_anything_is_written(handed, tmp_path):
    (tmp_path / "roster.csv").write_text("student\nada\nbob\neve\n")
    for text, says in (
        (
            f"{WEEK}    corrections:\n      ex-rand-zero/n: {{do: drop, because: No.}}\n",
            "line 6: corrections must name",
        ),
        (f"{WEEK}    points: {{ex-rand-zero: 2}}\n", "line 5: points must name"),
        (f"roster: roster.csv\n{WEEK}    due: 2026-11-02\n    extensions: {{zoe: 2026-11-03}}\n", "line 7: extensions"),
        (WEEK.replace("ex-rand-table", "ex-rand-tables"), "line 4: exercises must be those of the book"),
        (WEEK.replace("week1", "week2"), "the assignment must be one of .*: week2. Got 'week1'"),
    ):
        with pytest.raises(ValueError, match=says):
            mark(handed, tmp_path / "week1", course=course(tmp_path, text))
    for more in ({"key": "key.json"}, {"roster": "roster.csv"}, {"own": "own"}):
        with pytest.raises(ValueError, match="are named there"):
            mark(handed, tmp_path / "week1", course=course(tmp_path), **more)
    with pytest.raises(ValueError, match="an assignment is named in the rules of a course"):
        mark(handed, tmp_path / "week1", assignment="week1")
    assert not (tmp_path / "week1").exists()


# ---- drawn homework, and exams


def test_drawn_homework_takes_points_by_family_and_accepts_a_mistake_by_its_name(tmp_path):
    written(tmp_path / "drawn", ("ada", "bob"), ALL[:2])
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    made = {"ada": handed_in(key, "ada", right_answer), "bob": handed_in(key, "bob", tempted)}
    for one in made.values():
        one |= {"book": {"version": "0.2.0", "build": ""}, "made": "", "digest": digest_of(one["answers"])}
    put(tmp_path / "in", made)
    family = ALL[0].name
    text = f"assignments:\n  week2:\n    key: drawn/key.json\n    points: {{{family}: 3}}\n"
    mark(tmp_path / "in", tmp_path / "week2", course=course(tmp_path, text))
    first, second = ([one for one in key["students"]["ada"][i]["questions"]] for i in (0, 1))
    most = 3 * len(first) + sum(one["points"] for one in second)
    assert points_in(tmp_path / "week2") == {"ada": most, "bob": 0}
    answers = pd.read_csv(tmp_path / "week2" / "answers.csv", dtype=str, keep_default_na=False).set_index("student")
    id = first[0]["id"]
    page = (tmp_path / "week2" / "class.html").read_text("utf-8")
    name = next(part.partition('"')[0] for part in page.split('data-mistake="')[1:] if part.startswith(f"{family}/"))
    assert answers.loc["bob", "points"].tolist() == ["0"] * len(answers.loc["bob"])
    corrections = "".join(
        f"      {one['id']}: {{do: accept, answers: [{name}], because: So be it.}}\n" for one in first
    )
    _, _, moved = mark(
        tmp_path / "in", tmp_path / "week2", course=course(tmp_path, f"{text}    corrections:\n{corrections}")
    )
    assert [one["student"] for one in moved] == ["bob"]
    assert "So be it." in moved[0]["why"]
    assert points_in(tmp_path / "week2")["bob"] % 3 == 0
    assert id.partition("/")[0] in moved[0]["why"]


EXAM = "assignments:\n  exam:\n    kind: exam\n    points: {1: 4, 2: 6}\n"


def test_an_exam_that_was_marked_by_hand_is_a_table(tmp_path):
    table = tmp_path / "exam.csv"
    table.write_text("student;1;2\nada;4;5,5\nbob;;2\neve;1;6\n")
    count, _, moved = mark(table, tmp_path / "exam", course=course(tmp_path, EXAM))
    assert (count, moved) == (3, [])
    assert points_in(tmp_path / "exam") == {"ada": 9.5, "bob": 2, "eve": 7}
    assert set(marks_in(tmp_path / "exam")["out of"].astype(float)) == {10}
    text = f"{EXAM}    corrections:\n      1: {{do: give, because: A misprint.}}\n"
    _, _, moved = mark(table, tmp_path / "exam", course=course(tmp_path, text))
    assert [(one["student"], float(one["after"]), one["why"]) for one in moved] == [
        ("bob", 6, "1: A misprint."),
        ("eve", 10, "1: A misprint."),
    ]
    text = f"{EXAM}    corrections:\n      2: {{do: drop, because: Too hard.}}\n    out of: 60\n"
    mark(table, tmp_path / "exam", course=course(tmp_path, text))
    assert points_in(tmp_path / "exam") == {"ada": 60, "bob": 0, "eve": 15}


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("student,1,2\nada,4,7\n", "line 2: question 2 gives from 0 to 6 points. Got '7'"),
        ("student,1,2\nada,4,1\nbob,x,1\n", "line 3: question 1 gives from 0 to 4 points. Got 'x'"),
        ("student,1,2\nada,4,1\nada,1,1\n", "line 3: a student is expected, each once. Got 'ada', who is on line 2"),
        ("student,1,2\n ,4,1\n", "line 2: a student is expected, each once. Got none"),
        ("student,1\nada,4\n", "line 1: expected are columns 1, 2. There is no 2"),
        ("student,1,2,3\nada,4,1,1\n", "line 1: expected are columns 1, 2. Got 3 as well"),
        ("name,1,2\nada,4,1\n", "line 1: expected are the column 'student'"),
    ],
)
def test_a_table_of_points_that_is_wrong_is_named_with_its_line(tmp_path, table, says):
    (tmp_path / "exam.csv").write_text(table)
    with pytest.raises(ValueError, match=says):
        mark(tmp_path / "exam.csv", tmp_path / "exam", course=course(tmp_path, EXAM))
    assert not (tmp_path / "exam").exists()


def test_an_exam_by_hand_has_no_answers_to_accept_and_homework_is_no_table(tmp_path):
    (tmp_path / "exam.csv").write_text("student,1,2\nada,4,1\n")
    text = f"{EXAM}    corrections:\n      1: {{do: accept, answers: [5], because: So be it.}}\n"
    with pytest.raises(ValueError, match="line 6: an exam that was marked by hand has no answers to accept"):
        mark(tmp_path / "exam.csv", tmp_path / "exam", course=course(tmp_path, text))
    with pytest.raises(ValueError, match="'week1' is none"):
        mark(tmp_path / "exam.csv", tmp_path / "week1", course=course(tmp_path))
    with pytest.raises(ValueError, match="must be a table of points"):
        mark(tmp_path, tmp_path / "exam", course=course(tmp_path, EXAM))


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
    # The last line may be half of one.
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
    write = record.write_at_once

    def fails(path, content):
        if path == out / "marks.csv":
            raise OSError("no space left")
        write(path, content)

    monkeypatch.setattr(record, "write_at_once", fails)
    with pytest.raises(OSError, match="no space left"):
        mark(handed, out, course=course(tmp_path, drop))
    after = contents(out)
    assert {path.relative_to("before/1") for path in after if path.parts[0] == "before"} < set(before)
    assert after[(out / "marks.csv").relative_to(out)] == before[(out / "marks.csv").relative_to(out)]
    monkeypatch.undo()
    _, _, moved = mark(handed, out, course=course(tmp_path, drop))
    assert len(moved) == 3
    assert len(pd.read_csv(out / "moved.csv")) == 3


def test_marks_that_a_spreadsheet_has_saved_are_kept_and_compared(handed, tmp_path):
    out = tmp_path / "week1"
    text = f"{WEEK}    out of: 7\n"
    mark(handed, out, course=course(tmp_path, text))
    saved = (out / "marks.csv").read_text("utf-8-sig").replace(".", "\0").replace(",", ";").replace("\0", ",")
    (out / "marks.csv").write_text(saved, encoding="cp1252")
    # What ended on its way to be kept, and folders of others, are no marking.
    for name in (".1", "old"):
        (out / "before" / name).mkdir(parents=True)
    assert mark(handed, out, course=course(tmp_path, text))[2] == []
    assert (out / "before" / "1" / "marks.csv").read_text("cp1252") == saved
    assert marks_in(out).loc["ada", "out of"] == "7"
    give = f"{text}    corrections:\n      {TP}: {{do: give, because: It was missing.}}\n"
    assert [one["student"] for one in mark(handed, out, course=course(tmp_path, give))[2]] == ["bob"]


# ---- the term


def test_grades_add_up_a_term_and_drop_the_lowest(handed, tmp_path):
    text = """\
roster: roster.csv
out of: 10
drop lowest: 1
assignments:
  week1: {exercises: [ex-pairs-move]}
  week2: {exercises: [ex-rand-table]}
  week3: {exercises: [ex-rand-zero]}
  exam: {kind: exam, points: {1: 40}}
"""
    (tmp_path / "roster.csv").write_text("student\nbob\nada\neve\nzoe\n")
    path = course(tmp_path, text)
    with pytest.raises(ValueError, match="an assignment must be marked"):
        grades_of(path, tmp_path)
    mark(handed, tmp_path / "week1", course=path)
    table, left_out = grades_of(path, tmp_path)
    # One homework is not more than is dropped.
    assert (left_out, table["student"].tolist()) == (["week2", "week3", "exam"], ["bob", "ada", "eve", "zoe"])
    assert table["points"].tolist() == [points_in(tmp_path / "week1").get(name) for name in ("bob", "ada", "eve")] + [0]
    assert set(table["out of"]) == {10}
    mark(handed, tmp_path / "week2", course=path)
    (tmp_path / "exam.csv").write_text("student,1\nada,40\nbob,10\nzoe,20\n")
    mark(tmp_path / "exam.csv", tmp_path / "exam", course=path)
    table = grades_of(path, tmp_path)[0].set_index("student")
    assert set(table["out of"]) == {50}
    homework = table[["week1", "week2"]].fillna(0).max(axis=1)
    assert table["points"].to_dict() == (homework + table["exam"].fillna(0)).to_dict()
    assert table["dropped"].to_dict() == table[["week1", "week2"]].fillna(0).idxmin(axis=1).to_dict()


def test_free_days_of_the_term_are_spent_on_what_is_due_first(tmp_path):
    days = {"ada": (1, 2), "bob": (4, 0), "eve": (0, 0)}
    text = """\
zone: UTC
late: {cost: 10, days: 3, free: 2}
assignments:
"""
    for week in (1, 0):  # the second week stands first
        made = answered({student: [(TP, "2", "right")] for student in days})
        for student, late in days.items():
            made[student]["made"] = (MONDAY + timedelta(days=7 * week + late[week] - 0.5)).isoformat()
        put(tmp_path / f"in{week}", made)
        points = f"points: {{{TP}: 10}}, due: {MONDAY + timedelta(days=7 * week):%Y-%m-%d %H:%M}"
        text += f"  week{week}: {{exercises: [ex-pairs-move], out of: 30, {points}}}\n"
    path = course(tmp_path, text)
    for week in (0, 1):
        mark(tmp_path / f"in{week}", tmp_path / f"week{week}", course=path)
    full = points_in(tmp_path / "week0")["eve"]
    assert points_in(tmp_path / "week0") == {"ada": round(0.9 * full, 2), "bob": 0, "eve": full}
    table = grades_of(path, tmp_path)[0].set_index("student")
    # Ada's second week is two days late with one day left; of Bob's four days two are left.
    assert table["week0"].to_dict() == {"ada": full, "bob": round(0.8 * full, 2), "eve": full}
    assert table["week1"].to_dict() == {"ada": round(0.9 * full, 2), "bob": full, "eve": full}
    assert table["free days"].to_dict() == {"ada": 2, "bob": 2, "eve": 0}
    assert table["points"].to_dict() == (table["week0"] + table["week1"]).to_dict()


# ---- texts

OPEN = next(id for id, one in QUESTIONS.items() if one.kind == "open" and id.startswith("ex-other-open/"))


def with_texts(tmp_path):
    """Two texts and a number, and the rules by which a text gives four points."""
    said = [(OPEN, {"text": words, "ticked": []}, "foretold") for words in ("=It\ndepends.", "Rand's c.")]
    put(
        tmp_path / "in", answered({"007": [said[0], (TP, "2", "right")], "ada": [said[1]], "bob": [(TP, "2", "right")]})
    )
    (tmp_path / "roster.csv").write_text("student\n007\nada\nbob\n")
    return (
        f"roster: roster.csv\nassignments:\n  week1:\n    exercises: [ex-pairs-move, {OPEN.partition('/')[0]}]\n"
        f"    points: {{ex-pairs-move: 6, {OPEN}: 4}}\n"
    )


def test_texts_are_listed_and_give_the_points_that_were_given_for_them(tmp_path):
    rules, out = with_texts(tmp_path), tmp_path / "week1"
    mark(tmp_path / "in", out, course=course(tmp_path, rules))
    assert set(marks_in(out)["out of"]) == {"9"}  # three of the exercise are no texts
    listed = pd.read_csv(out / "texts.csv", dtype=str, keep_default_na=False, encoding="utf-8-sig")
    assert listed["text"].tolist() == ["'=It\ndepends.", "Rand's c."]
    assert listed["points"].tolist() == ["", ""]
    # A spreadsheet has saved it: without zeros, and with a comma.
    (tmp_path / "read.csv").write_text(f"student;question;text;points\n7;{OPEN};It;3,5\nada;{OPEN};Rand;\n")
    before = points_in(out)
    text = f"{rules}    texts: read.csv\n"
    moved = mark(tmp_path / "in", out, course=course(tmp_path, text))[2]
    assert set(marks_in(out)["out of"]) == {"13"}
    assert points_in(out) == {"007": before["007"] + 3.5, "ada": -1, "bob": before["bob"]}
    assert next(one["why"] for one in moved) == f"{OPEN}: its verdict is read, and was foretold"
    listed = pd.read_csv(out / "texts.csv", dtype=str, keep_default_na=False, encoding="utf-8-sig")
    assert listed["points"].tolist() == ["3.5", ""]
    with zipfile.ZipFile(out / "handed-back.zip") as back:
        assert "Read by your instructor · 3.5 of 4 points" in back.read("feedback-007.html").decode()


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (f"ada;{OPEN};5", f"line 2: {OPEN} gives from 0 to 4 points. Got '5'."),
        (f"ada;{OPEN};good", "gives from 0 to 4 points. Got 'good'."),
        (f"bob;{OPEN};1", f"line 2: a text that was handed in is expected. Got '{OPEN}' of 'bob'."),
        (f"ada;{TP};1", "a text that was handed in is expected."),
        (f"ada;{OPEN};1\nada;{OPEN};2", f"line 3: {OPEN} of ada is on line 2 already."),
    ],
)
def test_points_of_texts_that_are_wrong_are_named_with_their_line(tmp_path, row, says):
    rules = with_texts(tmp_path)
    (tmp_path / "read.csv").write_text(f"student;question;points\n{row}\n")
    with pytest.raises(ValueError, match=re.escape(says)):
        mark(tmp_path / "in", tmp_path / "week1", course=course(tmp_path, f"{rules}    texts: read.csv\n"))
    assert not (tmp_path / "week1").exists()
