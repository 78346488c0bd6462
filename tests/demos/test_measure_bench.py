"""The measure bench: ten measures are those of the package, words count pairs of named objects, cells keep limits."""

import itertools
import re

import numpy as np
import pytest
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import load_wine

import aucc_teach as at
from aucc_teach.demos import MeasureBench
from demos.models import Model
from demos.shown import Live, drawing, number

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


def four_words(table, before, keys):
    """How many of some measures went which way."""
    now, was = scores_of(table), scores_of(before)
    ways = [np.sign(now[key] - was[key]) * (abs(now[key] - was[key]) > 1e-12) for key in keys]
    return f"Up {ways.count(1)}, down {ways.count(-1)}, the same {ways.count(0)}."


def test_only_some_of_the_measures():
    four = ["ari", "pa", "aaa", "ami"]
    bench = MeasureBench(measures=four)
    assert bench.lesson == []
    # No preset speaks of what is not there.
    others = [NAMES[key] for key in MEASURES if key not in four]
    assert len(bench.presets) >= 4
    assert not [one["note"] for one in bench.presets if set(others) & set(re.findall(r"\w+", one["note"]))]
    table = [[45, 45, 0, 0], [0, 0, 5, 0], [0, 0, 0, 5]]
    shown, scores = drawing(bench, table=table, before=PEOPLE), scores_of(table)
    assert [node.get_text() for node in shown.body.select(".demo-measure > :first-child")] == [
        NAMES[key] for key in four
    ]
    assert shown.numbers(*four) == pytest.approx({key: scores[key] for key in four}, abs=0.5001e-4)
    assert f". {four_words(table, PEOPLE, four)}" in shown.said()
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


def test_the_wines_are_the_wines():
    values, varieties = load_wine(return_X_y=True)
    values = (values - values.mean(axis=0)) / values.std(axis=0)
    found = AgglomerativeClustering(3, linkage="average").fit_predict(values)
    preset = MeasureBench().presets[-1]
    assert np.array_equal(at.contingency_table(varieties, found), preset["table"])
    within = [at.co_membership(labels).sum() for labels in (varieties, found)]
    mean = np.sqrt(np.prod(within)) / (178 * 177 / 2)
    assert f"shuffled labels get {mean:.4f} on average" in preset["note"]


# ---- what is shown


def test_numbers_bars_squares_and_frames_are_those_of_the_table():
    """Bars end at the measures, a line is where one was, squares are as large as counts, the matching has frames."""
    for state in random_states(24)[9:]:
        table, shown, found = np.array(state["table"]), drawing(MeasureBench(), **state), MODEL.measuresOf(state)
        texts, facts = shown.texts(), MODEL.factsOf(state["table"])
        assert shown.numbers(*facts) == {key: round(value, 4) for key, value in facts.items()}
        bars, lines = shown.body.select(".demo-bar-value"), shown.attributes(".demo-bar-was", "d")
        scores, old = scores_of(table), scores_of(state["before"])
        for key, bar, was in zip(MEASURES, bars, lines, strict=True):
            value, change = found["scores"][key], found["changes"][key]
            assert number(texts[key]) == pytest.approx(scores[key], abs=0.5001e-4)
            assert change == pytest.approx(scores[key] - old[key], abs=1e-12)
            way = "\N{BLACK UP-POINTING TRIANGLE} up" if change > 0 else "\N{BLACK DOWN-POINTING TRIANGLE} down"
            moved = f"{way} {'<0.0001' if abs(change) < 0.00005 else f'{abs(change):.4f}'}" if change else "the same"
            assert texts[f"{key}_change"] == (moved if state["table"] != state["before"] else "")
            end = max(value, -0.4)
            ends = [float(bar["x"]), float(bar["width"])]
            assert ends == pytest.approx([100 * min(0, end), 100 * abs(end)], abs=0.01)
            if change:
                assert float(re.match(r"M(-?[\d.]+),", was)[1]) == pytest.approx(100 * max(old[key], -0.4), abs=0.01)
            else:
                assert not was
        sides = np.array([float(node["width"]) for node in shown.body.select(".demo-share")]).reshape(table.shape)
        assert sides / sides.max() == pytest.approx(np.sqrt(table / table.max()), abs=1e-3)
        frames = ["demo-matched" in node["class"] for node in shown.body.select(".demo-cell")]
        matched = np.array(frames).reshape(table.shape)
        assert table[matched].all()
        assert table[matched].sum() == MODEL.matching(state["table"])["sum"]


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

    def keys(self, *keys):
        """Press keys; returns the name and the count of the cell that has the focus then."""
        name = super().keys(*keys)
        value = self.page.evaluate("document.activeElement.getAttribute('aria-valuenow')")
        return f"{name} {value}"


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


def test_keys_alone_are_enough(bench):
    bench.box.locator("summary").first.focus()
    for keys, now in (
        (["Tab"], "row 1, column A 12"),
        (["ArrowLeft"], "row 3, column C 30"),
        (["ArrowRight", "ArrowRight"], "row 1, column B 37"),
        (["Enter"], "row 2, column B 0"),
        (["ArrowUp", "+"], "row 2, column B 2"),
        (["ArrowDown"], "row 2, column B 1"),
        (["Shift+ArrowUp"], "row 2, column B 11"),
        (["-"], "row 2, column B 10"),
        (["2", "7"], "row 2, column B 27"),
    ):
        assert bench.keys(*keys) == now
    assert bench.status().startswith("17 objects more in 2B")  # both digits are one step
    assert bench.keys("5") == "row 2, column B 5"
    assert bench.keys("ArrowUp", "4") == "row 2, column B 4"  # another key ends the typing,
    bench.page.wait_for_timeout(1700)
    assert bench.keys("4") == "row 2, column B 4"  # and so does a while
    assert bench.keys("Backspace", "Shift+ArrowDown") == "row 2, column B 0"
    assert bench.status() == "2B is empty."
    assert bench.keys("ArrowLeft", "Delete") == "row 2, column A 0"
    assert bench.keys("Enter", "Enter") == "row 1, column A 12"
    bench.check(table=[[12, 37, 1], [0, 0, 0], [0, 0, 30]], before=PEOPLE)


def test_rows_and_columns_come_go_and_change_places(bench):
    bench.box.locator("summary").first.click()
    bench.press("Add row")
    assert bench.status() == "Row 4 is added. It is empty, so it is not a cluster, and no measure changes."
    bench.press("Add column")
    bench.cell("4D").press("2")
    bench.press("Remove row")
    assert bench.status().startswith("2 objects fewer in 4D: ")
    assert bench.status().endswith("Empty, so not a cluster: column D.")
    bench.cell("3D").focus()
    bench.press("Remove column")
    bench.check(table=PEOPLE)
    assert bench.box.locator("[data-key][tabindex='0']").get_attribute("data-key") == "2-2"
    bench.press("Exchange rows and columns")
    bench.check(table=np.transpose(PEOPLE).tolist(), before=PEOPLE)
    bench.press("Remove column", *["Remove row"] * 3)
    assert (len(bench.state()["table"]), "at least" in bench.status()) == (2, True)
    bench.press(*["Add row"] * 6)
    assert (len(bench.state()["table"]), "most" in bench.status()) == (6, True)


def test_half_a_cell_is_large_enough_for_a_finger(live):
    demo = MeasureBench(np.eye(6, dtype=int) * 20)
    page = live(demo, width=360, height=844)
    # The book leaves this much of a phone.
    page.add_style_tag(content="body { margin: 0 16px }")
    bench = Bench(page, demo)
    sizes = bench.box.locator(".demo-half").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert len(sizes) == 72
    assert min(sizes) >= 24
    table, measures = (bench.box.locator(f".demo-{part}").bounding_box() for part in ("contingency", "measures"))
    assert measures["y"] >= table["y"] + table["height"] or measures["x"] >= table["x"] + table["width"]
