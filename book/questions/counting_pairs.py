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
            outcome="An object takes its verdicts on all its companions along, the old ones and the new ones.",
        ),
        Number(
            "tp:",
            _MOVE.tp,
            tempting=(
                (
                    _MOVE.tp + _MOVE.fn,
                    "So many are together in the first, and as many in the second. How many are together in both?",
                ),
                (_MOVE.tp + _MOVE.tn, "On so many pairs they agree. tp are only those that are together in both."),
            ),
            hint="Add up the pairs inside each cell of the contingency table.",
            outcome="*ab* and *de*.",
        ),
        Number(
            "tn:",
            _MOVE.tn,
            tempting=((_MOVE.tn + _MOVE.tp, "On so many pairs they agree. tn are only those that are apart in both."),),
            hint="Take tp, fn and fp from the ten pairs.",
            outcome="*a* and *b* with *d* and *e*: apart in both.",
        ),
        Construct(
            "PairTable",
            todo="One move of one point can change a single verdict. Find two partitions of six points that disagree "
            "on exactly one pair.",
            goal=(("n_points", "==", 6), ("agreeing", "==", 14)),
            outcome="A point that was alone has joined another that was alone, or the other way round: one companion, "
            "one verdict.",
        ),
    ),
    "ex-pairs-changes": (
        Choice(
            "(a) New names for the clusters:",
            {
                "nothing changes": "A verdict asks whether two labels are equal, and new names keep that.",
                "only tn changes": "Pairs that were apart stay apart, whatever the piles are called.",
                "all four can change": "Which pairs have equal labels before, and which after?",
            },
            "nothing changes",
        ),
        Objects(
            "(b) The partitions trade places. What changes?",
            _COUNTS,
            right=_changed((_FIRST, _SECOND), (_SECOND, _FIRST)),
            tempting=((("tp", "tn"), "Together in both stays together in both. What of together in the first only?"),),
            hint="Write what each count says of the first and of the second partition, then trade the two words.",
            outcome="*Together in the first only* becomes *together in the second only*.",
        ),
        Choice(
            "(c) The opposite order in both lists:",
            {
                "nothing changes": "Every object keeps both its labels. The list is only read from its end.",
                "fn and fp trade places": "That is (b). Here each object keeps its labels.",
                "all four can change": "Does any object get another label than it had?",
            },
            "nothing changes",
        ),
        Objects(
            "(d) The opposite order in the second list alone. What can change, for some partitions?",
            _COUNTS,
            right=_changed((_UNEVEN, _SECOND), (_UNEVEN, _SECOND[::-1])),
            tempting=((("fn", "fp"), "The second partition becomes another one: why should tp stay as it is?"),),
            hint="The labels go to other objects. Try a first partition of two and four objects.",
            outcome="The second list describes another partition then. That Rand's points show no change is luck.",
        ),
        Write("pair_counts"),
    ),
    "ex-pairs-transitive": (
        Number(
            "Partitions among the eight ways for three objects:",
            _n_partitions(3),
            tempting=(
                (2**3, "So many sets of answers there are. Can *ab* and *bc* be together, and *ac* apart?"),
                (_n_sets_of_disjoint_pairs(3), "One is missing: all three objects may be together."),
            ),
            hint="Write the eight ways down, and strike out those in which exactly two answers are *together*.",
            outcome="Exactly two times *together* is impossible: that rules out three ways.",
        ),
        Number(
            "Partitions among the 64 ways for four objects:",
            _n_partitions(4),
            tempting=(
                (
                    _n_sets_of_disjoint_pairs(4),
                    "These have clusters of one and two objects only. Larger ones are missing.",
                ),
                (2**6 * _n_partitions(3) // 2**3, "The share of three objects does not carry over. Count by sizes."),
            ),
            hint="Count by sizes: one cluster of four; three and one; two and two; two and one and one; all apart.",
            outcome="1 + 4 + 3 + 6 + 1.",
        ),
    ),
    "ex-pairs-squares": (
        Number(
            "Rand's points: what does the formula give for tp if the \N{MINUS SIGN}n is forgotten?",
            _SQUARES // 2,
            tempting=((_TP, "That is tp itself. Leave the \N{MINUS SIGN}n away and halve what is left."),),
            hint="Add the squares of the cells 2, 2, 1 and 1, and halve the sum.",
            outcome="Each of the six objects is counted as half a pair with itself.",
        ),
        Choice(
            "fn is one half of",
            {
                "Σa² \N{MINUS SIGN} Σn²": "The rows less the cells. The two n cancel.",
                "Σa² \N{MINUS SIGN} Σn² \N{MINUS SIGN} n": "Rows and cells both add up to n, so the two n cancel.",
                "Σb² \N{MINUS SIGN} Σn²": "These are the columns, the second partition. fn are together in the first.",
            },
            "Σa² \N{MINUS SIGN} Σn²",
        ),
        Order(
            "The proof of the theorem, mixed up. Put it in order.",
            (
                "Every object lies in exactly one cell of the table.",
                "So two objects are together in both partitions exactly when they share a cell: the cells give tp.",
                "In the same way, two objects are together in the first partition exactly when they share a row: the "
                "rows add up to tp + fn.",
                "Take tp from the sum over the rows: what is left is fn.",
                "Each pair is of one of four kinds, so tn is what is left of all pairs.",
            ),
            before=(
                (0, 1, "That two objects can share a cell needs that each has one cell."),
                (1, 2, "*In the same way* needs a way that has been gone before: the cells."),
                (1, 3, "tp is taken away before it is known."),
                (2, 3, "Something is taken from the sum over the rows before this sum has a meaning."),
                (3, 4, "tn is what is left when the other three are known."),
            ),
            hint="Cells first, then rows, then what is left.",
            outcome="The columns give fp by the same two steps as the rows.",
        ),
    ),
    "ex-pairs-million": (
        Number(
            "Pairs of a million objects:",
            _PAIRS,
            tempting=(
                (_MILLION**2, "Each pair is counted twice here, and each object with itself."),
                (_MILLION * (_MILLION - 1), "Each pair is counted twice: *ab* and *ba* are one pair."),
                (_MILLION**2 // 2, "Half of all cells, but the million cells of an object with itself are among them."),
            ),
            hint="n (n \N{MINUS SIGN} 1)/2.",
            outcome="Nearly 500 billion.",
        ),
        Number(
            "Gigabytes for one list of verdicts, at a byte each (a guess):",
            _PAIRS / 1e9,
            predict=True,
            places=0,
            outcome="And the comparison needs two such lists. The table has 10 000 cells.",
        ),
        Number(
            "About how large is tp, in millions?",
            _PAIRS / _LABELS**2 / 1e6,
            tempting=(
                (_PAIRS / _LABELS / 1e6, "So many pairs share the label of *one* partition. They must share both."),
            ),
            hint="A pair shares a label with a chance of one in a hundred, in each of the two partitions.",
            outcome="One pair in ten thousand.",
            within=2.0,
            places=0,
        ),
        Number(
            "Objects in the largest cluster whose c (c \N{MINUS SIGN} 1) fits into a 32-bit integer:",
            _LARGEST,
            tempting=(
                (int(_MOST_32), "So large is the largest number. The product of c and c \N{MINUS SIGN} 1 must fit."),
            ),
            hint="Such integers end at 2³¹ \N{MINUS SIGN} 1. Where does c (c \N{MINUS SIGN} 1) pass that?",
            outcome="One object more, and the count is wrong without a warning.",
        ),
        Write("counts_of_table"),
    ),
    "ex-pairs-noise": (
        Open(
            (
                "With the noise as a cluster, noise points are said to belong together, which DBSCAN never said.",
                "With each noise point alone, noise is taken at its word: similar to nobody.",
                "Without the noise, an algorithm is not punished for calling what is difficult noise.",
                "None of the three is right for all uses: one is chosen, named, and used for all algorithms alike.",
            )
        ),
    ),
}
