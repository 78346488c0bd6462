"""Questions of the excursion *Gamma elsewhere*."""

import math
import operator
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
from scipy.stats import rankdata
from sklearn.datasets import load_iris

from aucc_teach import pairs, partitions
from aucc_teach.aucc import concordance
from aucc_teach.exercises import Break, Choice, Construct, Number, Objects, Open, Write

from ._claims import PAIRS
from ._studies import studies

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


# ---- translate

_R, _PN, _TIES = Fraction(3, 5), 20 * 25, 50
_AUCC = (1 + _R) / 2
_U = _PN * _AUCC
_S_PLUS = _U - Fraction(_TIES, 2)
_SETTLED = _PN - _TIES
_UNDER_OTHER_NAMES = {
    "Somers\N{RIGHT SINGLE QUOTATION MARK} D": (_S_PLUS - (_SETTLED - _S_PLUS)) / _PN,
    "Gini coefficient": 2 * _AUCC - 1,
    "AUCC": _AUCC,
    "Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma": _R * _PN / _SETTLED,
}
_GOODMAN_KRUSKAL = _UNDER_OTHER_NAMES["Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma"]
_AS_R = tuple(name for name, value in _UNDER_OTHER_NAMES.items() if value == _R)

# ---- three pairs, the first within


def _r_of(method, *, half_of=2):
    """R of three pairs, with ranks of this method; m over `half_of` in the denominator."""
    doubled = (2 * rankdata([1, 1, 2], method=method)).astype(int).tolist()
    return (Fraction(sum(doubled[1:]), 4) - Fraction(doubled[0], 2)) / Fraction(3, half_of)


_MIN_RANK = int(rankdata([1, 1, 2], method="min")[0])

# ---- the printed equation


def _profiles(*ns):
    """Size profiles with within and between pairs."""
    return [
        sizes
        for n in ns
        for sizes in {tuple(sorted(map(p.count, set(p)), reverse=True)) for p in partitions.set_partitions(n)}
        if 1 < len(sizes) < n
    ]


def _compared(sizes):
    """Comparisons, each as a within pair and a between pair."""
    labels = [label for label, size in enumerate(sizes) for _ in range(size)]
    everything = list(combinations(range(len(labels)), 2))
    within = [pair for pair in everything if labels[pair[0]] == labels[pair[1]]]
    return list(product(within, [pair for pair in everything if pair not in within]))


def _n_disjoint(sizes):
    return sum(not set(w) & set(b) for w, b in _compared(sizes))


_SIZES = sorted(_profiles(3, 4, 5), key=lambda sizes: (sum(sizes), len(sizes), sizes))
_WRITTEN = {sizes: ", ".join(map(str, sizes)) for sizes in _SIZES}


def _written(keep):
    return tuple(_WRITTEN[sizes] for sizes in _SIZES if keep(sizes))


# ---- counting comparisons


def _n_comparisons(sizes):
    within = sum(math.comb(size, 2) for size in sizes)
    return within * (math.comb(sum(sizes), 2) - within)


# ---- sixteen bits


def _halves(n):
    return _n_comparisons([n // 2, n // 2])


def _from(n, limit):
    """The first even number of objects, from `n` on, whose count of comparisons passes the limit."""
    while _halves(n) <= limit:
        n += 2
    return n


def _gamma_in_16_bits(n):
    return 2 * int(np.array([_halves(n)]).astype(np.int16)[0]) / _halves(n) - 1


def _full(limit, part=16):
    """Objects for which n to the fourth over `part` reaches the limit."""
    return round((part * limit) ** 0.25, 9)


_BY_THE_RULE = _full(2**15)
_OVERFLOWS = _from(2, 2**15 - 1)
_LOOKS_FINE = next(n for n in range(_OVERFLOWS, 100, 2) if _gamma_in_16_bits(n) >= -1)

# ---- four boxes, on a within pair of 3 and between pairs of 3, 2 and 1

_BETWEEN = (3, 2, 1)
_P, _M, _Z = (sum(sign(between, 3) for between in _BETWEEN) for sign in (operator.gt, operator.lt, operator.eq))
_BOXES = {
    "kept": Fraction(_P - _M, _P + _M + _Z),
    "dropped": Fraction(_P - _M, _P + _M),
    "concordant": Fraction(_P + _Z - _M, _P + _M + _Z),
    "never negative": max(Fraction(0), Fraction(_P - _M, _P + _M + _Z)),
}


# ---- claims


_GAMMA_DROPPED = Break(
    "gamma-dropped",
    "If ties are dropped, as in some packages, Gamma still satisfies AUCC = (1 + Gamma)/2.",
    (PAIRS,),
    _CHECKS,
    {
        "all-tied": "All comparisons are tied, so this Gamma is 0/0.",
        "holds": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. Gamma is {gamma} and the AUCC is "
        "{aucc}, which fits here. It always fits without ties, and with as many right comparisons as wrong ones.",
        "broken": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. This Gamma is {gamma}, and "
        "(1 + Gamma)/2 is {half}, but the AUCC is {aucc}.",
    },
    (
        (
            "Ties count for nothing in either of them.",
            "In the AUCC a tie counts one half, and the denominator has it, too. Add a tie to a list and compute both.",
        ),
        (
            "Gamma is Gamma.",
            "Programs that offer Gamma don't agree on ties. Compute this one for a list with a tie.",
        ),
        (
            "Ties lower both by the same proportion.",
            "Ties pull the AUCC towards 1/2, and Gamma without them stays as it was. Add one tie after the other.",
        ),
    ),
)


EXERCISES = {
    "ex-gamma-names": (
        Number(
            "The value of U:",
            _U,
            tempting=(
                (_R * _PN, "This is s₊ \N{MINUS SIGN} s₋. Find s₊, and add half of the ties to it."),
                (_AUCC, "That's the proportion U/(PN). Multiply it by the number of comparisons."),
                (
                    _AUCC * (20 + 25),
                    "That's for 20 + 25 comparisons. Each within pair meets each between pair: how many is that?",
                ),
            ),
            hint="R equals 2U/(PN) \N{MINUS SIGN} 1. How large is PN?",
        ),
        Number(
            "AUCC:",
            _AUCC,
            tempting=((_R, "That's R itself. The AUCC runs from 0 to 1: add 1, and divide by 2."),),
            hint="Solve R = 2 AUCC \N{MINUS SIGN} 1 for AUCC.",
        ),
        Objects(
            "Which of these equal R, whatever the ties are?",
            tuple(_UNDER_OTHER_NAMES),
            right=_AS_R,
            tempting=(
                (
                    tuple(name for name in _UNDER_OTHER_NAMES if name != "AUCC"),
                    "One of the three drops ties, and there are ties here.",
                ),
                (tuple(_UNDER_OTHER_NAMES), "One of the four is on a different scale, and one drops ties."),
                (
                    (_AS_R[0], "AUCC"),
                    "The AUCC is on a different scale: it's 1/2 where R is 0.",
                ),
            ),
            hint="In the table of names, look for the entries with *always*, and check their scale.",
        ),
        Choice(
            "Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma is",
            {
                "below R": "Does the denominator become larger or smaller when the ties leave it?",
                "equal to R": "This would be right if there were no ties.",
                "above R": "The numerator is the same, but the denominator is smaller.",
            },
            "above R" if _GOODMAN_KRUSKAL > _R else "below R",
            predict=True,
        ),
        Number(
            "Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma:",
            _GOODMAN_KRUSKAL,
            tempting=(
                (_R, "This is R, with the ties in the denominator. Take them out."),
                (
                    _S_PLUS / _SETTLED,
                    "That's the proportion of right comparisons. Subtract the proportion of wrong ones.",
                ),
                (
                    _R * _PN / (_PN + _TIES),
                    "The ties are among the 500 already, so subtract them.",
                ),
            ),
            hint="The numerator s₊ \N{MINUS SIGN} s₋ stays the same. How many comparisons don't tie?",
        ),
        Construct(
            "GammaGrid",
            todo="Find points and clusters for which Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma is 1 "
            "but Clarke\N{RIGHT SINGLE QUOTATION MARK}s R is not.",
            goal=(
                ("wrong", "==", 0, "The number of discordant cells is {wrong}, so gamma is below 1."),
                ("right", ">", 0, "No cell is concordant, so gamma is not 1."),
                ("tied", ">", 0, "No cell is tied, so R is 1 as well."),
            ),
            outcome="No comparison is discordant, so Gamma is 1 with ties dropped. But R keeps the ties in its "
            "denominator, so it stays below 1.",
        ),
        _GAMMA_DROPPED,
    ),
    "ex-gamma-min-ranks": (
        Number(
            "R with mid-ranks:",
            _r_of("average"),
            tempting=(
                (
                    _r_of("min"),
                    "That's with smallest ranks. Let the two tied values share the mean of 1 and 2.",
                ),
                (_r_of("average", half_of=1), "The difference is right. Divide it by half the number of pairs."),
                (_r_of("ordinal"), "Here two tied values have different ranks. Let them share the mean of both."),
            ),
            hint="Write down the three ranks. Then subtract the mean within rank from the mean between rank, and "
            "divide by M/2, where M is the number of pairs.",
            outcome="That is Gamma, with one comparison right, one tied and none wrong.",
        ),
        Number(
            "R with smallest ranks:",
            _r_of("min"),
            tempting=(
                (_r_of("average"), "That's with mid-ranks. Give both tied values rank 1."),
                (_r_of("dense"), "The last value doesn't have rank 2: after two firsts comes a third."),
            ),
            hint="There are two firsts and no second. Write down the three ranks.",
            outcome="This is neither Gamma with ties kept nor Gamma with ties dropped, which is 1.",
        ),
        Choice(
            "Which steps of the proof fail with smallest ranks?",
            {
                "step 1": "The smallest rank is 1 plus the number of pairs below, so a tie adds nothing.",
                "step 2": "Two tied between pairs share no point, and the tied within pairs add nothing to U.",
                "step 3": "The same happens with the within pairs.",
                "step 4": "This step only calculates with the results of the others. Look where the fault comes in.",
            },
            ("step 1", "step 2", "step 3"),
        ),
        Choice(
            "What does the smallest rank of the within pair count, apart from the pair itself?",
            {
                "the pairs below it": f"So it's {_MIN_RANK} here, as if nothing were tied.",
                "the pairs below it, and half of those tied with it": "This makes the mid-rank of the pair. Leave the "
                "ties out.",
                "the pairs below it, and those tied with it": "This makes the largest of the ranks that they "
                "share. Leave the ties out.",
            },
            "the pairs below it",
        ),
        Write("mid_ranks"),
    ),
    "ex-gamma-printed": (
        Objects(
            "For which of these sizes is the printed equation right, whatever the dissimilarities are?",
            tuple(_WRITTEN.values()),
            right=_written(lambda sizes: not _n_disjoint(sizes)),
            tempting=(
                (
                    _written(lambda sizes: sum(sizes) < 5 and len(sizes) == 2),
                    "In the sizes 3, 1, look at *ab* and *cd*, where *abc* is the cluster of three.",
                ),
                (
                    _written(lambda sizes: sum(sizes) < 5 and max(sizes) == 2),
                    "In the sizes 2, 1, 1, look at *ab* and *cd*, where *ab* is the cluster of two and *c* and *d* "
                    "are singletons.",
                ),
                (
                    _written(lambda sizes: sum(sizes) == 3),
                    "This holds because no comparison of three objects has four. Is there a case with four objects, "
                    "too?",
                ),
                (
                    _written(lambda sizes: sum(sizes) < 5),
                    "Four objects are enough for a within pair and a between pair that share no object. Look at each "
                    "list of sizes.",
                ),
            ),
            hint="The factor stands before the quadruples. When are there no quadruples?",
            outcome="In both cases, each between pair shares an object with each within pair.",
        ),
        Number(
            "The number of comparisons of four different objects, for the sizes 3, 1:",
            _n_disjoint((3, 1)),
            tempting=(
                (
                    len(_compared((3, 1))),
                    "That's all comparisons. Leave out those in which the two pairs share an object.",
                ),
                (
                    4 * _n_disjoint((3, 1)),
                    "Those are ordered quadruples. Each comparison is in four of them, so divide.",
                ),
            ),
            hint="There are three within pairs, and three between pairs with the singleton.",
            outcome="Each within pair is compared with the between pair of the third object.",
        ),
    ),
    "ex-gamma-sixteen": (
        Number(
            "According to n⁴/16, the counter is full at n =",
            _BY_THE_RULE,
            tempting=(
                (
                    _full(2**16),
                    "One of the 16 bits is for the sign, so take 2¹⁵.",
                ),
                (_full(2**15, part=1), "Multiply by 16 before you take the root."),
            ),
            hint="Set n⁴/16 equal to 2¹⁵ and solve for n.",
            places=1,
        ),
        Number(
            "If you count exactly, from which even n on does the counter overflow?",
            _OVERFLOWS,
            tempting=(
                (
                    2 * int(_BY_THE_RULE // 2),
                    "That's the last even n that fits. Go one step further.",
                ),
                (
                    _from(2, 2**16 - 1),
                    "That's for a counter without a sign. One bit is for the sign, so look for a smaller n.",
                ),
            ),
            hint="Compute PN for two halves. For which even n is it first above 2¹⁵ \N{MINUS SIGN} 1?",
        ),
        Number(
            "Which Gamma does the program report at this n?",
            _gamma_in_16_bits(_OVERFLOWS),
            tempting=(
                (1, "This is the true Gamma. Put what the counter holds into the formula, instead of s₊."),
                (
                    (_gamma_in_16_bits(_OVERFLOWS) + 1) / 2,
                    "The first step is right: this is s₊/(PN), with what the counter holds. Now double it and "
                    "subtract 1.",
                ),
            ),
            hint="The counter holds PN minus 2¹⁶.",
            outcome="No Gamma can be below \N{MINUS SIGN}1, so here the fault shows.",
            places=3,
        ),
        Number(
            "Which even n is the first whose reported value is possible, but wrong?",
            _LOOKS_FINE,
            tempting=(
                (_LOOKS_FINE - 2, "At this n the reported value is still below \N{MINUS SIGN}1. Try the next even n."),
            ),
            hint="Try the next even n, and go on until the value lies between \N{MINUS SIGN}1 and 1.",
            outcome="An overflow doesn't have to show.",
        ),
    ),
    "ex-gamma-boxes": (
        Choice(
            "Which single input can tell all four apart?",
            {
                "good clusters without ties": "With these, all four give the same answer. Add what they disagree "
                "about.",
                "good clusters with a tie": "Gamma is above 0, so the last box has nothing to set to 0 and gives the "
                "same answer as another.",
                "bad clusters without ties": "With these, only the box that sets negative values to 0 gives itself "
                "away. What would part the three others?",
                "bad clusters with a tie": "The tie separates the first three, and the negative value separates the "
                "last.",
            },
            "bad clusters with a tie",
        ),
        Number(
            "There is one within pair of 3, and there are between pairs of 3, 2 and 1. What does the box answer that "
            "counts ties as concordant?",
            _BOXES["concordant"],
            tempting=(
                (
                    _BOXES["kept"],
                    "This is the answer of the box that keeps ties. Add them to the concordant comparisons.",
                ),
                (
                    _BOXES["dropped"],
                    "This is the answer of the box that drops ties. Add them to the concordant comparisons.",
                ),
                (
                    _BOXES["never negative"],
                    "This is the answer of the box that sets negative values to 0. Leave the sign as it is.",
                ),
            ),
            hint="How many comparisons are concordant, discordant and tied? Add the tied comparisons to the "
            "concordant ones.",
        ),
        Open(
            (
                "An input on which the answer is known, such as separated clusters of growing size.",
                "How wide the counters are.",
                "What it answers when everything ties.",
                "How the time grows from one size to the next.",
            ),
            prompt="What would you ask before you trust a program with 100 000 objects?",
            name="write-down-what-you-would-ask-before-you",
        ),
    ),
}


# ---- predictions

_TIMES = studies.read_table(Path(__file__).parents[1] / "results" / "scaling.csv")
_AT_1000 = _TIMES[_TIMES["n"] == 1000].set_index("method")["seconds"]
_SORTING, _COMPARING = "the sort, in plain Python", "all comparisons, in NumPy"
_FASTER = _SORTING if _AT_1000["sort and merge"] < _AT_1000["pairs of pairs, NumPy"] else _COMPARING
_IN_32_BITS = 2 * int(np.array([_halves(600)]).astype(np.int32)[0]) / _halves(600) - 1
_REPORTED = ("1, as it should", "a value between \N{MINUS SIGN}1 and 1, but wrong", "a value that no Gamma can have")


def _tied_irises():
    """Percentage of the comparisons that tie, in millimetres."""
    centimetres, species = load_iris(return_X_y=True)
    counts = concordance(np.rint(10 * centimetres).astype(int), species, metric="sqeuclidean")
    return 100 * counts.s_zero / sum(counts)


PREDICTIONS = {
    "pre-gamma-irises": Number(
        "Four lengths to a tenth of a centimetre: what percentage of all comparisons will tie?",
        round(_tied_irises(), 2),
        predict=True,
        between=(0, 100),
        outcome="A squared distance adds up four squares, so it can take many values.",
    ),
    "pre-gamma-pairs": Number(
        "How many numbers are sorted for the 150 irises?",
        len(pairs.co_membership([0] * 150)),
        predict=True,
        between=(0, None),
        outcome="There are 150 · 149/2 pairs, and none of the 27 million comparisons is made.",
    ),
    "pre-else-python": Choice(
        "A thousand objects: which program is done first?",
        {
            _SORTING: "NumPy moves the line down, but a line with slope 4 passes every line with slope 2 in the end.",
            _COMPARING: "At this size the language still outweighs the algorithm.",
        },
        _FASTER,
        predict=True,
    ),
    "pre-else-bits": Choice(
        "What does a program with 32 bits report?",
        {
            _REPORTED[0]: "The counter has room for all comparisons.",
            _REPORTED[1]: "The counter has overflowed, and the result hides it.",
            _REPORTED[2]: "The counter has overflowed, and here the result gives it away. It doesn't take billions "
            "of objects.",
        },
        _REPORTED[0 if _IN_32_BITS == 1 else 1 if abs(_IN_32_BITS) <= 1 else 2],
        predict=True,
    ),
}
