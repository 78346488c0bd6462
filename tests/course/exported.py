"""All questions of the book and banks of drawn ones in the common form of an export, and written for each system."""

from functools import cache

from conftest import ROOT
from contents import chapters_of
from export import SYSTEMS, canvas, moodle, qti21, quizzes_of, write_export
from export.drawn import bank_of
from export.items import Essay, Item, Numeric, Options, Sequence, Typed
from families import FAMILIES

CHAPTERS = chapters_of(ROOT)
WRITERS = dict(zip(SYSTEMS, (moodle, canvas, qti21), strict=True))
TYPES = {Numeric: "numerical", Typed: "shortanswer", Options: "multichoice", Sequence: "ordering", Essay: "essay"}
VARIANTS = 8


@cache
def of_the_book():
    """All questions of the book in the common form, a quiz for each chapter."""
    return quizzes_of()


@cache
def banks():
    """Banks of all families that can have one, by the family's name; every second has decimals after a comma."""
    how = {"secret": b"a secret of the tests", "difficulty": 1}
    made = {
        name: bank_of(family, VARIANTS, comma=bool(i % 2), **how) for i, (name, family) in enumerate(FAMILIES.items())
    }
    return {name: bank for name, bank in made.items() if bank is not None}


def everything():
    """All quizzes: of the book, and of drawn questions."""
    return [*of_the_book(), *banks().values()]


def held(system):
    """The questions that a system can ask."""
    return [one for quiz in everything() for one in quiz.items if one.body and WRITERS[system].holds(one)]


def write(system, quizzes, folder):
    """Write questions for a system; returns the file."""
    name, *_ = write_export(system, folder / system, quizzes)
    return folder / system / name


def an_item(body, **more):
    return Item("ex-a/0", "A title", "Look.", "What?", body, "number", ("rand_c",), ROOT / "book" / "1-pairs", **more)
