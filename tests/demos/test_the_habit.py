"""The habit of a criterion: tree, scores and excess are those of the package; groups are dragged."""

from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.calibration import Space
from demos.each_demo import CHOICES, random_states
from demos.models import GOALS, Model
from demos.shown import Live

TheHabit = at.demos.TheHabit
CRITERIA = CHOICES["TheHabit", "criterion"]
MODEL = Model("the-habit")
START = TheHabit().state()
KS = range(2, 11)
N_SETS = 19


def at_scale(factor, **changes):
    """The three groups, drawn together towards their middle."""
    points, labels = np.array(START["points"]), np.array(START["labels"])
    means = np.array([points[labels == label].mean(axis=0) for label in range(3)])
    moved = points - ((1 - factor) * (means - means.mean(axis=0)))[labels]
    return START | {"points": moved.round().astype(int).tolist(), "compared_with": "noise"} | changes


# ---- the tree


def labels_by_k(points):
    return [cut["labels"] for cut in MODEL.wardCuts(points)]


def cost(points, first, second):
    """What a merge adds to the squares within, as a fraction."""
    (a, b), (n, m) = (points[one].sum(axis=0).tolist() for one in (first, second)), (first.sum(), second.sum())
    gap = [Fraction(x, int(n)) - Fraction(y, int(m)) for x, y in zip(a, b, strict=True)]
    return Fraction(int(n) * int(m), int(n + m)) * sum(one**2 for one in gap)


def test_each_merge_is_among_the_cheapest_where_costs_tie():
    n_tied = 0
    for state in random_states("TheHabit", 12):
        points = np.array(state["points"])
        for fewer, more in pairwise(map(np.array, labels_by_k(state["points"]))):
            parts = [more == label for label in np.unique(more)]
            costs = {pair: cost(points, *(parts[i] for i in pair)) for pair in combinations(range(len(parts)), 2)}
            (joined,) = [pair for pair in costs if len({*fewer[parts[pair[0]] | parts[pair[1]]]}) == 1]
            assert costs[joined] == min(costs.values())
            n_tied += list(costs.values()).count(costs[joined]) > 1
    assert n_tied > 5


# ---- criteria, excess and p


def test_numbers_are_those_of_calibrated_choice(monkeypatch):
    """The package's own test, on the sets that the page draws, with the partitions that it makes."""
    tested = [state | {"compared_with": "noise"} for state in random_states("TheHabit", 5)]
    for state in [*tested, *(START | {"compared_with": "noise", "criterion": name} for name in CRITERIA)]:
        sets = iter([MODEL.noiseOf(state, t) for t in range(1, N_SETS + 1)])
        monkeypatch.setattr(Space, "draw", lambda *_, sets=sets: np.array(next(sets), dtype=float))
        choice = at.calibrated_choice(
            np.array(state["points"], dtype=float),
            lambda X, k: labels_by_k(X.astype(int).tolist())[k - 2],
            KS,
            criterion=state["criterion"],
            references=("box",),
            n_references=N_SETS,
        )
        found, numbers = MODEL.found(state), MODEL.numbers(state)
        assert found["scores"] == pytest.approx(choice.scores)
        assert np.allclose(found["sets"], choice.reference_scores["box"])
        excess = np.vstack([choice.excess, choice.reference_excess["box"]])
        assert np.allclose(found["excess"], excess - excess.mean(axis=1, keepdims=True))
        votes = [KS[row.argmax()] for row in choice.reference_scores["box"]]
        assert numbers["vote"] == KS[choice.scores.argmax()]
        assert votes.count(numbers["habit"]) == numbers["n_habit"] == max(map(votes.count, votes))
        assert (numbers["peak"], numbers["p"]) == (choice.best, pytest.approx(choice.pvalue))


# ---- the lesson is true


def test_aucc_points_to_three_for_longer_by_its_difference_than_by_its_vote():
    found = [MODEL.numbers(at_scale(factor / 20)) for factor in range(0, 21, 2)]
    votes = [one["vote"] == 3 for one in found]
    differs = [one["peak"] == 3 and one["p"] == 0.05 for one in found]
    assert all(differs[i] for i, voted in enumerate(votes) if voted)
    goal = TheHabit.tasks[2].goal
    assert sum(GOALS.meets(goal, one) for one in found) >= 2
    assert {one["habit"] for one in found} == {10}
    assert found[0]["p"] > 0.05


def test_ratkowsky_and_lance_vote_for_three_with_groups_and_without():
    found = [MODEL.numbers(at_scale(factor / 20, criterion=CRITERIA[2])) for factor in range(0, 21, 2)]
    assert {one["vote"] for one in found} == {one["habit"] for one in found} == {3}
    assert found[-1]["n_habit"] == N_SETS
    assert (found[-1]["peak"], found[-1]["p"]) == (3, 0.05)
    assert sum(GOALS.meets(TheHabit.tasks[3].goal, one) for one in found) >= 2


# ---- on a page


class HabitPage(Live):
    """The demo on a page, without steps."""

    def __init__(self, page, demo):
        super().__init__(page, demo)
        self.groups = self.box.locator(".demo-habit-group")

    def shifts(self, act):
        """How far an act moves each point."""
        before = np.array(self.state()["points"])
        act()
        return np.array(self.check()["points"]) - before


@pytest.fixture
def habit(live):
    demo = TheHabit(lesson=[])
    return HabitPage(live(demo), demo)


def test_a_group_is_dragged_as_a_whole_and_all_follows(habit):
    for name in (None, "Show the noise"):
        habit.press(*[name] if name else [])
        shifts = habit.shifts(lambda: habit.drag(habit.groups.nth(1).locator(".demo-grip"), 40, -30))
        assert (shifts[16:32] == shifts[16]).all()
        assert (shifts[16] > [30, 20]).all()
        assert not shifts[[*range(16), *range(32, 48)]].any()
    habit.list("Criterion").select_option(CRITERIA[2])
    habit.check(criterion=CRITERIA[2], compared_with="noise")
    habit.press("Hide the noise")
    habit.check(compared_with="nothing")
    # It stays on the grid.
    habit.drag(habit.groups.nth(0).locator(".demo-grip"), 0, -900)
    points = np.array(habit.check()["points"])
    assert points[:16, 1].max() == 1000
    assert np.ptp(points[:16, 1]) == np.ptp(np.array(START["points"])[:16, 1])
