"""Questions of the excursion *Why the null is skewed*."""

from fractions import Fraction
from math import comb

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.datasets import load_iris, load_wine
from sklearn.preprocessing import StandardScaler

from aucc_teach import PairRanking, concordance
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order, Write
from aucc_teach.pairs import co_membership
from aucc_teach.partitions import set_partitions, size_profile


def _mean(values):
    return sum(values, Fraction(0)) / len(values)


def _variance(values, *, less=0):
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - less)


def _scores(line, sizes):
    """AUCC of all partitions of points on a line with these sizes."""
    counts = [concordance([[x] for x in line], labels) for labels in set_partitions(len(line), sizes=sizes)]
    return [Fraction(2 * right + tied, 2 * (right + wrong + tied)) for right, wrong, tied in counts]


def _together(sizes, *groups):
    """Chance that the objects of each group are together, as a share of the partitions with these sizes."""
    found = [
        all(len({labels[i] for i in group}) == 1 for group in groups)
        for labels in set_partitions(sum(sizes), sizes=sizes)
    ]
    return Fraction(sum(found), len(found))


_P = {"p₂": ([0, 1],), "p₃": ([0, 1, 2],), "p₄": ([0, 1], [2, 3])}
_P2, _, _P4 = (_together([2, 2], *groups) for groups in _P.values())

# One within pair, nothing tied: it has each rank once.
_PAIRS = comb(4, 2)
_ONE_PAIR = [Fraction(rank, _PAIRS - 1) for rank in range(_PAIRS)]
_LIMIT = Fraction(1, 12)  # of a number that is anything from 0 to 1

_UNTIED = np.array([4, 6, 3, 5, 1, 2])
_PARTITIONS = [co_membership(labels) for labels in set_partitions(4, sizes=[2, 2])]


def _rank_sums(distances):
    ranking = PairRanking(squareform(distances), metric="precomputed")
    return [Fraction(int(ranking.doubled_mid_ranks[within].sum()), 2) for within in _PARTITIONS]


_SUMS, _TIED_SUMS = _rank_sums(_UNTIED), _rank_sums((_UNTIED + 1) // 2)
_COMPARISONS = 2 * 4  # two within pairs, four between
_BEFORE, _AFTER = (_variance(sums) / _COMPARISONS**2 for sums in (_SUMS, _TIED_SUMS))
_THREE_RANKS = [Fraction(rank) for rank in (1, 2, 3)]

_HALVES, _ONE_APART = (_scores((0, 1, 2, 4), sizes) for sizes in ([2, 2], [3, 1]))

_MINUS = "\N{MINUS SIGN}"

_WINES = load_wine().data
_WINES = PairRanking((_WINES - _WINES.mean(axis=0)) / _WINES.std(axis=0))
_TWO_EQUAL, _TWENTY = (
    _WINES.null(sizes).variance for sizes in (size_profile(178, 2), size_profile(178, 20, proportion=0.6))
)
_FARTHER = "two clusters of equal size" if _TWO_EQUAL < _TWENTY else "twenty clusters, one of 60 percent"


# ---- the tail


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
    "pre-null-wider": Choice(
        "An AUCC of 0.52 on the wines: for which labels is z larger?",
        {
            "two clusters of equal size": "Small clusters look more specific. But with one large cluster a few "
            "outliers decide, and the spread is wide.",
            "twenty clusters, one of 60 percent": "The unequal sizes would have to keep AUCC closer to one half.",
        },
        _FARTHER,
        predict=True,
    ),
    "pre-null-below": Choice(
        "Thirty labels against thirty: how many of the labellings lie below one half?",
        {
            "fewer than half of them": "Then the values above one half would have to be small ones.",
            "about half of them": "The mean is one half, but a mean isn't a median.",
            "more than half of them": "A few high values pull the mean up to one half, and the many that "
            "balance them lie below.",
        },
        "more than half of them",
        predict=True,
    ),
    "pre-null-promise": Choice(
        "Level 0.1 percent, 30 and 30: how many of 1000 random labellings are rejected?",
        {
            "about 1": "The test would then keep its promise.",
            "about 5": "So many are rejected with ten clusters of six.",
            "about 16": "The curve fits well in the middle, but not so far out.",
            "about 70": "So many are rejected at the level of 5 percent.",
        },
        "about 16",
        predict=True,
    ),
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
    "ex-null-variance-proof": (
        Order(
            "Put the steps in order.",
            (
                "AUCC is a constant minus W/(PN), and centring the ranks changes W by a constant. So we want the "
                "mean of T², where T is the sum of the centred ranks within.",
                "Take the same pair twice: these products of T² add up to Q, and each of them counts with "
                "probability p₂.",
                "Take two pairs that share one object: their products are the squared row sums minus the single "
                f"squares in them, R {_MINUS} 2Q, and each counts with probability p₃.",
                "Take two pairs that share no object: their products are what is left of (Σa)² = 0, which is Q "
                f"{_MINUS} R, and each counts with probability p₄.",
                "Add up the three, sort by Q and R, and divide by (PN)².",
            ),
            before=(
                (0, 1, "Your order squares T before saying what T is. Look for the step that defines it."),
                (0, 2, "Your order takes products from T squared before saying what T is. Look for that step first."),
                (
                    1,
                    3,
                    "What is left can be known only after both other kinds. Put the products of a pair with "
                    "itself earlier.",
                ),
                (
                    2,
                    3,
                    "What is left can be known only after both other kinds. Put the pairs that share one object "
                    "earlier.",
                ),
                (3, 4, "Your sum comes while one of the three kinds of products is still missing. Put the sum last."),
            ),
            hint="Begin with what is squared. Then come two pairs that share both objects, one, or none, and last "
            "comes the sum.",
            outcome="The three probabilities and PN come from the sizes; Q and R come from the data.",
            free=((1, 2),),
            why=(
                "The within ranks enter AUCC only through their sum, and all ranks together add up to a constant.",
                "A pair times itself is a square, and it counts whenever this one pair is within.",
                "A squared row sum contains all products at an object, and the square of each pair comes in two rows.",
                "All centred ranks add up to 0, so the square of their sum, which holds all products, is 0.",
                "The mean of a sum is the sum of the means, and AUCC is a constant minus T/(PN).",
            ),
        ),
        Choice(
            f"Why R {_MINUS} 2Q, and not R {_MINUS} Q?",
            {
                "Each pair is in the rows of both its objects.": "So its square is in two of the squared row "
                "sums, and has to be subtracted twice.",
                "Products come as a times b and as b times a.": "They do, and both belong to what we want. Look at "
                "the squares instead: in how many rows does a pair stand?",
                "Variances count the covariances twice.": "That is a fact about mixed products, and here we subtract "
                "squares. In how many row sums is the square of the pair ab?",
            },
            "Each pair is in the rows of both its objects.",
        ),
        Number(
            "p₄ for sizes 2 and 2:",
            _P4,
            tempting=(
                (
                    _P2**2,
                    "The square of p₂ would need independent pairs. List the three partitions: where are a "
                    "and b "
                    "together, and where c and d?",
                ),
                (
                    Fraction(0),
                    "No three are together, so p₃ is 0. For p₄ take two pairs that share no object, such as ab and cd.",
                ),
            ),
            hint="Of the three partitions, in how many are a and b together, and c and d too?",
            outcome="If a and b are together, so are c and d. Therefore p₄ equals p₂ here.",
        ),
    ),
    "ex-null-pair": (
        Number(
            "Four objects, sizes 2, 1 and 1: how many values can AUCC take?",
            len(set(_ONE_PAIR)),
            tempting=(
                (
                    _PAIRS - 1,
                    "The within pair can win against one to five between pairs. Can it also win against none?",
                ),
                (
                    4,
                    "Four is the number of objects. The within pair may be any of the pairs, so count these.",
                ),
            ),
            hint="Which ranks can the one within pair have?",
            outcome="There is one value for each pair, all equally likely: 0, 1/5, 2/5, 3/5, 4/5 and 1.",
        ),
        Number(
            "Its variance for four objects:",
            _variance(_ONE_PAIR),
            tempting=(
                (
                    _LIMIT,
                    "This is the limit for very many objects. For four, average the squared distances of the six "
                    "values from "
                    "one half.",
                ),
                (
                    _variance(_ONE_PAIR, less=1),
                    "You divided by one less than their number. These are all partitions and not a sample, so "
                    "divide by how many "
                    "there are.",
                ),
                (
                    _mean([value**2 for value in _ONE_PAIR]),
                    "You averaged the squares themselves. Subtract one half from each value before you square it.",
                ),
            ),
            hint="The variance is the mean squared distance of six equally likely values from one half.",
            outcome="The formula is (M + 1)/(12(M \N{MINUS SIGN} 1)), with M = 6.",
            places=4,
        ),
        Objects(
            "Which of them are zero?",
            tuple(_P),
            right=tuple(name for name, groups in _P.items() if not _together([2, 1, 1], *groups)),
            tempting=(
                (
                    ("p₃",),
                    "The first step is right: no three are together. After it, ask whether two pairs "
                    "can be together at once.",
                ),
            ),
            hint="There is one cluster of two, and all others are singletons.",
            outcome="So the variance is Q p₂/(PN)².",
        ),
        Choice(
            "As n grows, the variance",
            {
                "goes to 0": "It's a natural guess, because the spread usually shrinks with more objects. But "
                "more objects do not bring more within pairs. Compare the formula for n = 10 and n = 100.",
                "goes to 1/12": "The values approach all numbers from 0 to 1, equally likely.",
                "grows": "Compare the formula (M + 1)/(12(M \N{MINUS SIGN} 1)) for M = 6 and for M = 45: which is "
                "larger?",
            },
            "goes to 1/12",
        ),
    ),
    "ex-null-tied": (
        Number(
            "Three tied pairs, in place of three neighbouring ranks: by how much does Q fall?",
            _variance(_THREE_RANKS) * len(_THREE_RANKS),
            tempting=((_variance(_THREE_RANKS), "That's the mean of the three squares. Q is a sum, so don't divide."),),
            hint="Take the ranks 1, 2 and 3, and add up their squared distances from their mean.",
            outcome="The formula agrees: (27 \N{MINUS SIGN} 3)/12.",
        ),
        Number(
            "The variance before:",
            _BEFORE,
            tempting=(
                (
                    _variance(_SUMS),
                    "This is the variance of the rank sums W. To get the variance of AUCC, divide by (PN)².",
                ),
                (_variance(_SUMS) / _COMPARISONS, "That's divided by PN once. For a variance, divide by its square."),
                (_variance(_SUMS, less=1) / _COMPARISONS**2, "That's divided by two. How many partitions are there?"),
            ),
            hint="The rank sums of the three partitions are 6, 7 and 8, and PN is 8.",
            outcome="The variance comes from the rank sums, which are 6, 7 and 8.",
            places=4,
        ),
        Number(
            "The variance after:",
            _AFTER,
            tempting=(
                (_BEFORE, "Nothing has changed yet in your answer. Which rank sums are there after rounding?"),
                (
                    _variance(_TIED_SUMS),
                    "That's the variance of the rank sums W. For the AUCC, divide it by (PN)².",
                ),
            ),
            hint="Give tied pairs the mean of their ranks. What are the three rank sums then?",
            outcome="The rank sums are 5, 7 and 9, twice as far from 7.",
            places=4,
        ),
        Choice(
            "Which step is wrong?",
            {
                "Rounding makes ties.": "This step is right: here rounding makes three ties. Go on to what depends "
                "on Q.",
                "Ties bring the ranks closer to their mean, so Q falls.": "This step is right: Q falls by 3/2 here, "
                "as you have proved. What else does the variance depend on?",
                "So the null variance falls.": "The variance depends on R as well. Here R falls with Q, and for "
                "equal sizes its coefficient is negative.",
            },
            "So the null variance falls.",
        ),
    ),
    "ex-null-mixture": (
        Choice(
            "If only k = 3 is fixed, the variance is",
            {
                "larger than the mean of the variances for fixed sizes": "To make it larger, the variance of the "
                "means would have to be added. How far apart are they?",
                "smaller than that mean": "A mixture never has less than the mean of the variances. What has to be "
                "added to that "
                "mean, and how large is it here?",
                "that mean, weighted by the numbers of partitions": "The variance of the means would be added, but "
                "all means are one half.",
            },
            "that mean, weighted by the numbers of partitions",
        ),
        Number(
            "The points 0, 1, 2 and 4, if only k = 2 is fixed: the variance over all seven partitions:",
            _variance(_HALVES + _ONE_APART),
            tempting=(
                (
                    (_variance(_HALVES) + _variance(_ONE_APART)) / 2,
                    "There are three partitions of one kind and four of the other, so they don't count equally.",
                ),
                (_variance(_HALVES), "That's two and two only. Add the four partitions into three and one."),
                (_variance(_ONE_APART), "That's three and one only. Add the three partitions into two and two."),
                (
                    _variance(_HALVES + _ONE_APART, less=1),
                    "These are all seven partitions and not a sample, so divide by seven.",
                ),
            ),
            hint="The three partitions into two and two have variance 13/384. Find the variance of the four into "
            "three and one.",
            outcome="We add three sevenths of the first variance and four sevenths of the second.",
            places=4,
        ),
        Choice(
            "For which criterion would the objection be right?",
            {
                "AUCC": "Its mean is one half for all sizes, so nothing is added. Look for a mean that depends on "
                "the sizes.",
                "point-biserial": "Its mean is 0 for all sizes, so nothing is added. Look for a mean that depends "
                "on them.",
                "C-index": "Its mean differs from size to size, so the variance of these means is added.",
            },
            "C-index",
        ),
        Write("aucc_of_all_deals"),
    ),
    "ex-skew-square": (
        Number(
            "AUCC, if two opposite sides are the clusters:",
            max(_SCORES),
            tempting=(
                (
                    Fraction(1),
                    "Then every comparison would be won. The within pairs are sides, but so are two of the between "
                    "pairs, and a tie counts one half.",
                ),
                (
                    Fraction(1, 2),
                    "Two of the four between pairs are diagonals, and a side wins against them. What about the "
                    "other two?",
                ),
            ),
            hint="A within pair ties with the two other sides, but wins against the two diagonals.",
            outcome="Two of the three partitions have this AUCC.",
        ),
        Number(
            "AUCC, if the diagonals are the clusters:",
            min(_SCORES),
            tempting=((Fraction(1, 4), "Are a diagonal and a side tied, or is one of them longer?"),),
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
                    "That's the mean cube. To get the skewness, divide it by the standard deviation cubed.",
                ),
                (
                    float(_CUBE / _SQUARE),
                    "Divided by the variance, the mean cube still has units. Divide by the variance to the power 3/2.",
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
                (-_SMALLEST, f"Check the signs. The first row times the vector is 0 {_MINUS} 1 {_MINUS} 2 {_MINUS} 1."),
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
                    "That's the number of cuts into halves. How many axes do these span?",
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
                (8 / _DIRECTIONS, "There's a root missing: the formula is √(8/f)."),
                (8**0.5, "That's a single square, as on a line. How many squares are there here?"),
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
                    "That gives all of the weight to the two axes. Compute it from all eigenvalues.",
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
                (8**0.5, "That gives all of the weight to a single square. Use all eigenvalues."),
                (_IRIS_SKEWNESS / 8**0.5, "A factor is missing: multiply by the square root of 8."),
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
