"""Formula builder: each formula gives what fractions say, for chance and for perfect agreement."""

from collections import Counter
from fractions import Fraction

import pytest

import aucc_teach as at
from demos.each_demo import CHOICES, random_states
from demos.models import Model

FormulaBuilder = at.demos.FormulaBuilder
ABOVE, BELOW = (CHOICES["FormulaBuilder", part] for part in ("above", "below"))
MODEL = Model("formula-builder")
START = FormulaBuilder().state()
RIGHT = {"above": "index - E", "below": "max - E"}
FORMULAS = [(above, below) for above in ABOVE for below in BELOW]


def value_of(state, index=None):
    """The formula in fractions; None where it would divide by 0."""
    names = {"index": state["index"] if index is None else index, "E": state["expected"], "max": state["maximum"]}
    exact = {name: Fraction(str(value)) for name, value in names.items()} | {"1": Fraction(1)}
    above, below = (
        exact[first] - (exact[second] if second else 0)
        for first, _, second in (state[part].partition(" - ") for part in ("above", "below"))
    )
    return above / below if below else None


def six_points():
    """The numbers of pairs together in the sixty labellings of Rand's six points."""
    rand = at.datasets.load_rand_points()
    within = at.co_membership(rand.labels_true)
    return [at.pair_statistic(within, labels) for labels in at.partitions.set_partitions(6, sizes=[3, 2, 1])]


# ---- the model


def test_it_begins_with_the_six_points_of_rand():
    rand = at.datasets.load_rand_points()
    tp, fn, fp, _ = at.pair_counts(rand.labels_true, rand.labels_pred)
    found = six_points()
    assert (START["index"], START["maximum"]) == (tp, (2 * tp + fn + fp) / 2)
    assert Fraction(str(START["expected"])) == Fraction(sum(found), len(found))
    # The ten labellings are the sixty, in the same proportions.
    drawn = Counter(MODEL.labellings(START))
    assert {value: 6 * count for value, count in drawn.items()} == Counter(found)
    ari = at.adjusted_rand_score(rand.labels_true, rand.labels_pred)
    assert MODEL.numbers(START | RIGHT)["value"] == pytest.approx(ari, rel=1e-15)


def test_values_are_those_of_fractions():
    n_undefined = 0
    for state in [START | {"above": above, "below": below} for above, below in FORMULAS] + random_states(
        "FormulaBuilder", 300
    ):
        found = MODEL.numbers(state)
        exact = {"value": value_of(state), "perfect": value_of(state, state["maximum"])}
        drawn = [value_of(state, index) for index in MODEL.labellings(state)]
        exact["chance"] = None if None in drawn else sum(drawn) / len(drawn)
        assert exact["chance"] == value_of(state, state["expected"])  # a mean keeps to the line
        n_undefined += exact["value"] is None
        for name, value in exact.items():
            assert found[name] == (None if value is None else pytest.approx(float(value), rel=1e-15, abs=0))
        # To be compared with 0 and 1 without a tolerance.
        assert [found["chance"] == 0, found["perfect"] == 1] == [exact["chance"] == 0, exact["perfect"] == 1]
    assert 30 < n_undefined < 200


def test_what_the_lesson_says():
    """The numbers of its outcomes, which no goal names."""
    tasks = FormulaBuilder.tasks
    found = [MODEL.numbers(START | task.start | task.solved) for task in tasks]
    assert (found[0]["chance"], found[1]["perfect"], found[2]["value"]) == (0.32, 0.68, pytest.approx(2 / 17))
    assert [("0.32" in tasks[0].outcome), ("0.68" in tasks[1].outcome), ("2/17" in tasks[2].outcome)] == [True] * 3
    assert found[3]["maximum"] == 2 * found[3]["expected"]
    assert value_of(START | RIGHT) == Fraction(2, 17)
