"""Questions of the excursion *The chance experiment*."""

from fractions import Fraction
from itertools import combinations

from scipy.integrate import quad
from scipy.stats import norm

from aucc_teach.aucc import PairRanking
from aucc_teach.criteria import CRITERIA
from aucc_teach.demos import NullMachine
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order, Write
from aucc_teach.partitions import set_partitions

# The factors of the experiment, as the paper and the chapter give them.
_DIMENSIONS, _CLUSTERS = (2, 3, 4, 22, 23, 24), (2, 4, 6, 12, 14, 16)
_PROFILES = ("even", "ten percent", "large")
_BALANCES = ("even", "ten percent", "sixty percent")
_KS = range(2, 24)
_PER_POINT, _THEN = 100, 10_000  # random partitions of each point of the figure
_SETS = len(_DIMENSIONS) * len(_CLUSTERS) * len(_PROFILES)
_NAMES = (
    "aucc_score",
    "point_biserial_score",
    "calinski_harabasz_score",
    "silhouette_score",
    "c_index",
    "ratkowsky_lance_score",
    "pbm_score",
)
_TITLES = tuple(CRITERIA[name].title for name in _NAMES)
_AUCC, _BISERIAL, _VRC, _SILHOUETTE, _C_INDEX, _C_SQRT_K, _PBM = _TITLES
_EVEN_DEVIATION = PairRanking(NullMachine().points).null([30, 30]).variance ** 0.5
_FINER = int((_THEN / _PER_POINT) ** 0.5)

_LINE, _K = (0, 1, 2, 4), 2


def _squares(members):
    """Sum of the squared distances from the mean, by all pairs: a theorem of the chapter."""
    return Fraction(sum((x - y) ** 2 for x, y in combinations(members, 2)), len(members))


def _within(sizes):
    """W of each partition of the four points with these sizes."""
    return [
        sum(_squares([x for x, label in zip(_LINE, labels, strict=True) if label == cluster]) for cluster in range(_K))
        for labels in set_partitions(len(_LINE), sizes=sizes)
    ]


def _mean(values):
    return sum(values, Fraction(0)) / len(values)


_T = _squares(_LINE)
_W = _within([3, 1])
_MEAN_W = _mean(_W)
_MEAN_B = _T - _MEAN_W
_VRC_THREE, _VRC_TWO = (
    _mean([(len(_LINE) - _K) * (_T - w) / w / (_K - 1) for w in _within(sizes)]) for sizes in ([3, 1], [2, 2])
)
_SMALL = _W[0]  # {0, 1, 2}, {4}
# Mean of the largest of three absolute values of standard normal draws.
_LARGEST = quad(lambda x: 1 - (1 - 2 * norm.sf(x)) ** len(_BALANCES), 0, 10)[0]

PREDICTIONS = {
    "pre-blind-game": Choice(
        "In how many of 100 games does AUCC pick 16 clusters or more, where 36 would be fair?",
        {
            "in about 20": "Then few clusters would have an advantage.",
            "in about 36": "With equal means that would be natural.",
            "in more than 50": "The mean of the AUCC is one half for every k, but means alone don't decide what "
            "is picked.",
        },
        "in more than 50",
        predict=True,
    ),
    "pre-blind-flat": Choice(
        "AUCC is flat by a theorem. Which of the six others keep their level for every k?",
        {
            _BISERIAL: "There is a proof, the same as for the AUCC.",
            _VRC: "Its thick line stays at 1.",
            _SILHOUETTE: "It falls.",
            _C_INDEX: "It rises or falls.",
            _C_SQRT_K: "It rises.",
            _PBM: "It falls, or rises first.",
        },
        (_BISERIAL, _VRC),
        predict=True,
    ),
    "pre-blind-largest": Number(
        "Without any bias, how many standard errors from 0 is the furthest of three means, on average?",
        _LARGEST,
        predict=True,
        between=(0, None),
        outcome="Each of the means is 0 on average, but the furthest of three isn't a typical one.",
    ),
    "pre-blind-vrc": Choice(
        "Two halves with equal means: what is the mean of VRC over the three partitions?",
        {
            "less than 1": "A small denominator pulls a mean of ratios up, not down.",
            "1": "Equal means suggest it.",
            "more than 1": "The ratio of the means is 1. But the partition with a small "
            "denominator "
            "has a very large ratio.",
        },
        "more than 1" if _VRC_TWO > 1 else "1",
        predict=True,
    ),
}

EXERCISES = {
    "ex-blind-design": (
        Number(
            "(a) Data sets:",
            _SETS,
            tempting=(
                (
                    len(_DIMENSIONS) + len(_CLUSTERS) + len(_PROFILES),
                    "That's a sum of the numbers of values. But the factors are crossed: each value of one is combined "
                    "with each value of the others.",
                ),
                (len(_DIMENSIONS) * len(_CLUSTERS), "One factor is missing: the profile of sizes has three values."),
            ),
            hint="Three factors are crossed. They have six, six and three values.",
            outcome="There are 6 times 6 times 3 of them.",
        ),
        Number(
            "(a) Lines in the figure:",
            _SETS * len(_NAMES) * len(_BALANCES),
            tempting=(
                (
                    _SETS * len(_NAMES),
                    "The balances are missing: each data set and criterion has one line for each of them.",
                ),
                (_SETS * len(_BALANCES), "Those are the lines of a single criterion. There are seven criteria."),
                (
                    _SETS * len(_NAMES) * len(_BALANCES) * len(_KS),
                    "Those are the points. A line runs over all 22 values of k, so divide by them.",
                ),
            ),
            hint="There is one line for each data set, criterion and balance.",
            outcome="There are 108 lines in each of the 21 panels.",
        ),
        Number(
            "(a) Partitions:",
            _SETS * len(_BALANCES) * len(_KS) * _PER_POINT,
            tempting=(
                (
                    _SETS * len(_BALANCES) * len(_KS) * _PER_POINT * len(_NAMES),
                    "Those are the scores. All criteria judge the same partitions, so count each partition once.",
                ),
                (
                    _SETS * len(_BALANCES) * (len(_KS) - 1) * _PER_POINT,
                    "That's with 21 values of k. Count 2 and 23 both.",
                ),
                (_SETS * len(_KS) * _PER_POINT, "That's a single balance. There are three."),
            ),
            hint="There are 100 for each data set, balance and k.",
            outcome="There are 712 800, each of which is scored by seven criteria.",
        ),
        Objects(
            "(b) Which criteria have the same mean line for both students, by a theorem?",
            _TITLES,
            right=(_AUCC, _BISERIAL),
            tempting=(
                (
                    (_AUCC,),
                    "AUCC is right, but another criterion has such a proof as well. Which one did the paper "
                    "know only by eye?",
                ),
                ((_BISERIAL,), "Point-biserial is right. Add the criterion whose theorem opened this part."),
                (
                    (_AUCC, _BISERIAL, _VRC),
                    "The means of W and B depend only on k, but VRC is a ratio of the two, and its mean depends on the "
                    "sizes. Leave VRC out.",
                ),
                (
                    tuple(title for title in _TITLES if title not in (_AUCC, _BISERIAL)),
                    "These are the criteria whose lines can differ. Which lines cannot?",
                ),
                (
                    (_AUCC, _BISERIAL, _C_INDEX),
                    "The level of the C-index depends on the number of within pairs, so it moves with the sizes. Leave "
                    "the C-index out.",
                ),
            ),
            hint="The second student's sizes vary. Which means are the same for all sizes?",
            outcome="Their means are one half and 0 for all sizes, and therefore for every mixture of sizes.",
        ),
        Choice(
            "(b) Why can the mean lines of AUCC not differ?",
            {
                "With 500 objects the second student's sizes are nearly equal.": "If there are few clusters they are, "
                "which makes the lines nearly the same. Why are they exactly the same, for any number of clusters?",
                "Given the sizes that come out, every labelling with these sizes is equally likely.": "That is the "
                "first student's model. So the mean is one half whatever sizes come out, and a mixture of halves is "
                "one half.",
                "AUCC looks at ranks, and ranks do not depend on the sizes.": "The ranks do not depend on the sizes, "
                "but which of them are within does. Ask what is true once the second student's sizes are known.",
            },
            "Given the sizes that come out, every labelling with these sizes is equally likely.",
        ),
    ),
    "ex-blind-fault": (
        Choice(
            "Which sentence is right?",
            {
                "the sentence on the mean of VRC": "It replaces the mean of a ratio by the ratio of the means, "
                "although W is in the denominator and varies. Look at the other sentence.",
                "the sentence on the ratio of the means": "It divides one mean by another, and step 3 gives both.",
                "both": "One of them is about the mean of a ratio. Is that the ratio of the means?",
                "neither": "Step 3 gives both means, and a ratio of them may be taken. Which sentence does only that?",
            },
            "the sentence on the ratio of the means",
        ),
        Choice(
            "What holds for E[1/W], if W varies?",
            {
                "It is 1/E[W].": "For a constant W it is. Try two values of W, 1 and 3.",
                "It is less than 1/E[W].": "The direction is reversed: 1/W is convex. Which way does Jensen's "
                "inequality go?",
                "It is more than 1/E[W].": "This follows from Jensen's inequality, because 1/W is convex for W > 0. "
                "VRC is a constant times T/W \N{MINUS SIGN} 1, so its mean is above 1.",
            },
            "It is more than 1/E[W].",
        ),
        Order(
            "The proof of the theorem, mixed up. Put it in order.",
            (
                "For s points, the sum of squares about their centroid is 1/s times the sum of the squared distances "
                "of all their pairs.",
                "For fixed sizes any two objects are together in cluster l with the same probability, which is the "
                "proportion of the cluster's pairs among all pairs.",
                "So cluster l adds (nₗ \N{MINUS SIGN} 1)T/(n \N{MINUS SIGN} 1) to the mean of W.",
                "Adding over the clusters shows that the mean of W is (n \N{MINUS SIGN} k)T/(n \N{MINUS SIGN} 1). What "
                "is left of T is the mean of B.",
                "The sizes have dropped out, so both means also hold if only k is fixed.",
                "VRC is a strictly convex function of B/T, so by Jensen's inequality its mean is at least its value "
                "at the mean of B/T, which is 1.",
            ),
            before=(
                (0, 2, "The part of a cluster in W is a sum over its pairs. Put the step that says so first."),
                (1, 2, "The mean part of a cluster needs the chance that a pair is in it. Put that step earlier."),
                (2, 3, "Your order adds over the clusters before the mean of each is known. Exchange the two."),
                (3, 4, "That the sizes drop out can be seen only from the mean of W. Put the sum earlier."),
                (4, 5, "Jensen's inequality needs the mean of B for both null models. Put it last."),
            ),
            hint="Begin with pairs, the chance of a pair, one cluster, all clusters and any sizes. VRC comes at the "
            "end.",
            outcome="Part 1 takes five steps. Then Jensen's inequality gives part 2.",
            free=((0, 1),),
            why=(
                "Write the distance of two points about the centroid: the mixed terms add up to 0.",
                "The model treats all objects alike.",
                "The squared distances of all pairs add up to nT, so multiply the two steps above and cancel.",
                "The sizes minus 1, added up, give n \N{MINUS SIGN} k.",
                "A mixture of models with the same mean has this mean.",
                "b/(1 \N{MINUS SIGN} b) curves upwards, and VRC is a constant times it.",
            ),
        ),
    ),
    "ex-blind-hand": (
        Number(
            "The mean of W over the four partitions, before computing any:",
            _MEAN_W,
            tempting=(
                (_MEAN_B, "That's the mean of B. Subtract it from T to get the mean of W."),
                (
                    (len(_LINE) - _K) * _T / len(_LINE),
                    "That's divided by n. Which number is in the denominator of the theorem?",
                ),
                (_T, "This is T, the sum of squares without any clusters. Which fraction of it is W on average?"),
            ),
            hint="T is 35/4. On average W is the fraction (n \N{MINUS SIGN} k)/(n \N{MINUS SIGN} 1) of it, by the "
            "theorem.",
            outcome="It is the same as for two and two, because the sizes have dropped out of the theorem.",
        ),
        Number(
            "W of {0, 1, 2}, {4}:",
            _SMALL,
            tempting=(
                (_SMALL / 3, "That's divided by the number of points. W is the sum of the squares, undivided."),
                (
                    3 * _SMALL,
                    "The first step is right: that is the sum of the squared distances of all pairs. After it, divide "
                    "by the number of points, 3.",
                ),
                (_T - _SMALL, "That's B, what is left of T. Subtract it from T."),
            ),
            hint="The centroid of 0, 1 and 2 is 1, and a singleton is its own centroid.",
            outcome="It is much less than the mean, so B/W is large.",
        ),
        Choice(
            "Compare three and one with two and two. The mean of VRC will be",
            {
                "smaller": "A singleton near the middle makes a small B. But look at the partition in which 4 is "
                "alone.",
                "the same": "The means of W and B are the same, but this is the mean of their ratio.",
                "larger": "A partition with a small W pulls the mean of the ratio up.",
            },
            "larger" if _VRC_THREE > _VRC_TWO else "smaller",
            predict=True,
        ),
        Number(
            "The mean of VRC:",
            _VRC_THREE,
            tempting=(
                (
                    (len(_LINE) - _K) * _MEAN_B / _MEAN_W / (_K - 1),
                    "That's the mean of B divided by the mean of W. Compute VRC of each partition first, and then "
                    "their mean.",
                ),
                (_VRC_TWO, "This is the mean for two and two. Take the four partitions into three and one."),
                (
                    _VRC_THREE / 2,
                    "VRC is B/(k \N{MINUS SIGN} 1) divided by W/(n \N{MINUS SIGN} k), and a factor is missing. Which "
                    "one?",
                ),
            ),
            hint="VRC is 2B/W here, so add up four fractions and divide by four.",
            outcome="It depends on the whole distribution of W, and not only on the mean of W.",
        ),
    ),
    "ex-blind-more": (
        Number(
            "By what number is *error* divided?",
            _FINER,
            tempting=(
                (
                    _THEN // _PER_POINT,
                    "There are a hundred times as many partitions, but the error falls with the root of that.",
                ),
                (
                    1,
                    "The error is what the draws leave open, so it shrinks when there are more of them. By which "
                    "factor?",
                ),
            ),
            hint="It is the standard deviation of one score, divided by the root of the number of scores that are "
            "averaged.",
            outcome="A hundred times as many partitions give a tenth of the error.",
        ),
        Choice(
            "*Between* of the C-index",
            {
                "stays": "It belongs to the data sets, so no number of partitions can remove it.",
                "is divided by 10": "The error is divided by 10. Ask whether the levels of two data sets come "
                "closer when "
                "each is measured better.",
                "is divided by 100": "Nothing here is divided by 100. Ask whether the levels of two data sets come "
                "closer "
                "when each is measured better.",
            },
            "stays",
        ),
        Choice(
            "*Between* of AUCC",
            {
                "stays at 0.00002": "Is that a difference between data sets, or an estimate of nothing from noisy "
                "lines?",
                "shrinks towards 0": "AUCC has the same level on all data sets, so this is an estimate of 0, which "
                "then becomes better.",
                "grows": "Less noise does not make two data sets differ. What is the true difference for AUCC?",
            },
            "shrinks towards 0",
        ),
        Number(
            "VRC's level lies a certain number of its errors above 1. By what is this number multiplied?",
            _FINER,
            tempting=(
                (1, "The excess stays, if it is what was measured. Divide it by an error that has become smaller."),
                (
                    _THEN // _PER_POINT,
                    "The error falls with the root of the number of partitions. How much smaller is it?",
                ),
            ),
            hint="The excess stays. How much smaller is its unit, the error?",
            outcome="The excess grows from a few errors to some dozens, which is beyond any doubt.",
        ),
        Construct(
            "NullMachine",
            todo="The error depends on the sizes as well. Keep two clusters, and find sizes for which the standard "
            "deviation of AUCC under random labels is at least twice as large as with equal sizes.",
            goal=(
                ("k", "==", 2, "There are {k} clusters now, and there must be two."),
                (
                    "deviation",
                    ">=",
                    2 * _EVEN_DEVIATION,
                    "The exact standard deviation is {deviation}, and that is less than twice as large.",
                ),
            ),
            outcome="One of the two clusters is small, so every between pair has one of its few points at an end. To "
            "make the error of a mean as small as before, we would need more than four times as many labellings.",
        ),
    ),
    "ex-blind-scatter": (Write("error_and_between"),),
    "ex-blind-adjust": (
        Objects(
            "For which criteria is the mean that is to be subtracted known exactly?",
            _TITLES,
            right=(_AUCC, _BISERIAL, _C_INDEX),
            tempting=(
                (
                    (_AUCC, _BISERIAL),
                    "These two have a constant level. Add a criterion whose mean moves by a known formula.",
                ),
                (
                    (_AUCC, _BISERIAL, _VRC, _C_INDEX),
                    "For VRC the means of W and B are known exactly, but the mean of their ratio only nearly. Leave "
                    "VRC "
                    "out.",
                ),
                (
                    (_AUCC, _BISERIAL, _VRC),
                    "The mean of VRC is near 1, but not exactly known. Take instead a criterion that drifts by a "
                    "known formula.",
                ),
            ),
            hint="For fixed sizes, three of them are straight lines in a sum over pairs.",
            outcome="For the first two there is nothing to subtract. The third drifts by a formula.",
        ),
        Choice(
            "The mean is subtracted. Is a choice of k among random partitions fair then?",
            {
                "yes, because all k have mean 0": "It's a natural guess, because the means are now equal. But the "
                "best of many goes to the k with the widest scores.",
                "no, because the spread still depends on k": "AUCC with its constant level has shown this: the best of "
                "22 scores does not depend only on their means.",
                "no, because the mean still depends on k": "The mean has just been subtracted, for each k. What else "
                "decides which of 22 scores is the best?",
            },
            "no, because the spread still depends on k",
        ),
        Open(
            (
                "It sorts the seven: exactly, nearly, by simulation only.",
                "It says that subtracting the mean removes the drift but leaves the spread.",
                "It shows the picks of two criteria before and after, compared with fair proportions.",
                "It says what dividing by the standard deviation adds, and what it leaves: the shapes.",
                "It says that all this adjusts for random labels, and that no real partition has random labels.",
            ),
            prompt="What do you tell the colleague?",
        ),
    ),
}
