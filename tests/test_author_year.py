"""Sources are cited by author and year, and the list has the same labels in the order of the alphabet."""

import html
import re
import sys
from types import SimpleNamespace

import pytest
from conftest import ROOT
from docutils import nodes
from pybtex.database import parse_file, parse_string
from sphinx.addnodes import pending_xref

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from author_year import ListStyle, plain, shorten

ENTRIES = parse_string(
    r"""
    @misc{zimek, author = {Zimek, Arthur}, title = {Last}, year = 2000}
    @misc{faerber, author = {F{\"a}rber, Ines and Zimek, Arthur and Ames, B.}, title = {Accent}, year = 2010}
    @misc{fisher, author = {Fisher, R. A.}, title = {After it}, year = 1936}
    @misc{pair2, author = {Cali{\'n}ski, T. and Harabasz, J.}, title = {Later}, year = 1990}
    @misc{pair1, author = {Cali{\'n}ski, T. and Harabasz, J.}, title = {Sooner}, year = 1974}
    @misc{alone, author = {Cali{\'n}ski, T.}, title = {Alone}, year = 2001}
    @misc{others, author = {van Thieu, N. and Gommers, Ralf and others}, title = {Many}, year = 2020}
    """,
    "bibtex",
).entries


def test_labels_and_order():
    style = ListStyle()
    entries = style.sort(ENTRIES.values())
    assert list(style.format_labels(entries)) == [
        "Caliński, 2001",
        "Caliński and Harabasz, 1974",
        "Caliński and Harabasz, 1990",
        "Färber et al., 2010",
        "Fisher, 1936",
        "van Thieu et al., 2020",
        "Zimek, 2000",
    ]


@pytest.mark.parametrize(
    ("before", "keys", "expected"),
    [
        (["Calinski and", "\n", "Harabasz "], "pair1", "yearpar"),
        (["Calinski and Harabasz "], "pair1,pair2", "yearpar"),
        (["Calinski and Harabasz "], "pair1,fisher", "p"),
        (["by the variance ratio "], "pair1", "p"),
        ([], "fisher", "p"),
    ],
)
def test_year_alone_after_the_names(before, keys, expected):
    citation = pending_xref("", refdomain="cite", reftype="p", reftarget=keys)
    other = pending_xref("", refdomain="prf", reftype="ref", reftarget="thm")
    paragraph = nodes.paragraph("", "", *map(nodes.Text, before), citation, nodes.Text("Fisher "), other)
    domain = SimpleNamespace(bibdata=SimpleNamespace(data=SimpleNamespace(entries=ENTRIES)))
    shorten(SimpleNamespace(env=SimpleNamespace(get_domain={"cite": domain}.get)), paragraph)
    assert (citation["reftype"], other["reftype"]) == (expected, "ref")


def test_dois_are_bare_and_of_one_entry_each():
    entries = parse_file(ROOT / "book" / "references.bib").entries.values()
    dois = [entry.fields["doi"] for entry in entries if "doi" in entry.fields]
    assert [doi for doi in dois if not re.fullmatch(r"10\.\d{4,5}/\S+", doi)] == []
    assert len({doi.lower() for doi in dois}) == len(dois) > 80


def test_citations_of_the_book_are_in_its_list(book):
    def words(text):
        return html.unescape(re.sub(r"<[^>]+>", "", text)).replace("\xa0", " ")

    page = (book / "book" / "back" / "bibliography.html").read_text(encoding="utf-8")
    labels = [words(label)[1:-1] for label in re.findall(r'<span class="label">(.*?)</span></span>', page)]
    assert len(labels) == len(parse_file(ROOT / "book" / "references.bib").entries)
    keys = [tuple(plain(label).rsplit(", ", 1)) for label in labels]
    assert keys == sorted(keys)
    cited = [
        words(citation)[1:-1]
        for path in (book / "book").rglob("*.html")
        for citation in re.findall(r'class="bibtex-citation"[^>]*>(.*?)</span>', path.read_text(encoding="utf-8"))
    ]
    full = [source for citation in cited for source in citation.split("; ") if re.match(r"\D", source)]
    assert len(full) > 200
    assert set(full) <= set(labels)
    assert [citation for citation in cited if re.fullmatch(r"\d{4}", citation)]
