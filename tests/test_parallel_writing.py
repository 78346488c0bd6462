"""Pages that several processes write are those that one writes."""

import os
from pathlib import Path

import parallel_writing
import pytest
from small_books import build

PAGES = {f"page{i}.rst": f"Page {i}\n======\n\nSee :doc:`page{(i + 1) % 8}`.\n" for i in range(8)}
PAGES["index.rst"] = "Book\n====\n\n.. toctree::\n   :glob:\n\n   page*\n"


def note_process(app, *rest):
    Path(app.outdir, f"process-{os.getpid()}").touch()


@pytest.fixture
def built(tmp_path, monkeypatch):
    """The book, built on so many cores, as a function; returns the pages, and the number of processes that wrote."""

    def run(cores):
        monkeypatch.setattr(parallel_writing.joblib, "cpu_count", lambda: cores)
        on = {"html-page-context": note_process}
        out = build(tmp_path / str(cores), PAGES, whole=True, on=on, extensions=["parallel_writing"]).outdir
        return {path.name: path.read_text("utf-8") for path in out.glob("*.html")}, len([*out.glob("process-*")])

    return run


def test_several_processes_write_what_one_writes(built):
    pages, n_processes = built(1)
    assert n_processes == 1
    assert len(pages) > 8
    again, n_processes = built(3)
    assert n_processes > 1
    assert again == pages
