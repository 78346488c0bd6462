"""The errata: each entry has its cell, the version that it names is run, and a misread author has a place."""

import re

import genieclust
import nbformat
import pytest
import scipy
import sklearn
from conftest import ROOT

PATH = ROOT / "book" / "back" / "errata.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
ENTRY = re.compile(
    r"\(errata-([a-z0-9-]+)\)=\n### (\d+)\. (.+)\n\n"
    r"- \*\*(?:Said|Open)\*\*: (.+?)\n- \*\*(?:True|Done)\*\*: (.+?)\n- \*\*Where\*\*: (.+?)\n\n",
    re.DOTALL,
)
#: For each entry its place among the cells, address, number, title, and what is said, true and where.
ENTRIES = [(place, *found) for place, cell in enumerate(CELLS) for found in ENTRY.findall(cell.source)]
WHERE = {slug: " ".join(where.split()) for _, slug, *_, where in ENTRIES}
VERSIONS = {"scikit-learn": sklearn.__version__, "genieclust": genieclust.__version__, "SciPy": scipy.__version__}


def test_each_entry_is_read_and_keeps_its_number():
    assert len(ENTRIES) == sum(cell.source.count("(errata-") for cell in CELLS) >= 15
    # A number that somebody has cited stays, wherever its entry moves.
    numbers = [int(number) for _, _, number, *_ in ENTRIES]
    assert sorted(numbers) == list(range(1, len(ENTRIES) + 1))
    (last,) = (place for place, cell in enumerate(CELLS) if "## Conventions that differ\n" in cell.source)
    assert [int(number) for place, _, number, *_ in ENTRIES if place >= last] == [16, 20, 21]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry[1])
def test_an_entry_has_its_cell_and_its_chapter(entry):
    place, slug, *_ = entry
    cell = CELLS[place + 1]
    assert cell.cell_type == "code"
    assert cell.outputs
    targets = re.findall(r"\]\((\.\./[^)]+\.ipynb)\)", WHERE[slug])
    assert targets
    for target in targets:
        assert (PATH.parent / target).is_file()


@pytest.mark.parametrize("slug", WHERE)
def test_the_version_that_a_row_names_is_the_one_that_is_run(slug):
    for name, version in re.findall(r"(scikit-learn|genieclust|SciPy) (\d[\d.]*\d)", WHERE[slug]):
        assert version == VERSIONS[name]
