"""Writes texts of the book for other systems: as Markdown without the book's own roles, and as HTML with formulas."""

import re
from html import escape
from pathlib import Path
from urllib.parse import urljoin

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from marked_text import rich

__all__ = ["TEMPLATES", "html_of", "link_to", "marked_html", "without_roles"]

_ROLE = re.compile(r"\s?\{cite\}`[^`]*`|\{(?P<role>prf:ref|numref|term)\}`(?P<about>[^`]*)`")
_LINK = re.compile(r"\[(?P<words>[^\[\]]*)\]\((?P<target>[^()\s]*)\)")
# An exercise begins with the objectives that it tests and how it is done: "*Objectives 1 and 2, by hand.*".
_HEAD = re.compile(r"^\*Objectives? [\d, ]*(?:(?:and|to) \d+)?, (?P<how>[^*]*)\*\s*")


def without_roles(text, labels):
    """Write the prompt of an exercise as plain Markdown; `labels` are those of `contents.labelled`."""

    def words(role):
        about = " ".join((role["about"] or "").split())
        if role["role"] == "term":
            return about.partition(" <")[0]
        if role["role"] is None:  # a citation
            return ""
        chapter, named = labels[about]
        return named if chapter.title in named else f"{named} in *{chapter.title}*"

    text = _ROLE.sub(words, text)
    text = _LINK.sub(lambda link: link[0] if "://" in link["target"] else link["words"], text)
    return _HEAD.sub(lambda head: f"*{head['how'][0].upper()}{head['how'][1:]}* ", text)


def html_of(text):
    r"""Write Markdown as HTML; formulas stand between \( and \), which Moodle and Canvas typeset."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    def formula(content, how):
        left, right = (r"\[", r"\]") if how["display_mode"] else (r"\(", r"\)")
        return f"{left}{escape(content.strip(), quote=False)}{right}"

    reader = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, renderer=formula)
    return reader.render(text).strip()


def marked_html(text):
    """Write words with the marks of questions as HTML."""
    return str(rich(text)).replace("\n", "<br />\n")


def link_to(chapter, label, url):
    """Name the place of an exercise in the book as HTML, with a link if the book's address is known."""
    title = f"<i>{escape(chapter.title)}</i>"
    if not url:
        return title
    address = urljoin(url.rstrip("/") + "/", f"{chapter.file}.html#{label}")
    return f'<a href="{escape(address)}">{title}</a>'


TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)
TEMPLATES.globals["say"] = lambda text: str(marked_html(text))
