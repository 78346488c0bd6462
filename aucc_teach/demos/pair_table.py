"""Pair table: two partitions of a few points, what each pair is in both, and the indices that count the pairs."""

import numpy as np
import traitlets

from aucc_teach import datasets
from aucc_teach.agreement import adjusted_rand_score, rand_score
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import format_score
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import ClusterLabels
from aucc_teach.pairs import co_membership, null_moments, pair_counts

__all__ = ["PairTable"]

FEWEST_POINTS = 2
MOST_POINTS = 12
KINDS = {
    "tp": "together in both",
    "fn": "together in Y only",
    "fp": "together in Y\N{PRIME} only",
    "tn": "apart in both",
}


_ONE_ALONE = "One point of Y\N{PRIME} must be in a cluster of its own, and nothing else must change."


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
    >>> table.counts
    PairCounts(tp=2, fn=4, fp=2, tn=7)
    >>> table.labels_pred = [0, 0, 0, 1, 1, 2]
    >>> round(table.rand, 4), round(table.adjusted_rand, 4)
    (0.8667, 0.7059)
    """

    slug = "pair-table"
    question = "Can you make c high while ARI is 0?"
    tasks = (
        Task(
            question="The partitions agree on 9 of the 15 pairs. Now point c of Y\N{PRIME} goes to a and b. On how "
            "many pairs do they agree then?",
            todo="Click c of Y\N{PRIME}, or press Enter on it, until it has the marker of a and b.",
            goal=(
                (
                    "n_points",
                    "==",
                    6,
                    "There are {n_points} points now, and this step is about six. Press Undo until they are back.",
                ),
                (
                    "agreeing",
                    "==",
                    13,
                    "They agree on {agreeing} pairs. Point c of Y\N{PRIME} must be with a and b, and nothing else must "
                    "change.",
                ),
            ),
            solved={"labels_pred": [0, 0, 0, 1, 1, 2]},
            answer="agreeing",
            found="They agree on {} of the 15 pairs.",
            outcome="Now c is together with a and b in both partitions, and apart from d and e in both, so they agree "
            "on four more pairs.",
        ),
        Task(
            question="Can Rand\N{RIGHT SINGLE QUOTATION MARK}s c be above 0.8 while ARI is below 0?",
            choices=("No", "Yes"),
            todo="Change clusters, or add points, until Rand\N{RIGHT SINGLE QUOTATION MARK}s c is above 0.8 and ARI is "
            "below 0.",
            goal=(
                ("rand", ">", 0.8, "Rand\N{RIGHT SINGLE QUOTATION MARK}s c is {rand}, and not above 0.8."),
                ("ari", "<", 0, "ARI is {ari}, and not below 0."),
            ),
            solved={"labels_true": [0, 0, 1, 2, 3, 4], "labels_pred": [0, 1, 0, 2, 3, 4]},
            answer="Yes",
            outcome="Small clusters put most pairs apart in both partitions, even by chance, and Rand counts each of "
            "them as agreement. ARI is below 0 because the partitions agree on fewer pairs than chance "
            "expects.",
        ),
        Task(
            question="Here are two equal partitions of nine points, with three clusters of three. In Y\N{PRIME} one "
            "point goes into a cluster of its own. On how many of the 36 pairs do they agree then?",
            todo="Give a point of Y\N{PRIME} a cluster of its own.",
            goal=(
                (
                    "n_points",
                    "==",
                    9,
                    "There are {n_points} points now, and this step is about nine. Press Undo until they are back.",
                ),
                ("n_pred", "==", 4, "The number of clusters of Y\N{PRIME} is {n_pred}, and it must be four."),
                ("fp", "==", 0, _ONE_ALONE),
                ("fn", "==", 2, _ONE_ALONE),
            ),
            solved={"labels_pred": [3, 0, 0, 1, 1, 1, 2, 2, 2]},
            answer="agreeing",
            found="They agree on {} of the 36 pairs.",
            outcome="The point was together with two others, and in Y it still is, so only these two pairs are torn "
            "apart.",
            preset=1,
        ),
    )

    labels_true = ClusterLabels().tag(sync=True)
    labels_pred = ClusterLabels().tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, labels_true=None, labels_pred=None, **kwargs):
        if (labels_true is None) != (labels_pred is None):
            raise InvalidStateError("labels_true and labels_pred belong together: give both, or none of them.")
        presets = _presets()
        if labels_true is None:
            labels_true, labels_pred = presets[0]["labels_true"], presets[0]["labels_pred"]
        else:
            kwargs.setdefault("lesson", [])
        super().__init__(labels_true=labels_true, labels_pred=labels_pred, presets=presets, **kwargs)

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

    @property
    def counts(self):
        """The four pair counts as they are now, by :func:`aucc_teach.pair_counts`."""
        return pair_counts(self.labels_true, self.labels_pred)

    @property
    def rand(self):
        """Rand's c, by :func:`aucc_teach.rand_score`."""
        return rand_score(self.labels_true, self.labels_pred)

    @staticmethod
    def numbers(state):
        """Counts of points, clusters and kinds of pairs, c, its expected value and ARI."""
        labels_true, labels_pred = state["labels_true"], state["labels_pred"]
        tp, fn, fp, tn = map(int, pair_counts(labels_true, labels_pred))
        total = tp + fn + fp + tn
        return {
            "n_points": len(labels_true),
            "n_true": len(set(labels_true)),
            "n_pred": len(set(labels_pred)),
            "tp": tp,
            "fn": fn,
            "fp": fp,
            "tn": tn,
            "agreeing": tp + tn,
            "rand": (tp + tn) / total,
            "expected": ((tp + fn) * (tp + fp) + (fp + tn) * (fn + tn)) / total**2,
            "ari": float(adjusted_rand_score(labels_true, labels_pred)),
        }

    @property
    def expected_rand(self):
        """Mean of Rand's c when the labels of one partition are permuted, by :func:`aucc_teach.null_moments`.

        It always exists. It is 1.0 if every permutation gives the same perfect agreement: both partitions put all
        points together, or both put every point apart.
        """
        tp, fn, fp, tn = self.counts
        sizes = np.unique(self.labels_true, return_counts=True)[1]
        expected_tp = null_moments(co_membership(self.labels_pred), sizes.tolist()).mean
        # Together in one and together in the other are fixed by the cluster sizes; only tp varies.
        n_pairs = tp + fn + fp + tn
        return float((n_pairs + 2 * expected_tp - (tp + fn) - (tp + fp)) / n_pairs)

    @property
    def adjusted_rand(self):
        """Adjusted Rand index, by :func:`aucc_teach.adjusted_rand_score`: 1.0 where its formula is 0/0."""
        return adjusted_rand_score(self.labels_true, self.labels_pred)

    def words(self):
        """How often the partitions agree, and what c and ARI make of it."""
        agreeing, n_pairs = self.counts.tp + self.counts.tn, sum(self.counts)
        return (
            f"The partitions agree on {agreeing} of {n_pairs} pairs: c {format_score(self.rand)}, expected "
            f"{format_score(self.expected_rand)}, ARI {format_score(self.adjusted_rand)}{self._zero_by_zero()}."
        )

    def _zero_by_zero(self):
        tp, fn, fp, tn = self.counts
        trivial = fn == fp == 0 and (tp == 0 or tn == 0)
        return ", which is 0/0 here and counts as 1" if trivial else ""


def _presets():
    rand = datasets.load_rand_points()
    fours = np.repeat(np.arange(4), 3)
    equal = np.repeat(np.arange(3), 3)
    chosen = [
        (
            "Rand\N{RIGHT SINGLE QUOTATION MARK}s six points",
            "The example of Rand (1971).",
            rand.labels_true,
            rand.labels_pred,
        ),
        (
            "Equal partitions",
            "The markers differ but the clusters are the same: only who is together counts.",
            equal,
            equal[::-1],
        ),
        (
            "One against singletons",
            "All points together, compared with every point apart.",
            np.zeros(6, int),
            np.arange(6),
        ),
        (
            "Unrelated partitions",
            "The same labels twice, but shuffled the second time.",
            fours,
            np.random.default_rng(3).permutation(fours),  # of the shuffles, one near their mean
        ),
    ]
    return [
        {"name": name, "note": note, "labels_true": labels_true.tolist(), "labels_pred": labels_pred.tolist()}
        for name, note, labels_true, labels_pred in chosen
    ]
