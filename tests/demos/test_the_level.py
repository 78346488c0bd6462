import itertools
import math
import re

import numpy as np
import pytest
from scipy.stats import kstest
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

import aucc_teach as at
from aucc_teach.demos import _noise
from aucc_teach.demos._noise import REFERENCES, k_means, structureless
from aucc_teach.demos._random_partitions import Sfc32
from aucc_teach.demos.the_level import MOST_SETS, N_DEALS, SHOWN, WAYS
from demos.conftest import Live, number

TheLevel = at.demos.TheLevel

IMPORT = """const exported = `export { structureless, kMeans, lloyd, judged, dealtScores, scoreOnNoise, pvalueOf, fixed
    };`;
  const url = URL.createObjectURL(new Blob([source, exported], { type: 'text/javascript' }));
  const demo = await import(url);"""


def run(browser, body, *arguments):
    """Run JavaScript with the demo's module as `demo` and `arguments` as `given`."""
    page = browser.new_page()
    result = page.evaluate(
        f"async ([source, given]) => {{ {IMPORT} {body} }}", [TheLevel.source("the-level"), arguments]
    )
    page.close()
    return result


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


def test_noise_is_the_same_on_both_sides(browser):
    cases = [
        (points, reference, seed, t)
        for points in clouds(40)
        for reference in REFERENCES
        for seed, t in [(0, 0), (2**32 - 1, 99)]
    ]
    body = "return given[0].map((one) => demo.structureless(...one));"
    for case, found in zip(cases, run(browser, body, cases), strict=True):
        assert [tuple(point) for point in found] == structureless(*case)


@pytest.mark.parametrize("reference", REFERENCES)
def test_noise_has_mean_and_covariance_of_the_points(reference):
    for points in clouds(30):
        noise = structureless(points, reference, 3, 1)
        assert len(noise) == len(points)
        # What is rounded to the grid moves by half a step.
        assert np.abs(np.mean(noise, axis=0) - np.mean(points, axis=0)).max() < 0.5
        assert np.allclose(np.cov(np.transpose(noise)), np.cov(np.transpose(points)), rtol=0.01, atol=200)


@pytest.mark.parametrize("reference", REFERENCES)
def test_noise_is_that_of_reference_data(reference):
    """Along the principal axes both have the same distribution."""
    points = np.array(TheLevel().points)
    axes = np.linalg.eigh(np.cov(points.T))[1]
    centred = lambda sets: np.concatenate([(np.array(one) - points.mean(axis=0)) @ axes for one in sets])  # noqa: E731
    ours = centred([structureless(points.tolist(), reference, 1, t) for t in range(300)])
    theirs = centred([at.reference_data(points, reference=reference, rng=t) for t in range(300)])
    for axis in (0, 1):
        assert kstest(ours[:, axis], theirs[:, axis]).pvalue > 0.001
    other = centred([structureless(points.tolist(), REFERENCES[reference == "box"], 1, t) for t in range(300)])
    assert kstest(other[:, 0], theirs[:, 0]).pvalue < 1e-6


# ---- k-means


def test_k_means_is_the_same_on_both_sides(browser):
    cases = [(points, k, seed, 3) for points in clouds(60) for k in (2, 3, 6) for seed in (0, 2**32 - 1)]
    body = "return given[0].map((one) => demo.kMeans(...one));"
    n_tied = 0
    for (points, k, *start), labels in zip(cases, run(browser, body, cases), strict=True):
        assert labels == k_means(points, k, *start)
        assert len(set(labels)) == k
        n_tied += len({tuple(point) for point in points}) < len(points)
    assert n_tied > 100


def test_k_means_finds_what_scikit_learn_finds():
    squares = lambda points, labels: sum(  # noqa: E731
        ((points[labels == c] - points[labels == c].mean(axis=0)) ** 2).sum() for c in set(labels.tolist())
    )
    n_best = 0
    for points, k in itertools.product([preset["points"] for preset in TheLevel().presets], (2, 3, 4, 6)):
        labels = np.array(k_means(points, k, 1, 0))
        points = np.array(points)
        theirs = KMeans(k, n_init=50, random_state=0).fit(points).inertia_
        assert squares(points, labels) < 1.02 * theirs
        n_best += squares(points, labels) < theirs * (1 + 1e-9)
    assert n_best >= 10


def test_every_run_ends_where_nothing_is_closer():
    """Every point belongs to the nearest mean, in whole numbers."""
    for points in clouds(30, seed=6):
        points = np.array(points)
        labels = _noise._lloyd(points, points[_noise._far_apart(points, 4, Sfc32(1, 2, 3))])
        sums, sizes = _noise._sums(points, labels, 4)
        if (sizes == 0).any() or len({tuple(p) for p in points.tolist()}) < 8:
            continue  # a cluster was filled up
        for (x, y), label in zip(points.tolist(), labels.tolist(), strict=True):
            apart = [
                ((m * x - sx) ** 2 + (m * y - sy) ** 2, m * m)
                for (sx, sy), m in zip(sums.tolist(), sizes.tolist(), strict=True)
            ]
            own = apart[label]
            assert all(own[0] * m2 <= other * own[1] for other, m2 in apart)


def test_no_cluster_stays_empty(browser):
    """Two starts at one place: the farthest point fills the cluster that gets nothing."""
    points = [[0, 0]] * 5 + [[900, 0]] * 4 + [[900, 300]]
    labels = _noise._lloyd(np.array(points), np.array(points)[[0, 1, 5]]).tolist()
    assert labels == [0] * 5 + [2] * 4 + [1]
    assert run(browser, "return demo.lloyd(...given);", points, [0, 1, 5]) == labels


# ---- the numbers


def states():
    rng = np.random.default_rng(9)
    for i, points in enumerate(clouds(24, seed=7)):
        classes = [0, 3, *rng.integers(0, 4, size=len(points) - 2).tolist()]
        yield {
            "points": points,
            "classes": classes,
            "way": WAYS[i % 3],
            "k": 2 + i % 5,
            "shown": SHOWN[i % 2],
            "reference": REFERENCES[i // 2 % 2],
            "seed": int(rng.integers(0, 2**32)),
            "measured": 5,
        }


def test_labels_scores_and_level_are_the_same_on_both_sides(browser):
    body = """return given[0].map((state) => {
      const found = demo.judged(state);
      const pvalue = demo.pvalueOf(found.aucc, demo.dealtScores(found, state.seed));
      const level = [1, 2, 3, 4, 5].map((t) => demo.scoreOnNoise(state, t));
      return { ...found, pvalue, level };
    });"""
    cases = list(states())
    for state, found in zip(cases, run(browser, body, cases), strict=True):
        twin = TheLevel(**state)
        assert [tuple(place) for place in found["places"]] == twin.places
        assert found["labels"] == twin.labels
        assert found["aucc"] == twin.aucc == at.aucc_score(twin.places, twin.labels)
        assert found["deviation"] == math.sqrt(twin.null.variance)
        assert found["pvalue"] == twin.pvalue
        assert found["level"] == twin.level.tolist()


def test_rounding_is_the_same_on_both_sides(browser):
    cases = [(k / 32, digits) for k in range(-64, 65) for digits in (1, 3)]
    found = run(browser, "return given[0].map((one) => demo.fixed(...one));", cases)
    from aucc_teach.demos.the_level import _fixed

    assert found == [_fixed(*case) for case in cases]


def test_more_sets_go_on_where_fewer_ended():
    few, many = TheLevel(measured=4), TheLevel(measured=9)
    assert np.array_equal(many.level[:4], few.level)
    few.measured = 9
    assert np.array_equal(many.level, few.level)
    assert not np.array_equal(TheLevel(measured=9, seed=2).level, many.level)
    assert TheLevel().level.shape == (0,)


def test_the_p_value_agrees_with_aucc_test():
    demo = TheLevel(way="blind", seed=4)
    result = at.aucc_test(demo.points, demo.labels, alternative="greater", n_resamples=9999, rng=0)
    assert demo.pvalue == pytest.approx(result.pvalue, abs=4 * 0.5 / math.sqrt(N_DEALS))
    assert demo.z == pytest.approx(result.zscore)
    assert TheLevel().pvalue == 1 / (1 + N_DEALS)


# ---- the lesson is true


@pytest.mark.parametrize("seed", range(1, 9))
def test_what_the_lesson_says(seed):
    """Not of one seed alone: k-means is far above blind labels and inside its level, the others are at one half."""
    base = {"shown": "noise", "seed": seed, "measured": 39}
    kmeans, classes, blind = (TheLevel(way=way, **base) for way in ("k-means", "classes", "blind"))
    assert kmeans.z > 10
    assert kmeans.pvalue == 0.001
    assert kmeans.level.min() - 0.05 < kmeans.aucc < kmeans.level.max() + 0.05
    assert kmeans.level.mean() > 0.8
    for demo in (classes, blind):
        assert abs(demo.z) < 4
        assert abs(demo.level.mean() - 0.5) < 5 * demo.level.std() / math.sqrt(39)
        assert demo.level.std() == pytest.approx(math.sqrt(demo.null.variance), rel=0.5)
    species = TheLevel(way="classes", seed=seed, measured=39)
    assert species.z > 10
    assert species.level.max() < species.aucc


def test_p_of_noise_at_its_level_is_any_number():
    """The noise that is shown is one of the sets: its rank among them is uniform."""
    ranks = []
    for seed in range(60):
        demo = TheLevel(shown="noise", seed=seed, measured=9)
        ranks.append((demo.level >= demo.aucc).sum())
    counts = np.bincount(ranks, minlength=10)
    assert counts.max() <= 16
    assert np.mean(ranks) == pytest.approx(4.5, abs=4 * np.std(range(10)) / math.sqrt(60))


def test_presets_show_what_they_say():
    presets = {preset["name"]: preset for preset in TheLevel().presets}
    judged = {}
    for name, preset in presets.items():
        assert len(preset["points"]) == 60
        judged[name] = {
            way: TheLevel(preset["points"], preset["classes"], way, k=3 if name == "Three blobs" else 2, measured=39)
            for way in ("k-means", "classes")
        }
        assert judged[name]["k-means"].z > 10
    for name in ("A normal cloud", "A uniform square"):
        assert abs(judged[name]["classes"].z) < 2
    for name in ("Irises", "Three blobs"):
        assert judged[name]["k-means"].level.max() < judged[name]["k-means"].aucc
    blobs = judged["Three blobs"]
    assert blobs["k-means"].labels == blobs["classes"].labels
    iris = load_iris()
    flowers = [*range(20), *range(50, 70), *range(100, 120)]
    points = np.array(presets["Irises"]["points"])
    for axis, column in ((0, 1), (1, 2)):
        assert np.corrcoef(points[:, axis], iris.data[flowers, column])[0, 1] == pytest.approx(1)
    assert presets["Irises"]["classes"] == iris.target[flowers].tolist()


# ---- the state


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("points", [[0, 100 * i] for i in range(9)], "10 to 60 points. Got 9"),
        ("points", [[0, 0.5]] * 60, "whole numbers"),
        ("points", [[0, 0]] * 59 + [[99, 99]], "differ by at least 100"),
        ("points", [[0, 100 * i] for i in range(10)], "one class for each point. Got 10 points and 60 classes"),
        ("classes", [0] * 60, "at least 2 classes, and fewer than points. Got 1 of 60"),
        ("classes", [0, 6] * 30, "from 0 to 5"),
        ("way", "random", "way must be one of 'blind', 'classes', 'k-means'. Got 'random'"),
        ("k", 1, "k must be a whole number from 2 to 6. Got 1"),
        ("k", 7, "from 2 to 6"),
        ("shown", True, "shown must be one of"),
        ("reference", "radial", "reference must be one of 'box', 'normal'"),
        ("seed", -1, "seed must be a whole number from 0 to 4294967295"),
        ("measured", 100, "measured must be a whole number from 0 to 99. Got 100"),
    ],
)
def test_refuses(name, value, says, check_refused):
    check_refused(TheLevel(), name, value, says)


def test_refuses_half_a_start():
    with pytest.raises(ValueError, match="belong together"):
        TheLevel(points=[[0, 100 * i] for i in range(10)])
    demo = TheLevel(measured=20)
    demo.place(points=[[0, 100 * i] for i in range(10)], classes=[0, 1] * 5)
    assert (len(demo.points), demo.measured) == (10, 0)


def test_words_say_the_numbers():
    demo = TheLevel(shown="noise", measured=20)
    assert f"AUCC {demo.aucc:.4f}. Compared with random labels, z = {demo.z:.1f} and p = 0.001" in demo.words()
    assert f"{demo.level.mean():.4f} on 20 sets of noise" in demo.words()
    assert "not measured yet" in TheLevel().words()


# ---- on a page


class LevelPage(Live):
    """The level, live; `twin` is the Python demo that follows it by hand."""

    def __init__(self, page, twin):
        super().__init__(page, "the-level", 0)
        self.twin = twin

    def press(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()

    def select(self, name):
        self.box.locator("details").first.evaluate("node => { node.open = true; }")
        return self.box.locator("label").filter(has_text=re.compile(f"^{name}")).locator("select")

    def choose(self, name, value):
        self.select(name).select_option(value)

    def n_dots(self):
        return self.box.locator(".demo-set").count()

    def wait_for_sets(self, count):
        self.page.wait_for_function(
            "count => document.querySelectorAll('.demo-live .demo-set').length >= count", arg=count
        )

    def check(self):
        """Every displayed number is the one that Python computes."""
        twin = self.twin
        self.wait_for_sets(twin.measured)
        shown, level = self.texts(), twin.level
        values = {key: number(text) for key, text in shown.items() if key != "sets"}
        assert values["aucc"] == round(twin.aucc, 4)
        assert values["deviation"] == round(math.sqrt(twin.null.variance), 4)
        assert (values["mean"], values["p"]) == (0.5, round(twin.pvalue, 3))
        assert values["z"] == pytest.approx(twin.z, abs=0.0501)
        assert self.n_dots() == twin.measured
        if twin.measured > 1:
            assert shown["sets"] == f"{twin.measured} sets of noise"
            assert values["levelMean"] == round(level.mean(), 4)
            assert values["levelDeviation"] == round(level.std(ddof=1), 4)
            assert values["levelZ"] == pytest.approx((twin.aucc - level.mean()) / level.std(ddof=1), abs=0.0501)
            expected = (1 + (level >= twin.aucc).sum()) / (1 + twin.measured)
            assert values["levelP"] == pytest.approx(expected, abs=0.000501)
        else:
            assert (shown["sets"], values["levelMean"]) == ("noise", None)
        markers = self.box.locator(".demo-cloud .demo-marker").evaluate_all(
            "nodes => nodes.map(node => node.getAttribute('class'))"
        )
        assert [int(name[-1]) for name in markers] == twin.labels


def test_every_control(bare_page, open_page):
    twin = TheLevel(measured=5)
    page = open_page(bare_page(twin))
    live = LevelPage(page, twin)
    live.check()
    live.press("Turn the points into noise")
    twin.shown = "noise"
    live.check()
    for way in ("classes", "blind", "k-means"):
        live.choose("Labels", way)
        twin.way = way
        live.check()
    for label, value, name in [("k", "4", "k"), ("Noise is", "normal", "reference")]:
        live.choose(label, value)
        setattr(twin, name, int(value) if name == "k" else value)
        live.check()
    live.press("New seed")
    twin.seed = 2
    live.check()
    live.press("Turn the noise into points")
    twin.shown = "points"
    live.check()
    for i, preset in enumerate(twin.presets):
        live.choose("Points", str(i))
        twin.place(points=preset["points"], classes=preset["classes"])
        assert live.status().startswith(preset["note"])
        live.check()
    page.watched.check()


def test_measures_stops_and_goes_on(page_of, open_page):
    twin = TheLevel(shown="noise")
    page = open_page(page_of(twin))
    page.clock.install()
    live = LevelPage(page, twin)
    live.press("Measure the baseline")
    assert live.status() == "Measuring."
    page.clock.run_for(200)
    live.press("Stop")
    twin.measured = live.n_dots()
    assert 0 < twin.measured < MOST_SETS
    assert live.status().startswith("Stopped. k-means, 2 clusters of noise: AUCC")
    live.check()
    page.clock.run_for(500)
    assert live.n_dots() == twin.measured
    # What is measured is measured for the other labels too, and the first ones are kept.
    page.keyboard.press("m")
    page.clock.run_for(100)
    live.choose("Labels", "classes")
    page.clock.run_for(500)
    twin.way, twin.measured = "classes", live.n_dots()
    assert twin.measured < MOST_SETS
    live.check()
    live.press("Measure the baseline")
    page.clock.run_for(4000)
    twin.measured = MOST_SETS
    live.check()
    assert live.status().startswith("Done. The classes, 3 clusters of noise")
    live.press("Measure the baseline")
    assert live.status() == "99 sets are measured, which is the most there can be."
    live.press("Undo")
    page.clock.run_for(500)
    assert live.n_dots() < MOST_SETS
    page.watched.check()


def test_the_level_depends_on_the_seed_alone(page_of, open_page):
    """However it came about, in however many frames."""
    twin = TheLevel(shown="noise", measured=MOST_SETS)
    at_once = LevelPage(open_page(page_of(twin)), twin)
    at_once.check()
    before = at_once.texts()
    slowly = LevelPage(open_page(page_of(TheLevel(shown="noise"))), twin)
    for _ in range(3):
        slowly.press("Measure the baseline")
        slowly.press("Stop")
    slowly.press("Measure the baseline")
    slowly.wait_for_sets(MOST_SETS)
    slowly.page.wait_for_function("document.querySelector('.demo-live .demo-status').textContent.startsWith('Done.')")
    assert slowly.texts() == before


def test_keys(page_of, open_page):
    twin = TheLevel()
    page = open_page(page_of(twin))
    live = LevelPage(page, twin)
    live.select("Labels").focus()
    page.keyboard.press("t")  # to choose by: "their classes"
    twin.way = live.select("Labels").input_value()
    assert twin.way in WAYS
    assert live.box.get_by_role("button", name="Turn the points into noise").is_visible()
    live.box.get_by_role("button", name="Measure the baseline").focus()
    page.keyboard.press("t")
    twin.shown = "noise"
    live.check()
    page.keyboard.press("Enter")
    live.wait_for_sets(2)  # one alone has no deviation
    page.keyboard.press("m")
    twin.measured = live.n_dots()
    live.check()
    page.watched.check()


def test_less_motion(page_of, open_page):
    """Who asked for less motion sees no frame between start and end."""
    page = open_page(page_of(TheLevel()), reduced_motion="reduce")
    page.clock.install()
    live = LevelPage(page, TheLevel(measured=MOST_SETS))
    live.press("Measure the baseline")
    page.clock.run_for(200)
    assert live.n_dots() == 0
    page.clock.run_for(5000)
    live.check()


def test_no_frame_is_long(page_of, open_page):
    """One set of noise, or as many as there is time for: as measured on a quiet machine, a few milliseconds."""
    page = open_page(page_of(TheLevel(shown="noise", k=6)))
    page.evaluate(
        """() => { window.lasted = []; const ask = window.requestAnimationFrame;
        window.requestAnimationFrame = (act) => ask((time) => {
            const start = performance.now(); act(time); lasted.push(performance.now() - start);
        }); }"""
    )
    live = LevelPage(page, None)
    live.press("Measure the baseline")
    live.wait_for_sets(MOST_SETS)
    lasted = page.evaluate("lasted")
    assert len(lasted) > 10
    assert np.median(lasted) < 16


def test_pictures_show_the_numbers(page_of, open_page):
    """Line, dots and dashes stand where the numbers on the axis say."""
    twin = TheLevel(shown="noise", measured=30)
    live = LevelPage(open_page(page_of(twin)), twin)
    live.check()
    rulers = live.box.locator(".demo-rulers")
    texts = rulers.locator(".demo-axis").evaluate_all("nodes => nodes.map(n => [n.textContent, n.getAttribute('x')])")
    ticks = [(float(text), float(x)) for text, x in texts if re.fullmatch(r"[01]\.\d", text)]
    assert len(ticks) == 7
    slope, start = np.polyfit([x for _, x in ticks], [value for value, _ in ticks], 1)
    value = lambda x: slope * float(x) + start  # noqa: E731
    first = lambda path: re.match(r"M([\d.]+),", path.get_attribute("d"))[1]  # noqa: E731
    assert value(first(rulers.locator(".demo-observed"))) == pytest.approx(twin.aucc, abs=1e-6)
    means = [value(first(rulers.locator(".demo-chance").nth(i))) for i in range(2)]
    assert means == pytest.approx([0.5, twin.level.mean()], abs=1e-6)
    dots = rulers.locator("circle").evaluate_all(
        "nodes => nodes.map(n => [n.getAttribute('cx'), n.getAttribute('cy')])"
    )
    assert [value(x) for x, _ in dots] == pytest.approx(twin.level.tolist(), abs=1e-6)
    assert len({(round(value(x), 2), y) for x, y in dots}) > 20  # stacked, not upon each other
    corners = np.array(re.findall(r"([\d.]+),([\d.]+)", rulers.locator(".demo-blind").get_attribute("d")), float)
    heights = 96 - corners[1:-1, 1]
    x = slope * corners[1:-1, 0] + start
    deviation = math.sqrt(twin.null.variance)
    assert np.allclose(heights / heights.max(), np.exp(-(((x - 0.5) / deviation) ** 2) / 2), atol=1e-3)


def test_words_are_those_of_the_live_demo(page_of, open_page):
    twin = TheLevel(shown="noise", measured=12)
    live = LevelPage(open_page(page_of(twin)), twin)
    live.check()
    assert twin.words().endswith(f" {live.status()}")


@pytest.mark.parametrize("width", [390, 1000])
def test_nothing_moves(width, page_of, steady):
    page, check = steady(page_of(TheLevel(shown="noise")), width)
    live = LevelPage(page, TheLevel(shown="noise", measured=MOST_SETS))
    check()
    live.press("Measure the baseline")
    live.wait_for_sets(MOST_SETS)
    check()
    live.press("Turn the noise into points")
    check()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 390), ("light", 1000)])
def test_axe_finds_nothing(scheme, width, page_of, open_page, violations_on_bare_page):
    page = open_page(page_of(TheLevel(measured=5)), width=width, scheme=scheme)
    LevelPage(page, TheLevel(measured=5)).check()
    assert violations_on_bare_page(page, scheme) == {}


def test_a_finger(page_of, open_page):
    twin = TheLevel()
    page = open_page(page_of(twin), width=390, height=844, has_touch=True, is_mobile=True)
    live = LevelPage(page, twin)
    live.box.get_by_role("button", name="Turn the points into noise").tap()
    twin.shown = "noise"
    live.check()
    sizes = live.box.locator("button:visible, select:visible, summary").evaluate_all(
        "nodes => nodes.map(n => n.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert min(sizes) >= 24
