import json
import random
import re
from collections import Counter

import numpy as np
import oracles
import pytest
import traitlets
from conftest import pages_with

import aucc_teach as at
from aucc_teach.conditions import CONDITIONS, INSTANCES, conditions_met
from aucc_teach.demos._base import InvalidStateError

OverlapTable = at.demos.OverlapTable

RUN = """async ([source, cases]) => {
  const exported = 'export { scoresOf, asksOf, changeOf, CONDITIONS, MEASURES };';
  const url = URL.createObjectURL(new Blob([source, exported], { type: 'text/javascript' }));
  const { scoresOf, asksOf, changeOf, CONDITIONS, MEASURES } = await import(url);
  return cases.map(([n, classes, before, now]) => {
    const [start, end] = [before, now].map((rows) => scoresOf(classes, rows, n));
    const asks = asksOf(classes, before, now);
    return {
      start,
      end,
      changes: Object.fromEntries(MEASURES.map((name, i) => [name, changeOf(start[i], end[i])])),
      asks: Object.fromEntries(Object.keys(CONDITIONS).map((name, i) => [name, asks[i]])),
    };
  });
}"""
PRECISIONS = (oracles.extended_bcubed_precision, oracles.cice_bcubed_precision, oracles.reliability)


@pytest.fixture
def run_javascript(browser):
    def run(cases):
        page = browser.new_page()
        results = page.evaluate(RUN, [OverlapTable.source("overlap-table"), cases])
        page.close()
        return results

    return run


def table_of(preset, end="before"):
    start = preset["clusters_true"], preset["before"]
    return OverlapTable(*start, preset[end], n_objects=preset["n_objects"])


PRESETS = {preset["name"]: preset for preset in OverlapTable().presets}


# ---- the numbers


def random_tables(n_cases):
    """Classes and clusters of 2 to 13 objects; empty and equal clusters among them, and objects left out by either."""
    rng = np.random.default_rng(2013)
    cases = [(2, [[0]], [[1]], []), (3, [[0]], [], [[], [1]]), (2, [[0], [0, 1]], [[0, 1], [0, 1]], [[], [0, 1]])]

    def rows(n, most):
        drawn = rng.random((int(rng.integers(1, most + 1)), n)) < rng.choice([0.15, 0.4, 0.7])
        return [np.flatnonzero(row).tolist() for row in drawn]

    while len(cases) < n_cases:
        n = int(rng.integers(2, 14))
        classes = [list(row) for row in {tuple(row) for row in rows(n, 6)} - {()}]
        before, now = rows(n, 10), rows(n, 9)
        if len(cases) % 4 == 0:
            now.append(now[0])
        if classes:
            cases.append((n, sorted(classes), before, now))
    return cases


def test_scores_in_javascript_equal_python(run_javascript):
    cases = random_tables(150)
    seen = Counter()
    for (n, classes, before, now), found in zip(cases, run_javascript(cases), strict=True):
        table = OverlapTable(classes, before, now, n_objects=n)
        clusters = [list(row) for row in {tuple(row) for row in now} - {()}]
        for i, (name, score) in enumerate(table.scores.items()):
            if not clusters:
                assert score is found["end"][i] is None
                continue
            assert list(found["end"][i].values()) == pytest.approx(list(score), abs=1e-12)
            if seen["cases"] % 5 == 0:
                sets = [list(map(frozenset, rows)) for rows in (clusters, classes)]
                by_definition = PRECISIONS[i](*sets), PRECISIONS[i](*sets[::-1])
                assert score[:2] == pytest.approx(tuple(map(float, by_definition)), abs=1e-12)
            start = table.start_scores[name]
            assert (start is None) == (found["start"][i] is None)
            assert start is None or found["start"][i]["f"] == pytest.approx(start.f, abs=1e-12)
        assert found["changes"] == table.changes
        seen["cases"] += 1
        seen["empty"] += not all(now)
        seen["equal"] += len(clusters) < len([row for row in now if row])
        seen["no cluster"] += not clusters
        seen["without a cluster"] += len(set().union(*now)) < n
        seen["without a class"] += len(set().union(*classes)) < n
        seen.update(table.changes.values())
    assert min(seen.values()) >= 3
    assert min(seen[kind] for kind in ("empty", "equal", "without a cluster", "without a class")) > 15


def test_equal_scores_tie_in_spite_of_rounding(run_javascript):
    """The classes are their own mirror image, and the clusters become theirs: no score changes but by rounding."""
    cases = []
    for n, classes, before, _ in random_tables(200):
        both = {tuple(row) for row in classes[:3]}
        both |= {tuple(sorted(n - 1 - o for o in row)) for row in both}
        cases.append((n, sorted(map(list, both)), before, [[n - 1 - o for o in row] for row in before]))
    rounded = Counter()
    for (n, *clusters), found in zip(cases, run_javascript(cases), strict=True):
        table = OverlapTable(*clusters, n_objects=n)
        assert found["changes"] == table.changes
        if not any(clusters[1]):
            continue
        assert table.changes == dict.fromkeys(table.changes, "ties")
        ends = zip(found["start"], found["end"], strict=True)
        rounded["JavaScript"] += any(start["f"] != end["f"] for start, end in ends)
        rounded["Python"] += table.start_scores != table.scores
    assert min(rounded["JavaScript"], rounded["Python"]) > 5


def random_steps(n_cases):
    """Steps built by the definitions of the conditions, and such as miss them by a number or by one membership.

    Yields the condition that was aimed at and the case; some are taken backwards.
    """
    rng = np.random.default_rng(2009)
    for i in range(n_cases):
        kind = list(CONDITIONS)[i % len(CONDITIONS)]
        n, other, fewer = int(rng.integers(1, 5)), int(rng.random() < 0.15), int(rng.random() < 0.15)
        if kind == "homogeneity":
            cut = 1 + int(rng.integers(1, n + 1))
            classes = [set(range(cut)), set(range(cut, 7))]
            before, now = [{0, cut}, {*range(7)}], [{0, cut}, classes[0], classes[1]]
        elif kind == "completeness":
            classes = [{*range(n + 2)}, {0, n + 2}]
            before, now = [{*range(n)}, {n, n + 1}, {n + 1, n + 2}], [{*range(n + 2)}, {n + 1, n + 2}]
        elif kind == "rag bag":
            end = 2 * n + 1 + other
            classes = [{*range(n)}, *({o} for o in range(n, end))][:6]
            before, now = [{*range(n + 1)}, {*range(n + 1, end)}], [{*range(n)}, {*range(n, end)}]
        elif kind == "size versus quantity":
            pairs = [{n + 1 + 2 * j, n + 2 + 2 * j} for j in range(n)]
            classes = [{*range(n + 1)}, *pairs]
            pairs = pairs[fewer:]
            cut = n - other
            before = [{*range(n + 1)}, *({o} for pair in pairs for o in pair)]
            now = [{*range(cut)}, {*range(cut, n + 1)}, *pairs]
        else:
            drawn = [set(np.flatnonzero(row).tolist()) for row in rng.random((4, 6)) < 0.5]
            classes = [one for j, one in enumerate(drawn) if one and one not in drawn[:j]] or [{0}]
            before, now = [*drawn[:2], {0, 5}], classes
        sets = [[set(one) for one in clusters] for clusters in (classes, before, now)]
        n_objects = min(13, 1 + max(o for clusters in sets for one in clusters for o in one) + int(rng.integers(2)))
        for clusters in sets:
            if rng.random() < 0.25:
                clusters[rng.integers(len(clusters))] ^= {int(rng.integers(n_objects))}
        if rng.random() < 0.3 and max(map(len, sets[1:])) < 10:
            stays = {int(o) for o in rng.integers(n_objects, size=2)}
            sets[1].append(stays)
            sets[2].append(stays)
        name = rng.permutation(n_objects)
        classes, before, now = (
            [sorted(int(name[o]) for o in clusters[j]) for j in rng.permutation(len(clusters))] for clusters in sets
        )
        classes = [list(row) for row in dict.fromkeys(map(tuple, classes)) if row] or [[0]]
        yield kind, (n_objects, classes, *((before, now) if rng.random() < 0.5 else (now, before)))


def test_conditions_in_javascript_equal_python(run_javascript):
    steps = list(random_steps(500))
    cases = [case for _, case in steps]
    cases += [(n, classes, before, now) for n, classes, _, before in random_tables(100) for now in [before[:-1]]]
    met, unmet = Counter(), Counter()
    for i, ((n, classes, before, now), found) in enumerate(zip(cases, run_javascript(cases), strict=True)):
        ends = [[list(row) for row in {tuple(row) for row in rows} - {()}] for rows in (before, now)]
        expected = dict.fromkeys(CONDITIONS)
        if all(ends):
            expected |= dict.fromkeys(conditions_met(classes, *ends, objects=range(n)), "rise")
            expected |= dict.fromkeys(conditions_met(classes, *ends[::-1], objects=range(n)), "fall")
        assert found["asks"] == expected
        assert OverlapTable(classes, before, now, n_objects=n).asks == expected
        met.update(item for item in expected.items() if item[1])
        if i < len(steps) and not expected[steps[i][0]]:
            unmet[steps[i][0]] += 1
    assert min(met[name, asked] for name in CONDITIONS for asked in ("rise", "fall")) > 8
    assert min(unmet[name] for name in CONDITIONS) > 8


@pytest.mark.parametrize("ends", [("before", "after"), ("after", "before")], ids=["forwards", "backwards"])
def test_presets_in_javascript(run_javascript, ends):
    """Also the conditions that the presets are named after: they are met."""
    asked = {"after": "rise", "before": "fall"}[ends[1]]
    cases = [(p["n_objects"], p["clusters_true"], *(p[end] for end in ends)) for p in PRESETS.values()]
    for name, case, found in zip(PRESETS, cases, run_javascript(cases), strict=True):
        n, *clusters = case
        table = OverlapTable(*clusters, n_objects=n)
        assert found["asks"] == table.asks
        assert found["changes"] == table.changes
        condition = name.split(",")[0].lower()
        assert name == "Puzzle" or table.asks[condition] == asked


# ---- the state


def test_starts_with_a_question_that_can_be_answered():
    table = OverlapTable()
    assert table.clusters_pred == table.before == ((0, 1, 2),)
    assert table.scores["Extended BCubed"].f < 1
    answer = table.presets[0]["after"]
    assert set(map(tuple, answer)) != set(table.clusters_true)
    table.clusters_pred = answer
    assert table.scores["Extended BCubed"].f == 1


def test_presets_show_what_they_say():
    assert {name: [sorted(map(sorted, part)) for part in step] for name, step in INSTANCES.items()} == {
        name.replace(name[0], name[0].lower(), 1): [
            sorted(row for row in preset[part] if row) for part in ("clusters_true", "before", "after")
        ]
        for name, preset in PRESETS.items()
        if name.replace(name[0], name[0].lower(), 1) in INSTANCES
    }
    found = {
        name: "".join(change[0] for change in table_of(p, "after").changes.values()) for name, p in PRESETS.items()
    }
    assert found == dict.fromkeys(PRESETS, "rrr") | {
        "Perfect match, triangle": "trt",
        "Perfect match, Pasch": "trt",
        "Rag bag, part of a class": "rfr",
        "Size versus quantity, parts": "fff",
    }
    for name, preset in PRESETS.items():
        gone, new = set(map(tuple, preset["before"])), set(map(tuple, preset["after"]))
        objects = set().union(*(gone ^ new))
        words = re.findall(r"(?:the cluster|moves|cuts|takes|merges|pairs|and) ([a-m]{1,6})\b", preset["note"])
        for word in words:
            assert {ord(o) - 97 for o in word} <= objects, name
    assert sum(len(preset["note"]) > 20 for preset in PRESETS.values()) == 11


def test_steps_change_as_few_rows_as_they_can():
    """A cluster that stays has the same row before and after the step of a preset."""
    for preset in PRESETS.values():
        for row, cluster in enumerate(preset["before"]):
            if cluster in preset["after"]:
                assert preset["after"][row] == cluster
        assert len(preset["after"]) <= 10


def test_takes_sets_arrays_and_iterators():
    table = OverlapTable([{1, 0}, {2}], iter([np.array([2, 1])]), [(), [np.int8(1)], set(), []])
    assert (table.clusters_true, table.before, table.clusters_pred) == (((0, 1), (2,)), ((1, 2),), ((), (1,)))
    assert table.n_objects == 3
    assert OverlapTable([[0]], [[1]], n_objects=9).n_objects == 9


def test_empty_rows_are_left_out_and_equal_ones_count_once():
    classes, clusters = [[0, 1], [2, 3]], [[0, 1, 2], [3]]
    table = OverlapTable(classes, [], [[], clusters[0], [], clusters[1], clusters[0]])
    for name, score in OverlapTable(classes, clusters).scores.items():
        assert table.scores[name] == score
    assert "Equal clusters count once: G2 = G5." in table.words()
    table.before = [*clusters[::-1], []]
    assert table.changes == dict.fromkeys(table.changes, "ties")
    assert table.asks == dict.fromkeys(CONDITIONS)


def test_no_cluster_has_no_score():
    table = OverlapTable([[0, 1], [2]], [[0, 1]], [[], []])
    assert set(table.scores.values()) == set(table.changes.values()) == {None}
    assert "no score" in table.words()
    table.place(clusters_true=[[0, 1], [2]], before=[], clusters_pred=[[0, 1], [2]])
    assert table.scores["R*S"].f == 1
    assert set(table.start_scores.values()) == {None}
    assert table.asks == dict.fromkeys(CONDITIONS)  # the classes, but from nothing


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        *((name, value, f"{name} must be clusters of different whole numbers") for name in
          ("clusters_true", "before", "clusters_pred")
          for value in ([[0, 0]], [[-1]], [[0.5]], [[True]], ["ab"], [0, 1], 3, None)),
        *((name, [[0, 5]], f"{name} must hold objects from 0 to n_objects - 1 = 4. Got 5") for name in
          ("clusters_true", "before", "clusters_pred")),
        *((name, [[0], [1], [2]] * 4, f"{name} must be at most 10 clusters. Got 12") for name in
          ("before", "clusters_pred")),
        ("clusters_true", [], "1 to 6 classes. Got 0"),
        ("clusters_true", [[o] for o in range(5)] + [[0, 1], [0, 2]], "1 to 6 classes. Got 7"),
        ("clusters_true", [[], [0]], "different classes, none of them empty"),
        ("clusters_true", [[0, 1], [1, 0]], "different classes"),
        *(("n_objects", value, "whole number from 2 to 13. Got") for value in (1, 14, 3.0, True, None, "5")),
        ("n_objects", 4, "clusters_true must hold objects from 0 to n_objects - 1 = 3. Got 4"),
    ],
)  # fmt: skip
def test_refuses(name, value, says):
    table = OverlapTable([[0, 1], [2, 3, 4]], [[0, 1, 2], [3]])
    before = table.page_state()
    with pytest.raises(ValueError, match=re.escape(says)):
        setattr(table, name, value)
    assert table.page_state() == before
    with pytest.raises(traitlets.TraitError):
        table.set_state({name: value})
    assert table.page_state() == before


def test_refuses_half_a_start():
    for arguments in ({"clusters_true": [[0]]}, {"before": [[0, 1]]}, {"clusters_pred": [[0, 1]]}):
        with pytest.raises(ValueError, match="belong together"):
            OverlapTable(**arguments)
    with pytest.raises(ValueError, match=r"2 to 13\. Got 14"):
        OverlapTable([[13]], [[0]])
    with pytest.raises(ValueError, match="before must be clusters"):
        OverlapTable([[0, 1]], [[0, 0]])


def test_place_changes_all_or_nothing():
    table = OverlapTable()
    start = table.page_state()
    for arguments in [([[0]], [[14]]), ([[0], [0]], [[1]]), ([[0]], [[1]] * 11), ([[0]], [[1]], [["a"]])]:
        with pytest.raises(InvalidStateError):
            table.place(**dict(zip(("clusters_true", "before", "clusters_pred"), arguments, strict=False)))
        assert table.page_state() == start
    table.place(clusters_true=[{0, 7}], before=[{7}])
    assert (table.n_objects, table.clusters_true, table.clusters_pred) == (8, ((0, 7),), ((7,),))
    table.place(clusters_true=[{0, 1}], before=[{1}], clusters_pred=[{0}], n_objects=2)
    assert table.state() == {
        "n_objects": 2, "clusters_true": [[0, 1]], "before": [[1]], "clusters_pred": [[0]],
    }  # fmt: skip


# ---- on a page


def test_a_click_and_a_key(bare_page, open_page, overlap_on):
    page = open_page(bare_page(OverlapTable()))
    table = overlap_on(page)
    assert table.check_numbers()["Extended BCubed f"] == "0.9091"
    table.toggle("a in G2")
    assert table.state()[3] == [[0, 1, 2], [0], []]
    assert table.status().startswith("a is now in G2. F: Extended BCubed rises from 0.9091 to ")
    table.check_numbers()
    table.cell("b in G3").press("Enter")
    table.cell("c in G4").press(" ")
    shown = table.check_numbers()
    assert (shown["Extended BCubed f"], shown["CICE-BCubed f"], shown["R*S f"]) == ("1.0000", "0.6525", "1.0000")
    assert table.status().endswith("No condition applies to this step.")
    table.toggle("c in G4")
    assert table.status().startswith("c is no longer in G4.")
    assert table.check_numbers()["Extended BCubed f"] != "1.0000"
    page.watched.check()


def test_without_conditions_it_shows_the_scores_alone(bare_page, open_page, overlap_on):
    page = open_page(bare_page(OverlapTable(conditions=False)))
    table = overlap_on(page)
    for cell in ("a in G2", "b in G3", "c in G4"):
        table.toggle(cell)
    heads = table.box.locator("[role=rowheader]").all_inner_texts()
    assert heads == ["precision", "recall", "F now", "F at the start"]
    n_objects, *clusters = table.state()
    demo = OverlapTable(*clusters, conditions=False, n_objects=n_objects)
    assert demo.words().endswith(table.status().removeprefix("c is now in G4. "))
    assert set(table.box.locator("select option").all_inner_texts()) == {demo.presets[0]["name"]}
    page.watched.check()


def test_conditions_can_be_left_out_of_the_words():
    given = [{0, 1, 2}], [{0, 1}, {2}], [{0, 2}, {1}]
    shown, hidden = OverlapTable(*given), OverlapTable(*given, conditions=False)
    assert shown.words() == f"{hidden.words()} No condition applies to this step."
    assert hidden.presets == shown.presets[:1]
    # The step of a preset that is a case of one.
    preset = PRESETS["Completeness"]
    ends = [list(map(set, preset[name])) for name in ("clusters_true", "before", "after")]
    shown, hidden = OverlapTable(*ends), OverlapTable(*ends, conditions=False)
    assert shown.words() == hidden.words() + " Completeness asks F to rise. Perfect match asks F to rise."


@pytest.mark.parametrize("name", pages_with("OverlapTable("))
def test_it_answers_in_the_book(site, name, open_page, overlap_on):
    page = open_page(site + name)
    table = overlap_on(page)
    start = table.check_numbers()
    table.toggle("a in G1")
    assert table.check_numbers() != start
    page.watched.check()


def _random_edit(rng, table):
    kind = rng.choice(["click"] * 4 + ["Enter", " ", "step", "begin", "preset"])
    cells = table.box.locator("[data-key]")
    cell = cells.nth(rng.randrange(cells.count()))
    if kind == "click":
        cell.click()
    elif kind == "step":
        button = table.box.get_by_role("button", name=re.compile("^Take"))
        if button.is_enabled():
            button.click()
    elif kind == "begin":
        table.press("Begin a step here")
    elif kind == "preset":
        table.box.locator("select").select_option(value=str(rng.randrange(len(PRESETS))))
    else:
        cell.press(kind)


def test_numbers_after_random_edits(page_of, open_page, overlap_on):
    page = open_page(page_of(OverlapTable()))
    table = overlap_on(page)
    rng = random.Random(2013)
    seen, lit = set(), set()
    for _ in range(70):
        _random_edit(rng, table)
        seen.add(table.check_numbers()["f"])
        lit |= set(table.lit())
    assert len(seen) > 30
    assert len(lit) >= 2
    page.watched.check()


def test_presets_on_a_page(page_of, open_page, overlap_on):
    page = open_page(page_of(OverlapTable()))
    table = overlap_on(page)
    for name in PRESETS:  # one after the other: each begins anew, and "Puzzle" is there when the page opens
        _check_preset(table, name)
    page.watched.check()


def _check_preset(table, name):
    preset = PRESETS[name]
    table.box.locator("select").select_option(label=name)
    assert table.status().startswith(preset["note"])
    table.check_numbers()
    assert table.lit() == {}
    after = table_of(preset, "after")
    table.press("Take the step")
    table.check_numbers()
    lit = table.lit()
    assert list(lit) == [condition for condition, asked in after.asks.items() if asked]
    assert {asked for asked, *_ in lit.values()} <= {"rise"}
    assert table.status() == f"The step is taken. {after.words().split('. ', 4)[4]}"
    table.press("Begin a step here")
    assert table.lit() == {}
    if name != "Puzzle":  # its answer is where another preset starts
        assert table.box.locator("select").evaluate("node => node.selectedOptions[0].text") == "your own start"
        assert table.box.get_by_role("button", name="Take the step").is_disabled()
    for row in range(max(len(preset["before"]), len(preset["after"]))):
        rows = [preset[end][row] if row < len(preset[end]) else [] for end in ("before", "after")]
        table.toggle(*(f"{chr(97 + o)} in G{row + 1}" for o in sorted(set(rows[0]) ^ set(rows[1]))))
    backwards = table.lit()
    assert list(backwards) == list(lit)
    assert {asked for asked, *_ in backwards.values()} <= {"fall"}
    table.check_numbers()
    table.press("Take it back")
    assert table.status().startswith("Back at the start.")
    assert table.lit() == {}


def test_broken_conditions_are_seen(page_of, open_page, overlap_on):
    table = overlap_on(open_page(page_of(table_of(PRESETS["Rag bag, part of a class"]))))
    table.press("Take the step")
    rises, falls = "rises \N{CHECK MARK}", "falls \N{BALLOT X}"
    assert table.lit() == {"rag bag": ("rise", rises, falls, rises)}
    assert "Rag bag asks F to rise." in table.status()
    table.press("Begin a step here")
    table.toggle("c in G1", "c in G2")
    assert table.lit() == {"rag bag": ("fall", "falls \N{CHECK MARK}", "rises \N{BALLOT X}", "falls \N{CHECK MARK}")}


def test_a_ring_marks_what_the_step_changed(page_of, open_page, overlap_on):
    table = overlap_on(open_page(page_of(OverlapTable([[0, 1], [2]], [[0], [1, 2]]))))
    radius = "node => [...node.querySelectorAll('circle')].map(circle => Number(circle.getAttribute('r')))"
    dash = "node => getComputedStyle(node.lastChild).strokeDasharray"

    def looks(name):
        member, ring = table.cell(name).evaluate(radius)
        return member > 0, ring > 0, table.cell(name).evaluate(dash) != "none"

    assert [looks(f"{o} in G1")[:2] for o in "ab"] == [(True, False), (False, False)]
    table.toggle("a in G1", "b in G1")
    assert [looks(f"{o} in G1") for o in "ab"] == [(False, True, True), (True, True, False)]
    table.press("Begin a step here")
    assert [looks(f"{o} in G1")[:2] for o in "ab"] == [(False, False), (True, False)]


def test_a_cluster_shows_the_class_it_is_most_like(page_of, open_page, overlap_on):
    page = open_page(page_of(OverlapTable([[0, 1, 2], [3, 4], [0, 3]], [[0, 1], [0, 1, 2, 3, 4], [5], [0]])))
    table = overlap_on(page)

    def shown():
        frames = table.box.locator(".demo-row-frame").evaluate_all(
            "nodes => nodes.map(n => n.getAttribute('d') !== '')"
        )
        return [i + 1 for i, frame in enumerate(frames) if frame], table.picture.locator("> text").text_content()

    assert shown() == ([], "")
    table.cell("d in G1").hover()  # the row counts, not the cell
    assert shown() == ([1], "G1 is most like C1: Jaccard 2/3")
    table.cell("a in G4").hover()
    assert shown() == ([3], "G4 is most like C3: Jaccard 1/2")
    table.cell("a in G3").hover()
    assert shown() == ([], "G3 meets no class")
    page.mouse.move(0, 0)
    assert shown() == ([], "")
    table.cell("a in G2").focus()
    assert shown() == ([1], "G2 is most like C1: Jaccard 3/5")
    table.toggle("c in G2")
    page.mouse.move(0, 0)
    assert shown() == ([2, 3], "G2 is most like C2, C3: Jaccard 2/4")
    table.cell("c in G2").press("Escape")
    assert shown() == ([], "")


def test_two_tables_do_not_disturb_each_other(page_of, open_page, overlap_on):
    page = open_page(page_of(OverlapTable(), table_of(PRESETS["Rag bag"])), height=1800)
    first, second = overlap_on(page, 0), overlap_on(page, 1)
    start = second.texts(), second.status(), second.state()
    rng = random.Random(1)
    for _ in range(10):
        _random_edit(rng, first)
    first.check_numbers()
    assert (second.texts(), second.status(), second.state()) == start
    after = first.state()
    second.press("Take the step")
    assert set(second.lit()) == {"rag bag"}
    second.check_numbers()
    assert first.state() == after
    page.watched.check()


def test_keys_alone_are_enough(page_of, open_page, overlap_on):
    page = open_page(page_of(OverlapTable()))
    table = overlap_on(page)
    table.box.locator("select").focus()

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return page.evaluate("document.activeElement.getAttribute('aria-label')")

    assert press("Tab", "Tab", "Tab") == "a in G1"
    assert press("ArrowLeft", "ArrowUp") == "a in G1"
    assert press("ArrowRight", "ArrowDown") == "b in G2"
    assert press("ArrowDown") == "b in G2"  # the last row
    assert press("Enter") == "b in G2, changed in this step"
    assert press("ArrowDown", " ") == "b in G3, changed in this step"
    assert table.state()[3] == [[0, 1, 2], [1], [1], []]
    assert "Equal clusters count once: G2 = G3." in table.status()
    ring = table.cell("b in G3").locator(".demo-cell")
    assert ring.evaluate("node => parseFloat(getComputedStyle(node).strokeWidth)") >= 4
    assert press("ArrowDown", "ArrowRight", "ArrowRight") == "c in G4"
    assert press(" ") == "c in G4, changed in this step"
    assert press("ArrowDown") == "c in G5"
    assert press("ArrowUp") == "c in G4, changed in this step"
    assert press(" ") == "c in G4"
    assert press("Escape") == "c in G4"
    assert press("Shift+Tab") is None
    assert page.evaluate("document.activeElement.textContent") == "Begin a step here"
    assert press("Tab") == "c in G4"
    assert press("Tab") is None
    assert page.evaluate("document.activeElement.localName") == "summary"
    table.check_numbers()


def test_a_row_that_goes_takes_the_focus_along(page_of, open_page, overlap_on):
    page = open_page(page_of(OverlapTable([[0, 1, 2]], [[0]])))
    table = overlap_on(page)
    focused = "document.activeElement.getAttribute('aria-label')"
    table.toggle("b in G2")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "b in G3"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    table.cell("b in G2").press("Enter")
    table.cell("b in G3").press("Enter")  # now G2 is the last row
    assert page.evaluate(focused) == "b in G2"
    assert table.state()[3] == [[0], []]


def test_a_finger_can_do_it(page_of, open_page, overlap_on):
    most = OverlapTable([[o, o + 6] for o in range(6)], [[o, o + 1] for o in range(10)], n_objects=13)
    # A page of the book is 328 px wide inside on a phone of 360 px; this one has margins of 8 px.
    page = open_page(page_of(most), width=344, height=740, has_touch=True, is_mobile=True)
    table = overlap_on(page)
    sizes = table.box.locator("[data-key]").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert len(sizes) == 130
    assert min(sizes) > 20
    table.cell("m in G10").tap()
    assert table.state()[3][9] == [9, 10, 12]
    assert len(table.state()[3]) == 10
    table.check_numbers()


def test_limits(page_of, open_page, overlap_on):
    table = overlap_on(open_page(page_of(OverlapTable([[0, 1]], [[0, 1]]))))
    for row in range(2, 11):
        table.toggle(f"a in G{row}")
    assert len(table.state()[3]) == 10
    assert "Equal clusters count once: G2 = G3 = G4 = G5 = G6 = G7 = G8 = G9 = G10." in table.status()
    table.check_numbers()
    for row in range(10, 0, -1):
        table.toggle(f"a in G{row}")
    assert table.state()[3] == [[1], []]
    table.toggle("b in G1")
    assert table.status() == "b is no longer in G1. There is no cluster now, so there is no score."
    assert table.check_numbers()["f"] == "\N{EN DASH}"
    table.press("Begin a step here")
    table.toggle("a in G1", "b in G1")
    assert table.check_numbers()["f"] == "1.0000"
    assert table.lit() == {}
    assert table.status() == "b is now in G1. F: Extended BCubed 1.0000, CICE-BCubed 1.0000, R*S 1.0000."


def test_everything_has_a_name(page_of, open_page, overlap_on):
    table = overlap_on(open_page(page_of(OverlapTable())))
    table.box.get_by_text("Explore without steps").click()  # its steps do without the conditions
    names = [
        ("combobox", "Start from"),
        ("button", "Take the step"),
        ("button", "Begin a step here"),
        ("application", "Objects and clusters"),
        ("group", "Classes"),
        ("group", "Cluster G1"),
        ("group", "Cluster G2"),
        ("img", "C2: a, c"),
        ("button", "a in G1"),
        ("table", "Scores, and what conditions ask"),
        ("columnheader", "CICE-BCubed"),
        ("rowheader", "F now"),
        ("rowheader", "rag bag not this step"),
    ]
    for role, name in names:
        assert table.box.get_by_role(role, name=name, exact=True).count() == 1, name
    assert table.box.get_by_role("button", pressed=True).count() == 3
    # One stop for all cells, and nothing that was not named above.
    assert table.box.locator(".demo-body").locator("select, button, summary, [tabindex='0']").count() == 5


def test_hostile_state_is_harmless(page_of, open_page, overlap_on):
    hostile = "</script><script>window.broken = 1</script><!--<b>\"'&"
    demo = OverlapTable()
    demo.presets = [{**preset, "name": hostile, "note": hostile} for preset in demo.presets]
    page = open_page(page_of(demo))
    table = overlap_on(page)
    table.box.locator("select").select_option(value="1")
    assert table.status().startswith(hostile)
    assert page.evaluate("window.broken") is None
    page.watched.check()


# ---- the picture


STATES = [
    OverlapTable(),
    OverlapTable([[0]], [[0, 1]], []),
    OverlapTable([[0, 1]], [], [[], [0], [0]], n_objects=4),
    *(table_of(preset, "after") for preset in PRESETS.values()),
    OverlapTable([[o, o + 6] for o in range(6)], [[o, o + 1] for o in range(10)], [[0, 12]] * 9),
]


@pytest.mark.parametrize("table", STATES, ids=range(len(STATES)))
@pytest.mark.breadth(first_of=5)
def test_words_and_marks_are_those_of_the_live_table(page_of, open_page, overlap_on, table):
    """Disks are members, rings what the step changed, dashed where it took something out."""
    live = overlap_on(open_page(page_of(table)))
    assert table.words().endswith(live.status())
    drawn = "nodes => nodes.map(node => [...node.querySelectorAll('circle')].map(c => Number(c.getAttribute('r')) > 0))"
    classes = live.picture.get_by_role("img").evaluate_all(drawn)
    assert classes == [[o in row for o in range(table.n_objects)] for row in table.clusters_true]
    cells = live.box.locator("[data-key]")
    marks, keys = cells.evaluate_all(drawn), cells.evaluate_all("nodes => nodes.map(node => node.dataset.key)")
    dashed = cells.evaluate_all("nodes => nodes.map(node => Boolean(node.querySelector('.demo-removed')))")
    for key, (member, ring), is_dashed in zip(keys, marks, dashed, strict=True):
        row, o = map(int, key.split("-"))
        was, now = (row < len(rows) and o in rows[row] for rows in (table.before, table.clusters_pred))
        assert (member, ring, is_dashed) == (now, was != now, not now)
    live.check_numbers()


def test_words_name_classes_and_clusters():
    words = OverlapTable([[0, 1], [2]], [[0], []], [[], [1, 2]]).words()
    assert words.startswith(
        "3 objects. Classes: C1 ab, C2 c. Clusters at the start of the step: G1 a. Clusters now: G2 bc. F: Extended"
    )
    assert "at the start of the step: none." in OverlapTable([[0, 1]], []).words()


def test_output_is_the_same_every_time():
    first, second = (OverlapTable()._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    assert set(state) == {"lesson", "before", "clusters_pred", "clusters_true", "conditions", "n_objects", "presets"}


@pytest.mark.parametrize("width", [360, 1000])
def test_what_is_under_the_finger_stays(page_of, open_page, overlap_on, width):
    page = open_page(page_of(OverlapTable()), width=width, height=1800)
    table = overlap_on(page)
    place = """nodes => Object.fromEntries(nodes.map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [node.dataset.key ?? node.textContent.slice(0, 4), [x, y, width, height]];
    }))"""
    cells = lambda: table.box.locator("[data-key], .demo-controls select").evaluate_all(place)  # noqa: E731
    tools = lambda: table.box.locator(".demo-tools button").evaluate_all(place)  # noqa: E731
    before, start = cells(), tools()
    # The table grows row by row, and so does the sentence, and both shrink again.
    for name in ["a in G2", "b in G2", "c in G2", "a in G3", "b in G4", "a in G5", "a in G6", "a in G7", "a in G7"]:
        table.cell(name).click()
        after = cells()
        shared = set(before) & set(after)
        assert len(shared) >= 7
        for key in shared:
            assert after[key] == pytest.approx(before[key], abs=0.5)
        before = after
    assert "Equal clusters" in table.status()
    grown = tools()
    assert grown["Undo"][1] > start["Undo"][1]
    for _ in range(9):
        table.press("Undo")
        assert tools()["Undo"] == pytest.approx(grown["Undo"], abs=0.5)
    assert table.state()[3] == [[0, 1, 2], []]
    # Another start takes the room that it needs.
    table.box.locator("select").select_option(label="Perfect match, Pasch")
    table.box.locator("select").select_option(label="Puzzle")
    assert tools()["Undo"][1] < grown["Undo"][1]
    page.watched.check()


def test_a_step_shows_no_conditions(page_of, open_page, overlap_on):
    table = overlap_on(open_page(page_of(OverlapTable())))
    lights = table.box.locator(".demo-light")
    assert not any(light.is_visible() for light in lights.all())
    table.box.get_by_role("button", name="Explore without steps").click()
    assert all(light.is_visible() for light in lights.all())


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_cells_and_verdict_at_once(page_of, open_page, overlap_on, width):
    table = overlap_on(open_page(page_of(OverlapTable()), width=width, height=844, has_touch=True))
    table.cell("a in G2").tap()
    top = min(node.bounding_box()["y"] for node in table.box.locator("[data-key]").all())
    below = [node.bounding_box() for node in table.box.locator(".demo-light, .demo-status").all() if node.is_visible()]
    assert max(box["y"] + box["height"] for box in below) - top <= 844 - 60  # the theme's header
    # No room that nothing stands in: below the last row come the numbers.
    last = max(
        box["y"] + box["height"] for node in table.box.locator("[data-key]").all() if (box := node.bounding_box())
    )
    assert 0 < table.box.locator(".demo-headline").bounding_box()["y"] - last < 24


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady, overlap_on):
    page, check = steady(page_of(OverlapTable()), width)
    table = overlap_on(page)

    table.toggle("a in G2", "b in G3", "c in G4", "c in G4", "a in G3", "b in G2")
    check()
    assert "Equal" in table.status()
    table.cell("a in G1").hover()
    check()
    for i in range(len(PRESETS)):
        table.box.locator("select").select_option(value=str((i + 1) % len(PRESETS)))
        check()
        table.press("Take the step")
        check()
        table.toggle("a in G2")
        check()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
def test_axe_finds_nothing(page_of, scheme, width, open_page, violations_on_bare_page, overlap_on):
    page = open_page(page_of(table_of(PRESETS["Rag bag, part of a class"], "after")), width=width)
    table = overlap_on(page)
    table.cell("c in G1").hover()
    assert violations_on_bare_page(page, scheme) == {}
