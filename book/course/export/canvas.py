r"""Questions as QTI 1.2, for Canvas: a zip with a quiz for each chapter; formulas are Canvas's equation images.

Canvas takes every value that a numerical or short-answer question names for a right one, whatever score goes with it.
So the foreseen mistakes of such questions are left out: they would be marked right.
"""

import zipfile
from dataclasses import replace
from decimal import Decimal
from html import escape
from pathlib import Path
from urllib.parse import quote

from export.items import Essay, Numeric, Options, Sequence, Typed, identifier, with_fixed_order
from export.markup import Notation, as_plain, figures_in
from export.rendering import TEMPLATES, Writing

__all__ = ["FORMULAS", "lost", "write"]

FORMULAS = "equation images, as Canvas's own editor writes them"
_TYPES = {
    Numeric: "numerical_question",
    Typed: "short_answer_question",
    Sequence: "ordering_question",
    Essay: "essay_question",
}


def _formula(tex, _):
    # Canvas decodes the address twice.
    address = f"/equation_images/{quote(quote(tex, safe=''), safe='')}"
    words = escape(tex)
    return (
        f'<img class="equation_image" title="{words}" src="{address}" alt="LaTeX: {words}" '
        f'data-equation-content="{words}" />'
    )


def _figure(path, words):
    source = path if isinstance(path, str) else f"$IMS-CC-FILEBASE$/{path.name}"
    return f'<img src="{escape(source)}" alt="{escape(words)}" />'


NOTATION = Notation(_formula, _figure)


def lost(item):
    """What of an item Canvas cannot hold."""
    body, found = item.body, []
    if isinstance(body, Numeric | Typed) and body.wrong and item.graded:
        found.append(f"sentences for {len(body.wrong)} foreseen mistakes, which Canvas would mark right")
    if isinstance(body, Options) and body.picks:
        found.append(f"sentences for {len(body.picks)} sets of picks")
    if isinstance(body, Options) and body.several:
        found.append("a part of the right options gives a part of the mark")
    if isinstance(body, Sequence):
        found.append("classic quizzes make a matching question of it, with the places 1, 2, ...")
        if any(as_plain(line) != line for line in body.lines):
            found.append("marks in the lines, which are plain text")
        if body.before:
            found.append(f"sentences for {len(body.before)} wrong orders: the hint is said to all")
        if body.free:
            found.append("free orders: the prompt fixes one")
    if isinstance(body, Essay):
        found.append("notes for graders: students see them after they have answered")
    if not item.graded and isinstance(body, Options):
        found.append("a prediction is worth 0 points, but a wrong one is called wrong")
    elif not item.graded:
        found.append("a prediction is worth 0 points, and is typed as a text")
    return tuple(found)


def write(chapters, folder, root, address):
    """Write ``questions.zip``; the chapters are pairs of a title and items."""
    writing = Writing(NOTATION, root, address)
    template = TEMPLATES.get_template("canvas_quiz.xml.j2")
    with zipfile.ZipFile(Path(folder) / "questions.zip", "w", zipfile.ZIP_DEFLATED) as package:
        names, figures = [], {}
        for title, items in chapters:
            held = [item for item in items if item.body]
            if not held:
                continue
            name = f"quiz_{held[0].chapter}"
            names.append(name)
            seen = [_seen(item, writing) for item in held]
            text = template.render(name=name, title=title, seen=seen, say=writing.say, plain=as_plain)
            package.writestr(f"{name}/{name}.xml", text)
            figures |= {path.name: path for item in held for path in figures_in(item.stem, item.folder)}
        for figure, path in figures.items():
            package.write(path, f"web_resources/{figure}")
        manifest = TEMPLATES.get_template("canvas_manifest.xml.j2").render(names=names, figures=sorted(figures))
        package.writestr("imsmanifest.xml", manifest)
    return ["questions.zip"]


def _bounds(body):
    """Least and largest number that is right."""
    value, tolerance = Decimal(body.value), Decimal(body.tolerance)
    return [format(value - tolerance, "f"), format(value + tolerance, "f")]


def _seen(item, writing):
    """All that the template needs of an item."""
    if isinstance(item.body, Sequence) and item.body.free:
        item = with_fixed_order(item)
    body, general = item.body, ""
    if not item.graded:
        general = writing.say(item.result)
        if isinstance(body, Numeric | Typed):
            # A guess is not called wrong where nothing is compared.
            body = Essay(())
            item = replace(item, body=body)
    text = writing.question(item)
    if isinstance(body, Essay):
        general = general or writing.notes(item)
        text += f"\n<pre>{escape(body.start, quote=False)}</pre>" if body.start else ""
    options = "multiple_answers_question" if isinstance(body, Options) and body.several else "multiple_choice_question"
    return {
        "item": item,
        "body": body,
        "name": identifier(item),
        "type": _TYPES.get(type(body), options),
        "text": text,
        "correct": writing.say(getattr(body, "outcome", "")),
        "incorrect": writing.say(getattr(body, "hint", "")),
        "general": general,
        "bounds": _bounds(body) if isinstance(body, Numeric) else (),
    }
