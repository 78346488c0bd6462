import itertools
import re

import numpy as np
import pytest
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import load_wine

import aucc_teach as at
from aucc_teach.demos import MeasureBench
from demos.conftest import Live, number
from demos.models import GOALS, Model

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
C = "Rand\N{RIGHT SINGLE QUOTATION MARK}s c"
NAMES = dict(zip(MEASURES, (C, "ARI", "FM", "PA", "NA", "AAA", "PSI", "PSI simpl.", "NMI", "AMI"), strict=True))
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


# ---- which measures are shown


def test_only_some_of_the_measures(live):
    four = ["ari", "pa", "aaa", "ami"]
    bench = MeasureBench(measures=four)
    assert bench.lesson == []
    # No preset speaks of what is not there.
    others = [NAMES[key] for key in MEASURES if key not in four]
    assert len(bench.presets) >= 4
    assert not [one["note"] for one in bench.presets if set(others) & set(re.findall(r"\w+", one["note"]))]
    page = live(bench)
    box = page.locator(".demo-live.demo-measure-bench")
    assert box.locator(".demo-measure > :first-child").all_inner_texts() == [NAMES[key] for key in four]
    assert box.locator(".demo-headline").inner_text() == "Four measures, each on a scale of its own"
    box.locator("select").select_option(label="A large cluster cut")
    after = {key: box.locator(f"[data-value={key}]").inner_text() for key in four}
    scores = scores_of([[45, 45, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5]])
    assert {key: number(text) for key, text in after.items()} == pytest.approx(
        {key: scores[key] for key in four}, abs=0.5001e-4
    )
    # What is counted are these.
    box.locator("[data-key='0-0']").press("ArrowUp")
    moved = re.fullmatch(r".* Up (\d), down (\d), the same (\d)\.", box.locator(".demo-status").inner_text())
    assert sum(map(int, moved.groups())) == len(four)
    with pytest.raises(ValueError, match=r"each of measures must be one of rand, ari, .* Got 'purity'"):
        MeasureBench(measures=["ari", "purity"])


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


def test_the_matching_is_the_first_of_the_largest():
    for state in random_states(100):
        k = max(np.shape(state["table"]))
        square = np.zeros((k, k), int)
        square[: len(state["table"]), : len(state["table"][0])] = state["table"]
        total = lambda columns: square[range(k), columns].sum()  # noqa: B023, E731
        best = max(itertools.permutations(range(k)), key=total)
        assert MODEL.matching(state["table"]) == {"sum": total(best), "columns": list(best)}


def test_exchanging_the_sides_changes_aaa_alone():
    rng = np.random.default_rng(8)
    n_changed = 0
    for _ in range(30):
        table = random_table(rng)
        changes = MODEL.measuresOf(state_of(table.T, table))["changes"]
        assert {key for key, change in changes.items() if change} <= {"aaa"}
        n_changed += bool(changes["aaa"])
    assert n_changed > 15


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


@pytest.mark.parametrize(
    ("before", "table", "says"),
    [
        ([[3, 0], [0, 3]], [[7, 0], [0, 3]], "4 objects more in 1A: 18 pairs more together in both, 0 in the row only"),
        ([[7, 0], [0, 3]], [[3, 0], [0, 1]], "6 objects fewer in several cells: 21 pairs fewer together in both, 0"),
        ([[5, 0], [0, 3]], [[3, 2], [0, 3]], "2 objects moved from 1A to 1B: pairs together in both 13, now 7; in the"),
        ([[5, 0], [0, 3]], [[4, 2], [1, 3]], "Several cells changed: pairs together in both 13, now 10; in the row"),
        ([[5, 1], [0, 3]], [[5, 0], [1, 3]], "One object moved from 1B to 2A: "),
        ([[5, 2], [0, 3]], [[5, 0], [2, 3]], "Rows and columns have changed places. Only AAA changes, "),
        ([[5, 2], [0, 3]], [[5, 2], [0, 3]], "10 objects make 45 pairs: 14 together in both, 10 in the row only, 6"),
        ([[5, 2], [0, 3]], [[5, 2, 0], [0, 3, 0], [0, 0, 0]], "Empty, so not a cluster: row 3, column C."),
        ([[5, 0], [0, 0]], [[6, 0], [0, 0]], "No measure changes."),
    ],
)
def test_words_of_other_steps(before, table, says):
    assert says in MODEL.verdict(state_of(table, before))


def test_which_measure_moves_most():
    rng = np.random.default_rng(5)
    ways = set()
    for _ in range(40):
        shape = rng.integers(2, 5, size=2)
        state = state_of(random_table(rng, shape), random_table(rng, shape))
        changes, old = scores_of(state["table"]), scores_of(state["before"])
        changes = {key: value - old[key] for key, value in changes.items() if abs(value - old[key]) > 1e-12}
        up = sum(change > 0 for change in changes.values())
        if len(changes) < 2:
            continue
        key = max(changes, key=lambda key: round(abs(changes[key]), 10))
        way = "up" if changes[key] > 0 else "down"
        most = f"{NAMES[key]} moves most, {way} by {abs(changes[key]):.4f}"
        counts = f"Up {up}, down {len(changes) - up}, the same {10 - len(changes)}."
        assert f". {most}. {counts}" in MODEL.verdict(state)
        ways.add((way, 0 < up < len(changes)))
    assert len(ways) == 4


def test_words_begin_with_the_table_and_its_measures():
    words = MODEL.words(state_of(PEOPLE))
    assert words.startswith(f"Table of two partitions, by rows: 12 37 1, 40 0 0, 0 0 30. {C} 0.8595, ARI 0.6883, FM")
    assert words.endswith(MODEL.verdict(state_of(PEOPLE)))


# ---- the model: what a hand does


def test_a_cell_stays_within_the_limits_and_says_why():
    def limit(table, cell, wanted):
        found = MODEL.withCount(state_of(table), state_of(table), dict(zip("ij", cell, strict=True)), wanted)
        assert MODEL.check({key: found[key] for key in ("table", "before")}) == ""
        return found["table"][cell[0]][cell[1]], found["limit"]

    assert limit([[99, 0], [0, 9]], (0, 0), 100) == (99, "A cell can hold at most 99 objects.")
    assert limit([[99, 99], [99, 3]], (1, 1), 4) == (3, "There can be at most 300 objects.")
    assert limit([[1, 0], [0, 1]], (0, 0), 0) == (1, "There must be at least 2 objects.")
    assert limit([[1, 0], [0, 1]], (0, 1), -1) == (0, "1B is empty.")
    assert limit([[99, 99], [99, 0]], (1, 1), 9) == (3, "")  # as far as it goes
    assert limit([[1, 0], [0, 1]], (0, 1), 0) == (0, "")


def test_an_object_taken_out_and_put_in_elsewhere_has_moved():
    start = state_of([[3, 0], [0, 3]])
    out = MODEL.withCount(start, start, {"i": 0, "j": 0}, 2)
    assert out["before"] == start["table"]
    assert MODEL.withCount(out, out, {"i": 1, "j": 0}, 1)["before"] == start["table"]
    assert MODEL.withCount(out, out, {"i": 1, "j": 0}, 2)["before"] == out["table"]
    # A gesture that comes back to where it began was no step.
    assert MODEL.withCount(out, start, {"i": 0, "j": 0}, 3)["before"] == start["before"]


# ---- the state in Python


def test_starts_with_the_table_of_the_chapter():
    assert MeasureBench().state() == state_of(PEOPLE)
    found = MODEL.numbers(state_of(PEOPLE))
    assert [found[key] for key in PAIRS] == [1947, 493, 510, 4190]
    assert MeasureBench(np.array([[3, 0], [0, 3]], dtype=np.int8)).state() == state_of([[3, 0], [0, 3]])


# ---- what presets and tasks claim


def preset_numbers():
    return {preset["name"]: MODEL.numbers(preset) for preset in MeasureBench().presets}


def test_presets_say_their_numbers():
    unknown = {}
    for preset in MeasureBench().presets:
        said = re.findall(r"\N{MINUS SIGN}?\d\.\d{4}", preset["note"])
        known = {f"{value:.4f}".replace("-", "\N{MINUS SIGN}") for value in scores_of(preset["table"]).values()}
        assert said
        unknown[preset["name"]] = [one for one in said if one not in known]
    # The mean of shuffled labels is no score of the table: test_the_wines_are_the_wines has it.
    assert [name for name, rest in unknown.items() if rest] == ["Wines, average linkage"]


def test_presets_show_what_they_say():
    people, split, moved, merged, lost, cut, small, pieces, alone, unrelated, wines = preset_numbers().values()
    ten = {key: people[key] for key in MEASURES}
    assert (min(ten, key=ten.get), max(ten, key=ten.get)) == ("ari", "pa")
    assert min(split[key] for key in ("rand", "ari", "fm", "nmi", "ami")) > 0.85 > max(split["pa"], split["psi"])
    assert split["fp"] == 0
    assert split["pa"] == moved["pa"] == 150 / 180
    worst = {key: min((split, moved, merged), key=lambda one: one[key]) is merged for key in MEASURES}
    assert worst == dict.fromkeys(MEASURES, True) | {"fm": False}
    assert min(split["fm"], moved["fm"], merged["fm"]) == moved["fm"]
    assert (lost["na"], lost["aaa"]) == (0.96, 0.5)
    assert lost["fm"] > 0.97
    assert cut["ari"] < 0.3 < 0.7 < cut["aaa"]
    assert small["ari"] > 0.98
    assert small["aaa"] == 0.5
    assert pieces["purity"] == alone["purity"] == 1
    assert pieces["aaa"] == pytest.approx(-1 / 3, abs=1e-12)
    assert pieces["ami"] > 0.5
    assert alone["tp"] == 0
    assert [alone[key] for key in ("ari", "fm", "ami")] == pytest.approx([0] * 3, abs=1e-12)
    assert unrelated["rand"] > 0.75
    assert max(abs(unrelated["ari"]), abs(unrelated["ami"])) < 0.01
    assert abs(wines["ari"]) < 0.01


def test_more_clusters_give_more_by_accident():
    """What the preset of unrelated partitions says of c and NMI, on average over shuffled labels."""
    rng = np.random.default_rng(0)
    means = []
    for k in (2, 3, 6):
        labels = np.repeat(np.arange(k), 36 // k)
        shuffled = [rng.permutation(labels) for _ in range(200)]
        means.append([np.mean([MEASURES[key](labels, other) for other in shuffled]) for key in ("rand", "nmi")])
    assert (np.diff(means, axis=0) > 0).all()
    preset, numbers = MeasureBench().presets[-2], preset_numbers()["Unrelated, six clusters"]
    assert [numbers["rand"], numbers["nmi"]] == pytest.approx(means[-1], abs=0.02)
    assert {sum(row) for row in preset["table"]} == {6}


def test_the_wines_are_the_wines():
    values, varieties = load_wine(return_X_y=True)
    values = (values - values.mean(axis=0)) / values.std(axis=0)
    found = AgglomerativeClustering(3, linkage="average").fit_predict(values)
    preset = MeasureBench().presets[-1]
    assert np.array_equal(at.contingency_table(varieties, found), preset["table"])
    within = [at.co_membership(labels).sum() for labels in (varieties, found)]
    mean = np.sqrt(np.prod(within)) / (178 * 177 / 2)
    assert f"shuffled labels get {mean:.4f} on average" in preset["note"]


@pytest.mark.breadth
def test_aaa_falls_furthest_where_the_small_cluster_loses_half():
    """The outcome of the last task, for all tables of 100 objects in two rows and columns that have its PA."""
    n_met = 0
    for a, b in itertools.product(range(99), range(3)):
        table = np.array([[a, b], [2 - b, 98 - a]])
        for one in (table, table[::-1]):
            numbers = MODEL.numbers(state_of(one))
            if GOALS.meets(MeasureBench.tasks[3].goal, numbers):
                assert sorted(table.ravel()) == [0, 2, 2, 96]
                assert numbers["aaa"] < min(numbers["na"], numbers["rand"])
                n_met += 1
    assert n_met == 4


# ---- the view


class Bench(Live):
    """The measure bench on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "measure-bench", nth)
        self.cells = self.box.locator("[data-key]")

    def cell(self, name):
        """Return a cell by its name, such as "2A"."""
        return self.box.locator(f"[data-key='{int(name[0]) - 1}-{'ABCDEF'.index(name[1])}']")

    def tap(self, name, half=0.25):
        """Click a cell, at a share of its height."""
        box = self.cell(name).locator(".demo-cell").bounding_box()
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + half * box["height"])

    def button(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()

    def press(self, *keys):
        """Press keys; returns the name and the count of the cell that has the focus then."""
        for key in keys:
            self.page.keyboard.press(key)
        name, value = "getAttribute('aria-label')", "getAttribute('aria-valuenow')"
        return self.page.evaluate(f"document.activeElement.{name} + ' ' + document.activeElement.{value}")

    def table(self):
        read = "nodes => nodes.map(n => [...n.dataset.key.split('-'), n.getAttribute('aria-valuenow')].map(Number))"
        rows = itertools.groupby(self.cells.evaluate_all(read), key=lambda cell: cell[0])
        return [[count for *_, count in cells] for _, cells in rows]

    def check(self, before=None):
        """All that is shown is what the model says of the table that is shown and the one before; returns the table.

        Bars end at the measures, a line is where one was, squares are as large as counts, the matching has frames.
        """
        table, shown = self.table(), self.texts()
        state = state_of(table, before)
        found, facts = MODEL.measuresOf(state), MODEL.factsOf(table)
        assert {key: number(shown[key]) for key in facts} == {key: round(value, 4) for key, value in facts.items()}
        read = "(nodes, names) => nodes.map(node => names.map(name => Number(node.getAttribute(name))))"
        bars = self.box.locator(".demo-bar-value").evaluate_all(read, ["x", "width"])
        lines = "nodes => nodes.map(node => parseFloat(node.getAttribute('d').slice(1)))"
        lines = self.box.locator(".demo-bar-was").evaluate_all(lines)
        for key, bar, was in zip(MEASURES, bars, lines, strict=True):
            value, change = found["scores"][key], found["changes"][key]
            assert number(shown[key]) == round(value, 4) + 0.0  # without a sign where it is 0
            way = "\N{BLACK UP-POINTING TRIANGLE} up" if change > 0 else "\N{BLACK DOWN-POINTING TRIANGLE} down"
            amount = "<0.0001" if abs(change) < 0.00005 else f"{abs(change):.4f}"
            moved = f"{way} {amount}" if change else "the same"
            assert shown[f"{key}_change"] == (moved if state["table"] != state["before"] else "")
            end = max(value, -0.4)
            assert bar == pytest.approx([100 * min(0, end), 100 * abs(end)], abs=1e-9)
            assert was == pytest.approx(100 * max(found["old"][key], -0.4) if change else np.nan, nan_ok=True)
        counts = np.array(table)
        sides = np.array(self.box.locator(".demo-share").evaluate_all(read, ["width"])).reshape(counts.shape)
        assert sides**2 / sides.max() ** 2 == pytest.approx(counts / counts.max())
        frames = self.box.locator(".demo-cell").evaluate_all("nodes => nodes.map(n => n.matches('.demo-matched'))")
        matched = np.array(frames).reshape(counts.shape)
        assert counts[matched].sum() == MODEL.matching(table)["sum"]
        assert counts[matched].all()
        return table


@pytest.fixture
def bench(live):
    return Bench(live(MeasureBench(lesson=[])))


def test_a_click_a_move_and_a_drag(bench):
    bench.check()
    bench.tap("2B")
    assert bench.check(before=PEOPLE) == [[12, 37, 1], [40, 1, 0], [0, 0, 30]]
    assert bench.status().startswith("One object more in 2B: it is together with 0 in both, with 40 in the row only")
    bench.tap("2B", half=0.75)
    bench.tap("1A", half=0.75)
    assert bench.table() == [[11, 37, 1], [40, 0, 0], [0, 0, 30]]
    # The object that goes, goes on from here: taken out and put in is a move.
    bench.tap("2B")
    assert bench.status().startswith("One object moved from 1A to 2B: together in both with 11, now 0; in the row only")
    table = bench.check(before=PEOPLE)
    box, mouse = bench.cell("3A").locator(".demo-cell").bounding_box(), bench.page.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 80, steps=8)
    # In the middle of a drag nothing is spoken, but the words are those of the table as it is.
    assert bench.box.locator(".demo-status").get_attribute("aria-live") == "off"
    assert bench.status().startswith("8 objects more in 3A")
    mouse.up()
    bench.check(before=table)
    bench.button("Undo")
    assert bench.table() == table


def test_keys_alone_are_enough(bench):
    bench.box.locator("summary").first.focus()
    assert bench.press("Tab") == "row 1, column A 12"
    assert bench.press("ArrowLeft") == "row 3, column C 30"
    assert bench.press("ArrowRight", "ArrowRight") == "row 1, column B 37"
    assert bench.press("Enter") == "row 2, column B 0"
    assert bench.press("ArrowUp", "+") == "row 2, column B 2"
    assert bench.press("ArrowDown") == "row 2, column B 1"
    assert bench.press("Shift+ArrowUp") == "row 2, column B 11"
    assert bench.press("-") == "row 2, column B 10"
    assert bench.press("2") == "row 2, column B 2"
    assert bench.press("7") == "row 2, column B 27"
    assert bench.status().startswith("17 objects more in 2B")  # both digits are one step
    assert bench.press("5") == "row 2, column B 5"
    assert bench.press("ArrowUp", "4") == "row 2, column B 4"  # another key ends the typing,
    bench.page.wait_for_timeout(1700)
    assert bench.press("4") == "row 2, column B 4"  # and so does a while
    assert bench.press("Backspace") == "row 2, column B 0"
    assert bench.press("Shift+ArrowDown") == "row 2, column B 0"
    assert bench.status() == "2B is empty."
    assert bench.press("ArrowLeft", "Delete") == "row 2, column A 0"
    assert bench.press("Enter", "Enter") == "row 1, column A 12"
    assert bench.check(before=PEOPLE) == [[12, 37, 1], [0, 0, 0], [0, 0, 30]]
    assert bench.box.locator(".demo-contingency text").filter(has_text="(2)").count() == 1
    ring = bench.cell("1A").locator(".demo-cell")
    assert ring.evaluate("node => parseFloat(getComputedStyle(node).strokeWidth)") >= 4
    # A screen reader clicks without a pointer.
    for name, count in (("One more in 2C", 1), ("One more in 2C", 2), ("One fewer in 2C", 1)):
        half = bench.box.get_by_role("button", name=name, exact=True)
        half.evaluate("node => node.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        assert bench.table()[1][2] == count


def test_rows_and_columns_come_and_go(bench):
    bench.box.locator("summary").first.click()
    bench.button("Add row")
    assert bench.status() == "Row 4 is added. It is empty, so it is not a cluster, and no measure changes."
    assert bench.check() == [*PEOPLE, [0, 0, 0]]
    bench.button("Add column")
    bench.cell("4D").press("2")
    bench.check(before=[*([*row, 0] for row in PEOPLE), [0] * 4])
    bench.button("Remove row")
    assert bench.status().startswith("2 objects fewer in 4D: ")
    assert bench.status().endswith("Empty, so not a cluster: column D.")
    bench.cell("3D").focus()
    bench.button("Remove column")
    assert bench.table() == PEOPLE
    assert bench.box.locator("[data-key][tabindex='0']").get_attribute("data-key") == "2-2"
    bench.button("Remove column")
    assert bench.status().startswith("31 objects fewer in several cells: ")
    for _ in range(3):
        bench.button("Remove row")
    assert len(bench.table()) == 2
    assert "at least" in bench.status()
    for _ in range(6):
        bench.button("Add row")
    assert len(bench.table()) == 6
    assert "most" in bench.status()


def test_exchange_and_presets(bench):
    bench.button("Exchange rows and columns")
    assert bench.check(before=PEOPLE) == np.transpose(PEOPLE).tolist()
    assert bench.status().startswith("Rows and columns have changed places. Only AAA changes, ")
    for i, preset in enumerate(MeasureBench().presets):
        bench.box.locator(".demo-body select").select_option(value=str(i))
        assert bench.check(before=preset["before"]) == preset["table"]
        assert bench.status() == preset["note"]


def test_limits_and_a_second_demo_on_the_page(live):
    page = live(MeasureBench([[99, 99], [99, 2]]), MeasureBench([[1, 0], [0, 1]]), height=1800)
    most, fewest = Bench(page, 0), Bench(page, 1)
    most.cell("1A").press("+")
    assert most.status() == "A cell can hold at most 99 objects."
    most.cell("2B").press("9")
    assert most.table()[1][1] == 3
    most.cell("2B").press("ArrowUp")
    assert most.status() == "There can be at most 300 objects."
    fewest.cell("1A").press("-")
    assert fewest.status() == "There must be at least 2 objects."
    assert fewest.check() == [[1, 0], [0, 1]]


@pytest.mark.parametrize("width", [360, 720, 1000])
def test_half_a_cell_is_large_enough_for_a_finger(live, width):
    page = live(MeasureBench(np.eye(6, dtype=int) * 20), width=width, height=844)
    # The book leaves this much of a phone.
    page.add_style_tag(content="body { margin: 0 16px }")
    bench = Bench(page)
    sizes = bench.box.locator(".demo-half").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert len(sizes) == 72
    assert min(sizes) >= 24
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table, measures = (bench.box.locator(f".demo-{part}").bounding_box() for part in ("contingency", "measures"))
    assert measures["y"] >= table["y"] + table["height"] or measures["x"] >= table["x"] + table["width"]


def test_a_frame_is_short(bench):
    """Both tables of a step are counted anew for each frame of a drag, at worst six by six with 300 objects."""
    script = """async (tables) => {
      const { model } = document.querySelector(".demo-host");
      const times = [];
      for (let i = 0; i < 40; i++) {
        const start = performance.now();
        model.set("table", tables[i % 2]);
        await null;
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[20];
    }"""
    table = np.full((6, 6), 8) + np.eye(6, dtype=int)
    other = table + np.eye(6, k=1, dtype=int) - np.eye(6, k=-1, dtype=int)
    assert bench.page.evaluate(script, [table.tolist(), other.tolist()]) < 16
    assert bench.table() == other.tolist()
