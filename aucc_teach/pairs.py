"""Pairs of objects: co-membership, the four pair counts, the pair statistic and its exact null moments."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from aucc_teach.input import (
    check_labels,
    check_sizes,
    check_two_labels,
    counts_of,
    refuse_pairs_that_do_not_fit,
    refuse_table_that_does_not_fit,
)
from aucc_teach.input.labels import check_two_kinds_of_pairs
from aucc_teach.input.numbers import check_pair_values

__all__ = [
    "NullMoments",
    "PairCounts",
    "co_membership",
    "contingency_table",
    "null_moments",
    "pair_counts",
    "pair_statistic",
]


_BYTES_OF_CELL = 8


class PairCounts(NamedTuple):
    """The pairs of objects, counted by whether two partitions put them together.

    Fields are exact Python integers and add up to n(n-1)/2. Three notations are in use:

    ====== ======================== ====== =====
    field  the pair is ...          counts share
    ====== ======================== ====== =====
    ``tp`` together in both         N11    YY
    ``fn`` together in the first    N10    YN
    ``fp`` together in the second   N01    NY
    ``tn`` together in neither      N00    NN
    ====== ======================== ====== =====
    """

    tp: int
    fn: int
    fp: int
    tn: int


class NullMoments(NamedTuple):
    """Mean and variance of a statistic when labels are permuted and the cluster sizes are kept."""

    mean: float | Fraction
    variance: float | Fraction


def co_membership(labels):
    """For every pair of objects, whether its two objects share a cluster.

    Parameters
    ----------
    labels : array-like of shape (n,)
        Cluster of each object; whole numbers or strings.

    Returns
    -------
    ndarray of bool, shape (n(n-1)/2,)
        One entry per pair, in the condensed order of :func:`scipy.spatial.distance.pdist`:
        (0, 1), (0, 2), ..., (1, 2), ... .

    Raises
    ------
    ValueError
        If `labels` is not a 1-dimensional array of at least two labels, or if its pairs do not fit into the free
        memory.

    References
    ----------
    The pairwise representation of a partition in section 3 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.co_membership(["a", "a", "b"])
    array([ True, False, False])
    """
    codes, _ = check_labels(labels)
    refuse_pairs_that_do_not_fit(codes.size, 1)
    return within_pairs(codes)


def contingency_table(labels_true, labels_pred):
    """How many objects each cluster of one partition shares with each cluster of the other.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects.

    Returns
    -------
    ndarray of int, shape (k_true, k_pred)
        Rows are the clusters of `labels_true`, columns those of `labels_pred`, both in sorted order of their labels.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length, or if the table does not
        fit into the free memory.

    References
    ----------
    The table of counts n_ij of Hubert and Arabie (1985).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.contingency_table([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2])
    array([[2, 1, 0],
           [0, 2, 1]])
    """
    codes_true, codes_pred = check_two_labels(labels_true, labels_pred)
    refuse_table_that_does_not_fit(
        int(codes_true.max()) + 1,
        int(codes_pred.max()) + 1,
        _BYTES_OF_CELL,
        "clusters",
        " Most cells of such a table are empty: pair_counts(), rand_score() and adjusted_rand_score() do not need it.",
    )
    return _table(codes_true, codes_pred)


def pair_counts(labels_true, labels_pred):
    """Count the pairs of objects that two partitions put together or apart.

    The counts come from the cells of the contingency table, never from the pairs themselves: a cell with
    c objects holds c(c-1)/2 pairs that are together in both partitions.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects.

    Returns
    -------
    PairCounts
        Unordered pairs as exact integers: ``tp`` (together in both; N11, YY), ``fn`` (together in `labels_true`
        only; N10, YN), ``fp`` (together in `labels_pred` only; N01, NY) and ``tn`` (together in neither; N00, NN).
        :func:`sklearn.metrics.cluster.pair_confusion_matrix` counts ordered pairs, twice as many.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    References
    ----------
    The computational form (2.2) of Rand (1971).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.pair_counts([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2])
    PairCounts(tp=2, fn=4, fp=2, tn=7)
    """
    codes_true, codes_pred = check_two_labels(labels_true, labels_pred)
    n = codes_true.size
    together_in_both = _n_pairs(occupied_cells(codes_true, codes_pred)[2])
    together_in_true = _n_pairs(counts_of(codes_true))
    together_in_pred = _n_pairs(counts_of(codes_pred))
    fn = together_in_true - together_in_both
    fp = together_in_pred - together_in_both
    return PairCounts(together_in_both, fn, fp, n * (n - 1) // 2 - together_in_both - fn - fp)


def pair_statistic(values, labels):
    """Sum of `values` over the pairs of objects that share a cluster.

    This one sum, up to a scale and a shift that the cluster sizes fix, is Rand's c and the adjusted Rand index
    (`values` = co-membership in another partition), AUCC and Gamma (mid-ranks of the dissimilarities), and
    point-biserial and the numerator of the C-index (the dissimilarities themselves).

    Parameters
    ----------
    values : array-like of shape (n(n-1)/2,)
        One number per pair, in condensed order.
    labels : array-like of shape (n,)
        Cluster of each object.

    Returns
    -------
    int or float
        An exact int when `values` are integers or booleans, else a float.

    Raises
    ------
    ValueError
        If `values` is not a condensed vector of finite numbers, or `labels` does not match it.

    References
    ----------
    The matrix cross-product of Mantel (1967) and Hubert and Schultz (1976).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.pair_statistic([1, 5, 9], ["a", "a", "b"])
    1
    """
    values, n = check_pair_values(values)
    codes, _ = check_labels(labels)
    if codes.size != n:
        raise ValueError(
            f"values and labels must describe the same objects. Got pairs of {n} objects, {codes.size} labels."
        )
    within = values[within_pairs(codes)]
    return float(within.sum()) if within.dtype.kind == "f" else exact_sum(within)


def null_moments(values, sizes):
    """Exact mean and variance of the pair statistic over all labellings with the given cluster sizes.

    The null model: cluster sizes are fixed, and every assignment of the labels to the objects is equally likely.
    Ties among the values need no special care.

    Parameters
    ----------
    values : array-like of shape (n(n-1)/2,)
        One number per pair, in condensed order. Integers give exact fractions; floats are centred first,
        which keeps the digits that their large common part would cost.
    sizes : sequence of int
        Cluster sizes, which add up to n.

    Returns
    -------
    NullMoments
        ``mean`` and ``variance`` of :func:`pair_statistic`; :class:`fractions.Fraction` for integer values,
        else float.

    Raises
    ------
    ValueError
        If `values` is not a condensed vector of finite numbers, or the sizes do not add up to n.

    References
    ----------
    The permutation moments of Mantel (1967), written for a partition as in Hubert and Schultz (1976).

    Examples
    --------
    Three objects, two of them together: the statistic is 1, 5 or 9, each as likely as the others.

    >>> import aucc_teach as at
    >>> at.null_moments([1, 5, 9], sizes=[2, 1])
    NullMoments(mean=Fraction(5, 1), variance=Fraction(32, 3))
    """
    values, n = check_pair_values(values)
    sizes = check_sizes(sizes, n)
    if values.dtype.kind != "f":
        if max(abs(int(values.min())), abs(int(values.max()))) * n >= 1 << 63:
            values = values.astype(object)  # a row sum could overflow
        return moments_of_sums(*matrix_sums(values, n), sizes)
    # A constant added to every value moves the mean alone: every labeling has the same number of within pairs.
    with np.errstate(over="ignore", invalid="ignore"):
        shift = float(values.mean())
        sums = matrix_sums(values - shift, n)
    if not np.isfinite(sums).all():
        raise ValueError(f"values must be small enough to be squared and added. Got {np.abs(values).max()}.")
    mean, variance = moments_of_sums(*sums, sizes)
    return NullMoments(float(mean) + shift * _n_pairs(sizes), max(float(variance), 0.0))


def exact_sum(values):
    """Sum 64-bit integers as a Python int, which cannot overflow."""
    total = 0
    # High and low halves are added apart, because 2^31 terms below 2^32 stay below 2^63.
    for start in range(0, values.size, 1 << 20):
        chunk = values[start : start + (1 << 20)].astype(np.int64, copy=False)
        total += (int((chunk >> 32).sum()) << 32) + int((chunk & 0xFFFFFFFF).sum())
    return total


def matrix_sums(values, n):
    """Return the sums that fix the null moments: of all entries, of their squares, and of the squared row sums.

    They are those of the symmetric zero-diagonal n x n matrix whose condensed form is `values`; integers stay exact.
    """
    if values.dtype.kind in "bi":
        values = values.astype(np.int64, copy=False)
    row_sums = np.zeros(n, dtype=values.dtype)
    position = 0
    for i in range(n - 1):
        row = values[position : position + n - 1 - i]
        row_sums[i] += row.sum()
        row_sums[i + 1 :] += row
        position += row.size
    if values.dtype.kind == "f":
        return 2 * float(values.sum()), 2 * float(values @ values), float(row_sums @ row_sums)
    squares = sum(int(v) ** 2 for v in row_sums.tolist())
    return sum(row_sums.tolist()), 2 * _exact_sum_of_squares(values), squares


def moments_of_sums(s, q, r, sizes):
    """Return the null mean and variance of the pair statistic from the sums of its values and the cluster sizes."""
    sizes = [int(size) for size in sizes]
    n = sum(sizes)
    # These are the same three sums for the co-membership matrix, whose entries are 0 and 1.
    s_c = q_c = sum(size * (size - 1) for size in sizes)
    r_c = sum(size * (size - 1) ** 2 for size in sizes)
    s, q, r = Fraction(s), Fraction(q), Fraction(r)
    # Products of two entries split by how many objects they involve: 2, 3 or 4.
    mean = s * s_c / (n * (n - 1))
    second = 2 * q * q_c / (n * (n - 1))
    if n > 2:
        second += 4 * (r - q) * (r_c - q_c) / (n * (n - 1) * (n - 2))
    if n > 3:
        second += (s * s + 2 * q - 4 * r) * (s_c**2 + 2 * q_c - 4 * r_c) / (n * (n - 1) * (n - 2) * (n - 3))
    # Both sums run over ordered pairs, which count each pair twice.
    return NullMoments(mean / 2, (second - mean * mean) / 4)


def n_kinds_of_pairs(sizes):
    """Count the within and the between pairs for these cluster sizes."""
    sizes = [int(size) for size in sizes]
    check_two_kinds_of_pairs(sizes)
    n = sum(sizes)
    within = _n_pairs(sizes)
    return within, n * (n - 1) // 2 - within


def within_pairs(codes):
    """Compute :func:`co_membership` from checked codes."""
    n = codes.size
    within = np.empty(n * (n - 1) // 2, dtype=bool)
    position = 0
    for i in range(n - 1):
        np.equal(codes[i + 1 :], codes[i], out=within[position : position + n - 1 - i])
        position += n - 1 - i
    return within


def occupied_cells(codes_true, codes_pred):
    """Return row, column and count of the occupied cells of the contingency table, row by row."""
    shape = int(codes_true.max()) + 1, int(codes_pred.max()) + 1
    if is_small_table(shape, codes_true.size):
        counts = _table(codes_true, codes_pred)
        rows, columns = counts.nonzero()
        return rows, columns, counts[rows, columns]
    cells, counts = np.unique(codes_true.astype(np.int64, copy=False) * shape[1] + codes_pred, return_counts=True)
    return *np.divmod(cells, shape[1]), counts.astype(np.int64, copy=False)


def is_small_table(shape, n_objects):
    """Whether the whole contingency table takes little room; that of many clusters is nearly empty."""
    return shape[0] * shape[1] <= 4 * n_objects


def _table(codes_true, codes_pred):
    shape = int(codes_true.max()) + 1, int(codes_pred.max()) + 1
    cells = codes_true.astype(np.int64, copy=False) * shape[1] + codes_pred
    return counts_of(cells, shape[0] * shape[1]).reshape(shape)


def _n_pairs(group_sizes):
    group_sizes = np.asarray(group_sizes, dtype=np.int64)
    return int((group_sizes * (group_sizes - 1) // 2).sum())


def _exact_sum_of_squares(values):
    largest = max(abs(int(values.min())), abs(int(values.max())))
    if largest < 1 << 31:
        return sum(exact_sum(np.square(values[start : start + (1 << 20)])) for start in range(0, values.size, 1 << 20))
    return sum(int(v) ** 2 for v in values.tolist())
