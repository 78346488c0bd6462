"""The site: each page names its version and commit, the book can be cited, and a host can serve it."""

import html
import json
import re
import shutil
import tomllib

import pybtex.database
import pytest
import version_stamp
import yaml
from citation import citations
from conftest import ROOT
from links import broken_links
from small_books import build
from sphinx.errors import ExtensionError

from aucc_teach.versions import book_version, in_words

ONE, TWO = ({"version": book_version()["version"], "build": digit * 40} for digit in "12")
# A small book with the theme, templates and extensions of the real one.
SETTINGS = {
    "extensions": [
        "myst_parser",
        "sphinx_copybutton",
        "sphinx_design",
        "version_stamp",
        "citation",
        "search_index",
        "sphinx.ext.githubpages",
    ],
    "project": "Small",
    "html_theme": "sphinx_book_theme",
    "html_theme_options": {"extra_footer": "Text CC BY 4.0."},
    "html_static_path": [str(ROOT / "book" / "_static")],
    "html_css_files": ["course.css"],
    "templates_path": [str(ROOT / "book" / "_templates")],
}
CITE = "book/back/about.html"
# The section of the page that says how to cite, which links to these pages.
(SECTION,) = (
    "".join(cell["source"])
    for cell in json.loads((ROOT / "book" / "back" / "about.ipynb").read_text("utf-8"))["cells"]
    if cell["source"][0] == "(cite)=\n"
)
LINKED = ("book/back/bibliography", "book/back/corrections", "book/back/running")
ALL = {"index", "book/page", "book/back/about", *LINKED}
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
DAY = f"{CITED['date-released'].day} {CITED['date-released']:%B %Y}"


class Book:
    """A small book, built in this process."""

    def __init__(self, folder):
        self.folder, self.html = folder, folder / "_build" / "html"
        (folder / "book" / "back").mkdir(parents=True)
        (folder / "index.md").write_text(
            "# Small\n\n```{toctree}\n:numbered:\nbook/page\n```\n\n"
            "```{toctree}\nbook/back/about\n" + "\n".join(LINKED) + "\n```\n"
        )
        for name in LINKED:
            (folder / f"{name}.md").write_text(f"# {name.title()}\n")
        (folder / "book" / "back" / "about.md").write_text(f"# About\n\n{SECTION}\n")
        shutil.copy(ROOT / "CITATION.cff", folder)
        self.write("A sentence.")

    def write(self, said):
        (self.folder / "book" / "page.md").write_text(f"# Page\n\n{said}\n")

    def build(self, book, **settings):
        """Build the book as of a version; return the names of the pages that Sphinx wrote."""
        written = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(version_stamp, "book_version", lambda: book)
            build(
                self.folder,
                on={"html-page-context": lambda app, page, *rest: written.append(page)},
                **SETTINGS,
                **settings,
            )
        return set(written) - {"genindex", "search"}

    def files(self):
        return {
            path.relative_to(self.html).as_posix(): path.read_bytes() for path in self.html.rglob("*") if path.is_file()
        }

    def pages(self):
        return {name: text.decode() for name, text in self.files().items() if name.endswith(".html") and name[0] != "_"}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    book = Book(tmp_path_factory.mktemp("small"))
    assert book.build(ONE) == ALL
    return book


# ---- the footer


def footers(pages):
    """Read the line at the foot of each page."""
    found = {}
    for name, text in pages.items():
        (line,) = re.findall(r'<p class="book-version-line">(.*?)</p>', text, re.DOTALL)
        found[name] = " ".join(html.unescape(re.sub(r"<[^>]*>", "", line)).split())
    return found


def test_each_page_names_version_and_commit_and_leads_to_the_citation(small):
    said = footers(small.pages())
    assert set(said) > {"index.html", "search.html", "genindex.html", CITE, "book/page.html"}
    assert set(said.values()) == {f"Version {ONE['version']} (commit 111111111111), {DAY} · Cite this version"}
    assert broken_links(small.html) == []


def test_after_a_commit_all_pages_name_it_and_none_is_written_anew(small):
    """A build after a commit gives what a build from nothing gives, in the time of a build without a change."""
    assert small.build(TWO) == set()
    assert {said.split(" · ")[0] for said in footers(small.pages()).values()} == {
        f"Version {TWO['version']} (commit 222222222222), {DAY}"
    }
    after = small.files()
    shutil.rmtree(small.folder / "_build")
    assert small.build(TWO) == ALL
    assert small.files() == after
    small.build(ONE)


# ---- the citation


def printed(page):
    """List all entries that a page prints."""
    code = re.findall(r'<div class="highlight"><pre>(.*?)</pre>', page, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]*>", "", one)) for one in code]


def entries(page):
    """Parse the entries of a page by kind: book, chapter, all chapters, software, table."""
    kinds = ("book", "chapter", "chapters", "software", "table")
    return {
        kind: pybtex.database.parse_string(text, "bibtex").entries
        for kind, text in zip(kinds, printed(page), strict=True)
    }


def test_the_entries_are_those_of_the_file(small):
    found = entries(small.pages()[CITE])
    for of_kind in found.values():
        for entry in of_kind.values():
            assert [f"{{{author['name']}}}" for author in CITED["authors"]] == list(map(str, entry.persons["author"]))
            assert entry.fields["year"] == str(CITED["date-released"].year)
            assert entry.fields["note"] == f"Version {in_words(ONE)}"
            assert "url" not in entry.fields
    (book,), (chapter,), (software,), (table,) = (
        found[kind].values() for kind in ("book", "chapter", "software", "table")
    )
    assert book.fields["title"] == chapter.fields["booktitle"] == f"{{{CITED['title']}}}"
    assert CITED["title"] in table.fields["howpublished"]
    assert chapter.fields["title"] == "{Page}"
    assert list(found["chapters"]) == ["aucc-teach:page"]
    summary = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["description"]
    assert software.fields["title"] == f"{{aucc\\_teach: {summary}}}"
    assert CITED["version"] == ONE["version"]


def test_a_chapter_of_a_book_with_an_address_has_its_own(small):
    small.build(ONE, html_baseurl="https://example.org/book")
    fields = entries(small.pages()[CITE])["chapter"]["aucc-teach:page"].fields
    assert fields["url"] == "https://example.org/book/book/page.html"
    small.build(ONE)


@pytest.mark.parametrize("given", [["thesis"], ["table"], ["book", "twice"]], ids=" ".join)
def test_what_is_no_entry_is_refused_by_name(given):
    with pytest.raises(ExtensionError, match=f"a-page: book-citation takes .* Got '{' '.join(given)}'"):
        citations(None, {"given": given, "page": "a-page"})
