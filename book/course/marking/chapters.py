"""Objectives of the chapters, with the exercises that test them, from the notebooks."""

import json
import re
import sys
from typing import NamedTuple

import yaml
from contents import ROOT, notebooks_in

sys.path.append(str(ROOT / "book" / "_ext"))

from objectives import BOX, TESTS, numbers

__all__ = ["ROOT", "Chapter", "read_chapters"]

_BOX = re.compile(rf":::\{{admonition\}} {BOX}\n(.*?)\n(?:\*\*Time|:::)", re.DOTALL)
_OBJECTIVE = re.compile(r"^\d+\. ", re.MULTILINE)
_EXERCISE = re.compile(
    r"^[:`]{3,}\{exercise\}([^\n]*)\n:label: (\S+)\n+(?:\*(Objective.*?)\*)?", re.MULTILINE | re.DOTALL
)
_FORMULA = re.compile(r"\$([^$]+)\$")


class Chapter(NamedTuple):
    """A chapter: its title, its objectives, and for each exercise its title and the objectives that it tests."""

    title: str
    objectives: list
    exercises: dict


def read_chapters(own=None):
    """Read the chapters of the book in their order, and those of a folder of notebooks after them."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    paths = [path for path in (ROOT / f"{name}.ipynb" for name in _files(toc)) if path.is_file()]
    return [_read(path) for path in paths + (notebooks_in(own) if own else [])]


def _files(part):
    if isinstance(part, list):
        return [name for one in part for name in _files(one)]
    own = [part["file"]] if "file" in part else []
    return own + [name for place in ("parts", "chapters", "sections") for name in _files(part.get(place, []))]


def _read(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    box = _BOX.search(text)
    objectives = _OBJECTIVE.split(box[1])[1:] if box else []
    exercises = {
        label: (_words(title) or label, numbers(TESTS.match(" ".join(said.split()))[1]) if said else [])
        for title, label, said in _EXERCISE.findall(text)
    }
    title = re.search(r"^# (.*)", text, re.MULTILINE)
    return Chapter(_words(title[1]) if title else path.stem, [_words(one) for one in objectives], exercises)


def _words(text):
    """Words with short formulas in italics, since the page of a class sets none."""
    return " ".join(_FORMULA.sub(r"*\1*", text).split())
