"""Scores of several partitions, intervals and times."""

import numpy as np

from aucc_teach.input import check_equal_lengths
from aucc_teach.plots._style import (
    CLUSTERS,
    REFERENCE_LINE,
    TIED,
    WIDTH,
    label_end,
    look_of,
    name_rows,
    new_axes,
    rule_rows,
)


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
    ax = new_axes(ax)
    rows = np.arange(len(names[0]))
    for position, (partition, of_partition) in enumerate(scores.items()):
        look = look_of(position)
        ax.plot(list(of_partition.values()), rows, linestyle="none", **look, markersize=6, label=partition)
    name_rows(ax, names[0])
    rule_rows(ax)
    ax.set_xlabel("Score (higher is better)")
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
    ax = new_axes(ax, figsize=(WIDTH, 0.5 * len(bounds) + 1))
    rows = np.arange(len(bounds))
    lowest, middle, highest = np.array(list(bounds.values())).T
    ax.hlines(rows, lowest, highest, color=TIED, alpha=0.5, linewidth=9)
    ax.plot(middle, rows, "o", color="black", markersize=6)
    name_rows(ax, list(bounds))
    ax.set_xlabel("AUCC (higher is better)")
    return ax


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
    ax = new_axes(ax)
    for row, (low, middle, high) in enumerate(intervals.values()):
        ax.plot([low, high], [row, row], color=CLUSTERS[0], linewidth=5, alpha=0.35, solid_capstyle="round")
        ax.plot(middle, row, "o", color=CLUSTERS[0], markersize=7)
    for row, note in enumerate([] if notes is None else notes):
        ax.text(1.02, row, note, transform=ax.get_yaxis_transform(), va="center")
    name_rows(ax, list(intervals))
    rule_rows(ax)
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
    sizes, seconds = np.asarray(sizes, dtype=float), np.asarray(seconds, dtype=float)
    ax = new_axes(ax)
    if slope is not None:
        # For small inputs the fixed cost of a call hides the slope: the line spans the upper half of the scale.
        x = np.array([np.sqrt(sizes[0] * sizes[-1]), sizes[-1]])
        y = seconds[-1] * (x / x[-1]) ** slope
        ax.plot(x, y, **REFERENCE_LINE)
        # The text stands half way along the line, because measured times end close to its end.
        place = {"xytext": (-4, 4), "textcoords": "offset points", "ha": "right", "va": "bottom"}
        ax.annotate(f"slope {slope:g}", (np.sqrt(x.prod()), np.sqrt(y.prod())), color=TIED, **place)
    ax.plot(sizes, seconds, color=color, marker=marker, markersize=5)
    label_end(ax, label, sizes, seconds, color=color)
    ax.set(xscale="log", yscale="log", ylabel="Seconds (lower is better)")
    return ax
