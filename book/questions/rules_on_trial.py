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
                (Fraction(1, 9), "That is 1/z², Chebyshev's bound for both sides. For one side it is a little lower."),
                (1 - NormalDist().cdf(3), "That is the normal curve, and nobody knows that it is one."),
            ),
            hint="1/(1 + z²).",
            outcome="A z of 2.92 has about the same bound.",
            places=4,
        ),
        Number(
            "The smallest p that the sizes 499 and 1 allow:",
            Fraction(1, _SPLIT),
            tempting=(
                (
                    Fraction(1, _SPLIT - 1),
                    "There are as many partitions as points, and the one that you have is among them.",
                ),
                (Fraction(1, comb(500, 2)), "These are pairs of points. The single one can be any of the points."),
            ),
            hint="How many partitions have these sizes? The one that was seen reaches its own AUCC.",
            outcome="And here it is reached: no other point scores as high.",
            places=4,
        ),
        Choice(
            "What does this p prove?",
            {
                "That there are two clusters.": "In every cloud somebody is the farthest out.",
                "That the straggler was not picked blindly.": "Single linkage looks for just this point.",
                "That the point is an error of measurement.": "The cloud is normal, and all its points belong to it.",
            },
            "That the straggler was not picked blindly.",
        ),
    ),
    "ex-trial-sharp": (
        Number(
            "For z = 2: the probability of the value 2",
            _CHANCE,
            tempting=(
                (Fraction(1, _UPPER**2), "That is 1/z². With mean 0 the variance would be above 1 then."),
                (Fraction(1, 1 + _UPPER), "z is to be squared: 1/(1 + z²)."),
                (Fraction(1, 2), "Then the other value is \N{MINUS SIGN}2, and the variance is 4."),
            ),
            hint="It is to be the bound itself.",
            outcome=f"With mean 0 the variance is {_SPREAD}, as it has to be.",
        ),
        Number(
            "The other value:",
            _LOWER,
            tempting=(
                (Fraction(-_UPPER), "Both values would have to be equally likely then."),
                (-_CHANCE * _UPPER, "That is what the mean lacks. The other value has the probability 4/5."),
                (-_LOWER, "Look at the sign: the mean is 0."),
            ),
            hint="The mean is 0, and the other value has what is left of the probability.",
            outcome=f"{_MINUS}1/z.",
        ),
        Choice(
            "Which step of the proof becomes an equality?",
            {
                "1: Z has the mean 0 and the variance 1": "That is no inequality, for any distribution.",
                "2: (Z + u)²/(z + u)² stands for Z ≥ z": "With u = 1/z it is exactly 1 at the upper value and exactly "
                "0 at the lower one: nothing is given away.",
                "3: u = 1/z is put in": "That is a choice, made for all distributions alike.",
            },
            "2: (Z + u)²/(z + u)² stands for Z ≥ z",
        ),
    ),
    "ex-trial-room": (
        Number(
            "The excess at k = 6, on the criterion's own scale:",
            _EXCESS[6],
            tempting=(
                (_EXCESS[2], "That is the excess at k = 2."),
                (_DATA[6] - _LEVEL[2], "That is the level at k = 2. Take off the one at k = 6."),
            ),
            hint="Data less level.",
            outcome="99/100 less 19/20.",
        ),
        Choice(
            "On this scale the excess is larger at",
            {
                "k = 2": "1/20 against 1/25.",
                "k = 6": "There data and level are closer together, as they must be: less room is left.",
            },
            _OWN,
        ),
        Number(
            "Data at k = 6: comparisons won for one lost:",
            _ODDS[6],
            tempting=(
                (1 / (1 - _DATA[6]), "That is all comparisons for one lost, the lost one among them."),
                (_LEVEL_ODDS[6], "That is the level at k = 6."),
            ),
            hint="Won over lost: 99/100 over what is left.",
            outcome="Its level wins 19 for one lost, so the data win about five times as many.",
        ),
        Number(
            "The excess of the logit at k = 2:",
            _ON_LOGIT[2],
            tempting=(
                (log(_DATA[2] / _LEVEL[2]), "That is the logarithm of the scores. Take that of won over lost."),
                (
                    log(_ODDS[2] / _LEVEL_ODDS[2], 2),
                    "That is to the base 2. The logit is the natural logarithm.",
                ),
                (log(_ODDS[2] / _LEVEL_ODDS[2], 10), "That is to the base 10. The logit is the natural logarithm."),
                (log(_ODDS[2]), "That is the logit of the data. Take that of the level off."),
            ),
            hint="Won for one lost, data over level; then the natural logarithm.",
            outcome="ln(19/9).",
        ),
        Number(
            "And at k = 6:",
            _ON_LOGIT[6],
            tempting=(
                (log(_DATA[6] / _LEVEL[6]), "That is the logarithm of the scores. Take that of won over lost."),
                (_ON_LOGIT[2], "That is at k = 2."),
                (log(_ODDS[6]), "That is the logit of the data. Take that of the level off."),
            ),
            hint="Won for one lost, data over level; then the natural logarithm.",
            outcome="ln(99/19).",
        ),
        Choice(
            "On the logit the excess is larger at",
            {
                "k = 2": "Compare ln(19/9) with ln(99/19).",
                "k = 6": f"At six the data have taken {_ROOM[6]} of the room that was left, at two {_ROOM[2]}.",
            },
            _LOGIT,
        ),
    ),
    "ex-trial-fault": (
        Choice(
            "Which steps fail on their own account?",
            {
                "The rows are independent and alike.": "They are: each point is drawn from the square.",
                "So QX is distributed as X.": "A Q that mixes the rows turns sums of uniform numbers into "
                "coordinates. They are not uniform, and may leave the square.",
                "If so, U is uniform given mean and covariance.": "If QX were distributed as X, this would follow as "
                "in the theorem. What fails is the *if*.",
                "The V of a matched box is uniform too.": "It is made from uniform numbers, centred and whitened, and "
                "these do not come out alike in all directions.",
                "If U and V have the same distribution, each place in the order is equally likely.": "Data and sets "
                "are alike then: this holds as in the theorem.",
            },
            ("So QX is distributed as X.", "The V of a matched box is uniform too."),
        ),
        Choice(
            "What would refute the claim?",
            {
                "One square with p = 1/20.": "One in twenty has it, if the p-values are exact.",
                "A share of p = 1/20 among squares that is several standard errors away from 5 in a hundred.": "An "
                "exact p-value has 1/20 in 5 of a hundred, but for what so many draws leave open.",
                "A normal cloud whose p-values are not exact.": "The claim is about points in a square.",
            },
            "A share of p = 1/20 among squares that is several standard errors away from 5 in a hundred.",
        ),
        Choice(
            "Does the study refute it?",
            {
                "for the square": "It has 5.2 in a hundred at k = 3 by Ward: no evidence against it.",
                "for the cube in ten dimensions, not for the square": "It has 1.7 at k = 3 by Ward, where the "
                "standard error of 5 is 0.7. The square has 5.2.",
                "for no box at all": "Look at the column of matched boxes, at the cube in ten dimensions.",
            },
            "for the cube in ten dimensions, not for the square",
        ),
    ),
    "ex-noise-shapes": (
        Choice(
            "Six lognormal clouds over boxes: p = 1/20 in",
            {
                "none or one of them": "A box has mean and covariance of the data.",
                "all or nearly all": "Boxes have no tail.",
            },
            "all or nearly all",
            predict=True,
        ),
        Choice(
            "The same clouds over radial sets: p = 1/20 in",
            {
                "none or one of them": "A radial set keeps the distances from the mean, so it has tails.",
                "all or nearly all": "Its tails are on all sides, and those of the data on one.",
            },
            "none or one of them",
            predict=True,
        ),
        Choice(
            "Which reference has the three corners of a triangle?",
            {
                "boxes": "Boxes have corners, four of them in the plane, and they are not as pointed.",
                "radial sets": "Their directions are drawn at random: all corners go.",
                "neither": "So a triangle can stand out from both, without clusters.",
                "both": "Each matches mean and covariance. Corners are in neither of these.",
            },
            "neither",
        ),
        Choice(
            "A triangle is named three. Is that wrong?",
            {
                "Yes: the test shows that there is one cluster.": "The test shows that something is there which the "
                "references lack.",
                "No: the test shows that there are three.": "The test shows that something is there which the "
                "references lack.",
                "The test cannot say.": "Whether three corners are three clusters is for you to say.",
            },
            "The test cannot say.",
        ),
    ),
    "ex-noise-patients": (
        Choice(
            "What do the patients have that the colleague's boxes lack?",
            {
                "the ranges of the measurements": "The boxes have these: each side is from the smallest value to the "
                "largest.",
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
                "It does not say that there are no groups: groups that touch are often missed.",
                "It says why the boxes along the coordinates are not to be reported alone.",
            ),
            prompt="What would you report?",
        ),
    ),
}
