"""A family of functions to write, by a drawn rule, which are run on drawn cases."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from aucc_teach.exercises import Write
from aucc_teach.exercises.functions import Function

from ._family import Family, QuestionGroup, UnfitError

__all__ = ["FAMILIES"]

N_CASES = 6
_KINDS = {
    "both": ("together in both lists", lambda one, two: one and two),
    "first": ("together in the first list and apart in the second", lambda one, two: one and not two),
    "second": ("together in the second list and apart in the first", lambda one, two: two and not one),
    "apart": ("apart in both lists", lambda one, two: not one and not two),
    "agree": ("on which the two lists agree: together in both, or apart in both", lambda one, two: one == two),
    "differ": ("on which the two lists disagree", lambda one, two: one != two),
}


@dataclass(frozen=True)
class DrawnWrite(Write):
    """A function to write by a drawn rule; it is in no registry, because each student has another."""

    function: Function = None

    @property
    def asked(self):
        """The function with its cases."""
        return self.function


def _kind_of_function(rng, _, others):
    # The text about an area tells what a tie counts and what to divide by, which these families ask.
    if rng.random() < 0.5 or not {"roc-area", "aucc-line", "spoiler"}.isdisjoint(others):
        return {"form": "pairs", "kind": rng.choice(sorted(_KINDS))}
    return {"form": "area"}


def _draw_function(rng, difficulty, form, kind=None):
    if form == "pairs":
        n = 5 + difficulty
        cases = [[[rng.randint(-1, 2) for _ in range(n)] for _ in range(2)] for _ in range(N_CASES)]
        return {"form": form, "kind": kind, "noise": difficulty == 2, "cases": cases}
    cases = [
        [[rng.randint(0, 6) for _ in range(size)] for size in (rng.randint(2, 4), rng.randint(2, 4))]
        for _ in range(N_CASES)
    ]
    return {
        "form": form,
        "tie": rng.choice(([0, 1], [1, 4], [1, 3], [1, 2], [2, 3], [3, 4], [1, 1])),
        "near": rng.randint(1, 2) if difficulty == 2 else 0,
        "cases": cases,
    }


def _pairs(kind, noise, *, is_twice=False, with_itself=False):
    verdict = _KINDS[kind][1]

    def count_pairs(first, second):
        places = [i for i in range(len(first)) if not noise or -1 not in (first[i], second[i])]
        found = sum(verdict(first[i] == first[j], second[i] == second[j]) for i, j in combinations(places, 2))
        found += sum(verdict(True, True) for _ in places) if with_itself else 0
        return found * (2 if is_twice else 1)

    return count_pairs


def _areas(tie, near, *, is_reversed=False, without_ties=False):
    def area(positives, negatives):
        right = tied = total = 0
        for high in positives:
            for low in negatives:
                difference = low - high if is_reversed else high - low
                is_tied = abs(difference) <= near
                total += not (without_ties and is_tied)
                tied += is_tied
                right += difference > near
        return (right + (0 if without_ties else tie * tied)) / total if total else 0.0

    return area


def _ask_function(drawn):
    if drawn["form"] == "pairs":
        function, text = _asked_pairs(drawn)
    else:
        function, text = _asked_area(drawn)
    expected = function.outputs(function.reference)
    others = [function.outputs(mistake) for mistake, _ in function.mistakes]
    live = [i for i, outputs in enumerate(others) if outputs != expected and outputs not in others[:i]]
    function.mistakes = [function.mistakes[i] for i in live]
    if len({str(one) for one in expected}) < 3:
        raise UnfitError("the outputs must vary.")
    first, second = function.cases[0]
    shown = f"`{function.name}({first}, {second})` returns `{_rounded(expected[0])}`"
    prompt = f"Write the function `{function.name}`. It is run on {len(function.cases)} cases."
    return QuestionGroup(f"{text}\nFor example, {shown}.", (DrawnWrite(function.name, prompt, function),))


def _rounded(value):
    return round(value, 4) if isinstance(value, float) else value


def _asked_pairs(drawn):
    kind, noise = drawn["kind"], drawn["noise"]
    reference = _pairs(kind, noise)
    left_out = " Leave out each object that has the label -1 in either list." if noise else ""
    reference.__doc__ = "Number of pairs of objects, from two lists of labels."
    function = Function(
        reference,
        drawn["cases"],
        "Go through the pairs of objects, each once, and compare the labels of the two in each list.",
        "Each pair is counted once.",
    )
    function.mistake("You counted each pair twice, as ij and as ji. Let the second object come after the first.")(
        _pairs(kind, noise, is_twice=True)
    )
    function.mistake("You counted pairs of an object with itself. Let the second object come after the first.")(
        _pairs(kind, noise, with_itself=True)
    )
    other = {
        "first": "second",
        "second": "first",
        "both": "agree",
        "apart": "agree",
        "agree": "both",
        "differ": "first",
    }[kind]
    function.mistake(f"You counted the pairs {_KINDS[other][0]}. Look at what is asked for.")(_pairs(other, noise))
    if noise:
        function.mistake("You did not leave out the objects with the label -1.")(_pairs(kind, False))
    text = (
        "The function `count_pairs(first, second)` takes two lists of labels of the same objects. It returns the "
        f"number of pairs of objects {_KINDS[kind][0]}.{left_out}"
    )
    return function, text


def _asked_area(drawn):
    tie, near = Fraction(*drawn["tie"]), drawn["near"]
    reference = _areas(float(tie), near)
    reference.__doc__ = "Proportion of right comparisons, from two lists of scores."
    function = Function(
        reference,
        drawn["cases"],
        "Compare each positive with each negative, and look at what a tie counts.",
        "Each positive was compared with each negative.",
    )
    for wrong, words in (
        (Fraction(1, 2), "one half"),
        (Fraction(0), "nothing"),
        (Fraction(1), "as much as a right comparison"),
    ):
        if wrong != tie:
            function.mistake(f"You let a tie count {words}. Here it counts something else.")(_areas(float(wrong), near))
    function.mistake("The direction is reversed: the positive is to have the higher score.")(
        _areas(float(tie), near, is_reversed=True)
    )
    function.mistake("You left the ties out of the total. They are comparisons, too.")(
        _areas(float(tie), near, without_ties=True)
    )
    if near:
        function.mistake(
            f"You took only equal scores as tied. Here scores that differ by at most {near} are tied as well."
        )(_areas(float(tie), 0))
    tied = f"Two scores that differ by at most {near} are tied." if near else "Two equal scores are tied."
    text = (
        "The function `area(positives, negatives)` takes two lists of scores and compares each positive with each "
        f"negative. {tied} A tied comparison counts {tie}. Otherwise a comparison counts 1 if the positive has the "
        "higher score, and 0 if it has the lower one. The function returns the sum of what the comparisons count, "
        "divided by their number."
    )
    return function, text


FAMILIES = (
    Family(
        "function",
        "a function to write, on drawn cases",
        _draw_function,
        _ask_function,
        "counting_pairs 1, building_a_roc_curve 2",
        points=4,
        version=2,
        kind=_kind_of_function,
    ),
)
