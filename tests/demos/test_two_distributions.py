"""Two distributions: its numbers and curves are those of SciPy."""

import math

import numpy as np
import pytest
from scipy.integrate import trapezoid
from scipy.stats import norm

import aucc_teach as at
from demos.each_demo import random_states
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
