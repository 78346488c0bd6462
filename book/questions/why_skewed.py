"""Questions of the excursion *Why the null is skewed*."""

from fractions import Fraction

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from aucc_teach import PairRanking
from aucc_teach.exercises._questions import Choice, Construct, Number, Open
from aucc_teach.partitions import set_partitions

_MINUS = "\N{MINUS SIGN}"


def _eigenvalues(ranking, n):
    """Weights of the squares for two even clusters, as in the chapter, the largest first."""
    doubled = ranking.doubled_mid_ranks
    even = np.eye(n) - 1 / n
    return np.linalg.eigvalsh(-even @ squareform((doubled - doubled.mean()) / 2) @ even)[::-1]


def _predicted(eigenvalues):
    return 8**0.5 * (eigenvalues**3).sum() / (eigenvalues**2).sum() ** 1.5


def _moments(scores):
    """Mean square and mean cube of the deviations from one half."""
    return [sum((score - Fraction(1, 2)) ** power for score in scores) / len(scores) for power in (2, 3)]


_CORNERS = PairRanking([[0, 0], [0, 1], [1, 1], [1, 0]])
_SCORES = [Fraction(score) for score in _CORNERS.score_many(list(set_partitions(4, sizes=[2, 2])))]
_SQUARE, _CUBE = _moments(_SCORES)
_SKEWNESS = _CUBE / float(_SQUARE) ** 1.5
_SMALLEST, *_, _LARGEST = sorted(round(each) for each in _eigenvalues(_CORNERS, 4))

_ANGLES = 2 * np.pi * np.arange(60) / 60
_RING = squareform(pdist(np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])).round(9))
_OF_RING = _eigenvalues(PairRanking(_RING, metric="precomputed"), len(_RING))
_DIRECTIONS = int(np.isclose(_OF_RING, _OF_RING[0]).sum())

_OF_IRISES = _eigenvalues(PairRanking(StandardScaler().fit_transform(load_iris().data)), 150)
_IRIS_SKEWNESS = _predicted(_OF_IRISES)

EXERCISES = {
    "ex-skew-square": (
        Number(
            "AUCC, if two opposite sides are the clusters:",
            max(_SCORES),
            tempting=(
                (Fraction(1), "The within pairs are sides, and so are two of the between pairs: these tie."),
                (Fraction(1, 2), "Two of the four between pairs are diagonals, and a side wins against them."),
            ),
            hint="A within pair ties with the two other sides and wins against the two diagonals.",
            outcome="Two of the three partitions have it.",
        ),
        Number(
            "AUCC, if the diagonals are the clusters:",
            min(_SCORES),
            tempting=((Fraction(1, 4), "A diagonal is longer than each of the four sides. Is there a tie?"),),
            hint="Compare a diagonal with the four sides.",
            outcome="Every comparison is lost.",
        ),
        Number(
            "The skewness of the three values:",
            _SKEWNESS,
            tempting=(
                (-_SKEWNESS, "Two values lie a little above the mean, and one lies far below it."),
                (float(_CUBE), "That is the mean cube. Divide it by the standard deviation cubed."),
                (float(_CUBE / _SQUARE), "That is the mean cube over the variance. The units do not cancel yet."),
            ),
            hint="The deviations are 1/4, 1/4 and \N{MINUS SIGN}1/2: mean cube over the mean square to the power 3/2.",
            outcome="The long tail is on the left.",
        ),
        Number(
            f"The eigenvalue for (1, {_MINUS}1, 1, {_MINUS}1):",
            _SMALLEST,
            tempting=(
                (_LARGEST, "That is for the two other vectors. Here the entries that belong to sides are negative."),
                (-_SMALLEST, f"The first row times the vector is 0 {_MINUS} 1 {_MINUS} 2 {_MINUS} 1."),
            ),
            hint=f"Multiply the first row, (0, 1, {_MINUS}2, 1), by the vector; its first entry is 1.",
            outcome="The two others have 2 each, so the sum of the cubes is negative.",
        ),
        Choice(
            "On which side does the prediction put the long tail?",
            {
                "on the right": "The two largest are positive, but it is their cubes that are added.",
                "on the left": "8 + 8 \N{MINUS SIGN} 64 is negative.",
                "on neither": "It would be so if the cubes added up to 0.",
            },
            "on the left" if 2 * _LARGEST**3 + _SMALLEST**3 < 0 else "on the right",
        ),
    ),
    "ex-null-ring": (
        Choice(
            "Which labellings have the highest AUCC?",
            {
                "every other point": "Then the within pairs reach all around, and the closest pairs are between.",
                "two halves of the circle": "Each cluster keeps its neighbours together, and the far ends apart.",
                "two pairs of opposite quarters": "Opposite quarters are as far apart as points can be, and they are "
                "within.",
            },
            "two halves of the circle",
        ),
        Number(
            "In how many directions can a labelling be lucky?",
            _DIRECTIONS,
            tempting=(
                (1, "That is so on a line, where left and right are all there is."),
                (len(_OF_RING) // 2, "So many cuts into halves there are. Directions are the axes they span."),
                (len(_OF_RING), "A half can begin at any point, but it points into the plane."),
            ),
            hint="A half of the circle points somewhere. How many axes does that need?",
            outcome="A half can point anywhere in the plane, and no direction is preferred.",
        ),
        Number(
            "Which skewness does that suggest?",
            (8 / _DIRECTIONS) ** 0.5,
            tempting=(
                (8 / _DIRECTIONS, "The root is missing: √(8/f)."),
                (8**0.5, "That is for one square, as on a line."),
            ),
            hint="A sum of f equal squares has the skewness √(8/f).",
            outcome="Two equal squares.",
        ),
        Number(
            "And by the eigenvalues?",
            _predicted(_OF_RING),
            tempting=(((8 / _DIRECTIONS) ** 0.5, "That is for two axes that have all of the weight."),),
            hint="`predicted_skewness(eigenvalues_of(ring, 60))`, with distances rounded to nine decimals.",
            outcome="A little less, since the two axes do not have all of the weight.",
        ),
        Choice(
            f"Beyond z = 2 and z = {_MINUS}2 the shuffles have",
            {
                "about as much on both sides": "That is the normal curve, with skewness 0.",
                "about 5 in a hundred on the right, hardly any on the left": "A square is never negative, so a deal "
                "cannot be very unlucky.",
                "hardly any on the right, about 5 in a hundred on the left": "The skewness is positive. To which side "
                "does that lean?",
            },
            "about 5 in a hundred on the right, hardly any on the left",
        ),
        Construct(
            "NullMachine",
            todo="Deals of two even clusters have a long tail on the right. Find a number of clusters and sizes for "
            "which there is hardly any, and deal 400 or more: a skewness between \N{MINUS SIGN}0.3 and 0.3.",
            goal=(("n_drawn", ">=", 400), ("lean", "<", 0.3), ("lean", ">", -0.3)),
            outcome="With many clusters there are many directions in which a deal can be lucky. With one large "
            "cluster and small ones R makes most of the variance, a plain sum over few objects. Both have a price: "
            "the deviation is larger.",
        ),
    ),
    "ex-skew-iris": (
        Choice(
            "The skewness will be nearer to that of",
            {
                "a line": "Two groups far apart make one direction in which a labelling can be lucky.",
                "fifty dimensions": "There are four measurements, and one direction matters more than all others.",
            },
            "a line",
            predict=True,
        ),
        Number(
            "The predicted skewness:",
            _IRIS_SKEWNESS,
            tempting=(
                (8**0.5, "That is for one square that has all of the weight."),
                (_IRIS_SKEWNESS / 8**0.5, "The factor is missing: the square root of 8."),
            ),
            hint="`predicted_skewness(eigenvalues_of(irises, 150))`, with standardised measurements.",
            outcome="About as much as on a line: one axis has most of the weight.",
        ),
    ),
    "ex-skew-mirror": (
        Choice(
            "What stays as it is?",
            {
                "the mean of the null distribution": "One half, and one minus one half.",
                "its variance": "The deviation changes its sign, and its square does not.",
                "its skewness": "The cube of the deviation changes its sign.",
                "Q and R": "They are sums of squares of centred ranks and of their row sums.",
                "the eigenvalues": "The centred ranks change their signs, and so do the eigenvalues of the matrix.",
            },
            ("the mean of the null distribution", "its variance", "Q and R"),
        ),
        Number(
            "The skewness for the square, in reversed order:",
            -_SKEWNESS,
            tempting=((_SKEWNESS, "That is for the distances. The cubes change their signs."),),
            hint="The three deviations were 1/4, 1/4 and \N{MINUS SIGN}1/2. What are they now?",
            outcome="The same size, on the other side.",
        ),
    ),
    "ex-skew-fault": (
        Choice(
            "In which row is her reason false?",
            {
                "line, k = 2": "It is skewed to the right, and strongly.",
                "50-dim., k = 2": "It is skewed to the right, if only a little.",
                "sphere 56, 4": "Its skewness is negative: the long tail is on the left.",
                "sphere 30, 30": "It is skewed to the right.",
            },
            "sphere 56, 4",
        ),
        Choice(
            "For 90 against 10 in the plane, at z = 3, multiplying by eight is",
            {
                "not enough": "The table has the tail at z = 3. Divide it by that of the normal curve.",
                "about right": "It is for few dimensions and two even clusters that a factor of such a size comes out.",
                "far too much": "The tail is less than twice the normal one.",
            },
            "far too much",
        ),
        Open(
            (
                "It names a row with negative skewness, where the normal p-value is too large on the right.",
                "It names a row for which eight is too little, or far too much.",
                "It says that the factor depends on the level: at 10 percent the normal curve was nearly right.",
                "It recommends to shuffle and count, and to quote z as a distance.",
            ),
            prompt="What do you tell her?",
        ),
    ),
}
