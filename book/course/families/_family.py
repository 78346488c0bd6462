"""What a family of questions is, and how one of its questions is drawn.

A drawn question that gives itself away (a key of 0, 1/2 or 1), that has no answer, that a foreseen mistake happens to
answer rightly, or that tells the answer to another one beside it is drawn again. A family that finds no question says
so loudly, because a gap in a homework would go unnoticed until it is marked.
"""

import base64
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from aucc_teach.exercises import Number

__all__ = [
    "DIFFICULTIES",
    "Family",
    "QuestionGroup",
    "UnfitError",
    "as_seen",
    "draw_from",
    "lures",
    "number",
    "right_answers",
]

DIFFICULTIES = (1, 2)
TRIES = 500
LEAST_LURES = 2
# Values that a guess would hit, or that a few words about the object would give away.
_TOO_EASY = (-1, 0, Fraction(1, 2), 1)


class UnfitError(ValueError):
    """A drawn object about which this question should not be asked."""


@dataclass(frozen=True)
class QuestionGroup:
    """Questions about one drawn object, with the text that they share; a line break in it begins a new line."""

    text: str
    questions: tuple


@dataclass(frozen=True)
class Family:
    """Questions of one form about drawn objects."""

    name: str  # on the command line and in keys, such as "rand-c"
    title: str  # what it is about, in a few words
    # `draw(rng, difficulty, **kind)` returns an object, a dictionary of numbers, texts and lists ready for JSON. The
    # generator is that of the module `random`, and a greater difficulty is harder.
    draw: Callable
    # `ask(object)` returns a `QuestionGroup`, or raises `UnfitError` or `ZeroDivisionError` where the question has no
    # answer, or not enough foreseen mistakes.
    ask: Callable
    # What it tests: chapters, each with the number of an objective in its box. A course draws from it if it has them.
    tests: str = ""
    points: int = 1  # of each of its questions
    version: int = 1  # to be raised whenever `draw` or `ask` changes; it is noted in each key
    # Whether its first question has few possible answers. The commonest of them may then come up at most twice as often
    # as if all were equally frequent; the answers to all questions together are held to 10 percent, as for others.
    few: bool = False
    # `kind(rng, difficulty, others)` draws what all students and all versions share, such as a theorem: only numbers
    # differ between them. It writes out the method of no family that `others` names, or raises a ValueError.
    kind: Callable = lambda rng, difficulty, others: {}

    @property
    def objectives(self):
        """Pairs of a chapter and the number of an objective."""
        return [(name, int(number)) for name, number in re.findall(r"(\w+) (\d+)", self.tests)]


def draw_from(family, rng, difficulty=1, *, kind=None, others=()):
    """Draw an object that the family can ask about; returns it and what is asked about it.

    The kind is drawn as well, unless it is given. What is asked neither tells nor learns an answer from `others`, the
    groups of questions that stand on the same paper. An unknown difficulty is a ValueError, and if none of 500 objects
    will do, that is a RuntimeError.
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"difficulty must be one of {DIFFICULTIES}. Got {difficulty!r}.")
    for _ in range(TRIES):
        drawn = family.draw(rng, difficulty, **(family.kind(rng, difficulty, ()) if kind is None else kind))
        try:
            item = family.ask(drawn)
            _refuse(item)
        except (UnfitError, ZeroDivisionError):
            continue
        if not any(_tells(item, other) or _tells(other, item) for other in others):
            return drawn, item
    raise RuntimeError(f"The family {family.name!r} found no question in {TRIES} tries at difficulty {difficulty}.")


def _tells(one, other):
    """Whether some questions show all that others are about, or the value of an answer to them."""
    if _about(other) <= _about(one):
        return True
    shown = json.dumps([one.text, *(as_seen(question)[0] for question in one.questions)], ensure_ascii=False)
    values = {Fraction(found) for found in re.findall(r"\d+(?:/[1-9]\d*|\.\d+)", shown)}
    # Whole numbers tell nothing: each of them stands somewhere.
    return any(q.kind == "number" and q.value.denominator > 1 and q.value in values for q in other.questions)


def _about(item):
    """Lines that show the drawn object."""
    lines = item.text.split("\n")
    return {line for line in lines if "`" in line} or {*lines}


def _refuse(item):
    for question in item.questions:
        if question.kind == "number" and question.value in _TOO_EASY:
            raise UnfitError(f"the key would be {question.value}.")
        if len(question.mistakes()) < LEAST_LURES:
            raise UnfitError("too few foreseen mistakes lead to a wrong answer.")


def lures(value, *candidates, places=0):
    """Those foreseen wrong values that differ from the right one and from each other in so many decimals.

    Candidates are pairs of a value that a mistake leads to and the sentence that names the mistake; the first of two
    equal ones stays. If fewer than two are left, that is an `UnfitError`. For the parameter ``tempting`` of a question.
    """
    kept = []
    for candidate, words in candidates:
        others = [value, *(other for other, _ in kept)]
        if all(abs(candidate - other) * 10**places >= 1 for other in others):
            kept.append((candidate, words))
    if len(kept) < LEAST_LURES:
        raise UnfitError("too few foreseen mistakes lead to another value.")
    return tuple(kept)


def number(prompt, value, *foreseen, places=None, **words):
    """Ask for a number, with those foreseen mistakes that lead to another one; see `lures`."""
    shown = {} if places is None else {"places": places}
    return Number(prompt, value, tempting=lures(value, *foreseen, **shown), **shown, **words)


def as_seen(question):
    """Return a question as a student sees it, and its key: two dictionaries."""
    seen = question.as_json()
    key = json.loads(base64.b64decode(seen.pop("key")))
    hidden = {"script", "predict"} | (set() if question.kind == "write" else {"name"})
    return {name: value for name, value in seen.items() if name not in hidden}, key


def right_answers(item):
    """Right answers as a neighbour could copy them: a text for each question."""
    return tuple(_RIGHT[question.kind](*as_seen(question)) for question in item.questions)


def _right_order(_, key):
    return ",".join(map(str, sorted(range(len(key["ranks"])), key=lambda place: key["ranks"][place])))


_RIGHT = {
    "number": lambda _, key: key["value"],
    "order": _right_order,
    "objects": lambda seen, key: ",".join(seen["options"][i] for i in key["right"]),
    "choice": lambda seen, key: ",".join(seen["options"][i] for i in key["right"]),
    "break": lambda _, key: ",".join(key["broken"]),
    "write": lambda _, key: key["task"],
}
