"""Doubts about single clusters, and about values that were filled in."""

import numpy as np

from aucc_teach.reporting._jaccard import TRUSTED
from aucc_teach.reporting._words import counted, listed

#: How values were filled in, in words.
FILLED_BY = {"median": "the median of the column", "neighbours": "the mean of the most similar rows"}
_MANY_FILLED = 0.2  # values of a column, from which on it is named
_ONE_SIDED = 2  # times as many rows that were filled in as in the whole table


def doubts_of_clusters(clusters, missing):
    """Clusters that do not come back, and clusters made of rows that were filled in."""
    if clusters is None:
        return
    weak = clusters.index[clusters["Jaccard"] < TRUSTED]
    if len(weak):
        named = listed([f"{c} ({clusters.loc[c, 'Jaccard']:.2f})" for c in weak])
        yield (
            f"Cluster{'s' if len(weak) > 1 else ''} {named} should not be trusted: drawn anew, the rows do not bring "
            f"{'them' if len(weak) > 1 else 'it'} back (mean Jaccard coefficient below {TRUSTED})."
        )
    if missing in FILLED_BY:
        shares = clusters["filled in"] / clusters["rows in all"]
        overall = clusters["filled in"].sum() / clusters["rows in all"].sum()
        crowded = shares.index[(shares > _ONE_SIDED * overall) & (clusters["filled in"] > 5)]
        if len(crowded):
            named = listed([f"{c} ({shares[c]:.0%} of its rows)" for c in crowded])
            yield (
                f"Rows that were filled in crowd in cluster {named}, compared with {overall:.0%} in all: the filling "
                "may have made that cluster."
            )


def doubt_of_filled_in(taken, missing):
    """What filling in means for the tests; `taken` are the Points of a report."""
    if missing not in FILLED_BY:
        return
    is_filled = np.isnan(taken.table.to_numpy()) & ~np.isnan(taken.filled)
    if not is_filled.any():
        return
    n_rows = int(is_filled.any(axis=1).sum())
    many = [
        f"{name} ({share:.0%})"
        for name, share in zip(taken.used, is_filled.mean(axis=0), strict=True)
        if share >= _MANY_FILLED
    ]
    text = (
        f"{counted(int(is_filled.sum()), 'value')} in {counted(n_rows, 'row')} were filled in by {FILLED_BY[missing]}. "
        "The p-values and the stability are those of the table as filled in, as if these values had been measured."
    )
    if missing == "median":
        text += " Many equal values in one place can stand out as a cluster."
    if many:
        text += f" Much was filled in in {listed(many)}."
    yield text
