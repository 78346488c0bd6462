"""Figures of scores: of partitions, over k, of objects and of one criterion, read off the artists that draw them."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import studies

import aucc_teach as at


@pytest.fixture(autouse=True)
def no_window():
    plt.switch_backend("agg")
    yield
    plt.close("all")


def test_line_by_k_has_its_label_and_its_spread():
    ax = at.plots.plot_by_k([2, 3], [0.9, 0.8], label="k-means", color="#D55E00", spread=([0.8, 0.7], [1, 0.9]))
    assert ax.lines[0].get_xydata().tolist() == [[2, 0.9], [3, 0.8]]
    assert (ax.lines[0].get_color(), ax.texts[0].get_text()) == ("#D55E00", "k-means")
    assert len(ax.collections) == 1


def test_times_are_drawn_on_logarithmic_scales_with_a_line_of_the_slope():
    ax = at.plots.plot_times([10, 100], [0.5, 2.0], label="pairs", color="black", slope=2)
    reference, measured = ax.lines
    assert measured.get_xydata().tolist() == [[10, 0.5], [100, 2.0]]
    (x, other), (y, end) = np.log(reference.get_xydata()).T
    assert (end - y) / (other - x) == pytest.approx(2)
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert [text.get_text() for text in ax.texts] == ["slope 2", "pairs"]
    assert len(at.plots.plot_times([1, 2], [1, 2], label="", color="black").lines) == 1


def test_measures_are_rows_from_the_top_with_one_marker_for_each_partition():
    # Also where two panels share their axis.
    _, panels = plt.subplots(1, 2, sharey=True)
    for ax in panels:
        at.plots.plot_measures({"k-means": {"ARI": 0.9, "NMI": 0.8}, "Ward": {"ARI": 0.7, "NMI": 0.6}}, ax=ax)
        drawn = {line.get_label(): (line.get_marker(), line.get_xdata().tolist()) for line in ax.lines}
        assert drawn == {"k-means": (at.plots.MARKERS[0], [0.9, 0.8]), "Ward": (at.plots.MARKERS[1], [0.7, 0.6])}
    assert [tick.get_text() for tick in panels[0].get_yticklabels()] == ["ARI", "NMI"]
    assert panels[0].yaxis_inverted()


def test_lines_by_k_are_those_of_the_data_sets_then_their_mean_then_the_bands():
    ks, lines = [2, 3, 4], [[1, 2, 3], [3, 2, 5], [2, 5, 1]]
    band = [0, 1, 0], [4, 5, 6]
    ax = at.plots.plot_lines_by_k(ks, lines, bands=[band])
    drawn = [line.get_ydata().tolist() for line in ax.lines]
    assert drawn == [*lines, [2, 3, 3], *band]
    assert all(line.get_xdata().tolist() == ks for line in ax.lines)
    one, mean, edge = ax.lines[0], ax.lines[3], ax.lines[4]
    # The mean stands out by its width and the band by its dashes, not by colour alone.
    assert mean.get_linewidth() > 2 * one.get_linewidth()
    assert (one.get_linestyle(), mean.get_linestyle(), edge.get_linestyle()) == ("-", "-", "--")
    assert one.get_color() not in (mean.get_color(), edge.get_color())


def test_deviations_beyond_the_limit_are_bold_on_grey():
    ax = at.plots.plot_deviations({"T/N": [0.44, -3.0, 3.01], "AA": [-59.4, 9.96, 2.9]}, ks=[10, 9, 2])
    shown = [text.get_text() for text in ax.texts]
    assert sorted(shown) == sorted(["T/N", "+0.4", "\u22123.0", "+3.0", "AA", "\u221259", "+10", "+2.9"])
    assert [text.get_text() for text in ax.texts if text.get_weight() == "bold"] == ["+3.0", "\u221259", "+10"]
    (image,) = ax.images
    grey = (np.asarray(image.get_array()) > 0).tolist()
    assert grey == [[False] * 3, [False, False, True], [False] * 3, [True, True, False]]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["10", "9", "2"]


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
    assert data.get_xydata().tolist() == [[2, 0.9], [3, 0.8]]
    assert (baseline.get_color(), data.get_color()) == (at.plots.TIED, at.plots.CLUSTERS[0])
    assert baseline.get_marker() != data.get_marker()
    # Two standard deviations of the sets, 0.1, on either side.
    edges = ax.collections[0].get_paths()[0].vertices
    assert [edges[edges[:, 0] == k, 1].min() for k in (2, 3)] == pytest.approx([0.4, 0.5])
    assert [edges[edges[:, 0] == k, 1].max() for k in (2, 3)] == pytest.approx([0.8, 0.9])
    assert {text.get_text() for text in ax.texts} == {"wines", "no clusters"}
    other = at.plots.plot_baseline(choice, reference="radial", color="black", ax=ax)
    assert other.lines[2].get_ydata() == pytest.approx([0.1, 0.2])
    assert other.lines[3].get_color() == "black"


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
    radial = at.plots.plot_excess(choice, reference="radial", color="black")
    assert radial.lines[-1].get_ydata().tolist() == [-1.5, 1.5]
    assert radial.lines[-2].get_xydata().tolist() == [[3.0, 1.5]]
    assert [text.get_text() for text in radial.texts] == ["data"]


def test_the_curves_of_a_choice_are_those_that_were_computed():
    X = np.vstack([THREE, THREE + np.array([20, 1])]) + np.arange(20)[:, None] / 7
    options = {"n_references": 19, "rng": 0, "references": ["radial", "normal"]}
    choice = at.calibrated_choice(X, lambda X, k: X[:, 0].argsort().argsort() * k // len(X), [2, 3, 5], **options)
    data = at.plots.plot_excess(choice, label="").lines[-1].get_ydata()
    np.testing.assert_allclose(data, choice.excess - choice.excess.mean(), atol=1e-9)
    baseline = at.plots.plot_baseline(choice, label="", reference="normal").lines[0].get_ydata()
    np.testing.assert_allclose(baseline, choice.reference_scores["normal"].mean(axis=0))


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


def test_intervals_are_drawn_from_the_top_with_a_point_each_and_notes():
    ax = at.plots.plot_intervals({"AUCC": (1, 2, 6), "DB": (12, 12, 12)}, notes=["26 %", "0 %"])
    assert [line.get_xdata().tolist() for line in ax.lines] == [[1, 6], [2], [12, 12], [12]]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["AUCC", "DB"]
    assert [text.get_text() for text in ax.texts] == ["26 %", "0 %"]
    assert ax.yaxis_inverted()
    assert len(at.plots.plot_intervals({"one": (0, 0, 0)}).texts) == 0


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
