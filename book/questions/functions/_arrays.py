"""Functions for which NumPy or the package is the natural tool."""

import numpy as np

import aucc_teach as at
from aucc_teach.exercises import asked

from ._ranks import LABELLINGS, POINTS

_ITEMS = [
    ([9, 7, 4, 7, 3, 1], [True, True, True, False, False, False]),
    ([2, 5, 5, 3, 5, 2, 8], [False, True, False, True, True, False, False]),
    ([1, 1, 1, 1], [True, False, True, True]),
    ([6, 4, 4, 0, 4, 9, 6, 1], [False, True, False, False, True, True, True, False]),
]


@asked(
    cases=_ITEMS,
    numpy=True,
    hint="How many negatives are below a positive, and how many are below it or tie with it? A sorted array of the "
    "negatives answers both.",
    outcome="One sort takes the place of all comparisons, and the two sides of `searchsorted` are the two rules.",
)
def areas_by_rule(scores, positive):
    """Area under the ROC curve by three rules for ties.

    scores and positive are arrays; positive has True or
    False for each score. Return the areas by the
    pessimistic, the diagonal and the optimistic rule.
    """
    return _areas(scores, positive)


def _areas(scores, positive):
    negatives = np.sort(scores[~positive])
    won, not_lost = (
        np.searchsorted(negatives, scores[positive], side).mean() / len(negatives) for side in ("left", "right")
    )
    return won, (won + not_lost) / 2, not_lost


@areas_by_rule.mistake(
    "Your outer areas come from the smallest and the largest ranks. But these count ties of two positives as well, "
    "and such a pair is not compared."
)
def outer_ranks(scores, positive):
    from scipy.stats import rankdata

    m = positive.sum()
    sums = (rankdata(scores, method)[positive].sum() for method in ("min", "average", "max"))
    return tuple((one - m * (m + 1) / 2) / (m * (len(scores) - m)) for one in sums)


@areas_by_rule.mistake("The order is reversed: the pessimistic rule comes first, and it gives the smallest area.")
def optimist_first(scores, positive):
    return _areas(scores, positive)[::-1]


@areas_by_rule.mistake("The comparison is reversed: a positive wins by the higher score.")
def lower_scores_win(scores, positive):
    return _areas(-scores, positive)


@areas_by_rule.mistake(
    "This divides by all pairs of items. Divide by the number of comparisons, which is that of the positives times "
    "that of the negatives."
)
def over_all_pairs(scores, positive):
    m, n = positive.sum(), len(scores)
    return tuple(area * m * (n - m) / (n * (n - 1) / 2) for area in _areas(scores, positive))


_X = np.array(POINTS)
# City blocks, so that the tables hold whole numbers, with ties.
_TABLE = abs(_X[:, None] - _X).sum(axis=2)


@asked(
    cases=[(_TABLE, labels) for labels in LABELLINGS],
    numpy=True,
    hint="One mask for two equal labels, and one for each pair once: `distances[mask]` gives the distances that it "
    "selects. Then compare all of the one with all of the other.",
    outcome="Two masks and one comparison of a column with a row replace three loops.",
)
def aucc_of_table(distances, labels):
    """AUCC of a square table of distances.

    distances and labels are arrays. A tie counts one half.
    """
    same = labels[:, None] == labels
    each_once = np.triu(np.ones_like(same), 1)
    return _won(distances[same & each_once], distances[~same & each_once])


def _won(within, between, tie=1 / 2):
    column = within[:, None]
    return (column < between).mean() + tie * (column == between).mean()


@aucc_of_table.mistake(
    "The diagonal is among your within pairs: each object has distance 0 to itself and wins nearly everything. An "
    "object is not paired with itself."
)
def with_the_diagonal(distances, labels):
    same = labels[:, None] == labels
    return _won(distances[same], distances[~same])


@aucc_of_table.mistake(
    "Your triangle has the diagonal, which `np.triu` leaves there without a 1 behind the table. An object is not "
    "paired with itself."
)
def with_the_diagonal_of_triu(distances, labels):
    same = labels[:, None] == labels
    triangle = np.triu(np.ones_like(same))
    return _won(distances[same & triangle], distances[~same & triangle])


@aucc_of_table.mistake(
    "Two things: the diagonal is among your within pairs, although an object is not paired with itself, and a tied "
    "comparison counts nothing, although it should count one half."
)
def with_the_diagonal_and_without_ties(distances, labels):
    same = labels[:, None] == labels
    return _won(distances[same], distances[~same], tie=0)


@aucc_of_table.mistake(
    "Tied comparisons count as nothing here, because `<` is False for them. Let each of them count one half."
)
def ties_of_table_lost(distances, labels):
    return aucc_of_table.reference(distances, labels) - _tied(distances, labels) / 2


@aucc_of_table.mistake(
    "Tied comparisons count as won here, because `<=` is True for them. Let each of them count one half."
)
def ties_of_table_won(distances, labels):
    return aucc_of_table.reference(distances, labels) + _tied(distances, labels) / 2


def _tied(distances, labels):
    same = labels[:, None] == labels
    each_once = np.triu(np.ones_like(same), 1)
    return (distances[same & each_once][:, None] == distances[~same & each_once]).mean()


@aucc_of_table.mistake("The comparison is reversed: the within pair wins by the smaller distance.")
def far_pairs_win(distances, labels):
    return 1 - aucc_of_table.reference(distances, labels)


_HALVES = [0, 0, 0, 1, 1, 1]
# Twelve and nine orders of six objects.
_ORDERS = [sorted(range(6), key=lambda i: (i * r * r + r) % 13) for r in range(2, 14)]
_FEW_ORDERS = [sorted(range(6), key=lambda i: (i * (r + 3) + r) % 7) for r in range(1, 10)]


@asked(
    cases=[
        (_TABLE, _HALVES, _ORDERS),
        (_TABLE, [0, 1, 0, 1, 0, 1], _ORDERS),
        (_TABLE, _HALVES, _FEW_ORDERS),
        (_TABLE, [0, 0, 1, 1, 1, 2], _FEW_ORDERS),
    ],
    numpy=True,
    hint="Compute the AUCC for the labels as they are, and once for each order. Which of all these labellings have "
    "an AUCC that is at least as large as the first?",
    outcome="The labels as they are belong to both counts, so the p-value is never 0.",
)
def permutation_p_value(distances, labels, orders):
    """p-value of a permutation test of AUCC.

    distances is a square table. Each row of orders permutes
    the labels once: labels[order]. A large AUCC is extreme.
    """
    observed, permuted = _observed_and_permuted(distances, labels, orders)
    return (1 + (permuted >= observed).sum()) / (1 + len(orders))


def _observed_and_permuted(distances, labels, orders):
    scores = [at.aucc_score(distances, some, metric="precomputed") for some in (labels, *labels[orders])]
    return scores[0], np.array(scores[1:])


@permutation_p_value.mistake(
    "The labels as they are have been left out. They're one of the labellings, so they belong to both counts; "
    "otherwise a p-value could be 0."
)
def without_what_was_seen(distances, labels, orders):
    observed, permuted = _observed_and_permuted(distances, labels, orders)
    return (permuted >= observed).mean()


@permutation_p_value.mistake("A labelling with the same AUCC counts, too: at least as large, not larger.")
def only_larger(distances, labels, orders):
    observed, permuted = _observed_and_permuted(distances, labels, orders)
    return (1 + (permuted > observed).sum()) / (1 + len(orders))


@permutation_p_value.mistake(
    "The direction is reversed: this counts the labellings whose AUCC is at most what was seen. A large AUCC is "
    "extreme."
)
def lower_tail(distances, labels, orders):
    observed, permuted = _observed_and_permuted(distances, labels, orders)
    return (1 + (permuted <= observed).sum()) / (1 + len(orders))


@permutation_p_value.mistake(
    "The 1 is added to the count only. The labels as they are belong to the number of labellings, too."
)
def one_above_only(distances, labels, orders):
    observed, permuted = _observed_and_permuted(distances, labels, orders)
    return (1 + (permuted >= observed).sum()) / len(orders)


_SCORES = [
    [[51, 47, 49, 53], [62, 58, 61, 59], [40, 44, 43, 41]],
    [[10, 12], [13, 9], [11, 14], [18, 8], [15, 16]],
    [[3, 5, 4, 8, 0], [30, 33, 27, 30, 30]],
]


@asked(
    cases=[(scores,) for scores in _SCORES],
    numpy=True,
    hint="Along which axis do you find the scores of one data set? Take variances first, and the root last.",
    outcome="Variances add up, so the part of chance can be subtracted from them. Standard deviations do not.",
)
def error_and_between(scores):
    """Monte Carlo error, and deviation between data sets.

    scores has a row for each data set, and in it the scores
    of some random partitions. The mean of a row is a point.
    Return the standard error of a point, as the root of the
    mean squared error, and the standard deviation between
    data sets without the part that this error causes; 0 if
    nothing is left. Divide by one less than the number.
    """
    return _error_and_between(scores)


def _error_and_between(scores, less=1, axis=1, repeats=None):
    squared_error = scores.var(axis=axis, ddof=less).mean() / (repeats or scores.shape[axis])
    of_points = scores.mean(axis=axis).var(ddof=less)
    return np.sqrt(squared_error), np.sqrt(max(of_points - squared_error, 0))


@error_and_between.mistake("The axes are exchanged: a data set is a row, and its scores lie along `axis=1`.")
def columns_for_rows(scores):
    return _error_and_between(scores, axis=0)


@error_and_between.mistake(
    "Your variances divide by the number of values, as NumPy does unless `ddof=1` says otherwise. Divide by one less."
)
def without_ddof(scores):
    return _error_and_between(scores, less=0)


@error_and_between.mistake(
    "That is the error of a single random partition. A point is a mean, so its squared error is divided by the number "
    "of partitions."
)
def error_of_a_single_score(scores):
    return _error_and_between(scores, repeats=1)


@error_and_between.mistake(
    "The error is right, but the second number still holds it: the points scatter because the data sets differ, and "
    "because each point is a mean of random partitions."
)
def error_not_subtracted(scores):
    return _error_and_between(scores)[0], scores.mean(axis=1).std(ddof=1)


@error_and_between.mistake(
    "The error is right, but it's subtracted from a standard deviation. Subtract its square from the variance, and "
    "take the root afterwards."
)
def deviations_subtracted(scores):
    error = _error_and_between(scores)[0]
    return error, max(scores.mean(axis=1).std(ddof=1) - error, 0)


# Eight sets each, the data first, so that means are exact in binary.
_LOGITS = [
    [[(a * i * i + b * k * k + i * k + 3 * k) % m for k in range(4)] for i in range(8)]
    for a, b, m in ((4, 6, 11), (3, 5, 17), (1, 2, 17))
]


@asked(
    cases=[(logits,) for logits in _LOGITS],
    numpy=True,
    hint="First the excess of each set over the mean of all sets, column by column. Then the peak of each set, row by "
    "row.",
    outcome="Each set gets its own best k, as the data do. That is what makes the peaks comparable.",
)
def peak_p_value(logits):
    """p-value of the peak of the excess.

    logits has a row for each set, the data first and then
    the references, and a column for each k.
    """
    return _of_first(_peaks(logits - logits.mean(axis=0)))


def _peaks(excess):
    return excess.max(axis=1) - excess.mean(axis=1)


def _of_first(peaks):
    return (peaks >= peaks[0]).mean()


@peak_p_value.mistake(
    "All sets are compared at the k that is best for the data. The references must choose their own best k, too, "
    "or the data have an advantage."
)
def at_the_best_k_of_the_data(logits):
    excess = logits - logits.mean(axis=0)
    return _of_first(excess[:, excess[0].argmax()] - excess.mean(axis=1))


@peak_p_value.mistake(
    "That's the largest excess itself. A peak is how far it stands above the mean excess of the same set."
)
def largest_excess(logits):
    return _of_first((logits - logits.mean(axis=0)).max(axis=1))


@peak_p_value.mistake("These are peaks of the logits themselves. Subtract the mean of all sets from each column first.")
def without_baseline(logits):
    return _of_first(_peaks(logits))


@peak_p_value.mistake("The data are missing from the proportion. They're one of the sets, and their peak counts.")
def references_only(logits):
    peaks = _peaks(logits - logits.mean(axis=0))
    return (peaks[1:] >= peaks[0]).mean()


_CLOUD = [(0, 0), (1, 2), (2, 1), (7, 5), (8, 8), (5, 9), (3, 4)]
_GROUPS = [[0, 0, 0, 1, 1, 1, 0], [0, 0, 0, 1, 1, 1, 2], [0, 1, 0, 2, 2, 1, 0], [3, 1, 1, 1, 1, 1, 0]]


@asked(
    cases=[(_CLOUD, groups) for groups in _GROUPS],
    numpy=True,
    hint="A table of the distances of all points to all centroids: a is in the column of the own cluster, and b is the "
    "smallest of the other columns.",
    outcome="The table has a column for each cluster, not for each object, and that is why it is cheap.",
)
def simplified_silhouette(points, labels):
    """Simplified silhouette: the mean width of all objects.

    points is an array with a row for each object. The width
    is (b - a) / max(a, b), and 0 for a singleton.
    """
    return _mean_simplified(points, labels, np.min)


def _mean_simplified(points, labels, chosen, *, is_squared=False, zero_alone=True):
    from scipy.spatial.distance import cdist

    clusters, sizes = np.unique(labels, return_counts=True)
    centroids = np.array([points[labels == cluster].mean(axis=0) for cluster in clusters])
    distances = cdist(points, centroids) ** (2 if is_squared else 1)
    own = labels[:, None] == clusters
    a = distances[own]
    b = np.array([chosen(row[~mask]) for row, mask in zip(distances, own, strict=True)])
    widths = (b - a) / np.maximum(a, b)
    return np.where((own @ sizes == 1) & zero_alone, 0, widths).mean()


@simplified_silhouette.mistake("A singleton is its own centroid, so its width comes out as 1. By the rule it counts 0.")
def singletons_count_one(points, labels):
    return _mean_simplified(points, labels, np.min, zero_alone=False)


@simplified_silhouette.mistake(
    "b is the distance to the nearest other centroid; this is the mean of the distances to all others."
)
def mean_of_other_centroids(points, labels):
    return _mean_simplified(points, labels, np.mean)


@simplified_silhouette.mistake("These are squared distances. The card has the distances themselves.")
def squared_distances(points, labels):
    return _mean_simplified(points, labels, np.min, is_squared=True)


@simplified_silhouette.mistake(
    "That is the silhouette with distances to all members. Here a and b are distances to centroids."
)
def full_silhouette(points, labels):
    return at.criteria.silhouette_score(points, labels)


# Without ties, so that every program builds the same trees.
_BIRDS = [
    [(3, 41), (11, 86), (19, 5), (37, 62), (55, 23), (64, 97), (78, 50), (93, 14)],
    [(2, 3), (9, 17), (21, 6), (88, 91), (75, 99), (97, 70), (94, 8), (67, 13), (83, 30)],
    [(10, 12), (16, 31), (40, 11), (52, 77), (61, 58), (90, 95), (33, 84), (70, 20)],
]


@asked(
    cases=list(zip(_BIRDS, (6, 5, 7), strict=True)),
    numpy=True,
    hint="For each k from 2 to most, cut the tree and compute all three criteria. For which of them is a low value "
    "better?",
    outcome="A loop over k and a table of scores: the rest is to know for each criterion which end is the better one.",
)
def votes_of_tree(points, most):
    """Numbers of clusters that three criteria vote for.

    Cut Ward's tree into 2, 3, ..., most clusters. Return
    the best k by the silhouette, by the variance ratio VRC
    and by the index DB of Davies and Bouldin.
    """
    return tuple(2 + _best(_scores_by_k(points, most)))


def _scores_by_k(points, most):
    from scipy.cluster.hierarchy import fcluster, linkage

    criteria = (
        at.criteria.silhouette_score,
        at.criteria.calinski_harabasz_score,
        at.criteria.davies_bouldin_index,
    )
    tree = linkage(points, "ward")
    cuts = [fcluster(tree, k, "maxclust") for k in range(2, most + 1)]
    return np.array([[criterion(points, labels) for criterion in criteria] for labels in cuts])


def _best(scores, signs=(1, 1, -1)):
    return (scores * signs).argmax(axis=0)


@votes_of_tree.mistake("For DB lower is better, and this takes its largest value.")
def davies_bouldin_turned(points, most):
    return tuple(2 + _best(_scores_by_k(points, most), (1, 1, 1)))


@votes_of_tree.mistake(
    "These are the places of the best values, as `argmax` counts them, from 0. Which k belongs to the place 0?"
)
def places_for_numbers(points, most):
    return tuple(_best(_scores_by_k(points, most)))


@votes_of_tree.mistake("The last k is missing, because `range` stops one before its end.")
def without_the_last(points, most):
    return tuple(2 + _best(_scores_by_k(points, most - 1)))


@votes_of_tree.mistake("For the silhouette and VRC higher is better, and this takes their smallest values.")
def all_turned(points, most):
    return tuple(2 + _best(_scores_by_k(points, most), (-1, -1, -1)))


# Six objects drawn with replacement, seven times.
_DRAWS = [
    [4, 1, 0, 3, 1, 5],
    [2, 5, 3, 2, 0, 5],
    [1, 4, 2, 5, 4, 1],
    [0, 3, 0, 1, 4, 2],
    [3, 2, 5, 4, 1, 3],
    [4, 0, 4, 2, 4, 3],
    [5, 2, 3, 1, 3, 2],
]


@asked(
    cases=[
        (_TABLE, [0, 0, 0, 1, 1, 1], _DRAWS),
        (_TABLE, [0, 1, 0, 1, 0, 1], _DRAWS[:5]),
        (_TABLE, _HALVES, _DRAWS[3:]),
    ],
    numpy=True,
    hint="A draw picks rows, columns and labels: `distances[np.ix_(draw, draw)]` is its table. Which of its pairs are "
    "facts about two objects?",
    outcome="A copy counts with all others, as often as it was drawn, but not with itself.",
)
def bootstrap_error(distances, labels, draws):
    """Standard error of AUCC by the bootstrap.

    distances is a square table. Each row of draws holds the
    places of the objects that were drawn, some repeatedly.
    Pairs of an object with its own copy are left out.
    Return the standard deviation of the scores; divide by
    one less than their number.
    """
    return _scores_of_draws(distances, labels, draws).std(ddof=1)


def _scores_of_draws(distances, labels, draws, *, has_copies=False, are_labels_drawn=True):
    scores = []
    for draw in draws:
        kept = labels[draw] if are_labels_drawn else labels
        same = kept[:, None] == kept
        counts = np.triu(np.ones_like(same), 1) & (has_copies | (draw[:, None] != draw))
        table = distances[np.ix_(draw, draw)]
        scores.append(_won(table[same & counts], table[~same & counts]))
    return np.array(scores)


@bootstrap_error.mistake(
    "The pairs of an object with its own copy are among your within pairs. They have distance 0 and win everything, so "
    "every score is too high."
)
def copies_as_pairs(distances, labels, draws):
    return _scores_of_draws(distances, labels, draws, has_copies=True).std(ddof=1)


@bootstrap_error.mistake(
    "The rows of the table were drawn, but not their labels, so distances and labels no longer belong together."
)
def labels_not_drawn(distances, labels, draws):
    return _scores_of_draws(distances, labels, draws, are_labels_drawn=False).std(ddof=1)


@bootstrap_error.mistake("Each drawn object counts once here. An object that was drawn twice has twice the weight.")
def each_drawn_object_once(distances, labels, draws):
    some = [_scores_of_draws(distances, labels, [np.unique(draw)])[0] for draw in draws]
    return np.std(some, ddof=1)


@bootstrap_error.mistake(
    "Dividing by the root of the number of draws gives the error of the mean score, which falls with each draw; "
    "the scatter of AUCC does not."
)
def error_of_the_mean(distances, labels, draws):
    return bootstrap_error.reference(distances, labels, draws) / np.sqrt(len(draws))


@bootstrap_error.mistake("Your standard deviation divides by the number of scores. Divide by one less (`ddof=1`).")
def divided_by_all(distances, labels, draws):
    return _scores_of_draws(distances, labels, draws).std()


@asked(
    cases=[
        (_TABLE, LABELLINGS[0], [0, 4, 8, 20]),
        (_TABLE, LABELLINGS[2], [0, 4, 8, 20]),
        (_TABLE, LABELLINGS[1], [0, 20]),
        (_TABLE, LABELLINGS[3], [0, 3, 5, 6, 9, 20]),
    ],
    numpy=True,
    hint="Count the within pairs of each bin, and the between pairs. Which between pairs are certainly further apart "
    "than a within pair of a given bin, and which may be?",
    outcome="Two histograms are all that is kept, however many pairs there are.",
)
def bounds_of_bins(distances, labels, edges):
    """Bounds of AUCC from counts of pairs in bins.

    distances is a square table. The array edges rises; a
    bin holds the distances from one of its values to below
    the next. Return (lower bound, upper bound).
    """
    return _bounds(*_counts(distances, labels, edges))


def _counts(distances, labels, edges, diagonal=1):
    same = labels[:, None] == labels
    each_once = np.triu(np.ones_like(same), diagonal)
    return (np.histogram(distances[mask & each_once], edges)[0] for mask in (same, ~same))


def _bounds(within, between):
    further = between.sum() - between.cumsum()
    right, unknown = (within * further).sum(), (within * between).sum()
    comparisons = within.sum() * between.sum()
    return right / comparisons, (right + unknown) / comparisons


@bounds_of_bins.mistake(
    "The diagonal is in your first bin: each object has distance 0 to itself. An object is not paired with itself."
)
def diagonal_in_a_bin(distances, labels, edges):
    return _bounds(*_counts(distances, labels, edges, diagonal=0))


@bounds_of_bins.mistake(
    "The whole table is counted, in which each object has distance 0 to itself. Count each pair once, and no object "
    "with itself."
)
def whole_table_in_bins(distances, labels, edges):
    same = labels[:, None] == labels
    return _bounds(*(np.histogram(distances[mask], edges)[0] for mask in (same, ~same)))


@bounds_of_bins.mistake("The direction is reversed: a within pair wins over the between pairs of *later* bins.")
def earlier_bins(distances, labels, edges):
    lower, upper = _bounds(*_counts(distances, labels, edges))
    return 1 - upper, 1 - lower


@bounds_of_bins.mistake("The two bounds are exchanged: the lower one comes first.")
def exchanged_bounds(distances, labels, edges):
    return _bounds(*_counts(distances, labels, edges))[::-1]


@bounds_of_bins.mistake(
    "Comparisons within one bin count one half here, as if they were ties. But nothing is known of them: they "
    "may all be lost, or all be won."
)
def halves_in_a_bin(distances, labels, edges):
    return (sum(_bounds(*_counts(distances, labels, edges))) / 2,) * 2
