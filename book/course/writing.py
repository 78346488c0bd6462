"""The folder that a command writes."""

import os
from pathlib import Path

from aucc_teach._files import check_folder

__all__ = ["FOR_SPREADSHEETS", "add_out", "refuse_used"]

#: Encoding of tables that are opened in a spreadsheet: without its mark Excel reads umlauts as two letters each.
FOR_SPREADSHEETS = "utf-8-sig"


def add_out(parser):
    """Add the argument for the folder to a command."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write; it must not exist or be empty")


def refuse_used(out):
    """Raise a ValueError if something would be written over or stand beside what is written, or nothing can be."""
    # Of os.path, because a name that is too long is not there either.
    if os.path.exists(out) and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"the folder to write must not exist or be empty. Got {out}.")
    check_folder(out)
