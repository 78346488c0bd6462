"""Data: the worked examples of the papers, toy scatterings on an integer grid, mixtures of Gaussians."""

import numpy as np
from sklearn.utils import Bunch

from aucc_teach._validation import check_choice, check_integer, check_rng, check_sizes


def load_rand_points():
    """Rand's six points a to f and his two partitions of them.

    Returns
    -------
    sklearn.utils.Bunch
        ``names`` (tuple of 6 str), ``labels_true`` ({abc, def}) and ``labels_pred`` ({ab, cde, f}), integer arrays.

    References
    ----------
    The example after equation (2.1) of Rand (1971).

    Examples
    --------
    >>> import aucc_teach as at
    >>> rand = at.datasets.load_rand_points()
    >>> at.rand_score(rand.labels_true, rand.labels_pred)
    0.6
    """
    return Bunch(
        names=tuple("abcdef"),
        labels_true=np.array([0, 0, 0, 1, 1, 1]),
        labels_pred=np.array([0, 0, 1, 1, 1, 2]),
    )


def load_figure3():
    """The seven points of Figure 3 of the AUCC paper, with the similarity matrix printed there.

    The paper prints similarities and no coordinates. The coordinates here are whole numbers whose similarities
    1 - d / max d round to the printed ones, but for the pair cd, where they give 0.46 and the paper prints 0.45.

    Returns
    -------
    sklearn.utils.Bunch
        ``names`` (tuple of 7 str), ``points`` (integer array of shape (7, 2)), ``labels`` ({abcd, efg}) and
        ``similarity`` (float array of shape (7, 7), the printed matrix).

    References
    ----------
    Figure 3 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> at.aucc_score(figure3.points, figure3.labels) == 11 / 12
    True
    """
    printed = {
        "ab": 0.82, "ac": 0.72, "ad": 0.35, "ae": 0.05, "af": 0.03, "ag": 0.00,
        "bc": 0.72, "bd": 0.52, "be": 0.23, "bf": 0.20, "bg": 0.18,
        "cd": 0.45, "ce": 0.14, "cf": 0.15, "cg": 0.09,
        "de": 0.68, "df": 0.68, "dg": 0.63,
        "ef": 0.91, "eg": 0.95,
        "fg": 0.90,
    }  # fmt: skip
    names = tuple("abcdefg")
    similarity = np.eye(len(names))
    for (first, second), value in printed.items():
        i, j = names.index(first), names.index(second)
        similarity[i, j] = similarity[j, i] = value
    return Bunch(
        names=names,
        points=np.array([[0, 0], [55, 171], [280, 4], [358, 543], [415, 855], [502, 829], [433, 902]]),
        labels=np.array([0, 0, 0, 0, 1, 1, 1]),
        similarity=similarity,
    )


def load_tied_scores():
    """The six scored items of Table 1 of the AUCC paper, three of them tied.

    Returns
    -------
    sklearn.utils.Bunch
        ``y_true`` (integer array of shape (6,), 1 = positive) and ``y_score`` (float array of shape (6,)).

    References
    ----------
    Table 1 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import aucc_teach as at
    >>> tied = at.datasets.load_tied_scores()
    >>> round(at.roc_curve(tied.y_true, tied.y_score).auc, 4)
    0.8889
    """
    return Bunch(
        y_true=np.array([1, 0, 1, 1, 0, 0]),
        y_score=np.array([0.75, 0.50, 0.50, 0.50, 0.25, 0.20]),
    )


def load_toy(name):
    """A toy scattering of points on an integer grid, always the same.

    Parameters
    ----------
    name : {"blobs", "cut_across", "elongated", "grid", "nested", "unequal"}
        What to load: two far blobs; the same blobs under two clusters that each lie in both; two long parallel
        strips; a 6 x 6 grid in halves, full of ties; a ring around a core; a large cluster beside a small one.

    Returns
    -------
    sklearn.utils.Bunch
        ``points`` (integer array of shape (n, 2)) and ``labels`` (integer array of shape (n,)).

    Raises
    ------
    ValueError
        If there is no scattering of that name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> toy = at.datasets.load_toy("blobs")
    >>> at.aucc_score(toy.points, toy.labels)
    1.0
    """
    groups = _TOYS[check_choice(name, tuple(_TOYS), "name")]()
    labels = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    return Bunch(points=np.concatenate(groups), labels=labels)


def make_gaussian_mixture(sizes, n_dimensions, *, rng=None):
    """Draw points from Gaussian clusters that lie side by side along the first coordinate.

    The coordinates of a cluster are independent normal variables. Their standard deviations are uniform on [1, 4],
    one for each cluster and coordinate. Along the first coordinate the clusters stand in random order; the means of
    two neighbours with standard deviations s and t lie (1.5 + f)(s + t) apart, f uniform on [0.25, 0.75] for each
    gap, so that the middle parts of the clusters, within 1.5 standard deviations of their means, do not touch. In
    every other coordinate the means are uniform on [0, 2L/3], with L the length of the first coordinate from the
    lower end of its first middle part to the upper end of its last one; there the clusters may overlap.

    Parameters
    ----------
    sizes : sequence of int
        Number of points of each cluster, such as :func:`aucc_teach.partitions.size_profile` gives them.
    n_dimensions : int
        Number of coordinates.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    sklearn.utils.Bunch
        ``points`` (float array of shape (n, n_dimensions)), ``labels`` (integer array of shape (n,), one cluster
        after the other), ``means`` and ``deviations`` (float arrays of shape (k, n_dimensions)).

    Raises
    ------
    ValueError
        If the sizes are not positive whole numbers, at least one, or there is no dimension.

    References
    ----------
    The generator is ours. That clusters keep apart in one dimension and may overlap in the others follows
    Milligan (1985).

    Examples
    --------
    >>> import aucc_teach as at
    >>> mixture = at.datasets.make_gaussian_mixture([50, 50, 100], 2, rng=0)
    >>> mixture.points.shape, np.bincount(mixture.labels).tolist(), mixture.means.shape
    ((200, 2), [50, 50, 100], (3, 2))
    """
    sizes = check_sizes(sizes)
    if not sizes:
        raise ValueError("sizes must hold at least one cluster size. Got none.")
    n_dimensions = check_integer(n_dimensions, "n_dimensions", minimum=1)
    rng, k = check_rng(rng), len(sizes)
    deviations = rng.uniform(1, 4, size=(k, n_dimensions))
    order = rng.permutation(k)
    in_order = deviations[order, 0]
    steps = (1.5 + rng.uniform(0.25, 0.75, size=k - 1)) * (in_order[:-1] + in_order[1:])
    first = np.concatenate([[0.0], np.cumsum(steps)])
    length = first[-1] + 1.5 * (in_order[0] + in_order[-1])
    means = rng.uniform(0, 2 / 3 * length, size=(k, n_dimensions))
    means[order, 0] = first
    labels = np.repeat(np.arange(k), sizes)
    points = means[labels] + deviations[labels] * rng.standard_normal((labels.size, n_dimensions))
    return Bunch(points=points, labels=labels, means=means, deviations=deviations)


def _sunflower(n, center, radius):
    """Spread n points evenly over a disc: equal steps of area outwards, turned by the golden angle."""
    i = np.arange(n)
    r = radius * np.sqrt((i + 0.5) / n)
    angle = i * np.pi * (3 - np.sqrt(5))
    return np.rint(np.column_stack([r * np.cos(angle), r * np.sin(angle)]) + center).astype(int)


def _blobs():
    return [_sunflower(15, (200, 500), 120), _sunflower(15, (800, 500), 120)]


def _cut_across():
    # Every other point of each blob. Halves would not do: near neighbours would still share a cluster, and AUCC would
    # stay above one half.
    return [np.concatenate([blob[start::2] for blob in _blobs()]) for start in range(2)]


def _elongated():
    x = np.arange(20, 1000, 65)
    wave = np.rint(30 * np.sin(x / 60)).astype(int)
    return [np.column_stack([x, 600 + wave]), np.column_stack([x, 400 - wave])]


def _grid():
    x, y = np.meshgrid(np.arange(0, 1001, 200), np.arange(0, 1001, 200))
    points = np.column_stack([x.ravel(), y.ravel()])
    left = points[:, 0] < 500
    return [points[left], points[~left]]


def _nested():
    angle = np.arange(24) * np.pi / 12
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return [_sunflower(12, (500, 500), 90), np.rint(400 * ring + 500).astype(int)]


def _unequal():
    return [_sunflower(40, (350, 500), 300), _sunflower(8, (850, 500), 60)]


_TOYS = {
    "blobs": _blobs,
    "cut_across": _cut_across,
    "elongated": _elongated,
    "grid": _grid,
    "nested": _nested,
    "unequal": _unequal,
}
