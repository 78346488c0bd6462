"""Questions of the excursion *What a p-value of reference data is worth*."""

from aucc_teach.exercises import Choice, Number

_TESTS = 5
_LEVEL = 0.05
_ANY = 100 * (1 - (1 - _LEVEL) ** _TESTS)

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
}
