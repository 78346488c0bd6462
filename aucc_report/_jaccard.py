"""Does each cluster come back when the rows are drawn anew? The Jaccard coefficient, cluster by cluster."""

import numpy as np
import pandas as pd

from aucc_report._modes import labels_of_modes
from aucc_report.clusterers import label_rows_of_many

N_DRAWS = 50
#: A draw recovers a cluster from here on, and dissolves it up to here (Hennig 2007).
RECOVERED, DISSOLVED = 0.75, 0.5
#: Clusters with a lower mean should not be trusted (Hennig, in the documentation of fpc).
TRUSTED = 0.6


def jaccard_of_clusters(points, labels, algorithm, *, metric, seed, rng):
    """How far each cluster of a clustering is found again in bootstrap samples of the rows.

    Rows are drawn with replacement, each of those that were drawn is kept once (as clusterboot does by default), and
    they are clustered into as many clusters. Groups between gaps need enough rows, so five sixths of them are drawn
    without replacement. Each cluster, as far as it was drawn, is compared with the cluster that is most like it:
    |A and B| / |A or B|. Samples with too few different rows are passed over, and so is a cluster in a sample without
    any of its rows.

    Parameters
    ----------
    points : ndarray of shape (n, d)
        The rows that were clustered.
    labels : ndarray of int, shape (n,)
        Their clusters, from 0.
    algorithm : str or callable, optional
        What clustered them, as :func:`aucc_report.clusterers.label_rows` takes it; None for groups between gaps.
    metric : str or callable
        Of the trees.
    seed : int
        Of k-means.
    rng : numpy.random.Generator
        Draws the rows.

    Returns
    -------
    DataFrame
        For each cluster, from 1: "Jaccard" (mean over the draws), "± Jaccard" (its standard error), and the proportion
        of the draws in which it was "recovered" (at least 0.75) and "dissolved" (at most 0.5).

    References
    ----------
    Hennig (2007); function clusterboot of fpc.
    """
    n, k = len(points), int(labels.max()) + 1
    found = np.full((N_DRAWS, k), np.nan)
    for draw in range(N_DRAWS):
        # Groups between gaps need enough rows in each, so only a sixth is left out.
        drawn = np.unique(rng.integers(n, size=n)) if algorithm is not None else np.sort(rng.permutation(n)[n // 6 :])
        if len(np.unique(points[drawn], axis=0)) > k:
            if algorithm is None:  # groups between gaps, of which fewer may be found
                anew = labels_of_modes(points[drawn], k)
            else:
                (anew,) = label_rows_of_many(
                    points[drawn], [k], algorithm, metric=metric, seed=seed, where=f"draw {draw + 1} of the rows"
                )
            found[draw] = best_jaccard(labels[drawn], anew, k)
    known = ~np.isnan(found)
    n_known = np.maximum(known.sum(axis=0), 1)
    mean = np.where(known, found, 0).sum(axis=0) / n_known
    deviations = np.where(known, found - mean, 0)
    error = np.sqrt((deviations**2).sum(axis=0) / np.maximum(n_known - 1, 1) / n_known)
    is_known = known.any(axis=0)
    return pd.DataFrame(
        {
            "Jaccard": np.where(is_known, mean, np.nan),
            "± Jaccard": np.where(is_known, error, np.nan),
            "recovered": np.where(is_known, (found >= RECOVERED).sum(axis=0) / n_known, np.nan),
            "dissolved": np.where(is_known, (found <= DISSOLVED).sum(axis=0) / n_known, np.nan),
        },
        index=pd.RangeIndex(1, k + 1, name="cluster"),
    )


def best_jaccard(labels, others, k):
    """For each of k clusters the largest Jaccard coefficient with one of another partition; NaN if it is empty."""
    both = np.zeros((k, int(others.max()) + 1))
    np.add.at(both, (labels, others), 1)
    sizes = both.sum(axis=1, keepdims=True)
    either = sizes + both.sum(axis=0) - both
    return np.where(sizes[:, 0] > 0, (both / np.maximum(either, 1)).max(axis=1), np.nan)
