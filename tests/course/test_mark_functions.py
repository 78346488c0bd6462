"""Students' functions and states of demos run in processes with limits, or in the sandbox."""

import argparse
import re
import time

import class_of_forty as forty
import pandas as pd
import psutil
import pytest
from class_of_forty import DEAL, MOVE, QUESTIONS, RAND_C, TP, WHOLE, answered, put
from marking import command, limited_process, verdicts

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
    assert "Functions ran in the sandbox.\n" in capsys.readouterr().out
    look = pd.read_csv(tmp_path / "out" / "look.csv", index_col="name")
    assert look["why"].to_dict() == {
        "bob": f"The page said right, and it's wrong: {RAND_C}. Only a function can differ without forgery."
    }
    verdicts_of = pd.read_csv(tmp_path / "out" / "verdicts.csv").set_index(["name", "question"])["points"]
    assert [verdicts_of[name, RAND_C] for name in ("ada", "bob")] == [1, 0]
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


def test_what_a_function_has_started_ends_with_it():
    code = "import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    lines, is_late = limited_process.limited(f"{code}print(child.pid, flush=True)\nwhile True: pass", "", seconds=1)
    assert is_late
    (pid,) = map(int, lines)
    end = time.monotonic() + 20
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_environment_is_not_handed_over(monkeypatch):
    monkeypatch.setenv("SECRET_OF_MINE", "42")
    lines, _ = limited_process.limited("import os\nprint(os.environ.get('SECRET_OF_MINE'))", "")
    assert lines == ["None\n"]
