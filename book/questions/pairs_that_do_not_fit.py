"""Questions of the excursion *When the pairs do not fit*."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, isqrt, sqrt

import numpy as np

from aucc_teach.datasets import load_figure3
from aucc_teach.exercises import Choice, Number, Order, Write

_BYTES, _GB = 16, 10**9


def _most_objects(n_bytes):
    """The largest n whose n (n - 1)/2 pairs fit."""
    return (1 + isqrt(1 + 8 * (n_bytes // _BYTES))) // 2


_SMALL, _LARGE = 16 * _GB, 64 * _GB
_N, _CLUSTERS = 2000, 4
_WITHIN = _CLUSTERS * comb(_N // _CLUSTERS, 2)
_BETWEEN = comb(_N, 2) - _WITHIN

_AUCC, _DEVIATION = Fraction(3, 5), Fraction(1, 1000)
_DRAWS = _AUCC * (1 - _AUCC) / _DEVIATION**2

_SIZES = (20, 80, 320)
_COMPARISONS = [2 * comb(m // 2, 2) * (m // 2) ** 2 for m in _SIZES]
_FEWER_ERRORS = sqrt(_COMPARISONS[2] / _COMPARISONS[1])

_PLACES, _LABELS = (0, 1, 4, 6), (0, 1, 0, 1)
_DISTANCES = [(abs(x - y), a == b) for (x, a), (y, b) in combinations(zip(_PLACES, _LABELS, strict=True), 2)]


def _certain(walls, *, exchanged=False):
    """Certain and unknown comparisons as fractions, from counts in bins that begin at these walls."""
    drawers = [sum(distance >= wall for wall in walls) for distance, _ in _DISTANCES]
    counts = {kind: [0] * (len(walls) + 1) for kind in (True, False)}
    for drawer, (_, is_within) in zip(drawers, _DISTANCES, strict=True):
        counts[is_within != exchanged][drawer] += 1
    nearer, farther = counts[True], counts[False]
    right = sum(w * sum(farther[i + 1 :]) for i, w in enumerate(nearer))
    unknown = sum(w * b for w, b in zip(nearer, farther, strict=True))
    total = sum(nearer) * sum(farther)
    return Fraction(right, total), Fraction(unknown, total)


_LOW, _OPEN = _certain([4])
_LOW_OF_THREE, _OPEN_OF_THREE = _certain([4, 6])
_LOW_EXCHANGED, _ = _certain([4], exchanged=True)

_RATE, _CORES = 10**8, 2
_MANY, _MOST = 300_000, 50_000_000
_DAY = 24 * 60 * 60
_SECONDS = comb(_MANY, 2) / _RATE
_DAYS_OF_A_CORE = comb(_MOST, 2) / (_RATE / _CORES) / _DAY

_SCORE, _BOUNDS, _ESTIMATE = "the exact score", "bounds", "the estimate"

# Seven points, and four drawers for the similarities of their pairs.
_SEVEN = load_figure3()
_SIMILARITIES = [
    (_SEVEN.similarity[i][j], _SEVEN.labels[i] == _SEVEN.labels[j])
    for i, j in combinations(range(len(_SEVEN.labels)), 2)
]
_IN_DRAWERS = Counter((min(int(4 * (1 - value)), 3), bool(is_within)) for value, is_within in _SIMILARITIES)

PREDICTIONS = {
    "pre-pairs-work": Number(
        "How many seconds does it then take for a million objects?",
        (10**6 // 10**4) ** 2,
        predict=True,
        between=(0, None),
        outcome="That's nearly three hours. A hundred times as many objects make about ten thousand times as many "
        "pairs.",
        name="work",
    ),
    "pre-pnf-drawers": Number(
        "How many of the 108 comparisons do the counts leave open?",
        sum(_IN_DRAWERS[drawer, True] * _IN_DRAWERS[drawer, False] for drawer in range(4)),
        predict=True,
        between=(0, 108),
        outcome="Only comparisons within one drawer are open, and only the second drawer holds pairs of both kinds.",
        name="drawers",
    ),
    "pre-pnf-few": Choice(
        "Twenty objects, all their 9000 comparisons, a 95% interval: in what part of the data sets does it cover?",
        {
            "in about 95 percent": "That would be right if the comparisons were independent.",
            "in about half": "Eight objects reach that; twenty don't.",
            "in about a fifth": "The width is that of 9000 independent comparisons, and they share twenty objects.",
        },
        "in about a fifth",
        predict=True,
        name="few",
    ),
    "pre-pnf-weather": Choice(
        "Which of the four groupings do the distances support most?",
        {
            "month": "Hours of the same month tend to have similar weather, more so than hours of the same season.",
            "season": "It comes second, close behind month.",
            "hour": "It comes third, far behind.",
            "airport": "It is hardly above one half.",
        },
        "month",
        predict=True,
        name="weather",
    ),
    "pre-pnf-cost": Choice(
        "Which is slowest for 20 000 objects: the exact score, the bounds or the estimate?",
        {
            "the exact score": "It sorts all pairs, and the bounds only count them.",
            "the bounds": "They look at every pair, but sort none.",
            "the estimate": "A million draws take about the same time for any number of objects.",
        },
        "the exact score",
        predict=True,
        name="cost",
    ),
}

_MILLION, _KINDS = 10**6, 100
_ALL_PAIRS = comb(_MILLION, 2)
_MOST_32 = np.iinfo(np.int32).max
_LARGEST = (1 + isqrt(1 + 4 * int(_MOST_32))) // 2  # c (c - 1) <= 2^31 - 1

EXERCISES = {
    "ex-pairs-million": (
        Number(
            "Pairs of a million objects:",
            _ALL_PAIRS,
            tempting=(
                (_MILLION**2, "This has each pair twice, and each object with itself. Count each pair once."),
                (
                    _MILLION * (_MILLION - 1),
                    "This has *ab* and *ba* as two pairs. Halve it.",
                ),
                (
                    _MILLION**2 // 2,
                    "Before you halve the square, take out the million cells of an object with itself.",
                ),
            ),
            hint="The number of pairs of n objects is n (n \N{MINUS SIGN} 1)/2.",
            outcome="That's nearly 500 billion.",
        ),
        Number(
            "Gigabytes for one list of verdicts, at a byte each (a guess):",
            _ALL_PAIRS / 1e9,
            predict=True,
            between=(0, None),
            places=0,
            outcome="The comparison needs two such lists. The table has 10 000 cells.",
        ),
        Number(
            "About how large is tp, in millions?",
            _ALL_PAIRS / _KINDS**2 / 1e6,
            tempting=(
                (
                    _ALL_PAIRS / _KINDS / 1e6,
                    "These pairs share a label in the first partition. Only one in a hundred of them "
                    "shares a label in the second.",
                ),
            ),
            hint="In each of the two partitions, a pair shares a label with a probability of 1/100.",
            outcome="About one pair in ten thousand is together in both partitions.",
            within=2.0,
            places=0,
        ),
        Number(
            "Objects in the largest cluster whose c (c \N{MINUS SIGN} 1) fits into a 32-bit integer:",
            _LARGEST,
            tempting=(
                (
                    int(_MOST_32),
                    "That's the largest number itself. Which c has a product of c and c \N{MINUS SIGN} 1 that just "
                    "fits?",
                ),
            ),
            hint="Such integers end at 2³¹ \N{MINUS SIGN} 1. For which c does c (c \N{MINUS SIGN} 1) exceed that?",
            outcome="With one object more, the count is wrong, although no warning appears.",
        ),
        Write("counts_of_table"),
    ),
    "ex-pnf-end": (
        Number(
            "Objects with 16 GB, about:",
            _most_objects(_SMALL),
            tempting=(
                (
                    _SMALL // _BYTES,
                    "That's how many *pairs* fit. How many objects make so many pairs?",
                ),
                (isqrt(_SMALL // _BYTES), "Close: n objects make about n²/2 pairs, not n². Put in the half."),
                (
                    _most_objects(16 * 2**30),
                    "That's right for a GB of 2³⁰ bytes. Here it has a billion bytes.",
                ),
            ),
            hint="How many pairs fit, and how many objects make so many pairs?",
            outcome="The memory holds a billion pairs.",
            within=100,
            places=0,
        ),
        Number(
            "Objects with 64 GB, about:",
            _most_objects(_LARGE),
            tempting=(
                (
                    4 * _most_objects(_SMALL),
                    "Four times the memory holds four times the *pairs*. How many objects make four times the pairs?",
                ),
                (isqrt(_LARGE // _BYTES), "Close: n objects make about n²/2 pairs, not n². Put in the half."),
            ),
            hint="There are four times the pairs. By which factor does n grow?",
            outcome="Four times the memory holds twice the objects.",
            within=200,
            places=0,
        ),
        Number(
            "Comparisons of 2000 objects in four equal clusters:",
            _WITHIN * _BETWEEN,
            tempting=(
                (
                    comb(_N, 2),
                    "That's the number of pairs. A comparison takes a pair of each kind: count the kinds and multiply.",
                ),
                (
                    _WITHIN * comb(_N, 2),
                    "Here the within pairs are compared with all pairs. Compare them only with the between pairs.",
                ),
                (
                    comb(comb(_N, 2), 2),
                    "These are all pairs of pairs. Two within pairs aren't compared: multiply within by between pairs.",
                ),
                (
                    comb(_N // _CLUSTERS, 2) * _BETWEEN,
                    "That has the within pairs of one cluster. There are four clusters.",
                ),
            ),
            hint="Count the within pairs, then the between pairs, and multiply the two numbers.",
            outcome="The score doesn't go through all of them: it's enough to sort two million pairs.",
        ),
    ),
    "ex-pnf-draws": (
        Number(
            "Draws for 10 000 objects:",
            _DRAWS,
            tempting=(
                (
                    1 / (4 * _DEVIATION**2),
                    "That's enough for any AUCC. Here you know that it's about 3/5, and need fewer.",
                ),
                (round(sqrt(_DRAWS)), "The square root belongs to the standard deviation. Solve for m once more."),
                (_AUCC * (1 - _AUCC) / _DEVIATION, "The standard deviation has to be squared. Solve for m once more."),
                (
                    comb(10_000, 2) // 100,
                    "That's one percent of the pairs. But their number isn't in the formula: solve it for m.",
                ),
            ),
            hint="Set √(q (1 \N{MINUS SIGN} q)/m) to 1/1000, and solve for m.",
            outcome="The number of objects wasn't needed.",
        ),
        Number(
            "Draws for ten million objects:",
            _DRAWS,
            tempting=(
                (
                    _DRAWS * 1000,
                    "That grows with the objects. Is their number in the formula for the standard deviation?",
                ),
                (
                    _DRAWS * 10**6,
                    "That grows with the pairs. Is their number in the formula for the standard deviation?",
                ),
                (
                    comb(10**7, 2) // 100,
                    "One percent of the pairs is more than you need. Compare the two formulas: what has changed?",
                ),
            ),
            hint="Which of the numbers in the formula has changed?",
            outcome="The variance depends only on how many comparisons were drawn.",
        ),
        Choice(
            "A colleague wants to draw one percent of the pairs. Which thought does this wish come from?",
            {
                "that a sample must keep up with what it is drawn from": "Once it's stirred, a spoonful "
                "tells as much about a pot as about a cup.",
                "that the draws must be independent": "They are, whatever their number. Which thought is about "
                "how many there are?",
                "that AUCC is a probability": "It is, and that leads to a formula without n. What makes the "
                "colleague think of n?",
            },
            "that a sample must keep up with what it is drawn from",
        ),
    ),
    "ex-pnf-objects": (
        Number(
            "By which factor do you expect the standard deviation to fall each time?",
            isqrt(_SIZES[1] // _SIZES[0]),
            predict=True,
            between=(0, None),
            outcome="It's the square root of four, or a bit more at first: four times the objects hold four times the "
            "independent information.",
        ),
        Number(
            "Comparisons of 20 objects, ten in each cluster:",
            _COMPARISONS[0],
            tempting=(
                (
                    comb(_SIZES[0], 2),
                    "These are the pairs. Compare each within pair with each between pair, and count again.",
                ),
                (
                    comb(_SIZES[0] // 2, 2) * (_SIZES[0] // 2) ** 2,
                    "That has the within pairs of one cluster. The other cluster has as many.",
                ),
            ),
            hint="Multiply the number of within pairs by the number of between pairs.",
            outcome="All of them are made of twenty objects.",
        ),
        Number(
            "By which factor would it fall from 80 to 320 objects, if the comparisons were independent?",
            _FEWER_ERRORS,
            tempting=(
                (
                    _FEWER_ERRORS**2,
                    "The comparisons grow by this factor. For the standard deviation, take its square root.",
                ),
                (
                    _SIZES[2] // _SIZES[1],
                    "This is the factor of the objects. Count the comparisons of 80 and of 320 objects instead.",
                ),
                (
                    sqrt(_SIZES[2] // _SIZES[1]),
                    "That's the root for the objects. Take it for the comparisons: how many times as many are there?",
                ),
            ),
            hint="How many comparisons are there with 80 and with 320 objects? Divide, then take the square root.",
            outcome="Comparisons grow like the fourth power of the objects, so their root grows like the square.",
            within=0.5,
        ),
        Choice(
            "As we take more objects, what happens to the binomial error of their comparisons?",
            {
                "it becomes less wrong": "Both the error and the true scatter fall. Divide one by the other for 20 "
                "and for 320 objects.",
                "it becomes more wrong": "The binomial error falls by about 16 each time, and the true "
                "scatter only by about 2.",
                "it stays wrong by the same factor": "Divide the scatter that you found by the binomial error, "
                "for 20, 80 and 320 objects.",
            },
            "it becomes more wrong",
        ),
    ),
    "ex-pnf-walls": (
        Number(
            "(a) The lower bound:",
            _LOW,
            tempting=(
                (
                    _LOW_EXCHANGED,
                    "These comparisons are certainly wrong. For a right one, the within pair lies in the "
                    "earlier drawer.",
                ),
            ),
            hint="Which within pairs lie in an earlier drawer than a between pair?",
            outcome="It's this low because the first drawer holds no within pair.",
        ),
        Number(
            "(a) The upper bound:",
            _LOW + _OPEN,
            tempting=(
                (1 - _LOW, "Try it again with the counts: which comparisons of two drawers are certainly wrong?"),
                (
                    (_LOW + _OPEN) / 2,
                    "Count the unknown comparisons in full here, because all of them may be right.",
                ),
            ),
            hint="Add the comparisons within one drawer, as if all of them were right.",
            outcome="Two comparisons are unknown, and they are the whole difference between the bounds.",
        ),
        Number(
            "(b) When the second drawer is cut at 6, the bounds meet at",
            _LOW_OF_THREE + _OPEN_OF_THREE,
            tempting=(
                (_LOW + _OPEN / 2, "That's halfway between the bounds of (a). Count the three drawers instead."),
                (_LOW, "The lower bound of (a) was that. Add the comparisons that have become known as right."),
            ),
            hint="Count within and between pairs in each of the three drawers.",
            outcome="They meet because no drawer holds pairs of both kinds any more.",
        ),
        Order(
            "These are the steps of the proof of (c), mixed up. Put them in order.",
            (
                "Cut a bin of W within and B between pairs into W₁ + W₂ and B₁ + B₂, the first part being closer.",
                "Of its WB unknown comparisons W₁B₂ become known as right and W₂B₁ as wrong.",
                "What is known of the comparisons with other bins stays as it was.",
                "So S rises by W₁B₂, which is not negative: the lower bound does not fall.",
                "And S + U falls by W₂B₁, which is not negative: the upper bound does not rise.",
            ),
            before=(
                (0, 1, "W₁ and B₂ aren't defined yet. Which step does that?"),
                (0, 2, "Other bins than which one? First cut a bin."),
                (1, 3, "By how much S rises has to be counted first."),
                (1, 4, "By how much S + U falls has to be counted first."),
                (2, 3, "S is a sum over all bins, so the other bins have to be dealt with first."),
                (2, 4, "S + U is a sum over all bins, so the other bins have to be dealt with first."),
            ),
            hint="Give the parts names, say what becomes of all comparisons, and then look at the two bounds.",
            outcome="The remaining comparisons, W₁B₁ + W₂B₂, stay unknown.",
            free=((1, 2), (3, 4)),
            why=(
                "A cut in order puts all that is closer into the first part.",
                "The first part is closer, so its pairs come before those of the second.",
                "The cut moves no pair out of its old place among the other bins.",
                "Numbers of pairs are not negative.",
                "What becomes known as wrong was counted in U.",
            ),
        ),
        Choice(
            "Does it follow that we halve the width when we double the number of bins?",
            {
                "yes": "Try a small example: cut a drawer that holds only between pairs. What becomes known?",
                "no": "If we cut where only one kind of pair lies, nothing changes.",
            },
            "no",
        ),
        Choice(
            "This is the proof that bins enclose AUCC, with one wrong step. Which step is wrong?",
            {
                "A comparison of two bins is right if the within pair is in the earlier one.": "This step holds, "
                "because all pairs of a bin are closer than those in a later bin.",
                "No comparison of two bins is a tie.": "This step holds, because equal distances share a bin.",
                "The other U comparisons are worth one half on average, and add U/2.": "Nothing in the proof gives "
                "such an average, because there is no null model here. Each is worth 0, 1/2 or 1, so together they add "
                "between 0 and U.",
                "Put the within pairs of each bin before its between pairs: all U are right.": "This step holds: that "
                "is how the upper end is reached.",
                "If each of the m bins holds P/m within pairs, then U is P/m times all B.": "This step holds: U = "
                "PN/m, so the bounds are 1/m apart.",
            },
            "The other U comparisons are worth one half on average, and add U/2.",
        ),
    ),
    "ex-pnf-histograms": (Write("bounds_of_bins"),),
    "ex-pnf-plan": (
        Choice(
            "(a) 5000 objects, for a paper:",
            {
                _SCORE: "Their pairs fit, and you get the number itself.",
                _BOUNDS: "The bounds would do, but 12 million pairs fit. What else can you compute?",
                _ESTIMATE: "An interval would do, but 12 million pairs fit. What else can you compute?",
            },
            _SCORE,
        ),
        Choice(
            "(b) 300 000 objects, and two values that differ by 1/100. What can tell which is higher?",
            {
                _SCORE: "How many bytes do these pairs take? The first exercise helps.",
                _BOUNDS: "They take minutes for each clustering, and nothing is left to chance.",
                _ESTIMATE: "A million draws have a standard deviation of at most 1/2000, far below 1/100.",
            },
            (_BOUNDS, _ESTIMATE),
        ),
        Number(
            "(b) Seconds for the bounds of one of the two clusterings, about:",
            _SECONDS,
            tempting=(
                (_MANY**2 / _RATE, "Close: n objects make about n²/2 pairs. Put in the half."),
                (
                    _SECONDS / _CORES,
                    "The rate is already that of both cores together, so don't divide by the cores.",
                ),
            ),
            hint="How many pairs are there, and how many are counted in a second?",
            outcome="For two clusterings it takes twice that.",
            within=5,
            places=0,
        ),
        Choice(
            "(c) 50 million objects, better than chance?",
            {
                _SCORE: "How many bytes do these pairs take?",
                _BOUNDS: "The bounds look at every pair. What's cheaper, and still tells the AUCC from one half?",
                _ESTIMATE: "It's about as fast as for few objects, once the table is loaded.",
            },
            _ESTIMATE,
        ),
        Number(
            "(c) Number of cores that would enclose AUCC in a day, about:",
            _DAYS_OF_A_CORE,
            tempting=(
                (
                    _DAYS_OF_A_CORE / _CORES,
                    "That's the rate of two cores together. What does one core count?",
                ),
                (_MOST**2 / (_RATE / _CORES) / _DAY, "Close: n objects make about n²/2 pairs. Put in the half."),
            ),
            hint="Divide the number of pairs by what one core counts in a day.",
            outcome="This holds if so many cores do so many times the work of one.",
            within=5,
            places=0,
        ),
    ),
}
