"""Questions of the excursion *Ties in full*."""

from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
from scipy.cluster.hierarchy import cut_tree, linkage
from scipy.spatial.distance import pdist
from scipy.stats import rankdata
from sklearn.datasets import load_iris

from aucc_teach import datasets, pairs
from aucc_teach.aucc import aucc_difference_bounds, aucc_score, concordance
from aucc_teach.exercises import Break, Choice, Construct, Field, Number, Objects, Open, Order
from aucc_teach.partitions import set_partitions

from . import _counting as counting
from ._claims import LISTS_SEARCHED, PAIRS
from ._exact import aucc

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


def _compared(y_true, y_score):
    """Comparisons of a positive with a negative that are right, wrong and tied."""
    items = list(zip(y_true, y_score, strict=True))
    compared = [p - n for (is_p, p), (is_n, n) in product(items, items) if is_p and not is_n]
    return sum(d > 0 for d in compared), sum(d < 0 for d in compared), compared.count(0)


def _areas(right, wrong, tied):
    """Areas under the pessimistic, the diagonal and the optimistic path."""
    total = right + wrong + tied
    return Fraction(right, total), Fraction(2 * right + tied, 2 * total), Fraction(right + tied, total)


_CLASSES, _SCORES = (1, 1, 0, 1, 0), (3, 2, 2, 1, 1)
_RIGHT, _WRONG, _TIED = _compared(_CLASSES, _SCORES)
_LOW, _MIDDLE, _HIGH = _areas(_RIGHT, _WRONG, _TIED)

# ---- the proof that lost its ties


def _rank_sum(truth, values, method="average"):
    return Fraction(rankdata(values, method)[np.array(truth)].sum())


def _smallest(least_positives=1):
    """The fewest items for which W is not s+ + P(P + 1)/2, with their classes and scores."""
    for m in range(2, 6):
        for marks, values in product(product([True, False], repeat=m), product(range(2), repeat=m)):
            truth, n_positive = np.array(marks), sum(marks)
            if least_positives <= n_positive < m:
                claimed = _compared(truth, values)[0] + Fraction(n_positive * (n_positive + 1), 2)
                if _rank_sum(truth, values) != claimed:
                    return truth, values, claimed
    raise AssertionError("ties break the formula, and so there is such a case")


_TIE, _LEVEL, _CLAIMED = _smallest()

# ---- everything is equal

_EQUAL_LOW, _EQUAL_MIDDLE, _EQUAL_HIGH = _areas(
    *concordance(np.ones(comb(10, 2)), [0] * 7 + [1] * 3, metric="precomputed")
)
_WITHIN_EQUAL = Fraction(comb(7, 2) + comb(3, 2), comb(10, 2))

# ---- irises in whole millimetres

_IRISES, _SPECIES = load_iris(return_X_y=True)
_IRISES = np.rint(10 * _IRISES).astype(int)
_UCI_FLOWER = (49, 31, 15, 1)


def _squared(flowers):
    return pdist(flowers, "sqeuclidean").astype(int)


def _tied_comparisons(flowers, labels):
    squared, within = _squared(flowers), pairs.co_membership(labels)
    size = squared.max() + 1
    return int(np.bincount(squared[within], minlength=size) @ np.bincount(squared[~within], minlength=size))


def _tied_couples(flowers):
    """Choices of two pairs that are equally far apart, of whatever kinds the two pairs are."""
    counts = np.unique(_squared(flowers), return_counts=True)[1]
    return int((counts * (counts - 1) // 2).sum())


def _changed(rows):
    changed = _IRISES.copy()
    changed[list(rows)] = _UCI_FLOWER
    return changed


def _uci(rows):
    return _tied_comparisons(_changed(rows), _SPECIES)


def _with_copy(flowers, species):
    """Tied comparisons when the first flower is repeated under this species."""
    return _tied_comparisons(np.vstack([flowers, flowers[:1]]), np.append(_SPECIES, species))


def _added_by_copy(species):
    return _with_copy(_IRISES, species) - _TIED_IRISES


_TIED_IRISES = _tied_comparisons(_IRISES, _SPECIES)
_OTHERS = int(np.isin(_SPECIES, (0, 1)).sum()) - 1  # flowers of the two species, without the one that is repeated
_ADDED_IN_UCI = _with_copy(_changed((34, 37)), 1) - _uci((34, 37))
_OTHER_ADDS_MORE = _added_by_copy(1) > _added_by_copy(0)

# ---- the grid

_GRID = datasets.load_toy("grid")
_GRID_COUNTS = concordance(pdist(_GRID.points, "sqeuclidean"), _GRID.labels, metric="precomputed")
_GRID_LOW, _GRID_MIDDLE, _GRID_HIGH = map(float, _areas(*_GRID_COUNTS))

# ---- rulers

_RULERS = (1, 2, 5, 10, 20)


def _is_settled(unit):
    """Whether the bounds of the difference of two groups and the species lie on one side of 0."""
    squared = _squared((_IRISES + unit // 2) // unit)
    bounds = aucc_difference_bounds(squared, _SPECIES > 0, _SPECIES, metric="precomputed")
    return bounds.low > 0 or bounds.high < 0


_NAMES = tuple(f"{unit} mm" for unit in _RULERS)
_SETTLED = tuple(name for name, unit in zip(_NAMES, _RULERS, strict=True) if _is_settled(unit))


# ---- claims


_ROUNDING = Break(
    "rounding",
    "If all dissimilarities are rounded down to tens, AUCC does not fall.",
    (Field("Pairs", "pairs", "11w 25b 31w 48b", most=20),),
    _CHECKS,
    {
        "holds": "AUCC is {before} before rounding and {after} after it, so it does not fall. Let a comparison that "
        "came out right become a tie.",
        "broken": "AUCC falls from {before} to {after}, because a right comparison, which counts 1, became a tie, "
        "which counts one half.",
    },
    (
        (
            "Rounding keeps the order.",
            "It reverses no order, but it makes ties. Try two pairs in order that become equal.",
        ),
        (
            "A tie is not a mistake.",
            "It isn't right either: it counts one half. Turn a right comparison into a tie, and look.",
        ),
        (
            "What rounding costs in one place it wins in another.",
            "It may, on average over random labels. A single list need not balance, so try one of two pairs.",
        ),
    ),
)


_BOUNDS_MIDDLE = Break(
    "bounds-middle",
    "The diagonal area lies halfway between the pessimistic and the optimistic area.",
    (PAIRS,),
    _CHECKS,
    {"holds": "The areas are {low}, {diagonal} and {high}, and the middle area lies halfway."},
    (
        (
            "The diagonal path lies between the two others, so its area is halfway.",
            "Between doesn't always mean halfway. Look at one tie group: where does the diagonal cut its rectangle?",
        ),
        (
            "Ties come out right in half of all cases.",
            "Nothing is random here: three rules judge the same list. Ask what each rule gives to a tie.",
        ),
        (
            "The diagonal cuts the rectangle of each tie group in two halves.",
            "One path runs above the whole rectangle and the other below it. So each tie counts 0, one half and 1.",
        ),
    ),
    right=2,
    searched=LISTS_SEARCHED,
    up_to=6,
)


# ---- chance, by the rule


def _comparisons(line, sizes):
    """Comparisons right, wrong and tied for each partition of points on a line with these sizes."""
    points = [[x] for x in line]
    return [concordance(points, labels) for labels in set_partitions(len(line), sizes=sizes)]


def _mean(values):
    return sum(values, Fraction(0)) / len(values)


_FOUR = _comparisons((0, 1, 2, 4), [2, 2])
_FOUR_DROPPED = _mean([Fraction(right - wrong, right + wrong) for right, wrong, _ in _FOUR])
_THREE = _comparisons((0, 1, 2), [2, 1])
_DROPPED = [Fraction(right - wrong, right + wrong) for right, wrong, _ in _THREE]
_KEPT = [Fraction(right - wrong, sum(counts)) for counts in _THREE for right, wrong, _ in (counts,)]
_OPTIMISTIC = [Fraction(counts.s_plus + counts.s_zero, sum(counts)) for counts in _THREE]
_PESSIMISTIC = [Fraction(counts.s_plus, sum(counts)) for counts in _THREE]

EXERCISES = {
    "ex-ties-groups": (
        Choice(
            "Before you compute, do you expect the optimistic area to be 1?",
            {
                "yes": "Every tie is forgiven. But is no comparison wrong?",
                "no": "The rule forgives ties, but one comparison is wrong, and no rule forgives that.",
            },
            "yes" if _HIGH == 1 else "no",
            predict=True,
        ),
        Number(
            "The pessimistic area:",
            _LOW,
            tempting=(
                (
                    Fraction(_RIGHT, _RIGHT + _WRONG),
                    "The tied comparisons are missing in the denominator. Put them back, and count them as lost.",
                ),
                (
                    Fraction(_RIGHT, comb(5, 2)),
                    "That's a share of all pairs of items. Divide by the comparisons of a positive with a negative.",
                ),
                (_MIDDLE, "That's the diagonal rule, with one half for a tie. Give it nothing."),
            ),
            hint="Compare each of the three positives with each of the two negatives. Which comparisons are right?",
            outcome="Three of the six comparisons are right.",
        ),
        Number(
            "The diagonal area:",
            _MIDDLE,
            tempting=(
                (_LOW, "That's the pessimistic rule. Add one half for each tie."),
                (_HIGH, "That's the optimistic rule. Take one half away for each tie."),
            ),
            hint="Each tied comparison counts one half. How many comparisons are tied?",
            outcome="There are two ties, and each adds one half.",
        ),
        Number(
            "The optimistic area:",
            _HIGH,
            tempting=(
                (
                    Fraction(_RIGHT + _TIED, _RIGHT + _TIED),
                    "Here a mistake is forgiven too. Look at the positive with score 1 and the negative with score 2.",
                ),
                (_MIDDLE, "That's the diagonal rule, with one half for a tie. Count it as won."),
            ),
            hint="Each tied comparison counts 1. What becomes of the comparison that is wrong?",
            outcome="A tie is forgiven, but a mistake stays a mistake.",
        ),
        Construct(
            "RocBuilder",
            todo="Only ties may keep the area from 1: bring AUC to 0.8 without a single wrong comparison.",
            goal=(
                ("wrong", "==", 0, "The number of wrong comparisons is {wrong}, and there must be none."),
                ("tied", ">", 0, "No comparison is tied, and no comparison is wrong, so AUC is {auc}."),
                ("auc", "==", 0.8, "AUC is {auc}, and not 0.8."),
            ),
            outcome="Each tie costs one half of a comparison. The optimistic area is 1 here, and the pessimistic area "
            "is as far below 0.8 as 1 is above it.",
            start={"threshold": 10, "swept": 0},
        ),
        _BOUNDS_MIDDLE,
    ),
    "ex-roc-repair": (
        Choice(
            "Which step makes the sum come out wrong?",
            {
                "The positives can be ordered by score.": "This step is right, since positives that tie may stand in "
                "any order. Look further down, where negatives come in.",
                "The i-th positive has i \N{MINUS SIGN} 1 positives below it.": "Some of them may have the same "
                "score, but their places then share a mean and keep their sum. Ask the same of the negatives.",
                "Its rank is i plus the number of negatives below it.": "This step forgets the negatives with the "
                "same score. Each of them adds one half to a mid-rank.",
                "The numbers i add up to ½P(P + 1).": "This step is right, because they are 1 + 2 + ... + P. The "
                "fault lies before it.",
            },
            "Its rank is i plus the number of negatives below it.",
        ),
        Number(
            "The number of items in the smallest example:",
            _TIE.size,
            tempting=((_smallest(2)[0].size, "That works with two positives. Try it with a single one."),),
            hint="You need at least one positive and at least one negative. What must their scores do?",
            outcome="It consists of one positive and one negative with the same score.",
        ),
        Number(
            "The value of W in this example:",
            _rank_sum(_TIE, _LEVEL),
            tempting=(
                (
                    _CLAIMED,
                    "That's what the short proof says. Now work it out: which mid-rank do the two items share?",
                ),
                (
                    _rank_sum(_TIE, _LEVEL, "max"),
                    "That's the upper of the two ranks. Take the mean of 1 and 2.",
                ),
            ),
            hint="The two items share the mean of ranks 1 and 2.",
            outcome="It exceeds the value from the short proof by one half, which is ½s₀.",
        ),
        Order(
            "Here is the proof of *Area = proportion*, mixed up. Put it in order: first the proportion, then the "
            "ranks.",
            (
                "Group the items by score. Passing a group, the curve goes up by its positives and right by its "
                "negatives.",
                "The strip below such a step is a trapezoid: its width times its mean height.",
                "So it counts, for each negative of the group, the positives above it and half of those in its own "
                "group.",
                "Add up all strips: s₊ + ½s₀, divided by PN.",
                "A mid-rank is 1, plus the number of items below, plus half the number of other items with the same "
                "score.",
                "So negatives contribute s₊ + ½s₀ to W, and the positives among themselves contribute ½P(P + 1).",
                "Subtract ½P(P + 1) and divide by PN. The result is the same area, from ranks.",
            ),
            before=(
                (0, 1, "A strip needs a step, so the steps come first."),
                (1, 2, "To see what a strip counts, we need its width and its height first."),
                (2, 3, "Before the strips can be added up, we need what a single strip counts."),
                (3, 4, "The proportion comes first, as asked, and the ranks come after it."),
                (4, 5, "Before W can be taken apart, we need what a mid-rank counts."),
                (5, 6, "½P(P + 1) can be subtracted only when it's known to be a part of W."),
            ),
            why=(
                "No threshold separates items with the same score, so they make one step.",
                "The path across the step is a straight line.",
                "The width counts negatives, and the mean height counts positives above, with half of those at the "
                "same height.",
                "Each comparison belongs to the group of its negative, so it is met once.",
                "Items with the same score share the mean of the places that they take.",
                "Sharing ranks does not change their sum, so the positives alone give 1 + 2 + ... + P.",
                "This takes away what does not depend on the scores.",
            ),
            hint="First steps, strips and their sum; then one rank, all ranks and the area.",
            outcome="In the chapter the random draw comes last: each of the PN comparisons has the same probability.",
        ),
    ),
    "ex-ties-constant": (
        Number(
            "AUCC under the pessimistic rule:",
            _EQUAL_LOW,
            tempting=(
                (
                    _EQUAL_MIDDLE,
                    "You gave each tie one half. The pessimist gives it nothing: what is left?",
                ),
            ),
            hint="All comparisons are tied. How much does a tied comparison count under this rule?",
            outcome="The path goes right along the lower edge and then up.",
        ),
        Number(
            "AUCC under the diagonal rule:",
            _EQUAL_MIDDLE,
            tempting=(
                (
                    _WITHIN_EQUAL,
                    "You took the proportion of within pairs. Compare within pairs with between pairs: how do they "
                    "all end?",
                ),
                (_EQUAL_LOW, "You gave the ties nothing. The diagonal rule gives each of them one half."),
            ),
            hint="All comparisons are tied. How much does a tied comparison count under this rule?",
            outcome="The path is a straight line through the square, so the sizes of the clusters do not matter.",
        ),
        Number(
            "AUCC under the optimistic rule:",
            _EQUAL_HIGH,
            tempting=(
                (
                    _EQUAL_MIDDLE,
                    "You gave each tie one half. The optimist counts it as won.",
                ),
            ),
            hint="All comparisons are tied. How much does a tied comparison count under this rule?",
            outcome="This is the best possible score, for distances that tell us nothing.",
        ),
        Choice(
            "What do you get if the dissimilarities are first rescaled to run from 0 to 1?",
            {
                "the same, because rescaling keeps the order": "It does where it exists. Here you divide by the "
                "largest value minus the smallest: how much is that?",
                "0 under each rule": "Write the formula down. What do you subtract, and by what do you divide?",
                "no score": "Each value becomes 0/0. AUCC never needed the rescaling, because it looks only at the "
                "order.",
            },
            "no score",
        ),
        Number(
            "The mean of the optimistic score over all partitions of these ten objects into 7 and 3:",
            Fraction(1, 2) + Fraction(1, 2) * _EQUAL_HIGH,
            tempting=(
                (
                    Fraction(1, 2),
                    "The diagonal rule has this mean. How large is T, and what does the optimist add?",
                ),
            ),
            hint="Here every partition has the same score.",
            outcome="Because T = 1, the level is one half plus one half of T.",
        ),
    ),
    "ex-ties-repeated": (
        Choice(
            "Which copy of a flower do you expect to add more tied comparisons? A copy",
            {
                "under the same species": "Such a copy adds only the ties that the original had with flowers "
                "elsewhere.",
                "under another species": "For each third flower of the two species, a within pair meets a between pair "
                "of the same length.",
            },
            "under another species" if _OTHER_ADDS_MORE else "under the same species",
            predict=True,
        ),
        Number(
            "Tied comparisons of the species, in scikit-learn\N{RIGHT SINGLE QUOTATION MARK}s copy in millimetres:",
            _TIED_IRISES,
            tempting=(
                (
                    _tied_couples(_IRISES),
                    "These are all choices of two equal lengths. Count a within pair with a between pair only.",
                ),
                (
                    _uci((34, 37)),
                    "That's the count with the rows changed. Count the copy as it is first.",
                ),
            ),
            hint="Take whole millimetres and squared distances, then s0 of `at.concordance` with "
            "`metric='precomputed'`.",
        ),
        Number(
            "The same number with the rows of the UCI file:",
            _uci((34, 37)),
            tempting=(
                (
                    _uci((35, 38)),
                    "You changed the rows after the right ones: the text counts from 1 and NumPy from 0.",
                ),
                (_TIED_IRISES, "Nothing has changed yet. Put the values into rows 35 and 38, and count again."),
                (_uci((34,)), "The first step is right. After it, change the other of the two rows as well."),
            ),
            hint="Put 49, 31, 15 and 1 millimetres into both rows, and count again.",
            outcome="There are fewer, although two more flowers are repeated, because both lie in one species.",
        ),
        Number(
            "Go back to scikit-learn\N{RIGHT SINGLE QUOTATION MARK}s copy as it is, and repeat its first flower as "
            "species 1. How many tied comparisons does that add?",
            _added_by_copy(1),
            tempting=(
                (
                    _with_copy(_IRISES, 1),
                    "The first step is right: these are all tied comparisons now. After it, "
                    "subtract those that were there before.",
                ),
                (
                    _ADDED_IN_UCI,
                    "You repeated the flower in the UCI file. Go back to the copy as it was.",
                ),
                (_added_by_copy(0), "You gave the copy its own species, 0. Give it species 1."),
                (_added_by_copy(2), "You gave the copy species 2. Give it species 1."),
                (
                    _OTHERS,
                    "You counted one tie for each other flower of the two species, the least there can be. Let the "
                    "computer count those where several flowers are equally far.",
                ),
            ),
            hint="Add a row to the flowers and a label to the species, count, and subtract the number from before.",
            outcome="A repeated row makes ties that matter only where it meets another cluster.",
        ),
    ),
    "ex-ties-jitter": (
        Number(
            "Before you shake the grid, what do you expect the mean of AUCC to be?",
            _GRID_MIDDLE,
            places=4,
            predict=True,
            between=(0, 1),
            outcome="That is the diagonal score. The mean of 500 shakes lies within two standard errors of it.",
        ),
        Choice(
            "Do you expect the smallest and the largest value to reach the bounds?",
            {
                "yes, nearly": "They stay far inside the bounds.",
                "no": "They stay far inside, because a bound requires all ties to fall on the same side.",
            },
            "no",
            predict=True,
        ),
        Number(
            "The room between the bounds of the grid:",
            _GRID_HIGH - _GRID_LOW,
            tempting=(
                (
                    _GRID_HIGH - _GRID_MIDDLE,
                    "That's from the diagonal score to a bound. Go from bound to bound.",
                ),
                (
                    sum(_GRID_COUNTS[:2]) / sum(_GRID_COUNTS),
                    "You took the comparisons that are settled. What proportion is left?",
                ),
            ),
            hint="The room is the proportion of tied comparisons, s0/(PN).",
            outcome="The shaken scores use about half of this room.",
            places=4,
        ),
        Choice(
            "Why is the range of the shaken scores so much narrower?",
            {
                "the noise is too small": "Any noise breaks all ties of the grid, each as if by the toss of a coin. "
                "Ten times the noise would not break them any better.",
                "a bound asks each of many tosses to fall the same way": "What is more, the points are not free to do "
                "that, because 72 coordinates move 630 distances.",
                "shaking breaks only some of the ties": "With continuous noise no two distances stay equal, so all "
                "ties break. Ask which way each of them falls.",
            },
            "a bound asks each of many tosses to fall the same way",
        ),
    ),
    "ex-ties-chain": (
        Number(
            "The number of different distances of 500 random points, without a tolerance:",
            comb(500, 2),
            tempting=(
                (500 * 499, "Each pair is in there twice, once in each order of its points. Count it once."),
                (
                    500**2,
                    "You counted each pair twice, and each point with itself. Count each pair of different "
                    "points once.",
                ),
            ),
            hint="Distances of random points are not tied. How many pairs are there?",
        ),
        Choice(
            "How many do you expect to be left with a tolerance of `1e-4`?",
            {
                "nearly all": "A few hundred distances are left.",
                "about ten thousand": "That would be right for rounding to a grid. But a tolerance makes chains, and "
                "a few hundred are left.",
                "fewer than a thousand": "One chain of neighbours swallows nearly all of the distances.",
            },
            "fewer than a thousand",
            predict=True,
        ),
        Number(
            "If the distances were spread evenly up to the largest, how many gaps between neighbours would fit into a "
            "tolerance of `1e-4`?",
            Fraction(comb(500, 2), 10**4),
            tempting=(
                (Fraction(500, 10**4), "You took 500 distances. How many pairs do 500 points make?"),
                (Fraction(10**4, comb(500, 2)), "You measured a gap in tolerances. Turn the fraction over."),
            ),
            hint="A gap is the largest distance, divided by the number of distances.",
            outcome="So each neighbour is within reach, and the next is within reach of that neighbour, which makes a "
            "chain.",
            within=0.5,
            places=1,
        ),
        Choice(
            "AUCC of the halves at `1e-4`:",
            {
                "stays as it is": "It does up to `1e-6`. But what does one tied group with nearly all pairs make of "
                "the curve?",
                "falls towards one half": "Nearly all comparisons are tied, and a tie counts one half.",
                "rises towards 1": "The optimistic rule would do this, since it rewards ties. What do they count here?",
            },
            "falls towards one half",
        ),
        Choice(
            "What does a tolerance do that rounding to a grid does not?",
            {
                "it joins values that differ by more than the tolerance": "It does so through values in between. "
                "Rounding cuts such a chain, and cuts some true ties apart as well.",
                "it keeps the order of values that it does not join": "That is true, but rounding does not reverse any "
                "order either. What happens to two values far apart, with many in between?",
                "nothing": "With a tolerance of `1e-4`, rounding would leave ten thousand steps. How many are left "
                "here?",
            },
            "it joins values that differ by more than the tolerance",
        ),
    ),
    "ex-ties-report": (
        Objects(
            "For which rulers can you say which of the two partitions has the higher AUCC?",
            _NAMES,
            right=_SETTLED,
            tempting=(
                (
                    _NAMES,
                    "The diagonal scores would say so. Look at the bounds of the difference: where is 0 between them?",
                ),
                (
                    _NAMES[:3],
                    "You left out a ruler with many ties. Look whether its bounds of the difference reach 0.",
                ),
            ),
            hint="Compute the bounds of the difference with `at.aucc_difference_bounds`: is 0 between them?",
            outcome="With these rulers, any way of breaking the ties gives the same winner.",
        ),
        Open(
            (
                "The diagonal scores of both partitions.",
                "The proportion of tied comparisons, or the bounds of each score.",
                "The bounds of the difference, with 0 between them.",
                "That this ruler is too coarse for the question.",
            ),
            prompt="What would you report about the coarsest ruler?",
            name="write-what-you-would-report-about-the",
        ),
        _ROUNDING,
    ),
    "ex-null-rules": (
        Number(
            "Mean of AUCC, ties count one half:",
            _mean([aucc(counts) for counts in _THREE]),
            tempting=(
                (
                    aucc(_THREE[0]),
                    "That's with a within pair of length 1. In one partition of three it has length 2: take the "
                    "mean of all three.",
                ),
            ),
            hint="For each of the three partitions, add the comparisons won and half of those tied, and divide by two.",
            outcome="AUCC is 3/4 in two partitions and 0 in one.",
        ),
        Number(
            "Optimistic:",
            _mean(_OPTIMISTIC),
            tempting=(
                (
                    _mean([aucc(counts) for counts in _THREE]),
                    "That counts ties one half. The optimistic rule counts them as won.",
                ),
                (
                    _OPTIMISTIC[0],
                    "That's with a within pair of length 1. What happens where it has length 2?",
                ),
            ),
            hint="Count a tie as won, then take the mean over the three partitions.",
            outcome="The three values are 1, 1 and 0.",
        ),
        Number(
            "Pessimistic:",
            _mean(_PESSIMISTIC),
            tempting=(
                (
                    _PESSIMISTIC[0],
                    "This holds where the within pair has length 1. Add the partition where it has length 2.",
                ),
                (
                    _mean(_OPTIMISTIC),
                    "That counts the tie as won. The pessimistic rule counts it as lost.",
                ),
            ),
            hint="Count a tie as lost, then take the mean over the three partitions.",
            outcome="The pessimistic rule lies as far below one half as the optimistic rule lies above it.",
        ),
        Number(
            "Gamma, tie kept:",
            _mean(_KEPT),
            tempting=(
                (
                    _mean([aucc(counts) for counts in _THREE]),
                    "You found the mean of AUCC. For Gamma, subtract the comparisons lost from those won, and "
                    "divide by "
                    "all of them.",
                ),
            ),
            hint="Subtract the comparisons lost from those won, and divide by the number of comparisons, a tied "
            "comparison among them.",
            outcome="The three values are ½, ½ and \N{MINUS SIGN}1.",
        ),
        Number(
            "Gamma, tie dropped:",
            _mean(_DROPPED),
            tempting=(
                (
                    _mean(_KEPT),
                    "The tie is still in the denominator. Leave it out there as well.",
                ),
                (
                    _DROPPED[0],
                    "With a within pair of length 1 Gamma is 1. What is it in the third partition, and what is the "
                    "mean?",
                ),
            ),
            hint="Leave the tie out of the numerator and the denominator, for each partition by itself; then take "
            "the mean.",
            outcome="The three values are 1, 1 and \N{MINUS SIGN}1.",
        ),
        Choice(
            "Dropping a tie looks like the safe choice. Measured by Gamma, 2 AUCC \N{MINUS SIGN} 1, it moves the level",
            {
                "less far than the optimistic rule does.": "Compute Gamma from the mean of AUCC under the "
                "optimistic rule.",
                "as far as the optimistic rule does.": "The mean of AUCC under the optimistic rule gives a Gamma of 2 "
                "\N{MULTIPLICATION SIGN} 2/3 \N{MINUS SIGN} 1 = 1/3, which is the same.",
                "further than the optimistic rule does.": "A distance doubles when we go from AUCC to Gamma, so "
                "compare the two on one scale.",
            },
            "as far as the optimistic rule does.",
        ),
    ),
}


# ---- predictions

_SCALES = np.array(list(product(range(1, 6), repeat=4)), dtype=float)
_LINE = [[0.1], [0.2], [0.3]]


def _equal_after_shuffles():
    """How many pairs of twenty partitions by complete linkage, each of rows in another order, are equal."""
    rng, found = np.random.default_rng(0), []
    for _ in range(20):
        order = rng.permutation(len(_SCALES))
        labels = np.empty(len(_SCALES), dtype=int)
        labels[order] = cut_tree(linkage(_SCALES[order], method="complete"), n_clusters=3).ravel()
        found.append(pairs.co_membership(labels))
    return sum((one == other).all() for one, other in combinations(found, 2))


_MIRRORED = aucc_score(_LINE, [0, 0, 1]) == aucc_score(_LINE, [0, 1, 1])

_SIX = datasets.load_tied_scores()
_SIX_WON, _SIX_LOST, _SIX_TIED = counting.comparisons(
    [(-float(value), bool(kind)) for value, kind in zip(_SIX.y_score, _SIX.y_true, strict=True)]
)
_GAMMA_KEPT = Fraction(_SIX_WON - _SIX_LOST, _SIX_WON + _SIX_LOST + _SIX_TIED)
_GAMMA_DROPPED = Fraction(_SIX_WON - _SIX_LOST, _SIX_WON + _SIX_LOST)
_SIX_AREA = (_SIX_WON + Fraction(_SIX_TIED, 2)) / (_SIX_WON + _SIX_LOST + _SIX_TIED)

PREDICTIONS = {
    "pre-gamma-ties": Choice(
        "The area is 8/9. With which Gamma is AUCC still (1 + Gamma)/2?",
        {
            f"{_GAMMA_DROPPED}, without the ties": f"(1 + {_GAMMA_DROPPED})/2 is {(1 + _GAMMA_DROPPED) / 2}, not "
            f"{_SIX_AREA}.",
            f"{_GAMMA_KEPT}, with the ties": "A tie is half won and half lost. It adds nothing to the numerator and "
            "stays in the denominator.",
        },
        f"{_GAMMA_KEPT}, with the ties"
        if _SIX_AREA == (1 + _GAMMA_KEPT) / 2
        else f"{_GAMMA_DROPPED}, without the ties",
        predict=True,
    ),
    "pre-ties-shuffles": Number(
        "Of the 190 pairs of the twenty partitions, how many are two equal partitions?",
        _equal_after_shuffles(),
        predict=True,
        between=(0, 190),
        outcome="The data are the same each time, and still no two runs agree.",
    ),
    "pre-ties-line": Choice(
        "What does the computer answer for the two mirror images?",
        {
            "3/4 and 3/4": "That is what paper says. But 0.1, 0.2 and 0.3 are not what the computer stores.",
            "twice the same, but not 3/4": "The images are mirrored, but their last bits are not.",
            "two different values": "The last bit of a sum decides the tie. On paper it would be 3/4 twice.",
        },
        "3/4 and 3/4" if _MIRRORED else "two different values",
        predict=True,
    ),
    "pre-half-dropped": Choice(
        "The ties dropped from the four points: what is the mean of Gamma over the three partitions?",
        {
            "negative": "The partition with most ties has a positive Gamma, and dropping ties makes it larger.",
            "0": "That is what leaving out the undecided suggests. With the ties kept, it is so.",
            "positive": "A tie favours nobody, but dropping it makes the denominator "
            "smaller, and by a different part in each partition.",
        },
        "positive" if _FOUR_DROPPED > 0 else "negative" if _FOUR_DROPPED < 0 else "0",
        predict=True,
    ),
}
