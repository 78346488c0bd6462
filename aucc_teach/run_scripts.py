"""Runs a JavaScript module in Python's process, so that it computes what a page does."""

import functools
import json
import threading

from aucc_teach._lazy import naming_extras
from aucc_teach.join_scripts import joined

__all__ = ["RunningModule", "loaded", "one_at_a_time"]

# QuickJS aborts the process if two threads use one context.
one_at_a_time = threading.RLock()


def loaded(*paths, what="what a demo computes"):
    """Load modules and all that they import into QuickJS, as ``modules``, and return its context.

    Raises
    ------
    ModuleNotFoundError
        If QuickJS is not installed; `what` is what needs it.
    """
    with naming_extras(what):
        import quickjs
    context = quickjs.Context()
    context.set_max_stack_size(2**23)  # browsers have about a megabyte at least
    context.eval(f"const modules = {{}};\n{joined(*paths)}")
    return context


class RunningModule:
    """A JavaScript module without a page, run by QuickJS; each of its exported functions is a method.

    Arguments and what a function returns are plain data; a number that does not exist, NaN, is None, and a whole number
    without end, a BigInt, comes as its digits.

    Parameters
    ----------
    path : str
        Path in this package, such as ``"static/ranking.js"``.

    Raises
    ------
    ModuleNotFoundError
        If QuickJS is not installed.

    Examples
    --------
    >>> from aucc_teach.run_scripts import RunningModule
    >>> RunningModule("static/ranking.js").midRanks([5, 2, 5])
    [2.5, 1, 2.5]
    """

    def __init__(self, path):
        context = loaded(path)
        module = f'modules["{path}"]'
        digits = '(_, value) => (typeof value === "bigint" ? String(value) : value)'
        self._call = context.eval(
            f"(name, given) => JSON.stringify({module}[name](...JSON.parse(given)), {digits}) ?? 'null'",
        )
        self._names = set(json.loads(context.eval(f"JSON.stringify(Object.keys({module}))")))

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._names:
            raise AttributeError(f"the module does not export {name!r}.")
        return lambda *given: json.loads(self._returned(name, json.dumps(given)))

    def _returned(self, name, given):
        with one_at_a_time:
            return self._call(name, given)


@functools.cache
def running(path):
    """Run a module once, and share it."""
    return RunningModule(path)
