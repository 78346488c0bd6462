"""Families of drawn questions as banks of variants, in the common form from which each system's own is written."""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from pathlib import Path

from drawing import draw_items
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from texts import rich

from aucc_teach.exercises._given import question_of_record

__all__ = [
    "TEMPLATES",
    "Bank",
    "Group",
    "Item",
    "Numeric",
    "Options",
    "Typed",
    "bank_of",
    "body_of",
    "forms_of",
    "html_of",
    "with_commas",
]

# A proof with wrong lines, a counterexample and a function that is run need the page of the homework.
_KINDS = {"number", "objects"}
_MORE_PLACES = 4  # beyond those that suffice, so many decimals of a fraction are listed


@dataclass(frozen=True)
class Numeric:
    """A decimal number is typed: the value and what is wrong, each with how far off an answer may be."""

    value: str
    tolerance: str
    wrong: tuple  # of (value, tolerance, words)
    hint: str
    outcome: str


@dataclass(frozen=True)
class Typed:
    """A text is typed, in one of several forms: a fraction, or decimals of it."""

    forms: tuple
    wrong: tuple  # of (forms, words)
    hint: str
    outcome: str


@dataclass(frozen=True)
class Options:
    """Several options are chosen."""

    options: tuple  # of (name, whether it is right)
    picks: tuple  # of (places of the options, words): sentences for sets
    hint: str
    outcome: str


@dataclass(frozen=True)
class Item:
    """A variant of a question: what it is called for good, the texts that it shows, how it is answered."""

    id: str
    text: str  # about the drawn object
    prompt: str
    body: Numeric | Typed | Options

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
    how = {"secret": secret, "assignment": "bank", "student": "", "difficulty": difficulty}
    (first,) = draw_items([family], 1, **how)
    if not {question["seen"]["kind"] for question in first["questions"]} <= _KINDS:
        return None
    places = list(zip(*(_items(family, drawn, comma) for drawn in draw_items([family], n, **how)), strict=True))
    groups = [
        Group(f"{family.name}, question {place} of {len(places)}", list(variants))
        for place, variants in enumerate(places, start=1)
    ]
    tags = (family.name, *(f"objective:{chapter} {number}" for chapter, number in family.objectives))
    return Bank(family.name, f"Drawn: {family.title}", tags, groups)


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
        prompt = f"{read.prompt} ({read.asks})" if getattr(read, "asks", "") else read.prompt
        # What is asked is in the name: a bank that is made again replaces nothing by another question.
        yield Item(f"{family.name}-{place}/{question['asked']}", written(drawn["text"]), prompt, body_of(read))


def body_of(question):
    """How a question is answered, in the common form."""
    if question.kind == "objects":
        options = tuple((name, name in question.right) for name in question.objects)
        picks = tuple((tuple(sorted(map(question.objects.index, pick))), words) for pick, words in question.tempting)
        return Options(options, picks, question.hint, question.outcome)
    values = [question.value, *(value for value, _ in question.tempting)]
    if not all(isinstance(value, Rational) for value in values) or all(value.denominator == 1 for value in values):
        wrong = tuple((*_rounded(value, question.places), words) for value, words in question.tempting)
        return Numeric(*_rounded(question.value, question.places), wrong, question.hint, question.outcome)
    forms = forms_of(question.value, question.places)
    taken, wrong = set(forms), []
    for value, words in question.tempting:
        new = [form for form in forms_of(value, question.places) if form not in taken]
        taken |= set(new)
        wrong.append((tuple(new), words))
    return Typed(forms, tuple(wrong), question.hint, question.outcome)


def _rounded(value, places):
    """The rounded value, and how far off it a number may be.

    What is right is what rounds to the value: as far around the value itself, a foreseen mistake may lie.
    """
    if value == int(value):
        return str(int(value)), "0"
    return f"{float(value):.{places}f}", format(Decimal(5).scaleb(-places - 1), "f")


def forms_of(value, places):
    """Forms in which a whole number or fraction is typed: itself, and its decimals where enough of them are given.

    Decimals stand after a point or a comma, as each reader's country writes them.
    """
    value = Fraction(value.numerator, value.denominator)
    forms = [str(value)]
    for n in range(places + _MORE_PLACES + 1):
        scaled = value * 10**n
        if n < places and scaled.denominator > 1:
            continue  # cut too short, unless it is exact
        below = scaled.numerator // scaled.denominator
        nearest = min(abs(scaled - whole) for whole in (below, below + 1))
        # At a half, both neighbours are a right rounding.
        for whole in (below, below + 1):
            if abs(scaled - whole) == nearest:
                forms.append(_placed(whole, n))
    forms += [form.replace("0.", ".", 1) for form in forms if form.lstrip("-").startswith("0.")]
    forms += [form.replace(".", ",") for form in forms]
    forms += [form.replace("-", "\N{MINUS SIGN}") for form in forms]
    return tuple(dict.fromkeys(forms))


def _placed(whole, places):
    sign, digits = "-" if whole < 0 else "", str(abs(whole)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


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
