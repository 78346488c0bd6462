"""The pair table: counts and indices are those of the package, and pairs are named."""

import itertools
import re

import numpy as np
import pytest

import aucc_teach as at
from aucc_teach.demos import PairTable
from demos.each_demo import random_states
from demos.models import Model
from demos.shown import Live, drawing

MODEL = Model("pair-table")
TRAITS = ("labels_true", "labels_pred")


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
