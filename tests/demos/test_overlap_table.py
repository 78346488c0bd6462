"""The overlap table: scores, steps and conditions are those of the package, and a step is taken and taken back."""

from collections import Counter

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.conditions import CONDITIONS, INSTANCES, conditions_met
from aucc_teach.demos import OverlapTable
from demos.models import Model
from demos.shown import Live, drawing

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


# ---- the state in Python


def test_presets_are_the_cases_of_the_package():
    first_small = lambda name: name[0].lower() + name[1:]  # noqa: E731
    parts = ("clusters_true", "before", "after")
    assert {name: [sorted(map(sorted, part)) for part in step] for name, step in INSTANCES.items()} == {
        first_small(name): [sorted(filter(None, preset[part])) for part in parts]
        for name, preset in PRESETS.items()
        if first_small(name) in INSTANCES
    }


# ---- what is shown


def test_lights_are_those_of_the_state():
    marks = {True: "\N{CHECK MARK}", False: "\N{BALLOT X}"}
    n_lit = 0
    for state in [*random_states(8), *(state for _, state in random_steps(16))]:
        shown, step = drawing(OverlapTable(), **state), MODEL.stepOf(state)
        rows = [
            [cell.get_text() for cell in row.find_all(True, recursive=False)] for row in shown.body.select(".demo-lit")
        ]
        asked = {name: ask for name, ask in zip(CONDITIONS, step["asks"], strict=True) if ask}
        assert [cells for _, *cells in rows] == [
            [f"{change} {marks[change == f'{ask}s']}" for change in step["changes"]] for ask in asked.values()
        ]
        assert all(head.startswith(name) and head.endswith(ask) for (head, *_), (name, ask) in zip(rows, asked.items()))  # noqa: B905
        n_lit += len(rows)
    assert n_lit > 5


# ---- on a page


class Overlap(Live):
    """The overlap table on a page."""

    def cell(self, name):
        """Return the cell with a name such as "a in G1"."""
        return self.box.locator(f"[data-key][aria-label='{name}'], [data-key][aria-label^='{name},']")

    def toggle(self, *names):
        for name in names:
            self.cell(name).click()

    def lit(self):
        """What the lit conditions ask."""
        return {head.split()[-1] for head in self.box.locator(".demo-lit [role=rowheader]").all_inner_texts()}


@pytest.fixture
def table(live):
    demo = OverlapTable(lesson=[])
    return Overlap(live(demo, height=1800), demo)


def test_a_step_is_taken_and_taken_back(table):
    preset = PRESETS["Rag bag, part of a class"]
    table.choose("Rag bag, part of a class")
    assert table.status().startswith(preset["note"])
    table.press("Take the step")
    assert table.status().startswith("The step is taken. ")
    table.check(**step_of(preset))
    assert table.lit() == {"rise"}
    table.press("Begin a step here")
    assert table.lit() == set()
    for row in range(max(len(preset["before"]), len(preset["after"]))):
        rows = [preset[end][row] if row < len(preset[end]) else [] for end in ("before", "after")]
        table.toggle(*(f"{chr(97 + o)} in G{row + 1}" for o in sorted(set(rows[0]) ^ set(rows[1]))))
    table.check()
    assert table.lit() == {"fall"}
    table.press("Take it back")
    assert table.status().startswith("Back at the start.")
