"""The rules of a course in its file ``course.yml``; they are checked here, before anything is written."""

from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

import yaml
from contents import ROOT
from jsonschema import Draft202012Validator

from aucc_teach.exercises.folders import retired

__all__ = [
    "Assignment",
    "Correction",
    "Course",
    "add_course",
    "assignment_of",
    "line_in",
    "points_in",
    "read_course",
]

_MOST_ERRORS, _NEAREST = 10, 3


class Correction(NamedTuple):
    """What is done about a question that turned out wrong.

    ``do``: "drop" (it bears no points), "give" (all who handed in get its points) or "accept" (`answers` are right as
    well). ``because``: the sentence for those whose mark moves.
    """

    do: str
    answers: tuple
    because: str


@dataclass(frozen=True)
class Assignment:
    """The rules of one assignment; where it has none of its own, the rules of the course hold.

    ``exercises``: labels of exercises of the book. ``key``: file of the key of drawn questions. ``points``: by question
    or by exercise or family, and then the questions of the exercise, or about one drawn object, share them. ``out_of``:
    what a mark is out of, None for the sum of the points. ``tries``: the try that counts, "last", "first" or "best".
    ``corrections``: by question. ``column``: the column of the roster that its marks belong into, None for the one that
    is called like it.
    """

    name: str = ""
    exercises: tuple = ()
    key: Path | None = None
    points: dict = field(default_factory=dict)
    out_of: float | None = None
    tries: str = "last"
    corrections: dict = field(default_factory=dict)
    column: str | None = None


class Course(NamedTuple):
    """A course: its chapters, files and assignments, and where in the file each rule stands."""

    path: Path
    chapters: tuple | None
    roster: Path | None
    id_column: str | None
    overrides: Path | None
    own: Path | None
    assignments: dict
    lines: dict

    def refused(self, place, words):
        """Make a ValueError that names the line of the rule at a place, a tuple of names from the top of the file."""
        known = next(place[:i] for i in range(len(place), -1, -1) if place[:i] in self.lines)
        return ValueError(f"{self.path}, line {self.lines[known]}: {words}")

    def refuse_unknown(self, name, points=None, corrections=None):
        """Refuse points and corrections that are not for anything in the assignment."""
        one = self.assignments[name]
        for rule, named, known, what in (
            ("points", one.points, points, "an exercise, question or family of this assignment"),
            ("corrections", one.corrections, corrections, "a question of this assignment that is marked"),
        ):
            for unknown in () if known is None else (one for one in named if one not in known):
                self.refuse_name(("assignments", name, rule, unknown), f"{rule} must name {what}.", unknown, known)

    def refuse_name(self, place, expected, name, known):
        """Refuse an unknown name: say that it is retired, or list the nearest known ones."""
        if chapter := retired(folder=ROOT / "book").get(name):
            raise self.refused(place, f"{expected} {name!r} is retired: the chapter {chapter} no longer asks it.")
        nearest = ", ".join(get_close_matches(name, sorted(known), _NEAREST, 0))
        hint = f" Nearest: {nearest}." if nearest else " There are none."
        raise self.refused(place, f"{expected} There is no {name!r}.{hint}")


# ---- what the file may hold; every value is read as text, so that 0071 stays a name


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
_OF_BOTH = {
    "tries": {"enum": ["last", "first", "best"], "description": "last, first or best"},
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
        "exercises": _texts("a list of exercises of the book, such as [ex-pairs-move]"),
        "key": _text("the name of a key.json"),
        "points": _by_name(_text("a number of points from 0 on", _NUMBER), "points by exercise, question or family"),
        "column": _text("the column of the roster for the marks, such as Week 1 (4757)"),
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
        "assignments": _by_name(_ASSIGNMENT, "assignments by name"),
        **_OF_BOTH,
    },
    ["assignments"],
)


def add_course(parser):
    """Add the argument for the rules to a command."""
    parser.add_argument("--course", type=Path, metavar="FILE", help="the rules of the course (course.yml)")


def assignment_of(course, name):
    """Find the rules of an assignment by its name."""
    if name not in course.assignments:
        known = ", ".join(course.assignments)
        raise ValueError(f"the assignment must be one of {course.path}: {known}. Got {name!r}.")
    return course.assignments[name]


def points_in(path, name, families):
    """Read the points by family of an assignment from a file of rules; None without a file."""
    if path is None:
        return None
    course = read_course(path)
    points = assignment_of(course, name).points
    course.refuse_unknown(name, points=[family.name for family in families])
    return {family: int(one) if one.is_integer() else one for family, one in points.items()}


def read_course(path):
    """Read the rules of a course from a file; paths in it start at its folder.

    A mistake in the file raises a ValueError that names file and line, what was expected and what is there.
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
    course = Course(path, None, None, data.get("id column"), None, None, {}, lines)
    made = {name: _assignment(course, name, data) for name in data["assignments"]}
    files = {name: path.parent / data[rule] if rule in data else None for name, rule in _FILES.items()}
    chapters = tuple(data["chapters"]) if "chapters" in data else None
    return course._replace(chapters=chapters, assignments=made, **files)


_FILES = {"roster": "roster", "overrides": "overrides", "own": "exercises"}


# ---- reading


def _read(text):
    """Parse a text of YAML, keeping all values as text; returns the content and the line of each value by its place."""
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
    """Find the line of the value at a place, a tuple of names and numbers, in YAML or JSON; None if there is none."""
    try:
        return _read(text)[1].get(place)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None


def _leaves(errors):
    """List errors; an error that collects others is replaced by them."""
    for error in errors:
        yield from _leaves(error.context) if error.context else (error,)


def _sentence(error, lines):
    """Return the line of a schema error, and a sentence on it."""
    place, value = tuple(error.absolute_path), error.instance
    if error.validator == "additionalProperties":
        known = error.schema["properties"]
        name = next(name for name in value if name not in known)
        return lines[*place, name], f"there is no rule {name!r} here. Known are {', '.join(known)}."
    if error.validator == "required":
        name = next(name for name in error.validator_value if name not in value)
        return lines[place], f"{_where(place)} must have {name!r}. It has {', '.join(value) or 'nothing'}."
    got = repr(value) if isinstance(value, str) else "a list" if isinstance(value, list) else "rules by name"
    return lines[place], f"{_where(place)} must be {error.schema['description']}. Got {got}."


def _where(place):
    return repr(": ".join(map(str, place))) if place else "the file"


def _assignment(course, name, data):
    own, place = data["assignments"][name], ("assignments", name)
    rules = {rule: data[rule] for rule in _OF_BOTH if rule in data} | own
    if ("exercises" in own) + ("key" in own) != 1:
        raise course.refused(place, f"{name!r} must have either exercises or a key.")
    return Assignment(
        name,
        tuple(own.get("exercises", ())),
        course.path.parent / own["key"] if "key" in own else None,
        {one: float(points) for one, points in own.get("points", {}).items()},
        float(rules["out of"]) if "out of" in rules else None,
        rules.get("tries", "last"),
        {
            one: _correction(course, (*place, "corrections", one), rule)
            for one, rule in own.get("corrections", {}).items()
        },
        own.get("column"),
    )


def _correction(course, place, rule):
    if (rule["do"] == "accept") != ("answers" in rule):
        raise course.refused(place, f"{_where(place)} must have answers if, and only if, it is to accept them.")
    return Correction(rule["do"], tuple(rule.get("answers", ())), rule["because"])
