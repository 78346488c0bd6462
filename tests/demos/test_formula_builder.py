"""Formula builder: each formula gives what fractions say, for chance and for perfect agreement; the marks move."""

import random
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import aucc_teach as at
from demos.conftest import Live, number
from demos.each_demo import CHOICES, random_state
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


def states(count, seed=3):
    rng = random.Random(seed)
    return [random_state("FormulaBuilder", rng) for _ in range(count)]


def test_values_are_those_of_fractions():
    n_undefined = 0
    for state in [START | {"above": above, "below": below} for above, below in FORMULAS] + states(300):
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


def test_words():
    say = lambda **changes: MODEL.words(START | changes)  # noqa: E731
    assert say() == (
        "An index of 2.0, where chance gives 1.6 on average and perfect agreement 5.0. With the index as it is, our "
        "index gets 2. Chance gets 1.6, not 0. Perfect agreement gets 5, not 1."
    )
    assert say(**RIGHT).endswith(
        "With (index \N{MINUS SIGN} E) / (max \N{MINUS SIGN} E), our index gets 0.1176. Both cases are right, wherever "
        "E and max are."
    )
    lucky = say(above="index - E", below="E", maximum=3.2)
    assert lucky.endswith("Both cases are right, but only for this E and this max.")
    assert say(below="E", expected=0).endswith("index / E cannot be computed, because 0 stands below the line.")
    assert MODEL.filled(START | RIGHT) == "(2.0 \N{MINUS SIGN} 1.6) / (5.0 \N{MINUS SIGN} 1.6)"


def test_what_the_lesson_says():
    """The numbers of its outcomes, which no goal names."""
    tasks = FormulaBuilder.tasks
    found = [MODEL.numbers(START | task.start | task.solved) for task in tasks]
    assert (found[0]["chance"], found[1]["perfect"], found[2]["value"]) == (0.32, 0.68, pytest.approx(2 / 17))
    assert [("0.32" in tasks[0].outcome), ("0.68" in tasks[1].outcome), ("2/17" in tasks[2].outcome)] == [True] * 3
    assert found[3]["maximum"] == 2 * found[3]["expected"]
    assert value_of(START | RIGHT) == Fraction(2, 17)


# ---- on a page


class Builder(Live):
    """The formula builder on a page; `state` is what the page shows, and follows it by hand."""

    def __init__(self, page, **state):
        super().__init__(page, "formula-builder", 0)
        self.state = START | state
        self.marks = {
            "expected": self.box.get_by_role("slider", name=re.compile("^E, ")),
            "maximum": self.box.get_by_role("slider", name=re.compile("^max, ")),
        }
        self.picture = self.box.locator(".demo-marks")
        self.picture.evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")

    def choose(self, name, part):
        self.box.locator("label").filter(has_text=f"{name} the line").locator("select").select_option(part)
        self.check(**{name: part})

    def knob(self, name):
        box = self.marks[name].locator(".demo-knob").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, name, by):
        """Drag a mark by so much of the index."""
        (x, y), frame, mouse = self.knob(name), self.picture.bounding_box(), self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + by * frame["width"] * 424 / 440 / 11.5, y + 20, steps=5)
        mouse.up()

    def lines(self):
        """Where the three lines begin on the ruler of the index and end on that of the formula."""
        found = []
        for d in self.box.locator(".demo-leads").evaluate_all("nodes => nodes.map(n => n.getAttribute('d'))"):
            x, end = map(float, re.findall(r"[ML](-?[\d.]+),", d)) if d else (None, None)
            found.append((x and (x - 8) * 11.5 / 424 - 1, end and (end - 8) * 3 / 424 - 1))
        return found

    def check(self, **changes):
        """Every displayed number is the one that the state has, and lines and dots lie where it says."""
        self.state |= changes
        found, shown = MODEL.numbers(self.state), self.texts()
        for name, slider in self.marks.items():
            assert float(slider.get_attribute("aria-valuenow")) == self.state[name]
        lists = self.box.locator(".demo-formula select").evaluate_all("nodes => nodes.map(node => node.value)")
        assert lists == [self.state["above"], self.state["below"]]
        assert shown["filled"] == MODEL.filled(self.state)
        assert self.status() == MODEL.verdict(self.state)
        exact = value_of(self.state)
        if exact is None:
            assert number(shown["value"]) is None
            assert {shown["chance"], shown["perfect"]} == {"0 below the line"}
            assert self.lines() == [(None, None)] * 3
            return
        assert number(shown["value"]) == pytest.approx(float(exact), abs=0.5001e-4)
        for case, wanted in (("chance", 0), ("perfect", 1)):
            value, verdict = shown[case].split(", ")
            assert number(value) == pytest.approx(found[case], abs=0.5001e-4)
            assert verdict == ("right" if found[case] == wanted else f"must be {wanted}")
        for (begin, end), place in zip(self.lines(), ("expected", "maximum", "index"), strict=True):
            assert begin == pytest.approx(self.state[place], abs=2e-4)
            assert end == pytest.approx(min(2, max(-1, value_of(self.state, self.state[place]))), abs=2e-4)
        dots = self.box.locator(".demo-labelling").evaluate_all(
            "nodes => nodes.map(n => [+n.getAttribute('cx'), +n.getAttribute('cy')])"
        )
        above, below = np.array(dots[:10]), np.array(dots[10:])
        assert (above[:, 0] - 8) * 11.5 / 424 - 1 == pytest.approx(MODEL.labellings(self.state), abs=2e-4)
        made = [float(min(2, max(-1, value_of(self.state, one)))) for one in MODEL.labellings(self.state)]
        assert (below[:, 0] - 8) * 3 / 424 - 1 == pytest.approx(made, abs=2e-4)
        assert len({tuple(dot) for dot in dots}) == 20  # none hides another


@pytest.mark.parametrize("width", [390, 1000])
def test_mouse_and_keys(live, width):
    page = live(FormulaBuilder(lesson=[]), width=width)
    builder = Builder(page)
    height = builder.box.bounding_box()["height"]
    builder.check()
    for above in ABOVE:
        builder.choose("above", above)
        for below in BELOW:
            builder.choose("below", below)
    builder.choose("above", "index - E")
    builder.drag("maximum", -2)
    builder.check(maximum=3)
    builder.drag("maximum", -9)
    builder.check(maximum=2)  # not below our index
    builder.drag("expected", 3)
    builder.check(expected=2)  # not above max
    assert builder.texts()["value"] == "\N{EN DASH}"  # and so 0 stands below the line
    for name, keys, value in [
        ("maximum", ["ArrowRight", "Shift+ArrowUp"], 2.6),
        ("expected", ["Shift+ArrowLeft", "ArrowDown"], 1.4),
        ("maximum", ["End"], 10),
        ("expected", ["End"], 8),
        ("expected", ["Home", "ArrowLeft"], 0),
        ("expected", ["PageUp"], 1),
        ("maximum", ["Home"], 2),
    ]:
        for key in keys:
            builder.marks[name].press(key)
        builder.check(**{name: value})
    assert builder.marks["expected"].get_attribute("aria-valuetext") == "1.0: chance gets 0"
    builder.choose("below", "1")
    assert builder.status().endswith("Both cases are right, but only for this E and this max.")
    assert builder.box.bounding_box()["height"] == height


def test_marks_at_one_place_can_both_be_taken(live):
    page = live(FormulaBuilder(expected=5.0), width=390)
    builder = Builder(page, expected=5)
    builder.drag("expected", -2)
    builder.check(expected=3)
    builder.drag("expected", 2)
    builder.drag("maximum", 3)
    builder.check(expected=5, maximum=8)


def test_a_finger_moves_a_mark_and_not_the_page(page_of, open_page):
    page = open_page(page_of(FormulaBuilder(lesson=[])), width=342, height=740, has_touch=True, is_mobile=True)
    builder = Builder(page)
    for mark in builder.marks.values():
        grip = mark.locator(".demo-grip").bounding_box()
        assert min(grip["width"], grip["height"]) >= 24
    session = page.context.new_cdp_session(page)
    (x, y), scrolled = builder.knob("maximum"), page.evaluate("scrollY")
    for kind, k in [("touchStart", 0), *(("touchMove", k) for k in range(1, 6)), ("touchEnd", None)]:
        points = [] if k is None else [{"x": x + 12 * k, "y": y + 10 * k}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert float(builder.marks["maximum"].get_attribute("aria-valuenow")) > 6
    assert page.evaluate("scrollY") == scrolled
