"""Threads where there are any: in WebAssembly, and where a limit is reached, none can be started."""

import threading
from concurrent.futures import ThreadPoolExecutor


def in_threads(function, parts):
    """Call a function on each part in a thread of its own, and list the results.

    One part needs no thread. Where none can be started, this one does all parts, so the function must give the same
    again for a part that it was called with before.
    """
    if len(parts) > 1:
        with ThreadPoolExecutor(len(parts)) as pool:
            try:
                futures = [pool.submit(function, part) for part in parts]
            except RuntimeError:  # the pool does what it has taken, if a thread of it has started
                futures = []
        if futures:
            return [future.result() for future in futures]
    return [function(part) for part in parts]


def started(task):
    """Start a task in a thread; where none can be started, do the task here and return None."""
    thread = threading.Thread(target=task, daemon=True)
    try:
        thread.start()
    except RuntimeError:
        task()
        return None
    return thread


def can_start():
    """Whether a thread can be started."""
    try:
        threading.Thread(target=str).start()
    except RuntimeError:
        return False
    return True
