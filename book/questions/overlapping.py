"""Questions of the excursion *When clusters overlap*."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from pathlib import Path

from aucc_teach.exercises import Break, Choice, Field, Number, Objects, Open, Order, Write

from . import _counting as counting

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims


def _times(o, p, clusters):
    return sum(o in cluster and p in cluster for cluster in clusters)


def _mean(values):
    values = list(values)
    return sum(values) / len(values)


# ---- count together

_CLASSES, _CLUSTERS = (set("ab"), set("bc")), (set("abc"), set("b"))
_COUNTS = {o + p: (_times(o, p, _CLUSTERS), _times(o, p, _CLASSES)) for o, p in combinations_with_replacement("abc", 2)}


def _company(o):
    return [p for p in "abc" if _times(o, p, _CLUSTERS)]


def _pair(o, p):
    return Fraction(min(_times(o, p, _CLUSTERS), _times(o, p, _CLASSES)), _times(o, p, _CLUSTERS))


_WITHOUT_SELF = _mean(_mean(_pair(o, p) for p in _company(o) if p != o) for o in "abc")
_ONCE_ITSELF = _mean(_mean(_pair(o, p) / (len(_CLASSES) if o + p == "bb" else 1) for p in _company(o)) for o in "abc")

# ---- one vote each


def _votes(large):
    """Classes and clusters with one large cluster, half of it of each of two classes, beside ten right pairs."""
    clusters = [0] * large + [1 + i // 2 for i in range(20)]
    return [i % 2 for i in range(large)] + [2 + i // 2 for i in range(20)], clusters


def _of_pairs(large):
    tp, _, fp, _ = counting.pair_counts(*_votes(large))
    return Fraction(tp, tp + fp)


def _shares(large, itself=0):
    """Share of each object in BCubed, one by one; with `itself` = 1 an object is left out of its own cluster."""
    classes, clusters = _votes(large)
    cells, sizes = Counter(zip(classes, clusters, strict=True)), Counter(clusters)
    return [Fraction(cells[one, of] - itself, sizes[of] - itself) for one, of in zip(classes, clusters, strict=True)]


def _of_objects(large):
    return _mean(_shares(large))


def _of_clusters(large):
    """The mistake of giving each cluster one vote."""
    return _mean(dict(zip(_votes(large)[1], _shares(large), strict=True)).values())


_TP, _, _FP, _ = counting.pair_counts(*_votes(10))

# ---- inside a class


def _inside(classes, clusters):
    """Whether clusters within a class have a precision below 1, in words too."""
    classes, clusters = ([set(one) for one in several.split(", ")] for several in (classes, clusters))
    if not all(any(one <= other for other in classes) for one in clusters):
        return False, "One of the clusters lies in no class, so the claim is not about this case."
    precision = counting.bcubed(clusters, classes)
    return precision < 1, f"Both clusters lie in a class, and the precision is {precision}."


_EXAMPLES = {
    f"classes {classes}; clusters {clusters}": _inside(classes, clusters)
    for classes, clusters in (
        ("abc, abd", "ab, abd"),
        ("ab, cd", "ab, bcd"),
        ("abcd", "ab, abc"),
        ("abc, de", "ab, de"),
    )
}


# ---- claims


_OVERLAP_ONE = Break(
    "overlap-one",
    "If F of Extended BCubed is 1, the clusters are the classes.",
    (Field("Classes", "sets", "ab bc"), Field("Clusters", "sets", "abc b")),
    _CHECKS,
    {
        "low": "F is {f}, not 1, so the claim is not about this case.",
        "holds": "F is 1, and the clusters are the classes. Look for other sets with the same multiplicities.",
        "broken": "F is 1, but the clusters are not the classes: each object and each pair is in as many clusters as "
        "classes, and the measure sees no more than that.",
    },
    (
        (
            "It holds for partitions.",
            "This holds for partitions. But when clusters overlap, objects can be together in more ways.",
        ),
        (
            "F is 1 only if all multiplicities agree, and they fix the clusters.",
            "The first half is a proposition of the chapter. But the second half is false for overlapping clusters.",
        ),
        (
            "Precision finds every wrong cluster, and recall every missing class.",
            "Both look at objects and pairs of objects, but they do not see clusters as such.",
        ),
    ),
)


_OVERLAP_ADDED = Break(
    "overlap-added",
    "If a cluster is added that is not a class, F of Extended BCubed does not rise.",
    (
        Field("Classes", "sets", "abc cd"),
        Field("Clusters", "sets", "abc cd"),
        Field("Added cluster", "cluster", "bd"),
    ),
    _CHECKS,
    {
        "class": "The added cluster is a class, whereas the claim is about clusters that are not classes.",
        "there": "The added cluster is there already.",
        "holds": "F is {before} before and {after} after the cluster is added, so it does not rise. Begin with "
        "clusters that miss a lot.",
        "broken": "F rises from {before} to {after}, although the cluster is not a class, because it puts pairs "
        "together that belong together.",
    },
    (
        (
            "A wrong cluster lowers the precision.",
            "Not always: if all of its pairs are together in a class, each of them is justified.",
        ),
        (
            "The recall only rises with clusters that are classes.",
            "It rises with each pair of a class that is put together, whatever the cluster.",
        ),
        (
            "F is largest for clusters that are the classes.",
            "F is 1 there. But that does not mean that every step towards 1 consists of classes.",
        ),
    ),
)


# ---- predictions

_ANNA, _BEN = (set("ab"), set("ac"), set("bc")), (set("abc"),)
_DIFFERENT = sum(_times(o, p, _ANNA) != _times(o, p, _BEN) for o, p in combinations("abc", 2))

# Rand's six points: which proportion of its cluster is of a point's class.
_OWN = {"c": Fraction(1, 3), "d": Fraction(2, 3), "f": Fraction(1)}


def _twins():
    """How many sets of clusters of three objects have the multiplicities of another one."""
    clusters = [set(one) for size in (1, 2, 3) for one in combinations("abc", size)]
    sets = [several for k in range(1, 8) for several in combinations(clusters, k)]
    tables = [tuple(_times(o, p, one) for o, p in combinations_with_replacement("abc", 2)) for one in sets]
    counts = Counter(tables)
    return sum(counts[table] > 1 for table in tables)


PREDICTIONS = {
    "pre-over-pairs": Number(
        "For how many of the three pairs of different stories do the counts of Anna and Ben differ?",
        _DIFFERENT,
        predict=True,
        between=(0, 3),
        outcome="Anna has a tag of its own for each pair, and Ben one tag for all pairs: each is together once.",
        name="pairs",
    ),
    "pre-over-lowest": Choice(
        "Which of *c*, *d* and *f* finds the smallest proportion of its own class in its cluster?",
        {
            "c": "It shares its cluster with *d* and *e*, which are both of the other class.",
            "d": "Two of the three objects in its cluster are of its class.",
            "f": "It is alone, and of its own class.",
        },
        min(_OWN, key=_OWN.get),
        predict=True,
        name="lowest",
    ),
    "pre-over-twins": Number(
        "Of the 127 sets for three objects, how many have the same table as another set?",
        _twins(),
        predict=True,
        between=(0, 127),
        outcome="You have met both.",
        name="twins",
    ),
    "pre-over-women": Choice(
        "Which of the three comes closest to the two circles?",
        {
            "Percolation": "It alone can put a woman into two clusters, but it leaves four out.",
            "Linkage": "It is a partition, with a single woman in the wrong place for one of her circles.",
            "Modularity": "It is a partition like that of linkage, with two women in other places.",
        },
        "Linkage",
        predict=True,
        name="women",
    ),
}

EXERCISES = {
    "ex-over-count": (
        Objects(
            "For which of these do g and t differ?",
            tuple(_COUNTS),
            right=tuple(pair for pair, (g, t) in _COUNTS.items() if g != t),
            tempting=(
                (("bb",), "*b* has two classes. Count its clusters as well before you compare."),
                (
                    ("bb", "ac"),
                    "*ac* is right. *b* has two classes; count its clusters before you say that they differ.",
                ),
            ),
            hint="For each pair, count the clusters that hold both, and then the classes that hold both.",
            outcome="This pair is together once, but without a class.",
        ),
        Number(
            "Precision:",
            counting.bcubed(_CLUSTERS, _CLASSES),
            tempting=(
                (
                    _ONCE_ITSELF,
                    "This has the proportion 1/2 for the pair *bb*. *b* has two classes, but two clusters as well.",
                ),
                (
                    _WITHOUT_SELF,
                    "This is the value of *a* by itself, or the mean if no object were in its own company. Take all "
                    "three objects, and p = o as well.",
                ),
                (
                    counting.bcubed(_CLASSES, _CLUSTERS),
                    "That is the recall, divided by t. For the precision, divide by g.",
                ),
            ),
            hint="For each object, take the mean of min(g, t)/g over its company in the clusters. Then take the mean "
            "over the objects.",
            outcome="*a* and *c* have 2/3, whereas *b* has 1.",
        ),
        Number(
            "Recall:",
            counting.bcubed(_CLASSES, _CLUSTERS),
            tempting=(
                (
                    counting.bcubed(_CLUSTERS, _CLASSES),
                    "That is the precision again. For the recall, take the company in the classes, and divide by t.",
                ),
            ),
            hint="Now take the company in the classes: *a* has *a* and *b* there, but not *c*.",
            outcome="It is 1 because nothing that belongs together was missed.",
        ),
    ),
    "ex-over-vote": (
        Number(
            "Precision of the pairs, with the cluster of ten:",
            _of_pairs(10),
            tempting=(
                (
                    Fraction(_TP - 10, _TP + _FP - 10),
                    "That is the large cluster alone. Add the ten right pairs of the small ones, above and below.",
                ),
                (
                    Fraction(_TP + 30, _TP + _FP + 30),
                    "Here each object is a pair with itself, too. Leave these out: a pair has two different objects.",
                ),
                (
                    _of_objects(10),
                    "Here you gave each object one vote, as BCubed does. Count pairs instead: 45 in the large cluster.",
                ),
            ),
            hint="The large cluster has 45 pairs. How many of them share a class? Each of the small clusters has one "
            "pair.",
            outcome="There are 30 right pairs of 55.",
        ),
        Number(
            "Precision of BCubed, with the cluster of ten:",
            _of_objects(10),
            tempting=(
                (
                    _of_clusters(10),
                    "That is the mean over the clusters. In BCubed each *object* has one vote: take the mean over 30.",
                ),
                (
                    _mean(_shares(10, itself=1)),
                    "Here the object itself is left out. Count it in: it's in its own cluster, and of its own class.",
                ),
                (
                    _of_pairs(10),
                    "These are the pairs again. For BCubed, write down the proportion of each of the 30 objects.",
                ),
            ),
            hint="Which proportion does an object of the large cluster give, and which does one of the twenty others "
            "give?",
            outcome="Ten objects have 1/2, and twenty have 1.",
        ),
        Number(
            "The precision of the pairs with the cluster of 100, to three decimals:",
            float(_of_pairs(100)),
            tempting=(
                (
                    float(_of_pairs(10)),
                    "With ten objects it was so. Now the large cluster has 100: count its pairs again.",
                ),
                (
                    float(_of_objects(100)),
                    "BCubed has this value. For the pairs, begin with the 4950 of the large cluster.",
                ),
            ),
            hint="The large cluster has 4950 pairs, of which 2 · 1225 share a class.",
            outcome="This is nearly the proportion of the large cluster by itself.",
            places=3,
        ),
        Number(
            "And the precision of BCubed:",
            _of_objects(100),
            tempting=(
                (
                    _of_objects(10),
                    "The twenty good objects were two thirds of all. Beside 100 they are a sixth: count again.",
                ),
            ),
            hint="100 objects have 1/2, and twenty have 1.",
            outcome="The twenty good objects are a sixth of all objects, so they lift the mean.",
        ),
        Choice(
            "The large cluster grows and grows. What do the two precisions tend to?",
            {
                "The pairs to 1/2, BCubed to 1": "The twenty good objects become a smaller and smaller part of all "
                "objects.",
                "The pairs to 0, BCubed to 1/2": "Half of the pairs of the large cluster share a class, or nearly "
                "half.",
                "Both to 0": "Half of the large cluster is of each class, however large it is.",
                "Both to 1/2": "In the end nearly all pairs and nearly all objects are in the large cluster.",
            },
            "Both to 1/2",
        ),
        Order(
            "These are the steps of the proof that BCubed comes from the table, mixed up. Put them in order.",
            (
                "An object of a cell has all objects of its column in its cluster, itself included.",
                "Among these, the objects of its own cell are of its class, so its proportion is cell over column.",
                "Each object of the cell has this proportion, so the cell adds its square over its column to the sum "
                "over the objects.",
                "Add over all cells, and divide by n: this gives the precision.",
                "With rows and columns exchanged, the same steps give the recall.",
            ),
            before=(
                (0, 1, "Before we know a proportion, we need the whole: the objects of the cluster."),
                (1, 2, "What one object adds comes before what the cell adds."),
                (2, 3, "What a cell adds comes before the sum over the cells."),
                (3, 4, "*The same steps* can come only after the steps themselves."),
            ),
            hint="The order is: one object, one cell, all cells, and finally the other side.",
            why=(
                "The column holds the cluster of each of its cells.",
                "Objects of one cell have the same class.",
                "Equal numbers are added by multiplying.",
                "The precision is the mean over all n objects.",
                "Nothing in the steps asked which side was the clusters.",
            ),
            outcome="All that the proof uses is that objects of one cell give the same answers.",
        ),
        Write("bcubed_precision"),
    ),
    "ex-over-inside": (
        Choice(
            "Which pair of sets is a counterexample?",
            {name: words for name, (_, words) in _EXAMPLES.items()},
            next(name for name, (is_one, _) in _EXAMPLES.items() if is_one),
        ),
        Choice(
            "Which word of your friend's argument is wrong?",
            {
                "*each* meeting is justified": "One meeting is justified. If the two meet twice but share one class, "
                "the second meeting is not.",
                "two objects of a cluster *share* a class": "They do share a class, because the cluster lies in one.",
                "every cluster *lies* in a class": "That is what the friend supposes. It is not a step of the "
                "argument.",
            },
            "*each* meeting is justified",
        ),
        Choice(
            "Why is it true for partitions?",
            {
                "Every object has a class and a cluster": "With overlapping clusters, every object has them, too.",
                "All multiplicities are 0 or 1": "So two objects meet at most once, and one class justifies that.",
                "Clusters are never larger than their class": "In the counterexample they are not larger either.",
            },
            "All multiplicities are 0 or 1",
        ),
        Choice(
            "Each cluster is assigned to a class that contains it. Where does the proof need that the classes are "
            "*different*?",
            {
                "To know that a class holds both objects": "For that, it is enough that the class contains the "
                "cluster, which holds both.",
                "To count at least as many classes as clusters that hold both": "If two clusters went to one class, "
                "they would give that class only once.",
                "To know that the classes are all that there are": "There may be more classes, because they do not "
                "lower t.",
            },
            "To count at least as many classes as clusters that hold both",
        ),
        Order(
            "This is the proof of the proposition on when precision, recall and F are 1. Put its steps in order.",
            (
                "Each term min(g, t)/g is at most 1, and it is 1 if and only if g ≤ t.",
                "A mean of means of such terms is 1 if and only if every term is, which settles the precision of "
                "Extended BCubed.",
                "In R*S the sum of min(g, t) reaches the sum of g if and only if every term does: the same condition "
                "as for Extended BCubed.",
                "Exchange the two sides: the recall of each is 1 if and only if t ≤ g everywhere.",
                "A harmonic mean of two numbers up to 1 is 1 only if both are. So F is 1 if and only if g = t "
                "everywhere.",
            ),
            before=(
                (0, 1, "*Such terms* can come only after the terms themselves."),
                (1, 2, "*The same condition* can come only after the condition of Extended BCubed."),
                (2, 3, "The sides are exchanged in both measures, so we first need the precision of both."),
                (3, 4, "F needs the recall as well as the precision."),
            ),
            hint="The order is: one term, the two precisions, the recall, and finally F.",
            why=(
                "The smaller of g and t is g if and only if g ≤ t.",
                "Numbers up to 1 have mean 1 only if all of them are 1.",
                "A sum of numbers that are each at most another reaches the sum of the others only if all are equal.",
                "The recall is the precision with both sides exchanged.",
                "If precision or recall is below 1, so is their harmonic mean.",
            ),
            outcome="Nothing enters except the multiplicities, and that is the blind spot.",
        ),
        _OVERLAP_ONE,
    ),
    "ex-over-missing": (
        Choice(
            "Each of the four gets a cluster of her own. What does the omega index do?",
            {
                "It rises": "Omega asks how often two different women are together. Did that change for any two of "
                "them?",
                "It stays": "No two different women are together who were not before.",
                "It falls": "Omega asks how often two different women are together. Did that change for any two of "
                "them?",
            },
            "It stays",
        ),
        Choice(
            "And what does the recall of Extended BCubed do?",
            {
                "It rises": "Each of the four is in her own company, and now she finds herself there.",
                "It stays": "The four already count in the recall. Which of her company does each of them find now?",
                "It falls": "Nothing that was found is lost. Which of her company does each of them find now?",
            },
            "It rises",
        ),
        Choice(
            "Before you run it: what does CICE-BCubed do with these four clusters?",
            {
                "It rises": "Look at what else it asks: are there clusters like these among the classes?",
                "It stays": "Look at what else it asks: are there clusters like these among the classes?",
                "It falls": "A cluster of one woman is a poor likeness of a circle of nine.",
            },
            "It falls",
            predict=True,
        ),
        _OVERLAP_ADDED,
        Open(
            (
                "You give the number of women without a cluster next to the scores.",
                "You say that clusters were added, if they were.",
                "You say that the parties alone would not have put all four in the second circle: that takes a look at "
                "the answer.",
                "You say which of the measures rise, and that they do not agree.",
            )
        ),
    ),
}
