"""Questions of the chapter *The chance experiment*."""

from fractions import Fraction
from itertools import combinations

from aucc_teach.criteria import CRITERIA
from aucc_teach.demos import NullMachine
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
_EVEN_DEVIATION = NullMachine().null.variance ** 0.5
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
                    "The factors are crossed: each value of one goes with each of the others.",
                ),
                (len(_DIMENSIONS) * len(_CLUSTERS), "The profile of sizes is a factor, too."),
            ),
            hint="Three factors are crossed: with six, six and three values.",
            outcome="6 times 6 times 3.",
        ),
        Number(
            "(a) Lines in the figure:",
            _SETS * len(_NAMES) * len(_BALANCES),
            tempting=(
                (_SETS * len(_NAMES), "Each data set and criterion has one line for each balance."),
                (_SETS * len(_BALANCES), "These are the lines of one criterion. There are seven."),
                (_SETS * len(_NAMES) * len(_BALANCES) * len(_KS), "These are its points: a line runs over all k."),
            ),
            hint="One for each data set, criterion and balance.",
            outcome="108 in each of the 21 panels.",
        ),
        Number(
            "(a) Partitions:",
            _SETS * len(_BALANCES) * len(_KS) * _PER_POINT,
            tempting=(
                (
                    _SETS * len(_BALANCES) * len(_KS) * _PER_POINT * len(_NAMES),
                    "These are the scores: all criteria are given the same partitions.",
                ),
                (_SETS * len(_BALANCES) * (len(_KS) - 1) * _PER_POINT, "From 2 to 23 there are 22 values of k."),
                (_SETS * len(_KS) * _PER_POINT, "That is for one balance. There are three."),
            ),
            hint="100 for each data set, balance and k.",
            outcome="712 800, each scored by seven criteria.",
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
                    "The means of W and B depend on k alone. VRC is a ratio of the two, and its mean on the sizes.",
                ),
                (
                    tuple(title for title in _TITLES if title not in (_AUCC, _BISERIAL)),
                    "These are the ones that can differ. Which cannot?",
                ),
                ((_AUCC, _BISERIAL, _C_INDEX), "The level of the C-index depends on the number of within pairs."),
            ),
            hint="The second student's sizes vary. Whose mean is one and the same for all sizes?",
            outcome="One half and 0 for all sizes, so for every mixture of sizes.",
        ),
        Choice(
            "(b) Why can the mean lines of AUCC not differ?",
            {
                "With 500 objects the second student's sizes are nearly even.": "For few clusters they are, and that "
                "makes the lines nearly the same. Why are they exactly the same, for any number of clusters?",
                "Given the sizes that come out, the labels are dealt as the first student deals them.": "So the mean "
                "is one half whatever sizes come out, and a mixture of halves is one half.",
                "AUCC looks at ranks, and ranks do not depend on the sizes.": "The ranks do not. Which of them are "
                "within does, and so does the spread of AUCC.",
            },
            "Given the sizes that come out, the labels are dealt as the first student deals them.",
        ),
    ),
    "ex-blind-fault": (
        Choice(
            "Which sentence is right?",
            {
                "that on the mean of VRC": "It takes the mean of a ratio for the ratio of the means. W stands below "
                "the line, and varies.",
                "that on the ratio of the means": "It divides one mean by another, and step 3 gives both.",
                "both": "One of them is about the mean of a ratio. Is that the ratio of the means?",
                "neither": "Step 3 gives both means. One sentence only divides them.",
            },
            "that on the ratio of the means",
        ),
        Choice(
            "What holds for E[1/W], if W varies?",
            {
                "It is 1/E[W].": "That holds for a constant W. 1/W is curved.",
                "It is less than 1/E[W].": "1/W is convex: to which side does Jensen's inequality go?",
                "It is more than 1/E[W].": "1/W is convex for W > 0. VRC is a constant times T/W \N{MINUS SIGN} 1, so "
                "its mean is above 1.",
            },
            "It is more than 1/E[W].",
        ),
        Order(
            "The proof of the theorem, mixed up. Put it in order.",
            (
                "For s points, the sum of squares about their centroid is 1/s times the sum of the squared distances "
                "of all their pairs.",
                "For given sizes any two objects are together in cluster l with the same probability, the share of the "
                "cluster's pairs among all pairs.",
                "So cluster l adds (nₗ \N{MINUS SIGN} 1)T/(n \N{MINUS SIGN} 1) to the mean of W.",
                "Add up over the clusters: the mean of W is (n \N{MINUS SIGN} k)T/(n \N{MINUS SIGN} 1). What is left "
                "of T is the mean of B.",
                "The sizes have dropped out, so both means hold for given k as well.",
                "VRC is a strictly convex function of B/T, so by Jensen's inequality its mean is at least its value "
                "at the mean of B/T, which is 1.",
            ),
            before=(
                (0, 2, "What a cluster adds to W is a sum over its pairs: first say so."),
                (1, 2, "What a cluster adds on average needs the chance that a pair is in it."),
                (2, 3, "Added up are the means of the clusters: they have to be known."),
                (3, 4, "That the sizes drop out can be seen when the mean of W is there."),
                (4, 5, "The last step needs the mean of B, for both null models."),
            ),
            hint="Pairs, the chance of a pair, one cluster, all clusters, any sizes; VRC at the end.",
            outcome="Part 1 takes five steps, and Jensen's inequality gives part 2.",
            free=((0, 1),),
        ),
    ),
    "ex-blind-hand": (
        Number(
            "The mean of W over the four partitions, before computing any:",
            _MEAN_W,
            tempting=(
                (_MEAN_B, "That is the mean of B, what is left of T."),
                ((len(_LINE) - _K) * _T / len(_LINE), "You divided by n. It is n \N{MINUS SIGN} 1 below the line."),
                (_T, "That is T, the sum of squares without any clusters."),
            ),
            hint="T is 35/4, and the theorem gives W the share (n \N{MINUS SIGN} k)/(n \N{MINUS SIGN} 1) of it.",
            outcome="The same as for two and two: the sizes have dropped out of the theorem.",
        ),
        Number(
            "W of {0, 1, 2}, {4}:",
            _SMALL,
            tempting=(
                (_SMALL / 3, "That is the mean of the squares. W is their sum."),
                (3 * _SMALL, "That is the sum of the squared distances of all pairs. Divide by their 3 points."),
                (_T - _SMALL, "That is B, what is left of T."),
            ),
            hint="The centroid of 0, 1 and 2 is 1, and a single point has no distance from its own.",
            outcome="Much less than the mean, so B/W is large.",
        ),
        Choice(
            "Three and one, beside two and two. The mean of VRC will be",
            {
                "smaller": "Single points make a small B.",
                "the same": "The means of W and B are.",
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
                    "That is the ratio of the means. Take VRC of each partition, and then the mean.",
                ),
                (_VRC_TWO, "That is for two and two."),
                (_VRC_THREE / 2, "B/(k \N{MINUS SIGN} 1) over W/(n \N{MINUS SIGN} k): there is a factor of 2 left."),
            ),
            hint="VRC is 2B/W here. Add up four fractions.",
            outcome="Its mean depends on the whole distribution of W, not on its mean alone.",
        ),
    ),
    "ex-blind-more": (
        Number(
            "By what is *error* divided?",
            _FINER,
            tempting=(
                (_THEN // _PER_POINT, "The standard error falls with the root of the number of partitions."),
                (1, "Error is what the draws leave open: more of them leave less."),
            ),
            hint="It is the deviation of one score over the root of how many are averaged.",
            outcome="A hundred times as many partitions, a tenth of the error.",
        ),
        Choice(
            "*Between* of the C-index",
            {
                "stays": "It belongs to the data sets, and no number of partitions removes that.",
                "is divided by 10": "That is the error. The levels of two data sets do not come closer.",
                "is divided by 100": "Neither the error nor the levels of the data sets do that.",
            },
            "stays",
        ),
        Choice(
            "*Between* of AUCC",
            {
                "stays at 0.00002": "Is that a difference between data sets, or an estimate of nothing from noisy "
                "lines?",
                "shrinks towards 0": "AUCC has the same level on all data sets, so this is an estimate of 0, and a "
                "better one then.",
                "grows": "Less noise makes no two data sets differ.",
            },
            "shrinks towards 0",
        ),
        Number(
            "VRC's level lies some of its errors above 1. By what is their number multiplied?",
            _FINER,
            tempting=(
                (1, "The excess stays, if it is what was measured. Its error does not."),
                (
                    _THEN // _PER_POINT,
                    "The error falls with the root of the number of partitions. How much smaller is it?",
                ),
            ),
            hint="The excess stays. How much smaller is what it is measured in?",
            outcome="From a few errors to some dozens: beyond any doubt.",
        ),
        Construct(
            "NullMachine",
            todo="The error depends on the sizes as well. Keep two clusters, and find sizes for which one deal has at "
            "least twice the deviation that it has with even ones.",
            goal=(("k", "==", 2), ("deviation", ">=", 2 * _EVEN_DEVIATION)),
            outcome="One of the two is small, and every between pair has one of its few points at an end. For the "
            "same error of a mean it takes more than four times as many deals.",
        ),
    ),
    "ex-blind-adjust": (
        Objects(
            "For which is the mean to be subtracted known exactly?",
            _TITLES,
            right=(_AUCC, _BISERIAL, _C_INDEX),
            tempting=(
                ((_AUCC, _BISERIAL), "These two have a constant level. Exactly known and constant are two things."),
                (
                    (_AUCC, _BISERIAL, _VRC, _C_INDEX),
                    "For VRC the means of W and B are known exactly. The mean of their ratio is near 1, no more.",
                ),
                (
                    (_AUCC, _BISERIAL, _VRC),
                    "The mean of VRC is near 1, and not exactly known. One that drifts is known exactly.",
                ),
            ),
            hint="Three are straight lines in a sum over pairs, for given sizes.",
            outcome="For the first two nothing need be subtracted. The third drifts by a formula.",
        ),
        Choice(
            "The mean is subtracted. Is a blind choice of k fair then?",
            {
                "yes, all k have the mean 0": "The best of many goes to the k with the widest scores.",
                "no, for the spread still depends on k": "AUCC with its constant level has shown it: the mean is not "
                "all that matters for the best of 22.",
                "no, for the mean still depends on k": "It has just been subtracted, for each k.",
            },
            "no, for the spread still depends on k",
        ),
        Open(
            (
                "It sorts the seven: exactly, nearly, by simulation only.",
                "It says that subtracting the mean takes the drift away and leaves the spread.",
                "It shows the picks of two criteria before and after, beside fair shares.",
                "It says what dividing by the deviation adds, and what it leaves: the shapes.",
                "It says that all this adjusts for labels dealt blindly, and that nobody's partitions are.",
            ),
            prompt="What do you tell the colleague?",
        ),
    ),
}
