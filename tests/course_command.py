"""The command line of the course kit, called in this process."""

import runpy

from conftest import ROOT

_MAIN = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]


def course_command(*arguments):
    """Do what `python book/course` does with the arguments; returns the exit code, also that of a usage error."""
    try:
        return _MAIN(list(map(str, arguments)))
    except SystemExit as stop:
        return stop.code
