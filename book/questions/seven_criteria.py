"""Questions of the excursion *Seven criteria under random labels*."""

import math
from fractions import Fraction
from math import comb
from statistics import NormalDist

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_wine

from aucc_teach import criteria
from aucc_teach.aucc import aucc_score
from aucc_teach.demos import NullMachine
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order
from aucc_teach.pairs import co_membership
from aucc_teach.partitions import set_partitions, size_profile

# ---- ten times the data, on a few points

_POINTS = np.array([[0, 0], [2, 1], [1, 3], [7, 8], [9, 6], [8, 9], [3, 2]])
_LABELS = [0, 0, 0, 1, 1, 1, 1]
_OF_POINTS = {
    "C-index": criteria.c_index,
    "PBM": criteria.pbm_score,
    "point-biserial": criteria.point_biserial_score,
    "silhouette": criteria.silhouette_score,
    "VRC": criteria.calinski_harabasz_score,
    "C/sqrt(k)": criteria.ratkowsky_lance_score,
    "AUCC": aucc_score,
}
_TAKE_DISTANCES = ("AUCC", "point-biserial", "C-index", "silhouette")


def _stays(name, before, after, **given):
    score = _OF_POINTS[name]
    return math.isclose(score(before, _LABELS, **given), score(after, _LABELS, **given), rel_tol=1e-9)


_CHANGED = tuple(name for name in _OF_POINTS if not _stays(name, _POINTS, 10 * _POINTS))
_PBM_FACTOR = round(criteria.pbm_score(10 * _POINTS, _LABELS) / criteria.pbm_score(_POINTS, _LABELS))
_DISTANCES = squareform(pdist(_POINTS))
_SQUARE_PROOF = tuple(name for name in _TAKE_DISTANCES if _stays(name, _DISTANCES, _DISTANCES**2, metric="precomputed"))

# ---- forty levels


def _beyond(z):
    """Probability that a standard normal variable is further than z from 0."""
    return round(2 * (1 - NormalDist().cdf(z)), 9)


def _at_least_one(probability):
    return round(1 - (1 - probability) ** 40, 9)


_BLIND_SEED = 18
_MACHINE = NullMachine()
_NO_CLUSTERS = next(preset for preset in _MACHINE.presets if preset["name"] == "No clusters")
_MACHINE.place(points=_NO_CLUSTERS["points"], labels=_NO_CLUSTERS["labels"], seed=_BLIND_SEED)
_BLIND = {
    "points": _NO_CLUSTERS["points"],
    "labels": list(_MACHINE.blind_labels),
    "seed": _BLIND_SEED,
    "view": "judge",
}

# ---- the level of the C-index on the wines

_X = load_wine().data
_WINE, _SCALED = (np.sort(pdist(points)) for points in (_X, (_X - _X.mean(axis=0)) / _X.std(axis=0)))


def _wine_level(d, k, *, within=None, over_largest=False):
    """Mean of the C-index of random labels in k clusters of equal size, from the sorted distances."""
    n_within = sum(math.comb(size, 2) for size in size_profile(178, k)) if within is None else within
    smallest, largest = d[:n_within].sum(), d[d.size - n_within :].sum()
    return round(float((n_within * d.mean() - smallest) / (largest - (0 if over_largest else smallest))), 9)


def _skewness(d):
    return np.mean((d - d.mean()) ** 3) / d.std() ** 3


_FALLS = _wine_level(_WINE, 14) < _wine_level(_WINE, 2)
_SKEWNESSES = [f"{_skewness(d):.2f}".replace("-", "\N{MINUS SIGN}") for d in (_WINE, _SCALED)]

# ---- one silhouette


def _silhouette(own, b):
    return Fraction(b - own) / max(own, b)


_OWN, _OTHERS = 3, (2, 4)
_AVERAGE = Fraction(sum(_OTHERS), len(_OTHERS))

# ---- C over sqrt(k)


def _chi(f):
    """Mean of a chi variable with f degrees of freedom."""
    return round(math.sqrt(2) * math.gamma((f + 1) / 2) / math.gamma(f / 2), 9)


_N, _K = 500, 3
_FORMULA = _chi(_K - 1) / math.sqrt(_K * (_N - 1))

# ---- relatives of AUCC

_WINES = load_wine().data
_WINES = (_WINES - _WINES.mean(axis=0)) / _WINES.std(axis=0)


def _c_index_levels():
    """Mean of the C-index of the wines as measured, for 2 and 20 clusters of equal size."""
    d = np.sort(pdist(load_wine().data))
    for k in (2, 20):
        n_within = sum(comb(size, 2) for size in size_profile(178, k))
        low, high = d[:n_within].sum(), d[-n_within:].sum()
        yield (n_within * d.mean() - low) / (high - low)


def _mean_ratio(d, n, sizes):
    """Mean of the mean within over the mean between dissimilarity."""
    within = np.array([co_membership(labels) for labels in set_partitions(n, sizes=sizes)])
    return float(np.mean([d[row].mean() / d[~row].mean() for row in within]))


_C_AT_2, _C_AT_20 = _c_index_levels()
_SEVEN = pdist(_WINES[::25][:7])
_UNEVEN, _EVEN = (_mean_ratio(_SEVEN, 7, sizes) for sizes in ([6, 1], [3, 2, 2]))
_D = pdist([[0], [1], [2], [4]])
_ON_LINE = [co_membership(labels) for labels in set_partitions(4, sizes=[2, 2])]
_SUMS = [
    [Fraction(int(_D[pick].sum()), int(pick.sum())) for pick in picks]
    for picks in zip(*((row, ~row) for row in _ON_LINE), strict=True)
]
_RATIOS = [within / between for within, between in zip(*_SUMS, strict=True)]


def _mean(values):
    return sum(values, Fraction(0)) / len(values)


PREDICTIONS = {
    "pre-seven-tail": Choice(
        "The level of the C-index rises on some data sets and falls on others. What decides?",
        {
            "the number of clusters in the data": "It matters only through the distances.",
            "the units of the data": "They cancel in the C-index.",
            "on which side the distances have their long tail": "A criterion is about clusters. But random labels "
            "know only the distances.",
        },
        "on which side the distances have their long tail",
        predict=True,
    ),
    "pre-seven-variants": Choice(
        "Compared with the ordinary silhouette, SSWC (measured to centroids) falls",
        {
            "less far": "A centroid seems to be a steadier thing than a mean of distances.",
            "as far": "The paper says that the variants behave similarly.",
            "further": "The paper says that the variants behave similarly, and in direction they do. But the centroids "
            "of small random clusters scatter widely.",
        },
        "further",
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
}

EXERCISES = {
    "ex-seven-units": (
        Objects(
            "Which of them change?",
            tuple(_OF_POINTS),
            right=_CHANGED,
            tempting=(
                (("PBM", "VRC"), "Both parts of VRC get the same factor. What becomes of their ratio?"),
                (("PBM", "point-biserial"), "Point-biserial is a correlation. What does a factor do to a correlation?"),
                (
                    tuple(name for name in _OF_POINTS if name != "AUCC"),
                    "A factor cancels in a ratio. In which of these does it not cancel?",
                ),
            ),
            hint="Write each as a ratio, and follow the factor 10 in the numerator and in the denominator.",
            outcome="Only PBM has units.",
        ),
        Number(
            "A score that changes is multiplied by",
            _PBM_FACTOR,
            tempting=(
                (
                    math.isqrt(_PBM_FACTOR),
                    "The first step is right: the bracket of PBM changes by that factor. After it, what is done to the "
                    "bracket?",
                ),
                (
                    _PBM_FACTOR**2,
                    "You counted the units twice. Only a single part of the bracket has units: square its factor.",
                ),
                (
                    _PBM_FACTOR**0,
                    "You let the factor cancel. Look for the part of the bracket that has units and stands alone.",
                ),
            ),
            hint="Which of the three parts of the bracket has units? Then take the square.",
        ),
        Choice(
            "Which of these get the factor 100?",
            {
                "S and its extremes, of the C-index": "They are sums of distances, so they get the factor 10. Look "
                "for squares.",
                "B and W, of VRC": "They are sums of squares, so each gets the factor 100.",
                "b \N{MINUS SIGN} a and max(a, b), of the silhouette": "They are distances, so they get the factor "
                "10. Look for squares.",
                "Bⱼ and Tⱼ, of C/sqrt(k)": "They are sums of squares of one variable, so each gets the factor 100.",
            },
            ("B and W, of VRC", "Bⱼ and Tⱼ, of C/sqrt(k)"),
        ),
        Objects(
            "These four can be given distances. Which stay if all distances are squared?",
            _TAKE_DISTANCES,
            right=_SQUARE_PROOF,
            tempting=(
                (
                    ("AUCC", "point-biserial"),
                    "A correlation survives linear changes, and squaring is not linear. Keep only what uses the order.",
                ),
                (
                    ("AUCC", "C-index"),
                    "This holds for the best value of the C-index, with perfect clusters, but not in between, because "
                    "there it uses the distances.",
                ),
                (_TAKE_DISTANCES, "Squares keep only the order of the distances. Is that enough for each of these?"),
            ),
            hint="What do squares keep of the distances? Which criterion uses only that?",
        ),
    ),
    "ex-seven-forty": (
        Number(
            "How many levels beyond 2 do you expect among forty, if nothing is there?",
            40 * _beyond(2),
            tempting=(
                (
                    40 * _beyond(2) / 2,
                    "You counted a single side. Double it, because levels below \N{MINUS SIGN}2 are beyond 2 as well.",
                ),
                (40 * _beyond(2.4), "You took those beyond 2.4. Use the part of the curve beyond 2."),
            ),
            hint="It is forty times the proportion of a standard normal curve that lies beyond 2, on both sides.",
            places=1,
        ),
        Number(
            "How likely would at least one beyond 2.4 be, if they were independent?",
            _at_least_one(_beyond(2.4)),
            tempting=(
                (
                    40 * _beyond(2.4),
                    "You found the number that you expect, and two may be beyond 2.4 at once. Begin with the "
                    "probability "
                    "of none.",
                ),
                (
                    _beyond(2.4),
                    "This holds for a single level. What is the probability that none of forty is beyond 2.4?",
                ),
                (_at_least_one(_beyond(2.4) / 2), "You counted a single side. Double the part beyond 2.4 first."),
            ),
            hint="Subtract the probability that none of the forty is beyond 2.4 from 1.",
            outcome="It is about as likely as not.",
        ),
        Choice(
            "They are not independent. Why does the expected number not care?",
            {
                "the levels are nearly independent": "The expected number would not care even if they were far from "
                "independent. What is true of the mean of any sum?",
                "the mean of a sum is the sum of the means": "This is true even if the terms depend on each other.",
                "forty is a large number": "The same is true for two levels. What is true of the mean of any sum?",
            },
            "the mean of a sum is the sum of the means",
        ),
        Construct(
            "NullMachine",
            todo="Nothing is there, because the labels are random. Find a story all the same: press New seed and run "
            "to the end, again and again, until p is 0.05 or less.",
            goal=(
                ("blind", "==", 1, "These labels are not random: under Labels, choose random labels."),
                ("n_judged", "==", 999, "The number of random labellings is {n_judged}, and it takes 999."),
                ("p", "<=", 0.05, "p is {p}, and not 0.05 or less. Press New seed."),
            ),
            outcome="Random labels get such a p once in twenty seeds. If you report only this seed, you tell a story.",
            start=_BLIND,
        ),
    ),
    "ex-blind-wine": (
        Choice(
            f"As measured, the wines have skewness {_SKEWNESSES[0]}. What do you expect of the level, as k grows?",
            {
                "it falls": "There is a long tail on the right, so the mean lies low between the shortest and the "
                "longest.",
                "it rises": "A tail on the left would do that. On which side is it here?",
                "it stays": "For that the distances would have to be spread alike to both sides. Look at the skewness.",
            },
            "it falls" if _FALLS else "it rises",
            predict=True,
        ),
        Choice(
            f"Scaled, the skewness is {_SKEWNESSES[1]}. What does that tell you about the level?",
            {
                "it rises all the way": "So little skewness does not decide. Compute the levels: where do they end?",
                "it does not change": "It changes a little. Compute the levels for all four k.",
                "little, so compute it": "The level rises at first and comes back. Skewness tells us only about a "
                "clear case.",
            },
            "little, so compute it",
        ),
        Number(
            "What is the exact level of the scaled wines for k = 14 clusters of equal size?",
            _wine_level(_SCALED, 14),
            tempting=(
                (
                    _wine_level(_SCALED, 14, over_largest=True),
                    "You divided by the largest sum. Which difference belongs in the denominator?",
                ),
                (
                    1 - _wine_level(_SCALED, 14),
                    "The direction is reversed: subtract the smallest sum, so that it stands for 0.",
                ),
                (
                    _wine_level(_SCALED, 14, within=178 // 14),
                    "You used the size of one cluster. P is the number of within *pairs*, over all clusters.",
                ),
                (_wine_level(_SCALED, 10), "This is the level for k = 10. Take the sizes of 14 clusters."),
                (_wine_level(_WINE, 14), "This is the level as measured. Scale every column first."),
            ),
            hint="Compute P from the sizes. The sorted distances give the smallest and the largest sum of P of them.",
            places=3,
        ),
    ),
    "ex-blind-silhouette": (
        Choice(
            "At k = 2, what do you expect of the two versions?",
            {
                "the minimum gives less": "With more clusters it does. How many other clusters are there for an "
                "object here?",
                "they are the same": "There is only one other cluster, so the smallest mean is the average.",
            },
            "they are the same",
            predict=True,
        ),
        Choice(
            "And at k = 23, of the version with the average?",
            {
                "it falls as with the minimum": "It stays near 0, a little above.",
                "it stays near 0": "This shows that the minimum makes the silhouette fall.",
                "it rises towards 1": "It stays near 0, a little above.",
            },
            "it stays near 0",
            predict=True,
        ),
        Number(
            "An object has a = 3, and mean dissimilarities of 2 and 4 to the two other clusters. What is its "
            "silhouette?",
            _silhouette(_OWN, min(_OTHERS)),
            tempting=(
                (
                    _silhouette(_OWN, _AVERAGE),
                    "You averaged the two other clusters. Take the smaller of their means.",
                ),
                (
                    -_silhouette(_OWN, min(_OTHERS)),
                    "The direction is reversed: look at which of a and b is larger in b \N{MINUS SIGN} a.",
                ),
                (
                    Fraction(min(_OTHERS) - _OWN, min(_OTHERS)),
                    "You divided by b. Which of a and b belongs in the denominator?",
                ),
                (_silhouette(_OWN, max(_OTHERS)), "You took the largest of the means for b. Which of them is b?"),
            ),
            hint="It is (b \N{MINUS SIGN} a)/max(a, b), where b is the smallest mean.",
            outcome="With the average in place of the minimum it would be 0, because 3 lies halfway between 2 and 4.",
        ),
        Choice(
            "With the average, the mean is a little above 0. Why?",
            {
                "b is still the luckiest of many": "An average is not the luckiest, and luck of that kind would "
                "make the "
                "mean smaller. Look at the denominator.",
                "b \N{MINUS SIGN} a is divided by the larger of the two": "When a is too large it divides itself, so "
                "bad luck counts less than good luck.",
                "50 partitions are too few": "The mean lies many standard errors above 0, so look for a reason: "
                "what is "
                "b \N{MINUS SIGN} a divided by?",
            },
            "b \N{MINUS SIGN} a is divided by the larger of the two",
        ),
    ),
    "ex-blind-chi": (
        Number(
            f"By the formula, what is the level of C/sqrt(k) for k = {_K} and n = {_N}, before it is corrected?",
            _FORMULA,
            tempting=(
                (
                    math.sqrt((_K - 1) / (_K * (_N - 1))),
                    "You computed the ceiling. Use the mean of a chi variable, which lies below the root of its "
                    "degrees "
                    "of freedom.",
                ),
                (
                    _chi(_K) / math.sqrt(_K * (_N - 1)),
                    "You used k degrees of freedom. Take k \N{MINUS SIGN} 1.",
                ),
                (
                    _chi(_K - 1) / math.sqrt(_N - 1),
                    "You left out the root of k in the denominator. Divide by it as well.",
                ),
            ),
            hint="The mean of a chi variable with two degrees of freedom is the root of \u03c0/2.",
            places=4,
        ),
        Choice(
            "What do you expect of the corrected grand means?",
            {
                "they rise, as before, but more slowly": "They are constant within half a percent.",
                "they are constant, nearly": "They are, within half a percent, because the formula contains what makes "
                "them rise.",
                "they fall": "They are constant within half a percent.",
            },
            "they are constant, nearly",
            predict=True,
        ),
        Open(
            (
                "How much a single partition scatters at each k, and not only the mean.",
                "That it scatters most at few clusters, so the best of many random partitions is often one of these.",
                "How it does on data with clusters, because a level under chance tells us nothing about that.",
            ),
            prompt="What else do you have to look at before you choose k with it?",
            name="write-down-what-else-you-have-to-look-at",
        ),
    ),
    "ex-null-ratio": (
        Number(
            "The points 0, 1, 2 and 4, in two and two: the mean of the ratio over the three partitions:",
            _mean(_RATIOS),
            tempting=(
                (
                    sum(_SUMS[0]) / sum(_SUMS[1]),
                    "That's the mean of the one divided by the mean of the other. Divide for each partition, and "
                    "then take the mean.",
                ),
                (
                    _mean([1 / ratio for ratio in _RATIOS]),
                    "The ratio is upside down: put the within dissimilarity into the numerator.",
                ),
                (
                    _mean([ratio / 2 for ratio in _RATIOS]),
                    "The two sums have different numbers of pairs: divide the sum within by two, the "
                    "sum between by four.",
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
            tempting=((_EVEN, "That's for the sizes 3, 2 and 2. Take the seven partitions into 6 and 1."),),
            hint="Compute the ratio for each of the seven partitions, then take the mean.",
            outcome=f"For sizes 3, 2 and 2 the mean is {_EVEN:.3f}, so the level is known but not constant.",
            places=3,
        ),
    ),
}
