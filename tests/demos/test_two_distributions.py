"""Two distributions: its numbers and curves are those of SciPy, and what the page draws and does."""

import math

import numpy as np
import pytest
from scipy.integrate import trapezoid
from scipy.stats import norm

import aucc_teach as at
from demos.each_demo import random_states
from demos.models import GOALS, Model
from demos.shown import Live, drawing

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
    scores = np.linspace(9, -5, 141)
    for state in random_states("TwoDistributions", 30, seed=66):
        distance, negatives, _ = (state[key] for key in START)
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


# ---- what is shown


def test_numbers_curves_and_areas_are_those_of_the_state():
    """Densities on the scale of the axis, as high as there are many, filled from the threshold on."""
    for state in random_states("TwoDistributions", 10):
        distance, negatives, threshold = (state[key] for key in START)
        shown, expected, curves = drawing(TwoDistributions(), **state), expected_numbers(**state), MODEL.curves(state)
        assert shown.texts()["share"] == f"1 in {1 + negatives}"
        assert shown.numbers(*expected) == pytest.approx(expected, abs=0.5001e-4)
        assert MODEL.words(state).endswith(shown.said())
        assert f"With {negatives} negative{'s' * (negatives > 1)} to each positive" in shown.said()
        for name, place in (("roc", ("fpr", "tpr")), ("pr", ("tpr", "precision"))):
            on_page = np.array(curves[name]) * [254, -254] + [30, 262]
            assert shown.places(f".demo-{name} .demo-series") == pytest.approx(on_page, abs=0.01)
            x, y = shown.dot(f".demo-{name} .demo-dot")
            assert ((x - 30) / 254, (262 - y) / 254) == pytest.approx([expected[key] for key in place], abs=1e-4)
        heights = {}
        for kind, mean in (("positive", distance), ("negative", 0)):
            x, y = shown.places(f".demo-bell-{kind}", 1).T
            heights[kind] = 119 - y
            density = norm.pdf((x - 14) * 11 / 412 - 3.5, loc=mean)
            highest = np.abs(heights[kind]).max()
            assert np.abs(heights[kind]) / highest == pytest.approx(density / density.max(), abs=0.01 / highest + 1e-4)
            first = shown.places(f".demo-bell-{kind}")[0][0]
            assert (first - 14) * 11 / 412 - 3.5 == pytest.approx(threshold, abs=1e-3)
        ratio = -heights["negative"].min() / heights["positive"].max()
        assert ratio == pytest.approx(negatives, rel=0.02)


# ---- on a page


def test_mouse_and_keys(live):
    demo = TwoDistributions(lesson=[])
    two = Live(live(demo, width=390), demo)
    threshold, distance, ratio = (
        two.box.get_by_role("slider", name=name) for name in ("Threshold", "distance of the means", "negatives to each")
    )
    bells, height = two.box.locator(".demo-bells"), two.box.bounding_box()["height"]
    unit = bells.bounding_box()["width"] * 412 / 440 / 11
    two.drag(threshold.locator(".demo-knob"), 1.5 * unit, 30)
    two.check(**START | {"threshold": 2.5})
    box = bells.bounding_box()
    bells.click(position={"x": box["width"] * (14 + 412 * 3.5 / 11) / 440, "y": box["height"] / 2})
    two.check(threshold=0)
    threshold.press("Shift+ArrowUp")
    two.check(threshold=0.5)
    threshold.press("End")
    threshold.press("ArrowRight")
    two.check(threshold=7)
    threshold.press("Home")
    threshold.press("PageUp")
    assert threshold.get_attribute("aria-valuetext").startswith("\N{MINUS SIGN}2.0: TPR 1.0000, FPR 0.9772")
    two.drag(threshold.locator(".demo-knob"), 1.96 * unit, 0)
    assert threshold.get_attribute("aria-valuenow") == "0"  # and no minus
    # What a ROC curve does not see.
    roc = two.box.locator(".demo-roc").inner_html()
    for key, negatives in [("ArrowRight", 2), ("ArrowUp", 5), ("ArrowRight", 10), ("End", 100)]:
        ratio.press(key)
        two.check(negatives=negatives)
        assert two.box.locator(".demo-roc").inner_html() == roc
    distance.press("ArrowRight")
    two.check(distance=2.1)
    assert two.box.bounding_box()["height"] == height
