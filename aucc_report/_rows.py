"""The cluster of every row of a table, also of rows that were not clustered, and what clusters look like."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.spatial import KDTree

from aucc_report._overflow import power_of_two
from aucc_report.intake import NOT_IN_SAMPLE

CLUSTERED, NEAREST_MEAN, NEAREST_ROW = "clustering", "nearest mean", "nearest row"
#: Rows with these reasons may well belong to the clusters, whether or not they are used.
BELONGS = ("", NOT_IN_SAMPLE)


class Outside(NamedTuple):
    """How rows that were not clustered get a cluster: by the nearest mean, or as the nearest row that was clustered.

    ``way`` is the one of them that gives more of the clustered rows their own cluster, where no row is its own nearest,
    and ``right`` the proportion of the rows that it does so for. Distances are Euclidean.
    """

    way: str
    right: float
    places: KDTree
    clusters: np.ndarray

    @classmethod
    def of(cls, points, labels):
        """Choose the way for points that were clustered; labels are from 0."""
        means = KDTree([points[labels == c].mean(axis=0) for c in range(labels.max() + 1)])
        rows, own = KDTree(points), np.arange(len(points))
        first, second = rows.query(points, 2)[1].T
        ways = [
            cls(NEAREST_MEAN, float((means.query(points)[1] == labels).mean()), means, np.arange(means.n)),
            cls(NEAREST_ROW, float((labels[np.where(first == own, second, first)] == labels).mean()), rows, labels),
        ]
        return max(ways, key=lambda of: of.right)

    def labels(self, points):
        return self.clusters[self.places.query(points)[1]]


def labels_of_all(taken, labels):
    """Return for every row of the table its cluster, from 1, how it was "assigned by", and how often that is "right".

    Rows that were clustered keep their cluster. Other rows with a value in every column, such as those outside of the
    sample, get one as `Outside` has it, on the scale that was used. The others have none. `labels`, from 0, are those
    of the rows used.
    """
    found = pd.DataFrame({"cluster": pd.array([pd.NA] * len(taken.rows), "Int64")}, taken.rows.index)
    found["assigned by"], found["right"] = "", np.nan
    if labels is None:
        return found
    found.iloc[taken.positions, :2] = pd.DataFrame({"cluster": labels + 1, "assigned by": CLUSTERED})
    complete = np.flatnonzero(~np.isnan(taken.filled).any(axis=1))
    is_other = ~np.isin(complete, taken.positions)
    if is_other.any():
        others = complete[is_other]
        outside = Outside.of(taken.points, labels)
        found.iloc[others, 0] = outside.labels(taken.everything[is_other]) + 1
        found.iloc[others, 1], found.iloc[others, 2] = outside.way, outside.right
    return found


def describe_rows(taken, labels):
    """Make the rows of a Report, with the clusters of its candidate."""
    return pd.concat([taken.rows, labels_of_all(taken, labels)], axis=1)


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
    belongs = rows["cluster"].notna() & rows["reason"].isin(BELONGS)
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
    belongs = (rows["cluster"].notna() & rows["reason"].isin(BELONGS)).to_numpy()
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
