"""Questions are found from a notebook's folder upward, or where `add` says."""

import os

import pytest
from conftest import ROOT

import aucc_teach as at
from aucc_teach.exercises import folders

# The module imports from its neighbour.
NUMBER = """from aucc_teach.exercises import Number
from .numbers.small import N
EXERCISES = {{"ex-{label}": (Number("Number", {value} * N, hint="Count."),)}}
"""


@pytest.fixture(autouse=True)
def of_the_course_alone(monkeypatch):
    """What a test adds is gone after it."""
    monkeypatch.setattr(folders, "_added", [*folders._added])


def write(folder, label, value):
    (folder / "questions" / "numbers").mkdir(parents=True, exist_ok=True)
    (folder / "questions" / "numbers" / "small.py").write_text("N = 1\n", encoding="utf-8")
    (folder / "questions" / "module.py").write_text(NUMBER.format(label=label, value=value), encoding="utf-8")


def value_of(label, **where):
    return at.exercises.questions_of(label, **where)[0].value


def test_they_are_found_from_a_folder_upward(tmp_path, monkeypatch):
    week = tmp_path / "week"
    write(week, "mine", 6)
    monkeypatch.chdir(week)
    assert value_of("ex-mine") == 6
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"label must be one of .*'ex-pairs-move'.* Got 'ex-mine'"):
        value_of("ex-mine")
    assert value_of("ex-mine", folder=week) == 6
    at.exercises.add(os.path.relpath(week / "questions"))
    assert value_of("ex-mine") == 6


def test_the_nearest_comes_first(tmp_path):
    write(tmp_path, "same", 1)
    write(tmp_path / "inner", "same", 2)
    assert value_of("ex-same", folder=tmp_path) == 1
    assert value_of("ex-same", folder=tmp_path / "inner") == 2
    assert at.exercises.all_questions(folder=tmp_path / "inner")["ex-same"][0].value == 2
    at.exercises.add(tmp_path / "questions")
    assert value_of("ex-pairs-move", folder=tmp_path) == value_of("ex-pairs-move", folder=ROOT / "book")


def test_what_has_changed_is_read_anew(tmp_path):
    write(tmp_path, "changed", 1)
    # A module without the label is not even imported, unless no other has it.
    (tmp_path / "questions" / "loud.py").write_text("raise RuntimeError", encoding="utf-8")
    assert value_of("ex-changed", folder=tmp_path) == 1
    write(tmp_path, "changed", 20)
    assert value_of("ex-changed", folder=tmp_path) == 20
