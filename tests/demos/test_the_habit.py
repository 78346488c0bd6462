"""The habit of a criterion: tree, scores and excess are those of the package; what the page draws and does."""

import random
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.cluster.hierarchy import linkage

import aucc_teach as at
from aucc_teach.calibration import Space
from demos.conftest import Live, number
from demos.each_demo import CHOICES, random_state
from demos.models import GOALS, Model

TheHabit = at.demos.TheHabit
CRITERIA = CHOICES["TheHabit", "criterion"]
MODEL = Model("the-habit")
START = TheHabit().state()
KS = range(2, 11)
N_SETS = 19


def states(n_cases):
    """States of a demo, most of them full of ties, that both sides take."""
    rng, cases = random.Random(36), []
    while len(cases) < n_cases:
        if MODEL.check(state := random_state("TheHabit", rng)) == "":
            cases.append(state)
    return cases


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
    for state in states(12):
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
    tested = [state | {"compared_with": "noise"} for state in states(12)]
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
    found = [MODEL.numbers(at_scale(factor / 20)) for factor in range(21)]
    votes = [one["vote"] == 3 for one in found]
    differs = [one["peak"] == 3 and one["p"] == 0.05 for one in found]
    assert all(differs[i] for i, voted in enumerate(votes) if voted)
    goal = TheHabit.tasks[2].goal
    assert sum(GOALS.meets(goal, one) for one in found) >= 4
    assert {one["habit"] for one in found} == {10}
    assert found[0]["p"] > 0.05


def test_ratkowsky_and_lance_vote_for_three_with_groups_and_without():
    found = [MODEL.numbers(at_scale(factor / 20, criterion=CRITERIA[2])) for factor in range(21)]
    assert {one["vote"] for one in found} == {one["habit"] for one in found} == {3}
    assert found[-1]["n_habit"] == N_SETS
    assert (found[-1]["peak"], found[-1]["p"]) == (3, 0.05)
    assert sum(GOALS.meets(TheHabit.tasks[3].goal, one) for one in found) >= 4


def test_presets_show_what_they_say():
    three, four, cloud = TheHabit().presets
    sizes = [np.bincount(preset["labels"]).tolist() for preset in (three, four, cloud)]
    assert sizes == [[16] * 3, [12] * 4, [20] * 2]
    found = [MODEL.numbers(START | preset | {"compared_with": "noise"}) for preset in (three, four, cloud)]
    assert [(one["vote"], one["habit"], one["peak"]) for one in found[:2]] == [(3, 10, 3), (2, 10, 2)]
    assert found[2]["p"] > 0.05


# ---- on a page


class HabitPage(Live):
    """The demo on a page; `state` is what its model holds."""

    def __init__(self, page):
        super().__init__(page, "the-habit", 0)
        self.groups = self.box.locator(".demo-habit-group")

    def state(self):
        read = "(box, names) => names.map((name) => [name, box.closest('.demo-host').model.get(name)])"
        return dict(self.box.evaluate(read, list(START)))

    def check(self):
        """All that is shown is what the model says of the state; returns the numbers."""
        state = self.state()
        found, shown = MODEL.numbers(state), self.texts()
        assert (int(shown["vote"]), int(shown["apart"])) == (found["vote"], found["apart"])
        if found["noise"]:
            assert shown["habit"] == f"{found['habit']} ({found['n_habit']}/{N_SETS})"
            assert (number(shown["peak"]), number(shown["p"])) == (found["peak"], found["p"])
        else:
            assert [shown[key] for key in ("habit", "peak", "p")] == ["\N{EN DASH}"] * 3
        assert self.box.locator(".demo-habit-set").count() == 2 * N_SETS * found["noise"]
        assert self.box.locator(".demo-habit-ring").count() == 1 + found["noise"]
        label = self.box.locator(".demo-habit-curves").get_attribute("aria-label")
        assert f"votes for {found['vote']} on the points" in label
        assert self.status().endswith(MODEL.words(state))
        return found

    def drag(self, i, dx, dy, steps=5):
        grip = self.groups.nth(i).locator(".demo-grip")
        grip.evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")
        box = grip.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx, y + dy, steps=steps)
        mouse.up()

    def press(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()

    def choose(self, name, value):
        self.box.locator("label").filter(has_text=name).locator("select").select_option(value)


def test_a_group_is_dragged_as_a_whole_and_all_follows(live):
    page = HabitPage(live(TheHabit()))
    for act in (lambda: None, lambda: page.press("Show the noise")):
        act()
        before, numbers = np.array(page.state()["points"]), page.check()
        page.drag(1, 40, -30)
        shifts = np.array(page.state()["points"]) - before
        assert (shifts[16:32] == shifts[16]).all()
        assert shifts[16][0] > 30
        assert shifts[16][1] > 20
        assert not shifts[:16].any()
        assert not shifts[32:].any()
        assert page.check()["apart"] < numbers["apart"]
    for name in CRITERIA:
        page.choose("Criterion", name)
        page.check()
    page.press("Hide the noise")
    page.check()
    for i, preset in enumerate(TheHabit().presets):
        page.choose("Start from", str(i))
        assert page.status().startswith(preset["note"])
        assert page.state()["points"] == preset["points"]
        page.check()


def test_groups_that_lie_on_each_other_are_dragged_one_by_one(live):
    """Where the last step asks them to be, each is taken where its own middle is nearest."""
    points, labels = np.array(at_scale(0.2)["points"]), np.array(START["labels"])
    assert MODEL.numbers(at_scale(0.2))["apart"] < 100
    for i in range(3):
        page = HabitPage(live(TheHabit(points.tolist(), labels.tolist())))
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


def test_a_group_stays_on_the_grid(live):
    page = HabitPage(live(TheHabit()))
    page.drag(0, 0, -900)
    points = np.array(page.state()["points"])
    assert points[:16, 1].max() == 1000
    assert np.ptp(points[:16, 1]) == np.ptp(np.array(START["points"])[:16, 1])
    page.check()


def test_keys_alone_are_enough(live):
    page = HabitPage(live(TheHabit()))
    page.groups.nth(0).focus()
    press = lambda *keys: [page.page.keyboard.press(key) for key in keys]  # noqa: E731
    press("ArrowDown", "Shift+ArrowLeft")
    moved = np.array(page.state()["points"]) - START["points"]
    assert (moved[:16] == [-100, -10]).all()
    assert page.status().startswith("The middle of group 1 of 3 is at 400, ")
    press("n", "ArrowRight", "p", "p")
    moved = np.array(page.state()["points"]) - START["points"]
    assert (moved[16:32] == [10, 0]).all()
    press("Enter")
    assert page.status().startswith("The middle of group 3 of 3 is at ")
    assert page.groups.evaluate_all("nodes => nodes.map((node) => node.tabIndex)") == [-1, -1, 0]
    press("ArrowUp")
    page.check()


def test_a_group_that_would_leave_too_few_places_stays(live):
    """Two groups of the same shape, with six places each: one on top of the other they would have six."""
    shape = [[0, 0], [0, 110], [110, 0], [110, 110], [50, 50], [60, 80]] * 2
    points = [*([x + 300, y + 300] for x, y in shape), *([x + 310, y + 300] for x, y in shape)]
    page = HabitPage(live(TheHabit(points, [0] * 12 + [1] * 12)))
    page.groups.nth(0).press("ArrowRight")
    assert page.state()["points"] == points
    page.groups.nth(0).press("ArrowUp")
    assert page.state()["points"] != points
    page.check()


def test_noise_is_drawn_where_the_model_has_it(live):
    page = HabitPage(live(TheHabit(compared_with="noise")))
    circles = page.box.locator(".demo-habit-noise").evaluate_all(
        "nodes => nodes.map(node => [node.getAttribute('cx'), node.getAttribute('cy')].map(Number))"
    )
    noise = np.array([point for point in MODEL.noiseOf(START, 1) if 0 <= min(point) <= max(point) <= 1000])
    assert np.allclose(circles, np.column_stack([20 + 0.4 * noise[:, 0], 420 - 0.4 * noise[:, 1]]))


def test_it_answers_a_drag_at_once(live):
    """With the noise, at the most points: all is drawn and clustered anew within a tenth of a second."""
    rng = np.random.default_rng(0)
    points = rng.integers(100, 900, size=(60, 2)).tolist()
    page = HabitPage(live(TheHabit(points, [0, 1, 2] * 20, compared_with="noise")))
    lasted = page.page.evaluate(
        """async () => {
          const { model } = document.querySelector('.demo-host');
          const lasted = [];
          for (let i = 1; i <= 21; i++) {
            const points = model.get('points').map(([x, y], j) => (j % 3 ? [x, y] : [x + 1, y]));
            const start = performance.now();
            model.set('points', points);
            model.save_changes();
            await new Promise((done) => setTimeout(done, 0));
            lasted.push(performance.now() - start);
          }
          return lasted;
        }"""
    )
    assert np.median(lasted) < 100
