"""Linked pairs: links in the plane, pairs in the row and the dot on the curve agree, by mouse and by keys."""

import math
import random

import numpy as np
import pytest
from scipy.spatial.distance import pdist

import aucc_teach as at
from demos.conftest import PointsDemo
from demos.models import GOALS, Model

LinkedPairs = at.demos.LinkedPairs
MODEL = Model("linked-pairs")
DASH = "\N{EN DASH}"


def names_of(n):
    return [a + b for i, a in enumerate("abcdefg"[:n]) for b in "abcdefg"[i + 1 : n]]


# ---- the model


def test_numbers_are_those_of_the_package():
    rng = np.random.default_rng(26)
    for _ in range(500):
        n, step = int(rng.integers(3, 8)), int(rng.choice([1, 200, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        labels = rng.integers(0, rng.integers(1, 4), size=n).tolist()
        squared = pdist(points, "sqeuclidean")
        reach = int(rng.choice([0, 2_000_000, *squared, rng.integers(0, 2_000_000)]))
        found = MODEL.numbers({"points": points.tolist(), "labels": labels, "squared_r": reach})
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


def test_the_state_in_python():
    with pytest.raises(ValueError, match="3 to 7 points"):
        LinkedPairs([[i, i] for i in range(8)], [0] * 4 + [1] * 4)
    assert LinkedPairs([[0, 0], [0, 3], [9, 0]], [0, 0, 1]).squared_r == 0
    assert (LinkedPairs().squared_r, LinkedPairs().lesson[0]["solved"]) == (180**2, {"squared_r": 78514})
    assert LinkedPairs(squared_r=0).lesson == []


# ---- what the lesson says


def test_with_d_elsewhere_the_first_steps_are_not_met():
    """What their outcomes say of d and e would not be so."""
    demo = LinkedPairs()
    moved = demo.state() | {"points": [[358, 440] if i == 3 else list(p) for i, p in enumerate(demo.points)]}
    reached = [MODEL.numbers(moved | {"squared_r": r}) for r in range(0, 10**6, 20_000)]
    assert (6, 0) in {(found["hits"], found["false_alarms"]) for found in reached}
    assert not any(GOALS.meets(LinkedPairs.tasks[0].goal, found) for found in reached)


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


def test_closest_to_its_own_cluster_is_not_enough():
    """Closer to each of its own cluster than to any other, and AUCC is not 1: a–d comes after b–e."""
    data = at.datasets.load_figure3()
    points = data.points.copy()
    points[3] = 900, 0
    distance = dict(zip(names_of(7), pdist(points), strict=True))
    assert max(distance[f"{name}d"] for name in "abc") < min(distance[f"d{name}"] for name in "efg")
    assert distance["ad"] > distance["be"]
    assert at.aucc_score(points, data.labels) < 1


# ---- the view


class Linked(PointsDemo):
    """The demo on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "linked-pairs", nth)
        self.row = self.box.get_by_role("slider", name="Distance r")
        self.lines = self.box.locator(".demo-pair-line")
        self.slots = self.box.locator(".demo-pair-slot")

    def lines_with(self, condition):
        """Names of the pairs whose line has a class."""
        keys = self.lines.evaluate_all(
            "(nodes, name) => nodes.filter((node) => node.classList.contains(name)).map((node) => node.dataset.key)",
            condition,
        )
        return sorted("abcdefg"[int(first)] + "abcdefg"[int(second)] for first, second in (k.split("-") for k in keys))

    def cells(self):
        """Of each slot its pair, and whether it is within, linked, touched, tied."""
        return self.slots.evaluate_all(
            """nodes => nodes.map((node) => [node.textContent,
                ...["within", "linked", "touched", "pair-slot-tied"]
                    .map((name) => node.classList.contains(`demo-${name}`))])"""
        )

    def lit(self):
        """What is lit in the row, and so in the plane."""
        names = sorted(name for name, _, _, touched, _ in self.cells() if touched)
        assert names == self.lines_with("demo-touched")
        return names

    def x_of(self, place):
        """Where a place between the slots is on the page, as a number of slots from the left."""
        box = self.box.locator(".demo-pair-slots").bounding_box()
        return box["x"] + place * box["width"] / self.slots.count(), box["y"] + box["height"] / 2

    def check(self):
        """Links, row, dot and numbers are what the model says of the displayed points and the displayed r."""
        points, labels = self.state()
        n_linked = int(self.row.get_attribute("aria-valuenow"))
        squared, names = pdist(points, "sqeuclidean"), names_of(len(points))
        reach = int(np.sort(squared)[n_linked - 1]) if n_linked else 0
        state = {"points": points, "labels": labels, "squared_r": reach}
        found, shown, cells = MODEL.numbers(state), self.texts(), self.cells()
        assert self.lines_with("demo-linked") == sorted(
            n for n, d in zip(names, squared, strict=True) if d <= reach and n_linked
        )
        distance = dict(zip(names, squared, strict=True))
        together = dict(zip(names, at.co_membership(labels).tolist(), strict=True))
        assert [distance[name] for name, *_ in cells] == sorted(squared)
        assert [within for _, within, *_ in cells] == [together[name] for name, *_ in cells]
        assert [is_linked for _, _, is_linked, *_ in cells] == [i < n_linked for i in range(len(cells))]
        assert [tied for *_, tied in cells] == [(squared == distance[name]).sum() > 1 for name, *_ in cells]
        hits, alarms = (found["hits"], found["false_alarms"]) if n_linked else (0, 0)
        assert shown["hits"] == f"{hits} of {found['within']}"
        assert shown["alarms"] == f"{alarms} of {found['between']}"
        assert float(shown["aucc"]) == float(f"{found['aucc']:.4f}")
        x, y = self.box.locator(".demo-roc .demo-dot").evaluate(
            "node => ['cx', 'cy'].map((n) => +node.getAttribute(n))"
        )
        place = (x - 30) / 254 * found["between"], (262 - y) / 254 * found["within"]
        assert place == pytest.approx((alarms, hits), abs=1e-6)
        return hits, alarms


@pytest.fixture
def linked(live):
    """The demo without its steps, and without anything that glides."""
    page = live(LinkedPairs())
    page.emulate_media(reduced_motion="reduce")
    linked = Linked(page)
    linked.box.get_by_role("button", name="Explore without steps").click()
    return linked


def test_what_is_shown_after_random_edits(linked):
    rng = random.Random(26)
    seen = set()
    for _ in range(30):
        kind = rng.choice(["drag", "arrow", "row", "row", "click", "preset"])
        point = linked.points_.nth(i := rng.randrange(linked.points_.count()))
        if kind == "drag":
            linked.drag(i, rng.randint(-90, 90), rng.randint(-90, 90))
        elif kind == "arrow":
            point.press(rng.choice(["Shift+", ""]) + rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        elif kind == "row":
            linked.row.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "PageUp", "PageDown", "Home", "End"]))
        elif kind == "click":
            linked.page.mouse.click(*linked.x_of(rng.uniform(0.1, linked.slots.count() - 0.1)))
        else:
            linked.box.locator("select").select_option(index=rng.randrange(3))
        seen.add(linked.check())
    assert len(seen) > 6


def test_keys_go_through_the_distinct_distances(linked):
    linked.row.press("Home")
    assert (linked.row.get_attribute("aria-valuenow"), linked.texts()["r"]) == ("0", "0.0")
    for i, distance in enumerate(np.sort(pdist(at.datasets.load_figure3().points)), start=1):
        linked.row.press("ArrowRight")
        assert (linked.row.get_attribute("aria-valuenow"), linked.texts()["r"]) == (str(i), f"{distance:.1f}")
    linked.row.press("ArrowRight")
    assert linked.check() == (9, 12)
    linked.row.press("ArrowLeft")
    assert linked.check() == (9, 11)
    # What r links last is lit, and heard.
    assert linked.lit() == ["af"]
    assert f"The last one is a{DASH}f, between, distance 969.1." in linked.row.get_attribute("aria-valuetext")


def test_pairs_that_tie_are_linked_in_one_step(linked):
    linked.box.locator("select").select_option(label="A square")
    seen = []
    for _ in range(3):
        seen.append(linked.check())
        linked.row.press("ArrowRight")
    assert seen == [(0, 0), (2, 2), (2, 4)]
    # Wherever in the tie the pointer is.
    for place in (0.5, 1.5, 2.5, 3.5):
        linked.row.press("Home")
        linked.page.mouse.click(*linked.x_of(place))
        assert linked.check() == (2, 2)


def test_a_pair_is_lit_in_the_plane_and_in_the_row_together(linked):
    linked.row.press("End")
    linked.page.mouse.move(*linked.x_of(6.5))  # the seventh of the closest
    assert linked.lit() == ["de"]
    caption = linked.box.locator(".demo-strip-caption")
    assert caption.inner_text() == f"d{DASH}e, between, distance 317.2"
    linked.page.mouse.move(0, 0)
    assert linked.lit() == []
    linked.row.press("PageDown")  # few enough links that none crosses another
    linked.row.press("PageDown")
    linked.box.locator("[data-key='1-3'] .demo-link-grip").hover()
    assert linked.lit() == ["bd"]
    assert caption.inner_text() == f"b{DASH}d, within, distance 479.8"
    linked.row.press("Home")
    for _ in range(8):
        linked.row.press("ArrowRight")
    linked.page.mouse.move(0, 0)
    linked.points_.nth(3).hover()
    assert linked.lit() == ["de", "df"]  # of the pairs of d those that are linked
    linked.points_.nth(3).press("Enter")
    assert linked.status() == "d is linked to e, f."


def test_the_edge_follows_a_hand_that_drags(linked):
    mouse = linked.page.mouse
    mouse.move(*linked.x_of(4))
    mouse.down()
    mouse.move(*linked.x_of(9.2), steps=5)
    assert linked.check() == (6, 3)
    mouse.move(*linked.x_of(-3), steps=5)
    assert linked.check() == (0, 0)
    mouse.move(*linked.x_of(12), steps=5)
    mouse.up()
    assert linked.check() == (9, 3)
    linked.box.get_by_role("button", name="Undo").click()
    assert linked.check() == (4, 0)  # a drag is one gesture


def test_the_circle_goes_as_far_as_r(linked):
    linked.row.press("Home")
    for _ in range(7):
        linked.row.press("ArrowRight")
    circle = linked.box.locator(".demo-reach")
    points, _ = linked.state()
    radius = float(circle.get_attribute("r")) / 392 * 1000
    assert radius == pytest.approx(math.dist(points[3], points[4]))  # d is chosen in the beginning, e just reached
    linked.points_.nth(0).press("n")
    assert float(circle.get_attribute("cx")) == pytest.approx(24 + points[1][0] * 0.392)


def test_a_hidden_pair_does_not_come_out_by_touching_its_place(live):
    linked = Linked(live(LinkedPairs()))
    for place in (6.5, 12.5, 20.5):
        linked.page.mouse.move(*linked.x_of(place))
        assert linked.lit() == []
        assert linked.box.locator(".demo-strip-caption").inner_text() == ""
    linked.page.mouse.move(*linked.x_of(1.5))
    assert linked.lit() == ["ef"]
    linked.box.get_by_role("button", name="Explore without steps").click()
    linked.page.mouse.move(*linked.x_of(6.5))
    assert linked.lit() == ["de"]


def test_the_dot_glides_unless_the_reader_asks_for_stillness(live):
    linked = Linked(page := live(LinkedPairs()))
    duration = "node => getComputedStyle(node).transitionDuration.split(',').some((text) => parseFloat(text) > 0)"
    for motion, glides in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=motion)
        for selector in (".demo-roc .demo-dot", ".demo-reach", ".demo-pair-line .demo-link", ".demo-edge-knob"):
            assert linked.box.locator(selector).first.evaluate(duration) == glides, (motion, selector)
