"""Questions of the chapter *Reference data and rules on trial*."""

from fractions import Fraction
from math import comb, log
from statistics import NormalDist

from aucc_teach.exercises._questions import Choice, Number, Open
from aucc_teach.partitions import count_partitions

_MINUS = "\N{MINUS SIGN}"


def _cantelli(z):
    return Fraction(1, 1 + z**2)


_SPLIT = count_partitions(500, sizes=[499, 1])

# Two values with mean 0 and variance 1, the upper of which is 2.
_UPPER = 2
_CHANCE = _cantelli(_UPPER)
_LOWER = -_CHANCE * _UPPER / (1 - _CHANCE)
_SPREAD = _CHANCE * _UPPER**2 + (1 - _CHANCE) * _LOWER**2

# Level and data at k = 2 and at k = 6.
_LEVEL = {2: Fraction(9, 10), 6: Fraction(19, 20)}
_DATA = {2: Fraction(19, 20), 6: Fraction(99, 100)}
_EXCESS = {k: _DATA[k] - _LEVEL[k] for k in _LEVEL}
_ODDS, _LEVEL_ODDS = ({k: share / (1 - share) for k, share in shares.items()} for shares in (_DATA, _LEVEL))
_ON_LOGIT = {k: log(_ODDS[k] / _LEVEL_ODDS[k]) for k in _LEVEL}
_OWN, _LOGIT = (f"k = {max(excess, key=excess.get)}" for excess in (_EXCESS, _ON_LOGIT))
_ROOM = {k: _EXCESS[k] / (1 - _LEVEL[k]) for k in _LEVEL}

EXERCISES = {
    "ex-noise-straggler": (
        Number(
            "Cantelli's bound on p, for z = 3:",
            _cantelli(3),
            tempting=(
                (
                    Fraction(1, 9),
                    "That would be 1/z², Chebyshev's bound for both sides. For one side the bound is a little lower.",
                ),
                (
                    1 - NormalDist().cdf(3),
                    "That would be right if the distribution were normal. Here we do not know its shape.",
                ),
            ),
            hint="The bound is 1/(1 + z²).",
            outcome="A z of 2.92 has about the same bound.",
            places=4,
        ),
        Number(
            "The smallest p that the sizes 499 and 1 allow:",
            Fraction(1, _SPLIT),
            tempting=(
                (
                    Fraction(1, _SPLIT - 1),
                    "You left out your own partition. There are as many partitions as points, and it is among them.",
                ),
                (
                    Fraction(1, comb(500, 2)),
                    "You counted pairs of points, but the single point can be any of the points.",
                ),
            ),
            hint="How many partitions have these sizes? The partition that was seen reaches its own AUCC.",
            outcome="Here it is reached, because no other point scores as high.",
            places=4,
        ),
        Choice(
            "What does this p prove?",
            {
                "That there are two clusters.": "In every cloud some point is the furthest out.",
                "That the straggler was not picked at random.": "Single linkage looks for just this point.",
                "That the point is an error of measurement.": "The cloud is normal, and all its points belong to it.",
            },
            "That the straggler was not picked at random.",
        ),
    ),
    "ex-trial-sharp": (
        Number(
            "For z = 2: the probability of the value 2",
            _CHANCE,
            tempting=(
                (Fraction(1, _UPPER**2), "That would be 1/z². But then, with mean 0, the variance would be above 1."),
                (Fraction(1, 1 + _UPPER), "You left out the square: the bound is 1/(1 + z²)."),
                (Fraction(1, 2), "In that case the other value is \N{MINUS SIGN}2, but then the variance is 4."),
            ),
            hint="It has to be the bound itself.",
            outcome=f"With mean 0 the variance is {_SPREAD}, as it has to be.",
        ),
        Number(
            "The other value:",
            _LOWER,
            tempting=(
                (Fraction(-_UPPER), "That would be right if both values were equally likely. Here they are not."),
                (
                    -_CHANCE * _UPPER,
                    "The first step is right: that is what the mean lacks. After it, the probability of the other "
                    "value, 4/5, has to be used.",
                ),
                (-_LOWER, "The size is right, but look at the sign: the mean is 0."),
            ),
            hint="The mean is 0, and the other value has what is left of the probability.",
            outcome=f"It is {_MINUS}1/z.",
        ),
        Choice(
            "Which step of the proof becomes an equality?",
            {
                "1: Z has mean 0 and variance 1": "That is not an inequality, for any distribution.",
                "2: (Z + u)²/(z + u)² stands for Z ≥ z": "With u = 1/z it is exactly 1 at the upper value and exactly "
                "0 at the lower value, so nothing is given away.",
                "3: u = 1/z is substituted": "That is a choice, which is made for all distributions alike.",
            },
            "2: (Z + u)²/(z + u)² stands for Z ≥ z",
        ),
    ),
    "ex-trial-room": (
        Number(
            "The excess at k = 6, on the criterion's own scale:",
            _EXCESS[6],
            tempting=(
                (_EXCESS[2], "That would be the excess at k = 2. Here we want it at k = 6."),
                (_DATA[6] - _LEVEL[2], "You subtracted the baseline at k = 2. Which baseline belongs to k = 6?"),
            ),
            hint="Subtract the baseline from the score of the data.",
            outcome="It is the difference between 99/100 and 19/20.",
        ),
        Choice(
            "On this scale the excess is larger at",
            {
                "k = 2": "It is 1/20 against 1/25.",
                "k = 6": "The direction is reversed: there data and baseline are closer together, as they must be, "
                "because less room is left.",
            },
            _OWN,
        ),
        Number(
            "How many comparisons do the data win for one lost at k = 6?",
            _ODDS[6],
            tempting=(
                (1 / (1 - _DATA[6]), "You counted all comparisons for one lost. Here we want only those that are won."),
                (_LEVEL_ODDS[6], "That would be the number for the baseline at k = 6. Here we want it for the data."),
            ),
            hint="Divide the proportion won, 99/100, by the proportion lost.",
            outcome="The baseline wins 19 for one lost, so the data win about five times as many.",
        ),
        Number(
            "The excess of the logit at k = 2:",
            _ON_LOGIT[2],
            tempting=(
                (
                    log(_DATA[2] / _LEVEL[2]),
                    "That would be the difference between the logarithms of the scores. Here we want the logarithms of "
                    "won over lost.",
                ),
                (
                    log(_ODDS[2] / _LEVEL_ODDS[2], 2),
                    "That would be right to the base 2. Here the logit is the natural logarithm.",
                ),
                (
                    log(_ODDS[2] / _LEVEL_ODDS[2], 10),
                    "That would be right to the base 10. Here the logit is the natural logarithm.",
                ),
                (
                    log(_ODDS[2]),
                    "The first step is right: that is the logit of the data. Now subtract the logit of the baseline.",
                ),
            ),
            hint="Divide won for one lost of the data by won for one lost of the baseline. Then take the natural "
            "logarithm.",
            outcome="It is ln(19/9).",
        ),
        Number(
            "And at k = 6:",
            _ON_LOGIT[6],
            tempting=(
                (
                    log(_DATA[6] / _LEVEL[6]),
                    "That would be the difference between the logarithms of the scores. Here we want the logarithms of "
                    "won over lost.",
                ),
                (_ON_LOGIT[2], "That would be the excess at k = 2. Here we want it at k = 6."),
                (
                    log(_ODDS[6]),
                    "The first step is right: that is the logit of the data. Now subtract the logit of the baseline.",
                ),
            ),
            hint="Divide won for one lost of the data by won for one lost of the baseline. Then take the natural "
            "logarithm.",
            outcome="It is ln(99/19).",
        ),
        Choice(
            "On the logit the excess is larger at",
            {
                "k = 2": "Compare ln(19/9) with ln(99/19).",
                "k = 6": f"At six the data have taken {_ROOM[6]} of the room that was left, at two only {_ROOM[2]}.",
            },
            _LOGIT,
        ),
    ),
    "ex-trial-fault": (
        Choice(
            "Which steps fail on their own account?",
            {
                "The rows are independent and alike.": "They are, because each point is drawn from the square.",
                "So QX is distributed as X.": "A Q that mixes the rows turns sums of uniform numbers into "
                "coordinates. These are not uniform, and may leave the square.",
                "If so, U is uniform given mean and covariance.": "If QX were distributed as X, this would follow as "
                "in the theorem. What fails is the *if*.",
                "The V of a matched box is uniform too.": "It is made from uniform numbers, centred and whitened, but "
                "these do not come out alike in all directions.",
                "If U and V have the same distribution, each place in the order is equally likely.": "Then data and "
                "sets are alike, so this holds as in the theorem.",
            },
            ("So QX is distributed as X.", "The V of a matched box is uniform too."),
        ),
        Choice(
            "What would refute the claim?",
            {
                "One square with p = 1/20.": "If the p-values are exact, one square in twenty has this p-value.",
                "A proportion of squares with p = 1/20 that is several standard errors away from 5 percent.": "An "
                "exact p-value is 1/20 in 5 percent of the squares, except for what so many draws leave open.",
                "A normal cloud whose p-values are not exact.": "The claim is about points in a square.",
            },
            "A proportion of squares with p = 1/20 that is several standard errors away from 5 percent.",
        ),
        Choice(
            "Does the study refute it?",
            {
                "for the square": "There p = 1/20 in 5.2 percent of the sets at k = 3 with Ward's method, which is no "
                "evidence against it.",
                "for the cube in ten dimensions, not for the square": "On the cube p = 1/20 in 1.7 percent at k = 3 "
                "with Ward's method, where the standard error of 5 is 0.7. On the square it is 5.2 percent.",
                "for no box at all": "Look at the column of matched boxes, in the row of the cube in ten dimensions.",
            },
            "for the cube in ten dimensions, not for the square",
        ),
    ),
    "ex-noise-shapes": (
        Choice(
            "For six lognormal clouds over boxes, p = 1/20 in",
            {
                "none or one of them": "A box has the mean and the covariance of the data, but does it have their "
                "tail?",
                "all or nearly all": "The reason is that boxes have no tail.",
            },
            "all or nearly all",
            predict=True,
        ),
        Choice(
            "For the same clouds over radial sets, p = 1/20 in",
            {
                "none or one of them": "A radial set keeps the distances from the mean, so it has tails.",
                "all or nearly all": "Many people expect this, because a radial set has tails on all sides, whereas "
                "the data have a tail on one. Compare it with the output.",
            },
            "none or one of them",
            predict=True,
        ),
        Choice(
            "Which reference has the three corners of a triangle?",
            {
                "boxes": "Boxes have corners, four of them in the plane, but they are not as pointed.",
                "radial sets": "Their directions are drawn at random, so all corners are lost.",
                "neither": "So a triangle can stand out from both, without clusters.",
                "both": "Each matches mean and covariance, but these two do not contain any corners.",
            },
            "neither",
        ),
        Choice(
            "For a triangle three clusters are selected. Is that wrong?",
            {
                "Yes, because the test shows that there is one cluster.": "The test shows only that something is there "
                "which the reference data lack.",
                "No, because the test shows that there are three.": "The test shows only that something is there which "
                "the reference data lack.",
                "The test cannot say.": "Whether three corners are three clusters is for you to say.",
            },
            "The test cannot say.",
        ),
    ),
    "ex-noise-patients": (
        Choice(
            "What do the patients have that the colleague's boxes lack?",
            {
                "the ranges of the measurements": "The boxes have these, because each side is from the smallest value "
                "to the largest.",
                "the correlations between the measurements": "Correlated measurements make a long cloud, which is "
                "easy to cut. A box along the coordinates is rounder.",
                "more points": "Each box has as many as there are patients.",
            },
            "the correlations between the measurements",
        ),
        Open(
            (
                "It says what was done: k-means, AUCC, which references, which k.",
                "It gives the p-values of matched references, of the peak and not of each k.",
                "It says that no number of clusters stands out from clouds with the same covariance.",
                "It does not say that there are no groups, because groups that touch are often missed.",
                "It says why the boxes along the coordinates must not be the only ones that are reported.",
            ),
            prompt="What would you report?",
        ),
    ),
}
