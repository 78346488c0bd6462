"""What several commands take and write: the folder to write, chapters, exercises of one's own, the built book."""

import os
from pathlib import Path

from contents import SITE, names_in

from aucc_teach._files import check_folder

__all__ = ["FOR_SPREADSHEETS", "add_chapters", "add_exercises", "add_out", "add_site", "refuse_used"]

#: Encoding of tables that are opened in a spreadsheet: without its mark Excel reads umlauts as two letters each.
FOR_SPREADSHEETS = "utf-8-sig"


def add_out(parser):
    """Add the argument for the folder to a command."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write; it must not exist or be empty")


def add_chapters(parser, otherwise="all"):
    """Add the argument that chooses chapters."""
    about = f"names of chapters; without them, {otherwise}"
    parser.add_argument("--chapters", type=names_in, metavar="A,B", help=about)


def add_exercises(parser):
    """Add the argument for exercises of one's own."""
    about = "notebooks of your own, with their questions in FOLDER/questions"
    parser.add_argument("--exercises", dest="own", type=Path, metavar="FOLDER", help=about)


def add_site(parser):
    """Add the argument for the built book."""
    parser.add_argument("--site", type=Path, default=SITE, metavar="FOLDER", help="the built book (_build/html)")


def refuse_used(out):
    """Raise a ValueError if something would be written over or stand beside what is written, or nothing can be."""
    # Of os.path, because a name that is too long is not there either.
    if os.path.exists(out) and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"the folder to write must not exist or be empty. Got {out}.")
    check_folder(out)
