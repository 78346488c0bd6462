"""Linked pairs: links in the plane, pairs in the row and the dot on the curve agree, by mouse, finger and keys."""

import math
import random
import re

import numpy as np
import pytest
from scipy.spatial.distance import pdist

import aucc_teach as at
from demos.conftest import PointsDemo, number
from demos.test_demo_tasks import Steps

LinkedPairs = at.demos.LinkedPairs
DASH = "\N{EN DASH}"
NAMES = [a + b for i, a in enumerate("abcdefg") for b in "abcdefg"[i + 1 :]]


class Linked(PointsDemo):
    """The demo on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "linked-pairs", nth)
        self.row = self.box.get_by_role("slider", name="Distance r")
        self.lines = self.box.locator(".demo-pair-line")
        self.slots = self.box.locator(".demo-pair-slot")

    def pairs_where(self, condition):
        """Names of the pairs whose line has a class."""
        keys = self.lines.evaluate_all(
            "(nodes, name) => nodes.filter((node) => node.classList.contains(name)).map((node) => node.dataset.key)",
            condition,
        )
        return sorted("abcdefg"[int(first)] + "abcdefg"[int(second)] for first, second in (k.split("-") for k in keys))

    def cells(self):
        return self.slots.evaluate_all(
            """nodes => nodes.map((node) => [node.textContent,
                ...["within", "linked", "touched", "pair-slot-tied"]
                    .map((name) => node.classList.contains(`demo-${name}`))])"""
        )

    def lit(self):
        return sorted(name for name, _, _, touched, _ in self.cells() if touched)

    def dot(self):
        """Where the dot is, as rates."""
        x, y = self.box.locator(".demo-roc .demo-dot").evaluate(
            "node => ['cx', 'cy'].map((n) => +node.getAttribute(n))"
        )
        return (x - 30) / 254, (262 - y) / 254

    def x_of(self, place):
        """Where a place between the slots is on the page, as a number of slots from the left."""
        box = self.box.locator(".demo-pair-slots").bounding_box()
        n = self.slots.count()
        return box["x"] + place * box["width"] / n, box["y"] + box["height"] / 2

    def check_numbers(self):
        """Links, row, dot and numbers are those that Python computes from the displayed points and the displayed r."""
        points, labels = self.state()
        n_linked = int(self.row.get_attribute("aria-valuenow"))
        squared = pdist(points, "sqeuclidean")
        names = [a + b for i, a in enumerate("abcdefg"[: len(points)]) for b in "abcdefg"[i + 1 : len(points)]]
        together = at.co_membership(labels)
        order = np.lexsort((np.arange(len(squared)), ~together, squared))
        reach = squared[order[n_linked - 1]] if n_linked else 0
        linked = squared <= reach if n_linked else np.zeros(len(squared), bool)
        assert linked.sum() == n_linked
        assert self.pairs_where("demo-linked") == sorted(np.array(names)[linked])
        cells = self.cells()
        assert [bool(within) for _, within, *_ in cells] == together[order].tolist()
        assert [is_linked for _, _, is_linked, *_ in cells] == [i < n_linked for i in range(len(cells))]
        distance = dict(zip(names, squared, strict=True))
        assert [distance[name] for name, *_ in cells] == sorted(squared)
        assert [tied for *_, tied in cells] == [(squared == value).sum() > 1 for value in sorted(squared)]
        shown = self.texts()
        hits, alarms = int((linked & together).sum()), int((linked & ~together).sum())
        assert shown["hits"] == f"{hits} of {together.sum()}"
        assert shown["alarms"] == f"{alarms} of {(~together).sum()}"
        assert number(shown["aucc"]) == float(f"{at.aucc_score(points, labels):.4f}")
        curve = at.roc_curve(together, -squared)
        place = np.searchsorted(-curve.thresholds, reach, side="right") - 1 if n_linked else 0
        assert self.dot() == pytest.approx((curve.fpr[place], curve.tpr[place]), abs=1e-6)
        assert (alarms / (~together).sum(), hits / together.sum()) == pytest.approx(
            (curve.fpr[place], curve.tpr[place])
        )
        return hits, alarms


@pytest.fixture
def explored(page_of, open_page):
    """Open the demo without its steps."""

    def open_(demo=None, **options):
        page = open_page(page_of(demo or LinkedPairs()), **options)
        linked = Linked(page)
        if demo is None:
            linked.box.get_by_role("button", name="Explore without steps").click()
        return linked

    return open_


def test_what_is_shown_after_random_edits_is_what_python_computes(explored):
    linked = explored(reduced_motion="reduce")
    rng = random.Random(26)
    seen = set()
    for _ in range(40):
        kind = rng.choice(["drag", "arrow", "row", "row", "click", "preset"])
        if kind == "drag":
            linked.drag(rng.randrange(linked.points_.count()), rng.randint(-90, 90), rng.randint(-90, 90))
        elif kind == "arrow":
            point = linked.points_.nth(rng.randrange(linked.points_.count()))
            point.press(rng.choice(["Shift+", ""]) + rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        elif kind == "row":
            linked.row.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "PageUp", "PageDown", "Home", "End"]))
        elif kind == "click":
            linked.page.mouse.click(*linked.x_of(rng.uniform(0.1, linked.slots.count() - 0.1)))
        else:
            linked.box.locator("select").select_option(index=rng.randrange(3))
        seen.add(linked.check_numbers())
    assert len(seen) > 12
    linked.page.watched.check()


def test_keys_go_through_the_distinct_distances(explored):
    linked = explored()
    linked.row.press("Home")
    assert (linked.row.get_attribute("aria-valuenow"), linked.texts()["r"]) == ("0", "0.0")
    distances = np.sqrt(np.sort(pdist(at.datasets.load_figure3().points, "sqeuclidean")))
    for i, distance in enumerate(distances, start=1):
        linked.row.press("ArrowRight")
        assert (linked.row.get_attribute("aria-valuenow"), linked.texts()["r"]) == (str(i), f"{distance:.1f}")
    linked.row.press("ArrowRight")
    assert linked.check_numbers() == (9, 12)
    linked.row.press("ArrowLeft")
    assert linked.check_numbers() == (9, 11)
    # What r links last is lit, and heard.
    assert linked.lit() == ["af"]
    assert f"The last one is a{DASH}f, between, distance 969.1." in linked.row.get_attribute("aria-valuetext")


def test_pairs_that_tie_are_linked_in_one_step(explored):
    linked = explored()
    linked.box.locator("select").select_option(label="A square")
    seen = []
    for _ in range(3):
        seen.append(linked.check_numbers())
        linked.row.press("ArrowRight")
    assert seen == [(0, 0), (2, 2), (2, 4)]
    # Wherever in the tie the pointer is.
    for place in (0.5, 1.5, 2.5, 3.5):
        linked.row.press("Home")
        linked.page.mouse.click(*linked.x_of(place))
        assert linked.check_numbers() == (2, 2)


def test_a_pair_is_lit_in_the_plane_and_in_the_row_together(explored):
    linked = explored()
    linked.row.press("End")
    page = linked.page
    page.mouse.move(*linked.x_of(6.5))  # the seventh of the closest
    assert linked.pairs_where("demo-touched") == linked.lit() == ["de"]
    caption = linked.box.locator(".demo-strip-caption")
    assert caption.inner_text() == f"d{DASH}e, between, distance 317.2"
    page.mouse.move(0, 0)
    assert linked.pairs_where("demo-touched") == linked.lit() == []
    linked.row.press("PageDown")  # few enough links that none crosses another
    linked.row.press("PageDown")
    linked.box.locator("[data-key='1-3'] .demo-link-grip").hover()
    assert linked.pairs_where("demo-touched") == linked.lit() == ["bd"]
    assert caption.inner_text() == f"b{DASH}d, within, distance 479.8"
    linked.row.press("Home")
    for _ in range(8):
        linked.row.press("ArrowRight")
    page.mouse.move(0, 0)
    linked.points_.nth(3).hover()
    assert linked.pairs_where("demo-touched") == linked.lit() == ["de", "df"]  # of the pairs of d those that are linked
    linked.points_.nth(3).press("Enter")
    assert linked.status() == "d is linked to e, f."


def test_the_edge_follows_a_hand_that_drags(explored):
    linked = explored()
    mouse = linked.page.mouse
    mouse.move(*linked.x_of(4))
    mouse.down()
    mouse.move(*linked.x_of(9.2), steps=5)
    assert linked.check_numbers() == (6, 3)
    mouse.move(*linked.x_of(-3), steps=5)
    assert linked.check_numbers() == (0, 0)
    mouse.move(*linked.x_of(12), steps=5)
    mouse.up()
    assert linked.check_numbers() == (9, 3)
    linked.box.get_by_role("button", name="Undo").click()
    assert linked.check_numbers() == (4, 0)  # a drag is one gesture


def test_a_finger_moves_the_edge_and_d(explored):
    linked = explored(width=360, height=844, has_touch=True, is_mobile=True)
    session = linked.page.context.new_cdp_session(linked.page)

    def swipe(start, end):
        for i in range(6):
            x, y = (a + (b - a) * i / 5 for a, b in zip(start, end, strict=True))
            kind = "touchMove" if i else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(linked.x_of(4), linked.x_of(12))
    assert linked.check_numbers() == (9, 3)
    box = linked.points_.nth(3).locator(".demo-marker").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    unit = linked.box.locator(".demo-scatter").bounding_box()["width"] * 0.392 / 440
    swipe((middle[0] + 6, middle[1] + 6), (middle[0] + 6 - 200 * unit, middle[1] + 6 + 480 * unit))
    assert linked.check_numbers() == (9, 0)
    assert linked.texts()["aucc"] == "1.0000"


def test_a_hidden_pair_does_not_come_out_by_touching_its_place(page_of, open_page):
    linked = Linked(open_page(page_of(LinkedPairs())))
    steps = Steps(linked.page)
    assert "de" not in steps.perceived()
    for place in (6.5, 12.5, 20.5):
        linked.page.mouse.move(*linked.x_of(place))
        assert linked.lit() == linked.pairs_where("demo-touched") == []
        assert linked.box.locator(".demo-strip-caption").inner_text() == ""
    linked.page.mouse.move(*linked.x_of(1.5))
    assert linked.lit() == ["ef"]
    assert steps.hidden("rest")
    steps.press("Explore without steps")
    linked.page.mouse.move(*linked.x_of(6.5))
    assert linked.lit() == ["de"]


def test_the_steps_by_hand(page_of, open_page):
    """Honestly, with the slider and the points alone, and once too far."""
    linked = Linked(open_page(page_of(LinkedPairs())))
    steps = Steps(linked.page)
    tasks = LinkedPairs.tasks
    steps.predict(tasks[0])
    linked.row.press("PageUp")  # too far
    assert steps.says().startswith("Step 1 of 4 Leave")
    for _ in range(3):
        linked.row.press("ArrowLeft")
    assert tasks[0].outcome in steps.says()
    steps.press("Next")
    steps.predict(tasks[1])
    linked.row.press("ArrowRight")
    assert steps.says().startswith("You expected")
    assert tasks[1].outcome in steps.says()
    steps.press("Next")
    steps.predict(tasks[2])
    for _ in range(5):
        assert steps.hidden("aucc")
        linked.row.press("ArrowRight")
    assert not steps.hidden("aucc")
    assert tasks[2].outcome in steps.says()
    steps.press("Next")
    steps.predict(tasks[3])
    linked.drag(3, -60, 130)
    assert linked.check_numbers() == (9, 0)
    assert tasks[3].outcome in steps.says()
    linked.page.watched.check()


def test_with_d_elsewhere_the_first_steps_are_not_met():
    """What their outcomes say of d and e would not be so."""
    demo = LinkedPairs()
    moved = demo.state() | {"points": [[358, 440] if i == 3 else list(p) for i, p in enumerate(demo.points)]}
    reached = [demo.numbers(moved | {"squared_r": r}) for r in range(0, 10**6, 20_000)]
    assert (6, 0) in {(found["hits"], found["false_alarms"]) for found in reached}
    assert not any(at.demos._tasks.meets(LinkedPairs.tasks[0].goal, found) for found in reached)


def test_what_the_steps_say_is_so():
    demo = LinkedPairs()
    points, labels = np.array(demo.points), demo.labels
    distance = dict(zip(NAMES, pdist(points), strict=True))
    together = dict(zip(NAMES, at.co_membership(labels), strict=True))
    between = sorted((d, name) for name, d in distance.items() if not together[name])
    within = sorted((d, name) for name, d in distance.items() if together[name])
    assert [name for _, name in within[:6]] == ["eg", "ef", "fg", "ab", "ac", "bc"]
    assert within[5][0] < between[0][0]
    assert [name for _, name in between[:3]] == ["de", "df", "dg"]
    wrong = [sum(d < w for w, _ in within) for d, _ in between]
    assert wrong[:3] == [3, 3, 3]
    assert sum(wrong) == 9
    curve = demo.curve
    away = np.hypot(curve.fpr, 1 - curve.tpr)
    assert np.flatnonzero(away == away.min()).tolist() == [12]
    assert (curve.fpr[12], curve.tpr[12]) == (3 / 12, 1)
    assert demo.aucc == 99 / 108
    # Closer to each of its own cluster than to any other, and AUCC is not 1.
    far = points.copy()
    far[3] = 900, 0
    distance = dict(zip(NAMES, pdist(far), strict=True))
    own, others = [distance[f"{name}d"] for name in "abc"], [distance[f"d{name}"] for name in "efg"]
    assert max(own) < min(others)
    assert min(own[:2]) > distance["be"]
    assert at.aucc_score(far, labels) < 1
    # The steps begin and end where they say.
    squared = pdist(points, "sqeuclidean")
    assert demo.numbers(demo.state())["squares"] == squared.sum()
    goal = dict((name, value) for name, _, value, _ in LinkedPairs.tasks[0].goal)
    assert goal["squares"] == squared.sum()


def test_the_dot_glides_unless_the_reader_asks_for_stillness(explored):
    duration = "node => getComputedStyle(node).transitionDuration"
    moving = [".demo-roc .demo-dot", ".demo-reach", ".demo-pair-line .demo-link", ".demo-edge-knob"]
    for motion, expected in (("no-preference", True), ("reduce", False)):
        linked = explored(reduced_motion=motion)
        for selector in moving:
            seconds = re.findall(r"[\d.]+", linked.box.locator(selector).first.evaluate(duration))
            assert any(map(float, seconds)) == expected, (motion, selector)


def test_the_circle_goes_as_far_as_r(explored):
    linked = explored(reduced_motion="reduce")
    linked.row.press("Home")
    for _ in range(7):
        linked.row.press("ArrowRight")
    circle = linked.box.locator(".demo-reach")
    points, _ = linked.state()
    radius = float(circle.get_attribute("r")) / 392 * 1000
    assert radius == pytest.approx(math.dist(points[3], points[4]))  # d is chosen in the beginning, e just reached
    linked.points_.nth(0).press("n")
    assert float(circle.get_attribute("cx")) == pytest.approx(24 + points[1][0] * 0.392)


@pytest.mark.parametrize("value", [-1, 2_000_001, 3.5, "9", True, None])
def test_refuses_a_distance_that_cannot_be(value, check_refused):
    check_refused(LinkedPairs(), "squared_r", value, "squared_r must be a whole number from 0 to 2000000")


def test_refuses_more_points_than_the_row_has_names_for():
    with pytest.raises(ValueError, match="3 to 7 points"):
        LinkedPairs([[i, i] for i in range(8)], [0] * 4 + [1] * 4)


def test_python_follows_its_own_state():
    demo = LinkedPairs()
    assert (demo.hits, demo.false_alarms) == (4, 0)
    demo.squared_r = 400**2
    assert (demo.hits, demo.false_alarms) == (6, 3)
    assert demo.words().endswith("At r = 400.0, 6 of 9 within pairs and 3 of 12 between pairs are linked.")
    demo.place(points=[[0, 0], [0, 3], [9, 0]], labels=[0, 0, 1])
    assert demo.aucc == demo.curve.auc == 1
    assert LinkedPairs([[0, 0], [0, 3], [9, 0]], [0, 0, 1]).squared_r == 0
