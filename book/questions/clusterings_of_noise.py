"""Questions of the chapter *Algorithms look*."""

from fractions import Fraction
from math import comb
from pathlib import Path
from statistics import NormalDist

from aucc_teach import concordance
from aucc_teach.exercises import Break, Choice, Construct, Field, Number
from aucc_teach.partitions import count_partitions

from ._claims import CLUSTERS, POINTS
from ._exact import aucc

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


def _counts(line, sizes):
    """Comparisons right, wrong and tied of points on a line, cut into runs of these sizes."""
    labels = [label for label, size in enumerate(sizes) for _ in range(size)]
    return concordance([[x] for x in line], labels)


def _long_row(k):
    """AUCC of k equal runs of a row without an end."""
    return 1 - Fraction(1, 6 * k)


def _cantelli(z):
    return Fraction(1, 1 + z**2)


_HALVES, _PAIRS, _ONE_APART = (_counts(range(8), sizes) for sizes in ([4, 4], [2] * 4, [7, 1]))
_THREES, _TWOS = (_counts(range(6), sizes) for sizes in ([3, 3], [2] * 3))
_STRAGGLERS = (0, 2, 4, 6, 9, 18)
_FIRST, _SECOND = (_counts(_STRAGGLERS, sizes) for sizes in ([5, 1], [4, 1, 1]))
_SPLIT = count_partitions(500, sizes=[499, 1])


# ---- claims


_EVEN_POINTS = Break(
    "even-points",
    "Points at 0, 1, 2, and so on form no clusters, so AUCC is below 9/10.",
    (Field("Clusters of the points at 0, 1, 2, ...", "row", "a a a b b b"),),
    _CHECKS,
    {
        "holds": "AUCC is {aucc}. Give neighbours the same cluster, and make more and smaller clusters.",
        "broken": "AUCC is {aucc}, although there is nothing to find: neighbours with the same label are enough.",
    },
    (
        (
            "Without clusters AUCC is 1/2.",
            "That is the mean for random labels. But labels that look at the points are not random.",
        ),
        (
            "A high AUCC shows that there are clusters.",
            "It shows that within pairs are closer than between pairs. Any cutting into neighbours achieves that.",
        ),
        (
            "Neighbours in different clusters are as close as neighbours in one.",
            "They are, and these ties cost something. But with more clusters there are ever more other comparisons.",
        ),
    ),
)


_KMEANS_HALF = Break(
    "kmeans-half",
    "When k-means has stopped, so that no point is closer to another centre than to its own, AUCC is above 1/2.",
    (POINTS, CLUSTERS),
    _CHECKS,
    {
        "goes-on": "k-means goes on: the point at {point} is closer to the centre of {cluster}, at {other}, than "
        "to its own, at {own}.",
        "holds": "k-means stops here, and AUCC is {aucc}. Since centres are means, let a cluster be wide and its "
        "neighbour narrow.",
        "broken": "k-means stops here, but AUCC is {aucc}, because the within pairs of a wide cluster are not closer "
        "than the between pairs at its end.",
    },
    (
        (
            "k-means looks at the points, and labels that look are better than random ones.",
            "Mostly they are, and by a lot. But the claim is about all of them, so look for a wide cluster beside a "
            "narrow one.",
        ),
        (
            "Each point is closer to its own centre than to another.",
            "This is about the centre. The other end of its cluster may be further away than the neighbours beyond the "
            "border.",
        ),
        (
            "k-means makes the distances within clusters as small as it can.",
            "It does so with the squares about the centres, for a fixed k. AUCC compares pairs: try a cluster whose "
            "two ends lie far apart.",
        ),
    ),
)


PREDICTIONS = {
    "pre-look-row": Choice(
        "Two runs of three score 8/9. Three runs of two will score",
        {
            "less": "It's a natural guess, since each further cut parts neighbours. It does, but every run is now "
            "shorter, and that counts for more.",
            "the same": "It's a natural guess, since there is no gap either way. But the pairs within have become "
            "shorter.",
            "more": f"AUCC climbs to {aucc(_TWOS)}: every within pair is now as short as can be.",
        },
        "more" if aucc(_TWOS) > aucc(_THREES) else "less",
        predict=True,
    ),
    "pre-look-single": Choice(
        "From two clusters to 23, AUCC of single linkage on a normal cloud will",
        {
            "climb": "This is what the three other algorithms have taught us to expect. But here the pieces do not "
            "become smaller: nearly all points stay together.",
            "stay near one half": "Stragglers are not drawn at random. Pairs with a straggler are long, and all of "
            "them are between pairs.",
            "fall": "The first straggler is the furthest out, and each later one adds pairs that are less long.",
        },
        "fall",
        predict=True,
    ),
    "pre-look-certain": Choice(
        "How many of these 44 000 clusterings of noise are certain to be significant at the level 0.05?",
        {
            "about 5 percent": "This is what the level promises, for labels that were drawn at random. These were not.",
            "about half": "It is far more, even for single linkage.",
            "more than 90 percent": "It is 96 percent. The labels were made from the points, and the test notices.",
        },
        "more than 90 percent",
        predict=True,
    ),
}

EXERCISES = {
    "ex-noise-row": (
        Number(
            "Two runs of four:",
            aucc(_HALVES),
            tempting=(
                (aucc(_HALVES, Fraction(0)), "You counted ties as lost. How much does a tie count?"),
                (aucc(_HALVES, Fraction(1)), "You counted ties as won. How much does a tie count?"),
                (_long_row(2), "You took the value of a very long row. For eight points subtract another 1/(6n)."),
            ),
            hint="The within distances are six 1s, four 2s and two 3s; the between distances are one 1, two 2s, and so "
            "on. Count the comparisons that are won, and ties as one half.",
            outcome="There is no gap to see, and yet AUCC is far above one half.",
        ),
        Number(
            "Four runs of two:",
            aucc(_PAIRS),
            tempting=(
                (aucc(_PAIRS, Fraction(0)), "You counted ties as lost. How much does a tie count?"),
                (aucc(_PAIRS, Fraction(1)), "You counted ties as won. How much does a tie count?"),
                (_long_row(4), "You took the value of a very long row. For eight points subtract another 1/(6n)."),
            ),
            hint="All four within distances are 1. How many of the 24 between distances are 1 as well?",
            outcome="AUCC has climbed, because every run is shorter.",
        ),
        Choice(
            "Compared with four and four, runs of seven and one will score",
            {
                "lower": "The run of seven contains nearly the longest distance itself, and the single point is as "
                "near to its neighbour as any.",
                "the same": "Both are runs of the same row, but look at the longest distance that lies within a run.",
                "higher": "The single point stands at the end, but its neighbour is as near as any. How long is the "
                "other run?",
            },
            "lower" if aucc(_ONE_APART) < aucc(_HALVES) else "higher",
            predict=True,
        ),
        _EVEN_POINTS,
    ),
    "ex-noise-voronoi": (
        Choice(
            "k = 2: AUCC will be",
            {
                "near one half": "The centres are random, and that suggests one half. Compare it with the table.",
                "near k-means, a little lower": "The centres are random, but the labels are not.",
                "halfway between": "You counted the optimising as half of the work. Compare the two columns of the "
                "table: most of the lift is there without it.",
            },
            "near k-means, a little lower",
            predict=True,
        ),
        Choice(
            "k = 23: AUCC will be",
            {
                "near one half": "The centres are random, and that suggests one half. Compare it with the table.",
                "near k-means, a little lower": "It climbs with k as k-means does.",
                "halfway between": "More centres are more chances, but also smaller pieces. Compare the two columns "
                "of the table.",
            },
            "near k-means, a little lower",
            predict=True,
        ),
        Choice(
            "What lifts AUCC above one half?",
            {
                "The optimisation of k-means.": "Nothing is optimised here, and yet nearly all of the lift is there. "
                "What do these labels share with those of k-means?",
                "That neighbours get the same label.": "That is looking enough, because then within pairs are short.",
                "That the square has clusters.": "The points are uniform, so there is nothing to find. What do the "
                "labels know about the points?",
            },
            "That neighbours get the same label.",
        ),
        Construct(
            "TheLevel",
            todo="Let k-means cut noise, which has no clusters, so that its AUCC is 0.95 or more.",
            goal=(
                ("kmeans", "==", 1, "The labels must be those of k-means: choose them under Labels."),
                ("noise", "==", 1, "These points are not noise: turn the points into noise."),
                (
                    "aucc",
                    ">=",
                    0.95,
                    "AUCC is {aucc}, and it must be 0.95 or more. What does it do with other numbers of clusters? "
                    "Their number, k, is set below the picture.",
                ),
            ),
            outcome="With more clusters the pieces are smaller, so the pairs within them are shorter. But there is "
            "still nothing to find.",
        ),
        _KMEANS_HALF,
    ),
    "ex-noise-straggler": (
        Number(
            "Cantelli's bound on p, for z = 3:",
            _cantelli(3),
            tempting=(
                (
                    Fraction(1, 9),
                    "You took 1/z², Chebyshev's bound for both sides. For one side add 1 to the denominator.",
                ),
                (
                    1 - NormalDist().cdf(3),
                    "You read it off the normal curve. Here we do not know the shape, so use the bound that holds for "
                    "all of them.",
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
                    "You counted pairs of points. How many points could have been the single one?",
                ),
            ),
            hint="How many partitions have these sizes? The partition that was seen reaches its own AUCC.",
            outcome="Here it is reached, because no other point scores as high.",
            places=4,
        ),
        Choice(
            "What does this p prove?",
            {
                "That there are two clusters.": "In every cloud some point is the furthest out. What does the test "
                "compare the straggler with?",
                "That the straggler was not picked at random.": "Single linkage looks for just this point.",
                "That the point is an error of measurement.": "The cloud is normal, and all its points belong to it. "
                "What does the test compare the straggler with?",
            },
            "That the straggler was not picked at random.",
        ),
    ),
    "ex-look-stragglers": (
        Choice(
            "From two clusters to three AUCC will",
            {
                "climb": "More clusters are smaller clusters, but here the large one loses a single point.",
                "fall": "The 9 is less far out than the 18, and it takes short pairs along.",
                "stay": "The comparisons are others, and so is the result.",
            },
            "fall" if aucc(_SECOND) < aucc(_FIRST) else "climb",
            predict=True,
        ),
        Number(
            "Two clusters:",
            aucc(_FIRST),
            tempting=(
                (aucc(_FIRST, Fraction(1)), "You counted the tie of the two 9s as won. What does a tie count?"),
                (aucc(_FIRST, Fraction(0)), "You counted the tie of the two 9s as lost. What does a tie count?"),
            ),
            hint="There are ten within distances, up to 9, and five between distances, from 9 on.",
            outcome="Only the two 9s are tied, and every other comparison is won.",
        ),
        Number(
            "Three clusters:",
            aucc(_SECOND),
            tempting=(
                (
                    1 - aucc(_SECOND),
                    "You took the proportion of comparisons that are lost. Count those that are won instead.",
                ),
                (
                    2 * aucc(_SECOND) - 1,
                    "You subtracted the lost comparisons: that is Gamma. For AUCC count only those that are won.",
                ),
                (
                    Fraction(_SECOND.s_plus, 50),
                    "You divided by the 50 comparisons of two clusters. How many within and between pairs are there "
                    "now?",
                ),
            ),
            hint="The within distances are 2, 2, 2, 4, 4 and 6. Which of the nine between distances are shorter than a "
            "4, or than the 6?",
            outcome="The pairs of the 9 with its neighbours are shorter than some within pairs.",
        ),
    ),
    "ex-look-fair": (
        Choice(
            "For which labels is random labelling a fair comparison?",
            {
                "the species": "The pollen is not among the measurements, so these labels have not looked at the "
                "points.",
                "k-means": "k-means makes the labels from the very points on which they are judged. Ask of each set "
                "of labels what it was made from.",
                "Ward's method after scaling": "Scaled measurements are the same points in other units, and Ward's "
                "method has looked at them. Ask of each set of labels what it was made from.",
                "the shelf": "A shelf knows nothing of petals, unless somebody has sorted the flowers before.",
                "the nearest centre": "The centres come from other flowers, but to find the nearest one has to look at "
                "the flower itself. Compare *Clusters without an algorithm*.",
            },
            ("the species", "the shelf"),
        ),
        Choice(
            "What is wrong with the colleague's choice?",
            {
                "The expected value of AUCC does depend on k.": "For random labels it is one half for every k, so that "
                "part is right. Look at which labels the colleague has.",
                "The labels were made by an algorithm, and AUCC of algorithms drifts with k.": "The theorem is about "
                "labels that were drawn. Those of k-means climb even on noise.",
                "AUCC must not be compared between different k.": "It may be, if the baseline of each k is known. What "
                "is compared here without a baseline?",
            },
            "The labels were made by an algorithm, and AUCC of algorithms drifts with k.",
        ),
        Choice(
            "And if the labels had been drawn at random for each k: would the largest AUCC be a fair choice?",
            {
                "Yes, since the means are equal.": "Equal means do not make equal chances of being largest. What else "
                "does a distribution have?",
                "No, since the spread depends on k.": "The number of clusters with the larger spread wins more often, "
                "though all have the same mean.",
            },
            "No, since the spread depends on k.",
        ),
    ),
}
