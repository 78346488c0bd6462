"""Questions of the chapter *A first tour*."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

from aucc_teach import datasets
from aucc_teach.aucc import PairRanking, concordance
from aucc_teach.exercises import Choice, Construct, Number, Write
from aucc_teach.pairs import co_membership

from ._exact import aucc

_SEVEN = datasets.load_figure3()
_DISTANCES = pdist(_SEVEN.points)
_BEFORE, _AFTER = (co_membership(labels) for labels in (_SEVEN.labels, [0, 0, 0, 1, 1, 1, 1]))
_NAMES = np.array([f"*{one}{other}*" for one, other in combinations(_SEVEN.names, 2)])
_LINE = np.array([[0], [1], [4], [6]])
_LABELINGS = ([0, 0, 1, 1], [0, 1, 2, 2], [0, 1, 0, 1])


def _farthest(together):
    """Name of the within pair that is farthest apart."""
    return str(_NAMES[together][_DISTANCES[together].argmax()])


def _nearest(together):
    """Name of the closest between pair."""
    return str(_NAMES[~together][_DISTANCES[~together].argmin()])


_TWO, _SINGLES, _ACROSS = (concordance(_LINE, labels) for labels in _LABELINGS)
_N_PAIRS = comb(len(_LINE), 2)

_X, _SPECIES = load_iris(return_X_y=True)
_RANKING = PairRanking(_X)
_EXACT = concordance(_X, _SPECIES)
_ROUNDED = concordance(pdist(_X).round(), _SPECIES, metric="precomputed")


def _kmeans(X, k):
    return KMeans(n_clusters=k, n_init=5, random_state=0).fit_predict(X)


def _noise(n, dimension):
    return np.random.default_rng(0).random((n, dimension))


_OF_THREE = _RANKING.score(_kmeans(_X, 3))
_OF_NOISE = [PairRanking(_noise(150, 4)).score(_kmeans(_noise(150, 4), k)) for k in (2, 13)]
_OF_EIGHT = float(PairRanking(_noise(300, 2)).score(_kmeans(_noise(300, 2), 8)))

PREDICTIONS = {
    "pre-tour-iris": Choice(
        "Which will have the higher AUCC: the true species, or the three clusters that k-means finds?",
        {
            "The species": "Botanists named them. But the AUCC sees only the distances.",
            "The clusters of k-means": "k-means looks for clusters whose points lie close together. The species "
            "weren't made to have short distances.",
        },
        "The clusters of k-means" if _RANKING.score(_SPECIES) < _OF_THREE else "The species",
        predict=True,
    ),
    "pre-tour-box": Choice(
        "There are no groups in the noise. What will the AUCC of k-means do as it's asked for more and more clusters?",
        {
            "Stay near one half": "That's the mean for labels handed out without looking at the points. k-means "
            "looks at them.",
            "Fall": "For that, the within pairs would have to get longer. But the more clusters there are, the smaller "
            "they are, and the shorter their within pairs.",
            "Climb": "More clusters are smaller clusters, and their within pairs are shorter. That happens even "
            "where there are no groups.",
        },
        "Climb" if _OF_NOISE[1] > _OF_NOISE[0] > 0.5 else "Fall",
        predict=True,
        name="the-box-has-no-clusters-what-will-aucc",
    ),
}

EXERCISES = {
    "ex-tour-move": (
        Choice(
            "Which within pair comes last now?",
            {
                _farthest(_BEFORE): "That's the last within pair as long as *d* is in its old cluster. Which points "
                "share a cluster with *d* now?",
                _nearest(_AFTER): "That's a between pair now, the first of them in the row. Look at the pairs that *d* "
                "makes with its new cluster.",
                _farthest(_AFTER): "It's the last of the nine within pairs, and it still comes before all twelve "
                "between pairs.",
                _nearest(_BEFORE): "It's a within pair now, so you're close. Does another within pair come later in "
                "the row?",
            },
            _farthest(_AFTER),
            name="which-within-pair-is-the-least-similar",
        ),
    ),
    "ex-tour-line": (
        Number(
            "{0, 1}, {4, 6}: the AUCC is",
            aucc(_TWO),
            tempting=(
                (
                    Fraction(_TWO.s_plus, _N_PAIRS * (_N_PAIRS - 1) // 2),
                    "The 8 is right. The 15 counts all ways to compare two of the six pairs, and the AUCC uses only "
                    "those with one within pair and one between pair.",
                ),
            ),
            hint="Write down the six distances and mark the two within distances. Which of the others are longer?",
            outcome="The two within distances are the two shortest, so they win all eight comparisons.",
            name="two-clusters-of-two",
        ),
        Number(
            "{0}, {1}, {4, 6}: the AUCC is",
            aucc(_SINGLES),
            tempting=(
                (
                    aucc(_TWO),
                    "That's the AUCC of {0, 1}, {4, 6}. Here 0 and 1 are in clusters of their own, which makes them a "
                    "between pair.",
                ),
                (
                    Fraction(_SINGLES.s_plus, _N_PAIRS),
                    "Four comparisons do come out right. But the within pair isn't compared with itself, so how many "
                    "comparisons are there?",
                ),
            ),
            hint="There's only one within pair, 4 and 6. Compare its distance with the other five.",
            outcome="The within pair loses to the pair of 0 and 1 and beats the other four.",
            name="two-singletons",
        ),
    ),
    "ex-tour-across": (
        Choice(
            "A guess for {0, 4}, {1, 6}: the AUCC is",
            {
                "above 1/2": "For that, the within pairs would have to win most of their comparisons. How long "
                "are they?",
                "1/2": "That's the mean over random labels. A single labelling can lie above it or below it.",
                "below 1/2": "Clusters that split neighbours have long within pairs.",
            },
            "below 1/2" if _ACROSS.s_plus < _ACROSS.s_minus else "above 1/2",
            predict=True,
            name="guess",
        ),
        Number(
            "How many of the eight comparisons come out right?",
            _ACROSS.s_plus,
            tempting=(
                (
                    _ACROSS.s_minus,
                    "That's how many go wrong. A comparison comes out right if the within pair is the closer one.",
                ),
                (
                    sum(_ACROSS) // 2,
                    "That would make the AUCC one half, which random labels get on average. For these clusters, "
                    "compare each within distance with each between distance.",
                ),
            ),
            hint="The within distances are 4 and 5. Which between distances are longer?",
            outcome="Only the distance 6 is longer than 4 and 5, so each of them wins once.",
            name="right",
        ),
        Construct(
            "AuccLab",
            todo="Here are the four points. Leave them where they are, and change their clusters until the AUCC is 0.",
            goal=(
                (
                    "n_points",
                    "==",
                    4,
                    "There are {n_points} points now, and the task needs four. Press Undo until they're back.",
                ),
                (
                    "aucc",
                    "==",
                    0,
                    "The AUCC is {aucc}. Which pair should be a within pair if all comparisons are to go wrong?",
                ),
            ),
            outcome="The longest distance of all is the only within pair, so it loses all five comparisons.",
            start={"points": [[150 * int(x), 500] for (x,) in _LINE], "labels": [0, 1, 1, 1]},
            name="zero",
        ),
    ),
    "ex-tour-stretch": (
        Choice(
            "Which of the three change the AUCC?",
            {
                "Only the squares": "Squares do change the size of a distance. Do they change which of two distances "
                "is the longer one?",
                "The squares and the logarithm": "Both bend the scale. Can either of them make two distances change "
                "places?",
                "None of them": "All three keep the order of the pairs, and the AUCC uses only the order.",
                "All three": "The distances do change. But the AUCC asks only which of two pairs is closer.",
            },
            "None of them",
            name="which-of-the-three-change-aucc",
        ),
        Choice(
            "What does rounding to whole numbers do?",
            {
                "AUCC stays, because no order is reversed": "It's true that no order is reversed. But two distances "
                "that differed can become equal.",
                "AUCC can change, because ties appear": "A comparison that becomes a tie counts one half from then on.",
                "AUCC falls, whatever the clusters are": "A comparison that came out right loses one half if it "
                "becomes a tie. What about one that went wrong?",
            },
            "AUCC can change, because ties appear",
        ),
        Number(
            "With code: the three *species* as labels, distances rounded. To three decimals, the AUCC is",
            float(aucc(_ROUNDED)),
            tempting=(
                (float(aucc(_EXACT)), "That's the AUCC before rounding. Round the distances first."),
                (
                    float(aucc(_ROUNDED, tie=0)),
                    "That would be right if ties counted nothing. A tie counts one half.",
                ),
                (
                    float(aucc(_ROUNDED, tie=1)),
                    "That would be right if ties counted in full. A tie counts one half.",
                ),
            ),
            hint="Round `pdist(irises)`, then pass it to `at.aucc_score` in place of the points, with the species and "
            '`metric="precomputed"`.',
            outcome=f"{100 * _ROUNDED.s_zero / sum(_ROUNDED):.0f} percent of the comparisons have become ties.",
            places=3,
            name="with-code-the-three-species-as-labels",
        ),
    ),
    "ex-tour-function": (Write("aucc"),),
    "ex-tour-customers": (
        Choice(
            "What does 0.95 against 0.5 show?",
            {
                "The customers fall into eight groups": "Before we can say that, we need to know what k-means gets "
                "where there are no groups.",
                "The labels weren't given blindly": "k-means looked at the customers and put neighbours together. "
                "That alone takes the AUCC far above one half.",
                "Nothing, because one half is only a mean": "Single labellings do stray from the mean. But with 300 "
                "objects, random labels don't get anywhere near 0.95.",
            },
            "The labels weren't given blindly",
            name="what-it-shows",
        ),
        Number(
            "With code: the AUCC of eight clusters of k-means on `np.random.default_rng(0).random((300, 2))`, to two "
            "decimals:",
            _OF_EIGHT,
            tempting=(
                (0.5, "That's the mean for random labels. Here k-means has looked at the points, so compute it."),
                (
                    round(float(_OF_NOISE[1]), 2),
                    "That's what thirteen clusters of 150 points get. This task has 300 points, two coordinates and "
                    "eight clusters.",
                ),
            ),
            hint="The function `kmeans` of the chapter finds the clusters, and `at.aucc_score` takes the points and "
            "the labels.",
            outcome="On random points, k-means does as well as on the customers.",
            places=2,
            name="noise",
        ),
    ),
}
