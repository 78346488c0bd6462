"""Judging clusterings by their pairs of objects, from Rand's c to the area under the ROC curve for clustering."""

import warnings
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from aucc_teach._lazy import attach, places_of

# The names stand in __init__.pyi, where editors read them too. What is behind a name is imported when it is first used.
_find, __dir__, __all__ = attach(__name__, places_of(Path(__file__).with_suffix(".pyi")))


def __getattr__(name):
    if name in ("lab", "report"):
        message = f"aucc_teach.{name} is aucc_report.{name} now, and will go from here in the next version."
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(import_module("aucc_report"), name)
    return _find(name)


__version__ = version("aucc-teach")
