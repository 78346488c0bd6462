"""Deal again: a partition against deals of its labels, and what Rand's c and other measures make of them."""

import traitlets

from aucc_teach.demos._base import Demo, Part

__all__ = ["DealAgain"]


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
    beside : bool, default=True
        Whether to show another measure beside Rand's c, or Rand's c alone.

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
    >>> at.demos.DealAgain(drawn=1, beside=False).words().partition(": ")[2]
    'c 0.5362. Mean of the deals: c 0.5362. Exact mean: c 0.5009.'
    """

    slug = "deal-again"
    _free = ("measure", "seed")

    n_objects = Part(24)
    k = Part(2)
    balance = Part("even")
    measure = Part("adjusted_rand_score")
    seed = Part(1)
    drawn = Part(0)
    beside = traitlets.Bool(True).tag(sync=True, constant=True)

    def __init__(self, n_objects=None, k=2, balance="even", measure="adjusted_rand_score", seed=1, drawn=0, **kwargs):
        state = {"n_objects": n_objects, "k": k, "balance": balance, "measure": measure, "seed": seed, "drawn": drawn}
        super().__init__(**state, **kwargs)
