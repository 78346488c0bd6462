"""Questions of the chapter *Counting pairs*."""

from itertools import combinations, permutations
from math import comb, isqrt

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits, load_iris

from aucc_teach import datasets, pairs, partitions
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order, Write

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

_POINTS = pairs.pair_counts(_FIRST, _SECOND)
_IRIS, _SPECIES = load_iris(return_X_y=True)
_FOUND = KMeans(n_clusters=3, n_init=10, random_state=0).fit_predict(_IRIS)
_ACCURACIES = [float((np.array(names)[_FOUND] == _SPECIES).mean()) for names in permutations(range(3))]
_DIFFER = 1 - pairs.co_membership(load_digits().target).mean()

EXERCISES = {
    "ex-pairs-move": (
        Number(
            "What do you guess: on how many of the ten pairs do they disagree?",
            _MOVE.fn + _MOVE.fp,
            predict=True,
            between=(0, 10),
            outcome="When an object moves, its verdicts change for all its companions, the old ones and the new ones.",
        ),
        Number(
            "tp:",
            _MOVE.tp,
            tempting=(
                (
                    _MOVE.tp + _MOVE.fn,
                    "You counted the pairs together in the first partition, of which the second has as many. How many "
                    "are together in both?",
                ),
                (
                    _MOVE.tp + _MOVE.tn,
                    "You counted all pairs on which they agree. Leave out those that are apart in both.",
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
                    "You counted all pairs on which they agree. Subtract those that are together in both.",
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
                "only tn changes": "Pairs that were apart stay apart, whatever the piles are called. Look at a pair "
                "and its two labels before and after.",
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
                "fn and fp trade places": "This happens in (b). Here follow an object through both lists: which labels "
                "does it have?",
                "all four can change": "They could if an object got a new label. Follow object *a* through both lists.",
            },
            "nothing changes",
        ),
        Objects(
            "(d) The opposite order in the second list only. What can change for some partitions?",
            _COUNTS,
            right=_changed((_UNEVEN, _SECOND), (_UNEVEN, _SECOND[::-1])),
            tempting=(
                (
                    ("fn", "fp"),
                    "You treated the two as if they traded places. But the second becomes a different partition: try "
                    "it, and count tp before and after.",
                ),
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
                (2**3, "You counted all sets of answers. Can *ab* and *bc* be together if *ac* is apart?"),
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
                    "You carried the proportion over from three objects to four, where it is smaller. Count by cluster "
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
            tempting=((_TP, "You found tp itself. Leave out the \N{MINUS SIGN}n and halve what remains."),),
            hint="Add the squares of the cells 2, 2, 1 and 1, and halve the sum.",
            outcome="Each of the six objects is counted as half a pair with itself.",
        ),
        Choice(
            "fn is one half of",
            {
                "Σa² \N{MINUS SIGN} Σn²": "These are the squares of the row sums minus the squares of the cells. "
                "The two n cancel.",
                "Σa² \N{MINUS SIGN} Σn² \N{MINUS SIGN} n": "You subtracted n once. Write out both binomials: rows and "
                "cells both add up to n.",
                "Σb² \N{MINUS SIGN} Σn²": "You took the columns, which belong to the second partition. In which "
                "partition are the pairs in fn together?",
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
                (
                    0,
                    1,
                    "Before two objects can share a cell, each must have a cell. Which step says that? Put it first.",
                ),
                (1, 2, "*In the same way* refers to the step about the cells. Let that step come first."),
                (1, 3, "Here tp is subtracted before it is known. Look for the step that finds tp."),
                (2, 3, "Here something is subtracted from the sum over the rows. First say what that sum means."),
                (3, 4, "What is left for tn is known only when the other three counts are. Put this step last."),
            ),
            why=(
                "It lies in exactly one cluster of each partition.",
                "To share a cell is to share a row and a column, and no pair lies in two cells.",
                "A row is a cluster of the first partition; whether the pair is together in the second does not matter "
                "here.",
                "Of the pairs within rows, those that are together in the second are tp.",
                "No pair is of two kinds, and none of no kind.",
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
                    "You counted *ab* and *ba* as two pairs. Halve the number.",
                ),
                (
                    _MILLION**2 // 2,
                    "You halved the square. Before halving, take out the million cells of an object with itself.",
                ),
            ),
            hint="The number of pairs of n objects is n (n \N{MINUS SIGN} 1)/2.",
            outcome="That is nearly 500 billion.",
        ),
        Number(
            "Gigabytes for one list of verdicts, at a byte each (a guess):",
            _PAIRS / 1e9,
            predict=True,
            between=(0, None),
            places=0,
            outcome="The comparison needs two such lists. The table has 10 000 cells.",
        ),
        Number(
            "About how large is tp, in millions?",
            _PAIRS / _LABELS**2 / 1e6,
            tempting=(
                (
                    _PAIRS / _LABELS / 1e6,
                    "You counted the pairs that share a label in the first partition. Only one in a hundred of them "
                    "shares a label in the second.",
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
                    "You gave the largest number itself. Which c has a product of c and c \N{MINUS SIGN} 1 that just "
                    "fits?",
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

PREDICTIONS = {
    "pre-pairs-agree": Number(
        "To how many of the fifteen questions do the two people give the same answer?",
        int(_POINTS.tp + _POINTS.tn),
        predict=True,
        between=(0, 15),
        outcome="Two pairs are *together* in both. *Apart* in both is the same answer as well, and seven pairs get it.",
        name="agree",
    ),
    "pre-pairs-renamed": Choice(
        "The piles of the two people are equal, and only their numbers are exchanged. What is the accuracy?",
        {
            "1, since the piles are the same": "Accuracy compares the numbers, and not the piles.",
            "one half": "No stone has the same number twice.",
            "0": "Every stone lies in pile 0 for the first person and in pile 1 for the second, or the other way "
            "round. Accuracy sees the numbers and not the piles.",
        },
        right="0",
        predict=True,
        name="renamed",
    ),
    "pre-pairs-worst": Number(
        f"Numbered in the best way, {100 * max(_ACCURACIES):.0f} of 100 irises are right. How many in the worst way?",
        100 * min(_ACCURACIES),
        predict=True,
        between=(0, 100),
        places=0,
        outcome="The clusters are the same ones. But a wrong numbering can miss every cluster.",
        name="worst",
    ),
    "pre-pairs-work": Number(
        "How many seconds does it then take for a million objects?",
        (10**6 // 10**4) ** 2,
        predict=True,
        between=(0, None),
        outcome="That is nearly three hours. A hundred times as many objects make about ten thousand times as many "
        "pairs, and not a hundred times as many.",
        name="work",
    ),
    "pre-pairs-apart": Choice(
        "What proportion of all pairs of images is apart in both partitions?",
        {
            "About one quarter": "There are four kinds of pairs, but they are not equally frequent.",
            "About one half": "Most pairs show different digits.",
            "Nearly nine tenths": f"{100 * _DIFFER:.0f} percent of the pairs show different digits, and k-means puts "
            "few of them together. The four kinds are far from equally frequent.",
        },
        right="Nearly nine tenths",
        predict=True,
        name="apart",
    ),
}
