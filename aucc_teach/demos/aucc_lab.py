"""AUCC lab: labelled points to drag about, with their pairs, the ROC curve and AUCC."""

import numpy as np
import traitlets

from aucc_teach import datasets
from aucc_teach.aucc import concordance
from aucc_teach.demos import _draw
from aucc_teach.demos._points import PointsDemo
from aucc_teach.demos._tasks import Task
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
    details : bool, default=False
        Whether Gamma and the three counts of comparisons stand beside AUCC, or only how many are right.

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
    details = traitlets.Bool(False).tag(sync=True, constant=True)
    tasks = (
        Task(
            question="Point d moves into the other cluster. What will AUCC do?",
            choices=("It falls", "It stays where it is", "It rises to 1"),
            todo="Choose point d and press Enter, or click it a second time: it goes to the next cluster.",
            goal=(("aucc", "==", 1), ("n_points", "==", 7)),
            answer="It rises to 1",
            outcome="d is closer to e, f and g than to a, b and c: its pairs made all nine wrong comparisons. Now "
            "every pair within a cluster is closer than every pair between clusters.",
        ),
        Task(
            question="Can AUCC fall below one half?",
            choices=("No, one half is the lowest", "Yes"),
            todo="Drag the seven points, or change their clusters, until AUCC is below one half.",
            goal=(("aucc", "<", 0.5), ("n_points", "==", 7)),
            answer="Yes",
            outcome="One half is what clusters get that know nothing of the distances. Below it, more comparisons are "
            "wrong than right: pairs within clusters tend to be the far ones.",
        ),
        Task(
            question="Now four corners of a square. What is AUCC if each cluster is one side of it?",
            todo="Change clusters until each of the two is one side of the square.",
            goal=(("n_points", "==", 4), ("n_clusters", "==", 2), ("right", "==", 4), ("tied", "==", 4)),
            answer="aucc",
            found="AUCC is {}.",
            outcome="Two sides are pairs within, two sides and two diagonals are pairs between: of 8 comparisons 4 are "
            "right, and 4 are tied, which count one half each. (4 + 2)/8 = 0.75.",
            start={"points": [[300, 300], [300, 700], [700, 300], [700, 700]], "labels": [0, 1, 1, 0]},
        ),
    )

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
        share = _draw.NONE
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
            share = f"{right} of {_draw.format_count(sum(counts))} right"
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
            _draw.readout("AUCC", aucc, values if self.details else {"comparisons": share}),
            _draw.roc(groups, x_name="between pairs so far", y_name="within pairs so far"),
            _draw.strip(groups, key=("within", "between", "tied"), ends=("closest pair", "farthest pair")),
            verdict=verdict,
        )
        return alt, picture
