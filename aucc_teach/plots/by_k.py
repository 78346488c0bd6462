"""Scores against the number of clusters: as lines, beside their baseline on references, as a table."""

import numpy as np

from aucc_teach.input import check_equal_lengths
from aucc_teach.plots._style import CLUSTERS, TIED, WIDTH, count_clusters, label_end, name_cells, new_axes


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
    ks, scores = np.asarray(ks), np.asarray(scores)
    ax = new_axes(ax)
    if spread is not None:
        ax.fill_between(ks, *spread, color=color, alpha=0.2, linewidth=0)
    ax.plot(ks, scores, color=color, marker=marker, markersize=5)
    label_end(ax, label, ks, scores, color=color, shift=label_shift)
    count_clusters(ax)
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
    ax = new_axes(ax)
    ax.plot(ks, lines.T, color=CLUSTERS[0], linewidth=0.6, alpha=0.6)
    ax.plot(ks, lines.mean(axis=0), color="black")
    for edges in bands:
        for edge in edges:
            ax.plot(ks, edge, "--", color="black", linewidth=1.2)
    count_clusters(ax)
    return ax


def plot_baseline(choice, *, label="data", reference=None, color=CLUSTERS[0], ax=None):
    """Draw a criterion on data beside its baseline on reference data, for each number of clusters.

    Parameters
    ----------
    choice : CalibratedChoice
        From :func:`aucc_teach.calibrated_choice`.
    label : str, default="data"
        Written beside the last point of the data.
    reference : str, optional
        Kind of reference sets to draw; the first of those in `choice` by default.
    color : str, default=CLUSTERS[0]
        Colour of the data; the baseline is grey.
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
    >>> ax = at.plots.plot_baseline(choice)
    """
    found = _of_reference(choice.reference_scores, reference)
    mean, std = found.mean(axis=0), found.std(axis=0, ddof=1)
    # The labels are moved apart, whichever line ends higher.
    shift = 8 if choice.scores[-1] >= mean[-1] else -8
    baseline = {"label": "no clusters", "color": TIED, "marker": "s", "label_shift": -shift}
    ax = plot_by_k(choice.ks, mean, spread=(mean - 2 * std, mean + 2 * std), ax=ax, **baseline)
    return plot_by_k(choice.ks, choice.scores, label=label, color=color, label_shift=shift, ax=ax)


def plot_excess(choice, *, label="data", reference=None, color=CLUSTERS[0], ax=None):
    """Draw the excess of the data over the references for each number of clusters, among the curves of the references.

    Parameters
    ----------
    choice : CalibratedChoice
        From :func:`aucc_teach.calibrated_choice`.
    label : str, default="data"
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
    ax = new_axes(ax)
    ax.plot(choice.ks, (curves - curves.mean(axis=1, keepdims=True)).T, color=TIED, linewidth=0.7, alpha=0.6)
    data = data - data.mean()
    peak = int(data.argmax())
    ax.plot(choice.ks[peak], data[peak], "o", markersize=13, markerfacecolor="none", markeredgecolor=color, zorder=4)
    plot_by_k(choice.ks, data, label=label, color=color, ax=ax)
    ax.set_ylabel("Excess minus its mean over k")
    return ax


def _of_reference(by_kind, reference):
    kind = next(iter(by_kind)) if reference is None else reference
    if kind not in by_kind:
        raise ValueError(f"reference must be one of {list(by_kind)}, which the choice has. Got {reference!r}.")
    return by_kind[kind]


def plot_criteria_by_k(ks, scores, *, lower_is_better=(), ax=None):
    """Draw several criteria against the number of clusters: a row each, shaded more where better, the best marked.

    Parameters
    ----------
    ks : sequence of int
        Numbers of clusters, from left to right.
    scores : dict of str to array-like of shape (len(ks),)
        For the name of each criterion, its score for each number of clusters. NaN, where a criterion is not defined,
        is left blank.
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
    lower_is_better = set(lower_is_better)
    unknown = lower_is_better - set(scores)
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
    ax = new_axes(ax, figsize=(WIDTH, 0.3 * len(heights) + 0.8))
    # Cells stay at least this light, so that the marks are visible.
    ax.imshow(0.6 * heights, cmap="Greys", vmin=0, vmax=1, aspect="auto")
    for i, row in enumerate(heights):
        for places, face in zip(_best_and_second(row), ("black", "none"), strict=False):
            ax.plot(places, [i] * len(places), "o", color="black", markerfacecolor=face, markersize=8)
    name_cells(ax, list(scores), ks)
    ax.set_xlabel("Number of clusters k")
    return ax


def _best_and_second(row):
    """Return the places of the best score and of the next lower one, if there is one."""
    values = np.unique(row[~np.isnan(row)])[::-1][:2]
    return [np.flatnonzero(row == value) for value in values]


def plot_deviations(deviations, *, ks, limit=3, ax=None):
    """Draw how far cells lie apart, in standard errors: one row for each name, bold on grey beyond the limit.

    Parameters
    ----------
    deviations : dict of str to array-like of shape (len(ks),)
        For the name of each row, a deviation for each number of clusters.
    ks : sequence of int
        Numbers of clusters, from left to right.
    limit : float, default=3
        Largest deviation, of either sign, that stays plain and without a ground.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes, rows from the top, each below its name. Deviations below 10 are written with one decimal, others
        without.

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
    ax = new_axes(ax, figsize=(WIDTH, 0.46 * len(values) + 0.8))
    beyond = np.abs(values) > limit
    # Cells go at most a third of the way to black, so that the text stays legible.
    shade = np.where(beyond, 0.12 + 0.2 * np.minimum(np.abs(values) / 30, 1), 0)
    # The name stands in a blank row above: beside the row it would leave the numbers no room.
    shown = np.zeros((2 * len(values), values.shape[1]))
    shown[1::2] = shade
    ax.imshow(shown, cmap="Greys", vmin=0, vmax=1, aspect="auto")
    for row, name in enumerate(deviations):
        ax.text(-0.5, 2 * row, name, ha="left", va="center", color="black")
    for (i, j), value in np.ndenumerate(values):
        text = f"{value:+.0f}" if abs(value) >= 9.95 else f"{value:+.1f}"
        weight = "bold" if beyond[i, j] else "normal"
        ax.text(j, 2 * i + 1, text.replace("-", "\u2212"), ha="center", va="center", color="black", weight=weight)
    name_cells(ax, [], ks)
    ax.set_xlabel("Number of clusters k")
    return ax
