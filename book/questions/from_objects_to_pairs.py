"""Questions of the chapter *From objects to pairs*."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist
from scipy.stats import rankdata

from aucc_teach import datasets, pairs
from aucc_teach.aucc import aucc_score, concordance
from aucc_teach.exercises import Break, Choice, Field, Number, Objects, Open, Write

from ._claims import CLUSTERS, LINES_SEARCHED, POINTS, TWO_CLUSTERINGS
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
        "same": "The two clusterings are the same. To break the claim you need two different ones.",
        "holds": "The AUCCs are {one} and {two}, so they aren't both 1. A cluster may also be a single point.",
        "broken": "Both clusterings have an AUCC of 1, and they aren't the same.",
    },
    (
        (
            "An AUCC of 1 means that the clusters are perfect, and only one clustering is perfect.",
            "All it means is that every within pair is closer than every between pair. Try clusterings with few within "
            "pairs.",
        ),
        (
            "The AUCC has one largest value.",
            "The value is 1, but several clusterings may reach it. Try one in which very little is together.",
        ),
        (
            "Any change puts a close pair apart or a far pair together.",
            "Put a close pair into different clusters, and see which comparisons are lost. What if no wider pair is "
            "together?",
        ),
    ),
)


_ONE_CLOSER = Break(
    "one-closer",
    "If the AUCC is 1, each point is closer to all other points of its cluster than to any point of another cluster.",
    (POINTS, CLUSTERS),
    _CHECKS,
    {
        "low": "The AUCC is {aucc} here. The claim is about an AUCC of 1, so it says nothing about these points.",
        "holds": "The AUCC is 1, and each point is closer to all others of its own cluster, as claimed.",
    },
    (
        (
            "The AUCC is a mean over the points, so each of them has to be 1.",
            "The claim is true, but the AUCC counts comparisons of pairs. Look at two pairs that share a point: can "
            "the longer one be within?",
        ),
        (
            "All within pairs are closer than all between pairs, including those that share a point with them.",
            "The claim is about pairs with a point in common, and these comparisons are among those that were all won.",
        ),
        (
            "Clusters with an AUCC of 1 have wide gaps between them.",
            "The gaps can be small: it's enough that each is a little wider than the widest cluster. Now look at a "
            "single point.",
        ),
    ),
    right=1,
    searched=LINES_SEARCHED,
    up_to=5,
)


_CLOSER_ONE = Break(
    "closer-one",
    "If each point is closer to all other points of its cluster than to any point of another cluster, the AUCC is 1.",
    (POINTS, CLUSTERS),
    _CHECKS,
    {
        "far": "The point at {point} has a point of its own cluster at a distance of {own}, and a point of another "
        "cluster at {other}, so the claim says nothing here.",
        "holds": "The AUCC is 1, as claimed. It also compares pairs that share no point, so look for two of those.",
        "broken": "Each point is closer to its own cluster. But the AUCC is {aucc}, because the widest within pair has "
        "distance {within}, and the narrowest between pair has distance {between}.",
    },
    (
        (
            "Then each within pair is closer than each between pair.",
            "It's closer than those that share a point with it. What about the others?",
        ),
        (
            "The AUCC is the mean over the points of what each point sees.",
            "The AUCC compares all within pairs with all between pairs. Look for two that share no point.",
        ),
        (
            "Clusters like these can't be drawn better.",
            "Perhaps not, but the AUCC asks for more. Compare the widest within pair with the narrowest between pair.",
        ),
    ),
)


_MOVED_APART = Break(
    "moved-apart",
    "If one cluster as a whole is moved away from all points of another, the AUCC doesn't fall.",
    (POINTS, CLUSTERS, Field("Points after the move", "points", "0 1 7 8")),
    _CHECKS,
    {
        "unmoved": "No point has moved yet.",
        "not-whole": "Exactly one cluster has to move, and all of its points by the same distance in the same "
        "direction.",
        "nearer": "Cluster {cluster} has moved away from no other cluster as a whole.",
        "holds": "The AUCC is {before} before the move and {after} after it, so it doesn't fall. You may use more than "
        "two clusters.",
        "broken": "The AUCC falls from {before} to {after}, because the move brings the cluster nearer to a third.",
    },
    (
        (
            "The between pairs become wider, and the within pairs stay as they are.",
            "The between pairs with that other cluster do. Are there other between pairs?",
        ),
        (
            "The AUCC measures how far apart clusters are.",
            "It compares the order of the pairs. Which pairs change their place when a cluster moves?",
        ),
        (
            "With two clusters it can be proved.",
            "That's right. But the claim doesn't say how many clusters there are.",
        ),
    ),
)


EXERCISES = {
    "ex-pairs-ruler": (
        Choice(
            "Where do you expect the AUCC to lie?",
            {
                "Below one half": "One cluster holds the two ends, and its pair loses all of its comparisons. But the "
                "other cluster has three pairs.",
                "Not below one half": "The two ends make a single pair, which loses all of its comparisons, while the "
                "three marks in the middle make three pairs.",
            },
            _SIDE,
            predict=True,
            name="where-do-you-expect-aucc-to-lie",
        ),
        Number(
            "The rank sum of the within pairs:",
            _RANK_SUM,
            tempting=(
                (
                    int(_DISTANCE[_IS_WITHIN].sum()),
                    "That's the sum of the distances. Replace each of them by its place in the row, and add again.",
                ),
                (
                    int(_RANKS[~_IS_WITHIN].sum()),
                    "That's the sum for the between pairs. Take the four pairs inside the clusters instead.",
                ),
            ),
            hint="Number the ten distances from the smallest. Which four belong to pairs in one cluster?",
            outcome="Next, see how far that is above the smallest sum that four ranks can have.",
        ),
        Number(
            "The AUCC:",
            _aucc(_DISTANCE, _ENDS),
            tempting=(
                (
                    1 - Fraction(_RANK_SUM, _P * _N),
                    "Here the whole rank sum counts as lost comparisons. Part of it would be there if none were lost.",
                ),
                (
                    (_own_share(0) + _own_share(1)) / 2,
                    "This gives both clusters the same weight. One has a single within pair and the other three.",
                ),
            ),
            hint="How much larger is the rank sum than the smallest possible one? That many comparisons are lost.",
            outcome="The cluster of the two ends has one of the four within pairs, so it counts for a quarter.",
            name="aucc",
        ),
    ),
    "ex-pairs-point": (
        Objects(
            "Which pairs are linked at r = 4?",
            _PAIRS,
            right=_picked(_LINKED),
            tempting=(
                (
                    _picked(_IN_ONE_PIECE),
                    "Some of these are connected through other objects. Keep the pairs whose own distance is at most "
                    "4.",
                ),
                (
                    _picked(_LINKED & _TOGETHER),
                    "One is missing. A distance of exactly 4 counts, and a link may lead to the other cluster.",
                ),
            ),
            hint="Look for the distances that are at most 4.",
            outcome="These are three within pairs and one between pair.",
        ),
        Choice(
            "The point of the curve:",
            {
                _POINT: "One of the six between pairs is linked, and three of the four within pairs are.",
                _shown(_point(_LINKED)[::-1]): "The two coordinates have traded places. The proportion of the between "
                "pairs goes to the right, so it comes first.",
                _shown(_OF_ALL): "This divides by all ten pairs. Divide the false alarms by the between pairs, and the "
                "hits by the within pairs.",
                _shown(_point(_IN_ONE_PIECE)): "This also counts pairs that are connected by a chain of links. Count "
                "the links themselves.",
            },
            _POINT,
        ),
    ),
    "ex-pairs-mess": (
        Number(
            "Two of the three clusters are a mess. What AUCC do you expect?",
            _with_tight(0),
            predict=True,
            between=(0, 1),
            outcome="The AUCC counts pairs, not clusters and not objects.",
        ),
        Number(
            "The AUCC if the cluster of 9 is the mess:",
            _with_tight(1, 2),
            tempting=(
                (
                    _share_of(_EACH, 1, 2),
                    "This counts clusters. How many within pairs does each of them have?",
                ),
                (
                    _share_of(_SIZES, 1, 2),
                    "This counts objects. How many pairs do 9, 3 and 2 objects make?",
                ),
                (
                    _with_tight(0),
                    "That's the AUCC with a tight cluster of 9. Now its pairs lose: which ones still win?",
                ),
            ),
            hint="How many within pairs does each cluster have, and which of them win their comparisons?",
            outcome="The two perfect clusters have only four of the forty within pairs.",
            name="aucc-if-the-cluster-of-9-is-the-mess",
        ),
        _MOVED_APART,
    ),
    "ex-pairs-claims": (_AUCC_UNIQUE, _ONE_CLOSER, _CLOSER_ONE),
    "ex-pairs-masks": (Write("aucc_of_table"),),
    "ex-pairs-choice": (
        Open(
            (
                "Without the body mass, the AUCC of the species rises.",
                "But then the species have chosen the distance.",
                "Such a distance mustn't be used afterwards to show how well the species are separated.",
                "Without labels, I can only go by what I know of penguins: my question, the units, the errors.",
            ),
            name="a-distance-for-penguins",
        ),
    ),
}


# ---- predictions

_RING = datasets.load_toy("nested")
_RING_AUCC = aucc_score(_RING.points, _RING.labels)

PREDICTIONS = {
    "pre-pairs-constant": Choice(
        "What happens to the AUCC if 100 is added to every distance?",
        {
            "it moves towards one half": "The numbers are nearly alike now, and that might seem to blur the clusters. "
            "But their order is what it was.",
            "it stays the same": "The order of the pairs doesn't change. Their ratios do, but the AUCC doesn't use "
            "ratios.",
            "that depends on the partition": "Each comparison comes out as before, whatever the partition.",
        },
        "it stays the same",
        predict=True,
        name="what-happens-to-aucc-if-100-is-added-to",
    ),
    "pre-pairs-ring": Choice(
        "The ring and its core are plain to see. What is their AUCC, as drawn?",
        {
            "nearly 1": "That's what the eye says. Now think of two points on opposite sides of the ring.",
            "about 0.7": "That's between what the eye says and what the long pairs of the ring say.",
            "below one half": "The eye sees two clear clusters. But most pairs within the ring are longer than any "
            "pair between ring and core.",
        },
        "below one half" if _RING_AUCC < 0.5 else "about 0.7",
        predict=True,
    ),
}
