"""Groups that follow density in a report: how many modes there are, and what is named of peaks and modes."""

import numpy as np
import pytest
from test_modes import clouds, two_rings

import aucc_report
import aucc_teach as at
from aucc_report._density import RIBBON, modes_of, with_parts
from aucc_report._modes import ModeTree
from aucc_report._page import page_of
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


@pytest.mark.slow
def test_gaps_in_a_ring_are_longer_than_those_of_a_box_and_not_than_those_of_a_ribbon():
    angles = np.random.default_rng(14).uniform(0, 2 * np.pi, 400)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    found = counted(ring + 0.01 * np.random.default_rng(15).standard_normal(ring.shape))
    assert found.n_modes == 1
    assert found.pvalues[RIBBON][0] > 0.2 > 0.1 > found.pvalues["box"][0]


@pytest.mark.slow
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


@pytest.mark.slow
def test_rows_outside_of_a_sample_go_to_rings_by_the_nearest_row(monkeypatch):
    monkeypatch.setattr("aucc_report.intake.MAX_ROWS", 300)
    points, ring = two_rings(np.random.default_rng(18), 400)
    found = aucc_report.report(points, ["ward", "average"], range(2, 4), rng=0, progress=False)
    assert (found.candidate, found.shape) == (("density", 2), "connected")
    rows = found.rows
    assert rows["assigned by"].value_counts().to_dict() == {"clustering": 300, "nearest row": 100}
    assert at.adjusted_rand_score(rows["cluster"][~rows["used"]].to_numpy(int), ring[~rows["used"]]) > 0.95
    assert found.labels().attrs == {"assigned by": "nearest row", "right": rows["right"].max()}
    assert "of the nearest row that was clustered" in page_of(found)
    assert "nearest row that was clustered" in " ".join(repr(found).split())
