"""*How sure is the number?*: questions of the chapter."""

from fractions import Fraction
from itertools import combinations, product
from math import hypot

import numpy as np
from sklearn.datasets import load_iris

from aucc_teach.exercises import Choice, Construct, Number, Objects, Order, Write
from aucc_teach.objects import aucc_difference, aucc_interval, aucc_samples


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


_PLACES, _LABELS, _NAMES = (0, 1, 5, 7), (0, 0, 0, 1), tuple("abcd")
_ALL = _Comparisons(_PLACES, _LABELS)
_A, _C, _D = (_NAMES.index(name) for name in "acd")
_WITHOUT_C = _Comparisons(*([kept for i, kept in enumerate(of) if i != _C] for of in (_PLACES, _LABELS)))
_OTHERS = [share for i, share in enumerate(_ALL.shares) if i != _C]

_N, _K, _AUCC = 40, 3, Fraction(7, 10)
_WITHIN, _COPIES = Fraction(_N**2, 2 * _K), Fraction(_N - 1, 2)
_FLATTERED = _COPIES / (_WITHIN + _COPIES)

_rng = np.random.default_rng(5)
_NOISE = np.clip(500 + 170 * _rng.normal(size=(16, 2)), 40, 960).round(-1).astype(int)
_DEALT = _rng.permutation(np.repeat([0, 1], 8))

_IRIS, _SPECIES = load_iris(return_X_y=True)
_PETALS = {"p": 2, "w": [0, 0, 1, 1]}
_BY_FOUR, _BY_PETALS = aucc_interval(_IRIS, _SPECIES), aucc_interval(_IRIS[:, 2:], _SPECIES)
_DIFFERENCE = aucc_difference(_IRIS, _SPECIES, other_metric="minkowski", other_metric_params=_PETALS)

_DRAWS, _DEALS = "the draws: aucc_estimate()", "the labels: aucc_test()"
_OBJECTS, _PAIRED = "the objects: aucc_interval() for each", "the objects: aucc_difference()"
_NONE = "none of the three"

_MANHATTAN = aucc_difference(_IRIS, _SPECIES, other_metric="cityblock")
_SAMPLES = aucc_samples(_IRIS, _SPECIES)
_RATES = 4 * _SAMPLES.weight * (_SAMPLES.proportion - _BY_FOUR.statistic) / _SAMPLES.weight.sum()
_LARGEST = abs(_RATES).max()  # about how far AUCC moves without a single flower
_MOVES = ("by about 0.0003", "by about 0.003", "by about 0.03")

PREDICTIONS = {
    "pre-hs-one": Choice(
        "One of the 150 flowers is left out. How far does AUCC move at most?",
        dict.fromkeys(
            _MOVES, "About one comparison in forty has an end at a given flower, and most of these come out right."
        ),
        min(_MOVES, key=lambda words: abs(float(words.split()[-1]) - _LARGEST)),
        predict=True,
        name="one",
    ),
    "pre-hs-objects": Choice(
        "300 objects have 57 times as many pairs as 40. To which part does the scatter of AUCC fall?",
        {
            "about one 57th": "The number of pairs has nothing to do with it.",
            "about an eighth, one over the root of 57": "So it would be if each pair were a fact of its own.",
            "about two fifths": "It falls nearly like one over the root of the number of objects.",
        },
        "about two fifths",
        predict=True,
        name="objects",
    ),
    "pre-hs-covers": Choice(
        "How often do the 95% intervals cover, over all 180 settings?",
        {
            "in more than 95 percent": "They do so at one half only.",
            "in 95 percent": "They do so in the middle, and not at the ends.",
            "in fewer": "Close to 1 they cover far too rarely.",
        },
        "in fewer",
        predict=True,
        name="covers",
    ),
    "pre-hs-own": Choice(
        "Clusters are judged on the objects that made them. Does the interval cover better with 300 objects than "
        "with 40?",
        {
            "Yes, with 300 it is nearly right": "The error shrinks as well.",
            "No": "What is too high shrinks with more objects, but so does the error beside which it counts.",
        },
        "No",
        predict=True,
        name="own",
    ),
    "pre-hs-manhattan": Choice(
        "The error of AUCC is 0.014. Is the error of the difference larger or smaller?",
        {
            "larger": "So it is for different flowers, whose errors add up.",
            "smaller": "Both metrics see nearly the same distances, and what moves one number moves the other.",
        },
        "smaller" if _MANHATTAN.standard_error < _BY_FOUR.standard_error else "larger",
        predict=True,
        name="manhattan",
    ),
}

EXERCISES = {
    "ex-hs-chance": (
        Choice(
            "(a) 400 patients, classed by clinic:",
            {
                _DRAWS: "All pairs of 400 patients can be counted, so nothing has to be drawn.",
                _DEALS: "Mere labels are labels that were assigned without looking at the patients.",
                _OBJECTS: "The sentence does not ask about other patients. Ask what might have been otherwise if the "
                "clinics "
                "are *mere labels*.",
                _NONE: "You found no chance in it. Imagine the same 400 patients with the clinics assigned otherwise.",
            },
            _DEALS,
        ),
        Choice(
            "(b) A million customers:",
            {
                _DRAWS: "Only some of many comparisons were looked at, and others could have been drawn.",
                _DEALS: "The sentence does not doubt the labels. Look for what was looked at only in part.",
                _OBJECTS: "The sentence does not ask about other customers. Look for what was looked at only in part.",
                _NONE: "Not all pairs of pairs were looked at. Ask what another look would have found.",
            },
            _DRAWS,
        ),
        Choice(
            "(c) Two teams, 60 fish each:",
            {
                _DEALS: "The labels are species, which are not in doubt. Imagine another day at the lake, and say "
                "what would be "
                "different.",
                _OBJECTS: "Other fish could have been caught. Because the two teams caught different fish, the squared "
                "errors add up.",
                _PAIRED: "This function pairs each object with itself. No fish is in both catches: judge each by "
                "itself.",
                _NONE: "Each team has a sample, and might have caught other fish. Choose what is about other objects.",
            },
            _OBJECTS,
        ),
        Choice(
            "(d) All 50 states, by region:",
            {
                _DRAWS: "All pairs of 50 states are soon counted, so nothing has to be drawn.",
                _DEALS: "For this, the sentence would have to tell how the regions might have been assigned at "
                "random. Look "
                "for something else that might have been otherwise, if there is anything.",
                _OBJECTS: "All 50 states are there. Ask which others might have been drawn.",
                _NONE: "There are no other states that might have been drawn, and no draws.",
            },
            _NONE,
        ),
    ),
    "ex-hs-hand": (
        Choice(
            "Do you expect the singleton *d* to spoil the partition?",
            {
                "yes": "It has no within pair that could be wrong.",
                "no": "That it is a singleton does not count against it, because it has no within pair that could be "
                "wrong.",
            },
            "no",
            predict=True,
        ),
        Number(
            "Ends of comparisons at *a*:",
            _ALL.ends[_A],
            tempting=(
                (
                    _ALL.having[_A],
                    "You counted the comparisons with an end at *a*. Some of them have two ends there: count both.",
                ),
                (
                    (_LABELS.count(0) - 1) * _ALL.n_between,
                    "You left out the ends in its between pair. It is compared with each within pair: add these.",
                ),
            ),
            hint="Each of its within pairs is compared with all between pairs, and its between pair with all within "
            "pairs.",
            outcome="There are as many at each of the four marks.",
        ),
        Number(
            "Proportion of right ones among the ends at *c*:",
            _ALL.shares[_C],
            tempting=(
                (
                    _ALL.right_having[_C] / _ALL.having[_C],
                    "You counted each comparison once. Count ends: *ac* against *cd*, for example, has two at *c*.",
                ),
                (1 - _ALL.shares[_C], "These are the wrong ends. Subtract their proportion from 1."),
                (_ALL.aucc, "This is AUCC, for all four marks together. Count only the ends at *c*."),
            ),
            hint="Count the right comparisons of ac, of bc and of cd one after the other.",
            outcome="The wrong ends are the ends of *ac* and of *bc* against *cd*, two each.",
            name="proportion-at-c",
        ),
        Number(
            "Proportion of right ones among the ends at *d*:",
            _ALL.shares[_D],
            tempting=((1 - _ALL.shares[_D], "You counted the wrong ends. How many of the nine are right?"),),
            hint="*d* is only in the three between pairs. Which comparisons does each of these win?",
            outcome="Every comparison has exactly one end at *d*, so its proportion is AUCC.",
            name="proportion-at-d",
        ),
        Objects(
            "Which mark spoils the partition?",
            _NAMES,
            right=tuple(name for name, share in zip(_NAMES, _ALL.shares, strict=True) if share == min(_ALL.shares)),
            tempting=(
                (("d",), "*d* has no within pair that could be wrong. Compare its proportion with that of *c*."),
                (("c", "d"), "Close: compare the proportions of the two, and keep the lower."),
            ),
            hint="Look for the mark with the lowest proportion.",
            outcome="It lies closer to the other cluster than to its own.",
        ),
        Number(
            "AUCC without *c*:",
            _WITHOUT_C.aucc,
            tempting=(
                (
                    sum(_OTHERS) / len(_OTHERS),
                    "You took the mean proportion of the other three marks, but these still contain comparisons with "
                    "*c*. "
                    "Begin again with *a*, *b* and *d* only.",
                ),
                (_ALL.aucc, "All four marks give this. Cross out *c*, and count what is left of the comparisons."),
            ),
            hint="Only one within pair is left. Compare it with the two between pairs.",
            outcome="It is 1 because ab is closer than ad and than bd.",
        ),
    ),
    "ex-hs-away": (
        Order(
            "These are the steps of the proof that A = (1 \N{MINUS SIGN} m) A₋ᵢ + m b, mixed up:",
            (
                "Split the PN comparisons into those with an end at i and the others.",
                "With an end at i there are m · PN, and b m · PN of them are right.",
                "The others are the comparisons that there are without i, because what is within stays within: A₋ᵢ of "
                "these (1 \N{MINUS SIGN} m) PN are right.",
                "Add up the right ones of both parts: they are A · PN.",
                "Divide by PN.",
            ),
            before=(
                (0, 1, "m is the proportion of one part, so the parts come first."),
                (0, 2, "*The others* are those of a division that has not been made yet."),
                (1, 3, "Two numbers are added, but one of them is not there yet."),
                (2, 3, "Two numbers are added, but one of them is not there yet."),
                (3, 4, "We can divide only what has been added up."),
            ),
            hint="First divide the comparisons into two parts, then count in both parts, then add.",
            outcome="We used nothing but counting.",
            free=((1, 2),),
            why=(
                "Each comparison is in exactly one of the two parts.",
                "m and b are defined so.",
                "A comparison is lost only if one of its four ends is at i.",
                "A is the proportion of right ones among all PN.",
                "PN is not 0, because there is a within pair and a between pair.",
            ),
        ),
        Choice(
            "AUCC rises without i if and only if",
            {
                "dᵢ < A": "In dᵢ a comparison with two ends at i counts twice, so that dᵢ and b can lie on different "
                "sides of A. "
                "Use the one that counts each comparison once.",
                "b < 1/2": "If A is near 1, even a b above one half lowers it. Compare b with another number.",
                "b < A": "A is a mean of A₋ᵢ and b, so that A₋ᵢ is above A if and only if b is below.",
                "m > b": "m tells how many comparisons involve i, whereas b tells how many of these are right. Solve "
                "for A₋ᵢ \N{MINUS SIGN} A.",
            },
            "b < A",
        ),
        Number(
            "m for *c* of the last exercise:",
            _ALL.having[_C] / _ALL.n,
            tempting=(
                (
                    _ALL.ends[_C] / sum(_ALL.ends),
                    "You divided ends by ends. Here m counts comparisons: how many of the nine involve *c*?",
                ),
                (
                    _ALL.ends[_C] / _ALL.n,
                    "You divided a number of ends by the number of comparisons. Count each comparison once, above as "
                    "below.",
                ),
            ),
            hint="Which of the 9 comparisons are possible without *c*?",
            outcome="Only two comparisons are left without it.",
        ),
        Number(
            "b for *c*:",
            _ALL.right_having[_C] / _ALL.having[_C],
            tempting=(
                (
                    _ALL.shares[_C],
                    "In b a comparison counts once, however many of its ends are at *c*. Only comparisons that involve "
                    "*c* belong in the denominator.",
                ),
            ),
            hint="Which of the comparisons that involve *c* are right?",
            outcome="It is below A, so AUCC rises without *c*.",
        ),
        Choice(
            "What does the formula tell us about *d*?",
            {
                "AUCC would fall without it": "Write down the comparisons that are left without *d* before you say so.",
                "AUCC would stay, because b = A": "It is true that b is A there. Now put m into the formula.",
                "nothing: m = 1": "Without *d* there is no between pair, and therefore no AUCC.",
            },
            "nothing: m = 1",
        ),
        Choice(
            "Is a comparison with two ends at i counted twice in b, as it is in dᵢ?",
            {
                "yes": "The formula takes comparisons away, and a comparison that goes is gone only once.",
                "no": "b is about comparisons, whereas dᵢ is about ends.",
            },
            "no",
        ),
        Choice(
            "This is the proof that AUCC is a mean over objects, with one wrong step. Which step is wrong?",
            {
                "wᵢ is (sᵢ \N{MINUS SIGN} 1) N + (n \N{MINUS SIGN} sᵢ) P.": "This step holds: object i is in sᵢ "
                "\N{MINUS SIGN} 1 within pairs, each compared with N between pairs, and in n \N{MINUS SIGN} sᵢ between "
                "pairs, each compared with P within pairs.",
                "A right comparison has four right ends, so there are 4PN · AUCC in all.": "This step holds, because a "
                "comparison has two pairs, and a pair two objects; a tie has four halves.",
                "AUCC is R/T. T sums vᵉ over all comparisons, R the same times 1, 1/2 or 0.": "This step holds, "
                "because a comparison with e ends at i counts vᵉ times.",
                "At v = 1 the derivative of vᵉ is 1 if e > 0, and 0 if not.": "It is e. Therefore the derivative of T "
                "counts all ends at i, and the derivative of R the right ones.",
                "At v = 1 T is PN and R is PN · AUCC.": "This step holds, because every comparison counts once there.",
            },
            "At v = 1 the derivative of vᵉ is 1 if e > 0, and 0 if not.",
        ),
    ),
    "ex-hs-copies": (
        Choice(
            "AUCC with the pairs of copies:",
            {
                "A + S/(P + S)": "The copies are not all gain, because they stand in place of pairs of which A were "
                "right.",
                "A + (1 \N{MINUS SIGN} A) S/(P + S)": "The S pairs are right against all between pairs, so that (AP + "
                "S) of (P + S) are right.",
                "A + (1 \N{MINUS SIGN} A) S/P": "The copies are within pairs, too. Which total belongs in the "
                "denominator?",
                "A + (1 \N{MINUS SIGN} A) S/(PN)": "Each of the S pairs has N comparisons, just as each of the P pairs "
                "has.",
            },
            "A + (1 \N{MINUS SIGN} A) S/(P + S)",
        ),
        Number(
            "The lift of an AUCC of 7/10, with three classes and 40 objects, to two decimals:",
            float((1 - _AUCC) * _FLATTERED),
            tempting=(
                (
                    float(_FLATTERED),
                    "This is the fraction of the within pairs that are copies. They can lift only what is missing to "
                    "1: "
                    "multiply by that.",
                ),
                (
                    float(_AUCC * _FLATTERED),
                    "You multiplied by what was right. The copies make up for what is missing to 1: use that.",
                ),
                (
                    float(_AUCC + (1 - _AUCC) * _FLATTERED),
                    "AUCC with the copies is that. Subtract AUCC without them.",
                ),
            ),
            hint="Substitute the two numbers of pairs into the formula.",
            outcome="The lift is two hundredths.",
            within=0.003,
        ),
        Choice(
            "Do more resamples help?",
            {
                "yes: their mean comes closer to AUCC": "The mean of the resamples comes closer to something, but "
                "each of them has copies. Ask what that "
                "does to the mean.",
                "no": "It is a bias that is in every resample, so more resamples show it more clearly.",
                "yes: copies become rarer": "Each resample has as many objects as before, and so about as many "
                "copies. Look for what stays.",
            },
            "no",
        ),
        Choice(
            "As n grows, how does the lift compare with the error?",
            {
                "both fall alike": "The lift falls like K/n. Compare it with the root in the error.",
                "the lift falls faster": "It falls like 1/n, whereas the error falls like 1/√n, so copies do most harm "
                "in small tables.",
                "the error falls faster": "The error falls like 1/√n. Read off the formula how the lift falls.",
            },
            "the lift falls faster",
        ),
    ),
    "ex-hs-bootstrap": (Write("bootstrap_error"),),
    "ex-hs-worst": (
        Choice(
            "What is your guess: AUCC when 40 are left?",
            {
                "about one half, as for all noise": "That would be right if the deletions were drawn at random. But "
                "each deletion was chosen by the result.",
                "about 2/3": "It reaches that value earlier on the way.",
                "above 4/5": "It rises so far because each deletion was chosen by the result.",
            },
            "above 4/5",
            predict=True,
        ),
        Choice(
            "And its interval?",
            {
                "wide enough to contain one half": "It gets wider, but not by so much.",
                "far above one half": "It takes the 40 that were left for a sample, so it follows AUCC upwards.",
            },
            "far above one half",
            predict=True,
        ),
        Construct(
            "AuccLab",
            todo="Try it on 16 points of noise with random labels: remove six of them, so that AUCC is 7/10 or more.",
            goal=(
                ("n_points", "==", 10, "There are {n_points} points, and ten must be left."),
                ("aucc", ">=", 0.7, "AUCC is {aucc}, and it must be 0.7 or more. Were others to be removed?"),
            ),
            outcome="AUCC does not know how the points that are left were chosen, nor does any interval.",
            start={"points": _NOISE.tolist(), "labels": _DEALT.tolist()},
        ),
        Choice(
            "What would you say to a colleague who removed outliers in this way?",
            {
                "A low proportion is a reason to look at an object, its label and its measurements.": "It is a reason "
                "to look, but not to delete.",
                "The interval still holds, because it is computed from what was left.": "It takes what was left for a "
                "random sample. Ask how those were chosen.",
                "A broken instrument is a reason, but then all that it measured goes.": "The objects that fit are "
                "deleted as well.",
                "It is right as long as only a few are deleted.": "A few objects that are chosen by the result raise "
                "it, too. What matters is the reason, not the number.",
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
                "yes": "They do, because the interval of the petals begins below the end of the other.",
                "no": "Compare the lower limit of the petals with the upper limit of the four columns.",
            },
            "yes" if _BY_PETALS.low <= _BY_FOUR.high else "no",
        ),
        Number(
            "Error of the difference, from `aucc_difference()`:",
            _DIFFERENCE.standard_error,
            tempting=(
                (
                    hypot(_BY_FOUR.standard_error, _BY_PETALS.standard_error),
                    "You added the squares, as for two samples of different flowers. Here both numbers come from the "
                    "same "
                    "flowers: read the error off the function.",
                ),
                (
                    abs(_BY_FOUR.standard_error - _BY_PETALS.standard_error),
                    "You subtracted the errors. Subtract the rates instead, flower by flower.",
                ),
            ),
            hint="Run the function with the metric that the exercise gives, and read off its standard error.",
            outcome="It is small because a flower that spoils one number spoils the other, and that cancels.",
            places=4,
        ),
        Choice(
            "Is 0 in the interval of the difference?",
            {
                "yes": "Look at both of its limits, and at their signs.",
                "no": "Both of its limits are on one side of 0.",
            },
            "yes" if _DIFFERENCE.low <= 0 <= _DIFFERENCE.high else "no",
        ),
        Choice(
            "Which result would you report?",
            {
                "the overlap: the two may be equal": "Two overlapping intervals treat the numbers as if they came "
                "from different flowers. Look at the difference itself.",
                "the difference, with its interval": "It compares the two numbers flower by flower.",
                "that petals should be used for the clustering": "The reference labels would make that choice. "
                "Report what "
                "was measured, and leave the choice to another table.",
            },
            "the difference, with its interval",
        ),
    ),
}
