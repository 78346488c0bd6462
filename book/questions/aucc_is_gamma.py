"""Questions of the chapter *AUCC is Gamma*."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.spatial.distance import pdist
from scipy.stats import rankdata
from sklearn.datasets import load_iris

from aucc_teach import datasets, pairs
from aucc_teach.aucc import Concordance, concordance
from aucc_teach.exercises import Break, Choice, Construct, Number, Objects, Order, Write

from . import _counting as counting
from ._claims import LISTS_SEARCHED, PAIRS
from ._exact import aucc

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims
MINUS, ALPHA = "\N{MINUS SIGN}", "\N{GREEK SMALL LETTER ALPHA}"


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


# Both halves undo a doubling: without them each comparison counts four times.
_HALF = Fraction(1, 2)
_PLUS, _MINUS = (int(count / _HALF / _HALF) for count in _COUNTS[:2])

# ---- ranks

_SQUARED = ((_SEVEN.points[:, None] - _SEVEN.points) ** 2).sum(axis=2)[np.triu_indices(7, 1)]
_RANKS = rankdata(_SQUARED)
_IS_TIED = (_RANKS >= 7) & (_RANKS <= 12)
_WITH_TIES = np.where(_IS_TIED, _RANKS[_IS_TIED].min(), _RANKS)
_LEAST = Fraction(_P * (_P + 1), 2)


def _rank_sum(values, method="average"):
    return Fraction(rankdata(values, method)[_TOGETHER].sum())


def _aucc_of(rank_sum):
    return 1 - (rank_sum - _LEAST) / (_P * _N)


def _gamma_of(rank_sum):
    return 2 * _aucc_of(rank_sum) - 1


_W, _W_TIED = _rank_sum(_SQUARED), _rank_sum(_WITH_TIES)
_WON = _dropped(concordance(_WITH_TIES, _SEVEN.labels, metric="precomputed"))
_MOVES = "It rises" if _gamma_of(_W_TIED) > _gamma_of(_W) else "It falls"

# ---- a proof with a hole

_HOLE = concordance([[0], [1], [2]], [0, 0, 1])

# ---- irises


def _kinds(data, species):
    """Gamma by what is done with ties: kept below the line, dropped, concordant."""
    squared, is_within = pdist(data, "sqeuclidean").astype(int), pairs.co_membership(species)
    within, between = (np.bincount(squared[kind], minlength=squared.max() + 1) for kind in (is_within, ~is_within))
    right, tied = (int((within * counts).sum()) for counts in (between.sum() - between.cumsum(), between))
    counts = Concordance(right, int(within.sum() * between.sum()) - right - tied, tied)
    concordant = Fraction(counts.s_plus + counts.s_zero - counts.s_minus, sum(counts))
    return {"ties kept": _gamma(counts), "ties dropped": _dropped(counts), "ties concordant": concordant}


def _irises():
    centimetres, species = load_iris(return_X_y=True)
    fine = np.rint(10 * centimetres).astype(int)
    to_even = np.rint(centimetres).astype(int)
    return [_kinds(data, species) for data in (fine, (fine + 5) // 10, to_even)]


_FINE, _COARSE, _TO_EVEN = _irises()
_MOVES_MOST = max(_FINE, key=lambda kind: abs(_FINE[kind] - _COARSE[kind]))

_HEXAGON = [[800, 500], [650, 760], [350, 760], [200, 500], [350, 240], [650, 240]]


# ---- claims


_GAMMA_DIAGONAL = Break(
    "gamma-diagonal",
    "With ties in its denominator, Gamma has AUCC = (1 + Gamma)/2.",
    (PAIRS,),
    _CHECKS,
    {
        "holds": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. Gamma is {gamma} and AUCC is "
        "{aucc}, which fits the claim.",
    },
    (
        (
            "Both are 1 for perfect labels and 0 for random labels.",
            "For random labels Gamma is 0 on average, but AUCC is 1/2. Two points do not prove a formula, so ask what "
            "a single comparison adds to each side.",
        ),
        (
            "With all comparisons in the denominator, a tie contributes 0 to Gamma and one half to AUCC.",
            "A right comparison contributes 1 to both, and a wrong one \N{MINUS SIGN}1 to Gamma and 0 to AUCC. So each "
            "comparison fits, and therefore the mean does.",
        ),
        (
            "There are no ties in continuous data.",
            "For such data the claim would hold. It is about all data, so ask what a tie adds to each side.",
        ),
    ),
    right=1,
    searched=LISTS_SEARCHED,
    up_to=6,
)


EXERCISES = {
    "ex-gamma-line": (
        Choice(
            "Do you expect Gamma to be negative?",
            {
                "Yes": "More comparisons are discordant than concordant, because the clusters are interleaved.",
                "No": "Here the clusters are interleaved. Are most within pairs still close enough?",
            },
            "Yes" if _gamma(_LINE) < 0 else "No",
            predict=True,
        ),
        Number(
            "The number of cells with a +:",
            _LINE.s_plus,
            tempting=(
                (
                    _LINE.s_minus,
                    f"You counted the cells with a {MINUS}. Count those in which the within pair is closer.",
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
                    f"The direction is reversed: the + cells count for Gamma, the {MINUS} cells against it.",
                ),
                (
                    Fraction(_LINE.s_plus, _LINE.s_minus),
                    "You took a ratio of the two counts. Divide each by the number of cells, and subtract.",
                ),
                (
                    Fraction(_LINE.s_minus, _LINE.s_plus),
                    "You took a ratio, and upside down. Divide each count by the number of cells, and subtract.",
                ),
                (
                    aucc(_LINE),
                    f"You have AUCC, the proportion of +. Subtract the proportion of {MINUS} from it.",
                ),
                (_LINE.s_plus - _LINE.s_minus, "The first step is right. After it, divide by the number of cells."),
            ),
            hint=f"Subtract the proportion of {MINUS} from the proportion of +.",
            outcome="It is a difference of two proportions, each out of eight cells.",
        ),
        Number(
            "AUCC:",
            aucc(_LINE),
            tempting=(
                (1 - aucc(_LINE), f"You have the proportion of {MINUS}. How much is left for the +?"),
                (
                    Fraction(_LINE.s_plus, _LINE.s_minus),
                    "You divided one count by the other. Divide by the number of all cells.",
                ),
            ),
            hint="AUCC is the proportion of +.",
            outcome="You get the same value from (1 + Gamma)/2.",
        ),
        Construct(
            "GammaGrid",
            todo="There are six points in three clusters of two. Change the clusters, but do not move any point, "
            f"until Gamma is {MINUS}1.",
            goal=(
                ("n_points", "==", 6, "There are {n_points} points now, and there must be six."),
                ("n_clusters", "==", 3, "The number of clusters is {n_clusters}, and there must be three."),
                ("comparisons", "==", 36, "The three clusters must hold two points each."),
                ("gamma", "==", -1, f"Gamma is {{gamma}}, and not {MINUS}1."),
            ),
            outcome="Each cluster holds two points that face each other, so its pair is farther than every pair "
            "between clusters, and all cells are discordant.",
            start={"points": _HEXAGON, "labels": [0, 0, 1, 1, 2, 2]},
        ),
    ),
    "ex-gamma-without": (
        Objects(
            "Which of the nine rows vanish?",
            _rows(np.ones_like(_HAS_D)),
            right=_rows(_HAS_D),
            tempting=(
                (_rows(~_HAS_D), "These rows stay, because d is in none of them. Choose those with a d in their name."),
                (_rows(_HAS_D)[:-1], "You left out a row. With how many companions does d make a within pair?"),
            ),
            hint="A row is a pair of objects in one cluster. In which of these pairs is d?",
            outcome="Three columns vanish as well: de, df and dg.",
        ),
        Number(
            "Gamma of the six points that are left:",
            _gamma(_WITHOUT_D),
            tempting=(
                (_gamma(_COUNTS), "This is Gamma with d still there. In which rows are all the discordant cells?"),
                (
                    Fraction(_LEFT, _P * _N),
                    "You found which proportion of the cells is left. Look at their signs, and forget the rest.",
                ),
            ),
            hint="Strike out the rows and columns of d in the figure. Which signs are left?",
            outcome="All cells that are left are concordant.",
        ),
        Number(
            "The number of the 108 comparisons that involved d:",
            _P * _N - _LEFT,
            tempting=(
                (
                    _COUNTS.s_minus,
                    f"You counted the cells with a {MINUS}. They all involve d, but so do many + cells: count whole "
                    "rows and columns.",
                ),
                (_D_ROWS * _N, "You counted the rows that vanish. Add the columns, without counting a cell twice."),
                (_P * _D_COLUMNS, "You counted the columns that vanish. Add the rows, without counting a cell twice."),
                (
                    _D_ROWS * _N + _P * _D_COLUMNS,
                    "You counted some cells twice, because they lie where a row and a "
                    "column of d cross. Count each of them once.",
                ),
            ),
            hint="How large is the grid that is left?",
            outcome="This is one half of them, although d is only one object in seven.",
        ),
    ),
    "ex-gamma-hole": (
        Choice(
            "Which sentence is the first that fails?",
            {
                "Draw a within pair and a between pair at random.": "This can be done in PN ways, with ties or "
                "without. Read on: what does the next sentence make of them?",
                "The within pair is closer with probability p = s₊/(s₊ + s₋), and farther with probability 1 "
                f"{MINUS} p.": "The draw has PN outcomes. With ties these are more than s₊ + s₋, because in some of "
                "them the within pair is neither closer nor farther.",
                f"So Γ = 2p {MINUS} 1.": "This follows from the sentence before it, for Gamma with ties dropped. So "
                "test that sentence.",
                "The area is p.": "This is indeed wrong for this p. But which earlier sentence brings this p in?",
                "Hence AUCC = (1 + Γ)/2.": "This would follow if the area were p. Look at where p comes from.",
            },
            f"The within pair is closer with probability p = s₊/(s₊ + s₋), and farther with probability 1 {MINUS} p.",
        ),
        Order(
            f"In the proof of *AUCC is Gamma, with ties*, a tie counts {ALPHA}. Put the proof in order.",
            (
                "Each comparison is concordant, discordant or tied: s₊ + s₋ + s₀ = PN.",
                "Cut the area into the cells of the grid. Concordant cells lie below the curve, discordant cells "
                "above it.",
                f"The path leaves the proportion {ALPHA} of each block of tied cells below it.",
                f"So AUCC = (s₊ + {ALPHA}s₀)/(PN).",
                f"Twice that minus 1 is (2s₊ + 2{ALPHA}s₀ {MINUS} PN)/(PN).",
                f"Substitute the first sentence for PN in the numerator, which becomes s₊ {MINUS} s₋ + (2{ALPHA} "
                f"{MINUS} 1)s₀. So the fraction is Gamma.",
            ),
            before=(
                (0, 1, "Begin with the kinds of cells and their number. After it comes where they lie."),
                (1, 2, "The curve crosses the blocks of ties, so first say where the other cells lie."),
                (2, 3, "You added up the area before it was known what ties contribute."),
                (3, 4, "You doubled AUCC before there was a formula for it."),
                (4, 5, "You replaced PN in a numerator that is not there yet."),
            ),
            why=(
                "Two distances are smaller, larger or equal, and there are P times N comparisons.",
                "The curve is the boundary between the signs.",
                "That is what it means that a tie counts so much.",
                "All cells have the same area, 1/(PN).",
                "The two fractions have the same denominator.",
                "One form of PN fits the denominator, the other cancels half of s₊.",
            ),
            hint="Count the cells, place them, add them up, double the sum, and replace PN.",
            outcome=f"For {ALPHA} = ½ the last term vanishes, which leaves equation (10).",
        ),
        Construct(
            "GammaGrid",
            todo="There are three points, with a and b in one cluster. Move one of them until Gamma with ties dropped "
            "is 1 and AUCC is less than 1.",
            goal=(
                ("n_points", "==", 3, "There are {n_points} points now, and there must be three."),
                ("wrong", "==", 0, "The number of discordant cells is {wrong}, so Gamma is below 1."),
                ("right", ">", 0, "No cell is concordant, so Gamma with ties dropped is not 1."),
                ("tied", ">", 0, "No cell is tied, so AUCC is not less than 1."),
            ),
            outcome=f"The within pair is as far apart as one of the between pairs. With this tie dropped, Gamma is "
            f"{_dropped(_HOLE)}, and so is (1 + Gamma)/2. But AUCC is {aucc(_HOLE)}.",
            start={"points": [[200, 500], [400, 500], [700, 500]], "labels": [0, 0, 1]},
        ),
        _GAMMA_DIAGONAL,
    ),
    "ex-gamma-halves": (
        Number(
            "s₊ without the two halves:",
            _PLUS,
            tempting=(
                (
                    _COUNTS.s_plus,
                    "This is the true count. Without its halves the sum is larger: by which factor?",
                ),
                (
                    int(_COUNTS.s_plus / _HALF),
                    "You left out a single half. The program forgets both, so double once more.",
                ),
                (
                    _COUNTS.s_plus * _HALF * _HALF,
                    "You halved twice more. A sum without its halves becomes larger: double twice.",
                ),
            ),
            hint="How often does the sum meet each within pair, and how often each between pair?",
            outcome="The sum meets each cell four times.",
        ),
        Number(
            "Gamma without the two halves:",
            Fraction(_PLUS - _MINUS, _PLUS + _MINUS),
            tempting=(
                (
                    Fraction(_PLUS - _MINUS, _P * _N),
                    "You divided by PN, which the program does not know. Divide by its own s₊ + s₋.",
                ),
                (
                    Fraction(_PLUS, _PLUS + _MINUS),
                    f"You have the proportion of +. Subtract the proportion of {MINUS} from it.",
                ),
            ),
            hint="Both counts are too large by the same factor.",
            outcome="The factor cancels, so Gamma is as before.",
        ),
        Number(
            "s₊/(PN) without the two halves:",
            Fraction(_PLUS, _P * _N),
            tempting=(
                (
                    aucc(_COUNTS),
                    "This is the true AUCC. Put the wrong s₊ into it, and leave P and N, which do not come from the "
                    "sum.",
                ),
            ),
            hint="P and N do not come from the sum: they are 9 and 12.",
            outcome="No proportion can be that large.",
        ),
        Choice(
            "Would a test on Gamma find the fault?",
            {
                "Yes, because it comes out four times too large": "Both counts do. Write Gamma with 4s₊ and 4s₋, and "
                "look for the factor.",
                "Only if there are ties": "A third sum would count the ties. Which factor would it have?",
                "No": "Gamma is as before for all data, so it is the counts that have to be tested.",
            },
            "No",
        ),
    ),
    "ex-gamma-ranks": (
        Number(
            "The rank sum W:",
            _W,
            tempting=(
                (
                    _P * (_RANKS.size + 1) - _W,
                    "The direction is reversed: these ranks begin at the farthest pair. Begin at the closest.",
                ),
                (
                    _rank_sum(_SQUARED) - _LEAST,
                    "You have the excess of W over its smallest value. Add that value, 45, again.",
                ),
                (
                    Fraction(_RANKS.sum()) - _W,
                    "You added the ranks of the between pairs. Add 1 to 6 and 10 to 12 instead.",
                ),
            ),
            hint="Add 1 + 2 + ... + 6 and 10 + 11 + 12.",
            outcome="The smallest sum that nine ranks can have is 45.",
        ),
        Number(
            "AUCC:",
            _aucc_of(_W),
            tempting=(
                (1 - _W / (_P * _N), "You took all of W for wrong comparisons. Subtract ½P(P + 1) first."),
                (
                    1 - _aucc_of(_W),
                    "You have the proportion of comparisons that go wrong. What is left for the others?",
                ),
            ),
            hint="The number of comparisons that go wrong is W minus 45, out of 108.",
            outcome="It is the same as on the grid.",
        ),
        Number(
            "Gamma:",
            _gamma_of(_W),
            tempting=((_aucc_of(_W), "You have AUCC. Double it and subtract 1."),),
            hint="Double AUCC and subtract 1, or take 2/N times the difference between the two mean ranks.",
            outcome="The mean rank is 6 for the within pairs, and 11 for all pairs.",
        ),
        Choice(
            "Now the six pairs tie. What do you expect Gamma to do?",
            {
                "It rises": "Nine comparisons that were lost are now half won.",
                "It stays": "The ties change what each of nine comparisons counts, so Gamma cannot stay as it was.",
                "It falls": "This would need comparisons that were won to become ties. Were these nine won?",
            },
            _MOVES,
            predict=True,
        ),
        Number(
            "W with the ties:",
            _W_TIED,
            tempting=(
                (
                    _rank_sum(_WITH_TIES, "min"),
                    "You gave the tied pairs the smallest of their ranks. Give each the mean of 7 to 12.",
                ),
                (
                    _rank_sum(_WITH_TIES, "max"),
                    "You gave the tied pairs the largest of their ranks. Give each the mean of 7 to 12.",
                ),
                (_W, "This is W before the ties. Which mid-rank do the ranks 7 to 12 give?"),
            ),
            hint="Six pairs share the mean of 7, 8, ..., 12. How many of them are within pairs?",
            outcome="The sum has three times the mid-rank 9½ in place of 10 + 11 + 12.",
        ),
        Number(
            "Gamma with the ties:",
            _gamma_of(_W_TIED),
            tempting=(
                (_gamma_of(_W), "This is Gamma before the ties. Put the new W into the formula."),
                (_aucc_of(_W_TIED), "You have AUCC. Double it and subtract 1."),
                (
                    _WON,
                    "You counted the ties as won, or dropped them. Keep them in the denominator, and let them count "
                    "for neither side.",
                ),
                (
                    _gamma_of(_rank_sum(_WITH_TIES, "min")),
                    "A Gamma above 1 is impossible. You gave the tied pairs the smallest of their ranks: try the mean.",
                ),
            ),
            hint="Take 2/N times the difference between the mean rank of all pairs and the mean rank of the within "
            "pairs.",
            outcome="For comparison, AUCC is 23/24.",
        ),
    ),
    "ex-gamma-coarse": (
        Choice(
            "Which of the three do you expect to move most?",
            {
                "ties kept": "In the denominator each new tie costs its whole credit, and most of these comparisons "
                "were concordant.",
                "ties dropped": "The ties are gone from numerator and denominator, so the fraction changes less.",
                "ties concordant": "A comparison that was concordant and is now tied counts as before, so this value "
                "changes less.",
            },
            _MOVES_MOST,
            predict=True,
        ),
        Number(
            "Gamma with ties kept, in whole centimetres, halves rounded up:",
            float(_COARSE["ties kept"]),
            tempting=(
                (
                    float(_COARSE["ties dropped"]),
                    "You dropped the ties. Keep them in the denominator.",
                ),
                (
                    float(_COARSE["ties concordant"]),
                    "You counted the ties as concordant. Let them count for neither side, but keep them in the "
                    "denominator.",
                ),
                (
                    float(_FINE["ties kept"]),
                    "This is Gamma in millimetres. Round the measurements first, and then compute.",
                ),
                (
                    float(_TO_EVEN["ties kept"]),
                    "You rounded halves to the even number, as NumPy does, so 4.5 became 4. Round halves up, to 5.",
                ),
            ),
            hint="Round to whole centimetres, halves up, and square whole numbers. Divide by all comparisons, "
            "including ties.",
            outcome="About one comparison in twenty is now a tie.",
            places=3,
        ),
        Choice(
            "Most comparisons that rounding has tied were concordant before. What does dropping do with such a "
            "comparison?",
            {
                "It leaves the numerator and the denominator.": "So the fraction looks nearly as good as before, and "
                "the reader cannot see what is missing.",
                "It goes on counting as concordant.": "This describes the third value, ties concordant. Where does a "
                "comparison go that is dropped?",
                "It stays in the denominator.": "This describes the first value, ties kept. Where does a comparison "
                "go that is dropped?",
            },
            "It leaves the numerator and the denominator.",
        ),
        Write("gamma"),
    ),
}


# ---- predictions

_SIX = datasets.load_tied_scores()
_SIX_MARKS = [(-float(value), bool(kind)) for value, kind in zip(_SIX.y_score, _SIX.y_true, strict=True)]
_RIGHT, _WRONG, _TIED = counting.comparisons(_SIX_MARKS)
_KEPT, _LESS = Fraction(_RIGHT - _WRONG, _RIGHT + _WRONG + _TIED), Fraction(_RIGHT - _WRONG, _RIGHT + _WRONG)
_FITS = _KEPT if counting.aucc(_SIX_MARKS) == (1 + _KEPT) / 2 else _LESS


def _tied_irises():
    """Percentage of the comparisons that tie, in millimetres."""
    centimetres, species = load_iris(return_X_y=True)
    counts = concordance(np.rint(10 * centimetres).astype(int), species, metric="sqeuclidean")
    return 100 * counts.s_zero / sum(counts)


PREDICTIONS = {
    "pre-gamma-cells": Number(
        "How many of the 108 cells are minus?",
        _COUNTS.s_minus,
        predict=True,
        between=(0, 108),
        outcome="AUCC is the proportion of plus cells, so one cell in twelve is minus. A cell is a comparison, and "
        "not a pair.",
    ),
    "pre-gamma-ties": Choice(
        "The area is 8/9. With which Gamma is AUCC still (1 + Gamma)/2?",
        {
            f"{_LESS}, without the ties": f"(1 + {_LESS})/2 is {(1 + _LESS) / 2}, not {counting.aucc(_SIX_MARKS)}.",
            f"{_KEPT}, with the ties": "A tie is half won and half lost, so it adds nothing to the numerator and stays "
            "in the denominator. Programs that drop it are common.",
        },
        f"{_KEPT}, with the ties" if _FITS == _KEPT else f"{_LESS}, without the ties",
        predict=True,
    ),
    "pre-gamma-irises": Number(
        "Four lengths to a tenth of a centimetre: what percentage of all comparisons will tie?",
        round(_tied_irises(), 2),
        predict=True,
        between=(0, 100),
        outcome="Squared distances add four numbers, so they take many values.",
    ),
    "pre-gamma-pairs": Number(
        "How many numbers are sorted for the 150 irises?",
        len(pairs.co_membership([0] * 150)),
        predict=True,
        between=(0, None),
        outcome="There are 150 · 149/2 pairs, and the 27 million comparisons of the grid are never made.",
    ),
}
