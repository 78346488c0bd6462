"""Questions of the chapter *Another ROC curve: sweeping k*."""

from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np

from aucc_teach import pairs, partitions
from aucc_teach.aucc import aucc_score
from aucc_teach.demos import CutSweep
from aucc_teach.exercises import Choice, Construct, Number, Objects, Write

HALF = Fraction(1, 2)


def _errors(classes, labels):
    tp, fn, fp, tn = map(int, pairs.pair_counts(classes, labels))
    return Fraction(fn, tp + fn), Fraction(fp, fp + tn)


def _area(curve, width=lambda left, right: right - left):
    return sum(width(left[0], right[0]) * (left[1] + right[1]) / 2 for left, right in pairwise(curve))


def _mean(one, other):
    """Mean of two curves, k by k."""
    return [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(one, other, strict=True)]


# ---- another tree

_CLASSES = [0, 0, 0, 1, 1, 1]
_CUTS = {
    1: [0, 0, 0, 0, 0, 0],
    2: [0, 0, 0, 1, 1, 1],
    3: [0, 0, 0, 1, 2, 2],
    4: [0, 0, 0, 1, 2, 3],
    5: [0, 0, 1, 2, 3, 4],
    6: [0, 1, 2, 3, 4, 5],
}
_SAME = int(pairs.co_membership(_CLASSES).sum())
_DIFFERENT = len(list(combinations(_CLASSES, 2))) - _SAME
_CURVE = {k: _errors(_CLASSES, labels) for k, labels in _CUTS.items()}
_APART = {k: int(e1 * _SAME) for k, (e1, _) in _CURVE.items()}
# The point is the same for every family where there is only one partition.
_FIXED = tuple(f"k = {k}" for k in _CUTS if partitions.count_partitions(len(_CLASSES), k=k) == 1)
_PERFECT = next(k for k, errors in _CURVE.items() if not any(errors))

# ---- six classes, one tree: k0 is not where ARI is largest

_CENTRES = np.array([(x, y) for x in (200, 500, 800) for y in (300, 700)])
_NOISE = np.random.default_rng(30).normal(0, 90, (24, 2))
_POINTS = np.clip(np.rint((np.repeat(_CENTRES, 4, axis=0) + _NOISE) / 10) * 10, 0, 1000).astype(int)
_SWEEP = CutSweep(_POINTS.tolist(), np.repeat(range(6), 4).tolist(), method="ward")
_SWEEP_STATE = {name: getattr(_SWEEP, name) for name in ("points", "labels", "merges", "method")}
_SWEPT = _SWEEP.model().sweepOf(_SWEEP.state())
_BEST = 1 + int(np.argmax([step["ari"] for step in _SWEPT["steps"]]))
_OTHER_TREE = "This is another tree. Press Undo until it's Ward\N{RIGHT SINGLE QUOTATION MARK}s again."

# ---- runs of four objects

_TWO_PAIRS = [0, 0, 1, 1]
_ENDS = [0, 0, 0, 0], [0, 1, 2, 3]


def _of_run(*middle):
    return [_errors(_TWO_PAIRS, labels) for labels in (_ENDS[0], *middle, _ENDS[1])]


_RUN_1, _RUN_2 = _of_run([0, 0, 1, 1], [0, 0, 1, 2]), _of_run([0, 1, 0, 1], [0, 0, 1, 2])
_RUN_3 = _of_run([0, 0, 0, 1], [0, 1, 0, 2])
_MEAN_AREA = (_area(_RUN_1) + _area(_RUN_2)) / 2
_FORWARD_ONLY = _area(_RUN_2, lambda left, right: max(right - left, Fraction(0)))

# ---- ties

_LEFT_HALF = np.repeat([0, 1], 10)


def _all_tied(ties):
    """One minus AUCC where all heights are the same."""
    heights = np.ones(_LEFT_HALF.size * (_LEFT_HALF.size - 1) // 2)
    return Fraction(1 - aucc_score(heights, _LEFT_HALF, metric="precomputed", ties=ties))


# ---- what is left without a tree


def _implications():
    """Which of (b) to (c), (c) to (a), (c) to (b) hold for all families of four objects."""
    every = [list(partitions.set_partitions(4, k=k)) for k in range(1, 5)]
    holds = dict.fromkeys(("(b) to (c)", "(c) to (a)", "(c) to (b)"), True)
    # One set of classes of each size profile: the names of the objects do not matter.
    for classes in ([0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 1, 2]):
        m = len(set(classes))
        points = [[_errors(classes, labels) for labels in family] for family in every]
        for curve in product(*points):
            is_right = (0, 0) in curve
            is_concordant = not any(e1 for e1, _ in curve[:m]) and not any(e2 for _, e2 in curve[m - 1 :])
            holds["(b) to (c)"] &= is_concordant or not is_right
            if is_concordant:
                holds["(c) to (a)"] &= _area(curve) == 0
                holds["(c) to (b)"] &= is_right
    return holds


_HOLDS = _implications()
_THIRD = {"ac, b, d": [0, 1, 0, 2], "ab, c, d": [0, 0, 1, 2], "a, b, cd": [0, 1, 2, 2]}
_FORGETS = next(name for name, labels in _THIRD.items() if _errors(_TWO_PAIRS, labels)[1])

EXERCISES = {
    "ex-sweep-hand": (
        Objects(
            "Which points can you write down without looking at the tree?",
            tuple(f"k = {k}" for k in _CUTS),
            right=_FIXED,
            tempting=(
                (
                    (*_FIXED[:1], f"k = {_PERFECT}", *_FIXED[1:]),
                    "That one cut is right can be seen only from the tree. Which points are the same for every tree?",
                ),
                (_FIXED[:1], "That's one end. At the other every object is a singleton: is its point known as well?"),
                (_FIXED[1:], "That's one end. At the other all objects are together: is its point known as well?"),
            ),
            hint="For which k is there only one partition?",
            outcome="The points (0, 1) and (1, 0) belong to every family.",
        ),
        Number(
            "What will the area be?",
            _area(list(_CURVE.values())),
            predict=True,
            between=(0, 1),
            outcome="The area is 0, because one of the cuts equals the classes.",
        ),
        Number(
            "e1 at k = 3:",
            _CURVE[3][0],
            tempting=(
                (
                    Fraction(_APART[3], _DIFFERENT),
                    "That's out of the different-class pairs. Divide by the pairs that e1 is about.",
                ),
                (
                    Fraction(_APART[3], _SAME + _DIFFERENT),
                    "That's out of all pairs. Divide by the same-class pairs, which e1 is about.",
                ),
                (
                    Fraction(_SAME - _APART[3], _SAME),
                    "That's the proportion still together. What proportion is apart?",
                ),
            ),
            hint="Which of the six same-class pairs are apart in abc, d, ef?",
            outcome="The pairs that are apart are de and df.",
        ),
        Number(
            "e1 at k = 5:",
            _CURVE[5][0],
            tempting=(
                (
                    Fraction(_APART[5], _DIFFERENT),
                    "That's out of the different-class pairs. Divide by the pairs that e1 is about.",
                ),
                (
                    Fraction(_APART[5], _SAME + _DIFFERENT),
                    "That's out of all pairs. Divide by the same-class pairs, which e1 is about.",
                ),
                (
                    Fraction(_SAME - _APART[5], _SAME),
                    "That's the proportion still together. What proportion is apart?",
                ),
            ),
            hint="Which same-class pair is still together when only a and b are merged?",
            outcome="Only the pair ab is together.",
        ),
        Number(
            "e2 at k = 4:",
            _CURVE[4][1],
            tempting=(
                (
                    _CURVE[4][0],
                    "This is e1, the same-class pairs that are apart. For e2, look for "
                    "different-class pairs that are together.",
                ),
            ),
            hint="Does a cluster of abc, d, e, f hold objects of both classes?",
            outcome="No different-class pair is together, so the curve runs along the axis.",
        ),
    ),
    "ex-sweep-weights": (
        Write("pair_errors"),
        Choice(
            "Which of them ask for the fewest clusters, do you think?",
            {
                "e1 + e2, and the larger of the two": "Both take a separated same-class pair nine times as "
                "seriously as a different-class pair that is put together.",
                "1 \N{MINUS SIGN} c": "It listens to the many different-class pairs, so it wants clusters split.",
                "ARI": "It divides by something that changes with k, so it sides with c here.",
            },
            "e1 + e2, and the larger of the two",
            predict=True,
        ),
        Choice(
            "Why does 1 \N{MINUS SIGN} c ask for more?",
            {
                "It counts e1 twice.": "Rand's c counts each pair once, whatever its kind. Which kind has more pairs?",
                "Nine of ten pairs are of different classes, and splitting helps these.": "Each error is weighed by "
                "how many pairs could make it, so the many different-class pairs decide.",
                "c rises with k for every tree.": "It's a natural guess. But at k = n all same-class pairs are "
                "wrong: compare c there with its largest value.",
            },
            "Nine of ten pairs are of different classes, and splitting helps these.",
        ),
        Construct(
            "CutSweep",
            todo="This is Ward's tree of 24 points in six classes. Move the cut to where the ARI is largest.",
            goal=(
                ("n_points", "==", len(_POINTS), _OTHER_TREE),
                ("k0", "==", _SWEPT["k0"], _OTHER_TREE),
                ("k", "==", _BEST, "At {k} clusters the ARI isn't at its largest."),
            ),
            outcome="The sum e1 + e2 is smallest at fewer clusters, where some classes still lie together. "
            "Separating them corrects many different-class pairs, and the ARI counts those.",
            start=_SWEEP_STATE | {"n_clusters": 2},
        ),
    ),
    "ex-sweep-average": (
        Number(
            "Area of run 1:",
            _area(_RUN_1),
            tempting=((HALF, "One half is the level of chance. Which errors has run 1 at k = 2?"),),
            hint="Where is run 1 at k = 2?",
            outcome="The area is 0, because run 1 finds the classes.",
        ),
        Number(
            "Area of run 2:",
            _area(_RUN_2),
            tempting=(
                (
                    _area(_RUN_2, lambda left, right: abs(right - left)),
                    "From k = 2 to 3 the curve steps back, so subtract that trapezoid.",
                ),
                (
                    _FORWARD_ONLY,
                    "From k = 2 to 3 the curve steps back. What does a step back do to the area?",
                ),
                (1 - _area(_RUN_2), "That's the area above the curve. Subtract it from 1."),
            ),
            hint="The points are (0, 1), (1, ?), (½, 0) and (1, 0). A step back counts as negative.",
            outcome="The way there adds 3/4, and the way back subtracts 1/8.",
        ),
        Number(
            "Area of the mean curve:",
            _area(_mean(_RUN_1, _RUN_2)),
            tempting=(
                (_area(_RUN_2), "This is the area of run 2. At k = 2 take the mean of both points first."),
                (_area(_RUN_1), "This is the area of run 1. At k = 2 take the mean of both points first."),
            ),
            hint="At k = 2 take the mean of both points. At the other k both runs are the same.",
            outcome="Here it equals the mean of the two areas.",
        ),
        Number(
            "Run 2 now finds abc, d at k = 2 and ac, b, d at k = 3. What is the area of its mean curve with run 1?",
            _area(_mean(_RUN_1, _RUN_3)),
            tempting=(
                (
                    (_area(_RUN_1) + _area(_RUN_3)) / 2,
                    "That's the mean of the areas. Average the points first, and take the area then.",
                ),
                (_area(_RUN_3), "This is the area of run 2 only. Average its points with those of run 1 first."),
            ),
            hint="Find the errors of both runs at k = 2 and at k = 3, then their means, and then the trapezoids.",
            outcome=f"The mean of the areas is {(_area(_RUN_1) + _area(_RUN_3)) / 2}.",
            places=4,
        ),
        Choice(
            "When must the mean of the areas be the area of the mean curve?",
            {
                "if the runs differ at a single k": "The area multiplies errors of neighbouring k, so it is linear "
                "in the point of one k. It isn't linear if two neighbouring points vary together.",
                "always": "For that the area would have to be linear in all errors at once. What does a trapezoid "
                "multiply?",
                "if no curve steps back": "A step back is counted with its sign, which changes nothing here. Ask "
                "which errors are multiplied.",
            },
            "if the runs differ at a single k",
        ),
        Choice(
            "Which would you report?",
            {
                "The area of the mean curve": "It hides that a run was perfect and the other was not. What would show "
                "both?",
                "The areas of the runs, with their spread": "Then a reader sees how much depends on the run.",
                "The smallest area": "Only the classes tell which run that is. What could you report without choosing?",
            },
            "The areas of the runs, with their spread",
        ),
    ),
    "ex-sweep-ties": (
        Choice(
            "Over two hundred orders of the rows, how far will the area vary?",
            {
                "not at all": "The heights stay the same, but which of two equal heights comes first changes.",
                "by a hundredth or so": "Every merge has the same height, so the order of all merges is a choice.",
                "by a tenth or more": "The order of all merges is a choice, and the curve depends on it.",
            },
            "by a tenth or more",
            predict=True,
        ),
        Number(
            "One minus the AUCC of the classes in the heights of the tree:",
            _all_tied("diagonal"),
            tempting=(
                (_all_tied("optimistic"), "That counts all ties as won. Count one half for each."),
                (_all_tied("pessimistic"), "That counts all ties as lost. Count one half for each."),
            ),
            hint="All merges have the same height. What does that make of each comparison?",
            outcome="All comparisons are ties, because the tree knows nothing.",
        ),
        Choice(
            "What do you report where heights tie?",
            {
                "the area, from the rows as they stand": "Shuffle the rows, and the area differs. What does not "
                "depend on their order?",
                "the smallest area over many orders": "Then every tree looks better than it is. What does not depend "
                "on the order of the rows?",
                "one minus AUCC of the heights": "This counts a tie as one half. Instead, you can report the range "
                "over shuffled rows.",
            },
            "one minus AUCC of the heights",
        ),
    ),
    "ex-sweep-implications": (
        Objects(
            "Which of the three still hold?",
            tuple(_HOLDS),
            right=tuple(name for name, holds in _HOLDS.items() if holds),
            tempting=(
                (
                    tuple(_HOLDS),
                    "One of these uses that e1 never falls, or that e2 never rises. Find it in the "
                    "proof, and leave it out.",
                ),
                (
                    ("(b) to (c)",),
                    "This one uses that e1 never falls and that e2 never rises. Try the two that begin with (c).",
                ),
                (("(c) to (a)",), "There's another one. What are both errors at k = m?"),
                (("(c) to (b)",), "There's another one. Which widths and heights are 0?"),
            ),
            hint="Go through the proof: which steps use that one error rises while the other falls?",
            outcome="Both read the zeros off the definition, without nesting.",
        ),
        Choice(
            "Classes ab and cd, found at k = 2. Which partition at k = 3 refutes the other one?",
            {
                name: f"At k = 3, e2 is {_errors(_TWO_PAIRS, labels)[1]}: "
                + (
                    "a pair of different classes is together again."
                    if name == _FORGETS
                    else "the family is concordant."
                )
                for name, labels in _THIRD.items()
            },
            _FORGETS,
        ),
        Choice(
            "Does an area of at most 0 still show that some partition is right?",
            {
                "Yes, since (a) is left": "An area of 0 may be a sum of terms of both signs. Look for a family "
                "with a step back and no right partition.",
                "Yes, if it is below 0": "An area below 0 shows only that some step goes back. Does that need a right "
                "partition?",
                "No": "A negative trapezoid can outweigh positive ones, although no partition is right.",
            },
            "No",
        ),
    ),
}


# ---- predictions

_OTHER_CUTS = [[0] * 6, [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 2], [0, 0, 1, 1, 2, 3], [0, 1, 2, 2, 3, 4], list(range(6))]


def _mean_areas():
    """Mean area over all classes of the same sizes, for two trees of six points."""
    means = set()
    for family in (list(_CUTS.values()), _OTHER_CUTS):
        by_sizes = {}
        for n_classes in range(2, 6):
            for labels in partitions.set_partitions(6, k=n_classes):
                areas = by_sizes.setdefault(tuple(sorted(np.bincount(labels).tolist())), [])
                areas.append(_area([_errors(labels, cut) for cut in family]))
        means |= {sum(areas) / len(areas) for areas in by_sizes.values()}
    return means


def _odd_area(m):
    """Area of the odd family of two classes of m points: it splits them, forgets them, and finds them again."""
    two, place = np.repeat([0, 1], m), np.tile(np.arange(m), 2)
    alone = np.arange(2 * m)
    family = [two * 10 + place * ((k + two) // 2) // m for k in range(2, 11)]
    family += [np.where(alone < 10, 10 + alone, labels) for labels in (0 * two, two)]
    return _area([_errors(two, labels) for labels in (0 * two, *family, alone)])


PREDICTIONS = {
    "pre-sweep-random": Choice(
        "The classes are assigned at random. What is the mean of the area?",
        {
            "one half, for every tree": "The tree is fixed and knows nothing of the classes. That holds for a "
            "chained tree, too.",
            "it depends on the tree": "Chained trees look worse, but on random classes no tree can do well or badly.",
            "it depends on the sizes of the classes": "The sizes change the spread, not the mean.",
        },
        "one half, for every tree" if _mean_areas() == {HALF} else "it depends on the tree",
        predict=True,
    ),
    "pre-sweep-below": Choice(
        "One partition of this family equals the classes. Can the area of the family be below 0?",
        {
            "no, an area is never negative": "An area in the ordinary sense is not. But this curve steps back.",
            "no, because 0 is for a perfect tree": "For trees 0 is the least. This family is not a tree.",
            "yes": "Where the curve steps back, a trapezoid counts as negative.",
        },
        "yes" if _odd_area(30) < 0 else "no, because 0 is for a perfect tree",
        predict=True,
    ),
}
