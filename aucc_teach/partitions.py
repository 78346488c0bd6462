"""Partitions of n objects: enumerate them, count them, draw one uniformly, or cut a hierarchy into each number.

The uniform draws are the null models of the course.
"""

import math
from collections import Counter
from functools import lru_cache
from itertools import accumulate

import numpy as np
from scipy.cluster.hierarchy import is_valid_linkage
from scipy.special import stirling2

from aucc_teach._trees import cuts_of_tree
from aucc_teach.input import (
    check_integer,
    check_real,
    check_rng,
    check_sizes,
    refuse_table_that_does_not_fit,
    takes_rng,
)

__all__ = [
    "count_partitions",
    "linkage_cuts",
    "random_partition",
    "set_partitions",
    "size_profile",
]


def set_partitions(n, *, k=None, sizes=None):
    """Every partition of n objects, each once.

    Parameters
    ----------
    n : int
        Number of objects. There are 4140 partitions of 8 objects and 115 975 of 10.
    k : int, optional
        Only partitions into k clusters.
    sizes : sequence of int, optional
        Only partitions with these cluster sizes, in any order.

    Yields
    ------
    tuple of int
        Labels in the order of first appearance (a restricted growth string): the first object has label 0, and
        each new cluster takes the next whole number. Tuples come in lexicographic order.

    Raises
    ------
    ValueError
        If n is not a positive integer, k is not in 1..n, or the sizes do not add up to n.

    Examples
    --------
    >>> import aucc_teach as at
    >>> list(at.partitions.set_partitions(3))
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2)]
    >>> list(at.partitions.set_partitions(4, sizes=[2, 2]))
    [(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)]
    """
    n, k, sizes = _check_family(n, k, sizes)
    return _grow([], [], n, k, None if sizes is None else Counter(sizes))


def count_partitions(n, *, k=None, sizes=None):
    """Number of partitions of n objects.

    Parameters
    ----------
    n : int
        Number of objects.
    k : int, optional
        Only partitions into k clusters: the Stirling number of the second kind.
    sizes : sequence of int, optional
        Only partitions with these cluster sizes, in any order.

    Returns
    -------
    int
        The exact count; the Bell number of n without `k` and `sizes`.

    Raises
    ------
    ValueError
        As :func:`set_partitions`.

    References
    ----------
    Section 6.1 of Graham, Knuth and Patashnik (1994).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.partitions.count_partitions(8), at.partitions.count_partitions(8, k=2)
    (4140, 127)
    >>> at.partitions.count_partitions(7, sizes=[3, 2, 2])
    105
    """
    n, k, sizes = _check_family(n, k, sizes)
    if sizes is not None:
        # Divide the n! orders of the objects by the orders within clusters and among clusters of equal size.
        repeats = Counter(sizes).values()
        return math.factorial(n) // math.prod(map(math.factorial, [*sizes, *repeats]))
    if k is not None:
        return int(stirling2(n, k, exact=True))
    # In the Bell triangle a row starts with the last number of the row before, and adds up along it.
    row = [1]
    for _ in range(n - 1):
        row = list(accumulate(row, initial=row[-1]))
    return row[-1]


@takes_rng
def random_partition(n, *, k=None, sizes=None, rng=None):
    """Draw one partition, each of those asked for being equally likely.

    Giving each object one of k labels at random is a different model: some labels may stay unused, so that the number
    of clusters varies. Once all k are used, the draw is uniform over the partitions into k clusters.

    Parameters
    ----------
    n : int
        Number of objects. Without `sizes` the exact counts behind the draw take memory that grows with n k numbers
        of about n log2(k) bits: some hundred megabytes at n = 1000 without `k`.
    k : int, optional
        Draw among the partitions into k clusters.
    sizes : sequence of int, optional
        Draw among the partitions with these cluster sizes.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    ndarray of int, shape (n,)
        Cluster of each object, 0 to k - 1.

    Raises
    ------
    ValueError
        As :func:`set_partitions`.

    References
    ----------
    The recurrence of the Stirling numbers, section 6.1 of Graham, Knuth and Patashnik (1994), read as a sampler.

    Examples
    --------
    >>> import aucc_teach as at
    >>> import numpy as np
    >>> labels = at.partitions.random_partition(10, sizes=[5, 3, 2], rng=0)
    >>> sorted(np.bincount(labels).tolist())
    [2, 3, 5]
    """
    n, k, sizes = _check_family(n, k, sizes)
    rng = check_rng(rng)
    if sizes is not None:
        # Each partition with these sizes is met by equally many orders of the labels.
        return rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    if k is None:
        # One table serves both draws, of k and into k, and is cached for the next call.
        table = _stirling_table(n, n)
        return _draw_into_k(n, _draw_number_of_clusters(table[n], rng), table, rng)
    return _draw_into_k(n, k, _stirling_table(n, k), rng)


def size_profile(n, k, *, proportion=None):
    """Cluster sizes for n objects in k clusters: even, or one cluster with a given proportion and the others even.

    Parameters
    ----------
    n : int
        Number of objects.
    k : int
        Number of clusters, at most n.
    proportion : float, optional
        Proportion of the objects in the first cluster, rounded to whole objects.

    Returns
    -------
    tuple of int
        Sizes that add up to n; the larger of nearly equal sizes come first.

    Raises
    ------
    ValueError
        If k is not in 1..n, or the proportion leaves a cluster empty.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.partitions.size_profile(10, 3), at.partitions.size_profile(10, 3, proportion=0.6)
    ((4, 3, 3), (6, 2, 2))
    """
    n, k, _ = _check_family(n, k, None)
    if k is None:
        raise ValueError("k must be given: a size profile is for a fixed number of clusters.")
    if proportion is None:
        return tuple(n // k + (i < n % k) for i in range(k))
    proportion = check_real(proportion, "proportion", low=0.0, high=1.0)
    first = round(proportion * n)
    rest = n - first
    if first < 1 or rest < k - 1 or (k == 1 and rest):
        raise ValueError(
            f"proportion must leave at least one object for each of the {k} clusters and use all {n} objects. "
            f"Got proportion={proportion}, which puts {first} into the first cluster."
        )
    return (first, *(size_profile(rest, k - 1) if k > 1 else ()))


def linkage_cuts(Z):
    """All cuts of a hierarchy: row k - 1 holds its partition into exactly k clusters.

    A cut takes the merges in the order of the rows of `Z` and leaves out the last k - 1. So every k has its cut, also
    where merges have equal heights; which of these comes first is then up to the program that made `Z`.
    (:func:`scipy.cluster.hierarchy.fcluster` cuts at a height, and gives fewer clusters there.)

    Parameters
    ----------
    Z : array-like of shape (n - 1, 4)
        A hierarchy as :func:`scipy.cluster.hierarchy.linkage` returns it.

    Returns
    -------
    ndarray of int, shape (n, n)
        One partition per row, labels 0, ..., k - 1. From one row to the next, one cluster is split, and the part that
        leaves gets the new label.

    Raises
    ------
    ValueError
        If `Z` is not a valid linkage matrix, or if the labels of all cuts do not fit into the free memory.

    Examples
    --------
    >>> import aucc_teach as at
    >>> from scipy.cluster.hierarchy import linkage
    >>> at.linkage_cuts(linkage([[0], [1], [4], [6]]))
    array([[0, 0, 0, 0],
           [0, 0, 1, 1],
           [0, 0, 1, 2],
           [0, 3, 1, 2]])
    """
    try:
        Z = np.array(Z, dtype=np.float64)
        is_valid_linkage(Z, throw=True, name="Z")
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"Z must be a linkage matrix as scipy.cluster.hierarchy.linkage returns it. Got another: {error}"
        ) from error
    n = Z.shape[0] + 1
    refuse_table_that_does_not_fit(n, n, 2 * np.dtype(np.intp).itemsize, "objects")
    children = Z[:, :2].astype(np.intp)
    if not np.array_equal(children, Z[:, :2]):
        raise ValueError(f"the first two columns of Z must be whole numbers. Got {Z[:, :2].tolist()}.")
    sizes = np.ones(2 * n - 1, dtype=np.intp)
    for i, (first, second) in enumerate(children):
        sizes[n + i] = sizes[first] + sizes[second]
    Z[:, 3] = sizes[n:]  # which nobody has checked
    return np.array(cuts_of_tree(Z, range(1, n + 1)))


def _check_family(n, k, sizes):
    n = check_integer(n, "n", minimum=1)
    if k is not None and sizes is not None:
        raise ValueError(f"give k or sizes, not both: the sizes already fix k. Got k={k!r} and sizes={sizes!r}.")
    if k is not None:
        k = check_integer(k, "k", minimum=1)
        if k > n:
            raise ValueError(f"k must be at most n = {n}: no cluster is empty. Got {k}.")
    if sizes is not None:
        sizes = check_sizes(sizes, n)
    return n, k, sizes


def _grow(labels, counts, n, k, sizes):
    """Extend a restricted growth string in every way that can still be completed; `counts` are its cluster sizes."""
    if len(labels) == n:
        yield tuple(labels)
        return
    for label in range(len(counts) + 1):
        grown = [*counts, 1] if label == len(counts) else [c + (i == label) for i, c in enumerate(counts)]
        if _can_be_completed(grown, n, k, sizes):
            yield from _grow([*labels, label], grown, n, k, sizes)


def _can_be_completed(counts, n, k, sizes):
    if k is not None and not len(counts) <= k <= len(counts) + n - sum(counts):
        return False
    if sizes is None:
        return True
    # Each of the largest clusters must still fit into the largest sizes asked for.
    wanted = sorted(sizes.elements(), reverse=True)
    return len(counts) <= len(wanted) and all(
        c <= w for c, w in zip(sorted(counts, reverse=True), wanted, strict=False)
    )


def _draw_number_of_clusters(counts, rng):
    total = sum(counts)
    return int(rng.choice(len(counts), p=[count / total for count in counts]))


@lru_cache(maxsize=4)
def _stirling_table(n, k):
    """Rows m = 0..n of the Stirling numbers of the second kind S(m, j), j = 0..k."""
    rows = [[1] + [0] * k]
    for _ in range(n):
        last = rows[-1]
        rows.append([0] + [j * last[j] + last[j - 1] for j in range(1, k + 1)])
    return rows


def _draw_into_k(n, k, table, rng):
    """From the last object down: it is alone with probability S(m-1, j-1) / S(m, j), else joins one of j clusters."""
    joins = np.empty(n, dtype=np.intp)
    j = k
    uniform = rng.random(n)
    for m in range(n, 0, -1):
        if uniform[m - 1] < table[m - 1][j - 1] / table[m][j]:
            j -= 1
            joins[m - 1] = j  # opens cluster j, counted from 0
        else:
            joins[m - 1] = rng.integers(j)
    return joins
