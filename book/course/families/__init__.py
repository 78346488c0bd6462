"""Families of questions: each draws an object, and asks about it with an exact key and foreseen wrong answers."""

from . import agreement, claims, functions, proofs, ranks
from ._family import LEVELS, Family, Item, UnfitError, as_seen, deal, key_of, lures

__all__ = ["FAMILIES", "LEVELS", "Family", "Item", "UnfitError", "as_seen", "deal", "key_of", "lures"]

#: All families by their names.
FAMILIES = {
    family.name: family for module in (agreement, ranks, proofs, claims, functions) for family in module.FAMILIES
}
