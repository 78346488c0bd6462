"""Figures of pairs, ROC curves and partitions, read off the artists that draw them."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
import sklearn.metrics
from matplotlib.colors import to_rgba

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


def test_tie_rules_are_three_paths_with_their_areas_around_what_ties_leave_open():
    tied = at.datasets.load_tied_scores()
    ax = at.plots.plot_tie_rules(tied.y_true, tied.y_score)
    names = [line.get_label() for line in ax.lines[1:]]
    assert names == ["optimistic 1.000", "diagonal 0.889", "pessimistic 0.778"]
    x, y = ax.patches[0].get_xy().T
    # The area by the shoelace formula: what lies between the outer paths, P_t = 2/9.
    assert abs(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1])) / 2 == pytest.approx(2 / 9)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == names


def test_a_pairs_square_names_its_kind_and_each_half_shows_the_verdict_of_one_partition():
    labels_true, labels_pred = [0, 0, 0, 1], [0, 0, 1, 1]
    ax = at.plots.plot_pair_kinds(labels_true, labels_pred, names="abcd")
    kinds = {text.get_position(): text.get_text() for text in ax.texts if len(text.get_text()) == 2}
    assert kinds == {(0, 1): "tp", (0, 2): "fn", (1, 2): "fn", (2, 3): "fp", (0, 3): "tn", (1, 3): "tn"}
    # Blue and orange are the within and the between pairs of one partition.
    marks = [patch for patch in ax.patches if patch.get_fill()]
    assert {mark.get_facecolor() for mark in marks} == {to_rgba("black")}
    frames = [patch for patch in ax.patches if not patch.get_fill()]
    for (i, j), frame in zip(combinations(range(4), 2), frames, strict=True):
        filled = [any(mark.get_bbox().contains(i, j + half) for mark in marks) for half in (-0.2, 0.2)]
        assert filled == [labels[i] == labels[j] for labels in (labels_true, labels_pred)]
        assert (frame.get_linestyle() == "-") == (filled[0] == filled[1])
    assert [tick.get_text() for tick in ax.get_xticklabels()] == list("abc")


def test_contingency_table_shows_its_counts_and_frames_the_matched_cells():
    ax = at.plots.plot_contingency([[12, 37, 1], [40, 0, 0]], matched=[(0, 1), (1, 0)])
    assert [text.get_text() for text in ax.texts] == ["12", "37", "1", "40", "0", "0"]
    assert [text.get_text() for text in ax.texts if text.get_weight() == "bold"] == ["37", "40"]
    assert len(ax.patches) == 2
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["A", "B", "C"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["1", "2"]


def test_every_partition_is_a_ring_with_its_clusters_filled():
    ax = at.plots.plot_partitions(list(at.partitions.set_partitions(4)), per_row=4)
    assert len(ax.lines) == 15
    # A cluster of one object is a point; each larger one is filled: 1 + 4 + 6 (three times two) + 6 of them.
    assert sorted(len(patch.get_xy()) - 1 for patch in ax.patches) == [2] * 12 + [3] * 4 + [4]
    # 1, 7, 6 and 1 of them, 4 in a row.
    assert {text.get_text(): text.get_position()[1] for text in ax.texts} == dict(
        zip(("k = 1", "k = 2", "k = 3", "k = 4"), (0, 1, 3, 5), strict=True)
    )


def test_filled_clusters_join_their_own_objects():
    ax = at.plots.plot_partitions([[0, 1, 0, 1, 2]])
    points = ax.lines[0].get_xydata()
    joined = [patch.get_xy()[:2].tolist() for patch in ax.patches]
    assert joined == [points[[0, 2]].tolist(), points[[1, 3]].tolist()]
    assert ax.patches[0].get_facecolor() != ax.patches[1].get_facecolor()


def test_mirrored_curves_are_drawn_apart_with_their_areas():
    scores = [4, 3, 2, 1]
    curve, mirrored = at.roc_curve([1, 1, 0, 1], scores), at.roc_curve([0, 0, 1, 0], scores)
    ax = at.plots.plot_mirrored_roc(curve, mirrored)
    solid, other = (line for line in ax.lines if len(line.get_xydata()) == 5)
    assert np.array_equal(solid.get_xydata(), np.column_stack([curve.fpr, curve.tpr]))
    assert np.array_equal(other.get_xydata(), np.column_stack([mirrored.fpr, mirrored.tpr]))
    assert solid.get_linestyle() != other.get_linestyle()
    assert [text.get_text() for text in ax.texts] == ["labelling, area 0.667", "complement, area 0.333"]


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


def test_grid_of_comparisons_has_a_sign_for_each():
    ax = at.plots.plot_comparison_grid([3, 1, 2], [2, 4, 0], names=(["c", "a", "b"], ["v", "w", "u"]))
    # Rows 1, 2, 3 from the bottom, columns 0, 2, 4 from the left.
    assert [text.get_text() for text in ax.texts] == ["–", "+", "+", "–", "0", "+", "–", "–", "+"]
    assert len(np.unique(ax.images[0].get_array().reshape(-1, 3), axis=0)) == 3
    assert [tick.get_text() for tick in ax.get_xticklabels()] == list("uvw")
    assert [tick.get_text() for tick in ax.get_yticklabels()] == list("abc")


def test_cells_under_the_curve_are_the_concordant_ones():
    squared = np.array([((a - b) ** 2).sum() for a, b in combinations(FIGURE3.points, 2)])
    together = at.co_membership(FIGURE3.labels)
    ax = at.plots.plot_comparison_grid(squared[together], squared[~together])
    x, y = ax.lines[-1].get_xydata().T
    signs = [text.get_text() for text in ax.texts]
    assert (signs.count("+"), signs.count("–"), signs.count("0")) == (99, 9, 0)
    assert np.trapezoid(y, x) == pytest.approx(99 / 108)
