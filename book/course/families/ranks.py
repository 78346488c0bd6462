"""Families about scores, ranks and distances: areas, thresholds, Gamma, curves over k."""

from fractions import Fraction
from itertools import combinations, pairwise
from string import ascii_lowercase

from aucc_teach.exercises import Objects

from ._draws import area, blocks, compare, distances, draw_partition, listed, numbered, within_and_between
from ._family import Family, QuestionGroup, UnfitError, number

__all__ = ["FAMILIES"]

_WITHIN_IS_CLOSER = "The direction is reversed: it is right that the within pair is the closer one."


def _ask_proportion(prompt, low, high, reversed_words, hint):
    """Ask for the proportion of comparisons in which the value of `low` is the lower one; a tie counts one half."""
    right, wrong, tied = compare(low, high)
    total, value = right + wrong + tied, area(low, high)
    return number(
        prompt,
        value,
        (1 - value, reversed_words),
        (Fraction(right, total), "You counted ties as wrong. Each of them counts one half."),
        (Fraction(right + tied, total), "You counted ties as right. Each of them counts one half."),
        (Fraction(right - wrong, total), "That is stretched to the range from -1 to 1. Here we want a proportion."),
        (Fraction(right, right + wrong), "You left the ties out of the total. They are comparisons, too."),
        hint=hint,
    )


# ---- scores


def _draw_scores(rng, difficulty):
    sizes = (rng.randint(4, 6), rng.randint(3, 5)) if difficulty == 1 else (rng.randint(5, 8), rng.randint(5, 8))
    positives, negatives = sizes
    return {
        "positives": sorted((rng.randint(2, 9) for _ in range(positives)), reverse=True),
        "negatives": sorted((rng.randint(0, 7) for _ in range(negatives)), reverse=True),
    }


def _ask_area(drawn):
    positives, negatives = drawn["positives"], drawn["negatives"]
    if not {*positives} & {*negatives}:
        raise UnfitError("there must be ties.")
    return QuestionGroup(
        f"Scores of the positives: `{listed(positives)}`\nScores of the negatives: `{listed(negatives)}`\n"
        "A high score speaks for positive.",
        _ask_proportion(
            "Area under the ROC curve, with diagonal steps at ties:",
            negatives,
            positives,
            "The direction is reversed: the higher score speaks for positive.",
            "Compare each positive with each negative. What do you count for a tie?",
        ),
    )


def _draw_marks(rng, difficulty):
    n = rng.randint(9, 12) if difficulty == 1 else rng.randint(12, 15)
    scores = [rng.randint(1, 9) for _ in range(n)]
    # A true one has the higher score more often than not.
    marks = [rng.random() < (score + 1) / 11 for score in scores]
    return {"scores": scores, "positive": marks, "threshold": rng.choice(scores)}


def _ask_threshold(drawn):
    marked, threshold = list(zip(drawn["scores"], drawn["positive"], strict=True)), drawn["threshold"]
    called = [is_positive for score, is_positive in marked if score >= threshold]
    above = [is_positive for score, is_positive in marked if score > threshold]
    n, n_positive, tp = len(marked), sum(drawn["positive"]), sum(called)
    fp = len(called) - tp
    precision, recall = Fraction(tp, len(called)), Fraction(tp, n_positive)
    if precision == recall:
        raise UnfitError("who confuses the two must get another value.")
    accuracy = Fraction(n - n_positive - fp + tp, n), "That would be the accuracy, a proportion of all objects."
    at_threshold = "You left out the objects whose score equals the threshold. They are called positive, too."
    shown = listed(f"{score}{'+' if is_positive else '-'}" for score, is_positive in marked)
    return QuestionGroup(
        f"Scores of {n} objects, each with + for a positive and - for a negative:\n`{shown}`\n"
        f"Objects with a score of {threshold} or more are called positive.",
        number(
            "Precision:",
            precision,
            (recall, "That would be the recall. Here we want a proportion of those that are called positive."),
            (Fraction(sum(above), len(above)), at_threshold),
            accuracy,
            (1 - precision, "That would be the proportion of false ones among those called positive."),
            hint="How many are called positive, and how many of these are positive?",
        ),
        number(
            "Recall:",
            recall,
            (precision, "That would be the precision. Here we want a proportion of the positives."),
            (Fraction(sum(above), n_positive), at_threshold),
            accuracy,
            (1 - recall, "That would be the proportion of the positives that are missed."),
            (Fraction(fp, n - n_positive), "That would be the false positive rate, a proportion of the negatives."),
            hint="How many positives are there, and how many of them are called positive?",
        ),
    )


# ---- distances


def _draw_line(rng, difficulty):
    n = 4 + difficulty + rng.randint(0, 1)
    return {"points": sorted(rng.sample(range(0, 16), n)), "labels": draw_partition(rng, n, 1 + difficulty)}


def _line(drawn):
    points = listed(f"{letter}={x}" for letter, x in zip(ascii_lowercase, drawn["points"], strict=False))
    return f"Points on a line: `{points}`\nClusters: `{blocks(drawn['labels'])}`"


def _ask_aucc(drawn):
    return QuestionGroup(
        f"{_line(drawn)}\nCompare the distance of each within pair with that of each between pair.",
        _ask_proportion(
            "AUCC:",
            *within_and_between(distances(drawn["points"]), drawn["labels"]),
            _WITHIN_IS_CLOSER,
            "List the within distances and the between distances. In how many comparisons is the within pair closer?",
        ),
    )


def _draw_dissimilarities(rng, difficulty):
    n = 4 + difficulty
    high = 6 if difficulty == 1 else 8
    labels = draw_partition(rng, n, 2 if difficulty == 1 else rng.randint(2, 3))
    values = [rng.randint(1, high) + 2 * (one != other) for one, other in combinations(labels, 2)]
    return {"labels": labels, "values": values}


def _ask_gamma(drawn):
    labels, values = drawn["labels"], drawn["values"]
    within, between = within_and_between(values, labels)
    right, wrong, tied = compare(within, between)
    if not tied:
        raise UnfitError("there must be ties.")
    value, of_all = (Fraction(right - wrong, total) for total in (right + wrong, right + wrong + tied))
    pairs = combinations(ascii_lowercase[: len(labels)], 2)
    shown = listed(f"{a}{b}={one}" for (a, b), one in zip(pairs, values, strict=True))
    return QuestionGroup(
        f"Clusters: `{blocks(labels)}`\nDissimilarities of the pairs: `{shown}`",
        number(
            "Gamma:",
            value,
            (of_all, "You divided by all comparisons. Gamma leaves the tied ones out of the total as well."),
            (-value, _WITHIN_IS_CLOSER),
            (Fraction(right, right + wrong), "You did not subtract the wrong comparisons."),
            (area(within, between), "That would be AUCC. Gamma subtracts the wrong comparisons and leaves ties out."),
            hint="Gamma is the difference of right and wrong comparisons, divided by their sum. What becomes of ties?",
        ),
    )


# ---- which object spoils


def _draw_spoiled(rng, difficulty):
    sizes = (3, 2) if difficulty == 1 else rng.choice(((3, 3), (4, 2)))
    labels = [0] * sizes[0] + [1] * sizes[1]
    rng.shuffle(labels)
    return {"points": rng.sample(range(0, 16), len(labels)), "labels": numbered(labels)}


def _ask_spoiler(drawn):
    points, labels = drawn["points"], drawn["labels"]
    n = len(points)

    def without(values, i):
        return [*values[:i], *values[i + 1 :]]

    left = [area(*within_and_between(distances(without(points, i)), without(labels, i))) for i in range(n)]
    best, of_all = max(left), area(*within_and_between(distances(points), labels))
    if left.count(best) > 1 or best <= of_all:
        raise UnfitError("one object must spoil more than the others.")
    own = [[x for x, other in zip(points, labels, strict=True) if other == label] for label in labels]
    off_all = [abs(x - Fraction(sum(points), n)) for x in points]
    off_own = [abs(x - Fraction(sum(cluster), len(cluster))) for x, cluster in zip(points, own, strict=True)]
    reach = [max(abs(x - y) for y in cluster) for x, cluster in zip(points, own, strict=True)]
    nearness = [-min(abs(x - y) for y in {*points} - {*cluster}) for x, cluster in zip(points, own, strict=True)]
    # The object with the largest of these values is tempting. Later ones take the place of earlier ones.
    foreseen = (
        (reach, "This object has a long within pair. Is it this object or its partner that does more harm?"),
        (nearness, "This object is close to the other cluster, which does harm only where within pairs are longer."),
        (off_own, "This object is far from its own cluster, which does harm only where between pairs are shorter."),
        (off_all, "This object is farthest from the mean of all, but its between pairs are long, too."),
    )
    names = tuple(ascii_lowercase[:n])
    tempting = {names[values.index(max(values))]: words for values, words in foreseen}
    spoiler = names[left.index(best)]
    return QuestionGroup(
        f"{_line(drawn)}\nLeave out one object and compute AUCC for the others. Do this for each of the objects.",
        Objects(
            "Without which object is AUCC largest?",
            names,
            (spoiler,),
            tempting=tuple(((name,), words) for name, words in tempting.items() if name != spoiler),
            hint="Which object is in most of the comparisons that go wrong?",
        ),
        number(
            "Largest AUCC without one of the objects:",
            best,
            (of_all, "This is AUCC with all objects. Here we want it without one of them."),
            (1 - best, _WITHIN_IS_CLOSER),
            (sum(left) / n, "That would be the mean over the objects left out one at a time."),
            hint="Compare each within pair with each between pair. A tie counts one half.",
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
    ks = drawn["ks"]
    columns = [[Fraction(row[name], 1000) for row in drawn["rows"]] for name in ("score", "mean", "sd")]
    raw, means, sds = columns
    excess = [score - mean for score, mean in zip(raw, means, strict=True)]
    scaled = [one / sd for one, sd in zip(excess, sds, strict=True)]
    rule = "the excess over the mean of the reference data"
    if drawn["scaled"]:
        wanted, other, least_lead, places = scaled, excess, Fraction(1, 4), 2
        rule += ", divided by their standard deviation"
        other_k = "There the excess itself is largest. Here it is measured in standard deviations."
        other_value = "You did not divide by the standard deviation."
    else:
        wanted, other, least_lead, places = excess, scaled, Fraction(1, 100), 3
        other_k = "There the excess is largest in standard deviations. Here the rule does not divide by them."
        other_value = "You divided by the standard deviation. This rule does not."
    second, largest = sorted(wanted)[-2:]
    if largest - second < least_lead:
        raise UnfitError("one k must stand out.")
    best = wanted.index(largest)
    falls = [before - after for before, after in pairwise(raw)]
    before_fall = ks[falls.index(max(falls))]
    rows = zip(ks, *columns, strict=True)
    lines = "\n".join(f"`k = {k}: {listed(f'{float(value):.3f}' for value in row)}`" for k, *row in rows)
    return QuestionGroup(
        "For each k this table shows AUCC of the data, then the mean and the standard deviation of AUCC on reference "
        f"data without clusters:\n{lines}\nThe k with the largest value of this rule is selected: {rule}.",
        number(
            "Selected k:",
            ks[best],
            (ks[raw.index(max(raw))], "There AUCC is largest. It grows with k on data without clusters, too."),
            (ks[other.index(max(other))], other_k),
            (before_fall, "After this k AUCC falls most. The rule compares AUCC with the reference at the same k."),
            (ks[wanted.index(min(wanted))], "The direction is reversed: the largest value is wanted."),
            hint="Compute the value of the rule for each k.",
        ),
        number(
            f"Value of the rule at the k that it selects, with {places} decimals:",
            largest,
            (other[best], other_value),
            (raw[best], "That would be AUCC itself. Subtract the mean of the reference data."),
            (raw[best] / means[best], "You divided by the mean of the reference data. Subtract it."),
            (-largest, "The direction is reversed: subtract the mean of the reference data from AUCC."),
            hint="Subtract the mean of the reference data from AUCC, and see whether the rule divides.",
            places=places,
        ),
    )


FAMILIES = (
    Family(
        "roc-area", "the area under a ROC curve with ties", _draw_scores, _ask_area, "building_a_roc_curve 2", version=2
    ),
    Family("threshold", "precision and recall", _draw_marks, _ask_threshold, "from_scores_to_decisions 2", version=2),
    Family("aucc-line", "AUCC of points on a line", _draw_line, _ask_aucc, "from_objects_to_pairs 1", version=2),
    Family("gamma", "Gamma with ties", _draw_dissimilarities, _ask_gamma, "aucc_is_gamma 1", version=2),
    Family("spoiler", "which object spoils the partition", _draw_spoiled, _ask_spoiler, "first_tour 1", version=4),
    Family("k-curve", "the k that a curve selects", _draw_curve, _ask_curve, "one_or_several 2", version=3),
)
