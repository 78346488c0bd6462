"""Whole numbers that a float cannot hold: beyond 2^53 it holds several of them as one."""

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
        # Among decimals NumPy has made floats of all numbers.
        suspects = np.asarray(values, dtype=object).flat
    for value in suspects:
        if isinstance(value, Integral) and not is_exact(value):
            raise ValueError(
                f"{name} must be numbers that a float holds exactly. Got {value}, beyond 2^53: its neighbours would "
                f"become equal to it. Subtract a constant from all, or use their ranks."
            )
