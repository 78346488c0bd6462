"""Questions of the excursion *Gamma elsewhere*."""

import math
import operator
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from scipy.stats import rankdata

from aucc_teach import datasets, pairs, partitions
from aucc_teach.exercises._claims import Break
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open

from . import _counting as counting
from ._claims import PAIRS

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


# ---- the factor, on the seven points

_TRIPLES, _QUADRUPLES = 51, 192  # as the exercise gives them
_SEVEN = datasets.load_figure3()
_TOGETHER = pairs.co_membership(_SEVEN.labels)
_COUPLES = list(combinations(range(len(_SEVEN.labels)), 2))
_TOUCHING = sum(
    bool(set(w) & set(b))
    for (w, is_w), (b, is_b) in product(zip(_COUPLES, _TOGETHER, strict=True), repeat=2)
    if is_w and not is_b
)
_ALL_SEVEN = int(_TOGETHER.sum() * (~_TOGETHER).sum())

# ---- counting comparisons


def _n_comparisons(sizes):
    within = sum(math.comb(size, 2) for size in sizes)
    return within * (math.comb(sum(sizes), 2) - within)


def _slope(root, *, of_roots=False):
    """Slope from root squared objects in as many clusters as the root says, to twice the root."""
    counted = [_n_comparisons([r] * r) for r in (root, 2 * root)]
    return round(math.log(counted[1] / counted[0]) / math.log(2 if of_roots else 4), 9)


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


def _counts(items):
    right, wrong, tied = counting.comparisons(items)
    return {"right": right, "wrong": wrong, "tied": tied}


def _gamma_dropped(names, items):
    right, wrong, _ = counting.comparisons(items)
    if not right + wrong:
        return "all-tied", {}
    gamma = Fraction(right - wrong, right + wrong)
    facts = _counts(items) | {"gamma": gamma, "aucc": counting.aucc(items), "half": (1 + gamma) / 2}
    return "holds" if counting.aucc(items) == (1 + gamma) / 2 else "broken", facts


_GAMMA_DROPPED = Break(
    "gamma-dropped",
    "If ties are dropped, as in some packages, Gamma still satisfies AUCC = (1 + Gamma)/2.",
    (PAIRS,),
    _gamma_dropped,
    {
        "all-tied": "All comparisons are tied, so this Gamma is 0/0.",
        "holds": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. Gamma is {gamma} and AUCC is "
        "{aucc}, which fits here. It always fits without ties, and with as many right comparisons as wrong ones.",
        "broken": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. This Gamma is {gamma}, and "
        "(1 + Gamma)/2 is {half}, whereas AUCC is {aucc}.",
    },
    (
        (
            "Ties count for nothing in either of them.",
            "In AUCC a tie counts one half, and it is also in the denominator.",
        ),
        (
            "Gamma is Gamma.",
            "Programs that offer Gamma do not agree on ties.",
        ),
        (
            "Ties lower both by the same proportion.",
            "Ties pull AUCC towards 1/2, whereas Gamma without them stays as it was.",
        ),
    ),
)


EXERCISES = {
    "ex-gamma-names": (
        Number(
            "The value of U:",
            _U,
            tempting=(
                (_R * _PN, "That would be s₊ \N{MINUS SIGN} s₋. U is s₊ plus half of the ties."),
                (_AUCC, "That would be the proportion U/(PN). Here we want U itself, a number of comparisons."),
                (_AUCC * (20 + 25), "You added 20 and 25. Which total counts the comparisons?"),
            ),
            hint="R equals 2U/(PN) \N{MINUS SIGN} 1. How large is PN?",
        ),
        Number(
            "AUCC:",
            _AUCC,
            tempting=((_R, "That would be R, which runs from \N{MINUS SIGN}1 to 1. AUCC runs from 0 to 1."),),
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
                    "AUCC is on a different scale, because it is 1/2 where R is 0.",
                ),
            ),
            hint="In the table of names, look for the entries with *always*, and check their scale.",
        ),
        Choice(
            "Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma is",
            {
                "below R": "The direction is reversed: does the denominator become larger or smaller when the ties "
                "leave it?",
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
                (_R, "That would be R, with the ties in the denominator. Here they leave it."),
                (
                    _S_PLUS / _SETTLED,
                    "That would be the proportion of right comparisons. From it, subtract the "
                    "proportion of wrong ones.",
                ),
                (
                    _R * _PN / (_PN + _TIES),
                    "The tied comparisons are already among the 500, so they have to be subtracted, not added.",
                ),
            ),
            hint="The numerator s₊ \N{MINUS SIGN} s₋ stays the same. How many comparisons do not tie?",
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
                    "That would be R with smallest ranks. With mid-ranks, two tied values share the mean of 1 and 2.",
                ),
                (_r_of("average", half_of=1), "You divided by m. Which total belongs in the denominator?"),
                (_r_of("ordinal"), "You gave two tied values different ranks. With mid-ranks they share one."),
            ),
            hint="Write down the three ranks. Then subtract the mean within rank from the mean between rank, and "
            "divide by m/2.",
            outcome="That is Gamma, with one comparison right, one tied and none wrong.",
        ),
        Number(
            "R with smallest ranks:",
            _r_of("min"),
            tempting=(
                (_r_of("average"), "That would be R with mid-ranks. Here both tied values get rank 1."),
                (_r_of("dense"), "You gave the last value rank 2. But after two firsts comes a third."),
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
                "step 4": "This step only calculates with the results of the others, so whatever is wrong came in "
                "before.",
            },
            ("step 1", "step 2", "step 3"),
        ),
        Choice(
            "What does the smallest rank of the within pair count, apart from the pair itself?",
            {
                "the pairs below it": f"Therefore it is {_MIN_RANK} here, as if nothing were tied.",
                "the pairs below it, and half of those tied with it": "That would be the mid-rank of the pair. Here "
                "we want the smallest rank.",
                "the pairs below it, and those tied with it": "That would be the largest of the ranks that they "
                "share. Here we want the smallest.",
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
                    "That would be the number of all comparisons. Here we want those in which "
                    "the two pairs share no object.",
                ),
                (
                    4 * _n_disjoint((3, 1)),
                    "You counted the ordered quadruples, and each comparison is in four of them. Count it once.",
                ),
            ),
            hint="There are three within pairs, and three between pairs with the singleton.",
            outcome="Each within pair is compared with the between pair of the third object.",
        ),
    ),
    "ex-gamma-factor": (
        Number(
            "What does the line give for s₊?",
            Fraction(_TRIPLES + _QUADRUPLES, 4),
            tempting=(
                (
                    _TRIPLES + Fraction(_QUADRUPLES, 4),
                    "That would be the value from the theorem. The line divides the triples by 4 as well.",
                ),
                (_TRIPLES + _QUADRUPLES, "That would be the printed equation, without any factor. The line has one."),
            ),
            hint="The line takes a quarter of t₊ + q₊.",
            outcome="This is not a whole number, so it counts nothing.",
        ),
        Choice(
            "The line fails for comparisons",
            {
                "that are tied": "A tie is in neither sum, so it harms neither the line nor the theorem.",
                "of pairs that share no object": "For these the reason holds, because either pair can be written in "
                "two orders.",
                "of pairs that share an object": "The triple says which object is shared, so the order is fixed.",
            },
            "of pairs that share an object",
        ),
        Number(
            f"For how many of the {_ALL_SEVEN} comparisons of the seven points does the line fail?",
            _TOUCHING,
            tempting=(
                (
                    _ALL_SEVEN - _TOUCHING,
                    "That would be the number for which the line is right. Here we want the others.",
                ),
                (
                    _TRIPLES,
                    "You counted only the concordant ones among them. Count the discordant ones as well.",
                ),
            ),
            hint="Take one within pair after the other. With which between pairs does the line fail?",
        ),
        Choice(
            "How often is each of these comparisons met?",
            {
                "once": "The shared object comes first in the triple, and then the other two have their places.",
                "twice": "This would be right if there were two orders. But the shared object must come first.",
                "four times": "This would be right if the four objects were different. Write down the triple *i, j, "
                "s*: what may be exchanged?",
            },
            "once",
        ),
    ),
    "ex-gamma-k": (
        Choice(
            "Which slope do you expect for many objects?",
            {
                "4": "You left out that k grows, so 1/k is not a constant.",
                "3.5": "The number of comparisons grows like n⁴ divided by the root of n.",
                "3": "You divided by n. But k is the root of n.",
                "2": "That would be nearly the work of sorting. Here we count comparisons.",
            },
            "3.5",
        ),
        Number(
            "The number of comparisons for 16 objects in four clusters of four:",
            _n_comparisons([4] * 4),
            tempting=(
                (
                    Fraction(4 - 1, 4 * 4**2) * 16**4,
                    "That would be the approximation. Here we want the exact number: count within and between pairs, "
                    "and multiply.",
                ),
                (
                    math.comb(math.comb(16, 2), 2),
                    "You counted any two pairs. Count only a within pair with a between pair.",
                ),
            ),
            hint="How many pairs lie within the four clusters, and how many between them?",
        ),
        Number(
            "The slope from 16 to 64 objects:",
            _slope(4),
            tempting=(
                (
                    _slope(4, of_roots=True),
                    "You divided by the logarithm of 8/4. The slope is against n, so divide by the logarithm of 64/16.",
                ),
                (
                    4 - 1 / 2,
                    "That would be the limit of the slopes. For few objects n(n \N{MINUS SIGN} 1)/2 is not yet n²/2.",
                ),
            ),
            hint="Count the comparisons at both sizes. Divide the difference of their logarithms by the difference of "
            "the logarithms of n.",
            outcome="The slope comes down to the limit from above.",
        ),
    ),
    "ex-gamma-sixteen": (
        Number(
            "According to n⁴/16, the counter is full at n =",
            _BY_THE_RULE,
            tempting=(
                (
                    _full(2**16),
                    "You used all 16 bits. But one of them is the sign, so the largest value is 2¹⁵ \N{MINUS SIGN} 1.",
                ),
                (_full(2**15, part=1), "You left out a factor: multiply by 16 before you take the root."),
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
                    "That would be the last even n that fits. Here we want the first that does not.",
                ),
                (_from(2, 2**16 - 1), "That would be right for a counter without a sign. Here one bit is the sign."),
            ),
            hint="Compute PN for two halves. For which even n is it first above 2¹⁵ \N{MINUS SIGN} 1?",
        ),
        Number(
            "Which Gamma does the program report at this n?",
            _gamma_in_16_bits(_OVERFLOWS),
            tempting=(
                (1, "That would be the true Gamma. Here we want the reported value: what does the counter hold?"),
                (
                    (_gamma_in_16_bits(_OVERFLOWS) + 1) / 2,
                    "The first step is right: this is s₊/(PN), with what the counter holds. Now double it and "
                    "subtract 1.",
                ),
            ),
            hint="The counter holds PN minus 2¹⁶.",
            outcome="No Gamma can be below \N{MINUS SIGN}1, so here the fault shows itself.",
            places=3,
        ),
        Number(
            "Which even n is the first whose reported value is possible, but wrong?",
            _LOOKS_FINE,
            tempting=((_LOOKS_FINE - 2, "At this n the reported value is still below \N{MINUS SIGN}1."),),
            hint="Try the next even n, and go on until the value lies between \N{MINUS SIGN}1 and 1.",
            outcome="So an overflow need not show itself.",
        ),
    ),
    "ex-gamma-boxes": (
        Choice(
            "Which single input can tell all four apart?",
            {
                "good clusters without ties": "With these, all four give the same answer.",
                "good clusters with a tie": "Gamma is above 0, so the last box has nothing to set to 0 and gives the "
                "same answer as another.",
                "bad clusters without ties": "With these, only the box that sets negative values to 0 gives itself "
                "away.",
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
                (_BOXES["kept"], "That would be the answer of the box that keeps ties. Here they count as concordant."),
                (
                    _BOXES["dropped"],
                    "That would be the answer of the box that drops ties. Here they count as concordant.",
                ),
                (
                    _BOXES["never negative"],
                    "That would be the answer of the box that sets negative values to 0. Here they stay.",
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
