"""The built book in a browser: nothing from elsewhere, no error, formulas typeset, pictures described."""

import re

import pytest
import yaml
from conftest import ROOT

import aucc_teach as at

TOC = yaml.safe_load((ROOT / "_toc.yml").read_text())
PAGES = [TOC["root"], *(chapter["file"] for part in TOC["parts"] for chapter in part["chapters"])]
# What Sphinx adds, and what readers open too.
PAGES += ["search", "genindex", "prf-prf"]


@pytest.fixture(params=["http", "file"])
def address(request, book, site):
    return site if request.param == "http" else book.as_uri() + "/"


class Visit:
    """One page, opened in a new window, with all that the browser complained about."""

    def __init__(self, browser, address, name, width=1200):
        self.page = browser.new_page(viewport={"width": width, "height": 900})
        self.complaints, self.foreign = [], []
        self.page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("response", lambda answer: answer.status >= 400 and self.complaints.append(answer.url))
        self.page.on("request", lambda request: self._note(request.url, address))
        self.page.goto(f"{address}{name}.html", wait_until="networkidle")
        # MathJax typesets after the page has loaded.
        self.page.evaluate("window.MathJax?.startup?.promise")

    def _note(self, url, address):
        if not url.startswith((address, "data:", f"blob:{address}", "blob:null")):
            self.foreign.append(url)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.page.close()


@pytest.mark.parametrize("name", PAGES)
def test_page_is_whole(browser, address, name):
    with Visit(browser, address, name) as visit:
        assert visit.foreign == []
        complaints = visit.complaints
        if address.startswith("file:"):
            # Chromium refuses fonts across files: icons are missing, nothing else.
            complaints = [text for text in complaints if not re.search(r"/_static/.*\.(woff2?|ttf)|ERR_FAILED$", text)]
        assert complaints == []
        counts = visit.page.evaluate(
            """() => ({
                formulas: document.querySelectorAll('.math').length,
                typeset: document.querySelectorAll('.math mjx-container').length,
                failed: document.querySelectorAll('mjx-merror, [data-mjx-error], .problematic').length,
                images: [...document.querySelectorAll('article img')].map(
                    image => [image.alt, image.complete && image.naturalWidth > 0]),
            })"""
        )
        assert counts["typeset"] == counts["formulas"]
        assert counts["failed"] == 0
        for alt, loaded in counts["images"]:
            assert loaded
            assert len(alt) >= 15


def test_formulas_are_counted(browser, site):
    """The test above would pass on a page without formulas: here is one that must have them."""
    with Visit(browser, site, "book/first_tour") as visit:
        assert visit.page.locator(".math mjx-container").count() > 20
        assert visit.page.locator("article img").count() >= 6


@pytest.mark.parametrize("name", PAGES)
def test_page_never_scrolls_sideways(browser, site, name):
    with Visit(browser, site, name, width=360) as visit:
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_solutions_are_folded_and_open_on_a_click(browser, site):
    with Visit(browser, site, "book/first_tour") as visit:
        solution = visit.page.locator(".solution.dropdown").first
        answer = solution.get_by_text("The tempting wrong answer", exact=False)
        assert not answer.is_visible()
        solution.locator("button, summary").first.click()
        answer.wait_for(state="visible")


def test_the_lab_has_a_picture_and_no_dead_control(browser, site):
    with Visit(browser, site, "book/4-practice/your_own_data") as visit:
        assert visit.page.get_by_text("The lab needs a kernel.").count() == 1
        assert visit.page.locator("article img[alt^='Four panels']").count() == 2
        assert (
            visit.page.locator("article").locator("select, [role=slider], [type=file], .jupyter-widgets").count() == 0
        )


def test_search_finds_a_term(browser, site):
    with Visit(browser, site, "search") as visit:
        visit.page.goto(f"{site}search.html?q=concordant")
        visit.page.locator("#search-results li a").first.wait_for()


def test_api_page_has_every_public_name(book):
    page = (book / "book" / "back" / "api.html").read_text(encoding="utf-8")
    anchors = set(re.findall(r'id="(aucc_teach\.[\w.]+)"', page))
    expected = {f"aucc_teach.{name}" for name in at.__all__ if not hasattr(getattr(at, name), "__path__")}
    for module in (at.partitions, at.conditions, at.criteria, at.datasets, at.overlapping, at.plots, at.demos, at.lab):
        expected.discard(module.__name__)
        functions = [
            name for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__
        ]
        # What is public at the top is described there.
        names = {*functions, *getattr(module, "__all__", ())} - set(at.__all__)
        expected |= {f"{module.__name__}.{name}" for name in names if not name.startswith("_")}
    assert expected <= anchors
