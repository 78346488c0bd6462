"""Labels: codes of one partition or of many, cluster sizes, and labels that may stand for noise."""

import sys
import unicodedata
import warnings
from pathlib import Path

import numpy as np

from aucc_teach.input.arguments import check_integer
from aucc_teach.input.counts import counts_of
from aucc_teach.input.frames import check_same_names, is_missing, names_of_objects, names_of_rows, refuse_masked

_PACKAGE = str(Path(__file__).parents[1] / "_").removesuffix("_")


def check_labels(labels, *, name="labels"):
    """Turn labels into codes 0, 1, ..., k - 1 in the sorted order of the label values.

    Any value is a cluster, also -1. Returns the codes (an integer array of shape (n,)) and the cluster sizes (int64).
    """
    return _encode(label_array(labels, name=name))


def label_array(labels, *, name="labels"):
    """Turn labels into an array of integers, strings or objects that keeps different labels apart."""
    array = _as_label_array(labels, name, 1, "one label per object")
    if array.size < 2:
        raise ValueError(f"{name} must hold at least 2 objects: fewer make no pair. Got {array.size}.")
    return array


def check_label_rows(labels, *, n_objects, data_names=None, name="labels"):
    """Turn partitions, one per row, into codes; returns the codes (p, n) and the number of clusters of each row.

    The columns of a DataFrame are objects, and so is what Series are indexed by: they must be `data_names`, where the
    data have names.
    """
    array = _as_label_rows(labels, n_objects, name)
    codes, n_clusters = _encode_rows(array)
    check_same_names(X=data_names, **{f"the rows of {name}": names_of_rows(labels)})
    outside = np.flatnonzero((n_clusters < 2) | (n_clusters > n_objects - 1))
    if outside.size:
        refuse_number_of_clusters(int(n_clusters[outside[0]]), n_objects, f"{name}[{outside[0]}]")
    if may_hold_noise(array):
        _warn_of_noise(f"{name}[{next(i for i, row in enumerate(array) if may_hold_noise(row))}]")
    return codes, n_clusters


def encode_label_rows(labels, *, n_objects, name="labels"):
    """Do the same as :func:`check_label_rows`, for any number of clusters from 1 to `n_objects`."""
    return _encode_rows(_as_label_rows(labels, n_objects, name))


def _as_label_rows(labels, n_objects, name):
    array = _as_label_array(labels, name, 2, "one partition per row")
    if array.shape[0] == 0:
        raise ValueError(f"{name} must hold at least one partition. Got an array of shape {array.shape}.")
    if array.shape[1] != n_objects:
        raise ValueError(
            f"{name} must have one column for each of the {n_objects} objects. Got an array of shape {array.shape}."
        )
    return array


def _encode_rows(array):
    order = np.argsort(array, axis=1, kind="stable")
    in_order = np.take_along_axis(array, order, axis=1)
    steps = np.zeros(array.shape, dtype=np.intp)
    np.cumsum(in_order[:, 1:] != in_order[:, :-1], axis=1, out=steps[:, 1:])
    codes = np.empty_like(steps)
    np.put_along_axis(codes, order, steps, axis=1)
    return codes, steps[:, -1].astype(np.int64) + 1


def check_two_labels(labels_true, labels_pred):
    """Check two partitions of the same objects; returns their codes."""
    codes_true, _ = check_labels(labels_true, name="labels_true")
    codes_pred, _ = check_labels(labels_pred, name="labels_pred")
    if codes_true.size != codes_pred.size:
        raise ValueError(
            f"labels_true and labels_pred must describe the same objects. "
            f"Got {codes_true.size} and {codes_pred.size} labels."
        )
    check_same_names(labels_true=names_of_objects(labels_true), labels_pred=names_of_objects(labels_pred))
    return codes_true, codes_pred


def check_partition(labels, n_objects, *, data_names=None, name="labels", noise_is_named=False):
    """Check one partition that is judged on the pairs of `n_objects` objects; returns codes and cluster sizes.

    Labels that carry an index must carry `data_names`, where the data have names. If -1 may be noise, there is a
    warning, unless `noise_is_named` by the user.
    """
    array = label_array(labels, name=name)
    codes, sizes = _encode(array)
    if codes.size != n_objects:
        raise ValueError(
            f"{name} and data must describe the same objects. Got {codes.size} labels, {n_objects} objects."
        )
    check_same_names(X=data_names, **{name: names_of_objects(labels)})
    if not 2 <= sizes.size <= n_objects - 1:
        refuse_number_of_clusters(sizes.size, n_objects, name)
    if not noise_is_named and may_hold_noise(array):
        _warn_of_noise(name)
    return codes, sizes


def may_hold_noise(array):
    """Whether -1 may stand for noise: scikit-learn's other labels are 0, 1, ..., and never negative."""
    # An array of objects holds strings, one with a zero character at its end, or numbers beyond 64 bits.
    are_texts = array.dtype.kind in "US" or (array.dtype.kind == "O" and isinstance(array.flat[0], str))
    minus_one, zero = np.array(["-1", "0"], dtype=array.dtype.type) if are_texts else (-1, 0)
    if array.dtype.kind in "bu" or not (array == minus_one).any():
        return False
    if array.ndim > 1:
        return any(map(may_hold_noise, array))
    return bool((array == zero).any()) and (are_texts or array.min() == -1)


def _warn_of_noise(name):
    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        depth, frame = depth + 1, frame.f_back
    warnings.warn(
        f"-1 counts as a cluster in {name}. If it is noise, as in the labels of DBSCAN and HDBSCAN, leave it out by "
        f"noise=-1 in aucc_score, or by without_noise(X, labels) before any other function. If it is a cluster, number "
        f"the clusters from 0.",
        UserWarning,
        stacklevel=depth,
    )


def check_sizes(sizes, n_objects=None):
    """Check cluster sizes (positive whole numbers that add up to `n_objects`); returns a tuple of Python ints."""
    if isinstance(sizes, str) or not hasattr(sizes, "__iter__"):
        raise ValueError(f"sizes must be a sequence of cluster sizes. Got {sizes!r}.")
    checked = tuple(check_integer(size, "every cluster size", minimum=1) for size in sizes)
    if n_objects is not None and sum(checked) != n_objects:
        raise ValueError(
            f"cluster sizes must add up to the number of objects, {n_objects}. Got {list(checked)}, "
            f"which add up to {sum(checked)}."
        )
    return checked


def check_two_kinds_of_pairs(sizes):
    """Refuse cluster sizes that leave no within pair or no between pair."""
    if not 2 <= len(sizes) <= sum(sizes) - 1:
        refuse_number_of_clusters(len(sizes), sum(sizes), "sizes")


def refuse_number_of_clusters(n_clusters, n_objects, name):
    """Say why a partition of so many objects into so many clusters cannot be judged by its pairs."""
    if n_objects < 3:
        raise ValueError(
            f"judging a partition needs at least 3 objects: fewer make no pairs of both kinds. Got {n_objects}."
        )
    raise ValueError(
        f"the number of clusters must be between 2 and n - 1 = {n_objects - 1}, "
        f"so that there are pairs within and pairs between clusters. Got {n_clusters} in {name}."
    )


def _as_label_array(labels, name, ndim, meaning):
    refuse_masked(labels, name)
    # Lists are read value by value, because NumPy would make strings of numbers, and one cluster of 1 and "1".
    array = np.asarray(labels) if hasattr(labels, "dtype") else np.asarray(labels, dtype=object)
    if array.ndim != ndim:
        raise ValueError(f"{name} must be {ndim}-dimensional, {meaning}. Got an array of shape {array.shape}.")
    kind = array.dtype.kind
    if kind in "OT":  # T: strings of any length, of NumPy
        return _from_objects(array.astype(object), name)
    if kind == "f":
        whole = np.isfinite(array) & (array == np.floor(array))
        if not whole.all():
            _refuse_label(array[~whole].flat[0], name)
        if array.size:
            _refuse_merged(np.abs(array).max(), name)
    elif kind == "U":
        refuse_lookalikes(set(array.ravel().tolist()), name)
    elif kind not in "biuS":
        raise ValueError(f"{name} must be whole numbers or strings. Got an array of type {array.dtype}.")
    return array


def _encode(array):
    """Return codes in the sorted order of the values, and how often each value occurs."""
    if array.dtype.kind in "biu":
        lowest, highest = int(array.min()), int(array.max())
        # Counting takes one pass where np.unique sorts; the limits keep the counts small and the codes from overflow.
        places = np.iinfo(np.intp)
        if highest - lowest < 4 * array.size and places.min <= lowest and highest <= places.max:
            codes = array.astype(np.intp) - lowest
            sizes = counts_of(codes)
            occurs = sizes > 0
            return (codes, sizes) if occurs.all() else ((np.cumsum(occurs) - 1)[codes], sizes[occurs])
    _, codes, sizes = np.unique(array, return_inverse=True, return_counts=True)
    return codes, sizes.astype(np.int64, copy=False)


def _from_objects(array, name):
    values = [_label(value, name) for value in array.flat]
    n_strings = sum(isinstance(value, str) for value in values)
    if 0 < n_strings < len(values):
        raise ValueError(f"{name} must be all numbers or all strings. Got a mixture.")
    if n_strings:
        refuse_lookalikes(set(values), name)
        # NumPy's strings of one width lose zero characters at the end: "a\0" would become "a".
        return array if any(value.endswith("\0") for value in values) else array.astype(str)
    whole = np.empty(array.shape, dtype=object)
    whole.flat = values
    return whole if any(abs(value) >> 63 for value in values) else whole.astype(np.int64)


def _label(value, name):
    if isinstance(value, str):
        return value
    if isinstance(value, int | np.integer | np.bool_):
        return int(value)
    if isinstance(value, float | np.floating) and value.is_integer():
        _refuse_merged(abs(value), name)
        return int(value)
    return _refuse_label(value, name)


def _refuse_label(value, name):
    advice = ""
    if is_missing(value):
        advice = (
            f" An object without a label is in no cluster: leave it out of these labels by {name}[known], where known "
            f"= pandas.notna({name}), and of all that they are judged on or compared with, such as X[known]."
        )
    shown = str(value) if isinstance(value, np.floating) else repr(value)
    raise ValueError(f"{name} must be whole numbers or strings. Got {shown}.{advice}")


def _refuse_merged(largest, name):
    """Refuse float labels so large that two whole numbers may have become one."""
    digits = 53 if isinstance(largest, float) else np.finfo(largest).nmant + 1
    if largest >= 2**digits:
        raise ValueError(
            f"{name} must not be floats where these do not tell all whole numbers apart, from 2^{digits} on. Got one "
            f"of size {largest!s}: read or make them as integers or strings."
        )


def refuse_lookalikes(texts, name):
    """Refuse different texts that Unicode calls the same, such as an accented letter in one and in two characters."""
    first = {}
    for text in sorted(texts):
        before = first.setdefault(text if text.isascii() else unicodedata.normalize("NFC", text), text)
        if before != text:
            raise ValueError(
                f"{name} must write the same text in the same way. Got {text!r} as {text!a} and as {before!a}: "
                f"unicodedata.normalize('NFC', ...) makes them equal."
            )
