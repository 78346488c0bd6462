"""Questions of the chapter *The chance experiment*."""

from fractions import Fraction
from itertools import combinations

from aucc_teach.aucc import PairRanking
from aucc_teach.criteria import CRITERIA
from aucc_teach.demos import NullMachine
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order
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

EXERCISES = {
    "ex-blind-design": (
        Number(
            "(a) Data sets:",
            _SETS,
            tempting=(
                (
                    len(_DIMENSIONS) + len(_CLUSTERS) + len(_PROFILES),
                    "You added the numbers of values. The factors are crossed: each value of one is combined with each "
                    "value of the others.",
                ),
                (len(_DIMENSIONS) * len(_CLUSTERS), "You left out the profile of sizes, which is a factor, too."),
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
                    "You left out the balances: each data set and criterion has one line for each of them.",
                ),
                (_SETS * len(_BALANCES), "These are the lines of one criterion, but there are seven criteria."),
                (
                    _SETS * len(_NAMES) * len(_BALANCES) * len(_KS),
                    "That would be the number of points, because a line runs over all k. Here we want the number of "
                    "lines.",
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
                    "That would be the number of scores. All criteria judge the same partitions, so count each "
                    "partition once.",
                ),
                (_SETS * len(_BALANCES) * (len(_KS) - 1) * _PER_POINT, "From 2 to 23 there are 22 values of k."),
                (_SETS * len(_KS) * _PER_POINT, "That is the number for one balance, but there are three."),
            ),
            hint="There are 100 for each data set, balance and k.",
            outcome="There are 712 800, each of which is scored by seven criteria.",
        ),
        Objects(
            "(b) Which criteria have the same mean line for both students, by a theorem?",
            _TITLES,
            right=(_AUCC, _BISERIAL),
            tempting=(
                ((_AUCC,), "One more has a mean that is the same for all sizes."),
                ((_BISERIAL,), "One more has a mean that is the same for all sizes."),
                (
                    (_AUCC, _BISERIAL, _VRC),
                    "The means of W and B depend only on k. But VRC is a ratio of the two, and its mean depends on the "
                    "sizes.",
                ),
                (
                    tuple(title for title in _TITLES if title not in (_AUCC, _BISERIAL)),
                    "These are the criteria whose lines can differ. Which lines cannot?",
                ),
                ((_AUCC, _BISERIAL, _C_INDEX), "The level of the C-index depends on the number of within pairs."),
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
                "but it does depend on them which ranks are within, and so does the spread of AUCC.",
            },
            "Given the sizes that come out, every labelling with these sizes is equally likely.",
        ),
    ),
    "ex-blind-fault": (
        Choice(
            "Which sentence is right?",
            {
                "the sentence on the mean of VRC": "It replaces the mean of a ratio by the ratio of the means, "
                "although W is in the denominator and varies.",
                "the sentence on the ratio of the means": "It divides one mean by another, and step 3 gives both.",
                "both": "One of them is about the mean of a ratio. Is that the ratio of the means?",
                "neither": "Step 3 gives both means, and one sentence only divides them.",
            },
            "the sentence on the ratio of the means",
        ),
        Choice(
            "What holds for E[1/W], if W varies?",
            {
                "It is 1/E[W].": "That would be right if W were constant. Here W varies, and 1/W is curved.",
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
                (0, 2, "The contribution of a cluster to W is a sum over its pairs, so that has to be said first."),
                (1, 2, "The mean contribution of a cluster needs the chance that a pair is in it."),
                (2, 3, "The sum runs over the means of the clusters, so these have to be known first."),
                (3, 4, "We can see that the sizes drop out only when we have the mean of W."),
                (4, 5, "The last step needs the mean of B, for both null models."),
            ),
            hint="Begin with pairs, the chance of a pair, one cluster, all clusters and any sizes. VRC comes at the "
            "end.",
            outcome="Part 1 takes five steps. Then Jensen's inequality gives part 2.",
            free=((0, 1),),
        ),
    ),
    "ex-blind-hand": (
        Number(
            "The mean of W over the four partitions, before computing any:",
            _MEAN_W,
            tempting=(
                (_MEAN_B, "That would be the mean of B, which is what is left of T. Here we want the mean of W."),
                (
                    (len(_LINE) - _K) * _T / len(_LINE),
                    "You divided by n. Which number is in the denominator of the theorem?",
                ),
                (_T, "That would be T, the sum of squares without any clusters. Here we want the mean of W."),
            ),
            hint="T is 35/4. On average W is the fraction (n \N{MINUS SIGN} k)/(n \N{MINUS SIGN} 1) of it, by the "
            "theorem.",
            outcome="It is the same as for two and two, because the sizes have dropped out of the theorem.",
        ),
        Number(
            "W of {0, 1, 2}, {4}:",
            _SMALL,
            tempting=(
                (_SMALL / 3, "That would be the mean of the squares, but W is their sum."),
                (
                    3 * _SMALL,
                    "The first step is right: that is the sum of the squared distances of all pairs. After it, divide "
                    "by the number of points, 3.",
                ),
                (_T - _SMALL, "That would be B, which is what is left of T. Here we want W."),
            ),
            hint="The centroid of 0, 1 and 2 is 1, and a singleton is its own centroid.",
            outcome="It is much less than the mean, so B/W is large.",
        ),
        Choice(
            "Compare three and one with two and two. The mean of VRC will be",
            {
                "smaller": "Singletons make a small B.",
                "the same": "The means of W and B are the same.",
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
                    "That would be the ratio of the means. Here we want the mean of the ratios, so compute VRC of each "
                    "partition first.",
                ),
                (_VRC_TWO, "That would be the mean for two and two. Here we want the mean for three and one."),
                (
                    _VRC_THREE / 2,
                    "VRC is B/(k \N{MINUS SIGN} 1) divided by W/(n \N{MINUS SIGN} k), and you left out a factor. Which "
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
                (_THEN // _PER_POINT, "The standard error falls with the root of the number of partitions."),
                (1, "The error is what the draws leave open, so it shrinks when there are more of them."),
            ),
            hint="It is the standard deviation of one score, divided by the root of the number of scores that are "
            "averaged.",
            outcome="A hundred times as many partitions give a tenth of the error.",
        ),
        Choice(
            "*Between* of the C-index",
            {
                "stays": "It belongs to the data sets, so no number of partitions can remove it.",
                "is divided by 10": "That would be right for the error. Here we ask about the levels of the data sets, "
                "which do not come closer.",
                "is divided by 100": "Nothing here is divided by 100, neither the error nor the difference between the "
                "levels of two data sets.",
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
                "grows": "Less noise does not make two data sets differ.",
            },
            "shrinks towards 0",
        ),
        Number(
            "VRC's level lies a certain number of its errors above 1. By what is this number multiplied?",
            _FINER,
            tempting=(
                (1, "The excess stays, if it is what was measured. But its error does not stay."),
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
                    "These two have a constant level, but a mean that is not constant can be known exactly, too.",
                ),
                (
                    (_AUCC, _BISERIAL, _VRC, _C_INDEX),
                    "For VRC the means of W and B are known exactly. About the mean of their ratio we know only that "
                    "it is near 1.",
                ),
                (
                    (_AUCC, _BISERIAL, _VRC),
                    "The mean of VRC is near 1, but it is not exactly known. One mean that drifts is known exactly.",
                ),
            ),
            hint="For fixed sizes, three of them are straight lines in a sum over pairs.",
            outcome="For the first two nothing need be subtracted. The third drifts by a formula.",
        ),
        Choice(
            "The mean is subtracted. Is a choice of k among random partitions fair then?",
            {
                "yes, because all k have mean 0": "Many people expect this, because the means are now equal. But the "
                "best of many goes to the k with the widest scores.",
                "no, because the spread still depends on k": "AUCC with its constant level has shown this: the best of "
                "22 scores does not depend only on their means.",
                "no, because the mean still depends on k": "The mean has just been subtracted, for each k.",
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
