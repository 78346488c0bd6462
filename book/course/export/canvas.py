"""Questions as QTI 1.2, which Canvas imports: banks, reading checks with their time, and surveys, in one zip.

Canvas marks every value that a numerical question names as right, whatever its score. So what is said to a foreseen
wrong number is left out. It knows no order: a line is matched with its place.
"""

from dataclasses import replace
from decimal import Decimal
from hashlib import md5

from export.bank import Item, Lines, Numeric, Options, Table
from export.text import MINUTES, TEMPLATES, marked_html

__all__ = ["package_files"]

_TYPES = {Numeric: "numerical_question", Lines: "matching_question", Table: "fill_in_multiple_blanks_question"}


def package_files(categories, checks, surveys):
    """Return the files of the package by name."""
    banks = [(": ".join(category.path[1:]), _split(category.items), None) for category in categories]
    quizzes = [(title, _split(items), "assignment") for title, items in checks]
    quizzes += [(title, [_asked(*one) for one in asked], "survey") for title, asked in surveys]
    files, resources = {}, []
    for title, items, kind in banks + quizzes:
        ident = f"aucc{md5(f'{kind}{title}'.encode(), usedforsecurity=False).hexdigest()[:12]}"
        resources.append((ident, kind))
        how = {"ident": ident, "title": title, "items": items, "kind": kind, "minutes": MINUTES}
        how |= {"type_of": _type_of, "text_of": _text_of, "bounds": _bounds}
        files[f"{ident}/{ident}.xml"] = _written("quiz" if kind else "bank", **how)
        if kind:
            files[f"{ident}/assessment_meta.xml"] = _written("meta", **how)
    files["imsmanifest.xml"] = _written("manifest", resources=resources)
    return files


def _written(template, **how):
    return TEMPLATES.get_template(f"canvas_{template}.xml.j2").render(how)


def _type_of(body):
    if isinstance(body, Options):
        return "multiple_answers_question" if body.several else "multiple_choice_question"
    return _TYPES[type(body)]


def _text_of(item):
    body = item.body
    if isinstance(body, Table):
        return item.text + "".join(f"<p>{prompt} [n{i}]</p>" for i, (prompt, _) in enumerate(body.cells, start=1))
    is_decimal = isinstance(body, Numeric) and body.asks
    return item.asked(f" (a decimal number with {body.places} decimals or more)" if is_decimal else "")


def _split(items):
    """Take a table with decimals apart, because the fields of a Canvas table hold words and not numbers."""
    found = []
    for item in items:
        if isinstance(item.body, Table) and any(number.asks for _, number in item.body.cells):
            cells = enumerate(item.body.cells, start=1)
            found += [replace(item, id=f"{item.id}/{i}", prompt=prompt, body=number) for i, (prompt, number) in cells]
        else:
            found.append(item)
    return found


def _asked(label, question):
    """Make an item of a prediction, in which a survey counts no answer as right: Canvas wants one, so the first is."""
    if question.kind == "choice":
        body = Options([(option, i == 0, "") for i, option in enumerate(question.options)])
    else:
        body = Numeric("0", "0")
    return Item(label, label, "", marked_html(question.prompt), body, "", ())


def _bounds(body):
    """Return the least and the largest right number."""
    value, tolerance = Decimal(body.value), Decimal(body.tolerance)
    return [format(value - tolerance, "f"), format(value + tolerance, "f")]
