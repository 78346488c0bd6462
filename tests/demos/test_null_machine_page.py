"""The null machine on a page: what it shows, and what mouse and keys do; runs that go on, and stop."""

import math
import re

import numpy as np
import pytest
from scipy.stats import norm, skew

import aucc_teach as at
from demos.each_demo import CHOICES
from demos.models import Model
from demos.shown import Live, drawing, number

NullMachine = at.demos.NullMachine
BESIDE, VIEWS = (CHOICES["NullMachine", part] for part in ("criterion", "view"))
TABS = dict(zip(VIEWS, ("Draw", "Judge", "Every k"), strict=True))
MODEL = Model("null-machine")
START = NullMachine().state()
PRESETS = {preset["name"]: preset for preset in NullMachine().presets}
NOISE = {name: PRESETS["No clusters"][name] for name in ("points", "labels")}


# ---- what is shown


def axis(shown, picture, along):
    """Map a place in the i-th picture of a kind to a value, by the texts of its axis."""
    other = "y" if along == "x" else "x"
    texts = [(node.get_text(), node["x"], node["y"]) for node in picture.select(".demo-axis")]
    found = [(number(text), float(x), float(y)) for text, x, y in texts if re.fullmatch(r"\N{MINUS SIGN}?0\.\d+", text)]
    values, xs, ys = map(np.array, zip(*found, strict=True))
    places = {"x": xs, "y": ys}
    assert np.ptp(places[other]) == 0
    slope, intercept = np.polyfit(places["x"] if along == "x" else ys - 4, values, 1)
    return lambda place: slope * place + intercept


def coordinates(picture, selector):
    return [float(text) for text in re.findall(r"-?\d+(?:\.\d+)?(?:e-\d+)?", picture.select_one(selector)["d"])]


def check_histogram(shown, picture, auccs, deviation):
    """Bars are the counts of the scores, the curve the normal density on their scale."""
    value = axis(shown, picture, "x")
    left, bottom, height, right, _ = np.array(coordinates(picture, ".demo-null-bars")).reshape(-1, 5).T
    assert set(bottom) == {156}
    quarter = np.round((value(left) - 0.5) / (deviation / 4)).astype(int)
    places = np.floor((np.array(auccs) - 0.5) / (deviation / 4))
    counts = dict(zip(*np.unique(places, return_counts=True), strict=True))
    assert set(counts) == set(quarter)
    inside = slice(1, -1)  # at an end a bar may be cut by the frame
    assert np.allclose((value(right) - value(left))[inside], deviation / 4, rtol=0.01)
    per_count = (156 - height) / [counts[i] for i in quarter]
    assert np.allclose(per_count, per_count.mean(), atol=0.01)
    x, y = np.array(coordinates(picture, ".demo-null-curve")).reshape(-1, 2).T
    expected = len(auccs) * deviation / 4 * norm.pdf(value(x), 0.5, deviation)
    assert np.allclose((156 - y) / per_count.mean(), expected, atol=3e-3 * len(auccs))


def clusters(shown, drawing_of):
    """The clusters of the points of a drawing, by their markers; those beyond the sixth are hollow."""
    found = [" ".join(node["class"]) for node in shown.body.select(f".{drawing_of} .demo-marker")]
    return [int(name.split("demo-cluster-")[1][0]) + 6 * ("demo-hollow" in name) for name in found]


@pytest.mark.parametrize("k", [3, 12])
def test_a_draw_shows_its_labels_and_its_scores(k):
    state = START | {"k": k, "drawn": {str(k): 300}}
    shown, run = drawing(NullMachine(), **state), MODEL.wholeRun(state, k)
    texts, auccs, deviation = (
        shown.texts(),
        run["auccs"],
        math.sqrt(at.PairRanking(START["points"]).null(run["sizes"]).variance),
    )
    mean, error = (number(text) for text in texts["mean"].split(" \N{PLUS-MINUS SIGN} "))
    assert (mean, error) == (round(np.mean(auccs), 4), round(np.std(auccs, ddof=1) / math.sqrt(300), 4))
    assert (number(texts["drawn"]), texts["exact"], texts["sizes"][: len(str(k))]) == (300, f"{deviation:.4f}", str(k))
    assert number(texts["lean"]) == pytest.approx(skew(auccs), abs=6e-5)
    assert clusters(shown, "demo-dealt") == run["labels"]
    check_histogram(shown, shown.body.select_one(".demo-null-histogram"), auccs, deviation)
    assert shown.said() == MODEL.dealWords(run)
    assert f"mean AUCC {mean:.4f} \N{PLUS-MINUS SIGN} {error:.4f}." in shown.said()


# ---- on a page


class Machine(Live):
    """The null machine on a page, without steps."""

    def __init__(self, page, demo):
        super().__init__(page, demo)
        self.slider = self.box.locator(".demo-null-k input")
        self.strip = self.box.locator(".demo-null-strip")
        self.middle(self.box.locator(".demo-null-tabs"))
        self.wait_until_dealt()

    def show(self, view):
        self.box.get_by_role("tab", name=TABS[view], exact=True).click()

    def wait_until_still(self):
        self.button("Run").wait_for()

    def held(self):
        """How many p-values the strip has."""
        return int(re.match(r"\d+|", self.strip.get_attribute("aria-label"))[0] or 0)


@pytest.fixture
def machine_of(live):
    """Open a page with a null machine."""

    def open_(*points, **state):
        demo = NullMachine(*points, **state)
        demo.lesson = []
        return Machine(live(demo), demo)

    return open_


def test_judges_what_the_reader_makes(machine_of):
    """A press changes a point's cluster, a drag moves it: deals of the new sizes, among the same number."""
    machine = machine_of(view="judge")
    assert machine.status() == "AUCC 0.9997, z 36.1357. Nothing drawn yet."
    machine.press("Run")
    machine.wait_until_still()
    machine.check(judged=999)
    assert machine.status() == "Done. AUCC 0.9997, z 36.1357; 0 of 999 random labellings reach it: p 0.0010."
    machine.press("Run")
    assert machine.status() == "999 are drawn, which is the most there can be."
    labels, before = machine.box.get_by_role("combobox", name="Labels"), START["points"]
    outer = min(range(20), key=lambda i: before[i][0])  # has no other point near it
    machine.drag_point(outer, 60, 90)
    moved = machine.check(labels=START["labels"])["points"]
    assert [i for i, point in enumerate(moved) if point != before[i]] == [outer]
    assert labels.input_value() == "classes"
    machine.drag_point(outer, 0, 0)
    machine.check(labels=[1 if i == outer else i // 20 for i in range(60)])
    assert labels.input_value() == "own"
    machine.points.nth(3).focus()
    machine.keys("Shift+ArrowRight", "n", "Space", "p", "Enter")
    found = machine.check()
    assert (found["labels"][3], found["labels"][4]) == (1, 1)
    assert found["points"][3] == [before[3][0] + 100, before[3][1]]
    for choice, seed in (("classes", 1), ("blind", 1), ("New seed", 2)):
        labels.select_option(value=choice) if seed == 1 else machine.press(choice)
        classes = PRESETS["Three blobs"]["labels"]
        machine.check(seed=seed, labels=classes if choice == "classes" else MODEL.blindLabels(classes, seed))
    assert labels.input_value() == "blind"
    # One cluster cannot be judged, and points that all lie in one place cannot be.
    machine = machine_of([[500, 500]] * 9 + [[510, 500]], labels=[0] * 10, view="judge", judged=30)
    words = "AUCC needs pairs within clusters and pairs between them."
    machine.press("Run")
    assert (machine.status(), machine.button("Stop").count()) == (words, 0)
    machine.points.nth(9).press("ArrowLeft")
    assert machine.status() == "The points cannot all lie in one place."
    machine.points.nth(9).press("ArrowRight")
    assert machine.check()["points"][9] == [520, 500]


def test_the_strip_collects_p_values_of_random_labels(machine_of):
    """Of seeds that were run, one after the other; a seed without its run ends the row, and so do other points."""
    machine = machine_of(NOISE["points"], labels=NOISE["labels"], view="judge", judged=999)
    expected = []
    for seed in range(1, 4):
        state = machine.check(seed=seed, labels=MODEL.blindLabels(NOISE["labels"], seed))
        expected.append(MODEL.verdictOn(state)["p"])
        name, small = machine.strip.get_attribute("aria-label"), sum(p <= 0.05 for p in expected)
        assert name.startswith(f"{seed} p-value{'s' * (seed > 1)} of random labels, {small} of them 0.05 or less: ")
        assert [float(p) for p in name.split(": ")[1].split(", ")] == pytest.approx(expected, abs=1e-9)
        machine.press("New seed")
    # Noise has no classes, and the list does not say so.
    labels = machine.box.get_by_role("combobox", name="Labels")
    assert labels.evaluate("node => node.selectedOptions[0].textContent") == "random labels"
    machine.points.first.press("Enter")
    assert machine.strip.get_attribute("aria-label") == "p-values of random labels: none yet"
    machine.press("Undo")
    assert machine.held() == 4
    machine.points.first.press("ArrowUp")
    assert machine.held() == 1
    machine = machine_of(NOISE["points"], labels=NOISE["labels"], view="judge")
    machine.press(*["New seed"] * 3, "Run")
    machine.page.wait_for_function("document.body.innerText.includes('of 999 random labellings reach it')")
    assert machine.held() == 1
    machine.press("New seed")
    assert machine.held() == 2
    machine.press("Undo", "Undo")
    assert machine.held() == 0


def test_runs_and_stops(page_of, open_page):
    demo = NullMachine(drawn={2: 1700, 5: 30})
    page = open_page(page_of(demo))
    page.clock.install()  # time goes on, and faster where it is told to
    machine = Machine(page, demo)
    machine.box.locator(".demo-more").evaluate("node => { node.open = true; }")
    machine.press("Run")
    machine.wait_until_still()  # by itself
    machine.check(drawn={"2": 2000, "5": 30})
    assert machine.status().startswith("Done. 2000 drawn")
    for name in ("Run", "Draw one"):
        machine.press(name)
        assert machine.status() == "2000 are drawn, which is the most there can be."
    # A change of k does not stop the machine.
    machine.slider.fill("5")
    machine.press("Run")
    page.clock.run_for(300)
    machine.slider.fill("4")
    page.clock.run_for(300)
    machine.press("Stop")
    assert machine.status().startswith("Stopped. ")
    drawn = machine.check(k=4)["drawn"]
    assert (0 < drawn["4"] < 2000, 30 < drawn["5"] < 2000) == (True, True)
    page.clock.run_for(1000)
    machine.check(drawn=drawn)
    # A new seed stops it, and so do other points, and ten more.
    machine.press("Run", "New seed")
    machine.wait_until_still()
    page.clock.run_for(1000)
    machine.check(seed=2, drawn={})
    machine.press("Run")
    machine.box.locator(".demo-more select").select_option(label="A grid of ties")
    machine.wait_until_still()
    machine.press("Run", "Draw ten")
    machine.wait_until_still()
    assert machine.check(points=PRESETS["A grid of ties"]["points"])["drawn"]["4"] >= 10
    # So does another view, which has a run of its own.
    machine.press("Run")
    page.clock.run_for(300)
    machine.show("judge")
    machine.wait_until_still()
    machine.press("Run")
    page.clock.run_for(200)
    machine.press("Stop")
    assert 0 < machine.check()["judged"] < 999
    machine.show("deal")
    # Out of sight it stops by itself.
    page.add_style_tag(content="body { padding-bottom: 4000px }")
    machine.press("Run")
    page.evaluate("window.scrollTo(0, 4000)")
    machine.wait_until_still()
    assert machine.status().startswith("Stopped: out of sight. ")
    page.watched.check()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_little_is_said_while_it_runs(page_of, open_page, motion):
    """And nothing flashes. Who asked for less motion sees no frame between start and stop."""
    demo = NullMachine(drawn={2: 100})
    page = open_page(page_of(demo), reduced_motion=motion)
    page.clock.install()
    machine = Machine(page, demo)
    changes = """([selector, name]) => { window[name] = [];
        new MutationObserver(() => window[name].push(document.querySelector(selector).textContent)).observe(
            document.querySelector(selector),
            { attributes: true, childList: true, characterData: true, subtree: true }); }"""
    for selector, name in [
        (".demo-live .demo-status", "said"),
        (".demo-live .demo-dealt", "flickers"),
        (".demo-live .demo-null-deals", "bars"),
    ]:
        page.evaluate(changes, [selector, name])
    start = page.evaluate("performance.now()")
    machine.press("Run")
    page.clock.run_for(1000)
    lasted = page.evaluate("performance.now()") - start
    said, n_flickers, n_bars = (page.evaluate(name) for name in ("said", "flickers.length", "bars.length"))
    assert said[0] == "Running."
    assert len(said) <= 3
    assert n_flickers <= (lasted / 400 + 2) * (motion != "reduce")  # fewer than three in a second
    assert (n_bars > 10) == (motion != "reduce")
    if machine.button("Stop").count():
        machine.press("Stop")
    assert machine.state()["drawn"]["2"] > 105
