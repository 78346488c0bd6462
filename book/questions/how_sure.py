"""*How sure is the number?*: questions of the chapter."""

from fractions import Fraction
from itertools import combinations, product
from math import hypot

import numpy as np
from sklearn.datasets import load_iris

from aucc_teach.exercises import Choice, Construct, Number
from aucc_teach.objects import aucc_difference, aucc_interval


class _Comparisons:
    """All comparisons of points on a line, counted at each point: with its ends there, and each once."""

    def __init__(self, places, labels):
        pairs = list(combinations(range(len(labels)), 2))
        within, between = ([p for p in pairs if (labels[p[0]] == labels[p[1]]) is kind] for kind in (True, False))
        self.n, self.n_between = len(within) * len(between), len(between)
        self.n_right = Fraction(0)
        self.ends, self.right_ends, self.having, self.right_having = ([Fraction(0)] * len(labels) for _ in range(4))
        for pair, other in product(within, between):
            near, far = (abs(places[i] - places[j]) for i, j in (pair, other))
            credit = Fraction(2 * (near < far) + (near == far), 2)
            self.n_right += credit
            for i in pair + other:
                self.ends[i] += 1
                self.right_ends[i] += credit
            for i in {*pair, *other}:
                self.having[i] += 1
                self.right_having[i] += credit
        self.aucc = self.n_right / self.n
        self.shares = [right / ends for right, ends in zip(self.right_ends, self.ends, strict=True)]


_ALL = _Comparisons((0, 1, 5, 7), (0, 0, 0, 1))
_C = "abcd".index("c")

_rng = np.random.default_rng(5)
_NOISE = np.clip(500 + 170 * _rng.normal(size=(16, 2)), 40, 960).round(-1).astype(int)
_DEALT = _rng.permutation(np.repeat([0, 1], 8))

_IRIS, _SPECIES = load_iris(return_X_y=True)
_PETALS = {"p": 2, "w": [0, 0, 1, 1]}
_BY_FOUR, _BY_PETALS = aucc_interval(_IRIS, _SPECIES), aucc_interval(_IRIS[:, 2:], _SPECIES)
_DIFFERENCE = aucc_difference(_IRIS, _SPECIES, other_metric="minkowski", other_metric_params=_PETALS)

_DEALS = "the labels: aucc_test()"
_OBJECTS, _PAIRED = "the objects: aucc_interval() for each", "the objects: aucc_difference()"
_NONE = "neither of them"

PREDICTIONS = {
    "pre-hs-objects": Choice(
        "300 objects have 57 times as many pairs as 40. How much of the scatter of the AUCC is left?",
        {
            "about one 57th": "The pairs share their objects, so 57 times the pairs aren't 57 times the facts.",
            "about an eighth, one over the root of 57": "That would be right if pairs were independent.",
            "about two fifths": "It falls nearly like one over the root of the number of objects.",
        },
        "about two fifths",
        predict=True,
        name="objects",
    ),
    "pre-hs-own": Choice(
        "Clusters are judged on the objects that made them. Does the interval cover better with 300 objects than "
        "with 40?",
        {
            "Yes, with 300 it is nearly right": "More objects bring the AUCC down, but the interval shrinks too.",
            "No": "With more objects the AUCC comes down, but the interval gets shorter as well.",
        },
        "No",
        predict=True,
        name="own",
    ),
}

EXERCISES = {
    "ex-hs-hand": (
        Number(
            "Proportion of right ones among the ends at *c*:",
            _ALL.shares[_C],
            tempting=(
                (
                    _ALL.right_having[_C] / _ALL.having[_C],
                    "You've counted each comparison once. Count its ends: *ac* against *cd*, for example, has two at "
                    "*c*.",
                ),
                (1 - _ALL.shares[_C], "That's the proportion of wrong ends. How many are right?"),
                (_ALL.aucc, "That's the AUCC, for all four marks together. Look only at the ends at *c*."),
            ),
            hint="List the comparisons that have *c* in one of their pairs or in both, and write its ends beside each.",
            outcome="The wrong ends come from *ac* and *bc* against *cd*, two each.",
            name="proportion-at-c",
        ),
    ),
    "ex-hs-chance": (
        Choice(
            "(a) 400 patients, classed by clinic:",
            {
                _DEALS: "The patients stay the same, and the clinics might have been assigned at random.",
                _OBJECTS: "That would be about other patients. What might have been different if the clinics are *mere "
                "labels*?",
                _NONE: "Imagine the same 400 patients with the clinics assigned in another way.",
            },
            _DEALS,
        ),
        Choice(
            "(b) Two teams, 60 fish each:",
            {
                _DEALS: "The labels are species, and nobody doubts them. Imagine another day at the lake: what would "
                "be different?",
                _OBJECTS: "Other fish might have been caught. The two teams caught different fish, so the squared "
                "errors add up.",
                _PAIRED: "This function sets each object against itself. Is there a fish in both catches?",
                _NONE: "Each team has a sample. Would another day at the lake have brought the same fish?",
            },
            _OBJECTS,
            name="c-two-teams-60-fish-each",
        ),
    ),
    "ex-hs-worst": (
        Choice(
            "Your guess: what's the AUCC when 40 are left?",
            {
                "about one half, as for all noise": "That would be right if the deletions were drawn at random. Here "
                "each was chosen by the result.",
                "about 2/3": "It passes that value on the way.",
                "above 4/5": "Each deletion was chosen by the result, and there were sixty of them.",
            },
            "above 4/5",
            predict=True,
            name="what-is-your-guess-aucc-when-40-are-left",
        ),
        Choice(
            "And its interval?",
            {
                "wide enough to contain one half": "It does get wider, but not by so much.",
                "far above one half": "It takes the 40 that were left for a sample, so it follows the AUCC upwards.",
            },
            "far above one half",
            predict=True,
        ),
        Construct(
            "AuccLab",
            todo="Try it on 16 points of noise with random labels: remove six, so that the AUCC is 7/10 or more.",
            goal=(
                ("n_points", "==", 10, "There are {n_points} points now. Remove six of the 16, so that ten are left."),
                ("aucc", ">=", 0.7, "The AUCC is {aucc}, and 0.7 is the aim. Which other points spoil it?"),
            ),
            outcome="The AUCC doesn't know how the ten were chosen, and an interval wouldn't either.",
            start={"points": _NOISE.tolist(), "labels": _DEALT.tolist()},
        ),
        Choice(
            "What would you say to a colleague who removed outliers in this way?",
            {
                "A low proportion is a reason to look at an object, its label and its measurements.": "A second look "
                "costs little, and may find a slip.",
                "The interval still holds, because it is computed from what was left.": "It takes what was left for a "
                "random sample. How were those objects chosen?",
                "A broken instrument is a reason, but then all that it measured goes.": "The rule looks at the "
                "instrument, and not at the result.",
                "It is right as long as only a few are deleted.": "Even a few raise the AUCC if the result chooses "
                "them. Look at the reason rather than the number.",
            },
            (
                "A low proportion is a reason to look at an object, its label and its measurements.",
                "A broken instrument is a reason, but then all that it measured goes.",
            ),
        ),
    ),
    "ex-hs-paired": (
        Choice(
            "Do the two intervals overlap?",
            {
                "yes": "The interval of the petals begins below the end of the other.",
                "no": "Set the lower limit of the petals beside the upper limit of the four columns.",
            },
            "yes" if _BY_PETALS.low <= _BY_FOUR.high else "no",
        ),
        Number(
            "Error of the difference, from `aucc_difference()`:",
            _DIFFERENCE.standard_error,
            tempting=(
                (
                    hypot(_BY_FOUR.standard_error, _BY_PETALS.standard_error),
                    "You've added the squares, which is right for two samples of different flowers. These are the same "
                    "flowers: read the error off the function.",
                ),
                (
                    abs(_BY_FOUR.standard_error - _BY_PETALS.standard_error),
                    "You've subtracted the errors. The function subtracts the rates, flower by flower, and squares "
                    "what's left.",
                ),
            ),
            hint="Run the function with the metric from the exercise; the result has a field `standard_error`.",
            outcome="It's small, because what a flower spoils in one number it spoils in the other, and that cancels.",
            places=4,
        ),
        Choice(
            "Is 0 in the interval of the difference?",
            {
                "yes": "Look at the signs of its two limits.",
                "no": "Both limits are on one side of 0.",
            },
            "yes" if _DIFFERENCE.low <= 0 <= _DIFFERENCE.high else "no",
        ),
        Choice(
            "Which result would you report?",
            {
                "the overlap: the two may be equal": "Two overlapping intervals treat the numbers as if they came "
                "from different flowers. Look at the difference itself.",
                "the difference, with its interval": "It compares the two numbers flower by flower.",
                "that petals should be used for the clustering": "The reference labels would be making that choice. "
                "Report what you've measured, and leave the choice to another table.",
            },
            "the difference, with its interval",
        ),
    ),
}
