"""AUCC lab: labelled points to drag about, with their pairs, the ROC curve and AUCC."""

import numpy as np
import traitlets

from aucc_teach import datasets
from aucc_teach.aucc import PairRanking, concordance
from aucc_teach.demos._formats import format_count, format_score
from aucc_teach.demos._points import PointsDemo
from aucc_teach.demos._random_partitions import MOST_SHUFFLES, shuffles
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import GridPoints, WholeNumber

__all__ = ["AuccLab"]

MOST_SEED = 2**32 - 1


_SEVEN = (
    "n_points",
    "==",
    7,
    "There are {n_points} points now, and this step is about seven: choose Figure 3 from the list.",
)
_AS_SHUFFLED = "Points or clusters have changed, so this is another AUCC. Press Undo until it is 99/108 again."
_SIDES = "Each cluster must be two neighbouring corners, and the corners must be where they were."


class AuccLab(PointsDemo):
    """Labelled points that can be dragged, added and removed, with the pairs, the ROC curve and AUCC beside them.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        3 to 60 points on the grid, x and y from 0 to 1000. Default: the points of Figure 3.
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
    >>> round(lab.aucc, 4)
    0.9167
    >>> lab.labels = [0, 0, 0, 1, 1, 1, 1]
    >>> round(lab.aucc, 4)
    1.0
    >>> lab = at.demos.AuccLab(can_shuffle=True, shuffles=999)
    >>> lab.shuffled_scores[:3].round(4).tolist(), lab.pvalue
    ([0.4074, 0.4815, 0.4815], 0.056)
    """

    slug = "aucc-lab"
    question = "Drag the points: can you bring AUCC below one half?"

    points = GridPoints(3, 60).tag(sync=True)
    seed = WholeNumber(0, MOST_SEED, default_value=0).tag(sync=True)
    shuffles = WholeNumber(0, MOST_SHUFFLES, default_value=0).tag(sync=True)
    details = traitlets.Bool(False).tag(sync=True, constant=True)
    can_shuffle = traitlets.Bool(False).tag(sync=True, constant=True)
    _counted = ("shuffles",)
    tasks = (
        Task(
            question="Point d moves into the other cluster. What will AUCC do?",
            choices=("It falls", "It stays where it is", "It rises to 1"),
            todo="Choose point d and press Enter, or click it a second time: it goes to the next cluster.",
            goal=(
                _SEVEN,
                ("aucc", "==", 1, "AUCC is {aucc}. Point d must change its cluster, and nothing else must change."),
            ),
            solved={"labels": [0, 0, 0, 1, 1, 1, 1]},
            answer="It rises to 1",
            outcome="The pairs of d made all nine wrong comparisons. Now every pair within a cluster is closer than "
            "every pair between clusters.",
        ),
        Task(
            question="Can AUCC fall below one half?",
            choices=("No, one half is the lowest", "Yes"),
            todo="Drag the seven points, or change their clusters, until AUCC is below one half.",
            goal=(_SEVEN, ("aucc", "<", 0.5, "AUCC is {aucc}, and not below one half.")),
            solved={"labels": [0, 1, 0, 1, 0, 1, 0]},
            answer="Yes",
            outcome="One half is what clusters get if they know nothing of the distances. Below it, pairs within "
            "clusters tend to be the far ones.",
        ),
        Task(
            question="Now the points are the four corners of a square. What is AUCC if each cluster is one side of it?",
            todo="Change clusters until each of the two is one side of the square.",
            goal=(
                (
                    "n_points",
                    "==",
                    4,
                    "There are {n_points} points now, and this step is about the four corners. Press Undo until they "
                    "are back.",
                ),
                ("n_clusters", "==", 2, "The number of clusters is {n_clusters}, and there must be two."),
                ("right", "==", 4, _SIDES),
                ("tied", "==", 4, _SIDES),
            ),
            solved={"labels": [0, 0, 1, 1]},
            answer="aucc",
            result="AUCC is {}.",
            outcome="Two sides are within pairs, whereas two sides and two diagonals are between pairs. Of the 8 "
            "comparisons 4 are right, and 4 are tied, which count one half each: (4 + 2)/8 = 0.75.",
            start={"points": [[300, 300], [300, 700], [700, 300], [700, 700]], "labels": [0, 1, 1, 0]},
        ),
        Task(
            question="Here are the seven points again, with AUCC 99/108. Now their labels are shuffled, so that any "
            "four points get one label and the other three get the other. How many of 100 shuffles have an "
            "AUCC as large?",
            choices=("None", "A few", "About half"),
            todo="Shuffle a few times and watch the curve, then press Shuffle 100.",
            goal=(
                ("comparisons", "==", 108, _AS_SHUFFLED),
                ("right", "==", 99, _AS_SHUFFLED),
                ("n_shuffles", ">=", 100, "The number of shuffles is {n_shuffles}, and it takes 100."),
            ),
            solved={"shuffles": 100},
            answer="A few",
            outcome="Of the 35 ways to label four of the seven points, 2 have an AUCC as large: this one, and the one "
            "in which d is with e, f and g. So p is about 2/35. With only seven points we cannot rule chance "
            "out.",
            hides=("shuffling", "shuffled"),
        ),
    )

    def __init__(self, points=None, labels=None, **kwargs):
        if kwargs.get("shuffles"):
            kwargs.setdefault("lesson", [])
        super().__init__(points, labels, **kwargs)

    @traitlets.default("lesson")
    def _all_tasks(self):
        # The last task is about shuffles, and where there are none it cannot be done.
        return [task.as_json() for task in (self.tasks if self.can_shuffle else self.tasks[:-1])]

    @property
    def shuffled_labels(self):
        """The labels of each shuffle, one row for each: the clusters keep their sizes."""
        counts = np.bincount(self.labels)
        in_order = np.argsort(-counts, kind="stable")  # the largest cluster has the code 0
        return in_order[shuffles(counts[counts > 0].tolist(), self.seed, self.shuffles)]

    @property
    def shuffled_scores(self):
        """AUCC of each shuffle; none if the labels have no AUCC."""
        return np.array(shuffled(self.state())[1])

    @property
    def pvalue(self):
        """Proportion of labellings, the present one included, whose AUCC is as large: (1 + count)/(1 + shuffles).

        Raises a ``ValueError`` if AUCC does not exist.
        """
        return (1 + int((self.shuffled_scores >= self.aucc).sum())) / (1 + self.shuffles)

    @staticmethod
    def numbers(state):
        """Counts of points, clusters and comparisons, AUCC and Gamma; the shuffles, and p."""
        aucc, scores = shuffled(state)
        at_least = sum(score >= aucc for score in scores)
        return PointsDemo.numbers(state) | {
            "n_shuffles": len(scores),
            "at_least": at_least,
            "p": (1 + at_least) / (1 + len(scores)) if scores else None,
            "lowest": min(scores, default=None),
            "highest": max(scores, default=None),
        }

    @staticmethod
    def _choices():
        figure3 = datasets.load_figure3()
        blobs, across, grid = map(datasets.load_toy, ("blobs", "cut_across", "grid"))
        shuffled = np.random.default_rng(0).permutation(blobs.labels)
        return [
            ("Figure 3", "The seven points of Figure 3 of the AUCC paper.", figure3.points, figure3.labels),
            (
                "Two far blobs",
                "Every pair within a blob is closer than every pair between the blobs.",
                blobs.points,
                blobs.labels,
            ),
            ("Shuffled labels", "The labels were drawn without looking at the points.", blobs.points, shuffled),
            ("Cut across", "Each cluster takes every other point of both blobs.", across.points, across.labels),
            ("A grid of ties", "On a grid the same distances occur again and again.", grid.points, grid.labels),
        ]

    def words(self):
        """How many comparisons are right, and AUCC; what the shuffles come to where there are any."""
        if not self._has_aucc():
            return "AUCC needs pairs within clusters and pairs between them."
        if self.can_shuffle and self.shuffles:
            return self._shuffle_words()
        counts = concordance(self.points, self.labels)
        right, _, tied = map(format_count, counts)
        return (
            f"{right} of {format_count(sum(counts))} comparisons are right"
            + (f", {tied} are tied" if counts.s_zero else "")
            + f": AUCC {format_score(self.aucc)}{', below one half' if self.aucc < 0.5 else ''}."
        )

    def _shuffle_words(self):
        score = format_score
        n, at_least = self.shuffles, int((self.shuffled_scores >= self.aucc).sum())
        return (
            f"Shuffle {n}: AUCC {score(self.shuffled_scores[-1])}. {at_least} of {n} reach {score(self.aucc)}, so p = "
            f"{1 + at_least}/{1 + n} = {score(self.pvalue)}."
        )


def shuffled(state):
    """AUCC of the labels, and of their shuffles; None and none where they have no AUCC."""
    counts = [count for count in np.bincount(state["labels"]).tolist() if count]
    if not 2 <= len(counts) < len(state["labels"]):
        return None, []
    ranking = PairRanking(state["points"])
    dealt = shuffles(counts, state["seed"], state["shuffles"])
    return ranking.score(list(state["labels"])), ranking.score_many(dealt).tolist() if len(dealt) else []
