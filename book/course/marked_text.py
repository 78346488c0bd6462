"""Converts words that mark *italics* and `code`, as in the pages of the book, to HTML and Markdown."""

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup, escape

__all__ = ["as_markdown", "environment", "escaped", "plain", "rich"]

TEMPLATES = Path(__file__).parent / "templates"
_MARKED = re.compile(r"(\*[^*\s][^*]*\*|`[^`]+`)")


def rich(text):
    """Write marked words as HTML."""
    parts = []
    for part in _MARKED.split(text):
        tag = {"*": "i", "`": "code"}.get(part[:1]) if _MARKED.fullmatch(part) else None
        parts.append(Markup(f"<{tag}>{escape(part[1:-1])}</{tag}>") if tag else escape(part))
    return Markup("").join(parts)


def plain(text):
    """Remove the marks from words."""
    return _MARKED.sub(lambda mark: mark[0][1:-1], text)


def as_markdown(text):
    """Write marked words as Markdown; other signs are escaped."""
    parts = _MARKED.split(text)
    return "".join(part if i % 2 else escaped(part) for i, part in enumerate(parts))


def escaped(text):
    """Escape all signs of Markdown, as in names that people have chosen."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


def environment():
    """Make the environment for the templates of the course kit."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(["html"]), trim_blocks=True, lstrip_blocks=True
    )
    made.filters["rich"] = rich
    return made
