"""Cut sweep: a tree of clusters to be cut at any k, with the pair errors, and their sum, AUCC and ARI against k."""

import numpy as np
import traitlets
from scipy.cluster.hierarchy import linkage

from aucc_teach import datasets
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import aucc_score
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import NONE, format_score
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import Choice, ClusterLabels, GridPoints, WholeNumber, whole
from aucc_teach.error_curves import pair_error_curve
from aucc_teach.pairs import pair_counts
from aucc_teach.partitions import linkage_cuts

__all__ = ["CutSweep"]

METHODS = ("single", "complete", "average", "ward")

# Heights that differ by less, relative to the largest, are tied.
TIED = 1e-9


class Merges(traitlets.TraitType):
    """Merges of a tree, as a tuple of (first, second, height): two clusters by SciPy's numbers."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            merges = tuple((whole(first), whole(second), float(height)) for first, second, height in value)
            _cuts(merges)
        except (TypeError, ValueError, IndexError):
            raise InvalidStateError(
                f"merges must be (first, second, height) of each merge, as in SciPy's linkage. Got {value!r}."
            ) from None
        return merges


_OTHER_TREE = "This is another tree than the one that the step is about. Press Undo until it is back."
_LOWEST = ("k", "==", "k0", "At {k} clusters e1 + e2 is {total}, but at another cut it is smaller.")


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
    >>> sweep.curve.k0, round(sweep.curve.area, 4)
    (7, 0.3096)
    >>> sweep.method = "average"
    >>> sweep.curve.k0, sweep.curve.area
    (2, 0.0)
    """

    slug = "cut-sweep"
    question = "How many clusters does the tree need until e1 + e2 is smallest?"
    tasks = (
        Task(
            question="Here are two classes and a tree made with single linkage. Into how many clusters must it be cut "
            "until e1 + e2 is smallest?",
            todo="Move the cut to where e1 + e2 is smallest.",
            goal=(("n_points", "==", 24, _OTHER_TREE), ("k0", "==", 7, _OTHER_TREE), _LOWEST),
            solved={"n_clusters": 7},
            answer="k0",
            result="It is smallest at {} clusters.",
            outcome="Single linkage leaves some points as singletons until the end. Cut into two, the tree puts 22 "
            "points into one cluster. Only the cut into 7 has both classes in clusters of their own, with "
            "five singletons left.",
            reveals=("k0", "sum", "cut-scores"),
        ),
        Task(
            question="Here are the same points, with a tree made with average linkage. Where is e1 + e2 smallest now?",
            choices=("At 2 clusters", "At 7 clusters", "At 12 clusters"),
            todo="Move the cut to where e1 + e2 is smallest.",
            goal=(("area", "==", 0, _OTHER_TREE), _LOWEST),
            solved={"n_clusters": 2},
            answer="At 2 clusters",
            outcome="The last merge of this tree joins the two classes, so the cut into two makes no error at all, "
            "and the curve has no area below it.",
            preset=1,
            start={"n_clusters": 7},
            reveals=("k0", "sum", "cut-scores", "errors", "area"),
        ),
        Task(
            question="Here is the same tree, but the classes are assigned at random. How small does e1 + e2 get?",
            choices=("Nearly 0", "About one half", "Nearly 1"),
            todo="Move the cut through the tree, to where e1 + e2 is smallest.",
            goal=(("k0", "==", 23, _OTHER_TREE), _LOWEST),
            solved={"n_clusters": 23},
            answer="Nearly 1",
            outcome="It falls to 0.99, at 23 clusters. If the classes know nothing of the points, a cut keeps "
            "together about the same proportion of the pairs of one class as of the pairs of different "
            "classes.",
            preset=2,
            start={"n_clusters": 2},
            hides=("total", "e1", "e2"),
            reveals=("k0", "sum", "cut-scores", "errors"),
        ),
    )

    points = GridPoints(3, 24).tag(sync=True)
    labels = ClusterLabels().tag(sync=True)
    method = Choice(METHODS, default_value="single").tag(sync=True)
    merges = Merges().tag(sync=True)
    n_clusters = WholeNumber(default_value=1).tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, points=None, labels=None, *, method="single", n_clusters=2, **kwargs):
        if (points is None) != (labels is None):
            raise InvalidStateError("points and labels belong together: give both, or none of them.")
        presets = _presets()
        if points is None:
            points, labels = presets[0]["points"], presets[0]["labels"]
            has_steps = (method, n_clusters) == ("single", 2)
        else:
            has_steps = False
        if not has_steps:
            kwargs.setdefault("lesson", [])
        super().__init__(points=points, labels=labels, method=method, n_clusters=n_clusters, presets=presets, **kwargs)

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

    @property
    def cuts(self):
        """All cuts of the tree, one per row, by :func:`aucc_teach.linkage_cuts`."""
        return _cuts(self.merges)

    @property
    def curve(self):
        """The curve of the pair errors, by :func:`aucc_teach.pair_error_curve`."""
        return pair_error_curve(self.labels, self.cuts)

    @property
    def aucc(self):
        """AUCC of the present cut, by :func:`aucc_teach.aucc_score`.

        Raises a ``ValueError`` where AUCC does not exist: all points in one cluster, or each in its own.
        """
        return aucc_score(self.points, self.cuts[self.n_clusters - 1])

    @property
    def adjusted_rand(self):
        """Adjusted Rand index of the present cut and the classes, by :func:`aucc_teach.adjusted_rand_score`."""
        return adjusted_rand_score(self.labels, self.cuts[self.n_clusters - 1])

    @staticmethod
    def numbers(state):
        """Number of clusters k, its pair errors and scores, and k0, where their sum is smallest."""
        points, labels, k = state["points"], state["labels"], state["n_clusters"]
        cuts = _cuts(state["merges"])
        curve, cut = pair_error_curve(labels, cuts), cuts[k - 1]
        tp, fn, fp, tn = map(int, pair_counts(labels, cut))
        same, different = tp + fn, fp + tn
        return {
            "n_points": len(points),
            "k": k,
            "k0": curve.k0,
            "area": float(curve.area),
            "e1": fn / same,
            "e2": fp / different,
            "total": (fn * different + fp * same) / (same * different),
            "aucc": float(aucc_score(points, cut)) if 1 < k < len(points) else None,
            "ari": float(adjusted_rand_score(labels, cut)),
        }

    def words(self):
        """Number of clusters, pair errors and scores at the cut."""
        n, k = len(self.points), self.n_clusters
        _, fn, fp, _ = pair_counts(self.labels, self.cuts[k - 1])
        aucc = format_score(self.aucc) if 1 < k < n else NONE
        return (
            f"{k} {'clusters' if k > 1 else 'cluster'}: {_count(fn, 'same-class pair')} apart, "
            f"{_count(fp, 'different-class pair')} together; AUCC {aucc}, ARI {format_score(self.adjusted_rand)}."
            + (
                " The cut lies between merges of equal height, so which of them came first is arbitrary."
                * self._is_between_ties()
            )
        )

    def _is_between_ties(self):
        heights = [height for *_, height in self.merges]
        last_made = len(heights) - self.n_clusters
        if not 0 <= last_made < len(heights) - 1:
            return False
        return abs(heights[last_made + 1] - heights[last_made]) <= TIED * max(heights)


def _merges(points, method):
    Z = linkage(np.array(points, dtype=float), method)
    return tuple((int(first), int(second), float(height)) for first, second, height, _ in Z)


def _cuts(merges):
    n = len(merges) + 1
    sizes = [1] * n
    for first, second, _ in merges:
        sizes.append(sizes[first] + sizes[second])
    return linkage_cuts([[*merge, size] for merge, size in zip(merges, sizes[n:], strict=True)])


def _count(number, what):
    return f"{number} {what}{'s' if number != 1 else ''}"


def _presets():
    loose, grid, figure3 = datasets.load_toy("loose"), datasets.load_toy("grid"), datasets.load_figure3()
    few = (grid.points[:, 0] >= 200) & (grid.points[:, 0] <= 800) & (grid.points[:, 1] <= 800)
    dealt = np.random.default_rng(0).permutation(loose.labels)
    chosen = [
        ("Loose groups, single linkage", "Single linkage merges by the closest pair.", loose, "single"),
        ("The same, average linkage", "Average linkage merges by the mean distance.", loose, "average"),
        (
            "Classes at random",
            "The tree made with average linkage; the points got their classes at random.",
            {"points": loose.points, "labels": dealt},
            "average",
        ),
        (
            "A grid of ties",
            "Single linkage on a grid, where all merges have the same height.",
            {"points": grid.points[few], "labels": grid.labels[few]},
            "single",
        ),
        ("Figure 3", "The seven points of Figure 3 of the AUCC paper, with average linkage.", figure3, "average"),
    ]
    return [
        {
            "name": name,
            "note": note,
            "points": data["points"].tolist(),
            "labels": data["labels"].tolist(),
            "method": method,
            "merges": [list(merge) for merge in _merges(data["points"], method)],
        }
        for name, note, data, method in chosen
    ]
