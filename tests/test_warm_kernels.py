"""Kernels forked from a process that has imported: as ordinary ones, and gone when whoever started them is gone."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT
from nbformat.v4 import new_code_cell, new_notebook
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
