"""The common form of a question, from which each system's own is written."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain, permutations, product
from numbers import Rational
from pathlib import Path

from contents import exercises_of

from aucc_teach.exercises import all_questions
from aucc_teach.exercises._names import unique

__all__ = [
    "Essay",
    "Item",
    "Numeric",
    "Options",
    "Sequence",
    "Typed",
    "identifier",
    "item_of",
    "items_of",
    "with_fixed_order",
]

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
    """One or several options are chosen."""

    options: tuple  # of (text, words, whether it is right)
    several: bool
    picks: tuple = ()  # of (places of the options, words): sentences for sets
    hint: str = ""
    outcome: str = ""


@dataclass(frozen=True)
class Sequence:
    """Lines are put in order; lines of equal rank may stand in any order."""

    lines: tuple
    ranks: tuple
    before: tuple  # of (place, place, words)
    hint: str
    outcome: str

    @property
    def orders(self):
        """All orders that are right, each as places in `lines`."""
        groups = [[i for i, rank in enumerate(self.ranks) if rank == one] for one in sorted(set(self.ranks))]
        return [list(chain(*order)) for order in product(*map(permutations, groups))]

    @property
    def free(self):
        """Groups of lines that may stand in any order."""
        groups = ([i for i, rank in enumerate(self.ranks) if rank == one] for one in sorted(set(self.ranks)))
        return [group for group in groups if len(group) > 1]


@dataclass(frozen=True)
class Essay:
    """A text is written, which somebody reads; notes say what to look for, and code begins with a start."""

    notes: tuple
    start: str = ""


@dataclass(frozen=True)
class Item:
    """A question with all that it needs outside of the book."""

    # The exercise's label and the question's lasting name: an export that is made again, of a book in which questions
    # have changed places, replaces each question by itself.
    id: str
    chapter: str
    title: str  # of the exercise
    stem: str  # the exercise, in MyST Markdown
    prompt: str  # what this question asks for
    body: Numeric | Typed | Options | Sequence | Essay | None  # how it is answered; None for what no system can hold
    kind: str
    folder: Path  # of the notebook, from which figures are named
    graded: bool = True  # False for a prediction, which is compared with the result
    result: str = ""  # what is said to any prediction
    lost: tuple = ()  # what this form has lost already


def items_of(chapter):
    """List the questions of a chapter in the common form, in order."""
    known = all_questions(folder=chapter.path.parent)
    items = []
    for exercise in exercises_of(chapter.notebook):
        for name, question in unique(exercise.label, known.get(exercise.label, ())).items():
            blank = Item(
                id=f"{exercise.label}/{name}",
                chapter=chapter.name,
                title=exercise.title or chapter.title,
                stem=exercise.prompt,
                prompt=getattr(question, "prompt", ""),
                body=None,
                kind=question.kind,
                folder=chapter.path.parent,
            )
            items.append(item_of(blank, question))
    return items


def item_of(blank, question):
    """An item that has no body yet, with the question in the common form."""
    return _READERS.get(question.kind, _unknown)(blank, question)


def identifier(item):
    """Identifier of an item, of what a name in XML can have."""
    name = re.sub(r"[^\w.-]", "_", item.id)
    return name if re.match(r"[^\W\d]", name) else f"_{name}"


def with_fixed_order(item):
    """The item with a prompt that fixes what may stand in any order, for systems that know of one order only."""
    order = " ".join(
        "Some lines may stand in any order among themselves. Put these in the order in which they are listed here: "
        + "; ".join(f"\N{LEFT DOUBLE QUOTATION MARK}{item.body.lines[i]}\N{RIGHT DOUBLE QUOTATION MARK}" for i in group)
        + "."
        for group in item.body.free
    )
    return replace(item, prompt=f"{item.prompt} {order}".strip())


def as_decimal(value):
    """A number in decimals, without an exponent."""
    if isinstance(value, Rational):
        value = Fraction(value.numerator, value.denominator)
        return str(value) if value.denominator == 1 else format(Decimal(repr(float(value))), "f")
    return format(Decimal(repr(float(value))), "f")


def forms_of(value, places):
    """Forms in which a whole number or fraction is typed: itself, and its decimals where enough of them are given."""
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
    shorter = [form.replace("0.", ".", 1) for form in forms if form.lstrip("-").startswith("0.")]
    forms = list(dict.fromkeys([*forms, *shorter]))
    return tuple([*forms, *(form.replace("-", "\N{MINUS SIGN}") for form in forms if form.startswith("-"))])


def _placed(whole, places):
    sign, digits = "-" if whole < 0 else "", str(abs(whole)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def _number(blank, question):
    values = [question.value, *(value for value, _ in question.tempting)]
    prompt = f"{blank.prompt} ({question.asks})" if question.asks else blank.prompt
    item = replace(blank, prompt=prompt, graded=not question.predict)
    is_fraction = all(isinstance(value, Rational) for value in values) and any(
        value.denominator > 1 for value in values
    )
    if is_fraction and not question.within:
        forms = forms_of(question.value, question.places)
        taken, wrong = set(forms), []
        for value, words in question.tempting:
            new = [form for form in forms_of(value, question.places) if form not in taken]
            taken |= set(new)
            wrong.append((tuple(new), words))
        body = Typed(forms, tuple(wrong), question.hint, question.outcome)
        lost = ("only the forms that are listed count: another fraction of the same value is marked wrong",)
    else:
        within = as_decimal(question.within)
        value = (as_decimal(question.value), within) if question.within else _rounded(question.value, question.places)
        wrong = tuple((*_rounded(value, question.places), words) for value, words in question.tempting)
        body = Numeric(*value, wrong, question.hint, question.outcome)
        lost = ()
    if question.predict:
        return replace(item, body=body, result=f"The result is {_shown(question)}. {question.outcome}".strip())
    return replace(item, body=body, lost=lost)


def _rounded(value, places):
    """The rounded value, and how far off it a number may be.

    What is right is what rounds to the value: as far around the value itself, a foreseen mistake may lie.
    """
    if value == int(value):
        return as_decimal(value), "0"
    return f"{float(value):.{places}f}", format(Decimal(5).scaleb(-places - 1), "f")


def _shown(question):
    value = question.value
    return str(Fraction(value)) if isinstance(value, Rational) else f"{value:.{question.places}f}"


def _choice(blank, question):
    several = not isinstance(question.right, str)
    right = question.right if several else (question.right,)
    options = tuple((text, words, text in right) for text, words in question.options.items())
    result = f"The result is: {', '.join(right)}. {' '.join(question.options[one] for one in right)}"
    body = Options(options, several, outcome=" ".join(question.options[one] for one in right) if several else "")
    return replace(blank, body=body, graded=not question.predict, result=result if question.predict else "")


def _objects(blank, question):
    options = tuple((name, "", name in question.right) for name in question.objects)
    picks = tuple((tuple(sorted(map(question.objects.index, pick))), words) for pick, words in question.tempting)
    return replace(blank, body=Options(options, True, picks, question.hint, question.outcome))


def _order(blank, question):
    ranks = [min(next((group for group in question.free if i in group), (i,))) for i in range(len(question.items))]
    body = Sequence(question.items, tuple(ranks), question.before, question.hint, question.outcome)
    return replace(blank, body=body)


def _open(blank, question):
    return replace(
        blank,
        body=Essay(question.checklist),
        lost=("the reader ticks no checklist: the answer is read by somebody",),
    )


def _break(blank, question):
    searched = question.searched.format(n=question.up_to)
    is_false = (
        f"A search went through {searched} and found no counterexample."
        if question.is_true
        else "Yes: there is a counterexample. Find one."
    )
    reasons = [
        (f"It is true. {reason}", words, i == question.right) for i, (reason, words) in enumerate(question.reasons)
    ]
    options = (("It is false.", is_false, not question.is_true), *reasons)
    lost = ("no counterexample is asked for or checked: that the claim is false can be guessed",)
    return replace(blank, body=Options(options, several=False), lost=lost)


def _write(blank, question):
    prompt = question.prompt or f"Write the function `{question.name}`."
    mistakes = tuple(words for _, words in question.mistakes())
    lost = ("the function is not run on its cases: somebody reads it",)
    return replace(blank, prompt=prompt, body=Essay(mistakes, question.as_json()["start"]), lost=lost)


def _construct(blank, question):
    return replace(blank, prompt=question.todo, lost=("a demo runs only in the book",))


def _unknown(blank, question):
    return replace(blank, lost=(f"questions of the kind {question.kind!r} are judged only in the book",))


_READERS = {
    "number": _number,
    "choice": _choice,
    "objects": _objects,
    "order": _order,
    "open": _open,
    "break": _break,
    "write": _write,
    "construct": _construct,
}
