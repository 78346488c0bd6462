"""Sphinx extension: a page on which a table is judged.

A page asks for it by ``judge: true`` in its front matter, and by ``live: true``
for the Python that judges. Without that Python the page shows its own text,
which says what is missing and how to judge a table by the command.
"""

from pathlib import Path

from live import is_there

STATIC = Path(__file__).with_name("static")
FILES = "judge.css", "judge.js"


def put_files(app):
    """Put sheet and script beside the pages; called by Sphinx."""
    if app.builder.format != "html":
        return
    place = Path(app.outdir, "_static", "judge")
    place.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (place / name).write_bytes((STATIC / name).read_bytes())


def add_files(app, page, template, context, doctree):
    """Load them on the page that asks for them; called by Sphinx."""
    if (context.get("meta") or {}).get("judge"):
        app.add_css_file("judge/judge.css")
        app.add_js_file("judge/judge.js", loading_method="defer")


def setup(app):
    """Set the extension up; called by Sphinx."""
    if is_there():
        app.connect("builder-inited", put_files)
        # The script of the extension `live` must run first.
        app.connect("html-page-context", add_files, priority=600)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
