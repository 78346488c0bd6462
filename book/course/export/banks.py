"""Makes banks of variants from families of questions, in a common form from which each system's own is written."""

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

# Proofs, counterexamples and functions need the page of a homework.
_KINDS = {"number", "objects"}
_TRIES = 20  # draws for each variant


@dataclass(frozen=True)
class Numeric:
    """A decimal number is typed; the right value and each wrong one have a tolerance."""

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
    """A variant of a question: its lasting name, its texts, and how it is answered."""

    id: str
    text: str  # about the drawn object
    prompt: str
    body: Numeric | Options

    @property
    def name(self):
        """The id as a name that XML allows."""
        return re.sub(r"[^\w.-]", "_", self.id)


@dataclass(frozen=True)
class Group:
    """The variants of one question; each student gets one."""

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
    """Make a bank of n variants of each question of a family; None if no system can ask one of them.

    With `comma`, all texts have decimal commas, and semicolons between the numbers of a row.
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
    """Draw n different objects of one kind, with questions; a family with fewer raises a ValueError."""
    found = {}
    for i in range(_TRIES * n):
        how = {"secret": secret, "assignment": "bank", "student": str(i), "difficulty": difficulty}
        (drawn,) = draw_items([family], 1, **how)
        found.setdefault(drawn["questions"][0]["asked"], drawn)
        if len(found) == n:
            return list(found.values())
    raise ValueError(f"the number of variants must be one that {family.name} has. Got {n}, and found {len(found)}.")


def with_commas(text):
    """Write decimal commas in a text, and semicolons between the numbers of a row."""
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
        # The name has the digest of the question, so that importing a new bank replaces no other question.
        yield Item(
            f"{family.name}-{place}/{question['asked']}",
            written(drawn["text"]),
            read.prompt + written(asks),
            body_of(read),
        )


def _asks(places):
    """Tell how to type a number: no system reads fractions, and a list of accepted texts would lack some."""
    return f"as a decimal number and not as a fraction, with at least {places} decimals, such as {0.123456:.{places}f}"


def body_of(question):
    """Convert a question to the common form of an answer."""
    if question.kind == "objects":
        options = tuple((name, name in question.right) for name in question.objects)
        return Options(options, question.hint, question.outcome)
    wrong = tuple((*_about(value, question.places), words) for value, words in question.tempting)
    return Numeric(*_about(question.value, question.places), wrong, question.hint, question.outcome)


def _about(value, places):
    """Write a value in decimals, with the error that rounding to so many places can make."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value), "0"
    # The value keeps nine more places than asked for, because a rounded one would move the bounds.
    exact = (Decimal(value.numerator) / value.denominator).quantize(Decimal(1).scaleb(-places - 9))
    return format(exact.normalize(), "f"), format(Decimal(5).scaleb(-places - 1), "f")


# ---- shared by the writers


def html_of(text):
    """Write marked words as HTML, which stands as text in the XML of a system."""
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
