"""Every objective of a chapter is tested by an exercise, and every exercise tests an objective that is there."""

import html
import re
import sys

import nbformat
import pytest
from conftest import ROOT, axe_violations, serve

from aucc_teach import exercises
from aucc_teach.exercises import all_questions

sys.path.insert(0, str(ROOT / "book"))
sys.path.insert(0, str(ROOT / "book" / "_ext"))
from chapter_lists import BOX, KINDS, TESTS, numbers
from run_notebooks import chapter_paths

CHAPTERS = chapter_paths()


def promised_and_tested(text):
    """Numbers of the objectives in the box of a chapter, and for each exercise the numbers that it names."""
    box = re.search(rf":::\{{admonition\}} {BOX}\n(.*?)\n\*\*Time", text, re.DOTALL)[1]
    promised = [int(number) for number in re.findall(r"^(\d+)\. ", box, re.MULTILINE)]
    asked = re.findall(r":::\{exercise\}[^\n]*\n:label: (\S+)\n+\*(Objective.*?)\*", text, re.DOTALL)
    return promised, {label: numbers(TESTS.match(" ".join(said.split()))[1]) for label, said in asked}


def gaps(text):
    """What is wrong with a chapter: objectives without exercise, and exercises with an objective that is not there."""
    promised, tested = promised_and_tested(text)
    assert promised == list(range(1, len(promised) + 1))
    all_tested = {number for found in tested.values() for number in found}
    return [
        *(f"objective {number} has no exercise" for number in promised if number not in all_tested),
        *(f"{label} names {number}" for label, found in tested.items() for number in found if number not in promised),
    ]


def prose(path):
    return "\n\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_objective_is_tested_and_every_exercise_tests_one(path):
    text = prose(path)
    assert gaps(text) == []
    promised, tested = promised_and_tested(text)
    assert promised
    assert list(tested) == re.findall(r":::\{exercise\}[^\n]*\n:label: (\S+)", text)


def test_every_kind_of_question_has_words():
    kinds = {getattr(exercises, name).kind for name in exercises.__all__ if hasattr(getattr(exercises, name), "kind")}
    assert len(kinds) >= 6
    assert kinds <= set(KINDS)


# ---- the page


def check_page(book):
    """The list has the objectives and exercises of every page of the book, in its order; returns their number."""
    text = (book / "book" / "back" / "objectives.html").read_text("utf-8")
    words = lambda part: " ".join(html.unescape(re.sub(r"<[^>]+>", "", part)).split())  # noqa: E731
    entries = re.findall(
        r'<dt><a class="reference internal" href="\.\./([^"]+)\.html">.*?</dt>(.*?)</dd>', text, re.DOTALL
    )
    count = 0
    for page, entry in entries:
        promised, tested = promised_and_tested(prose(ROOT / "book" / f"{page}.ipynb"))
        chapter = (book / "book" / f"{page}.html").read_text("utf-8")
        objectives = re.split(r"<li><p>(?!<a )", entry)[1:]
        assert len(objectives) == len(promised)
        for number, objective in zip(promised, objectives, strict=True):
            assert words(objective.split("<ul")[0]) in words(chapter)
            lines = re.findall(
                r'<li><p><a [^>]*href="\.\./([^"#]+)\.html#([^"]+)">(.*?)</a>(.*?)</p></li>', objective, re.DOTALL
            )
            assert [label for _, label, _, _ in lines] == [label for label, found in tested.items() if number in found]
            for there, label, name, rest in lines:
                assert there == page
                assert f'id="{label}"' in chapter
                head = re.search(rf'id="{label}">\s*<p class="admonition-title">(.*?)</p>', chapter, re.DOTALL)[1]
                title = words(head).partition(" (")[2].removesuffix(")")
                assert words(name) == words(head).partition(" (")[0]
                assert words(rest).startswith(f": {title} (" if title else "(")
                kinds = {KINDS[question.kind] for question in all_questions().get(label, ())}
                said = re.search(r"\(([^()]*)\)$", rest.strip())[1].partition("; ")[2]
                assert set(said.split(", ")) - {""} == kinds
                count += 1
    return [page for page, _ in entries], count


def test_every_objective_is_listed_with_its_exercises(book):
    pages, count = check_page(book)
    assert {path.relative_to(ROOT / "book").with_suffix("").as_posix() for path in CHAPTERS} == set(pages)
    assert count > 200


def test_the_page_breaks_no_rule_of_axe(book, browser):
    with serve(book) as address:
        page = browser.new_page(viewport={"width": 390, "height": 900}, color_scheme="dark")
        page.goto(f"{address}book/back/objectives.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert axe_violations(page) == {}
        page.close()
