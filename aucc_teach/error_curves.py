"""The pair errors of a family of partitions as its number of clusters k varies, and the area under their curve.

This ROC curve is not that of AUCC: it compares partitions with true classes, runs over k, and lower is better.
"""

from typing import NamedTuple

import numpy as np

from aucc_teach.input import as_places, check_labels, check_same_names, check_two_labels, counts_of, names_of_objects
from aucc_teach.input.frames import names_of_rows
from aucc_teach.input.labels import encode_label_rows
from aucc_teach.pairs import n_kinds_of_pairs, pair_counts

__all__ = [
    "PairErrorCurve",
    "PairErrors",
    "mean_pair_error_curve",
    "pair_error_curve",
    "pair_errors",
]

# Sums of errors that differ by less are equal. Each error is the quotient of two integers and at most 1, so that two
# divisions and an addition move a sum by up to 2 eps, and two sums by twice that.
_ROUNDING = 4 * float(np.finfo(np.float64).eps)

_CELLS_AT_ONCE = 1 << 22


class PairErrors(NamedTuple):
    """The two pair errors of one partition; lower is better."""

    e1: float
    e2: float


class PairErrorCurve(NamedTuple):
    """The pair errors of a family of partitions, by their number of clusters k from 1 to n; lower is better.

    Every curve leads from (0, 1), where all objects are together, to (1, 0), where all are apart.
    """

    n_clusters: np.ndarray
    e1: np.ndarray
    e2: np.ndarray

    @property
    def area(self):
        """Area under the polygon (e1, e2), by trapezoids from k = 1 to k = n; lower is better.

        If e1 falls as k rises, as on a curve of k-means, the trapezoid counts as negative: a step back removes what
        the step there had added. The sum then does not depend on which of the errors is on which axis. Along a
        hierarchy there is no such step, and the area is one minus the AUCC of the classes when the dissimilarity of two
        objects is the number of the merge that joins them. For any family, its mean over random classes with fixed
        sizes is exactly 1/2.
        """
        return float(np.trapezoid(self.e2, self.e1))

    @property
    def k0(self):
        """Number of clusters with the smallest e1 + e2; the smallest such number."""
        total = self.e1 + self.e2
        return int(self.n_clusters[np.argmax(total <= total.min() + _ROUNDING)])

    @property
    def proper(self):
        """Whether no step makes both errors larger, or both smaller."""
        return bool((np.diff(self.e1) * np.diff(self.e2) <= 0).all())

    @property
    def concordant(self):
        """Whether some k has no error at all, any smaller k has e1 = 0, and any larger k has e2 = 0."""
        # e1 is 0 up to here, and e2 is 0 from there on.
        last, first = np.argmax(self.e1 > 0) - 1, np.flatnonzero(self.e2 > 0)[-1] + 1
        return bool(first <= last)


def pair_errors(labels_true, labels_pred):
    """Proportions of same-class pairs that are separated and of different-class pairs that are put together.

    Lower is better, for both. With the counts of :func:`pair_counts`, e1 = fn / (tp + fn) and e2 = fp / (fp + tn).
    Their sum is not the proportion of pairs in error, which is one minus Rand's c, because it gives both kinds of pairs
    the same weight, however many there are.

    Parameters
    ----------
    labels_true : array-like of shape (n,)
        Class of each object; 2 to n - 1 classes, so that there are pairs of both kinds.
    labels_pred : array-like of shape (n,)
        Cluster of each object; 1 to n clusters.

    Returns
    -------
    PairErrors
        ``e1`` and ``e2``, floats between 0 and 1. If a same-class pair is a positive, e1 is the false negative rate and
        e2 the false positive rate; Aidos, Duin and Fred call the first type I and the second type II, against the
        custom.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional or differ in length, or if all classes are equal or all different.

    References
    ----------
    The two errors of section 2.1 of Aidos, Duin and Fred (2013).

    Examples
    --------
    Of 6 same-class pairs 4 are separated; of 9 different-class pairs 2 are put together.

    >>> import aucc_teach as at
    >>> at.pair_errors([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2])
    PairErrors(e1=0.6666666666666666, e2=0.2222222222222222)
    """
    codes_true, codes_pred = check_two_labels(labels_true, labels_pred)
    _refuse_trivial_classes(codes_true)
    tp, fn, fp, tn = pair_counts(codes_true, codes_pred)
    return PairErrors(fn / (tp + fn), fp / (fp + tn))


def pair_error_curve(labels_true, partitions):
    """Pair errors of a family of partitions, one for each number of clusters, in the order of k.

    Parameters
    ----------
    labels_true : array-like of shape (n,)
        Class of each object; 2 to n - 1 classes.
    partitions : array-like of shape (p, n)
        One partition per row, in any order, no two with equally many clusters. The rows with one and with n clusters
        may be left out: they are the same in every family, and the curve always has them. Where another k is
        missing, the curve is a straight line.

    Returns
    -------
    PairErrorCurve
        ``n_clusters`` (increasing, from 1 to n), ``e1``, ``e2``; with ``.area``, ``.k0``, ``.proper`` and
        ``.concordant``.

    Raises
    ------
    ValueError
        If classes or partitions are not valid or do not match, or if two partitions have equally many clusters.

    See Also
    --------
    linkage_cuts : All partitions of a hierarchy.
    mean_pair_error_curve : The mean of several runs.

    References
    ----------
    Sections 2.1 and 2.2 of Aidos, Duin and Fred (2013): the curve, its area, k0; concordance is equation (1).

    Examples
    --------
    >>> import aucc_teach as at
    >>> curve = at.pair_error_curve([0, 0, 1, 1], [[0, 0, 0, 1], [0, 0, 1, 2]])
    >>> curve.n_clusters.tolist(), curve.e1.tolist(), curve.e2.tolist()
    ([1, 2, 3, 4], [0.0, 0.5, 0.5, 1.0], [1.0, 0.5, 0.0, 0.0])
    >>> curve.area, curve.k0
    (0.375, 3)
    """
    codes_true, _ = check_labels(labels_true, name="labels_true")
    _refuse_trivial_classes(codes_true)
    return _curve(codes_true, _count_errors(codes_true, partitions, "partitions", names_of_objects(labels_true)))


def mean_pair_error_curve(labels_true, runs):
    """Mean over several runs of the pair errors of a family of partitions, at each number of clusters.

    The mean curve's area is not the mean of the areas, because the area multiplies one error by the other.

    Parameters
    ----------
    labels_true : array-like of shape (n,)
        Class of each object; 2 to n - 1 classes.
    runs : iterable of array-like of shape (p, n)
        One family of partitions per run, such as one per initialisation of k-means; all with the same numbers of
        clusters, in any order.

    Returns
    -------
    PairErrorCurve
        Mean ``e1`` and mean ``e2`` for each of ``n_clusters``. It need not be monotone; see ``.area``.

    Raises
    ------
    ValueError
        As :func:`pair_error_curve`, and if there is no run, or two runs differ in their numbers of clusters.

    References
    ----------
    Section 2.3 of Aidos, Duin and Fred (2013).

    Examples
    --------
    >>> import aucc_teach as at
    >>> curve = at.mean_pair_error_curve([0, 0, 1, 1], [[[0, 0, 1, 1]], [[0, 1, 0, 1]]])
    >>> curve.n_clusters.tolist(), curve.e1.tolist(), curve.e2.tolist()
    ([1, 2, 4], [0.0, 0.5, 1.0], [1.0, 0.25, 0.0])
    """
    codes_true, _ = check_labels(labels_true, name="labels_true")
    _refuse_trivial_classes(codes_true)
    if not np.iterable(runs):
        raise ValueError(f"runs must be a sequence of families of partitions. Got {runs!r}.")
    names = names_of_objects(labels_true)
    found = [_count_errors(codes_true, run, f"runs[{i}]", names) for i, run in enumerate(runs)]
    if not found:
        raise ValueError("runs must hold at least one family of partitions. Got none.")
    n_clusters = found[0].n_clusters
    for i, errors in enumerate(found):
        if not np.array_equal(errors.n_clusters, n_clusters):
            odd = np.setxor1d(errors.n_clusters, n_clusters)[0]
            raise ValueError(
                f"all runs must have the same numbers of clusters. Got a partition into {odd} clusters in only one of "
                f"runs[0] and runs[{i}]."
            )
    separated, merged = (sum(getattr(errors, kind) for errors in found) for kind in ("separated", "merged"))
    return _curve(codes_true, _Errors(n_clusters, separated, merged), len(found))


class _Errors(NamedTuple):
    """Numbers of same-class pairs that are separated and of different-class pairs that are put together, by k."""

    n_clusters: np.ndarray
    separated: np.ndarray
    merged: np.ndarray


def _curve(codes_true, errors, n_runs=1):
    """Divide the errors of all runs together once, so that equal proportions are equal floats."""
    same, different = n_kinds_of_pairs(counts_of(codes_true))
    return PairErrorCurve(errors.n_clusters, errors.separated / (n_runs * same), errors.merged / (n_runs * different))


def _count_errors(codes_true, partitions, name, names_true):
    n = codes_true.size
    codes, n_clusters = encode_label_rows(partitions, n_objects=n, name=name)
    check_same_names(labels_true=names_true, **{f"the rows of {name}": names_of_rows(partitions)})
    order = np.argsort(n_clusters, kind="stable")
    n_clusters = n_clusters[order]
    twice = np.flatnonzero(np.diff(n_clusters) == 0)
    if twice.size:
        first, second = sorted(order[twice[0] : twice[0] + 2].tolist())
        raise ValueError(
            f"no two partitions may have equally many clusters. Got {n_clusters[twice[0]]} clusters in "
            f"{name}[{first}] and {name}[{second}]."
        )
    tp, together = _together(codes_true, codes[order], n_clusters)
    same, different = n_kinds_of_pairs(counts_of(codes_true))
    # Every family has the same ends: all objects together, and all apart.
    missing = int(n_clusters[0] > 1), int(n_clusters[-1] < n)
    return _Errors(
        np.pad(n_clusters, missing, constant_values=(1, n)),
        np.pad(same - tp, missing, constant_values=(0, same)),
        np.pad(together - tp, missing, constant_values=(different, 0)),
    )


def _together(codes_true, codes, n_clusters):
    """Count, for each row, the pairs together in it and in the classes, and all pairs together in it."""
    n_classes = int(codes_true.max()) + 1
    tp, together = np.empty((2, codes.shape[0]), dtype=np.int64)
    start = 0
    while start < codes.shape[0]:
        # A block takes as many contingency tables, one below the other, as fit; rows are in order of their clusters.
        cells = np.cumsum(n_clusters[start:]) * n_classes
        stop = start + max(1, int(np.searchsorted(cells, _CELLS_AT_ONCE, side="right")))
        first_row = as_places(np.concatenate([[0], np.cumsum(n_clusters[start:stop])]))
        rows = codes[start:stop] + first_row[:-1, None]
        tables = counts_of((rows * n_classes + codes_true).ravel(), int(first_row[-1]) * n_classes)
        tables = tables.reshape(-1, n_classes)
        sizes = tables.sum(axis=1)
        tp[start:stop] = np.add.reduceat((tables * (tables - 1) // 2).sum(axis=1), first_row[:-1])
        together[start:stop] = np.add.reduceat(sizes * (sizes - 1) // 2, first_row[:-1])
        start = stop
    return tp, together


def _refuse_trivial_classes(codes_true):
    n, n_classes = codes_true.size, int(codes_true.max()) + 1
    if not 2 <= n_classes <= n - 1:
        raise ValueError(
            f"labels_true must have between 2 and n - 1 = {n - 1} classes, so that there are pairs of the same class "
            f"and pairs of different classes. Got {n_classes}."
        )
