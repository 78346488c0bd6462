"""How often intervals for AUCC cover: the one of :func:`aucc_teach.aucc_estimate`, and two that tempt.

Two clusters on a line, whose distance and whose grid of coordinates set AUCC and the proportion of tied comparisons.
AUCC of every data set is known exactly; each data set is estimated once, by each way, from new random numbers.
"""

import math
from itertools import chain, product

import numpy as np
import pandas as pd
from scipy.stats import binomtest, norm

from aucc_teach.aucc import concordance
from aucc_teach.input import check_integer
from aucc_teach.large import aucc_estimate
from studies._runner import Experiment, check_rows, in_order, of_block, rounded

__all__ = [
    "CONFIDENCE",
    "DESIGNS",
    "EXPERIMENT",
    "N_COMPARISONS",
    "PER_BLOCK",
    "WAYS",
    "coverage",
    "make_data_set",
    "rows_of_block",
]

CONFIDENCE = 0.95
N_OBJECTS = 200
#: Distance of the two clusters, in their standard deviation, and step of the grid (0: no grid).
DESIGNS = tuple(product((0.0, 1.5, 2.5, 4.0, 7.0), (0.0, 0.5, 2.0)))
#: Comparisons that are drawn, and for as many the objects of which all pairs are compared: half of each cluster.
N_COMPARISONS = {100: 8, 10_000: 20}
WAYS = ("exact", "normal", "objects")
PER_BLOCK = 50
_SEED = 1934
_COLUMNS = ("block", "distance", "step", "n_comparisons", "n_data_sets")
_COLUMNS += ("aucc", "lowest_aucc", "highest_aucc", "tied_share")
_COLUMNS += tuple(f"{way}_{column}" for way in WAYS for column in ("covers", "width"))


def make_data_set(distance, step, rng):
    """Points on a line in two clusters of 100.

    Parameters
    ----------
    distance : float
        Distance of the means of the clusters, whose standard deviation is 1.
    step : float
        Coordinates are rounded to multiples of this; 0 leaves them as they are.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    X : ndarray of float64, shape (200, 1)
        Points.
    labels : ndarray of int, shape (200,)
        Clusters.

    Examples
    --------
    >>> import studies
    >>> import numpy as np
    >>> X, labels = studies.intervals.make_data_set(2.5, 0.5, np.random.default_rng(0))
    >>> X.shape, bool((X % 0.5 == 0).all()), np.bincount(labels).tolist()
    ((200, 1), True, [100, 100])
    """
    labels = np.repeat([0, 1], N_OBJECTS // 2)
    X = rng.standard_normal(N_OBJECTS) + distance * labels
    return (np.rint(X / step) * step if step else X)[:, None], labels


def rows_of_block(block, *, per_block=PER_BLOCK):
    """Rows of the stored table for one block, computed anew from its seed.

    Parameters
    ----------
    block : int
        Number of the block. Block b holds data sets of ``DESIGNS[b % len(DESIGNS)]``.
    per_block : int, default=50
        How many data sets; the stored table has 50.

    Returns
    -------
    pandas.DataFrame
        One row for each of ``N_COMPARISONS``: the block and its design; mean, lowest and highest AUCC; the mean
        proportion of tied comparisons; and for each of ``WAYS`` how many intervals cover and how wide they are on
        average.

    Raises
    ------
    ValueError
        If the block is negative, or no data set is asked for.

    Examples
    --------
    >>> import studies
    >>> rows = studies.intervals.rows_of_block(3, per_block=2)
    >>> rows[["distance", "step", "n_comparisons", "n_data_sets"]].values.tolist()
    [[1.5, 0.0, 100.0, 2.0], [1.5, 0.0, 10000.0, 2.0]]
    """
    block = check_integer(block, "block", minimum=0)
    settings = {"per_block": check_integer(per_block, "per_block", minimum=1)}
    return pd.DataFrame(of_block(lambda rng: _run_block(settings, block, rng), _SEED, block))


def _run_block(settings, block, rng):
    distance, step = DESIGNS[block % len(DESIGNS)]
    n = settings["per_block"]
    auccs, tied, limits = np.empty(n), np.empty(n), np.empty((n, len(N_COMPARISONS), len(WAYS), 2))
    for i in range(n):
        X, labels = make_data_set(distance, step, rng)
        counts = concordance(X, labels)
        auccs[i], tied[i] = (counts.s_plus + counts.s_zero / 2) / sum(counts), counts.s_zero / sum(counts)
        for j, (n_comparisons, n_objects) in enumerate(N_COMPARISONS.items()):
            value, *exact, _ = aucc_estimate(
                X, labels, n_comparisons=n_comparisons, confidence_level=CONFIDENCE, rng=rng
            )
            limits[i, j] = exact, _normal(value, n_comparisons), _of_objects(X, labels, n_objects, rng)
    known = auccs[:, None, None]
    covers = ((limits[..., 0] <= known) & (known <= limits[..., 1])).sum(axis=0)
    widths = (limits[..., 1] - limits[..., 0]).mean(axis=0)
    design = {"block": block, "distance": distance, "step": step}
    numbers = {"aucc": auccs.mean(), "lowest_aucc": auccs.min(), "highest_aucc": auccs.max(), "tied_share": tied.mean()}
    rows = []
    for j, n_comparisons in enumerate(N_COMPARISONS):
        row = design | {"n_comparisons": n_comparisons, "n_data_sets": n}
        row |= {name: rounded(number) for name, number in numbers.items()}
        for way, n_covers, width in zip(WAYS, covers[j], widths[j], strict=True):
            row |= {f"{way}_covers": int(n_covers), f"{way}_width": rounded(width)}
        rows.append(row)
    return rows


def _normal(value, n_comparisons):
    """Limits by the normal distribution with the estimated standard error, the first in every textbook."""
    reach = norm.ppf((1 + CONFIDENCE) / 2) * math.sqrt(value * (1 - value) / n_comparisons)
    return [value - reach, value + reach]


def _of_objects(X, labels, n_objects, rng):
    """Limits from all comparisons of a few objects, as if these comparisons were independent."""
    halves = [rng.choice(np.flatnonzero(labels == cluster), n_objects // 2, replace=False) for cluster in (0, 1)]
    drawn = np.concatenate(halves)
    s_plus, s_minus, s_zero = concordance(X[drawn], labels[drawn])
    heads = int(rng.binomial(s_zero, 0.5))
    return [float(limit) for limit in binomtest(s_plus + heads, s_plus + s_minus + s_zero).proportion_ci(CONFIDENCE)]


def coverage(rows, way, n_comparisons):
    """How often the intervals of one way cover AUCC, over all rows of a table or a part of it.

    Parameters
    ----------
    rows : pandas.DataFrame
        Stored table, or some of its rows.
    way : {"exact", "normal", "objects"}
        Which interval.
    n_comparisons : int
        One of ``N_COMPARISONS``.

    Returns
    -------
    proportion, error : float
        Proportion of the data sets whose AUCC is covered, and its standard error between the designs; NaN for a single
        one.

    Raises
    ------
    ValueError
        If `rows` is no such table or has no such rows.

    Examples
    --------
    >>> import studies
    >>> table = studies.read_table("book/results/intervals.csv")
    >>> proportion, error = studies.intervals.coverage(table, "exact", 10_000)
    >>> round(proportion, 3), round(error, 3)
    (0.95, 0.003)
    """
    covers, design = f"{way}_covers", ["distance", "step"]
    check_rows(rows, (*design, "n_comparisons", "n_data_sets", covers))
    found = rows[rows["n_comparisons"] == check_integer(n_comparisons, "n_comparisons", minimum=1)]
    n = int(found["n_data_sets"].sum())
    if not n:
        raise ValueError(f"rows must hold n_comparisons = {n_comparisons}. They do not.")
    of_design = found.groupby(design)[[covers, "n_data_sets"]].sum()
    return float(found[covers].sum()) / n, float((of_design[covers] / of_design["n_data_sets"]).sem())


def _settings(full):
    return {"seed": _SEED, "n_blocks": len(DESIGNS) * (8 if full else 1), "per_block": PER_BLOCK}


def _rows(settings, results):
    return in_order(chain.from_iterable(results), _COLUMNS)


EXPERIMENT = Experiment(
    name="intervals",
    title="How often three intervals for AUCC cover it, from no ties to many and from chance to nearly 1",
    settings=_settings,
    n_blocks=lambda settings: settings["n_blocks"],
    run_block=_run_block,
    rows=_rows,
)
