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
from pathlib import Path

import yaml
from chapter_lists import FILL, ListDirective, pages_with
from docutils import nodes
from parallel_writing import IN_PARALLEL
from sphinx.errors import ExtensionError
from version_stamp import PLACE

FILE, NAME = "CITATION.cff", "book-citation"
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


def citations(app, place):
    """Give the entries that a place asks for, as code."""
    kind, *names = place["given"] or ["book"]
    known = ("book", "software", "chapter", "chapters", "table")
    if kind not in known or len(names) != (kind == "table"):
        raise ExtensionError(
            f"{place['page']}: book-citation takes software, chapter, "
            "chapters, table NAME or nothing. "
            f"Got {' '.join(place['given'])!r}."
        )
    cited, env = cited_file(app.config), app.env
    summary = f"aucc_teach: {metadata('aucc-teach')['Summary']}"
    chapters = [
        page
        for page in env.collect_relations()
        if env.toc_secnumbers.get(page, {}).get("")
    ]
    of_kind = {
        "book": lambda: [bibtex(cited)],
        "software": lambda: [
            bibtex(cited, key=kind, title=in_capitals(summary))
        ],
        "table": lambda: [of_table(cited, *names)],
        "chapter": lambda: [of_chapter(app, cited, chapters[0])],
        "chapters": lambda: [of_chapter(app, cited, one) for one in chapters],
    }
    entries = of_kind[kind]()
    text = escape("\n\n".join(entries)).replace(escape(PLACE), PLACE)
    return nodes.raw("", CODE.format(text), format="html")


def of_table(cited, name):
    """Entry of a stored table of results."""
    where = f"Table book/results/{name}.csv, made by the study {name} of"
    return bibtex(
        cited, key=name,
        title=in_capitals(f"Results of the study {name}"),
        howpublished=f"{escaped(where)} {in_capitals(cited['title'])}",
    )  # fmt: skip


def of_chapter(app, cited, page):
    """Entry of a page by its name, with its address if the book has one."""
    base, target = app.config.html_baseurl, app.builder.get_target_uri(page)
    title = app.env.titles[page].astext().removeprefix("★ ")
    return bibtex(
        cited, key=posixpath.basename(page), kind="incollection",
        title=in_capitals(title), booktitle=in_capitals(cited["title"]),
        doi="", url=posixpath.join(base, target) if base else "",
    )  # fmt: skip


def pages_to_read(app, env, added, changed, removed):
    """Name the pages to read anew when a title may change; called by Sphinx."""
    return pages_with(NAME, env) if added or changed or removed else []


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_config_value("book_citation_file", "", "html")
    app.connect("config-inited", keep_file)
    app.connect("html-page-context", add_date)
    app.setup_extension("chapter_lists")
    app.add_directive(NAME, ListDirective)
    FILL[NAME] = citations
    app.connect("env-get-outdated", pages_to_read)
    return IN_PARALLEL
