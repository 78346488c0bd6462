"""Questions of the chapter *Internal, external, relative*."""

from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np

from aucc_teach import datasets, pairs, partitions
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.exercises import Break, Choice, Construct, Number, Open, Order, Write

from ._claims import CLUSTERS, POINTS, TWO_CLUSTERINGS
from ._studies import studies

OF_THE_PAPER = studies.benchmark.CRITERIA

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims
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
    return [CriteriaScorer(points).score_many(options, OF_THE_PAPER) for points in (strips.points, turned)]


_BEFORE, _TURNED = _turned_strips()
_CHANGED = [name for name in OF_THE_PAPER if not np.allclose(_BEFORE[name], _TURNED[name], rtol=1e-3)]
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


# Before the results in the text
_FIGURE3 = datasets.load_figure3().points
_CANDIDATES = {"abcd | efg": [0, 0, 0, 0, 1, 1, 1], "abc | defg": [0, 0, 0, 1, 1, 1, 1]}
_CANDIDATES |= {"abc | d | efg": [0, 0, 0, 1, 2, 2, 2]}
_BY_CANDIDATE = {name: float(CRITERIA["aucc_score"].function(_FIGURE3, labels)) for name, labels in _CANDIDATES.items()}


def _votes_for_the_first(points, options):
    """How many of the 29 criteria prefer the first of two partitions."""
    scores = CriteriaScorer(points).score_many(options, OF_THE_PAPER)
    return sum(bool(np.diff(v)[0] < 0) == CRITERIA[name].higher_is_better for name, v in scores.items())


_FOR_SINGLETONS = _votes_for_the_first(_RULER, [[0, 1, 2, 2], [0, 0, 1, 1]])
_RING, _STRIPS = (datasets.load_toy(name) for name in ("nested", "elongated"))
_FOR_HALVES = _votes_for_the_first(_RING.points, [_RING.points[:, 0] > 500, _RING.labels])
_FOR_STRIPS = _votes_for_the_first(_STRIPS.points * [1 / 8, 1], [_STRIPS.labels, _STRIPS.points[:, 0] > 500])


# ---- claims


_C_INDEX_ORDER = Break(
    "c-index-order",
    "Of two clusterings of the same points, the clustering with the higher AUCC has the lower C-index.",
    TWO_CLUSTERINGS,
    _CHECKS,
    {
        "flat": "All distances are equal, so the C-index is 0/0.",
        "equal": "Both have AUCC {aucc1}. The claim is only about two clusterings of which one has the higher AUCC.",
        "holds": "The AUCCs are {aucc1} and {aucc2}, the C-indices {index1} and {index2}, so they agree. AUCC sees "
        "ranks and the C-index lengths: use a point far away.",
        "broken": "The AUCCs are {aucc1} and {aucc2}, the C-indices {index1} and {index2}. Judged by the C-index, the "
        "clustering with the higher AUCC is not the better one.",
    },
    (
        (
            "Both ask whether the within pairs are the closest.",
            "They do. But AUCC adds up ranks, and the C-index distances. What makes these two differ?",
        ),
        (
            "AUCC is 1 where the C-index is 0.",
            "It is, if no within pair ties with a between pair. But the other clusterings are still free: look at two "
            "that are not perfect.",
        ),
        (
            "Both are one sum over pairs, on different scales.",
            "It is one sum, but with different values for the pairs. Put a point far away, and compare ranks with "
            "distances.",
        ),
    ),
)


_SILHOUETTE_MEAN = Break(
    "silhouette-mean",
    "If the mean silhouette is 1/2 or more, no silhouette is negative.",
    (POINTS, CLUSTERS),
    _CHECKS,
    {
        "low": "The mean silhouette is {mean}, which is below 1/2, so the claim is not about this clustering.",
        "holds": "The mean is {mean} and the lowest silhouette is {lowest}. Put one point into the wrong cluster, "
        "among many in the right one.",
        "broken": "The mean is {mean}, but the point at {point} has silhouette {lowest}, because on average it is "
        "closer to another cluster.",
    },
    (
        (
            "A high mean needs each point to be housed well.",
            "It does not, because many high values can make up for a low one. Try many good points and a bad one.",
        ),
        (
            "A point that is closer to another cluster would have been put there.",
            "An algorithm might have put it there. But a criterion judges whatever labels it gets, so give it bad "
            "ones.",
        ),
        (
            "Silhouettes lie between 0 and 1.",
            "They lie between \N{MINUS SIGN}1 and 1. Look for a point that is closer to another cluster.",
        ),
    ),
)


EXERCISES = {
    "ex-cards-questions": (
        Choice(
            "(a)",
            {
                "Internal, and *wrong* goes too far.": "An internal number uses only the data and the labels. Are the "
                "wards among these?",
                "External, and *wrong* goes too far.": "The wards are one set of reference labels, but patients can be "
                "grouped by other things. What was seen is only that the clusters are *not the wards*.",
                "External, and *0* goes too far.": "The 0 is what was computed. Look at what follows after *so*.",
                "Relative, and *wrong* goes too far.": "A relative number needs a second candidate. What are the "
                "clusters compared with here?",
            },
            "External, and *wrong* goes too far.",
        ),
        Choice(
            "(b)",
            {
                "Relative, and *higher* goes too far.": "*Higher* is what was seen. Look at what follows after *so*.",
                "External, and *there are* goes too far.": "No reference labels enter, since three and four are both "
                "candidates. What is a comparison of candidates called?",
                "Internal, and *there are* goes too far.": "The number itself is internal, but here it is used to "
                "compare candidates. What is that called?",
                "Relative, and *there are* goes too far.": "We know that four beats three. But other candidates were "
                "not tried, and some candidate always comes first.",
            },
            "Relative, and *there are* goes too far.",
        ),
        Choice(
            "(c)",
            {
                "Internal, and *exist* goes too far.": "Clusters that were made by looking at the data nearly always "
                "beat random labels, even where there are no clusters.",
                "Internal, and *none* goes too far.": "That *none* reached it is what was counted. Look at what "
                "follows after *so*.",
                "Relative, and *exist* goes too far.": "Are shuffled labels candidates, or do they stand for labels "
                "that were assigned at random?",
                "External, and *exist* goes too far.": "Shuffled labels know nothing about the objects, so they are no "
                "reference labels. What do they stand for?",
            },
            "Internal, and *exist* goes too far.",
        ),
        Choice(
            "(d)",
            {
                "External, and *three* goes too far.": "The species can be counted, so *three* is safe. What is the "
                "end of the sentence about?",
                "Relative, and *works* goes too far.": "You found the word. But there are no other candidates here: "
                "the clusters are compared with the species.",
                "External, and *works* goes too far.": "The method worked on these flowers, judged by these reference "
                "labels. *Works* is about the next data set.",
                "Internal, and *works* goes too far.": "The species are not part of the data that the method saw. What "
                "are they here?",
            },
            "External, and *works* goes too far.",
        ),
    ),
    "ex-cards-wrong": (
        Choice(
            "Before you start: which will have the worst value that it can have?",
            {name: "Compare the two distances that are within pairs here with all six distances." for name in _WORST}
            | {
                "none of them": "The two pairs that are furthest apart share the point *d*, so they cannot be the "
                "within pairs."
            },
            _AT_WORST[0] if _AT_WORST else "none of them",
            predict=True,
        ),
        Number(
            "AUCC:",
            _AUCC,
            tempting=(
                (
                    1 - _AUCC,
                    "You counted the comparisons that are lost. Subtract their proportion from 1.",
                ),
            ),
            hint="Write down the distances of the two within pairs and of the four between pairs, and compare each "
            "within distance with each between distance.",
            outcome="Both within pairs are closer than the pair at distance 6, but closer than no other between pair.",
        ),
        Number(
            "C-index:",
            _C,
            tempting=(
                (1 - _C, "The direction is reversed: lower is better, so measure from the smallest sum upwards."),
                (
                    Fraction(sum(_WITHIN), _LARGEST_SUM),
                    "You left out the smallest sum. Subtract it from both sums before you divide.",
                ),
            ),
            hint="Where does the sum of the two within distances lie between the smallest and the largest sum of two "
            "distances?",
            outcome="The limits are sums of any two distances, even where no partition reaches them.",
        ),
        Number(
            "Dunn 11:",
            _DUNN,
            tempting=(
                (
                    1 / _DUNN,
                    "This is upside down: the separation belongs in the numerator, the diameter in the denominator.",
                ),
                (
                    Fraction(min(_BETWEEN), min(_WITHIN)),
                    "The denominator is the diameter of the *widest* cluster. Which of the two is wider?",
                ),
            ),
            hint="Divide the smallest between distance by the largest within distance.",
            outcome="The value is low because *a* and *b* are close but in different clusters.",
        ),
        Number(
            "DB:",
            _DB,
            tempting=(
                (
                    _DB / 2,
                    "You left out one of the clusters. For each cluster, the mean distances of *both* are added.",
                ),
                (
                    2 * _DB,
                    "You have twice too much. Use distances from the centroids, and take the mean over the clusters.",
                ),
            ),
            hint="Find the two centroids first, then the mean distance of the members from each. Add these two means, "
            "and divide by the distance between the centroids.",
            outcome="With two clusters, each is the worst partner of the other.",
        ),
        _SILHOUETTE_MEAN,
        Construct(
            "AuccLab",
            todo="Here is ac | bd on the ruler. Drag points off the line until AUCC is 0. Keep two points in each "
            "cluster.",
            goal=(
                ("n_points", "==", 4, "There are {n_points} points now, and there must be four."),
                ("n_clusters", "==", 2, "The number of clusters is {n_clusters}, and there must be two."),
                ("comparisons", "==", 8, "Each cluster must keep two points."),
                ("aucc", "==", 0, "AUCC is {aucc}, and not 0."),
            ),
            outcome="Both within pairs are further apart than all four between pairs, because they cross like the "
            "diagonals of a square. On a line the two pairs that are furthest apart share an end.",
            start={"points": [(100 + 130 * x, 500) for x in _RULER[:, 0].tolist()], "labels": _CROSSED},
        ),
    ),
    "ex-cards-turn": (
        Choice(
            "Before computing: which values change?",
            {
                "all that need coordinates": "The coordinates do change, but what is computed from them need not.",
                "only C/sqrt(k)": "Turning keeps the distances between objects and the distances from a centroid. Only "
                "what is computed axis by axis can see the turn.",
                "none": "The distances do not change. But is everything here computed from distances?",
            },
            "only C/sqrt(k)" if _CHANGED == ["ratkowsky_lance_score"] else "all that need coordinates",
            predict=True,
        ),
        Number(
            "C/sqrt(k) of the halves, turned:",
            _HALVES_TURNED,
            tempting=(
                (
                    _BEFORE["ratkowsky_lance_score"][1],
                    "You judged the points as they were. Multiply them by the matrix of the turn first.",
                ),
                (
                    _STRIPS_TURNED,
                    "You took the value of the strips. Take the other candidate, and see which of the two it prefers "
                    "now.",
                ),
            ),
            hint="Multiply the points by the matrix with the rows 1, 1 and \N{MINUS SIGN}1, 1, divide by the square "
            "root of 2, and let `CriteriaScorer` judge both candidates.",
            outcome="After the turn it prefers the halves, as most other criteria do.",
        ),
        Choice(
            "What does it mean that a criterion is not invariant under turning?",
            {
                "It is computed wrongly, because the clusters are the same.": "It does what its formula says. Is there "
                "a table for which its verdict is wanted?",
                "Its verdict belongs to the axes.": "If the axes mean something, this may be what you want. If they "
                "are pixels or principal components, it is an accident.",
                "It needs coordinates.": "VRC and DB need them as well, and both keep their values under turning. What "
                "else does C/sqrt(k) need?",
                "It depends on the units.": "Many of the others do. But a unit stretches an axis and so changes "
                "distances, and turning changes none. What does turning change?",
            },
            "Its verdict belongs to the axes.",
        ),
    ),
    "ex-cards-fault": (
        Number(
            "AUCC of *abc | d*:",
            _AUCC_3,
            tempting=((1 - _AUCC_3, "You counted the comparisons that are lost. Subtract their proportion from 1."),),
            hint="The within pairs have the distances 1, 3 and 4.",
            outcome="It is seven of nine, less than the 4/5 of *a | b | cd*.",
        ),
        Number(
            "Point-biserial of *abc | d*:",
            _PB_3,
            tempting=(
                (
                    _PB_3 / sqrt(_P * _N / (_P + _N) ** 2),
                    "You left out the factor with the square root of PN. Multiply by it, with P = 3 and N = 3.",
                ),
            ),
            hint="Subtract the mean of the within pairs from the mean of the between pairs, and divide by the standard "
            "deviation of all six distances (which divides by 6). Then multiply by the factor.",
            outcome="It is more than the value of *a | b | cd*, whose P is different.",
        ),
        Choice(
            "Which is the first step that claims more than is proved?",
            {
                "(1)": "Step (1) holds: on the ruler the distances are 1 to 6, each once, so that rank and distance "
                "are the same number. Go on to the next.",
                "(2)": "The theorem is about partitions with the same P. Each P has its own line, so step (3) compares "
                "heights on two different lines.",
                "(3)": "Step (3) follows if all partitions share a line. Which step claims that they do?",
            },
            "(2)",
        ),
        Choice(
            "What do the steps prove?",
            {
                "AUCC and point-biserial agree on all partitions of the ruler.": "The two partitions above are a "
                "counterexample. What do they not have in common?",
                "They agree on partitions of the ruler with equal k.": "The theorem does not mention k. For example, "
                "*abc | d* and *ab | cd* have the same k. Do they share a line?",
                "They agree on partitions of the ruler with equal P.": "For one P both criteria are falling straight "
                "lines in the same sum.",
                "They agree on partitions with equal P, on any points.": "Step (1) needs that each distance is its own "
                "rank. On which points is that so?",
            },
            "They agree on partitions of the ruler with equal P.",
        ),
        Order(
            "These are the steps of the proof of (b) in the theorem, mixed up. Put them in order.",
            (
                "The mid-rank of a within pair is 1, plus 1 for each closer pair, plus ½ for each other pair that "
                "ties with it.",
                "Add these mid-ranks up over the within pairs.",
                "The ones add up to P.",
                "Any two within pairs contribute 1, because one is closer or each gets ½. That makes P(P "
                "\N{MINUS SIGN} 1)/2.",
                "Subtract both, which are P(P + 1)/2 together, from the sum of the mid-ranks.",
                "What is left counts the between pairs that are closer than a within pair, ties one half.",
                "These are the comparisons that AUCC loses, of PN.",
            ),
            before=(
                (0, 1, "First we need what is added up: what is the mid-rank of one pair?"),
                (1, 2, "The P ones come together only when the mid-ranks are added up, so that comes first."),
                (1, 3, "Two within pairs meet only when the mid-ranks are added up, so that comes first."),
                (2, 4, "Before something can be subtracted, we must know that the ones add up to P."),
                (
                    3,
                    4,
                    "Before something can be subtracted, we must know what the within pairs contribute to each other.",
                ),
                (4, 5, "Something can be left only after something was subtracted. Put that step first."),
                (5, 6, "*These* must refer to something. Which step counts it? Put that one first."),
            ),
            why=(
                "This is the definition of a mid-rank, for pairs with ties.",
                "S is the sum over the within pairs.",
                "There are P within pairs, and each brings a 1 of its own.",
                "There are P(P \N{MINUS SIGN} 1)/2 pairs of within pairs, ties or not.",
                "P + P(P \N{MINUS SIGN} 1)/2 = P(P + 1)/2 is what the within pairs owe to each other.",
                "Whatever else is closer than a within pair is a between pair.",
                "A comparison is lost if the between pair is closer.",
            ),
            hint="Start with one pair, then take all within pairs. What do the within pairs owe to each other, and "
            "what is left?",
            outcome="AUCC is 1 minus the proportion of the comparisons that it loses.",
            free=((2, 3),),
        ),
        Choice(
            "In (c) all clusters have q objects. Where does the proof need that?",
            {
                "The squares of all pairs of a cluster add up to q times its squares about the centroid.": "This holds "
                "for a cluster of any size, if each has its own q. What happens when clusters are added up?",
                "Added over the clusters, the squares of all within pairs make q W.": "With different sizes each "
                "cluster would be multiplied by its own size, so the sum would not be a multiple of W.",
                "B = T \N{MINUS SIGN} W.": "This holds for any partition. Look for a step in which q stands for all "
                "clusters.",
                "VRC falls strictly as W rises.": "With n and k fixed it does, whatever the sizes. Look for a step in "
                "which q stands for all clusters.",
            },
            "Added over the clusters, the squares of all within pairs make q W.",
        ),
    ),
    "ex-cards-orders": (
        Number(
            "Take the partitions of the six points into 2 to 5 clusters. How many pairs of them have the same P?",
            int(_SAME_P.sum()),
            tempting=(
                (len(_SAME_P), "You counted all pairs of partitions. Keep only those with the same P."),
                (2 * int(_SAME_P.sum()), "You counted each pair twice, once in either order. Count each pair once."),
            ),
            hint="List the partitions with `set_partitions` for k from 2 to 5, and count within pairs with "
            "`co_membership`.",
            outcome="They are few, compared with all pairs.",
        ),
        Number(
            "How many of these do point-biserial and AUCC put into opposite orders?",
            _DISAGREE,
            tempting=(
                (
                    int(_OPPOSITE.sum()),
                    "You counted over all pairs, whatever their P. Keep only those with the same P.",
                ),
                (
                    int((_SAME_P & (_BY_AUCC * _BY_PB <= 0)).sum()),
                    "You counted pairs with equal values as well. Take out those where either difference is 0.",
                ),
            ),
            hint="The differences of the two criteria have opposite signs. Round to nine decimals, so that equal "
            "values are equal.",
            outcome="Ranks forgive the point at 20. Distances do not.",
        ),
        Choice(
            "Can the C-index disagree with point-biserial where P is the same?",
            {
                "No.": "Both are straight lines in the same sum, so one order fixes the other.",
                "Yes: it uses ranks.": "It adds up the distances themselves. Which of the three criteria uses ranks?",
                "Yes: its limits move.": "They move with P, but here P is the same. Look at part (a) of the theorem.",
                "Yes, because for it lower is better.": "The claim is about which partition is *better*, so that is "
                "taken into account already. Look at part (a) of the theorem.",
            },
            "Yes: it uses ranks." if (_SAME_P & (_BY_C * _BY_PB > 0)).any() else "No.",
        ),
        _C_INDEX_ORDER,
        Write("c_index"),
    ),
    "ex-cards-open": (
        Open(
            (
                "It chooses a scale because the measures have different units, and the reason was there before the "
                "results.",
                "It chooses two or three criteria of different families, each for a reason that comes from the task.",
                "It says what a label is for, and therefore whether an odd wine may have a label of its own.",
                "It does not let the majority of the 29 decide, because a family has one vote.",
                "If the choice was changed, it gives a reason that concerns the task, and says that the choice was "
                "changed.",
            )
        ),
    ),
}

PREDICTIONS = {
    "pre-cards-last": Choice(
        "Which of the three candidates has the lowest AUCC?",
        {
            "abcd | efg": f"Its AUCC is {_BY_CANDIDATE['abcd | efg']:.3f}, and the other two have 1. It is the "
            f"partition of the reference labels, but AUCC has never seen these labels.",
            "abc | defg": "Its AUCC is 1.",
            "abc | d | efg": "Its AUCC is 1.",
        },
        right=min(_BY_CANDIDATE, key=_BY_CANDIDATE.get),
        predict=True,
        name="last",
    ),
    "pre-cards-singletons": Number(
        "How many of the 29 criteria prefer *a | b | cd*, with its two singletons?",
        _FOR_SINGLETONS,
        predict=True,
        between=(0, 29),
        outcome="The ruler is a clear case. Most of the 29 criteria are kin to each other, so there's little dissent.",
        name="singletons",
    ),
    "pre-cards-ring": Number(
        "How many of the 29 criteria prefer the halves to the ring and its core?",
        _FOR_HALVES,
        predict=True,
        between=(0, 29),
        outcome="The eye sees a ring at once. But nearly all criteria ask for compact "
        "clusters, and a ring is not compact.",
        name="ring",
    ),
    "pre-cards-irises": Choice(
        "Which number of clusters do most of the criteria choose?",
        {
            "2": "It is 2, by 25 votes of 29. There are three species, but the criteria don't know them.",
            "3": "There are three species.",
            "12": "It is the largest number of clusters proposed.",
        },
        right="2",
        predict=True,
        name="irises",
    ),
    "pre-cards-units": Number(
        "Four criteria prefer the strips to the halves. How many do so when the unit of length is eight times as "
        "large?",
        _FOR_STRIPS,
        predict=True,
        between=(0, 29),
        outcome="An eighth of the length makes the strips compact, and then every criterion finds them. A unit can "
        "seem a detail of the notation, but it decides what is near.",
        name="units",
    ),
}
