"""The rules of a course: mistakes in course.yml are reported with their lines before any work."""

import re

import pytest
from course_rules import read_course

GOOD = """\
# The rules of the course
chapters: [counting_pairs, rand_c]
roster: roster.csv
id column: "0071"
tries: best
out of: 10
assignments:
  week1:
    exercises: [ex-pairs-move, ex-rand-table]
    points:
      ex-pairs-move: 4
      ex-rand-table/ari: 2.5
    corrections:
      ex-pairs-move/tp:
        do: accept
        answers: [3, 1/2]
        because: The figure could be read in two ways.
      ex-pairs-move/tn: {do: drop, because: It was not taught.}
  week2:
    key: week2/key.json
    tries: first
    out of: 4.5
"""


def write(folder, text):
    path = folder / "course.yml"
    path.write_text(text, encoding="utf-8")
    return path


def test_rules_are_read(tmp_path):
    course = read_course(write(tmp_path, GOOD))
    assert (course.chapters, course.roster) == (("counting_pairs", "rand_c"), tmp_path / "roster.csv")
    one, two = course.assignments.values()
    assert (one.tries, two.tries, one.out_of, two.out_of) == ("best", "first", 10, 4.5)
    assert (one.exercises, two.key) == (("ex-pairs-move", "ex-rand-table"), tmp_path / "week2" / "key.json")
    assert one.points == {"ex-pairs-move": 4, "ex-rand-table/ari": 2.5}
    # A number with zeros in front stays a name.
    assert course.id_column == "0071"
    assert one.corrections["ex-pairs-move/tp"].answers == ("3", "1/2")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("tries: best", "tries: bset", 5, "'tries' must be last, first or best. Got 'bset'."),
        ("assignments:", "asignments:", 7, "there is no rule 'asignments' here. Known are chapters, roster, "),
        ("    exercises: [ex-pairs-move, ex-rand-table]\n", "", 8, "'week1' must have either exercises or a key."),
        ("ex-pairs-move: 4", "ex-pairs-move: many", 11, "must be a number of points from 0 on. Got 'many'."),
        ("        answers: [3, 1/2]\n", "", 14, "must have answers if, and only if, it is to accept them."),
        ("week2:", "week1:", 19, "this must be YAML. It is not: a name stands twice."),
        ("tries: best", "tries: [best", 6, "this must be YAML. It is not: "),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, old, new, line, says):
    assert GOOD.count(old) == 1
    path = write(tmp_path, GOOD.replace(old, new))
    with pytest.raises(ValueError, match=re.escape(f"{path}, line {line}: ") + f".*{re.escape(says)}"):
        read_course(path)


def test_names_that_nobody_knows_are_refused_with_their_line(tmp_path):
    course = read_course(write(tmp_path, GOOD))
    with pytest.raises(ValueError, match=r"line 12: points must name an exercise, question or family"):
        course.refuse_unknown("week1", points=["ex-pairs-move"])
    says = r"line 18: corrections must name a question .* There is no 'ex-pairs-move/tn'\. Nearest: ex-pairs-move/tp\."
    with pytest.raises(ValueError, match=says):
        course.refuse_unknown("week1", corrections=["ex-pairs-move/tp"])
    course.refuse_unknown("week2", points=[], corrections=[])
    course = read_course(write(tmp_path, GOOD.replace("ex-pairs-move: 4", "ex-rand-zero: 4")))
    with pytest.raises(ValueError, match=r"line 11: .* 'ex-rand-zero' is retired: the chapter rand_c no longer asks"):
        course.refuse_unknown("week1", points=["ex-pairs-move"])
