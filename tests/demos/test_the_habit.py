"""The habit of a criterion: tree, scores and excess are those of the package; what the page draws and does."""

from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.cluster.hierarchy import linkage

import aucc_teach as at
from aucc_teach.calibration import Space
from demos.each_demo import CHOICES, random_states
from demos.models import GOALS, Model
from demos.shown import Live, drawing

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


def test_the_tree_is_that_of_scipy_where_nothing_ties():
    rng = np.random.default_rng(7)
    for _ in range(40):
        points = rng.integers(0, 1001, size=(int(rng.integers(20, 61)), 2))
        cuts = at.linkage_cuts(linkage(points.astype(float), "ward"))
        for k, labels in zip(KS, labels_by_k(points.tolist()), strict=True):
            assert at.adjusted_rand_score(labels, cuts[k - 1]) == 1


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


def test_without_noise_there_is_nothing_to_compare_with():
    numbers = MODEL.numbers(START)
    assert [numbers[key] for key in ("habit", "n_habit", "peak", "p")] == [None] * 4
    assert MODEL.words(START).endswith("AUCC votes for 3 clusters. The noise is not shown yet.")


def test_groups_are_only_what_is_dragged_together():
    other = START | {"labels": [i % 5 for i in range(48)], "compared_with": "noise"}
    same = ("vote", "habit", "n_habit", "peak", "p")
    ours, theirs = (MODEL.numbers(state) for state in (at_scale(1), other))
    assert [ours[key] for key in same] == [theirs[key] for key in same]
    assert (ours["n_groups"], theirs["n_groups"]) == (3, 5)
    means = [np.mean(np.array(START["points"])[np.array(START["labels"]) == label], axis=0) for label in range(3)]
    assert ours["apart"] == round(np.mean([np.linalg.norm(a - b) for a, b in combinations(means, 2)]))


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


def test_presets_show_what_they_say():
    three, four, cloud = TheHabit().presets
    sizes = [np.bincount(preset["labels"]).tolist() for preset in (three, four, cloud)]
    assert sizes == [[16] * 3, [12] * 4, [20] * 2]
    found = [MODEL.numbers(START | preset | {"compared_with": "noise"}) for preset in (three, four, cloud)]
    assert [(one["vote"], one["habit"], one["peak"]) for one in found[:2]] == [(3, 10, 3), (2, 10, 2)]
    assert found[2]["p"] > 0.05


# ---- what is shown


def test_what_is_shown_is_what_the_model_says():
    for state in random_states("TheHabit", 8):
        shown, found = drawing(TheHabit(), **state), MODEL.numbers(state)
        texts, has_noise = shown.texts(), state["compared_with"] == "noise"
        assert (int(texts["vote"]), int(texts["apart"])) == (found["vote"], found["apart"])
        if has_noise:
            assert texts["habit"] == f"{found['habit']} ({found['n_habit']}/{N_SETS})"
            assert shown.numbers("peak", "p") == {"peak": found["peak"], "p": found["p"]}
        else:
            assert [texts[key] for key in ("habit", "peak", "p")] == ["\N{EN DASH}"] * 3
        assert len(shown.body.select(".demo-habit-set")) == 2 * N_SETS * has_noise
        assert len(shown.body.select(".demo-habit-ring")) == 1 + has_noise
        assert f"votes for {found['vote']} on the points" in shown.attributes(".demo-habit-curves", "aria-label")[0]
        assert MODEL.words(state).endswith(shown.said())
        drawn = [(float(node["cx"]), float(node["cy"])) for node in shown.body.select(".demo-habit-noise")]
        noise = [point for point in MODEL.noiseOf(state, 1) if 0 <= min(point) <= max(point) <= 1000] * has_noise
        assert drawn == [pytest.approx((20 + 0.4 * x, 420 - 0.4 * y), abs=0.01) for x, y in noise]


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


def test_groups_that_lie_on_each_other_are_dragged_one_by_one(live):
    """Where the last step asks them to be, each is taken where its own middle is nearest."""
    points, labels = np.array(at_scale(0.2)["points"]), np.array(START["labels"])
    assert MODEL.numbers(at_scale(0.2))["apart"] < 100
    demo = TheHabit(points.tolist(), labels.tolist())
    for i in range(3):
        page = HabitPage(live(demo), demo)
        middle = (points[labels == i].mean(axis=0) / 1000).tolist()
        place = """(node, [x, y]) => {
            node.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { a, d, e, f } = node.getScreenCTM();
            return [e + a * (20 + 400 * x), f + d * (420 - 400 * y)];
        }"""
        x, y = page.box.locator(".demo-habit-plane").evaluate(place, middle)
        page.page.mouse.move(x, y)
        page.page.mouse.down()
        page.page.mouse.move(x + 30, y, steps=5)
        page.page.mouse.up()
        moved = (np.array(page.state()["points"]) != points).any(axis=1)
        assert moved.tolist() == (labels == i).tolist()


def test_keys_alone_are_enough(habit, live):
    habit.groups.nth(0).focus()
    habit.keys("ArrowDown", "Shift+ArrowLeft", "n", "ArrowRight", "p", "p", "Enter")
    assert habit.status().startswith("The middle of group 3 of 3 is at ")
    assert habit.groups.evaluate_all("nodes => nodes.map((node) => node.tabIndex)") == [-1, -1, 0]
    moved = np.array(habit.state()["points"]) - START["points"]
    assert (moved == np.repeat([[-100, -10], [10, 0], [0, 0]], 16, axis=0)).all()
    # A group that would leave too few places stays: two of one shape, six places each, one on top of the other.
    shape = [[0, 0], [0, 110], [110, 0], [110, 110], [50, 50], [60, 80]] * 2
    points = [*([x + 300, y + 300] for x, y in shape), *([x + 310, y + 300] for x, y in shape)]
    demo = TheHabit(points, [0] * 12 + [1] * 12)
    page = HabitPage(live(demo), demo)
    page.groups.nth(0).press("ArrowRight")
    assert page.state()["points"] == points
    page.groups.nth(0).press("ArrowUp")
    assert page.check()["points"] != points
