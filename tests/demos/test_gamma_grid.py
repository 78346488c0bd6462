import itertools
import json
import math
import random
import re

import numpy as np
import pytest
import traitlets
from conftest import ROOT, pages_with, serve

import aucc_teach as at

GammaGrid = at.demos.GammaGrid
SQUARE = [[0, 0], [0, 500], [500, 0], [500, 500]]

RUN = """async ([source, cases]) => {
  const exported = 'export { compare, kindOf, gridShapes, concordance, auccOf, gammaOf };';
  const url = URL.createObjectURL(new Blob([source, exported], { type: 'text/javascript' }));
  const { compare, kindOf, gridShapes, auccOf, gammaOf } = await import(url);
  // As text: Playwright takes long over large results.
  return JSON.stringify(cases.map(([points, labels]) => {
    const grid = compare(points, labels);
    const { within, between, counts } = grid;
    const kinds = within.map((row) => between.map((column) => kindOf(row, column)));
    return { ...counts, aucc: auccOf(counts), gamma: gammaOf(counts), kinds, shapes: gridShapes(grid) };
  }));
}"""


def configurations(n_cases):
    """Points on ever coarser grids, so that most distances tie, and labels in every number of clusters."""
    rng = np.random.default_rng(1975)
    cases = [([[7, 7]] * 16, [0, 1] * 8), ([[0, 0], [0, 0], [9, 9]], [0, 0, 1])]
    while len(cases) < n_cases:
        n = int(rng.integers(3, 17))
        step = int(rng.choice([1, 200, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        labels = rng.integers(0, rng.integers(2, 7), size=n)
        if 2 <= len(set(labels.tolist())) < n:
            cases.append((points.tolist(), labels.tolist()))
    return cases


def kinds_by_definition(points, labels):
    """Compare the pairs one by one, each kind of pair sorted by squared distance."""
    pairs = itertools.combinations(range(len(labels)), 2)
    squared = {(i, j): (points[i][0] - points[j][0]) ** 2 + (points[i][1] - points[j][1]) ** 2 for i, j in pairs}
    within = sorted(value for (i, j), value in squared.items() if labels[i] == labels[j])
    between = sorted(value for (i, j), value in squared.items() if labels[i] != labels[j])
    name = {-1: "concordant", 0: "tied", 1: "discordant"}
    return [[name[(row > column) - (row < column)] for column in between] for row in within]


def test_javascript_equals_python(browser):
    cases = configurations(300)
    page = browser.new_page()
    results = json.loads(page.evaluate(RUN, [GammaGrid.source("gamma-grid"), cases]))
    page.close()
    n_tied = 0
    for (points, labels), found in zip(cases, results, strict=True):
        counts = at.concordance(points, labels)
        assert (found["sPlus"], found["sMinus"], found["sZero"]) == counts
        assert found["aucc"] == pytest.approx(at.aucc_score(points, labels), abs=1e-12)
        assert found["gamma"] == pytest.approx(at.gamma_score(points, labels), abs=1e-12)
        kinds = kinds_by_definition(points, labels)
        assert found["kinds"] == kinds
        assert drawn(found["shapes"], len(kinds), len(kinds[0])) == kinds
        n_tied += counts.s_zero > 0
    assert n_tied > 200


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


# ---- the state


def test_starts_with_figure_3():
    grid = GammaGrid()
    figure3 = at.datasets.load_figure3()
    assert np.array_equal(grid.points, figure3.points)
    assert np.array_equal(grid.labels, figure3.labels)
    assert grid.counts == (99, 9, 0)
    assert (grid.aucc, grid.gamma) == (99 / 108, 90 / 108)


def test_the_question_has_answers():
    """Of all moves of one point to another cluster, only those of d make every cell concordant."""
    start = GammaGrid()
    answers = set()
    for i, label in itertools.product(range(7), range(6)):
        labels = [*start.labels[:i], label, *start.labels[i + 1 :]]
        if at.aucc_score(start.points, labels) == 1:
            answers.add("abcdefg"[i])
    assert answers == {"d"}
    grid = GammaGrid([*start.points[:3], (200, 200), *start.points[4:]], start.labels)  # drag it instead
    assert grid.aucc == 1


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ([[0, 0], [1, 1]], "3 to 16 points. Got 2"),
        ([[i, i] for i in range(17)], "3 to 16 points. Got 17"),
        ([[0, 0], [1, 1], [0.5, 2]], "whole numbers"),
        ([[0, 0], [1, 1], [0, 1001]], r"0 to 1000. Got \(0, 1001\)"),
        ([[0, 0], [1, 1], [5, 5]], "Got 3 points and 7 labels"),
        (None, "whole numbers"),
    ],
)
def test_refuses_points(points, says):
    grid = GammaGrid()
    before = grid.points
    with pytest.raises(ValueError, match=says):
        grid.points = points
    assert grid.points == before


@pytest.mark.parametrize("labels", [[0, 1], [0] * 6 + [6], [0] * 6 + [0.5], list("abcdefg"), None])
def test_refuses_labels(labels):
    grid = GammaGrid()
    with pytest.raises(ValueError, match="label"):
        grid.labels = labels
    assert grid.labels == (0, 0, 0, 0, 1, 1, 1)


def test_refuses_half_a_start():
    with pytest.raises(ValueError, match="belong together"):
        GammaGrid(labels=[0, 0, 1])
    with pytest.raises(ValueError, match="3 points and 2 labels"):
        GammaGrid(points=[[0, 0], [1, 1], [2, 2]], labels=[0, 1])


def test_place_changes_both_or_nothing():
    grid = GammaGrid()
    before = grid.points, grid.labels
    for points, labels in [(SQUARE, [0, 1]), (SQUARE, [0, 0, 9, 1]), ([[0, 0]] * 17, [0] * 17)]:
        with pytest.raises(ValueError, match=r"label|points"):
            grid.place(points=points, labels=labels)
        assert (grid.points, grid.labels) == before
    grid.place(points=SQUARE, labels=[0, 0, 1, 1])
    assert grid.counts == (4, 0, 4)


def test_kernel_refuses_a_bad_message():
    grid = GammaGrid()
    before = grid.points, grid.labels
    with pytest.raises(traitlets.TraitError):
        grid.set_state({"points": SQUARE, "labels": [0, 1]})
    assert (grid.points, grid.labels) == before
    grid.set_state({"points": SQUARE, "labels": [0, 0, 1, 1]})
    assert grid.gamma == 0.5


@pytest.mark.parametrize("labels", [[0, 0, 0, 0], [0, 1, 2, 3]])
def test_no_cells(labels):
    grid = GammaGrid(SQUARE, labels)
    for name in ("counts", "aucc", "gamma"):
        with pytest.raises(ValueError, match="number of clusters"):
            getattr(grid, name)
    alt, _ = grid.still()
    assert "AUCC =" not in alt


def test_presets_show_what_they_say():
    found = {}
    for preset in GammaGrid().presets:
        grid = GammaGrid(preset["points"], preset["labels"])
        found[preset["name"]] = grid.counts
    assert found["Figure 3"] == (99, 9, 0)
    assert found["Two far blobs"] == (56 * 64, 0, 0)
    right, wrong, _ = found["Shuffled labels"]
    assert 0.8 < right / wrong < 1.2
    assert found["A grid of ties"].s_zero > 40


def test_output_is_the_same_every_time():
    first, second = (GammaGrid()._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    assert set(state) == {"lesson", "labels", "points", "presets"}
    assert GammaGrid()._repr_mimebundle_()[0]["text/plain"] == "GammaGrid()"


# ---- on a page


@pytest.fixture(params=["http", "file"])
def served(request):
    """Turn a file address into what a reader would open: itself, or the same page from a server."""
    if request.param == "file":
        yield lambda url: url
        return
    with serve(ROOT.anchor) as address:
        yield lambda url: address + url.removeprefix(f"file://{ROOT.anchor}")


def test_it_answers(served, page_of, open_page, grid_on):
    page = open_page(served(page_of(GammaGrid())))
    grid = grid_on(page)
    start = grid.check_numbers()
    assert (start["aucc"], start["sMinus"]) == (0.9167, 9)
    grid.drag(3, -30, 60)
    dragged = grid.check_numbers()
    assert dragged["aucc"] == 1
    grid.points_.nth(3).press("Enter")
    assert grid.check_numbers() != dragged
    page.watched.check()


@pytest.mark.parametrize("name", pages_with("GammaGrid("))
def test_it_answers_in_the_book(site, name, open_page, grid_on):
    page = open_page(site + name)
    grid = grid_on(page)
    start = grid.check_numbers()
    grid.points_.nth(2).press("Enter")
    assert grid.check_numbers() != start
    page.watched.check()


def _random_edit(rng, grid):
    i = rng.randrange(grid.points_.count())
    point = grid.points_.nth(i)
    kind = rng.choice(["drag", "drag", "arrow", "far", "cluster", "cluster", "add", "remove", "again", "cell", "hover"])
    arrow = rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
    if kind == "drag":
        grid.drag(i, rng.randint(-120, 120), rng.randint(-120, 120))
    elif kind == "again":
        grid.box.locator("select").select_option(value=rng.choice("0233"))
    elif kind == "cell":
        grid.grid.press(rng.choice([arrow, f"Shift+{arrow}"]))
    elif kind == "hover":
        grid.grid.hover(position={"x": rng.randint(45, 250), "y": rng.randint(5, 250)})
    else:
        keys = {"arrow": arrow, "far": f"Shift+{arrow}", "cluster": "Enter", "add": "+", "remove": "Delete"}
        point.press(keys[kind])


def test_numbers_after_random_edits(page_of, open_page, grid_on):
    page = open_page(page_of(GammaGrid()))
    grid = grid_on(page)
    rng = random.Random(1975)
    seen = set()
    for _ in range(30):
        _random_edit(rng, grid)
        seen.add(grid.check_numbers()["aucc"])
        check_caption(grid)
    assert len(seen) > 10
    page.watched.check()


def check_caption(grid):
    """What is said of the marked cell, and of the keyboard's, is true of the displayed points."""
    points, labels = grid.state()
    kinds = kinds_by_definition(points, labels) if grid.sides()[0] and grid.sides()[1] else []
    spoken = grid.grid.get_attribute("aria-valuetext")
    caption = grid.box.locator(".demo-caption").inner_text()
    if not kinds:
        assert spoken == "no cells"
        return
    row, n_rows, column, n_columns, words = re.fullmatch(
        r"row (\d+) of (\d+), column (\d+) of (\d+): (.*)", spoken
    ).groups()
    assert (int(n_rows), int(n_columns)) == grid.sides()
    for sentence in {words, caption if "(within" in caption else words}:
        pattern = r"(.).(.) \(within, ([\d.]+)\) is (.*) (.).(.) \(between, ([\d.]+)\): (\w+)\."
        a, b, d_within, relation, c, d, d_between, kind = re.fullmatch(pattern, sentence).groups()
        a, b, c, d = (ord(name) - 97 for name in (a, b, c, d))
        assert labels[a] == labels[b]
        assert labels[c] != labels[d]
        assert float(d_within) == pytest.approx(math.dist(points[a], points[b]), abs=0.051)
        assert float(d_between) == pytest.approx(math.dist(points[c], points[d]), abs=0.051)
        texts = {"concordant": "closer than", "discordant": "further apart than", "tied": "as far apart as"}
        assert relation == texts[kind]
        sign = np.sign(float(d_within) - float(d_between))
        assert sign == {"concordant": -1, "discordant": 1, "tied": 0}[kind]
    assert kinds[int(row) - 1][int(column) - 1] == re.search(r": (\w+)\.$", words)[1]


def test_distances_that_look_alike_are_told_apart(page_of, open_page, grid_on):
    # 900^2 + 1^2 against 900^2: the same to one decimal.
    grid = grid_on(open_page(page_of(GammaGrid([[0, 0], [900, 0], [0, 901], [1, 1]], [0, 0, 1, 2]))))
    grid.grid.press("End")
    check_caption(grid)
    grid = grid_on(open_page(page_of(GammaGrid([[0, 0], [900, 0], [1, 900]], [0, 0, 1]))))
    grid.grid.press("Home")
    check_caption(grid)
    assert "(within, 900.0000) is closer than a\N{EN DASH}c (between, 900.0006)" in grid.grid.get_attribute(
        "aria-valuetext"
    )


def test_two_grids_do_not_disturb_each_other(page_of, open_page, grid_on):
    page = open_page(page_of(GammaGrid(), GammaGrid(SQUARE, [0, 0, 1, 1])), height=1800)
    first, second = grid_on(page, 0), grid_on(page, 1)
    start = second.shown(), second.status()
    rng = random.Random(1)
    for _ in range(10):
        _random_edit(rng, first)
    first.check_numbers()
    assert (second.shown(), second.status()) == start
    assert second.state() == ([tuple(point) for point in SQUARE], [0, 0, 1, 1])
    after = first.state()
    second.points_.nth(1).press("Shift+ArrowUp")
    second.box.locator("select").select_option(label="Two far blobs")
    assert second.check_numbers()["aucc"] == 1
    assert first.state() == after
    page.watched.check()


def test_touching_shows_pairs(page_of, open_page, grid_on):
    page = open_page(page_of(GammaGrid()))
    grid = grid_on(page)
    caption = grid.box.locator(".demo-caption")

    def shown():
        """Return the numbers of links among the points, of marked rows and columns, and of marked cells."""
        links, ticks = (
            tuple(
                (grid.box.locator(f".demo-{name}.demo-{kind}").get_attribute("d") or "").count("M")
                for kind in ("within", "between")
            )
            for name in ("link", "tick")
        )
        assert links == ticks
        return (*links, (grid.grid.locator(".demo-target").first.get_attribute("d") or "").count("Z"))

    def place(row, column):
        box = grid.grid.bounding_box()
        size = box["width"] / 440
        return {"x": (50 + 384 * (column + 0.5) / 12) * size, "y": (390 - 384 * (row + 0.5) / 9) * size}

    assert shown() == (0, 0, 0)
    assert caption.inner_text().startswith("Each cell compares")
    grid.grid.hover(position=place(0, 0))
    assert shown() == (1, 1, 1)
    assert caption.inner_text().startswith("e\N{EN DASH}g (within, 50.3) is closer than d\N{EN DASH}e (between, 317.2)")
    assert caption.inner_text().endswith(": concordant.")
    grid.grid.hover(position=place(8, 0))
    assert caption.inner_text().startswith("a\N{EN DASH}d (within")
    assert caption.inner_text().endswith(": discordant.")
    grid.grid.hover(position={"x": 5, "y": 5})  # beside the cells
    assert shown() == (0, 0, 0)
    grid.points_.nth(3).hover()
    assert shown() == (3, 3, 0)
    assert caption.inner_text() == "Pairs of d: 3 of the rows, 3 of the columns."
    page.mouse.move(0, 0)
    assert shown() == (0, 0, 0)
    # A click keeps the cell.
    grid.grid.click(position=place(8, 0))
    page.mouse.move(0, 0)
    assert caption.inner_text().endswith(": discordant.")
    assert shown() == (1, 1, 1)
    grid.points_.nth(4).focus()
    assert shown() == (2, 4, 0)
    grid.grid.focus()
    assert shown() == (1, 1, 1)
    grid.grid.press("Escape")
    assert shown() == (0, 0, 0)


FROM_OUTSIDE = """async ([source, state, changes]) => {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const { default: demo } = await import(url);
  const handlers = new Set();
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; handlers.forEach((handler) => handler()); },
    on: (event, handler) => handlers.add(handler),
    off: (event, handler) => handlers.delete(handler),
    save_changes: () => {},
  };
  const stop = demo.render({ model, el: document.body });
  document.querySelector('.demo-grid').dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
  const caption = document.querySelector('.demo-caption');
  const said = [caption.textContent];
  for (const [name, value] of changes) {
    model.set(name, value);
    await null;
    said.push(caption.textContent);
  }
  stop();
  return [said, document.body.children.length, handlers.size];
}"""


def test_the_marked_cell_goes_along_with_its_pairs(browser):
    """When the kernel moves points, until one of the two pairs is of the other kind or gone."""
    start = GammaGrid()
    closer = [[300, 500], *start.points[1:]]
    changes = [("points", closer), ("points", start.points), ("labels", [0, 0, 0, 1, 1, 1, 1])]
    page = browser.new_page()
    said, n_left, n_handlers = page.evaluate(FROM_OUTSIDE, [start.source(start.slug), start.page_state(), changes])
    page.close()
    ad, ag = "a\N{EN DASH}d", "a\N{EN DASH}g"
    assert said == [
        f"{ad} (within, 650.4) is closer than {ag} (between, 1000.5): concordant.",
        f"{ad} (within, 72.2) is closer than {ag} (between, 423.4): concordant.",
        f"{ad} (within, 650.4) is closer than {ag} (between, 1000.5): concordant.",
        "Each cell compares the within pair of its row with the between pair of its column.",
    ]
    assert (n_left, n_handlers) == (0, 0)


def test_keys_alone_are_enough(page_of, open_page, grid_on):
    page = open_page(page_of(GammaGrid()))
    grid = grid_on(page)
    grid.box.locator("select").focus()
    name = "document.activeElement.getAttribute('aria-label')"

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return page.evaluate(name)

    assert press("Tab", "Tab", "Tab") == "a, cluster 0, at 0, 0"
    assert press("n", "n", "n") == "d, cluster 0, at 358, 543"
    assert press("Enter") == "d, cluster 1, at 358, 543"
    assert grid.status().startswith("Point d is now in cluster 1. 9 within pairs")
    assert grid.check_numbers()["aucc"] == 1
    assert press("Shift+ArrowLeft", "ArrowUp") == "d, cluster 1, at 258, 553"
    assert press("+").startswith("h, cluster 1")
    assert press("Delete").startswith("g,")
    assert press("Tab").startswith("Cells: within pairs in rows")
    cell = "document.activeElement.getAttribute('aria-valuetext')"
    where = [page.evaluate(cell).split(":")[0]]
    for keys in (["ArrowUp"], ["ArrowRight", "ArrowRight"], ["ArrowDown", "ArrowDown"], ["End"], ["Shift+ArrowLeft"]):
        press(*keys)
        where.append(page.evaluate(cell).split(":")[0])
        check_caption(grid)
    places = [(1, 1), (2, 1), (2, 3), (1, 3), (9, 12), (9, 2)]
    assert where == [f"row {row} of 9, column {column} of 12" for row, column in places]
    assert grid.grid.evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    assert grid.grid.evaluate("node => parseFloat(getComputedStyle(node).outlineWidth)") >= 3
    press("Home")
    assert page.evaluate(cell).startswith("row 1 of 9, column 1 of 12")
    assert press("Shift+Tab").startswith("g,")
    grid.check_numbers()


def test_a_finger_can_do_it(page_of, open_page, grid_on):
    page = open_page(page_of(GammaGrid()), width=360, height=740, has_touch=True, is_mobile=True)
    grid = grid_on(page)
    session = page.context.new_cdp_session(page)
    box = grid.points_.nth(3).locator(".demo-marker").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    scrolled = page.evaluate("scrollY")

    def touch(kind, *places):
        points = [{"x": x + dx, "y": y + dy} for dx, dy in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (0, 0))
    for k in range(1, 6):
        touch("touchMove", (4 * k, -12 * k))
    touch("touchEnd")
    assert grid.state()[0][3] != (358, 543)
    assert page.evaluate("scrollY") == scrolled  # the point moved, not the page
    grid.points_.nth(3).tap()
    assert grid.state()[1][3] == 1
    grid.check_numbers()
    grid.grid.tap(position={"x": 200, "y": 100})
    assert "(within" in grid.box.locator(".demo-caption").inner_text()
    check_caption(grid)


def test_limits(page_of, open_page, grid_on):
    most = GammaGrid([[i * 60, i * i * 4] for i in range(16)], [i % 2 for i in range(16)])
    fewest = GammaGrid([[0, 0], [100, 0], [1000, 1000]], [0, 0, 1])
    page = open_page(page_of(most, fewest), height=1800)
    grid = grid_on(page, 0)
    grid.check_numbers()
    grid.points_.nth(0).press("+")
    assert grid.points_.count() == 16
    assert "at most 16 points" in grid.status()
    grid = grid_on(page, 1)
    grid.points_.nth(0).press("-")
    assert grid.points_.count() == 3
    assert "at least" in grid.status()
    grid.points_.nth(2).press("Enter")
    assert grid.state()[1] == [0, 0, 0]
    assert grid.check_numbers()["aucc"] is None
    assert "needs pairs within clusters" in grid.status()
    for key in ("ArrowUp", "End", "Home", "Escape"):
        grid.grid.press(key)
    grid.grid.hover()
    assert grid.grid.get_attribute("aria-valuetext") == "no cells"
    assert grid.grid.get_attribute("aria-valuemax") == "0"
    page.watched.check()


def test_everything_has_a_name(page_of, open_page, grid_on):
    grid = grid_on(open_page(page_of(GammaGrid())))
    names = [
        ("combobox", "Start from"),
        ("button", "Add point"),
        ("button", "Remove point"),
        ("application", "Points"),
        ("button", "a, cluster 0, at 0, 0"),
        ("slider", "Cells: within pairs in rows, between pairs in columns"),
    ]
    for role, name in names:
        assert grid.box.get_by_role(role, name=name, exact=True).count() == 1, name
    focusable = grid.box.locator(".demo-body").locator("select, button, summary, [tabindex='0']")
    assert focusable.count() == 6  # one stop for all points and one for all cells


# ---- the picture


@pytest.mark.parametrize(
    "grid",
    [
        GammaGrid(),
        GammaGrid([[i % 4 * 300, i // 4 * 300] for i in range(16)], [i // 8 for i in range(16)]),
        GammaGrid([[i % 3 * 300, i // 3 * 300] for i in range(9)], [i // 3 for i in range(9)]),
        GammaGrid([[0, 0], [0, 0], [0, 0]], [0, 0, 1]),
        GammaGrid(SQUARE, [0, 0, 0, 0]),
    ],
)
def test_still_is_what_the_live_grid_shows(page_of, open_page, grid_on, grid):
    page = open_page(page_of(grid))
    live = grid_on(page)
    shapes = """svg => [...svg.querySelectorAll('rect, path, text')].filter((node) => node.localName === 'text'
        ? node.textContent : node.localName === 'rect' || node.getAttribute('d')).map((node) => {
          const { x, y, width, height } = node.getBBox();
          const box = [x, y, width, height].map((value) => Math.round(value * 4) / 4);
          const length = node.getTotalLength ? Math.round(node.getTotalLength()) : '';
          const stroke = parseFloat(getComputedStyle(node).strokeWidth).toFixed(1);
          return [node.localName, node.getAttribute('class'), ...box, length, stroke, node.textContent].join(' ');
        })"""
    still = page.locator(".demo-still .demo-grid").evaluate(shapes)
    # In the same order, for what comes later covers what came before.
    assert live.grid.evaluate(shapes) == still
    assert len(still) >= 10
    alt = page.locator(".demo-still").get_attribute("aria-label")
    if len(set(grid.labels)) >= 2:
        assert live.status() in alt
    readouts = ".demo-headline, .demo-facts > div, .demo-caption, .demo-question, .demo-status"
    texts = "nodes => nodes.map((node) => node.textContent)"
    still_texts = page.locator(".demo-still").locator(readouts).evaluate_all(texts)
    assert still_texts == live.box.locator(readouts).evaluate_all(texts)


def test_alternative_text():
    alt, _ = GammaGrid().still()
    assert "7 points in 2 clusters" in alt
    assert "99 cells are concordant, above it 9 are discordant, and 0 are tied." in alt
    assert "9 within pairs × 12 between pairs = 108 cells. AUCC = (99 + 0/2)/108 = 0.9167" in alt


@pytest.mark.parametrize("width", [360, 600, 1400])
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady, grid_on):
    page, check = steady(page_of(GammaGrid()), width)
    grid = grid_on(page)
    button = grid.box.get_by_role("button", name="Add point")
    edits = [lambda i=i: grid.box.locator("select").select_option(value=str(i)) for i in range(4)]
    edits += [lambda: grid.grid.press("End"), lambda: grid.points_.nth(2).press("Enter"), lambda: grid.grid.hover()]
    edits += [*[button.click] * 7, lambda: grid.points_.nth(15).press("Enter"), lambda: grid.drag(15, -50, -20)]
    for edit in edits:
        edit()
        check()
    assert grid.points_.count() == 16


def test_without_javascript_and_in_print(page_of, open_page, grid_on):
    url = page_of(GammaGrid())
    page = open_page(url, java_script_enabled=False)
    assert page.locator(".demo-still").is_visible()
    page = open_page(url)
    grid_on(page)
    assert not page.locator(".demo-still").is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".demo-still").is_visible()
    assert page.locator(".demo-live").is_visible()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
def test_axe_finds_nothing(page_of, scheme, width, open_page, violations_on_bare_page, grid_on):
    page = open_page(page_of(GammaGrid()), width=width)
    grid = grid_on(page)
    grid.grid.hover()
    assert violations_on_bare_page(page, scheme) == {}
