"""Clusterings that leave some objects out as noise, as density-based algorithms do."""

from typing import Any, NamedTuple

import numpy as np

from aucc_teach.input import check_same_names, is_series, label_array, names_of_data, names_of_objects
from aucc_teach.input.frames import is_frame, refuse_sparse
from aucc_teach.input.numbers import n_objects_of_pairs

__all__ = ["WithoutNoise", "without_noise"]


class WithoutNoise(NamedTuple):
    """What :func:`without_noise` leaves: the data and labels of the objects in clusters, and how many are gone."""

    X: Any
    labels: Any
    n_noise: int

    def __repr__(self):
        return f"WithoutNoise: {len(self.labels)} objects in clusters, {self.n_noise} left out as noise"


def without_noise(X, labels, *, noise=-1, metric="euclidean"):
    """Leave out the objects that an algorithm calls noise, and count them.

    scikit-learn's DBSCAN, HDBSCAN and OPTICS give noise the label -1, which every function here takes for one more
    cluster, with a warning where labels are judged on data. What is left fits :func:`aucc_score` and all others. Report
    the count beside the score, because the score no longer judges these objects, and an algorithm that calls more of
    them noise often scores higher.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, or `noise`.
    noise : label, default=-1
        The label of noise. No object needs to have it.
    metric : str or callable, default="euclidean"
        Only whether it is "precomputed" matters.

    Returns
    -------
    WithoutNoise
        ``X`` and ``labels`` of the objects that are not noise, of the same types (a list becomes an array), and
        ``n_noise``, the number of those that are.

    Raises
    ------
    ValueError
        If data and labels differ in length or in their names, the data are sparse, all objects are noise, or `noise` is
        written in another way than in the labels, such as -1 where they hold "-1".

    Examples
    --------
    >>> import aucc_teach as at
    >>> kept = at.without_noise([[0], [1], [4], [6], [50]], [0, 0, 1, 1, -1])
    >>> kept
    WithoutNoise: 4 objects in clusters, 1 left out as noise
    >>> at.aucc_score(kept.X, kept.labels)
    1.0
    """
    # NumPy would merge large numbers of a list, and texts that differ in zero characters at their ends.
    array = label_array(labels)
    values = labels if is_series(labels) else np.asarray(labels if hasattr(labels, "dtype") else array)
    kept = ~np.fromiter((value == noise for value in values.tolist()), dtype=bool, count=len(values))
    if kept.all() and str(noise) in {str(value) for value in values.tolist()}:
        raise ValueError(
            f"noise must be written as in the labels. Got {noise!r} of type {type(noise).__name__}, whereas the "
            f"labels hold {type(values.tolist()[0]).__name__}."
        )
    if not kept.any():
        raise ValueError(f"at least one object must be in a cluster. Got {len(values)} that are all noise.")
    refuse_sparse(X, "X")
    X = X if is_frame(X) or is_series(X) else np.asarray(X)
    precomputed = isinstance(metric, str) and metric == "precomputed"
    is_condensed = precomputed and X.ndim == 1
    n_objects = n_objects_of_pairs(X.size) if is_condensed else len(X)
    if n_objects != len(values):
        raise ValueError(
            f"labels and data must describe the same objects. Got {len(values)} labels, {n_objects} objects."
        )
    check_same_names(X=names_of_data(X, metric), labels=names_of_objects(labels))
    n_noise = int((~kept).sum())
    if n_noise:
        X = _of_objects(X, kept, square=precomputed and not is_condensed, condensed=is_condensed)
    return WithoutNoise(X, values[kept], n_noise)


def _of_objects(X, kept, *, square, condensed):
    if condensed:
        i, j = np.triu_indices(kept.size, 1)
        return X[kept[i] & kept[j]]
    if is_frame(X):
        return X.loc[kept, kept] if square else X.loc[kept]
    return X[np.ix_(kept, kept)] if square else X[kept]
