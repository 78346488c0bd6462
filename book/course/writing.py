"""The folder that a command writes."""

from pathlib import Path

__all__ = ["add_out", "refuse_used"]


def add_out(parser):
    """Add the argument for the folder to a command."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write; it must not exist or be empty")


def refuse_used(out):
    """Raise a ValueError if something would be written over, or stand beside what is written."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"the folder to write must not exist or be empty. Got {out}.")
