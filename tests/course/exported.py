"""All questions of the book in the common form of an export, and written for each system."""

from functools import cache

from conftest import ROOT
from contents import chapters_of
from export import SYSTEMS, canvas, moodle, qti21
from export.items import Essay, Item, Numeric, Options, Sequence, Typed, items_of

CHAPTERS = chapters_of(ROOT)
WRITERS = dict(zip(SYSTEMS, (moodle, canvas, qti21), strict=True))
TYPES = {Numeric: "numerical", Typed: "shortanswer", Options: "multichoice", Sequence: "ordering", Essay: "essay"}


@cache
def everything():
    """All questions in the common form, by the title of the chapter."""
    return [(chapter.title, items_of(chapter)) for chapter in CHAPTERS]


def held():
    """Those that a system can hold."""
    return [item for _, items in everything() for item in items if item.body]


def write(system, chapters, folder):
    """Write questions for a system; returns the file."""
    (folder / system).mkdir()
    (name,) = WRITERS[system].write(chapters, folder / system, ROOT, None)
    return folder / system / name


def an_item(body, **more):
    return Item("ex-a/0", "rand_c", "A title", "Look.", "What?", body, "number", ROOT / "book" / "1-pairs", **more)
