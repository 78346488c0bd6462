"""Claims to break: a counterexample is counted here as it is in the page, exactly."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from pathlib import Path

from aucc_teach.exercises._questions import _question
from aucc_teach.exercises._typed import UnreadableError, read

__all__ = ["Break", "Field", "judge"]


@dataclass(frozen=True)
class Field:
    """One part of a counterexample, typed in plain text.

    Parameters
    ----------
    name : str
        What is typed here.
    form : str
        How it is read: one of ``"partition"``, ``"sets"``, ``"cluster"``, ``"points"``, ``"labels"``, ``"row"``,
        ``"pairs"`` and ``"scores"``.
    example : str
        Text of that form, which is no counterexample.
    most : int, default=12
        So many objects are the most.
    """

    name: str
    form: str
    example: str
    most: int = 12


@dataclass(frozen=True)
class Break:
    """A claim that may be false: a counterexample breaks it, or a reason says why it is true.

    Parameters
    ----------
    name : str
        Name of the claim, such as ``"rand-half"``.
    words : str
        The claim.
    fields : tuple of Field
        The parts of a counterexample.
    check : callable
        Called with the names of the objects and the values of the fields. Returns a key of `says` and the facts for
        the gaps in its words, as text or as whole numbers and fractions: ``"broken"`` for a counterexample, ``"holds"``
        where the claim holds, another key where the claim says nothing. The page has the same check in JavaScript: it
        is ``claims["rand-half"] = ...`` in a script beside the module of this one, ``rand_c.js`` beside ``rand_c.py``.
    says : dict of str to str
        What an example shows.
    reasons : tuple of (str, str)
        Reasons why it is true, each with what is said to a reader who chooses it.
    right : int, optional
        Place of the right reason, if the claim is true.
    searched : str, optional
        Where no counterexample was found, if it is true; ``{n}`` is `up_to`.
    up_to : int, optional
        Size of the largest examples of that search.

    Raises
    ------
    ValueError
        When it is shown, if the script has no check of it.

    Examples
    --------
    >>> import aucc_teach as at
    >>> def check(names, labels):
    ...     return ("holds" if len(set(labels)) < 3 else "broken"), {"k": len(set(labels))}
    >>> claim = at.exercises.Break(
    ...     "two-clusters",
    ...     "No partition has more than two clusters.",
    ...     (at.exercises.Field("Partition", "partition", "abc de"),),
    ...     check,
    ...     {"holds": "Clusters: {k}.", "broken": "Clusters: {k}, more than two."},
    ...     (("Two are enough.", "Each object may have a cluster of its own."),),
    ... )
    >>> at.exercises.judge(claim, {"way": "false", "fields": ["a b c"], "reason": None}).words
    'Clusters: 3, more than two. Read as `a | b | c`.'
    """

    name: str
    words: str
    fields: tuple
    check: Callable
    says: dict
    reasons: tuple
    right: int | None = None
    searched: str = ""
    up_to: int = 0

    kind = "break"

    @property
    def is_true(self):
        """Whether there is no counterexample."""
        return self.right is not None

    @property
    def prompt(self):
        """The claim, as it is put to the reader."""
        return f"A claim: {self.words}"

    @property
    def script(self):
        """The check of the page: JavaScript, from the file beside the module of the check in Python."""
        path = Path(inspect.getfile(self.check)).with_suffix(".js")
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if not re.search(rf"""claims(\.|\[["'])\b{re.escape(self.name)}\b(["']\])? = """, text):
            raise ValueError(f"The page needs a check of the claim {self.name!r} too. There is none in {path}.")
        return text

    def mistakes(self):
        """List the reasons that do not hold, with what is said to them."""
        return [reason for i, reason in enumerate(self.reasons) if i != self.right]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        key = {"right": self.right, "why": _answers(self), "says": self.says}
        seen = {"claim": self.name, "script": self.script, "fields": [vars(field) for field in self.fields]}
        return _question(self, key, reasons=[reason for reason, _ in self.reasons], **seen)


def judge(claim, answer):
    """Judge an answer to a claim, with the verdict and the words of the page."""
    if answer["way"] is None:
        return "unclear", "Choose one: it is false, or it is true."
    if answer["way"] == "true":
        if answer["reason"] is None:
            return "unclear", "Choose a reason."
        return "right" if answer["reason"] == claim.right else "wrong", _answers(claim)[answer["reason"]]
    try:
        names, values, said = read(claim.fields, answer["fields"])
    except UnreadableError as error:
        return "unclear", str(error)
    outcome, facts = claim.check(names, *values)
    words = claim.says[outcome].format_map({name: _shown(fact) for name, fact in facts.items()})
    return "right" if outcome == "broken" else "wrong", f"{words} {said}".strip()


def _answers(claim):
    """What is said to each reason."""
    why = [words for _, words in claim.reasons]
    if claim.is_true:
        why[claim.right] += (
            f" A search agrees: it went through {claim.searched.format(n=claim.up_to)} and found no counterexample."
        )
    return why


def _shown(fact):
    """A whole number or fraction as it is said to the reader; one that is hard to place with its decimals."""
    if not isinstance(fact, Rational):
        return fact
    value = Fraction(fact)
    about = ""
    if value.denominator > 12:
        thousandths = (2000 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
        about = f" ({'-' if value < 0 else ''}{thousandths // 1000}.{thousandths % 1000:03})"
    return f"{value}{about}".replace("-", "\u2212")
