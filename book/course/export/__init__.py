"""Questions for the systems that teachers have: Moodle, Canvas, and others that read QTI 2.1.

Each question goes through one common form (`items`), from which a writer for each system makes the system's own. What a
system cannot ask as the book does is not written for it.
"""

import importlib
import secrets
from collections import Counter
from pathlib import Path

from contents import ROOT, chapters_of, chosen, own_chapters
from drawing import add_families, families_in, read_secret
from families import FAMILIES
from writing import add_chapters, add_exercises, add_out, chapters_in, own_in, refuse_used

from aucc_teach._shell import path_word
from aucc_teach.exercises import add
from export.drawn import bank_of
from export.items import quiz_of

__all__ = ["add_arguments", "run", "write_export"]

DESCRIPTION = "Write questions for Moodle, Canvas or another system: drawn ones as banks of variants, and the book's."
EXAMPLES = """examples:
  python book/course export moodle ../bank --variants 50                      50 variants of each drawn question
  python book/course export moodle ../bank --variants 50 --decimal comma --course course.yml
  python book/course export canvas ../bank --variants 20 --families counts,rand-c
  python book/course export canvas ../quiz --chapters rand_c,ties             the questions of two chapters
  python book/course export qti21 ../quiz --chapters 1-8                      the same for systems that read QTI 2.1

With --variants a bank is written for each question of each family, and your system gives every student one of its
variants: in Moodle add a random question from its category, in Canvas each bank is a group that picks one. Without it,
the questions of the book itself are written; their answers are in the book's pages. Each is tagged by the objectives
that it tests. Fractions may be typed as such, or as decimals after a point or a comma. What a system cannot ask as it
is meant (predictions, counterexamples, functions that are run, states of demos) stays in the book.
"""
SYSTEMS = ("moodle", "canvas", "qti21")
_ASKED = {
    "prediction": "for predictions",
    "break": "for counterexamples",
    "write": "for functions",
    "construct": "for states of demos",
    "open": "for texts",
    "order": "for lines of which some may change places",
}


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("system", choices=SYSTEMS)
    add_out(parser)
    add_chapters(parser)
    add_exercises(parser)
    parser.add_argument("--url", help="where the book can be read, for links from a question into it")
    parser.add_argument("--variants", type=int, metavar="N", help="write drawn questions, N variants of each")
    add_families(parser, "all")
    parser.add_argument("--secret", type=Path, metavar="FILE", help="file with a secret, to draw the same again")
    parser.add_argument("--decimal", choices=("point", "comma"), default="point", help="in texts of drawn questions")


def run(options):
    """Do what the command line says, and give the exit code."""
    quizzes = quizzes_of(chapters_in(options), own_in(options)) if options.variants is None else _drawn(options)
    file, count, left = write_export(options.system, options.out, quizzes, address=options.url)
    print(f"{path_word(options.out / file)} holds {count} questions. Formulas are {_writer(options.system).FORMULAS}.")
    if left:
        kinds = ", ".join(f"{number} {_ASKED.get(kind, kind)}" for kind, number in left.most_common())
        print(f"note: {left.total()} stay in the book, because {options.system} cannot ask them as it does: {kinds}.")
    return 0


def _drawn(options):
    if options.variants < 1:
        raise ValueError(f"the number of variants must be 1 or more. Got {options.variants}.")
    secret = secrets.token_bytes(32) if options.secret is None else read_secret(options.secret)
    families = families_in(options, ",".join(FAMILIES))
    how = {"secret": secret, "difficulty": options.difficulty, "comma": options.decimal == "comma"}
    banks = {family.name: bank_of(family, options.variants, **how) for family in families}
    gone = ", ".join(name for name, bank in banks.items() if bank is None)
    if not any(banks.values()):
        raise ValueError(f"{gone} can be asked in homework and exams only.")
    if gone:
        print(f"note: {gone} can be asked in homework and exams only.")
    return list(filter(None, banks.values()))


def quizzes_of(chapters=None, own=None, root=ROOT):
    """The questions of chapters, and of a folder of notebooks of one's own after them, a quiz for each."""
    found = chosen(chapters_of(root), chapters) + (own_chapters(own) if own else [])
    if own:
        # Functions that are asked for are found in no notebook's folder.
        add(Path(own) / "questions")
    return [quiz_of(chapter) for chapter in found]


def write_export(system, out, quizzes, *, address=None, root=ROOT):
    """Write quizzes for a system into a folder; the address is where the book can be read.

    Returns the name of the file, the number of questions in it, and how many of each kind are left out. An unknown
    system, no question that it can ask, and a folder to write that is not empty are a ValueError.
    """
    if system not in SYSTEMS:
        raise ValueError(f"system must be one of {', '.join(SYSTEMS)}. Got {system!r}.")
    out = Path(out)
    refuse_used(out)
    writer = _writer(system)
    held = [quiz.only(lambda item: item.body is not None and writer.holds(item)) for quiz in quizzes]
    count = sum(len(quiz.items) for quiz in held)
    left = Counter(item.kind for quiz in quizzes for item in quiz.items)
    left -= Counter(item.kind for quiz in held for item in quiz.items)
    if not count:
        raise ValueError(f"there must be questions that {system} can ask. Of {left.total()} it can ask none.")
    out.mkdir(parents=True, exist_ok=True)
    return writer.write([quiz for quiz in held if quiz.items], out, Path(root), address), count, left


def _writer(system):
    try:
        return importlib.import_module(f"export.{system}")
    except ModuleNotFoundError as error:
        raise ValueError(
            f"{error.name} must be installed. Write: pip install -c constraints.txt -e '.[course]'"
        ) from None
