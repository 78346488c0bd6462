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
    "Group",
    "Item",
    "Numeric",
    "Options",
    "Quiz",
    "Sequence",
    "Typed",
    "identifier",
    "item_of",
    "quiz_of",
    "tags_of",
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
    def is_fixed(self):
        """Whether one order alone is right."""
        return len(set(self.ranks)) == len(self.ranks)


@dataclass(frozen=True)
class Essay:
    """A text is written, which somebody reads; notes say what to look for."""

    notes: tuple


@dataclass(frozen=True)
class Item:
    """A question with all that it needs outside of the book."""

    # The exercise's label and the question's lasting name: an export that is made again, of a book in which questions
    # have changed places, replaces each question by itself.
    id: str
    title: str  # of the exercise
    stem: str  # the exercise, in MyST Markdown
    prompt: str  # what this question asks for
    body: Numeric | Typed | Options | Sequence | Essay | None  # how it is answered; None for what only the book can ask
    kind: str
    tags: tuple
    folder: Path  # of the notebook, from which figures are named


@dataclass(frozen=True)
class Group:
    """Questions of one chapter, all of them to be asked, or variants of one drawn question, of which each gets one."""

    title: str
    items: list
    is_drawn: bool = False


@dataclass(frozen=True)
class Quiz:
    """What is asked about one chapter, or by one family of drawn questions."""

    name: str
    title: str
    groups: list

    @property
    def items(self):
        """All questions."""
        return [item for group in self.groups for item in group.items]

    def only(self, is_kept):
        """The quiz with those questions alone that are kept."""
        groups = [replace(group, items=list(filter(is_kept, group.items))) for group in self.groups]
        return replace(self, groups=groups)


def quiz_of(chapter):
    """The questions of a chapter in the common form, in order."""
    known, tested = all_questions(folder=chapter.path.parent), chapter.tested
    items = []
    for exercise in exercises_of(chapter.notebook):
        tests = [(chapter.name, number) for number in tested[exercise.label]]
        for name, question in unique(exercise.label, known.get(exercise.label, ())).items():
            blank = Item(
                id=f"{exercise.label}/{name}",
                title=exercise.title or chapter.title,
                stem=exercise.prompt,
                prompt=getattr(question, "prompt", ""),
                body=None,
                kind="prediction" if getattr(question, "predict", False) else question.kind,
                tags=tags_of(chapter.name, tests),
                folder=chapter.path.parent,
            )
            items.append(item_of(blank, question))
    return Quiz(chapter.name, chapter.title, [Group(chapter.title, items)])


def tags_of(about, tests):
    """Tags of a question: its chapter or family, and the objectives that it tests."""
    return (about, *(f"objective:{chapter} {number}" for chapter, number in tests))


def item_of(blank, question):
    """An item that has no body yet, with the question in the common form."""
    # A prediction is for the moment before the book says what comes out; a counterexample is searched for by trying.
    return _READERS[blank.kind](blank, question) if blank.kind in _READERS else blank


def identifier(item):
    """Identifier of an item, of what a name in XML can have."""
    name = re.sub(r"[^\w.-]", "_", item.id)
    return name if re.match(r"[^\W\d]", name) else f"_{name}"


def as_decimal(value):
    """A number in decimals, without an exponent."""
    if isinstance(value, Rational):
        value = Fraction(value.numerator, value.denominator)
        return str(value) if value.denominator == 1 else format(Decimal(repr(float(value))), "f")
    return format(Decimal(repr(float(value))), "f")


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


def _number(blank, question):
    values = [question.value, *(value for value, _ in question.tempting)]
    prompt = f"{blank.prompt} ({question.asks})" if question.asks else blank.prompt
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
    else:
        within = as_decimal(question.within)
        value = (as_decimal(question.value), within) if question.within else _rounded(question.value, question.places)
        wrong = tuple((*_rounded(value, question.places), words) for value, words in question.tempting)
        body = Numeric(*value, wrong, question.hint, question.outcome)
    return replace(blank, prompt=prompt, body=body)


def _rounded(value, places):
    """The rounded value, and how far off it a number may be.

    What is right is what rounds to the value: as far around the value itself, a foreseen mistake may lie.
    """
    if value == int(value):
        return as_decimal(value), "0"
    return f"{float(value):.{places}f}", format(Decimal(5).scaleb(-places - 1), "f")


def _choice(blank, question):
    several = not isinstance(question.right, str)
    right = question.right if several else (question.right,)
    options = tuple((text, words, text in right) for text, words in question.options.items())
    outcome = " ".join(question.options[one] for one in right) if several else ""
    return replace(blank, body=Options(options, several, outcome=outcome))


def _objects(blank, question):
    options = tuple((name, "", name in question.right) for name in question.objects)
    picks = tuple((tuple(sorted(map(question.objects.index, pick))), words) for pick, words in question.tempting)
    return replace(blank, body=Options(options, True, picks, question.hint, question.outcome))


def _order(blank, question):
    body = Sequence(question.items, tuple(question.ranks), question.before, question.hint, question.outcome)
    return replace(blank, body=body)


def _open(blank, question):
    return replace(blank, body=Essay(question.checklist))


_READERS = {"number": _number, "choice": _choice, "objects": _objects, "order": _order, "open": _open}
