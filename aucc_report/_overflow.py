"""Compute with columns in any unit, so that squares neither overflow nor vanish."""

import numpy as np

from aucc_report._reading import named

#: Differences smaller than this can have squares that vanish after rounding.
_SMALLEST = np.sqrt(np.finfo(np.float64).tiny) / np.finfo(np.float64).eps


def power_of_two(points):
    """Return for each column the power of two next to its largest value; dividing by it changes no digit."""
    # No power of two above 2**1023 is a float.
    return np.exp2(np.minimum(np.frexp(np.fmax.reduce(np.abs(np.asarray(points)), axis=0))[1], 1023))


def spreads(points, std=np.std):
    """Return the standard deviation of each column, also if squares of its values overflow or vanish."""
    unit = power_of_two(points)
    return std(points / unit, axis=0) * unit


def refuse_squares_lost(points, names):
    """Refuse points whose squared distances cannot be computed, because they overflow or vanish."""
    with np.errstate(over="ignore", invalid="ignore"):
        sums = np.square(points).sum(axis=0)
        widths = np.ptp(points, axis=0)
    large = [name for name, of_column in zip(names, sums, strict=True) if not np.isfinite(of_column)]
    if large or not np.isfinite(sums.sum()):
        raise ValueError(
            f"the measurements must be small enough to be squared and added. Got {named('column', large or names)}. "
            "Use other units."
        )
    if widths.max() < _SMALLEST:
        raise ValueError(
            f"the measurements must differ enough for their differences to be squared. Got at most {widths.max():.2g} "
            f"in {named('column', names)}. Use other units, or a scaling."
        )
