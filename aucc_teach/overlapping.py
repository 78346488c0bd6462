"""Comparing two sets of clusters in which an object may belong to several clusters, or to none.

The precision of one clustering is the recall of the other: each measure below is written once, as a precision, and
called twice. Pairs of objects are visited in blocks of rows, so that memory grows like n and not like its square.
"""

from typing import NamedTuple

import numpy as np

from aucc_teach.input import check_choice, check_real
from aucc_teach.input.memberships import check_two_clusterings

__all__ = [
    "OverlapScore",
    "best_match_distance",
    "cice_bcubed",
    "extended_bcubed",
    "omega_index",
    "reliability_sensitivity",
]

_BLOCK_ROWS = 256
# A float holds 53 bits exactly, which _best_jaccard needs.
_WORD_BITS = 53


class OverlapScore(NamedTuple):
    """Precision and recall of a clustering, and what they give together.

    Each is between 0 and 1; higher is better. ``f`` is 1 / (alpha / precision + (1 - alpha) / recall), and 0 where both
    are 0.
    """

    precision: float
    recall: float
    f: float


def extended_bcubed(clusters_true, clusters_pred, *, alpha=0.5, objects=None):
    """Extended BCubed: for each object, how well its company in one clustering is its company in the other.

    For the objects o and p let g be the number of predicted clusters that hold both, and t the number of true ones.
    The precision is the mean over the objects o of the mean of min(g, t)/g over all p with g > 0, o among them. The
    recall is the same with min(g, t)/t over all p with t > 0.

    Parameters
    ----------
    clusters_true, clusters_pred : sequence of collections, array of shape (n, k) or array-like of shape (n,)
        Two sets of clusters of the same objects, in any of three forms: collections of objects (any hashable ones); a
        membership matrix (an array of zeros and ones whose rows are objects; nested lists are read as collections);
        labels (a partition). The two may differ in form.
    alpha : float, default=0.5
        Weight of the precision in F, between 0 and 1.
    objects : sequence, optional
        All objects; the names of the rows and labels, if there are any. By default rows and labels are called 0 to
        n - 1, and collections alone describe the objects that occur in them.

    Returns
    -------
    OverlapScore
        ``precision``, ``recall`` and ``f``, each between 0 and 1; higher is better. All are 1 for equal clusterings,
        and can be 1 for different ones if clusters overlap. Objects without a predicted cluster are left out of the
        mean that is the precision, those without a true cluster out of the recall; counted as 0, they would keep equal
        clusterings below 1.

    Raises
    ------
    ValueError
        If a clustering has none of the three forms, is empty, holds a cluster twice, an empty cluster or an unknown
        object, or if `alpha` is not between 0 and 1.

    See Also
    --------
    cice_bcubed : Is 1 for equal clusterings alone.

    References
    ----------
    Amigo, Gonzalo, Artiles and Verdejo (2009); for partitions it is BCubed, of Bagga and Baldwin (1998).

    Examples
    --------
    Every pair that the prediction puts together belongs together. The object 1 keeps its true company, 1 and 2. The
    object 2 keeps 1, half of itself (once with itself instead of twice) and not 3: 1/2. The object 3 keeps itself and
    not 2: 1/2.

    >>> import aucc_teach as at
    >>> precision, recall, f = at.overlapping.extended_bcubed([{1, 2}, {2, 3}], [{1, 2}, {3}])
    >>> precision, round(recall, 4), round(f, 4)
    (1.0, 0.6667, 0.8)
    """
    return _score(clusters_true, clusters_pred, alpha, objects, of_block=_mean_share)


def cice_bcubed(clusters_true, clusters_pred, *, alpha=0.5, objects=None):
    """CICE-BCubed: Extended BCubed that also checks the identity of the clusters which hold a pair.

    The proportion min(g, t)/g of each pair of objects is multiplied by the cluster identity index: the mean, over the
    predicted clusters that hold both, of the largest Jaccard index with a true cluster that holds both (0 if there is
    none). The recall does the same with the two clusterings exchanged.

    Parameters
    ----------
    clusters_true, clusters_pred : sequence of collections, array of shape (n, k) or array-like of shape (n,)
        Two sets of clusters of the same objects, in any of three forms: collections of objects (any hashable ones); a
        membership matrix (an array of zeros and ones whose rows are objects; nested lists are read as collections);
        labels (a partition). The two may differ in form.
    alpha : float, default=0.5
        Weight of the precision in F, between 0 and 1.
    objects : sequence, optional
        All objects; the names of the rows and labels, if there are any. By default rows and labels are called 0 to
        n - 1, and collections alone describe the objects that occur in them.

    Returns
    -------
    OverlapScore
        ``precision``, ``recall`` and ``f``, each between 0 and 1; higher is better. ``f`` is 1 if the clusterings are
        equal as sets of clusters, and only then. None of the three is larger than in Extended BCubed. Objects without a
        cluster are treated as :func:`extended_bcubed` treats them.

    Raises
    ------
    ValueError
        If a clustering has none of the three forms, is empty, holds a cluster twice, an empty cluster or an unknown
        object, or if `alpha` is not between 0 and 1.

    See Also
    --------
    extended_bcubed : Without the check of identity.

    Notes
    -----
    Reconstructed: in our copy of the source the formulas are lost. The constants in its proofs fix the Jaccard index,
    the division by the number of clusters, and that an object is a pair with itself. They do not fix that the recall
    averages over the true clusters; we exchange the two clusterings throughout. Time grows like n squared times the
    number of clusters, where the source names n cubed times log n.

    References
    ----------
    Rosales-Mendez and Ramirez-Cruz (2013); proofs of its properties are in an extended version by the same authors.

    Examples
    --------
    Three pairs, or one triple and three single objects: every pair is together once, and Extended BCubed sees no
    difference.

    >>> import aucc_teach as at
    >>> pairs, triple = [{0, 1}, {0, 2}, {1, 2}], [{0, 1, 2}, {0}, {1}, {2}]
    >>> at.overlapping.extended_bcubed(pairs, triple).f
    1.0
    >>> round(at.overlapping.cice_bcubed(pairs, triple).f, 4)
    0.6525
    """
    return _score(clusters_true, clusters_pred, alpha, objects, of_block=_mean_share_with_identity)


def reliability_sensitivity(clusters_true, clusters_pred, *, alpha=0.5, objects=None):
    """Reliability and sensitivity: BCubed in which a pair of objects counts as often as it is together.

    With g and t as in :func:`extended_bcubed`, the precision (reliability) is the mean over the objects of the sum of
    min(g, t) over the sum of g, and the recall (sensitivity) that of the sum of min(g, t) over the sum of t.

    Parameters
    ----------
    clusters_true, clusters_pred : sequence of collections, array of shape (n, k) or array-like of shape (n,)
        Two sets of clusters of the same objects, in any of three forms: collections of objects (any hashable ones); a
        membership matrix (an array of zeros and ones whose rows are objects; nested lists are read as collections);
        labels (a partition). The two may differ in form.
    alpha : float, default=0.5
        Weight of the precision in F, between 0 and 1.
    objects : sequence, optional
        All objects; the names of the rows and labels, if there are any. By default rows and labels are called 0 to
        n - 1, and collections alone describe the objects that occur in them.

    Returns
    -------
    OverlapScore
        ``precision``, ``recall`` and ``f``, each between 0 and 1; higher is better. All are 1 for equal clusterings,
        and for exactly those different ones for which Extended BCubed is 1 too. Objects without a cluster are treated
        as :func:`extended_bcubed` treats them.

    Raises
    ------
    ValueError
        If a clustering has none of the three forms, is empty, holds a cluster twice, an empty cluster or an unknown
        object, or if `alpha` is not between 0 and 1.

    See Also
    --------
    extended_bcubed : Each pair of objects counts once.

    Notes
    -----
    Reconstructed: the source defines the measure for more kinds of tasks, and where our copy of a later paper writes it
    for clusterings the formulas are lost. This is our reading of its words.

    References
    ----------
    Amigo, Gonzalo and Verdejo (2013).

    Examples
    --------
    The object 0 is with itself twice, once too often. It gets 2 of 3 here, and the mean of 1/2 and 1 in Extended
    BCubed; the object 1 gets 1 in both.

    >>> import aucc_teach as at
    >>> round(at.overlapping.reliability_sensitivity([{0, 1}], [{0, 1}, {0}]).precision, 4)
    0.8333
    >>> at.overlapping.extended_bcubed([{0, 1}], [{0, 1}, {0}]).precision
    0.875
    """
    return _score(clusters_true, clusters_pred, alpha, objects, of_block=_share_of_sums)


def best_match_distance(clusters_true, clusters_pred, *, distance="symmetric_difference", objects=None):
    """Best match distance: mean distance of every cluster of both clusterings from the nearest one of the other.

    Parameters
    ----------
    clusters_true, clusters_pred : sequence of collections, array of shape (n, k) or array-like of shape (n,)
        Two sets of clusters of the same objects, in any of three forms: collections of objects (any hashable ones); a
        membership matrix (an array of zeros and ones whose rows are objects; nested lists are read as collections);
        labels (a partition). The two may differ in form.
    distance : {"symmetric_difference", "jaccard"}, default="symmetric_difference"
        The distance of two clusters: the number of objects in one of them alone, or that number over the number of
        objects in at least one of them (1 - the Jaccard index).
    objects : sequence, optional
        All objects; the names of the rows and labels, if there are any. By default rows and labels are called 0 to
        n - 1, and collections alone describe the objects that occur in them.

    Returns
    -------
    float
        At least 0, with ``distance="jaccard"`` less than or equal to 1; lower is better, 0 for equal clusterings alone.

    Raises
    ------
    ValueError
        If a clustering has none of the three forms, is empty, holds a cluster twice, an empty cluster or an unknown
        object, or if `distance` is not one of those above.

    Notes
    -----
    Reconstructed: in our copy of the paper that describes it the formulas are lost, and with them the distance.

    References
    ----------
    Goldberg, Hayvanovych and Magdon-Ismail (2010).

    Examples
    --------
    {2} is one object from {1, 2}, and {1, 2} one object from {2}; {0} is found.

    >>> import aucc_teach as at
    >>> at.overlapping.best_match_distance([{0}, {1, 2}], [{0}, {2}])
    0.5
    >>> at.overlapping.best_match_distance([{0}, {1, 2}], [{0}, {2}], distance="jaccard")
    0.25
    """
    check_choice(distance, ("symmetric_difference", "jaccard"), "distance")
    true, pred = check_two_clusterings(clusters_true, clusters_pred, objects)
    common, union = _common_and_union(true, pred)
    between = union - common if distance == "symmetric_difference" else 1 - common / union
    total = between.min(axis=0).sum() + between.min(axis=1).sum()
    return float(total / sum(between.shape))


def omega_index(clusters_true, clusters_pred, *, objects=None):
    """Omega index: proportion of pairs that two clusterings put together equally often, corrected for chance.

    Parameters
    ----------
    clusters_true, clusters_pred : sequence of collections, array of shape (n, k) or array-like of shape (n,)
        Two sets of clusters of the same objects, in any of three forms: collections of objects (any hashable ones); a
        membership matrix (an array of zeros and ones whose rows are objects; nested lists are read as collections);
        labels (a partition). The two may differ in form.
    objects : sequence, optional
        All objects; the names of the rows and labels, if there are any. By default rows and labels are called 0 to
        n - 1, and collections alone describe the objects that occur in them. Pairs of objects without a cluster count:
        they are together zero times.

    Returns
    -------
    float
        (observed - expected) / (1 - expected), at most 1; higher is better. Expected is the proportion of equal counts
        if the counts of one clustering are permuted over the pairs at random. 1 for equal clusterings, for some
        different ones, and where the formula is 0/0: all pairs are together equally often in both. For partitions it is
        the adjusted Rand index.

    Raises
    ------
    ValueError
        If a clustering has none of the three forms, is empty, holds a cluster twice, an empty cluster or an unknown
        object, or if there are fewer than two objects.

    References
    ----------
    Collins and Dent (1988).

    Examples
    --------
    Of the three pairs, the prediction misses one: observed 2/3, expected (1 * 2 + 2 * 1) / 9.

    >>> import aucc_teach as at
    >>> at.overlapping.omega_index([{0, 1}, {1, 2}], [{0, 1}, {2}])
    0.4
    """
    true, pred = check_two_clusterings(clusters_true, clusters_pred, objects)
    n_objects = true.shape[0]
    if n_objects < 2:
        raise ValueError(f"the omega index needs at least 2 objects: fewer make no pair. Got {n_objects}.")
    n_counts = max(true.shape[1], pred.shape[1]) + 1
    table = np.zeros((n_counts, n_counts), dtype=np.int64)
    for rows in _blocks(n_objects):
        # Pairs (o, p) with o < p lie to the right of the diagonal.
        above = np.arange(n_objects) > np.arange(rows.start, rows.stop)[:, np.newaxis]
        in_true, in_pred = (_times_together(members, rows)[above].astype(np.intp) for members in (true, pred))
        table += np.bincount(in_true * n_counts + in_pred, minlength=n_counts**2).reshape(table.shape)
    n_pairs = n_objects * (n_objects - 1) // 2
    # Squares of numbers of pairs soon exceed 64 bits, so these are Python integers until the one division.
    equal = n_pairs * int(np.trace(table))
    by_chance = sum(int(a) * int(b) for a, b in zip(table.sum(axis=0), table.sum(axis=1), strict=True))
    return (equal - by_chance) / (n_pairs**2 - by_chance) if by_chance < n_pairs**2 else 1.0


def _score(clusters_true, clusters_pred, alpha, objects, *, of_block):
    """Average what `of_block` gives each object, for both clusterings, in one pass over the blocks of pairs."""
    alpha = check_real(alpha, "alpha", low=0, high=1)
    true, pred = check_two_clusterings(clusters_true, clusters_pred, objects)
    # Sets of strings change their order from session to session. Sorting by memberships keeps the order of the sum.
    order = np.lexsort(np.hstack([true, pred]).T)
    true, pred = true[order], pred[order]
    totals = np.zeros(2)
    for rows in _blocks(len(true)):
        t, g = _times_together(true, rows), _times_together(pred, rows)
        totals += [of_block(pred, true, rows, g, t).sum(), of_block(true, pred, rows, t, g).sum()]
    # Where an object has no cluster, `of_block` gives 0, and the object is not counted.
    precision, recall = (
        float(total / np.count_nonzero(members.any(axis=1)))
        for total, members in zip(totals, (pred, true), strict=True)
    )
    # Both are 0 together: when no object has a cluster in both clusterings.
    f = 1 / (alpha / precision + (1 - alpha) / recall) if precision and recall else 0.0
    return OverlapScore(precision, recall, f)


def _blocks(n_objects):
    return [slice(start, min(start + _BLOCK_ROWS, n_objects)) for start in range(0, n_objects, _BLOCK_ROWS)]


def _times_together(members, rows):
    """Count, for the objects of a block, the clusters that each shares with every object."""
    # NumPy is fast on products of floats, which are exact for these whole numbers.
    return members[rows].astype(np.float64) @ members.T.astype(np.float64)


def _mean_share(found, wanted, rows, g, t):
    return _mean_over_company(np.minimum(g, t) / np.maximum(g, 1), g)


def _mean_share_with_identity(found, wanted, rows, g, t):
    at_least_one = np.maximum(g, 1)
    identity = _best_jaccard(found, wanted, rows)
    identity /= at_least_one
    identity *= np.minimum(g, t) / at_least_one
    return _mean_over_company(identity, g)


def _share_of_sums(found, wanted, rows, g, t):
    return np.minimum(g, t).sum(axis=1) / np.maximum(g.sum(axis=1), 1)


def _mean_over_company(values, g):
    # Values are 0 where g is 0.
    return values.sum(axis=1) / np.maximum(np.count_nonzero(g, axis=1), 1)


def _common_and_union(first, second):
    """Count, for all pairs of clusters, the objects in both and in at least one."""
    common = first.T.astype(np.float64) @ second.astype(np.float64)
    return common, first.sum(axis=0)[:, np.newaxis] + second.sum(axis=0) - common


def _best_jaccard(found, wanted, rows):
    """Sum over the found clusters, for the pairs of a block, the best Jaccard index with a wanted cluster.

    Only clusters that hold both objects count. Number the wanted clusters that meet a found one by rising Jaccard
    index, and write the memberships of an object as bits. Then the best cluster that holds two objects is the highest
    bit that they have in common, which the exponent of a float tells: no loop over the wanted clusters of each pair.
    """
    common, union = _common_and_union(found, wanted)
    best = np.zeros((rows.stop - rows.start, len(found)))
    for cluster, jaccard in enumerate(common / union):
        inside = np.flatnonzero(found[:, cluster])
        first, last = np.searchsorted(inside, (rows.start, rows.stop))
        if first == last:
            continue
        meeting = np.flatnonzero(jaccard)
        meeting = meeting[np.argsort(jaccard[meeting], kind="stable")]
        values = np.zeros((last - first, inside.size))
        for start in range(0, meeting.size, _WORD_BITS):
            word = meeting[start : start + _WORD_BITS]
            bits = wanted[np.ix_(inside, word)] @ (np.int64(1) << np.arange(word.size))
            exponent = (bits[first:last, np.newaxis] & bits).astype(np.float64).view(np.int64)
            exponent >>= 52
            # The exponent of 2^b is 1023 + b, that of 0 is 0.
            by_exponent = np.zeros(1023 + word.size)
            by_exponent[1023:] = jaccard[word]
            np.maximum(values, by_exponent.take(exponent), out=values)
        best[np.ix_(inside[first:last] - rows.start, inside)] += values
    return best
