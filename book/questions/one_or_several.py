"""Questions of the chapter *Is there one cluster, or several?*."""

from fractions import Fraction

from scipy.cluster.hierarchy import linkage
from sklearn.datasets import load_wine

from aucc_teach import linkage_cuts
from aucc_teach.exercises import Choice, Number, Write

_WINES = load_wine()
_SCALED = (_WINES.data - _WINES.data.mean(axis=0)) / _WINES.data.std(axis=0)


def _largest_of_three(points):
    """Size of the largest of three clusters of average linkage."""
    labels = linkage_cuts(linkage(points, "average"))[2].tolist()
    return max(map(labels.count, labels))


_LARGEST, _LARGEST_MEASURED = _largest_of_three(_SCALED), _largest_of_three(_WINES.data)

# Level and data at k = 2 and at k = 6.
_LEVEL = {2: Fraction(9, 10), 6: Fraction(19, 20)}
_DATA = {2: Fraction(19, 20), 6: Fraction(99, 100)}
_ODDS, _LEVEL_ODDS = ({k: share / (1 - share) for k, share in shares.items()} for shares in (_DATA, _LEVEL))
_RATIO = {k: _ODDS[k] / _LEVEL_ODDS[k] for k in _LEVEL}

# In hundredths.
_OF_DATA = 31
_OF_BOXES = (12, 25, 8, 33, 19, 10, 22, 15, 9, 28, 17, 31, 11, 20, 14, 26, 7, 18, 13)
_AS_HIGH = sum(peak >= _OF_DATA for peak in _OF_BOXES)
_HIGHER = sum(peak > _OF_DATA for peak in _OF_BOXES)

PREDICTIONS = {
    "pre-several-boxes": Choice(
        "There are no clusters in the 39 boxes. How many of them have their best k at two or more?",
        {
            "None": "One isn't among the numbers that are tried, so no box can choose it.",
            "About two, as a test at 5 percent would": "Nothing has been tested yet. We only look for a largest value.",
            "All 39": "Every curve has a highest point, and the smallest number that is tried is two.",
        },
        "All 39",
        predict=True,
        name="boxes",
    ),
    "pre-several-seed": Choice(
        "With one seed of k-means, the AUCC selects three clusters of wines. With another seed it selects",
        {
            "three again": "The algorithm and the data are the same. But k-means starts at random, and for some k it "
            "ends elsewhere.",
            "one": "One is what it selects with Ward's method. Another seed is enough for another number.",
            "five": "With five clusters k-means has ended elsewhere, where the AUCC is higher, and that's enough.",
        },
        "five",
        predict=True,
        name="with-one-seed-of-k-means-aucc-selects",
    ),
}

EXERCISES = {
    "ex-several-count": (
        Number(
            "The p-value over boxes:",
            Fraction(1 + _AS_HIGH, 1 + len(_OF_BOXES)),
            tempting=(
                (
                    Fraction(_AS_HIGH, len(_OF_BOXES)),
                    "These are the boxes alone. The data are one of the sets, and their peak counts.",
                ),
                (
                    Fraction(1 + _HIGHER, 1 + len(_OF_BOXES)),
                    "That's two of twenty. Either the box with exactly the peak of the data is missing, or the data "
                    "themselves. *At least as high* includes both.",
                ),
            ),
            hint="How many of the twenty sets, the data included, have a peak of 0.31 or more?",
            outcome="That's above 0.05, so the recipe selects one cluster.",
            name="by-counting",
        ),
    ),
    "ex-noise-peaks": (Write("peak_p_value"),),
    "ex-trial-room": (
        Number(
            "How many comparisons do the data win for each one lost at k = 6?",
            _ODDS[6],
            tempting=(
                (1 / (1 - _DATA[6]), "That's all comparisons for each one lost. Leave out the lost one itself."),
                (_LEVEL_ODDS[6], "That's the baseline at k = 6. Do the same with the score of the data."),
            ),
            hint="Divide the proportion won, 99/100, by the proportion lost.",
            outcome="The baseline wins 19 for each one lost, so the data win about five times as many.",
            name="how-many-comparisons-do-the-data-win-for",
        ),
        Choice(
            "On the logit the excess is larger at",
            {
                "k = 2": "As a plain difference it is, 0.05 against 0.04. On the odds, compare 19/9 with 99/19.",
                "k = 6": "At six the data win about five times as many as the baseline for each loss, at two about "
                "twice as many.",
            },
            f"k = {max(_RATIO, key=_RATIO.get)}",
        ),
    ),
    "ex-noise-average": (
        Choice(
            "The baseline on radial sets, as k grows:",
            {
                "climbs": "Smaller pieces have shorter within pairs, but average linkage makes no smaller pieces "
                "while there are stragglers left.",
                "falls": "A radial set has the stragglers of the data, and the farthest are split off first.",
                "stays": "Only the level of random labels stays. Think of what average linkage splits off first in "
                "such a set.",
            },
            "falls",
            predict=True,
        ),
        Choice(
            "Suppose p is 1/40 over one kind of reference data, and 3/40 over the other. The recipe selects",
            {
                "the number with the largest excess": "The recipe takes the larger of the two p-values. Is that at "
                "most 0.05?",
                "three": "There are three varieties, but the recipe hasn't been told. Which of its two p-values "
                "decides?",
                "one": "The larger of the two p-values decides, and it's above 0.05.",
            },
            "one",
        ),
        Number(
            "If the wines are cut into three clusters, how many are in the largest?",
            _LARGEST,
            tempting=(
                (
                    _LARGEST_MEASURED,
                    "That's for the measurements as they are. Bring them to equal standard deviations first.",
                ),
                (
                    len(_SCALED) // 3,
                    "That would be three equal parts. Average linkage sheds stragglers: count the labels.",
                ),
            ),
            hint="Call `average_linkage(wines, 3)`, and count the labels.",
            outcome="The other two clusters are stragglers.",
        ),
    ),
    "ex-noise-sentences": (
        Choice(
            "(a) The sentence on k = 9",
            {
                "may stay": "By the theorem one half is expected of labels that haven't looked. Has Ward's tree "
                "looked?",
                "must go: Ward's tree looks, and its AUCC climbs on noise": "Nine may be the largest k that was "
                "tried. The excess over reference data, on the logit, would be something to report.",
                "must go: the expected value of AUCC does depend on k": "For random labels it doesn't depend on k. "
                "Are the labels of Ward's method random?",
            },
            "must go: Ward's tree looks, and its AUCC climbs on noise",
        ),
        Choice(
            "(b) The sentence on 40 standard deviations",
            {
                "may stay": "Ward's method gets such a z-score on noise, too. So what has the sentence shown about "
                "these data?",
                "must go: 40 is read off the normal curve": "That would be a fair point, but 40 is far out on "
                "a curve of any shape. What has been shown?",
                "must go: it shows only that the labels know the points": "An algorithm that reads its input is "
                "above chance.",
            },
            "must go: it shows only that the labels know the points",
        ),
        Choice(
            "(c) The sentence on subgroups",
            {
                "may stay": "The recipe has selected one cluster. Does it follow that there is only one?",
                "must go: the smaller p-value decides": "It is the larger p-value that decides, so the recipe does "
                "select one cluster. But what follows from that?",
                "must go: groups that touch are often missed": "What was found is only that no number of clusters "
                "stands out from radial sets. The small p-value over boxes deserves a sentence as well.",
            },
            "must go: groups that touch are often missed",
        ),
    ),
}
