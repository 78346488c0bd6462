import itertools
import json
import random
import re

import numpy as np
import pytest
from scipy.cluster.hierarchy import linkage

import aucc_teach as at
from aucc_teach.demos import CutSweep
from demos.conftest import Live, number
from demos.models import Model

MODEL = Model("cut-sweep")
METHODS = ("single", "complete", "average", "ward")


def state_of(points, labels, method, n_clusters):
    tree = linkage(np.asarray(points, dtype=float), method)[:, :3].tolist()
    merges = [[int(first), int(second), height] for first, second, height in tree]
    state = {"points": np.asarray(points).tolist(), "labels": np.asarray(labels).tolist(), "method": method}
    return state | {"merges": merges, "n_clusters": n_clusters}


def random_states(n_cases):
    """Points on ever coarser grids, so that heights and distances tie, in random classes, by every linkage."""
    rng = np.random.default_rng(2013)
    cases = []
    while len(cases) < n_cases:
        n = int(rng.integers(3, 25))
        step = int(rng.choice([1, 200, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        labels = rng.integers(0, rng.integers(2, 7), size=n)
        if 2 <= len(set(labels.tolist())) <= n - 1:
            cases.append(state_of(points, labels, str(rng.choice(METHODS)), int(rng.integers(1, n + 1))))
    return cases


# ---- the model


def test_numbers_are_those_of_the_package():
    loose = at.datasets.load_toy("loose")
    n_concordant = 0
    for state in [state_of(loose.points, loose.labels, "average", 2), *random_states(40)]:
        points, labels, k = state["points"], state["labels"], state["n_clusters"]
        cuts = at.linkage_cuts(linkage(np.array(points, dtype=float), state["method"]))
        curve, found = at.pair_error_curve(labels, cuts), MODEL.sweepOf(state)
        assert found["k0"] == curve.k0
        assert found["area"] == pytest.approx(curve.area, abs=1e-12)
        # Exactly 0, where a step asks for it.
        assert (found["area"] == 0) == curve.concordant
        n_concordant += curve.concordant
        for cut, step, e1, e2 in zip(cuts, found["steps"], curve.e1, curve.e2, strict=True):
            assert (step["e1"], step["e2"], step["total"]) == pytest.approx((e1, e2, e1 + e2), abs=1e-12)
            assert step["ari"] == pytest.approx(at.adjusted_rand_score(labels, cut), abs=1e-12)
            if 1 < len(set(cut)) < len(points):
                assert step["aucc"] == pytest.approx(at.aucc_score(points, cut), abs=1e-12)
            else:
                assert step["aucc"] is None
        ends = {"n_points": len(points), "k": k, "k0": curve.k0, "area": found["area"]}
        step = {key: value for key, value in found["steps"][k - 1].items() if key not in ("fn", "fp")}
        assert MODEL.numbers(state) == ends | step
    assert 0 < n_concordant < 10


def test_words_count_pairs_and_tell_ties():
    n_tied = 0
    for state in random_states(50):
        k, heights = state["n_clusters"], [height for *_, height in state["merges"]]
        cut = at.linkage_cuts(linkage(np.array(state["points"], dtype=float), state["method"]))[k - 1]
        _, fn, fp, _ = at.pair_counts(state["labels"], cut)
        words = MODEL.words(state)
        clusters, apart, together = re.match(
            r"(\d+) clusters?: (\d+) same-class .* (\d+) different-class", words
        ).groups()
        assert (int(clusters), int(apart), int(together)) == (k, fn, fp)
        last = len(heights) - k  # the last merge that is made
        tied = 0 <= last < len(heights) - 1 and heights[last + 1] == pytest.approx(heights[last], rel=1e-9)
        assert ("equal height" in words) == tied
        n_tied += tied
    assert 7 < n_tied < 40


# ---- the state in Python


def test_starts_with_the_loose_groups():
    toy = at.datasets.load_toy("loose")
    sweep = CutSweep()
    assert sweep.state() == CutSweep(toy.points, toy.labels).state()
    assert (sweep.method, sweep.n_clusters) == ("single", 2)
    assert [list(merge) for merge in sweep.merges] == state_of(toy.points, toy.labels, "single", 2)["merges"]


def test_the_tree_follows_points_and_linkage():
    sweep = CutSweep([[0, 0], [10, 0], [30, 0], [35, 0]], [0, 0, 1, 1])
    assert sweep.merges == ((2, 3, 5.0), (0, 1, 10.0), (4, 5, 20.0))
    sweep.points = [[0, 0], [2, 0], [30, 0], [35, 0]]
    assert sweep.merges == ((0, 1, 2.0), (2, 3, 5.0), (4, 5, 28.0))
    sweep.method = "average"
    assert sweep.merges[2] == (4, 5, 31.5)
    sweep.place(points=[[0, 0], [1, 0], [5, 0]], labels=[0, 0, 1], method="complete", n_clusters=3)
    assert (sweep.method, sweep.n_clusters, sweep.merges[1]) == ("complete", 3, (2, 3, 5.0))
    with pytest.raises(ValueError, match="merges must be"):  # a page sends its tree along
        sweep.set_state({"points": [[0, 0], [1, 0]] * 2, "labels": [0, 0, 1, 1]})


def test_presets_show_what_they_say():
    sweep, found = CutSweep(), []
    for preset in sweep.presets:
        state = {name: preset[name] for name in ("points", "labels", "method", "merges")} | {"n_clusters": 2}
        sweep.set_state(json.loads(json.dumps(state)))  # as a page sends it
        assert [list(merge) for merge in sweep.merges] == preset["merges"]
        found.append(MODEL.numbers(sweep.state()))
    single, average, dealt, _, figure3 = found
    assert (single["k0"], average["k0"], average["area"]) == (7, 2, 0)
    assert single["area"] > 0.3
    assert abs(dealt["area"] - 0.5) < 0.05
    assert len({height for *_, height in sweep.presets[3]["merges"]}) == 1
    assert figure3["n_points"] == 7


def test_what_the_lesson_says_of_its_trees():
    first, _, last = CutSweep.tasks
    sweep = CutSweep()
    cut = at.linkage_cuts(linkage(np.array(sweep.points, dtype=float), "single"))
    assert "puts 22 points into one cluster" in first.outcome
    assert max(np.bincount(cut[1])) == 22
    assert "five singletons" in first.outcome
    assert sorted(np.unique(cut[6], return_counts=True)[1])[:5] == [1] * 5
    assert "It falls to 0.99, at 23 clusters" in last.outcome
    dealt = MODEL.numbers({**sweep.presets[2], "n_clusters": 23})
    assert (dealt["k0"], round(dealt["total"], 2)) == (23, 0.99)


# ---- the view


class Sweep(Live):
    """The cut sweep on a page, and the state that it is in but for the cut."""

    def __init__(self, page, demo, nth=0):
        super().__init__(page, "cut-sweep", nth)
        self.presets, self.tree_state = demo.presets, demo.state()
        self.cut, self.tree = self.box.get_by_role("slider"), self.box.locator(".demo-tree")

    def k(self):
        return int(self.cut.get_attribute("aria-valuenow"))

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        return self.k()

    def drag_to(self, k, dy=0):
        """Drag the cut by its line; returns where it is then."""
        self.tree.evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")
        box, n = self.tree.bounding_box(), len(self.tree_state["points"])
        to_page = lambda k: box["x"] + (30 + (k - 1) * 310 / (n - 1)) * box["width"] / 400  # noqa: E731
        mouse = self.page.mouse
        mouse.move(to_page(self.k()), box["y"] + box["height"] / 3)
        mouse.down()
        mouse.move(to_page(k), box["y"] + box["height"] / 3 + dy, steps=4)
        mouse.up()
        return self.k()

    def choose(self, index):
        self.box.locator("select").select_option(value=str(index))
        self.tree_state |= {key: self.presets[index][key] for key in ("points", "labels", "merges", "method")}

    def check(self):
        """All that is shown is what the model says of the tree at the cut that is shown; returns the numbers."""
        k, n = self.k(), len(self.tree_state["points"])
        state = self.tree_state | {"n_clusters": k}
        numbers = MODEL.numbers(state)
        shown = {key: number(text) for key, text in self.texts().items()}
        assert shown == {key: value and round(value, 4) for key, value in numbers.items() if key != "n_points"}
        assert self.status().endswith(MODEL.words(state))
        assert self.cut.get_attribute("aria-valuemax") == str(n)
        assert self.cut.get_attribute("aria-valuetext") == f"k = {k}, e1 {numbers['e1']:.4f}, e2 {numbers['e2']:.4f}"
        area = f"area {numbers['area']:.4f}"
        assert self.box.locator(".demo-errors").get_attribute("aria-label").endswith(area)
        assert self.tree.get_attribute("aria-label") == f"Tree of {n} points, {state['method']} linkage, cut into {k}"
        return numbers


@pytest.fixture
def sweep(live):
    return Sweep(live(CutSweep(lesson=[])), CutSweep())


def test_a_drag_a_click_and_a_finger(sweep):
    assert sweep.check()["k0"] == 7
    assert sweep.drag_to(7, dy=60) == 7  # along the line alone
    assert sweep.check()["e2"] == 0
    box = sweep.tree.bounding_box()
    sweep.tree.click(position={"x": box["width"] * 335 / 400, "y": 20})
    assert sweep.k() == 24
    sweep.check()
    assert sweep.drag_to(23) == 23
    assert sweep.cut.locator(".demo-grip").bounding_box()["width"] > 24


def test_keys_alone_are_enough(sweep):
    sweep.box.locator("select").focus()
    sweep.page.keyboard.press("Tab")
    assert sweep.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Cut of the tree"
    assert sweep.press("ArrowRight") == 3
    assert sweep.press("ArrowUp") == 4
    assert sweep.press("ArrowDown", "ArrowLeft") == 2
    assert sweep.press("Shift+ArrowRight", "PageUp") == 12
    assert sweep.press("End") == sweep.press("ArrowRight") == 24
    assert sweep.press("PageDown") == 19
    assert sweep.press("Home") == sweep.press("ArrowLeft") == 1
    line = sweep.cut.locator(".demo-cut-line")
    assert line.evaluate("node => parseFloat(getComputedStyle(node).strokeWidth)") >= 4
    sweep.check()
    sweep.press("Shift+Tab", "ArrowDown")
    assert "average linkage" in sweep.box.locator("option:checked").inner_text()


def test_what_is_shown_after_random_edits(sweep):
    rng = random.Random(2013)
    seen = set()
    for _ in range(25):
        kind = rng.choice(["drag", "key", "key", "preset"])
        if kind == "drag":
            k = rng.randint(1, len(sweep.tree_state["points"]))
            assert sweep.drag_to(k) == k
        elif kind == "key":
            sweep.cut.press(rng.choice(["ArrowLeft", "ArrowRight", "Shift+ArrowRight", "PageDown", "Home", "End"]))
        else:
            before = sweep.k()
            sweep.choose(rng.randrange(5))
            assert sweep.k() == min(before, len(sweep.tree_state["points"]))  # the cut stays where it was
        found = sweep.check()
        seen.add((found["k"], found["area"]))
    assert len(seen) > 12


def corners(path):
    return np.array([[float(value) for value in pair.split(",")] for pair in re.split("[ML]", path)[1:]])


@pytest.mark.parametrize("index", [0, 2, 3])
def test_the_tree_and_the_sum_are_those_of_the_numbers(sweep, index):
    sweep.choose(index)
    n, labels = len(sweep.tree_state["points"]), sweep.tree_state["labels"]
    found = MODEL.sweepOf(sweep.tree_state)
    totals = [step["total"] for step in found["steps"]]
    places = corners(sweep.box.locator(".demo-sum .demo-series").get_attribute("d"))
    assert places[:, 0] == pytest.approx(np.linspace(30, 340, n), abs=1e-6)
    assert (366 - places[:, 1]) / 74 * max(1, *totals) == pytest.approx(totals, abs=1e-6)
    lowest = sweep.box.locator(".demo-lowest").evaluate(
        "node => { const { x, y, width, height } = node.getBBox(); return [x + width / 2, y + height / 2]; }"
    )
    assert lowest == pytest.approx(places[found["k0"] - 1], abs=1e-3)
    # The solid part of a bar is the proportion of same-class pairs among those that its merge puts together; as many
    # branches cross the cut as there are clusters.
    bars = {name: np.zeros(n) for name in ("agree", "differ")}
    for name, bar in bars.items():
        paths = sweep.box.locator(f".demo-join.demo-{name}").evaluate_all(
            "nodes => nodes.map(n => n.getAttribute('d'))"
        )
        for top, bottom in corners("".join(paths)).reshape(-1, 2, 2):
            bar[round((top[0] - 30) / 310 * (n - 1) - 0.5)] += abs(bottom[1] - top[1])
    members = [[i] for i in range(n)]
    for i, (first, second, _) in enumerate(sweep.tree_state["merges"]):
        pairs = list(itertools.product(members[first], members[second]))
        same = sum(labels[a] == labels[b] for a, b in pairs) / len(pairs)
        k = n - i - 2  # undoing it, k + 2 clusters are left
        assert bars["agree"][k] / (bars["agree"][k] + bars["differ"][k]) == pytest.approx(same, abs=1e-6)
        members.append(members[first] + members[second])


def test_agreement_has_no_colour(sweep):
    look = """nodes => nodes.map((node) => {
      const { stroke, strokeDasharray } = getComputedStyle(node);
      return [node.classList.contains('demo-agree'), stroke !== 'none', strokeDasharray !== 'none'];
    })"""
    joins = sweep.box.locator(".demo-join").evaluate_all(look)
    assert {is_agreement for is_agreement, *_ in joins} == {True, False}
    for is_agreement, is_drawn, is_dashed in joins:
        assert is_drawn
        assert is_dashed != is_agreement
    colours = """nodes => nodes.flatMap((node) => [getComputedStyle(node).fill, getComputedStyle(node).stroke])"""
    seen = set(sweep.box.locator("svg *").evaluate_all(colours))
    assert len(seen) > 3
    assert not seen & {"rgb(0, 114, 178)", "rgb(213, 94, 0)"}  # of pairs within and between clusters
