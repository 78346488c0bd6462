"""Kinds of state that several demos hold."""

import operator

import numpy as np
import traitlets

from aucc_teach.demos._base import InvalidStateError
from aucc_teach.demos._draw import MARKERS

N_CLUSTERS = len(MARKERS)


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


def whole(value):
    """Take an integer of any kind, and nothing else."""
    # operator.index takes integers of every kind and nothing else, but it takes truth values too.
    if isinstance(value, bool | np.bool_):
        raise TypeError
    return operator.index(value)
