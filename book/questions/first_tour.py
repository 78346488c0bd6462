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
_SIMILARITY = _SEVEN.similarity[np.triu_indices(7, k=1)]
_BEFORE, _AFTER = (co_membership(labels) for labels in (_SEVEN.labels, [0, 0, 0, 1, 1, 1, 1]))
_NAMES = np.array([f"*{one}{other}*" for one, other in combinations(_SEVEN.names, 2)])
_LINE = np.array([[0], [1], [4], [6]])
_LABELINGS = ([0, 0, 1, 1], [0, 1, 2, 2], [0, 1, 0, 1])


def _farthest(together):
    """Name of the least similar within pair."""
    return str(_NAMES[together][_SIMILARITY[together].argmin()])


def _nearest(together):
    """Name of the most similar between pair."""
    return str(_NAMES[~together][_SIMILARITY[~together].argmax()])


_TWO, _SINGLES, _ACROSS = (concordance(_LINE, labels) for labels in _LABELINGS)
_N_PAIRS = comb(len(_LINE), 2)

_X, _SPECIES = load_iris(return_X_y=True)
_RANKING = PairRanking(_X)
_EXACT = concordance(_X, _SPECIES)
_ROUNDED = concordance(pdist(_X).round(), _SPECIES, metric="precomputed")


def _kmeans(X, k):
    return KMeans(n_clusters=k, n_init=5, random_state=0).fit_predict(X)


def _noise(n):
    return np.random.default_rng(0).random((n, 2))


_OF_THREE = _RANKING.score(_kmeans(_X, 3))
_OF_NOISE = [PairRanking(_noise(150)).score(_kmeans(_noise(150), k)) for k in (2, 13)]
_OF_EIGHT = float(PairRanking(_noise(300)).score(_kmeans(_noise(300), 8)))

PREDICTIONS = {
    "pre-tour-iris": Choice(
        "Which will have the higher AUCC: the true species, or the three clusters that k-means finds?",
        {
            "The species": "The species are true, but a distance doesn't know that.",
            "The clusters of k-means": "k-means looks for clusters with short distances. The species weren't made by "
            "anybody's distances.",
        },
        "The clusters of k-means" if _RANKING.score(_SPECIES) < _OF_THREE else "The species",
        predict=True,
    ),
    "pre-tour-box": Choice(
        "There are no groups in the noise. What will the AUCC of k-means do as it's asked for more and more clusters?",
        {
            "Stay near one half": "One half is the level of labels that were given blindly.",
            "Fall": "For that, the within pairs would have to get longer, but in small clusters they're short.",
            "Climb": "More clusters are smaller clusters, and their within pairs are shorter. Nothing has to be found "
            "for that.",
        },
        "Climb" if _OF_NOISE[1] > _OF_NOISE[0] > 0.5 else "Fall",
        predict=True,
        name="the-box-has-no-clusters-what-will-aucc",
    ),
}

EXERCISES = {
    "ex-tour-move": (
        Choice(
            "Which within pair is the least similar now?",
            {
                _farthest(_BEFORE): "That's the last within pair as long as *d* is in its old cluster. With which "
                "points does *d* make within pairs now?",
                _nearest(_AFTER): "That's a between pair now, the first of them in the row. Look at the pairs of *d* "
                "with *e*, *f* and *g*.",
                _farthest(_AFTER): "It's the last of the nine within pairs, and it still comes before all twelve "
                "between pairs.",
                _nearest(_BEFORE): "It's a within pair now, so you're close. Does another within pair come later in "
                "the row?",
            },
            _farthest(_AFTER),
        ),
    ),
    "ex-tour-line": (
        Number(
            "{0, 1}, {4, 6}: the AUCC is",
            aucc(_TWO),
            tempting=(
                (
                    Fraction(_TWO.s_plus, _N_PAIRS * (_N_PAIRS - 1) // 2),
                    "The 8 is right. You divided it by all ways to compare two of the six pairs; count only those "
                    "with one within pair and one between pair.",
                ),
            ),
            hint="Write down the six distances and mark the two within distances. Which of the others do they beat?",
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
                    "Four comparisons do come out right. The within pair isn't compared with itself, though: how many "
                    "comparisons are left?",
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
                "above 1/2": "For that, the within pairs would have to win most of their comparisons. Both are rather "
                "long.",
                "1/2": "That's the mean over random labels. A single labelling can lie above it or below it.",
                "below 1/2": "Clusters that cut across the groups have long within pairs.",
            },
            "below 1/2" if _ACROSS.s_plus < _ACROSS.s_minus else "above 1/2",
            predict=True,
            name="guess",
        ),
        Number(
            "Comparisons that come out right, of eight:",
            _ACROSS.s_plus,
            tempting=(
                (
                    _ACROSS.s_minus,
                    "That's how many go wrong. A comparison comes out right if the within pair is the closer one.",
                ),
                (
                    sum(_ACROSS) // 2,
                    "That would be one half, which is what random labels get on average. For these clusters, count.",
                ),
            ),
            hint="The within distances are 4 and 5. Which between distances are longer?",
            outcome="Only the distance 6 is longer than 4 and 5, so each of them wins once.",
            name="right",
        ),
        Construct(
            "AuccLab",
            todo="Here are the four points. Leave them where they are, and change the clusters until the AUCC is 0.",
            goal=(
                ("n_points", "==", 4, "There are {n_points} points now. The task needs four, so press Undo."),
                ("aucc", "==", 0, "The AUCC is {aucc}, and it can go down to 0."),
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
                "The squares and the logarithm": "Both bend the scale. Can either of them make two distances trade "
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
                "AUCC stays, because no order is reversed": "No order is reversed, that's true. But distances that "
                "differed can become equal.",
                "AUCC can change, because ties appear": "A comparison that becomes a tie counts one half from then on.",
                "AUCC falls, whatever the clusters are": "A comparison that came out right loses by a tie. What about "
                "one that went wrong?",
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
            hint="Round `pdist(irises)` from `scipy.spatial.distance`, then pass it to `at.aucc_score` with the "
            'species and `metric="precomputed"`.',
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
                "The customers fall into eight groups": "For that, 0.95 would have to be more than k-means gets where "
                "there are no groups.",
                "The labels weren't given blindly": "k-means looked at the customers and put neighbours together. "
                "That alone takes the AUCC far above one half.",
                "Nothing, because one half is only a mean": "Single labellings do stray from the mean. With 300 "
                "objects they don't stray nearly as far as 0.95.",
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
                    "That's what thirteen clusters of 150 points get. Here are 300 points and eight clusters.",
                ),
            ),
            hint="The function `kmeans` of the chapter finds the clusters, and `at.aucc_score` takes the points and "
            "the labels.",
            outcome="Random points do as well as the customers.",
            places=2,
            name="noise",
        ),
    ),
}
