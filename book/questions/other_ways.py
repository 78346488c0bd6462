"""Questions of the chapter *Which measure for which question*."""

from fractions import Fraction
from itertools import permutations
from math import log
from pathlib import Path

import numpy as np

from aucc_teach import agreement, datasets
from aucc_teach.exercises import Break, Choice, Construct, Field, Number, Objects, Open, Order
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
_TAKEN = max((cell, i, j) for i, row in enumerate(_GREEDY) for j, cell in enumerate(row))
_LEFT = sum(cell for i, row in enumerate(_GREEDY) for j, cell in enumerate(row) if i != _TAKEN[1] and j != _TAKEN[2])
_FRIEND, _PA = Fraction(_TAKEN[0] + _LEFT, _N), Fraction(_best(_GREEDY), _N)
_ROWS = Fraction(sum(map(max, _GREEDY)), _N)

# ---- the truth changes sides

_RAND = datasets.load_rand_points()
_TABLE = contingency_table(_RAND.labels_true, _RAND.labels_pred)
_WIDE = [[*row, Fraction(0)] for row in _shares(_TABLE.T)]  # a column for the one that gets no match
_OF_FIRST, _OF_SECOND = _best(_shares(_TABLE)) / 2, _best(_WIDE) / 3
_BY_OBJECTS = (_WIDE[0][0] + _WIDE[1][1]) / 3

# ---- all singletons

_ALONE = {
    "ARI": agreement.adjusted_rand_score,
    "FM": agreement.fowlkes_mallows_score,
    "PA": agreement.pivoted_accuracy,
    "NMI": agreement.normalized_mutual_info_score,
    "AMI": agreement.adjusted_mutual_info_score,
}
_ZEROS = tuple(
    name for name, f in _ALONE.items() if all(abs(f(np.arange(n) % 3, np.arange(n))) < 1e-12 for n in (30, 300))
)

# ---- a proof that is too short


def _clash(name, table):
    """Whether the largest cells of the two rows share a column, in words too."""
    first, second = (row.index(max(row)) for row in table)
    if first == second:
        return True, f"In {name} both are in the {('first', 'second')[first]} column."
    return False, f"In {name} they are in two columns, so they form a matching."


_CLASHES = {
    name: _clash(name, table)
    for name, table in {
        "4, 1 and 0, 3": [[4, 1], [0, 3]],
        "6, 0 and 6, 0": [[6, 0], [6, 0]],
        "1, 5 and 2, 0": [[1, 5], [2, 0]],
        "5, 4 and 4, 0": [[5, 4], [4, 0]],
    }.items()
}


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
            "Each piece counts at least its part of that class, and the parts add up. So a cut costs nothing, and "
            "purity cannot choose the number of clusters.",
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
        "impure": "The purity is {purity}, not 1, so the claim is not about this case.",
        "holds": "The purity is 1, and the clusters are the classes. For a purity of 1, what may a cluster be "
        "besides a whole class?",
        "broken": "The purity is 1. Classes: {n}; clusters: {k}. Each cluster lies in one class, but may be a part "
        "of it.",
    },
    (
        (
            "Each cluster holds one class, so each class is one cluster.",
            "The second does not follow from the first, because several clusters may hold parts of one class.",
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
        "not-zero": "The ARI is {ari}, not 0, so the claim is not about this case.",
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
            "So are ten other measures. But all that the ARI needs is the sum of the squares of its cells.",
        ),
        (
            "An ARI of 0 fixes each cell at its mean.",
            "It fixes one sum over the cells at its mean, but large cells and small ones can balance.",
        ),
    ),
)


# ---- before results

_PEOPLE = [[12, 37, 1], [40, 0, 0], [0, 0, 30]]
_FOUR = {
    "PA": agreement.pivoted_accuracy,
    "AAA": agreement.adjusted_asymmetric_accuracy,
    "ARI": agreement.adjusted_rand_score,
    "AMI": agreement.adjusted_mutual_info_score,
}
_OF_SPLIT = {name: f(*_labels_of([[30, 30, 0, 0], [0, 0, 60, 0], [0, 0, 0, 60]])) for name, f in _FOUR.items()}
_OF_SMALL = {name: [f(*_labels_of([[10 * q, 0], [5 * (100 - q)] * 2])) for q in (50, 96)] for name, f in _FOUR.items()}
_STAYS = [name for name, (even, uneven) in _OF_SMALL.items() if abs(uneven - even) < 1e-12]


def _mean_nmi(n=240, n_draws=25):
    """Mean for twenty clusters, the last of the numbers that the chapter draws for."""
    rng = np.random.default_rng(0)
    for k in (2, 3, 5, 8, 12, 16, 20):
        deals = [rng.permuted(np.tile(np.arange(n) % k, (2, 1)), axis=1) for _ in range(n_draws)]
    return float(np.mean([agreement.normalized_mutual_info_score(*pair) for pair in deals]))


PREDICTIONS = {
    "pre-other-move": Number(
        "How many of the 120 pictures must move, at least?",
        sum(map(sum, _PEOPLE)) - _best(_PEOPLE),
        predict=True,
        between=(0, 120),
        outcome="Matching the piles in the order of the table, 1A, 2B and 3C, would take 78, but the names are free.",
    ),
    "pre-other-split": Choice(
        "Which of the four punishes the split most?",
        {
            "PA": "It loses 30 of 180 objects.",
            "AAA": "One of three true clusters is found by half only, and 1/3 is already subtracted.",
            "ARI": "No pair is put together wrongly.",
            "AMI": "If you know the piece, you know the cluster.",
        },
        min(_OF_SPLIT, key=_OF_SPLIT.get),
        predict=True,
    ),
    "pre-other-small": Choice(
        "Which of the four gives the same score however small the small cluster is?",
        {
            "PA": "Fewer objects are misplaced.",
            "AAA": "To AAA each cluster is one of two. The other three forgive you more, the smaller it is.",
            "ARI": "The large cluster has most of the pairs.",
            "none of them": "One of the four counts clusters, not objects or pairs.",
        },
        _STAYS[0] if len(_STAYS) == 1 else "none of them",
        predict=True,
    ),
    "pre-other-chance": Number(
        "Twenty clusters of 240 objects, against twenty others that are unrelated: what is the mean NMI?",
        round(_mean_nmi(), 2),
        predict=True,
        between=(0, 1),
        outcome="With twelve objects in a cluster, each of them tells something by accident.",
    ),
}

EXERCISES = {
    "ex-other-greed": (
        Number(
            "Your friend's PA:",
            _FRIEND,
            tempting=(
                (_ROWS, "You counted the 5 and a 4 that share a column. After the 5, which cell is left?"),
                (
                    _PA,
                    "This is the best matching, which your friend misses. Begin with the 5: which cell is left for "
                    "the other row?",
                ),
            ),
            hint="The largest cell is the 5. Matching it uses up its row and its column.",
            outcome="For the other row only the 0 is left.",
        ),
        Number(
            "PA:",
            _PA,
            tempting=(
                (_FRIEND, "You followed your friend. Give up the 5, and add the other two cells."),
                (
                    _ROWS,
                    "You added the largest cells of the two rows, but they share a column. Take one cell from each "
                    "column.",
                ),
            ),
            hint="There are two matchings. Add up the cells of each of them.",
            outcome="The best matching gives up the 5 for two 4s.",
        ),
        Number(
            "NA, from your friend's PA:",
            _rescaled(_FRIEND, 2),
            tempting=(
                (
                    _FRIEND - Fraction(1, 2),
                    "You have subtracted 1/2. Now divide by what is left up to 1, which is 1 \N{MINUS SIGN} 1/2.",
                ),
            ),
            hint="Compute (PA \N{MINUS SIGN} 1/k) / (1 \N{MINUS SIGN} 1/k), with k = 2.",
            outcome="It is negative. No best matching gives that, since PA is never below 1/k.",
        ),
        Number(
            "NA:",
            _rescaled(_PA, 2),
            tempting=(
                (_PA - Fraction(1, 2), "Subtracting 1/2 was the first half. Divide by 1 \N{MINUS SIGN} 1/2 as well."),
            ),
            hint="Compute (PA \N{MINUS SIGN} 1/k) / (1 \N{MINUS SIGN} 1/k), with k = 2.",
            outcome="This is not much more than the lowest value that a table allows.",
        ),
    ),
    "ex-other-sides": (
        Choice(
            "Before you begin: which AAA is larger?",
            {
                "With the first as the truth": "Both mean proportions are 2/3. Now compare what is subtracted: which "
                "1/k is higher?",
                "With the second as the truth": "Both mean proportions are 2/3. Now compare what is subtracted: "
                "which 1/k is higher?",
                "They are equal": "The mean proportions are equal, but what is subtracted from them is not: 1/2 for "
                "two true clusters, 1/3 for three.",
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
                    "You stopped at the mean proportion a. Subtract 1/k from it, and divide by 1 \N{MINUS SIGN} 1/k.",
                ),
                (
                    _rescaled(_OF_FIRST, 3),
                    "You took k = 3. But k is the number of *true* clusters, of which there are two.",
                ),
            ),
            hint="Which proportion of *abc* and of *def* is found in the matched cluster? The mean of the two is a, "
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
                    "This is a, the mean over three true clusters. Subtract 1/3, and divide by 2/3.",
                ),
            ),
            hint="There are three true clusters and two others, so one true cluster gets nothing. Which of them "
            "should that be?",
            outcome="*f* is found whole, which counts as much as a large cluster that is found whole.",
        ),
    ),
    "ex-other-alone": (
        Objects(
            "Which of the five measures are 0 for every n?",
            tuple(_ALONE),
            right=_ZEROS,
            tempting=(
                (
                    ("ARI", "AMI"),
                    "ARI and AMI are right. Look also at the measure that has tp above the line.",
                ),
                (
                    ("ARI", "FM", "NMI", "AMI"),
                    "No pair in common is not the same as no information in common: if you know the object, you know "
                    "its cluster.",
                ),
                (("FM",), "No pair is together in both. And what do singletons get by chance?"),
                (
                    tuple(_ALONE),
                    "PA and NMI are not 0. Match one object with each of the three clusters, and ask "
                    "what the singletons know about the clusters.",
                ),
            ),
            hint="Is any pair together in both? And do singletons know more about this partition than about any other?",
            outcome="No pair is together in both, and singletons know as much about every partition. (FM is 0/0 "
            "here. The package returns 0, since the two partitions are not equal.)",
        ),
        Number(
            "PA for n = 30:",
            _ALONE["PA"](np.arange(30) % 3, np.arange(30)),
            tempting=(
                (
                    1,
                    "This is purity, in which all thirty clusters may choose a class. In a matching only three of "
                    "them can.",
                ),
                (
                    Fraction(1, 3),
                    "You took 1/3 from the bound 1/k, but k is the larger number of clusters, and the "
                    "bound is not reached. Count the matched objects.",
                ),
                (Fraction(1, 30), "You counted only one cluster. How many of the three are matched with an object?"),
            ),
            hint="There are three matched cells. How many objects lie in each of them?",
            outcome="It is 3/n, and so near 0 for large n.",
        ),
        Number(
            "NMI for n = 3000, to two decimals:",
            _ALONE["NMI"](np.arange(3000) % 3, np.arange(3000)),
            tempting=(
                (log(3) / log(3000), "You divided by the larger entropy. Divide by the mean of the two."),
                (
                    1.0,
                    "Singletons know all about the clusters, but not the other way round. Divide log 3 by the mean "
                    "of log 3 and log 3000.",
                ),
                (
                    _ALONE["NMI"](np.arange(300) % 3, np.arange(300)),
                    "You computed n = 300. Put log 3000 in the place of log 300.",
                ),
            ),
            hint="The mutual information is log 3, which is all of H₁. What is H₂?",
            outcome="It falls as n grows, but only as 1/log n does.",
        ),
        _NMI_ZERO,
    ),
    "ex-other-short": (
        Choice(
            "Where is the fault?",
            {
                "The largest cell of row i holds at least rᵢ/k objects.": "This step holds, because the largest "
                "cell is at least the mean of the k "
                "cells. Look at what is done with these "
                "cells next.",
                "The largest cells of all rows hold at least n/k objects together.": "This is true, because the rows "
                "add up to n. But are these cells a matching?",
                "So the best matching holds at least n/k objects.": "The largest cells may share a column. Then they "
                "do not form a matching, so nothing follows for a matching.",
            },
            "So the best matching holds at least n/k objects.",
        ),
        Choice(
            "Each of these tables has two rows. In which of them do the largest cells of the rows not form a matching?",
            {name: words for name, (_, words) in _CLASHES.items()},
            tuple(name for name, (clash, _) in _CLASHES.items() if clash),
        ),
        Order(
            "These are the steps of the repaired proof, mixed up. Put them in order.",
            (
                "For each shift t = 0, …, k \N{MINUS SIGN} 1 send row i to column i + t, minus k where that is too "
                "large.",
                "Each of these is a matching, because no two rows get the same column.",
                "Each cell lies in exactly one of these k, namely in the matching whose shift leads from its row to "
                "its column.",
                "Therefore the sums of these k matchings add up to n.",
                "The largest of k numbers is at least their mean, n/k, and the best matching is at least as good.",
            ),
            before=(
                (0, 1, "*Each of these* refers to the shifts, so they come first."),
                (0, 2, "*These k* refers to the shifts, so they come first."),
                (2, 3, "The sums add up to n because each cell is in exactly one of the matchings."),
                (1, 3, "*These k matchings* can come only after we know that they are matchings."),
                (3, 4, "Their mean is n/k because they add up to n."),
            ),
            why=(
                "There are k shifts, and they need no choice.",
                "Two rows with the same column would be the same row.",
                "Only one shift leads from a given row to a given column.",
                "Every object lies in one cell, and is counted once.",
                "The largest of some numbers is never below their mean.",
            ),
            hint="First come the k matchings, then what they cover, what their sums add up to, and the largest of "
            "them.",
            outcome="We replaced the largest cell of a row by a mean over matchings.",
            free=((1, 2),),
        ),
        Number(
            "k = 3 true clusters and l = 18 columns: a is at least",
            Fraction(3, 18) / 3,
            tempting=(
                (
                    Fraction(3, 18),
                    "You have the bound for the largest sum, 3/18. Divide it by the three true clusters to get a mean.",
                ),
                (
                    Fraction(1, 3),
                    "With three columns this would be the bound. Here there are 18 shifts: what do "
                    "their sums add up to?",
                ),
            ),
            hint="The proportions of each row add up to 1. How many shifts are there, and what do their sums add up "
            "to?",
            outcome="This is less than 1/k, so AAA can be negative.",
        ),
        Construct(
            "MeasureBench",
            todo="The bound is reached, and by related partitions, too. Change cells until NA is 0 and NMI is above "
            "0.1.",
            goal=(
                ("na", "<=", 1e-9, "NA is {na}, and not 0."),
                ("nmi", ">", 0.1, "NA is 0, but NMI is {nmi}, and not above 0.1."),
            ),
            outcome="All matchings hold equally many objects. But if you know one pile, you still know something "
            "about the other: 0 is a lower bound here, and does not mean that the two are unrelated.",
            start={"table": _GREEDY, "before": _GREEDY},
        ),
    ),
    "ex-other-open": (
        Choice(
            "Each cluster gets the name of its most frequent digit. Which of the four is the proportion of right "
            "names?",
            {
                "NA": "NA needs a matching, in which no two clusters have the same name. Here they may, so look for "
                "a measure that lets them.",
                "ARI": "ARI counts pairs, but here images are moved. Look for a measure that counts images with the "
                "right name.",
                "Purity": "It allows two clusters to have the same name.",
                "AMI": "AMI is in bits, and corrected for chance. The library counts images with the right name.",
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
                "You say that NA, ARI and AMI count pieces of a digit as faults, whereas here a piece is not a fault.",
            )
        ),
    ),
}
