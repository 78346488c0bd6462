import random
import re
from collections import Counter

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.conditions import CONDITIONS, INSTANCES, conditions_met
from aucc_teach.demos import OverlapTable
from demos.conftest import Live, number
from demos.models import Model

MODEL = Model("overlap-table")
TRAITS = ("n_objects", "clusters_true", "before", "clusters_pred")
MEASURES = {
    "Extended BCubed": at.overlapping.extended_bcubed,
    "CICE-BCubed": at.overlapping.cice_bcubed,
    "R*S": at.overlapping.reliability_sensitivity,
}
PRESETS = {preset["name"]: preset for preset in OverlapTable().presets}


def state_of(n, classes, before, now):
    return dict(zip(TRAITS, (n, classes, before, now), strict=True))


def step_of(preset):
    return state_of(*(preset[name] for name in ("n_objects", "clusters_true", "before", "after")))


def distinct(rows):
    return [list(row) for row in dict.fromkeys(map(tuple, rows)) if row]


def scores_of(state, name):
    """By the package: None for each where there is no cluster."""
    clusters, objects = distinct(state[name]), range(state["n_objects"])
    return [
        score(state["clusters_true"], clusters, objects=objects) if clusters else None for score in MEASURES.values()
    ]


def asks_of(state):
    """What each condition asks, by the package."""
    start, now = (distinct(state[name]) for name in ("before", "clusters_pred"))
    classes, asks = state["clusters_true"], dict.fromkeys(CONDITIONS)
    if start and now:
        objects = range(state["n_objects"])
        asks |= dict.fromkeys(conditions_met(classes, start, now, objects=objects), "rise")
        asks |= dict.fromkeys(conditions_met(classes, now, start, objects=objects), "fall")
    return asks


def change_of(start, now):
    return "ties" if abs(now.f - start.f) < 1e-12 else "rises" if now.f > start.f else "falls"


# ---- the model: scores


def random_states(n_cases):
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
    return [state_of(*case) for case in cases]


def test_scores_are_those_of_the_package():
    seen = Counter()
    for state in random_states(50):
        n, classes, _, now = state.values()
        found, clusters = MODEL.stepOf(state), distinct(now)
        start, end = (scores_of(state, name) for name in ("before", "clusters_pred"))
        for was, scores in ((start, found["start"]), (end, found["now"])):
            for score, expected in zip(scores, was, strict=True):
                assert list(score.values()) == (pytest.approx(list(expected), abs=1e-12) if expected else [None] * 3)
        if all(start + end):
            assert found["changes"] == [change_of(*ends) for ends in zip(start, end, strict=True)]
            seen.update(found["changes"])
        numbers = MODEL.numbers(state)
        assert [numbers[key] for key in ("extended", "cice", "rs")] == [score["f"] for score in found["now"]]
        assert numbers["cice_start"] == found["start"][1]["f"]
        assert numbers["is_perfect"] == (sorted(clusters) == sorted(classes))
        counts = [numbers[key] for key in ("n_objects", "n_classes", "n_clusters", "n_rows")]
        assert counts == [n, len(classes), len(clusters), sum(map(bool, now))]
        seen["empty"] += not all(now)
        seen["equal"] += numbers["n_clusters"] < numbers["n_rows"]
        seen["no cluster"] += not clusters
        seen["without a cluster"] += len(set().union(*now)) < n
        seen["without a class"] += len(set().union(*classes)) < n
    assert min(seen.values()) >= 2
    assert min(seen[kind] for kind in ("empty", "equal", "without a cluster", "without a class")) > 5


def test_equal_scores_tie_in_spite_of_rounding():
    """The classes are their own mirror image, and the clusters become theirs: no score changes but by rounding."""
    rounded = 0
    for state in random_states(100):
        n, classes, before, _ = state.values()
        both = {tuple(row) for row in classes[:3]}
        both |= {tuple(sorted(n - 1 - o for o in row)) for row in both}
        mirrored = [sorted(n - 1 - o for o in row) for row in before]
        found = MODEL.stepOf(state_of(n, sorted(map(list, both)), before, mirrored))
        if any(before):
            assert found["changes"] == ["ties"] * 3
            rounded += found["start"] != found["now"]
    assert rounded > 3


# ---- the model: conditions


def case_of(name, n, cut):
    """The classes and both ends of a case of a condition, of the size n where that is a part of it."""
    objects = [{o} for o in range(3 * n + 1)]
    if name == "rag bag":
        ends = [{*range(n + 1)}, {*range(n + 1, 2 * n + 1)}], [{*range(n)}, {*range(n, 2 * n + 1)}]
        return [{*range(n)}, *objects[n : 2 * n + 1]], *ends
    if name == "size versus quantity":
        pairs = [first | second for first, second in zip(objects[n + 1 :: 2], objects[n + 2 :: 2], strict=True)]
        ends = [{*range(n + 1)}, *objects[n + 1 :]], [{*range(cut)}, {*range(cut, n + 1)}, *pairs]
        return [{*range(n + 1)}, *pairs], *ends
    return INSTANCES[name]


def random_steps(n_cases):
    """Steps that are cases of a condition, and such as miss it by a number, a membership or a cluster.

    Yields the condition and the state; some are taken backwards.
    """
    rng = np.random.default_rng(2009)
    for i in range(n_cases):
        name, size = list(INSTANCES)[i % len(INSTANCES)], int(rng.integers(1, 5))
        case = case_of(name, size, size - int(rng.random() < 0.15))
        sets = [[set(one) for one in clusters] for clusters in case]  # the classes, and both ends
        n = 1 + max(o for clusters in sets for one in clusters for o in one)
        for clusters in sets:
            if rng.random() < 0.12:
                clusters[rng.integers(len(clusters))] ^= {int(rng.integers(n))}
            if rng.random() < 0.08:
                clusters.pop()
        if rng.random() < 0.3 and max(map(len, sets[1:])) < 10:
            stays = {int(o) for o in rng.integers(n, size=2)}
            sets[1].append(stays)
            sets[2].append(stays)
        renamed = rng.permutation(n)
        classes, before, now = (
            [sorted(int(renamed[o]) for o in clusters[j]) for j in rng.permutation(len(clusters))] for clusters in sets
        )
        ends = (before, now) if rng.random() < 0.5 else (now, before)
        yield name.split(",")[0], state_of(n, distinct(classes) or [[0]], *ends)


def test_conditions_are_those_of_the_package():
    met, unmet = Counter(), Counter()
    for kind, state in random_steps(200):
        asks = asks_of(state)
        found = MODEL.stepOf(state)["asks"]
        assert dict(zip(CONDITIONS, found, strict=True)) == asks, state
        words = MODEL.verdict(state, True)
        for name, asked in asks.items():
            assert (f"{name.capitalize()} asks F to {asked}." in words) == bool(asked)
        met.update(item for item in asks.items() if item[1])
        unmet[kind] += not asks[kind]
    assert min(met[name, asked] for name in CONDITIONS for asked in ("rise", "fall")) > 2
    assert min(unmet[name] for name in CONDITIONS) > 2


# ---- the model: words, and what a hand does


def test_words_tell_clusters_and_step():
    words = MODEL.words(state_of(3, [[0, 1], [2]], [], [[], [1, 2]]))
    assert words.startswith(
        "3 objects. Classes: C1 ab, C2 c. Clusters at the start of the step: none. Clusters now: G2 bc. F:"
    )
    none = MODEL.verdict(state_of(2, [[0, 1]], [[0, 1]], [[], []]), True)
    assert none == "There is no cluster now, so there is no score."
    perfect = MODEL.verdict(state_of(2, [[0, 1]], [], [[0, 1]]), True)
    assert perfect == "F: Extended BCubed 1.0000, CICE-BCubed 1.0000, R*S 1.0000."
    state = state_of(3, [[0, 1], [2]], [[0, 1, 2]], [[0, 1], [1], [], [1]])
    step = MODEL.verdict(state, True)
    assert re.match(r"F: Extended BCubed rises from 0\.\d{4} to 0\.\d{4}, CICE-BCubed rises from 0\.\d{4} to ", step)
    assert step.endswith(" No condition applies to this step. Equal clusters count once: G2 = G4.")
    assert MODEL.verdict(state, False) == step.replace(" No condition applies to this step.", "")


def test_conditions_can_be_left_out():
    for preset in ("Completeness", "Puzzle"):
        ends = [PRESETS[preset][name] for name in ("clusters_true", "before", "after")]
        shown, hidden = OverlapTable(*ends), OverlapTable(*ends, conditions=False)
        assert re.fullmatch(
            r"( [A-Z][a-z ]+ asks F to rise\.)+| No condition .*", shown.words().removeprefix(hidden.words())
        )
        assert hidden.presets == shown.presets[:1]


def test_a_cluster_is_most_like_the_classes_with_the_largest_jaccard():
    for state in random_states(60):
        for row in state["clusters_pred"]:
            found = MODEL.likest(row, state["clusters_true"])
            shares = [len({*row} & {*one}) / len({*row} | {*one}) for one in state["clusters_true"]]
            if not row:
                assert found is None
                continue
            best = [i for i, share in enumerate(shares) if share == max(shares)] if any(shares) else []
            assert found["classes"] == best
            if best:
                common, union = map(int, found["share"].split("/"))
                assert common / union == max(shares)


# ---- the state in Python


def test_starts_with_a_question_that_can_be_answered():
    start, answer = MODEL.numbers(OverlapTable().state()), MODEL.numbers(step_of(PRESETS["Puzzle"]))
    assert start["extended"] < answer["extended"] == 1
    assert answer["is_perfect"] == 0


def test_presets_show_what_they_say():
    """Those that a condition has in the package are the same; what each step does to the three scores; their notes."""
    first_small = lambda name: name[0].lower() + name[1:]  # noqa: E731
    parts = ("clusters_true", "before", "after")
    assert {name: [sorted(map(sorted, part)) for part in step] for name, step in INSTANCES.items()} == {
        first_small(name): [sorted(filter(None, preset[part])) for part in parts]
        for name, preset in PRESETS.items()
        if first_small(name) in INSTANCES
    }
    found = {name: "".join(change[0] for change in MODEL.stepOf(step_of(p))["changes"]) for name, p in PRESETS.items()}
    assert found == dict.fromkeys(PRESETS, "rrr") | {
        "Perfect match, triangle": "trt",
        "Perfect match, Pasch": "trt",
        "Rag bag, part of a class": "rfr",
        "Size versus quantity, parts": "fff",
    }
    for name, preset in PRESETS.items():
        gone, new = set(map(tuple, preset["before"])), set(map(tuple, preset["after"]))
        words = re.findall(r"(?:the cluster|moves|cuts|takes|merges|pairs|and) ([a-m]{1,6})\b", preset["note"])
        for word in words:
            assert {ord(o) - 97 for o in word} <= set().union(*(gone ^ new)), name
        # A cluster that stays has the same row before and after the step.
        for row, cluster in enumerate(preset["before"]):
            assert cluster not in preset["after"] or preset["after"][row] == cluster
        # It is a case of the condition that it is named after.
        assert name == "Puzzle" or asks_of(step_of(preset))[name.split(",")[0].lower()] == "rise"


# ---- the view


class Overlap(Live):
    """The overlap table on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "overlap-table", nth)
        self.picture = self.box.locator(".demo-memberships")

    def cell(self, name):
        """Return the cell with a name such as "a in G1"."""
        return self.box.locator(f"[data-key][aria-label='{name}'], [data-key][aria-label^='{name},']")

    def toggle(self, *names):
        for name in names:
            self.cell(name).click()

    def press(self, button):
        self.box.get_by_role("button", name=button, exact=True).click()

    def choose(self, name):
        self.box.locator("select").select_option(label=name)

    def keys(self, *keys):
        """Press keys; returns the name of what has the focus then."""
        for key in keys:
            self.page.keyboard.press(key)
        return self.page.evaluate("document.activeElement.getAttribute('aria-label')")

    def state(self):
        """The state that is shown, read from the names of the cells; empty rows at the end are not a part of it."""
        labels = self.picture.get_by_role("img").evaluate_all("nodes => nodes.map(n => n.getAttribute('aria-label'))")
        classes = [sorted(ord(name) - 97 for name in label.split(": ")[1].split(", ")) for label in labels]
        cells = self.box.locator("[data-key]").evaluate_all(
            "nodes => nodes.map(n => [n.getAttribute('aria-label'), n.getAttribute('aria-pressed')])"
        )
        found = [re.fullmatch(r"(\w) in G(\d+)(, changed in this step)?", label).groups() for label, _ in cells]
        n_rows = max(int(row) for _, row, _ in found)
        n = len(cells) // n_rows
        assert [(o, row) for o, row, _ in found] == [
            ("abcdefghijklm"[o], str(row + 1)) for row in range(n_rows) for o in range(n)
        ]
        ends = {True: [[] for _ in range(n_rows)], False: [[] for _ in range(n_rows)]}
        for (o, row, changed), (_, pressed) in zip(found, cells, strict=True):
            is_in = pressed == "true"
            for is_now, here in ((True, is_in), (False, is_in != bool(changed))):
                if here:
                    ends[is_now][int(row) - 1].append(ord(o) - 97)
        for rows in ends.values():
            while rows and not rows[-1]:
                rows.pop()
        return state_of(n, classes, ends[False], ends[True])

    def lit(self):
        """What the lit conditions ask, and the words in their row, by name."""
        rows = self.box.locator(".demo-lit").evaluate_all(
            """nodes => nodes.map(({ children: [head, ...cells] }) => [head.firstChild.textContent.trim(),
                head.lastChild.textContent.split(' ').pop(), ...cells.map((cell) => cell.textContent)])"""
        )
        return {name: tuple(cells) for name, *cells in rows}

    def check(self):
        """All that is shown is what the model says of the clusters that are shown; returns these."""
        state, shown = self.state(), self.texts()
        step, rounded = MODEL.stepOf(state), lambda value: value if value is None else round(value, 4)
        for i, name in enumerate(MEASURES):
            assert number(shown[f"{name} start"]) == rounded(step["start"][i]["f"])
            for part, value in step["now"][i].items():
                assert number(shown[f"{name} {part}"]) == rounded(value)
        assert shown["f"] == shown["CICE-BCubed f"]
        marks = {True: "\N{CHECK MARK}", False: "\N{BALLOT X}"}
        assert self.lit() == {
            name: (asked, *(f"{change} {marks[change == f'{asked}s']}" for change in step["changes"]))
            for name, asked in zip(CONDITIONS, step["asks"], strict=True)
            if asked
        }
        assert self.status().endswith(MODEL.verdict(state, True))
        drawn = "nodes => nodes.map(n => [...n.querySelectorAll('circle')].map(c => Number(c.getAttribute('r')) > 0))"
        assert self.picture.get_by_role("img").evaluate_all(drawn) == [
            [o in row for o in range(state["n_objects"])] for row in state["clusters_true"]
        ]
        # A ring marks what the step changed, dashed where it took something out.
        cells = self.box.locator("[data-key]")
        dashed = "nodes => nodes.map((n) => getComputedStyle(n.lastChild).strokeDasharray !== 'none')"
        keys = cells.evaluate_all("nodes => nodes.map(node => node.dataset.key.split('-').map(Number))")
        for (row, o), marks, is_dashed in zip(keys, cells.evaluate_all(drawn), cells.evaluate_all(dashed), strict=True):
            was, now = (row < len(rows) and o in rows[row] for rows in (state["before"], state["clusters_pred"]))
            assert (marks, is_dashed) == ([now, was != now], not now)
        return state


@pytest.fixture
def table(live):
    return Overlap(live(OverlapTable(lesson=[])))


def random_edit(rng, table):
    kind = rng.choice(["click", "click", "Enter", " ", "step", "step", "begin", "preset", "preset"])
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


def test_what_is_shown_after_random_edits(table):
    rng = random.Random(2013)
    seen, lit = set(), set()
    for _ in range(40):
        random_edit(rng, table)
        seen.add(str(table.check()))
        lit |= set(table.lit())
    assert len(seen) > 20
    assert lit


@pytest.mark.parametrize("name", ["Size versus quantity", "Rag bag, part of a class"])
def test_a_step_is_taken_and_taken_back(table, name):
    preset = PRESETS[name]
    table.choose(name)
    assert table.status().startswith(preset["note"])
    assert table.lit() == {}
    table.press("Take the step")
    assert table.status().startswith("The step is taken. ")
    assert table.check() == step_of(preset)
    lit = table.lit()
    assert {asked for asked, *_ in lit.values()} == {"rise"}
    table.press("Begin a step here")
    assert table.lit() == {}
    assert table.box.locator("select").evaluate("node => node.selectedOptions[0].text") == "your own start"
    assert table.box.get_by_role("button", name="Take the step").is_disabled()
    for row in range(max(len(preset["before"]), len(preset["after"]))):
        rows = [preset[end][row] if row < len(preset[end]) else [] for end in ("before", "after")]
        table.toggle(*(f"{chr(97 + o)} in G{row + 1}" for o in sorted(set(rows[0]) ^ set(rows[1]))))
    table.check()
    assert {asked for asked, *_ in table.lit().values()} == {"fall"}
    assert list(table.lit()) == list(lit)
    table.press("Take it back")
    assert table.status().startswith("Back at the start.")


def test_keys_alone_are_enough(table):
    table.box.locator("select").focus()
    assert table.keys("Tab", "Tab", "Tab") == "a in G1"
    assert table.keys("ArrowLeft", "ArrowUp") == "a in G1"
    assert table.keys("ArrowRight", "ArrowDown") == "b in G2"
    assert table.keys("ArrowDown") == "b in G2"  # the last row
    assert table.keys("Enter") == "b in G2, changed in this step"
    assert table.keys("ArrowDown", " ") == "b in G3, changed in this step"
    assert table.check()["clusters_pred"] == [[0, 1, 2], [1], [1]]
    assert "Equal clusters count once: G2 = G3." in table.status()
    ring = table.cell("b in G3").locator(".demo-cell")
    assert ring.evaluate("node => parseFloat(getComputedStyle(node).strokeWidth)") >= 4
    assert table.keys("ArrowDown", "ArrowRight", "ArrowRight", " ") == "c in G4, changed in this step"
    assert table.keys("ArrowDown") == "c in G5"
    assert table.keys("ArrowUp", " ") == "c in G4"
    assert table.keys("Escape") == "c in G4"
    assert table.keys("Shift+Tab") is None
    assert table.page.evaluate("document.activeElement.textContent") == "Begin a step here"
    assert table.keys("Tab") == "c in G4"
    assert table.keys("Tab") is None
    assert table.page.evaluate("document.activeElement.localName") == "summary"


def test_a_row_that_goes_takes_the_focus_along(table):
    table.toggle("b in G2")
    assert table.keys("ArrowDown") == "b in G3"
    # G2 is emptied by another hand, so that there is no G3.
    table.page.evaluate("document.querySelector('.demo-host').model.set('clusters_pred', [[0, 1, 2]])")
    table.page.wait_for_function("document.activeElement.getAttribute('aria-label') === 'b in G2'")


def test_a_cluster_shows_the_class_it_is_most_like(live):
    page = live(OverlapTable([[0, 1, 2], [3, 4], [0, 3]], [[0, 1], [0, 1, 2, 3, 4], [5], [0]]))
    table = Overlap(page)

    def shown():
        framed = "nodes => nodes.map(n => n.getAttribute('d') !== '')"
        frames = table.box.locator(".demo-row-frame").evaluate_all(framed)
        return [i + 1 for i, frame in enumerate(frames) if frame], table.picture.locator("> text").text_content()

    assert shown() == ([], "")
    table.cell("d in G1").hover()  # the row counts, not the cell
    assert shown() == ([1], "G1 is most like C1: Jaccard 2/3")
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


def test_limits(live):
    most = OverlapTable([[o, o + 6] for o in range(6)], [[o, o + 1] for o in range(10)], n_objects=13)
    # A page of the book is 328 px wide inside on a phone of 360 px; this one has margins of 8 px.
    page = live(most, OverlapTable([[0, 1]], [[0, 1]]), width=344, height=1800)
    table, small = Overlap(page, 0), Overlap(page, 1)
    sizes = table.box.locator("[data-key]").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert len(sizes) == 130
    assert min(sizes) > 20
    table.toggle("m in G10")
    assert table.check()["clusters_pred"][9] == [9, 10, 12]
    for row in range(2, 11):
        small.toggle(f"a in G{row}")
    assert len(small.check()["clusters_pred"]) == 10
    for row in range(10, 0, -1):
        small.toggle(f"a in G{row}")
    assert small.check()["clusters_pred"] == [[1]]
    small.toggle("b in G1")
    assert small.status() == "b is no longer in G1. There is no cluster now, so there is no score."
    small.check()
    assert table.check()["clusters_pred"][9] == [9, 10, 12]


@pytest.mark.parametrize("width", [360, 1000])
def test_what_is_under_the_finger_stays(live, width):
    table = Overlap(live(OverlapTable(lesson=[]), width=width, height=1800))
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
    assert table.state()["clusters_pred"] == [[0, 1, 2]]
    # Another start takes the room that it needs.
    table.choose("Perfect match, Pasch")
    table.choose("Puzzle")
    assert tools()["Undo"][1] < grown["Undo"][1]


def test_steps_and_pages_before_the_conditions_show_none_of_them(live):
    steps = Overlap(live(OverlapTable()))
    shown = lambda: [light.is_visible() for light in steps.box.locator(".demo-light").all()]  # noqa: E731
    assert shown() == [False] * 5
    steps.box.get_by_role("button", name="Explore without steps").click()
    assert shown() == [True] * 5
    table = Overlap(live(OverlapTable(conditions=False)))
    table.toggle("a in G2", "b in G3", "c in G4")
    heads = table.box.locator("[role=rowheader]").all_inner_texts()
    assert heads == ["precision", "recall", "F now", "F at the start"]
    assert table.status().endswith(MODEL.verdict(table.state(), False))
    assert table.box.locator("select option:not([hidden])").all_inner_texts() == ["Puzzle"]
