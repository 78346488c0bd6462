"""Sphinx extension that shows the demos in built pages, without a kernel and without a network.

It writes two files into ``_static``: one classic script with the modules of all demos as strings, and one style sheet.
Modules of their own would not do: a page that is opened from a file may not import one.
"""

import json
from pathlib import Path

from aucc_teach import __version__, demos
from aucc_teach.demos._base import STATIC, STYLE, Demo

__all__ = ["script", "setup"]

SCRIPT = "aucc-demos.js"
SHEET = "aucc-demos.css"


def script():
    """Text of the script: the modules of all demos, and the host that mounts them.

    Returns
    -------
    str
        A classic script, the same at every call.

    Examples
    --------
    >>> from aucc_teach.demos.sphinx_ext import script
    >>> script().startswith('(() => {')
    True
    """
    classes = (getattr(demos, name) for name in demos.__all__)
    modules = {cls.slug: cls.source(cls.slug) for cls in classes if cls is not Demo}
    host = (STATIC / "host.js").read_text(encoding="utf-8")
    return f"(() => {{\nconst modules = {json.dumps(modules, indent=0, sort_keys=True)};\n\n{host}}})();\n"


def write_files(app):
    """Write script and style sheet where Sphinx finds them, and put them on every page."""
    folder = Path(app.doctreedir) / "aucc-demos"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SCRIPT).write_text(script(), encoding="utf-8")
    (folder / SHEET).write_text(STYLE, encoding="utf-8")
    app.config.html_static_path.append(str(folder))
    app.add_js_file(SCRIPT, loading_method="defer")
    app.add_css_file(SHEET)


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("builder-inited", write_files)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
