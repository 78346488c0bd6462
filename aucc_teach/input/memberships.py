"""Reading sets of clusters that may overlap: sequences of collections, membership matrices or labels.

Whichever way they come, one boolean matrix goes out, with a row for each object and a column for each cluster.
"""

from collections import Counter
from collections.abc import Collection, Mapping

import numpy as np

from aucc_teach.input.frames import (
    check_same_names,
    is_frame,
    names_of_objects,
    numbers_of_frame,
    refuse_masked,
    refuse_sparse,
)
from aucc_teach.input.labels import check_labels, refuse_lookalikes


def check_two_clusterings(clusters_true, clusters_pred, objects=None):
    """Check two sets of clusters, which may overlap, of the same objects; returns two boolean matrices (n, k), (n, l).

    Each may be a sequence of collections of objects, a membership matrix (an array or a DataFrame: rows are objects)
    or labels.
    """
    return check_clusterings({"clusters_true": clusters_true, "clusters_pred": clusters_pred}, objects)


def check_clusterings(clusterings, objects=None):
    """Check sets of clusters of the same objects, given by their names; returns one boolean matrix for each."""
    read = {name: _read_clustering(clusters, name) for name, clusters in clusterings.items()}
    carried = {
        name: names_of_objects(clusterings[name]) for name, found in read.items() if isinstance(found, np.ndarray)
    }
    check_same_names(**carried)
    index = next((index for index in carried.values() if index is not None), None)
    names = _names_of_objects(read, objects, index)
    refuse_lookalikes({name for name in names if isinstance(name, str)}, "objects")
    row_of = {name: row for row, name in enumerate(names)}
    memberships = []
    for name, clusters in read.items():
        members = clusters if isinstance(clusters, np.ndarray) else _fill_memberships(clusters, row_of, name)
        _refuse_bad_clusters(members, name)
        memberships.append(members)
    return tuple(memberships)


def _read_clustering(clusters, name):
    """Return a boolean membership matrix, or a list of lists of objects."""
    refuse_masked(clusters, name)
    refuse_sparse(clusters, name)
    if isinstance(clusters, str | Mapping) or not hasattr(clusters, "__iter__"):
        raise ValueError(
            f"{name} must be a sequence of clusters, a membership matrix or labels. Got {_shorten(clusters)}."
        )
    if getattr(clusters, "ndim", 1) > 1:
        return _check_memberships(clusters, name)
    items = list(clusters)
    if not items:
        raise ValueError(f"{name} must hold at least one cluster. Got none.")
    are_clusters = [isinstance(item, Collection) and not isinstance(item, str | bytes | Mapping) for item in items]
    if all(are_clusters):
        return [list(item) for item in items]
    if any(are_clusters):
        other = items[are_clusters.index(False)]
        raise ValueError(
            f"{name} must be all collections of objects, or all labels. Got {_shorten(other)} among others."
        )
    codes, sizes = check_labels(clusters, name=name)
    return codes[:, np.newaxis] == np.arange(sizes.size)


def _check_memberships(clusters, name):
    array = numbers_of_frame(clusters, name) if is_frame(clusters) else np.asarray(clusters)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"{name} must have one row per object and one column per cluster. Got shape {array.shape}.")
    if array.dtype.kind not in "biuf" or not np.isin(array, (0, 1)).all():
        outside = array[~np.isin(array, (0, 1))]
        raise ValueError(
            f"a membership matrix must hold only 0 and 1. Got {outside.flat[0] if outside.size else array.dtype} in "
            f"{name}; cut degrees of membership first, for example {name} >= 0.5."
        )
    return array.astype(bool)


def _names_of_objects(read, objects, index):
    """Name the objects in the order of the rows: as given, as frames name them, or as they occur."""
    lengths = {name: len(clusters) for name, clusters in read.items() if isinstance(clusters, np.ndarray)}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{', '.join(lengths)} must describe the same objects. Got {list(lengths.values())} of them.")
    if objects is None and index is not None and len(lengths) < len(read):
        objects = index
    if objects is None:
        if lengths:
            return range(next(iter(lengths.values())))
        names = (item for clusters in read.values() for cluster in clusters for item in cluster)
        return dict.fromkeys(_hashable(names, "every object"))
    if isinstance(objects, str | Mapping) or not hasattr(objects, "__iter__"):
        raise ValueError(f"objects must be a sequence of objects. Got {_shorten(objects)}.")
    names = _hashable(objects, "every object")
    _refuse_repeated(names, "objects")
    for name, length in lengths.items():
        if length != len(names):
            raise ValueError(f"objects must name the {length} objects of {name}. Got {len(names)} names.")
    if index is not None:
        import pandas as pd

        check_same_names(objects=pd.Index(names, tupleize_cols=False), **{"the index of the rows": index})
    return names


def _hashable(items, name):
    items = list(items)
    try:
        set(items)
    except TypeError as error:
        raise ValueError(f"{name} must be hashable, such as a number, a string or a tuple: {error}.") from error
    # NaN is unlike itself, so a cluster that holds one would not equal its copy.
    if unequal := [item for item in items if _is_no_name(item)]:
        raise ValueError(f"{name} must be equal to itself, as NaN is not. Got {unequal[0]!r}: give it a name.")
    return items


def _is_no_name(item):
    if isinstance(item, tuple | frozenset):
        return any(map(_is_no_name, item))  # which are equal if they hold the same NaN, and not if they hold two
    try:
        return bool(item != item)
    except (TypeError, ValueError):  # pandas.NA does not answer
        return True


def _refuse_repeated(items, name, advice=""):
    if len(set(items)) < len(items):
        item, times = Counter(items).most_common(1)[0]
        raise ValueError(f"{name} must hold each object once. Got {item!r} {times} times.{advice}")


def _fill_memberships(clusters, row_of, name):
    members = np.zeros((len(row_of), len(clusters)), dtype=bool)
    for column, cluster in enumerate(clusters):
        of_cluster = f"cluster {column} of {name}"
        items = _hashable(cluster, f"every object in {of_cluster}")
        _refuse_repeated(items, of_cluster, " (A membership matrix must be an array, not a list of lists.)")
        unknown = [item for item in items if item not in row_of]
        if unknown:
            raise ValueError(f"{of_cluster} must hold only the {len(row_of)} known objects. Got {unknown[0]!r}.")
        members[[row_of[item] for item in items], column] = True
    return members


def _refuse_bad_clusters(members, name):
    empty = np.flatnonzero(~members.any(axis=0))
    if empty.size:
        raise ValueError(
            f"every cluster must hold at least one object. Got an empty one, cluster {empty[0]} of {name}."
        )
    first = {}
    for column, packed in enumerate(np.packbits(members, axis=0).T):
        before = first.setdefault(packed.tobytes(), column)
        if before != column:
            raise ValueError(
                f"{name} must hold each cluster once. Got cluster {before} again as cluster {column}: two copies "
                f"would let different clusterings score 1."
            )


def _shorten(value):
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
