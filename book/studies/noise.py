"""Clusterings of nothing: five algorithms on points without clusters, scored with AUCC for 2 to 23 clusters.

A study of our own, beside the AUCC paper's study of random partitions: the same number of objects and the same
numbers of clusters, but the partitions come from algorithms that have seen the data.
"""

import math
from functools import partial

import numpy as np
import pandas as pd

from aucc_teach.aucc import PairRanking
from aucc_teach.input import check_choice, check_integer, check_rng
from studies._clusterings import cluster_for_each, cut_as_scipy
from studies._kinds_in_turn import results_of_kind, rows_of_first_and_all
from studies._runner import Experiment, rounded

__all__ = [
    "ALGORITHMS",
    "CERTAIN",
    "DIMENSIONS",
    "EXPERIMENT",
    "KINDS",
    "KS",
    "N_OBJECTS",
    "N_STARTS",
    "cluster",
    "rows_of_setting",
    "structureless",
]

KS = range(2, 24)
N_OBJECTS = 500
KINDS = ("uniform", "normal")
DIMENSIONS = (2, 10)
ALGORITHMS = ("k-means", "ward", "complete", "average", "single")
N_STARTS = 3  # of k-means
CERTAIN = math.sqrt(19)  # Cantelli: a z-score from here on has a p-value of at most 1/20, whatever the distribution

_SETTINGS = [(kind, dimension) for kind in KINDS for dimension in DIMENSIONS]
_SEED = 2001
_FIRST = 10  # replicates of the quick run, which the stored table summarises apart
_COLUMNS = ("aucc_mean", "aucc_std", "z_mean", "z_std", "z_least", "n_certain", "largest_mean")


def structureless(kind, dimension, *, n_objects=N_OBJECTS, rng=None):
    """Points in which there is nothing to find.

    Parameters
    ----------
    kind : {"uniform", "normal"}
        Uniform in the unit cube, or standard normal.
    dimension : int
        Number of coordinates.
    n_objects : int, default=500
        Number of points.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    ndarray of float64, shape (n_objects, dimension)
        The points.

    Raises
    ------
    ValueError
        If there is no such kind, or a number is not a positive integer.

    Examples
    --------
    >>> import studies
    >>> studies.noise.structureless("uniform", 2, n_objects=2, rng=0).round(2)
    array([[0.64, 0.27],
           [0.04, 0.02]])
    """
    check_choice(kind, KINDS, "kind")
    shape = check_integer(n_objects, "n_objects", minimum=1), check_integer(dimension, "dimension", minimum=1)
    rng = check_rng(rng)
    return rng.random(shape) if kind == "uniform" else rng.standard_normal(shape)


def cluster(X, algorithm, ks=KS, *, rng=None):
    """Partitions of the same points into each of several numbers of clusters.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Points; the distance is Euclidean.
    algorithm : {"k-means", "ward", "complete", "average", "single"}
        k-means, the best of 3 starts by its own criterion, anew for each k; or a linkage, whose one tree is cut at
        each k.
    ks : sequence of int, default=range(2, 24)
        Numbers of clusters.
    rng : numpy.random.Generator or int, optional
        Source of randomness for k-means, or a seed for it; the linkages have none.

    Returns
    -------
    ndarray of int, shape (len(ks), n)
        One partition per row, with exactly the number of clusters asked for.

    Raises
    ------
    ValueError
        If there is no such algorithm, or a number of clusters is not between 1 and n.

    Examples
    --------
    >>> import studies
    >>> import numpy as np
    >>> studies.noise.cluster(np.array([[0], [1], [4], [6]]), "single", [3, 2])
    array([[0, 0, 1, 2],
           [0, 0, 1, 1]])
    """
    check_choice(algorithm, ALGORITHMS, "algorithm")
    ks = [check_integer(k, "every number of clusters", minimum=1) for k in ks]
    if not ks or max(ks) > len(X):
        raise ValueError(f"ks must hold numbers of clusters from 1 to n = {len(X)}. Got {ks}.")
    return cluster_for_each(ks, X, algorithm, cut=cut_as_scipy, n_starts=N_STARTS, rng=check_rng(rng))


def rows_of_setting(kind, dimension, *, n_replicates=_FIRST, algorithms=ALGORITHMS):
    """Rows of the stored table for the first replicates of one kind and dimension, computed anew from their seeds.

    Parameters
    ----------
    kind : {"uniform", "normal"}
        Kind of points.
    dimension : {2, 10}
        Number of coordinates.
    n_replicates : int, default=10
        Number of data sets, at least 2. The stored table has 10 and 100.
    algorithms : sequence of str, default=ALGORITHMS
        A part of `ALGORITHMS`.

    Returns
    -------
    pandas.DataFrame
        One row for each algorithm and number of clusters: ``kind``, ``dimension``, ``algorithm``, ``k``,
        ``n_replicates``, mean and standard deviation of AUCC and of its z-score against random labels with the same
        sizes, the least z-score, ``n_certain`` (how many z-scores are at least the square root of 19) and the mean
        proportion of the objects that the largest cluster holds.

    Raises
    ------
    ValueError
        If the study has no such setting or algorithm, or there are fewer than 2 replicates.

    Examples
    --------
    >>> import studies
    >>> rows = studies.noise.rows_of_setting("uniform", 2, n_replicates=2, algorithms=["ward"])
    >>> len(rows), int(rows["k"].min()), int(rows["k"].max())
    (22, 2, 23)
    """
    setting = kind, dimension
    if setting not in _SETTINGS:
        raise ValueError(f"kind and dimension must be one of {_SETTINGS}. Got {setting!r}.")
    n_replicates = check_integer(n_replicates, "n_replicates", minimum=2)
    found = results_of_kind(partial(_score, setting, algorithms), _SEED, setting, _SETTINGS, n_replicates)
    return pd.DataFrame(_summarise(algorithms, setting, found))


def _score(setting, algorithms, rng):
    """For each algorithm and k: AUCC, its z-score, and the proportion of the largest cluster."""
    X = structureless(*setting, rng=rng)
    ranking = PairRanking(X)
    found = []
    for algorithm in algorithms:
        # The linkages draw nothing, so that k-means has the same random numbers whatever else is run.
        partitions = cluster(X, algorithm, rng=rng)
        of_algorithm = []
        for score, labels in zip(ranking.score_many(partitions).tolist(), partitions, strict=True):
            sizes = np.bincount(labels).tolist()
            mean, variance = ranking.null(sizes)
            of_algorithm.append([score, (score - mean) / math.sqrt(variance), max(sizes) / N_OBJECTS])
        found.append(of_algorithm)
    return found


def _summarise(algorithms, setting, found):
    kind, dimension = setting
    found = np.array(found)  # replicate, algorithm, k, quantity
    aucc, z, largest = np.moveaxis(found, -1, 0)
    columns = (
        aucc.mean(axis=0),
        aucc.std(axis=0, ddof=1),
        z.mean(axis=0),
        z.std(axis=0, ddof=1),
        z.min(axis=0),
        (z >= CERTAIN).sum(axis=0),
        largest.mean(axis=0),
    )
    rows = []
    for i, algorithm in enumerate(algorithms):
        for j, k in enumerate(KS):
            place = {"kind": kind, "dimension": dimension, "algorithm": algorithm, "k": k, "n_replicates": len(found)}
            rows.append(place | {name: rounded(column[i, j]) for name, column in zip(_COLUMNS, columns, strict=True)})
    return rows


def _settings(full):
    return {"seed": _SEED, "n_replicates": 100 if full else _FIRST, "algorithms": list(ALGORITHMS)}


def _n_blocks(settings):
    return len(_SETTINGS) * settings["n_replicates"]


def _run_block(settings, number, rng):
    return _score(_SETTINGS[number % len(_SETTINGS)], settings["algorithms"], rng)


def _rows(settings, results):
    return rows_of_first_and_all(partial(_summarise, settings["algorithms"]), _SETTINGS, results, _FIRST)


EXPERIMENT = Experiment(
    name="noise",
    title="Five algorithms on points without clusters: AUCC and its z-scores for 2 to 23 clusters",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
