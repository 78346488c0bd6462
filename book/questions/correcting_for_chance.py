"""Questions of the chapter *Correcting for chance*."""

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np

from aucc_teach import datasets
from aucc_teach.exercises import Break, Choice, Construct, Field, Number, Objects, Open, Order, Write
from aucc_teach.pairs import co_membership, null_moments
from aucc_teach.partitions import count_partitions, set_partitions

from . import _counting as counting
from ._claims import PAIRS_SEARCHED, TWO

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
_MIXED = ((0, 0, 1, 1, 2, 2), (0, 0, 0, 0, 1, 1))

# ---- a fault in a proof

_RAND = datasets.load_rand_points()
_SIX = (_RAND.labels_true.tolist(), _RAND.labels_pred.tolist())
_OF_SIX = [counting.pair_counts(_SIX[0], labels)[0] for labels in set_partitions(6, sizes=[3, 2, 1])]
_P, _SHARE = (
    sum(counting.pair_counts(*_SIX)[:2]),
    Fraction(counting.pair_counts(*_SIX)[0] + counting.pair_counts(*_SIX)[2], comb(6, 2)),
)
_VARIANCE = null_moments(co_membership(_SIX[0]), [3, 2, 1]).variance

# ---- one label apart


def _neighbours(n):
    """Pairs of different partitions of which one becomes the other when one object is moved."""
    found = set()
    for labels in set_partitions(n):
        for i in range(n):
            for cluster in range(n):
                moved = [*labels[:i], cluster, *labels[i + 1 :]]
                same = tuple(moved.index(label) for label in moved)  # the same for the same partition
                found.add(frozenset([tuple(labels.index(label) for label in labels), same]))
    return [tuple(pair) for pair in found if len(pair) == 2]


_NEIGHBOURS = {pair: counting.adjusted_rand(*pair) for pair in _neighbours(5)}
_SIGNS = [int(np.sign(score)) for score in _NEIGHBOURS.values()]
_WORST = min(_NEIGHBOURS, key=_NEIGHBOURS.get)


def _zeros(n_clusters):
    """Neighbours with an ARI of 0 of which one has so many clusters."""
    return sum(score == 0 and n_clusters in map(len, map(set, pair)) for pair, score in _NEIGHBOURS.items())


# ---- other models


def _level(p, p_prime):
    return p * p_prime + (1 - p) * (1 - p_prime)


def _of_all(n):
    """Chance that two given objects are together in a partition drawn from all."""
    return Fraction(count_partitions(n - 1), count_partitions(n))


def _of_k(n, k):
    """The same for a partition drawn from all into k clusters."""
    return Fraction(count_partitions(n - 1, k=k), count_partitions(n, k=k))


_FIRST = Fraction(_P, comb(6, 2))
_C = Fraction(counting.pair_counts(*_SIX)[0] + counting.pair_counts(*_SIX)[3], comb(6, 2))
_FIXED = _level(_FIRST, _of_k(6, 3))
_FIXED_BOTH = _level(_of_k(6, 2), _of_k(6, 3))
_ALL = _level(_FIRST, _of_all(6))
_ALL_BOTH = _level(_of_all(6), _of_all(6))


# ---- claims


_ARI_NEGATIVE = Break(
    "ari-negative",
    "The ARI of two partitions lies between 0 and 1.",
    TWO,
    _CHECKS,
    {
        "holds": "The ARI is {ari}. Pairs together in both: {tp}; with random labels it would be {mean} on average. "
        "Look for partitions that have fewer such pairs than that.",
        "broken": "The ARI is {ari}. Pairs together in both: {tp}; with random labels it would be {mean} on average.",
    },
    (
        (
            "It is a proportion of pairs, as c is.",
            "c is a proportion, but from tp we subtract what chance gives. Look for two partitions in which that is "
            "more than there is.",
        ),
        (
            "Nothing is worse than chance.",
            "What chance gives is a mean, so some labellings lie below it. Look for two clusterings with no pair in "
            "common.",
        ),
        (
            "0 means that no pair is together in both.",
            "0 means that as many pairs are together in both as with random labels on average. There can be fewer.",
        ),
    ),
)


_ARI_ZERO = Break(
    "ari-zero",
    "If the ARI is 0, no pair is together in both partitions.",
    TWO,
    _CHECKS,
    {
        "not-zero": "The ARI is {ari}, not 0. Pairs together in both: {tp}; with random labels it would be {mean} on "
        "average. These two numbers have to be equal.",
        "holds": "The ARI is 0, and no pair is together in both. With random labels the number would be {mean} on "
        "average. Look for sizes for which this mean is larger.",
        "broken": "The ARI is 0. Pairs together in both: {tp}, as many as with random labels on average.",
    },
    (
        (
            "0 means that the two have nothing in common.",
            "0 means that they have as much in common as random labels have on average.",
        ),
        (
            "A pair together in both is agreement, and raises the ARI above 0.",
            "The ARI is above 0 only if there are more such pairs than random labels give on average.",
        ),
        (
            "The ARI is tp, divided by its largest value.",
            "Before the division, the mean of tp over random labels is subtracted.",
        ),
    ),
)


_ARI_SINGLE = Break(
    "ari-single",
    "If one of two partitions is a single cluster, their ARI is 0.",
    (Field("First partition", "partition", "abcd"), Field("Second partition", "partition", "abc d")),
    _CHECKS,
    {
        "several": "Neither of the two is a single cluster, so the claim is not about them.",
        "holds": "The ARI is 0, because tp is the same for all random labels: {tp}. Look at what we divide by.",
        "broken": "Both are a single cluster, and the formula is 0/0. The two are equal, so the answer is {ari}, "
        "by convention.",
    },
    (
        (
            "All labellings of the other partition have the same tp, so nothing is left above chance.",
            "That is true: the numerator is 0. Look for the case in which the denominator is 0, too.",
        ),
        (
            "A single cluster cannot agree with anything.",
            "It agrees with itself on every pair.",
        ),
        (
            "The ARI of unrelated partitions is 0.",
            "That is true on average. But not every partition is unrelated to a single cluster.",
        ),
    ),
)


_ARI_SYMMETRIC = Break(
    "ari-symmetric",
    "If the two partitions are exchanged, the ARI stays the same.",
    TWO,
    _CHECKS,
    {"holds": "The ARI is {one} in one order and {two} in the other."},
    (
        (
            "Both partitions have the same number of pairs together.",
            "They need not have the same number, and the claim does not need it.",
        ),
        (
            "The ARI is a proportion of agreements, and all proportions are symmetric.",
            "Precision and recall are proportions as well, but if you exchange the partitions, these two "
            "change places.",
        ),
        (
            "tp stays the same, and the mean and the largest value treat the two alike.",
            "fn and fp change places, but the formula contains P and P\u2032 only in their product and their sum.",
        ),
    ),
    right=2,
    searched=PAIRS_SEARCHED,
    up_to=5,
)


_ARI_ORDER = Break(
    "ari-order",
    "Of two partitions, the partition with the higher c with a reference has the higher ARI with it.",
    (
        Field("Reference", "partition", "abc de"),
        Field("First partition", "partition", "ab c de"),
        Field("Second partition", "partition", "a b cde"),
    ),
    _CHECKS,
    {
        "equal": "Both have c = {c1}. The claim is about two partitions of which one has a higher c.",
        "holds": "c is {c1} and {c2}, and the ARI is {ari1} and {ari2}: the order is the same. Try one partition into "
        "many clusters.",
        "broken": "c is {c1} and {c2}, but the ARI is {ari1} and {ari2}: the partition with the higher c does not have "
        "the higher ARI.",
    },
    (
        (
            "The ARI is c on another scale, and a scale keeps the order.",
            "The scale differs from one pair of sizes to the next. If two partitions have the same cluster sizes, the "
            "order is kept; otherwise it need not be.",
        ),
        (
            "Both rise with the number of pairs together in both.",
            "This holds for fixed cluster sizes. But c also rises with the pairs apart in both, and many "
            "clusters have many of them.",
        ),
        (
            "Both are 1 only for equal partitions.",
            "This fixes the top of both scales, but tells us nothing about the order below.",
        ),
    ),
)


# ---- before results

_TWO_OR_MORE = sum(tp >= 2 for tp in _OF_SIX)
_ONE_LABEL = counting.adjusted_rand([0] * 22, [0] * 21 + [1])

PREDICTIONS = {
    "pre-chance-two": Choice(
        "How many of the 60 partitions put two pairs or more together, as ours does?",
        {
            "about 3": "Six points are few, so luck does as well as ours often.",
            "about 24": "Luck does as well as ours in two cases of five.",
            "about 45": "The mean is 1.6, but the rare partitions with 4 pairs raise it: most partitions have 1 pair.",
        },
        f"about {_TWO_OR_MORE}",
        predict=True,
    ),
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
    "pre-chance-one-label": Choice(
        "The two partitions agree on 210 of the 231 pairs, which makes c 0.91. What is the ARI?",
        {
            "nearly 1": "Few labels differ, but the ARI does not count labels.",
            "about 1/2": "It is neither high nor low: it is exactly what chance gives.",
            "0": "This may look like a bug. The reason is below the cell.",
        },
        "0" if _ONE_LABEL == 0 else "about 1/2",
        predict=True,
    ),
    "pre-chance-single": Choice(
        "Where is single linkage under fixed k?",
        {
            "at chance, too": "The other model has another zero.",
            "far above chance": "A typical partition into three clusters of wines does better, not worse.",
            "far below chance": "A typical partition into three has clusters of nearly equal size, and agrees with the "
            "varieties on more pairs.",
        },
        "far below chance",
        predict=True,
    ),
}

EXERCISES = {
    "ex-chance-four": (
        Choice(
            "Before you start: will the three values be spread evenly around 0?",
            {
                "Yes": "A mean of 0 does not need as many values on each side. Write down all three values, and look "
                "how far each is from 0.",
                "No: most lie below 0": "One partition is the first partition itself, far above 0. The others make "
                "up for it.",
                "No: most lie above 0": "One partition is the first partition itself, far above 0. The others make "
                "up for it.",
            },
            "No: most lie below 0" if 2 * sum(tp < _MEAN for tp in _TPS) > len(_TPS) else "Yes",
            predict=True,
        ),
        Number(
            "Mean of tp:",
            _MEAN,
            tempting=(
                (
                    Fraction(2, 2),
                    "That would be right if a coin were tossed for each pair: half of two pairs. In how many "
                    "of the three partitions is *ab* together?",
                ),
                (
                    _MEAN / 2,
                    "This is the probability for one pair. The first partition has two pairs, so add the two "
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
                (0, "Zero is tp here, not the ARI. Subtract the mean of tp first, and then divide."),
                (
                    -_MEAN,
                    "You have tp minus its mean, which is the numerator. Now divide it by the maximum minus the mean.",
                ),
                (
                    -_MEAN / (comb(4, 2) - _MEAN),
                    "You took all six pairs for the maximum. Put the mean of P and P\u2032 in their place, and "
                    "divide again.",
                ),
            ),
            hint="(tp \N{MINUS SIGN} mean) / (maximum \N{MINUS SIGN} mean), and the maximum is 2.",
            outcome="Two partitions have this value. For the third the ARI is 1, so that the mean is 0.",
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
                    "The smaller of P and P\u2032 stood in your denominator, which answers the next question. For "
                    "the ARI, put their mean there.",
                ),
                (
                    _index(*_SPLIT, max),
                    "The larger of P and P\u2032 stood in your denominator. For the ARI, put the mean of the two "
                    "there.",
                ),
            ),
            hint="tp is 2, P is 6, P\u2032 is 2, and there are 15 pairs.",
            outcome="Now compute it with the other maximum.",
        ),
        Number(
            "First candidate, with the smaller of P and P\u2032 as the maximum:",
            _index(*_SPLIT, min),
            tempting=(
                (
                    counting.adjusted_rand(*_SPLIT),
                    "You have found the ARI again. Now put the smaller of P and P\u2032 in the place of their mean.",
                ),
            ),
            hint="Subtract the same mean in the numerator and in the denominator.",
            outcome="That is because tp is as large as P\u2032 allows.",
        ),
        Number(
            "Second candidate, {abcd, ef}: the ARI is",
            counting.adjusted_rand(*_MIXED),
            tempting=(
                (
                    _index(*_MIXED, min),
                    "Here the smaller of P and P\u2032 was the maximum. Take their mean, 5, and divide again.",
                ),
                (
                    _index(*_MIXED, max),
                    "Here the larger of P and P\u2032 was the maximum. Add the two and halve the sum for the ARI.",
                ),
            ),
            hint="tp is 3, P is 3, and P\u2032 has the six pairs of *abcd* and *ef*.",
            outcome="The second index, however, is what it was for the first candidate.",
        ),
        Choice(
            "What does a 1 of the second index mean?",
            {
                "One of the two refines the other": "tp is P or P\u2032, so every pair of one partition is together "
                "in the other, too. But the index does not tell which of them it is.",
                "The partitions are equal": "Neither of the two candidates equals its reference, and both got a 1. "
                "Compare tp with P and P\u2032 in each of them.",
                "The candidate mixes no clusters": "The second candidate mixes *ab* and *cd*, and still gets a 1. "
                "Look for what holds in both examples.",
            },
            "One of the two refines the other",
        ),
        Choice(
            "Which maximum answers the question whether clusters of the reference were mixed?",
            {
                "P": "With P, a 1 says that no pair of the reference was torn apart. Mixing is the opposite: which "
                "pairs does it add?",
                "The smaller of the two": "With the smaller of the two, the second candidate gets a 1, although it "
                "mixes clusters. Try the other three on it.",
                "The mean of the two": "The mean asks whether the partitions are equal, so a split costs as well. "
                "Try the maximum that forgives splits.",
                "P\u2032": "Then 1 means that each pair of the candidate is together in the reference.",
            },
            "P\u2032",
        ),
        _ARI_SYMMETRIC,
    ),
    "ex-chance-fault": (
        Choice(
            "Which is the first false sentence?",
            {
                "Each of the P within pairs is together with probability P\u2032/M.": "This one is true, because no "
                "pair is favoured: see step 3 "
                "of the proof. Test the next "
                "sentence on *ab*, *bc* and "
                "*ac*.",
                "The P pairs are independent.": "If *ab* and *bc* are together, *ac* is together, too.",
                "The mean of tp is P · P\u2032/M.": "The mean is right; something on the way to it is not. Test the "
                "sentences before it on *ab*, *bc* and *ac*.",
            },
            "The P pairs are independent.",
            name="which-sentence-is-false",
        ),
        Objects(
            "Rand's six points: which values does tp take among the sixty partitions?",
            tuple(map(str, range(_P + 1))),
            right=tuple(map(str, sorted(set(_OF_SIX)))),
            tempting=(
                (
                    tuple(map(str, range(_P + 1))),
                    "Independent pairs would give all of these. Look at the table of the sixty partitions: which "
                    "values never occur?",
                ),
                (
                    tuple(map(str, range(max(_OF_SIX) + 1))),
                    "You are right that tp cannot be more than P\u2032. But clusters of 3, 2 and 1 leave gaps "
                    "below it, too, when they are laid over *abc* and *def*.",
                ),
            ),
            hint="The cluster of three lies in *abc* or in *def*, or it has two objects in one of them and one in "
            "the other.",
            outcome="If the pairs were independent, no value would be left out.",
        ),
        Number(
            "The variance of six independent trials would be",
            _P * _SHARE * (1 - _SHARE),
            tempting=(
                (
                    _VARIANCE,
                    "This is the true variance, over the sixty partitions. For what the false sentence would give, "
                    "take six independent trials.",
                ),
                (
                    _SHARE * (1 - _SHARE),
                    "You have the variance of one trial. Independent trials add their variances: "
                    "how many of them are there?",
                ),
            ),
            hint="Multiply P by the probability and by 1 minus the probability.",
            outcome="Compare it with what `null_moments` gives for the sixty partitions: the two are not the same.",
        ),
        Order(
            "This is the proof, repaired and for any sum over pairs. Put its steps in order.",
            (
                "A permutation moves the pair ij to each of the M pairs of places with the same probability.",
                "Exactly P\u2032 of these pairs of places are together.",
                "Therefore each pair is together with probability P\u2032/M.",
                "Now add over the pairs: the mean of a sum is the sum of the means, whether or not its terms depend on "
                "each other.",
                "Each of these means has the factor P\u2032/M, so we can put it before the sum of all A.",
            ),
            before=(
                (0, 1, "Which pairs of places are these? First we have to know where the pair can go."),
                (1, 2, "The probability needs two numbers: of all pairs of places, and of those that are together."),
                (2, 3, "Before we can add, we have to know what is added: the mean for one pair."),
                (3, 4, "There has to be a sum before a factor can be put in front of it."),
            ),
            why=(
                "The same number of permutations moves it to each pair of places.",
                "That is what P\u2032 counts.",
                "Of the M equally likely pairs of places, P\u2032 are together.",
                "That holds for any sum; independence would be needed for the variance.",
                "A common factor of all terms stands before the sum.",
            ),
            hint="Begin with one pair, and end with the sum over all pairs.",
            outcome="Nowhere did we need the pairs to be independent.",
        ),
    ),
    "ex-chance-label": (
        Choice(
            "A guess: how often is the ARI 0 or negative?",
            {
                "Never": "With five labels, one label is a lot.",
                "In fewer than half of the pairs": "Most pairs have more in common than chance gives. But with five "
                "labels, one label is a lot.",
                "In more than half of the pairs": "More than half would be too many, since one move leaves most "
                "companions together. Compute one example, such as *abc*, *de* and "
                "*ab*, *cde*.",
            },
            "In fewer than half of the pairs"
            if 2 * _SIGNS.count(1) > len(_SIGNS)
            else "In more than half of the pairs",
            predict=True,
        ),
        Number(
            "Pairs with an ARI of 0:",
            _SIGNS.count(0),
            tempting=(
                (
                    _zeros(1),
                    "You found those with a single cluster on one side. Look also at the other trivial partition.",
                ),
                (
                    _zeros(5),
                    "You found those with only singletons on one side. Look also at the other trivial partition.",
                ),
                (
                    _SIGNS.count(0) + _SIGNS.count(-1),
                    "Your number counts those below 0 as well. Count them apart, in exact fractions.",
                ),
            ),
            hint="Compute in exact fractions, because rounding makes some values a little more or less than 0.",
            outcome="In each of these pairs, one of the two partitions is all together or all apart.",
        ),
        Number(
            "Pairs with a negative ARI:",
            _SIGNS.count(-1),
            tempting=(
                (
                    _SIGNS.count(0) + _SIGNS.count(-1),
                    "Your number counts those at 0 as well, which are not negative. Leave them out.",
                ),
                (
                    2 * _SIGNS.count(-1),
                    "You counted each pair twice, because you took it in both orders. Count it once.",
                ),
            ),
            hint="Take each pair of partitions once, and compute the ARI in exact fractions.",
            outcome="In these pairs, fewer pairs of objects are together in both than with random labels on average.",
        ),
        Number(
            "The lowest ARI among them:",
            _NEIGHBOURS[_WORST],
            tempting=(
                (
                    -counting.mean_tp(*_WORST),
                    "Subtracting the mean was right. Now divide by the maximum minus the mean: what are P and "
                    "P\u2032 here?",
                ),
                (
                    _LOWEST,
                    "This is the lowest value for three or four objects. Search the partitions of five.",
                ),
            ),
            hint="In the pair with the lowest ARI each partition has one pair together, but not the same one.",
            outcome="c is 4/5, because eight pairs are apart in both. Such sizes give that for nothing.",
        ),
        _ARI_ZERO,
        _ARI_SINGLE,
        Construct(
            "PairTable",
            todo="Five points. Find two partitions that agree on eight of the ten pairs while their ARI is below 0.",
            goal=(
                ("n_points", "==", 5, "There are {n_points} points, and there must be five."),
                ("agreeing", "==", 8, "They agree on {agreeing} of the ten pairs, and it must be eight."),
                ("ari", "<", 0, "ARI is {ari}, and not below 0."),
            ),
            outcome="All the agreement is on pairs that are apart, which such sizes have with any labels.",
        ),
    ),
    "ex-chance-bell": (
        Choice(
            "Where will the level go as n grows?",
            {
                "To 1/2": "At n = 3 the level is near 1/2, but it does not stay there. Ask how rare pairs together "
                "become as n grows.",
                "To 1": "Nearly every pair becomes a pair that is apart in both, which counts as agreement.",
                "To 0": "Pairs together do become rare. But c counts pairs apart as well: what becomes of those?",
            },
            "To 1" if _level(_of_all(100), _of_all(100)) > _level(_of_all(10), _of_all(10)) else "To 1/2",
            predict=True,
        ),
        Number(
            "The two-sided level for n = 3:",
            _level(_of_all(3), _of_all(3)),
            tempting=(
                (
                    Fraction(1, 2),
                    "That would be right if *together* and *apart* were equally likely. But of five "
                    "partitions, two put *ab* together.",
                ),
                (
                    _of_all(3),
                    "This is p, the probability that two given objects are together. Now put it into p² + (1 "
                    "\N{MINUS SIGN} p)².",
                ),
                (
                    _of_all(3) ** 2,
                    "You counted only the pairs together in both. Add the pairs apart in both, (1 \N{MINUS SIGN} p)².",
                ),
            ),
            hint="First compute p = B(2)/B(3), then p² + (1 \N{MINUS SIGN} p)².",
            outcome="The level is near one half here, but not for long.",
        ),
        Number(
            "And for n = 10, to three decimals:",
            float(_level(_of_all(10), _of_all(10))),
            tempting=(
                (
                    float(_level(_of_all(11), _of_all(11))),
                    "Your Bell numbers are one too far: p is B(9)/B(10).",
                ),
                (
                    float(_of_all(10)),
                    "You stopped at p, B(9)/B(10). Square it, and add the square of 1 \N{MINUS SIGN} p.",
                ),
            ),
            hint="`at.partitions.count_partitions(n)` is the Bell number.",
            outcome="Two partitions drawn in this way agree on about seven pairs of ten.",
            places=3,
        ),
        Choice(
            "If we correct an index with this level, what does it ask?",
            {
                "Do the two agree more than labels of these sizes?": "Labels of these sizes belong to the "
                "permutation model. What does a partition drawn "
                "from *all* look like?",
                "Do the two agree more than two heaps of crumbs?": "Most partitions of many objects have many small "
                "clusters, so this is rarely the question.",
                "Do the two agree more than two runs of an algorithm?": "No uniform model describes an algorithm "
                "that looks at the data. Ask what a "
                "partition drawn from all looks like.",
            },
            "Do the two agree more than two heaps of crumbs?",
        ),
    ),
    "ex-chance-six": (
        Number(
            "E[c] under the permutation model:",
            _level(_FIRST, _SHARE),
            tempting=(
                (
                    _FIRST * _SHARE,
                    "Your product covers the pairs together in both. Add the pairs apart in both: (1 "
                    "\N{MINUS SIGN} p)(1 \N{MINUS SIGN} p\u2032).",
                ),
                (_level(_FIRST, _FIRST), "You took p of the first partition for both. Which p belongs to the second?"),
            ),
            hint="p is 6/15 and p\u2032 is 4/15.",
            outcome="One-sided and two-sided come to the same here, because the sizes fix both proportions.",
        ),
        Number(
            "Under fixed k, one-sided:",
            _FIXED,
            tempting=(
                (
                    _level(_FIRST, _of_k(6, 2)),
                    "You took p\u2032 for two clusters. The partition that is drawn has three: use S(5, 3) and S(6, "
                    "3).",
                ),
                (_FIXED_BOTH, "You drew both partitions. Keep the first, whose p is 6/15."),
            ),
            hint="p is 6/15, and p\u2032 = S(5, 3)/S(6, 3).",
            outcome="This is nearly the level of the permutation model.",
        ),
        Number(
            "Under fixed k, two-sided:",
            _FIXED_BOTH,
            tempting=((_FIXED, "You kept the first partition. Draw it as well, so that p = S(5, 2)/S(6, 2)."),),
            hint="p = S(5, 2)/S(6, 2) and p\u2032 = S(5, 3)/S(6, 3).",
            outcome="This level is lower, so c is further above it.",
        ),
        Number(
            "c of the six points, corrected under the model of all partitions, two-sided, to four decimals:",
            float((_C - _ALL_BOTH) / (1 - _ALL_BOTH)),
            tempting=(
                (
                    float((_C - _ALL) / (1 - _ALL)),
                    "You kept the first partition. Draw both, so that p = p\u2032 = B(5)/B(6).",
                ),
                (
                    float(_C - _ALL_BOTH),
                    "You have c minus the level, which is the numerator. Divide it by 1 minus the level.",
                ),
            ),
            hint="Compute the level first, with p = p\u2032 = 52/203. Then compute (c \N{MINUS SIGN} level)/(1 "
            "\N{MINUS SIGN} level).",
            outcome="The two partitions are the same, but now their agreement is below chance.",
            places=4,
        ),
        Order(
            "These are the steps of the theorem's proof, mixed up. Put them in order.",
            (
                "Keep the other partition fixed. A pair together in it is together in both with probability p\u2032; a "
                "pair apart in it is apart in both with probability 1 \N{MINUS SIGN} p\u2032.",
                "Add this over all pairs, and divide by their number: p p\u2032 + (1 \N{MINUS SIGN} p) "
                "(1 \N{MINUS SIGN} p\u2032).",
                "If the other partition is drawn as well, independently, take the mean of this formula, which "
                "is linear in p.",
                "What is left is p\u2032 for each model. Under the permutation model it is P\u2032/M.",
                "Under fixed k, glue two objects into one: the partitions in which they are together become "
                "the partitions of n \N{MINUS SIGN} 1 objects, still into k clusters.",
                "The same gluing, without regard to k, gives the fraction for all partitions.",
            ),
            before=(
                (0, 1, "What is added here? First we need the probabilities for a single pair."),
                (1, 2, "Which formula is meant? It has to be there before we can take its mean."),
                (2, 3, "*What is left* comes after the formula, one-sided and two-sided."),
                (3, 4, "The models come in the order of the theorem: permutation, fixed k, all."),
                (4, 5, "*The same gluing* refers to one that has been explained before."),
            ),
            why=(
                "The model treats all objects alike, so each pair has the probability p\u2032.",
                "A proportion p of the pairs is of the first sort, and 1 \N{MINUS SIGN} p of the second.",
                "The mean of a linear formula is the formula at the mean.",
                "Of M equally likely pairs, P\u2032 are together.",
                "Each partition with the two together comes from just one partition of the glued objects.",
                "Gluing does not ask how many clusters there are.",
            ),
            hint="Begin with the formula for any p\u2032, and then find p\u2032 model by model.",
            outcome="All that a model has to do is to treat the objects alike.",
        ),
    ),
    "ex-chance-open": (
        Choice(
            "Before you run it: do the three rankings differ?",
            {
                "No": "The clusters of k-means are not unequal enough to matter, and for k up to 8 the level rises "
                "too little to change the order.",
                "Yes: the ranking by c differs from the other two": "That would be right for 2 clusters and 20. But "
                "for k up to 8 the level rises too little.",
                "Yes: all three differ": "The clusters of k-means are not unequal enough to matter, so both models "
                "expect nearly the same.",
            },
            "No",
            predict=True,
        ),
        Choice(
            "For which partitions does it matter much whether chance means permutation or fixed k?",
            {
                "Those with many clusters": "With many clusters of equal size the two models expect nearly the same. "
                "Look at the line in the figure that lies apart.",
                "Those with sizes far from equal": "The permutation model accepts such sizes as they are, whereas "
                "most partitions into k clusters have nearly equal sizes.",
                "Those of many objects": "The number of objects hardly enters, since the level depends on "
                "proportions of pairs. Look at the line in the figure that lies apart.",
            },
            "Those with sizes far from equal",
        ),
        _ARI_ORDER,
        Open(
            (
                "You print one of the rankings, and name the null model behind it.",
                "You give a reason why that model fits how the labels came about.",
                "You say whether the other models would have changed the order.",
                "You name a case in which they would.",
            )
        ),
    ),
}
