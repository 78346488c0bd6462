"""Questions of the chapter *What AUCC likes*."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from scipy.cluster.hierarchy import cophenet, fcluster, linkage
from sklearn.datasets import load_wine

from aucc_teach import datasets
from aucc_teach.aucc import aucc_score
from aucc_teach.exercises._questions import Choice, Construct, Number, Order

# ---- weights

_SIZES = (100, 30, 10)
_WITHIN = [comb(size, 2) for size in _SIZES]
_COUPLES = list(combinations(_SIZES, 2))
_BETWEEN = [one * other for one, other in _COUPLES]
_SMALL = _BETWEEN[-1]
_THREE, _TWO = 3, 2
_PAIRS = {size: comb(size, 2) for size in (_THREE, _TWO)}
_ALL_WITHIN = sum(_PAIRS.values())


def _weight(size):
    return Fraction(_PAIRS[size], _ALL_WITHIN)


# ---- ten wines at random

_TEN = 10
_VARIETIES = np.bincount(load_wine(return_X_y=True)[1]).tolist()
_WINES = sum(_VARIETIES)
# A within pair of the varieties stays one if neither of its wines is drawn.
_STAYING = comb(_WINES - _TEN, 2) / comb(_WINES, 2)
_NONSENSE = comb(_TEN, 2) / (comb(_TEN, 2) + _STAYING * sum(comb(size, 2) for size in _VARIETIES))


# ---- minimax distances


def _minimax(points):
    return cophenet(linkage(points, method="single"))


def _scores_of_cuts(points):
    """AUCC of the cuts of the single-linkage tree under its own heights, by the pessimistic rule."""
    tree = linkage(points, method="single")
    cuts = (fcluster(tree, k, criterion="maxclust") for k in range(2, len(points)))
    return [
        aucc_score(cophenet(tree), labels, metric="precomputed", ties="pessimistic")
        for labels in cuts
        if 1 < len(set(labels.tolist())) < len(points)
    ]


_OF_EVERY_CUT = min(_scores_of_cuts(datasets.load_figure3().points))


def _stones():
    """How many points on the way from strip to strip it takes until minimax AUCC of the strips is below 1."""
    toy = datasets.load_toy("elongated")
    first, second = (toy.points[toy.labels == label] for label in (0, 1))
    ways = np.linalg.norm(first[:, None] - second, axis=2)
    longest = max(_minimax(strip).max() for strip in (first, second))
    return next(n for n in range(10) if ways.min() / (n + 1) < longest)


EXERCISES = {
    "ex-likes-couples": (
        Choice(
            "The weight of the couple of the clusters l and m:",
            {
                "its between pairs, of all between pairs": "The product of the two sizes, divided by N.",
                "its objects, of all objects": "How many between pairs do these objects make?",
                "one, of all couples": "So it would be if all couples had the same number of between pairs.",
                "its between pairs, of all comparisons": "Its comparisons are P times as many as its between pairs.",
            },
            "its between pairs, of all between pairs",
        ),
        Order(
            "The proof, mixed up. Put it in order.",
            (
                "Each between pair lies in exactly one couple of clusters.",
                "So sort the PN comparisons by the couple of their between pair.",
                "Each between pair of such a couple makes P comparisons. So the couple has P comparisons for each.",
                "By definition of B, this share of them is right, ties half.",
                "Add over the couples, and divide by PN: P cancels.",
            ),
            before=(
                (0, 1, "Comparisons can be sorted by couples only if each between pair has one couple."),
                (1, 2, "Count the comparisons of a couple when they are sorted."),
                (2, 3, "A share of how many? First count the comparisons of the couple."),
                (3, 4, "What is right is added up before it is known."),
            ),
            hint="Sort, count, take the share, add up.",
            outcome="The same four steps as for clusters, from the other side of the comparison.",
        ),
        Number(
            "Sizes 100, 30 and 10: the weight of the couple of the two small clusters:",
            Fraction(_SMALL, sum(_BETWEEN)),
            tempting=(
                (Fraction(1, len(_COUPLES)), "All couples alike? Count their between pairs."),
                (
                    Fraction(sum(_COUPLES[-1]), sum(map(sum, _COUPLES))),
                    "This counts objects. A couple enters with its between pairs.",
                ),
                (
                    Fraction(sum(_WITHIN[1:]), sum(_WITHIN)),
                    "These are the within pairs of the two. A couple enters with its between pairs.",
                ),
                (
                    Fraction(_SMALL, comb(sum(_SIZES), 2)),
                    "Below the line are all pairs here. Only between pairs lie in a couple.",
                ),
            ),
            hint="How many between pairs has each of the three couples?",
            outcome="How well the two small ones are separated from each other hardly counts.",
        ),
    ),
    "ex-likes-objects": (
        Choice(
            "Which step fails?",
            {
                "Each object takes part in comparisons.": "It does, by its within pairs and its between pairs.",
                "All objects are alike.": "An object of a larger cluster takes part in more within pairs.",
                "So each cluster has its share of objects for a weight.": "It would follow, if all objects were alike.",
            },
            "All objects are alike.",
        ),
        Number(
            "Sizes 3 and 2: the weight of the larger cluster:",
            _weight(_THREE),
            tempting=(
                (Fraction(_THREE, _THREE + _TWO), "This counts objects: it is the claim. Count within pairs."),
                (
                    Fraction(_PAIRS[_THREE], comb(_THREE + _TWO, 2)),
                    "Below the line are all pairs here. Only within pairs count.",
                ),
                (Fraction(1, 2), "Are the clusters alike? Count their within pairs."),
            ),
            hint="How many within pairs has each of the two clusters?",
            outcome="Three of four within pairs, with three of five objects.",
        ),
        Number(
            "The weight of one object of the larger cluster:",
            _weight(_THREE) / _THREE,
            tempting=(
                (_weight(_THREE), "This is the weight of the whole cluster."),
                (Fraction(1, _THREE + _TWO), "So it would be if all objects were alike."),
                (Fraction(_THREE - 1, _ALL_WITHIN), "Each pair has two objects. Here it counts in full for both."),
            ),
            hint="The weight of the cluster, shared among its objects.",
            outcome="One quarter.",
        ),
        Number(
            "The weight of one object of the smaller cluster:",
            _weight(_TWO) / _TWO,
            tempting=(
                (_weight(_TWO), "This is the weight of the whole cluster."),
                (Fraction(1, _THREE + _TWO), "So it would be if all objects were alike."),
            ),
            hint="The weight of the cluster, shared among its objects.",
            outcome="Half as much as an object of the larger cluster brings.",
        ),
    ),
    "ex-pairs-nonsense": (
        Number(
            "The weight of the new cluster, on average:",
            _NONSENSE,
            tempting=(
                (_TEN / _WINES, "This counts wines. Count within pairs."),
                (1 / (len(_VARIETIES) + 1), "So it would be if all clusters had the same weight."),
                (comb(_TEN, 2) / comb(_WINES, 2), "Below the line are all pairs here. Only within pairs count."),
            ),
            hint="Ten wines make 45 pairs. How many within pairs are there in all? The table of the varieties helps.",
            outcome="Less than one hundredth.",
            places=3,
            within=0.001,
        ),
        Choice(
            "By how much will AUCC fall, do you think?",
            {
                "not at all": "The new cluster weighs nearly nothing, but it is not only a cluster.",
                "by less than its weight": "Its own part costs less than that. There is another side.",
                "by about twice its weight": "More than its own part could cost.",
            },
            "by about twice its weight",
            predict=True,
        ),
        Choice(
            "Where does most of the fall come from?",
            {
                "From the within pairs of the new cluster": "They weigh less than one hundredth, and more than half of "
                "their comparisons are right.",
                "From its between pairs": "The ten wines are close to the wines of their own varieties: short between "
                "pairs, which harm every cluster.",
                "From the within pairs that the varieties have lost": "They are any pairs of their varieties, drawn "
                "blindly. The shares of the varieties would stay as they are.",
            },
            "From its between pairs",
        ),
        Construct(
            "AuccLab",
            todo="Seven points in two clusters. Make AUCC 1 by giving one point a cluster of its own.",
            goal=(("n_points", "==", 7), ("n_clusters", "==", 3), ("aucc", "==", 1)),
            outcome="d weighs nothing now. Its pairs with a, b and c were the far within pairs. They are between pairs "
            "now, and those may be far.",
        ),
    ),
    "ex-pairs-ultrametric": (
        Number(
            "AUCC of every cut under the minimax distance, by the pessimistic rule. What do you expect?",
            Fraction(_OF_EVERY_CUT),
            predict=True,
            outcome="Of every cut, for every data set.",
        ),
        Order(
            "The proof, mixed up. Put it in order.",
            (
                "The minimax distance of two objects is the height at which the tree joins them.",
                "A cut at height h leaves those together that are joined at h or below.",
                "So each within pair has at most the minimax distance h, and each between pair a larger one.",
                "So all comparisons come out alike, and none is tied.",
                "So AUCC is the same for each k, by every tie rule.",
            ),
            before=(
                (0, 2, "Distances are compared with h before it is said that they are heights."),
                (1, 2, "What is within and what is between is said by the cut."),
                (2, 3, "How a comparison comes out hangs on who is closer: first show that."),
                (3, 4, "AUCC is a share of comparisons: first show how they come out."),
            ),
            hint="The distance and the cut, both by heights. Then pairs, comparisons, AUCC.",
            outcome="Nothing about the data was used.",
            free=((0, 1),),
        ),
        Choice(
            "What is the result worth?",
            {
                "It shows that single linkage suits these wines.": "The clusters are one lump and a few single wines. "
                "Look at ARI.",
                "Nothing: noise would give the same.": "The distance was made from the same tree as the partition.",
                "It shows which k is best.": "It is the same for each k.",
            },
            "Nothing: noise would give the same.",
        ),
    ),
    "ex-likes-bridge": (
        Number(
            "From how many points on the way does minimax AUCC lose its 1?",
            _stones(),
            predict=True,
            outcome="The steps across are then shorter than the longest step inside a strip.",
        ),
        Choice(
            "And AUCC under the Euclidean distance?",
            {
                "It falls as much": "It compares the lengths of all pairs. A few points are few pairs.",
                "It hardly changes": "A few points among so many are few pairs, and all distances stay.",
                "It rises to 1": "The strips stay as long as they are: many within pairs are far.",
            },
            "It hardly changes",
            predict=True,
        ),
        Choice(
            "What does a point on the way do to the minimax distances?",
            {
                "It adds its own pairs, and nothing else.": "Which chain from strip to strip is best now?",
                "It shortens the longest step from strip to strip.": "So every pair from strip to strip becomes "
                "closer at once.",
                "It shortens the steps inside the strips.": "These stay as they are: it lies between the strips.",
            },
            "It shortens the longest step from strip to strip.",
        ),
    ),
}
