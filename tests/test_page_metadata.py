"""What pages say of themselves, and their addresses: with the settings that say where the book is, and without them."""

import json
import re
import shutil
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import page_metadata
import pytest
import yaml
from bs4 import BeautifulSoup
from conftest import ROOT
from small_books import build
from sphinx.errors import ConfigError

CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
BASE = "https://clusterings.test/book/"
SOURCES = "https://github.com/someone/clusterings"
# The theme and the extension, on pages that are quick to build.
SETTINGS = {
    "extensions": ["myst_parser", "version_stamp", "page_metadata"],
    "html_title": "Small",
    "html_theme": "sphinx_book_theme",
    "html_static_path": [str(ROOT / "book" / "_static")],
    "templates_path": [str(ROOT / "book" / "_templates")],
}
BOX = """
```{admonition} What you will be able to do
1. Count pairs, *all* of them.
2. Say what `</script>` does.

**Time**: about 45 minutes to read, 70 for the exercises. **You need**: nothing.
```
"""
PAGES = {
    "index.md": "# Front\n\nA question?\n\n## What you will be able to do\n\n- Judge.\n\n"
    "```{toctree}\n:numbered:\none/chapter\nback\n```\n",
    "one/chapter.md": f"# Stones & co\n\nTwo people sort six stones. So what?\n{BOX}\n"
    "```{figure} light.png\n:alt: Six stones.\n```\n\n## By hand\n\n### With your own\n\n" + "Text.\n\n" * 40,
    # As the front page of an edition: a section of that title, without a list.
    "back.md": "# Back\n\nNothing to teach.\n\n## What you will be able to do\n\nAnother page says it.\n",
}


class Book:
    """A small book, built in this process."""

    def __init__(self, folder, *, base="", sources=""):
        settings = {"html_baseurl": base, "html_theme_options": {"repository_url": sources}}
        (folder / "one").mkdir()
        shutil.copy(ROOT / "CITATION.cff", folder)
        shutil.copy(ROOT / "book" / "_static" / "screenshot.png", folder / "one" / "light.png")
        app = build(folder, PAGES, **SETTINGS, **settings)
        self.html = app.outdir
        if base:
            # sphinx_sitemap leaves a process, which would hold this one's pipes to a browser open for ever.
            app.sitemap_links._manager.shutdown()

    def page(self, name):
        return BeautifulSoup((self.html / f"{name}.html").read_text("utf-8"), "html.parser")

    def pages(self):
        return {name: self.page(name) for name in ("index", "one/chapter", "back", "search", "genindex")}


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    return Book(tmp_path_factory.mktemp("published"), base=BASE, sources=SOURCES)


@pytest.fixture(scope="module")
def unpublished(tmp_path_factory):
    return Book(tmp_path_factory.mktemp("unpublished"))


@pytest.fixture(params=["published", "unpublished"])
def either(request):
    return request.getfixturevalue(request.param)


def tags(page):
    """Contents of the tags that have a name or a property."""
    found = {}
    for tag in page.head.find_all("meta", content=True):
        found.setdefault(tag.get("name") or tag.get("property"), []).append(tag["content"])
    return found


def described(page):
    """What a page says in JSON-LD; None if it says nothing."""
    scripts = page.head.find_all("script", type="application/ld+json")
    assert len(scripts) <= 1
    return json.loads(scripts[0].string) if scripts else None


def canonical(page):
    links = [link["href"] for link in page.head.find_all("link", rel="canonical")]
    assert len(links) <= 1
    return links[0] if links else None


# ---- what needs no address


def test_programs_that_collect_references_find_title_authors_date_and_book(either):
    front, chapter = (tags(either.page(name)) for name in ("index", "one/chapter"))
    for within in (front, chapter):
        assert within["citation_author"] == [author["name"] for author in CITED["authors"]]
        assert within["citation_publication_date"] == [f"{CITED['date-released']:%Y/%m/%d}"]
    assert (front["citation_title"], front.get("citation_inbook_title")) == ([CITED["title"]], None)
    assert (chapter["citation_title"], chapter["citation_inbook_title"]) == (["Stones & co"], [CITED["title"]])
    assert not any("citation_title" in tags(either.page(name)) for name in ("search", "genindex"))


def test_what_a_chapter_teaches_and_how_long_it_takes(either):
    chapter, back, front = (described(either.page(name)) for name in ("one/chapter", "back", "index"))
    assert chapter["@type"] == "LearningResource"
    assert chapter["teaches"] == ["Count pairs, all of them.", "Say what </script> does."]
    assert chapter["timeRequired"] == "PT115M"
    assert chapter["isPartOf"]["name"] == CITED["title"]
    assert back["@type"] == "WebPage"
    assert not {"teaches", "timeRequired"} & set(back)
    assert (front["@type"], front["teaches"]) == (["Book", "LearningResource"], ["Judge."])
    assert "isPartOf" not in front
    assert described(either.page("search")) is None


# ---- addresses


def test_without_settings_nothing_points_anywhere(unpublished):
    for name, page in unpublished.pages().items():
        assert canonical(page) is None
        assert not [key for key in tags(page) if key and ("url" in key or "image" in key)], name
        assert page.select(".dropdown-source-buttons, .btn-report-mistake") == []
        text = json.dumps(described(page) or {})
        allowed = ["https://schema.org", *page_metadata.LICENCES.values()]
        assert set(re.findall(r"https?://[^\"]*", text)) <= set(allowed)
    assert not (unpublished.html / "sitemap.xml").exists()


def test_canonical_links_are_those_of_the_site_map_and_of_all_that_names_an_address(published):
    links = {name: canonical(page) for name, page in published.pages().items()}
    assert links.pop("search") is None
    assert tags(published.page("search"))["robots"] == ["noindex"]
    tree = ElementTree.parse(published.html / "sitemap.xml")
    assert {one.text for one in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")} == {*links.values()}
    del links["genindex"]
    for page, link in links.items():
        assert link == f"{BASE}{page}.html"
        said, resource = tags(published.page(page)), described(published.page(page))
        assert {said["og:url"][0], said["citation_fulltext_html_url"][0], resource["url"]} == {link}
        assert (published.html / said["og:image"][0].removeprefix(BASE)).is_file()
    assert tags(published.page("one/chapter"))["description"][0].startswith("Two people sort six stones. So what?")


@pytest.mark.parametrize(
    ("base", "sources", "says"),
    [
        ("ftp://clusterings.test", "", "html: baseurl must be .*'ftp://clusterings.test'"),
        ("", "https://example.org/someone/book", "repository: url must be .*'https://example.org/someone/book'"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(base, sources, says):
    config = SimpleNamespace(html_baseurl=base, html_theme_options={"repository_url": sources})
    with pytest.raises(ConfigError, match=says):
        page_metadata.check_addresses(None, config)


# ---- the buttons


def test_the_heading_in_view_and_the_commit_are_filled_in(published, browser):
    page = browser.new_page(viewport={"width": 1000, "height": 500})
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((published.html / "one" / "chapter.html").as_uri())
    page.evaluate("document.querySelector('#with-your-own').scrollIntoView({behavior: 'instant'})")

    def press(place):
        """Press as a hand does: Playwright would scroll the page to a bar that stays at its top."""
        box = place.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    press(page.get_by_role("button", name="Report or edit"))
    link = page.get_by_role("link", name="Report a mistake on this page")
    link.wait_for()
    page.evaluate("addEventListener('click', event => event.preventDefault())")
    press(link)
    body = parse_qs(urlsplit(link.get_attribute("href")).query)["body"][0]
    assert "Heading: 1.1.1. With your own (#with-your-own)\n" in body
    assert f"Version: {page.locator('.book-version-line .book-version').inner_text()}\n" in body
    assert complaints == []
    page.close()


# ---- the book itself


@pytest.fixture(scope="module")
def heads(book):
    """Head of each page of the built book, by its name, but of those that only send on."""
    pages = (path for path in book.rglob("*.html") if "_static" not in path.parts)
    texts = {path.relative_to(book).with_suffix("").as_posix(): path.read_text("utf-8") for path in pages}
    heads = {name: text.partition("</head>")[0] for name, text in texts.items() if "bd-article" in text}
    return {name: BeautifulSoup(head, "html.parser") for name, head in heads.items()}


def test_the_book_names_the_addresses_that_its_settings_give_and_no_others(heads, book):
    base = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"]["baseurl"].rstrip("/")
    expected = {name: f"{base}/{name}.html" if base and name != "search" else None for name in heads}
    assert {name: canonical(page) for name, page in heads.items()} == expected
    for name, page in heads.items():
        assert {"og:url", "og:image", "citation_fulltext_html_url"} & set(tags(page)) == set() or base, name
    assert (book / "sitemap.xml").exists() == bool(base)
