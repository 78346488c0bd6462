"""A family of proofs to put in order, with drawn numbers and with drawn lines that do not belong to them.

Each line of a proof follows from those before it, so that only one order is right; where two lines could change places,
the question allows it. A line that does not belong is the version of a step with a usual mistake.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from aucc_teach.exercises import Order

from ._family import Family, QuestionGroup, UnfitError

__all__ = ["END", "FAMILIES"]

ORDINALS = ("the first", "the second", "the third", "the fourth", "the last")
END = "Here the proof ends. The lines below do not belong to it."


@dataclass(frozen=True)
class Shuffled(Order):
    """Lines to put in order; their first order on the page is drawn."""

    shown: tuple = ()

    @property
    def shown_order(self):
        """Places of the items in the order in which they are first shown."""
        return list(self.shown)


# A function for each proof returns the claim, its steps, the mistakes (a step, what it says, what a wrong line says
# instead), and pairs of steps that may change places.


def _moved_object(a, b, rest):
    n = a + b + rest
    total, changed = comb(n, 2), a - 1 + b
    claim = (
        f"A partition of {n} objects has a cluster A of {a} objects and a cluster B of {b}. One object moves from A to "
        f"B. Rand's c between before and after is {total - changed}/{total}."
    )
    steps = (
        f"Only a pair with the moved object can change its verdict, so we look at the {n - 1} pairs that contain it.",
        f"Of these {n - 1} pairs, the {a - 1} with its old companions change from together to apart.",
        f"In addition to these {a - 1} pairs, the {b} pairs with its new companions change from apart to together.",
        f"By adding the two numbers of changed pairs, we find {changed} changed pairs.",
        f"All pairs but these {changed} keep their verdict, so c is {total - changed}/{total}.",
    )
    mistakes = (
        (1, f"the {a - 1} with", f"the {a} with"),
        (2, f"the {b} pairs", f"the {b - 1} pairs"),
        (3, steps[3], f"By multiplying the two numbers of changed pairs, we find {(a - 1) * b} changed pairs."),
        (4, f"{total - changed}/{total}", f"{n * n - changed}/{n * n}"),
        (4, f"{total - changed}/{total}", f"{changed}/{total}"),
    )
    return claim, steps, mistakes, ()


def _expected_pairs(n, in_u, in_v):
    total = comb(n, 2)
    if in_u == in_v or in_v * n == total:
        raise UnfitError("a line that does not belong would be true.")
    mean = Fraction(in_u * in_v, total)
    claim = (
        f"*U* keeps {in_u} of the {total} pairs of {n} objects together, and *V* keeps {in_v} together. If the labels "
        f"of *V* are permuted at random, the expected number of pairs together in both is {mean}."
    )
    steps = (
        f"Take one of the {total} pairs of objects.",
        f"Because every permutation is equally likely, *V* keeps this pair together with probability {in_v}/{total}.",
        f"If the pair counts 1 when *V* keeps it together and 0 otherwise, the expected value of its count is this "
        f"probability, {in_v}/{total}.",
        f"Add the expected values of these counts over the {in_u} pairs that *U* keeps together.",
        f"Because expected values add up, whether or not the counts are independent, this sum of {in_u} equal terms is "
        f"{in_u} × {in_v}/{total} = {mean}.",
    )
    power = (
        f"Because the verdicts on different pairs are independent, this sum is ({in_v}/{total}) to the power of {in_u}."
    )
    of_all = f"Because expected values add up, this sum of {total} equal terms is {total} × {in_v}/{total} = {in_v}."
    mistakes = (
        (1, f"{in_v}/{total}", f"1/{n}"),
        (3, f"the {in_u} pairs that *U* keeps together", f"all {total} pairs"),
        (3, f"the {in_u} pairs that *U*", f"the {in_v} pairs that *V*"),
        (4, steps[4], power),
        (4, steps[4], of_all),
    )
    return claim, steps, mistakes, ()


def _negated_scores(right, wrong, tied):
    total = right + wrong + tied
    claim = (
        f"Of {total} comparisons of a positive with a negative, {right} are right, {wrong} are wrong and {tied} are "
        "tied. If all scores are negated, the ROC area changes from *A* to 1 - *A*."
    )
    steps = (
        f"The area is the proportion of right comparisons with one half for each tie, where the total is {total}.",
        f"With this rule, the area before the change is ({right} + {tied}/2)/{total}.",
        f"Negating all scores makes the {right} right comparisons wrong and the {wrong} wrong ones right, and the "
        f"{tied} ties stay tied.",
        f"After this change, the same calculation gives the area ({wrong} + {tied}/2)/{total}.",
        f"The two areas add up to ({right} + {wrong} + {tied})/{total} = 1, as the claim says.",
    )
    mistakes = (
        (
            0,
            f"with one half for each tie, where the total is {total}",
            f"without the ties, where the total is {total - tied}",
        ),
        (
            2,
            f"wrong and the {wrong} wrong ones right, and the {tied} ties stay tied",
            f"and the {tied} ties wrong, and the {wrong} wrong ones right",
        ),
        (3, f"{tied}/2)", f"{tied})"),
        (3, f"({wrong} + {tied}/2)", f"{wrong}"),
        (4, f"({right} + {wrong} + {tied})/{total}", f"({right} + {wrong})/{total - tied}"),
    )
    return claim, steps, mistakes, ((1, 2),)


# Each proof, and the families whose method its lines show.
PROOFS = {
    "moved-object": (_moved_object, {"moved", "rand-c"}),
    "expected-pairs": (_expected_pairs, {"expected-c", "ari"}),
    "negated-scores": (_negated_scores, {"roc-area", "aucc-line", "spoiler"}),
}


def _kind_of_proof(rng, difficulty, others):
    theorems = sorted(theorem for theorem, (_, told) in PROOFS.items() if told.isdisjoint(others))
    if not theorems:
        told = ", ".join(sorted(set().union(*(told for _, told in PROOFS.values())).intersection(others)))
        raise ValueError(f"the lines of a proof must not write out another method. Got proof together with {told}.")
    return {"theorem": rng.choice(theorems), "wrong": sorted(rng.sample(range(5), 1 + difficulty))}


def _draw_proof(rng, _, theorem, wrong):
    if theorem == "expected-pairs":
        n = rng.randint(7, 14)
        numbers = [n, rng.randint(n // 2, comb(n, 2) // 2), rng.randint(n // 2, comb(n, 2) // 2)]
    else:
        numbers = [rng.randint(3, 15) for _ in range(3)]
    shown = list(range(5 + 1 + len(wrong)))
    rng.shuffle(shown)
    return {"theorem": theorem, "numbers": numbers, "wrong": wrong, "shown": shown}


def _ask_proof(drawn):
    prove, _ = PROOFS[drawn["theorem"]]
    claim, steps, mistakes, free = prove(*drawn["numbers"])
    wrong = [mistakes[i] for i in drawn["wrong"]]
    items = (*steps, END, *(steps[place].replace(said, instead) for place, said, instead in wrong))
    if len(set(items)) < len(items):
        raise UnfitError("lines must differ.")
    end = len(steps)
    # Lines that do not belong are named first, because one line too many makes every order wrong.
    untrue = "Not all lines above the end are true. Check the one that you use as {} step."
    before = [(end, end + i, untrue.format(ORDINALS[place])) for i, (place, *_) in enumerate(wrong, start=1)]
    before += [(i, end, "A step of the proof is missing: not all that is needed is above the end.") for i in range(end)]
    before += [
        (i, i + 1, "A line uses what has not been shown yet. Look for the line that introduces it.")
        for i in range(end - 1)
        if (i, i + 1) not in free
    ]
    proof = Shuffled(
        "The proof:",
        items,
        before=tuple(before),
        hint="Which line can be said first, and which of the others uses it?",
        outcome="Each line follows from those above it.",
        free=(*free, tuple(range(end + 1, len(items)))),
        shown=tuple(drawn["shown"]),
    )
    ranks = [proof.ranks[place] for place in proof.shown]
    if ranks == sorted(ranks):
        raise UnfitError("lines must not be in order from the start.")
    return QuestionGroup(
        f"The claim: {claim}\nPut the lines of its proof in order. Below the line that ends the proof, put the lines "
        "that do not belong to it, in any order.",
        proof,
    )


FAMILIES = (
    Family(
        "proof",
        "a proof to put in order, with lines that do not belong to it",
        _draw_proof,
        _ask_proof,
        "rand_c 3, correcting_for_chance 2, building_a_roc_curve 2",
        points=3,
        version=3,
        kind=_kind_of_proof,
    ),
)
