"""Questions of the chapter *What AUCC likes*."""

from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
from scipy.cluster.hierarchy import cophenet, fcluster, linkage
from scipy.spatial.distance import squareform
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

from aucc_teach import datasets
from aucc_teach.aucc import aucc_score
from aucc_teach.exercises import Break, Choice, Construct, Number, Objects, Order

from ._claims import LISTS_SEARCHED, PAIRS

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


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


# ---- similarities reversed

_FIGURE3 = datasets.load_figure3()
_SIMILARITY = squareform(_FIGURE3.similarity, checks=False)
with np.errstate(divide="ignore"):
    _TURNED = {
        "1 \N{MINUS SIGN} s": 1 - _SIMILARITY,
        "1 \N{MINUS SIGN} s²": 1 - _SIMILARITY**2,
        "exp(\N{MINUS SIGN}s)": np.exp(-_SIMILARITY),
        "1/s": 1 / _SIMILARITY,
        "1/(1 + s)": 1 / (1 + _SIMILARITY),
        "(1 \N{MINUS SIGN} s)¹⁰": (1 - _SIMILARITY) ** 10,
    }


def _answers(dissimilarities):
    """Whether the package takes the values, and finds what it finds for one minus the similarity."""
    if not np.isfinite(dissimilarities).all():
        return False
    return aucc_score(dissimilarities, _FIGURE3.labels, metric="precomputed") == _MEANT


_MEANT = aucc_score(1 - _SIMILARITY, _FIGURE3.labels, metric="precomputed")
_SAME = tuple(name for name, values in _TURNED.items() if _answers(values))
_STRAIGHT, *_, _TINY = _TURNED
_HAS_ALL = tuple(_TURNED)


_SQUARED = Break(
    "squared",
    "If all dissimilarities are squared, the AUCC stays the same.",
    (PAIRS,),
    _CHECKS,
    {"holds": "The AUCC is {before} before squaring and {after} after it."},
    (
        (
            "Squares keep the order, including ties, and the AUCC sees nothing else.",
            "Each comparison of a within pair with a between pair comes out as before. Any other strictly increasing "
            "function has the same effect.",
        ),
        (
            "All dissimilarities change by the same factor.",
            "They don't: 2 becomes twice as large, and 3 three times. What happens to their order?",
        ),
        (
            "Squares make far pairs farther, and the close pairs balance that.",
            "The AUCC doesn't see sizes, so there's nothing to balance. Does any comparison come out differently?",
        ),
    ),
    right=0,
    searched=LISTS_SEARCHED,
    up_to=6,
)


EXERCISES = {
    "ex-pairs-turn": (
        Objects(
            "For which of the six do you get an AUCC, and the same value?",
            _HAS_ALL,
            right=_SAME,
            tempting=(
                (_HAS_ALL, "All of them keep the order. But two objects have similarity 0: what's 1/s there?"),
                (
                    tuple(name for name in _SAME if name != _TINY),
                    "The tenth power makes many of the values tiny. Does that change which pair is closer?",
                ),
                (
                    (_STRAIGHT,),
                    "It doesn't have to be a straight line. The AUCC sees only the order: which functions keep it?",
                ),
            ),
            hint="Ask of each function whether it is strictly decreasing from 0 to 0.95, and whether it has a value "
            "at each similarity.",
            outcome="Every strictly decreasing function will do, as long as its values are numbers.",
        ),
        Order(
            "Put in order the proof that the AUCC sees the order, all of it and nothing else: first what AUCC sees, "
            "then that it sees all of it. There are m pairs.",
            (
                "The order of two pairs decides their comparison, so the same order gives every partition the same "
                "AUCC.",
                "Among these are the partitions that put one pair together and leave all other objects as singletons.",
                "That pair has m \N{MINUS SIGN} 1 comparisons: those with the c closer pairs are wrong, and those "
                "with t others are tied.",
                "So (m \N{MINUS SIGN} 1) AUCC = m \N{MINUS SIGN} 1 \N{MINUS SIGN} c \N{MINUS SIGN} ½t.",
                "The mid-rank of the pair is c + 1 + ½t, which equals m \N{MINUS SIGN} (m \N{MINUS SIGN} 1) AUCC.",
                "So these partitions determine the mid-rank of each pair, and the mid-ranks determine the order and "
                "the ties.",
            ),
            before=(
                (0, 1, "Begin with what AUCC sees, as asked: the comparisons of all partitions."),
                (1, 2, "At this point it has not been said which pair this is about."),
                (2, 3, "For the formula we need to know how many comparisons are wrong and how many are tied."),
                (3, 4, "The mid-rank comes from the formula for the AUCC, so it comes after that formula."),
                (4, 5, "This uses the mid-ranks before it's known that the AUCC determines them."),
            ),
            why=(
                "AUCC is a proportion of comparisons, and nothing else enters it.",
                "They have pairs of both kinds, so the first statement covers them.",
                "It is the only within pair, so it is compared with all others.",
                "A tie counts one half, and the rest are right.",
                "Half of its ties stand before it, and so do all closer pairs.",
                "AUCC and m are known, and equal mid-ranks are ties.",
            ),
            hint="Begin with all partitions. Then come one pair, its comparisons, its AUCC, its mid-rank, and all "
            "mid-ranks.",
            outcome="So the partitions with a single pair together are enough to determine the order.",
            name="put-in-order-the-proof-that-aucc-sees",
        ),
        _SQUARED,
    ),
    "ex-likes-couples": (
        Choice(
            "The weight of the pair of clusters l and m:",
            {
                "its between pairs, out of all between pairs": "It is the product of the two sizes, divided by N.",
                "its objects, out of all objects": "This counts objects. How many between pairs do they make?",
                "one, out of all pairs of clusters": "This gives all pairs of clusters the same weight. Try sizes "
                "100, 30 and 10: how many between pairs has each?",
                "its between pairs, out of all comparisons": "This divides by comparisons, and a between pair makes P "
                "of them. Divide between pairs by between pairs.",
            },
            "its between pairs, out of all between pairs",
        ),
        Order(
            "Here is the proof, mixed up. Put it in order.",
            (
                "Each between pair lies in exactly one pair of clusters.",
                "So sort the PN comparisons by the two clusters of their between pair.",
                "Each between pair of these two clusters makes P comparisons, so the two have P comparisons for each.",
                "By definition, the proportion B of them is right, ties half.",
                "Add over the pairs of clusters, and divide by PN: P cancels.",
            ),
            before=(
                (0, 1, "Comparisons can be sorted like this only if each between pair lies in one pair of clusters."),
                (1, 2, "Sort the comparisons before you count those of two clusters."),
                (
                    2,
                    3,
                    "Before a proportion comes what it's a proportion of: count the comparisons of the two clusters.",
                ),
                (3, 4, "The right comparisons can be added up once it's known how many there are."),
            ),
            hint="Sort, count, multiply by the proportion, and add up.",
            outcome="These are the same four steps as for clusters, from the other side of the comparison.",
            why=(
                "Its two objects lie in two different clusters.",
                "Then each comparison is counted in one place only.",
                "It is compared with each of the P within pairs, wherever these are.",
                "That is what the proportion B of two clusters means.",
                "The number of comparisons of two clusters is P times that of their between pairs.",
            ),
        ),
        Number(
            "With sizes 100, 30 and 10, the weight of the pair of the two small clusters:",
            Fraction(_SMALL, sum(_BETWEEN)),
            tempting=(
                (
                    Fraction(1, len(_COUPLES)),
                    "This gives the three pairs of clusters the same weight. Count their between pairs.",
                ),
                (
                    Fraction(sum(_COUPLES[-1]), sum(map(sum, _COUPLES))),
                    "This counts objects. How many between pairs do 30 and 10 objects make?",
                ),
                (
                    Fraction(sum(_WITHIN[1:]), sum(_WITHIN)),
                    "These are the within pairs of the two. Count the pairs that lead from cluster to cluster.",
                ),
                (
                    Fraction(_SMALL, comb(sum(_SIZES), 2)),
                    "This divides by all pairs. Divide by the between pairs only.",
                ),
            ),
            hint="How many between pairs does each of the three pairs of clusters have?",
            outcome="So it hardly counts how well the two small clusters are separated from each other.",
        ),
    ),
    "ex-likes-objects": (
        Choice(
            "Which step fails?",
            {
                "Each object takes part in comparisons.": "It does, through its within pairs and its between pairs. "
                "Ask through how many of them.",
                "All objects are alike.": "An object of a larger cluster takes part in more within pairs.",
                "So the weight of each cluster is its proportion of the objects.": "This would follow if all objects "
                "were alike. Are they?",
            },
            "All objects are alike.",
        ),
        Number(
            "With sizes 3 and 2, the weight of the larger cluster:",
            _weight(_THREE),
            tempting=(
                (Fraction(_THREE, _THREE + _TWO), "This counts objects, as the claim does. Count within pairs."),
                (
                    Fraction(_PAIRS[_THREE], comb(_THREE + _TWO, 2)),
                    "This divides by all pairs. Divide by the within pairs of all clusters.",
                ),
                (Fraction(1, 2), "This gives both clusters the same weight. Count their within pairs."),
            ),
            hint="How many within pairs does each of the two clusters have?",
            outcome="The cluster has three of the four within pairs, but only three of the five objects.",
        ),
        Number(
            "The weight of one object of the larger cluster:",
            _weight(_THREE) / _THREE,
            tempting=(
                (
                    _weight(_THREE),
                    "This is the weight of the whole cluster. Share it among its objects.",
                ),
                (
                    Fraction(1, _THREE + _TWO),
                    "This gives every object the same weight, as the claim does. Share the weight of its cluster among "
                    "its objects.",
                ),
                (
                    Fraction(_THREE - 1, _ALL_WITHIN),
                    "This gives each pair in full to both of its objects. Give each of them half.",
                ),
            ),
            hint="Divide the weight of the cluster by the number of its objects.",
            outcome="It is one quarter.",
        ),
        Number(
            "The weight of one object of the smaller cluster:",
            _weight(_TWO) / _TWO,
            tempting=(
                (
                    _weight(_TWO),
                    "This is the weight of the whole cluster. Share it among its objects.",
                ),
                (
                    Fraction(1, _THREE + _TWO),
                    "This gives every object the same weight, as the claim does. Share the weight of its cluster among "
                    "its objects.",
                ),
            ),
            hint="Divide the weight of the cluster by the number of its objects.",
            outcome="That is half of what an object of the larger cluster contributes.",
        ),
    ),
    "ex-pairs-nonsense": (
        Number(
            "The weight of the new cluster, on average:",
            _NONSENSE,
            tempting=(
                (
                    _TEN / _WINES,
                    "This counts wines. How many within pairs do ten wines make, and how many are there in all?",
                ),
                (1 / (len(_VARIETIES) + 1), "This gives the four clusters the same weight. Count their within pairs."),
                (
                    comb(_TEN, 2) / comb(_WINES, 2),
                    "This divides by all pairs. Divide by the within pairs of all clusters.",
                ),
            ),
            hint="Ten wines make 45 pairs. How many within pairs are there in all? The table of the varieties helps.",
            outcome="This is less than one hundredth.",
            places=3,
            within=0.001,
        ),
        Choice(
            "By how much do you expect the AUCC to fall?",
            {
                "not at all": "The new cluster weighs nearly nothing, but that's not all it does.",
                "by less than its weight": "Its own part costs even less than that. But there is another side.",
                "by about twice its weight": "That is more than its own part could cost.",
            },
            "by about twice its weight",
            predict=True,
            name="by-how-much-do-you-expect-aucc-to-fall",
        ),
        Choice(
            "Where does most of the fall come from?",
            {
                "From the within pairs of the new cluster": "They weigh less than one hundredth, and more than half "
                "of their comparisons are right. Look at the other side of the comparisons.",
                "From its between pairs": "The ten wines are close to the wines of their own varieties, so these "
                "between pairs are short, which harms every cluster.",
                "From the within pairs that the varieties have lost": "These are random pairs of their "
                "varieties, so their loss changes no proportion. Look at what the ten wines have gained.",
            },
            "From its between pairs",
        ),
        Construct(
            "AuccLab",
            todo="Here are seven points in two clusters. Make the AUCC 1 by giving one point a cluster of its own.",
            goal=(
                ("n_points", "==", 7, "There are {n_points} points now, and there must be seven."),
                ("n_clusters", "==", 3, "The number of clusters is {n_clusters}, and there must be three."),
                ("aucc", "==", 1, "The AUCC is {aucc}, and not 1."),
            ),
            outcome="Now d weighs nothing. Its pairs with a, b and c were the far within pairs. They are now between "
            "pairs, which may be far.",
        ),
    ),
    "ex-pairs-ultrametric": (
        Number(
            "Which AUCC do you expect for every cut, under the minimax distance and the pessimistic rule?",
            Fraction(_OF_EVERY_CUT),
            predict=True,
            between=(0, 1),
            outcome="This holds for every cut and every data set.",
        ),
        Order(
            "Here is the proof, mixed up. Put it in order.",
            (
                "The minimax distance of two objects is the height at which the tree merges them.",
                "A cut at height h leaves those objects together that are merged at h or below.",
                "So each within pair has minimax distance at most h, and each between pair a larger distance.",
                "So all comparisons come out alike, and none of them is tied.",
                "So AUCC is the same for each k, under every tie rule.",
            ),
            before=(
                (0, 2, "This compares distances with h before it's said that they are heights."),
                (1, 2, "The cut determines what is within and what is between, so it comes first."),
                (2, 3, "How a comparison comes out depends on which pair is closer, so show that first."),
                (3, 4, "The AUCC is a proportion of comparisons, so show first how they come out."),
            ),
            hint="Begin with the distance and the cut, both in terms of heights. Then come pairs, comparisons and "
            "AUCC.",
            outcome="The proof uses nothing about the data.",
            free=((0, 1),),
            why=(
                "That is a property of single linkage.",
                "That is what cutting a tree means.",
                "Merged at h or below means a minimax distance of at most h.",
                "Every within pair is closer than every between pair.",
                "It is the proportion of comparisons that come out right, here all of them.",
            ),
        ),
        Choice(
            "What is the result worth?",
            {
                "It shows that single linkage suits these wines.": "The clusters are a lump and a few single wines. "
                "Ask from what the distance was made.",
                "Nothing: noise would give the same.": "The distance was made from the same tree as the partition.",
                "It shows which k is best.": "The AUCC is the same for each k. What would it be for noise?",
            },
            "Nothing: noise would give the same.",
        ),
    ),
    "ex-likes-bridge": (
        Number(
            "How many points on the way does it take until the AUCC under the minimax distance is below 1?",
            _stones(),
            predict=True,
            between=(0, None),
            outcome="Then the steps across are shorter than the longest step inside a strip.",
        ),
        Choice(
            "What do you expect the AUCC under the Euclidean distance to do?",
            {
                "It falls as much": "It compares the lengths of all pairs, and a few points make few pairs.",
                "It hardly changes": "A few points among so many make few pairs, and all other distances stay the "
                "same.",
                "It rises to 1": "The strips stay as long as they are, so many within pairs are far.",
            },
            "It hardly changes",
            predict=True,
            name="what-do-you-expect-aucc-under-the",
        ),
        Choice(
            "What does a point on the way do to the minimax distances?",
            {
                "It adds its own pairs, and nothing else.": "It does add its own pairs. Now look for the best chain "
                "from strip to strip.",
                "It shortens the longest step from strip to strip.": "Therefore every pair from strip to strip "
                "becomes closer at once.",
                "It shortens the steps inside the strips.": "These steps stay, because the point lies between the "
                "strips. Look at the step across.",
            },
            "It shortens the longest step from strip to strip.",
        ),
    ),
}


# ---- predictions


def _after_nearest_are_cut(n_cut):
    """AUCC of the varieties before and after the wines nearest to the means are cut off, each on its own."""
    wine, varieties = load_wine(return_X_y=True)
    scaled = StandardScaler().fit_transform(wine)
    means = np.array([scaled[varieties == variety].mean(axis=0) for variety in range(3)])
    nearest = np.argsort(np.linalg.norm(scaled - means[varieties], axis=1))[:n_cut]
    cut = varieties.copy()
    cut[nearest] = 3 + np.arange(n_cut)
    return aucc_score(scaled, varieties), aucc_score(scaled, cut)


_BEFORE_CUT, _AFTER_CUT = _after_nearest_are_cut(30)

_WINE, _LABELS = load_wine(return_X_y=True)
_SCALED = StandardScaler().fit_transform(_WINE)
_KMEANS = KMeans(n_clusters=3, n_init=10, random_state=0)
_OF_WINES = {
    "k-means on the raw measurements": _KMEANS.fit_predict(_WINE),
    "k-means on the scaled measurements": _KMEANS.fit_predict(_SCALED),
    "the three varieties": _LABELS,
}
_RAW, _RESCALED, _TRUE = _OF_WINES
_BEST_SCALED = max(_OF_WINES, key=lambda name: aucc_score(_SCALED, _OF_WINES[name]))
_SMALLEST_WEIGHT = Fraction(_WITHIN[-1], sum(_WITHIN))

PREDICTIONS = {
    "pre-pairs-wine": Choice(
        "Judged by the scaled distances, which of the three partitions has the highest AUCC?",
        {
            _RAW: "It was made with the other distance.",
            _RESCALED: "It was made with this distance. The varieties are the truth about the wines, but not about "
            "these distances.",
            _TRUE: "They're the truth about the wines, but not about these distances.",
        },
        _BEST_SCALED,
        predict=True,
    ),
    "pre-pairs-weight": Number(
        "How much of the weight, in percent, does the cluster of 10 get?",
        round(100 * float(_SMALLEST_WEIGHT), 1),
        places=1,
        predict=True,
        between=(0, 100),
        outcome="By objects it would be 7 percent, but pairs grow with the square of the size.",
    ),
    "pre-likes-nearest": Choice(
        "Thirty wines in the middle of their varieties become singletons. What does the AUCC do?",
        {
            "it rises as well": "The AUCC would then reward singletons as such.",
            "it hardly changes": "Singletons weigh nothing, but they make between pairs.",
            "it falls": "A wine in the middle makes short between pairs, where they do most harm. The AUCC doesn't "
            "like every singleton.",
        },
        "it falls" if _AFTER_CUT < _BEFORE_CUT else "it rises as well",
        predict=True,
    ),
}
