"""Pair table: two partitions of a few points, what each pair is in both, and the indices that count the pairs."""

import traitlets

from aucc_teach.demos._base import Demo, Part

__all__ = ["PairTable"]


class PairTable(Demo):
    """Two partitions of up to twelve points, the kind of every pair, Rand's c and the adjusted Rand index.

    Parameters
    ----------
    labels_true, labels_pred : array-like of int, shape (n,), optional
        Cluster of each of 2 to 12 points, 0 to 5, in the first and in the second partition. Default: Rand's two
        partitions of six points.
    indices : bool, default=True
        Whether to show Rand's c, its expectation and the adjusted Rand index with the four counts, or the counts alone.

    Attributes
    ----------
    labels_true, labels_pred : tuple of int
        The partitions as they are now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``labels_true`` and ``labels_pred`` of each.

    Raises
    ------
    ValueError
        If labels are not whole numbers from 0 to 5, or if there is not one in each partition for each of 2 to 12
        points.

    See Also
    --------
    aucc_teach.pair_counts : The four counts that are shown.
    aucc_teach.rand_score : The large number.
    aucc_teach.adjusted_rand_score : The same number, corrected for chance.

    Examples
    --------
    >>> import aucc_teach as at
    >>> table = at.demos.PairTable()
    >>> table.words()
    'The partitions agree on 9 of 15 pairs: c 0.6000, expected 0.5467, ARI 0.1176.'
    >>> table.labels_pred = [0, 0, 0, 1, 1, 2]
    >>> numbers = table.numbers(table.state())
    >>> numbers["agreeing"], round(numbers["ari"], 4)
    (13, 0.7059)
    >>> at.demos.PairTable(indices=False).words()
    'The partitions agree on 9 of 15 pairs.'
    """

    slug = "pair-table"
    _data = ("labels_true", "labels_pred")

    labels_true = Part()
    labels_pred = Part()
    indices = traitlets.Bool(True).tag(sync=True, constant=True)

    def __init__(self, labels_true=None, labels_pred=None, **kwargs):
        super().__init__(labels_true=labels_true, labels_pred=labels_pred, **kwargs)
