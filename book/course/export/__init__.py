"""Questions of the book, and drawn ones, for the systems that teachers have: Moodle, Canvas and nbgrader."""

import secrets
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from command_arguments import add_chapters, add_out, add_url, refuse_used
from contents import ROOT, chapters_of, chosen
from drawn_questions import add_families, chosen_families, read_secret
from families import FAMILIES

from aucc_teach.command_line import path_word
from export import canvas, nbgrader
from export.bank import LEFT_OUT, TOP, book_categories, drawn_categories, reading_checks, surveys
from export.moodle import bank_text
from export.moodle_backup import write_backup

__all__ = ["add_arguments", "run"]

DESCRIPTION = "Write the questions of the book for Moodle, Canvas or nbgrader."
EXAMPLES = """examples:
  python book/course export moodle ../moodle
  python book/course export moodle ../moodle --chapters 1-4 --url https://example.org/book
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
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("system", choices=("moodle", "canvas", "nbgrader"))
    add_out(parser)
    add_chapters(parser)
    add_families(parser, "all")
    parser.add_argument("--variants", type=int, default=20, metavar="N", help="of each drawn question; default: 20")
    parser.add_argument("--secret", type=Path, metavar="FILE", help="file with a secret, to draw the same again")
    add_url(parser)


def run(options):
    """Do what the command line says, and give the exit code."""
    if options.variants < 1:
        raise ValueError(f"the number of variants must be 1 or more. Got {options.variants}.")
    refuse_used(options.out)
    chapters = chosen(chapters_of(ROOT), options.chapters)
    # All is written beside OUT first, so that an error leaves nothing half written.
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.out.parent, prefix=".export-") as folder:
        made = Path(folder) / "made"
        made.mkdir()
        words = (
            nbgrader.write(chapters, made) if options.system == "nbgrader" else _write_banks(options, chapters, made)
        )
        (made / "steps.txt").write_text(words, encoding="utf-8")
        if options.out.exists():
            options.out.rmdir()
        shutil.move(made, options.out)
    print(f"{words}\nAll of it is in {path_word(options.out)}, these steps in steps.txt.")
    return 0


def _write_banks(options, chapters, folder):
    """Write the files for Moodle or Canvas; returns what they hold, and the steps."""
    families = _families(options, chapters)
    categories, left_out = book_categories(chapters, url=options.url)
    checks, asked = reading_checks(chapters, categories), surveys(chapters)
    drawn, gone = drawn_categories(
        families,
        options.variants,
        secret=secrets.token_bytes(32) if options.secret is None else read_secret(options.secret),
        difficulty=options.difficulty,
    )
    if options.system == "moodle":
        (folder / "questions.xml").write_text(bank_text(categories), encoding="utf-8")
        if drawn:
            (folder / "drawn.xml").write_text(bank_text(drawn), encoding="utf-8")
        write_backup(folder / "reading_checks.mbz", checks, asked, TOP)
        steps, notes = MOODLE_STEPS, []
    else:
        notes = canvas.write(folder / "questions.zip", categories + drawn, checks, asked)
        steps = CANVAS_STEPS
    n = sum(len(category.items) for category in categories)
    kinds = "".join(f"\n- {n} {LEFT_OUT[kind]}" for kind, n in Counter(left_out).most_common())
    lines = [
        f"{n} questions of the book, and {sum(len(one) for _, one in asked)} predictions as surveys.",
        f"Left out, because no platform can mark them: {len(left_out)}.{kinds}" if left_out else "Nothing is left out.",
        f"{sum(len(category.items) for category in drawn)} drawn questions."
        + (f" In homework and exams only: {', '.join(gone)}." if gone else ""),
        *notes,
        "",
        steps.format(checks=len(checks), surveys=len(asked), top=TOP),
    ]
    return "\n".join(lines)


def _families(options, chapters):
    """List the families that are named, or all whose chapters are exported."""
    names = {chapter.name for chapter in chapters}
    families = chosen_families(options.families or ",".join(FAMILIES))
    missing = {one.name: [name for name, _ in one.objectives if name not in names] for one in families}
    if options.families and any(missing.values()):
        listed = ", ".join(f"{name} ({', '.join(gone)})" for name, gone in missing.items() if gone)
        raise ValueError(f"families must be of chapters that are exported. Got {listed}.")
    return [one for one in families if not missing[one.name]]
