"""Every objective of a chapter is tested by an exercise, and every exercise tests an objective that is there."""

import html
import re
import sys

import nbformat
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "book"))
sys.path.insert(0, str(ROOT / "book" / "_ext"))
from chapter_lists import BOX, TESTS, numbers
from run_notebooks import chapter_paths

CHAPTERS = chapter_paths()


def promised_and_tested(text):
    """Numbers of the objectives in the box of a chapter, and for each exercise the numbers that it names."""
    box = re.search(rf":::\{{admonition\}} {BOX}\n(.*?)\n\*\*Time", text, re.DOTALL)[1]
    promised = [int(number) for number in re.findall(r"^(\d+)\. ", box, re.MULTILINE)]
    asked = re.findall(r":::\{exercise\}[^\n]*\n:label: (\S+)\n+\*(Objective.*?)\*", text, re.DOTALL)
    return promised, {label: numbers(TESTS.match(" ".join(said.split()))[1]) for label, said in asked}


def prose(path):
    return "\n\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_objective_is_tested_and_every_exercise_tests_one(path):
    text = prose(path)
    promised, tested = promised_and_tested(text)
    assert promised == list(range(1, len(promised) + 1))
    assert set().union(*tested.values()) == set(promised) != set()
    assert list(tested) == re.findall(r":::\{exercise\}[^\n]*\n:label: (\S+)", text)


def test_every_objective_is_listed_with_its_exercises(book):
    page = (book / "book" / "back" / "statements.html").read_text("utf-8")
    _, text = page.split('<section id="objectives-and-exercises">')
    words = lambda part: " ".join(html.unescape(re.sub(r"<[^>]+>", "", part)).split())  # noqa: E731
    entries = re.findall(
        r'<dt><a class="reference internal" href="\.\./([^"]+)\.html">.*?</dt>(.*?)</dd>', text, re.DOTALL
    )
    assert {page for page, _ in entries} == {
        path.relative_to(ROOT / "book").with_suffix("").as_posix() for path in CHAPTERS
    }
    for page, entry in entries:
        promised, tested = promised_and_tested(prose(ROOT / "book" / f"{page}.ipynb"))
        chapter = (book / "book" / f"{page}.html").read_text("utf-8")
        objectives = re.split(r"<li><p>(?!<a )", entry)[1:]
        for number, objective in zip(promised, objectives, strict=True):
            assert words(objective.split("<ul")[0]) in words(chapter)
            links = re.findall(r'<li><p><a [^>]*href="\.\./([^"#]+)\.html#([^"]+)">', objective)
            assert links == [(page, label) for label, found in tested.items() if number in found]
            assert all(f'id="{label}"' in chapter for _, label in links)


def test_the_box_of_every_chapter_ends_with_a_link_to_help(book):
    link = re.compile(r'<p class="stuck">Stuck\? <a [^>]*href="((?:\.\./)?back/when_you_are_stuck\.html)"')
    for path in CHAPTERS:
        page = (book / path.relative_to(ROOT)).with_suffix(".html").read_text("utf-8")
        assert len(link.findall(page)) == 1, path.stem
