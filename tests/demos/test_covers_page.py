"""Results that are covered until the reader predicts: in a page, by mouse and by keys, in each browser."""

import pytest
from conftest import axe_violations
from demo_scripts import scripts

import aucc_teach as at
from aucc_teach.exercises import Choice, Exercise, Number
from demos.engines import Firefox, WebKit, started
from demos.test_progress import STATIC, page_with

ASKED = {
    "pre-all-more": (Choice("Which is larger?", {"the first": "It is.", "the other": "No."}, "the first", True),),
    "pre-all-many": (Number("How many?", 3, predict=True, outcome="So many."),),
    "pre-all-pairs": (Number("How many pairs?", 6, predict=True, outcome="So many."),),
}
PART = (
    '<div class="cell">{}</div><div class="covered" data-until="{}"><p id="in-{}">So it <a href="#">came out</a>.</p>'
    "<p><button>Run</button></p>{}</div><p>What comes after.</p>"
)
COVERED = "[...document.querySelectorAll('.covered')].map((part) => part.inert)"
SHOWN = "[...document.querySelectorAll('.covered')].map((part) => getComputedStyle(part.firstElementChild).opacity)"
NOTES = ".covered-note"


@pytest.fixture
def url(asking, tmp_path):
    """Address of a page with three predictions; a demo is among what the last of them covers."""
    asking(ASKED)
    demo = at.demos.PairTable().page_html()
    parts = [PART.format(Exercise(label).page_html(), label, label, demo * (label[-1] == "s")) for label in ASKED]
    head = '<link rel="stylesheet" href="covers.css"><script defer src="covers.js"></script>'
    head += "<style>:root { --pst-color-surface: #f3f4f5; --pst-color-border: #c9c9c9; }</style>"
    (tmp_path / "page.html").write_text(page_with("".join(parts), "").replace("<link", f"{head}<link", 1), "utf-8")
    (tmp_path / "demos.js").write_text("".join(scripts().values()), encoding="utf-8")
    for name in ("progress.js", "progress.css", "covers.js", "covers.css"):
        (tmp_path / name).write_bytes((STATIC / name).read_bytes())
    return (tmp_path / "page.html").as_uri()


@pytest.fixture
def page(url, open_page):
    page = open_page(url)
    page.locator(".demo-live.demo-prediction").last.wait_for()
    return page


def places(page):
    """Where all that is on the page begins."""
    return page.evaluate("[...document.querySelectorAll('.cell, .covered, .covered > *')].map((n) => n.offsetTop)")


def test_it_is_covered_until_one_predicts_and_nothing_moves(page):
    assert page.evaluate(COVERED) == [True] * 3
    assert page.evaluate(SHOWN) == ["0"] * 3
    assert page.locator(NOTES).all_inner_texts() == ["Covered until you predict"] * 3
    before = places(page)
    # No key leads into what is covered.
    reached = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.closest('.covered, .cell')?.className"))
    assert reached == {"cell", None}
    # Nor does a pointer.
    button = page.locator(".covered button").first.bounding_box()
    middle = [button["x"] + button["width"] / 2, button["y"] + button["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.covered')", middle) is None
    choice = page.locator(".demo-prediction.demo-live").first
    choice.get_by_role("button", name="Predict").click()
    assert page.evaluate(COVERED) == [True] * 3  # nothing was chosen
    choice.get_by_role("radio", name="the other").check()
    choice.get_by_role("button", name="Predict").press("Enter")
    assert page.evaluate(COVERED) == [False, True, True]
    assert page.evaluate(SHOWN) == ["1", "0", "0"]
    # The box has grown by what it says; nothing else has moved, the focus and the page neither.
    after = places(page)
    grown = after[1] - before[1]
    assert after == [before[0], *(place + grown for place in before[1:])]
    assert page.evaluate("[document.activeElement.textContent, scrollY]") == ["Predict", 0]
    assert axe_violations(page) == {}
    # It stays so.
    page.reload()
    page.locator(".demo-live.demo-prediction").last.wait_for()
    page.wait_for_function(f"!{COVERED}[0]")
    assert page.evaluate(COVERED) == [False, True, True]
    page.watched.check()


def test_one_may_just_see_it_and_always(page):
    boxes = page.locator(".demo-prediction.demo-live")
    buttons, always = boxes.get_by_role("button", name="Just show me"), boxes.get_by_label("Always show results")
    buttons.nth(1).press("Enter")
    assert page.evaluate(COVERED) == [True, False, True]
    assert page.evaluate("document.activeElement.dataset.until") == "pre-all-many"
    # For the book: what was covered is in view, and can be covered again in the same place.
    always.nth(1).check()
    assert page.evaluate(COVERED) == [False] * 3
    page.reload()
    page.wait_for_function("document.querySelectorAll('.covered-always').length === 3")
    assert page.evaluate(COVERED) == [False] * 3
    boxes.nth(2).get_by_label("Always show results").uncheck()
    assert page.evaluate(COVERED) == [True, False, True]
    page.watched.check()


def test_a_link_uncovers_what_it_leads_to(url, open_page):
    page = open_page(f"{url}#in-pre-all-many")
    page.locator(".demo-live.demo-prediction").last.wait_for()
    assert page.evaluate(COVERED) == [True, False, True]
    page.evaluate("hash => { location.hash = hash; }", at.demos.PairTable().link())
    page.wait_for_function(f"!{COVERED}[2]")
    assert "demo-pair-table" in page.evaluate("document.activeElement.className")
    page.watched.check()


def test_all_is_in_view_on_paper_without_scripts_and_where_they_fail(page, url, open_page, browser, tmp_path):
    page.emulate_media(media="print")
    assert page.evaluate(SHOWN) == ["1"] * 3
    with browser.new_context(java_script_enabled=False) as context:
        still = context.new_page()
        still.goto(url)
        still.locator(".covered button").first.click()
    (tmp_path / "demos.js").write_text("", encoding="utf-8")
    broken = open_page(url)
    broken.wait_for_function("document.readyState === 'complete'")
    assert broken.evaluate(COVERED) == [False] * 3


@pytest.mark.parametrize("browser_type", [Firefox, WebKit], ids=["firefox", "webkit"])
def test_in_the_other_browsers(url, browser_type, tmp_path):
    with started(browser_type, tmp_path) as engine:
        engine.open(url)
        engine.wait_until("document.querySelectorAll('.covered-always').length === 3")
        assert engine.evaluate(f"return {COVERED}") == [True] * 3
        assert engine.evaluate(f"return {SHOWN}") == ["0"] * 3
        engine.evaluate("document.querySelector('.covered button').focus()")
        assert engine.evaluate("return document.activeElement === document.body")
        engine.press(".covered-buttons button + button", "Enter")
        assert engine.evaluate(f"return {COVERED}") == [False, True, True]
        assert engine.evaluate("return document.activeElement.dataset.until") == "pre-all-more"
