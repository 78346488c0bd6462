"""Deal again: a partition against deals of its labels, and what Rand's c and other measures make of them."""

from functools import partial
from statistics import fmean

import numpy as np
import traitlets

from aucc_teach import agreement
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import format_count, format_score
from aucc_teach.demos._random_partitions import BALANCES, random_partitions, sizes_text
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import Choice, WholeNumber
from aucc_teach.pairs import co_membership, contingency_table, null_moments, pair_counts
from aucc_teach.partitions import size_profile

__all__ = ["DealAgain"]

FEWEST_OBJECTS = 6
MOST_OBJECTS = 60
FEWEST_CLUSTERS = 2
MOST_DRAWN = 5000
MOST_SEED = 2**32 - 1
# Beside Rand's c, the first of the ten: function and title, by the name that the state has.
MEASURES = {
    "adjusted_rand_score": (agreement.adjusted_rand_score, "ARI"),
    "fowlkes_mallows_score": (agreement.fowlkes_mallows_score, "FM"),
    "pivoted_accuracy": (agreement.pivoted_accuracy, "PA"),
    "normalized_accuracy": (agreement.normalized_accuracy, "NA"),
    "adjusted_asymmetric_accuracy": (agreement.adjusted_asymmetric_accuracy, "AAA"),
    "pair_sets_index": (agreement.pair_sets_index, "PSI"),
    "simplified_pair_sets_index": (partial(agreement.pair_sets_index, simplified=True), "PSI simpl."),
    "normalized_mutual_info_score": (agreement.normalized_mutual_info_score, "NMI"),
    "adjusted_mutual_info_score": (agreement.adjusted_mutual_info_score, "AMI"),
}


_TWENTY_FOUR = ("n", "==", 24, "There are {n} objects now, and this step is about 24. Press Undo until they are back.")
_EQUAL = "The largest cluster has {largest} objects now, but here all sizes are equal: under Sizes, choose all equal."
_TEN = (
    "n_drawn",
    ">=",
    10,
    "The number of deals with these clusters is {n_drawn}, and it takes ten.",
)


class DealAgain(Demo):
    """A partition Y, deals of its labels, and their agreement under Rand's c and under another measure.

    Every deal shuffles the labels of Y, and each labelling with these sizes is as likely as any other. The deals depend
    only on `n_objects`, `k`, `balance` and `seed`, so this class deals what a page deals.

    Parameters
    ----------
    n_objects : int, optional
        Number of objects, 6 to 60. Default: 24.
    k : int, default=2
        Number of clusters, 2 to as many as there are objects, or as the sizes allow.
    balance : {"even", "ten percent", "sixty percent"}, default="even"
        Sizes of the clusters: all equal, or one with this proportion of the objects and the others equal.
    measure : str, default="adjusted_rand_score"
        The measure beside Rand's c: the name of its function, or "simplified_pair_sets_index".
    seed : int, default=1
        Seed of the deals, 0 to 2^32 - 1.
    drawn : int, default=0
        Number of deals, 5000 at most.

    Attributes
    ----------
    n_objects, k, balance, measure, seed, drawn
        The state as it is now; can be set.

    Raises
    ------
    ValueError
        If there are more clusters than the objects allow with this balance, if balance or measure are unknown, or if a
        number is out of range.

    See Also
    --------
    aucc_teach.null_moments : The exact mean number of pairs together in both.
    aucc_teach.rand_score : The measure that climbs with k.

    Examples
    --------
    >>> import aucc_teach as at
    >>> demo = at.demos.DealAgain(k=12, drawn=1000)
    >>> scores = demo.scores()
    >>> [round(float(scores[name].mean()), 2) for name in scores]
    [0.92, 0.0]
    >>> {name: round(mean, 4) for name, mean in demo.exact_means().items()}
    {'rand_score': 0.9168, 'adjusted_rand_score': 0.0}
    """

    slug = "deal-again"
    question = "How much do two partitions agree when the labels of one are dealt like cards?"
    tasks = (
        Task(
            question="Y has two clusters of 12. Another partition with the same cluster sizes comes from dealing the "
            "labels of Y like cards. What is Rand\N{RIGHT SINGLE QUOTATION MARK}s c of the two on average?",
            todo="Deal ten times or more.",
            goal=(
                _TWENTY_FOUR,
                ("k", "==", 2, "The cards are dealt into {k} clusters now, and this step is about two: move k to 2."),
                ("largest", "==", 12, _EQUAL),
                _TEN,
            ),
            solved={"drawn": 10},
            answer="expected_c",
            result="On average c is {}.",
            outcome="This is the exact mean over all deals. About half of the pairs agree before anybody has looked "
            "at an object, whereas the exact mean of ARI is 0.",
            reveals=("exactC", "exactOther", "deal-exact"),
        ),
        Task(
            question="Here are ten deals into two clusters. Now k goes up to 12. What does c do, on average?",
            choices=("It falls", "It stays", "It climbs"),
            todo="Move k from 2 to 12, and watch both histograms.",
            goal=(
                _TWENTY_FOUR,
                ("largest", "<=", 12, _EQUAL),
                ("k", "==", 12, "k is {k} now. Move it to 12."),
                _TEN,
            ),
            solved={"k": 12},
            answer="It climbs",
            outcome="The exact mean climbs from 0.5009 to 0.9168, although nobody knows more than before. The mean of "
            "ARI stays at 0.",
            start={"drawn": 10},
            reveals=("exactC", "exactOther", "deal-exact"),
        ),
        Task(
            question="With twelve clusters of two, 12 of the 276 pairs are together in Y, and 12 in every deal. How "
            "many are together in both, on average?",
            todo="Deal ten times or more. A frame around two cards marks an object that is together with another one "
            "in both partitions.",
            goal=(
                _TWENTY_FOUR,
                ("largest", "<=", 12, _EQUAL),
                (
                    "k",
                    "==",
                    12,
                    "The cards are dealt into {k} clusters now, and this step is about twelve: move k to 12.",
                ),
                _TEN,
            ),
            solved={"drawn": 10},
            answer="expected_tp",
            result="On average {} pairs are together in both.",
            outcome="Each of the 12 pairs of Y is together in a deal with probability 12/276, and 12 * 12/276 is "
            "about one half. Even so, c is above 0.9, because it also counts the pairs that are apart in both.",
            start={"k": 12},
            reveals=("exactC", "exactOther", "deal-exact"),
        ),
        Task(
            question="Over all deals the mean of ARI is exactly 0. Can a single deal be below 0?",
            choices=("No, 0 is the lowest", "Yes"),
            todo="Deal until one deal has an ARI below 0.",
            goal=(
                ("n_below", ">=", 1, "The number of deals is {n_drawn}, and none of them has an ARI below 0. Deal on."),
            ),
            solved={"drawn": 10},
            answer="Yes",
            outcome="A deal with more pairs together in both than the mean has an ARI above 0. Because the mean is 0, "
            "other deals must lie below it. A negative ARI is not an error: that deal agrees less than deals "
            "do on average.",
            start={"k": 4},
        ),
    )

    n_objects = WholeNumber(FEWEST_OBJECTS, MOST_OBJECTS, default_value=24).tag(sync=True)
    k = WholeNumber(FEWEST_CLUSTERS, MOST_OBJECTS, default_value=2).tag(sync=True)
    balance = Choice(tuple(BALANCES), default_value="even").tag(sync=True)
    measure = Choice(tuple(MEASURES), default_value="adjusted_rand_score").tag(sync=True)
    seed = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    drawn = WholeNumber(0, MOST_DRAWN, default_value=0).tag(sync=True)

    def __init__(self, n_objects=None, k=2, balance="even", measure="adjusted_rand_score", seed=1, drawn=0, **kwargs):
        if (n_objects, k, balance, drawn) != (None, 2, "even", 0):
            kwargs.setdefault("lesson", [])
        state = {"n_objects": 24 if n_objects is None else n_objects, "k": k, "balance": balance}
        super().__init__(**state, measure=measure, seed=seed, drawn=drawn, **kwargs)

    @traitlets.validate("n_objects", "k", "balance")
    def _check_together(self, proposal):
        state = {name: getattr(self, name) for name in ("n_objects", "k", "balance")}
        state[proposal["trait"].name] = proposal["value"]
        most = _most_clusters(state["n_objects"], state["balance"])
        if state["k"] > most:
            raise InvalidStateError(
                f"k must be at most {most}: more clusters are not possible with {state['n_objects']} objects and "
                f"balance {state['balance']!r}. Got {state['k']}. To change them together, use place()."
            )
        return proposal["value"]

    @property
    def sizes(self):
        """Cluster sizes of both partitions, by :func:`aucc_teach.partitions.size_profile`."""
        return size_profile(self.n_objects, self.k, share=BALANCES[self.balance])

    @property
    def labels_true(self):
        """The partition Y, which stays."""
        return np.repeat(np.arange(self.k), self.sizes)

    def deals(self):
        """Return the partitions that have been dealt so far, in their order.

        Returns
        -------
        ndarray of int, shape (drawn, n_objects)
            One deal per row.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.DealAgain(6, k=3, drawn=2).deals().shape
        (2, 6)
        """
        return random_partitions(self.n_objects, self.k, self.balance, self.seed, self.drawn)

    def scores(self):
        """Rand's c and the other measure of the deals so far.

        Returns
        -------
        dict of ndarray of float64, shape (drawn,)
            By name.

        Examples
        --------
        >>> import aucc_teach as at
        >>> list(at.demos.DealAgain(drawn=3).scores())
        ['rand_score', 'adjusted_rand_score']
        """
        functions = {"rand_score": agreement.rand_score, self.measure: MEASURES[self.measure][0]}
        true, deals = self.labels_true, self.deals()
        return {name: np.array([score(true, labels) for labels in deals], float) for name, score in functions.items()}

    def exact_means(self):
        """Means of Rand's c and of the other measure over all labellings with these sizes.

        Returns
        -------
        dict of float
            By name; None for a measure whose mean has no closed form, because it matches clusters.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.DealAgain(k=24, measure="normalized_accuracy").exact_means()
        {'rand_score': 1.0, 'normalized_accuracy': 1.0}
        """
        true, sizes = self.labels_true, self.sizes
        within, total = sum(size * (size - 1) // 2 for size in sizes), len(true) * (len(true) - 1) // 2
        expected_tp = null_moments(co_membership(true), sizes).mean
        means = {"rand_score": float((total + 2 * (expected_tp - within)) / total), self.measure: None}
        if not within:
            # Both put every object apart: they are equal.
            means[self.measure] = 1.0
        elif self.measure == "fowlkes_mallows_score":
            means[self.measure] = float(expected_tp / within)
        elif self.measure == "normalized_mutual_info_score":
            from scipy.stats import entropy
            from sklearn.metrics.cluster import expected_mutual_information

            information = expected_mutual_information(contingency_table(true, true), len(true))
            means[self.measure] = float(information / entropy(sizes))
        elif self.measure in ("adjusted_rand_score", "adjusted_mutual_info_score"):
            means[self.measure] = 0.0
        return means

    @staticmethod
    def numbers(state):
        """Sizes, counts of deals, the last deal's pairs, c and ARI, their means over the deals, and exact means."""
        n, k, balance = state["n_objects"], state["k"], state["balance"]
        sizes = size_profile(n, k, share=BALANCES[balance])
        true = np.repeat(np.arange(k), sizes)
        deals = random_partitions(n, k, balance, state["seed"], state["drawn"])
        tps = [int(pair_counts(true, labels).tp) for labels in deals]
        within, total = sum(size * (size - 1) // 2 for size in sizes), n * (n - 1) // 2
        agreeing = [total - 2 * within + 2 * tp for tp in tps]
        # ARI of a deal is (total * tp - within^2) / scale: whole numbers, until the one division.
        scale = within * (total - within)
        above = [total * tp - within * within if scale else 1 for tp in tps]
        scale = scale or 1
        return {
            "n": n,
            "k": k,
            "largest": max(sizes),
            "smallest": min(sizes),
            "n_drawn": len(tps),
            "n_below": sum(value < 0 for value in above),
            "pairs": total,
            "within": within,
            "tp": tps[-1] if tps else None,
            "tn": total - 2 * within + tps[-1] if tps else None,
            "c": agreeing[-1] / total if tps else None,
            "ari": above[-1] / scale if tps else None,
            "mean_c": sum(agreeing) / (total * len(tps)) if tps else None,
            "mean_ari": sum(above) / (scale * len(tps)) if tps else None,
            "expected_tp": within * within / total,
            "expected_c": (total * (total - 2 * within) + 2 * within * within) / (total * total),
        }

    def words(self):
        """The last deal, the means of all so far, and the exact means."""
        title, into = MEASURES[self.measure][1], f"{self.k} clusters ({sizes_text(self.sizes)})"
        about = f"Two partitions of {self.n_objects} objects, the labels of one dealt like cards."
        if not self.drawn:
            return f"{about} No deal yet with {into}."
        score = format_score
        (c, other), (exact_c, exact) = self.scores().values(), self.exact_means().values()
        exact = f"no formula for {title}" if exact is None else f"{title} {score(exact)}"
        return (
            f"{about} Deal {format_count(self.drawn)} with {into}: c {score(c[-1])}, {title} "
            f"{score(other[-1])}. Means of the deals: c {score(fmean(c))}, {title} {score(fmean(other))}. Exact "
            f"means: c {score(exact_c)}, {exact}."
        )


def _most_clusters(n, balance):
    """No cluster may be empty."""
    share = BALANCES[balance]
    return n if share is None else 1 + size_profile(n, 2, share=share)[1]
