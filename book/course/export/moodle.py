r"""Questions as Moodle XML, which Moodle 4.4 and later import; formulas are for its MathJax filter: ``\( \)``."""

import base64
from html import escape
from pathlib import Path

from export.items import Essay, Numeric, Options, Sequence, Typed
from export.markup import Notation, as_plain, figures_in
from export.rendering import TEMPLATES, Writing

__all__ = ["FORMULAS", "holds", "write"]

FORMULAS = r"written \( \) and \[ \]: Moodle's MathJax filter, which an administrator can switch off, draws them"
_TYPES = {Numeric: "numerical", Typed: "shortanswer", Options: "multichoice", Sequence: "ordering", Essay: "essay"}
_NAME = 42  # longer names of an ordering question are cut by Moodle


def formula(tex, is_display):
    """A formula as the MathJax filter finds it."""
    return escape(rf"\[{tex}\]" if is_display else rf"\({tex}\)", quote=False)


def _figure(path, words):
    source = path if isinstance(path, str) else f"@@PLUGINFILE@@/{path.name}"
    return f'<img src="{escape(source)}" alt="{escape(words)}" />'


NOTATION = Notation(formula, _figure)


def fractions_of(options):
    """Percents of the mark for each option: equal parts for what is right, and all is lost by what is wrong.

    Moodle knows of certain percents only, among them 100/n to five decimals for n up to 10.
    """
    n_right = sum(is_right for *_, is_right in options)
    if n_right > 10:
        raise ValueError(f"at most 10 options can be right in Moodle. Got {n_right}.")
    part = f"{100 / n_right:.5f}".rstrip("0").rstrip(".")
    return [part if is_right else "-100" for *_, is_right in options]


def name_of(item):
    """Name of a question: what it is called for good, and the title as far as it fits."""
    name = f"{item.id} {item.title.replace('*', '')}"
    name = name if len(name) <= _NAME else item.id
    return f"{name[: _NAME - 1]}…" if isinstance(item.body, Sequence) and len(name) > _NAME else name


def holds(item):
    """Whether Moodle asks an item as it is meant: it knows of one order of lines only."""
    return not isinstance(item.body, Sequence) or item.body.is_fixed


def write(quizzes, folder, root, address):
    """Write ``questions.xml``, with a category for each chapter, and one for the variants of each drawn question."""
    writing = Writing(NOTATION, root, address)
    template = TEMPLATES.get_template("moodle.xml.j2")
    categories = [
        ("/".join(_part(title) for title in (quiz.title, *([group.title] if group.is_drawn else []))), group)
        for quiz in quizzes
        for group in quiz.groups
    ]
    listed = [(path, [_seen(item, writing) for item in group.items]) for path, group in categories if group.items]
    text = template.render(categories=listed, say=writing.say)
    (Path(folder) / "questions.xml").write_text(text, encoding="utf-8")
    return "questions.xml"


def _part(title):
    """A title as a part of the path of a category."""
    return as_plain(title).replace("/", "//")


def _seen(item, writing):
    """All that the template needs of an item."""
    body, percents = item.body, ()
    if isinstance(body, Options) and body.several:
        percents = fractions_of(body.options)
    elif isinstance(body, Options):
        percents = ["100" if is_right else "0" for *_, is_right in body.options]
    return {
        "item": item,
        "type": _TYPES[type(body)],
        "name": name_of(item),
        "text": writing.question(item),
        "percents": percents,
        "notes": writing.notes(item) if isinstance(body, Essay) else "",
        "files": [
            (path.name, base64.b64encode(path.read_bytes()).decode()) for path in figures_in(item.stem, item.folder)
        ],
    }
