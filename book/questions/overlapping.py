"""Questions of the chapter *When clusters overlap*."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement

from aucc_teach.exercises._claims import Break, Field
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order

from . import _counting as counting


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

# ---- once too often


def _rs(found, wanted):
    """Precision of R*S."""
    objects = sorted(set().union(*found))
    rows = [[(_times(o, p, found), _times(o, p, wanted)) for p in objects] for o in objects]
    return _mean(Fraction(sum(map(min, row)), sum(g for g, _ in row)) for row in rows)


_WHOLE = (set("0123"),)
_TWICE, _THRICE = ((set("0123"), set(part)) for part in ("01", "012"))

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
        return False, "One of the clusters lies in no class: the claim does not speak of it."
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


def _f(classes, clusters):
    precision, recall = counting.bcubed(clusters, classes), counting.bcubed(classes, clusters)
    return 2 * precision * recall / (precision + recall)


def _overlap_one(names, classes, clusters):
    f = _f(classes, clusters)
    if f != 1:
        return "low", {"f": f}
    return "holds" if set(map(frozenset, classes)) == set(map(frozenset, clusters)) else "broken", {}


_OVERLAP_ONE = Break(
    "overlap-one",
    "If F of Extended BCubed is 1, the clusters are the classes.",
    (Field("Classes", "sets", "ab bc"), Field("Clusters", "sets", "abc b")),
    _overlap_one,
    {
        "low": "F is {f}, not 1: the claim says nothing here.",
        "holds": "F is 1, and the clusters are the classes. Look for other sets with the same multiplicities.",
        "broken": "F is 1, and the clusters are not the classes: each object and each pair is in as many clusters "
        "as classes, and the measure sees no more.",
    },
    (
        (
            "It is so for partitions.",
            "For partitions it is true. Overlapping clusters can be together in more ways.",
        ),
        (
            "F is 1 only if all multiplicities agree, and they fix the clusters.",
            "The first half is a proposition of the chapter. The second half is false for overlapping clusters.",
        ),
        (
            "Precision finds every wrong cluster, and recall every missing class.",
            "They look at objects and pairs of objects. Clusters as such they do not see.",
        ),
    ),
)


def _overlap_added(names, classes, clusters, added):
    if added[0] in classes:
        return "class", {}
    if added[0] in clusters:
        return "there", {}
    before, after = _f(classes, clusters), _f(classes, clusters + added)
    return "holds" if after <= before else "broken", {"before": before, "after": after}


_OVERLAP_ADDED = Break(
    "overlap-added",
    "Add a cluster that is no class, and F of Extended BCubed does not rise.",
    (
        Field("Classes", "sets", "abc cd"),
        Field("Clusters", "sets", "abc cd"),
        Field("Added cluster", "cluster", "bd"),
    ),
    _overlap_added,
    {
        "class": "The added cluster is a class. The claim is about those that are none.",
        "there": "The added cluster is there already.",
        "holds": "F is {before} before and {after} after: it does not rise. Begin with clusters that miss a lot.",
        "broken": "F rises from {before} to {after}, though the cluster is no class: it puts pairs together that "
        "belong together.",
    },
    (
        (
            "A wrong cluster lowers the precision.",
            "It need not: if all of its pairs are together in a class, each of them is justified.",
        ),
        (
            "The recall only rises with clusters that are classes.",
            "It rises with each pair of a class that is put together, in whatever cluster.",
        ),
        (
            "F is largest for clusters that are the classes.",
            "It is 1 there. That does not say that every step towards 1 consists of classes.",
        ),
    ),
)


EXERCISES = {
    "ex-over-count": (
        Objects(
            "For which do g and t differ?",
            tuple(_COUNTS),
            right=tuple(pair for pair, (g, t) in _COUNTS.items() if g != t),
            tempting=(
                (("bb",), "*b* has two classes. How many clusters does it have?"),
                (("bb", "ac"), "*ac* is right. *b* has two classes, and how many clusters?"),
            ),
            hint="For each pair, count the clusters that hold both, then the classes that hold both.",
            outcome="Together once, and without a class.",
        ),
        Number(
            "Precision:",
            counting.bcubed(_CLUSTERS, _CLASSES),
            tempting=(
                (_ONCE_ITSELF, "The pair *bb* got 1/2. *b* has two classes, but two clusters as well."),
                (
                    _WITHOUT_SELF,
                    "So it is for *a* alone, and for the mean if no object is in its own company. Take all three "
                    "objects, and p = o as well.",
                ),
                (counting.bcubed(_CLASSES, _CLUSTERS), "That is the recall. Divide by g, not by t."),
            ),
            hint="For each object the mean of min(g, t)/g over its company in the clusters. Then their mean.",
            outcome="*a* and *c* have 2/3, *b* has 1.",
        ),
        Number(
            "Recall:",
            counting.bcubed(_CLASSES, _CLUSTERS),
            tempting=(
                (
                    counting.bcubed(_CLUSTERS, _CLASSES),
                    "That is the precision. Take the company in the classes, and divide by t.",
                ),
            ),
            hint="Now the company is that in the classes: *a* has *a* and *b* there, and no *c*.",
            outcome="Nothing that belongs together was missed.",
        ),
    ),
    "ex-over-often": (
        Choice(
            "Before you compute: which precision is larger?",
            {
                "That of Extended BCubed": "A pair that is together too often has more weight in R*S.",
                "That of R*S": "A pair that is together too often has more weight in R*S, and it is the one that is "
                "wrong.",
                "They are equal": "They differ where an object is with some others more often than with the rest.",
            },
            "That of Extended BCubed" if counting.bcubed(_TWICE, _WHOLE) > _rs(_TWICE, _WHOLE) else "That of R*S",
            predict=True,
        ),
        Number(
            "Precision of Extended BCubed, with the part 01:",
            counting.bcubed(_TWICE, _WHOLE),
            tempting=(
                (_rs(_TWICE, _WHOLE), "That is R*S. Here each of the company counts once, with its share."),
                (
                    _mean(Fraction(1, _times("0", p, _TWICE)) for p in "0123"),
                    "That is object 0 alone. The objects 2 and 3 have 1.",
                ),
            ),
            hint="For object 0 the shares are 1/2, 1/2, 1 and 1. What are they for object 2?",
            outcome="Half of the objects have 3/4, the others 1.",
        ),
        Number(
            "Precision of R*S, with the part 01:",
            _rs(_TWICE, _WHOLE),
            tempting=(
                (
                    counting.bcubed(_TWICE, _WHOLE),
                    "That is Extended BCubed. Here the sums come first, then one division.",
                ),
                (
                    Fraction(4, sum(_times("0", p, _TWICE) for p in "0123")),
                    "That is object 0 alone. The objects 2 and 3 have 1.",
                ),
            ),
            hint="For object 0: 4 times together would be right, 6 times it is.",
            outcome="Half of the objects have 2/3, the others 1.",
        ),
        Number(
            "Precision of R*S, with the part 012:",
            _rs(_THRICE, _WHOLE),
            tempting=(
                (counting.bcubed(_THRICE, _WHOLE), "That is Extended BCubed."),
                (
                    Fraction(4, sum(_times("0", p, _THRICE) for p in "0123")),
                    "That is object 0 alone. Object 3 has 1.",
                ),
            ),
            hint="Three objects have 4 of 7. What has object 3?",
            outcome="Extended BCubed has 5/8 where this has 4/7.",
        ),
        Construct(
            "OverlapTable",
            todo="Which of the two is larger depends on the clusters. Each of three objects is a class of its own. "
            "Find clusters for which F of R*S is above 0.35 and F of Extended BCubed below 0.3.",
            goal=(("n_classes", "==", 3), ("n_objects", "==", 3), ("rs", ">", 0.35), ("extended", "<", 0.3)),
            outcome="What is together more than once is partly right here, and what is together once is wrong. R*S "
            "gives more weight to what is together more often.",
            start={
                "n_objects": 3,
                "clusters_true": [[0], [1], [2]],
                "before": [[0, 1, 2]],
                "clusters_pred": [[0, 1, 2]],
            },
        ),
    ),
    "ex-over-vote": (
        Number(
            "Precision of the pairs, with the cluster of ten:",
            _of_pairs(10),
            tempting=(
                (
                    Fraction(_TP - 10, _TP + _FP - 10),
                    "That is the large cluster alone. The small ones have ten right pairs.",
                ),
                (
                    Fraction(_TP + 30, _TP + _FP + 30),
                    "Each object was counted as a pair with itself. Among the pairs there is no such pair.",
                ),
                (_of_objects(10), "That is BCubed. Here count pairs."),
            ),
            hint="The large cluster has 45 pairs. How many of them share a class? The small ones have one pair each.",
            outcome="30 right pairs of 55.",
        ),
        Number(
            "Precision of BCubed, with the cluster of ten:",
            _of_objects(10),
            tempting=(
                (
                    _of_clusters(10),
                    "That is the mean over the clusters. Each *object* has one vote.",
                ),
                (
                    _mean(_shares(10, itself=1)),
                    "The object itself was left out. It is in its own cluster, with its own class.",
                ),
                (_of_pairs(10), "That is the precision of the pairs. Here each object gives one share."),
            ),
            hint="What share does an object of the large cluster give, and what share one of the twenty others?",
            outcome="Ten objects have 1/2, twenty have 1.",
        ),
        Number(
            "With the cluster of 100, to three decimals: the pairs",
            float(_of_pairs(100)),
            tempting=(
                (float(_of_pairs(10)), "That is for ten."),
                (float(_of_objects(100)), "That is BCubed."),
            ),
            hint="The large cluster has 4950 pairs, of which 2 · 1225 share a class.",
            outcome="Nearly the share of the large cluster alone.",
            places=3,
        ),
        Number(
            "And BCubed:",
            _of_objects(100),
            tempting=((_of_objects(10), "That is for ten."),),
            hint="100 objects have 1/2, and twenty have 1.",
            outcome="The twenty good objects are a sixth of all, and lift it.",
        ),
        Choice(
            "The large cluster grows and grows. What do the two tend to?",
            {
                "The pairs to 1/2, BCubed to 1": "The twenty good objects become a smaller and smaller part of all.",
                "The pairs to 0, BCubed to 1/2": "Half of the pairs of the large cluster share a class, or nearly.",
                "Both to 0": "Half of the large cluster is of each class, however large it is.",
                "Both to 1/2": "In the end nearly all pairs and nearly all objects are of the large cluster.",
            },
            "Both to 1/2",
        ),
        Order(
            "The proof that BCubed comes from the table, mixed up. Put it in order.",
            (
                "Let a cell hold c objects, and its column s. Each of the c has s objects in its cluster, itself "
                "included.",
                "Of these s, the c of the cell are of its class: its share is c/s.",
                "There are c such objects in the cell, so it adds c²/s to the sum over the objects.",
                "Add over all cells, and divide by n: the precision.",
                "With rows and columns exchanged, the same steps give the recall.",
            ),
            before=(
                (0, 1, "A share needs what it is a share of: the objects of the cluster."),
                (1, 2, "What one object adds comes before what the cell adds."),
                (2, 3, "What a cell adds comes before the sum over the cells."),
                (3, 4, "*The same steps* need to have been gone once."),
            ),
            hint="One object, one cell, all cells, and the other side.",
            outcome="Objects of one cell give the same answers. That is all.",
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
                "*each* meeting is justified": "One meeting is. If the two meet twice and share one class, the second "
                "is not.",
                "two objects of a cluster *share* a class": "They do: the cluster lies in one.",
                "every cluster *lies* in a class": "That is what is supposed. It is no part of the argument.",
            },
            "*each* meeting is justified",
        ),
        Choice(
            "Why is it true for partitions?",
            {
                "Every object has a class and a cluster": "With overlapping clusters it has, too.",
                "All multiplicities are 0 or 1": "So two objects meet once at most, and one class justifies that.",
                "Clusters are never larger than their class": "Nor are they in the counterexample.",
            },
            "All multiplicities are 0 or 1",
        ),
        Choice(
            "Each cluster is assigned to a class that contains it. Where does the proof need that the classes are "
            "*different*?",
            {
                "To know that a class holds both objects": "It contains the cluster, and that holds both.",
                "To count at least as many classes as clusters that hold both": "Two clusters that go to one class "
                "would give that class only once.",
                "To know that the classes are all that there are": "There may be more. They do not lower t.",
            },
            "To count at least as many classes as clusters that hold both",
        ),
        Order(
            "The proposition: when precision, recall and F are 1. Put its proof in order.",
            (
                "Each term min(g, t)/g is at most 1, and it is 1 exactly if g ≤ t.",
                "A mean of means of such terms is 1 exactly if every term is: so for the precision of Extended BCubed.",
                "In R*S the sum of min(g, t) reaches the sum of g exactly if every term does: the same "
                "condition as for Extended BCubed.",
                "Exchange the two sides: the recall of each is 1 exactly if t ≤ g everywhere.",
                "A harmonic mean of two numbers up to 1 is 1 only if both are. So F is 1 exactly if g = t everywhere.",
            ),
            before=(
                (0, 1, "*Such terms* needs the terms first."),
                (1, 2, "*The same condition* needs the condition of Extended BCubed first."),
                (2, 3, "The sides are exchanged in both measures. Say first what holds for the precision of both."),
                (3, 4, "F needs the recall as well as the precision."),
            ),
            hint="One term, the two precisions, the recall, and F.",
            outcome="Nothing but the multiplicities comes in. That is the blind spot.",
        ),
        _OVERLAP_ONE,
    ),
    "ex-over-missing": (
        Choice(
            "A cluster of her own for each of the four. What does the omega index do?",
            {
                "It rises": "Omega asks of two different women how often they are together. Did that change for any "
                "two?",
                "It stays": "No two different women are together who were not before.",
                "It falls": "Omega asks of two different women how often they are together. Did that change for any "
                "two?",
            },
            "It stays",
        ),
        Choice(
            "And the recall of Extended BCubed?",
            {
                "It rises": "Each of the four is in her own company, and now she finds herself.",
                "It stays": "The four count in the recall already. Who of her company does each of them find now?",
                "It falls": "Nothing that was found is lost. Who of her company does each of them find now?",
            },
            "It rises",
        ),
        Choice(
            "Before you run it: what does CICE-BCubed do with these four clusters?",
            {
                "It rises": "It also asks whether clusters like these are among the classes.",
                "It stays": "It also asks whether clusters like these are among the classes.",
                "It falls": "A cluster of one woman is a poor likeness of a circle of nine.",
            },
            "It falls",
            predict=True,
        ),
        _OVERLAP_ADDED,
        Open(
            (
                "The number of women without a cluster stands beside the scores.",
                "It is said that clusters were added, if they were.",
                "All four in the second circle: nobody could have known that from the parties. The answer was looked "
                "at.",
                "It is said which of the measures rise, and that they do not agree.",
            )
        ),
    ),
}
