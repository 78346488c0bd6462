"""Students' code runs here: in the sandbox, or in processes with limits of time, memory and output.

The processes protect the marking from loops that never end and from tables that fill the memory. They are no sandbox: a
function that sets out to do harm can read files and use the network.
"""

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.util import find_spec

from aucc_teach.exercises import sandbox
from aucc_teach.exercises.judge_outputs import GONE, LATE, PROCESS, SECONDS, event_of, process_input, verdict_on

__all__ = ["CAN_LIMIT", "LIMITS", "SECONDS", "limited", "run_task", "runner"]

MEMORY = 2 * 2**30  # bytes of address space; NumPy takes a good part of it
OUTPUT = 200_000  # bytes
# Windows has no such limits, and macOS does not enforce the one on memory.
CAN_LIMIT = find_spec("resource") is not None

LIMITS = {
    "sandbox": {"seconds": sandbox.SECONDS, "memory": sandbox.MEMORY // 2**30, "output": sandbox.OUTPUT // 1000},
    "process": {"seconds": SECONDS, "memory": MEMORY // 2**30, "output": OUTPUT // 1000},
}

_LIMITS = """
try:
    import resource
except ImportError:
    resource = None
for name, most in LIMITS if resource else ():
    try:
        # The soft limit of time sends SIGXCPU; the hard limit kills the process like any other end.
        resource.setrlimit(getattr(resource, name), (most, most + 1))
    except (ValueError, OSError):
        pass
"""


def runner():
    """Choose where functions run on this machine: ``"sandbox"``, ``"process"`` or None, with what runs them."""
    if sandbox.is_there():
        return "sandbox", sandbox.run_task
    return ("process", run_task) if CAN_LIMIT else (None, None)


def limited(code, stdin, *, seconds=SECONDS, memory=MEMORY, output=OUTPUT):
    """Run code in a process that reads `stdin`, and end the process together with all that it started.

    The limit of time counts seconds of the processor, so that nobody loses marks because the machine is busy; after
    three times as long by the clock, the process is stopped in any case. Memory and output are in bytes; the output is
    limited for each file. Returns the complete lines of its standard output, and whether it was stopped.
    """
    limits = {"RLIMIT_AS": memory, "RLIMIT_FSIZE": output, "RLIMIT_CPU": seconds, "RLIMIT_CORE": 0}
    command = [sys.executable, "-I", "-c", f"LIMITS = {list(limits.items())}\n{_LIMITS}\n{code}"]
    # Environment variables may hold secrets.
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG") if name in os.environ}
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
    is_late = False
    # A pipe could take any number of bytes; a file cannot grow beyond the limit.
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=kept | threads,
            start_new_session=True,
        )
        try:
            process.communicate(stdin.encode(), timeout=3 * seconds)
            is_late = process.returncode == -getattr(signal, "SIGXCPU", 0) < 0
        except subprocess.TimeoutExpired:
            is_late = True
        finally:
            _end(process)
        out.seek(0)
        text = out.read(output).decode("utf-8", "ignore")
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")], is_late


def _end(process):
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def run_task(task, text):
    """Run the text of a function on the cases of a task, and judge it as the page does: the verdict and the words."""
    lines, is_late = limited(PROCESS, process_input(task, text))
    return verdict_on(task, map(event_of, lines), LATE if is_late else GONE)
