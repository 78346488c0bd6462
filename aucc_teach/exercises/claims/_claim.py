"""What a claim is made of."""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Claim", "Field"]


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
class Claim:
    """A claim that may be false.

    Parameters
    ----------
    words : str
        The claim.
    fields : tuple of Field
        The parts of a counterexample.
    check : callable
        Called with the names of the objects and the values of the fields. Returns a key of `says` and the facts for
        the gaps in its words: ``"broken"`` for a counterexample, ``"holds"`` where the claim holds, another key where
        the claim says nothing.
    says : dict of str to str
        What an example shows.
    reasons : tuple of (str, str)
        Reasons why it is true, each with what is said to who chooses it.
    right : int, optional
        Place of the right reason, if the claim is true.
    searched : str, optional
        Where no counterexample was found, if it is true; ``{n}`` is `up_to`.
    up_to : int, optional
        Size of the largest examples of that search.
    """

    words: str
    fields: tuple
    check: Callable
    says: dict
    reasons: tuple
    right: int | None = None
    searched: str = ""
    up_to: int = 0

    @property
    def is_true(self):
        """Whether there is no counterexample."""
        return self.right is not None
