"""Labelled points in the plane: the state that the AUCC lab and its relatives share."""

import numpy as np
import traitlets

from aucc_teach.aucc import aucc_score, concordance
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import ClusterLabels


class PointsDemo(Demo):
    """A demo of labelled points on the integer grid.

    A subclass declares how many there may be, ``points = GridPoints(fewest, most).tag(sync=True)``, and names what
    the reader can start from in ``_choices``. ``_counted`` names what is counted on from 0 when the points change.
    """

    _counted = ()

    points = traitlets.Any()
    labels = ClusterLabels().tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, points=None, labels=None, **kwargs):
        if (points is None) != (labels is None):
            raise InvalidStateError("points and labels belong together: give both, or none of them.")
        presets = [
            {"name": name, "note": note, "points": np.asarray(places).tolist(), "labels": np.asarray(clusters).tolist()}
            for name, note, places, clusters in self._choices()
        ]
        if points is None:
            points, labels = presets[0]["points"], presets[0]["labels"]
        else:
            kwargs.setdefault("lesson", [])
        super().__init__(points=points, labels=labels, presets=presets, **kwargs)

    @staticmethod
    def numbers(state):
        """Counts of points, clusters and comparisons, AUCC and Gamma."""
        points, labels = state["points"], state["labels"]
        n_clusters, right, wrong, tied = len(set(labels)), 0, 0, 0
        if 2 <= n_clusters < len(labels):
            right, wrong, tied = concordance(points, labels)
        total = right + wrong + tied
        return {
            "n_points": len(points),
            "n_clusters": n_clusters,
            "right": right,
            "wrong": wrong,
            "tied": tied,
            "comparisons": total,
            "aucc": (2 * right + tied) / (2 * total) if total else None,
            "gamma": (right - wrong) / total if total else None,
        }

    @staticmethod
    def _choices():
        """List what the reader can start from, the demo's own start first: (name, note, points, labels)."""
        raise NotImplementedError

    def _following(self, state):
        return dict.fromkeys(self._counted, 0) if {"points", "labels"} & state.keys() else {}

    @traitlets.validate("points", "labels")
    def _check_lengths(self, proposal):
        name = proposal["trait"].name
        n = {"points": len(self.points), "labels": len(self.labels), name: len(proposal["value"])}
        if n["points"] != n["labels"]:
            raise InvalidStateError(
                f"there must be one label for each point. Got {n['points']} points and {n['labels']} labels; "
                f"to change their number, set both with place(points=..., labels=...)."
            )
        return proposal["value"]

    @property
    def aucc(self):
        """AUCC of the points and labels as they are now, by :func:`aucc_teach.aucc_score`.

        Raises a ``ValueError`` where AUCC does not exist: all points in one cluster, or each in its own.
        """
        return aucc_score(self.points, self.labels)

    def _has_aucc(self):
        """Whether there are pairs of both kinds to compare."""
        return 2 <= len(set(self.labels)) < len(self.labels)

    def _pairs(self):
        return pairs_of(self.points, self.labels)


def pairs_of(points, labels):
    """All pairs in the order of :func:`numpy.triu_indices`, as (first, second, squared distance, within)."""
    first, second = np.triu_indices(len(points), 1)
    points, labels = np.array(points), np.array(labels)
    squared = ((points[first] - points[second]) ** 2).sum(axis=1)
    together = labels[first] == labels[second]
    return list(zip(first.tolist(), second.tolist(), squared.tolist(), together.tolist(), strict=True))
