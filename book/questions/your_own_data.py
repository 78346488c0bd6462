"""*Your own data*: questions of the chapter."""

from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.cluster.hierarchy import linkage

from aucc_teach import datasets, linkage_cuts
from aucc_teach.exercises import Choice, Construct, Number, Open

_LOW_HIGH = (0, 0, 1, 1)
_METRES = [(1, 1), (1, 5), (2, 1), (2, 5)]
_GROWN = [*_METRES[:3], (2, 9)]
_HALF = Fraction(1, 2)


def _squared(x, y):
    return sum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def _aucc(points, *, within=(0, 1)):
    """AUCC of the low and the high plants, exactly; what tempts counts one within pair alone."""
    found = [(_squared(points[i], points[j]), _LOW_HIGH[i], _LOW_HIGH[j]) for i, j in combinations(range(4), 2)]
    own = [d for d, one, other in found if one == other and one in within]
    between = [d for d, one, other in found if one != other]
    return sum((w < b) + _HALF * (w == b) for w in own for b in between) / Fraction(len(own) * len(between))


def _rows_by_average(k):
    """Sizes of the clusters of average linkage on four standardised columns of the aircraft, the largest first."""
    X = datasets.load_plane_models()[["seats", "year", "distance", "speed"]].dropna().to_numpy()
    tree = linkage((X - X.mean(axis=0)) / X.std(axis=0), "average")
    return sorted(np.bincount(linkage_cuts(tree)[k - 1]).tolist(), reverse=True)


_MANY, _FEW = _rows_by_average(2)

_LOOKS, _CHANCE = 40, Fraction(1, 20)


def _at_least_one(looks):
    return float(1 - (1 - _CHANCE) ** looks)


PREDICTIONS = {
    "pre-lab-baseline": Choice(
        "Where there is nothing to find, which AUCC do two clusters of k-means reach?",
        {
            "about 0.50, as random labels do": "Random labels don't look at the points, and k-means does.",
            "more than 0.50, but less than 0.77": "That's what you'd hope for. Here the boxes get more than that.",
            "more than 0.77": "A box with four such columns is even easier to cut in two than the aircraft are.",
        },
        "more than 0.77",
        predict=True,
    ),
    "pre-lab-looks": Choice(
        "How many of the 20 tables of nothing have any success among their 24 looks?",
        {
            "one": "One table in twenty is what you'd get with a single look at each.",
            "about seven": "With 24 looks, chance gets 24 tries at each table, even if they're much alike.",
            "nearly all": "If the 24 looks had nothing to do with each other, about 14 tables would.",
        },
        "about seven",
        predict=True,
    ),
}

EXERCISES = {
    "ex-lab-units": (
        Number(
            "AUCC with the stem in metres:",
            _aucc(_GROWN),
            tempting=(
                (
                    _aucc(_GROWN, within=(1,)),
                    "Those are the comparisons of *cd* alone. Add the four of *ab*, and divide by all eight.",
                ),
                (
                    _aucc(_GROWN, within=(0,)),
                    "Those are the comparisons of *ab* alone. Add the four of *cd*, and divide by all eight.",
                ),
            ),
            hint="Compare each of the two within pairs, *ab* and *cd*, with each of the four between pairs.",
            outcome="*ab* wins three comparisons and *cd* wins one.",
        ),
    ),
    "ex-lab-drag": (
        Construct(
            "AuccLab",
            todo="Drag the plants to the side until the AUCC is 1.",
            goal=(
                ("n_points", "==", 4, "You have {n_points} points now. Keep the four plants."),
                ("n_clusters", "==", 2, "You have {n_clusters} clusters now. Keep two."),
                ("comparisons", "==", 8, "Keep two plants in each cluster."),
                ("aucc", "==", 1, "The AUCC is {aucc} now. Which within pairs still lose a comparison?"),
            ),
            outcome="A smaller unit of the stem does the same to all plants at once.",
            name="drag-the-plants-to-the-side-until-aucc",
            start={"points": [(350 + 100 * x, 200 + 100 * y) for x, y in _METRES], "labels": _LOW_HIGH},
        ),
    ),
    "ex-lab-missing": (
        Choice(
            "When the incomplete rows are left out, what do you expect of the AUCC?",
            {
                "it falls": "It rises. The AUCC is about the rows that are left, and can't miss the others.",
                "it stays": "That would be a fair guess if the rows had gone at random. But those that went all have "
                "wide petals, and without them it rises.",
                "it rises": "It looks as if the incomplete rows had been noise. Look at which flowers went.",
            },
            "it rises",
            predict=True,
        ),
        Choice(
            "And what do you expect of the ARI with the species?",
            {
                "it falls": "It rises, although two thirds of one species are gone. Are the clusters better, or are "
                "the rows easier?",
                "it stays": "It rises, too. Before you call that better, ask whether both values of the ARI are "
                "about the same flowers.",
                "it rises": "It does. Before you call that better, ask whether both values of the ARI are about the "
                "same flowers.",
            },
            "it rises",
            predict=True,
        ),
        Choice(
            "Are the species told apart better without those rows? Which comparison would be fair?",
            {
                "ARI of all rows against ARI of the complete rows": "The difficult rows may be among those that went. "
                "Which comparison keeps the rows the same?",
                "both clusterings, on the rows that stayed": "There the old clusters agree more with the species.",
                "the two AUCCs": "The AUCC never sees the species, and each of the two belongs to rows of its own.",
                "the two excesses": "The baseline belongs to the rows as well, and the AUCC never sees the species. "
                "Look for a comparison with the species, on the same rows.",
            },
            "both clusterings, on the rows that stayed",
        ),
    ),
    "ex-lab-outlier": (
        Number(
            "Number of models in the smaller cluster:",
            _FEW,
            hint="Count the labels of two clusters: `np.bincount(average(first, 2))`.",
            outcome=f"The other cluster has {_MANY}. Now look at the rows of the small one.",
        ),
        Choice(
            "What does the large excess show?",
            {
                "There are two groups.": "Look at the sizes again. How many models would the second group have?",
                "Average linkage is the better algorithm for these models.": "Read the excess together with the sizes. "
                "What do the aircraft have that a box doesn't?",
                "There is structure of a kind that a box does not have.": "A box has no rows far from all others. That "
                "doesn't make a group of them.",
                "Nothing, because two rows cannot matter.": "They do: average linkage gets much less on a box, where "
                "no two rows lie so far out.",
            },
            "There is structure of a kind that a box does not have.",
        ),
    ),
    "ex-lab-many": (
        Number(
            "Number of firsts that you expect in 40 looks:",
            _LOOKS * _CHANCE,
            tempting=((_LOOKS * (1 - _CHANCE), "That's how many looks *aren't* first. Subtract them from 40."),),
            hint="Each of the 40 looks is first with probability 1/20.",
            outcome="You'd find them without any clusters in the data.",
        ),
        Number(
            "Probability of at least one first:",
            _at_least_one(_LOOKS),
            tempting=(
                (
                    float(_LOOKS * _CHANCE),
                    "That's the number of firsts that you expect. Begin with the probability of no first at all.",
                ),
                (1 - _at_least_one(_LOOKS), "That's the probability of no first at all. Subtract it from 1."),
                (float(_CHANCE), "That's for a single look. What is it for 40?"),
                (
                    float(1 - _CHANCE**_LOOKS),
                    "The power of 1/20 is the probability that all 40 looks are first. Take the power of 19/20.",
                ),
            ),
            hint="What's the probability that a look isn't first, and that none of 40 is?",
            outcome="If you look often enough, you'll find one.",
        ),
        Choice(
            "Were the 24 looks at one of our tables independent?",
            {
                "Yes: each has other clusters.": "Five clusters of Ward's method resemble six clusters of Ward's "
                "method. What do all 24 looks at a table share?",
                "No: all look at the same 30 points.": "So firsts come in company: in fewer tables, but several there.",
                "Yes: about one look in twenty was first.": "Dependent looks have that rate as well. See how the "
                "successes are spread over the tables.",
                "No: the four trees share their reference sets.": "Suppose that each had its own. What would the looks "
                "still have in common?",
            },
            "No: all look at the same 30 points.",
        ),
    ),
    "ex-lab-own": (
        Open(
            (
                "Table and plan: it gives a reason for the columns, the units, the algorithms and the numbers of "
                "clusters, and says how many rows were left out, and why.",
                "What was found: it gives the p-values with the number and the kinds of reference sets, also of the "
                "tests that selected nothing.",
                "What they are: it gives the sizes of the clusters, and what somebody who knows the rows sees in them.",
                "What it depends on: it names at least one change that was tried, and what became of the clusters.",
                "How often: it gives the number of clusterings that were looked at.",
                "Against it: it ends with the strongest argument against the clusters, and that argument is about "
                "this table, such as where its numbers come from.",
            )
        ),
    ),
}
