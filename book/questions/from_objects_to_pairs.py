"""Questions of the chapter *From objects to pairs*."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist, squareform
from scipy.stats import rankdata
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

from aucc_teach import datasets, pairs
from aucc_teach.aucc import aucc_score, concordance
from aucc_teach.exercises import Break, Choice, Field, Number, Objects, Open, Order, Write

from ._claims import CLUSTERS, LINES_SEARCHED, LISTS_SEARCHED, PAIRS, POINTS, TWO_CLUSTERINGS
from ._exact import aucc

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


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
    """Proportion of right comparisons of the within pairs of one cluster."""
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


_AUCC_UNIQUE = Break(
    "aucc-unique",
    "At most one clustering of given points has an AUCC of 1.",
    TWO_CLUSTERINGS,
    _CHECKS,
    {
        "same": "The two clusterings are the same. The claim needs two different clusterings.",
        "holds": "The AUCCs are {one} and {two}, so they are not both 1. What, other than whole clusters, may be "
        "together?",
        "broken": "Both clusterings have an AUCC of 1, and they are not the same.",
    },
    (
        (
            "An AUCC of 1 means that the clusters are perfect, and only one clustering is perfect.",
            "It means only that all within pairs are closer than all between pairs. Try clusterings with few within "
            "pairs.",
        ),
        (
            "AUCC has one largest value.",
            "Its largest value is 1, but how many clusterings reach it? Try a pair that is very close, and nothing "
            "else.",
        ),
        (
            "Any change puts a close pair apart or a far pair together.",
            "Put a close pair apart, and see that nothing is lost as long as no farther pair stays together.",
        ),
    ),
)


_ONE_CLOSER = Break(
    "one-closer",
    "If AUCC is 1, each point is closer to all other points of its cluster than to any point of another cluster.",
    (POINTS, CLUSTERS),
    _CHECKS,
    {
        "low": "AUCC is {aucc}, not 1, so the claim does not apply here.",
        "holds": "AUCC is 1, and each point is closer to all others of its own cluster, as claimed.",
    },
    (
        (
            "AUCC averages over the points, so each of them has to be 1.",
            "AUCC counts comparisons of pairs. Look at two pairs that share a point: can the longer one be within?",
        ),
        (
            "All within pairs are closer than all between pairs, including those that share a point with them.",
            "The claim asks only for comparisons of two pairs with a point in common. They are among those that "
            "all came out right.",
        ),
        (
            "Clusters with an AUCC of 1 have wide gaps between them.",
            "The gaps need only be wider than the widest cluster, by however little. Ask what that gives for each "
            "point.",
        ),
    ),
    right=1,
    searched=LINES_SEARCHED,
    up_to=5,
)


_CLOSER_ONE = Break(
    "closer-one",
    "If each point is closer to all other points of its cluster than to any point of another cluster, AUCC is 1.",
    (POINTS, CLUSTERS),
    _CHECKS,
    {
        "far": "The point at {point} has a point of its own cluster at a distance of {own}, and a point of another "
        "cluster at {other}, so the claim does not apply here.",
        "holds": "AUCC is 1, as claimed. But AUCC also compares pairs that share no point. Let one cluster be "
        "wider than the gap between two others.",
        "broken": "Each point is closer to its own cluster. But AUCC is {aucc}, because the widest within pair has "
        "distance {within}, and the narrowest between pair has distance {between}.",
    },
    (
        (
            "Then each within pair is closer than each between pair.",
            "It is closer only than those that share a point with it. Let one cluster be wide, and two others near "
            "each other.",
        ),
        (
            "AUCC is the mean over the points of what each point sees.",
            "AUCC compares all within pairs with all between pairs. Look for two that share no point.",
        ),
        (
            "Clusters like these cannot be drawn better.",
            "Everyone may draw them, but AUCC asks for more. Compare the widest within pair with the narrowest between "
            "pair.",
        ),
    ),
)


_MOVED_APART = Break(
    "moved-apart",
    "If one cluster as a whole is moved away from all points of another, AUCC does not fall.",
    (POINTS, CLUSTERS, Field("Points after the move", "points", "0 1 7 8")),
    _CHECKS,
    {
        "unmoved": "No point has moved.",
        "not-whole": "Exactly one cluster has to move, and all of its points by the same distance in the same "
        "direction.",
        "nearer": "Cluster {cluster} has moved away from no other cluster as a whole.",
        "holds": "AUCC is {before} before the move and {after} after it, so it does not fall. There may be more "
        "clusters.",
        "broken": "AUCC falls from {before} to {after}, because away from one cluster is nearer to a third.",
    },
    (
        (
            "The between pairs become wider, and the within pairs stay as they are.",
            "Only the between pairs with that other cluster do. Put a third cluster in the way.",
        ),
        (
            "AUCC measures how far apart clusters are.",
            "It compares ranks, so a distance matters only where an order changes. Which order can a move change?",
        ),
        (
            "With two clusters it can be proved.",
            "For two clusters it can be proved. The claim allows more, so try three.",
        ),
    ),
)


_SQUARED = Break(
    "squared",
    "If all dissimilarities are squared, AUCC stays the same.",
    (PAIRS,),
    _CHECKS,
    {"holds": "AUCC is {before} before squaring and {after} after it."},
    (
        (
            "Squares keep the order, including ties, and AUCC sees nothing else.",
            "Each comparison of a within pair with a between pair comes out as before. Any other strictly increasing "
            "function has the same effect.",
        ),
        (
            "All dissimilarities change by the same factor.",
            "They do not: 2 becomes twice as large, and 3 three times. Ask what happens to their order.",
        ),
        (
            "Squares make far pairs farther, and the close pairs balance that.",
            "AUCC does not see sizes, so nothing has to be balanced. Ask which comparisons come out differently.",
        ),
    ),
    right=0,
    searched=LISTS_SEARCHED,
    up_to=6,
)


EXERCISES = {
    "ex-pairs-ruler": (
        Choice(
            "Where do you expect AUCC to lie?",
            {
                "Below one half": "It's a natural guess, because one cluster holds the two ends and all of its "
                "comparisons go wrong.",
                "Not below one half": "The two ends make one pair, which loses all its comparisons. But the middle "
                "has three pairs.",
            },
            _SIDE,
            predict=True,
        ),
        Number(
            "The rank sum of the within pairs:",
            _RANK_SUM,
            tempting=(
                (
                    int(_DISTANCE[_IS_WITHIN].sum()),
                    "You added the distances themselves. Replace each by its place in the row, and add again.",
                ),
                (
                    int(_RANKS[~_IS_WITHIN].sum()),
                    "You added the ranks of the between pairs. Take the four pairs inside the clusters instead.",
                ),
            ),
            hint="Number the ten distances from the smallest. Which four belong to pairs in one cluster?",
            outcome="Now ask how much larger that is than the smallest sum that four ranks can have.",
        ),
        Number(
            "AUCC:",
            _aucc(_DISTANCE, _ENDS),
            tempting=(
                (
                    1 - Fraction(_RANK_SUM, _P * _N),
                    "You took the whole rank sum for wrong comparisons. Subtract 1 + 2 + 3 + 4 first.",
                ),
                (
                    (_own_share(0) + _own_share(1)) / 2,
                    "You gave both clusters the same weight. Weigh them by their pairs, one and three.",
                ),
            ),
            hint="The rank sum minus the smallest possible rank sum is the number of comparisons that go wrong.",
            outcome="The absurd cluster has only one of the four within pairs.",
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
                    "You included pairs that are connected only through other objects. Keep those whose own distance "
                    "is at most 4.",
                ),
                (
                    _picked(_LINKED & _TOGETHER),
                    "You left out one pair. A distance of 4 still counts, and so do pairs of different clusters.",
                ),
            ),
            hint="Look for the distances that are at most 4.",
            outcome="These are three within pairs and one between pair.",
        ),
        Choice(
            "The point of the curve:",
            {
                _POINT: "One of the six between pairs is linked, and three of the four within pairs are.",
                _shown(_point(_LINKED)[::-1]): "You exchanged the coordinates. Put the proportion of the between pairs "
                "first, since it goes to the right.",
                _shown(_OF_ALL): "You divided by all ten pairs. Divide the false alarms by the six between pairs, and "
                "the hits by the four within pairs.",
                _shown(_point(_IN_ONE_PIECE)): "You called every pair positive that a chain of links "
                "connects. Count only the links themselves.",
            },
            _POINT,
        ),
        Choice(
            "Which objects do the links connect?",
            {
                "abcd; e is on its own": "Through c, the object d is connected with a and b.",
                "abc; de": "These are the clusters. Look for a link between c and d, and for one between d and e.",
                "abc; d and e are on their own": "You left out a link that leads out of abc. Which distance between "
                "the clusters is at most 4?",
            },
            "abcd; e is on its own",
        ),
        Choice(
            "Why is that not what the ROC curve looks at?",
            {
                "It does not look at clusters.": "It does look at clusters, which say what a within pair is. Ask what "
                "it takes from the links.",
                "It asks each pair whether it is linked itself.": "The pairs ad and bd are in one piece, but "
                "they are not links, so at this threshold they are not called positive.",
                "It looks at all thresholds at once.": "The area does, but a point belongs to a single "
                "threshold. Ask what that point counts.",
            },
            "It asks each pair whether it is linked itself.",
        ),
        _AUCC_UNIQUE,
        _ONE_CLOSER,
    ),
    "ex-pairs-turn": (
        Objects(
            "For which of the six do you get an AUCC, and the same value?",
            _HAS_ALL,
            right=_SAME,
            tempting=(
                (_HAS_ALL, "All of them keep the order. But two objects have similarity 0: what is 1/s there?"),
                (
                    tuple(name for name in _SAME if name != _TINY),
                    "The tenth power makes many of the values tiny. Does that change which pair is closer?",
                ),
                (
                    (_STRAIGHT,),
                    "The function need not be a straight line. AUCC sees only the order: which functions keep it?",
                ),
            ),
            hint="Ask of each function whether it is strictly decreasing from 0 to 0.95, and whether it has a value "
            "at each similarity.",
            outcome="Every strictly decreasing function will do, as long as its values are numbers.",
        ),
        Order(
            "Put in order the proof that AUCC sees the order, all of it and nothing else: first what AUCC sees, "
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
                (3, 4, "The mid-rank comes from the formula for AUCC, so it comes after that formula."),
                (4, 5, "You used the mid-ranks before it was known that AUCC determines them."),
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
        ),
        _SQUARED,
    ),
    "ex-pairs-mess": (
        Number(
            "Two of the three clusters are a mess. What AUCC do you expect?",
            _with_tight(0),
            predict=True,
            between=(0, 1),
            outcome="AUCC counts pairs, not clusters and not objects.",
        ),
        Number(
            "AUCC if the cluster of 9 is the mess:",
            _with_tight(1, 2),
            tempting=(
                (
                    _share_of(_EACH, 1, 2),
                    "You counted clusters. Count pairs instead: how many does each cluster have?",
                ),
                (
                    _share_of(_SIZES, 1, 2),
                    "You counted objects. How many pairs do 9, 3 and 2 objects make?",
                ),
                (_with_tight(0), "With a tight cluster of 9 this is right. Now its pairs lose: which pairs still win?"),
            ),
            hint="How many within pairs does each cluster have, and which of them win their comparisons?",
            outcome="Two perfect clusters out of three have only four of the forty pairs.",
        ),
        _CLOSER_ONE,
        _MOVED_APART,
    ),
    "ex-pairs-masks": (Write("aucc_of_table"),),
    "ex-pairs-choice": (
        Open(
            (
                "Without the weakest measurements, AUCC of the varieties rises.",
                "But then the varieties have chosen the distance.",
                "Such a distance must not show afterwards that the varieties are well separated.",
                "Without labels, only what is known about wine can guide the choice: the question, the units, the "
                "errors.",
            )
        ),
    ),
}


# ---- predictions

_WITHIN, _BETWEEN = _DISTANCE[_TOGETHER][:, None], _DISTANCE[~_TOGETHER]
_WINE, _VARIETIES = load_wine(return_X_y=True)
_SCALED = StandardScaler().fit_transform(_WINE)
_KMEANS = KMeans(n_clusters=3, n_init=10, random_state=0)
_OF_WINES = {
    "k-means on the raw measurements": _KMEANS.fit_predict(_WINE),
    "k-means on the scaled measurements": _KMEANS.fit_predict(_SCALED),
    "the three varieties": _VARIETIES,
}
_RAW, _RESCALED, _TRUE = _OF_WINES
_BEST_SCALED = max(_OF_WINES, key=lambda name: aucc_score(_SCALED, _OF_WINES[name]))
_SMALLEST_WEIGHT = _share_of([n * (n - 1) // 2 for n in (100, 30, 10)], 2)
_RING = datasets.load_toy("nested")
_RING_AUCC = aucc_score(_RING.points, _RING.labels)

PREDICTIONS = {
    "pre-pairs-ruler": Number(
        "Compare each within pair with each between pair. In how many of the 24 comparisons is the between pair "
        "closer?",
        int((_WITHIN > _BETWEEN).sum()),
        predict=True,
        between=(0, 24),
        outcome="7 lies nearer to 3 than to 12, but that is a single comparison, of cd with de.",
    ),
    "pre-pairs-constant": Choice(
        "What happens to AUCC if 100 is added to every dissimilarity?",
        {
            "it moves towards one half": "The differences look small beside 100, but their order is what it was.",
            "it stays the same": "The order of the pairs does not change. Their ratios do, but AUCC doesn't use "
            "ratios.",
            "that depends on the partition": "Each comparison comes out as before, whatever the partition.",
        },
        "it stays the same",
        predict=True,
    ),
    "pre-pairs-wine": Choice(
        "Judged by the scaled distances, which of the three partitions has the highest AUCC?",
        {
            _RAW: "It was made with the other distance.",
            _RESCALED: "It was made with this distance. The varieties are the truth about the wines, but not about "
            "these distances.",
            _TRUE: "They are the truth about the wines, but not about these distances.",
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
    "pre-pairs-ring": Choice(
        "The ring and its core are plain to see. What is their AUCC, as drawn?",
        {
            "nearly 1": "That is what the eye says.",
            "about 0.7": "That is a compromise between the eye and the long pairs of the ring.",
            "below one half": "The eye says nearly 1. But most pairs within the ring are longer than any pair "
            "between ring and core.",
        },
        "below one half" if _RING_AUCC < 0.5 else "about 0.7",
        predict=True,
    ),
}
