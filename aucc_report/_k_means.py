"""k-means of small data for many numbers of clusters: all starts at once.

A report clusters thousands of small sets, for which scikit-learn's `KMeans` spends its time on calls rather than on
distances. Here the starts of one k are arrays, so that a call costs what its arithmetic costs.
"""

import numpy as np

N_STARTS = 10
#: Each further seed is the best of so many candidates, as scikit-learn has it for 8 to 20 clusters.
_N_TRIALS = 4
#: After the first number of steps only the best starts go on, as many as the second number says.
_N_STEPS, _N_BEST = 3, 3
_MOST_STEPS = 300
#: Up to so many columns, sums over clusters are taken column by column; beyond, a matrix product is faster.
_FEW_COLUMNS = 10
#: A start ends when its centres move by less than this part of the mean variance of the columns, as in scikit-learn.
_TOLERANCE = 1e-4


def k_means(points, ks, seed):
    """Cluster points into each of several numbers of clusters by Lloyd's algorithm; one row of labels for each.

    There are `N_STARTS` starts from greedy k-means++ seeds. The few with the least inertia after three steps are
    carried on to the end, and the best of these is returned. The seeds for k clusters are the first k of one sequence
    for each start, so that the clusters do not depend on the other numbers that are asked for.
    """
    points = points - points.mean(axis=0)
    norms = np.square(points).sum(axis=1)
    # The columns are repeated for all starts; sums over fewer starts use a part of them.
    repeated = np.tile(points.T, N_STARTS)
    columns = np.ascontiguousarray(points.T)
    tolerance = _TOLERANCE * points.var(axis=0).mean()
    seeds = points[_seeds(points, columns, norms, max(ks), np.random.default_rng(seed))]
    return np.array([_lloyd(points, columns, repeated, norms, seeds[:, :k], tolerance) for k in ks])


def _seeds(points, columns, norms, k, rng):
    """Positions of k seeds for each start: each is the best of a few drawn by their squared distance to the others."""
    n, starts = len(points), np.arange(N_STARTS)
    chosen = [rng.integers(n, size=N_STARTS)]
    nearest = _squared(points[chosen[0]], norms[chosen[0]], columns, norms)
    for _ in range(k - 1):
        # Each start has a unit interval of its own, so that one search serves all.
        sums = nearest.cumsum(axis=1)
        sums /= sums[:, -1:]
        drawn = rng.random((N_STARTS, _N_TRIALS))
        tried = np.searchsorted((sums + starts[:, None]).ravel(), drawn + starts[:, None]) - n * starts[:, None]
        tried = tried.clip(0, n - 1)
        left = _squared(points[tried], norms[tried], columns, norms)
        np.minimum(nearest[:, None, :], left, out=left)
        best = left.sum(axis=2).argmin(axis=1)
        nearest = left[starts, best]
        chosen.append(tried[starts, best])
    return np.array(chosen).T


def _squared(those, norms_of_those, columns, norms):
    """Squared distances of some points to all."""
    squared = (-2 * those) @ columns
    squared += norms_of_those[..., None]
    squared += norms
    return np.maximum(squared, 0, out=squared)


def _lloyd(points, columns, repeated, norms, centres, tolerance):
    """The labels of the best start; `centres` are those of all, of shape (starts, k, d)."""
    moves = np.full(len(centres), np.inf)
    best, least = None, np.inf
    for step in range(_MOST_STEPS):
        labels, distances = _nearest(columns, centres)
        inertia = distances.sum(axis=1)
        if step == _N_STEPS:
            # The order is kept, so that ties do not depend on how NumPy sorts.
            kept = np.sort(np.argsort(inertia, kind="stable")[:_N_BEST])
            centres, labels, distances, inertia, moves = (
                of[kept] for of in (centres, labels, distances, inertia, moves)
            )
        ended = moves <= tolerance if step < _MOST_STEPS - 1 else np.ones(len(moves), dtype=bool)
        if ended.any():
            first = np.flatnonzero(ended)[inertia[ended].argmin()]
            if inertia[first] < least:
                best, least = labels[first], inertia[first]
            if ended.all():
                break
            centres, labels, distances = centres[~ended], labels[~ended], distances[~ended]
        means = _means(points, repeated, norms, labels, distances, centres.shape[1])
        moves = np.square(means - centres).sum(axis=(1, 2))
        centres = means
    return best


def _nearest(columns, centres):
    """The nearest centre of each point, and its squared distance without the point's own norm; a row for each start."""
    n_starts, k, d = centres.shape
    distances = (-2 * centres).reshape(n_starts * k, d) @ columns
    distances += np.square(centres).sum(axis=2).reshape(-1, 1)
    distances = distances.reshape(n_starts, k, -1)
    least = distances[:, 0].copy()
    labels = np.zeros(least.shape, dtype=np.intp)
    for cluster in range(1, k):
        # This loop over clusters is several times as fast as `argmin` along a short axis.
        np.copyto(labels, cluster, where=distances[:, cluster] < least)
        np.minimum(least, distances[:, cluster], out=least)
    return labels, least


def _means(points, repeated, norms, labels, distances, k):
    """Means of the clusters of each start; an empty cluster takes the point that is farthest from its centre."""
    n_starts, d = len(labels), len(repeated)
    flat = (labels + k * np.arange(n_starts)[:, None]).ravel()
    counts = np.bincount(flat, minlength=n_starts * k)
    if d > _FEW_COLUMNS:
        is_member = np.zeros((n_starts * k, len(points)))
        is_member[flat, np.tile(np.arange(len(points)), n_starts)] = 1
        sums = is_member @ points
    else:
        sums = np.empty((n_starts * k, d))
        for j, column in enumerate(repeated):
            sums[:, j] = np.bincount(flat, column[: flat.size], n_starts * k)
    if not counts.all():
        far = distances + norms
        for place in np.flatnonzero(counts == 0):
            start = place // k
            # Its own cluster must keep a point.
            alone = counts[labels[start] + k * start] < 2
            point = np.where(alone, -np.inf, far[start]).argmax()
            far[start, point] = -np.inf
            old = labels[start, point] + k * start
            sums[old] -= points[point]
            counts[old] -= 1
            sums[place], counts[place] = points[point], 1
    return (sums / counts[:, None]).reshape(n_starts, k, d)
