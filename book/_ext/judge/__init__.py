"""Sphinx extension: a page on which a table is judged.

A page asks for it by ``judge: true`` in its front matter, and by ``live: true``
for the Python that judges. Without that Python the page shows its own text,
which says what is missing and how to judge a table by the command.
"""

from pathlib import Path

from live import is_there
from parallel_writing import IN_PARALLEL

STATIC = Path(__file__).with_name("static")


def put_files(app):
    """Put sheet and script beside the pages; called by Sphinx."""
    app.config.html_static_path.append(str(STATIC))


def add_files(app, page, template, context, doctree):
    """Load them on the page that asks for them; called by Sphinx."""
    if (context.get("meta") or {}).get("judge"):
        app.add_css_file("judge.css")
        app.add_js_file("judge.js", loading_method="defer")


def setup(app):
    """Set the extension up; called by Sphinx."""
    if is_there():
        app.connect("builder-inited", put_files)
        # The script of the extension `live` must run first.
        app.connect("html-page-context", add_files, priority=600)
    return IN_PARALLEL
