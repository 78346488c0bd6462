"""Questions of the chapter *Correcting for chance*."""

from fractions import Fraction
from math import comb
from pathlib import Path

from aucc_teach import datasets
from aucc_teach.exercises import Break, Choice, Number, Objects, Write
from aucc_teach.partitions import set_partitions

from . import _counting as counting
from ._claims import TWO

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


# ---- four objects

_PAIRS = (0, 0, 1, 1)
_DEALS = [tuple(labels) for labels in set_partitions(4, sizes=[2, 2])]
_TPS = [counting.pair_counts(_PAIRS, deal)[0] for deal in _DEALS]
_MEAN = Fraction(sum(_TPS), len(_TPS))
_LOWEST = min(counting.adjusted_rand(_PAIRS, deal) for deal in _DEALS)

# ---- which maximum


def _index(reference, candidate, maximum):
    """The adjusted index with another maximum, which is a function of P and P'."""
    tp, fn, fp, _ = counting.pair_counts(reference, candidate)
    mean = counting.mean_tp(reference, candidate)
    return (tp - mean) / (maximum(tp + fn, tp + fp) - mean)


_SPLIT = ((0, 0, 0, 1, 1, 1), (0, 0, 1, 2, 2, 3))

# ---- a fault in a proof

_RAND = datasets.load_rand_points()
_SIX = (_RAND.labels_true.tolist(), _RAND.labels_pred.tolist())
_OF_SIX = [counting.pair_counts(_SIX[0], labels)[0] for labels in set_partitions(6, sizes=[3, 2, 1])]
_P = sum(counting.pair_counts(*_SIX)[:2])

# ---- three small piles

_SMALL = ((0, 0, 0, 1, 1, 1), (0, 0, 1, 1, 2, 2))
_SMALL_COUNTS = counting.pair_counts(*_SMALL)
_EXPECTED = counting.mean_tp(*_SMALL)
_SMALL_MOST = Fraction(2 * _SMALL_COUNTS[0] + _SMALL_COUNTS[1] + _SMALL_COUNTS[2], 2)


# ---- claims


_ARI_NEGATIVE = Break(
    "ari-negative",
    "The ARI of two partitions lies between 0 and 1.",
    TWO,
    _CHECKS,
    {
        "holds": "The ARI is {ari}. Pairs together in both: {tp}; shuffled labels would give {mean} on average. "
        "Look for partitions that have fewer such pairs than that.",
        "broken": "The ARI is {ari}. Pairs together in both: {tp}; shuffled labels would give {mean} on average.",
    },
    (
        (
            "It's a proportion of pairs, as c is.",
            "c is a proportion, but here we subtract what chance gives. Look for two partitions for which that's more "
            "than tp.",
        ),
        (
            "Nothing is worse than chance.",
            "What chance gives is a mean, and some shuffles lie below it. Look for two partitions with no pair in "
            "common.",
        ),
        (
            "0 means that no pair is together in both.",
            "0 means that as many pairs are together in both as after a shuffle, on average. There can be fewer.",
        ),
    ),
)


# ---- before results

_ONE_LABEL = counting.adjusted_rand([0] * 22, [0] * 21 + [1])

PREDICTIONS = {
    "pre-chance-weight": Choice(
        "Which of the two has the higher ARI with the species?",
        {
            "weight only, 3 clusters": "Its c is slightly lower, but its level of chance is much lower, so it has come "
            "further from there.",
            "all four, 20 clusters": "It's ahead by c. But twenty clusters leave most pairs apart, and shuffled labels "
            "of these sizes agree on nearly as many pairs. Take that away, and little is left.",
            "they are about equal": "By c they are. But the ARI counts from the level of chance, and with these "
            "twenty clusters that level is higher than with the three.",
        },
        "weight only, 3 clusters",
        predict=True,
    ),
    "pre-chance-one-label": Choice(
        "The two partitions agree on 210 of the 231 pairs, which makes c 0.91. What is the ARI?",
        {
            "nearly 1": "Only one label differs, but shuffled labels would agree on just as many pairs.",
            "about 1/2": "It's exactly what chance gives, and the ARI of that is 0.",
            "0": "It may look like a bug. The reason is below the cell.",
        },
        "0" if _ONE_LABEL == 0 else "about 1/2",
        predict=True,
    ),
}

EXERCISES = {
    "ex-chance-expected": (
        Number(
            "Expected number of pairs together in both:",
            _EXPECTED,
            tempting=(
                (
                    _SMALL_COUNTS[0],
                    "That's how many pairs are together in both. Work out how many there would be on average, if the "
                    "labels of the second were shuffled.",
                ),
                (
                    counting.mean_tp(*_SIX),
                    "That's the value for {ab, cde, f}. How many pairs do three piles of two have together?",
                ),
                (
                    _EXPECTED / _P,
                    "That's the probability for one pair. The first person has six pairs together, so add six of "
                    "these probabilities.",
                ),
            ),
            hint="Count P, P\u2032 and M. Each of the P pairs is together in both with probability P\u2032/M.",
            outcome="Six pairs, each with a probability of 3/15.",
            name="expected",
        ),
    ),
    "ex-chance-table": (
        Number(
            "The ARI:",
            counting.adjusted_rand(*_SMALL),
            tempting=(
                (
                    (_SMALL_COUNTS[0] - _EXPECTED) / (_SMALL_MOST - 0),
                    "You took the mean under chance off the numerator. Take it off the denominator too.",
                ),
                (
                    _index(*_SMALL, min),
                    "You took the smaller of P and P\u2032 as the maximum. Take the mean of the two.",
                ),
                (
                    _SMALL_COUNTS[0] - _EXPECTED,
                    "That's how far tp is above chance. Now divide it by how far it could be.",
                ),
            ),
            hint="Which pairs are together in both? The maximum is the mean of P and P\u2032.",
            outcome="It's about twice the ARI of {abc, def} and {ab, cde, f}, which have as many pairs in common.",
            name="ari",
        ),
    ),
    "ex-chance-four": (
        Number(
            "Mean of tp:",
            _MEAN,
            tempting=(
                (
                    Fraction(2, 2),
                    "Half of two pairs would be right if you tossed a coin for each pair. In how many of the three "
                    "partitions is *ab* together?",
                ),
                (
                    _MEAN / 2,
                    "That's the probability for one pair. The first partition has two pairs together, so add their "
                    "probabilities.",
                ),
            ),
            hint="Write down the three partitions, and count the pairs that are *ab* or *cd*. Or compute P P\u2032/M.",
            outcome="Each of the two pairs is together in one partition of three.",
        ),
        Number(
            "The lowest ARI:",
            _LOWEST,
            tempting=(
                (0, "0 is the lowest tp. Put it into the formula of the ARI."),
                (
                    -_MEAN,
                    "That's tp minus its mean, the numerator. Now divide it by the maximum minus the mean.",
                ),
                (
                    -_MEAN / (comb(4, 2) - _MEAN),
                    "You took all six pairs as the maximum. Take the mean of P and P\u2032, and divide again.",
                ),
            ),
            hint="Take the partition with the smallest tp. What are P and P\u2032?",
            outcome="Two of the three partitions have this value. The third has an ARI of 1, and the mean is 0.",
        ),
        _ARI_NEGATIVE,
        Write("adjusted_rand"),
    ),
    "ex-chance-maximum": (
        Number(
            "First candidate, {ab, c, de, f}: the ARI is",
            counting.adjusted_rand(*_SPLIT),
            tempting=(
                (
                    _index(*_SPLIT, min),
                    "That's the answer to the next question, with the smaller of P and P\u2032 as the maximum. The ARI "
                    "takes their mean.",
                ),
                (
                    _index(*_SPLIT, max),
                    "You took the larger of P and P\u2032 as the maximum. The ARI takes the mean of the two.",
                ),
            ),
            hint="Write down tp, P, P\u2032 and M first.",
            outcome="Now compute it with the other maximum.",
        ),
        Number(
            "First candidate, with the smaller of P and P\u2032 as the maximum:",
            _index(*_SPLIT, min),
            tempting=(
                (
                    counting.adjusted_rand(*_SPLIT),
                    "That's the ARI again. Put the smaller of P and P\u2032 in the place of their mean.",
                ),
            ),
            hint="Subtract the same mean in the numerator and in the denominator.",
            outcome="It's 1 because tp is as large as P\u2032 allows.",
        ),
        Choice(
            "When is the second index 1?",
            {
                "One of the two refines the other": "tp is P or P\u2032, so every pair of one partition is together "
                "in the other too. But the index doesn't say which of them it is.",
                "The partitions are equal": "Neither of the two candidates equals its reference, and both got a 1. "
                "Compare tp with P and P\u2032 in each of them.",
                "The candidate mixes no clusters": "The second candidate mixes *ab* and *cd*, and still gets a 1. "
                "Look for what holds in both examples.",
            },
            "One of the two refines the other",
            name="what-does-a-1-of-the-second-index-mean",
        ),
        Choice(
            "Which maximum answers the question whether clusters of the reference were mixed?",
            {
                "P": "With P, a 1 says that no pair of the reference was torn apart. Mixing does the opposite: which "
                "pairs does it add?",
                "The smaller of the two": "With the smaller of the two, the second candidate gets a 1, although it "
                "mixes clusters. Try the others on it.",
                "The mean of the two": "The mean asks whether the partitions are equal, so a split lowers it too. "
                "Try the others on the first candidate.",
                "P\u2032": "Then 1 means that each pair of the candidate is together in the reference.",
            },
            "P\u2032",
        ),
    ),
    "ex-chance-fault": (
        Choice(
            "Which is the first false sentence?",
            {
                "Each of the P pairs is together with probability P\u2032/M.": "This one is true: a shuffle favours no "
                "pair. Try the next sentence on *ab*, *bc* and *ac*.",
                "The P pairs are independent.": "If *ab* and *bc* are together, *ac* is together too.",
                "The mean of tp is P · P\u2032/M.": "The mean is right, but something on the way to it isn't. Try the "
                "sentences before it on *ab*, *bc* and *ac*.",
            },
            "The P pairs are independent.",
            name="which-sentence-is-false",
        ),
        Objects(
            "The six stones: which values does tp take among the sixty partitions?",
            tuple(map(str, range(_P + 1))),
            name="rand-s-six-points-which-values-does-tp",
            right=tuple(map(str, sorted(set(_OF_SIX)))),
            tempting=(
                (
                    tuple(map(str, range(_P + 1))),
                    "Independent pairs would give all of these. Look at what the chapter printed for the sixty "
                    "partitions: which values are missing?",
                ),
                (
                    tuple(map(str, range(max(_OF_SIX) + 1))),
                    "It's true that tp can't be more than P\u2032. But piles of 3, 2 and 1 leave gaps below it as "
                    "well. Try to put just three of the six pairs together.",
                ),
            ),
            hint="The pile of three lies within *abc* or *def*, or it has two stones of one and one of the other.",
            outcome="If the pairs were independent, any value from 0 to 6 could come up.",
        ),
    ),
}
