"""Questions of the chapter *Rand's c*."""

from fractions import Fraction
from itertools import permutations
from math import comb
from pathlib import Path

from aucc_teach.datasets import load_rand_points
from aucc_teach.exercises import Break, Choice, Construct, Number, Open, Order, Write
from aucc_teach.pairs import contingency_table, pair_counts

from . import _counting as counting
from ._claims import TWO

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims
# {abc, def} and {ab, cd, ef}
_FIRST, _SECOND = (0, 0, 0, 1, 1, 1), (0, 0, 1, 1, 2, 2)
_COUNTS = pair_counts(_FIRST, _SECOND)
_M = sum(_COUNTS)
_CELLS = contingency_table(_FIRST, _SECOND)
_MARGINS = int((_CELLS.sum(axis=0) ** 2).sum() + (_CELLS.sum(axis=1) ** 2).sum())
_SQUARES = int((_CELLS**2).sum())
_ALONE = pair_counts(_FIRST, range(6))


def _share(sizes):
    return Fraction(sum(comb(size, 2) for size in sizes), comb(sum(sizes), 2))


# Before the results in the text
_RAND = load_rand_points()
_MEANS = [counting.rand(tuple(_RAND.labels_true.tolist()), order) for order in permutations(_RAND.labels_pred.tolist())]

_THREES, _TWOS = _share([3, 3]), _share([2, 2, 2])
_P = _share([190, 10])
_LEVEL = _P**2 + (1 - _P) ** 2


# ---- claims


_RAND_HALF = Break(
    "rand-half",
    "If c is above 1/2, some pair is together in both partitions.",
    TWO,
    _CHECKS,
    {
        "low": "c is {c}, and the claim is about values above 1/2. Try partitions that agree on more pairs.",
        "holds": "c is {c}, but {pair} are together in both. Look for agreement of the other kind.",
        "broken": "c is {c}, although no pair is together in both. Pairs that agree: {tn}, all of them apart.",
    },
    (
        (
            "If most answers agree, some of them agree on *together*.",
            "All of them can agree on *apart*, and these pairs count in full. Try many small clusters.",
        ),
        (
            "If no pair is together in both, c is 0.",
            "For c to be 0, no pair may be apart in both either. Count tn.",
        ),
        (
            "Two partitions of the same objects always have a pair in common.",
            "A partition into singletons has no pair together. Try it against another one.",
        ),
    ),
)


EXERCISES = {
    "ex-rand-alone": (
        Number(
            "c:",
            Fraction(int(_ALONE.tn), int(_M)),
            tempting=(
                (0, "It's true that no pair is together for both. Now count the pairs that are apart for both."),
                (
                    Fraction(int(_ALONE.fn), int(_M)),
                    "That's the proportion of pairs on which they disagree. c is about the other pairs.",
                ),
                (1, "That would be c if they agreed on every pair. What does the first person say about *a* and *b*?"),
            ),
            hint="With singletons every pair is apart. How many pairs are apart for the first person too?",
            outcome="All the agreement is *apart*. It's the same c as for the second person's piles.",
            name="c",
        ),
    ),
    "ex-rand-small": (
        Number(
            "The level of chance:",
            _THREES * _TWOS + (1 - _THREES) * (1 - _TWOS),
            tempting=(
                (_THREES * _TWOS, "That's the rectangle of the pairs together for both. Add the opposite one."),
                (
                    (1 - _THREES) * (1 - _TWOS),
                    "That's the rectangle of the pairs apart for both. Add the opposite one.",
                ),
                (
                    Fraction(int(_COUNTS.tp + _COUNTS.tn), int(_M)),
                    "That's c of these two partitions. The level of chance is its mean over all shuffles. You only "
                    "need the sizes of the piles.",
                ),
            ),
            hint="Piles of three and three have 3 + 3 pairs together, piles of two, two and two have 1 + 1 + 1. "
            "Divide both by 15, then add up the two rectangles.",
            outcome="One rectangle is 2/25 and the other 12/25.",
            name="level",
        ),
    ),
    "ex-rand-table": (
        Number(
            "c:",
            Fraction(int(_COUNTS.tp + _COUNTS.tn), int(_M)),
            tempting=(
                (
                    Fraction(int(_COUNTS.fn + _COUNTS.fp), int(_M)),
                    "That's the proportion of pairs on which they disagree. Take it away from 1.",
                ),
                (
                    1 - Fraction(_MARGINS - _SQUARES, int(_M)),
                    "This is below 0, and c can't be. Halve the squares of rows and columns before you take away the "
                    "cells.",
                ),
                (
                    1 - Fraction(_MARGINS - 2 * _SQUARES, 2 * len(_FIRST) ** 2),
                    "This is divided by n². How many pairs do six objects make?",
                ),
            ),
            hint="The table has the rows 2, 1, 0 and 0, 1, 2. Do with it what the chapter did with the table of the "
            "stones.",
            outcome="They disagree on a third of the pairs, and c counts the others.",
        ),
        Number(
            "On how many pairs do they agree because both have them apart?",
            int(_COUNTS.tn),
            tempting=(
                (
                    int(_COUNTS.tp + _COUNTS.tn),
                    "That's all the pairs on which they agree. Some of them are together in both: leave those out.",
                ),
                (
                    int(_COUNTS.tp),
                    "These are the pairs that are together in both. The question is about the other kind.",
                ),
            ),
            hint="Which of the four counts is it?",
            outcome="Most of the agreement is of this kind.",
            name="pairs-that-agree-by-rand-s-second-reason",
        ),
        _RAND_HALF,
        Write("rand_c"),
    ),
    "ex-rand-proof": (
        Order(
            "The steps of the proof of the computational form are mixed up. Put them in order.",
            (
                "The partitions disagree on the pairs that are together in only one of them: fn + fp pairs.",
                "Pairs within rows, minus pairs within cells, are fn.",
                "x objects have ½ (x² \N{MINUS SIGN} x) pairs. Rows and cells both add up to n, so the terms without "
                "a square cancel: fn = ½ (Σa² \N{MINUS SIGN} Σn²).",
                "The same argument with columns for rows: fp = ½ (Σb² \N{MINUS SIGN} Σn²).",
                "fn + fp = m, and c is 1 minus m divided by the number of all pairs.",
            ),
            before=(
                (
                    0,
                    1,
                    "This step counts fn before we know what fn is for. Which step says which pairs c needs?",
                ),
                (
                    1,
                    2,
                    "This step puts squares in place of fn. First look for the step that says what fn is.",
                ),
                (2, 3, "The argument about columns repeats one about rows. Put rows first."),
                (3, 4, "This sum has the value m only when both fn and fp are known as squares."),
            ),
            why=(
                "c counts the pairs with the same answer. All others are together in one partition and apart in the "
                "other.",
                "A pair within a row is together in the first partition. Within a cell it's together in both, so it "
                "isn't one of fn.",
                "The terms without a square add up to n in the rows and to n in the cells.",
                "Nothing in the step before depends on which partition comes first.",
                "Every pair on which the partitions disagree was counted in exactly one of fn and fp.",
            ),
            hint="Begin with the pairs that c leaves out. What does the table say about those within its rows?",
            outcome="In the end only sums of squares are left.",
        ),
    ),
    "ex-rand-unequal": (
        Number(
            "What do you guess for the level of clusters of 190 and 10?",
            float(_LEVEL),
            predict=True,
            between=(0, 1),
            outcome="There are only two clusters, but the level is as high as for ten clusters of twenty.",
        ),
        Number(
            "The level of clusters of 180 and 20, to three decimals:",
            float(_share([180, 20]) ** 2 + (1 - _share([180, 20])) ** 2),
            tempting=(
                (
                    float(_share([180, 20]) ** 2),
                    "That's the rectangle of the pairs together in both. Add that of the pairs apart in both.",
                ),
                (
                    float(_share([180, 20])),
                    "That's p, the proportion of pairs together in one partition. Put it into the formula for the "
                    "level.",
                ),
                (
                    float(_share([100, 100]) ** 2 + (1 - _share([100, 100])) ** 2),
                    "That's the level of two clusters of equal size. Compute p again, with 180 and 20.",
                ),
            ),
            hint="First find p: the pairs within 180 and within 20, divided by all pairs. Then p² + (1 "
            "\N{MINUS SIGN} p)².",
            outcome="It lies between the level of 150 and 50 and the level of 190 and 10.",
            places=3,
        ),
        Choice(
            "What makes the level high?",
            {
                "A proportion p of pairs together that is far from one half": "Then even unrelated partitions of "
                "these sizes give the same answer on most pairs, either *apart* or *together*.",
                "Many clusters": "Here there are two clusters, and the level is high all the same. What do many "
                "clusters of equal size have in common with one huge cluster?",
                "A large proportion p of pairs together": "That's half of it. What happens when nearly all pairs are "
                "apart?",
                "Many objects": "Double all sizes, and the level hardly moves, since it depends on proportions of "
                "pairs. Which proportion?",
            },
            "A proportion p of pairs together that is far from one half",
        ),
        Construct(
            "DealAgain",
            todo="Two clusters of equal size have a level of about one half. Keep two clusters, but bring the level "
            "above 0.7. It's the dashed line, the exact mean.",
            goal=(
                ("k", "==", 2, "There are {k} clusters now. Go back to two."),
                ("expected_c", ">", 0.7, "The level is {expected_c}. Bring it above 0.7."),
            ),
            outcome="One cluster is huge, so most pairs are together in both.",
            start={"beside": False},
        ),
    ),
    "ex-rand-level": (Write("expected_c"),),
    "ex-rand-wine": (
        Choice(
            "Which level answers this: would any labels of these sizes do as well?",
            {
                "c of k-means after each measurement is shuffled by itself": "That would tell us whether k-means "
                "does as well on data without clusters. Here the data stay as they are. What has to be shuffled?",
                "c of every wine as a singleton": "These labels have other cluster sizes. Which choice keeps the "
                "sizes?",
                "c of shuffled labels": "The sizes stay as they are, and the labels know nothing.",
                "One half": "The level depends on the cluster sizes. Compute p for the varieties: is it near one half?",
            },
            "c of shuffled labels",
        ),
        Open(
            (
                "The answer names a level, with the question that this level answers.",
                "The level is computed for the sizes of these varieties and these clusters.",
                "c is compared with the level, instead of being called so many percent right.",
            ),
            name="verdict",
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
        outcome="Both keep many pairs apart, however the labels are shuffled, and these pairs count as agreement.",
        name="shuffled",
    ),
}
