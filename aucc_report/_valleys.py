"""Whether rows are rare between two clusters, on the line between their means."""

from itertools import combinations

import numpy as np

# The emptiest place is searched for here, between the median of one cluster (0) and that of the other (1).
_PLACES = np.linspace(0.35, 0.65, 7)
_WIDTH = 0.2  # all windows are so wide


def valleys(points, labels):
    """For each pair of clusters, the ratio of the rows at the emptiest place between the two to those around them.

    The rows of two clusters are projected on the line through their means. They are counted in windows of equal width:
    around the median of each cluster, of which the smaller count is taken, and between them. A ratio near 0 means that
    there is nothing between the two, a ratio near 1 that they may be slices of one cloud. It is infinite if the medians
    lie in another order than the means, so that no line leads from one to the other.
    """
    clusters = [points[labels == cluster] for cluster in range(labels.max() + 1)]
    means = [cluster.mean(axis=0) for cluster in clusters]
    ratios = {}
    for one, other in combinations(range(len(clusters)), 2):
        axis = means[other] - means[one]
        on_line = [clusters[place] @ axis for place in (one, other)]
        low, high = np.median(on_line[0]), np.median(on_line[1])
        if high <= low:
            ratios[one, other] = np.inf
            continue
        places = (np.concatenate(on_line) - low) / (high - low)
        counts = (np.abs(places - np.array([0, 1, *_PLACES])[:, None]) <= _WIDTH / 2).sum(axis=1)
        ratios[one, other] = float(counts[2:].min() / max(1, counts[:2].min()))
    return ratios


def shallowest_valley(points, labels):
    """The largest ratio over all pairs of clusters."""
    return max(valleys(points, labels).values())
