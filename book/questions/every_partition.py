"""Questions of the excursion *Every partition there is*."""

import math
from fractions import Fraction
from math import comb, factorial, perm, prod
from pathlib import Path

from scipy.stats import chi2
from sklearn.datasets import load_wine

from aucc_teach import PairRanking
from aucc_teach.exercises import Break, Choice, Field, Number, Objects, Open, Order, Write
from aucc_teach.partitions import count_partitions, set_partitions

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims

# ---- profiles of five objects

_PROFILES = ((3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1))
_MOST = ", ".join(map(str, max(_PROFILES, key=lambda sizes: count_partitions(5, sizes=sizes))))


def _of(*sizes):
    return count_partitions(sum(sizes), sizes=sizes)


def _with_names(*sizes):
    """Who forgets that clusters of one size can be exchanged counts the multinomial coefficient."""
    return Fraction(factorial(sum(sizes)), prod(map(factorial, sizes)))


# ---- strings

_WORDS = ("0102", "0021", "0120", "1010", "0113")


def _in_order(word):
    names = {}
    return "".join(str(names.setdefault(digit, len(names))) for digit in word)


def _words(keep):
    return tuple(word for word in _WORDS if keep(word))


_STRINGS = ["".join(map(str, labels)) for labels in set_partitions(5)]
_AFTER = _STRINGS[_STRINGS.index("01222") + 1]
_LATER = _STRINGS[_STRINGS.index("01222") + 2]

# ---- the recurrence of all partitions


def _bell(n):
    return count_partitions(n)


_WITH_ONE = Fraction(comb(5, 4) * _bell(4), _bell(6))

# ---- a ring that is turned

_RING = (0, 0, 0, 1, 1, 2)
_TURNED = [_RING[i:] + _RING[:i] for i in range(6)]
_REACHED = len({_in_order(labels) for labels in _TURNED})
_COMPANIONS = "bcdef"
_NEVER = tuple(
    name for i, name in enumerate(_COMPANIONS, start=1) if not any(labels[0] == labels[i] for labels in _TURNED)
)
_NO_NEIGHBOURS = tuple(_COMPANIONS[1:-1])
_FAR_IN_A_ROW = tuple(_COMPANIONS[max(map(_RING.count, _RING)) - 1 :])

# ---- chi-square

_CELLS = _bell(6)
_EXPECTED = _CELLS - 1
_DEVIATION = math.sqrt(2 * _EXPECTED)

# ---- labels whose number is drawn


def _sum_over_e(n, j):
    """Sum over K of K^n/K! times the probability of a partition into j clusters, over e."""
    terms = (Fraction(K**n, factorial(K)) * Fraction(perm(K, j), K**n) for K in range(j, 40))
    return float(sum(terms)) / math.e


# ---- forty patients

_PATIENTS, _K = 40, 12
_TREE = (15, 15) + (1,) * 10
_ALL_PAIRS = comb(_PATIENTS, 2)
_TOGETHER = Fraction(comb(34, 2) + comb(6, 2), _ALL_PAIRS)
_IN_TREE = Fraction(sum(comb(size, 2) for size in _TREE), _ALL_PAIRS)
_GIVEN_K = float(Fraction(count_partitions(_PATIENTS - 1, k=_K), count_partitions(_PATIENTS, k=_K)))


def _expected_c(q):
    """Mean of c, if two patients are together with probability q."""
    return float(_TOGETHER * q + (1 - _TOGETHER) * (1 - q))


# ---- claims

_ARI_ORDER = Break(
    "ari-order",
    "Of two partitions, the partition with the higher c with a reference has the higher ARI with it.",
    (
        Field("Reference", "partition", "abc de"),
        Field("First partition", "partition", "ab c de"),
        Field("Second partition", "partition", "a b cde"),
    ),
    _CHECKS,
    {
        "equal": "Both have c = {c1}. The claim is about two partitions of which one has a higher c.",
        "holds": "c is {c1} and {c2}, and the ARI is {ari1} and {ari2}: the order is the same. Try one partition into "
        "many clusters.",
        "broken": "c is {c1} and {c2}, but the ARI is {ari1} and {ari2}: the partition with the higher c does not have "
        "the higher ARI.",
    },
    (
        (
            "The ARI is c on another scale, and a scale keeps the order.",
            "The scale differs from one pair of sizes to the next. If two partitions have the same cluster sizes, the "
            "order is kept; otherwise it need not be.",
        ),
        (
            "Both rise with the number of pairs together in both.",
            "This holds for fixed cluster sizes. But c also rises with the pairs apart in both, and many "
            "clusters have many of them.",
        ),
        (
            "Both are 1 only for equal partitions.",
            "This fixes the top of both scales, but tells us nothing about the order below.",
        ),
    ),
)


# ---- eight wines

_WINES = load_wine().data
_WINES = (_WINES - _WINES.mean(axis=0)) / _WINES.std(axis=0)


def _scatter():
    """Standard deviation of AUCC over all partitions of eight wines into 2, 4 and 7 clusters."""
    eight = PairRanking(_WINES[::22][:8])
    return {k: eight.score_many(list(set_partitions(8, k=k))).std() for k in (2, 4, 7)}


_SCATTER = _scatter()

PREDICTIONS = {
    "pre-chance-single": Choice(
        "Where is single linkage under fixed k?",
        {
            "at chance, too": "The other model has another zero.",
            "far above chance": "A typical partition into three clusters of wines does better, not worse.",
            "far below chance": "A typical partition into three has clusters of nearly equal size, and agrees with the "
            "varieties on more pairs.",
        },
        "far below chance",
        predict=True,
    ),
    "pre-every-fair": Choice(
        "Which of the three samplers draw all 203 partitions equally often?",
        {
            "the package's": "Each choice of the third is fair, too. But fair choices that "
            "are "
            "not equally many along the way do not make a fair result.",
            "a die for each object": "All apart has 720 labellings, all together only six.",
            "object by object": "Its choices are fair, but their number depends on the choices before.",
        },
        ("the package's",),
        predict=True,
    ),
    "pre-every-notice": Choice(
        "Which means are the same for fixed sizes, fixed k, all partitions and random labels?",
        {
            "Rand's c": "It moves with the probability that two objects are together.",
            "ARI": "The ARI is corrected under fixed sizes, and that is enough.",
            "AUCC": "Every model here is a mixture of groups with fixed sizes.",
        },
        ("ARI", "AUCC"),
        predict=True,
    ),
    "pre-half-stacks": Choice(
        "At 5/16, 7/16 or 12/16: where will most of a hundred dots fall?",
        {
            "at 7/16, nearest one half": "For that, one partition would have to come more often than the others.",
            "at 12/16, where they start": "A shuffle forgets where it began.",
            "about equally often at all three": "There's no bell here: chance picks a partition, not a value, and "
            "each of the three comes equally often.",
        },
        "about equally often at all three",
        predict=True,
    ),
    "pre-half-scatter": Choice(
        "For which number of clusters do the AUCCs of the eight wines scatter most?",
        dict.fromkeys(
            (f"{k} clusters" for k in _SCATTER),
            "There are most partitions in the middle. But with seven clusters everything depends on "
            "a single within pair.",
        ),
        f"{max(_SCATTER, key=_SCATTER.get)} clusters",
        predict=True,
    ),
}

EXERCISES = {
    "ex-every-five": (
        Choice(
            "What do you expect: which profile has the most partitions?",
            {
                "3, 2": "There are ten choices of the two objects.",
                "3, 1, 1": "There are ten choices of the three objects.",
                "2, 2, 1": "The singleton can be any object, and the others can be paired in several ways.",
                "2, 1, 1, 1": "There are ten choices of the pair.",
            },
            _MOST,
            predict=True,
        ),
        Number(
            "How many partitions have the sizes 2, 2, 1?",
            _of(2, 2, 1),
            tempting=(
                (
                    _with_names(2, 2, 1),
                    "You counted *ab|cd|e* and *cd|ab|e* twice, because the two clusters have no "
                    "names. Count them once.",
                ),
                (
                    _with_names(2, 2, 1) / factorial(3),
                    "You divided by the exchanges of all three clusters. Only the two clusters of size 2 can be "
                    "exchanged.",
                ),
                (_of(2, 2), "You paired four objects. Multiply by the choices of the fifth."),
            ),
            hint="Choose the object that is a singleton. How can the other four be paired?",
        ),
        Number(
            "How many partitions have the sizes 3, 1, 1?",
            _of(3, 1, 1),
            tempting=(
                (
                    _with_names(3, 1, 1),
                    "You counted each partition twice, because the two singletons have no names. Count it once.",
                ),
            ),
            hint="Choose the three objects. Is anything left to choose?",
        ),
        Number(
            "S(5, 3):",
            count_partitions(5, k=3),
            tempting=(
                (
                    count_partitions(4, k=2) + count_partitions(4, k=3),
                    "You left out a factor: the last object can be in any of the three clusters, so that term has "
                    "to be multiplied by 3.",
                ),
                (
                    count_partitions(4, k=2) + 2 * count_partitions(4, k=3),
                    "You multiplied by k \N{MINUS SIGN} 1. If the last object has company, it can be in any of k "
                    "clusters.",
                ),
                (
                    count_partitions(5, k=3) * factorial(3),
                    "You counted each partition 3! times, because these clusters have names. Count it once.",
                ),
            ),
            hint="Add up the profiles with three clusters, or use the recurrence.",
            outcome="This is 3, 1, 1 and 2, 2, 1 together.",
        ),
        Write("size_profiles"),
        Write("number_with_sizes"),
    ),
    "ex-every-strings": (
        Objects(
            "Which of them are restricted growth strings?",
            _WORDS,
            right=_words(lambda word: word == _in_order(word)),
            tempting=(
                (_words(lambda word: word[0] == "0"), "Beginning with 0 is not enough. Does a digit skip a number?"),
                (
                    _words(lambda word: set(word) == set(map(str, range(len(set(word)))))),
                    "All of these numbers occur, but not all in the order in which they are met. Read each string "
                    "from the left.",
                ),
                (
                    _words(lambda word: word == "".join(sorted(word))),
                    "You asked for sorted digits, but digits may fall again. Ask only whether a number is skipped.",
                ),
            ),
            hint="Go through each string: a digit may exceed the largest before it by one, but not by more.",
        ),
        Choice(
            "What is the restricted growth string of 0021?",
            {
                "0011": "Here the last two objects are together, but in 0021 they are apart. Give each new cluster "
                "the next "
                "free number.",
                "0012": "The third object opens the next cluster, so it gets the next number.",
                "0021": "The third object opens the second cluster. Which number does the rule give it?",
            },
            _in_order("0021"),
            name="restricted-growth-string-of-0021",
        ),
        Choice(
            "What is the restricted growth string of 0120?",
            {
                "0012": "You sorted the digits, which makes a different partition. Who is with the first object?",
                "0112": "Here the second and the third object are together, but in 0120 they are apart. Does 0120 "
                "skip a "
                "number at all?",
                "0120": "It stays as it is: each new cluster gets the next number, but digits may fall again.",
            },
            _in_order("0120"),
            name="restricted-growth-string-of-0120",
        ),
        Choice(
            "What is the restricted growth string of 1010?",
            {
                "0011": "You sorted the digits, which makes a different partition. Who is with the first object?",
                "0101": "The names are new, but the clusters are the same.",
                "1010": "The first object opens the first cluster. Which number does the rule give it?",
            },
            _in_order("1010"),
            name="restricted-growth-string-of-1010",
        ),
        Choice(
            "What is the restricted growth string of 0113?",
            {
                "0112": "The fourth object opens the third cluster, so it gets the number 2.",
                "0113": "When the fourth object comes, which number is the next free one?",
                "0122": "Here the last two objects are together, but in 0113 the second and the third are. Change "
                "only the "
                "number that is skipped to.",
            },
            _in_order("0113"),
            name="restricted-growth-string-of-0113",
        ),
        Choice(
            "Which string comes after 01222?",
            {
                "01223": "The last digit may rise to one more than the largest before it.",
                "01230": "That string comes later. Let the last digit rise by 1 first.",
                "01233": "Here two digits have risen. Which digit rises first?",
            },
            _AFTER,
        ),
        Choice(
            "Which string comes after 01234?",
            {
                "01235": "The last digit may be at most 1 more than the largest before it, which is 3. Can any "
                "digit still "
                "rise?",
                "00000": "That is the first string of the list. What comes after the last?",
                "nothing": "All objects are apart, so this string is the last.",
            },
            "nothing" if _STRINGS[-1] == "01234" else "00000",
        ),
        Write("by_first_appearance"),
    ),
    "ex-every-bell": (
        Number(
            "Six objects: with what probability must exactly one other be with the last one?",
            _WITH_ONE,
            tempting=(
                (
                    Fraction(_bell(4), _bell(6)),
                    "You fixed the companion. How many companions are there to choose from?",
                ),
                (
                    Fraction(comb(5, 1) * _bell(1), _bell(6)),
                    "You partitioned the companion. The four objects that are not with the last one are to be "
                    "partitioned.",
                ),
                (
                    Fraction(1, 6),
                    "You took all numbers of companions for equally likely. Count the partitions of each.",
                ),
            ),
            hint="In part (c), j counts the objects that are *not* with the last one. Which j do we need?",
            outcome="There are five companions, and for each of them the partitions of the other four.",
        ),
        Order(
            "Here is the proof that your sampler is uniform. Put the steps in order.",
            (
                "For no objects there is one partition, and it is drawn.",
                "Take a partition of n objects, and let j be the number of objects that are not with the last one.",
                "This j is drawn with probability C(n \N{MINUS SIGN} 1, j) Bⱼ / Bₙ.",
                "Among all choices of j objects, the right choice is drawn with probability 1 / C(n \N{MINUS SIGN} "
                "1, j).",
                "For j objects we know the claim, because j is less than n: their partition has probability 1 / Bⱼ.",
                "The product of the three probabilities is 1 / Bₙ.",
            ),
            before=(
                (0, 1, "An induction begins with its smallest case. Put that step first."),
                (1, 2, "*This j* has no meaning before the partition is taken. Take the partition earlier."),
                (2, 3, "Which j objects can be drawn only when j is known. Draw j earlier."),
                (3, 5, "Your order multiplies while a probability is missing: that of the choice of objects."),
                (4, 5, "Your order multiplies while a probability is missing: that of the partition of the j objects."),
            ),
            hint="Begin with the smallest case. Then follow the steps of the sampler, one after the other.",
            outcome="Everything that depends on j cancels.",
            free=((3, 4),),
            why=(
                "There is nothing to draw.",
                "Every partition has such a j, so no partition is left out.",
                "That is how the sampler draws j.",
                "All choices of j objects are equally likely.",
                "This is the induction hypothesis.",
                "The three draws are independent, and the binomial coefficient and Bⱼ cancel.",
            ),
        ),
        Choice(
            "A different sampler: each object joins the last one with probability Bₙ₋₁/Bₙ, independently; then the "
            "rest is partitioned. Is it uniform?",
            {
                "yes: each pair is together with the right probability": "Each single pair is together with the "
                "right probability. But multiply for two of them, and compare with the partitions that have "
                "three objects together.",
                "no: two objects join the last one more often together than if the events were independent": "The "
                "events are not independent, so it is not enough to be right for each pair.",
                "no: the probability for a single pair is wrong already": "If we treat two objects as one, the "
                "others are partitioned with it in Bₙ₋₁ ways. So this probability is right.",
            },
            "no: two objects join the last one more often together than if the events were independent",
        ),
        Write("bell"),
    ),
    "ex-every-rotate": (
        Choice(
            "What do you expect of chi-square for the label of *a*?",
            {
                "an ordinary p-value": "The labels 0, 1 and 2 have the right probabilities, 3/6, 2/6 and 1/6.",
                "a p-value near 0": "Over the six turns, the label of *a* is 0 three times, 1 twice and 2 once. "
                "Compare this with the right probabilities.",
            },
            "an ordinary p-value",
            predict=True,
        ),
        Number(
            "How many partitions can it reach?",
            _REACHED,
            tempting=(
                (
                    _of(3, 2, 1),
                    "You counted all partitions with these sizes. By how many places can the ring be turned?",
                ),
                (factorial(6), "You counted the orders of six objects. The ring keeps their order: count its turns."),
            ),
            hint="Write down the partition of each turn.",
            outcome="There is one partition for each turn.",
        ),
        Objects(
            "With which object is *a* never together?",
            tuple(_COMPANIONS),
            right=_NEVER,
            tempting=(
                (_NO_NEIGHBOURS, "Two places apart, both have room in the cluster of three. Who is three places away?"),
                (
                    _FAR_IN_A_ROW,
                    "You thought of a row. In a ring, *f* is a neighbour of *a*, and *e* is two places away. Who is "
                    "left?",
                ),
            ),
            hint="The cluster of three takes up three neighbouring places of the ring.",
            outcome="It is three places away, on the other side of the ring.",
        ),
        Choice(
            "What should have been counted?",
            {
                "the label of each object": "Each of these counts would pass, because every object has the same "
                "probabilities. What do the measures of this book look at?",
                "the sizes": "The sizes are right in every draw, so counting them shows nothing. What is wrong in "
                "the draws?",
                "the partitions": "The sampler fails at who is *with* whom, because most counts are 0.",
            },
            "the partitions",
        ),
    ),
    "ex-every-toogood": (
        Number(
            "What is the p-value of X² = 0?",
            int(chi2.sf(0, _EXPECTED)),
            tempting=(
                (
                    int(chi2.cdf(0, _EXPECTED)),
                    "The direction is reversed: p is how often uniform draws give an X² *at least* as large.",
                ),
                (
                    Fraction(1, _CELLS),
                    "You gave the probability of a partition. How often is X² at least as large as 0?",
                ),
            ),
            hint="How often is X² at least 0?",
        ),
        Number(
            "If the draws are real chance, X² is about",
            _EXPECTED,
            tempting=(
                (
                    _CELLS,
                    "You counted all partitions. The counts add up to the number of draws, so subtract 1.",
                ),
                (
                    Fraction(6090, _CELLS),
                    "You gave the expected count of a partition. X² adds up over all partitions: how many are there?",
                ),
            ),
            hint="Look up what the chapter says of X² when draws are uniform and independent.",
        ),
        Number(
            "By how many standard deviations is 0 below that?",
            _EXPECTED / _DEVIATION,
            tempting=(
                (_EXPECTED / (2 * _EXPECTED), "You divided by twice the number. Divide by the root of that instead."),
                (math.sqrt(_EXPECTED), "The variance is twice the mean, so you need the root of both factors."),
            ),
            hint="The standard deviation is the root of twice that number.",
            outcome="An X² of about 400 would be as far off.",
            within=0.2,
            places=1,
        ),
        Choice(
            "What would go wrong with such draws?",
            {
                "means over whole rounds": "Each partition occurs equally often, so these means are right. What "
                "assumes that "
                "draws are independent?",
                "standard errors": "They are computed for independent draws, but each of these draws determines the "
                "next.",
                "nothing: it is uniform": "Each partition does occur equally often. But are the draws independent?",
            },
            "standard errors",
        ),
    ),
    "ex-every-stam": (
        Choice(
            "For a partition into j clusters, what is left of the sum over K?",
            {
                "e": "What is left is 1/(K \N{MINUS SIGN} j)! for each K from j on, which is the series of e, "
                "whatever j is.",
                "e/j!": "The fraction K(K \N{MINUS SIGN} 1)\N{HORIZONTAL ELLIPSIS}(K \N{MINUS SIGN} j + 1) over K! "
                "is 1/(K \N{MINUS SIGN} j)!, so no j! is left. Add these up.",
                "e Bₙ": "This is the sum of all weights. Divide it among the Bₙ partitions.",
            },
            "e" if len({round(_sum_over_e(6, j), 9) for j in range(1, 7)}) == 1 else "e/j!",
        ),
        Number(
            "For three objects: what is the sum of all K³/K!, divided by e?",
            round(sum(K**3 / factorial(K) for K in range(1, 40)) / math.e),
            tempting=(
                (count_partitions(3, k=2), "You took S(3, 2) only. Add S(3, 1) and S(3, 3)."),
                (factorial(3), "You counted the orders of three objects. How many partitions are there?"),
            ),
            hint="All probabilities add up to 1. How many partitions do three objects have?",
            outcome="This is Dobinski\N{RIGHT SINGLE QUOTATION MARK}s formula for n = 3.",
        ),
        Order(
            "Put the steps of the argument in order.",
            (
                "With K labels, a partition into j clusters has probability K(K \N{MINUS SIGN} "
                "1)\N{HORIZONTAL ELLIPSIS}(K \N{MINUS SIGN} j + 1)/Kⁿ.",
                "If we multiply by the weight Kⁿ/K!, we get 1/(K \N{MINUS SIGN} j)! for K ≥ j, and 0 for fewer labels.",
                "The sum over K is the same for every j.",
                "So all Bₙ partitions are equally likely.",
                "Their probabilities add up to 1, which gives the sum of the weights.",
            ),
            before=(
                (0, 1, "Your order weights a probability before it is there. Put the probability first."),
                (1, 2, "Your order adds up terms before they are found. Multiply by the weight first."),
                (2, 3, "Equal probabilities follow from a sum that does not depend on j. Put the sum earlier."),
                (3, 4, "To add up the probabilities, we must know that they are equal. Exchange these two."),
            ),
            hint="Begin with a single K, then take all of them.",
            outcome="The sum of the weights is e Bₙ, because empty labels do the work.",
            why=(
                "The j clusters get j different labels, and Kⁿ labellings are equally likely.",
                "Kⁿ cancels, and of K! only (K \N{MINUS SIGN} j)! is left.",
                "With i = K \N{MINUS SIGN} j it is the sum of all 1/i!, which is e.",
                "Each has the probability e divided by the sum of the weights.",
                "Bₙ equal probabilities add up to 1, so the sum of the weights is e Bₙ.",
            ),
        ),
        Choice(
            "Can a fixed number K of labels make independent labels uniform over all partitions of three objects or "
            "more?",
            {
                "yes, K = n": "It's a natural guess. But with six dice, all apart comes 120 times as often as "
                "all together. Try three dice.",
                "yes, if K is very large": "If K is very large, nearly all labels differ. How likely are all "
                "objects together then?",
                "no": "The probability of a partition depends on its number of clusters, for each K.",
            },
            "no",
        ),
    ),
    "ex-chance-open": (
        Choice(
            "Before you run it: do the three rankings differ?",
            {
                "No": "The clusters of k-means are not unequal enough to matter, and for k up to 8 the level rises "
                "too little to change the order.",
                "Yes: the ranking by c differs from the other two": "That would be right for 2 clusters and 20. But "
                "for k up to 8 the level rises too little.",
                "Yes: all three differ": "The clusters of k-means are not unequal enough to matter, so both models "
                "expect nearly the same.",
            },
            "No",
            predict=True,
        ),
        Choice(
            "For which partitions does it matter much whether chance means permutation or fixed k?",
            {
                "Those with many clusters": "With many clusters of equal size the two models expect nearly the same. "
                "Look at the line in the figure that lies apart.",
                "Those with sizes far from equal": "The permutation model accepts such sizes as they are, whereas "
                "most partitions into k clusters have nearly equal sizes.",
                "Those of many objects": "The number of objects hardly enters, since the level depends on "
                "proportions of pairs. Look at the line in the figure that lies apart.",
            },
            "Those with sizes far from equal",
        ),
        _ARI_ORDER,
        Open(
            (
                "You print one of the rankings, and name the null model behind it.",
                "You give a reason why that model fits how the labels came about.",
                "You say whether the other models would have changed the order.",
                "You name a case in which they would.",
            )
        ),
    ),
    "ex-every-open": (
        Number(
            "The tree has two clusters of 15 and ten singletons. With these sizes fixed, how likely are two "
            "patients together?",
            _IN_TREE,
            tempting=(
                (
                    Fraction(sum(size**2 for size in _TREE), _PATIENTS**2),
                    "You counted each patient as their own companion. Count pairs instead.",
                ),
                (Fraction(1, _K), "You used random labels. Count the pairs in the two large clusters of the tree."),
            ),
            hint="Two clusters of 15 contain pairs. How many, out of how many?",
        ),
        Number(
            "So the expected c for the tree is",
            _expected_c(_IN_TREE),
            tempting=(
                (
                    _expected_c(_GIVEN_K),
                    "You fixed only k. Use the probability that two patients are together in the tree.",
                ),
                (
                    float(_TOGETHER * _IN_TREE),
                    "You left out the pairs that are apart in both. They agree as well, so add them.",
                ),
            ),
            hint="With p for the diagnosis and q for the tree, use pq + (1 \N{MINUS SIGN} p)(1 \N{MINUS SIGN} q).",
            places=3,
        ),
        Number(
            "If only k = 12 is fixed, how likely are two patients together?",
            _GIVEN_K,
            tempting=(
                (
                    1 / _K,
                    "You used 12 random labels, of which some may stay unused. With k fixed, all twelve are used: "
                    "count "
                    "partitions.",
                ),
                (
                    float(Fraction(count_partitions(_PATIENTS - 1), count_partitions(_PATIENTS))),
                    "You counted partitions with any number of clusters. Count only those into 12.",
                ),
            ),
            hint="Treat the two as one: in how many ways can this one and the others be partitioned into 12 clusters?",
            outcome="It is S(39, 12)/S(40, 12).",
            places=4,
        ),
        Write("stirling"),
        Open(
            (
                "For k-means, it fixes k, because k-means was told k and nothing else.",
                "For the tree, it fixes the sizes, because no draw with only k fixed looks like that.",
                "For the third, it takes a compromise, and says that it is one.",
                "It says that for AUCC the choice changes the spread, but not the mean.",
            ),
            prompt="Which model would you use for each, and why?",
            name="write-down-which-model-you-would-use-for",
        ),
    ),
}
