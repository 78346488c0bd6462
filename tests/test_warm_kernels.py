"""Kernels forked from a process that has imported: as ordinary ones, and gone when whoever started them is gone."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT
from jupyter_client.manager import KernelManager
from nbformat.v4 import new_code_cell, new_notebook, new_output
from run_notebooks import client_for
from warm_kernels import in_reach, kernel_server

pytestmark = pytest.mark.process  # all start kernels, or the process that forks them
forks = pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only")
PYTHON = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
FORKED = "b'book/warm_kernels.py' in open(f'/proc/{os.getppid()}/cmdline', 'rb').read()"
# What differs in each kernel, whoever starts it.
OF_THE_KERNEL = "JPY_PARENT_PID", "JPY_SESSION_NAME", "JUPYTER_PATH"
CELLS = (
    "import numpy as np, pandas as pd, matplotlib.pyplot as plt, sklearn.cluster, scipy.stats",
    "pd.DataFrame(np.arange(60).reshape(2, 30) * 1001, columns=[f'column {i}' for i in range(30)])",
    "print(plt.get_backend(), pd.get_option('display.max_columns'), __name__)\nplt.plot([1, 2])",
    "import os, sys, signal, warnings, threading",
    f"print(os.getcwd(), [path for path in sys.path], sys.flags)\nkept = {OF_THE_KERNEL}",
    "print(*sorted(f'{name}={text}' for name, text in os.environ.items() if name not in kept), sep='\\n')",
    "print(*sorted(map(str, warnings.filters)), sep='\\n')",
    "print(*((name.name, signal.getsignal(name)) for name in signal.valid_signals() if hasattr(name, 'name')))",
    "print(sorted(thread.name.rstrip('0123456789') for thread in threading.enumerate()), os.getpgrp() == os.getpid())",
    "os.write(1, b'written\\n'); os.system('echo of another process'); warnings.warn('careful')",
    "1 / 0",
)


@pytest.fixture(scope="module")
def folder():
    with kernel_server() as folder:
        yield folder


def outputs(path, cells):
    """What cells give, run in a folder, without what differs from run to run."""
    notebook = new_notebook(cells=list(map(new_code_cell, cells)), metadata=PYTHON)
    client_for(notebook, path / "cells.ipynb", timeout=600, allow_errors=True).execute()
    text = json.dumps([cell.outputs for cell in notebook.cells], indent=1)
    return re.sub(r" at 0x\w+|ipykernel_\d+|of \d+ threads", "", text)


@pytest.fixture
def kernel(folder, tmp_path):
    """A forked kernel: its manager and its client."""
    manager = KernelManager(kernel_name="python3")
    with in_reach(folder):
        manager.start_kernel(cwd=tmp_path)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def ask(client, code):
    """The text that a kernel prints."""
    sent = []
    client.execute_interactive(code, timeout=60, output_hook=sent.append)
    return "".join(message["content"]["text"] for message in sent if message["msg_type"] == "stream")


def alive(process):
    """Whether there is a process, other than one that has ended and was not waited for."""
    try:
        return " Z " not in re.sub(r"\(.*\)", "", Path(f"/proc/{process}/stat").read_text())
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@forks
def test_a_forked_kernel_gives_what_an_ordinary_one_gives(folder, tmp_path, monkeypatch):
    """Tables, pictures, warnings, errors, what other processes print; in its own folder and environment."""
    # Set after the process has started.
    outputs_of = {}
    monkeypatch.setenv("SET_LATER", "by this test")
    monkeypatch.delenv("OMP_NUM_THREADS")
    outputs_of["ordinary"] = outputs(tmp_path, CELLS)
    with in_reach(folder):
        outputs_of["forked"] = outputs(tmp_path, CELLS)
        assert "True" in outputs(tmp_path, [f"import os; print({FORKED})"])
    assert outputs_of["forked"] == outputs_of["ordinary"]
    for text in ("image/png", "SET_LATER=by this test", str(tmp_path), "of another process", "ZeroDivisionError"):
        assert text in outputs_of["forked"]


@forks
def test_a_cell_can_be_interrupted_and_the_kernel_goes_on(kernel):
    manager, client = kernel
    asked = client.execute("print('asleep', flush=True); import time; time.sleep(600)")
    while client.get_iopub_msg(timeout=60)["msg_type"] != "stream":
        pass
    manager.interrupt_kernel()
    # Replies to earlier questions come first.
    while (reply := client.get_shell_msg(timeout=60))["parent_header"]["msg_id"] != asked:
        pass
    assert reply["content"]["ename"] == "KeyboardInterrupt"
    assert ask(client, "print(6 * 7)") == "42\n"


@forks
def test_a_signal_reaches_the_kernel_and_what_it_started(kernel):
    manager, client = kernel
    printed = ask(client, "import os, subprocess; print(os.getpid(), subprocess.Popen(['sleep', '600']).pid)")
    manager.signal_kernel(signal.SIGTERM)
    assert manager.provisioner.process.wait(60) == -signal.SIGTERM
    wait_until(lambda: not any(map(alive, printed.split())))


# Starts a process with a kernel, says which processes these are, and then waits or ends.
STARTS_ONE = """
import sys, time
sys.path.insert(0, {book!r})
from jupyter_client.manager import KernelManager
from warm_kernels import in_reach, kernel_server
with kernel_server() as folder:
    manager = KernelManager(kernel_name="python3")
    with in_reach(folder):
        manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    found = []
    client.execute_interactive("import os; print(os.getpid(), os.getppid())", output_hook=found.append)
    (text,) = [one["content"]["text"] for one in found if one["msg_type"] == "stream"]
    print(folder, manager.provisioner.pid, text, flush=True)
    {then}
"""


@forks
@pytest.mark.parametrize("then", ["time.sleep(600)", "pass"])
def test_nothing_remains(then):
    """Neither when whoever started it is killed, nor when it ends while a kernel still runs."""
    code = STARTS_ONE.format(book=str(ROOT / "book"), then=then)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as starter:
        folder, *processes = starter.stdout.readline().decode().split()
        assert len(processes) == 3
        if "sleep" in then:
            assert all(map(alive, processes))
            assert (Path(folder) / "socket").exists()
            starter.kill()
        starter.wait(60)
    wait_until(lambda: not any(map(alive, processes)) and not Path(folder).exists())


@forks
def test_a_kernel_starts_by_itself_when_the_process_was_killed(tmp_path):
    with kernel_server() as folder, in_reach(folder):
        code = ["import os; print(os.getppid())", f"print({FORKED})"]
        first = outputs(tmp_path, code)
        os.kill(int(re.search(r"\d{2,}", first)[0]), signal.SIGKILL)
        assert "True" in first
        assert "False" in outputs(tmp_path, code)


@forks
def test_nbval_has_one_process_for_all_notebooks_and_nothing_else_finds_it(tmp_path):
    cells = {f"import os; print({FORKED})": "True\n", "print(os.environ.get('JUPYTER_PATH') or 'not set')": "not set\n"}
    for name in ("one", "two"):
        notebook = new_notebook(metadata=PYTHON)
        for count, (code, printed) in enumerate(cells.items(), 1):
            output = new_output("stream", name="stdout", text=printed)
            notebook.cells.append(new_code_cell(code, execution_count=count, outputs=[output]))
        notebook.cells.append(new_code_cell(f"_ = open('{name}', 'w').write(str(os.getppid()))", execution_count=3))
        nbformat.write(notebook, tmp_path / f"{name}.ipynb")
    test = """
        import os

        def test_it_is_out_of_reach():
            assert "JUPYTER_PATH" not in os.environ
    """
    (tmp_path / "test_reach.py").write_text(textwrap.dedent(test))
    options = ["--nbval", "-q", "-p", "no:cacheprovider", "-p", "conftest", "-n", "2", "--dist", "loadfile"]
    environment = {name: text for name, text in os.environ.items() if name != "JUPYTER_PATH"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "tests"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "."], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert "7 passed" in done.stdout, done.stdout
    server = (tmp_path / "one").read_text()
    assert (tmp_path / "two").read_text() == server
    assert not alive(server)
