"""The result of judging an answer."""

from typing import NamedTuple

__all__ = ["Printed", "Result"]

SCORES = {"right": 1.0, "wrong": 0.0}


class Result(NamedTuple):
    """The result of judging an answer. It is true if the answer is right.

    Parameters
    ----------
    verdict : str
        ``"right"`` or ``"wrong"``; ``"foretold"`` for a prediction and for an open question, in which no answer is
        wrong; ``"unclear"`` for an answer that cannot be read or says too little, which does not count as a try.
    words : str
        What the page says; ``*italics*`` and ```code``` are marked.
    mistake : str or None
        Name of the foreseen mistake, if the answer is one.
    score : float or None
        1 if the answer is right, 0 if it is wrong, None where there is nothing to mark.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.judge(at.exercises.Number("Pairs of four objects?", 6, hint="List them."), "6").score
    1.0
    """

    verdict: str
    words: str
    mistake: str | None
    score: float | None

    @classmethod
    def of(cls, verdict, words, mistake=None):
        """Add the score to a verdict."""
        return cls(verdict, words, mistake, SCORES.get(verdict))

    def __bool__(self):
        return self.verdict == "right"


class Printed(Result):
    """A result whose words are printed already: a notebook shows nothing more of it."""

    def _ipython_display_(self):
        """Show nothing."""
