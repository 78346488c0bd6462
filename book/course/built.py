"""Pages of the built book, as what is made from them reads them: slides, and the book on paper."""

import json
import re
from pathlib import Path

from bs4 import BeautifulSoup

__all__ = ["article_of", "mathjax_of", "page_of"]

_MATHJAX = re.compile(r"\s*window\.MathJax = (?P<config>\{.*\})\s*", re.DOTALL)


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


def mathjax_of(page):
    """Configuration of MathJax on a page, in which formulas are drawn at once and not when they come into view."""
    scripts = (_MATHJAX.fullmatch(script.text) for script in page.select("head script:not([src])"))
    config = json.loads(next(filter(None, scripts))["config"])
    config["loader"]["load"] = [part for part in config["loader"]["load"] if part != "ui/lazy"]
    return config
