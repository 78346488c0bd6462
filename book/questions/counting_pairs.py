"""Questions of the chapter *Counting pairs*."""

from itertools import combinations
from math import comb, isqrt

import numpy as np

from aucc_teach import datasets, pairs, partitions
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order

_COUNTS = ("tp", "fn", "fp", "tn")
_MOVE = pairs.pair_counts([0, 0, 1, 1, 1], [0, 0, 0, 1, 1])
_RAND = datasets.load_rand_points()
_FIRST, _SECOND = _RAND.labels_true, _RAND.labels_pred
_UNEVEN = np.array([0, 0, 1, 1, 1, 1])


def _changed(before, after):
    """Names of the counts that differ between two pairs of partitions."""
    before, after = pairs.pair_counts(*before), pairs.pair_counts(*after)
    return tuple(name for name in _COUNTS if getattr(before, name) != getattr(after, name))


def _n_partitions(n):
    return sum(1 for _ in partitions.set_partitions(n))


def _n_sets_of_disjoint_pairs(n):
    """Ways to say *together* of pairs that share no object: who allows only these has forgotten larger clusters."""
    everything = list(combinations(range(n), 2))
    chosen = (some for k in range(len(everything) + 1) for some in combinations(everything, k))
    return sum(not any(set(a) & set(b) for a, b in combinations(some, 2)) for some in chosen)


_CELLS = pairs.contingency_table(_FIRST, _SECOND)
_SQUARES = int((_CELLS**2).sum())
_TP = pairs.pair_counts(_FIRST, _SECOND).tp
_MILLION, _LABELS = 10**6, 100
_PAIRS = comb(_MILLION, 2)
_MOST_32 = np.iinfo(np.int32).max
_LARGEST = (1 + isqrt(1 + 4 * int(_MOST_32))) // 2  # c (c - 1) <= 2^31 - 1

EXERCISES = {
    "ex-pairs-move": (
        Number(
            "What do you guess: on how many of the ten pairs do they disagree?",
            _MOVE.fn + _MOVE.fp,
            predict=True,
            outcome="When an object moves, its verdicts change for all its companions, the old ones and the new ones.",
        ),
        Number(
            "tp:",
            _MOVE.tp,
            tempting=(
                (
                    _MOVE.tp + _MOVE.fn,
                    "That is the number of pairs together in the first partition, and also in the second. How many are "
                    "together in both?",
                ),
                (
                    _MOVE.tp + _MOVE.tn,
                    "That is the number of pairs on which they agree. Here we want only those that are together in "
                    "both.",
                ),
            ),
            hint="Add up the pairs inside each cell of the contingency table.",
            outcome="The two pairs are *ab* and *de*.",
        ),
        Number(
            "tn:",
            _MOVE.tn,
            tempting=(
                (
                    _MOVE.tn + _MOVE.tp,
                    "That is the number of pairs on which they agree. Here we want only those that are apart in both.",
                ),
            ),
            hint="Subtract tp, fn and fp from the ten pairs.",
            outcome="Each of *a* and *b* is apart from *d* and from *e* in both partitions.",
        ),
        Construct(
            "PairTable",
            todo="One move of one point can change a single verdict. Find two partitions of six points that disagree "
            "on exactly one pair.",
            goal=(
                ("n_points", "==", 6, "There are {n_points} points now, and there must be six."),
                ("agreeing", "==", 14, "They agree on {agreeing} of the 15 pairs, and it must be all but one."),
            ),
            outcome="Two singletons have been merged, or a cluster of two has been split. Either way the point that "
            "moved has a single companion, so a single verdict changes.",
        ),
    ),
    "ex-pairs-changes": (
        Choice(
            "(a) New names for the clusters:",
            {
                "nothing changes": "A verdict depends only on whether two labels are equal, and new names do not "
                "change that.",
                "only tn changes": "Pairs that were apart stay apart, whatever the piles are called.",
                "all four can change": "Which pairs have equal labels before the renaming, and which after it?",
            },
            "nothing changes",
        ),
        Objects(
            "(b) The partitions trade places. What changes?",
            _COUNTS,
            right=_changed((_FIRST, _SECOND), (_SECOND, _FIRST)),
            tempting=(
                (
                    ("tp", "tn"),
                    "A pair that is together in both stays together in both. What happens to a pair that is together "
                    "in the first only?",
                ),
            ),
            hint="Write down what each count means for the first and for the second partition, then exchange *first* "
            "and *second*.",
            outcome="*Together in the first only* becomes *together in the second only*.",
        ),
        Choice(
            "(c) The opposite order in both lists:",
            {
                "nothing changes": "Every object keeps both its labels, because each list is only read from its end.",
                "fn and fp trade places": "That would be right for (b). Here each object keeps its labels.",
                "all four can change": "Does any object get a new label?",
            },
            "nothing changes",
        ),
        Objects(
            "(d) The opposite order in the second list only. What can change for some partitions?",
            _COUNTS,
            right=_changed((_UNEVEN, _SECOND), (_UNEVEN, _SECOND[::-1])),
            tempting=(
                (("fn", "fp"), "The second partition becomes a different partition, so why should tp stay as it is?"),
            ),
            hint="The labels go to other objects. For example, try a first partition into two and four objects.",
            outcome="The second list then describes a different partition. It is only luck that Rand's points show no "
            "change.",
        ),
        Write("pair_counts"),
    ),
    "ex-pairs-transitive": (
        Number(
            "Partitions among the eight ways for three objects:",
            _n_partitions(3),
            tempting=(
                (2**3, "That is the number of sets of answers. Can *ab* and *bc* be together if *ac* is apart?"),
                (_n_sets_of_disjoint_pairs(3), "You left out one partition. How many pairs may be together at most?"),
            ),
            hint="Write down the eight ways, and cross out those in which exactly two answers are *together*.",
            outcome="It is impossible to answer *together* exactly two times, which rules out three ways.",
        ),
        Number(
            "Partitions among the 64 ways for four objects:",
            _n_partitions(4),
            tempting=(
                (
                    _n_sets_of_disjoint_pairs(4),
                    "You counted only the partitions into clusters of one or two objects. How many have a larger "
                    "cluster?",
                ),
                (
                    2**6 * _n_partitions(3) // 2**3,
                    "The proportion that we found for three objects does not carry over to four. Count by cluster "
                    "sizes instead.",
                ),
            ),
            hint="Count by cluster sizes: one cluster of four; three and one; two and two; two and one and one; all "
            "apart.",
            outcome="From one cluster of four to all apart, these are 1 + 4 + 3 + 6 + 1.",
        ),
    ),
    "ex-pairs-squares": (
        Number(
            "Rand's points: what does the formula give for tp if the \N{MINUS SIGN}n is forgotten?",
            _SQUARES // 2,
            tempting=((_TP, "That is tp itself. Leave out the \N{MINUS SIGN}n and halve what remains."),),
            hint="Add the squares of the cells 2, 2, 1 and 1, and halve the sum.",
            outcome="Each of the six objects is counted as half a pair with itself.",
        ),
        Choice(
            "fn is one half of",
            {
                "Σa² \N{MINUS SIGN} Σn²": "These are the squares of the row sums minus the squares of the cells. "
                "The two n cancel.",
                "Σa² \N{MINUS SIGN} Σn² \N{MINUS SIGN} n": "Rows and cells both add up to n, so the two n cancel.",
                "Σb² \N{MINUS SIGN} Σn²": "This uses the columns, which belong to the second partition. The pairs in "
                "fn are together in the first.",
            },
            "Σa² \N{MINUS SIGN} Σn²",
        ),
        Order(
            "The steps of the proof of the theorem are mixed up. Put them in order.",
            (
                "Every object lies in exactly one cell of the table.",
                "So two objects are together in both partitions exactly when they share a cell: the cells give tp.",
                "In the same way, two objects are together in the first partition exactly when they share a row: the "
                "rows add up to tp + fn.",
                "Subtract tp from the sum over the rows: what is left is fn.",
                "Each pair is of one of four kinds, so tn is what is left of all pairs.",
            ),
            before=(
                (0, 1, "Before two objects can share a cell, we have to know that each of them has one cell."),
                (1, 2, "*In the same way* refers to an earlier step, which is the step about the cells."),
                (1, 3, "This subtracts tp before tp is known."),
                (2, 3, "This subtracts something from the sum over the rows before we know what the sum means."),
                (3, 4, "We can say what is left for tn only when the other three counts are known."),
            ),
            hint="Begin with the cells, go on with the rows, and end with what is left.",
            outcome="The columns give fp by the same two steps as the rows.",
        ),
    ),
    "ex-pairs-million": (
        Number(
            "Pairs of a million objects:",
            _PAIRS,
            tempting=(
                (_MILLION**2, "You counted each pair twice, and also each object with itself. Count each pair once."),
                (
                    _MILLION * (_MILLION - 1),
                    "You counted each pair twice, because *ab* and *ba* are one pair. Count each of them once.",
                ),
                (
                    _MILLION**2 // 2,
                    "That would be half of all cells. But among them are the million cells of an object with itself.",
                ),
            ),
            hint="The number of pairs of n objects is n (n \N{MINUS SIGN} 1)/2.",
            outcome="That is nearly 500 billion.",
        ),
        Number(
            "Gigabytes for one list of verdicts, at a byte each (a guess):",
            _PAIRS / 1e9,
            predict=True,
            places=0,
            outcome="The comparison needs two such lists, whereas the table has 10 000 cells.",
        ),
        Number(
            "About how large is tp, in millions?",
            _PAIRS / _LABELS**2 / 1e6,
            tempting=(
                (
                    _PAIRS / _LABELS / 1e6,
                    "That is the number of pairs that share a label in *one* partition. Here they must share a label "
                    "in both.",
                ),
            ),
            hint="In each of the two partitions, a pair shares a label with a probability of 1/100.",
            outcome="About one pair in ten thousand is together in both partitions.",
            within=2.0,
            places=0,
        ),
        Number(
            "Objects in the largest cluster whose c (c \N{MINUS SIGN} 1) fits into a 32-bit integer:",
            _LARGEST,
            tempting=(
                (
                    int(_MOST_32),
                    "That is the largest number itself. Here the product of c and c \N{MINUS SIGN} 1 must fit.",
                ),
            ),
            hint="Such integers end at 2³¹ \N{MINUS SIGN} 1. For which c does c (c \N{MINUS SIGN} 1) exceed that?",
            outcome="With one object more, the count is wrong, although no warning appears.",
        ),
        Write("counts_of_table"),
    ),
    "ex-pairs-noise": (
        Open(
            (
                "With the noise as a cluster, noise points are said to belong together, which DBSCAN never said.",
                "With each noise point as a singleton, noise is taken literally: similar to nobody.",
                "Without the noise points, an algorithm is not punished for calling everything difficult noise.",
                "None of the three is right for all uses, so one of them is chosen, named, and used for all algorithms "
                "alike.",
            )
        ),
    ),
}
