"""Groups that follow density in a report: how many modes there are, and what is named of peaks and modes."""

import re

import numpy as np
import pytest
from test_modes import clouds, two_rings

import aucc_report
import aucc_teach as at
from aucc_report import _page
from aucc_report._conclude import Claim, Verdict, answer
from aucc_report._density import RIBBON, modes_of, with_parts
from aucc_report._modes import ModeTree
from aucc_report._sequential import looks_of

KINDS = ("box", "normal")
HOW = {"level": 0.05, "looks": looks_of(None, 0.05), "seed": (7,)}


def counted(points, *, outcome=lambda *counts: counts):
    return modes_of(ModeTree(points), KINDS, outcome=outcome, **HOW)


@pytest.mark.parametrize("draw", ["normal", "box", "exponential", "t"])
def test_a_cloud_has_one_mode(draw):
    rng = np.random.default_rng(11)
    points = {
        "normal": rng.standard_normal((150, 3)),
        "box": rng.random((150, 2)),
        "exponential": rng.exponential(size=(150, 2)),
        "t": rng.standard_t(3, (150, 2)),
    }[draw]
    found = counted(points)
    assert (found.n_modes, found.n_beyond_boxes, found.n_open) == (1, 1, 1)
    assert found.is_safe


def test_clouds_apart_are_modes_and_hold_none_themselves():
    points = clouds(np.random.default_rng(12), (0, 0), (9, 0), (0, 9))
    found = with_parts(counted(points), KINDS, is_compact=True, **HOW)
    assert (found.n_modes, found.n_beyond_boxes, found.parts) == (3, 3, ())
    assert np.bincount(found.labels).tolist() == [50, 50, 50]


def test_a_group_with_groups_of_its_own_is_told():
    rng = np.random.default_rng(13)
    points = np.concatenate([clouds(rng, (0, 0), (6, 0), size=60), [40, 0] + 0.1 * rng.standard_normal((60, 2))])
    found = counted(points, outcome=lambda *_: None)
    apart = found._replace(n_modes=2)
    assert with_parts(apart, KINDS, is_compact=True, **HOW).parts == (120,)


def test_gaps_in_a_ring_are_longer_than_those_of_a_box_and_not_than_those_of_a_ribbon():
    angles = np.random.default_rng(14).uniform(0, 2 * np.pi, 400)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    found = counted(ring + 0.01 * np.random.default_rng(15).standard_normal(ring.shape))
    assert found.n_modes == 1
    assert found.pvalues[RIBBON][0] > 0.2 > 0.1 > found.pvalues["box"][0]


def test_sets_are_drawn_until_the_outcome_is_safe():
    points = np.random.default_rng(16).standard_normal((60, 2))
    whatever = counted(points, outcome=lambda *_: "the same")
    assert (whatever.n_drawn, whatever.is_safe) == (HOW["looks"][0], True)
    apart = counted(clouds(np.random.default_rng(17), (0, 0), (9, 0)))
    assert apart.n_drawn > whatever.n_drawn


def claim(k, *, holds=True):
    return Claim(
        "ward", "AUCC", k, 0.01, 9, (1, 0), (0, 0), 0.1, stands_out=True, is_inside=holds, is_solid=True,
        is_stable=True, is_apart=True,
    )  # fmt: skip


def verdict(*others, is_found=True, held=(), selected=()):
    algorithms = ("k-means", "ward")
    return Verdict(
        is_found, (), others, dict.fromkeys(held, algorithms), None, dict.fromkeys(selected, algorithms), None
    )


@pytest.mark.parametrize(
    ("of_peaks", "counts", "further", "expected"),
    [
        # A number of the peaks.
        (verdict(held=[3], selected=[3]), (1, 2, 2), {"confirmed": [3]}, (3, None, False)),
        (verdict(held=[3], selected=[3]), (3, 3, 3), {"confirmed": [3]}, (3, None, False)),
        (verdict(held=[3], selected=[3]), (1, 1, 1), {"confirmed": [3]}, (None, None, False)),
        (verdict(held=[3], selected=[3]), (4, 4, 4), {"confirmed": [3]}, (None, 4, True)),
        (verdict(held=[3], selected=[3]), (1, 3, 3), {}, (None, None, False)),
        (verdict(held=[3], selected=[3]), (2, 2, 2), {}, (None, 2, True)),
        # A number of density.
        (verdict(), (3, 3, 3), {}, (3, None, True)),
        (verdict(), (2, 2, 2), {}, (2, None, True)),
        (verdict(), (2, 4, 2), {}, (2, None, True)),
        (verdict(), (2, 4, 3), {}, (None, 2, True)),
        (verdict(), (2, 2, 2), {"is_compact": True}, (None, 2, True)),
        (verdict(), (3, 3, 3), {"is_compact": True}, (3, None, True)),
        (verdict(), (3, 4, 3), {"is_compact": True}, (None, 3, True)),
        (verdict(), (3, 3, 3), {"has_parts": True}, (None, 3, True)),
        (verdict(claim(4)), (3, 3, 3), {}, (None, 3, True)),
        (verdict(claim(4, holds=False)), (3, 3, 3), {}, (3, None, True)),
        (verdict(claim(2)), (3, 3, 3), {}, (3, None, True)),
        # A least number of both.
        (verdict(held=[3, 5]), (1, 4, 1), {"confirmed": [3, 5]}, (None, 3, False)),
        (verdict(held=[3, 5]), (1, 4, 1), {"confirmed": [5]}, (None, 4, False)),
        (verdict(held=[3, 5]), (1, 2, 1), {"confirmed": [3, 5]}, (None, 2, False)),
        # Neither.
        (verdict(held=[3, 5]), (1, 1, 1), {"confirmed": [3]}, (None, None, False)),
        (verdict(held=[3, 5]), (1, 4, 1), {}, (None, None, False)),
        (verdict(is_found=False), (3, 3, 3), {}, (None, None, False)),
    ],
)
def test_the_rule(of_peaks, counts, further, expected):
    conditions = {"has_parts": False, "is_compact": False, "confirmed": []} | further
    assert answer(of_peaks, *counts, **conditions) == expected


def test_rings_one_in_the_other_are_named_and_described():
    points, ring = two_rings(np.random.default_rng(18), 400)
    found = aucc_report.report(points, rng=0, progress=False)
    assert (found.n_clusters, found.connected, found.candidate) == (2, 2, ("density", 2))
    assert found.headline.numbers["shape"] == "connected"
    assert at.adjusted_rand_score(found.labels(), ring) > 0.98
    assert found.clusters["Jaccard"].min() > 0.9
    with pytest.raises(ValueError, match=r"k must be 2 for the groups that follow density\. Got 3\."):
        found.labels(3)
    assert found.to_dict()["headline"]["why_code"] == "density_gaps"
    part = re.sub(r"<style>.*?</style>|<img[^>]*>", "", _page.part_of_page(found), flags=re.DOTALL)
    assert re.search(r"\b(nan|NaN)\b", part) is None
    # In the book's page nobody types.
    assert re.search(r"=\[|--[a-z]|to_csv|python -m", part) is None
    # What was not asked of these groups has no column, and no caption speaks of one.
    (told,) = set(re.findall(r"Clusters of density, for each k: ([^<\"]*)\.", part))
    assert told.startswith("AUCC (1 is best), valley (")
    assert "stability" not in told
    assert "p, how often" not in told
