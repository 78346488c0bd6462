"""AUCC lab: labelled points to drag about, with their pairs, the ROC curve and AUCC."""

import numpy as np
import traitlets

from aucc_teach import datasets
from aucc_teach.demos._base import Part
from aucc_teach.demos._points import PointsDemo, points_preset

__all__ = ["AuccLab"]


class AuccLab(PointsDemo):
    """Labelled points that can be dragged, added and removed, with the pairs, the ROC curve and AUCC beside them.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        3 to 60 points on the grid, x and y from 0 to 1000. Default: the seven points of the first tour.
    labels : array-like of int, shape (n,), optional
        Cluster of each point, 0 to 5.
    details : bool, default=False
        Whether to show Gamma and the three counts of comparisons with AUCC, or only how many are right.
    can_shuffle : bool, default=False
        Whether the labels can be shuffled: the points stay, the labels are permuted, each ROC curve is a ghost behind
        the real one, and each area is a dot in a histogram.
    seed : int, default=0
        Seed of the shuffles, 0 to 2^32 - 1. They depend only on it and on the cluster sizes.
    shuffles : int, default=0
        How often the labels are shuffled, 999 times at most. Other points or labels on the page, and
        :meth:`Demo.place`, start again with none.

    Attributes
    ----------
    points : tuple of (int, int)
        The points as they are now; can be set.
    labels : tuple of int
        Their clusters as they are now; can be set.
    seed, shuffles : int
        The shuffles as they are now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``points`` and ``labels`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many, if labels are not from 0 to
        5, if there is not one label for each point, or if seed or shuffles are out of range.

    See Also
    --------
    aucc_teach.aucc_score : The number that is shown.
    aucc_teach.aucc_test : The same p-value, for data of any size.
    NullMachine : The same shuffles from the same seed, with their exact mean and standard deviation.

    Examples
    --------
    >>> import aucc_teach as at
    >>> lab = at.demos.AuccLab()
    >>> round(lab.numbers(lab.state())["aucc"], 4)
    0.9167
    >>> lab.labels = [0, 0, 0, 1, 1, 1, 1]
    >>> lab.words()
    '108 of 108 comparisons are right: AUCC 1.0000.'
    >>> lab = at.demos.AuccLab(can_shuffle=True, shuffles=999)
    >>> lab.numbers(lab.state())["p"]
    0.056
    """

    slug = "aucc-lab"

    seed = Part(0)
    shuffles = Part(0)
    details = traitlets.Bool(False).tag(sync=True, constant=True)
    can_shuffle = traitlets.Bool(False).tag(sync=True, constant=True)
    _counted = ("shuffles",)
    _free = ("seed",)

    @traitlets.default("lesson")
    def _all_tasks(self):
        # The last task is about shuffles, so it cannot be done without them.
        return [task.as_json() for task in (self.tasks if self.can_shuffle else self.tasks[:-1])]

    @classmethod
    def preset_data(cls):
        """Points of the data sets, see :meth:`Demo.preset_data`."""
        blobs, across, grid = map(datasets.load_toy, ("blobs", "cut_across", "grid"))
        shuffled = np.random.default_rng(0).permutation(blobs.labels)
        return {
            "blobs": points_preset(blobs.points, blobs.labels),
            "shuffled": points_preset(blobs.points, shuffled),
            "cut_across": points_preset(across.points, across.labels),
            "grid": points_preset(grid.points, grid.labels),
        }
