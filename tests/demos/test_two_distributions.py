"""Two distributions: its numbers and curves are those of SciPy, and what the page draws and does."""

import math
import random
import re

import numpy as np
import pytest
from scipy.integrate import trapezoid
from scipy.stats import norm

import aucc_teach as at
from demos.conftest import Live, number
from demos.models import GOALS, Model

TwoDistributions = at.demos.TwoDistributions
MODEL = Model("two-distributions")
START = {"distance": 2, "negatives": 1, "threshold": 1}


def expected_numbers(distance, negatives, threshold):
    tpr, fpr = norm.sf(threshold, loc=distance), norm.sf(threshold)
    auc = norm.cdf(distance / math.sqrt(2))
    return {"auc": auc, "tpr": tpr, "fpr": fpr, "precision": tpr / (tpr + negatives * fpr)}


# ---- the model


def test_the_tail_is_that_of_scipy():
    scores = np.concatenate([np.linspace(-9, 12, 2101), [2 - 1e-12, 2 + 1e-12, -2, 1e-300, 0]])
    found = np.array([MODEL.normalAbove(score) for score in scores.tolist()])
    assert np.abs(found - norm.sf(scores)).max() < 1e-14
    assert np.abs(found / norm.sf(scores) - 1).max() < 1e-12  # far out, too, where precision needs it


def test_numbers_and_curves_are_those_of_scipy():
    rng = random.Random(1966)
    scores = np.linspace(9, -5, 141)
    for _ in range(30):
        distance, negatives, threshold = rng.randint(0, 40) / 10, rng.randint(1, 100), rng.randint(-30, 70) / 10
        state = {"distance": distance, "negatives": negatives, "threshold": threshold}
        expected = expected_numbers(**state)
        assert MODEL.numbers(state) == pytest.approx(state | expected, rel=1e-12, abs=0)
        curves = MODEL.curves(state)
        fpr, tpr = np.transpose(curves["roc"])
        assert fpr == pytest.approx(np.array([0, *norm.sf(scores), 1]), abs=1e-12)
        assert tpr == pytest.approx(np.array([0, *norm.sf(scores, loc=distance), 1]), abs=1e-12)
        assert trapezoid(tpr, fpr) == pytest.approx(expected["auc"], abs=2e-3)
        recall, precision = np.transpose(curves["pr"])
        assert recall[:-1] == pytest.approx(tpr[1:-1], abs=1e-12)
        assert precision[:-1] == pytest.approx(tpr[1:-1] / (tpr[1:-1] + negatives * fpr[1:-1]), rel=1e-9)
        assert (recall[-1], precision[-1]) == (1, pytest.approx(1 / (1 + negatives)))


def test_numbers_are_those_of_samples():
    numbers = MODEL.numbers({"distance": 1.5, "negatives": 3, "threshold": 0.7})
    rng = np.random.default_rng(0)
    positives, negatives = rng.normal(1.5, size=20_000), rng.normal(size=60_000)
    curve = at.roc_curve(np.repeat([1, 0], [20_000, 60_000]), np.concatenate([positives, negatives]))
    assert curve.auc == pytest.approx(numbers["auc"], abs=0.006)
    alarms = np.array([(positives >= 0.7).sum(), (negatives >= 0.7).sum()])
    assert alarms / [20_000, 60_000] == pytest.approx([numbers["tpr"], numbers["fpr"]], abs=0.015)
    assert alarms[0] / alarms.sum() == pytest.approx(numbers["precision"], abs=0.015)


def test_words_say_the_numbers():
    assert MODEL.words({"distance": 1.5, "negatives": 3, "threshold": -0.7}) == (
        "Normal distributions of scores, the mean of the positives 1.5 above that of the negatives: AUC 0.8556. "
        "At threshold \N{MINUS SIGN}0.7, TPR is 0.9861 and FPR 0.7580. With 3 negatives to each positive, precision is "
        "0.3025."
    )
    assert "With 1 negative to each positive" in MODEL.words(START)


def test_steps_say_what_is_so():
    """Numbers in the words of the steps, and goals that a single state meets where the words name its numbers."""
    state = START | {"negatives": 10}
    numbers = lambda **changes: MODEL.numbers(state | changes)  # noqa: E731
    assert numbers()["precision"] == pytest.approx(0.35, abs=0.005)
    rare = numbers(negatives=100)
    assert rare["precision"] == pytest.approx(0.05, abs=0.005)
    assert 1 / rare["precision"] == pytest.approx(20, abs=0.5)
    assert round(100 * rare["fpr"]) == 16
    assert numbers(distance=1)["auc"] == pytest.approx(0.76, abs=0.005)
    third, fourth = (task.goal for task in TwoDistributions.tasks[2:])
    assert [d / 10 for d in range(41) if GOALS.meets(third, numbers(distance=d / 10))] == [1.8]
    assert f"{numbers(distance=1.8)['auc']:.4f}" == "0.8985"
    assert [t / 10 for t in range(-30, 71) if GOALS.meets(fourth, numbers(threshold=t / 10))] == [2.9]
    assert f"{numbers(threshold=2.9)['precision']:.3f}" == "0.908"
    assert numbers(threshold=2.9)["tpr"] < 1 / 5
    assert numbers(threshold=2.8)["precision"] < 0.9  # so 2.9 is the lowest place


def test_presets_show_what_they_say():
    presets = TwoDistributions().presets
    states = [tuple(preset[key] for key in START) for preset in presets]
    assert states[:2] == [(2, 1, 1), (2, 100, 1)]
    assert [distance for distance, _, _ in states[2:]] == [0.5, 0, 4]
    assert MODEL.numbers(presets[3])["auc"] == 0.5
    assert states[4][1] == 100


# ---- on a page


class Two(Live):
    """Two distributions on a page."""

    def __init__(self, page):
        super().__init__(page, "two-distributions", 0)
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

    def path(self, name):
        """Points of a path, in the square from 0 to 1."""
        d = self.box.locator(name).get_attribute("d")
        x, y = np.array(re.findall(r"(-?[\d.]+),(-?[\d.]+)", d), float).T
        return (x - 30) / 254, (262 - y) / 254

    def check_curve(self, name, points, at):
        x, y = self.path(f".demo-{name} .demo-series")
        assert np.transpose([x, y]) == pytest.approx(np.array(points), abs=1e-6)
        dot = self.box.locator(f".demo-{name} .demo-dot")
        x, y = (float(dot.get_attribute(key)) for key in ("cx", "cy"))
        assert ((x - 30) / 254, (262 - y) / 254) == pytest.approx(at, abs=1e-6)

    def check(self, *state):
        """The state is this one, and numbers, curves and areas are those that it has."""
        assert self.state() == pytest.approx(state)
        distance, negatives, threshold = state
        expected = expected_numbers(*state)
        shown = self.texts()
        assert shown.pop("share") == f"1 in {1 + negatives}"
        assert {key: number(text) for key, text in shown.items()} == pytest.approx(expected, abs=0.5001e-4)
        curves = MODEL.curves({"distance": distance, "negatives": negatives, "threshold": threshold})
        self.check_curve("roc", curves["roc"], (expected["fpr"], expected["tpr"]))
        self.check_curve("pr", curves["pr"], (expected["tpr"], expected["precision"]))
        self.check_bells(*state)

    def check_bells(self, distance, negatives, threshold):
        """Densities on the scale of the axis, as high as there are many, filled from the threshold on."""
        heights = {}
        for kind, mean in (("positive", distance), ("negative", 0)):
            filled, outline = self.bells.locator(f".demo-bell-{kind}").evaluate_all(
                "nodes => nodes.map(node => node.getAttribute('d'))"
            )
            x, y = np.array(re.findall(r"(-?[\d.]+),(-?[\d.]+)", outline), float).T
            heights[kind] = 119 - y
            density = norm.pdf((x - 14) * 11 / 412 - 3.5, loc=mean) * np.sign(heights[kind][0])
            scaled = heights[kind] / np.abs(heights[kind]).max()
            assert scaled == pytest.approx(density / np.abs(density).max(), abs=1e-6)
            first = float(re.match(r"M(-?[\d.]+)", filled)[1])
            assert (first - 14) * 11 / 412 - 3.5 == pytest.approx(threshold, abs=1e-6)
        assert -heights["negative"].min() / heights["positive"].max() == pytest.approx(negatives, rel=2e-3)


@pytest.mark.parametrize("width", [390, 1000])
def test_mouse_and_keys(live, width):
    page = live(TwoDistributions(lesson=[]), width=width)
    two = Two(page)
    height = two.box.bounding_box()["height"]
    two.check(2, 1, 1)
    two.drag(1.5)
    two.check(2, 1, 2.5)
    assert two.status().startswith("At threshold 2.5, TPR is 0.3085 and FPR 0.0062. With 1 negative to each positive")
    box = two.bells.bounding_box()
    two.bells.click(position={"x": box["width"] * (14 + 412 * 3.5 / 11) / 440, "y": box["height"] / 2})
    two.check(2, 1, 0)
    for keys, threshold in [
        (["ArrowRight", "Shift+ArrowUp"], 0.6),
        (["ArrowDown", "ArrowLeft", "Shift+ArrowLeft"], -0.1),
        (["End", "ArrowRight"], 7),
        (["Home", "PageUp"], -2),
    ]:
        for key in keys:
            two.threshold.press(key)
        two.check(2, 1, threshold)
    assert two.threshold.get_attribute("aria-valuetext").startswith("\N{MINUS SIGN}2.0: TPR 1.0000, FPR 0.9772")
    two.drag(1.96)
    assert two.threshold.get_attribute("aria-valuenow") == "0"  # and no minus
    # What a ROC curve does not see.
    roc, status = two.box.locator(".demo-roc").inner_html(), two.status()
    two.ratio.focus()
    for key, negatives in [("ArrowRight", 2), ("ArrowUp", 5), ("ArrowRight", 10), ("End", 100)]:
        page.keyboard.press(key)
        two.check(2, negatives, 0)
        assert two.box.locator(".demo-roc").inner_html() == roc
        assert two.status() != status
    two.distance.focus()
    page.keyboard.press("ArrowRight")
    two.check(2.1, 100, 0)
    for i, preset in enumerate(TwoDistributions().presets):
        two.box.locator("select").select_option(value=str(i))
        two.check(*(preset[key] for key in START))
        assert two.status().startswith(preset["note"])
    assert two.box.bounding_box()["height"] == height


def test_a_finger_moves_the_threshold_and_not_the_page(page_of, open_page):
    page = open_page(page_of(TwoDistributions(lesson=[])), width=360, height=740, has_touch=True, is_mobile=True)
    two = Two(page)
    knob = two.threshold.locator(".demo-knob").bounding_box()
    grip = two.threshold.locator(".demo-grip").bounding_box()
    assert min(grip["width"], grip["height"]) >= 24
    session = page.context.new_cdp_session(page)
    x, y = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    scrolled = page.evaluate("scrollY")
    for kind, k in [("touchStart", 0), *(("touchMove", k) for k in range(1, 6)), ("touchEnd", None)]:
        points = [] if k is None else [{"x": x + 12 * k, "y": y + 10 * k}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert two.state()[2] > 2
    assert page.evaluate("scrollY") == scrolled
