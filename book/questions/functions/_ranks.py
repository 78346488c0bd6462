"""Functions about scores, ranks and comparisons of pairs."""

from itertools import combinations

from aucc_teach.exercises import asked

# Scores with ties within and between the classes; every list has another length.
_POSITIVES = [[(2 * i * i + m) % 5 for i in range(m)] for m in (3, 2, 4, 1)]
_NEGATIVES = [[(3 * i + m + 1) % 5 for i in range(m)] for m in (3, 4, 2, 2)]
_SCORES = [*zip(_POSITIVES, _NEGATIVES, strict=True)]
_ITEMS = [([*above, *below], [True] * len(above) + [False] * len(below)) for above, below in (*_SCORES, ([1, 1], [1]))]
POINTS = [(x, x * x % 7) for x in (0, 1, 3, 4, 8, 9)]
DISTANCES = [(i, j, abs(POINTS[i][0] - POINTS[j][0]) + abs(POINTS[i][1] - POINTS[j][1]))
              for i, j in combinations(range(len(POINTS)), 2)]  # fmt: skip
LABELLINGS = [[i * m // 7 % 3 for i in range(len(POINTS))] for m in (3, 8, 10, 17)]


def _within_and_between(labels, pairs):
    within = [distance for i, j, distance in pairs if labels[i] == labels[j]]
    between = [distance for i, j, distance in pairs if labels[i] != labels[j]]
    return within, between


@asked(
    cases=_ITEMS,
    hint="For each different score, from the highest: what proportions of both classes score at least as much?",
    outcome="There is one point for each different score, because tied items move together.",
)
def roc_points(scores, positive):
    """Points of a ROC curve, from (0, 0) to (1, 1).

    positive has True or False for each score. Return a
    list of (false positive rate, true positive rate), one
    point after each different score, from the highest.
    """
    n_positive, n_negative = positive.count(True), positive.count(False)
    points = [(0, 0)]
    for threshold in sorted(set(scores), reverse=True):
        above = [is_positive for score, is_positive in zip(scores, positive, strict=True) if score >= threshold]
        points.append((above.count(False) / n_negative, above.count(True) / n_positive))
    return points


@roc_points.mistake("Items that tie move one after another here. They move together, in one step.")
def one_by_one(scores, positive):
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    above = [[positive[i] for i in order[:m]] for m in range(len(order) + 1)]
    return [(a.count(False) / positive.count(False), a.count(True) / positive.count(True)) for a in above]


@roc_points.mistake("The axes are exchanged: the false positive rate comes first.")
def exchanged_axes(scores, positive):
    return [(x, y) for y, x in roc_points.reference(scores, positive)]


@roc_points.mistake("The first point is missing. The curve begins at (0, 0), where the threshold is above all scores.")
def without_origin(scores, positive):
    return roc_points.reference(scores, positive)[1:]


@roc_points.mistake("This begins at the lowest score. A high score counts for a positive, so begin at the highest.")
def from_the_lowest(scores, positive):
    return roc_points.reference([-score for score in scores], positive)


@asked(
    cases=[(roc_points.reference(*items),) for items in _ITEMS],
    hint="The strip between two neighbouring points is a trapezoid: its width times the mean of its two heights.",
    outcome="A slanted step is a tie, and the trapezoid counts it one half.",
)
def area_under(points):
    """Area under a curve, by trapezoids.

    points is a list of (x, y), with rising x.
    """
    area = 0
    for i in range(1, len(points)):
        (x, y), (u, v) = points[i - 1], points[i]
        area += (u - x) * (y + v) / 2
    return area


@area_under.mistake("The left height stands for the whole strip here, so ties count as nothing.")
def left_heights(points):
    return sum((points[i][0] - points[i - 1][0]) * points[i - 1][1] for i in range(1, len(points)))


@area_under.mistake("The right height stands for the whole strip here, so ties count as won.")
def right_heights(points):
    return sum((points[i][0] - points[i - 1][0]) * points[i][1] for i in range(1, len(points)))


@area_under.mistake("That would be the area to the left of the curve: width and height are exchanged.")
def area_beside(points):
    return 1 - area_under.reference(points)


@asked(
    cases=[([3 * i * m % 11 for i in range(6)], [i * m // 5 % 3 for i in range(6)]) for m in (2, 4, 6, 9)]
    + [([0, 1, 4, 6], [0, 0, 1, 1]), ([0, 1, 4, 6], [0, 1, 0, 1]), ([2, 0, 1], [0, 1, 0])],
    hint="List the within distances and the between distances. Compare each of the first with each of the second.",
    outcome="The AUCC needs only distances, so for points in a plane you would change a single line.",
)
def aucc(points, labels):
    """AUCC of points, which are numbers on a line.

    Compare each within pair with each between pair. Return
    the proportion of comparisons in which the within pair
    is closer. A tie counts one half.
    """
    return _share_won(*_distances_on_a_line(points, labels))


def _distances_on_a_line(points, labels):
    within, between = [], []
    for i, j in combinations(range(len(points)), 2):
        (within if labels[i] == labels[j] else between).append(abs(points[i] - points[j]))
    return within, between


def _share_won(within, between, tie=1 / 2):
    won = [1 if one < other else tie if one == other else 0 for one in within for other in between]
    return sum(won) / len(won)


@aucc.mistake("Ties count as nothing here. Let each of them count one half.")
def tied_comparisons_lost(points, labels):
    return _share_won(*_distances_on_a_line(points, labels), tie=0)


@aucc.mistake("Ties count as won here. Let each of them count one half.")
def tied_comparisons_won(points, labels):
    return _share_won(*_distances_on_a_line(points, labels), tie=1)


@aucc.mistake("The comparison is reversed: the within pair wins by the smaller distance.")
def farther_wins(points, labels):
    return 1 - aucc.reference(points, labels)


@aucc.mistake("A difference can be negative. The distance is its size, whichever point comes first.")
def signed_differences(points, labels):
    within, between = [], []
    for i, j in combinations(range(len(points)), 2):
        (within if labels[i] == labels[j] else between).append(points[j] - points[i])
    return _share_won(within, between)


@aucc.mistake("This divides by all comparisons of two pairs. Divide by those of a within with a between pair.")
def all_comparisons(points, labels):
    within, between = _distances_on_a_line(points, labels)
    n_pairs = len(within) + len(between)
    return _share_won(within, between) * len(within) * len(between) / (n_pairs * (n_pairs - 1) / 2)


@asked(
    cases=[(*scores, tie) for scores, tie in zip(_SCORES, (1 / 2, 1, 0, 1 / 2), strict=True)] + [(*_SCORES[0], 0)],
    hint="Compare each positive with each negative, and divide by the number of comparisons.",
    outcome="This is the proportion of comparisons won. With one half for a tie, it is the area by trapezoids.",
)
def auc_by_counting(positives, negatives, tie):
    """AUC, from the scores of positives and of negatives.

    tie is what a tied comparison counts.
    """
    total = 0
    for above in positives:
        for below in negatives:
            total += 1 if above > below else tie if above == below else 0
    return total / (len(positives) * len(negatives))


@auc_by_counting.mistake("A tie counts one half here. It must count what tie says.")
def always_one_half(positives, negatives, tie):
    return auc_by_counting.reference(positives, negatives, 1 / 2)


@auc_by_counting.mistake("Ties count as nothing here. They must count what tie says.")
def ties_count_nothing(positives, negatives, tie):
    return auc_by_counting.reference(positives, negatives, 0)


@auc_by_counting.mistake("The comparison is reversed: a positive wins by the higher score.")
def turned_round(positives, negatives, tie):
    return auc_by_counting.reference(negatives, positives, tie)


@auc_by_counting.mistake("The tied comparisons were dropped. They belong to the number that you divide by.")
def ties_dropped(positives, negatives, tie):
    compared = [above > below for above in positives for below in negatives if above != below]
    return sum(compared) / len(compared) if compared else tie


@asked(
    cases=[([(5 * i * i + m) % 9 for i in range(m)],) for m in (5, 7, 3, 1)] + [([4] * 4,)],
    hint="Values that tie share the mean of the places that they take up. The smallest place is 1.",
    outcome="The ranks add up to n(n + 1)/2, with ties and without.",
)
def mid_ranks(values):
    """Mid-ranks: a list, 1 for the smallest value.

    Values that tie have the mean of their ranks.
    """
    below = [sum(other < value for other in values) for value in values]
    tied = [values.count(value) for value in values]
    return [b + (t + 1) / 2 for b, t in zip(below, tied, strict=True)]


@mid_ranks.mistake("These are the smallest ranks of the values that tie, as in sports. Take the mean of their ranks.")
def smallest_ranks(values):
    return [1 + sum(other < value for other in values) for value in values]


@mid_ranks.mistake("Values that tie have different ranks here, by their place in the list. They must share a rank.")
def ranks_by_place(values):
    order = sorted(range(len(values)), key=lambda i: (values[i], i))
    return [order.index(i) + 1 for i in range(len(values))]


@mid_ranks.mistake(
    "These are dense ranks. But after two values that tie, a rank is left out, because they take up two."
)
def dense_ranks(values):
    return [sorted(set(values)).index(value) + 1 for value in values]


@mid_ranks.mistake("Your ranks begin at 0. The smallest value has rank 1.")
def ranks_from_zero(values):
    return [rank - 1 for rank in mid_ranks.reference(values)]


SPLITS = [_within_and_between(labels, DISTANCES) for labels in LABELLINGS]


@asked(
    cases=SPLITS,
    hint="Compare each within distance with each between distance: closer is concordant, further apart is discordant.",
    outcome="Ties are in the denominator, so AUCC = (1 + Gamma)/2.",
)
def gamma(within, between):
    """Gamma of two lists of distances.

    Ties count for neither side, and stay among the
    comparisons that you divide by.
    """
    concordant = sum(w < b for w in within for b in between)
    discordant = sum(w > b for w in within for b in between)
    return (concordant - discordant) / (len(within) * len(between))


@gamma.mistake("That's Goodman and Kruskal's Gamma, which drops ties. Here they stay in the denominator.")
def gamma_without_ties(within, between):
    concordant = sum(w < b for w in within for b in between)
    discordant = sum(w > b for w in within for b in between)
    return (concordant - discordant) / (concordant + discordant)


@gamma.mistake("The sign is wrong: a comparison is concordant when the within pair is closer, not further apart.")
def gamma_turned_round(within, between):
    return -gamma.reference(within, between)


@gamma.mistake("That's the AUCC, which runs from 0 to 1. For Gamma, subtract the discordant comparisons.")
def aucc_for_gamma(within, between):
    return (1 + gamma.reference(within, between)) / 2


@gamma.mistake("Ties count as discordant here. They count for neither side.")
def ties_as_discordant(within, between):
    return 2 * sum(w < b for w in within for b in between) / (len(within) * len(between)) - 1
