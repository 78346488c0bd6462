"""How many reference sets are enough: a Monte Carlo test that goes on until more sets would hardly decide otherwise.

A p-value from 39 sets moves by a fortieth with each of them, so that another seed may decide otherwise. What counts is
on which side of the level the p-value lies that all sets there are would give. Sets are drawn until the number of
those that reach the data tells that side from the other, with a bound on the risk of the wrong one.
"""

import math
from functools import cache

import numpy as np

#: After so many sets of each kind it is asked whether more are needed, unless their number is set by hand.
LOOKS = (19, 39, 69, 109, 159, 229, 329, 469, 679, 999)
#: Each p-value is taken for one on the wrong side of the level with at most this probability.
RISK = 0.01
# Half of the risk may be spent after so many sets. So 109 sets of which none reaches the data are enough.
_HALF = 150


def fewest_sets(level):
    """The smallest number of sets with which a p-value can be at most the level."""
    return math.ceil(1 / level) - 1


def looks_of(n_references, level):
    """Numbers of sets of each kind after which it is looked; the number that was set by hand is the only one."""
    if n_references is not None:
        return (n_references,)
    return tuple(n for n in LOOKS if n >= fewest_sets(level))


@cache
def boundaries(level, looks=LOOKS):
    """Numbers of sets that reach the data at which it is decided on which side of the level their p-value lies.

    The p-value meant is the probability that a set reaches the data. The bounds are made for a p-value that equals the
    level, the hardest case: of all sequences of sets, a proportion of at most ``RISK * n / (n + 150)`` has left them on
    either side within n sets, and of at most ``RISK`` at the last look.

    Parameters
    ----------
    level : float
        Significance level.
    looks : tuple of int
        Numbers of sets after which it is looked, ascending.

    Returns
    -------
    dict
        For each number of sets a pair: up to the first number of sets that reach the data the p-value is below the
        level (-1 if no number is small enough), and from the second on above it.

    References
    ----------
    Gandy (2009), whose bounds are for a look after every set. Besag and Clifford (1991) end as soon as so many sets
    reach the data that the p-value must be large.

    Examples
    --------
    >>> from aucc_report._sequential import boundaries
    >>> found = boundaries(0.05)
    >>> found[19], found[109], found[999]
    ((-1, 6), (0, 14), (31, 71))
    """
    from scipy.stats import binom  # imported here because scipy.stats takes long

    # `inside` has the probability of each number of sets that reach the data, as long as the bounds were not left.
    inside, before, below, above, found = np.ones(1), 0, 0.0, 0.0, {}
    for n in looks:
        inside = np.convolve(inside, binom.pmf(np.arange(n - before + 1), n - before, level))
        allowed = RISK * (n / (n + _HALF) if n < looks[-1] else 1)
        n_below = int((below + inside.cumsum() <= allowed).sum())
        n_above = int((above + inside[::-1].cumsum() <= allowed).sum())
        low, high = n_below - 1, n + 1 - n_above
        below, above = below + inside[:n_below].sum(), above + inside[high:].sum()
        inside[:n_below] = inside[high:] = 0
        found[n], before = (low, high), n
    return found


def is_decided(pvalue, n, level, looks):
    """Whether it is decided on which side of the level a p-value lies that comes from n sets, the data beside them."""
    low, high = boundaries(level, looks)[n]
    n_reached = round(pvalue * (n + 1)) - 1
    return not low < n_reached < high
