"""Questions of the chapter *Criteria on cards*."""

from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np

from aucc_teach import datasets, pairs, partitions
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.exercises import Break, Choice, Number, Objects, Order, Write

from ._claims import TWO_CLUSTERINGS
from ._studies import studies

OF_THE_PAPER = studies.benchmark.CRITERIA

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims

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

_THREE_AND_ONE = [0, 0, 0, 1]
_AUCC_3 = Fraction(CRITERIA["aucc_score"].function(_RULER, _THREE_AND_ONE)).limit_denominator(1000)
_PB_3 = CRITERIA["point_biserial_score"].function(_RULER, _THREE_AND_ONE)
_P_3 = _N_3 = 3  # within and between pairs


# ---- scenes, turned points, and six points on a line


def _turned_strips():
    """Scores of the strips and of the halves, as they are and turned by 45 degrees."""
    strips = datasets.load_toy("elongated")
    options = [strips.labels, strips.points[:, 0] > 500]
    turned = strips.points @ np.array([[1, 1], [-1, 1]]) / sqrt(2)
    return [CriteriaScorer(points).score_many(options, OF_THE_PAPER) for points in (strips.points, turned)]


_BEFORE, _TURNED = _turned_strips()
_BY_THE_TURN = [name for name in OF_THE_PAPER if not np.allclose(_BEFORE[name], _TURNED[name], rtol=1e-3)]
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


def _votes_for_the_first(points, options):
    """How many of the 29 criteria prefer the first of two partitions."""
    scores = CriteriaScorer(points).score_many(options, OF_THE_PAPER)
    return sum(bool(np.diff(v)[0] < 0) == CRITERIA[name].higher_is_better for name, v in scores.items())


_FOR_SINGLETONS = _votes_for_the_first(np.array(_RULER), [_SINGLES, _TWO])
_RING, _STRIPS = (datasets.load_toy(name) for name in ("nested", "elongated"))
_FOR_HALVES = _votes_for_the_first(_RING.points, [_RING.points[:, 0] > 500, _RING.labels])
_FOR_STRIPS = _votes_for_the_first(_STRIPS.points * [1 / 8, 1], [_STRIPS.labels, _STRIPS.points[:, 0] > 500])


_C_INDEX_ORDER = Break(
    "c-index-order",
    "Of two clusterings of the same points, the clustering with the higher AUCC has the lower C-index.",
    TWO_CLUSTERINGS,
    _CHECKS,
    {
        "flat": "All distances are equal, so the C-index is 0/0.",
        "equal": "Both have AUCC {aucc1}. The claim is only about two clusterings of which one has the higher AUCC.",
        "holds": "The AUCCs are {aucc1} and {aucc2}, the C-indices {index1} and {index2}, so they agree. The AUCC sees "
        "ranks and the C-index lengths: use a point far away.",
        "broken": "The AUCCs are {aucc1} and {aucc2}, the C-indices {index1} and {index2}. Judged by the C-index, the "
        "clustering with the higher AUCC isn't the better one.",
    },
    (
        (
            "Both ask whether the within pairs are the closest.",
            "They do. But the AUCC adds up ranks, and the C-index distances. What makes these two differ?",
        ),
        (
            "The AUCC is 1 where the C-index is 0.",
            "It is, if no within pair ties with a between pair. But the other clusterings are still free: look at two "
            "that aren't perfect.",
        ),
        (
            "Both are one sum over pairs, on different scales.",
            "It's one sum, but with different values for the pairs. Put a point far away, and compare ranks with "
            "distances.",
        ),
    ),
)


EXERCISES = {
    "ex-cards-turn": (
        Choice(
            "Before computing: which values change?",
            {
                "all that need coordinates": "The coordinates do change, but what is computed from them need not.",
                "only C/sqrt(k)": "Turning keeps the distances between objects and the distances from a centroid. Only "
                "what is computed axis by axis can see the turn.",
                "none": "The distances don't change. But is everything here computed from distances?",
            },
            "only C/sqrt(k)" if _BY_THE_TURN == ["ratkowsky_lance_score"] else "all that need coordinates",
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
                "are pixels or principal components, it's an accident.",
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
            outcome="It's seven of nine, less than the 4/5 of *a | b | cd*.",
        ),
        Number(
            "Point-biserial of *abc | d*:",
            _PB_3,
            tempting=(
                (
                    _PB_3 / sqrt(_P_3 * _N_3 / (_P_3 + _N_3) ** 2),
                    "You left out the factor with the square root of PN. Multiply by it, with P = 3 and N = 3.",
                ),
            ),
            hint="Subtract the mean of the within pairs from the mean of the between pairs, and divide by the standard "
            "deviation of all six distances (which divides by 6). Then multiply by the factor.",
            outcome="It's more than the value of *a | b | cd*, whose P is different.",
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
                "They agree on partitions of the ruler with equal k.": "The theorem doesn't mention k. For example, "
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
                "These are the comparisons that the AUCC loses, of PN.",
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
            outcome="The AUCC is 1 minus the proportion of the comparisons that it loses.",
            free=((2, 3),),
        ),
        Choice(
            "In (c) all clusters have q objects. Where does the proof need that?",
            {
                "The squares of all pairs of a cluster add up to q times its squares about the centroid.": "This holds "
                "for a cluster of any size, if each has its own q. What happens when clusters are added up?",
                "Added over the clusters, the squares of all within pairs make q W.": "With different sizes each "
                "cluster would be multiplied by its own size, so the sum wouldn't be a multiple of W.",
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
                "They need only dissimilarities.": "So does the AUCC, and yet it likes some. "
                "Look at the row *singletons* of the card.",
                "A singleton counts 0, and the mean falls.": "Each object counted more than 0 before. Moreover, its "
                "old companions have another cluster next to them.",
                "They are not defined for it.": "They are defined for it, by Rousseeuw's rule: look at the card.",
                "They are bounded by 1.": "The AUCC is bounded by 1 as well, and yet it likes some. Look at the row "
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
                    "You've found a root, but to the left of *c* the signs are different. Take the other root.",
                ),
                (
                    _TO_THE_POINT,
                    "You measured D₃ to the point *d*. Take the two centroids that are *furthest* apart: *a* and that "
                    "of *cd*.",
                ),
            ),
            hint="E₁ is the same for both partitions and cancels. Write E and D of each partition in terms of *d*, and "
            "leave out the squares, because both sides are positive.",
            outcome="It's the positive root of d² \N{MINUS SIGN} 5d \N{MINUS SIGN} 12 = 0.",
        ),
        Number(
            "For *d* very far away, PBM of *ab | cd* is how many times PBM of *a | b | cd*?",
            _PBM_FAR**2,
            tempting=(
                (_PBM_FAR, "You've found the ratio before squaring. Square it."),
                (1 / _PBM_FAR**2, "The ratio is upside down: which of the two partitions is ahead?"),
            ),
            hint="If *d* is far away, (3 + d)/(d \N{MINUS SIGN} 3) and (4 + d)/(d \N{MINUS SIGN} 4) are both about 1. "
            "What is left?",
            outcome="The ratio is 1/4 to 1/9, because PBM divides by k and squares. So it doesn't change back.",
        ),
    ),
    "ex-cards-code": (Write("simplified_silhouette"),),
    "ex-cards-units": (
        Objects(
            "Whose value changes?",
            (*(_TITLES[n] for n in OF_THE_PAPER if not n.startswith("dunn")), "Dunn's index", "Dunn 33"),
            right=_CHANGED,
            tempting=(
                (
                    tuple(title for title in _CHANGED if "SWC" not in title),
                    "You left some out. Which formulas contain a constant that has the unit of the data?",
                ),
                (
                    tuple(title for title in _CHANGED if "SWC" in title),
                    "You've found the criteria with a constant. Another card has a range in units: look for it.",
                ),
                (
                    (*_CHANGED, "VRC"),
                    "Take VRC out again: it's a ratio of two squares, so that the unit cancels.",
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
            outcome="That's less than a third of the 5/2 before.",
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
        "clusters, and a ring isn't compact.",
        name="ring",
    ),
    "pre-cards-irises": Choice(
        "Which number of clusters do most of the criteria choose?",
        {
            "2": "It's 2, by 25 votes of 29. There are three species, but the criteria don't know them.",
            "3": "There are three species.",
            "12": "It's the largest number of clusters proposed.",
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
    "pre-cards-comparisons": Choice(
        "How many of their comparisons do the within pairs of the ring win?",
        {
            "nearly all": "Neighbours on the ring are close.",
            "about half": "Half of the pairs of a ring are on the same side.",
            "less than a third": "It's 31 percent. Neighbours catch the eye, but most pairs of a ring aren't "
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
            "an error": "The value doesn't exist.",
        },
        right="1.0",
        predict=True,
        name="places",
    ),
}
