"""Students' functions run in the sandbox or not at all, and states of demos cannot keep the marking busy."""

import argparse
import json
import time

import class_of_forty as forty
import pandas as pd
import pytest
from class_of_forty import DEAL, MOVE, QUESTIONS, RAND_C, TP, WHOLE, answered, put
from marking import command, verdicts

from aucc_teach.exercises import sandbox


def run(tmp_path, *options):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args([str(tmp_path / "in"), str(tmp_path / "out"), *options])) == 0


def states_of(question):
    """Make states that no page saves: each number huge, and each list as long as an answer may be."""
    start = question.demo_of("x:0").state()
    for name, value in start.items():
        for huge in (
            10**10,
            10**400,
            1e308,
            -(10**9),
            0.5,
            [0] * 9000,
            [[0, 1]] * 3500,
            {str(i): 10**9 for i in range(1500)},
        ):
            yield start | {name: huge}
        if isinstance(value, list):
            yield start | {name: value * (9000 // len(str(value)))}
            yield start | {name: value * 10**4}


@pytest.mark.slow
def test_states_that_no_page_saves_are_judged_at_once():
    wanted = {}
    for id, question in QUESTIONS.items():
        if question.kind == "construct":
            wanted |= {(id, verdicts.text_of(state)): state for state in states_of(question)}
    start = time.process_time()
    found = verdicts.verdicts(QUESTIONS, wanted)
    assert time.process_time() - start < 60
    assert len(found) > 500
    assert {one.verdict for one in found.values()} <= {"impossible", "wrong"}


def test_states_are_judged_by_the_goal():
    wanted = {
        (DEAL, "a"): QUESTIONS[DEAL].demo_of("x:0").state(),
        (DEAL, "b"): "no state",
        (MOVE, "c"): forty.right_answer(QUESTIONS[MOVE]),
    }
    found = verdicts.verdicts(QUESTIONS, wanted)
    assert [found[one].verdict for one in wanted] == ["wrong", "impossible", "right"]


CLEVER = """import json, os
HIDDEN = os.path.expanduser("~"), "book/questions/functions/_pairs.py", "/proc/self/environ"

def rand_c(tp, fn, fp, tn):
    for place in HIDDEN:
        try:
            print(open(place).read())
        except OSError as error:
            print("nothing at", place)
    os.write(1, json.dumps({"verdict": "right", "words": "Well done."}).encode())
    return 0
"""


@pytest.mark.usefixtures("sandbox")
def test_functions_run_in_the_sandbox_and_the_results_say_so(tmp_path, capsys):
    given = {"ada": [(RAND_C, WHOLE, "right"), (TP, "2", "right")], "bob": [(RAND_C, CLEVER, "right")]}
    put(tmp_path / "in", answered(given))
    run(tmp_path)
    assert "Functions ran in the sandbox.\n" in capsys.readouterr().out
    look = pd.read_csv(tmp_path / "out" / "look.csv", index_col="name")
    assert look["why"].to_dict() == {
        "bob": f"The page said right, and it isn't: {RAND_C}. Only a function can differ without forgery."
    }
    verdicts_of = pd.read_csv(tmp_path / "out" / "verdicts.csv").set_index(["name", "question"])["points"]
    assert [verdicts_of[name, RAND_C] for name in ("ada", "bob")] == [1, 0]
    page = (tmp_path / "out" / "class.html").read_text("utf-8")
    assert "<p>Functions that students wrote ran in a sandbox, each different text once" in page
    assert f"may take {sandbox.SECONDS} seconds, 1 GB of memory and 1000 kB of output" in page


@pytest.mark.parametrize("options", [[], ["--no-run"]])
def test_without_a_sandbox_functions_are_not_run_and_take_no_points_away(tmp_path, capsys, monkeypatch, options):
    """The package's tests do without the sandbox; with it, an option leaves functions out."""
    monkeypatch.setattr(sandbox, "is_there", lambda: bool(options))
    put(tmp_path / "in", answered({"ada": [(RAND_C, "import os\nos._exit(7)", "right"), (TP, "2", "right")]}))
    run(tmp_path, *options, "--exercises", RAND_C.partition("/")[0])
    of_exercise = [one for id, one in QUESTIONS.items() if id.partition("/")[0] == RAND_C.partition("/")[0]]
    marked = [one for one in of_exercise if forty.is_marked(one) and one.kind != "write"]
    said = capsys.readouterr().out
    assert command.NOT_RUN in said
    assert f"out of {len(marked)}." in said
    assert "were not run, and don\u2019t count" in (tmp_path / "out" / "class.html").read_text("utf-8")
    table = pd.read_csv(tmp_path / "out" / "verdicts.csv", keep_default_na=False).set_index("question")
    assert table.loc[RAND_C, ["verdict", "points"]].tolist() == ["not run", ""]


def test_texts_that_are_no_functions_are_not_run():
    """A text with half of a character can't be handed on, and no page saves one that long."""
    wanted = {(RAND_C, json.dumps(text)): text for text in (7, "\ud800", "x" * 600_000)}
    found = verdicts.verdicts(QUESTIONS, wanted, run=lambda task, text: text.encode() and pytest.fail("It ran."))
    assert [one.verdict for one in found.values()] == ["impossible"] * 3
