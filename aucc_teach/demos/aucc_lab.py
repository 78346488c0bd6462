"""AUCC lab: labelled points to drag about, with their pairs, the ROC curve and AUCC."""

import numpy as np
import traitlets

from aucc_teach import datasets
from aucc_teach.aucc import aucc_score, concordance
from aucc_teach.demos import _draw
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import ClusterLabels, whole

GRID = 1000
FEWEST_POINTS = 3
MOST_POINTS = 60


class GridPoints(traitlets.TraitType):
    """Points on the integer grid, as a tuple of (x, y); NumPy arrays and lists are taken too."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            points = tuple((whole(x), whole(y)) for x, y in value)
        except (TypeError, ValueError):
            raise InvalidStateError(
                f"points must be pairs of whole numbers (x, y) from 0 to {GRID}. Got {value!r}."
            ) from None
        if not FEWEST_POINTS <= len(points) <= MOST_POINTS:
            raise InvalidStateError(f"there must be {FEWEST_POINTS} to {MOST_POINTS} points. Got {len(points)}.")
        for x, y in points:
            if not (0 <= x <= GRID and 0 <= y <= GRID):
                raise InvalidStateError(f"points must lie on the grid, x and y from 0 to {GRID}. Got ({x}, {y}).")
        return points


class AuccLab(Demo):
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

    points = GridPoints().tag(sync=True)
    labels = ClusterLabels().tag(sync=True)
    presets = traitlets.List().tag(sync=True)

    def __init__(self, points=None, labels=None, **kwargs):
        if (points is None) != (labels is None):
            raise InvalidStateError("points and labels belong together: give both, or none of them.")
        presets = _presets()
        if points is None:
            points, labels = presets[0]["points"], presets[0]["labels"]
        super().__init__(points=points, labels=labels, presets=presets, **kwargs)

    def place(self, points, labels):
        """Set points and labels at once, also when their number changes.

        Parameters
        ----------
        points : array-like of int, shape (n, 2)
            3 to 60 points on the grid, x and y from 0 to 1000.
        labels : array-like of int, shape (n,)
            Cluster of each point, 0 to 5.

        Raises
        ------
        ValueError
            As for the class; nothing is changed then.

        Examples
        --------
        >>> import aucc_teach as at
        >>> lab = at.demos.AuccLab()
        >>> lab.place([[0, 0], [0, 100], [500, 0], [500, 200]], [0, 0, 1, 1])
        >>> lab.aucc
        1.0
        """
        # In this order: hold_sync sends one message after the checks have passed.
        with self.hold_sync(), self.hold_trait_notifications():
            self.points = points
            self.labels = labels

    @traitlets.validate("points", "labels")
    def _check_lengths(self, proposal):
        name = proposal["trait"].name
        n = {"points": len(self.points), "labels": len(self.labels), name: len(proposal["value"])}
        if n["points"] != n["labels"]:
            raise InvalidStateError(
                f"there must be one label for each point. Got {n['points']} points and {n['labels']} labels; "
                f"to change their number, set both with place(points, labels)."
            )
        return proposal["value"]

    @property
    def aucc(self):
        """AUCC of the points and labels as they are now, by :func:`aucc_teach.aucc_score`.

        Raises a ``ValueError`` where AUCC does not exist: all points in one cluster, or each in its own.
        """
        return aucc_score(self.points, self.labels)

    def still(self):
        """Picture of the points, their pairs, the ROC curve and AUCC, with the words that stand for it."""
        first, second = np.triu_indices(len(self.points), 1)
        points, labels = np.array(self.points), np.array(self.labels)
        squared = ((points[first] - points[second]) ** 2).sum(axis=1)
        groups = _draw.tie_groups(squared.tolist(), (labels[first] == labels[second]).tolist())
        values = dict.fromkeys(("Gamma", "right s+", "wrong s\N{MINUS SIGN}", "tied s0"), "\N{EN DASH}")
        n_clusters = len(set(self.labels))
        alt = f"{len(labels)} points in {n_clusters} clusters, their pairs in order of distance, and the ROC curve."
        aucc = "\N{EN DASH}"
        verdict = "AUCC needs pairs within clusters and pairs between them."
        if 2 <= n_clusters < len(labels):
            counts = concordance(points, labels)
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
        picture = (
            _draw.element("p", {"class": "demo-question"}, "Drag the points: can you bring AUCC below one half?")
            + _draw.element(
                "p", {"class": "demo-controls demo-note"}, "Where JavaScript runs, the points can be moved."
            )
            + _draw.scatter(self.points, self.labels)
            + _draw.readout("AUCC", aucc, values)
            + _draw.roc(groups, x_name="between pairs so far", y_name="within pairs so far")
            + _draw.strip(groups, key=("within", "between", "tied"), ends=("closest pair", "farthest pair"))
            + _draw.element("p", {"class": "demo-status"}, verdict)
        )
        return alt, picture


def _presets():
    figure3 = datasets.load_figure3()
    blobs, across, grid = map(datasets.load_toy, ("blobs", "cut_across", "grid"))
    shuffled = np.random.default_rng(0).permutation(blobs.labels)
    chosen = [
        ("Figure 3", "The seven points of Figure 3 of the AUCC paper.", figure3.points, figure3.labels),
        ("Two far blobs", "Every pair within a blob is closer than every pair between.", blobs.points, blobs.labels),
        ("Shuffled labels", "The labels were dealt without looking at the points.", blobs.points, shuffled),
        ("Cut across", "Each cluster takes every other point of both blobs.", across.points, across.labels),
        ("A grid of ties", "On a grid the same distances come again and again.", grid.points, grid.labels),
    ]
    return [
        {"name": name, "note": note, "points": points.tolist(), "labels": labels.tolist()}
        for name, note, points, labels in chosen
    ]
