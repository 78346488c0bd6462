"""*Is there anything in my table?*: questions of the chapter."""

from fractions import Fraction

import numpy as np

from aucc_teach.exercises._questions import Choice, Number, Objects, Open
from aucc_teach.pairs import pair_counts

from .functions._pairs import adjusted_rand, rand_c

_SETS, _KS = 19, 9
_SMALLEST = Fraction(1, _SETS + 1)

_LINE = np.array([0, 1, 4, 6, 11])
_NAMES = tuple(map(str, _LINE))


def _two_clusters(line):
    """Partitions into two by single linkage: cut at the largest gap, at each of them if there are several."""
    gaps = np.diff(line)
    return [np.arange(len(line)) > gap for gap in np.flatnonzero(gaps == gaps.max())]


def _agreements(measure):
    """Agreement of the rest with the partition of all, without each point in turn: one value for each tie broken."""
    (of_all,) = _two_clusters(_LINE)
    without = {name: np.delete(_LINE, i) for i, name in enumerate(_NAMES)}
    return {
        name: [
            Fraction(measure.reference(*map(Fraction, pair_counts(np.delete(of_all, i), of_rest))))
            for of_rest in _two_clusters(rest)
        ]
        for i, (name, rest) in enumerate(without.items())
    }


_ARI, _C = _agreements(adjusted_rand), _agreements(rand_c)
_MOST, _LEAST = (sum(pick(values) for values in _ARI.values()) / len(_LINE) for pick in (max, min))
_MOST_C = sum(map(max, _C.values())) / len(_LINE)
_MOVED = tuple(name for name, values in _ARI.items() if max(values) < 1)
_TIED = tuple(name for name, values in _ARI.items() if len(values) > 1)

EXERCISES = {
    "ex-choose-pvalues": (
        Number(
            "(a) The smallest p-value:",
            _SMALLEST,
            tempting=(
                (Fraction(1, _SETS), "The data are one more set: they count below the line as well as above it."),
                (0, "No reference set reaches the data then. But the data do, and they are counted too."),
            ),
            hint="The p-value is the share of the sets, the data included, that are at least as high as the data.",
            outcome="Where no reference set reaches the data, one set of all does: the data.",
        ),
        Number(
            "(a) How likely is it at k = 3?",
            _SMALLEST,
            tempting=(
                (
                    Fraction(1, 2**_SETS),
                    "That takes the comparisons with the sets for independent. All are with the same data: data that "
                    "lie above one set tend to lie above the others.",
                ),
                (Fraction(1, _SETS), "Count the sets once more: the data are one of them."),
            ),
            hint="Data and references come from one distribution. Which of these sets is the highest?",
            outcome="Each of the sets is the highest with the same probability, ties aside.",
        ),
        Number(
            "(a) At how many of the nine k is it expected?",
            _KS * _SMALLEST,
            tempting=(
                (
                    1 - float(1 - _SMALLEST) ** _KS,
                    "That would be the probability of one or more, if the nine were independent. Asked for is the "
                    "mean number.",
                ),
                (_SMALLEST, "That is what one k adds. Nine of them are tested."),
            ),
            hint="Means add up.",
            outcome="Means add up, whether the nine depend on each other or not.",
        ),
        Choice(
            "(a) How likely is it at one k or more?",
            {
                "as at a single k": "So it would be if all nine rose and fell together. Neighbours do so in part only.",
                "as if nine independent dice were thrown": "Neighbouring k have nearly the same partition. Are their "
                "scores independent?",
                "between the value at one k and nine times that": "Lowest if all nine rise and fall together, highest "
                "if no two ever coincide.",
                "cannot be bounded without the distribution": "The nine probabilities are known. What is the least "
                "that one of nine events can have, and the most?",
            },
            "between the value at one k and nine times that",
        ),
        Number(
            "(b) The probability of the smallest p-value, if only the peak over k is tested:",
            _SMALLEST,
            tempting=(
                (_KS * _SMALLEST, "Every reference set shows its own peak over nine k. Who is at an advantage?"),
                (_SMALLEST / _KS, "Nothing has to be divided by nine: the sets have had the same nine k."),
            ),
            hint="The peak is one number for each set. Compare as in (a).",
            outcome="One number for each set, and each is the highest with the same probability.",
        ),
        Choice(
            "(c) Data from a long box, with sides of very different lengths; references from boxes fitted to the data. "
            "The probability at k = 3:",
            {
                "the same: boxes are compared with boxes": "Is a box that was fitted to the points the one that they "
                "came from?",
                "lower: the fitted box knows the data": "It is rounder than the true one. Is it easier or harder to "
                "look better than round boxes?",
                "higher: the data look better than they are": "Fitted boxes are rounder than the box that the data "
                "came from.",
            },
            "higher: the data look better than they are",
        ),
    ),
    "ex-choose-hand": (
        Choice(
            "What do you expect: is single linkage more or less stable here than complete linkage?",
            {
                "more stable": "It is so if a tie is broken in one way.",
                "less stable": "It is not, whichever way a tie is broken.",
                "as stable or more, by how a tie is broken": "One tie stands between the two means of single linkage, "
                "and complete linkage has the lower one.",
            },
            "as stable or more, by how a tie is broken",
            predict=True,
        ),
        Objects(
            "Leave out one point. Without which of them does the partition of the rest change, however ties are "
            "broken?",
            _NAMES,
            right=_MOVED,
            tempting=(
                ((*_TIED, *_MOVED), "One of these has a tie, and one way to break it changes nothing."),
                (_TIED, "There is a tie without it, and one way to break that changes nothing."),
            ),
            hint="Single linkage into two cuts the line at its largest gap. Find that gap in each rest.",
            outcome="The gap before it was the largest. Without it another one is.",
        ),
        Objects(
            "Without which point is there a tie?",
            _NAMES,
            right=_TIED,
            tempting=((_MOVED, "The largest gap of that rest is larger than all others of it."),),
            hint="In which rest are two gaps the largest?",
            outcome="Without it the gaps on its neighbour's two sides are equal.",
        ),
        Number(
            "ARI without 11:",
            min(_ARI["11"]),
            tempting=((min(_C["11"]), "That is Rand's c. Take off what is expected, in both parts of the fraction."),),
            hint="Of the rest all pairs were together. How many would be together by chance?",
            outcome="One cluster against any other partition: no more than is expected.",
        ),
        Number(
            "The mean ARI over the five, the tie broken as is best:",
            _MOST,
            tempting=(
                (_LEAST, "That is with the tie broken as is worst."),
                (_MOST_C, "That is the mean of Rand's c."),
            ),
            hint="How many of the five have an ARI of 1, and what have the others?",
            outcome="One of the five changes.",
        ),
        Number(
            "And broken as is worst:",
            _LEAST,
            tempting=((_MOST, "That is with the tie broken as is best."),),
            hint="Compute the ARI for the other partition of the tied rest.",
            outcome="An answer that hangs on a tie names both numbers.",
        ),
    ),
    "ex-choose-raw": (
        Choice(
            "What do you expect of AUCC for ten clusters in grams, beside that on z-scores?",
            {
                "it is lower": "It is not lower.",
                "it is the same": "The distances are others, and so is AUCC.",
                "it is higher": "Mass is nearly all there is, the data are nearly a line, and on a line distances are "
                "easy to put in order.",
            },
            "it is higher",
            predict=True,
        ),
        Choice(
            "And of the excess in grams?",
            {
                "below 0 at each k": "The references are nearly a line too, and their level is higher.",
                "above 0 at each k": "As on z-scores; here it is not.",
                "below 0 at first, then above": "It stays below.",
            },
            "below 0 at each k",
            predict=True,
        ),
        Choice(
            "Run it. What is named?",
            {
                "two, by both criteria": "Both peaks are at two. Is the larger p-value of each at most 0.05?",
                "two, by VRC alone": "Its boxes would have it. Of the two p-values the larger one counts.",
                "two, by AUCC alone": "Its radial sets would have it. Of the two p-values the larger one counts.",
                "nothing": "For each criterion one of the two kinds of reference is too often as high.",
            },
            "nothing",
        ),
        Choice(
            "Can one say by AUCC, or by this test, whether grams or z-scores are the better distance?",
            {
                "yes, by AUCC: the higher, the better": "Look at its level in grams, which is higher too.",
                "yes, by the test: it names two on z-scores": "The test takes the distances as they are given. Each "
                "time it asks about other ones.",
                "no, by neither": "Each distance has its own level, and the test asks about the distances that it is "
                "given. What is to count is decided before.",
            },
            "no, by neither",
        ),
    ),
    "ex-choose-isotopes": (
        Choice(
            "How many birds do you expect to lose?",
            {
                "two, as with the sizes": "Blood is missing more often than a size.",
                "about a dozen": "The table of the columns says how many values miss: nearly all birds that lack one "
                "isotope lack the other.",
                "as many as both columns miss together": "That would count most of these birds twice.",
            },
            "about a dozen",
            predict=True,
        ),
        Choice(
            "Will the number be settled?",
            {
                "no, the criteria disagree again": "They did so on four columns.",
                "yes, at two": "That is what AUCC named on four columns.",
                "yes, at three": "With these sets both criteria name three, by both algorithms.",
            },
            "yes, at three",
            predict=True,
        ),
        Choice(
            "Which are reasons, for six columns or for four, that do not look at the result?",
            {
                "With six columns both criteria name the same number.": "That is a result: whoever chooses by it has "
                "chosen what comes out.",
                "Kinds of bird eat different things.": "For six: it could be said before the first test.",
                "The three clusters of six columns are nearly the species.": "That is the drawer speaking.",
                "Blood tells of the food of one place and season.": "For four: islands and seasons may come in.",
                "With four columns the two groups are stable.": "Stability was computed from the four columns: that "
                "is a result.",
            },
            ("Kinds of bird eat different things.", "Blood tells of the food of one place and season."),
        ),
    ),
    "ex-choose-witnesses": (
        Choice(
            "What do you guess: as how many witnesses do the nine come out?",
            {
                "nine, each with an opinion of its own": "That would need correlations near 0.",
                "about three": "One large party, a pair that goes against it, and one criterion on its own.",
                "one: all say the same": "That would need correlations near 1 throughout.",
            },
            "about three",
            predict=True,
        ),
        Choice(
            "Run it. Which criterion goes together with AUCC?",
            {
                "Silhouette": "Look at the sign of their correlation.",
                "VRC": "Both were tested in the chapter, but look at the sign of their correlation.",
                "C-index": "Both rise with k on these partitions.",
                "Dunn 11": "Their correlation is near 0.",
            },
            "C-index",
        ),
        Choice(
            "AUCC goes against several of the nine. Why?",
            {
                "lower is better for some of them": "Those were turned before they were correlated.",
                "it prefers large k here, and they prefer small k": "What the parties differ in is mostly their taste "
                "for few or for many clusters.",
                "it is wrong, and they are right": "No correlation says who is right. What do their curves do as k "
                "grows?",
            },
            "it prefers large k here, and they prefer small k",
        ),
        Choice(
            "Somebody takes the mean rank of all nine. What elects the number?",
            {
                "the wisdom of nine witnesses": "Six of them are nearly one witness.",
                "the data, as errors cancel": "Errors that agree do not cancel.",
                "the largest party": "Another list of nine, with other parties, would elect another number.",
            },
            "the largest party",
        ),
    ),
    "ex-choose-report": (
        Choice(
            "Which of these facts, if they came out, would make the sentence worthless?",
            {
                "Three of the four clusters are one seal each.": "That is one cluster and three stragglers, stable "
                "and far from every box.",
                "All seals were weighed in pounds, not in kilograms.": "One unit for all seals: after scaling nothing "
                "is different.",
                "Each colony was measured with scales of its own.": "Then clusters may be batches.",
                "Ward's method finds the same four clusters.": "That would speak for them.",
                "Lists of the colonies lay open when the number was chosen.": "Then the good agreement was chosen, "
                "and validates nothing.",
            },
            (
                "Three of the four clusters are one seal each.",
                "Each colony was measured with scales of its own.",
                "Lists of the colonies lay open when the number was chosen.",
            ),
        ),
        Choice(
            "Which number of the sentence needs one of noise beside it?",
            {
                "the p-value": "It has boxes beside it already.",
                "the stability": "Clusters of noise can be stable too.",
                "the five algorithms": "That is a count. What is missing there are the other four results.",
            },
            "the stability",
        ),
        Open(
            (
                "The columns, the units and the distance are missing.",
                "Nothing is said of gaps, nor of mothers with their pups.",
                "The range of k is missing, and whether four lies at its end.",
                "The sizes of the clusters are missing.",
                "One algorithm of five is reported, with one kind of reference and one seed.",
            ),
            prompt="What is missing? Write it down, then tick what your list has:",
        ),
    ),
}
