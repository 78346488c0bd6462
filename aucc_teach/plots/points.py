"""Points in the plane: with their clusters, with links up to a threshold, in groups with lines."""

import numpy as np
from matplotlib.collections import LineCollection

from aucc_teach.input import check_labels, check_points
from aucc_teach.pairs import co_membership
from aucc_teach.plots._style import PAIR_LINES, TIED, check_same_objects, list_names, look_of, new_axes


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
        If points, labels and names do not match, in their number or in the index that pandas gives them.

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> ax = at.plots.plot_points(figure3.points, figure3.labels, names=figure3.names)
    """
    coordinates = check_points(points)
    codes, sizes = check_labels(labels)
    if coordinates.shape != (codes.size, 2):
        raise ValueError(f"points must have shape ({codes.size}, 2), one row per label. Got shape {coordinates.shape}.")
    check_same_objects(points=points, labels=labels)
    names = list_names(names, points=points)
    ax = new_axes(ax)
    for cluster in range(sizes.size):
        x, y = coordinates[codes == cluster].T
        ax.scatter(x, y, s=42, **look_of(cluster), edgecolor="white", linewidth=0.6, zorder=3)
    for name, point in zip(names, coordinates, strict=False):
        ax.annotate(name, point, xytext=(7, 3), textcoords="offset points")
    ax.set_aspect("equal")
    ax.margins(0.1)
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
        If points, labels and names do not match, in their number or in the index that pandas gives them.

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> ax = at.plots.plot_links(figure3.points, figure3.labels, 300)
    """
    ax = plot_points(points, labels, names=names, ax=ax)
    points = check_points(points)
    first, second = np.triu_indices(len(points), 1)
    linked = np.hypot(*(points[first] - points[second]).T) <= threshold
    together = co_membership(labels)
    for kind, of_kind in (("within", together), ("between", ~together)):
        ends = np.stack([points[first[linked & of_kind]], points[second[linked & of_kind]]], axis=1)
        ax.add_collection(LineCollection(ends, **PAIR_LINES[kind], linewidth=1.6, zorder=2))
    return ax


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
        If lengths or the indexes of pandas differ, or all x are equal.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_groups([1, 2, 3, 7, 8, 9], [2, 1, 0, 8, 7, 6], ["one"] * 3 + ["two"] * 3)
    """
    check_same_objects(x=x, y=y, groups=groups)
    x, y, groups = np.asarray(x, dtype=float), np.asarray(y, dtype=float), np.asarray(groups)
    if np.ptp(x) == 0:
        raise ValueError(f"x must vary. Got {x[0]} for all points.")
    ax = new_axes(ax)
    for position, name in enumerate(dict.fromkeys(groups.tolist())):
        look = look_of(position)
        here = groups == name
        ax.plot(x[here], y[here], linestyle="none", **look, markersize=5, alpha=0.8, label=name)
        if np.ptp(x[here]) > 0:
            _line_through(x[here], y[here], ax, color=look["color"])
    _line_through(x, y, ax, color=TIED, linestyle="--")
    return ax


def _line_through(x, y, ax, **style):
    slope = ((x - x.mean()) * (y - y.mean())).sum() / np.square(x - x.mean()).sum()
    ends = np.array([x.min(), x.max()])
    ax.plot(ends, y.mean() + slope * (ends - x.mean()), **style)
