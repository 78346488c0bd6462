"""Pages that several processes write are those that one writes."""

import sys

import pytest
from conftest import ROOT
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

sys.path.insert(0, str(ROOT / "book" / "_ext"))
import parallel_writing

CONFIGURATION = f"""
import os, pathlib, sys
sys.path.insert(0, {str(ROOT / "book" / "_ext")!r})
extensions = ["parallel_writing"]
exclude_patterns = ["built-*"]
html_theme = "basic"

def note_process(app, *rest):
    pathlib.Path(app.outdir, f"process-{{os.getpid()}}").touch()

def setup(app):
    app.connect("html-page-context", note_process)
"""


@pytest.fixture
def built(tmp_path, monkeypatch):
    """The book, built on so many cores, as a function; returns the pages, and the number of processes that wrote."""
    (tmp_path / "conf.py").write_text(CONFIGURATION)
    (tmp_path / "index.rst").write_text("Book\n====\n\n.. toctree::\n   :glob:\n\n   page*\n")
    for i in range(8):
        (tmp_path / f"page{i}.rst").write_text(f"Page {i}\n======\n\nSee :doc:`page{(i + 1) % 8}`.\n")

    def run(cores):
        monkeypatch.setattr(parallel_writing.joblib, "cpu_count", lambda: cores)
        out = tmp_path / f"built-{cores}"
        with patch_docutils(), docutils_namespace():
            folders = [str(path) for path in (tmp_path, tmp_path, out, tmp_path / f"built-{cores}-trees")]
            Sphinx(*folders, "html", status=None, warning=None, freshenv=True, warningiserror=True).build(True)
        return {path.name: path.read_text("utf-8") for path in out.glob("*.html")}, len([*out.glob("process-*")])

    return run


def test_several_processes_write_what_one_writes(built):
    pages, n_processes = built(1)
    assert n_processes == 1
    assert len(pages) > 8
    again, n_processes = built(3)
    assert n_processes > 1
    assert again == pages
