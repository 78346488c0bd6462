"""Questions in a folder of one's own: found from the notebook's folder upward, or where `add` says. This repository
knows nothing of them; tests/test_editions.py has them in the editions and in their pages."""

import os
import re

import own_exercises
import pytest
from chapter_boxes import page_html
from conftest import ROOT

import aucc_teach as at
from aucc_teach.exercises import folders, functions

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
    (week / "notebooks" / "first").mkdir(parents=True)
    monkeypatch.chdir(week / "notebooks" / "first")
    assert value_of("ex-own-pairs") == 6
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"label must be one of .*'ex-pairs-move'.* Got 'ex-own-pairs'"):
        value_of("ex-own-pairs")
    assert value_of("ex-own-pairs", folder=week) == 6
    at.exercises.add(os.path.relpath(week / "questions"))
    assert value_of("ex-own-pairs") == 6


def test_the_page_is_told_where_to_look(week):
    assert 'data-label="ex-own-pairs"' in page_html("ex-own-pairs", folder=week)
    assert 'data-demo="pair-table"' in page_html("ex-own-pairs:0", folder=week)
    assert 'data-label="pre-own-pairs"' in page_html("pre-own-pairs", folder=week)


def test_a_claim_of_ones_own_is_judged_and_brings_its_check_along(week):
    at.exercises.add(week / "questions")
    claim = at.exercises.questions_of("ex-own-pairs")[-1]
    for verdict, (text, words) in (("right", own_exercises.BROKEN), ("wrong", own_exercises.HOLDS)):
        result = at.exercises.judge(claim, {"way": "false", "fields": [text], "reason": None})
        assert result[:2] == (verdict, words)
    assert at.exercises.judge(claim, {"way": "true", "fields": [], "reason": 0})[0] == "wrong"
    assert claim.as_json()["script"] == own_exercises.SCRIPT


def test_without_a_folder_it_is_said_how_to_name_one(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "_added", [])
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        ValueError, match=r"there is no folder 'questions' in .* or above it: name one by at\.exercises"
    ):
        value_of("ex-pairs-move")
    with pytest.raises(ValueError, match=r"must be a folder with modules of questions\. Got 'nothing'"):
        at.exercises.add("nothing")


def test_at_the_root_of_a_clone_it_is_said_which_folder_to_name(monkeypatch):
    monkeypatch.setattr(folders, "_added", [])
    monkeypatch.setattr(functions, "_REGISTRY", {})
    monkeypatch.chdir(ROOT)
    for call in (lambda: at.exercises.check("rand_c", len), lambda: at.exercises.show("rand_c")):
        with pytest.raises(ValueError, match="'rand_c', because there is no folder 'questions' in") as refused:
            call()
    # What is said is done.
    said = re.search(r"name one by (at\.exercises\.add\(.*\))\.$", str(refused.value))[1]
    assert said == 'at.exercises.add("book/questions")'
    eval(said)
    assert at.exercises.check("rand_c", lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn))


def test_the_nearest_comes_first(tmp_path):
    write(tmp_path, "same", 1)
    write(tmp_path / "inner", "same", 2)
    assert value_of("ex-same", folder=tmp_path) == 1
    assert value_of("ex-same", folder=tmp_path / "inner") == 2
    assert at.exercises.all_questions(folder=tmp_path / "inner")["ex-same"][0].value == 2
    at.exercises.add(tmp_path / "questions")
    assert value_of("ex-pairs-move", folder=tmp_path) == value_of("ex-pairs-move", folder=ROOT / "book")


def test_a_label_that_stands_twice_in_a_folder_is_refused(tmp_path):
    for name in ("one", "other"):
        write(tmp_path, "twice", 1, name)
    with pytest.raises(ValueError, match=r"'ex-twice' must stand in one module. Got .*one\.py.*other\.py"):
        at.exercises.all_questions(folder=tmp_path)


def test_what_has_changed_is_read_anew(tmp_path):
    write(tmp_path, "changed", 1)
    # A module without the label is not even imported, unless no other has it.
    (tmp_path / "questions" / "loud.py").write_text("raise RuntimeError", encoding="utf-8")
    assert value_of("ex-changed", folder=tmp_path) == 1
    write(tmp_path, "changed", 20)
    assert value_of("ex-changed", folder=tmp_path) == 20


def test_of_two_functions_of_a_name_the_nearest_is_checked(tmp_path, monkeypatch, capsys):
    (tmp_path / "questions").mkdir()
    source = "from aucc_teach.exercises import asked\n\n@asked(cases=[(1,)], hint='h', outcome='Mine.')\n"
    (tmp_path / "questions" / "own.py").write_text(
        source + "def rand_c(n):\n    'n itself.'\n    return n\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    at.exercises.check("rand_c", lambda n: n)
    monkeypatch.chdir(ROOT / "book")
    at.exercises.check("rand_c", lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn))
    assert capsys.readouterr().out.startswith("Right. Mine.\nRight. Divide the diagonal")
