"""Questions of the excursion *Every partition there is*."""

import math
from fractions import Fraction
from math import comb, factorial, perm, prod

from scipy.stats import chi2

from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Number, Objects, Open, Order
from aucc_teach.partitions import count_partitions, set_partitions

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


EXERCISES = {
    "ex-every-five": (
        Choice(
            "What do you expect: which profile has the most partitions?",
            {
                "3, 2": "Ten choices of the two objects.",
                "3, 1, 1": "Ten choices of the three objects.",
                "2, 2, 1": "The single object can be any, and the others can be paired in several ways.",
                "2, 1, 1, 1": "Ten choices of the pair.",
            },
            _MOST,
            predict=True,
        ),
        Number(
            "Partitions with the sizes 2, 2, 1:",
            _of(2, 2, 1),
            tempting=(
                (_with_names(2, 2, 1), "*ab|cd|e* and *cd|ab|e* are one partition, and are counted as two."),
                (
                    _with_names(2, 2, 1) / factorial(3),
                    "All three clusters are exchanged here. Only the two of size 2 can be.",
                ),
                (_of(2, 2), "These are the ways to pair four objects. Which object is the fifth?"),
            ),
            hint="Choose the object that is alone. How can the other four be paired?",
        ),
        Number(
            "Partitions with the sizes 3, 1, 1:",
            _of(3, 1, 1),
            tempting=(
                (_with_names(3, 1, 1), "The two single clusters have no names: each partition is counted twice."),
                (_with_names(3, 1, 1) / factorial(3), "Only the two clusters of size 1 can be exchanged, not all."),
            ),
            hint="Choose the three objects. Is anything left to choose?",
        ),
        Number(
            "S(5, 3):",
            count_partitions(5, k=3),
            tempting=(
                (
                    count_partitions(4, k=2) + count_partitions(4, k=3),
                    "The last object can join any of the three clusters: that term is to be multiplied by 3.",
                ),
                (
                    count_partitions(4, k=2) + 2 * count_partitions(4, k=3),
                    "With company, it can join any of k clusters, not of k \N{MINUS SIGN} 1.",
                ),
                (
                    count_partitions(5, k=3) * factorial(3),
                    "These have names for the clusters: each partition is counted 3! times.",
                ),
            ),
            hint="Add up the profiles with three clusters, or take the recurrence.",
            outcome="3, 1, 1 and 2, 2, 1 together.",
        ),
        Write("size_profiles"),
        Write("number_with_sizes"),
    ),
    "ex-every-strings": (
        Objects(
            "Which are restricted growth strings?",
            _WORDS,
            right=_words(lambda word: word == _in_order(word)),
            tempting=(
                (_words(lambda word: word[0] == "0"), "To begin with 0 is not enough. Does a digit skip a number?"),
                (
                    _words(lambda word: set(word) == set(map(str, range(len(set(word)))))),
                    "All numbers come, but not all in the order in which they are met.",
                ),
                (
                    _words(lambda word: word == "".join(sorted(word))),
                    "Digits may fall again. And no number may be skipped.",
                ),
            ),
            hint="Go through each string: a digit may be one more than the largest before it, and no more.",
        ),
        Choice(
            "The restricted growth string of 0021:",
            {
                "0011": "Here the last two objects are together. In 0021 they are apart.",
                "0012": "The third object opens the next cluster, so it gets the next number.",
                "0021": "The third object opens the second cluster. Which number does the rule give it?",
            },
            _in_order("0021"),
        ),
        Choice(
            "The restricted growth string of 0120:",
            {
                "0012": "The digits sorted: that is another partition. Who is with the first object?",
                "0112": "Here the second and the third object are together. In 0120 they are apart.",
                "0120": "It stays: each new cluster gets the next number, and digits may fall again.",
            },
            _in_order("0120"),
        ),
        Choice(
            "The restricted growth string of 1010:",
            {
                "0011": "The digits sorted: that is another partition. Who is with the first object?",
                "0101": "New names, the same clusters.",
                "1010": "The first object opens the first cluster. Which number does the rule give it?",
            },
            _in_order("1010"),
        ),
        Choice(
            "The restricted growth string of 0113:",
            {
                "0112": "The fourth object opens the third cluster, so it gets the number 2.",
                "0113": "Which number is the next free one when the fourth object comes?",
                "0122": "Here the last two objects are together. In 0113 the second and the third are.",
            },
            _in_order("0113"),
        ),
        Choice(
            "After 01222 comes",
            {
                "01223": "The last digit may rise to one more than the largest before it.",
                "01230": "That comes later: the last digit rises first.",
                "01233": "Two digits have risen. The last one comes first.",
            },
            _AFTER,
        ),
        Choice(
            "After 01234 comes",
            {
                "01235": "The last digit may be one more than the largest before it. That is 4.",
                "00000": "That is the first of the list.",
                "nothing": "All are apart: it is the last.",
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
                (Fraction(_bell(4), _bell(6)), "That is for one given companion. There are five to choose from."),
                (
                    Fraction(comb(5, 1) * _bell(1), _bell(6)),
                    "Four objects are not with the last one then: they are partitioned, not the companion.",
                ),
                (Fraction(1, 6), "Not all numbers of companions are equally likely: count the partitions of each."),
            ),
            hint="In part (c), j counts the objects that are *not* with the last one. Which j is it?",
            outcome="Five companions, times the partitions of the other four.",
        ),
        Order(
            "Put the proof that your sampler is uniform in order.",
            (
                "For no objects there is one partition, and it is drawn.",
                "Take a partition of n objects, and let j be the number of those that are not with the last one.",
                "This j is drawn with probability C(n \N{MINUS SIGN} 1, j) Bⱼ / Bₙ.",
                "Of all choices of j objects, the right one is drawn with probability 1 / C(n \N{MINUS SIGN} 1, j).",
                "For j objects the claim is known, j being less than n: their partition has probability 1 / Bⱼ.",
                "The product of the three probabilities is 1 / Bₙ.",
            ),
            before=(
                (0, 1, "An induction begins with its smallest case."),
                (1, 2, "*This j* has no meaning before the partition is taken."),
                (2, 3, "Which j objects is drawn when j is known."),
                (3, 5, "One of the three probabilities is missing when they are multiplied."),
                (4, 5, "One of the three probabilities is missing when they are multiplied."),
            ),
            hint="The smallest case first, then the steps of the sampler, one after the other.",
            outcome="What depends on j cancels.",
            free=((3, 4),),
        ),
        Choice(
            "Another sampler: each object joins the last one with probability Bₙ₋₁/Bₙ, independently; then the rest is "
            "partitioned. Is it uniform?",
            {
                "yes: each pair is together with the right probability": "Each single pair is. Multiply for two of "
                "them, and compare with the partitions that have three objects together.",
                "no: two objects join the last one more often together than independence says": "The events hang "
                "together. To be right for each pair is not enough.",
                "no: the probability for a single pair is wrong already": "With two objects as one, the others are "
                "partitioned in Bₙ₋₁ ways. So it is right.",
            },
            "no: two objects join the last one more often together than independence says",
        ),
        Write("bell"),
    ),
    "ex-every-rotate": (
        Choice(
            "What do you expect of chi-square for the label of *a*?",
            {
                "an ordinary p-value": "The labels 0, 1 and 2 have the right probabilities, 3/6, 2/6 and 1/6.",
                "a p-value near 0": "The label of *a* is 0 in three of the six turns, 1 in two and 2 in one.",
            },
            "an ordinary p-value",
            predict=True,
        ),
        Number(
            "How many partitions can it reach?",
            _REACHED,
            tempting=(
                (_of(3, 2, 1), "So many have these sizes. How many places can the ring be turned by?"),
                (factorial(6), "So many orders have six objects. The ring keeps their order."),
            ),
            hint="Write the partition of each turn down.",
            outcome="One for each turn.",
        ),
        Objects(
            "With whom is *a* never together?",
            tuple(_COMPANIONS),
            right=_NEVER,
            tempting=(
                (_NO_NEIGHBOURS, "Two places from each other there is room in the cluster of three."),
                (
                    _FAR_IN_A_ROW,
                    "That is so in a row. In a ring, *f* is a neighbour of *a*, and *e* is two places away.",
                ),
            ),
            hint="The cluster of three takes up three neighbouring places of the ring.",
            outcome="Three places apart, on the other side of the ring.",
        ),
        Choice(
            "What should have been counted?",
            {
                "the label of each object": "Each of them would pass: every object has the same probabilities.",
                "the sizes": "They are right in every draw.",
                "the partitions": "Who is *with* whom: there the sampler fails, with most counts 0.",
            },
            "the partitions",
        ),
    ),
    "ex-every-toogood": (
        Number(
            "The p-value of X² = 0:",
            int(chi2.sf(0, _EXPECTED)),
            tempting=(
                (int(chi2.cdf(0, _EXPECTED)), "p says how often uniform draws give an X² *at least* as large."),
                (Fraction(1, _CELLS), "That is the probability of one partition. p is about X²."),
            ),
            hint="How often is X² at least 0?",
        ),
        Number(
            "X² of real chance is about",
            _EXPECTED,
            tempting=(
                (_CELLS, "One less: the counts add up to what was drawn."),
                (Fraction(6090, _CELLS), "That is the expected count of each partition."),
            ),
            hint="Look up what the chapter says of X² where draws are uniform and independent.",
        ),
        Number(
            "By how many standard deviations is 0 below that?",
            _EXPECTED / _DEVIATION,
            tempting=(
                (_EXPECTED / (2 * _EXPECTED), "Divide by the root of twice the number, not by twice the number."),
                (math.sqrt(_EXPECTED), "The variance is twice the mean: take the root of both."),
            ),
            hint="The standard deviation is the root of twice that number.",
            outcome="As far off as an X² of about 400 would be.",
            within=0.2,
            places=1,
        ),
        Choice(
            "What would go wrong with such draws?",
            {
                "means over whole rounds": "Each partition is there equally often: these come out right.",
                "standard errors": "They are computed for draws that know nothing of each other.",
                "nothing: it is uniform": "Each partition equally often, yes. Are the draws independent?",
            },
            "standard errors",
        ),
    ),
    "ex-every-stam": (
        Choice(
            "For a partition into j clusters, what is left of the sum over K?",
            {
                "e": "1/(K \N{MINUS SIGN} j)! for each K from j on: the series of e, whatever j is.",
                "e/j!": "K(K \N{MINUS SIGN} 1)\N{HORIZONTAL ELLIPSIS}(K \N{MINUS SIGN} j + 1) over K! is "
                "1/(K \N{MINUS SIGN} j)!. No j! is left.",
                "e Bₙ": "That is the sum of the weights alone. Each partition has its part of it.",
            },
            "e" if len({round(_sum_over_e(6, j), 9) for j in range(1, 7)}) == 1 else "e/j!",
        ),
        Number(
            "For three objects: the sum of all K³/K!, divided by e:",
            round(sum(K**3 / factorial(K) for K in range(1, 40)) / math.e),
            tempting=(
                (count_partitions(3, k=2), "That is S(3, 2). All numbers of clusters take part."),
                (factorial(3), "That counts orders of three objects. How many partitions are there?"),
            ),
            hint="All probabilities add up to 1. How many partitions have three objects?",
            outcome="Dobinski\N{RIGHT SINGLE QUOTATION MARK}s formula, for n = 3.",
        ),
        Order(
            "Put the argument in order.",
            (
                "With K labels, a partition into j clusters has the probability "
                "K(K \N{MINUS SIGN} 1)\N{HORIZONTAL ELLIPSIS}(K \N{MINUS SIGN} j + 1)/Kⁿ.",
                "Times the weight Kⁿ/K!, that is 1/(K \N{MINUS SIGN} j)! for K \N{GREATER-THAN OR EQUAL TO} j, and 0 "
                "for fewer labels.",
                "The sum over K is the same for every j.",
                "So all Bₙ partitions are equally likely.",
                "Their probabilities add up to 1, and that gives the sum of the weights.",
            ),
            before=(
                (0, 1, "A probability is multiplied by its weight before it is there."),
                (1, 2, "The terms come before their sum."),
                (2, 3, "That all are equally likely follows from a sum that does not depend on j."),
                (3, 4, "To add the probabilities up one needs to know that they are all alike."),
            ),
            hint="One K first, then all of them.",
            outcome="The sum of the weights is e Bₙ. Empty labels do the work.",
        ),
        Choice(
            "Can a fixed number K of labels make dealt labels uniform over all partitions of three objects or more?",
            {
                "yes, K = n": "With six dice, all apart comes 120 times as often as all together.",
                "yes, if K is very large": "Then nearly all labels differ, and nearly all objects are apart.",
                "no": "The probability of a partition depends on its number of clusters, for each K.",
            },
            "no",
        ),
    ),
    "ex-every-open": (
        Number(
            "The tree has two clusters of 15 and ten single patients. Given these sizes, how likely are two patients "
            "together?",
            _IN_TREE,
            tempting=(
                (
                    Fraction(sum(size**2 for size in _TREE), _PATIENTS**2),
                    "Each patient is counted as their own companion. Count pairs.",
                ),
                (Fraction(1, _K), "That is for dealt labels. The tree has two large clusters."),
            ),
            hint="Two clusters of 15 hold pairs. How many, of how many?",
        ),
        Number(
            "So the expected c for the tree:",
            _expected_c(_IN_TREE),
            tempting=(
                (_expected_c(_GIVEN_K), "That is for given k. The sizes of the tree are far from even."),
                (
                    float(_TOGETHER * _IN_TREE),
                    "These are the pairs together in both. Pairs apart in both agree as well.",
                ),
            ),
            hint="With p for the diagnosis and q for the tree: pq + (1 \N{MINUS SIGN} p)(1 \N{MINUS SIGN} q).",
            places=3,
        ),
        Number(
            "Given k = 12: how likely are two patients together?",
            _GIVEN_K,
            tempting=(
                (
                    1 / _K,
                    "That is for 12 dealt labels, of which some may stay unused. Given k, all twelve are there.",
                ),
                (
                    float(Fraction(count_partitions(_PATIENTS - 1), count_partitions(_PATIENTS))),
                    "That is for all partitions, with any number of clusters.",
                ),
            ),
            hint="Take the two for one: in how many ways are the others and this one partitioned into 12 clusters?",
            outcome="S(39, 12)/S(40, 12).",
            places=4,
        ),
        Write("stirling"),
        Open(
            (
                "For k-means, given k: it was told k and nothing else.",
                "For the tree, given its sizes: no draw given k looks like that.",
                "For the third, a compromise, and that it is one.",
                "That for AUCC the choice changes the spread, and not the mean.",
            ),
            prompt="Write down which model you would use for each, then tick what your answer says:",
        ),
    ),
}
