"""The term of the page for instructors: each of its commands runs in turn, with the accidents of a real term."""

import io
import json
import re
import runpy
import shlex
import subprocess
import sys
import zipfile
from datetime import timedelta

import class_of_forty as forty
import exam
import pandas as pd
import pytest
from class_of_forty import OF_CLASS, is_marked
from conftest import ROOT
from course_rules import read_course
from drawn_homework import handed_in, right_answer, tempted

pytestmark = pytest.mark.slow

PAGE = (ROOT / "book" / "back" / "instructors.md").read_text("utf-8")
STORY = PAGE.partition("## A term of twelve weeks")[2].partition("(plan-of-sessions)=")[0]
RULES, CORRECTION = re.findall(r"^```yaml\n(.*?)^```", STORY, re.MULTILINE | re.DOTALL)
LINES = [
    line
    for block in re.findall(r"^```bash\n(.*?)^```", STORY, re.MULTILINE | re.DOTALL)
    for line in block.replace("\\\n", "").splitlines()
]
# These take minutes or the network; test_built_course.py builds an edition.
ELSEWHERE = ("jupyter-book build", "pip install")
MAIN = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]

STUDENTS = [f"{101 + i:05}" for i in range(forty.NUMBER)]
SWAPPED, LATE, TWICE, EMPTY = 4, 37, 38, 39
OF_WEEK1 = {
    id: one
    for id, one in OF_CLASS.items()
    if id.partition("/")[0] in ("ex-pairs-move", "ex-pairs-squares", "ex-rand-table")
}
TP = "ex-pairs-move/tp"
SECRET = "python -c"


def roster():
    """Make a roster as Canvas exports it: a row that is no student, leading zeros, a column for each assignment."""
    rows = ["Student,ID,SIS User ID,SIS Login ID,Section,week1 (4701),week2 (4702)", "    Points Possible,,,,,10,10"]
    rows += [f'"Tree{i:02}, Nr",{10100 + i},{student},tree{i:02},A,,' for i, student in enumerate(STUDENTS)]
    return "\ufeff" + "\n".join(rows) + "\n"


def named(i, name="answers.json", late=""):
    """Name a file as Canvas does when all are downloaded."""
    return f"tree{i:02}nr{late}_{10100 + i}_{900 + i}_{name}"


def packed(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False))
    return out.getvalue()


def saved(student, answers, later=timedelta()):
    made = forty.MONDAY + timedelta(days=3) + later
    return forty.file_of(student, answers) | {"made": made.isoformat()}


def first_week():
    """Make the hand-ins of forty students as one zip; returns it and each student's answers."""
    answers = [forty.answers_of(i, forty.Planted(), asked=OF_WEEK1) for i in range(forty.NUMBER)]
    files = {named(i): saved(STUDENTS[i], answers[i]) for i in range(EMPTY)}
    files[named(LATE, late="_LATE")] = files.pop(named(LATE))
    # One student types a neighbour's number.
    files[named(SWAPPED)] = saved(STUDENTS[SWAPPED - 1], answers[SWAPPED])
    # The second of two files is worse, and the best counts.
    worse = [one | {"tries": one["tries"][:1]} for one in answers[TWICE][:1]]
    files[named(TWICE, "answers-1.json")] = saved(STUDENTS[TWICE], worse, timedelta(hours=1))
    files[named(EMPTY)] = b""
    return packed(files), answers


def points_of(answers, accepted=()):
    """Compute points by the rules of the page: four for one exercise, one for each question of the others."""
    marked = {id: one for id, one in OF_WEEK1.items() if is_marked(one)}
    of_move = [id for id in marked if id.startswith("ex-pairs-move/")]
    worth = {id: 4 / len(of_move) if id in of_move else 1 for id in marked}
    right = {
        entry["id"]
        for entry in answers
        if any(one["verdict"] == "right" or [entry["id"], one["answer"]] in accepted for one in entry["tries"])
    }
    return 10 * sum(worth[id] for id in right & set(worth)) / sum(worth.values())


def table(path, *names):
    return pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig").set_index(list(names) or "student")


def test_the_term_of_the_page_is_run(tmp_path, monkeypatch, capsys):
    term = tmp_path / "term"
    for folder in (term, tmp_path / "project"):
        folder.mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(exam, "missing", lambda: "browser")  # test_exam.py tries PDF files
    left = [line for line in LINES if not line.startswith(ELSEWHERE)]

    def run(beginning):
        """Run the next command of the page, which begins so; returns its output."""
        line = left.pop(0)
        assert line.startswith(beginning), line
        if line.startswith(SECRET):
            shown = line.replace("python", shlex.quote(sys.executable), 1)
            subprocess.run(shown, shell=True, check=True)
            return ""
        words = shlex.split(line)[2:]
        if "--show" in words:
            with pytest.raises(SystemExit):
                MAIN(words)
        else:
            assert MAIN(words) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    # ---- before the first week
    (term / "course.yml").write_text(RULES)
    (term / "roster.csv").write_text(roster(), encoding="utf-8")
    for kind in ("student", "instructor"):
        run(f"python book/course edition {kind} ")
    chapters = read_course(term / "course.yml").chapters
    for place in ("book", "notes"):
        assert {path.stem for path in (term / place / "book").rglob("*.ipynb")} >= set(chapters)
        assert not list((term / place).rglob("ties.ipynb"))
    assert (term / "book.zip").is_file()

    # ---- the first week
    (term / "week1.zip").write_bytes(first_week()[0])
    answers = first_week()[1]
    out = term / "marked" / "week1"
    again = left[0]
    said = run("python book/course mark ../term/week1.zip").replace("week1.zip/", "")
    marks = table(out / "marks.csv")
    assert f"late: {named(LATE, late='_LATE')}\n" in said
    assert f"unreadable: {named(EMPTY)}: it is empty" in said
    assert said.count("twice: ") == 1
    without = (SWAPPED, EMPTY)
    assert re.findall(r"^missing: .*?(\d{5})$", said, re.MULTILINE) == [STUDENTS[i] for i in without]
    expected = {STUDENTS[i]: round(points_of(answers[i]), 2) for i in range(forty.NUMBER)}
    for i in without:
        assert marks.loc[STUDENTS[i], "points"] == ""
        del expected[STUDENTS[i]]
    assert {student: float(marks.loc[student, "points"]) for student in expected} == expected
    assert set(marks["out of"].astype(float)) == {10}
    undecided = table(out / "undecided.csv", "says")["file"].to_dict()
    assert list(undecided) == [STUDENTS[SWAPPED - 1]]

    # The teacher decides whose it is, and marks again.
    decided = f"{undecided[STUDENTS[SWAPPED - 1]]};{STUDENTS[SWAPPED]}\n"
    (term / "overrides.csv").write_text(f"file;student\n{decided}", encoding="utf-8")
    (term / "course.yml").write_text(f"overrides: overrides.csv\n{RULES}")
    assert MAIN(shlex.split(again)[2:]) == 0
    said = capsys.readouterr().out
    expected[STUDENTS[SWAPPED]] = round(points_of(answers[SWAPPED]), 2)
    assert f"moved: {STUDENTS[SWAPPED]}: " in said
    assert set(table(out / "marks.csv").index) == set(STUDENTS)
    # The grade book is the roster with the marks in its column.
    book = pd.read_csv(out / "gradebook.csv", dtype=str, keep_default_na=False, encoding="utf-8-sig")
    assert book["SIS User ID"].tolist()[-len(STUDENTS) :] == STUDENTS
    assert {
        row["SIS User ID"]: float(row["week1 (4701)"])
        for _, row in book.iterrows()
        if row["week1 (4701)"] and row["SIS User ID"]
    } == expected
    with zipfile.ZipFile(out / "handed-back.zip") as back:
        assert len(back.namelist()) == len(expected)

    # ---- drawn homework
    assert "counts" in run("python book/course homework --show")
    run(SECRET)
    run("python book/course homework ../term/week2")
    key = json.loads((term / "week2" / "key.json").read_text("utf-8"))
    assert list(key["students"]) == STUDENTS
    files, every = {}, {}
    for i, student in enumerate(STUDENTS[:35]):
        files[named(i)] = handed_in(key, student, right_answer if i % 3 else tempted)
        every[student] = 10.0 if i % 3 else 0.0
    (term / "week2.zip").write_bytes(packed(files))
    run("python book/course mark ../term/week2.zip")
    week2 = table(term / "marked" / "week2" / "marks.csv")["points"]
    assert {student: float(points) for student, points in week2.items() if points} == every

    # ---- a question was wrong
    (term / "course.yml").write_text(f"overrides: overrides.csv\n{RULES.replace('  week2:', CORRECTION + '  week2:')}")
    said = run("python book/course mark ../term/week1.zip")
    corrected = {
        STUDENTS[i]: round(points_of(answers[i], [[TP, "4"]]), 2)
        for i in range(forty.NUMBER)
        if STUDENTS[i] in expected
    }
    moved = [student for student in corrected if corrected[student] != expected[student]]
    assert moved
    assert sorted(re.findall(r"^moved: (\d+): ", said, re.MULTILINE)) == sorted(moved)
    because = re.search("because: (.*)", CORRECTION)[1]
    assert said.count(f"{TP}: {because}") == len(moved)
    assert {
        student: float(points) for student, points in table(out / "marks.csv")["points"].items() if points
    } == corrected

    # ---- the exam
    run("python book/course exam ")
    assert json.loads((term / "exam" / "key.json").read_text("utf-8"))["students"].keys() == set("ABCD")
    assert left == []
