"""Kinds of state that demos hold."""

import math
import operator

import numpy as np
import traitlets

from aucc_teach.demos._base import InvalidStateError

N_CLUSTERS = 6  # as many as there are markers, in static/drawing.js
GRID = 1000
BALANCES = ("even", "ten percent", "sixty percent")  # as in the chance experiment: what the first cluster gets


class GridPoints(traitlets.TraitType):
    """Points on the integer grid, as a tuple of (x, y); NumPy arrays and lists are taken too."""

    default_value = ()

    def __init__(self, fewest, most, **kwargs):
        self.fewest, self.most = fewest, most
        super().__init__(**kwargs)

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            points = tuple((whole(x), whole(y)) for x, y in value)
        except (TypeError, ValueError):
            raise InvalidStateError(
                f"points must be pairs of whole numbers (x, y) from 0 to {GRID}. Got {value!r}."
            ) from None
        if not self.fewest <= len(points) <= self.most:
            raise InvalidStateError(f"there must be {self.fewest} to {self.most} points. Got {len(points)}.")
        for x, y in points:
            if not (0 <= x <= GRID and 0 <= y <= GRID):
                raise InvalidStateError(f"points must lie on the grid, x and y from 0 to {GRID}. Got ({x}, {y}).")
        return points


class ClusterLabels(traitlets.TraitType):
    """Cluster of each point, as a tuple of small whole numbers."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            labels = tuple(whole(label) for label in value)
        except (TypeError, ValueError):
            labels = (-1,)
        if not all(0 <= label < N_CLUSTERS for label in labels):
            raise InvalidStateError(
                f"{self.name} must be whole numbers from 0 to {N_CLUSTERS - 1}, one for each point. Got {value!r}."
            )
        return labels


class Positions(traitlets.TraitType):
    """Positions in a list, as a tuple of different whole numbers from 0, the smallest first."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            positions = tuple(sorted(whole(position) for position in value))
        except (TypeError, ValueError):
            positions = (-1,)
        if positions and (positions[0] < 0 or len(set(positions)) < len(positions)):
            raise InvalidStateError(f"{self.name} must be different whole numbers from 0. Got {value!r}.")
        return positions


class WholeNumber(traitlets.TraitType):
    """A whole number, between two limits if they are given."""

    def __init__(self, low=-math.inf, high=math.inf, **kwargs):
        self.low, self.high = low, high
        super().__init__(**kwargs)

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            number = whole(value)
        except TypeError:
            number = math.nan
        if not self.low <= number <= self.high:
            limits = "" if math.isinf(self.low) else f" from {self.low} to {self.high}"
            raise InvalidStateError(f"{self.name} must be a whole number{limits}. Got {value!r}.")
        return number


class Tenths(traitlets.TraitType):
    """A number in whole tenths, between two limits."""

    def __init__(self, low, high, **kwargs):
        self.low, self.high = low, high
        super().__init__(**kwargs)

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            # Truth values are numbers to Python, and text can be read as one.
            number = math.nan if isinstance(value, bool | np.bool_ | str | bytes) else float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not (self.low <= number <= self.high and math.isclose(10 * number, round(10 * number), abs_tol=1e-9)):
            raise InvalidStateError(f"{self.name} must be in tenths from {self.low} to {self.high}. Got {value!r}.")
        return round(number, 1)


class Choice(traitlets.TraitType):
    """One of a few names."""

    def __init__(self, names, **kwargs):
        self.names = names
        super().__init__(**kwargs)

    def validate(self, obj, value):
        """Check `value`."""
        if not isinstance(value, str) or value not in self.names:
            raise InvalidStateError(f"{self.name} must be one of {', '.join(map(repr, self.names))}. Got {value!r}.")
        return value


class CountsByK(traitlets.TraitType):
    """Counts up to `most` for numbers of clusters from `fewest` on, as a dict without zeros."""

    def __init__(self, fewest, most, **kwargs):
        self.fewest, self.most = fewest, most
        super().__init__(**kwargs)

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            # A page sends the keys as text.
            counts = {int(k) if isinstance(k, str) else whole(k): whole(count) for k, count in value.items()}
        except (AttributeError, TypeError, ValueError):
            counts = {0: 0}
        if not all(k >= self.fewest and 0 <= count <= self.most for k, count in counts.items()):
            raise InvalidStateError(
                f"{self.name} must map numbers of clusters from {self.fewest} on to counts from 0 to {self.most}. "
                f"Got {value!r}."
            )
        return {k: counts[k] for k in sorted(counts) if counts[k]}


def whole(value):
    """Take an integer of any kind, and nothing else."""
    # operator.index takes integers of every kind and nothing else, but it takes truth values too.
    if isinstance(value, bool | np.bool_):
        raise TypeError
    return operator.index(value)
