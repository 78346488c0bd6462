"""Questions of the chapter *Counting pairs*."""

from itertools import combinations, permutations

import numpy as np
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler

from aucc_teach import datasets, pairs, partitions
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order, Write

_COUNTS = ("tp", "fn", "fp", "tn")
_MOVE = pairs.pair_counts([0, 0, 1, 1, 1], [0, 0, 0, 1, 1])
_SMALL = pairs.pair_counts([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
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
            outcome="The answer changes for each companion that the object loses by moving, and for each one it gains.",
        ),
        Number(
            "tp:",
            _MOVE.tp,
            tempting=(
                (
                    _MOVE.tp + _MOVE.fn,
                    "That's how many pairs are together in the first partition, and in the second there are as many. "
                    "Which of them are together in both?",
                ),
                (
                    _MOVE.tp + _MOVE.tn,
                    "That's all the pairs on which they agree. Leave out those that are apart in both.",
                ),
            ),
            hint="Draw the contingency table, and count the pairs that share a cell.",
            outcome="The two pairs are *ab* and *de*.",
        ),
        Number(
            "tn:",
            _MOVE.tn,
            tempting=(
                (
                    _MOVE.tn + _MOVE.tp,
                    "That's all the pairs on which they agree. Leave out those that are together in both.",
                ),
            ),
            hint="Count fn and fp along the rows and columns of the table. What's left of the ten pairs?",
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
            hint="Write down the pairs that lie in one of the small piles. How many of them are together in the truth?",
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
    "ex-pairs-transitive": (
        Number(
            "Partitions among the eight ways for three objects:",
            _n_partitions(3),
            tempting=(
                (2**3, "That's all sets of answers. Can *ab* and *bc* be together if *ac* is apart?"),
                (
                    _n_sets_of_disjoint_pairs(3),
                    "One partition is still missing. How many pairs can be together at most?",
                ),
            ),
            hint="Write down the eight ways, and cross out those in which exactly two answers are *together*.",
            outcome="Nobody can answer *together* exactly twice, which rules out three ways.",
        ),
        Number(
            "Partitions among the 64 ways for four objects:",
            _n_partitions(4),
            tempting=(
                (
                    _n_sets_of_disjoint_pairs(4),
                    "These are the partitions into clusters of one or two objects. Add those with a larger cluster.",
                ),
                (
                    2**6 * _n_partitions(3) // 2**3,
                    "That would be the proportion from three objects, but with four it's smaller. Try to count by "
                    "cluster sizes.",
                ),
            ),
            hint="Count by cluster sizes: one cluster of four; three and one; two and two; two and one and one; all "
            "apart.",
            outcome="From one cluster of four to all apart, these are 1 + 4 + 3 + 6 + 1.",
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
            hint="Say in words what each count means for the first and for the second partition, then exchange *first* "
            "and *second*.",
            outcome="*Together in the first only* becomes *together in the second only*.",
        ),
        Write("pair_counts"),
    ),
    "ex-pairs-squares": (
        Number(
            "The six stones: what does the formula give for tp if the \N{MINUS SIGN}n is forgotten?",
            _SQUARES // 2,
            tempting=((_POINTS.tp, "That's tp itself. Leave out the \N{MINUS SIGN}n, and halve what remains."),),
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
                    "Before two objects can share a cell, each must have one. Look for the step that says so, and put "
                    "it first.",
                ),
                (1, 2, "*In the same way* refers to the step about the cells. Let that step come first."),
                (1, 3, "Here tp is subtracted before it's known. Look for the step that finds tp."),
                (2, 3, "Here something is subtracted from the sum over the rows. First say what that sum means."),
                (3, 4, "What is left for tn is known only when the other three counts are. Put this step last."),
            ),
            why=(
                "It lies in exactly one cluster of each partition.",
                "To share a cell is to share a row and a column, and no pair lies in two cells.",
                "A row is a cluster of the first partition, and here it doesn't matter whether the pair is together in "
                "the second.",
                "Of the pairs within rows, those that are together in the second are tp.",
                "Each pair is of exactly one kind.",
            ),
            hint="Begin with the cells, go on with the rows, and end with what's left.",
            outcome="The columns give fp by the same two steps as the rows.",
        ),
    ),
    "ex-pairs-noise": (
        Open(
            (
                "With the noise as a cluster, noise points are said to belong together, which DBSCAN never said.",
                "With each noise point as a singleton, noise is taken literally: similar to nobody.",
                "Without the noise points, an algorithm isn't punished for calling everything difficult noise.",
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
        outcome="Two pairs are *together* for both. *Apart* for both is the same answer as well, and that's true of "
        "seven pairs.",
        name="agree",
    ),
    "pre-pairs-worst": Number(
        f"Numbered in the best way, {100 * max(_ACCURACIES):.0f} of 100 penguins are right. How many in the worst way?",
        100 * min(_ACCURACIES),
        predict=True,
        between=(0, 100),
        places=0,
        outcome="The clusters are the same ones. But with three wrong numbers, nearly every bird is wrong.",
        name="worst",
    ),
}
