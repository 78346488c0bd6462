"""Gamma grid: every within pair against every between pair, as the cells of the ROC unit square."""

import numpy as np

from aucc_teach import datasets
from aucc_teach.aucc import concordance, gamma_score
from aucc_teach.demos._formats import format_score
from aucc_teach.demos._points import PointsDemo
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import GridPoints

__all__ = ["GammaGrid"]


_SEVEN = (
    "n_points",
    "==",
    7,
    "There are {n_points} points now, and this step is about seven: choose Figure 3 from the list.",
)


class GammaGrid(PointsDemo):
    """Up to sixteen points that can be dragged, and the grid of all comparisons of a within with a between pair.

    The within pairs are the rows, the between pairs the columns, the closest of both at the lower left. Concordant
    cells lie below the ROC curve, discordant cells above it, and AUCC is the proportion of the square below the curve.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        3 to 16 points on the grid, x and y from 0 to 1000. Default: the points of Figure 3.
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
    aucc_teach.concordance : The numbers of concordant, discordant and tied cells.
    aucc_teach.gamma_score : Their difference as a proportion of all cells.

    Examples
    --------
    >>> import aucc_teach as at
    >>> grid = at.demos.GammaGrid()
    >>> grid.counts
    Concordance(s_plus=99, s_minus=9, s_zero=0)
    >>> grid.labels = [0, 0, 0, 1, 1, 1, 1]
    >>> grid.counts, grid.aucc, grid.gamma
    (Concordance(s_plus=108, s_minus=0, s_zero=0), 1.0, 1.0)
    """

    slug = "gamma-grid"
    question = "Can you make every cell concordant with a single move?"
    tasks = (
        Task(
            question="9 of the 108 cells are discordant. How many will be discordant once point d is in the other "
            "cluster?",
            todo="Choose point d and press Enter, or click it a second time.",
            goal=(
                _SEVEN,
                (
                    "comparisons",
                    "==",
                    108,
                    "The grid has {comparisons} cells now. Only d changes its cluster in this step: take back what "
                    "else has changed.",
                ),
                ("wrong", "==", 0, "The number of discordant cells is {wrong}. Is d with e, f and g?"),
            ),
            solved={"labels": [0, 0, 0, 1, 1, 1, 1]},
            answer="wrong",
            result="Now {} cells are discordant.",
            outcome="All nine were in the rows of d with a, b and c, which are no longer within pairs. Now the curve "
            "goes up first and then right, so AUCC and Gamma are 1.",
        ),
        Task(
            question="Now the seven points form three clusters, of 2, 2 and 3. How many cells does the grid have?",
            todo="Change clusters until there are three, of 2, 2 and 3 points.",
            goal=(
                _SEVEN,
                ("n_clusters", "==", 3, "The number of clusters is {n_clusters}, and there must be three."),
                ("comparisons", "==", 80, "There are three clusters, but their sizes are not 2, 2 and 3."),
            ),
            solved={"labels": [0, 0, 0, 1, 1, 2, 2]},
            answer="comparisons",
            result="The grid has {} cells.",
            outcome="A cluster of two holds one pair, and a cluster of three holds three. That makes 5 rows of within "
            "pairs and 16 columns of between pairs, so there are 5 \N{MULTIPLICATION SIGN} 16 = 80 cells.",
        ),
        Task(
            question="If Gamma is nearly 0, what is AUCC?",
            choices=("Nearly 0", "Nearly one half", "Nearly 1"),
            todo="Change points or clusters until Gamma lies between \N{MINUS SIGN}0.05 and 0.05.",
            goal=(
                ("gamma", ">=", -0.05, "Gamma is {gamma}, and it must be \N{MINUS SIGN}0.05 or more."),
                ("gamma", "<=", 0.05, "Gamma is {gamma}, and it must be 0.05 or less."),
            ),
            solved={"labels": [0, 0, 0, 0, 0, 0, 1]},
            answer="Nearly one half",
            outcome="Gamma is the proportion of concordant cells minus the proportion of discordant cells. AUCC is "
            "the proportion of concordant cells, with half of the tied cells added. So AUCC = (Gamma + 1)/2.",
        ),
    )

    points = GridPoints(3, 16).tag(sync=True)

    @staticmethod
    def _choices():
        figure3, blobs = datasets.load_figure3(), datasets.load_toy("blobs")
        eight = 2 * (blobs.points[:8] - [200, 500])  # around 0, with room for their names
        far = np.concatenate([np.add(eight, [180, 300]), np.add(eight, [820, 700])])
        halves = np.repeat([0, 1], 8)
        shuffled = np.random.default_rng(1).permutation(halves)
        square = [[x, y] for x in (200, 500, 800) for y in (200, 500, 800)]
        slants = "On a grid the same distances occur again and again, so the curve slants."
        return [
            ("Figure 3", "The seven points of Figure 3 of the AUCC paper.", figure3.points, figure3.labels),
            ("Two far blobs", "Every pair within a blob is closer than every pair between the blobs.", far, halves),
            ("Shuffled labels", "The labels were drawn without looking at the points.", far, shuffled),
            ("A grid of ties", slants, square, np.repeat([0, 1, 2], 3)),
        ]

    @property
    def counts(self):
        """The three kinds of cells as they are now, by :func:`aucc_teach.concordance`.

        Raises a ``ValueError`` where there are no cells: all points in one cluster, or each in its own.
        """
        return concordance(self.points, self.labels)

    @property
    def gamma(self):
        """Gamma of the points and labels as they are now, by :func:`aucc_teach.gamma_score`.

        Raises a ``ValueError`` where there are no cells: all points in one cluster, or each in its own.
        """
        return gamma_score(self.points, self.labels)

    def words(self):
        """How many cells there are, AUCC and Gamma."""
        if not self._has_aucc():
            return "AUCC needs pairs within clusters and pairs between them."
        s_plus, s_minus, s_zero = self.counts
        n_cells, n_within = sum(self.counts), sum(within for *_, within in self._pairs())
        return (
            f"{n_within} within pairs × {n_cells // n_within} between pairs = {n_cells} cells. "
            f"AUCC = ({s_plus} + {s_zero}/2)/{n_cells} = {format_score(self.aucc)}, "
            f"Gamma = ({s_plus} \N{MINUS SIGN} {s_minus})/{n_cells} = {format_score(self.gamma)}."
        )
