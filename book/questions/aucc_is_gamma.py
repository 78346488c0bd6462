"""Questions of the chapter *AUCC is Gamma*."""

from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.spatial.distance import pdist
from scipy.stats import rankdata
from sklearn.datasets import load_iris

from aucc_teach import datasets, pairs
from aucc_teach.aucc import Concordance, concordance
from aucc_teach.exercises._claims import Break
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Order

from . import _counting as counting
from ._claims import LISTS_SEARCHED, PAIRS
from ._exact import aucc

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


def _counts(items):
    right, wrong, tied = counting.comparisons(items)
    return {"right": right, "wrong": wrong, "tied": tied}


def _gamma_diagonal(names, items):
    right, wrong, tied = counting.comparisons(items)
    gamma = Fraction(right - wrong, right + wrong + tied)
    facts = _counts(items) | {"gamma": gamma, "aucc": counting.aucc(items)}
    return "holds" if counting.aucc(items) == (1 + gamma) / 2 else "broken", facts


_GAMMA_DIAGONAL = Break(
    "gamma-diagonal",
    "With ties in its denominator, Gamma has AUCC = (1 + Gamma)/2.",
    (PAIRS,),
    _gamma_diagonal,
    {
        "holds": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. Gamma is {gamma}, AUCC "
        "{aucc}: it fits.",
    },
    (
        (
            "Both are 1 for perfect and 0 for blind labels.",
            "Gamma is 0 for blind labels on average, AUCC 1/2. And two points do not make a line.",
        ),
        (
            "With all comparisons below the line, a tie gives 0 to Gamma and one half to AUCC.",
            "And right gives 1 and 1, wrong \N{MINUS SIGN}1 and 0. So each comparison fits, and so does the mean.",
        ),
        (
            "There are no ties in continuous data.",
            "Then it is true in any case. The claim is about all data.",
        ),
    ),
    right=1,
    searched=LISTS_SEARCHED,
    up_to=6,
)


EXERCISES = {
    "ex-gamma-line": (
        Choice(
            "What do you guess, is Gamma negative?",
            {
                "Yes": "More comparisons are discordant than concordant: the clusters are interleaved.",
                "No": "The clusters are interleaved, but most within pairs are still close enough.",
            },
            "Yes" if _gamma(_LINE) < 0 else "No",
            predict=True,
        ),
        Number(
            "Cells with a +:",
            _LINE.s_plus,
            tempting=(
                (_LINE.s_minus, f"These are the cells with a {MINUS}. In which of them is the within pair closer?"),
            ),
            hint="Two rows, 3 and 5; four columns, 1, 2, 4 and 7. Where is the number of the row the smaller one?",
            outcome="Two in the lower row and one in the upper.",
        ),
        Number(
            "Gamma:",
            _gamma(_LINE),
            tempting=(
                (-_gamma(_LINE), f"The sign is turned round: the + count for it, the {MINUS} against it."),
                (
                    Fraction(_LINE.s_plus, _LINE.s_minus),
                    "This is a ratio of the two counts. Gamma is a difference of shares.",
                ),
                (
                    Fraction(_LINE.s_minus, _LINE.s_plus),
                    "This is a ratio of the two counts. Gamma is a difference of shares.",
                ),
                (aucc(_LINE), "This is AUCC, the share of +. Gamma takes the other share away."),
                (_LINE.s_plus - _LINE.s_minus, "Divide by the number of cells."),
            ),
            hint=f"The share of +, less the share of {MINUS}.",
            outcome="A difference of shares, of eight cells each.",
        ),
        Number(
            "AUCC:",
            aucc(_LINE),
            tempting=(
                (1 - aucc(_LINE), f"This is the share of {MINUS}."),
                (Fraction(_LINE.s_plus, _LINE.s_minus), "This is a ratio of the two counts. Divide by all cells."),
            ),
            hint="The share of +.",
            outcome="And (1 + Gamma)/2 is the same.",
        ),
        Construct(
            "GammaGrid",
            todo=f"Six points in three clusters of two. Change the clusters, and no point, until Gamma is {MINUS}1.",
            goal=(("n_points", "==", 6), ("n_clusters", "==", 3), ("comparisons", "==", 36), ("gamma", "==", -1)),
            outcome="Each cluster holds two points that face each other: its pair is farther than every pair between "
            "clusters, and all cells are discordant.",
            start={"points": _HEXAGON, "labels": [0, 0, 1, 1, 2, 2]},
        ),
    ),
    "ex-gamma-without": (
        Objects(
            "Which of the nine rows vanish?",
            _rows(np.ones_like(_HAS_D)),
            right=_rows(_HAS_D),
            tempting=(
                (_rows(~_HAS_D), "These stay: d is in none of them."),
                (_rows(_HAS_D)[:-1], "One is missing: d makes a within pair with each of its three companions."),
            ),
            hint="A row is a pair of two objects in one cluster. In which is d one of the two?",
            outcome="And three columns: de, df and dg.",
        ),
        Number(
            "Gamma of the six that are left:",
            _gamma(_WITHOUT_D),
            tempting=(
                (_gamma(_COUNTS), "So it was with d. In which rows are all the discordant cells?"),
                (Fraction(_LEFT, _P * _N), "This is the share of cells that are left. Which signs do they have?"),
            ),
            hint="Strike the rows and columns of d out in the figure. Which signs are left?",
            outcome="All cells that are left are concordant.",
        ),
        Number(
            "Comparisons that involved d, of the 108:",
            _P * _N - _LEFT,
            tempting=(
                (_COUNTS.s_minus, f"These are the cells with a {MINUS}. They all involve d, and so do many others."),
                (_D_ROWS * _N, "These are the cells of the rows that vanish. Columns vanish as well."),
                (_P * _D_COLUMNS, "These are the cells of the columns that vanish. Rows vanish as well."),
                (_D_ROWS * _N + _P * _D_COLUMNS, "Where a row and a column of d cross, a cell is counted twice here."),
            ),
            hint="How large is the grid that is left?",
            outcome="One half of them, although d is one object in seven.",
        ),
    ),
    "ex-gamma-hole": (
        Choice(
            "Which sentence is the first that fails?",
            {
                "Draw a within pair and a between pair blindly.": "There are PN ways, with ties and without.",
                "The within pair is closer with the probability p = s₊/(s₊ + s₋), and farther with 1 "
                f"{MINUS} p.": "The draw has PN outcomes. With ties these are more than s₊ + s₋, and some of them are "
                "neither.",
                f"So Γ = 2p {MINUS} 1.": "From the sentence before it this follows, for Gamma with ties dropped.",
                "The area is p.": "For this p it is not. Which sentence before it brings this p in?",
                "Hence AUCC = (1 + Γ)/2.": "If the area were p, this would follow. Look at where p comes from.",
            },
            f"The within pair is closer with the probability p = s₊/(s₊ + s₋), and farther with 1 {MINUS} p.",
        ),
        Order(
            f"The proof of *AUCC is Gamma, with ties*: a tie counts a share, {ALPHA}. Put it in order.",
            (
                "Each comparison is concordant, discordant or tied: s₊ + s₋ + s₀ = PN.",
                "Cut the area into the cells of the grid. Concordant cells lie below the curve, discordant ones above.",
                f"Of each block of tied cells the path leaves the share {ALPHA} below.",
                f"So AUCC = (s₊ + {ALPHA}s₀)/(PN).",
                f"Twice that, less 1, is (2s₊ + 2{ALPHA}s₀ {MINUS} PN)/(PN).",
                f"Put the first sentence in for PN above the line: s₊ {MINUS} s₋ + (2{ALPHA} {MINUS} 1)s₀ is left, and "
                "that is Gamma.",
            ),
            before=(
                (0, 1, "First the kinds of cells and their number. Then where they lie."),
                (1, 2, "The block of ties is what the curve crosses: first say where the other cells lie."),
                (2, 3, "The area is added up before it is known what ties bring."),
                (3, 4, "AUCC is doubled before there is a formula for it."),
                (4, 5, "PN is replaced above a line that is not there yet."),
            ),
            hint="Count cells, place them, add them up, double, replace PN.",
            outcome=f"For {ALPHA} = ½ the last term is gone: equation (10).",
        ),
        Construct(
            "GammaGrid",
            todo="Three points, a and b in one cluster. Move one of them until Gamma with ties dropped is 1, and "
            "AUCC is less.",
            goal=(("n_points", "==", 3), ("right", ">", 0), ("wrong", "==", 0), ("tied", ">", 0)),
            outcome=f"The within pair is as far as one between pair. With this tie dropped Gamma is {_dropped(_HOLE)}, "
            f"and so is (1 + Gamma)/2. But AUCC is {aucc(_HOLE)}.",
            start={"points": [[200, 500], [400, 500], [700, 500]], "labels": [0, 0, 1]},
        ),
        _GAMMA_DIAGONAL,
    ),
    "ex-gamma-halves": (
        Number(
            "s₊ without both halves:",
            _PLUS,
            tempting=(
                (_COUNTS.s_plus, "That is the true count. Each half undoes a doubling."),
                (int(_COUNTS.s_plus / _HALF), "This forgets one half. There are two."),
                (_COUNTS.s_plus * _HALF * _HALF, "Without the halves the sum becomes larger, not smaller."),
            ),
            hint="How often does the sum meet each within pair, and how often each between pair?",
            outcome="Each cell is met four times.",
        ),
        Number(
            "Gamma then:",
            Fraction(_PLUS - _MINUS, _PLUS + _MINUS),
            tempting=(
                (Fraction(_PLUS - _MINUS, _P * _N), "The line below has s₊ + s₋ of the same program, not PN."),
                (Fraction(_PLUS, _PLUS + _MINUS), "This is the share of +. Take that of the others away."),
            ),
            hint="Both counts are wrong by the same factor.",
            outcome="The factor cancels.",
        ),
        Number(
            "s₊/(PN) then:",
            Fraction(_PLUS, _P * _N),
            tempting=(
                (aucc(_COUNTS), "That is AUCC as it is. P and N are counted apart from the sum, and are right."),
            ),
            hint="P and N do not come out of the sum: 9 and 12.",
            outcome="No share can be that large.",
        ),
        Choice(
            "Would a test on Gamma find the fault?",
            {
                "Yes, for it comes out four times too large": "Both counts are, and Gamma divides one by the other.",
                "Only if there are ties": "Ties would be counted by a third sum. Which factor would it have?",
                "No": "Gamma is as before for all data. So test the counts.",
            },
            "No",
        ),
    ),
    "ex-gamma-ranks": (
        Number(
            "W:",
            _W,
            tempting=(
                (_P * (_RANKS.size + 1) - _W, "These ranks begin at the farthest pair. Begin at the closest."),
                (
                    _rank_sum(_SQUARED) - _LEAST,
                    "That is what W has above its smallest value: the comparisons that go wrong.",
                ),
                (Fraction(_RANKS.sum()) - _W, "This is the rank sum of the between pairs."),
            ),
            hint="1 + 2 + ... + 6, and 10 + 11 + 12.",
            outcome="The smallest sum that nine ranks can have is 45.",
        ),
        Number(
            "AUCC:",
            _aucc_of(_W),
            tempting=(
                (1 - _W / (_P * _N), "Not all of W is wrong: take ½P(P + 1) away first."),
                (1 - _aucc_of(_W), "That is the share of comparisons that go wrong."),
            ),
            hint="W less 45 comparisons go wrong, of 108.",
            outcome="As on the grid.",
        ),
        Number(
            "Gamma:",
            _gamma_of(_W),
            tempting=((_aucc_of(_W), "That is AUCC. Gamma is twice that, less 1."),),
            hint="Twice AUCC, less 1. Or 2/N times the difference of the two mean ranks.",
            outcome="The within pairs have the mean rank 6, and all pairs 11.",
        ),
        Choice(
            "Now the six pairs tie. What does Gamma do?",
            {
                "It rises": "Nine comparisons that were lost are half won.",
                "It stays": "Ties change what each of nine comparisons counts.",
                "It falls": "That would need comparisons that were won to become ties.",
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
                    "Tied pairs have the smallest of their ranks here. They share the mean.",
                ),
                (_rank_sum(_WITH_TIES, "max"), "Tied pairs have the largest of their ranks here. They share the mean."),
                (_W, "So it was before. Which mid-rank do the ranks 7 to 12 give?"),
            ),
            hint="Six pairs share the mean of 7, 8, ..., 12. How many of them are within pairs?",
            outcome="Three times the mid-rank 9½ in place of 10 + 11 + 12.",
        ),
        Number(
            "Gamma with the ties:",
            _gamma_of(_W_TIED),
            tempting=(
                (_gamma_of(_W), "So it was before the ties."),
                (_aucc_of(_W_TIED), "That is AUCC. Gamma is twice that, less 1."),
                (
                    _WON,
                    "So it is if ties count as won, or are dropped. They stay among the comparisons, and count for "
                    "neither side.",
                ),
                (
                    _gamma_of(_rank_sum(_WITH_TIES, "min")),
                    "Tied pairs have the smallest of their ranks here, and Gamma is above 1. They share the mean.",
                ),
            ),
            hint="2/N times the difference of the mean rank of all pairs and that of the within pairs.",
            outcome="And AUCC is 23/24.",
        ),
    ),
    "ex-gamma-coarse": (
        Choice(
            "Which moves most? What do you expect?",
            {
                "ties kept": "Below the line each new tie costs its whole credit, and most of them were concordant.",
                "ties dropped": "Above and below the line the ties are gone, so the fraction changes less.",
                "ties concordant": "What was concordant and is tied now counts as before.",
            },
            _MOVES_MOST,
            predict=True,
        ),
        Number(
            "Gamma with ties kept, in whole centimetres, halves rounded up:",
            float(_COARSE["ties kept"]),
            tempting=(
                (float(_COARSE["ties dropped"]), "Here the ties are dropped below the line."),
                (float(_COARSE["ties concordant"]), "Here the ties count as concordant."),
                (float(_FINE["ties kept"]), "That is in millimetres."),
                (
                    float(_TO_EVEN["ties kept"]),
                    "Here halves went to the even number, as NumPy rounds: 4.5 became 4. Round them up, to 5.",
                ),
            ),
            hint="Round to whole centimetres, halves up, and square whole numbers. Divide by all comparisons, ties "
            "among them.",
            outcome="One comparison in twenty is a tie now.",
            places=3,
        ),
        Choice(
            "Most of what rounding has tied was concordant before. What does dropping do with it?",
            {
                "It leaves the numerator and the denominator.": "So the fraction looks nearly as good as before, and "
                "nobody sees what is missing.",
                "It goes on counting as concordant.": "That is the third value. Dropped, it counts on neither side.",
                "It stays in the denominator.": "That is the first value: there it costs its whole credit.",
            },
            "It leaves the numerator and the denominator.",
        ),
        Write("gamma"),
    ),
}
