"""Draw rows in their first two principal components, by cluster."""

import numpy as np
from sklearn.decomposition import PCA

from aucc_teach import plots

PLATE = {"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "black", "linewidth": 0.6}


def components(points):
    """Compute the first two principal components, shape (n, 2), and their proportions of the variance."""
    # A single column has one component; the second is a column of zeros.
    missing = max(0, 2 - points.shape[1])
    pca = PCA(2 - missing)
    places = np.pad(pca.fit_transform(points), ((0, 0), (0, missing)))
    return places, np.pad(pca.explained_variance_ratio_, (0, missing))


def middles_of(places, labels):
    """Place the number of each cluster at the row nearest to its median, which itself may lie outside, as in a ring."""
    clusters = [places[labels == cluster] for cluster in np.unique(labels)]
    return [rows[np.linalg.norm(rows - np.median(rows, axis=0), axis=1).argmin()] for rows in clusters]


def draw_components(ax, places, parts, labels, middles, second="Component 2", names=None):
    """Draw the rows, with the number of each cluster in its middle, or its name."""
    plots.plot_points(places, labels, ax=ax)
    # The more points, the smaller the marks.
    for marks in ax.collections:
        marks.set_sizes([max(8, min(42, 6000 / len(places)))])
    for name, middle in zip(names or range(1, len(middles) + 1), middles, strict=True):
        ax.annotate(str(name), middle, ha="center", va="center", bbox=PLATE, zorder=4, parse_math=False)
    ax.set_aspect("auto")
    ax.set_xlabel(f"Principal component 1 ({parts[0]:.0%} of variance)")
    ax.set_ylabel(f"{second} ({parts[1]:.0%})")
