"""Questions of the chapter *Lab: your own data*."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from scipy.cluster.hierarchy import linkage
from sklearn.datasets import load_iris

from aucc_teach import datasets, linkage_cuts
from aucc_teach.exercises import Choice, Construct, Number, Objects, Open, Write

_LOW_HIGH = (0, 0, 1, 1)
_METRES = [(1, 1), (1, 5), (2, 1), (2, 5)]
_GROWN = [*_METRES[:3], (2, 9)]
_WAYS = {-1: "it goes down", 0: "it stays", 1: "it goes up"}
_HALF = Fraction(1, 2)


def _squared(x, y):
    return sum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def _aucc(points, *, tie=_HALF, within=(0, 1)):
    """AUCC of the low and the high plants, exactly; what tempts counts ties otherwise, or one within pair alone."""
    found = [(_squared(points[i], points[j]), _LOW_HIGH[i], _LOW_HIGH[j]) for i, j in combinations(range(4), 2)]
    own = [d for d, one, other in found if one == other and one in within]
    between = [d for d, one, other in found if one != other]
    return sum((w < b) + tie * (w == b) for w in own for b in between) / Fraction(len(own) * len(between))


def _in_ranges(points, leaf=None):
    """Both columns divided by their range, or the leaf by another one."""
    leaf = leaf or max(y for _, y in points) - 1
    return [(x - 1, Fraction(y - 1, leaf)) for x, y in points]


def _way(before, after):
    return _WAYS[(after > before) - (after < before)]


_IN_RANGES = _in_ranges(_GROWN)


def _short_ruler():
    """Species and petal widths of the irises."""
    iris = load_iris()
    return iris.target_names[iris.target], iris.data[:, 3]


_SPECIES, _WIDTHS = _short_ruler()
_GONE = _SPECIES[_WIDTHS > 1.8]


def _gower(one, other, *, missing=None):
    """Gower's dissimilarity of two aircraft, exactly; what tempts counts a missing value as some difference."""
    differences = []
    for x, y, of_range in zip(one, other, (200, None, 40), strict=True):
        if None in (x, y):
            differences += [] if missing is None else [Fraction(missing)]
        else:
            differences.append(Fraction(x != y) if of_range is None else abs(Fraction(x - y, of_range)))
    return sum(differences) / len(differences)


_AIRCRAFT = {"a": (2, "piston", 1960), "b": (102, "jet", None), "c": (202, "jet", 2000)}


def _rows_by_average(k):
    """Sizes of the clusters of average linkage on four standardised columns of the aircraft, the largest first."""
    X = datasets.load_plane_models()[["seats", "year", "distance", "speed"]].dropna().to_numpy()
    tree = linkage((X - X.mean(axis=0)) / X.std(axis=0), "average")
    return sorted(np.bincount(linkage_cuts(tree)[k - 1]).tolist(), reverse=True)


_MANY, _FEW = _rows_by_average(2)

_LOOKS, _CHANCE, _TABLES, _LOOKS_A_TABLE = 40, Fraction(1, 20), 20, 24


def _at_least_one(looks):
    return float(1 - (1 - _CHANCE) ** looks)


PREDICTIONS = {
    "pre-lab-units": Choice(
        "The same plants and clusters, the stem in decimetres: what happens to AUCC?",
        {
            "it falls": "The stem counts more now, and the stem is what tells these clusters apart.",
            "it stays at 1/2": "A unit is only a way of writing. But each column counts as "
            "much "
            "as its numbers are large.",
            "it rises to 1": "No plant has changed, but the stem now has ten times its weight in every distance.",
        },
        "it rises to 1" if _aucc([(10 * x, y) for x, y in _METRES]) == 1 else "it stays at 1/2",
        predict=True,
    ),
    "pre-lab-baseline": Choice(
        "Where there is nothing to find, which AUCC do two clusters of k-means reach?",
        {
            "about 0.50, as random labels do": "k-means looks at the points, and random labels do not.",
            "more than 0.50, but less than 0.77": "This is what one hopes for.",
            "more than 0.77": "Random labels would reach 0.50. The box is even easier to cut in two "
            "than the aircraft are.",
        },
        "more than 0.77",
        predict=True,
    ),
    "pre-lab-change": Choice(
        "Which of these two changes makes the two clusters disappear?",
        {
            "filling in the gaps": "Only six rows have a gap in these columns.",
            "leaving out the logarithms": "Gaps look dangerous, and often are. Here the units of two columns decide.",
            "both": "The clusters would then rest on very little.",
            "neither": "This is what a firm result would look like.",
        },
        "leaving out the logarithms",
        predict=True,
    ),
    "pre-lab-noise": Choice(
        "For which tables is the gain larger?",
        {
            "for the models": "Real clusters seem to have more to gain from a clean edge.",
            "for the tables with shuffled columns": "A clean-up should help real clusters, too. But where "
            "there "
            "are no clusters, the rows that remain are a choice of dense places.",
        },
        "for the tables with shuffled columns",
        predict=True,
    ),
    "pre-lab-looks": Choice(
        "How many of the 20 tables of nothing have any success among their 24 looks?",
        {
            "one": "One in twenty is the rate for a single look.",
            "about seven": "A single look at each table would give one. With 24 looks chance has 24 "
            "occasions, even though they are much alike.",
            "nearly all": "If the 24 looks had nothing to do with each other, most of the tables would.",
        },
        "about seven",
        predict=True,
    ),
}

EXERCISES = {
    "ex-lab-units": (
        Choice(
            "With the stem in metres, what do you expect of AUCC?",
            dict.fromkeys(_WAYS.values(), "Now *ab* loses only to *ac*, and *cd* beats only *ad*."),
            _way(_aucc(_METRES), _aucc(_GROWN)),
            predict=True,
        ),
        Choice(
            "And with both columns divided by their range?",
            dict.fromkeys(
                _WAYS.values(),
                "Because the range of the leaf has doubled, every other difference of leaves counts half.",
            ),
            _way(_aucc(_in_ranges(_METRES)), _aucc(_IN_RANGES)),
            predict=True,
        ),
        Number(
            "AUCC with the stem in metres:",
            _aucc(_GROWN),
            tempting=(
                (
                    _aucc(_GROWN, within=(1,)),
                    "You counted the comparisons of *cd* only. Add those of *ab*, and divide by all eight.",
                ),
                (
                    _aucc(_GROWN, within=(0,)),
                    "You counted the comparisons of *ab* only. Add those of *cd*, and divide by all eight.",
                ),
            ),
            hint="Two within pairs, *ab* and *cd*, are compared with four between pairs. That makes eight comparisons.",
            outcome="*ab* wins three of them, and *cd* wins one.",
        ),
        Number(
            "AUCC with both columns divided by their range:",
            _aucc(_IN_RANGES),
            tempting=(
                (_aucc(_IN_RANGES, tie=0), "You counted a tie as lost. Find it, and count one half."),
                (_aucc(_IN_RANGES, tie=1), "You counted a tie as won. Find it, and count one half."),
                (
                    _aucc(_in_ranges(_GROWN, leaf=4)),
                    "You divided by the old range. How long is the longest leaf now?",
                ),
                (
                    _aucc(_in_ranges(_METRES)),
                    "This is the value before *d* has grown. Divide the leaves by their new range, 8 cm.",
                ),
            ),
            hint="The stems become 0 and 1, the leaves of *a* and *c* become 0, and the leaf of *d* becomes 1. Where "
            "is the leaf of *b*?",
            outcome="There is one tie, between *cd* and *ac*. All other comparisons are won.",
        ),
        Construct(
            "AuccLab",
            todo="These are the four plants as they were, with the stem to the right and the leaf upwards. A smaller "
            "unit of the stem moves them apart to the side. Drag points to the side until AUCC is 1.",
            goal=(
                ("n_points", "==", 4, "There are {n_points} points now, and there must be four."),
                ("n_clusters", "==", 2, "The number of clusters is {n_clusters}, and there must be two."),
                ("comparisons", "==", 8, "Each cluster must keep two points."),
                ("aucc", "==", 1, "AUCC is {aucc}, and not 1."),
            ),
            outcome="Where the stem decides which plants are close, the low plants and the high plants are clusters. A "
            "change of the unit does that to all points at once.",
            start={"points": [(350 + 100 * x, 200 + 100 * y) for x, y in _METRES], "labels": _LOW_HIGH},
        ),
    ),
    "ex-lab-gower": (
        Number(
            "Gower's dissimilarity of *a* and *b*:",
            _gower(_AIRCRAFT["a"], _AIRCRAFT["b"]),
            tempting=(
                (
                    _gower(_AIRCRAFT["a"], _AIRCRAFT["b"], missing=0),
                    "You divided by three, as if the years were equal. How many columns do both rows have?",
                ),
                (
                    _gower(_AIRCRAFT["a"], _AIRCRAFT["b"], missing=1),
                    "You counted the missing year as a difference. How many columns do both rows have?",
                ),
            ),
            hint="The range of the seats is 200, so *a* and *b* differ by half of it. Their engines differ by 1.",
            outcome="The mean is taken over two columns, because the year of *b* is missing.",
        ),
        Number(
            "Gower's dissimilarity of *b* and *c*:",
            _gower(_AIRCRAFT["b"], _AIRCRAFT["c"]),
            tempting=(
                (
                    _gower(_AIRCRAFT["b"], _AIRCRAFT["c"], missing=0),
                    "You divided by three, as if the years were equal. How many columns do both rows have?",
                ),
                (
                    _gower(_AIRCRAFT["b"], _AIRCRAFT["c"], missing=1),
                    "You counted the missing year as a difference, or left out the engines, which agree. Take the "
                    "mean over the "
                    "columns that both rows have.",
                ),
            ),
            hint="The engines are equal, and that counts as 0, not as nothing.",
            outcome="In seats *b* is as far from *a* as from *c*. The engine decides which of them is closer.",
        ),
        Choice(
            "What becomes of HDBSCAN's four clusters without the column of the engine?",
            {
                "They stay, because six columns are left": "Look at the words in each of the four clusters.",
                "Turbo-fans and turbo-jets become one cluster": "The word was all that kept the two dense regions "
                "apart.",
                "All rows become noise": "The six other columns still have dense regions.",
            },
            "Turbo-fans and turbo-jets become one cluster",
            predict=True,
        ),
    ),
    "ex-lab-missing": (
        Choice(
            "When the incomplete rows are left out, what do you expect of AUCC?",
            {
                "it falls": "The rows that are left make different pairs.",
                "it stays": "The rows that are left make different pairs.",
                "it rises": "It looks as if the incomplete rows had been noise.",
            },
            "it rises",
            predict=True,
        ),
        Choice(
            "And what do you expect of the ARI with the species?",
            {
                "it falls": "It is computed on different rows.",
                "it stays": "It is computed on different rows.",
                "it rises": "Even the ARI rises. But the rows are not the same.",
            },
            "it rises",
            predict=True,
        ),
        Number(
            "Number of irises that went:",
            len(_GONE),
            tempting=(
                (
                    int((_WIDTHS >= 1.8).sum()),
                    "You counted the irises of exactly 1.8 cm as well. They can still be measured, so leave them out.",
                ),
                (int((_WIDTHS <= 1.8).sum()), "You counted the irises that stay. Subtract them from 150."),
            ),
            hint="Count the petal widths above 1.8 cm.",
            outcome="That is more than a fifth of all irises.",
        ),
        Objects(
            "Which species did they belong to?",
            tuple(np.unique(_SPECIES).tolist()),
            right=tuple(np.unique(_GONE).tolist()),
            tempting=((tuple(np.unique(_SPECIES[_WIDTHS > 1]).tolist()), "Look once more: how wide can they be?"),),
            hint="Look at the class of the rows that went.",
            outcome="They are missing for a reason, but no criterion can tell.",
        ),
        Choice(
            "Are the species told apart better without those rows? Which comparison would be fair?",
            {
                "ARI of all rows against ARI of the complete rows": "These are different rows, and the difficult ones "
                "may be among the rows that went. Which comparison keeps the rows the same?",
                "both clusterings, on the rows that stayed": "On the same rows the old clusters agree more with the "
                "species.",
                "the two AUCCs": "AUCC never sees the species, and each AUCC belongs to its own rows. Look for a "
                "comparison "
                "with the species, on the same rows.",
                "the two excesses": "The excess never sees the species, and each excess belongs to its own rows. "
                "Look for a "
                "comparison with the species, on the same rows.",
            },
            "both clusterings, on the rows that stayed",
        ),
    ),
    "ex-lab-outlier": (
        Choice(
            "What do you expect in the distance panel for two clusters?",
            {
                "two blocks of about equal size": "Average linkage splits off what lies far away.",
                "one block and a line": "The line at the edge is a cluster of stragglers.",
                "no block at all": "Rows that lie close make a dark block even if they are not a group.",
            },
            "one block and a line" if _FEW < 5 else "two blocks of about equal size",
            predict=True,
        ),
        Number(
            "Number of models in the smaller cluster:",
            _FEW,
            hint='`aucc_report.lab.analyse(...).to_dict()["cluster_sizes"]` has the sizes.',
            outcome="Yet it counts as one of two clusters.",
        ),
        Number(
            "Number of within pairs of the smaller cluster:",
            comb(_FEW, 2),
            tempting=((_FEW, "You gave the number of models. How many pairs do they make?"),),
            hint="A cluster of c models has c (c \N{MINUS SIGN} 1)/2 within pairs.",
            outcome=f"The other cluster has {comb(_MANY, 2)}, nearly all of the within pairs.",
        ),
        Choice(
            "What does the large excess show?",
            {
                "There are two groups.": "A group of two models is a straggler with a companion. Look at the sizes "
                "again.",
                "Average linkage is the better algorithm for these models.": "An excess has to be read with the sizes, "
                "and at a single k it is not a test. What does a box not have?",
                "There is structure of a kind that a box does not have.": "A box has no stragglers of this kind. But "
                "that does not make a group of them.",
                "Nothing, because two rows cannot matter.": "The excess compares AUCC with what two clusters of "
                "average linkage reach in a box. Is that as much as here?",
            },
            "There is structure of a kind that a box does not have.",
        ),
    ),
    "ex-lab-noise": (Write("score_without_noise"),),
    "ex-lab-many": (
        Number(
            "Number of firsts that you expect in 40 looks:",
            _LOOKS * _CHANCE,
            tempting=((_LOOKS * (1 - _CHANCE), "You counted the looks that are *not* first. Subtract them from 40."),),
            hint="There are 40 looks, each with probability 1/20.",
            outcome="You would find them without any clusters in the data.",
        ),
        Number(
            "Probability of at least one first:",
            _at_least_one(_LOOKS),
            tempting=(
                (
                    float(_LOOKS * _CHANCE),
                    "You added up probabilities, and got the number of firsts that you expect. Begin with the "
                    "probability of no "
                    "first at all.",
                ),
                (1 - _at_least_one(_LOOKS), "This is the probability of no first at all. Subtract it from 1."),
                (float(_CHANCE), "This is the probability for a single look. What is it for 40 looks?"),
                (
                    float(1 - _CHANCE**_LOOKS),
                    "You took the power of 1/20, which is the probability that all 40 looks are first. Take the power "
                    "of 19/20.",
                ),
            ),
            hint="Raise the probability that a look is not first to the power of 40. That is the probability of no "
            "first at all.",
            outcome="If you look often enough, you find one.",
        ),
        Number(
            "Suppose that the 24 looks at each of the 20 tables had been independent. How many tables with at least "
            "one first would you expect?",
            _TABLES * _at_least_one(_LOOKS_A_TABLE),
            tempting=(
                (
                    _LOOKS_A_TABLE * _TABLES * float(_CHANCE),
                    "You counted the firsts, and some tables have several. Count a table once: how likely is it to "
                    "have any?",
                ),
                (
                    _TABLES * (1 - _at_least_one(_LOOKS_A_TABLE)),
                    "You counted the tables without any first. Subtract them from 20.",
                ),
            ),
            hint="Multiply the probability of at least one first in 24 looks by 20 tables.",
            outcome="Compare it with the number that was counted above.",
            places=1,
        ),
        Choice(
            "Were the 24 looks at one of our tables independent?",
            {
                "Yes: each has other clusters.": "Five clusters from Ward's method resemble six clusters from Ward's "
                "method. What do all 24 looks at a table share?",
                "No: all look at the same 30 points.": "Therefore firsts come in company: in fewer tables, but several "
                "there.",
                "Yes: about one look in twenty was first.": "That is the rate with dependent looks as well. Look at "
                "how the firsts are spread over the tables.",
                "No: the four trees share their reference sets.": "They may. But what do the looks have in common even "
                "with different reference sets?",
            },
            "No: all look at the same 30 points.",
        ),
        Write("at_least"),
    ),
    "ex-lab-own": (
        Open(
            (
                "It gives a reason for columns, scaling, metric, algorithms and range of k, each older than the "
                "results.",
                "It gives AUCC together with its baseline and with the sizes of the clusters.",
                "It tells how many different clusterings were looked at.",
                "It counts the rows that were left out, also as noise, and tells whether they are like the others.",
                "It ends with an argument against the clusters, the strongest one that was found.",
            )
        ),
    ),
}
