"""Starts Chromium by Playwright, to print pages; it is found on the path or named by CHROMIUM."""

import contextlib
import os
import shutil
from importlib.util import find_spec

__all__ = ["chromium", "missing"]

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


def missing():
    """Name the program that printing lacks; empty if all are there."""
    if find_spec("playwright") is None:
        return "Playwright"
    return "" if _path() else "Chromium"


@contextlib.contextmanager
def chromium():
    """Start the browser, and close it at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_path(), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def _path():
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
