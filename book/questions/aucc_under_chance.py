"""Questions of the chapter *AUCC under chance*."""

from fractions import Fraction
from itertools import count
from math import comb
from pathlib import Path

from scipy.stats import norm
from sklearn.datasets import load_diabetes

from aucc_teach import aucc_test, concordance
from aucc_teach.exercises import Break, Choice, Field, Number, Open, Write
from aucc_teach.partitions import count_partitions, set_partitions

from ._claims import FEW
from ._exact import aucc

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims

_HALVES = [concordance([[x] for x in (0, 1, 4, 6)], labels) for labels in set_partitions(4, sizes=[2, 2])]
_OF_HALVES = [aucc(counts) for counts in _HALVES]
_FAR = _HALVES[1]  # {0, 4}, {1, 6}

_BOTTLES = count_partitions(8, sizes=[4, 4])
_ENOUGH = next(each for each in count(1) if Fraction(1, count_partitions(2 * each, sizes=[each, each])) < 0.01)

_PATIENTS = load_diabetes(scaled=False).data


def _sexes(n, **options):
    """Test of AUCC of the sexes of the first patients, on the six columns of their serum."""
    serum = _PATIENTS[:n, 4:]
    return aucc_test((serum - serum.mean(axis=0)) / serum.std(axis=0), _PATIENTS[:n, 1].astype(int), **options)


_FEW_PATIENTS = _sexes(30, rng=0, n_resamples=9999)
_REACH = round(10_000 * _FEW_PATIENTS.pvalue, -2)
_BY_CURVE = 10_000 * norm.sf(_FEW_PATIENTS.zscore)
_COMPARED = [result.statistic for result in (_FEW_PATIENTS, _sexes(len(_PATIENTS), rng=0, n_resamples=9))]
_ALL_PATIENTS = "higher" if _COMPARED[1] > _COMPARED[0] else "lower"


# ---- claims


_MEDIAN_HALF = Break(
    "median-half",
    "Over all partitions with the same sizes, the median of the AUCC is 1/2.",
    FEW,
    _CHECKS,
    {
        "holds": "Partitions with these sizes: {deals}. The median of their AUCC is {median}, as the claim states; "
        "above 1/2: {above}. Try other points or other sizes.",
        "broken": "Partitions with these sizes: {deals}. The median of their AUCC is {median}; above 1/2: {above}.",
    },
    (
        (
            "The mean is 1/2, so half of the partitions lie above it.",
            "A few high values can pull the mean up while most values lie below it. Try three points, two of them "
            "close.",
        ),
        (
            "For each partition there is another in which all verdicts are reversed.",
            'If you reverse all verdicts, you don\'t get a partition: "together" is passed on from pair to pair, '
            '"apart" isn\'t. Try three points.',
        ),
        (
            "With many objects the distribution is the normal one.",
            "The patients' histogram was lopsided, too. Try a few points in clusters of two and one.",
        ),
    ),
)


_HIGHER_RARER = Break(
    "higher-rarer",
    "If two clusterings of the same points differ in AUCC, the clustering with the higher AUCC is reached by a "
    "smaller proportion of the partitions with its sizes.",
    (
        FEW[0],
        Field("First clustering", "labels", "a a b", most=8),
        Field("Second clustering", "labels", "a b b", most=8),
    ),
    _CHECKS,
    {
        "equal": "Both have an AUCC of {aucc1}. The claim is about two different values, so one has to be higher.",
        "holds": "The AUCCs are {aucc1} and {aucc2}; the proportions of partitions that reach them are {share1} and "
        "{share2}. Try different sizes: where is the spread wider?",
        "broken": "The AUCCs are {aucc1} and {aucc2}; the proportions of partitions that reach them are {share1} "
        "and {share2}. The higher AUCC isn't the rarer one.",
    },
    (
        (
            "The mean is 1/2 for all sizes, so the scale is the same.",
            "The means are the same, but the spreads aren't. Let one clustering have very few within pairs: it reaches "
            "high values easily.",
        ),
        (
            "The p-value falls when the AUCC rises.",
            "With the same sizes it does. Try two clusterings with different sizes.",
        ),
        (
            "The proportion depends on the points, which are the same.",
            "It depends on the points, and on the sizes as well. Keep the points and vary the sizes.",
        ),
    ),
)


PREDICTIONS = {
    "pre-null-reach": Choice(
        "Of 10 000 labellings, ours among them, about how many get at least as high?",
        {
            "about 1": "That would be the labels as they are, and no shuffle at all. Some shuffles do get as high.",
            f"about {_BY_CURVE:.0f}": "That many lie beyond this z under the normal curve, but these "
            "labellings don't follow it so far out.",
            f"about {_REACH:.0f}": f"The table of the normal curve has {_BY_CURVE:.0f} of 10 000, and the long tail "
            "on the right has many more.",
            f"about {10 * _REACH:.0f}": "That would be one labelling in ten. The sexes are higher up than that.",
        },
        f"about {_REACH:.0f}",
        predict=True,
    ),
    "pre-null-large": Choice(
        "With all 442 patients z is six times as large. And the AUCC of the sexes?",
        {
            "higher": "More patients make you more certain of a result, but they don't make the result larger.",
            "the same": "That's what you'd expect on average. But the first thirty are one sample, and samples differ.",
            "lower": "z grows with the number of patients even where the AUCC falls, because random labels stray less.",
        },
        _ALL_PATIENTS,
        predict=True,
    ),
}

EXERCISES = {
    "ex-null-line": (
        Number(
            "Before you start: what must the three values for two and two add up to?",
            sum(_OF_HALVES),
            tempting=(
                (sum(_OF_HALVES) / 3, "One half is their mean. How many partitions are there?"),
                (
                    2 * sum(_OF_HALVES) - 3,
                    "That's the sum of the three values of Gamma, whose mean is 0. The mean of the AUCC is 1/2.",
                ),
            ),
            hint="The theorem gives their mean, whatever the points are.",
            outcome="That's one half for each partition, before you've measured a single distance.",
        ),
        Number(
            "AUCC of {0, 4}, {1, 6}:",
            aucc(_FAR),
            tempting=(
                (
                    1 - aucc(_FAR),
                    "These are the comparisons that the between pair wins. The AUCC counts the others.",
                ),
                (
                    2 * aucc(_FAR) - 1,
                    "That's Gamma, which runs from \N{MINUS SIGN}1 to 1. For the AUCC, divide those won by all.",
                ),
                (
                    Fraction(_FAR.s_plus, _FAR.s_minus),
                    "That divides those won by those lost. What's the AUCC a proportion of?",
                ),
            ),
            hint="The within distances are 4 and 5, and the between distances are 1, 2, 3 and 6. Which "
            "comparisons are won?",
            outcome="Both within pairs are closer than the between pair of length 6, but further apart than the "
            "other three.",
        ),
    ),
    "ex-null-few": (
        Number(
            "Four and four, the smallest p:",
            Fraction(1, _BOTTLES),
            tempting=(
                (
                    Fraction(1, comb(8, 4)),
                    "There are 70 ways to label the bottles. But if you exchange the two labels, it's the same "
                    "partition.",
                ),
                (
                    Fraction(2, _BOTTLES),
                    "How many of the partitions really separate the two varieties?",
                ),
            ),
            hint="How many partitions of eight bottles into four and four are there? One of them is as good as the "
            "observed one.",
            outcome="Even a perfect separation gives no smaller p.",
            places=4,
        ),
        Number(
            "How many bottles of each are needed to get below 0.01?",
            _ENOUGH,
            tempting=(
                (2 * _ENOUGH, "That's the number of bottles of both varieties together. How many of each?"),
                (
                    _ENOUGH - 1,
                    "With four of each, p is 1/35, and that's above 0.01. Add a bottle of each variety.",
                ),
            ),
            hint="Count the partitions for five and five, six and six, and so on.",
            outcome=f"Then there are {count_partitions(2 * _ENOUGH, sizes=[_ENOUGH, _ENOUGH])} partitions.",
        ),
    ),
    "ex-null-permute": (Write("permutation_p_value"),),
    "ex-null-models": (
        Choice(
            "For which of the three does the chapter promise a mean of one half?",
            {
                "(a) five labels, independently": "All birds are treated alike, whatever sizes come out.",
                "(b) blocks of the file": "The place of a bird in the file decides which birds share its block. If you "
                "rename the birds, do the probabilities stay the same?",
                "(c) blocks, shuffled first": "After the shuffling, every bird is equally likely to be at any place.",
            },
            ("(a) five labels, independently", "(c) blocks, shuffled first"),
        ),
        Choice(
            "(b) The mean AUCC for blocks of the file is",
            {
                "about one half": "The blocks haven't looked at the measurements. But has the order of the file?",
                "below one half": "For that, birds that stand together in the file would have to be unlike each other.",
                "above one half": "The species come one after the other in the file, so a block is nearly a species.",
            },
            "above one half",
            predict=True,
        ),
    ),
    "ex-null-claims": (_MEDIAN_HALF, _HIGHER_RARER),
    "ex-null-report": (
        Choice(
            "Which labels have the largest AUCC?",
            {
                "age, two halves": "Older patients differ in their blood, but other labels separate it better. "
                "Compare the three values of the AUCC.",
                "body mass, two halves": "A within pair is closer in 56 of 100 comparisons.",
                "decade of age": "Seven clusters are finer than two halves, but that doesn't bring the within pairs "
                "closer here. Compare the three values of the AUCC.",
            },
            "body mass, two halves",
            predict=True,
        ),
        Choice(
            "Which have the smallest z?",
            {
                "age, two halves": "The two halves differ little, but random halves hardly stray from an AUCC of 1/2. "
                "How far do random labels stray in the other cases?",
                "body mass, two halves": "For the same spread, z grows with the AUCC. Compare the AUCC of body mass "
                "with the others.",
                "decade of age": "The decades have very different sizes, so random labels stray further.",
            },
            "decade of age",
            predict=True,
        ),
        Open(
            (
                "It gives the effect: the AUCC, or in how many of 100 comparisons a within pair is closer.",
                "It says what the AUCC is compared with: random labels with these sizes, and how many shuffles.",
                "It gives the p-value as what it is: at or near the smallest p that so many shuffles can give.",
                "It quotes z as a distance from random labels, and not as the size of a difference.",
                "It doesn't speak of clusters.",
            ),
            prompt="Write one sentence for each of the three.",
            name="write-one-sentence-for-each-of-the-three",
        ),
    ),
}
