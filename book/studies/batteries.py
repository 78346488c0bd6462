"""What does a report answer to the tables of public batteries? Their authors have labelled the groups.

The batteries are folders as in Gagolewski's benchmark (2022, "A framework for benchmarking clustering algorithms"):
``battery/name.data.gz`` with a row of numbers for each object, and ``name.labels0.gz``, ``name.labels1.gz`` and so on
with one label for each row, 0 for noise. They are not part of this project: the study reads them from the folder that
the environment variable AUCC_TEACH_BATTERIES names, and only what was answered is stored.
"""

import hashlib
import os
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from studies._ask_report import ANSWER, RULES, as_text, ask
from studies._runner import Experiment

__all__ = ["COLUMNS", "EXPERIMENT", "FOLDER", "MOST_ROWS", "SEEN", "Labelled", "load", "names_in"]

#: The variable of the environment that names the folder.
FOLDER = "AUCC_TEACH_BATTERIES"
#: Of a larger table so many rows are drawn.
MOST_ROWS = 1000
#: Batteries that were looked at while the rule was written; no other was.
SEEN = ("fcps", "sipu")
#: Columns of the stored table. "kind" is the battery and whether it was seen; "truth" has the number of groups of each
#: labelling, of the rows used, and "rows" is how many the file has.
COLUMNS = ("kind", "design", "truth", "rows", *ANSWER, *(rule for rule in RULES if rule != "report"))

_SEED = 2022
_DATA, _LABELS = ".data.gz", ".labels{}.gz"


class Labelled(NamedTuple):
    """A table, ``points`` of shape (n, d), and its ``labellings``, each an integer array of shape (n,), 0 for noise."""

    points: np.ndarray
    labellings: list


def names_in(folder=None):
    """The tables of all batteries in a folder.

    Parameters
    ----------
    folder : path-like, optional
        The folder of the batteries; by default what the environment variable AUCC_TEACH_BATTERIES names.

    Returns
    -------
    list of str
        "battery/name" of each table that has data, in order.

    Raises
    ------
    ValueError
        If no folder is named, or it is not there or has no table.

    Examples
    --------
    >>> import studies
    >>> studies.batteries.names_in("book/results")
    Traceback (most recent call last):
        ...
    ValueError: the folder of the batteries must have files such as fcps/atom.data.gz. 'book/results' has none.
    """
    folder = _folder(folder)
    names = sorted(f"{path.parent.name}/{path.name.removesuffix(_DATA)}" for path in folder.glob(f"*/*{_DATA}"))
    if not names:
        raise ValueError(
            f"the folder of the batteries must have files such as fcps/atom{_DATA}. {str(folder)!r} has none."
        )
    return names


def load(name, *, folder=None):
    r"""Read a table of a battery and all labellings of it.

    Parameters
    ----------
    name : str
        "battery/name", one of those of :func:`names_in`.
    folder : path-like, optional
        As in :func:`names_in`.

    Returns
    -------
    Labelled
        The table.

    Raises
    ------
    ValueError
        If the table or its first labelling is not there, its data are no numbers, or a labelling does not have one
        whole number from 0 for each row.

    Examples
    --------
    >>> import gzip, tempfile
    >>> from pathlib import Path
    >>> import studies
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Path(folder, "own").mkdir()
    ...     for end, text in (("data", "0 1\n0 2\n9 9\n"), ("labels0", "1\n1\n0\n")):
    ...         _ = Path(folder, "own", f"three.{end}.gz").write_bytes(gzip.compress(text.encode()))
    ...     held = studies.batteries.load("own/three", folder=folder)
    >>> held.points.shape, held.labellings
    ((3, 2), [array([1, 1, 0])])
    """
    paths = _files_of(name, _folder(folder))
    points = _numbers(paths[0], ndmin=2)
    labellings = [_numbers(path, ndmin=1) for path in paths[1:]]
    for path, labels in zip(paths[1:], labellings, strict=True):
        if labels.shape != (len(points),) or (labels < 0).any() or (labels % 1).any():
            raise ValueError(
                f"{path.name} must have one whole number from 0 for each of the {len(points)} rows. It has numbers of "
                f"shape {labels.shape}, from {labels.min():g}."
            )
    return Labelled(points, [labels.astype(int) for labels in labellings])


def _folder(given):
    given = os.environ.get(FOLDER) if given is None else given
    if not given:
        raise ValueError(f"{FOLDER} must name the folder of the batteries. It is not set.")
    if not Path(given).is_dir():
        raise ValueError(f"{FOLDER} must name the folder of the batteries. There is no folder {str(given)!r}.")
    return Path(given)


def _files_of(name, folder):
    data = folder / f"{name}{_DATA}"
    first = folder / f"{name}{_LABELS.format(0)}"
    for path in (data, first):
        if not path.is_file():
            raise ValueError(f"{name!r} must be a table of {str(folder)!r} with labels. There is no {path.name}.")
    labels, number = [], 0
    while (path := folder / f"{name}{_LABELS.format(number)}").is_file():
        labels.append(path)
        number += 1
    return [data, *labels]


def _numbers(path, *, ndmin):
    try:
        return np.loadtxt(path, ndmin=ndmin)
    except (ValueError, OSError, EOFError) as error:
        raise ValueError(f"{path.name} must hold numbers in rows of the same length. {error}") from error


def _digest(name, folder):
    return hashlib.sha256(b"".join(path.read_bytes() for path in _files_of(name, folder))).hexdigest()[:16]


def _settings(full):
    """All tables that are there, or the first of each battery, each with a checksum of its files."""
    names, folder = names_in(), _folder(None)
    if not full:
        names = list({name.split("/")[0]: name for name in reversed(names)}.values())[::-1]
    return {"seed": _SEED, "full": full, "tables": {name: _digest(name, folder) for name in names}}


def _n_blocks(settings):
    return len(settings["tables"])


def _run_block(settings, number, rng):
    name = list(settings["tables"])[number]
    points, labellings = load(name)
    n = len(points)
    drawn = np.sort(rng.choice(n, MOST_ROWS, replace=False)) if n > MOST_ROWS else np.arange(n)
    truth = as_text(np.unique(labels[drawn][labels[drawn] > 0]).size for labels in labellings)
    table = pd.DataFrame(points[drawn]).add_prefix("x")
    return {"truth": truth, "rows": n} | ask(table, rivals="all", rng=rng)


def _rows(settings, results):
    rows = []
    for name, found in zip(settings["tables"], results, strict=True):
        battery, design = name.split("/")
        known = {"kind": f"{battery}, {'seen' if battery in SEEN else 'new'}", "design": design}
        rows.append({column: (known | found).get(column) for column in COLUMNS})
    return sorted(rows, key=lambda row: row["kind"].endswith("seen"))


EXPERIMENT = Experiment(
    name="batteries",
    title="What reports answer to the tables of public batteries, beside other rules (needs the data)",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
