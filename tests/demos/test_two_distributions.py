import json
import math
import random
import re

import numpy as np
import pytest
import traitlets
from conftest import pages_with
from scipy.integrate import trapezoid
from scipy.stats import norm

import aucc_teach as at
from demos.conftest import Live, number
from demos.models import GOALS

TwoDistributions = at.demos.TwoDistributions

RUN = """async ([source, scores, states]) => {
  const exported = 'export { normalAbove, numbers };';
  const url = URL.createObjectURL(new Blob([source, exported], { type: 'text/javascript' }));
  const { normalAbove, numbers } = await import(url);
  return [scores.map(normalAbove), states.map(numbers)];
}"""


def in_javascript(browser, scores=(), states=()):
    page = browser.new_page()
    found = page.evaluate(RUN, [TwoDistributions.source("two-distributions"), list(scores), list(states)])
    page.close()
    return found


class Two(Live):
    """Two distributions on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "two-distributions", nth)
        self.bells = self.box.locator(".demo-bells")
        self.threshold = self.box.get_by_role("slider", name="Threshold")
        self.distance = self.box.get_by_role("slider", name="distance of the means")
        self.ratio = self.box.get_by_role("slider", name="negatives to each positive")
        self.bells.evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")

    def state(self):
        distance, negatives = (
            float(slider.get_attribute("aria-valuetext").split()[0]) for slider in (self.distance, self.ratio)
        )
        return distance, int(negatives), float(self.threshold.get_attribute("aria-valuenow"))

    def drag(self, by):
        """Drag the threshold by so much score."""
        box, frame = self.threshold.locator(".demo-knob").bounding_box(), self.bells.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + by * frame["width"] * 412 / 440 / 11, y + 30, steps=5)
        mouse.up()

    def dot(self, name):
        dot = self.box.locator(f".demo-{name} .demo-dot")
        x, y = (float(dot.get_attribute(key)) for key in ("cx", "cy"))
        return (x - 30) / 254, (262 - y) / 254

    def line(self, name):
        """Return the points of a curve as two arrays."""
        d = self.box.locator(f".demo-{name} .demo-series").get_attribute("d")
        points = np.array([[float(value) for value in pair.split(",")] for pair in re.split("[ML]", d)[1:]])
        return (points[:, 0] - 30) / 254, (262 - points[:, 1]) / 254

    def check_numbers(self):
        """Numbers, dots, curves and areas are those of the state that is shown, by SciPy."""
        distance, negatives, threshold = self.state()
        tpr, fpr = norm.sf(threshold, loc=distance), norm.sf(threshold)
        expected = {"auc": norm.cdf(distance / math.sqrt(2)), "tpr": tpr, "fpr": fpr}
        expected["precision"] = tpr / (tpr + negatives * fpr)
        shown = self.texts()
        assert shown.pop("share") == f"1 in {1 + negatives}"
        assert {key: number(text) for key, text in shown.items()} == pytest.approx(expected, abs=0.5001e-4)
        assert self.dot("roc") == pytest.approx((fpr, tpr), abs=1e-6)
        assert self.dot("pr") == pytest.approx((tpr, expected["precision"]), abs=1e-6)
        x, y = self.line("roc")
        scores = np.linspace(9, -5, 141)
        assert x[1:-1] == pytest.approx(norm.sf(scores), abs=1e-6)
        assert y[1:-1] == pytest.approx(norm.sf(scores, loc=distance), abs=1e-6)
        assert trapezoid(y, x) == pytest.approx(expected["auc"], abs=2e-3)
        assert self.line("pr")[1][-1] == pytest.approx(1 / (1 + negatives), abs=1e-6)
        return shown


@pytest.fixture
def two_on():
    return Two


# ---- the arithmetic


def test_the_tail_is_that_of_scipy(browser):
    scores = np.concatenate([np.linspace(-9, 12, 4201), [2 - 1e-12, 2 + 1e-12, -2, 1e-300, 0]])
    found = np.array(in_javascript(browser, scores.tolist())[0])
    assert np.abs(found - norm.sf(scores)).max() < 1e-14
    assert np.abs(found / norm.sf(scores) - 1).max() < 1e-12  # far out, too, where precision needs it


def test_javascript_equals_python(browser):
    rng = random.Random(1966)
    states = [
        {
            "distance": rng.randint(0, 40) / 10,
            "negatives": rng.randint(1, 100),
            "threshold": rng.randint(-30, 70) / 10,
        }
        for _ in range(500)
    ]
    for state, there in zip(states, in_javascript(browser, states=states)[1], strict=True):
        assert there == pytest.approx(TwoDistributions.numbers(state), rel=1e-12, abs=0)


def test_numbers_are_those_of_samples():
    two = TwoDistributions(1.5, 3, 0.7)
    rng = np.random.default_rng(0)
    positives, negatives = rng.normal(1.5, size=20_000), rng.normal(size=60_000)
    curve = at.roc_curve(np.repeat([1, 0], [20_000, 60_000]), np.concatenate([positives, negatives]))
    numbers = two.numbers(two.state())
    assert curve.auc == pytest.approx(two.auc, abs=0.006)
    assert (positives >= 0.7).mean() == pytest.approx(numbers["tpr"], abs=0.015)
    assert (negatives >= 0.7).mean() == pytest.approx(numbers["fpr"], abs=0.01)
    alarms = np.array([(positives >= 0.7).sum(), (negatives >= 0.7).sum()])
    assert alarms[0] / alarms.sum() == pytest.approx(two.precision, abs=0.015)


# ---- the state


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("distance", 1.55, "distance must be in tenths from 0 to 4. Got 1.55"),
        ("distance", -0.1, "from 0 to 4"),
        ("distance", 4.1, "from 0 to 4"),
        ("distance", math.nan, "in tenths"),
        ("distance", "2", "in tenths"),
        ("distance", True, "in tenths"),
        ("distance", None, "in tenths"),
        ("threshold", 7.1, "threshold must be in tenths from -3 to 7. Got 7.1"),
        ("threshold", math.inf, "in tenths"),
        ("negatives", 0, "negatives must be a whole number from 1 to 100. Got 0"),
        ("negatives", 101, "from 1 to 100"),
        ("negatives", 2.5, "whole number"),
    ],
)
def test_refuses(name, value, says):
    two = TwoDistributions()
    before = two.page_state()
    with pytest.raises(ValueError, match=says):
        setattr(two, name, value)
    with pytest.raises(traitlets.TraitError):
        two.set_state({name: value})
    assert two.page_state() == before
    if value is not None:
        with pytest.raises(ValueError, match=says):
            TwoDistributions(**{name: value})


def test_takes_numbers_of_every_kind():
    two = TwoDistributions(np.float64(0.1) * 3, np.int64(5), 2)
    assert two.state() == {"distance": 0.3, "negatives": 5, "threshold": 2.0}
    assert two.lesson == []
    assert TwoDistributions().lesson


def test_steps_say_what_is_so():
    """Numbers in the words of the steps, and goals that a single state meets where the words name its numbers."""
    numbers = TwoDistributions.numbers
    state = {"distance": 2, "negatives": 10, "threshold": 1}
    assert numbers(state)["precision"] == pytest.approx(0.35, abs=0.005)
    rare = numbers(state | {"negatives": 100})
    assert rare["precision"] == pytest.approx(0.05, abs=0.005)
    assert 1 / rare["precision"] == pytest.approx(20, abs=0.5)
    assert round(100 * rare["fpr"]) == 16
    assert numbers(state | {"distance": 1})["auc"] == pytest.approx(0.76, abs=0.005)
    thirds = TwoDistributions.tasks[2].goal
    met = [d / 10 for d in range(41) if GOALS.meets(thirds, numbers(state | {"distance": d / 10}))]
    assert met == [1.8]
    assert f"{numbers(state | {'distance': 1.8})['auc']:.4f}" == "0.8985"
    fourth = TwoDistributions.tasks[3].goal
    met = [t / 10 for t in range(-30, 71) if GOALS.meets(fourth, numbers(state | {"threshold": t / 10}))]
    assert met == [2.9]
    assert f"{numbers(state | {'threshold': 2.9})['precision']:.3f}" == "0.908"
    assert numbers(state | {"threshold": 2.9})["tpr"] < 1 / 5
    assert numbers(state | {"threshold": 2.8})["precision"] < 0.9  # so 2.9 is the lowest place


def test_presets_show_what_they_say():
    good, rare, weak, blind, far = TwoDistributions().presets
    assert (good["distance"], good["negatives"], good["threshold"]) == (2, 1, 1)
    assert (rare["distance"], rare["threshold"], rare["negatives"]) == (2, 1, 100)
    assert weak["distance"] == 0.5
    assert TwoDistributions.numbers(blind)["auc"] == 0.5
    assert (far["distance"], far["negatives"]) == (4, 100)


# ---- on a page


def test_drags_clicks_and_keys(bare_page, open_page, two_on):
    page = open_page(bare_page(TwoDistributions(lesson=[])))
    two = two_on(page)
    assert two.check_numbers()["auc"] == "0.9214"
    two.drag(1.5)
    assert two.state() == (2, 1, 2.5)
    two.check_numbers()
    assert two.status().startswith("At threshold 2.5, TPR is 0.3085 and FPR 0.0062. With 1 negative to each positive")
    box = two.bells.bounding_box()
    two.bells.click(position={"x": box["width"] * (14 + 412 * 3.5 / 11) / 440, "y": box["height"] / 2})
    assert two.state()[2] == 0
    two.threshold.press("ArrowRight")
    two.threshold.press("Shift+ArrowUp")
    assert two.state()[2] == 0.6
    two.threshold.press("ArrowDown")
    two.threshold.press("ArrowLeft")
    two.threshold.press("Shift+ArrowLeft")
    assert two.state()[2] == -0.1
    assert two.threshold.get_attribute("aria-valuetext").startswith("\N{MINUS SIGN}0.1: TPR 0.9821, FPR 0.5398")
    two.threshold.press("ArrowRight")
    assert two.threshold.get_attribute("aria-valuenow") == "0"  # and no minus
    two.threshold.press("End")
    two.threshold.press("ArrowRight")
    assert two.state()[2] == 7
    two.check_numbers()
    two.threshold.press("Home")
    two.threshold.press("PageUp")
    assert two.state()[2] == -2
    two.check_numbers()
    page.watched.check()


def test_what_a_roc_curve_does_not_see(page_of, open_page, two_on):
    page = open_page(page_of(TwoDistributions(lesson=[])))
    two = two_on(page)
    curve = lambda name: two.box.locator(f".demo-{name}").inner_html()  # noqa: E731
    roc, pr, before = curve("roc"), curve("pr"), two.check_numbers()
    two.ratio.focus()
    for key, negatives in [("ArrowRight", 2), ("ArrowUp", 5), ("ArrowRight", 10), ("End", 100)]:
        page.keyboard.press(key)
        assert two.state()[1] == negatives
        after = two.check_numbers()
        assert curve("roc") == roc
        assert curve("pr") != pr
        assert {**after, "precision": 0} == {**before, "precision": 0}
        assert number(after["precision"]) < number(before["precision"])
        pr, before = curve("pr"), after
    assert two.status().endswith("With 100 negatives to each positive, precision is 0.0504.")
    two.distance.focus()
    page.keyboard.press("ArrowRight")
    assert two.state()[0] == 2.1
    assert curve("roc") != roc
    two.check_numbers()
    page.watched.check()


@pytest.mark.parametrize("name", pages_with("TwoDistributions("))
def test_it_answers_in_the_book(site, name, open_page, two_on):
    page = open_page(site + name)
    page.get_by_role("button", name="Explore without steps").click()
    two = two_on(page)
    start = two.check_numbers()
    two.drag(1)
    assert two.check_numbers()["tpr"] != start["tpr"]
    assert two.check_numbers()["auc"] == start["auc"]
    page.watched.check()


def test_numbers_after_random_edits(page_of, open_page, two_on):
    page = open_page(page_of(TwoDistributions(lesson=[])))
    two = two_on(page)
    rng = random.Random(1966)
    seen = set()
    for _ in range(30):
        kind = rng.choice(["drag", "drag", "key", "distance", "ratio", "preset"])
        if kind == "drag":
            two.drag(rng.uniform(-2, 2))
        elif kind == "key":
            two.threshold.press(rng.choice(["ArrowLeft", "Shift+ArrowRight", "PageDown", "PageUp", "Home", "End"]))
        elif kind == "distance":
            two.distance.fill(str(rng.randint(0, 40) / 10))
        elif kind == "ratio":
            two.ratio.fill(str(rng.randint(0, 6)))
        else:
            two.box.locator("select").select_option(value=str(rng.randrange(5)))
        two.check_numbers()
        seen.add(two.state())
    assert len(seen) > 15
    page.watched.check()


def test_a_finger_can_do_it(page_of, open_page, two_on):
    page = open_page(page_of(TwoDistributions(lesson=[])), width=360, height=740, has_touch=True, is_mobile=True)
    two = two_on(page)
    knob = two.threshold.locator(".demo-knob").bounding_box()
    assert min(knob["width"], knob["height"]) >= 20
    grip = two.threshold.locator(".demo-grip").bounding_box()
    assert min(grip["width"], grip["height"]) >= 24
    sliders = two.box.locator(".demo-controls input")
    assert min(box["height"] for slider in sliders.all() if (box := slider.bounding_box())) >= 24
    session = page.context.new_cdp_session(page)
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    scrolled = page.evaluate("scrollY")
    for kind, k in [("touchStart", 0), *(("touchMove", k) for k in range(1, 6)), ("touchEnd", None)]:
        points = [] if k is None else [{"x": x + 12 * k, "y": y + 10 * k}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert two.state()[2] > 2
    assert page.evaluate("scrollY") == scrolled  # the threshold moved, not the page
    two.check_numbers()


def test_everything_has_a_name(page_of, open_page, two_on):
    two = two_on(open_page(page_of(TwoDistributions(lesson=[]))))
    for role, name in [
        ("combobox", "Start from"),
        ("slider", "Threshold"),
        ("application", "Distributions and threshold"),
        ("img", "ROC curve, area 0.9214, at FPR 0.1587, TPR 0.8413"),
        ("img", "Precision-recall curve, at recall 0.8413, precision 0.8413"),
    ]:
        assert two.box.get_by_role(role, name=name, exact=True).count() == 1, name
    assert two.box.locator(".demo-body").locator("select, input, button, summary, [tabindex='0']").count() == 5
    assert two.threshold.get_attribute("aria-valuemin") == "-3"
    assert two.threshold.get_attribute("aria-valuemax") == "7"


# ---- the picture


@pytest.mark.parametrize(
    "two",
    [
        TwoDistributions(lesson=[]),
        TwoDistributions(0, 1, -3),
        TwoDistributions(4, 100, 7),
        TwoDistributions(1.3, 7, -0.4),
    ],
)
def test_words_and_bells_are_those_of_the_live_demo(page_of, open_page, two_on, two):
    """Densities on the scale of the axis, as high as there are many, filled from the threshold on."""
    live = two_on(open_page(page_of(two)))
    live.check_numbers()
    assert two.words().endswith(live.status())
    ticks = live.bells.locator("text.demo-axis").evaluate_all(
        "nodes => nodes.map(n => [n.textContent, n.getAttribute('x')])"
    )
    scores, places = zip(
        *((number(text), float(x)) for text, x in ticks if text.lstrip("\N{MINUS SIGN}").isdigit()), strict=True
    )
    assert len(scores) == 5
    slope, start = np.polyfit(places, scores, 1)
    heights = {}
    for kind, mean in (("positive", two.distance), ("negative", 0)):
        filled, outline = live.bells.locator(f".demo-bell-{kind}").evaluate_all(
            "nodes => nodes.map(node => node.getAttribute('d'))"
        )
        x, y = np.array(re.findall(r"(-?[\d.]+),(-?[\d.]+)", outline), float).T
        heights[kind] = 119 - y
        density = norm.pdf(slope * x + start, loc=mean)
        assert heights[kind] / np.abs(heights[kind]).max() == pytest.approx(
            density / density.max() * np.sign(heights[kind][0]), abs=1e-6
        )
        first = float(re.match(r"M(-?[\d.]+)", filled)[1])
        assert slope * first + start == pytest.approx(two.threshold, abs=1e-6)
    assert -heights["negative"].min() / heights["positive"].max() == pytest.approx(two.negatives, rel=2e-3)


def test_output_is_the_same_every_time():
    first, second = (TwoDistributions()._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    assert set(state) == {"distance", "lesson", "negatives", "presets", "threshold"}


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady, two_on):
    page, check = steady(page_of(TwoDistributions(lesson=[])), width)
    two = two_on(page)
    for index in range(5):
        two.box.locator("select").select_option(value=str(index))
        check()
        for key in ("Home", "End", "PageDown"):
            two.threshold.press(key)
            check()
        two.ratio.fill("6")
        check()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
def test_axe_finds_nothing(page_of, scheme, width, open_page, violations_on_bare_page, two_on):
    page = open_page(page_of(TwoDistributions()), width=width)
    two_on(page)
    assert violations_on_bare_page(page, scheme) == {}
