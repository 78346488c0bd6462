"""The tests take a built book if it is what these sources give, and not otherwise."""

import os
import time

import build_stamp
import pytest
from build_stamp import unlike
from small_books import build

SETTINGS = {"root_doc": "book/index", "extensions": ["build_stamp"]}


class Book:
    """A book of two pages."""

    def __init__(self, folder):
        self.folder, self.html = folder, folder / "_build" / "html"
        for name in ("book/course", "aucc_teach/__pycache__", "tests"):
            (folder / name).mkdir(parents=True)
        for name in build_stamp.FILES:
            (folder / name).write_text("")
        (folder / "aucc_teach" / "__init__.py").write_text("value = 1")
        (folder / "book" / "index.rst").write_text("Front\n=====\n\n.. toctree::\n\n   page\n")
        (folder / "book" / "page.rst").write_text("Page\n====\n\nA sentence.\n")

    def build(self, whole=True):
        build(self.folder, whole=whole, strict=False, **SETTINGS)
        # As sphinx-external-toc does, if the front page has another name.
        if not (leads_there := self.html / "index.html").exists():
            leads_there.touch()
            os.utime(leads_there, (time.time() - 60,) * 2)

    def unlike(self):
        return unlike(self.html, self.folder)


@pytest.fixture
def small(tmp_path):
    return Book(tmp_path)


@pytest.fixture
def built(small):
    assert small.unlike() == "it was not built as a whole (--all) and without warnings"
    small.build()
    assert small.unlike() == ""
    return small


def test_sources_are_compared_and_what_makes_no_page_is_not(built):
    for name in ("book/page.rst", "aucc_teach/__init__.py", *build_stamp.FILES):
        path = built.folder / name
        before = path.read_text()
        path.write_text("changed")
        assert built.unlike() == "its sources have changed", name
        path.write_text(before)
    for name in ("aucc_teach/__pycache__/a.pyc", "book/course/a.py"):
        (built.folder / name).write_text("x")
    built.build(whole=False)
    assert built.unlike() == ""


def test_a_build_of_changed_pages_only_leaves_no_stamp_even_when_they_change_back(built):
    page = built.folder / "book" / "page.rst"
    before = page.read_text()
    page.write_text("Page\n====\n\nAnother sentence.\n")
    built.build(whole=False)
    page.write_text(before)
    assert "Another sentence" in (built.html / "book" / "page.html").read_text("utf-8")
    assert "not built as a whole" in built.unlike()
