"""Which version of the book this is, said alike in the footer of its pages, in saved answers and in reports."""

import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

__all__ = ["book_version", "in_words"]

ROOT = Path(__file__).resolve().parents[1]
CHANGED = "-dirty"  # as git says it
KEPT = "build.txt"  # in an edition's folder "book": what it was cut from


@cache
def book_version():
    """Version of the package, and the commit of the clone that it lies in, or an empty text if it lies in none.

    Returns
    -------
    dict
        ``"version"`` and ``"build"``. The build is the commit, followed by ``-dirty`` if files of it have been changed
        since. There is no time in it: two builds of a commit are equal. An edition has the build that it was cut from.

    Examples
    --------
    >>> import aucc_teach as at
    >>> sorted(at.exercises.book_version())
    ['build', 'version']
    """
    build = ""
    if (kept := ROOT / "book" / KEPT).is_file():
        build = kept.read_text("utf-8").strip()
    elif (ROOT / "book" / "course").is_dir() and (ROOT / ".git").exists():
        # Without book/course this is no clone: an installed package may lie in the repository of another project.
        # All tags are excluded, so that git prints the whole commit.
        command = ["git", "-C", str(ROOT), "describe", "--always", "--exclude=*", "--abbrev=40", f"--dirty={CHANGED}"]
        try:
            build = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
        except (OSError, subprocess.SubprocessError):
            build = ""
    return {"version": version("aucc-teach"), "build": build}


def in_words(book):
    """Write version and commit as readers see them.

    Examples
    --------
    >>> from aucc_teach.versions import in_words
    >>> in_words({"version": "0.2.0", "build": "0123456789abcdef0123456789abcdef01234567"})
    '0.2.0 (commit 0123456789ab)'
    >>> in_words({"version": "0.2.0", "build": "0123456789abcdef0123456789abcdef01234567-dirty"})
    '0.2.0 (commit 0123456789ab, with changes)'
    >>> in_words({"version": "0.2.0", "build": ""})
    '0.2.0'
    """
    commit = book["build"].removesuffix(CHANGED)
    if not commit:
        return book["version"]
    changes = ", with changes" if commit != book["build"] else ""
    return f"{book['version']} (commit {commit[:12]}{changes})"
