"""Sphinx extension: references to this book in BibTeX, ready to be copied.

The directive `book-citation` writes them from `CITATION.cff`, so that the two
cannot differ: of the book, or of what its argument names, the `software`, the
first `chapter`, all `chapters`, or a `table NAME` of `book/results`. Version
and commit come from the extension `version_stamp`; the date beside them at the
foot of the pages is that of the file.
"""

import posixpath
import re
from html import escape
from importlib.metadata import metadata
from itertools import islice
from pathlib import Path

import yaml
from chapter_lists import FillLists, ListPlace, leave, pages_with
from docutils import nodes
from parallel_writing import IN_PARALLEL
from sphinx.util.docutils import SphinxDirective
from version_stamp import PLACE

FILE = "CITATION.cff"
# This is how Sphinx writes code, so the button for copying finds it.
CODE = (
    '<div class="highlight-bibtex notranslate"><div class="highlight">'
    "<pre>{}</pre></div></div>"
)


def keep_file(app, config):
    """Keep the text of the file, so that all pages are written when it changes.

    Called by Sphinx, which compares settings with those of the last build.
    """
    path = Path(app.srcdir, FILE)
    config.book_citation_file = path.read_text(encoding="utf-8")


def cited_file(config):
    """Read the citation file as a dictionary."""
    return yaml.safe_load(config.book_citation_file)


def day_of(cited):
    """The date of a version in words, such as 3 May 2026."""
    date = cited["date-released"]
    return f"{date.day} {date:%B %Y}"


def add_date(app, page, template, context, doctree):
    """Give templates the date of the version; called by Sphinx."""
    context["released"] = day_of(cited_file(app.config))


def bibtex(cited, version=PLACE, key="", kind="misc", **fields):
    """Entry for what a file of the Citation File Format holds, or a part of it.

    All styles of BibTeX and BibLaTeX know its type and print its note. Fields
    that are given come in the place of those of the whole.
    """
    fields = {
        "author": " and ".join(map(name_of, cited["authors"])),
        "title": in_capitals(cited["title"]),
        "year": f"{cited['date-released']:%Y}",
        "note": f"Version {version}",
        **{name: cited[name] for name in ("doi", "url") if name in cited},
    } | fields
    lines = [f"  {name} = {{{text}}}," for name, text in fields.items() if text]
    name = ":".join(filter(None, ["aucc-teach", key]))
    return "\n".join([f"@{kind}{{{name},", *lines, "}"])


def name_of(author):
    """Name of a person or of a body, as BibTeX takes it apart."""
    if "name" in author:
        return f"{{{escaped(author['name'])}}}"
    return escaped(f"{author['family-names']}, {author['given-names']}")


def in_capitals(title):
    """Title whose capital letters styles keep."""
    return f"{{{escaped(title)}}}"


def escaped(text):
    """Text in which TeX takes no character for a command."""
    return re.sub(r"([&%$#_])", r"\\\1", text)


class book_citation(ListPlace):
    """Where entries go."""


class BookCitation(SphinxDirective):
    """The directive."""

    optional_arguments = 2

    def run(self):
        """Leave a place for the entries; called by docutils."""
        what = self.arguments or ["book"]
        number = {"table": 2}.get(what[0], 1)
        known = ("book", "software", "chapter", "chapters", "table")
        if what[0] not in known or len(what) != number:
            raise self.error(
                "book-citation takes software, chapter, chapters, table NAME "
                f"or nothing. Got {' '.join(what)!r}."
            )
        return leave(book_citation(what=what), self.env)


class FillCitations(FillLists):
    """Put the entries in their places, once all titles are read."""

    default_priority = 4
    place = book_citation

    def content(self, place):
        """Give the entries that were asked for, as code."""
        kind, *names = place["what"]
        cited = cited_file(self.app.config)
        if kind == "table":
            entries = [self.of_table(cited, *names)]
        elif kind == "software":
            summary = f"aucc_teach: {metadata('aucc-teach')['Summary']}"
            entries = [bibtex(cited, key=kind, title=in_capitals(summary))]
        elif kind == "book":
            entries = [bibtex(cited)]
        else:
            chapters = (
                self.of_chapter(cited, page)
                for page in self.env.collect_relations()
                if self.env.toc_secnumbers.get(page, {}).get("")
            )
            entries = islice(chapters, 1 if kind == "chapter" else None)
        text = escape("\n\n".join(entries)).replace(escape(PLACE), PLACE)
        return nodes.raw("", CODE.format(text), format="html")

    def of_table(self, cited, name):
        """Entry of a stored table of results."""
        where = f"Table book/results/{name}.csv, made by the study {name} of"
        return bibtex(
            cited, key=name,
            title=in_capitals(f"Results of the study {name}"),
            howpublished=f"{escaped(where)} {in_capitals(cited['title'])}",
        )  # fmt: skip

    def of_chapter(self, cited, page):
        """Entry of a page by its name, with its address if the book has one."""
        base = self.app.config.html_baseurl
        target = self.app.builder.get_target_uri(page)
        title = self.env.titles[page].astext().removeprefix("★ ")
        return bibtex(
            cited, key=posixpath.basename(page), kind="incollection",
            title=in_capitals(title), booktitle=in_capitals(cited["title"]),
            doi="", url=posixpath.join(base, target) if base else "",
        )  # fmt: skip


def pages_with_entries(app, env, added, changed, removed):
    """Name the pages to read anew when a title may change; called by Sphinx."""
    if added or changed or removed:
        return pages_with(book_citation, app, env)
    return []


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_config_value("book_citation_file", "", "html")
    app.connect("config-inited", keep_file)
    app.connect("html-page-context", add_date)
    app.add_node(book_citation)
    app.add_directive("book-citation", BookCitation)
    app.add_post_transform(FillCitations)
    app.connect("env-get-outdated", pages_with_entries)
    return IN_PARALLEL
