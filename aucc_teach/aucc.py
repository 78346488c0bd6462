"""AUCC and Gamma: how well the distances within clusters rank below the distances between them."""

from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from joblib import cpu_count
from scipy.spatial.distance import squareform

from aucc_teach._threads import in_threads
from aucc_teach.input import (
    TIE_RULES,
    as_places,
    check_choice,
    check_dissimilarities,
    check_integer,
    check_label_rows,
    check_partition,
    check_real,
    check_rng,
    check_sizes,
    counts_of,
    names_of_data,
    refuse_number_of_clusters,
    refuse_pairs_that_do_not_fit,
    takes_rng,
)
from aucc_teach.input.arguments import ALTERNATIVES
from aucc_teach.noise import without_noise
from aucc_teach.pairs import (
    NullMoments,
    exact_sum,
    matrix_sums,
    moments_of_sums,
    n_kinds_of_pairs,
    within_pairs,
)

__all__ = [
    "AuccDifferenceBounds",
    "AuccTestResult",
    "Concordance",
    "PairRanking",
    "aucc_difference_bounds",
    "aucc_score",
    "aucc_scorer",
    "aucc_test",
    "concordance",
    "gamma_score",
]


class Concordance(NamedTuple):
    """Comparisons of a within pair with a between pair, as exact Python integers.

    ``s_plus``: the within pair is closer (concordant); ``s_minus``: the between pair is closer (discordant);
    ``s_zero``: equally close (tied). They add up to the number of within pairs times the number of between pairs.
    """

    s_plus: int
    s_minus: int
    s_zero: int


class AuccDifferenceBounds(NamedTuple):
    """What :func:`aucc_difference_bounds` found: the smallest and the largest difference of two AUCC."""

    low: float
    high: float


class AuccTestResult(NamedTuple):
    """What :func:`aucc_test` found."""

    statistic: float
    null_mean: float
    null_std: float
    zscore: float
    pvalue: float


def concordance(X, labels, *, metric="euclidean", metric_params=None, tolerance=0.0):
    """Compare every pair within a cluster with every pair between clusters, and count who is closer.

    It takes 17 bytes for each pair, 3.2 GiB at 20 000 objects (with a tolerance 42 bytes, 7.8 GiB), and refuses what
    does not fit into the free memory; condensed dissimilarities that are there already save 8 bytes.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed. A square matrix whose
        asymmetry and diagonal stay within 1e-10 of its largest entry (2.4e-5 in single precision) is read as the mean
        of its halves with a zero diagonal, and entries below 0 by no more than that as 0.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters; any value is a cluster, also -1, of which a warning reminds:
        drop noise points first (:func:`without_noise`).
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    tolerance : float, default=0.0
        Neighbours in sorted order that differ by at most `tolerance` times the largest dissimilarity are tied, and
        so are all in a chain of such neighbours. 0 means equal to the last bit.

    Returns
    -------
    Concordance
        ``s_plus``, ``s_minus``, ``s_zero``: exact integers.

    Raises
    ------
    ValueError
        If there are NaN, infinite, negative or asymmetric dissimilarities, lengths that differ, fewer than 2 or more
        than n - 1 clusters, an unknown metric, or whole numbers beyond 2^53 that a float does not hold exactly.

    Warns
    -----
    UserWarning
        If -1 is the only negative label and there is a 0 too, so that it may stand for noise.

    References
    ----------
    Equations (2) and (3) of Jaskowiak, Costa and Campello (2022), after Baker and Hubert (1975).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.concordance([[0], [1], [4], [6]], [0, 0, 1, 1])
    Concordance(s_plus=8, s_minus=0, s_zero=0)
    """
    return _concordance(X, labels, metric, metric_params, tolerance)


def _concordance(X, labels, metric, metric_params, tolerance, *, noise_is_named=False):
    tolerance = check_real(tolerance, "tolerance", low=0.0, high=1.0)
    beside = _MERGING_BYTES if tolerance > 0 else _COMPARING_BYTES
    dissimilarities, n = check_dissimilarities(X, metric, metric_params, beside=beside, hint=_HINT)
    codes, _ = check_partition(labels, n, data_names=names_of_data(X, metric), noise_is_named=noise_is_named)
    within = within_pairs(codes)
    if tolerance > 0:
        dissimilarities = merge_ties(dissimilarities, tolerance)
    within_values = dissimilarities[within]
    np.logical_not(within, out=within)
    between_values = dissimilarities[within]
    del dissimilarities, within
    return compare_values(within_values, between_values)


def gamma_score(X, labels, *, metric="euclidean", metric_params=None, ties="diagonal", tolerance=0.0):
    """Gamma of Baker and Hubert, with ties in the denominator, so that AUCC = (1 + Gamma) / 2.

    It takes 17 bytes for each pair, 3.2 GiB at 20 000 objects, as :func:`concordance` does.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    ties : {"diagonal", "optimistic", "pessimistic"}, default="diagonal"
        Tied comparisons count for neither side, as concordant, or as discordant.
    tolerance : float, default=0.0
        Relative distance within which neighbouring dissimilarities are tied; see :func:`concordance`.

    Returns
    -------
    float
        Between -1 and 1; higher is better. 0 is the mean over random labels with these cluster sizes.

    Raises
    ------
    ValueError
        As :func:`concordance`, and for an unknown tie rule.

    References
    ----------
    Equation (10) of Jaskowiak, Costa and Campello (2022); without ties, equation (1).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.gamma_score([[0], [1], [4], [6]], [0, 1, 0, 1])
    -0.5
    """
    check_choice(ties, TIE_RULES, "ties")
    s_plus, s_minus, s_zero = concordance(X, labels, metric=metric, metric_params=metric_params, tolerance=tolerance)
    credit = {"diagonal": 0, "optimistic": s_zero, "pessimistic": -s_zero}[ties]
    return (s_plus - s_minus + credit) / (s_plus + s_minus + s_zero)


def aucc_score(X, labels, *, metric="euclidean", metric_params=None, ties="diagonal", tolerance=0.0, noise=None):
    """Area under the ROC curve for clustering: how often a within pair is closer than a between pair.

    It takes 17 bytes for each pair, 3.2 GiB at 20 000 objects, as :func:`concordance` does.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters; any value is a cluster, also -1, unless `noise` names it.
        Without `noise` a warning reminds of a -1 beside 0.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    ties : {"diagonal", "optimistic", "pessimistic"}, default="diagonal"
        A tied comparison counts one half, one, or nothing.
    tolerance : float, default=0.0
        Relative distance within which neighbouring dissimilarities are tied; see :func:`concordance`.
    noise : label, optional
        Label of objects that are left out, such as -1 after DBSCAN or HDBSCAN. The score then judges the other objects
        only. :func:`without_noise` says how many are left out, which belongs beside the score. By default no label
        is noise.

    Returns
    -------
    float
        Between 0 and 1; higher is better. 1/2 is the mean over random labels with these cluster sizes, not the
        level of an algorithm that has seen the data.

    Raises
    ------
    ValueError
        As :func:`concordance`, for an unknown tie rule, and with `noise` as :func:`without_noise`.

    Warns
    -----
    UserWarning
        As :func:`concordance`, unless `noise` is given.

    See Also
    --------
    PairRanking : Scores many partitions of the same data after one sort.
    without_noise : Leaves noise out for every function, and counts it.

    References
    ----------
    Section 3 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.aucc_score([[0], [1], [4], [6]], [0, 0, 1, 1])
    1.0
    >>> X, labels = [[0], [1], [4], [6], [50]], [0, 0, 1, 1, -1]
    >>> at.aucc_score(X, labels, noise=-1), at.without_noise(X, labels).n_noise
    (1.0, 1)
    """
    check_choice(ties, TIE_RULES, "ties")
    if noise is not None:
        X, labels, _ = without_noise(X, labels, noise=noise, metric=metric)
    s_plus, s_minus, s_zero = _concordance(
        X, labels, metric, metric_params, tolerance, noise_is_named=noise is not None
    )
    credit = {"diagonal": s_zero, "optimistic": 2 * s_zero, "pessimistic": 0}[ties]
    return (2 * s_plus + credit) / (2 * (s_plus + s_minus + s_zero))


def aucc_scorer(estimator, X, y=None, *, metric="euclidean", metric_params=None):
    """AUCC of the clusters that a fitted estimator predicts, as a scorer for scikit-learn's model selection.

    Pass it as ``scoring=`` to :class:`sklearn.model_selection.GridSearchCV` or ``cross_val_score``, where the clusters
    are found in one part of the data and judged in the other. It compares settings that give the same number of
    clusters.

    Do not search over ``n_clusters`` with it. AUCC rises with the number of clusters even if there are none: in 20
    tables of 150 points drawn uniformly from a square, a search from 2 to 10 never ended below 8, and ended at 10 in
    11 of them, although the clusters were judged on other points. :func:`calibrated_choice` compares each number with
    data that have no clusters, and can answer that there are none.

    Parameters
    ----------
    estimator : scikit-learn estimator
        Fitted, with a method ``predict`` that gives each row of `X` to a cluster.
    X : array-like or DataFrame of shape (n, d)
        Data to judge the clusters on. The distances are those of `X` as it is, also if `estimator` is a pipeline that
        scales first: scale `X` beforehand where the scale matters.
    y : object, optional
        Not used; scikit-learn passes it.
    metric : str or callable, default="euclidean"
        As for :func:`aucc_score`; :func:`functools.partial` sets it.
    metric_params : dict, optional
        Further arguments of the metric.

    Returns
    -------
    float
        Between 0 and 1; higher is better.

    Raises
    ------
    ValueError
        If `estimator` cannot predict clusters of other objects, such as a hierarchy or HDBSCAN, and as
        :func:`concordance`. In a search, scikit-learn turns an error into its ``error_score``.

    Examples
    --------
    >>> import aucc_teach as at
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import KFold, cross_val_score
    >>> folds = KFold(3, shuffle=True, random_state=0)
    >>> kmeans = KMeans(3, n_init=2, random_state=0)
    >>> cross_val_score(kmeans, load_iris().data, scoring=at.aucc_scorer, cv=folds).round(2)
    array([0.95, 0.94, 0.95])
    """
    if not hasattr(estimator, "predict"):
        raise ValueError(
            f"estimator must have a method predict, or the clusters of one part of the data are unknown in another. "
            f"Got {estimator!r}: judge its labels by aucc_score(X, estimator.fit_predict(X))."
        )
    return aucc_score(X, np.asarray(estimator.predict(X)), metric=metric, metric_params=metric_params)


def aucc_difference_bounds(X, labels, other_labels, *, metric="euclidean", metric_params=None, tolerance=0.0):
    """AUCC of one partition minus AUCC of another: its smallest and largest value over all orders of the tied pairs.

    Both partitions are scored on the same dissimilarities, so one order of the tied pairs serves both, and their
    scores need not reach their own bounds at the same time. If 0 lies outside of the bounds of the difference, the
    same partition scores higher however the ties are broken, also where the bounds of the two scores overlap.

    It takes 48 bytes for each pair, 8.9 GiB at 20 000 objects (with a tolerance 8 bytes more), and refuses what does
    not fit into the free memory; condensed dissimilarities that are there already save 8 bytes.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters.
    other_labels : array-like of shape (n,)
        The partition to compare with, 2 <= k <= n - 1 clusters.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    tolerance : float, default=0.0
        Relative distance within which neighbouring dissimilarities are tied; see :func:`concordance`.

    Returns
    -------
    AuccDifferenceBounds
        ``low`` and ``high``: floats between -1 and 1, each the one nearest to the exact fraction. Some order of the
        tied pairs reaches each of them. In the middle lies the difference of the scores with ties counted one half.

    Raises
    ------
    ValueError
        As :func:`concordance`, for either partition.

    Notes
    -----
    Let a and b be tied pairs, t = 1 for a within pair of a partition and 0 for a between pair. With a before b instead
    of b before a, its AUCC is larger by (t_a - t_b) / (P N), where P and N count its within and between pairs. So the
    difference of two partitions is larger by g_a - g_b, where g is the difference of their t / (P N). Each tied group
    in falling order of g gives the largest difference, in rising order the smallest. From the difference with ties
    counted one half, they are half of the sum of the absolute values of g_a - g_b over all tied a and b away. A group
    holds at most four values of g, so counting them is enough, and the time is that of sorting the m pairs, of the
    order m log m.

    Examples
    --------
    The bounds of the two scores overlap; those of their difference are 5/72 and 23/72.

    >>> import aucc_teach as at
    >>> points, ab_cd, a_bcd = [[0], [1], [2], [4]], [0, 0, 1, 1], [0, 1, 1, 1]
    >>> for labels in (ab_cd, a_bcd):
    ...     print(*(round(at.aucc_score(points, labels, ties=ties), 3) for ties in ("pessimistic", "optimistic")))
    0.625 0.875
    0.444 0.667
    >>> bounds = at.aucc_difference_bounds(points, ab_cd, a_bcd)
    >>> round(bounds.low, 3), round(bounds.high, 3)
    (0.069, 0.319)
    """
    dissimilarities, n = merged_dissimilarities(X, metric, metric_params, tolerance, _BOUNDING_BYTES, _HINT)
    names = names_of_data(X, metric)
    partitions = (
        check_partition(labels, n, data_names=names),
        check_partition(other_labels, n, data_names=names, name="other_labels"),
    )
    order, first, group_sizes = groups_of_ties(dissimilarities)
    doubled_mid_ranks = np.repeat(2 * first + group_sizes + 1, as_places(group_sizes))
    is_tied = np.repeat(group_sizes > 1, as_places(group_sizes))
    group_sizes = group_sizes[group_sizes > 1]
    scores, n_comparisons, tied_within = [], [], []
    for codes, sizes in partitions:
        is_within = within_pairs(codes)[order]
        kinds = n_kinds_of_pairs(sizes.tolist())
        scores.append(Fraction(*_aucc_as_ratio(exact_sum(doubled_mid_ranks[is_within]), *kinds)))
        n_comparisons.append(kinds[0] * kinds[1])
        tied_within.append(is_within[is_tied])
    # Count the pairs of each tied group by kind: within (True) or between, in one partition and in the other.
    start = as_places(np.cumsum(group_sizes) - group_sizes)
    counts = {
        (one, other): np.add.reduceat((tied_within[0] == one) & (tied_within[1] == other), start, dtype=np.int64)
        for one, other in product((False, True), repeat=2)
    }
    gain = {(one, other): Fraction(one, n_comparisons[0]) - Fraction(other, n_comparisons[1]) for one, other in counts}
    # The product of two counts of a group stays below 2^63 up to 110 000 objects, whose distances fill 48 gigabytes.
    width = sum(exact_sum(counts[a] * counts[b]) * abs(gain[a] - gain[b]) for a, b in combinations(counts, 2))
    difference = scores[0] - scores[1]
    return AuccDifferenceBounds(float(difference - width / 2), float(difference + width / 2))


class PairRanking:
    """The pairs of one data set, ranked once by dissimilarity, to score any number of partitions.

    AUCC depends on the dissimilarities through their mid-ranks alone. With W the sum of the mid-ranks of the P within
    pairs and N between pairs, AUCC = 1 - (W - P(P+1)/2) / (P N); ties count one half.

    To rank takes 56 bytes for each pair, 10.4 GiB at 20 000 objects (with a tolerance 8 bytes more), of which 8
    remain, and what does not fit into the free memory is refused; condensed dissimilarities that are there already
    save 8 bytes.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    tolerance : float, default=0.0
        Relative distance within which neighbouring dissimilarities are tied; see :func:`concordance`.

    Attributes
    ----------
    n_objects : int
        Number of objects n.
    doubled_mid_ranks : ndarray of int64, shape (n(n-1)/2,)
        Twice the mid-rank of each pair, in condensed order: 2 for the closest pair if nothing is tied. Doubled, so
        that they are whole numbers.

    Raises
    ------
    ValueError
        If there are NaN, infinite, negative or asymmetric dissimilarities, fewer than 3 objects, or an unknown metric.

    References
    ----------
    The rank form of the statistic of Mann and Whitney (1947), applied to pairs.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ranking = at.PairRanking([[0], [1], [4], [6]])
    >>> ranking.score([0, 0, 1, 1])
    1.0
    >>> ranking.score_many([[0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 2, 2]])
    array([1.  , 0.25, 0.8 ])
    """

    def __init__(self, X, *, metric="euclidean", metric_params=None, tolerance=0.0):
        dissimilarities, self.n_objects = merged_dissimilarities(
            X, metric, metric_params, tolerance, _RANKING_BYTES, _HINT
        )
        self._names = names_of_data(X, metric)
        if self.n_objects < 3:
            refuse_number_of_clusters(1, self.n_objects, "any partition")
        self.doubled_mid_ranks = _doubled_mid_ranks(dissimilarities)
        self._square = self._row_sums = None
        self._sums = None

    def score(self, labels):
        """AUCC of one partition.

        Parameters
        ----------
        labels : array-like of shape (n,)
            Cluster of each object, 2 <= k <= n - 1 clusters.

        Returns
        -------
        float
            AUCC, with ties counted one half.
        """
        codes, sizes = check_partition(labels, self.n_objects, data_names=self._names)
        rank_sum = exact_sum(self.doubled_mid_ranks[within_pairs(codes)])
        return _aucc_of_rank_sum(rank_sum, *n_kinds_of_pairs(sizes.tolist()))

    def score_many(self, labels):
        """AUCC of many partitions.

        Where some partition has few clusters, the first call takes another 24 bytes for each pair, 4.5 GiB at 20 000
        objects, of which 16 remain; what does not fit into the free memory is refused.

        Parameters
        ----------
        labels : array-like of shape (p, n)
            One partition per row; the rows may have different numbers of clusters.

        Returns
        -------
        ndarray of float64, shape (p,)
            AUCC of each row, with ties counted one half.
        """
        codes, n_clusters = check_label_rows(labels, n_objects=self.n_objects, data_names=self._names)
        n = self.n_objects
        exchange = _PRODUCTS_FOR_A_LOOK_UP[self.doubled_mid_ranks.nbytes > _CACHE_BYTES]
        scores = np.empty(codes.shape[0])
        for start in range(0, scores.size, _ROWS_AT_ONCE):
            rows = slice(start, start + _ROWS_AT_ONCE)
            sizes = _cluster_sizes(codes[rows])
            n_within = (sizes * (sizes - 1) // 2).sum(axis=1)
            by_product = (n_clusters[rows] - 1) * n**2 < exchange * n_within
            rank_sums = np.empty(sizes.shape[0], dtype=object)
            if by_product.any():
                rank_sums[by_product] = self._rank_sums_by_product(
                    codes[rows][by_product], n_clusters[rows][by_product]
                )
            if not by_product.all():
                rank_sums[~by_product] = self._rank_sums_by_look_up(codes[rows][~by_product], sizes[~by_product])
            kinds = zip(rank_sums, n_within.tolist(), (n * (n - 1) // 2 - n_within).tolist(), strict=True)
            scores[rows] = [_aucc_of_rank_sum(*numbers) for numbers in kinds]
        return scores

    def _rank_sums_by_product(self, codes, n_clusters):
        """Sum the doubled ranks of the within pairs of each row: R Z, Z one-hot, is read at each object's cluster.

        The last cluster of all has no column in Z: what the others leave of the row sums of R is its own.
        """
        if self._square is None:
            refuse_pairs_that_do_not_fit(self.n_objects, _SQUARE_BYTES, _HINT)
            # The matrix product is fast on floats, in which sums below 2^53 are exact.
            self._square = squareform(self.doubled_mid_ranks.astype(np.float64))
            self._row_sums = self._square.sum(axis=1)
        codes = codes.T[:, None]
        k = n_clusters.max()
        one_hot = (codes == np.arange(k - 1)[:, None]).astype(np.float64)
        to_clusters = np.empty((codes.shape[0], k, codes.shape[2]))
        to_clusters[:, :-1] = (self._square @ one_hot.reshape(len(one_hot), -1)).reshape(one_hot.shape)
        to_clusters[:, -1] = self._row_sums[:, None] - to_clusters[:, :-1].sum(axis=1)
        to_own_cluster = np.take_along_axis(to_clusters, codes, axis=1)[:, 0]
        # The sums run over ordered pairs, which hold each pair twice.
        return to_own_cluster.astype(np.int64).sum(axis=0) // 2

    def _rank_sums_by_look_up(self, codes, sizes):
        """Sum the doubled ranks of the within pairs of each row, looked up one by one in the condensed ranks.

        The clusters of all rows are columns of one table, the largest first, with their members below each other:
        member j is paired at once with the members above it in every cluster that has as many. The columns of a table
        differ in length by a factor of two at most, so that it is half full.
        """
        n = self.n_objects
        members = codes.astype(np.min_scalar_type(n)).argsort(axis=1, kind="stable").ravel()  # small types sort faster
        shape, sizes = sizes.shape, sizes.ravel()
        first = np.cumsum(sizes) - sizes
        falling = np.argsort(-sizes, kind="stable")
        # The doubled ranks of P pairs add up to P (P + 1).
        n_pairs = self.doubled_mid_ranks.size
        sums = np.zeros(sizes.size, dtype=np.int64 if n_pairs * (n_pairs + 1) < 1 << 63 else object)
        largest = int(sizes.max())
        while largest > 1:
            columns = falling[slice(*np.searchsorted(-sizes[falling], [-largest, -(largest // 2)]))]
            table = members.take(first[columns] + np.arange(largest)[:, None], mode="clip").astype(np.intp)
            # The condensed place of a pair a < b is this number, which depends on a alone, plus b.
            place = table * (2 * n - 3 - table) // 2 - 1
            n_longer = np.searchsorted(-sizes[columns], -np.arange(largest)).tolist()
            for j, m in enumerate(n_longer[1:], start=1):
                sums[columns[:m]] += self.doubled_mid_ranks.take(place[:j, :m] + table[j, :m]).sum(axis=0)
            largest //= 2
        return sums.reshape(shape).sum(axis=1)

    def null(self, sizes):
        """Exact mean and variance of AUCC over all partitions with the given cluster sizes.

        Parameters
        ----------
        sizes : sequence of int
            Cluster sizes, which add up to n; 2 <= k <= n - 1 of them.

        Returns
        -------
        NullMoments
            ``mean`` (1/2) and ``variance``, each the float nearest to the exact fraction.

        References
        ----------
        Theorem 2 and Corollary 1 of Jaskowiak, Costa and Campello (2022) for the mean; the permutation moments of
        Mantel (1967) for the variance.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.PairRanking([[0], [1], [4], [6]]).null([2, 2])
        NullMoments(mean=0.5, variance=0.125)
        """
        sizes = check_sizes(sizes, self.n_objects)
        n_within, n_between = n_kinds_of_pairs(sizes)
        if self._sums is None:
            self._sums = matrix_sums(self.doubled_mid_ranks, self.n_objects)
        mean, variance = moments_of_sums(*self._sums, sizes)
        scale = 2 * n_within * n_between
        return NullMoments(
            float(1 - (mean - n_within * (n_within + 1)) / scale),
            float(Fraction(variance, scale * scale)),
        )


@takes_rng
def aucc_test(
    X,
    labels,
    *,
    metric="euclidean",
    metric_params=None,
    tolerance=0.0,
    n_resamples=9999,
    alternative="greater",
    rng=None,
):
    """Permutation test of AUCC against labels that were given without seeing the data.

    Under the null hypothesis the labels are random, with these cluster sizes. The labels of a clustering algorithm do
    not satisfy it, because the algorithm has seen X, so a small p-value does not mean that there are clusters. The test
    is for labels from elsewhere, such as a treatment, a site or a species. The p-value comes from permuted labels
    rather than from the z-score, because the null distribution is skewed.

    It takes 56 bytes for each pair, 10.4 GiB at 20 000 objects, as :class:`PairRanking` does.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    tolerance : float, default=0.0
        Relative distance within which neighbouring dissimilarities are tied; see :func:`concordance`.
    n_resamples : int, default=9999
        Number of random permutations.
    alternative : {"greater", "less", "two-sided"}, default="greater"
        Which deviations from 1/2 count: "two-sided" is twice the smaller of the two others, at most 1.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    AuccTestResult
        ``statistic`` (AUCC), ``null_mean`` and ``null_std`` (exact), ``zscore`` (NaN if ``null_std`` is 0, as when
        all dissimilarities are tied) and ``pvalue``, the proportion of labellings at least as extreme, the observed one
        included.

    Raises
    ------
    ValueError
        As :func:`concordance`, and for an unknown alternative or fewer than one permutation.

    References
    ----------
    The test of ANOSIM (Clarke 1993), whose R is 2 AUCC - 1.

    Examples
    --------
    >>> import aucc_teach as at
    >>> result = at.aucc_test([[0], [1], [2], [10], [11], [13]], [0, 0, 0, 1, 1, 1], rng=0)
    >>> result.statistic, result.null_mean, round(result.null_std, 3), round(result.pvalue, 2)
    (1.0, 0.5, 0.172, 0.1)
    """
    check_choice(alternative, ALTERNATIVES, "alternative")
    n_resamples = check_integer(n_resamples, "n_resamples", minimum=1)
    rng = check_rng(rng)
    ranking = PairRanking(X, metric=metric, metric_params=metric_params, tolerance=tolerance)
    codes, sizes = check_partition(labels, ranking.n_objects, data_names=names_of_data(X, metric))
    statistic = ranking.score(codes)
    mean, variance = ranking.null(sizes.tolist())
    std = variance**0.5
    n_greater = n_less = 1  # the observed labeling is one of those that chance could have dealt
    for start in range(0, n_resamples, _ROWS_AT_ONCE):
        n_rows = min(_ROWS_AT_ONCE, n_resamples - start)
        resampled = ranking.score_many(rng.permuted(np.tile(codes, (n_rows, 1)), axis=1))
        n_greater += int((resampled >= statistic).sum())
        n_less += int((resampled <= statistic).sum())
    n_extreme = {"greater": n_greater, "less": n_less, "two-sided": 2 * min(n_greater, n_less)}[alternative]
    pvalue = min(1.0, n_extreme / (n_resamples + 1))
    return AuccTestResult(statistic, mean, std, (statistic - mean) / std if std else float("nan"), pvalue)


def merged_dissimilarities(X, metric, metric_params, tolerance, beside, hint):
    """Check data as `check_dissimilarities` does, for `beside` bytes a pair, and merge ties within a tolerance."""
    tolerance = check_real(tolerance, "tolerance", low=0.0, high=1.0)
    beside += 8 if tolerance > 0 else 0
    dissimilarities, n = check_dissimilarities(X, metric, metric_params, beside=beside, hint=hint)
    return merge_ties(dissimilarities, tolerance) if tolerance > 0 else dissimilarities, n


def merge_ties(dissimilarities, tolerance):
    """Give every chain of neighbours within `tolerance` times the largest dissimilarity one common value."""
    in_order = np.sort(dissimilarities)
    is_first = np.append(True, np.diff(in_order) > tolerance * in_order[-1])
    first_of_chain = in_order[is_first]
    return first_of_chain[np.searchsorted(first_of_chain, dissimilarities, side="right") - 1]


# Looking up one rank costs as much as so many entries of a matrix product: if the ranks fit into the cache of one
# core, and if they do not.
_PRODUCTS_FOR_A_LOOK_UP = 60, 130
_CACHE_BYTES = 1 << 21
_ROWS_AT_ONCE = 100
_SMALLEST_PART = 250_000  # pairs for which a thread pays
_SEARCHED_AT_ONCE = 1 << 13  # two integers for each, in every thread, stay below a byte for each pair of its part
# Bytes for each pair beside the dissimilarities; a test measures them.
_COMPARING_BYTES = 9
_MERGING_BYTES = 34
_BOUNDING_BYTES = 40
_RANKING_BYTES = 48
_SQUARE_BYTES = 24  # beside the ranks: them as floats, and the square matrix of those
_HINT = " aucc_estimate and aucc_bounds answer without keeping the pairs."


def compare_values(within_values, between_values):
    """Compute :func:`concordance` from the dissimilarities of the within and of the between pairs, which it sorts."""
    # Sorting both apart and merging by binary search is cheaper than one sort that carries labels along.
    if within_values.size <= between_values.size:
        s_minus, s_zero = _count_below_and_tied(within_values, between_values)
        s_plus = within_values.size * between_values.size - s_minus - s_zero
    else:
        s_plus, s_zero = _count_below_and_tied(between_values, within_values)
        s_minus = within_values.size * between_values.size - s_plus - s_zero
    return Concordance(s_plus, s_minus, s_zero)


def _count_below_and_tied(few, many):
    """Compare each of `few` with each of `many`; count how often the one of `many` is smaller, and how often equal.

    Sorts its arguments in place. Each part of `many` is sorted and searched by a thread of its own; NumPy lets them
    run side by side.
    """
    few.sort()
    # Searched in pieces: otherwise every thread would hold two integers for each of `few`.
    pieces = [few[start : start + _SEARCHED_AT_ONCE] for start in range(0, few.size, _SEARCHED_AT_ONCE)]

    def below_and_tied(part):
        part.sort()
        return below_and_tied_of_positions(
            (part.searchsorted(piece, side="left"), part.searchsorted(piece, side="right")) for piece in pieces
        )

    n_parts = min(cpu_count(), 1 + many.size // _SMALLEST_PART)
    below, tied = zip(*in_threads(below_and_tied, np.array_split(many, n_parts)), strict=True)
    return sum(below), sum(tied)


def below_and_tied_of_positions(positions):
    """Add up places in sorted arrays, given as (left, right) pairs of arrays, as integers that cannot overflow."""
    below = tied = 0
    for left, right in positions:
        below += exact_sum(left)
        tied += exact_sum(right) - exact_sum(left)
    return below, tied


def groups_of_ties(dissimilarities):
    """Return an order that sorts the pairs, where in it each group of equal ones starts, and how many each holds."""
    order, in_order = _sorted(dissimilarities)  # in any order among ties
    first = np.flatnonzero(np.append(True, in_order[1:] != in_order[:-1])).astype(np.int64, copy=False)
    return order, first, np.diff(np.append(first, in_order.size))


def _sorted(values):
    """Return an order that sorts floats, and the floats in that order.

    Sorts integers that hold the leading bits of a float, which are ordered as the floats are, and its position in the
    bits behind them; that takes two thirds of the time of `argsort`. What differs in the last bits alone, or is
    negative, is then put right by a sort that is quick on what is nearly in order.
    """
    n_bits = np.uint64(values.size.bit_length())
    keys = values.view(np.uint64) >> n_bits << n_bits
    keys |= np.arange(values.size, dtype=np.uint64)
    keys.sort()
    keys &= (np.uint64(1) << n_bits) - np.uint64(1)
    order = keys.view(np.int64)
    in_order = values[order]
    if (in_order[1:] < in_order[:-1]).any():
        again = np.argsort(in_order, kind="stable")
        order, in_order = order[again], in_order[again]
    return order, in_order


def _doubled_mid_ranks(dissimilarities):
    order, first, group_sizes = groups_of_ties(dissimilarities)
    # A group whose first rank is f and last rank is l has the mid-rank (f + l) / 2.
    of_group = 2 * first + group_sizes + 1
    ranks = np.empty(order.size, dtype=np.int64)
    ranks[order] = np.repeat(of_group, as_places(group_sizes))
    return ranks


def _aucc_as_ratio(doubled_rank_sum, n_within, n_between):
    # Both are exact integers; the caller divides the first by the second.
    scale = 2 * n_within * n_between
    return scale - doubled_rank_sum + n_within * (n_within + 1), scale


def _aucc_of_rank_sum(doubled_rank_sum, n_within, n_between):
    numerator, scale = _aucc_as_ratio(doubled_rank_sum, n_within, n_between)
    return numerator / scale


def _cluster_sizes(codes):
    n_rows, n_clusters = codes.shape[0], codes.max() + 1
    flat = codes + n_clusters * np.arange(n_rows)[:, None]
    return counts_of(flat.ravel(), n_rows * n_clusters).reshape(n_rows, n_clusters)
