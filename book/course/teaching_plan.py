"""What the notes for teaching say of a chapter's parts: minutes, what is for class or for home, what can be skipped."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from reading_time import minutes_by_section

__all__ = ["PLACES", "Minutes", "minutes_table", "plan", "sessions"]

PLACES = {"class": "In class", "home": "At home", "skip": "Can be skipped"}


class Minutes:
    """Minutes of the sections and exercises of a chapter, by title and by label, from its notebook."""

    def __init__(self, notebook):
        self.sections, self.exercises = minutes_by_section(notebook)

    def of(self, part):
        """Minutes of a section or an exercise.

        Raises
        ------
        ValueError
            If the chapter has neither.
        """
        found = {**self.sections, **self.exercises}
        if not part or part not in found:
            known = ", ".join(map(repr, list(found)[1:]))
            raise ValueError(f"a part for class, for home or to be skipped must be among {known}. Got {part!r}.")
        return found[part]


def plan(teaching, minutes):
    """What is for class and for home, and what can be skipped, each with its minutes and a reason; as Markdown."""
    parts = []
    for place, words in PLACES.items():
        if place in teaching:
            named = [f"{_named(part, minutes)} ({minutes.of(part)} min)" for part in teaching[place]["do"]]
            parts.append(f"**{words}**: {', '.join(named)}. {teaching[place]['why'].strip()}")
    return parts


def sessions(chapters, teaching):
    """A session for each chapter: what is read before it, what is for class and for home, with minutes; as Markdown."""
    parts = []
    for number, chapter in enumerate(chapters, start=1):
        minutes, about = Minutes(chapter.notebook), teaching[chapter.name]
        lines = [f"**Session {number}: {chapter.title}**", ""]
        page = f"../{chapter.file.removeprefix('book/')}.ipynb"
        lines.append(f"- Before class ({sum(minutes.sections.values())} min): [{chapter.title}]({page}).")
        for place, words in PLACES.items():
            if place in about:
                done = about[place]["do"]
                named = ", ".join(_named(part, minutes) for part in done)
                lines.append(f"- {words} ({sum(map(minutes.of, done))} min): {named}.")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def minutes_table(minutes):
    """Minutes to read each section and to do each exercise, as a table in Markdown."""
    rows = [(title or "Opening", count) for title, count in minutes.sections.items()]
    rows += [(f"{{ref}}`{label}`", count) for label, count in minutes.exercises.items()]
    to_read, to_do = sum(minutes.sections.values()), sum(minutes.exercises.values())
    rows.append((f"Together: {to_read} to read, {to_do} for the exercises", to_read + to_do))
    return "\n".join(["| Part | Minutes |", "|---|---:|", *(f"| {part} | {count} |" for part, count in rows)])


def _named(part, minutes):
    return f"{{ref}}`{part}`" if part in minutes.exercises else f"*{part}*"
