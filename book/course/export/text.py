"""Writes texts of the book for other systems: as Markdown, as HTML with formulas, packed in a zip."""

import io
import re
import zipfile
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from marked_text import rich

__all__ = ["MINUTES", "TEMPLATES", "html_of", "marked_html", "without_roles", "zipped"]

MINUTES = 10  # for a reading check
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


def zipped(texts):
    """Pack texts by name into the bytes of a zip file; without times, the same texts make the same file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for name, text in texts.items():
            package.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)
TEMPLATES.globals["say"] = marked_html
