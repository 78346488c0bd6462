"""Families of drawn questions as banks of variants, of which a learning system gives each student one."""

import re
from pathlib import Path

from drawing import draw_items
from texts import as_markdown

from aucc_teach.exercises._given import question_of_record
from export.items import Group, Item, Quiz, item_of, tags_of

__all__ = ["bank_of", "with_commas"]

# A proof with wrong lines, a counterexample and a function that is run need the page of the homework.
_KINDS = {"number", "objects"}


def bank_of(family, n, *, secret, difficulty=1, comma=False):
    """A quiz of n variants of each question of a family; None if a system cannot ask one of them as it is.

    With `comma`, decimals in all texts stand after a comma, and semicolons part the numbers in a row.
    """
    how = {"secret": secret, "assignment": "bank", "student": "", "difficulty": difficulty}
    (first,) = draw_items([family], 1, **how)
    if not {question["seen"]["kind"] for question in first["questions"]} <= _KINDS:
        return None
    places = list(zip(*(_items(family, drawn, comma) for drawn in draw_items([family], n, **how)), strict=True))
    groups = [
        Group(f"{family.name}, question {place} of {len(places)}", list(variants), is_drawn=True)
        for place, variants in enumerate(places, start=1)
    ]
    return Quiz(f"drawn_{family.name.replace('-', '_')}", f"Drawn: {family.title}", groups)


def with_commas(text):
    """A text whose decimals stand after a comma; then semicolons part the numbers in a row."""
    return re.sub(r"(?<=\d)\.(?=\d)", ",", re.sub(r"(?<=[\d+-]), (?=-?\d)", "; ", text))


def _items(family, drawn, comma):
    """Each question about a drawn object in the common form, with the text about the object before it."""
    written = with_commas if comma else str
    stem = as_markdown(written(drawn["text"])).replace("\n", "  \n")
    tags = tags_of(family.name, family.objectives)
    for place, question in enumerate(drawn["questions"], start=1):
        seen, key = question["seen"], question["key"]
        seen = seen | {"prompt": written(seen["prompt"])}
        key = key | {"hint": written(key["hint"]), "outcome": written(key["outcome"])}
        key["tempting"] = [[value, written(words)] for value, words in key["tempting"]]
        # What is asked is in the name: a bank that is made again replaces nothing by another question.
        id = f"{family.name}-{place}/{question['asked']}"
        blank = Item(id, f"Drawn: {family.title}", stem, seen["prompt"], None, seen["kind"], tags, Path())
        yield item_of(blank, question_of_record(seen, key))
