"""Cut sweep: a tree of clusters to be cut at any k, with the pair errors, and their sum, AUCC and ARI against k."""

import numpy as np
import traitlets
from scipy.cluster.hierarchy import linkage

from aucc_teach import datasets
from aucc_teach.demos._base import Part
from aucc_teach.demos._points import PointsDemo, points_preset

__all__ = ["CutSweep"]


def _tree_of(merges):
    return tuple((first, second, float(height)) for first, second, height in merges)


class CutSweep(PointsDemo):
    """A tree of clusters that can be cut at any k, the curve of its pair errors, and their sum, AUCC and ARI against k.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        3 to 24 points on the grid, x and y from 0 to 1000. Default: two loose groups of twelve.
    labels : array-like of int, shape (n,), optional
        Class of each point, 0 to 5; 2 to n - 1 classes.
    method : {"single", "complete", "average", "ward"}, default="single"
        Linkage that makes the tree, by :func:`scipy.cluster.hierarchy.linkage`.
    n_clusters : int, default=2
        Where the tree is cut, 1 to n.

    Attributes
    ----------
    points : tuple of (int, int)
        The points as they are now; can be set, and then the tree is made again.
    labels : tuple of int
        Their classes as they are now; can be set.
    method : str
        The linkage as it is now; can be set, and then the tree is made again.
    merges : tuple of (int, int, float)
        The tree: the two clusters of each merge, and its height.
    n_clusters : int
        Where the tree is cut now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``points``, ``labels``, ``method`` and ``merges`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many, if classes are not from 0 to
        5, are all equal or all different, or if there is not one for each point, if the linkage is unknown, or if the
        number of clusters is not from 1 to n.

    See Also
    --------
    aucc_teach.pair_error_curve : The curve that is shown.
    aucc_teach.linkage_cuts : The cuts of the tree.

    Examples
    --------
    >>> import aucc_teach as at
    >>> sweep = at.demos.CutSweep()
    >>> numbers = sweep.numbers(sweep.state())
    >>> numbers["k0"], round(numbers["area"], 4)
    (7, 0.3096)
    >>> sweep.method = "average"
    >>> sweep.words()
    '2 clusters: 0 same-class pairs apart, 0 different-class pairs together; AUCC 0.9291, ARI 1.0000.'
    """

    slug = "cut-sweep"

    method = Part("single")
    merges = Part(convert=_tree_of)
    n_clusters = Part(2)

    def __init__(self, points=None, labels=None, *, method="single", n_clusters=2, **kwargs):
        super().__init__(points, labels, method=method, n_clusters=n_clusters, **kwargs)

    def _following(self, state):
        return {"n_clusters": 2} if "points" in state else {}

    def _set_together(self, **state):
        with self.hold_sync(), self.hold_trait_notifications():
            super()._set_together(**state)
            if {"points", "method"} & state.keys() and "merges" not in state:
                self.merges = self._tree()

    @traitlets.default("merges")
    def _tree(self):
        return _merges(self.points, self.method)

    @traitlets.observe("points", "method")
    def _grow(self, change):
        self.merges = self._tree()

    @classmethod
    def preset_data(cls):
        """Points in classes, and the tree that a linkage makes of them; see :meth:`Demo.preset_data`."""
        loose, grid, seven = datasets.load_toy("loose"), datasets.load_toy("grid"), datasets.load_figure3()
        few = (grid.points[:, 0] >= 200) & (grid.points[:, 0] <= 800) & (grid.points[:, 1] <= 800)
        chosen = {
            "loose, single": (loose.points, loose.labels, "single"),
            "loose, average": (loose.points, loose.labels, "average"),
            "loose, shuffled": (loose.points, np.random.default_rng(0).permutation(loose.labels), "average"),
            "grid": (grid.points[few], grid.labels[few], "single"),
            "seven": (seven.points, seven.labels, "average"),
        }
        return {
            key: points_preset(points, labels)
            | {"method": method, "merges": [list(merge) for merge in _merges(points, method)]}
            for key, (points, labels, method) in chosen.items()
        }


def _merges(points, method):
    try:
        Z = linkage(np.array(points, dtype=float), method)
    except (TypeError, ValueError):
        return ()  # the model refuses these points or this method
    return tuple((int(first), int(second), float(height)) for first, second, height, _ in Z)
