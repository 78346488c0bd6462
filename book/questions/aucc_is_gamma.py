"""Questions of the chapter *AUCC is Gamma*."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np

from aucc_teach import datasets, pairs
from aucc_teach.aucc import concordance
from aucc_teach.exercises import Break, Choice, Construct, Number, Objects, Write

from ._claims import LISTS_SEARCHED, PAIRS
from ._exact import aucc

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims
MINUS = "\N{MINUS SIGN}"


def _gamma(counts):
    return Fraction(counts.s_plus - counts.s_minus, sum(counts))


def _dropped(counts):
    return Fraction(counts.s_plus - counts.s_minus, counts.s_plus + counts.s_minus)


_LINE = concordance([[0], [2], [3], [7]], [0, 1, 0, 1])

# ---- the seven points

_SEVEN = datasets.load_figure3()
_COUNTS = concordance(_SEVEN.points, _SEVEN.labels)
_NAMES = tuple(_SEVEN.names[i] + _SEVEN.names[j] for i, j in combinations(range(7), 2))
_TOGETHER = pairs.co_membership(_SEVEN.labels)
_HAS_D = np.array(["d" in name for name in _NAMES])
_P, _N = int(_TOGETHER.sum()), int((~_TOGETHER).sum())
_D_ROWS, _D_COLUMNS = int((_TOGETHER & _HAS_D).sum()), int((~_TOGETHER & _HAS_D).sum())
_LEFT = (_P - _D_ROWS) * (_N - _D_COLUMNS)
_OTHERS = [i for i, name in enumerate(_SEVEN.names) if name != "d"]
_WITHOUT_D = concordance(_SEVEN.points[_OTHERS], _SEVEN.labels[_OTHERS])


def _rows(chosen):
    return tuple(name for name, is_in in zip(_NAMES, chosen & _TOGETHER, strict=True) if is_in)


# ---- ties

_HOLE = concordance([[0], [1], [2]], [0, 0, 1])
_IN_WORDS = concordance(
    np.digitize(np.sqrt(((_SEVEN.points[:, None] - _SEVEN.points) ** 2).sum(axis=2)), [300, 700]),
    _SEVEN.labels,
    metric="precomputed",
)


def _of_flippers():
    """Comparisons of the penguins' flippers: in millimetres, in centimetres, and with halves rounded to even."""
    birds = datasets.load_penguins().dropna(subset=["Flipper Length (mm)"])
    millimetres = birds[["Flipper Length (mm)"]].to_numpy().astype(int)
    species = birds["Species"].str.split().str[0].to_numpy()
    rulers = millimetres, (millimetres + 5) // 10, np.rint(millimetres / 10)
    return [concordance(lengths, species) for lengths in rulers]


_FINE, _COARSE, _TO_EVEN = _of_flippers()
_WAYS = {
    (False, True): "kept falls, dropped rises",
    (True, False): "kept rises, dropped falls",
    (False, False): "both fall",
    (True, True): "both rise",
}
_WAY = _WAYS[_gamma(_COARSE) > _gamma(_FINE), _dropped(_COARSE) > _dropped(_FINE)]

_HEXAGON = [[800, 500], [650, 760], [350, 760], [200, 500], [350, 240], [650, 240]]


# ---- claims


_GAMMA_DIAGONAL = Break(
    "gamma-diagonal",
    "With ties in its denominator, Gamma has AUCC = (1 + Gamma)/2.",
    (PAIRS,),
    _CHECKS,
    {
        "holds": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. Gamma is {gamma} and the AUCC "
        "is {aucc}, which fits the claim.",
    },
    (
        (
            "Both are 1 for perfect labels and 0 for random labels.",
            "Random labels have a mean Gamma of 0 and a mean AUCC of 1/2. But two values that fit don't prove a "
            "formula. Try what a single comparison adds to each side.",
        ),
        (
            "With all comparisons in the denominator, a tie contributes 0 to Gamma and one half to the AUCC.",
            "A right comparison adds 1 to both, and a wrong one \N{MINUS SIGN}1 to Gamma and 0 to the AUCC. The "
            "formula fits each single comparison, and so it fits their mean.",
        ),
        (
            "There are no ties in continuous data.",
            "Without ties the claim does hold. It's about all data, though, so work out what a tie adds to each side.",
        ),
    ),
    right=1,
    searched=LISTS_SEARCHED,
    up_to=6,
)


EXERCISES = {
    "ex-gamma-without": (
        Objects(
            "Which of the nine rows vanish?",
            _rows(np.ones_like(_HAS_D)),
            right=_rows(_HAS_D),
            tempting=(
                (_rows(~_HAS_D), "These are the rows that stay. Take those with a d in their name."),
                (_rows(_HAS_D)[:-1], "One row is missing. With how many points does d share its cluster?"),
            ),
            hint="A row is a pair of points in one cluster. In which of these pairs is d?",
            outcome="Three columns go as well: de, df and dg.",
        ),
        Number(
            "Gamma of the six points that are left:",
            _gamma(_WITHOUT_D),
            tempting=(
                (_gamma(_COUNTS), "That's Gamma of all seven points. In which rows are the minus cells?"),
                (
                    Fraction(_LEFT, _P * _N),
                    "That's the proportion of the cells that are left. For Gamma, look at the signs in them.",
                ),
            ),
            hint="Strike out the rows and columns of d in the figure. Which signs are left?",
            outcome="All the cells that are left are concordant.",
        ),
        Number(
            "The number of the 108 comparisons that involved d:",
            _P * _N - _LEFT,
            tempting=(
                (
                    _COUNTS.s_minus,
                    f"These are the cells with a {MINUS}. They all have d in them, and so do many plus cells: count "
                    "whole rows and columns.",
                ),
                (_D_ROWS * _N, "Those are the rows. Add the columns, without counting a cell twice."),
                (_P * _D_COLUMNS, "Those are the columns. Add the rows, without counting a cell twice."),
                (
                    _D_ROWS * _N + _P * _D_COLUMNS,
                    "Where a row and a column of d cross, a cell is in both and counts twice here. Count it once.",
                ),
            ),
            hint="How large is the grid that's left?",
            outcome="It's half of them, although d is only one point in seven.",
        ),
    ),
    "ex-gamma-line": (
        Number(
            "The number of cells with a +:",
            _LINE.s_plus,
            tempting=(
                (
                    _LINE.s_minus,
                    f"That's the number of cells with a {MINUS}. In which cells is the within pair shorter?",
                ),
            ),
            hint="There are two rows, 3 and 5, and four columns, 1, 2, 4 and 7. In which cells is the number of the "
            "row smaller?",
            outcome="There are two in the lower row and one in the upper row.",
        ),
        Number(
            "Gamma:",
            _gamma(_LINE),
            tempting=(
                (
                    -_gamma(_LINE),
                    f"The size is right. The + cells count for Gamma and the {MINUS} cells against it: which are "
                    "there more of?",
                ),
                (
                    Fraction(_LINE.s_plus, _LINE.s_minus),
                    "This is one count divided by the other. Divide each by the number of cells, and subtract.",
                ),
                (
                    Fraction(_LINE.s_minus, _LINE.s_plus),
                    "This is one count divided by the other. Divide each by the number of cells, and subtract.",
                ),
                (
                    aucc(_LINE),
                    f"That's the proportion of +, which is the AUCC. Subtract the proportion of {MINUS} from it.",
                ),
                (_LINE.s_plus - _LINE.s_minus, "Good so far. Now divide by the number of cells."),
            ),
            hint=f"Subtract the proportion of {MINUS} from the proportion of +.",
            outcome="It's a difference of two proportions, each out of eight cells.",
        ),
        Number(
            "The AUCC:",
            aucc(_LINE),
            tempting=(
                (1 - aucc(_LINE), f"That's the proportion of {MINUS}. How much is left for the +?"),
                (
                    Fraction(_LINE.s_plus, _LINE.s_minus),
                    "This is one count divided by the other. Divide by the number of all cells.",
                ),
            ),
            hint="The AUCC is the proportion of +.",
            outcome="You get the same value from (1 + Gamma)/2.",
            name="aucc",
        ),
    ),
    "ex-gamma-minus": (
        Construct(
            "GammaGrid",
            todo=f"Leave the points where they are, and change the clusters until Gamma is {MINUS}1.",
            goal=(
                ("n_points", "==", 6, "There are {n_points} points now, and there must be six."),
                ("n_clusters", "==", 3, "The number of clusters is {n_clusters}, and there must be three."),
                ("comparisons", "==", 36, "The three clusters must hold two points each."),
                (
                    "gamma",
                    "==",
                    -1,
                    f"Gamma is {{gamma}}, and not {MINUS}1 yet. Which pairs of a ring are the longest?",
                ),
            ),
            outcome="Each cluster holds two points that face each other. That makes each within pair longer than "
            "every between pair, and all cells are discordant.",
            start={"points": _HEXAGON, "labels": [0, 0, 1, 1, 2, 2]},
        ),
    ),
    "ex-gamma-hole": (
        Choice(
            "Which sentence is the first that fails?",
            {
                "Draw a within pair and a between pair at random.": "This can be done in PN ways, with ties or "
                "without. What does the next sentence make of them?",
                "The within pair is closer with probability q = s₊/(s₊ + s₋), and farther with probability 1 "
                f"{MINUS} q.": "There are PN ways to draw, and with ties that's more than s₊ + s₋. In some of them the "
                "within pair is neither closer nor farther.",
                f"So Γ = 2q {MINUS} 1.": "If the sentence before it holds, this follows for Gamma with ties dropped. "
                "Does it hold?",
                "The area is q.": "For this q it's wrong indeed. Which earlier sentence brought this q in?",
                "Hence AUCC = (1 + Γ)/2.": "This would follow if the area were q. Where does q come from?",
            },
            f"The within pair is closer with probability q = s₊/(s₊ + s₋), and farther with probability 1 {MINUS} q.",
        ),
        Construct(
            "GammaGrid",
            todo="There are three points, with a and b in one cluster. Move one of them until Gamma with ties dropped "
            "is 1 and the AUCC is less than 1.",
            goal=(
                ("n_points", "==", 3, "There are {n_points} points now, and there must be three."),
                ("wrong", "==", 0, "The number of discordant cells is {wrong}, so Gamma is below 1."),
                ("right", ">", 0, "No cell is concordant, so Gamma with ties dropped is not 1."),
                ("tied", ">", 0, "No cell is tied, so the AUCC is not less than 1."),
            ),
            outcome="The within pair is as long as one of the between pairs. With this tie dropped, Gamma is "
            f"{_dropped(_HOLE)}, and so is (1 + Gamma)/2. But the AUCC is {aucc(_HOLE)}.",
            start={"points": [[200, 500], [400, 500], [700, 500]], "labels": [0, 0, 1]},
            name="there-are-three-points-with-a-and-b-in",
        ),
        _GAMMA_DIAGONAL,
    ),
    "ex-gamma-coarse": (
        Choice(
            "Which way do you expect Gamma to go?",
            {
                "both fall": "With the ties kept it falls. With the ties dropped, think about which comparisons are "
                "left.",
                "both rise": "With the ties dropped it rises. Ties that are kept stay in the denominator and add "
                "nothing to the numerator.",
                "kept falls, dropped rises": "Close calls become ties, and more of the close calls were lost than of "
                "the others. Without them, the comparisons that are left look better.",
                "kept rises, dropped falls": "It's the other way round. Think about what a comparison earns once it "
                "is a tie.",
            },
            _WAY,
            predict=True,
        ),
        Number(
            "Gamma of the flippers in centimetres, with ties kept:",
            float(_gamma(_COARSE)),
            tempting=(
                (float(_dropped(_COARSE)), "That's with the ties dropped. To keep them, divide by all comparisons."),
                (float(_gamma(_FINE)), "That's in millimetres. Round the lengths first, and then compute."),
                (
                    float(_gamma(_TO_EVEN)),
                    "NumPy rounds a half to the even number, so 18.5 became 18. Round halves up, to 19.",
                ),
                (
                    float(Fraction(_COARSE.s_plus + _COARSE.s_zero - _COARSE.s_minus, sum(_COARSE))),
                    "That counts the ties as plus cells. Leave them out of the numerator, and keep them in the "
                    "denominator.",
                ),
            ),
            hint="Add 5 millimetres and divide by 10 without a remainder (// 10). Then count with at.concordance, as "
            "in the last section.",
            outcome="Nearly one comparison in five is a tie now.",
            places=3,
        ),
        Write("gamma"),
    ),
}


# ---- predictions

PREDICTIONS = {
    "pre-gamma-cells": Number(
        "How many of the 108 cells are minus?",
        _COUNTS.s_minus,
        predict=True,
        between=(0, 108),
        outcome="Three within pairs are out of order with three between pairs. A cell is a comparison of two pairs, so "
        "that makes three times three.",
    ),
    "pre-gamma-dropped": Choice(
        "The nine ties are left out. What's Gamma?",
        {
            "less than 5/6": "It goes up: the cells that are left out were all minus before.",
            "5/6, as before": "It goes up: the cells that are left out were all minus before.",
            "1": "All the cells that are left are plus.",
        },
        "1" if _dropped(_IN_WORDS) == 1 else "5/6, as before",
        predict=True,
    ),
}
