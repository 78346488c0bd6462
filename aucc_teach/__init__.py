"""Judging clusterings by their pairs of objects, from Rand's c to the area under the ROC curve for clustering."""

from importlib.metadata import version

import lazy_loader

# The names stand in __init__.pyi, where editors read them too. What is behind a name is imported when it is first used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

__version__ = version("aucc-teach")
