"""Figures of scores: of partitions, over k, of objects and of one criterion, read off the artists that draw them."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import studies

import aucc_teach as at

FIGURE3 = at.datasets.load_figure3()


@pytest.fixture(autouse=True)
def no_window():
    plt.switch_backend("agg")
    yield
    plt.close("all")


def test_line_by_k_has_its_label_at_the_last_point():
    ax = at.plots.plot_by_k(
        [2, 3], [0.9, 0.8], label="k-means", color=at.plots.CLUSTERS[0], spread=([0.8, 0.7], [1, 0.9])
    )
    assert ax.lines[0].get_xydata().tolist() == [[2, 0.9], [3, 0.8]]
    assert (ax.texts[0].get_text(), ax.texts[0].xy) == ("k-means", (3, 0.8))
    assert len(ax.collections) == 1


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


def test_baseline_is_a_grey_line_with_a_band_below_the_data():
    choice = choice_by_hand()
    ax = at.plots.plot_baseline(choice, label="wines")
    baseline, data = ax.lines
    assert baseline.get_ydata() == pytest.approx([0.6, 0.7])
    assert data.get_ydata().tolist() == [0.9, 0.8]
    assert data.get_xdata().tolist() == [2, 3]
    assert (baseline.get_color(), data.get_color()) == (at.plots.TIED, at.plots.CLUSTERS[0])
    assert baseline.get_marker() != data.get_marker()
    # Two standard deviations of the sets, 0.1, on either side.
    edges = ax.collections[0].get_paths()[0].vertices
    assert [edges[edges[:, 0] == k, 1].min() for k in (2, 3)] == pytest.approx([0.4, 0.5])
    assert [edges[edges[:, 0] == k, 1].max() for k in (2, 3)] == pytest.approx([0.8, 0.9])
    labels = {text.get_text(): text.xyann[1] for text in ax.texts}
    assert labels["wines"] > 0 > labels["no clusters"]
    below = at.plots.plot_baseline(choice._replace(scores=np.array([0.9, 0.69])), label="wines")
    labels = {text.get_text(): text.xyann[1] for text in below.texts}
    assert labels["wines"] < 0 < labels["no clusters"]
    other = at.plots.plot_baseline(choice, label="wines", reference="radial", color="black", ax=below)
    assert other is below
    assert [line.get_ydata().tolist() for line in other.lines[2:]] == [pytest.approx([0.1, 0.2]), [0.9, 0.8]]
    assert other.lines[3].get_color() == "black"


@pytest.mark.parametrize("plot", ["plot_baseline", "plot_excess"])
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
    baseline = at.plots.plot_baseline(choice, label="", reference="normal").lines[0].get_ydata()
    np.testing.assert_allclose(baseline, choice.reference_scores["normal"].mean(axis=0))


@pytest.mark.parametrize("plot", ["plot_baseline", "plot_excess"])
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
        ends = [tuple(sorted(map(tuple, line))) for line in worst]
        assert len(set(ends)) == len(ends)  # a dashed line that is drawn there and back looks solid
        ratios = {pair: sum(radius[end] for end in pair) / np.hypot(*np.subtract(*pair)) for pair in ends}
        return np.mean([max(ratio for pair, ratio in ratios.items() if centre in pair) for centre in radius])
    within, between = (lengths_of(ax, kind) for kind in ("within", "between"))
    if name == "calinski_harabasz_score":
        sizes = np.concatenate([c.get_linewidths() for c in ax.collections if c.get_label() == "between"]) / 0.8
        return (sizes @ between**2 / (k - 1)) / ((within**2).sum() / (n - k))
    if name == "pbm_score":
        return (lengths_of(ax, "mean").sum() / within.sum() * between[0] / k) ** 2
    return between.mean() / within.mean() / (2 if name[6] == "3" else 1)


@pytest.mark.parametrize("name", [name for name in studies.benchmark.CRITERIA[1:] if "silh" not in name])
def test_a_criterion_can_be_read_off_its_picture(name):
    ax = at.plots.plot_criterion(name, THREE, THREE_LABELS)
    expected = at.criteria.CRITERIA[name].function(THREE, THREE_LABELS)
    assert value_of_picture(name, ax, THREE_LABELS) == pytest.approx(expected)


@pytest.mark.parametrize("name", [name for name in studies.benchmark.CRITERIA if "silhouette" in name])
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
        of_cluster = samples.proportion[labels == cluster]
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
