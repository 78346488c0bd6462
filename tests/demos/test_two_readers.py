"""Two readers: both indices are those of the package, and a story goes into a second pile by mouse and touch."""

from itertools import product

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.demos import TwoReaders
from demos.models import Model
from demos.shown import Live

MODEL = Model("two-readers")
S = "\N{RIGHT SINGLE QUOTATION MARK}s"
TRAITS = ("n_objects", "clusters_true", "before", "clusters_pred")


def state_of(n, anna, before, now):
    return dict(zip(TRAITS, (n, anna, before, now), strict=True))


def distinct(rows):
    return [list(row) for row in dict.fromkeys(map(tuple, rows)) if row]


# ---- the model


def random_states(n_cases):
    """Piles of 2 to 6 stories; empty and equal ones among them, and stories that are in none."""
    rng = np.random.default_rng(1988)

    def rows(n, most):
        drawn = rng.random((int(rng.integers(1, most + 1)), n)) < rng.choice([0.2, 0.5, 0.8])
        return [np.flatnonzero(row).tolist() for row in drawn]

    for i in range(n_cases):
        n = int(rng.integers(2, 7))
        anna = [list(row) for row in sorted({tuple(row) for row in rows(n, 4)} - {()})] or [[0]]
        before, now = rows(n, 5), rows(n, 4)
        if i % 5 == 0:
            now = [*anna[::-1], [0]]
        yield state_of(n, anna, before, now)


def by_the_package(state, name):
    piles, objects = distinct(state[name]), range(state["n_objects"])
    if not piles:
        return None
    found = state["clusters_true"], piles
    omega = at.overlapping.omega_index(*found, objects=objects)
    return omega, at.overlapping.extended_bcubed(*found, objects=objects).f


def test_the_indices_are_those_of_the_package():
    notices = set()
    for state in random_states(300):
        found = MODEL.numbers(state)
        start, now = (by_the_package(state, name) for name in ("before", "clusters_pred"))
        shown = found["omega"], found["extended"]
        assert shown == ((None, None) if now is None else (now[0], pytest.approx(now[1], abs=1e-12)))
        moved = [
            bool(start and now) and abs(a - b) > 1e-12 for a, b in zip(start or (0, 0), now or (0, 0), strict=True)
        ]
        assert [found["omega_notices"], found["extended_notices"]] == moved
        notices.add(tuple(moved))
        assert found["is_same"] == (sorted(distinct(state["clusters_pred"])) == sorted(state["clusters_true"]))
        assert MODEL.check(state) == ""
    assert notices == {(True, True), (True, False), (False, True), (False, False)}


def test_with_partitions_omega_is_the_adjusted_rand_index():
    for labels in product(at.partitions.set_partitions(4), repeat=2):
        true, pred = ([np.flatnonzero(np.equal(one, k)).tolist() for k in set(one)] for one in labels)
        assert MODEL.numbers(state_of(4, true, pred, pred))["omega"] == at.adjusted_rand_score(*labels)


# ---- on a page


class Readers(Live):
    """The demo on a page, without steps."""

    def cell(self, name):
        return self.box.locator(f"[data-key][aria-label='{name}'], [data-key][aria-label^='{name},']")

    def move(self, start, end):
        """Drag from the middle of a cell to that of another."""
        (x, y), (u, v) = (self.middle(self.cell(name).locator(".demo-cell")) for name in (start, end))
        self.drag(self.cell(start).locator(".demo-cell"), u - x, v - y)

    def piles(self):
        return self.check()["clusters_pred"]


@pytest.fixture
def readers(live):
    demo = TwoReaders(lesson=[])
    return Readers(live(demo, height=1600), demo)


def test_a_story_is_dragged_into_a_second_pile(readers):
    readers.move("a in Ben 1", "a in Ben 2")
    assert readers.piles() == [[0, 1, 2], [0, 2, 3, 4]]
    assert readers.status().startswith(f"a is now in Ben{S} pile 2. Omega index falls")
    readers.move("a in Ben 2", "c in Ben 3")  # the row counts, not the column
    before = readers.piles()
    assert before[2] == [0]
    readers.move("b in Ben 4", "b in Ben 1")  # from an empty cell nothing is dragged
    readers.drag(readers.cell("b in Ben 1").locator(".demo-cell"), 0, -400)  # let go above the piles
    assert readers.piles() == before
    readers.cell("b in Ben 1").click()
    assert readers.piles()[0] == [0, 2]
    readers.press("Count from here")
    assert readers.status().startswith("From here on.")
    assert [readers.texts()[f"{key}_change"] for key in ("omega", "extended")] == ["", ""]
    assert readers.button("Count from here").is_disabled()


def test_a_finger_drags_a_story_and_scrolls_beside_it(readers):
    stopped = """node => !node.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, cancelable: true }))"""
    assert readers.cell("a in Ben 1").evaluate(stopped)
    assert not readers.cell("a in Ben 2").evaluate(stopped)
