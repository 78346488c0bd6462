"""The cut sweep: errors, areas and trees are those of the package."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import linkage

import aucc_teach as at
from aucc_teach.demos import CutSweep
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
