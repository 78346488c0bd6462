"""Clusterings of the same points into several numbers of clusters, by name or by the reader's own algorithm."""

import numpy as np
from scipy.cluster.hierarchy import linkage

from aucc_teach._validation import check_choice, check_dissimilarities
from aucc_teach.calibration import check_clusterer, labels_of
from aucc_teach.partitions import linkage_cuts

ALGORITHMS = ("k-means", "single", "average", "complete", "ward")
#: The named algorithms that work with Euclidean distances, whatever the metric.
EUCLIDEAN = ("k-means", "ward")
N_STARTS = 10


def check_algorithms(algorithms):
    """Return the algorithms as a dictionary: the name of each, and itself or a function of the data and k.

    They are given as names, or as a mapping from the reader's own names to names, functions or estimators.
    """
    if isinstance(algorithms, str) or not hasattr(algorithms, "__iter__"):
        raise ValueError(
            f"algorithms must be a sequence of names from {list(ALGORITHMS)}, or a dictionary of functions and "
            f"estimators under names of their own. Got {algorithms!r}."
        )
    if not hasattr(algorithms, "items"):
        names = [check_choice(name, ALGORITHMS, "every algorithm") for name in algorithms]
        if not names or len(set(names)) < len(names):
            raise ValueError(f"algorithms must hold different names from {list(ALGORITHMS)}. Got {names}.")
        return dict(zip(names, names, strict=True))
    if not algorithms or not all(isinstance(name, str) and name for name in algorithms):
        raise ValueError(f"algorithms must hold at least one, each under a text as its name. Got {list(algorithms)}.")
    return {
        name: check_choice(one, ALGORITHMS, f"the algorithm {name!r}") if isinstance(one, str) else check_clusterer(one)
        for name, one in algorithms.items()
    }


def label_rows(points, ks, algorithm, *, metric="euclidean", seed=0, dissimilarities=None, where="the data"):
    """Cluster the points into each of several numbers of clusters; one row of labels for each.

    `algorithm` is one of `ALGORITHMS` or a function of the data and k. k-means is the best of `N_STARTS` starts from
    the seed; a tree grows once. The labels are numbered from 0 in the order in which they appear, for k-means numbers
    its clusters by chance. `dissimilarities` spares the trees of other metrics to compute them; `where` is for
    messages.
    """
    ks = list(ks)
    if callable(algorithm):
        rows = [labels_of(algorithm, points, k, where) for k in ks]
    elif algorithm == "k-means":
        from sklearn import config_context
        from sklearn.cluster import KMeans

        # The points were checked when they came in; to check them anew is a fifth of the time of thousands of fits.
        with config_context(assume_finite=True, skip_parameter_validation=True):
            rows = [KMeans(k, n_init=N_STARTS, random_state=seed).fit_predict(points) for k in ks]
    else:
        if algorithm == "ward":
            tree = linkage(points, "ward")
        else:
            if dissimilarities is None:
                dissimilarities, _ = check_dissimilarities(points, metric)
            tree = linkage(dissimilarities, algorithm)
        rows = linkage_cuts(tree)[np.subtract(ks, 1)]
    return np.array([in_order_of_appearance(labels) for labels in rows])


def in_order_of_appearance(labels):
    """The same partition with labels 0, 1, ... in the order in which they appear."""
    _, first, codes = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]
