"""Linked pairs: numbers are those of the package; links in the plane and pairs in the row are lit together."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist

import aucc_teach as at
from demos.each_demo import random_states
from demos.models import Model
from demos.shown import Live

LinkedPairs = at.demos.LinkedPairs
MODEL = Model("linked-pairs")
DASH = "\N{EN DASH}"


def names_of(n):
    return [a + b for i, a in enumerate("abcdefg"[:n]) for b in "abcdefg"[i + 1 : n]]


# ---- the model


def test_numbers_are_those_of_the_package():
    for state in random_states("LinkedPairs", 500):
        labels, squared = state["labels"], pdist(state["points"], "sqeuclidean")
        reach = state["squared_r"]
        found = MODEL.numbers(state)
        together, linked = at.co_membership(labels), squared <= reach
        assert (found["within"], found["between"]) == (together.sum(), (~together).sum())
        assert (found["hits"], found["false_alarms"]) == ((linked & together).sum(), (linked & ~together).sum())
        assert (found["squares"], found["squared_r"]) == (squared.sum(), reach)
        if 0 < together.sum() < len(together):
            curve = at.roc_curve(together, -squared)
            place = np.flatnonzero(-curve.thresholds <= reach)
            place = place[-1] if len(place) else 0
            rates = found["false_alarms"] / found["between"], found["hits"] / found["within"]
            assert rates == pytest.approx((curve.fpr[place], curve.tpr[place]))
            assert found["aucc"] == pytest.approx(curve.auc, abs=1e-12)
        else:
            assert found["aucc"] is None


# ---- what the lesson says


def test_what_the_steps_say_is_so():
    data = at.datasets.load_figure3()
    names, together = names_of(7), at.co_membership(data.labels)
    squared = pdist(data.points, "sqeuclidean")
    order = sorted(range(21), key=squared.__getitem__)
    within, between = ([i for i in order if together[i] == kind] for kind in (True, False))
    assert [names[i] for i in within[:6]] == ["eg", "ef", "fg", "ab", "ac", "bc"]
    assert squared[within[5]] < squared[between[0]]
    assert [names[i] for i in between[:3]] == ["de", "df", "dg"]
    assert [sum(squared[i] < squared[k] for k in within) for i in between[:4]] == [3, 3, 3, 0]
    curve = at.roc_curve(together, -squared)
    away = np.hypot(curve.fpr, 1 - curve.tpr)
    assert [(curve.fpr[i], curve.tpr[i]) for i in np.flatnonzero(away == away.min())] == [(3 / 12, 1)]
    assert at.aucc_score(data.points, data.labels) == 99 / 108
    # The steps go from link to link, and know where the points are.
    ends = [squared[names.index(name)] for name in ("bc", "de", "ad")]
    assert [task.solved.get("squared_r") for task in LinkedPairs.tasks] == [*ends, None]
    assert {name: value for name, _, value, _ in LinkedPairs.tasks[0].goal}["squares"] == squared.sum()


# ---- on a page


class Linked(Live):
    """The demo on a page; nothing glides."""

    def __init__(self, page, demo):
        page.emulate_media(reduced_motion="reduce")
        super().__init__(page, demo)
        self.caption = self.box.locator(".demo-strip-caption")

    def lit(self):
        """What is lit in the row, and so in the plane."""
        names = sorted(self.box.locator(".demo-pair-slot.demo-touched").all_text_contents())
        keys = self.box.locator(".demo-pair-line.demo-touched").evaluate_all("ns => ns.map((n) => n.dataset.key)")
        assert names == sorted("".join("abcdefg"[int(i)] for i in key.split("-")) for key in keys)
        return names

    def x_of(self, place):
        """Where a place between the slots is on the page, as a number of slots from the left."""
        box = self.box.locator(".demo-pair-slots").bounding_box()
        return box["x"] + place * box["width"] / self.box.locator(".demo-pair-slot").count(), box["y"] + box[
            "height"
        ] / 2


def test_a_hidden_pair_does_not_come_out_by_touching_its_place(live):
    linked = Linked(live(LinkedPairs()), LinkedPairs())
    for place, name in ((6.5, []), (20.5, []), (1.5, ["ef"])):
        linked.page.mouse.move(*linked.x_of(place))
        assert linked.lit() == name
        assert bool(linked.caption.inner_text()) == bool(name)
    linked.box.get_by_role("button", name="Explore without steps").click()
    linked.page.mouse.move(*linked.x_of(6.5))
    assert linked.lit() == ["de"]
