"""Questions of the chapter *Correcting for chance*."""

from fractions import Fraction
from math import comb

import numpy as np

from aucc_teach import datasets
from aucc_teach.exercises._claims import Break, Field
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order
from aucc_teach.pairs import co_membership, null_moments
from aucc_teach.partitions import count_partitions, set_partitions

from . import _counting as counting
from ._claims import PAIRS_SEARCHED, TWO

# ---- four cards

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


def _ari_negative(names, first, second):
    return "holds" if 0 <= counting.adjusted_rand(first, second) <= 1 else "broken", counting.about_ari(first, second)


_ARI_NEGATIVE = Break(
    "ari-negative",
    "The ARI of two partitions lies between 0 and 1.",
    TWO,
    _ari_negative,
    {
        "holds": "The ARI is {ari}. Pairs together in both: {tp}; in blind deals {mean} on average. Look for "
        "partitions that have fewer than that.",
        "broken": "The ARI is {ari}. Pairs together in both: {tp}; in blind deals {mean} on average.",
    },
    (
        (
            "It is a share of pairs, as c is.",
            "c is a share. The ARI takes off what chance gives, and that can be more than there is.",
        ),
        (
            "Nothing is worse than chance.",
            "Chance gives a mean. Some deals lie below it.",
        ),
        (
            "0 means that no pair is together in both.",
            "0 means that as many pairs are together in both as in blind deals on average. There can be fewer.",
        ),
    ),
)


def _ari_zero(names, first, second):
    facts = counting.about_ari(first, second)
    if counting.adjusted_rand(first, second):
        return "not-zero", facts
    return "broken" if counting.pair_counts(first, second)[0] else "holds", facts


_ARI_ZERO = Break(
    "ari-zero",
    "If the ARI is 0, no pair is together in both partitions.",
    TWO,
    _ari_zero,
    {
        "not-zero": "The ARI is {ari}, not 0. Pairs together in both: {tp}; in blind deals {mean} on average. "
        "These two have to be equal.",
        "holds": "The ARI is 0, and no pair is together in both. In blind deals the number is {mean} on average. "
        "Look for sizes for which it is larger.",
        "broken": "The ARI is 0. Pairs together in both: {tp}, as many as in blind deals on average.",
    },
    (
        (
            "0 means that the two have nothing in common.",
            "0 means that they have as much in common as blind deals on average.",
        ),
        (
            "A pair together in both is agreement, and raises the ARI above 0.",
            "Above 0 it is only with more such pairs than blind deals have on average.",
        ),
        (
            "The ARI is tp, divided by its largest value.",
            "First the mean of tp over blind deals is taken off.",
        ),
    ),
)


def _ari_single(names, first, second):
    facts = counting.about_ari(first, second)
    if 1 not in (len(set(first)), len(set(second))):
        return "several", facts
    return "broken" if counting.adjusted_rand(first, second) else "holds", facts


_ARI_SINGLE = Break(
    "ari-single",
    "If one of two partitions is a single cluster, their ARI is 0.",
    (Field("First partition", "partition", "abcd"), Field("Second partition", "partition", "abc d")),
    _ari_single,
    {
        "several": "Neither of the two is a single cluster: the claim says nothing here.",
        "holds": "The ARI is 0: all deals have the same tp, {tp}. Look at what is divided by.",
        "broken": "Both are a single cluster, and the formula is 0/0. The two are equal, so the answer is {ari}, "
        "by convention.",
    },
    (
        (
            "All deals of the other partition have the same tp, so nothing is left above chance.",
            "True: above the line is 0. Look for the case in which 0 is below the line, too.",
        ),
        (
            "A single cluster cannot agree with anything.",
            "It agrees with itself on every pair.",
        ),
        (
            "The ARI of unrelated partitions is 0.",
            "On average. And not everything is unrelated to a single cluster.",
        ),
    ),
)


def _ari_symmetric(names, first, second):
    facts = {"one": counting.adjusted_rand(first, second), "two": counting.adjusted_rand(second, first)}
    return "holds" if facts["one"] == facts["two"] else "broken", facts


_ARI_SYMMETRIC = Break(
    "ari-symmetric",
    "Exchange the two partitions, and the ARI stays.",
    TWO,
    _ari_symmetric,
    {"holds": "The ARI is {one} in one order and {two} in the other."},
    (
        (
            "Both partitions have the same number of pairs together.",
            "They need not. Nor is it needed.",
        ),
        (
            "The ARI is a share of agreements, and all shares are symmetric.",
            "Precision and recall are shares as well, and exchanging the partitions exchanges the two.",
        ),
        (
            "tp stays, and the mean and the largest value treat the two alike.",
            "fn and fp change places, and the formula has P and P\u2032 only in their product and their sum.",
        ),
    ),
    right=2,
    searched=PAIRS_SEARCHED,
    up_to=5,
)


def _ari_order(names, reference, first, second):
    c = [counting.rand(reference, one) for one in (first, second)]
    ari = [counting.adjusted_rand(reference, one) for one in (first, second)]
    facts = {"c1": c[0], "c2": c[1], "ari1": ari[0], "ari2": ari[1]}
    if c[0] == c[1]:
        return "equal", facts
    return "holds" if (c[0] - c[1]) * (ari[0] - ari[1]) > 0 else "broken", facts


_ARI_ORDER = Break(
    "ari-order",
    "Of two partitions, the one with the higher c with a reference has the higher ARI with it.",
    (
        Field("Reference", "partition", "abc de"),
        Field("First partition", "partition", "ab c de"),
        Field("Second partition", "partition", "a b cde"),
    ),
    _ari_order,
    {
        "equal": "Both have c = {c1}. For the claim to say something, one c has to be higher.",
        "holds": "c is {c1} and {c2}, the ARI {ari1} and {ari2}: the order is the same. Try one partition into "
        "many clusters.",
        "broken": "c is {c1} and {c2}, the ARI {ari1} and {ari2}: the one with the higher c does not have the "
        "higher ARI.",
    },
    (
        (
            "The ARI is c on another scale, and a scale keeps the order.",
            "It is another scale for each pair of sizes. Only for equal sizes is the order kept.",
        ),
        (
            "Both rise with the number of pairs together in both.",
            "For given sizes. c also rises with the pairs apart in both, of which many clusters have many.",
        ),
        (
            "Both are 1 for equal partitions alone.",
            "This fixes the top of both scales. It says nothing of the order below.",
        ),
    ),
)


EXERCISES = {
    "ex-chance-four": (
        Choice(
            "Before you start: will the three values be spread evenly around 0?",
            {
                "Yes": "The mean is 0. But the values need not lie evenly around it.",
                "No: most lie below 0": "One deal is the partition itself, far above. The others make up for it.",
                "No: most lie above 0": "One deal is the partition itself, far above. The others make up for it.",
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
                    "Half of two pairs: so it would be if a coin were tossed for each pair. In how many of the three "
                    "deals is *ab* together?",
                ),
                (_MEAN / 2, "That is the probability of one pair. The first partition has two."),
            ),
            hint="Write the three deals down, and count the pairs that are *ab* or *cd*. Or take P P\u2032/M.",
            outcome="Each of the two pairs is together in one deal of three.",
        ),
        Number(
            "The lowest ARI:",
            _LOWEST,
            tempting=(
                (0, "tp is 0 there. The ARI is 0 where tp is at its mean."),
                (-_MEAN, "That is tp less its mean. It is still to be divided."),
                (
                    -_MEAN / (comb(4, 2) - _MEAN),
                    "You divided by all pairs less the mean. The maximum is the mean of P and P\u2032.",
                ),
            ),
            hint="(tp \N{MINUS SIGN} mean) / (maximum \N{MINUS SIGN} mean), and the maximum is 2.",
            outcome="Two deals have it. The third has 1, and the mean is 0.",
        ),
        _ARI_NEGATIVE,
        Write("adjusted_rand"),
    ),
    "ex-chance-maximum": (
        Number(
            "First candidate, {ab, c, de, f}: the ARI is",
            counting.adjusted_rand(*_SPLIT),
            tempting=(
                (_index(*_SPLIT, min), "The smaller of P and P\u2032 is the maximum here. The ARI takes their mean."),
                (_index(*_SPLIT, max), "The larger of P and P\u2032 is the maximum here. The ARI takes their mean."),
            ),
            hint="tp is 2, P is 6, P\u2032 is 2, and there are 15 pairs.",
            outcome="Now with the other maximum.",
        ),
        Number(
            "First candidate, with the smaller of P and P\u2032 as the maximum:",
            _index(*_SPLIT, min),
            tempting=(
                (
                    counting.adjusted_rand(*_SPLIT),
                    "That is the ARI. Put the smaller of the two in the place of their mean.",
                ),
            ),
            hint="Above and below the line the same mean is taken off.",
            outcome="tp is as large as P\u2032 allows.",
        ),
        Number(
            "Second candidate, {abcd, ef}: the ARI is",
            counting.adjusted_rand(*_MIXED),
            tempting=(
                (_index(*_MIXED, min), "The smaller of P and P\u2032 is the maximum here. The ARI takes their mean."),
                (_index(*_MIXED, max), "The larger of P and P\u2032 is the maximum here. The ARI takes their mean."),
            ),
            hint="tp is 3, P is 3, and P\u2032 has the six pairs of *abcd* and *ef*.",
            outcome="And the second index is what it was for the first candidate.",
        ),
        Choice(
            "What does a 1 of the second index say?",
            {
                "One of the two refines the other": "tp is P or P\u2032: every pair of one is together in the other, "
                "too. Which of the two it is, the index does not say.",
                "The partitions are equal": "Neither of the two candidates is the reference.",
                "The candidate mixes no clusters": "The second candidate mixes *ab* and *cd*, and gets 1.",
            },
            "One of the two refines the other",
        ),
        Choice(
            "Which maximum answers: were clusters of the reference mixed?",
            {
                "P": "1 then says that each pair of the reference is together in the candidate: none was torn apart.",
                "The smaller of the two": "It gives 1 to the second candidate, which mixes.",
                "The mean of the two": "It asks whether the partitions are equal: a split costs as well.",
                "P\u2032": "1 then says that each pair of the candidate is together in the reference.",
            },
            "P\u2032",
        ),
        _ARI_SYMMETRIC,
    ),
    "ex-chance-fault": (
        Choice(
            "Which sentence is false?",
            {
                "Each of the P within pairs is together with probability P\u2032/M.": "No pair is favoured: this is "
                "step 2 of the proof.",
                "The P pairs are dealt independently.": "If *ab* and *bc* are together in a deal, *ac* is, too.",
                "The mean of tp is P · P\u2032/M.": "This is true. Only the way there is not.",
            },
            "The P pairs are dealt independently.",
        ),
        Objects(
            "Rand's six points: which values does tp take among the sixty deals?",
            tuple(map(str, range(_P + 1))),
            right=tuple(map(str, sorted(set(_OF_SIX)))),
            tempting=(
                (tuple(map(str, range(_P + 1))), "So it would be for independent pairs. Which values never come up?"),
                (
                    tuple(map(str, range(max(_OF_SIX) + 1))),
                    "More than P\u2032 it cannot be. But a deal of 3, 2 and 1 into *abc* and *def* leaves gaps below, "
                    "too.",
                ),
            ),
            hint="The cluster of three lies in *abc* or in *def*, or it has two objects in one and one in the other.",
            outcome="Independent pairs would leave no value out.",
        ),
        Number(
            "The variance of six independent trials would be",
            _P * _SHARE * (1 - _SHARE),
            tempting=(
                (_VARIANCE, "That is the variance of the deals. The question is what the false sentence would give."),
                (_SHARE * (1 - _SHARE), "That is the variance of one trial. There are six."),
            ),
            hint="P times the probability, times 1 less the probability.",
            outcome="Compare it with what `null_moments` gives for the deals: it is not the same.",
        ),
        Order(
            "The proof, repaired and for any sum over pairs. Put it in order.",
            (
                "A permutation moves the pair ij to each of the M pairs of places with the same probability.",
                "Of these pairs of places, P\u2032 are together.",
                "So each pair is together with the probability P\u2032/M.",
                "Now add over the pairs: the mean of a sum is the sum of the means, whether or not its terms depend on "
                "each other.",
                "Each mean has the factor P\u2032/M, so it stands before the sum of all A.",
            ),
            before=(
                (0, 1, "Of which pairs of places? Say first where the pair can go."),
                (1, 2, "The probability needs both: all pairs of places, and those that are together."),
                (2, 3, "What is added has to be known first: the mean of one pair."),
                (3, 4, "A factor comes before the sum when there is a sum."),
            ),
            hint="First one pair, then the sum over all.",
            outcome="Nowhere is it said that the pairs are independent.",
        ),
    ),
    "ex-chance-label": (
        Choice(
            "A guess: how often is the ARI 0 or negative?",
            {
                "Never": "One label of five is a lot.",
                "In fewer than half of the pairs": "Most pairs have more in common than chance gives. But one label of "
                "five is a lot.",
                "In more than half of the pairs": "Most pairs have more in common than chance gives.",
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
                (_zeros(1), "These have a single cluster on one side. There are others."),
                (_zeros(5), "These have only single objects on one side. There are others."),
                (_SIGNS.count(0) + _SIGNS.count(-1), "Some of these are below 0."),
            ),
            hint="In exact fractions: rounding makes some of them a little more or less than 0.",
            outcome="In each, one of the two is all together or all apart.",
        ),
        Number(
            "Pairs with a negative ARI:",
            _SIGNS.count(-1),
            tempting=(
                (_SIGNS.count(0) + _SIGNS.count(-1), "Some of these are 0."),
                (2 * _SIGNS.count(-1), "Each pair was counted in both orders."),
            ),
            hint="Take each pair of partitions once, and compute in exact fractions.",
            outcome="Fewer pairs are together in both than in blind deals on average.",
        ),
        Number(
            "The lowest ARI among them:",
            _NEIGHBOURS[_WORST],
            tempting=(
                (-counting.mean_tp(*_WORST), "That is tp less its mean. It is still to be divided."),
                (
                    _LOWEST,
                    "So low it goes for three and for four objects. Here there are five.",
                ),
            ),
            hint="In the lowest pair each partition has one pair together, and not the same one.",
            outcome="c is 4/5, for eight pairs are apart in both. Such sizes give that for nothing.",
        ),
        _ARI_ZERO,
        _ARI_SINGLE,
        Construct(
            "PairTable",
            todo="Five points. Find two partitions that agree on eight of the ten pairs while their ARI is below 0.",
            goal=(("n_points", "==", 5), ("agreeing", "==", 8), ("ari", "<", 0)),
            outcome="All the agreement is on pairs that are apart, and such sizes have that in any deal.",
        ),
    ),
    "ex-chance-bell": (
        Choice(
            "Where will the level go as n grows?",
            {
                "To 1/2": "At n = 3 it is near that. Then pairs together become rare.",
                "To 1": "Nearly every pair becomes apart in both, and that counts as agreement.",
                "To 0": "Pairs together become rare. But c counts pairs apart as well.",
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
                    "That is *together or apart, each as likely*. Of five partitions, two put *ab* together.",
                ),
                (_of_all(3), "That is the probability that two given objects are together."),
                (_of_all(3) ** 2, "That is together in both. Apart in both agrees as well."),
            ),
            hint="First p = B(2)/B(3), then p² + (1 \N{MINUS SIGN} p)².",
            outcome="Near one half, but not for long.",
        ),
        Number(
            "And for n = 10, to three decimals:",
            float(_level(_of_all(10), _of_all(10))),
            tempting=(
                (
                    float(_level(_of_all(11), _of_all(11))),
                    "The Bell numbers are one too far: p is B(9)/B(10).",
                ),
                (float(_of_all(10)), "That is the probability that two given objects are together."),
            ),
            hint="`at.partitions.count_partitions(n)` is the Bell number.",
            outcome="Two partitions drawn like that agree on seven pairs of ten.",
            places=3,
        ),
        Choice(
            "What would an index ask that is corrected with this level?",
            {
                "Do the two agree more than labels of these sizes?": "That is the permutation model.",
                "Do the two agree more than two heaps of crumbs?": "Most partitions of many objects have many small "
                "clusters. That is rarely the question.",
                "Do the two agree more than two runs of an algorithm?": "No uniform model describes an algorithm that "
                "looks at the data.",
            },
            "Do the two agree more than two heaps of crumbs?",
        ),
    ),
    "ex-chance-six": (
        Number(
            "E[c] under the permutation model:",
            _level(_FIRST, _SHARE),
            tempting=(
                (_FIRST * _SHARE, "That is together in both. Apart in both agrees as well."),
                (_level(_FIRST, _FIRST), "You took p of the first partition for both."),
            ),
            hint="p is 6/15 and p\u2032 is 4/15.",
            outcome="One-sided and two-sided come to the same here: the sizes fix both shares.",
        ),
        Number(
            "Under fixed k, one-sided:",
            _FIXED,
            tempting=(
                (_level(_FIRST, _of_k(6, 2)), "p\u2032 is that of two clusters here. The partition drawn has three."),
                (_FIXED_BOTH, "That is two-sided. The first partition is kept here, with its own p."),
            ),
            hint="p is 6/15, and p\u2032 = S(5, 3)/S(6, 3).",
            outcome="Nearly that of the permutation model.",
        ),
        Number(
            "Under fixed k, two-sided:",
            _FIXED_BOTH,
            tempting=((_FIXED, "That is one-sided. Both are drawn here: p = S(5, 2)/S(6, 2)."),),
            hint="p = S(5, 2)/S(6, 2) and p\u2032 = S(5, 3)/S(6, 3).",
            outcome="Lower, so that c is farther above it.",
        ),
        Number(
            "c of the six points, corrected with all partitions, two-sided, to four decimals:",
            float((_C - _ALL_BOTH) / (1 - _ALL_BOTH)),
            tempting=(
                (float((_C - _ALL) / (1 - _ALL)), "That is one-sided. Both are drawn here: p = p\u2032 = B(5)/B(6)."),
                (float(_C - _ALL_BOTH), "That is c less the level. It is still to be divided by 1 less the level."),
            ),
            hint="The level first, with p = p\u2032 = 52/203. Then (c \N{MINUS SIGN} level)/(1 \N{MINUS SIGN} level).",
            outcome="The same two partitions, and now below chance.",
            places=4,
        ),
        Order(
            "The proof of the theorem, mixed up. Put it in order.",
            (
                "Keep the other partition fixed. A pair together in it is together in both with probability p\u2032; a "
                "pair apart in it is apart in both with probability 1 \N{MINUS SIGN} p\u2032.",
                "Add this over all pairs, and divide by their number: p p\u2032 + (1 \N{MINUS SIGN} p) "
                "(1 \N{MINUS SIGN} p\u2032).",
                "If the other one is drawn as well, independently, take the mean of this formula: it is linear in p.",
                "What is left is p\u2032 of each model. Under permutation it is P\u2032/M.",
                "Under fixed k, glue two objects into one: partitions in which they are together become those of n "
                "\N{MINUS SIGN} 1 objects, still into k clusters.",
                "The same gluing, without regard to k, gives the share for all partitions.",
            ),
            before=(
                (0, 1, "What is added? Say first what a single pair does."),
                (1, 2, "The mean of which formula? It has to be there first."),
                (2, 3, "*What is left* comes after the formula, one-sided and two-sided."),
                (3, 4, "The models come in the order of the theorem: permutation, fixed k, all."),
                (4, 5, "*The same gluing* needs one that has been explained."),
            ),
            hint="First the formula with any p\u2032, then p\u2032 model by model.",
            outcome="All that a model has to do is to treat the objects alike.",
        ),
    ),
    "ex-chance-open": (
        Choice(
            "Before you run it: do the three rankings differ?",
            {
                "No": "The clusters of k-means are nearly even, and for k up to 8 the level rises too little.",
                "Yes: c ranks otherwise than the two others": "With 20 clusters beside 2 it does. Up to 8 the level "
                "rises too little.",
                "Yes: all three differ": "The clusters of k-means are nearly even: both models expect nearly the same.",
            },
            "No",
            predict=True,
        ),
        Choice(
            "For which partitions does it matter much whether chance means permutation or fixed k?",
            {
                "Those with many clusters": "With many even clusters the two expect nearly the same.",
                "Those with sizes far from even": "Permutation takes such sizes as given. Most partitions into k "
                "clusters are nearly even.",
                "Those of many objects": "The level depends on shares of pairs.",
            },
            "Those with sizes far from even",
        ),
        _ARI_ORDER,
        Open(
            (
                "One of the rankings is printed, and the null model behind it is named.",
                "A reason is given why that model fits how the labels came about.",
                "It is said whether the other models would have changed the order.",
                "A case is named in which they would.",
            )
        ),
    ),
}
