"""Sphinx extension: sources are cited by author and year, and listed so.

A citation right after the names of its authors gives the year alone: "Gates
and Ahn [2017]", and not their names again.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache

import pybtex.plugin
from parallel_writing import IN_PARALLEL
from pybtex.style.formatting.plain import Style as PlainStyle
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.sorting import BaseSortingStyle
from sphinx.addnodes import pending_xref
from sphinxcontrib.bibtex.citation_target import parse_citation_targets
from sphinxcontrib.bibtex.plugin import register_plugin
from sphinxcontrib.bibtex.style.referencing import BracketStyle
from sphinxcontrib.bibtex.style.referencing.author_year import (
    AuthorYearReferenceStyle,
)


@dataclass
class ReferenceStyle(AuthorYearReferenceStyle):
    """Author and year; a semicolon between two sources."""

    bracket_parenthetical: BracketStyle = field(
        default_factory=lambda: BracketStyle(sep="; ")
    )


_STYLE = ReferenceStyle()


def plain(text):
    """Write a text with small letters, without accents and line breaks."""
    letters = unicodedata.normalize("NFKD", text)
    kept = "".join(c for c in letters if not unicodedata.combining(c))
    return re.sub(r"\s+", " ", kept).casefold()


def cited_as(entry):
    """Name the authors of an entry as a citation does, up to "et al."."""
    names = _STYLE.person.author_or_editor_or_title(full=False)
    text = names.format_data({"entry": entry, "style": _STYLE})
    return text.render_as("text")


def ends_with_authors(text, entry):
    """Tell whether a text ends with all authors, or the first "and others"."""
    format_name = _STYLE.person.style_plugin.format
    names = [
        plain(format_name(person).format().render_as("text"))
        for person in entry.persons.get("author", [])
    ]
    if not names:
        return False
    endings = [", ".join(names[:-1]) + " and " * (len(names) > 1) + names[-1]]
    if len(names) > 2:
        endings.append(f"{names[0]} and others")
    pattern = "|".join(map(re.escape, endings))
    return re.search(rf"(?<!\w)({pattern})\s*$", plain(text)) is not None


def shorten(app, doctree):
    """Cite by the year alone after the authors' names; called by Sphinx."""
    entries = app.env.get_domain("cite").bibdata.data.entries
    for node in doctree.findall(pending_xref):
        if (node.get("refdomain"), node["reftype"]) != ("cite", "p"):
            continue
        # MyST makes a text of each line, so the names may stand in two.
        siblings = node.parent[: node.parent.index(node)]
        before = "".join(sibling.astext() for sibling in siblings)
        keys = [t.key for t in parse_citation_targets(node["reftarget"])]
        # Sphinx reports a key that the bibliography lacks.
        if all(
            key in entries and ends_with_authors(before, entries[key])
            for key in keys
        ):
            node["reftype"] = "yearpar"


class LabelStyle(BaseLabelStyle):
    """Labels of the list of sources: what the text has in brackets."""

    def format_labels(self, sorted_entries):
        """Make the labels, in the order of the entries."""
        return [f"{cited_as(e)}, {e.fields['year']}" for e in sorted_entries]


class SortingStyle(BaseSortingStyle):
    """By the names that the labels give, then by year."""

    def sorting_key(self, entry):
        """Make what is compared; accents do not count."""
        return plain(cited_as(entry)), entry.fields["year"]


class ListStyle(PlainStyle):
    """The list of sources."""

    default_label_style = LabelStyle
    default_sorting_style = SortingStyle


def setup(app):
    """Set the extension up; called by Sphinx."""
    # Without a cache it asks all installed packages for each name it writes.
    pybtex.plugin.entry_points = cache(pybtex.plugin.entry_points)
    group = "sphinxcontrib.bibtex.style.referencing"
    register_plugin(group, "course", ReferenceStyle)
    formatting = "pybtex.style.formatting"
    pybtex.plugin.register_plugin(formatting, "course", ListStyle)
    app.connect("doctree-read", shorten)
    return IN_PARALLEL
