"""The definitions in their plainest form, by counting over all pairs; slow, and meant to be believed at sight."""

import math
import statistics
from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, pairwise, permutations, product

HALF = Fraction(1, 2)
CREDIT_OF_TIES = {"diagonal": HALF, "optimistic": Fraction(1), "pessimistic": Fraction(0)}


def all_pairs(n):
    """Pairs of objects in condensed order."""
    return list(combinations(range(n), 2))


def together(labels):
    """For each pair, whether its two objects have equal labels."""
    return [labels[i] == labels[j] for i, j in all_pairs(len(labels))]


def count_pairs(labels_true, labels_pred):
    """Pairs together in both partitions, in the first only, in the second only, in neither."""
    kinds = Counter(zip(together(labels_true), together(labels_pred), strict=True))
    return kinds[True, True], kinds[True, False], kinds[False, True], kinds[False, False]


def sum_of_within(values, labels):
    """Sum of the values of the pairs that are together."""
    return sum(value for value, within in zip(values, together(labels), strict=True) if within)


def compare_quadruples(dissimilarities, labels):
    """Every within pair (i, j) against every between pair (k, l): s+, s- and s0."""
    n = len(labels)
    of_pair = dict(zip(all_pairs(n), dissimilarities, strict=True))
    s_plus = s_minus = s_zero = 0
    for i, j in all_pairs(n):
        for k, l in all_pairs(n):  # noqa: E741
            if labels[i] == labels[j] and labels[k] != labels[l]:
                s_plus += of_pair[i, j] < of_pair[k, l]
                s_minus += of_pair[i, j] > of_pair[k, l]
                s_zero += of_pair[i, j] == of_pair[k, l]
    return s_plus, s_minus, s_zero


def aucc(dissimilarities, labels, ties="diagonal"):
    """AUCC as an exact fraction: concordant comparisons, and a share of the tied ones."""
    s_plus, s_minus, s_zero = compare_quadruples(dissimilarities, labels)
    return (s_plus + CREDIT_OF_TIES[ties] * s_zero) / (s_plus + s_minus + s_zero)


def auc_of_scores(y_true, y_score, ties="diagonal"):
    """Share of (positive, negative) items in which the positive one scores higher; tied ones count as the rule says."""
    positive = [s for y, s in zip(y_true, y_score, strict=True) if y]
    negative = [s for y, s in zip(y_true, y_score, strict=True) if not y]
    credit = sum((p > q) + (p == q) * CREDIT_OF_TIES[ties] for p, q in product(positive, negative))
    return Fraction(credit) / (len(positive) * len(negative))


def roc_points(y_true, y_score):
    """For each threshold from infinity down, the shares of negative and of positive items that reach it."""
    n_positive = sum(map(bool, y_true))
    n_negative = len(y_true) - n_positive
    points = []
    for threshold in [math.inf, *sorted(set(y_score), reverse=True)]:
        reached = [bool(y) for y, s in zip(y_true, y_score, strict=True) if s >= threshold]
        tp = sum(reached)
        points.append((Fraction(len(reached) - tp, n_negative), Fraction(tp, n_positive), threshold))
    return points


def areas_over_orders(y_true, y_score):
    """Areas under the staircases of all orders of the items by falling score, one for each order within the ties."""
    areas = set()
    for order in permutations(range(len(y_true))):
        if all(y_score[i] >= y_score[j] for i, j in pairwise(order)):
            height = area = 0
            for item in order:
                height += bool(y_true[item])
                area += 0 if y_true[item] else height
            n_positive = sum(map(bool, y_true))
            areas.add(Fraction(area, n_positive * (len(y_true) - n_positive)))
    return areas


def join_near_ties(values, tolerance):
    """Replace each value by the number of its chain: a chain ends where the next larger value is too far away."""
    chain = {}
    number, previous = 0, None
    for value in sorted(values):
        if previous is not None and value - previous > tolerance * max(values):
            number += 1
        chain[value], previous = number, value
    return [chain[value] for value in values]


def mean_and_variance(outcomes):
    """Moments of equally likely outcomes, exact."""
    outcomes = [Fraction(outcome) for outcome in outcomes]
    mean = sum(outcomes) / len(outcomes)
    return mean, sum((outcome - mean) ** 2 for outcome in outcomes) / len(outcomes)


def labelings(sizes):
    """Every order of the labels of clusters with these sizes, each as often as permuting the labels produces it."""
    return permutations([cluster for cluster, size in enumerate(sizes) for _ in range(size)])


def first_labeling(sizes):
    """One partition with these cluster sizes: the clusters one after the other."""
    return list(next(labelings(sizes)))


def size_profiles(n, largest=None):
    """Every way to write n as a sum of positive whole numbers, largest first."""
    if n == 0:
        yield ()
    for size in range(min(n, largest or n), 0, -1):
        for rest in size_profiles(n - size, size):
            yield (size, *rest)


def stirling(n, k):
    """Partitions of n objects into k clusters: the last object is alone, or joins one of k clusters."""
    if n == 0 or k == 0:
        return int(n == k)
    return stirling(n - 1, k - 1) + k * stirling(n - 1, k)


def bell(n):
    """Partitions of n objects: choose who is not with the last object, and partition those."""
    return 1 if n == 0 else sum(math.comb(n - 1, others) * bell(others) for others in range(n))


def cells(labels_true, labels_pred):
    """Objects that each cluster of one partition shares with each cluster of the other, as a list of rows."""
    counts = Counter(zip(labels_true, labels_pred, strict=True))
    return [[counts[i, j] for j in sorted(set(labels_pred))] for i in sorted(set(labels_true))]


def largest_sum_of_a_matching(weights):
    """Largest sum of cells of which no two share a row or a column: every permutation, missing lines filled with 0."""
    k = max(len(weights), len(weights[0]))
    square = [[*row, *[0] * (k - len(row))] for row in weights] + [[0] * k] * (k - len(weights))
    return max(sum(square[i][order[i]] for i in range(k)) for order in permutations(range(k)))


def margins(table):
    """Row sums, column sums, total."""
    return [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)], sum(map(sum, table))


def pivoted_accuracy(table):
    """Share of objects in the cells of the best matching."""
    return Fraction(largest_sum_of_a_matching(table), margins(table)[2])


def rescaled(value, chance):
    """(value - chance)/(1 - chance); 1 where this is 0/0."""
    return Fraction(value - chance, 1 - chance) if chance != 1 else Fraction(1)


def normalized_accuracy(table):
    """Pivoted accuracy with 1/k at 0, k the larger number of clusters."""
    return rescaled(pivoted_accuracy(table), Fraction(1, max(len(table), len(table[0]))))


def adjusted_asymmetric_accuracy(table):
    """Mean share of each row in the best matching, with 1/(number of rows) at 0."""
    if len(table) == 1:
        return Fraction(len(table[0]) == 1)
    rows, k = margins(table)[0], len(table)
    shares = [[Fraction(count, rows[i]) for count in row] for i, row in enumerate(table)]
    return rescaled(largest_sum_of_a_matching(shares) / k, Fraction(1, k))


def pair_sets_index(table, simplified=False):
    """Mean overlap in the best matching, its chance level at 0, never negative."""
    rows, columns, n = margins(table)
    k = max(len(rows), len(columns))
    overlaps = [[Fraction(c, max(rows[i], columns[j])) for j, c in enumerate(row)] for i, row in enumerate(table)]
    by_size = zip(sorted(rows, reverse=True), sorted(columns, reverse=True), strict=False)
    chance = Fraction(1) if simplified else sum(Fraction(r * c, n * max(r, c)) for r, c in by_size)
    return max(Fraction(0), rescaled(Fraction(largest_sum_of_a_matching(overlaps)) / k, chance / k))


def entropy(sizes):
    """Mean surprise, in nats, of the cluster of an object drawn at random."""
    n = sum(sizes)
    return -sum(size / n * math.log(size / n) for size in sizes)


def mutual_information(table):
    """Mean logarithm of a cell's share over the product of its margins' shares."""
    rows, columns, n = margins(table)
    return sum(
        c / n * math.log(n * c / (rows[i] * columns[j])) for i, row in enumerate(table) for j, c in enumerate(row) if c
    )


def normalized_mutual_information(table):
    """Mutual information over the mean entropy; 1 where this is 0/0."""
    rows, columns, _ = margins(table)
    mean = (entropy(rows) + entropy(columns)) / 2
    return mutual_information(table) / mean if mean else 1.0


def distances(points):
    """Euclidean distances of all pairs, condensed."""
    return [math.dist(points[i], points[j]) for i, j in all_pairs(len(points))]


def centroid(points):
    """Mean of each coordinate, exact."""
    return [sum(map(Fraction, column)) / len(points) for column in zip(*points, strict=True)]


def clusters(items, labels):
    """The items of each cluster."""
    return [[item for item, label in zip(items, labels, strict=True) if label == one] for one in sorted(set(labels))]


def squares(points, center):
    """Sum of the squared distances from a center."""
    return sum((Fraction(x) - c) ** 2 for point in points for x, c in zip(point, center, strict=True))


def point_biserial(dissimilarities, labels):
    """Pearson's correlation of the dissimilarities with 1 for between, 0 for within."""
    return statistics.correlation(dissimilarities, [not within for within in together(labels)])


def c_index(dissimilarities, labels):
    """Sum of the within dissimilarities, less the least that so many can have, over the most less the least."""
    p, in_order = sum(together(labels)), sorted(dissimilarities)
    least, most = sum(in_order[:p]), sum(in_order[len(in_order) - p :])
    return (sum_of_within(dissimilarities, labels) - least) / (most - least)


def own_and_nearest_means(dissimilarities, labels):
    """For each object its mean dissimilarity to its own cluster, None if alone, and to the nearest other one."""
    n = len(labels)
    of_pair = dict(zip(all_pairs(n), dissimilarities, strict=True))
    for i in range(n):
        means = {}
        for label in set(labels):
            members = [j for j in range(n) if labels[j] == label and j != i]
            means[label] = statistics.mean(of_pair[min(i, j), max(i, j)] for j in members) if members else None
        yield means.pop(labels[i]), min(means.values())


def own_and_nearest_centroids(points, labels):
    """For each object its distance from its own centroid, None if alone, and from the nearest other one."""
    groups = {label: [p for p, other in zip(points, labels, strict=True) if other == label] for label in labels}
    for point, label in zip(points, labels, strict=True):
        distances = {other: math.dist(point, centroid(group)) for other, group in groups.items()}
        own = distances.pop(label)
        yield None if len(groups[label]) == 1 else own, min(distances.values())


def mean_width(own_and_nearest):
    """Mean of (b - a)/max(a, b); 0 for an object alone in its cluster, and for 0/0."""
    return statistics.mean(0 if a is None or a == b == 0 else (b - a) / max(a, b) for a, b in own_and_nearest)


def mean_ratio(own_and_nearest):
    """Mean of b/(a + 1e-6); 0 for an object alone in its cluster."""
    return statistics.mean(0 if a is None else float(b) / (float(a) + 1e-6) for a, b in own_and_nearest)


def silhouette(dissimilarities, labels):
    """Mean silhouette width."""
    return mean_width(own_and_nearest_means(dissimilarities, labels))


def alternative_silhouette(dissimilarities, labels):
    """Ratios in place of differences."""
    return mean_ratio(own_and_nearest_means(dissimilarities, labels))


def simplified_silhouette(points, labels):
    """Centroids in place of members."""
    return mean_width(own_and_nearest_centroids(points, labels))


def alternative_simplified_silhouette(points, labels):
    """Both."""
    return mean_ratio(own_and_nearest_centroids(points, labels))


def calinski_harabasz(points, labels):
    """Between over within sum of squares, each over its degrees of freedom."""
    n, groups = len(points), clusters(points, labels)
    mean = centroid(points)
    between = sum(len(group) * squares([centroid(group)], mean) for group in groups)
    within = sum(squares(group, centroid(group)) for group in groups)
    return (between / (len(groups) - 1)) / (within / (n - len(groups)))


def ratkowsky_lance(points, labels):
    """Mean over the variables of sqrt(SSB/SST), over sqrt(k)."""
    roots = []
    for column in zip(*points, strict=True):
        groups = clusters([(x,) for x in column], labels)
        mean = centroid([(x,) for x in column])
        between = sum(len(group) * squares([centroid(group)], mean) for group in groups)
        roots.append(math.sqrt(between / squares([(x,) for x in column], mean)))
    return statistics.mean(roots) / math.sqrt(len(groups))


def pbm(points, labels):
    """Square of (1/k) (E_1/E_k) D_k."""
    groups, mean = clusters(points, labels), centroid(points)
    e_1 = sum(math.dist(point, mean) for point in points)
    e_k = sum(math.dist(point, centroid(group)) for group in groups for point in group)
    d_k = max(math.dist(centroid(one), centroid(other)) for one, other in combinations(groups, 2))
    return (e_1 / e_k * d_k / len(groups)) ** 2


def davies_bouldin(points, labels):
    """Mean over the clusters of the worst (S_i + S_j)/M_ij."""
    groups = clusters(points, labels)
    spread = [statistics.mean(math.dist(point, centroid(group)) for point in group) for group in groups]
    worst = [
        max(
            (spread[i] + spread[j]) / math.dist(centroid(groups[i]), centroid(groups[j]))
            for j in range(len(groups))
            if j != i
        )
        for i in range(len(groups))
    ]
    return statistics.mean(worst)


def dunn(separation, diameter, labels, *, dissimilarities=None, points=None):
    """Smallest separation over largest diameter, in the numbering of Bezdek and Pal."""
    n = len(labels)
    if dissimilarities is None:
        dissimilarities = [math.dist(points[i], points[j]) for i, j in all_pairs(n)]
    of_pair = dict(zip(all_pairs(n), dissimilarities, strict=True))

    def d(i, j):
        return of_pair[min(i, j), max(i, j)] if i != j else 0

    def to_centroid(i, group):
        return math.dist(points[i], centroid([points[j] for j in group]))

    def one_way(one, other):
        return max(min(d(i, j) for j in other) for i in one)

    def apart(one, other):
        between = [d(i, j) for i in one for j in other]
        if separation <= 3:
            return [min, max, statistics.mean][separation - 1](between)
        if separation == 4:
            return math.dist(centroid([points[i] for i in one]), centroid([points[j] for j in other]))
        if separation == 5:
            return statistics.mean([to_centroid(i, other) for i in one] + [to_centroid(j, one) for j in other])
        return max(one_way(one, other), one_way(other, one))

    def wide(group):
        within = [d(i, j) for i, j in combinations(group, 2)] or [0]
        if diameter <= 2:
            return [max, statistics.mean][diameter - 1](within)
        return 2 * statistics.mean(to_centroid(i, group) for i in group)

    groups = clusters(range(n), labels)
    return min(apart(one, other) for one, other in combinations(groups, 2)) / max(map(wide, groups))


def dbcv(points, labels):
    """Mean over the objects of (b - a)/max(a, b), from the edges that a shortest tree of the cluster has."""
    members = [group for group in clusters(range(len(points)), labels) if len(group) > 1]
    core, power = {}, len(points[0])
    for i, own in enumerate(labels):
        others = [math.dist(points[i], p) for j, p in enumerate(points) if labels[j] == own and j != i]
        core[i] = 0.0 if 0 in others or not others else statistics.fmean(r**-power for r in others) ** (-1 / power)

    def length(i, j):
        return max(math.dist(points[i], points[j]), core[i], core[j])

    inner, longest = [], []
    for group in members:
        edges = {(i, j): (length(i, j), math.dist(points[i], points[j])) for i, j in combinations(group, 2)}
        kept = [edge for edge in edges if edge_of_a_shortest_tree(edge, edges)]
        degree = Counter(chain.from_iterable(kept))
        inner.append([i for i in group if degree[i] > 1] or group)
        inside = [edge for edge in kept if set(edge) <= set(inner[-1])]
        longest.append(max(edges[edge][0] for edge in inside or kept))
    total = 0.0
    for one, a in enumerate(longest):
        others = chain.from_iterable(inner[:one] + inner[one + 1 :])
        between = [length(i, j) for i, j in product(inner[one], list(others))]
        if between:
            total += len(members[one]) * (min(between) - a) / max(min(between), a)
    return total / len(points)


def edge_of_a_shortest_tree(edge, edges):
    """Whether no way between the ends of an edge has shorter steps alone; `edges` has the lengths, ties in order."""

    def is_shorter(one, other):
        differ = [(x, y) for x, y in zip(one, other, strict=True) if not math.isclose(x, y, rel_tol=1e-12)]
        return bool(differ) and differ[0][0] < differ[0][1]

    steps = [other for other in edges if is_shorter(edges[other], edges[edge])]
    reached, goal = {edge[0]}, edge[1]
    while True:
        more = {end for step in steps if reached & set(step) for end in step} - reached
        if not more or goal in reached:
            return goal not in reached
        reached |= more


def clusters_of(labels):
    """The clusters as lists of objects."""
    return [[i for i, label in enumerate(labels) if label == cluster] for cluster in sorted(set(labels))]


def sums_over_objects(dissimilarities, labels):
    """s+, s- and s0 as the AUCC paper writes them (equations 2 and 3): four sums over objects, and two halves."""
    n = len(labels)
    d = dict(zip(all_pairs(n), dissimilarities, strict=True))
    d |= {(j, i): value for (i, j), value in d.items()}
    totals = [Fraction(0)] * 3
    for c_l in clusters_of(labels):
        for i, j in permutations(c_l, 2):
            for c_m in clusters_of(labels):
                for r, s in product(c_m, [s for s in range(n) if s not in c_m]):
                    verdicts = d[i, j] < d[r, s], d[i, j] > d[r, s], d[i, j] == d[r, s]
                    totals = [total + HALF * HALF * verdict for total, verdict in zip(totals, verdicts, strict=True)]
    return tuple(totals)


def triples_and_quadruples(dissimilarities, labels):
    """The two sums of equation (5) of the AUCC paper, as printed; s+ is the first and a quarter of the second."""
    n = len(labels)
    d = dict(zip(all_pairs(n), dissimilarities, strict=True))
    d |= {(j, i): value for (i, j), value in d.items()}
    triples = sum(labels[i] == labels[j] != labels[s] and d[i, j] < d[i, s] for i, j, s in permutations(range(n), 3))
    quadruples = sum(
        labels[i] == labels[j] and labels[r] != labels[s] and d[i, j] < d[r, s]
        for i, j, r, s in permutations(range(n), 4)
    )
    return triples, quadruples


def goodman_kruskal_gamma(x, y):
    """Concordant less discordant pairs of items over their sum, two orderings of the same items; None if all tie."""
    signs = Counter(((x[i] > x[j]) - (x[i] < x[j])) * ((y[i] > y[j]) - (y[i] < y[j])) for i, j in all_pairs(len(x)))
    untied = signs[1] + signs[-1]
    return Fraction(signs[1] - signs[-1], untied) if untied else None


def pair_errors(labels_true, labels_pred):
    """Share of same-class pairs that are apart, and share of different-class pairs that are together."""
    verdicts = list(zip(together(labels_true), together(labels_pred), strict=True))
    same = [pred for true, pred in verdicts if true]
    different = [pred for true, pred in verdicts if not true]
    return 1 - Fraction(sum(same), len(same)), Fraction(sum(different), len(different))


def area_by_strips(curve):
    """Area between the path and the e1 axis: every step adds or takes away a strip, by its direction."""
    return sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairwise(curve))


def cut(merges, n, k):
    """Partition of n objects into k clusters: make the first n - k merges, as sets."""
    clusters = {i: {i} for i in range(n)}
    for step, (first, second) in enumerate(merges[: n - k]):
        clusters[n + step] = clusters.pop(first) | clusters.pop(second)
    return {frozenset(cluster) for cluster in clusters.values()}


def times_together(clusters, o, p):
    """Number of clusters that hold both objects."""
    return sum(o in cluster and p in cluster for cluster in clusters)


def company(clusters, o):
    """Objects that share a cluster with an object; it is among them if it has a cluster."""
    return {p for cluster in clusters if o in cluster for p in cluster}


def mean_over_objects(clusters, value):
    """Mean of a value over the objects that have a cluster."""
    objects = set().union(*clusters)
    return sum(map(value, objects), Fraction(0)) / len(objects)


def share_found(found, wanted, o, p):
    """Of the found clusters that hold both objects, the share that the wanted ones can account for."""
    times = times_together(found, o, p)
    return Fraction(min(times, times_together(wanted, o, p)), times)


def extended_bcubed_precision(found, wanted):
    """Mean over the objects of the mean share found over their company; the recall exchanges the roles."""
    return mean_over_objects(
        found,
        lambda o: sum(share_found(found, wanted, o, p) for p in company(found, o)) / len(company(found, o)),
    )


def cluster_identity(found, wanted, o, p):
    """Mean, over the found clusters with both objects, of the best Jaccard index with a wanted one with both."""
    best = [
        max([Fraction(len(a & b), len(a | b)) for b in wanted if o in b and p in b], default=Fraction(0))
        for a in found
        if o in a and p in a
    ]
    return sum(best) / len(best)


def cice_bcubed_precision(found, wanted):
    """The same as for Extended BCubed with each share multiplied by the cluster identity."""
    return mean_over_objects(
        found,
        lambda o: (
            sum(share_found(found, wanted, o, p) * cluster_identity(found, wanted, o, p) for p in company(found, o))
            / len(company(found, o))
        ),
    )


def reliability(found, wanted):
    """Mean over the objects of a ratio of two sums over their company."""

    def of_object(o):
        times = [(times_together(found, o, p), times_together(wanted, o, p)) for p in company(found, o)]
        return Fraction(sum(map(min, times)), sum(in_found for in_found, _ in times))

    return mean_over_objects(found, of_object)


def weighted_harmonic_mean(precision, recall, alpha):
    """1/(alpha/precision + (1 - alpha)/recall), and 0 where both are 0."""
    return 1 / (alpha / precision + (1 - alpha) / recall) if precision and recall else Fraction(0)


def bcubed_precision_of_table(table):
    """BCubed for partitions: mean over the objects of the share of its cluster (column) that has its class (row)."""
    _, columns, n = margins(table)
    return sum(Fraction(c, n) * Fraction(c, columns[j]) for row in table for j, c in enumerate(row))


def best_match(first, second, jaccard=False):
    """Mean over the clusters of both of the distance from the nearest cluster of the other."""

    def nearest(cluster, others):
        return min(Fraction(len(cluster ^ b), len(cluster | b) if jaccard else 1) for b in others)

    nearest_ones = [nearest(a, second) for a in first] + [nearest(b, first) for b in second]
    return sum(nearest_ones) / len(nearest_ones)


def omega(first, second, objects):
    """Share of pairs together equally often, with its value for independent pairs at 0; None where this is 0/0."""
    pairs = list(combinations(objects, 2))
    counts = [[times_together(clusters, o, p) for o, p in pairs] for clusters in (first, second)]
    observed = Fraction(sum(a == b for a, b in zip(*counts, strict=True)), len(pairs))
    expected = Fraction(sum(a == b for a, b in product(*counts)), len(pairs) ** 2)
    return (observed - expected) / (1 - expected) if expected != 1 else None
