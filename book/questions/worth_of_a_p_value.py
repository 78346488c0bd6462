"""Questions of the excursion *What a p-value of reference data is worth*."""

from fractions import Fraction

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

from aucc_teach import PairRanking
from aucc_teach.exercises import Choice, Number

_TESTS = 5
_LEVEL = 0.05
_ANY = 100 * (1 - (1 - _LEVEL) ** _TESTS)

# ---- random labels

_IRISES, _SPECIES = load_iris(return_X_y=True)
_ON_IRISES = PairRanking(_IRISES)
_OF_SPECIES = _ON_IRISES.score(_SPECIES)
_SPECIES_NULL = _ON_IRISES.null(np.bincount(_SPECIES).tolist())
_SHUFFLES = 9999
_BY_KMEANS = KMeans(n_clusters=3, n_init=5, random_state=0).fit_predict(_IRISES)
_KMEANS_NULL = _ON_IRISES.null(np.bincount(_BY_KMEANS).tolist())
_LEVELS = (_ON_IRISES.score(_BY_KMEANS) - _KMEANS_NULL.mean) / _KMEANS_NULL.variance**0.5
_MANY, _STRICT = 10_000, Fraction(1, 1000)
_NEEDED = int(_MANY / Fraction(1, 20)) - 1  # the smallest p is one over one more

PREDICTIONS = {
    "pre-worth-kinds": Choice(
        "Over both kinds of references together, which data without clusters are rejected most often?",
        {
            "a square": "A square is a box, and boxes are among the references: it is rejected less often than "
            "promised.",
            "a normal cloud": "It is rejected less often than promised, since radial sets are much like it.",
            "an exponential cloud": "More than a third of such sets are rejected. None of the references has a long "
            "tail to one side.",
        },
        "an exponential cloud",
        predict=True,
    ),
    "pre-worth-any": Number(
        "Best of five p-values, true references: 1/20 in how many percent of the sets, at most?",
        23,
        predict=True,
        between=(0, 100),
        outcome="One test rejects in 5 percent. Adding the five would give 25, but then sets with two small p-values "
        "are counted twice.",
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
}

EXERCISES = {
    "ex-noise-shapes": (
        Choice(
            "For six lognormal clouds over boxes, p = 1/20 in",
            {
                "none or one of them": "A box has the mean and the covariance of the data, but does it have their "
                "tail?",
                "all or nearly all": "The reason is that boxes have no tail.",
            },
            "all or nearly all",
            predict=True,
        ),
        Choice(
            "For the same clouds over radial sets, p = 1/20 in",
            {
                "none or one of them": "A radial set keeps the distances from the mean, so it has tails.",
                "all or nearly all": "It's a natural guess, because a radial set has tails on all sides, whereas "
                "the data have a tail on one. Compare it with the output.",
            },
            "none or one of them",
            predict=True,
        ),
        Choice(
            "Which reference has the three corners of a triangle?",
            {
                "boxes": "Boxes have corners, four of them in the plane, but they are not as pointed. Compare one "
                "with a triangle on paper.",
                "radial sets": "Their directions are drawn at random, so all corners are lost. Does the other kind "
                "have them?",
                "neither": "So a triangle can stand out from both, without clusters.",
                "both": "Both match mean and covariance, which say nothing about corners. Draw a triangle, and a box "
                "around it.",
            },
            "neither",
        ),
        Choice(
            "For a triangle three clusters are selected. Is that wrong?",
            {
                "Yes, because the test shows that there is one cluster.": "The test shows only that something is "
                "there which the reference data lack. Could that be the corners?",
                "No, because the test shows that there are three.": "The test shows only that something is there "
                "which the reference data lack. Could that be the corners?",
                "The test cannot say.": "Whether three corners are three clusters is for you to say.",
            },
            "The test cannot say.",
        ),
    ),
    "ex-worth-five": (
        Number(
            "Five independent p-values: the smallest is 1/20, in percent",
            _ANY,
            tempting=(
                (
                    100 * _TESTS * _LEVEL,
                    "You added the five chances, and so counted sets with two small p-values twice. Begin with the "
                    "chance that none of them is small.",
                ),
                (
                    100 * (1 - _LEVEL) ** _TESTS,
                    "That is the percentage of sets in which none is small. Subtract it from 100.",
                ),
            ),
            hint="Each p-value stays above 1/20 with probability 0.95. What is the probability that all five do?",
            outcome="It is 100 \N{MINUS SIGN} 77 percent.",
            within=0.5,
        ),
        Choice(
            "On some kinds of data the study finds less than that. This says that there",
            {
                "the p-values of different k go up and down together": "A cloud that is unusual at three clusters is "
                "often unusual at four.",
                "the references are not good enough": "These references come from the true distribution, so each "
                "single p-value is right. Look at how the five are related.",
                "the peak should not be tested": "The peak is one number, and its test keeps its promise. The "
                "question is about five numbers.",
            },
            "the p-values of different k go up and down together",
        ),
    ),
    "ex-worth-which": (
        Choice(
            "For which tables is p = 1/40 about what it says, or too large?",
            {
                "normal columns": "On normal clouds the recipe rejects more rarely than it promises.",
                "incomes": "Incomes have a long tail to one side. Look at the exponential and the lognormal cloud.",
                "points in a disc": "The ball of the study is rejected more rarely than promised, and a disc is its "
                "likeness in the plane.",
                "the long table, over fitted boxes": "A fitted box is rounder than a long table. Look at the box of "
                "the wines.",
            },
            ("normal columns", "points in a disc"),
        ),
        Choice(
            "What would you do with the incomes before you cluster?",
            {
                "lower the level from 0.05 to 0.01": "The p-value answers another question than yours, at every level. "
                "What makes it small is the tail.",
                "take logarithms, and say so": "Incomes are compared by ratios, and their logarithms have shorter "
                "tails, for which references exist.",
                "draw more reference sets": "More sets make the p-value finer, and leave it as wrong as it was: none "
                "of them has the tail.",
            },
            "take logarithms, and say so",
        ),
    ),
    "ex-tour-test": (
        Number(
            f"Before you run it: the smallest p-value that {_SHUFFLES} shuffles can give:",
            Fraction(1, _SHUFFLES + 1),
            tempting=(
                (
                    Fraction(1, _SHUFFLES),
                    "The observed labels count as well. They're one of the labellings, and they reach their own AUCC. "
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
            float((_OF_SPECIES - _SPECIES_NULL.mean) / _SPECIES_NULL.variance**0.5),
            tempting=(
                (
                    float((_OF_SPECIES - _SPECIES_NULL.mean) / _SPECIES_NULL.variance),
                    "That divides by the variance. A z-score counts standard deviations.",
                ),
                (
                    float(_OF_SPECIES / _SPECIES_NULL.variance**0.5),
                    "The divisor is right. Subtract the mean over random labels first.",
                ),
            ),
            hint="Print `zscore` of what `at.aucc_test(irises, species, rng=0)` returns.",
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
    "ex-null-levels": (
        Number(
            "At 0.1 percent, how many of them does a valid test reject, on average at most?",
            _MANY * _STRICT,
            tempting=(
                (
                    _MANY * Fraction(1, 100),
                    "That's 1 percent of them. The level is 0.1 percent.",
                ),
                (
                    _MANY * Fraction(1, 20),
                    "That's 5 percent of them. What is 0.1 percent of 10 000?",
                ),
            ),
            hint="What is one in a thousand of 10 000?",
            outcome="That is what the level promises.",
        ),
        Choice(
            "And how many does the test with the normal curve reject?",
            {
                "about 10": "A test that keeps its promise rejects so many. This one rejects 1.58 percent.",
                "about 50": "That would be right for ten clusters of six. These are two clusters of thirty.",
                "about 160": "It rejects 1.6 percent of them, sixteen times as many as it promises.",
                "about 700": "That would be right at the level of 5 percent. Here the level is 0.1 percent.",
            },
            "about 160",
        ),
        Number(
            "At 0.05 divided by 10 000, how many shuffles does a test need at least?",
            _NEEDED,
            tempting=(
                (_NEEDED + 1, "The observed labels count as one more labelling, so you need one shuffle fewer."),
                (_MANY - 1, "With so many shuffles p can be 1/10 000. Make it smaller by a factor of 20."),
                (999, "Then the smallest p would be 1/1000. How small does it have to be here?"),
            ),
            hint="The smallest p is 1/(1 + the number of shuffles).",
            outcome="The level is 1/200 000, and that is the smallest p that so many shuffles can give.",
        ),
    ),
}
