"""Questions of the chapter *Internal, external, relative*."""

from fractions import Fraction
from math import sqrt

import numpy as np

from aucc_teach import datasets, pairs, partitions
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.exercises._claims import Break
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Open, Order

from . import _counting as counting
from ._claims import CLUSTERS, POINTS, TWO_CLUSTERINGS

_RULER = np.array([[0], [1], [4], [6]])
_CROSSED, _THREE_AND_ONE = [0, 1, 0, 1], [0, 0, 0, 1]
_WORST = {"AUCC": 0, "the C-index": 1, "Dunn 11": 0, "DB": np.inf}


def _on_the_ruler(name, labels):
    """A criterion as a fraction: on the ruler they have small denominators."""
    return Fraction(CRITERIA[name].function(_RULER, labels)).limit_denominator(1000)


def _distances(labels):
    """The distances of the within pairs and of the between pairs of the ruler, in order."""
    distances = np.abs(_RULER - _RULER.T)[np.triu_indices(4, 1)]
    together = pairs.co_membership(labels)
    return np.sort(distances[together]).tolist(), np.sort(distances[~together]).tolist()


_WITHIN, _BETWEEN = _distances(_CROSSED)
_AUCC, _C, _DUNN, _DB = (
    _on_the_ruler(name, _CROSSED) for name in ("aucc_score", "c_index", "dunn_11_score", "davies_bouldin_index")
)
_LARGEST_SUM = sum(sorted(_WITHIN + _BETWEEN)[-2:])
_AT_WORST = [name for name, value in zip(_WORST, (_AUCC, _C, _DUNN, _DB), strict=True) if value == _WORST[name]]
_AUCC_3 = _on_the_ruler("aucc_score", _THREE_AND_ONE)
_PB_3 = CRITERIA["point_biserial_score"].function(_RULER, _THREE_AND_ONE)
_P, _N = map(len, _distances(_THREE_AND_ONE))


def _turned_strips():
    """Scores of the strips and of the halves, as they are and turned by 45 degrees."""
    strips = datasets.load_toy("elongated")
    options = [strips.labels, strips.points[:, 0] > 500]
    turned = strips.points @ np.array([[1, 1], [-1, 1]]) / sqrt(2)
    return [CriteriaScorer(points).score_many(options) for points in (strips.points, turned)]


_BEFORE, _TURNED = _turned_strips()
_CHANGED = [name for name in CRITERIA if not np.allclose(_BEFORE[name], _TURNED[name], rtol=1e-3)]
_STRIPS_TURNED, _HALVES_TURNED = _TURNED["ratkowsky_lance_score"]


def _orders_on_the_line():
    """Pairs of partitions of six points, by the signs of the differences of AUCC, point-biserial and C-index."""
    found = [labels for k in range(2, 6) for labels in partitions.set_partitions(6, k=k)]
    names = ["aucc_score", "point_biserial_score", "c_index"]
    scores = CriteriaScorer([[0], [1], [2], [3], [5], [20]]).score_many(found, names)
    i, j = np.triu_indices(len(found), 1)
    n_within = np.array([pairs.co_membership(labels).sum() for labels in found])
    signs = [np.sign(np.round(scores[name][i] - scores[name][j], 9)) for name in names]
    return n_within[i] == n_within[j], *signs


_SAME_P, _BY_AUCC, _BY_PB, _BY_C = _orders_on_the_line()
_OPPOSITE = _BY_AUCC * _BY_PB < 0
_DISAGREE = int((_SAME_P & _OPPOSITE).sum())


# ---- claims


def _c_index_order(names, points, first, second):
    scores = [counting.aucc_of_points(points, labels) for labels in (first, second)]
    indices = [counting.c_index(points, labels) for labels in (first, second)]
    if None in indices:
        return "flat", {}
    facts = {"aucc1": scores[0], "aucc2": scores[1], "index1": indices[0], "index2": indices[1]}
    if scores[0] == scores[1]:
        return "equal", facts
    return "holds" if (scores[0] - scores[1]) * (indices[0] - indices[1]) < 0 else "broken", facts


_C_INDEX_ORDER = Break(
    "c-index-order",
    "Of two clusterings of the same points, the one with the higher AUCC has the lower C-index.",
    TWO_CLUSTERINGS,
    _c_index_order,
    {
        "flat": "All distances are equal, and the C-index is 0/0.",
        "equal": "Both have the AUCC {aucc1}. For the claim to say something, one has to be higher.",
        "holds": "The AUCCs are {aucc1} and {aucc2}, the C-indices {index1} and {index2}: they agree. One sees "
        "ranks, and the other lengths: use a point far away.",
        "broken": "The AUCCs are {aucc1} and {aucc2}, the C-indices {index1} and {index2}: by the C-index the one "
        "with the higher AUCC is not the better one.",
    },
    (
        (
            "Both ask whether the within pairs are the closest.",
            "They do. But one adds up ranks, and the other adds up distances.",
        ),
        (
            "AUCC is 1 where the C-index is 0.",
            "It is, if no within pair ties with a between pair. That does not fix the order below.",
        ),
        (
            "Both are one sum over pairs, on different scales.",
            "One sum with different values for the pairs: ranks, or distances.",
        ),
    ),
)


def _silhouette_mean(names, points, labels):
    widths = counting.silhouettes(points, labels)
    mean, lowest = sum(widths) / len(widths), min(widths)
    facts = {"mean": mean, "lowest": lowest, "point": points[widths.index(lowest)]}
    if 2 * mean < 1:
        return "low", facts
    return "holds" if lowest >= 0 else "broken", facts


_SILHOUETTE_MEAN = Break(
    "silhouette-mean",
    "If the mean silhouette is 1/2 or more, no silhouette is negative.",
    (POINTS, CLUSTERS),
    _silhouette_mean,
    {
        "low": "The mean silhouette is {mean}, below 1/2: the claim says nothing here.",
        "holds": "The mean is {mean}, and the lowest silhouette {lowest}. Let one point be in the wrong cluster, "
        "among many in the right one.",
        "broken": "The mean is {mean}, but the point at {point} has {lowest}: on average it is closer to another "
        "cluster.",
    },
    (
        (
            "A high mean needs each point to be housed well.",
            "Many good ones can carry a bad one.",
        ),
        (
            "A point that is closer to another cluster would have been put there.",
            "By an algorithm, perhaps. A criterion judges whatever labels it gets.",
        ),
        (
            "Silhouettes lie between 0 and 1.",
            "They lie between \N{MINUS SIGN}1 and 1.",
        ),
    ),
)


EXERCISES = {
    "ex-cards-questions": (
        Choice(
            "(a)",
            {
                "Internal, and *wrong* goes too far.": "Internal questions know data and labels alone. Are the wards "
                "among these?",
                "External, and *wrong* goes too far.": "The wards are one key, and patients can be grouped by other "
                "things: *not the wards* is what was seen.",
                "External, and *0* goes too far.": "0 is what was computed. Look at what follows after *so*.",
                "Relative, and *wrong* goes too far.": "No second candidate is in this sentence. What are the clusters "
                "compared with?",
            },
            "External, and *wrong* goes too far.",
        ),
        Choice(
            "(b)",
            {
                "Relative, and *higher* goes too far.": "Higher is what was seen. Look at what follows after *so*.",
                "External, and *there are* goes too far.": "No key enters here: three and four are both candidates.",
                "Internal, and *there are* goes too far.": "The number is internal, but it is used to compare "
                "candidates: what is that called?",
                "Relative, and *there are* goes too far.": "Four beats three. Other candidates were not tried, and "
                "some candidate always comes first.",
            },
            "Relative, and *there are* goes too far.",
        ),
        Choice(
            "(c)",
            {
                "Internal, and *exist* goes too far.": "Clusters that were made by looking at the data nearly always "
                "beat blind labels, also where there is no structure.",
                "Internal, and *none* goes too far.": "None of the shuffles is what was counted. Look at what follows "
                "after *so*.",
                "Relative, and *exist* goes too far.": "Are shuffled labels candidates, or do they stand for blind "
                "labels?",
                "External, and *exist* goes too far.": "No key enters here: shuffled labels know nothing.",
            },
            "Internal, and *exist* goes too far.",
        ),
        Choice(
            "(d)",
            {
                "External, and *three* goes too far.": "The species can be counted. Of what does the end of the "
                "sentence speak?",
                "Relative, and *works* goes too far.": "The clusters are compared with the species, not with other "
                "candidates.",
                "External, and *works* goes too far.": "It worked on these flowers, by this key. *Works* is about the "
                "next data set.",
                "Internal, and *works* goes too far.": "The species are no part of the data that the method saw. What "
                "are they here?",
            },
            "External, and *works* goes too far.",
        ),
    ),
    "ex-cards-wrong": (
        Choice(
            "Before you start: which will have the worst value that it can have?",
            {name: "Two of the six distances are within pairs here." for name in _WORST}
            | {"none of them": "The two farthest pairs share the point *d*, so that they cannot be the within pairs."},
            _AT_WORST[0] if _AT_WORST else "none of them",
            predict=True,
        ),
        Number(
            "AUCC:",
            _AUCC,
            tempting=((1 - _AUCC, "This share of the comparisons is lost. AUCC is the share that is won."),),
            hint="Write down the distances of the two within pairs and of the four between pairs, and compare each "
            "with each.",
            outcome="Both within pairs beat the distance 6, and nothing else.",
        ),
        Number(
            "C-index:",
            _C,
            tempting=(
                (1 - _C, "It is turned round: 0 stands for the smallest sum, and lower is better."),
                (Fraction(sum(_WITHIN), _LARGEST_SUM), "The smallest sum is missing: take it from both."),
            ),
            hint="The sum of the two within distances, between the smallest and the largest sum of two distances.",
            outcome="The limits are those of any two distances, also where no partition reaches them.",
        ),
        Number(
            "Dunn 11:",
            _DUNN,
            tempting=(
                (1 / _DUNN, "Upside down: the separation stands above the diameter."),
                (
                    Fraction(min(_BETWEEN), min(_WITHIN)),
                    "The diameter below is that of the *widest* cluster: the larger one.",
                ),
            ),
            hint="The smallest between distance, over the largest within distance.",
            outcome="*a* and *b* are close, and in different clusters.",
        ),
        Number(
            "DB:",
            _DB,
            tempting=(
                (_DB / 2, "The mean distances of *both* clusters are added, for each of the two."),
                (2 * _DB, "Twice too much: distances from the centroids are wanted, and the mean over the clusters."),
            ),
            hint="The two centroids first; then the mean distance of the members from each; then their sum over the "
            "distance of the centroids.",
            outcome="With two clusters each is the worst partner of the other.",
        ),
        _SILHOUETTE_MEAN,
        Construct(
            "AuccLab",
            todo="Here is ac | bd on the ruler. Drag points off the line until AUCC is 0, two in each cluster.",
            goal=(("n_points", "==", 4), ("n_clusters", "==", 2), ("comparisons", "==", 8), ("aucc", "==", 0)),
            outcome="Both within pairs are farther apart than all four others: they cross like the diagonals of a "
            "square. On a line the farthest two pairs share an end.",
            start={"points": [(100 + 130 * x, 500) for x in _RULER[:, 0].tolist()], "labels": _CROSSED},
        ),
    ),
    "ex-cards-turn": (
        Choice(
            "Before computing: which values change?",
            {
                "all that need coordinates": "Coordinates change. What is computed from them need not.",
                "C/sqrt(k) alone": "Turning keeps each distance, of two objects and from a centroid. Only what is "
                "computed axis by axis can see it.",
                "none": "Distances stay. What is computed axis by axis does not.",
            },
            "C/sqrt(k) alone" if _CHANGED == ["ratkowsky_lance_score"] else "all that need coordinates",
            predict=True,
        ),
        Number(
            "C/sqrt(k) of the halves, turned:",
            _HALVES_TURNED,
            tempting=(
                (_BEFORE["ratkowsky_lance_score"][1], "This is its value before the points are turned."),
                (_STRIPS_TURNED, "This is the value of the strips. Which of the two does it prefer now?"),
            ),
            hint="Multiply the points by the matrix with the rows 1, 1 and \N{MINUS SIGN}1, 1, over the root of 2, "
            "and let `CriteriaScorer` judge both candidates.",
            outcome="Turned, it prefers the halves, as most others do.",
        ),
        Choice(
            "What does it mean that a criterion is not invariant under turning?",
            {
                "It is computed wrongly, for the clusters are the same.": "It does what its formula says. Is there a "
                "table in which its verdict is wanted?",
                "Its verdict belongs to the axes.": "Where they mean something it may be what you want. Where they "
                "are pixels or principal components, it is an accident.",
                "It needs coordinates.": "So do VRC and DB, and both stay as they are.",
                "It depends on the units.": "Many of the others do, too: stretching one axis changes distances, "
                "turning changes none.",
            },
            "Its verdict belongs to the axes.",
        ),
    ),
    "ex-cards-fault": (
        Number(
            "AUCC of *abc | d*:",
            _AUCC_3,
            tempting=((1 - _AUCC_3, "This share of the comparisons is lost."),),
            hint="The within pairs have the distances 1, 3 and 4.",
            outcome="Seven of nine, less than the 4/5 of *a | b | cd*.",
        ),
        Number(
            "Point-biserial of *abc | d*:",
            _PB_3,
            tempting=((_PB_3 / sqrt(_P * _N / (_P + _N) ** 2), "The factor with the root of P N is missing."),),
            hint="The mean of the between pairs less that of the within pairs, over the standard deviation of all six "
            "distances (divide by 6); then the factor.",
            outcome="More than that of *a | b | cd*, whose P is another one.",
        ),
        Choice(
            "Which is the first step that says more than is proved?",
            {
                "(1)": "The distances are 1 to 6 on the ruler, each once: rank and distance are the same number.",
                "(2)": "The theorem speaks of partitions with the same P. Each P has a line of its own, and (3) "
                "compares heights on two of them.",
                "(3)": "If there were one line for all partitions, it would follow. Is there one?",
            },
            "(2)",
        ),
        Choice(
            "What do the steps prove?",
            {
                "AUCC and point-biserial agree on all partitions of the ruler.": "The two partitions above say no.",
                "They agree on partitions of the ruler with equal k.": "The theorem does not ask for k. *abc | d* and "
                "*ab | cd* have equal k: do they share a line?",
                "They agree on partitions of the ruler with equal P.": "For one P both are falling lines, in the same "
                "sum.",
                "They agree on partitions with equal P, on any points.": "Step (1) needs that each distance is its own "
                "rank.",
            },
            "They agree on partitions of the ruler with equal P.",
        ),
        Order(
            "The proof of (b) in the theorem, mixed up. Put it in order.",
            (
                "The mid-rank of a within pair is 1, plus 1 for each closer pair, plus ½ for each other pair that "
                "ties with it.",
                "Add this up over the within pairs.",
                "The ones make P.",
                "Any two within pairs give 1: one is closer, or each gets ½. That makes P(P \N{MINUS SIGN} 1)/2.",
                "Take both, which are P(P + 1)/2 together, from the sum of the mid-ranks.",
                "What is left counts the between pairs that are closer than a within pair, ties one half.",
                "These are the comparisons that AUCC loses, of PN.",
            ),
            before=(
                (0, 1, "What is added up must be said first: what is the mid-rank of one pair?"),
                (1, 2, "P ones come together only when the mid-ranks are added up."),
                (1, 3, "Two within pairs meet only when the mid-ranks are added up."),
                (2, 4, "Something is taken from the sum before it is counted."),
                (3, 4, "Something is taken from the sum before it is counted."),
                (4, 5, "Something is left when something was taken away."),
                (5, 6, "*These* must point to something: what is counted?"),
            ),
            hint="One pair, then all within pairs; what they owe to each other, then what is left.",
            outcome="1 minus their share is AUCC.",
            free=((2, 3),),
        ),
        Choice(
            "In (c) all clusters have q objects. Where does the proof need that?",
            {
                "The squares of all pairs of a cluster add up to q times its squares about the centroid.": "That holds "
                "for a cluster of any size, each with its own q.",
                "Added over the clusters, the squares of all within pairs make q W.": "With different sizes each "
                "cluster would be multiplied by its own, and the sum would be no multiple of W.",
                "B = T \N{MINUS SIGN} W.": "This holds for any partition.",
                "VRC falls strictly as W rises.": "With n and k fixed it does, whatever the sizes.",
            },
            "Added over the clusters, the squares of all within pairs make q W.",
        ),
    ),
    "ex-cards-orders": (
        Number(
            "Partitions of the six points into 2 to 5 clusters: how many pairs of them have the same P?",
            int(_SAME_P.sum()),
            tempting=(
                (len(_SAME_P), "These are all pairs. Only those with the same P are asked for."),
                (2 * int(_SAME_P.sum()), "Each pair is counted twice here."),
            ),
            hint="List the partitions with `set_partitions` for k from 2 to 5, and count within pairs with "
            "`co_membership`.",
            outcome="Few, compared with all pairs.",
        ),
        Number(
            "How many of these do point-biserial and AUCC put into opposite orders?",
            _DISAGREE,
            tempting=(
                (int(_OPPOSITE.sum()), "These are all pairs, whatever their P."),
                (
                    int((_SAME_P & (_BY_AUCC * _BY_PB <= 0)).sum()),
                    "Equal values are among these: they are in no order.",
                ),
            ),
            hint="The differences of the two criteria have opposite signs. Round to nine decimals, so that equal "
            "values are equal.",
            outcome="Ranks forgive the point at 20, distances do not.",
        ),
        Choice(
            "Can the C-index disagree with point-biserial where P is the same?",
            {
                "No.": "Both are straight lines in the same sum.",
                "Yes: it uses ranks.": "It adds up the distances themselves.",
                "Yes: its limits move.": "They move with P, and P is the same here.",
                "Yes: for it lower is better.": "That is taken into account when *better* is compared.",
            },
            "Yes: it uses ranks." if (_SAME_P & (_BY_C * _BY_PB > 0)).any() else "No.",
        ),
        _C_INDEX_ORDER,
        Write("c_index"),
    ),
    "ex-cards-open": (
        Open(
            (
                "The measures have different units: a scale is chosen, and the reason was there before the results.",
                "Two or three criteria of different families are chosen, each with a reason from the task.",
                "It says what a label is for, and so whether an odd wine may have one of its own.",
                "The majority of the 29 does not decide, for a family has one vote.",
                "Whoever changes the choice has a reason that concerns the task, and tells that it was changed.",
            )
        ),
    ),
}
