"""The cut sweep: errors, areas and trees are those of the package, and the cut goes where a hand moves it."""

import itertools
import json
import re

import numpy as np
import pytest
from scipy.cluster.hierarchy import linkage

import aucc_teach as at
from aucc_teach.demos import CutSweep
from demos.models import Model
from demos.shown import Live, drawing, written

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


# ---- what is shown


def corners(path):
    return np.array([[float(value) for value in pair.split(",")] for pair in re.split("[ML]", path)[1:]])


def test_what_is_shown_is_what_the_model_says():
    """Numbers, tree and sum; as many branches cross the cut as there are clusters."""
    for state in random_states(10):
        n, labels, k = len(state["points"]), state["labels"], state["n_clusters"]
        shown, found, numbers = drawing(CutSweep(), **state), MODEL.sweepOf(state), MODEL.numbers(state)
        scores = {key: written(numbers[key]) for key in ("total", "e1", "e2", "area", "aucc", "ari")}
        assert shown.texts() == scores | {"k": str(k), "k0": str(found["k0"])}
        assert MODEL.words(state).endswith(shown.said())
        totals = [step["total"] for step in found["steps"]]
        places = shown.places(".demo-sum .demo-series")
        assert places[:, 0] == pytest.approx(np.linspace(30, 340, n), abs=0.01)
        assert (366 - places[:, 1]) / 74 * max(1, *totals) == pytest.approx(totals, abs=2e-3)
        (lowest,) = shown.attributes(".demo-lowest", "d")
        left, top = map(float, re.match(r"M([-\d.]+),([-\d.]+)l8,8", lowest).groups())
        assert (left, top + 8) == pytest.approx(tuple(places[found["k0"] - 1]), abs=0.02)
        # The solid part of a bar is the proportion of same-class pairs among those that its merge puts together.
        bars = {name: np.zeros(n) for name in ("agree", "differ")}
        for name, bar in bars.items():
            paths = "".join(shown.attributes(f".demo-join.demo-{name}", "d"))
            for top, bottom in corners(paths).reshape(-1, 2, 2):
                bar[round((top[0] - 30) / 310 * (n - 1) - 0.5)] += abs(bottom[1] - top[1])
        members = [[i] for i in range(n)]
        for i, (first, second, _) in enumerate(state["merges"]):
            pairs = list(itertools.product(members[first], members[second]))
            same = sum(labels[a] == labels[b] for a, b in pairs) / len(pairs)
            whole = bars["agree"][n - i - 2] + bars["differ"][n - i - 2]  # undoing it, n - i clusters are left
            assert bars["agree"][n - i - 2] / whole == pytest.approx(same, abs=0.02)
            members.append(members[first] + members[second])


# ---- on a page


def test_mouse_and_keys(live):
    demo = CutSweep(lesson=[])
    sweep = Live(live(demo), demo)
    cut, tree = sweep.box.get_by_role("slider", name="Cut of the tree"), sweep.box.locator(".demo-tree")
    size = tree.bounding_box()["width"] / 400
    line = cut.locator(".demo-dot")
    sweep.drag(line, 5 * 310 / 23 * size, 60)
    sweep.check(n_clusters=7)  # along the line alone
    name, numbers = cut.get_attribute("aria-valuetext"), MODEL.numbers(sweep.state())
    assert name == f"k = 7, e1 {numbers['e1']:.4f}, e2 {numbers['e2']:.4f}"
    tree.click(position={"x": size * 335, "y": 20})
    sweep.check(n_clusters=24)
    assert cut.locator(".demo-grip").bounding_box()["width"] > 24
    for keys, k in (
        (["Home", "ArrowLeft"], 1),
        (["ArrowRight", "ArrowUp"], 3),
        (["ArrowDown", "Shift+ArrowRight", "PageUp"], 12),
        (["PageDown"], 7),
        (["End", "ArrowRight"], 24),
    ):
        for key in keys:
            cut.press(key)
        sweep.check(n_clusters=k)
    for i in range(5):
        sweep.list("Start from").select_option(index=i)
    sweep.check(n_clusters=7)  # the cut stays where it was, if it can
