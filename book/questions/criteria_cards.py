"""Questions of the chapter *Criteria on cards*."""

from fractions import Fraction
from math import comb

import numpy as np

from aucc_teach import datasets
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Number, Objects, Order

_TITLES = {name: criterion.title for name, criterion in CRITERIA.items()}
_SIGN = {name: 1 if criterion.higher_is_better else -1 for name, criterion in CRITERIA.items()}
_RULER = [[0], [1], [4], [6]]
_TWO, _SINGLES, _CUT_RIGHT = [0, 0, 1, 1], [0, 1, 2, 2], [0, 0, 1, 2]
_TEN = np.array([[0, 0], [2, 3], [6, 3], [9, 1], [12, 0], [13, 3], [10, 4], [4, 9], [8, 9], [6, 11]])
_THREE = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


def _likings(points, labels, others):
    """How many of the other partitions each criterion prefers to the first."""
    scores = CriteriaScorer(points).score_many(np.vstack([labels, others]))
    # Equal values are no liking, whatever their last digits.
    return {name: int((_SIGN[name] * (v[1:] - v[0]) > 1e-9 * abs(v[0])).sum()) for name, v in scores.items()}


def _singled_out():
    """Likings for an object alone in the toy data "loose"."""
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
# Of the criteria that need coordinates, these take distances of two objects all the same.
_PAIRWISE_DUNN = [f"dunn_{s}{d}_score" for s in range(1, 7) for d in (1, 2, 3) if not (s in (4, 5) and d == 3)]
_SOME = ("aucc_score", "c_index", "calinski_harabasz_score", "ratkowsky_lance_score", "pbm_score")
_SOME += ("davies_bouldin_index", "silhouette_score", "simplified_silhouette_score", "alternative_silhouette_score")
_SOME += ("alternative_simplified_silhouette_score", "dunn_11_score", "dunn_33_score", "dunn_41_score", "dunn_43_score")
_WITHOUT_PAIRS = tuple(_TITLES[n] for n in _SOME if CRITERIA[n].needs_coordinates and n not in _PAIRWISE_DUNN)

_METRES, _MILLIMETRES = (CriteriaScorer(factor * _TEN).score(_THREE) for factor in (1, 1000))
_CHANGED = tuple(
    _TITLES[name] for name in CRITERIA if not np.isclose(_METRES[name], _MILLIMETRES[name], rtol=1e-9, atol=0)
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
            "Before computing: which criteria like at least one of the 24 alone?",
            {
                "the same two": "On the ruler the single objects were half of all.",
                "only one of the two": "It matters which object is singled out, and where it belonged.",
                "many more": "Some object out of 24 stands where it hardly belonged: the ruler has none like it.",
            },
            "many more" if _n_liking(_TIMES) > _n_liking(_ON_THE_RULER) else "the same two",
            predict=True,
        ),
        Number(
            "Criteria, of 29, that like at least one object alone:",
            _n_liking(_TIMES),
            tempting=(
                (_n_liking(_ON_THE_RULER), "So many there are on the ruler. Compute it for the two groups of 12."),
                (sum(_TIMES.values()), "This adds up how often each criterion likes one. Count the criteria."),
            ),
            hint="Score the 24 partitions with `CriteriaScorer.score_many`, and compare each with the two groups.",
            outcome="Some once, some more often.",
        ),
        Choice(
            "Which of them likes it most often?",
            {
                "AUCC": "It is content with objects at the edges of their groups, and with few of these.",
                "C/sqrt(k)": "It likes some, but divides by the root of k. Another one is keener.",
                "DB": "A third cluster without any spread brings the mean over the clusters down.",
                "Silhouette": "Its rule gives the object 0.",
            },
            _KEENEST,
        ),
        Choice(
            "Why do the silhouettes never like it here?",
            {
                "They need dissimilarities only.": "So does AUCC, and it likes some.",
                "An object alone counts 0, and the mean falls.": "Each counted more than 0 before. And its old "
                "companions have another cluster beside them.",
                "They are not defined for it.": "They are, by Rousseeuw's rule: see the card.",
                "They are bounded by 1.": "AUCC is, too.",
            },
            "An object alone counts 0, and the mean falls.",
        ),
    ),
    "ex-cards-twins": (
        Choice(
            "By themselves the twins have a silhouette of 1. The mean silhouette of all eleven:",
            {
                "rises": "Two widths rise. What becomes of the others' nearest cluster?",
                "stays": "Two widths rise. What becomes of the others' nearest cluster?",
                "falls": "Some of the others have a nearer neighbour now, and lose more than the twins gain.",
            },
            "falls" if _SWC_APART < _SWC else "rises",
            predict=True,
        ),
        Choice(
            "And ASWC:",
            {
                "falls, too": "The twins have a = 0. What is b/(a + ε) then?",
                "rises a little": "The twins have a = 0. What is b/(a + ε) then?",
                "rises to hundreds of thousands": "For the twins a is 0, and the ratio is b over a millionth.",
            },
            "rises to hundreds of thousands" if _IN_M > 1e5 else "rises a little",
            predict=True,
        ),
        Number(
            "In millimetres ASWC of the twins by themselves is larger by a factor of about",
            round(_IN_MM / _IN_M),
            tempting=(
                (round(_JOINED_IN_MM / _JOINED_IN_M), "So it is where the twins stay with the others. Here a is 0."),
                (1000**2, "One length stands over the constant, not two."),
            ),
            hint="Look at the twins alone: what is b in millimetres, and what is ε?",
            outcome="b changes its unit, and ε stays as it is.",
            within=1,  # the other objects keep it a little below
        ),
        Write("silhouette"),
    ),
    "ex-cards-hand": (
        Choice(
            "Before you start: PBM turns to *ab | cd* with *d* at",
            {
                "10 or less": "Not far from where *d* stood.",
                "more than 10": "A far *d* is not singled out by PBM.",
            },
            "10 or less" if _TURN <= 10 else "more than 10",
            predict=True,
        ),
        Number(
            "From where on does PBM prefer *ab | cd*?",
            _TURN,
            tempting=(
                (_LOWER, "This solves the equation, but left of *c* the signs are others. Take the other root."),
                (_TO_THE_POINT, "D₃ is the distance of the two *farthest* centroids: *a* and that of *cd*."),
            ),
            hint="E₁ is the same for both and cancels. Write E and D of either partition with *d*, and leave the "
            "squares away: both sides are positive.",
            outcome="The positive root of d² \N{MINUS SIGN} 5d \N{MINUS SIGN} 12 = 0.",
        ),
        Number(
            "For *d* very far away, PBM of *ab | cd* is so many times that of *a | b | cd*:",
            _PBM_FAR**2,
            tempting=(
                (_PBM_FAR, "That is the ratio before squaring."),
                (1 / _PBM_FAR**2, "Upside down: which of the two is ahead?"),
            ),
            hint="Far away (3 + d)/(d \N{MINUS SIGN} 3) and (4 + d)/(d \N{MINUS SIGN} 4) are both about 1. What is "
            "left?",
            outcome="1/4 to 1/9: PBM divides by k, and squares. It does not change back.",
        ),
    ),
    "ex-cards-million": (
        Number(
            "Distances that the silhouette needs:",
            _PAIRS,
            tempting=(
                (_MILLION**2, "Each pair is counted twice here, and each object with itself."),
                (_MILLION * (_MILLION - 1), "Each pair is counted twice here."),
                (_MILLION * _CLUSTERS, "So many would do if only centroids were asked."),
            ),
            hint="It needs the distance of every pair of objects: n (n \N{MINUS SIGN} 1)/2.",
            outcome="Half a million million.",
            within=float(_MILLION),  # n²/2 is near enough
        ),
        Number(
            "Hours for these:",
            _PAIRS / _A_SECOND / 3600,
            tempting=((_PAIRS / _A_SECOND / 60, "These are minutes."),),
            hint="Ten million in a second: divide, and turn seconds into hours.",
            outcome="More than half a day.",
            within=0.5,
            places=0,
        ),
        Number(
            "Distances that the simplified silhouette needs:",
            _MILLION * _CLUSTERS,
            tempting=(
                (_MILLION * _CLUSTERS * _VARIABLES, "One distance looks at all 10 variables at once."),
                (_MILLION, "Its own centroid is not enough: it looks for the nearest other one."),
            ),
            hint="From each object to each centroid.",
            outcome="One second.",
        ),
        Objects(
            "Which of these need no distance between two objects?",
            tuple(_TITLES[name] for name in _SOME),
            right=_WITHOUT_PAIRS,
            tempting=(
                (
                    tuple(_TITLES[name] for name in _SOME if CRITERIA[name].needs_coordinates),
                    "These need coordinates. But a diameter or a separation of Dunn's may be a distance of two "
                    "objects all the same: look at both numbers of a form.",
                ),
                (
                    tuple(t for t in _WITHOUT_PAIRS if not t.startswith("Dunn")),
                    "One form of Dunn's index is missing: separation 4, or 5, with diameter 3.",
                ),
                (
                    tuple(t for t in _WITHOUT_PAIRS if not t.endswith("SSWC")),
                    "The simplified silhouettes measure from centroids, too.",
                ),
            ),
            hint="Look for n² in the row *cost* of each card. For Dunn's index look at the separation and at the "
            "diameter.",
            outcome="Dunn 53 belongs to them, too.",
        ),
    ),
    "ex-cards-units": (
        Objects(
            "Whose value changes?",
            (*(_TITLES[n] for n in CRITERIA if not n.startswith("dunn")), "Dunn 11", "Dunn 33"),
            right=_CHANGED,
            tempting=(
                (
                    tuple(title for title in _CHANGED if "SWC" not in title),
                    "In which formulas stands a constant that has the unit of the data?",
                ),
                (
                    tuple(title for title in _CHANGED if "SWC" in title),
                    "These have a constant. One more card names a range in units.",
                ),
                (
                    (*_CHANGED, "VRC"),
                    "VRC is a ratio of two squares: the unit cancels.",
                ),
            ),
            hint="On each card ask: is it a share, a rank, or a ratio of two lengths or of two squares? Then the unit "
            "cancels.",
            outcome="Two of them hardly: only in the sixth decimal of the factor.",
        ),
        Number(
            "Factor of the one that changes most:",
            _PBM_FACTOR,
            tempting=((1000, "Its card says: in *squared* units."),),
            hint="It has the unit of the data squared.",
            outcome="Values of PBM can be compared on the same data alone.",
        ),
    ),
    "ex-cards-fault-vrc": (
        Choice(
            "Which sentence fails first?",
            {
                "Cut a cluster, and *W* falls.": "That is right for a cluster of two different points or more.",
                "VRC is higher the smaller *W* is.": "Among partitions into the same number of clusters. These "
                "words are left out.",
                "So VRC prefers one cluster more.": "It would follow from the sentence before, if that held for "
                "any two partitions.",
            },
            "VRC is higher the smaller *W* is.",
        ),
        Choice(
            "On the ruler start from *ab | cd*, and cut one cluster. Which cut is a counterexample?",
            {
                "*ab*, into *a* and *b*": "W falls from 5/2 to 2, and VRC falls as well.",
                "*cd*, into *c* and *d*": "Here W falls far enough for VRC to rise.",
                "both": "Compute VRC of both: one rises.",
                "neither": "Compute VRC of both: one falls.",
            },
            {0: "neither", 1: _FALLS[0], 2: "both"}[len(_FALLS)],
        ),
        Number(
            "From *ab | cd* to three clusters VRC rises if what is left of *W* is below",
            _W_LIMIT,
            tempting=(
                (_W, "That is *W* before the cut: any cut would do. Is that enough?"),
                (_W_WITHOUT_FACTOR, "The factor (n \N{MINUS SIGN} k)/(k \N{MINUS SIGN} 1) changes with k."),
            ),
            hint="T = 91/4. Set (T/W \N{MINUS SIGN} 1) (n \N{MINUS SIGN} k)/(k \N{MINUS SIGN} 1) with k = 3 equal to "
            "81/5.",
            outcome="Less than a third of the 5/2 before.",
        ),
        Order(
            "The proof of the theorem, mixed up. Put it in order.",
            (
                "The squares about the mean split: T = B + W, and T belongs to the data alone.",
                "So VRC is T/W \N{MINUS SIGN} 1, times (n \N{MINUS SIGN} k)/(k \N{MINUS SIGN} 1).",
                "With n and k fixed, this falls strictly where W rises.",
                "k-means looks for the smallest W among partitions into k clusters: there VRC is largest.",
            ),
            before=(
                (0, 1, "VRC can be written with W alone when B = T \N{MINUS SIGN} W is known."),
                (1, 2, "*This* is VRC, written with W alone."),
                (2, 3, "The smallest W gives the largest VRC because VRC falls as W rises."),
            ),
            hint="Split T, write VRC with W, see how it falls, and compare with k-means.",
            outcome="The third step is where k has to be fixed.",
        ),
    ),
}
