"""Questions of the chapter *From objects to pairs*."""

from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist, squareform
from scipy.stats import rankdata

from aucc_teach import datasets, pairs
from aucc_teach.aucc import aucc_score, concordance
from aucc_teach.exercises._claims import Break, Field
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Number, Objects, Open, Order

from . import _counting as counting
from ._claims import CLUSTERS, LINES_SEARCHED, LISTS_SEARCHED, PAIRS, POINTS, TWO_CLUSTERINGS
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


# ---- claims


def _aucc_unique(names, points, first, second):
    one, two = counting.aucc_of_points(points, first), counting.aucc_of_points(points, second)
    if counting.together(first) == counting.together(second):
        return "same", {}
    return "broken" if one == two == 1 else "holds", {"one": one, "two": two}


_AUCC_UNIQUE = Break(
    "aucc-unique",
    "At most one clustering of given points has an AUCC of 1.",
    TWO_CLUSTERINGS,
    _aucc_unique,
    {
        "same": "The two clusterings are the same. Two different ones are needed.",
        "holds": "The AUCCs are {one} and {two}: not both are 1. What else than whole clusters may be together?",
        "broken": "Both clusterings have an AUCC of 1, and they are not the same.",
    },
    (
        (
            "1 means that the clusters are perfect, and only one clustering is.",
            "1 means that all within pairs are closer than all between pairs. Few within pairs make that easy.",
        ),
        (
            "AUCC has one largest value.",
            "One value, that several clusterings may reach.",
        ),
        (
            "Any change puts a close pair apart or a far pair together.",
            "To put a close pair apart costs nothing as long as no farther pair stays together.",
        ),
    ),
)


def _far_friend(points, labels):
    """The first point that has a point of its own cluster no closer than some other: its distances from the two."""
    for i, x in enumerate(points):
        own = [abs(x - y) for k, y in enumerate(points) if labels[k] == labels[i] and k != i]
        other = [abs(x - y) for k, y in enumerate(points) if labels[k] != labels[i]]
        if own and max(own) >= min(other):
            return {"point": x, "own": max(own), "other": min(other)}
    return None


def _one_closer(names, points, labels):
    score = counting.aucc_of_points(points, labels)
    if score != 1:
        return "low", {"aucc": score}
    friend = _far_friend(points, labels)
    return ("holds", {}) if friend is None else ("broken", friend)


_ONE_CLOSER = Break(
    "one-closer",
    "If AUCC is 1, each point is closer to all others of its cluster than to any point of another.",
    (POINTS, CLUSTERS),
    _one_closer,
    {
        "low": "AUCC is {aucc}, not 1: the claim says nothing here.",
        "holds": "AUCC is 1, and each point is closer to all others of its own cluster, as the claim says.",
    },
    (
        (
            "AUCC averages over the points, and each of them has to be 1.",
            "AUCC counts comparisons of pairs, also of pairs that share no point.",
        ),
        (
            "All within pairs are closer than all between pairs, also than those that share a point with them.",
            "The claim asks only for comparisons of two pairs with a point in common. They are among those that "
            "all came out right.",
        ),
        (
            "Clusters with an AUCC of 1 are wide gaps apart.",
            "The gaps need only be wider than the widest cluster, by however little.",
        ),
    ),
    right=1,
    searched=LINES_SEARCHED,
    up_to=5,
)


def _closer_one(names, points, labels):
    if friend := _far_friend(points, labels):
        return "far", friend
    items = counting.marked(points, labels)
    widest = max(value for value, within in items if within)
    narrowest = min(value for value, within in items if not within)
    score = counting.aucc(items)
    facts = {"aucc": score, "within": widest, "between": narrowest}
    return "holds" if score == 1 else "broken", facts


_CLOSER_ONE = Break(
    "closer-one",
    "If each point is closer to all others of its cluster than to any point of another, AUCC is 1.",
    (POINTS, CLUSTERS),
    _closer_one,
    {
        "far": "The point at {point} has a point of its own cluster at a distance of {own}, and one of another at "
        "{other}: the claim says nothing here.",
        "holds": "AUCC is 1, as the claim says. AUCC also compares pairs that share no point: let one cluster be "
        "wider than the gap between two others.",
        "broken": "Each point is closer to its own. But AUCC is {aucc}: the widest within pair has the distance "
        "{within}, and the narrowest between pair {between}.",
    },
    (
        (
            "Then each within pair is closer than each between pair.",
            "Only than those that share a point with it. Clusters may be of different widths.",
        ),
        (
            "AUCC is the mean over the points of what each of them sees.",
            "It is the mean over comparisons of all within pairs with all between pairs.",
        ),
        (
            "Clusters like that cannot be drawn better.",
            "So they may be the clusters that everybody would draw. AUCC is not 1 for all of these.",
        ),
    ),
)


def _moved_apart(names, points, labels, moved):
    steps = [after - before for before, after in zip(points, moved, strict=True)]
    movers = {label for label, step in zip(labels, steps, strict=True) if step}
    if not movers:
        return "unmoved", {}
    shifts = {step for label, step in zip(labels, steps, strict=True) if label in movers}
    if len(movers) > 1 or len(shifts) > 1:
        return "not-whole", {}
    (mover,) = movers

    def farther(other):
        places = list(zip(labels, points, moved, strict=True))
        return all(
            abs(x_moved - y) > abs(x - y)
            for label, x, x_moved in places
            if label == mover
            for cluster, y, _ in places
            if cluster == other
        )

    if not any(farther(label) for label in labels if label != mover):
        return "nearer", {"cluster": mover}
    before, after = counting.aucc_of_points(points, labels), counting.aucc_of_points(moved, labels)
    return "holds" if after >= before else "broken", {"before": before, "after": after}


_MOVED_APART = Break(
    "moved-apart",
    "Move one cluster as a whole away from all points of another, and AUCC does not fall.",
    (POINTS, CLUSTERS, Field("Points after the move", "points", "0 1 7 8")),
    _moved_apart,
    {
        "unmoved": "No point has moved.",
        "not-whole": "One cluster has to move, all of its points by the same way.",
        "nearer": "Cluster {cluster} has moved away from no other cluster as a whole.",
        "holds": "AUCC is {before} before and {after} after: it does not fall. There may be more clusters.",
        "broken": "AUCC falls from {before} to {after}: away from the one cluster is nearer to a third.",
    },
    (
        (
            "The between pairs become wider, and the within pairs stay.",
            "Those with the one cluster do. The cluster may come nearer to a third.",
        ),
        (
            "AUCC measures how far apart clusters are.",
            "It compares ranks. How far apart they are matters only where an order changes.",
        ),
        (
            "With two clusters it can be proved.",
            "With two it can. The claim does not say that there are two.",
        ),
    ),
)


def _squared(names, items):
    before, after = counting.aucc(items), counting.aucc([(value * value, mark) for value, mark in items])
    return "holds" if after == before else "broken", {"before": before, "after": after}


_SQUARED = Break(
    "squared",
    "Square all dissimilarities, and AUCC stays.",
    (PAIRS,),
    _squared,
    {"holds": "AUCC is {before} before and {after} after."},
    (
        (
            "Squares keep the order, ties as well, and AUCC sees nothing else.",
            "Each comparison of a within pair with a between pair comes out as before. Any other rising function "
            "does the same.",
        ),
        (
            "All dissimilarities change by the same factor.",
            "They do not: 2 becomes twice as large, and 3 three times.",
        ),
        (
            "Squares make far pairs farther, which is balanced by the close ones.",
            "Nothing has to be balanced. AUCC sees no sizes.",
        ),
    ),
    right=0,
    searched=LISTS_SEARCHED,
    up_to=6,
)


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
        _AUCC_UNIQUE,
        _ONE_CLOSER,
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
        _SQUARED,
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
        _CLOSER_ONE,
        _MOVED_APART,
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
