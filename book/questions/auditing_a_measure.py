"""Questions of the excursion *Auditing a measure*."""

from fractions import Fraction
from itertools import product

from aucc_teach import agreement, conditions, overlapping
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Order

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
    whole = (
        ((n, "The class may certainly be that large. Put b + 1 into the inequality, and go on."),)
        if _largest(n) > n
        else ()
    )
    return Number(
        f"The largest b for n = {n}:",
        _largest(n),
        tempting=(
            (_largest(n) + 1, "That's one too far: compute both sides for this b, and take a step back."),
            *whole,
            *tempting,
        ),
        hint="Begin with b = n, and go up as long as b²(b + 1) is at most n³(n + 1).",
        outcome=outcome,
    )


# ---- predictions

_MEASURES = (
    lambda true, found: overlapping.extended_bcubed(true, found).f,
    lambda true, found: overlapping.cice_bcubed(true, found).f,
    lambda true, found: overlapping.reliability_sensitivity(true, found).f,
    lambda true, found: -overlapping.best_match_distance(true, found),
    lambda true, found: -overlapping.best_match_distance(true, found, distance="jaccard"),
    overlapping.omega_index,
)


def _passes(of):
    """Whether a measure rises on every instance, by more than rounding."""
    return all(of(true, after) > of(true, before) + 1e-12 for true, before, after in conditions.INSTANCES.values())


PREDICTIONS = {
    "pre-over-instances": Number(
        "How many of the six measures rise on all eight instances?",
        sum(map(_passes, _MEASURES)),
        predict=True,
        between=(0, 6),
        outcome="The others miss from one to four of them.",
        name="instances",
    ),
    "pre-over-ragbag": Choice(
        "Two measures pass all eight instances. Will they rise in every small case as well?",
        {
            "Yes, both": "They pass the instances, but a condition has many cases.",
            "One of them": "Each of the two has a case in which it does not.",
            "Neither": "Each of the two meets a rag bag in which it falls or stays.",
        },
        "Neither",
        predict=True,
        name="ragbag",
    ),
}

EXERCISES = {
    "ex-over-forget": (
        Choice(
            "Before you compute: is the precision 1 for *ab* and *ac*?",
            {
                "yes": "Every cluster that was found is a class.",
                "no": "A cluster would have to be found that is not a class. Compare each cluster with the classes.",
            },
            _is_one(_TWO.precision),
            predict=True,
        ),
        Choice(
            "Is the recall 1?",
            {
                "yes": "Every class would have to be found. Count those that were.",
                "no": "One of the classes was not found.",
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
                    "This is the recall of Extended BCubed, two tags of three. Multiply each pair by Φ: are the "
                    "classes "
                    "that hold it really there among the clusters?",
                ),
                (_exactly(_TWO.f), "That's F, one step further. Take the recall, before it is combined."),
            ),
            hint="Story *a* keeps all. Take the company of *b*, pair by pair, and multiply each pair by its Φ; *c* "
            "is like *b*.",
            outcome="*b* and *c* lose each other, and each is in one tag instead of two.",
        ),
        Number(
            "The recall if only *ab* was found:",
            _exactly(_ONE.recall),
            tempting=(
                (
                    _exactly(_ONE_BY_PAIRS.recall),
                    "Without the factor Φ this is the recall of Extended BCubed. Ask of each pair whether "
                    "its classes "
                    "are really there among the clusters.",
                ),
                (_exactly(_ONE.f), "F is that. The recall comes before it."),
            ),
            hint="Story *c* has no cluster, so all its terms are 0. *a* and *b* are alike.",
            outcome="*c* has lost everything, so it counts as 0.",
        ),
        Number(
            "F for *ab* and *ac*:",
            _exactly(_TWO.f),
            tempting=(
                (
                    _exactly((_TWO.precision + _TWO.recall) / 2),
                    "That's the arithmetic mean of the two. Take 2PR/(P + R) instead.",
                ),
                (
                    _exactly(_TWO_BY_PAIRS.f),
                    "Extended BCubed has this F. Begin from the recall of CICE-BCubed that you found above.",
                ),
            ),
            hint="Compute 2PR/(P + R) from precision and recall.",
            outcome="The precision by itself would have seen nothing.",
        ),
        Construct(
            "OverlapTable",
            todo="Make CICE-BCubed as high as it can be with two clusters.",
            goal=(
                ("n_clusters", "==", 2, "The number of different clusters is {n_clusters}, and it must be two."),
                ("cice", ">", _TWO.f - 1e-9, "CICE-BCubed is {cice}, and two clusters can do better."),
            ),
            outcome="With two of the classes, whichever they are, the precision is 1, but the recall notices that "
            "the third is missing.",
        ),
    ),
    "ex-over-lemma": (
        Choice(
            "Where is the fault?",
            {
                "The numerator rises.": "P and R both rise, so 2PR does as well: this is true. Look at what is "
                "concluded from it.",
                "The denominator rises too.": "The sum of two numbers that rise rises: this is true. Look at what is "
                "concluded from it.",
                "So F rises.": "If the numerator and the denominator of a fraction both rise, the fraction may do "
                "anything.",
            },
            "So F rises.",
        ),
        Choice(
            "Which of these is of the same form, so that its numerator and denominator rise with P and R, and yet it "
            "falls every time?",
            {
                "(P + R)/(PR)": "Its numerator and denominator rise, but it falls in every step, because it is 2/F.",
                "2PR/(P + R)": "This is F itself, for which the argument reaches a true conclusion. Look for another "
                "fraction.",
                "P/(1 + R)": "It falls in some steps, but rises in others. One of the other choices falls in every "
                "step.",
                "(P + R)/(2 \N{MINUS SIGN} P)": "Its denominator falls when P rises, so it is not of this form. Look "
                "for one in which both rise.",
            },
            _FALLING,
        ),
        Choice(
            "By what do you divide numerator and denominator of 2PR/(P + R), to repair the proof?",
            {
                "by PR": "This gives 2/(1/R + 1/P), where only the denominator changes, and it falls. Where P or R "
                "is 0, F rises from 0.",
                "by P + R": "The numerator becomes 2PR/(P + R), which is F again. Divide by something that leaves a "
                "constant above.",
                "by 2": "Numerator and denominator still rise. Divide by something that leaves a constant above.",
            },
            "by PR",
        ),
        Objects(
            "P and R both rise. Which of these then have to rise?",
            tuple(_CANDIDATES),
            right=_RISING,
            tempting=(
                (
                    (*_RISING, "P \N{MINUS SIGN} R + 1"),
                    "If R gains more than P, P \N{MINUS SIGN} R + 1 falls. Leave it out.",
                ),
                (
                    tuple(name for name in _RISING if "smaller" not in name),
                    "Look at the smaller of the two again: before and after, it is one of P and R, and each of them "
                    "rises.",
                ),
                (
                    tuple(name for name in _RISING if "larger" not in name),
                    "Compare the larger of the two before and after: it is one of P and R, and both rise.",
                ),
            ),
            hint="Look for a step up in which it does not rise. It is enough to try tenths.",
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
                "TP and FN": "No other object is of the stranger's class. Look for a pair of TP that the stranger "
                "could make.",
                "all four": "TP + FN depends only on the classes, which do not change. Now count TP + FP before and "
                "after.",
            },
            ", ".join(_CHANGED) or "none",
        ),
        Order(
            "These are the steps of the proof that ARI cannot change, mixed up. Put them in order.",
            (
                "The two clusters have n + 1 and n objects before, and n and n + 1 objects after. So as many pairs "
                "are together in the clusters as before: TP + FP stays the same.",
                "The stranger has no pair of its class in either place, so TP stays the same.",
                "Hence FP stays the same as well.",
                "TP + FN and the number of all pairs do not depend on the clusters, so FN and TN stay the same, too.",
                "ARI is computed from the four counts, so it stays the same.",
            ),
            before=(
                (0, 2, "FP is what is left of TP + FP, so first we have to know that this sum stays the same."),
                (1, 2, "FP is what is left when TP is known."),
                (2, 3, "To find TN, we have to know the other three counts."),
                (3, 4, "All four counts come before what is computed from them."),
            ),
            hint="First comes what the clusters give, then the four counts one by one, and finally ARI.",
            outcome="The proof uses ARI only in its last line.",
            free=((0, 1),),
            why=(
                "n + 1 and n objects have as many pairs in either order.",
                "The stranger is a class of its own.",
                "FP is the difference of the two.",
                "The classes and the objects are as before.",
                "Equal counts give equal values.",
            ),
        ),
        Objects(
            "Which of these stay the same in every rag bag?",
            tuple(_JUDGES),
            right=_UNMOVED,
            tempting=(
                (("ARI",), "ARI is one of them. Look for the others that are computed from the same four counts."),
                (
                    ("Rand's c", "ARI"),
                    "These two are right. Write down the counts in the formula of Fowlkes-Mallows, and decide again.",
                ),
                (
                    tuple(_JUDGES),
                    "BCubed asks each object for its own company, in which the stranger counts little among many. "
                    "Leave out what "
                    "is not computed from pair counts.",
                ),
            ),
            hint="Which of these are computed from the four pair counts and nothing else?",
            outcome="Pair counts give a stranger the same blame among friends and among strangers.",
        ),
    ),
    "ex-over-bound": (
        _how_large(2, "The two objects must be the whole class."),
        _how_large(5, "The cluster has five of the eight objects."),
        _how_large(10, "The cluster has ten of the 21 objects, about a half."),
        _how_large(
            100,
            "About a fifth is enough.",
            (
                _largest(100, lambda n, b: b**3 <= n**4),
                "That's n to the 4/3, rounded down. Put the next b into the inequality as well.",
            ),
        ),
        Choice(
            "For large n, about what proportion n/b of its class must a clean cluster have?",
            {
                "n to the \N{MINUS SIGN}1/3": "Compare b³ with n⁴: b grows like n to the 4/3.",
                "1/2": "Near n = 10 it is so. Compute it for n = 100.",
                "1/n": "For b = n² it would be so. Compare b³ with n⁴.",
                "n to the \N{MINUS SIGN}3/4": "Compare b³ with n⁴: b grows like n to the 4/3. What follows for n/b?",
            },
            min(_SHARES, key=lambda name: abs(_MANY / _largest(_MANY) - _SHARES[name])),
        ),
    ),
    "ex-over-open": (
        Choice(
            "At a cut of 0 every cluster holds every flower. How well do the samples agree there?",
            {
                "perfectly": "All clusters are the same in every sample, so stability cannot be all that you ask for.",
                "as by chance": "Chance has no part in it. Write down which flowers are in a cluster at a cut of 0.",
                "worse than at any other cut": "Write down which flowers a cluster holds in one sample, and which in "
                "another, and compare.",
            },
            "perfectly",
        ),
        Open(
            (
                "You name a cut, and a reason that does not use the species.",
                "You say that the agreement of the samples is stability, and that stability is not truth.",
                "You say that flowers on the border change sides from sample to sample, so that stability asks for "
                "few of them: a cut that is nearly a partition.",
                "You report the clusters at more than one cut, and the flowers that differ.",
                "You say that 0.3, the maximum of the figure, needs the species.",
            )
        ),
    ),
}
