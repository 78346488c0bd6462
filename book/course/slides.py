"""Slides of a chapter, from its built page: figures, statements, the demos, and a question to discuss.

They are shown by reveal.js in a folder that needs no network. The kind of a part decides whether it becomes a slide, so
no cell of a chapter is marked for slides.
"""

import shutil
from importlib.util import find_spec
from pathlib import Path

import yaml
from built_pages import article_of, page_of
from command_arguments import add_chapters, add_out, add_site, chapters_in, refuse_used
from contents import ROOT, SITE, chapters_of, chosen, road_of
from marked_text import environment

from aucc_teach.command_line import path_word
from aucc_teach.exercises import book_version

__all__ = ["add_arguments", "run", "slides_of", "write_slides"]

_TEACHING = Path("book", "teaching.yml")
_FORMULAS = ("formulas.css", "formulas-licence.txt")

DESCRIPTION = "Make slides of chapters, which need no network."
EXAMPLES = """which parts of a chapter become slides, in its order:
  the title, with the paragraphs in front of the first box
  what readers will be able to do, from that box
  each numbered statement (definition, theorem, ...), without its proof
  each figure, with its caption
  each demo, and each prediction that readers are asked for, live
  last, the question that starts a discussion, from book/teaching.yml
Exercises, solutions, code, tables and all other text stay in the book. Numbers are those of the book.

examples:
  python book/course slides ../slides --chapters rand_c           from the book built into _build/html
  python book/course slides ../slides --course course.yml --site ../course/_build/html

Each chapter gets a folder of its own in OUT; without --chapters or --course, each chapter of the road. Open index.html
in it with any browser. Arrow keys lead on, F fills the screen, Esc shows all slides, and S opens the speaker's window,
which says what to listen for in the discussion. In a demo, arrow keys are the demo's own: click beside it to go on with
them.
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    add_out(parser)
    add_chapters(parser, "the road")
    add_site(parser)


def run(options):
    """Do what the command line says, and give the exit code."""
    chapters = chosen(chapters_of(ROOT), chapters_in(options) or road_of(ROOT))
    refuse_used(options.out)
    for chapter in chapters:
        page_of(options.site, chapter.file)  # refuses a missing page before anything is written
    for chapter in chapters:
        count = write_slides(chapter.name, options.out / chapter.name, site=options.site)
        print(f"{path_word(options.out / chapter.name / 'index.html')} has {count} slides. Open it in a browser.")
    return 0


def write_slides(name, out, *, site=SITE, root=ROOT):
    """Write the slides of a chapter into a folder that holds all they load; returns how many there are.

    A chapter or page that does not exist, a folder that is not empty, and a missing reveal.js raise a ValueError.
    """
    out, site = Path(out), Path(site)
    (chapter,) = chosen(chapters_of(root), [name])
    refuse_used(out)
    reveal = _reveal()
    page = page_of(site, chapter.file)
    teaching = yaml.safe_load((Path(root) / _TEACHING).read_text("utf-8")).get(name)
    slides = slides_of(page)

    static = out / "_static"
    static.mkdir(parents=True)
    for part in ("dist/reveal.js", "dist/reveal.css", "plugin/notes/notes.js", "LICENSE"):
        (static / "reveal" / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(reveal / part, static / "reveal" / part)
    for file in _FORMULAS:
        shutil.copy(site / "_static" / file, static / file)
    demos = sorted({slide["demo"] for slide in slides if slide["demo"]})
    scripts = ["aucc-demos.js", *(f"aucc-demo-{demo}.js" for demo in demos)] if demos else []
    sheets = ["aucc-demos.css", *(f"aucc-demo-{demo}.css" for demo in demos)] if demos else []
    # Predictions have no sheet of their own.
    sheets = [file for file in sheets if (site / "_static" / file).exists()]
    for file in [*scripts, *sheets]:
        shutil.copy(site / "_static" / file, static / file)
    folder = (site / chapter.file).parent
    for slide in slides:
        for picture in slide["body"].select("img"):
            source = (folder / picture["src"]).resolve()
            picture["src"] = f"_images/{source.name}"
            (out / "_images").mkdir(exist_ok=True)
            shutil.copy(source, out / picture["src"])

    templates = environment()
    for file in ("slides.css", "slides.js"):
        (static / file).write_text(templates.get_template(file).render(), encoding="utf-8")
    made = templates.get_template("slides.html").render(
        title=chapter.title,
        slides=[slide | {"body": slide["body"].decode_contents()} for slide in slides],
        teaching=teaching,
        scripts=scripts,
        sheets=sheets,
        version=book_version()["version"],
    )
    (out / "index.html").write_text(made, encoding="utf-8")
    return len(slides) + bool(teaching)


def slides_of(page):
    """Take the slides out of a page: each with kind, anchor, heading as HTML, body, and name of its demo."""
    article = article_of(page)
    for link in article.select("a"):
        # The targets of links are not in the slides.
        link.unwrap()
    chapter = article.select_one("section")
    title = chapter.h1
    opening, box = page.new_tag("div"), None
    for node in title.find_next_siblings():
        if node.name != "p":
            box = node
            break
        opening.append(node.extract())
    slides = [_slide("title", chapter["id"], title, opening)]
    aims = box.select_one("ol, ul") if box is not None and "admonition" in box.get("class", ()) else None
    if aims is not None:
        slides.append(_slide("aims", "", box.select_one(".admonition-title"), _within(page, aims)))

    section = title
    for node in chapter.select("h2, figure, div.proof[id], div.demo-host[data-demo]"):
        if node.name == "h2":
            section = node
        elif node.decomposed or node.find_parent(class_=["exercise", "solution", "admonition"]) is not None:
            continue
        elif node.name == "figure":
            slides.append(_slide(_figure(node), node.get("id", ""), section, _within(page, node)))
        elif "proof" in node["class"]:
            for part in node.select("section"):
                # reveal.js takes a section within a section for a slide of its own.
                part.name = "div"
            heading = node.select_one(".admonition-title").extract()
            slides.append(_slide("statement", node["id"], heading, _within(page, node)))
        else:
            kind = "demo slide-prediction" if node["data-demo"] == "exercise" else "demo"
            slides.append(_slide(kind, "", section, _within(page, node), node["data-demo"]))
    return slides


def _slide(kind, anchor, heading, body, demo=""):
    return {"kind": kind, "anchor": anchor, "heading": heading.decode_contents(), "body": body, "demo": demo}


def _figure(node):
    """Name the kind of a figure: a tall one has its caption beside it."""
    picture = node.img
    is_tall = picture is not None and int(picture.get("height", 0)) > int(picture.get("width", 0))
    return "figure slide-tall" if is_tall else "figure"


def _within(page, node):
    """Wrap a node in a tag of its own."""
    body = page.new_tag("div")
    body.append(node.extract())
    return body


def _reveal():
    """Find the folder of reveal.js in the package sphinx-revealjs, of which nothing else is used."""
    found = find_spec("sphinx_revealjs")
    if found is None:
        raise ValueError(
            'slides need reveal.js, which sphinx-revealjs ships: pip install -c constraints.txt -e ".[course]"'
        )
    return Path(found.origin).parent / "_static" / "revealjs"
