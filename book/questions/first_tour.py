"""Questions of the chapter *A first tour*."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

from aucc_teach import datasets
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import PairRanking, concordance
from aucc_teach.calibration import reference_data
from aucc_teach.exercises import Choice, Construct, Number, Write
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

_FIRST = concordance(_SEVEN.points, _SEVEN.labels)


def _kmeans(X, k):
    return KMeans(n_clusters=k, n_init=5, random_state=0).fit_predict(X)


_THREE = _kmeans(_X, 3)
_OF_THREE = _RANKING.score(_THREE)
_THREE_NULL = _RANKING.null(np.bincount(_THREE).tolist())
_LEVELS = (_OF_THREE - _THREE_NULL.mean) / _THREE_NULL.variance**0.5
_BOX = reference_data(_X, rng=0)
_OF_BOX = [PairRanking(_BOX).score(_kmeans(_BOX, k)) for k in (2, 13)]

PREDICTIONS = {
    "pre-tour-wrong": Number(
        "Three between pairs stand in front of three within pairs. How many of the 108 comparisons go wrong?",
        _FIRST.s_minus,
        outcome="Each of the three within pairs loses to each of the three between pairs. Comparisons are counted "
        "here, and not pairs.",
        predict=True,
        between=(0, 108),
    ),
    "pre-tour-iris": Choice(
        "Which will have the higher AUCC: the true species, or the three clusters that k-means finds?",
        {
            "The species": "They are true, but no distance knows that.",
            "The clusters of k-means": "k-means looks for short distances within clusters, and the species were not "
            "made by anybody's distances.",
        },
        "The clusters of k-means" if _RANKING.score(_SPECIES) < _OF_THREE else "The species",
        predict=True,
    ),
    "pre-tour-levels": Choice(
        "How many standard deviations above the level of random labels are the three clusters of k-means?",
        {
            "About 2": "That is where a paper begins to say significant.",
            "About 10": "That would already be out of reach for luck.",
            "More than 50": "Random labels of 150 flowers stay very close to one half, and k-means does not.",
        },
        "More than 50" if _LEVELS > 50 else "About 10",
        predict=True,
    ),
    "pre-tour-box": Choice(
        "The box has no clusters. What will AUCC of k-means do as it is asked for more and more of them?",
        {
            "Stay near one half": "One half is the level of labels that were given without looking.",
            "Fall": "That would need longer within pairs, but smaller clusters have shorter pairs.",
            "Climb": "More clusters are smaller clusters, and their within pairs are shorter. Nothing has to be found "
            "for that.",
        },
        "Climb" if _OF_BOX[1] > _OF_BOX[0] > 0.5 else "Fall",
        predict=True,
    ),
}

EXERCISES = {
    "ex-tour-move": (
        Choice(
            "Which within pair is the least similar now?",
            {
                _farthest(
                    _BEFORE
                ): "That was right while *d* was in its old cluster. Which pairs of *d* are within pairs now?",
                _nearest(_AFTER): "That is a between pair now, in fact the most similar of them. Look among "
                "the pairs of *d* with *e*, *f* and *g*.",
                _farthest(
                    _AFTER
                ): "It is the last of the nine within pairs in the row. Compare it with the most similar between pair.",
                _nearest(_BEFORE): "It is a within pair now, but does another within pair come later in the row?",
            },
            _farthest(_AFTER),
        ),
        Number(
            "Comparisons that are made, all of them right:",
            int(_AFTER.sum() * (~_AFTER).sum()),
            tempting=(
                (
                    comb(len(_AFTER), 2),
                    "That would be all comparisons of two pairs. AUCC compares only within pairs with between pairs.",
                ),
                (len(_AFTER), "That is the number of pairs. A comparison takes two pairs, one within and one between."),
                (
                    int(_AFTER.sum()),
                    "That is the number of within pairs. How many between pairs is each of them compared with?",
                ),
            ),
            hint="Nine pairs are within pairs, and the others are between pairs.",
            outcome="Each of the nine within pairs beats each of the twelve between pairs.",
        ),
        Choice(
            "Someone says: *d* is far from everything, so its pairs must spoil something. What is wrong with that?",
            {
                "Its pairs need only beat the between pairs": "AUCC compares pairs with pairs. It never asks how "
                "far is too far.",
                "*d* is close to *e*, *f* and *g*": "Each of these three is closer to the other two, so *d* is far "
                "from everything. Ask what its pairs are compared with.",
                "One object cannot spoil much": "In its old cluster, *d* took part in every comparison that went "
                "wrong. Ask instead what its pairs have to beat now.",
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
                    "You divided by all comparisons of two pairs. Which of them compare a within pair with a "
                    "between pair?",
                ),
            ),
            hint="Write down the six distances. Two of them are within distances: which between distances do they "
            "beat?",
            outcome="The two shortest distances are the two within distances, so they win every comparison.",
            name="two-clusters-of-two",
        ),
        Number(
            "{0}, {1}, {4, 6}: AUCC is",
            aucc(_SINGLES),
            tempting=(
                (
                    aucc(_TWO),
                    "That would be AUCC of {0, 1}, {4, 6}. Here 0 and 1 are singletons, so their pair is a between "
                    "pair.",
                ),
                (
                    Fraction(_SINGLES.s_plus, _N_PAIRS),
                    "You divided by all six pairs. But the one within pair is compared with the other five.",
                ),
            ),
            hint="There is one within pair, 4 and 6. Compare its distance with the other five distances.",
            outcome="The within pair loses to the pair of 0 and 1, but beats the other four.",
            name="two-singletons",
        ),
        Choice(
            "A guess for {0, 4}, {1, 6}: AUCC is",
            {
                "above 1/2": "That would need within pairs that come first more often than not. Write down the two "
                "within distances.",
                "1/2": "That would need as many right comparisons as wrong ones. Count how many between distances each "
                "within distance beats.",
                "below 1/2": "Labels that cut across are not random labels, whose AUCC is 1/2 on average.",
            },
            "below 1/2" if _ACROSS.s_plus < _ACROSS.s_minus else "above 1/2",
            predict=True,
            name="guess-of-labels-across",
        ),
        Number(
            "{0, 4}, {1, 6}: comparisons that come out right, of eight",
            _ACROSS.s_plus,
            tempting=(
                (
                    _ACROSS.s_minus,
                    "That is the number of comparisons that go wrong. The closer of the two pairs should be the within "
                    "pair.",
                ),
                (
                    sum(_ACROSS) // 2,
                    "That would be one half, the mean over all labellings with these sizes. Here we want the value of "
                    "a single one of them, so count.",
                ),
            ),
            hint="The within distances are 4 and 5. Which between distances are larger?",
            outcome="The within distances 4 and 5 are smaller than only one between distance, 6.",
        ),
        Construct(
            "AuccLab",
            todo="Here are the four points. AUCC can be lower than in all three labellings. Leave the points where "
            "they are, but change the clusters until AUCC is 0.",
            goal=(
                ("n_points", "==", 4, "There are {n_points} points now, and there must be four."),
                ("aucc", "==", 0, "AUCC is {aucc}, and not 0."),
            ),
            outcome="The only within pair has the largest distance of all, so it loses all five comparisons.",
            start={"points": [[150 * int(x), 500] for (x,) in _LINE], "labels": [0, 1, 1, 1]},
        ),
    ),
    "ex-tour-stretch": (
        Choice(
            "Which of the three change AUCC?",
            {
                "Only the squares": "Squares change the sizes of the distances. But do they change which of two "
                "distances is larger?",
                "The squares and the logarithm": "Both bend the scale. But does either of them make two distances "
                "trade places in the order?",
                "None of them": "All three keep the order of the pairs, and AUCC uses nothing but this order.",
                "All three": "The numbers change, it is true. But all that AUCC asks of them is which of two pairs is "
                "closer.",
            },
            "None of them",
        ),
        Choice(
            "What does rounding to whole numbers do?",
            {
                "AUCC stays, because no order is reversed": "It is true that no order is reversed. But distances that "
                "differed can become equal.",
                "AUCC can change, because ties appear": "A comparison that becomes a tie counts one half from then on.",
                "AUCC falls, whatever the clusters are": "A tie counts one half, so a comparison that went wrong "
                "gains when it becomes a tie.",
            },
            "AUCC can change, because ties appear",
        ),
        Number(
            "With code: the three *species* as labels, distances rounded. To three decimals, AUCC is",
            float(aucc(_ROUNDED)),
            tempting=(
                (float(aucc(_EXACT)), "That is AUCC before rounding. Here we want AUCC of the rounded distances."),
                (
                    float(aucc(_ROUNDED, tie=0)),
                    "That would be right if ties counted nothing. Here each tie counts one half.",
                ),
                (
                    float(aucc(_ROUNDED, tie=1)),
                    "That would be right if ties counted as right. Here each tie counts one half.",
                ),
            ),
            hint='Round `pdist(X)`, then pass it to `at.aucc_score` with the species and `metric="precomputed"`.',
            outcome=f"{100 * _ROUNDED.s_zero / sum(_ROUNDED):.0f} percent of the comparisons have become ties.",
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
                    "You left out the observed labels. They are one of the labellings, and they reach their own AUCC. "
                    "So what do you divide by?",
                ),
                (
                    0,
                    "That would mean that chance can never do it. But the observed labels are one of the labellings "
                    "that chance can produce.",
                ),
            ),
            hint="Of how many labellings is the p-value a proportion? How many of these reach the AUCC for certain?",
            outcome="The labellings are the observed one and the 9999 shuffles.",
            places=4,
        ),
        Number(
            "The z-score, to one decimal:",
            float((_SCORE - _NULL.mean) / _NULL.variance**0.5),
            tempting=(
                (
                    float((_SCORE - _NULL.mean) / _NULL.variance),
                    "You divided by the variance. But a z-score counts standard deviations.",
                ),
                (
                    float(_SCORE / _NULL.variance**0.5),
                    "You divided by the right quantity, but first subtract the mean over random labels.",
                ),
            ),
            hint="Print `zscore` of what `at.aucc_test(X, species, rng=0)` returns.",
            outcome="That is far from anything that shuffled labels reach.",
            places=1,
        ),
        Choice(
            "What does such a small p-value show here?",
            {
                "The measurements fall into three clusters": "Labels can follow the measurements even where there "
                "are no gaps: two of the species touch.",
                "The species differ in their measurements": "Labels that know nothing about the measurements do not "
                "score like that, and the species came from elsewhere.",
                "Chance can never give such an AUCC": "It can, because the observed labels are one of the labellings "
                "that chance can produce.",
                "The species are the best three clusters": "With three clusters, AUCC of k-means is higher. The test "
                "compares the species with random labels only.",
            },
            "The species differ in their measurements",
        ),
        Choice(
            "What about the p-value of the three clusters that k-means finds in the box?",
            {
                "As small": "The box has no clusters, but k-means has looked at the points.",
                "About one half": "That is the mean AUCC of random labels. A p-value counts the labellings that reach "
                "the AUCC that was found: do random labels reach this one?",
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
                "About equal": "Nothing in single linkage makes the sizes equal, because it does not look at them.",
                "Half, a quarter, an eighth, and so on": "Nothing in the method cuts a cluster into halves.",
                "A few large clusters, and single flowers or small groups": "Single linkage cuts off what has a gap "
                "around it, which is mostly one flower or a few.",
            },
            "A few large clusters, and single flowers or small groups",
            predict=True,
        ),
        Choice(
            "At how many clusters will ARI be largest?",
            {
                "Two": "No later cut separates the two species that touch.",
                "Three": "There are three species, it is true. But the second cut would have to separate the two that "
                "touch. Look at where the closest two flowers are.",
                "Thirteen": "Cutting off single flowers does not bring the clusters nearer to the species.",
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
                    "That would be right if the first cut split off a single flower. But one species stands apart as "
                    "a whole.",
                ),
                (
                    len(_X) // 2,
                    "That would be right if the two clusters were equally large. Nothing makes them so: count the "
                    "labels.",
                ),
            ),
            hint="Cut the tree at two clusters and count the labels with `np.bincount`.",
            outcome="The smaller cluster is the species that stands apart.",
        ),
        Choice(
            "At three clusters AUCC is higher for single linkage, whereas ARI is higher for k-means. What follows?",
            {
                "Single linkage fits the distances better, and k-means the species": "Each number answers its own "
                "question: AUCC does not see the species.",
                "Single linkage has found the better clusters": "Better for what purpose? Its third cluster holds two "
                "flowers.",
                "One of the two numbers is wrong": "Both numbers are right, but they do not measure the same thing.",
            },
            "Single linkage fits the distances better, and k-means the species",
        ),
    ),
}
