"""Words of questions as HTML and Markdown: they mark *italics* and `code`, as in the pages of the book."""

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup, escape

__all__ = ["as_markdown", "environment", "escaped", "plain", "rich"]

TEMPLATES = Path(__file__).parent / "templates"
_MARKED = re.compile(r"(\*[^*\s][^*]*\*|`[^`]+`)")


def rich(text):
    """Words with their marks as HTML."""
    parts = []
    for part in _MARKED.split(text):
        tag = {"*": "i", "`": "code"}.get(part[:1]) if _MARKED.fullmatch(part) else None
        parts.append(Markup(f"<{tag}>{escape(part[1:-1])}</{tag}>") if tag else escape(part))
    return Markup("").join(parts)


def plain(text):
    """Words without their marks."""
    return _MARKED.sub(lambda mark: mark[0][1:-1], text)


def as_markdown(text):
    """Words as Markdown that marks nothing else."""
    parts = _MARKED.split(text)
    return "".join(part if i % 2 else escaped(part) for i, part in enumerate(parts))


def escaped(text):
    """Words as Markdown without any mark, such as names that people have chosen."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)


def environment():
    """Templates of the course kit."""
    loader = FileSystemLoader(TEMPLATES)
    made = Environment(
        loader=loader, autoescape=select_autoescape(["html", "xhtml", "opf"]), trim_blocks=True, lstrip_blocks=True
    )
    made.filters["rich"] = rich
    return made
