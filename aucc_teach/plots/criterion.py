"""One criterion of `aucc_teach.criteria`, pictured: what it wants small as within, what it wants large as between."""

from functools import partial
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from scipy.spatial.distance import cdist, pdist

from aucc_teach.criteria import CRITERIA
from aucc_teach.input import check_choice, check_labels, check_points
from aucc_teach.pairs import co_membership
from aucc_teach.plots._style import BETWEEN, PAIR_LINES, TIED, WITHIN, name_heights, new_axes
from aucc_teach.plots.points import plot_points

_LINES = {**PAIR_LINES, "mean": {"color": TIED, "linestyle": (0, (1, 1.5))}}


def plot_criterion(name, points, labels, *, focus=0, ax=None):
    """Draw what a criterion measures: what it wants small as within, what it wants large as between.

    Parameters
    ----------
    name : str
        A criterion of `aucc_teach.criteria.CRITERIA`; AUCC and DBCV have no picture.
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
        not in the plane, or the focus is none of the objects or, for a silhouette, is a singleton.

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> ax = at.plots.plot_criterion("dunn_score", figure3.points, figure3.labels)
    """
    picture = _PICTURES[check_choice(name, tuple(_PICTURES), "name")]
    CRITERIA[name].function(points, labels)  # what it refuses has no picture
    points = check_points(points)
    codes, sizes = check_labels(labels)
    if points.shape[1] != 2:
        raise ValueError(f"points must have shape (n, 2). Got shape {points.shape}.")
    if not 0 <= focus < codes.size:
        raise ValueError(f"focus must be one of the objects 0 to {codes.size - 1}. Got {focus}.")
    clusters = [points[codes == cluster] for cluster in range(sizes.size)]
    if picture in (_draw_silhouette, _draw_simplified_silhouette) and sizes[codes[focus]] == 1:
        raise ValueError(f"focus must share its cluster with another object. Got {focus}, a singleton.")
    if picture in (_draw_point_biserial, _draw_c_index, _draw_proportions):
        ax = new_axes(ax, figsize=(4.2, 1.8))
        picture(ax, points, codes)
        return ax
    ax = plot_points(points, codes, ax=new_axes(ax, figsize=(3.6, 3.2)))
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    if picture in (_draw_silhouette, _draw_simplified_silhouette):
        picture(ax, points[focus], codes[focus], clusters)
    else:
        picture(ax, clusters)
    return ax


def _draw_lines(ax, kind, starts, ends, *, width=1.6):
    """Draw lines from points to points, or from points to one."""
    lines = np.stack(np.broadcast_arrays(starts, ends), axis=-2).reshape(-1, 2, 2)
    ax.add_collection(LineCollection(lines, **_LINES[kind], linewidth=width, label=kind, zorder=2))


def _draw_crosses(ax, places, *, color="black"):
    ax.plot(*np.transpose(places), "x", color=color, markersize=7, markeredgewidth=2, zorder=4)


def _draw_centers(ax, clusters):
    """Draw crosses at the centroids and at the mean of all points; returns both."""
    centroids, mean = _centroids(clusters), np.concatenate(clusters).mean(axis=0)
    _draw_crosses(ax, centroids)
    _draw_crosses(ax, [mean], color=TIED)
    return centroids, mean


def _draw_sums_of_squares(ax, clusters):
    centroids, mean = _draw_centers(ax, clusters)
    for cluster, centroid in zip(clusters, centroids, strict=True):
        _draw_lines(ax, "within", cluster, centroid)
        # A line is as thick as it counts, once for each object.
        _draw_lines(ax, "between", centroid, mean, width=0.8 * len(cluster))


def _draw_pbm(ax, clusters):
    centroids, mean = _draw_centers(ax, clusters)
    for cluster, centroid in zip(clusters, centroids, strict=True):
        _draw_lines(ax, "within", cluster, centroid)
        _draw_lines(ax, "mean", cluster, mean)
    _draw_lines(ax, "between", *_extreme_pair(centroids, centroids, np.max), width=2.4)


def _draw_davies_bouldin(ax, clusters):
    centroids = _centroids(clusters)
    spread = np.array([_lengths(cluster, [c]).mean() for cluster, c in zip(clusters, centroids, strict=True)])
    apart = _lengths(centroids, centroids)
    np.fill_diagonal(apart, np.inf)
    worst = ((spread[:, None] + spread) / apart).argmax(axis=1)
    # Two clusters that are each other's worst have one line: drawn twice, its dashes would fill their gaps.
    pairs = np.unique(np.sort(np.column_stack([np.arange(len(worst)), worst])), axis=0)
    _draw_lines(ax, "between", *centroids[pairs.T])
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


def _draw_dunn(separation, diameter, ax, clusters):
    """Draw the two closest clusters and the widest one, by the forms of Bezdek and Pal."""

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
        # In each direction this is the object farthest from its nearest.
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
    name_heights(ax, ["between", "within"])
    ax.set(ylim=(-0.6, 1.6), xlim=(0, None), xlabel="Distance of a pair")


def _draw_c_index(ax, points, codes):
    distances, together = pdist(points), co_membership(codes)
    in_order, n_within = np.sort(distances), int(together.sum())
    rows = in_order[-n_within:], np.sort(distances[together]), in_order[:n_within]
    for row, (values, color) in enumerate(zip(rows, (TIED, WITHIN, TIED), strict=True)):
        ax.barh(row, values, left=np.cumsum(values) - values, color=color, edgecolor="white", height=0.7)
    name_heights(ax, ["largest", "within", "smallest"])
    ax.set_xlabel(f"Sum of {n_within} distances")


def _draw_proportions(ax, points, codes):
    total = np.square(points - points.mean(axis=0)).sum(axis=0)
    within = sum(np.square(c - c.mean(axis=0)).sum(axis=0) for c in (points[codes == i] for i in np.unique(codes)))
    proportion = 1 - within / total
    ax.barh([1, 0], proportion, color=BETWEEN, height=0.6, hatch="//", edgecolor="white")
    ax.barh([1, 0], 1 - proportion, left=proportion, color=WITHIN, height=0.6)
    for row, value in zip((1, 0), proportion, strict=True):
        ax.text(1.02, row, f"{value:.2f} between", va="center")
    name_heights(ax, ["y", "x"])
    ax.set(xlim=(0, 1.45), xlabel="Proportion of the sum of squares")
    ax.set_xticks([0, 0.5, 1])


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
    "ratkowsky_lance_score": _draw_proportions,
    "pbm_score": _draw_pbm,
    "davies_bouldin_index": _draw_davies_bouldin,
    "silhouette_score": _draw_silhouette,
    "alternative_silhouette_score": _draw_silhouette,
    "simplified_silhouette_score": _draw_simplified_silhouette,
    "alternative_simplified_silhouette_score": _draw_simplified_silhouette,
    **{f"dunn_{of}{by}_score": partial(_draw_dunn, of, by) for of in range(1, 7) for by in range(1, 4) if of * by > 1},
    "dunn_score": partial(_draw_dunn, 1, 1),
}
