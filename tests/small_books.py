"""Small books, built in the process of the tests."""

from copy import deepcopy

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils


def build(folder, pages=(), *, builder="html", whole=False, warning=None, strict=True, on=(), **settings):
    """Write pages, given as texts by their names, build them into `_build`, and return Sphinx's application.

    `on` has functions by the events that call them. The settings are those of a `conf.py`.
    """
    for name, text in dict(pages).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    # Sphinx and extensions add to lists and dictionaries of settings, also to defaults, which the next book would read.
    own = {"source_suffix": {".rst": "restructuredtext"}, "exclude_patterns": ["_build"], "html_theme": "basic"}
    folders = [folder, None, folder / "_build" / "html", folder / "_build" / "trees"]
    with patch_docutils(), docutils_namespace():
        options = {"status": None, "warning": warning, "freshenv": whole, "warningiserror": strict}
        app = Sphinx(*folders, builder, deepcopy(own | settings), **options)
        for event, function in dict(on).items():
            app.connect(event, function)
        app.build(force_all=whole)
    return app
