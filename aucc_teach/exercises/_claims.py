"""Claims to break: a counterexample is counted here as it is in the page, exactly."""

from dataclasses import dataclass

from aucc_teach.exercises._questions import _question
from aucc_teach.exercises.claims import agreement, ranking
from aucc_teach.exercises.claims._reading import UnreadableError, read

__all__ = ["CLAIMS", "Break", "judge"]

CLAIMS = agreement.CLAIMS | ranking.CLAIMS


@dataclass(frozen=True)
class Break:
    """A claim that may be false: a counterexample breaks it, or a reason says why it is true.

    Parameters
    ----------
    name : str
        Name of the claim, such as ``"rand-half"``.

    Raises
    ------
    ValueError
        If there is no such claim.

    Examples
    --------
    >>> from aucc_teach.exercises import Break
    >>> Break("rand-half").prompt
    'A claim: If c is above 1/2, some pair is together in both partitions.'
    """

    name: str

    kind = "break"

    def __post_init__(self):
        if self.name not in CLAIMS:
            raise ValueError(f"name must be one of {sorted(CLAIMS)}. Got {self.name!r}.")

    @property
    def prompt(self):
        """The claim."""
        return f"A claim: {CLAIMS[self.name].words}"

    def mistakes(self):
        """List the reasons that do not hold, with what is said to them."""
        claim = CLAIMS[self.name]
        return [reason for i, reason in enumerate(claim.reasons) if i != claim.right]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        claim = CLAIMS[self.name]
        key = {"right": claim.right, "why": _answers(claim), "says": claim.says}
        fields = [vars(field) for field in claim.fields]
        return _question(self, key, claim=self.name, fields=fields, reasons=[reason for reason, _ in claim.reasons])


def judge(name, answer):
    """Judge an answer, with the verdict and the words of the page.

    Parameters
    ----------
    name : str
        Name of the claim.
    answer : dict
        ``way``, which is ``"false"`` or ``"true"``; ``fields``, the texts of a counterexample; ``reason``, the place
        of the reason chosen, or None.

    Returns
    -------
    verdict : str
        One of ``"right"``, ``"wrong"`` and ``"unclear"``.
    words : str
        What is said.

    Examples
    --------
    >>> from aucc_teach.exercises._claims import judge
    >>> verdict, words = judge("rand-half", {"way": "false", "fields": ["a b c", "{a,b},{c}"], "reason": None})
    >>> verdict, words[-33:]
    ('right', 'Read as `a | b | c` and `ab | c`.')
    """
    claim = CLAIMS[name]
    if answer["way"] == "true":
        if answer["reason"] is None:
            return "unclear", "Choose a reason."
        return "right" if answer["reason"] == claim.right else "wrong", _answers(claim)[answer["reason"]]
    try:
        names, values, said = read(claim.fields, answer["fields"])
    except UnreadableError as error:
        return "unclear", str(error)
    outcome, facts = claim.check(names, *values)
    words = claim.says[outcome].format_map(facts)
    return "right" if outcome == "broken" else "wrong", f"{words} {said}".strip()


def _answers(claim):
    """What is said to each reason."""
    why = [words for _, words in claim.reasons]
    if claim.is_true:
        why[claim.right] += f" A search agrees: {claim.searched.format(n=claim.up_to)}, and no counterexample."
    return why
