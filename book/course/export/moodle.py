r"""Questions as Moodle XML, which Moodle's question bank imports: a category for each objective.

A number is a *numerical* question. Moodle reads 3/5 as 3 with the unit /5, so denominators are units, and fractions are
judged with the tolerance that decimals have. A table of counts is a Cloze question.
"""

import re

from export.bank import Lines, Numeric, Options, Table
from export.text import TEMPLATES

__all__ = ["bank_text", "cloze_of", "fractions_of", "units_of"]

_MOST_TIMES = 12  # so often may the numerator and the denominator of a fraction be multiplied
_TYPES = {Numeric: "numerical", Options: "multichoice", Lines: "ordering", Table: "cloze"}


def bank_text(categories):
    """Write categories as the text of a file for Moodle's question bank."""
    return TEMPLATES.get_template("moodle.xml.j2").render(
        categories=categories,
        type_of=lambda body: _TYPES[type(body)],
        fractions_of=fractions_of,
        units_of=units_of,
        cloze_of=cloze_of,
        path_of=lambda path: "/".join(name.replace("/", "//") for name in ("$course$", "top", *path)),
    )


def fractions_of(options):
    """Compute the percent of the mark for each option.

    Of several right options each gives its share, and a wrong one takes all. Moodle accepts certain percents only,
    among them 100/n to five decimals for n up to 10.
    """
    rights = sum(is_right for _, is_right, _ in options.options)
    part = f"{100 / rights:.5f}".rstrip("0").rstrip(".")
    wrong = "-100" if options.several else "0"
    return [part if is_right else wrong for _, is_right, _ in options.options]


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
        answers = [f"={number.value}:{number.tolerance}#{_noted(number.outcome)}"]
        answers += [f"%0%{value}:{tolerance}#{_noted(words)}" for value, tolerance, words in number.wrong]
        answers.append(f"%0%*#{_noted(number.hint)}")
        asks = f" (a decimal number, to {number.places} places)" if number.asks else ""
        lines.append(f"<p>{prompt}{asks} {{1:NUMERICAL:{'~'.join(answers)}}}</p>")
    return "\n".join(lines)


def _noted(words):
    """Escape words for a field; of its feedback, Moodle shows plain text."""
    return re.sub(r"([\\~}#=/\"])", r"\\\1", re.sub(r"[*`]", "", words))
