"""A cell in view uses no name that only a folded cell defines, unless the text has told what it is.

On the main road, outside of solutions. What is imported counts as known.
"""

import re
import sys

import nbformat
import pytest
from cells import names
from conftest import ROOT

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import chapter_paths

FOLDED = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
SOLUTION = re.compile(r":::\{solution-(start|end)\}")
CHAPTERS = {path.stem: nbformat.read(path, as_version=4) for path in chapter_paths()}
ROAD = [name for name, notebook in CHAPTERS.items() if notebook.cells[0].metadata["course"]["kind"] == "road"]


def from_nowhere(notebook):
    """Cells in view, each with the names that only folded cells before it define and no text before it tells."""
    folded, known, found, in_solution = set(), set(), [], False
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for code in re.findall(r"`([^`]+)`", cell.source):
                known |= set(re.findall(r"[^\W\d]\w*", code))
            for mark in SOLUTION.findall(cell.source):
                in_solution = mark == "start"
        elif not in_solution:
            read, bound = names(cell.source)
            if FOLDED & set(cell.metadata.get("tags", [])):
                folded |= bound
            else:
                known |= bound
                found += [(cell.id, name) for name in sorted((read & folded) - known)]
    return found


@pytest.mark.parametrize("name", ROAD)
def test_a_cell_in_view_uses_what_was_shown_or_told(name):
    assert from_nowhere(CHAPTERS[name]) == []


def called_above(notebook):
    """Functions that the text calls *above*, although the cell that defines them is folded."""
    folded, shown, found = set(), set(), []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for sentence in re.split(r"(?<=[.?!])\s+", cell.source):
                told = set(re.findall(r"`(\w+)(?:\(.*?\))?`", sentence)) if re.search(r"\babove\b", sentence) else set()
                found += [(cell.id, name) for name in sorted(told & folded - shown)]
        else:
            is_folded = FOLDED & set(cell.metadata.get("tags", []))
            (folded if is_folded else shown).update(re.findall(r"^def (\w+)\(", cell.source, re.MULTILINE))
    return found


@pytest.mark.parametrize("name", CHAPTERS)
def test_what_stands_above_is_in_view(name):
    assert called_above(CHAPTERS[name]) == []
