"""Families about scores, ranks and distances: areas, thresholds, Gamma, curves over k."""

from fractions import Fraction
from itertools import combinations
from string import ascii_lowercase

from aucc_teach.exercises import Objects

from ._draws import area, blocks, compare, draw_partition, listed, marked_distances
from ._family import Family, QuestionGroup, UnfitError, number

__all__ = ["FAMILIES"]

PLACES = 3


# ---- scores


def _draw_scores(rng, difficulty):
    sizes = (rng.randint(4, 6), rng.randint(3, 5)) if difficulty == 1 else (rng.randint(5, 8), rng.randint(5, 8))
    positives, negatives = sizes
    return {
        "positives": sorted((rng.randint(2, 9) for _ in range(positives)), reverse=True),
        "negatives": sorted((rng.randint(0, 7) for _ in range(negatives)), reverse=True),
    }


def _ask_area(drawn):
    # A positive is to have the higher score.
    right, wrong, tied = compare(drawn["negatives"], drawn["positives"])
    total = right + wrong + tied
    value = Fraction(2 * right + tied, 2 * total)
    if not tied:
        raise UnfitError("there must be ties.")
    return QuestionGroup(
        f"Scores of the positives: `{listed(drawn['positives'])}`\nScores of the negatives: "
        f"`{listed(drawn['negatives'])}`\n"
        "A high score speaks for positive.",
        (
            number(
                "Area under the ROC curve, with diagonal steps at ties:",
                value,
                (
                    Fraction(right, total),
                    "You counted ties as wrong. The diagonal step leaves half of them below the curve.",
                ),
                (
                    Fraction(right + tied, total),
                    "You counted ties as right. The diagonal step leaves half of them above the curve.",
                ),
                (1 - value, "The direction is reversed: the higher score speaks for positive."),
                (Fraction(right, right + wrong), "You left the ties out of the total. They are comparisons, too."),
                hint="Compare each positive with each negative. What do you count for a tie?",
                places=PLACES,
            ),
        ),
    )


def _draw_marks(rng, difficulty):
    n = rng.randint(9, 12) if difficulty == 1 else rng.randint(12, 15)
    scores = [rng.randint(1, 9) for _ in range(n)]
    # A true one has the higher score more often than not.
    marks = [rng.random() < (score + 1) / 11 for score in scores]
    return {"scores": scores, "positive": marks, "threshold": rng.choice(scores)}


def _ask_threshold(drawn):
    marked = list(zip(drawn["scores"], drawn["positive"], strict=True))
    threshold = drawn["threshold"]

    def rates(is_called):
        tp = sum(mark for score, mark in marked if is_called(score))
        called = sum(is_called(score) for score, _ in marked)
        return Fraction(tp, called), Fraction(tp, sum(drawn["positive"]))

    precision, recall = rates(lambda score: score >= threshold)
    if precision == recall:
        raise UnfitError("who confuses the two must get another value.")
    strict = rates(lambda score: score > threshold)
    n = len(marked)
    called = sum(score >= threshold for score, _ in marked)
    positives = sum(drawn["positive"])
    tp = recall * positives
    correct = Fraction(n - positives - called + 2 * tp, n)
    at_threshold = "You left out the objects whose score equals the threshold. They are called positive, too."
    shown = listed(f"{score}{'+' if mark else '-'}" for score, mark in marked)
    return QuestionGroup(
        f"Scores of {n} objects, each with + for a positive and - for a negative:\n`{shown}`\n"
        f"Objects with a score of {threshold} or more are called positive.",
        (
            number(
                "Precision:",
                precision,
                (recall, "That would be the recall. Here we want a proportion of those that are called positive."),
                (strict[0], at_threshold),
                (correct, "That would be the accuracy, the proportion of all objects that are called rightly."),
                (1 - precision, "That would be the proportion of false ones among those called positive."),
                hint="How many are called positive, and how many of these are positive?",
                places=PLACES,
            ),
            number(
                "Recall:",
                recall,
                (precision, "That would be the precision. Here we want a proportion of the positives."),
                (strict[1], at_threshold),
                (correct, "That would be the accuracy, the proportion of all objects that are called rightly."),
                (1 - recall, "That would be the proportion of the positives that are missed."),
                (
                    Fraction(called - tp, n - positives) if n > positives else 0,
                    "That would be the false positive rate, a proportion of the negatives.",
                ),
                hint="How many positives are there, and how many of them are called positive?",
                places=PLACES,
            ),
        ),
    )


# ---- distances


def _draw_line(rng, difficulty):
    n = 4 + difficulty + rng.randint(0, 1)
    return {"points": sorted(rng.sample(range(0, 16), n)), "labels": draw_partition(rng, n, 1 + difficulty)}


def _line(drawn):
    points = listed(f"{ascii_lowercase[i]}={x}" for i, x in enumerate(drawn["points"]))
    return f"Points on a line: `{points}`\nClusters: `{blocks(drawn['labels'])}`"


def _ask_aucc(drawn):
    right, wrong, tied = compare(*marked_distances(drawn["points"], drawn["labels"]))
    total = right + wrong + tied
    value = Fraction(2 * right + tied, 2 * total)
    return QuestionGroup(
        f"{_line(drawn)}\nCompare the distance of each within pair with that of each between pair.",
        (
            number(
                "AUCC:",
                value,
                (1 - value, "The direction is reversed: it is right that the within pair is the closer one."),
                (Fraction(right, total), "You counted ties as wrong. Each of them counts one half."),
                (Fraction(right + tied, total), "You counted ties as right. Each of them counts one half."),
                (
                    Fraction(right - wrong, total),
                    "That would be the area stretched to the range from -1 to 1. AUCC itself is a proportion.",
                ),
                (Fraction(right, right + wrong), "You left the ties out of the total. They are comparisons, too."),
                hint="List the within distances and the between distances. In how many comparisons is the within pair "
                "closer?",
                places=PLACES,
            ),
        ),
    )


def _draw_dissimilarities(rng, difficulty):
    n = 4 + difficulty
    high = 6 if difficulty == 1 else 8
    pairs = [list(pair) for pair in combinations(range(n), 2)]
    labels = draw_partition(rng, n, 2 if difficulty == 1 else rng.randint(2, 3))
    values = [rng.randint(1, high) + 2 * (labels[i] != labels[j]) for i, j in pairs]
    return {"labels": labels, "values": values}


def _ask_gamma(drawn):
    labels, values = drawn["labels"], drawn["values"]
    pairs = list(combinations(range(len(labels)), 2))
    kinds = {True: [], False: []}
    for (i, j), value in zip(pairs, values, strict=True):
        kinds[labels[i] == labels[j]].append(value)
    right, wrong, tied = compare(kinds[True], kinds[False])
    if not tied:
        raise UnfitError("there must be ties.")
    value = Fraction(right - wrong, right + wrong)
    shown = listed(f"{ascii_lowercase[i]}{ascii_lowercase[j]}={one}" for (i, j), one in zip(pairs, values, strict=True))
    return QuestionGroup(
        f"Clusters: `{blocks(labels)}`\nDissimilarities of the pairs: `{shown}`",
        (
            number(
                "Gamma:",
                value,
                (
                    Fraction(right - wrong, right + wrong + tied),
                    "You divided by all comparisons. Gamma leaves the tied ones out of the total as well.",
                ),
                (-value, "The direction is reversed: a comparison is right if the within pair is the closer one."),
                (Fraction(right, right + wrong), "You did not subtract the wrong comparisons."),
                (
                    area(kinds[True], kinds[False]),
                    "That would be AUCC. Gamma subtracts the wrong comparisons and leaves ties out.",
                ),
                hint="Gamma is the difference of right and wrong comparisons, divided by their sum. What becomes of "
                "ties?",
                places=PLACES,
            ),
        ),
    )


# ---- which object spoils


def _draw_spoiled(rng, difficulty):
    n = 5 if difficulty == 1 else 6
    sizes = (3, 2) if difficulty == 1 else rng.choice(((3, 3), (4, 2)))
    labels = [0] * sizes[0] + [1] * sizes[1]
    rng.shuffle(labels)
    points = rng.sample(range(0, 16), n)
    order = list(dict.fromkeys(labels))
    return {"points": points, "labels": [order.index(label) for label in labels]}


def _without(values, i):
    return [*values[:i], *values[i + 1 :]]


def _ask_spoiler(drawn):
    points, labels = drawn["points"], drawn["labels"]
    names = ascii_lowercase[: len(points)]
    left = [area(*marked_distances(_without(points, i), _without(labels, i))) for i in range(len(points))]
    best = max(left)
    of_all = area(*marked_distances(points, labels))
    if left.count(best) > 1 or best <= of_all:
        raise UnfitError("one object must spoil more than the others.")
    spoiler = left.index(best)

    def far_from(members):
        """Object that is farthest from the mean of some."""
        middle = [Fraction(sum(points[j] for j in members(i)), len(members(i))) for i in range(len(points))]
        return max(range(len(points)), key=lambda i: abs(points[i] - middle[i]))

    everything = range(len(points))
    reach = {i: max(abs(points[i] - points[j]) for j in everything if labels[i] == labels[j]) for i in everything}
    gap = {i: min(abs(points[i] - points[j]) for j in everything if labels[i] != labels[j]) for i in everything}
    tempting = {}
    for place, words in (
        (
            far_from(lambda _: everything),
            "This object is farthest from the mean of all, but its between pairs are long, too. What does AUCC become "
            "without it?",
        ),
        (
            far_from(lambda i: [j for j in everything if labels[j] == labels[i]]),
            "This object is farthest from the mean of its cluster, but long within pairs do harm only where between "
            "pairs are shorter.",
        ),
        (
            min(gap, key=gap.get),
            "This object is close to the other cluster, but short between pairs do harm only where within pairs are "
            "longer.",
        ),
        (
            max(reach, key=reach.get),
            "This object has a long within pair. Is it this object or its partner that does more harm?",
        ),
    ):
        if place != spoiler:
            tempting.setdefault(place, words)
    return QuestionGroup(
        f"{_line(drawn)}\nLeave out one object and compute AUCC for the others. Do this for each of the objects.",
        (
            Objects(
                "Without which object is AUCC largest?",
                tuple(names),
                (names[spoiler],),
                tempting=tuple(((names[place],), words) for place, words in tempting.items()),
                hint="Which object is in most of the comparisons that go wrong?",
            ),
            number(
                "Largest AUCC without one of the objects:",
                best,
                (of_all, "This is AUCC with all objects. Here we want it without one of them."),
                (1 - best, "The direction is reversed: it is right that the within pair is the closer one."),
                (sum(left) / len(left), "That would be the mean over the objects left out one at a time."),
                hint="Compare each within pair with each between pair. A tie counts one half.",
                places=PLACES,
            ),
        ),
    )


# ---- a curve over k


def _draw_curve(rng, difficulty):
    ks = list(range(2, 9))
    mean, rows = rng.randint(580, 680), []
    for _ in ks:
        rows.append({"mean": mean, "sd": rng.randint(8, 40), "score": mean + rng.randint(-25, 90)})
        mean += rng.randint(12, 45)
    return {"ks": ks, "rows": rows, "scaled": difficulty == 2}


def _ask_curve(drawn):
    ks, rows = drawn["ks"], drawn["rows"]
    excess = [Fraction(row["score"] - row["mean"], 1000) for row in rows]
    z = [Fraction(row["score"] - row["mean"], row["sd"]) for row in rows]
    wanted, other = (z, excess) if drawn["scaled"] else (excess, z)
    best = wanted.index(max(wanted))
    if sorted(wanted)[-1] - sorted(wanted)[-2] < (Fraction(1, 4) if drawn["scaled"] else Fraction(1, 100)):
        raise UnfitError("one k must stand out.")
    raw = [Fraction(row["score"], 1000) for row in rows]
    decimals = lambda thousandths: f"{thousandths / 1000:.3f}"  # noqa: E731
    lines = "\n".join(
        f"`k = {k}: {decimals(row['score'])}, {decimals(row['mean'])}, {decimals(row['sd'])}`"
        for k, row in zip(ks, rows, strict=True)
    )
    rule = (
        "the excess over the mean of the reference data, divided by their standard deviation"
        if drawn["scaled"]
        else "the excess over the mean of the reference data"
    )
    places = 2 if drawn["scaled"] else 3
    return QuestionGroup(
        "For each k this table shows AUCC of the data, then the mean and the standard deviation of AUCC on reference "
        f"data without clusters:\n{lines}\nThe k with the largest value of this rule is selected: {rule}.",
        (
            number(
                "Selected k:",
                ks[best],
                (ks[raw.index(max(raw))], "There AUCC is largest. It grows with k on data without clusters, too."),
                (
                    ks[other.index(max(other))],
                    "There the excess itself is largest. Here it is measured in standard deviations."
                    if drawn["scaled"]
                    else ("There the excess is largest in standard deviations. Here the rule does not divide by them."),
                ),
                (
                    ks[max(range(len(ks) - 1), key=lambda i: raw[i] - raw[i + 1])],
                    "After this k AUCC falls most. The rule compares AUCC with the reference data at the same k.",
                ),
                (ks[wanted.index(min(wanted))], "The direction is reversed: the largest value is wanted."),
                hint="Compute the value of the rule for each k.",
            ),
            number(
                f"Value of the rule at the k that it selects, with {places} decimals:",
                wanted[best],
                (
                    other[best],
                    "You did not divide by the standard deviation."
                    if drawn["scaled"]
                    else "You divided by the standard deviation. This rule does not.",
                ),
                (raw[best], "That would be AUCC itself. Subtract the mean of the reference data."),
                (
                    raw[best] / Fraction(rows[best]["mean"], 1000),
                    "You divided by the mean of the reference data. Subtract it.",
                ),
                (-wanted[best], "The direction is reversed: subtract the mean of the reference data from AUCC."),
                hint="Subtract the mean of the reference data from AUCC, and see whether the rule divides.",
                places=places,
            ),
        ),
    )


FAMILIES = (
    Family("roc-area", "the area under a ROC curve with ties", _draw_scores, _ask_area, "building_a_roc_curve 2"),
    Family(
        "threshold", "precision and recall at a threshold", _draw_marks, _ask_threshold, "from_scores_to_decisions 2"
    ),
    Family("aucc-line", "AUCC of points on a line", _draw_line, _ask_aucc, "from_objects_to_pairs 1"),
    Family("gamma", "Gamma with ties", _draw_dissimilarities, _ask_gamma, "aucc_is_gamma 1"),
    Family("spoiler", "which object spoils the partition", _draw_spoiled, _ask_spoiler, "first_tour 1", 1, 3, few=True),
    Family("k-curve", "the k that a curve selects", _draw_curve, _ask_curve, "one_or_several 2", 1, 2, few=True),
)
