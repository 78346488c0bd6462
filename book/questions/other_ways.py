"""Questions of the chapter *Which measure for which question*."""

from fractions import Fraction
from itertools import permutations
from math import log, sqrt

import numpy as np

from aucc_teach import agreement, datasets
from aucc_teach.exercises._claims import Break, Field
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order
from aucc_teach.pairs import contingency_table, pair_counts

from . import _counting as counting
from ._claims import CLASSES, CUTS, TRIPLES_SEARCHED, TWO, not_a_cut


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

# ---- four objects on paper

_CELLS = np.array([[2, 0], [1, 1]])
_PAPER = _labels_of(_CELLS)
_SQUARES, _ROW_SQUARES, _COLUMN_SQUARES = (
    int((sizes**2).sum()) for sizes in (_CELLS, _CELLS.sum(axis=1), _CELLS.sum(axis=0))
)
_TP, _FN, _FP, _ = map(int, pair_counts(*_PAPER))
_RECALL, _PRECISION = Fraction(_TP, _TP + _FN), Fraction(_TP, _TP + _FP)


def _entropy(sizes, base=2):
    total = sum(sizes)
    return sum(size / total * log(total / size, base) for size in sizes)


_H1, _H2, _H12 = map(_entropy, ([2, 2], [3, 1], [2, 1, 1]))
_I = _H1 + _H2 - _H12

# ---- everyone alone

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
        return True, f"In {name} both stand in the {('first', 'second')[first]} column."
    return False, f"In {name} they stand in two columns: they are a matching."


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


def _purity_finer(names, classes, before, after):
    if found := not_a_cut(names, before, after):
        return found
    p, cut = counting.purity(classes, before), counting.purity(classes, after)
    return "holds" if cut >= p else "broken", {"before": p, "after": cut}


_PURITY_FINER = Break(
    "purity-finer",
    "Cut clusters into pieces, and purity does not fall.",
    (CLASSES, Field("Before the cut", "partition", "abcde"), Field("After the cut", "partition", "abcd e")),
    _purity_finer,
    CUTS | {"holds": "Purity is {before} before the cut and {after} after."},
    (
        (
            "The most frequent class of a cluster is found again in its pieces, all of its objects.",
            "Each piece counts at least its part of that class, and the parts add up. So it costs nothing to cut: "
            "purity cannot choose the number of clusters.",
        ),
        (
            "Purity counts pairs, and cuts part only wrong pairs.",
            "Purity counts objects, and a cut may part right pairs as well.",
        ),
        (
            "More clusters find more classes.",
            "Two clusters may choose the same class. Nothing asks them to find different ones.",
        ),
    ),
    right=0,
    searched=TRIPLES_SEARCHED,
    up_to=5,
)


def _purity_one(names, classes, clusters):
    p = counting.purity(classes, clusters)
    facts = {"purity": p, "n": len(set(classes)), "k": len(set(clusters))}
    if p != 1:
        return "impure", facts
    return "holds" if counting.together(classes) == counting.together(clusters) else "broken", facts


_PURITY_ONE = Break(
    "purity-one",
    "If the purity is 1, the clusters are the classes.",
    (CLASSES, Field("Clusters", "partition", "ab cde")),
    _purity_one,
    {
        "impure": "The purity is {purity}, not 1: the claim says nothing here.",
        "holds": "The purity is 1, and the clusters are the classes. What may a cluster be for that, besides a "
        "whole class?",
        "broken": "The purity is 1. Classes: {n}; clusters: {k}. Each cluster lies in one class, and may be a part "
        "of it.",
    },
    (
        (
            "Each cluster holds one class, so each class is one cluster.",
            "The first does not give the second: several clusters may hold parts of one class.",
        ),
        (
            "A share of right objects of 1 means that no object is wrong.",
            "Right means here: of the most frequent class of its cluster. Alone, every object is.",
        ),
        (
            "Each cluster is matched with a class of its own.",
            "That would be a matching. By purity two clusters may choose the same class.",
        ),
    ),
)


def _nmi_zero(names, first, second):
    if ari := counting.adjusted_rand(first, second):
        return "not-zero", {"ari": ari}
    cells = list(zip(first, second, strict=True))
    for row, column in cells:
        size, mean = cells.count((row, column)), Fraction(first.count(row) * second.count(column), len(cells))
        if size != mean:
            members = "".join(name for name, cell in zip(names, cells, strict=True) if cell == (row, column))
            return "broken", {"cell": members, "size": size, "mean": mean}
    return "holds", {}


_NMI_ZERO = Break(
    "nmi-zero",
    "If the ARI is 0, the mutual information is 0 as well.",
    TWO,
    _nmi_zero,
    {
        "not-zero": "The ARI is {ari}, not 0: the claim says nothing here.",
        "holds": "The ARI is 0, and each cell is as large as its row and column ask for: the mutual information "
        "is 0, too. Look for a table in which a cell is larger.",
        "broken": "The ARI is 0. But the cell {cell} has the size {size}, and from its row and column alone it "
        "would be {mean}: whoever knows the one cluster knows something of the other.",
    },
    (
        (
            "Both are 0 where two partitions are unrelated.",
            "The ARI is 0 on average there. It can be 0 where they are related, too.",
        ),
        (
            "Both are computed from the same contingency table.",
            "So are ten other measures. The ARI needs only the sum of the squares of its cells.",
        ),
        (
            "An ARI of 0 fixes each cell at its mean.",
            "It fixes one sum over the cells, at its mean. Large cells and small ones can balance.",
        ),
    ),
)


EXERCISES = {
    "ex-other-greed": (
        Number(
            "Your friend's PA:",
            _FRIEND,
            tempting=(
                (_ROWS, "5 and 4 share a column. What is left after the 5 is one cell."),
                (_PA, "Your friend begins with the 5, and cannot take both 4s after that."),
            ),
            hint="The largest cell is the 5. It takes its row and its column with it.",
            outcome="What is left for the other row is 0.",
        ),
        Number(
            "PA:",
            _PA,
            tempting=(
                (_FRIEND, "That is your friend's. There is another matching."),
                (_ROWS, "These are the largest cells of the rows. They share a column, so they are no matching."),
            ),
            hint="There are two matchings. Add up the cells of each.",
            outcome="It gives up the 5 for two 4s.",
        ),
        Number(
            "NA, from your friend's PA:",
            _rescaled(_FRIEND, 2),
            tempting=((_FRIEND - Fraction(1, 2), "It is still to be divided by 1 \N{MINUS SIGN} 1/2."),),
            hint="(PA \N{MINUS SIGN} 1/k) / (1 \N{MINUS SIGN} 1/k), with k = 2.",
            outcome="Negative: no best matching gives that, since PA is never below 1/k.",
        ),
        Number(
            "NA:",
            _rescaled(_PA, 2),
            tempting=((_PA - Fraction(1, 2), "It is still to be divided by 1 \N{MINUS SIGN} 1/2."),),
            hint="(PA \N{MINUS SIGN} 1/k) / (1 \N{MINUS SIGN} 1/k), with k = 2.",
            outcome="Not much more than the lowest that a table allows.",
        ),
    ),
    "ex-other-sides": (
        Choice(
            "Before you begin: which AAA is larger?",
            {
                "With the first as the truth": "The two mean shares are equal. But fewer true clusters have a higher "
                "1/k taken off.",
                "With the second as the truth": "The two mean shares are equal. But fewer true clusters have a higher "
                "1/k taken off.",
                "They are equal": "The two mean shares are, before 1/k is taken off.",
            },
            "With the second as the truth" if _rescaled(_OF_SECOND, 3) > _rescaled(_OF_FIRST, 2) else "They are equal",
            predict=True,
        ),
        Number(
            "AAA with the first as the truth:",
            _rescaled(_OF_FIRST, 2),
            tempting=(
                (_OF_FIRST, "That is the mean share a. Take 1/k off, and divide by 1 \N{MINUS SIGN} 1/k."),
                (_rescaled(_OF_FIRST, 3), "You took k = 3. It is the number of *true* clusters: two."),
            ),
            hint="Of *abc* and of *def*, which share is found in the matched cluster? Their mean is a, and k is 2.",
            outcome="Both true clusters keep two of three.",
        ),
        Number(
            "AAA with the second as the truth:",
            _rescaled(_OF_SECOND, 3),
            tempting=(
                (
                    _rescaled(_BY_OBJECTS, 3),
                    "Did you match *def* with *cde*, with which it shares more objects? AAA counts shares of true "
                    "clusters: which share of *f* does it hold? And k is 3 now.",
                ),
                (_OF_SECOND, "That is the mean share a. Take 1/k off, and divide by 1 \N{MINUS SIGN} 1/k."),
            ),
            hint="Three true clusters and two others: one true cluster gets nothing. Which one should that be?",
            outcome="*f* is found whole. That counts as much as a large cluster that is found whole.",
        ),
    ),
    "ex-other-paper": (
        Number(
            "FM, to two decimals:",
            _TP / sqrt((_TP + _FN) * (_TP + _FP)),
            tempting=(
                (
                    _SQUARES / sqrt(_ROW_SQUARES * _COLUMN_SQUARES),
                    "The counts of objects were squared. That makes each object a pair with itself, and counts each "
                    "pair twice.",
                ),
                (
                    float(_RECALL + _PRECISION) / 2,
                    "That is the plain mean of recall and precision. FM is the geometric one.",
                ),
                (float(_PRECISION), "That is the precision."),
                (float(_RECALL), "That is the recall."),
            ),
            hint="tp is 1. How many pairs are together in the first partition, and how many in the second?",
            outcome="1 divided by the root of 2 · 3.",
        ),
        Number(
            "Mutual information in bits, to two decimals:",
            _I,
            tempting=(
                (_I * log(2), "That is to base e. Divide by log 2."),
                (_H12, "That is the entropy of the cells. Take it from the sum of the two others."),
            ),
            hint="H₁ of the sizes 2 and 2, plus H₂ of 3 and 1, less H₁₂ of the cells 2, 1 and 1.",
            outcome="Of 1 bit and 0.81 bits.",
        ),
        Number(
            "NMI, to two decimals:",
            2 * _I / (_H1 + _H2),
            tempting=(
                (_I, "That is the mutual information. Divide by the mean of H₁ and H₂."),
                (_I / (_H1 + _H2), "You divided by the sum of the two entropies. Take their mean."),
                (_I / sqrt(_H1 * _H2), "You divided by the geometric mean. Here it is the plain one."),
            ),
            hint="Mutual information, divided by the mean of the two entropies.",
            outcome="With logarithms to another base it is the same.",
        ),
    ),
    "ex-other-alone": (
        Objects(
            "Which of the five are 0 for every n?",
            tuple(_ALONE),
            right=_ZEROS,
            tempting=(
                (
                    ("ARI", "AMI"),
                    "These two are corrected for chance. Look at the one that counts pairs together in both.",
                ),
                (
                    ("ARI", "FM", "NMI", "AMI"),
                    "No pair in common is not the same as no information in common: whoever knows the object knows "
                    "its cluster.",
                ),
                (("FM",), "No pair is together in both. And what do single objects give by chance?"),
                (tuple(_ALONE), "One object of each cluster can still be matched."),
            ),
            hint="Is any pair together in both? And do single objects know more about this partition than about any "
            "other?",
            outcome="No pair is together in both, and single objects know as much about every partition. (FM is "
            "0/0 here. The package says 0, since the two partitions are not equal.)",
        ),
        Number(
            "PA for n = 30:",
            _ALONE["PA"](np.arange(30) % 3, np.arange(30)),
            tempting=(
                (1, "That is purity. In a matching no two clusters may choose the same class."),
                (Fraction(1, 3), "1/k is the lower bound for the larger k. Which one is that here?"),
                (Fraction(1, 30), "Each of the three clusters is matched with a single object."),
            ),
            hint="Three matched cells. How many objects lie in each?",
            outcome="3/n, and so near 0 for large n.",
        ),
        Number(
            "NMI for n = 3000, to two decimals:",
            _ALONE["NMI"](np.arange(3000) % 3, np.arange(3000)),
            tempting=(
                (log(3) / log(3000), "You divided by the larger entropy. Take the mean of the two."),
                (1.0, "The single objects know all about the clusters, but not the other way round."),
                (
                    _ALONE["NMI"](np.arange(300) % 3, np.arange(300)),
                    "That is the value for n = 300.",
                ),
            ),
            hint="The mutual information is log 3, all of H₁. What is H₂?",
            outcome="It falls, but only as 1/log n does.",
        ),
        _NMI_ZERO,
    ),
    "ex-other-short": (
        Choice(
            "Where is the fault?",
            {
                "The largest cell of row i holds at least rᵢ/k objects.": "It is at least the mean of the k cells.",
                "The largest cells of all rows hold at least n/k objects together.": "The rows add up to n, so this "
                "is true. But are these cells a matching?",
                "So the best matching holds at least n/k objects.": "The largest cells may share a column. Then they "
                "are no matching, and nothing follows for one.",
            },
            "So the best matching holds at least n/k objects.",
        ),
        Choice(
            "Two rows each: for which of these tables are the largest cells of the rows no matching?",
            {name: words for name, (_, words) in _CLASHES.items()},
            tuple(name for name, (clash, _) in _CLASHES.items() if clash),
        ),
        Order(
            "The repaired proof, mixed up. Put it in order.",
            (
                "For each shift t = 0, …, k \N{MINUS SIGN} 1 send row i to column i + t, less k where that is too "
                "large.",
                "Each of these is a matching: no two rows get the same column.",
                "Each cell lies in exactly one of these k, the one whose shift leads from its row to its column.",
                "So the sums of these k matchings add up to n.",
                "The largest of k numbers is at least their mean, n/k. The best matching is no worse than that.",
            ),
            before=(
                (0, 1, "*Each of these* needs the shifts first."),
                (0, 2, "*These k* needs the shifts first."),
                (2, 3, "The sums add up to n because each cell is in exactly one of them."),
                (1, 3, "*These k matchings*: say first that they are matchings."),
                (3, 4, "Their mean is n/k because they add up to n."),
            ),
            hint="k matchings, what they cover, what their sums add up to, and the largest of them.",
            outcome="The largest cell of a row was replaced by a mean over matchings.",
            free=((1, 2),),
        ),
        Number(
            "k = 3 true clusters and l = 18 columns: a is at least",
            Fraction(3, 18) / 3,
            tempting=(
                (
                    Fraction(3, 18),
                    "So large is the largest of the sums at least. a is the mean over the true clusters.",
                ),
                (Fraction(1, 3), "That is the bound for as many columns as true clusters. There are 18 shifts here."),
            ),
            hint="The shares of each row add up to 1. How many shifts are there, and to what do their sums add up?",
            outcome="Less than 1/k, so AAA can be negative.",
        ),
        Construct(
            "MeasureBench",
            todo="The bound is reached, and by related partitions too. Change cells until NA is 0 and NMI above 0.1.",
            goal=(("na", "<=", 1e-9), ("nmi", ">", 0.1)),
            outcome="All matchings hold equally many objects. Whoever knows the one pile still knows something of the "
            "other: 0 is a lower bound here, and does not say that the two are unrelated.",
            start={"table": _GREEDY, "before": _GREEDY},
        ),
    ),
    "ex-other-open": (
        Choice(
            "Each cluster gets the name of its most frequent digit. Which of the four is the share of right names?",
            {
                "NA": "In a matching two clusters may not have the same name.",
                "ARI": "It counts pairs, and here images are moved.",
                "Purity": "Two clusters may have the same name.",
                "AMI": "It is corrected for chance, which is not the library's question.",
            },
            "Purity",
        ),
        _PURITY_FINER,
        _PURITY_ONE,
        Open(
            (
                "The library goes by a score that counts what it pays for: images to move.",
                "It counts the names as a cost as well, for that score alone always asks for more clusters.",
                "A number of clusters is named, with the price of a name for which it is best.",
                "NA, ARI and AMI count pieces of a digit as faults. Here a piece is none.",
            )
        ),
    ),
}
