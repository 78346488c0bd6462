"""Makes banks of drawn questions in the common form, and writes them for each system."""

from functools import cache

from export import SYSTEMS
from export.banks import bank_of, variants_of
from families import FAMILIES

from aucc_teach.exercises.records import question_of_record

VARIANTS = 8
HOW = {"secret": b"a secret of the tests", "difficulty": 1}


@cache
def banks():
    """Make banks of all families that can have one, by name; every second has decimal commas."""
    made = {
        name: bank_of(family, VARIANTS, comma=bool(i % 2), **HOW) for i, (name, family) in enumerate(FAMILIES.items())
    }
    return {name: bank for name, bank in made.items() if bank is not None}


def everything():
    """List all variants, each with its bank."""
    return [(bank, item) for bank in banks().values() for item in bank.items]


def questions():
    """Yield all variants, each with the question that it was made of."""
    for name, bank in banks().items():
        asked = {
            one["asked"]: one for item in variants_of(FAMILIES[name], VARIANTS, **HOW) for one in item["questions"]
        }
        for item in bank.items:
            one = asked[item.id.partition("/")[2]]
            yield item, question_of_record(one["seen"], one["key"])


def write(system, folder):
    """Write all banks for a system; returns the file."""
    (folder / system).mkdir()
    return folder / system / SYSTEMS[system].write(list(banks().values()), folder / system)
