"""What the figures show, read off the artists that draw it."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgba

import aucc_teach as at

FIGURE3 = at.datasets.load_figure3()


@pytest.fixture(autouse=True)
def no_window():
    plt.switch_backend("agg")
    yield
    plt.close("all")


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


def test_each_half_of_a_pairs_square_shows_the_verdict_of_one_partition():
    labels_true, labels_pred = [0, 0, 0, 1], [0, 0, 1, 1]
    ax = at.plots.plot_pair_kinds(labels_true, labels_pred, names="abcd")
    halves = {}
    for patch in ax.patches:
        x, y = patch.get_xy()[:-1].T
        i, j = round((x.min() + x.max()) / 2), round((y.min() + y.max()) / 2)
        upper = y.mean() < j  # the y axis points down
        halves[i, j, upper] = patch.get_facecolor()
    assert len(halves) == 2 * 6
    for (i, j, upper), color in halves.items():
        labels = labels_true if upper else labels_pred
        assert color == to_rgba(at.plots.WITHIN if labels[i] == labels[j] else at.plots.BETWEEN)
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
    assert ax.texts[0].xy == pytest.approx((np.sqrt(1000), 0.2))
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
    assert len({line.get_color() for line in (one, mean, edge)}) == 3


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
