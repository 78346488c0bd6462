"""The page of theorems and definitions has every statement of the book, with its title."""

import html
import re
import sys

import pytest
from conftest import ROOT
from docutils import nodes
from sphinx_proof.nodes import theorem_node

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from chapter_lists import bare_title


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([], ""),
        ([nodes.Text(" (Area = share)")], "Area = share"),
        ([nodes.Text(" ("), nodes.math("", "c"), nodes.Text(" (of Rand))")], "c (of Rand)"),
        ([nodes.Text(" (When "), nodes.math("", "c"), nodes.Text(" = 1)")], "When c = 1"),
    ],
)
def test_a_title_loses_its_brackets(parts, expected):
    statement = theorem_node("", nodes.title("", "", *parts))
    before = statement[0].astext()
    assert "".join(part.astext() for part in bare_title(statement, " (%t)")) == expected
    assert statement[0].astext() == before


def test_every_statement_is_listed_once_with_its_title(book):
    def words(text):
        return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())

    stated = {}
    for path in (book / "book").rglob("*.html"):
        page = path.relative_to(book / "book").as_posix()
        for label, title in re.findall(
            r'<div class="proof \w+ admonition" id="([^"]+)">\s*<p class="admonition-title">(.*?)</p>',
            path.read_text(encoding="utf-8"),
            re.DOTALL,
        ):
            number, _, title = words(title).partition(" (")
            stated[f"../{page}#{label}"] = f"{number}: {title.removesuffix(')')}"
    text = (book / "book" / "back" / "statements.html").read_text(encoding="utf-8")
    items = re.findall(r'<li><p>(<a class="reference internal" href="([^"]+)">.*?)</p></li>', text, re.DOTALL)
    assert len(items) == len(stated) > 50
    assert {link: words(line) for line, link in items} == stated
    chapters = re.findall(r'<dt><a class="reference internal" href="\.\./([^"]+)">(.*?)</a>', text)
    assert {page for page, _ in chapters} == {re.search(r"\.\./([^#]+)", link)[1] for link in stated}
    assert re.fullmatch(r"\d+\. \S.*", chapters[0][1])
