"""Questions of the chapter *From objects to pairs*."""

from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist, squareform
from scipy.stats import rankdata

from aucc_teach import datasets, pairs
from aucc_teach.aucc import aucc_score, concordance
from aucc_teach.exercises._claims import Break
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Number, Objects, Open, Order

from ._exact import aucc


def _aucc(dissimilarities, labels):
    return aucc(concordance(dissimilarities, labels, metric="precomputed"))


# ---- the ruler

_MARKS = np.array([[0], [1], [3], [7], [12]])
_DISTANCE = pdist(_MARKS)
_PAIRS = tuple("abcde"[i] + "abcde"[j] for i, j in combinations(range(5), 2))
_ENDS = [0, 1, 1, 1, 0]
_IS_WITHIN = pairs.co_membership(_ENDS)
_RANKS = rankdata(_DISTANCE)
_P, _N = int(_IS_WITHIN.sum()), int((~_IS_WITHIN).sum())
_RANK_SUM = int(_RANKS[_IS_WITHIN].sum())
_SIDE = "Below one half" if _aucc(_DISTANCE, _ENDS) < Fraction(1, 2) else "Not below one half"


def _own_share(cluster):
    """Share of right comparisons of the within pairs of one cluster."""
    own = pairs.co_membership([label if label == cluster else -1 - i for i, label in enumerate(_ENDS)])
    within, between = _DISTANCE[own][:, None], _DISTANCE[~_IS_WITHIN]
    return Fraction(int((within < between).sum()), within.size * between.size)


_RADIUS = 4
_TOGETHER = pairs.co_membership([0, 0, 0, 1, 1])
_LINKED = _DISTANCE <= _RADIUS
_PIECES = fcluster(linkage(_MARKS, "single"), _RADIUS, criterion="distance")
_IN_ONE_PIECE = pairs.co_membership(_PIECES)


def _picked(chosen):
    return tuple(name for name, is_in in zip(_PAIRS, chosen, strict=True) if is_in)


def _point(called):
    """The point (x, y) of the curve, for pairs that are called positive."""
    right = Fraction(int((called & ~_TOGETHER).sum()), int((~_TOGETHER).sum()))
    up = Fraction(int((called & _TOGETHER).sum()), int(_TOGETHER.sum()))
    return right, up


def _shown(point):
    return f"({point[0]}, {point[1]})"


_POINT = _shown(_point(_LINKED))
_OF_ALL = (
    Fraction(int((_LINKED & ~_TOGETHER).sum()), len(_PAIRS)),
    Fraction(int((_LINKED & _TOGETHER).sum()), len(_PAIRS)),
)


# ---- similarities turned round

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


# ---- a small mess

_SIZES = np.array([9, 3, 2])
_NINE = np.repeat([0, 1, 2], _SIZES)


def _with_tight(*tight):
    """AUCC if the pairs of the tight clusters come first and those of the others last."""
    values = [2 if i != j else 1 if i in tight else 3 for i, j in combinations(_NINE.tolist(), 2)]
    return _aucc(np.array(values), _NINE)


def _share_of(counts, *chosen):
    return Fraction(int(sum(counts[i] for i in chosen)), int(sum(counts)))


_N_WITHIN = _SIZES * (_SIZES - 1) // 2
_EACH = [1, 1, 1]

EXERCISES = {
    "ex-pairs-ruler": (
        Choice(
            "What do you guess?",
            {
                "Below one half": "One cluster holds the two ends, and most of its comparisons go wrong.",
                "Not below one half": "The ends have one pair, and it loses all its comparisons. The middle has three.",
            },
            _SIDE,
            predict=True,
        ),
        Number(
            "The rank sum of the within pairs:",
            _RANK_SUM,
            tempting=(
                (int(_DISTANCE[_IS_WITHIN].sum()), "These are the distances, added up. Number them first."),
                (int(_RANKS[~_IS_WITHIN].sum()), "This is the rank sum of the between pairs."),
            ),
            hint="Number the ten distances from the smallest. Which four belong to pairs in one cluster?",
            outcome="How much more is that than the smallest sum that four ranks can have?",
        ),
        Number(
            "AUCC:",
            _aucc(_DISTANCE, _ENDS),
            tempting=(
                (1 - Fraction(_RANK_SUM, _P * _N), "Not all of the rank sum is wrong. Take 1 + 2 + 3 + 4 away first."),
                (
                    (_own_share(0) + _own_share(1)) / 2,
                    "This is the mean of the two clusters' shares. The one has one pair, and the other three.",
                ),
            ),
            hint="The rank sum less the smallest one that is possible: so many comparisons go wrong.",
            outcome="The absurd cluster has only one pair of four.",
        ),
        Write("within_and_between"),
    ),
    "ex-pairs-point": (
        Objects(
            "Which pairs are linked at r = 4?",
            _PAIRS,
            right=_picked(_LINKED),
            tempting=(
                (
                    _picked(_IN_ONE_PIECE),
                    "Some of these hang together by way of others. A link is one pair, close enough.",
                ),
                (
                    _picked(_LINKED & _TOGETHER),
                    "One is missing. A distance of 4 still counts, and so do pairs of different clusters.",
                ),
            ),
            hint="Which distances are at most 4?",
            outcome="Three within pairs and one between pair.",
        ),
        Choice(
            "The point of the curve:",
            {
                _POINT: "One of six between pairs is linked, and three of four within pairs.",
                _shown(_point(_LINKED)[::-1]): "To the right goes the share of the between pairs.",
                _shown(_OF_ALL): "Each rate looks at one kind of pairs: six between, four within.",
                _shown(_point(_IN_ONE_PIECE)): "This calls positive whatever hangs together by links. That is another "
                "curve.",
            },
            _POINT,
        ),
        Choice(
            "By links, what hangs together?",
            {
                "abcd; e is alone": "By way of c, d hangs together with a and b.",
                "abc; de": "These are the clusters. Is d linked to e?",
                "abc; d and e are alone": "One link leads out of abc.",
            },
            "abcd; e is alone",
        ),
        Choice(
            "Why is that not what the curve looks at?",
            {
                "It does not look at clusters.": "It does: they say which pairs are within.",
                "It asks each pair whether it is linked itself.": "ad and bd are in one piece, but they are "
                "no links: at this threshold they are not called positive.",
                "It looks at all thresholds at once.": "The area does. One point belongs to one threshold.",
            },
            "It asks each pair whether it is linked itself.",
        ),
        Break("aucc-unique"),
        Break("one-closer"),
    ),
    "ex-pairs-turn": (
        Objects(
            "Which of the six give AUCC, and the same one?",
            _HAS_ALL,
            right=_SAME,
            tempting=(
                (_HAS_ALL, "All of them keep the order. But two objects have no similarity at all: what is 1/s there?"),
                (
                    tuple(name for name in _SAME if name != _TINY),
                    "The tenth power makes nearly all of them tiny. Does that change who is closer?",
                ),
                ((_STRAIGHT,), "Straight it need not be. AUCC sees the order, and which functions keep it?"),
            ),
            hint="Which functions are strictly decreasing from 0 to 0.95, and which has a value at each of these?",
            outcome="Whatever is strictly decreasing will do, if it is a number.",
        ),
        Order(
            "The proof that AUCC sees the order, all of it and nothing else. Put it in order: first what AUCC sees, "
            "then that it sees all of it. There are m pairs.",
            (
                "Each comparison of two pairs comes out by their order: the same order gives every partition the same "
                "AUCC.",
                "Among these are the partitions that put one pair together and leave all other objects alone.",
                "Of the m \N{MINUS SIGN} 1 comparisons of that pair, those with the c closer pairs are wrong and those "
                "with t others are tied.",
                "So (m \N{MINUS SIGN} 1) AUCC = m \N{MINUS SIGN} 1 \N{MINUS SIGN} c \N{MINUS SIGN} ½t.",
                "The mid-rank of the pair is c + 1 + ½t, and that is m \N{MINUS SIGN} (m \N{MINUS SIGN} 1) AUCC.",
                "So these partitions tell the mid-rank of each pair, and the mid-ranks tell the order and the ties.",
            ),
            before=(
                (0, 1, "First what AUCC sees, as asked: the comparisons of all partitions."),
                (1, 2, "It is not said yet which pair this is about."),
                (2, 3, "The formula needs to know how many comparisons are wrong and how many are tied."),
                (3, 4, "The mid-rank is made from the formula for AUCC."),
                (4, 5, "Mid-ranks are told before it is known that AUCC holds them."),
            ),
            hint="All partitions, then one pair, its comparisons, its AUCC, its mid-rank, all mid-ranks.",
            outcome="So the partitions with a single pair together are enough.",
        ),
        Break("squared"),
    ),
    "ex-pairs-mess": (
        Number(
            "Two of the three clusters are a mess. What AUCC do you expect?",
            _with_tight(0),
            predict=True,
            outcome="Pairs are counted, not clusters and not objects.",
        ),
        Number(
            "AUCC if the cluster of 9 is the mess:",
            _with_tight(1, 2),
            tempting=(
                (_share_of(_EACH, 1, 2), "This counts clusters. How many pairs does each of them have?"),
                (_share_of(_SIZES, 1, 2), "This counts objects. How many pairs do 9, 3 and 2 objects make?"),
                (_with_tight(0), "So it is if the cluster of 9 is the tight one."),
            ),
            hint="How many within pairs has each cluster, and which of them win their comparisons?",
            outcome="Two perfect clusters of three have four of forty pairs.",
        ),
        Break("closer-one"),
        Break("moved-apart"),
    ),
    "ex-pairs-choice": (
        Open(
            (
                "Without the weakest measurements AUCC of the varieties rises.",
                "But then the varieties have chosen the distance.",
                "Such a distance must not show afterwards that the varieties are well separated.",
                "Without labels, only what is known about wine can choose: the question, the units, the errors.",
            )
        ),
    ),
}
