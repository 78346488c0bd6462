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
from aucc_teach._quickjs import RunningModule
from aucc_teach.partitions import size_profile
from demos.conftest import Live, number
from demos.each_demo import CHOICES, LIMITS
from demos.models import Model

TheLevel = at.demos.TheLevel
REFERENCES, SHOWN, WAYS = (CHOICES["TheLevel", part] for part in ("reference", "shown", "way"))
MOST_SETS = LIMITS["TheLevel", "measured"][1]
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


def test_what_the_baseline_says():
    level = [0.7, 0.8, 0.85]
    found = MODEL.beside(0.8, level)
    assert found["mean"] == pytest.approx(np.mean(level))
    assert found["deviation"] == pytest.approx(np.std(level, ddof=1))
    assert found["z"] == pytest.approx((0.8 - np.mean(level)) / np.std(level, ddof=1))
    assert found["p"] == 3 / 4
    assert MODEL.beside(0.8, [0.7]) == {"mean": 0.7, "deviation": None, "z": None, "p": 1 / 2}
    assert set(MODEL.beside(0.8, []).values()) == {None}


def test_words_say_the_numbers():
    state = START | {"shown": "noise", "measured": 12}
    numbers, level = MODEL.numbers(state), MODEL.levelOf(state)
    assert MODEL.words(state) == (
        "60 points, and AUCC of their labels on two rulers. k-means, 2 clusters of noise: "
        f"AUCC {numbers['aucc']:.4f}. Compared with random labels, z = {numbers['z']:.1f} and p = 0.001; compared with "
        f"its own baseline, {np.mean(level):.4f} on 12 sets of noise, "
        f"p = {(1 + sum(other >= numbers['aucc'] for other in level)) / 13:.3f}."
    )
    words = MODEL.words(START | {"way": "classes"})
    assert "The classes, 3 clusters of the points" in words
    assert words.endswith("The baseline on noise is not measured yet.")
    # Half up, where toFixed() leaves it to the last bit.
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


# ---- on a page


class LevelPage(Live):
    """The level, live; `state` is what the page shows, and follows it by hand."""

    def __init__(self, page, **state):
        super().__init__(page, "the-level", 0)
        self.state = START | state

    def press(self, name, **changes):
        self.box.get_by_role("button", name=name, exact=True).click()
        self.state |= changes

    def select(self, name):
        self.box.locator("details").first.evaluate("node => { node.open = true; }")
        return self.box.locator("label").filter(has_text=re.compile(f"^{name}")).locator("select")

    def choose(self, name, value, **changes):
        self.select(name).select_option(value)
        self.state |= changes

    def n_dots(self):
        return self.box.locator(".demo-set").count()

    def wait_for_sets(self, count):
        self.page.wait_for_function(
            "count => document.querySelectorAll('.demo-live .demo-set').length >= count", arg=count
        )

    def check(self, **changes):
        """Every displayed number is the one that the state has."""
        self.state |= changes
        n_sets = self.state["measured"]
        self.wait_for_sets(n_sets)
        shown, found, level = self.texts(), MODEL.judged(self.state), np.array(MODEL.levelOf(self.state))
        values = {key: number(text) for key, text in shown.items() if key != "sets"}
        assert values["aucc"] == round(found["aucc"], 4)
        assert values["deviation"] == round(found["deviation"], 4)
        p = pvalue(self.state, found)
        assert (values["mean"], values["p"]) == (0.5, round(p, 3))
        assert values["z"] == pytest.approx(found["z"], abs=0.0501)
        assert self.n_dots() == n_sets
        if n_sets > 1:
            assert shown["sets"] == f"{n_sets} sets of noise"
            assert values["levelMean"] == round(level.mean(), 4)
            assert values["levelDeviation"] == round(level.std(ddof=1), 4)
            z = (found["aucc"] - level.mean()) / level.std(ddof=1)
            assert values["levelZ"] == pytest.approx(z, abs=0.0501)
            expected = (1 + (level >= found["aucc"]).sum()) / (1 + n_sets)
            assert values["levelP"] == pytest.approx(expected, abs=0.000501)
        else:
            assert (shown["sets"], values["levelMean"]) == ("noise", None)
        markers = self.box.locator(".demo-cloud .demo-marker").evaluate_all(
            "nodes => nodes.map(node => node.getAttribute('class'))"
        )
        assert [int(name[-1]) for name in markers] == found["labels"]
        assert self.status().endswith(MODEL.verdict(self.state, found, p, level.tolist()))

    def check_pictures(self):
        """Line, dots and dashes stand where the numbers on the axis say."""
        numbers, level = MODEL.numbers(self.state), MODEL.levelOf(self.state)
        rulers = self.box.locator(".demo-rulers")
        read = "nodes => nodes.map(n => [n.textContent, n.getAttribute('x')])"
        texts = rulers.locator(".demo-axis").evaluate_all(read)
        ticks = [(float(text), float(x)) for text, x in texts if re.fullmatch(r"[01]\.\d", text)]
        assert len(ticks) == 7
        slope, start = np.polyfit([x for _, x in ticks], [value for value, _ in ticks], 1)
        value = lambda x: slope * float(x) + start  # noqa: E731
        first = lambda path: re.match(r"M([\d.]+),", path.get_attribute("d"))[1]  # noqa: E731
        assert value(first(rulers.locator(".demo-observed"))) == pytest.approx(numbers["aucc"], abs=1e-6)
        means = [value(first(rulers.locator(".demo-chance").nth(i))) for i in range(2)]
        assert means == pytest.approx([0.5, np.mean(level)], abs=1e-6)
        dots = rulers.locator("circle").evaluate_all(
            "nodes => nodes.map(n => [n.getAttribute('cx'), n.getAttribute('cy')])"
        )
        assert [value(x) for x, _ in dots] == pytest.approx(level, abs=1e-6)
        assert len({(round(value(x), 2), y) for x, y in dots}) > 2 * len(dots) / 3  # stacked, not upon each other
        corners = np.array(re.findall(r"([\d.]+),([\d.]+)", rulers.locator(".demo-blind").get_attribute("d")), float)
        heights = 96 - corners[1:-1, 1]
        x = slope * corners[1:-1, 0] + start
        assert np.allclose(heights / heights.max(), np.exp(-(((x - 0.5) / numbers["deviation"]) ** 2) / 2), atol=1e-3)


def test_every_control(live):
    page = live(TheLevel(measured=5))
    live = LevelPage(page, measured=5)
    live.check()
    live.press("Turn the points into noise", shown="noise")
    live.check()
    for way in ("classes", "blind", "k-means"):
        live.choose("Labels", way, way=way)
        live.check()
    live.choose("k", "4", k=4)
    live.choose("Noise is", "normal", reference="normal")
    live.check()
    live.press("New seed", seed=2)
    live.check()
    live.press("Turn the noise into points", shown="points")
    live.check()
    for i, preset in enumerate(TheLevel().presets):
        live.choose("Points", str(i), points=preset["points"], classes=preset["classes"], measured=0)
        assert live.status().startswith(preset["note"])
        live.check()
    # Lists take letters to choose by; elsewhere they are keys.
    live.select("Labels").focus()
    page.keyboard.press("t")
    live.check(way=live.select("Labels").input_value())
    live.box.get_by_role("button", name="Measure the baseline").focus()
    page.keyboard.press("t")
    live.check(shown="noise")
    page.keyboard.press("Enter")
    live.wait_for_sets(2)  # one alone has no deviation
    page.keyboard.press("m")
    live.check(measured=live.n_dots())


def test_measures_stops_and_goes_on(page_of, open_page):
    page = open_page(page_of(TheLevel(shown="noise")), width=390)
    page.clock.install()
    live = LevelPage(page, shown="noise")
    live.press("Measure the baseline")
    assert live.status() == "Measuring."
    page.clock.run_for(200)
    live.press("Stop")
    live.check(measured=live.n_dots())
    assert 0 < live.state["measured"] < MOST_SETS
    assert live.status().startswith("Stopped. k-means, 2 clusters of noise: AUCC")
    page.clock.run_for(500)
    assert live.n_dots() == live.state["measured"]
    # What is measured is measured for the other labels too, and the first ones are kept.
    page.keyboard.press("m")
    page.clock.run_for(100)
    live.choose("Labels", "classes", way="classes")
    page.clock.run_for(500)
    live.check(measured=live.n_dots())
    assert live.state["measured"] < MOST_SETS
    height = live.box.bounding_box()["height"]
    live.press("Measure the baseline")
    page.clock.run_for(4000)
    # However it came about, in however many frames, it depends on the seed alone.
    live.check(measured=MOST_SETS)
    live.check_pictures()
    assert live.box.bounding_box()["height"] == height
    assert live.status().startswith("Done. The classes, 3 clusters of noise")
    live.press("Measure the baseline")
    assert live.status() == "99 sets are measured, which is the most there can be."
    live.press("Undo")
    page.clock.run_for(500)
    assert live.n_dots() < MOST_SETS


def test_less_motion(page_of, open_page):
    """Who asked for less motion sees no frame between start and end."""
    page = open_page(page_of(TheLevel()), reduced_motion="reduce")
    page.clock.install()
    live = LevelPage(page)
    live.press("Measure the baseline")
    page.clock.run_for(200)
    assert live.n_dots() == 0
    page.clock.run_for(5000)
    live.check(measured=MOST_SETS)


def test_no_frame_is_long(page_of, open_page):
    """One set of noise, or as many as there is time for: as measured on a quiet machine, a few milliseconds."""
    page = open_page(page_of(TheLevel(shown="noise", k=6)))
    page.evaluate(
        """() => { window.lasted = []; const ask = window.requestAnimationFrame;
        window.requestAnimationFrame = (act) => ask((time) => {
            const start = performance.now(); act(time); lasted.push(performance.now() - start);
        }); }"""
    )
    live = LevelPage(page)
    live.press("Measure the baseline")
    live.wait_for_sets(MOST_SETS)
    lasted = page.evaluate("lasted")
    assert len(lasted) > 10
    assert np.median(lasted) < 16
