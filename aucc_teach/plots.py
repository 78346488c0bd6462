"""The figures of the chapters: every function draws on one Axes and returns it.

Within pairs have one colour, between pairs another, ties are grey, in figures and demos alike; shape carries the
same information as colour.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator
from matplotlib_inline.backend_inline import set_matplotlib_formats

from aucc_teach._validation import check_equal_lengths, check_labels, check_two_labels

WITHIN = "#0072B2"
BETWEEN = "#D55E00"
TIED = "#767676"
CLUSTERS = ("#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5D3A9B", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P")  # as in the demos

# What two partitions say of a pair (together in the first, together in the second), and its kind.
_KINDS = {(True, True): "tp", (True, False): "fn", (False, True): "fp", (False, False): "tn"}
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


def _axes(ax, **figure):
    return plt.subplots(**figure)[1] if ax is None else ax
