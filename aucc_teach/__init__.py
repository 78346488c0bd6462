"""Judging clusterings by their pairs of objects, from Rand's c to the area under the ROC curve for clustering."""

from importlib.metadata import version
from pathlib import Path

from aucc_teach._lazy import attach, places_of

# The names stand in __init__.pyi, where editors read them too. What is behind a name is imported when it is first used.
__getattr__, __dir__, __all__ = attach(__name__, places_of(Path(__file__).with_suffix(".pyi")))

__version__ = version("aucc-teach")
