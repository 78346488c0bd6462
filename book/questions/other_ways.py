"""Questions of the chapter *Which measure for which question*."""

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np

from aucc_teach import agreement, datasets
from aucc_teach.exercises import Break, Choice, Field, Number, Objects, Open
from aucc_teach.pairs import contingency_table

from ._claims import CLASSES, CUTS, TRIPLES_SEARCHED, TWO

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


def _labels_of(table):
    """Two label vectors that have this table."""
    table = np.asarray(table)
    row, column = np.indices(table.shape)
    return row.ravel().repeat(table.ravel()), column.ravel().repeat(table.ravel())


def _best(weights):
    """Largest sum of cells, no two in one row or column, of a table with no more rows than columns."""
    places = permutations(range(len(weights[0])), len(weights))
    return max(sum(row[j] for row, j in zip(weights, columns, strict=True)) for columns in places)


def _shares(table):
    """Shares of each row, in its cells."""
    return [[Fraction(int(cell), int(sum(row))) for cell in row] for row in table]


def _rescaled(share, k):
    return (share - Fraction(1, k)) / (1 - Fraction(1, k))


# ---- greed

_GREEDY = [[5, 4], [4, 0]]
_N = sum(map(sum, _GREEDY))
_PA = Fraction(_best(_GREEDY), _N)
_ROWS = Fraction(sum(map(max, _GREEDY)), _N)
_FRIEND = Fraction(_GREEDY[0][0] + _GREEDY[1][1], _N)

# ---- two true clusters

_CLUSTERS = [[6, 2], [0, 4]]
_FOUND = _best(_shares(_CLUSTERS)) / 2
_PA_OF_CLUSTERS = Fraction(_best(_CLUSTERS), sum(map(sum, _CLUSTERS)))

# ---- the truth changes sides

_RAND = datasets.load_rand_points()
_TABLE = contingency_table(_RAND.labels_true, _RAND.labels_pred)
_WIDE = [[*row, Fraction(0)] for row in _shares(_TABLE.T)]  # a column for the one that gets no match
_OF_FIRST, _OF_SECOND = _best(_shares(_TABLE)) / 2, _best(_WIDE) / 3
_BY_OBJECTS = (_WIDE[0][0] + _WIDE[1][1]) / 3

# ---- all singletons

_ALONE = {
    "PA": agreement.pivoted_accuracy,
    "ARI": agreement.adjusted_rand_score,
    "AMI": agreement.adjusted_mutual_info_score,
}
_ZEROS = tuple(
    name for name, f in _ALONE.items() if all(abs(f(np.arange(n) % 3, np.arange(n))) < 1e-12 for n in (30, 300))
)

# ---- claims


_PURITY_FINER = Break(
    "purity-finer",
    "If clusters are cut into pieces, purity does not fall.",
    (CLASSES, Field("Before the cut", "partition", "abcde"), Field("After the cut", "partition", "abcd e")),
    _CHECKS,
    CUTS | {"holds": "Purity is {before} before the cut and {after} after it."},
    (
        (
            "The most frequent class of a cluster is found again in its pieces, with all of its objects.",
            "Each piece counts at least its part of that class, and the parts add up. A cut costs nothing, so purity "
            "alone can't choose the number of clusters.",
        ),
        (
            "Purity counts pairs, and cuts separate only wrong pairs.",
            "Purity counts objects. Besides, a cut may separate right pairs as well.",
        ),
        (
            "More clusters find more classes.",
            "Two clusters may choose the same class, because nothing makes them find different ones.",
        ),
    ),
    right=0,
    searched=TRIPLES_SEARCHED,
    up_to=5,
)


_PURITY_ONE = Break(
    "purity-one",
    "If the purity is 1, the clusters are the classes.",
    (CLASSES, Field("Clusters", "partition", "ab cde")),
    _CHECKS,
    {
        "impure": "The purity is {purity}, not 1, so the claim isn't about this case.",
        "holds": "The purity is 1, and the clusters are the classes. For a purity of 1, what may a cluster be "
        "besides a whole class?",
        "broken": "The purity is 1. Classes: {n}; clusters: {k}. Each cluster lies in one class, but may be a part "
        "of it.",
    },
    (
        (
            "Each cluster holds one class, so each class is one cluster.",
            "The second doesn't follow from the first, because several clusters may hold parts of one class.",
        ),
        (
            "If the proportion of right objects is 1, no object is wrong.",
            "Here an object is right if it is of the most frequent class of its cluster. As a singleton, every "
            "object is.",
        ),
        (
            "Each cluster is matched with a class of its own.",
            "That would be a matching. For purity, two clusters may choose the same class.",
        ),
    ),
)


_NMI_ZERO = Break(
    "nmi-zero",
    "If the ARI is 0, the mutual information is 0 as well.",
    TWO,
    _CHECKS,
    {
        "not-zero": "The ARI is {ari}, not 0, so the claim isn't about this case.",
        "holds": "The ARI is 0, and each cell is as large as its row and column let us expect, so the mutual "
        "information is 0, too. Look for a table in which a cell is larger.",
        "broken": "The ARI is 0. But the cell {cell} has size {size}, whereas from its row and column we would "
        "expect {mean}: if you know one cluster, you know something about the other.",
    },
    (
        (
            "Both are 0 where two partitions are unrelated.",
            "The ARI is 0 on average there. But it can also be 0 where they are related.",
        ),
        (
            "Both are computed from the same contingency table.",
            "So are many other measures. But all that the ARI needs from the cells is the sum of their squares.",
        ),
        (
            "An ARI of 0 fixes each cell at its mean.",
            "It fixes one sum over the cells at its mean, but large cells and small ones can balance.",
        ),
    ),
)


# ---- before results

_FOUR = {
    "PA": agreement.pivoted_accuracy,
    "AAA": agreement.adjusted_asymmetric_accuracy,
    "ARI": agreement.adjusted_rand_score,
    "AMI": agreement.adjusted_mutual_info_score,
}
_OF_SPLIT = {name: f(*_labels_of([[30, 30, 0, 0], [0, 0, 60, 0], [0, 0, 0, 60]])) for name, f in _FOUR.items()}
_OF_SMALL = {name: [f(*_labels_of([[10 * q, 0], [5 * (100 - q)] * 2])) for q in (50, 96)] for name, f in _FOUR.items()}
_STAYS = [name for name, (even, uneven) in _OF_SMALL.items() if abs(uneven - even) < 1e-12]

PREDICTIONS = {
    "pre-other-split": Choice(
        "Which of the four gives the split the lowest score?",
        {
            "PA": "It loses 30 of 180 objects, which is a sixth.",
            "AAA": "It finds only half of one of three true clusters, and 1/3 is already subtracted.",
            "ARI": "It loses pairs of the split cluster, but no pair is put together wrongly.",
            "AMI": "If you know the piece, you know the cluster, so little information is lost.",
        },
        min(_OF_SPLIT, key=_OF_SPLIT.get),
        predict=True,
        name="which-of-the-four-punishes-the-split",
    ),
    "pre-other-small": Choice(
        "Which of the four gives the same score however small the small cluster is?",
        {
            "PA": "It counts objects, and fewer and fewer of them are misplaced.",
            "AAA": "To AAA the small cluster is one of two. The other three forgive more, the smaller it is.",
            "ARI": "It counts pairs, and the large cluster has more and more of them.",
            "AMI": "It counts information, and a small cluster holds only a little.",
            "none of them": "One of the four counts clusters, and there are always two.",
        },
        _STAYS[0] if len(_STAYS) == 1 else "none of them",
        predict=True,
    ),
}

EXERCISES = {
    "ex-other-greed": (
        Number(
            "PA:",
            _PA,
            tempting=(
                (_FRIEND, "That's what your friend's matching gives. Try the matching without the 5."),
                (
                    _ROWS,
                    "The 5 and the 4 below it share a column, so they can't both be matched. Take one cell from each "
                    "column.",
                ),
            ),
            hint="There are two matchings. Add up the cells of each.",
            outcome="It takes the two 4s and leaves the 5.",
        ),
    ),
    "ex-other-found": (
        Number(
            "AAA:",
            _rescaled(_FOUND, 2),
            tempting=(
                (_FOUND, "That's the mean proportion f. Subtract 1/2 from it, and divide by what's left up to 1."),
                (_PA_OF_CLUSTERS, "That's PA, in which each object counts the same. Here each row counts the same."),
                (
                    _rescaled(_PA_OF_CLUSTERS, 2),
                    "You've rescaled PA. First take the proportion that each row keeps, and then their mean.",
                ),
                (_FOUND - Fraction(1, 2), "Subtracting 1/2 was the first half. Now divide by 1 \N{MINUS SIGN} 1/2."),
            ),
            hint="Match row 1 with the first column and row 2 with the second. Which proportion does each row keep?",
            outcome="The rows keep 3/4 and 1.",
        ),
    ),
    "ex-other-sides": (
        Choice(
            "Before you begin: which AAA is larger?",
            {
                "With the first as the truth": "Compute both below. Each side has its own mean proportion f, and its "
                "own 1/k to subtract.",
                "With the second as the truth": "Find out below why: is it the mean proportion f, or the 1/k that's "
                "subtracted?",
                "They are equal": "They would be if rows and columns counted alike. Compute both below: each side has "
                "its own f and its own k.",
            },
            "With the second as the truth" if _rescaled(_OF_SECOND, 3) > _rescaled(_OF_FIRST, 2) else "They are equal",
            predict=True,
        ),
        Number(
            "AAA with the first as the truth:",
            _rescaled(_OF_FIRST, 2),
            tempting=(
                (
                    _OF_FIRST,
                    "That's the mean proportion f. Subtract 1/k from it, and divide by 1 \N{MINUS SIGN} 1/k.",
                ),
                (
                    _rescaled(_OF_FIRST, 3),
                    "That would be right for k = 3. Here k is the number of *true* clusters: how many are there?",
                ),
            ),
            hint="Which proportion of *abc* and of *def* is found in the matched cluster? The mean of the two is f, "
            "and k is 2.",
            outcome="Both true clusters keep two of their three objects.",
        ),
        Number(
            "AAA with the second as the truth:",
            _rescaled(_OF_SECOND, 3),
            tempting=(
                (
                    _rescaled(_BY_OBJECTS, 3),
                    "Did you match *def* with *cde*, because they share more objects? AAA counts proportions of true "
                    "clusters: which proportion of *f* does *def* hold? Note that k is 3 now.",
                ),
                (
                    _OF_SECOND,
                    "That's f, the mean over three true clusters. Subtract 1/3, and divide by 2/3.",
                ),
            ),
            hint="There are three true clusters and two others, so one true cluster gets nothing. Which of them "
            "should that be?",
            outcome="*f* is found whole, which counts as much as a large cluster that is found whole.",
        ),
    ),
    "ex-other-alone": (
        Objects(
            "Which of the three measures are 0 for every n?",
            tuple(_ALONE),
            right=_ZEROS,
            tempting=(
                (
                    ("ARI",),
                    "The ARI is right. Is there a second one? Ask what other partitions the singletons would tell you "
                    "just as much about.",
                ),
                (("AMI",), "The AMI is right. Is any pair together in the second partition? And by chance?"),
                (
                    tuple(_ALONE),
                    "One of them counts objects in matched cells. Match three of the singletons with the three "
                    "clusters, and count.",
                ),
            ),
            hint="Is any pair together in both? And do singletons tell you more about this partition than about any "
            "other?",
            outcome="No pair is together in both, and singletons tell as much about every partition.",
        ),
        Number(
            "PA for n = 30:",
            _ALONE["PA"](np.arange(30) % 3, np.arange(30)),
            tempting=(
                (
                    1,
                    "That would be right if each of the thirty singletons could go with the cluster that it's from. In "
                    "a matching only three of them can.",
                ),
                (
                    Fraction(1, 3),
                    "A third would mean that ten objects are in matched cells. Count them: how many objects does one "
                    "singleton hold?",
                ),
                (Fraction(1, 30), "That's one matched cell. How many of the three clusters can be matched?"),
            ),
            hint="There are three matched cells. How many objects lie in each of them?",
            outcome="It's 3/n, and so near 0 for large n.",
        ),
        _NMI_ZERO,
    ),
    "ex-other-open": (
        Choice(
            "Which of the four is the proportion of images with the right name?",
            {
                "PA": "PA needs a matching, in which no two clusters have the same name. Here they may have, so look "
                "for a measure that lets them.",
                "The ARI": "The ARI counts pairs, but the library moves images.",
                "Purity": "It allows two clusters to have the same name.",
                "The AMI": "The AMI counts information, but the library moves images.",
            },
            "Purity",
        ),
        _PURITY_FINER,
        _PURITY_ONE,
        Open(
            (
                "The library goes by a score that counts what it pays for, which is images to move.",
                "It counts the names as a cost as well, because that score by itself always asks for more clusters.",
                "You name a number of clusters, with the price of a name for which it is best.",
                "You say that PA, the ARI and the AMI count pieces of a digit as mistakes, and that here they aren't.",
            )
        ),
    ),
}
