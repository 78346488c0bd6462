"""How the time to compute Gamma grows: five ways to count the same comparisons, timed until each gives up.

The counts are exact and the same on every machine. The seconds are not: they belong to one machine on one day. What
can be compared with another table are the slopes on logarithmic scales, and ratios between methods.
"""

from time import perf_counter

import numpy as np
from scipy.spatial.distance import squareform

from aucc_teach.input import check_choice, check_integer
from studies._runner import Experiment, check_rows

__all__ = [
    "EXPERIMENT",
    "METHODS",
    "N_CLUSTERS",
    "pairs_of_pairs",
    "pairs_of_pairs_numpy",
    "problem",
    "quadruples",
    "slope",
    "sort_and_merge",
    "sort_and_search_numpy",
]

N_CLUSTERS = 4
_SEED = 1975
_POINTS_IN_FIT = 5


def quadruples(dissimilarities, labels):
    """Equations (2) and (3) as they stand: four nested sums over objects, every comparison visited four times."""
    d = squareform(dissimilarities).tolist()
    inside = [np.flatnonzero(labels == cluster).tolist() for cluster in np.unique(labels)]
    outside = [np.flatnonzero(labels != cluster).tolist() for cluster in np.unique(labels)]
    s_plus = s_minus = 0
    for members in inside:
        for i in members:
            for j in members:
                if i == j:
                    continue
                within = d[i][j]
                for these, others in zip(inside, outside, strict=True):
                    for r in these:
                        from_r = d[r]
                        for s in others:
                            between = from_r[s]
                            if within < between:
                                s_plus += 1
                            elif within > between:
                                s_minus += 1
    return s_plus // 4, s_minus // 4


def pairs_of_pairs(dissimilarities, labels):
    """Every within pair against every between pair, once."""
    within, between = (values.tolist() for values in _split(dissimilarities, labels))
    s_plus = s_minus = 0
    for w in within:
        for b in between:
            if w < b:
                s_plus += 1
            elif w > b:
                s_minus += 1
    return s_plus, s_minus


def pairs_of_pairs_numpy(dissimilarities, labels):
    """Every within pair against every between pair, one row of the table at a time in NumPy."""
    within, between = _split(dissimilarities, labels)
    s_plus = s_minus = 0
    for w in within:
        s_plus += int(np.count_nonzero(w < between))
        s_minus += int(np.count_nonzero(w > between))
    return s_plus, s_minus


def sort_and_merge(dissimilarities, labels):
    """Sort both kinds of pairs, then walk through both once."""
    within, between = (sorted(values.tolist()) for values in _split(dissimilarities, labels))
    s_plus = s_minus = closer = not_farther = 0
    n_within = len(within)
    for b in between:
        while closer < n_within and within[closer] < b:
            closer += 1
        while not_farther < n_within and within[not_farther] <= b:
            not_farther += 1
        s_plus += closer
        s_minus += n_within - not_farther
    return s_plus, s_minus


def sort_and_search_numpy(dissimilarities, labels):
    """Sort both kinds of pairs, then look up every between pair among the within pairs, in NumPy."""
    within, between = (np.sort(values) for values in _split(dissimilarities, labels))
    closer = int(np.searchsorted(within, between, side="left").sum(dtype=np.int64))
    not_farther = int(np.searchsorted(within, between, side="right").sum(dtype=np.int64))
    return closer, within.size * between.size - not_farther


#: The five ways by name. Each takes condensed dissimilarities and labels, and returns s+ and s- as Python integers.
METHODS = {
    "quadruples": quadruples,
    "pairs of pairs": pairs_of_pairs,
    "pairs of pairs, NumPy": pairs_of_pairs_numpy,
    "sort and merge": sort_and_merge,
    "sort and search, NumPy": sort_and_search_numpy,
}


def problem(n):
    """Dissimilarities and labels of n objects in four clusters of equal size (up to one object).

    Four squares of points that overlap. The dissimilarities are squared distances between whole-number coordinates:
    every machine computes the same ones, to the last bit.

    Parameters
    ----------
    n : int
        Number of objects, at least 8.

    Returns
    -------
    dissimilarities : ndarray of float64, shape (n(n-1)/2,)
        Whole numbers, condensed.
    labels : ndarray of int, shape (n,)
        Clusters 0 to 3.

    Raises
    ------
    ValueError
        If `n` is no integer of at least 8.

    Examples
    --------
    >>> import studies
    >>> dissimilarities, labels = studies.scaling.problem(10)
    >>> dissimilarities.size, labels.tolist()
    (45, [0, 1, 2, 3, 0, 1, 2, 3, 0, 1])
    """
    n = check_integer(n, "n", minimum=2 * N_CLUSTERS)
    labels = np.arange(n) % N_CLUSTERS
    corners = 600_000 * np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    points = corners[labels] + np.random.default_rng([_SEED, n]).integers(1_000_000, size=(n, 2))
    return _squared_distances(points.astype(np.float64)), labels


def _squared_distances(points):
    n = points.shape[0]
    condensed = np.empty(n * (n - 1) // 2)
    start = 0
    for i in range(n - 1):
        steps = points[i + 1 :] - points[i]
        condensed[start : start + n - 1 - i] = steps[:, 0] ** 2 + steps[:, 1] ** 2
        start += n - 1 - i
    return condensed


def _split(dissimilarities, labels):
    within = squareform(labels[:, None] == labels, checks=False)
    return dissimilarities[within], dissimilarities[~within]


def slope(rows, method):
    """Slope of a method's line on logarithmic scales, by least squares through its five largest sizes.

    Parameters
    ----------
    rows : pandas.DataFrame
        Stored table, or a part of it.
    method : str
        One of ``METHODS``.

    Returns
    -------
    float
        Time grows like n to this power.

    Raises
    ------
    ValueError
        If the method is unknown or has fewer than five rows, or `rows` is no such table.

    Examples
    --------
    >>> import pandas as pd
    >>> import studies
    >>> import numpy as np
    >>> sizes = np.array([10, 20, 50, 100, 200])
    >>> rows = pd.DataFrame({"method": "quadruples", "n": sizes, "seconds": sizes**4})
    >>> round(studies.scaling.slope(rows, "quadruples"), 6)
    4.0
    """
    check_choice(method, tuple(METHODS), "method")
    check_rows(rows, ("method", "n", "seconds"))
    measured = rows[rows["method"] == method].sort_values("n")
    if len(measured) < _POINTS_IN_FIT:
        raise ValueError(f"rows must hold at least {_POINTS_IN_FIT} sizes of {method!r}. They hold {len(measured)}.")
    largest = np.log(measured[["n", "seconds"]].tail(_POINTS_IN_FIT))
    return float(np.polyfit(largest["n"], largest["seconds"], 1)[0])


def _settings(full):
    # From 10 upward, with 500 among them; a method gives up after its first call that takes longer than the budget.
    sizes = [10, 14, 20, 30, 50, 70, 100, 140, 200, 300, 500, 700, 1000, 1400, 2000, 3000, 5000, 7000, 10_000]
    if full:
        return {"seed": _SEED, "n_clusters": N_CLUSTERS, "sizes": sizes, "budget_seconds": 10.0, "n_rounds": 3}
    return {"seed": _SEED, "n_clusters": N_CLUSTERS, "sizes": sizes[:9], "budget_seconds": 0.05, "n_rounds": 2}


def _run_round(settings, block, rng):
    """Time every method at every size once, the methods in turns, so that all meet the same load."""
    measured = []
    working = dict(METHODS)
    for n in settings["sizes"]:
        dissimilarities, labels = problem(n)
        for name, method in list(working.items()):
            start = perf_counter()
            s_plus, s_minus = method(dissimilarities, labels)
            seconds = perf_counter() - start
            measured.append([name, n, s_plus, s_minus, seconds])
            if seconds > settings["budget_seconds"]:
                del working[name]
    return measured


def _rows(settings, results):
    """Take the fastest of all rounds: whatever else the machine does can only add time."""
    best = {}
    counts = {}
    for name, n, s_plus, s_minus, seconds in (one for result in results for one in result):
        if counts.setdefault(n, (s_plus, s_minus)) != (s_plus, s_minus):
            raise ValueError(f"all methods must count the same at n = {n}. {name!r} differs.")
        best[name, n] = min(seconds, best.get((name, n), seconds))
    order = list(METHODS)
    return [
        {
            "method": name,
            "n": n,
            "s_plus": counts[n][0],
            "s_minus": counts[n][1],
            "seconds": f"{best[name, n]:.4g}",
        }
        for name, n in sorted(best, key=lambda key: (order.index(key[0]), key[1]))
    ]


EXPERIMENT = Experiment(
    name="scaling",
    title="How the time to compute Gamma grows with the number of objects, in five ways",
    settings=_settings,
    n_blocks=lambda settings: settings["n_rounds"],
    run_block=_run_round,
    rows=_rows,
    one_at_a_time=True,
)
