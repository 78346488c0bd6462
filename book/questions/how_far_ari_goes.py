"""Questions of the chapter *How far the ARI goes*."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt
from pathlib import Path

import numpy as np

from aucc_teach.datasets import load_rand_points
from aucc_teach.exercises import Break, Choice, Construct, Number, Objects, Open, Order
from aucc_teach.pairs import co_membership, null_moments, pair_counts
from aucc_teach.partitions import set_partitions

from . import _counting as counting
from ._claims import PAIRS_SEARCHED, TWO

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


# ---- four objects

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
        (
            Fraction(3, n_clusters),
            "That would be P\u2032/P. Subtract the mean under chance, and take a mean as the largest value.",
        ),
        (
            _ceiling(n_clusters, take_off=0),
            "You left out the mean under chance. Subtract PP\u2032/M in the numerator and in the denominator.",
        ),
    )


_COUNTS_OF_CLUSTERS = (4, 5, 6, 10, 15, 20, 60)
_MULTIPLES = tuple(str(n) for n in _COUNTS_OF_CLUSTERS if n % 3 == 0)
_HALVED = tuple(str(n) for n in _COUNTS_OF_CLUSTERS if n in (3 * 2**i for i in range(1, 6)))
_EVERY_COUNT = tuple(map(str, _COUNTS_OF_CLUSTERS))


# ---- claims


_RAND_ZERO = Break(
    "rand-zero",
    "If c = 0, one of the two partitions is a single cluster.",
    TWO,
    _CHECKS,
    {
        "not-zero": "c is {c}, and the claim is about partitions whose c is 0.",
        "holds": "c is 0, and one of the two is a single cluster, as claimed.",
    },
    (
        (
            "Two partitions into several clusters always have a pair together in both.",
            "{ab, c} and {a, bc} have none. But these two have a pair apart in both, and it "
            "agrees. So start from a pair that is together in one of the two.",
        ),
        (
            "If a pair is together in the first, an object apart from it would force the pair together in the second.",
            "Then the two would agree on that pair. So no object is apart from it, and the first is a single cluster. "
            "If no pair is together in the first, the second puts all together.",
        ),
        (
            "Unrelated partitions have c = 0, and a single cluster is unrelated to all others.",
            "Unrelated partitions agree on many pairs. For c = 0 they have to disagree on every pair: which verdicts "
            "does that ask for?",
        ),
    ),
    right=1,
    searched=PAIRS_SEARCHED,
    up_to=6,
)


_ARI_MINUS_ONE = Break(
    "ari-minus-one",
    "No two partitions have an ARI of \N{MINUS SIGN}1.",
    TWO,
    _CHECKS,
    {"holds": "The ARI is {ari}. Pairs together in both: {tp}; apart in both: {tn}."},
    (
        (
            "Two partitions cannot disagree on every pair.",
            "They can: a single cluster and singletons do. But their ARI is 0.",
        ),
        (
            "A pair together only in the first and a pair together only in the second force a pair apart in both.",
            "An ARI of \N{MINUS SIGN}1 would need as many pairs of one sort as of the other, and none on which the "
            "two agree. But because being together is passed on from pair to pair, these sorts force an "
            "agreement.",
        ),
        (
            "The ARI is never below 0.",
            "It is below 0 if fewer pairs are together in both than with random labels on average.",
        ),
    ),
    right=1,
    searched=PAIRS_SEARCHED,
    up_to=6,
)


# ---- before results

_OF_FOUR = [
    counting.adjusted_rand([0] * 4 + [1] * 4 + [2] * 4, labels) for labels in set_partitions(12, sizes=[4, 4, 4])
]
_STD_OF_FOUR = float(sum(score**2 for score in _OF_FOUR) / len(_OF_FOUR)) ** 0.5  # their mean is 0
_FAR_BELOW = sum(float(score) <= -2 * _STD_OF_FOUR for score in _OF_FOUR)
_PAIRS_OF_FOUR = [labels for n in (3, 4) for labels in [list(set_partitions(n))]]
_LOWEST_ARI = min(counting.adjusted_rand(*pair) for all_ in _PAIRS_OF_FOUR for pair in product(all_, repeat=2))

PREDICTIONS = {
    "pre-chance-order": Choice(
        "Which of the two has the higher ARI?",
        {
            "20 clusters": "The order by c is not the order by the ARI.",
            "2 clusters": "What looked better by c is worse once chance is subtracted.",
            "they are equal": "The two differ by a factor of two.",
        },
        "2 clusters",
        predict=True,
    ),
    "pre-far-below": Number(
        "How many of the 5775 partitions have an ARI two standard deviations below 0 or lower?",
        _FAR_BELOW,
        predict=True,
        between=(0, 5775),
        outcome="A normal distribution would have about 130 there. The ARI of these sizes has a floor close to 0, and "
        "a long tail on the other side.",
    ),
    "pre-far-lowest": Choice(
        "What is the lowest ARI that any two partitions of up to nine objects have?",
        {
            "just above -1": "Partitions cannot come that close to contradicting each other.",
            "-1/2": "Three objects are enough for it. With more objects it is higher.",
            "-1/9": "This is the lowest value after moving one of five objects.",
        },
        "-1/2" if Fraction(-1, 2) == _LOWEST_ARI else "just above -1",
        predict=True,
    ),
}

EXERCISES = {
    "ex-chance-cards": (
        Number(
            "m₂:",
            _M2,
            tempting=(
                (
                    _M2 // 2,
                    "That would be the number of pairs together. In the matrix each pair occurs twice, as "
                    "*ab* and as *ba*.",
                ),
                (
                    _M2 + len(_CARDS),
                    "You counted the diagonal. It is zero, because an object does not form a pair with itself.",
                ),
            ),
            hint="Write down the matrix, with four rows and four columns, and count its ones.",
            outcome="There are two ones for *ab* and two for *cd*.",
        ),
        Number(
            "m₃:",
            _M3,
            tempting=(
                (_R, "That would be R, in which k = j is allowed. In m₃ the three objects differ, so subtract m₂."),
            ),
            hint="We need an object with two different partners. Is there one?",
            outcome="It is 0 because no object has two partners.",
        ),
        Number(
            "m₄:",
            _M4,
            tempting=(
                (_M4 // 2, "You counted *ab* with *cd*, but forgot *cd* with *ab*."),
                (_M4 // 8, "There is one such choice of pairs, but the sum contains it in several orders."),
                (
                    _S**2,
                    "That would be S², the sum of all products. Subtract those in which the two pairs share an object.",
                ),
            ),
            hint="The two pairs have no object in common. In how many orders do the four objects occur in the sum?",
            outcome="There are 2 · 2 orders within the pairs, and 2 orders of the pairs.",
        ),
        Number(
            "The variance of tp:",
            _VARIANCE,
            tempting=(
                (_SQUARE, "You stopped at the mean of the squares. Subtract the square of the mean."),
                (
                    _MEAN,
                    "This is the mean of tp. For the variance, take the mean of the squares and subtract its square.",
                ),
                (
                    4 * _VARIANCE,
                    "That would be the variance of G = 2T. In step 4 of the theorem's proof we divide by 4.",
                ),
                (sqrt(_VARIANCE), "That would be the standard deviation. The variance is its square."),
            ),
            hint="For the three partitions, tp = "
            + ", ".join(map(str, _TPS[:-1]))
            + f" and {_TPS[-1]}. Subtract the square of their mean from the mean of their squares.",
            outcome="The formula and the three partitions agree.",
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
            _ways("The new pairs are together in both, and chance does not give so many."),
            _way(_ARI[0], _ARI[1]),
            predict=True,
        ),
        Choice(
            "The null standard deviation of the ARI",
            _ways("With more points, the values for random labels lie closer to their mean."),
            _way(_STD[0], _STD[1]),
            predict=True,
        ),
        Number(
            "c of the 60 points:",
            _C[1],
            tempting=(
                (
                    _C[0],
                    "You kept the c of the six points. Two copies of one point make a pair that was not there "
                    "before: add all of these.",
                ),
                (
                    _SQUARED,
                    "You counted each pair in both orders, and each point as a pair with itself. Count each pair once.",
                ),
                (1 - _C[1], "You found the proportion of pairs on which the two disagree. Subtract it from 1."),
            ),
            places=3,
            hint="Each old pair becomes 100 pairs. Add the pairs among the ten copies of a point.",
            outcome="The pairs among copies agree, all of them.",
        ),
        Number(
            "By what factor is the standard deviation smaller for 180 points than for 60?",
            _SHRINKS,
            tempting=(
                (
                    sqrt(_GROWS),
                    "That would be right for the mean of three times as many independent numbers. Compute "
                    "both standard deviations.",
                ),
                (
                    _GROWS**2,
                    "That would be right for the number of pairs. The standard deviation does not change by "
                    "so large a factor.",
                ),
            ),
            hint="Divide the standard deviation for 60 points by that for 180 points.",
            outcome="It falls like 1/n. So the ratio ARI/std grows with n, although the clusters overlap as before.",
            within=0.2,
            places=1,
        ),
    ),
    "ex-chance-significance": (
        Choice(
            "An ARI lies dozens of standard deviations above 0. What has that ruled out?",
            {
                "that the labels were assigned at random, with these sizes": "This is all that the bar can rule out, "
                "and we never suspected it.",
                "that the ARI is much lower for other wines": "The bar belongs to random labels. To learn about "
                "other wines, draw samples of the wines.",
                "that another start of k-means agrees less": "The standard deviation does not depend on the start. "
                "To learn about other starts, run k-means again.",
                "that some other k is nearer to the varieties": "Each k has its own ARI, and the bar belongs to one "
                "of them. Ask what random labels have to do with it.",
            },
            "that the labels were assigned at random, with these sizes",
        ),
        Open(
            (
                "You print the ARI, and say which null model its 0 belongs to.",
                "You say that each of the seven lies so far above chance that a significance level does not tell "
                "them apart.",
                "You say that what the colleague may want is how far the ARI moves with other wines or another "
                "start, and that this takes new runs, on resampled wines.",
                "You say that the largest ratio is not the best agreement, because it grows with n and depends on "
                "the cluster sizes.",
            )
        ),
    ),
    "ex-chance-shorter": (
        _RAND_ZERO,
        Order(
            "These are the steps of the shorter proof that the ARI is above \N{MINUS SIGN}1, mixed up. Put them in "
            "order.",
            (
                "Suppose that the ARI is \N{MINUS SIGN}1. By steps 1 to 3, tp = tn = 0, and fn and fp are both "
                "positive.",
                "Then no pair agrees, so c = 0.",
                "By the result about c = 0, one partition is then a single cluster, and the other has only singletons.",
                "In the partition into singletons no pair is together. So fn or fp is 0.",
                "That contradicts what we found about fn and fp. So the ARI is not \N{MINUS SIGN}1.",
            ),
            before=(
                (0, 1, "That no pair agrees has to come from somewhere. What did we suppose?"),
                (1, 2, "The exercise is about c = 0, so we first have to know why c is 0 here."),
                (2, 3, "Which partition into singletons is meant? It has to be found first."),
                (3, 4, "A contradiction needs two statements, and both have to come before it."),
                (0, 4, "The contradiction comes at the end."),
            ),
            why=(
                "Steps 1 to 3 have shown that nothing else gives \N{MINUS SIGN}1.",
                "c counts tp and tn, and both are 0.",
                "These are the only partitions with c = 0.",
                "Pairs together only in that partition do not exist.",
                "A statement and its opposite cannot both hold.",
            ),
            hint="First suppose the contrary, then turn it into c, then name the two partitions, and finally look "
            "for the contradiction.",
            outcome="The idea is the same as in steps 4 to 6.",
        ),
        _ARI_MINUS_ONE,
    ),
    "ex-chance-floor": (
        Choice(
            "Before you compute: as n grows, the lowest ARI of this shape",
            {
                way: "The standard deviation under random labels shrinks with n. But these partitions were made to "
                "disagree."
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
                (
                    _APART[0],
                    "That would be the lowest value while the clusters do not meet. Larger clusters that "
                    "overlap go lower.",
                ),
                (_objects_for_pairs(100), "You counted the objects in the overlap. But tp counts pairs of them."),
            ),
            hint="Two clusters of m objects among n share at least 2m \N{MINUS SIGN} n. Try every m.",
            outcome="From here on it hardly moves.",
        ),
        Number(
            "For n = 1000: the large cluster as a proportion of all objects",
            _THOUSAND[1],
            tempting=(
                (
                    Fraction(1, 2),
                    "With half of the objects the clusters do not meet at all. Try larger clusters, which overlap a "
                    "little.",
                ),
            ),
            hint="Find the size m with the lowest ARI, and divide it by n.",
            outcome="This is near to 1/√3.",
        ),
        Choice(
            "What has the search shown?",
            {
                "Two partitions of this shape can lie well below 0, with however many objects.": "It is the lowest "
                "value for one shape. Another shape may go lower still.",
                "No two partitions of many objects go lower.": "We searched one shape only. Say what it shows of "
                "that shape, and nothing of the others.",
                "Random labels of many objects scatter down to there.": "With many objects, the ARI of random labels "
                "comes ever closer to 0. But these partitions are not random.",
            },
            "Two partitions of this shape can lie well below 0, with however many objects.",
        ),
        Construct(
            "PairTable",
            todo="Ten points, and the first partition stays as it is. Change the second until the ARI is "
            f"{float(_TEN[0]):.1f} or lower.".replace("-", "\N{MINUS SIGN}"),
            goal=(
                ("n_points", "==", 10, "There are {n_points} points now, and there must be ten."),
                ("n_true", "==", 5, "The first partition has {n_true} clusters now, and it must stay as it is."),
                ("ari", "<", float(_TEN[0]) + 1e-9, "The ARI is {ari}, and it must be lower."),
            ),
            outcome="The second large cluster takes all objects that were singletons, and two of the others. One "
            "pair is together in both, whereas random labels would give five on average.",
            start={"labels_true": _START, "labels_pred": _START},
        ),
    ),
    "ex-chance-ceiling": (
        Order(
            "These are the steps for the ceiling, mixed up. Put them in order.",
            (
                "P = M/k and P\u2032 = M/l. As l > k, the smaller of the two is P\u2032.",
                "Substitute both into the ceiling, and divide numerator and denominator by M.",
                "Multiply numerator and denominator by 2kl: the result is 2(k \N{MINUS SIGN} 1) over k + l "
                "\N{MINUS SIGN} 2.",
                "Only the denominator contains l, and it grows with l.",
                "The numerator is positive for k > 1, so the ceiling falls as l grows.",
            ),
            before=(
                (0, 1, "Before we substitute anything, we have to know which number is smaller."),
                (1, 2, "The fraction has to be there before we can simplify it."),
                (2, 3, "Only the simplified fraction shows where *l* occurs."),
                (3, 4, "A fraction falls when its denominator grows, so first we have to know that it grows."),
            ),
            why=(
                "Of two fractions of M, that with the larger denominator is smaller.",
                "The theorem holds for any two numbers of pairs, and M is a common factor.",
                "The factor 2kl clears all small fractions.",
                "The numerator has only k in it.",
                "A positive number divided by a growing one shrinks.",
            ),
            hint="First find the smaller number, then substitute, then simplify, and finally look for *l*.",
            outcome="For k = 1 the ceiling is 0, whatever *l* is, because against one cluster there is nothing to "
            "gain.",
        ),
        Number(
            "The ceiling for k = 3 and *l* = 20:",
            _ceiling(20),
            tempting=(
                *_not_off_chance(20),
                (
                    _ceiling(20, smaller=max),
                    "The larger of P and P\u2032 stood in your numerator. Since tp is no more than either, put the "
                    "smaller there.",
                ),
            ),
            hint="Substitute P = M/3 and P\u2032 = M/20 into the theorem, so that M cancels.",
            outcome="This is less than a fifth, however good the twenty clusters are.",
        ),
        Objects(
            "Take three clusters of equal size, of very many objects. Which numbers *l* of clusters of equal size "
            "can reach the ceiling?",
            _EVERY_COUNT,
            right=_MULTIPLES,
            tempting=(
                (
                    _EVERY_COUNT,
                    "Each of the *l* clusters must lie within one of the three. Do 4 clusters of equal "
                    "size fit in this way?",
                ),
                (
                    _HALVED,
                    "That would be right if each were halved, again and again. But other pieces work as well, "
                    "such as thirds and fifths.",
                ),
            ),
            hint="Each of the three is cut into equally many pieces. How many pieces are there in all?",
            outcome="These are the multiples of 3, because each of the three is cut into *l*/3.",
        ),
        Number(
            "The ceiling for k = 3 and *l* = 60, to three decimals:",
            _ceiling(60),
            places=3,
            tempting=_not_off_chance(60),
            hint="Use the same formula, with *l* = 60.",
            outcome="Each of the sixty may be pure, and yet the ARI is no more than this.",
        ),
    ),
}
