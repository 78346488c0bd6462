import itertools
import json
import random
import re

import numpy as np
import pytest
import traitlets
from conftest import pages_with
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import load_wine

import aucc_teach as at
from aucc_teach.demos._base import InvalidStateError
from aucc_teach.demos.measure_bench import KEYS, _labels

MeasureBench = at.demos.MeasureBench
PAIR_KEYS = ("tp", "fn", "fp", "tn")
C = "Rand\N{RIGHT SINGLE QUOTATION MARK}s c"

RUN = """async ([source, states]) => {
  const url = URL.createObjectURL(new Blob([source, 'export { verdict, scoresOf, changesOf, matching };'],
    { type: 'text/javascript' }));
  const { default: demo, verdict, scoresOf, changesOf, matching } = await import(url);
  return states.map((state) => {
    const [old, now] = [state.before, state.table].map(scoresOf);
    const words = verdict(state.before, state.table, changesOf(old, now));
    return { wrong: demo.check(state), numbers: demo.numbers(state), words, columns: matching(state.table).columns };
  });
}"""


def random_table(rng, shape=None):
    """Dense and sparse, small and large, with empty rows and single objects."""
    while True:
        size = rng.integers(2, 7, size=2) if shape is None else shape
        occupied = rng.random(size) < rng.choice([0.3, 0.7, 1])
        table = rng.integers(0, rng.choice([2, 3, 6, 30, 100]), size=size) * occupied
        if 2 <= table.sum() <= 300:
            return table.tolist()


def states(n_cases):
    rng = np.random.default_rng(18)
    special = [[[5, 0], [0, 0]], [[2, 2], [0, 0]], [[2, 0], [2, 0]], [[1, 0], [0, 1]], np.eye(6, dtype=int).tolist()]
    special += [[[99, 99], [99, 3]], [[1, 1, 1, 1, 1, 1], [0] * 6], [[50] * 6, [0] * 6], [[2, 0], [0, 2]]]
    found = [{"table": table, "before": table} for table in special]
    found += [{"table": preset["table"], "before": preset["before"]} for preset in MeasureBench().presets]
    while len(found) < n_cases:
        table = random_table(rng)
        before = np.array(table)
        kind = rng.integers(5)
        if kind == 0:
            before = np.array(random_table(rng))
        elif kind == 1:
            before = before.T
        for _ in range([0, 0, 1, 2, 3][kind]):
            i, j = (int(rng.integers(size)) for size in before.shape)
            before[i, j] = np.clip(before[i, j] + rng.choice([-1, 1, 5]), 0, 99)
        if 2 <= before.sum() <= 300:
            found.append({"table": table, "before": before.tolist()})
    return found


def test_javascript_equals_python(browser):
    cases = states(150)
    page = browser.new_page()
    results = page.evaluate(RUN, [MeasureBench.source("measure-bench"), cases])
    page.close()
    kinds = set()
    for state, found in zip(cases, results, strict=True):
        bench = MeasureBench(**state)
        assert found["wrong"] == ""
        numbers = MeasureBench.numbers(state)
        assert set(found["numbers"]) == set(numbers)
        for key, value in numbers.items():
            assert found["numbers"][key] == pytest.approx(value, abs=1e-12), (key, state)
            if key in ("rand", "ari", "fm", "pa", "na", "purity") or isinstance(value, int):
                assert found["numbers"][key] == value, (key, state)
        assert list(bench.scores.values()) == [numbers[key] for key in KEYS]
        assert bench.words().endswith(f". {found['words']}"), state
        kinds.add(re.sub(r"[^a-z ]", "", found["words"])[:18])
        k = max(np.shape(state["table"]))
        square = np.zeros((k, k), int)
        square[: len(state["table"]), : len(state["table"][0])] = state["table"]
        total = sum(square[i, j] for i, j in enumerate(found["columns"]))
        assert total == max(sum(square[i, o[i]] for i in range(k)) for o in itertools.permutations(range(k)))
    assert len(kinds) >= 7


def test_the_ten_measures_are_those_of_the_package():
    labels = _labels([[12, 37, 1], [40, 0, 0], [0, 0, 30]])
    scores = MeasureBench().scores
    asked = {C: "rand", "ARI": "adjusted_rand", "FM": "fowlkes_mallows", "NMI": "normalized_mutual_info"}
    asked |= {"AMI": "adjusted_mutual_info"}
    values = {name: getattr(at, f"{function}_score")(*labels) for name, function in asked.items()}
    values |= {"PA": at.pivoted_accuracy(*labels), "NA": at.normalized_accuracy(*labels)}
    values |= {"AAA": at.adjusted_asymmetric_accuracy(*labels), "PSI": at.pair_sets_index(*labels)}
    values |= {"PSI simpl.": at.pair_sets_index(*labels, simplified=True)}
    assert scores == values
    assert np.array_equal(at.contingency_table(*labels), MeasureBench().table)


# ---- the words, by counting pairs of named objects


def objects_of(table):
    """Objects of the cells, one by one, by their cell and number in it."""
    return [(i, j, m) for (i, j), count in np.ndenumerate(np.array(table)) for m in range(count)]


def company(one, objects):
    others = [other for other in objects if other != one]
    alike = [(one[0] == other[0], one[1] == other[1]) for other in others]
    return [alike.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False))]


def test_one_object_comes_goes_and_moves():
    rng = np.random.default_rng(3)
    for _ in range(40):
        table = np.array(random_table(rng)) + 1
        if table.max() > 98 or table.sum() > 298:
            continue
        (i, j), (k, l) = ([int(rng.integers(size)) for size in table.shape] for _ in range(2))  # noqa: E741
        more = table.copy()
        more[i, j] += 1
        is_with = company((i, j, 0), objects_of(more))
        name = f"{i + 1}{'ABCDEF'[j]}"
        words = "together with {} in both, with {} in the row only, with {} in the column only, apart from {}."
        said = MeasureBench(more, table).words()
        assert f". One object more in {name}: it is {words.format(*is_with)} " in said
        said = MeasureBench(table, more).words()
        assert f". One object fewer in {name}: it was {words.format(*is_with)} " in said
        if (i, j) == (k, l):
            continue
        moved = table.copy()
        moved[i, j] -= 1
        moved[k, l] += 1
        was, now = company((i, j, 0), objects_of(table)), company((k, l, 0), objects_of(moved))
        pairs = [f"{a}" if a == b else f"{a}, now {b}" for a, b in zip(was, now, strict=True)]
        to = f"{k + 1}{'ABCDEF'[l]}"
        said = MeasureBench(moved, table).words()
        assert (
            f". One object moved from {name} to {to}: together in both with {pairs[0]}; in the row only with "
            f"{pairs[1]}; in the column only with {pairs[2]}; apart from {pairs[3]}." in said
        )


@pytest.mark.parametrize(
    ("before", "table", "says"),
    [
        (
            [[3, 0], [0, 3]],
            [[7, 0], [0, 3]],
            "4 objects more in 1A: 18 pairs more together in both, 0 in the row only, 0",
        ),
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
    assert says in MeasureBench(table, before).words()


def test_which_measure_moves_most():
    rng = np.random.default_rng(5)
    ways = set()
    for _ in range(60):
        shape = rng.integers(2, 5, size=2)
        bench = MeasureBench(random_table(rng, shape), random_table(rng, shape))
        changes = bench.changes
        up, down = (sum(np.sign(change) == sign for change in changes.values()) for sign in (1, -1))
        if up + down < 2:
            continue
        name = max(changes, key=lambda name: round(abs(changes[name]), 10))
        way = "up" if changes[name] > 0 else "down"
        most = f"{name} moves most, {way} by {abs(changes[name]):.4f}"
        assert f". {most}. Up {up}, down {down}, the same {10 - up - down}." in bench.words()
        ways.add((way, up > 0 < down))
    assert len(ways) == 4


# ---- the state


def test_starts_with_the_table_of_the_chapter():
    bench = MeasureBench()
    assert bench.table == bench.before == ((12, 37, 1), (40, 0, 0), (0, 0, 30))
    assert bench.counts == (1947, 493, 510, 4190)
    assert bench.purity == 107 / 120
    assert set(bench.changes.values()) == {0}


def test_takes_arrays():
    bench = MeasureBench(np.array([[3, 0], [0, 3]], dtype=np.int8))
    assert bench.page_state()["table"] == [[3, 0], [0, 3]]


@pytest.mark.parametrize("name", ["table", "before"])
@pytest.mark.parametrize(
    ("table", "says"),
    [
        ([[1, 2]], "{name} must have 2 to 6 rows"),
        ([[1], [2]], "2 to 6 rows, and as many columns"),
        ([[1] * 7] * 2, "2 to 6 rows"),
        ([[1, 2], [3]], "2 to 6 rows"),
        ([], "2 to 6 rows"),
        ([[], []], "2 to 6 rows"),
        ([[1, 2], [3, 0.5]], "whole numbers"),
        ([[1, 2], [3, True]], "whole numbers"),
        ([[1, 2], ["3", 4]], "whole numbers"),
        (None, "whole numbers"),
        ([[1, 2], [3, -1]], "{name} must hold counts from 0 to 99"),
        ([[1, 2], [3, 100]], "counts from 0 to 99"),
        ([[0, 1], [0, 0]], "{name} must hold 2 to 300 objects. Got 1"),
        ([[99, 99], [99, 4]], "2 to 300 objects. Got 301"),
    ],
)
def test_refuses_tables(name, table, says):
    bench = MeasureBench()
    state = bench.state()
    with pytest.raises(ValueError, match=says.format(name=name)):
        setattr(bench, name, table)
    with pytest.raises(traitlets.TraitError):
        bench.set_state({name: table})
    assert bench.state() == state


def test_place_changes_both_or_nothing():
    bench = MeasureBench()
    state = bench.state()
    with pytest.raises(InvalidStateError):
        bench.place(table=[[1, 2], [3, 4]], before=[[0, 0], [0, 0]])
    assert bench.state() == state
    with pytest.raises(ValueError, match="give both"):
        MeasureBench(before=[[1, 2], [3, 4]])
    bench.place(table=[[1, 2], [3, 4]])
    assert bench.table == bench.before


# ---- what presets and tasks claim


def presets():
    return {preset["name"]: MeasureBench(preset["table"], preset["before"]) for preset in MeasureBench().presets}


def test_presets_say_their_numbers():
    digits = {}
    for preset in MeasureBench().presets:
        bench = MeasureBench(preset["table"], preset["before"])
        said = re.findall(r"\N{MINUS SIGN}?\d\.\d{4}", preset["note"])
        known = {f"{value:.4f}".replace("-", "\N{MINUS SIGN}") for value in bench.scores.values()}
        digits[preset["name"]] = (len(said), [one for one in said if one not in known])
        assert said or preset["note"]
    # The mean of shuffled labels is no score of the table.
    unknown = {name: rest for name, (_, rest) in digits.items() if rest}
    assert list(unknown) == ["Wines, average linkage"]
    assert all(count for count, _ in digits.values())


def test_presets_show_what_they_say():
    bench = presets()
    people, split, moved, merged, lost, cut, small, pieces, alone, unrelated, wines = (
        one.scores for one in bench.values()
    )
    assert (min(people, key=people.get), max(people, key=people.get)) == ("ARI", "PA")
    assert min(split[name] for name in (C, "ARI", "FM", "NMI", "AMI")) > 0.85 > max(split["PA"], split["PSI"])
    assert bench["A cluster split"].counts.fp == 0
    assert split["PA"] == moved["PA"] == 150 / 180
    worst = [min((split, moved, merged), key=lambda one: one[name]) is merged for name in merged]
    assert dict(zip(merged, worst, strict=True)) == dict.fromkeys(merged, True) | {"FM": False}
    assert min(split["FM"], moved["FM"], merged["FM"]) == moved["FM"]
    assert (lost["NA"], lost["AAA"]) == (0.96, 0.5)
    assert lost["FM"] > 0.97
    assert cut["ARI"] < 0.3 < 0.7 < cut["AAA"]
    assert small["ARI"] > 0.98
    assert small["AAA"] == 0.5
    assert bench["Cut into pieces"].purity == bench["Only singletons"].purity == 1
    assert pieces["AAA"] == pytest.approx(-1 / 3, abs=1e-12)
    assert pieces["AMI"] > 0.5
    assert bench["Only singletons"].counts.tp == 0
    assert [alone[name] for name in ("ARI", "FM", "AMI")] == pytest.approx([0] * 3, abs=1e-12)
    assert unrelated[C] > 0.75
    assert max(abs(unrelated["ARI"]), abs(unrelated["AMI"])) < 0.01
    assert {sum(row) for row in bench["Unrelated, six clusters"].table} == {6}
    assert abs(wines["ARI"]) < 0.01


def test_more_clusters_give_more_by_accident():
    """What the preset of unrelated partitions says of c and NMI, on average over shuffled labels."""
    rng = np.random.default_rng(0)
    means = []
    for k in (2, 3, 6):
        labels = np.repeat(np.arange(k), 36 // k)
        scores = [
            [score(labels, rng.permutation(labels)) for score in (at.rand_score, at.normalized_mutual_info_score)]
            for _ in range(200)
        ]
        means.append(np.mean(scores, axis=0))
    assert (np.diff(means, axis=0) > 0).all()
    unrelated = presets()["Unrelated, six clusters"].scores
    assert [unrelated[C], unrelated["NMI"]] == pytest.approx(means[-1].tolist(), abs=0.02)


def test_the_wines_are_the_wines():
    values, varieties = load_wine(return_X_y=True)
    values = (values - values.mean(axis=0)) / values.std(axis=0)
    found = AgglomerativeClustering(3, linkage="average").fit_predict(values)
    bench = presets()["Wines, average linkage"]
    assert np.array_equal(at.contingency_table(varieties, found), bench.table)
    within = [at.co_membership(labels).sum() for labels in (varieties, found)]
    mean = np.sqrt(np.prod(within)) / (178 * 177 / 2)
    assert f"shuffled labels get {mean:.4f} on average" in MeasureBench().presets[-1]["note"]


def test_purity_one_and_ari_zero_is_every_object_alone():
    """The outcome of the second task, for all tables of some shapes with small counts."""
    n_met = 0
    for shape, largest in (((2, 2), 6), ((2, 3), 3), ((2, 4), 2), ((3, 3), 1)):
        for counts in itertools.product(range(largest + 1), repeat=shape[0] * shape[1]):
            table = np.reshape(counts, shape)
            if table.sum() < 2 or table.max(axis=0).sum() < table.sum() or table.any(axis=1).sum() < 2:
                continue
            if at.adjusted_rand_score(*_labels(table)) == 0:
                assert table.sum(axis=0).max() == 1
                assert at.pair_counts(*_labels(table))[0::2] == (0, 0)
                n_met += 1
    assert n_met > 20


def test_exchanging_the_sides_changes_aaa_alone():
    rng = np.random.default_rng(8)
    n_changed = 0
    for _ in range(80):
        table = np.array(random_table(rng))
        changes = MeasureBench(table.T, table).changes
        assert {name for name, change in changes.items() if change} <= {"AAA"}
        n_changed += bool(changes["AAA"])
    assert n_changed > 40


@pytest.mark.breadth
def test_aaa_falls_furthest_where_the_small_cluster_loses_half():
    """The outcome of the last task, for all tables of 100 objects in two rows and columns that have its PA."""
    n_met = 0
    for a, b in itertools.product(range(99), range(3)):
        table = np.array([[a, b], [2 - b, 98 - a]])
        for one in (table, table[::-1]):
            numbers = MeasureBench.numbers({"table": one, "before": one})
            if all(numbers[key] == value for key, _, value, _ in MeasureBench.tasks[3].goal):
                assert sorted(table.ravel()) == [0, 2, 2, 96]
                assert numbers["aaa"] < min(numbers["na"], numbers["rand"])
                n_met += 1
    assert n_met == 4


# ---- on a page


def test_a_click_a_drag_and_keys(bare_page, open_page, bench_on):
    page = open_page(bare_page(MeasureBench()))
    bench = bench_on(page)
    start = bench.table()
    bench.check_numbers()
    bench.tap("2B")
    assert bench.table() == [[12, 37, 1], [40, 1, 0], [0, 0, 30]]
    assert bench.status().startswith(
        "One object more in 2B: it is together with 0 in both, with 40 in the row only, with 37"
    )
    bench.check_numbers(before=start)
    bench.tap("2B", half=0.75)
    bench.tap("1A", half=0.75)
    now = bench.table()
    assert now == [[11, 37, 1], [40, 0, 0], [0, 0, 30]]
    # The object that goes, goes on from here: taken out and put in is a move.
    bench.tap("2B")
    assert bench.status().startswith("One object moved from 1A to 2B: together in both with 11, now 0; in the row only")
    bench.check_numbers(before=start)
    table = bench.table()
    box = bench.cell("3A").locator(".demo-cell").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 80, steps=8)
    # In the middle of a drag nothing is spoken, but the words are those of the table as it is.
    assert bench.box.locator(".demo-status").get_attribute("aria-live") == "off"
    assert bench.status().startswith("8 objects more in 3A")
    page.mouse.up()
    after = bench.table()
    assert after[2][0] > 3
    assert bench.status().startswith(f"{after[2][0]} objects more in 3A: ")
    bench.check_numbers(before=table)
    bench.press("Undo")
    assert bench.table() == table
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 80, steps=4)
    page.mouse.up()
    assert bench.table() == table
    page.watched.check()


def test_keys_alone_are_enough(page_of, open_page, bench_on):
    page = open_page(page_of(MeasureBench()))
    bench = bench_on(page)
    here = (
        "document.activeElement.getAttribute('aria-label') + ' ' + document.activeElement.getAttribute('aria-valuenow')"
    )

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return page.evaluate(here)

    bench.box.locator("summary").first.focus()
    assert press("Tab") == "row 1, column A 12"
    assert press("ArrowLeft") == "row 3, column C 30"
    assert press("ArrowRight", "ArrowRight") == "row 1, column B 37"
    assert press("Enter") == "row 2, column B 0"
    assert press("ArrowUp", "+") == "row 2, column B 2"
    assert press("ArrowDown") == "row 2, column B 1"
    assert press("Shift+ArrowUp") == "row 2, column B 11"
    assert press("-") == "row 2, column B 10"
    assert press("2") == "row 2, column B 2"
    assert press("7") == "row 2, column B 27"
    assert bench.status().startswith("17 objects more in 2B")  # both digits are one step
    assert press("5") == "row 2, column B 5"
    assert press("ArrowUp", "4") == "row 2, column B 4"  # another key ends the typing
    assert press("Backspace") == "row 2, column B 0"
    assert press("Shift+ArrowDown") == "row 2, column B 0"
    assert bench.status() == "2B is empty."
    assert press("ArrowLeft", "Delete") == "row 2, column A 0"
    assert press("Enter", "Enter") == "row 1, column A 12"
    assert bench.table() == [[12, 37, 1], [0, 0, 0], [0, 0, 30]]
    assert bench.box.locator(".demo-contingency text").filter(has_text="(2)").count() == 1
    bench.check_numbers(before=[[12, 37, 1], [40, 0, 0], [0, 0, 30]])
    ring = bench.cell("1A").locator(".demo-cell")
    assert ring.evaluate("node => parseFloat(getComputedStyle(node).strokeWidth)") >= 4
    page.watched.check()


def test_a_key_ends_a_typed_number_after_a_while(page_of, open_page, bench_on):
    page = open_page(page_of(MeasureBench()))
    bench = bench_on(page)
    bench.cell("2C").press("3")
    page.wait_for_timeout(1700)
    bench.cell("2C").press("4")
    assert bench.table()[1][2] == 4


def test_a_screen_reader_clicks(page_of, open_page, bench_on):
    bench = bench_on(open_page(page_of(MeasureBench())))
    for name, count in (("One more in 2C", 1), ("One more in 2C", 2), ("One fewer in 2C", 1)):
        bench.box.get_by_role("button", name=name, exact=True).evaluate(
            "node => node.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        )
        assert bench.table()[1][2] == count


def test_rows_and_columns_come_and_go(page_of, open_page, bench_on):
    page = open_page(page_of(MeasureBench()))
    bench = bench_on(page)
    bench.box.locator("summary").first.click()
    start = bench.table()
    numbers = bench.check_numbers()
    bench.press("Add row")
    assert bench.status() == "Row 4 is added. It is empty, so it is not a cluster, and no measure changes."
    assert bench.table() == [*start, [0, 0, 0]]
    assert bench.check_numbers() == numbers
    bench.press("Add column")
    bench.cell("4D").press("2")
    bench.check_numbers(before=[*([*row, 0] for row in start), [0] * 4])
    bench.press("Remove row")
    assert bench.status().startswith("2 objects fewer in 4D: ")
    assert bench.status().endswith("Empty, so not a cluster: column D.")
    bench.press("Remove column")
    assert bench.table() == start
    bench.press("Remove column")
    assert bench.table() == [row[:2] for row in start]
    assert bench.status().startswith("31 objects fewer in several cells: ")
    for _ in range(3):
        bench.press("Remove row")
    assert len(bench.table()) == 2
    assert "at least" in bench.status()
    for _ in range(6):
        bench.press("Add row")
    assert len(bench.table()) == 6
    assert "most" in bench.status()
    page.watched.check()


def test_the_focus_stays_where_cells_go(page_of, open_page, bench_on):
    bench = bench_on(open_page(page_of(MeasureBench())))
    bench.cell("3C").focus()
    bench.page.evaluate(
        "address => { location.hash = address; }", MeasureBench([[1, 2], [3, 4]]).link().removeprefix("#")
    )
    bench.page.wait_for_function("!location.hash")
    assert bench.table() == [[1, 2], [3, 4]]
    assert bench.box.locator("[data-key][tabindex='0']").get_attribute("data-key") == "1-1"


def test_limits(page_of, open_page, bench_on):
    page = open_page(page_of(MeasureBench([[99, 99], [99, 2]]), MeasureBench([[1, 0], [0, 1]])), height=1800)
    most, fewest = bench_on(page, 0), bench_on(page, 1)
    most.cell("1A").press("+")
    assert most.status() == "A cell can hold at most 99 objects."
    most.cell("2B").press("9")
    assert most.table()[1][1] == 3
    most.cell("2B").press("ArrowUp")
    assert most.status() == "There can be at most 300 objects."
    fewest.cell("1A").press("-")
    assert fewest.status() == "There must be at least 2 objects."
    fewest.cell("1B").press("-")
    assert fewest.status() == "1B is empty."
    assert fewest.table() == [[1, 0], [0, 1]]
    fewest.box.locator("summary").first.click()
    fewest.press("Add row")
    fewest.press("Remove row")
    assert fewest.table() == [[1, 0], [0, 1]]


def test_exchange_and_presets(page_of, open_page, bench_on):
    page = open_page(page_of(MeasureBench()))
    bench = bench_on(page)
    start = bench.table()
    bench.press("Exchange rows and columns")
    assert bench.table() == np.transpose(start).tolist()
    assert bench.status().startswith("Rows and columns have changed places. Only AAA changes, ")
    bench.check_numbers(before=start)
    select = bench.box.locator(".demo-body select")
    for i, preset in enumerate(MeasureBench().presets):
        select.select_option(value=str(i))
        assert bench.table() == preset["table"]
        assert bench.status() == preset["note"]
        bench.check_numbers(before=preset["before"])
    page.watched.check()


@pytest.mark.parametrize("name", pages_with("MeasureBench("))
def test_it_answers_in_the_book(site, name, open_page, bench_on):
    page = open_page(site + name)
    bench = bench_on(page)
    start = bench.check_numbers()
    bench.tap("1A")
    assert bench.check_numbers(before=MeasureBench().table) != start
    page.watched.check()


def test_numbers_after_random_edits(page_of, open_page, bench_on):
    page = open_page(page_of(MeasureBench()))
    bench = bench_on(page)
    rng = random.Random(1971)
    bench.box.locator("summary").first.click()
    seen = set()
    for _ in range(50):
        before = bench.table()
        name = f"{rng.randint(1, len(before))}{rng.choice('ABCDEF'[: len(before[0])])}"
        kind = rng.choice(["tap", "tap", "Shift+ArrowUp", "Shift+ArrowDown", "digit", "button"])
        if kind == "tap":
            bench.tap(name, rng.choice([0.2, 0.8]))
        elif kind == "button":
            words = ("Add row", "Add column", "Remove row", "Remove column", "Exchange rows and columns")
            bench.press(rng.choice(words))
        else:
            bench.cell(name).press(str(rng.randrange(10)) if kind == "digit" else kind)
        # What a step is compared with, the words say; here the present table counts.
        shown = bench.texts()
        bench_now = MeasureBench(bench.table())
        for key, value in zip(KEYS, bench_now.scores.values(), strict=True):
            assert shown[key] == f"{0.0 if abs(value) < 1e-12 else value:.4f}".replace("-", "\N{MINUS SIGN}")
        seen.add(shown["rand"])
    assert len(seen) > 20
    page.watched.check()


def test_two_benches_do_not_disturb_each_other(page_of, open_page, bench_on):
    page = open_page(page_of(MeasureBench(), MeasureBench([[3, 1], [2, 4]])), height=2000)
    first, second = bench_on(page, 0), bench_on(page, 1)
    start = second.texts(), second.status(), second.table()
    first.cell("1A").press("ArrowUp")
    first.press("Exchange rows and columns")
    assert (second.texts(), second.status(), second.table()) == start
    page.watched.check()


@pytest.mark.parametrize("width", [360, 390, 600, 720, 1000])
def test_a_finger_can_do_it(page_of, open_page, bench_on, width):
    six = MeasureBench(np.eye(6, dtype=int) * 20)
    page = open_page(page_of(six), width=width, height=844, has_touch=True, is_mobile=True)
    # The book leaves this much of a phone.
    page.add_style_tag(content="body { margin: 0 16px }")
    bench = bench_on(page)
    sizes = bench.box.locator(".demo-half").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert len(sizes) == 72
    assert min(sizes) >= 24
    for half, count in ((0.25, 1), (0.25, 2), (0.75, 1)):
        box = bench.cell("2A").locator(".demo-cell").bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + half * box["height"])
        assert bench.table()[1][0] == count
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 1000])
def test_the_table_stands_above_its_measures_or_beside_them(page_of, open_page, bench_on, width):
    bench = bench_on(open_page(page_of(MeasureBench()), width=width))
    table, measures = (bench.box.locator(f".demo-{part}").bounding_box() for part in ("contingency", "measures"))
    assert measures["y"] >= table["y"] + table["height"] or measures["x"] >= table["x"] + table["width"]


def test_everything_has_a_name(page_of, open_page, bench_on):
    bench = bench_on(open_page(page_of(MeasureBench())))
    names = [
        ("combobox", "Start from"),
        ("button", "Exchange rows and columns"),
        ("application", "Table of two partitions"),
        ("spinbutton", "row 2, column C"),
        ("button", "One more in 2C"),
    ]
    for role, name in names:
        assert bench.box.get_by_role(role, name=name, exact=True).count() == 1, name
    # One stop for all cells.
    assert bench.box.locator(".demo-body").locator("select, button:visible, summary, [tabindex='0']").count() == 5


# ---- the picture


@pytest.mark.parametrize(
    "demo",
    [
        MeasureBench(),
        MeasureBench([[0, 2, 0], [3, 4, 0]], [[0, 3, 0], [3, 4, 0]]),
        MeasureBench([[99, 99], [2, 3]], [[99, 90], [2, 3]]),
        MeasureBench(np.eye(6, dtype=int) * 7 + 1),
    ],
)
def test_pictures_show_the_numbers(page_of, open_page, bench_on, demo):
    """Bars end at the measures, a line is where one was, squares are as large as counts, the matching has frames."""
    box = bench_on(open_page(page_of(demo))).box
    read = "(nodes, names) => nodes.map(node => names.map(name => Number(node.getAttribute(name))))"
    bars = box.locator(".demo-bar-value").evaluate_all(read, ["x", "width"])
    was = box.locator(".demo-bar-was").evaluate_all(
        "nodes => nodes.map(node => parseFloat(node.getAttribute('d').slice(1)))"
    )
    old = MeasureBench(demo.before).scores
    for (name, value), (x, width), place in zip(demo.scores.items(), bars, was, strict=True):
        end = max(value, -0.4)
        assert (x, width) == pytest.approx((100 * min(0, end), 100 * abs(end)), abs=1e-9)
        assert place == pytest.approx(100 * max(old[name], -0.4) if demo.changes[name] else np.nan, nan_ok=True)
    counts = np.array(demo.table)
    sides = np.array(box.locator(".demo-share").evaluate_all(read, ["width"])).reshape(counts.shape)
    assert sides**2 / sides.max() ** 2 == pytest.approx(counts / counts.max())
    frames = box.locator(".demo-cell").evaluate_all("nodes => nodes.map(node => node.matches('.demo-matched'))")
    matched = np.array(frames).reshape(counts.shape)
    assert counts[matched].sum() == counts[linear_sum_assignment(-counts)].sum()
    assert max(matched.sum(axis=0).max(), matched.sum(axis=1).max()) == 1
    assert counts[matched].all()


def test_output_is_the_same_every_time():
    first, second = (MeasureBench()._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    assert set(state) == {"lesson", "before", "presets", "table"}


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady, bench_on):
    page, check = steady(page_of(MeasureBench()), width)
    bench = bench_on(page)
    select = bench.box.locator(".demo-body select")
    edits = [lambda i=i: select.select_option(value=str(i)) for i in range(len(MeasureBench().presets))]
    # The longest sentence: several cells, large counts, empty clusters.
    long = MeasureBench([[99, 0, 0, 0, 0, 0], [0, 99, 0, 0, 0, 0], [0, 0, 99, 0, 0, 1], *[[0] * 6] * 3])
    longest = MeasureBench(long.table, [[98, 1, 0, 0, 0, 0], [1, 97, 1, 0, 0, 0], [0, 0, 98, 0, 1, 1], *[[0] * 6] * 3])
    address = longest.link().removeprefix("#")
    edits += [lambda: page.evaluate("address => { location.hash = address; }", address)]
    for edit in edits:
        edit()
        check()
    assert "Several cells changed" in bench.status()
    for name in ("1A", "2B"):
        bench.tap(name)
        check()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
def test_axe_finds_nothing(page_of, scheme, width, open_page, violations_on_bare_page, bench_on):
    page = open_page(
        page_of(MeasureBench([[12, 37, 1], [40, 0, 0], [0, 0, 30]], [[12, 37, 1], [40, 1, 0], [0, 0, 30]])), width=width
    )
    bench_on(page)
    assert violations_on_bare_page(page, scheme) == {}


def test_a_frame_is_short(browser):
    """Both tables of a step are counted anew for each frame of a drag, at worst six by six with 300 objects."""
    table = (np.full((6, 6), 8) + np.eye(6, dtype=int)).tolist()
    page = browser.new_page()
    script = """async ([source, state]) => {
      const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
      const { default: demo } = await import(url);
      const times = [];
      for (let i = 0; i < 60; i++) {
        const start = performance.now();
        demo.numbers(state);
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[30];
    }"""
    state = {"table": table, "before": np.transpose(table).tolist()}
    took = page.evaluate(script, [MeasureBench.source("measure-bench"), state])
    page.close()
    assert took < 8


# ---- with a kernel, and with what must not happen


def test_a_kernel_changes_the_state_and_hears_of_changes(with_kernel):
    """Another shape in one message; one message for each change; and taking down leaves nothing."""
    state = MeasureBench().page_state()
    bench = MeasureBench([[3, 1], [2, 4]], [[3, 1], [2, 3]])
    found = with_kernel(bench, state, bench.state(), ["[data-key='0-0']", ""], "+")
    assert found["texts"]["tp"] == str(bench.counts.tp)
    assert bench.words().endswith(found["words"])
    sent = [(one["table"], one["before"]) for one in found["sent"]]
    assert sent == [([[4, 1], [2, 4]], [[3, 1], [2, 4]])]
    assert found["after"] == [0, 0]


def test_hostile_state_is_harmless(page_of, open_page, bench_on):
    hostile = "</script><script>window.broken = 1</script><!--<b>\"'&"
    demo = MeasureBench()
    demo.presets = [{**preset, "name": hostile, "note": hostile} for preset in demo.presets]
    page = open_page(page_of(demo))
    bench = bench_on(page)
    bench.box.locator(".demo-body select").select_option(value="1")
    assert bench.status() == hostile
    assert page.evaluate("window.broken") is None
    page.watched.check()
