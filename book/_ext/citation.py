"""Sphinx extension: the reference to this book in BibTeX, ready to be copied.

The directive `book-citation` writes it from `CITATION.cff`, so that the two
cannot differ. Version and commit come from the extension `version_stamp`.
"""

import re
from html import escape
from pathlib import Path

import yaml
from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from version_stamp import PLACE

FILE = "CITATION.cff"
# As Sphinx writes code, so that the button for copying finds it.
CODE = (
    '<div class="highlight-bibtex notranslate"><div class="highlight">'
    "<pre>{}</pre></div></div>"
)


def bibtex(cited, version):
    """Entry for what a file of the Citation File Format holds.

    All styles of BibTeX and BibLaTeX know its type and print its note.
    """
    fields = {
        "author": " and ".join(map(name_of, cited["authors"])),
        # Two braces keep the capital letters.
        "title": f"{{{escaped(cited['title'])}}}",
        "year": f"{cited['date-released']:%Y}",
        "note": f"Version {version}",
    }
    fields |= {name: cited[name] for name in ("doi", "url") if name in cited}
    lines = [f"  {name} = {{{text}}}," for name, text in fields.items()]
    return "\n".join(["@misc{aucc-teach,", *lines, "}"])


def name_of(author):
    """Name of a person or of a body, as BibTeX takes it apart."""
    if "name" in author:
        return f"{{{escaped(author['name'])}}}"
    return escaped(f"{author['family-names']}, {author['given-names']}")


def escaped(text):
    """Text in which TeX takes no character for a command."""
    return re.sub(r"([&%$#_])", r"\\\1", text)


class BookCitation(SphinxDirective):
    """The directive."""

    def run(self):
        """Write the entry; called by docutils."""
        path = Path(self.env.app.srcdir, FILE)
        self.env.note_dependency(str(path))
        cited = yaml.safe_load(path.read_text(encoding="utf-8"))
        entry = escape(bibtex(cited, PLACE)).replace(escape(PLACE), PLACE)
        return [nodes.raw("", CODE.format(entry), format="html")]


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_directive("book-citation", BookCitation)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
