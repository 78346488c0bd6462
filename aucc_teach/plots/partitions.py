"""Partitions and clusterings without coordinates: as rings of objects, as a table of two, as memberships."""

from collections import Counter

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Polygon

from aucc_teach.input import check_integer, check_labels
from aucc_teach.plots._style import CLUSTERS, WIDTH, look_of, name_cells, new_axes


def plot_partitions(partitions, *, per_row=8, ax=None):
    """Draw many partitions of the same few objects, each as points on a ring with its clusters filled.

    Parameters
    ----------
    partitions : sequence of sequences of int
        Labels of each partition; all of the same objects. The first object is at the top, the next ones follow
        clockwise.
    per_row : int, default=8
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
    # A loop over a frame would give the names of its columns, not its rows.
    partitions = partitions.to_numpy() if hasattr(partitions, "to_numpy") else partitions
    lengths = {len(labels) for labels in partitions}
    if len(lengths) != 1:
        raise ValueError(f"partitions must be labels of the same objects. Got lengths {sorted(lengths)}.")
    per_row = check_integer(per_row, "per_row", minimum=1)
    checked = [check_labels(labels)[0] for labels in partitions]
    angles = np.pi / 2 - 2 * np.pi * np.arange(lengths.pop()) / len(checked[0])
    ring = 0.36 * np.column_stack([np.cos(angles), -np.sin(angles)])  # the y axis points down
    if ax is None:
        rows = sum(-(-count // per_row) for count in Counter(codes.max() for codes in checked).values())
        ax = new_axes(None, figsize=(0.55 * per_row, 0.56 * rows))
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
            if len(members) > 1:
                pale = tuple(0.45 * np.array(to_rgb(look_of(cluster)["color"])) + 0.55)
                ax.add_patch(Polygon(members, color=pale, alpha=0.85, linewidth=5, joinstyle="round"))
        ax.plot(*points.T, "o", color="black", markersize=2.6)
        column += 1
    ax.set(xlim=(-2.2, per_row - 0.4), ylim=(row + 0.6, -0.6), aspect="equal")
    ax.axis("off")
    return ax


def plot_contingency(table, *, matched=(), ax=None):
    """Draw a contingency table: the stronger the shade of a cell, the more objects; matched cells are framed.

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
    ax = new_axes(ax, figsize=(0.8 * n_columns + 0.9, 0.8 * n_rows + 0.7))
    # Cells go at most half way to black, so that text stays legible.
    ax.imshow(table, cmap="Greys", vmin=0, vmax=2.2 * max(table.max(), 1))
    for (i, j), count in np.ndenumerate(table):
        framed = (i, j) in matched
        ax.text(j, i, count, ha="center", va="center", color="black", weight="bold" if framed else "normal")
        if framed:
            ax.add_patch(plt.Rectangle((j - 0.46, i - 0.46), 0.92, 0.92, fill=False, edgecolor="black", linewidth=2.5))
    name_cells(ax, range(1, n_rows + 1), [chr(ord("A") + j) for j in range(n_columns)])
    ax.xaxis.tick_top()
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
    # A dictionary keeps each object once, in order; a Series would look for an object in its index.
    clusters = {name: dict.fromkeys(members) for name, members in clusters.items()}
    marked = set(marked)
    occurring = list(dict.fromkeys(o for members in clusters.values() for o in members))
    objects = occurring if objects is None else list(objects)
    if homeless := set(occurring).difference(objects):
        raise ValueError(f"objects must name every object of a cluster. Missing: {sorted(map(str, homeless))}.")
    if unknown := marked.difference(clusters):
        raise ValueError(f"marked must be names of clusters, {list(clusters)}. Got {sorted(map(str, unknown))}.")
    width = min(0.34 * len(objects) + 1, WIDTH)
    ax = new_axes(ax, figsize=(width, 0.34 * len(clusters) + 0.6))
    for row, (name, members) in enumerate(clusters.items()):
        look = {"edgecolor": "black", "hatch": "////", "linewidth": 1} if name in marked else {"linewidth": 0}
        for column, one in enumerate(objects):
            if one in members:
                ax.add_patch(plt.Rectangle((column - 0.42, row - 0.42), 0.84, 0.84, facecolor=color, **look))
            else:
                ax.plot(column, row, ".", color="#BBBBBB", markersize=3)
    ax.set(xlim=(-0.6, len(objects) - 0.4), ylim=(len(clusters) - 0.4, -0.6), aspect="equal")
    name_cells(ax, list(clusters), objects)
    ax.xaxis.tick_top()
    return ax
