"""Sphinx extension: a built book says from what it was built.

It is written beside the pages when all of them are new and none gave a warning.
The tests ask here whether they can take the book as it is (`unlike`).
"""

import hashlib
import importlib.metadata
import json
import sys
import time
from pathlib import Path

from parallel_writing import IN_PARALLEL

FILES = ("_config.yml", "_toc.yml", "genindex.md", "CITATION.cff")
FOLDERS = ("book", "aucc_teach", "aucc_report")
# The commands for courses make no page.
LEFT_OUT = {"course", "__pycache__"}


def stamp_of(html):
    """Path of the stamp: beside the pages, because it is no page."""
    return Path(html).parent / ".built_from.json"


def ingredients(root):
    """Everything that determines the pages: sources, Python, packages."""
    root, digest = Path(root), hashlib.sha256()
    within = (path for name in FOLDERS for path in (root / name).rglob("*"))
    for path in sorted([*(root / name for name in FILES), *within]):
        name = path.relative_to(root)
        left_out = (part[0] == "." or part in LEFT_OUT for part in name.parts)
        if path.is_file() and not any(left_out):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{name.as_posix()} {content}\n".encode())
    return {
        "sources": digest.hexdigest(),
        "Python": sys.version,
        "installed": installed(),
    }


def installed():
    """Names and versions of the packages."""
    # The metadata are read once; asking for name and version reads them twice.
    found = (one.metadata for one in importlib.metadata.distributions())
    return sorted({f"{one['Name']} {one['Version']}" for one in found})


def unlike(html, root):
    """Say why pages do not match these sources; empty if they match.

    Packages that were installed since, such as the tests' own, do no harm.
    """
    if not (stamp_of(html).exists() and (Path(html) / "index.html").exists()):
        return "it was not built as a whole (--all) and without warnings"
    then, now = json.loads(stamp_of(html).read_text("utf-8")), ingredients(root)
    if then["sources"] != now["sources"]:
        return "its sources have changed"
    if then["Python"] != now["Python"]:
        return f"it was built with Python {then['Python']}"
    if gone := set(then["installed"]) - set(now["installed"]):
        return f"it was built with {', '.join(sorted(gone))}"
    return ""


def begin(app):
    """Remove a stamp that this build makes untrue; called by Sphinx."""
    # The sources are read first: a change during the build may miss the pages.
    app.began, app.build_stamp = time.time(), ingredients(app.srcdir)
    if app.fresh_env_used or unlike(app.outdir, app.srcdir):
        stamp_of(app.outdir).unlink(missing_ok=True)


def end(app, exception):
    """Write the stamp if all pages come from this build; called by Sphinx."""
    if exception or app.builder.format != "html" or not app.fresh_env_used:
        return
    # The redirect to the front page is written once, templates never.
    pages = set(Path(app.outdir).rglob("*.html"))
    pages -= {Path(app.outdir, "index.html")}
    pages -= set(Path(app.outdir, "_static").rglob("*.html"))
    left_over = [page for page in pages if page.stat().st_mtime < app.began - 1]
    if not (app._warncount or left_over):
        text = json.dumps(app.build_stamp, indent=1)
        stamp_of(app.outdir).write_text(text, encoding="utf-8")


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("builder-inited", begin)
    app.connect("build-finished", end, priority=1000)  # after all others
    return IN_PARALLEL
