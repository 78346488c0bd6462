"""Pairs of objects: in the order of their similarity, by what two partitions say of them, compared with each other."""

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from aucc_teach.input import check_two_labels
from aucc_teach.plots._style import BETWEEN, SQUARE, TIED, WITHIN, check_same_objects, list_names, new_axes
from aucc_teach.roc import roc_curve

# The kind of a pair by whether the first and the second partition put it together.
_KINDS = {(True, True): "tp", (True, False): "fn", (False, True): "fp", (False, False): "tn"}
_PLATE = {"boxstyle": "round,pad=0.15", "facecolor": "white", "linewidth": 0}
_NAMES_ABREAST = 14  # more would run into each other
_CELLS_WITH_SIGNS = 240  # more signs than this could not be read


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
        If values, together and names differ in length or in the index that pandas gives them.

    Examples
    --------
    >>> import aucc_teach as at
    >>> ax = at.plots.plot_ranked_pairs([0.9, 0.2, 0.1], [True, False, False], names=["ab", "ac", "bc"])
    """
    check_same_objects(values=values, together=together)
    names = list_names(names, values=values)
    ax = new_axes(ax)
    values, together = np.asarray(values), np.asarray(together, dtype=bool)
    upright = len(names) > _NAMES_ABREAST
    place_of_text, edge = (2.3, 2.7) if upright else (1.75, 2.1)
    order = np.argsort(-values, kind="stable")
    place = np.arange(1, values.size + 1)
    for kind, height, color, marker, text in (
        (True, 1, WITHIN, "o", "within a cluster"),
        (False, -1, BETWEEN, "s", "between clusters"),
    ):
        x = place[together[order] == kind]
        ax.vlines(x, 0, height, color=color, linewidth=2)
        ax.plot(x, np.full(x.size, height), marker, color=color, markersize=6)
        ax.text(0.2, place_of_text * height, text, color=color, va="center", ha="left", weight="bold")
        if names:
            for i in x:
                ax.annotate(
                    names[order[i - 1]],
                    (i, height),
                    xytext=(0, 7 * height),
                    textcoords="offset points",
                    ha="center",
                    va="bottom" if kind else "top",
                    rotation=90 if upright else 0,
                )
    ax.axhline(0, color="black", linewidth=0.8)
    ax.set(ylim=(-edge, edge), xlim=(0, values.size + 1), yticks=[], xlabel="Pairs, the most similar first")
    ax.spines["left"].set_visible(False)
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
        The Axes. The square of the pair (i, j), i < j, has its centre at (i, j). Its upper half is filled where the
        first partition puts the two together, its lower half where the second one does. The frame is dashed where the
        partitions disagree; the kind (tp, fn, fp, tn) is written on the square.

    Raises
    ------
    ValueError
        If the labels or the names differ in length or in the index that pandas gives them.

    Examples
    --------
    >>> import aucc_teach as at
    >>> rand = at.datasets.load_rand_points()
    >>> ax = at.plots.plot_pair_kinds(rand.labels_true, rand.labels_pred, names=rand.names)
    """
    codes_true, codes_pred = check_two_labels(labels_true, labels_pred)
    names = list_names(names, labels_true=labels_true)
    ax = new_axes(ax, figsize=SQUARE)
    n = codes_true.size
    for i in range(n - 1):
        for j in range(i + 1, n):
            verdicts = bool(codes_true[i] == codes_true[j]), bool(codes_pred[i] == codes_pred[j])
            style = {
                "edgecolor": "black",
                "linewidth": 1.4,
                "linestyle": "-" if verdicts[0] == verdicts[1] else (0, (3, 2)),
            }
            ax.add_patch(Rectangle((i - 0.44, j - 0.44), 0.88, 0.88, fill=False, **style))
            if any(verdicts):
                # One mark for both halves where they are filled; y grows downwards.
                corner, height = (i - 0.36, j - 0.36 * verdicts[0]), 0.36 * sum(verdicts)
                ax.add_patch(Rectangle(corner, 0.72, height, linewidth=0, facecolor="black"))
            # The kind stands in the empty half, if there is one.
            y = j + 0.2 * (verdicts[0] - verdicts[1])
            ax.text(i, y, _KINDS[verdicts], ha="center", va="center", bbox=_PLATE if all(verdicts) else None)
    ax.set(xlim=(-0.6, n - 1.4), ylim=(n - 0.4, 0.4), aspect="equal")
    ax.set_xticks(range(n - 1), names[:-1])
    ax.set_yticks(range(1, n), names[1:])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    key = "filled above: together in the first", "filled below: together in the second", "dashed: they disagree"
    for line, text in enumerate(key):
        ax.text(0.99, 0.98 - 0.06 * line, text, transform=ax.transAxes, ha="right", va="top")
    return ax


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
    if names is not None:
        names = [
            list_names(of_kind, dissimilarities=values)
            for values, of_kind in zip((within, between), names, strict=True)
        ]
    orders = [np.argsort(values, kind="stable") for values in kinds]
    rows, columns = (values[order] for values, order in zip(kinds, orders, strict=True))
    ax = new_axes(ax, figsize=SQUARE)
    verdicts = np.sign(columns - rows[:, None]).astype(int)
    colors = np.array([to_rgb(TIED), to_rgb(WITHIN), to_rgb(BETWEEN)])  # of 0, 1 and -1
    ax.imshow(1 - 0.45 * (1 - colors[verdicts]), origin="lower", extent=(0, 1, 0, 1), aspect="equal", zorder=0)
    height, width = 1 / rows.size, 1 / columns.size
    if verdicts.size <= _CELLS_WITH_SIGNS:
        for (i, j), verdict in np.ndenumerate(verdicts):
            ax.text((j + 0.5) * width, (i + 0.5) * height, "0+–"[verdict], ha="center", va="center")
        ax.hlines(np.arange(1, rows.size) * height, 0, 1, color="white", linewidth=0.8, zorder=1)
        ax.vlines(np.arange(1, columns.size) * width, 0, 1, color="white", linewidth=0.8, zorder=1)
    is_within = np.repeat([1, 0], [rows.size, columns.size])
    curve = roc_curve(is_within, -np.concatenate([rows, columns]))
    ax.plot(curve.fpr, curve.tpr, color="black", linewidth=2.2, clip_on=False, zorder=3)
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="Between pairs, the closest first")
    ax.set_ylabel("Within pairs, the closest first")
    ax.tick_params(length=0)
    if names is not None:
        ax.set_xticks((np.arange(columns.size) + 0.5) * width, [names[1][j] for j in orders[1]])
        ax.set_yticks((np.arange(rows.size) + 0.5) * height, [names[0][i] for i in orders[0]])
    return ax
