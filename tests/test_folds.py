"""What is folded behind a small link: code that draws, folded proofs, and how a statement is checked."""

import nbformat
import pytest
from bs4 import BeautifulSoup
from live import cells_of
from small_books import build

SETTINGS = {
    "extensions": ["myst_nb", "sphinx_proof", "folds"],
    "nb_execution_mode": "off",
    "myst_enable_extensions": ["colon_fence"],
}
PROOF = ":::{prf:proof}\n:class: dropdown\nBy counting.\n:::"


def text(source, *tags):
    return nbformat.v4.new_markdown_cell(source, metadata={"tags": [*tags]})


def code(source, *tags):
    printed = nbformat.v4.new_output("stream", text=f"printed by {source}\n")
    return nbformat.v4.new_code_cell(source, metadata={"tags": [*tags]}, outputs=[printed])


CELLS = [
    text("# Page"),
    code("draw", "hide-input"),
    code("long", "hide-output"),
    text(f"{PROOF}\n\nA word after it.\n\n**Check it**, for all:"),
    code("setting", "remove-input"),
    code("check", "hide-input", "theorem-check"),
    text("## Next\n\nOn it goes."),
    code("alone", "theorem-check"),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    pages = {"index.ipynb": nbformat.writes(nbformat.v4.new_notebook(cells=CELLS))}
    out = build(tmp_path_factory.mktemp("folds"), pages, strict=False, **SETTINGS).outdir
    return BeautifulSoup((out / "index.html").read_text("utf-8"), "html.parser")


def words(node):
    return " ".join(node.get_text(" ").split())


@pytest.mark.process
def test_each_fold_has_its_link_and_holds_what_it_should(page):
    assert [words(one) for one in page.select("details")] == [
        "Code draw",
        "Output printed by long",
        "Proof Proof. By counting.",
        "How this is checked Check it , for all: printed by setting check printed by check",
        "How this is checked alone printed by alone",
    ]
    # Nothing opens them but the reader, and their names are what they say.
    assert not page.select("details[open], summary[aria-label]")


@pytest.mark.process
def test_code_stands_below_what_it_has_drawn(page):
    cell = page.select_one(".tag_hide-input")
    assert [one.name for one in cell.find_all(recursive=False)] == ["div", "details"]


def test_cells_that_no_page_has_are_not_counted_among_those_that_run():
    cells = [
        {"cell_type": "code", "source": [name], "metadata": {"tags": [name]}} for name in ("a", "remove-cell", "b")
    ]
    notebook = {"cells": cells}
    assert cells_of(notebook, "^b") == ([1], {}, 2)
    assert [cell["source"] for cell in notebook["cells"]] == ["a", "b"]
