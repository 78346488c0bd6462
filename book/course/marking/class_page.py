"""Writes the page of a class: one file that loads nothing."""

import pandas as pd
from marked_text import environment, plain

from aucc_teach.versions import book_version, in_words

from .limited_process import LIMITS
from .notes import ABOUT, version_of

__all__ = ["page_of", "percent", "summary"]

UNDERSTOOD, NOT_UNDERSTOOD = 0.8, 0.6
MOST_COLUMNS = 40  # students that fit side by side on paper


def percent(proportion):
    """Convert a proportion to percent; 0 and 100 only where they are exact."""
    if proportion is None:
        return None
    return min(max(round(100 * proportion), int(proportion > 0)), 100 - int(proportion < 1))


def page_of(results, groups, *, points, most, unmarked, notes, hand_ins, title, ran_in, left_out=False, by_key=False):
    """Write the page of a class.

    The groups are chapters with their objectives; `points` has the points of each file and `most` the maximum,
    `unmarked` lists exercises without points, and `hand_ins` the files that count. `ran_in` says where functions ran,
    if they ran, `left_out` whether they were skipped on request, `by_key` whether this is drawn homework.
    """
    objectives = _objectives(results, groups)
    # Drawn homework has the time of saving only, not of each answer.
    minutes = pd.DataFrame() if by_key else results.minutes()
    students = list(results.students.items())
    templates = environment()
    templates.filters["percent"] = percent
    return templates.get_template("class.html").render(
        title=title,
        sentences=summary(results, objectives, by_key=by_key),
        groups=[group for group in objectives if group["rows"]],
        blocks=[students[i : i + MOST_COLUMNS] for i in range(0, len(students), MOST_COLUMNS)],
        chapters=_chapters(results, groups, minutes),
        notes=_notes(notes),
        students=_students(results, points, minutes),
        has_times=bool(minutes.sum().sum() > 0),
        most=most,
        unmarked=unmarked,
        versions=_versions(hand_ins),
        n_files=len(hand_ins),
        by_key=by_key,
        book=in_words(book_version()),
        has_functions=any(one.kind == "write" for one in results.about.values()),
        ran_in=ran_in,
        left_out=left_out,
        limits=LIMITS.get(ran_in),
    )


# ---- the sentences


def summary(results, objectives, *, by_key=False):
    """Write three sentences: what the class has understood, what it has not, and what to take up again."""
    rows = [(group, row) for group in objectives for row in group["rows"]]
    # An objective that only a few tried says nothing about the class.
    tried = [one for one in rows if 2 * one[1]["n_students"] >= len(results.students) and one[1]["last"] is not None]
    tried.sort(key=lambda one: (one[1]["last"], one[1]["first"]))
    if not tried:
        return {
            "Understood": "No objective was tried by half of the students, so nothing can be said of the class.",
            "Not understood": "The same holds here.",
            "To take up again": _again(results, by_key),
        }
    good = [one for one in tried[::-1] if one[1]["last"] >= UNDERSTOOD][:2]
    poor = [one for one in tried if one[1]["last"] < NOT_UNDERSTOOD][:2]
    # These sentences are about objectives that were tried.
    what, answers = ("family", "answers") if by_key else ("objective", "last answers")
    best = f"On no {what} that at least half of the students tried are {percent(UNDERSTOOD)} percent of the {answers} "
    best += "right. The best is "
    worst = f"On every {what} that at least half of the students tried, {percent(NOT_UNDERSTOOD)} percent of the "
    worst += f"{answers} or more are right. The weakest is "
    return {
        "Understood": _named(good, by_key) if good else best + _named(tried[-1:], by_key),
        "Not understood": _named(poor, by_key) if poor else worst + _named(tried[:1], by_key),
        "To take up again": _again(results, by_key),
    }


def _named(found, by_key):
    parts = []
    for group, row in found:
        last, first = percent(row["last"]), percent(row["first"])
        proportions = f"{last} percent of the last answers are right, and {first} percent of the first ones"
        where = f"{last} percent of the answers are right" if by_key else f"{group['title']}: {proportions}"
        parts.append(f"“{row['words'].rstrip('.')}” ({where})")
    return f"{' and '.join(parts)}."


def _again(results, by_key):
    """Name the foreseen mistake that most students made in the end, or if none is left, at any time."""
    wrong = results.counted[results.counted["mistake"].notna()]
    if wrong.empty:
        return "No foreseen mistake was made."
    last = results.counted.groupby(["id", "file"], sort=False).tail(1)
    left = last[last["mistake"].notna()]
    made = (wrong if left.empty else left).groupby(["id", "mistake"], sort=False)["file"].nunique()
    id, name = made.idxmax()
    answer, words = next((answer, words) for known, answer, words in results.about[id].mistakes if known == name)
    count, of = made.max(), results.counted[results.counted["id"] == id]["file"].nunique()
    prompt = plain(results.about[id].prompt).rstrip(".:")
    if by_key:  # answers differ from student to student
        return f"{count} of {of} students made one mistake in “{prompt}” ({id}). The sentence on it: “{words}”"
    return f"{count} of {of} students answered “{answer}” to “{prompt}” ({id}). The sentence on it: “{words}”"


# ---- the tables


def _objectives(results, groups):
    made = []
    for group in groups:
        rows = []
        for i, (words, labels) in enumerate(group.objectives, start=1):
            found = results.objective(labels)
            if not found["n_questions"] or found["last"] is None:
                continue
            cells = {file: _cell(found, file) for file in results.students}
            number_of = sum(cell is not None for cell in cells.values())
            row = {"number": i, "words": words, "cells": cells, "n_students": number_of}
            rows.append(row | {"first": found["first"], "last": found["last"]})
        made.append({"title": group.title, "rows": rows})
    return made


def _cell(found, file):
    """Count a student's right answers; None without an answer that is right or wrong."""
    answered, right = int(found["answered"][file]), int(found["right"][file])
    if not answered:
        return None
    proportion = right / answered
    return {"percent": percent(proportion), "right": right, "answered": answered, "step": min(int(5 * proportion), 4)}


def _chapters(results, groups, minutes):
    ids = {}
    for id, one in results.about.items():
        ids.setdefault(one.exercise, []).append(id)
    titles = {label: (group.title, title) for group in groups for label, title in group.exercises.items()}
    chapters = {}
    for label, of_label in ids.items():
        chapter, title = titles.get(label, ("Other exercises", label))
        median = minutes[label].median() if label in minutes else None
        exercise = {"label": label, "title": title, "questions": [results.question(id) for id in of_label]}
        chapters.setdefault(chapter, []).append(exercise | {"minutes": median})
    return chapters


def _students(results, points, minutes):
    rows = []
    for file, student in results.students.items():
        tries = results.tries[results.tries["file"] == file]
        times = tries["at"].dropna()
        first, last = results.first[file].dropna(), results.last[file].dropna()
        rows.append(
            {
                "student": student,
                "file": file,
                "points": points.get(file),
                "answered": tries["id"].nunique(),
                "tries": len(tries),
                "first": float(first.mean()) if len(first) else None,
                "last": float(last.mean()) if len(last) else None,
                "minutes": minutes.loc[file].sum() if file in minutes.index else None,
                "days": times.floordiv(86400).nunique(),
            }
        )
    return rows


def _notes(notes):
    by_kind = {}
    for kind, (heading, about) in ABOUT.items():
        if found := [note for note in notes if note.kind == kind]:
            by_kind[kind] = {"heading": heading, "about": about, "notes": found}
    return by_kind


def _versions(hand_ins):
    counts = {}
    for one in hand_ins:
        counts[version_of(one)] = counts.get(version_of(one), 0) + 1
    return counts
