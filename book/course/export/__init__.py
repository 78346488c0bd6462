"""Questions of the book for the systems that teachers have: Moodle, others that read QTI 2.1, and Canvas.

Each question goes through one common form (`items`), from which a writer for each system makes the system's own. What a
system cannot hold is reported for each question.
"""

import csv
import importlib
from pathlib import Path

from contents import ROOT, chapters_of, chosen, own_chapters
from writing import FOR_SPREADSHEETS, add_chapters, add_exercises, add_out, chapters_in, own_in, refuse_used

from aucc_teach._shell import path_word
from aucc_teach.exercises import add
from export.items import items_of
from export.markup import refers_to_book

__all__ = ["add_arguments", "run", "write_export"]

DESCRIPTION = "Write questions of the book for Moodle, Canvas or another system that reads QTI."
EXAMPLES = """examples:
  python book/course export moodle ../moodle                                 every question, as Moodle XML
  python book/course export canvas ../canvas --chapters rand_c,ties          two chapters, as a zip of QTI 1.2
  python book/course export qti21 ../qti --chapters ties                     a zip of QTI 2.1, for other systems
  python book/course export moodle ../own --chapters ties --exercises ../week1    with exercises of your own

Each folder also holds report.csv, which says for each question what the system cannot hold.
"""
SYSTEMS = ("moodle", "canvas", "qti21")


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("system", choices=SYSTEMS)
    add_out(parser)
    add_chapters(parser)
    add_exercises(parser)
    parser.add_argument("--url", help="where the book can be read, for links from a question into it")


def run(options):
    """Do what the command line says, and give the exit code."""
    rows, files = write_export(
        options.system, options.out, own=own_in(options), chapters=chapters_in(options), address=options.url
    )
    held = [row for row in rows if row["exported"] == "yes"]
    lossy = sum(bool(row["lost"]) for row in held)
    report = path_word(options.out / "report.csv")
    print(f"{', '.join(path_word(options.out / name) for name in files)}: {len(held)} of {len(rows)} questions.")
    print(f"Formulas are written as {_writer(options.system).FORMULAS}.")
    print(f"{report} says for each question what is lost: something of {lossy}, all of {len(rows) - len(held)}.")
    return 0


def write_export(system, out, *, own=None, chapters=None, address=None, root=ROOT):
    """Write the questions of chapters for a system into a folder, with a report of what is lost.

    `own` is a folder of notebooks of one's own, which come after the chapters, and the address is where the book can be
    read. Returns the rows of the report (``id``, ``chapter``, ``kind``, ``exported`` and ``lost`` of each question) and
    the names of the files for the system. An unknown system or chapter, a folder of one's own without notebooks, and a
    folder to write that is not empty are a ValueError.
    """
    if system not in SYSTEMS:
        raise ValueError(f"system must be one of {', '.join(SYSTEMS)}. Got {system!r}.")
    found = chosen(chapters_of(root), chapters) + (own_chapters(own) if own else [])
    out = Path(out)
    refuse_used(out)
    writer = _writer(system)
    if own:
        # Functions that are asked for are found in no notebook's folder.
        add(Path(own) / "questions")
    listed = [(chapter.title, items_of(chapter)) for chapter in found]
    rows = [
        _row(item, writer, address if item.folder.is_relative_to(root) else None)
        for _, items in listed
        for item in items
    ]
    out.mkdir(parents=True, exist_ok=True)
    files = writer.write(listed, out, Path(root), address)
    with (out / "report.csv").open("w", encoding=FOR_SPREADSHEETS, newline="") as file:
        table = csv.DictWriter(file, ["id", "chapter", "kind", "exported", "lost"])
        table.writeheader()
        table.writerows(rows)
    return rows, files


def _writer(system):
    try:
        return importlib.import_module(f"export.{system}")
    except ModuleNotFoundError as error:
        raise ValueError(
            f"{error.name} must be installed. Write: pip install -c constraints.txt -e '.[course]'"
        ) from None


def _row(item, writer, address):
    lost = [*item.lost, *(writer.lost(item) if item.body else ())]
    is_held = item.body is not None and not any(one.startswith("the whole question") for one in lost)
    if is_held and not address and refers_to_book(item.stem):
        lost.append("links into the book: their words are left (--url keeps links)")
    return {
        "id": item.id,
        "chapter": item.chapter,
        "kind": f"{item.kind}{'' if item.graded else ', a prediction'}",
        "exported": "yes" if is_held else "no",
        "lost": "; ".join(lost),
    }
