import itertools
import math
import random
import re

import numpy as np
import pytest

import aucc_teach as at
from demos.conftest import PointsDemo
from demos.models import Model

GammaGrid = at.demos.GammaGrid
MODEL = Model("gamma-grid")
SQUARE = [[0, 0], [0, 100], [100, 0], [100, 100]]
DASH = "\N{EN DASH}"
NO_AUCC = "AUCC needs pairs within clusters and pairs between them."


# ---- the model


def configurations(n_cases):
    """Points on ever coarser grids, so that most distances tie, and labels in every number of clusters."""
    rng = np.random.default_rng(1975)
    while n_cases:
        n = int(rng.integers(3, 17))
        step = int(rng.choice([1, 200, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        labels = rng.integers(0, rng.integers(2, 7), size=n)
        if 2 <= len(set(labels.tolist())) < n:
            n_cases -= 1
            yield {"points": points.tolist(), "labels": labels.tolist()}


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
    for state in configurations(150):
        points, labels = state.values()
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


def test_words():
    assert GammaGrid().words() == (
        "9 within pairs × 12 between pairs = 108 cells. AUCC = (99 + 0/2)/108 = 0.9167, "
        "Gamma = (99 \N{MINUS SIGN} 9)/108 = 0.8333."
    )
    assert [GammaGrid([[0, 0], [1, 1], [2, 2]], labels).words() for labels in ([0, 0, 0], [0, 1, 2])] == [NO_AUCC] * 2


def test_the_question_has_answers():
    """Of all moves of one point to another cluster, only those of d make every cell concordant."""
    start = GammaGrid()
    answers = set()
    for i, label in itertools.product(range(7), range(6)):
        labels = [*start.labels[:i], label, *start.labels[i + 1 :]]
        if at.aucc_score(start.points, labels) == 1:
            answers.add("abcdefg"[i])
    assert answers == {"d"}


def test_presets_show_what_they_say():
    figure3, blobs, shuffled, ties = (MODEL.numbers(preset) for preset in GammaGrid().presets)
    data = at.datasets.load_figure3()
    assert GammaGrid().state() == {"points": data.points.tolist(), "labels": data.labels.tolist()}
    assert (figure3["right"], figure3["wrong"], figure3["tied"]) == (99, 9, 0)
    assert blobs["aucc"] == 1
    assert abs(shuffled["gamma"]) < 0.2
    assert ties["tied"] > 40


# ---- the view


class Grid(PointsDemo):
    """The Gamma grid on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "gamma-grid", nth)
        self.grid = self.box.locator(".demo-grid")
        self.caption = self.box.locator(".demo-caption")

    def check(self):
        """All that is shown is what the model says of the displayed points; returns AUCC."""
        state = dict(zip(("points", "labels"), self.state(), strict=True))
        found, shown = MODEL.numbers(state), self.shown()
        assert (shown["sPlus"], shown["sMinus"], shown["sZero"]) == (found["right"], found["wrong"], found["tied"])
        for key in ("aucc", "gamma"):
            assert shown[key] == (found[key] if found[key] is None else float(f"{found[key]:.4f}"))
        assert self.status().endswith(MODEL.words(state))
        self.check_shapes(MODEL.compare(state))
        self.check_words(*state.values())
        return shown["aucc"]

    def check_shapes(self, comparison):
        n_rows, n_columns = len(comparison["within"]), len(comparison["between"])
        shapes = MODEL.gridShapes(comparison)
        classes = {"concordant": "concordant", "discordant": "discordant", "tied": "tied-cells", "curve": "stair"}
        for name, kind in classes.items():
            d = self.grid.locator(f".demo-{kind}:not(.demo-halo)").get_attribute("d") or ""
            places = [re.findall(r"(-?[\d.]+),(-?[\d.]+)", shape) for shape in d.split("M")[1:]]
            drawn = [[((float(x) - 50) / 384, (390 - float(y)) / 384) for x, y in shape] for shape in places]
            expected = [[(x / n_columns, y / n_rows) for x, y in shape] for shape in shapes.get(name, [])]
            assert len(drawn) == len(expected)
            for one, other in zip(drawn, expected, strict=True):
                assert np.array(one) == pytest.approx(np.array(other), abs=1e-9)

    def check_words(self, points, labels):
        """What is said of the marked cell, and of the keyboard's, is true of the displayed points."""
        spoken = self.grid.get_attribute("aria-valuetext")
        kinds = kinds_of(points, labels)
        if not kinds or not kinds[0]:
            assert (spoken, self.grid.get_attribute("aria-valuemax")) == ("no cells", "0")
            return
        pattern = r"row (\d+) of (\d+), column (\d+) of (\d+): (.*)"
        row, n_rows, column, n_columns, words = re.fullmatch(pattern, spoken).groups()
        assert (int(n_rows), int(n_columns)) == (len(kinds), len(kinds[0]))
        assert words.endswith(f": {kinds[int(row) - 1][int(column) - 1]}.")
        caption = self.caption.inner_text()
        for sentence in {words, caption if "(within" in caption else words}:
            pattern = r"(.).(.) \(within, ([\d.]+)\) is (.*) (.).(.) \(between, ([\d.]+)\): (\w+)\."
            a, b, d_within, relation, c, d, d_between, kind = re.fullmatch(pattern, sentence).groups()
            a, b, c, d = (ord(name) - 97 for name in (a, b, c, d))
            assert (labels[a] == labels[b], labels[c] == labels[d]) == (True, False)
            assert float(d_within) == pytest.approx(math.dist(points[a], points[b]), abs=0.051)
            assert float(d_between) == pytest.approx(math.dist(points[c], points[d]), abs=0.051)
            sign = np.sign(float(d_within) - float(d_between))
            says = {-1: ("closer than", "concordant"), 1: ("further apart than", "discordant")}
            assert (relation, kind) == says.get(sign, ("as far apart as", "tied"))

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
    return Grid(live(GammaGrid()))


def random_edit(rng, grid):
    i = rng.randrange(grid.points_.count())
    kind = rng.choice(
        ["drag", "drag", "arrow", "far", "cluster", "cluster", "add", "remove", "preset", "cell", "hover"]
    )
    arrow = rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
    if kind == "drag":
        grid.drag(i, rng.randint(-120, 120), rng.randint(-120, 120))
    elif kind == "preset":
        grid.box.locator("select").select_option(value=rng.choice("0233"))
    elif kind == "cell":
        grid.grid.press(rng.choice([arrow, f"Shift+{arrow}"]))
    elif kind == "hover":
        grid.grid.hover(position={"x": rng.randint(45, 250), "y": rng.randint(5, 250)})
    else:
        keys = {"arrow": arrow, "far": f"Shift+{arrow}", "cluster": "Enter", "add": "+", "remove": "Delete"}
        grid.points_.nth(i).press(keys[kind])


def test_what_is_shown_after_random_edits(grid):
    rng = random.Random(1975)
    seen = set()
    for _ in range(25):
        random_edit(rng, grid)
        seen.add(grid.check())
    assert len(seen) > 10


def test_distances_that_look_alike_are_told_apart(live):
    # 900^2 + 1^2 against 900^2: the same to one decimal.
    grid = Grid(live(GammaGrid([[0, 0], [900, 0], [1, 900]], [0, 0, 1])))
    grid.grid.press("Home")
    grid.check()
    assert f"(within, 900.0000) is closer than a{DASH}c (between, 900.0006)" in grid.grid.get_attribute(
        "aria-valuetext"
    )


def test_touching_shows_pairs(grid):
    def place(row, column):
        size = grid.grid.bounding_box()["width"] / 440
        return {"x": (50 + 384 * (column + 0.5) / 12) * size, "y": (390 - 384 * (row + 0.5) / 9) * size}

    assert grid.lit() == (0, 0, 0)
    assert grid.caption.inner_text().startswith("Each cell compares")
    grid.grid.hover(position=place(0, 0))
    assert grid.lit() == (1, 1, 1)
    assert grid.caption.inner_text() == (
        f"e{DASH}g (within, 50.3) is closer than d{DASH}e (between, 317.2): concordant."
    )
    grid.grid.hover(position={"x": 5, "y": 5})  # beside the cells
    assert grid.lit() == (0, 0, 0)
    grid.points_.nth(3).hover()
    assert grid.lit() == (3, 3, 0)
    assert grid.caption.inner_text() == "Pairs of d: 3 of the rows, 3 of the columns."
    # A click keeps the cell.
    grid.grid.click(position=place(8, 0))
    grid.page.mouse.move(0, 0)
    assert grid.caption.inner_text().startswith(f"a{DASH}d (within")
    assert grid.caption.inner_text().endswith(": discordant.")
    assert grid.lit() == (1, 1, 1)
    grid.points_.nth(4).focus()
    assert grid.lit() == (2, 4, 0)
    grid.grid.focus()
    assert grid.lit() == (1, 1, 1)
    grid.grid.press("Escape")
    assert grid.lit() == (0, 0, 0)


def test_the_marked_cell_goes_along_with_its_pairs(grid):
    """When points move, until one of the two pairs is of the other kind or gone."""
    start = GammaGrid()
    ad, ag = f"a{DASH}d", f"a{DASH}g"

    def caption_with(**state):
        grid.page.evaluate(
            "state => { const { model } = document.querySelector('.demo-host'); "
            "for (const [name, value] of Object.entries(state)) model.set(name, value); }",
            state,
        )
        return grid.caption.inner_text()

    grid.grid.press("End")
    far = f"{ad} (within, 650.4) is closer than {ag} (between, 1000.5): concordant."
    assert caption_with() == far
    closer = [[300, 500], *start.state()["points"][1:]]
    assert caption_with(points=closer) == f"{ad} (within, 72.2) is closer than {ag} (between, 423.4): concordant."
    assert caption_with(points=start.state()["points"]) == far
    assert caption_with(labels=[0, 0, 0, 1, 1, 1, 1]).startswith("Each cell compares")


def test_keys_alone_are_enough(grid):
    page = grid.page
    grid.box.locator("select").focus()
    cell = "document.activeElement.getAttribute('aria-valuetext')"

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return page.evaluate("document.activeElement.getAttribute('aria-label')")

    assert press("Tab", "Tab", "Tab", "n", "n", "n") == "d, cluster 0, at 358, 543"
    assert press("Enter") == "d, cluster 1, at 358, 543"
    assert grid.status().startswith("Point d is now in cluster 1. 9 within pairs")
    assert grid.check() == 1
    assert press("Tab").startswith("Cells: within pairs in rows")
    where = [page.evaluate(cell).split(":")[0]]
    for keys in (["ArrowUp"], ["ArrowRight", "ArrowRight"], ["ArrowDown", "ArrowDown"], ["End"], ["Shift+ArrowLeft"]):
        press(*keys)
        where.append(page.evaluate(cell).split(":")[0])
        grid.check()
    places = [(1, 1), (2, 1), (2, 3), (1, 3), (9, 12), (9, 2)]
    assert where == [f"row {row} of 9, column {column} of 12" for row, column in places]
    assert grid.grid.evaluate("node => parseFloat(getComputedStyle(node).outlineWidth)") >= 3
    press("Home")
    assert page.evaluate(cell).startswith("row 1 of 9, column 1 of 12")
    assert press("Shift+Tab").startswith("d,")


def test_limits(live):
    most = GammaGrid([[i * 60, i * i * 4] for i in range(16)], [i % 2 for i in range(16)])
    fewest = GammaGrid([[0, 0], [100, 0], [1000, 1000]], [0, 0, 1])
    page = live(most, fewest, height=1800)
    grid = Grid(page, 0)
    grid.check()
    grid.points_.nth(0).press("+")
    assert grid.points_.count() == 16
    assert "at most 16 points" in grid.status()
    grid = Grid(page, 1)
    grid.points_.nth(0).press("-")
    assert grid.points_.count() == 3
    assert "at least" in grid.status()
    grid.points_.nth(2).press("Enter")
    for key in ("ArrowUp", "End", "Home", "Escape"):
        grid.grid.press(key)
    grid.grid.hover()
    assert grid.check() is None
    assert grid.status().endswith(NO_AUCC)
