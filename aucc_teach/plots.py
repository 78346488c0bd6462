"""The figures of the chapters: every function draws on one Axes and returns it.

Within pairs have one colour, between pairs another, ties are grey, in figures and demos alike; shape carries the
same information as colour.
"""

from collections import Counter
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator
from matplotlib_inline.backend_inline import set_matplotlib_formats
from scipy.spatial.distance import cdist, pdist

from aucc_teach._validation import (
    check_choice,
    check_equal_lengths,
    check_integer,
    check_labels,
    check_two_labels,
)
from aucc_teach.criteria import CRITERIA
from aucc_teach.pairs import co_membership
from aucc_teach.roc import roc_curve

WITHIN = "#0072B2"
BETWEEN = "#D55E00"
TIED = "#767676"
CLUSTERS = ("#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5D3A9B", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P")  # as in the demos

# What two partitions say of a pair (together in the first, together in the second), and its kind.
_KINDS = {(True, True): "tp", (True, False): "fn", (False, True): "fp", (False, False): "tn"}
# Widest first: where paths coincide, each of the three can be seen.
_RULE_STYLES = {
    "optimistic": {"color": CLUSTERS[4], "linestyle": (0, (4, 2)), "linewidth": 2.4},
    "diagonal": {"color": WITHIN},
    "pessimistic": {"color": BETWEEN, "linestyle": (0, (1, 1.2)), "linewidth": 2.2},
}
_CELLS_WITH_SIGNS = 240  # more signs than this could not be read
_PLATE = {"boxstyle": "round,pad=0.15", "facecolor": "white", "linewidth": 0}

_STYLE = {
    "figure.figsize": (6.4, 4.0),
    "figure.dpi": 100,
    "figure.constrained_layout.use": True,
    "font.size": 10,
    "axes.labelsize": 10,
    "axes.titlesize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "legend.fontsize": 9,
    "lines.linewidth": 1.8,
}


def use_style():
    """Set the look of the book's figures for this session.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.plots.use_style()
    """
    plt.rcParams.update(_STYLE)
    set_matplotlib_formats("retina")


def plot_points(points, labels, *, names=None, ax=None):
    """Draw points in the plane, each cluster with its own colour and marker.

    Parameters
    ----------
    points : array-like of shape (n, 2)
        Coordinates.
    labels : array-like of shape (n,)
        Cluster of each point. Colours and markers repeat after six clusters.
    names : sequence of str, optional
        A name to write beside each point.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes, with equal scales on both axes.

    Raises
    ------
    ValueError
        If points, labels and names do not match.

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> ax = at.plots.plot_points(figure3.points, figure3.labels, names=figure3.names)
    """
    points = np.asarray(points)
    codes, sizes = check_labels(labels)
    if points.shape != (codes.size, 2):
        raise ValueError(f"points must have shape ({codes.size}, 2), one row per label. Got shape {points.shape}.")
    check_equal_lengths(points=points, names=points if names is None else names)
    ax = _axes(ax)
    for cluster in range(sizes.size):
        x, y = points[codes == cluster].T
        color, marker = CLUSTERS[cluster % len(CLUSTERS)], MARKERS[cluster % len(MARKERS)]
        ax.scatter(x, y, s=42, color=color, marker=marker, edgecolor="white", linewidth=0.6, zorder=3)
    for name, point in zip(names or (), points, strict=names is not None):
        ax.annotate(name, point, xytext=(7, 3), textcoords="offset points")
    ax.set_aspect("equal")
    ax.margins(0.1)
    return ax


def plot_ranked_pairs(values, together, *, names=None, ax=None):
    """Draw all pairs in a row, the most similar first: within pairs above the line, between pairs below.

    Parameters
    ----------
    values : array-like of shape (m,)
        Similarity of each pair.
    together : array-like of bool, shape (m,)
        Whether the pair is within a cluster.
    names : sequence of str, optional
        A name to write beside each pair.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes; x is the place in the order.

    Raises
    ------
    ValueError
        If values, together and names differ in length.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_ranked_pairs([0.9, 0.2, 0.1], [True, False, False], names=["ab", "ac", "bc"])
    """
    check_equal_lengths(values=values, together=together, names=values if names is None else names)
    ax = _axes(ax)
    values, together = np.asarray(values), np.asarray(together, dtype=bool)
    order = np.argsort(-values, kind="stable")
    place = np.arange(1, values.size + 1)
    for kind, height, color, marker, text in (
        (True, 1, WITHIN, "o", "within a cluster"),
        (False, -1, BETWEEN, "s", "between clusters"),
    ):
        x = place[together[order] == kind]
        ax.vlines(x, 0, height, color=color, linewidth=2)
        ax.plot(x, np.full(x.size, height), marker, color=color, markersize=6)
        ax.text(0.2, 1.75 * height, text, color=color, va="center", ha="left", weight="bold")
        if names is not None:
            for i in x:
                ax.annotate(
                    names[order[i - 1]],
                    (i, height),
                    xytext=(0, 7 * height),
                    textcoords="offset points",
                    ha="center",
                    va="bottom" if kind else "top",
                    fontsize=9,
                )
    ax.axhline(0, color="black", linewidth=0.8)
    ax.set(ylim=(-2.1, 2.1), xlim=(0, values.size + 1), yticks=[], xlabel="Pairs, the most similar first")
    ax.spines["left"].set_visible(False)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def plot_roc(curve, *, ax=None):
    """Draw a ROC curve on the unit square, with the area under it filled and the chance diagonal dashed.

    Parameters
    ----------
    curve : aucc_teach.RocCurve
        What to draw.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_roc(at.roc_curve([1, 0, 1, 0], [4, 3, 2, 1]))
    """
    ax = _axes(ax, figsize=(4.6, 4.6))
    ax.fill_between(curve.fpr, curve.tpr, color=WITHIN, alpha=0.12, linewidth=0)
    ax.plot([0, 1], [0, 1], "--", color=TIED, linewidth=1.2)
    ax.plot(curve.fpr, curve.tpr, color=WITHIN)
    ax.text(0.97, 0.05, f"area {curve.auc:.3f}", ha="right", fontsize=11)
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    ax.set(xlabel="Share of between pairs passed", ylabel="Share of within pairs passed")
    return ax


def plot_tie_rules(y_true, y_score, *, ax=None):
    """Draw the ROC curve of scored items under all three tie rules, with the room between them in grey.

    Parameters
    ----------
    y_true : array-like of shape (m,)
        Class of each item, 1 (positive) or 0 (negative).
    y_score : array-like of shape (m,)
        Score of each item; a higher score speaks for the positive class.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes; the legend names each rule and the area under its path.

    Raises
    ------
    ValueError
        As :func:`aucc_teach.roc_curve`.

    Examples
    --------
    >>> import aucc_teach as at
    >>> tied = at.datasets.load_tied_scores()
    >>> ax = at.plots.plot_tie_rules(tied.y_true, tied.y_score)
    """
    curves = {rule: roc_curve(y_true, y_score, ties=rule) for rule in _RULE_STYLES}
    ax = _axes(ax, figsize=(4.6, 4.6))
    highest, lowest = curves["optimistic"], curves["pessimistic"]
    # Both paths meet after every group of ties, so that one polygon covers the rectangle of each group.
    x, y = np.append(highest.fpr, lowest.fpr[::-1]), np.append(highest.tpr, lowest.tpr[::-1])
    ax.add_patch(Polygon(np.column_stack([x, y]), closed=True, facecolor=TIED, alpha=0.3, linewidth=0))
    ax.plot([0, 1], [0, 1], "--", color=TIED, linewidth=1.2)
    for rule, curve in curves.items():
        ax.plot(curve.fpr, curve.tpr, label=f"{rule} {curve.auc:.3f}", **_RULE_STYLES[rule])
    ax.legend(loc="lower right", frameon=False, title="Area by tie rule", alignment="left")
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    ax.set(xlabel="Share of negatives passed", ylabel="Share of positives passed")
    return ax


def plot_tie_bounds(bounds, *, ax=None):
    """Draw how much ties matter: a bar from the pessimistic to the optimistic score, a marker at the diagonal one.

    Parameters
    ----------
    bounds : dict of str to tuple of three float
        For each name the score under the pessimistic, the diagonal and the optimistic rule, in this order.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes: scores to the right, names from the top.

    Raises
    ------
    ValueError
        If there is nothing to draw, or three scores are not in rising order.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_tie_bounds({"Table 1": (7 / 9, 8 / 9, 1)})
    """
    if not bounds:
        raise ValueError("bounds must hold at least one name with its three scores. Got none.")
    for name, scores in bounds.items():
        if len(scores) != 3 or sorted(scores) != list(scores):
            raise ValueError(f"bounds must be (pessimistic, diagonal, optimistic), rising. Got {scores} for {name!r}.")
    ax = _axes(ax, figsize=(6.4, 0.5 * len(bounds) + 1))
    rows = np.arange(len(bounds))
    lowest, middle, highest = np.array(list(bounds.values())).T
    ax.hlines(rows, lowest, highest, color=TIED, alpha=0.5, linewidth=9)
    ax.plot(middle, rows, "o", color=WITHIN, markersize=6)
    ax.set_yticks(rows, list(bounds))
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel("AUCC (higher is better)")
    return ax


def plot_links(points, labels, threshold, *, names=None, ax=None):
    """Draw points in the plane, with a line between any two that are no farther apart than a threshold.

    Parameters
    ----------
    points : array-like of shape (n, 2)
        Coordinates.
    labels : array-like of shape (n,)
        Cluster of each point.
    threshold : float
        Largest Euclidean distance that is linked. Links within clusters are solid, links between clusters dashed.
    names : sequence of str, optional
        A name to write beside each point.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes, with equal scales on both axes.

    Raises
    ------
    ValueError
        If points, labels and names do not match.

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> ax = at.plots.plot_links(figure3.points, figure3.labels, 300)
    """
    ax = plot_points(points, labels, names=names, ax=ax)
    points = np.asarray(points)
    first, second = np.triu_indices(len(points), 1)
    linked = np.hypot(*(points[first] - points[second]).T) <= threshold
    together = co_membership(labels)
    for kind, color, style in ((together, WITHIN, "-"), (~together, BETWEEN, (0, (3, 2)))):
        ends = np.stack([points[first[linked & kind]], points[second[linked & kind]]], axis=1)
        ax.add_collection(LineCollection(ends, color=color, linestyle=style, linewidth=1.6, zorder=2))
    return ax


def plot_by_k(ks, scores, *, label, color, marker="o", spread=None, label_shift=0, ax=None):
    """Draw a score against the number of clusters, with its label at the right end of the line.

    Parameters
    ----------
    ks : sequence of int
        Numbers of clusters.
    scores : array-like of shape (len(ks),)
        Score for each.
    label : str
        Written beside the last point.
    color : str
        Colour of line, markers and label.
    marker : str, default="o"
        Marker of Matplotlib.
    spread : tuple of two array-like, optional
        Lower and upper edge of a band around the line.
    label_shift : float, default=0
        How far to move the label up, in points, where two lines end close together.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If ks and scores differ in length.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_by_k([2, 3, 4], [0.9, 0.8, 0.7], label="k-means", color=at.plots.CLUSTERS[0])
    """
    check_equal_lengths(ks=ks, scores=scores)
    ax = _axes(ax)
    if spread is not None:
        ax.fill_between(ks, *spread, color=color, alpha=0.2, linewidth=0)
    ax.plot(ks, scores, color=color, marker=marker, markersize=5)
    ax.annotate(
        label, (ks[-1], scores[-1]), xytext=(7, label_shift), textcoords="offset points", color=color, va="center"
    )
    ax.set_xlabel("Number of clusters k")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def plot_pair_kinds(labels_true, labels_pred, *, names, ax=None):
    """Draw every pair of objects as a square that says where two partitions put it.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects.
    names : sequence of str
        A name for each object.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes. The square of the pair (i, j), i < j, has its centre at (i, j). Its upper half has the colour of the
        first partition's verdict and its lower half that of the second one's; the kind (tp, fn, fp, tn) is written
        on it.

    Raises
    ------
    ValueError
        If the labels or the names differ in length.

    Examples
    --------
    >>> import aucc_teach as at
    >>> rand = at.datasets.load_rand_points()
    >>> ax = at.plots.plot_pair_kinds(rand.labels_true, rand.labels_pred, names=rand.names)
    """
    codes_true, codes_pred = check_two_labels(labels_true, labels_pred)
    check_equal_lengths(labels_true=codes_true, names=names)
    ax = _axes(ax, figsize=(4.6, 4.6))
    n = codes_true.size
    for i in range(n - 1):
        for j in range(i + 1, n):
            verdicts = bool(codes_true[i] == codes_true[j]), bool(codes_pred[i] == codes_pred[j])
            for together, edge in zip(verdicts, (-0.46, 0.46), strict=True):
                # From the lower left corner to the upper right one; y grows downwards.
                half = [(i - 0.46, j + 0.46), (i + edge, j + edge), (i + 0.46, j - 0.46)]
                ax.add_patch(Polygon(half, closed=True, linewidth=0, facecolor=WITHIN if together else BETWEEN))
            ax.text(i, j, _KINDS[verdicts], ha="center", va="center", fontsize=9, bbox=_PLATE)
    ax.set(xlim=(-0.6, n - 1.4), ylim=(n - 0.4, 0.4), aspect="equal")
    ax.set_xticks(range(n - 1), names[:-1])
    ax.set_yticks(range(1, n), names[1:])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    halves = ("upper half: first partition", "black"), ("lower half: second partition", "black")
    key = *halves, ("together", WITHIN), ("apart", BETWEEN)
    for line, (text, color) in enumerate(key):
        ax.text(0.99, 0.98 - 0.06 * line, text, color=color, transform=ax.transAxes, ha="right", va="top")
    return ax


def plot_times(sizes, seconds, *, label, color, marker="o", slope=None, ax=None):
    """Draw running times against the size of the input, both on logarithmic scales.

    Parameters
    ----------
    sizes : sequence of int
        Sizes of the input, in increasing order.
    seconds : sequence of float
        Running time for each size.
    label : str
        Written beside the last point.
    color : str
        Colour of line, markers and label.
    marker : str, default="o"
        Marker of Matplotlib.
    slope : float, optional
        Also draw a dashed line of this slope through the last point: 1 for a time that grows like the size, 2 for
        one that grows like its square.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If sizes and seconds differ in length.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_times([10, 100], [0.001, 0.1], label="pairs", color=at.plots.CLUSTERS[0], slope=2)
    """
    check_equal_lengths(sizes=sizes, seconds=seconds)
    ax = _axes(ax)
    if slope is not None:
        # For small inputs the fixed cost of a call hides the slope: the line spans the upper half of the scale.
        x = np.array([np.sqrt(sizes[0] * sizes[-1]), sizes[-1]])
        y = seconds[-1] * (x / x[-1]) ** slope
        ax.plot(x, y, "--", color=TIED, linewidth=1.2)
        offset = {"xytext": (2, -3), "textcoords": "offset points", "va": "top"}
        ax.annotate(f"slope {slope:g}", (x[0], y[0]), color=TIED, fontsize=9, **offset)
    ax.plot(sizes, seconds, color=color, marker=marker, markersize=5)
    ax.annotate(label, (sizes[-1], seconds[-1]), xytext=(7, 0), textcoords="offset points", color=color, va="center")
    ax.set(xscale="log", yscale="log", ylabel="Seconds (lower is better)")
    return ax


def plot_contingency(table, *, matched=(), ax=None):
    """Draw a contingency table: the darker a cell, the more objects; matched cells are framed.

    Parameters
    ----------
    table : array-like of shape (k_true, k_pred)
        Objects that each cluster of the first partition (rows) shares with each cluster of the second (columns).
    matched : sequence of pairs of int, default=()
        Row and column, from 0, of each cell to frame.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes. Rows are numbered 1, 2, ... from the top, columns A, B, ... from the left.

    Raises
    ------
    ValueError
        If the table is not 2-dimensional, or a matched cell lies outside.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_contingency([[2, 1, 0], [0, 2, 1]], matched=[(0, 0), (1, 1)])
    """
    table = np.asarray(table)
    if table.ndim != 2:
        raise ValueError(f"table must be 2-dimensional. Got an array of shape {table.shape}.")
    n_rows, n_columns = table.shape
    for i, j in matched:
        if not (0 <= i < n_rows and 0 <= j < n_columns):
            raise ValueError(f"matched cells must lie in a table of shape {table.shape}. Got {(i, j)}.")
    ax = _axes(ax, figsize=(0.9 * n_columns + 1, 0.9 * n_rows + 0.7))
    # From white half way to black, so that dark text stays legible on every cell.
    ax.imshow(table, cmap="Greys", vmin=0, vmax=2.2 * max(table.max(), 1))
    for (i, j), count in np.ndenumerate(table):
        framed = (i, j) in matched
        ax.text(j, i, count, ha="center", va="center", color="black", weight="bold" if framed else "normal")
        if framed:
            ax.add_patch(plt.Rectangle((j - 0.46, i - 0.46), 0.92, 0.92, fill=False, edgecolor=WITHIN, linewidth=2.5))
    ax.set_xticks(range(n_columns), [chr(ord("A") + j) for j in range(n_columns)])
    ax.set_yticks(range(n_rows), range(1, n_rows + 1))
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    return ax


def plot_measures(scores, *, ax=None):
    """Draw what several measures say about several partitions: one row of markers for each measure.

    Parameters
    ----------
    scores : dict of str to dict of str to float
        For the name of each partition, its score by the name of each measure; the measures must be the same.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes: scores to the right, measures from the top, one colour and marker for each partition.

    Raises
    ------
    ValueError
        If there is nothing to draw, or the partitions are not scored by the same measures.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_measures({"k-means": {"ARI": 0.9, "NMI": 0.88}, "Ward": {"ARI": 0.8, "NMI": 0.79}})
    """
    names = [list(of_partition) for of_partition in scores.values()]
    if not names or any(name != names[0] for name in names):
        raise ValueError(f"every partition must be scored by the same measures. Got {names}.")
    ax = _axes(ax)
    rows = np.arange(len(names[0]))
    for position, (partition, of_partition) in enumerate(scores.items()):
        color, marker = CLUSTERS[position % len(CLUSTERS)], MARKERS[position % len(MARKERS)]
        ax.plot(list(of_partition.values()), rows, marker, color=color, markersize=6, label=partition)
    ax.set_yticks(rows, names[0])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.grid(axis="y", color="#DDDDDD", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel("Score (higher is better)")
    return ax


def plot_lines_by_k(ks, lines, *, bands=(), ax=None):
    """Draw one thin line for each data set against the number of clusters, and their mean in black.

    Parameters
    ----------
    ks : sequence of int
        Numbers of clusters.
    lines : array-like of shape (n_data_sets, len(ks))
        Score for each data set and number of clusters.
    bands : sequence of tuples of two array-like, default=()
        Lower and upper edge of each band to draw over the lines, dashed.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes. Its lines are those of the data sets in their order, then their mean, then the edges of the bands.

    Raises
    ------
    ValueError
        If the lines or the edges of a band do not have one score for each number of clusters.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_lines_by_k([2, 3, 4], [[1, 2, 3], [2, 2, 2]], bands=[([0, 0, 0], [4, 4, 4])])
    """
    lines = np.asarray(lines)
    if lines.ndim != 2 or not lines.size:
        raise ValueError(f"lines must be 2-dimensional, a row for each data set. Got an array of shape {lines.shape}.")
    check_equal_lengths(ks=ks, scores=lines[0])
    for lower, upper in bands:
        check_equal_lengths(ks=ks, lower=lower, upper=upper)
    ax = _axes(ax)
    ax.plot(ks, lines.T, color=CLUSTERS[2], linewidth=0.6, alpha=0.6)
    ax.plot(ks, lines.mean(axis=0), color="black")
    for edges in bands:
        for edge in edges:
            ax.plot(ks, edge, "--", color=WITHIN, linewidth=1.2)
    ax.set_xlabel("Number of clusters k")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def plot_partitions(partitions, *, per_row=10, ax=None):
    """Draw many partitions of the same few objects, each as points on a ring with its clusters filled.

    Parameters
    ----------
    partitions : sequence of sequences of int
        Labels of each partition; all of the same objects. The first object is at the top, the next ones follow
        clockwise.
    per_row : int, default=10
        How many partitions stand side by side. A new number of clusters starts a new row;
        partitions with the same sizes stand together.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes. Each ring has its centre at whole numbers (column, row), rows counted downwards; the number of
        clusters stands left of the first row that has it.

    Raises
    ------
    ValueError
        If there is nothing to draw, or the partitions differ in length.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_partitions(list(at.partitions.set_partitions(4)))
    """
    lengths = {len(labels) for labels in partitions}
    if len(lengths) != 1:
        raise ValueError(f"partitions must be labels of the same objects. Got lengths {sorted(lengths)}.")
    per_row = check_integer(per_row, "per_row", minimum=1)
    checked = [check_labels(labels)[0] for labels in partitions]
    angles = np.pi / 2 - 2 * np.pi * np.arange(lengths.pop()) / len(checked[0])
    ring = 0.36 * np.column_stack([np.cos(angles), -np.sin(angles)])  # the y axis points down
    if ax is None:
        rows = sum(-(-count // per_row) for count in Counter(codes.max() for codes in checked).values())
        ax = _axes(None, figsize=(0.56 * per_row, 0.6 * rows))
    row = -1
    n_clusters = column = 0
    for codes in sorted(checked, key=lambda codes: (codes.max(), *-np.sort(-np.bincount(codes)))):
        if codes.max() + 1 != n_clusters or column == per_row:
            row, column = row + 1, 0
            if codes.max() + 1 != n_clusters:
                n_clusters = int(codes.max()) + 1
                ax.text(-0.8, row, f"k = {n_clusters}", ha="right", va="center")
        points = ring + np.array([column, row])
        for cluster in range(n_clusters):
            members = points[codes == cluster]
            color = CLUSTERS[cluster % len(CLUSTERS)]
            if len(members) > 1:
                pale = tuple(0.45 * np.array(to_rgb(color)) + 0.55)
                ax.add_patch(Polygon(members, color=pale, alpha=0.85, linewidth=5, joinstyle="round"))
        ax.plot(*points.T, "o", color="black", markersize=2.6)
        column += 1
    ax.set(xlim=(-2.0, per_row - 0.4), ylim=(row + 0.6, -0.6), aspect="equal")
    ax.axis("off")
    return ax


def plot_mirrored_roc(curve, mirrored, *, ax=None):
    """Draw the ROC curve of a labelling of pairs and that of its complement, with the diagonal between them.

    Parameters
    ----------
    curve : aucc_teach.RocCurve
        The labelling: solid, with the area under it filled.
    mirrored : aucc_teach.RocCurve
        Its complement: dash-dotted.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes; both areas are written in it.

    Raises
    ------
    ValueError
        If the curves are not mirror images in the diagonal.

    Examples
    --------
    >>> import aucc_teach as at
    >>> scores = [4, 3, 2, 1]
    >>> ax = at.plots.plot_mirrored_roc(at.roc_curve([1, 0, 1, 0], scores), at.roc_curve([0, 1, 0, 1], scores))
    """
    if len(curve.fpr) != len(mirrored.fpr) or not np.allclose([curve.fpr, curve.tpr], [mirrored.tpr, mirrored.fpr]):
        raise ValueError(
            "the curves must be mirror images in the diagonal, as those of a labelling and its complement are. "
            f"Got areas {curve.auc:.3f} and {mirrored.auc:.3f}."
        )
    ax = plot_roc(curve, ax=ax)
    ax.texts[-1].remove()
    ax.plot(mirrored.fpr, mirrored.tpr, "-.", color=BETWEEN)
    ax.text(0.28, 0.8, f"labelling, area {curve.auc:.3f}", color=WITHIN)
    ax.text(0.97, 0.36, f"complement, area {mirrored.auc:.3f}", color=BETWEEN, ha="right")
    ax.set(xlabel="Share of the 0s passed", ylabel="Share of the 1s passed")
    return ax


def plot_deviations(deviations, *, ks, limit=3, ax=None):
    """Draw how far cells lie apart, in standard errors: one row for each name, bold on grey beyond the limit.

    Parameters
    ----------
    deviations : dict of str to array-like of shape (len(ks),)
        For the name of each row, a deviation for each number of clusters.
    ks : sequence of int
        Numbers of clusters, from left to right.
    limit : float, default=3
        Largest deviation, of either sign, that stays white and plain.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes, rows from the top. Deviations below 10 are written with one decimal, others without.

    Raises
    ------
    ValueError
        If there is nothing to draw, or a row has another length than `ks`.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_deviations({"averages": [0.5, -4.2]}, ks=[3, 2])
    """
    if not deviations:
        raise ValueError("deviations must hold at least one row. Got none.")
    for row in deviations.values():
        check_equal_lengths(ks=ks, deviations=row)
    values = np.array(list(deviations.values()), dtype=float)
    ax = _axes(ax, figsize=(6.4, 0.26 * len(values) + 0.6))
    beyond = np.abs(values) > limit
    # Never darker than a third of the way to black, so that the text stays legible.
    shade = np.where(beyond, 0.12 + 0.2 * np.minimum(np.abs(values) / 30, 1), 0)
    ax.imshow(shade, cmap="Greys", vmin=0, vmax=1, aspect="auto")
    for (i, j), value in np.ndenumerate(values):
        text = f"{value:+.0f}" if abs(value) >= 9.95 else f"{value:+.1f}"
        weight = "bold" if beyond[i, j] else "normal"
        ax.text(j, i, text.replace("-", "\u2212"), ha="center", va="center", color="black", fontsize=9, weight=weight)
    ax.set_xticks(range(len(ks)), ks)
    ax.set_yticks(range(len(values)), list(deviations))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel("Number of clusters k")
    return ax


def _axes(ax, **figure):
    return plt.subplots(**figure)[1] if ax is None else ax


def plot_comparison_grid(within, between, *, names=None, ax=None):
    """Draw every comparison of a within pair with a between pair as a cell; the ROC curve runs through the grid.

    Parameters
    ----------
    within : array-like of shape (P,)
        Dissimilarities of the within pairs.
    between : array-like of shape (N,)
        Dissimilarities of the between pairs.
    names : tuple of two sequences of str, optional
        Names of the within pairs and of the between pairs, to write at the rows and the columns.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes, a unit square. A row for each within pair, the closest at the bottom; a column for each between
        pair, the closest on the left. The cell is "+" where the within pair is closer, "–" where the between pair
        is, "0" where they tie. The line is the ROC curve of the pairs.

    Raises
    ------
    ValueError
        If within or between is no 1-dimensional array of at least one finite number, or the names do not match.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_comparison_grid([1, 3], [2, 4, 5], names=(["ab", "cd"], ["ac", "ad", "bc"]))
    """
    kinds = []
    for side, values in (("within", within), ("between", between)):
        values = np.asarray(values, dtype=float)
        if values.ndim != 1 or values.size == 0 or not np.isfinite(values).all():
            raise ValueError(f"{side} must be a 1-dimensional array of at least one finite number. Got {values}.")
        kinds.append(values)
    for values, of_kind in zip(kinds, names or (), strict=names is not None):
        check_equal_lengths(dissimilarities=values, names=of_kind)
    orders = [np.argsort(values, kind="stable") for values in kinds]
    rows, columns = (values[order] for values, order in zip(kinds, orders, strict=True))
    ax = _axes(ax, figsize=(4.6, 4.6))
    verdicts = np.sign(columns - rows[:, None]).astype(int)
    colors = np.array([to_rgb(TIED), to_rgb(WITHIN), to_rgb(BETWEEN)])  # of 0, 1 and -1
    ax.imshow(1 - 0.45 * (1 - colors[verdicts]), origin="lower", extent=(0, 1, 0, 1), aspect="equal", zorder=0)
    height, width = 1 / rows.size, 1 / columns.size
    if verdicts.size <= _CELLS_WITH_SIGNS:
        for (i, j), verdict in np.ndenumerate(verdicts):
            ax.text((j + 0.5) * width, (i + 0.5) * height, "0+–"[verdict], ha="center", va="center", fontsize=9)
        ax.hlines(np.arange(1, rows.size) * height, 0, 1, color="white", linewidth=0.8, zorder=1)
        ax.vlines(np.arange(1, columns.size) * width, 0, 1, color="white", linewidth=0.8, zorder=1)
    is_within = np.repeat([1, 0], [rows.size, columns.size])
    curve = roc_curve(is_within, -np.concatenate([rows, columns]))
    ax.plot(curve.fpr, curve.tpr, color="black", linewidth=2.2, clip_on=False, zorder=3)
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="Between pairs, the closest first")
    ax.set_ylabel("Within pairs, the closest at the bottom")
    ax.tick_params(length=0)
    if names is not None:
        ax.set_xticks((np.arange(columns.size) + 0.5) * width, [names[1][j] for j in orders[1]])
        ax.set_yticks((np.arange(rows.size) + 0.5) * height, [names[0][i] for i in orders[0]])
    return ax


def plot_pair_error_curve(curve, *, label, color, marker="o", label_place=None, fill=True, ax=None):
    """Draw the pair errors of a family of partitions as k runs from 1 to n.

    Parameters
    ----------
    curve : aucc_teach.PairErrorCurve
        What to draw.
    label : str
        Written beside the curve.
    color : str
        Colour of line and markers.
    marker : str, default="o"
        Marker of Matplotlib, one for each number of clusters; the one with the smallest e1 + e2 is large.
    label_place : tuple of float, optional
        Where the label stands, after one more marker, as (e1, e2); by default beside the point with the smallest
        e1 + e2.
    fill : bool, default=True
        Whether to fill the area under the curve.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes: e1 to the right, e2 up. The dashed diagonal is the mean level of classes dealt at random.

    Raises
    ------
    ValueError
        If the arrays of the curve differ in length.

    Examples
    --------
    >>> import aucc_teach as at
    >>> curve = at.pair_error_curve([0, 0, 1, 1], [[0, 0, 0, 1], [0, 0, 1, 2]])
    >>> ax = at.plots.plot_pair_error_curve(curve, label="two cuts", color=at.plots.CLUSTERS[0])
    """
    check_equal_lengths(n_clusters=curve.n_clusters, e1=curve.e1, e2=curve.e2)
    ax = _axes(ax, figsize=(4.6, 4.6))
    if fill:
        ax.fill_between(curve.e1, curve.e2, color=color, alpha=0.12, linewidth=0)
    ax.plot([0, 1], [1, 0], "--", color=TIED, linewidth=1.2, zorder=1)
    ax.plot(curve.e1, curve.e2, color=color, marker=marker, markersize=3.5)
    best = int(np.searchsorted(curve.n_clusters, curve.k0))
    place = curve.e1[best], curve.e2[best]
    ax.plot(*place, marker, color=color, markersize=9)
    if label_place is not None:
        place = label_place
        ax.plot(*place, marker, color=color, markersize=6)
    shift = (9, 9) if label_place is None else (8, -3.5)
    ax.annotate(label, place, xytext=shift, textcoords="offset points")
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.set(xlabel="Same-class pairs apart, e1", ylabel="Different-class pairs together, e2")
    return ax


def plot_level(choice, *, label, reference=None, color=CLUSTERS[0], ax=None):
    """Draw a criterion on data beside its level on reference data, for each number of clusters.

    Parameters
    ----------
    choice : CalibratedChoice
        From :func:`aucc_teach.calibrated_choice`.
    label : str
        Written beside the last point of the data.
    reference : str, optional
        Kind of reference sets to draw; the first of those in `choice` by default.
    color : str, default=CLUSTERS[0]
        Colour of the data; the level is grey.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes. The band is two standard deviations of the reference sets wide on each side of their mean.

    Raises
    ------
    ValueError
        If the choice has no reference sets of that kind.

    Examples
    --------
    >>> import aucc_teach as at
    >>> points = at.datasets.load_toy("blobs").points
    >>> choice = at.calibrated_choice(points, lambda X, k: X[:, 0].argsort().argsort() % k, [2, 3], rng=0)
    >>> ax = at.plots.plot_level(choice, label="blobs")
    """
    found = _of_reference(choice.reference_scores, reference)
    mean, std = found.mean(axis=0), found.std(axis=0, ddof=1)
    # Labels apart, whichever of the two lines ends higher.
    shift = 8 if choice.scores[-1] >= mean[-1] else -8
    level = {"label": "no structure", "color": TIED, "marker": "s", "label_shift": -shift}
    ax = plot_by_k(choice.ks, mean, spread=(mean - 2 * std, mean + 2 * std), ax=ax, **level)
    return plot_by_k(choice.ks, choice.scores, label=label, color=color, label_shift=shift, ax=ax)


def plot_excess(choice, *, label, reference=None, color=CLUSTERS[0], ax=None):
    """Draw the excess of the data over the references for each number of clusters, among the curves of the references.

    Parameters
    ----------
    choice : CalibratedChoice
        From :func:`aucc_teach.calibrated_choice`.
    label : str
        Written beside the last point of the data.
    reference : str, optional
        Kind of reference sets to draw; the first of those in `choice` by default.
    color : str, default=CLUSTERS[0]
        Colour of the data; the reference sets are thin and grey.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes. Each curve is shifted so that its mean over k is 0: what is compared is the height of its peak. A
        ring marks the peak of the data.

    Raises
    ------
    ValueError
        If the choice has no reference sets of that kind.

    Examples
    --------
    >>> import aucc_teach as at
    >>> points = at.datasets.load_toy("blobs").points
    >>> choice = at.calibrated_choice(points, lambda X, k: X[:, 0].argsort().argsort() % k, [2, 3], rng=0)
    >>> ax = at.plots.plot_excess(choice, label="blobs")
    """
    curves = _of_reference(choice.reference_excess, reference)
    # Excesses of the data and of the sets add up to 0 for each k.
    data = -curves.sum(axis=0)
    ax = _axes(ax)
    ax.plot(choice.ks, (curves - curves.mean(axis=1, keepdims=True)).T, color=TIED, linewidth=0.7, alpha=0.6)
    data = data - data.mean()
    peak = int(data.argmax())
    ax.plot(choice.ks[peak], data[peak], "o", markersize=13, markerfacecolor="none", markeredgecolor=color, zorder=4)
    plot_by_k(choice.ks, data, label=label, color=color, ax=ax)
    ax.set_ylabel("Excess, less its mean over k")
    return ax


def _of_reference(by_kind, reference):
    kind = next(iter(by_kind)) if reference is None else reference
    if kind not in by_kind:
        raise ValueError(f"reference must be one of {list(by_kind)}, which the choice has. Got {reference!r}.")
    return by_kind[kind]


def plot_criteria_by_k(ks, scores, *, lower_is_better=(), ax=None):
    """Draw several criteria against the number of clusters: a row each, the darker the better, the best k marked.

    Parameters
    ----------
    ks : sequence of int
        Numbers of clusters, from left to right.
    scores : dict of str to array-like of shape (len(ks),)
        For the name of each criterion, its score for each number of clusters. NaN, where a criterion is not defined,
        is left white.
    lower_is_better : collection of str, default=()
        Names of the criteria whose smallest score is the best.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes, criteria from the top. The shade goes from the worst to the best score of the row. A disc marks the
        best, a ring the second best; equal scores share a mark.

    Raises
    ------
    ValueError
        If there is nothing to draw, a row has another length than `ks` or no number in it, or a name in
        `lower_is_better` is no row.

    Examples
    --------
    >>> import aucc_teach as at
    >>> scores = {"AUCC": [0.8, 0.9, 0.85], "C-index": [0.2, 0.3, 0.1]}
    >>> ax = at.plots.plot_criteria_by_k([2, 3, 4], scores, lower_is_better=["C-index"])
    """
    unknown = set(lower_is_better) - set(scores)
    if not scores or unknown:
        raise ValueError(f"lower_is_better must name rows of scores, {list(scores)}. Got {sorted(unknown)}.")
    heights = []
    for name, row in scores.items():
        check_equal_lengths(ks=ks, scores=row)
        row = np.asarray(row, dtype=float) * (-1 if name in lower_is_better else 1)
        if np.isnan(row).all():
            raise ValueError(f"every row of scores must hold a number. Got none for {name!r}.")
        heights.append((row - np.nanmin(row)) / (np.nanmax(row) - np.nanmin(row) or 1.0))
    heights = np.array(heights)
    ax = _axes(ax, figsize=(6.4, 0.3 * len(heights) + 0.7))
    # Never darker than this, so that the marks stay visible.
    ax.imshow(0.6 * heights, cmap="Greys", vmin=0, vmax=1, aspect="auto")
    for i, row in enumerate(heights):
        for places, filled in zip(_best_and_second(row), (True, False), strict=False):
            face = CLUSTERS[4] if filled else "none"
            ax.plot(places, [i] * len(places), "o", color=CLUSTERS[4], markerfacecolor=face, markersize=8)
    ax.set_xticks(range(len(ks)), ks)
    ax.set_yticks(range(len(heights)), list(scores))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_xlabel("Number of clusters k")
    return ax


def _best_and_second(row):
    """Places of the best score and of the next lower one, if there is one."""
    values = np.unique(row[~np.isnan(row)])[::-1][:2]
    return [np.flatnonzero(row == value) for value in values]


def plot_criterion(name, points, labels, *, focus=0, ax=None):
    """Draw what a criterion measures: what it wants small as within, what it wants large as between.

    Parameters
    ----------
    name : str
        A criterion of `aucc_teach.criteria.CRITERIA` other than AUCC.
    points : array-like of shape (n, 2)
        Coordinates.
    labels : array-like of shape (n,)
        Cluster of each point, 2 <= k <= n - 1 clusters.
    focus : int, default=0
        The object whose silhouette is drawn; the other criteria do not use it.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes. Lines within are solid, lines between dashed, lines to the mean of all points dotted and grey;
        centroids are crosses. Point-biserial and C-index are drawn from the distances alone, C/sqrt(k) from the sums
        of squares of the variables.

    Raises
    ------
    ValueError
        If there is no picture of that name, the criterion is not defined for these points and labels, the points are
        not in the plane, or the focus is none of the objects or, for a silhouette, is alone in its cluster.

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> ax = at.plots.plot_criterion("dunn_11_score", figure3.points, figure3.labels)
    """
    picture = _PICTURES[check_choice(name, tuple(_PICTURES), "name")]
    CRITERIA[name].function(points, labels)  # what it refuses has no picture
    points = np.asarray(points, dtype=float)
    codes, sizes = check_labels(labels)
    if points.shape[1] != 2:
        raise ValueError(f"points must have shape (n, 2). Got shape {points.shape}.")
    if not 0 <= focus < codes.size:
        raise ValueError(f"focus must be one of the objects 0 to {codes.size - 1}. Got {focus}.")
    clusters = [points[codes == cluster] for cluster in range(sizes.size)]
    if picture in (_draw_silhouette, _draw_simplified_silhouette) and sizes[codes[focus]] == 1:
        raise ValueError(f"focus must share its cluster with another object. Got {focus}, which is alone.")
    if picture in (_draw_point_biserial, _draw_c_index, _draw_shares):
        ax = _axes(ax, figsize=(4.2, 1.8))
        picture(ax, points, codes)
        return ax
    ax = plot_points(points, codes, ax=_axes(ax, figsize=(3.6, 3.2)))
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    if picture in (_draw_silhouette, _draw_simplified_silhouette):
        picture(ax, points[focus], codes[focus], clusters)
    elif picture is _draw_dunn:
        _draw_dunn(ax, clusters, *map(int, name[5:7]))
    else:
        picture(ax, clusters)
    return ax


def _draw_lines(ax, kind, starts, ends, *, width=1.6):
    """Lines from points to points, or from points to one."""
    color, style = {"within": (WITHIN, "-"), "between": (BETWEEN, (0, (3, 2))), "mean": (TIED, (0, (1, 1.5)))}[kind]
    lines = np.stack(np.broadcast_arrays(starts, ends), axis=-2).reshape(-1, 2, 2)
    ax.add_collection(LineCollection(lines, color=color, linestyle=style, linewidth=width, label=kind, zorder=2))


def _draw_crosses(ax, places, *, color="black"):
    ax.plot(*np.transpose(places), "x", color=color, markersize=7, markeredgewidth=2, zorder=4)


def _draw_sums_of_squares(ax, clusters):
    centroids, mean = _centroids(clusters), np.concatenate(clusters).mean(axis=0)
    for cluster, centroid in zip(clusters, centroids, strict=True):
        _draw_lines(ax, "within", cluster, centroid)
        # As thick as it counts: once for each object.
        _draw_lines(ax, "between", centroid, mean, width=0.8 * len(cluster))
    _draw_crosses(ax, centroids)
    _draw_crosses(ax, [mean], color=TIED)


def _draw_pbm(ax, clusters):
    centroids, mean = _centroids(clusters), np.concatenate(clusters).mean(axis=0)
    for cluster, centroid in zip(clusters, centroids, strict=True):
        _draw_lines(ax, "within", cluster, centroid)
        _draw_lines(ax, "mean", cluster, mean)
    _draw_lines(ax, "between", *_extreme_pair(centroids, centroids, np.max), width=2.4)
    _draw_crosses(ax, centroids)
    _draw_crosses(ax, [mean], color=TIED)


def _draw_davies_bouldin(ax, clusters):
    centroids = _centroids(clusters)
    spread = np.array([_lengths(cluster, [c]).mean() for cluster, c in zip(clusters, centroids, strict=True)])
    apart = _lengths(centroids, centroids)
    np.fill_diagonal(apart, np.inf)
    if (apart == 0).any():
        raise ValueError(
            "labels must have different centroids for the index of Davies and Bouldin. Got two equal ones."
        )
    worst = ((spread[:, None] + spread) / apart).argmax(axis=1)
    _draw_lines(ax, "between", centroids, centroids[worst])
    for centroid, radius in zip(centroids, spread, strict=True):
        ax.add_patch(plt.Circle(centroid, radius, fill=False, edgecolor=WITHIN, linewidth=1.6))
    _draw_crosses(ax, centroids)
    ax.autoscale_view()


def _draw_silhouette(ax, point, own, clusters):
    others = {cluster: members for cluster, members in enumerate(clusters) if cluster != own}
    nearest = min(others, key=lambda cluster: _lengths([point], others[cluster]).mean())
    _draw_lines(ax, "within", point, clusters[own])
    _draw_lines(ax, "between", point, clusters[nearest])


def _draw_simplified_silhouette(ax, point, own, clusters):
    centroids = _centroids(clusters)
    apart = _lengths([point], centroids)[0]
    apart[own] = np.inf
    _draw_lines(ax, "within", point, centroids[own])
    _draw_lines(ax, "between", point, centroids[apart.argmin()])
    _draw_crosses(ax, centroids)


def _draw_dunn(ax, clusters, separation, diameter):
    """The two closest clusters and the widest one, in the numbering of Bezdek and Pal."""

    def lines_between(one, other):
        if separation in (1, 2):
            return [_extreme_pair(one, other, (np.min, np.max)[separation - 1])]
        if separation == 3:
            return [(a, b) for a in one for b in other]
        center, other_center = _centroids([one, other])
        if separation == 4:
            return [(center, other_center)]
        if separation == 5:
            return [(a, other_center) for a in one] + [(b, center) for b in other]
        # Each way, the object that is farthest from its nearest.
        ways = [(from_, to, _lengths(from_, to).min(axis=1).argmax()) for from_, to in ((one, other), (other, one))]
        steps = [(from_[i], to[_lengths(from_[[i]], to)[0].argmin()]) for from_, to, i in ways]
        return [max(steps, key=_length)]

    def lines_within(cluster):
        if diameter == 1:
            return [_extreme_pair(cluster, cluster, np.max)]
        if diameter == 2:
            return list(combinations(cluster, 2)) or [(cluster[0], cluster[0])]
        return [(a, cluster.mean(axis=0)) for a in cluster]

    def mean_length(lines):
        return np.mean([_length(line) for line in lines])

    closest = min((lines_between(one, other) for one, other in combinations(clusters, 2)), key=mean_length)
    widest = max(map(lines_within, clusters), key=mean_length)
    for kind, lines in (("within", widest), ("between", closest)):
        _draw_lines(ax, kind, *np.moveaxis(np.array(lines), 1, 0), width=2.4 if len(lines) == 1 else 1.2)
    if separation in (4, 5) or diameter == 3:
        _draw_crosses(ax, _centroids(clusters))


def _draw_point_biserial(ax, points, codes):
    distances, together = pdist(points), co_membership(codes)
    for row, (kind, color, marker) in enumerate((("between", BETWEEN, "s"), ("within", WITHIN, "o"))):
        values = distances[together] if kind == "within" else distances[~together]
        ax.plot(values, np.full(values.size, row), marker, color=color, markersize=5, alpha=0.7)
        ax.plot([values.mean()] * 2, [row - 0.35, row + 0.35], color=color, linewidth=2.4)
    ax.set_yticks([0, 1], ["between", "within"])
    ax.set(ylim=(-0.6, 1.6), xlim=(0, None), xlabel="Distance of a pair")
    ax.tick_params(axis="y", length=0)


def _draw_c_index(ax, points, codes):
    distances, together = pdist(points), co_membership(codes)
    in_order, n_within = np.sort(distances), int(together.sum())
    rows = in_order[-n_within:], np.sort(distances[together]), in_order[:n_within]
    for row, (values, color) in enumerate(zip(rows, (TIED, WITHIN, TIED), strict=True)):
        ax.barh(row, values, left=np.cumsum(values) - values, color=color, edgecolor="white", height=0.7)
    ax.set_yticks(range(3), ["largest", "within", "smallest"])
    ax.set_xlabel(f"Sum of {n_within} distances")
    ax.tick_params(axis="y", length=0)


def _draw_shares(ax, points, codes):
    total = np.square(points - points.mean(axis=0)).sum(axis=0)
    within = sum(np.square(c - c.mean(axis=0)).sum(axis=0) for c in (points[codes == i] for i in np.unique(codes)))
    share = 1 - within / total
    ax.barh([1, 0], share, color=BETWEEN, height=0.6, hatch="//", edgecolor="white")
    ax.barh([1, 0], 1 - share, left=share, color=WITHIN, height=0.6)
    for row, value in zip((1, 0), share, strict=True):
        ax.text(1.02, row, f"{value:.2f} between", va="center")
    ax.set_yticks([1, 0], ["x", "y"])
    ax.set(xlim=(0, 1.45), xlabel="Share of the sum of squares")
    ax.set_xticks([0, 0.5, 1])
    ax.tick_params(axis="y", length=0)


def _centroids(clusters):
    return np.array([np.mean(cluster, axis=0) for cluster in clusters])


def _length(line):
    return np.hypot(*(line[1] - line[0]))


def _lengths(starts, ends):
    return cdist(np.atleast_2d(starts), np.atleast_2d(ends))


def _extreme_pair(one, other, reduce):
    lengths = _lengths(one, other)
    i, j = np.argwhere(lengths == reduce(lengths))[0]
    return one[i], other[j]


_PICTURES = {
    "point_biserial_score": _draw_point_biserial,
    "c_index": _draw_c_index,
    "calinski_harabasz_score": _draw_sums_of_squares,
    "ratkowsky_lance_score": _draw_shares,
    "pbm_score": _draw_pbm,
    "davies_bouldin_index": _draw_davies_bouldin,
    "silhouette_score": _draw_silhouette,
    "alternative_silhouette_score": _draw_silhouette,
    "simplified_silhouette_score": _draw_simplified_silhouette,
    "alternative_simplified_silhouette_score": _draw_simplified_silhouette,
    **{f"dunn_{separation}{diameter}_score": _draw_dunn for separation in range(1, 7) for diameter in range(1, 4)},
}


def plot_groups(x, y, groups, *, ax=None):
    """Draw points of several groups, each with its own colour, marker and least-squares line.

    Parameters
    ----------
    x, y : array-like of shape (n,)
        Coordinates.
    groups : sequence of str
        Group of each point. Colours and markers repeat after six groups.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes, with a solid line through each group of at least two different x, and a dashed one through all
        points; the artists are labelled for a legend.

    Raises
    ------
    ValueError
        If lengths differ, or all x are equal.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_groups([1, 2, 3, 7, 8, 9], [2, 1, 0, 8, 7, 6], ["one"] * 3 + ["two"] * 3)
    """
    check_equal_lengths(x=x, y=y, groups=groups)
    x, y, groups = np.asarray(x, dtype=float), np.asarray(y, dtype=float), np.asarray(groups)
    if np.ptp(x) == 0:
        raise ValueError(f"x must vary. Got {x[0]} for all points.")
    ax = _axes(ax)
    for position, name in enumerate(dict.fromkeys(groups.tolist())):
        color, marker = CLUSTERS[position % len(CLUSTERS)], MARKERS[position % len(MARKERS)]
        here = groups == name
        ax.plot(x[here], y[here], marker, color=color, markersize=5, alpha=0.8, label=name)
        if np.ptp(x[here]) > 0:
            _line_through(x[here], y[here], ax, color=color)
    _line_through(x, y, ax, color=TIED, linestyle="--")
    return ax


def _line_through(x, y, ax, **style):
    slope = ((x - x.mean()) * (y - y.mean())).sum() / np.square(x - x.mean()).sum()
    ends = np.array([x.min(), x.max()])
    ax.plot(ends, y.mean() + slope * (ends - x.mean()), **style)


def plot_intervals(intervals, *, notes=None, ax=None):
    """Draw one interval for each name, from the top, with a point in it.

    Parameters
    ----------
    intervals : dict of str to tuple of three floats
        For each name the lower end, the point and the upper end.
    notes : sequence of str, optional
        What to write at the right edge of each row.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If there is nothing to draw, a point lies outside its interval, or there is not one note for each.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_intervals({"AUCC": (1, 2, 6), "DB": (12, 12, 12)}, notes=["26 %", "0 %"])
    """
    if not intervals or not all(low <= middle <= high for low, middle, high in intervals.values()):
        raise ValueError(f"intervals must hold a lower end, a point and an upper end for each name. Got {intervals}.")
    if notes is not None:
        check_equal_lengths(intervals=intervals, notes=notes)
    ax = _axes(ax)
    for row, (low, middle, high) in enumerate(intervals.values()):
        ax.plot([low, high], [row, row], color=WITHIN, linewidth=5, alpha=0.35, solid_capstyle="round")
        ax.plot(middle, row, "o", color=WITHIN, markersize=7)
    for row, note in enumerate(notes or ()):
        ax.text(1.02, row, note, transform=ax.get_yaxis_transform(), va="center")
    ax.set_yticks(range(len(intervals)), list(intervals))
    ax.set_ylim(len(intervals) - 0.5, -0.5)
    ax.grid(axis="y", color="#DDDDDD", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    return ax


def plot_memberships(clusters, *, objects=None, marked=(), color=CLUSTERS[0], ax=None):
    """Draw clusters that may overlap: a row for each cluster, a column for each object, a square for each membership.

    Parameters
    ----------
    clusters : dict of str to collection
        The objects of each cluster, by its name; from the top.
    objects : sequence, optional
        The columns, from the left; by default the objects as they occur. Their names are written above.
    marked : collection of str, default=()
        Names of clusters to set apart: hatched, with a dark edge.
    color : color, default="#009E73"
        Of the squares.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes. Cluster i is row i, object j is column j, both from 0.

    Raises
    ------
    ValueError
        If there is no cluster, an object has no column, or a marked cluster does not exist.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_memberships({"one": "ab", "two": "bc"}, marked=["two"])
    """
    if not clusters:
        raise ValueError("clusters must hold at least one cluster. Got none.")
    occurring = list(dict.fromkeys(o for members in clusters.values() for o in members))
    objects = occurring if objects is None else list(objects)
    if homeless := set(occurring).difference(objects):
        raise ValueError(f"objects must name every object of a cluster. Missing: {sorted(map(str, homeless))}.")
    if unknown := set(marked).difference(clusters):
        raise ValueError(f"marked must be names of clusters, {list(clusters)}. Got {sorted(map(str, unknown))}.")
    ax = _axes(ax, figsize=(0.34 * len(objects) + 1, 0.34 * len(clusters) + 0.6))
    for row, (name, members) in enumerate(clusters.items()):
        look = {"edgecolor": "black", "hatch": "////", "linewidth": 1} if name in marked else {"linewidth": 0}
        for column, one in enumerate(objects):
            if one in members:
                ax.add_patch(plt.Rectangle((column - 0.42, row - 0.42), 0.84, 0.84, facecolor=color, **look))
            else:
                ax.plot(column, row, ".", color="#BBBBBB", markersize=3)
    ax.set(xlim=(-0.6, len(objects) - 0.4), ylim=(len(clusters) - 0.4, -0.6), aspect="equal")
    ax.set_xticks(range(len(objects)), objects)
    ax.set_yticks(range(len(clusters)), list(clusters))
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    return ax
