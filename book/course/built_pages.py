"""Reads pages of the built book, from which slides, the printed book and the e-book are made."""

import posixpath
from pathlib import Path

import yaml
from bs4 import BeautifulSoup

from aucc_teach.exercises import book_version

__all__ = ["BACK", "about_book", "article_of", "lead_links", "page_of", "remove", "sheets_of", "unfold", "words_of"]

#: Every chapter refers to these pages.
BACK = ("book/back/glossary", "book/back/bibliography")


def page_of(site, file):
    """Parse a page of the built book, named by its file without the ending.

    Raises
    ------
    ValueError
        If the page does not exist.
    """
    path = Path(site) / f"{file}.html"
    if not path.is_file():
        raise ValueError(
            f"the built book must have the page {file}.html; build it by jupyter-book build, or name its folder by "
            f"--site. Got {site}."
        )
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def article_of(page):
    """Take the text of a page, without headings' links to themselves, dark pictures and lines that lead on."""
    article = page.select_one("article.bd-article")
    remove(article.select("a.headerlink, .only-dark, .old-address"))
    for picture in article.select("img"):
        del picture["loading"]
    return article


def about_book(root):
    """Read title, subtitle, authors, date, version and keywords for a title page, as the book is cited."""
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
    """Remove nodes; one may hold another."""
    for node in nodes:
        if not node.decomposed:
            node.decompose()


def unfold(article):
    """Show text and tables that are folded on the screen, such as a long proof, but no code that makes them.

    The outcome of a *Try this* stays folded, because readers should think first.
    """
    for folded in article.select("details.sd-dropdown"):
        if folded.find_parent(class_="try-this") is None:
            title = folded.summary.select_one(".sd-summary-text").extract()
            folded.summary.replace_with(title)
            folded.name, title.name = "div", "p"
            folded["class"], title["class"] = "unfolded", "unfolded-title"
    for folded in article.select("details.fold-output:has(.captioned-table)"):
        folded.replace_with(*folded.select(".cell_output"))
    for folded in article.select("details.fold-proof"):
        folded.replace_with(*folded.select(".proof"))


def sheets_of(pages, site):
    """List the addresses of the style sheets of a site's pages, each once."""
    found = [
        (site / posixpath.dirname(file) / node["href"].split("?")[0]).resolve().as_uri()
        for file, page in pages.items()
        for node in page.select('head link[rel="stylesheet"]')
    ]
    return list(dict.fromkeys(found))


def lead_links(article, file, within, address=None):
    """Point the links of an article to places within the product, or to the book on the web, if it has an address.

    ``within(file, anchor)`` returns the link to a place, or None if the product does not have it.
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
            # Pictures link to themselves, demos to their states; other targets were folded or are not here.
            link.unwrap()


def words_of(node):
    """Take the text of a heading on one line, without the TeX that stands beside formulas for copying."""
    hidden = {id(text) for source in node.select("annotation") for text in source.strings}
    return " ".join("".join(text for text in node.strings if id(text) not in hidden).split())
