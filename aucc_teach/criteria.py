"""Relative validity criteria: numbers that say, from the data alone, how good a partition is.

Each criterion is written once, for many partitions with the same number of clusters: a function of `_Partitions`,
which holds what the criteria share (cluster sizes, sums to clusters, centroids) and computes it when first asked for.
:class:`CriteriaScorer` scores many partitions that way; the public functions are the case of one partition.

A criterion is refused where it is not defined, also where rounding alone makes a number of it (`input.rounding`).

To add a criterion: such a function, a public one with its docstring, and an entry in `CRITERIA`, which says all that
others need to know of it. Scores of many, calibration and the lists of criteria follow from there; published studies
name those that they are about.
"""

from collections.abc import Callable
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist, pdist, squareform

from aucc_teach.aucc import PairRanking, aucc_score
from aucc_teach.input import (
    are_constant,
    as_places,
    check_choice,
    check_dissimilarities,
    check_label_rows,
    check_partition,
    check_points,
    counts_of,
    is_euclidean,
    names_of_data,
    names_of_objects,
    refuse_number_of_clusters,
)
from aucc_teach.input.exact import least_raised
from aucc_teach.input.rounding import EPS, near_origin, rounding_of, rounding_of_means
from aucc_teach.noise import without_noise
from aucc_teach.pairs import within_pairs

__all__ = [
    "CRITERIA",
    "CriteriaScorer",
    "Criterion",
    "UndefinedCriterionError",
    "alternative_silhouette_score",
    "alternative_simplified_silhouette_score",
    "c_index",
    "calinski_harabasz_score",
    "davies_bouldin_index",
    "dbcv_score",
    "dunn_score",
    "pbm_score",
    "point_biserial_score",
    "ratkowsky_lance_score",
    "silhouette_score",
    "simplified_silhouette_score",
]


class Criterion(NamedTuple):
    """One entry of `CRITERIA`: all that is to be known of a criterion.

    ``title`` is its usual name; ``function`` scores one partition, ``of_partitions`` many for :class:`CriteriaScorer`;
    ``higher_is_better`` and ``needs_coordinates`` (else dissimilarities do) are booleans. ``range`` has its lowest and
    its highest value; ``cost`` is the order of the time that it takes, for n objects with v variables in k clusters,
    and ``source`` its paper, as the bibliography names it. For :func:`aucc_teach.calibrated_choice`, ``scale`` is
    that on which its excess is taken: "logit" where the room above the baseline shrinks as k grows, "fisher" (Fisher's
    z) between two ends of the same kind, "log" for positive ratios whose drift is a factor, "rank" for ratios that a
    few objects decide; on the first two ``terms`` are what it is a mean of: "comparisons", "pairs" or "objects".
    """

    title: str
    function: Callable
    of_partitions: Callable
    higher_is_better: bool
    needs_coordinates: bool
    range: tuple[float, float]
    cost: str
    source: str
    scale: str
    terms: str | None = None


class UndefinedCriterionError(ValueError):
    """A criterion is not defined for some partitions; ``undefined`` has one boolean for each."""

    def __init__(self, message, undefined):
        super().__init__(message)
        self.undefined = undefined

    def __reduce__(self):
        # Exceptions are pickled by their message alone, so this one could not come back from another process.
        return type(self), (str(self), self.undefined)


class CriteriaScorer:
    """Several criteria for many partitions of one data set, which is prepared once.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed. Dissimilarities alone leave
        out the criteria that need coordinates.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
        It is for the criteria that are defined from dissimilarities; those that need coordinates are Euclidean.
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".

    Attributes
    ----------
    n_objects : int
        Number of objects n.
    names : tuple of str
        The criteria that can be computed, as `CRITERIA` names them.
    ranking : PairRanking
        The ranked pairs, which have the exact null moments of AUCC.

    Raises
    ------
    ValueError
        If there are NaN, infinite, negative or asymmetric dissimilarities, fewer than 3 objects, or an unknown metric.

    References
    ----------
    Those of the criteria; compared with each other by Milligan (1981) and by Vendramin, Campello and Hruschka (2010).

    Examples
    --------
    >>> import aucc_teach as at
    >>> scorer = at.criteria.CriteriaScorer([[0.0], [1.0], [4.0], [6.0]])
    >>> rows = [[0, 0, 1, 1], [0, 1, 0, 1]]
    >>> scores = scorer.score_many(rows, ["aucc_score", "c_index"])
    >>> scores["aucc_score"], scores["c_index"]
    (array([1.  , 0.25]), array([0.  , 0.75]))
    """

    def __init__(self, X, *, metric="euclidean", metric_params=None):
        dissimilarities, self.n_objects = check_dissimilarities(X, metric, metric_params)
        points = _points_behind(X, metric)
        has_points = points is not None
        self._data = _Data(points, dissimilarities, rounding_of(points, self.n_objects, metric, metric_params))
        if self.n_objects < 3:
            refuse_number_of_clusters(1, self.n_objects, "any partition")
        self._names = names_of_data(X, metric)
        self.names = tuple(name for name, found in CRITERIA.items() if has_points or not found.needs_coordinates)

    @property
    def ranking(self):
        """The ranked pairs, which have the exact null moments of AUCC; sorted when they are first asked for."""
        return self._data.ranking

    def score(self, labels, names=None):
        """Criteria of one partition.

        Parameters
        ----------
        labels : array-like of shape (n,)
            Cluster of each object, 2 <= k <= n - 1 clusters.
        names : sequence of str, optional
            Criteria to compute; all of `names` by default.

        Returns
        -------
        dict of float
            The criteria by name.

        Raises
        ------
        ValueError
            If the labels do not fit the data, or a criterion is not defined for them, unknown, or in need of
            coordinates.
        """
        codes, _ = check_partition(labels, self.n_objects, data_names=self._names)
        return {name: float(scores[0]) for name, scores in self.score_many(codes[None], names).items()}

    def score_many(self, labels, names=None, *, undefined="raise"):
        """Criteria of many partitions.

        Parameters
        ----------
        labels : array-like of shape (p, n)
            One partition per row; the rows may have different numbers of clusters.
        names : sequence of str, optional
            Criteria to compute; all of `names` by default.
        undefined : {"raise", "nan"}, default="raise"
            What to do where a criterion is not defined for a row, so that :meth:`score` and the criterion's function
            raise: raise as well, or give NaN for this row alone.

        Returns
        -------
        dict of ndarray of float64, shape (p,)
            For each criterion, by name, the scores of the rows.

        Raises
        ------
        ValueError
            If the labels do not fit the data, or a criterion is unknown, in need of coordinates or, unless NaN was
            asked for, not defined for one of the rows.
        """
        check_choice(undefined, ("raise", "nan"), "undefined")
        names = [check_choice(name, self.names, "every criterion") for name in (self.names if names is None else names)]
        codes, n_clusters = check_label_rows(labels, n_objects=self.n_objects, data_names=self._names)
        scores = {name: np.empty(codes.shape[0]) for name in names}
        for k in np.unique(n_clusters).tolist():
            rows = np.flatnonzero(n_clusters == k)
            at_once = max(1, _ENTRIES_AT_ONCE // (k * self.n_objects))
            for start in range(0, rows.size, at_once):
                part = rows[start : start + at_once]
                partitions = self._partitions(codes, part, k)
                for name in names:
                    try:
                        scores[name][part] = CRITERIA[name].of_partitions(partitions)
                    except UndefinedCriterionError as error:
                        if undefined == "raise":
                            raise
                        scores[name][part] = np.nan
                        defined = part[~error.undefined]
                        if defined.size:
                            scores[name][defined] = CRITERIA[name].of_partitions(self._partitions(codes, defined, k))
        return scores

    def _partitions(self, codes, rows, k):
        return _Partitions(self._data, codes[rows], k, [f"labels[{row}]" for row in rows])


# This many sums from a cluster to an object are held at once; they stay in the processor's cache.
_ENTRIES_AT_ONCE = 1 << 18
# The alternative silhouettes add this to the denominator.
_EPSILON = 1e-6


class _Data:
    """One data set, with what all its partitions share; points or dissimilarities may be missing."""

    def __init__(self, points, dissimilarities, rounding):
        # Criteria do not depend on the origin, and an origin near the points saves digits.
        near = None if points is None else near_origin(points)
        for values, name in ((near, "X"), (dissimilarities, "dissimilarities")):
            if values is not None:
                _refuse_unsquared(values, name)
        self.dissimilarities = dissimilarities
        self.rounding = rounding
        if points is not None:
            self.points = near - near.mean(axis=0)
            # Sum of squares of each column about its mean. Equal values may differ from their mean, by rounding.
            self.total_squares = np.square(self.points).sum(axis=0)
            self.total_squares[are_constant(points)] = 0.0
            self.rounding_of_means = rounding_of_means(points)
            # This bounds the error of a distance from one centroid, or between two.
            largest = np.sqrt(np.square(self.points).sum(axis=1).max())
            self.rounding_of_centroids = len(points) * EPS * largest + rounding.of_objects.max()

    @cached_property
    def square(self):
        return squareform(self.dissimilarities)

    @cached_property
    def square_where_apart(self):
        """Dissimilarities, with 0 between objects that may be the same but for rounding."""
        of_objects = self.rounding.of_objects
        return np.where(self.square > np.maximum(of_objects, of_objects[:, None]), self.square, 0.0)

    @cached_property
    def ranking(self):
        return PairRanking(self.dissimilarities, metric="precomputed")

    @cached_property
    def square_of_ranks(self):
        # The product is fast on floats, in which sums below 2^53 are exact.
        return squareform(self.ranking.doubled_mid_ranks.astype(np.float64))

    @cached_property
    def mean(self):
        """Mean of the dissimilarities."""
        return self.dissimilarities.mean()

    @cached_property
    def are_equal(self):
        """Whether all dissimilarities are equal, but for rounding."""
        return self.rounding.makes_equal(self.dissimilarities)

    @property  # not cached: the reference cycle would delay freeing
    def above_smallest(self):
        """The same data; if the dissimilarities hardly differ, the smallest is subtracted from all."""
        d = self.dissimilarities
        # Sums of m dissimilarities are rounded by up to m eps/2 of themselves, which would hide small differences. To
        # subtract is exact where the largest is at most twice the smallest.
        if d.max() - d.min() > min(0.5, d.size * EPS**0.5) * d.max():
            return self
        return _Data(None, d - d.min(), self.rounding)

    @cached_property
    def deviation(self):
        """Standard deviation of the dissimilarities."""
        return self.dissimilarities.std()

    @cached_property
    def are_two_valued(self):
        """Whether there are no more than two different dissimilarities."""
        d = self.dissimilarities
        return bool(((d == d.min()) | (d == d.max())).all())

    @cached_property
    def sums_of_smallest(self):
        """Entry p is the sum of the p smallest dissimilarities."""
        return np.concatenate([[0.0], np.cumsum(np.sort(self.dissimilarities))])

    @cached_property
    def total_distance(self):
        """Sum of the distances of the points from their mean."""
        return np.sqrt(np.square(self.points).sum(axis=1)).sum()


def _refuse_unsquared(values, name):
    """Refuse numbers whose squares are infinite, and columns whose differences are lost when they are squared."""
    with np.errstate(over="ignore"):
        is_finite = np.isfinite(np.square(values).sum())
        spreads = np.ptp(values, axis=0)
    if not is_finite:
        raise ValueError(f"{name} must be small enough to be squared and added. Got {np.abs(values).max()}.")
    if ((spreads > 0) & (spreads < least_raised())).any():
        raise ValueError(
            f"{name} must differ by enough to be squared: by {least_raised():.0e}. Got differences of "
            f"{spreads[spreads > 0].min():.0e} at most: multiply by a constant."
        )


class _Partitions:
    """Partitions of one data set into the same number of clusters k, with what several criteria need.

    Arrays begin with an axis of the partitions. `names` says in messages which partition is meant.
    """

    def __init__(self, data, codes, n_clusters, names):
        self.data, self.codes, self.k, self.names = data, codes, n_clusters, names
        self.n = codes.shape[1]
        n_rows = codes.shape[0]
        # The clusters of all partitions are numbered through.
        self._of_cluster = codes + n_clusters * np.arange(n_rows)[:, None]
        sizes = counts_of(self._of_cluster.ravel(), n_rows * n_clusters)
        # The matrix has a row for each cluster of each partition, with a one for each member.
        members = np.argsort(codes, axis=1, kind="stable").ravel()
        ends = np.concatenate([[0], np.cumsum(sizes)])
        self._indicator = csr_array((np.ones(members.size), members, ends), shape=(n_rows * n_clusters, self.n))
        self.sizes = sizes.reshape(n_rows, n_clusters)

    def of_data(self, data):
        """The same partitions of other data on the same objects."""
        return self if data is self.data else _Partitions(data, self.codes, self.k, self.names)

    def sums(self, values):
        """Add up the rows of `values`, one per object, over the members of each cluster: shape (p, k, columns).

        A sparse product: its cost does not grow with the number of clusters, and its order of additions does not
        depend on the linear algebra library or on the number of threads.
        """
        return (self._indicator @ values).reshape(*self.sizes.shape, -1)

    def own(self, values):
        """Select the numbers of each object's own cluster, shape (p, n), from those of all clusters, (p, k, n)."""
        return values.ravel()[self._of_cluster * self.n + np.arange(self.n)]

    @cached_property
    def own_sizes(self):
        return self.sizes.ravel()[self._of_cluster]

    @cached_property
    def n_within(self):
        return (self.sizes * (self.sizes - 1) // 2).sum(axis=1)

    @cached_property
    def n_between(self):
        return self.n * (self.n - 1) // 2 - self.n_within

    @cached_property
    def distances_to_clusters(self):
        """Sum of the dissimilarities between each object and the members of each cluster, shape (p, k, n)."""
        return self.sums(self.data.square)

    @cached_property
    def sum_within(self):
        """Sum of the dissimilarities of the within pairs: each pair was met from both of its objects."""
        return self.own(self.distances_to_clusters).sum(axis=1) / 2

    @cached_property
    def centroids(self):
        return self.sums(self.data.points) / self.sizes[:, :, None]

    @cached_property
    def squares_within(self):
        """Squared Euclidean distance of each object from its centroid, shape (p, n)."""
        own = self.centroids.reshape(-1, self.centroids.shape[2])[self._of_cluster]
        return np.square(self.data.points - own).sum(axis=2)

    @cached_property
    def squares_between(self):
        """Sum over the clusters of size times squared distance of centroid and mean, by column: shape (p, d)."""
        found = (self.sizes[:, :, None] * np.square(self.centroids)).sum(axis=1)
        are_at_mean = (found <= self.n * np.square(self.data.rounding_of_means)).all(axis=1, keepdims=True)
        return np.where(are_at_mean, 0.0, found)

    @cached_property
    def coincide(self):
        """Whether the points of each cluster coincide, but for rounding: shape (p,)."""
        return (self.squares_within <= self.data.rounding_of_centroids**2).all(axis=1)

    @cached_property
    def distances_within(self):
        """Distance of each object from its centroid, shape (p, n)."""
        return np.sqrt(self.squares_within)

    @cached_property
    def distances_to_centroids(self):
        """Distance of each object from each centroid, shape (p, k, n)."""
        return self._without_rounding(np.stack([cdist(row, self.data.points) for row in self.centroids]))

    @cached_property
    def distances_of_centroids(self):
        """Distances between the centroids of each partition, condensed: shape (p, k(k-1)/2)."""
        return self._without_rounding(np.stack([pdist(row) for row in self.centroids]))

    def _without_rounding(self, distances):
        # Rounding moves a centroid off a point that it equals.
        return np.where(distances > self.data.rounding_of_centroids, distances, 0.0)

    @cached_property
    def _runs(self):
        """For each partition, an order that brings the members of a cluster together, and where each cluster starts."""
        starts = as_places(np.cumsum(self.sizes, axis=1) - self.sizes)
        return list(zip(np.argsort(self.codes, axis=1, kind="stable"), starts, strict=True))

    @cached_property
    def rounding(self):
        """How far apart an object of each cluster may be from itself, written in another way: shape (p, k)."""
        return self._to_members(self.data.rounding.of_objects, np.maximum)

    def between_clusters(self, values, reduce):
        """Bring numbers for each cluster and object, (p, k, n), together by the objects' clusters: shape (p, k, k)."""
        rows = zip(values, self._runs, strict=True)
        return np.stack([reduce.reduceat(row[:, order], start, axis=1) for row, (order, start) in rows])

    def _to_members(self, values, reduce):
        return np.stack([reduce.reduceat(values[order], start, axis=0) for order, start in self._runs])

    @cached_property
    def distances_to_nearest(self):
        """Dissimilarity of each object to the nearest member of each cluster, shape (p, k, n)."""
        return self._to_members(self.data.square, np.minimum)

    @cached_property
    def largest_distances(self):
        """Largest dissimilarity between members of two clusters, or of one: shape (p, k, k)."""
        return self.between_clusters(self._to_members(self.data.square, np.maximum), np.maximum)

    @cached_property
    def sums_of_distances(self):
        """Sum of the dissimilarities from the members of one cluster to those of another, shape (p, k, k)."""
        return self.between_clusters(self.distances_to_clusters, np.add)

    @cached_property
    def sums_to_centroids(self):
        """Sum of the distances from one cluster's centroid to another's members, shape (p, k, k)."""
        return self.between_clusters(self.distances_to_centroids, np.add)

    def refuse(self, undefined, criterion, reason):
        """Refuse what no convention defines; `undefined` is one boolean, or one for each partition."""
        undefined = np.broadcast_to(undefined, len(self.names))
        if undefined.any():
            where = self.names[int(undefined.argmax())]
            raise UndefinedCriterionError(f"{criterion} is not defined for {where}: {reason}.", undefined)


def _points_behind(X, metric):
    """Return the points between which the dissimilarities are taken, or None if dissimilarities are given."""
    return None if isinstance(metric, str) and metric == "precomputed" else check_points(X)


def _from_dissimilarities(of_partitions, X, labels, metric, metric_params):
    dissimilarities, n = check_dissimilarities(X, metric, metric_params)
    data = _Data(None, dissimilarities, rounding_of(_points_behind(X, metric), n, metric, metric_params))
    return _of_one(of_partitions, data, labels, n, names_of_data(X, metric))


def _from_coordinates(of_partitions, X, labels, *, with_distances=False, noise_is_named=False):
    points = check_points(X)
    data = _Data(points, pdist(points) if with_distances else None, rounding_of(points, len(points)))
    return _of_one(of_partitions, data, labels, len(points), names_of_objects(X), noise_is_named)


def _of_one(of_partitions, data, labels, n_objects, data_names, noise_is_named=False):
    codes, sizes = check_partition(labels, n_objects, data_names=data_names, noise_is_named=noise_is_named)
    return float(of_partitions(_Partitions(data, codes[None], sizes.size, ["these labels"]))[0])


def point_biserial_score(X, labels, *, metric="euclidean", metric_params=None):
    """Point-biserial correlation of the dissimilarities with "lies between clusters"; higher is better.

    The correlation of Pearson between the dissimilarity of a pair and 1 if the pair lies between clusters, 0 if
    within: with the means b of the N between pairs and w of the P within pairs, m = P + N pairs, and the standard
    deviation s of all m dissimilarities (divided by m), it is (b - w)/s sqrt(P N / m^2).

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. An object that is alone in its cluster is in no
        within pair.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".

    Returns
    -------
    float
        Between -1 and 1. 0 is the mean over random labels with these cluster sizes.

    Raises
    ------
    ValueError
        If there are NaN, infinite, negative or asymmetric dissimilarities, lengths that differ, fewer than 2 or more
        than n - 1 clusters, or an unknown metric; or if all dissimilarities are
        equal, but for rounding, so that nothing correlates.

    References
    ----------
    Milligan (1981). Some programs divide by m - 1 in s; the difference is a factor of sqrt(1 - 1/m).

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.point_biserial_score([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    0.8281
    """
    return _from_dissimilarities(_point_biserial, X, labels, metric, metric_params)


def _point_biserial(partitions):
    partitions.refuse(partitions.data.are_equal, "the point-biserial correlation", "all dissimilarities are equal")
    data = partitions.data.above_smallest
    partitions = partitions.of_data(data)
    n_within = partitions.n_within
    # The between mean exceeds the within mean by m / N times what the mean of all does.
    excess = data.mean - partitions.sum_within / n_within
    found = np.clip(excess / data.deviation * np.sqrt(n_within / partitions.n_between), -1.0, 1.0)
    if data.are_two_valued:
        # It is 1 or -1 if and only if the pairs of one kind have one value, and those of the other kind the other.
        is_larger = data.dissimilarities > data.dissimilarities.min()
        for row, codes in enumerate(partitions.codes):
            within = within_pairs(codes)
            if (within != is_larger).all() or (within == is_larger).all():
                found[row] = np.sign(found[row])
    return found


def c_index(X, labels, *, metric="euclidean", metric_params=None):
    """C-index: where the sum of the within dissimilarities lies between its extremes; **lower is better**.

    With P within pairs of sum S, and the sums of the P smallest and of the P largest of all dissimilarities, it is
    (S - smallest)/(largest - smallest).

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. An object that is alone in its cluster is in no
        within pair.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".

    Returns
    -------
    float
        Between 0 (the P within pairs are the P closest) and 1.

    Raises
    ------
    ValueError
        If there are NaN, infinite, negative or asymmetric dissimilarities, lengths that differ, fewer than 2 or more
        than n - 1 clusters, or an unknown metric; or if all dissimilarities are equal, but for rounding, which makes it
        0/0.

    References
    ----------
    Hubert and Levin (1976). Some programs take the extremes of one pair for each cluster: another criterion.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.criteria.c_index([[0], [1], [4], [6]], [0, 1, 0, 1])
    0.75
    """
    return _from_dissimilarities(_c_index, X, labels, metric, metric_params)


def _c_index(partitions):
    partitions.refuse(partitions.data.are_equal, "the C-index", "all dissimilarities are equal")
    partitions = partitions.of_data(partitions.data.above_smallest)
    sums = partitions.data.sums_of_smallest
    smallest = sums[partitions.n_within]
    largest = sums[-1] - sums[partitions.n_between]
    # Rounding may carry a perfect partition past the ends.
    return np.clip((partitions.sum_within - smallest) / (largest - smallest), 0.0, 1.0)


def silhouette_score(X, labels, *, metric="euclidean", metric_params=None):
    """Mean silhouette width: how much closer the own cluster is than the nearest other one; higher is better.

    For each object, a is the mean dissimilarity to the other members of its cluster, b the smallest mean
    dissimilarity to the members of another cluster; its silhouette is (b - a)/max(a, b), and the score their mean.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. An object that is alone in its cluster has silhouette 0, and
        so has one with a = b = 0, but for rounding: both by Rousseeuw's definition.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".

    Returns
    -------
    float
        Between -1 and 1.

    Raises
    ------
    ValueError
        If there are NaN, infinite, negative or asymmetric dissimilarities, lengths that differ, fewer than 2 or more
        than n - 1 clusters, or an unknown metric.

    References
    ----------
    Section 2 of Rousseeuw (1987).

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.silhouette_score([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    0.6537
    """
    return _from_dissimilarities(_silhouette, X, labels, metric, metric_params)


def _silhouette(partitions):
    return _mean_width(partitions, *_means_of_own_and_nearest(partitions), partitions.data.rounding.of_objects)


def _means_of_own_and_nearest(partitions):
    sums = partitions.distances_to_clusters
    # An object's dissimilarity to itself is 0: it adds nothing to the sum and is left out of the count.
    a = partitions.own(sums) / np.maximum(partitions.own_sizes - 1, 1)
    return a, _smallest_of_others(partitions, sums / partitions.sizes[:, :, None])


def _centroids_own_and_nearest(partitions):
    distances = partitions.distances_to_centroids
    return partitions.own(distances), _smallest_of_others(partitions, distances.copy())


def _smallest_of_others(partitions, values):
    np.put_along_axis(values, partitions.codes[:, None], np.inf, axis=1)
    return values.min(axis=1)


def _mean_width(partitions, a, b, rounding):
    larger = np.maximum(a, b)
    widths = np.divide(b - a, larger, out=np.zeros_like(a), where=(larger > rounding) & (partitions.own_sizes > 1))
    return widths.mean(axis=1)


def _mean_ratio(partitions, a, b):
    return np.where(partitions.own_sizes > 1, b / (a + _EPSILON), 0.0).mean(axis=1)


def simplified_silhouette_score(X, labels):
    """Simplified silhouette (SSWC): the silhouette with centroids in place of members; higher is better.

    For each object, a is the Euclidean distance to the centroid of its cluster, b that to the nearest other centroid;
    its width is (b - a)/max(a, b), and the score their mean.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. An object that is alone in its cluster has width 0, as in
        the silhouette; so has one with a = b = 0, but for rounding.

    Returns
    -------
    float
        Between -1 and 1.

    Raises
    ------
    ValueError
        If there are NaN or infinite values, lengths that differ, or fewer than 2 or more than n - 1 clusters.

    References
    ----------
    Vendramin, Campello and Hruschka (2010), where single objects get 0 too.

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.simplified_silhouette_score([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    0.8269
    """
    return _from_coordinates(_simplified_silhouette, X, labels)


def _simplified_silhouette(partitions):
    return _mean_width(partitions, *_centroids_own_and_nearest(partitions), partitions.data.rounding_of_centroids)


def alternative_silhouette_score(X, labels, *, metric="euclidean", metric_params=None):
    """Alternative silhouette (ASWC): the mean ratio of b to a, instead of their difference; higher is better.

    With a and b as in :func:`silhouette_score`, the mean over the objects of b/(a + 1e-6). The small constant keeps
    the ratio finite; it is in the units of the dissimilarities.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. An object that is alone in its cluster counts 0.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".

    Returns
    -------
    float
        At least 0, without an upper bound; above 1 where the own cluster is the closer one.

    Raises
    ------
    ValueError
        If there are NaN, infinite, negative or asymmetric dissimilarities, lengths that differ, fewer than 2 or more
        than n - 1 clusters, or an unknown metric.

    References
    ----------
    Vendramin, Campello and Hruschka (2010), with their constant for data of unit scale.

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.alternative_silhouette_score([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    3.375
    """
    return _from_dissimilarities(_alternative_silhouette, X, labels, metric, metric_params)


def _alternative_silhouette(partitions):
    return _mean_ratio(partitions, *_means_of_own_and_nearest(partitions))


def alternative_simplified_silhouette_score(X, labels):
    """Alternative simplified silhouette (ASSWC): the mean ratio of b to a, from centroids; higher is better.

    With a and b as in :func:`simplified_silhouette_score`, the mean over the objects of b/(a + 1e-6).

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. An object that is alone in its cluster counts 0.

    Returns
    -------
    float
        At least 0, without an upper bound.

    Raises
    ------
    ValueError
        If there are NaN or infinite values, lengths that differ, or fewer than 2 or more than n - 1 clusters.

    References
    ----------
    Vendramin, Campello and Hruschka (2010), with their constant for data of unit scale.

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.alternative_simplified_silhouette_score([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    6.75
    """
    return _from_coordinates(_alternative_simplified_silhouette, X, labels)


def _alternative_simplified_silhouette(partitions):
    return _mean_ratio(partitions, *_centroids_own_and_nearest(partitions))


def calinski_harabasz_score(X, labels):
    """Variance ratio criterion (VRC) of Calinski and Harabasz; higher is better.

    With B the sum of squared Euclidean distances from the centroids to the mean, each as often as its cluster has
    members, and W that from the objects to their centroids: (B/(k - 1)) / (W/(n - k)).

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters.

    Returns
    -------
    float
        At least 0, without an upper bound.

    Raises
    ------
    ValueError
        If there are NaN or infinite values, lengths that differ, or fewer than 2 or more than n - 1 clusters; or if
        each cluster's points coincide but for rounding (W = 0), where the paper gives no value and scikit-learn
        answers 1.

    References
    ----------
    Calinski and Harabasz (1974).

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.calinski_harabasz_score([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    16.2
    """
    return _from_coordinates(_calinski_harabasz, X, labels)


def _calinski_harabasz(partitions):
    within = partitions.squares_within.sum(axis=1)
    between = partitions.squares_between.sum(axis=1)
    partitions.refuse(partitions.coincide, "the variance ratio criterion", "the points of each cluster coincide")
    return (between / (partitions.k - 1)) / (within / (partitions.n - partitions.k))


def ratkowsky_lance_score(X, labels):
    """C/sqrt(k) of Ratkowsky and Lance: proportion of each variable's spread that is between; higher is better.

    With SST the sum of squares of a variable about its mean, and SSB that of the cluster means, each as often as its
    cluster has members: C is the mean over the variables of sqrt(SSB/SST), and the score C/sqrt(k).

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters.

    Returns
    -------
    float
        Between 0 and 1/sqrt(k).

    Raises
    ------
    ValueError
        If there are NaN or infinite values, lengths that differ, or fewer than 2 or more than n - 1 clusters; or if a
        variable does not vary, but for rounding, which makes its proportion 0/0.

    References
    ----------
    Ratkowsky and Lance (1978), and Hill (1980) for the division by sqrt(k). Some programs take the root after the
    mean, sqrt(mean(SSB/SST)/k), which is never smaller.

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.ratkowsky_lance_score([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    0.6671
    """
    return _from_coordinates(_ratkowsky_lance, X, labels)


def _ratkowsky_lance(partitions):
    total = partitions.data.total_squares
    column = int((total == 0).argmax())
    partitions.refuse((total == 0).any(), "C/sqrt(k)", f"column {column} of X does not vary, leave it out")
    proportions = np.minimum(partitions.squares_between / total, 1.0)
    return np.sqrt(proportions).mean(axis=1) / np.sqrt(partitions.k)


def pbm_score(X, labels):
    """PBM of Pakhira, Bandyopadhyay and Maulik, in squared units of the data; higher is better.

    With E_1 the sum of the Euclidean distances (not squared) of the objects from their mean, E_k that from their
    centroids, and D_k the largest distance between two centroids: ((1/k) (E_1/E_k) D_k)^2.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters.

    Returns
    -------
    float
        At least 0, without an upper bound; multiplied by c^2 when the data are multiplied by c.

    Raises
    ------
    ValueError
        If there are NaN or infinite values, lengths that differ, or fewer than 2 or more than n - 1 clusters; or if
        each cluster's points coincide but for rounding (E_k = 0), where the paper gives no value.

    References
    ----------
    Pakhira, Bandyopadhyay and Maulik (2004).

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.pbm_score([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    45.5625
    """
    return _from_coordinates(_pbm, X, labels)


def _pbm(partitions):
    within = partitions.distances_within.sum(axis=1)
    total = partitions.data.total_distance
    partitions.refuse(partitions.coincide, "PBM", "the points of each cluster coincide")
    furthest = partitions.distances_of_centroids.max(axis=1)
    return np.square(total / within * furthest / partitions.k)


def davies_bouldin_index(X, labels):
    """Index of Davies and Bouldin: the worst overlap with another cluster, averaged; **lower is better**.

    With S_i the mean Euclidean distance of the members of cluster i from their centroid, and M_ij the distance of two
    centroids: the mean over the clusters of the largest (S_i + S_j)/M_ij.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. A cluster of one object has S = 0.

    Returns
    -------
    float
        At least 0, without an upper bound.

    Raises
    ------
    ValueError
        If there are NaN or infinite values, lengths that differ, or fewer than 2 or more than n - 1 clusters; or if
        two centroids coincide but for rounding, which makes the ratio infinite (scikit-learn leaves such pairs of
        clusters out, and answers 0, the best value, if all centroids coincide).

    References
    ----------
    Davies and Bouldin (1979) with their q = 1, the mean of the distances, and p = 2, Euclidean centroids. For a single
    object the formula gives S = 0; genieclust answers infinity.

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.criteria.davies_bouldin_index([[0], [1], [4], [6]], [0, 0, 1, 1]), 4)
    0.3333
    """
    return _from_coordinates(_davies_bouldin, X, labels)


def _davies_bouldin(partitions):
    apart = partitions.distances_of_centroids
    partitions.refuse((apart == 0).any(axis=1), "the index of Davies and Bouldin", "two centroids coincide")
    spread = _of_cluster_itself(partitions.sums_to_centroids) / partitions.sizes
    first, second = np.triu_indices(partitions.k, 1)
    overlaps = np.stack([squareform(row) for row in (spread[:, first] + spread[:, second]) / apart])
    return overlaps.max(axis=2).mean(axis=1)


def dunn_score(X, labels, *, separation=1, diameter=1, metric="euclidean", metric_params=None):
    """Dunn's index and its 17 variants: smallest separation over largest diameter; higher is better.

    The separation of two clusters is (1) the smallest, (2) the largest or (3) the mean dissimilarity of their members,
    (4) the distance of their centroids, (5) the mean distance of the members of each from the centroid of the other,
    or (6) the Hausdorff distance: how far a member of one can be from the nearest member of the other. The diameter
    is (1) the largest or (2) the mean dissimilarity of two members, or (3) twice the mean distance from the centroid.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. A cluster of one object has diameter 0.
    separation : {1, 2, 3, 4, 5, 6}, default=1
        Which separation; 1 is Dunn's.
    diameter : {1, 2, 3}, default=1
        Which diameter; 1 is Dunn's.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
        Forms with a centroid (separations 4 and 5, diameter 3) need coordinates and "euclidean".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".

    Returns
    -------
    float
        At least 0, without an upper bound.

    Raises
    ------
    ValueError
        If there are NaN, infinite, negative or asymmetric dissimilarities, lengths that differ, fewer than 2 or more
        than n - 1 clusters, or an unknown metric or form; or if all diameters are 0, but for rounding, where
        the ratio is not defined.

    References
    ----------
    Dunn (1974) for the first form, Bezdek and Pal (1998) for the others, in their numbering. Of a single object the
    formulas give diameters 1 and 3 as 0, and diameter 2 as 0/0, here 0 as well. Some programs take the distances from
    the own centroid in separation 5, or half the mean in diameter 2.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.criteria.dunn_score([[0], [1], [4], [6]], [0, 0, 1, 1])
    1.5
    >>> at.criteria.dunn_score([[0], [1], [4], [6]], [0, 0, 1, 1], separation=3)
    2.25
    """
    for value, choices, name in ((separation, _SEPARATIONS, "separation"), (diameter, _DIAMETERS, "diameter")):
        if value not in choices:
            raise ValueError(f"{name} must be one of {list(choices)}. Got {value!r} instead.")
    of_partitions = partial(_dunn, separation, diameter)
    if not _has_centroid(separation, diameter):
        return _from_dissimilarities(of_partitions, X, labels, metric, metric_params)
    if not is_euclidean(metric, metric_params):
        raise ValueError(
            f'metric must be "euclidean" for separation {separation} and diameter {diameter}, which need centroids. '
            f"Got {metric!r} with metric_params={metric_params!r}."
        )
    return _from_coordinates(of_partitions, X, labels, with_distances=True)


def _has_centroid(separation, diameter):
    return separation in (4, 5) or diameter == 3


def _dunn(separation, diameter, partitions):
    diameters = _DIAMETERS[diameter](partitions)
    name = "Dunn's index" if separation == diameter == 1 else f"Dunn {separation}{diameter}"
    partitions.refuse((diameters <= partitions.rounding).all(axis=1), name, "all its clusters have diameter 0")
    first, second = np.triu_indices(partitions.k, 1)
    return _SEPARATIONS[separation](partitions)[:, first, second].min(axis=1) / diameters.max(axis=1)


def _smallest_between(partitions):
    return partitions.between_clusters(partitions.distances_to_nearest, np.minimum)


def _mean_between(partitions):
    sizes = partitions.sizes
    return partitions.sums_of_distances / (sizes[:, :, None] * sizes[:, None, :])


def _between_centroids(partitions):
    return np.stack([squareform(row) for row in partitions.distances_of_centroids])


def _mean_to_other_centroid(partitions):
    sums, sizes = partitions.sums_to_centroids, partitions.sizes
    return (sums + sums.transpose(0, 2, 1)) / (sizes[:, :, None] + sizes[:, None, :])


def _hausdorff(partitions):
    one_way = partitions.between_clusters(partitions.distances_to_nearest, np.maximum)
    return np.maximum(one_way, one_way.transpose(0, 2, 1))


def _of_cluster_itself(between):
    return np.diagonal(between, axis1=1, axis2=2)


def _mean_within(partitions):
    ordered_pairs = partitions.sizes * (partitions.sizes - 1)
    return _of_cluster_itself(partitions.sums_of_distances) / np.maximum(ordered_pairs, 1)


def _twice_mean_to_centroid(partitions):
    return 2 * _of_cluster_itself(partitions.sums_to_centroids) / partitions.sizes


# The numbers are those of Bezdek and Pal.
_SEPARATIONS = {
    1: _smallest_between,
    2: lambda partitions: partitions.largest_distances,
    3: _mean_between,
    4: _between_centroids,
    5: _mean_to_other_centroid,
    6: _hausdorff,
}
_DIAMETERS = {
    1: lambda partitions: _of_cluster_itself(partitions.largest_distances),
    2: _mean_within,
    3: _twice_mean_to_centroid,
}


def dbcv_score(X, labels, *, noise=None):
    """Density-based validation (DBCV): are clusters of any shape denser within than towards others; higher is better.

    The core distance of an object is a mean of its Euclidean distances r to the other members of its cluster in which
    the nearest weigh most: the mean of r^-v, v being the number of variables, to the power -1/v. Two objects are as far
    from each other as the largest of their distance and their two core distances. By these, each cluster has a shortest
    spanning tree; its objects with more than one edge there are inner objects, and edges between these inner edges. A
    cluster's sparseness a is its longest inner edge, its separation b the smallest such distance from its inner objects
    to those of another cluster, its validity (b - a)/max(a, b). The score is the mean of the validities over objects.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters. A singleton counts 0, as noise does, and separates nothing.
    noise : label, optional
        The label of the objects that are in no cluster. They count 0: the more there are, the nearer the score is to 0.
        By default no label is noise.

    Returns
    -------
    float
        Between -1 and 1; 0 if at most one cluster has two objects or more.

    Raises
    ------
    ValueError
        If there are NaN or infinite values, lengths that differ, or fewer than 2 or more than n - 1 clusters; if
        a cluster has a = b = 0, but for rounding, because its inner objects coincide with each other and with those of
        another; and with `noise` as :func:`aucc_teach.without_noise`.

    Notes
    -----
    Ties are common, because all objects within an object's core distance are equally far from it, and the paper does
    not say which of several shortest trees is meant. Here it is that with the shorter distances r. If these are equal
    as well, the edges of all such trees count, so that the order of the rows does not matter.

    References
    ----------
    Moulavi, Jaskowiak, Campello, Zimek and Sander (2014). That singletons are noise, and that all objects are inner of
    a cluster of two, and all edges of one without inner edges, is said by their program alone. It takes squared
    distances for r, and trees of its own, so that its scores differ.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.criteria.dbcv_score([[0], [1], [4], [6]], [0, 0, 1, 1])
    0.5
    >>> at.criteria.dbcv_score([[0], [1], [4], [6], [90]], [0, 0, 1, 1, -1], noise=-1)
    0.4
    """
    n_noise = 0
    if noise is not None:
        X, labels, n_noise = without_noise(X, labels, noise=noise)
    score = _from_coordinates(_dbcv, X, labels, with_distances=True, noise_is_named=noise is not None)
    return score * (len(labels) / (len(labels) + n_noise))


def _dbcv(partitions):
    scores, undefined = np.zeros(len(partitions.codes)), np.zeros(len(partitions.codes), dtype=bool)
    square = partitions.data.square_where_apart
    for row, (codes, sizes) in enumerate(zip(partitions.codes, partitions.sizes, strict=True)):
        clusters = np.flatnonzero(sizes > 1)
        if clusters.size < 2:
            continue
        found = [_inner_objects(partitions.data, np.flatnonzero(codes == cluster)) for cluster in clusters]
        inner, core = (np.concatenate(parts) for parts in zip(*(one[:2] for one in found), strict=True))
        sparseness = np.array([one.sparseness for one in found])
        apart = np.maximum(square[np.ix_(inner, inner)], np.maximum(core, core[:, None]))
        apart[codes[inner] == codes[inner][:, None]] = np.inf
        n_inner = np.array([one.places.size for one in found])
        starts = as_places(np.cumsum(n_inner) - n_inner)
        separation = np.minimum.reduceat(apart.min(axis=1), starts)
        larger = np.maximum(separation, sparseness)
        undefined[row] = (larger == 0).any()
        widths = np.divide(separation - sparseness, larger, out=np.zeros_like(larger), where=larger > 0)
        scores[row] = sizes[clusters] @ widths / partitions.n
    partitions.refuse(undefined, "DBCV", "the inner objects of two clusters coincide")
    return scores


class _Inner(NamedTuple):
    """The inner objects of a cluster, their core distances, and its longest inner edge."""

    places: np.ndarray
    core: np.ndarray
    sparseness: float


def _inner_objects(data, members):
    from scipy.cluster.hierarchy import cophenet, linkage  # here, for few need it

    n_variables, distances = data.points.shape[1], data.square_where_apart[np.ix_(members, members)]
    ordered = np.sort(distances, axis=1)[:, 1:]  # without that to itself
    nearest = ordered[:, :1]
    # Distances are taken in units of the nearest, because powers of small numbers would be infinite.
    ratios = np.divide(nearest, ordered, out=np.ones_like(ordered), where=ordered > 0)
    core = nearest[:, 0] * (ratios**n_variables).mean(axis=1) ** (-1 / n_variables)
    first, second = np.triu_indices(members.size, 1)
    distances = distances[first, second]
    lengths = np.maximum(distances, np.maximum(core[first], core[second]))
    # Distances order equal lengths. The places are whole numbers, which floats hold exactly.
    limit = 2 * data.rounding.of_objects[members].max() + data.rounding.relative * lengths.max()
    places = lengths.size * _places(lengths, limit) + _places(distances, limit)
    # An edge is in a shortest tree if no way between its ends has shorter steps alone.
    edges = cophenet(linkage(places, "single")) == places
    is_inner = counts_of(np.concatenate([first[edges], second[edges]]), members.size) > 1
    if not is_inner.any():
        is_inner[:] = True
    are_inner = edges & is_inner[first] & is_inner[second]
    return _Inner(members[is_inner], core[is_inner], lengths[are_inner if are_inner.any() else edges].max())


def _places(values, limit):
    """Return each number's place in their order, as a float; numbers that are equal but for rounding share a place."""
    order = np.argsort(values)
    places = np.empty(values.size)
    places[order] = np.cumsum(np.diff(values[order], prepend=values[order[0]]) > limit)
    return places


def _aucc(partitions):
    n_within, n_between = partitions.n_within, partitions.n_between
    # These are whole numbers. Ordered pairs and doubled ranks count each mid-rank four times.
    doubled = partitions.own(partitions.sums(partitions.data.square_of_ranks)).astype(np.int64).sum(axis=1) // 2
    scale = 2 * n_within * n_between
    return (scale - doubled + n_within * (n_within + 1)) / scale


#: All criteria by name, those of the AUCC paper first. It may be added to: see `Criterion` for what an entry says.
CRITERIA = {
    "aucc_score": Criterion(
        "AUCC", aucc_score, _aucc, higher_is_better=True, needs_coordinates=False, range=(0, 1),
        cost="n^2 v", source="jaskowiak2022", scale="logit", terms="comparisons",
    ),
    "point_biserial_score": Criterion(
        "Point-biserial", point_biserial_score, _point_biserial, higher_is_better=True, needs_coordinates=False,
        range=(-1, 1), cost="n^2 v", source="milligan1981", scale="fisher", terms="pairs",
    ),
    "calinski_harabasz_score": Criterion(
        "VRC", calinski_harabasz_score, _calinski_harabasz, higher_is_better=True, needs_coordinates=True,
        range=(0, np.inf), cost="n v", source="calinski1974", scale="log",
    ),
    "silhouette_score": Criterion(
        "Silhouette", silhouette_score, _silhouette, higher_is_better=True, needs_coordinates=False, range=(-1, 1),
        cost="n^2 v", source="rousseeuw1987", scale="fisher", terms="objects",
    ),
    "c_index": Criterion(
        "C-index", c_index, _c_index, higher_is_better=False, needs_coordinates=False, range=(0, 1),
        cost="n^2 v", source="hubert1976levin", scale="logit", terms="comparisons",
    ),
    "ratkowsky_lance_score": Criterion(
        "C/sqrt(k)", ratkowsky_lance_score, _ratkowsky_lance, higher_is_better=True, needs_coordinates=True,
        range=(0, 0.5**0.5), cost="n v", source="ratkowsky1978", scale="log",
    ),
    "pbm_score": Criterion(
        "PBM", pbm_score, _pbm, higher_is_better=True, needs_coordinates=True, range=(0, np.inf),
        cost="(n + k^2) v", source="pakhira2004", scale="log",
    ),
    "alternative_silhouette_score": Criterion(
        "ASWC", alternative_silhouette_score, _alternative_silhouette, higher_is_better=True, needs_coordinates=False,
        range=(0, np.inf), cost="n^2 v", source="vendramin2010", scale="rank",
    ),
    "simplified_silhouette_score": Criterion(
        "SSWC", simplified_silhouette_score, _simplified_silhouette, higher_is_better=True, needs_coordinates=True,
        range=(-1, 1), cost="n k v", source="hruschka2006", scale="fisher", terms="objects",
    ),
    "alternative_simplified_silhouette_score": Criterion(
        "ASSWC", alternative_simplified_silhouette_score, _alternative_simplified_silhouette, higher_is_better=True,
        needs_coordinates=True, range=(0, np.inf), cost="n k v", source="vendramin2010", scale="rank",
    ),
    "davies_bouldin_index": Criterion(
        "DB", davies_bouldin_index, _davies_bouldin, higher_is_better=False, needs_coordinates=True,
        range=(0, np.inf), cost="(n + k^2) v", source="davies1979", scale="log",
    ),
    "dunn_score": Criterion(
        "Dunn's index", dunn_score, partial(_dunn, 1, 1), higher_is_better=True, needs_coordinates=False,
        range=(0, np.inf), cost="n^2 v", source="dunn1974", scale="rank",
    ),
    **{
        f"dunn_{separation}{diameter}_score": Criterion(
            f"Dunn {separation}{diameter}",
            partial(dunn_score, separation=separation, diameter=diameter),
            partial(_dunn, separation, diameter),
            higher_is_better=True, needs_coordinates=_has_centroid(separation, diameter), range=(0, np.inf),
            cost={(4, 3): "(n + k^2) v", (5, 3): "n k v"}.get((separation, diameter), "n^2 v"),
            source="bezdek1998", scale="rank",
        )
        for separation in _SEPARATIONS
        for diameter in _DIAMETERS
        if separation * diameter > 1
    },
    "dbcv_score": Criterion(
        "DBCV", dbcv_score, _dbcv, higher_is_better=True, needs_coordinates=True, range=(-1, 1),
        cost="n^2 v", source="moulavi2014", scale="fisher", terms="objects",
    ),
}  # fmt: skip
