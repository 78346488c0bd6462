"""Questions of the excursion *Four proofs about noise*."""

from fractions import Fraction
from math import ceil
from pathlib import Path

from aucc_teach import concordance
from aucc_teach.exercises import Break, Choice, Field, Number, Order

from ._claims import POINTS
from ._exact import aucc

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims
_MINUS = "\N{MINUS SIGN}"


def _counts(line, sizes):
    """Comparisons right, wrong and tied of points on a line, cut into runs of these sizes."""
    labels = [label for label, size in enumerate(sizes) for _ in range(size)]
    return concordance([[x] for x in line], labels)


def _cantelli(z):
    return Fraction(1, 1 + z**2)


# Two values with mean 0 and variance 1, the upper of which is 2.
_UPPER = 2
_CHANCE = _cantelli(_UPPER)
_LOWER = -_CHANCE * _UPPER / (1 - _CHANCE)
_SPREAD = _CHANCE * _UPPER**2 + (1 - _CHANCE) * _LOWER**2

_UNEVEN, _BEST = (_counts((0, 5, 7, 8), sizes) for sizes in ([3, 1], [1, 3]))
_TWOS = _counts(range(12), [2] * 6)
_GAP = _counts((0, 1, 3), [1, 2])


def _fewest_runs(score):
    """Of a very long row, for an AUCC of at least this."""
    return ceil(1 / (6 * (1 - score)))


# ---- claims


_AUCC_FINER = Break(
    "aucc-finer",
    "Cut a cluster into pieces, and AUCC does not fall.",
    (
        POINTS,
        Field("Clusters before the cut", "labels", "a a a b"),
        Field("Clusters after the cut", "labels", "a a c b"),
    ),
    _CHECKS,
    {
        "uncut": "The clusters are the same before and after the cut. Cut at least one.",
        "not-finer": "The points at {first} and {second} are together after the cut, but they were apart before.",
        "holds": "AUCC is {before} before and {after} after, so it does not fall. Cut a cluster that is as it should "
        "be.",
        "broken": "AUCC falls from {before} to {after}, because the cut turns close pairs into between pairs.",
    },
    (
        (
            "Smaller clusters have closer pairs.",
            "This holds within them. But the pairs that the cut separates are now close between pairs: cut a cluster "
            "that is compact.",
        ),
        (
            "For k-means on noise AUCC rises with k.",
            "With k-means on noise it does. With single linkage on a normal cloud it falls, so try to cut off a "
            "single point.",
        ),
        (
            "Singletons have the best AUCC.",
            "If all are singletons there is no AUCC. Leave at least one pair together.",
        ),
    ),
)


EXERCISES = {
    "ex-noise-uneven": (
        Number(
            "AUCC:",
            aucc(_UNEVEN),
            tempting=(
                (
                    1 - aucc(_UNEVEN),
                    "You counted the comparisons that are lost. Subtract that proportion from 1.",
                ),
                (
                    2 * aucc(_UNEVEN) - 1,
                    "You subtracted the lost comparisons, which gives Gamma. Count only those that are won.",
                ),
                (aucc(_BEST), "You cut the row after 0. Here it is 8 that is alone."),
                (
                    Fraction(_UNEVEN.s_plus, _UNEVEN.s_minus),
                    "You divided by the comparisons that are lost. Which total belongs in the denominator?",
                ),
            ),
            hint="The within distances are 5, 7 and 2, the between distances 8, 3 and 1.",
            outcome="The distances 5 and 7 beat only the 8, whereas 2 beats the 8 and the 3.",
        ),
        Order(
            "The proof of the theorem, for evenly spaced points, mixed up. Put it in order.",
            (
                "A run of length s has s \N{MINUS SIGN} d of the n \N{MINUS SIGN} d pairs at distance d if d < s, else "
                "none. That gives the proportion of within pairs at distance d.",
                "(s \N{MINUS SIGN} d)/(n \N{MINUS SIGN} d) falls as d grows, because s < n, so the proportion never "
                "grows. At distance 1 it is above 0, and at the longest distance it is 0.",
                "The comparisons won minus the comparisons lost are a sum over any two distances d < e: the pairs at "
                "d, times the pairs at e, times the difference between the proportions at d and at e.",
                "No term is negative, and the term of the shortest and the longest distance is positive.",
                "So more comparisons are won than lost, and AUCC is above one half.",
            ),
            before=(
                (0, 1, "A proportion falls here before it is there. Which line says what it is?"),
                (0, 2, "Proportions are compared here before they are there. Which line says what they are?"),
                (1, 3, "To see that no term is negative, we must know that the proportion never grows."),
                (2, 3, "Which terms are these? The sum has to come first."),
                (3, 4, "The last step follows from the signs of the terms, so the signs come before it."),
            ),
            hint="Begin with the proportion and how it changes. Then come the sum, its signs, and AUCC.",
            outcome="The proof needs no random labels, only labels that keep neighbours together.",
            free=((1, 2),),
            why=(
                "Each of these pairs begins at a point that has another one d steps to its right.",
                "Numerator and denominator fall by one alike, and the numerator is the smaller of the two.",
                "Each comparison is between a within pair of one distance and a between pair of the other.",
                "The proportion never grows with the distance, and it does fall from the first to the last.",
                "AUCC is the comparisons won, with half of the ties, divided by all.",
            ),
        ),
        Choice(
            "Compute the proportion of within pairs at each distance for these four points. Which step no longer "
            "holds?",
            {
                "that the proportion never grows with the distance": "At 3 it is 0, but at 5 and 7 it is 1, because "
                "the long distances from 0 are within, whereas the short ones to 8 are not.",
                "that comparisons won minus comparisons lost are such a sum": "This is only counting, so it holds for "
                "all points and all clusters. Compute the proportion at 3 and at 5.",
                "that no term is negative if the proportion never grows": "The *if* is as true as before. But does "
                "the proportion never grow? Compute it at 3 and at 5.",
            },
            "that the proportion never grows with the distance",
        ),
        _AUCC_FINER,
    ),
    "ex-proofs-runs": (
        Number(
            "At least so many runs give 0.99, to two places:",
            _fewest_runs(Fraction(985, 1000)),
            tempting=(
                (
                    _fewest_runs(Fraction(99, 100)),
                    "You took 0.99 for exact. What is the smallest number that is rounded to it?",
                ),
                (
                    _fewest_runs(Fraction(985, 1000)) - 1,
                    "With so many runs AUCC is a little below 0.985. Round up to the next whole number.",
                ),
            ),
            hint="For a very long row AUCC is 1 \N{MINUS SIGN} 1/(6k). What has to be at most 0.015?",
            outcome="Without a single gap in the row.",
        ),
        Number(
            "12 points in runs of two:",
            aucc(_TWOS),
            tempting=(
                (
                    1 - Fraction(1, 36),
                    "You left out the end of the row: that holds for a very long one. Twelve points lose another "
                    "1/(6n).",
                ),
            ),
            hint="Put s = 2 and n = 12 into the theorem.",
            outcome="It is 1 \N{MINUS SIGN} 3/72.",
        ),
    ),
    "ex-trial-sharp": (
        Number(
            "For z = 2: the probability of the value 2",
            _CHANCE,
            tempting=(
                (
                    Fraction(1, _UPPER**2),
                    "You took 1/z². With mean 0 the variance would then be above 1: use the bound itself.",
                ),
                (Fraction(1, 1 + _UPPER), "You left out the square: the bound is 1/(1 + z²)."),
                (
                    Fraction(1, 2),
                    "You made both values equally likely. Then the other is \N{MINUS SIGN}2 and the variance 4: use "
                    "the bound itself.",
                ),
            ),
            hint="It has to be the bound itself.",
            outcome=f"With mean 0 the variance is {_SPREAD}, as it has to be.",
        ),
        Number(
            "The other value:",
            _LOWER,
            tempting=(
                (
                    Fraction(-_UPPER),
                    "You made both values equally likely. Give the upper one probability 1/5, and let the mean be 0.",
                ),
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
                "1: Z has mean 0 and variance 1": "Step 1 is an equality for every distribution. "
                'Look for the step that says "at most" or "at least".',
                "2: (Z + u)²/(z + u)² stands for Z ≥ z": "With u = 1/z it is exactly 1 at the upper value and exactly "
                "0 at the lower value, so nothing is given away.",
                "4: u = 1/z is substituted": "That is a choice, made for all distributions alike. "
                'Look for the step that says "at most" or "at least".',
            },
            "2: (Z + u)²/(z + u)² stands for Z ≥ z",
        ),
    ),
    "ex-trial-fault": (
        Choice(
            "Which steps fail on their own account?",
            {
                "The rows are independent and alike.": "This holds: each point is drawn from the square. Ask next "
                "what mixing the rows does to uniform numbers.",
                "So QX is distributed as X.": "A Q that mixes the rows turns sums of uniform numbers into "
                "coordinates. These are not uniform, and may leave the square.",
                "If so, U is uniform given mean and covariance.": "If QX were distributed as X, this would follow as "
                "in the theorem. What fails is the *if*.",
                "The V of a matched box is uniform too.": "It is made from uniform numbers, centred and whitened, but "
                "these do not come out alike in all directions.",
                "If U and V have the same distribution, each place in the order is equally likely.": "With that *if*, "
                "data and sets are alike, and this holds as in the theorem. Look for a step without an *if*.",
            },
            ("So QX is distributed as X.", "The V of a matched box is uniform too."),
        ),
        Choice(
            "What would refute the claim?",
            {
                "One square with p = 1/20.": "If the p-values are exact, one square in twenty has this p-value. How "
                "many squares would you have to draw?",
                "A proportion of squares with p = 1/20 that is several standard errors away from 5 percent.": "An "
                "exact p-value is 1/20 in 5 percent of the squares, except for what so many draws leave open.",
                "A normal cloud whose p-values are not exact.": "The claim is about points in a square, so a normal "
                "cloud cannot refute it. What would squares have to show?",
            },
            "A proportion of squares with p = 1/20 that is several standard errors away from 5 percent.",
        ),
        Choice(
            "Does the study refute it?",
            {
                "for the square": "For the square it is 5.2 percent at k = 3 with Ward's method, which is no evidence "
                "against 5. Look at the other boxes.",
                "for the cube in ten dimensions, not for the square": "On the cube p = 1/20 in 1.7 percent at k = 3 "
                "with Ward's method, where the standard error of 5 is 0.7. On the square it is 5.2 percent.",
                "for no box at all": "Look at the column of matched boxes, in the row of the cube in ten dimensions.",
            },
            "for the cube in ten dimensions, not for the square",
        ),
    ),
    "ex-proofs-steps": (
        Order(
            "The proof of Cantelli's bound, mixed up. Put it in order.",
            (
                "Subtract 1/2 from AUCC and divide by its standard deviation. The result Z has mean 0 and variance 1.",
                "Take any u > 0. Where Z is at least z, the quotient (Z + u)²/(z + u)² is at least 1, and elsewhere it "
                "is at least 0.",
                "So the proportion of partitions with Z at least z is at most the mean of this quotient.",
                "That mean is (1 + u²)/(z + u)².",
                "Choose u = 1/z, which makes it 1/(1 + z²).",
            ),
            before=(
                (0, 3, "To compute this mean, we must know mean and variance of Z."),
                (1, 2, "Here a quotient is used before it is there. Where is it made?"),
                (2, 3, "Whose mean is this? First say why it bounds the proportion."),
                (3, 4, "The choice of u makes a formula simple, so the formula comes before it."),
            ),
            hint="Standardise first. Then come the quotient, its mean, and last the choice of u.",
            outcome="Nothing but mean and variance has been used.",
            free=((0, 1),),
            why=(
                "The mean of AUCC under the null model is one half, and dividing by its own spread makes the variance "
                "1.",
                "Both sums are positive if Z is at least z, and a square is never negative.",
                "A mean is at least what the cases contribute in which the quotient is 1 or more.",
                "The square of Z has mean 1, and Z itself has mean 0.",
                "The bound holds for every u, and this one makes it as small as it can be.",
            ),
        ),
        Choice(
            "Points one step apart, but with a gap of two steps somewhere: is AUCC of runs still above 1/2?",
            {
                "always": "Try the points 0, 1 and 3, with 0 alone.",
                "not always": f"At 0, 1 and 3, with 0 alone, AUCC is {aucc(_GAP)}: the only pair at distance 2 is "
                "within, and the only one at distance 1 is not.",
            },
            "always" if aucc(_GAP) > Fraction(1, 2) else "not always",
        ),
        Choice(
            "A null distribution of AUCC that is far from normal: does Cantelli's bound hold?",
            {
                "yes": "The proof uses mean and variance, and nothing else of the distribution.",
                "no": "Go through the steps of the proof: which of them speaks of the shape?",
            },
            "yes",
        ),
        Choice(
            "Normal data, and fitted normal sets that are not matched: is the p-value exact?",
            {
                "yes": "The sets are normal, too. But do their mean and covariance equal those of the data, as step 7 "
                "needs?",
                "no": "Mean and covariance of such sets scatter around those of the data, so data and sets are not "
                "draws from one distribution.",
            },
            "no",
        ),
    ),
}
