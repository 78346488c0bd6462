"""Numbers that floats do not hold: whole numbers beyond 2^53, and squares of differences that are too small."""

from numbers import Integral

import numpy as np

FIRST_INEXACT = 2**53


def is_exact(whole):
    """Whether a whole number is the same as a float."""
    whole = int(whole)
    try:
        return abs(whole) <= FIRST_INEXACT or int(float(whole)) == whole
    except OverflowError:
        return False


def refuse_inexact(values, array, name):
    """Refuse whole numbers that are not what a float makes of them; `array` is what NumPy has made of the values."""
    if not array.size:
        return
    suspects = ()
    if array.dtype.kind in "iu":
        if array.itemsize == 8 and not -FIRST_INEXACT <= int(array.min()) <= int(array.max()) <= FIRST_INEXACT:
            suspects = array.flat
    elif array.dtype.kind == "O":
        suspects = array.flat
    elif array.dtype.kind == "f" and isinstance(values, list | tuple) and np.abs(array).max() >= FIRST_INEXACT:
        # NumPy has made floats of whole numbers that stand among decimals.
        suspects = np.asarray(values, dtype=object).flat
    for value in suspects:
        if isinstance(value, Integral) and not is_exact(value):
            raise ValueError(
                f"{name} must be numbers that a float holds exactly. Got {value}, beyond 2^53: its neighbours would "
                f"become equal to it. Subtract a constant from all, or use their ranks."
            )


# Each of these metrics raises differences to this power and adds them; "minkowski" takes its power as an argument.
_POWERS = {"euclidean": 2, "sqeuclidean": 2, "seuclidean": 2, "mahalanobis": 2, "minkowski": 2}
_OF_SPREAD = ("seuclidean", "mahalanobis")  # they divide by the squared spread of a column
_OF_NORM = ("cosine", "correlation")  # they divide by the norm of a row, from 0 or from its mean


def least_raised(power=2):
    """Return the smallest number whose power keeps all digits, also where it is added to others: 1e-146 for squares."""
    limits = np.finfo(np.float64)
    return float(limits.tiny / limits.eps) ** (1 / power)


def refuse_vanishing(X, metric, params):
    """Refuse data whose differences are lost when a metric of SciPy squares them: below 1e-162 a square is 0."""
    if not isinstance(metric, str) or not (metric in _POWERS or metric in _OF_NORM):
        return
    power = params.get("p", _POWERS.get(metric, 2))
    least = least_raised(power) if np.isfinite(power) else 0.0
    if metric in _OF_NORM:
        vanish = _is_between(np.abs(X).max(axis=1) if metric == "cosine" else np.ptp(X, axis=1), least)
    elif metric in _OF_SPREAD:
        vanish = _is_between(np.ptp(X, axis=0), least)
    else:
        counted = X if params.get("w") is None else X[:, np.asarray(params["w"]) > 0]
        vanish = _merges_rows(counted, least)
    if vanish:
        raise ValueError(
            f"X must not have differences below {least:.0e} alone, of which metric={metric!r} loses digits when it "
            f"raises them to the power {power:g}. Got some: multiply X by a constant."
        )


def _is_between(sizes, least):
    return bool(((sizes > 0) & (sizes < least)).any())


def _merges_rows(X, least):
    """Whether two different rows differ by less than `least` in every column, perhaps by way of rows between them."""
    if not _is_between(np.abs(X), least * FIRST_INEXACT):  # larger numbers are equal, or differ by more
        return False
    order = np.argsort(X, axis=0)
    with np.errstate(over="ignore"):
        gaps = np.diff(np.take_along_axis(X, order, axis=0), axis=0)
    if not _is_between(gaps, least):
        return False
    places = np.zeros(X.shape)
    np.put_along_axis(places, order[1:], np.cumsum(gaps >= least, axis=0), axis=0)
    # Adding 0 turns -0.0 into 0.0.
    return len(np.unique(places, axis=0)) < len(np.unique(X + 0.0, axis=0))
