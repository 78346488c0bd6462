"""Gamma grid: every within pair against every between pair, as the cells of the ROC unit square."""

from itertools import pairwise

import numpy as np

from aucc_teach import datasets
from aucc_teach.aucc import concordance, gamma_score
from aucc_teach.demos import _draw
from aucc_teach.demos._points import PointsDemo
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import GridPoints

__all__ = ["GammaGrid"]

LEFT, TOP, SIDE = 50, 6, 384
MOST_NAMES = 14
CAPTION = "Each cell compares the within pair of its row with the between pair of its column."


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
    tasks = (
        Task(
            question="9 of the 108 cells are discordant. How many will be discordant once point d is in the other "
            "cluster?",
            todo="Choose point d and press Enter, or click it a second time.",
            goal=(("n_points", "==", 7), ("comparisons", "==", 108), ("wrong", "==", 0)),
            answer="wrong",
            found="Now {} cells are discordant.",
            outcome="All nine were in the rows of d with a, b and c, which are no longer within pairs. Now the curve "
            "goes up first and then right, so AUCC and Gamma are 1.",
        ),
        Task(
            question="Now the seven points form three clusters, of 2, 2 and 3. How many cells does the grid have?",
            todo="Change clusters until there are three, of 2, 2 and 3 points.",
            goal=(("n_points", "==", 7), ("n_clusters", "==", 3), ("comparisons", "==", 80)),
            answer="comparisons",
            found="The grid has {} cells.",
            outcome="A cluster of two holds one pair, and a cluster of three holds three. That makes 5 rows of within "
            "pairs and 16 columns of between pairs, so there are 5 \N{MULTIPLICATION SIGN} 16 = 80 cells.",
        ),
        Task(
            question="If Gamma is nearly 0, what is AUCC?",
            choices=("Nearly 0", "Nearly one half", "Nearly 1"),
            todo="Change points or clusters until Gamma lies between \N{MINUS SIGN}0.05 and 0.05.",
            goal=(("gamma", ">=", -0.05), ("gamma", "<=", 0.05)),
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

    def still(self):
        """Picture of the points, the grid, the curve and the numbers, with the words that stand for it."""
        kinds = ("concordant s+", "discordant s\N{MINUS SIGN}", "tied s0")
        values = dict.fromkeys(kinds, 0) | {"Gamma": _draw.NONE}
        aucc = _draw.NONE
        verdict = "AUCC needs pairs within clusters and pairs between them."
        alt = (
            f"{len(self.labels)} points in {len(set(self.labels))} clusters, and a grid with a row for each pair "
            f"within a cluster and a column for each pair between clusters."
        )
        if self._has_aucc():
            s_plus, s_minus, s_zero = self.counts
            n_cells = sum(self.counts)
            aucc, gamma = _draw.format_score(self.aucc), _draw.format_score(self.gamma)
            values = dict(zip(values, [*self.counts, gamma], strict=True))
            n_within = sum(within for *_, within in self._pairs())
            verdict = (
                f"{n_within} within pairs × {n_cells // n_within} between pairs = {n_cells} cells. "
                f"AUCC = ({s_plus} + {s_zero}/2)/{n_cells} = {aucc}, "
                f"Gamma = ({s_plus} \N{MINUS SIGN} {s_minus})/{n_cells} = {gamma}."
            )
            alt += (
                f" Below the ROC curve {s_plus} cells are concordant, above it {s_minus} are discordant, and "
                f"{s_zero} are tied. {verdict}"
            )
        box = _grid(self._pairs(), self._tie_groups()) + _draw.element("p", {"class": "demo-caption"}, CAPTION)
        picture = _draw.still(
            "Can you make every cell concordant with a single move?",
            "Where JavaScript runs, the points can be moved.",
            _draw.scatter(self.points, self.labels),
            _draw.element("div", {"class": "demo-grid-box"}, box),
            _draw.readout("AUCC", aucc, values),
            verdict=verdict,
        )
        return alt, picture


def _grid(pairs, groups):
    """Picture of the grid; the same as in the module, where the reasons are."""
    within, between = (
        sorted((squared, second, first) for first, second, squared, together in pairs if together is kind)
        for kind in (True, False)
    )
    n_rows, n_columns = len(within), len(between)
    w, h = SIDE / (n_columns or 1), SIDE / (n_rows or 1)

    def place(points):
        return _draw.polyline([(LEFT + column * w, TOP + SIDE - row * h) for column, row in points])

    def path(name, shapes, *, end="Z", **attributes):
        d = "".join(place(points) + end for points in shapes) if n_rows and n_columns else ""
        return _draw.element("path", {"class": name, "d": d, **attributes}) if d else ""

    def side_name(pair, x, y, anchor):
        _, second, first = pair
        name = _draw.point_name(first) + _draw.point_name(second)
        attributes = {"class": "demo-pair-side", "x": _draw.number(x), "y": _draw.number(y), "text_anchor": anchor}
        return _draw.element("text", attributes, name)

    def axis(name, transform):
        middle = {"class": "demo-axis", "x": _draw.number(SIDE / 2), "text_anchor": "middle"}
        return _draw.element(
            "g",
            {"transform": transform},
            _draw.element("text", {"class": "demo-axis"}, "0"),
            _draw.element("text", middle, name),
            _draw.element("text", {"class": "demo-axis", "x": SIDE, "text_anchor": "end"}, "1"),
        )

    corners = np.cumsum([(0, 0), *((negatives, positives) for positives, negatives in groups)], axis=0).tolist()
    steps = list(pairwise(corners))
    lower = [corner for (_, bottom), (right, top) in steps for corner in ((right, bottom), (right, top))]
    upper = [corner for (left, _), (right, top) in steps for corner in ((left, top), (right, top))]
    ties = [(*start, *end) for (start, end), group in zip(steps, groups, strict=True) if all(group)]
    hatch = []
    for diagonal in range(n_rows + n_columns - 1):
        row = min(diagonal, n_rows - 1)
        cells = zip(range(row, -1, -1), range(diagonal - row, n_columns), strict=False)
        n = sum(within[i][0] > between[j][0] for i, j in cells)
        if n:
            hatch.append([(diagonal - row, row + 1), (diagonal - row + n, row + 1 - n)])
    lines = [[(0, row), (n_columns, row)] for row in range(1, n_rows)]
    lines += [[(column, 0), (column, n_rows)] for column in range(1, n_columns)]
    dots = [
        [(column + 0.5, row + 0.5)]
        for left, bottom, right, top in ties
        for row in range(bottom, top)
        for column in range(left, right)
    ]
    tied = [[(left, bottom), (right, bottom), (right, top), (left, top)] for left, bottom, right, top in ties]
    names = []
    if n_columns and n_rows <= MOST_NAMES:
        names += [side_name(pair, LEFT - 12, TOP + SIDE - (i + 0.5) * h + 5, "end") for i, pair in enumerate(within)]
    if n_rows and n_columns <= MOST_NAMES:
        names += [side_name(pair, LEFT + (i + 0.5) * w, TOP + SIDE + 25, "middle") for i, pair in enumerate(between)]
    widths = {
        name: _draw.number(min(high, max(low, min(w, h) / part)))
        for name, part, low, high in [("lines", 16, 0.4, 1.5), ("hatch", 10, 0.7, 2), ("dots", 3, 1.4, 7)]
    }
    chance = {"class": "demo-chance", "d": f"M{LEFT},{TOP + SIDE}L{LEFT + SIDE},{TOP}"}
    within_side = {"class": "demo-side demo-within", "d": f"M{LEFT - 2},{TOP + SIDE}V{TOP}"}
    between_side = {"class": "demo-side demo-between", "d": f"M{LEFT},{TOP + SIDE + 2}H{LEFT + SIDE}"}
    return _draw.plot(
        "demo-grid",
        440,
        440,
        _draw.paper(LEFT, TOP, SIDE, SIDE),
        path("demo-cells demo-concordant", [[(0, 0), *lower, (n_columns, 0)]]),
        path("demo-cells demo-discordant", [[(0, 0), *upper, (0, n_rows)]]),
        path("demo-cells demo-tied-cells", tied),
        path("demo-cell-marks", hatch, end="", stroke_width=widths["hatch"]),
        path("demo-cell-marks demo-cell-dots", dots, end="h0", stroke_width=widths["dots"]),
        path("demo-cell-marks", lines, end="", stroke_width=widths["lines"]),
        _draw.element("path", chance),
        path("demo-stair demo-halo", [corners], end=""),
        path("demo-stair", [corners], end=""),
        _draw.element("path", within_side),
        _draw.element("path", between_side),
        *names,
        axis("FPR: between pairs, closest first", f"translate({LEFT},434)"),
        axis("TPR: within pairs, closest first", f"translate(13,{TOP + SIDE})rotate(-90)"),
    )
