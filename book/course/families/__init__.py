"""Families of questions: each draws an object, and asks about it with an exact key and foreseen wrong answers.

A family is a function that draws an object, a function that asks about it, and an entry in ``FAMILIES`` of its module.
``draw(rng, difficulty)`` returns a dictionary ready for JSON; ``ask(object)`` returns a `QuestionGroup`, a text and the
questions about it, whose tempting values are computed by the foreseen mistakes. An object about which nothing should be
asked raises `UnfitError` and is drawn again. What differs in more than numbers is drawn by ``kind``, once for a class.
Raise ``version`` when you change any of these functions.
``tests/course/brute_force.py`` solves each family by brute force from the printed text alone.
"""

from . import agreement, claims, proofs, ranks
from ._family import DIFFICULTIES, as_seen, draw_from

__all__ = ["DIFFICULTIES", "FAMILIES", "as_seen", "draw_from"]

#: All families by their names.
FAMILIES = {family.name: family for module in (agreement, ranks, proofs, claims) for family in module.FAMILIES}
