"""A class is marked by the rules of its course, and again after corrections: which marks move, and what is kept."""

import pandas as pd
import pytest
from class_of_forty import QUESTIONS, RAND_C, TP, WHOLE, answered, is_marked, put
from class_of_forty import right_answer as class_right
from marking import history
from marking.command import mark
from marking.results import answers_of, marks_of
from marking.tries import COLUMNS, About

TN = "ex-pairs-move/tn"
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


def test_two_runs_give_the_same_bytes(handed, tmp_path):
    for out in (tmp_path / "a" / "week1", tmp_path / "b" / "week1"):
        mark(handed, out, course=course(tmp_path))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    again = contents(tmp_path / "a")
    mark(handed, tmp_path / "a" / "week1", course=course(tmp_path))
    assert contents(tmp_path / "a") == again


# ---- a run that is ended


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


# ---- which tries count, and how points are shared


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
