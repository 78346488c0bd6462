"""Questions of the chapter *Algorithms look*."""

from fractions import Fraction
from pathlib import Path

from aucc_teach import concordance
from aucc_teach.exercises import Break, Choice, Construct, Field, Number

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


_HALVES = _counts(range(8), [4, 4])
_THREES, _TWOS = (_counts(range(6), sizes) for sizes in ([3, 3], [2] * 3))
_STRAGGLERS = (0, 2, 4, 6, 9, 18)
_FIRST, _SECOND = (_counts(_STRAGGLERS, sizes) for sizes in ([5, 1], [4, 1, 1]))


# ---- claims


_EVEN_POINTS = Break(
    "even-points",
    "Points at 0, 1, 2, and so on form no clusters, so the AUCC is below 9/10.",
    (Field("Clusters of the points at 0, 1, 2, ...", "row", "a a a b b b"),),
    _CHECKS,
    {
        "holds": "The AUCC is {aucc}. Give neighbours the same cluster, and make more and smaller clusters.",
        "broken": "The AUCC is {aucc}, although there's nothing to find: neighbours with the same label are enough.",
    },
    (
        (
            "Without clusters the AUCC is 1/2.",
            "That's the mean for random labels. Labels that look at the points aren't random.",
        ),
        (
            "A high AUCC shows that there are clusters.",
            "It shows that within pairs are closer than between pairs. Any cutting into neighbours achieves that.",
        ),
        (
            "Neighbours in different clusters are as close as neighbours in one.",
            "They are, and these ties cost something. With more clusters there are more and more other comparisons.",
        ),
    ),
)


_KMEANS_HALF = Break(
    "kmeans-half",
    "When k-means has stopped, so that no point is closer to another centre than to its own, the AUCC is above 1/2.",
    (POINTS, CLUSTERS),
    _CHECKS,
    {
        "goes-on": "k-means goes on: the point at {point} is closer to the centre of {cluster}, at {other}, than "
        "to its own, at {own}.",
        "holds": "k-means stops here, and the AUCC is {aucc}. Since centres are means, let a cluster be wide and its "
        "neighbour narrow.",
        "broken": "k-means stops here, but the AUCC is {aucc}, because the within pairs of a wide cluster aren't "
        "closer than the between pairs at its end.",
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
            "It does so with the squares about the centres, for a fixed k. The AUCC compares pairs: try a cluster "
            "whose two ends lie far apart.",
        ),
    ),
)


PREDICTIONS = {
    "pre-look-row": Choice(
        "Two runs of three score 8/9. Three runs of two will score",
        {
            "less": "Each further cut does part neighbours. But every run is now shorter, and that counts for more.",
            "the same": "There's no gap either way. But the pairs within have become shorter.",
            "more": f"The AUCC climbs to {aucc(_TWOS)}: every within pair is now as short as can be.",
        },
        "more" if aucc(_TWOS) > aucc(_THREES) else "less",
        predict=True,
    ),
    "pre-look-single": Choice(
        "From two clusters to 23, the AUCC of single linkage on a normal cloud will",
        {
            "climb": "For k-means and Ward's method it climbs, because their pieces become smaller. Here nearly all "
            "points stay together.",
            "stay near one half": "Stragglers aren't drawn at random. Pairs with a straggler are long, and all of "
            "them are between pairs.",
            "fall": "The first straggler is the furthest out, and each later one adds between pairs that are shorter.",
        },
        "fall",
        predict=True,
        name="from-two-clusters-to-23-aucc-of-single",
    ),
}

EXERCISES = {
    "ex-noise-row": (
        Number(
            "Two runs of four:",
            aucc(_HALVES),
            tempting=(
                (aucc(_HALVES, Fraction(0)), "Ties were counted as lost. How much does a tie count?"),
                (aucc(_HALVES, Fraction(1)), "Ties were counted as won. How much does a tie count?"),
                (
                    _long_row(2),
                    "That's the value of a very long row. Count the comparisons of eight points one kind at a time.",
                ),
            ),
            hint="The within distances are six 1s, four 2s and two 3s; the between distances are one 1, two 2s, and so "
            "on. Count the comparisons that are won, and ties as one half.",
            outcome="There's no gap to see, and the AUCC is far above one half.",
        ),
        _EVEN_POINTS,
    ),
    "ex-look-which": (
        Choice(
            "Which labels haven't looked at the points on which we judge them?",
            {
                "the species": "The pollen isn't among the measurements, so these labels haven't looked at the points.",
                "k-means": "k-means makes the labels from the very points on which they're judged. Ask of each set of "
                "labels what it was made from.",
                "Ward's method after scaling": "Scaled measurements are the same points in other units, and Ward's "
                "method has looked at them. Ask of each set of labels what it was made from.",
                "the shelf": "A shelf knows nothing of petals, unless somebody has sorted the flowers before.",
                "the nearest centre": "The centres come from other flowers, but to find the nearest one you have to "
                "look at the flower itself. *Clusters without an algorithm* measures how much that gives.",
            },
            ("the species", "the shelf"),
            name="not-looked",
        ),
    ),
    "ex-noise-voronoi": (
        Choice(
            "k = 2: the AUCC will be",
            {
                "near one half": "The centres are random, but each point gets the label of a near one. Compare the two "
                "columns of the table.",
                "near k-means, a little lower": "The centres are random, but the labels aren't.",
                "halfway between": "Then half of the lead over one half would come from the search. Compare the two "
                "columns of the table: how much of the lead is there without it?",
            },
            "near k-means, a little lower",
            predict=True,
            name="k-is-2-aucc-will-be",
        ),
        Choice(
            "k = 23: the AUCC will be",
            {
                "near one half": "The centres are random, but each point gets the label of a near one. Compare the two "
                "columns of the table.",
                "near k-means, a little lower": "It climbs with k as k-means does.",
                "halfway between": "More centres also mean smaller pieces. Compare the two columns of the table.",
            },
            "near k-means, a little lower",
            predict=True,
            name="k-is-23-aucc-will-be",
        ),
        Choice(
            "What lifts the AUCC above one half?",
            {
                "The optimisation of k-means.": "Nothing is optimised here, and most of the lead is still there. What "
                "do these labels share with those of k-means?",
                "That neighbours get the same label.": "Yes: then within pairs are short, whoever chose the centres.",
                "That the square has clusters.": "The points are uniform, so there's nothing to find. What do the "
                "labels know about the points?",
            },
            "That neighbours get the same label.",
            name="what-lifts-aucc-above-one-half",
        ),
        Construct(
            "TheLevel",
            todo="Let k-means cut noise, which has no clusters, so that its AUCC is 0.95 or more.",
            goal=(
                ("kmeans", "==", 1, "The labels must be those of k-means: choose them under Labels."),
                ("noise", "==", 1, "These points aren't noise: turn the points into noise."),
                (
                    "aucc",
                    ">=",
                    0.95,
                    "The AUCC is {aucc}, and it must be 0.95 or more. What does it do with other numbers of clusters? "
                    "Their number, k, is set below the picture.",
                ),
            ),
            outcome="With more clusters the pieces are smaller, so the pairs within them are shorter. There's still "
            "nothing to find.",
        ),
        _KMEANS_HALF,
    ),
    "ex-look-stragglers": (
        Choice(
            "From two clusters to three the AUCC will",
            {
                "climb": "More clusters are usually smaller ones, but here the large one loses a single point.",
                "fall": "The 9 is less far out than the 18, so some of its pairs are short, and now they're between "
                "pairs.",
                "stay": "The comparisons are different ones, and so is the result.",
            },
            "fall" if aucc(_SECOND) < aucc(_FIRST) else "climb",
            predict=True,
            name="from-two-clusters-to-three-aucc-will",
        ),
        Number(
            "Two clusters:",
            aucc(_FIRST),
            tempting=(
                (aucc(_FIRST, Fraction(1)), "The two 9s were counted as won. What does a tie count?"),
                (aucc(_FIRST, Fraction(0)), "The two 9s were counted as lost. What does a tie count?"),
            ),
            hint="There are ten within distances, up to 9, and five between distances, from 9 on.",
            outcome="Only the two 9s are tied, and every other comparison is won.",
        ),
        Number(
            "Three clusters:",
            aucc(_SECOND),
            tempting=(
                (1 - aucc(_SECOND), "That's the proportion of comparisons that are lost. Count those that are won."),
                (
                    2 * aucc(_SECOND) - 1,
                    "That's won minus lost, which is Gamma. For the AUCC count only the comparisons that are won.",
                ),
                (
                    Fraction(_SECOND.s_plus, 50),
                    "50 is the number of comparisons with two clusters. How many within and between pairs are there "
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
            "What is wrong with the colleague's choice?",
            {
                "The expected value of the AUCC does depend on k.": "For random labels it's one half for every k, so "
                "that part is right. Look at which labels the colleague has.",
                "The labels were made by an algorithm, and the AUCC of algorithms drifts with k.": "The theorem is "
                "about labels that were drawn at random. Those of k-means climb even on noise.",
                "The AUCC must not be compared between different k.": "It may be, if you know the baseline of each k. "
                "What's compared here without a baseline?",
            },
            "The labels were made by an algorithm, and the AUCC of algorithms drifts with k.",
        ),
        Choice(
            "And if the labels had been drawn at random for each k: would the largest AUCC be a fair choice?",
            {
                "Yes, since the means are equal.": "Equal means don't make equal chances of being largest. What else "
                "does a distribution have?",
                "No, since the spread depends on k.": "The number of clusters with the larger spread wins more often, "
                "though all have the same mean.",
            },
            "No, since the spread depends on k.",
        ),
    ),
}
