"""The state of demos of labelled points that can be moved."""

import numpy as np

from aucc_teach.demos._base import Demo, Part


class PointsDemo(Demo):
    """A demo of labelled points on the integer grid.

    When the points change, the parts that `_counted` names start again at 0, and the parts in `_chosen`, which hold
    positions of points, become empty.
    """

    _data = ("points", "labels")
    _counted = _chosen = ()

    points = Part()
    labels = Part()

    def __init__(self, points=None, labels=None, **kwargs):
        super().__init__(points=points, labels=labels, **kwargs)

    def _following(self, state):
        if not {"points", "labels"} & state.keys():
            return {}
        return dict.fromkeys(self._counted, 0) | dict.fromkeys(self._chosen, ())


def points_preset(points, labels):
    """Return the state of labelled points as a preset has it."""
    return {"points": np.asarray(points).tolist(), "labels": np.asarray(labels).tolist()}
