"""Questions of the excursion *Seven criteria under blind labels*."""

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_wine

from aucc_teach import criteria
from aucc_teach.aucc import aucc_score
from aucc_teach.demos import NullMachine
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open
from aucc_teach.partitions import size_profile

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
    """Probability that a standard normal variable is farther than z from 0."""
    return round(2 * (1 - NormalDist().cdf(z)), 9)


def _at_least_one(probability):
    return round(1 - (1 - probability) ** 40, 9)


_BLIND_SEED = 18
_MACHINE = NullMachine()
_NO_STRUCTURE = next(preset for preset in _MACHINE.presets if preset["name"] == "No structure")
_MACHINE.start(points=_NO_STRUCTURE["points"], labels=_NO_STRUCTURE["labels"], seed=_BLIND_SEED)
_BLIND = {
    "points": _NO_STRUCTURE["points"],
    "labels": list(_MACHINE.blind_labels),
    "seed": _BLIND_SEED,
    "view": "judge",
}

# ---- the level of the C-index on the wines

_X = load_wine().data
_WINE, _SCALED = (np.sort(pdist(points)) for points in (_X, (_X - _X.mean(axis=0)) / _X.std(axis=0)))


def _wine_level(d, k, *, within=None, over_largest=False):
    """Mean of the C-index of random labels in k even clusters, by the sorted distances."""
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

EXERCISES = {
    "ex-seven-units": (
        Objects(
            "Which of them change?",
            tuple(_OF_POINTS),
            right=_CHANGED,
            tempting=(
                (("PBM", "VRC"), "Both parts of VRC get the same factor. What becomes of their ratio?"),
                (("PBM", "point-biserial"), "Point-biserial is a correlation. What does a factor do to one?"),
                (tuple(name for name in _OF_POINTS if name != "AUCC"), "A factor cancels in a ratio. In which not?"),
            ),
            hint="Write each as a ratio, and follow the factor 10 above and below the line.",
            outcome="It alone has units.",
        ),
        Number(
            "A score that changes is multiplied by",
            _PBM_FACTOR,
            tempting=(
                (math.isqrt(_PBM_FACTOR), "The bracket of PBM changes by that. What is done to the bracket?"),
                (_PBM_FACTOR**2, "Only one of the three parts of the bracket has units."),
                (_PBM_FACTOR**0, "One part of the bracket has units, and nothing cancels it."),
            ),
            hint="Which of the three parts of the bracket has units? Then the square.",
        ),
        Choice(
            "Which of these get the factor 100?",
            {
                "S and its extremes, of the C-index": "They are sums of distances: factor 10.",
                "B and W, of VRC": "Sums of squares, so 100 each.",
                "b \N{MINUS SIGN} a and max(a, b), of the silhouette": "They are distances: factor 10.",
                "Bⱼ and Tⱼ, of C/sqrt(k)": "Sums of squares of one variable, so 100 each.",
            },
            ("B and W, of VRC", "Bⱼ and Tⱼ, of C/sqrt(k)"),
        ),
        Objects(
            "These four can be given distances. Which stay if all distances are squared?",
            _TAKE_DISTANCES,
            right=_SQUARE_PROOF,
            tempting=(
                (("AUCC", "point-biserial"), "A correlation keeps straight lines. A square is none."),
                (("AUCC", "C-index"), "Its best value stays, for perfect clusters. In between it uses the distances."),
                (_TAKE_DISTANCES, "Squares keep the order of the distances, and nothing more."),
            ),
            hint="What do squares keep of the distances? Which criterion uses no more than that?",
        ),
    ),
    "ex-seven-forty": (
        Number(
            "Levels beyond 2 that you expect among forty, if nothing is there:",
            40 * _beyond(2),
            tempting=(
                (40 * _beyond(2) / 2, "That is one side. Levels below \N{MINUS SIGN}2 are beyond 2 as well."),
                (40 * _beyond(2.4), "That is beyond 2.4."),
            ),
            hint="The share of a standard normal curve beyond 2, on both sides, times forty.",
            places=1,
        ),
        Number(
            "Probability of at least one beyond 2.4, if they were independent:",
            _at_least_one(_beyond(2.4)),
            tempting=(
                (40 * _beyond(2.4), "That is the number that you expect. Two may be beyond 2.4 at once."),
                (_beyond(2.4), "That is for a single level."),
                (_at_least_one(_beyond(2.4) / 2), "That is one side only."),
            ),
            hint="Take the probability that none of the forty is beyond from 1.",
            outcome="As likely as not.",
        ),
        Choice(
            "They are not independent. Why does the expected number not care?",
            {
                "the levels are nearly independent": "It would not care if they were far from it.",
                "the mean of a sum is the sum of the means": "Also where the terms depend on each other.",
                "forty is a large number": "It holds for two levels, too.",
            },
            "the mean of a sum is the sum of the means",
        ),
        Construct(
            "NullMachine",
            todo="Nothing is there: the labels were dealt blindly. Find a story all the same: press New seed and run "
            "to the end, again and again, until p is 0.05 or less.",
            goal=(("blind", "==", 1), ("n_judged", "==", 999), ("p", "<=", 0.05)),
            outcome="Blind labels get such a p once in twenty seeds. Whoever tells of this seed alone tells a story.",
            start=_BLIND,
        ),
    ),
    "ex-blind-wine": (
        Choice(
            f"Wines as measured, skewness {_SKEWNESSES[0]}. What do you expect of the level, as k grows?",
            {
                "it falls": "A long tail on the right: the mean lies low between the shortest and the longest.",
                "it rises": "It does where the tail is on the left.",
                "it stays": "It does where distances are spread alike to both sides.",
            },
            "it falls" if _FALLS else "it rises",
            predict=True,
        ),
        Choice(
            f"Scaled, the skewness is {_SKEWNESSES[1]}. What does that tell of the level?",
            {
                "it rises all the way": "So little skewness does not decide. Compute the levels: where do they end?",
                "it does not change": "It does, a little. Compute the levels.",
                "little: compute it": "It rises at first and comes back. Skewness tells of a clear case only.",
            },
            "little: compute it",
        ),
        Number(
            "Scaled, the exact level for k = 14 even clusters:",
            _wine_level(_SCALED, 14),
            tempting=(
                (
                    _wine_level(_SCALED, 14, over_largest=True),
                    "Divide by the largest sum less the smallest, not by the largest.",
                ),
                (1 - _wine_level(_SCALED, 14), "Turned round: 0 stands for the smallest sum."),
                (
                    _wine_level(_SCALED, 14, within=178 // 14),
                    "P is the number of within *pairs*, over all clusters, not the size of one.",
                ),
                (_wine_level(_SCALED, 10), "That is for k = 10."),
                (_wine_level(_WINE, 14), "That is as measured."),
            ),
            hint="P from the sizes, the smallest and the largest sum of P distances from the sorted ones.",
            places=3,
        ),
    ),
    "ex-blind-silhouette": (
        Choice(
            "At k = 2, what do you expect of the two versions?",
            {
                "the minimum gives less": "They are the same number: there is one other cluster.",
                "they are the same": "There is one other cluster, so the smallest mean is the average.",
            },
            "they are the same",
            predict=True,
        ),
        Choice(
            "And at k = 23, of the version with the average?",
            {
                "it falls as the one with the minimum": "It stays near 0, a little above.",
                "it stays near 0": "So it is the minimum that makes the silhouette fall.",
                "it rises towards 1": "It stays near 0, a little above.",
            },
            "it stays near 0",
            predict=True,
        ),
        Number(
            "An object has a = 3, and mean dissimilarities of 2 and 4 to the two other clusters. Its silhouette:",
            _silhouette(_OWN, min(_OTHERS)),
            tempting=(
                (_silhouette(_OWN, _AVERAGE), "That is with the average. The silhouette takes the smaller one."),
                (-_silhouette(_OWN, min(_OTHERS)), "The sign: b \N{MINUS SIGN} a, and b is smaller here."),
                (Fraction(min(_OTHERS) - _OWN, min(_OTHERS)), "Divide by the larger of a and b."),
                (_silhouette(_OWN, max(_OTHERS)), "b is the smallest of the means, not the largest."),
            ),
            hint="(b \N{MINUS SIGN} a)/max(a, b), b being the smallest mean.",
            outcome="With the average in place of the minimum it would be 0: 3 lies halfway between 2 and 4.",
        ),
        Choice(
            "With the average, the mean is a little above 0. Why?",
            {
                "b is still the luckiest of many": "An average is not. And luck of that kind would make it smaller.",
                "b \N{MINUS SIGN} a is divided by the larger of the two": "Where a is too large it divides itself, so "
                "bad luck counts less than good luck.",
                "50 partitions are too few": "It lies many standard errors above 0.",
            },
            "b \N{MINUS SIGN} a is divided by the larger of the two",
        ),
    ),
    "ex-blind-chi": (
        Number(
            f"By the formula, the level of C/sqrt(k) for k = {_K} and n = {_N}, before it is corrected:",
            _FORMULA,
            tempting=(
                (
                    math.sqrt((_K - 1) / (_K * (_N - 1))),
                    "That is the ceiling. The mean of a chi variable lies below the root of its degrees of freedom.",
                ),
                (_chi(_K) / math.sqrt(_K * (_N - 1)), "Degrees of freedom are k \N{MINUS SIGN} 1, not k."),
                (_chi(_K - 1) / math.sqrt(_N - 1), "The root of k is missing below the line."),
            ),
            hint="The mean of a chi variable with two degrees of freedom is the root of \u03c0/2.",
            places=4,
        ),
        Choice(
            "What do you expect of the corrected grand means?",
            {
                "they rise, as before, and more slowly": "They are constant within half a percent.",
                "they are constant, nearly": "Within half a percent: the formula has what makes them rise.",
                "they fall": "They are constant within half a percent.",
            },
            "they are constant, nearly",
            predict=True,
        ),
        Open(
            (
                "How much a single partition scatters at each k, not the mean alone.",
                "That it scatters most at few clusters, so the best of many blind partitions is often one of these.",
                "How it does on data with clusters: a level under chance says nothing about that.",
            ),
            prompt="Write down what else has to be looked at before k is chosen with it, then tick what it says:",
        ),
    ),
}
