"""The baseline: noise, k-means and AUCC on both rulers are those of others; it measures and stops."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import kstest
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

import aucc_teach as at
from aucc_teach.partitions import size_profile
from aucc_teach.run_scripts import RunningModule
from demos.each_demo import CHOICES
from demos.models import Model
from demos.shown import Live, drawing

TheLevel = at.demos.TheLevel
REFERENCES, SHOWN, WAYS = (CHOICES["TheLevel", part] for part in ("reference", "shown", "way"))
MOST_SETS = 99
MODEL = Model("the-level")
NOISE = RunningModule("demos/static/noise.js")
START = TheLevel().state()


def clouds(n_cases, seed=5):
    """Points of every shape: on a line, round, with few places, far apart."""
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < n_cases:
        n = int(rng.integers(10, 61))
        step = int(rng.choice([1, 50, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        if len(found) % 5 == 0:
            points[:, rng.integers(0, 2)] = 500
        if len(found) % 5 == 1:
            points[:, 1] = points[:, 0]
        if np.ptp(points, axis=0).max() >= 100:
            found.append(points.tolist())
    return found


# ---- noise


@pytest.mark.parametrize("reference", REFERENCES)
def test_noise_has_mean_and_covariance_of_the_points(reference):
    for points in clouds(15):
        noise = NOISE.structureless(points, reference, 3, 1)
        assert len(noise) == len(points)
        # What is rounded to the grid moves by half a step.
        assert np.abs(np.mean(noise, axis=0) - np.mean(points, axis=0)).max() < 0.5
        assert np.allclose(np.cov(np.transpose(noise)), np.cov(np.transpose(points)), rtol=0.01, atol=200)


@pytest.mark.parametrize("reference", REFERENCES)
def test_noise_is_that_of_reference_data(reference):
    """Along the principal axes both have the same distribution."""
    points = np.array(START["points"])
    axes = np.linalg.eigh(np.cov(points.T))[1]
    centred = lambda sets: np.concatenate([(np.array(one) - points.mean(axis=0)) @ axes for one in sets])  # noqa: E731
    drawn = lambda kind: centred([NOISE.structureless(points.tolist(), kind, 1, t) for t in range(300)])  # noqa: E731
    theirs = centred([at.reference_data(points, reference=reference, rng=t) for t in range(300)])
    ours = drawn(reference)
    for axis in (0, 1):
        assert kstest(ours[:, axis], theirs[:, axis]).pvalue > 0.001
    assert kstest(drawn(REFERENCES[reference == "box"])[:, 0], theirs[:, 0]).pvalue < 1e-6


# ---- k-means


def squares(points, labels):
    points, labels = np.array(points), np.array(labels)
    return sum(((points[labels == c] - points[labels == c].mean(axis=0)) ** 2).sum() for c in set(labels.tolist()))


def test_k_means_finds_what_scikit_learn_finds():
    n_best = 0
    for points, k in itertools.product([preset["points"] for preset in TheLevel().presets], (2, 3, 4, 6)):
        ours = squares(points, NOISE.kMeans(points, k, 1, 0))
        theirs = KMeans(k, n_init=50, random_state=0).fit(points).inertia_
        assert ours < 1.02 * theirs
        n_best += ours < theirs * (1 + 1e-9)
    assert n_best >= 10


# ---- the numbers


def states():
    rng = np.random.default_rng(9)
    for i, points in enumerate(clouds(12, seed=7)):
        yield {
            "points": points,
            "classes": [0, 3, *rng.integers(0, 4, size=len(points) - 2).tolist()],
            "way": WAYS[i % 3],
            "k": 2 + i % 5,
            "shown": SHOWN[i % 2],
            "reference": REFERENCES[i // 2 % 2],
            "seed": int(rng.integers(0, 2**32)),
            "measured": 3,
        }


def test_labels_scores_and_level_are_those_of_the_package():
    for state in states():
        found, numbers = MODEL.judged(state), MODEL.numbers(state)
        places, labels = found["places"], found["labels"]
        assert places == (state["points"] if state["shown"] == "points" else MODEL.noiseOf(state))
        sizes = np.bincount(labels).tolist()
        if state["way"] == "classes":
            assert labels == np.unique(state["classes"], return_inverse=True)[1].tolist()
        else:
            assert len(sizes) == state["k"]
            assert state["way"] == "k-means" or tuple(sizes) == size_profile(len(places), state["k"])
        assert found["sizes"] == sizes
        # To the last bit.
        aucc, deviation = at.aucc_score(places, labels), math.sqrt(at.PairRanking(places).null(sizes).variance)
        assert (numbers["aucc"], numbers["deviation"]) == (aucc, deviation)
        assert numbers["z"] == (aucc - 0.5) / deviation
        assert (numbers["largest"], numbers["smallest"], numbers["n_clusters"]) == (max(sizes), min(sizes), len(sizes))
        for t, level in enumerate(MODEL.levelOf(state), 1):
            noise = MODEL.noiseOf(state, t)
            assert MODEL.scoreOnNoise(state, t) == level
            if state["way"] == "classes":
                assert level == at.aucc_score(noise, labels)
            if state["way"] == "k-means":
                assert level == at.aucc_score(noise, NOISE.kMeans(noise, state["k"], state["seed"], t))


def pvalue(state, found=None):
    found = found or MODEL.judged(state)
    ranks = found["ranks"] | {"rankSquare": list(found["ranks"]["rankSquare"].values())}
    return MODEL.blindPvalue(found | {"ranks": ranks}, state["seed"])


def test_the_p_value_agrees_with_aucc_test():
    state = START | {"way": "blind", "seed": 4}
    found = MODEL.judged(state)
    result = at.aucc_test(state["points"], found["labels"], alternative="greater", n_resamples=9999, rng=0)
    assert pvalue(state) == pytest.approx(result.pvalue, abs=4 * 0.5 / math.sqrt(999))
    assert found["z"] == pytest.approx(result.zscore)
    assert pvalue(START) == 1 / 1000


# ---- the lesson is true


def on_noise(seed, way, **changes):
    state = START | {"shown": "noise", "seed": seed, "measured": 39, "way": way} | changes
    return MODEL.numbers(state), np.array(MODEL.levelOf(state)), state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.breadth(first_of=8)
def test_what_the_lesson_says(seed):
    """Not of one seed alone: k-means is far above random labels and inside its level, the others are at one half."""
    found, level, state = on_noise(seed, "k-means")
    assert found["z"] > 10
    assert pvalue(state) == 0.001
    assert level.min() - 0.05 < found["aucc"] < level.max() + 0.05
    assert level.mean() > 0.8
    for way in ("classes", "blind"):
        found, level, _ = on_noise(seed, way)
        assert abs(found["z"]) < 4
        assert abs(level.mean() - 0.5) < 5 * level.std() / math.sqrt(39)
        assert level.std() == pytest.approx(found["deviation"], rel=0.5)
    found, level, _ = on_noise(seed, "classes", shown="points")
    assert found["z"] > 10
    assert level.max() < found["aucc"]


def test_the_irises_are_as_they_were_measured():
    """In tenths of a centimetre."""
    (preset,) = (preset for preset in TheLevel().presets if preset["name"] == "Irises")
    iris = load_iris()
    flowers = [*range(20), *range(50, 70), *range(100, 120)]
    widths, lengths = ((10 * iris.data[flowers, column]).round() for column in (1, 2))
    assert preset["points"] == np.column_stack([200 + 26 * (widths - 20), 150 + 12 * (lengths - 10)]).tolist()
    assert preset["classes"] == iris.target[flowers].tolist()


# ---- what is shown


def test_the_baseline_shows_mean_and_deviation_of_its_sets():
    for state in states():
        shown, level, aucc = drawing(TheLevel(), **state), np.array(MODEL.levelOf(state)), MODEL.judged(state)["aucc"]
        scores = {"levelMean": level.mean(), "levelDeviation": level.std(ddof=1)}
        assert shown.numbers(*scores) == pytest.approx(scores, abs=0.5001e-4)
        assert shown.numbers("levelZ")["levelZ"] == pytest.approx((aucc - level.mean()) / level.std(ddof=1), abs=0.0501)
        p = (1 + (level >= aucc).sum()) / (1 + len(level))
        assert shown.numbers("levelP")["levelP"] == pytest.approx(p, abs=0.000501)
        assert f"p = {p:.3f}." in shown.said()


# ---- on a page


class LevelPage(Live):
    """The baseline on a page, without steps."""

    def wait_for_sets(self, count):
        self.page.wait_for_function(
            "count => document.querySelectorAll('.demo-live .demo-set').length >= count", arg=count
        )

    def check(self, **state):
        self.wait_for_sets(self.state()["measured"])
        return super().check(**state)


def test_measures_stops_and_goes_on(page_of, open_page):
    demo = TheLevel(shown="noise")
    page = open_page(page_of(demo), width=390)
    page.clock.install()
    level = LevelPage(page, demo)
    level.press("Measure the baseline")
    assert level.status() == "Measuring."
    page.clock.run_for(200)
    level.press("Stop")
    n_sets = level.check()["measured"]
    assert 0 < n_sets < MOST_SETS
    assert level.status().startswith("Stopped. k-means, 2 clusters of noise: AUCC")
    page.clock.run_for(500)
    level.check(measured=n_sets)
    # What is measured is measured for the other labels too, and the first ones are kept.
    level.box.locator("details").first.evaluate("node => { node.open = true; }")
    level.list("Labels").select_option("classes")
    assert level.check(way="classes")["measured"] == n_sets
    level.press("Measure the baseline")
    page.clock.run_for(4000)
    # However it came about, in however many frames, it depends on the seed alone.
    level.check(measured=MOST_SETS)
    assert level.status().startswith("Done. The classes, 3 clusters of noise")
