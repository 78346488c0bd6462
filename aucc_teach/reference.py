"""A level for AUCC that an algorithm reaches where there is nothing to find: the same algorithm on reference data."""

from typing import NamedTuple

import numpy as np
from sklearn.utils import check_array

from aucc_teach._validation import check_choice, check_integer, check_rng
from aucc_teach.aucc import PairRanking

REFERENCES = ("principal", "box", "normal")


class ReferenceAucc(NamedTuple):
    """AUCC of one algorithm on data and on reference data without structure; arrays with one entry per k.

    ``scores``: on the data; ``mean``, ``std``: over the reference sets (divisor n - 1); ``excess``: ``scores`` less
    ``mean``; ``pvalues``: share of all sets, the data included, whose AUCC is at least that of the data.
    """

    scores: np.ndarray
    mean: np.ndarray
    std: np.ndarray
    excess: np.ndarray
    pvalues: np.ndarray


def reference_data(X, *, reference="principal", rng=None):
    """Points without structure that fill the same space as the data.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Data, at least 2 objects.
    reference : {"principal", "box", "normal"}, default="principal"
        What "without structure" means: uniform in the smallest box along the principal axes that holds the data,
        uniform in the smallest box along the coordinate axes, or normal with the mean and covariance of the data.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    ndarray of float64, shape (n, d)
        As many points, in the coordinates and units of `X`.

    Raises
    ------
    ValueError
        If `X` is no array of finite numbers with at least 2 rows, or for an unknown reference.

    References
    ----------
    The two boxes are choices (b) and (a) in section 4 of Tibshirani, Walther and Hastie (2001).

    Examples
    --------
    The box of a diagonal line is the line itself if it lies along the principal axes, and a square if it does not.

    >>> import aucc_teach as at
    >>> line = [[0, 0], [1, 1], [4, 4]]
    >>> at.reference_data(line, rng=0).round(2)
    array([[2.55, 2.55],
           [0.16, 0.16],
           [3.25, 3.25]])
    >>> at.reference_data(line, reference="box", rng=0).round(2)
    array([[2.55, 1.08],
           [0.16, 0.07],
           [3.25, 3.65]])
    """
    check_choice(reference, REFERENCES, "reference")
    X, rng = _check_data(X), check_rng(rng)
    center = X.mean(axis=0)
    centred = X - center
    axes = np.eye(X.shape[1]) if reference == "box" else _principal_axes(centred)
    along = centred @ axes.T
    if reference == "normal":
        drawn = rng.standard_normal(along.shape) * along.std(axis=0, ddof=1)
    else:
        drawn = rng.uniform(along.min(axis=0), along.max(axis=0), size=along.shape)
    return center + drawn @ axes


def reference_aucc(X, cluster, ks, *, n_references=19, reference="principal", metric="euclidean", rng=None):
    """AUCC of an algorithm on data beside its AUCC on data without structure, for each number of clusters.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Data, at least 3 objects.
    cluster : callable
        ``cluster(X, k)`` gives a label for each row of `X`; 2 <= k <= n - 1 clusters must come out.
    ks : sequence of int
        Numbers of clusters to ask for, each between 2 and n - 1.
    n_references : int, default=19
        Number of reference sets, at least 2. With 19, the smallest p-value is 1/20.
    reference : {"principal", "box", "normal"}, default="principal"
        How the reference sets are drawn; see :func:`reference_data`.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`. Not "precomputed": reference sets need coordinates.
    rng : numpy.random.Generator or int, optional
        Source of randomness for the reference sets, or a seed for it. What is random in `cluster` is its own matter.

    Returns
    -------
    ReferenceAucc
        ``scores``, ``mean``, ``std``, ``excess`` and ``pvalues``: arrays of shape (len(ks),). Each p-value is for its
        own k and for this notion of structureless data; over many k the smallest one is small by chance.

    Raises
    ------
    ValueError
        If `X` is no array of finite numbers with at least 3 rows, `cluster` cannot be called or gives no valid
        partition, `ks` is empty or out of range, there are fewer than 2 reference sets, or the metric or the
        reference is unknown.

    References
    ----------
    The idea of the gap statistic of Tibshirani, Walther and Hastie (2001), with AUCC in the place of the logarithm
    of the dispersion within clusters.

    Examples
    --------
    >>> import aucc_teach as at
    >>> from sklearn.cluster import KMeans
    >>> def kmeans(X, k):
    ...     return KMeans(k, n_init=2, random_state=0).fit_predict(X)
    >>> blobs = at.datasets.load_toy("blobs").points
    >>> result = at.reference_aucc(blobs, kmeans, [2, 3, 4], rng=0)
    >>> result.excess.round(2)
    array([ 0.08, -0.01, -0.03])
    """
    X, rng = _check_data(X, at_least=3), check_rng(rng)
    if not callable(cluster):
        raise ValueError(f"cluster must be a function of the data and the number of clusters. Got {cluster!r}.")
    if not hasattr(ks, "__iter__"):
        raise ValueError(f"ks must be a sequence of numbers of clusters. Got {ks!r}.")
    ks = [check_integer(k, "every number of clusters", minimum=2) for k in ks]
    if not ks or max(ks) > len(X) - 1:
        raise ValueError(f"ks must hold numbers of clusters from 2 to n - 1 = {len(X) - 1}. Got {ks}.")
    n_references = check_integer(n_references, "n_references", minimum=2)
    check_choice(reference, REFERENCES, "reference")
    if isinstance(metric, str) and metric == "precomputed":
        raise ValueError("metric must work on coordinates, which reference data have too. Got 'precomputed'.")

    def score(points):
        return PairRanking(points, metric=metric).score_many([cluster(points, k) for k in ks])

    scores = score(X)
    of_references = np.array([score(reference_data(X, reference=reference, rng=rng)) for _ in range(n_references)])
    mean = of_references.mean(axis=0)
    # The data count as one of the sets: if they are such a set, every place in the order is equally likely.
    pvalues = (1 + (of_references >= scores).sum(axis=0)) / (n_references + 1)
    return ReferenceAucc(scores, mean, of_references.std(axis=0, ddof=1), scores - mean, pvalues)


def _principal_axes(centred):
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    # Either direction of an axis will do, and libraries differ: the largest entry decides.
    largest = np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)
    return axes * np.sign(largest)


def _check_data(X, *, at_least=2):
    try:
        return check_array(X, dtype=np.float64, input_name="X", ensure_min_samples=at_least)
    except TypeError as error:  # complex numbers, sparse matrices
        raise ValueError(f"X must be a dense array of real numbers. Got {type(X).__name__}: {error}") from error
