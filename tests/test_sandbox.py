"""In the sandbox, functions that somebody hands in do no harm, and learn nothing of what is right."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from test_judged_apart import CHEATS, RIGHT, TASK, assert_finds_nothing, assert_gives_seven, text

from aucc_teach.exercises import Write, check, judge, sandbox
from aucc_teach.exercises.functions import IN_SANDBOX
from aucc_teach.exercises.judge_outputs import GONE, late

pytestmark = pytest.mark.usefixtures("sandbox")


def run(body):
    return sandbox.run_task(TASK, text(body))


# ---- what runs


@pytest.mark.parametrize(
    "body",
    [
        RIGHT,
        "from fractions import Fraction\n    return Fraction(tp + tn, tp + fn + fp + tn)",
        "import numpy as np\n    return np.float64(tp + tn) / np.int64(tp + fn + fp + tn)",
        f"import sys\n    sys.stderr.write('1\\n')\n    sys.stdout.write('2')\n    {RIGHT}",
        f"import time\n    time.sleep(1000)\n    {RIGHT}",
        f"import aucc_teach as at\n    assert at.pair_counts([0, 0, 1], [0, 0, 0]) == (1, 0, 2, 0)\n    {RIGHT}",
    ],
)
def test_what_is_right_is_right(body):
    assert run(body) == ("right", TASK["outcome"])


def test_a_text_goes_there_and_a_function_does_not(capsys):
    assert check("rand_c", text(RIGHT))
    assert check("rand_c", lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn))
    assert capsys.readouterr().out == f"Right. {TASK['outcome']}\n{IN_SANDBOX}\nRight. {TASK['outcome']}\n"
    assert "FileNotFoundError" in judge(Write("rand_c"), text("open('/etc/passwd')")).words


def test_functions_know_nothing_of_each_other():
    keeps = "import builtins, random\n    builtins.kept = tp\n    random.seed(tp)\n    return hasattr(builtins, 'kept')"
    first = run(keeps)
    assert "gives `True`" in first[1]
    assert "gives `False`" in run("import builtins\n    return hasattr(builtins, 'kept')")[1]
    assert run(keeps) == first


# ---- what it cannot do


REACHES = {
    "files": ("return open('/etc/passwd').read()", "FileNotFoundError"),
    "files beside the package": ("return open('/packages/aucc_teach/../README.md').read()", "PermissionError"),
    "the library": ("return open('/usr/local/lib/python315.zip', 'r+b')", "PermissionError"),
    "the network": ("import socket\n    socket.socket().connect(('127.0.0.1', 80))", "OSError"),
    "other processes": ("import subprocess\n    subprocess.run(['ls'])", "OSError"),
    "a shell": ("import os\n    os.system('ls')", "AttributeError"),
    "signals": ("import os\n    os.kill(os.getpid(), 9)", "AttributeError"),
    "threads": ("import threading\n    threading.Thread(target=print).start()", "RuntimeError"),
    "machine code": ("import ctypes\n    return ctypes.string_at(0)", "OSError"),
    "memory": ("x = []\n    while True: x.append(bytearray(10**7))", "MemoryError"),
    "output": ("import os\n    while True: os.write(1, b'x' * 10**5)", "OSError"),
    "its own end": ("raise SystemExit", "SystemExit"),
    "endless calls": (f"return rand_c(tp, fn, fp, tn)\n    {RIGHT}", "RecursionError"),
    "a huge number": ("return 10**5000", "ValueError: Exceeds the limit"),
    "a large result": ("return [0] * 10**6", "ValueError: the result is too long"),
    "a deep result": ("x = []\n    for _ in range(10**4): x = [x]\n    return x", "RecursionError"),
}


@pytest.mark.parametrize("what", REACHES)
def test_what_a_function_reaches_for(what):
    body, error = REACHES[what]
    verdict, words = run(body)
    assert verdict == "wrong"
    assert words.startswith(f"At `rand_c(2, 4, 2, 7)` it stops with `{error}"), words


@pytest.mark.parametrize(
    "body",
    [
        "import os\n    os._exit(0)",
        "import os\n    os.abort()",
        "raise BaseException",
        "compile('+'.join(['1'] * 10**6), '', 'eval')",  # more calls than the stack of WebAssembly has room for
        "import _host\n    while True: _host.call(b'')",
        "import builtins\n    builtins.len = builtins.isinstance = lambda *_: True\n    return 0",
    ],
)
def test_python_can_end_in_there(body):
    assert run(body) == ("wrong", GONE)
    assert run(RIGHT)[0] == "right"


def test_an_endless_loop_is_stopped_and_the_others_are_not(monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 2)
    endless = "print('here')\n    while True:\n        try:\n            while True: pass\n        except: pass"
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(run, [endless, *[RIGHT] * 10]))
    assert found[0] == ("wrong", f"{late(2)}\nPrinted:\n`here`")
    assert {verdict for verdict, _ in found[1:]} == {"right"}


# ---- what it cannot know


def test_what_is_right_is_nowhere_around_the_function():
    assert_finds_nothing(sandbox.run_task)


def test_no_object_passes_for_what_is_right():
    with ThreadPoolExecutor(2) as pool:
        for found in pool.map(run, CHEATS):
            assert_gives_seven(found)


@pytest.mark.parametrize("message", [json.dumps({"verdict": "right", "words": "Well done."}), "[" * 9999])
def test_no_message_passes_for_a_verdict(message):
    assert_gives_seven(run(f"import _host\n    _host.call({message!r}.encode())\n    return 7.0"))


def test_nobody_else_can_put_a_program_there(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "aucc_teach").mkdir()
    (tmp_path / "aucc_teach").chmod(0o777)
    with pytest.raises(ValueError, match=rf"must be yours, .* Got {re.escape(str(tmp_path))}.aucc_teach\.$"):
        sandbox.kept_in()
