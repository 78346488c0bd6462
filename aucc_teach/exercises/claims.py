"""Claims to break: a script counts each counterexample exactly."""

import re
from dataclasses import dataclass
from pathlib import Path

from aucc_teach.exercises.questions import record_of

__all__ = ["Break", "Field"]


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
    script : path or str
        File of JavaScript, or the JavaScript itself, with the check of the claim: ``claims["rand-half"] = (names,
        first, second) => ...``. It is called with the names of the objects and the values of the fields. It returns a
        key of `says` and the facts for the gaps in its words, as text or as whole numbers and fractions: ``"broken"``
        for a counterexample, ``"holds"`` where the claim holds, another key where the claim says nothing. What it may
        use is listed in ``static/claims.js`` as ``tools``.
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
        When it is shown or judged, if the script has no check of it.

    Examples
    --------
    >>> import aucc_teach as at
    >>> check = 'claims["two-clusters"] = (_, one) => outcome(nDifferent(one) < 3, { k: nDifferent(one) });'
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
    script: Path | str
    says: dict
    reasons: tuple
    right: int | None = None
    searched: str = ""
    up_to: int = 0

    kind = "break"

    @property
    def is_true(self):
        """Tell whether there is no counterexample."""
        return self.right is not None

    @property
    def prompt(self):
        """Return the claim as the reader sees it."""
        return f"A claim: {self.words}"

    def mistakes(self):
        """List the reasons that do not hold, each with its feedback."""
        return [reason for i, reason in enumerate(self.reasons) if i != self.right]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        key = {"right": self.right, "why": self._why(), "says": self.says}
        seen = {"claim": self.name, "script": self._check(), "fields": [vars(field) for field in self.fields]}
        return record_of(self, key, reasons=[reason for reason, _ in self.reasons], **seen)

    def _why(self):
        """Return the feedback for each reason."""
        why = [words for _, words in self.reasons]
        if self.searched:
            searched = self.searched.format(n=self.up_to)
            why[self.right] += f" A search agrees: it went through {searched} and found no counterexample."
        return why

    def _check(self):
        """Return the text of the script, which must have a check of the claim."""
        text, where = self.script, "the script"
        if isinstance(text, Path):
            where, text = text, text.read_text(encoding="utf-8") if text.is_file() else ""
        if not re.search(rf"""claims(\.|\[["'])\b{re.escape(self.name)}\b(["']\])? = """, text):
            raise ValueError(f"the script must have a check of the claim {self.name!r}. There is none in {where}.")
        return text
