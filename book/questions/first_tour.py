"""Questions of the chapter *A first tour*."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist
from sklearn.datasets import load_iris

from aucc_teach import datasets
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import PairRanking, concordance
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number
from aucc_teach.pairs import co_membership

from ._exact import aucc

_SEVEN = datasets.load_figure3()
_SIMILARITY = _SEVEN.similarity[np.triu_indices(7, k=1)]
_BEFORE, _AFTER = (co_membership(labels) for labels in (_SEVEN.labels, [0, 0, 0, 1, 1, 1, 1]))
_NAMES = np.array([f"*{one}{other}*" for one, other in combinations(_SEVEN.names, 2)])
_LINE = np.array([[0], [1], [4], [6]])
_LABELINGS = ([0, 0, 1, 1], [0, 1, 2, 2], [0, 1, 0, 1])


def _farthest(together):
    """Name of the least similar within pair."""
    return str(_NAMES[together][_SIMILARITY[together].argmin()])


def _nearest(together):
    """Name of the most similar between pair."""
    return str(_NAMES[~together][_SIMILARITY[~together].argmax()])


_TWO, _SINGLES, _ACROSS = (concordance(_LINE, labels) for labels in _LABELINGS)
_N_PAIRS = comb(len(_LINE), 2)

_X, _SPECIES = load_iris(return_X_y=True)
_RANKING = PairRanking(_X)
_SCORE = _RANKING.score(_SPECIES)
_NULL = _RANKING.null(np.bincount(_SPECIES).tolist())
_EXACT = concordance(_X, _SPECIES)
_ROUNDED = concordance(pdist(_X).round(), _SPECIES, metric="precomputed")
_SHUFFLES = 9999
_TREE = linkage(_X, "single")
_CHAIN = np.bincount(fcluster(_TREE, 2, "maxclust"))
_CHAIN_ARI = [adjusted_rand_score(_SPECIES, fcluster(_TREE, k, "maxclust")) for k in range(2, 14)]

EXERCISES = {
    "ex-tour-move": (
        Choice(
            "Which within pair is the least similar now?",
            {
                _farthest(_BEFORE): "So it was with *d* in its old cluster. Which pairs of *d* are within now?",
                _nearest(_AFTER): "That is a between pair now, the most similar of them.",
                _farthest(_AFTER): "The last of the nine in the row. Hold it against the most similar between pair.",
                _nearest(_BEFORE): "It is a within pair now. Does another one come later in the row?",
            },
            _farthest(_AFTER),
        ),
        Number(
            "Comparisons that are made, all of them right:",
            int(_AFTER.sum() * (~_AFTER).sum()),
            tempting=(
                (comb(len(_AFTER), 2), "So many are all comparisons of two pairs. AUCC compares within with between."),
                (len(_AFTER), "That is the number of pairs. A comparison takes two: one within, one between."),
                (
                    int(_AFTER.sum()),
                    "So many are the within pairs. How many between pairs is each compared with?",
                ),
            ),
            hint="Nine pairs are within. The others are between.",
            outcome="Each of the nine within pairs beats each of the twelve between pairs.",
        ),
        Choice(
            "Somebody says: *d* is far from everything, so its pairs must spoil something. What is wrong?",
            {
                "Its pairs need only beat the between pairs": "AUCC compares pairs with pairs. How far is too far, it "
                "never asks.",
                "*d* is close to *e*, *f* and *g*": "Each of them is closer to the two others. It is true that *d* is "
                "far from everything.",
                "One object cannot spoil much": "In its old cluster it made all comparisons wrong that were wrong.",
            },
            "Its pairs need only beat the between pairs",
        ),
    ),
    "ex-tour-line": (
        Number(
            "{0, 1}, {4, 6}: AUCC is",
            aucc(_TWO),
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
            aucc(_SINGLES),
            tempting=(
                (
                    aucc(_TWO),
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
        Choice(
            "A guess for {0, 4}, {1, 6}: AUCC is",
            {
                "above 1/2": "The within pairs come first more often than not.",
                "1/2": "As many comparisons come out right as go wrong.",
                "below 1/2": "Labels that cut across are not labels at random: those have 1/2 on average.",
            },
            "below 1/2" if _ACROSS.s_plus < _ACROSS.s_minus else "above 1/2",
            predict=True,
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
            float(aucc(_ROUNDED)),
            tempting=(
                (float(aucc(_EXACT)), "That is AUCC before rounding."),
                (float(aucc(_ROUNDED, tie=0)), "Here ties count nothing. Each of them counts one half."),
                (float(aucc(_ROUNDED, tie=1)), "Here ties count as right. Each of them counts one half."),
            ),
            hint='Round `pdist(X)`, and hand it to `at.aucc_score` with the species and `metric="precomputed"`.',
            outcome=f"{100 * _ROUNDED.s_zero / sum(_ROUNDED):.0f} per cent of the comparisons have become ties.",
            places=3,
        ),
        Write("aucc"),
    ),
    "ex-tour-test": (
        Number(
            f"Before you run it: the smallest p-value that {_SHUFFLES} shuffles can give:",
            Fraction(1, _SHUFFLES + 1),
            tempting=(
                (
                    Fraction(1, _SHUFFLES),
                    "The labels at hand are one of the labelings, too, and they reach their own AUCC. Count them.",
                ),
                (0, "That would say that chance can never do it. The labels at hand are one of its labelings."),
            ),
            hint="Of how many labelings is the p-value a share? How many of these reach the AUCC for certain?",
            outcome="The labels at hand, and 9999 shuffles.",
            places=4,
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
        Choice(
            "And the p-value of the three clusters that k-means finds in the box?",
            {
                "As small": "The box has no clusters, but k-means has looked at the points.",
                "About one half": "That is the mean AUCC of random labels. A p-value is something else.",
                "Close to 1, because there is nothing to find": "The test does not ask whether there are clusters. It "
                "asks whether these labels could be random.",
            },
            "As small",
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
            "And at how many clusters will ARI be largest?",
            {
                "Two": "No later cut separates the two species that touch.",
                "Three": "There are three species. But which two groups would the second cut have to separate?",
                "Thirteen": "Single flowers that are cut off do not bring the clusters nearer to the species.",
            },
            {2: "Two", 3: "Three", 13: "Thirteen"}[2 + int(np.argmax(_CHAIN_ARI))],
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
            "At three clusters AUCC is higher for single linkage, and ARI for k-means. What follows?",
            {
                "Single linkage fits the distances better, and k-means the species": "Each number answers its own "
                "question, and AUCC does not see the species.",
                "Single linkage has found the better clusters": "Better for what? Its third cluster holds two flowers.",
                "One of the two numbers is wrong": "Both are right. They do not measure the same thing.",
            },
            "Single linkage fits the distances better, and k-means the species",
        ),
    ),
}
