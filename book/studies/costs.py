"""What counting pairs and judging a partition cost: times of six ways, by the numbers of objects and of clusters.

What each way finds is the same on every machine. The seconds are not: they belong to one core of one machine on one
day. What can be compared with another table are the slopes on logarithmic scales, and ratios between ways.
"""

from math import comb
from time import process_time

import numpy as np
from threadpoolctl import threadpool_limits

from aucc_teach.criteria import CRITERIA
from aucc_teach.input import check_integer
from aucc_teach.pairs import co_membership, pair_counts
from studies._runner import Experiment, in_order, rounded

__all__ = ["COUNTS", "EXPERIMENT", "JUDGES", "clustered_points", "two_labellings"]

_SEED = 1971
_COLUMNS = ["way", "n", "k", "found", "seconds"]
_FEW = 10  # clusters, where the objects vary
_MANY = 20_000  # objects, where the clusters vary
JUDGES = ("aucc_score", "silhouette_score", "calinski_harabasz_score")  #: Criteria that are timed.


def _all_pairs(first, second):
    x, y = co_membership(first), co_membership(second)
    tp, fn, fp = (x & y).sum(), (x & ~y).sum(), (~x & y).sum()
    return int(tp), int(fn), int(fp), int(x.size - tp - fn - fp)


def _cells(first, second):
    tp = _pairs_within(first * (second.max() + 1) + second)
    fn, fp = _pairs_within(first) - tp, _pairs_within(second) - tp
    return tp, fn, fp, comb(first.size, 2) - tp - fn - fp


def _pairs_within(labels):
    sizes = np.bincount(labels)
    return int((sizes * (sizes - 1) // 2).sum())


#: Three ways to count the four kinds of pairs of two partitions.
COUNTS = {"all pairs": _all_pairs, "cells": _cells, "pair_counts": pair_counts}


def two_labellings(n, k):
    """Two random partitions of n objects into at most k clusters.

    Parameters
    ----------
    n, k : int
        Numbers of objects and of clusters, at least 1.

    Returns
    -------
    first, second : ndarray of int, shape (n,)
        Labels from 0 to k - 1, the same at every call.

    Raises
    ------
    ValueError
        If one of them is no such integer.

    Examples
    --------
    >>> import studies
    >>> studies.costs.two_labellings(5, 3)
    (array([0, 1, 0, 1, 0]), array([1, 1, 1, 2, 0]))
    """
    n, k = check_integer(n, "n", minimum=1), check_integer(k, "k", minimum=1)
    rng = np.random.default_rng([_SEED, n, k])
    return rng.integers(k, size=n), rng.integers(k, size=n)


def clustered_points(n):
    """Points of the plane in four clusters of equal size (up to one), which are not apart.

    Parameters
    ----------
    n : int
        Number of points, at least 5.

    Returns
    -------
    points : ndarray of float64, shape (n, 2)
        Coordinates, the same at every call.
    labels : ndarray of int, shape (n,)
        Clusters 0 to 3.

    Raises
    ------
    ValueError
        If `n` is no such integer.

    Examples
    --------
    >>> import studies
    >>> points, labels = studies.costs.clustered_points(6)
    >>> points.shape, labels
    ((6, 2), array([0, 1, 2, 3, 0, 1]))
    """
    n = check_integer(n, "n", minimum=5)
    return np.random.default_rng([_SEED, n]).normal(size=(n, 2)), np.arange(n) % 4


def _settings(full):
    # Four times as many objects at each step, and twice as many where the work grows with their square.
    last = 3 if full else 1
    return {
        "seed": _SEED,
        "n_rounds": 7 if full else 2,
        "all pairs": [250, 500, 1000, 2000, 4000, 8000][: 2 * last],
        "cells": [250, 1000, 4000, 16_000, 64_000, 250_000, 1_000_000][: 2 * last + 1],
        "clusters": [10, 30, 100, 300, 1000, 3000][: 2 * last],
        "judges": [100, 200, 400, 800, 1600][: 2 * last],
    }


def _tasks(settings):
    for way in ("all pairs", "cells"):
        yield from ((way, n, _FEW) for n in settings[way])
    for way in ("cells", "pair_counts"):
        yield from ((way, _MANY, k) for k in settings["clusters"])
    for way in JUDGES:
        yield from ((way, n, 4) for n in settings["judges"])


def _run_round(settings, block, rng):
    """Time everything once on one core, in turns, so that all meet the same load."""
    measured = []
    with threadpool_limits(1):
        for way, n, k in _tasks(settings):
            given = clustered_points(n) if way in JUDGES else two_labellings(n, k)
            function = CRITERIA[way].function if way in JUDGES else COUNTS[way]
            start = process_time()
            found = function(*given)
            seconds = process_time() - start
            # Of the four counts the first, from which the others follow.
            measured.append([way, n, k, rounded(found if way in JUDGES else found[0]), seconds])
    return measured


def _rows(settings, results):
    """Take the fastest of all rounds: whatever else the machine does can only add time."""
    rounds = [[dict(zip(_COLUMNS, one, strict=True)) for one in result] for result in results]
    rows = []
    for of_rounds in zip(*rounds, strict=True):
        fastest = min(of_rounds, key=lambda row: row["seconds"])
        rows.append({**fastest, "seconds": f"{fastest['seconds']:.4g}"})
    return in_order(rows, _COLUMNS)


EXPERIMENT = Experiment(
    name="costs",
    title="What counting pairs and judging a partition cost, by the numbers of objects and of clusters",
    settings=_settings,
    n_blocks=lambda settings: settings["n_rounds"],
    run_block=_run_round,
    rows=_rows,
    one_at_a_time=True,
)
