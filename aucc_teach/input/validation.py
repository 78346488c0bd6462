"""One check for each kind of input; every public function calls these before any work.

What is wrong is refused with a ``ValueError`` that says what was given and what is valid.
"""

import math
import sys
import unicodedata
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from aucc_teach.input.counts import counts_of
from aucc_teach.input.exact import refuse_inexact, refuse_vanishing
from aucc_teach.input.frames import (
    check_same_names,
    is_frame,
    is_missing,
    is_series,
    is_sparse,
    names_of_objects,
    names_of_rows,
    numbers_of_frame,
    refuse_masked,
)
from aucc_teach.input.memory import refuse_pairs_that_do_not_fit

TIE_RULES = ("diagonal", "optimistic", "pessimistic")
ALTERNATIVES = ("greater", "less", "two-sided")

# Names that scikit-learn has for metrics of SciPy.
METRIC_ALIASES = {"manhattan": "cityblock", "l1": "cityblock", "l2": "euclidean"}

# Rounding leaves computed dissimilarities this far, relative to the largest, from symmetry, from a zero diagonal and,
# on its wrong side, from zero; a mistake leaves them much further.
MATRIX_TOLERANCE = 1e-10

_BLOCK_ROWS = 256
_PACKAGE = str(Path(__file__).parents[1] / "_").removesuffix("_")


def check_choice(value, choices, name):
    """Return `value` if it is one of the strings in `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {list(choices)}. Got {value!r} instead.")
    return value


def check_equal_lengths(**sequences):
    """Refuse sequences, given by name, that differ in length."""
    lengths = {name: len(sequence) for name, sequence in sequences.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{', '.join(lengths)} must have equal lengths. Got {list(lengths.values())}.")


def check_integer(value, name, *, minimum):
    """Return `value` as a Python int of at least `minimum`."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or value < minimum:
        raise ValueError(f"{name} must be an integer of at least {minimum}. Got {value!r} instead.")
    return int(value)


def check_real(value, name, *, low, high):
    """Return `value` as a Python float within [low, high]."""
    if (
        isinstance(value, bool | np.bool_)
        or not isinstance(value, int | float | np.integer | np.floating)
        or not low <= value <= high
    ):
        raise ValueError(f"{name} must be a number between {low} and {high}. Got {value!r} instead.")
    return float(value)


def check_rng(rng):
    """Return a NumPy generator: the one given, or one seeded with the integer given."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise ValueError(f"rng must be a numpy.random.Generator, a seed or None. Got {rng!r}.") from error


def check_labels(labels, *, name="labels"):
    """Turn labels into codes 0, 1, ..., k - 1 in the sorted order of the label values.

    Any value is a cluster, also -1. Returns the codes (an integer array of shape (n,)) and the cluster sizes (int64).
    """
    return _encode(label_array(labels, name=name))


def label_array(labels, *, name="labels"):
    """Labels as an array in which different labels are different: of integers, strings or objects, one per object."""
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
    # Labels as objects are strings, one of which ends in a zero character, or numbers that outgrow 64 bits.
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


def check_metric(metric):
    """Return a metric under SciPy's name for it; a callable and "precomputed" stay as they are."""
    if not isinstance(metric, str) and not callable(metric):
        raise ValueError(
            f"metric must be a string that SciPy's pdist knows, a callable or 'precomputed'. Got {metric!r}."
        )
    return METRIC_ALIASES.get(metric, metric) if isinstance(metric, str) else metric


def check_metric_params(metric, metric_params, n_columns):
    """Return the further arguments of a checked metric as a dictionary, for data of so many columns.

    SciPy takes some arguments that make no distance: it gives NaN for some pairs only, or reads past the end.
    """
    precomputed = isinstance(metric, str) and metric == "precomputed"
    if metric_params is not None and (precomputed or not isinstance(metric_params, Mapping)):
        raise ValueError(
            f"metric_params must be a dictionary of arguments of a metric that is computed. Got {metric_params!r} "
            f"with metric={metric!r}."
        )
    params = dict(metric_params or {})
    if not isinstance(metric, str):
        return params  # a function knows its own arguments
    if metric == "seuclidean" and params.get("V") is not None:
        _check_argument(params, "V", (n_columns,), "positive finite numbers", lambda V: np.isfinite(V) & (V > 0))
    if metric == "mahalanobis" and params.get("VI") is not None:
        VI = _check_argument(params, "VI", (n_columns, n_columns), "finite numbers", np.isfinite)
        spread = np.linalg.eigvalsh(VI / 2 + VI.T / 2)
        if spread.min() < -MATRIX_TOLERANCE * np.abs(spread).max():
            raise ValueError(
                f"metric_params['VI'] must be the inverse of a covariance matrix, which has no negative eigenvalue. "
                f"Got {VI.tolist()}."
            )
    if params.get("w") is not None:
        _check_argument(params, "w", (n_columns,), "finite numbers of at least 0", lambda w: np.isfinite(w) & (w >= 0))
    if metric == "minkowski" and "p" in params:
        _check_argument(params, "p", (), "a number above 0", lambda p: p > 0)
    return params


def _check_argument(params, name, shape, meaning, valid):
    try:
        array = np.asarray(params[name], dtype=np.float64)
    except (TypeError, ValueError):
        array = None
    if array is None or array.shape != shape or not valid(array).all():
        of_shape = f" of shape {shape}, as the data have {shape[0]} columns" if shape else ""
        raise ValueError(f"metric_params[{name!r}] must be {meaning}{of_shape}. Got {params[name]!r}.")
    return array


def is_euclidean(metric, metric_params=None):
    """Whether a metric is the plain Euclidean one, which criteria with centroids need."""
    metric = check_metric(metric)
    return isinstance(metric, str) and metric == "euclidean" and not metric_params


def check_dissimilarities(X, metric, metric_params=None, *, beside=0, hint=""):
    """Turn data or a dissimilarity matrix into condensed dissimilarities; returns them and the number of objects.

    The condensed order is SciPy's: (0, 1), (0, 2), ..., (1, 2), ... . With ``metric="precomputed"`` a condensed
    vector is returned as it is, a square matrix as the mean of its halves; what rounding has left below 0 becomes 0.
    `metric_params` are further arguments of the metric. `beside` are the bytes for each pair that the caller takes
    beside the dissimilarities; what does not fit into the free memory is refused, with the `hint`.
    """
    metric = check_metric(metric)
    precomputed = isinstance(metric, str) and metric == "precomputed"
    if precomputed:
        check_metric_params(metric, metric_params, 0)  # refuses any, before the matrix is read
    if precomputed and is_frame(X):
        check_same_names(**{"the rows of X": X.index, "its columns": X.columns})
    given = X
    X = _check_numbers(X, "X", ensure_2d=not precomputed, ensure_min_samples=1 if precomputed else 2)
    metric_params = check_metric_params(metric, metric_params, X.shape[-1])
    is_condensed = X.ndim == 1
    n_objects = n_objects_of_pairs(X.size) if is_condensed else len(X)
    refuse_pairs_that_do_not_fit(n_objects, beside if is_condensed else beside + X.itemsize, hint)
    if not precomputed:
        refuse_vanishing(X, metric, metric_params)
        return refuse_bad_dissimilarities(checked_pdist(X, metric, metric_params), f"metric={metric!r} gave"), n_objects
    if is_condensed:
        return refuse_bad_dissimilarities(X, "X holds", relative=_rounding_of(given)), n_objects
    return _condense(X, _rounding_of(given))


def check_points(X, *, at_least=2):
    """Return data as a float array with at least so many rows, one per object, and at least one column."""
    return _check_numbers(X, "X", ensure_min_samples=at_least)


def n_objects_of_pairs(n_pairs):
    """Number of objects n whose n(n-1)/2 pairs are `n_pairs`."""
    n_objects = (1 + math.isqrt(1 + 8 * n_pairs)) // 2
    if n_pairs < 1 or n_objects * (n_objects - 1) // 2 != n_pairs:
        raise ValueError(
            f"a condensed vector must have n(n-1)/2 entries for some whole number n of at least 2 "
            f"(1, 3, 6, 10, 15, ...). Got {n_pairs}."
        )
    return n_objects


def check_pair_values(values, name="values"):
    """Check one finite number for each pair, condensed; returns the array (integers stay integers) and n."""
    array = _as_array(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must be 1-dimensional, one value per pair. Got an array of shape {array.shape}.")
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must be real numbers. Got an array of type {array.dtype}.")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite. Got NaN or infinity.")
    if array.dtype.kind == "u" and array.size and array.max() > np.iinfo(np.int64).max:
        raise ValueError(f"{name} must fit 64-bit signed integers. Got {array.max()}.")
    if array.dtype.kind == "f":
        refuse_inexact(values, array, name)
    n_objects = n_objects_of_pairs(array.size)
    return array.astype(np.float64 if array.dtype.kind == "f" else np.int64, copy=False), n_objects


def check_binary_scores(y_true, y_score):
    """Check classes 0 and 1 with one finite score each; returns a boolean and a float array."""
    check_same_names(y_true=names_of_objects(y_true), y_score=names_of_objects(y_score))
    y_true = _as_array(y_true, "y_true")
    y_score = _check_numbers(y_score, "y_score", ensure_2d=False)
    if y_true.ndim != 1 or y_score.ndim != 1 or y_true.size != y_score.size:
        raise ValueError(
            f"y_true and y_score must be 1-dimensional and of equal length. "
            f"Got arrays of shape {y_true.shape} and {y_score.shape}."
        )
    if y_true.dtype.kind not in "biuf" or not np.isin(y_true, (0, 1)).all():
        raise ValueError(f"y_true must hold only 0 and 1. Got {np.unique(y_true.astype(str)).tolist()[:5]}.")
    positive = y_true.astype(bool)
    if positive.all() or not positive.any():
        raise ValueError(f"y_true must hold both classes, 0 and 1. Got only {int(positive[0])}.")
    return positive, y_score


def _as_array(values, name):
    refuse_masked(values, name)
    try:
        return np.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise ValueError(f"{name} must be a regular array. Got {values!r}.") from error


def _as_label_array(labels, name, ndim, meaning):
    refuse_masked(labels, name)
    # Lists are read value by value: NumPy would turn strings and numbers into strings, and 1 and "1" into one cluster.
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
    """Codes in the sorted order of the values, and how often each value occurs."""
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
        # Where all strings have one width, zero characters at the end are lost, and "a\0" becomes "a".
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
    """Refuse labels among which some may have become one when they were made floats."""
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


def _check_numbers(values, name, **options):
    refuse_masked(values, name)
    if is_sparse(values):
        raise ValueError(f"{name} must be a dense array. Got a sparse matrix; use {name}.toarray().")
    if is_series(values) or is_frame(values):
        values = numbers_of_frame(values, name)
    array = _as_array(values, name)
    if array.dtype.kind in "SU":
        # Converted they would pass: digits in strings are names more often than measurements.
        raise ValueError(f"{name} must hold real numbers. Got strings.")
    refuse_inexact(values, array, name)
    if type(values) in (np.ndarray, list, tuple) and _is_plain(array, **options):
        return array.astype(np.float64, copy=False)
    # What is doubtful goes to scikit-learn, for its judgement and its words. It takes long to import.
    from sklearn.utils import check_array

    try:
        return check_array(values, dtype=np.float64, input_name=name, **options)
    except TypeError as error:  # complex numbers, dictionaries, a single number
        raise ValueError(f"{name} must be an array of real numbers. Got {values!r}: {error}") from error


def _is_plain(array, ensure_2d=True, ensure_min_samples=1):
    """Whether scikit-learn would take an array as it is: finite numbers, as many dimensions and rows as it takes."""
    return (
        array.dtype.kind in "iuf"
        and array.itemsize <= 8
        and array.ndim in ((2,) if ensure_2d else (1, 2))
        and len(array) >= ensure_min_samples
        and array.size > 0
        and bool(np.isfinite(array).all())
    )


def checked_pdist(X, metric, params):
    """Compute the distances, with a message of ours where SciPy refuses the metric or its arguments."""
    from scipy.spatial.distance import pdist

    try:
        return pdist(X, metric, **params)
    except (ValueError, TypeError) as error:
        given = f"metric={metric!r}" + (f" with {params}" if params else "")
        raise ValueError(
            f"{given} cannot be used: {error}. Valid are the names that scipy.spatial.distance.pdist knows, "
            f"{', '.join(METRIC_ALIASES)}, a callable, or 'precomputed'; metric_params are the arguments of the metric."
        ) from error


def refuse_bad_dissimilarities(condensed, subject, *, relative=MATRIX_TOLERANCE, scale=0.0):
    """Return dissimilarities in which none is NaN, infinite or negative.

    What is below 0 by no more than `relative` times the largest of them, or times a `scale` that is larger, is 0 but
    for rounding, and becomes 0.
    """
    # One pass each: NaN and infinity show up in the extremes.
    smallest, largest = condensed.min(), condensed.max()
    if not (np.isfinite(smallest) and np.isfinite(largest)):
        raise ValueError(f"dissimilarities must be finite: {subject} NaN or infinity.")
    if smallest >= 0:
        return condensed
    if smallest < -relative * max(largest, scale):
        raise ValueError(
            f"dissimilarities must not be negative: {subject} {smallest}. "
            f"Similarities passed by mistake? Larger must mean less similar."
        )
    return np.maximum(condensed, 0.0)


def _rounding_of(given):
    """How far, relative to the largest, rounding leaves dissimilarities of the type in which they were given.

    Rounding errors of k terms add up to about the square root of k times that of one, epsilon. The limit is epsilon to
    the power 2/3, which k = epsilon^(-2/3) terms reach: 40 000 in single precision. In double precision it is 1e-10.
    """
    types = given.dtypes if is_frame(given) else [np.asarray(given).dtype]
    types = [getattr(dtype, "numpy_dtype", dtype) for dtype in types]  # those of pandas with room for missing values
    epsilons = [float(np.finfo(dtype).eps) for dtype in types if getattr(dtype, "kind", "") == "f"]
    return max([MATRIX_TOLERANCE, *(epsilon ** (2 / 3) for epsilon in epsilons)])


def _condense(X, relative):
    if X.ndim != 2 or X.shape[0] != X.shape[1]:
        raise ValueError(f"a precomputed dissimilarity matrix must be square or condensed. Got shape {X.shape}.")
    n_objects = X.shape[0]
    if n_objects < 2:
        raise ValueError(f"a dissimilarity matrix must hold at least 2 objects. Got shape {X.shape}.")
    limit = relative * X.max()
    worst_diagonal = np.abs(np.diagonal(X)).max()
    if worst_diagonal > limit:
        raise ValueError(f"a dissimilarity matrix must have a zero diagonal. Got an entry of {worst_diagonal}.")
    condensed = np.empty(n_objects * (n_objects - 1) // 2)
    position = 0
    # In blocks of rows, so that the transpose is read in cache-sized pieces and never copied whole.
    for start in range(0, n_objects, _BLOCK_ROWS):
        rows = X[start : start + _BLOCK_ROWS, start:]
        columns = X[start:, start : start + _BLOCK_ROWS].T
        worst = np.abs(rows - columns).max()
        if worst > limit:
            raise ValueError(f"a dissimilarity matrix must be symmetric. Got two halves that differ by {worst}.")
        mean = rows / 2 + columns / 2
        for offset in range(rows.shape[0]):
            row = mean[offset, offset + 1 :]
            condensed[position : position + row.size] = row
            position += row.size
    return refuse_bad_dissimilarities(condensed, "X holds", relative=relative), n_objects
