"""Long experiments in small blocks of work: every block has its own seed, and a stopped run goes on where it was.

While an experiment runs, each finished block is one line of a file beside the output, `<output>.partial`. When all
blocks are there, the table is written in one step and that file goes. A block depends on the settings and on its own
number alone, so the table is the same to the byte however often the run was stopped.
"""

import csv
import hashlib
import io
import json
import multiprocessing
import os
import platform
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from aucc_teach.files import write_at_once
from aucc_teach.input import check_integer

__all__ = [
    "Experiment",
    "check_rows",
    "in_order",
    "of_block",
    "read_table",
    "rng_of_block",
    "rounded",
    "run",
]

_CHECKSUM = "# sha256 of what follows: "


class Experiment(NamedTuple):
    """What :func:`run` needs to know of a study.

    ``name`` and ``title``; and functions of a module, so that worker processes find them: ``settings(full)``, a
    dictionary with an integer under "seed"; ``n_blocks(settings)``; ``run_block(settings, block, rng)``, the result of
    a block; and ``rows(settings, results)`` of the table, dictionaries with the columns in order, for results of an
    earlier run come back with their keys sorted. Settings and results are what JSON can hold. ``one_at_a_time``: blocks
    that measure time would disturb each other.
    """

    name: str
    title: str
    settings: Callable
    n_blocks: Callable
    run_block: Callable
    rows: Callable
    one_at_a_time: bool = False


def run(experiment, output, *, full=False, n_jobs=2):
    """Run what is missing of an experiment, and write its table.

    Parameters
    ----------
    experiment : Experiment
        What to run.
    output : path-like
        CSV file to write. If it is there and complete, nothing is done.
    full : bool, default=False
        Whether to run at the scale of the stored tables, and not at the quick one.
    n_jobs : int, default=2
        Number of processes; 1 runs everything in this one. An experiment that measures time always has 1.

    Returns
    -------
    bool
        Whether anything had to be computed.

    Raises
    ------
    ValueError
        If `output`, or what an earlier run left beside it, is damaged, or belongs to another experiment, to other
        settings or, while unfinished, to other versions of the packages.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import studies
    >>> draws = studies.Experiment(
    ...     name="draws",
    ...     title="Three random numbers",
    ...     settings=lambda full: {"seed": 1},
    ...     n_blocks=lambda settings: 3,
    ...     run_block=lambda settings, block, rng: rng.random(),
    ...     rows=lambda settings, results: [{"number": number} for number in results],
    ... )
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = Path(folder, "draws.csv")
    ...     studies.run(draws, table, n_jobs=1), len(studies.read_table(table))
    (True, 3)
    """
    n_jobs = check_integer(n_jobs, "n_jobs", minimum=1)
    output = Path(output)
    settings = experiment.settings(full)
    partial = output.with_name(output.name + ".partial")
    if output.exists():
        found = read_table(output)
        held, its_settings = found.attrs["experiment"], found.attrs["settings"]
        if (held, its_settings) != (experiment.name, settings):
            raise ValueError(
                f"{output} must be free or hold {experiment.name} with settings {settings}. "
                f"It holds {held} with settings {its_settings}: name another output."
            )
        # There if the run was killed between its last two steps.
        partial.unlink(missing_ok=True)
        return False
    header = {"experiment": experiment.name, "settings": settings, "versions": _versions()}
    results = _open_partial(partial, header, experiment.n_blocks(settings))
    _run_missing(experiment, settings, partial, results, n_jobs)
    rows = experiment.rows(settings, [results[block] for block in sorted(results)])
    write_at_once(output, _text_of_table(experiment, header, rows))
    partial.unlink()
    return True


def read_table(path):
    """Read a stored table of an experiment, and check that it is whole.

    Parameters
    ----------
    path : path-like
        CSV file.

    Returns
    -------
    pandas.DataFrame
        The rows, numbers as numbers and an empty cell as NaN. Its ``attrs`` say where it comes from: "experiment",
        "settings" and "versions".

    Raises
    ------
    ValueError
        If the file is no such table, or was changed since it was written.

    Examples
    --------
    In the folder of the project:

    >>> import studies
    >>> table = studies.read_table("book/results/scaling.csv")
    >>> table.attrs["experiment"], list(table.columns), int(table["n"].max())
    ('scaling', ['method', 'n', 's_plus', 's_minus', 'seconds'], 10000)
    """
    try:
        text = Path(path).read_bytes().decode("utf-8")
        comments, body = text.split(_CHECKSUM, 1)
        checksum, body = body.split("\n", 1)
        head = json.loads(comments.splitlines()[1].removeprefix("# "))
        origin = {key: head[key] for key in ("experiment", "settings", "versions")}
    except (ValueError, LookupError, TypeError):
        raise ValueError(f"{path} must be a table written by `python book/studies`. It is not.") from None
    # The header is in the sum too: settings that somebody edited would describe other numbers.
    if checksum != _digest(comments + body):
        raise ValueError(f"{path} must be as it was written. Its checksum differs: it is damaged or was edited.")
    # A word such as "none" stays a word.
    table = pd.read_csv(io.StringIO(body), keep_default_na=False, na_values=[""])
    table.attrs = origin
    return table


def check_rows(rows, columns):
    """Refuse rows of a table that are no DataFrame or lack one of the columns."""
    if not isinstance(rows, pd.DataFrame):
        raise ValueError(f"rows must be a DataFrame, as read_table returns. Got {type(rows).__name__}.")
    absent = [column for column in columns if column not in rows.columns]
    if absent:
        raise ValueError(
            f"rows must have the columns {list(columns)}. Got {list(rows.columns)}, without {absent[0]!r}."
        )


def in_order(rows, columns):
    """Rows with these columns in this order, which results of an earlier run do not keep."""
    return [{column: row[column] for column in columns} for row in rows]


def rounded(value):
    """Return an integer as it is, another number to twelve digits: the rest differs between machines."""
    return int(value) if isinstance(value, int | np.integer) else float(f"{value:.12g}")


def _text_of_table(experiment, header, rows):
    body = io.StringIO()
    writer = csv.DictWriter(body, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    comments = f"# {experiment.title}\n# {_json(header)}\n"
    return f"{comments}{_CHECKSUM}{_digest(comments + body.getvalue())}\n{body.getvalue()}"


def _run_missing(experiment, settings, partial, results, n_jobs):
    """Compute the blocks that `results` lacks, each appended to the partial file as soon as it is there."""
    n_blocks = experiment.n_blocks(settings)
    missing = [block for block in range(n_blocks) if block not in results]
    with (
        partial.open("ab") as file,
        tqdm(total=n_blocks, initial=len(results), desc=experiment.name, unit="block", smoothing=0.05) as bar,
    ):
        for block, result in _compute(experiment, settings, missing, n_jobs):
            file.write(_line({"block": block, "result": result}))
            # On the disk before the next one: a killed run loses what was being computed, nothing else.
            file.flush()
            os.fsync(file.fileno())
            results[block] = result
            bar.update()


def _compute(experiment, settings, blocks, n_jobs):
    run_one = partial(_run_one, experiment.run_block, settings)
    if n_jobs == 1 or experiment.one_at_a_time:
        yield from map(run_one, blocks)
        return
    pool = ProcessPoolExecutor(n_jobs, initializer=_end_with_parent)
    try:
        futures = [pool.submit(run_one, block) for block in blocks]
        yield from (future.result() for future in as_completed(futures))
    finally:
        pool.shutdown(cancel_futures=True)


def _run_one(run_block, settings, block):
    return block, of_block(partial(run_block, settings, block), settings["seed"], block)


def of_block(function, seed, block):
    """What a function makes of the random numbers of one block, on one thread."""
    # Several processes share the machine: more threads than cores would wait for each other.
    with threadpool_limits(1):
        return function(rng_of_block(seed, block))


def rng_of_block(seed, block):
    """Random numbers of one block of an experiment, independent of those of all others.

    Parameters
    ----------
    seed : int
        Seed of the experiment, as its settings have it.
    block : int
        Number of the block, from 0.

    Returns
    -------
    numpy.random.Generator
        Their source.

    Raises
    ------
    ValueError
        If one of them is no integer of at least 0.

    Examples
    --------
    >>> import studies
    >>> rng = studies.rng_of_block(2022, 0)
    >>> bool(rng.random() == studies.rng_of_block(2022, 1).random())
    False
    """
    seed, block = check_integer(seed, "seed", minimum=0), check_integer(block, "block", minimum=0)
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(block,)))


def _end_with_parent():
    """Make a worker end when the run was killed; otherwise it would wait for work for ever."""

    def watch():
        multiprocessing.parent_process().join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _open_partial(path, header, n_blocks):
    """Results by block from the partial file, which is made if there is none."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_at_once(path, _line(header).decode())
        return {}
    content = path.read_bytes()
    whole, _, torn = content.rpartition(b"\n")
    found, *entries = (_parse(line, path) for line in whole.split(b"\n"))
    if found != header:
        raise ValueError(
            f"{path} must hold the unfinished run of {header}. It holds that of {found}: "
            "finish that one as it was begun, delete the file, or name another output."
        )
    results = {}
    for entry in entries:
        if set(entry) != {"block", "result"} or entry["block"] in results or entry["block"] not in range(n_blocks):
            raise ValueError(f"{path} must hold each block once. It is damaged near {str(entry)[:60]}: delete it.")
        results[entry["block"]] = entry["result"]
    if torn:
        # The run was killed while it wrote its last line.
        os.truncate(path, len(content) - len(torn))
    return results


def _line(entry):
    text = _json(entry)
    return f"{_digest(text)[:16]} {text}\n".encode()


def _parse(line, path):
    try:
        checksum, text = line.decode("utf-8").split(" ", 1)
        if checksum == _digest(text)[:16]:
            return json.loads(text)
    except ValueError:
        pass
    raise ValueError(f"{path} must hold an unfinished run. It is damaged, or something else: {line[:40]!r}. Delete it.")


def _versions():
    packages = {name: version(name) for name in ("aucc-teach", "numpy", "scipy", "scikit-learn")}
    return {"python": platform.python_version(), **packages}


def _json(value):
    return json.dumps(value, sort_keys=True)


def _digest(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
