"""The cluster of every row of a table, also of rows that were not clustered, and what clusters look like."""

import numpy as np
import pandas as pd
from scipy.spatial import KDTree

from aucc_report._overflow import power_of_two
from aucc_report.intake import NOT_IN_SAMPLE

CLUSTERED, NEAREST = "clustering", "nearest mean"
#: Rows with these reasons may well belong to the clusters, whether or not they are used.
_BELONGS = ("", NOT_IN_SAMPLE)


def labels_of_all(taken, labels):
    """Return the cluster of every row of the table, from 1, and how it was assigned.

    Rows that were clustered keep their cluster. Other rows with a value in every column, such as those outside of the
    sample, get the cluster with the nearest mean, in Euclidean distance on the scale that was used. The others have
    none. `labels`, from 0, are those of the rows used.

    Returns
    -------
    cluster : Series of Int64
    assigned_by : Series of str
        "clustering", "nearest mean", or empty.
    """
    cluster = pd.Series(pd.NA, taken.rows.index, dtype="Int64", name="cluster")
    assigned_by = pd.Series("", taken.rows.index, dtype=object, name="assigned by")
    if labels is None:
        return cluster, assigned_by
    cluster.iloc[taken.positions], assigned_by.iloc[taken.positions] = labels + 1, CLUSTERED
    others = np.setdiff1d(np.flatnonzero(~np.isnan(taken.filled).any(axis=1)), taken.positions)
    if others.size:
        cluster.iloc[others] = nearest_mean(taken, labels, taken.filled[others]) + 1
        assigned_by.iloc[others] = NEAREST
    return cluster, assigned_by


def nearest_mean(taken, labels, raw):
    """Find the cluster with the nearest mean for rows in the units of the table, from the labels of the used rows."""
    # Origin and unit of the scale, whichever it is, follow from the rows that are on it.
    unit = np.ptp(taken.raw, axis=0) / np.ptp(taken.everything, axis=0)
    origin = taken.raw.mean(axis=0) - taken.everything.mean(axis=0) * unit
    means = np.array([taken.points[labels == c].mean(axis=0) for c in range(labels.max() + 1)])
    return KDTree(means).query((raw - origin) / unit)[1]


def proportion_at_own_mean(taken, labels):
    """Return the proportion of clustered rows whose own cluster has the nearest mean: how far to trust that rule."""
    return float((nearest_mean(taken, labels, taken.filled[taken.positions]) == labels).mean())


def describe_rows(taken, labels):
    """Make the rows of a Report, with the clusters of its candidate."""
    rows = taken.rows.copy()
    rows["cluster"], rows["assigned by"] = labels_of_all(taken, labels)
    return rows


def describe_clusters(rows, jaccard):
    """Make the clusters of a Report, one row each, from the rows of the table and the stability of each cluster."""
    if jaccard is None:
        return None
    of_cluster = rows[rows["cluster"].notna()].groupby(rows["cluster"].dropna().astype(int))
    counts = {
        "rows used": of_cluster["used"].sum(),
        "rows in all": of_cluster.size(),
        "filled in": of_cluster["filled in"].agg(lambda n: int((n > 0).sum())),
    }
    return pd.DataFrame(counts).reindex(jaccard.index).join(jaccard)


def profiles_of(taken, rows):
    """Describe each column within each cluster, in the units of the table and without filled-in values."""
    belongs = rows["cluster"].notna() & rows["reason"].isin(_BELONGS)
    if not belongs.any():
        return None
    table, cluster = taken.table[belongs.to_numpy()], rows.loc[belongs, "cluster"].astype(int).to_numpy()
    unit = power_of_two(table)
    parts = {
        "values": table.groupby(cluster).count(),
        "mean": table.groupby(cluster).mean(),
        "standard deviation": (table / unit).groupby(cluster).std() * unit,
        "lower quartile": table.groupby(cluster).quantile(0.25),
        "median": table.groupby(cluster).median(),
        "upper quartile": table.groupby(cluster).quantile(0.75),
    }
    stacked = {name: of_part.stack() for name, of_part in parts.items()}
    return pd.DataFrame(stacked).rename_axis(["cluster", "column"])


def proportions_between(taken, rows):
    """Return the proportion of the variance of each column that lies between the clusters (eta squared)."""
    belongs = (rows["cluster"].notna() & rows["reason"].isin(_BELONGS)).to_numpy()
    table, cluster = taken.table[belongs], rows["cluster"][belongs].astype(int).to_numpy()
    table = table / power_of_two(table)
    within = table - table.groupby(cluster).transform("mean")
    return 1 - within.pow(2).sum() / (table - table.mean()).pow(2).sum()


def free_names(names, taken, plain):
    """Name the levels of an index; a level without a name, or with that of a column, is called `plain`."""
    found = []
    for name in names:
        free = plain if name is None else str(name)
        number = 1
        while free in {*taken, *found}:
            free = plain if number == 1 else f"{plain} {number}"
            number += 1
        found.append(free)
    return found
