"""Pages of the built book, as what is made from them reads them: slides, and the book on paper."""

from pathlib import Path

from bs4 import BeautifulSoup

__all__ = ["article_of", "page_of"]


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
    for link in article.select("a.headerlink"):
        link.decompose()
    for picture in article.select(".only-dark"):
        # A link around a picture has the class, and so has the picture.
        if not picture.decomposed:
            picture.decompose()
    for picture in article.select("img"):
        del picture["loading"]
    return article
