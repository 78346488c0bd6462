"""Run long work in a thread, show its progress, and stop it on request."""

import asyncio
import threading
import time
from functools import partial

from aucc_teach._threads import started

_BETWEEN = 0.1  # seconds from one message about progress to the next


class _StoppedError(Exception):
    """The reader asked for an end."""


class Work:
    """One task in a thread; where threads are missing it runs at once, before the constructor returns.

    ``task(on_progress)`` calls ``on_progress(done, total, what)`` after each of its steps, where it can be stopped. The
    event loop that runs where the work is started, if there is one, calls ``tell(work)`` now and then, and at the end.
    Then ``result`` is what the task returned, or ``error`` what it raised, or both are None because it was stopped.
    """

    def __init__(self, task, tell):
        self.done, self.total, self.what = 0, 1, ""
        self.result = self.error = None
        self.has_ended = False
        self._tell, self._told = tell, -_BETWEEN
        try:
            self._loop = asyncio.get_running_loop()
        except RuntimeError:  # outside a kernel, where Lab.wait() asks
            self._loop = None
        self._stop = threading.Event()
        self._thread = started(partial(self._run, task))

    def wait(self):
        """Wait for the end."""
        if self._thread is not None:
            self._thread.join()

    def stop(self):
        """Ask for an end after the step that is under way, and wait for it."""
        self._stop.set()
        self.wait()

    def _run(self, task):
        try:
            self.result = task(self._on_progress)
        except _StoppedError:
            pass  # the reader asked for this, so there is no result
        except Exception as error:  # the listener shows it, or raises it again
            self.error = error
        self.has_ended = True
        self._call()

    def _on_progress(self, done, total, what):
        if self._stop.is_set():
            raise _StoppedError
        self.done, self.total, self.what = done, total, what
        now = time.monotonic()
        if now - self._told >= _BETWEEN:
            self._told = now
            self._call()

    def _call(self):
        # A kernel closes its loop before it ends.
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, self)
