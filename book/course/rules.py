"""The rules of a course, which stand in one file, ``course.yml``: they are checked here, before anything is written."""

import math
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import yaml
from jsonschema import Draft202012Validator

__all__ = [
    "Assignment",
    "Correction",
    "Course",
    "Late",
    "add_course",
    "assignment_of",
    "line_in",
    "points_in",
    "read_course",
]

_DAY = timedelta(days=1)
_MOST_ERRORS = 10


class Late(NamedTuple):
    """What a hand-in after the due date costs: so many percent for each day begun, and nothing counts after `days`.

    ``free``: days of the whole term that cost a student nothing; they are spent by due date, in the table of the term.
    """

    cost: float = 0
    days: float = math.inf
    free: int = 0


class Correction(NamedTuple):
    """What becomes of a question that has turned out wrong.

    ``do``: "drop" (it bears no points), "give" (all who handed in get its points) or "accept" (`answers` are right as
    well). ``because``: what is said to those whose mark moves.
    """

    do: str
    answers: tuple
    because: str


@dataclass(frozen=True)
class Assignment:
    """The rules of one assignment, those of the course where it has none of its own.

    ``exercises``: labels of exercises of the book; ``key``: file of the key of drawn questions; an exam that was marked
    by hand may have neither. ``points``: by exercise, question or family. ``texts``: table of the points that were
    given for texts, or None, and then they give none. ``out_of``: what a mark is out of, None for the sum of the
    points. ``tries``: the try that counts, "last", "first" or "best". ``due``: when it is due, or None;
    ``extensions``: other dates, by student. ``corrections``: by question. ``column``: the column of the roster that its
    marks belong into, None for the one that is called like it.
    """

    name: str = ""
    is_exam: bool = False
    exercises: tuple = ()
    key: Path | None = None
    points: dict = field(default_factory=dict)
    texts: Path | None = None
    out_of: float | None = None
    tries: str = "last"
    due: datetime | None = None
    extensions: dict = field(default_factory=dict)
    late: Late = field(default_factory=Late)
    corrections: dict = field(default_factory=dict)
    column: str | None = None

    def days_late(self, student, seconds):
        """Days begun after a student's due date, at a time in seconds since 1970; 0 where a time is not known."""
        due = self.extensions.get(student, self.due)
        if due is None or seconds is None:
            return 0
        return max(0, math.ceil((seconds - due.timestamp()) / _DAY.total_seconds()))

    def kept(self, days):
        """The proportion of the points that is left after so many days."""
        return max(0.0, 1 - self.late.cost * days / 100) if days <= self.late.days else 0.0


class Course(NamedTuple):
    """A course: its chapters, files and assignments, and where in the file each rule stands."""

    path: Path
    chapters: tuple | None
    roster: Path | None
    id_column: str | None
    overrides: Path | None
    own: Path | None
    drop: int
    assignments: dict
    lines: dict

    def refused(self, place, words):
        """A ValueError on the rule at a place, a tuple of names from the top of the file, that names its line."""
        known = next(place[:i] for i in range(len(place), -1, -1) if place[:i] in self.lines)
        return ValueError(f"{self.path}, line {self.lines[known]}: {words}")

    def refuse_unknown(self, name, students=None, points=None, corrections=None):
        """Refuse what the rules of an assignment name, but nobody knows: students, points or corrections."""
        one = self.assignments[name]
        for rule, named, known, what in (
            ("extensions", one.extensions, students, "a student on the roster"),
            ("points", one.points, points, "an exercise, question or family of this assignment"),
            ("corrections", one.corrections, corrections, "a question of this assignment that is marked"),
        ):
            for unknown in () if known is None else (one for one in named if one not in known):
                place = ("assignments", name, rule, unknown)
                raise self.refused(place, f"{rule} must name {what}. There is no {unknown!r}.")


# ---- what may stand in the file; every value is read as text, so that 0071 stays a name


def _text(description, pattern="."):
    return {"type": "string", "pattern": pattern, "description": description}


def _map(properties, required=()):
    names = ", ".join(properties)
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
        "description": f"rules by name, of {names}",
    }


def _by_name(of, description):
    return {"type": "object", "additionalProperties": of, "minProperties": 1, "description": description}


def _texts(description):
    return {"type": "array", "items": _text("a name"), "minItems": 1, "uniqueItems": True, "description": description}


_NUMBER = r"^\d{1,6}(\.\d+)?$"
_TIME = _text(
    "a date, such as 2026-10-19 or 2026-10-19 18:00", r"^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z)?)?$"
)
_OF_BOTH = {
    "tries": {"enum": ["last", "first", "best"], "description": "last, first or best"},
    "late": _map(
        {
            "cost": _text("a number from 0 to 100, in percent for each day begun", r"^(\d{1,2}(\.\d+)?|100)$"),
            "days": _text("a whole number of days", r"^\d{1,3}$"),
            "free": _text("a whole number of days of the term", r"^\d{1,3}$"),
        },
        ["cost"],
    ),
    "out of": _text("a number above 0", r"^(?!0*\.?0*$)\d{1,6}(\.\d+)?$"),
}
_CORRECTION = _map(
    {
        "do": {"enum": ["drop", "give", "accept"], "description": "drop, give or accept"},
        "answers": _texts("a list of answers, as class.html shows them"),
        "because": _text("a sentence for those whose mark moves"),
    },
    ["do", "because"],
)
_ASSIGNMENT = _map(
    {
        "kind": {"enum": ["homework", "exam"], "description": "homework or exam"},
        "exercises": _texts("a list of exercises of the book, such as [ex-pairs-move]"),
        "key": _text("the name of a key.json"),
        "points": _by_name(_text("a number of points from 0 on", _NUMBER), "points by exercise, question or family"),
        "texts": _text("the name of a table of points for texts"),
        "column": _text("the column of the roster for the marks, such as Week 1 (4757)"),
        "due": _TIME,
        "extensions": _by_name(_TIME, "due dates by student"),
        "corrections": _by_name(_CORRECTION, "corrections by question"),
        **_OF_BOTH,
    }
)
_SCHEMA = _map(
    {
        "chapters": _texts("a list of names of chapters"),
        "roster": _text("the name of a table of students"),
        "id column": _text("the column of the roster that identifies the students, such as SIS User ID"),
        "overrides": _text("the name of a table that says of which students files are"),
        "exercises": _text("a folder of notebooks of your own"),
        "zone": _text("the time zone of the due dates, such as Europe/Berlin"),
        "drop lowest": _text("a whole number of homework assignments", r"^\d{1,2}$"),
        "assignments": _by_name(_ASSIGNMENT, "assignments by name"),
        **_OF_BOTH,
    },
    ["assignments"],
)


def add_course(parser):
    """Add the argument for the rules to a command."""
    parser.add_argument("--course", type=Path, metavar="FILE", help="the rules of the course (course.yml)")


def assignment_of(course, name):
    """The rules of an assignment by its name."""
    if name not in course.assignments:
        known = ", ".join(course.assignments)
        raise ValueError(f"the assignment must be one of {course.path}: {known}. Got {name!r}.")
    return course.assignments[name]


def points_in(path, name, families):
    """The points by family that the rules in a file give an assignment; None without a file."""
    if path is None:
        return None
    course = read_course(path)
    points = assignment_of(course, name).points
    course.refuse_unknown(name, points=[family.name for family in families])
    return {family: int(one) if one.is_integer() else one for family, one in points.items()}


def read_course(path):
    """Read the rules of a course from a file, with paths in it from the folder of the file.

    What is wrong is a ValueError that names file and line, what was expected and what was given.
    """
    path = Path(path)
    try:
        data, lines = _read(path.read_text("utf-8-sig"))
    except (UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"{path} must be YAML in UTF-8. {error}") from None
    except OSError as error:
        raise ValueError(f"the rules must be in a file. Got {str(path)!r}: {error.strerror}.") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise ValueError(f"{path}, line {mark.line + 1}: this must be YAML. It is not: {error.problem}.") from None
    found = sorted({_sentence(error, lines) for error in _leaves(Draft202012Validator(_SCHEMA).iter_errors(data))})
    if found:
        raise ValueError("\n".join(f"{path}, line {line}: {words}" for line, words in found[:_MOST_ERRORS]))
    course = Course(path, None, None, data.get("id column"), None, None, int(data.get("drop lowest", 0)), {}, lines)
    zone = _zone(course, data.get("zone"))
    made = {name: _assignment(course, name, data, zone) for name in data["assignments"]}
    files = {name: path.parent / data[rule] if rule in data else None for name, rule in _FILES.items()}
    chapters = tuple(data["chapters"]) if "chapters" in data else None
    course = course._replace(chapters=chapters, assignments=made, **files)
    _refuse_drop(course)
    return course


_FILES = {"roster": "roster", "overrides": "overrides", "own": "exercises"}


# ---- reading


def _read(text):
    """What a text of YAML says, with all values as text, and the line of each of them by its place."""
    lines = {}
    return _plain(yaml.compose(text, Loader=yaml.BaseLoader), (), lines), lines


def _plain(node, place, lines):
    if node is None:
        lines[place] = 1
        return ""
    lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [_plain(one, (*place, i), lines) for i, one in enumerate(node.value)]
    made = {}
    for name, value in node.value:
        if not isinstance(name, yaml.ScalarNode) or name.value in made:
            problem = "a name stands twice" if isinstance(name, yaml.ScalarNode) else "a name must be a text"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=name.start_mark)
        lines[*place, name.value] = name.start_mark.line + 1
        made[name.value] = _plain(value, (*place, name.value), lines)
    return made


def line_in(text, place):
    """The line of YAML or JSON on which the value at a place stands, a tuple of names and numbers, or None."""
    try:
        return _read(text)[1].get(place)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None


def _leaves(errors):
    """Errors, and of those that collect others these."""
    for error in errors:
        yield from _leaves(error.context) if error.context else (error,)


def _sentence(error, lines):
    """The line of an error of the schema, and what to say."""
    place, given = tuple(error.absolute_path), error.instance
    if error.validator == "additionalProperties":
        known = error.schema["properties"]
        name = next(name for name in given if name not in known)
        return lines[*place, name], f"there is no rule {name!r} here. Known are {', '.join(known)}."
    if error.validator == "required":
        name = next(name for name in error.validator_value if name not in given)
        return lines[place], f"{_where(place)} must have {name!r}. It has {', '.join(given) or 'nothing'}."
    got = repr(given) if isinstance(given, str) else "a list" if isinstance(given, list) else "rules by name"
    return lines[place], f"{_where(place)} must be {error.schema['description']}. Got {got}."


def _where(place):
    return repr(": ".join(map(str, place))) if place else "the file"


def _zone(course, name):
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, OSError, LookupError):
        raise course.refused(("zone",), f"'zone' must be a time zone, such as Europe/Berlin. Got {name!r}.") from None


def _time(course, place, text, zone):
    try:
        made = datetime.fromisoformat(text)
    except ValueError:
        raise course.refused(place, f"{_where(place)} must be a date that there is. Got {text!r}.") from None
    if len(text) == 10:  # the whole day
        made = datetime.combine(made, time(23, 59, 59))
    if made.tzinfo is None and zone is None:
        raise course.refused(place, "a due date needs a time zone. Say, at the top of the file, zone: Europe/Berlin.")
    return made if made.tzinfo else made.replace(tzinfo=zone)


def _assignment(course, name, data, zone):
    own, place = data["assignments"][name], ("assignments", name)
    rules = {rule: data[rule] for rule in _OF_BOTH if rule in data} | own
    is_exam = own.get("kind") == "exam"
    if is_exam and "out of" not in own:
        rules.pop("out of", None)  # that of the course is for homework
    if ("exercises" in own) + ("key" in own) != 1 and not (is_exam and "exercises" not in own):
        raise course.refused(place, f"{name!r} must have either exercises or a key.")
    if is_exam and "exercises" in own:
        raise course.refused(place, f"{name!r} is an exam, which has a key or is marked by hand, and no exercises.")
    if "texts" in own and "exercises" not in own:
        raise course.refused((*place, "texts"), f"{name!r} must have exercises of the book, if there are texts.")
    if "extensions" in own and "due" not in own:
        raise course.refused((*place, "extensions"), f"{name!r} must have a due date, if there are extensions.")
    late = rules.get("late")
    extensions = {
        student: _time(course, (*place, "extensions", student), text, zone)
        for student, text in own.get("extensions", {}).items()
    }
    return Assignment(
        name,
        is_exam,
        tuple(own.get("exercises", ())),
        course.path.parent / own["key"] if "key" in own else None,
        {one: float(points) for one, points in own.get("points", {}).items()},
        course.path.parent / own["texts"] if "texts" in own else None,
        float(rules["out of"]) if "out of" in rules else None,
        rules.get("tries", "last"),
        _time(course, (*place, "due"), own["due"], zone) if "due" in own else None,
        extensions,
        Late(float(late["cost"]), float(late.get("days", math.inf)), int(late.get("free", 0))) if late else Late(),
        {
            one: _correction(course, (*place, "corrections", one), said)
            for one, said in own.get("corrections", {}).items()
        },
        own.get("column"),
    )


def _correction(course, place, said):
    if (said["do"] == "accept") != ("answers" in said):
        raise course.refused(place, f"{_where(place)} must have answers if, and only if, it is to accept them.")
    return Correction(said["do"], tuple(said.get("answers", ())), said["because"])


def _refuse_drop(course):
    """Refuse to drop the lowest where two students would then have marks out of different sums."""
    homework = [one for one in course.assignments.values() if not one.is_exam]
    if course.drop and course.drop >= len(homework):
        words = f"'drop lowest' must be below the number of homework assignments, {len(homework)}. Got {course.drop}."
        raise course.refused(("drop lowest",), words)
    if course.drop and (len({one.out_of for one in homework}) > 1 or homework[0].out_of is None):
        words = "'drop lowest' needs homework that is out of one number, to keep marks comparable. Say 'out of: 10'."
        raise course.refused(("drop lowest",), words)
