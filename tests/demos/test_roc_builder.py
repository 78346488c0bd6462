"""The ROC builder: counts, rates and areas are those of others; the threshold draws the curve."""

import re
from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score

import aucc_teach as at
from aucc_teach.demos import RocBuilder
from demos.each_demo import random_states
from demos.models import GOALS, Model
from demos.shown import Live

MODEL = Model("roc-builder")
CELLS = ("tp", "fn", "fp", "tn")


# ---- the model


def value_of(fraction):
    """Read (21 + 1/2)/25 as a fraction."""
    right, half, total = re.fullmatch(r"\(?(\d+)(?: \+ (\d+(?:/2)?)\))?/(\d+)", fraction).groups()
    return (Fraction(right) + Fraction(half or 0)) / Fraction(total)


def test_numbers_are_those_of_the_package():
    n_tied = n_single = 0
    for state in random_states("RocBuilder", 120, seed=51):
        state = state | {"swept": 0}
        y_true, y_score = state["y_true"], state["y_score"]
        found, words = MODEL.numbers(state), MODEL.words(state)
        (tn, fp), (fn, tp) = confusion_matrix(y_true, np.array(y_score) >= state["threshold"], labels=[0, 1])
        assert [found[key] for key in CELLS] == [tp, fn, fp, tn]
        assert found["n_items"] == len(y_true)
        assert found["comparisons"] == found["right"] + found["wrong"] + found["tied"]
        assert found["comparisons"] == sum(y_true) * (len(y_true) - sum(y_true))
        if len(set(y_true)) == 1:
            assert (found["auc"], found["gini"]) == (None, None)
            assert words == "AUC needs positives and negatives."
            n_single += 1
            continue
        auc = at.roc_curve(y_true, y_score).auc
        assert found["auc"] == pytest.approx(auc, abs=1e-12) == pytest.approx(roc_auc_score(y_true, y_score), abs=1e-12)
        assert found["gini"] == pytest.approx(2 * auc - 1, abs=1e-12)
        assert found["won"] == pytest.approx(auc * found["comparisons"])
        exactly, written = re.search(r"AUC (\S+(?: \+ \S+)?) = ([\d.]+)\.$", words).groups()
        assert float(value_of(exactly)) == found["auc"]
        assert float(written) == pytest.approx(auc, abs=5.1e-5)
        assert (f", {found['tied']} " in words) == (found["tied"] > 0)
        n_tied += found["tied"] > 0
    assert n_tied > 65
    assert 1 <= n_single < 30


def test_the_curve_goes_from_group_to_group():
    for state in random_states("RocBuilder", 200, seed=6):
        groups = MODEL.groupsOf(state)
        steps = np.array([[0, 0], *([group["negatives"], group["positives"]] for group in groups)]).cumsum(axis=0)
        if steps[-1].all():
            assert np.array_equal(
                steps / steps[-1], np.column_stack(at.roc_curve(state["y_true"], state["y_score"])[:2])
            )
        assert len(groups) == len(MODEL.scoresDown(state["y_score"])) == len(set(state["y_score"]))


# ---- on a page


class Builder(Live):
    """The ROC builder on a page."""

    def __init__(self, page, demo, nth=0):
        super().__init__(page, demo, nth)
        self.slider = self.box.get_by_role("slider", name="Threshold")

    def drawn(self):
        """How much of the curve is drawn, as the counts of its steps up and to the right."""
        path = lambda kind: self.box.locator(f".demo-roc .demo-line.demo-{kind}").get_attribute("d") or ""  # noqa: E731
        return path("within").count("M"), path("between").count("M")

    def at(self):
        """The threshold, and how much of the curve is drawn."""
        return self.state()["threshold"], self.drawn()


# ---- the curve is drawn as the threshold goes down


@pytest.fixture
def undrawn(live):
    page = live(RocBuilder())
    page.clock.install(time="2030-01-01T00:00:00")
    page.reload()
    builder = Builder(page, RocBuilder())
    # Else it goes on by itself between two orders.
    page.clock.pause_at("2030-01-01T01:00:00")
    yield builder
    page.clock.resume()


def test_play_pauses_and_is_one_gesture(undrawn):
    press, run_for = undrawn.press, undrawn.page.clock.run_for
    undrawn.box.get_by_role("button", name="Explore without steps").click()
    press("Play")
    run_for(5 * 300)
    assert undrawn.state()["threshold"] == 16
    press("Pause")
    run_for(3000)
    assert undrawn.at() == (16, (2, 0))
    press("Undo")
    assert undrawn.at() == (21, (0, 0))
    press("Redo", "Play")
    run_for(16 * 300)
    assert undrawn.at() == (0, (5, 5))
    press("Play")  # again, from the top
    run_for(600)
    assert undrawn.at() == (19, (1, 0))
    undrawn.slider.press("ArrowLeft")  # another hand takes it
    run_for(3000)
    assert undrawn.state()["threshold"] == 18
    assert undrawn.button("Play").count() == 1


def test_play_stops_where_the_step_asks_for_and_shows_nothing_of_the_next(undrawn):
    """However far the threshold goes in the first step, the area that the second asks for does not come out."""
    panel, page = undrawn.box.locator(".demo-lesson .demo-face-shown"), undrawn.page
    panel.get_by_role("radio", name="Up", exact=True).check()
    undrawn.press("Commit")
    undrawn.press("Play")
    page.clock.run_for(3 * 300)
    assert undrawn.status().startswith("The curve is drawn down to score 18.")
    page.clock.run_for(20 * 300)
    assert undrawn.at() == (14, (3, 0))
    assert panel.inner_text().startswith("You expected")
    undrawn.press("Play")
    page.clock.run_for(20 * 300)
    assert undrawn.at() == (0, (5, 5))
    assert GOALS.meets(RocBuilder.tasks[1].goal, MODEL.numbers(undrawn.state()))

    def seen():
        label = undrawn.box.locator(".demo-roc").get_attribute("aria-label")
        visible = undrawn.box.locator("[data-value]:not([aria-hidden])").all_text_contents()
        return " ".join([label, undrawn.status(), *visible])

    assert "0.84" not in seen()
    assert "21" not in seen()
    assert undrawn.status() == "The curve is drawn to its end."
    page.reload()
    assert "0.84" not in seen()
    undrawn.press("Next")
    panel.get_by_role("textbox").fill("0.5")
    undrawn.press("Commit")
    undrawn.slider.press("Home")
    assert panel.inner_text().startswith("The area is 0.84.")
