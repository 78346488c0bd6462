"""Draw a clustering in four panels."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Rectangle
from scipy.spatial.distance import squareform

from aucc_report._components import draw_components, middles_of
from aucc_report.lab._analysis import Analysis
from aucc_teach import plots
from aucc_teach.roc import RocCurve

_WIDE = 7  # inches
_STEPS = 500  # on each axis of the ROC curve, more than a panel has pixels


def plot_analysis(analysis, *, figure=None):
    """Draw a clustering in four panels: points, distances, ROC curve of the pairs, AUCC and its baseline.

    Parameters
    ----------
    analysis : Analysis
        From :func:`analyse`.
    figure : matplotlib.figure.Figure, optional
        Where to draw; by default a new figure with the panels below each other. In one of 7 inches or more they stand
        two by two.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, with four Axes.

    Raises
    ------
    ValueError
        If this is no analysis.

    Examples
    --------
    >>> import aucc_report
    >>> figure = aucc_report.lab.plot_analysis(aucc_report.lab.analyse(aucc_report.bundled_table("iris")))
    >>> len(figure.axes)
    4
    """
    if not isinstance(analysis, Analysis):
        raise ValueError(f"analysis must come from analyse(). Got {type(analysis).__name__}.")
    if figure is None:
        figure = plt.figure(figsize=(4.4, 14), layout="constrained")
    if figure.get_figwidth() < _WIDE:
        panels = figure.subplots(4, 1, height_ratios=[3, 4, 4, 2])
    else:
        panels = figure.subplots(2, 2).ravel()
    for draw, ax in zip((_draw_points, _draw_distances, _draw_roc, _draw_baseline), panels, strict=True):
        draw(analysis, ax)
        ax.spines[["top", "right"]].set_visible(False)
    return figure


def _draw_points(analysis, ax):
    places, parts = analysis.components
    middles = middles_of(places, analysis.labels)
    draw_components(ax, places, parts, analysis.labels, middles, second="Principal component 2")
    ax.set_title("Points, by cluster")


def _draw_distances(analysis, ax):
    square = squareform(analysis.dissimilarities)
    same = analysis.labels[:, None] == analysis.labels
    to_own = (square * same).sum(axis=1) / same.sum(axis=1)
    order = np.lexsort((to_own, analysis.labels))
    ax.imshow(square[np.ix_(order, order)], cmap="Greys_r", aspect="equal", interpolation="nearest")
    sizes = np.bincount(analysis.labels)
    starts = np.cumsum(sizes) - sizes
    for start, size in zip(starts, sizes, strict=True):
        square_of_cluster = Rectangle((start - 0.5, start - 0.5), size, size, fill=False, color=plots.WITHIN)
        square_of_cluster.set_linewidth(1.6)
        ax.add_patch(square_of_cluster)
    wide = sizes >= 0.04 * sizes.sum()  # numbers of narrow clusters would overlap
    numbers = np.flatnonzero(wide) + 1
    ax.set_xticks((starts + sizes / 2 - 0.5)[wide], numbers)
    ax.set_yticks((starts + sizes / 2 - 0.5)[wide], numbers)
    ax.tick_params(length=0)
    ax.set(title="Distances: dark is close", xlabel="Cluster", ylabel="Cluster")


def _draw_roc(analysis, ax):
    curve = analysis.curve
    # Half a million steps are slow to draw, and a few hundred look the same.
    cells = np.floor(curve.fpr * _STEPS) * (_STEPS + 1) + np.floor(curve.tpr * _STEPS)
    kept = np.append(np.flatnonzero(np.diff(cells, prepend=-1)), cells.size - 1)
    plots.plot_roc(RocCurve(*(values[kept] for values in curve)), ax=ax)
    ax.texts[-1].set_text(f"area {analysis.aucc:.3f}")  # the area under all steps
    ax.set_title("ROC curve of the pairs")


def _draw_baseline(analysis, ax):
    low = min(0.45, analysis.aucc - 0.03)
    if analysis.baseline is not None:
        mean, spread = analysis.baseline, 2 * analysis.baseline_std
        ax.plot([mean - spread, mean + spread], [0, 0], color=plots.TIED, linewidth=8, alpha=0.5)
        ax.plot(mean, 0, "s", color=plots.TIED, markersize=8)
        low = min(low, mean - spread - 0.03)
    ax.plot(analysis.aucc, 1, "o", color=plots.WITHIN, markersize=10)
    ax.axvline(0.5, linestyle="--", color=plots.TIED, linewidth=1.2)
    baseline = "not computed" if analysis.baseline is None else f"{analysis.baseline:.3f}"
    ax.set_yticks([0, 1], [f"{baseline}\nno clusters", f"{analysis.aucc:.3f}\nthese data"])
    ax.set(xlim=(low, 1.01), ylim=(-0.6, 1.6), title="AUCC and its baseline")
    ax.set_xlabel("AUCC (higher is better)")
