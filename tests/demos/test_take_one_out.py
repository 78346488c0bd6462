"""Take one out: the interval is that of the package, and points go out and come back by mouse and by keys."""

import random
import warnings

import numpy as np
import pytest
from scipy.stats import t
from sklearn.datasets import load_iris

import aucc_teach as at
from aucc_teach.demos import TakeOneOut
from demos.conftest import Live, number
from demos.models import Model

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


def random_states(n_cases):
    """Points on a coarse grid, so that distances tie and points coincide; also with all in one cluster, or in many."""
    rng = np.random.default_rng(1972)
    for _ in range(n_cases):
        n, step = int(rng.integers(4, 16)), int(rng.choice([1, 250, 500, 1000]))
        points = (rng.integers(0, 1000 // step + 1, size=(n, 2)) * step).tolist()
        labels = rng.integers(0, rng.integers(1, 5), size=n).tolist()
        out = sorted(rng.choice(n, int(rng.choice([0, 1, 1, 2])), replace=False).tolist())
        yield {"points": points, "labels": labels, "out": out, "several": False}


def same(found, expected):
    values = [None] * 4 if expected is None else [None if np.isnan(value) else value for value in expected]
    return found == (values if None in values else pytest.approx(values, rel=1e-9, abs=1e-12))


# ---- the model


def test_intervals_are_those_of_the_package():
    kinds = {"nothing to compare": 0, "no limits": 0, "limits": 0}
    for state in random_states(400):
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


@pytest.mark.parametrize("df", range(1, 40))
def test_the_reach_of_students_t(df):
    assert MODEL.reachOfT(df) == pytest.approx(t.ppf(0.975, df), rel=1e-9)


def test_moves_are_those_of_the_scores_without_each():
    several = 0
    for state in random_states(120):
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
    assert several > 20


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ([], "All 25: AUCC 0.8040, 95% interval from 0.6608 to 0.8962."),
        ([9], "Without j: AUCC 0.8258, up by 0.0218, which is the 2nd largest move of the 25."),
        ([16], "which is the 21st largest move of the 25."),
        ([0, 1], "23 of 25 are left: AUCC 0.7695,"),
    ],
)
def test_words(out, words):
    assert words in MODEL.words(TakeOneOut().state() | {"out": out})


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


# ---- the view


class Flowers(Live):
    """The demo on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "take-one-out", nth)
        self.points_ = self.box.locator(".demo-point")

    def out(self):
        """Positions of what is out."""
        pressed = self.points_.evaluate_all("nodes => nodes.map((node) => node.getAttribute('aria-pressed'))")
        return [i for i, value in enumerate(pressed) if value == "true"]

    def press(self, button):
        self.box.get_by_role("button", name=button, exact=True).click()

    def check(self, demo):
        """What is shown is what the package computes of the points that are left; returns which are out."""
        state = demo.state() | {"out": self.out()}
        shown, expected = self.texts(), interval_of(*left_of(state))
        values = [number(shown[name]) for name in ("aucc", "error", "low", "high")]
        assert values == [round(value, 4) for value in expected]
        dots = self.box.locator("g.demo-each > circle").count()
        assert dots == len(state["points"]) - len(state["out"])
        assert self.status().endswith(MODEL.words(state))
        bars = self.box.locator(".demo-interval > path").evaluate_all("nodes => nodes.map((n) => n.getAttribute('d'))")
        assert [bool(bar) for bar in bars] == [True, bool(state["out"])]
        return state["out"]


@pytest.fixture
def flowers(live):
    return Flowers(live(TakeOneOut(lesson=[])))


def test_what_is_shown_after_random_presses(flowers):
    rng, demo = random.Random(72), TakeOneOut()
    several, expected = False, []
    for _ in range(25):
        kind = rng.choice(["click", "click", "key", "several", "back"])
        i = rng.randrange(25)
        if kind == "back":
            flowers.points_.first.press("b")
            expected = []
        elif kind == "several":
            several = not several
            flowers.box.get_by_label("Take out").select_option(value=str(several).lower())
            expected = expected if several else expected[-1:]
        else:
            flowers.points_.nth(i).press("Enter") if kind == "key" else flowers.points_.nth(i).click()
            gone = [other for other in expected if other != i]
            expected = gone if i in expected else sorted([*gone, i]) if several else [i]
        assert flowers.check(demo) == expected


def test_one_at_a_time_the_last_one_comes_back(flowers):
    flowers.points_.nth(4).click()
    flowers.points_.nth(19).click()
    assert flowers.out() == [19]
    assert flowers.status().startswith("t is out. Without t: AUCC 0.8293, up by 0.0253")
    flowers.points_.nth(19).click()
    assert flowers.out() == []
    assert flowers.box.get_by_role("button", name="Put all back").is_disabled()


def test_keys_walk_and_a_touched_point_shows_its_dot(flowers):
    flowers.points_.first.focus()
    focused = lambda: flowers.page.evaluate("document.activeElement.getAttribute('aria-label')")  # noqa: E731
    flowers.page.keyboard.press("ArrowLeft")
    assert focused().startswith("y, cluster 2")
    for key in ("ArrowRight", "n", "p", "ArrowRight", " "):
        flowers.page.keyboard.press(key)
    assert focused().endswith(", out")
    assert flowers.out() == [1]
    flowers.points_.nth(19).hover()
    mark = flowers.box.locator(".demo-each-mark")
    assert float(mark.get_attribute("r")) > 0
    assert flowers.box.locator("text.demo-each").text_content() == "without t"
    moves = MODEL.moves(TakeOneOut().state() | {"out": [1]})
    values = sorted(value for value in moves if value is not None)
    places = sorted(
        float(x)
        for x in flowers.box.locator("g.demo-each > circle").evaluate_all("ns => ns.map((n) => n.getAttribute('cx'))")
    )
    # On one scale, and the mark on its dot.
    slope = (places[-1] - places[0]) / (values[-1] - values[0])
    assert np.allclose(places, places[0] + slope * (np.array(values) - values[0]))
    assert float(mark.get_attribute("cx")) == pytest.approx(places[0] + slope * (moves[19] - values[0]))
    flowers.points_.nth(1).hover()  # it is out already
    assert float(mark.get_attribute("r")) == 0


def test_without_limits_the_bar_is_empty(flowers):
    flowers.box.get_by_label("Start from").select_option(label="A square")
    assert flowers.texts()["low"] == "\N{EN DASH}"
    assert "no interval, because all points contribute alike" in flowers.status()
    assert flowers.box.locator(".demo-interval-all > path").get_attribute("d") == ""
