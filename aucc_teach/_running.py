"""Runs a JavaScript module in Python's process: what a page computes, without a page."""

import functools
import json

from aucc_teach._lazy import naming_extras
from aucc_teach._modules import joined

__all__ = ["RunningModule"]


class RunningModule:
    """A JavaScript module without a page, run by QuickJS; each of its exported functions is a method.

    Arguments and what a function returns are plain data; a number that does not exist, NaN, is None.

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
    >>> from aucc_teach._running import RunningModule
    >>> RunningModule("static/ranking.js").midRanks([5, 2, 5])
    [2.5, 1, 2.5]
    """

    def __init__(self, path):
        with naming_extras("what a demo computes"):
            import quickjs
        context = quickjs.Context()
        context.set_max_stack_size(2**23)  # the least that a browser has is about a megabyte
        context.eval(f"const modules = {{}};\n{joined(path)}")
        module = f'modules["{path}"]'
        self._call = context.eval(
            f"(name, given) => JSON.stringify({module}[name](...JSON.parse(given))) ?? 'null'",
        )
        self._names = set(json.loads(context.eval(f"JSON.stringify(Object.keys({module}))")))

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._names:
            raise AttributeError(f"the module does not export {name!r}.")
        return lambda *given: json.loads(self._call(name, json.dumps(given)))


@functools.cache
def running(path):
    """Run a module once, for all who ask."""
    return RunningModule(path)
