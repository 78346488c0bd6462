"""Questions of the chapter *Counting pairs*."""

from itertools import combinations, permutations
from math import comb

import numpy as np
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler

from aucc_teach import datasets, pairs, partitions
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order, Write

_COUNTS = ("tp", "fn", "fp", "tn")
_MOVE = pairs.pair_counts([0, 0, 1, 1, 1], [0, 0, 0, 1, 1])
_SMALL = pairs.pair_counts([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
_TABLE = pairs.pair_counts([0, 0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0, 2, 2])
_TWENTY = comb(20, 2)
_STONES = datasets.load_rand_points()
_FIRST, _SECOND = _STONES.labels_true, _STONES.labels_pred
_POINTS = pairs.pair_counts(_FIRST, _SECOND)
_SQUARES = int((pairs.contingency_table(_FIRST, _SECOND) ** 2).sum())


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


def _accuracies():
    """Accuracy of three clusters of the penguins, for each way to name them."""
    sizes = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    birds = datasets.load_penguins().dropna(subset=sizes)
    species = np.unique(birds["Species"], return_inverse=True)[1]
    scaled = StandardScaler().fit_transform(birds[sizes])
    found = KMeans(n_clusters=3, n_init=10, random_state=0).fit_predict(scaled)
    return [float((np.array(names)[found] == species).mean()) for names in permutations(range(3))]


_ACCURACIES = _accuracies()

EXERCISES = {
    "ex-pairs-move": (
        Number(
            "What do you guess: on how many of the ten pairs do they disagree?",
            _MOVE.fn + _MOVE.fp,
            predict=True,
            between=(0, 10),
            outcome="When an object moves, the answer changes for each companion it leaves and for each one it joins.",
        ),
        Number(
            "tp:",
            _MOVE.tp,
            tempting=(
                (
                    _MOVE.tp + _MOVE.fn,
                    "That's how many pairs are together in the first partition, and as many are in the second. Which "
                    "of them are together in both?",
                ),
                (
                    _MOVE.tp + _MOVE.tn,
                    "You've counted all the pairs on which they agree. Leave out those that are apart in both.",
                ),
            ),
            hint="List the pairs that are together in {ab, cde}. Which of them are together in {abc, de} as well?",
            outcome="The two pairs are *ab* and *de*.",
        ),
        Number(
            "tn:",
            _MOVE.tn,
            tempting=(
                (
                    _MOVE.tn + _MOVE.tp,
                    "You've counted all the pairs on which they agree. Leave out those that are together in both.",
                ),
            ),
            hint="Go through the ten pairs, and cross out each one that somebody has put together.",
            outcome="Each of *a* and *b* is apart from *d* and from *e* in both partitions.",
        ),
        Construct(
            "PairTable",
            todo="One move of one point can change a single pair. Find two partitions of six points that disagree "
            "on exactly one pair.",
            goal=(
                ("n_points", "==", 6, "There are {n_points} points now. Bring them back to six."),
                ("agreeing", "==", 14, "They agree on {agreeing} of the 15 pairs. Aim for 14, all but one."),
            ),
            outcome="Two singletons have been merged, or a cluster of two has been split. Either way the point that "
            "moved has a single companion, so a single pair changes.",
            start={"indices": False},
        ),
    ),
    "ex-pairs-precision": (
        Number(
            "Precision:",
            _SMALL.tp / (_SMALL.tp + _SMALL.fp),
            tempting=(
                (
                    _SMALL.tp / (_SMALL.tp + _SMALL.fn),
                    "You've divided by the pairs of the truth, which is the recall. For the precision, divide by the "
                    "pairs that the piles put together.",
                ),
                (
                    _SMALL.tp / sum(_SMALL),
                    "You've divided by all fifteen pairs. Divide by those that the piles put together.",
                ),
            ),
            hint="Write down the pairs that share a small pile. How many of them are together in the truth?",
            outcome="Of *ab*, *cd* and *ef*, only *cd* is wrong.",
            name="precision",
        ),
        Number(
            "Recall:",
            _SMALL.tp / (_SMALL.tp + _SMALL.fn),
            tempting=(
                (
                    _SMALL.tp / (_SMALL.tp + _SMALL.fp),
                    "You've divided by the pairs of the small piles, which is the precision. For the recall, divide by "
                    "the pairs that are together in the truth.",
                ),
            ),
            hint="How many pairs are together in the truth, and how many of them are found?",
            outcome="Each pile of three has three pairs, and one of the three is found.",
            name="recall",
        ),
    ),
    "ex-pairs-table": (
        Number(
            "tp:",
            _TABLE.tp,
            tempting=(
                (
                    3 + 2 + 1 + 2,
                    "These are the objects in the cells. Count the pairs in each cell instead: how many do three "
                    "objects make?",
                ),
                (
                    _TABLE.tp + _TABLE.fn,
                    "You've counted the pairs within rows. For tp, two objects have to share a cell.",
                ),
            ),
            hint="Write the number of objects into each cell. How many pairs does each cell hold?",
            outcome="Three of them are in the cell of *abc*, one in that of *de*, one in that of *gh*.",
        ),
        Number(
            "fn:",
            _TABLE.fn,
            tempting=(
                (
                    _TABLE.tp + _TABLE.fn,
                    "These are all the pairs within rows. Some of them were counted in tp.",
                ),
                (
                    _TABLE.fp,
                    "These pairs share a column only. Which partition is in the rows?",
                ),
            ),
            hint="How many pairs lie within the two rows? Which of them have you counted already?",
            outcome="The rows hold 13 pairs, and five of them are tp.",
        ),
        Number(
            "fp:",
            _TABLE.fp,
            tempting=(
                (
                    _TABLE.tp + _TABLE.fp,
                    "These are all the pairs within columns, and some of them are tp. Take those away.",
                ),
            ),
            hint="Do with the columns what you did with the rows.",
            outcome="The columns hold eight pairs, and five of them are tp.",
        ),
        Number(
            "tn:",
            _TABLE.tn,
            tempting=(
                (
                    8**2 - _TABLE.tp - _TABLE.fn - _TABLE.fp,
                    "You've started from 8 · 8. How many pairs do eight objects make?",
                ),
                (
                    _TABLE.tp + _TABLE.fn + _TABLE.fp,
                    "So many pairs are together for somebody. How many pairs are left?",
                ),
            ),
            hint="How many pairs do eight objects make, and how many of them have you counted?",
            outcome="Eight objects make 28 pairs.",
        ),
    ),
    "ex-pairs-transitive": (
        Number(
            "Partitions among the eight sets of answers for three objects:",
            _n_partitions(3),
            tempting=(
                (2**3, "You've kept all sets of answers. Can *ab* and *bc* be together if *ac* is apart?"),
                (
                    _n_sets_of_disjoint_pairs(3),
                    "One partition is still missing. How many pairs can be together at most?",
                ),
            ),
            hint="Pick one set of answers and try to draw the piles. When does it fail?",
            outcome="The other three have *together* exactly twice, and no piles can give that.",
            name="partitions-among-the-eight-ways-for",
        ),
        Number(
            "Partitions among the 64 sets of answers for four objects:",
            _n_partitions(4),
            tempting=(
                (
                    _n_sets_of_disjoint_pairs(4),
                    "These are the partitions into clusters of one or two objects. Add those with a larger cluster.",
                ),
                (
                    2**6 * _n_partitions(3) // 2**3,
                    "With three objects five in eight come from a partition, but with four the proportion is smaller. "
                    "Try listing the partitions themselves.",
                ),
            ),
            hint="It's easier to list the partitions than the sets of answers. Which sizes can the clusters have?",
            outcome="By sizes: 1 of four, 4 of three and one, 3 of two and two, 6 of two and two singletons, and 1 "
            "with all four apart.",
            name="partitions-among-the-64-ways-for-four",
        ),
    ),
    "ex-pairs-changes": (
        Choice(
            "(a) New names for the clusters:",
            {
                "nothing changes": "An answer depends only on whether two labels are equal, and new names don't change "
                "that.",
                "only tn changes": "Pairs that were apart stay apart, whatever the piles are called. Look at a pair "
                "and its two labels before and after.",
                "all four can change": "Take any pair and write down its labels before and after the renaming. When "
                "are they equal?",
            },
            "nothing changes",
        ),
        Objects(
            "(b) The partitions trade places. What can change?",
            _COUNTS,
            right=_changed((_FIRST, _SECOND), (_SECOND, _FIRST)),
            tempting=(
                (
                    ("tp", "tn"),
                    "A pair that is together in both stays together in both. What happens to a pair that is together "
                    "in the first only?",
                ),
            ),
            hint="Say in words what each count means for the first and for the second partition, then exchange *first* "
            "and *second*.",
            outcome="*Together in the first only* becomes *together in the second only*.",
            name="b-the-partitions-trade-places-what",
        ),
        Write("pair_counts"),
    ),
    "ex-pairs-squares": (
        Number(
            "For the six stones, what would the formula give for tp without the \N{MINUS SIGN}n?",
            _SQUARES // 2,
            tempting=((_POINTS.tp, "That's tp with the \N{MINUS SIGN}n. Leave it out, and halve what remains."),),
            hint="Add the squares of the cells 2, 2, 1 and 1, and halve the sum.",
            outcome="Each of the six objects is counted as half a pair with itself.",
            name="rand-s-points-what-does-the-formula-give",
        ),
        Choice(
            "fn is one half of",
            {
                "Σa² \N{MINUS SIGN} Σn²": "These are the squares of the row sums minus the squares of the cells. "
                "The two n cancel.",
                "Σa² \N{MINUS SIGN} Σn² \N{MINUS SIGN} n": "Here n is subtracted once. Write out both binomials: rows "
                "and cells both add up to n.",
                "Σb² \N{MINUS SIGN} Σn²": "These are the columns, which belong to the second partition. In which "
                "partition are the pairs in fn together?",
            },
            "Σa² \N{MINUS SIGN} Σn²",
        ),
    ),
    "ex-pairs-proof": (
        Order(
            "Put the six steps of the proof in order.",
            (
                "Each object lies in exactly one row and in exactly one column.",
                "No pair of objects lies in two cells, in two rows or in two columns.",
                "The pairs within cells add up to tp.",
                "The pairs within rows add up to tp + fn.",
                "fn is the sum over the rows minus the sum over the cells, and fp is found in the same way.",
                "tn is the number of all pairs minus tp, fn and fp.",
            ),
            before=(
                (0, 1, "Why can't a pair lie in two cells? The step that gives the reason has to come earlier."),
                (1, 2, "Before you add up the cells, make sure that no pair is counted twice."),
                (1, 3, "Before you add up the rows, make sure that no pair is counted twice."),
                (2, 4, "This subtraction needs to know what the cells add up to."),
                (3, 4, "This subtraction needs to know what the rows add up to."),
                (4, 5, "To find tn in this way, you need the other three counts first."),
            ),
            why=(
                "Each partition puts it into exactly one cluster.",
                "Otherwise one of its objects would lie in two rows or in two columns.",
                "Two objects share a cell exactly when they're together in both partitions.",
                "Two objects share a row exactly when they're together in the first partition.",
                "Pairs that share a row but no cell are together in the first partition only.",
                "Each pair is of exactly one of four kinds.",
            ),
            hint="Ask of each step what you must know before you can say it.",
            outcome="Cells and rows can come in either order, because neither sum uses the other.",
            free=((2, 3),),
            name="steps-in-order",
        ),
    ),
    "ex-pairs-noise": (
        Open(
            (
                "With the noise as a cluster, noise points are said to belong together, which DBSCAN never said.",
                "With each noise point as a singleton, the word noise is taken at face value: it belongs with nobody.",
                "Without the noise points, an algorithm can label every difficult point as noise, and pays nothing.",
                "None of the three is right for all uses. Choose one, say which, and use it for all your algorithms.",
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
        outcome="Two pairs are together for both people. Seven are apart for both, and that's the same answer as well.",
        name="agree",
    ),
    "pre-pairs-cell": Number(
        "A cell with two stones holds one pair. How many pairs does a cell with twenty stones hold?",
        _TWENTY,
        predict=True,
        between=(0, None),
        outcome="Each of the twenty stones makes a pair with each of the nineteen others.",
        name="cell",
    ),
    "pre-pairs-worst": Number(
        f"Numbered in the best way, {100 * max(_ACCURACIES):.0f} of 100 penguins are right. How many in the worst way?",
        100 * min(_ACCURACIES),
        predict=True,
        between=(0, 100),
        places=0,
        outcome="The clusters are the same ones. But when all three numbers are wrong, so is nearly every bird.",
        name="worst",
    ),
}
