"""Questions of the chapter *Rand's c*."""

from fractions import Fraction
from itertools import permutations, product
from math import comb
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits, load_wine

from aucc_teach.datasets import load_rand_points
from aucc_teach.exercises import Break, Choice, Construct, Field, Number, Open, Order, Write
from aucc_teach.pairs import co_membership, contingency_table, pair_counts
from aucc_teach.partitions import set_partitions

from . import _counting as counting
from ._claims import CUTS, PAIRS_SEARCHED, THREE, TRIPLES_SEARCHED, TWO

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims
# {abc, def} and {ab, cd, ef}
_FIRST, _SECOND = (0, 0, 0, 1, 1, 1), (0, 0, 1, 1, 2, 2)
_COUNTS = pair_counts(_FIRST, _SECOND)
_M = sum(_COUNTS)
_CELLS = contingency_table(_FIRST, _SECOND)
_MARGINS = int((_CELLS.sum(axis=0) ** 2).sum() + (_CELLS.sum(axis=1) ** 2).sum())
_SQUARES = int((_CELLS**2).sum())

_FOURS = list(set_partitions(4))
_OF_FOURS = [pair_counts(x, y) for x, y in product(_FOURS, repeat=2)]
_OPPOSITES = sum(counts.tp == counts.tn == 0 for counts in _OF_FOURS)


def _joined(k, size=10):
    """Labels of k clusters of equal size, and the same with two clusters merged."""
    labels = np.repeat(np.arange(k), size)
    return labels, np.where(labels == 1, 0, labels)


def _share(sizes):
    return Fraction(sum(comb(size, 2) for size in sizes), comb(sum(sizes), 2))


# Before the results in the text
_RAND = load_rand_points()
_MEANS = [counting.rand(tuple(_RAND.labels_true.tolist()), order) for order in permutations(_RAND.labels_pred.tolist())]
_GRID = pair_counts(*np.divmod(np.arange(200), 10))
_GRID_C = float(_GRID.tn / sum(_GRID))
_SINGLE = float(1 - _share(np.bincount(load_digits().target).tolist()))
_APART = Fraction(1, 20)  # on so many pairs each colleague disagrees with the reader

_THREE, _THIRTY = (pair_counts(*_joined(k)) for k in (3, 30))
_C_THREE, _C_THIRTY = (1 - Fraction(int(counts.fn + counts.fp), int(sum(counts))) for counts in (_THREE, _THIRTY))
_P = _share([190, 10])
_LEVEL = _P**2 + (1 - _P) ** 2

_BY_NAME = {
    "{abc}": (0, 0, 0),
    "{ab, c}": (0, 0, 1),
    "{a, bc}": (0, 1, 1),
    "{ac, b}": (0, 1, 0),
    "{a, b, c}": (0, 1, 2),
}
_VERDICTS = {name: co_membership(labels) for name, labels in _BY_NAME.items()}


def _detour(x, y, z):
    """The straight way and both parts of the detour, in words, and whether they refute the conclusion."""
    straight, one, two = (int((_VERDICTS[a] != _VERDICTS[b]).sum()) for a, b in ((x, z), (x, y), (y, z)))
    refuted = 2 * straight > one + two
    ways = f"The straight way is {straight} and the detour {one} + {two}"
    return (
        refuted,
        f"{ways}, so the conclusion {'is false here.' if refuted else 'holds here. Look for another triple.'}",
    )


_TRIPLES = {
    f"x = {x}, y = {y}, z = {z}": _detour(x, y, z)
    for x, y, z in (
        ("{abc}", "{a, b, c}", "{abc}"),
        ("{ab, c}", "{a, bc}", "{abc}"),
        ("{ab, c}", "{a, b, c}", "{a, bc}"),
        ("{ab, c}", "{ac, b}", "{a, bc}"),
    )
}


def _distances_by_ari(n):
    """1 - ARI of all partitions of n objects."""
    verdicts = np.array([co_membership(x) for x in set_partitions(n)], dtype=int)
    together = verdicts.sum(axis=1)
    mean = together[:, None] * together / comb(n, 2)
    most = (together[:, None] + together) / 2
    d = np.zeros(mean.shape)  # where the formula is 0/0, both are equal
    return np.divide(most - verdicts @ verdicts.T, most - mean, out=d, where=most != mean)


_D = _distances_by_ari(4)
_FAIL = _D[:, None] > _D[:, :, None] + _D[None] + 1e-9  # by x, y and z
_FAILING = int(_FAIL.sum())
_ENDS = sorted({(_FOURS[x], _FOURS[z]) for x, _, z in np.argwhere(_FAIL).tolist()})
((_STRAIGHT, _BY_C),) = {(1 - counting.adjusted_rand(x, z), 1 - counting.rand(x, z)) for x, z in _ENDS}
_VARIETIES = _share(np.bincount(load_wine().target).tolist())


# ---- claims


_RAND_FINER = Break(
    "rand-finer",
    "If clusters of a partition are cut into pieces, its c with another partition does not fall.",
    (
        Field("The other partition", "partition", "ab cd"),
        Field("Before the cut", "partition", "abcd"),
        Field("After the cut", "partition", "abc d"),
    ),
    _CHECKS,
    CUTS
    | {
        "holds": "c is {before} before the cut and {after} after it, so it does not fall. Pairs separated by the cut: "
        "{parted}; of these, together in the other partition: {lost}. Separate more of those.",
        "broken": "c falls from {before} to {after}. Pairs separated by the cut: {parted}; of these, together in the "
        "other partition, so that the two agreed before the cut: {lost}.",
    },
    (
        (
            "A cut separates pairs, and *apart* in both counts as agreement.",
            "Of the separated pairs, only those that are apart in the other partition agree after the cut. A pair that "
            "is together there agreed before the cut, so cut through such a pair.",
        ),
        (
            "The more clusters there are, the nearer c is to 1.",
            "This holds on average for unrelated partitions into clusters of equal size. But a single cut can go "
            "either way: look at the pairs that it separates.",
        ),
        (
            "A finer partition says more about the objects.",
            "But c counts all verdicts on pairs alike, whatever they say. Cut through a pair that is together in the "
            "other partition.",
        ),
    ),
)


_RAND_HALF = Break(
    "rand-half",
    "If c is above 1/2, some pair is together in both partitions.",
    TWO,
    _CHECKS,
    {
        "low": "c is {c}, which is not above 1/2, so the claim does not apply to these partitions.",
        "holds": "c is {c}, but {pair} are together in both. Look for agreement of the other kind.",
        "broken": "c is {c}, although no pair is together in both. Pairs that agree: {tn}, all of them apart.",
    },
    (
        (
            "If most verdicts agree, some of them agree on *together*.",
            "All of them can agree on *apart*, because Rand's second reason lets these pairs count in full. Try many "
            "small clusters.",
        ),
        (
            "If no pair is together in both, c is 0.",
            "That would need one more condition: for c = 0 no pair may be apart in both, either. Count tn.",
        ),
        (
            "Two partitions of the same objects always have a pair in common.",
            "They need not, because a partition into singletons has no pair together. Try it against another.",
        ),
    ),
)


_RAND_ZERO = Break(
    "rand-zero",
    "If c = 0, one of the two partitions is a single cluster.",
    TWO,
    _CHECKS,
    {
        "not-zero": "c is {c} instead of 0, so the claim does not apply to these partitions.",
        "holds": "c is 0, and one of the two is a single cluster, as claimed.",
    },
    (
        (
            "Two partitions into several clusters always have a pair together in both.",
            "They need not, because {ab, c} and {a, bc} have none. But these two have a pair apart in both, and it "
            "agrees. So start from a pair that is together in one of the two.",
        ),
        (
            "If a pair is together in the first, an object apart from it would force the pair together in the second.",
            "Then the two would agree on that pair. So no object is apart from it, and the first is a single cluster. "
            "If no pair is together in the first, the second puts all together.",
        ),
        (
            "Unrelated partitions have c = 0, and a single cluster is unrelated to all others.",
            "But unrelated partitions agree on many pairs. c = 0 is perfect opposition: which verdicts does that ask "
            "for?",
        ),
    ),
    right=1,
    searched=PAIRS_SEARCHED,
    up_to=6,
)


_RAND_DETOUR = Break(
    "rand-detour",
    "Measured by 1 \N{MINUS SIGN} c, the way from a first to a third partition is never longer than the detour by way "
    "of a second.",
    THREE,
    _CHECKS,
    {"holds": "The direct way is {direct}. The detour is {one} + {two} = {detour}, so it is not shorter."},
    (
        (
            "Where the first and the third differ on a pair, the second differs from both.",
            "There are only two verdicts on a pair, so the second sides with one of the two. From how many does it "
            "differ then?",
        ),
        (
            "1 \N{MINUS SIGN} c is 0 for equal partitions only, and the same in both directions.",
            "Both statements are true. But they are about two partitions, and a detour has three. Look at a pair on "
            "which the first and the third differ.",
        ),
        (
            "Where the first and the third differ on a pair, the second differs from exactly one of them.",
            "So each pair that counts on the direct way counts once on the detour, which may have more.",
        ),
    ),
    right=2,
    searched=TRIPLES_SEARCHED,
    up_to=5,
)


_ARI_DETOUR = Break(
    "ari-detour",
    "Measured by 1 \N{MINUS SIGN} ARI, the way from a first to a third partition is never longer than the detour by "
    "way of a second.",
    (THREE[0], THREE[1], Field("Third partition", "partition", "ab cd")),
    _CHECKS,
    {
        "holds": "The direct way is {direct}. The detour is {one} + {two} = {detour}, so it is not shorter. Try ends "
        "whose ARI is below 0.",
        "broken": "The direct way is {direct}. The detour is {one} + {two} = {detour}, which is shorter.",
    },
    (
        (
            "It is so for 1 \N{MINUS SIGN} c, and the ARI is c on another scale.",
            "But the scale depends on the cluster sizes of the two partitions that are compared, so the three sides "
            "are measured in three units. Try ends that have no pair in common.",
        ),
        (
            "Where the first and the third differ on a pair, the second differs from one of them.",
            "That proves it for counts of pairs. But the ARI divides these counts, each time by a different number. "
            "Try partitions with different cluster sizes.",
        ),
        (
            "The ARI is 1 for equal partitions, and the same in both directions.",
            "Both statements are true. But they are about two partitions, and a detour has three. Try a second that "
            "lies between two others.",
        ),
    ),
)


EXERCISES = {
    "ex-rand-table": (
        Number(
            "c:",
            Fraction(int(_COUNTS.tp + _COUNTS.tn), int(_M)),
            tempting=(
                (
                    Fraction(int(_COUNTS.fn + _COUNTS.fp), int(_M)),
                    "You found the proportion of mixed pairs, or you halved the cells as well. Halve only rows and "
                    "columns, and subtract the proportion of mixed pairs from 1.",
                ),
                (
                    1 - Fraction(_MARGINS - _SQUARES, int(_M)),
                    "You left out the ½ before rows and columns, so the value is below 0, where no proportion can be. "
                    "Halve the sum of their squares first.",
                ),
                (
                    1 - Fraction(_MARGINS - 2 * _SQUARES, 2 * len(_FIRST) ** 2),
                    "You divided by n². Which total belongs in the denominator, if there are n (n \N{MINUS SIGN} 1)/2 "
                    "pairs?",
                ),
            ),
            hint="Add the squares of the row sums and of the column sums, halve the sum, and subtract the squares of "
            "the cells. This gives the number of mixed pairs.",
            outcome="A third of the pairs are mixed, and c counts the others.",
        ),
        Number(
            "Pairs that agree by Rand's second reason:",
            int(_COUNTS.tn),
            tempting=(
                (
                    int(_COUNTS.tp + _COUNTS.tn),
                    "You counted all pairs that agree. Some of them are together in both: take those out.",
                ),
                (
                    int(_COUNTS.tp),
                    "You counted the pairs that are together in both, but the second reason is about *apart*. Which "
                    "pairs are apart in both?",
                ),
            ),
            hint="Which pairs are apart in both partitions?",
            outcome="These pairs are apart in both, and most of the agreement comes from them.",
        ),
        Order(
            "The steps of the proof of the computational form are mixed up. Put them in order.",
            (
                "The partitions disagree on the pairs that are together in only one of them: fn + fp pairs.",
                "Among these, fn is the number of pairs within the rows, minus the number within the cells.",
                "x objects have ½ (x² \N{MINUS SIGN} x) pairs. Rows and cells both add up to n, so the terms without a "
                "square cancel: fn = ½ (Σa² \N{MINUS SIGN} Σn²).",
                "In the same way, the columns give fp = ½ (Σb² \N{MINUS SIGN} Σn²).",
                "Add the two. The sum is m, and c is 1 minus m divided by the number of all pairs.",
            ),
            before=(
                (
                    0,
                    1,
                    "*Among these* refers to an earlier step. Which step says which pairs are counted? Put it first.",
                ),
                (
                    1,
                    2,
                    "Here squares are substituted for fn before we know what fn is. First look for the step that says "
                    "it.",
                ),
                (2, 3, "*In the same way* refers to an earlier step, the one about fn. Move that step up."),
                (3, 4, "Here two numbers are added before both are known. Let rows and columns come first."),
            ),
            why=(
                "A pair is mixed if its two verdicts differ: together in one partition, apart in the other.",
                "A pair within a row is together in the first. If it is within a cell, it is together in both, and no "
                "fn.",
                "The terms without a square add up to n in the rows and to n in the cells.",
                "Nothing in the step before depends on which partition comes first.",
                "Every pair on which the partitions disagree was counted in exactly one of fn and fp.",
            ),
            hint="First comes what is counted, then how the rows count it, then the columns, and then the sum.",
            outcome="In the end only sums of squares are left.",
        ),
        _RAND_HALF,
        Write("rand_c"),
    ),
    "ex-rand-zero": (
        _RAND_ZERO,
        Number(
            "Compare every partition of four objects with every other and with itself, in both orders. How often "
            "is c = 0?",
            _OPPOSITES,
            tempting=(
                (_OPPOSITES // 2, "You counted only one order. Count the opposite order as well."),
                (
                    sum(counts.tp == 0 for counts in _OF_FOURS),
                    "You counted how often no pair is together in both. For c = 0 no pair may be apart in both, "
                    "either: of these cases, keep those with tn = 0.",
                ),
                (
                    sum(counts.tn == 0 for counts in _OF_FOURS),
                    "You counted how often no pair is apart in both. For c = 0 no pair may be together in both, "
                    "either: of these cases, keep those with tp = 0.",
                ),
            ),
            hint="Which two partitions disagree on all six pairs?",
            outcome="There is one case, which occurs in two orders.",
        ),
        Order(
            "The steps of the argument are mixed up. Put them in order.",
            (
                "c = 0 means that each pair is together in exactly one of the two partitions.",
                "Suppose that some pair *ab* is together in the first, and an object *c* apart from it.",
                "Then *ac* and *bc* are apart in the first, so both are together in the second.",
                "So *ab* is together in the second as well, and the two agree on *ab*.",
                "That cannot be. So if a pair is together in the first, the first is a single cluster, and the second "
                "has only singletons.",
                "In the case that is left, no pair is together in the first. Then all pairs are together in the "
                "second.",
            ),
            before=(
                (
                    0,
                    2,
                    "That *ac* and *bc* are together in the second follows from c = 0, so first say what c = 0 means.",
                ),
                (1, 2, "Which object is *c*? Look for the step that introduces it, and put that first."),
                (2, 3, "*ab* is together in the second because *ac* and *bc* are. So that step has to come before."),
                (3, 4, "*That cannot be* refers to an agreement. Put the step that finds it first."),
                (4, 5, "*The case that is left* makes sense only after the other case, so finish that one first."),
            ),
            why=(
                "c counts agreement, and without any the two verdicts on a pair always differ.",
                "We look at the first of two cases: there is a pair together in the first.",
                "*a* and *b* share a cluster that *c* is not in, and every verdict of the second is the opposite.",
                "In a partition, two objects that are each together with *c* are together.",
                "Agreement on *ab* would contradict c = 0, so there was no such *c*.",
                "Every verdict of the second is the opposite again.",
            ),
            hint="The order is: what c = 0 means, a supposition, what follows from it, and the case that is left.",
            outcome="All we need is that *together* is passed on from *ac* and *bc* to *ab*.",
            free=((0, 1),),
        ),
        Choice(
            "What holds for two objects?",
            {
                "c is 0 for the two different partitions, and they are of that kind": "One puts the only pair "
                "together, the other apart.",
                "c is never 0": "There is only one pair. Write down both partitions of two objects: do they agree on "
                "it?",
                "c is 0 for other partitions as well": "Two objects have two partitions in all. Write both down, and "
                "look for others.",
            },
            "c is 0 for the two different partitions, and they are of that kind",
        ),
    ),
    "ex-rand-thirty": (
        Choice(
            "Before computing: is merging two of three clusters about as bad as merging two of thirty?",
            {
                "About as bad": "As many pairs change in both cases. But c depends on their proportion among all "
                "pairs.",
                "Worse with thirty clusters": "As many pairs change, but with thirty clusters there are more in all.",
                "Worse with three clusters": "As many pairs change, but with three clusters there are fewer in all.",
            },
            "Worse with three clusters",
            predict=True,
        ),
        Number(
            "Pairs that change, with three clusters:",
            int(_THREE.fn + _THREE.fp),
            tempting=(
                (
                    2 * comb(10, 2),
                    "You counted the pairs inside the two clusters, which stay together. Which pairs were apart "
                    "before?",
                ),
                (
                    comb(20, 2),
                    "You counted all pairs of these twenty objects. Leave out those that were together before.",
                ),
            ),
            hint="Which pairs were apart before, and are together now?",
            outcome="They have one object in each of the two clusters. With thirty clusters there are as many such "
            "pairs.",
        ),
        Number(
            "c, with three clusters:",
            _C_THREE,
            tempting=(
                (
                    1 - Fraction(int(_THREE.fp), 30**2),
                    "You divided by n². Count each pair once, and no object with itself: what is the total then?",
                ),
                (
                    1 - _C_THREE,
                    "You found the proportion of pairs that change. Subtract it from 1.",
                ),
            ),
            hint="Divide the number of pairs that change by the number of all pairs of 30 objects, and subtract that "
            "from 1.",
            outcome="The two partitions disagree on 100 of the 435 pairs.",
        ),
        Number(
            "c, with thirty clusters, to four decimals:",
            _C_THIRTY,
            tempting=(
                (
                    _C_THREE,
                    "As many pairs change as with three clusters, but how many pairs do 300 objects have in all?",
                ),
                (
                    1 - Fraction(int(_THIRTY.fp), 300**2),
                    "You divided by n², the number of ordered pairs with those of an object with itself. Divide by the "
                    "44 850 pairs.",
                ),
            ),
            hint="Divide the number of pairs that change by the number of all pairs of 300 objects, and subtract that "
            "from 1.",
            outcome="The two partitions disagree on 100 of the 44 850 pairs.",
            places=4,
        ),
        _RAND_FINER,
    ),
    "ex-rand-unequal": (
        Number(
            "What do you guess for the level of clusters of 190 and 10?",
            float(_LEVEL),
            predict=True,
            between=(0, 1),
            outcome="Although there are two clusters, it is nearly the level of ten clusters of equal size.",
        ),
        Number(
            "The level of clusters of 180 and 20, to three decimals:",
            float(_share([180, 20]) ** 2 + (1 - _share([180, 20])) ** 2),
            tempting=(
                (
                    float(_share([180, 20]) ** 2),
                    "You found the mean proportion of pairs together in both. Add that of the pairs apart in both.",
                ),
                (
                    float(_share([180, 20])),
                    "You found p, the proportion of pairs together in one partition. Substitute it into the formula "
                    "for the mean of c.",
                ),
                (
                    float(_share([100, 100]) ** 2 + (1 - _share([100, 100])) ** 2),
                    "This is the level of two clusters of equal size. Compute p again, with 180 and 20.",
                ),
            ),
            hint="First compute p: divide the pairs within 180 and within 20 by all pairs. Then compute "
            "p² + (1 \N{MINUS SIGN} p)².",
            outcome="It lies between the level of 150 and 50 and the level of 190 and 10.",
            places=3,
        ),
        Choice(
            "What makes the level high?",
            {
                "A proportion p of pairs together that is far from one half": "Then most verdicts are the same in any "
                "two partitions: nearly all *apart*, or nearly all *together*.",
                "Many clusters": "Here there are two clusters, and yet the level is high. What do many clusters of "
                "equal size and one huge cluster have in common?",
                "A large proportion p of pairs together": "That is only half of it: what happens when nearly all pairs "
                "are apart?",
                "Many objects": "Double all sizes, and the level hardly moves, because it depends on proportions of "
                "pairs. Which proportion?",
            },
            "A proportion p of pairs together that is far from one half",
        ),
        Write("expected_c"),
        Construct(
            "DealAgain",
            todo="Two clusters of equal size have a level of about one half. Keep two clusters, but bring the exact "
            "mean of c above 0.7.",
            goal=(
                ("k", "==", 2, "There are {k} clusters now, and there must be two."),
                ("expected_c", ">", 0.7, "The exact mean of c is {expected_c}, and not above 0.7."),
            ),
            outcome="One cluster is huge, so most pairs are together in both.",
        ),
    ),
    "ex-rand-fault": (
        Choice(
            "Which sentence is the first that is false?",
            {
                "Look at a pair on which x and z differ.": "This sentence claims nothing, so it cannot be false. Try "
                "the next.",
                "Then y differs from both of them there.": "There are only two verdicts. One of x and z has *together* "
                "and the other *apart*, so y sides with one of them.",
                "So every such pair counts twice on the right.": "This follows from the sentence before it. Is that "
                "sentence true?",
                "The straight way is at most half of the detour.": "The conclusion is false indeed, but it is not the "
                "first. Which sentence led to it?",
            },
            "Then y differs from both of them there.",
        ),
        Choice(
            "Which three partitions refute the conclusion?",
            {name: words for name, (_, words) in _TRIPLES.items()},
            next(name for name, (refuted, _) in _TRIPLES.items() if refuted),
        ),
        Order(
            "The steps of the whole proof that 1 \N{MINUS SIGN} c is a metric are mixed up. Put them in order.",
            (
                "Write the verdicts of each partition in a row, 1 for *together* and 0 for *apart*.",
                "The number of pairs, times d, is the number of places at which two rows differ: never negative.",
                "If it is 0, the rows are equal. Verdicts determine the clusters, so the partitions are equal: that is "
                "(a).",
                "Where x differs from y, y differs from x: that is (b).",
                "At a place at which x and z differ, y differs from at least one of them, since it is 0 or 1.",
                "So each place that counts for d(x, z) counts for d(x, y) or d(y, z). Add up the places: that is (c).",
            ),
            before=(
                (0, 1, "Which rows? Put first the step that writes them down."),
                (1, 2, "*It* is a number of places. First comes the step that says what this number is."),
                (1, 3, "The proof reads d off the places. Put the step that says how before this one."),
                (1, 4, "This step uses places. What they have to do with d has to come before it."),
                (
                    4,
                    5,
                    "That a place counts for one of the two follows from the verdict of y there, so that comes first.",
                ),
                (2, 4, "The proof takes (a), (b) and (c) in turn. Here (c) begins before (a) is done."),
                (3, 4, "The proof takes (a), (b) and (c) in turn. Here (c) begins before (b) is done."),
                (2, 3, "The proof takes (a), (b) and (c) in turn. Here (b) comes before (a)."),
            ),
            why=(
                "A partition is known by its verdicts.",
                "d is the proportion of pairs on which the verdicts differ.",
                "Two objects share a cluster if and only if their verdict is *together*.",
                "To differ is mutual.",
                "There are only two verdicts, and y cannot equal both of two different ones.",
                "What holds for each place holds for the sum over places.",
            ),
            hint="Begin with the rows of verdicts, go on with what d counts in them, and end with (a), (b) and (c).",
            outcome="In (c) we need only *at least one*, although it is exactly one.",
        ),
        Choice(
            "When is the detour exactly as long as the straight way?",
            {
                "If y is equal to x or to z": "Then it is as long, but in other cases as well: look at the triple that "
                "refutes the conclusion.",
                "If y is finer than both": "Try equal x and z: a finer y then makes the detour longer than the "
                "straight way.",
                "If y contradicts x and z on no pair on which they agree": "A pair on which y contradicts both counts "
                "twice on the right, but not on the left.",
                "Never, unless x and z are equal": "Look again at the triple that refutes the conclusion. There it is "
                "as long, although x and z differ.",
            },
            "If y contradicts x and z on no pair on which they agree",
        ),
        _RAND_DETOUR,
    ),
    "ex-rand-ari": (
        Choice(
            "Before you search: does the triangle inequality hold?",
            {
                "Yes": "It holds for three objects, but four are enough to break it.",
                "No": "For four objects there are triples that break it.",
            },
            "No" if _FAILING else "Yes",
            predict=True,
        ),
        Number(
            "Triples of four objects in which it fails:",
            _FAILING,
            tempting=((_FAILING // 2, "You counted a triple and its reverse as one triple. Count each of the two."),),
            hint="Go through all x, y, z of the 15 partitions. Leave a little room for rounding where both ways are "
            "equally long.",
            outcome="Each middle of two pairs has two ends, either of which can come first.",
        ),
        Number(
            "In all of these the straight way, 1 \N{MINUS SIGN} ARI, is equally long. How long?",
            _STRAIGHT,
            tempting=(
                (
                    1,
                    "For ends with ARI 0 it would be 1. But these have less in common than chance gives: compute their "
                    "ARI.",
                ),
                (
                    _BY_C,
                    "You measured by 1 \N{MINUS SIGN} c. Subtract the mean of c, and divide, to have the ARI first.",
                ),
            ),
            hint="Print 1 \N{MINUS SIGN} ARI of the first and the last of a triple that you found.",
            outcome="It is longer than 1, because the ARI of the two ends is negative.",
        ),
        Choice(
            "Why does the proof for c not carry over?",
            {
                "The ARI divides by a number that depends on the sizes of the two": "So the three sides of the "
                "triangle are measured in three units.",
                "The ARI can be negative": "Then the distance is above 1, which a distance may be. Look at what the "
                "ARI divides by.",
                "The ARI is not symmetric": "It is symmetric: exchange the two partitions in the formula, and nothing "
                "changes. Look at what it divides by.",
                "The ARI does not count pairs": "It does, as tp and the numbers of pairs together are all it is made "
                "of. Look at what it divides by.",
            },
            "The ARI divides by a number that depends on the sizes of the two",
        ),
        _ARI_DETOUR,
    ),
    "ex-rand-wine": (
        Number(
            "c of the varieties and the partition that makes every wine a singleton, to three decimals:",
            float(1 - _VARIETIES),
            tempting=(
                (
                    float(_VARIETIES),
                    "You found the proportion of pairs together in the varieties. On those the two partitions "
                    "disagree, so take the others.",
                ),
                (
                    0.0,
                    "No pair is together in both, it is true. Now count the pairs that are apart in both.",
                ),
            ),
            hint="If every wine is a singleton, all pairs are apart. What proportion of the pairs is apart in the "
            "varieties, too?",
            outcome="That much is reached without any clustering.",
            places=3,
        ),
        Choice(
            "Which level answers this: would any labels of these sizes do as well?",
            {
                "c of k-means after each measurement is shuffled by itself": "This level answers whether k-means would "
                "do as well on data without clusters. Here the data stay: what has to be shuffled?",
                "c of every wine as a singleton": "These labels have other cluster sizes. Which choice keeps the "
                "sizes?",
                "c of shuffled labels": "The sizes stay as they are, but the labels know nothing.",
                "One half": "The level depends on the cluster sizes. Compute p for the varieties: is it near one half?",
            },
            "c of shuffled labels",
        ),
        Choice(
            "Before you run it: what does scaling do to c?",
            {
                "Nothing: c compares labels": "c compares labels, but k-means sees the measurements, so it finds other "
                "labels.",
                "It rises": "Without scaling, one measurement, proline, decides nearly alone.",
                "It falls": "Without scaling, one measurement, proline, decides nearly alone.",
            },
            "It rises",
            predict=True,
        ),
        Open(
            (
                "The answer names a level, with the question that this level answers.",
                "The level is computed for the sizes of these varieties and these clusters.",
                "c is compared with the level, instead of being called so many percent right.",
                "The answer states which scaling it is for, and gives the reason for this choice.",
            )
        ),
    ),
}

PREDICTIONS = {
    "pre-rand-shuffled": Number(
        "Shuffle the labels of the second partition: on how many of the 15 pairs do the two then agree, on average?",
        float(15 * sum(_MEANS) / len(_MEANS)),
        predict=True,
        between=(0, 15),
        places=1,
        outcome="Most of the agreement is on pairs that both keep apart, and a shuffle does not end that.",
        name="shuffled",
    ),
    "pre-rand-grid": Choice(
        "Twenty rows of ten objects are compared with the ten columns. What is c?",
        {
            "0": "No two objects share both a row and a column.",
            "About one half": "Knowing the row of an object, you know nothing about its column.",
            "Above 0.8": f"It is {_GRID_C:.3f}. No pair is together in both. But c counts the pairs that are apart "
            f"in both as well, and there are many.",
        },
        right="Above 0.8" if _GRID_C > 0.8 else "About one half",
        predict=True,
        name="grid",
    ),
    "pre-rand-singletons": Choice(
        "Every image is now a cluster of its own. What is c of this partition and the true digits?",
        {
            "Near 0": "No pair of images is together in both.",
            "About one half": "Nothing has been clustered.",
            "About 0.9": f"It is {_SINGLE:.4f}: nine pairs in ten show different digits, and the singletons keep them "
            "apart. What the clustering has found does not matter to c.",
        },
        right="About 0.9" if 0.85 < _SINGLE < 0.95 else "About one half",
        predict=True,
        name="singletons",
    ),
    "pre-rand-colleagues": Number(
        "On how many pairs in twenty can the two colleagues disagree with each other, at most?",
        int(2 * _APART * 20),
        predict=True,
        between=(0, 20),
        outcome="Where they disagree with each other, one of them disagrees with you. So something is known, "
        "although nobody compared the two.",
        name="colleagues",
    ),
}
