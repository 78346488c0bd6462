"""Claims in a page: a reader gets along with mouse, keys and phone."""

import pytest
from claims import CLAIMS, EXAMPLES, answer_of, judge_claim
from conftest import axe_violations

from aucc_teach.exercises import Exercise

# What axe misses on a page without anything around the exercise.
OF_A_WHOLE_PAGE = {"landmark-one-main", "page-has-heading-one", "region"}


@pytest.fixture
def exercise(asking):
    """A false claim, a true one, and one with points."""
    questions = tuple(CLAIMS[name] for name in ("rand-half", "rand-zero", "kmeans-half"))
    asking({"ex-claims": questions})
    return Exercise("ex-claims")


class Claims:
    """The live claims on a page."""

    def __init__(self, page):
        self.page = page
        self.box = page.locator(".demo-live.demo-exercise")
        self.box.wait_for()
        self.forms = self.box.locator("form")

    def way(self, i, name):
        self.forms.nth(i).get_by_role("radio", name=name).check()

    def type(self, i, *texts):
        self.way(i, "It is false")
        for field, text in zip(self.forms.nth(i).get_by_role("textbox").all(), texts, strict=True):
            field.fill(text)
        return self.check(i)

    def check(self, i):
        self.forms.nth(i).locator("button[type=submit]").click()
        return self.said(i)

    def said(self, i):
        return self.forms.nth(i).locator(".exercise-said").inner_text()


def words_of(name, *texts):
    return judge_claim(name, answer_of(texts))[1]


def test_a_reader_breaks_a_claim(exercise, bare_page, open_page):
    page = open_page(bare_page(exercise))
    claims = Claims(page)
    assert claims.forms.nth(0).locator("legend").inner_text() == f"A claim: {CLAIMS['rand-half'].words}"
    # Nothing is chosen for the reader.
    assert claims.forms.nth(0).get_by_role("radio", checked=True).count() == 0
    assert claims.forms.nth(0).get_by_role("textbox").count() == 0
    assert claims.check(0) == "Choose one: it is false, or it is true."
    claims.way(0, "It is false")
    names = claims.forms.nth(0).get_by_role("textbox")
    assert [box.get_attribute("placeholder") for box in names.all()] == ["such as abc de", "such as abcd e"]
    assert claims.check(0) == words_of("rand-half", "", "")
    assert "exercise-done" not in claims.box.get_attribute("class")
    assert claims.type(0, "ab?", "a b") == words_of("rand-half", "ab?", "a b")
    for texts in EXAMPLES["rand-half"].values():
        verdict, words = judge_claim("rand-half", answer_of(texts))
        assert claims.type(0, *texts) == f"{'Right.' if verdict == 'right' else 'Not yet.'} {words}".replace("`", "")
    # True, it is not.
    claims.way(0, "It is true")
    assert claims.forms.nth(0).get_by_role("textbox").count() == 0
    assert claims.check(0) == "Choose a reason."
    for reason, words in CLAIMS["rand-half"].reasons:
        claims.way(0, reason.replace("*", ""))
        assert claims.check(0) == f"Not yet. {words}".replace("*", "")
    # The second claim is true, and one reason says why.
    claim = CLAIMS["rand-zero"]
    claims.way(1, "It is true")
    claims.way(1, claim.reasons[claim.right][0])
    assert claims.check(1).startswith(f"Right. {claim.reasons[claim.right][1]} A search agrees: ")
    page.watched.check()


def test_a_reload_keeps_both_ways(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    claims = Claims(page)
    texts = EXAMPLES["rand-half"]["broken"]
    claims.type(0, *texts)
    claims.way(1, "It is true")
    claims.way(1, CLAIMS["rand-zero"].reasons[1][0])
    claims.check(1)
    said = [claims.said(i) for i in range(3)]
    page.reload()
    again = Claims(page)
    assert [again.said(i) for i in range(3)] == said
    fields = again.forms.nth(0).get_by_role("textbox").all()
    assert tuple(field.input_value() for field in fields) == texts
    assert again.forms.nth(1).get_by_role("radio", name=CLAIMS["rand-zero"].reasons[1][0]).is_checked()
    # All is as it was at first.
    again.box.get_by_role("button", name="Clear").click()
    assert [again.said(i) for i in range(3)] == ["", "", ""]
    for i in range(3):
        assert again.forms.nth(i).get_by_role("radio", checked=True, include_hidden=True).count() == 0
        assert {field.input_value() for field in again.forms.nth(i).locator("[type=text]").all()} == {""}
    page.reload()
    assert Claims(page).said(0) == ""
    page.watched.check()


def test_keys_are_enough(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    claims = Claims(page)
    keys = page.keyboard
    form = claims.forms.nth(0)
    form.get_by_role("radio", name="It is false").focus()
    keys.press("Space")
    for text in EXAMPLES["rand-half"]["broken"]:
        keys.press("Tab")
        keys.type(text)
    keys.press("Enter")
    assert claims.said(0).startswith("Right. ")
    form.get_by_role("radio", name="It is false").focus()
    keys.press("ArrowDown")
    keys.press("Tab")
    keys.press("Space")
    keys.press("ArrowDown")
    keys.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Check"
    keys.press("Enter")
    assert claims.said(0) == f"Not yet. {CLAIMS['rand-half'].reasons[1][1]}"
    page.watched.check()


def test_it_fits_a_phone_and_axe_is_content(exercise, page_of, open_page, violations_on_bare_page):
    page = open_page(page_of(exercise), width=390, scheme="dark")
    claims = Claims(page)
    claims.type(0, *EXAMPLES["rand-half"]["low"])
    claims.way(1, "It is true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    parts = claims.box.locator(":is(button, input[type=text], label:has(input)):visible")
    sizes = parts.evaluate_all("nodes => nodes.map((node) => Math.min(node.offsetWidth, node.offsetHeight))")
    assert min(sizes) >= 24
    assert violations_on_bare_page(page, "dark") == {}
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE
    # On paper both ways can be filled in.
    page.emulate_media(media="print")
    assert all(part.is_visible() for part in claims.forms.nth(0).locator(".claim-part").all())
