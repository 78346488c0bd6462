"""Sphinx extension: all notebooks run before the pages are read.

MyST-NB runs a notebook when it reads its page, one after the other. Here as
many run at a time as there are cores, the longest first, and each page is then
read with what its notebook gave. That is kept beside the pages, in `.results`,
until the code of the notebook changes, or what all of them use: the packages
and files that the configuration names, and the versions of everything
installed. A notebook that reads other files names them there, too.
"""

import hashlib
import importlib.util
import json
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import joblib
import nbformat
from build_stamp import installed
from parallel_writing import IN_PARALLEL
from sphinx.errors import SphinxError
from sphinx.util.display import status_iterator

BOOK = Path(__file__).resolve().parents[1]
sys.path.append(str(BOOK))
from run_notebooks import client_for, whole_streams  # noqa: E402
from warm_kernels import warm_kernels  # noqa: E402


class NotebookError(SphinxError):
    """Notebooks that fail; the build ends before it reads a page."""

    category = "A notebook fails"


def digest_of(thing):
    """Digest of what JSON can hold."""
    text = json.dumps(thing, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def contents(paths):
    """Names and digests of files."""
    return [
        [path.name, hashlib.sha256(path.read_bytes()).hexdigest()]
        for path in sorted(paths)
        if path.is_file() and "__pycache__" not in path.parts
    ]


def files(app, patterns):
    """Names and digests of the files of the book that match the patterns."""
    found = (Path(app.srcdir).glob(pattern) for pattern in patterns)
    return contents(path for paths in found for path in paths)


def used_by_all(app):
    """Everything that determines the results of all notebooks."""
    specs = map(importlib.util.find_spec, app.config.run_first_packages)
    return [
        sys.version,
        installed(),
        [contents(Path(spec.origin).parent.rglob("*")) for spec in specs],
        files(app, app.config.run_first_files),
    ]


def code_of(notebook):
    """The cells that a kernel runs, with their tags."""
    return [
        [cell.source, cell.metadata.get("tags", [])]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def result_path(app, page):
    """Where the result of a notebook is kept."""
    return Path(app.doctreedir).parent / ".results" / f"{page}.json"


def result_of(app, page):
    """Read what a notebook gave when it ran last, or nothing."""
    try:
        return json.loads(result_path(app, page).read_text("utf-8"))
    except FileNotFoundError:
        return {}


class Run:
    """One notebook that has to run."""

    def __init__(self, path, timeout):
        self.path = path
        self.notebook = nbformat.read(path, as_version=4)
        self.cell = 0
        self.client = client_for(
            self.notebook,
            path,
            timeout=timeout,
            on_cell_execute=self.note_cell,
        )

    def note_cell(self, cell, cell_index):
        """Note which cell runs; called by the client."""
        self.cell = cell_index

    def keep(self, key, kept):
        """Run, and write the result in one step that cannot be interrupted."""
        start = time.monotonic()
        self.client.execute()
        cells = [
            [cell.execution_count, whole_streams(cell.outputs)]
            for cell in self.notebook.cells
            if cell.cell_type == "code"
        ]
        result = {
            "key": key,
            "seconds": time.monotonic() - start,
            "digest": digest_of(cells),
            "language_info": self.notebook.metadata.language_info,
            "cells": cells,
        }
        kept.parent.mkdir(parents=True, exist_ok=True)
        written = kept.with_suffix(".writing")
        written.write_text(json.dumps(result), encoding="utf-8")
        written.replace(kept)

    def stop(self):
        """End the kernel at once."""
        if self.client.km and self.client.km.provisioner:
            os.kill(self.client.km.provisioner.pid, 9)


def uncoloured(error):
    """Text of an error without the colours that a kernel gives it."""
    return re.sub(r"\x1b\[[\d;]*m", "", str(error))


def run_all(runs):
    """Run notebooks, given with what `keep` needs; say which cells fail."""
    failed = {}
    pool = ThreadPoolExecutor(joblib.cpu_count())
    started = {pool.submit(run.keep, *rest): run for run, *rest in runs}
    try:
        for done in status_iterator(
            as_completed(started),
            "running notebooks... ",
            length=len(started),
            stringify_func=lambda done: started[done].path.stem,
        ):
            if error := done.exception():
                failed[started[done]] = error
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for run in started.values():
            run.stop()
        raise
    pool.shutdown()
    if failed:
        raise NotebookError(
            "\n\n".join(
                f"{run.path}, cell {run.cell + 1}:\n{uncoloured(error)}"
                for run, error in failed.items()
            )
        )


def run_first(app, env, added, changed, removed):
    """Run what has to be run; called by Sphinx, as soon as it knows the pages.

    Returns the pages whose results are not those with which they were read.
    """
    for_all = used_by_all(app)
    runs = []
    pages = [
        page
        for page in env.found_docs
        if Path(env.doc2path(page)).suffix == ".ipynb"
    ]
    for page in pages:
        path = Path(env.doc2path(page))
        read = files(app, app.config.run_first_reads.get(page, []))
        code = code_of(nbformat.read(path, as_version=4))
        key = digest_of([for_all, read, code])
        last = result_of(app, page)
        if last.get("key") != key:
            expected = app.config.run_first_seconds.get(page, 0)
            seconds = last.get("seconds", expected)
            run = Run(path, app.config.nb_execution_timeout)
            runs.append((seconds, run, key, result_path(app, page)))
    runs.sort(key=lambda one: one[0], reverse=True)
    with warm_kernels(len(runs)):
        run_all(run for _, *run in runs)
    before = getattr(env, "results", {})
    env.results = {page: result_of(app, page)["digest"] for page in pages}
    return [page for page in pages if before.get(page) != env.results[page]]


def put_in_results(app, page, source):
    """Let the page be read with what its notebook gave; called by Sphinx."""
    if page not in app.env.results:
        return
    result = result_of(app, page)
    notebook = nbformat.reads(source[0], as_version=4)
    notebook.metadata.language_info = result["language_info"]
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    for cell, (count, outputs) in zip(cells, result["cells"], strict=True):
        cell.execution_count = count
        cell.outputs = outputs
    source[0] = nbformat.writes(nbformat.from_dict(notebook))


def setup(app):
    """Set the extension up; called by Sphinx."""
    # Kernels inherit it: with all cores in use, threads wait for each other.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    # All notebooks use these packages (names) and files (patterns); the third
    # setting names the files that one page reads.
    app.add_config_value("run_first_packages", [], "")
    app.add_config_value("run_first_files", [], "")
    app.add_config_value("run_first_reads", {}, "")
    # The longest begin; in the first build these seconds say which they are.
    app.add_config_value("run_first_seconds", {}, "")
    app.connect("env-get-outdated", run_first)
    app.connect("source-read", put_in_results)
    return IN_PARALLEL
