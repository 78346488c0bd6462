"""All notebooks run in their pages, cell by cell, and give what is stored; what the pages load is not too large."""

import json

import pytest
from conftest import ROOT
from live_cells import DIFFERENT, differences, open_page

#: All that a page loads for the first run of a cell, in bytes.
MOST_LOADED = 51_000_000
PAGES = [path.relative_to(ROOT).with_suffix("").as_posix() for path in sorted((ROOT / "book").rglob("*.ipynb"))]
#: One of each part, and of those that take the least time.
SHORT = {
    "book/1-pairs/how_far_ari_goes",
    "book/2-ranks/from_scores_to_decisions",
    "book/3-chance/the_other_proof",
    "book/4-practice/internal_external_relative",
    "book/first_tour",
}


@pytest.fixture(scope="module")
def context(browser):
    """One browser for all pages: what the first has made, the others find in its store."""
    opened = browser.new_context()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "name", [name if name in SHORT else pytest.param(name, marks=pytest.mark.breadth) for name in PAGES]
)
def test_each_cell_gives_in_its_page_what_is_stored(live_site, context, name):
    page = open_page(context, live_site, name)
    found, seconds = differences(page, json.loads((ROOT / f"{name}.ipynb").read_text("utf-8")))
    page.close()
    assert seconds, "no cell has run"
    known = DIFFERENT.get(name, {})
    assert not [str(one) for one in found if one.cell["id"] not in known]
    # What is equal needs no reason to differ.
    assert {one.cell["id"] for one in found} == set(known)


def test_what_a_page_loads_is_not_too_large(live_site, book):
    folder = book / "_static" / "live"
    assert sum((folder / name).stat().st_size for name in ("runtime.js", "python.js", "library.js")) <= MOST_LOADED


def test_the_licences_of_all_parts_are_linked(live_site, book):
    assert 'href="../../_static/live/LICENSES.txt"' in (book / "book" / "back" / "cite.html").read_text("utf-8")
    text = (book / "_static" / "live" / "LICENSES.txt").read_text("utf-8")
    assert all(f"\n{part}\n{'=' * len(part)}\n" in text for part in ("cpython", "numpy", "scipy", "traitlets"))
