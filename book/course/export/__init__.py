"""Questions of the book, and drawn ones, for the systems that teachers have: Moodle, Canvas and nbgrader."""

import secrets
from collections import Counter
from pathlib import Path

from command_arguments import add_chapters, add_out, refuse_used
from contents import ROOT, chapters_of, chosen
from drawn_questions import add_families, chosen_families, read_secret
from families import FAMILIES

from aucc_teach.command_line import path_word
from export import canvas, nbgrader
from export.bank import LEFT_OUT, TOP, book_categories, drawn_categories, reading_checks, surveys
from export.moodle import bank_text
from export.moodle_backup import backup_files
from export.text import zipped

__all__ = ["add_arguments", "run"]

DESCRIPTION = "Write the questions of the book for Moodle, Canvas or nbgrader."
EXAMPLES = """examples:
  python book/course export moodle ../moodle
  python book/course export moodle ../moodle --chapters 1-4
  python book/course export canvas ../canvas --families counts,rand-c --secret secret.txt --variants 50
  python book/course export nbgrader ../grading --chapters rand_c

moodle writes a bank of all questions that it can mark, a bank of drawn ones, and a backup with the reading check of
each chapter and a survey of its predictions. canvas writes one package with all of that. nbgrader writes an assignment
for each chapter with functions or numbers to compute. The command says how many questions there are, how many are left
out and why, and what to click.
"""
MOODLE_STEPS = """Moodle, version 4.4 or later, as a teacher of the course:
1. Course reuse > Restore > reading_checks.mbz > Restore > Continue > your course > Merge > Next until it's done. You
   then have {checks} quizzes of five questions and ten minutes, and {surveys} surveys of predictions, all hidden until
   you show them.
2. Question bank > Import > Moodle XML format > questions.xml > Import. The questions stand under "{top}", by chapter
   and objective.
3. The same with drawn.xml. A quiz gives each student other numbers if you add a random question from one of its
   categories.
"""
CANVAS_STEPS = """Canvas, as a teacher of the course:
Settings > Import Course Content > QTI .zip file > questions.zip > Import. You then have, unpublished, {checks} quizzes
of five questions and ten minutes and {surveys} surveys of predictions (Quizzes), and a question bank for each objective
and each drawn question (Quizzes > Manage Question Banks). A quiz gives each student other numbers if you add a question
group that is linked to a bank of drawn questions.
In Canvas a foreseen wrong number gets the hint and not its own sentence, fractions are typed as decimals, and lines are
put in order by giving each place its line.
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("system", choices=("moodle", "canvas", "nbgrader"))
    add_out(parser)
    add_chapters(parser)
    add_families(parser, "all")
    parser.add_argument("--variants", type=int, default=20, metavar="N", help="of each drawn question; default: 20")
    parser.add_argument("--secret", type=Path, metavar="FILE", help="file with a secret, to draw the same again")


def run(options):
    """Do what the command line says, and give the exit code."""
    if options.variants < 1:
        raise ValueError(f"the number of variants must be 1 or more. Got {options.variants}.")
    refuse_used(options.out)
    chapters = chosen(chapters_of(ROOT), options.chapters)
    # All files are made before the first is written, so that an error leaves nothing half written.
    if options.system == "nbgrader":
        files, words = nbgrader.source_files(chapters)
    else:
        files, words = _banks(options, chapters)
    for name, content in (files | {"steps.txt": words}).items():
        path = options.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    print(f"{words}\nAll of it is in {path_word(options.out)}, these steps in steps.txt.")
    return 0


def _banks(options, chapters):
    """Make the files for Moodle or Canvas; returns them, and what they hold with the steps."""
    categories, left_out = book_categories(chapters)
    checks, asked = reading_checks(chapters, categories), surveys(chapters)
    drawn, gone = drawn_categories(
        _families(options, chapters),
        options.variants,
        secret=secrets.token_bytes(32) if options.secret is None else read_secret(options.secret),
        difficulty=options.difficulty,
    )
    if options.system == "moodle":
        files = {"questions.xml": bank_text(categories)} | ({"drawn.xml": bank_text(drawn)} if drawn else {})
        files["reading_checks.mbz"] = zipped(backup_files(checks, asked, TOP))
        steps = MOODLE_STEPS
    else:
        files = {"questions.zip": zipped(canvas.package_files(categories + drawn, checks, asked))}
        steps = CANVAS_STEPS
    kinds = "".join(f"\n- {n} {LEFT_OUT[kind]}" for kind, n in Counter(left_out).most_common())
    lines = [
        f"{_count(categories)} questions of the book, and {sum(len(one) for _, one in asked)} predictions as surveys.",
        f"Left out, because no platform can mark them: {len(left_out)}.{kinds}" if left_out else "Nothing is left out.",
        f"{_count(drawn)} drawn questions." + (f" In homework and exams only: {', '.join(gone)}." if gone else ""),
        "",
        steps.format(checks=len(checks), surveys=len(asked), top=TOP),
    ]
    return files, "\n".join(lines)


def _count(categories):
    return sum(len(category.items) for category in categories)


def _families(options, chapters):
    """List the families that are named, or else all whose chapters are exported."""
    if options.families:
        return chosen_families(options.families)
    names = {chapter.name for chapter in chapters}
    return [one for one in FAMILIES.values() if names >= {name for name, _ in one.objectives}]
