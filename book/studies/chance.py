"""The chance experiment of the AUCC paper: seven criteria on random partitions of 108 data sets.

The data sets are mixtures of Gaussians with 500 objects, one for each combination of `DIMENSIONS`, `CLUSTERS` and
`PROFILES`. Random partitions come in three `BALANCES` and have 2 to 23 clusters: the sizes are fixed, and every
assignment of the labels to the objects is equally likely. The paper does not publish its data; the mixtures are those
of :func:`aucc_teach.datasets.make_gaussian_mixture`.
"""

import math
from itertools import chain, product
from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_teach.criteria import CriteriaScorer
from aucc_teach.datasets import Bunch, make_gaussian_mixture
from aucc_teach.input import check_choice, check_integer
from aucc_teach.partitions import size_profile
from studies._runner import Experiment, check_rows, in_order, rng_of_block, rounded

__all__ = [
    "BALANCES",
    "CLUSTERS",
    "CRITERIA",
    "DATA_SETS",
    "DIMENSIONS",
    "EXPERIMENT",
    "KS",
    "N_OBJECTS",
    "N_PARTITIONS",
    "PROFILES",
    "Design",
    "Summary",
    "lines_of_rows",
    "make_data_set",
    "random_partitions",
    "rows_of_data_set",
    "summarise",
]

N_OBJECTS = 500
KS = range(2, 24)  # up to the square root of 500, rounded up
N_PARTITIONS = 100  # for each data set, balance and number of clusters
DIMENSIONS = (2, 3, 4, 22, 23, 24)
CLUSTERS = (2, 4, 6, 12, 14, 16)

# Share of the first cluster, the others being even: of a data set, where "large" is 60% of the objects for few
# clusters and 20% for many, and of a random partition.
PROFILES = ("even", "ten percent", "large")
BALANCES = {"even": None, "ten percent": 0.1, "sixty percent": 0.6}

CRITERIA = (
    "aucc_score",
    "point_biserial_score",
    "calinski_harabasz_score",
    "silhouette_score",
    "c_index",
    "ratkowsky_lance_score",
    "pbm_score",
)
_SEED = 2022
_CELLS = tuple(product(BALANCES, KS))


class Design(NamedTuple):
    """How a data set was made: ``n_dimensions``, ``n_clusters`` and ``profile``, one of `PROFILES`."""

    n_dimensions: int
    n_clusters: int
    profile: str

    @property
    def sizes(self):
        """Number of objects of each cluster."""
        large = 0.2 if self.n_clusters >= 12 else 0.6
        proportion = {"even": None, "ten percent": 0.1, "large": large}[self.profile]
        return size_profile(N_OBJECTS, self.n_clusters, proportion=proportion)


_COLUMNS = (
    *("data_set", *Design._fields, "balance", "k"),
    *(f"{name}_{statistic}" for name in CRITERIA for statistic in ("mean", "std")),
    "aucc_score_null_std",
)
DATA_SETS = tuple(Design(*factors) for factors in product(DIMENSIONS, CLUSTERS, PROFILES))


def make_data_set(number):
    """One of the 108 data sets, computed anew from its seed.

    Parameters
    ----------
    number : int
        Number of the data set, 0 to 107: its place in `DATA_SETS`.

    Returns
    -------
    Bunch
        As :func:`aucc_teach.datasets.make_gaussian_mixture` gives it, with the :class:`Design` as ``design``.

    Raises
    ------
    ValueError
        If there is no such data set.

    References
    ----------
    The design factors of section 4.2 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import studies
    >>> data = studies.chance.make_data_set(107)
    >>> data.points.shape, data.design
    ((500, 24), Design(n_dimensions=24, n_clusters=16, profile='large'))
    """
    number = _check_number(number)
    design = DATA_SETS[number]
    mixture = make_gaussian_mixture(design.sizes, design.n_dimensions, rng=_generators(number)[-1])
    return Bunch(**mixture, design=design)


def random_partitions(number, balance, k, *, n_partitions=N_PARTITIONS):
    """The random partitions of one data set with one balance and number of clusters, from their seed.

    Parameters
    ----------
    number : int
        Number of the data set, 0 to 107.
    balance : {"even", "ten percent", "sixty percent"}
        Sizes of the clusters: all equal, or one with this proportion of the objects and the others equal.
    k : int
        Number of clusters, 2 to 23.
    n_partitions : int, default=100
        How many; fewer are the first ones of more.

    Returns
    -------
    ndarray of int, shape (n_partitions, 500)
        One partition per row.

    Raises
    ------
    ValueError
        If there is no such data set, balance or number of clusters, or no partition is asked for.

    References
    ----------
    Section 4.2 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import studies
    >>> import numpy as np
    >>> labels = studies.chance.random_partitions(0, "sixty percent", 5)
    >>> labels.shape, np.bincount(labels[0]).tolist()
    ((100, 500), [300, 50, 50, 50, 50])
    """
    number = _check_number(number)
    check_choice(balance, tuple(BALANCES), "balance")
    if check_integer(k, "k", minimum=KS[0]) not in KS:
        raise ValueError(f"k must be between {KS[0]} and {KS[-1]}. Got {k}.")
    n_partitions = check_integer(n_partitions, "n_partitions", minimum=1)
    return _draw(balance, k, n_partitions, _generators(number)[_CELLS.index((balance, k))])


def rows_of_data_set(number, *, n_partitions=N_PARTITIONS):
    """Rows of the stored table for one data set, computed anew from its seed.

    Parameters
    ----------
    number : int
        Number of the data set, 0 to 107.
    n_partitions : int, default=100
        Random partitions for each balance and number of clusters; the stored table has 100.

    Returns
    -------
    pandas.DataFrame
        One row for each balance and number of clusters: ``data_set``, the three factors of its :class:`Design`,
        ``balance``, ``k``, mean and standard deviation of each criterion over the partitions (``aucc_score_mean``,
        ``aucc_score_std``, ...), and ``aucc_score_null_std``, the exact standard deviation of AUCC over all
        partitions with these sizes. Numbers have twelve digits.

    Raises
    ------
    ValueError
        If there is no such data set, or fewer than two partitions are asked for.

    References
    ----------
    Section 4.2 and Figure 4 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import studies
    >>> rows = studies.chance.rows_of_data_set(0, n_partitions=2)
    >>> len(rows), rows["balance"].unique().tolist(), int(rows["k"].max())
    (66, ['even', 'ten percent', 'sixty percent'], 23)
    """
    number = _check_number(number)
    n_partitions = check_integer(n_partitions, "n_partitions", minimum=2)
    return pd.DataFrame(_rows_of_data_set(number, n_partitions))


def _rows_of_data_set(number, n_partitions):
    data = make_data_set(number)
    scorer = CriteriaScorer(data.points)
    rows = []
    for (balance, k), rng in zip(_CELLS, _generators(number), strict=False):
        row = {"data_set": number, **data.design._asdict(), "balance": balance, "k": k}
        for name, scores in scorer.score_many(_draw(balance, k, n_partitions, rng), CRITERIA).items():
            row[f"{name}_mean"], row[f"{name}_std"] = rounded(scores.mean()), rounded(scores.std(ddof=1))
        row["aucc_score_null_std"] = rounded(math.sqrt(scorer.ranking.null(_sizes(balance, k)).variance))
        rows.append(row)
    return rows


def lines_of_rows(rows, criterion, balance, *, statistic="mean"):
    """What Figure 4 of the AUCC paper draws in one panel: a line for each data set over the numbers of clusters.

    Parameters
    ----------
    rows : pandas.DataFrame
        Stored table, or rows of :func:`rows_of_data_set`.
    criterion : str
        One of `CRITERIA`.
    balance : {"even", "ten percent", "sixty percent"}
        Balance of the random partitions.
    statistic : {"mean", "std", "null_std"}, default="mean"
        Mean or standard deviation over the random partitions, or the exact standard deviation (AUCC only).

    Returns
    -------
    ndarray of float64, shape (n_data_sets, 22)
        One row for each data set in the order of their numbers, one column for each number of clusters.

    Raises
    ------
    ValueError
        If there is no such criterion, balance or statistic, or `rows` lacks a column or a number of clusters.

    Examples
    --------
    >>> import studies
    >>> rows = studies.chance.rows_of_data_set(0, n_partitions=2)
    >>> studies.chance.lines_of_rows(rows, "aucc_score", "even").shape
    (1, 22)
    """
    check_choice(criterion, CRITERIA, "criterion")
    check_choice(balance, tuple(BALANCES), "balance")
    check_choice(statistic, ("mean", "std", *(["null_std"] if criterion == "aucc_score" else [])), "statistic")
    column = f"{criterion}_{statistic}"
    check_rows(rows, ("data_set", "balance", "k", column))
    lines = rows[rows["balance"] == balance].pivot(index="data_set", columns="k", values=column)
    if list(lines.columns) != list(KS) or lines.isna().any(axis=None):
        raise ValueError(f"rows must hold {KS[0]} to {KS[-1]} clusters for each data set with balance {balance!r}.")
    return lines.to_numpy()


class Summary(NamedTuple):
    """What chance does to a criterion in one panel of Figure 4; all in the criterion's units.

    ``level``: mean of all lines. ``slope``, ``slope_error``: least-squares slope in k of the grand mean, per cluster
    more, and its Monte Carlo standard error. ``lowest_slope``, ``highest_slope``: of the single lines. ``between``:
    standard deviation between data sets with the same k, the Monte Carlo error taken out. ``error``: Monte Carlo
    standard error of one point of one line.
    """

    level: float
    slope: float
    slope_error: float
    lowest_slope: float
    highest_slope: float
    between: float
    error: float


def summarise(rows, criterion, balance):
    """The claims about one panel of Figure 4 in numbers: level, slope in k, deviation between data sets, error.

    Parameters
    ----------
    rows : pandas.DataFrame
        Rows of at least two data sets, each point a mean of 100 random partitions, as in the stored table.
    criterion : str
        One of `CRITERIA`.
    balance : {"even", "ten percent", "sixty percent"}
        Balance of the random partitions.

    Returns
    -------
    Summary
        ``level``, ``slope``, ``slope_error``, ``lowest_slope``, ``highest_slope``, ``between`` and ``error``.

    Raises
    ------
    ValueError
        As :func:`lines_of_rows`, and for fewer than two data sets.

    References
    ----------
    The claims are those of section 4.2 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    Two data sets whose lines are 0.01 k and 0.03 k, without any spread between partitions:

    >>> import pandas as pd
    >>> import studies
    >>> chance = studies.chance
    >>> rows = pd.DataFrame([
    ...     {"data_set": i, "balance": "even", "k": k, "aucc_score_mean": i * k / 100, "aucc_score_std": 0}
    ...     for i in (1, 3)
    ...     for k in chance.KS
    ... ])
    >>> summary = chance.summarise(rows, "aucc_score", "even")
    >>> round(summary.slope, 6), round(summary.lowest_slope, 6), round(summary.highest_slope, 6), summary.error
    (0.02, 0.01, 0.03, 0.0)
    """
    lines = lines_of_rows(rows, criterion, balance)
    if len(lines) < 2:
        raise ValueError(f"rows must hold at least two data sets. Got {len(lines)}.")
    error_variances = lines_of_rows(rows, criterion, balance, statistic="std") ** 2 / N_PARTITIONS
    centred = np.array(KS) - np.mean(KS)
    weights = centred / (centred @ centred)
    slopes = lines @ weights
    # Lines differ because the data sets do, and because each point is a mean of random partitions.
    between = lines.var(axis=0, ddof=1) - error_variances.mean(axis=0)
    return Summary(
        level=float(lines.mean()),
        slope=float(slopes.mean()),
        slope_error=math.sqrt((error_variances @ weights**2).sum()) / len(lines),
        lowest_slope=float(slopes.min()),
        highest_slope=float(slopes.max()),
        between=math.sqrt(max(between.mean(), 0.0)),
        error=math.sqrt(error_variances.mean()),
    )


def _check_number(number):
    if check_integer(number, "number", minimum=0) >= len(DATA_SETS):
        raise ValueError(f"number must be between 0 and {len(DATA_SETS) - 1}. Got {number}.")
    return int(number)


def _generators(number):
    """Random numbers of one data set: for each cell in the order of `_CELLS`, and last for the points."""
    # Each cell has its own, so that a part of the table can be computed again without the rest.
    return rng_of_block(_SEED, number).spawn(len(_CELLS) + 1)


def _sizes(balance, k):
    return size_profile(N_OBJECTS, k, proportion=BALANCES[balance])


def _draw(balance, k, n_partitions, rng):
    labels = np.repeat(np.arange(k), _sizes(balance, k))
    return rng.permuted(np.tile(labels, (n_partitions, 1)), axis=1)


def _settings(full):
    quick = {"data_sets": [0, 37, 71, 107], "n_partitions": 5}
    everything = {"data_sets": list(range(len(DATA_SETS))), "n_partitions": N_PARTITIONS}
    return {"seed": _SEED, **(everything if full else quick)}


def _n_blocks(settings):
    return len(settings["data_sets"])


def _run_block(settings, block, rng):
    # The random numbers go by the data set and not by the block, which differ in a quick run.
    return _rows_of_data_set(settings["data_sets"][block], settings["n_partitions"])


def _rows(settings, results):
    return in_order(chain.from_iterable(results), _COLUMNS)


EXPERIMENT = Experiment(
    name="chance",
    title="Figure 4 of the AUCC paper: seven criteria on random partitions of 108 mixtures of Gaussians",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
