"""*Is there anything in my table?*: questions of the chapter."""

import numpy as np

from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.exercises import Choice, Number, Open, Write

_WHOLE = {0: 0, 1: 0, 4: 0, 6: 0, 11: 1}  # complete linkage of five points
_RESTS = (
    {1: 0, 4: 0, 6: 0, 11: 1},
    {0: 0, 4: 0, 6: 0, 11: 1},
    {0: 0, 1: 0, 6: 1, 11: 1},
    {0: 0, 1: 0, 4: 0, 11: 1},
    {0: 0, 1: 0, 4: 1, 6: 1},
)
_ARIS = [adjusted_rand_score([_WHOLE[point] for point in rest], list(rest.values())) for rest in _RESTS]

PREDICTIONS = {
    "pre-choose-stable": Choice(
        "What is the mean ARI for two clusters of k-means on boxes?",
        {
            "below 0.5": "For that, the cut would have to fall in quite another place each time.",
            "about 0.75": "The cut moves less than that.",
            "above 0.9": "A box that's longer one way than the other is cut across its middle each time.",
        },
        right="above 0.9",
        predict=True,
    ),
    "pre-choose-before": Choice(
        "With the wait before, how many clusters will the test select with k-means?",
        {
            "two, as with the wait after": "It's a natural guess, because the eruptions are the same. But a long "
            "eruption is always followed by a long wait, while either kind of wait can come before it.",
            "three": "Long eruptions come after a short wait or a long one, so they fall into two groups.",
            "none": "One column is the same as before, and the other has groups as well.",
        },
        right="three",
        predict=True,
    ),
}

EXERCISES = {
    "ex-choose-five": (
        Number(
            "The mean ARI:",
            float(np.mean(_ARIS)),
            tempting=(
                (
                    4 / 5,
                    "You have the ARI without 0, 1, 6 and one more point. Count for the other two how many pairs are "
                    "together in both partitions, and how many chance alone would give.",
                ),
                (
                    23 / 30,
                    "That's the mean of Rand's c. The ARI subtracts what chance would give: how much is left without "
                    "4, and without 11?",
                ),
            ),
            hint="Without 0, 1 or 6 the ARI is 1. For 4 and for 11, write down the pairs that are together before and "
            "after, and compare tp with its expected value.",
            outcome="Two of the five points hold this partition up.",
        ),
    ),
    "ex-choose-columns": (
        Choice(
            "Cluster by:",
            {
                "studyName": "That's the season, which says when a bird was measured. Keep it for step 7.",
                "Sample Number": "A counter is a name in disguise.",
                "Island": "That's where the bird was, which you'll want for step 7.",
                "Stage": "Look at its values in the whole file: there's only one, so it can't tell birds apart.",
                "Date Egg": "That belongs to the nest and to the season.",
                "Culmen Length (mm)": "It measures the bird.",
                "Body Mass (g)": "It measures the bird.",
            },
            ("Culmen Length (mm)", "Body Mass (g)"),
        ),
    ),
    "ex-choose-codes": (
        Choice(
            "Will the six tests still agree on two?",
            {
                "yes, all six": "Most of them do. Look at the AUCC with average linkage.",
                "no, one of them selects nothing": "With average linkage, too many radial sets have a peak of the AUCC "
                "as high.",
                "no, they select three because of the codes": "Three codes don't make three groups here: 2 falls "
                "among the short eruptions, 4 among the long ones, and 3 occurs only twice.",
            },
            "no, one of them selects nothing",
            predict=True,
        ),
        Choice(
            "Run it. What became of the two groups?",
            {
                "The codes have made a third group.": "Compare the sizes with those of the chapter. Where did the 78 "
                "go?",
                "Both have grown, and the algorithms nearly agree on them.": "The coded eruptions joined one group or "
                "the other.",
                "They are gone.": "The sizes of the two clusters say something else.",
            },
            "Both have grown, and the algorithms nearly agree on them.",
        ),
    ),
    "ex-choose-election": (Write("votes_of_tree"),),
    "ex-choose-isotopes": (
        Choice(
            "How many birds do you expect to lose?",
            {
                "two, as with the sizes": "Blood is missing more often than a size.",
                "about a dozen": "A few birds lack one isotope or both.",
                "as many as both columns miss together": "Most of these birds lack both, so they'd be counted twice.",
            },
            "about a dozen",
            predict=True,
        ),
        Choice(
            "Will the criteria agree on a number, with these seeds?",
            {
                "no, the criteria disagree again": "They did on four columns. Here there are six.",
                "yes, at two": "That's what the AUCC selected on four columns. Here there are six.",
                "yes, at three": "With these sets both criteria select three, with both algorithms. With other seeds "
                "they might not, so the number isn't settled yet.",
            },
            "yes, at three",
            predict=True,
            name="will-the-number-be-settled",
        ),
        Choice(
            "Which are reasons, for six columns or for four, that do not look at the result?",
            {
                "With six columns both criteria select the same number.": "That's a result, and nobody knew it before "
                "the test. Tick what could have been said beforehand.",
                "Kinds of bird eat different things.": "That's a reason for six columns, and it could be given "
                "before the first test.",
                "The three clusters of six columns are nearly the species.": "The drawer says so, and it was "
                "closed when the columns were chosen.",
                "Blood tells of the food of one place and season.": "That's a reason for four columns: otherwise "
                "islands and seasons may come in.",
                "With four columns the two groups are stable.": "The stability was computed from the four columns, so "
                "it's a result.",
            },
            ("Kinds of bird eat different things.", "Blood tells of the food of one place and season."),
        ),
    ),
    "ex-choose-report": (
        Choice(
            "Which of these facts, if they came out, would make the sentence worthless?",
            {
                "Three of the four clusters are one seal each.": "Then there is one cluster and three stragglers. "
                "They're stable, and a box has none.",
                "All seals were weighed in pounds, not in kilograms.": "The unit is the same for all seals, so after "
                "scaling nothing is different.",
                "Each colony was measured with scales of its own.": "Then the clusters may be instruments.",
                "Ward's method finds the same four clusters.": "That would speak for the four.",
                "Lists of the colonies lay open when the number was chosen.": "Then the good agreement was chosen, "
                "so it validates nothing.",
            },
            (
                "Three of the four clusters are one seal each.",
                "Each colony was measured with scales of its own.",
                "Lists of the colonies lay open when the number was chosen.",
            ),
        ),
        Choice(
            "Which number of the sentence needs the same number for noise beside it?",
            {
                "the p-value": "The p-value compares with boxes already. Which other number could noise reach?",
                "the stability": "Clusters of noise can be stable, too.",
                "the five algorithms": "That's a count, and noise has none. Which number measures something?",
            },
            "the stability",
        ),
        Open(
            (
                "The columns, the units and the distance are missing.",
                "Nothing is said about gaps or about mothers with their pups.",
                "The range of k is missing, and whether four lies at its end.",
                "The sizes of the clusters are missing.",
                "One algorithm of five is reported, with one kind of reference and one seed.",
            ),
            prompt="What is missing? Write a list.",
            name="what-is-missing-write-it-down-then-tick",
        ),
    ),
}
