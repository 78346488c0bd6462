"""Questions of the chapter *What the chance level does not protect from*."""

from fractions import Fraction

from scipy.cluster.hierarchy import linkage
from sklearn.datasets import load_wine

from aucc_teach import adjusted_rand_score, concordance, linkage_cuts
from aucc_teach.exercises._claims import Break, Field
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Order

from . import _counting as counting
from ._claims import CLUSTERS, POINTS
from ._exact import aucc


def _counts(line, sizes):
    """Comparisons right, wrong and tied of points on a line, cut into runs of these sizes."""
    labels = [label for label, size in enumerate(sizes) for _ in range(size)]
    return concordance([[x] for x in line], labels)


def _long_row(k):
    """AUCC of k equal runs of a row without an end."""
    return 1 - Fraction(1, 6 * k)


_HALVES, _PAIRS, _ONE_APART = (_counts(range(8), sizes) for sizes in ([4, 4], [2] * 4, [7, 1]))
_UNEVEN, _BEST = (_counts((0, 5, 7, 8), sizes) for sizes in ([3, 1], [1, 3]))

_WINES = load_wine()
_SCALED = (_WINES.data - _WINES.data.mean(axis=0)) / _WINES.data.std(axis=0)


def _average_linkage(points, k):
    """Size of the largest of k clusters, and ARI with the varieties."""
    labels = linkage_cuts(linkage(points, "average"))[k - 1].tolist()
    return max(map(labels.count, labels)), adjusted_rand_score(_WINES.target, labels)


_LARGEST, _ARI_THREE = _average_linkage(_SCALED, 3)
_LARGEST_MEASURED, _ = _average_linkage(_WINES.data, 3)
_, _ARI_EIGHT = _average_linkage(_SCALED, 8)
_, _ARI_EIGHT_MEASURED = _average_linkage(_WINES.data, 8)


# ---- claims


def _even_points(names, labels):
    score = counting.aucc_of_points(range(len(labels)), labels)
    return "holds" if score < Fraction(9, 10) else "broken", {"aucc": score}


_EVEN_POINTS = Break(
    "even-points",
    "Points at 0, 1, 2, and so on form no clusters, so AUCC is below 9/10.",
    (Field("Clusters of the points at 0, 1, 2, ...", "row", "a a a b b b"),),
    _even_points,
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


def _aucc_finer(names, points, before, after):
    if counting.together(before) == counting.together(after):
        return "uncut", {}
    if (pair := counting.stray_pair(names, after, before)) is not None:
        first, second = (points[names.index(name)] for name in pair)
        return "not-finer", {"first": first, "second": second}
    one, two = counting.aucc_of_points(points, before), counting.aucc_of_points(points, after)
    return "holds" if two >= one else "broken", {"before": one, "after": two}


_AUCC_FINER = Break(
    "aucc-finer",
    "Cut a cluster into pieces, and AUCC does not fall.",
    (
        POINTS,
        Field("Clusters before the cut", "labels", "a a a b"),
        Field("Clusters after the cut", "labels", "a a c b"),
    ),
    _aucc_finer,
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
            "This holds within them. But the pairs that the cut separates are now between pairs, and they are close.",
        ),
        (
            "For k-means on noise AUCC rises with k.",
            "With k-means on noise it does, but with single linkage on a normal cloud it falls.",
        ),
        (
            "Singletons have the best AUCC.",
            "Without within pairs there is no AUCC.",
        ),
    ),
)


def _kmeans_half(names, points, labels):
    centre = {}
    for label in labels:
        own = [x for x, other in zip(points, labels, strict=True) if other == label]
        centre[label] = Fraction(sum(own), len(own))
    for x, label in zip(points, labels, strict=True):
        for other in labels:
            if abs(x - centre[other]) < abs(x - centre[label]):
                places = {"own": centre[label], "other": centre[other]}
                return "goes-on", {"point": x, "cluster": other} | places
    score = counting.aucc_of_points(points, labels)
    return "holds" if 2 * score > 1 else "broken", {"aucc": score}


_KMEANS_HALF = Break(
    "kmeans-half",
    "When k-means has stopped, so that no point is closer to another centre than to its own, AUCC is above 1/2.",
    (POINTS, CLUSTERS),
    _kmeans_half,
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
            "Mostly they are, and by a lot. But the claim is about all of them.",
        ),
        (
            "Each point is closer to its own centre than to another.",
            "This is about the centre. The other end of its cluster may be further away than the neighbours beyond the "
            "border.",
        ),
        (
            "k-means makes the distances within clusters as small as it can.",
            "It does so with the squares about the centres, for a fixed k. But AUCC compares pairs.",
        ),
    ),
)


EXERCISES = {
    "ex-noise-row": (
        Number(
            "Two runs of four:",
            aucc(_HALVES),
            tempting=(
                (aucc(_HALVES, Fraction(0)), "You counted ties as lost. How much does a tie count?"),
                (aucc(_HALVES, Fraction(1)), "You counted ties as won. How much does a tie count?"),
                (_long_row(2), "This holds for a very long row, but eight points have a little less."),
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
                (_long_row(4), "This holds for a very long row, but eight points have a little less."),
            ),
            hint="All four within distances are 1. How many of the 24 between distances are 1 as well?",
            outcome="AUCC has climbed, because every run is shorter.",
        ),
        Choice(
            "Compared with four and four, runs of seven and one will score",
            {
                "lower": "The run of seven contains nearly the longest distance itself, and the single point is as "
                "near to its neighbour as any.",
                "the same": "Both are runs of the same row.",
                "higher": "The single point stands at the end.",
            },
            "lower" if aucc(_ONE_APART) < aucc(_HALVES) else "higher",
            predict=True,
        ),
        _EVEN_POINTS,
    ),
    "ex-noise-uneven": (
        Number(
            "AUCC:",
            aucc(_UNEVEN),
            tempting=(
                (
                    1 - aucc(_UNEVEN),
                    "That would be the proportion of comparisons that are lost. Here we want those that are won.",
                ),
                (
                    2 * aucc(_UNEVEN) - 1,
                    "That would be Gamma. Here we want the proportion of comparisons that are won.",
                ),
                (aucc(_BEST), "That would be right if the row were cut after 0. Here 8 is cut off."),
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
                (0, 1, "Here a proportion falls before we know what it is."),
                (0, 2, "Here proportions are compared before we know what they are."),
                (1, 3, "To see that no term is negative, we must know that the proportion never grows."),
                (2, 3, "Which terms are these? The sum has to come first."),
                (3, 4, "The last step follows from the signs of the terms, so the signs come before it."),
            ),
            hint="Begin with the proportion and how it changes. Then come the sum, its signs, and AUCC.",
            outcome="The proof needs no random labels, only labels that keep neighbours together.",
            free=((1, 2),),
        ),
        Choice(
            "Compute the proportion of within pairs at each distance for these four points. Which step no longer "
            "holds?",
            {
                "that the proportion never grows with the distance": "At 3 it is 0, but at 5 and 7 it is 1, because "
                "the long distances from 0 are within, whereas the short ones to 8 are not.",
                "that comparisons won minus comparisons lost are such a sum": "This is only counting, so it holds for "
                "all points and all clusters.",
                "that no term is negative if the proportion never grows": "This is as true as before. But does the "
                "proportion never grow?",
            },
            "that the proportion never grows with the distance",
        ),
        _AUCC_FINER,
    ),
    "ex-noise-voronoi": (
        Choice(
            "k = 2: AUCC will be",
            {
                "near one half": "Many people expect this, because the centres are random. Compare it with the table.",
                "near k-means, a little lower": "The centres are random, but the labels are not.",
                "halfway between": "Half of the work of k-means is done.",
            },
            "near k-means, a little lower",
            predict=True,
        ),
        Choice(
            "k = 23: AUCC will be",
            {
                "near one half": "Many people expect this, because the centres are random. Compare it with the table.",
                "near k-means, a little lower": "It climbs with k as k-means does.",
                "halfway between": "With more centres chance plays a larger part.",
            },
            "near k-means, a little lower",
            predict=True,
        ),
        Choice(
            "What lifts AUCC above one half?",
            {
                "The optimisation of k-means.": "Here nothing is optimised, and yet nearly all of the lift is there.",
                "That neighbours get the same label.": "That is looking enough, because then within pairs are short.",
                "That the square has clusters.": "The points are uniform, so there is nothing to find.",
            },
            "That neighbours get the same label.",
        ),
        Construct(
            "TheLevel",
            todo="Let k-means cut noise, which has no clusters, so that its AUCC is 0.95 or more.",
            goal=(
                ("kmeans", "==", 1, "The labels must be those of k-means: choose them under Labels."),
                ("noise", "==", 1, "These points are not noise: turn the points into noise."),
                ("aucc", ">=", 0.95, "AUCC is {aucc}, and it must be 0.95 or more."),
            ),
            outcome="With more clusters the pieces are smaller, so the pairs within them are shorter. But there is "
            "still nothing to find.",
        ),
        _KMEANS_HALF,
    ),
    "ex-noise-average": (
        Choice(
            "The baseline on matched boxes, as k grows:",
            {
                "climbs": "A box has no stragglers, so average linkage divides it.",
                "falls": "That is what stragglers do, one after another.",
                "stays": "None of the baselines that we have met stays. Only the level of random labels does.",
            },
            "climbs",
            predict=True,
        ),
        Choice(
            "The baseline on radial sets, as k grows:",
            {
                "climbs": "Smaller pieces have shorter within pairs.",
                "falls": "A radial set has the stragglers of the data, which are split off first, the furthest before "
                "the others.",
                "stays": "None of the baselines that we have met stays. Only the level of random labels does.",
            },
            "falls",
            predict=True,
        ),
        Choice(
            "Suppose p is 1/40 over one kind of reference data, and 3/40 over the other. The recipe selects",
            {
                "the number with the largest excess": "The recipe takes the larger of the two p-values. Is that at "
                "most 0.05?",
                "three": "There are three varieties, but the recipe has not been told.",
                "one": "The larger of the two p-values decides, and it is above 0.05.",
            },
            "one",
        ),
        Number(
            "If the wines are cut into three clusters, how many are in the largest?",
            _LARGEST,
            tempting=(
                (
                    _LARGEST_MEASURED,
                    "That would be right for the measurements as they are. Here we bring them to equal standard "
                    "deviations first.",
                ),
                (
                    len(_SCALED) // 3,
                    "That would be right if the clusters had equal sizes. Here average linkage sheds stragglers.",
                ),
            ),
            hint="Call `average_linkage(X, 3)`, and count the labels.",
            outcome="The other two clusters are stragglers.",
        ),
        Number(
            "ARI with the varieties at eight clusters:",
            _ARI_EIGHT,
            tempting=(
                (
                    _ARI_EIGHT_MEASURED,
                    "That would be right for the measurements as they are. Here we bring them to equal standard "
                    "deviations first.",
                ),
                (_ARI_THREE, "That would be the ARI at three clusters. Here we want it at eight."),
            ),
            hint="`at.adjusted_rand_score(varieties, average_linkage(X, 8))`.",
            outcome="There are three large clusters and five small ones. The number of clusters that an algorithm "
            "needs to show the groups need not be the number of the groups.",
        ),
    ),
    "ex-noise-peaks": (Write("peak_p_value"),),
    "ex-noise-sentences": (
        Choice(
            "(a) The sentence on k = 9",
            {
                "may stay": "By the theorem one half is expected of labels that have not looked. But has Ward's tree "
                "not looked?",
                "must go: Ward's tree looks, and its AUCC climbs on noise": "Nine may be the largest k that was "
                "tried. The excess over reference data, on the logit, would be something to report.",
                "must go: the expected value of AUCC does depend on k": "For random labels it does not. But these "
                "labels are not random.",
            },
            "must go: Ward's tree looks, and its AUCC climbs on noise",
        ),
        Choice(
            "(b) The sentence on 40 standard deviations",
            {
                "may stay": "Nearly all clusterings of noise with Ward's method are significantly above chance, too.",
                "must go: 40 is read off the normal curve": "No curve is needed, because Cantelli's bound holds for "
                "any shape. Still, what has been shown?",
                "must go: it shows only that the labels know the points": "An algorithm that reads its input is "
                "above chance.",
            },
            "must go: it shows only that the labels know the points",
        ),
        Choice(
            "(c) The sentence on subgroups",
            {
                "may stay": "The recipe has selected one cluster. Does it follow that there is only one?",
                "must go: the smaller p-value decides": "The larger p-value decides, so the recipe does select one "
                "cluster.",
                "must go: groups that touch are often missed": "What was found is only that no number of clusters "
                "stands out from radial sets. The small p-value over boxes deserves a sentence as well.",
            },
            "must go: groups that touch are often missed",
        ),
    ),
}
