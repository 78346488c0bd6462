"""Figures of pairs, ROC curves and partitions, read off the artists that draw them."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import sklearn.metrics
from matplotlib.colors import to_rgb, to_rgba, to_rgba_array
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

import aucc_teach as at

FIGURE3 = at.datasets.load_figure3()


@pytest.fixture(autouse=True)
def no_window():
    plt.switch_backend("agg")
    yield
    plt.close("all")


def test_ranked_pairs_stand_in_order_within_above_between_below():
    ax = at.plots.plot_ranked_pairs([0.1, 0.9, 0.5], [True, True, False], names=["ab", "ac", "bc"])
    heights = {line.get_marker(): line.get_xydata().tolist() for line in ax.lines if line.get_marker() in ("o", "s")}
    assert heights == {"o": [[1, 1], [3, 1]], "s": [[2, -1]]}
    assert {"ac", "bc", "ab"} <= {text.get_text() for text in ax.texts}


def test_roc_is_drawn_through_its_points_with_its_area():
    curve = at.roc_curve([1, 0, 1, 0], [4, 3, 2, 1])
    ax = at.plots.plot_roc(curve)
    assert np.array_equal(ax.lines[-1].get_xydata(), np.column_stack([curve.fpr, curve.tpr]))
    assert ax.texts[0].get_text() == f"area {curve.auc:.3f}" == "area 0.750"


RUNS = [1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0], np.arange(12, 0, -1)


@pytest.mark.parametrize("drop_intermediate", [True, False])
def test_a_roc_curve_of_scikit_learn_is_drawn(drop_intermediate):
    fpr, tpr, thresholds = sklearn.metrics.roc_curve(*RUNS, drop_intermediate=drop_intermediate)
    assert (len(fpr) < 13) == drop_intermediate
    ax = at.plots.plot_roc((fpr, tpr, thresholds))
    assert np.array_equal(ax.lines[-1].get_xydata(), np.column_stack([fpr, tpr]))
    assert ax.texts[0].get_text() == f"area {sklearn.metrics.roc_auc_score(*RUNS):.3f}"
    columns = pd.DataFrame({"fpr": fpr, "tpr": tpr, "thresholds": thresholds}, index=-np.arange(len(fpr)))
    series = at.plots.plot_roc((columns["fpr"], columns["tpr"], columns["thresholds"]))
    assert np.array_equal(pixels(series), pixels(ax))


@pytest.mark.parametrize("plot", ["plot_roc", "plot_mirrored_roc"])
@pytest.mark.parametrize(
    ("curve", "match"),
    [
        (None, r"must be a RocCurve or a tuple \(fpr, tpr, thresholds\) of three arrays\. Got a NoneType"),
        (np.zeros((3, 4)), "of three arrays. Got a ndarray"),
        (([0, 1], [0, 1]), "of three arrays. Got a tuple of 2"),
        ((["a", "b"], [0, 1], [2, 1]), "must be arrays of numbers: could not convert"),
        (([0, 1], [0, 1, 1], [2, 1]), r"equal length, 2 or more\. Got arrays of shape \(2,\), \(3,\), \(2,\)"),
        (([0, 1], [0, 1], [2, 1, 0]), r"Got arrays of shape \(2,\), \(2,\), \(3,\)"),
        (([[0, 1]], [[0, 1]], [[2, 1]]), r"must be 1-dimensional .* Got arrays of shape \(1, 2\)"),
        ((0, 1, 2), r"must be 1-dimensional .* Got arrays of shape \(\), \(\), \(\)"),
        (([1], [1], [0]), "equal length, 2 or more"),
        (([0, 1], [np.nan, np.nan], [2, 1]), "tpr of .* must be numbers. Got NaN"),
        (([0, 1], [0, 1], [np.inf, np.nan]), "thresholds of .* must be numbers. Got NaN"),
        (([0, 50, 100], [0, 80, 100], [3, 2, 1]), "fpr of .* must run from 0 to 1. Got 0.0 to 100.0"),
        (([0, 1], [0.2, 1], [2, 1]), "tpr of .* must run from 0 to 1. Got 0.2 to 1.0"),
        (([0, 0.5, 0.25, 1], [0, 0, 1, 1], [4, 3, 2, 1]), "fpr of .* must never fall. Got 0.5, then 0.25"),
        (([0, 0, 1], [0, 1.5, 1], [3, 2, 1]), "tpr of .* must never fall. Got 1.5, then 1.0"),
        (([0, 0, 1], [0, 1, 1], [1, 2, 3]), "thresholds of .* must never rise. Got 1.0, then 2.0"),
    ],
)
def test_what_is_no_roc_curve_is_refused(plot, curve, match):
    right = at.roc_curve([1, 0], [2, 1])
    with pytest.raises(ValueError, match=match):
        at.plots.plot_roc(curve) if plot == "plot_roc" else at.plots.plot_mirrored_roc(right, curve)
    assert plt.get_fignums() == []  # refused before any work


@pytest.mark.filterwarnings("ignore:No positive samples")
def test_a_roc_curve_of_one_class_and_other_curves_of_scikit_learn_are_refused():
    with pytest.raises(ValueError, match=r"tpr of curve must be numbers\. Got NaN: scikit-learn gives it for only one"):
        at.plots.plot_roc(sklearn.metrics.roc_curve([0, 0], [1, 2]))
    for other in (sklearn.metrics.precision_recall_curve, sklearn.metrics.det_curve):
        with pytest.raises(ValueError, match="must"):
            at.plots.plot_roc(other(*RUNS))


def test_tie_rules_are_drawn_as_three_paths_around_one_rectangle():
    tied = at.datasets.load_tied_scores()
    ax = at.plots.plot_tie_rules(tied.y_true, tied.y_score)
    paths = {line.get_label(): line.get_xydata() for line in ax.lines[1:]}
    assert list(paths) == ["optimistic 1.000", "diagonal 0.889", "pessimistic 0.778"]
    for (label, path), corner in zip(paths.items(), ((0, 1), None, (1 / 3, 1 / 3)), strict=True):
        assert path[1] == pytest.approx([0, 1 / 3]), label
        assert path[2] == pytest.approx([1 / 3, 1] if corner is None else corner), label
    x, y = ax.patches[0].get_xy().T
    # The area by the shoelace formula: what lies between the outer paths, P_t = 2/9.
    assert abs(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1])) / 2 == pytest.approx(2 / 9)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(paths)


def test_tie_bounds_are_bars_from_the_top_with_a_marker_each():
    ax = at.plots.plot_tie_bounds({"fine": (0.6, 0.625, 0.65), "coarse": (0.4, 0.6, 0.8)})
    assert [part.tolist() for part in ax.collections[0].get_segments()] == [
        [[0.6, 0], [0.65, 0]],
        [[0.4, 1], [0.8, 1]],
    ]
    assert ax.lines[0].get_xydata().tolist() == [[0.625, 0], [0.6, 1]]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["fine", "coarse"]
    assert ax.yaxis_inverted()


@pytest.mark.parametrize(
    ("bounds", "match"),
    [({}, "at least one"), ({"a": (0.9, 0.8, 0.7)}, r"rising. Got \(0.9, 0.8, 0.7\) for 'a'"), ({"a": (1, 2)}, "'a'")],
    ids=["none", "falling", "two"],
)
def test_tie_bounds_that_cannot_be_drawn(bounds, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_tie_bounds(bounds)
    assert plt.get_fignums() == []


def colours_of(ax):
    """All colours that lines, areas, marks and letters of an Axes have, without their transparency."""
    found = set()
    for artist in ax.findobj(Line2D):
        found |= {to_rgb(c) for c in (artist.get_color(), artist.get_markerfacecolor()) if c != "none"}
    for artist in [*ax.findobj(Patch), *ax.collections]:
        found |= {tuple(c) for c in (*to_rgba_array(artist.get_facecolor()), *to_rgba_array(artist.get_edgecolor()))}
    return {tuple(c[:3]) for c in found} | {to_rgb(text.get_color()) for text in ax.findobj(Text)}


def test_a_single_roc_curve_is_blue():
    drawn = colours_of(at.plots.plot_roc(at.roc_curve([1, 0, 1], [1, 2, 3])))
    assert to_rgb(at.plots.WITHIN) in drawn


def test_each_half_of_a_pairs_square_shows_the_verdict_of_one_partition():
    labels_true, labels_pred = [0, 0, 0, 1], [0, 0, 1, 1]
    ax = at.plots.plot_pair_kinds(labels_true, labels_pred, names="abcd")
    marks = [patch for patch in ax.patches if patch.get_fill()]
    frames = [patch for patch in ax.patches if patch not in marks]
    assert [frame.get_center() for frame in frames] == pytest.approx(np.array(list(combinations(range(4), 2))))
    for (i, j), frame in zip(combinations(range(4), 2), frames, strict=True):
        together = [labels[i] == labels[j] for labels in (labels_true, labels_pred)]
        filled = [any(mark.get_bbox().contains(i, j + half) for mark in marks) for half in (-0.2, 0.2)]
        assert filled == together
        assert (frame.get_linestyle() == "-") == (together[0] == together[1])
    # Blue and orange are the within and the between pairs of one partition.
    assert {mark.get_facecolor() for mark in marks} == {to_rgba("black")}
    assert ax.yaxis_inverted()


def test_kinds_of_pairs_are_written_on_their_squares():
    ax = at.plots.plot_pair_kinds([0, 0, 0, 1], [0, 0, 1, 1], names="abcd")
    kinds = {text.get_position(): text.get_text() for text in ax.texts if len(text.get_text()) == 2}
    expected = {(0, 1): "tp", (0, 2): "fn", (1, 2): "fn", (2, 3): "fp", (0, 3): "tn", (1, 3): "tn"}
    assert kinds == expected
    assert [tick.get_text() for tick in ax.get_xticklabels()] == list("abc")
    assert [tick.get_text() for tick in ax.get_yticklabels()] == list("bcd")


def test_contingency_table_shows_its_counts_and_frames_the_matched_cells():
    ax = at.plots.plot_contingency([[12, 37, 1], [40, 0, 0]], matched=[(0, 1), (1, 0)])
    shown = {text.get_position(): text.get_text() for text in ax.texts}
    assert shown == {(0, 0): "12", (1, 0): "37", (2, 0): "1", (0, 1): "40", (1, 1): "0", (2, 1): "0"}
    frames = {(patch.get_x() + patch.get_width() / 2, patch.get_y() + patch.get_height() / 2) for patch in ax.patches}
    assert {(round(x), round(y)) for x, y in frames} == {(1, 0), (0, 1)}
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["A", "B", "C"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["1", "2"]


@pytest.mark.parametrize(
    ("table", "matched", "match"),
    [([1, 2], [], r"2-dimensional.*\(2,\)"), ([[1, 2]], [(1, 0)], r"\(1, 2\). Got \(1, 0\)")],
)
def test_contingency_tables_that_cannot_be_drawn(table, matched, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_contingency(table, matched=matched)


def test_every_partition_is_a_ring_of_its_own_with_its_clusters_filled():
    partitions = list(at.partitions.set_partitions(4))
    ax = at.plots.plot_partitions(partitions, per_row=4)
    assert len(ax.lines) == 15
    # A cluster of one object is a point; each larger one is filled: 1 + 4 + 6 (three times two) + 6 of them.
    assert sorted(len(patch.get_xy()) - 1 for patch in ax.patches) == [2] * 12 + [3] * 4 + [4]
    rows = {text.get_text(): text.get_position()[1] for text in ax.texts}
    assert rows == {"k = 1": 0, "k = 2": 1, "k = 3": 3, "k = 4": 5}  # 1, 7, 6 and 1 of them, 4 in a row
    centres = [tuple(np.round(line.get_xydata().mean(axis=0)).astype(int).tolist()) for line in ax.lines]
    assert len(set(centres)) == 15
    first, *_ = ax.lines[0].get_xydata()
    assert first == pytest.approx([0, -0.36])  # the first object at the top, for the y axis points down
    assert ax.yaxis_inverted()


def test_filled_clusters_join_their_own_objects():
    ax = at.plots.plot_partitions([[0, 1, 0, 1, 2]])
    points = ax.lines[0].get_xydata()
    joined = [patch.get_xy()[:2].tolist() for patch in ax.patches]
    assert joined == [points[[0, 2]].tolist(), points[[1, 3]].tolist()]
    assert ax.patches[0].get_facecolor() != ax.patches[1].get_facecolor()


@pytest.mark.parametrize(
    ("partitions", "per_row", "match"),
    [
        ([], 15, r"same objects. Got lengths \[\]"),
        ([[0, 1], [0, 1, 1]], 15, r"Got lengths \[2, 3\]"),
        ([[0, 1]], 0, "per_row"),
    ],
)
def test_partitions_that_cannot_be_drawn_together(partitions, per_row, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_partitions(partitions, per_row=per_row)
    assert plt.get_fignums() == []  # refused before any work


def test_mirrored_curves_are_drawn_apart_with_their_areas():
    scores = [4, 3, 2, 1]
    curve, mirrored = at.roc_curve([1, 1, 0, 1], scores), at.roc_curve([0, 0, 1, 0], scores)
    ax = at.plots.plot_mirrored_roc(curve, mirrored)
    solid, other = (line for line in ax.lines if len(line.get_xydata()) == 5)
    assert np.array_equal(solid.get_xydata(), np.column_stack([curve.fpr, curve.tpr]))
    assert np.array_equal(other.get_xydata(), np.column_stack([mirrored.fpr, mirrored.tpr]))
    assert solid.get_linestyle() != other.get_linestyle()
    assert [text.get_text() for text in ax.texts] == ["labelling, area 0.667", "complement, area 0.333"]
    _, given = plt.subplots()
    assert at.plots.plot_mirrored_roc(curve, mirrored, ax=given) is given


@pytest.mark.parametrize(("other", "scores"), [([0, 1, 0, 0], [4, 3, 2, 1]), ([0, 0, 1, 0], [4, 3, 2, 2])], ids=str)
def test_curves_that_are_not_mirror_images_are_refused(other, scores):
    curve = at.roc_curve([1, 1, 0, 1], [4, 3, 2, 1])
    with pytest.raises(ValueError, match="mirror images in the diagonal"):
        at.plots.plot_mirrored_roc(curve, at.roc_curve(other, scores))
    assert plt.get_fignums() == []  # refused before any work


@pytest.mark.parametrize("drop_intermediate", [True, False])
def test_mirrored_curves_may_name_other_points_of_their_paths(drop_intermediate):
    y, scores = np.array(RUNS[0]), RUNS[1]
    curve = sklearn.metrics.roc_curve(y, scores, drop_intermediate=drop_intermediate)
    ax = at.plots.plot_mirrored_roc(curve, at.roc_curve(1 - y, scores))
    solid, other = ax.lines[-2:]
    assert len(solid.get_xydata()) == len(curve[0])
    assert len(other.get_xydata()) == 13
    area = sklearn.metrics.roc_auc_score(y, scores)
    shown = [text.get_text() for text in ax.texts]
    assert shown == [f"labelling, area {area:.3f}", f"complement, area {1 - area:.3f}"]
    with pytest.raises(ValueError, match="mirror images in the diagonal"):
        at.plots.plot_mirrored_roc(curve, at.roc_curve(y, scores))


def test_grid_of_comparisons_has_a_cell_for_each_and_the_curve_is_its_boundary():
    ax = at.plots.plot_comparison_grid([3, 1, 2], [2, 4, 0], names=(["c", "a", "b"], ["v", "w", "u"]))
    # Rows 1, 2, 3 from the bottom, columns 0, 2, 4 from the left.
    signs = {tuple(np.round(text.get_position(), 3)): text.get_text() for text in ax.texts}
    places = (0.167, 0.5, 0.833)
    drawn = [[signs[x, y] for x in places] for y in places]
    assert drawn == [["–", "+", "+"], ["–", "0", "+"], ["–", "–", "+"]]
    cells = ax.images[0].get_array()
    assert len({tuple(cells[i, j]) for i in range(3) for j in range(3) if drawn[i][j] == "+"}) == 1
    assert len({tuple(cell) for cell in cells.reshape(-1, 3)}) == 3
    assert [tick.get_text() for tick in ax.get_xticklabels()] == list("uvw")
    assert [tick.get_text() for tick in ax.get_yticklabels()] == list("abc")
    # Up past what is closer than a column, to the right through it, diagonally through the tied cell.
    corners = ax.lines[-1].get_xydata()
    assert corners == pytest.approx(np.array([[0, 0], [1 / 3, 0], [1 / 3, 1 / 3], [2 / 3, 2 / 3], [2 / 3, 1], [1, 1]]))


def test_cells_under_the_curve_are_the_concordant_ones():
    squared = np.array([((a - b) ** 2).sum() for a, b in combinations(FIGURE3.points, 2)])
    together = at.co_membership(FIGURE3.labels)
    ax = at.plots.plot_comparison_grid(squared[together], squared[~together])
    x, y = ax.lines[-1].get_xydata().T
    signs = [text.get_text() for text in ax.texts]
    assert (signs.count("+"), signs.count("–"), signs.count("0")) == (99, 9, 0)
    assert np.trapezoid(y, x) == pytest.approx(99 / 108)


def test_a_large_grid_has_colours_without_signs():
    ax = at.plots.plot_comparison_grid(np.arange(20), np.arange(20))
    assert len(ax.texts) == 0
    assert ax.images[0].get_array().shape == (20, 20, 3)


@pytest.mark.parametrize(
    ("within", "between", "names", "match"),
    [
        ([], [1], None, "within must be"),
        ([1], [[1]], None, "between must be"),
        ([1], [np.nan], None, "between must be"),
        ([1], [2, 3], (["ab"], ["ac"]), r"names must have equal lengths. Got \[2, 1\]"),
        ([1], [2], (["ab"],), "zip"),
    ],
)
def test_grids_that_cannot_be_drawn(within, between, names, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_comparison_grid(within, between, names=names)
    assert plt.get_fignums() == []


def test_pair_errors_are_drawn_in_the_order_of_k_with_the_best_one_large():
    curve = at.pair_error_curve([0, 0, 1, 1], [[0, 0, 0, 1], [0, 0, 1, 2]])
    ax = at.plots.plot_pair_error_curve(curve, label="cuts", color=at.plots.CLUSTERS[0])
    _, line, best = ax.lines
    assert line.get_xydata().tolist() == [[0, 1], [0.5, 0.5], [0.5, 0], [1, 0]]
    assert best.get_xydata().tolist() == [[0.5, 0]]
    assert best.get_markersize() > line.get_markersize()
    assert (ax.texts[0].get_text(), ax.texts[0].xy) == ("cuts", (0.5, 0))
    assert len(ax.collections) == 1
    at.plots.plot_pair_error_curve(curve, label="again", color="black", label_place=(0.2, 0.4), fill=False, ax=ax)
    assert ax.texts[1].xy == (0.2, 0.4)
    assert ax.lines[-1].get_xydata().tolist() == [[0.2, 0.4]]
    assert len(ax.collections) == 1
    with pytest.raises(ValueError, match="n_clusters, e1, e2 must have equal lengths"):
        at.plots.plot_pair_error_curve(curve._replace(e1=curve.e1[1:]), label="", color="black")


def test_memberships_are_squares_and_marked_clusters_are_hatched():
    ax = at.plots.plot_memberships({"one": {1, 2}, "two": {2, 4}}, objects=[1, 2, 3, 4], marked=["two"])
    squares = [(round(p.get_x() + 0.42, 9), round(p.get_y() + 0.42, 9), bool(p.get_hatch())) for p in ax.patches]
    assert squares == [(0, 0, False), (1, 0, False), (1, 1, True), (3, 1, True)]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "3", "4"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["one", "two"]
    assert ax.yaxis_inverted()
    letters = at.plots.plot_memberships({"one": "ab", "two": "ca"})
    assert [tick.get_text() for tick in letters.get_xticklabels()] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("clusters", "options", "match"),
    [
        ({}, {}, "at least one cluster"),
        ({"one": "ab"}, {"objects": "a"}, r"every object of a cluster\. Missing: \['b'\]"),
        ({"one": "ab"}, {"marked": ["two"]}, r"names of clusters, \['one'\]\. Got \['two'\]"),
    ],
)
def test_memberships_that_cannot_be_drawn(clusters, options, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_memberships(clusters, **options)
    assert plt.get_fignums() == []


def pixels(ax):
    ax.figure.canvas.draw()
    return np.asarray(ax.figure.canvas.buffer_rgba())
