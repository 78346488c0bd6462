"""What each object contributes to AUCC, and from that how far AUCC would move with other objects."""

import warnings
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.special import expit, logit, stdtrit

from aucc_teach.aucc import groups_of_ties, merged_dissimilarities
from aucc_teach.input import (
    TIE_RULES,
    as_places,
    check_choice,
    check_confidence_level,
    check_metric,
    check_partition,
    names_of_data,
    names_of_objects,
)
from aucc_teach.pairs import n_kinds_of_pairs, within_pairs

__all__ = [
    "AuccInterval",
    "AuccSamples",
    "aucc_difference",
    "aucc_interval",
    "aucc_samples",
]


class _Samples(NamedTuple):
    proportion: np.ndarray
    weight: np.ndarray
    within: np.ndarray
    between: np.ndarray


class AuccSamples(_Samples):
    """What :func:`aucc_samples` found, one entry for each object.

    ``proportion``: the proportion of right ones among the comparison ends at the object; ``weight``: their number;
    ``within`` and ``between``: the proportions where the object is in the within pair (NaN for an object alone in
    its cluster) and where it is in the between pair. Names of the objects, the index of a DataFrame, are kept for
    :meth:`to_frame`.
    """

    _index = None

    def to_frame(self):
        """All four as a table.

        Returns
        -------
        pandas.DataFrame
            Columns "proportion", "weight", "within" and "between", and a row for each object, with the index of the
            DataFrame or Series that :func:`aucc_samples` was given.

        Examples
        --------
        >>> import aucc_teach as at
        >>> import pandas as pd
        >>> table = pd.DataFrame({"x": [0, 1, 5, 10, 12]}, index=list("abcde"))
        >>> at.aucc_samples(table, [0, 0, 0, 1, 1]).to_frame().round(2)
           proportion  weight  within  between
        a        0.98      20    0.96     1.00
        b        1.00      20    1.00     1.00
        c        0.95      20    0.96     0.94
        d        0.97      18    1.00     0.96
        e        1.00      18    1.00     1.00
        """
        import pandas as pd  # here, for it takes long

        return pd.DataFrame(self._asdict(), self._index)

    def __repr__(self):
        worst = int(self.proportion.argmin())
        place = f"position {worst}" if self._index is None else repr(self._index[worst])
        return (
            f"AuccSamples of {self.proportion.size} objects: proportion, weight, within, between\n"
            f"  proportion of right comparisons: {self.proportion.min():.3f} to {self.proportion.max():.3f}, median "
            f"{np.median(self.proportion):.3f}\n"
            f"  lowest at {place}, of AUCC {np.average(self.proportion, weights=self.weight):.3f} in all"
        )


class AuccInterval(NamedTuple):
    """An AUCC, or a difference of two, with its standard error over objects and the limits of an interval."""

    statistic: float
    standard_error: float
    low: float
    high: float


def aucc_samples(X, labels, *, metric="euclidean", metric_params=None, ties="diagonal", tolerance=0.0):
    """Proportion of right comparisons at each object: which objects a partition fits, and which spoil it.

    A comparison of a within pair with a between pair has four ends, two objects in each pair. AUCC is the proportion
    of right ones among all comparisons; this is the proportion among the ends at each object. A low proportion is not
    the fault of the object: it means that the partition and the distances disagree about it.

    It takes 66 bytes for each pair, 12.3 GiB at 20 000 objects, and refuses what does not fit into the free memory.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters; any value is a cluster, also -1, of which a warning reminds:
        drop noise points first (:func:`without_noise`).
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    ties : {"diagonal", "optimistic", "pessimistic"}, default="diagonal"
        A tied comparison counts one half, one, or nothing.
    tolerance : float, default=0.0
        Relative distance within which neighbouring dissimilarities are tied; see :func:`concordance`.

    Returns
    -------
    AuccSamples
        ``proportion``, ``weight``, ``within`` and ``between``, arrays of shape (n,) in the order of the objects;
        ``to_frame()`` is a table of them with the index of `X` or `labels`. The mean of ``proportion`` with the weights
        ``weight`` is :func:`aucc_score`; with clusters of equal size so is the plain mean.

    Raises
    ------
    ValueError
        As :func:`concordance`, and for an unknown tie rule.

    Notes
    -----
    An object in a cluster of s objects has w = (s - 1) N + (n - s) P ends, with P within and N between pairs. A
    comparison with the object in both of its pairs has two ends there.

    Examples
    --------
    The last object lies far from its cluster and farther from the other one: it spoils its within pairs alone.

    >>> import aucc_teach as at
    >>> X, labels = [[0], [1], [2], [10], [11], [30]], [0, 0, 0, 1, 1, 1]
    >>> samples = at.aucc_samples(X, labels)
    >>> samples
    AuccSamples of 6 objects: proportion, weight, within, between
      proportion of right comparisons: 0.667 to 0.889, median 0.778
      lowest at position 3, of AUCC 0.778 in all
    >>> samples.proportion.round(2)
    array([0.89, 0.89, 0.89, 0.67, 0.67, 0.67])
    >>> samples.within.round(2), samples.between.round(2)
    (array([1.  , 1.  , 1.  , 0.67, 0.67, 0.33]), array([0.78, 0.78, 0.78, 0.67, 0.67, 1.  ]))
    >>> float(samples.proportion.mean().round(4)), round(at.aucc_score(X, labels), 4)
    (0.7778, 0.7778)
    """
    check_choice(ties, TIE_RULES, "ties")
    dissimilarities, n = merged_dissimilarities(X, metric, metric_params, tolerance, _BYTES, _HINT)
    names = names_of_data(X, metric)
    ends = _Ends(dissimilarities, *check_partition(labels, n, data_names=names), ties)
    with np.errstate(invalid="ignore"):  # an object alone has no within pair: 0 / 0
        within = ends.right_within / (2 * ends.n_within_ends)
    samples = AuccSamples(ends.proportion, ends.weight, within, ends.right_between / (2 * ends.n_between_ends))
    samples._index = names_of_objects(labels) if names is None else names
    return samples


def aucc_interval(X, labels, *, metric="euclidean", metric_params=None, tolerance=0.0, confidence_level=0.95):
    """AUCC with an interval for the objects: how far it would move with other objects from the same source.

    For labels from elsewhere, such as a treatment or a species, and objects that are a random sample. It is not for
    labels that an algorithm found in the same data, whose AUCC is too high by more than this error; nor does it
    show that there are clusters. To compare with random labels, use :func:`aucc_test`. It takes as much memory as
    :func:`aucc_samples`.

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
    confidence_level : float, default=0.95
        Above 0 and below 1.

    Returns
    -------
    AuccInterval
        ``statistic`` (AUCC), ``standard_error``, and the limits ``low`` and ``high``. If all objects have the same
        proportion of right comparisons, the standard error is 0, which does not mean certainty, and the limits are NaN.
        This happens if AUCC is 0 or 1, and in symmetric figures such as the corners of a square.

    Raises
    ------
    ValueError
        As :func:`concordance`, and for a confidence level outside (0, 1).

    Warns
    -----
    RuntimeWarning
        If there are no limits.

    Notes
    -----
    The standard error is that of the infinitesimal jackknife. With proportion d and weight w of :func:`aucc_samples`,
    and P within and N between pairs, the gradient at an object is g = w (d - AUCC) / (P N), and the squared error is
    n/(n-1) times the sum of all g squared. The limits are those of Student's t with n - 1 degrees of freedom on the
    logit scale. They come from the differences between the objects, and where these vanish, nothing is left to judge
    by.

    How often limits of 95% cover AUCC of the source was counted in 180 settings of 500 data sets: two to five classes
    in the plane, normal or Student's t with 3 degrees of freedom, 40 to 300 objects (``reproduce coverage``; no limits
    count as not covering). They covered in 89% of all data sets, and in 36% to 100% of those of a setting. That
    depends on AUCC of the source. Where it is 0.55 to 0.96, they covered in 89% to 98% of the data sets of a setting,
    and in 95% of all, although with Student's t and an AUCC of 0.9 to 0.96 only in 93%, and with 40 objects in 91%. No
    setting lies between 0.5 and 0.55 or between 0.96 and 0.98. From 0.98 on they covered in 36% to 95%, least with few
    objects and where a few outliers make most of the wrong comparisons. At 1/2 they are too wide with classes of equal
    size, and covered in 94% to 100%.

    References
    ----------
    The infinitesimal jackknife of Jaeckel (1972).

    Examples
    --------
    >>> import aucc_teach as at
    >>> from sklearn.datasets import load_iris
    >>> iris = load_iris()
    >>> [round(value, 3) for value in at.aucc_interval(iris.data, iris.target)]
    [0.94, 0.014, 0.906, 0.962]
    """
    level = check_confidence_level(confidence_level)
    dissimilarities, n = merged_dissimilarities(X, metric, metric_params, tolerance, _BYTES, _HINT)
    ends = _Ends(dissimilarities, *check_partition(labels, n, data_names=names_of_data(X, metric)))
    aucc, error = ends.aucc, _standard_error(ends.gradient)
    if not any(ends.numerators) or aucc in (0.0, 1.0):
        return _without_limits(aucc, 0.0, f"all objects have the same proportion of right comparisons, {aucc:g}")
    reach = _reach(level, n) * error / (aucc * (1 - aucc))
    return AuccInterval(aucc, error, float(expit(logit(aucc) - reach)), float(expit(logit(aucc) + reach)))


def aucc_difference(
    X,
    labels,
    other_labels=None,
    *,
    metric="euclidean",
    metric_params=None,
    other_metric=None,
    other_metric_params=None,
    tolerance=0.0,
    confidence_level=0.95,
):
    """Difference of two AUCC of the same objects, with an interval that knows that the objects are the same.

    Two partitions under one metric, one partition under two metrics, or both. What holds for :func:`aucc_interval`
    holds here: labels from elsewhere, and objects that are a random sample. It takes as much memory as
    :func:`aucc_samples`.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters.
    other_labels : array-like of shape (n,), optional
        The partition whose AUCC is subtracted; by default `labels`, under the other metric.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or "precomputed".
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    other_metric : str or callable, optional
        Metric under which the other AUCC is computed; by default the same with the same arguments.
    other_metric_params : dict, optional
        Further arguments of the other metric.
    tolerance : float, default=0.0
        Relative distance within which neighbouring dissimilarities are tied; see :func:`concordance`.
    confidence_level : float, default=0.95
        Above 0 and below 1.

    Returns
    -------
    AuccInterval
        ``statistic`` (the first AUCC minus the other), ``standard_error``, and the limits ``low`` and ``high``. They
        are NaN where one of the two AUCC has none by itself, as at 0 or 1, and where no object makes a difference
        between the two, as with equal partitions: the standard error is 0 then, which does not mean certainty.

    Raises
    ------
    ValueError
        As :func:`aucc_interval`; if there is neither another partition nor another metric; and if one metric is
        "precomputed" and the other is not, for `X` holds either data or dissimilarities.

    Warns
    -----
    RuntimeWarning
        If there are no limits.

    Notes
    -----
    The standard error is that of :func:`aucc_interval` with the differences of the two gradients; the limits are those
    of Student's t with n - 1 degrees of freedom, cut at -1 and 1.

    How often limits of 95% cover the difference in the source was counted for three normal classes of equal size in
    the plane, two or three and a half standard deviations apart, 40 to 300 objects (``reproduce coverage``, 18 settings
    of 500 data sets): they covered in 91% to 99% of the data sets of a setting, and in 95% of all. Depending on what is
    compared, it was 98% of all for two metrics, 94% for two classes merged, and 93% for some labels wrong.

    References
    ----------
    The infinitesimal jackknife of Jaeckel (1972).

    Examples
    --------
    >>> import aucc_teach as at
    >>> from sklearn.datasets import load_iris
    >>> iris = load_iris()
    >>> difference = at.aucc_difference(iris.data, iris.target, other_metric="cityblock")
    >>> [round(value, 4) for value in difference]
    [-0.0003, 0.0014, -0.003, 0.0025]
    """
    level = check_confidence_level(confidence_level)
    if other_labels is None and other_metric is None:
        raise ValueError("a difference needs other_labels, other_metric, or both. Got neither.")
    if other_metric is None and other_metric_params is not None:
        raise ValueError(f"other_metric_params are arguments of other_metric. Got {other_metric_params!r} alone.")
    if other_metric is not None and len({check_metric(one) == "precomputed" for one in (metric, other_metric)}) == 2:
        raise ValueError(
            f"X holds data or dissimilarities: either both metrics are 'precomputed' or neither is. Got "
            f"metric={metric!r} and other_metric={other_metric!r}."
        )
    names = names_of_data(X, metric)
    dissimilarities, n = merged_dissimilarities(X, metric, metric_params, tolerance, _BYTES, _HINT)
    partition = check_partition(labels, n, data_names=names)
    other_partition = partition
    if other_labels is not None:
        other_partition = check_partition(other_labels, n, data_names=names, name="other_labels")
    ends = _Ends(dissimilarities, *partition)
    if other_metric is not None:
        dissimilarities, _ = merged_dissimilarities(X, other_metric, other_metric_params, tolerance, _BYTES, _HINT)
    other = _Ends(dissimilarities, *other_partition)
    statistic, error = ends.aucc - other.aucc, _standard_error(ends.gradient - other.gradient)
    if ends.has_gradient_of(other):
        error = 0.0
    for one in (ends, other):
        if not any(one.numerators):
            return _without_limits(
                statistic,
                error,
                f"in one of the two all objects have the same proportion of right comparisons, {one.aucc:g}",
            )
    if error == 0:
        return _without_limits(statistic, error, "every object weighs in the same in both AUCC")
    reach = _reach(level, n) * error
    return AuccInterval(statistic, error, max(statistic - reach, -1.0), min(statistic + reach, 1.0))


# Bytes for each pair beside the dissimilarities; a test measures them.
_BYTES = 58
_HINT = " A part of the objects, drawn at random, can be judged on its own."


class _Ends:
    """Ends of comparisons at each object: their number, and twice the right ones, in within and in between pairs."""

    def __init__(self, dissimilarities, codes, sizes, ties="diagonal"):
        self.n_pairs = n_kinds_of_pairs(sizes.tolist())
        n_within, n_between = self.n_pairs
        own = sizes[codes]
        self.n_within_ends, self.n_between_ends = (own - 1) * n_between, (codes.size - own) * n_within
        self.weight = self.n_within_ends + self.n_between_ends
        within = within_pairs(codes)
        self.right_within, self.right_between = _sums_by_object(
            _doubled_right(dissimilarities, within, n_between, ties), within, codes.size
        )
        self.right = self.right_within + self.right_between
        self.proportion = self.right / (2 * self.weight)
        self.aucc = sum(self.right.tolist()) / (8 * n_within * n_between)

    @property
    def gradient(self):
        """How AUCC moves with the weight of each object."""
        return self.weight / (self.n_pairs[0] * self.n_pairs[1]) * (self.proportion - self.aucc)

    @cached_property
    def numerators(self):
        """The gradient times 8 (P N)^2 in integers, so that rounding does not decide whether it is 0."""
        right, total = self.right.tolist(), sum(self.right.tolist())
        scale = 4 * self.n_pairs[0] * self.n_pairs[1]
        return [scale * r - w * total for r, w in zip(right, self.weight.tolist(), strict=True)]

    def has_gradient_of(self, other):
        """Whether the gradients are equal, exactly."""
        own, others = ((one.n_pairs[0] * one.n_pairs[1]) ** 2 for one in (self, other))
        return all(a * others == b * own for a, b in zip(self.numerators, other.numerators, strict=True))


def _doubled_right(dissimilarities, within, n_between, ties):
    """Count twice the right comparisons of each pair: with farther between pairs, or with closer within pairs."""
    order, first, group_sizes = groups_of_ties(dissimilarities)
    is_within = within[order]
    within_here = np.add.reduceat(is_within, as_places(first), dtype=np.int64)
    within_closer = np.cumsum(within_here)
    # The farther between pairs are those after the end of the group.
    between_farther = first
    between_farther += group_sizes
    np.subtract(within_closer, between_farther, out=between_farther)
    between_farther += n_between
    within_closer -= within_here
    for_a_tie = {"diagonal": 1, "optimistic": 2, "pessimistic": 0}[ties]
    # First every pair gets the value of a between pair; within pairs are then overwritten.
    in_order = np.repeat(2 * within_closer + for_a_tie * within_here, as_places(group_sizes))
    del within_closer
    of_within = 2 * between_farther + for_a_tie * (group_sizes - within_here)
    in_order[is_within] = np.repeat(of_within, as_places(within_here))
    right = of_within if of_within.size == order.size else np.empty(order.size, dtype=np.int64)
    right[order] = in_order
    return right


def _sums_by_object(values, within, n):
    """Sum the values of the within pairs, and of the between pairs, that each object is in."""
    sums = np.zeros((2, n), dtype=np.int64)
    position = 0
    for i in range(n - 1):
        pairs = slice(position, position + n - 1 - i)
        row = values[pairs]
        of_within = row * within[pairs]
        for kind, part in enumerate((of_within, row - of_within)):
            sums[kind, i] += part.sum()
            sums[kind, i + 1 :] += part
        position = pairs.stop
    return sums


def _without_limits(statistic, error, reason):
    warnings.warn(
        f"no limits: {reason}, so that these objects do not show how far others would move the number. "
        "The standard error does not mean certainty.",
        RuntimeWarning,
        stacklevel=3,
    )
    return AuccInterval(statistic, error, float("nan"), float("nan"))


def _standard_error(gradient):
    n = gradient.size
    return float(np.sqrt(n / (n - 1) * np.sum(gradient**2)))


def _reach(level, n):
    return float(stdtrit(n - 1, (1 + level) / 2))
