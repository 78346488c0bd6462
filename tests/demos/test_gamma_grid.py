"""The Gamma grid: its cells and numbers are those of the package, and touching shows the pairs behind them."""

import itertools
import math
import re

import numpy as np
import pytest

import aucc_teach as at
from demos.each_demo import random_states
from demos.models import Model
from demos.shown import Live

GammaGrid = at.demos.GammaGrid
MODEL = Model("gamma-grid")
DASH = "\N{EN DASH}"


# ---- the model


def configurations(n_cases, seed):
    """Random states that have an AUCC."""
    states = random_states("GammaGrid", n_cases, seed)
    return [state for state in states if 2 <= len(set(state["labels"])) < len(state["labels"])]


def kinds_of(points, labels):
    """Compare the pairs one by one, each kind of pair sorted by squared distance."""
    pairs = itertools.combinations(range(len(labels)), 2)
    squared = {(i, j): (points[i][0] - points[j][0]) ** 2 + (points[i][1] - points[j][1]) ** 2 for i, j in pairs}
    within = sorted(value for (i, j), value in squared.items() if labels[i] == labels[j])
    between = sorted(value for (i, j), value in squared.items() if labels[i] != labels[j])
    name = {-1: "concordant", 0: "tied", 1: "discordant"}
    return [[name[(row > column) - (row < column)] for column in between] for row in within]


def drawn(shapes, n_rows, n_columns):
    """Read each cell's kind off the shapes: by the one area that holds it, and by the mark on it."""
    found = np.full((n_rows, n_columns), "", dtype=object)
    for kind in ("concordant", "discordant", "tied"):
        inside = np.zeros((n_rows, n_columns), dtype=bool)
        for corners in shapes[kind]:
            for (x, start), (other, end) in itertools.pairwise([*corners, corners[0]]):
                # A cell is inside a polygon if the number of upright edges to its right is odd.
                if x == other:
                    inside[min(start, end) : max(start, end), :x] ^= True
        found[inside] += kind
    marked = np.full((n_rows, n_columns), "", dtype=object)
    for (column, row), (end, _) in shapes["hatch"]:
        for k in range(end - column):
            marked[row - 1 - k, column + k] += "discordant"
    for ((column, row),) in shapes["dots"]:
        marked[math.floor(row), math.floor(column)] += "tied"
    marked[marked == ""] = "concordant"
    assert found.tolist() == marked.tolist()
    return found.tolist()


def test_cells_and_numbers_are_those_of_the_package():
    n_tied = 0
    for state in configurations(200, 75):
        points, labels = state["points"], state["labels"]
        counts, found = at.concordance(points, labels), MODEL.numbers(state)
        assert (found["right"], found["wrong"], found["tied"]) == counts
        assert found["aucc"] == pytest.approx(at.aucc_score(points, labels), abs=1e-12)
        assert found["gamma"] == pytest.approx(at.gamma_score(points, labels), abs=1e-12)
        kinds = kinds_of(points, labels)
        shapes = MODEL.gridShapes(MODEL.compare(state))
        assert drawn(shapes, len(kinds), len(kinds[0])) == kinds
        curve = at.roc_curve(at.co_membership(labels), -np.array(pair_distances(points)))
        assert shapes["curve"] == [
            [[round(x * len(kinds[0])), round(y * len(kinds))] for x, y in zip(curve.fpr, curve.tpr, strict=True)]
        ]
        n_tied += counts.s_zero > 0
    assert n_tied > 75


def pair_distances(points):
    return [(a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in itertools.combinations(points, 2)]


# ---- on a page


class Grid(Live):
    """The Gamma grid on a page, without steps."""

    def __init__(self, page, demo):
        super().__init__(page, demo)
        self.grid = self.box.locator(".demo-grid")
        self.caption = self.box.locator(".demo-caption")

    def lit(self):
        """Numbers of links among the points, which are those of marked rows and columns, and of marked cells."""
        links, ticks = (
            tuple(
                (self.box.locator(f".demo-{name}.demo-{kind}").get_attribute("d") or "").count("M")
                for kind in ("within", "between")
            )
            for name in ("link", "tick")
        )
        assert links == ticks
        return (*links, (self.grid.locator(".demo-target").first.get_attribute("d") or "").count("Z"))


@pytest.fixture
def grid(live):
    demo = GammaGrid(lesson=[])
    return Grid(live(demo), demo)


def test_touching_shows_pairs(grid):
    def place(row, column):
        size = grid.grid.bounding_box()["width"] / 440
        return {"x": (50 + 384 * (column + 0.5) / 12) * size, "y": (390 - 384 * (row + 0.5) / 9) * size}

    assert grid.lit() == (0, 0, 0)
    grid.grid.hover(position=place(0, 0))
    assert grid.lit() == (1, 1, 1)
    closest = f"e{DASH}g (within, 50.3) is closer than d{DASH}e (between, 317.2): concordant."
    assert grid.caption.inner_text() == closest
    grid.grid.hover(position={"x": 5, "y": 5})  # beside the cells
    assert grid.lit() == (0, 0, 0)
    grid.points.nth(3).hover()
    assert (grid.lit(), grid.caption.inner_text()) == ((3, 3, 0), "Pairs of d: 3 of the rows, 3 of the columns.")
    # A click keeps the cell.
    grid.grid.click(position=place(8, 0))
    grid.page.mouse.move(0, 0)
    assert re.fullmatch(rf"a{DASH}d \(within.*: discordant\.", grid.caption.inner_text())
    assert grid.lit() == (1, 1, 1)
