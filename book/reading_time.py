"""How long a chapter takes: one rule, counted from the notebook itself.

The rates below are set by hand, and are the same for every chapter, so that the
chapters can be compared. They were lowered once: with its demos, reading took a
third to a half longer than the first rates said, and the exercises took one and
a half times as long.
"""

import math
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nbformat
from aucc_teach.exercises import questions_of

WORDS_A_MINUTE = 130
PROOF_WORDS_A_MINUTE = 70
MINUTES = {
    "formulas": 0.4,
    "cells": 3,
    "pictures": 1.5,
    "demos": 5.5,
    "predictions": 0.75,
}
MINUTES_AN_EXERCISE = 4.5  # to read what is asked, and its solution
MINUTES_A_QUESTION = {
    "choice": 0.75,
    "number": 3,
    "objects": 3,
    "order": 3,
    "break": 3.75,
    "construct": 6,
    "write": 7.5,
    "open": 13.5,
}
MINUTES_WITHOUT_QUESTIONS = 7.5  # if an exercise has none to answer in the page

TIME = re.compile(
    r"\*\*Time\*\*: about \d+ minutes to read, \d+ for the exercises"
)
_FOLDED = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
_EXERCISE = re.compile(r"^:::\{exercise\}.*\n:label: (\S+)", re.MULTILINE)
_ASKED = re.compile(r"^:::\{exercise\}.*?^:::$", re.MULTILINE | re.DOTALL)
_SOLUTION = re.compile(r":::\{solution-(start|end)\}")
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_PROOF = re.compile(r"^:::\{prf:proof\}$(.*?)^:::$", re.MULTILINE | re.DOTALL)
_NO_PROSE = re.compile(
    r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\]\([^)]*\)|^:[\w-]+:.*?$|^:::.*?$",
    re.MULTILINE | re.DOTALL,
)
_WORD = re.compile(r"[^\W\d_][\w'-]*")


class Size(NamedTuple):
    """What a reader meets outside of exercises and solutions, and exercises."""

    words: int  # of the text, proofs included
    proof_words: int
    formulas: int  # displayed ones
    cells: int  # of code that is not folded
    pictures: int  # figures and tables
    demos: int
    predictions: int
    exercises: list  # their labels


def size(notebook):
    """Count what a reader meets outside of exercises and solutions.

    To read an exercise is a part of the minutes to do it, wherever it stands.
    """
    texts, cells, predictions, outputs = [], 0, 0, []
    in_solution = False
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            # Odd pieces are the words "start" and "end".
            for piece in _SOLUTION.split(cell.source):
                if piece in ("start", "end"):
                    in_solution = piece == "start"
                elif not in_solution:
                    texts.append(piece)
        elif not in_solution:
            cells += not _FOLDED & set(cell.metadata.get("tags", []))
            predictions += "exercises.predict(" in cell.source
            outputs += [output.get("data", {}) for output in cell.outputs]
    text = "\n\n".join(texts)
    exercises = _EXERCISE.findall(text)
    text = _ASKED.sub("", text)
    proofs = "\n\n".join(_PROOF.findall(text))
    htmls = ["".join(data.get("text/html", "")) for data in outputs]
    return Size(
        words=_n_words(text),
        proof_words=_n_words(proofs),
        formulas=text.count("$$") // 2,
        cells=cells,
        pictures=sum(
            "".join(data.get("text/plain", "")).startswith("<Figure")
            or "captioned-table" in page
            for data, page in zip(outputs, htmls, strict=True)
        ),
        demos=sum("data-demo=" in page for page in htmls),
        predictions=predictions,
        exercises=exercises,
    )


def minutes(notebook):
    """Minutes to read the notebook, and to do its exercises, in fives."""
    found = size(notebook)
    to_read = 5 * math.ceil(_minutes_to_read(found) / 5)
    to_do = 5 * math.ceil(sum(map(_minutes_to_do, found.exercises)) / 5)
    return to_read, to_do


def minutes_by_section(notebook):
    """Minutes to read each section, and to do each exercise, in whole minutes.

    Returns two dictionaries, by the titles of the sections (the opening has
    the title "") and by the labels of the exercises. Because the minutes of a
    chapter are rounded up to fives, those of its parts are scaled so that they
    add up to the same.
    """
    to_read, to_do = minutes(notebook)
    found = {title: size(part) for title, part in _sections(notebook)}
    labels = [label for one in found.values() for label in one.exercises]
    read = {title: _minutes_to_read(one) for title, one in found.items()}
    do = {label: _minutes_to_do(label) for label in labels}
    return _scaled(read, to_read), _scaled(do, to_do)


def with_minutes(notebook):
    """Write the two numbers into the box of the chapter, if it has one."""
    to_read, to_do = minutes(notebook)
    said = (
        f"**Time**: about {to_read} minutes to read, {to_do} for the exercises"
    )
    for cell in notebook.cells[:1]:
        cell.source = TIME.sub(said, cell.source)
    return notebook


def _minutes_to_read(found):
    prose = (found.words - found.proof_words) / WORDS_A_MINUTE
    proofs = found.proof_words / PROOF_WORDS_A_MINUTE
    rest = sum(rate * getattr(found, kind) for kind, rate in MINUTES.items())
    return prose + proofs + rest


def _sections(notebook):
    """Title and cells of the opening and of each section, as notebooks."""
    found = [("", nbformat.v4.new_notebook())]
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            found[-1][1].cells.append(cell)
            continue
        for piece in _SECTION.split(cell.source):
            if piece.startswith("## "):
                title = piece.splitlines()[0].removeprefix("## ").strip()
                found.append((title, nbformat.v4.new_notebook()))
            part = nbformat.from_dict({**cell, "source": piece})
            found[-1][1].cells.append(part)
    return found


def _scaled(exact, total):
    """Whole numbers about in proportion to the exact ones, with a given sum.

    None is 0, unless there are more parts than the sum has minutes.
    """
    if not exact:
        return {}
    factor = total / sum(exact.values())
    whole = {name: int(value * factor) for name, value in exact.items()}
    # The largest remainders are rounded up.
    left = sorted(exact, key=lambda name: whole[name] - exact[name] * factor)
    for name in left[: total - sum(whole.values())]:
        whole[name] += 1
    if total >= len(exact):
        for name in (name for name in exact if not whole[name]):
            whole[max(whole, key=whole.get)] -= 1
            whole[name] = 1
    return whole


@cache
def _minutes_to_do(label):
    try:
        asked = questions_of(label, folder=Path(__file__).parent)
    except ValueError:
        return MINUTES_AN_EXERCISE + MINUTES_WITHOUT_QUESTIONS
    rates = (MINUTES_A_QUESTION[question.kind] for question in asked)
    return MINUTES_AN_EXERCISE + sum(rates)


def _n_words(text):
    return len(_WORD.findall(_NO_PROSE.sub(" ", text)))
