"""Rand's experiment of 1971: two clustering methods judged by four questions, with Rand's c as the yardstick.

Both methods start with every point in a cluster of its own and join two clusters at a time, those two that leave the
smallest criterion. T/N divides the sum of all distances within clusters by their number. AA averages the average
within distances of the clusters, which is 0/0 for a cluster of one point: the paper does not say what then, so AA is
run here in several readings. `METHODS` names them.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import binomtest, norm

from aucc_teach.input import check_choice, check_integer, check_rng
from studies._runner import Experiment, check_rows, rng_of_block

__all__ = [
    "EXPERIMENT",
    "KS",
    "METHODS",
    "N_PAIRS",
    "N_REPLICATES",
    "PRINTED",
    "PRINTED_UNITS",
    "SIZES",
    "Cell",
    "Deviation",
    "Method",
    "agglomerate",
    "agreement_of_methods",
    "cells_of_rows",
    "compare_with_printed",
    "deviation",
    "missing_data",
    "perturbation",
    "retrieval",
    "rows_of_block",
    "standard_errors",
]

KS = range(10, 1, -1)
N_REPLICATES = 100  # Rand's, and the size of one block of work
N_PAIRS = {2: 435, 3: 435, 4: 300, 5: 435}  # by table: of 30 points, and of the 25 that Table 4 compares
_SEED = 1971
_PLACE = ("table", "method", "perturbation", "k")
_COUNTS = ("sum1", "sum2", "sum3", "sum4", "n_equal")

# Standard deviation of the perturbations. The paper's N(0, .01) is 0.1 if .01 is the variance, 0.01 if it is the
# standard deviation; the square root of 0.1 is what a lost digit would make of the variance.
SIZES = (0.01, 0.1, 0.2, 0.25, 0.3, 0.3162)


def _n_distances(sizes):
    return sizes * (sizes - 1) / 2


def _n_entries(sizes):
    """Half of the entries of a cluster's distance matrix, the zero diagonal included."""
    return sizes * sizes / 2


class Method(NamedTuple):
    """One reading of a criterion: pooled (T/N) or averaged over clusters (AA).

    `weight` is what a cluster's sum of distances is divided by, and `singles` what is done about clusters of one
    point: "skip" leaves them out of the average, "zero" counts their average as 0, "first" leaves them out too but
    takes, of all joins, only those that leave the fewest of them.
    """

    pooled: bool
    weight: Callable = _n_distances
    singles: str = "skip"


METHODS = {
    "T/N": Method(pooled=True),
    "T/N entries": Method(pooled=True, weight=_n_entries),
    "AA skip": Method(pooled=False),
    "AA zero": Method(pooled=False, singles="zero"),
    "AA entries": Method(pooled=False, weight=_n_entries),
    "AA first": Method(pooled=False, singles="first"),
    "AA first entries": Method(pooled=False, weight=_n_entries, singles="first"),
}

# The numbers that Rand printed, K = 10 .. 2, in his order of columns: Tables 2 to 5 of Rand (1971).
# Per method: average of c, standard deviation of c, percentage (of 100 replicates) of complete agreement.
PRINTED = {
    (2, "T/N"): (
        (0.87, 0.88, 0.88, 0.89, 0.89, 0.88, 0.84, 0.75, 0.60),
        (0.020, 0.023, 0.027, 0.034, 0.039, 0.046, 0.038, 0.045, 0.048),
        (0, 0, 0, 0, 0, 3, 0, 0, 0),
    ),
    (2, "AA"): (
        (0.71, 0.68, 0.68, 0.63, 0.56, 0.50, 0.43, 0.35, 0.26),
        (0.018, 0.019, 0.016, 0.015, 0.013, 0.013, 0.013, 0.007, 0.004),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
    ),
    (3, "T/N"): (
        (0.92, 0.91, 0.89, 0.87, 0.85, 0.81, 0.76, 0.68, 0.61),
        (0.080, 0.082, 0.082, 0.091, 0.110, 0.116, 0.121, 0.106, 0.091),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
    ),
    (3, "AA"): (
        (0.68, 0.65, 0.65, 0.61, 0.59, 0.60, 0.63, 0.70, 0.81),
        (0.022, 0.022, 0.028, 0.035, 0.041, 0.046, 0.060, 0.075, 0.132),
        (0, 0, 0, 0, 0, 0, 1, 2, 17),
    ),
    (4, "T/N"): (
        (0.96, 0.95, 0.94, 0.93, 0.91, 0.87, 0.82, 0.76, 0.68),
        (0.020, 0.023, 0.030, 0.032, 0.039, 0.054, 0.071, 0.103, 0.163),
        (6, 2, 3, 1, 1, 1, 2, 3, 7),
    ),
    (4, "AA"): (
        (0.84, 0.82, 0.80, 0.77, 0.75, 0.78, 0.81, 0.88, 0.94),
        (0.102, 0.103, 0.106, 0.117, 0.119, 0.133, 0.131, 0.114, 0.104),
        (6, 4, 0, 1, 2, 16, 24, 42, 72),
    ),
    (5, "AA"): (
        (0.76, 0.72, 0.71, 0.64, 0.57, 0.50, 0.44, 0.43, 0.52),
        (0.015, 0.018, 0.022, 0.019, 0.023, 0.025, 0.027, 0.032, 0.041),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
    ),
}
PRINTED_UNITS = {"mean": 0.01, "std": 0.001}


def agglomerate(distances, method, ks=KS):
    """Join clusters step by step from single points, as Rand's methods do, in many sets of points at once.

    Parameters
    ----------
    distances : array-like of shape (n_sets, n, n)
        Symmetric distances between the n points of each set, with zero diagonals.
    method : str
        One of `METHODS`.
    ks : sequence of int, default=range(10, 1, -1)
        Numbers of clusters at which to read off the clustering, each between 1 and n.

    Returns
    -------
    ndarray of int, shape (n_sets, len(ks), n)
        Cluster of each point, 0 to k - 1. Of equally good joins, the first in the order of the clusters is made.

    Raises
    ------
    ValueError
        If there is no such method, `distances` has another shape, or a number of clusters is not between 1 and n.

    References
    ----------
    Section 4 of Rand (1971).

    Examples
    --------
    >>> import studies
    >>> import numpy as np
    >>> line = np.array([0.0, 1.0, 4.0, 6.0])
    >>> studies.rand1971.agglomerate([abs(line[:, None] - line)], "T/N", ks=[3, 2]).tolist()
    [[[0, 0, 2, 1], [0, 0, 1, 1]]]
    """
    reading = METHODS[check_choice(method, tuple(METHODS), "method")]
    between = np.array(distances, dtype=float)
    if between.ndim != 3 or between.shape[1] != between.shape[2]:
        raise ValueError(f"distances must have shape (n_sets, n, n). Got {between.shape}.")
    n_sets, n, _ = between.shape
    ks = [check_integer(k, "ks", minimum=1) for k in ks]
    if not ks or max(ks) > n:
        raise ValueError(f"ks must hold numbers of clusters from 1 to n = {n}. Got {ks}.")

    every = np.arange(n_sets)
    within, sizes = np.zeros((n_sets, n)), np.ones((n_sets, n))
    labels = np.tile(np.arange(n), (n_sets, 1))
    found = {n: labels}
    for k in range(n, min(ks), -1):
        cost = _cost_of_joins(reading, between, within, sizes)
        cost[:, range(k), range(k)] = np.inf
        # The smallest entry that comes first lies above the diagonal: a < b.
        a, b = np.divmod(cost.reshape(n_sets, -1).argmin(axis=1), k)

        within[every, a] += within[every, b] + between[every, a, b]
        sizes[every, a] += sizes[every, b]
        between[every, a] += between[every, b]
        between[every, :, a] = between[every, a]
        labels = np.where(labels == b[:, None], a[:, None], labels)
        # The last cluster takes the place that b leaves, so that the arrays can shrink.
        last = k - 1
        labels = np.where(labels == last, b[:, None], labels)
        within[every, b], sizes[every, b] = within[:, last], sizes[:, last]
        between[every, b] = between[:, last]
        between[every, :, b] = between[every, b]
        within, sizes, between = within[:, :last], sizes[:, :last], between[:, :last, :last]
        found[last] = labels
    return np.stack([found[k] for k in ks], axis=1)


def _cost_of_joins(reading, between, within, sizes):
    """The criterion after each join of two clusters, shape (n_sets, k, k); the diagonal means nothing."""
    joined_within = _sums(within) + between
    joined_weight = reading.weight(_sums(sizes))
    weights = reading.weight(sizes)
    if reading.pooled:
        total = _all(within) + between
        return total / np.maximum(_all(weights) + joined_weight - _sums(weights), 1)
    # A single point has no distance within: its average is 0 here, and the rest is a matter of counting.
    averages = np.divide(within, weights, out=np.zeros_like(within), where=weights > 0)
    total = _all(averages) + joined_within / joined_weight - _sums(averages)
    single = sizes == 1
    if reading.singles == "zero":
        return total / (sizes.shape[1] - 1)
    counted = (~single).astype(float)
    cost = total / np.maximum(_all(counted) + 1 - _sums(counted), 1)
    if reading.singles == "first":
        gone = _sums(single.astype(int))
        cost[gone < np.minimum(_all(single.astype(int)), 2)] = np.inf
    return cost


def _sums(values):
    """For each two clusters, the sum of their values."""
    return values[:, :, None] + values[:, None, :]


def _all(values):
    """Sum over the clusters of each set, shaped to go with the joins."""
    return values.sum(axis=1)[:, None, None]


def retrieval(n_replicates=N_REPLICATES, *, rng=None, methods=tuple(METHODS)):
    """Table 2: six points from each of five normal populations, clustered, and compared with the populations.

    The populations have five dimensions, unit covariance, and means that all lie four units from each other.

    Parameters
    ----------
    n_replicates : int, default=100
        How often to draw the 30 points.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.
    methods : sequence of str
        Which of `METHODS`; all of them see the same points.

    Returns
    -------
    dict
        For each (method, None), an int array of shape (n_replicates, 9): of the 435 pairs, how many are treated
        alike, for 10 to 2 clusters.

    Raises
    ------
    ValueError
        If there is no such method, or `n_replicates` is not a positive integer.

    References
    ----------
    Section 3.1 and Table 2 of Rand (1971).

    Examples
    --------
    >>> import studies
    >>> alike = studies.rand1971.retrieval(2, rng=0, methods=["T/N"])
    >>> alike["T/N", None].shape
    (2, 9)
    """
    rng, n_replicates = check_rng(rng), check_integer(n_replicates, "n_replicates", minimum=1)
    population = np.repeat(np.arange(5), 6)
    # The unit vectors lie sqrt(2) from each other.
    means = np.eye(5) * 4 / math.sqrt(2)
    distances = _distances(means[population] + rng.standard_normal((n_replicates, 30, 5)))
    truth = _together(np.broadcast_to(population, (n_replicates, 1, 30)))
    return {(method, None): _alike(truth, _together(agglomerate(distances, method))) for method in methods}


def perturbation(n_replicates=N_REPLICATES, *, rng=None, methods=tuple(METHODS), sizes=SIZES):
    """Table 3: 30 points from one normal population, clustered, moved a little, and clustered again.

    Parameters
    ----------
    n_replicates : int, default=100
        How often to draw the 30 points.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.
    methods : sequence of str
        Which of `METHODS`; all of them see the same points.
    sizes : sequence of float
        Standard deviations of the normal perturbation of each coordinate.

    Returns
    -------
    dict
        For each (method, size), an int array of shape (n_replicates, 9): of the 435 pairs, how many are treated
        alike, for 10 to 2 clusters.

    Raises
    ------
    ValueError
        If there is no such method, or `n_replicates` is not a positive integer.

    References
    ----------
    Section 3.2 and Table 3 of Rand (1971).

    Examples
    --------
    >>> import studies
    >>> alike = studies.rand1971.perturbation(2, rng=0, methods=["T/N"], sizes=[0.0])
    >>> alike["T/N", 0.0].min()
    np.int64(435)
    """
    rng, n_replicates = check_rng(rng), check_integer(n_replicates, "n_replicates", minimum=1)
    points, moves = rng.standard_normal((2, n_replicates, 30, 5))
    distances = _distances(points)
    before = {method: _together(agglomerate(distances, method)) for method in methods}
    alike = {}
    for size in sizes:
        distances = _distances(points + size * moves)
        for method in methods:
            alike[method, size] = _alike(before[method], _together(agglomerate(distances, method)))
    return alike


def missing_data(n_replicates=N_REPLICATES, *, rng=None, methods=tuple(METHODS)):
    """Table 4: 25 points from one normal population, clustered alone and among five more.

    Parameters
    ----------
    n_replicates : int, default=100
        How often to draw the 30 points.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.
    methods : sequence of str
        Which of `METHODS`; all of them see the same points.

    Returns
    -------
    dict
        For each (method, None), an int array of shape (n_replicates, 9): of the 300 pairs of the 25 points, how
        many are treated alike, for 10 to 2 clusters.

    Raises
    ------
    ValueError
        If there is no such method, or `n_replicates` is not a positive integer.

    References
    ----------
    Section 3.3 and Table 4 of Rand (1971).

    Examples
    --------
    >>> import studies
    >>> alike = studies.rand1971.missing_data(2, rng=0, methods=["T/N"])
    >>> alike["T/N", None].shape
    (2, 9)
    """
    rng, n_replicates = check_rng(rng), check_integer(n_replicates, "n_replicates", minimum=1)
    distances = _distances(rng.standard_normal((n_replicates, 30, 5)))
    alike = {}
    for method in methods:
        alone = agglomerate(distances[:, :25, :25], method)
        among_more = agglomerate(distances, method)[:, :, :25]
        alike[method, None] = _alike(_together(alone), _together(among_more))
    return alike


def agreement_of_methods(n_replicates=N_REPLICATES, *, rng=None, methods=tuple(METHODS)):
    """Table 5: 30 points from one normal population, clustered by T/N and by another method.

    Parameters
    ----------
    n_replicates : int, default=100
        How often to draw the 30 points.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.
    methods : sequence of str
        Which of `METHODS` to compare with T/N; all of them see the same points.

    Returns
    -------
    dict
        For each (method, None), an int array of shape (n_replicates, 9): of the 435 pairs, how many the method and
        T/N treat alike, for 10 to 2 clusters.

    Raises
    ------
    ValueError
        If there is no such method, or `n_replicates` is not a positive integer.

    References
    ----------
    Section 3.4 and Table 5 of Rand (1971).

    Examples
    --------
    >>> import studies
    >>> alike = studies.rand1971.agreement_of_methods(2, rng=0, methods=["T/N"])
    >>> alike["T/N", None].min()
    np.int64(435)
    """
    rng, n_replicates = check_rng(rng), check_integer(n_replicates, "n_replicates", minimum=1)
    distances = _distances(rng.standard_normal((n_replicates, 30, 5)))
    reference = _together(agglomerate(distances, "T/N"))
    return {(method, None): _alike(reference, _together(agglomerate(distances, method))) for method in methods}


def _distances(points):
    difference = points[:, :, None] - points[:, None]
    return np.sqrt(np.square(difference).sum(axis=-1))


def _together(labels):
    """For every pair of points in condensed order, whether they share a cluster: shape (..., n(n-1)/2)."""
    i, j = np.triu_indices(labels.shape[-1], 1)
    return labels[..., i] == labels[..., j]


def _alike(together, together_too):
    """Number of pairs that two clusterings treat alike: the numerator of Rand's c."""
    return (together == together_too).sum(axis=-1)


class Cell(NamedTuple):
    """One cell of a table: c over the replicates for one method, perturbation and number of clusters."""

    n_replicates: int
    mean: float
    std: float
    fourth: float  # central moment
    n_equal: int  # replicates in complete agreement

    @classmethod
    def of_power_sums(cls, n_replicates, n_pairs, sums, n_equal):
        """Moments of c from the sums of the first four powers of c times `n_pairs`, exact integers."""
        # Moments about zero; central ones from them without loss, for integers are exact until the one division.
        n, (s1, s2, s3, s4) = n_replicates, sums
        second = n * s2 - s1**2
        fourth = n**3 * s4 - 4 * n**2 * s1 * s3 + 6 * n * s1**2 * s2 - 3 * s1**4
        return cls(
            n,
            s1 / (n * n_pairs),
            math.sqrt(second / (n * (n - 1))) / n_pairs,
            fourth / (n * n_pairs) ** 4,
            n_equal,
        )


class Deviation(NamedTuple):
    """How far a printed cell lies from ours, in standard errors: of the average, of the deviation, of agreement."""

    mean: float
    std: float
    agreement: float


def standard_errors(cell, n_replicates=N_REPLICATES):
    """Standard errors of an average and a standard deviation that come from so many replicates.

    Parameters
    ----------
    cell : Cell
        Ours, from which the moments are taken.
    n_replicates : int, default=100
        Number of replicates behind the average and the standard deviation.

    Returns
    -------
    tuple of two float
        s / sqrt(n) and sqrt((m4 - s^4) / (4 s^2 n)), with the standard deviation s and the fourth central moment
        m4 of c; the second holds for large n, without assuming that c is normal. Both are 0 where c does not vary.

    Raises
    ------
    ValueError
        If `n_replicates` is not a positive integer.

    Examples
    --------
    For normal values the fourth moment is 3 s^4, and the second formula is s / sqrt(2 n).

    >>> import studies
    >>> cell = studies.rand1971.Cell(10_000, mean=0.5, std=0.1, fourth=3e-4, n_equal=0)
    >>> [round(error, 4) for error in studies.rand1971.standard_errors(cell)]
    [0.01, 0.0071]
    """
    n = check_integer(n_replicates, "n_replicates", minimum=1)
    variance = cell.std**2
    of_variance = max(cell.fourth - variance**2, 0.0) / n
    return cell.std / math.sqrt(n), math.sqrt(of_variance) / (2 * cell.std) if cell.std else 0.0


def deviation(cell, mean, std, percentage):
    """How far Rand's printed numbers lie from ours, in standard errors.

    The error has three parts: Rand's 100 replicates, ours, and the rounding of what is printed, whose variance is
    1/12 of the squared last digit. Complete agreement is compared by the exact binomial test, its two-sided p-value
    turned into the normal quantile.

    Parameters
    ----------
    cell : Cell
        Ours.
    mean, std : float
        Rand's average and standard deviation of c, printed to two and to three digits.
    percentage : int
        Rand's percentage of complete agreement, which is a count of his 100 replicates.

    Returns
    -------
    Deviation
        (ours - Rand's) / standard error: ``mean``, ``std`` and ``agreement``.

    Raises
    ------
    ValueError
        If `percentage` is not an integer from 0 to 100.

    Examples
    --------
    >>> import studies
    >>> cell = studies.rand1971.Cell(10_000, mean=0.53, std=0.1, fourth=3e-4, n_equal=0)
    >>> round(studies.rand1971.deviation(cell, 0.50, 0.1, 0).mean, 2)
    2.87
    """
    percentage = check_integer(percentage, "percentage", minimum=0)
    if percentage > N_REPLICATES:
        raise ValueError(f"percentage must be at most 100. Got {percentage}.")
    pairs = (("mean", cell.mean, mean), ("std", cell.std, std))
    scores = []
    for (name, ours, printed), rands_error, our_error in zip(
        pairs, standard_errors(cell), standard_errors(cell, cell.n_replicates), strict=True
    ):
        rounding = PRINTED_UNITS[name] ** 2 / 12
        scores.append((ours - printed) / math.sqrt(rands_error**2 + our_error**2 + rounding))
    # Half a case more among one replicate more: no finite number of replicates shows that something never happens.
    rate = (cell.n_equal + 0.5) / (cell.n_replicates + 1)
    p_value = binomtest(percentage, N_REPLICATES, rate).pvalue
    sign = math.copysign(1, rate - percentage / N_REPLICATES)
    # A p-value a little above 1, by rounding, has no quantile.
    return Deviation(*scores, sign * max(float(norm.isf(min(p_value, 1.0) / 2)), 0.0))


def compare_with_printed(cell, table, method, k, *, exchanged=False):
    """Deviation of one cell from the cell that Rand printed.

    Parameters
    ----------
    cell : Cell
        Ours.
    table : {2, 3, 4, 5}
        Rand's table.
    method : str
        One of `METHODS`; what is printed for AA is compared with every reading of AA.
    k : int
        Number of clusters, 2 to 10.
    exchanged : bool, default=False
        Whether to take the standard deviation from the column of the other method.

    Returns
    -------
    Deviation
        As :func:`deviation` gives it.

    Raises
    ------
    ValueError
        If the table does not have such a cell.

    References
    ----------
    Tables 2 to 5 of Rand (1971).

    Examples
    --------
    >>> import studies
    >>> cell = studies.rand1971.Cell(10_000, mean=0.87, std=0.02, fourth=4.8e-7, n_equal=0)
    >>> studies.rand1971.compare_with_printed(cell, 2, "T/N", 10)
    Deviation(mean=0.0, std=0.0, agreement=0.0)
    """
    name = check_choice(method, tuple(METHODS), "method").split()[0]
    if (table, name) not in PRINTED or k not in KS:
        raise ValueError(f"Rand printed no cell for table {table!r}, {name}, {k!r} clusters.")
    means, stds, percentages = PRINTED[table, name]
    if exchanged:
        other = {"T/N": "AA", "AA": "T/N"}[name]
        if (table, other) not in PRINTED:
            raise ValueError(f"exchanged needs a table with two columns. Table {table} has one.")
        stds = PRINTED[table, other][1]
    place = KS.index(k)
    return deviation(cell, means[place], stds[place], percentages[place])


def cells_of_rows(rows, *, first=0, last=None):
    """Cells from the rows of the stored table, over all replicates or a range of them.

    Parameters
    ----------
    rows : pandas.DataFrame
        Stored table, or rows of :func:`rows_of_block`.
    first, last : int, optional
        Replicates to use, counted from 0, both inclusive; all by default. Rows that lie outside are left out.

    Returns
    -------
    dict
        A :class:`Cell` for each (table, method, perturbation, k); perturbation is None but in Table 3.

    Raises
    ------
    ValueError
        If no row lies in the range, or `rows` lacks a column.

    Examples
    --------
    >>> import studies
    >>> rand1971 = studies.rand1971
    >>> cells = rand1971.cells_of_rows(rand1971.rows_of_block(2, 0, methods=["T/N"]))
    >>> cells[2, "T/N", None, 5].n_replicates
    100
    """
    check_rows(rows, (*_PLACE, "first", "last", *_COUNTS))
    rows = rows[(rows["first"] >= first) & (rows["last"] <= (math.inf if last is None else last))]
    if rows.empty:
        raise ValueError(f"rows must hold replicates from {first} to {last}. They hold none.")
    rows = rows.assign(n_replicates=rows["last"] - rows["first"] + 1)
    totals = rows.groupby(list(_PLACE), sort=False, dropna=False, as_index=False)[["n_replicates", *_COUNTS]].sum()
    return {
        (table, method, None if math.isnan(size) else size, k): Cell.of_power_sums(n, N_PAIRS[table], sums, n_equal)
        for table, method, size, k, n, *sums, n_equal in totals.itertuples(index=False)
    }


def rows_of_block(table, block, **options):
    """Rows of the stored table for one block of 100 replicates, computed anew from its seed.

    Parameters
    ----------
    table : {2, 3, 4, 5}
        Rand's table.
    block : int
        Number of the block, from 0: replicates 100 block to 100 block + 99.
    **options
        ``methods`` and, for Table 3, ``sizes``: a part of those stored.

    Returns
    -------
    pandas.DataFrame
        One row for each method, perturbation and number of clusters: ``table``, ``method``, ``perturbation`` (NaN but
        in Table 3), ``k``, ``first`` and ``last`` replicate, the sums of the first four powers of the number of pairs
        that are treated alike, and ``n_equal``, the number of replicates in complete agreement.

    Raises
    ------
    ValueError
        If there is no such table, block or method.

    Examples
    --------
    >>> import studies
    >>> len(studies.rand1971.rows_of_block(5, 0, methods=["AA zero"]))
    9
    """
    if table not in _FUNCTIONS:
        raise ValueError(f"table must be one of {list(_FUNCTIONS)}. Got {table!r}.")
    block = check_integer(block, "block", minimum=0)
    # The four tables take turns, so that the first blocks are the same in a short run and in a long one.
    number = block * len(_FUNCTIONS) + list(_FUNCTIONS).index(table)
    rows = _rows_of_block(table, block, rng_of_block(_SEED, number), **options)
    return pd.DataFrame(rows).astype({"perturbation": float})


def _rows_of_block(table, block, rng, **options):
    rows = []
    for (method, size), alike in _FUNCTIONS[table](rng=rng, **options).items():
        for k, values in zip(KS, alike.T.tolist(), strict=True):
            sums = [sum(value**power for value in values) for power in (1, 2, 3, 4)]
            counts = dict(zip(_COUNTS, [*sums, values.count(N_PAIRS[table])], strict=True))
            place = dict(zip(_PLACE, (table, method, size, k), strict=True))
            first = block * N_REPLICATES
            rows.append({**place, "first": first, "last": first + N_REPLICATES - 1, **counts})
    return rows


_FUNCTIONS = {2: retrieval, 3: perturbation, 4: missing_data, 5: agreement_of_methods}


def _settings(full):
    return {
        "seed": _SEED,
        "n_replicates": 10_000 if full else N_REPLICATES,
        "methods": list(METHODS),
        "perturbations": list(SIZES),
    }


def _n_blocks(settings):
    return len(_FUNCTIONS) * settings["n_replicates"] // N_REPLICATES


def _run_block(settings, number, rng):
    block, place = divmod(number, len(_FUNCTIONS))
    return _rows_of_block(list(_FUNCTIONS)[place], block, rng)


def _rows(settings, results):
    """Add up the blocks: replicates 0 to 99, which a quick run has too, then 100 to 999, then each thousand."""
    totals = {}
    for row in (row for result in results for row in result):
        first, last = next(part for part in _parts(settings["n_replicates"]) if part[0] <= row["first"] <= part[1])
        key = *(row[name] for name in _PLACE), first, last
        old = totals.get(key, [0] * len(_COUNTS))
        totals[key] = [total + row[name] for total, name in zip(old, _COUNTS, strict=True)]
    names = (*_PLACE, "first", "last", *_COUNTS)
    # A stable sort: methods and numbers of clusters stay in their own order.
    ordered = sorted(totals, key=lambda key: (key[0], key[4]))
    return [dict(zip(names, (*key, *totals[key]), strict=True)) for key in ordered]


def _parts(n_replicates):
    """First and last replicate of each part of the stored table."""
    starts = [0, 100, *range(1000, n_replicates, 1000)]
    ends = [*starts[1:], n_replicates]
    return [(start, end - 1) for start, end in zip(starts, ends, strict=True) if start < n_replicates]


EXPERIMENT = Experiment(
    name="rand1971",
    title="Rand's experiment of 1971: Tables 2 to 5, in seven readings of the methods",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
