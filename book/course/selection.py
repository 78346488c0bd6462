"""A selection of chapters: removes the others, and adapts links, contents and the page about the book.

A link to a chapter that is left out says so, and leads to a page that says where the chapter can be read. The page
about the book loses the parts that hold for the whole book only.
"""

import posixpath
import re
from pathlib import PurePosixPath

import nbformat

__all__ = ["LEFT_OUT", "Cut", "cut_about_page", "cut_contents", "left_out_page", "unmet_needs"]

LEFT_OUT = "book/back/left_out"
_NOTE = "not in this edition"
# A link's words may hold brackets, formulas and code. Links in fenced code stay; a fenced directive holds text.
_FENCED = r"^(?P<fence>`{3,})(?P<info>[^\n]*)\n(?P<inside>.*?)^(?P=fence)[ \t]*$"
_LINK = r"\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^()\s#]+\.ipynb)(?:#[^()\s]*)?\)"
_FOUND = re.compile(rf"{_FENCED}|{_LINK}|`[^`\n]*`", re.DOTALL | re.MULTILINE)
_REFERENCE = re.compile(r"\{(?:prf:ref|numref|ref)\}`(?:(?P<words>[^`<]*?)\s*<(?P<named>[^`>]+)>|(?P<label>[^`<>]+))`")
_BEGINS = re.compile(r"(^|[.!?]\s+|\n\n)$")


class Cut:
    """Adapts the links and references of the chapters that stay.

    Parameters
    ----------
    left_out : list of Chapter
        The chapters that are left out.
    labels : dict of str to (Chapter, str)
        The chapter of each label of the book, and words for it.
    """

    def __init__(self, left_out, labels):
        self._titles = {f"{chapter.file}.ipynb": chapter.title for chapter in left_out}
        files = {chapter.file for chapter in left_out}
        self._labels = {label: words for label, (chapter, words) in labels.items() if chapter.file in files}

    def text(self, source, place):
        """Replace links to chapters that are left out in the Markdown of a page, named by its path from the root."""
        folder = PurePosixPath(place).parent
        page = posixpath.relpath(f"{LEFT_OUT}.md", folder)
        source = _REFERENCE.sub(lambda found: self._reference(found, page), source)
        return self._linked(source, folder, page)

    def _linked(self, source, folder, page):
        def changed(found):
            if found["target"]:
                return self._link(found, folder, page)
            button = re.match(r"\{button-ref\} (\S+)", found["info"] or "")
            if button and posixpath.normpath(folder / f"{button[1]}.ipynb") in self._titles:
                return ""  # a button leads to a page or nowhere
            if (found["info"] or "").startswith("{"):
                inside = self._linked(found["inside"], folder, page)
                return f"{found['fence']}{found['info']}\n{inside}{found['fence']}"
            return found[0]

        return _FOUND.sub(changed, source)

    def _link(self, found, folder, page):
        title = self._titles.get(posixpath.normpath(folder / found["target"]))
        if title is None:
            return found[0]
        is_named = _bare(found["words"]) == _bare(title)
        return f"[{found['words']}]({page}) ({_NOTE if is_named else f'*{title}*, {_NOTE}'})"

    def _reference(self, found, page):
        words = self._labels.get(found["label"] or found["named"])
        if words is None:
            return found[0]
        words = found["words"] or words
        if _BEGINS.search(found.string[: found.start()]):
            words = words[0].upper() + words[1:]
        return f"[{words}]({page}) ({_NOTE})"


def unmet_needs(kept):
    """List pairs of a chapter that stays and one that it needs and that does not."""
    names = {chapter.name for chapter in kept}
    return [(chapter.name, needed) for chapter in kept for needed in chapter.needs if needed not in names]


def cut_contents(toc, kept):
    """Cut the contents to the chapters that stay; an excursion without its chapter takes its place."""
    files = {chapter.file for chapter in kept}
    parts = []
    for part in toc["parts"]:
        chapters = []
        is_back = any(entry["file"].startswith("book/back/") for entry in part["chapters"])
        for entry in part["chapters"]:
            if is_back:
                chapters.append(entry)
                continue
            sections = [section for section in entry.get("sections", []) if section["file"] in files]
            if entry["file"] not in files:
                chapters += sections
            else:
                chapters.append({"file": entry["file"]} | ({"sections": sections} if sections else {}))
        if is_back:
            chapters.insert(-1, {"file": LEFT_OUT})
        if chapters:
            parts.append(part | {"chapters": chapters})
    return toc | {"parts": parts}


def left_out_page(left_out, version, address):
    """Write the page that says where the chapters that are left out can be read."""
    where = f"at <{address}>" if address else f"*Judging clusterings*, version {version}: ask who gave you this edition"
    lines = []
    for chapter in left_out:
        link = f"{address.rstrip('/')}/{chapter.file}.html" if address else ""
        lines.append(f"- [{chapter.title}]({link})" if link else f"- {chapter.title}")
    listed = "\n".join(lines)
    return (
        "# What is not in this edition\n\nThis course has a part of the book. The chapters below, to which some of its "
        f"pages refer, can be read in\nthe whole book, {where}.\n\n{listed}\n"
    )


_ABLE = """## What you will be able to do

Each chapter begins with a box that says what you will be able to do when you have worked through it. The page
{ref}`Theorems and objectives <objectives>` lists all of that, with the exercises in which you find out
whether you are.

"""
_TIME = """## How long it takes

The minutes in the table are for one reading of the chapters of the road, and for their exercises, in which you learn
most. All minutes come from one rule, the same for every chapter, which counts words, formulas, cells, figures and the
questions of the exercises. But we have not measured readers, so your own pace will differ.
"""
_TABLE = """table, hours = ways(found)
caption = f"Minutes for each chapter. Reading: {hours['read']:.1f} hours, exercises: {hours['exercises']:.1f}."
at.CaptionedTable(table.set_index("chapter")[["read", "exercises"]], caption, digits=0)
"""


def cut_about_page(notebook, kept):
    """Cut the page About this book to what holds for the selection, and clear its outputs, which show the whole book.

    Raises
    ------
    ValueError
        If the page lacks a section that is to be replaced.
    """
    replaced = {"What you will be able to do": _ABLE, "Two routes, two weeks each": _TIME}
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            if "ways(found)" in cell.source:
                cell.source = _TABLE.strip()
            figure = cell.metadata.get("mystnb", {})
            if figure.get("figure", {}).get("name") == "fig-map":
                figure["image"]["alt"] = f"A line runs from top to bottom through the chapters: {_listed(kept)}."
        else:
            sections = re.split(r"(?m)^(?=## )", cell.source)
            for i, section in enumerate(sections):
                heading = re.match(r"## (.*)", section)
                if heading and heading[1] in replaced:
                    sections[i] = replaced.pop(heading[1])
            cell.source = "".join(sections).strip()
        cells.append(cell)
    if replaced:
        raise ValueError(f"the page about the book must have sections of these titles: {', '.join(replaced)}.")
    return nbformat.from_dict(notebook | {"cells": cells})


def _listed(chapters):
    *most, last = [chapter.title.split(":")[0].strip() for chapter in chapters]
    return f"{', '.join(most)} and {last}" if most else last


def _bare(words):
    return re.sub(r"[\W_]+", " ", words).strip().lower()
