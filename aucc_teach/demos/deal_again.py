"""Deal again: a partition against deals of its labels, and what Rand's c and other measures make of them."""

import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import BALANCES, Choice, WholeNumber

__all__ = ["DealAgain"]

FEWEST_OBJECTS = 6
MOST_OBJECTS = 60
FEWEST_CLUSTERS = 2
MOST_DRAWN = 5000
MOST_SEED = 2**32 - 1
# Beside Rand's c, the first of the ten.
MEASURES = (
    "adjusted_rand_score",
    "fowlkes_mallows_score",
    "pivoted_accuracy",
    "normalized_accuracy",
    "adjusted_asymmetric_accuracy",
    "pair_sets_index",
    "simplified_pair_sets_index",
    "normalized_mutual_info_score",
    "adjusted_mutual_info_score",
)


class DealAgain(Demo):
    """A partition Y, deals of its labels, and their agreement under Rand's c and under another measure.

    Every deal shuffles the labels of Y, and each labelling with these sizes is as likely as any other. The deals depend
    only on `n_objects`, `k`, `balance` and `seed`, so a page always deals the same.

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
    >>> numbers = demo.numbers(demo.state())
    >>> round(numbers["mean_c"], 2), round(numbers["expected_c"], 4), round(numbers["mean_ari"], 2)
    (0.92, 0.9168, 0.0)
    """

    slug = "deal-again"

    n_objects = WholeNumber(FEWEST_OBJECTS, MOST_OBJECTS, default_value=24).tag(sync=True)
    k = WholeNumber(FEWEST_CLUSTERS, MOST_OBJECTS, default_value=2).tag(sync=True)
    balance = Choice(BALANCES, default_value="even").tag(sync=True)
    measure = Choice(MEASURES, default_value="adjusted_rand_score").tag(sync=True)
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
        most = self.model().mostClusters(state["n_objects"], state["balance"])
        if state["k"] > most:
            raise InvalidStateError(
                f"k must be at most {most}: more clusters are not possible with {state['n_objects']} objects and "
                f"balance {state['balance']!r}. Got {state['k']}. To change them together, use place()."
            )
        return proposal["value"]
