"""What holds for all figures: names, colours, pandas; and points in the plane."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from matplotlib.colors import to_rgb, to_rgba_array
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
        ("plot_lines_by_k", ([2, 3], [[1, 2], [2, 1]]), {"bands": [([0, 0], [3, 3])]}),
        ("plot_criteria_by_k", ([2, 3, 4], {"up": [1, 2, 3]}), {}),
        ("plot_tie_bounds", ({"one": (1, 2, 3)},), {}),
        ("plot_contingency", ([[2, 1], [0, 3]],), {"matched": [(0, 0), (1, 1)]}),
        ("plot_aucc_samples", (at.aucc_samples(FIGURE3.points, FIGURE3.labels), FIGURE3.labels), {}),
    ],
)
def test_blue_and_orange_are_left_to_within_and_between(plot, arguments, options):
    drawn = colours_of(getattr(at.plots, plot)(*arguments, **options))
    assert (0, 0, 0) in drawn
    assert not {to_rgb(at.plots.WITHIN), to_rgb(at.plots.BETWEEN)} & drawn


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
    ("plot_criterion", ("dunn_11_score", POINTS, LABELS), {}),
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


@pytest.mark.parametrize(
    ("plot", "arguments", "turned"),
    [
        ("plot_points", {"points": POINTS, "labels": LABELS}, "labels"),
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
        ("plot_points", ([[0, 0], [1, 1]], [0, 1, 1]), {}, "shape"),
        ("plot_links", ([[0, 0], [3, 4]] * 2, [0, 1], 10), {}, r"shape \(2, 2\)"),
        ("plot_groups", ([1, 2], [1], ["a", "a"]), {}, "x, y, groups must have equal lengths"),
        ("plot_ranked_pairs", ([0.1, 0.2], [True]), {}, "equal lengths"),
        ("plot_pair_kinds", ([0, 1, 1], [0, 1]), {"names": "abc"}, "same objects"),
        ("plot_comparison_grid", ([], [1]), {}, "within must be"),
        ("plot_mirrored_roc", (CURVE, at.roc_curve([0, 1, 0, 0], [4, 3, 2, 1])), {}, "mirror images in the diagonal"),
        ("plot_pair_error_curve", (PAIR_CURVE._replace(e1=[0]),), STYLE, "n_clusters, e1, e2 must have equal lengths"),
        ("plot_partitions", ([],), {}, r"same objects. Got lengths \[\]"),
        ("plot_contingency", ([1, 2],), {}, r"2-dimensional.*\(2,\)"),
        ("plot_memberships", ({},), {}, "at least one cluster"),
        ("plot_by_k", ([2, 3], [0.9]), STYLE, "ks, scores"),
        ("plot_lines_by_k", ([2, 3], [1, 2]), {}, r"2-dimensional, a row for each data set. .* of shape \(2,\)"),
        ("plot_deviations", ({},), {"ks": [3, 2]}, "at least one row"),
        ("plot_criteria_by_k", ([2, 3], {}), {}, "must name rows of scores"),
        ("plot_baseline", (CHOICE,), {"reference": "normal"}, r"one of \['box', 'radial'\], .* Got 'normal'"),
        ("plot_excess", (CHOICE,), {"reference": "normal"}, r"one of \['box', 'radial'\], .* Got 'normal'"),
        ("plot_times", ([1, 2], [0.1]), STYLE, "sizes, seconds"),
        ("plot_measures", ({},), {}, "same measures"),
        ("plot_tie_bounds", ({},), {}, "at least one"),
        ("plot_intervals", ({},), {}, r"intervals must hold .* Got \{\}"),
        ("plot_aucc_samples", ([0.5] * 7, LABELS), {}, "samples must be what aucc_samples returns. Got list"),
        ("plot_aucc_samples", (SAMPLES, [0, 0, 1]), {}, "samples, labels must have equal lengths"),
        ("plot_aucc_samples", (SAMPLES, [0, 0, 0, 1, 1, 1, 1]), {}, "clusters have other sizes"),
        ("plot_criterion", ("aucc_score", POINTS, LABELS), {}, "name must be one of .* Got 'aucc_score'"),
        ("plot_criterion", ("pbm_score", POINTS, LABELS[1:]), {}, "labels"),
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
