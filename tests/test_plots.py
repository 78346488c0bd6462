"""What the figures show, read off the artists that draw it."""

import re
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import sklearn.metrics
from conftest import ROOT
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


def test_every_figure_is_a_name_of_the_package_and_on_the_api_page():
    text = (ROOT / "book" / "back" / "api.md").read_text(encoding="utf-8")
    section = text.split(".. currentmodule:: aucc_teach.plots\n")[1].split(".. currentmodule::")[0]
    assert sorted(re.findall(r":: (\w+)\n", section)) == sorted(at.plots.__all__)
    defined = {
        name
        for module in vars(at.plots).values()
        if getattr(module, "__name__", "").startswith("aucc_teach.plots.")
        for name in vars(module)
        if name.startswith("plot_")
    }
    assert defined == {name for name in at.plots.__all__ if name.startswith("plot_")}


def test_points_of_each_cluster_have_their_own_colour_and_marker():
    ax = at.plots.plot_points(FIGURE3.points, FIGURE3.labels, names=FIGURE3.names)
    first, second = ax.collections
    assert np.array_equal(first.get_offsets(), FIGURE3.points[:4])
    assert np.array_equal(second.get_offsets(), FIGURE3.points[4:])
    assert not np.array_equal(first.get_facecolor(), second.get_facecolor())
    assert len(first.get_paths()[0].vertices) != len(second.get_paths()[0].vertices)
    assert [text.get_text() for text in ax.texts] == list("abcdefg")


def test_all_points_are_inside_the_figure():
    strips = at.datasets.load_toy("elongated")
    _, panels = plt.subplots(1, 2, figsize=(8.4, 3.2), sharey=True)
    for ax in panels:
        at.plots.plot_points(strips.points, strips.labels, ax=ax)
    panels[0].figure.canvas.draw()
    for ax in panels:
        (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
        assert left < strips.points[:, 0].min()
        assert strips.points[:, 0].max() < right
        assert bottom < strips.points[:, 1].min()
        assert strips.points[:, 1].max() < top


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


def test_links_join_the_pairs_up_to_the_threshold():
    points, labels = [[0, 0], [3, 4], [0, 10], [20, 0]], [0, 0, 1, 1]
    ax = at.plots.plot_links(points, labels, 10, names="abcd")
    within, between = ax.collections[2:]
    assert np.array_equal(within.get_segments(), [[[0, 0], [3, 4]]])
    assert np.array_equal(between.get_segments(), [[[0, 0], [0, 10]], [[3, 4], [0, 10]]])  # 10 is linked, too
    assert np.array_equal(within.get_color()[0], to_rgba(at.plots.WITHIN))
    assert np.array_equal(between.get_color()[0], to_rgba(at.plots.BETWEEN))
    assert within.get_linestyle() != between.get_linestyle()
    assert [text.get_text() for text in ax.texts] == list("abcd")
    with pytest.raises(ValueError, match=r"shape \(2, 2\)"):
        at.plots.plot_links(points, [0, 1], 10)


def test_line_by_k_has_its_label_at_the_last_point():
    ax = at.plots.plot_by_k(
        [2, 3], [0.9, 0.8], label="k-means", color=at.plots.CLUSTERS[0], spread=([0.8, 0.7], [1, 0.9])
    )
    assert ax.lines[0].get_xydata().tolist() == [[2, 0.9], [3, 0.8]]
    assert (ax.texts[0].get_text(), ax.texts[0].xy) == ("k-means", (3, 0.8))
    assert len(ax.collections) == 1


def test_a_given_axes_is_used():
    _, ax = plt.subplots()
    assert at.plots.plot_by_k([2], [0.9], label="", color="black", ax=ax) is ax


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (at.plots.plot_points, ([[0, 0], [1, 1]], [0, 1, 1])),
        (at.plots.plot_points, ([0, 1, 2], [0, 1, 1])),
        (at.plots.plot_ranked_pairs, ([0.1, 0.2], [True])),
    ],
)
def test_lengths_that_differ_are_refused(function, arguments):
    with pytest.raises(ValueError, match=r"shape|equal lengths"):
        function(*arguments)


def test_names_and_scores_that_do_not_match_are_refused():
    with pytest.raises(ValueError, match=r"points, names must have equal lengths. Got \[7, 2\]"):
        at.plots.plot_points(FIGURE3.points, FIGURE3.labels, names="ab")
    with pytest.raises(ValueError, match="ks, scores"):
        at.plots.plot_by_k([2, 3], [0.9], label="", color="black")
    assert plt.get_fignums() == []  # refused before any work


def test_cluster_colours_differ_and_are_not_those_of_the_pairs():
    colors = [*at.plots.CLUSTERS, at.plots.WITHIN, at.plots.BETWEEN, at.plots.TIED]
    assert len(set(colors)) == len(colors)
    assert len(at.plots.MARKERS) == len(at.plots.CLUSTERS)


def colours_of(ax):
    """All colours that lines, areas, marks and letters of an Axes have, without their transparency."""
    found = set()
    for artist in ax.findobj(Line2D):
        found |= {to_rgb(c) for c in (artist.get_color(), artist.get_markerfacecolor()) if c != "none"}
    for artist in [*ax.findobj(Patch), *ax.collections]:
        found |= {tuple(c) for c in (*to_rgba_array(artist.get_facecolor()), *to_rgba_array(artist.get_edgecolor()))}
    return {tuple(c[:3]) for c in found} | {to_rgb(text.get_color()) for text in ax.findobj(Text)}


@pytest.mark.parametrize(
    ("plot", "arguments", "options"),
    [
        ("plot_tie_rules", ([1, 0, 1], [1, 2, 2]), {}),
        ("plot_mirrored_roc", [at.roc_curve(y, [1, 2, 3]) for y in ([1, 0, 1], [0, 1, 0])], {}),
        ("plot_lines_by_k", ([2, 3], [[1, 2], [2, 1]]), {"bands": [([0, 0], [3, 3])]}),
        ("plot_criteria_by_k", ([2, 3, 4], {"up": [1, 2, 3]}), {}),
        ("plot_deviations", ({"up": [1, 20]},), {"ks": [2, 3]}),
        ("plot_tie_bounds", ({"one": (1, 2, 3)},), {}),
        ("plot_intervals", ({"one": (1, 2, 3)},), {"notes": ["note"]}),
        ("plot_contingency", ([[2, 1], [0, 3]],), {"matched": [(0, 0), (1, 1)]}),
        ("plot_aucc_samples", (at.aucc_samples(FIGURE3.points, FIGURE3.labels), FIGURE3.labels), {}),
    ],
)
def test_blue_and_orange_are_left_to_within_and_between(plot, arguments, options):
    drawn = colours_of(getattr(at.plots, plot)(*arguments, **options))
    assert (0, 0, 0) in drawn
    assert not {to_rgb(at.plots.WITHIN), to_rgb(at.plots.BETWEEN)} & drawn


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


def test_times_are_drawn_on_logarithmic_scales_with_a_line_of_the_slope():
    ax = at.plots.plot_times([10, 100], [0.5, 2.0], label="pairs", color="black", slope=2)
    reference, measured = ax.lines
    assert measured.get_xydata().tolist() == [[10, 0.5], [100, 2.0]]
    assert reference.get_xydata() == pytest.approx(np.array([[np.sqrt(1000), 0.2], [100, 2.0]]))
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert [text.get_text() for text in ax.texts] == ["slope 2", "pairs"]
    assert ax.texts[0].xy == pytest.approx((1000**0.25 * 10, 0.4**0.5))  # half way, on these scales
    assert len(at.plots.plot_times([1, 2], [1, 2], label="", color="black").lines) == 1


def test_labels_names_and_times_that_do_not_match_are_refused():
    with pytest.raises(ValueError, match="same objects"):
        at.plots.plot_pair_kinds([0, 1, 1], [0, 1], names="abc")
    with pytest.raises(ValueError, match=r"names must have equal lengths. Got \[3, 2\]"):
        at.plots.plot_pair_kinds([0, 1, 1], [0, 0, 1], names="ab")
    with pytest.raises(ValueError, match="sizes, seconds"):
        at.plots.plot_times([1, 2], [0.1], label="", color="black")
    assert plt.get_fignums() == []  # refused before any work


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


def test_measures_are_rows_from_the_top_with_one_marker_for_each_partition():
    ax = at.plots.plot_measures({"k-means": {"ARI": 0.9, "NMI": 0.8}, "Ward": {"ARI": 0.7, "NMI": 0.6}})
    drawn = {line.get_label(): (line.get_marker(), line.get_xydata().tolist()) for line in ax.lines}
    assert drawn == {"k-means": ("o", [[0.9, 0], [0.8, 1]]), "Ward": (at.plots.MARKERS[1], [[0.7, 0], [0.6, 1]])}
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["ARI", "NMI"]
    # Also where two panels share their axis.
    _, panels = plt.subplots(1, 2, sharey=True)
    for panel in panels:
        at.plots.plot_measures({"k-means": {"ARI": 0.9, "NMI": 0.8}}, ax=panel)
    assert ax.yaxis_inverted()
    assert panels[0].yaxis_inverted()


@pytest.mark.parametrize("scores", [{}, {"a": {"ARI": 1}, "b": {"NMI": 1}}], ids=str)
def test_measures_that_differ_between_partitions_are_refused(scores):
    with pytest.raises(ValueError, match="same measures"):
        at.plots.plot_measures(scores)


def test_lines_by_k_are_those_of_the_data_sets_then_their_mean_then_the_bands():
    ks, lines = [2, 3, 4], [[1, 2, 3], [3, 2, 5], [2, 2, 1]]
    band = [0, 1, 0], [4, 5, 6]
    ax = at.plots.plot_lines_by_k(ks, lines, bands=[band])
    drawn = [line.get_ydata().tolist() for line in ax.lines]
    assert drawn == [*lines, [2, 2, 3], *band]
    assert all(line.get_xdata().tolist() == ks for line in ax.lines)
    one, mean, edge = ax.lines[0], ax.lines[3], ax.lines[4]
    # The mean stands out by its width and the band by its dashes, not by colour alone.
    assert mean.get_linewidth() > 2 * one.get_linewidth()
    assert (one.get_linestyle(), mean.get_linestyle(), edge.get_linestyle()) == ("-", "-", "--")
    assert one.get_color() not in (mean.get_color(), edge.get_color())


@pytest.mark.parametrize(
    ("lines", "bands", "match"),
    [
        ([1, 2], (), r"lines must be 2-dimensional, a row for each data set. Got an array of shape \(2,\)"),
        (np.empty((0, 2)), (), "lines must be 2-dimensional"),
        ([[1, 2, 3]], (), r"ks, scores must have equal lengths. Got \[2, 3\]"),
        ([[1, 2]], [([1, 2], [1])], r"ks, lower, upper must have equal lengths. Got \[2, 2, 1\]"),
    ],
)
def test_lines_by_k_that_do_not_match_are_refused(lines, bands, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_lines_by_k([2, 3], lines, bands=bands)
    assert plt.get_fignums() == []  # refused before any work


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


def test_deviations_beyond_the_limit_are_bold_on_grey():
    ax = at.plots.plot_deviations({"T/N": [0.44, -3.0, 3.01], "AA": [-59.4, 9.96, 2.9]}, ks=[10, 9, 2])
    shown = {text.get_position(): (text.get_text(), text.get_weight()) for text in ax.texts}
    assert shown == {
        (-0.5, 0): ("T/N", "normal"),
        (0, 1): ("+0.4", "normal"),
        (1, 1): ("\u22123.0", "normal"),
        (2, 1): ("+3.0", "bold"),
        (-0.5, 2): ("AA", "normal"),
        (0, 3): ("\u221259", "bold"),
        (1, 3): ("+10", "bold"),
        (2, 3): ("+2.9", "normal"),
    }
    (image,) = ax.images
    grey = (np.asarray(image.get_array()) > 0).tolist()
    assert grey == [[False] * 3, [False, False, True], [False] * 3, [True, True, False]]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["10", "9", "2"]


@pytest.mark.parametrize(
    ("deviations", "match"),
    [({}, "at least one row"), ({"AA": [1.0]}, r"ks, deviations must have equal lengths. Got \[2, 1\]")],
)
def test_deviations_that_cannot_be_drawn(deviations, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_deviations(deviations, ks=[3, 2])
    assert plt.get_fignums() == []  # refused before any work


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


THREE = np.array([[0, 0], [2, 3], [6, 3], [9, 1], [12, 0], [13, 3], [10, 4], [4, 9], [8, 9], [6, 11]])
THREE_LABELS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


def choice_by_hand():
    """Two numbers of clusters and three sets of each kind, with round numbers."""
    scores = {"box": [[0.5, 0.6], [0.6, 0.7], [0.7, 0.8]], "radial": [[0.1, 0.2], [0.1, 0.2], [0.1, 0.2]]}
    excess = {"box": [[-1.0, 0.0], [0.5, -2.0], [-1.5, 1.0]], "radial": [[0.0, -1.0], [0.0, -1.0], [0.0, -1.0]]}
    return at.CalibratedChoice(
        n_clusters=1,
        best=2,
        pvalue=1.0,
        pvalues={"box": 1.0, "radial": 1.0},
        criterion="aucc_score",
        ks=(2, 3),
        scores=np.array([0.9, 0.8]),
        excess=np.array([2.0, 1.0]),
        reference_scores={kind: np.array(rows) for kind, rows in scores.items()},
        reference_excess={kind: np.array(rows) for kind, rows in excess.items()},
    )


def test_level_is_a_grey_line_with_a_band_below_the_data():
    choice = choice_by_hand()
    ax = at.plots.plot_level(choice, label="wines")
    level, data = ax.lines
    assert level.get_ydata() == pytest.approx([0.6, 0.7])
    assert data.get_ydata().tolist() == [0.9, 0.8]
    assert data.get_xdata().tolist() == [2, 3]
    assert (level.get_color(), data.get_color()) == (at.plots.TIED, at.plots.CLUSTERS[0])
    assert level.get_marker() != data.get_marker()
    # Two standard deviations of the sets, 0.1, on either side.
    edges = ax.collections[0].get_paths()[0].vertices
    assert [edges[edges[:, 0] == k, 1].min() for k in (2, 3)] == pytest.approx([0.4, 0.5])
    assert [edges[edges[:, 0] == k, 1].max() for k in (2, 3)] == pytest.approx([0.8, 0.9])
    labels = {text.get_text(): text.xyann[1] for text in ax.texts}
    assert labels["wines"] > 0 > labels["no clusters"]
    below = at.plots.plot_level(choice._replace(scores=np.array([0.9, 0.69])), label="wines")
    labels = {text.get_text(): text.xyann[1] for text in below.texts}
    assert labels["wines"] < 0 < labels["no clusters"]
    other = at.plots.plot_level(choice, label="wines", reference="radial", color="black", ax=below)
    assert other is below
    assert [line.get_ydata().tolist() for line in other.lines[2:]] == [pytest.approx([0.1, 0.2]), [0.9, 0.8]]
    assert other.lines[3].get_color() == "black"


@pytest.mark.parametrize("plot", ["plot_level", "plot_excess"])
def test_the_data_are_called_so_without_a_label(plot):
    ax = getattr(at.plots, plot)(choice_by_hand())
    assert "data" in [text.get_text() for text in ax.texts]


def test_excess_is_drawn_among_those_of_the_references_each_about_its_own_mean():
    choice = choice_by_hand()
    ax = at.plots.plot_excess(choice, label="wines")
    *references, ring, data = ax.lines
    drawn = [line.get_ydata().tolist() for line in references]
    assert drawn == [[-0.5, 0.5], [1.25, -1.25], [-1.25, 1.25]]
    assert {line.get_color() for line in references} == {at.plots.TIED}
    # The excess of the data, 2 and 1, less its mean.
    assert data.get_ydata().tolist() == [0.5, -0.5]
    assert data.get_color() == at.plots.CLUSTERS[0]
    assert ring.get_xydata().tolist() == [[2.0, 0.5]]
    assert ring.get_markerfacecolor() == "none"
    assert [text.get_text() for text in ax.texts] == ["wines"]
    # Over the other kind the data have another excess: what the sets of that kind leave, 0 and 3.
    radial = at.plots.plot_excess(choice, label="wines", reference="radial", color="black")
    *references, ring, data = radial.lines
    assert [line.get_ydata().tolist() for line in references] == [[0.5, -0.5]] * 3
    assert (data.get_ydata().tolist(), data.get_color()) == ([-1.5, 1.5], "black")
    assert ring.get_xydata().tolist() == [[3.0, 1.5]]


def test_the_curves_of_a_choice_are_those_that_were_computed():
    X = np.vstack([THREE, THREE + np.array([20, 1])]) + np.arange(20)[:, None] / 7
    options = {"n_references": 19, "rng": 0, "references": ["radial", "normal"]}
    choice = at.calibrated_choice(X, lambda X, k: X[:, 0].argsort().argsort() * k // len(X), [2, 3, 5], **options)
    data = at.plots.plot_excess(choice, label="").lines[-1].get_ydata()
    np.testing.assert_allclose(data, choice.excess - choice.excess.mean(), atol=1e-9)
    level = at.plots.plot_level(choice, label="", reference="normal").lines[0].get_ydata()
    np.testing.assert_allclose(level, choice.reference_scores["normal"].mean(axis=0))


@pytest.mark.parametrize("plot", ["plot_level", "plot_excess"])
def test_a_choice_has_only_the_references_that_were_asked_for(plot):
    with pytest.raises(ValueError, match=r"reference must be one of \['box', 'radial'\], .* Got 'normal'"):
        getattr(at.plots, plot)(choice_by_hand(), label="", reference="normal")


def test_criteria_by_k_are_shaded_from_worst_to_best_with_the_best_marked():
    scores = {"up": [1.0, 3.0, 2.0], "down": [1.0, 3.0, 2.0], "gap": [np.nan, 5, 5], "flat": [4, 4, 4]}
    ax = at.plots.plot_criteria_by_k([2, 3, 5], scores, lower_is_better={"down"})
    shades = np.asarray(ax.images[0].get_array().filled(np.nan)) / 0.6
    assert shades == pytest.approx(np.array([[0, 1, 0.5], [1, 0, 0.5], [np.nan, 0, 0], [0, 0, 0]]), nan_ok=True)
    marks = {(int(x), int(y), line.get_markerfacecolor() != "none") for line in ax.lines for x, y in line.get_xydata()}
    best = {(1, 0), (0, 1), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3)}
    second = {(2, 0), (2, 1)}
    assert marks == {(*place, True) for place in best} | {(*place, False) for place in second}
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["2", "3", "5"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == list(scores)


@pytest.mark.parametrize(
    ("scores", "lower", "match"),
    [
        ({}, (), "must name rows of scores"),
        ({"up": [1, 2]}, ["down"], r"\['up'\]. Got \['down'\]"),
        ({"up": [1, 2, 3]}, (), "ks, scores must have equal lengths"),
        ({"up": [np.nan, np.nan]}, (), "Got none for 'up'"),
    ],
)
def test_criteria_by_k_that_cannot_be_drawn(scores, lower, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_criteria_by_k([2, 3], scores, lower_is_better=lower)
    assert plt.get_fignums() == []


def lengths_of(ax, kind):
    lines = np.concatenate([lines.get_segments() for lines in ax.collections if lines.get_label() == kind])
    return np.hypot(*(lines[:, 1] - lines[:, 0]).T)


def value_of_picture(name, ax, labels):
    """The criterion, from nothing but what was drawn."""
    k, n = len(set(labels)), len(labels)
    if name == "point_biserial_score":
        between, (b, _), within, (w, _) = (line.get_xdata() for line in ax.lines)
        m, s = between.size + within.size, np.std([*between, *within])
        return (b - w) / s * np.sqrt(between.size * within.size) / m
    if name == "c_index":
        largest, sum_within, smallest = (sum(bar.get_width() for bar in bars) for bars in ax.containers)
        return (sum_within - smallest) / (largest - smallest)
    if name == "ratkowsky_lance_score":
        return np.mean([np.sqrt(bar.get_width()) for bar in ax.containers[0]]) / np.sqrt(k)
    if name == "davies_bouldin_index":
        radius = {tuple(circle.center): circle.radius for circle in ax.patches}
        (worst,) = (lines.get_segments() for lines in ax.collections if lines.get_label() == "between")
        return np.mean([(radius[tuple(a)] + radius[tuple(b)]) / np.hypot(*(a - b)) for a, b in worst])
    within, between = (lengths_of(ax, kind) for kind in ("within", "between"))
    if name == "calinski_harabasz_score":
        sizes = np.concatenate([c.get_linewidths() for c in ax.collections if c.get_label() == "between"]) / 0.8
        return (sizes @ between**2 / (k - 1)) / ((within**2).sum() / (n - k))
    if name == "pbm_score":
        return (lengths_of(ax, "mean").sum() / within.sum() * between[0] / k) ** 2
    return between.mean() / within.mean() / (2 if name[6] == "3" else 1)


@pytest.mark.parametrize("name", [name for name in at.experiments.benchmark.CRITERIA[1:] if "silh" not in name])
def test_a_criterion_can_be_read_off_its_picture(name):
    ax = at.plots.plot_criterion(name, THREE, THREE_LABELS)
    expected = at.criteria.CRITERIA[name].function(THREE, THREE_LABELS)
    assert value_of_picture(name, ax, THREE_LABELS) == pytest.approx(expected)


@pytest.mark.parametrize("name", [name for name in at.experiments.benchmark.CRITERIA if "silhouette" in name])
def test_silhouettes_can_be_read_off_the_pictures_of_all_objects(name):
    scores = []
    for focus in range(len(THREE)):
        ax = at.plots.plot_criterion(name, THREE, THREE_LABELS, focus=focus)
        a, b = lengths_of(ax, "within"), lengths_of(ax, "between")
        # A line to the object itself has length 0 and does not count.
        a = a[0] if "simplified" in name else a.sum() / (a.size - 1)
        scores.append(b.mean() / (a + 1e-6) if "alternative" in name else (b.mean() - a) / max(a, b.mean()))
        plt.close("all")
    assert np.mean(scores) == pytest.approx(at.criteria.CRITERIA[name].function(THREE, THREE_LABELS))


@pytest.mark.parametrize(
    ("name", "points", "labels", "focus", "match"),
    [
        ("aucc_score", THREE, THREE_LABELS, 0, "name must be one of .* Got 'aucc_score'"),
        ("pbm_score", THREE, THREE_LABELS[1:], 0, "labels"),
        ("c_index", THREE[:, [0, 1, 1]], THREE_LABELS, 0, r"points must have shape \(n, 2\). Got shape \(10, 3\)"),
        ("davies_bouldin_index", [[0, 0], [2, 2], [0, 2], [2, 0]], [0, 0, 1, 1], 0, "two centroids coincide"),
        ("ratkowsky_lance_score", [[0, 1], [2, 1], [5, 1]], [0, 0, 1], 0, "column 1 of X does not vary"),
        ("silhouette_score", THREE, THREE_LABELS, 10, "focus must be one of the objects 0 to 9. Got 10"),
        ("silhouette_score", THREE, [*THREE_LABELS[:9], 3], 9, "Got 9, a singleton"),
    ],
)
def test_criteria_without_a_picture(name, points, labels, focus, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_criterion(name, points, labels, focus=focus)
    assert plt.get_fignums() == []


def test_groups_have_their_own_lines_and_all_points_one_more():
    x, y = [1, 2, 3, 7, 8, 9, 5], [2, 1, 0, 8, 7, 6, 5]
    ax = at.plots.plot_groups(x, y, ["b"] * 3 + ["a"] * 3 + ["alone"])
    points = [line for line in ax.lines if line.get_linestyle() == "None"]
    assert [line.get_label() for line in points] == ["b", "a", "alone"]
    assert points[1].get_xydata().tolist() == [[7, 8], [8, 7], [9, 6]]
    assert len({line.get_marker() for line in points}) == 3
    b, a, everything = (line for line in ax.lines if line.get_linestyle() != "None")
    assert b.get_xydata() == pytest.approx(np.array([[1, 2], [3, 0]]))
    assert a.get_xydata() == pytest.approx(np.array([[7, 8], [9, 6]]))
    assert a.get_color() == points[1].get_color()
    assert everything.get_linestyle() == "--"
    slope, intercept = np.polyfit(x, y, 1)
    assert everything.get_xydata() == pytest.approx(np.array([[1, intercept + slope], [9, intercept + 9 * slope]]))


def test_intervals_are_drawn_from_the_top_with_a_point_each_and_notes():
    ax = at.plots.plot_intervals({"AUCC": (1, 2, 6), "DB": (12, 12, 12)}, notes=["26 %", "0 %"])
    assert [line.get_xydata().tolist() for line in ax.lines] == [
        [[1, 0], [6, 0]],
        [[2, 0]],
        [[12, 1], [12, 1]],
        [[12, 1]],
    ]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["AUCC", "DB"]
    assert [(text.get_text(), text.get_position()[1]) for text in ax.texts] == [("26 %", 0), ("0 %", 1)]
    bottom, top = ax.get_ylim()
    assert bottom > top
    assert len(at.plots.plot_intervals({"one": (0, 0, 0)}).texts) == 0


@pytest.mark.parametrize(
    ("draw", "match"),
    [
        (lambda: at.plots.plot_groups([1, 2], [1], ["a", "a"]), "x, y, groups must have equal lengths"),
        (lambda: at.plots.plot_groups([2, 2], [1, 3], ["a", "b"]), r"x must vary\. Got 2\.0 for all"),
        (lambda: at.plots.plot_intervals({}), r"intervals must hold .* Got \{\}"),
        (lambda: at.plots.plot_intervals({"a": (1, 3, 2)}), "intervals must hold a lower end"),
        (lambda: at.plots.plot_intervals({"a": (1, 2, 3)}, notes=[]), "intervals, notes must have equal lengths"),
    ],
)
def test_groups_and_intervals_that_cannot_be_drawn(draw, match):
    with pytest.raises(ValueError, match=match):
        draw()
    assert plt.get_fignums() == []


def test_areas_left_and_right_of_aucc_balance():
    labels = np.array(["one", "two", "one", "two", "two", "six", "one", "two", "six", "two"])
    X = np.random.default_rng(0).normal(size=(10, 2)) + 2 * (labels == "one")[:, None]
    samples = at.aucc_samples(X, labels)
    aucc = at.aucc_score(X, labels)
    ax = at.plots.plot_aucc_samples(samples, labels)
    assert ax.lines[0].get_xdata() == pytest.approx([aucc, aucc])
    assert [text.get_text() for text in ax.get_yticklabels()] == ["one", "six", "two"]
    assert ax.yaxis_inverted()
    areas, heights = [], []
    for drawn, cluster in zip(ax.collections, ["one", "six", "two"], strict=True):
        x, y = drawn.get_paths()[0].vertices.T
        areas.append(((x[:-1] - aucc) * np.diff(y) + (x[1:] - x[:-1]) * np.diff(y) / 2).sum())
        heights.append(np.ptp(y))
        of_cluster = samples.share[labels == cluster]
        assert {round(value, 9) for value in x} == {round(value, 9) for value in [*of_cluster, aucc]}
    by_cluster = [samples.weight[labels == cluster].sum() for cluster in ("one", "six", "two")]
    assert np.divide(heights, sum(heights)) == pytest.approx(np.divide(by_cluster, sum(by_cluster)))
    assert np.abs(areas).min() > 0.01
    assert sum(areas) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("samples", "labels", "match"),
    [
        ([0.5] * 7, FIGURE3.labels, "samples must be what aucc_samples returns. Got list"),
        (at.aucc_samples(FIGURE3.points, FIGURE3.labels), [0, 0, 1], "samples, labels must have equal lengths"),
        (at.aucc_samples(FIGURE3.points, FIGURE3.labels), [0, 0, 0, 1, 1, 1, 1], "clusters have other sizes"),
    ],
)
def test_samples_of_other_partitions_are_refused(samples, labels, match):
    with pytest.raises(ValueError, match=match):
        at.plots.plot_aucc_samples(samples, labels)
    assert plt.get_fignums() == []


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


def as_pandas(value):
    """Arrays become Series and DataFrames, whose index is a trap for who takes it for places."""
    if isinstance(value, dict):
        return {key: as_pandas(of_key) for key, of_key in value.items()}
    if type(value) is tuple:
        return tuple(map(as_pandas, value))
    if not isinstance(value, np.ndarray):
        return value
    index = np.arange(len(value))[::-1]
    return pd.Series(value, index) if value.ndim == 1 else pd.DataFrame(value, index, list("vwxyz")[: value.shape[1]])


POINTS, LABELS, NAMES = np.array(FIGURE3.points), np.array(FIGURE3.labels), np.array(list("abcdefg"))
KS = np.array([2, 3, 5])
UP, DOWN = np.array([0.1, 0.2, 0.4]), np.array([0.9, 0.5, 0.3])


@pytest.mark.parametrize(
    ("plot", "arguments", "options"),
    [
        ("plot_points", (POINTS, LABELS), {"names": NAMES}),
        ("plot_points", (POINTS.astype(int), np.array(["one", "two"])[LABELS]), {}),
        ("plot_links", (POINTS, LABELS, 300), {"names": NAMES}),
        ("plot_criterion", ("dunn_11_score", POINTS, LABELS), {}),
        ("plot_criterion", ("c_index", POINTS, LABELS), {}),
        ("plot_groups", (UP, DOWN, np.array(["b", "a", "b"])), {}),
        ("plot_ranked_pairs", (UP, np.array([True, False, False])), {"names": np.array(["ab", "ac", "bc"])}),
        ("plot_pair_kinds", (LABELS, LABELS[::-1].copy()), {"names": NAMES}),
        ("plot_comparison_grid", (DOWN, UP[:2]), {"names": (np.array(["ab", "cd", "ef"]), np.array(["ac", "ad"]))}),
        ("plot_tie_rules", (np.array([1, 0, 1]), UP), {}),
        ("plot_partitions", (np.array([[0, 1, 0], [0, 0, 0], [0, 1, 2]]),), {}),
        ("plot_contingency", (np.array([[2, 1], [0, 3]]),), {}),
        (
            "plot_memberships",
            ({"one": np.array([7, 8]), "two": np.array([0, 7, 9])},),
            {"objects": np.array([7, 0, 8, 9]), "marked": np.array(["two"])},
        ),
        ("plot_by_k", (KS, UP), {"label": "k-means", "color": "black", "spread": (UP - 0.1, UP + 0.1)}),
        ("plot_lines_by_k", (KS, np.array([UP, DOWN])), {"bands": ((UP, DOWN),)}),
        ("plot_criteria_by_k", (KS, {"up": UP, "down": DOWN}), {"lower_is_better": np.array(["down"])}),
        ("plot_deviations", ({"up": 10 * UP, "down": DOWN},), {"ks": KS}),
        ("plot_times", (KS, UP), {"label": "pairs", "color": "black", "slope": 2}),
        ("plot_intervals", ({"one": UP, "two": DOWN[::-1].copy()},), {"notes": np.array(["26 %", "0 %"])}),
        ("plot_tie_bounds", ({"one": UP},), {}),
        ("plot_aucc_samples", (at.aucc_samples(POINTS, LABELS), LABELS), {}),
    ],
)
@pytest.mark.breadth(first_of=4)
def test_pandas_objects_are_drawn_as_arrays_are(plot, arguments, options):
    function = getattr(at.plots, plot)
    drawn = pixels(function(*arguments, **options))
    assert np.array_equal(pixels(function(*as_pandas(arguments), **as_pandas(options))), drawn)
    assert len(np.unique(drawn.reshape(-1, 4), axis=0)) > 2


@pytest.mark.parametrize(
    ("plot", "arguments", "turned"),
    [
        ("plot_points", {"points": POINTS, "labels": LABELS}, "labels"),
        ("plot_points", {"points": POINTS, "labels": list(LABELS), "names": NAMES}, "names"),
        ("plot_links", {"points": POINTS, "labels": LABELS, "threshold": 300}, "labels"),
        ("plot_criterion", {"name": "c_index", "points": POINTS, "labels": LABELS}, "labels"),
        ("plot_groups", {"x": UP, "y": DOWN, "groups": NAMES[:3]}, "groups"),
        ("plot_ranked_pairs", {"values": UP, "together": np.array([True, False, False])}, "together"),
        ("plot_pair_kinds", {"labels_true": LABELS, "labels_pred": LABELS, "names": NAMES}, "labels_pred"),
        ("plot_pair_kinds", {"labels_true": LABELS, "labels_pred": LABELS, "names": NAMES}, "names"),
    ],
)
def test_pandas_objects_in_different_orders_are_refused(plot, arguments, turned):
    given = as_pandas(arguments)
    with pytest.raises(ValueError, match=f"and {turned} must name the same objects in the same order"):
        getattr(at.plots, plot)(**(given | {turned: given[turned].sort_index()}))
    assert plt.get_fignums() == []
    getattr(at.plots, plot)(**given)
