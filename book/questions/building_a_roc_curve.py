"""Questions of the chapter *Building a ROC curve*."""

from fractions import Fraction
from itertools import product

import numpy as np
from scipy.stats import rankdata

from aucc_teach.demos import RocBuilder
from aucc_teach.exercises._claims import Break, Field
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Objects, Open, Order
from aucc_teach.roc import roc_curve

from . import _counting as counting
from ._claims import LISTS_SEARCHED, SCORES

HALF = Fraction(1, 2)


def _comparisons(truth, values):
    """Comparisons of a positive with a negative: won, lost, tied."""
    above, below = np.asarray(values)[truth], np.asarray(values)[~truth]
    signs = np.sign(np.subtract.outer(above, below))
    return tuple(int((signs == sign).sum()) for sign in (1, -1, 0))


def _auc(truth, values, tie=HALF):
    won, lost, tied = _comparisons(truth, values)
    return (won + tie * tied) / Fraction(won + lost + tied)


def _rank_sum(truth, values, method="average"):
    return Fraction(rankdata(values, method)[truth].sum())


def _points(truth, values):
    """Points (FPR, TPR) of the curve."""
    curve, n_positive = roc_curve(truth, values), int(truth.sum())
    n_negative = truth.size - n_positive
    shares = zip(curve.fpr, curve.tpr, strict=True)
    return [
        (Fraction(round(x * n_negative), n_negative), Fraction(round(y * n_positive), n_positive)) for x, y in shares
    ]


def _shown(point):
    return f"({point[0]}, {point[1]})"


# ---- six items

_TRUTH = np.array([True, True, True, False, False, False])
_VALUES = np.array([9, 7, 4, 7, 3, 1])
_BEFORE, _AFTER = _points(_TRUTH, _VALUES)[1:3]
_STRAIGHT, _TURNED = _shown(_AFTER), _shown(_AFTER[::-1])
_UP, _RIGHT = _shown((_BEFORE[0], _AFTER[1])), _shown((_AFTER[0], _BEFORE[1]))
_N_PAIRS = sum(_comparisons(_TRUTH, _VALUES))


# ---- the proof that lost its ties


def _smallest(least_positives=1):
    """The fewest items for which W is not s+ + P(P + 1)/2, with their classes and scores."""
    for m in range(2, 6):
        for marks, values in product(product([True, False], repeat=m), product(range(2), repeat=m)):
            truth, n_positive = np.array(marks), sum(marks)
            if least_positives <= n_positive < m:
                claimed = _comparisons(truth, values)[0] + Fraction(n_positive * (n_positive + 1), 2)
                if _rank_sum(truth, values) != claimed:
                    return truth, values, claimed
    raise AssertionError("ties break the formula, and so there is such a case")


_TIE, _LEVEL, _CLAIMED = _smallest()


# ---- the ten emails

_MAILS = RocBuilder()
_SPAM, _SCORE = np.array(_MAILS.y_true, dtype=bool), np.array(_MAILS.y_score)
_NAMES = tuple("abcdefghij")
_NINE_TENTHS = Fraction(9, 10)
_WON, _LOST, _ = _comparisons(_SPAM, _SCORE)
_LETTERS_RANKS = _rank_sum(~_SPAM, _SCORE)


def _reaches_nine_tenths(i):
    """Whether some score of email i, with all others as they are, gives the AUC 9/10."""
    moved = (np.where(np.arange(10) == i, new, _SCORE) for new in range(21))
    return any(_auc(_SPAM, scores) == _NINE_TENTHS for scores in moved)


_MOVABLE = tuple(name for i, name in enumerate(_NAMES) if _reaches_nine_tenths(i))
_MOVABLE_SPAM = tuple(name for name in _MOVABLE if _SPAM[_NAMES.index(name)])
_CHANGES = {
    "(a) square root": np.sqrt(_SCORE),
    "(b) logarithm": np.log(_SCORE),
    "(c) 100 \N{MINUS SIGN} score": 100 - _SCORE,
    "(d) (score \N{MINUS SIGN} 10)²": (_SCORE - 10) ** 2,
    "(e) down to multiples of 5": _SCORE // 5 * 5,
}
_AREAS = {name: _auc(_SPAM, scores) for name, scores in _CHANGES.items()}
_CHANGED = tuple(name for name, area in _AREAS.items() if area != _auc(_SPAM, _SCORE))
_, _, _TURNED_ROUND, _FOLDED, _STEPS = _CHANGES
_CORNER = _points(_SPAM, _SCORE)[3]
_HALF_TURN = _shown((1 - _CORNER[0], 1 - _CORNER[1]))
_MIRRORED = _shown(_CORNER[::-1])
_UPRIGHT = _shown((_CORNER[0], 1 - _CORNER[1]))

# ---- the rare spam

_RARE, _CONSTANT = np.arange(20) == 0, np.full(20, 3)
_SHARE = Fraction(int(_RARE.sum()), _RARE.size)


# ---- claims


def _auc_diagonal(names, items):
    score = counting.area(items)
    if 2 * score != 1:
        return "other", {"auc": score}
    corner = next((corner for corner in counting.corners(items) if corner[0] != corner[1]), None)
    if corner is None:
        return "holds", {}
    return "broken", {"fpr": corner[0], "tpr": corner[1]}


_AUC_DIAGONAL = Break(
    "auc-diagonal",
    "If the AUC is 1/2, the ROC curve is the diagonal.",
    (SCORES,),
    _auc_diagonal,
    {
        "other": "The AUC is {auc}, not 1/2, so the claim does not apply to this list.",
        "holds": "The AUC is 1/2, and the curve is the diagonal. Keep the area, but let the curve run first above "
        "the diagonal and later below it.",
        "broken": "The AUC is 1/2, and the curve has a corner at ({fpr}, {tpr}), off the diagonal.",
    },
    (
        (
            "One half is what random scores have, and their curve is the diagonal.",
            "One half is only their mean. A single area of one half can have a different cause.",
        ),
        (
            "No curve of any other shape has this area.",
            "A part above the diagonal and a part below it can balance.",
        ),
        (
            "If the scores know something, the AUC is not 1/2.",
            "They may know something at both ends, if the positives have very high and very low scores.",
        ),
    ),
)


def _auc_accuracy(names, first, second):
    lists = (first, second)
    kinds = [sorted(mark for _, mark in items) for items in lists]
    if kinds[0] != kinds[1]:
        return "unlike", {}
    areas, accuracies = [counting.area(items) for items in lists], [counting.best_accuracy(items) for items in lists]
    facts = {"auc1": areas[0], "auc2": areas[1], "best1": accuracies[0], "best2": accuracies[1]}
    if areas[0] == areas[1]:
        return "equal", facts
    return "holds" if (areas[0] - areas[1]) * (accuracies[0] - accuracies[1]) >= 0 else "broken", facts


_AUC_ACCURACY = Break(
    "auc-accuracy",
    "If two lists of scores are for the same items, the list with the larger AUC never has the lower best accuracy.",
    (
        Field("First list", "scores", "4+ 3+ 2- 1-", most=20),
        Field("Second list", "scores", "4+ 3- 2+ 1-", most=20),
    ),
    _auc_accuracy,
    {
        "unlike": "The items must be the same, so both lists need the same number of + and the same number of -.",
        "equal": "Both lists have AUC {auc1}. The claim applies only if one of them has the larger AUC.",
        "holds": "The AUCs are {auc1} and {auc2}, and the best accuracies are {best1} and {best2}, which is not a "
        "contradiction. Take a list that is perfect except for one positive, and put that one at the very end.",
        "broken": "The AUCs are {auc1} and {auc2}, and the best accuracies are {best1} and {best2}: the list with the "
        "larger AUC has the lower accuracy.",
    },
    (
        (
            "AUC is the mean accuracy over all thresholds.",
            "It is the proportion of comparisons of a positive with a negative that come out right. It uses no "
            "threshold.",
        ),
        (
            "The curve with the larger area lies above the other curve.",
            "Curves may cross, so the curve with the smaller area can have the better corner.",
        ),
        (
            "Both are 1 for perfect scores.",
            "They are. But below 1 they need not agree on which list is better.",
        ),
    ),
)


def _negatives_twice(names, items):
    before, after = counting.area(items), counting.area(items + [item for item in items if not item[1]])
    return "holds" if before == after else "broken", {"before": before, "after": after}


_NEGATIVES_TWICE = Break(
    "negatives-twice",
    "If each negative is written twice, the AUC stays the same.",
    (SCORES,),
    _negatives_twice,
    {"holds": "The AUC is {before} before the change and {after} after it."},
    (
        (
            "A larger proportion of negatives makes AUC larger, but only a little.",
            "It does not change AUC at all. Compute one case to see it.",
        ),
        (
            "AUC looks only at positives.",
            "It compares each positive with each negative, so it looks at both.",
        ),
        (
            "Each rate looks at only one class, so the curve stays the same.",
            "There are twice as many negatives above each threshold, but also twice as many in all. What changes is "
            "precision.",
        ),
    ),
    right=2,
    searched=LISTS_SEARCHED,
    up_to=6,
)


EXERCISES = {
    "ex-roc-paper": (
        Number(
            "The number of points of the curve, including both corners:",
            len(_points(_TRUTH, _VALUES)),
            tempting=(
                (
                    _TRUTH.size + 1,
                    "That would be right if each item had a score of its own. Here two items have the same score.",
                ),
                (
                    len(set(_VALUES.tolist())),
                    "You counted one point for each score. You left out the point at which nothing is called positive.",
                ),
            ),
            hint="You need one threshold above all scores, and one for each different score.",
            outcome="That is one more than there are different scores.",
        ),
        Choice(
            f"The curve is at {_shown(_BEFORE)}, and the threshold comes down to 7. Which point is next?",
            {
                _STRAIGHT: "Both counts go up at once, so the line to this point is slanted.",
                _UP: "The positive on its own would lead there. But the negative has the same score, so no threshold "
                "separates the two.",
                _RIGHT: "The negative on its own would lead there. But the positive has the same score, so no "
                "threshold separates the two.",
                _TURNED: "You exchanged the coordinates: FPR comes first. One of the three negatives is "
                "called positive, and two of the three positives are.",
            },
            _STRAIGHT,
        ),
        Number(
            "W, the sum of the mid-ranks of the positives:",
            _rank_sum(_TRUTH, _VALUES),
            tempting=(
                (
                    _rank_sum(_TRUTH, _VALUES, "min"),
                    "You gave the two tied items the lower of their two ranks. They share the mean of the two.",
                ),
                (
                    _rank_sum(_TRUTH, _VALUES, "max"),
                    "You gave the two tied items the upper of their two ranks. They share the mean of the two.",
                ),
                (
                    _rank_sum(_TRUTH, _VALUES, "dense"),
                    "Two tied items take up two ranks, so the next item does not get the next number.",
                ),
                (
                    _rank_sum(_TRUTH, -_VALUES),
                    "The direction is reversed: these ranks begin at the highest score. Begin at the lowest.",
                ),
            ),
            hint="Number all six items from the lowest score. Two tied items share the mean of their two ranks.",
            outcome="If you subtract ½P(P + 1), what remains is a count of comparisons.",
        ),
        Number(
            "The area under the diagonal rule, with the straight line:",
            _auc(_TRUTH, _VALUES),
            tempting=(
                (
                    _auc(_TRUTH, _VALUES, 1),
                    "You counted the tied comparison as won. Under this rule it counts one half.",
                ),
                (
                    _auc(_TRUTH, _VALUES, 0),
                    "You counted the tied comparison as lost. Under this rule it counts one half.",
                ),
                (
                    _auc(~_TRUTH, _VALUES),
                    "That would be the proportion of comparisons that negatives win. Here we want those that "
                    "positives win.",
                ),
                (
                    _rank_sum(_TRUTH, _VALUES) / _N_PAIRS,
                    "No area exceeds 1. The first step is right, but the rank sum still includes ½P(P + 1).",
                ),
            ),
            hint="Compare each positive with each negative. How often does the positive win, and how often do they "
            "tie?",
            outcome="Trapezoids, comparisons and ranks all give this area.",
        ),
        Number(
            "The area under the optimistic rule:",
            _auc(_TRUTH, _VALUES, 1),
            tempting=(
                (
                    _auc(_TRUTH, _VALUES, 0),
                    "That would be right if the path went right first. The optimistic path goes up first.",
                ),
            ),
            hint="Let the tied comparison count as won.",
            outcome="The optimistic path goes up first, so the tie counts as won.",
        ),
        Number(
            "The area under the pessimistic rule:",
            _auc(_TRUTH, _VALUES, 0),
            tempting=(
                (
                    _auc(_TRUTH, _VALUES, 1),
                    "That would be right if the path went up first. The pessimistic path goes right first.",
                ),
            ),
            hint="Let the tied comparison count as lost.",
            outcome="The pessimistic path goes right first. The straight line gives the area halfway between the two.",
        ),
        Write("roc_points"),
    ),
    "ex-roc-repair": (
        Choice(
            "Which step makes the sum come out wrong?",
            {
                "The positives can be ordered by score.": "This step is right: positives that tie may stand in any "
                "order.",
                "The i-th positive has i \N{MINUS SIGN} 1 positives below it.": "Some of them may have the same "
                "score. But positives that tie share the mean of their places, so the sum of these places does not "
                "change.",
                "Its rank is i plus the number of negatives below it.": "This step forgets the negatives with the "
                "same score. Each of them adds one half to a mid-rank.",
                "The numbers i add up to ½P(P + 1).": "This step is right, because they are 1 + 2 + ... + P.",
            },
            "Its rank is i plus the number of negatives below it.",
        ),
        Number(
            "The number of items in the smallest example:",
            _TIE.size,
            tempting=((_smallest(2)[0].size, "There is a smaller example, because a single positive is enough."),),
            hint="You need at least one positive and at least one negative. What must their scores do?",
            outcome="It consists of one positive and one negative with the same score.",
        ),
        Number(
            "The value of W in this example:",
            _rank_sum(_TIE, _LEVEL),
            tempting=(
                (
                    _CLAIMED,
                    "That would be the value from the short proof. Here we want the true one: which mid-rank do the "
                    "two share?",
                ),
                (
                    _rank_sum(_TIE, _LEVEL, "max"),
                    "You used the upper of the two ranks. The two items share the mean of the two.",
                ),
            ),
            hint="The two items share the mean of ranks 1 and 2.",
            outcome="It exceeds the value from the short proof by one half, which is ½s₀.",
        ),
        Order(
            "Here is the proof of *Area = proportion*, mixed up. Put it in order: first the proportion, then the "
            "ranks.",
            (
                "Group the items by score. Passing a group, the curve goes up by its positives and right by its "
                "negatives.",
                "The strip below such a step is a trapezoid: its width times its mean height.",
                "So it counts, for each negative of the group, the positives above it and half of those in its own "
                "group.",
                "Add up all strips: s₊ + ½s₀, divided by PN.",
                "A mid-rank is 1, plus the number of items below, plus half the number of other items with the same "
                "score.",
                "So negatives contribute s₊ + ½s₀ to W, and the positives among themselves contribute ½P(P + 1).",
                "Subtract ½P(P + 1) and divide by PN. The result is the same area, from ranks.",
            ),
            before=(
                (0, 1, "A strip needs a step, so the steps come first."),
                (1, 2, "To see what a strip counts, we need its width and its height first."),
                (2, 3, "You added up the strips before it was known what a single strip counts."),
                (3, 4, "The proportion comes first, as asked, and the ranks come after it."),
                (4, 5, "You took W apart before it was said what a mid-rank counts."),
                (5, 6, "You subtracted ½P(P + 1) before it was known to be a part of W."),
            ),
            hint="First steps, strips and their sum; then one rank, all ranks and the area.",
            outcome="In the chapter the random draw comes last: each of the PN comparisons has the same probability.",
        ),
    ),
    "ex-roc-tenths": (
        Number(
            "Without ties, AUC is a multiple of:",
            Fraction(1, _WON + _LOST),
            tempting=(
                (
                    Fraction(1, _SPAM.size),
                    "You divided by the number of emails. Which total belongs in the denominator?",
                ),
                (
                    Fraction(1, int(_SPAM.sum())),
                    "That would be the step of one rate. Here we want the step of the area, whose strips have this "
                    "width *and* this height.",
                ),
            ),
            hint="How many comparisons of a positive with a negative are there?",
            outcome="But 9/10 lies between two such multiples.",
        ),
        Objects(
            "Which of the emails can bring AUC to 9/10 when moved on its own?",
            _NAMES,
            right=_MOVABLE,
            tempting=(
                (_MOVABLE_SPAM, "That one can. But a legitimate email may move as well, downwards."),
                (
                    tuple(name for name in _MOVABLE if name not in _MOVABLE_SPAM),
                    "That one can. May a spam email move as well?",
                ),
            ),
            hint="One and a half comparisons are missing. Which emails lose at least two comparisons now, and which "
            "gain by a tie?",
            outcome="One of them moves up to a legitimate email, the other down to a spam email.",
        ),
        Construct(
            "RocBuilder",
            todo="Move one email so that AUC is 9/10 and the threshold, still at 10, calls no legitimate email "
            "positive.",
            goal=(
                ("n_items", "==", _SPAM.size, f"There are {{n_items}} emails now, and there must be {_SPAM.size}."),
                ("threshold", "==", 10, "The threshold is {threshold} now, and it stays at 10."),
                ("auc", "==", float(_NINE_TENTHS), f"AUC is {{auc}}, and not {float(_NINE_TENTHS)}."),
                ("fp", "==", 0, "The number of legitimate emails called positive is {fp}, and it must be 0."),
                (
                    "tp",
                    "==",
                    _MAILS.numbers(_MAILS.state() | {"threshold": 10, "swept": 0})["tp"],
                    "More than one email has moved, because {tp} spam emails are called positive.",
                ),
            ),
            outcome="Now d has the score of h: it no longer beats e, and it ties with h. That gains one and a half "
            "comparisons.",
            start={"threshold": 10, "swept": 0},
        ),
    ),
    "ex-roc-u": (
        Number(
            "The scores of spam come first. What do you expect?",
            _WON,
            predict=True,
            outcome="It is the number of comparisons that spam wins.",
        ),
        Number(
            "With the legitimate emails first, the statistic is:",
            _LOST,
            tempting=(
                (
                    _WON,
                    "The order of the arguments matters. Now the comparisons that legitimate emails win are counted.",
                ),
                (
                    _LETTERS_RANKS,
                    "That would be the rank sum of the legitimate emails. From it, subtract the smallest possible "
                    "sum of five ranks.",
                ),
            ),
            hint="Count the comparisons that legitimate emails win, or subtract ½N(N + 1) from their rank sum.",
            outcome="Together with the comparisons that spam wins, they make 25.",
        ),
        Choice(
            "How do you get the AUC of the filter from the U of the legitimate emails?",
            {
                "U/(PN)": "That would be the proportion of comparisons that legitimate emails win. Here we want those "
                "that spam wins.",
                "1 \N{MINUS SIGN} U/(PN)": "What legitimate emails do not win is won by spam, and a tie counts half "
                "for both.",
                "1 \N{MINUS SIGN} U/(P + N)": "You divided by the number of emails. Which total belongs in the "
                "denominator?",
                "the larger of U/(PN) and 1 \N{MINUS SIGN} U/(PN)": "If this were right, no filter could be worse "
                "than a random one.",
            },
            "1 \N{MINUS SIGN} U/(PN)",
        ),
        Write("auc_by_counting"),
    ),
    "ex-roc-million": (Write("areas_by_rule"),),
    "ex-roc-transform": (
        Objects(
            "Which of the five change AUC?",
            tuple(_CHANGES),
            right=_CHANGED,
            tempting=(
                (
                    tuple(name for name in _CHANGED if name != _STEPS),
                    "Rounding down never reverses an order. But does it keep each order as it was?",
                ),
                (
                    tuple(name for name in _CHANGED if name != _FOLDED),
                    "Which emails get the largest squares? Are they only those with high scores?",
                ),
                (tuple(_CHANGES), "Two of the five are strictly increasing on these scores, so they keep every order."),
            ),
            hint="Ask of each change whether it is strictly increasing on the scores 2 to 19.",
            outcome="A strictly increasing change leaves AUC as it was. Rounding makes ties.",
        ),
        Number(
            "AUC after (c):",
            _AREAS[_TURNED_ROUND],
            tempting=(
                (
                    _auc(_SPAM, _SCORE),
                    "That would be the AUC before the change. Now the lowest score has become the highest.",
                ),
            ),
            hint="Each comparison that was won before is now lost.",
            outcome="It is one minus the old AUC.",
        ),
        Number(
            "AUC after (e):",
            _AREAS[_STEPS],
            tempting=(
                (
                    _auc(_SPAM, _SCORE),
                    "That would be the AUC before the change. Which of the 25 comparisons are ties now?",
                ),
                (_auc(_SPAM, _CHANGES[_STEPS], 0), "You counted the new ties as lost. Each of them counts one half."),
                (_auc(_SPAM, _CHANGES[_STEPS], 1), "You counted the new ties as won. Each of them counts one half."),
            ),
            hint="Write down the rounded scores. Which comparisons of a spam email with a legitimate email tie now?",
            outcome="One comparison that was won has become a tie, and so have three that were lost.",
        ),
        Choice(
            "Which sentence in the proof about (c) goes wrong?",
            {
                "Every email that was called positive is now called negative.": "This is right, at the reversed "
                "threshold.",
                "So tp and fp change places.": "The new tp is the number of positives that were *not* called before, "
                "which is P minus the old tp.",
                "The curve is mirrored at the diagonal.": "This would follow if the sentence before it were right.",
            },
            "So tp and fp change places.",
        ),
        Choice(
            f"Repair the proof. Under (c), the point {_shown(_CORNER)} of the curve goes to",
            {
                _HALF_TURN: "Each rate becomes one minus its old value, which is a half turn about the centre.",
                _MIRRORED: "That would be the mirror at the diagonal, which exchanges the classes. Here the scores "
                "are reversed.",
                _UPRIGHT: "The first step is right, but only TPR has been replaced by one minus its value. What "
                "happens to the negatives?",
            },
            _HALF_TURN,
        ),
        _NEGATIVES_TWICE,
    ),
    "ex-roc-rare": (
        Number(
            "The best accuracy of the filter:",
            1 - _SHARE,
            tempting=(
                (_SHARE, "That would be the accuracy of calling everything spam. Here we want the best accuracy."),
                (HALF, "That would be the accuracy of a fair coin. But the filter may call nothing spam."),
            ),
            hint="With one score for all emails, it can call all of them spam or none. Which is right more often?",
            outcome="It reaches this accuracy by calling nothing spam.",
        ),
        Number(
            "The AUC of the filter:",
            _auc(_RARE, _CONSTANT),
            tempting=(
                (1 - _SHARE, "That would be the accuracy. AUC compares a spam email with a legitimate email."),
                (_auc(_RARE, _CONSTANT, 0), "You counted the ties as lost. Each of them counts one half."),
                (_auc(_RARE, _CONSTANT, 1), "You counted the ties as won. Each of them counts one half."),
            ),
            hint="All comparisons are of the same kind. How much does such a comparison count?",
            outcome="It is the same as for dice.",
        ),
        Open(
            (
                "Where the accuracy comes from: the scores, or the mixture of the emails.",
                "How many spam emails the filter finds.",
                "What the laziest filter reaches.",
                "What AUC tells us about the scores.",
            ),
            prompt="What do you tell the buyer?",
            name="what-do-you-tell-the-buyer-write-it-down",
        ),
        _AUC_DIAGONAL,
        _AUC_ACCURACY,
    ),
}
