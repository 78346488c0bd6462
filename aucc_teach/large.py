"""AUCC of more objects than their pairs fit into memory: an estimate, certain bounds, and the exact value.

The bounds count all pairs without keeping any. The distances are computed block by block and put into ordered bins;
pairs in different bins are compared by their bins alone, and pairs of the same bin are what is not known. What is
counted are integers, which add up to the same in any order: on one core, on two, and on a cluster.
"""

from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, reduce
from operator import mul
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from scipy.spatial.distance import cdist, pdist

from aucc_teach._lazy import naming_extras
from aucc_teach._threads import can_start
from aucc_teach.aucc import compare_values
from aucc_teach.input import (
    as_places,
    check_confidence_level,
    check_dissimilarities,
    check_integer,
    check_metric,
    check_partition,
    check_points,
    check_real,
    check_rng,
    names_of_data,
    takes_rng,
)
from aucc_teach.input.dissimilarities import check_metric_params, checked_pdist, refuse_bad_dissimilarities
from aucc_teach.input.exact import refuse_vanishing
from aucc_teach.pairs import n_kinds_of_pairs, within_pairs

__all__ = [
    "AuccBounds",
    "AuccEstimate",
    "aucc_bounds",
    "aucc_estimate",
]


class AuccEstimate(NamedTuple):
    """What :func:`aucc_estimate` found: the proportion of right comparisons, its interval, and how many were drawn."""

    statistic: float
    low: float
    high: float
    n_comparisons: int


class AuccBounds(NamedTuple):
    """What :func:`aucc_bounds` found; every bound is certain.

    ``low`` and ``high`` enclose AUCC and ``gamma`` (a pair) Gamma. ``s_plus``, ``s_minus`` and ``s_zero`` are pairs of
    exact integers that enclose the counts of :func:`concordance`. ``n_passes`` is how often the distances were
    computed.
    """

    low: float
    high: float
    gamma: tuple[float, float]
    s_plus: tuple[int, int]
    s_minus: tuple[int, int]
    s_zero: tuple[int, int]
    n_passes: int


@takes_rng
def aucc_estimate(
    X,
    labels,
    *,
    metric="euclidean",
    metric_params=None,
    n_comparisons=1_000_000,
    confidence_level=0.95,
    rng=None,
):
    """Estimate AUCC from comparisons that are drawn at random, in a time that hardly depends on n.

    Each comparison draws one of the within pairs and, independently, one of the between pairs, with replacement; all
    are equally likely. The interval is about chance in this drawing alone: it encloses AUCC of these objects, and does
    not say how AUCC would differ with other objects of the same kind.

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
    n_comparisons : int, default=1_000_000
        How many comparisons are drawn. Four times as many halve the width of the interval.
    confidence_level : float, default=0.95
        The interval encloses AUCC with at least this probability; above 0 and below 1.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    AuccEstimate
        ``statistic``, with ties counted one half, the limits ``low`` and ``high``, and ``n_comparisons``.

    Raises
    ------
    ValueError
        As :func:`concordance`, and for fewer than one comparison or a confidence level outside (0, 1).

    See Also
    --------
    aucc_bounds : Limits that are certain, and the exact value.

    Notes
    -----
    A tie decided by a coin is right with probability one half, so each comparison is right with probability AUCC, and
    the number of right ones is binomial, whatever n. The exact interval for this number holds in finite samples.
    ``statistic`` counts each tie one half instead, which has the smaller variance; where ties are so many that it lies
    outside, the interval is widened to it.

    A million comparisons of a million objects in ten columns took 2.2 times as long as those of 500 (``reproduce
    growth``, Euclidean distances).

    References
    ----------
    The interval of Clopper and Pearson (1934).

    Examples
    --------
    >>> import aucc_teach as at
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> X, labels = rng.normal(size=(100_000, 2)), np.repeat([0, 1], 50_000)
    >>> X[labels == 1] += 2
    >>> estimate = at.aucc_estimate(X, labels, rng=0)
    >>> round(estimate.statistic, 3), round(estimate.high - estimate.low, 3)
    (0.816, 0.002)
    """
    n_comparisons = check_integer(n_comparisons, "n_comparisons", minimum=1)
    confidence_level = check_confidence_level(confidence_level)
    rng = check_rng(rng)
    objects = _Objects(X, labels, metric, metric_params)
    n_right = n_tied = 0
    for start in range(0, n_comparisons, _COMPARISONS_AT_ONCE):
        size = min(_COMPARISONS_AT_ONCE, n_comparisons - start)
        within = objects.distances_of(*objects.draw_within(size, rng))
        between = objects.distances_of(*objects.draw_between(size, rng))
        n_right += int((within < between).sum())
        n_tied += int((within == between).sum())
    value = (2 * n_right + n_tied) / (2 * n_comparisons)
    heads = int(rng.binomial(n_tied, 0.5))
    from scipy.stats import binomtest

    low, high = binomtest(n_right + heads, n_comparisons).proportion_ci(confidence_level)
    return AuccEstimate(value, min(float(low), value), max(float(high), value), n_comparisons)


def aucc_bounds(X, labels, *, metric="euclidean", metric_params=None, width=1e-4, n_jobs=None, client=None):
    """Enclose AUCC between certain bounds, without keeping the pairs; with ``width=0`` the exact value.

    All distances are computed in blocks and counted into ordered bins, within and between pairs apart. Pairs in
    different bins are compared exactly; the comparisons inside of a bin are at best all right and at worst all wrong,
    as under the optimistic and the pessimistic rule for ties. Where the bounds are too far apart, the distances are
    computed again and the bins that matter are refined.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d), (n, n) or (n(n-1)/2,), or Dask array of shape (n, d)
        Data, or with ``metric="precomputed"`` the dissimilarities, square or condensed. A Dask array stays on the
        cluster of `client`; without a client it is loaded.
    labels : array-like of shape (n,)
        Cluster of each object, 2 <= k <= n - 1 clusters; any value is a cluster, also -1, of which a warning reminds:
        drop noise points first (:func:`without_noise`).
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, scikit-learn's "manhattan", "l1" or "l2", or
        "precomputed". A callable must be symmetric. "seuclidean" and "mahalanobis" take their variances from the
        whole of `X`; for a Dask array pass them as `metric_params`.
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    width : float, default=1e-4
        The bounds of AUCC end up at most this far apart. 0 gives the :func:`concordance` of the same distances.
    n_jobs : int, optional
        Number of threads; None means 1, and -1 all cores. Where no thread can be started, this one does all the work.
        A part of the counting cannot run in two threads at once, so that more than about four are better used by
        processes: ``joblib.parallel_config("loky")``, or a client.
    client : dask.distributed.Client, optional
        Computes on its cluster (``pip install aucc-teach[scale]``); the answer is the same to the last bit.

    Returns
    -------
    AuccBounds
        Bounds of AUCC, Gamma and the three counts. Each float is the one nearest to its exact fraction.

    Raises
    ------
    ValueError
        As :func:`concordance`, and for a width outside [0, 1], or dissimilarities that the cluster cannot reach.
    ConnectionError
        If the scheduler of `client` is lost. A worker that is lost does no harm.

    See Also
    --------
    aucc_estimate : An estimate, in a time that hardly depends on n.

    Notes
    -----
    The time grows with n^2. The memory does not: 20 MB above the data were measured for 100 000 objects in ten columns
    at the default width on two threads (``reproduce growth``); refined bins can take about 200 MB, and with
    ``width=0`` the last pass up to 1 GB. The distances of "jensenshannon" can differ from those of ``pdist`` in the
    last bit, those of the other metrics do not.

    References
    ----------
    The tie rules of section 3.3 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import aucc_teach as at
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> X, labels = rng.normal(size=(2000, 2)), np.repeat([0, 1], 1000)
    >>> X[labels == 1] += 2
    >>> bounds = at.aucc_bounds(X, labels)
    >>> bounds.low <= at.aucc_score(X, labels) <= bounds.high, bounds.high - bounds.low <= 1e-4
    (True, True)
    >>> exact = at.aucc_bounds(X, labels, width=0)
    >>> exact.low == exact.high == at.aucc_score(X, labels)
    True
    """
    width = check_real(width, "width", low=0.0, high=1.0)
    if n_jobs is not None and (not isinstance(n_jobs, int | np.integer) or isinstance(n_jobs, bool) or n_jobs == 0):
        raise ValueError(f"n_jobs must be None, a number of threads, or -1 for all cores. Got {n_jobs!r}.")
    if client is not None and n_jobs is not None:
        raise ValueError(f"n_jobs counts threads of this process; with a client leave it out. Got n_jobs={n_jobs!r}.")
    objects = _Objects(X, labels, metric, metric_params, on_cluster=client is not None)
    engine = _Threads(objects, n_jobs) if client is None else _Cluster(objects, client)
    n_comparisons = objects.n_within * objects.n_between
    allowed = int(Fraction(width) * n_comparisons)  # comparisons that may stay unknown

    layers = [objects.root_bins()]
    s_plus = s_minus = s_zero = unknown = n_passes = 0
    while True:
        bins = _Bins(engine.total(_tally, layers), layers[-1])
        n_passes += 1
        s_plus, s_minus, s_zero = s_plus + bins.s_plus, s_minus + bins.s_minus, s_zero + bins.s_zero
        if unknown + bins.open.n_unknown <= allowed:
            unknown += bins.open.n_unknown
            break
        chosen = bins.open.that_matter((allowed - unknown) // 2)
        unknown += bins.open.n_unknown - chosen.n_unknown
        finer = chosen.refined(chosen.n_unknown / (allowed - unknown) if allowed else np.inf)
        if finer is None:
            for batch in chosen.batches():
                counts = _concordance_within(batch, engine.stream(_collect, layers, batch.is_in()))
                s_plus, s_minus, s_zero = s_plus + counts[0], s_minus + counts[1], s_zero + counts[2]
                n_passes += 1
            break
        layers.append(finer)
    return AuccBounds(
        (2 * s_plus + s_zero) / (2 * n_comparisons),
        (2 * (s_plus + unknown) + s_zero) / (2 * n_comparisons),
        ((s_plus - s_minus - unknown) / n_comparisons, (s_plus + unknown - s_minus) / n_comparisons),
        (s_plus, s_plus + unknown),
        (s_minus, s_minus + unknown),
        (s_zero, s_zero + unknown),
        n_passes,
    )


_COMPARISONS_AT_ONCE = 1 << 17
_SAMPLE = 1000  # objects whose distances fix the scale of the first bins
_FEW = 20  # objects whose distances show of what size rounding is
_ROWS_OF_A_TASK = 16_000
# This many distances at a time stay in the processor's cache with their bins.
_ROWS, _COLUMNS = 128, 512
_FIRST_BINS = 1 << 16
_MOST_BINS = 1 << 22
_VALUES_AT_ONCE = 1 << 26  # 0.5 GB
_FEW_BATCHES = 4  # that many passes cost no more than one that refines and then collects
_BRANCHES = 16

# With these metrics a difference that is larger in each column has a larger distance, so that the distance between
# the corners of the data bounds all others.
_GROW_WITH_DIFFERENCES = {"euclidean", "sqeuclidean", "cityblock", "chebyshev", "minkowski", "seuclidean"}
_OF_DIFFERENCES = _GROW_WITH_DIFFERENCES | {"mahalanobis"}


class _Distance(NamedTuple):
    """A metric with its arguments; `trusted` if no distance between the objects can be NaN, infinite or negative.

    `scale` is the largest distance of a few objects: a block of copies is 0 but for rounding, of which the block itself
    does not show the size.
    """

    metric: object
    params: dict
    trusted: bool
    scale: float

    def between(self, A, B):
        return self._checked(cdist(A, B, self.metric, **self.params))

    def among(self, A):
        return self._checked(pdist(A, self.metric, **self.params))

    def paired(self, A, B):
        """Distance of each row of A to the same row of B."""
        if callable(self.metric):
            found = np.array([self.metric(a, b, **self.params) for a, b in zip(A, B, strict=True)], dtype=np.float64)
        elif self.metric in _OF_DIFFERENCES:
            found = cdist(A - B, np.zeros((1, A.shape[1])), self.metric, **self.params)[:, 0]
        else:
            # SciPy has no distances row by row, so the diagonals of small blocks are taken.
            blocks = [
                np.diagonal(cdist(A[i : i + 16], B[i : i + 16], self.metric, **self.params))
                for i in range(0, len(A), 16)
            ]
            found = np.concatenate(blocks)
        return self._checked(found)

    def _checked(self, distances):
        if self.trusted:
            return distances
        return refuse_bad_dissimilarities(distances, f"metric={self.metric!r} gave", scale=self.scale)


class _Objects:
    """Objects in the order of their clusters, or their dissimilarities, and the numbers of both kinds of pairs."""

    def __init__(self, X, labels, metric, metric_params, *, on_cluster=False):
        metric = check_metric(metric)
        self.X = self.dissimilarities = None
        names = names_of_data(X, metric)
        if isinstance(metric, str) and metric == "precomputed":
            if on_cluster:
                raise ValueError("precomputed dissimilarities are not on the cluster: leave out client, or pass data.")
            self.dissimilarities, n = check_dissimilarities(X, metric, metric_params)
        else:
            X = check_points(X) if not _is_dask_array(X) else _check_dask_array(X, on_cluster)
            params = check_metric_params(metric, metric_params, X.shape[1])
            if not _is_dask_array(X):
                refuse_vanishing(X, metric, params)
            n = len(X)
        self.codes, sizes = check_partition(labels, n, data_names=names)
        self.n_within, self.n_between = n_kinds_of_pairs(sizes.tolist())
        self.sizes = sizes
        self.order = np.argsort(self.codes, kind="stable").astype(np.int64, copy=False)
        if self.dissimilarities is not None:
            self.within = within_pairs(self.codes)
            return
        params = _with_estimates(X, metric, params)
        sample = np.sort(np.random.default_rng(0).choice(n, min(n, _SAMPLE), replace=False))
        self.sample, self.sample_codes = np.asarray(X[sample]), self.codes[sample]
        few = np.unique(np.linspace(0, len(self.sample) - 1, _FEW).round().astype(int))
        of_few = checked_pdist(self.sample[few], metric, params)
        scale = float(of_few[np.isfinite(of_few)].max(initial=0.0))
        self.distance = _Distance(metric, params, _is_bounded(X, metric, params), scale)
        if not _is_dask_array(X):
            X, self.codes = X[self.order], self.codes[self.order]
        self.X = X

    def draw_within(self, size, rng):
        """Draw within pairs, all equally likely, as places of two objects in the order of clusters."""
        cluster = _draw(self.sizes * (self.sizes - 1), size, rng)
        i = rng.integers(self.sizes[cluster])
        j = rng.integers(self.sizes[cluster] - 1)
        start = (np.cumsum(self.sizes) - self.sizes)[cluster]
        return start + i, start + j + (j >= i)

    def draw_between(self, size, rng):
        """Draw between pairs, all equally likely, as places of two objects."""
        n = len(self.codes)
        cluster = _draw(self.sizes * (n - self.sizes), size, rng)
        start = (np.cumsum(self.sizes) - self.sizes)[cluster]
        j = rng.integers(n - self.sizes[cluster])
        return start + rng.integers(self.sizes[cluster]), j + self.sizes[cluster] * (j >= start)

    def distances_of(self, i, j):
        """Return the dissimilarities of pairs of places."""
        if self.dissimilarities is None:
            return self.distance.paired(self.X.take(i, axis=0), self.X.take(j, axis=0))
        i, j = self.order[i], self.order[j]
        first, second, n = np.minimum(i, j), np.maximum(i, j), len(self.codes)
        return self.dissimilarities[first * n - first * (first + 1) // 2 + second - first - 1]

    def root_bins(self):
        """Make equal bins up to the largest distance at which a sample has pairs of both kinds."""
        if self.dissimilarities is None:
            values, within = self.distance.among(self.sample), within_pairs(self.sample_codes)
        else:
            drawn = np.random.default_rng(0).integers(self.within.size, size=_SAMPLE**2 // 2)
            values, within = self.dissimilarities[drawn], self.within[drawn]
        kinds = [values[kind] for kind in (within, ~within) if kind.any()]
        return _RootBins(min(float(kind.max()) for kind in kinds) or float(values.max()))

    def tasks(self):
        """Yield all pairs in tasks that can be done apart."""
        if self.dissimilarities is not None:
            for start in range(0, self.within.size, _ROWS_OF_A_TASK**2):
                piece = slice(start, start + _ROWS_OF_A_TASK**2)
                yield _PairTask(self.dissimilarities[piece], self.within[piece])
            return
        blocks = [_Block(self.X[rows], self.codes[rows]) for rows in self._rows()]
        for i, a in enumerate(blocks):
            yield _PointTask(a, None, self.distance)
            for b in blocks[i + 1 :]:
                yield _PointTask(a, b, self.distance)

    def rows_for_the_cluster(self, client):
        """Return blocks of data, as arrays or as futures of arrays, with their codes."""
        if not _is_dask_array(self.X):
            return [(self.X[rows], self.codes[rows]) for rows in self._rows()]
        X = self.X.rechunk((_rows_of_a_task(len(self.codes)), -1))
        parts = client.compute(X.to_delayed().ravel().tolist())
        return list(zip(parts, np.split(self.codes, np.cumsum(X.chunks[0])[:-1]), strict=True))

    def _rows(self):
        step = _rows_of_a_task(len(self.codes))
        return [slice(start, start + step) for start in range(0, len(self.codes), step)]


class _Block(NamedTuple):
    """Objects in the order of their codes."""

    X: np.ndarray
    codes: np.ndarray

    @classmethod
    def in_order(cls, X, codes):
        order = np.argsort(codes, kind="stable")
        return cls(np.asarray(X, dtype=np.float64)[order], codes[order])


class _PointTask(NamedTuple):
    """The pairs of an object of one block with one of another, or of two objects of the same block."""

    a: _Block
    b: _Block | None
    distance: _Distance

    def pieces(self):
        """Distances, and whether they are within a cluster: one answer for all of them, or an array of answers."""
        for start in range(0, len(self.a.codes), _ROWS):
            X, codes = self.a.X[start : start + _ROWS], self.a.codes[start : start + _ROWS]
            others = self.b
            if others is None:
                if len(codes) > 1:
                    yield self.distance.among(X), within_pairs(codes)
                others = _Block(self.a.X[start + _ROWS :], self.a.codes[start + _ROWS :])
            for column in range(0, len(others.codes), _COLUMNS):
                columns = slice(column, column + _COLUMNS)
                yield self.distance.between(X, others.X[columns]), _are_within(codes, others.codes[columns])


class _PairTask(NamedTuple):
    """Pairs whose dissimilarities are known."""

    dissimilarities: np.ndarray
    within: np.ndarray

    def pieces(self):
        """Dissimilarities, and whether they are within a cluster."""
        for start in range(0, self.within.size, _ROWS * _COLUMNS):
            piece = slice(start, start + _ROWS * _COLUMNS)
            yield self.dissimilarities[piece] + 0.0, self.within[piece]  # -0.0 becomes 0.0, which has other bits


class _RootBins:
    """Bins of equal width from 0 on; the last one takes all that is larger."""

    first = np.zeros(1, dtype=np.intp)
    n_bins = _FIRST_BINS

    def __init__(self, top):
        self.scale = min((self.n_bins - 1) / top, np.finfo(float).max) if top else 1.0
        self.cut = (self.n_bins - 0.5) / self.scale

    def bins_of(self, distances, out=None):
        # Cutting, multiplying and truncating keep the order, so the bins are in order whatever is rounded.
        bins = np.empty(distances.shape, dtype=np.intp)
        return np.multiply(np.minimum(distances, self.cut, out=out), self.scale, out=bins, casting="unsafe")

    def limits(self):
        """Floats below and above those of each bin, by two units in the last place for what is rounded."""
        largest = np.finfo(float).max
        with np.errstate(over="ignore"):
            edges = np.minimum(np.arange(self.n_bins + 1) / self.scale, largest)
        edges[-1] = largest
        below = np.nextafter(np.nextafter(edges[:-1], 0), 0)
        return below, np.nextafter(np.nextafter(edges[1:], largest), largest)


class _FinerBins(NamedTuple):
    """Parts of those bins of the layer above that matter.

    The bits of a non-negative float, read as an integer, are in the order of the floats: `low` is where a bin begins
    among these integers, and 2^`shift` of them share a part. Part `first` to `last` are those of one bin.
    """

    number: np.ndarray  # of each bin of the layer above among those that are refined, or -1
    low: np.ndarray
    shift: np.ndarray
    first: np.ndarray
    last: np.ndarray
    n_bins: int

    def bins_of(self, distances, number):
        """Return the parts into which distances of the refined bins with these numbers fall."""
        parts = (distances.view(np.int64) - self.low[number]) >> self.shift[number]
        parts += self.first[number]
        return np.clip(parts, self.first[number], self.last[number])


class _Tally(NamedTuple):
    """Numbers of between and of within pairs in each bin, and for finer bins the extremes of what is in them."""

    counts: np.ndarray
    smallest: np.ndarray | None
    largest: np.ndarray | None

    def copy(self):
        """Copy the arrays."""
        return _Tally(*(None if array is None else array.copy() for array in self))

    def add(self, other):
        """Add another tally to this one."""
        np.add(self.counts, other.counts, out=self.counts)
        if self.smallest is not None:
            np.minimum(self.smallest, other.smallest, out=self.smallest)
            np.maximum(self.largest, other.largest, out=self.largest)
        return self


def _tally(task, layers):
    """Count the pairs of a task into the bins of the last layer."""
    n_bins = layers[-1].n_bins
    counts = np.zeros((2, n_bins), dtype=np.int64)
    smallest = largest = None
    if len(layers) > 1:
        smallest, largest = np.full(n_bins, np.inf), np.full(n_bins, -np.inf)
    for bins, distances, within in _binned(task, layers, overwrite=len(layers) == 1):
        if isinstance(within, bool):
            np.add.at(counts[int(within)], bins, 1)
        else:
            np.add.at(counts.ravel(), bins + n_bins * within, 1)
        if smallest is not None:
            np.minimum.at(smallest, bins, distances)
            np.maximum.at(largest, bins, distances)
    return _Tally(counts, smallest, largest)


def _collect(task, layers, is_in):
    """Collect the distances of a task's within and between pairs in certain bins of the last layer."""
    found = [], []
    for bins, distances, within in _binned(task, layers):
        kept = is_in[bins]
        distances = distances[kept]
        if isinstance(within, bool):
            found[not within].append(distances)
        else:
            found[0].append(distances[within[kept]])
            found[1].append(distances[~within[kept]])
    return [np.concatenate(parts) if parts else np.empty(0) for parts in found]


def _binned(task, layers, *, overwrite=False):
    """Yield bins, distances and kinds, piece by piece, of the pairs of a task that reach the last layer."""
    for distances, within in task.pieces():
        distances = distances.ravel()
        if not isinstance(within, bool):
            within = within.ravel()
        # With one layer the distances are not needed afterwards. Overwriting them saves time, which memory costs most.
        bins = layers[0].bins_of(distances, out=distances if overwrite else None)
        for layer in layers[1:]:
            number = layer.number[bins]
            kept = number >= 0
            distances = distances[kept]
            if not isinstance(within, bool):
                within = within[kept]
            bins = layer.bins_of(distances, number[kept])
        yield bins, distances, within


class _Bins:
    """Results of a tally: comparisons of pairs in different bins, and the bins in which pairs are not compared yet."""

    def __init__(self, tally, layer):
        between, within = tally.counts
        self.s_plus, self.s_minus = _across_bins(within, between, layer.first)
        mixed = np.flatnonzero((within > 0) & (between > 0))
        if tally.smallest is None:
            smallest, largest = (limits[mixed] for limits in layer.limits())
            same = np.zeros(mixed.size, dtype=bool)
        else:
            smallest, largest = tally.smallest[mixed], tally.largest[mixed]
            same = smallest == largest
        self.s_zero = _dot(within[mixed[same]], between[mixed[same]])
        self.open = _OpenBins(
            mixed[~same], within[mixed[~same]], between[mixed[~same]], smallest[~same], largest[~same], layer.n_bins
        )


@dataclass(frozen=True)
class _OpenBins:
    """Bins that hold different distances of both kinds of pairs."""

    number: np.ndarray  # of each bin in its layer
    within: np.ndarray
    between: np.ndarray
    smallest: np.ndarray
    largest: np.ndarray
    n_bins: int

    @cached_property
    def n_unknown(self):
        """Number of comparisons inside of the bins, exactly."""
        return _dot(self.within, self.between)

    def of(self, chosen):
        """Select some of the bins."""
        names = ("number", "within", "between", "smallest", "largest")
        return replace(self, **{name: getattr(self, name)[chosen] for name in names})

    def that_matter(self, allowed):
        """Leave out the bins with the fewest comparisons, at most so many comparisons together."""
        unknown = self.within.astype(float) * self.between
        order = np.argsort(unknown, kind="stable")
        n_left_out = np.searchsorted(np.cumsum(unknown[order]), allowed * (1 - 1e-9), side="right")
        return self.of(np.sort(order[n_left_out:]))

    def refined(self, factor):
        """Cut the bins into parts that leave about `factor` times fewer comparisons; None if it pays to collect."""
        values = self.within + self.between
        n_batches = -(-int(values.sum()) // _VALUES_AT_ONCE)
        n_parts = min(2 * factor * values.size, _MOST_BINS)
        if values.max() <= _VALUES_AT_ONCE and (
            n_batches == 1 or n_parts < 8 * values.size or (np.isinf(factor) and n_batches <= _FEW_BATCHES)
        ):
            return None
        # What stays unknown of u comparisons in m parts is about u/m; their sum is smallest with m as the root of u.
        root = np.sqrt(self.within.astype(float) * self.between)
        bits = np.maximum(np.log2(n_parts * root / root.sum()), 1).astype(np.int64)
        low, high = self.smallest.view(np.int64), self.largest.view(np.int64)
        shift = np.maximum(np.frexp((high - low).astype(float))[1] - bits, 0)
        last = np.cumsum(((high - low) >> shift) + 1) - 1
        number = np.full(self.n_bins, -1, dtype=np.int32)
        number[self.number] = np.arange(values.size)
        first = np.append(0, last[:-1] + 1)
        return _FinerBins(number, low, shift, first, last, int(last[-1]) + 1)

    def batches(self):
        """Split into runs of bins that hold together no more values than fit into memory."""
        end = np.cumsum(self.within + self.between)
        start = 0
        while start < end.size:
            reached = end[start - 1] if start else 0
            stop = int(np.searchsorted(end, reached + _VALUES_AT_ONCE, side="right"))
            yield self.of(slice(start, stop))
            start = stop

    def is_in(self):
        """For each bin of the layer, whether it is one of these."""
        found = np.zeros(self.n_bins, dtype=bool)
        found[self.number] = True
        return found


def _concordance_within(batch, collected):
    """Count the concordance inside of the bins of a batch, from their values as they arrive."""
    heaps = np.empty(int(batch.within.sum())), np.empty(int(batch.between.sum()))
    filled = [0, 0]
    for found in collected:
        for kind, values in enumerate(found):
            heaps[kind][filled[kind] : filled[kind] + values.size] = values
            filled[kind] += values.size
    s_plus, s_minus, s_zero = compare_values(*heaps)
    # The values of different bins have been compared by their bins already.
    across = _across_bins(batch.within, batch.between, np.zeros(1, dtype=np.intp))
    return s_plus - across[0], s_minus - across[1], s_zero


def _across_bins(within, between, first):
    """Count s_plus and s_minus of pairs in different bins; bins are compared from one of `first` to the next.

    Parts of different bins have been compared when these were.
    """
    first = as_places(first)
    within, between = (counts.astype(np.int64, copy=False) for counts in (within, between))
    run = np.zeros(between.size, dtype=np.intp)
    run[first[1:]] = 1
    run = np.cumsum(run)
    closer = np.cumsum(between) - between
    closer -= closer[first][run]
    farther = np.add.reduceat(between, first)[run] - closer - between
    return _dot(within, farther), _dot(within, closer)


def _dot(a, b):
    """Sum products as a Python integer, which cannot overflow."""
    both = (a > 0) & (b > 0)
    return sum(map(mul, a[both].tolist(), b[both].tolist()))


class _Threads:
    """Computes the tasks in threads of this process."""

    def __init__(self, objects, n_jobs):
        self.objects = objects
        n_jobs = n_jobs if n_jobs in (None, 1) or can_start() else 1
        self.parallel = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator_unordered")

    def stream(self, work, *arguments):
        """Do the work of each task, and yield the results in any order."""
        return self.parallel(delayed(work)(task, *arguments) for task in self.objects.tasks())

    def total(self, work, *arguments):
        """Add up the results of the tasks."""
        return reduce(lambda a, b: a.add(b), self.stream(work, *arguments))


class _Cluster:
    """Computes the tasks on a Dask cluster."""

    def __init__(self, objects, client):
        with naming_extras("client"):
            from dask.distributed import Client

        if not isinstance(client, Client) or client.asynchronous or client.status != "running":
            raise ValueError(f"client must be a dask.distributed.Client that is connected. Got {client!r}.")
        self.client, self.distance = client, objects.distance
        # The scheduler keeps blocks that are arguments of tasks, so that they outlive a lost worker.
        self.blocks = [
            client.submit(_Block.in_order, X, codes, pure=False) for X, codes in objects.rows_for_the_cluster(client)
        ]

    def stream(self, work, *arguments):
        """Do the work of each task, and yield the results in any order."""
        from dask.distributed import as_completed

        with _telling_of_a_lost_scheduler(self.client):
            for future in as_completed(self._futures(work, arguments)):
                yield future.result()

    def total(self, work, *arguments):
        """Add up the results of the tasks in a tree, so that only one comes here."""
        with _telling_of_a_lost_scheduler(self.client):
            futures = self._futures(work, arguments)
            while len(futures) > 1:
                futures = [
                    self.client.submit(_sum, futures[i : i + _BRANCHES], pure=False)
                    for i in range(0, len(futures), _BRANCHES)
                ]
            return futures[0].result()

    def _futures(self, work, arguments):
        shared = self.client.submit(tuple, arguments, pure=False)
        return [
            self.client.submit(_work, work, a, None if a is b else b, self.distance, shared, pure=False)
            for i, a in enumerate(self.blocks)
            for b in self.blocks[i:]
        ]


@contextmanager
def _telling_of_a_lost_scheduler(client):
    address = client.scheduler.address
    try:
        yield
    except (CancelledError, OSError) as error:
        raise ConnectionError(f"the connection to the Dask scheduler at {address} was lost: {error}") from error


def _work(work, a, b, distance, arguments):
    return work(_PointTask(a, b, distance), *arguments)


def _sum(tallies):
    return reduce(lambda a, b: a.add(b), tallies[1:], tallies[0].copy())


def _rows_of_a_task(n):
    # At least 16 blocks keep the processors busy to the end; a task of at most this many rows takes about a second.
    return max(1000, min(_ROWS_OF_A_TASK, n // 16))


def _draw(weights, size, rng):
    """Draw numbers with probabilities proportional to integer weights."""
    reached = np.cumsum(weights)
    return np.searchsorted(reached, rng.integers(reached[-1], size=size), side="right")


def _are_within(codes, other_codes):
    """Whether pairs of two runs of objects, each in the order of codes, are within: one answer, or one for each."""
    if codes[-1] < other_codes[0] or other_codes[-1] < codes[0]:
        return False
    if codes[0] == codes[-1] == other_codes[0] == other_codes[-1]:
        return True
    return np.equal.outer(codes, other_codes)


def _with_estimates(X, metric, params):
    """Estimate the arguments that the metric takes from the data, as ``pdist`` does from all objects."""
    name = {"seuclidean": "V", "mahalanobis": "VI"}.get(metric if isinstance(metric, str) else None)
    if name is None or params.get(name) is not None:
        return params
    if _is_dask_array(X):
        raise ValueError(f"metric={metric!r} on a Dask array needs metric_params={{{name!r}: ...}}, from all of X.")
    if name == "V":
        return params | {"V": np.var(X, axis=0, ddof=1)}
    try:
        return params | {"VI": np.linalg.inv(np.atleast_2d(np.cov(X.T))).T.copy()}
    except np.linalg.LinAlgError as error:
        raise ValueError(f"metric='mahalanobis' cannot be used: the covariance of X is singular. {error}") from error


def _is_bounded(X, metric, params):
    """Whether the distance between the corners of the data shows that none is NaN, infinite or negative."""
    if callable(metric) or metric not in _GROW_WITH_DIFFERENCES:
        return False
    corners = np.asarray([X.min(axis=0), X.max(axis=0)])
    with np.errstate(all="ignore"):
        return bool(np.isfinite(cdist(corners[:1], corners[1:], metric, **params)).all())


def _is_dask_array(X):
    return type(X).__module__.partition(".")[0] == "dask"


def _check_dask_array(X, on_cluster):
    """Return a Dask array of finite floats, or without a cluster the array that it stands for."""
    if not on_cluster:
        return check_points(X.compute())
    if getattr(X, "ndim", 0) != 2 or np.isnan(X.shape).any() or X.shape[0] < 2 or X.shape[1] < 1:
        raise ValueError(f"a Dask array must be of a known shape (n, d), n >= 2. Got {X!r}; see compute_chunk_sizes.")
    if X.dtype.kind not in "biuf":
        raise ValueError(f"X must hold real numbers. Got a Dask array of type {X.dtype}.")
    X = X.astype(np.float64)
    if not bool(np.isfinite(X).all().compute()):
        raise ValueError("X must hold finite numbers. Got NaN or infinity.")
    return X
