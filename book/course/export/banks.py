"""Families of drawn questions as banks of variants, in the common form from which each system's own is written."""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from drawn_questions import draw_items
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from marked_text import rich

from aucc_teach.exercises.records import question_of_record

__all__ = [
    "TEMPLATES",
    "Bank",
    "Group",
    "Item",
    "Numeric",
    "Options",
    "bank_of",
    "body_of",
    "html_of",
    "variants_of",
    "with_commas",
]

# A proof with wrong lines, a counterexample and a function that is run need the page of the homework.
_KINDS = {"number", "objects"}
_TRIES = 20  # for each variant


@dataclass(frozen=True)
class Numeric:
    """A decimal number is typed: the value and what is wrong, each with how far off an answer may be."""

    value: str
    tolerance: str
    wrong: tuple  # of (value, tolerance, words)
    hint: str
    outcome: str


@dataclass(frozen=True)
class Options:
    """Several options are chosen."""

    options: tuple  # of (name, whether it is right)
    hint: str
    outcome: str


@dataclass(frozen=True)
class Item:
    """A variant of a question: what it is called for good, the texts that it shows, how it is answered."""

    id: str
    text: str  # about the drawn object
    prompt: str
    body: Numeric | Options

    @property
    def name(self):
        """What an element in XML can be called."""
        return re.sub(r"[^\w.-]", "_", self.id)


@dataclass(frozen=True)
class Group:
    """The variants of one question, of which each student gets one."""

    title: str
    items: list


@dataclass(frozen=True)
class Bank:
    """The questions of a family; its tags are the family and the objectives that it tests."""

    family: str
    title: str
    tags: tuple
    groups: list

    @property
    def items(self):
        """All variants of all questions."""
        return [item for group in self.groups for item in group.items]


def bank_of(family, n, *, secret, difficulty=1, comma=False):
    """A bank of n variants of each question of a family; None if a system cannot ask one of them as it is.

    With `comma`, decimals in all texts stand after a comma, and semicolons part the numbers in a row.
    """
    how = {"secret": secret, "difficulty": difficulty}
    (first,) = variants_of(family, 1, **how)
    if not {question["seen"]["kind"] for question in first["questions"]} <= _KINDS:
        return None
    places = list(zip(*(_items(family, drawn, comma) for drawn in variants_of(family, n, **how)), strict=True))
    groups = [
        Group(f"{family.name}, question {place} of {len(places)}", list(variants))
        for place, variants in enumerate(places, start=1)
    ]
    tags = (family.name, *(f"objective:{chapter} {number}" for chapter, number in family.objectives))
    return Bank(family.name, f"Drawn: {family.title}", tags, groups)


def variants_of(family, n, *, secret, difficulty=1):
    """Objects of one kind with what is asked about them, as for n students; a ValueError if there are too few."""
    found = {}
    for i in range(_TRIES * n):
        how = {"secret": secret, "assignment": "bank", "student": str(i), "difficulty": difficulty}
        (drawn,) = draw_items([family], 1, **how)
        found.setdefault(drawn["questions"][0]["asked"], drawn)
        if len(found) == n:
            return list(found.values())
    raise ValueError(f"the number of variants must be one that {family.name} has. Got {n}, and found {len(found)}.")


def with_commas(text):
    """A text whose decimals stand after a comma; then semicolons part the numbers in a row."""
    return re.sub(r"(?<=\d)\.(?=\d)", ",", re.sub(r"(?<=[\d+-]), (?=-?\d)", "; ", text))


def _items(family, drawn, comma):
    written = with_commas if comma else str
    for place, question in enumerate(drawn["questions"], start=1):
        seen, key = question["seen"], question["key"]
        seen = seen | {"prompt": written(seen["prompt"])}
        key = key | {"hint": written(key["hint"]), "outcome": written(key["outcome"])}
        key["tempting"] = [[value, written(words)] for value, words in key["tempting"]]
        read = question_of_record(seen, key)
        asks = f" ({_asks(read.places)})" if getattr(read, "asks", "") else ""
        # What is asked is in the name: a bank that is made again replaces nothing by another question.
        yield Item(
            f"{family.name}-{place}/{question['asked']}",
            written(drawn["text"]),
            read.prompt + written(asks),
            body_of(read),
        )


def _asks(places):
    """How a number is to be typed. No system reads fractions, and a list of their forms, as texts, would lack some."""
    return f"as a decimal number and not as a fraction, with at least {places} decimals, such as {0.123456:.{places}f}"


def body_of(question):
    """How a question is answered, in the common form."""
    if question.kind == "objects":
        options = tuple((name, name in question.right) for name in question.objects)
        return Options(options, question.hint, question.outcome)
    wrong = tuple((*_about(value, question.places), words) for value, words in question.tempting)
    return Numeric(*_about(question.value, question.places), wrong, question.hint, question.outcome)


def _about(value, places):
    """A value in decimals, and how far off it a number may be: by what rounding to so many places can change."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value), "0"
    # Cut far behind the places asked for, because a rounded value would move the bounds.
    exact = (Decimal(value.numerator) / value.denominator).quantize(Decimal(1).scaleb(-places - 9))
    return format(exact.normalize(), "f"), format(Decimal(5).scaleb(-places - 1), "f")


# ---- what the writers share


def html_of(text):
    """Words with their marks as HTML, which is text in the XML of a system."""
    return str(rich(text))


def _paragraphs(item):
    return "\n".join(f"<p>{html_of(text)}</p>".replace("\n", "<br />\n") for text in (item.text, item.prompt))


TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)
TEMPLATES.globals.update(say=html_of, paragraphs=_paragraphs)
