import itertools
import random
import re

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.demos import PairTable
from demos.conftest import Live
from demos.models import GOALS, Model

MODEL = Model("pair-table")
TRAITS = ("labels_true", "labels_pred")
RAND = at.datasets.load_rand_points()


def state_of(labels_true, labels_pred):
    return dict(zip(TRAITS, (labels_true, labels_pred), strict=True))


# ---- the model


def random_partitions(n_cases):
    """Two partitions of the same points, in one to six clusters each; both trivial ones among them."""
    rng = np.random.default_rng(15)
    cases = [([0] * 5, [3] * 5), ([0, 1, 2, 3], [3, 2, 1, 0]), ([0] * 6, list(range(6))), ([0, 0], [0, 1])]
    while len(cases) < n_cases:
        n = int(rng.integers(2, 13))
        cases.append(tuple(rng.integers(0, rng.integers(1, 7), size=n).tolist() for _ in range(2)))
    return cases


def expected_c(labels_true, labels_pred):
    """Mean of c over the permutations of one partition: what is fixed by the sizes, and tp as it is on average."""
    tp, fn, fp, tn = at.pair_counts(labels_true, labels_pred)
    sizes = np.unique(labels_true, return_counts=True)[1]
    mean = at.null_moments(at.co_membership(labels_pred), sizes.tolist()).mean
    return (2 * mean + tn - tp) / (tp + fn + fp + tn)


def test_numbers_are_those_of_the_package():
    n_trivial = 0
    for labels in random_partitions(300):
        found = MODEL.numbers(state_of(*labels))
        counts = at.pair_counts(*labels)
        assert tuple(found[kind] for kind in counts._fields) == counts
        assert [found["n_points"], found["n_true"], found["n_pred"]] == [len(labels[0]), *map(len, map(set, labels))]
        assert (found["agreeing"], found["total"]) == (counts.tp + counts.tn, sum(counts))
        assert found["rand"] == at.rand_score(*labels)
        assert found["ari"] == at.adjusted_rand_score(*labels)
        assert found["expected"] == pytest.approx(expected_c(*labels), abs=1e-12)
        is_trivial = counts.fn == counts.fp == 0 and 0 in (counts.tp, counts.tn)
        assert ("which is 0/0" in MODEL.words(state_of(*labels))) == is_trivial
        n_trivial += is_trivial
    assert 2 <= n_trivial < 200


def test_expected_c_is_the_mean_of_all_permutations():
    labels_true, labels_pred = [0, 0, 0, 1, 1], [0, 1, 1, 2, 2]
    scores = [at.rand_score(labels, labels_pred) for labels in at.partitions.set_partitions(5, sizes=[3, 2])]
    assert MODEL.numbers(state_of(labels_true, labels_pred))["expected"] == pytest.approx(np.mean(scores), abs=1e-12)


# ---- the state in Python


def test_starts_with_rands_points():
    table = PairTable()
    assert (list(table.labels_true), list(table.labels_pred)) == (RAND.labels_true.tolist(), RAND.labels_pred.tolist())
    assert table.words() == "The partitions agree on 9 of 15 pairs: c 0.6000, expected 0.5467, ARI 0.1176."


def test_presets_show_what_they_say():
    rand, equal, extremes, unrelated = (MODEL.numbers(preset) for preset in PairTable().presets)
    assert rand["rand"] == 9 / 15
    assert equal["rand"] == 1
    assert (extremes["rand"], extremes["ari"]) == (0, 0)
    assert unrelated["rand"] > 0.6
    assert abs(unrelated["ari"]) < 0.05


# ---- the view


class Table(Live):
    """The pair table on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "pair-table", nth)
        self.rows = [self.box.locator(f"[data-key^={name}]") for name in TRAITS]

    def pair(self, names):
        first, second = sorted(ord(name) - 97 for name in names)
        return self.box.locator(f"[data-key='{first}-{second}']")

    def press(self, *keys):
        """Press keys; returns the name of what has the focus then."""
        for key in keys:
            self.page.keyboard.press(key)
        return self.page.evaluate("document.activeElement.getAttribute('aria-label')")

    def names(self, nodes):
        return nodes.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")

    def check(self):
        """All that is shown is what the model says of the partitions that are shown; returns these."""
        state = {}
        for trait, row, title in zip(TRAITS, self.rows, ["Y", "Y\N{PRIME}"], strict=True):
            found = [re.fullmatch(rf"(\w), cluster (\d) of {title}", name) for name in self.names(row)]
            assert "".join(match[1] for match in found) == "abcdefghijkl"[: len(found)]
            state[trait] = [int(match[2]) for match in found]
        numbers, shown = MODEL.numbers(state), self.texts()
        assert {kind: int(shown[kind]) for kind in ("tp", "fn", "fp", "tn")}.items() <= numbers.items()
        assert shown["rand"] == f"{numbers['agreeing']}/{numbers['total']} = {numbers['rand']:.4f}"
        for key in ("expected", "ari"):
            assert shown[key].replace("\N{MINUS SIGN}", "-") == f"{numbers[key]:.4f}"
        assert self.status().endswith(MODEL.words(state)) or self.status().startswith("There ")  # at a limit
        kinds = {(True, True): "in both", (True, False): "in Y only", (False, True): "in Y\N{PRIME} only"}
        together = (at.co_membership(labels).tolist() for labels in state.values())
        pairs = itertools.combinations("abcdefghijkl"[: len(state[TRAITS[0]])], 2)
        assert sorted(self.names(self.box.get_by_role("group", name="Pairs").get_by_role("button"))) == [
            f"{first} and {second}: {f'together {kinds[kind]}' if kind in kinds else 'apart in both'}"
            for (first, second), kind in zip(pairs, zip(*together, strict=True), strict=True)
        ]
        return state


@pytest.fixture
def table(live):
    return Table(live(PairTable()))


def random_edit(rng, table):
    point = (row := rng.choice(table.rows)).nth(rng.randrange(row.count()))
    kind = rng.choice(["click", "click", "Enter", " ", "digit", "digit", "+", "-", "button", "preset"])
    if kind == "click":
        point.click()
    elif kind == "digit":
        point.press(str(rng.randrange(6)))
    elif kind == "button":
        table.box.get_by_role("button", name=rng.choice(["Add point", "Remove point"])).click()
    elif kind == "preset":
        table.box.locator("select").select_option(value=str(rng.randrange(4)))
    else:
        point.press(kind)


def test_what_is_shown_after_random_edits(table):
    rng = random.Random(1971)
    seen = set()
    for _ in range(25):
        random_edit(rng, table)
        seen.add(str(table.check()))
    assert len(seen) > 12


def test_the_first_step_by_mouse_and_by_keys(table):
    """Clusters are shown by their markers: what is to be done is said of these."""
    task = PairTable.tasks[0]
    assert task.todo == "Click c of Y\N{PRIME}, or press Enter on it, until it has the marker of a and b."
    points = table.rows[1]
    marker = lambda i: points.nth(i).locator(".demo-marker").get_attribute("d")  # noqa: E731
    for act in (points.nth(2).click, lambda: points.nth(2).press("Enter")):
        for _ in range(6):
            if marker(2) != marker(0):
                act()
        state = table.check()
        assert GOALS.meets(task.goal, MODEL.numbers(state))
        assert table.status().startswith("Point c is now in cluster 0 of Y\N{PRIME}. The partitions agree on 13 of 15")
        points.nth(2).press("1")


def test_touching_shows_points_and_pairs(table):
    def touched():
        return set(table.box.locator(".demo-touched").evaluate_all("nodes => nodes.map(node => node.dataset.key)"))

    def both(*points):
        return {f"{row}-{i}" for row in TRAITS for i in points}

    table.pair("bd").hover()
    assert touched() == both(1, 3) | {"1-3"}
    assert table.box.locator(".demo-pairs text").filter(has_text="b\N{EN DASH}d").count() == 1
    assert table.box.locator(".demo-pairs text").filter(has_text="apart in both").count() == 1
    table.rows[0].nth(3).hover()
    assert touched() == both(3) | {"0-3", "1-3", "2-3", "3-4", "3-5"}
    table.page.mouse.move(0, 0)
    assert touched() == set()
    table.pair("ce").focus()
    assert touched() == both(2, 4) | {"2-4"}
    before = table.check()
    table.pair("ce").press("Enter")
    assert table.check() == before
    table.pair("ce").press("Escape")
    assert touched() == set()


def test_keys_alone_are_enough(table):
    table.box.locator("select").focus()
    assert table.press("Tab", "Tab", "Tab") == "a, cluster 0 of Y"
    assert table.press("ArrowLeft") == "a, cluster 0 of Y"
    assert table.press("ArrowRight", "ArrowRight", "ArrowDown") == "c, cluster 1 of Y\N{PRIME}"
    assert table.press("Enter") == "c, cluster 2 of Y\N{PRIME}"
    assert table.press(" ") == "c, cluster 3 of Y\N{PRIME}"  # free until now
    assert table.press("Enter") == "c, cluster 0 of Y\N{PRIME}"  # alone in the last cluster, it starts again
    assert table.press("5", "0", "+") == "c, cluster 0 of Y\N{PRIME}"
    assert table.check() == state_of([0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 2, 2])
    assert table.status().startswith("Added point g to the clusters of f.")
    assert table.press(*["ArrowRight"] * 4) == "g, cluster 2 of Y\N{PRIME}"
    assert table.press("-") == "f, cluster 2 of Y\N{PRIME}"
    assert table.press("Tab") == "a and b: together in both"
    assert table.press("ArrowDown", "ArrowDown", "ArrowRight") == "b and d: apart in both"
    assert table.press("ArrowUp", "ArrowUp") == "b and c: together in both"  # there is no pair of b and b
    assert table.press("Shift+Tab") == "f, cluster 2 of Y\N{PRIME}"


# What the help calls the markers, by their digits, and how many corners they have; a circle is made of arcs.
MARKERS = {"circles": 0, "squares": 4, "triangles": 3, "diamonds": 4, "triangles upside down": 3, "crosses": 12}


def test_the_digits_lead_to_the_markers_that_the_help_names(table):
    said = table.box.locator(".demo-help").text_content()
    for digit, (name, n_corners) in enumerate(MARKERS.items()):
        assert f" {name} ({digit})" in said
        table.rows[1].nth(2).press(str(digit))
        drawn = table.rows[1].nth(2).locator(".demo-marker").get_attribute("d")
        assert (0 if "A" in drawn else len(re.findall("[MLHV]", drawn))) == n_corners


def test_limits(live):
    page = live(PairTable([0] * 12, [0] * 12), PairTable([0, 1], [1, 1]), height=1600)
    most, fewest = Table(page, 0), Table(page, 1)
    most.box.get_by_role("button", name="Add point").click()
    assert most.rows[0].count() == 12
    assert "at most 12 points" in most.status()
    fewest.rows[1].nth(1).press("-")
    assert fewest.rows[0].count() == 2
    assert "at least" in fewest.status()
    fewest.check()
