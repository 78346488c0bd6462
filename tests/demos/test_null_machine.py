"""The null machine's model and state: draws, criteria, verdicts and exact moments are those of the package."""

import itertools
import math

import numpy as np
import pytest
from studies.chance import BALANCES

import aucc_teach as at
from aucc_teach.criteria import CRITERIA
from aucc_teach.partitions import size_profile
from aucc_teach.run_scripts import RunningModule
from demos.each_demo import CHOICES, LIMITS
from demos.models import Model

NullMachine = at.demos.NullMachine
BESIDE, MOST_JUDGED = CHOICES["NullMachine", "criterion"], LIMITS["NullMachine", "judged"][1]
MODEL = Model("null-machine")
SCORES = RunningModule("demos/static/null_machine/criteria.js")
START = NullMachine().state()
PRESETS = {preset["name"]: preset for preset in NullMachine().presets}
NOISE = {name: PRESETS["No clusters"][name] for name in ("points", "labels")}


def plain(found):
    """What JavaScript gives, with its typed arrays as lists."""
    return {name: list(value.values()) if isinstance(value, dict) else value for name, value in found.items()}


def sizes_in(labels):
    return [labels.count(label) for label in sorted(set(labels))]


# ---- draws


def test_draws_have_the_sizes_and_go_on_where_fewer_ended():
    seen = set()
    for n, k, balance, seed in itertools.product((10, 25, 60), (2, 4), BALANCES, (0, 1, 2**32 - 1)):
        points = [[i, i * i % 7] for i in range(n)]
        state = START | {"points": points, "k": k, "balance": balance, "seed": seed}
        runs = [MODEL.wholeRun(state | {"drawn": {k: count}}, k) for count in (1, 2, 3)]
        sizes = size_profile(n, k, proportion=BALANCES[balance])
        assert tuple(runs[2]["sizes"]) == sizes
        for count, run in enumerate(runs, 1):
            assert tuple(np.bincount(run["labels"])) == sizes
            assert run["auccs"] == runs[2]["auccs"][:count]
            assert run["auccs"][-1] == at.aucc_score(points, run["labels"])
        seen.add(str([run["labels"] for run in runs]))
    assert len(seen) == 3 * 2 * len(BALANCES) * 3


# ---- the arithmetic


def partitions(n_cases):
    """Random partitions of points on ever coarser grids, in clusters of every size, single points among them."""
    rng = np.random.default_rng(2022)
    cases = []
    while len(cases) < n_cases:
        n = int(rng.integers(10, 61 if len(cases) % 4 == 0 else 25))
        step = int(rng.choice([1, 100, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        labels = np.unique(rng.integers(0, int(rng.integers(2, min(13, n))), size=n), return_inverse=True)[1]
        if 2 <= labels.max() + 1 < n:
            cases.append((points.tolist(), labels.tolist(), np.bincount(labels).tolist()))
    return cases


def judge(points, labels):
    return SCORES.judge(plain(SCORES.prepare(points)), labels, sizes_in(labels))


def test_every_criterion_is_that_of_the_package():
    n_tied = 0
    for points, labels, _ in partitions(50):
        found = judge(points, labels)
        assert found.pop("aucc_score") == at.aucc_score(points, labels)
        n_tied += at.concordance(points, labels).s_zero > 0
        assert set(found) == set(BESIDE)
        for name, value in found.items():
            expected = CRITERIA[name].function(np.array(points, dtype=float), labels)
            assert value == pytest.approx(expected, rel=1e-11, abs=1e-12), name
    assert n_tied > 30


def test_what_is_not_defined_is_no_number():
    on_a_line, two_places = [[5, i] for i in range(10)], [[0, 0]] * 5 + [[3, 4]] * 5
    halves = [0] * 5 + [1] * 5
    line, places = judge(on_a_line, halves), judge(two_places, halves)
    assert {name for name, value in line.items() if value is None} == {"ratkowsky_lance_score"}
    assert {name for name, value in places.items() if value is None} == {"calinski_harabasz_score", "pbm_score"}
    for name, points in [("ratkowsky_lance_score", on_a_line), ("pbm_score", two_places)]:
        with pytest.raises(ValueError, match="not defined"):
            CRITERIA[name].function(np.array(points, dtype=float), halves)
    assert places["silhouette_score"] == 1


def test_tallies_are_means_and_deviations_of_what_is_defined():
    """Mean and deviation of many draws, ties and all, lie where the exact moments say."""
    state = START | {"points": PRESETS["A grid of ties"]["points"], "balance": "sixty percent", "drawn": {"3": 1000}}
    run = MODEL.wholeRun(state | {"seed": 7}, 3)
    found = run["tallies"]["aucc_score"]
    exact = math.sqrt(at.PairRanking(state["points"]).null([29, 10, 10]).variance)
    assert abs(found["mean"] - 0.5) < 4 * exact / math.sqrt(1000)
    assert MODEL.deviationOf(found) == pytest.approx(exact, rel=0.1)
    assert found["mean"] == pytest.approx(np.mean(run["auccs"]), abs=1e-13)
    assert MODEL.deviationOf(found) == pytest.approx(np.std(run["auccs"], ddof=1), rel=1e-11)
    line = MODEL.wholeRun(START | {"points": [[5, i] for i in range(10)], "drawn": {"2": 4}}, 2)["tallies"]
    assert [line[name]["count"] for name in ("aucc_score", "ratkowsky_lance_score")] == [4, 0]


# ---- a partition among the dealt ones


def labelled(n_cases):
    """Random points with few distances and labels of all kinds, those that cannot be judged among them."""
    rng = np.random.default_rng(3)
    for _ in range(n_cases):
        n = int(rng.integers(10, 40))
        points = rng.integers(0, rng.choice([3, 1001]), size=(n, 2)).tolist()
        labels = rng.choice([0, 1, 3, 5], size=n, p=rng.dirichlet([1, 1, 1, 1])).tolist()
        if len({tuple(point) for point in points}) > 1:
            state = {"points": points, "labels": labels, "seed": int(rng.integers(0, 2**32))}
            yield START | state | {"judged": int(rng.choice([0, 1, 5, 200]))}


def test_a_partition_is_judged_as_by_the_package():
    n_judged = 0
    for state in labelled(50):
        points, labels, count = state["points"], state["labels"], state["judged"]
        sizes, found, numbers = sizes_in(labels), MODEL.verdictOn(state), MODEL.numbers(state)
        assert found["exists"] == (2 <= len(sizes) < len(points))
        if not found["exists"]:
            assert [numbers[name] for name in ("aucc", "z", "p", "judged_lean")] == [None] * 4
            assert MODEL.verdictWords(found) == "AUCC needs pairs within clusters and pairs between them."
            continue
        null = at.PairRanking(points).null(sizes)
        aucc, deviation = at.aucc_score(points, labels), math.sqrt(null.variance)
        assert (found["aucc"], found["deviation"]) == (aucc, deviation)  # to the last bit
        assert found["z"] == ((aucc - 0.5) / deviation if deviation else None)
        assert len(found["auccs"]) == numbers["n_judged"] == count
        blind = MODEL.blindLabels(labels, state["seed"])
        assert sizes_in(blind) == sizes
        assert MODEL.isBlind(state | {"labels": blind})
        if not count:
            assert found["p"] is None
            continue
        n_judged += 1
        assert found["p"] == (1 + sum(other >= aucc for other in found["auccs"])) / (1 + count)
        assert {numbers["aucc"], numbers["p"]} == {aucc, found["p"]}
        # The deals have the sizes of the labels: their moments are the exact ones.
        if count == 200:
            assert abs(np.mean(found["auccs"]) - 0.5) <= 4.5 * deviation / math.sqrt(count)
    assert n_judged > 20


def test_what_the_steps_say_in_numbers():
    last = NullMachine.tasks[-1].start
    assert last["labels"] == MODEL.blindLabels(NOISE["labels"], last["seed"])
    assert (last["since"], last["seed"]) == (1, 20)
