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
    """Comparisons as couples of a within and a between pair."""
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
    "With ties dropped, as some packages do it, Gamma has AUCC = (1 + Gamma)/2.",
    (PAIRS,),
    _gamma_dropped,
    {
        "all-tied": "All comparisons are tied, and this Gamma is 0/0.",
        "holds": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. Gamma is {gamma}, AUCC "
        "{aucc}: it fits here. Without ties it always does, and with as many right ones as wrong ones.",
        "broken": "Comparisons that are right: {right}; wrong: {wrong}; tied: {tied}. This Gamma is {gamma}, and "
        "(1 + Gamma)/2 is {half}; AUCC is {aucc}.",
    },
    (
        (
            "Ties count for nothing in either.",
            "In AUCC a tie counts one half, and it is in the denominator.",
        ),
        (
            "Gamma is Gamma.",
            "Programs that offer it do not agree on ties.",
        ),
        (
            "Ties lower both by the same share.",
            "They pull AUCC towards 1/2. Gamma without them stays.",
        ),
    ),
)


EXERCISES = {
    "ex-gamma-names": (
        Number(
            "U:",
            _U,
            tempting=(
                (_R * _PN, "That is s₊ \N{MINUS SIGN} s₋. U is s₊ and half of the ties."),
                (_AUCC, "That is the share, U/(PN). U itself is a number of comparisons."),
                (_AUCC * (20 + 25), "There are 20 times 25 comparisons, not 20 and 25."),
            ),
            hint="R is 2U/(PN) \N{MINUS SIGN} 1. How large is PN?",
        ),
        Number(
            "AUCC:",
            _AUCC,
            tempting=((_R, "R runs from \N{MINUS SIGN}1 to 1, AUCC from 0 to 1."),),
            hint="R = 2 AUCC \N{MINUS SIGN} 1.",
        ),
        Objects(
            "Which of these equal R, whatever ties there are?",
            tuple(_UNDER_OTHER_NAMES),
            right=_AS_R,
            tempting=(
                (
                    tuple(name for name in _UNDER_OTHER_NAMES if name != "AUCC"),
                    "One of the three drops ties, and here are some.",
                ),
                (tuple(_UNDER_OTHER_NAMES), "One is on another scale, and one drops ties."),
                (
                    (_AS_R[0], "AUCC"),
                    "AUCC is on another scale: it is 1/2 where R is 0.",
                ),
            ),
            hint="Look at the table of names: which entries say *always*, and on which scale?",
        ),
        Choice(
            "Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma is",
            {
                "below R": "The ties leave the denominator: does that make it larger or smaller?",
                "equal to R": "It would be without ties.",
                "above R": "The same numerator, and a smaller denominator.",
            },
            "above R" if _GOODMAN_KRUSKAL > _R else "below R",
            predict=True,
        ),
        Number(
            "Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma:",
            _GOODMAN_KRUSKAL,
            tempting=(
                (_R, "That is R: the ties are still in the denominator."),
                (_S_PLUS / _SETTLED, "That is the share of right ones. Gamma takes the wrong ones off."),
                (_R * _PN / (_PN + _TIES), "Tied comparisons are among the 500. They leave, they are not added."),
            ),
            hint="s₊ \N{MINUS SIGN} s₋ stays. How many comparisons do not tie?",
        ),
        Construct(
            "GammaGrid",
            todo="Find points and clusters for which Goodman and Kruskal\N{RIGHT SINGLE QUOTATION MARK}s gamma is 1, "
            "and Clarke\N{RIGHT SINGLE QUOTATION MARK}s R is not.",
            goal=(("right", ">", 0), ("wrong", "==", 0), ("tied", ">", 0)),
            outcome="No comparison is discordant, so it is 1 with ties dropped. R keeps them in its denominator, and "
            "stays below 1.",
        ),
        _GAMMA_DROPPED,
    ),
    "ex-gamma-min-ranks": (
        Number(
            "R with mid-ranks:",
            _r_of("average"),
            tempting=(
                (_r_of("min"), "That is with the smallest ranks. Two values that tie share the mean of 1 and 2."),
                (_r_of("average", half_of=1), "Divide by m/2, not by m."),
                (_r_of("ordinal"), "Two values that tie have got different ranks."),
            ),
            hint="Write the three ranks down. Then mean between less mean within, over m/2.",
            outcome="That is Gamma: one right, one tied, none wrong.",
        ),
        Number(
            "R with smallest ranks:",
            _r_of("min"),
            tempting=(
                (_r_of("average"), "That is with mid-ranks. Both tied values get rank 1 here."),
                (_r_of("dense"), "After two firsts comes a third, not a second."),
            ),
            hint="Two firsts, no second: write the three ranks down.",
            outcome="Neither Gamma with ties kept nor, with ties dropped, 1.",
        ),
        Choice(
            "Which steps of the proof fail with smallest ranks?",
            {
                "step 1": "The smallest rank is 1 and the number of pairs below: a tie adds nothing.",
                "step 2": "Two tied between pairs share no point, and the tied within pairs add nothing to U.",
                "step 3": "The same with the within pairs.",
                "step 4": "This step calculates with what the others have found. What is wrong came in before.",
            },
            ("step 1", "step 2", "step 3"),
        ),
        Choice(
            "What does the rank of the within pair count, beside the pair itself?",
            {
                "the pairs below it": f"So it is {_MIN_RANK} here, as if there were no tie.",
                "the pairs below it, and half of those tied with it": "That is its mid-rank.",
                "the pairs below it, and those tied with it": "That is the largest of the ranks that they share.",
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
                    "Look at *ab* and *cd*, with *abc* the cluster of three.",
                ),
                (
                    _written(lambda sizes: sum(sizes) < 5 and max(sizes) == 2),
                    "Look at *ab* and *cd*, with *ab* the cluster of two and *c* and *d* alone.",
                ),
                (
                    _written(lambda sizes: sum(sizes) == 3),
                    "With three objects no comparison has four. Is there a case with four objects, too?",
                ),
                (
                    _written(lambda sizes: sum(sizes) < 5),
                    "Four objects are enough for a within and a between pair that share none. Look at each profile.",
                ),
            ),
            hint="The factor stands before the quadruples. When is there none?",
            outcome="In both, each between pair touches each within pair.",
        ),
        Number(
            "Comparisons of four different objects, for the sizes 3, 1:",
            _n_disjoint((3, 1)),
            tempting=(
                (len(_compared((3, 1))), "These are all comparisons. In which do the two pairs share no object?"),
                (4 * _n_disjoint((3, 1)), "These are the ordered quadruples: each comparison stands in four of them."),
            ),
            hint="Three within pairs, and three between pairs with the object that is alone.",
            outcome="Each within pair with the between pair of the third object.",
        ),
    ),
    "ex-gamma-factor": (
        Number(
            "What does the line give for s₊?",
            Fraction(_TRIPLES + _QUADRUPLES, 4),
            tempting=(
                (
                    _TRIPLES + Fraction(_QUADRUPLES, 4),
                    "That is the theorem. The line divides the triples by 4 as well.",
                ),
                (_TRIPLES + _QUADRUPLES, "That is the printed equation, without any factor."),
            ),
            hint="A quarter of t₊ + q₊.",
            outcome="No whole number, so it counts nothing.",
        ),
        Choice(
            "The line fails for comparisons",
            {
                "that are tied": "A tie is in neither sum. It does no harm to the line or to the theorem.",
                "of pairs that share no object": "There the reason holds: either pair can be written in two orders.",
                "of pairs that share an object": "The triple says which object is shared, so the order is fixed.",
            },
            "of pairs that share an object",
        ),
        Number(
            f"How many of the {_ALL_SEVEN} comparisons of the seven points are such?",
            _TOUCHING,
            tempting=(
                (_ALL_SEVEN - _TOUCHING, "For so many the line is right."),
                (
                    _TRIPLES,
                    "Those are the concordant ones among them. Count the discordant ones as well.",
                ),
            ),
            hint="Take one within pair after the other. With which between pairs does the line fail?",
        ),
        Choice(
            "How often is each of these met?",
            {
                "once": "The shared object comes first in the triple, and then the other two have their places.",
                "twice": "Which of the two orders would be the second? The shared object must come first.",
                "four times": "That is so for four different objects. Write the triple *i, j, s* down: what may be "
                "exchanged?",
            },
            "once",
        ),
    ),
    "ex-gamma-k": (
        Choice(
            "Which slope do you expect for many objects?",
            {
                "4": "That forgets that k grows: 1/k is no constant.",
                "3.5": "n⁴ over the root of n.",
                "3": "That divides by n. k is its root.",
                "2": "That is the work of sorting, nearly. Here comparisons are counted.",
            },
            "3.5",
        ),
        Number(
            "Comparisons for 16 objects in four clusters of four:",
            _n_comparisons([4] * 4),
            tempting=(
                (
                    Fraction(4 - 1, 4 * 4**2) * 16**4,
                    "That is the approximation. Count within and between pairs, and multiply.",
                ),
                (math.comb(math.comb(16, 2), 2), "These are all couples of pairs. Count within with between only."),
            ),
            hint="How many pairs lie within the four clusters, and how many between them?",
        ),
        Number(
            "Slope from 16 to 64 objects:",
            _slope(4),
            tempting=(
                (_slope(4, of_roots=True), "Divide by the logarithm of 64/16, not of 8/4: the slope is against n."),
                (4 - 1 / 2, "That is where the slopes go. For few objects n(n \N{MINUS SIGN} 1)/2 is not yet n²/2."),
            ),
            hint="Count the comparisons at both sizes, and divide the difference of the logarithms by that of n.",
            outcome="It comes down to the limit from above.",
        ),
    ),
    "ex-gamma-sixteen": (
        Number(
            "By n⁴/16, the counter is full at n =",
            _BY_THE_RULE,
            tempting=(
                (_full(2**16), "The largest value is 2¹⁵ \N{MINUS SIGN} 1: one of the 16 bits is the sign."),
                (_full(2**15, part=1), "Multiply by 16 before you take the root."),
            ),
            hint="Set n⁴/16 to 2¹⁵.",
            places=1,
        ),
        Number(
            "Counted exactly, it overflows from which even n on?",
            _OVERFLOWS,
            tempting=(
                (2 * int(_BY_THE_RULE // 2), "That is the last one that fits."),
                (_from(2, 2**16 - 1), "That would be a counter without a sign."),
            ),
            hint="P N for two halves: which even n is the first above 2¹⁵ \N{MINUS SIGN} 1?",
        ),
        Number(
            "And which Gamma is reported there?",
            _gamma_in_16_bits(_OVERFLOWS),
            tempting=(
                (1, "That is the right value. What does the counter hold?"),
                (
                    (_gamma_in_16_bits(_OVERFLOWS) + 1) / 2,
                    "That is s₊/(PN), with what the counter holds. Gamma is twice that, less 1.",
                ),
            ),
            hint="The counter holds PN less 2¹⁶.",
            outcome="No Gamma is below \N{MINUS SIGN}1: here the fault shows itself.",
            places=3,
        ),
        Number(
            "Which even n is the first whose reported value is a possible one, and wrong?",
            _LOOKS_FINE,
            tempting=((_LOOKS_FINE - 2, "There it is still below \N{MINUS SIGN}1."),),
            hint="Go on with the next even n, until the value lies between \N{MINUS SIGN}1 and 1.",
            outcome="So an overflow need not show itself.",
        ),
    ),
    "ex-gamma-boxes": (
        Choice(
            "Which single input can tell all four apart?",
            {
                "good clusters without ties": "All four give the same then.",
                "good clusters with a tie": "Gamma is above 0, so the last box has nothing to set to 0. It says what "
                "another one says.",
                "bad clusters without ties": "Only the box that sets negative values to 0 gives itself away.",
                "bad clusters with a tie": "The tie parts the first three, and the negative value the last.",
            },
            "bad clusters with a tie",
        ),
        Number(
            "One within pair of 3, between pairs of 3, 2 and 1. What does the box that counts ties as concordant say?",
            _BOXES["concordant"],
            tempting=(
                (_BOXES["kept"], "That is the box that keeps ties."),
                (_BOXES["dropped"], "That is the box that drops ties."),
                (_BOXES["never negative"], "That is the box that sets negative values to 0."),
            ),
            hint="How many comparisons are concordant, discordant and tied? Move the tied ones to the concordant.",
        ),
        Open(
            (
                "An input on which the answer is known, such as separated clusters of growing size.",
                "How wide the counters are.",
                "What it says where everything ties.",
                "How the time grows from one size to the next.",
            ),
            prompt="Write down what you would ask before you trust one with 100 000 objects, then tick what it says:",
        ),
    ),
}
