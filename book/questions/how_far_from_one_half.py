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
    "Of two clusterings of the same points, the one with the higher AUCC is reached by a smaller share of the "
    "partitions with its sizes.",
    (
        FEW[0],
        Field("First clustering", "labels", "a a b", most=8),
        Field("Second clustering", "labels", "a b b", most=8),
    ),
    _higher_rarer,
    {
        "equal": "Both have the AUCC {aucc1}. For the claim to say something, one has to be higher.",
        "holds": "The AUCCs are {aucc1} and {aucc2}; shares of partitions that reach them: {share1} and {share2}. "
        "Try different sizes: where is the spread wider?",
        "broken": "The AUCCs are {aucc1} and {aucc2}; shares of partitions that reach them: {share1} and {share2}. "
        "The higher one is not the rarer.",
    },
    (
        (
            "The mean is 1/2 for all sizes, so the scale is the same.",
            "The means are the same, the spreads are not. With few within pairs it is easy to be high.",
        ),
        (
            "The p-value falls when AUCC rises.",
            "For the same sizes. Here the sizes may be different.",
        ),
        (
            "The share depends on the points, and they are the same.",
            "It depends on the sizes as well.",
        ),
    ),
)


EXERCISES = {
    "ex-null-pair": (
        Number(
            "Four objects, sizes 2, 1 and 1: how many values can AUCC take?",
            len(set(_ONE_PAIR)),
            tempting=(
                (_PAIRS - 1, "That many between pairs there are. The within pair can win against none of them, too."),
                (4, "That many objects there are. The within pair may be any of the pairs."),
            ),
            hint="Which ranks can the one within pair have?",
            outcome="One for each pair, all equally likely: 0, 1/5, 2/5, 3/5, 4/5 and 1.",
        ),
        Number(
            "Its variance for four objects:",
            _variance(_ONE_PAIR),
            tempting=(
                (_LIMIT, "That is for any number from 0 to 1. Six values are spread a little wider."),
                (_variance(_ONE_PAIR, less=1), "You divided by one less. These are all partitions, and no sample."),
                (_mean([value**2 for value in _ONE_PAIR]), "That is the mean of the squares. Take the mean off first."),
            ),
            hint="Six values, equally likely, about their mean of one half.",
            outcome="(M + 1)/(12(M \N{MINUS SIGN} 1)) with M = 6.",
            places=4,
        ),
        Objects(
            "Which are zero?",
            tuple(_P),
            right=tuple(name for name, groups in _P.items() if not _together([2, 1, 1], *groups)),
            tempting=((("p₃",), "No three are together, right. Can two pairs be together at once?"),),
            hint="There is one cluster of two, and all others are alone.",
            outcome="So the variance is Q p₂/(PN)².",
        ),
        Choice(
            "As n grows, the variance",
            {
                "goes to 0": "More objects do not bring more within pairs. Here there is one, whatever n is.",
                "goes to 1/12": "The values become all numbers from 0 to 1, equally likely.",
                "grows": "It falls a little: it is (M + 1)/(12(M \N{MINUS SIGN} 1)).",
            },
            "goes to 1/12",
        ),
    ),
    "ex-null-variance-proof": (
        Order(
            "Put the steps in order.",
            (
                "AUCC is a constant less W/(PN), and centred ranks shift W by a constant: so ask for the mean of T², "
                "where T is the sum of the centred ranks within.",
                "In T², the same pair twice: these products add up to Q, and each has the chance p₂.",
                "Pairs that share one object: the squared row sums, less the single squares in them, R "
                f"{_MINUS} 2Q, each with the chance p₃.",
                f"Pairs that share none: what is left of (Σa)² = 0, so Q {_MINUS} R, each with the chance p₄.",
                "Add up the three, sort by Q and R, and divide by (PN)².",
            ),
            before=(
                (0, 1, "T is squared before it is said what T is."),
                (0, 2, "T is squared before it is said what T is."),
                (1, 3, "What is left is known when both other kinds of products are."),
                (2, 3, "What is left is known when both other kinds of products are."),
                (3, 4, "One of the three kinds of products is still missing."),
            ),
            hint="First what is squared; then two pairs that share both objects, one, none; then the sum.",
            outcome="The three chances and PN come from the sizes, Q and R from the data.",
            free=((1, 2),),
        ),
        Choice(
            f"Why R {_MINUS} 2Q, and not R {_MINUS} Q?",
            {
                "Each pair stands in the rows of both its objects.": "So its square is in two of the squared row "
                "sums, and has to be taken away twice.",
                "Products come as a times b and as b times a.": "They do, and both are in the squared row sums: "
                "they belong to what is wanted.",
                "Variances count twice the covariances.": "That is the same fact about mixed products. What is taken "
                "away here are squares.",
            },
            "Each pair stands in the rows of both its objects.",
        ),
        Number(
            "p₄ for sizes 2 and 2:",
            _P4,
            tempting=(
                (_P2**2, "That is p₂ squared, as if one pair knew nothing of the other."),
                (Fraction(0), "That is p₃: with sizes 2 and 2 no three are together. But two and two are."),
            ),
            hint="Of the three partitions, in how many are a and b together, and c and d too?",
            outcome="If a and b are together, so are c and d: p₄ is p₂ here.",
        ),
    ),
    "ex-null-tied": (
        Number(
            "Three tied pairs, in place of three neighbouring ranks: by how much does Q fall?",
            _variance(_THREE_RANKS) * len(_THREE_RANKS),
            tempting=((_variance(_THREE_RANKS), "That is the mean of the three squares. Q is a sum."),),
            hint="Take the ranks 1, 2 and 3, and add up their squared distances from their mean.",
            outcome="(27 \N{MINUS SIGN} 3)/12.",
        ),
        Number(
            "The variance before:",
            _BEFORE,
            tempting=(
                (_variance(_SUMS), "That is the variance of the rank sums W. Divide by (PN)²."),
                (_variance(_SUMS) / _COMPARISONS, "Divide the variance of W by the square of PN."),
                (_variance(_SUMS, less=1) / _COMPARISONS**2, "You divided by two. There are three partitions."),
            ),
            hint="The rank sums of the three partitions are 6, 7 and 8, and PN is 8.",
            outcome="The rank sums are 6, 7 and 8.",
            places=4,
        ),
        Number(
            "The variance after:",
            _AFTER,
            tempting=(
                (_BEFORE, "That is the variance before. Which rank sums are there after rounding?"),
                (_variance(_TIED_SUMS), "That is the variance of the rank sums W. Divide by (PN)²."),
            ),
            hint="Give tied pairs the mean of their ranks: what are the three rank sums then?",
            outcome="The rank sums are 5, 7 and 9, twice as far from 7.",
            places=4,
        ),
        Choice(
            "Which step is wrong?",
            {
                "Rounding makes ties.": "Here it makes three.",
                "Ties bring the ranks closer to their mean, so Q falls.": "It falls by 3/2 here. This is the step "
                "that you have proved.",
                "So the null variance falls.": "It depends on R as well. Here R falls too, and with even sizes its "
                "coefficient is negative.",
            },
            "So the null variance falls.",
        ),
    ),
    "ex-null-mixture": (
        Choice(
            "Given k = 3 alone, the variance is",
            {
                "larger than the mean of the variances for given sizes": "What would have to be added is the "
                "variance of the means. How far apart are they?",
                "smaller than that mean": "A mixture never has less than the mean of the variances.",
                "that mean, weighted by the numbers of partitions": "The variance of the means would be added, and "
                "all means are one half.",
            },
            "that mean, weighted by the numbers of partitions",
        ),
        Number(
            "The points 0, 1, 2 and 4, given k = 2: the variance over all seven partitions:",
            _variance(_HALVES + _ONE_APART),
            tempting=(
                (
                    (_variance(_HALVES) + _variance(_ONE_APART)) / 2,
                    "There are three partitions of one kind and four of the other: they count three and four times.",
                ),
                (_variance(_HALVES), "That is for two and two alone."),
                (_variance(_ONE_APART), "That is for three and one alone."),
                (
                    _variance(_HALVES + _ONE_APART, less=1),
                    "You divided by six. These are all seven partitions, and no sample.",
                ),
            ),
            hint="Three partitions into two and two have the variance 13/384. Do the four into three and one.",
            outcome="Three sevenths of the one variance, and four sevenths of the other.",
            places=4,
        ),
        Choice(
            "For which criterion would the objection be right?",
            {
                "AUCC": "Its mean is one half for all sizes.",
                "point-biserial": "Its mean is 0 for all sizes.",
                "C-index": "Its mean differs from size to size, and the variance of these means is added.",
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
                    "These are the ways to label. Exchange the two labels, and the partition is the same.",
                ),
                (Fraction(2, _BOTTLES), "Only one of the partitions separates the varieties."),
            ),
            hint="How many partitions of eight bottles into four and four are there? One of them is as good as seen.",
            outcome="Even a perfect separation gives no less.",
            places=4,
        ),
        Number(
            "How many bottles of each to get below 0.01?",
            _ENOUGH,
            tempting=(
                (2 * _ENOUGH, "That is both varieties together."),
                (_ENOUGH - 1, "That is what you have: 1/35 is above 0.01."),
            ),
            hint="Count the partitions for five and five, six and six, and so on.",
            outcome=f"There are {count_partitions(2 * _ENOUGH, sizes=[_ENOUGH, _ENOUGH])} partitions then.",
        ),
        Number(
            "One bottle against seven, the smallest p:",
            Fraction(1, _SINGLE),
            tempting=((Fraction(1, _SINGLE - 1), "Any of the eight bottles could be the single one."),),
            hint="Which bottle is the single one? So many partitions there are.",
            outcome="No result can be significant at 0.05.",
            places=4,
        ),
        _HIGHER_RARER,
    ),
    "ex-null-levels": (
        Number(
            "A valid test at 0.1 percent rejects, on average at most, how many of them?",
            _TESTS * _STRICT,
            tempting=(
                (_TESTS * Fraction(1, 100), "That is for the level of 1 percent."),
                (_TESTS * Fraction(1, 20), "That is for the level of 5 percent."),
            ),
            hint="One in a thousand of 10 000.",
            outcome="That is the promise of the level.",
        ),
        Choice(
            "And the test with the normal curve?",
            {
                "about 10": "That would be so if it kept its promise. What does the table say at 0.1 percent?",
                "about 50": "That is about right for ten clusters of six. These have two of thirty.",
                "about 160": "1.6 percent of them: sixteen times as many as it promises.",
                "about 700": "That is at the level of 5 percent.",
            },
            "about 160",
        ),
        Number(
            "How many shuffles does a test at 0.05 divided by 10 000 need at least?",
            _SHUFFLES,
            tempting=(
                (_SHUFFLES + 1, "The observed labels count as one more deal. So one shuffle fewer is enough."),
                (_TESTS - 1, "With so many shuffles p can be 1/10 000. Here it has to be smaller by a factor of 20."),
                (999, "Then the smallest p is 1/1000."),
            ),
            hint="The smallest p is 1/(1 + the number of shuffles).",
            outcome="1/200 000 is the level, and the smallest p of so many shuffles.",
        ),
    ),
    "ex-null-report": (
        Choice(
            "Which labels have the largest AUCC?",
            {
                "age, two halves": "Older patients differ in their serum.",
                "body mass, two halves": "A within pair is closer in 56 of 100 comparisons.",
                "decade of age": "Seven clusters are smaller than two.",
            },
            "body mass, two halves",
            predict=True,
        ),
        Choice(
            "Which have the smallest z?",
            {
                "age, two halves": "Old and young differ least.",
                "body mass, two halves": "Body mass says least of the serum.",
                "decade of age": "There are small clusters at both ends of the scale, and they make the null wider.",
            },
            "decade of age",
            predict=True,
        ),
        Open(
            (
                "It gives the effect: AUCC, or in how many of 100 comparisons a within pair is closer.",
                "It says what it is compared with: blind labels with these sizes, and how many shuffles.",
                "It gives the p-value as what it is: at or near the smallest that so many shuffles can give.",
                "It quotes z as a distance from blind labels, and not as the size of a difference.",
                "It does not speak of clusters.",
            ),
            prompt="Write one sentence for each of the three. What do yours say?",
        ),
    ),
}
