"""The picture that stands in a page for a demo: its own view, drawn in QuickJS while the book is built."""

import re

import bs4
import pytest
from drawn_demos import with_stills

import aucc_teach as at
from aucc_teach.page_widget import SHEETS
from demos.each_demo import DEMOS, whole_demo


@pytest.mark.parametrize("name", DEMOS)
def test_a_picture_takes_the_place_of_the_words(name):
    demo = getattr(at.demos, name)()
    page = bs4.BeautifulSoup(with_stills(f"<p>Before.</p>{demo.page_html()}<p>After.</p>"), "html.parser")
    assert [node.name for node in page.children] == ["p", "div", "p"]
    still = page.select_one(".demo-host > .demo-still")
    assert still["class"] == ["demo", "demo-still", f"demo-{demo.slug}"]
    assert still.select_one(".demo-question").get_text() == demo.question
    said = still.select_one(".demo-status").get_text()
    assert said
    assert f" {demo.words()}".endswith(f" {said}")
    assert still.select(".demo-plot, .demo-table, table")
    # Nothing in it answers, and nothing is called what it is not.
    assert not still.select("[tabindex], [role]:not(svg), [id]")
    assert still.select("svg[role=img][aria-label]") == still.select("svg[aria-label]") != []


def selectors(sheet):
    """Selectors of a style sheet, without pseudo-elements and what the reader's hand brings."""
    extra = r"::[\w-]+|:not\(:focus-visible\)|:(?:focus-visible|hover)"
    plain = re.sub(rf"/\*.*?\*/|@keyframes .*?\n}}|{extra}", "", sheet, flags=re.DOTALL)
    return [" ".join(found.split()) for found in re.findall(r"([^{};]+)\{[^{}]*\}", plain)]


@pytest.mark.parametrize("name", DEMOS)
def test_no_other_demo_says_how_a_demo_looks(name):
    # A page loads the sheets of its own demos, JupyterLab those of all.
    demo = whole_demo(name)
    page = bs4.BeautifulSoup(with_stills(demo.page_html()), "html.parser")
    assert page.select(".demo-still > .demo-body")
    others = [(slug, one) for slug in SHEETS.keys() - {"", demo.slug} for one in selectors(SHEETS[slug])]
    assert len(others) > 200
    assert [(slug, one) for slug, one in others if page.select(one)] == []


def test_a_demo_of_an_exercise_is_drawn_and_its_questions_are_left():
    questions = at.exercises.Exercise("ex-pairs-move", folder="book").page_html()
    page = with_stills(questions + at.demos.PairTable(label="ex-pairs-move:0").page_html())
    assert page.startswith(questions)
    assert page.count("demo-words") == 0
    assert bs4.BeautifulSoup(page, "html.parser").select_one("[data-label='ex-pairs-move:0'] .demo-pairs")
