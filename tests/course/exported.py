"""Banks of drawn questions in the common form of an export, and written for each system."""

from functools import cache

from export import SYSTEMS
from export.banks import bank_of
from families import FAMILIES

VARIANTS = 8


@cache
def banks():
    """Banks of all families that can have one, by the family's name; every second has decimals after a comma."""
    how = {"secret": b"a secret of the tests", "difficulty": 1}
    made = {
        name: bank_of(family, VARIANTS, comma=bool(i % 2), **how) for i, (name, family) in enumerate(FAMILIES.items())
    }
    return {name: bank for name, bank in made.items() if bank is not None}


def everything():
    """All variants, each with its bank."""
    return [(bank, item) for bank in banks().values() for item in bank.items]


def write(system, folder):
    """Write all banks for a system; returns the file."""
    (folder / system).mkdir()
    return folder / system / SYSTEMS[system].write(list(banks().values()), folder / system)
