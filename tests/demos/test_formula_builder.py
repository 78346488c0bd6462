"""Formula builder: each formula gives what fractions say, for chance and for perfect agreement; the marks move."""

from collections import Counter
from fractions import Fraction

import pytest

import aucc_teach as at
from demos.each_demo import CHOICES, random_states
from demos.models import Model
from demos.shown import Live, drawing, number

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


def test_one_formula_of_twelve_is_right_wherever_the_marks_are():
    marks = [(e, m) for e in (0, 0.3, 1, 1.6, 5) for m in (1, 2, 3.2, 5, 10) if e < m]
    right = {
        (above, below): sum(
            [found["chance"], found["perfect"]] == [0, 1]
            for expected, maximum in marks
            for found in [MODEL.numbers(dict(above=above, below=below, index=0, expected=expected, maximum=maximum))]
        )
        for above, below in FORMULAS
    }
    assert [formula for formula, count in right.items() if count == len(marks)] == [tuple(RIGHT.values())]
    lucky = {formula for formula, count in right.items() if 0 < count < len(marks)}
    assert lucky == {
        ("index", "1"),  # E = 0, max = 1
        ("index", "max"),  # E = 0
        ("index", "max - E"),  # E = 0
        ("index - E", "1"),  # max - E = 1
        ("index - E", "E"),  # max = 2 E
        ("index - E", "max"),  # E = 0
    }


def test_what_the_lesson_says():
    """The numbers of its outcomes, which no goal names."""
    tasks = FormulaBuilder.tasks
    found = [MODEL.numbers(START | task.start | task.solved) for task in tasks]
    assert (found[0]["chance"], found[1]["perfect"], found[2]["value"]) == (0.32, 0.68, pytest.approx(2 / 17))
    assert [("0.32" in tasks[0].outcome), ("0.68" in tasks[1].outcome), ("2/17" in tasks[2].outcome)] == [True] * 3
    assert found[3]["maximum"] == 2 * found[3]["expected"]
    assert value_of(START | RIGHT) == Fraction(2, 17)


# ---- what is shown


def test_what_is_shown_is_what_fractions_say():
    """Numbers and verdicts, where the three lines begin and end, and a dot for each labelling above and below."""
    for state in random_states("FormulaBuilder", 20, seed=9):
        shown, found, exact = drawing(FormulaBuilder(), **state), MODEL.numbers(state), value_of(state)
        texts = shown.texts()
        assert texts["filled"] == MODEL.filled(state)
        assert MODEL.words(state).endswith(shown.said())
        leads = shown.attributes(".demo-leads", "d")
        if exact is None:
            assert (number(texts["value"]), texts["chance"], texts["perfect"]) == (None, *["0 below the line"] * 2)
            assert not any(leads)
            continue
        assert number(texts["value"]) == pytest.approx(float(exact), abs=0.5001e-4)
        for case, wanted in (("chance", 0), ("perfect", 1)):
            value, verdict = texts[case].split(", ")
            assert number(value) == pytest.approx(found[case], abs=0.5001e-4)
            assert verdict == ("right" if found[case] == wanted else f"must be {wanted}")
        for i, place in enumerate(("expected", "maximum", "index")):
            (begin, _), *_, (end, _) = shown.places(".demo-leads", i)
            assert (begin - 8) * 11.5 / 424 - 1 == pytest.approx(state[place], abs=1e-3)
            on_ruler = min(2, max(-1, value_of(state, state[place])))
            assert (end - 8) * 3 / 424 - 1 == pytest.approx(float(on_ruler), abs=1e-3)
        dots = [(float(node["cx"]), float(node["cy"])) for node in shown.body.select(".demo-labelling")]
        drawn, made = MODEL.labellings(state), [(x - 8) * 3 / 424 - 1 for x, _ in dots[10:]]
        assert [(x - 8) * 11.5 / 424 - 1 for x, _ in dots[:10]] == pytest.approx(drawn, abs=1e-3)
        assert made == pytest.approx([float(min(2, max(-1, value_of(state, one)))) for one in drawn], abs=1e-3)
        assert len(set(dots)) == 20  # none hides another


# ---- on a page


class Builder(Live):
    """The formula builder on a page, without steps."""

    def __init__(self, page, demo):
        super().__init__(page, demo)
        self.expected, self.maximum = (self.box.get_by_role("slider", name=name) for name in ("E, ", "max, "))

    def move(self, mark, by):
        """Drag a mark by so much of the index."""
        width = self.box.locator(".demo-marks").bounding_box()["width"]
        self.drag(mark.locator(".demo-knob"), by * width * 424 / 440 / 11.5, 20)


def test_mouse_and_keys(live):
    demo = FormulaBuilder(lesson=[])
    builder = Builder(live(demo, width=390), demo)
    height = builder.box.bounding_box()["height"]
    above, below = (
        builder.box.locator("label").filter(has_text=f"{name} the line").locator("select")
        for name in ("above", "below")
    )
    above.select_option("index - E")
    below.select_option("max - E")
    builder.check(**RIGHT)
    builder.move(builder.maximum, -9)
    builder.check(maximum=2)  # not below our index
    builder.move(builder.expected, 3)
    builder.check(expected=2)  # not above max
    assert builder.texts()["value"] == "\N{EN DASH}"  # and so 0 stands below the line
    # At one place, both can be taken.
    builder.move(builder.expected, -1)
    builder.move(builder.expected, 1)
    builder.move(builder.maximum, 1)
    builder.check(expected=2, maximum=3)
    builder.maximum.press("End")
    builder.expected.press("End")
    builder.check(maximum=10, expected=8)
    for key in ("Home", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp"):
        builder.expected.press(key)
    builder.maximum.press("Home")
    builder.check(maximum=2, expected=1)
    assert builder.expected.get_attribute("aria-valuetext") == "1.0: chance gets 0"
    below.select_option("1")
    assert builder.status().endswith("Both cases are right, but only for this E and this max.")
    assert builder.box.bounding_box()["height"] == height
