"""Questions of the chapter *How far the ARI goes*."""

from fractions import Fraction
from math import comb, sqrt

import numpy as np

from aucc_teach.datasets import load_rand_points
from aucc_teach.exercises._claims import Break
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order
from aucc_teach.pairs import co_membership, null_moments, pair_counts
from aucc_teach.partitions import set_partitions

from . import _counting as counting
from ._claims import PAIRS_SEARCHED, TWO

# ---- four cards

_CARDS = np.equal.outer([0, 0, 1, 1], [0, 0, 1, 1]).astype(int) - np.eye(4, dtype=int)
_M2, _S = int((_CARDS**2).sum()), int(_CARDS.sum())
_R = int((_CARDS.sum(axis=1) ** 2).sum())
_M3, _M4 = _R - _M2, _S**2 + 2 * _M2 - 4 * _R
_TPS = [int(pair_counts([0, 0, 1, 1], deal).tp) for deal in set_partitions(4, sizes=[2, 2])]
_MEAN, _SQUARE = (Fraction(sum(tp**p for tp in _TPS), len(_TPS)) for p in (1, 2))
_VARIANCE = _SQUARE - _MEAN**2

# ---- ten copies

_RAND = load_rand_points()
_FIRST, _SECOND = _RAND.labels_true, _RAND.labels_pred
_SMALL = pair_counts(_FIRST, _SECOND)


def _copied(n_copies):
    """Pair counts, ARI and its null deviation, when each point stands there so many times."""
    one, other = np.repeat(_FIRST, n_copies), np.repeat(_SECOND, n_copies)
    tp, fn, fp, tn = (int(count) for count in pair_counts(one, other))
    moments = null_moments(co_membership(one), np.bincount(other).tolist())
    most = Fraction(2 * tp + fn + fp, 2)
    share = Fraction(tp + tn, tp + fn + fp + tn)
    return share, (tp - moments.mean) / (most - moments.mean), sqrt(moments.variance) / float(most - moments.mean)


_COPIES = {n_copies: _copied(n_copies) for n_copies in (1, 10, 30)}
_C, _ARI, _STD = ([of[i] for of in _COPIES.values()] for i in range(3))
_SHRINKS = _STD[1] / _STD[2]
_GROWS = Fraction(30, 10)  # from ten copies to thirty
_N = 10 * len(_FIRST)
# Ordered pairs, and each point with itself.
_SQUARED = Fraction(10**2 * (2 * int(_SMALL.tp + _SMALL.tn) + len(_FIRST)), _N**2)


def _way(before, after):
    return "It rises" if after > before else "It falls" if after < before else "It stays"


def _ways(why):
    return {way: why for way in ("It rises", "It stays", "It falls")}


# ---- the floor


def _one_large_cluster_each(n, size, overlap=None):
    """ARI of two partitions with one large cluster each that overlap in so many objects: as few as can be."""
    overlap = max(0, 2 * size - n) if overlap is None else overlap
    tp, within = comb(overlap, 2), comb(size, 2)
    expected = Fraction(within**2, comb(n, 2))
    return (tp - expected) / (within - expected)


def _floor(n, largest=None):
    """The lowest ARI of this shape, and its cluster as a share of n."""
    sizes = range(2, largest or n)
    return min((_one_large_cluster_each(n, size), Fraction(size, n)) for size in sizes)


def _objects_for_pairs(n):
    """The lowest value for who takes the objects in the overlap for the pairs in it."""
    sizes = range(2, n)
    within = {size: comb(size, 2) for size in sizes}
    expected = {size: Fraction(within[size] ** 2, comb(n, 2)) for size in sizes}
    return min((max(0, 2 * m - n) - expected[m]) / (within[m] - expected[m]) for m in sizes)


_HUNDRED, _THOUSAND = _floor(100), _floor(1000)
_APART = _floor(100, largest=51)
_TEN = _floor(10)
_START = (0, 0, 0, 0, 0, 0, 1, 2, 3, 4)

# ---- the ceiling


def _ceiling(n_clusters, smaller=min, take_off=1):
    """The ceiling for 3 and more even clusters of many objects; numbers of pairs as shares of all."""
    one, other = Fraction(1, 3), Fraction(1, n_clusters)
    expected = one * other * take_off
    return (smaller(one, other) - expected) / ((one + other) / 2 - expected)


def _not_off_chance(n_clusters):
    """What tempts who forgets chance, wholly or in part."""
    return (
        (Fraction(3, n_clusters), "That is P\u2032/P. Chance is not taken off, and the largest value is a mean."),
        (_ceiling(n_clusters, take_off=0), "The mean under chance is missing: take PP\u2032/M off, above and below."),
    )


_COUNTS_OF_CLUSTERS = (4, 5, 6, 10, 15, 20, 60)
_MULTIPLES = tuple(str(n) for n in _COUNTS_OF_CLUSTERS if n % 3 == 0)
_HALVED = tuple(str(n) for n in _COUNTS_OF_CLUSTERS if n in (3 * 2**i for i in range(1, 6)))
_EVERY_COUNT = tuple(map(str, _COUNTS_OF_CLUSTERS))


# ---- claims


def _ari_minus_one(names, first, second):
    facts = counting.about_ari(first, second) | {"tn": counting.pair_counts(first, second)[3]}
    return "holds" if counting.adjusted_rand(first, second) != -1 else "broken", facts


_ARI_MINUS_ONE = Break(
    "ari-minus-one",
    "No two partitions have an ARI of \N{MINUS SIGN}1.",
    TWO,
    _ari_minus_one,
    {"holds": "The ARI is {ari}. Pairs together in both: {tp}; apart in both: {tn}."},
    (
        (
            "Two partitions cannot disagree on every pair.",
            "They can: a single cluster and single objects do. Their ARI is 0.",
        ),
        (
            "A pair together in the first only and one together in the second only force a pair apart in both.",
            "An ARI of \N{MINUS SIGN}1 would need as many pairs of the one sort as of the other, and none on which "
            "the two agree. Being together is passed on from pair to pair, so these sorts force an agreement.",
        ),
        (
            "The ARI is never below 0.",
            "It is, where fewer pairs are together in both than blind deals have on average.",
        ),
    ),
    right=1,
    searched=PAIRS_SEARCHED,
    up_to=6,
)


EXERCISES = {
    "ex-chance-cards": (
        Number(
            "m₂:",
            _M2,
            tempting=(
                (_M2 // 2, "So many pairs are together. In the matrix each stands twice, as *ab* and as *ba*."),
                (_M2 + len(_CARDS), "The diagonal is zero: an object is no pair with itself."),
            ),
            hint="Write the matrix down, four rows of four, and count its ones.",
            outcome="Two ones for *ab* and two for *cd*.",
        ),
        Number(
            "m₃:",
            _M3,
            tempting=(
                (_R, "That is R, in which k = j is allowed. m₃ runs over three different objects: take m₂ off."),
            ),
            hint="An object with two different partners is needed. Is there one?",
            outcome="No object has two partners.",
        ),
        Number(
            "m₄:",
            _M4,
            tempting=(
                (_M4 // 2, "You counted *ab* with *cd*, and forgot *cd* with *ab*."),
                (_M4 // 8, "There is one such choice of pairs, and it stands in the sum in several orders."),
                (_S**2, "That is S², all products. Take those off in which the two pairs share an object."),
            ),
            hint="Two pairs without a common object: in how many orders do the four letters stand in the sum?",
            outcome="2 · 2 orders within the pairs, and 2 orders of the pairs.",
        ),
        Number(
            "The variance of tp:",
            _VARIANCE,
            tempting=(
                (_SQUARE, "That is the mean of the squares. Take the square of the mean off."),
                (_MEAN, "That is the mean of tp."),
                (4 * _VARIANCE, "That is the variance of G = 2T. The theorem's last step divides by 4."),
                (sqrt(_VARIANCE), "That is the standard deviation. The variance is its square."),
            ),
            hint="The three deals have tp = "
            + ", ".join(map(str, _TPS[:-1]))
            + f" and {_TPS[-1]}. Mean square less squared mean.",
            outcome="The formula and the three deals agree.",
        ),
    ),
    "ex-chance-copies": (
        Choice(
            "Before you compute: c",
            _ways("Two copies of one point make a new pair, which is together in both partitions."),
            _way(_C[0], _C[1]),
            predict=True,
        ),
        Choice(
            "The ARI",
            _ways("The new pairs are together in both. Chance does not give so many."),
            _way(_ARI[0], _ARI[1]),
            predict=True,
        ),
        Choice(
            "The null standard deviation of the ARI",
            _ways("With more points, blind deals lie closer to their mean."),
            _way(_STD[0], _STD[1]),
            predict=True,
        ),
        Number(
            "c of the 60 points:",
            _C[1],
            tempting=(
                (_C[0], "That is c of the six. Two copies of one point make a pair, too: was it there before?"),
                (_SQUARED, "Here each pair is counted in both orders, and each point with itself."),
                (1 - _C[1], "That is the share of the pairs on which the two disagree."),
            ),
            hint="Each old pair becomes 100. To these come the pairs among the ten copies of a point.",
            outcome="The pairs among copies agree, all of them.",
        ),
        Number(
            "By what factor is the standard deviation smaller for 180 points than for 60?",
            _SHRINKS,
            tempting=(
                (sqrt(_GROWS), "So it would be for a mean of three times as many independent numbers. Compute both."),
                (_GROWS**2, "The number of pairs grows so. The deviation does not fall as fast."),
            ),
            hint="Divide the deviation of 60 points by that of 180.",
            outcome="It falls like 1/n. So the ratio ARI/std grows with n, though the clusters overlap as before.",
            within=0.2,
            places=1,
        ),
    ),
    "ex-chance-significance": (
        Choice(
            "An ARI lies dozens of standard deviations above 0. What has that ruled out?",
            {
                "that the labels were dealt blindly, with these sizes": "And nobody suspected that.",
                "that the ARI is much lower for other wines": "The bar belongs to blind deals of labels. To see other "
                "wines, draw samples of the wines.",
                "that another start of k-means agrees less": "The deviation knows of no start. Run k-means again.",
                "that some other k is nearer to the varieties": "It is one k that was judged. Each has its own ARI.",
            },
            "that the labels were dealt blindly, with these sizes",
        ),
        Open(
            (
                "Print the ARI, and say which null model its 0 belongs to.",
                "Each of the seven lies so far above chance that a significance level does not tell them apart.",
                "What the colleague may want is how far the ARI moves with other wines or another start: run again, "
                "on resampled wines.",
                "The largest ratio is not the best agreement: it grows with n, and depends on the cluster sizes.",
            )
        ),
    ),
    "ex-chance-shorter": (
        Order(
            "The shorter proof that the ARI is above \N{MINUS SIGN}1, mixed up. Put it in order.",
            (
                "Suppose that the ARI is \N{MINUS SIGN}1. By steps 1 to 3, tp = tn = 0, and fn and fp are both "
                "positive.",
                "No pair agrees then, so c = 0.",
                "By *When is c zero?*, one partition is a single cluster then, and the other has single objects alone.",
                "In the partition into single objects no pair is together. So fn or fp is 0.",
                "That contradicts what was said of fn and fp. So the ARI is not \N{MINUS SIGN}1.",
            ),
            before=(
                (0, 1, "That no pair agrees has to come from somewhere: what is supposed?"),
                (1, 2, "The exercise is about c = 0. Say first why c is 0 here."),
                (2, 3, "Which partition into single objects? It has to be found first."),
                (3, 4, "A contradiction needs both of its sides."),
                (0, 4, "A contradiction comes at the end."),
            ),
            hint="Suppose the contrary, turn it into c, name the two partitions, and look for what cannot be.",
            outcome="The idea is that of steps 4 to 6. It is only said elsewhere.",
        ),
        _ARI_MINUS_ONE,
    ),
    "ex-chance-floor": (
        Choice(
            "Before you compute: as n grows, the lowest ARI of this shape",
            {
                way: "The deviation of blind deals shrinks with n. These partitions were made to disagree."
                for way in ("rises to 0", "stops at a value below 0", "falls to \N{MINUS SIGN}1")
            },
            "stops at a value below 0",
            predict=True,
        ),
        Number(
            "The lowest ARI of this shape for n = 100:",
            _HUNDRED[0],
            places=3,
            tempting=(
                (_APART[0], "So low it goes while the clusters do not meet. Larger ones that overlap go lower."),
                (_objects_for_pairs(100), "You counted the objects in the overlap. tp counts pairs of them."),
            ),
            hint="Two clusters of m objects among n share at least 2m \N{MINUS SIGN} n. Try every m.",
            outcome="It hardly moves from here on.",
        ),
        Number(
            "For n = 1000: the large cluster as a share of all objects",
            _THOUSAND[1],
            tempting=((Fraction(1, 2), "With half of the objects they do not meet at all. Do larger ones go lower?"),),
            hint="Look up which size m has the lowest ARI, and divide by n.",
            outcome="Near to 1/√3.",
        ),
        Choice(
            "What has the search shown?",
            {
                "Two partitions of this shape can lie well below 0, with however many objects.": "It is the lowest "
                "of one shape. Another shape may go lower still.",
                "No two partitions of many objects go lower.": "One shape was searched. What of all others?",
                "Blind deals of many objects scatter down to there.": "Blind deals come ever closer to 0. These "
                "partitions were not dealt.",
            },
            "Two partitions of this shape can lie well below 0, with however many objects.",
        ),
        Construct(
            "PairTable",
            todo="Ten points, and the first partition stays as it is. Change the second until the ARI is "
            f"{float(_TEN[0]):.1f} or lower.".replace("-", "\N{MINUS SIGN}"),
            goal=(("n_points", "==", 10), ("n_true", "==", 5), ("ari", "<", float(_TEN[0]) + 1e-9)),
            outcome="The second large cluster takes all that were alone, and two of the others. One pair is "
            "together in both, and blind deals have five on average.",
            start={"labels_true": _START, "labels_pred": _START},
        ),
    ),
    "ex-chance-ceiling": (
        Order(
            "The ceiling, mixed up. Put the steps in order.",
            (
                "P = M/k and P\u2032 = M/l. As l > k, the smaller of the two is P\u2032.",
                "Put both into the ceiling, and divide numerator and denominator by M.",
                "Multiply numerator and denominator by 2kl: what comes out is 2(k \N{MINUS SIGN} 1) over "
                "k + l \N{MINUS SIGN} 2.",
                "Only the denominator holds l, and it grows with l.",
                "The numerator is positive for k > 1, so the ceiling falls as l grows.",
            ),
            before=(
                (0, 1, "Before anything is put in, the smaller number must be known."),
                (1, 2, "The fraction is there first, then it is made simpler."),
                (2, 3, "Where *l* stands is seen when the fraction is simple."),
                (3, 4, "A fraction falls when its denominator grows. That it grows comes first."),
            ),
            hint="Which number is smaller, put in, make simple, then look for *l*.",
            outcome="For k = 1 the ceiling is 0, whatever *l* is: against one cluster there is nothing to gain.",
        ),
        Number(
            "The ceiling for k = 3 and *l* = 20:",
            _ceiling(20),
            tempting=(
                *_not_off_chance(20),
                (
                    _ceiling(20, smaller=max),
                    "You took the larger of P and P\u2032. tp can be no more than the smaller.",
                ),
            ),
            hint="Put P = M/3 and P\u2032 = M/20 into the theorem. M cancels.",
            outcome="Less than a fifth, however good the twenty clusters are.",
        ),
        Objects(
            "Three even clusters of very many objects. Which numbers *l* of even clusters can reach the ceiling?",
            _EVERY_COUNT,
            right=_MULTIPLES,
            tempting=(
                (_EVERY_COUNT, "Each of the *l* clusters must lie within one of the three. Do 4 even ones fit so?"),
                (_HALVED, "So it is when each is halved, again and again. Other pieces do as well: thirds, fifths."),
            ),
            hint="Each of the three is cut into equally many. How many pieces are there in all?",
            outcome="The multiples of 3: each of the three is cut into *l*/3.",
        ),
        Number(
            "The ceiling for k = 3 and *l* = 60, to three decimals:",
            _ceiling(60),
            places=3,
            tempting=_not_off_chance(60),
            hint="The same formula, with *l* = 60.",
            outcome="Each of the sixty may be pure: they get no more.",
        ),
    ),
}
