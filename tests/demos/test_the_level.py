"""The baseline: noise, k-means and AUCC on both rulers are those of others; what the page draws and does."""

import itertools
import math
import re

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
from demos.shown import Live, drawing, written

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


def test_noise_depends_on_seed_and_set_alone():
    """These are the sets that pages and links have always shown."""
    first = [MODEL.noiseOf(START | changes)[:2] for changes in ({}, {"seed": 2}, {"reference": "normal"})]
    assert first[0] == [[469, 731], [307, 723]]
    assert len({str(points) for points in [*first, MODEL.noiseOf(START, 1)[:2]]}) == 4


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


def test_clusters_are_all_there_and_in_the_order_of_their_first_points():
    n_tied = 0
    for points, k in itertools.product(clouds(20), (2, 3, 6)):
        labels = NOISE.kMeans(points, k, 2**32 - 1, 3)
        assert list(dict.fromkeys(labels)) == list(range(k))
        n_tied += len({tuple(point) for point in points}) < len(points)
    assert n_tied > 30


def test_every_run_ends_where_nothing_is_closer():
    """Every point belongs to the nearest mean, in whole numbers."""
    n_judged = 0
    for points in clouds(30, seed=6):
        labels = np.array(NOISE.lloyd(points, [0, 3, 6, 9]))
        points = np.array(points)
        if len({tuple(p) for p in points.tolist()}) < 8:
            continue  # a cluster may have been filled up
        sizes = np.bincount(labels, minlength=4)
        sums = np.array([points[labels == c].sum(axis=0) for c in range(4)])
        # Squared distance to the mean of m points is a whole number over m^2.
        apart = ((sizes[None, :, None] * points[:, None] - sums[None]) ** 2).sum(axis=2)
        own, m = apart[np.arange(len(points)), labels], sizes[labels]
        assert (own[:, None] * sizes**2 <= apart * m[:, None] ** 2).all()
        n_judged += 1
    assert n_judged > 15


def test_no_cluster_stays_empty():
    """Two starts at one place: the farthest point fills the cluster that gets nothing."""
    points = [[0, 0]] * 5 + [[900, 0]] * 4 + [[900, 300]]
    assert NOISE.lloyd(points, [0, 1, 5]) == [0] * 5 + [2] * 4 + [1]


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


def test_random_labels_never_look_at_the_points():
    state = START | {"way": "blind"}
    on = lambda **changes: MODEL.judged(state | changes)["labels"]  # noqa: E731
    assert on() == on(shown="noise", reference="normal")
    assert on() != on(seed=2)


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


def test_numbers_are_rounded_half_up():
    """Where toFixed() leaves it to the last bit."""
    assert [MODEL.fixed(1.0005, 3), MODEL.fixed(-0.25, 1)] == ["1.001", "\N{MINUS SIGN}0.2"]


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


@pytest.mark.slow
def test_p_of_noise_at_its_level_is_any_number():
    """The noise that is shown is one of the sets: its rank among them is uniform."""
    few = {"points": START["points"][14:26], "classes": START["classes"][14:26], "measured": 9}
    ranks = []
    for seed in range(30):
        found, level, _ = on_noise(seed, "k-means", **few)
        ranks.append(int((level >= found["aucc"]).sum()))
    counts = np.bincount(ranks, minlength=10)
    assert counts.max() <= 10
    assert np.mean(ranks) == pytest.approx(4.5, abs=4 * np.std(range(10)) / math.sqrt(30))


def test_presets_show_what_they_say():
    presets = {preset["name"]: preset for preset in TheLevel().presets}
    for name, preset in presets.items():
        assert len(preset["points"]) == 60
        state = START | {key: preset[key] for key in ("points", "classes")} | {"k": 3 if name == "Three blobs" else 2}
        found = MODEL.numbers(state)
        of_classes = MODEL.judged(state | {"way": "classes"})
        assert found["z"] > 10
        if name.startswith("A "):
            assert abs(of_classes["z"]) < 2
        else:
            assert max(MODEL.levelOf(state | {"measured": 19})) < found["aucc"]
        if name == "Three blobs":
            assert of_classes["labels"] == MODEL.judged(state)["labels"]
    iris = load_iris()
    flowers = [*range(20), *range(50, 70), *range(100, 120)]
    points = np.array(presets["Irises"]["points"])
    # In tenths of a centimetre, as they were measured.
    widths, lengths = ((10 * iris.data[flowers, column]).round() for column in (1, 2))
    assert points.tolist() == np.column_stack([200 + 26 * (widths - 20), 150 + 12 * (lengths - 10)]).tolist()
    assert presets["Irises"]["classes"] == iris.target[flowers].tolist()


# ---- what is shown


def test_what_is_shown_is_what_the_package_computes():
    """Numbers, markers, and on the rulers line, dots and dashes where the numbers on the axis say."""
    for state in [*states(), START | {"measured": 20}]:
        shown, found, level = drawing(TheLevel(), **state), MODEL.judged(state), np.array(MODEL.levelOf(state))
        texts, p, aucc = shown.texts(), pvalue(state, found), found["aucc"]
        assert [texts[key] for key in ("aucc", "deviation", "mean")] == [
            written(aucc),
            written(found["deviation"]),
            "0.5000",
        ]
        assert texts["sets"] == f"{len(level)} sets of noise"
        assert [texts[key] for key in ("levelMean", "levelDeviation")] == [
            written(level.mean()),
            written(level.std(ddof=1)),
        ]
        z = {"z": (aucc - 0.5) / found["deviation"], "levelZ": (aucc - level.mean()) / level.std(ddof=1)}
        assert shown.numbers(*z) == pytest.approx(z, abs=0.0501)
        ps = {"p": p, "levelP": (1 + (level >= aucc).sum()) / (1 + len(level))}
        assert shown.numbers(*ps) == pytest.approx(ps, abs=0.000501)
        markers = shown.attributes(".demo-cloud .demo-marker", "class")
        assert [int(classes[-1][-1]) for classes in markers] == found["labels"]
        assert shown.said() == MODEL.verdict(state, found, p, level.tolist())
        for words in (
            f"AUCC {aucc:.4f}",
            f"{level.mean():.4f} on {len(level)} sets of noise",
            f"p = {ps['levelP']:.3f}.",
        ):
            assert words in shown.said()
        if state["measured"] < 20:
            continue
        (rulers,) = shown.body.select(".demo-rulers")
        ticks = [node for node in rulers.select(".demo-axis") if re.fullmatch(r"[01]\.\d", node.get_text())]
        axis = [(float(node.get_text()), float(node["x"])) for node in ticks]
        slope, start = np.polyfit([x for _, x in axis], [value for value, _ in axis], 1)
        first = [float(node["d"][1:].split(",")[0]) for node in rulers.select(".demo-observed, .demo-chance")]
        assert sorted(slope * np.array(first) + start) == pytest.approx(
            sorted([max(aucc, axis[0][0]), 0.5, level.mean()]), abs=1e-3
        )
        dots = [(float(node["cx"]), node["cy"]) for node in rulers.select("circle")]
        assert [slope * x + start for x, _ in dots] == pytest.approx(level, abs=1e-3)
        stacked = {(round(slope * x + start, 2), y) for x, y in dots}
        assert len(stacked) > 2 * len(dots) / 3
        corners = shown.places(".demo-rulers .demo-blind")[1:-1]
        heights, x = 96 - corners[:, 1], slope * corners[:, 0] + start
        bell = np.exp(-(((x - 0.5) / found["deviation"]) ** 2) / 2)
        assert np.allclose(heights / heights.max(), bell, atol=0.01)
    one = drawing(TheLevel(), **START).texts()
    assert (one["sets"], one["levelMean"]) == ("noise", "\N{EN DASH}")


# ---- on a page


class LevelPage(Live):
    """The baseline on a page, without steps."""

    def n_dots(self):
        return self.box.locator(".demo-set").count()

    def wait_for_sets(self, count):
        self.page.wait_for_function(
            "count => document.querySelectorAll('.demo-live .demo-set').length >= count", arg=count
        )

    def check(self, **state):
        self.wait_for_sets(self.state()["measured"])
        return super().check(**state)


def test_every_control(live):
    demo = TheLevel(measured=5, lesson=[])
    level = LevelPage(live(demo), demo)
    level.box.locator("details").first.evaluate("node => { node.open = true; }")
    level.press("Turn the points into noise")
    for name, option, state in (
        ("Labels", "classes", {"way": "classes"}),
        ("Labels", "blind", {"way": "blind"}),
        ("Labels", "k-means", {"way": "k-means"}),
        ("k", "4", {"k": 4}),
        ("Noise is", "normal", {"reference": "normal"}),
    ):
        level.list(name).select_option(option)
        level.check(shown="noise", **state)
    level.press("New seed", "Turn the noise into points")
    level.check(seed=2, shown="points")
    preset = TheLevel().presets[-1]
    level.list("Points").select_option(str(len(TheLevel().presets) - 1))
    assert level.status().startswith(preset["note"])
    level.check(points=preset["points"], classes=preset["classes"], measured=0)
    # Lists take letters to choose by; elsewhere they are keys.
    level.list("Labels").press("t")
    level.check(shown="points")
    level.button("Measure the baseline").press("t")
    level.check(shown="noise")
    level.button("Measure the baseline").press("Enter")
    level.wait_for_sets(2)
    level.button("Stop").press("m")
    assert level.check()["measured"] >= 2


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
    assert level.n_dots() == n_sets
    # What is measured is measured for the other labels too, and the first ones are kept.
    page.keyboard.press("m")
    page.clock.run_for(100)
    level.box.locator("details").first.evaluate("node => { node.open = true; }")
    level.list("Labels").select_option("classes")
    page.clock.run_for(500)
    assert n_sets <= level.check(way="classes")["measured"] < MOST_SETS
    height = level.box.bounding_box()["height"]
    level.press("Measure the baseline")
    page.clock.run_for(4000)
    # However it came about, in however many frames, it depends on the seed alone.
    level.check(measured=MOST_SETS)
    assert level.box.bounding_box()["height"] == height
    assert level.status().startswith("Done. The classes, 3 clusters of noise")
    level.press("Measure the baseline")
    assert level.status() == "99 sets are measured, which is the most there can be."
    level.press("Undo")
    page.clock.run_for(500)
    assert level.n_dots() < MOST_SETS


def test_less_motion(page_of, open_page):
    """Who asked for less motion sees no frame between start and end."""
    page = open_page(page_of(TheLevel()), reduced_motion="reduce")
    page.clock.install()
    level = LevelPage(page, TheLevel())
    level.press("Measure the baseline")
    page.clock.run_for(200)
    assert level.n_dots() == 0
    page.clock.run_for(5000)
    level.wait_for_sets(MOST_SETS)
