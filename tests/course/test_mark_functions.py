"""Students' functions and states of demos run in processes with limits, or in the sandbox."""

import argparse
import re
import time

import class_of_forty as forty
import pandas as pd
import psutil
import pytest
from class_of_forty import DEAL, MOVE, QUESTIONS, RAND_C, TP, WHOLE, answered, is_marked, put
from marking import command, limited_process, verdicts
from marking.command import mark

from aucc_teach.exercises import sandbox


@pytest.mark.process
def test_a_state_that_takes_all_memory_ends_its_process_only():
    question = QUESTIONS[DEAL]
    start = question.demo_of("x:0").state()
    huge = start | {"n_objects": 10**10, "k": 2}
    wanted = {
        (DEAL, "a"): start,
        (DEAL, "b"): huge,
        (DEAL, "c"): "no state",
        (MOVE, "d"): forty.right_answer(QUESTIONS[MOVE]),
    }
    found = verdicts.verdicts(QUESTIONS, wanted)
    assert [found[one].verdict for one in wanted] == ["wrong", "impossible", "impossible", "right"]


def test_functions_are_left_out_if_that_is_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "runner", None)  # calling it would fail
    put(tmp_path / "in", answered({"ada": [(RAND_C, WHOLE, "right"), (TP, "2", "right")]}))
    mark(tmp_path / "in", tmp_path / "out", run=False)
    marks = pd.read_csv(tmp_path / "out" / "marks.csv")
    assert (marks["points"].tolist(), marks["ex-rand-table"].isna().tolist()) == ([1], [True])
    labels = {id.partition("/")[0] for id in (RAND_C, TP)}
    counted = [one for id, one in QUESTIONS.items() if id.partition("/")[0] in labels and is_marked(one)]
    assert marks["out of"].tolist() == [sum(one.kind != "write" for one in counted)]
    page = (tmp_path / "out" / "class.html").read_text("utf-8")
    assert "Functions were not run, as <code>--no-run</code> asks." in page


def test_what_cannot_be_read_here_is_not_called_forged(tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox, "is_there", lambda: False)  # Python of another version than the page's
    newer = "def rand_c(*counts):\n    *b = counts\n    return 1"
    put(tmp_path / "in", answered({"ada": [(RAND_C, newer, "right")], "bob": [(RAND_C, "rand_c = 3", "wrong")]}))
    _, notes, _ = mark(tmp_path / "in", tmp_path / "out")
    named = {note.kind: (note.files, note.words) for note in notes if note.files}
    assert named == {"unclear": (["ada.json"], RAND_C)}


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
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args([str(tmp_path / "in"), str(tmp_path / "out")])) == 0
    assert "functions: They ran in the sandbox.\n" in capsys.readouterr().out
    marks = pd.read_csv(tmp_path / "out" / "marks.csv").set_index("student")
    assert marks["ex-rand-table"].tolist() == [1, 0]
    page = (tmp_path / "out" / "class.html").read_text("utf-8")
    assert "<p>Each different text was run once, <b>in a sandbox</b>" in page
    assert f"may take {sandbox.SECONDS} seconds, 1 GB of memory and 1000 kB of output" in page


@pytest.mark.skipif(not limited_process.CAN_LIMIT, reason="this system has no limits for a process")
@pytest.mark.parametrize(
    ("body", "verdict", "words"),
    [
        ("return (fn + fp) / (tp + fn + fp + tn)", "wrong", "That would be the proportion of disagreements"),
        ("return [0] * 10**10", "wrong", "MemoryError"),
        ("import os\n    while True: os.write(1, b'x' * 10**6)", "wrong", "File too large|Python ended"),
        ("import os\n    os._exit(0)", "wrong", "Python ended before there was an answer"),
        (
            "import os\n    os.write(1, b'[1]\\n{\\n7\\n')\n    return (tp + tn) / (tp + fn + fp + tn)",
            "right",
            "Divide",
        ),
    ],
)
def test_functions_have_limits(body, verdict, words):
    found = limited_process.run_task(QUESTIONS[RAND_C].asked.task, f"def rand_c(tp, fn, fp, tn):\n    {body}\n")
    assert found[0] == verdict
    assert re.search(words, found[1])
    assert len(found[1]) < 4000


def wait_until(holds):
    """Wait until something holds, on a machine that may be busy."""
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(not limited_process.CAN_LIMIT, reason="this system has no limits for a process")
def test_time_is_that_of_the_processor():
    assert limited_process.limited("while True: pass", "", seconds=1) == ([], True)
    assert limited_process.limited("import time; time.sleep(1.5); print(1)", "", seconds=1) == (["1\n"], False)


def test_what_a_function_has_started_ends_with_it():
    code = "import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    lines, is_late = limited_process.limited(f"{code}print(child.pid, flush=True)\nwhile True: pass", "", seconds=1)
    assert is_late
    (pid,) = map(int, lines)
    wait_until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


def test_the_environment_is_not_handed_over(monkeypatch):
    monkeypatch.setenv("SECRET_OF_MINE", "42")
    lines, _ = limited_process.limited("import os\nprint(os.environ.get('SECRET_OF_MINE'))", "")
    assert lines == ["None\n"]


@pytest.mark.process
def test_a_function_in_a_process_may_use_numpy_and_the_package():
    id = "ex-pairs-masks/aucc_of_table"
    start = "import aucc_teach as at\ndef aucc_of_table(distances, labels):\n    "
    package = f'{start}return at.aucc_score(distances, labels, metric="precomputed")'
    turned = f'{start}return 1 - at.aucc_score(distances, labels, metric="precomputed")'
    found = verdicts.verdicts(QUESTIONS, {(id, ""): package, (id, "other"): turned}, run=limited_process.run_task)
    assert [(one.verdict, one.mistake) for one in found.values()] == [("right", None), ("wrong", "far_pairs_win")]
