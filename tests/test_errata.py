"""The errata: each row has a cell that shows it, the version that it names is run, and a misread author has a place."""

import itertools
import re

import genieclust
import nbformat
import pytest
import scipy
import sklearn
from conftest import ROOT

PATH = ROOT / "book" / "back" / "errata.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
LINE = re.compile(r"^\| \[(\d+)\]\(#errata-([a-z0-9-]+)\) \| (.+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
ROWS = LINE.findall(CELLS[0].source)
WHERE = {slug: where for _, slug, _, _, where, _ in ROWS}
VERSIONS = {"scikit-learn": sklearn.__version__, "genieclust": genieclust.__version__, "SciPy": scipy.__version__}


def cell_of(slug):
    """What is said before the cell of a row, and the cell."""
    for said, cell in itertools.pairwise(CELLS):
        if f"(errata-{slug})=\n### " in said.source:
            return said.source.split(f"(errata-{slug})=\n")[1], cell
    raise AssertionError(f"no cell for {slug}")


def test_each_row_is_read_and_keeps_its_number():
    assert len(ROWS) == CELLS[0].source.count("\n| [") >= 15
    # A number that somebody has cited stays, so what moved to the conventions leaves a gap in the list.
    assert sorted(int(number) for number, *_ in ROWS) == list(range(1, len(ROWS) + 1))
    _, conventions = CELLS[0].source.split("\n## Conventions that differ\n")
    assert [int(number) for number, *_ in LINE.findall(conventions)] == [16, 20, 21]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_a_row_has_its_place_its_cell_and_its_chapter(row):
    number, slug, _, _, _, shown = row
    said, cell = cell_of(slug)
    assert said.startswith(f"### {number}. ")
    assert cell.cell_type == "code"
    assert cell.outputs
    for target in re.findall(r"\]\((\.\./[^)]+\.ipynb)\)", shown):
        assert (PATH.parent / target).is_file()
    assert re.search(r"\]\(\.\./", shown)


@pytest.mark.parametrize("slug", WHERE)
def test_the_version_that_a_row_names_is_the_one_that_is_run(slug):
    for name, version in re.findall(r"(scikit-learn|genieclust|SciPy) (\d[\d.]*\d)", WHERE[slug]):
        assert version == VERSIONS[name]
