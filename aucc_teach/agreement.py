"""Agreement of two partitions of the same objects, from their pair counts or from the cells of their table."""

import math
from typing import NamedTuple

import numpy as np

from aucc_teach.input import check_choice, check_two_labels, counts_of
from aucc_teach.pairs import is_small_table, occupied_cells, pair_counts

__all__ = [
    "adjusted_asymmetric_accuracy",
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "fowlkes_mallows_score",
    "normalized_accuracy",
    "normalized_mutual_info_score",
    "pair_sets_index",
    "pivoted_accuracy",
    "rand_score",
]


def rand_score(labels_true, labels_pred):
    """Rand's c: the proportion of pairs on which two partitions agree.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects.

    Returns
    -------
    float
        (tp + tn) / (n(n-1)/2), between 0 and 1; higher is better, 1 for equal partitions. Not corrected for chance.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    References
    ----------
    Equation (2.1) of Rand (1971).

    Examples
    --------
    Rand's own example: 9 of the 15 pairs of six points.

    >>> import aucc_teach as at
    >>> at.rand_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2])
    0.6
    """
    counts = pair_counts(labels_true, labels_pred)
    return (counts.tp + counts.tn) / sum(counts)


def adjusted_rand_score(labels_true, labels_pred):
    """Adjusted Rand index: Rand's c, rescaled so that chance gives 0 and equal partitions give 1.

    Chance means: the labels of one partition are permuted at random, the cluster sizes of both are kept.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects.

    Returns
    -------
    float
        From -1/2 to 1; higher is better. Chacón and Rastrojo (2023) give the lowest value for any numbers of clusters.
        1.0 where the formula is 0/0: both partitions put all objects together, or both put every object apart.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    References
    ----------
    The index corrected for chance of Hubert and Arabie (1985), written in pair counts. Its lowest values are those of
    Chacón and Rastrojo (2023).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.adjusted_rand_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2]) == 2 / 17
    True
    """
    tp, fn, fp, tn = pair_counts(labels_true, labels_pred)
    scale = (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn)
    # All terms are integers until the one division, so that the subtraction loses no digit.
    return 2 * (tp * tn - fn * fp) / scale if scale else 1.0


def fowlkes_mallows_score(labels_true, labels_pred):
    """Fowlkes-Mallows score: geometric mean of the precision and the recall of the pairs that are together.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects; they may differ in their number of clusters.

    Returns
    -------
    float
        The ratio tp / sqrt((tp + fn)(tp + fp)), between 0 and 1; higher is better, 1 for equal partitions. Not
        corrected for chance. Where one partition has no within pair the formula is 0/0: 1.0 if both have none, for
        they are equal (:func:`sklearn.metrics.fowlkes_mallows_score` answers 0.0 there), else 0.0.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    References
    ----------
    The measure of similarity of Fowlkes and Mallows (1983). In genieclust 1.3 it is called ``fm_score``.

    Examples
    --------
    Two of four pairs found again (recall), two of four right (precision).

    >>> import aucc_teach as at
    >>> at.fowlkes_mallows_score([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5
    """
    tp, fn, fp, _ = pair_counts(labels_true, labels_pred)
    if fn == fp == 0:
        return 1.0
    # Products above 2^53 are rounded, which could carry the ratio above 1.
    return min(1.0, tp / math.sqrt((tp + fn) * (tp + fp))) if tp else 0.0


def pivoted_accuracy(labels_true, labels_pred):
    """Pivoted accuracy: the proportion of objects on which two partitions agree when their clusters are best matched.

    A matching pairs each cluster of one partition with at most one cluster of the other.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects. If their numbers of clusters differ, the surplus clusters stay
        unmatched, and none of their objects counts.

    Returns
    -------
    float
        Between 1/max(k_true, k_pred) and 1; higher is better, 1 for equal partitions. Not corrected for chance.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    See Also
    --------
    normalized_accuracy : The same, rescaled so that its lower bound is 0.

    References
    ----------
    Section 2 of Meila and Heckerman (2001) for the matching of clusters; the name is that of Gagolewski (2022).

    Examples
    --------
    Cluster 0 is matched with b and cluster 1 with a: four of five objects.

    >>> import aucc_teach as at
    >>> at.pivoted_accuracy([0, 0, 0, 1, 1], ["b", "b", "a", "a", "a"])
    0.8
    """
    table = _contingency(labels_true, labels_pred)
    return int(_best_matching(table, table.counts).sum()) / table.n


def normalized_accuracy(labels_true, labels_pred):
    """Normalised accuracy: the pivoted accuracy, rescaled so that its lower bound 1/k becomes 0.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects. If their numbers of clusters differ, k is the larger one: the smaller
        partition is filled up with empty clusters.

    Returns
    -------
    float
        (PA - 1/k) / (1 - 1/k), between 0 and 1; higher is better, 1 for equal partitions, and also where the formula
        is 0/0: both partitions put all objects together. The mean over random labels is not 0, but larger.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    See Also
    --------
    pivoted_accuracy : The proportion of objects itself.
    adjusted_asymmetric_accuracy : Every true cluster counts the same, however many objects it holds.

    References
    ----------
    The normalised accuracy of Gagolewski (2022). In genieclust 1.3 it is called ``normalized_pivoted_accuracy`` and
    refuses partitions that differ in their number of clusters.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.normalized_accuracy([0, 0, 0, 1, 1], ["b", "b", "a", "a", "a"])
    0.6
    """
    table = _contingency(labels_true, labels_pred)
    k = max(table.shape)
    if k == 1:
        return 1.0
    # All terms are integers until the one division.
    return (k * int(_best_matching(table, table.counts).sum()) - table.n) / (table.n * (k - 1))


def adjusted_asymmetric_accuracy(labels_true, labels_pred):
    """Adjusted asymmetric accuracy: mean proportion of each true cluster that its match holds, corrected for chance.

    The true partition comes first: exchanging the two changes the value. A matching pairs each true cluster with at
    most one predicted cluster, and is chosen for the largest sum of proportions; so a small cluster weighs as much
    as a large one.

    Parameters
    ----------
    labels_true : array-like of shape (n,)
        The reference partition, in k clusters.
    labels_pred : array-like of shape (n,)
        The partition that is judged. If it has fewer clusters than the reference, the true clusters left over have
        the proportion 0. If it has more, the surplus is left out of the matching, and the value can fall below 0.

    Returns
    -------
    float
        (mean proportion - 1/k) / (1 - 1/k); higher is better, 1 for equal partitions. Between 0 and 1 if `labels_pred`
        has at most k clusters; with l > k clusters at least (1/l - 1/k) / (1 - 1/k). If `labels_true` is a single
        cluster the formula divides by zero: 1.0 if `labels_pred` is a single cluster too, else 0.0.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    See Also
    --------
    normalized_accuracy : Every object counts the same.

    References
    ----------
    The adjusted asymmetric accuracy of Gagolewski (2022), since Gagolewski (2025) the normalised clustering accuracy.
    In genieclust 1.3 it is called ``normalized_clustering_accuracy`` and refuses partitions that differ in their
    number of clusters; earlier versions filled up missing columns with zeros, as we do.

    Examples
    --------
    The proportions are 3/3 and 1/2; with the roles exchanged, 3/4 and 1/1.

    >>> import aucc_teach as at
    >>> at.adjusted_asymmetric_accuracy([0, 0, 0, 1, 1], [0, 0, 0, 0, 1])
    0.5
    >>> at.adjusted_asymmetric_accuracy([0, 0, 0, 0, 1], [0, 0, 0, 1, 1])
    0.75
    """
    table = _contingency(labels_true, labels_pred)
    k = table.shape[0]
    if k == 1:
        return float(table.shape[1] == 1)
    proportions = _best_matching(table, table.counts / table.sizes_true[table.rows])
    # Rounded shares may add up to too little (49 times 1/49 is below 1), but no best matching is below the average one.
    lowest = min(0.0, (k - table.shape[1]) / (table.shape[1] * (k - 1)))
    return max(lowest, (math.fsum(proportions) - 1) / (k - 1))


def pair_sets_index(labels_true, labels_pred, *, simplified=False):
    """Pair sets index: mean overlap of the best matched clusters, corrected for chance (higher is better).

    The overlap of two clusters is the number of objects they share, divided by the size of the larger one.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects. If their numbers of clusters differ, k is the larger one, and the surplus
        clusters have the overlap 0.
    simplified : bool, default=False
        Whether to take 1/k as the chance level of the mean overlap, whatever the cluster sizes. Else it is the mean
        overlap of clusters of independent partitions, the largest paired with the largest and so on.

    Returns
    -------
    float
        (S - E) / (k - E) for the largest sum of overlaps S and its chance level E, where this is positive, else 0,
        as published; at most 1, and higher is better. 1 for equal partitions, also where the formula is 0/0: both put
        all objects together. The simplified index is never larger, and equal where both partitions have
        the same cluster sizes.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length, or `simplified` is not
        True or False.

    References
    ----------
    The pair sets index of Rezaei and Fränti (2016) and its simplified form. In genieclust 1.3 it is called
    ``pair_sets_index`` too, and treats unequal numbers of clusters the same way.

    Examples
    --------
    Overlaps 2/3 and 2/3; equal sizes 3 and 2, so that chance gives 3/5 and 2/5.

    >>> import aucc_teach as at
    >>> round(at.pair_sets_index([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]), 4)
    0.3333
    """
    if not isinstance(simplified, bool | np.bool_):
        raise ValueError(f"simplified must be True or False. Got {simplified!r} instead.")
    table = _contingency(labels_true, labels_pred)
    k = max(table.shape)
    if k == 1:
        return 1.0
    larger = np.maximum(table.sizes_true[table.rows], table.sizes_pred[table.columns])
    found = math.fsum(_best_matching(table, table.counts / larger))
    if simplified:
        chance = 1.0
    else:
        n_matched = min(table.shape)
        largest_true = np.sort(table.sizes_true)[::-1][:n_matched]
        largest_pred = np.sort(table.sizes_pred)[::-1][:n_matched]
        # Two clusters of independent partitions share n_i m_j / n objects; over the larger size, the smaller over n.
        chance = int(np.minimum(largest_true, largest_pred).sum()) / table.n
    return float(max(0.0, (found - chance) / (k - chance)))


def normalized_mutual_info_score(labels_true, labels_pred, *, average_method="arithmetic"):
    """Normalised mutual information: what two partitions say about each other, over the mean of their entropies.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects; they may differ in their number of clusters.
    average_method : {"arithmetic", "geometric", "min", "max"}, default="arithmetic"
        Which mean of the two entropies is the denominator. Papers differ: say which one you used.

    Returns
    -------
    float
        I / mean(H_true, H_pred), between 0 and 1; higher is better, 1 for equal partitions, and also where both
        partitions put all objects together, which makes it 0/0. 0 where only the denominator's mean is 0: one of them
        does. The base of the logarithm cancels. Not corrected for chance.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length, or there is no such mean.

    See Also
    --------
    adjusted_mutual_info_score : Corrected for chance.

    References
    ----------
    The normalisation by the sum of the entropies, one of those of Vinh, Epps and Bailey (2010). In genieclust 1.3 it
    is called ``normalized_mi_score``.

    Examples
    --------
    One bit in common, entropies of one bit and of two: 2 * 1 / (1 + 2).

    >>> import aucc_teach as at
    >>> round(at.normalized_mutual_info_score([0, 0, 1, 1], [0, 1, 2, 3]), 4)
    0.6667
    """
    check_choice(average_method, tuple(_MEANS), "average_method")
    table = _contingency(labels_true, labels_pred)
    entropies = _entropy(table.sizes_true), _entropy(table.sizes_pred)
    if not any(entropies):
        return 1.0
    mean = _MEANS[average_method](*entropies)
    # Information is at most the smaller entropy, which is at most the mean, so the ratio is at most 1.
    information = min(entropies)
    if not table.is_refinement:
        information = min(information, max(0.0, sum(entropies) - _entropy(table.counts)))
    return information / mean if mean else 0.0


def adjusted_mutual_info_score(labels_true, labels_pred, *, average_method="arithmetic"):
    """Adjusted mutual information: the mutual information minus its chance level, over the largest such difference.

    Chance means: the labels of one partition are permuted at random, the cluster sizes of both are kept. The largest
    value is taken to be a mean of the two entropies. :func:`sklearn.metrics.adjusted_mutual_info_score` computes it.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects; they may differ in their number of clusters.
    average_method : {"arithmetic", "geometric", "min", "max"}, default="arithmetic"
        Which mean of the two entropies is taken for the largest value.

    Returns
    -------
    float
        At most 1; higher is better, exactly 1 for equal partitions, and 0 on average over random labels. If one of two
        different partitions puts all objects together or every object apart, the information is the same however the
        labels are permuted, and the value is exactly 0, also where the formula is 0/0, as it can be with "min".

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length, or there is no such mean.

    References
    ----------
    The adjustment by the sum of the entropies, one of those of Vinh, Epps and Bailey (2010). In genieclust 1.3 it is
    called ``adjusted_mi_score``.

    Examples
    --------
    >>> import aucc_teach as at
    >>> round(at.adjusted_mutual_info_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2]), 4)
    0.1828
    """
    check_choice(average_method, tuple(_MEANS), "average_method")
    codes = check_two_labels(labels_true, labels_pred)
    table = _table_of_codes(*codes)
    # Where information, chance and bound coincide, their differences would be nothing but rounding.
    if table.is_equality:
        return 1.0
    if any(k in (1, table.n) for k in table.shape):
        return 0.0
    if average_method == "min" and table.is_refinement:
        return 1.0
    from sklearn import metrics  # here, for it takes longer to import than all the rest

    return min(1.0, float(metrics.adjusted_mutual_info_score(*codes, average_method=average_method)))


_MEANS = {
    "arithmetic": lambda first, second: (first + second) / 2,
    "geometric": lambda first, second: math.sqrt(first * second),
    "min": min,
    "max": max,
}


class _Contingency(NamedTuple):
    """The occupied cells of a contingency table, and its margins."""

    rows: np.ndarray
    columns: np.ndarray
    counts: np.ndarray
    sizes_true: np.ndarray
    sizes_pred: np.ndarray

    @property
    def n(self):
        return int(self.sizes_true.sum())

    @property
    def shape(self):
        return self.sizes_true.size, self.sizes_pred.size

    @property
    def is_refinement(self):
        """Whether each cluster of one partition lies within one of the other."""
        return self.counts.size == max(self.shape)

    @property
    def is_equality(self):
        """Whether the partitions are equal."""
        return self.counts.size == max(self.shape) == min(self.shape)


def _contingency(labels_true, labels_pred):
    return _table_of_codes(*check_two_labels(labels_true, labels_pred))


def _table_of_codes(codes_true, codes_pred):
    return _Contingency(*occupied_cells(codes_true, codes_pred), counts_of(codes_true), counts_of(codes_pred))


def _best_matching(table, weights):
    """Match cells, no two in a row or a column, so that their weights have the largest sum; return those weights."""
    from scipy import optimize, sparse

    if is_small_table(table.shape, table.n):
        dense = np.zeros(table.shape)
        dense[table.rows, table.columns] = weights
        return dense[optimize.linear_sum_assignment(dense, maximize=True)]
    # With many clusters few cells are occupied. The sparse solver wants every row matched, so each row gets a column
    # that stands for "unmatched". It also wants no zeros: adding 1 everywhere adds the same to every matching.
    k_true, k_pred = table.shape
    own = np.arange(k_true)
    graph = sparse.csr_array(
        (
            np.concatenate([weights + 1.0, np.ones(k_true)]),
            (np.concatenate([table.rows, own]), np.concatenate([table.columns, k_pred + own])),
        ),
        shape=(k_true, k_pred + k_true),
    )
    _, column_of_row = sparse.csgraph.min_weight_full_bipartite_matching(graph, maximize=True)
    return weights[column_of_row[table.rows] == table.columns]


def _entropy(sizes):
    # A correctly rounded sum does not depend on the order of the clusters: equal partitions get exactly 1.
    n = int(sizes.sum())
    return math.fsum(sizes * np.log(n / sizes)) / n
