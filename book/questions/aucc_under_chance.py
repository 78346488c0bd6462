"""Questions of the chapter *AUCC under chance*."""

from fractions import Fraction
from math import comb

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_wine

from aucc_teach import PairRanking, concordance
from aucc_teach.exercises._claims import Break
from aucc_teach.exercises._questions import Choice, Construct, Number, Order
from aucc_teach.pairs import co_membership
from aucc_teach.partitions import set_partitions

from . import _counting as counting
from ._claims import FEW, SIZES_SEARCHED
from ._exact import aucc


def _comparisons(line, sizes):
    """Comparisons right, wrong and tied for each partition of points on a line with these sizes."""
    points = [[x] for x in line]
    return [concordance(points, labels) for labels in set_partitions(len(line), sizes=sizes)]


def _mean(values):
    return sum(values, Fraction(0)) / len(values)


_HALVES, _ONE_APART = (_comparisons((0, 1, 4, 6), sizes) for sizes in ([2, 2], [3, 1]))
_OF_HALVES, _OF_ONE_APART = ([aucc(counts) for counts in found] for found in (_HALVES, _ONE_APART))
_FAR = _HALVES[1]  # {0, 4}, {1, 6}
_CLOSE = _ONE_APART[0]  # {0, 1, 4}, {6}

_PLACES = 5
_M = comb(_PLACES, 2)


def _shares_of_ties():
    """Mean share of ties over the partitions of seven objects into three clusters, and the ratio of the two means."""
    rng = np.random.default_rng(7)
    d = [rng.integers(values, size=comb(7, 2)) for values in (2, 3)][1]  # tied_tables(7)[1] of the chapter
    within = np.array([co_membership(labels) for labels in set_partitions(7, k=3)], dtype=int)
    tied = ((within @ np.equal.outer(d, d)) * (1 - within)).sum(axis=1)
    compared = within.sum(axis=1) * (1 - within).sum(axis=1)
    return float((tied / compared).mean()), float(tied.sum() / compared.sum())


_SHARE, _RATIO = _shares_of_ties()

_THREE = _comparisons((0, 1, 2), [2, 1])
_DROPPED = [Fraction(right - wrong, right + wrong) for right, wrong, _ in _THREE]
_KEPT = [Fraction(right - wrong, sum(counts)) for counts in _THREE for right, wrong, _ in (counts,)]
_OPTIMISTIC = [Fraction(counts.s_plus + counts.s_zero, sum(counts)) for counts in _THREE]
_PESSIMISTIC = [Fraction(counts.s_plus, sum(counts)) for counts in _THREE]

_WINES = load_wine().data
_WINES = (_WINES - _WINES.mean(axis=0)) / _WINES.std(axis=0)


def _neighbours():
    """Mean of AUCC where a wine and its nearest neighbour are one cluster and the rest the other, over all wines."""
    apart = squareform(pdist(_WINES))
    np.fill_diagonal(apart, np.inf)
    rows = np.eye(len(_WINES), dtype=int)
    rows[np.arange(len(_WINES)), apart.argmin(axis=1)] = 1
    return PairRanking(_WINES).score_many(rows).mean()


def _side(mean):
    return "above one half" if mean > 0.5 else "below one half"


def _mean_ratio(d, n, sizes):
    """Mean of the mean within over the mean between dissimilarity."""
    within = np.array([co_membership(labels) for labels in set_partitions(n, sizes=sizes)])
    return float(np.mean([d[row].mean() / d[~row].mean() for row in within]))


_NEIGHBOURS = _neighbours()
_SEVEN = pdist(_WINES[::25][:7])
_UNEVEN, _EVEN = (_mean_ratio(_SEVEN, 7, sizes) for sizes in ([6, 1], [3, 2, 2]))
_D = pdist([[0], [1], [2], [4]])
_ON_LINE = [co_membership(labels) for labels in set_partitions(4, sizes=[2, 2])]
_SUMS = [
    [Fraction(int(_D[pick].sum()), int(pick.sum())) for pick in picks]
    for picks in zip(*((row, ~row) for row in _ON_LINE), strict=True)
]
_RATIOS = [within / between for within, between in zip(*_SUMS, strict=True)]

# Steps of two proofs with what is said to them. The third of the one and the fourth of the other are false.
_MIXED = (
    (
        "1. Partitions with the same sizes differ by a renaming of objects, so the model gives them equal "
        "probabilities.",
        "It treats all objects alike, so a renaming changes no probability. This holds.",
    ),
    (
        "2. Within a group of equal sizes the mean of Gamma is therefore 0.",
        "In such a group it is the model of given sizes, and there the theorem says it. This holds.",
    ),
    (
        "3. Each group counts equally, so the mean over everything is the plain mean of the groups' means.",
        "A group counts by its probability: given k, by its share of the partitions. It does no harm here, since any "
        "weighted mean of zeros is 0. For other numbers it would.",
    ),
    ("4. The mean of these zeros is zero.", "It is, with any weights."),
)
_RELATIVES = (
    (
        "1. By the theorem on sums over pairs, the sum within has a mean of P times the mean dissimilarity.",
        "That theorem holds for any numbers on the pairs, so for dissimilarities too.",
    ),
    (
        "2. What is left of all dissimilarities is between, so mean within and mean between dissimilarity have equal "
        "means.",
        "For given sizes both sums are divided by constants, P and N. This holds.",
    ),
    (
        "3. P, N and the deviation of all dissimilarities are the same for all partitions with these sizes, so "
        "point-biserial has the mean 0.",
        "It is a constant times the difference of two numbers with equal means. This holds.",
    ),
    (
        "4. Given k, put the mean of P for P: that gives the mean of the C-index.",
        "The smallest and the largest sum change with P, and they stand below the line. For point-biserial every "
        "group of sizes has the mean 0, so mixing is safe. The groups of the C-index have different means.",
    ),
)


# ---- claims


def _mean_half(names, points, labels):
    scores = counting.dealt(points, labels)
    mean = sum(scores) / len(scores)
    facts = {"deals": len(scores), "mean": mean}
    return "holds" if mean == Fraction(1, 2) else "broken", facts


_MEAN_HALF = Break(
    "mean-half",
    "Over all partitions with the same sizes, the mean of AUCC is 1/2.",
    FEW,
    _mean_half,
    {"holds": "Partitions with these sizes: {deals}. The mean of AUCC is {mean}."},
    (
        (
            "Half of the partitions lie above 1/2 and half of them below.",
            "They need not, and the mean does not need it.",
        ),
        (
            "Each pair is a within pair equally often, so each comparison comes out right as often as wrong.",
            "For each two pairs, the one is within and the other between as often as the other way round. A tie "
            "counts one half both times.",
        ),
        (
            "All clusters have the same size.",
            "Then it is true, and for other sizes as well.",
        ),
    ),
    right=1,
    searched=SIZES_SEARCHED,
    up_to=5,
)


def _median_half(names, points, labels):
    scores = counting.dealt(points, labels)
    median = (scores[(len(scores) - 1) // 2] + scores[len(scores) // 2]) / 2
    above = sum(2 * score > 1 for score in scores)
    facts = {"deals": len(scores), "median": median, "above": above}
    return "holds" if median == Fraction(1, 2) else "broken", facts


_MEDIAN_HALF = Break(
    "median-half",
    "Over all partitions with the same sizes, the median of AUCC is 1/2.",
    FEW,
    _median_half,
    {
        "holds": "Partitions with these sizes: {deals}. The median of AUCC is {median}, as the claim says; above "
        "1/2: {above}. Try other points, and other sizes.",
        "broken": "Partitions with these sizes: {deals}. The median of AUCC is {median}; above 1/2: {above}.",
    },
    (
        (
            "The mean is 1/2, and so half of them are above.",
            "A few high values pull the mean up. Most can lie below it.",
        ),
        (
            "To each partition belongs one with all verdicts turned round.",
            "Verdicts turned round make no partition: together is passed on, apart is not.",
        ),
        (
            "With many objects the distribution is the normal one.",
            "It leans to one side with many objects, too.",
        ),
    ),
)


EXERCISES = {
    "ex-null-line": (
        Number(
            "Before you start: the three values of two and two must add up to",
            sum(_OF_HALVES),
            tempting=(
                (_mean(_OF_HALVES), "That is their mean. There are three of them."),
                (2 * sum(_OF_HALVES) - 3, "That is what the three values of Gamma add up to."),
            ),
            hint="Each pair is within in exactly one of the three, and one half is the mean.",
            outcome="One half for each partition, before a single distance is known.",
        ),
        Number(
            "AUCC of {0, 4}, {1, 6}:",
            aucc(_FAR),
            tempting=(
                (1 - aucc(_FAR), "These are the comparisons that the between pair wins."),
                (2 * aucc(_FAR) - 1, "That is Gamma, from \N{MINUS SIGN}1 to 1."),
                (Fraction(_FAR.s_plus, _FAR.s_minus), "That is won over lost. Divide by all comparisons."),
            ),
            hint="The within distances are 4 and 5, the between distances 1, 2, 3 and 6. Which comparisons are won?",
            outcome="Both within pairs are closer than the 6, and farther than the other three.",
        ),
        Number(
            "AUCC of {0, 1, 4}, {6}:",
            aucc(_CLOSE),
            tempting=(
                (
                    Fraction(_CLOSE.s_plus, sum(_HALVES[0])),
                    "Three within pairs and three between pairs make nine comparisons, not eight.",
                ),
                (2 * aucc(_CLOSE) - 1, "That is Gamma. Count the comparisons that are won, over all of them."),
            ),
            hint="The within distances are 1, 3 and 4, the between distances 2, 5 and 6.",
            outcome="The other three have 1/3, 1/3 and 5/9: together 2, for four partitions.",
        ),
        Number(
            "The mean given k = 2:",
            _mean(_OF_HALVES + _OF_ONE_APART),
            tempting=(
                (sum(_OF_HALVES + _OF_ONE_APART), "That is the sum over all seven partitions. Divide by seven."),
                (
                    sum(_OF_HALVES + _OF_ONE_APART) / 2,
                    "You divided by the number of clusters. There are seven partitions.",
                ),
            ),
            hint="All seven partitions are equally likely: add up their values, and divide by seven.",
            outcome="Both groups have this mean, so their mixture has it.",
        ),
        Construct(
            "AuccLab",
            todo="These are the points 0, 1, 4 and 6, in the best partition into two and two: 1. Change the clusters, "
            "not the places, to one that pays for it: two and two, with an AUCC below 0.3.",
            goal=(("comparisons", "==", 8), ("aucc", "<", 0.3)),
            outcome="Two partitions pay for the one that has 1: the three must have the mean one half. Far from one "
            "half, all of them.",
            start={
                "points": [[150, 500], [250, 500], [550, 500], [750, 500]],
                "labels": [0, 0, 1, 1],
            },
        ),
        _MEDIAN_HALF,
    ),
    "ex-null-half-proof": (
        Order(
            "Blind labels score one half. Put the steps in order.",
            (
                "The model treats all objects alike, so each pair is within with the same probability, P/M.",
                "All mid-ranks together add up to M(M + 1)/2, with ties as well.",
                "So the mean of W is ½ P(M + 1).",
                "P and N are constants for given sizes, so the mean of AUCC is got by putting the mean of W for W.",
                "What is left is 1 \N{MINUS SIGN} ½ P(M \N{MINUS SIGN} P)/(PN). That is ½, since "
                "N = M \N{MINUS SIGN} P.",
                "So Gamma has the mean 0, and so has s₊ \N{MINUS SIGN} s₋, which is PN times Gamma.",
            ),
            before=(
                (0, 2, "The mean of W is taken before it is known how likely a pair is within."),
                (1, 2, "The mean of W is taken before it is known what all ranks add up to."),
                (2, 3, "The mean of W is put in before it is known."),
                (3, 4, "Something is left only after the mean of W has been put in."),
                (4, 5, "Gamma is 2 AUCC \N{MINUS SIGN} 1: its mean follows from that of AUCC."),
            ),
            hint="First the chance of one pair, and the sum of all ranks; then W; then AUCC; then Gamma.",
            outcome="The model is used in one step, the rule for ties in one, and that the sizes are given in one.",
            free=((0, 1),),
        ),
        _MEAN_HALF,
        Choice(
            "The corollary: given k, the mean of Gamma is 0. One step of this proof is false. Which?",
            dict(_MIXED),
            _MIXED[2][0],
        ),
        Choice("The two relatives: one step of this proof is false. Which?", dict(_RELATIVES), _RELATIVES[3][0]),
    ),
    "ex-null-oneway": (
        Number(
            f"Sum of the mid-ranks of all ordered pairs of {_PLACES} places:",
            sum(range(1, 2 * _M + 1)),
            tempting=(
                (sum(range(1, _M + 1)), "That is for unordered pairs. Here there are twice as many."),
                (2 * sum(range(1, _M + 1)), "Twice as many pairs have more than twice the sum: the ranks go on."),
            ),
            hint="How many ordered pairs are there? Add up that many ranks, from 1.",
            outcome="M(2M + 1): no travel time plays a part in it.",
        ),
        Order(
            "Put the proof in order.",
            (
                "The model treats all objects alike, so each of the 2M ordered pairs is within with the probability "
                "P/M.",
                "The 2M mid-ranks have the same sum, whatever the times are.",
                "So the mean of W is P/M times that sum, and that is P(2M + 1).",
                "In 1 \N{MINUS SIGN} AUCC = (W \N{MINUS SIGN} P(2P + 1))/(4PN) all else is constant, so this mean can "
                "be put in for W.",
                "So 1 \N{MINUS SIGN} AUCC has the mean 2P(M \N{MINUS SIGN} P)/(4PN), and that is ½.",
            ),
            before=(
                (0, 2, "The mean of W needs the probability of a pair."),
                (1, 2, "The mean of W needs the sum of all ranks."),
                (2, 3, "This mean is put in before it is known."),
                (3, 4, "Something comes out only after the mean of W has been put in."),
            ),
            hint="As in the chapter: the chance of a pair, the sum of the ranks, W, AUCC.",
            outcome="Nothing asks whether the way back takes as long.",
            free=((0, 1),),
        ),
        Choice(
            "Which line did symmetry serve?",
            {
                "line 1": "It asks that all objects are treated alike, whichever way a pair is read.",
                "line 2": "The ranks 1 to 2M have the same sum for symmetric and for other times.",
                "line 3": "It needs that P and N are constants. Times do not enter.",
                "none": "It only makes the ordered pairs superfluous: each would come twice.",
            },
            "none",
        ),
    ),
    "ex-null-fault": (
        Choice(
            "Which step is false?",
            {
                "The mean of W is ½ E[P](M + 1).": "It is right: in each group of sizes it is ½ P(M + 1), and M is "
                "the same for all.",
                "The mean of AUCC is 1 \N{MINUS SIGN} ½ E[P(M \N{MINUS SIGN} P)]/E[PN].": "The mean of a ratio is "
                "taken for the ratio of the means. Given k alone, PN is random.",
                "E[P(M \N{MINUS SIGN} P)]/E[PN] = 1.": "It is right: N is M \N{MINUS SIGN} P in every partition, so "
                "the two means are of the same number.",
            },
            "The mean of AUCC is 1 \N{MINUS SIGN} ½ E[P(M \N{MINUS SIGN} P)]/E[PN].",
        ),
        Number(
            "Mean of the share of ties for `tied_tables(7)[1]`, to five decimals:",
            _SHARE,
            tempting=((_RATIO, "That is the ratio of the two means: what the false step gives."),),
            hint="Take s₀/(PN) for each of the 301 partitions, and then the mean.",
            outcome="The false step gives another number, so it does not hold in general.",
            places=5,
        ),
        Choice(
            "What repairs the proof?",
            {
                "Take Gamma in place of AUCC.": "Gamma has the same PN below the line.",
                "Divide by E[P] E[N] instead.": "That is one more ratio of means. What is asked for is the mean of a "
                "ratio.",
                "Fix the sizes first, and mix afterwards.": "In a group of equal sizes PN is a constant, and the "
                "groups have the same mean.",
                "Drop the ties.": "That changes what is below the line once more, from partition to partition.",
            },
            "Fix the sizes first, and mix afterwards.",
        ),
    ),
    "ex-null-rules": (
        Number(
            "Mean of AUCC, ties one half:",
            _mean([aucc(counts) for counts in _THREE]),
            tempting=((aucc(_THREE[0]), "That is AUCC of a pair of length 1. One partition in three has the other."),),
            hint="For each of the three partitions: comparisons won, and half of those tied, over two.",
            outcome="Two times 3/4, and once 0.",
        ),
        Number(
            "Optimistic:",
            _mean(_OPTIMISTIC),
            tempting=(
                (
                    _mean([aucc(counts) for counts in _THREE]),
                    "That is the mean with ties one half. The optimist counts them as won.",
                ),
                (_OPTIMISTIC[0], "That is for a pair of length 1. What of the third partition?"),
            ),
            hint="A tie counts as won: take the mean over the three partitions.",
            outcome="1, 1 and 0.",
        ),
        Number(
            "Pessimistic:",
            _mean(_PESSIMISTIC),
            tempting=(
                (_PESSIMISTIC[0], "That is for a pair of length 1. What of the third partition?"),
                (_mean(_OPTIMISTIC), "That is the optimist's. The pessimist counts a tie as lost."),
            ),
            hint="A tie counts as lost: take the mean over the three partitions.",
            outcome="As far below one half as the optimist is above it.",
        ),
        Number(
            "Gamma, tie kept:",
            _mean(_KEPT),
            tempting=(
                (
                    _mean([aucc(counts) for counts in _THREE]),
                    "That is AUCC. Gamma is won less lost, over all comparisons.",
                ),
            ),
            hint="Won less lost, over both comparisons, the tied one among them.",
            outcome="½, ½ and \N{MINUS SIGN}1.",
        ),
        Number(
            "Gamma, tie dropped:",
            _mean(_DROPPED),
            tempting=(
                (_mean(_KEPT), "That is with the tie kept. Dropped, it is missing below the line as well."),
                (_DROPPED[0], "That is for a pair of length 1. What of the third partition?"),
            ),
            hint="Leave the tie out above and below the line, for each partition by itself; then take the mean.",
            outcome="1, 1 and \N{MINUS SIGN}1.",
        ),
        Choice(
            "Dropping looks like the cautious choice. Measured by Gamma, 2 AUCC \N{MINUS SIGN} 1, it moves the level",
            {
                "less far than the optimist does.": "Compute the optimist's Gamma from his mean of AUCC.",
                "as far as the optimist does.": "His mean of AUCC makes a Gamma of 2 \N{MULTIPLICATION SIGN} 2/3 "
                "\N{MINUS SIGN} 1 = 1/3, the same.",
                "farther than the optimist does.": "From AUCC to Gamma a distance doubles. Compare the two on one "
                "scale.",
            },
            "as far as the optimist does.",
        ),
    ),
    "ex-null-models": (
        Choice(
            "For which of the four does the theorem, or its corollary, say that the mean is one half?",
            {
                "(a) five labels, independently": "All wines are treated alike, whatever the sizes become.",
                "(b) blocks of the file": "A wine's place in the file decides who is in its block: wines are not "
                "treated alike.",
                "(c) blocks, shuffled first": "After the shuffling every wine is as likely at every place.",
                "(d) a wine and its neighbour": "Who is somebody's neighbour is read off the measurements.",
            },
            ("(a) five labels, independently", "(c) blocks, shuffled first"),
        ),
        Choice(
            "(b) The mean of AUCC for blocks of the file:",
            {
                "about one half": "Nobody has looked at the measurements.",
                "below one half": "Blocks of the file would have to put far wines together.",
                "above one half": "The file lists the varieties one after the other: the labels know them.",
            },
            "above one half",
            predict=True,
        ),
        Choice(
            "(d) The mean of AUCC for a wine and its neighbour:",
            {
                "about one half": "One close pair does not count for much.",
                _side(_NEIGHBOURS): "One pair is close, but what counts is how far the two are from all others.",
                _side(1 - _NEIGHBOURS): "The chosen pair is the closest there is.",
            },
            _side(_NEIGHBOURS),
            predict=True,
        ),
        Number(
            "(d) How many within pairs are there?",
            comb(len(_WINES) - 2, 2) + 1,
            tempting=(
                (comb(len(_WINES) - 2, 2), "These are the pairs of the large cluster. The two make a pair as well."),
                (comb(len(_WINES), 2), "These are all pairs of 178 wines. Those with one of the two are between."),
            ),
            hint="176 wines are in one cluster, two in the other.",
            outcome="The close pair is one of so many, and hardly counts.",
        ),
        Choice(
            "(d) What moves the mean?",
            {
                "The wine and its neighbour are close.": "That is one within pair among all of them.",
                "Somebody's neighbour tends to sit in the middle, close to everything.": "So the between pairs, those "
                "of the two with all others, are short.",
                "The sizes are uneven.": "For given sizes, even these, blind labels have one half.",
            },
            "Somebody's neighbour tends to sit in the middle, close to everything.",
        ),
    ),
    "ex-null-ratio": (
        Number(
            "The points 0, 1, 2 and 4, in two and two: the mean of the ratio over the three partitions:",
            _mean(_RATIOS),
            tempting=(
                (
                    sum(_SUMS[0]) / sum(_SUMS[1]),
                    "That is the ratio of the means. Take the ratio for each partition, then the mean.",
                ),
                (
                    _mean([1 / ratio for ratio in _RATIOS]),
                    "These are the ratios turned round. Within stands above the line.",
                ),
                (_mean([ratio / 2 for ratio in _RATIOS]), "Divide each sum by its number of pairs: two, and four."),
            ),
            hint="The three partitions have the within distances 1 and 2, 2 and 3, 4 and 1.",
            outcome="More than 1, as it is to be proved.",
        ),
        Order(
            "The proof, mixed up. Put it in order.",
            (
                "All dissimilarities together have a fixed sum. So the mean between dissimilarity is a function of "
                "the mean within dissimilarity alone, and the ratio is, too.",
                "As the mean within dissimilarity grows, the numerator of the ratio grows and its denominator falls: "
                "the ratio is a convex function of it.",
                "By Jensen's inequality the mean of the ratio is at least the ratio at the mean.",
                "At its mean, the mean within dissimilarity is that of all pairs, and so is the one between: the "
                "ratio is 1 there. So the mean of the ratio is at least 1.",
            ),
            before=(
                (0, 1, "Convex in what? First the ratio has to be a function of one number."),
                (1, 2, "Jensen's inequality is about convex functions: is the ratio one?"),
                (2, 3, "That the mean of the ratio is at least 1 follows from the inequality."),
            ),
            hint="One variable, convex, Jensen, the value at the mean.",
            outcome="The difference of the two is a straight line in that variable, and keeps its level.",
        ),
        Number(
            "Seven wines, `X[::25][:7]`, sizes 6 and 1: the mean ratio, to three decimals:",
            _UNEVEN,
            tempting=((_EVEN, "That is for sizes 3, 2 and 2."),),
            hint="Take the ratio for each of the seven partitions, and then the mean.",
            outcome=f"For sizes 3, 2 and 2 it is {_EVEN:.3f}: known, and not constant.",
            places=3,
        ),
    ),
}
