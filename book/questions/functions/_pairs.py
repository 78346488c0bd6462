"""Functions about the pairs of two partitions."""

from itertools import combinations

from aucc_teach.datasets import load_rand_points
from aucc_teach.exercises import asked
from aucc_teach.pairs import contingency_table
from aucc_teach.pairs import pair_counts as counted
from aucc_teach.partitions import set_partitions

_RAND = load_rand_points()
_ALL = [list(labels) for labels in set_partitions(6)]
_LABELS = [
    (_RAND.labels_true.tolist(), _RAND.labels_pred.tolist()),
    *zip(_ALL[4::45], _ALL[170::-39], strict=False),
    (_ALL[0][:4], _ALL[-1][:4]),
    (_ALL[7], _ALL[7]),
]
_TABLES = [(contingency_table(first, second).tolist(),) for first, second in _LABELS]
_COUNTS = [tuple(counted(first, second)) for first, second in _LABELS]


@asked(
    cases=_LABELS,
    hint="Go through the pairs of objects, each once, and ask two questions of it.",
    outcome="Each pair is counted in exactly one of the four, so they add up to the number of pairs.",
)
def pair_counts(first, second):
    """Pairs of objects, from two lists of labels.

    Return (tp, fn, fp, tn): together in both,
    in the first only, in the second only, in none.
    """
    tp = fn = fp = tn = 0
    for i, j in combinations(range(len(first)), 2):
        in_first = first[i] == first[j]
        in_second = second[i] == second[j]
        tp += in_first and in_second
        fn += in_first and not in_second
        fp += in_second and not in_first
        tn += not in_first and not in_second
    return tp, fn, fp, tn


@pair_counts.mistake("Each pair is counted twice, as ij and as ji. Let the second object come after the first.")
def ordered_pairs(first, second):
    return tuple(2 * count for count in pair_counts.reference(first, second))


@pair_counts.mistake("Pairs of an object with itself are counted, too. Let the second object come after the first.")
def pairs_with_themselves(first, second):
    tp, fn, fp, tn = pair_counts.reference(first, second)
    return tp + len(first), fn, fp, tn


@pair_counts.mistake("fn and fp are exchanged: fn are the pairs that are together in the first list only.")
def exchanged_errors(first, second):
    return pair_counts.reference(second, first)


@pair_counts.mistake("These are only neighbours in the list. Every object makes a pair with every other.")
def neighbours_only(first, second):
    pairs = [(first[i - 1 : i + 1], second[i - 1 : i + 1]) for i in range(1, len(first))]
    found = [(a[0] == a[1], b[0] == b[1]) for a, b in pairs]
    return tuple(found.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False)))


@asked(
    cases=_COUNTS,
    hint="c is a proportion of all pairs. Which of the four counts are agreements?",
    outcome="Divide the diagonal of the two-by-two table by the sum of the whole table.",
)
def rand_c(tp, fn, fp, tn):
    """Rand's c, from the four counts of pairs."""
    return (tp + tn) / (tp + fn + fp + tn)


@rand_c.mistake("tn is missing from the numerator. Pairs that are apart in both partitions are agreements, too.")
def without_pairs_apart(tp, fn, fp, tn):
    return tp / (tp + fn + fp + tn)


@rand_c.mistake("That would be the proportion of disagreements, Rand's distance, which is 1 minus c.")
def share_of_disagreements(tp, fn, fp, tn):
    return (fn + fp) / (tp + fn + fp + tn)


@rand_c.mistake("That would be the Jaccard index, which leaves tn out of the numerator and the denominator.")
def jaccard(tp, fn, fp, tn):
    return tp / (tp + fn + fp) if tp + fn + fp else 0


@asked(
    cases=_COUNTS,
    hint="The index is (tp - mean) / (largest - mean). The mean of tp under chance contains both margins.",
    outcome="The ARI is 0 if tp is equal to its mean under chance, and 1 if the partitions are equal.",
)
def adjusted_rand(tp, fn, fp, tn):
    """Adjusted Rand index, from the four counts of pairs.

    Return 1 where the formula is 0/0.
    """
    in_first, in_second, n_pairs = tp + fn, tp + fp, tp + fn + fp + tn
    mean = in_first * in_second / n_pairs
    largest = (in_first + in_second) / 2
    return 1 if largest == mean else (tp - mean) / (largest - mean)


@adjusted_rand.mistake(
    "Here the largest tp is the number of all pairs. The index has the mean of the two margins there."
)
def largest_is_all_pairs(tp, fn, fp, tn):
    mean, n_pairs = (tp + fn) * (tp + fp) / (tp + fn + fp + tn), tp + fn + fp + tn
    return 1 if n_pairs == mean else (tp - mean) / (n_pairs - mean)


@adjusted_rand.mistake("Here the largest tp is the larger of the two margins. The index has their mean there.")
def largest_is_the_larger_margin(tp, fn, fp, tn):
    mean, largest = (tp + fn) * (tp + fp) / (tp + fn + fp + tn), max(tp + fn, tp + fp)
    return 1 if largest == mean else (tp - mean) / (largest - mean)


@adjusted_rand.mistake("The mean is subtracted, and one step is left. Divide by the largest tp minus the mean.")
def not_rescaled(tp, fn, fp, tn):
    return tp - (tp + fn) * (tp + fp) / (tp + fn + fp + tn)


_WITH_BOTH_KINDS = [counts for counts in _COUNTS if 0 < counts[0] + counts[1] < sum(counts)]


@asked(
    cases=_WITH_BOTH_KINDS,
    hint="Each kind of pair has an error of its own: divide by the pairs of that kind in the first partition.",
    outcome="Both kinds of pairs have the same weight, however many there are.",
)
def pair_errors(tp, fn, fp, tn):
    """The two errors of pairs: return (e1, e2).

    e1 is the proportion of the pairs of one class that are
    apart, e2 the proportion of the pairs of two classes
    that are together.
    """
    return fn / (tp + fn), fp / (fp + tn)


@pair_errors.mistake("This divides by all pairs. e1 is a proportion of the pairs of one class, e2 of the others.")
def shares_of_all_pairs(tp, fn, fp, tn):
    n_pairs = tp + fn + fp + tn
    return fn / n_pairs, fp / n_pairs


@pair_errors.mistake("This divides by the pairs as the clusters have them. Divide by the pairs of the classes.")
def shares_of_predicted(tp, fn, fp, tn):
    return fn / (fn + tn) if fn + tn else 0, fp / (tp + fp) if tp + fp else 0


@pair_errors.mistake("The two are exchanged: e1 is about the pairs of one class.")
def exchanged_kinds(tp, fn, fp, tn):
    return pair_errors.reference(tp, fn, fp, tn)[::-1]


@asked(
    cases=[counts[:3] for counts in _WITH_BOTH_KINDS if counts[0] + counts[2]],
    hint="Precision is tp / (tp + fp), recall is tp / (tp + fn). Which mean of the two?",
    outcome="It is the geometric mean, which is 0 as soon as one of the two is 0.",
)
def fowlkes_mallows(tp, fn, fp):
    """Index of Fowlkes and Mallows, from counts of pairs."""
    return tp / ((tp + fp) * (tp + fn)) ** 0.5


@fowlkes_mallows.mistake("That would be the arithmetic mean of precision and recall. The index is the geometric mean.")
def arithmetic_mean(tp, fn, fp):
    return (tp / (tp + fp) + tp / (tp + fn)) / 2


@fowlkes_mallows.mistake("That would be F, the harmonic mean of precision and recall. The index is the geometric mean.")
def harmonic_mean(tp, fn, fp):
    return 2 * tp / (2 * tp + fn + fp)


@fowlkes_mallows.mistake("The square root is missing: this is precision times recall.")
def without_root(tp, fn, fp):
    return tp**2 / ((tp + fp) * (tp + fn))


@asked(
    cases=_TABLES,
    hint="A cell with m objects holds m(m - 1)/2 pairs. So does a margin.",
    outcome="Cells and margins are enough: you didn't have to look at a single pair.",
)
def counts_of_table(table):
    """Counts of pairs, from a contingency table.

    The table is a list of rows: clusters of the first
    partition. Return (tp, fn, fp, tn).
    """
    pairs = lambda m: m * (m - 1) // 2  # noqa: E731
    tp = sum(pairs(cell) for row in table for cell in row)
    fn = sum(pairs(sum(row)) for row in table) - tp
    fp = sum(pairs(sum(column)) for column in zip(*table, strict=True)) - tp
    return tp, fn, fp, pairs(sum(map(sum, table))) - tp - fn - fp


@counts_of_table.mistake("That's m times m pairs, in both orders and each object with itself. There are m(m - 1)/2.")
def squares_of_counts(table):
    tp = sum(cell**2 for row in table for cell in row)
    fn = sum(sum(row) ** 2 for row in table) - tp
    fp = sum(sum(column) ** 2 for column in zip(*table, strict=True)) - tp
    return tp, fn, fp, sum(map(sum, table)) ** 2 - tp - fn - fp


@counts_of_table.mistake(
    "The pairs of a row are together in the first partition. But those that are in tp are not errors."
)
def margins_as_errors(table):
    tp, fn, fp, tn = counts_of_table.reference(table)
    return tp, tp + fn, tp + fp, tn


@counts_of_table.mistake("fn and fp are exchanged: rows are clusters of the first partition.")
def exchanged_margins(table):
    tp, fn, fp, tn = counts_of_table.reference(table)
    return tp, fp, fn, tn


@asked(
    cases=_TABLES,
    hint="Find p from the row sums and p' from the column sums. Then add up the two rectangles.",
    outcome="Only the cluster sizes matter, which are the margins of the table, and not the cells inside.",
)
def expected_c(table):
    """The level of chance of Rand's c, from a table.

    The table is a list of rows. Their sums and those of
    the columns are the sizes of the clusters.
    """
    tp, fn, fp, tn = counts_of_table.reference(table)
    n_pairs = tp + fn + fp + tn
    p, q = (tp + fn) / n_pairs, (tp + fp) / n_pairs
    return p * q + (1 - p) * (1 - q)


@expected_c.mistake("That's the rectangle of the pairs together in both. Add the one of the pairs apart in both.")
def together_only(table):
    tp, fn, fp, tn = counts_of_table.reference(table)
    return (tp + fn) * (tp + fp) / (tp + fn + fp + tn) ** 2


@expected_c.mistake("Squared proportions of objects let an object make a pair with itself. Count pairs.")
def squared_shares(table):
    n = sum(map(sum, table))
    p = sum(sum(row) ** 2 for row in table) / n**2
    q = sum(sum(column) ** 2 for column in zip(*table, strict=True)) / n**2
    return p * q + (1 - p) * (1 - q)


@expected_c.mistake("That would be c itself. The level depends only on the row sums and the column sums.")
def c_of_the_table(table):
    return rand_c.reference(*counts_of_table.reference(table))


@expected_c.mistake("The sizes of the first partition are used for both.")
def rows_for_both(table):
    tp, fn, fp, tn = counts_of_table.reference(table)
    p = (tp + fn) / (tp + fn + fp + tn)
    return p**2 + (1 - p) ** 2


@asked(
    cases=_LABELS,
    hint="Find one number for each object, then their mean: what proportion of its cluster has its class?",
    outcome="Every object counts once, so large clusters weigh more. The object itself is in its cluster.",
)
def bcubed_precision(classes, clusters):
    """Precision of BCubed, from two lists of labels."""
    n = len(classes)
    total = 0
    for i in range(n):
        cluster = [j for j in range(n) if clusters[j] == clusters[i]]
        total += sum(classes[j] == classes[i] for j in cluster) / len(cluster)
    return total / n


@bcubed_precision.mistake("That would be the recall: classes and clusters are exchanged.")
def bcubed_recall(classes, clusters):
    return bcubed_precision.reference(clusters, classes)


@bcubed_precision.mistake("The object itself is missing. It counts in its own cluster, with its own class.")
def without_the_object(classes, clusters):
    n = len(classes)
    total = 0
    for i in range(n):
        others = [j for j in range(n) if clusters[j] == clusters[i] and j != i]
        total += sum(classes[j] == classes[i] for j in others) / len(others) if others else 1
    return total / n


@bcubed_precision.mistake("That would be purity, where only the largest class of each cluster counts.")
def purity(classes, clusters):
    members = [[c for c, k in zip(classes, clusters, strict=True) if k == cluster] for cluster in set(clusters)]
    return sum(max(map(found.count, found)) for found in members) / len(classes)


@bcubed_precision.mistake("That would be the mean over the clusters. Here we want the mean over the objects.")
def mean_of_clusters(classes, clusters):
    members = [[c for c, k in zip(classes, clusters, strict=True) if k == cluster] for cluster in set(clusters)]
    return sum(sum(map(found.count, found)) / len(found) ** 2 for found in members) / len(members)


@asked(
    # Partitions under other names, which do not come in order.
    cases=[([(3 * label + 2) % 7 for label in labels],) for labels in (*_ALL[::37], [0])],
    hint="Go through the labels from the left. What number does a label get that was not there before?",
    outcome="Two lists are the same partition if and only if they are rewritten to the same list.",
)
def by_first_appearance(labels):
    """Labels as a restricted growth string: a list.

    The first cluster that appears gets 0, the next
    new one 1, and so on. The partition is the same.
    """
    names = []
    for label in labels:
        if label not in names:
            names.append(label)
    return [names.index(label) for label in labels]


@by_first_appearance.mistake("The labels are numbered by their size. Number them by their first appearance.")
def by_size_of_label(labels):
    names = sorted(set(labels))
    return [names.index(label) for label in labels]


@by_first_appearance.mistake("Your numbers begin at 1. The first number is 0.")
def from_one(labels):
    return [number + 1 for number in by_first_appearance.reference(labels)]


@by_first_appearance.mistake("Each label became the place where it was met first. Count the clusters met before it.")
def first_places(labels):
    return [labels.index(label) for label in labels]


_ANSWERS = [
    (n, [pair for i, pair in enumerate(combinations(range(n), 2)) if number >> i & 1])
    for n, numbers in ((3, range(8)), (4, range(7, 64, 8)))
    for number in numbers
]


@asked(
    cases=_ANSWERS,
    hint="Look at three objects at a time: how many of their three pairs may be together?",
    outcome="Of three pairs among three objects, exactly two are never together. That is all it takes.",
)
def is_partition(n, together):
    """Whether answers for all pairs are a partition.

    together is a list of pairs (i, j), i < j, of the
    objects 0 to n - 1; all other pairs are apart.
    Return True or False.
    """
    return all(sum(pair in together for pair in combinations(three, 2)) != 2 for three in combinations(range(n), 3))


@is_partition.mistake("01 and 12 require 02, but 01 and 02 require 12 as well, and 02 and 12 require 01.")
def chains_only(n, together):
    return all((i, last) in together for i, j in together for k, last in together if j == k)


@is_partition.mistake("Here no two pairs may share an object. But three objects may all be together.")
def no_shared_object(n, together):
    return all(not set(one) & set(other) for one, other in combinations(together, 2))
