"""What each object contributes to AUCC."""

import numpy as np

from aucc_teach.input import check_labels
from aucc_teach.objects import AuccSamples
from aucc_teach.pairs import n_kinds_of_pairs
from aucc_teach.plots._style import SQUARE, check_same_objects, look_of, new_axes


def plot_aucc_samples(samples, labels, *, ax=None):
    """Draw which objects a partition fits and which spoil it, one row for each object.

    A bar reaches from the line at AUCC to the proportion of right comparisons at the object, and is as high as the
    object has comparisons. So the areas to the left and to the right of the line are equal.

    Parameters
    ----------
    samples : AuccSamples
        What :func:`aucc_teach.aucc_samples` found.
    labels : array-like of shape (n,)
        Cluster of each object, as it was given there. Colours repeat after six clusters.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes: clusters from the top in the order of their labels, in each cluster the highest proportion first.

    Raises
    ------
    ValueError
        If the samples are none, or belong to clusters of other sizes.

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> samples = at.aucc_samples(figure3.points, figure3.labels)
    >>> ax = at.plots.plot_aucc_samples(samples, figure3.labels)
    """
    if not isinstance(samples, AuccSamples):
        raise ValueError(f"samples must be what aucc_samples returns. Got {type(samples).__name__}.")
    check_same_objects(samples=samples.proportion, labels=labels)
    codes, sizes = check_labels(labels)
    n_within, n_between = n_kinds_of_pairs(sizes.tolist())
    own = sizes[codes]
    if not np.array_equal(samples.weight, (own - 1) * n_between + (codes.size - own) * n_within):
        raise ValueError("labels must be those that the samples are of. Their clusters have other sizes.")
    ax = new_axes(ax, figsize=SQUARE)
    aucc = np.average(samples.proportion, weights=samples.weight)
    heights = samples.weight / samples.weight.mean()
    names = np.asarray(labels)[np.unique(codes, return_index=True)[1]]
    top, middles = 0.0, []
    for cluster in range(sizes.size):
        members = np.flatnonzero(codes == cluster)
        members = members[np.argsort(-samples.proportion[members], kind="stable")]
        edges = top + np.concatenate([[0.0], np.cumsum(heights[members])])
        ends = samples.proportion[members]
        ax.fill_betweenx(
            edges,
            aucc,
            np.append(ends, ends[-1]),
            step="post",
            color=look_of(cluster)["color"],
            linewidth=0,
        )
        middles.append((top + edges[-1]) / 2)
        # A gap as high as some rows keeps the clusters apart without colour.
        top = edges[-1] + 0.03 * codes.size
    ax.axvline(aucc, color="black", linewidth=1.2)
    ax.text(aucc, 1.01, f"AUCC {aucc:.3f}", transform=ax.get_xaxis_transform(), ha="center", va="bottom")
    ax.set_yticks(middles, [str(name) for name in names])
    ax.tick_params(axis="y", length=0)
    ax.set(xlabel="Proportion of right comparisons\n(higher is better)", ylim=(top, -0.03 * codes.size))
    return ax
