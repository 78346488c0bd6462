"""Banks as Moodle XML, which Moodle imports: a category for the variants of each question."""

from pathlib import Path

from export.banks import TEMPLATES, Numeric, Options

__all__ = ["fractions_of", "write"]

_TYPES = {Numeric: "numerical", Options: "multichoice"}


def fractions_of(options):
    """Compute the percent of the mark for each option: right ones share it, and a wrong one loses all.

    Moodle accepts certain percents only, among them 100/n to five decimals for n up to 10.
    """
    part = f"{100 / sum(is_right for _, is_right in options):.5f}".rstrip("0").rstrip(".")
    return [part if is_right else "-100" for _, is_right in options]


def write(banks, folder):
    """Write ``questions.xml``; returns its name."""
    text = TEMPLATES.get_template("moodle.xml.j2").render(
        banks=banks, type_of=lambda body: _TYPES[type(body)], fractions_of=fractions_of
    )
    (Path(folder) / "questions.xml").write_text(text, encoding="utf-8")
    return "questions.xml"
