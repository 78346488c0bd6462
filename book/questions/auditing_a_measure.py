"""Questions of the chapter *Auditing a measure*."""

from fractions import Fraction
from itertools import product

from aucc_teach import agreement, overlapping
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order

from ._counting import pair_counts


def _exactly(value):
    return Fraction(value).limit_denominator(1000)


# ---- forget a class

_ANNA = [{0, 1}, {0, 2}, {1, 2}]
_TWO, _ONE = (overlapping.cice_bcubed(_ANNA, _ANNA[:n_kept]) for n_kept in (2, 1))
_TWO_BY_PAIRS, _ONE_BY_PAIRS = (overlapping.extended_bcubed(_ANNA, _ANNA[:n_kept]) for n_kept in (2, 1))
_SURE = {True: "yes", False: "no"}


def _is_one(share):
    return _SURE[_exactly(share) == 1]


# ---- a lemma

_FIFTHS = [Fraction(i, 5) for i in range(1, 6)]
_STEPS = [(p, r, p2, r2) for p, r, p2, r2 in product(_FIFTHS, repeat=4) if p < p2 and r < r2]
_CANDIDATES = {
    "the smaller of P and R": min,
    "the product PR": lambda p, r: p * r,
    "P \N{MINUS SIGN} R + 1": lambda p, r: p - r + 1,
    "(P + R)/(PR)": lambda p, r: (p + r) / (p * r),
    "the larger of P and R": max,
}
_RISING = tuple(name for name, of in _CANDIDATES.items() if all(of(p2, r2) > of(p, r) for p, r, p2, r2 in _STEPS))
_OF_THE_FORM = {
    "(P + R)/(PR)": (lambda p, r: p + r, lambda p, r: p * r),
    "2PR/(P + R)": (lambda p, r: 2 * p * r, lambda p, r: p + r),
    "P/(1 + R)": (lambda p, r: p, lambda p, r: 1 + r),
    "(P + R)/(2 \N{MINUS SIGN} P)": (lambda p, r: p + r, lambda p, r: 2 - p),
}


def _refutes(above, below):
    """Whether numerator and denominator rise in all steps, and the fraction falls in all."""
    both = [((above(p, r), below(p, r)), (above(p2, r2), below(p2, r2))) for p, r, p2, r2 in _STEPS]
    return all(a < a2 and b < b2 and a / b > a2 / b2 for (a, b), (a2, b2) in both)


(_FALLING,) = (name for name, parts in _OF_THE_FORM.items() if _refutes(*parts))

# ---- the rag bag

_CLASSES = [0, 0, 0, 1, 2, 3, 4]
_WORSE, _BETTER = [0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1]
_BEFORE, _AFTER = pair_counts(_CLASSES, _WORSE), pair_counts(_CLASSES, _BETTER)
_CHANGED = tuple(name for name, a, b in zip(("TP", "FN", "FP", "TN"), _BEFORE, _AFTER, strict=True) if a != b)
_JUDGES = {
    "Rand's c": agreement.rand_score,
    "ARI": agreement.adjusted_rand_score,
    "Fowlkes-Mallows": agreement.fowlkes_mallows_score,
    "Extended BCubed": lambda true, found: overlapping.extended_bcubed(true, found).f,
    "R*S": lambda true, found: overlapping.reliability_sensitivity(true, found).f,
}
_UNMOVED = tuple(name for name, of in _JUDGES.items() if abs(of(_CLASSES, _BETTER) - of(_CLASSES, _WORSE)) < 1e-12)

# ---- how large may the class be


def _largest(n, is_kept=lambda n, b: b**2 * (b + 1) <= n**3 * (n + 1)):
    b = n
    while is_kept(n, b + 1):
        b += 1
    return b


_MANY = 1000
_SHARES = {
    "n to the \N{MINUS SIGN}1/3": _MANY ** (-1 / 3),
    "1/2": 1 / 2,
    "1/n": 1 / _MANY,
    "n to the \N{MINUS SIGN}3/4": _MANY ** (-3 / 4),
}


def _how_large(n, outcome, *tempting):
    whole = ((n, "So large it may be in any case. Try b + 1 as well."),) if _largest(n) > n else ()
    return Number(
        f"The largest b for n = {n}:",
        _largest(n),
        tempting=(
            (_largest(n) + 1, "For this b the left side is above the right one. Compute both."),
            *whole,
            *tempting,
        ),
        hint="Begin with b = n, and go up as long as b²(b + 1) is at most n³(n + 1).",
        outcome=outcome,
    )


EXERCISES = {
    "ex-over-forget": (
        Choice(
            "Before you compute: is the precision 1 for *ab* and *ac*?",
            {
                "yes": "Every cluster that was found is a class.",
                "no": "A cluster that was found is no class.",
            },
            _is_one(_TWO.precision),
            predict=True,
        ),
        Choice(
            "Is the recall 1?",
            {
                "yes": "Every class was found.",
                "no": "A class was not found.",
            },
            _is_one(_TWO.recall),
            predict=True,
        ),
        Number(
            "The recall for *ab* and *ac*:",
            _exactly(_TWO.recall),
            tempting=(
                (
                    _exactly(_TWO_BY_PAIRS.recall),
                    "That is two tags of three, and the recall of Extended BCubed. The factor Φ is missing: are the "
                    "classes that hold a pair really there among the clusters?",
                ),
                (_exactly(_TWO.f), "That is F. The recall is asked for."),
            ),
            hint="Story *a* keeps all. Take the company of *b*, pair by pair, each times its Φ; *c* is like *b*.",
            outcome="*b* and *c* lose each other, and each is in one tag instead of two.",
        ),
        Number(
            "The recall for *ab* alone:",
            _exactly(_ONE.recall),
            tempting=(
                (
                    _exactly(_ONE_BY_PAIRS.recall),
                    "That is one tag of three, and the recall of Extended BCubed. The factor Φ is missing: are the "
                    "classes that hold a pair really there among the clusters?",
                ),
                (_exactly(_ONE.f), "That is F. The recall is asked for."),
            ),
            hint="Story *c* has no cluster: all its terms are 0. *a* and *b* are alike.",
            outcome="*c* has lost everything, and counts as 0.",
        ),
        Number(
            "F for *ab* and *ac*:",
            _exactly(_TWO.f),
            tempting=(
                (_exactly((_TWO.precision + _TWO.recall) / 2), "That is the mean of the two. F is 2PR/(P + R)."),
                (_exactly(_TWO_BY_PAIRS.f), "That is F of Extended BCubed."),
            ),
            hint="2PR/(P + R).",
            outcome="Precision alone would have seen nothing.",
        ),
        Construct(
            "OverlapTable",
            todo="Make CICE-BCubed as high as it can be with two clusters.",
            goal=(("n_clusters", "==", 2), ("cice", ">", _TWO.f - 1e-9)),
            outcome="Two of the classes, whichever they are: the precision is 1, and the recall notices the third.",
        ),
    ),
    "ex-over-lemma": (
        Choice(
            "Where is the fault?",
            {
                "The numerator rises.": "P and R both rise, so 2PR does.",
                "The denominator rises too.": "P and R both rise, so their sum does.",
                "So F rises.": "A fraction whose numerator and denominator both rise may do anything.",
            },
            "So F rises.",
        ),
        Choice(
            "Which of these is of the same form, its numerator and denominator rise with P and R, and yet it falls "
            "every time?",
            {
                "(P + R)/(PR)": "Numerator and denominator rise, and it falls in every step. It is 2/F.",
                "2PR/(P + R)": "That is F itself. What the argument proves of it is true.",
                "P/(1 + R)": "It falls in some steps and rises in others. One of the others falls in every step.",
                "(P + R)/(2 \N{MINUS SIGN} P)": "Its denominator falls when P rises. It is not of this form.",
            },
            _FALLING,
        ),
        Choice(
            "By what do you divide numerator and denominator of 2PR/(P + R), to repair the proof?",
            {
                "by PR": "2/(1/R + 1/P): only the denominator changes, and it falls. Where P or R is 0, F rises from "
                "0.",
                "by P + R": "The numerator becomes 2PR/(P + R), and that is F again.",
                "by 2": "Above and below there still is something that rises.",
            },
            "by PR",
        ),
        Objects(
            "P and R both rise. What has to rise then?",
            tuple(_CANDIDATES),
            right=_RISING,
            tempting=(
                (
                    (*_RISING, "P \N{MINUS SIGN} R + 1"),
                    "If R gains more than P, P \N{MINUS SIGN} R + 1 falls.",
                ),
                (
                    tuple(name for name in _RISING if "smaller" not in name),
                    "The smaller of the two: before and after it is at least one of P and R. Each of them rises.",
                ),
                (
                    tuple(name for name in _RISING if "larger" not in name),
                    "Both numbers rise, so the larger of them does, too.",
                ),
            ),
            hint="Look for a step up in which it does not rise. Tenths are enough.",
            outcome="They rise because each of their parts does.",
        ),
    ),
    "ex-over-ragbag": (
        Choice(
            "Which of the four pair counts change in a rag bag?",
            {
                "none": "The stranger leaves n others and joins n others, all of them wrong.",
                "FP and TN": "The stranger leaves n objects of other classes, and joins as many. Count FP before and "
                "after.",
                "TP and FN": "No object is of the stranger's class. Which pair of TP could it make?",
                "all four": "TP + FN belongs to the classes, which do not change.",
            },
            ", ".join(_CHANGED) or "none",
        ),
        Order(
            "Why ARI cannot change, mixed up. Put it in order.",
            (
                "The two clusters have n + 1 and n objects before, n and n + 1 after. So as many pairs are together in "
                "the clusters as before: TP + FP stays.",
                "The stranger has no pair of its class in either place, so TP stays.",
                "Hence FP stays as well.",
                "TP + FN and the number of all pairs do not depend on the clusters, so FN and TN stay, too.",
                "ARI is made of the four counts, so it stays.",
            ),
            before=(
                (0, 2, "FP is what is left of TP + FP. Show first that this sum stays."),
                (1, 2, "FP is what is left when TP is known."),
                (2, 3, "For TN, the other three have to be known."),
                (3, 4, "All four counts come before what is made of them."),
            ),
            hint="What the clusters give, then the four counts one by one, then ARI.",
            outcome="The proof uses ARI in its last line only.",
            free=((0, 1),),
        ),
        Objects(
            "Which of these stay the same in every rag bag?",
            tuple(_JUDGES),
            right=_UNMOVED,
            tempting=(
                (("ARI",), "What was it made of? Other measures are made of the same."),
                (("Rand's c", "ARI"), "Fowlkes-Mallows: of which counts is it made?"),
                (tuple(_JUDGES), "BCubed asks each object for its own company. The stranger counts little among many."),
            ),
            hint="Which of these are made of the four pair counts alone?",
            outcome="Pair counts give a stranger the same blame among friends and among strangers.",
        ),
    ),
    "ex-over-bound": (
        _how_large(2, "Two objects must be the whole class."),
        _how_large(5, "Five of eight."),
        _how_large(10, "Ten of 21, about a half."),
        _how_large(
            100,
            "About a fifth is enough.",
            (_largest(100, lambda n, b: b**3 <= n**4), "That is n to the 4/3, rounded down. Try the next b."),
        ),
        Choice(
            "For large n, about what share n/b of its class must a clean cluster have?",
            {
                "n to the \N{MINUS SIGN}1/3": "b³ against n⁴: b grows like n to the 4/3.",
                "1/2": "So it is near n = 10. Compute it for n = 100.",
                "1/n": "That would be b = n². Compare b³ with n⁴.",
                "n to the \N{MINUS SIGN}3/4": "Compare b³ with n⁴: b grows like n to the 4/3. And n/b?",
            },
            min(_SHARES, key=lambda name: abs(_MANY / _largest(_MANY) - _SHARES[name])),
        ),
    ),
    "ex-over-open": (
        Choice(
            "At a cut of 0 every cluster holds every flower. How well do the samples agree there?",
            {
                "perfectly": "All clusters are the same in every sample. Stability cannot be all that you ask for.",
                "as by chance": "Chance has no part in it: which flowers are in a cluster at a cut of 0?",
                "worse than at any other cut": "Which flowers does a cluster hold in the one sample, which in the "
                "other?",
            },
            "perfectly",
        ),
        Open(
            (
                "It names a cut, and a reason that does not use the species.",
                "Agreement of the samples is stability, and stability is not truth.",
                "Flowers on the border change sides from sample to sample, so stability asks for few of them: a cut "
                "that is nearly a partition.",
                "It reports the clusters at more than one cut, and the flowers that differ.",
                "0.3, the maximum of the figure, needs the species.",
            )
        ),
    ),
}
