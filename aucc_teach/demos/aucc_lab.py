"""AUCC lab: labelled points to drag about, with their pairs, the ROC curve and AUCC."""

import numpy as np

from aucc_teach import datasets
from aucc_teach.aucc import concordance
from aucc_teach.demos import _draw
from aucc_teach.demos._points import PointsDemo
from aucc_teach.demos._traits import GridPoints

__all__ = ["AuccLab"]


class AuccLab(PointsDemo):
    """Labelled points that can be dragged, added and removed, with the pairs, the ROC curve and AUCC beside them.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        3 to 60 points on the grid, x and y from 0 to 1000. Default: the points of Figure 3.
    labels : array-like of int, shape (n,), optional
        Cluster of each point, 0 to 5.

    Attributes
    ----------
    points : tuple of (int, int)
        The points as they are now; can be set.
    labels : tuple of int
        Their clusters as they are now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``points`` and ``labels`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many, if labels are not from 0 to
        5, or if there is not one label for each point.

    See Also
    --------
    aucc_teach.aucc_score : The number that is shown.

    Examples
    --------
    >>> import aucc_teach as at
    >>> lab = at.demos.AuccLab()
    >>> round(lab.aucc, 4)
    0.9167
    >>> lab.labels = [0, 0, 0, 1, 1, 1, 1]
    >>> round(lab.aucc, 4)
    1.0
    """

    slug = "aucc-lab"

    points = GridPoints(3, 60).tag(sync=True)

    @staticmethod
    def _choices():
        figure3 = datasets.load_figure3()
        blobs, across, grid = map(datasets.load_toy, ("blobs", "cut_across", "grid"))
        shuffled = np.random.default_rng(0).permutation(blobs.labels)
        return [
            ("Figure 3", "The seven points of Figure 3 of the AUCC paper.", figure3.points, figure3.labels),
            (
                "Two far blobs",
                "Every pair within a blob is closer than every pair between.",
                blobs.points,
                blobs.labels,
            ),
            ("Shuffled labels", "The labels were dealt without looking at the points.", blobs.points, shuffled),
            ("Cut across", "Each cluster takes every other point of both blobs.", across.points, across.labels),
            ("A grid of ties", "On a grid the same distances come again and again.", grid.points, grid.labels),
        ]

    def still(self):
        """Picture of the points, their pairs, the ROC curve and AUCC, with the words that stand for it."""
        values = dict.fromkeys(("Gamma", "right s+", "wrong s\N{MINUS SIGN}", "tied s0"), _draw.NONE)
        groups = self._tie_groups()
        n_clusters = len(set(self.labels))
        alt = (
            f"{len(self.labels)} points in {n_clusters} clusters, their pairs in order of distance, and the ROC curve."
        )
        aucc = _draw.NONE
        verdict = "AUCC needs pairs within clusters and pairs between them."
        if self._has_aucc():
            counts = concordance(self.points, self.labels)
            aucc = _draw.format_score(self.aucc)
            gamma = _draw.format_score((counts.s_plus - counts.s_minus) / sum(counts))
            values = dict(zip(values, [gamma, *map(_draw.format_count, counts)], strict=True))
            right, _, tied = map(_draw.format_count, counts)
            verdict = (
                f"{right} of {_draw.format_count(sum(counts))} comparisons are right"
                + (f", {tied} are tied" if counts.s_zero else "")
                + f": AUCC {aucc}{', below one half' if self.aucc < 0.5 else ''}."
            )
            alt += (
                f" Of {sum(counts)} comparisons of a within pair with a between pair, {counts.s_plus} are right, "
                f"{counts.s_minus} are wrong and {counts.s_zero} are tied: AUCC is {aucc}."
            )
        picture = _draw.still(
            "Drag the points: can you bring AUCC below one half?",
            "Where JavaScript runs, the points can be moved.",
            _draw.scatter(self.points, self.labels),
            _draw.readout("AUCC", aucc, values),
            _draw.roc(groups, x_name="between pairs so far", y_name="within pairs so far"),
            _draw.strip(groups, key=("within", "between", "tied"), ends=("closest pair", "farthest pair")),
            verdict=verdict,
        )
        return alt, picture
