"""A built site made ready for the web: all pages of one version, and served as they are."""

import re
import shutil
from pathlib import Path

from contents import SITE
from writing import add_out, add_site, refuse_used

from aucc_teach._shell import path_word
from aucc_teach._version import CHANGED, book_version, in_words

__all__ = ["add_arguments", "run", "write_site"]

_STAMP = re.compile(r'class="book-version" data-version="([^"]*)" data-build="([^"]*)"')

DESCRIPTION = "Make a built book ready for a web server."
EXAMPLES = """examples:
  jupyter-book build . --all -W --keep-going && python book/course site ../site
  python book/course site ../site --site ../course/_build/html     of an edition that was built

All pages must be of one version, which is that of the clone. OUT can be copied to any web server as it is; nothing in
it needs a program there. It has a file .nojekyll, so GitHub Pages can serve it from a branch; book/course/pages.yml is
a workflow that builds it there.
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)
    add_site(parser)


def run(options):
    """Do what the command line says, and give the exit code."""
    book = write_site(options.out, html=options.site)
    out = path_word(options.out)
    print(f"{out} holds the site of version {in_words(book)}, which can be copied to a web server as it is.")
    if book["build"].endswith(CHANGED):
        print("note: files were changed since that commit. Commit them and build again before you publish the site.")
    return 0


def write_site(out, *, html=SITE):
    """Write a built site into a folder that must not exist or be empty; returns the version that its pages name.

    Raises
    ------
    ValueError
        If there is no site, it is of another version or commit than the package, or `out` is not empty or lies in the
        site.
    """
    out, html = Path(out), Path(html)
    refuse_used(out)
    if out.resolve().is_relative_to(html.resolve()):
        raise ValueError(f"the folder to write must not lie in the built pages. Got {out}.")
    book = _version_of(html)
    shutil.copytree(html, out, dirs_exist_ok=True)
    (out / ".nojekyll").touch()
    return book


def _version_of(html):
    """Version and build that the built pages name."""
    if not (html / "index.html").is_file():
        raise ValueError(f"the built pages must hold index.html: build the book first. Got {html}.")
    named = {stamp for page in html.rglob("*.html") for stamp in _STAMP.findall(page.read_text("utf-8"))}
    if len(named) != 1:
        raise ValueError(f"the built pages must all name one version of this book: build it again. Got {html}.")
    book, here = dict(zip(("version", "build"), *named, strict=True)), book_version()
    # An edition names no commit.
    if book["version"] != here["version"] or book["build"] not in ("", here["build"]):
        raise ValueError(
            f"the built pages and the package must be of one version: build the book again. Got {in_words(book)} in "
            f"{html} and {in_words(here)} here."
        )
    return book
