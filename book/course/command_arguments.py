"""Arguments that several commands share: the folder to write, chapters, the address of the book."""

import os
from pathlib import Path

import yaml
from contents import ROOT, names_in

from aucc_teach.files import check_folder

__all__ = ["add_chapters", "add_out", "add_url", "refuse_used"]


def add_out(parser):
    """Add the argument for the folder to a command."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write; it must not exist or be empty")


def add_chapters(parser, otherwise="all"):
    """Add the argument that chooses chapters."""
    about = f"names or numbers of chapters, such as 1-8,rand_experiment; default: {otherwise}"
    parser.add_argument("--chapters", type=names_in, metavar="A,B", help=about)


def add_url(parser):
    """Add the argument for the address of the book on the web."""
    address = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"].get("baseurl") or None
    about = "where the whole book can be read, for links to its pages; default: html.baseurl of _config.yml"
    parser.add_argument("--url", default=address, help=about)


def refuse_used(out):
    """Refuse a folder that holds something or cannot be written."""
    # os.path.exists returns False for a name that is too long, where Path.exists raises.
    if os.path.exists(out) and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"the folder to write must not exist or be empty. Got {out}.")
    check_folder(out)
