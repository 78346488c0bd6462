"""Figures of pairs, ROC curves and partitions, read off the artists that draw them."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
import sklearn.metrics

import aucc_teach as at

FIGURE3 = at.datasets.load_figure3()


@pytest.fixture(autouse=True)
def no_window():
    plt.switch_backend("agg")
    yield
    plt.close("all")


RUNS = [1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0], np.arange(12, 0, -1)


def test_a_roc_curve_of_scikit_learn_is_drawn():
    fpr, tpr, thresholds = sklearn.metrics.roc_curve(*RUNS)
    ax = at.plots.plot_roc((fpr, tpr, thresholds))
    assert np.array_equal(ax.lines[-1].get_xydata(), np.column_stack([fpr, tpr]))
    assert ax.texts[0].get_text() == f"area {sklearn.metrics.roc_auc_score(*RUNS):.3f}"


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


@pytest.mark.filterwarnings("ignore:No positive samples")
def test_a_roc_curve_of_one_class_and_other_curves_of_scikit_learn_are_refused():
    with pytest.raises(ValueError, match=r"tpr of curve must be numbers\. Got NaN: scikit-learn gives it for only one"):
        at.plots.plot_roc(sklearn.metrics.roc_curve([0, 0], [1, 2]))
    for other in (sklearn.metrics.precision_recall_curve, sklearn.metrics.det_curve):
        with pytest.raises(ValueError, match="must"):
            at.plots.plot_roc(other(*RUNS))


@pytest.mark.parametrize(("other", "scores"), [([0, 1, 0, 0], [4, 3, 2, 1]), ([0, 0, 1, 0], [4, 3, 2, 2])], ids=str)
def test_curves_that_are_not_mirror_images_are_refused(other, scores):
    curve = at.roc_curve([1, 1, 0, 1], [4, 3, 2, 1])
    with pytest.raises(ValueError, match="mirror images in the diagonal"):
        at.plots.plot_mirrored_roc(curve, at.roc_curve(other, scores))


def test_mirrored_curves_may_name_other_points_of_their_paths():
    y, scores = np.array(RUNS[0]), RUNS[1]
    curve = sklearn.metrics.roc_curve(y, scores)
    assert len(curve[0]) < 13
    ax = at.plots.plot_mirrored_roc(curve, at.roc_curve(1 - y, scores))
    solid, other = ax.lines[-2:]
    assert len(solid.get_xydata()) == len(curve[0])
    assert len(other.get_xydata()) == 13
    area = sklearn.metrics.roc_auc_score(y, scores)
    shown = [text.get_text() for text in ax.texts]
    assert shown == [f"labelling, area {area:.3f}", f"complement, area {1 - area:.3f}"]
    with pytest.raises(ValueError, match="mirror images in the diagonal"):
        at.plots.plot_mirrored_roc(curve, at.roc_curve(y, scores))


def test_cells_under_the_curve_are_the_concordant_ones():
    squared = np.array([((a - b) ** 2).sum() for a, b in combinations(FIGURE3.points, 2)])
    together = at.co_membership(FIGURE3.labels)
    ax = at.plots.plot_comparison_grid(squared[together], squared[~together])
    x, y = ax.lines[-1].get_xydata().T
    signs = [text.get_text() for text in ax.texts]
    assert (signs.count("+"), signs.count("–"), signs.count("0")) == (99, 9, 0)
    assert np.trapezoid(y, x) == pytest.approx(99 / 108)
