"""Questions of the chapter *Lab: your own data*."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from scipy.cluster.hierarchy import linkage
from sklearn.datasets import load_iris

from aucc_teach import datasets, linkage_cuts
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open

_LOW_HIGH = (0, 0, 1, 1)
_METRES = [(1, 1), (1, 5), (2, 1), (2, 5)]
_GROWN = [*_METRES[:3], (2, 9)]
_WAYS = {-1: "it goes down", 0: "it stays", 1: "it goes up"}
_HALF = Fraction(1, 2)


def _squared(x, y):
    return sum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def _largest_difference(x, y):
    return max(abs(a - b) for a, b in zip(x, y, strict=True))


def _aucc(points, *, distance=_squared, tie=_HALF, within=(0, 1)):
    """AUCC of the low and the high plants, exactly; what tempts counts ties otherwise, or one within pair alone."""
    found = [(distance(points[i], points[j]), _LOW_HIGH[i], _LOW_HIGH[j]) for i, j in combinations(range(4), 2)]
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


def _sizes_by_average(k):
    """Sizes of the clusters of average linkage on the standardised sizes of the penguins, the largest first."""
    columns = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    X = datasets.load_penguins()[columns].dropna().to_numpy()
    tree = linkage((X - X.mean(axis=0)) / X.std(axis=0), "average")
    return sorted(np.bincount(linkage_cuts(tree)[k - 1]).tolist(), reverse=True)


_SIZES = _sizes_by_average(5)
_FEW = _SIZES[-2:]
_WITHIN = sum(comb(size, 2) for size in _SIZES)
_WITHIN_FEW = sum(comb(size, 2) for size in _FEW)

_LOOKS, _CHANCE, _TABLES, _LOOKS_A_TABLE = 40, Fraction(1, 20), 20, 24


def _at_least_one(looks):
    return float(1 - (1 - _CHANCE) ** looks)


EXERCISES = {
    "ex-lab-units": (
        Choice(
            "With the stem in metres you expect of AUCC:",
            dict.fromkeys(_WAYS.values(), "Now *ab* loses to *ac* alone, and *cd* beats *ad* alone."),
            _way(_aucc(_METRES), _aucc(_GROWN)),
            predict=True,
        ),
        Choice(
            "With both columns divided by their range:",
            dict.fromkeys(
                _WAYS.values(), "The range of the leaf has doubled, so every other difference of leaves counts half."
            ),
            _way(_aucc(_in_ranges(_METRES)), _aucc(_IN_RANGES)),
            predict=True,
        ),
        Number(
            "AUCC with the stem in metres:",
            _aucc(_GROWN),
            tempting=(
                (_aucc(_GROWN, within=(1,)), "That is the share that *cd* wins. *ab* has comparisons as well."),
                (_aucc(_GROWN, within=(0,)), "That is the share that *ab* wins. *cd* has comparisons as well."),
            ),
            hint="Two within pairs, *ab* and *cd*, against four between pairs: eight comparisons.",
            outcome="*ab* wins three, and *cd* wins one.",
        ),
        Number(
            "AUCC with both columns divided by their range:",
            _aucc(_IN_RANGES),
            tempting=(
                (_aucc(_IN_RANGES, tie=0), "There is a tie. It counts one half."),
                (_aucc(_IN_RANGES, tie=1), "There is a tie. It counts one half."),
                (
                    _aucc(_in_ranges(_GROWN, leaf=4)),
                    "That is divided by the old range. How long is the longest leaf now?",
                ),
                (_aucc(_in_ranges(_METRES)), "That is the value before *d* has grown."),
            ),
            hint="The stems become 0 and 1, the leaves of *a* and *c* 0, and that of *d* 1. Where is the leaf of *b*?",
            outcome="One tie, of *cd* with *ac*. All else is won.",
        ),
        Construct(
            "AuccLab",
            todo="The four plants as they were, the stem to the right and the leaf upwards. A smaller unit of the stem "
            "moves them apart to the side. Drag points to the side until AUCC is 1.",
            goal=(("n_points", "==", 4), ("n_clusters", "==", 2), ("comparisons", "==", 8), ("aucc", "==", 1)),
            outcome="Where the stem decides which plants are close, the low ones and the high ones are clusters. A "
            "unit does that to all points at once.",
            start={"points": [(350 + 100 * x, 200 + 100 * y) for x, y in _METRES], "labels": _LOW_HIGH},
        ),
    ),
    "ex-lab-metric": (
        Choice(
            "What changes when only the metric changes?",
            {
                "AUCC": "AUCC ranks the pairs by the metric, the data's and the references' alike.",
                "its level": "The references are judged by the same metric.",
                "the clusters": "k-means works with Euclidean distances, whatever the metric of the judge.",
            },
            ("AUCC", "its level"),
            predict=True,
        ),
        Number(
            "By hand: the four plants in metres, as they were. Two plants are as far apart as the larger of their two "
            "differences (Chebyshev). AUCC of the low and the high plants:",
            _aucc(_METRES, distance=_largest_difference),
            tempting=(
                (_aucc(_METRES), "That is AUCC with Euclidean distances. How far is *a* from *d* now?"),
                (
                    _aucc(_METRES, distance=_largest_difference, tie=0),
                    "Where a within pair and a between pair are equally far, one half counts.",
                ),
            ),
            hint="Write down the six distances: each is 1 or 4.",
            outcome="The same clusters, and another AUCC: the judge has changed.",
        ),
        Choice(
            "Correlation gives the highest AUCC of the five. What does that say?",
            {
                "It has found better clusters.": "Compare the clusters: they are the same to the last bird.",
                "It asks another question of the same clusters.": "It asks which sizes are large *for a bird*, not how "
                "large the bird is.",
                "It should be used for penguins.": "Whether shape or size is meant is decided before, not by the "
                "highest value.",
                "Its level is higher as well, so it says nothing.": "Its level is near that of two others.",
            },
            "It asks another question of the same clusters.",
        ),
    ),
    "ex-lab-missing": (
        Choice(
            "When the incomplete rows are left out, you expect of AUCC:",
            {
                "it falls": "The rows that are left make other pairs.",
                "it stays": "The rows that are left make other pairs.",
                "it rises": "It looks as if the incomplete rows had been noise.",
            },
            "it rises",
            predict=True,
        ),
        Choice(
            "And of the ARI with the species:",
            {
                "it falls": "It compares other rows.",
                "it stays": "It compares other rows.",
                "it rises": "Even this rises. But the rows are not the same.",
            },
            "it rises",
            predict=True,
        ),
        Number(
            "Irises that went:",
            len(_GONE),
            tempting=(
                (int((_WIDTHS >= 1.8).sum()), "Those of exactly 1.8 cm can still be measured."),
                (int((_WIDTHS <= 1.8).sum()), "So many stay."),
            ),
            hint="Count the petal widths above 1.8 cm.",
            outcome="More than a fifth of all irises.",
        ),
        Objects(
            "Of which species?",
            tuple(np.unique(_SPECIES).tolist()),
            right=tuple(np.unique(_GONE).tolist()),
            tempting=((tuple(np.unique(_SPECIES[_WIDTHS > 1]).tolist()), "Look once more: how wide can they be?"),),
            hint="Look at the class of the rows that went.",
            outcome="They are missing for a reason, and no criterion can tell.",
        ),
        Choice(
            "Are the species told apart better without those rows? Which comparison would be fair?",
            {
                "ARI of all rows against ARI of the complete rows": "Different rows: the difficult ones may be those "
                "that went.",
                "both clusterings, on the rows that stayed": "On the same rows the old clusters agree more with the "
                "species.",
                "the two AUCCs": "AUCC never sees the species, and each is of its own rows.",
                "the two excesses": "The excess never sees the species, and each is of its own rows.",
            },
            "both clusterings, on the rows that stayed",
        ),
    ),
    "ex-lab-outlier": (
        Choice(
            "What do you expect in the distance panel for five clusters?",
            {
                "five blocks of about equal size": "Average linkage splits off what lies far away.",
                "three blocks, a strip and a line": "The strip and the line at the edge are stragglers.",
                "one block and four lines": "So it would be with single linkage.",
            },
            "three blocks, a strip and a line" if max(_FEW) < 10 < _SIZES[2] else "five blocks of about equal size",
            predict=True,
        ),
        Number(
            "Birds in the two smallest of the five clusters, together:",
            sum(_FEW),
            tempting=((_FEW[-1], "That is the smallest alone."),),
            hint='`look(algorithm="average", n_clusters=5).numbers` has the sizes.',
            outcome="They are two of the five *groups*.",
        ),
        Number(
            "Within pairs of these two clusters, together:",
            _WITHIN_FEW,
            tempting=(
                (comb(sum(_FEW), 2), "They are two clusters: no pair of both is within."),
                (sum(_FEW), "These are birds. How many pairs do they make?"),
            ),
            hint="c (c \N{MINUS SIGN} 1)/2 of each.",
            outcome=f"Of {_WITHIN}: so AUCC hardly moves when they are split off.",
        ),
        Choice(
            "What does the larger excess say?",
            {
                "There are five groups.": "Look at the sizes: two of them are stragglers.",
                "Average linkage is the better algorithm for penguins.": "An excess is read with the sizes, and at one "
                "k it is no test.",
                "There is structure, such as a box has not.": "A box has no stragglers of this kind. That makes no "
                "group of them.",
                "Nothing, since the AUCC is the same as with two.": "An excess asks what five clusters of average "
                "linkage reach in a box: less than here.",
            },
            "There is structure, such as a box has not.",
        ),
    ),
    "ex-lab-many": (
        Number(
            "Firsts that you expect in 40 looks:",
            _LOOKS * _CHANCE,
            tempting=((_LOOKS * (1 - _CHANCE), "So many looks are *not* first."),),
            hint="40 looks, each with the chance of 1/20.",
            outcome="Without any structure.",
        ),
        Number(
            "Chance of at least one:",
            _at_least_one(_LOOKS),
            tempting=(
                (float(_LOOKS * _CHANCE), "That adds up chances, and passes 1. It is the number that you expect."),
                (1 - _at_least_one(_LOOKS), "That is the chance of none."),
                (float(_CHANCE), "That is the chance for one look."),
                (float(1 - _CHANCE**_LOOKS), "That is the chance that not all are first."),
            ),
            hint="The chance that one look is no first, to the power of 40, is the chance of none.",
            outcome="Whoever looks often enough finds one.",
        ),
        Number(
            "Had the 24 looks at each of the 20 tables been independent: how many tables with at least one first would "
            "you expect?",
            _TABLES * _at_least_one(_LOOKS_A_TABLE),
            tempting=(
                (_LOOKS_A_TABLE * _TABLES * float(_CHANCE), "These are firsts. Some tables have several."),
                (_TABLES * (1 - _at_least_one(_LOOKS_A_TABLE)), "These are the tables with none."),
            ),
            hint="The chance of at least one in 24 looks, times 20 tables.",
            outcome="Compare it with what was counted above.",
            places=1,
        ),
        Choice(
            "Were the 24 looks at one of our tables independent?",
            {
                "Yes: each has other clusters.": "Five clusters by Ward resemble six clusters by Ward.",
                "No: all look at the same 30 points.": "So firsts come in company: in fewer tables, and several there.",
                "Yes: about one look in twenty was first.": "So it is with dependent looks as well. Look at how they "
                "fall on the tables.",
                "No: the four trees share their reference sets.": "They may. But what do the looks have in common even "
                "with other sets?",
            },
            "No: all look at the same 30 points.",
        ),
        Write("at_least"),
    ),
    "ex-lab-own": (
        Open(
            (
                "Columns, scaling, metric, algorithms and the range of k each have a reason, older than the results.",
                "AUCC stands beside its level, and beside the sizes of the clusters.",
                "It says how many different clusterings were looked at.",
                "Rows that were left out are counted, and it says whether they are like the others.",
                "It ends with an argument against the clusters, and the strongest one that was found.",
            )
        ),
    ),
}
