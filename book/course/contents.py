"""Contents of the book: its chapters in order, their exercises, and the meaning of labels."""

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
import yaml

__all__ = [
    "ROOT",
    "Chapter",
    "Exercise",
    "as_words",
    "chapters_of",
    "chosen",
    "exercises_of",
    "labelled",
    "names_in",
    "predictions_of",
    "road_of",
]

#: This clone of the project.
ROOT = Path(__file__).resolve().parents[2]
# The extensions of the pages read objectives; they import Sphinx, so they are imported where they are used.
sys.path += [str(ROOT / "book"), str(ROOT / "book" / "_ext")]

_EXERCISE = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{exercise\}(?P<title>[^\n]*)\n:label: (?P<label>\S+)\n(?P<body>.*?)^(?P=fence)[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
_OPTION = re.compile(r"^:(class|nonumber|hidden):[^\n]*\n", re.MULTILINE)
_STATEMENT = re.compile(r"^[:`]{3,}\{prf:(\w+)\}([^\n]*)\n:label: (\S+)", re.MULTILINE)
_TITLE = re.compile(r"^# (.*)$", re.MULTILINE)
_OBJECTIVE = re.compile(r"^\d+\. ", re.MULTILINE)
_PREDICTION = re.compile(r"""exercises\.predict\(\s*["']([^"']+)["']""")
_FORMULA = re.compile(r"\$([^$]+)\$")


@dataclass(frozen=True)
class Chapter:
    """A chapter: the file without its ending, relative to the root, the part of the book, and the number in it."""

    name: str
    file: str
    part: str
    path: Path
    number: str = ""  # as the book shows it; an excursion has none

    @property
    def notebook(self):
        """The notebook, read anew at each access."""
        return nbformat.read(self.path, as_version=4)

    @cached_property
    def known(self):
        """The notebook, read once; callers must not change it."""
        return self.notebook

    @cached_property
    def heading(self):
        """The title as it stands in the notebook."""
        found = next((one for cell in self.known.cells if (one := _TITLE.search(cell.source))), None)
        return found[1] if found else self.name

    @property
    def title(self):
        """The title, without the star of an excursion."""
        return self.heading.lstrip("★ ").replace("*", "")

    @property
    def needs(self):
        """Names of the chapters that this one builds on."""
        return list(self.known.cells[0].metadata.get("course", {}).get("needs", []))

    @property
    def objectives(self):
        """What readers will be able to do, from the box of the chapter."""
        from chapter_lists import BOX

        box_of = re.compile(rf":::\{{admonition\}} {BOX}\n(.*?)\n(?:\*\*Time|:::)", re.DOTALL)
        box = next((one for cell in self.known.cells if (one := box_of.search(cell.source))), None)
        return [as_words(one) for one in _OBJECTIVE.split(box[1])[1:]] if box else []

    @property
    def tested(self):
        """Numbers of the objectives that each exercise tests, by its label."""
        from chapter_lists import TESTS, numbers

        prompts = {one.label: " ".join(one.prompt.split()) for one in exercises_of(self.known)}
        found = {label: TESTS.match(prompt.removeprefix("*")) for label, prompt in prompts.items()}
        return {label: numbers(listed[1]) if listed else [] for label, listed in found.items()}


@dataclass(frozen=True)
class Exercise:
    """An exercise as it is put to the reader; the prompt is Markdown."""

    label: str
    title: str
    prompt: str


def as_words(text):
    """Put a text on one line, with short formulas in italics, for pages that draw no formulas."""
    return " ".join(_FORMULA.sub(r"*\1*", text).split())


def chapters_of(root):
    """List the chapters in the order of the contents, without the back matter."""
    toc = yaml.safe_load((Path(root) / "_toc.yml").read_text("utf-8"))
    found, count = [], 0
    for part in toc["parts"]:
        for entry in part["chapters"] if part.get("numbered") else ():
            count += 1
            for page in (entry, *entry.get("sections", [])):
                path = Path(root) / f"{page['file']}.ipynb"
                found.append(Chapter(path.stem, page["file"], part["caption"], path, str(count) * (page is entry)))
    return found


def road_of(root):
    """List the names of the chapters of the road, without excursions, which stand below them in the contents."""
    return [chapter.name for chapter in chapters_of(root) if chapter.number]


def chosen(chapters, names):
    """Pick chapters in the order of the contents; without names, all of them.

    A name is that of a chapter, or a number or range such as "1-8" of the road, without its excursions.

    Raises
    ------
    ValueError
        If there is no chapter of a name or number, or one comes twice.
    """
    if names is None:
        return chapters
    road = [chapter for chapter in chapters if chapter.number]
    known = {chapter.name: [chapter] for chapter in chapters} | {chapter.number: [chapter] for chapter in road}
    for start, first in enumerate(road):
        known |= {f"{first.number}-{last.number}": road[start:end] for end, last in enumerate(road, 1) if end > start}
    if unknown := [name for name in names if name not in known]:
        listed = ", ".join(f"{one.number} {one.name}".strip() for one in chapters)
        raise ValueError(f"chapters must be among {listed}. Got {', '.join(unknown)!r}.")
    picked = [chapter for name in names for chapter in known[name]]
    if not picked or len(set(picked)) < len(picked):
        raise ValueError(f"chapters must be one or more, each named once. Got {', '.join(names)!r}.")
    return [chapter for chapter in chapters if chapter in picked]


def names_in(text):
    """Split a list of names from the command line, such as "rand_c,ties"."""
    return [name.strip() for name in text.split(",") if name.strip()]


def exercises_of(notebook):
    """List the exercises of a notebook, in order."""
    return [
        Exercise(one["label"], one["title"].strip(), _OPTION.sub("", one["body"]).strip())
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for one in _EXERCISE.finditer(cell.source)
    ]


def predictions_of(notebook):
    """List the labels of the predictions that a notebook asks for, in order."""
    return [label for cell in notebook.cells if cell.cell_type == "code" for label in _PREDICTION.findall(cell.source)]


def labelled(chapters):
    """Map each label to its chapter and to words that name it where no number can."""
    found = {}
    for chapter in chapters:
        notebook = chapter.notebook
        for exercise in exercises_of(notebook):
            found[exercise.label] = chapter, f"the exercise *{exercise.title or chapter.title}*"
        for cell in notebook.cells:
            if cell.cell_type != "markdown":
                name = cell.metadata.get("mystnb", {}).get("figure", {}).get("name")
                found |= {name: (chapter, f"a figure in *{chapter.title}*")} if name else {}
                continue
            for kind, title, label in _STATEMENT.findall(cell.source):
                named = f"the {kind} *{title.strip()}*" if title.strip() else f"a {kind} in *{chapter.title}*"
                found[label] = chapter, named
    return found
