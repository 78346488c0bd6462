"""Questions of the chapter *A first tour*."""

from fractions import Fraction
from math import comb

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist
from sklearn.datasets import load_iris

from aucc_teach import datasets
from aucc_teach.aucc import PairRanking, concordance
from aucc_teach.exercises._questions import Choice, Construct, Number, Open
from aucc_teach.pairs import co_membership

_SEVEN = datasets.load_figure3()
_SIMILARITY = _SEVEN.similarity[np.triu_indices(7, k=1)]
_BEFORE, _AFTER = (co_membership(labels) for labels in (_SEVEN.labels, [0, 0, 0, 1, 1, 1, 1]))
_LINE = np.array([[0], [1], [4], [6]])
_LABELINGS = ([0, 0, 1, 1], [0, 1, 2, 2], [0, 1, 0, 1])


def _wrong(together):
    """Comparisons in which a between pair is more similar than a within pair."""
    return int((_SIMILARITY[together][:, None] < _SIMILARITY[~together]).sum())


def _aucc(counts, tie=Fraction(1, 2)):
    return (counts.s_plus + counts.s_zero * tie) / sum(counts)


_TWO, _SINGLES, _ACROSS = (concordance(_LINE, labels) for labels in _LABELINGS)
_N_PAIRS = comb(len(_LINE), 2)

_X, _SPECIES = load_iris(return_X_y=True)
_RANKING = PairRanking(_X)
_SCORE = _RANKING.score(_SPECIES)
_NULL = _RANKING.null(np.bincount(_SPECIES).tolist())
_EXACT = concordance(_X, _SPECIES)
_ROUNDED = concordance(pdist(_X).round(), _SPECIES, metric="precomputed")
_SHUFFLES = 9999
_CHAIN = np.bincount(fcluster(linkage(_X, "single"), 2, "maxclust"))

EXERCISES = {
    "ex-tour-move": (
        Choice(
            "Before you count: will AUCC reach 1?",
            {
                "Yes": "Every within pair comes before every between pair now.",
                "No: it rises, but *d* is far from everything": "AUCC compares pairs with pairs. Far or not, "
                "the pairs of *d* need only beat the between pairs.",
                "No: it falls": "The pairs of *d* with *e*, *f* and *g* were those in front.",
            },
            "Yes" if _wrong(_AFTER) == 0 else "No: it rises, but *d* is far from everything",
            predict=True,
        ),
        Number(
            "Similarity of the least similar within pair now:",
            float(_SIMILARITY[_AFTER].min()),
            tempting=(
                (
                    float(_SIMILARITY[_BEFORE].min()),
                    "That is the least similar within pair with *d* in its old cluster. Which pairs of *d* are within "
                    "now?",
                ),
                (
                    float(_SIMILARITY[~_AFTER].max()),
                    "That is the most similar *between* pair. You need it next: compare the two.",
                ),
            ),
            hint="The within pairs are now those of *abc* and those of *defg*, nine in all. Find them in the row.",
            outcome="It is *dg*. Hold it against the most similar between pair.",
        ),
        Number(
            "Comparisons that go wrong now:",
            _wrong(_AFTER),
            tempting=(
                (_wrong(_BEFORE), "So many went wrong before the move. Sort the pairs into within and between again."),
            ),
            hint="How many between pairs are more similar than *dg*?",
            outcome="No between pair is more similar than *dg*, the least similar within pair.",
        ),
    ),
    "ex-tour-line": (
        Number(
            "{0, 1}, {4, 6}: AUCC is",
            _aucc(_TWO),
            tempting=(
                (
                    Fraction(_TWO.s_plus, _N_PAIRS * (_N_PAIRS - 1) // 2),
                    "You divided by all comparisons of two pairs. Only those of a within pair with a between pair "
                    "count.",
                ),
            ),
            hint="Write down the six distances. Two of them are within: which between distances do they beat?",
            outcome="The two shortest distances are the two within.",
        ),
        Number(
            "{0}, {1}, {4, 6}: AUCC is",
            _aucc(_SINGLES),
            tempting=(
                (
                    _aucc(_TWO),
                    "That is AUCC of {0, 1}, {4, 6}. Here 0 and 1 are alone: their pair is a between pair.",
                ),
                (
                    Fraction(_SINGLES.s_plus, _N_PAIRS),
                    "You divided by all six pairs. The one within pair is compared with the other five.",
                ),
            ),
            hint="There is one within pair, 4 and 6. Compare its distance with the five others.",
            outcome="It loses to the pair of 0 and 1, and beats the four others.",
        ),
        Number(
            "A guess for {0, 4}, {1, 6}:",
            _aucc(_ACROSS),
            predict=True,
            outcome="Labels that cut across are not labels at random: those have 1/2 on average.",
        ),
        Number(
            "{0, 4}, {1, 6}: comparisons that come out right, of eight",
            _ACROSS.s_plus,
            tempting=(
                (_ACROSS.s_minus, "So many go wrong. The closer pair should be the one within."),
                (
                    sum(_ACROSS) // 2,
                    "That would be one half, the mean over all labelings with these sizes. This is one of them: count.",
                ),
            ),
            hint="The within distances are 4 and 5. Which between distances are larger?",
            outcome="Only the distance 6 is larger than 4 and 5.",
        ),
        Construct(
            "AuccLab",
            todo="Here are the four points. AUCC can be lower than in all three labelings. Change the clusters, and "
            "leave the points where they are, until AUCC is 0.",
            goal=(("n_points", "==", 4), ("aucc", "==", 0)),
            outcome="The only within pair is the one that is farthest apart: it loses all five comparisons.",
            start={"points": [[150 * int(x), 500] for (x,) in _LINE], "labels": [0, 1, 1, 1]},
        ),
    ),
    "ex-tour-stretch": (
        Choice(
            "Which of the three change AUCC?",
            {
                "The squares, and no other": "Squares change the sizes of the distances. Do they change which of two "
                "is larger?",
                "The squares and the logarithm": "Both bend the scale. Does either of them exchange two distances in "
                "the order?",
                "None of them": "All three keep the order of the pairs, and AUCC uses nothing else.",
                "All three": "The numbers change. Look at what AUCC asks of them: which of two pairs is closer?",
            },
            "None of them",
        ),
        Choice(
            "What does rounding to whole numbers do?",
            {
                "AUCC stays, for no order is reversed": "None is reversed. But distances that differed become equal.",
                "AUCC can change, for ties appear": "A comparison that becomes a tie counts one half from then on.",
                "AUCC falls, whatever the clusters are": "A tie counts one half. A comparison that went wrong gains by "
                "that.",
            },
            "AUCC can change, for ties appear",
        ),
        Number(
            "With code: the three *species* as labels, distances rounded. To three decimals, AUCC is",
            float(_aucc(_ROUNDED)),
            tempting=(
                (float(_aucc(_EXACT)), "That is AUCC before rounding."),
                (float(_aucc(_ROUNDED, tie=0)), "Here ties count nothing. Each of them counts one half."),
                (float(_aucc(_ROUNDED, tie=1)), "Here ties count as right. Each of them counts one half."),
            ),
            hint='Round `pdist(X)`, and hand it to `at.aucc_score` with the species and `metric="precomputed"`.',
            outcome=f"{100 * _ROUNDED.s_zero / sum(_ROUNDED):.0f} per cent of the comparisons have become ties.",
            places=3,
        ),
    ),
    "ex-tour-test": (
        Number(
            "Before you run it: the smallest p-value is one in",
            _SHUFFLES + 1,
            tempting=(
                (
                    _SHUFFLES,
                    "The labels at hand are one of the labelings, too, and they reach their own AUCC. Count them.",
                ),
            ),
            hint="Of how many labelings is the p-value a share? How many of these reach the AUCC for certain?",
            outcome="The labels at hand, and 9999 shuffles.",
        ),
        Number(
            "The z-score, to one decimal:",
            float((_SCORE - _NULL.mean) / _NULL.variance**0.5),
            tempting=(
                (
                    float((_SCORE - _NULL.mean) / _NULL.variance),
                    "You divided by the variance. A z-score counts standard deviations.",
                ),
                (float(_SCORE / _NULL.variance**0.5), "Take the mean over random labels off first."),
            ),
            hint="Print `zscore` of what `at.aucc_test(X, species, rng=0)` returns.",
            outcome="Far from anything that shuffled labels reach.",
            places=1,
        ),
        Choice(
            "What does so small a p-value say here?",
            {
                "The measurements fall into three clusters": "Labels can follow the measurements where no gaps are: "
                "two of the species touch.",
                "The species differ in their measurements": "Labels that know nothing of the measurements do not score "
                "like that, and the species came from elsewhere.",
                "Chance can never give such an AUCC": "It can: the labels at hand are one of its labelings.",
                "The species are the best three clusters": "AUCC of k-means with three clusters is higher. The test "
                "compares with random labels only.",
            },
            "The species differ in their measurements",
        ),
    ),
    "ex-tour-single": (
        Choice(
            "Before you run it: what will the sizes look like?",
            {
                "About even": "Single linkage does not care for sizes.",
                "Half, a quarter, an eighth, and so on": "Nothing in the method halves a cluster.",
                "A few large clusters, and single flowers or small groups": "What has a gap around it is cut off, and "
                "mostly that is one flower or a few.",
            },
            "A few large clusters, and single flowers or small groups",
            predict=True,
        ),
        Choice(
            "And AUCC on the boxes, as k grows?",
            {
                "It climbs, from a lower level": "It climbs as for k-means. But the level belongs to the algorithm.",
                "It falls": "More clusters have shorter within pairs here, too.",
                "It climbs, from a level as high as that of k-means": "Single flowers leave the big cluster big, and "
                "its within pairs long.",
            },
            "It climbs, from a lower level",
            predict=True,
        ),
        Number(
            "Flowers in the larger cluster at k = 2:",
            int(_CHAIN.max()),
            tempting=(
                (
                    len(_X) - 1,
                    "So it would be if the first cut took off one flower. One species stands apart as a whole.",
                ),
                (len(_X) // 2, "Nothing makes the two clusters equal. Count the labels."),
            ),
            hint="Cut the tree at two clusters, and count the labels with `np.bincount`.",
            outcome="The species that stands apart is the other cluster.",
        ),
        Choice(
            "At some k a curve may lie far above its level, and the rule still name one cluster. How can that be?",
            {
                "AUCC is too low there": "The rule does not look at AUCC itself, but at its excess.",
                "39 sets are too few for a small p-value": "They allow 1/40, which is below 1/20.",
                "The excess is large at every k, so that its peak is no steep one": "The rule compares the peak above "
                "the mean of its own curve with the peaks of the boxes.",
            },
            "The excess is large at every k, so that its peak is no steep one",
        ),
        Choice(
            "You may also ask about two clusters alone, and take the p-value of that. When is it fair?",
            {
                "If two was chosen before looking": "A k that the data suggested is the largest of several, and has "
                "to be judged as such.",
                "If the peak is at two": "Then you have looked at all k, and picked the best.",
                "Whenever the p-value is at most 1/20": "The smallest of several p-values is no p-value.",
            },
            "If two was chosen before looking",
        ),
    ),
    "ex-tour-scale": (
        Choice(
            "Before you run it: does the rule name another number of clusters after scaling?",
            {
                "No, two again": "The excess is largest at two clusters again.",
                "Yes, more than two": "AUCC itself is then highest far to the right. The excess is not.",
                "Yes, one": "The peak is steep enough.",
            },
            "No, two again",
            predict=True,
        ),
        Open(
            (
                "AUCC itself and its excess need not be largest at the same k. I name both.",
                "Without scaling, a centimetre is a centimetre, and what varies most rules the distances.",
                "With scaling, all measurements weigh alike, also those that say little.",
                "Somebody who knows flowers has to choose the scale, before any index is computed.",
            )
        ),
    ),
}
