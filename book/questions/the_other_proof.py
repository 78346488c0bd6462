"""Questions of the excursion *The paper's two proofs*."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod

from aucc_teach import datasets
from aucc_teach.aucc import concordance
from aucc_teach.demos import RocBuilder
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order
from aucc_teach.pairs import co_membership
from aucc_teach.partitions import count_partitions

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
_WON = _ITEMS.comparisons

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
    "share of ones": lambda labelling: Fraction(sum(labelling), 6),
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

EXERCISES = {
    "ex-appendix-four": (
        Choice(
            "What do you expect: which mean area is larger?",
            {
                "that of the three partitions": "They are equal.",
                "that of the three complements": "They are equal. More ones do not raise an area.",
                "neither": "Each area is one minus another, and the partitions have the mean one half.",
            },
            "neither",
            predict=True,
        ),
        Number(
            "Area of {ac, bd}:",
            _area(_AC_BD),
            tempting=(
                (_area(_AC_BD, doubled_tie=0), "The ties count nothing here. Let them count one half."),
                (_area(_AC_BD, doubled_tie=2), "The ties count as won here. Let them count one half."),
                (_area(_complement(_AC_BD)), "That is the area of its complement."),
            ),
            hint="The ones are *ac* and *bd*, 2 and 3 apart. Compare each with the four zeros.",
        ),
        Number(
            "Area of the complement of {ad, bc}:",
            _area(_complement(_AD_BC)),
            tempting=(
                (_area(_AD_BC), "That is the area of the partition itself."),
                (_area(_complement(_AD_BC), doubled_tie=0), "The ties count nothing here. Let them count one half."),
                (_area(_complement(_AC_BD)), "That is the complement of {ac, bd}."),
            ),
            hint="Compute the area of {ad, bc}. What do the two add up to?",
        ),
        Number(
            "How many of the four triples of objects break the complement of {ac, bd}?",
            _ones_of_triples(_complement(_AC_BD)).count(2),
            tempting=(
                (_ones_of_triples(_AC_BD).count(2), "That is for the partition itself. Turn the digits round."),
                (
                    int(2 in _ones_of_triples(_complement(_AC_BD))),
                    "One is enough to break it. Look at the others as well.",
                ),
            ),
            hint="A triple breaks it if exactly two of its three pairs are 1.",
            outcome="In each triple one pair is together in the partition, so two are in the complement.",
        ),
    ),
    "ex-appendix-mirrors": (
        Choice(
            "(a) (x, y) becomes",
            {
                _SWAP: "Within and between pairs trade places, so the two axes do.",
                _TURN: "The order in which pairs are passed is as before: the path still begins at (0, 0) with the "
                "same pair.",
                _OTHER: "The order in which pairs are passed is as before. Only the names of the axes are exchanged.",
            },
            _SWAP,
        ),
        Choice(
            "(b) (x, y) becomes",
            {
                _SWAP: "The digits stay, so each pair stays on its axis. What of the order in which pairs are passed?",
                _TURN: "What was passed first is passed last: the path is walked from its end.",
                _OTHER: "The order is turned round, but the digits stay, so each pair stays on its axis.",
            },
            _TURN,
        ),
        Choice(
            "(c) (x, y) becomes",
            {
                _SWAP: "That is (a) alone. Then the order is reversed.",
                _TURN: "That is (b) alone. Then zeros and ones are exchanged.",
                _OTHER: "The mirror in the other diagonal, from (0, 1) to (1, 0).",
            },
            _OTHER,
        ),
        Number(
            f"The seven points have the area {_AREA}. What is it after (c)?",
            _AREA,
            tempting=((_MIRRORED, "That is after one of the two. The other turns it again."),),
            hint="Each of (a) and (b) makes an area one minus itself.",
            outcome="Twice one minus itself.",
        ),
        Construct(
            "RocBuilder",
            todo=f"These items have AUC {_ITEMS.auc:.2f}. Bring the area to one minus itself, with {sum(_WON)} "
            "comparisons as before.",
            goal=(("auc", "==", (2 * _WON.s_minus + _WON.s_zero) / (2 * sum(_WON))), ("comparisons", "==", sum(_WON))),
            outcome="To exchange all classes is (a), to turn the order of the scores round is (b). Both lead here, by "
            "different curves.",
            start={"threshold": 10, "swept": 0},
        ),
    ),
    "ex-appendix-ties": (
        Choice(
            "Under the optimistic rule, AUC(C) + AUC(\u03a8(C)) is",
            {
                "1": "That is so if a tie gives one half to both. What does it give here?",
                "1 + s₀/(PN)": "A tie is won by both.",
                "1 \N{MINUS SIGN} s₀/(PN)": "That is the pessimistic rule: a tie is lost by both.",
                "1 + s₀/(2PN)": "That is one half of a tie too many for one of the two. Both have it.",
            },
            "1 + s₀/(PN)",
        ),
        Choice(
            "Which steps fail?",
            {
                "Mirrored curve, step 2: the names are exchanged": "At each threshold the same pairs pass, whatever a "
                "tie counts.",
                "Mirrored curve, step 3: between corners both curves are straight": "Up before right becomes right "
                "before up in the mirror.",
                "Mean over labellings, step 1: \u03a8(C) is distributed as C": "The rule for ties is not in it.",
                "Mean over labellings, step 3: the two areas add up to 1": "It rests on the mirrored curve.",
            },
            (
                "Mirrored curve, step 3: between corners both curves are straight",
                "Mean over labellings, step 3: the two areas add up to 1",
            ),
        ),
        Number(
            "Ten dissimilarities are equal in groups of 4, 3 and 3. The mean over all labellings under the optimistic "
            "rule:",
            Fraction(1, 2) + _T / 2,
            tempting=(
                (Fraction(1, 2) + _T, "Half of a tie was counted already: add half of the share of ties."),
                (Fraction(1, 2) - _T / 2, "That is the pessimistic rule."),
                (Fraction(1, 2), "That is the diagonal rule."),
            ),
            hint="What share of all couples of the ten is tied? Half of it is added to one half.",
            outcome="One half and half of the share of ties.",
        ),
    ),
    "ex-appendix-wait": (
        Choice(
            "Why is what you keep uniform over the useful partitions?",
            {
                "all vectors of digits are equally likely, so all that are kept are": "Given that the result lies in a "
                "part, each member of this part is as likely as any other.",
                "a partition and its complement are equally likely": "They are. But the complement is never kept.",
                "the mean of AUC is one half": "A mean says nothing about single probabilities.",
            },
            "all vectors of digits are equally likely, so all that are kept are",
        ),
        Number(
            "Labellings that one partition takes on average, for n = 5 (all-equal digits counted among them):",
            _wait(5),
            tempting=(
                (_wait(5, excluded=0), "All together and all apart are no useful partitions: they are not kept."),
                (Fraction(2**5, count_partitions(5) - 2), "There is a coin for each pair, not for each object."),
            ),
            hint="All vectors of digits, over the useful partitions.",
        ),
        Number(
            "How many digits has this number for n = 20, before the point?",
            len(str(int(_wait(20)))),
            tempting=(
                (len(str(2 ** comb(20, 2))), "So many digits have the labellings. Divide by the partitions."),
                (len(str(count_partitions(20))), "So many digits have the partitions. Divide the labellings by them."),
            ),
            hint="2 to the power 190, over the number of partitions less 2.",
            outcome="A correct sampler, and useless.",
        ),
        Choice(
            "Do means over all labellings hold for what is kept?",
            {
                "yes, since both are uniform": "Uniform over different things. Compare the means of c in the chapter.",
                "no": "Keeping is the step that changes the mean of c.",
            },
            "no",
        ),
        Write("is_partition"),
    ),
    "ex-appendix-scores": (
        Objects(
            "For which is f(C) + f(\u03a8(C)) the same for all labellings?",
            tuple(_SCORES),
            right=_CONSTANT,
            tempting=(
                (
                    tuple(name for name in _SCORES if _SUMS[name] == {1}),
                    "The sum need not be 1. Look at the one on another scale.",
                ),
                (tuple(_SCORES), "One divides by something that changes when zeros and ones are exchanged."),
            ),
            hint="Exchange the digits of a few labellings, and add.",
        ),
        Objects(
            "For which is the mean over the useful partitions the same as that over all labellings?",
            tuple(_SCORES),
            right=_CORRECTED,
            tempting=(
                (_CONSTANT, "That is the first list. Look at the means in the chapter: two of these fail."),
                (
                    tuple(name for name in _CORRECTED if name in _CONSTANT),
                    "One more: its sums vary, and yet its mean is 0 for both.",
                ),
            ),
            hint="Compute both means for each score.",
            outcome="Those that are corrected for chance, given the sizes.",
        ),
        Choice(
            "Is the first property needed for the second?",
            {
                "yes": "Is there a score in the second list that is not in the first?",
                "no": "The ARI has the second and not the first. And c has the first and not the second.",
            },
            "no" if set(_CORRECTED) - set(_CONSTANT) else "yes",
        ),
    ),
    "ex-appendix-coins": (
        Choice(
            "Which step of the quoted proof fails?",
            {
                "\u03a8 is one to one": "It is: it undoes itself. What more does the next step need?",
                "so AUC(C) and AUC(\u03a8(C)) have the same mean": "That needs equal probabilities too: three ones in "
                "ten against seven.",
                "each of the two is 1/2, since they add up to 1": "That is right if the step before is.",
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
                    "Not for all coins that are not fair: what if all pairs have the same coin?",
                ),
                (
                    tuple(name for name, heads in _COINS.items() if len(set(heads)) == 1),
                    "These treat all pairs alike. Look for coins that know the distances.",
                ),
            ),
            hint="Which coins treat all pairs alike?",
            outcome="Coins that favour short pairs have looked at the data.",
        ),
        Order(
            "The repaired proof for coins of 3/10, mixed up. Put it in order.",
            (
                "All labellings with the same number P of ones are equally likely.",
                "So, given P, each pair is 1 with probability P/m.",
                "So, given P, the rank sum of the ones has the mean P(m + 1)/2.",
                "So, given P, the mean of AUC is 1/2: AUC is a straight line in the rank sum.",
                "Whatever P is drawn, the mean is the same, so it is 1/2 over all.",
            ),
            before=(
                (0, 1, "That each pair has the same chance follows from labellings that are equally likely."),
                (1, 2, "The mean of the rank sum adds up the chances of all pairs. They come first."),
                (2, 3, "The mean of AUC follows from that of the rank sum."),
                (3, 4, "First one P, then the mean over all of them."),
            ),
            hint="Given P first; at the end, all P together.",
            outcome="No complement is needed.",
        ),
    ),
    "ex-appendix-factor": (
        Number(
            "Comparisons of four objects in {ab, cd}:",
            _kinds(2, 2)[1],
            tempting=((_kinds(2, 2)[0], "These are the comparisons of three objects. Are there others?"),),
            hint="Does any between pair share no object with *ab*, or none with *cd*?",
            outcome="So there is nothing for the factor to multiply.",
        ),
        Number(
            "And for the sizes 3, 1, 1?",
            _FOURS,
            tempting=(
                (_THREES, "These involve three objects: the two pairs share one."),
                (_THREES + _FOURS, "These are all comparisons, PN."),
                (4 * _FOURS, "These are the ordered quadruples: each comparison stands in four of them."),
            ),
            hint="All comparisons, less those of three objects.",
        ),
        Order(
            "The proof that only the sizes 2, 1 and 2, 2 have no comparisons of four objects, mixed up. Put it in "
            "order.",
            (
                "The factor matters as soon as a within and a between pair share no object.",
                "With three clusters or more, a within pair and a between pair of two other clusters share none.",
                "So there are two clusters.",
                "If one of them holds three objects, two of these and the third with an object outside share none.",
                "So each cluster holds two objects at most, which leaves 2, 1 and 2, 2.",
                "There each between pair takes an object of each cluster, and so shares one with each within pair.",
            ),
            before=(
                (0, 1, "Say first what is looked for."),
                (1, 2, "That there are two clusters has to be shown by what happens with more."),
                (2, 3, "*One of them* speaks of the two clusters: that there are two comes first."),
                (3, 4, "That a cluster holds two at most follows from what happens with three."),
                (4, 5, "*There* means the sizes that are left."),
            ),
            hint="Rule out many clusters, then large ones. What is left is shown to be free of them.",
            outcome="If there is such a comparison, some data make it concordant, and it is counted four times.",
        ),
    ),
    "ex-appendix-open": (
        Choice(
            "What is the AUC of the closest 10 percent, before you compute it?",
            {
                "0.9": "It is 1.",
                "1": "The ones are the closest pairs: each comparison is right by construction.",
                "one half": "It is 1.",
            },
            "1",
            predict=True,
        ),
        Choice(
            "So is this labelling the best clustering of the wines?",
            {
                "yes: no AUC is higher": "AUC scores pairs. Does it ask whether they make clusters?",
                "no: it is no clustering": "Two ones in three come again and again: it is not transitive.",
                "no: it has too few ones": "The number of ones is not what is wrong. Count broken triples.",
            },
            "no: it is no clustering",
        ),
        Open(
            (
                "Theorem P2\N{RIGHT SINGLE QUOTATION MARK}s model is out: this is no partition.",
                "Theorem P3\N{RIGHT SINGLE QUOTATION MARK}s can be used, but nothing in the wines tosses coins.",
                "The labelling was made from the distances: it is not blind.",
                "What can be done in its place, such as to shuffle the wines of one of two such labellings.",
            ),
            prompt="Write down against which model you would hold it, then tick what your answer says:",
        ),
    ),
}
