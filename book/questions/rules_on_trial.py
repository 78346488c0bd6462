"""Questions of the excursion *Rules on trial*."""

from fractions import Fraction
from math import sqrt
from statistics import mean, stdev

from aucc_teach.exercises import Choice, Number

# Times right of ten.
_FIRST, _SECOND = (10, 9, 5), (7, 9, 8)
_POINTS = [10 * (a - b) for a, b in zip(_FIRST, _SECOND, strict=True)]
_FOURTH = 10 * (10 - 2)
_ERROR = stdev(_POINTS) / sqrt(len(_POINTS))

# The room of the C-index above its end, 0.
_AT_TWO, _AT_TEN = Fraction(1, 5), Fraction(1, 20)

PREDICTIONS = {
    "pre-several-eight": Choice(
        "Eight groups, well apart. On AUCC's own scale, the difference from the boxes is largest at",
        {
            "three clusters": "At eight the data have nearly reached the end of the scale, and the boxes are high "
            "there, too, so there's little room for a difference.",
            "eight clusters": "The table marks both rows: AUCC of the data is largest at "
            "eight, but its difference from the boxes is not.",
            "ten clusters": "There AUCC of the boxes is highest, which makes the difference small.",
        },
        "three clusters",
        predict=True,
    ),
    "pre-trial-scale": Choice(
        "Eight clear groups. Which rule is right least often?",
        {
            "AUCC itself": "It isn't corrected at all. But with so many clusters its climb "
            "points in the right direction.",
            "the excess of AUCC": "The correction leaves no room at eight clusters, so it does more harm than good "
            "there.",
            "the excess of the logit": "On the logit there is room at every number of clusters.",
        },
        "the excess of AUCC",
        predict=True,
    ),
}

EXERCISES = {
    "ex-trial-means": (
        Number(
            "Over three designs A leads by, in points of 100:",
            mean(_POINTS),
            tempting=(
                (
                    10 * sum(_FIRST),
                    "You added what A has right. Subtract B on each design first, then take the mean.",
                ),
                (_POINTS[0], "That is the lead on the first design. What happens on the other two?"),
            ),
            hint="Write the lead of A on each design, in points of 100, with its sign.",
            outcome="What A gains on the first design, B gains on the third.",
        ),
        Number(
            "Its standard error between designs, in points:",
            _ERROR,
            tempting=(
                (
                    stdev(_POINTS),
                    "That is the standard deviation of the three differences. Divide it by the square root of three.",
                ),
                (
                    stdev(_POINTS) / 3,
                    "You divided by three. For the error of a mean, divide by the square root of the number of "
                    "designs.",
                ),
            ),
            hint="The differences are 30, 0 and \N{MINUS SIGN}30. Take their standard deviation, with 2 in the "
            "denominator, and divide by the square root of 3.",
            outcome="So a lead of 30 points would not be twice its error.",
        ),
        Number(
            "With the fourth design A leads by, in points:",
            mean([*_POINTS, _FOURTH]),
            tempting=(
                (_FOURTH, "That is the lead on the fourth design. Now take the mean over all four."),
                (_FOURTH / 3, "You divided by three. How many designs are there now?"),
            ),
            hint="Add the four differences, and divide by four.",
            outcome="A single design has made it.",
        ),
        Choice(
            "What has been learned about the rules?",
            {
                "A is the better rule.": "On the designs that somebody has written it is, on average. Who chose the "
                "fourth one, and are your data like it?",
                "A is better on designs like the first and the fourth, B on designs like the third.": "And which of "
                "them your data look like, no average can tell.",
                "Nothing at all.": "Each design says something about the rules. What is it?",
            },
            "A is better on designs like the first and the fourth, B on designs like the third.",
        ),
    ),
    "ex-trial-choose": (
        Choice(
            "Clusters are certain, round and well apart. Which rule would you rather not take?",
            {
                "raw VRC": 'It cannot answer "one", but nobody asks for that here. Look for a rule that '
                'answers "one" too easily.',
                "the largest gap": "With several clusters it is among the best of all. Look for a rule that answers "
                '"one" too easily.',
                "the gap's own rule": 'Where there are several clusters it answers "one" in many sets.',
            },
            "the gap's own rule",
        ),
        Choice(
            "Incomes, and the question is whether there are groups at all. Which answer would you distrust most?",
            {
                '"several", from the largest gap': "On the lognormal cloud it answers so in nearly all sets, though "
                "there is one cluster.",
                '"one", from calibrated VRC': 'A test that answers "several" too often, and yet answers '
                '"one", is rather to be believed. Find the rule that is near zero in a skewed row.',
                '"one", from the largest gap': "It would go against its habit on skewed clouds, so it would be news. "
                "Which answer is its habit?",
            },
            '"several", from the largest gap',
        ),
        Choice(
            "Two long bands side by side, cut with k-means. Which rule finds them?",
            {
                "calibrated AUCC": "It judges the clusters that k-means makes. Look at what k-means does to two bands.",
                "prediction strength": "It is right in a few sets. Look at what k-means does to two bands.",
                "none of them, as long as k-means cuts": "A rule can only select clusters that have been made.",
            },
            "none of them, as long as k-means cuts",
        ),
    ),
    "ex-trial-scale": (
        Number(
            "By how much, at most, can the data be better than the baseline at ten clusters?",
            _AT_TEN,
            tempting=(
                (1 - _AT_TEN, "That would be the room if 1 were the best value. Where does the C-index end?"),
                (_AT_TWO, "That is the room at two clusters. What is the baseline at ten?"),
            ),
            hint="The best value of the C-index is 0.",
            outcome=f"At two clusters it is {_AT_TWO}.",
        ),
        Choice(
            "So the plain difference has its largest value more easily at",
            {
                "few clusters": f"There the scale leaves a room of {_AT_TWO}.",
                "many clusters": "The C-index itself is best there on noise, but the baseline has been subtracted. "
                "Compare the room that is left.",
            },
            "few clusters" if _AT_TWO > _AT_TEN else "many clusters",
        ),
        Choice(
            "On which scale would you subtract?",
            {
                "on its own": "It ends at 0, and the baseline comes near to that end. Which scale has no end?",
                "on the logit": "Near 0 halving the C-index is nearly the same step everywhere.",
                "on its square": "The square ends at 0 as well, and squeezes small values even more. Which scale has "
                "no end?",
            },
            "on the logit",
        ),
    ),
}
