"""Questions of the chapter *What the chance level does not protect from*."""

from fractions import Fraction

from scipy.cluster.hierarchy import linkage
from sklearn.datasets import load_wine

from aucc_teach import adjusted_rand_score, concordance, linkage_cuts
from aucc_teach.exercises._claims import Break, Field
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
        "broken": "AUCC is {aucc}, and there is nothing to find: neighbours with the same label are enough.",
    },
    (
        (
            "Without clusters AUCC is 1/2.",
            "That is the mean for blind labels. Labels that look at the points are not blind.",
        ),
        (
            "A high AUCC says that there are clusters.",
            "It says that within pairs are closer than between pairs. Any cutting into neighbours does that.",
        ),
        (
            "Neighbours in different clusters are as close as neighbours in one.",
            "They are, and these ties cost something. With more clusters there are ever more other comparisons.",
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
        "uncut": "Before and after the cut the clusters are the same. Cut at least one.",
        "not-finer": "The points at {first} and {second} are together after the cut and were apart before.",
        "holds": "AUCC is {before} before and {after} after: it does not fall. Cut a cluster that is as it should be.",
        "broken": "AUCC falls from {before} to {after}: the cut makes close pairs between pairs.",
    },
    (
        (
            "Smaller clusters have closer pairs.",
            "Within them. The pairs that the cut parts are between pairs now, and close.",
        ),
        (
            "For k-means on noise AUCC rises with k.",
            "With k-means on noise it does. With single linkage on a normal cloud it falls.",
        ),
        (
            "Each object alone has the best AUCC.",
            "It has none: there are no within pairs.",
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
    "Where k-means stops, and no point is closer to another centre than to its own, AUCC is above 1/2.",
    (POINTS, CLUSTERS),
    _kmeans_half,
    {
        "goes-on": "k-means goes on: the point at {point} is closer to the centre of {cluster}, at {other}, than "
        "to its own, at {own}.",
        "holds": "k-means stops here, and AUCC is {aucc}. Centres are means: let a cluster be wide and its "
        "neighbour narrow.",
        "broken": "k-means stops here, and AUCC is {aucc}: the within pairs of a wide cluster are no closer than "
        "the between pairs at its end.",
    },
    (
        (
            "k-means looks at the points, and labels that look are better than blind ones.",
            "Mostly, and by a lot. The claim says always.",
        ),
        (
            "Each point is closer to its own centre than to another.",
            "To the centre. The other end of its cluster may be farther than the neighbours beyond the border.",
        ),
        (
            "k-means makes the distances within clusters as small as it can.",
            "The squares about the centres, for a given k. AUCC compares pairs.",
        ),
    ),
)


EXERCISES = {
    "ex-noise-row": (
        Number(
            "Two runs of four:",
            aucc(_HALVES),
            tempting=(
                (aucc(_HALVES, Fraction(0)), "Ties count nothing here. They count one half."),
                (aucc(_HALVES, Fraction(1)), "Ties count as won here. They count one half."),
                (_long_row(2), "That is for a very long row. Eight points have a little less."),
            ),
            hint="Within are six 1s, four 2s and two 3s; between are one 1, two 2s, and so on. Count what is won.",
            outcome="Nobody sees a gap, and AUCC is far above one half.",
        ),
        Number(
            "Four runs of two:",
            aucc(_PAIRS),
            tempting=(
                (aucc(_PAIRS, Fraction(0)), "Ties count nothing here. They count one half."),
                (aucc(_PAIRS, Fraction(1)), "Ties count as won here. They count one half."),
                (_long_row(4), "That is for a very long row. Eight points have a little less."),
            ),
            hint="All four within distances are 1. How many of the 24 between distances are 1 as well?",
            outcome="It has climbed, because every run is shorter.",
        ),
        Choice(
            "Runs of seven and one will score, beside four and four,",
            {
                "lower": "The run of seven has nearly the longest distance itself, and the odd one out is as near to "
                "its neighbour as any.",
                "the same": "Both are runs of the same row.",
                "higher": "The odd one out stands at the end.",
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
                (1 - aucc(_UNEVEN), "These are the comparisons that are lost."),
                (2 * aucc(_UNEVEN) - 1, "That is Gamma. Won over all comparisons is asked for."),
                (aucc(_BEST), "That is for the cut after 0. Here 8 is cut off."),
                (Fraction(_UNEVEN.s_plus, _UNEVEN.s_minus), "That is won over lost. Divide by all comparisons."),
            ),
            hint="The within distances are 5, 7 and 2, the between distances 8, 3 and 1.",
            outcome="5 and 7 beat the 8 alone, 2 beats the 8 and the 3.",
        ),
        Order(
            "The proof of the theorem, for evenly spaced points, mixed up. Put it in order.",
            (
                "Of the n \N{MINUS SIGN} d pairs at distance d, a run of length s has s \N{MINUS SIGN} d if d < s, "
                "else none. That gives the share of within pairs at distance d.",
                "(s \N{MINUS SIGN} d)/(n \N{MINUS SIGN} d) falls as d grows, because s < n: so the share never grows. "
                "At distance 1 it is above 0, and at the longest distance it is 0.",
                "Comparisons won less comparisons lost are a sum over any two distances d < e: the pairs at d, times "
                "the pairs at e, times the share at d less the share at e.",
                "No term is negative, and that of the shortest and the longest distance is positive.",
                "So more comparisons are won than lost, and AUCC is above one half.",
            ),
            before=(
                (0, 1, "A share falls before it is said what it is."),
                (0, 2, "Shares are compared before it is said what they are."),
                (1, 3, "That no term is negative needs that the share never grows."),
                (2, 3, "Terms of what? The sum comes first."),
                (3, 4, "What follows from the signs of the terms stands before them."),
            ),
            hint="The share, how it runs, the sum, its signs, AUCC.",
            outcome="No chance enters: the labels only keep neighbours together.",
            free=((1, 2),),
        ),
        Choice(
            "Take the share of within pairs at each distance for these four points. Which step no longer holds?",
            {
                "that the share never grows with the distance": "At 3 it is 0, and at 5 and 7 it is 1: the long "
                "distances from 0 are within, and the short ones to 8 are not.",
                "that comparisons won less lost are such a sum": "That is counting: it holds for all points and all "
                "clusters.",
                "that no term is negative if the share never grows": "It is as true as before. But does the share "
                "never grow?",
            },
            "that the share never grows with the distance",
        ),
        _AUCC_FINER,
    ),
    "ex-noise-voronoi": (
        Choice(
            "k = 2: AUCC will be",
            {
                "near one half": "The centres are random.",
                "near k-means, a little lower": "The centres are random; the labels are not.",
                "halfway between": "Half of the work of k-means is done.",
            },
            "near k-means, a little lower",
            predict=True,
        ),
        Choice(
            "k = 23: AUCC will be",
            {
                "near one half": "The centres are random.",
                "near k-means, a little lower": "It climbs with k as k-means does.",
                "halfway between": "With more centres chance plays a larger part.",
            },
            "near k-means, a little lower",
            predict=True,
        ),
        Choice(
            "What lifts AUCC above one half?",
            {
                "The optimisation of k-means.": "Here nothing is optimised, and nearly all of it is there.",
                "That neighbours get the same label.": "That is looking enough: within pairs are short then.",
                "That the square has clusters.": "The points are uniform: there is nothing to find.",
            },
            "That neighbours get the same label.",
        ),
        Construct(
            "TheLevel",
            todo="Let k-means cut noise, which has no clusters, so that its AUCC is 0.95 or more.",
            goal=(("noise", "==", 1), ("kmeans", "==", 1), ("aucc", ">=", 0.95)),
            outcome="More clusters are smaller pieces, and pairs within smaller pieces are shorter. There is still "
            "nothing to find.",
        ),
        _KMEANS_HALF,
    ),
    "ex-noise-average": (
        Choice(
            "The level on matched boxes, as k grows:",
            {
                "climbs": "A box has no stragglers, so average linkage divides it.",
                "falls": "That is what stragglers do, one after another.",
                "stays": "No level that we have met stays, but that of blind labels.",
            },
            "climbs",
            predict=True,
        ),
        Choice(
            "The level on radial sets, as k grows:",
            {
                "climbs": "Smaller pieces have shorter within pairs.",
                "falls": "A radial set has the stragglers of the data: they are split off first, the farthest before "
                "the others.",
                "stays": "No level that we have met stays, but that of blind labels.",
            },
            "falls",
            predict=True,
        ),
        Choice(
            "Say p is 1/40 over one kind of reference, and 3/40 over the other. The recipe names",
            {
                "the number with the largest excess": "It takes the larger of the two p-values. Is that at most 0.05?",
                "three": "There are three varieties, but the recipe has not been told.",
                "one": "The larger of the two p-values rules, and it is above 0.05.",
            },
            "one",
        ),
        Number(
            "Cut into three clusters: how many wines are in the largest?",
            _LARGEST,
            tempting=(
                (_LARGEST_MEASURED, "That is without bringing the measurements to equal standard deviations."),
                (len(_SCALED) // 3, "That would be even thirds. Average linkage sheds stragglers."),
            ),
            hint="`average_linkage(X, 3)`, and count the labels.",
            outcome="The other two clusters are stragglers.",
        ),
        Number(
            "ARI with the varieties at eight clusters:",
            _ARI_EIGHT,
            tempting=(
                (_ARI_EIGHT_MEASURED, "That is without bringing the measurements to equal standard deviations."),
                (_ARI_THREE, "That is at three clusters."),
            ),
            hint="`at.adjusted_rand_score(varieties, average_linkage(X, 8))`.",
            outcome="Three large clusters and five small ones. How many an algorithm needs to show the groups need "
            "not be how many there are.",
        ),
    ),
    "ex-noise-sentences": (
        Choice(
            "(a) The sentence on k = 9",
            {
                "may stay": "By the theorem one half is expected of labels that have not looked. Has Ward's tree?",
                "must go: Ward's tree looks, and its AUCC climbs on noise": "Nine may be the largest k that was "
                "tried. The excess over references, on the logit, would be something to say.",
                "must go: the expected value of AUCC does depend on k": "For blind labels it does not. These are not "
                "blind.",
            },
            "must go: Ward's tree looks, and its AUCC climbs on noise",
        ),
        Choice(
            "(b) The sentence on 40 standard deviations",
            {
                "may stay": "Nearly all clusterings of nothing by Ward's tree are significantly above chance, too.",
                "must go: 40 is read off the normal curve": "No curve is needed: Cantelli's bound holds for any "
                "shape. Still, what has been shown?",
                "must go: it shows that the labels know the points, no more": "An algorithm that reads its input is "
                "above chance.",
            },
            "must go: it shows that the labels know the points, no more",
        ),
        Choice(
            "(c) The sentence on subgroups",
            {
                "may stay": "The recipe has named one. Does it follow that there is one?",
                "must go: the smaller p-value rules": "The larger one does, so to name one is the recipe.",
                "must go: groups that touch are often missed": "No number of clusters stands out from radial sets: "
                "that is what was found. The small p-value over boxes deserves a sentence as well.",
            },
            "must go: groups that touch are often missed",
        ),
    ),
}
