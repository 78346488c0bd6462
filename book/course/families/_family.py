"""What a family of questions is, and how one of its questions is drawn.

A drawn question that gives itself away (a key of 0, 1/2 or 1), that has no answer, or that a foreseen mistake happens
to answer rightly is drawn again. A family that finds no question says so loudly, because a gap in a homework would go
unnoticed until it is marked.
"""

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from aucc_teach.exercises import Number

__all__ = ["LEVELS", "Family", "Item", "UnfitError", "as_seen", "deal", "key_of", "lures", "number"]

LEVELS = (1, 2)
TRIES = 500
LEAST_LURES = 2
# Values that a guess would hit, or that a few words about the object would give away.
_TOO_EASY = (-1, 0, Fraction(1, 2), 1)


class UnfitError(ValueError):
    """A drawn object about which this question should not be asked."""


@dataclass(frozen=True)
class Item:
    """Questions about one drawn object.

    Parameters
    ----------
    text : str
        What all the questions share: the object, and what is to be found. A line break begins a new line.
    questions : tuple
        Questions of the kinds of ``aucc_teach.exercises``.
    """

    text: str
    questions: tuple

    def standing_alone(self):
        """List the questions, each with the shared text in its prompt, for places that show one at a time."""
        return [_after(self.text, question) for question in self.questions]


def _after(text, question):
    if question.kind == "break":  # its prompt is made from the claim
        return replace(question, given=text)
    return replace(question, prompt=f"{text}\n{question.prompt}")


@dataclass(frozen=True)
class Family:
    """Questions of one form about drawn objects.

    Parameters
    ----------
    name : str
        Name on the command line and in keys, such as ``"rand-c"``.
    title : str
        What it is about, in a few words.
    draw : callable
        ``draw(rng, level)`` returns an object: a dictionary of numbers, texts and lists, ready for JSON. The generator
        is that of the module ``random``, and a higher level is harder.
    ask : callable
        ``ask(object)`` returns an `Item`, or raises `UnfitError` or ``ZeroDivisionError`` where the question has no
        answer, or not enough foreseen mistakes.
    points : int, default=1
        Points for each of its questions.
    version : int, default=1
        To be raised whenever `draw` or `ask` changes; it is noted in each key.
    few : bool, default=False
        Whether its first question has few possible answers. The commonest of them may then come up at most twice as
        often as in equal shares; the answers to all questions together are held to 10 percent, as for other families.
    """

    name: str
    title: str
    draw: Callable
    ask: Callable
    points: int = 1
    version: int = 1
    few: bool = False


def deal(family, rng, level=1, *, taken=()):
    """Draw an object that the family can ask about.

    Parameters
    ----------
    family : Family
        The family.
    rng : random.Random
        Source of randomness.
    level : {1, 2}, default=1
        How hard the question is.
    taken : iterable of dict, optional
        Objects that must not be drawn once more.

    Returns
    -------
    drawn : dict
        The object, ready for JSON.
    item : Item
        What is asked about it.

    Raises
    ------
    ValueError
        For an unknown level.
    RuntimeError
        If none of 500 objects will do.
    """
    if level not in LEVELS:
        raise ValueError(f"level must be one of {LEVELS}. Got {level!r}.")
    for _ in range(TRIES):
        drawn = family.draw(rng, level)
        if drawn in taken:
            continue
        try:
            item = family.ask(drawn)
            _refuse(item)
        except (UnfitError, ZeroDivisionError):
            continue
        return drawn, item
    raise RuntimeError(f"The family {family.name!r} found no question in {TRIES} tries at level {level}.")


def _refuse(item):
    for question in item.questions:
        if question.kind == "number" and question.value in _TOO_EASY:
            raise UnfitError(f"the key would be {question.value}.")
        if len(question.mistakes()) < LEAST_LURES:
            raise UnfitError("too few foreseen mistakes lead to a wrong answer.")


def lures(value, *candidates, places=0):
    """Those foreseen wrong values that differ from the right one and from each other in so many decimals.

    Parameters
    ----------
    value : int or Fraction
        What is right.
    *candidates : (int or Fraction, str)
        Values that mistakes lead to, each with the sentence that names the mistake. The first of two equal ones stays.
    places : int, default=0
        Number of decimals in which values are shown.

    Returns
    -------
    tuple of (int or Fraction, str)
        For the parameter ``tempting`` of a question.

    Raises
    ------
    UnfitError
        If fewer than two are left.
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


def key_of(item):
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
