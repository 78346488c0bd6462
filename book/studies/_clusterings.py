"""Helpers of several studies: partitions of the same points into each of several numbers of clusters."""

import numpy as np
from scipy.cluster.hierarchy import cut_tree, linkage
from sklearn.cluster import KMeans

from aucc_teach.partitions import linkage_cuts

__all__ = ["cluster_for_each", "cut_as_scipy", "cut_in_order"]


def cluster_for_each(ks, X, algorithm, *, cut, n_starts, rng=None):
    """One partition per row: k-means anew for each k, or the tree of a linkage, cut at each k.

    k-means keeps the best of its starts, and has a seed for each k from `rng`; without `rng` every seed is 0.
    """
    if algorithm != "k-means":
        return cut(linkage(X, algorithm), ks)
    seeds = [0] * len(ks) if rng is None else rng.integers(2**31, size=len(ks)).tolist()
    return np.array(
        [KMeans(k, n_init=n_starts, random_state=seed).fit_predict(X) for k, seed in zip(ks, seeds, strict=True)]
    )


# There are two ways to cut because equal heights and the names of the clusters come out otherwise: a study keeps the
# one that its stored table was made with.


def cut_as_scipy(Z, ks):
    """Cuts of a tree by SciPy."""
    return cut_tree(Z, n_clusters=list(ks)).T


def cut_in_order(Z, ks):
    """Cuts of a tree that leave out its last k - 1 merges."""
    return linkage_cuts(Z)[np.subtract(ks, 1)]
