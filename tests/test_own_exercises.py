"""Questions in a folder of one's own: found from the notebook's folder upward, or where `add` says. This repository
knows nothing of them; tests/test_editions.py has them in the editions and in their pages."""

import os

import own_exercises
import pytest
from conftest import ROOT

import aucc_teach as at
from aucc_teach.exercises import folders

NUMBER = """from aucc_teach.exercises import Number
EXERCISES = {{"ex-{label}": (Number("Number", {value}, hint="Count."),)}}
"""


@pytest.fixture(autouse=True)
def of_the_course_alone(monkeypatch):
    """What a test adds is gone after it."""
    monkeypatch.setattr(folders, "_added", [*folders._added])


@pytest.fixture
def week(tmp_path):
    own_exercises.write(tmp_path / "week")
    return tmp_path / "week"


def write(folder, label, value, name="own"):
    (folder / "questions").mkdir(parents=True, exist_ok=True)
    (folder / "questions" / f"{name}.py").write_text(NUMBER.format(label=label, value=value), encoding="utf-8")


def value_of(label, **where):
    return at.exercises.questions_of(label, **where)[0].value


@pytest.mark.process
def test_the_notebook_finds_its_questions_in_a_kernel(week):
    asked, shown, checked = (cell.outputs for cell in own_exercises.run(week).cells if "exercises." in cell.source)
    assert [output.data["text/plain"] for output in asked] == ["Exercise('pre-own-pairs')"]
    assert [output.data["text/plain"] for output in shown] == ["Exercise('ex-own-pairs')", "PairTable()"]
    assert all("application/vnd.jupyter.widget-view+json" in output.data for output in shown)
    assert [output.text for output in checked] == ["Right. So many.\n"]


def test_they_are_found_from_a_folder_upward(week, tmp_path, monkeypatch):
    monkeypatch.chdir(week)
    assert value_of("ex-own-pairs") == 6
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"label must be one of .*'ex-pairs-move'.* Got 'ex-own-pairs'"):
        value_of("ex-own-pairs")
    assert value_of("ex-own-pairs", folder=week) == 6
    at.exercises.add(os.path.relpath(week / "questions"))
    assert value_of("ex-own-pairs") == 6


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
