r"""Questions as QTI 1.2, for Canvas: a zip with a quiz for each chapter; formulas are Canvas's equation images.

Canvas takes every value that a numerical or short-answer question names for a right one, whatever score goes with it.
So the foreseen mistakes of such questions are left out: they would be marked right.
"""

import zipfile
from decimal import Decimal
from html import escape
from pathlib import Path
from urllib.parse import quote

from export.items import Essay, Numeric, Options, Sequence, Typed, identifier
from export.markup import Notation, as_plain, figures_in
from export.rendering import TEMPLATES, Writing

__all__ = ["FORMULAS", "holds", "write"]

FORMULAS = "equation images, as Canvas's own editor writes them"
_TYPES = {
    Numeric: "numerical_question",
    Typed: "short_answer_question",
    Sequence: "ordering_question",
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


def holds(item):
    """Whether Canvas asks an item as it is meant: it knows of one order, and shows notes for graders to students."""
    return not isinstance(item.body, Essay) and (not isinstance(item.body, Sequence) or item.body.is_fixed)


def write(quizzes, folder, root, address):
    """Write ``questions.zip``, with a quiz for each chapter or family; each student gets one variant of a question."""
    writing = Writing(NOTATION, root, address)
    template = TEMPLATES.get_template("canvas_quiz.xml.j2")
    with zipfile.ZipFile(Path(folder) / "questions.zip", "w", zipfile.ZIP_DEFLATED) as package:
        names, figures = [], {}
        for quiz in quizzes:
            name = f"quiz_{quiz.name}"
            names.append(name)
            groups = [(group, [_seen(item, writing) for item in group.items]) for group in quiz.groups]
            text = template.render(name=name, quiz=quiz, groups=groups, say=writing.say, plain=as_plain)
            package.writestr(f"{name}/{name}.xml", text)
            figures |= {path.name: path for item in quiz.items for path in figures_in(item.stem, item.folder)}
        for figure, path in figures.items():
            package.write(path, f"web_resources/{figure}")
        manifest = TEMPLATES.get_template("canvas_manifest.xml.j2").render(names=names, figures=sorted(figures))
        package.writestr("imsmanifest.xml", manifest)
    return "questions.zip"


def _bounds(body):
    """Least and largest number that is right."""
    value, tolerance = Decimal(body.value), Decimal(body.tolerance)
    return [format(value - tolerance, "f"), format(value + tolerance, "f")]


def _seen(item, writing):
    """All that the template needs of an item."""
    body = item.body
    options = "multiple_answers_question" if isinstance(body, Options) and body.several else "multiple_choice_question"
    return {
        "item": item,
        "body": body,
        "name": identifier(item),
        "type": _TYPES.get(type(body), options),
        "text": writing.question(item),
        "correct": writing.say(body.outcome),
        "incorrect": writing.say(body.hint),
        "bounds": _bounds(body) if isinstance(body, Numeric) else (),
    }
