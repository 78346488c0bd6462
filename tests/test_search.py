"""The search page of the built book: forty queries, what it shows and announces, from a server and from a folder."""

import csv
import re
from urllib.parse import quote

import pytest
from conftest import ROOT, axe_violations
from demos.engines import Firefox, WebKit, started
from demos.test_demo_engines import RECORDER

with (ROOT / "tests" / "search_queries.csv").open(encoding="utf-8", newline="") as file:
    # Those with a source in `asked` were put into words as people ask in forums, before anything was ranked.
    QUERIES = list(csv.DictReader(file))

UNPACKED = """
  const unpacked = () => {
    const bytes = Uint8Array.from(atob(searchIndex), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };"""
# The script and the index of the search page, as another page of the same folder can have them.
RANKS = f"""async (queries) => {{
{UNPACKED}  const index = BookSearch.prepare(await unpacked());
  return queries.map((query) => BookSearch.find(query, index).hits.map(({{ best }}) => best.entry.page));
}}"""


@pytest.fixture(scope="module")
def search_page(browser, site):
    """The search page, open once for all that asks its script."""
    page = browser.new_page()
    page.goto(f"{site}search.html")
    yield page
    page.close()


class Found:
    """What the page shows for a query, with all that the browser complained about."""

    def __init__(self, page, address, query):
        self.page, self.complaints = page, []
        page.on(
            "console", lambda message: message.type in ("error", "warning") and self.complaints.append(message.text)
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", lambda request: self.complaints.append(request.url))
        page.goto(f"{address}search.html?q={quote(query)}")
        self.summary = page.locator("#search-results [role=status]")
        self.summary.get_by_text("Search finished").wait_for()

    def links(self):
        return self.page.locator("#search-results li > a")

    def text(self, selector):
        return self.page.locator(f"#search-results {selector}").all_inner_texts()


@pytest.fixture
def found(browser, site):
    """Search for some words, as a function."""
    pages = []

    def search(query, address=site, **options):
        pages.append(browser.new_page(**options))
        return Found(pages[-1], address, query)

    yield search
    for page in pages:
        page.close()


def test_forty_queries_find_their_page(search_page):
    assert len(QUERIES) == len({query["query"].lower() for query in QUERIES}) == 40
    assert sum(bool(query["asked"]) for query in QUERIES) == 20
    found = search_page.evaluate(RANKS, [query["query"] for query in QUERIES])
    places = {
        query["query"]: pages.index(query["page"]) + 1 if query["page"] in pages else None
        for query, pages in zip(QUERIES, found, strict=True)
    }
    assert {query: place for query, place in places.items() if place not in (1, 2, 3)} == {}
    behind = [query for query, place in places.items() if place != 1]
    assert len(behind) <= 5, behind


@pytest.mark.parametrize("how", ["http", "file"])
def test_hits_are_links_with_a_sentence_and_their_number_is_announced(found, book, site, how):
    here = found("HDBSCAN noise", site if how == "http" else f"{book.as_uri()}/")
    assert here.complaints == []
    links = here.links()
    number = links.count()
    whole = int(re.search(r"all of these words: (\d+) page", here.summary.inner_text())[1])
    rest = re.search(r"some of them: (\d+) page", here.summary.inner_text())
    assert whole + (int(rest[1]) if rest else 0) == number > 3
    assert here.page.locator("#search-results [role=status]").get_attribute("class") == "search-summary"
    # Where all words stand on the page, it says nothing of missing ones.
    assert sum("Without:" in text for text in here.text("li")) == number - whole
    first = here.page.locator("#search-results li").first
    assert {text.lower() for text in first.locator("mark").all_inner_texts()} >= {"hdbscan", "noise"}
    links.first.click()
    here.page.wait_for_load_state()
    assert here.page.evaluate("Boolean(document.querySelector(':target'))")
    assert here.complaints == []


# That a script may be asked anything, test_search_ranking.py says.
HOSTILE = ["<script>document.title = 'gone'</script>", "<img src=x onerror=alert(1)> noise", "'\"`\\", "the of and"]


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_is_asked_harms_nothing(found, query):
    here = found(query)
    assert here.page.locator("#search-results :is(script, img)").count() == 0
    assert here.page.title().startswith("Search")
    assert here.page.locator("#search-input-page").input_value() == query
    assert here.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [342, 1280])
def test_hits_can_be_read_by_all(found, scheme, width):
    here = found("noise label hungarian", color_scheme=scheme, viewport={"width": width, "height": 800})
    assert here.page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_violations(here.page) == {}


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def engine(request, tmp_path_factory):
    with started(request.param, tmp_path_factory.mktemp("engine")) as running:
        yield running


def test_hits_in_every_engine_from_a_folder(engine, book, tmp_path):
    for path in book.iterdir():
        if path.name != "search.html":
            (tmp_path / path.name).symlink_to(path)
    text = (book / "search.html").read_text(encoding="utf-8").replace("<head>", f"<head>{RECORDER}", 1)
    (tmp_path / "search.html").write_text(text, encoding="utf-8")
    engine.open(f"{tmp_path.as_uri()}/search.html?q=permutation+model")
    engine.wait_until("document.querySelector('#search-results [role=status]')?.textContent")
    first = engine.evaluate("return document.querySelector('#search-results li > a').getAttribute('href')")
    assert first == "book/1-pairs/correcting_for_chance.html#def-chance-permutation"
    assert engine.evaluate("return document.querySelectorAll('#search-results mark').length") > 3
    assert engine.evaluate("return recorded") == []
