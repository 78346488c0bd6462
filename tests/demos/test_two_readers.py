"""Two readers: both indices are those of the package, and a story goes into a second pile by mouse, touch and keys."""

import re
from itertools import product

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.demos import TwoReaders
from demos.conftest import Live, number
from demos.models import Model

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


def test_changes_are_counted_and_said():
    state = TwoReaders().state()
    assert MODEL.words(state) == f"Omega index 1.0000; Extended BCubed 1.0000. Ben{S} piles are Anna{S}."
    state["clusters_pred"] = [[0, 1, 2], [2, 3, 4], [4]]
    assert MODEL.words(state) == "Omega index does not notice, 1.0000; Extended BCubed falls, 0.9831."
    state["clusters_pred"] = [[0, 1], [0, 2, 3, 4], [], [0, 1]]
    found = MODEL.numbers(state)
    assert (found["n_changed"], found["a_piles"], found["e_piles"], found["n_ben"]) == (4, 3, 1, 2)
    assert MODEL.words(state).endswith("Equal piles count once: Ben 1 = Ben 4.")
    assert MODEL.words(state | {"clusters_pred": []}) == "Ben has no pile now, so there is nothing to compare."


def test_what_the_last_outcome_says_is_so():
    anna, ben = (
        [set(row) for row in rows] for rows in ([[0, 1], [0, 2], [1, 2]], TwoReaders.tasks[2].solved["clusters_pred"])
    )
    times = lambda o, p, piles: sum(o in pile and p in pile for pile in piles)  # noqa: E731
    for o in range(3):
        for p in range(3):
            assert times(o, p, anna) == times(o, p, ben) == (2 if o == p else 1)
    assert not [pile for pile in ben if pile in anna]


# ---- the view


class Readers(Live):
    """The demo on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "two-readers", nth)

    def cell(self, name):
        return self.box.locator(f"[data-key][aria-label='{name}'], [data-key][aria-label^='{name},']")

    def piles(self):
        """Ben's piles as they are shown."""
        rows = [[] for _ in range(5)]
        for label, pressed in self.box.locator("[data-key]").evaluate_all(
            "nodes => nodes.map((node) => [node.getAttribute('aria-label'), node.getAttribute('aria-pressed')])"
        ):
            story, row = re.match(r"(\w) in Ben (\d)", label).groups()
            if pressed == "true":
                rows[int(row) - 1].append("abcdef".index(story))
        return rows

    def drag(self, start, end):
        places = [self.cell(name).locator(".demo-cell").bounding_box() for name in (start, end)]
        (x, y), (u, v) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in places)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(u, v, steps=4)
        self.page.mouse.up()

    def check(self):
        """Both numbers are those of the piles that are shown."""
        shown, state = self.texts(), TwoReaders().state() | {"clusters_pred": self.piles()}
        found = by_the_package(state, "clusters_pred")
        assert (number(shown["omega"]), number(shown["extended"])) == tuple(round(value, 4) for value in found)


@pytest.fixture
def readers(live):
    return Readers(live(TwoReaders(lesson=[])))


def test_a_story_is_dragged_into_a_second_pile(readers):
    readers.drag("a in Ben 1", "a in Ben 2")
    assert readers.piles()[:2] == [[0, 1, 2], [0, 2, 3, 4]]
    assert readers.status().startswith(f"a is now in Ben{S} pile 2. Omega index falls")
    readers.check()
    assert [readers.texts()[f"{key}_change"] for key in ("omega", "extended")] == ["falls", "falls"]
    readers.drag("a in Ben 2", "c in Ben 3")  # the row counts, not the column
    assert readers.piles()[2] == [0]
    before = readers.piles()
    readers.drag("b in Ben 4", "b in Ben 1")  # from an empty cell nothing is dragged
    assert readers.piles() == before
    box = readers.box.bounding_box()
    cell = readers.cell("b in Ben 1").bounding_box()
    readers.page.mouse.move(cell["x"] + 10, cell["y"] + 10)
    readers.page.mouse.down()
    readers.page.mouse.move(box["x"] + 20, box["y"] + 5, steps=3)  # let go above the piles
    readers.page.mouse.up()
    assert readers.piles() == before
    readers.cell("b in Ben 1").click()
    assert readers.piles()[0] == [0, 2]
    readers.check()


def test_a_pile_of_its_own_is_noticed_by_one_index(readers):
    readers.drag("e in Ben 2", "e in Ben 3")
    assert [readers.texts()[f"{key}_change"] for key in ("omega", "extended")] == ["does not notice", "falls"]
    readers.box.get_by_role("button", name="Count from here").click()
    assert readers.status().startswith("From here on.")
    assert [readers.texts()[f"{key}_change"] for key in ("omega", "extended")] == ["", ""]
    assert readers.box.get_by_role("button", name="Count from here").is_disabled()


def test_keys_alone_are_enough(readers):
    readers.box.locator("select").focus()
    keyboard = readers.page.keyboard
    focused = lambda: readers.page.evaluate("document.activeElement.getAttribute('aria-label')")  # noqa: E731
    keyboard.press("Tab")  # the button has nothing to do yet
    assert focused() == "a in Ben 1"
    for key in ("ArrowDown", "Enter"):
        keyboard.press(key)
    assert focused() == "a in Ben 2, changed in this step"
    assert readers.piles()[1] == [0, 2, 3, 4]
    keyboard.press(" ")
    assert readers.piles()[1] == [2, 3, 4]
    for key in ("ArrowDown",) * 5:
        keyboard.press(key)
    assert focused() == "a in Ben 5"
    readers.check()


def test_a_finger_drags_a_story_and_scrolls_beside_it(live):
    readers = Readers(live(TwoReaders(lesson=[])))
    stopped = """node => !node.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, cancelable: true }))"""
    assert readers.cell("a in Ben 1").evaluate(stopped)
    assert not readers.cell("a in Ben 2").evaluate(stopped)
