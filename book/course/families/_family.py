"""Defines a family of questions, and draws its questions.

A question is drawn again if its key is easy to guess (0, 1/2 or 1), if it has no answer, if a foreseen mistake happens
to give the right one, or if it tells the answer to another question beside it. A family that finds no question raises
an error, because a gap in a homework would go unnoticed until it is marked.
"""

import base64
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from aucc_teach.exercises import Number

__all__ = ["DIFFICULTIES", "Family", "QuestionGroup", "UnfitError", "as_seen", "draw_from", "number"]

DIFFICULTIES = (1, 2)
TRIES = 500
LEAST_MISTAKES = 2
# These values are easily guessed, or given away by a few words about the object.
_TOO_EASY = (-1, 0, Fraction(1, 2), 1)


class UnfitError(ValueError):
    """A drawn object about which this question should not be asked."""


class QuestionGroup:
    """Questions about one drawn object, with the text that they share; a line break in it begins a new line."""

    def __init__(self, text, *questions):
        self.text, self.questions = text, questions


@dataclass(frozen=True)
class Family:
    """Questions of one form about drawn objects."""

    name: str  # name on the command line and in keys, such as "rand-c"
    title: str  # its topic in a few words
    # `draw(rng, difficulty, **kind)` returns an object, a dictionary of numbers, texts and lists ready for JSON. The
    # generator is a `random.Random`, and a greater difficulty is harder.
    draw: Callable
    # `ask(object)` returns a `QuestionGroup`, or raises `UnfitError` or `ZeroDivisionError` where the question has no
    # answer or too few foreseen mistakes.
    ask: Callable
    # The tested chapters, each with the number of an objective in its box; a course needs them to draw from the family.
    tests: str = ""
    points: int = 1  # for each of its questions
    version: int = 1  # raise it whenever `draw` or `ask` changes; each key notes it
    # `kind(rng, difficulty, others)` draws the part that all students and versions share, such as a theorem. Only
    # numbers differ between them. It must not show the method of a family in `others`, and raises a ValueError if it
    # has no choice.
    kind: Callable = lambda rng, difficulty, others: {}

    @property
    def objectives(self):
        """The tested objectives, as pairs of a chapter and a number."""
        return [(name, int(number)) for name, number in re.findall(r"(\w+) (\d+)", self.tests)]


def draw_from(family, rng, difficulty=1, *, kind=None, others=()):
    """Draw an object that the family can ask about; returns it and the questions about it.

    The kind is drawn as well, unless it is passed. The questions neither tell the answers of `others`, the groups of
    questions on the same paper, nor are told by them. An unknown difficulty raises a ValueError, and 500 unfit objects
    raise another one.
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"difficulty must be one of {DIFFICULTIES}. Got {difficulty!r}.")
    for _ in range(TRIES):
        drawn = family.draw(rng, difficulty, **(family.kind(rng, difficulty, ()) if kind is None else kind))
        try:
            item = family.ask(drawn)
        except (UnfitError, ZeroDivisionError):
            continue
        is_fit = all(map(_is_fit, item.questions))
        if is_fit and not any(_tells(item, other) or _tells(other, item) for other in others):
            return drawn, item
    raise ValueError(f"the family {family.name!r} found no question in {TRIES} tries at difficulty {difficulty}.")


def _is_fit(question):
    """Tell whether a question is hard to guess, and has enough foreseen mistakes that lead to a wrong answer."""
    is_easy = question.kind == "number" and question.value in _TOO_EASY
    return not is_easy and len(question.mistakes()) >= LEAST_MISTAKES


def _tells(one, other):
    """Tell whether one group shows the object of the other, or the value of one of its answers."""
    if _about(other) <= _about(one):
        return True
    shown = json.dumps([one.text, *(as_seen(question)[0] for question in one.questions)], ensure_ascii=False)
    values = {Fraction(found) for found in re.findall(r"\d+(?:/[1-9]\d*|\.\d+)", shown)}
    # Whole numbers tell nothing, because each of them occurs somewhere.
    return any(q.kind == "number" and q.value.denominator > 1 and q.value in values for q in other.questions)


def _about(item):
    """Collect the lines that show the drawn object."""
    lines = item.text.split("\n")
    return {line for line in lines if "`" in line} or {*lines}


def number(prompt, value, *foreseen, places=3, hint):
    """Ask for a number, with the foreseen mistakes: pairs of a wrong value and the sentence that names the mistake.

    Those stay that differ from the right value, and from each other, in so many decimals; the first of two equal values
    stays.
    """
    kept = []
    for wrong, words in foreseen:
        others = [value, *(other for other, _ in kept)]
        if all(abs(wrong - other) * 10**places >= 1 for other in others):
            kept.append((wrong, words))
    return Number(prompt, value, tempting=tuple(kept), places=places, hint=hint)


def as_seen(question):
    """Return a question as a student sees it, and its key: two dictionaries."""
    seen = question.as_json()
    key = json.loads(base64.b64decode(seen.pop("key")))
    return {name: value for name, value in seen.items() if name not in ("script", "predict", "name")}, key
