"""Notebooks run before the pages are read, and no page shows what they gave before something changed."""

import contextlib
import io
import sys

import nbformat
import pytest
import run_first
from small_books import build

SETTINGS = {
    "extensions": ["myst_nb", "run_first"],
    "nb_execution_mode": "off",
    "run_first_packages": ["tiny"],
    "run_first_files": ["tables/*.csv"],
    "run_first_reads": {"map": ["*.ipynb"]},
    "run_first_seconds": {"two": 20, "one": 10},
}
IMPORT = "import tiny; from pathlib import Path"


class Book:
    """A book of a few cells, whose notebooks note that they run."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "tables").mkdir()
        (folder / "tables" / "stored.csv").write_text("7")
        (folder / "tiny").mkdir()
        (folder / "tiny" / "__init__.py").write_text("value = 1")
        (folder / "index.md").write_text("# Tiny\n\n```{toctree}\n:glob:\n*\n```\n")

    def write(self, name, *code, said="A sentence.", metadata=()):
        """Write a notebook that notes its name and then has one cell for each code."""
        note = f"{IMPORT}\nwith open('ran', 'a') as log: log.write('{name} ')"
        cells = [nbformat.v4.new_markdown_cell(f"# Page {name}\n\n{said}")]
        cells += [nbformat.v4.new_code_cell(source, metadata=dict(metadata)) for source in (note, *code)]
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), self.folder / f"{name}.ipynb")

    def build(self, timeout=30):
        """Build; return the notebooks that ran, in their order, and the pages that were written."""
        built = self.folder / "_build"
        before = {path: path.stat().st_mtime_ns for path in built.glob("html/*.html")}
        build(self.folder, nb_execution_timeout=timeout, **SETTINGS)
        written = {path for path in built.glob("html/*.html") if path.stat().st_mtime_ns != before.get(path)}
        return self.ran(), {path.stem for path in written} - {"index", "genindex", "search"}

    def ran(self):
        log = self.folder / "ran"
        text = log.read_text() if log.exists() else ""
        log.unlink(missing_ok=True)
        return text.split()

    def page(self, name):
        return (self.folder / "_build" / "html" / f"{name}.html").read_text("utf-8")


class InThisProcess:
    """Run a notebook without a kernel, which takes a second to start; its cells print."""

    def __init__(self, notebook, path, **options):
        self.notebook, self.km = notebook, None

    def execute(self):
        self.notebook.metadata.language_info = {"name": "python"}
        sys.modules.pop("tiny", None)
        names = {}
        for cell in self.notebook.cells:
            if cell.cell_type == "code":
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(cell.source, names)
                cell.execution_count = 1
                cell.outputs = [nbformat.v4.new_output("stream", text=printed.getvalue())] if printed.tell() else []


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # tiny is imported anew, however soon it changes
    monkeypatch.setattr(run_first.joblib, "cpu_count", lambda: 1)
    return Book(tmp_path)


@pytest.fixture
def built(small, monkeypatch):
    monkeypatch.setattr(run_first, "client_for", InThisProcess)
    small.write("one", "print('value', tiny.value)")
    small.write("two", "print('stored', Path('tables/stored.csv').read_text())")
    assert small.build() == (["two", "one"], {"one", "two"})
    assert "value 1" in small.page("one")
    assert "stored 7" in small.page("two")
    return small


def test_nothing_runs_again_where_no_code_changed_and_only_changed_pages_are_written(built):
    assert built.build() == ([], set())
    described = {"mystnb": {"image": {"alt": "Another."}}}
    built.write("one", "print('value', tiny.value)", said="Another sentence.", metadata=described)
    assert built.build() == ([], {"one"})
    assert "Another sentence." in built.page("one")
    assert "value 1" in built.page("one")


def test_a_notebook_runs_again_when_its_code_changed(built):
    built.write("one", "print('twice', 2 * tiny.value)")
    assert built.build() == (["one"], {"one"})
    assert "twice 2" in built.page("one")


@pytest.mark.parametrize(
    ("file", "text", "page", "shown"),
    [("tiny/__init__.py", "value = 11", "one", "value 11"), ("tables/stored.csv", "8", "two", "stored 8")],
)
def test_all_run_again_when_package_or_table_changed_and_pages_show_it(built, file, text, page, shown):
    (built.folder / file).write_text(text)
    # The other page would be the same.
    ran, written = built.build()
    assert sorted(ran) == ["one", "two"]
    assert written == {page}
    assert shown in built.page(page)


def test_a_notebook_that_reads_others_runs_again_with_them(built):
    built.write("map", "print(sum('Another' in path.read_text('utf-8') for path in Path().glob('o*.ipynb')), 'others')")
    assert built.build()[0] == ["map"]
    assert "0 others" in built.page("map")
    built.write("one", "print('value', tiny.value)", said="Another sentence.")
    assert built.build() == (["map"], {"map", "one"})
    assert "1 others" in built.page("map")


def test_a_failing_notebook_fails_the_build_with_its_cell_named_and_what_finished_is_kept(small):
    small.write("one", "print('fine')")
    small.write("two", "print('fine')", "1 / 0")
    with pytest.raises(run_first.NotebookError) as caught:
        small.build()
    # Cells count from 1, and the first holds the title.
    assert f"{small.folder / 'two.ipynb'}, cell 4:" in str(caught.value)
    assert "ZeroDivisionError: division by zero" in str(caught.value)
    assert small.ran() == ["two", "one"]
    small.write("two", "print('fine')", "1 / 1")
    assert small.build() == (["two"], {"one", "two"})


def test_a_dead_kernel_and_a_cell_that_takes_too_long_are_named(small):
    small.write("one", "import time; time.sleep(20)")
    small.write("two", "import os; os._exit(1)")
    with pytest.raises(run_first.NotebookError, match="cell 3:") as caught:
        small.build(timeout=2)
    message = str(caught.value)
    assert "one.ipynb, cell 3:\nA cell timed out" in message
    assert "two.ipynb, cell 3:\nKernel died" in message
