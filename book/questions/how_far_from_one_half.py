"""Questions of the chapter *How far from one half?*."""

from fractions import Fraction
from itertools import count
from math import comb
from pathlib import Path

import numpy as np
from scipy.spatial.distance import squareform
from scipy.stats import norm
from sklearn.datasets import load_diabetes, load_wine

from aucc_teach import PairRanking, aucc_test, concordance
from aucc_teach.exercises import Break, Choice, Field, Number, Objects, Open, Order, Write
from aucc_teach.pairs import co_membership
from aucc_teach.partitions import count_partitions, set_partitions, size_profile

from ._claims import FEW

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


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

_PATIENTS = load_diabetes(scaled=False).data


def _sexes(n, **options):
    """Test of AUCC of the sexes of the first patients, on the six columns of their serum."""
    serum = _PATIENTS[:n, 4:]
    return aucc_test((serum - serum.mean(axis=0)) / serum.std(axis=0), _PATIENTS[:n, 1].astype(int), **options)


_FEW_PATIENTS = _sexes(30, rng=0, n_resamples=9999)
_REACH = round(10_000 * _FEW_PATIENTS.pvalue, -2)
_BY_CURVE = 10_000 * norm.sf(_FEW_PATIENTS.zscore)
_COMPARED = [result.statistic for result in (_FEW_PATIENTS, _sexes(len(_PATIENTS), rng=0, n_resamples=9))]
_ALL_PATIENTS = "higher" if _COMPARED[1] > _COMPARED[0] else "lower"

_WINES = load_wine().data
_WINES = PairRanking((_WINES - _WINES.mean(axis=0)) / _WINES.std(axis=0))
_TWO_EQUAL, _TWENTY = (
    _WINES.null(sizes).variance for sizes in (size_profile(178, 2), size_profile(178, 20, proportion=0.6))
)
_FARTHER = "two clusters of equal size" if _TWO_EQUAL < _TWENTY else "twenty clusters, one of 60 percent"


# ---- claims


_HIGHER_RARER = Break(
    "higher-rarer",
    "If two clusterings of the same points differ in AUCC, the clustering with the higher AUCC is reached by a "
    "smaller proportion of the partitions with its sizes.",
    (
        FEW[0],
        Field("First clustering", "labels", "a a b", most=8),
        Field("Second clustering", "labels", "a b b", most=8),
    ),
    _CHECKS,
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
            "The means are the same, but the spreads are not. Try one clustering with few within pairs, where it is "
            "easy "
            "to be high.",
        ),
        (
            "The p-value falls when AUCC rises.",
            "For equal sizes it does. Try two clusterings with different sizes.",
        ),
        (
            "The proportion depends on the points, which are the same.",
            "It depends on the points, but on the sizes as well. Keep the points and vary the sizes.",
        ),
    ),
)


PREDICTIONS = {
    "pre-null-below": Choice(
        "Thirty labels against thirty: how many of the labellings lie below one half?",
        {
            "fewer than half of them": "Then the values above one half would have to be small ones.",
            "about half of them": "The mean is one half, but a mean isn't a median.",
            "more than half of them": "The mean is one half, but a mean isn't a median. Draw with the machine and "
            "watch on which side the long tail is.",
        },
        "more than half of them",
        predict=True,
    ),
    "pre-null-reach": Choice(
        "Of 10 000 labellings, ours among them, about how many get at least as high?",
        {
            "about 1": "The permutation test would then have found hardly anything but the observed labels.",
            f"about {_BY_CURVE:.0f}": "So many lie beyond this z under the normal curve.",
            f"about {_REACH:.0f}": f"The table of the normal curve has {_BY_CURVE:.0f} of 10 000, but the long tail "
            f"holds many more.",
            f"about {10 * _REACH:.0f}": "Then one labelling in ten would do as well as the sexes.",
        },
        f"about {_REACH:.0f}",
        predict=True,
    ),
    "pre-null-promise": Choice(
        "Level 0.1 percent, 30 and 30: how many of 1000 random labellings are rejected?",
        {
            "about 1": "The test would then keep its promise.",
            "about 5": "So many are rejected with ten clusters of six.",
            "about 16": "The curve fits well in the middle, but not so far out.",
            "about 70": "So many are rejected at the level of 5 percent.",
        },
        "about 16",
        predict=True,
    ),
    "pre-null-wider": Choice(
        "An AUCC of 0.52 on the wines: for which labels is z larger?",
        {
            "two clusters of equal size": "Small clusters look more specific. But with one large cluster a few "
            "outliers decide, and the spread is wide.",
            "twenty clusters, one of 60 percent": "The unequal sizes would have to keep AUCC closer to one half.",
        },
        _FARTHER,
        predict=True,
    ),
    "pre-null-large": Choice(
        "With all 442 patients z is six times as large. And the AUCC of the sexes?",
        {
            "higher": "More patients make a result more certain, which is not to say larger.",
            "the same": "The first thirty are a sample, and samples differ.",
            "lower": "A larger z needn't mean a larger AUCC: z grows with the number of patients, even for a "
            "faint difference.",
        },
        _ALL_PATIENTS,
        predict=True,
    ),
}

EXERCISES = {
    "ex-null-pair": (
        Number(
            "Four objects, sizes 2, 1 and 1: how many values can AUCC take?",
            len(set(_ONE_PAIR)),
            tempting=(
                (
                    _PAIRS - 1,
                    "You counted the five between pairs. The within pair can also win against none of them: count "
                    "that value as "
                    "well.",
                ),
                (
                    4,
                    "Four is the number of objects. The within pair may be any of the pairs, so count these.",
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
                    "This is the limit for very many objects. For four, average the squared distances of the six "
                    "values from "
                    "one half.",
                ),
                (
                    _variance(_ONE_PAIR, less=1),
                    "You divided by one less than their number. These are all partitions and not a sample, so "
                    "divide by how many "
                    "there are.",
                ),
                (
                    _mean([value**2 for value in _ONE_PAIR]),
                    "You averaged the squares themselves. Subtract one half from each value before you square it.",
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
                "goes to 0": "It's a natural guess, because the spread usually shrinks with more objects. But "
                "more objects do not bring more within pairs. Compare the formula for n = 10 and n = 100.",
                "goes to 1/12": "The values approach all numbers from 0 to 1, equally likely.",
                "grows": "Compare the formula (M + 1)/(12(M \N{MINUS SIGN} 1)) for M = 6 and for M = 45: which is "
                "larger?",
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
                (0, 1, "Your order squares T before saying what T is. Look for the step that defines it."),
                (0, 2, "Your order takes products from T squared before saying what T is. Look for that step first."),
                (
                    1,
                    3,
                    "What is left can be known only after both other kinds. Put the products of a pair with "
                    "itself earlier.",
                ),
                (
                    2,
                    3,
                    "What is left can be known only after both other kinds. Put the pairs that share one object "
                    "earlier.",
                ),
                (3, 4, "Your sum comes while one of the three kinds of products is still missing. Put the sum last."),
            ),
            hint="Begin with what is squared. Then come two pairs that share both objects, one, or none, and last "
            "comes the sum.",
            outcome="The three probabilities and PN come from the sizes; Q and R come from the data.",
            free=((1, 2),),
            why=(
                "The within ranks enter AUCC only through their sum, and all ranks together add up to a constant.",
                "A pair times itself is a square, and it counts whenever this one pair is within.",
                "A squared row sum contains all products at an object, and the square of each pair comes in two rows.",
                "All centred ranks add up to 0, so the square of their sum, which holds all products, is 0.",
                "The mean of a sum is the sum of the means, and AUCC is a constant minus T/(PN).",
            ),
        ),
        Choice(
            f"Why R {_MINUS} 2Q, and not R {_MINUS} Q?",
            {
                "Each pair is in the rows of both its objects.": "So its square is in two of the squared row "
                "sums, and has to be subtracted twice.",
                "Products come as a times b and as b times a.": "They do, and both belong to what we want. Look at "
                "the squares instead: in how many rows does a pair stand?",
                "Variances count the covariances twice.": "That is a fact about mixed products, and here we subtract "
                "squares. In how many row sums is the square of the pair ab?",
            },
            "Each pair is in the rows of both its objects.",
        ),
        Number(
            "p₄ for sizes 2 and 2:",
            _P4,
            tempting=(
                (
                    _P2**2,
                    "You squared p₂, as if the two pairs were independent. List the three partitions: where are a "
                    "and b "
                    "together, and where c and d?",
                ),
                (
                    Fraction(0),
                    "No three are together, so p₃ is 0. For p₄ take two pairs that share no object, such as ab and cd.",
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
            tempting=(
                (_variance(_THREE_RANKS), "You took the mean of the three squares. Q is a sum, so do not divide."),
            ),
            hint="Take the ranks 1, 2 and 3, and add up their squared distances from their mean.",
            outcome="The formula agrees: (27 \N{MINUS SIGN} 3)/12.",
        ),
        Number(
            "The variance before:",
            _BEFORE,
            tempting=(
                (
                    _variance(_SUMS),
                    "This is the variance of the rank sums W. To get the variance of AUCC, divide by (PN)².",
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
                (_BEFORE, "Nothing has changed yet in your answer. Which rank sums are there after rounding?"),
                (
                    _variance(_TIED_SUMS),
                    "You left the variance of the rank sums W as it is. For AUCC, divide it by (PN)².",
                ),
            ),
            hint="Give tied pairs the mean of their ranks. What are the three rank sums then?",
            outcome="The rank sums are 5, 7 and 9, twice as far from 7.",
            places=4,
        ),
        Choice(
            "Which step is wrong?",
            {
                "Rounding makes ties.": "This step is right: here rounding makes three ties. Go on to what depends "
                "on Q.",
                "Ties bring the ranks closer to their mean, so Q falls.": "This step is right: Q falls by 3/2 here, "
                "as you have proved. What else does the variance depend on?",
                "So the null variance falls.": "The variance depends on R as well. Here R falls with Q, and for "
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
                "smaller than that mean": "A mixture never has less than the mean of the variances. What has to be "
                "added to that "
                "mean, and how large is it here?",
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
                (_variance(_HALVES), "You used two and two only. Add the four partitions into three and one."),
                (_variance(_ONE_APART), "You used three and one only. Add the three partitions into two and two."),
                (
                    _variance(_HALVES + _ONE_APART, less=1),
                    "You divided by six. These are all seven partitions and not a sample, so divide by seven.",
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
                "AUCC": "Its mean is one half for all sizes, so nothing is added. Look for a mean that depends on "
                "the sizes.",
                "point-biserial": "Its mean is 0 for all sizes, so nothing is added. Look for a mean that depends "
                "on them.",
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
                    "You counted the ways to label. If you exchange the two labels, the partition is the same, so "
                    "halve their "
                    "number.",
                ),
                (
                    Fraction(2, _BOTTLES),
                    "You counted two partitions that separate the varieties. How many of the partitions really do?",
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
                (2 * _ENOUGH, "These are the bottles of both varieties together. Give the number of each."),
                (
                    _ENOUGH - 1,
                    "With four of each, 1/35 is above 0.01. Count the partitions for one bottle more of each.",
                ),
            ),
            hint="Count the partitions for five and five, six and six, and so on.",
            outcome=f"Then there are {count_partitions(2 * _ENOUGH, sizes=[_ENOUGH, _ENOUGH])} partitions.",
        ),
        Number(
            "One bottle against seven, the smallest p:",
            Fraction(1, _SINGLE),
            tempting=((Fraction(1, _SINGLE - 1), "You left out a bottle. Any of the eight could be the single one."),),
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
                    "You took 1 percent of them. Take a tenth of that, because the level is 0.1 percent.",
                ),
                (
                    _TESTS * Fraction(1, 20),
                    "You took 5 percent of them. What is 0.1 percent of 10 000?",
                ),
            ),
            hint="What is one in a thousand of 10 000?",
            outcome="That is what the level promises.",
        ),
        Choice(
            "And how many does the test with the normal curve reject?",
            {
                "about 10": "A test that keeps its promise rejects so many. What does the table show for this test "
                "at 0.1 "
                "percent?",
                "about 50": "You read the column for ten clusters of six. Read the column for two clusters of thirty.",
                "about 160": "It rejects 1.6 percent of them, sixteen times as many as it promises.",
                "about 700": "You read the row of 5 percent. Read the last row, for a level of 0.1 percent.",
            },
            "about 160",
        ),
        Number(
            "At 0.05 divided by 10 000, how many shuffles does a test need at least?",
            _SHUFFLES,
            tempting=(
                (_SHUFFLES + 1, "The observed labels count as one more labelling, so you need one shuffle fewer."),
                (_TESTS - 1, "With so many shuffles p can be 1/10 000. Make it smaller by a factor of 20."),
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
                "age, two halves": "Older patients differ in their serum, but other labels separate the serum better: "
                "compare the three values of AUCC.",
                "body mass, two halves": "A within pair is closer in 56 of 100 comparisons.",
                "decade of age": "It's a natural guess, because seven clusters are smaller than two. Compare the "
                "three values of AUCC.",
            },
            "body mass, two halves",
            predict=True,
        ),
        Choice(
            "Which have the smallest z?",
            {
                "age, two halves": "It's a natural guess, because old and young differ little. But what does the "
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
