"""Questions of the chapter *AUCC under chance*."""

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, load_wine

from aucc_teach import PairRanking, concordance
from aucc_teach.exercises import Break, Choice, Construct, Number, Order
from aucc_teach.pairs import co_membership
from aucc_teach.partitions import set_partitions, size_profile

from ._claims import FEW, SIZES_SEARCHED
from ._exact import aucc

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


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

_FOUR = _comparisons((0, 1, 2, 4), [2, 2])
_FOUR_DROPPED = _mean([Fraction(right - wrong, right + wrong) for right, wrong, _ in _FOUR])
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
    return "above one half" if mean > 0.5 else "below one half" if mean < 0.5 else "one half"


def _c_index_levels():
    """Mean of the C-index of the wines as measured, for 2 and 20 clusters of equal size."""
    d = np.sort(pdist(load_wine().data))
    for k in (2, 20):
        n_within = sum(comb(size, 2) for size in size_profile(178, k))
        low, high = d[:n_within].sum(), d[-n_within:].sum()
        yield (n_within * d.mean() - low) / (high - low)


def _scatter():
    """Standard deviation of AUCC over all partitions of eight wines into 2, 4 and 7 clusters."""
    eight = PairRanking(_WINES[::22][:8])
    return {k: eight.score_many(list(set_partitions(8, k=k))).std() for k in (2, 4, 7)}


def _mean_ratio(d, n, sizes):
    """Mean of the mean within over the mean between dissimilarity."""
    within = np.array([co_membership(labels) for labels in set_partitions(n, sizes=sizes)])
    return float(np.mean([d[row].mean() / d[~row].mean() for row in within]))


_NEIGHBOURS = _neighbours()
_C_AT_2, _C_AT_20 = _c_index_levels()
_SCATTER = _scatter()
_SEVEN = pdist(_WINES[::25][:7])
_UNEVEN, _EVEN = (_mean_ratio(_SEVEN, 7, sizes) for sizes in ([6, 1], [3, 2, 2]))
_D = pdist([[0], [1], [2], [4]])
_ON_LINE = [co_membership(labels) for labels in set_partitions(4, sizes=[2, 2])]
_SUMS = [
    [Fraction(int(_D[pick].sum()), int(pick.sum())) for pick in picks]
    for picks in zip(*((row, ~row) for row in _ON_LINE), strict=True)
]
_RATIOS = [within / between for within, between in zip(*_SUMS, strict=True)]

_IRISES, _SPECIES = load_iris(return_X_y=True)
_ON_IRISES = PairRanking(_IRISES)
_OF_SPECIES = _ON_IRISES.score(_SPECIES)
_SPECIES_NULL = _ON_IRISES.null(np.bincount(_SPECIES).tolist())
_SHUFFLES = 9999
_BY_KMEANS = KMeans(n_clusters=3, n_init=5, random_state=0).fit_predict(_IRISES)
_KMEANS_NULL = _ON_IRISES.null(np.bincount(_BY_KMEANS).tolist())
_LEVELS = (_ON_IRISES.score(_BY_KMEANS) - _KMEANS_NULL.mean) / _KMEANS_NULL.variance**0.5

# Steps of two proofs with what is said to them. The third of the one and the fourth of the other are false.
_MIXED = (
    (
        "1. Partitions with the same sizes differ only by a renaming of objects, so the model gives them equal "
        "probabilities.",
        "This step holds: a renaming of objects changes no probability. Ask next how the groups are put together.",
    ),
    (
        "2. Within a group of equal sizes, the mean of Gamma is therefore 0.",
        "This step holds: within such a group we have the model of fixed cluster sizes, and the theorem gives a mean "
        "of 0. Ask next how the groups are put together.",
    ),
    (
        "3. Each group counts equally, so the mean over everything is the plain mean of the groups' means.",
        "A group counts by its probability: with k fixed, by the proportion of the partitions that belong to it. "
        "Here the mistake does no harm, because any weighted mean of zeros is 0, but for other numbers it "
        "would.",
    ),
    (
        "4. The mean of these zeros is zero.",
        "This step holds: the mean of zeros is zero with any weights. Which weights does an earlier step use?",
    ),
)
_RELATIVES = (
    (
        "1. By the theorem on sums over pairs, the mean of the sum within is P times the mean dissimilarity.",
        "This step holds, because that theorem covers any numbers on the pairs. Look for a step in which the sizes are "
        "not fixed.",
    ),
    (
        "2. The sum of the between pairs is what is left of all dissimilarities, so the mean within dissimilarity "
        "and the mean between dissimilarity have equal means.",
        "This step holds: with fixed cluster sizes the two sums are divided by the constants P and N. Look for a step "
        "in which these change.",
    ),
    (
        "3. P, N and the standard deviation of all dissimilarities are the same for all partitions with these "
        "sizes, so the point-biserial correlation has mean 0.",
        "This step holds: the correlation is a constant times a difference whose mean is 0. Look for a step in which "
        "something constant begins to vary.",
    ),
    (
        "4. If only k is fixed, substitute the mean of P for P: that gives the mean of the C-index.",
        "The smallest and the largest sum change with P, and they appear in the denominator. For the point-biserial "
        "correlation every group of sizes has mean 0, so mixing the groups is safe. For the C-index, the "
        "groups have different means.",
    ),
)


# ---- claims


_MEAN_HALF = Break(
    "mean-half",
    "Over all partitions with the same sizes, the mean of AUCC is 1/2.",
    FEW,
    _CHECKS,
    {"holds": "Partitions with these sizes: {deals}. The mean of their AUCC is {mean}."},
    (
        (
            "Half of the partitions lie above 1/2 and half of them below.",
            "They need not: a few values far above 1/2 can balance many just below it. Ask how often a single pair "
            "is a "
            "within pair.",
        ),
        (
            "Each pair is a within pair equally often, so each comparison comes out right as often as wrong.",
            "For any two pairs, the first is within and the second between as often as the other way round, and a "
            "tie counts one half both times.",
        ),
        (
            "All clusters have the same size.",
            "The claim is true then, but for other sizes as well. Look for a reason that does not use the sizes.",
        ),
    ),
    right=1,
    searched=SIZES_SEARCHED,
    up_to=5,
)


_MEDIAN_HALF = Break(
    "median-half",
    "Over all partitions with the same sizes, the median of AUCC is 1/2.",
    FEW,
    _CHECKS,
    {
        "holds": "Partitions with these sizes: {deals}. The median of their AUCC is {median}, as the claim states; "
        "above 1/2: {above}. Try other points or other sizes.",
        "broken": "Partitions with these sizes: {deals}. The median of their AUCC is {median}; above 1/2: {above}.",
    },
    (
        (
            "The mean is 1/2, so half of the partitions lie above it.",
            "A few high values can pull the mean up while most values lie below it. Try three points, two of them "
            "close.",
        ),
        (
            "For each partition there is another in which all verdicts are reversed.",
            'Reversed verdicts do not make a partition: "together" is passed on from pair to pair, "apart" is not. '
            "Try three points.",
        ),
        (
            "With many objects the distribution is the normal one.",
            "It is skewed with many objects as well. Try a few points in clusters of two and one.",
        ),
    ),
)


PREDICTIONS = {
    "pre-half-mean": Choice(
        "One of the three ways, picked at random: what is AUCC on average?",
        {
            "above one half": "Then something about these four points would have to favour the within pairs.",
            "one half": "It is exactly one half, and these four points have nothing to do with it.",
            "below one half": "Then something about these four points would have to favour the between pairs.",
        },
        _side(_mean([aucc(counts) for counts in _FOUR])),
        predict=True,
    ),
    "pre-half-stacks": Choice(
        "At 5/16, 7/16 or 12/16: where will most of a hundred dots fall?",
        {
            "at 7/16, nearest one half": "For that, one partition would have to come more often than the others.",
            "at 12/16, where they start": "A shuffle forgets where it began.",
            "about equally often at all three": "There's no bell here: chance picks a partition, not a value, and "
            "each of the three comes equally often.",
        },
        "about equally often at all three",
        predict=True,
    ),
    "pre-half-scatter": Choice(
        "For which number of clusters do the AUCCs of the eight wines scatter most?",
        dict.fromkeys(
            (f"{k} clusters" for k in _SCATTER),
            "There are most partitions in the middle. But with seven clusters everything depends on "
            "a single within pair.",
        ),
        f"{max(_SCATTER, key=_SCATTER.get)} clusters",
        predict=True,
    ),
    "pre-half-dropped": Choice(
        "The ties dropped from the four points: what is the mean of Gamma over the three partitions?",
        {
            "negative": "The partition with most ties has a positive Gamma, and dropping ties makes it larger.",
            "0": "That is what leaving out the undecided suggests. With the ties kept, it is so.",
            "positive": "A tie favours nobody, but dropping it makes the denominator "
            "smaller, and by a different part in each partition.",
        },
        "positive" if _FOUR_DROPPED > 0 else "negative" if _FOUR_DROPPED < 0 else "0",
        predict=True,
    ),
    "pre-half-c": Choice(
        "As k goes from 2 to 20, the mean of the C-index for the wines as measured",
        {
            "falls": "A level can be known without being constant. This one depends on the distances, and "
            "here it falls by a third.",
            "stays": "For the scaled wines it nearly does.",
            "rises": "For other data it does.",
        },
        "falls" if _C_AT_20 < 0.7 * _C_AT_2 else "stays",
        predict=True,
    ),
    "pre-tour-levels": Choice(
        "How many standard deviations above the level of random labels are the three clusters of k-means?",
        {
            "About 2": "That is where a paper begins to say significant.",
            "About 10": "That would already be out of reach for luck.",
            "More than 50": "Random labels of 150 flowers stay very close to one half, and k-means does not.",
        },
        "More than 50" if _LEVELS > 50 else "About 10",
        predict=True,
    ),
}

EXERCISES = {
    "ex-null-line": (
        Number(
            "Before you start: what must the three values for two and two add up to?",
            sum(_OF_HALVES),
            tempting=(
                (_mean(_OF_HALVES), "One half is their mean. Multiply by the number of partitions to get the sum."),
                (
                    2 * sum(_OF_HALVES) - 3,
                    "You added up the three values of Gamma. Add up those of AUCC, whose mean is 1/2.",
                ),
            ),
            hint="Each pair is a within pair in exactly one of the three, and the mean is one half.",
            outcome="That is one half for each partition, known before we have measured a single distance.",
        ),
        Number(
            "AUCC of {0, 4}, {1, 6}:",
            aucc(_FAR),
            tempting=(
                (
                    1 - aucc(_FAR),
                    "You counted the comparisons that the between pair wins. Which comparisons count for AUCC?",
                ),
                (
                    2 * aucc(_FAR) - 1,
                    "This is Gamma, which runs from \N{MINUS SIGN}1 to 1. Divide only the comparisons won by all.",
                ),
                (
                    Fraction(_FAR.s_plus, _FAR.s_minus),
                    "You divided the comparisons won by those lost. Which total belongs in the denominator?",
                ),
            ),
            hint="The within distances are 4 and 5, whereas the between distances are 1, 2, 3 and 6. Which "
            "comparisons are won?",
            outcome="Both within pairs are closer than the between pair of length 6, but further apart than the "
            "other three.",
        ),
        Number(
            "AUCC of {0, 1, 4}, {6}:",
            aucc(_CLOSE),
            tempting=(
                (
                    Fraction(_CLOSE.s_plus, sum(_HALVES[0])),
                    "You divided by eight. Three within pairs and three between pairs make nine comparisons.",
                ),
                (
                    2 * aucc(_CLOSE) - 1,
                    "You subtracted the comparisons lost, which gives Gamma. For AUCC, divide those won by all of "
                    "them.",
                ),
            ),
            hint="The within distances are 1, 3 and 4, whereas the between distances are 2, 5 and 6.",
            outcome="The other three partitions have an AUCC of 1/3, 1/3 and 5/9, so that the four add up to 2.",
        ),
        Number(
            "The mean if only k = 2 is fixed:",
            _mean(_OF_HALVES + _OF_ONE_APART),
            tempting=(
                (
                    sum(_OF_HALVES + _OF_ONE_APART),
                    "You have the sum over all seven partitions. Divide it by their number.",
                ),
                (
                    sum(_OF_HALVES + _OF_ONE_APART) / 2,
                    "You divided by the number of clusters. How many partitions are there?",
                ),
            ),
            hint="All seven partitions are equally likely, so add up their values and divide by seven.",
            outcome="Both groups of sizes have this mean, and so has their mixture.",
        ),
        Construct(
            "AuccLab",
            todo="These are the points 0, 1, 4 and 6 in the best partition into two and two, with an AUCC of 1. "
            "Change the clusters, not the places, to a partition that pays for it: two and two, with an AUCC "
            "below 0.3.",
            goal=(
                ("comparisons", "==", 8, "There must be two clusters of two points each."),
                ("aucc", "<", 0.3, "AUCC is {aucc}, and not below 0.3."),
            ),
            outcome="Two partitions pay for the partition with an AUCC of 1, because the mean of the three must be "
            "one half. All three are far from one half.",
            start={
                "points": [[150, 500], [250, 500], [550, 500], [750, 500]],
                "labels": [0, 0, 1, 1],
            },
        ),
        _MEDIAN_HALF,
    ),
    "ex-null-half-proof": (
        Order(
            "Random labels score one half. Put the steps in order.",
            (
                "The model treats all objects alike, so each pair is a within pair with the same probability, P/M.",
                "All mid-ranks together add up to M(M + 1)/2, even if there are ties.",
                "So the mean of W is ½ P(M + 1).",
                "P and N are constants because the sizes are fixed, so we find the mean of AUCC if we substitute "
                "the mean of W for W.",
                "This leaves 1 \N{MINUS SIGN} ½ P(M \N{MINUS SIGN} P)/(PN), which is ½, because N = M "
                "\N{MINUS SIGN} P.",
                "So Gamma has mean 0, as does s₊ \N{MINUS SIGN} s₋, which is PN times Gamma.",
            ),
            before=(
                (
                    0,
                    2,
                    "Your order takes the mean of W before saying how likely a pair is to be within. Put that "
                    "step first.",
                ),
                (1, 2, "Your order takes the mean of W before saying what all ranks add up to. Put that step first."),
                (2, 3, "Your order substitutes the mean of W before it is known. Which step finds it?"),
                (3, 4, "Your order simplifies before the mean of W has been put in. Exchange these two."),
                (4, 5, "Gamma is 2 AUCC \N{MINUS SIGN} 1, so take the mean of AUCC first."),
            ),
            hint="Begin with the chance of one pair and the sum of all ranks. Then come W, AUCC and Gamma.",
            outcome="One step uses the model, one uses the rule for ties, and one uses the fixed sizes.",
            free=((0, 1),),
            why=(
                "Renaming the objects changes no probability, and P of the M pairs are within.",
                "Tied pairs share the mean of their ranks, so the sum is that of 1 to M.",
                "The mean of a sum is the sum of the means: P/M times all the ranks.",
                "A constant plus a constant times W has the mean that the mean of W gives.",
                "Every pair that is not within is between, so M \N{MINUS SIGN} P cancels against N.",
                "Gamma is 2 AUCC \N{MINUS SIGN} 1, and PN is a constant.",
            ),
        ),
        _MEAN_HALF,
        Choice(
            "The corollary: if only k is fixed, the mean of Gamma is 0. One step of this proof is false. Which?",
            dict(_MIXED),
            _MIXED[2][0],
        ),
        Choice("The two relatives: one step of this proof is false. Which?", dict(_RELATIVES), _RELATIVES[3][0]),
    ),
    "ex-null-oneway": (
        Number(
            f"What do the mid-ranks of all ordered pairs of {_PLACES} places add up to?",
            sum(range(1, 2 * _M + 1)),
            tempting=(
                (
                    sum(range(1, _M + 1)),
                    "You ranked the unordered pairs. There are twice as many ordered ones: go on ranking.",
                ),
                (
                    2 * sum(range(1, _M + 1)),
                    "You doubled the sum for the unordered pairs. The second half of the ranks are larger: add them "
                    "up.",
                ),
            ),
            hint="How many ordered pairs are there? Add up that many ranks, beginning with 1.",
            outcome="The sum is M(2M + 1), whatever the travel times are.",
        ),
        Order(
            "Put the proof in order.",
            (
                "The model treats all objects alike, so each of the 2M ordered pairs is a within pair with "
                "probability P/M.",
                "The 2M mid-ranks have the same sum, whatever the times are.",
                "So the mean of W is P/M times that sum, which is P(2M + 1).",
                "In 1 \N{MINUS SIGN} AUCC = (W \N{MINUS SIGN} P(2P + 1))/(4PN) all else is constant, so we may "
                "substitute this mean for W.",
                "So 1 \N{MINUS SIGN} AUCC has mean 2P(M \N{MINUS SIGN} P)/(4PN), which is ½.",
            ),
            before=(
                (0, 2, "The mean of W needs the probability of a pair. Put that step earlier."),
                (1, 2, "The mean of W needs the sum of all ranks. Put that step earlier."),
                (2, 3, "Your order substitutes this mean before it is known. Which step finds it?"),
                (3, 4, "Your order simplifies before the mean of W has been put in. Exchange these two."),
            ),
            hint="The order is the same as in the chapter: the chance of a pair, the sum of the ranks, W, AUCC.",
            outcome="No step asks whether the way back takes as long.",
            free=((0, 1),),
            why=(
                "Renaming the places changes no probability, and 2P of the 2M ordered pairs are within.",
                "Ties share their ranks, so the sum is that of 1 to 2M.",
                "The mean of a sum is the sum of the means.",
                "With fixed sizes, P and N are constants.",
                "M \N{MINUS SIGN} P is N, so everything cancels but ½.",
            ),
        ),
        Choice(
            "Which line needed the symmetry?",
            {
                "line 1": "Line 1 asks only that all objects are treated alike, whichever way we read a pair. Check "
                "the others.",
                "line 2": "The ranks 1 to 2M have the same sum, whether or not the times are symmetric. Check the "
                "others.",
                "line 3": "Line 3 needs constants P and N, and no times. Is any line left that needs the symmetry?",
                "none": "The symmetry only makes the ordered pairs superfluous, because each pair would come twice.",
            },
            "none",
        ),
    ),
    "ex-null-fault": (
        Choice(
            "Which step is false?",
            {
                "The mean of W is ½ E[P](M + 1).": "This step is right: in each group of sizes the mean is ½ P(M + "
                "1), where M is the same for all. Look for a quotient of two random numbers.",
                "The mean of AUCC is 1 \N{MINUS SIGN} ½ E[P(M \N{MINUS SIGN} P)]/E[PN].": "This step confuses the "
                "mean of a ratio with the ratio of the means. If only k is fixed, PN is random.",
                "E[P(M \N{MINUS SIGN} P)]/E[PN] = 1.": "This step is right: N is M \N{MINUS SIGN} P in every "
                "partition. Look at the step before it, where a quotient is averaged.",
            },
            "The mean of AUCC is 1 \N{MINUS SIGN} ½ E[P(M \N{MINUS SIGN} P)]/E[PN].",
        ),
        Number(
            "Mean of the proportion of ties for `tied_tables(7)[1]`, to five decimals:",
            _SHARE,
            tempting=(
                (
                    _RATIO,
                    "You divided one mean by the other, as the false step does. Divide for each partition, and then "
                    "take "
                    "the mean.",
                ),
            ),
            hint="Compute s₀/(PN) for each of the 301 partitions, then take the mean.",
            outcome="The false step gives a different number, so it does not hold in general.",
            places=5,
        ),
        Choice(
            "What repairs the proof?",
            {
                "Take Gamma in place of AUCC.": "Gamma has the same denominator PN, and it is random. How could PN "
                "be made "
                "constant?",
                "Divide by E[P] E[N] instead.": "That is one more ratio of means. How could the denominator be made "
                "constant?",
                "Fix the sizes first, and mix afterwards.": "In a group of equal sizes PN is a constant, and all "
                "groups have the same mean.",
                "Drop the ties.": "Then the denominator varies even more from partition to partition. How could it "
                "be made "
                "constant?",
            },
            "Fix the sizes first, and mix afterwards.",
        ),
    ),
    "ex-null-rules": (
        Number(
            "Mean of AUCC, ties count one half:",
            _mean([aucc(counts) for counts in _THREE]),
            tempting=(
                (
                    aucc(_THREE[0]),
                    "You took a within pair of length 1. In one partition of three it has length 2: take the mean "
                    "of all three.",
                ),
            ),
            hint="For each of the three partitions, add the comparisons won and half of those tied, and divide by two.",
            outcome="AUCC is 3/4 in two partitions and 0 in one.",
        ),
        Number(
            "Optimistic:",
            _mean(_OPTIMISTIC),
            tempting=(
                (
                    _mean([aucc(counts) for counts in _THREE]),
                    "You counted ties one half. The optimistic rule counts them as won.",
                ),
                (
                    _OPTIMISTIC[0],
                    "You took a within pair of length 1. What happens in the partition where it has length 2?",
                ),
            ),
            hint="Count a tie as won, then take the mean over the three partitions.",
            outcome="The three values are 1, 1 and 0.",
        ),
        Number(
            "Pessimistic:",
            _mean(_PESSIMISTIC),
            tempting=(
                (
                    _PESSIMISTIC[0],
                    "This holds where the within pair has length 1. Add the partition where it has length 2.",
                ),
                (
                    _mean(_OPTIMISTIC),
                    "You counted the tie as won. The pessimistic rule counts it as lost.",
                ),
            ),
            hint="Count a tie as lost, then take the mean over the three partitions.",
            outcome="The pessimistic rule lies as far below one half as the optimistic rule lies above it.",
        ),
        Number(
            "Gamma, tie kept:",
            _mean(_KEPT),
            tempting=(
                (
                    _mean([aucc(counts) for counts in _THREE]),
                    "You found the mean of AUCC. For Gamma, subtract the comparisons lost from those won, and "
                    "divide by "
                    "all of them.",
                ),
            ),
            hint="Subtract the comparisons lost from those won, and divide by the number of comparisons, a tied "
            "comparison among them.",
            outcome="The three values are ½, ½ and \N{MINUS SIGN}1.",
        ),
        Number(
            "Gamma, tie dropped:",
            _mean(_DROPPED),
            tempting=(
                (
                    _mean(_KEPT),
                    "You kept the tie in the denominator. Leave it out there as well.",
                ),
                (
                    _DROPPED[0],
                    "With a within pair of length 1 Gamma is 1. What is it in the third partition, and what is the "
                    "mean?",
                ),
            ),
            hint="Leave the tie out of the numerator and the denominator, for each partition by itself; then take "
            "the mean.",
            outcome="The three values are 1, 1 and \N{MINUS SIGN}1.",
        ),
        Choice(
            "Dropping a tie looks like the safe choice. Measured by Gamma, 2 AUCC \N{MINUS SIGN} 1, it moves the level",
            {
                "less far than the optimistic rule does.": "Compute Gamma from the mean of AUCC under the "
                "optimistic rule.",
                "as far as the optimistic rule does.": "The mean of AUCC under the optimistic rule gives a Gamma of 2 "
                "\N{MULTIPLICATION SIGN} 2/3 \N{MINUS SIGN} 1 = 1/3, which is the same.",
                "further than the optimistic rule does.": "A distance doubles when we go from AUCC to Gamma, so "
                "compare the two on one scale.",
            },
            "as far as the optimistic rule does.",
        ),
    ),
    "ex-null-models": (
        Choice(
            "For which of the four does the theorem, or its corollary, tell us that the mean is one half?",
            {
                "(a) five labels, independently": "All wines are treated alike, whatever sizes result, so the "
                "corollary covers "
                "it.",
                "(b) blocks of the file": "The place of a wine in the file decides which wines share its block. Ask "
                "whether "
                "renaming the wines would change a probability.",
                "(c) blocks, shuffled first": "After the shuffling, each wine is equally likely to be at any place.",
                "(d) a wine and its neighbour": "Which wine is a neighbour is read off the measurements, so wines "
                "are not "
                "treated alike. Look for models that read nothing.",
            },
            ("(a) five labels, independently", "(c) blocks, shuffled first"),
        ),
        Choice(
            "(b) The mean of AUCC for blocks of the file:",
            {
                "about one half": "We have not looked at the measurements, but does the order of the file tell us "
                "nothing about them?",
                "below one half": "For that, blocks of the file would have to put wines together that are far apart.",
                "above one half": "The file lists the varieties one after the other, so the labels know them.",
            },
            "above one half",
            predict=True,
        ),
        Choice(
            "(d) The mean of AUCC for a wine and its neighbour:",
            {
                "about one half": "One close pair does not count for much, but what about all other pairs?",
                _side(_NEIGHBOURS): "The chosen pair is close, but what counts is how far the two are from all others.",
                _side(1 - _NEIGHBOURS): "The chosen pair is very close, but it is one within pair among many.",
            },
            _side(_NEIGHBOURS),
            predict=True,
        ),
        Number(
            "(d) How many within pairs are there?",
            comb(len(_WINES) - 2, 2) + 1,
            tempting=(
                (
                    comb(len(_WINES) - 2, 2),
                    "You counted the pairs of the large cluster only. Add the pair that the two make.",
                ),
                (
                    comb(len(_WINES), 2),
                    "These are all pairs of 178 wines. Leave out those with just one of the two: they are between "
                    "pairs.",
                ),
            ),
            hint="There are 176 wines in one cluster, and two in the other.",
            outcome="The close pair is one of so many that it hardly counts.",
        ),
        Choice(
            "(d) What moves the mean?",
            {
                "The wine and its neighbour are close.": "That is only one within pair among all of them. What "
                "about the many "
                "between pairs of the two?",
                "The nearest neighbour of a wine tends to sit in the middle, close to everything.": "So the "
                "between pairs, which join the two to all other wines, are short.",
                "The sizes are unequal.": "With fixed cluster sizes, even these, random labels have a mean of one "
                "half. Ask where in the cloud a nearest neighbour lies.",
            },
            "The nearest neighbour of a wine tends to sit in the middle, close to everything.",
        ),
    ),
    "ex-null-ratio": (
        Number(
            "The points 0, 1, 2 and 4, in two and two: the mean of the ratio over the three partitions:",
            _mean(_RATIOS),
            tempting=(
                (
                    sum(_SUMS[0]) / sum(_SUMS[1]),
                    "You divided the mean of the one by the mean of the other. Divide for each partition, and then "
                    "take the "
                    "mean.",
                ),
                (
                    _mean([1 / ratio for ratio in _RATIOS]),
                    "You have the ratio upside down: put the within dissimilarity into the numerator.",
                ),
                (
                    _mean([ratio / 2 for ratio in _RATIOS]),
                    "You divided both sums alike. Divide the sum within by two pairs, and the sum between by four.",
                ),
            ),
            hint="The within distances of the three partitions are 1 and 2, 2 and 3, 4 and 1.",
            outcome="The mean is more than 1, as we want to prove.",
        ),
        Order(
            "The steps of the proof are mixed up. Put them in order.",
            (
                "All dissimilarities together have a fixed sum. So the mean between dissimilarity is a function of "
                "the mean within dissimilarity only, as is the ratio.",
                "As the mean within dissimilarity grows, the numerator of the ratio grows and its denominator "
                "falls, so that the ratio is a convex function of it.",
                "By Jensen's inequality the mean of the ratio is at least the ratio at the mean.",
                "Where the mean within dissimilarity equals its own mean, it is the mean of all pairs. Then so is the "
                "mean between dissimilarity, and the ratio is 1. So the mean of the ratio is at least 1.",
            ),
            before=(
                (0, 1, "Convex in what? Begin with the step that makes the ratio a function of one number."),
                (
                    1,
                    2,
                    "Jensen's inequality is about convex functions. Put the step that shows the ratio convex before "
                    "it.",
                ),
                (
                    2,
                    3,
                    "Only the inequality shows that the mean of the ratio is at least 1. Put the value at the "
                    "mean last.",
                ),
            ),
            hint="The steps are one variable, convexity, Jensen's inequality, and the value at the mean.",
            outcome="The difference between the two is a straight line in that variable, so it keeps its level.",
            why=(
                "The sums of the within and of the between pairs add up to a constant.",
                "A numerator that grows over a denominator that falls climbs ever more steeply.",
                "The mean of a convex function lies at or above its value at the mean.",
                "With fixed sizes, the mean within dissimilarity has the mean of all pairs as its own mean.",
            ),
        ),
        Number(
            "Seven wines, `X[::25][:7]`, sizes 6 and 1: the mean ratio, to three decimals:",
            _UNEVEN,
            tempting=((_EVEN, "You used the sizes 3, 2 and 2. Take the seven partitions into 6 and 1."),),
            hint="Compute the ratio for each of the seven partitions, then take the mean.",
            outcome=f"For sizes 3, 2 and 2 the mean is {_EVEN:.3f}, so the level is known but not constant.",
            places=3,
        ),
    ),
    "ex-tour-test": (
        Number(
            f"Before you run it: the smallest p-value that {_SHUFFLES} shuffles can give:",
            Fraction(1, _SHUFFLES + 1),
            tempting=(
                (
                    Fraction(1, _SHUFFLES),
                    "The observed labels count as well. They're one of the labellings, and they reach their own AUCC. "
                    "So what do you divide by?",
                ),
                (
                    0,
                    "That would mean that chance can never do it. But the observed labels are one of the labellings "
                    "that chance can produce.",
                ),
            ),
            hint="Of how many labellings is the p-value a proportion? How many of these reach the AUCC for certain?",
            outcome="The labellings are the observed one and the 9999 shuffles.",
            places=4,
        ),
        Number(
            "The z-score, to one decimal:",
            float((_OF_SPECIES - _SPECIES_NULL.mean) / _SPECIES_NULL.variance**0.5),
            tempting=(
                (
                    float((_OF_SPECIES - _SPECIES_NULL.mean) / _SPECIES_NULL.variance),
                    "That divides by the variance. A z-score counts standard deviations.",
                ),
                (
                    float(_OF_SPECIES / _SPECIES_NULL.variance**0.5),
                    "The divisor is right. Subtract the mean over random labels first.",
                ),
            ),
            hint="Print `zscore` of what `at.aucc_test(irises, species, rng=0)` returns.",
            outcome="That is far from anything that shuffled labels reach.",
            places=1,
        ),
        Choice(
            "What does such a small p-value show here?",
            {
                "The measurements fall into three clusters": "Labels can follow the measurements even where there "
                "are no gaps: two of the species touch.",
                "The species differ in their measurements": "Labels that know nothing about the measurements do not "
                "score like that, and the species came from elsewhere.",
                "Chance can never give such an AUCC": "It can, because the observed labels are one of the labellings "
                "that chance can produce.",
                "The species are the best three clusters": "With three clusters, AUCC of k-means is higher. The test "
                "compares the species with random labels only.",
            },
            "The species differ in their measurements",
        ),
        Choice(
            "What about the p-value of the three clusters that k-means finds in the box?",
            {
                "As small": "The box has no clusters, but k-means has looked at the points.",
                "About one half": "That is the mean AUCC of random labels. A p-value counts the labellings that reach "
                "the AUCC that was found: do random labels reach this one?",
                "Close to 1, because there is nothing to find": "The test does not ask whether there are clusters. It "
                "asks whether these labels could be random.",
            },
            "As small",
        ),
    ),
}
