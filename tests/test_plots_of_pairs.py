"""Figures of pairs, ROC curves and partitions, read off the artists that draw them."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest

import aucc_teach as at

FIGURE3 = at.datasets.load_figure3()


@pytest.fixture(autouse=True)
def no_window():
    plt.switch_backend("agg")
    yield
    plt.close("all")


@pytest.mark.parametrize(
    ("curve", "match"),
    [
        (None, r"must be a RocCurve or a tuple \(fpr, tpr, thresholds\) of three arrays\. Got a NoneType"),
        ((["a", "b"], [0, 1], [2, 1]), "must be arrays of numbers: could not convert"),
        (([0, 1], [0, 1, 1], [2, 1]), r"equal length, 2 or more\. Got arrays of shape \(2,\), \(3,\), \(2,\)"),
        (([[0, 1]], [[0, 1]], [[2, 1]]), r"must be 1-dimensional .* Got arrays of shape \(1, 2\)"),
        (([0, 1], [np.nan, np.nan], [2, 1]), "tpr of .* must be numbers. Got NaN"),
        (([0, 50, 100], [0, 80, 100], [3, 2, 1]), "fpr of .* must run from 0 to 1. Got 0.0 to 100.0"),
        (([0, 0.5, 0.25, 1], [0, 0, 1, 1], [4, 3, 2, 1]), "fpr of .* must never fall. Got 0.5, then 0.25"),
        (([0, 0, 1], [0, 1, 1], [1, 2, 3]), "thresholds of .* must never rise. Got 1.0, then 2.0"),
    ],
)
def test_what_is_no_roc_curve_is_refused(curve, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_roc(curve)


def test_cells_under_the_curve_are_the_concordant_ones():
    squared = np.array([((a - b) ** 2).sum() for a, b in combinations(FIGURE3.points, 2)])
    together = at.co_membership(FIGURE3.labels)
    ax = at.plots.plot_comparison_grid(squared[together], squared[~together])
    x, y = ax.lines[-1].get_xydata().T
    signs = [text.get_text() for text in ax.texts]
    assert (signs.count("+"), signs.count("–"), signs.count("0")) == (99, 9, 0)
    assert np.trapezoid(y, x) == pytest.approx(99 / 108)
