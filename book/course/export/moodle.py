r"""Questions as Moodle XML, which Moodle's question bank imports: a category for each objective.

A number is a *numerical* question. Moodle reads 3/5 as 3 with the unit /5, so denominators are units, and fractions are
judged with the tolerance that decimals have. A table of counts is a Cloze question.
"""

import re
from typing import NamedTuple

from export.bank import Lines, Numeric, Options, Table
from export.text import TEMPLATES, marked_html

__all__ = ["Answer", "answers_of", "bank_text", "cloze_of", "type_of", "units_of"]

_MOST_TIMES = 12  # so often may the numerator and the denominator of a fraction be multiplied
_TYPES = {Numeric: "numerical", Options: "multichoice", Lines: "ordering", Table: "cloze"}


class Answer(NamedTuple):
    """What a student may answer, the percent of the mark for it, what is said then, and how far a number may be off."""

    text: str
    percent: str
    words: str
    tolerance: str = ""


def bank_text(categories):
    """Write categories as the text of a file for Moodle's question bank."""
    return TEMPLATES.get_template("moodle.xml.j2").render(
        categories=categories,
        type_of=type_of,
        answers_of=answers_of,
        units_of=units_of,
        cloze_of=cloze_of,
        path_of=lambda path: "/".join(name.replace("/", "//") for name in ("$course$", "top", *path)),
    )


def type_of(body):
    """Name the type of a question in Moodle."""
    return _TYPES[type(body)]


def answers_of(body):
    """List the answers to a question, of which lines to be put in order have their place for the percent.

    A table has none, since its fields hold them. Of several right options each gives its share, and a wrong one takes
    all. Moodle accepts certain percents only, among them 100/n to five decimals for n up to 10.
    """
    if isinstance(body, Table):
        return []
    if isinstance(body, Lines):
        return [Answer(line, str(place), "") for place, line in enumerate(body.lines, start=1)]
    if isinstance(body, Options):
        rights = sum(is_right for _, is_right, _ in body.options)
        part = f"{100 / rights:.5f}".rstrip("0").rstrip(".")
        wrong = "-100" if body.several else "0"
        return [
            Answer(marked_html(option), part if is_right else wrong, marked_html(words))
            for option, is_right, words in body.options
        ]
    right = Answer(body.value, "100", "", body.tolerance)
    wrong = (Answer(value, "0", marked_html(words), tolerance) for value, tolerance, words in body.wrong)
    return [right, *wrong, Answer("*", "0", marked_html(body.hint), "0")]


def units_of(number):
    """List the units of a number, each with what it divides by; none where the answer is whole.

    Moodle shows the first of them behind the right answer: 0.6 = 3/5.
    """
    if not number.denominators:
        return []
    times = {one * k for one in number.denominators for k in range(1, _MOST_TIMES + 1)}
    return [(f"= {number.exact}", 1), ("%", 100), *((f"/{one}", one) for one in sorted({1, *times}))]


def cloze_of(table):
    """Write the cells of a table, each with its prompt and a field in Moodle's own notation."""
    lines = []
    for prompt, number in table.cells:
        answers = [f"={number.value}:{number.tolerance}#"]
        answers += [f"%0%{value}:{tolerance}#{_noted(words)}" for value, tolerance, words in number.wrong]
        answers.append(f"%0%*#{_noted(number.hint)}")
        asks = f" (a decimal number, to {number.places} places)" if number.asks else ""
        lines.append(f"<p>{prompt}{asks} {{1:NUMERICAL:{'~'.join(answers)}}}</p>")
    return "\n".join(lines)


def _noted(words):
    """Escape words for a field; of its feedback, Moodle shows plain text."""
    return re.sub(r"([\\~}#=/\"])", r"\\\1", re.sub(r"[*`]", "", words))
