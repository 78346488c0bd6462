"""The studies of this book, which stand beside the folder of its questions."""

import sys
from pathlib import Path

_BOOK = str(Path(__file__).resolve().parents[1])
if _BOOK not in sys.path:
    sys.path.append(_BOOK)

import studies  # noqa: E402

__all__ = ["studies"]
