"""Claims about the agreement of two partitions, and of overlapping clusterings."""

from fractions import Fraction

from aucc_teach.exercises.claims._claim import Claim, Field
from aucc_teach.exercises.claims._counting import (
    adjusted_rand,
    bcubed,
    first_pair,
    mean_tp,
    pair_counts,
    purity,
    rand,
    shown,
    stray_pair,
    together,
)

TWO = (Field("First partition", "partition", "abc de"), Field("Second partition", "partition", "abcd e"))
THREE = (
    Field("First partition", "partition", "abc d"),
    Field("Second partition", "partition", "ab cd"),
    Field("Third partition", "partition", "a b cd"),
)
CLASSES = Field("Classes", "partition", "abc de")
PAIRS_SEARCHED = "pairs of partitions of up to {n} objects"
TRIPLES_SEARCHED = "triples of partitions of up to {n} objects"


def _not_a_cut(names, before, after):
    """Why a partition is no finer than another, if it is not."""
    if together(before) == together(after):
        return "uncut", {}
    if (pair := stray_pair(names, after, before)) is not None:
        return "not-finer", {"pair": pair}
    return None


CUTS = {
    "uncut": "Before and after the cut the partition is the same. Cut at least one cluster.",
    "not-finer": "{pair} are together after the cut and were apart before. A cut only parts what was together.",
}


# ---- Rand's c


def _rand_finer(names, other, before, after):
    if found := _not_a_cut(names, before, after):
        return found
    parted = [b and not a for b, a in zip(together(before), together(after), strict=True)]
    lost = sum(p and o for p, o in zip(parted, together(other), strict=True))
    c, cut = rand(other, before), rand(other, after)
    facts = {"before": shown(c), "after": shown(cut), "lost": shown(lost), "parted": shown(sum(parted))}
    return "holds" if cut >= c else "broken", facts


def _rand_half(names, first, second):
    tp, _, _, tn = pair_counts(first, second)
    c = rand(first, second)
    both = [a and b for a, b in zip(together(first), together(second), strict=True)]
    facts = {"c": shown(c), "tn": shown(tn), "pair": first_pair(names, both)}
    if 2 * c <= 1:
        return "low", facts
    return "holds" if tp else "broken", facts


def _rand_zero(names, first, second):
    c = rand(first, second)
    if c:
        return "not-zero", {"c": shown(c)}
    return "holds" if 1 in (len(set(first)), len(set(second))) else "broken", {}


def _detour(measure, first, second, third):
    direct, one, two = 1 - measure(first, third), 1 - measure(first, second), 1 - measure(second, third)
    facts = {"direct": shown(direct), "one": shown(one), "two": shown(two), "detour": shown(one + two)}
    return "holds" if direct <= one + two else "broken", facts


def _rand_detour(names, first, second, third):
    return _detour(rand, first, second, third)


# ---- the adjusted Rand index


def _ari_detour(names, first, second, third):
    return _detour(adjusted_rand, first, second, third)


def _about_ari(first, second):
    facts = {"tp": pair_counts(first, second)[0], "mean": mean_tp(first, second), "ari": adjusted_rand(first, second)}
    return {name: shown(value) for name, value in facts.items()}


def _ari_negative(names, first, second):
    return "holds" if 0 <= adjusted_rand(first, second) <= 1 else "broken", _about_ari(first, second)


def _ari_minus_one(names, first, second):
    facts = _about_ari(first, second) | {"tn": shown(pair_counts(first, second)[3])}
    return "holds" if adjusted_rand(first, second) != -1 else "broken", facts


def _ari_zero(names, first, second):
    facts = _about_ari(first, second)
    if adjusted_rand(first, second):
        return "not-zero", facts
    return "broken" if pair_counts(first, second)[0] else "holds", facts


def _ari_single(names, first, second):
    facts = _about_ari(first, second)
    if 1 not in (len(set(first)), len(set(second))):
        return "several", facts
    return "broken" if adjusted_rand(first, second) else "holds", facts


def _ari_symmetric(names, first, second):
    facts = {"one": shown(adjusted_rand(first, second)), "two": shown(adjusted_rand(second, first))}
    return "holds" if facts["one"] == facts["two"] else "broken", facts


def _ari_order(names, reference, first, second):
    c = [rand(reference, one) for one in (first, second)]
    ari = [adjusted_rand(reference, one) for one in (first, second)]
    facts = {"c1": shown(c[0]), "c2": shown(c[1]), "ari1": shown(ari[0]), "ari2": shown(ari[1])}
    if c[0] == c[1]:
        return "equal", facts
    return "holds" if (c[0] - c[1]) * (ari[0] - ari[1]) > 0 else "broken", facts


# ---- other measures


def _purity_finer(names, classes, before, after):
    if found := _not_a_cut(names, before, after):
        return found
    p, cut = purity(classes, before), purity(classes, after)
    return "holds" if cut >= p else "broken", {"before": shown(p), "after": shown(cut)}


def _purity_one(names, classes, clusters):
    p = purity(classes, clusters)
    facts = {"purity": shown(p), "n": shown(len(set(classes))), "k": shown(len(set(clusters)))}
    if p != 1:
        return "impure", facts
    return "holds" if together(classes) == together(clusters) else "broken", facts


def _nmi_zero(names, first, second):
    if ari := adjusted_rand(first, second):
        return "not-zero", {"ari": shown(ari)}
    cells = list(zip(first, second, strict=True))
    for row, column in cells:
        size, mean = cells.count((row, column)), Fraction(first.count(row) * second.count(column), len(cells))
        if size != mean:
            members = "".join(name for name, cell in zip(names, cells, strict=True) if cell == (row, column))
            return "broken", {"cell": members, "size": shown(size), "mean": shown(mean)}
    return "holds", {}


# ---- overlapping clusterings


def _f(classes, clusters):
    precision, recall = bcubed(clusters, classes), bcubed(classes, clusters)
    return 2 * precision * recall / (precision + recall)


def _overlap_one(names, classes, clusters):
    f = _f(classes, clusters)
    if f != 1:
        return "low", {"f": shown(f)}
    return "holds" if set(map(frozenset, classes)) == set(map(frozenset, clusters)) else "broken", {}


def _overlap_added(names, classes, clusters, added):
    if added[0] in classes:
        return "class", {}
    if added[0] in clusters:
        return "there", {}
    before, after = _f(classes, clusters), _f(classes, clusters + added)
    return "holds" if after <= before else "broken", {"before": shown(before), "after": shown(after)}


# ---- the claims

CLAIMS = {
    "rand-finer": Claim(
        "Cut clusters of a partition into pieces, and its c with another partition does not fall.",
        (
            Field("The other partition", "partition", "ab cd"),
            Field("Before the cut", "partition", "abcd"),
            Field("After the cut", "partition", "abc d"),
        ),
        _rand_finer,
        CUTS
        | {
            "holds": "c is {before} before the cut and {after} after: it does not fall. Pairs parted: {parted}; of "
            "these together in the other partition: {lost}. Part more of those.",
            "broken": "c falls from {before} to {after}. Pairs parted: {parted}; of these together in the other "
            "partition, so that the two agreed: {lost}.",
        },
        (
            (
                "A cut puts pairs apart, and *apart* in both counts as agreement.",
                "Only pairs that are apart in the other partition agree after the cut. A pair that is together there "
                "agreed before it.",
            ),
            (
                "The more clusters, the nearer c is to 1.",
                "Between unrelated partitions into even clusters, on average. A single cut can go either way: look at "
                "the pairs that it parts.",
            ),
            (
                "A finer partition says more about the objects.",
                "c counts verdicts on pairs, all alike. It does not ask which of them say more.",
            ),
        ),
    ),
    "rand-half": Claim(
        "If c is above 1/2, some pair is together in both partitions.",
        TWO,
        _rand_half,
        {
            "low": "c is {c}, and that is not above 1/2: of such partitions the claim says nothing.",
            "holds": "c is {c}, and {pair} are together in both. Look for agreement of the other kind.",
            "broken": "c is {c}, and no pair is together in both. Pairs that agree: {tn}, all of them apart.",
        },
        (
            (
                "If most verdicts agree, some of them agree on *together*.",
                "They can all agree on *apart*. Rand's second reason lets these pairs count in full.",
            ),
            (
                "If no pair is together in both, c is 0.",
                "For c = 0 no pair may be apart in both, either. Count tn.",
            ),
            (
                "Two partitions of the same objects always have a pair in common.",
                "They need not: a partition into single objects has no pair together.",
            ),
        ),
    ),
    "rand-zero": Claim(
        "If c = 0, one of the two partitions is a single cluster.",
        TWO,
        _rand_zero,
        {
            "not-zero": "c is {c}, not 0: of such partitions the claim says nothing.",
            "holds": "c is 0, and one of the two is a single cluster, as the claim says.",
        },
        (
            (
                "Two partitions into several clusters always have a pair together in both.",
                "They need not: {ab, c} and {a, bc} have none. But they have a pair apart in both: it agrees.",
            ),
            (
                "If a pair is together in the first, an object apart from it would force the pair together in the "
                "second.",
                "Then the two would agree on that pair. So no object is apart from it: the first is a single cluster. "
                "And if no pair is together in the first, the second puts all together.",
            ),
            (
                "Unrelated partitions have c = 0, and a single cluster is unrelated to all others.",
                "Unrelated partitions agree on many pairs. c = 0 is not chance, but perfect opposition.",
            ),
        ),
        right=1,
        searched=PAIRS_SEARCHED,
        up_to=6,
    ),
    "rand-detour": Claim(
        "By 1 \N{MINUS SIGN} c, the way from a first to a third partition is never longer than by way of a second.",
        THREE,
        _rand_detour,
        {"holds": "The direct way is {direct}. The detour is {one} + {two} = {detour}, and so not shorter."},
        (
            (
                "Where the first and the third differ on a pair, the second differs from both.",
                "There are only two verdicts on a pair. The second sides with one of the two.",
            ),
            (
                "1 \N{MINUS SIGN} c is 0 for equal partitions only, and the same in both directions.",
                "Both are true. But they speak of two partitions, and a detour has three.",
            ),
            (
                "Where the first and the third differ on a pair, the second differs from exactly one of them.",
                "So each pair that counts on the direct way counts once on the detour, which may have more.",
            ),
        ),
        right=2,
        searched=TRIPLES_SEARCHED,
        up_to=5,
    ),
    "ari-detour": Claim(
        "By 1 \N{MINUS SIGN} ARI, the way from a first to a third partition is never longer than by way of a second.",
        (THREE[0], THREE[1], Field("Third partition", "partition", "ab cd")),
        _ari_detour,
        {
            "holds": "The direct way is {direct}. The detour is {one} + {two} = {detour}, and so not shorter. Try ends "
            "with an ARI below 0.",
            "broken": "The direct way is {direct}. The detour is {one} + {two} = {detour}, and that is shorter.",
        },
        (
            (
                "It is so for 1 \N{MINUS SIGN} c, and the ARI is c on another scale.",
                "The scale depends on the sizes of the two partitions that are compared. So the three sides are "
                "measured in three units.",
            ),
            (
                "Where the first and the third differ on a pair, the second differs from one of them.",
                "That proves it for counts of pairs. The ARI divides them, each time by another number.",
            ),
            (
                "The ARI is 1 for equal partitions, and the same in both directions.",
                "Both are true. But they speak of two partitions, and a detour has three.",
            ),
        ),
    ),
    "ari-negative": Claim(
        "The ARI of two partitions lies between 0 and 1.",
        TWO,
        _ari_negative,
        {
            "holds": "The ARI is {ari}. Pairs together in both: {tp}; in blind deals {mean} on average. Look for "
            "partitions that have fewer than that.",
            "broken": "The ARI is {ari}. Pairs together in both: {tp}; in blind deals {mean} on average.",
        },
        (
            (
                "It is a share of pairs, as c is.",
                "c is a share. The ARI takes off what chance gives, and that can be more than there is.",
            ),
            (
                "Nothing is worse than chance.",
                "Chance gives a mean. Some deals lie below it.",
            ),
            (
                "0 means that no pair is together in both.",
                "0 means that as many pairs are together in both as in blind deals on average. There can be fewer.",
            ),
        ),
    ),
    "ari-minus-one": Claim(
        "No two partitions have an ARI of \N{MINUS SIGN}1.",
        TWO,
        _ari_minus_one,
        {"holds": "The ARI is {ari}. Pairs together in both: {tp}; apart in both: {tn}."},
        (
            (
                "Two partitions cannot disagree on every pair.",
                "They can: a single cluster and single objects do. Their ARI is 0.",
            ),
            (
                "A pair together in the first only and one together in the second only force a pair apart in both.",
                "An ARI of \N{MINUS SIGN}1 would need as many pairs of the one sort as of the other, and none on which "
                "the two agree. Being together is passed on from pair to pair, so these sorts force an agreement.",
            ),
            (
                "The ARI is never below 0.",
                "It is, where fewer pairs are together in both than blind deals have on average.",
            ),
        ),
        right=1,
        searched=PAIRS_SEARCHED,
        up_to=6,
    ),
    "ari-zero": Claim(
        "If the ARI is 0, no pair is together in both partitions.",
        TWO,
        _ari_zero,
        {
            "not-zero": "The ARI is {ari}, not 0. Pairs together in both: {tp}; in blind deals {mean} on average. "
            "These two have to be equal.",
            "holds": "The ARI is 0, and no pair is together in both. In blind deals the number is {mean} on average. "
            "Look for sizes for which it is larger.",
            "broken": "The ARI is 0. Pairs together in both: {tp}, as many as in blind deals on average.",
        },
        (
            (
                "0 means that the two have nothing in common.",
                "0 means that they have as much in common as blind deals on average.",
            ),
            (
                "A pair together in both is agreement, and raises the ARI above 0.",
                "Above 0 it is only with more such pairs than blind deals have on average.",
            ),
            (
                "The ARI is tp, divided by its largest value.",
                "First the mean of tp over blind deals is taken off.",
            ),
        ),
    ),
    "ari-single": Claim(
        "If one of two partitions is a single cluster, their ARI is 0.",
        (Field("First partition", "partition", "abcd"), Field("Second partition", "partition", "abc d")),
        _ari_single,
        {
            "several": "Neither of the two is a single cluster: the claim says nothing here.",
            "holds": "The ARI is 0: all deals have the same tp, {tp}. Look at what is divided by.",
            "broken": "Both are a single cluster, and the formula is 0/0. The two are equal, so the answer is {ari}, "
            "by convention.",
        },
        (
            (
                "All deals of the other partition have the same tp, so nothing is left above chance.",
                "True: above the line is 0. Look for the case in which 0 is below the line, too.",
            ),
            (
                "A single cluster cannot agree with anything.",
                "It agrees with itself on every pair.",
            ),
            (
                "The ARI of unrelated partitions is 0.",
                "On average. And not everything is unrelated to a single cluster.",
            ),
        ),
    ),
    "ari-symmetric": Claim(
        "Exchange the two partitions, and the ARI stays.",
        TWO,
        _ari_symmetric,
        {"holds": "The ARI is {one} in one order and {two} in the other."},
        (
            (
                "Both partitions have the same number of pairs together.",
                "They need not. Nor is it needed.",
            ),
            (
                "The ARI is a share of agreements, and all shares are symmetric.",
                "Precision and recall are shares as well, and exchanging the partitions exchanges the two.",
            ),
            (
                "tp stays, and the mean and the largest value treat the two alike.",
                "fn and fp change places, and the formula has P and P\u2032 only in their product and their sum.",
            ),
        ),
        right=2,
        searched=PAIRS_SEARCHED,
        up_to=5,
    ),
    "ari-order": Claim(
        "Of two partitions, the one with the higher c with a reference has the higher ARI with it.",
        (
            Field("Reference", "partition", "abc de"),
            Field("First partition", "partition", "ab c de"),
            Field("Second partition", "partition", "a b cde"),
        ),
        _ari_order,
        {
            "equal": "Both have c = {c1}. For the claim to say something, one c has to be higher.",
            "holds": "c is {c1} and {c2}, the ARI {ari1} and {ari2}: the order is the same. Try one partition into "
            "many clusters.",
            "broken": "c is {c1} and {c2}, the ARI {ari1} and {ari2}: the one with the higher c does not have the "
            "higher ARI.",
        },
        (
            (
                "The ARI is c on another scale, and a scale keeps the order.",
                "It is another scale for each pair of sizes. Only for equal sizes is the order kept.",
            ),
            (
                "Both rise with the number of pairs together in both.",
                "For given sizes. c also rises with the pairs apart in both, of which many clusters have many.",
            ),
            (
                "Both are 1 for equal partitions alone.",
                "This fixes the top of both scales. It says nothing of the order below.",
            ),
        ),
    ),
    "purity-finer": Claim(
        "Cut clusters into pieces, and purity does not fall.",
        (CLASSES, Field("Before the cut", "partition", "abcde"), Field("After the cut", "partition", "abcd e")),
        _purity_finer,
        CUTS | {"holds": "Purity is {before} before the cut and {after} after."},
        (
            (
                "The most frequent class of a cluster is found again in its pieces, all of its objects.",
                "Each piece counts at least its part of that class, and the parts add up. So it costs nothing to cut: "
                "purity cannot choose the number of clusters.",
            ),
            (
                "Purity counts pairs, and cuts part only wrong pairs.",
                "Purity counts objects, and a cut may part right pairs as well.",
            ),
            (
                "More clusters find more classes.",
                "Two clusters may choose the same class. Nothing asks them to find different ones.",
            ),
        ),
        right=0,
        searched=TRIPLES_SEARCHED,
        up_to=5,
    ),
    "purity-one": Claim(
        "If the purity is 1, the clusters are the classes.",
        (CLASSES, Field("Clusters", "partition", "ab cde")),
        _purity_one,
        {
            "impure": "The purity is {purity}, not 1: the claim says nothing here.",
            "holds": "The purity is 1, and the clusters are the classes. What may a cluster be for that, besides a "
            "whole class?",
            "broken": "The purity is 1. Classes: {n}; clusters: {k}. Each cluster lies in one class, and may be a part "
            "of it.",
        },
        (
            (
                "Each cluster holds one class, so each class is one cluster.",
                "The first does not give the second: several clusters may hold parts of one class.",
            ),
            (
                "A share of right objects of 1 means that no object is wrong.",
                "Right means here: of the most frequent class of its cluster. Alone, every object is.",
            ),
            (
                "Each cluster is matched with a class of its own.",
                "That would be a matching. By purity two clusters may choose the same class.",
            ),
        ),
    ),
    "nmi-zero": Claim(
        "If the ARI is 0, the mutual information is 0 as well.",
        TWO,
        _nmi_zero,
        {
            "not-zero": "The ARI is {ari}, not 0: the claim says nothing here.",
            "holds": "The ARI is 0, and each cell is as large as its row and column ask for: the mutual information "
            "is 0, too. Look for a table in which a cell is larger.",
            "broken": "The ARI is 0. But the cell {cell} has the size {size}, and from its row and column alone it "
            "would be {mean}: whoever knows the one cluster knows something of the other.",
        },
        (
            (
                "Both are 0 where two partitions are unrelated.",
                "The ARI is 0 on average there. It can be 0 where they are related, too.",
            ),
            (
                "Both are computed from the same contingency table.",
                "So are ten other measures. The ARI needs only the sum of the squares of its cells.",
            ),
            (
                "An ARI of 0 fixes each cell at its mean.",
                "It fixes one sum over the cells, at its mean. Large cells and small ones can balance.",
            ),
        ),
    ),
    "overlap-one": Claim(
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
    ),
    "overlap-added": Claim(
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
    ),
}
