"""Cut sweep: a tree of clusters to be cut at any k, with the pair errors, and their sum, AUCC and ARI against k."""

import numpy as np
import traitlets
from scipy.cluster.hierarchy import linkage

from aucc_teach import datasets
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import Choice, ClusterLabels, GridPoints, WholeNumber, whole
from aucc_teach.partitions import linkage_cuts

__all__ = ["CutSweep"]

METHODS = ("single", "complete", "average", "ward")


class Merges(traitlets.TraitType):
    """Merges of a tree, as a tuple of (first, second, height): two clusters by SciPy's numbers."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            merges = tuple((whole(first), whole(second), float(height)) for first, second, height in value)
            sizes = [1] * (len(merges) + 1)
            sizes.extend(sizes[first] + sizes[second] for first, second, _ in merges)
            linkage_cuts([[*merge, size] for merge, size in zip(merges, sizes[-len(merges) :], strict=True)])
        except (TypeError, ValueError, IndexError):
            raise InvalidStateError(
                f"merges must be (first, second, height) of each merge, as in SciPy's linkage. Got {value!r}."
            ) from None
        return merges


class CutSweep(Demo):
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

    points = GridPoints(3, 24).tag(sync=True)
    labels = ClusterLabels().tag(sync=True)
    method = Choice(METHODS, default_value="single").tag(sync=True)
    merges = Merges().tag(sync=True)
    n_clusters = WholeNumber(default_value=1).tag(sync=True)

    def __init__(self, points=None, labels=None, *, method="single", n_clusters=2, **kwargs):
        if (points is None) != (labels is None):
            raise InvalidStateError("points and labels belong together: give both, or none of them.")
        if points is None:
            loose = datasets.load_toy("loose")
            points, labels = loose.points, loose.labels
            has_steps = (method, n_clusters) == ("single", 2)
        else:
            has_steps = False
        if not has_steps:
            kwargs.setdefault("lesson", [])
        super().__init__(points=points, labels=labels, method=method, n_clusters=n_clusters, **kwargs)

    def _following(self, state):
        return {"n_clusters": 2} if "points" in state else {}

    def _set_together(self, **state):
        with self.hold_sync(), self.hold_trait_notifications():
            super()._set_together(**state)
            if {"points", "method"} & state.keys() and "merges" not in state:
                self.merges = self._tree()

    @traitlets.validate("points", "labels", "merges", "n_clusters")
    def _check_together(self, proposal):
        name, value = proposal["trait"].name, proposal["value"]
        state = {"points": self.points, "labels": self.labels, "merges": self.merges, "n_clusters": self.n_clusters}
        state[name] = value
        n = len(state["points"])
        if not n == len(state["labels"]) == len(state["merges"]) + 1:
            raise InvalidStateError(
                f"there must be one label for each point, and one merge less. Got {n} points, {len(state['labels'])} "
                f"labels and {len(state['merges'])} merges; to change their number, use place(points=..., labels=...)."
            )
        n_classes = len(set(state["labels"]))
        if not 2 <= n_classes <= n - 1:
            raise InvalidStateError(f"labels must have between 2 and n - 1 = {n - 1} classes. Got {n_classes}.")
        if not 1 <= state["n_clusters"] <= n:
            raise InvalidStateError(
                f"n_clusters must be from 1 to the number of points, {n}. Got {state['n_clusters']}."
            )
        return value

    @traitlets.default("merges")
    def _tree(self):
        return _merges(self.points, self.method)

    @traitlets.observe("points", "method")
    def _grow(self, change):
        self.merges = self._tree()

    @classmethod
    def preset_data(cls):
        """Points in classes, and the tree that a linkage makes of them; see :meth:`Demo.preset_data`."""
        loose, grid, figure3 = datasets.load_toy("loose"), datasets.load_toy("grid"), datasets.load_figure3()
        few = (grid.points[:, 0] >= 200) & (grid.points[:, 0] <= 800) & (grid.points[:, 1] <= 800)
        chosen = {
            "loose, single": (loose.points, loose.labels, "single"),
            "loose, average": (loose.points, loose.labels, "average"),
            "loose, shuffled": (loose.points, np.random.default_rng(0).permutation(loose.labels), "average"),
            "grid": (grid.points[few], grid.labels[few], "single"),
            "Figure 3": (figure3.points, figure3.labels, "average"),
        }
        return {
            key: {
                "points": points.tolist(),
                "labels": labels.tolist(),
                "method": method,
                "merges": [list(merge) for merge in _merges(points, method)],
            }
            for key, (points, labels, method) in chosen.items()
        }


def _merges(points, method):
    Z = linkage(np.array(points, dtype=float), method)
    return tuple((int(first), int(second), float(height)) for first, second, height, _ in Z)
