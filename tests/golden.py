"""Texts that were reviewed, as files in tests/golden: a test compares what is said now with one of them, whole.

Where a text was changed on purpose, `AUCC_TEACH_RENEW_GOLDEN=1 python -m pytest FILE` writes it anew; read `git diff`
before it is committed.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).with_name("golden")


def assert_golden(name, text):
    """Compare a text with the file that was reviewed, or write the file where the environment asks for it."""
    path = FOLDER / name
    if os.environ.get("AUCC_TEACH_RENEW_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
