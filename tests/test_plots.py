"""Figures: names, pandas, what is refused, and criteria that can be read off their pictures."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import studies
from conftest import ROOT

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


def pixels(ax):
    ax.figure.set_dpi(30)
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
FIGURES = [
    ("plot_points", (POINTS, LABELS), {"names": NAMES}),
    ("plot_links", (POINTS, LABELS, 300), {"names": NAMES}),
    ("plot_criterion", ("dunn_score", POINTS, LABELS), {}),
    ("plot_criterion", ("c_index", POINTS, LABELS), {}),
    ("plot_groups", (UP, DOWN, np.array(["b", "a", "b"])), {}),
    ("plot_ranked_pairs", (UP, np.array([True, False, False])), {"names": np.array(["ab", "ac", "bc"])}),
    ("plot_pair_kinds", (LABELS, LABELS[::-1].copy()), {"names": NAMES}),
    ("plot_comparison_grid", (DOWN, UP[:2]), {"names": (np.array(["ab", "cd", "ef"]), np.array(["ac", "ad"]))}),
    ("plot_tie_rules", (np.array([1, 0, 1]), UP), {}),
    ("plot_roc", ((np.array([0, 0.5, 1]), np.array([0, 1, 1.0]), DOWN),), {}),
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
]


@pytest.mark.parametrize(("plot", "arguments", "options"), FIGURES)
@pytest.mark.breadth(first_of=4)
def test_pandas_objects_are_drawn_as_arrays_are(plot, arguments, options):
    function = getattr(at.plots, plot)
    drawn = pixels(function(*arguments, **options))
    assert np.array_equal(pixels(function(*as_pandas(arguments), **as_pandas(options))), drawn)
    assert len(np.unique(drawn.reshape(-1, 4), axis=0)) > 2


SAMPLES = at.aucc_samples(POINTS, LABELS)
CURVE = at.roc_curve([1, 1, 0, 1], [4, 3, 2, 1])
PAIR_CURVE = at.pair_error_curve([0, 0, 1, 1], [[0, 0, 0, 1], [0, 0, 1, 2]])
CHOICE = at.calibrated_choice(
    POINTS, lambda X, k: X[:, 0].argsort().argsort() * k // len(X), [2, 3], n_references=19, rng=0
)
CROSS = [[0, 0], [2, 2], [0, 2], [2, 0]]
STYLE = {"label": "", "color": "black"}


@pytest.mark.parametrize(
    ("plot", "arguments", "options", "match"),
    [
        ("plot_links", ([[0, 0], [3, 4]] * 2, [0, 1], 10), {}, r"shape \(2, 2\)"),
        ("plot_mirrored_roc", (CURVE, at.roc_curve([0, 1, 0, 0], [4, 3, 2, 1])), {}, "mirror images in the diagonal"),
        ("plot_pair_error_curve", (PAIR_CURVE._replace(e1=[0]),), STYLE, "n_clusters, e1, e2 must have equal lengths"),
        ("plot_partitions", ([],), {}, r"same objects. Got lengths \[\]"),
        ("plot_memberships", ({},), {}, "at least one cluster"),
        ("plot_lines_by_k", ([2, 3], [1, 2]), {}, r"2-dimensional, a row for each data set. .* of shape \(2,\)"),
        ("plot_baseline", (CHOICE,), {"reference": "normal"}, r"one of \['box', 'radial'\], .* Got 'normal'"),
        ("plot_intervals", ({},), {}, r"intervals must hold .* Got \{\}"),
        ("plot_aucc_samples", ([0.5] * 7, LABELS), {}, "samples must be what aucc_samples returns. Got list"),
        ("plot_aucc_samples", (SAMPLES, [0, 0, 0, 1, 1, 1, 1]), {}, "clusters have other sizes"),
        ("plot_criterion", ("aucc_score", POINTS, LABELS), {}, "name must be one of .* Got 'aucc_score'"),
        ("plot_criterion", ("c_index", POINTS[:, [0, 1, 1]], LABELS), {}, r"shape \(n, 2\). Got shape \(7, 3\)"),
        ("plot_criterion", ("davies_bouldin_index", CROSS, [0, 0, 1, 1]), {}, "two centroids coincide"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_any_work(plot, arguments, options, match):
    with pytest.raises(ValueError, match=match):
        getattr(at.plots, plot)(*arguments, **options)
    assert plt.get_fignums() == []


MORE = [
    ("plot_mirrored_roc", (CURVE, at.roc_curve([0, 0, 1, 0], [4, 3, 2, 1])), {}),
    ("plot_pair_error_curve", (PAIR_CURVE,), STYLE),
    ("plot_baseline", (CHOICE,), {}),
    ("plot_excess", (CHOICE,), {}),
    ("plot_measures", ({"a": {"ARI": 1}},), {}),
]
DRAWN = {name: call for name, *call in FIGURES + MORE}


@pytest.mark.parametrize("name", [name for name in at.plots.__all__ if name.startswith("plot_")])
def test_every_figure_takes_an_axes_and_gives_it_back(name):
    _, ax = plt.subplots()
    arguments, options = DRAWN[name]
    assert getattr(at.plots, name)(*arguments, **options, ax=ax) is ax


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


THREE = np.array([[0, 0], [2, 3], [6, 3], [9, 1], [12, 0], [13, 3], [10, 4], [4, 9], [8, 9], [6, 11]])
THREE_LABELS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


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
