"""Questions of the chapter *Is there one cluster, or several?*."""

from fractions import Fraction
from math import log

from scipy.cluster.hierarchy import linkage
from sklearn.datasets import load_wine

from aucc_teach import adjusted_rand_score, linkage_cuts
from aucc_teach.exercises import Choice, Number, Open, Write

_WINES = load_wine()
_SCALED = (_WINES.data - _WINES.data.mean(axis=0)) / _WINES.data.std(axis=0)


def _average_linkage(points, k):
    """Size of the largest of k clusters, and ARI with the varieties."""
    labels = linkage_cuts(linkage(points, "average"))[k - 1].tolist()
    return max(map(labels.count, labels)), adjusted_rand_score(_WINES.target, labels)


_LARGEST, _ARI_THREE = _average_linkage(_SCALED, 3)
_LARGEST_MEASURED, _ = _average_linkage(_WINES.data, 3)
_, _ARI_EIGHT = _average_linkage(_SCALED, 8)
_, _ARI_EIGHT_MEASURED = _average_linkage(_WINES.data, 8)

# Level and data at k = 2 and at k = 6.
_LEVEL = {2: Fraction(9, 10), 6: Fraction(19, 20)}
_DATA = {2: Fraction(19, 20), 6: Fraction(99, 100)}
_EXCESS = {k: _DATA[k] - _LEVEL[k] for k in _LEVEL}
_ODDS, _LEVEL_ODDS = ({k: share / (1 - share) for k, share in shares.items()} for shares in (_DATA, _LEVEL))
_ON_LOGIT = {k: log(_ODDS[k] / _LEVEL_ODDS[k]) for k in _LEVEL}
_OWN, _LOGIT = (f"k = {max(excess, key=excess.get)}" for excess in (_EXCESS, _ON_LOGIT))
_ROOM = {k: _EXCESS[k] / (1 - _LEVEL[k]) for k in _LEVEL}

PREDICTIONS = {
    "pre-several-eight": Choice(
        "Eight groups, well apart. On AUCC's own scale, the difference from the boxes is largest at",
        {
            "three clusters": "At eight the data have nearly reached the end of the scale, and the boxes are high "
            "there, too, so little room is left for a difference.",
            "eight clusters": "The table marks both rows: AUCC of the data is largest at "
            "eight, but its difference from the boxes is not.",
            "ten clusters": "There AUCC of the boxes is highest, which makes the difference small.",
        },
        "three clusters",
        predict=True,
    ),
    "pre-several-clouds": Choice(
        "For how many of the twelve clouds, which have no clusters, is the excess largest at two clusters or more?",
        {
            "none": "The smallest number that is tried is two, so one cluster is not among the answers.",
            "one, by luck": "A test at the level 0.05 might do so. But nothing has been tested yet.",
            "all twelve": "There is always a largest value, and one cluster is not among the numbers that are tried.",
        },
        "all twelve",
        predict=True,
    ),
    "pre-several-seed": Choice(
        "With one seed of k-means AUCC selects three clusters of wine. With another seed it selects",
        {
            "three again": "It is the same algorithm on the same data. But k-means "
            "starts at random, and for some k it ends elsewhere.",
            "one": "One is what it selects with Ward's method. Another seed is enough for another number.",
            "five": "For five clusters k-means has ended elsewhere, where AUCC is higher, and that is enough.",
        },
        "five",
        predict=True,
    ),
    "pre-several-gap": Choice(
        "On designs with several clusters, the gap statistic with its authors' rule is right in",
        {
            "nine of ten sets": "It is the best-known rule, but it stops early, and then the answer is one.",
            "two of three sets": "It is less. The rule stops early, and then the answer is one.",
            "fewer than half of the sets": "It stops at the first number of clusters that is nearly as good as the "
            "next, which is often one.",
        },
        "fewer than half of the sets",
        predict=True,
    ),
}

EXERCISES = {
    "ex-noise-peaks": (Write("peak_p_value"),),
    "ex-trial-room": (
        Number(
            "The excess at k = 6, on the criterion's own scale:",
            _EXCESS[6],
            tempting=(
                (_EXCESS[2], "You took the numbers of k = 2. Subtract the baseline from the score at k = 6."),
                (_DATA[6] - _LEVEL[2], "You subtracted the baseline at k = 2. Which baseline belongs to k = 6?"),
            ),
            hint="Subtract the baseline from the score of the data.",
            outcome="It is the difference between 99/100 and 19/20.",
        ),
        Choice(
            "On this scale the excess is larger at",
            {
                "k = 2": "It is 1/20 against 1/25.",
                "k = 6": "The direction is reversed: there data and baseline are closer together, as they must be, "
                "because less room is left.",
            },
            _OWN,
        ),
        Number(
            "How many comparisons do the data win for one lost at k = 6?",
            _ODDS[6],
            tempting=(
                (1 / (1 - _DATA[6]), "You counted all comparisons for one lost. Leave out the lost one itself."),
                (_LEVEL_ODDS[6], "You took the baseline at k = 6. Do the same with the score of the data."),
            ),
            hint="Divide the proportion won, 99/100, by the proportion lost.",
            outcome="The baseline wins 19 for one lost, so the data win about five times as many.",
        ),
        Number(
            "The excess of the logit at k = 2:",
            _ON_LOGIT[2],
            tempting=(
                (
                    log(_DATA[2] / _LEVEL[2]),
                    "You took logarithms of the scores. First divide the proportion won by the proportion lost.",
                ),
                (
                    log(_ODDS[2] / _LEVEL_ODDS[2], 2),
                    "You used the base 2. Take the natural logarithm instead.",
                ),
                (
                    log(_ODDS[2] / _LEVEL_ODDS[2], 10),
                    "You used the base 10. Take the natural logarithm instead.",
                ),
                (
                    log(_ODDS[2]),
                    "The first step is right: that is the logit of the data. Now subtract the logit of the baseline.",
                ),
            ),
            hint="Divide won for one lost of the data by won for one lost of the baseline. Then take the natural "
            "logarithm.",
            outcome="It is ln(19/9).",
        ),
        Number(
            "And at k = 6:",
            _ON_LOGIT[6],
            tempting=(
                (
                    log(_DATA[6] / _LEVEL[6]),
                    "You took logarithms of the scores. First divide the proportion won by the proportion lost.",
                ),
                (_ON_LOGIT[2], "You took the numbers of k = 2. Subtract the baseline from the score at k = 6."),
                (
                    log(_ODDS[6]),
                    "The first step is right: that is the logit of the data. Now subtract the logit of the baseline.",
                ),
            ),
            hint="Divide won for one lost of the data by won for one lost of the baseline. Then take the natural "
            "logarithm.",
            outcome="It is ln(99/19).",
        ),
        Choice(
            "On the logit the excess is larger at",
            {
                "k = 2": "You followed the criterion's own scale. On the logit compare ln(19/9) with ln(99/19).",
                "k = 6": f"At six the data have taken {_ROOM[6]} of the room that was left, at two only {_ROOM[2]}.",
            },
            _LOGIT,
        ),
    ),
    "ex-noise-average": (
        Choice(
            "The baseline on matched boxes, as k grows:",
            {
                "climbs": "A box has no stragglers, so average linkage divides it.",
                "falls": "AUCC falls where stragglers are split off, one after another. But does a box have any?",
                "stays": "Only the level of random labels stays. Think of what average linkage splits off first in "
                "such a set.",
            },
            "climbs",
            predict=True,
        ),
        Choice(
            "The baseline on radial sets, as k grows:",
            {
                "climbs": "Smaller pieces have shorter within pairs, but average linkage makes no smaller pieces "
                "while stragglers are left.",
                "falls": "A radial set has the stragglers of the data, which are split off first, the furthest before "
                "the others.",
                "stays": "Only the level of random labels stays. Think of what average linkage splits off first in "
                "such a set.",
            },
            "falls",
            predict=True,
        ),
        Choice(
            "Suppose p is 1/40 over one kind of reference data, and 3/40 over the other. The recipe selects",
            {
                "the number with the largest excess": "The recipe takes the larger of the two p-values. Is that at "
                "most 0.05?",
                "three": "There are three varieties, but the recipe has not been told. Which of its two p-values "
                "decides?",
                "one": "The larger of the two p-values decides, and it is above 0.05.",
            },
            "one",
        ),
        Number(
            "If the wines are cut into three clusters, how many are in the largest?",
            _LARGEST,
            tempting=(
                (
                    _LARGEST_MEASURED,
                    "You clustered the measurements as they are. Bring them to equal standard deviations first.",
                ),
                (
                    len(_SCALED) // 3,
                    "You divided the wines into three equal parts. Average linkage sheds stragglers: count the labels.",
                ),
            ),
            hint="Call `average_linkage(X, 3)`, and count the labels.",
            outcome="The other two clusters are stragglers.",
        ),
        Number(
            "ARI with the varieties at eight clusters:",
            _ARI_EIGHT,
            tempting=(
                (
                    _ARI_EIGHT_MEASURED,
                    "You clustered the measurements as they are. Bring them to equal standard deviations first.",
                ),
                (_ARI_THREE, "You compared three clusters with the varieties. Cut the tree into eight."),
            ),
            hint="`at.adjusted_rand_score(varieties, average_linkage(X, 8))`.",
            outcome="There are three large clusters and five small ones. The number of clusters that an algorithm "
            "needs to show the groups need not be the number of the groups.",
        ),
    ),
    "ex-noise-patients": (
        Choice(
            "What do the patients have that the colleague's boxes lack?",
            {
                "the ranges of the measurements": "The boxes have these: each side is from the smallest value to the "
                "largest. What do the sides not know about each other?",
                "the correlations between the measurements": "Correlated measurements make a long cloud, which is "
                "easy to cut. A box along the coordinates is rounder.",
                "more points": "Each box has as many points as there are patients. Think of how two measurements go "
                "together.",
            },
            "the correlations between the measurements",
        ),
        Open(
            (
                "It says what was done: k-means, AUCC, which references, which k.",
                "It gives the p-values of matched references, of the peak and not of each k.",
                "It says that no number of clusters stands out from clouds with the same covariance.",
                "It does not say that there are no groups, because groups that touch are often missed.",
                "It says why the boxes along the coordinates must not be the only ones that are reported.",
            ),
            prompt="What would you report?",
        ),
    ),
    "ex-noise-sentences": (
        Choice(
            "(a) The sentence on k = 9",
            {
                "may stay": "By the theorem one half is expected of labels that have not looked. But has Ward's tree "
                "not looked?",
                "must go: Ward's tree looks, and its AUCC climbs on noise": "Nine may be the largest k that was "
                "tried. The excess over reference data, on the logit, would be something to report.",
                "must go: the expected value of AUCC does depend on k": "For random labels it does not depend on k. "
                "But are the labels of Ward's method random?",
            },
            "must go: Ward's tree looks, and its AUCC climbs on noise",
        ),
        Choice(
            "(b) The sentence on 40 standard deviations",
            {
                "may stay": "Nearly all clusterings of noise with Ward's method are as significant. So what has the "
                "sentence shown about these data?",
                "must go: 40 is read off the normal curve": "No curve is needed, because Cantelli's bound holds for "
                "any shape. Still, what has been shown?",
                "must go: it shows only that the labels know the points": "An algorithm that reads its input is "
                "above chance.",
            },
            "must go: it shows only that the labels know the points",
        ),
        Choice(
            "(c) The sentence on subgroups",
            {
                "may stay": "The recipe has selected one cluster. Does it follow that there is only one?",
                "must go: the smaller p-value decides": "It is the larger p-value that decides, so the recipe does "
                "select one cluster. But what follows from that?",
                "must go: groups that touch are often missed": "What was found is only that no number of clusters "
                "stands out from radial sets. The small p-value over boxes deserves a sentence as well.",
            },
            "must go: groups that touch are often missed",
        ),
    ),
}
