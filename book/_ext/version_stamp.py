"""Sphinx extension: each page says of which version and commit it is.

The commit is put into the pages when they are written, and again after every
build, also into those that have not changed. Otherwise each commit would make
Sphinx write all pages anew, or leave some that name an older one.
"""

import re
from html import escape
from pathlib import Path

from aucc_teach.versions import book_version, in_words
from parallel_writing import IN_PARALLEL

PLACE = '<span class="book-version"></span>'
STAMP = re.compile(r'<span class="book-version"[^<>]*>[^<>]*</span>')


def stamp():
    """What stands in the place: the version in words, and what scripts read."""
    book = book_version()
    data = " ".join(
        f'data-{name}="{escape(text)}"' for name, text in book.items()
    )
    return f'<span class="book-version" {data}>{escape(in_words(book))}</span>'


def stamp_pages(app, exception):
    """Put the version into all pages; called by Sphinx."""
    if exception is not None or app.builder.format != "html":
        return
    now = stamp()
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        stamped = STAMP.sub(now, text)
        if stamped != text:
            path.write_text(stamped, encoding="utf-8")


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("build-finished", stamp_pages)
    return IN_PARALLEL
