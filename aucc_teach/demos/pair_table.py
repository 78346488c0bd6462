"""Pair table: two partitions of a few points, what each pair is in both, and the indices that count the pairs."""

import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import ClusterLabels

__all__ = ["PairTable"]

FEWEST_POINTS = 2
MOST_POINTS = 12


class PairTable(Demo):
    """Two partitions of up to twelve points, the kind of every pair, Rand's c and the adjusted Rand index.

    Parameters
    ----------
    labels_true, labels_pred : array-like of int, shape (n,), optional
        Cluster of each of 2 to 12 points, 0 to 5, in the first and in the second partition. Default: Rand's two
        partitions of six points.

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
    """

    slug = "pair-table"

    labels_true = ClusterLabels().tag(sync=True)
    labels_pred = ClusterLabels().tag(sync=True)

    def __init__(self, labels_true=None, labels_pred=None, **kwargs):
        if (labels_true is None) != (labels_pred is None):
            raise InvalidStateError("labels_true and labels_pred belong together: give both, or none of them.")
        if labels_true is None:
            first = self._written.presets[0]
            labels_true, labels_pred = first["labels_true"], first["labels_pred"]
        else:
            kwargs.setdefault("lesson", [])
        super().__init__(labels_true=labels_true, labels_pred=labels_pred, **kwargs)

    @traitlets.validate("labels_true", "labels_pred")
    def _check_lengths(self, proposal):
        name = proposal["trait"].name
        n = {"labels_true": len(self.labels_true), "labels_pred": len(self.labels_pred), name: len(proposal["value"])}
        if not FEWEST_POINTS <= n[name] <= MOST_POINTS:
            raise InvalidStateError(
                f"there must be {FEWEST_POINTS} to {MOST_POINTS} points. Got {n[name]} labels in {name}."
            )
        if n["labels_true"] != n["labels_pred"]:
            raise InvalidStateError(
                f"both partitions must be of the same points. Got {n['labels_true']} labels in labels_true and "
                f"{n['labels_pred']} in labels_pred; to change their number, set both with "
                f"place(labels_true=..., labels_pred=...)."
            )
        return proposal["value"]
