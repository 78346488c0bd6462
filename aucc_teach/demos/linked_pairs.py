"""Linked pairs: points in the plane linked up to a distance r, their pairs in a row, and the point of the ROC curve."""

import math

import numpy as np

from aucc_teach import datasets
from aucc_teach.demos._formats import point_name
from aucc_teach.demos._points import PointsDemo, pairs_of
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import GRID, GridPoints, WholeNumber
from aucc_teach.pairs import co_membership
from aucc_teach.roc import roc_curve

__all__ = ["LinkedPairs"]

# Squared distances in Figure 3: four links, and the steps at which b and c, d and e, a and d are linked.
START, B_C, D_E, A_D = 180**2, 78_514, 100_593, 423_013

_FIGURE_3 = "These are other points than those of the step: choose Figure 3 from the list."
_ALL = "The hits are {hits} of 9, and the false alarms {false_alarms} of 12."
CLUSTERS = (("within", "==", 9, _FIGURE_3), ("between", "==", 12, _FIGURE_3))  # of 4 and 3 points
# What is said of d and e holds where no point was moved.
IN_PLACE = (*CLUSTERS, ("squares", "==", 8_550_716, "A point has moved. Press Undo until all are where they were."))


class LinkedPairs(PointsDemo):
    """Up to seven points that can be dragged, linked up to a distance r, their pairs in a row, and the ROC curve.

    The pairs that are no further apart than r are linked, which means that they are called positive. A within pair that
    is linked is a hit, and a between pair that is linked is a false alarm, so each r is one point of the ROC curve.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        3 to 7 points on the grid, x and y from 0 to 1000. Default: the points of Figure 3.
    labels : array-like of int, shape (n,), optional
        Cluster of each point, 0 to 5.
    squared_r : int, optional
        Square of the distance r, from 0 to 2 000 000. It is the square, because that is a whole number for the distance
        of any two points. Default: 180 squared for the points of Figure 3, otherwise 0.

    Attributes
    ----------
    points : tuple of (int, int)
        The points as they are now; can be set.
    labels : tuple of int
        Their clusters as they are now; can be set.
    squared_r : int
        The square of r as it is now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``points``, ``labels`` and ``squared_r`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many, if labels are not from 0 to
        5, if there is not one label for each point, or if `squared_r` is not a whole number or out of range.

    See Also
    --------
    aucc_teach.roc_curve : The curve that is drawn.
    aucc_teach.plots.plot_links : The links at one r, as a figure.

    Examples
    --------
    >>> import aucc_teach as at
    >>> pairs = at.demos.LinkedPairs()
    >>> pairs.hits, pairs.false_alarms
    (4, 0)
    >>> pairs.squared_r = 400**2
    >>> pairs.hits, pairs.false_alarms
    (6, 3)
    """

    slug = "linked-pairs"
    question = "Can one distance r link all pairs within clusters, and nothing else?"
    tasks = (
        Task(
            question="As long as every link is within a cluster, the dot goes straight up. How many of the nine "
            "within pairs can be linked before the first false alarm?",
            todo="Leave the points where they are, and raise r as far as it goes without a false alarm. To do so, "
            "drag the edge of the row below, or press the arrow keys on it.",
            goal=(
                *IN_PLACE,
                ("false_alarms", "==", 0, "The number of false alarms is {false_alarms}. Lower r until there is none."),
                ("hits", "==", 6, "The hits are {hits}, and r can grow further without a false alarm."),
            ),
            solved={"squared_r": B_C},
            answer="hits",
            result="{} of the nine can be linked.",
            outcome="All pairs of a, b and c and all pairs of e, f and g are linked, so the dot is at (0, 6/9). The "
            "pairs of d with its own cluster are longer.",
        ),
        Task(
            question="Look at the points. If r grows further, which link will be the first false alarm?",
            choices=("b\N{EN DASH}d", "b\N{EN DASH}e", "d\N{EN DASH}e"),
            todo="Raise r by one step, to the first false alarm.",
            goal=(
                *IN_PLACE,
                ("false_alarms", ">=", 1, "No link is a false alarm yet. Raise r."),
                ("false_alarms", "<=", 1, "There are {false_alarms} false alarms. Lower r to the first."),
            ),
            solved={"squared_r": D_E},
            answer="d\N{EN DASH}e",
            outcome="In the plane, a false alarm is a link from one cluster to another. Although d and e are close, "
            "the partition separates them, so the dot goes one step to the right.",
            start={"squared_r": B_C},
        ),
        Task(
            question="Now r grows until all nine within pairs are linked. How many of the twelve between pairs are "
            "linked by then?",
            todo="Bring r to the first place where the hits are 9 of 9.",
            goal=(
                *IN_PLACE,
                ("hits", "==", 9, "The hits are {hits} of 9. Raise r."),
                ("false_alarms", "==", 3, "The hits are 9 of 9, but they were so at a smaller r. Lower it."),
            ),
            solved={"squared_r": A_D},
            answer="false_alarms",
            result="{} of the twelve are linked.",
            outcome="They are d\N{EN DASH}e, d\N{EN DASH}f and d\N{EN DASH}g. Each is closer than three within pairs, "
            "so 9 of the 108 comparisons are wrong, and AUCC is 99/108. No point of this curve is nearer to "
            "the corner (0, 1) than (3/12, 1).",
            reveals=("rest", "aucc"),
            start={"squared_r": D_E},
        ),
        Task(
            question="Now d may move. When can one r link both clusters completely, and nothing else?",
            choices=("When d is closest to its own cluster", "When all within pairs come first in the row"),
            todo="Move d, and r if need be, until the hits are 9 of 9 and the false alarms 0 of 12.",
            goal=(*CLUSTERS, ("hits", "==", 9, _ALL), ("false_alarms", "==", 0, _ALL)),
            solved={"points": [[0, 0], [55, 171], [280, 4], [150, 60], [415, 855], [502, 829], [433, 902]]},
            answer="When all within pairs come first in the row",
            outcome="The links are exactly the two clusters, and the dot is in the corner, so AUCC is 1. Far out at "
            "the lower right, d is also closest to its own cluster, but there a\N{EN DASH}d comes after "
            "b\N{EN DASH}e.",
            start={"squared_r": A_D},
        ),
    )

    points = GridPoints(3, 7).tag(sync=True)
    squared_r = WholeNumber(0, 2 * GRID**2, default_value=0).tag(sync=True)

    def __init__(self, points=None, labels=None, squared_r=None, **kwargs):
        if squared_r is not None:
            kwargs.setdefault("lesson", [])
        elif points is None:
            squared_r = START
        super().__init__(points, labels, squared_r=squared_r or 0, **kwargs)
        self.presets = [preset | {"squared_r": 0 if i else START} for i, preset in enumerate(self.presets)]

    @staticmethod
    def _choices():
        figure3 = datasets.load_figure3()
        square = [[250, 250], [250, 750], [750, 250], [750, 750]]
        strips = [[80, 320], [360, 320], [640, 320], [920, 320], [150, 620], [500, 620], [850, 620]]
        return [
            ("Figure 3", "The seven points of Figure 3 of the AUCC paper.", figure3.points, figure3.labels),
            ("A square", "Four pairs are equally far apart, and are linked in one step.", square, [0, 0, 1, 1]),
            ("Two strips", "Neighbours across the gap are closer than the ends of a strip.", strips, [0] * 4 + [1] * 3),
        ]

    @property
    def curve(self):
        """ROC curve of the pairs as they are now, by :func:`aucc_teach.roc_curve`; its thresholds are -r squared.

        Raises a ``ValueError`` where there is none: all points in one cluster, or each in its own.
        """
        squared = [squared for _, _, squared, _ in self._pairs()]
        return roc_curve(co_membership(self.labels), np.negative(squared))

    @property
    def hits(self):
        """How many within pairs are linked."""
        return self.numbers(self.state())["hits"]

    @property
    def false_alarms(self):
        """How many between pairs are linked."""
        return self.numbers(self.state())["false_alarms"]

    @staticmethod
    def numbers(state):
        """Counts of points, comparisons, pairs and links, AUCC, and the sum of all squared distances."""
        pairs = pairs_of(state["points"], state["labels"])
        together = [within for *_, within in pairs]
        linked = [within for *_, squared, within in pairs if squared <= state["squared_r"]]
        return PointsDemo.numbers(state) | {
            "squared_r": state["squared_r"],
            "squares": sum(squared for *_, squared, _ in pairs),
            "within": together.count(True),
            "between": together.count(False),
            "hits": linked.count(True),
            "false_alarms": linked.count(False),
        }

    def words(self):
        """Where the points are, what is linked at r, and AUCC."""
        found = self.numbers(self.state())
        places = ", ".join(f"{point_name(i)} at ({x}, {y})" for i, (x, y) in enumerate(self.points))
        return (
            f"{len(self.points)} points in {found['n_clusters']} clusters: {places}. {_verdict(self.squared_r, found)}"
        )


def _verdict(squared_r, found):
    return (
        f"At r = {math.sqrt(squared_r):.1f}, {found['hits']} of {found['within']} within pairs and "
        f"{found['false_alarms']} of {found['between']} between pairs are linked."
    )
