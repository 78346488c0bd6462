"""Arguments that several commands share: the folder to write, chapters, own exercises, the built book."""

import os
from pathlib import Path

import yaml
from contents import ROOT, SITE, chapters_of, chosen, names_in

from aucc_teach.files import check_folder

__all__ = ["add_chapters", "add_exercises", "add_out", "add_site", "add_url", "chapters_in", "refuse_used"]


def add_out(parser):
    """Add the argument for the folder to a command."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write; it must not exist or be empty")


def add_chapters(parser, otherwise="all"):
    """Add the argument that chooses chapters."""
    about = f"names or numbers of chapters, such as 1-8,rand_experiment; default: {otherwise}"
    parser.add_argument("--chapters", type=names_in, metavar="A,B", help=about)


def chapters_in(options):
    """List the chapters that the command line names; None where it names none."""
    named = getattr(options, "chapters", None)  # not every command has this argument
    if named is None:
        return None
    return [chapter.name for chapter in chosen(chapters_of(ROOT), named)]


def add_exercises(parser, flag="--exercises"):
    """Add the argument for exercises of one's own."""
    about = "notebooks of your own, with their questions in FOLDER/questions"
    parser.add_argument(flag, dest="own", type=Path, metavar="FOLDER", help=about)


def add_site(parser):
    """Add the argument for the built book."""
    parser.add_argument("--site", type=Path, default=SITE, metavar="FOLDER", help="the built book (_build/html)")


def add_url(parser):
    """Add the argument for the address of the book on the web."""
    about = "where the whole book can be read, for links to pages that are not in the file"
    parser.add_argument("--url", default=_base_url(), help=f"{about}; default: html.baseurl of _config.yml")


def _base_url():
    return yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"].get("baseurl") or None


def refuse_used(out):
    """Refuse a folder that holds something or cannot be written."""
    # os.path.exists returns False for a name that is too long, where Path.exists raises.
    if os.path.exists(out) and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"the folder to write must not exist or be empty. Got {out}.")
    check_folder(out)
