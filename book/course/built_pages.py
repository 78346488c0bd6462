"""Pages of the built book, as what is made from them reads them: slides, the book on paper, the book for e-readers."""

import posixpath
from pathlib import Path

import yaml
from bs4 import BeautifulSoup

from aucc_teach.exercises import book_version

__all__ = ["BACK", "about_book", "article_of", "lead_links", "page_of", "remove", "sheets_of", "unfold", "words_of"]

#: To these pages every chapter refers.
BACK = ("book/back/glossary", "book/back/bibliography")


def page_of(site, file):
    """Page of the built book, by the file without its ending.

    Raises
    ------
    ValueError
        If it is not there.
    """
    path = Path(site) / f"{file}.html"
    if not path.is_file():
        raise ValueError(
            f"the built book must have the page {file}.html; build it by jupyter-book build, or name its folder by "
            f"--site. Got {site}."
        )
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def article_of(page):
    """Text of a page, without the links of headings to themselves and the pictures for dark pages."""
    article = page.select_one("article.bd-article")
    remove(article.select("a.headerlink, .only-dark"))
    for picture in article.select("img"):
        del picture["loading"]
    return article


def about_book(root):
    """What a title page says of the book, as it is to be cited: title, subtitle, authors, date, version, keywords."""
    cited = yaml.safe_load((Path(root) / "CITATION.cff").read_text("utf-8"))
    title, _, subtitle = cited["title"].partition(": ")
    return {
        "title": title,
        "subtitle": subtitle,
        "authors": [one.get("name") or f"{one['given-names']} {one['family-names']}" for one in cited["authors"]],
        "date": cited["date-released"],
        "version": book_version()["version"],
        "keywords": cited["keywords"],
    }


def remove(nodes):
    """Remove nodes, of which one may hold another."""
    for node in nodes:
        if not node.decomposed:
            node.decompose()


def unfold(article):
    """Show text and tables that are folded on the screen, such as a long proof, but no code that makes them.

    What is to be thought of first, and its outcome, stays folded.
    """
    for folded in article.select("details.sd-dropdown"):
        if folded.find_parent(class_="try-this") is None:
            title = folded.summary.select_one(".sd-summary-text").extract()
            folded.summary.replace_with(title)
            folded.name, title.name = "div", "p"
            folded["class"], title["class"] = "unfolded", "unfolded-title"
    for folded in article.select("details.hide:has(.captioned-table)"):
        folded.replace_with(*folded.select(".cell_output"))


def sheets_of(pages, site):
    """Addresses of the style sheets of pages, each once; the pages are those of a site, by their files."""
    found = [
        (site / posixpath.dirname(file) / node["href"].split("?")[0]).resolve().as_uri()
        for file, page in pages.items()
        for node in page.select('head link[rel="stylesheet"]')
    ]
    return list(dict.fromkeys(found))


def lead_links(article, file, within, address=None):
    """Let the links of an article lead to places of what is made, or to the book on the web, if it has an address.

    `within` says where a place is, by the file and the anchor: a link, or None if it is not in what is made.
    """
    for link in article.select("a[href]"):
        path, _, anchor = link["href"].partition("#")
        if "://" in path or path.startswith("mailto:"):
            continue
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), path)) if path else f"{file}.html"
        if place := within(path.removesuffix(".html"), anchor):
            link["href"] = place
        elif address and path.endswith(".html"):
            link["href"] = f"{address.rstrip('/')}/{path}" + (f"#{anchor}" if anchor else "")
        else:
            # A picture's link to itself, a demo's state, what was folded, and pages that are not here.
            link.unwrap()


def words_of(node):
    """Text of a heading on one line; of a formula without its TeX, which stands beside it for those who copy it."""
    hidden = {id(text) for source in node.select("annotation") for text in source.strings}
    return " ".join("".join(text for text in node.strings if id(text) not in hidden).split())
