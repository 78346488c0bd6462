"""*How firm is a number of clusters?*: questions of the chapter."""

from fractions import Fraction
from itertools import combinations
from math import comb, hypot

import numpy as np

from aucc_teach.exercises._questions import Choice, Construct, Number, Open

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

EXERCISES = {
    "ex-firm-sets": (
        Number(
            "(a) The smallest p-value with 19 sets:",
            Fraction(1, _FEW + 1),
            tempting=((Fraction(1, _FEW), "The data are one of the sets that are counted."),),
            hint="No set reaches the data, and the data reach themselves.",
            outcome="One of all, the data included.",
        ),
        Number(
            "(a) Sets for a smallest p-value of 0.001:",
            _MANY,
            tempting=((_MANY + 1, "With the data there is one more to divide by."),),
            hint="The data are one of the sets that are counted. How many must there be in all?",
            outcome="With the data they are a thousand.",
        ),
        Number(
            "(b) Of 99 sets so many may reach the data:",
            _may_reach(99),
            tempting=((_may_reach(99) + 1, "The data count as one of the sets that reach them."),),
            hint="One in twenty of all sets, the data included; then take the data off.",
            outcome="With the data they are five of a hundred.",
        ),
        Number(
            "(b) Of 999 sets:",
            _may_reach(_MANY),
            tempting=((_may_reach(_MANY) + 1, "The data count as one of the sets that reach them."),),
            hint="One in twenty of all sets, the data included; then take the data off.",
            outcome="With the data they are fifty of a thousand.",
        ),
        Number(
            "(b) Your guess: how likely is the number named with 99 sets?",
            _named(99),
            predict=True,
            outcome="Some draws name it, most do not, and nothing about the data differs.",
        ),
        Number(
            "(b) How likely is it named with 19 sets?",
            _named(_FEW),
            tempting=(
                (_named(_FEW, chance=_THRESHOLD), "A set reaches the data with 6/100, and not with 5/100."),
                (1 - _named(_FEW), "That is how likely it is not named."),
                (float(_REACHES) ** _FEW, "So likely do all sets reach the data. None of them may."),
            ),
            hint="None of the sets may reach the data. How likely is that for one set, and for all of them?",
            outcome="None of the sets reaches the data: the same factor for each of them.",
        ),
        Number(
            "(b) Your guess for 999 sets:",
            _named(_MANY),
            predict=True,
            outcome="With so many sets the p-value is seldom far from 6/100, and that is above the threshold. Near it "
            "no usual number of sets is safe.",
        ),
    ),
    "ex-firm-which": (
        Choice(
            "In which of these tests by k-means has AUCC its peak at two?",
            {
                "the three draws of 39 sets": "All three draws.",
                "the range, and logarithms": "Both scales.",
                "without Torgersen": "Look at the line without Torgersen again: the test names another number.",
                "without Dream": "Without Dream.",
                "Biscoe alone": "Biscoe alone.",
                "six columns": "With the isotopes both criteria have their peak elsewhere.",
                "four columns of the 330 birds": "And the same columns of fewer birds.",
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
            "Why does the test without Biscoe say nothing against two?",
            {
                "its p-value is too large": "That is what comes out. Why can it not be otherwise?",
                "one of the two groups is not there": "All birds of the smaller group stand on Biscoe.",
                "an island less means too few birds": "Biscoe alone has fewer birds, and is tested.",
            },
            "one of the two groups is not there",
        ),
        Choice(
            "For which criterion is its number a finding?",
            {
                "AUCC": "Two was named in every draw and on both scales. Where it broke, other birds or "
                "columns were asked.",
                "VRC": "Follow its peak through the islands, and its p-value through the three draws.",
                "both": "Follow the peak of VRC through the islands.",
                "none": "For one of them every draw and both scales named the same number.",
            },
            "AUCC",
        ),
        Choice(
            "About what is it a finding?",
            {
                "about penguins": "Who has not been caught was not tested.",
                "about these birds, by any columns": "Look at the test with six columns.",
                "about these birds and four columns": "Take in two columns or leave out an island, and the number can "
                "be another one.",
            },
            "about these birds and four columns",
        ),
    ),
    "ex-firm-end": (
        Choice(
            "Where do you expect the three peaks?",
            {
                "each time at the end of the range": "So it is at one of the three ends.",
                "each time at ten, for there are ten figures": "None of the three is at ten.",
                "now at the end, now inside": "At the end for 40, inside for the two other ranges.",
            },
            "now at the end, now inside",
            predict=True,
        ),
        Choice(
            "And the three p-values?",
            {
                "the smallest that the sets can give, each time": "Something is there that the references lack, "
                "wherever the peak lies.",
                "smaller, the longer the range": "They cannot be smaller than the sets allow.",
                "larger, as there is more to choose from": "The reference sets choose from as much.",
            },
            "the smallest that the sets can give, each time",
            predict=True,
        ),
        Number(
            "The smallest p-value that 19 sets can give:",
            Fraction(1, _FEW + 1),
            tempting=((Fraction(1, _FEW), "The data are one of the sets that are counted."),),
            hint="No set reaches the data, and the data reach themselves.",
            outcome="Where it comes out, something is there. How many, it does not say.",
        ),
        Choice(
            "Run it. Is a peak inside the range a number of clusters?",
            {
                "yes: the end of the range has not made it": "Compare the excess on its two sides, and let the range "
                "end elsewhere.",
                "not by itself": "It is needed, and not enough: a dip of one curve at one k can make it. Does it stay "
                "when the range ends elsewhere?",
                "yes, if the p-value is small": "The p-value is equally small at all three ends, and the peaks are at "
                "three places.",
            },
            "not by itself",
        ),
    ),
    "ex-choose-test": (
        Number(
            "Which p-value do you expect of the 999 permutations?",
            Fraction(1, _MANY + 1),
            predict=True,
            outcome="No permutation comes near: k-means has made neighbours alike, in one normal cloud.",
        ),
        Choice(
            "And of the six sets, each against normal sets of its own?",
            {
                "small ones, as with the permutations": "Here k-means has clustered the references as well.",
                "all of them about one half": "One half is their mean, not where each of them lies.",
                "anything between 0 and 1": "The set and its references are drawn and clustered alike.",
            },
            "anything between 0 and 1",
            predict=True,
        ),
        Choice(
            "What does the null hypothesis of the first test say?",
            {
                "The points have no clusters.": "They have none, and it was rejected. What does it say of the labels?",
                "The labels were dealt without looking at the points.": "And k-means looked. The points are null, "
                "the labels are not.",
                "The labels are as good as those of k-means on noise.": "That is the null hypothesis of the second "
                "test.",
            },
            "The labels were dealt without looking at the points.",
        ),
        Construct(
            "TheLevel",
            todo="Both tests in one picture. Let k-means make three clusters of normal noise, with z above 10, and "
            "measure the level on 19 sets or more. The number of clusters is set below the picture.",
            goal=(
                ("noise", "==", 1),
                ("kmeans", "==", 1),
                ("n_clusters", "==", 3),
                ("z", ">", 10),
                ("n_sets", ">=", _FEW),
            ),
            outcome="Above all blind labels, and in the midst of noise that was clustered alike.",
            start={"reference": "normal"},
        ),
    ),
    "ex-firm-stable": (
        Number(
            "(a) So many points of the rest change sides at most:",
            _most_moved(12),
            tempting=(
                (0, "Leave out the two leftmost points. Where does the middle between the two means go?"),
                (2, "The cut moves by one step at most. How many points lie in one step?"),
            ),
            hint="The cut lies half way between the two means. How far does it move if two points are left out?",
            outcome="The row has no clusters, and the stability is 1 or nearly so.",
        ),
        Choice(
            "(a) Your own data have a stability of 1. What follows?",
            {
                "they have two clusters": "The row of points is as stable. Has it two clusters?",
                "nothing at all": "If noise of the same shape is far less stable, something follows.",
                "nothing, before noise of the same shape is beside it": "A cloud with a favourite cut is stable too.",
            },
            "nothing, before noise of the same shape is beside it",
        ),
        Number(
            "(b) The error of the difference:",
            hypot(*_ERRORS),
            tempting=(
                (sum(_ERRORS), "Errors of independent means do not add up. Their squares do."),
                (_ERRORS[0] - _ERRORS[1], "Errors do not cancel: the two were drawn independently. Add their squares."),
                (_MEANS[1] - _MEANS[0], "That is the difference. Its error is the root of a sum of squares."),
            ),
            hint="The difference of two independent means with errors a and b has the error √(a² + b²).",
            outcome="It is no smaller than the difference.",
        ),
        Choice(
            "(b) Are there four, as the report says?",
            {
                "yes: four are more stable": "Compare the difference with its error.",
                "no reason for it": "The difference does not reach its error. Even a larger one would speak of "
                "stability, and not of clusters.",
                "no: there are three": "The report gives no more reason for three than for four.",
            },
            "no reason for it",
        ),
        Choice(
            "(c) The same repeats for every k. What should you compute?",
            {
                "as in (b)": "That would treat what one repeat does to both k as if it happened twice.",
                "the differences in each repeat, and the standard error of these": "What a repeat does to both k "
                "cancels.",
                "the difference of the means, with the larger of the two errors": "How much the two move together is "
                "in neither error.",
            },
            "the differences in each repeat, and the standard error of these",
        ),
    ),
    "ex-choose-open": (
        Open(
            (
                "The columns are scaled, or the reason is given why not; skewness is named.",
                "The p-value comes with the kind and the number of reference sets.",
                "Stability stands beside that of noise, with errors.",
                "The number is named only if test, seeds and stability agree; else a range, or none.",
                "The diagnosis came last, is called external, and has changed nothing.",
            )
        ),
    ),
}
