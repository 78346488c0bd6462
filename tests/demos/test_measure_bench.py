"""The measure bench: ten measures are those of the package, and words count pairs of named objects."""

import re

import numpy as np
import pytest
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import load_wine

import aucc_teach as at
from aucc_teach.demos import MeasureBench
from demos.models import Model
from demos.shown import Live

MODEL = Model("measure-bench")
PAIRS = ("tp", "fn", "fp", "tn")
MEASURES = {
    "rand": at.rand_score,
    "ari": at.adjusted_rand_score,
    "fm": at.fowlkes_mallows_score,
    "pa": at.pivoted_accuracy,
    "na": at.normalized_accuracy,
    "aaa": at.adjusted_asymmetric_accuracy,
    "psi": at.pair_sets_index,
    "psi_simplified": lambda *labels: at.pair_sets_index(*labels, simplified=True),
    "nmi": at.normalized_mutual_info_score,
    "ami": at.adjusted_mutual_info_score,
}
PEOPLE = [[12, 37, 1], [40, 0, 0], [0, 0, 30]]


def state_of(table, before=None):
    return {"table": np.array(table).tolist(), "before": np.array(table if before is None else before).tolist()}


def labels_of(table):
    """Two label vectors that have this table."""
    rows, columns = np.indices(np.shape(table))
    counts = np.ravel(table)
    return rows.ravel().repeat(counts), columns.ravel().repeat(counts)


def scores_of(table):
    """By the package."""
    labels = labels_of(table)
    return {key: score(*labels) for key, score in MEASURES.items()}


def cell_name(i, j):
    return f"{i + 1}{'ABCDEF'[j]}"


# ---- the model: numbers


def random_table(rng, shape=None):
    """Dense and sparse, small and large, with empty rows and single objects."""
    while True:
        size = rng.integers(2, 7, size=2) if shape is None else shape
        occupied = rng.random(size) < rng.choice([0.3, 0.7, 1])
        table = rng.integers(0, rng.choice([2, 3, 6, 30, 100]), size=size) * occupied
        if 2 <= table.sum() <= 300:
            return table


def random_states(n_cases):
    """Tables with one before: another one, its mirror image, the same but for some cells; and all that are special."""
    rng = np.random.default_rng(18)
    special = [[[5, 0], [0, 0]], [[2, 2], [0, 0]], [[2, 0], [2, 0]], [[1, 0], [0, 1]], np.eye(6, dtype=int)]
    special += [[[99, 99], [99, 3]], [[1, 1, 1, 1, 1, 1], [0] * 6], [[50] * 6, [0] * 6], [[2, 0], [0, 2]]]
    found = [state_of(table) for table in special]
    found += [state_of(preset["table"], preset["before"]) for preset in MeasureBench().presets]
    while len(found) < n_cases:
        table = random_table(rng)
        kind = rng.integers(5)
        before = [random_table(rng), table.T.copy(), table.copy()][min(kind, 2)]
        for _ in range([0, 0, 1, 2, 3][kind]):
            i, j = (int(rng.integers(size)) for size in before.shape)
            before[i, j] = np.clip(before[i, j] + rng.choice([-1, 1, 5]), 0, 99)
        if 2 <= before.sum() <= 300:
            found.append(state_of(table, before))
    return found


def test_numbers_are_those_of_the_package():
    for state in random_states(80):
        table, before = np.array(state["table"]), np.array(state["before"])
        found, scores, old = MODEL.numbers(state), scores_of(table), scores_of(before)
        for key, value in scores.items():
            exact = key in ("rand", "ari", "fm", "pa", "na")
            assert found[key] == (value if exact else pytest.approx(value, abs=1e-12)), (key, state)
        assert [found[key] for key in PAIRS] == list(at.pair_counts(*labels_of(table)))
        assert found["purity"] == table.max(axis=0).sum() / table.sum()
        sizes = [table.sum(), table.any(axis=1).sum(), table.any(axis=0).sum()]
        assert [found[key] for key in ("n", "n_rows", "n_columns")] == sizes
        changes = [scores[key] - old[key] for key in scores]
        assert found["up"] == sum(change > 1e-12 for change in changes)
        assert found["down"] == sum(change < -1e-12 for change in changes)
        assert found["changed"] == found["up"] + found["down"]
        assert found["is_exchange"] == (not np.array_equal(before, table) and np.array_equal(before.T, table))
        if before.shape == table.shape:
            assert found["is_move"] == (abs(table - before).sum() == 2 and table.sum() == before.sum())


# ---- the model: words, by counting pairs of named objects


def company(one, table):
    """Of an object (row, column, number in its cell): together in both, in the row, in the column, apart."""
    objects = [(i, j, m) for (i, j), count in np.ndenumerate(np.array(table)) for m in range(count)]
    alike = [(one[0] == other[0], one[1] == other[1]) for other in objects if other != one]
    return [alike.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False))]


def test_one_object_comes_goes_and_moves():
    rng = np.random.default_rng(3)
    for _ in range(25):
        table = random_table(rng) + 1
        if table.max() > 98 or table.sum() > 298:
            continue
        (i, j), (k, l) = ([int(rng.integers(size)) for size in table.shape] for _ in range(2))  # noqa: E741
        more, moved = table.copy(), table.copy()
        more[i, j] += 1
        words = "together with {} in both, with {} in the row only, with {} in the column only, apart from {}. "
        is_with = words.format(*company((i, j, 0), more))
        name = cell_name(i, j)
        assert MODEL.verdict(state_of(more, table)).startswith(f"One object more in {name}: it is {is_with}")
        assert MODEL.verdict(state_of(table, more)).startswith(f"One object fewer in {name}: it was {is_with}")
        if (i, j) == (k, l):
            continue
        moved[i, j] -= 1
        moved[k, l] += 1
        was, now = company((i, j, 0), table), company((k, l, 0), moved)
        pairs = [f"{a}" if a == b else f"{a}, now {b}" for a, b in zip(was, now, strict=True)]
        assert MODEL.verdict(state_of(moved, table)).startswith(
            f"One object moved from {name} to {cell_name(k, l)}: together in both with {pairs[0]}; in the row only "
            f"with {pairs[1]}; in the column only with {pairs[2]}; apart from {pairs[3]}. "
        )


# ---- what presets and tasks claim


def test_presets_say_their_numbers():
    unknown = {}
    for preset in MeasureBench().presets:
        said = re.findall(r"\N{MINUS SIGN}?\d\.\d{4}", preset["note"])
        known = {f"{value:.4f}".replace("-", "\N{MINUS SIGN}") for value in scores_of(preset["table"]).values()}
        assert said
        unknown[preset["name"]] = [one for one in said if one not in known]
    # The mean of shuffled labels is no score of the table: test_the_wines_are_the_wines has it.
    assert [name for name, rest in unknown.items() if rest] == ["Wines, average linkage"]


def test_the_wines_are_the_wines():
    values, varieties = load_wine(return_X_y=True)
    values = (values - values.mean(axis=0)) / values.std(axis=0)
    found = AgglomerativeClustering(3, linkage="average").fit_predict(values)
    preset = MeasureBench().presets[-1]
    assert np.array_equal(at.contingency_table(varieties, found), preset["table"])
    within = [at.co_membership(labels).sum() for labels in (varieties, found)]
    mean = np.sqrt(np.prod(within)) / (178 * 177 / 2)
    assert f"shuffled labels get {mean:.4f} on average" in preset["note"]


# ---- on a page


class Bench(Live):
    """The measure bench on a page."""

    def cell(self, name):
        """Return a cell by its name, such as "2A"."""
        return self.box.locator(f"[data-key='{int(name[0]) - 1}-{'ABCDEF'.index(name[1])}']")

    def tap(self, name, half=0.25):
        """Click a cell, at a share of its height."""
        box = self.cell(name).locator(".demo-cell").bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + half * box["height"])


@pytest.fixture
def bench(live):
    demo = MeasureBench(lesson=[])
    return Bench(live(demo), demo)


def test_a_click_a_move_and_a_drag(bench):
    bench.tap("2B")
    bench.check(table=[[12, 37, 1], [40, 1, 0], [0, 0, 30]], before=PEOPLE)
    bench.tap("2B", half=0.75)
    bench.tap("1A", half=0.75)
    # The object that goes, goes on from here: taken out and put in is a move.
    bench.tap("2B")
    assert bench.status().startswith("One object moved from 1A to 2B: together in both with 11, now 0; in the row only")
    table = bench.check(before=PEOPLE)["table"]
    bench.grab(bench.cell("3A").locator(".demo-cell"), 0, -80, steps=8)
    # In the middle of a drag nothing is spoken, but the words are those of the table as it is.
    assert bench.box.locator(".demo-status").get_attribute("aria-live") == "off"
    assert bench.status().startswith("8 objects more in 3A")
    bench.page.mouse.up()
    bench.check(before=table)
    bench.press("Undo")
    bench.check(table=table)
    # A screen reader clicks without a pointer.
    for name, count in (("One more in 2C", 1), ("One more in 2C", 2), ("One fewer in 2C", 1)):
        bench.button(name).evaluate("node => node.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        assert bench.state()["table"][1][2] == count
