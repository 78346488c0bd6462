"""What the demos share and compute without a page: ranked pairs, and how numbers are written."""

import numpy as np
import pytest
from scipy.stats import rankdata

import aucc_teach as at
from aucc_teach.run_scripts import RunningModule

RANKING = RunningModule("static/ranking.js")
VALUES = RunningModule("static/values.js")


def configurations(n_cases):
    """Points on ever coarser grids, so that most distances tie, and labels in every number of clusters."""
    rng = np.random.default_rng(500)
    while n_cases:
        n = int(rng.integers(4, 61 if n_cases % 10 == 0 else 20))
        step = int(rng.choice([1, 200, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        labels = rng.integers(0, rng.integers(2, 7), size=n)
        if 2 <= len(set(labels.tolist())) < n:
            n_cases -= 1
            yield points.tolist(), labels.tolist()


def test_pairs_are_ranked_as_by_the_package():
    n_tied = 0
    for points, labels in configurations(200):
        pairs = RANKING.listPairs(points, labels)
        groups = RANKING.tieGroups(RANKING.rankItems(pairs))
        counts, found = at.concordance(points, labels), RANKING.concordance(groups)
        assert (found["sPlus"], found["sMinus"], found["sZero"]) == counts
        n_tied += counts.s_zero > 0
        assert RANKING.auccOf(found) == pytest.approx(at.aucc_score(points, labels), abs=1e-12)
        assert RANKING.gammaOf(found) == pytest.approx(at.gamma_score(points, labels), abs=1e-12)
        values = [pair["value"] for pair in pairs]
        assert RANKING.midRanks(values) == rankdata(values).tolist()
        curve = at.roc_curve([pair["positive"] for pair in pairs], -np.array(values))
        corners = np.array(RANKING.rocCorners(groups))
        assert np.allclose(corners / corners[-1], np.column_stack([curve.fpr, curve.tpr]), atol=1e-12)
    assert n_tied > 140


def test_numbers_are_written_as_python_rounds_them():
    for score in [k / 32 for k in range(-32, 33)] + [k / 108 for k in range(-108, 109)] + [0.03125, 0.00005, -0.12345]:
        assert VALUES.formatScore(score) == f"{score:.4f}".replace("-", "\N{MINUS SIGN}")
    assert VALUES.formatScore(None) == "\N{EN DASH}"
    assert [VALUES.formatCount(count) for count in (0, 9999)] == ["0", "9999"]
    for count in (10_000, 783_000, 1_234_567):
        assert VALUES.formatCount(count) == f"{count:,}".replace(",", "\N{THIN SPACE}")
    assert [VALUES.pointName(i) for i in (0, 25, 26, 59)] == ["a", "z", "a2", "h3"]
