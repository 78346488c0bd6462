"""What a score of clusterings should reward: the conditions of Amigó et al. and perfect match, as tests of a step.

A condition says: if one clustering becomes another in such a way, the score must rise. So each is a function of three
sets of clusters: the classes, the clusters before the step and those after it.
"""

from itertools import combinations, product
from typing import NamedTuple

from aucc_teach.input.memberships import check_clusterings

__all__ = [
    "CONDITIONS",
    "INSTANCES",
    "Step",
    "conditions_met",
]


class Step(NamedTuple):
    """A clustering that becomes another one, and the classes that both are compared with.

    Each is a sequence of collections of objects.
    """

    clusters_true: list
    before: list
    after: list


def conditions_met(clusters_true, before, after, *, objects=None):
    """Names of the conditions that ask a score to rise when one clustering becomes another.

    Parameters
    ----------
    clusters_true, before, after : sequence of collections, array of shape (n, k) or array-like of shape (n,)
        The classes, and the clusters before and after the step, in any of the forms that
        :func:`aucc_teach.overlapping.extended_bcubed` takes.
    objects : sequence, optional
        All objects, as there.

    Returns
    -------
    tuple of str
        Those keys of ``CONDITIONS`` whose condition the step is a case of, in their order; mostly none. "Joined by a
        class" means below that one class holds the objects.

        "homogeneity"
            A cluster is split in two parts, and no class holds objects of both parts.
        "completeness"
            Two disjoint clusters are merged, and one class holds all their objects.
        "rag bag"
            An object leaves n objects that one class holds, and moves to a cluster of n objects of which no class holds
            any two; no class holds the object and any of these 2n; n is at least 2.
        "size versus quantity"
            One object is split off a cluster of n + 1 objects that one class holds, and n pairs of singletons that a
            class holds are merged; no class holds objects of two of these n + 1 groups; n is at least 2.
        "perfect match"
            The clusters become the classes.

    Raises
    ------
    ValueError
        If a clustering has none of the three forms, is empty, holds a cluster twice, an empty cluster or an unknown
        object.

    Notes
    -----
    The first four were stated for partitions. Here they are read for sets of clusters: all other clusters stay as they
    are, the new clusters were not there before, and each object in question has a class. For partitions the words above
    are those of the sources, but for "no class joins", which allows a part more than one class.

    References
    ----------
    Amigo, Gonzalo, Artiles and Verdejo (2009); Rosales-Mendez and Ramirez-Cruz (2013) for perfect match.

    Examples
    --------
    >>> import aucc_teach as at
    >>> classes = [{0, 1}, {2}]
    >>> at.conditions.conditions_met(classes, [{0, 1, 2}], [{0, 1}, {2}])
    ('homogeneity', 'perfect match')
    >>> at.conditions.conditions_met(classes, [{0, 1}, {2}], [{0, 1, 2}])
    ()
    """
    read = check_clusterings({"clusters_true": clusters_true, "before": before, "after": after}, objects)
    classes, *clusters = ({frozenset(column.nonzero()[0].tolist()) for column in members.T} for members in read)
    return tuple(name for name, is_met in CONDITIONS.items() if is_met(classes, *clusters))


def _is_homogeneity(classes, before, after):
    gone, new = before - after, after - before
    return len(gone) == 1 and _is_split(gone, new) and _have_classes(classes, *gone) and _are_apart(classes, *new)


def _is_completeness(classes, before, after):
    gone, new = before - after, after - before
    return len(new) == 1 and _is_split(new, gone) and _is_joined(classes, *new)


def _is_rag_bag(classes, before, after):
    gone, new = before - after, after - before
    if not len(gone) == len(new) == 2:
        return False
    for mixed, clean in product(gone, new):
        (noisy,), (noisier,), moved = gone - {mixed}, new - {clean}, mixed - clean
        if (
            len(clean) == len(noisy) >= 2
            and len(moved) == 1
            and clean < mixed
            and noisier == noisy | moved
            and _is_joined(classes, clean)
            and _have_classes(classes, noisier)
            and _are_apart(classes, clean, *({o} for o in noisier))
        ):
            return True
    return False


def _is_size_versus_quantity(classes, before, after):
    gone, new = before - after, after - before
    large = max(gone, key=len, default=frozenset())
    n = len(large) - 1
    pieces = [c for c in new if c < large]
    pairs, singles = new.difference(pieces), gone - {large}
    return (
        n >= 2
        and sorted(map(len, pieces)) == [1, n]
        and _is_split({large}, set(pieces))
        and len(pairs) == n
        and all(len(pair) == 2 for pair in pairs)
        and singles == {frozenset({o}) for pair in pairs for o in pair}
        and all(_is_joined(classes, group) for group in (large, *pairs))
        and _are_apart(classes, large, *pairs)
    )


def _is_perfect_match(classes, before, after):
    return after == classes != before


#: The five conditions by name: functions of the classes, the clusters before and those after, all sets of frozensets.
CONDITIONS = {
    "homogeneity": _is_homogeneity,
    "completeness": _is_completeness,
    "rag bag": _is_rag_bag,
    "size versus quantity": _is_size_versus_quantity,
    "perfect match": _is_perfect_match,
}


def _is_split(one, parts):
    """Whether two disjoint parts make up the one cluster."""
    if len(parts) != 2:
        return False
    (whole,), (first, second) = one, parts
    return first | second == whole and not first & second


def _is_joined(classes, group):
    return any(group <= one for one in classes)


def _are_apart(classes, *groups):
    """Whether no class holds objects of two of the groups."""
    return not any(one & first and one & second for first, second in combinations(groups, 2) for one in classes)


def _have_classes(classes, *groups):
    return frozenset().union(*groups) <= frozenset().union(*classes)


_SINGLES = [{o} for o in range(5, 13)]
_PAIRS = [{5, 6}, {7, 8}, {9, 10}, {11, 12}]

#: Cases of the conditions. Reconstructed: in our copy of the source the figures are lost, and these have the properties
#: and the sizes that its words and proofs give them.
INSTANCES = {
    "homogeneity": Step(
        [{0, 1, 2, 3}, {4, 5, 6}],
        [{0, 1}, {2, 3, 4, 5}, {6}],
        [{0, 1}, {2, 3}, {4, 5}, {6}],
    ),
    "completeness": Step(
        [{0, 1, 2, 3}, {4, 5, 6}],
        [{0, 1}, {2, 3}, {4, 5, 6}],
        [{0, 1, 2, 3}, {4, 5, 6}],
    ),
    "rag bag": Step(
        [{0, 1, 2, 3}, {4}, {5}, {6}, {7}, {8}],
        [{0, 1, 2, 3, 4}, {5, 6, 7, 8}],
        [{0, 1, 2, 3}, {4, 5, 6, 7, 8}],
    ),
    "size versus quantity": Step(
        [{0, 1, 2, 3, 4}, *_PAIRS],
        [{0, 1, 2, 3, 4}, *_SINGLES],
        [{0, 1, 2, 3}, {4}, *_PAIRS],
    ),
    "homogeneity, overlapping": Step(
        [{0, 1, 2, 3}, {3, 4, 5, 6}],
        [{0, 1, 2, 4, 5, 6}, {3, 4}, {2, 3}],
        [{0, 1, 2}, {4, 5, 6}, {3, 4}, {2, 3}],
    ),
    "completeness, overlapping": Step(
        [{0, 1, 2, 3, 4}, {4, 5, 6}],
        [{0, 1}, {2, 3}, {4, 5, 6}, {3, 4}],
        [{0, 1, 2, 3}, {4, 5, 6}, {3, 4}],
    ),
    "perfect match, triangle": Step(
        [{0, 1}, {0, 2}, {1, 2}],
        [{0, 1, 2}, {0}, {1}, {2}],
        [{0, 1}, {0, 2}, {1, 2}],
    ),
    "perfect match, Pasch": Step(
        [{0, 1, 2}, {0, 3, 4}, {1, 3, 5}, {2, 4, 5}],
        [{0, 1, 3}, {0, 2, 4}, {1, 2, 5}, {3, 4, 5}],
        [{0, 1, 2}, {0, 3, 4}, {1, 3, 5}, {2, 4, 5}],
    ),
}
