"""Questions of the excursion *The paper's two proofs*."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod
from pathlib import Path

import numpy as np

from aucc_teach import datasets
from aucc_teach.aucc import concordance
from aucc_teach.demos import RocBuilder
from aucc_teach.exercises import Break, Choice, Construct, Number, Objects, Order, Write
from aucc_teach.pairs import co_membership
from aucc_teach.partitions import count_partitions, set_partitions

from ._claims import FEW, SIZES_SEARCHED

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims

# ---- four points on a line, and all labellings of their six pairs

_PAIRS = list(combinations(range(4), 2))
_LINE = (0, 1, 2, 4)
_APART = [_LINE[j] - _LINE[i] for i, j in _PAIRS]


@cache
def _counts(labelling):
    """Comparisons of a 1 with a 0 in which the 1 is closer, farther and as far."""
    ones, zeros = ([d for d, digit in zip(_APART, labelling, strict=True) if digit == one] for one in (1, 0))
    compared = [zero - one for one, zero in product(ones, zeros)]
    return sum(d > 0 for d in compared), sum(d < 0 for d in compared), compared.count(0)


@cache
def _area(labelling, doubled_tie=1):
    right, wrong, tied = _counts(labelling)
    return Fraction(2 * right + doubled_tie * tied, 2 * (right + wrong + tied))


def _complement(labelling):
    return tuple(1 - digit for digit in labelling)


def _ones_of_triples(labelling):
    """For each three objects, how many of their three pairs are 1."""
    digit = dict(zip(_PAIRS, labelling, strict=True))
    return [sum(digit[pair] for pair in combinations(three, 2)) for three in combinations(range(4), 3)]


_LABELLINGS = [labelling for labelling in product((0, 1), repeat=6) if len(set(labelling)) == 2]
_PARTITIONS = [labelling for labelling in _LABELLINGS if 2 not in _ones_of_triples(labelling)]
_AC_BD, _AD_BC = (tuple(co_membership(labels).astype(int).tolist()) for labels in ([0, 1, 0, 1], [0, 1, 1, 0]))

# ---- three mirrors, on the seven points

_SEVEN = datasets.load_figure3()
_RIGHT, _WRONG, _ = concordance(_SEVEN.points, _SEVEN.labels)
_AREA, _MIRRORED = Fraction(_RIGHT, _RIGHT + _WRONG), Fraction(_WRONG, _RIGHT + _WRONG)
_SWAP = "(y, x)"
_TURN = "(1 \N{MINUS SIGN} x, 1 \N{MINUS SIGN} y)"
_OTHER = "(1 \N{MINUS SIGN} y, 1 \N{MINUS SIGN} x)"

_ITEMS = RocBuilder()
_OF_ITEMS = _ITEMS.numbers(_ITEMS.state())

# ---- the optimist

_GROUPS = (4, 3, 3)
_T = Fraction(sum(comb(size, 2) for size in _GROUPS), comb(sum(_GROUPS), 2))

# ---- waiting


def _wait(n, *, excluded=2):
    """Tosses of coins for all pairs of n objects that one partition takes."""
    return Fraction(2 ** comb(n, 2), count_partitions(n) - excluded)


# ---- scores, on four objects: what holds for six holds there, too

_REFERENCE = tuple(co_membership([0, 0, 1, 1]).astype(int).tolist())


def _ari(labelling):
    both, ones, reference = sum(a * b for a, b in zip(labelling, _REFERENCE, strict=True)), sum(labelling), 2
    expected = Fraction(ones * reference, 6)
    return (both - expected) / (Fraction(ones + reference, 2) - expected)


_SCORES = {
    "AUC": _area,
    "Gamma": lambda labelling: 2 * _area(labelling) - 1,
    "proportion of ones": lambda labelling: Fraction(sum(labelling), 6),
    "c": lambda labelling: Fraction(sum(a == b for a, b in zip(labelling, _REFERENCE, strict=True)), 6),
    "ARI": _ari,
}


def _mean(score, family):
    return sum(map(score, family)) / len(family)


_SUMS = {
    name: {score(labelling) + score(_complement(labelling)) for labelling in _LABELLINGS}
    for name, score in _SCORES.items()
}
_CONSTANT = tuple(name for name, sums in _SUMS.items() if len(sums) == 1)
_CORRECTED = tuple(name for name, score in _SCORES.items() if _mean(score, _LABELLINGS) == _mean(score, _PARTITIONS))

# ---- coins that are not fair


def _mean_by_coins(heads):
    """Mean of AUC if each pair is 1 with so many tenths."""
    weights = [
        prod(p if digit else 10 - p for digit, p in zip(labelling, heads, strict=True)) for labelling in _LABELLINGS
    ]
    return sum(w * _area(one) for w, one in zip(weights, _LABELLINGS, strict=True)) / sum(weights)


_COINS = {
    "3/10 for each": [3] * 6,
    "9/10 for each": [9] * 6,
    "9/10 for pairs up to 2 apart, 1/10 for the others": [9 if distance <= 2 else 1 for distance in _APART],
}
_NOT_HALF = tuple(name for name, heads in _COINS.items() if _mean_by_coins(heads) != Fraction(1, 2))

# ---- the factor


def _kinds(*sizes):
    """Comparisons of three objects, and of four."""
    n, within = sum(sizes), sum(comb(size, 2) for size in sizes)
    threes = sum(size * (size - 1) * (n - size) for size in sizes)
    return threes, within * (comb(n, 2) - within) - threes


_THREES, _FOURS = _kinds(3, 1, 1)

# ---- proofs of the mean

_PLACES = 5
_M = comb(_PLACES, 2)


def _shares_of_ties():
    """Mean share of ties over the partitions of seven objects into three clusters, and the ratio of the two means."""
    rng = np.random.default_rng(7)
    d = [rng.integers(values, size=comb(7, 2)) for values in (2, 3)][1]  # tied_tables(7)[1] of the chapter
    within = np.array([co_membership(labels) for labels in set_partitions(7, k=3)], dtype=int)
    tied = ((within @ np.equal.outer(d, d)) * (1 - within)).sum(axis=1)
    compared = within.sum(axis=1) * (1 - within).sum(axis=1)
    return float((tied / compared).mean()), float(tied.sum() / compared.sum())


_SHARE, _RATIO = _shares_of_ties()

# Steps of a proof with what is said to them. The third is false.
_MIXED = (
    (
        "1. Partitions with the same sizes differ only by a renaming of objects, so the model gives them equal "
        "probabilities.",
        "This step holds: a renaming of objects changes no probability. Ask next how the groups are put together.",
    ),
    (
        "2. Within a group of equal sizes, the mean of Gamma is therefore 0.",
        "This step holds: within such a group we have the model of fixed cluster sizes, and the theorem gives a mean "
        "of 0. Ask next how the groups are put together.",
    ),
    (
        "3. Each group counts equally, so the mean over everything is the plain mean of the groups' means.",
        "A group counts by its probability: with k fixed, by the proportion of the partitions that belong to it. "
        "Here the mistake does no harm, because any weighted mean of zeros is 0, but for other numbers it "
        "would.",
    ),
    (
        "4. The mean of these zeros is zero.",
        "This step holds: the mean of zeros is zero with any weights. Which weights does an earlier step use?",
    ),
)


# ---- claims


_MEAN_HALF = Break(
    "mean-half",
    "Over all partitions with the same sizes, the mean of AUCC is 1/2.",
    FEW,
    _CHECKS,
    {"holds": "Partitions with these sizes: {deals}. The mean of their AUCC is {mean}."},
    (
        (
            "Half of the partitions lie above 1/2 and half of them below.",
            "Not always: a few values far above 1/2 can balance many just below it. Ask how often a single pair "
            "is a "
            "within pair.",
        ),
        (
            "Each pair is a within pair equally often, so each comparison comes out right as often as wrong.",
            "For any two pairs, the first is within and the second between as often as the other way round, and a "
            "tie counts one half both times.",
        ),
        (
            "All clusters have the same size.",
            "The claim is true then, but for other sizes as well. Look for a reason that does not use the sizes.",
        ),
    ),
    right=1,
    searched=SIZES_SEARCHED,
    up_to=5,
)


PREDICTIONS = {
    "pre-appendix-eight": Choice(
        "Eight objects, 28 pairs: one pair labelling in how many is a partition?",
        {
            "about 10": "For four objects it is one in five.",
            "about 1000": "Partitions thin out faster than that.",
            "about 65 000": "Each triple of objects that a partition must not break "
            "excludes three of eight labellings.",
        },
        "about 65 000" if round((2 ** comb(8, 2) - 2) / (count_partitions(8) - 2), -3) == 65_000 else "about 1000",
        predict=True,
    ),
    "pre-appendix-c": Choice(
        "The mean of c over all useful partitions of six objects, against {abc, def}, is",
        {
            "1/2": "The argument says so.",
            "not 1/2": "The argument pairs each partition with something that is not a partition.",
        },
        "not 1/2",
        predict=True,
    ),
}

EXERCISES = {
    "ex-null-half-proof": (
        Order(
            "Random labels score one half. Put the steps in order.",
            (
                "The model treats all objects alike, so each pair is a within pair with the same probability, P/M.",
                "All mid-ranks together add up to M(M + 1)/2, even if there are ties.",
                "So the mean of W is ½ P(M + 1).",
                "P and N are constants because the sizes are fixed, so we find the mean of AUCC if we substitute "
                "the mean of W for W.",
                "This leaves 1 \N{MINUS SIGN} ½ P(M \N{MINUS SIGN} P)/(PN), which is ½, because N = M "
                "\N{MINUS SIGN} P.",
                "So Gamma has mean 0, as does s₊ \N{MINUS SIGN} s₋, which is PN times Gamma.",
            ),
            before=(
                (
                    0,
                    2,
                    "Your order takes the mean of W before saying how likely a pair is to be within. Put that "
                    "step first.",
                ),
                (1, 2, "Your order takes the mean of W before saying what all ranks add up to. Put that step first."),
                (2, 3, "Your order substitutes the mean of W before it is known. Which step finds it?"),
                (3, 4, "Your order simplifies before the mean of W has been put in. Exchange these two."),
                (4, 5, "Gamma is 2 AUCC \N{MINUS SIGN} 1, so take the mean of AUCC first."),
            ),
            hint="Begin with the chance of one pair and the sum of all ranks. Then come W, AUCC and Gamma.",
            outcome="One step uses the model, one uses the rule for ties, and one uses the fixed sizes.",
            free=((0, 1),),
            why=(
                "Renaming the objects changes no probability, and P of the M pairs are within.",
                "Tied pairs share the mean of their ranks, so the sum is that of 1 to M.",
                "The mean of a sum is the sum of the means: P/M times all the ranks.",
                "A constant plus a constant times W has the mean that the mean of W gives.",
                "Every pair that is not within is between, so M \N{MINUS SIGN} P cancels against N.",
                "Gamma is 2 AUCC \N{MINUS SIGN} 1, and PN is a constant.",
            ),
        ),
        _MEAN_HALF,
        Choice(
            "The corollary: if only k is fixed, the mean of Gamma is 0. One step of this proof is false. Which?",
            dict(_MIXED),
            _MIXED[2][0],
        ),
    ),
    "ex-null-oneway": (
        Number(
            f"What do the mid-ranks of all ordered pairs of {_PLACES} places add up to?",
            sum(range(1, 2 * _M + 1)),
            tempting=(
                (
                    sum(range(1, _M + 1)),
                    "That's for the unordered pairs. There are twice as many ordered ones: go on ranking.",
                ),
                (
                    2 * sum(range(1, _M + 1)),
                    "That's twice the sum for the unordered pairs. The second half of the ranks are larger: add "
                    "them up.",
                ),
            ),
            hint="How many ordered pairs are there? Add up that many ranks, beginning with 1.",
            outcome="The sum is M(2M + 1), whatever the travel times are.",
        ),
        Order(
            "Put the proof in order.",
            (
                "The model treats all objects alike, so each of the 2M ordered pairs is a within pair with "
                "probability P/M.",
                "The 2M mid-ranks have the same sum, whatever the times are.",
                "So the mean of W is P/M times that sum, which is P(2M + 1).",
                "In 1 \N{MINUS SIGN} AUCC = (W \N{MINUS SIGN} P(2P + 1))/(4PN) all else is constant, so we may "
                "substitute this mean for W.",
                "So 1 \N{MINUS SIGN} AUCC has mean 2P(M \N{MINUS SIGN} P)/(4PN), which is ½.",
            ),
            before=(
                (0, 2, "The mean of W needs the probability of a pair. Put that step earlier."),
                (1, 2, "The mean of W needs the sum of all ranks. Put that step earlier."),
                (2, 3, "Your order substitutes this mean before it is known. Which step finds it?"),
                (3, 4, "Your order simplifies before the mean of W has been put in. Exchange these two."),
            ),
            hint="The order is the same as in the chapter: the chance of a pair, the sum of the ranks, W, AUCC.",
            outcome="No step asks whether the way back takes as long.",
            free=((0, 1),),
            why=(
                "Renaming the places changes no probability, and 2P of the 2M ordered pairs are within.",
                "Ties share their ranks, so the sum is that of 1 to 2M.",
                "The mean of a sum is the sum of the means.",
                "With fixed sizes, P and N are constants.",
                "M \N{MINUS SIGN} P is N, so everything cancels but ½.",
            ),
        ),
        Choice(
            "Which line needed the symmetry?",
            {
                "line 1": "Line 1 asks only that all objects are treated alike, whichever way we read a pair. Check "
                "the others.",
                "line 2": "The ranks 1 to 2M have the same sum, whether or not the times are symmetric. Check the "
                "others.",
                "line 3": "Line 3 needs constants P and N, and no times. Is any line left that needs the symmetry?",
                "none": "The symmetry only makes the ordered pairs superfluous, because each pair would come twice.",
            },
            "none",
        ),
    ),
    "ex-null-fault": (
        Choice(
            "Which step is false?",
            {
                "The mean of W is ½ E[P](M + 1).": "This step is right: in each group of sizes the mean is ½ P(M + "
                "1), where M is the same for all. Look for a quotient of two random numbers.",
                "The mean of AUCC is 1 \N{MINUS SIGN} ½ E[P(M \N{MINUS SIGN} P)]/E[PN].": "This step confuses the "
                "mean of a ratio with the ratio of the means. If only k is fixed, PN is random.",
                "E[P(M \N{MINUS SIGN} P)]/E[PN] = 1.": "This step is right: N is M \N{MINUS SIGN} P in every "
                "partition. Look at the step before it, where a quotient is averaged.",
            },
            "The mean of AUCC is 1 \N{MINUS SIGN} ½ E[P(M \N{MINUS SIGN} P)]/E[PN].",
        ),
        Number(
            "Mean of the proportion of ties for `tied_tables(7)[1]`, to five decimals:",
            _SHARE,
            tempting=(
                (
                    _RATIO,
                    "That's one mean divided by the other, as in the false step. Divide for each partition, and "
                    "then take the mean.",
                ),
            ),
            hint="Compute s₀/(PN) for each of the 301 partitions, then take the mean.",
            outcome="The false step gives a different number, so it does not hold in general.",
            places=5,
        ),
        Choice(
            "What repairs the proof?",
            {
                "Take Gamma in place of AUCC.": "Gamma has the same denominator PN, and it is random. How could PN "
                "be made "
                "constant?",
                "Divide by E[P] E[N] instead.": "That is one more ratio of means. How could the denominator be made "
                "constant?",
                "Fix the sizes first, and mix afterwards.": "In a group of equal sizes PN is a constant, and all "
                "groups have the same mean.",
                "Drop the ties.": "Then the denominator varies even more from partition to partition. How could it "
                "be made "
                "constant?",
            },
            "Fix the sizes first, and mix afterwards.",
        ),
    ),
    "ex-appendix-four": (
        Choice(
            "What do you expect: which mean area is larger?",
            {
                "the mean area of the three partitions": "The two means are equal.",
                "the mean area of the three complements": "It's a natural guess, because the complements have "
                "more ones. But more ones do not raise an area: the two means are equal.",
                "neither": "Each area is one minus another, and the partitions have mean one half.",
            },
            "neither",
            predict=True,
        ),
        Number(
            "What is the area of {ac, bd}?",
            _area(_AC_BD),
            tempting=(
                (_area(_AC_BD, doubled_tie=0), "That counts the ties as nothing. Let each of them count one half."),
                (_area(_AC_BD, doubled_tie=2), "That counts the ties as won. Let each of them count one half."),
                (
                    _area(_complement(_AC_BD)),
                    "That's the complement. Subtract its area from 1 to get that of {ac, bd}.",
                ),
            ),
            hint="The ones are *ac* and *bd*, which are 2 and 3 apart. Compare each of them with the four zeros.",
        ),
        Number(
            "What is the area of the complement of {ad, bc}?",
            _area(_complement(_AD_BC)),
            tempting=(
                (
                    _area(_AD_BC),
                    "That's the partition itself. Subtract its area from 1 to get that of the complement.",
                ),
                (
                    _area(_complement(_AD_BC), doubled_tie=0),
                    "You counted the ties as nothing. Let each of them count one half.",
                ),
                (_area(_complement(_AC_BD)), "That's the complement of {ac, bd}. Exchange the digits of {ad, bc}."),
            ),
            hint="Compute the area of {ad, bc}. What do the two areas add up to?",
        ),
        Number(
            "How many of the four triples of objects break the complement of {ac, bd}?",
            _ones_of_triples(_complement(_AC_BD)).count(2),
            tempting=(
                (
                    _ones_of_triples(_AC_BD).count(2),
                    "You counted in the partition itself. For its complement, exchange the digits.",
                ),
                (
                    int(2 in _ones_of_triples(_complement(_AC_BD))),
                    "A single triple is enough to break it. Go through the three others as well.",
                ),
            ),
            hint="A triple breaks it if exactly two of its three pairs are 1.",
            outcome="In each triple one pair is together in the partition, so two are together in the complement.",
        ),
    ),
    "ex-appendix-mirrors": (
        Choice(
            "(a) (x, y) becomes",
            {
                _SWAP: "Within and between pairs trade places, and so do the two axes.",
                _TURN: "The order in which pairs are passed is the same, so the path still begins at (0, 0) with "
                "the same pair. On which axis is its first step now?",
                _OTHER: "The order in which pairs are passed is the same. What happens to a point if only the axes "
                "are exchanged?",
            },
            _SWAP,
        ),
        Choice(
            "(b) (x, y) becomes",
            {
                _SWAP: "The digits stay, so each pair stays on its axis. But what happens to the order in which "
                "pairs are passed?",
                _TURN: "What was passed first is passed last, so the path is walked from its end.",
                _OTHER: "The order is reversed, but the digits stay, so each pair stays on its axis. Where does the "
                "path begin, if it is walked from its end?",
            },
            _TURN,
        ),
        Choice(
            "(c) (x, y) becomes",
            {
                _SWAP: "The first step is right: that is (a). After it, reverse the order.",
                _TURN: "The first step is right: that is (b). After it, exchange zeros and ones.",
                _OTHER: "It is the mirror in the other diagonal, from (0, 1) to (1, 0).",
            },
            _OTHER,
        ),
        Number(
            f"The seven points have an area of {_AREA}. What is it after (c)?",
            _AREA,
            tempting=((_MIRRORED, "That's after one of the two mirrors. The other changes the area again."),),
            hint="Each of (a) and (b) makes an area one minus itself.",
            outcome="The area becomes one minus itself twice, so it is as before.",
        ),
        Construct(
            "RocBuilder",
            todo=f"These items have AUC {_OF_ITEMS['auc']:.2f}. Bring the area to one minus itself, with "
            f"{_OF_ITEMS['comparisons']} comparisons as before.",
            goal=(
                (
                    "comparisons",
                    "==",
                    _OF_ITEMS["comparisons"],
                    f"The number of comparisons is {{comparisons}} now, and it stays {_OF_ITEMS['comparisons']}.",
                ),
                (
                    "auc",
                    "==",
                    (2 * _OF_ITEMS["wrong"] + _OF_ITEMS["tied"]) / (2 * _OF_ITEMS["comparisons"]),
                    f"AUC is {{auc}}, and not 1 \N{MINUS SIGN} {_OF_ITEMS['auc']:.2f}.",
                ),
            ),
            outcome="Exchanging all classes is (a), reversing the order of the scores is (b). Both lead "
            "here, but by different curves.",
            start={"threshold": 10, "swept": 0},
        ),
    ),
    "ex-appendix-ties": (
        Choice(
            "Under the optimistic rule, AUC(C) + AUC(\u03a8(C)) is",
            {
                "1": "With one half for a tie it is 1. What does a tie give to each of the two here?",
                "1 + s₀/(PN)": "Both win a tie.",
                "1 \N{MINUS SIGN} s₀/(PN)": "Under the pessimistic rule both lose a tie. Under the optimistic rule, "
                "what do both get?",
                "1 + s₀/(2PN)": "You counted the extra half of a tie for only one of the two. Count it for both.",
            },
            "1 + s₀/(PN)",
        ),
        Choice(
            "Which steps fail?",
            {
                "Mirrored curve, step 2: the names are exchanged": "This step holds: at each threshold the same "
                "pairs pass. Look at what lies between two corners.",
                "Mirrored curve, step 3: between corners both curves are straight": "In the mirror, up before right "
                "becomes right before up.",
                "Mean over labellings, step 1: \u03a8(C) is distributed as C": "This step holds, because it does "
                "not use the rule for ties. Look for steps that do.",
                "Mean over labellings, step 3: the two areas add up to 1": "This step rests on the mirrored curve.",
            },
            (
                "Mirrored curve, step 3: between corners both curves are straight",
                "Mean over labellings, step 3: the two areas add up to 1",
            ),
        ),
        Number(
            "Ten dissimilarities are equal in groups of 4, 3 and 3. What is the mean over all labellings under the "
            "optimistic rule?",
            Fraction(1, 2) + _T / 2,
            tempting=(
                (
                    Fraction(1, 2) + _T,
                    "You added the whole proportion of ties. Half of each tie was counted "
                    "already, so add half of the proportion.",
                ),
                (
                    Fraction(1, 2) - _T / 2,
                    "You subtracted, as the pessimistic rule does. Here a tie counts as won, so add.",
                ),
                (Fraction(1, 2), "You used the diagonal rule. Here a tie counts as won: what does that add?"),
            ),
            hint="What proportion of all pairs of the ten values is tied? Add half of it to one half.",
            outcome="The mean is one half plus half of the proportion of ties.",
        ),
    ),
    "ex-appendix-wait": (
        Choice(
            "Why is what you keep uniform over the useful partitions?",
            {
                "all vectors of digits are equally likely, so all that are kept are": "Given that the result lies in a "
                "part, each member of this part is as likely as any other.",
                "a partition and its complement are equally likely": "They are equally likely, but the complement "
                "is never kept. Compare two partitions instead.",
                "the mean of AUC is one half": "A mean tells us nothing about single probabilities. How likely is "
                "each vector "
                "of digits?",
            },
            "all vectors of digits are equally likely, so all that are kept are",
        ),
        Number(
            "For n = 5, how many labellings does one partition take on average (all-equal digits counted among them)?",
            _wait(5),
            tempting=(
                (
                    _wait(5, excluded=0),
                    "You counted all together and all apart, which are not kept. Subtract 2 from the number of "
                    "partitions.",
                ),
                (
                    Fraction(2**5, count_partitions(5) - 2),
                    "That's a coin for each object. How many pairs are there?",
                ),
            ),
            hint="Divide the number of all vectors of digits by the number of useful partitions.",
        ),
        Number(
            "For n = 20, how many digits has this number before the point?",
            len(str(int(_wait(20)))),
            tempting=(
                (
                    len(str(2 ** comb(20, 2))),
                    "You counted the digits of the number of labellings. Divide by the number of partitions first.",
                ),
                (
                    len(str(count_partitions(20))),
                    "You counted the digits of the number of partitions. Divide the number of labellings by it first.",
                ),
            ),
            hint="Divide 2 to the power 190 by the number of partitions minus 2.",
            outcome="The sampler is correct, but useless.",
        ),
        Choice(
            "Do means over all labellings hold for what is kept?",
            {
                "yes, since both are uniform": "Both are uniform, but over different things. Compare the means of c "
                "in the chapter.",
                "no": "Keeping is the step that changes the mean of c.",
            },
            "no",
        ),
        Write("is_partition"),
    ),
    "ex-appendix-scores": (
        Objects(
            "For which of them is f(C) + f(Ψ(C)) the same for all labellings?",
            tuple(_SCORES),
            right=_CONSTANT,
            tempting=(
                (
                    tuple(name for name in _SCORES if _SUMS[name] == {1}),
                    "You left one out. The sum need not be 1: look at the score on another scale.",
                ),
                (
                    tuple(_SCORES),
                    "Not all of them pass. Look for a score that divides by something that the exchange changes.",
                ),
            ),
            hint="Exchange the digits of a few labellings, and add the two scores.",
        ),
        Objects(
            "For which is the mean over the useful partitions the same as the mean over all labellings?",
            tuple(_SCORES),
            right=_CORRECTED,
            tempting=(
                (_CONSTANT, "That's the first list again. Look at the means in the chapter: two of these fail."),
                (
                    tuple(name for name in _CORRECTED if name in _CONSTANT),
                    "You left one out: its sums vary, and yet its mean is 0 for both.",
                ),
            ),
            hint="Compute both means for each score.",
            outcome="These are the scores that are corrected for chance, given the sizes.",
        ),
        Choice(
            "Is the first property needed for the second?",
            {
                "yes": "Is there a score in the second list that is not in the first?",
                "no": "The ARI has the second property but not the first, and c has the first but not the second.",
            },
            "no" if set(_CORRECTED) - set(_CONSTANT) else "yes",
        ),
    ),
    "ex-appendix-coins": (
        Choice(
            "Which step of the quoted proof fails?",
            {
                "\u03a8 is one to one": "This step is right, because Ψ undoes itself. What more does the next step "
                "need?",
                "so AUC(C) and AUC(\u03a8(C)) have the same mean": "This step needs equal probabilities as well, "
                "but the complement turns three ones in ten into seven.",
                "each of the two is 1/2, since they add up to 1": "This step is right if the step before it is. So "
                "check that "
                "step: which coins make C and \u03a8(C) equally likely?",
            },
            "so AUC(C) and AUC(\u03a8(C)) have the same mean",
        ),
        Objects(
            "For which of these coins is the mean of AUC on the four points not one half?",
            tuple(_COINS),
            right=_NOT_HALF,
            tempting=(
                (
                    tuple(name for name, heads in _COINS.items() if set(heads) != {5}),
                    "This holds for some coins that are not fair, but not for all: what if all pairs have the same "
                    "coin?",
                ),
                (
                    tuple(name for name, heads in _COINS.items() if len(set(heads)) == 1),
                    "These coins treat all pairs alike. Look for coins that know the distances.",
                ),
            ),
            hint="Which coins treat all pairs alike?",
            outcome="Coins that favour short pairs have looked at the data.",
        ),
        Order(
            "The steps of the repaired proof for coins of 3/10 are mixed up. Put them in order.",
            (
                "All labellings with the same number P of ones are equally likely.",
                "So, given P, each pair is 1 with probability P/m.",
                "So, given P, the rank sum of the ones has mean P(m + 1)/2.",
                "So, given P, the mean of AUC is 1/2, because AUC is a straight line in the rank sum.",
                "Whatever P is drawn, the mean is the same, so it is 1/2 over all.",
            ),
            before=(
                (
                    0,
                    1,
                    "Each pair has the same chance because the labellings are equally likely. Put the labellings "
                    "first.",
                ),
                (1, 2, "The mean of the rank sum adds up the chances of all pairs. Put these first."),
                (2, 3, "The mean of AUC follows from the mean of the rank sum. Exchange the two."),
                (3, 4, "Your order mixes the P before the mean is known for each. Fix P first."),
            ),
            hint="Begin with a given P, and put all P together at the end.",
            outcome="The proof needs no complement.",
            why=(
                "P ones have the same probability wherever they stand: 3/10 to the power P, and so on.",
                "All pairs have a 1 in equally many of these labellings.",
                "The ranks add up to m(m + 1)/2, and each counts with probability P/m.",
                "A straight line takes means to means.",
                "A mean of equal means is that mean.",
            ),
        ),
    ),
    "ex-appendix-factor": (
        Number(
            "How many comparisons of four objects are there in {ab, cd}?",
            _kinds(2, 2)[1],
            tempting=(
                (_kinds(2, 2)[0], "You counted the comparisons of three objects. Leave these out: are there others?"),
            ),
            hint="Does any between pair share no object with *ab*, or none with *cd*?",
            outcome="So there is nothing for the factor to multiply.",
        ),
        Number(
            "And how many are there for the sizes 3, 1, 1?",
            _FOURS,
            tempting=(
                (_THREES, "You counted those of three objects. Take the comparisons whose pairs share no object."),
                (_THREES + _FOURS, "You counted all comparisons, PN. Which of them involve four objects?"),
                (
                    4 * _FOURS,
                    "You counted each comparison four times, because it occurs in four ordered quadruples. "
                    "Count it once.",
                ),
            ),
            hint="Subtract the comparisons of three objects from all comparisons.",
        ),
        Order(
            "Here is the proof that only the sizes 2, 1 and 2, 2 have no comparisons of four objects. Put the steps "
            "in order.",
            (
                "The factor matters as soon as a within and a between pair share no object.",
                "With three clusters or more, a within pair and a between pair of two other clusters share no object.",
                "So there are two clusters.",
                "If one of them holds three objects, take two of these, and the third with an object outside: the "
                "two pairs share no object.",
                "So each cluster holds at most two objects, which leaves 2, 1 and 2, 2.",
                "There each between pair takes an object of each cluster, and so shares an object with each within "
                "pair.",
            ),
            before=(
                (0, 1, "Your order begins without saying what to look for. Put that first."),
                (1, 2, "That there are two clusters follows from what happens with more. Put that earlier."),
                (2, 3, "*One of them* means the two clusters. Say first that there are two."),
                (3, 4, "That a cluster holds at most two follows from what happens with three. Exchange the two."),
                (4, 5, "*There* means the sizes that are left. Put the step that finds them earlier."),
            ),
            hint="Rule out many clusters, then large clusters. Finally, show that what is left has no such comparison.",
            outcome="If there is such a comparison, some data make it concordant, and then it is counted four times.",
            why=(
                "Only comparisons of four objects are counted four times.",
                "The two other clusters have no object of the first.",
                "Three or more are ruled out, and a single cluster has no between pairs.",
                "The pair inside and the pair outwards use different objects.",
                "Three or more are ruled out, and two singletons have no within pair.",
                "A cluster of two has only its own two objects to give.",
            ),
        ),
    ),
}
