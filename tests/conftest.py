"""What all tests share: reproducible examples, and the built book in a browser."""

import contextlib
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]

# The same examples on every run and every machine: a failure can be repeated, and a slow machine does not fail a test.
settings.register_profile("reproducible", derandomize=True, deadline=None, database=None)
settings.load_profile("reproducible")

# Scripts that measure; `--doctest-modules` would import them.
collect_ignore = ["benchmarks"]


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """Folder of the built pages. Built here, warnings as errors, unless AUCC_TEACH_BOOK names a folder just built."""
    if given := os.environ.get("AUCC_TEACH_BOOK"):
        return Path(given).resolve()
    output = tmp_path_factory.mktemp("book")
    command = shutil.which("jupyter-book", path=Path(sys.executable).parent)
    options = ["--all", "-W", "--keep-going", "--path-output", str(output)]
    build = subprocess.run([command, "build", str(ROOT), *options], capture_output=True, text=True)
    assert build.returncode == 0, f"the book does not build without warnings:\n{build.stdout}\n{build.stderr}"
    return output / "_build" / "html"


@contextlib.contextmanager
def serve(folder):
    """Run a local server over a folder; its address ends in a slash."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            """Say nothing: pytest shows what matters."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def site(book):
    """Address of a local server over the built book, ending in a slash."""
    with serve(book) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    """Start a headless Chromium: the one that CHROMIUM names, or the first found on the path."""
    names = ["chromium", "chromium-browser", "google-chrome", "chrome"]
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        reason = "no Chromium found; install it (Debian: apt-get install chromium) or set CHROMIUM to its path"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    # The sandbox needs rights that containers lack; the rest keeps the browser from calling home.
    options = "no-sandbox disable-gpu disable-background-networking disable-component-update disable-sync no-first-run"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=[f"--{option}" for option in options.split()])
        yield started
        started.close()
