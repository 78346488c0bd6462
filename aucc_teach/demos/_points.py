"""Labelled points in the plane: the state that the AUCC lab and its relatives share."""

import numpy as np
import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import ClusterLabels


class PointsDemo(Demo):
    """A demo of labelled points on the integer grid.

    A subclass declares how many there may be, ``points = GridPoints(fewest, most).tag(sync=True)``. ``_counted`` names
    what is counted on from 0 when the points change, ``_chosen`` what holds positions of points, none of them then.
    """

    _counted = _chosen = ()

    points = traitlets.Any()
    labels = ClusterLabels().tag(sync=True)

    def __init__(self, points=None, labels=None, **kwargs):
        if (points is None) != (labels is None):
            raise InvalidStateError("points and labels belong together: give both, or none of them.")
        presets = self._written.presets_with(self.preset_data())
        if points is None:
            points, labels = presets[0]["points"], presets[0]["labels"]
        else:
            kwargs.setdefault("lesson", [])
        super().__init__(points=points, labels=labels, presets=presets, **kwargs)

    def _following(self, state):
        if not {"points", "labels"} & state.keys():
            return {}
        return dict.fromkeys(self._counted, 0) | dict.fromkeys(self._chosen, ())

    @traitlets.validate("points", "labels")
    def _check_lengths(self, proposal):
        name = proposal["trait"].name
        n = {"points": len(self.points), "labels": len(self.labels), name: len(proposal["value"])}
        if n["points"] != n["labels"]:
            raise InvalidStateError(
                f"there must be one label for each point. Got {n['points']} points and {n['labels']} labels; "
                f"to change their number, set both with place(points=..., labels=...)."
            )
        for positions in self._chosen:
            check_positions(getattr(self, positions), n["points"], positions)
        return proposal["value"]


def check_positions(positions, n_points, name):
    """Refuse positions of points that are not there."""
    if positions and positions[-1] >= n_points:
        raise InvalidStateError(
            f"{name} must hold positions of points, from 0 to {n_points - 1}. Got {positions[-1]}; to change the "
            f"points too, set all with place(points=..., labels=..., {name}=...)."
        )


def points_preset(points, labels):
    """State of labelled points as a preset has it."""
    return {"points": np.asarray(points).tolist(), "labels": np.asarray(labels).tolist()}
