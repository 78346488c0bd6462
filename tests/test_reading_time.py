"""The minutes that a chapter states come from one rule, which counts all that a reader meets."""

import re
import sys

import nbformat
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "book"))
from reading_time import (
    TIME,
    minutes,
    size,
)
from road_map import chapters, ways
from run_notebooks import chapter_paths

from aucc_teach import exercises

CHAPTERS = {path.stem: nbformat.read(path, as_version=4) for path in chapter_paths()}


def code(source, *, tags=(), **data):
    outputs = [nbformat.v4.new_output("display_data", data=data)] if data else []
    return nbformat.v4.new_code_cell(source, metadata={"tags": list(tags)}, outputs=outputs)


def text(source):
    return nbformat.v4.new_markdown_cell(source)


def notebook(*cells):
    return nbformat.v4.new_notebook(cells=list(cells))


def test_what_is_counted():
    found = size(
        notebook(
            text("# A title of six words, no more\n\n$$\nnot = counted\n$$\n\nNor is `code` or $x$."),
            text(":::{prf:theorem} Two words\n:label: thm-a\n\nOne.\n:::\n\n:::{prf:proof}\nThree words here.\n:::"),
            code("in_view()"),
            code('at.exercises.predict("pre-a")', tags=["remove-input"], **{"text/html": '<p data-label="pre-a">'}),
            code("folded()", tags=["hide-input"], **{"text/plain": "<Figure size 1x1>"}),
            code("table", tags=["hide-input"], **{"text/html": '<div class="captioned-table">', "text/plain": "t"}),
            code("demo", tags=["hide-input"], **{"text/html": '<div data-demo="x">', "text/plain": "d"}),
            text(":::{exercise} Try\n:label: ex-a\n\nDo $$it$$.\n:::\n\n:::{solution-start} ex-a\n:::"),
            code("in_the_solution()"),
            text("Not counted.\n\n:::{solution-end}\n:::\n\nCounted."),
        )
    )
    assert found._asdict() == {
        "words": 7 + 3 + 1 + 3 + 1,
        "proof_words": 3,
        "formulas": 1,
        "cells": 1,
        "pictures": 2,
        "demos": 1,
        "predictions": 1,
        "exercises": ["ex-a"],
    }


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([text("word " * 650)], (5, 0)),
        ([text("word " * 651)], (10, 0)),
        ([code("x"), code("y"), code("z"), text(":::{exercise} E\n:label: ex-none\n:::")], (10, 15)),
        ([text(":::{prf:proof}\n" + "word " * 350 + "\n:::")], (5, 0)),
        ([text(":::{prf:proof}\n" + "word " * 350 + "\n:::\n\nword")], (10, 0)),
        # A prompt is read once: its minutes are a part of those of its exercise.
        ([text(":::{exercise}\n:label: ex-none\n\n" + "word " * 900 + "\n:::")], (0, 15)),
    ],
)
def test_minutes_are_rounded_up_to_fives(cells, expected):
    assert minutes(notebook(*cells)) == expected


def test_exercises_take_what_their_questions_take():
    asked = {
        "ex-rand-fault": ["choice", "choice", "order", "choice", "break"],  # 4.5 + 3 * 0.75 + 3 + 3.75 = 13.5
        "ex-rand-table": ["number", "number", "break", "write"],  # 4.5 + 2 * 3 + 3.75 + 7.5 = 21.75
    }
    for label, kinds in asked.items():
        assert [question.kind for question in exercises.questions_of(label, folder=ROOT / "book")] == kinds
    boxes = [text(f":::{{exercise}} E\n:label: {label}\n:::") for label in asked]
    assert [minutes(notebook(box))[1] for box in boxes] == [15, 25]
    assert minutes(notebook(*boxes))[1] == 40


def test_readme_and_the_page_about_the_book_say_the_hours_and_the_chapters():
    found = chapters()
    hours = ways(found)[1].round().astype(int)
    names = dict(enumerate(("eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"), start=8))
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    for way in ("practice", "theory"):
        assert f"**{way.capitalize()}**, about {names[hours[way]]} hours" in readme
    assert f"about {hours['exercises']} hours, and reading all of it takes {hours['read']};" in readme
    assert f"a main road of {names[found.chapter.isna().sum()]} chapters" in readme
    about = nbformat.read(ROOT / "book" / "back" / "about.ipynb", as_version=4)
    said = f"about {hours['exercises']} hours, whereas reading it takes about {hours['read']}."
    assert said in " ".join(" ".join(cell.source for cell in about.cells).split())


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_states_its_minutes(name):
    chapter = CHAPTERS[name]
    stated = TIME.findall(chapter.cells[0].source)
    to_read, to_do = minutes(chapter)
    assert stated == [f"**Time**: about {to_read} minutes to read, {to_do} for the exercises"]
    assert "**You need**:" in chapter.cells[0].source


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_objective_has_an_exercise(name):
    source = "\n".join(cell.source for cell in CHAPTERS[name].cells if cell.cell_type == "markdown")
    box = source.split(":::{admonition} What you will be able to do\n")[1].split("**Time**")[0]
    objectives = re.findall(r"^(\d+)\. (\w+)", box, flags=re.M)
    named = " ".join(re.findall(r"^\*Objectives? ([^.*]*)", source, flags=re.M))
    assert {number for number, _ in objectives} == set(re.findall(r"\d+", named))
