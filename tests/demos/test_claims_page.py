"""Claims in a page: a reader gets along with mouse, keys and phone."""

import pytest
from claims import CLAIMS, EXAMPLES, answer_of, judge_claim

from aucc_teach.exercises import Exercise


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
    assert claims.check(0) == "Choose one: it is false, or it is true."
    assert claims.type(0, "ab?", "a b") == words_of("rand-half", "ab?", "a b")
    for texts in EXAMPLES["rand-half"].values():
        verdict, words = judge_claim("rand-half", answer_of(texts))
        assert claims.type(0, *texts) == f"{'Right.' if verdict == 'right' else 'Not yet.'} {words}".replace("`", "")
    # True, it is not.
    claims.way(0, "It is true")
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
    page.watched.check()


def test_it_fits_a_phone_and_axe_is_content(exercise, page_of, open_page, violations_on_bare_page):
    page = open_page(page_of(exercise), width=390, scheme="dark")
    claims = Claims(page)
    claims.type(0, *EXAMPLES["rand-half"]["low"])
    claims.way(1, "It is true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations_on_bare_page(page, "dark") == {}
