"""Clusters that follow density: the modes of a cloud, how far they persist, and which rows belong to them.

Two rows are as far apart as the largest of their distance and of the distances to their tenth neighbours, the mutual
reachability of HDBSCAN. Single linkage on that joins rows along dense paths, so clusters may have any shape. Where two
parts join, the rows there lie farther apart than inside of the parts. The logarithm of how much farther, times the
dimension of the cloud, is the persistence of the smaller contrast: the logarithm of a ratio of densities.
"""

from functools import cached_property

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial import KDTree
from scipy.spatial.distance import pdist, squareform

#: The distances to so many neighbours give the density and the dimension around a row.
N_NEIGHBOURS = 10
#: Parts of fewer rows are no modes: a twentieth of the rows, at least 5 and at most 20.
FEWEST_ROWS, MOST_NEEDED = 5, 20
#: The largest persistences are kept, so many of them.
N_KEPT = 40
# Nearer neighbours count as this part of the farthest distance, because the logarithm of zero is undefined.
_NEAREST = 1e-3
# The width of a ribbon is sought by the mean dimension of so many, between the logarithms of these widths: a wider one
# is a cloud, whose dimension falls again. One ribbon's dimension would leave the width to chance.
_N_RIBBONS, _WIDTHS = 8, (-9.0, -1.0)


class ModeTree:
    """The tree of a cloud along dense paths, from its rows and a metric of :func:`scipy.spatial.distance.pdist`."""

    def __init__(self, points, metric="euclidean"):
        self.points, self.metric = points, metric
        n = len(points)
        distances = squareform(pdist(points, metric))
        # Copies of a row have distance zero; the smallest other distance replaces it.
        floor = distances[distances > 0].min(initial=np.inf)
        last = min(N_NEIGHBOURS, n - 1)
        near = np.sort(np.partition(distances, last, axis=1)[:, : last + 1], axis=1)
        core = near[:, last]
        # Computed in place: memory hardly has room for another array of all pairs.
        reach = np.maximum(np.maximum(distances, core, out=distances), core[:, None], out=distances)
        np.fill_diagonal(reach, 0)
        self.linkage = linkage(squareform(reach, checks=False), "single")
        self._core, self._heights = (np.log(np.maximum(of, floor)) for of in (core, self.linkage[:, 2]))
        self.dimension = _dimension(near, floor)
        self.smallest = max(FEWEST_ROWS, min(MOST_NEEDED, n / 20))

    @cached_property
    def splits(self):
        """For each join of two parts that are large enough the number of the join and its persistence, as arrays."""
        n = len(self.points)
        size, total = np.ones(2 * n - 1), np.concatenate([self._core, np.zeros(n - 1)])
        densest = np.full(2 * n - 1, np.inf)
        numbers, persistences = [], []
        for number, (one, other) in enumerate(self.linkage[:, :2].astype(int).tolist()):
            joined = n + number
            size[joined], total[joined] = size[one] + size[other], total[one] + total[other]
            densest[joined] = min(densest[one], densest[other])
            if min(size[one], size[other]) >= self.smallest:
                of_parts = [min(total[part] / size[part], densest[part]) for part in (one, other)]
                numbers.append(number)
                persistences.append(self.dimension * (self._heights[number] - max(of_parts)))
                densest[joined] = min(of_parts)
        return np.array(numbers, dtype=int), np.array(persistences, dtype=float)

    @property
    def persistence(self):
        """The persistences, the largest first, as an array of length `N_KEPT` that ends in zeros."""
        found = np.sort(self.splits[1])[::-1][:N_KEPT]
        return np.pad(found, (0, N_KEPT - len(found)))

    def labels(self, n_modes):
        """Label the rows by the most persistent modes, fewer than asked for if there are not so many.

        They are numbered by size, the largest 0. Rows that joined when the parts had joined already belong to the mode
        of the nearest row that was there before.
        """
        n = len(self.points)
        joins = self.linkage[:, :2].astype(int)
        numbers, persistences = self.splits
        order = np.argsort(-persistences, kind="stable")
        apart = set(numbers[order[: n_modes - 1]].tolist())
        has_split = np.zeros(2 * n - 1, dtype=bool)
        for number, (one, other) in enumerate(joins.tolist()):
            has_split[n + number] = number in apart or has_split[one] or has_split[other]
        labels, open_parts, n_found = np.full(n, -1), [2 * n - 2], 0
        while open_parts:
            part = open_parts.pop()
            if not has_split[part]:
                labels[self._rows(part)] = n_found
                n_found += 1
                continue
            both = joins[part - n].tolist()
            open_parts += both if part - n in apart else [one for one in both if has_split[one]]
        left = np.flatnonzero(labels < 0)
        if len(left):
            known = np.flatnonzero(labels >= 0)
            to_known = squareform(pdist(self.points, self.metric))[np.ix_(left, known)]
            labels[left] = labels[known[to_known.argmin(axis=1)]]
        by_size = np.argsort(-np.bincount(labels), kind="stable")
        return np.argsort(by_size)[labels]

    def _rows(self, part):
        n, rows, stack = len(self.points), [], [part]
        while stack:
            node = stack.pop()
            if node < n:
                rows.append(node)
            else:
                stack += self.linkage[node - n, :2].astype(int).tolist()
        return rows


def persistence(points, metric="euclidean"):
    """The persistences of the modes of a cloud; see :attr:`ModeTree.persistence`."""
    return ModeTree(points, metric).persistence


def labels_of_modes(points, n_modes):
    """Label rows by the most persistent modes; see :meth:`ModeTree.labels`."""
    return ModeTree(points).labels(n_modes)


class Ribbon:
    """Rows without clusters along a line, as wide as makes their dimension that of a cloud.

    A ring or an arc has its rows one after the other, and gaps between them are larger than in a box of the same
    covariance. Modes of such a cloud stand out only if they persist longer than those of a ribbon.
    """

    def __init__(self, points, rng):
        self.n, self.n_columns = points.shape
        along = rng.random((_N_RIBBONS, self.n))
        across = rng.standard_normal((_N_RIBBONS, self.n, self.n_columns - 1))
        target, (low, high) = local_dimension(points), _WIDTHS
        for _ in range(10):
            middle = (low + high) / 2
            ribbons = (np.column_stack(ribbon) for ribbon in zip(along, np.exp(middle) * across, strict=True))
            if np.mean([local_dimension(ribbon) for ribbon in ribbons]) < target:
                low = middle
            else:
                high = middle
        self.width = np.exp(high)

    def draw(self, rng):
        across = self.width * rng.standard_normal((self.n, self.n_columns - 1))
        return np.column_stack([rng.random(self.n), across])


def local_dimension(points):
    """The dimension of a cloud as its nearest rows show it, by the estimate that a :class:`ModeTree` has."""
    last = min(N_NEIGHBOURS, len(points) - 1)
    near = KDTree(points).query(points, k=last + 1)[0]
    return _dimension(near, near[near > 0].min(initial=np.inf))


def _dimension(near, floor):
    # This is equation 8 of Levina and Bickel (2005), with its inverse averaged over the rows.
    farthest = np.maximum(near[:, -1:], floor)
    return 1 / np.mean(np.log(farthest / np.maximum(near[:, 1:-1], _NEAREST * farthest)))
