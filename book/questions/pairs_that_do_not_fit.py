"""Questions of the chapter *When the pairs do not fit*."""

from fractions import Fraction
from itertools import combinations
from math import comb, isqrt, sqrt

from aucc_teach.exercises._questions import Choice, Number, Open, Order

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
    """Certain and unknown comparisons as shares, from counts in bins that begin at these walls."""
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

EXERCISES = {
    "ex-pnf-end": (
        Number(
            "Objects with 16 GB, about:",
            _most_objects(_SMALL),
            tempting=(
                (_SMALL // _BYTES, "So many *pairs* fit. How many objects make so many pairs?"),
                (isqrt(_SMALL // _BYTES), "n objects make n²/2 pairs, and not n²: the half is forgotten."),
                (_most_objects(16 * 2**30), "That takes 2³⁰ bytes for a GB. Here it is a thousand million."),
            ),
            hint="How many pairs fit, and how many objects make so many pairs?",
            outcome="A thousand million pairs.",
            within=100,
            places=0,
        ),
        Number(
            "Objects with 64 GB, about:",
            _most_objects(_LARGE),
            tempting=(
                (4 * _most_objects(_SMALL), "Four times the memory holds four times the pairs, not the objects."),
                (isqrt(_LARGE // _BYTES), "n objects make n²/2 pairs, and not n²: the half is forgotten."),
            ),
            hint="Four times the pairs: by which factor does n grow?",
            outcome="Memory buys objects by its square root.",
            within=200,
            places=0,
        ),
        Number(
            "Comparisons of 2000 objects in four equal clusters:",
            _WITHIN * _BETWEEN,
            tempting=(
                (comb(_N, 2), "That is how many pairs there are. A comparison has one of each kind."),
                (_WITHIN * comb(_N, 2), "A within pair is compared with between pairs, not with all."),
                (comb(comb(_N, 2), 2), "These are all pairs of pairs. Two within pairs are not compared."),
                (comb(_N // _CLUSTERS, 2) * _BETWEEN, "These are the within pairs of one cluster of the four."),
            ),
            hint="Count the pairs within, then the pairs between, and multiply.",
            outcome="Nobody looks at so many: sorting two million pairs is enough.",
        ),
    ),
    "ex-pnf-draws": (
        Number(
            "Draws for 10 000 objects:",
            _DRAWS,
            tempting=(
                (1 / (4 * _DEVIATION**2), "That is enough for any AUCC. You know it: it is not one half."),
                (sqrt(_DRAWS), "The root belongs to the standard deviation. Solve for m once more."),
                (_AUCC * (1 - _AUCC) / _DEVIATION, "The standard deviation has to be squared."),
                (comb(10_000, 2) // 100, "That is one percent of the pairs. What has their number to do with it?"),
            ),
            hint="Solve √(A (1 \N{MINUS SIGN} A)/m) for m.",
            outcome="The number of objects was not used.",
        ),
        Number(
            "Draws for ten million objects:",
            _DRAWS,
            tempting=(
                (_DRAWS * 1000, "A thousand times the objects. Where is n in the variance?"),
                (_DRAWS * 10**6, "A million times the pairs. Where is their number in the variance?"),
                (comb(10**7, 2) // 100, "That is one percent of the pairs. What has their number to do with it?"),
            ),
            hint="Which of the numbers in the formula has changed?",
            outcome="The variance knows only how many were drawn.",
        ),
        Choice(
            "Somebody wants to draw one percent of the pairs. From which thought does that come?",
            {
                "that a sample must keep up with what it is drawn from": "It need not: a spoon tells as much of a "
                "pot as of a cup, if both are stirred.",
                "that the draws must be independent": "They are, whatever their number.",
                "that AUCC is a probability": "It is one. That leads to the formula, in which n does not stand.",
            },
            "that a sample must keep up with what it is drawn from",
        ),
    ),
    "ex-pnf-objects": (
        Number(
            "By which factor do you expect the standard deviation to fall each time?",
            isqrt(_SIZES[1] // _SIZES[0]),
            predict=True,
            outcome="The root of four, or a little more at first: four times the objects are four times the "
            "independent pieces of information.",
        ),
        Number(
            "Comparisons of 20 objects, ten in each cluster:",
            _COMPARISONS[0],
            tempting=(
                (comb(_SIZES[0], 2), "These are the pairs. Which of them are compared with which?"),
                (comb(_SIZES[0] // 2, 2) * (_SIZES[0] // 2) ** 2, "Both clusters have within pairs."),
            ),
            hint="Within pairs times between pairs.",
            outcome="Made of twenty objects.",
        ),
        Number(
            "By which factor would it fall from 80 to 320, if comparisons were independent?",
            _FEWER_ERRORS,
            tempting=(
                (_FEWER_ERRORS**2, "So many times the comparisons there are. The standard deviation goes by the root."),
                (_SIZES[2] // _SIZES[1], "So many times the objects there are. Count comparisons."),
                (sqrt(_SIZES[2] // _SIZES[1]), "That is the root of the factor of the objects. Count comparisons."),
            ),
            hint="How many comparisons are there with 80 objects, and with 320? Then take the root.",
            outcome="Comparisons grow like the fourth power, and their root like the square.",
            within=0.5,
        ),
        Choice(
            "The more objects, the binomial error of their comparisons is",
            {
                "the better": "Both fall. Which one falls faster?",
                "the more wrong": "It falls by that factor each time, and the true scatter only by the root of four.",
                "wrong by the same factor": "Divide the scatter that you found by the binomial error, for 20, 80 and "
                "320 objects.",
            },
            "the more wrong",
        ),
    ),
    "ex-pnf-walls": (
        Number(
            "(a) The lower bound:",
            _LOW,
            tempting=((_LOW_EXCHANGED, "The within pair has to lie in the earlier drawer: it is the closer one."),),
            hint="Which within pairs lie in an earlier drawer than a between pair?",
            outcome="The first drawer holds no within pair.",
        ),
        Number(
            "(a) The upper bound:",
            _LOW + _OPEN,
            tempting=(
                (1 - _LOW, "Some comparisons of two drawers are wrong for certain."),
                ((_LOW + _OPEN) / 2, "Unknown comparisons count in full here: all of them may be right."),
            ),
            hint="Add the comparisons within one drawer, as if all of them were right.",
            outcome="Two comparisons are unknown.",
        ),
        Number(
            "(b) With the second drawer cut at 6 the bounds meet, at",
            _LOW_OF_THREE + _OPEN_OF_THREE,
            tempting=(
                (_LOW + _OPEN / 2, "That is halfway between the bounds of (a). Count the three drawers."),
                (_LOW, "That is the lower bound of (a). Which comparisons have become known?"),
            ),
            hint="Count within and between pairs in each of the three drawers.",
            outcome="No drawer holds pairs of both kinds any more.",
        ),
        Order(
            "(c) The proof, mixed up. Put it in order.",
            (
                "Cut a bin of W within and B between pairs into W₁ + W₂ and B₁ + B₂, the first part being the closer.",
                "Of its WB unknown comparisons W₁B₂ become known as right and W₂B₁ as wrong.",
                "What is known of the comparisons with other bins stays as it was.",
                "So S rises by W₁B₂, which is not negative: the lower bound does not fall.",
                "And S + U falls by W₂B₁, which is not negative: the upper bound does not rise.",
            ),
            before=(
                (0, 1, "W₁ and B₂ have no meaning yet."),
                (0, 2, "*Other bins* than which? The bin that is cut comes first."),
                (1, 3, "By how much S rises has to be counted first."),
                (1, 4, "By how much S + U falls has to be counted first."),
                (2, 3, "S is a sum over all bins. The others have to be dealt with first."),
                (2, 4, "S + U is a sum over all bins. The others have to be dealt with first."),
            ),
            hint="Give the parts names, say what becomes of all comparisons, then look at the two bounds.",
            outcome="The rest, W₁B₁ + W₂B₂, stays unknown.",
            free=((1, 2), (3, 4)),
        ),
        Choice(
            "Does it follow that twice the bins halve the width?",
            {
                "yes": "Cut a drawer that holds between pairs alone. What becomes known?",
                "no": "A cut where only one kind of pair lies changes nothing.",
            },
            "no",
        ),
        Choice(
            "The proof that bins enclose AUCC, with one wrong step. Which?",
            {
                "A comparison of two bins is right if the within pair is in the earlier one.": "All pairs of a bin are "
                "closer than those of a later one. This step holds.",
                "No comparison of two bins is a tie.": "Equal distances share a bin. This step holds.",
                "The other U comparisons are worth one half on average, and add U/2.": "Nothing says so: there is no "
                "null model here. Each is worth 0, 1/2 or 1, and together they add between 0 and U.",
                "Put the within pairs of each bin before its between pairs: all U are right.": "That is how the upper "
                "end is reached. This step holds.",
                "If each of the m bins holds P/m within pairs, then U is P/m times all B.": "So U = PN/m, and the "
                "bounds are 1/m apart. This step holds.",
            },
            "The other U comparisons are worth one half on average, and add U/2.",
        ),
    ),
    "ex-pnf-pressure": (
        Choice(
            "Do you expect the four groupings to change their order?",
            {
                "yes": "Their values change, and not their order.",
                "no": "Month, season, hour and airport keep their places.",
            },
            "no",
            predict=True,
        ),
        Choice(
            "Run it in two steps: leave out the rows, then take in the column. What moves season up, and what down "
            "again?",
            {
                "the column moves it up, the rows down": "Compare all rows with the rows that are left, both without "
                "the column.",
                "the rows move it up, the column down": "Two changes hide in *with the pressure*, and nearly cancel.",
                "neither by more than chance in the drawing": "Compare the changes with the standard deviation of the "
                "drawing, which is at most 1/(2√m).",
            },
            "the rows move it up, the column down",
        ),
        Open(
            (
                "Leaving rows out and taking the column in are two changes, made one at a time.",
                "Each change is set beside the standard deviation of the drawing.",
                "The report says which rows went, and that they are the wet ones.",
                "Nothing is claimed about the values that are missing, or a reason for it is given.",
            )
        ),
    ),
    "ex-pnf-plan": (
        Choice(
            "(a) 5000 objects, for a paper:",
            {
                _SCORE: "Their pairs fit, and nothing is left to discuss.",
                _BOUNDS: "They would do, but do the pairs not fit?",
                _ESTIMATE: "A paper that can have the number itself needs no interval.",
            },
            _SCORE,
        ),
        Choice(
            "(b) 300 000 objects, two values that differ by 1/100. What can say which is higher?",
            {
                _SCORE: "How many bytes are these pairs? See the first exercise.",
                _BOUNDS: "Minutes for each, and no chance left to discuss.",
                _ESTIMATE: "A million draws have a standard deviation of at most 1/2000, far below 1/100.",
            },
            (_BOUNDS, _ESTIMATE),
        ),
        Number(
            "(b) Seconds for the bounds of one of them, about:",
            _SECONDS,
            tempting=(
                (_MANY**2 / _RATE, "n objects make n²/2 pairs: the half is forgotten."),
                (_SECONDS / _CORES, "The rate is that of both cores together."),
            ),
            hint="How many pairs are there, and how many a second?",
            outcome="For two clusterings twice that.",
            within=5,
            places=0,
        ),
        Choice(
            "(c) 50 million objects, better than chance?",
            {
                _SCORE: "How many bytes are these pairs?",
                _BOUNDS: "They look at every pair. Is that needed to tell AUCC from one half?",
                _ESTIMATE: "About as fast as for few objects, once the table is loaded.",
            },
            _ESTIMATE,
        ),
        Number(
            "(c) Cores that would enclose AUCC in a day, about:",
            _DAYS_OF_A_CORE,
            tempting=(
                (_DAYS_OF_A_CORE / _CORES, "The rate is that of two cores together. One core has half of it."),
                (_MOST**2 / (_RATE / _CORES) / _DAY, "n objects make n²/2 pairs: the half is forgotten."),
            ),
            hint="Pairs, over what one core counts in a day.",
            outcome="If so many cores do so many times the work of one.",
            within=5,
            places=0,
        ),
    ),
}
