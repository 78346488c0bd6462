"""The rules of a course: what is wrong in course.yml is named with its line, before anything is done."""

import math
import re
from datetime import UTC, datetime

import pytest
from rules import line_in, points_in, read_course

GOOD = """\
# The rules of the course
chapters: [counting_pairs, rand_c]
roster: roster.csv
zone: Europe/Berlin
tries: best
late: {cost: 10, days: 3}
out of: 10
drop lowest: 1
assignments:
  week1:
    exercises: [ex-pairs-move, ex-rand-table]
    due: 2026-10-19
    points:
      ex-pairs-move: 4
      ex-rand-table/ari: 2.5
    extensions:
      0071: 2026-10-26 12:00
    corrections:
      ex-pairs-move/tp:
        do: accept
        answers: [3, 1/2]
        because: The figure could be read in two ways.
      ex-pairs-move/tn: {do: drop, because: It was not taught.}
  week2:
    key: week2/key.json
    tries: first
    due: 2026-10-26T18:00+00:00
  exam:
    kind: exam
    points: {1: 4, 2: 6}
"""


def write(folder, text):
    path = folder / "course.yml"
    path.write_text(text, encoding="utf-8")
    return path


def test_rules_are_read(tmp_path):
    course = read_course(write(tmp_path, GOOD))
    assert (course.chapters, course.roster, course.drop) == (("counting_pairs", "rand_c"), tmp_path / "roster.csv", 1)
    one, two, exam = course.assignments.values()
    assert (one.tries, two.tries, one.out_of, exam.out_of) == ("best", "first", 10, None)
    assert (one.exercises, two.key) == (("ex-pairs-move", "ex-rand-table"), tmp_path / "week2" / "key.json")
    assert one.points == {"ex-pairs-move": 4, "ex-rand-table/ari": 2.5}
    assert exam.points == {"1": 4, "2": 6}
    # A day lasts until its end, there, and a number with zeros in front stays a name.
    assert one.due.astimezone(UTC) == datetime(2026, 10, 19, 21, 59, 59, tzinfo=UTC)
    assert list(one.extensions) == ["0071"]
    assert two.due == datetime(2026, 10, 26, 18, tzinfo=UTC)
    assert one.corrections["ex-pairs-move/tp"].answers == ("3", "1/2")


def test_late_days_are_counted_from_the_due_date_of_a_student(tmp_path):
    week = read_course(write(tmp_path, GOOD)).assignments["week1"]
    at = week.due.timestamp()
    assert [week.days_late("ada", at + second) for second in (-1, 0, 1, 86_400, 86_401)] == [0, 0, 1, 1, 2]
    assert week.days_late("0071", at + 86_400) == 0
    assert week.days_late("ada", None) == 0
    assert [week.kept(days) for days in (0, 1, 3, 4)] == [1, 0.9, 0.7, 0]
    # Without a rule a late hand-in is only named.
    plain = read_course(write(tmp_path, GOOD.replace("late: {cost: 10, days: 3}\n", ""))).assignments["week1"]
    assert (plain.kept(400), plain.late.days) == (1, math.inf)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("tries: best", "tries: bset", 5, "'tries' must be last, first or best. Got 'bset'."),
        ("cost: 10", "cost: ten", 6, "'late: cost' must be a number from 0 to 100, in percent for each day begun."),
        ("cost: 10", "cost: 110", 6, "Got '110'."),
        ("cost: 10, ", "", 6, "'late' must have 'cost'. It has days."),
        ("out of: 10", "out of: 0", 7, "'out of' must be a number above 0. Got '0'."),
        ("drop lowest: 1", "drop lowest: 2", 8, "must be below the number of homework assignments, 2. Got 2."),
        ("out of: 10\n", "", 7, "'drop lowest' needs homework that is out of one number"),
        ("assignments:", "asignments:", 9, "there is no rule 'asignments' here. Known are chapters, roster, "),
        ("    exercises: [ex-pairs-move, ex-rand-table]\n", "", 10, "'week1' must have either exercises or a key."),
        ("[ex-pairs-move, ex-rand-table]", "ex-pairs-move", 11, "must be a list of exercises of the book"),
        ("due: 2026-10-19\n", "due: 19.10.2026\n", 12, "must be a date, such as 2026-10-19"),
        ("due: 2026-10-19\n", "due: 2026-02-30\n", 12, "must be a date that there is. Got '2026-02-30'."),
        ("zone: Europe/Berlin\n", "", 16, "a due date needs a time zone."),
        ("Europe/Berlin", "Europe/Berlinn", 4, "must be a time zone, such as Europe/Berlin. Got 'Europe/Berlinn'."),
        ("ex-pairs-move: 4", "ex-pairs-move: many", 14, "must be a number of points from 0 on. Got 'many'."),
        ("do: accept", "do: accpet", 20, "must be drop, give or accept. Got 'accpet'."),
        ("        answers: [3, 1/2]\n", "", 19, "must have answers if, and only if, it is to accept them."),
        ("because: It", "why: It", 23, "there is no rule 'why' here. Known are do, answers, because."),
        ("week2:", "week1:", 24, "this must be YAML. It is not: a name stands twice."),
        ("kind: exam", "kind: exma", 29, "must be homework or exam. Got 'exma'."),
        ("kind: exam", "kind: exam\n    exercises: [ex-pairs-move]", 28, "is an exam, which has a key or is marked by"),
        ("tries: best", "tries: [best", 6, "this must be YAML. It is not: "),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, old, new, line, says):
    assert GOOD.count(old) == 1
    path = write(tmp_path, GOOD.replace(old, new))
    with pytest.raises(ValueError, match=re.escape(f"{path}, line {line}: ") + f".*{re.escape(says)}"):
        read_course(path)


def test_all_that_has_a_wrong_form_is_named_at_once(tmp_path):
    path = write(tmp_path, GOOD.replace("tries: best", "tries: bset").replace("kind: exam", "kind: exma"))
    with pytest.raises(ValueError, match=r"line 5: .*\n.*line 29: "):
        read_course(path)


def test_what_cannot_be_read_is_named(tmp_path):
    for content, says in (
        (b"\xff\xfe", "YAML in UTF-8"),
        (b"", "line 1: the file must be rules by name"),
        (b"- a", "Got a list"),
    ):
        (tmp_path / "course.yml").write_bytes(content)
        with pytest.raises(ValueError, match=says):
            read_course(tmp_path / "course.yml")
    with pytest.raises(ValueError, match="the rules must be in a file"):
        read_course(tmp_path / "none.yml")


def test_names_that_nobody_knows_are_refused_with_their_line(tmp_path):
    course = read_course(write(tmp_path, GOOD))
    with pytest.raises(
        ValueError, match=r"line 17: extensions must name a student on the roster. There is no '0071'\."
    ):
        course.refuse_unknown("week1", students=["ada"])
    with pytest.raises(ValueError, match=r"line 15: points must name an exercise, question or family"):
        course.refuse_unknown("week1", points=["ex-pairs-move"])
    with pytest.raises(ValueError, match=r"line 23: corrections must name a question"):
        course.refuse_unknown("week1", corrections=["ex-pairs-move/tp"])
    course.refuse_unknown("week2", students=[], points=[], corrections=[])


def test_lines_of_json_are_found():
    text = '{\n "answers": [\n  {"id": "a"},\n  {"id":\n   7}\n ]\n}'
    assert (line_in(text, ("answers", 1)), line_in(text, ("answers", 1, "id"))) == (4, 4)
    assert line_in("{", ("answers",)) is None


def test_points_of_families_are_checked(tmp_path):
    text = "assignments:\n  week2:\n    key: key.json\n    points: {counts: 2, rand-c: 1.5}\n"
    families = [type("Family", (), {"name": name}) for name in ("counts", "rand-c")]
    assert points_in(write(tmp_path, text), "week2", families) == {"counts": 2, "rand-c": 1.5}
    assert points_in(None, "week2", families) is None
    with pytest.raises(
        ValueError, match=r"line 4: points must name an exercise, question or family of this assignment\."
    ):
        points_in(write(tmp_path, text), "week2", families[:1])
    with pytest.raises(ValueError, match=r"the assignment must be one of .*: week2\. Got 'week3'"):
        points_in(write(tmp_path, text), "week3", families)
