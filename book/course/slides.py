"""Slides to lecture from: a chapter's lecture, with figures of its built page, in one file that reveal.js shows."""

import base64
import re
from importlib.util import find_spec
from pathlib import Path

import yaml
from bs4 import BeautifulSoup
from command_arguments import add_chapters, add_out, refuse_used
from contents import ROOT, chapters_of, chosen, road_of
from formulas import mathml
from markdown_it import MarkdownIt
from marked_text import as_markdown, environment
from mdit_py_plugins.dollarmath import dollarmath_plugin

from aucc_teach.command_line import path_word
from aucc_teach.exercises import book_version, questions_of

__all__ = ["LECTURES", "add_arguments", "run", "slides_of", "write_slides"]

LECTURES = Path(__file__).parent / "lectures"
SITE = ROOT / "_build" / "html"
_FIGURE = re.compile(r"^!\[\]\((?P<label>[\w-]+)\)\n?", re.MULTILINE)
_OF_BOOK = re.compile(r"^\? (?P<label>[\w-]+)\n?", re.MULTILINE)
_OPTION = re.compile(r"^- \[(?P<mark>[ x])\] (?P<option>[^:\n]+): (?P<words>.+(?:\n  .+)*)\n?", re.MULTILINE)
_NOTES = re.compile(r"^> ?(.*)\n?", re.MULTILINE)
# Lectures have tables, and formulas as in the book.
_READER = MarkdownIt("commonmark").enable("table")
_READER.use(dollarmath_plugin, renderer=lambda tex, how: mathml(tex, display=how["display_mode"]))
_html, _inline = _READER.render, _READER.renderInline

DESCRIPTION = "Make slides of the chapters of the road, one file for each, which need no network."
EXAMPLES = """A chapter's slides have a set-up with data, an example to work out, figures, a question for the class with
its tempting options, the answer, and at the end the question for a discussion.

examples:
  python book/course slides ../slides                        the fifteen chapters, from the book built into _build/html
  python book/course slides ../slides --chapters 1,rand_c

Open a file with any browser. Arrow keys lead on, F fills the screen, Esc shows all slides, and S opens the speaker's
window with notes, the next slide and a clock. To print, or to save a PDF, add ?print-pdf to the address and print.
What a slide says stands in book/course/lectures, one file for a chapter: change it there.
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)
    add_chapters(parser, "the road")
    parser.add_argument("--site", type=Path, default=SITE, metavar="FOLDER", help="the built book (_build/html)")


def run(options):
    """Do what the command line says, and give the exit code."""
    chapters = chosen(chapters_of(ROOT), options.chapters or road_of(ROOT))
    counts = write_slides(chapters, options.out, site=options.site)
    for name, count in counts.items():
        print(f"{path_word(options.out / f'{name}.html')} has {count} slides. Open it in a browser.")
    return 0


def write_slides(chapters, out, *, site=SITE, lectures=LECTURES):
    """Write the slides of chapters, a file for each; returns how many slides there are, by chapter.

    Before anything is written, a ValueError refuses a folder that is not empty, a chapter without a lecture or page,
    and a lecture that names no figure or question of its chapter, or asks a question without a correct answer.
    """
    refuse_used(out)
    reveal = _reveal()
    parts = ("dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js")
    css, js, notes = ((reveal / part).read_text("utf-8") for part in parts)
    teaching = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))
    template = environment().get_template("slides.html")
    made, counts = {}, {}
    for chapter in chapters:
        slides = slides_of(chapter, site, lectures)
        ask, listen = (teaching[chapter.name][part] for part in ("ask", "listen"))
        slides.append({"heading": "To discuss", "body": _html(ask), "notes": _html(f"Listen for: {listen}")})
        made[chapter.name] = template.render(
            title=chapter.title,
            aims=[_html(aim) for aim in chapter.objectives],
            slides=slides,
            sheets=[css, (Path(site) / "_static" / "formulas.css").read_text("utf-8")],
            scripts=[js, notes],
            version=book_version()["version"],
        )
        counts[chapter.name] = len(slides) + 1
    out.mkdir(parents=True, exist_ok=True)
    for name, html in made.items():
        (out / f"{name}.html").write_text(html, encoding="utf-8")
    return counts


def slides_of(chapter, site=SITE, lectures=LECTURES):
    """Read a chapter's lecture; each slide has a heading, a body and notes as HTML, and a question makes two slides."""
    path = Path(lectures) / f"{chapter.name}.md"
    if not path.is_file():
        known = ", ".join(sorted(one.stem for one in Path(lectures).glob("*.md")))
        raise ValueError(f"slides are there for {known}. Got {chapter.name!r}.")
    page = Path(site) / f"{chapter.file}.html"
    if not page.is_file():
        raise ValueError(
            f"the built book must have the page {chapter.file}.html; build it by jupyter-book build, or name its "
            f"folder by --site. Got {site}."
        )
    figures = {one["id"]: one for one in BeautifulSoup(page.read_text("utf-8"), "html.parser").select("figure[id]")}
    slides = []
    for text in re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = text.partition("\n")
        try:
            slides += _slides(heading, body, chapter, figures, page.parent)
        except ValueError as error:
            raise ValueError(f"{path.name}, slide {heading!r}: {error}") from None
    return slides


def _slides(heading, body, chapter, figures, folder):
    """Make the slide of a heading, and a second one with the answer if it asks a question."""
    notes = _html("\n".join(_NOTES.findall(body)))
    body = _NOTES.sub("", body)
    if named := _OF_BOOK.search(body):
        asked, options = _asked(named["label"], chapter)
        body = _OF_BOOK.sub(lambda _: f"{as_markdown(asked)}\n", body)
    else:
        found = [one.groupdict() for one in _OPTION.finditer(body)]
        options = [(one["option"], " ".join(one["words"].split()), one["mark"] == "x") for one in found]
        body = _OPTION.sub("", body)
    figure = _FIGURE.search(body)
    slide = {"heading": _inline(heading), "body": _html(_FIGURE.sub("", body)), "notes": notes}
    if figure:
        slide["picture"], slide["alt"], slide["caption"] = _picture(figure["label"], figures, folder)
    if not options:
        return [slide]
    if sum(is_right for *_, is_right in options) != 1:
        raise ValueError("one option must be right, marked by [x].")
    listed = [{"option": _inline(one), "words": _inline(words), "is_right": right} for one, words, right in options]
    # The notes stand with the answer as well: they say how to go on from it.
    return [slide | {"options": listed}, slide | {"body": "", "options": listed, "is_answer": True}]


def _asked(label, chapter):
    """Read a question of the book: its prompt, and each option with its words and whether it is right."""
    (question,) = questions_of(label, folder=chapter.path.parent)
    if question.kind != "choice":
        raise ValueError(f"a question on a slide must be one with options. Got {label!r}.")
    right = (question.right,) if isinstance(question.right, str) else question.right
    options = question.options.items()
    marked = [(as_markdown(option), as_markdown(words), option in right) for option, words in options]
    return question.as_json()["prompt"], marked


def _picture(label, figures, folder):
    """Take a figure of the chapter's page: its light picture, which comes first, what it shows, and its caption."""
    if label not in figures:
        raise ValueError(f"a figure must be among {', '.join(figures)}. Got {label!r}.")
    figure = figures[label]
    path = folder / figure.img["src"]
    kind = "svg+xml" if path.suffix == ".svg" else path.suffix[1:]
    picture = f"data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
    return picture, figure.img["alt"], figure.select_one(".caption-text").decode_contents()


def _reveal():
    """Find the folder of reveal.js in the package sphinx-revealjs, of which nothing else is used."""
    found = find_spec("sphinx_revealjs")
    if found is None:
        raise ValueError(
            'slides need reveal.js, which sphinx-revealjs ships: pip install -c constraints.txt -e ".[course]"'
        )
    return Path(found.origin).parent / "_static" / "revealjs"
