"""Structureless points and k-means that a page and Python compute alike, to the last bit.

Chance comes from the shared generator. Floats meet only +, -, *, / and the square root, in one order on both sides:
these are rounded in one way everywhere, while logarithm and cosine are not.
"""

import math

import numpy as np

from aucc_teach.demos._random_partitions import Sfc32

REFERENCES = ("box", "normal")
N_STARTS = 10
# What random numbers are for: the third number that starts the generator, after the seed and the number of the set.
POINTS, STARTS, DEALS = 0, 10, 20


def structureless(points, reference, seed, t):
    """Draw set `t` of as many points with the mean and covariance of `points`, without clusters, on the grid.

    As in :func:`aucc_teach.reference_data`: what is drawn is whitened, then stretched along the principal axes.
    """
    random = Sfc32(seed, t, POINTS + REFERENCES.index(reference))
    # A sum of twelve is as good as normal.
    n_words = 1 if reference == "box" else 12
    drawn = [[sum(random.next() for _ in range(n_words)) / 2**32 for _ in "xy"] for _ in points]
    (mean_x, mean_y), (a, b, c) = _moments(points)
    (mid_u, mid_v), (e, f, g) = _moments(drawn)
    # Inverse square root of the covariance [[e, f], [f, g]] of what is drawn.
    root = math.sqrt(e * g - f * f)
    size = root * math.sqrt(e + g + 2 * root)
    to_u, across, to_v = (g + root) / size, -f / size, (e + root) / size
    # Principal axes of [[a, b], [b, c]]: the long one is (axis_x, axis_y).
    apart = math.sqrt((a - c) * (a - c) + 4 * b * b)
    long = (a + c + apart) / 2
    axis_x, axis_y = (long - c, b) if a >= c else (b, long - a)
    length = math.sqrt(axis_x * axis_x + axis_y * axis_y)
    # A round cloud has no long axis: any will do.
    axis_x, axis_y = (axis_x / length, axis_y / length) if length else (1.0, 0.0)
    far, near = math.sqrt(long), math.sqrt(max(0.0, (a + c - apart) / 2))
    found = []
    for u, v in drawn:
        du, dv = u - mid_u, v - mid_v
        along, beside = far * (to_u * du + across * dv), near * (across * du + to_v * dv)
        x = mean_x + along * axis_x - beside * axis_y
        y = mean_y + along * axis_y + beside * axis_x
        found.append((math.floor(x + 0.5), math.floor(y + 0.5)))
    return found


def _moments(points):
    """Mean and covariance, the latter as (xx, xy, yy); not by sum(), which newer versions of Python round less."""
    n = len(points)
    x = y = xx = xy = yy = 0.0
    for px, py in points:
        x, y = x + px, y + py
    x, y = x / n, y / n
    for px, py in points:
        dx, dy = px - x, py - y
        xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
    return (x, y), (xx / n, xy / n, yy / n)


def k_means(points, k, seed, t):
    """Label points by the best of ten runs of Lloyd's algorithm on set `t`; clusters by the order of their first point.

    Every other run starts from points drawn at random; the others from one, to which the farthest is added each time.
    """
    random = Sfc32(seed, t, STARTS + k)
    points = np.array(points, dtype=np.int64)
    best, tightest = None, -math.inf
    for run in range(N_STARTS):
        start = _far_apart(points, k, random) if run % 2 else _at_random(len(points), k, random)
        labels = _lloyd(points, points[start])
        # The sum of squares within is the sum of all squares less this.
        sums, sizes = _sums(points, labels, k)
        tight = 0.0
        for (x, y), size in zip(sums.tolist(), sizes.tolist(), strict=True):
            tight += (x * x + y * y) / size
        if tight > tightest:
            best, tightest = labels.tolist(), tight
    order = list(dict.fromkeys(best))
    return [order.index(label) for label in best]


def _at_random(n, k, random):
    left = list(range(n))
    return [left.pop(random.below(len(left))) for _ in range(k)]


def _far_apart(points, k, random):
    start = [random.below(len(points))]
    away = ((points - points[start[0]]) ** 2).sum(axis=1)
    while len(start) < k:
        start.append(int(away.argmax()))
        away = np.minimum(away, ((points - points[start[-1]]) ** 2).sum(axis=1))
    return start


def _sums(points, labels, k):
    sizes = np.bincount(labels, minlength=k)
    # Sums below 2^53: exact.
    sums = [np.bincount(labels, weights=points[:, axis], minlength=k) for axis in (0, 1)]
    return np.array(sums).T.astype(np.int64), sizes


def _lloyd(points, centres):
    k = len(centres)
    sums, sizes, labels = centres, np.ones(k, dtype=np.int64), None
    while True:
        # Squared distance to the mean of m points: a whole number over m^2. Different ones differ by more than the
        # division rounds, and equal ones come out equal.
        apart = ((sizes[None, :, None] * points[:, None] - sums[None]) ** 2).sum(axis=2) / sizes**2
        before, labels = labels, apart.argmin(axis=1)
        _fill_empty(labels, apart)
        if before is not None and (labels == before).all():
            return labels
        sums, sizes = _sums(points, labels, k)


def _fill_empty(labels, apart):
    """Give a cluster without points the one that is farthest from its centre, if that has company there."""
    k = apart.shape[1]
    for cluster in range(k):
        sizes = np.bincount(labels, minlength=k)
        if sizes[cluster] == 0:
            own = np.where(sizes[labels] > 1, apart[np.arange(len(labels)), labels], -1)
            labels[own.argmax()] = cluster
