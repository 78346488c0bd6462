"""*How sure is the number?*: questions of the chapter."""

from fractions import Fraction
from itertools import combinations, product
from math import hypot

import numpy as np
from sklearn.datasets import load_iris

from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Order
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

EXERCISES = {
    "ex-hs-chance": (
        Choice(
            "(a) 400 patients, classed by clinic:",
            {
                _DRAWS: "All pairs of 400 patients can be counted. Nothing has to be drawn.",
                _DEALS: "Mere labels are labels that were dealt without looking at the patients.",
                _OBJECTS: "Nobody asks about other patients. *Mere labels*: what might have been otherwise?",
                _NONE: "Could the labels have been dealt otherwise?",
            },
            _DEALS,
        ),
        Choice(
            "(b) A million customers:",
            {
                _DRAWS: "Some comparisons of many were looked at. Others could have been drawn.",
                _DEALS: "Nobody doubts the labels. Of what was only a part looked at?",
                _OBJECTS: "Other customers are not asked about. Of what was only a part looked at?",
                _NONE: "Of what was only a part looked at?",
            },
            _DRAWS,
        ),
        Choice(
            "(c) Two teams, 60 fish each:",
            {
                _DEALS: "The labels are species. What would be different on another day at the lake?",
                _OBJECTS: "Other fish could have been caught. The fish of the two teams are different ones, so that "
                "the squared errors add up.",
                _PAIRED: "It pairs each object with itself. Is there one fish in both catches?",
                _NONE: "Each team has a sample. Which fish might they have caught?",
            },
            _OBJECTS,
        ),
        Choice(
            "(d) All 50 states, by region:",
            {
                _DRAWS: "The pairs of 50 states are soon counted, all of them.",
                _DEALS: "One may ask so, if one can say who dealt the regions. The sentence does not.",
                _OBJECTS: "Which other states might have been drawn?",
                _NONE: "There are no other states, and no draws.",
            },
            _NONE,
        ),
    ),
    "ex-hs-hand": (
        Choice(
            "Do you expect *d*, which is alone, to be the one that spoils the partition?",
            {
                "yes": "It has no within pair that could be wrong.",
                "no": "That it is alone says nothing against it: it has no within pair that could be wrong.",
            },
            "no",
            predict=True,
        ),
        Number(
            "Ends of comparisons at *a*:",
            _ALL.ends[_A],
            tempting=(
                (_ALL.having[_A], "So many comparisons have an end at *a*. Some have two."),
                (
                    (_LABELS.count(0) - 1) * _ALL.n_between,
                    "These are the ends in its within pairs. It is in a between pair too.",
                ),
            ),
            hint="Of its within pairs each is compared with all between pairs, and the other way round.",
            outcome="And as many at each of the four.",
        ),
        Number(
            "Share of right ones among the ends at *c*:",
            _ALL.shares[_C],
            tempting=(
                (
                    _ALL.right_having[_C] / _ALL.having[_C],
                    "Each comparison is counted once here. *ac* against *cd* has two ends at *c*.",
                ),
                (1 - _ALL.shares[_C], "That is the share of wrong ones."),
                (_ALL.aucc, "That is the share for all four marks together."),
            ),
            hint="Count the right comparisons of ac, of bc and of cd one after the other.",
            outcome="The wrong ends are those of *ac* and of *bc* against *cd*, two each.",
        ),
        Number(
            "Share of right ones among the ends at *d*:",
            _ALL.shares[_D],
            tempting=((1 - _ALL.shares[_D], "That is the share of wrong ones."),),
            hint="*d* is in the three between pairs alone. Which comparisons does each of these win?",
            outcome="All comparisons have just one end at *d*: its share is AUCC.",
        ),
        Objects(
            "Which spoils the partition?",
            _NAMES,
            right=tuple(name for name, share in zip(_NAMES, _ALL.shares, strict=True) if share == min(_ALL.shares)),
            tempting=((("d",), "Is there a mark with a lower share?"), (("c", "d"), "The share of one is lower.")),
            hint="Look for the lowest share.",
            outcome="It lies closer to the other cluster than to its own.",
        ),
        Number(
            "AUCC without *c*:",
            _WITHOUT_C.aucc,
            tempting=(
                (
                    sum(_OTHERS) / len(_OTHERS),
                    "That is the mean share of the other three, and their shares still hold comparisons with *c*.",
                ),
                (_ALL.aucc, "That is AUCC of all four. Which comparisons are left?"),
            ),
            hint="Only one within pair is left. Compare it with two between pairs.",
            outcome="ab is closer than ad and than bd.",
        ),
    ),
    "ex-hs-away": (
        Order(
            "The proof that A = (1 \N{MINUS SIGN} m) A₋ᵢ + m b, mixed up:",
            (
                "Split the PN comparisons into those with an end at i and the others.",
                "With an end at i there are m · PN, and b m · PN of them are right.",
                "The others are the comparisons that there are without i, for what is within stays within: A₋ᵢ of "
                "these (1 \N{MINUS SIGN} m) PN are right.",
                "Add up the right ones of both parts: they are A · PN.",
                "Divide by PN.",
            ),
            before=(
                (0, 1, "m is the share of one part. The parts come first."),
                (0, 2, "*The others* are those of a division that has not been made yet."),
                (1, 3, "Two numbers are added, and one of them is not there yet."),
                (2, 3, "Two numbers are added, and one of them is not there yet."),
                (3, 4, "Divide what has been added up."),
            ),
            hint="First divide the comparisons, then count in both parts, then add.",
            outcome="Nothing was used but counting.",
            free=((1, 2),),
        ),
        Choice(
            "AUCC rises without i exactly if",
            {
                "dᵢ < A": "In dᵢ a comparison with two ends at i counts twice, so dᵢ and b can lie on different sides "
                "of A.",
                "b < 1/2": "With an A near 1 even a b above one half lowers it. Compare b with another number.",
                "b < A": "A is a mean of A₋ᵢ and b, so that A₋ᵢ is above A exactly if b is below.",
                "m > b": "m is how many comparisons involve i, and b how many of these are right. Solve for A₋ᵢ "
                "\N{MINUS SIGN} A.",
            },
            "b < A",
        ),
        Number(
            "m for *c* of the last exercise:",
            _ALL.having[_C] / _ALL.n,
            tempting=(
                (_ALL.ends[_C] / sum(_ALL.ends), "That is its share of the ends. m counts comparisons."),
                (_ALL.ends[_C] / _ALL.n, "These are ends over comparisons. Here a comparison counts once."),
            ),
            hint="Which of the 9 comparisons do without *c*?",
            outcome="Two comparisons are left without it.",
        ),
        Number(
            "b for *c*:",
            _ALL.right_having[_C] / _ALL.having[_C],
            tempting=(
                (
                    _ALL.shares[_C],
                    "In b a comparison counts once, however many of its ends are at *c*; and below the line stand "
                    "only those that involve *c*.",
                ),
            ),
            hint="Of the comparisons that involve *c*, which are right?",
            outcome="Below A: without *c* AUCC rises.",
        ),
        Choice(
            "What does the formula say about *d*?",
            {
                "AUCC would fall without it": "Which comparisons would be left?",
                "AUCC would stay, for b = A": "b is A there. But what is m?",
                "nothing: m = 1": "Without *d* there is no between pair, and no AUCC.",
            },
            "nothing: m = 1",
        ),
        Choice(
            "Is a comparison with two ends at i counted twice in b, as it is in dᵢ?",
            {
                "yes": "The formula takes comparisons away, and one that goes is gone once.",
                "no": "b is about comparisons, dᵢ about ends.",
            },
            "no",
        ),
        Choice(
            "The proof that AUCC is a mean over objects, with one wrong step. Which?",
            {
                "wᵢ is (sᵢ \N{MINUS SIGN} 1) N + (n \N{MINUS SIGN} sᵢ) P.": "Object i is in sᵢ \N{MINUS SIGN} 1 within "
                "pairs, each compared with N between pairs, and in n \N{MINUS SIGN} sᵢ between pairs, each compared "
                "with P within pairs. This step holds.",
                "A right comparison has four right ends, so there are 4PN · AUCC in all.": "A comparison has two "
                "pairs, and a pair two objects; a tie has four halves. This step holds.",
                "AUCC is R/T. T sums vᵉ over all comparisons, R the same times 1, 1/2 or 0.": "A comparison with e "
                "ends at i counts vᵉ times. This step holds.",
                "At v = 1 the derivative of vᵉ is 1 if e > 0, and 0 if not.": "It is e. So the derivative of T counts "
                "all ends at i, and that of R the right ones.",
                "At v = 1 T is PN and R is PN · AUCC.": "Every comparison counts once there. This step holds.",
            },
            "At v = 1 the derivative of vᵉ is 1 if e > 0, and 0 if not.",
        ),
    ),
    "ex-hs-copies": (
        Choice(
            "AUCC with the pairs of copies:",
            {
                "A + S/(P + S)": "The copies are not all gain: they stand in place of pairs of which A were right.",
                "A + (1 \N{MINUS SIGN} A) S/(P + S)": "The S pairs are right against all between pairs: (AP + S) of "
                "(P + S).",
                "A + (1 \N{MINUS SIGN} A) S/P": "The copies are within pairs too, and stand in the denominator.",
                "A + (1 \N{MINUS SIGN} A) S/(PN)": "Each of the S pairs has N comparisons, as each of the P has.",
            },
            "A + (1 \N{MINUS SIGN} A) S/(P + S)",
        ),
        Number(
            "The lift of an AUCC of 7/10, with three classes and 40 objects, to two decimals:",
            float((1 - _AUCC) * _FLATTERED),
            tempting=(
                (float(_FLATTERED), "Of so many within pairs. They can lift only what is missing to 1."),
                (float(_AUCC * _FLATTERED), "The copies mend what is missing to 1, and not what was right."),
                (float(_AUCC + (1 - _AUCC) * _FLATTERED), "That is AUCC with the copies. By how much is it higher?"),
            ),
            hint="Put the two numbers of pairs into the formula.",
            outcome="Two hundredths.",
            within=0.003,
        ),
        Choice(
            "Do more resamples help?",
            {
                "yes: their mean comes closer to AUCC": "To what does the mean come closer, if each resample has "
                "copies?",
                "no": "It is a bias, and it is in every resample. More of them show it more clearly.",
                "yes: copies become rarer": "Each resample has as many objects as before, and as many copies.",
            },
            "no",
        ),
        Choice(
            "As n grows, the lift beside the error:",
            {
                "both fall alike": "The lift goes with K/n. How does the error go?",
                "the lift falls faster": "Like 1/n against 1/√n: copies do most harm in small tables.",
                "the error falls faster": "The error goes with 1/√n. And the lift?",
            },
            "the lift falls faster",
        ),
    ),
    "ex-hs-worst": (
        Choice(
            "Your guess: AUCC when 40 are left?",
            {
                "about one half, as of all noise": "Each deletion was chosen by the result.",
                "about 2/3": "So it is earlier on the way.",
                "above 4/5": "Each deletion was chosen by the result.",
            },
            "above 4/5",
            predict=True,
        ),
        Choice(
            "And its interval?",
            {
                "wide enough to hold one half": "It gets wider, but not by so much.",
                "far above one half": "It takes the 40 that were left for a sample, and follows AUCC upwards.",
            },
            "far above one half",
            predict=True,
        ),
        Construct(
            "AuccLab",
            todo="Try it on 16 points of noise with labels from a generator: take six of them away, so that AUCC is "
            "7/10 or more.",
            goal=(("n_points", "==", 10), ("aucc", ">=", 0.7)),
            outcome="AUCC does not know how the points that are left were chosen, and no interval knows it either.",
            start={"points": _NOISE.tolist(), "labels": _DEALT.tolist()},
        ),
        Choice(
            "What would you say to somebody who removed outliers in this way?",
            {
                "A low share is a reason to look at an object, its label and its measurements.": "To look, not to "
                "delete.",
                "The interval still holds, for it is computed from what was left.": "It takes what was left for a "
                "random sample. Was it one?",
                "A broken instrument is a reason, and then all that it measured goes.": "The objects that fit go as "
                "well.",
                "It is right as long as only a few are deleted.": "A few chosen by the result lift it too. The "
                "number does not matter, the reason does.",
            },
            (
                "A low share is a reason to look at an object, its label and its measurements.",
                "A broken instrument is a reason, and then all that it measured goes.",
            ),
        ),
    ),
    "ex-hs-paired": (
        Choice(
            "Do the two intervals overlap?",
            {
                "yes": "The petals' interval begins below the end of the other.",
                "no": "Compare the lower limit of the petals with the upper limit of the four columns.",
            },
            "yes" if _BY_PETALS.low <= _BY_FOUR.high else "no",
        ),
        Number(
            "Error of the difference, by `aucc_difference()`:",
            _DIFFERENCE.standard_error,
            tempting=(
                (
                    hypot(_BY_FOUR.standard_error, _BY_PETALS.standard_error),
                    "That is for two samples of different flowers. Here both numbers come from the same ones.",
                ),
                (
                    abs(_BY_FOUR.standard_error - _BY_PETALS.standard_error),
                    "Errors are not subtracted. Subtract the rates, flower by flower.",
                ),
            ),
            hint="Run the function with the metric that the exercise gives, and read its standard error.",
            outcome="A flower that spoils one number spoils the other, and that cancels.",
            places=4,
        ),
        Choice(
            "Is 0 in the interval of the difference?",
            {
                "yes": "Look at both of its limits.",
                "no": "Both limits are on one side.",
            },
            "yes" if _DIFFERENCE.low <= 0 <= _DIFFERENCE.high else "no",
        ),
        Choice(
            "Which one would you report?",
            {
                "the overlap: the two may be equal": "That treats the flowers of the one as if they were others than "
                "those of the other.",
                "the difference, with its interval": "It compares flower by flower.",
                "that petals should be used for the clustering": "That choice would be made by the key.",
            },
            "the difference, with its interval",
        ),
    ),
}
