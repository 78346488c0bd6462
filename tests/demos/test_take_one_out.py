"""Take one out: the interval is that of the package, and points go out and come back by mouse and by keys."""

import warnings

import numpy as np
import pytest
from scipy.stats import t
from sklearn.datasets import load_iris

import aucc_teach as at
from aucc_teach.demos import TakeOneOut
from demos.each_demo import random_states
from demos.models import Model
from demos.shown import Live, drawing

MODEL = Model("take-one-out")


def interval_of(points, labels):
    """By the package: None where there is nothing to compare."""
    if not 2 <= len(set(labels)) < len(labels):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # no limits
        return at.aucc_interval(points, labels)


def left_of(state):
    kept = [i for i in range(len(state["points"])) if i not in state["out"]]
    return [state["points"][i] for i in kept], [state["labels"][i] for i in kept]


def same(found, expected):
    values = [None] * 4 if expected is None else [None if np.isnan(value) else value for value in expected]
    return found == (values if None in values else pytest.approx(values, rel=1e-9, abs=1e-12))


# ---- the model


def test_intervals_are_those_of_the_package():
    kinds = {"nothing to compare": 0, "no limits": 0, "limits": 0}
    for state in random_states("TakeOneOut", 400, seed=51):
        found, left, all_ = (
            MODEL.numbers(state),
            interval_of(*left_of(state)),
            interval_of(state["points"], state["labels"]),
        )
        names = ("aucc", "error", "low", "high")
        if left is not None and np.isnan(left.low):
            assert (found["aucc"], found["low"], found["high"]) == (pytest.approx(left.statistic), None, None)
            assert found["error"] == left.standard_error == 0
        else:
            assert same([found[name] for name in names], left)
        if all_ is not None:
            assert found["aucc_all"] == pytest.approx(all_.statistic, abs=1e-12)
        kinds["nothing to compare" if left is None else "no limits" if np.isnan(left.low) else "limits"] += 1
    assert min(kinds.values()) > 5


def test_the_reach_of_students_t():
    for df in range(1, 40):
        assert MODEL.reachOfT(df) == pytest.approx(t.ppf(0.975, df), rel=1e-9)


def test_moves_are_those_of_the_scores_without_each():
    several = 0
    for state in random_states("TakeOneOut", 120, seed=6):
        points, labels = state["points"], state["labels"]
        moves, ranks = MODEL.moves(state), []
        before = interval_of(*left_of(state))
        for i, move in enumerate(moves):
            gone = interval_of(*left_of(state | {"out": [*state["out"], i]}))
            if i in state["out"] or before is None or gone is None:
                assert move is None
            else:
                assert move == pytest.approx(gone.statistic - before.statistic, abs=1e-12)
        if state["out"] or None in moves:
            continue
        several += 1
        sizes = np.abs(MODEL.moves({"points": points, "labels": labels, "out": []}))
        for i in range(len(points)):
            found = MODEL.numbers(state | {"out": [i]})
            ranks.append(found["rank"])
            assert found["rank"] == 1 + (sizes > sizes[i] + 1e-12).sum()
            assert found["n_falls_more"] == sum(move < moves[i] - 1e-12 for move in moves)
            assert found["out_cluster"] == labels[i]
        assert min(ranks) == 1
    assert several > 10


def test_words_rank_the_move():
    words = [MODEL.words(TakeOneOut().state() | {"out": out}) for out in ([9], [16])]
    assert words[0] == "Without j: AUCC 0.8258, up by 0.0218, which is the 2nd largest move of the 25."
    assert words[1].endswith("which is the 21st largest move of the 25.")


def test_words_without_a_number():
    demo = TakeOneOut([[0, 0], [1, 1], [2, 2], [3, 3]], [0, 0, 0, 0])
    assert demo.words() == "AUCC needs pairs within clusters and pairs between them."
    square = TakeOneOut().presets[2]
    demo.place(points=square["points"], labels=square["labels"])
    assert demo.words() == "All 4: AUCC 0.7500, no interval, because all points contribute alike."


# ---- what the lesson says


def test_the_irises_are_every_sixth():
    irises, sepals = load_iris(), TakeOneOut()
    flowers, kinds = irises.data[::6, :2], irises.target[::6]
    assert np.allclose(np.array(sepals.points), 350 * flowers - [1505, 525])
    assert sepals.labels == tuple(kinds)
    found = sepals.numbers(sepals.state())
    # Ties of the flowers, in tenths of a centimetre, are broken by rounding unless they are whole numbers.
    whole = (10 * flowers).round()
    assert found["aucc"] == pytest.approx(at.aucc_score(whole, kinds), abs=1e-12)


def test_what_the_outcomes_say_is_so():
    state = TakeOneOut().state()
    points, labels = np.array(state["points"]), np.array(state["labels"])
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    proportions = at.aucc_samples(points, labels).proportion
    moves = np.array(MODEL.moves(state))
    (virginica,) = TakeOneOut.tasks[0].solved["out"]
    assert np.argmax(np.abs(moves)) == virginica
    assert labels[virginica] == 2
    assert moves[virginica] > 0
    assert np.argmin(proportions) == virginica
    # Nearer to the versicolors than to its own species, on average.
    mean_to = [distances[virginica][(labels == kind) & (np.arange(25) != virginica)].mean() for kind in range(3)]
    assert mean_to[1] < mean_to[2]
    far = np.argsort(-distances.mean(axis=1))[:4]
    assert np.abs(moves[far]).max() < 0.5 * np.abs(moves).max()
    (setosa,) = TakeOneOut.tasks[1].solved["out"]
    assert (labels[setosa], np.argmin(moves)) == (0, setosa)
    assert proportions[labels == 0].mean() > max(proportions[labels == kind].mean() for kind in (1, 2))
    found = MODEL.numbers(state)
    width = found["high_all"] - found["low_all"]
    assert 0.1 < np.abs(moves).max() / width < 0.11
    cleaned = MODEL.numbers(state | {"out": TakeOneOut.tasks[2].solved["out"]})
    assert cleaned["low"] > found["aucc_all"]
    assert all(moves[i] > 0 for i in TakeOneOut.tasks[2].solved["out"])


def test_the_odd_point_makes_all_wrong_comparisons():
    preset = TakeOneOut().presets[1]
    state = {"points": preset["points"], "labels": preset["labels"], "out": [9], "several": False}
    found = MODEL.numbers(state)
    assert (found["aucc"], found["low"], found["rank"]) == (1, None, 1)
    assert found["aucc_all"] < 1


# ---- what is shown


def test_what_is_shown_is_what_the_package_computes():
    """The interval of what is left, and a dot for each of these, on one scale, where its move is."""
    n_without = 0
    for state in random_states("TakeOneOut", 20, seed=8):
        shown, left = drawing(TakeOneOut(), **state), interval_of(*left_of(state))
        keys = ("aucc", "error", "low", "high")
        values = [None if left is None or np.isnan(value) else round(value, 4) for value in (left or [0] * 4)]
        assert list(shown.numbers(*keys).values()) == [
            None if value is None else pytest.approx(value, abs=1e-9) for value in values
        ]
        assert shown.said() == MODEL.words(state)
        all_, other = shown.attributes(".demo-interval > path", "d")
        whole = interval_of(state["points"], state["labels"])
        assert bool(all_) == (whole is not None and not np.isnan(whole.low))
        assert bool(other) == (bool(state["out"]) and values[2] is not None)
        n_without += values[2] is None
        moves = sorted(move for move in MODEL.moves(state) if move is not None)
        places = sorted(float(x) for x in shown.attributes("g.demo-each > circle", "cx"))
        assert len(places) == len(moves)
        if len(set(moves)) > 1 and places[0] > 15:
            slope = (places[-1] - places[0]) / (moves[-1] - moves[0])
            assert slope > 0
            assert np.allclose(places, places[0] + slope * (np.array(moves) - moves[0]), atol=0.02)
    assert 2 < n_without < 18


# ---- on a page


@pytest.fixture
def flowers(live):
    demo = TakeOneOut(lesson=[])
    return Live(live(demo), demo)


def test_presses_take_out_and_put_back(flowers):
    press = lambda i: flowers.points.nth(i).click()  # noqa: E731
    press(4)
    press(19)
    flowers.check(out=[19])  # one at a time, the last one comes back
    assert flowers.status().startswith("t is out. Without t: AUCC 0.8293, up by 0.0253")
    several = flowers.box.get_by_label("Take out")
    several.select_option(value="true")
    flowers.points.nth(4).press("Enter")
    press(11)
    flowers.check(out=[4, 11, 19])
    press(19)
    several.select_option(value="false")
    flowers.check(out=[11])
    flowers.points.first.press("b")
    flowers.check(out=[])
    assert flowers.box.get_by_role("button", name="Put all back").is_disabled()


def test_keys_walk_and_a_touched_point_shows_its_dot(flowers):
    flowers.points.first.focus()
    assert flowers.keys("ArrowLeft").startswith("y, cluster 2")
    assert flowers.keys("ArrowRight", "n", "p", "ArrowRight", " ").endswith(", out")
    flowers.check(out=[1])
    flowers.points.nth(19).hover()
    mark, name = flowers.box.locator(".demo-each-mark"), flowers.box.locator("text.demo-each")
    assert (float(mark.get_attribute("r")) > 0, name.text_content()) == (True, "without t")
    dots = flowers.box.locator("g.demo-each > circle").evaluate_all("ns => ns.map((n) => n.getAttribute('cx'))")
    moves = MODEL.moves(TakeOneOut().state() | {"out": [1]})
    rank = sorted(move for move in moves if move is not None).index(moves[19])
    assert float(mark.get_attribute("cx")) == pytest.approx(sorted(map(float, dots))[rank])
    flowers.points.nth(1).hover()  # it is out already
    assert float(mark.get_attribute("r")) == 0
