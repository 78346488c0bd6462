"""How the cost of AUCC grows with the number of objects: the exact score, certain bounds, and an estimate.

Bounds and estimates are the same on every machine, up to rounding. Seconds are not: they belong to one machine on one
day, whose processor the settings name. The distances alone, in the blocks in which the bounds compute them, are what no
way of looking at every pair can save.
"""

import platform
import tracemalloc
from pathlib import Path
from time import perf_counter

import numpy as np

from aucc_teach.aucc import aucc_score
from aucc_teach.input import check_choice, check_integer
from aucc_teach.large import _Objects, _Threads, aucc_bounds, aucc_estimate
from studies._runner import Experiment, check_rows, in_order, rounded

__all__ = [
    "EXPERIMENT",
    "N_CLUSTERS",
    "N_DIMENSIONS",
    "WAYS",
    "answers",
    "pairs_per_second",
    "problem",
]

N_CLUSTERS = 10
N_DIMENSIONS = 10
WIDTH = 1e-4
N_JOBS = 2
N_COMPARISONS = 1_000_000
_SEED = 2015


def _sum_of_distances(task):
    return float(sum(distances.sum() for distances, _ in task.pieces()))


def _distances(X, labels):
    """Add up all distances, in the same blocks and threads as the bounds."""
    objects = _Objects(X, labels, "euclidean", None)
    return sum(_Threads(objects, N_JOBS).stream(_sum_of_distances))


#: The ways by name, each a function of data and labels.
WAYS = {
    "score": aucc_score,
    "bounds": lambda X, labels: aucc_bounds(X, labels, width=WIDTH, n_jobs=N_JOBS),
    "distances": _distances,
    "estimate": lambda X, labels: aucc_estimate(X, labels, n_comparisons=N_COMPARISONS, rng=_SEED),
}
_ANSWERS = ("low", "high", "n_passes", "estimate", "estimate_low", "estimate_high", "score")
_COLUMNS = ("n", *_ANSWERS, *(f"{way}_{column}" for way in WAYS for column in ("seconds", "megabytes")))


def problem(n):
    """Data of n objects in ten dimensions, and labels of ten clusters of equal size (up to one object).

    Parameters
    ----------
    n : int
        Number of objects, at least 20.

    Returns
    -------
    X : ndarray of float64, shape (n, 10)
        Standard normal about means that are standard normal themselves, so that the clusters overlap.
    labels : ndarray of int, shape (n,)
        Clusters 0 to 9.

    Raises
    ------
    ValueError
        If `n` is no integer of at least 20.

    Examples
    --------
    >>> import aucc_teach as at
    >>> import studies
    >>> X, labels = studies.growth.problem(500)
    >>> X.shape, round(at.aucc_score(X, labels), 3)
    ((500, 10), 0.872)
    """
    n = check_integer(n, "n", minimum=2 * N_CLUSTERS)
    rng = np.random.default_rng([_SEED, n])
    labels = np.arange(n) % N_CLUSTERS
    means = rng.standard_normal((N_CLUSTERS, N_DIMENSIONS))
    return means[labels] + rng.standard_normal((n, N_DIMENSIONS)), labels


def answers(n, *, with_score=True):
    """What a row of the stored table holds besides seconds and memory, computed anew.

    Parameters
    ----------
    n : int
        Number of objects, at least 20.
    with_score : bool, default=True
        Whether to compute the exact score too, whose pairs have to fit into memory; else it is None.

    Returns
    -------
    dict
        ``low``, ``high`` and ``n_passes`` of :func:`aucc_teach.aucc_bounds`, ``estimate``, ``estimate_low`` and
        ``estimate_high`` of :func:`aucc_teach.aucc_estimate`, and ``score``. Numbers have twelve digits.

    Raises
    ------
    ValueError
        As :func:`problem`.

    Examples
    --------
    >>> import studies
    >>> found = studies.growth.answers(500)
    >>> found["low"] <= found["score"] <= found["high"]
    True
    """
    X, labels = problem(n)
    return _answers(
        {name: way(X, labels) for name, way in WAYS.items() if name != "distances" and (with_score or name != "score")}
    )


def _answers(found):
    bounds, estimate, score = found["bounds"], found["estimate"], found.get("score")
    values = (bounds.low, bounds.high, bounds.n_passes, *estimate[:3])
    return dict(zip(_ANSWERS, [*map(rounded, values), None if score is None else rounded(score)], strict=True))


def pairs_per_second(rows, way):
    """Rate of a way at the largest number of objects that it was measured for.

    Parameters
    ----------
    rows : pandas.DataFrame
        Stored table, or a part of it.
    way : {"score", "bounds", "distances"}
        Which way. The estimate does not look at every pair.

    Returns
    -------
    float
        Pairs of objects in a second.

    Raises
    ------
    ValueError
        If the way is unknown, or `rows` is no such table.

    Examples
    --------
    >>> import pandas as pd
    >>> import studies
    >>> rows = pd.DataFrame({"n": [100, 1000, 2000], "score_seconds": [0.25, 0.5, None]})
    >>> studies.growth.pairs_per_second(rows, "score")
    999000.0
    """
    check_choice(way, ("score", "bounds", "distances"), "way")
    check_rows(rows, ("n", f"{way}_seconds"))
    n, seconds = rows[["n", f"{way}_seconds"]].dropna().sort_values("n").iloc[-1]
    return float(n * (n - 1) / 2 / seconds)


def _processor():
    """Name of the processor; what `platform` says, where the system keeps it elsewhere."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _settings(full):
    quick = {
        "sizes": [500, 1000, 2000],
        "largest_score": 1000,
        "largest_distances": 2000,
        "largest_memory": 2000,
        "largest_repeated": 1000,
        "n_rounds": 2,
    }
    everything = {
        "sizes": [500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000],
        "largest_score": 20_000,
        "largest_distances": 100_000,
        "largest_memory": 100_000,
        "largest_repeated": 100_000,
        "n_rounds": 3,
    }
    fixed = {"width": WIDTH, "n_jobs": N_JOBS, "n_comparisons": N_COMPARISONS, "processor": _processor()}
    return {"seed": _SEED, **fixed, **(everything if full else quick)}


def _blocks(settings):
    """What is measured in each block: seconds at one size, once for each round, or memory at one size."""
    repeated = [n for n in settings["sizes"] if n <= settings["largest_repeated"]]
    once = [n for n in settings["sizes"] if n > settings["largest_repeated"]]
    seconds = [("seconds", n) for sizes in [repeated] * settings["n_rounds"] + [once] for n in sizes]
    return [*seconds, *(("megabytes", n) for n in settings["sizes"] if n <= settings["largest_memory"])]


def _run_block(settings, block, rng):
    """Measure every way once at one size, the ways in turns, so that all meet the same load."""
    column, n = _blocks(settings)[block]
    X, labels = problem(n)
    found, measured = {}, {}
    for name, way in WAYS.items():
        if n > settings.get(f"largest_{name}", n):
            continue
        measure = _seconds if column == "seconds" else _megabytes
        found[name], measured[f"{name}_{column}"] = measure(way, X, labels)
    return {"n": n, "answers": _answers(found), "measured": measured}


def _seconds(way, X, labels):
    start = perf_counter()
    result = way(X, labels)
    return result, perf_counter() - start


def _megabytes(way, X, labels):
    """Return the result, and the most memory that was taken at one time, above that of the data."""
    tracemalloc.start()
    try:
        result = way(X, labels)
        return result, tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def _rows(settings, results):
    """Take the smallest of all rounds: whatever else the machine does can only add time."""
    rows = {}
    for result in results:
        row = rows.setdefault(result["n"], dict.fromkeys(_COLUMNS) | {"n": result["n"]} | result["answers"])
        if {name: row[name] for name in _ANSWERS} != result["answers"]:
            raise ValueError(f"all rounds must find the same at n = {result['n']}. They differ.")
        for column, value in result["measured"].items():
            row[column] = value if row[column] is None else min(row[column], value)
    for row in rows.values():
        row |= {column: f"{row[column]:.4g}" for column in _COLUMNS[-2 * len(WAYS) :] if row[column] is not None}
    return in_order(rows.values(), _COLUMNS)


EXPERIMENT = Experiment(
    name="growth",
    title="How the cost of AUCC grows with the number of objects: the exact score, certain bounds, an estimate",
    settings=_settings,
    n_blocks=lambda settings: len(_blocks(settings)),
    run_block=_run_block,
    rows=_rows,
    one_at_a_time=True,
)
