"""Questions of the chapter *Criteria on cards*."""

from fractions import Fraction
from math import comb

import numpy as np

from aucc_teach import datasets
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.exercises import Choice, Number, Objects, Order, Write

from ._studies import studies

OF_THE_PAPER = studies.benchmark.CRITERIA

_TITLES = {name: CRITERIA[name].title for name in OF_THE_PAPER}
_SIGN = {name: 1 if CRITERIA[name].higher_is_better else -1 for name in OF_THE_PAPER}
_RULER = [[0], [1], [4], [6]]
_TWO, _SINGLES, _CUT_RIGHT = [0, 0, 1, 1], [0, 1, 2, 2], [0, 0, 1, 2]
_TEN = np.array([[0, 0], [2, 3], [6, 3], [9, 1], [12, 0], [13, 3], [10, 4], [4, 9], [8, 9], [6, 11]])
_THREE = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


def _likings(points, labels, others):
    """How many of the other partitions each criterion prefers to the first."""
    scores = CriteriaScorer(points).score_many(np.vstack([labels, others]), OF_THE_PAPER)
    # Equal values are no liking, whatever their last digits.
    return {name: int((_SIGN[name] * (v[1:] - v[0]) > 1e-9 * abs(v[0])).sum()) for name, v in scores.items()}


def _singled_out():
    """Likings for a singleton in the toy data "loose"."""
    loose = datasets.load_toy("loose")
    singled = np.tile(loose.labels, (len(loose.labels), 1))
    np.fill_diagonal(singled, 2)
    return _likings(loose.points, loose.labels, singled)


_TIMES = _singled_out()
_KEENEST = _TITLES[max(_TIMES, key=_TIMES.get)]
_ON_THE_RULER = _likings(_RULER, _TWO, [_SINGLES])


def _n_liking(times):
    return sum(count > 0 for count in times.values())


_TWINS = np.vstack([_TEN, _TEN[2]])
_JOINED, _APART = [*_THREE, 0], [*_THREE[:2], 3, *_THREE[3:], 3]


def _of_twins(name, labels, factor=1):
    return CRITERIA[name].function(factor * _TWINS, labels)


_SWC, _SWC_APART = (_of_twins("silhouette_score", labels) for labels in (_JOINED, _APART))
_IN_M, _IN_MM = (_of_twins("alternative_silhouette_score", _APART, factor) for factor in (1, 1000))
_JOINED_IN_M, _JOINED_IN_MM = (_of_twins("alternative_silhouette_score", _JOINED, factor) for factor in (1, 1000))


def _pbm_turns(d_3):
    """Where 1/2 (3 + d)/(d - 3) = 1/3 (2 D_3)/(d - 4); 2 D_3 as the coefficients of a polynomial in d."""
    left = 3 * np.polymul([1, 3], [1, -4])
    right = 2 * np.polymul(d_3, [1, -3])
    return np.sort(np.roots(np.polysub(left, right)))


_LOWER, _TURN = _pbm_turns([1, 4])
_TO_THE_POINT = _pbm_turns([1, 2])[-1]
_PBM_FAR = Fraction(1, 2) / Fraction(1, 3)

_MILLION, _CLUSTERS, _VARIABLES, _A_SECOND = 10**6, 10, 10, 10**7
_PAIRS = comb(_MILLION, 2)
_SOME = ("aucc_score", "c_index", "calinski_harabasz_score", "ratkowsky_lance_score", "pbm_score")
_SOME += ("davies_bouldin_index", "silhouette_score", "simplified_silhouette_score", "alternative_silhouette_score")
_SOME += ("alternative_simplified_silhouette_score", "dunn_11_score", "dunn_33_score", "dunn_41_score", "dunn_43_score")
_WITHOUT_PAIRS = tuple(_TITLES[name] for name in _SOME if "n^2" not in CRITERIA[name].cost)

_METRES, _MILLIMETRES = (CriteriaScorer(factor * _TEN).score(_THREE, OF_THE_PAPER) for factor in (1, 1000))
_CHANGED = tuple(
    _TITLES[name] for name in OF_THE_PAPER if not np.isclose(_METRES[name], _MILLIMETRES[name], rtol=1e-9, atol=0)
)
_PBM_FACTOR = round(_MILLIMETRES["pbm_score"] / _METRES["pbm_score"])


def _vrc(labels):
    return Fraction(CRITERIA["calinski_harabasz_score"].function(_RULER, labels)).limit_denominator(1000)


def _squares(points):
    """Sum of the squares about the centroid."""
    center = Fraction(sum(points), len(points))
    return sum((x - center) ** 2 for x in points)


_T, _W = _squares([0, 1, 4, 6]), _squares([0, 1]) + _squares([4, 6])
_N, _K = 4, 2
_VRC_TWO = (_T / _W - 1) * Fraction(_N - _K, _K - 1)
_CUTS = {"*ab*, into *a* and *b*": _SINGLES, "*cd*, into *c* and *d*": _CUT_RIGHT}
_FALLS = tuple(cut for cut, labels in _CUTS.items() if _vrc(labels) < _vrc(_TWO))
# With one cluster more, VRC is T / W less 1, times (n - k - 1) / k.
_W_LIMIT = _T / (1 + _VRC_TWO / Fraction(_N - _K - 1, _K))
_W_WITHOUT_FACTOR = _T / (1 + _VRC_TWO)

EXERCISES = {
    "ex-cards-alone": (
        Choice(
            "Before computing: which criteria like at least one of the 24 singletons?",
            {
                "the same two": "The ruler suggests it. But there the singletons were half of all objects.",
                "only one of the two": "It also matters which object is singled out, and where it belonged.",
                "many more": "Some object among the 24 hardly belonged where it was. The ruler has no such object.",
            },
            "many more" if _n_liking(_TIMES) > _n_liking(_ON_THE_RULER) else "the same two",
            predict=True,
        ),
        Number(
            "Number of criteria, of 29, that like at least one singleton:",
            _n_liking(_TIMES),
            tempting=(
                (
                    _n_liking(_ON_THE_RULER),
                    "You counted on the ruler. Score the two groups of 12, with one object after the other singled "
                    "out.",
                ),
                (
                    sum(_TIMES.values()),
                    "You added up how often each criterion likes a singleton. Count the criteria instead.",
                ),
            ),
            hint="Score the 24 partitions with `CriteriaScorer.score_many`, and compare each with the two groups.",
            outcome="Some of them like it once, others more often.",
        ),
        Choice(
            "Which criterion likes it most often?",
            {
                "AUCC": "It likes objects at the edges of their groups, but few of these. Count for the others as "
                "well.",
                "C/sqrt(k)": "It likes some of them, but it divides by the square root of k. Look for a criterion "
                "that likes more.",
                "DB": "A third cluster without any spread brings the mean over the clusters down.",
                "Silhouette": "Its rule gives a singleton the value 0, so the mean falls. Which card has no such rule?",
            },
            _KEENEST,
        ),
        Choice(
            "Why do the silhouettes never like it here?",
            {
                "They need only dissimilarities.": "AUCC needs only dissimilarities as well, and yet it likes some. "
                "Look at the row *singletons* of the card.",
                "A singleton counts 0, and the mean falls.": "Each object counted more than 0 before. Moreover, its "
                "old companions have another cluster next to them.",
                "They are not defined for it.": "They are defined for it, by Rousseeuw's rule: look at the card.",
                "They are bounded by 1.": "AUCC is bounded by 1 as well, and yet it likes some. Look at the row "
                "*singletons* of the card.",
            },
            "A singleton counts 0, and the mean falls.",
        ),
    ),
    "ex-cards-twins": (
        Choice(
            "In their own cluster the twins have a silhouette of 1. The mean silhouette of all eleven points:",
            {
                "rises": "The widths of the twins rise. What becomes of the nearest cluster of the others?",
                "stays": "The widths of the twins change, and so does the nearest cluster of the others.",
                "falls": "Some of the other points have a nearer neighbour now, and lose more than the twins gain.",
            },
            "falls" if _SWC_APART < _SWC else "rises",
            predict=True,
        ),
        Choice(
            "And ASWC:",
            {
                "falls, too": "For the twins a = 0. What is b/(a + ε) then?",
                "rises a little": "For the twins a = 0. What is b/(a + ε) then?",
                "rises to hundreds of thousands": "For the twins a is 0, so that the ratio is b over a millionth.",
            },
            "rises to hundreds of thousands" if _IN_M > 1e5 else "rises a little",
            predict=True,
        ),
        Number(
            "In millimetres, ASWC of the twins in their own cluster is larger by a factor of about",
            round(_IN_MM / _IN_M),
            tempting=(
                (
                    round(_JOINED_IN_MM / _JOINED_IN_M),
                    "You let the twins stay with the others. Give them their own cluster, where a is 0.",
                ),
                (
                    1000**2,
                    "You let both b and the constant change with the unit. Only b does: what is the ratio then?",
                ),
            ),
            hint="Look only at the twins: what is b in millimetres, and what is ε?",
            outcome="The number b changes with the unit, whereas ε stays as it is.",
            within=1,  # the other objects keep it a little below
        ),
        Write("silhouette"),
    ),
    "ex-cards-hand": (
        Choice(
            "Before you start: where is *d* when PBM changes to *ab | cd*?",
            {
                "10 or less": "It changes not far from where *d* was.",
                "more than 10": "A far *d* could well be singled out, but PBM doesn't do that.",
            },
            "10 or less" if _TURN <= 10 else "more than 10",
            predict=True,
        ),
        Number(
            "From where on does PBM prefer *ab | cd*?",
            _TURN,
            tempting=(
                (
                    _LOWER,
                    "You found a root, but to the left of *c* the signs are different. Take the other root.",
                ),
                (
                    _TO_THE_POINT,
                    "You measured D₃ to the point *d*. Take the two centroids that are *furthest* apart: *a* and that "
                    "of *cd*.",
                ),
            ),
            hint="E₁ is the same for both partitions and cancels. Write E and D of each partition in terms of *d*, and "
            "leave out the squares, because both sides are positive.",
            outcome="It is the positive root of d² \N{MINUS SIGN} 5d \N{MINUS SIGN} 12 = 0.",
        ),
        Number(
            "For *d* very far away, PBM of *ab | cd* is how many times PBM of *a | b | cd*?",
            _PBM_FAR**2,
            tempting=(
                (_PBM_FAR, "You found the ratio before squaring. Square it."),
                (1 / _PBM_FAR**2, "The ratio is upside down: which of the two partitions is ahead?"),
            ),
            hint="If *d* is far away, (3 + d)/(d \N{MINUS SIGN} 3) and (4 + d)/(d \N{MINUS SIGN} 4) are both about 1. "
            "What is left?",
            outcome="The ratio is 1/4 to 1/9, because PBM divides by k and squares. So it does not change back.",
        ),
    ),
    "ex-cards-million": (
        Number(
            "Number of distances that the silhouette needs:",
            _PAIRS,
            tempting=(
                (
                    _MILLION**2,
                    "You counted each pair twice, and each object with itself. Count each pair of different objects "
                    "once.",
                ),
                (
                    _MILLION * (_MILLION - 1),
                    "You counted both orders of each pair. Halve the number.",
                ),
                (
                    _MILLION * _CLUSTERS,
                    "You counted distances to centroids, as for the simplified form. How many pairs of objects are "
                    "there?",
                ),
            ),
            hint="It needs the distance of every pair of objects. There are n (n \N{MINUS SIGN} 1)/2 pairs.",
            outcome="That is half a million million.",
            within=float(_MILLION),  # n²/2 is near enough
        ),
        Number(
            "How many hours do these take?",
            _PAIRS / _A_SECOND / 3600,
            tempting=((_PAIRS / _A_SECOND / 60, "You found the number of minutes. Divide by 60 again."),),
            hint="Divide by ten million a second, and then turn seconds into hours.",
            outcome="That is more than half a day.",
            within=0.5,
            places=0,
        ),
        Number(
            "Number of distances that the simplified silhouette needs:",
            _MILLION * _CLUSTERS,
            tempting=(
                (
                    _MILLION * _CLUSTERS * _VARIABLES,
                    "You multiplied by the 10 variables. A distance uses all 10 at once, so leave that factor out.",
                ),
                (
                    _MILLION,
                    "You counted only the own centroid of each object. Count those among which it looks for the "
                    "nearest other as well.",
                ),
            ),
            hint="Count the distances from each object to each centroid.",
            outcome="They take one second.",
        ),
        Objects(
            "Which of these need no distance between two objects?",
            tuple(_TITLES[name] for name in _SOME),
            right=_WITHOUT_PAIRS,
            tempting=(
                (
                    tuple(_TITLES[name] for name in _SOME if CRITERIA[name].needs_coordinates),
                    "These need coordinates. But a diameter or a separation of Dunn's may be a distance between two "
                    "objects all the same: look at both numbers of a form.",
                ),
                (
                    tuple(t for t in _WITHOUT_PAIRS if not t.startswith("Dunn")),
                    "You left out one form of Dunn's index: separation 4, or 5, with diameter 3.",
                ),
                (
                    tuple(t for t in _WITHOUT_PAIRS if not t.endswith("SSWC")),
                    "You left out the simplified silhouettes. Look at their cost: from what do they measure?",
                ),
            ),
            hint="Look for n² in the row *cost* of each card. For Dunn's index look at the separation and at the "
            "diameter.",
            outcome="Dunn 53 is one of them as well.",
        ),
    ),
    "ex-cards-code": (Write("simplified_silhouette"),),
    "ex-cards-units": (
        Objects(
            "Whose value changes?",
            (*(_TITLES[n] for n in OF_THE_PAPER if not n.startswith("dunn")), "Dunn 11", "Dunn 33"),
            right=_CHANGED,
            tempting=(
                (
                    tuple(title for title in _CHANGED if "SWC" not in title),
                    "You left some out. Which formulas contain a constant that has the unit of the data?",
                ),
                (
                    tuple(title for title in _CHANGED if "SWC" in title),
                    "You found the criteria with a constant. Another card has a range in units: look for it.",
                ),
                (
                    (*_CHANGED, "VRC"),
                    "Take VRC out again: it is a ratio of two squares, so that the unit cancels.",
                ),
            ),
            hint="On each card ask: is it a proportion, a rank, or a ratio of two lengths or of two squares? Then the "
            "unit cancels.",
            outcome="Two of them hardly change: only in the sixth decimal of the factor.",
        ),
        Number(
            "Factor of the criterion that changes most:",
            _PBM_FACTOR,
            tempting=((1000, "You took the unit once. Look at its card: the unit is *squared*."),),
            hint="It has the squared unit of the data.",
            outcome="Therefore values of PBM can be compared only on the same data.",
        ),
    ),
    "ex-cards-fault-vrc": (
        Choice(
            "Which sentence fails first?",
            {
                "Cut a cluster, and *W* falls.": "This is right for a cluster of at least two different points. "
                "Compare the next sentence with the theorem, word by word.",
                "VRC is higher the smaller *W* is.": "This holds among partitions into the same number of clusters, "
                "but these words are left out.",
                "So VRC prefers one cluster more.": "It follows from the sentence before. Does that sentence hold for "
                "any two partitions?",
            },
            "VRC is higher the smaller *W* is.",
        ),
        Choice(
            "On the ruler start from *ab | cd*, and cut one cluster. Which cut gives a counterexample?",
            {
                "*ab*, into *a* and *b*": "W falls from 5/2 to 2, but VRC falls as well.",
                "*cd*, into *c* and *d*": "Here W falls so far that VRC rises. Try the other cut.",
                "both": "Compute VRC for both cuts: one of the two rises.",
                "neither": "Compute VRC for both cuts: one of the two falls.",
            },
            {0: "neither", 1: _FALLS[0], 2: "both"}[len(_FALLS)],
        ),
        Number(
            "From *ab | cd* to three clusters, VRC rises if what is left of *W* is below",
            _W_LIMIT,
            tempting=(
                (_W, "You took *W* before the cut, so that any cut would do. Compare the two VRCs instead."),
                (
                    _W_WITHOUT_FACTOR,
                    "You kept the factor (n \N{MINUS SIGN} k)/(k \N{MINUS SIGN} 1) as it is for k = 2. Take k = 3 on "
                    "the left.",
                ),
            ),
            hint="T = 91/4. Set (T/W \N{MINUS SIGN} 1) (n \N{MINUS SIGN} k)/(k \N{MINUS SIGN} 1) with k = 3 equal to "
            "81/5, and solve for W.",
            outcome="That is less than a third of the 5/2 before.",
        ),
        Order(
            "These are the steps of the proof of the theorem, mixed up. Put them in order.",
            (
                "The squares about the mean split: T = B + W, where T depends only on the data.",
                "So VRC is T/W \N{MINUS SIGN} 1, times (n \N{MINUS SIGN} k)/(k \N{MINUS SIGN} 1).",
                "With n and k fixed, this falls strictly where W rises.",
                "k-means looks for the smallest W among partitions into k clusters: there VRC is largest.",
            ),
            before=(
                (0, 1, "To write VRC in terms of W alone, B = T \N{MINUS SIGN} W must be known. Put that first."),
                (1, 2, "*This* refers to VRC, written in terms of W alone. Look for the step that writes it so."),
                (2, 3, "The smallest W gives the largest VRC because VRC falls as W rises: that comes first."),
            ),
            why=(
                "The squares about the mean are those about the centroids plus those of the centroids.",
                "Substitute B = T \N{MINUS SIGN} W into the definition of VRC.",
                "T/W falls as W rises, and the factor is positive and fixed.",
                "By the step before, the smallest W belongs to the largest VRC.",
            ),
            hint="Split T, write VRC in terms of W, see how it falls, and compare with k-means.",
            outcome="In the third step k has to be fixed.",
        ),
    ),
}

PREDICTIONS = {
    "pre-cards-comparisons": Choice(
        "How many of their comparisons do the within pairs of the ring win?",
        {
            "nearly all": "Neighbours on the ring are close.",
            "about half": "Half of the pairs of a ring are on the same side.",
            "less than a third": "It is 31 percent. Neighbours catch the eye, but most pairs of a ring aren't "
            "neighbours.",
        },
        right="less than a third",
        predict=True,
        name="comparisons",
    ),
    "pre-cards-places": Choice(
        "Under VRC, scikit-learn gives 4.0 to the worse partition of the two places. What does it give to the perfect "
        "one?",
        {
            "1.0": "Where W is 0, it returns 1.0. The formula would tend to infinity.",
            "a very large number": "The formula tends to infinity.",
            "an error": "The value does not exist.",
        },
        right="1.0",
        predict=True,
        name="places",
    ),
}
