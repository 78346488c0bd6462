"""The pair table: counts and indices are those of the package; points go from cluster to cluster by mouse and keys."""

import itertools
import re

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.demos import PairTable
from demos.each_demo import random_states
from demos.models import Model
from demos.shown import Live, drawing, written

MODEL = Model("pair-table")
TRAITS = ("labels_true", "labels_pred")
RAND = at.datasets.load_rand_points()


def state_of(labels_true, labels_pred):
    return dict(zip(TRAITS, (labels_true, labels_pred), strict=True))


# ---- the model


def expected_c(labels_true, labels_pred):
    """Mean of c over the permutations of one partition: what is fixed by the sizes, and tp as it is on average."""
    tp, fn, fp, tn = at.pair_counts(labels_true, labels_pred)
    sizes = np.unique(labels_true, return_counts=True)[1]
    mean = at.null_moments(at.co_membership(labels_pred), sizes.tolist()).mean
    return (2 * mean + tn - tp) / (tp + fn + fp + tn)


def test_numbers_are_those_of_the_package():
    n_trivial = 0
    for state in random_states("PairTable", 300):
        labels = state["labels_true"], state["labels_pred"]
        found = MODEL.numbers(state)
        counts = at.pair_counts(*labels)
        assert tuple(found[kind] for kind in counts._fields) == counts
        assert [found["n_points"], found["n_true"], found["n_pred"]] == [len(labels[0]), *map(len, map(set, labels))]
        assert (found["agreeing"], found["total"]) == (counts.tp + counts.tn, sum(counts))
        assert found["rand"] == at.rand_score(*labels)
        assert found["ari"] == at.adjusted_rand_score(*labels)
        assert found["expected"] == pytest.approx(expected_c(*labels), abs=1e-12)
        is_trivial = counts.fn == counts.fp == 0 and 0 in (counts.tp, counts.tn)
        assert ("which is 0/0" in MODEL.words(state)) == is_trivial
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


# ---- what is shown


def test_what_is_shown_is_what_the_package_computes():
    for state in random_states("PairTable", 16, seed=2):
        labels = state["labels_true"], state["labels_pred"]
        shown, counts = drawing(PairTable(), **state_of(*labels)), at.pair_counts(*labels)
        agreeing, rand = counts.tp + counts.tn, at.rand_score(*labels)
        assert shown.texts() == {kind: str(count) for kind, count in counts._asdict().items()} | {
            "rand": f"{agreeing}/{sum(counts)} = {rand:.4f}",
            "expected": written(float(expected_c(*labels))),
            "ari": written(at.adjusted_rand_score(*labels)),
        }
        assert shown.said() == MODEL.words(state)
        # The cell of each pair, after two rows of points: its upper half is filled for Y, its lower half for Y'.
        first, second = (np.array(one) for one in labels)
        cells = shown.body.select(".demo-choice")[2 * len(first) :]
        pairs = sorted(itertools.combinations(range(len(first)), 2), key=lambda pair: pair[::-1])
        for (i, j), cell in zip(pairs, cells, strict=True):
            together = [bool(one[i] == one[j]) for one in (first, second)]
            box, mark = cell.find_all(True)
            assert ("demo-agree" in box["class"]) == (together[0] == together[1])
            middle = float(box["y"]) + float(box["height"]) / 2
            found = re.match(r"M[-\d.]+,([\d.]+)h[-\d.]+v([\d.]+)", mark.get("d", "") or "")
            top, height = map(float, found.groups()) if found else (middle, 0)
            assert [top < middle - 1, top + height > middle + 1] == together


def test_without_indices_the_counts_alone_are_shown():
    """For a page that has told of no index yet; the numbers, which goals are about, stay."""
    demo = PairTable(indices=False)
    shown = drawing(demo)
    assert shown.texts() == {"tp": "2", "fn": "4", "fp": "2", "tn": "7", "agreeing": "9 of 15"}
    assert shown.said() == demo.words() == "The partitions agree on 9 of 15 pairs."
    assert not re.search(r"\bc\b \d|ARI|Rand.s c", shown.body.get_text())
    assert MODEL.numbers(demo.state())["rand"] == 0.6


# ---- on a page


@pytest.fixture
def table(live):
    demo = PairTable(lesson=[])
    return Live(live(demo), demo)


def names(nodes):
    return nodes.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")


def rows_of(table):
    return [table.box.locator(f"[data-key^={name}]") for name in TRAITS]


def test_a_click_and_enter_move_a_point_and_pairs_are_named(table):
    """Clusters are shown by their markers: the third step of a click leads to the marker of a and b."""
    points, start = rows_of(table)[1], table.check()
    for act in (points.nth(2).click, lambda: points.nth(2).press("Enter")):
        while table.state()["labels_pred"][2] != start["labels_pred"][0]:
            act()
        assert table.status().startswith("Point c is now in cluster 0 of Y\N{PRIME}. The partitions agree on 13 of 15")
        state = table.check()
        kinds = {(True, True): "together in both", (True, False): "together in Y only"}
        kinds |= {(False, True): "together in Y\N{PRIME} only", (False, False): "apart in both"}
        together = zip(*(at.co_membership(state[trait]).tolist() for trait in TRAITS), strict=True)
        pairs = table.box.get_by_role("group", name="Pairs").get_by_role("button")
        assert sorted(names(pairs)) == [
            f"{a} and {b}: {kinds[kind]}"
            for (a, b), kind in zip(itertools.combinations("abcdef", 2), together, strict=True)
        ]
        points.nth(2).press("1")


def test_touching_shows_points_and_pairs(table):
    def touched():
        return set(table.box.locator(".demo-touched").evaluate_all("nodes => nodes.map(node => node.dataset.key)"))

    def both(*points):
        return {f"{row}-{i}" for row in TRAITS for i in points}

    table.box.locator("[data-key='1-3']").hover()
    assert touched() == both(1, 3) | {"1-3"}
    assert table.box.locator(".demo-pairs text").filter(has_text="b\N{EN DASH}d").count() == 1
    rows_of(table)[0].nth(3).hover()
    assert touched() == both(3) | {"0-3", "1-3", "2-3", "3-4", "3-5"}
    table.page.mouse.move(0, 0)
    assert touched() == set()
    pair = table.box.locator("[data-key='2-4']")
    pair.focus()
    assert touched() == both(2, 4) | {"2-4"}
    before = table.state()
    pair.press("Enter")
    assert table.state() == before
    pair.press("Escape")
    assert touched() == set()


def test_keys_alone_are_enough(table):
    table.list("Start from").focus()
    for keys, name in (
        (["Tab", "Tab", "Tab", "ArrowLeft"], "a, cluster 0 of Y"),
        (["ArrowRight", "ArrowRight", "ArrowDown"], "c, cluster 1 of Y\N{PRIME}"),
        (["Enter"], "c, cluster 2 of Y\N{PRIME}"),
        ([" "], "c, cluster 3 of Y\N{PRIME}"),  # free until now
        (["Enter"], "c, cluster 0 of Y\N{PRIME}"),  # alone in the last cluster, it starts again
        (["5", "0", "+"], "c, cluster 0 of Y\N{PRIME}"),
        ([*["ArrowRight"] * 4], "g, cluster 2 of Y\N{PRIME}"),
        (["-"], "f, cluster 2 of Y\N{PRIME}"),
        (["Tab"], "a and b: together in both"),
        (["ArrowDown", "ArrowDown", "ArrowRight"], "b and d: apart in both"),
        (["ArrowUp", "ArrowUp"], "b and c: together in both"),  # there is no pair of b and b
        (["Shift+Tab", "+"], "f, cluster 2 of Y\N{PRIME}"),
    ):
        assert table.keys(*keys) == name
    assert table.status().startswith("Added point g to the clusters of f.")
    table.check(**state_of([0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 2, 2]))


# What the help calls the markers, by their digits, and how many corners they have; a circle is made of arcs.
MARKERS = {"circles": 0, "squares": 4, "triangles": 3, "diamonds": 4, "triangles upside down": 3, "crosses": 12}


def test_the_digits_lead_to_the_markers_that_the_help_names(table):
    said, point = table.box.locator(".demo-help").text_content(), rows_of(table)[1].nth(2)
    for digit, (name, n_corners) in enumerate(MARKERS.items()):
        assert f" {name} ({digit})" in said
        point.press(str(digit))
        drawn = point.locator(".demo-marker").get_attribute("d")
        assert (0 if "A" in drawn else len(re.findall("[MLHV]", drawn))) == n_corners


def test_limits(live):
    demos = PairTable([0] * 12, [0] * 12), PairTable([0, 1], [1, 1])
    page = live(*demos, height=1600)
    most, fewest = (Live(page, demo, i) for i, demo in enumerate(demos))
    most.press("Add point")
    assert (rows_of(most)[0].count(), "at most 12 points" in most.status()) == (12, True)
    rows_of(fewest)[1].nth(1).press("-")
    assert (rows_of(fewest)[0].count(), "at least" in fewest.status()) == (2, True)
