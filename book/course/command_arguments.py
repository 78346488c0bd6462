"""Arguments that several commands share: the folder to write, and chapters."""

import os
from pathlib import Path

from contents import names_in

from aucc_teach.files import check_folder

__all__ = ["add_chapters", "add_out", "refuse_used"]


def add_out(parser):
    """Add the argument for the folder to a command."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write; it must not exist or be empty")


def add_chapters(parser, otherwise="all"):
    """Add the argument that chooses chapters."""
    about = f"names or numbers of chapters, such as 1-8,rand_experiment; default: {otherwise}"
    parser.add_argument("--chapters", type=names_in, metavar="A,B", help=about)


def refuse_used(out):
    """Refuse a folder that holds something or cannot be written."""
    # os.path.exists returns False for a name that is too long, where Path.exists raises.
    if os.path.exists(out) and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"the folder to write must not exist or be empty. Got {out}.")
    check_folder(out)
