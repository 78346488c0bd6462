"""Arrays of real numbers: points, one value for each pair, and scores of two classes."""

import math

import numpy as np

from aucc_teach.input.exact import refuse_inexact
from aucc_teach.input.frames import (
    check_same_names,
    is_frame,
    is_series,
    names_of_objects,
    numbers_of_frame,
    refuse_masked,
    refuse_sparse,
)


def check_points(X, *, at_least=2):
    """Return data as a float array with at least so many rows, one per object, and at least one column."""
    return check_numbers(X, "X", ensure_min_samples=at_least)


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
    y_score = check_numbers(y_score, "y_score", ensure_2d=False)
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


def check_numbers(values, name, **options):
    """Return an array of finite floats; the options are those of scikit-learn's `check_array`."""
    refuse_masked(values, name)
    refuse_sparse(values, name)
    if is_series(values) or is_frame(values):
        values = numbers_of_frame(values, name)
    array = _as_array(values, name)
    if array.dtype.kind in "SU":
        # Conversion would accept digits in strings, which are names more often than measurements.
        raise ValueError(f"{name} must hold real numbers. Got strings.")
    refuse_inexact(values, array, name)
    if type(values) in (np.ndarray, list, tuple) and _is_plain(array, **options):
        return array.astype(np.float64, copy=False)
    # scikit-learn judges the doubtful cases, and has the words. It is imported here because that takes long.
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
