"""The plan in the teaching notes: minutes of a chapter's parts, what is for class or home, what can be skipped."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from reading_time import minutes_by_section

__all__ = ["PLACES", "Minutes", "plan"]

PLACES = {"class": "In class", "home": "At home", "skip": "Can be skipped"}


class Minutes:
    """The minutes of a chapter's sections, by title, and exercises, by label, from its notebook."""

    def __init__(self, notebook):
        self.sections, self.exercises = minutes_by_section(notebook)

    def of(self, part):
        """Return the minutes of a section or an exercise.

        Raises
        ------
        ValueError
            If the chapter has no such part.
        """
        found = {**self.sections, **self.exercises}
        if not part or part not in found:
            known = ", ".join(map(repr, list(found)[1:]))
            raise ValueError(f"a part for class, for home or to be skipped must be among {known}. Got {part!r}.")
        return found[part]


def plan(teaching, minutes):
    """Write what is for class and home, and what can be skipped, with minutes and reasons, as Markdown."""
    parts = []
    for place, words in PLACES.items():
        if place in teaching:
            named = [f"{_named(part, minutes)} ({minutes.of(part)} min)" for part in teaching[place]["do"]]
            parts.append(f"**{words}**: {', '.join(named)}. {teaching[place]['why'].strip()}")
    return parts


def _named(part, minutes):
    return f"{{ref}}`{part}`" if part in minutes.exercises else f"*{part}*"
