"""*How firm is a number of clusters?*: questions of the chapter."""

from fractions import Fraction
from itertools import combinations
from math import comb, hypot

import numpy as np

from aucc_teach.exercises import Choice, Construct, Number, Objects, Open
from aucc_teach.pairs import pair_counts

from .functions._pairs import adjusted_rand, rand_c

_FEW, _MANY = 19, 999
_THRESHOLD, _REACHES = Fraction(1, 20), Fraction(6, 100)


def _may_reach(n_sets):
    """So many sets may reach the data, if the p-value is to stay at the threshold or below."""
    return int(_THRESHOLD * (n_sets + 1)) - 1


def _named(n_sets, *, chance=_REACHES):
    """Probability that no more sets than that reach the data."""
    terms = (comb(n_sets, j) * chance**j * (1 - chance) ** (n_sets - j) for j in range(_may_reach(n_sets) + 1))
    return float(sum(terms))


def _most_moved(n):
    """How many points of a row change sides at most, when two of them are left out, but not the two in the middle."""
    row, middle = np.arange(n), {n // 2 - 1, n // 2}
    most = 0
    for gone in combinations(sorted(set(row.tolist()) - middle), 2):
        rest = np.delete(row, gone)
        cuts = [np.arange(len(rest)) >= i for i in range(1, len(rest))]
        best = min(cuts, key=lambda right: sum(side.var() * side.size for side in (rest[right], rest[~right])))
        most = max(most, int((best != (rest >= n // 2)).sum()))
    return most


_ERRORS, _MEANS = (0.09, 0.08), (0.73, 0.84)

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

PREDICTIONS = {
    "pre-firm-torgersen": Choice(
        "Without these 51 birds, which number will AUCC select?",
        {
            "two, as before": "Both groups are still there, so this seems safe.",
            "three": "Without the 51, the larger group looks divided.",
            "none, because the sample is smaller": "With 291 birds the test is hardly weaker.",
        },
        right="three",
        predict=True,
    ),
    "pre-firm-digits": Choice(
        "Where will the peak of AUCC be, over 2 to 20 clusters of the digits?",
        {
            "at 10": "There are ten figures, but pixels don't know what a figure is.",
            "elsewhere, inside the range": "Such a peak would be a number, right or wrong.",
            "at 20": "The excess climbs as far as we look.",
        },
        right="at 20",
        predict=True,
    ),
}

EXERCISES = {
    "ex-firm-sets": (
        Number(
            "(a) The smallest p-value with 19 sets:",
            Fraction(1, _FEW + 1),
            tempting=(
                (
                    Fraction(1, _FEW),
                    "That counts the reference sets alone. The data are counted, too: how many sets are there?",
                ),
            ),
            hint="Suppose no reference set reaches the data. The data always reach themselves.",
            outcome="It is one of all the sets, the data included.",
        ),
        Number(
            "(a) Sets for a smallest p-value of 0.001:",
            _MANY,
            tempting=(
                (_MANY + 1, "That's how many sets there are with the data. How many of them are reference sets?"),
            ),
            hint="The data are one of the sets that are counted. How many must there be in all?",
            outcome="With the data there are a thousand sets.",
        ),
        Number(
            "(b) How many of 99 sets may reach the data?",
            _may_reach(99),
            tempting=((_may_reach(99) + 1, "That's with the data, which reach themselves. Subtract them."),),
            hint="One in twenty of all sets may, the data included. Then subtract the data.",
            outcome="With the data they are five out of a hundred.",
        ),
        Number(
            "(b) And how many of 999 sets?",
            _may_reach(_MANY),
            tempting=((_may_reach(_MANY) + 1, "The data are among those. How many reference sets are left?"),),
            hint="One in twenty of all sets may, the data included. Then subtract the data.",
            outcome="With the data they are fifty out of a thousand.",
        ),
        Number(
            "(b) Your guess: how likely is it that the number is selected with 99 sets?",
            _named(99),
            predict=True,
            between=(0, 1),
            outcome="Some draws select it but most don't, although nothing about the data differs.",
        ),
        Number(
            "(b) How likely is it that the number is selected with 19 sets?",
            _named(_FEW),
            tempting=(
                (
                    _named(_FEW, chance=_THRESHOLD),
                    "That's with 5/100, the level. A set reaches the data with probability 6/100: put that in.",
                ),
                (1 - _named(_FEW), "With this probability it is *not* selected. Take the opposite."),
                (
                    float(_REACHES) ** _FEW,
                    "With this probability all sets reach the data. None of them may: take the opposite for each set.",
                ),
            ),
            hint="None of the sets may reach the data. How likely is that for one set, and for all of them?",
            outcome="None of the sets may reach the data, so there is the same factor for each of them.",
        ),
        Number(
            "(b) Your guess for 999 sets:",
            _named(_MANY),
            predict=True,
            between=(0, 1),
            outcome="With so many sets the p-value is seldom far from 6/100, which is above the threshold. Near the "
            "threshold no usual number of sets is safe.",
        ),
    ),
    "ex-choose-hand": (
        Choice(
            "What do you expect: is single linkage more or less stable here than complete linkage?",
            {
                "more stable": "That's right for one way of breaking a tie, but the other way is just as correct.",
                "less stable": "Leave out each point: it isn't less stable, whichever way a tie is broken.",
                "as stable or more, depending on how a tie is broken": "One tie decides between two means of "
                "single linkage, and complete linkage has the lower of them.",
            },
            "as stable or more, depending on how a tie is broken",
            predict=True,
        ),
        Objects(
            "Leave out one point. Without which of them does the partition of the rest change, however ties are "
            "broken?",
            _NAMES,
            right=_MOVED,
            tempting=(
                (
                    (*_TIED, *_MOVED),
                    "For one of these a tie decides, and one way to break it changes nothing. Drop that point.",
                ),
                (
                    _TIED,
                    "A tie decides there, and one way to break it changes nothing. Look for a rest with a new "
                    "largest gap.",
                ),
            ),
            hint="If it makes two clusters, single linkage cuts the line at its largest gap. Find that gap in each "
            "rest.",
            outcome="The gap before it was the largest. Without it, another gap is the largest.",
        ),
        Objects(
            "Without which point is there a tie?",
            _NAMES,
            right=_TIED,
            tempting=(
                (_MOVED, "In that rest a single gap is the largest. Compare the two largest gaps of each other rest."),
            ),
            hint="In which rest are two gaps equal, and larger than all others?",
            outcome="Without it the gaps on the two sides of its neighbour are equal.",
        ),
        Number(
            "ARI without 11:",
            min(_ARI["11"]),
            tempting=(
                (
                    min(_C["11"]),
                    "That's Rand's c. For the ARI, subtract the expected value in the numerator and in the "
                    "denominator.",
                ),
            ),
            hint="All pairs of the rest were together. How many would be together by chance?",
            outcome="A single cluster agrees with any other partition only as much as is expected.",
        ),
        Number(
            "The mean ARI over the five, if the tie is broken in the best way:",
            _MOST,
            tempting=(
                (_LEAST, "That's with the tie broken in the worst way. Here we want the best way."),
                (_MOST_C, "That's the mean of Rand's c. Here we want the mean ARI."),
            ),
            hint="In how many of the five cases is the ARI 1, and what is it in the others?",
            outcome="Only one of the five partitions changes.",
        ),
        Number(
            "And if it is broken in the worst way:",
            _LEAST,
            tempting=((_MOST, "That's with the tie broken in the best way again."),),
            hint="Compute the ARI for the other partition of the tied rest.",
            outcome="If an answer depends on a tie, give both numbers.",
        ),
    ),
    "ex-firm-which": (
        Choice(
            "In which of these tests with k-means is the peak of AUCC at two?",
            {
                "the three draws of 39 sets": "It is in all three draws.",
                "the range, and logarithms": "It is on both scales.",
                "without Torgersen": "Look at the line without Torgersen again: the test selects another number.",
                "without Dream": "It is without Dream, too.",
                "Biscoe alone": "It is on Biscoe alone, too.",
                "six columns": "With the isotopes both criteria have their peak elsewhere: see the rows of six.",
                "four columns of the 330 birds": "It is in the same columns of fewer birds, too.",
            },
            (
                "the three draws of 39 sets",
                "the range, and logarithms",
                "without Dream",
                "Biscoe alone",
                "four columns of the 330 birds",
            ),
        ),
        Choice(
            "Why does the test without Biscoe not count against two?",
            {
                "because its p-value is too large": "That is what comes out. Which birds would it have needed?",
                "because one of the two groups is not there": "All birds of the smaller group nest on Biscoe.",
                "because too few birds are left": "Biscoe alone has fewer birds, and there two are selected. Which "
                "birds are missing?",
            },
            "because one of the two groups is not there",
        ),
        Choice(
            "For which criterion is its number a finding?",
            {
                "AUCC": "It selects two in every draw and on both scales. Where this broke, the test was about other "
                "birds or columns.",
                "VRC": "Follow its peak through the islands, and its p-value through the three draws.",
                "both": "This holds for one of them. Follow the peak of VRC through the islands.",
                "none": "One of them selected the same number in every draw and on both scales.",
            },
            "AUCC",
        ),
        Choice(
            "About what is it a finding?",
            {
                "about penguins": "Only penguins of this file were tested. Say which birds, and which columns.",
                "about these birds, in any columns": "This holds for some columns. Look at the test with six columns.",
                "about these birds and four columns": "If you include two more columns or leave out an island, the "
                "number can change.",
            },
            "about these birds and four columns",
        ),
    ),
    "ex-firm-end": (
        Choice(
            "Where do you expect the three peaks?",
            {
                "each time at the end of the range": "Only one of the three ranges does this. Compare the others "
                "with the figure of the excess.",
                "each time at ten, because there are ten figures": "None of the three peaks is at ten: pixels "
                "don't know what a figure is.",
                "now at the end, now inside": "The peak is at the end for 40, and inside for the two other ranges.",
            },
            "now at the end, now inside",
            predict=True,
        ),
        Choice(
            "And the three p-values?",
            {
                "the smallest that the sets can give, each time": "Something is there that the reference data lack, "
                "wherever the peak lies.",
                "smaller, the longer the range": "They cannot be smaller than 19 sets allow, however long the range.",
                "larger, because there is more to choose from": "The reference sets have just as much to choose from.",
            },
            "the smallest that the sets can give, each time",
            predict=True,
        ),
        Number(
            "The smallest p-value that 19 sets can give:",
            Fraction(1, _FEW + 1),
            tempting=((Fraction(1, _FEW), "That counts the reference sets alone. The data are counted, too."),),
            hint="Suppose no reference set reaches the data. The data always reach themselves.",
            outcome="If it comes out, something is there, but it doesn't say how many clusters there are.",
        ),
        Choice(
            "Run it. Is a peak inside the range a number of clusters?",
            {
                "yes, because the end of the range has not made it": "Compare the excess on its two sides, and let the "
                "range end elsewhere.",
                "not by itself": "It is necessary but not enough, because a dip of one curve at one k can make it. "
                "Does it stay when the range ends elsewhere?",
                "yes, if the p-value is small": "The p-value is equally small with all three ends, but the peaks are "
                "at three places.",
            },
            "not by itself",
        ),
    ),
    "ex-choose-test": (
        Number(
            "Which p-value do you expect of the 999 permutations?",
            Fraction(1, _MANY + 1),
            predict=True,
            between=(0, 1),
            outcome="No permutation comes near it, because k-means has given neighbours the same label, in one normal "
            "cloud.",
        ),
        Choice(
            "And of the six sets, each against normal sets of its own?",
            {
                "small ones, as with the permutations": "With random labels for the references they would be. Here "
                "k-means has clustered them as well.",
                "all of them about one half": "Their mean is about that. But look at the six: how far "
                "apart do they lie?",
                "anything between 0 and 1": "The set and its references are drawn and clustered in the same way.",
            },
            "anything between 0 and 1",
            predict=True,
        ),
        Choice(
            "What does the null hypothesis of the first test say?",
            {
                "The points have no clusters.": "They have none, and yet the hypothesis was rejected. What does it say "
                "about the labels?",
                "The labels were drawn without looking at the points.": "But k-means looked. The points are null, "
                "whereas the labels are not.",
                "The labels are as good as the labels of k-means on noise.": "That is what the second test asks. What "
                "did the first one permute?",
            },
            "The labels were drawn without looking at the points.",
        ),
        Construct(
            "TheLevel",
            todo="Bring both tests into one picture. Let k-means make three clusters of normal noise, with z above 10, "
            "and measure the baseline on 19 sets or more. The number of clusters is set below the picture.",
            goal=(
                ("kmeans", "==", 1, "The labels must be those of k-means: choose them under Labels."),
                ("noise", "==", 1, "These points are not noise: turn the points into noise."),
                ("n_clusters", "==", 3, "The number of clusters is {n_clusters}, and it must be three."),
                ("z", ">", 10, "z is {z}, and not above 10."),
                ("n_sets", ">=", _FEW, f"The number of measured sets is {{n_sets}}, and it takes {_FEW}."),
            ),
            outcome="AUCC is above all random labels, but in the midst of noise that was clustered in the same way.",
            start={"reference": "normal"},
        ),
    ),
    "ex-firm-stable": (
        Number(
            "(a) How many points of the rest change sides at most?",
            _most_moved(12),
            tempting=(
                (
                    0,
                    "Try an example: leave out the two leftmost points. Where does the middle between the two means "
                    "go?",
                ),
                (2, "The first step is right: the cut moves by one step at most. How many points lie in one step?"),
            ),
            hint="The cut lies half way between the two means. How far does it move if two points are left out?",
            outcome="The row has no clusters, and yet the stability is 1 or nearly so.",
        ),
        Choice(
            "(a) Your own data have a stability of 1. What follows?",
            {
                "they have two clusters": "The row of points is as stable. How many clusters does it have?",
                "nothing at all": "If noise of the same shape is far less stable, something does follow.",
                "nothing, before we compare it with noise of the same shape": "A cloud with a favourite cut is stable, "
                "too.",
            },
            "nothing, before we compare it with noise of the same shape",
        ),
        Number(
            "(b) The error of the difference:",
            hypot(*_ERRORS),
            tempting=(
                (
                    sum(_ERRORS),
                    "That's the sum of the errors. For independent means the squares add up: add these, then take "
                    "the root.",
                ),
                (
                    _ERRORS[0] - _ERRORS[1],
                    "Errors don't cancel here, because the two means were drawn independently. Add their squares.",
                ),
                (
                    _MEANS[1] - _MEANS[0],
                    "This is the difference itself. Its error is the root of a sum of two squares.",
                ),
            ),
            hint="The difference of two independent means with errors a and b has the error √(a² + b²).",
            outcome="It is not smaller than the difference.",
        ),
        Choice(
            "(b) Are there four, as the report says?",
            {
                "yes, because four are more stable": "Compare the difference with its error.",
                "there is no reason for it": "The difference doesn't reach its error. Even a larger difference would "
                "be about stability, and not about clusters.",
                "no, because there are three": "It gives no more reason for three. Compare the difference with its "
                "error, either way.",
            },
            "there is no reason for it",
        ),
        Choice(
            "(c) The same repeats for every k. What should you compute?",
            {
                "as in (b)": "That was right for independent repeats. Here a repeat acts on both k: what cancels if "
                "you subtract within it?",
                "the differences in each repeat, and the standard error of these": "What a repeat does to both k "
                "cancels.",
                "the difference of the means, with the larger of the two errors": "Neither error contains how much the "
                "two move together. Subtract first, in each repeat.",
            },
            "the differences in each repeat, and the standard error of these",
        ),
    ),
    "ex-choose-open": (
        Open(
            (
                "The columns are scaled, or the reason why not is given; skewness is mentioned.",
                "The p-value comes with the kind and the number of reference sets.",
                "The stability is compared with the stability of noise, with errors.",
                "A number is selected only if test, seeds and stability agree; otherwise a range, or none.",
                "The diagnosis came last, is called external, and has changed nothing.",
            )
        ),
    ),
}
