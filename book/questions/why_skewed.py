"""Questions of the excursion *Why the null is skewed*."""

from fractions import Fraction

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from aucc_teach import PairRanking
from aucc_teach.exercises import Choice, Construct, Number, Open
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

PREDICTIONS = {
    "pre-skew-objects": Choice(
        "Two clusters in the plane: with 400 objects instead of 100, the skewness is",
        {
            "much smaller": "Sums of many terms are often nearly normal.",
            "about the same": "It would shrink if this were a sum of many independent terms. The next section shows "
            "what is "
            "added up here.",
            "much larger": "More objects have more ways to be lucky, but also more ways not to be.",
        },
        "about the same",
        predict=True,
    ),
    "pre-skew-sphere": Choice(
        "On the sphere with its four central points: for which sizes does the long tail lie on the left?",
        {
            "30 and 30": "Equal sizes follow the prediction from the eigenvalues.",
            "50 and 10": "All tails so far were on the right. But the eigenvalues speak of equal sizes only.",
            "for neither": "All tails so far were on the right.",
        },
        "50 and 10",
        predict=True,
    ),
}

EXERCISES = {
    "ex-skew-square": (
        Number(
            "AUCC, if two opposite sides are the clusters:",
            max(_SCORES),
            tempting=(
                (
                    Fraction(1),
                    "You counted every comparison as won. The within pairs are sides, but so are two of the between "
                    "pairs: count those ties one half.",
                ),
                (
                    Fraction(1, 2),
                    "You counted the ties as lost. Two of the four between pairs are diagonals, and a "
                    "side wins against them; what about the other two?",
                ),
            ),
            hint="A within pair ties with the two other sides, but wins against the two diagonals.",
            outcome="Two of the three partitions have this AUCC.",
        ),
        Number(
            "AUCC, if the diagonals are the clusters:",
            min(_SCORES),
            tempting=((Fraction(1, 4), "You counted ties between diagonals and sides. Which of the two is longer?"),),
            hint="Compare a diagonal with the four sides.",
            outcome="Every comparison is lost, because a diagonal is longer than every side.",
        ),
        Number(
            "The skewness of the three values:",
            _SKEWNESS,
            tempting=(
                (
                    -_SKEWNESS,
                    "The sign is reversed. Two values lie a little above the mean, but one lies far below it.",
                ),
                (
                    float(_CUBE),
                    "You have the mean cube. To get the skewness, divide it by the standard deviation cubed.",
                ),
                (
                    float(_CUBE / _SQUARE),
                    "You divided the mean cube by the variance, and the units do not cancel yet. Divide by its "
                    "power 3/2.",
                ),
            ),
            hint="The differences from the mean are 1/4, 1/4 and \N{MINUS SIGN}1/2. Divide the mean cube by the "
            "mean square to the power 3/2.",
            outcome="It is negative, so the long tail is on the left.",
        ),
        Number(
            f"The eigenvalue for (1, {_MINUS}1, 1, {_MINUS}1):",
            _SMALLEST,
            tempting=(
                (
                    _LARGEST,
                    "This is the eigenvalue of the two other vectors. Here the entries that belong to sides are "
                    "negative: "
                    "multiply once more.",
                ),
                (-_SMALLEST, f"You lost a sign. The first row times the vector is 0 {_MINUS} 1 {_MINUS} 2 {_MINUS} 1."),
            ),
            hint=f"Multiply the first row, (0, 1, {_MINUS}2, 1), by the vector, whose first entry is 1.",
            outcome="The two other eigenvalues are 2 each, so the sum of the cubes is negative.",
        ),
        Choice(
            "On which side does the prediction put the long tail?",
            {
                "on the right": "It's a natural guess, because the two largest are positive. But the prediction "
                "adds the cubes of all three: do that.",
                "on the left": "The sum 8 + 8 \N{MINUS SIGN} 64 is negative.",
                "on neither": "For that the cubes would have to add up to 0. Add them up.",
            },
            "on the left" if 2 * _LARGEST**3 + _SMALLEST**3 < 0 else "on the right",
        ),
    ),
    "ex-null-ring": (
        Choice(
            "Which labellings have the highest AUCC?",
            {
                "every other point": "Then the closest pairs are between. Put neighbours together instead.",
                "two halves of the circle": "Each cluster keeps neighbours together, and the far ends are apart.",
                "two pairs of opposite quarters": "Opposite quarters are as far apart as points can be, and yet "
                "their pairs are within. Put neighbours together instead.",
            },
            "two halves of the circle",
        ),
        Number(
            "In how many directions can a labelling be lucky?",
            _DIRECTIONS,
            tempting=(
                (
                    1,
                    "On a line, left and right are all there is. How many axes does a circle need?",
                ),
                (
                    len(_OF_RING) // 2,
                    "You counted the cuts into halves. How many axes do these span?",
                ),
                (
                    len(_OF_RING),
                    "A half can begin at any point, but it points into the plane. How many axes has a plane?",
                ),
            ),
            hint="A half of the circle points somewhere. How many axes does that need?",
            outcome="A half can point anywhere in the plane, where no direction is preferred.",
        ),
        Number(
            "Which skewness does that suggest?",
            (8 / _DIRECTIONS) ** 0.5,
            tempting=(
                (8 / _DIRECTIONS, "You left out the root. The formula is √(8/f)."),
                (8**0.5, "You took a single square, as on a line. How many squares are there here?"),
            ),
            hint="A sum of f equal squares has skewness √(8/f).",
            outcome="There are two equal squares.",
        ),
        Number(
            "And what do the eigenvalues predict?",
            _predicted(_OF_RING),
            tempting=(
                (
                    (8 / _DIRECTIONS) ** 0.5,
                    "You gave all of the weight to the two axes. Compute it from all eigenvalues.",
                ),
            ),
            hint="Use `predicted_skewness(eigenvalues_of(ring, 60))`, with distances rounded to nine decimals.",
            outcome="It is a little less, because the two axes do not have all of the weight.",
        ),
        Choice(
            f"Beyond z = 2 and z = {_MINUS}2 the shuffles have",
            {
                "about as much on both sides": "The normal curve has that, with skewness 0. What is the skewness here?",
                "about 5 percent on the right, hardly any on the left": "A square is never negative, so no "
                "labelling can be very unlucky.",
                "hardly any on the right, about 5 percent on the left": "The direction is reversed: the "
                "skewness is positive. Which of the two tails is longer then?",
            },
            "about 5 percent on the right, hardly any on the left",
        ),
        Construct(
            "NullMachine",
            todo="Random labellings into two clusters of equal size have a long tail on the right. Find a number of "
            "clusters and sizes for which there is hardly any, and draw 400 or more: a skewness between "
            "\N{MINUS SIGN}0.3 and 0.3.",
            goal=(
                ("n_drawn", ">=", 400, "The number of random labellings is {n_drawn}, and it takes 400."),
                ("lean", "<", 0.3, "The skewness is {lean}, and not below 0.3."),
                ("lean", ">", -0.3, "The skewness is {lean}, and not above \N{MINUS SIGN}0.3."),
            ),
            outcome="When there are many clusters, there are many directions in which a labelling can be lucky. "
            "When there are one large cluster and small ones, R makes most of the variance, and it belongs to "
            "a plain sum over few objects. Both have a price, because the standard deviation is larger.",
        ),
    ),
    "ex-skew-iris": (
        Choice(
            "The skewness will be nearer to its value",
            {
                "on a line": "Two groups far apart make one direction in which a labelling can be lucky.",
                "in fifty dimensions": "There are four measurements, but one direction matters more than all others.",
            },
            "on a line",
            predict=True,
        ),
        Number(
            "The predicted skewness:",
            _IRIS_SKEWNESS,
            tempting=(
                (8**0.5, "You gave all of the weight to a single square. Use all eigenvalues."),
                (_IRIS_SKEWNESS / 8**0.5, "You left out a factor: multiply by the square root of 8."),
            ),
            hint="Use `predicted_skewness(eigenvalues_of(irises, 150))`, with standardised measurements.",
            outcome="It is about as large as on a line, because one axis has most of the weight.",
        ),
    ),
    "ex-skew-mirror": (
        Choice(
            "What stays as it is?",
            {
                "the mean of the null distribution": "The mean is one half, and one minus one half is the same.",
                "its variance": "The difference from the mean changes its sign, but its square does not.",
                "its skewness": "The cube of the difference from the mean changes its sign, so the skewness does "
                "not stay.",
                "Q and R": "They are sums of squares, of the centred ranks and of their row sums.",
                "the eigenvalues": "The centred ranks change their signs, and therefore so do the eigenvalues of "
                "the matrix.",
            },
            ("the mean of the null distribution", "its variance", "Q and R"),
        ),
        Number(
            "The skewness for the square, in reversed order:",
            -_SKEWNESS,
            tempting=(
                (_SKEWNESS, "This is the skewness for the distances. In reversed order, what becomes of a cube?"),
            ),
            hint="The three differences from the mean were 1/4, 1/4 and \N{MINUS SIGN}1/2. What are they now?",
            outcome="It has the same size, but the long tail is on the other side.",
        ),
    ),
    "ex-skew-fault": (
        Choice(
            "In which row is her reason false?",
            {
                "line, k = 2": "This row is skewed to the right, and strongly. Look for a negative skewness.",
                "50-dim., k = 2": "This row is skewed to the right, if only a little. Look for a negative skewness.",
                "sphere 56, 4": "Its skewness is negative, so the long tail is on the left.",
                "sphere 30, 30": "This row is skewed to the right, as equal sizes often are. Look for a negative "
                "skewness.",
            },
            "sphere 56, 4",
        ),
        Choice(
            "For 90 against 10 in the plane, at z = 3, multiplying by eight is",
            {
                "not enough": "The table has the tail at z = 3. Divide it by the tail of the normal curve.",
                "about right": "A factor of such a size comes out for few dimensions and two clusters of equal "
                "size. Read the row with sizes 90 and 10.",
                "far too much": "The tail is less than twice the normal tail.",
            },
            "far too much",
        ),
        Open(
            (
                "It names a row with negative skewness, where the normal p-value is too large on the right.",
                "It names a row for which eight is too little, or far too much.",
                "It says that the factor depends on the level: at 10 percent the normal curve was nearly right.",
                "It recommends that she shuffle and count, and quote z as a distance.",
            ),
            prompt="What do you tell her?",
        ),
    ),
}
