"""Addresses of earlier versions: each label still stands on its page, or leads on."""

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from old_addresses import old_addresses, places
from small_books import build

TOC = "```{toctree}\nold\nnew\nother\n```\n"
FILES = {
    "book/front.md": f"# Front\n\n{TOC}",
    "book/old.md": "# Old\n\n(stays)=\n## Stays\n\n## Exercises\n\nNone.\n",
    "book/new.md": "# New & more\n\n(moved)=\n## Moved\n\n(of-gone)=\n## Of gone\n",
    "book/other.md": "# Other\n\n(elsewhere)=\n## Elsewhere\n",
    "book/addresses.txt": "old: stays moved ex-gone\ngone > new: of-gone elsewhere\nleft_out: far\n",
    "book/questions/retired.txt": "ex-gone/n old\npre-gone/n left_out\n",
}
# Where the reader arrives.
LEADS = {
    "old.html#moved": "new.html#moved",
    "old.html#stays": "old.html#stays",
    "old.html#ex-gone": "old.html#ex-gone",
    "old.html#100%": "old.html#100%",
    "gone.html": "new.html",
    "gone.html#of-gone": "new.html#of-gone",
    "gone.html#elsewhere": "other.html#elsewhere",
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Build a small book, and return the folder of its pages."""
    settings = {"root_doc": "book/front", "extensions": ["myst_parser", "old_addresses"]}
    return build(tmp_path_factory.mktemp("addresses"), FILES, **settings).outdir / "book"


def test_an_old_address_leads_on_from_a_file(pages, browser):
    page, complaints = browser.new_page(), []
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for old, new in LEADS.items():
        page.goto("about:blank")
        page.goto(f"{pages.as_uri()}/{old}")
        page.wait_for_url(f"{pages.as_uri()}/{new}")
    # A link within the page leads on as well.
    page.goto(f"{pages.as_uri()}/old.html")
    page.evaluate("location.hash = 'moved'")
    page.wait_for_url(f"{pages.as_uri()}/new.html#moved")
    page.close()
    assert complaints == []


def test_without_scripts_there_is_a_link(pages):
    for page, lines in {
        "old": {"moved": ("This has moved to New & more.", "new.html#moved"), "ex-gone": ("no longer", "#exercises")},
        "gone": {"of-gone": ("New & more", "new.html#of-gone"), "elsewhere": ("Other", "other.html#elsewhere")},
    }.items():
        read = BeautifulSoup((pages / f"{page}.html").read_text("utf-8"), "html.parser")
        found = {line["id"]: line for line in read.select(".old-address")}
        assert found.keys() == lines.keys()
        for label, (words, link) in lines.items():
            assert words in found[label].text
            assert found[label].a["href"] == link
    assert read.select_one("a.new-page")["href"] == "new.html"
    assert "old-address" not in (pages / "new.html").read_text("utf-8")


def test_no_address_of_an_earlier_version_is_lost():
    """What `book/addresses.txt` lists stands on a page, or is retired; the build leads there."""
    book = ROOT / "book"
    paths = [*book.rglob("*.ipynb"), *book.rglob("*.md")]
    pages = [path.relative_to(ROOT).with_suffix("").as_posix() for path in paths]
    place, known = places(book, pages), old_addresses(book)
    assert len(known) > 40
    gone = {page for page, (new, _) in known.items() if page not in pages and new not in pages}
    lost = [(page, label) for page, (_, labels) in known.items() for label in labels if label not in place]
    assert not gone, f"Name in book/addresses.txt the page that takes the place of {sorted(gone)}, as old > new."
    assert not lost, f"Give these labels back, on any page: {lost}. If an exercise is no longer asked, retire it."
