"""Questions of the chapter *How far from one half?*."""

from fractions import Fraction
from itertools import count
from math import comb

import numpy as np
from scipy.spatial.distance import squareform

from aucc_teach import PairRanking, concordance
from aucc_teach.exercises._claims import Break, Field
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Number, Objects, Open, Order
from aucc_teach.pairs import co_membership
from aucc_teach.partitions import count_partitions, set_partitions

from . import _counting as counting
from ._claims import FEW


def _mean(values):
    return sum(values, Fraction(0)) / len(values)


def _variance(values, *, less=0):
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - less)


def _scores(line, sizes):
    """AUCC of all partitions of points on a line with these sizes."""
    counts = [concordance([[x] for x in line], labels) for labels in set_partitions(len(line), sizes=sizes)]
    return [Fraction(2 * right + tied, 2 * (right + wrong + tied)) for right, wrong, tied in counts]


def _together(sizes, *groups):
    """Chance that the objects of each group are together, as a share of the partitions with these sizes."""
    found = [
        all(len({labels[i] for i in group}) == 1 for group in groups)
        for labels in set_partitions(sum(sizes), sizes=sizes)
    ]
    return Fraction(sum(found), len(found))


_P = {"p₂": ([0, 1],), "p₃": ([0, 1, 2],), "p₄": ([0, 1], [2, 3])}
_P2, _, _P4 = (_together([2, 2], *groups) for groups in _P.values())

# One within pair, nothing tied: it has each rank once.
_PAIRS = comb(4, 2)
_ONE_PAIR = [Fraction(rank, _PAIRS - 1) for rank in range(_PAIRS)]
_LIMIT = Fraction(1, 12)  # of a number that is anything from 0 to 1

_UNTIED = np.array([4, 6, 3, 5, 1, 2])
_PARTITIONS = [co_membership(labels) for labels in set_partitions(4, sizes=[2, 2])]


def _rank_sums(distances):
    ranking = PairRanking(squareform(distances), metric="precomputed")
    return [Fraction(int(ranking.doubled_mid_ranks[within].sum()), 2) for within in _PARTITIONS]


_SUMS, _TIED_SUMS = _rank_sums(_UNTIED), _rank_sums((_UNTIED + 1) // 2)
_COMPARISONS = 2 * 4  # two within pairs, four between
_BEFORE, _AFTER = (_variance(sums) / _COMPARISONS**2 for sums in (_SUMS, _TIED_SUMS))
_THREE_RANKS = [Fraction(rank) for rank in (1, 2, 3)]

_HALVES, _ONE_APART = (_scores((0, 1, 2, 4), sizes) for sizes in ([2, 2], [3, 1]))

_BOTTLES = count_partitions(8, sizes=[4, 4])
_ENOUGH = next(each for each in count(1) if Fraction(1, count_partitions(2 * each, sizes=[each, each])) < 0.01)
_SINGLE = count_partitions(8, sizes=[7, 1])

_TESTS, _STRICT = 10_000, Fraction(1, 1000)
_SHUFFLES = int(_TESTS / Fraction(1, 20)) - 1  # the smallest p is one over one more
_MINUS = "\N{MINUS SIGN}"


# ---- claims


def _higher_rarer(names, points, first, second):
    scores = [counting.aucc_of_points(points, labels) for labels in (first, second)]
    shares = []
    for labels, score in zip((first, second), scores, strict=True):
        dealt = counting.dealt(points, labels)
        shares.append(Fraction(sum(other >= score for other in dealt), len(dealt)))
    facts = {"aucc1": scores[0], "aucc2": scores[1], "share1": shares[0], "share2": shares[1]}
    if scores[0] == scores[1]:
        return "equal", facts
    return "holds" if (scores[0] - scores[1]) * (shares[0] - shares[1]) < 0 else "broken", facts


_HIGHER_RARER = Break(
    "higher-rarer",
    "If two clusterings of the same points differ in AUCC, the clustering with the higher AUCC is reached by a "
    "smaller proportion of the partitions with its sizes.",
    (
        FEW[0],
        Field("First clustering", "labels", "a a b", most=8),
        Field("Second clustering", "labels", "a b b", most=8),
    ),
    _higher_rarer,
    {
        "equal": "Both have an AUCC of {aucc1}. The claim is about two different values, so one has to be higher.",
        "holds": "The AUCCs are {aucc1} and {aucc2}; the proportions of partitions that reach them are {share1} and "
        "{share2}. Try different sizes: where is the spread wider?",
        "broken": "The AUCCs are {aucc1} and {aucc2}; the proportions of partitions that reach them are {share1} "
        "and {share2}. The higher AUCC is not the rarer one.",
    },
    (
        (
            "The mean is 1/2 for all sizes, so the scale is the same.",
            "The means are the same, but the spreads are not. With few within pairs it is easy to be high.",
        ),
        (
            "The p-value falls when AUCC rises.",
            "That would be right if the sizes were the same. Here the sizes may differ.",
        ),
        (
            "The proportion depends on the points, which are the same.",
            "It depends on the points, but on the sizes as well.",
        ),
    ),
)


EXERCISES = {
    "ex-null-pair": (
        Number(
            "Four objects, sizes 2, 1 and 1: how many values can AUCC take?",
            len(set(_ONE_PAIR)),
            tempting=(
                (
                    _PAIRS - 1,
                    "That would be the number of between pairs. But the within pair can also win against none of them.",
                ),
                (
                    4,
                    "That would be the number of objects. Here we want pairs, because the within pair may be any of "
                    "them.",
                ),
            ),
            hint="Which ranks can the one within pair have?",
            outcome="There is one value for each pair, all equally likely: 0, 1/5, 2/5, 3/5, 4/5 and 1.",
        ),
        Number(
            "Its variance for four objects:",
            _variance(_ONE_PAIR),
            tempting=(
                (
                    _LIMIT,
                    "That would be the variance of any number from 0 to 1. Six separate values are spread a "
                    "little wider.",
                ),
                (
                    _variance(_ONE_PAIR, less=1),
                    "You divided by one less than their number. These are all partitions, not a sample.",
                ),
                (
                    _mean([value**2 for value in _ONE_PAIR]),
                    "That would be the mean of the squares. Subtract the mean of the values before you square.",
                ),
            ),
            hint="The variance is the mean squared distance of six equally likely values from one half.",
            outcome="The formula is (M + 1)/(12(M \N{MINUS SIGN} 1)), with M = 6.",
            places=4,
        ),
        Objects(
            "Which of them are zero?",
            tuple(_P),
            right=tuple(name for name, groups in _P.items() if not _together([2, 1, 1], *groups)),
            tempting=(
                (
                    ("p₃",),
                    "The first step is right: no three are together. After it, ask whether two pairs "
                    "can be together at once.",
                ),
            ),
            hint="There is one cluster of two, and all others are singletons.",
            outcome="So the variance is Q p₂/(PN)².",
        ),
        Choice(
            "As n grows, the variance",
            {
                "goes to 0": "Many people expect this, because the spread usually shrinks with more objects. But "
                "more objects do not bring more within pairs: here there is one, whatever n is.",
                "goes to 1/12": "The values approach all numbers from 0 to 1, equally likely.",
                "grows": "It falls a little, because it is (M + 1)/(12(M \N{MINUS SIGN} 1)).",
            },
            "goes to 1/12",
        ),
    ),
    "ex-null-variance-proof": (
        Order(
            "Put the steps in order.",
            (
                "AUCC is a constant minus W/(PN), and centring the ranks changes W by a constant. So we want the "
                "mean of T², where T is the sum of the centred ranks within.",
                "Take the same pair twice: these products of T² add up to Q, and each of them counts with "
                "probability p₂.",
                "Take two pairs that share one object: their products are the squared row sums minus the single "
                f"squares in them, R {_MINUS} 2Q, and each counts with probability p₃.",
                "Take two pairs that share no object: their products are what is left of (Σa)² = 0, which is Q "
                f"{_MINUS} R, and each counts with probability p₄.",
                "Add up the three, sort by Q and R, and divide by (PN)².",
            ),
            before=(
                (0, 1, "Your order squares T before we know what T is."),
                (0, 2, "Your order squares T before we know what T is."),
                (1, 3, "We know what is left only when we have both other kinds of products."),
                (2, 3, "We know what is left only when we have both other kinds of products."),
                (3, 4, "One of the three kinds of products is still missing."),
            ),
            hint="Begin with what is squared. Then come two pairs that share both objects, one, or none, and last "
            "comes the sum.",
            outcome="The three probabilities and PN come from the sizes, whereas Q and R come from the data.",
            free=((1, 2),),
        ),
        Choice(
            f"Why R {_MINUS} 2Q, and not R {_MINUS} Q?",
            {
                "Each pair is in the rows of both its objects.": "So its square is in two of the squared row "
                "sums, and has to be subtracted twice.",
                "Products come as a times b and as b times a.": "They do, but both are in the squared row sums, "
                "where they belong to what we want.",
                "Variances count the covariances twice.": "That is the same fact about mixed products. But here we "
                "subtract squares.",
            },
            "Each pair is in the rows of both its objects.",
        ),
        Number(
            "p₄ for sizes 2 and 2:",
            _P4,
            tempting=(
                (
                    _P2**2,
                    "That would be p₂ squared, as if the two pairs were independent. Here one pair tells us "
                    "about the other.",
                ),
                (
                    Fraction(0),
                    "That would be p₃: with sizes 2 and 2 no three are together. Here we want two pairs "
                    "that share no object.",
                ),
            ),
            hint="Of the three partitions, in how many are a and b together, and c and d too?",
            outcome="If a and b are together, so are c and d. Therefore p₄ equals p₂ here.",
        ),
    ),
    "ex-null-tied": (
        Number(
            "Three tied pairs, in place of three neighbouring ranks: by how much does Q fall?",
            _variance(_THREE_RANKS) * len(_THREE_RANKS),
            tempting=((_variance(_THREE_RANKS), "That would be the mean of the three squares. But Q is a sum."),),
            hint="Take the ranks 1, 2 and 3, and add up their squared distances from their mean.",
            outcome="The formula agrees: (27 \N{MINUS SIGN} 3)/12.",
        ),
        Number(
            "The variance before:",
            _BEFORE,
            tempting=(
                (
                    _variance(_SUMS),
                    "That would be the variance of the rank sums W. To get the variance of AUCC, divide by (PN)².",
                ),
                (_variance(_SUMS) / _COMPARISONS, "You divided by PN only once. For a variance, divide by its square."),
                (_variance(_SUMS, less=1) / _COMPARISONS**2, "You divided by two. How many partitions are there?"),
            ),
            hint="The rank sums of the three partitions are 6, 7 and 8, and PN is 8.",
            outcome="The variance comes from the rank sums, which are 6, 7 and 8.",
            places=4,
        ),
        Number(
            "The variance after:",
            _AFTER,
            tempting=(
                (_BEFORE, "That would be the variance before rounding. Which rank sums are there after it?"),
                (
                    _variance(_TIED_SUMS),
                    "That would be the variance of the rank sums W. To get the variance of AUCC, divide by (PN)².",
                ),
            ),
            hint="Give tied pairs the mean of their ranks. What are the three rank sums then?",
            outcome="The rank sums are 5, 7 and 9, twice as far from 7.",
            places=4,
        ),
        Choice(
            "Which step is wrong?",
            {
                "Rounding makes ties.": "This step is right: here rounding makes three ties.",
                "Ties bring the ranks closer to their mean, so Q falls.": "This step is right: Q falls by 3/2 here, "
                "as you have proved.",
                "So the null variance falls.": "The variance depends on R as well. Here R falls, too, and with "
                "equal sizes its coefficient is negative.",
            },
            "So the null variance falls.",
        ),
    ),
    "ex-null-mixture": (
        Choice(
            "If only k = 3 is fixed, the variance is",
            {
                "larger than the mean of the variances for fixed sizes": "To make it larger, the variance of the "
                "means would have to be added. How far apart are they?",
                "smaller than that mean": "A mixture never has less than the mean of the variances.",
                "that mean, weighted by the numbers of partitions": "The variance of the means would be added, but "
                "all means are one half.",
            },
            "that mean, weighted by the numbers of partitions",
        ),
        Number(
            "The points 0, 1, 2 and 4, if only k = 2 is fixed: the variance over all seven partitions:",
            _variance(_HALVES + _ONE_APART),
            tempting=(
                (
                    (_variance(_HALVES) + _variance(_ONE_APART)) / 2,
                    "You counted both kinds equally. There are three partitions of one kind and four of the other, "
                    "so they count three and four times.",
                ),
                (_variance(_HALVES), "That would be right for two and two only. What about three and one?"),
                (_variance(_ONE_APART), "That would be right for three and one only. What about two and two?"),
                (
                    _variance(_HALVES + _ONE_APART, less=1),
                    "You divided by six. These are all seven partitions, not a sample.",
                ),
            ),
            hint="The three partitions into two and two have variance 13/384. Find the variance of the four into "
            "three and one.",
            outcome="We add three sevenths of the first variance and four sevenths of the second.",
            places=4,
        ),
        Choice(
            "For which criterion would the objection be right?",
            {
                "AUCC": "Its mean is one half for all sizes.",
                "point-biserial": "Its mean is 0 for all sizes.",
                "C-index": "Its mean differs from size to size, so the variance of these means is added.",
            },
            "C-index",
        ),
        Write("aucc_of_all_deals"),
    ),
    "ex-null-few": (
        Number(
            "Four and four, the smallest p:",
            Fraction(1, _BOTTLES),
            tempting=(
                (
                    Fraction(1, comb(8, 4)),
                    "These are the ways to label. If you exchange the two labels, the partition is the same.",
                ),
                (
                    Fraction(2, _BOTTLES),
                    "That would be right if two of the partitions separated the varieties. Only one of them does.",
                ),
            ),
            hint="How many partitions of eight bottles into four and four are there? One of them is as good as the "
            "observed partition.",
            outcome="Even a perfect separation gives no smaller p.",
            places=4,
        ),
        Number(
            "How many bottles of each are needed to get below 0.01?",
            _ENOUGH,
            tempting=(
                (2 * _ENOUGH, "That would be both varieties together. Here we want the bottles of each."),
                (_ENOUGH - 1, "That is the number you have, but 1/35 is above 0.01."),
            ),
            hint="Count the partitions for five and five, six and six, and so on.",
            outcome=f"Then there are {count_partitions(2 * _ENOUGH, sizes=[_ENOUGH, _ENOUGH])} partitions.",
        ),
        Number(
            "One bottle against seven, the smallest p:",
            Fraction(1, _SINGLE),
            tempting=((Fraction(1, _SINGLE - 1), "Any of the eight bottles could be the single one."),),
            hint="Which bottle is the single one? There are as many partitions as answers to this question.",
            outcome="So no result can be significant at 0.05.",
            places=4,
        ),
        _HIGHER_RARER,
    ),
    "ex-null-permute": (Write("permutation_p_value"),),
    "ex-null-levels": (
        Number(
            "At 0.1 percent, how many of them does a valid test reject, on average at most?",
            _TESTS * _STRICT,
            tempting=(
                (
                    _TESTS * Fraction(1, 100),
                    "That would be right for the level of 1 percent. Here the level is 0.1 percent.",
                ),
                (
                    _TESTS * Fraction(1, 20),
                    "That would be right for the level of 5 percent. Here the level is 0.1 percent.",
                ),
            ),
            hint="What is one in a thousand of 10 000?",
            outcome="That is what the level promises.",
        ),
        Choice(
            "And how many does the test with the normal curve reject?",
            {
                "about 10": "That would be right if the test kept its promise. What does the table show at 0.1 "
                "percent?",
                "about 50": "That would be right for ten clusters of six. Here there are two clusters of thirty.",
                "about 160": "It rejects 1.6 percent of them, sixteen times as many as it promises.",
                "about 700": "That would be right for the level of 5 percent. Here the level is 0.1 percent.",
            },
            "about 160",
        ),
        Number(
            "At 0.05 divided by 10 000, how many shuffles does a test need at least?",
            _SHUFFLES,
            tempting=(
                (_SHUFFLES + 1, "The observed labels count as one more labelling, so you need one shuffle fewer."),
                (_TESTS - 1, "With so many shuffles p can be 1/10 000. Here it has to be smaller by a factor of 20."),
                (999, "Then the smallest p would be 1/1000. How small does it have to be here?"),
            ),
            hint="The smallest p is 1/(1 + the number of shuffles).",
            outcome="The level is 1/200 000, and that is the smallest p that so many shuffles can give.",
        ),
    ),
    "ex-null-report": (
        Choice(
            "Which labels have the largest AUCC?",
            {
                "age, two halves": "Older patients differ in their serum, but other labels may separate the serum "
                "better.",
                "body mass, two halves": "A within pair is closer in 56 of 100 comparisons.",
                "decade of age": "Many people expect this, because seven clusters are smaller than two. Compare the "
                "three values of AUCC.",
            },
            "body mass, two halves",
            predict=True,
        ),
        Choice(
            "Which have the smallest z?",
            {
                "age, two halves": "Many people expect this, because old and young differ little. But what does the "
                "spread depend on?",
                "body mass, two halves": "For the same spread, z grows with AUCC. Compare the AUCC of body mass with "
                "the others.",
                "decade of age": "There are small clusters at both ends of the scale, so the null distribution is "
                "wider.",
            },
            "decade of age",
            predict=True,
        ),
        Open(
            (
                "It gives the effect: AUCC, or in how many of 100 comparisons a within pair is closer.",
                "It says what AUCC is compared with: random labels with these sizes, and how many shuffles.",
                "It gives the p-value as what it is: at or near the smallest p that so many shuffles can give.",
                "It quotes z as a distance from random labels, and not as the size of a difference.",
                "It does not speak of clusters.",
            ),
            prompt="Write one sentence for each of the three.",
            name="write-one-sentence-for-each-of-the-three",
        ),
    ),
}
