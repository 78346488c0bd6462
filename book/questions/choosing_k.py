"""*Is there anything in my table?*: questions of the chapter."""

from fractions import Fraction

import numpy as np

from aucc_teach.exercises import Choice, Number, Objects, Open, Write
from aucc_teach.pairs import pair_counts

from .functions._pairs import adjusted_rand, rand_c

_SETS, _KS = 19, 9
_SMALLEST = Fraction(1, _SETS + 1)

_LINE = np.array([0, 1, 4, 6, 11])
_NAMES = tuple(map(str, _LINE))


def _two_clusters(line):
    """Partitions into two by single linkage: cut at the largest gap, at each of them if there are several."""
    gaps = np.diff(line)
    return [np.arange(len(line)) > gap for gap in np.flatnonzero(gaps == gaps.max())]


def _agreements(measure):
    """Agreement of the rest with the partition of all, without each point in turn: one value for each tie broken."""
    (of_all,) = _two_clusters(_LINE)
    without = {name: np.delete(_LINE, i) for i, name in enumerate(_NAMES)}
    return {
        name: [
            Fraction(measure.reference(*map(Fraction, pair_counts(np.delete(of_all, i), of_rest))))
            for of_rest in _two_clusters(rest)
        ]
        for i, (name, rest) in enumerate(without.items())
    }


_ARI, _C = _agreements(adjusted_rand), _agreements(rand_c)
_MOST, _LEAST = (sum(pick(values) for values in _ARI.values()) / len(_LINE) for pick in (max, min))
_MOST_C = sum(map(max, _C.values())) / len(_LINE)
_MOVED = tuple(name for name, values in _ARI.items() if max(values) < 1)
_TIED = tuple(name for name, values in _ARI.items() if len(values) > 1)

PREDICTIONS = {
    "pre-choose-mass": Choice(
        "What part of the squared distance between two birds, as the file stands, is their difference in mass?",
        {
            "about a quarter": "Only columns of the same spread would share it like this.",
            "about two thirds": "It would have to compete with millimetres for that, and it counts grams.",
            "nearly all of it": "Mass varies by hundreds of grams, lengths by a few millimetres, and squares widen "
            "the gap.",
        },
        right="nearly all of it",
        predict=True,
    ),
    "pre-choose-noise": Choice(
        "On how many of the twenty sets without clusters will C/√k vote for two?",
        {
            "on two or three": "So many would vote for two if votes scattered where there is nothing to find.",
            "on about half": "A coin would do so, but a criterion has a habit.",
            "on all twenty": "It prefers two on such data whatever is in them.",
        },
        right="on all twenty",
        predict=True,
    ),
    "pre-choose-excess": Choice(
        "Where will the excess of AUCC be largest on the birds?",
        {
            "at two clusters": "AUCC at two is not its highest value, but noise comes nowhere near it there.",
            "at six clusters": "There AUCC is highest, but noise is nearer than at two.",
            "at ten clusters": "There noise is nearer still.",
        },
        right="at two clusters",
        predict=True,
    ),
    "pre-choose-stable": Choice(
        "What is the mean ARI for two clusters of k-means on boxes?",
        {
            "below 0.5": "The cut would have to fall anywhere.",
            "about 0.75": "The cut moves less than that.",
            "above 0.9": "A box that is longer one way than the other is cut across its middle each time.",
        },
        right="above 0.9",
        predict=True,
    ),
    "pre-choose-species": Choice(
        "Which clustering has the highest ARI with the species?",
        {
            "two clusters of k-means": "These are one species and two species together.",
            "three clusters of Ward's method": "AUCC and VRC had their peaks elsewhere: neither had told us.",
            "five clusters of k-means": "These divide two of the species once more.",
        },
        right="three clusters of Ward's method",
        predict=True,
    ),
}

EXERCISES = {
    "ex-choose-pvalues": (
        Number(
            "(a) The smallest p-value:",
            _SMALLEST,
            tempting=(
                (
                    Fraction(1, _SETS),
                    "You left out the data themselves. They are one more set, in the numerator and in the denominator.",
                ),
                (
                    0,
                    "You took the proportion of the reference sets. The data are counted as well, and they reach "
                    "themselves.",
                ),
            ),
            hint="The p-value is the proportion of the sets, the data included, that are at least as high as the data.",
            outcome="If no reference set reaches the data, only one of all the sets does: the data.",
        ),
        Number(
            "(a) How likely is it at k = 3?",
            _SMALLEST,
            tempting=(
                (
                    Fraction(1, 2**_SETS),
                    "You multiplied, as if the comparisons were independent. But all of them are with the same data. "
                    "Ask "
                    "instead which of the 20 sets is the highest.",
                ),
                (Fraction(1, _SETS), "You left out the data, which are one more set. How many sets are there?"),
            ),
            hint="Data and references come from one distribution. Which of these sets is the highest?",
            outcome="Each of the sets is the highest with the same probability, ties aside.",
        ),
        Number(
            "(a) At how many of the nine k is it expected?",
            _KS * _SMALLEST,
            tempting=(
                (
                    1 - float(1 - _SMALLEST) ** _KS,
                    "You found the probability of at least once, for independent k. The mean number is easier: add "
                    "up the "
                    "nine probabilities.",
                ),
                (_SMALLEST, "That is what a single k adds to the sum. How many of them are tested?"),
            ),
            hint="The mean of a sum is the sum of the means.",
            outcome="Means add up, whether the nine depend on each other or not.",
        ),
        Choice(
            "(a) How likely is it at one k or more?",
            {
                "as at a single k": "Only if all nine rose and fell together. Neighbours do so only "
                "in part. What if no two ever coincided?",
                "as if nine independent dice were thrown": "Neighbouring k have nearly the same partition. Are their "
                "scores independent?",
                "between the value at one k and nine times that": "It is lowest if all nine rise and fall together, "
                "and highest if no two ever coincide.",
                "cannot be bounded without the distribution": "The nine probabilities are known. What is the smallest "
                "probability that one or more of nine such events can have, and the largest?",
            },
            "between the value at one k and nine times that",
        ),
        Number(
            "(b) The probability of the smallest p-value, if only the peak over k is tested:",
            _SMALLEST,
            tempting=(
                (
                    _KS * _SMALLEST,
                    "Every reference set shows its own peak over nine k. Does any set have an advantage?",
                ),
                (
                    _SMALLEST / _KS,
                    "You divided by nine, but all sets have had the same nine k. How many numbers does each set show?",
                ),
            ),
            hint="The peak is one number for each set. Compare as in (a).",
            outcome="There is one number for each set, and each is the highest with the same probability.",
        ),
        Choice(
            "(c) Data from a long box, with sides of very different lengths; references from boxes fitted to the data. "
            "The probability at k = 3:",
            {
                "the same: boxes are compared with boxes": "Did the points come from the same box that was then fitted "
                "to them?",
                "lower: the fitted box knows the data": "The fitted box is rounder than the true one. Is it easier or "
                "harder to look better than round boxes?",
                "higher: the data look better than they are": "The reason is that fitted boxes are rounder than the "
                "box that the data came from.",
            },
            "higher: the data look better than they are",
        ),
    ),
    "ex-choose-hand": (
        Choice(
            "What do you expect: is single linkage more or less stable here than complete linkage?",
            {
                "more stable": "That is right for one way of breaking a tie. But the other way is just as correct.",
                "less stable": "Leave out each point: it is not less stable, whichever way a tie is broken.",
                "as stable or more, depending on how a tie is broken": "One tie decides between two means of "
                "single linkage, and complete linkage has the lower of them.",
            },
            "as stable or more, depending on how a tie is broken",
            predict=True,
        ),
        Objects(
            "Leave out one point. Without which of them does the partition of the rest change, however ties are "
            "broken?",
            _NAMES,
            right=_MOVED,
            tempting=(
                (
                    (*_TIED, *_MOVED),
                    "For one of these a tie decides, and one way to break it changes nothing. Drop that point.",
                ),
                (
                    _TIED,
                    "A tie decides there, and one way to break it changes nothing. Look for a rest with a new "
                    "largest gap.",
                ),
            ),
            hint="If it makes two clusters, single linkage cuts the line at its largest gap. Find that gap in each "
            "rest.",
            outcome="The gap before it was the largest. Without it, another gap is the largest.",
        ),
        Objects(
            "Without which point is there a tie?",
            _NAMES,
            right=_TIED,
            tempting=(
                (_MOVED, "In that rest a single gap is the largest. Compare the two largest gaps of each other rest."),
            ),
            hint="In which rest are two gaps equal, and larger than all others?",
            outcome="Without it the gaps on the two sides of its neighbour are equal.",
        ),
        Number(
            "ARI without 11:",
            min(_ARI["11"]),
            tempting=(
                (
                    min(_C["11"]),
                    "You computed Rand's c. For ARI, subtract the expected value in the numerator and in the "
                    "denominator.",
                ),
            ),
            hint="All pairs of the rest were together. How many would be together by chance?",
            outcome="A single cluster agrees with any other partition only as much as is expected.",
        ),
        Number(
            "The mean ARI over the five, if the tie is broken in the best way:",
            _MOST,
            tempting=(
                (_LEAST, "You broke the tie in the worst way. Here we want the best way."),
                (_MOST_C, "You took the mean of Rand's c. Here we want the mean ARI."),
            ),
            hint="In how many of the five cases is the ARI 1, and what is it in the others?",
            outcome="Only one of the five partitions changes.",
        ),
        Number(
            "And if it is broken in the worst way:",
            _LEAST,
            tempting=((_MOST, "You broke the tie in the best way again."),),
            hint="Compute the ARI for the other partition of the tied rest.",
            outcome="If an answer depends on a tie, give both numbers.",
        ),
    ),
    "ex-choose-raw": (
        Choice(
            "What do you expect of AUCC for ten clusters in grams, compared with AUCC on z-scores?",
            {
                "it is lower": "AUCC in grams is not lower.",
                "it is the same": "The distances differ, and so does AUCC.",
                "it is higher": "Mass is nearly all there is, so the data are nearly a line, and on a line distances "
                "are easy to put in order.",
            },
            "it is higher",
            predict=True,
        ),
        Choice(
            "And of the excess in grams?",
            {
                "below 0 at each k": "The reference data are nearly a line, too, and their baseline is higher.",
                "above 0 at each k": "So it is on z-scores. Here it is not above 0.",
                "below 0 at first, then above": "It begins below 0, but it does not rise above it.",
            },
            "below 0 at each k",
            predict=True,
        ),
        Choice(
            "Run it. Which number is selected?",
            {
                "two, under both criteria": "Both peaks are at two. But is the larger p-value of each at most 0.05?",
                "two, under VRC only": "For the boxes alone, yes. Read the p-value over radial sets too: the larger "
                "counts.",
                "two, under AUCC only": "For the radial sets alone, yes. Read the p-value over boxes, too: the larger "
                "of the two counts.",
                "nothing": "For each criterion one of the two kinds of reference data is too often as high.",
            },
            "nothing",
        ),
        Choice(
            "Can AUCC, or this test, decide whether grams or z-scores are the better distance?",
            {
                "yes, AUCC can: the higher, the better": "AUCC is higher in grams, and so is its baseline. What is "
                "left if you subtract it?",
                "yes, the test can: it selects two on z-scores": "The test takes the distances as they are given. "
                "Which of its numbers would compare two distances?",
                "no, neither can": "Each distance has its own baseline, and the test asks about the distances that it "
                "is given. Which differences should count has to be decided before.",
            },
            "no, neither can",
        ),
    ),
    "ex-choose-isotopes": (
        Choice(
            "How many birds do you expect to lose?",
            {
                "two, as with the sizes": "Blood is missing more often than a size.",
                "about a dozen": "The table of the columns shows how many values are missing. Nearly all birds that "
                "lack one isotope lack the other.",
                "as many as both columns miss together": "You count most of these birds twice, because they lack both.",
            },
            "about a dozen",
            predict=True,
        ),
        Choice(
            "Will the criteria agree on a number, with these seeds?",
            {
                "no, the criteria disagree again": "That was right for four columns. Here there are six.",
                "yes, at two": "That is what AUCC selected on four columns. Here there are six.",
                "yes, at three": "With these sets both criteria select three, with both algorithms. With other seeds "
                "they might not, so the number isn't settled yet.",
            },
            "yes, at three",
            predict=True,
            name="will-the-number-be-settled",
        ),
        Choice(
            "Which are reasons, for six columns or for four, that do not look at the result?",
            {
                "With six columns both criteria select the same number.": "That is a result, and nobody knew it "
                "before the test. Tick what could have been said beforehand.",
                "Kinds of bird eat different things.": "This is a reason for six columns, which could be given before "
                "the first test.",
                "The three clusters of six columns are nearly the species.": "The drawer says so, and "
                "it was closed when the columns were chosen.",
                "Blood tells of the food of one place and season.": "This is a reason for four columns, because "
                "otherwise islands and seasons may come in.",
                "With four columns the two groups are stable.": "Stability was computed from the four columns, so it "
                "is a result.",
            },
            ("Kinds of bird eat different things.", "Blood tells of the food of one place and season."),
        ),
    ),
    "ex-choose-election": (Write("votes_of_tree"),),
    "ex-choose-witnesses": (
        Choice(
            "What do you guess: how many witnesses are the nine worth?",
            {
                "nine, each with an opinion of its own": "Their correlations would have to be near 0.",
                "about three": "There is one large party, a pair that goes against it, and one criterion on its own.",
                "one, because all say the same": "For this the correlations would all have to be near 1.",
            },
            "about three",
            predict=True,
        ),
        Choice(
            "Run it. Which criterion goes together with AUCC?",
            {
                "Silhouette": "It falls where AUCC rises: look at the sign of the correlation, and for one near 1.",
                "VRC": "Both were tested in the chapter, but their correlation is below 0. Which one is near 1?",
                "C-index": "Both rise with k on these partitions.",
                "Dunn 11": "This correlation is nearly 0, so neither follows the other. Look for one near 1.",
            },
            "C-index",
        ),
        Choice(
            "AUCC goes against several of the nine. Why?",
            {
                "lower is better for some of them": "Those were turned before they were correlated. What do "
                "the curves do as k grows?",
                "it prefers large k here, but they prefer small k": "The parties differ mostly in their taste for few "
                "or for many clusters.",
                "it is wrong, and they are right": "No correlation can show who is right. What do their curves do as k "
                "grows?",
            },
            "it prefers large k here, but they prefer small k",
        ),
        Choice(
            "Suppose you take the mean rank of all nine. What elects the number?",
            {
                "the wisdom of nine witnesses": "Nine witnesses would have it. But six of these say nearly the same: "
                "how "
                "much do they weigh in a mean rank?",
                "the data, because errors cancel": "It's a natural guess. But only independent errors cancel: which "
                "of the nine err together?",
                "the largest party": "Another list of nine, with other parties, would elect another number.",
            },
            "the largest party",
        ),
    ),
    "ex-choose-report": (
        Choice(
            "Which of these facts, if they came out, would make the sentence worthless?",
            {
                "Three of the four clusters are one seal each.": "Then there is one cluster and three stragglers, "
                "which are stable and far from every box.",
                "All seals were weighed in pounds, not in kilograms.": "The unit is the same for all seals, so after "
                "scaling nothing is different.",
                "Each colony was measured with scales of its own.": "Then clusters may be batches.",
                "Ward's method finds the same four clusters.": "That would count in their favour.",
                "Lists of the colonies lay open when the number was chosen.": "Then the good agreement was chosen, "
                "so it validates nothing.",
            },
            (
                "Three of the four clusters are one seal each.",
                "Each colony was measured with scales of its own.",
                "Lists of the colonies lay open when the number was chosen.",
            ),
        ),
        Choice(
            "Which number of the sentence needs the same number for noise beside it?",
            {
                "the p-value": "The p-value compares with boxes already. Which other number could noise reach?",
                "the stability": "Clusters of noise can be stable, too.",
                "the five algorithms": "That is a count, and noise has none. Which number measures something?",
            },
            "the stability",
        ),
        Open(
            (
                "The columns, the units and the distance are missing.",
                "Nothing is said about gaps, nor about mothers with their pups.",
                "The range of k is missing, and whether four lies at its end.",
                "The sizes of the clusters are missing.",
                "One algorithm of five is reported, with one kind of reference and one seed.",
            ),
            prompt="What is missing? Write a list.",
            name="what-is-missing-write-it-down-then-tick",
        ),
    ),
}
