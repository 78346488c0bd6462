r"""Questions as Moodle XML, which Moodle 4.4 and later import; formulas are for its MathJax filter: ``\( \)``."""

import base64
from dataclasses import replace
from html import escape
from pathlib import Path

from export.items import Essay, Numeric, Options, Sequence, Typed, with_fixed_order
from export.markup import Notation, figures_in
from export.rendering import TEMPLATES, Writing

__all__ = ["FORMULAS", "lost", "write"]

FORMULAS = r"\( \) and \[ \], which Moodle's MathJax filter draws; an administrator can switch it off"
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


def lost(item):
    """What of an item Moodle cannot hold."""
    body = item.body
    found = []
    if isinstance(body, Options):
        if body.picks:
            found.append(f"sentences for {len(body.picks)} sets of picks: Moodle has one for each option")
        if body.several:
            found.append("a part of the right options gives a part of the mark")
    if isinstance(body, Sequence):
        if body.before:
            found.append(f"sentences for {len(body.before)} wrong orders: the hint is said to all")
        if body.free:
            found.append("free orders: the prompt fixes one")
    if not item.graded:
        found.append("a prediction is worth 0 points, and every answer is accepted")
    return tuple(found)


def write(chapters, folder, root, address):
    """Write ``questions.xml``; the chapters are pairs of a title and items."""
    writing = Writing(NOTATION, root, address)
    template = TEMPLATES.get_template("moodle.xml.j2")
    listed = [(title, [_seen(item, writing) for item in items if item.body]) for title, items in chapters]
    text = template.render(chapters=listed, say=writing.say)
    (Path(folder) / "questions.xml").write_text(text, encoding="utf-8")
    return ["questions.xml"]


def _seen(item, writing):
    """All that the template needs of an item."""
    if isinstance(item.body, Sequence) and item.body.free:
        item = with_fixed_order(item)
    body = item.body
    if not item.graded and isinstance(body, Numeric | Typed):
        # A fraction in a guess would be read as a number with a unit, which makes no difference to it.
        body = Numeric("*", "0", (), "", item.result)
        item = replace(item, body=body)
    percents = ()
    if isinstance(body, Options):
        percents = fractions_of(body.options) if item.graded and body.several else None
        percents = percents or ["100" if is_right or not item.graded else "0" for *_, is_right in body.options]
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
