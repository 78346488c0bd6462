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


# ---- the ten mails

_MAILS = RocBuilder()
_SPAM, _SCORE = np.array(_MAILS.y_true, dtype=bool), np.array(_MAILS.y_score)
_NAMES = tuple("abcdefghij")
_NINE_TENTHS = Fraction(9, 10)
_WON, _LOST, _ = _comparisons(_SPAM, _SCORE)
_LETTERS_RANKS = _rank_sum(~_SPAM, _SCORE)


def _reaches_nine_tenths(i):
    """Whether some score of mail i, with all others as they are, gives the AUC 9/10."""
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
        "other": "The AUC is {auc}, not 1/2: the claim says nothing here.",
        "holds": "The AUC is 1/2, and the curve is the diagonal. Keep the area, and let the curve run above it "
        "first and below it later.",
        "broken": "The AUC is 1/2, and the curve has a corner at ({fpr}, {tpr}), off the diagonal.",
    },
    (
        (
            "One half is what blind scores have, and their curve is the diagonal.",
            "One half is their mean. A single area of one half can have another cause.",
        ),
        (
            "No curve with another shape has this area.",
            "A part above the diagonal and a part below it can balance.",
        ),
        (
            "If the scores know something, the AUC is not 1/2.",
            "They may know it at both ends: positives with very high and with very low scores.",
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
    "Of two lists of scores for the same items, the one with the larger AUC has no lower best accuracy.",
    (
        Field("First list", "scores", "4+ 3+ 2- 1-", most=20),
        Field("Second list", "scores", "4+ 3- 2+ 1-", most=20),
    ),
    _auc_accuracy,
    {
        "unlike": "The same items: both lists need as many + and as many -.",
        "equal": "Both have the AUC {auc1}. For the claim to say something, one of them has to be larger.",
        "holds": "The AUCs are {auc1} and {auc2}, the best accuracies {best1} and {best2}: no contradiction. Put "
        "one positive at the very end of a list that is perfect but for it.",
        "broken": "The AUCs are {auc1} and {auc2}, the best accuracies {best1} and {best2}: the larger AUC has the "
        "lower one.",
    },
    (
        (
            "AUC is the mean accuracy over all thresholds.",
            "It is the share of comparisons of a positive with a negative that come out right. No threshold is in it.",
        ),
        (
            "The curve with the larger area lies above the other.",
            "Curves may cross. The smaller area can have the better corner.",
        ),
        (
            "Both are 1 for perfect scores.",
            "They are. Below 1 they need not agree on who is better.",
        ),
    ),
)


def _negatives_twice(names, items):
    before, after = counting.area(items), counting.area(items + [item for item in items if not item[1]])
    return "holds" if before == after else "broken", {"before": before, "after": after}


_NEGATIVES_TWICE = Break(
    "negatives-twice",
    "Write each negative twice, and the AUC stays.",
    (SCORES,),
    _negatives_twice,
    {"holds": "The AUC is {before} before and {after} after."},
    (
        (
            "A larger share of negatives makes AUC larger, but only a little.",
            "It does not change it at all: compute one case.",
        ),
        (
            "AUC looks at positives only.",
            "It compares each positive with each negative.",
        ),
        (
            "Each rate looks at one class, so the curve stays.",
            "Twice as many negatives above each threshold, of twice as many in all. What changes is precision.",
        ),
    ),
    right=2,
    searched=LISTS_SEARCHED,
    up_to=6,
)


EXERCISES = {
    "ex-roc-paper": (
        Number(
            "Points of the curve, both corners among them:",
            len(_points(_TRUTH, _VALUES)),
            tempting=(
                (_TRUTH.size + 1, "That gives each item a point of its own. Two items have the same score."),
                (len(set(_VALUES.tolist())), "One for each score. There is also the point at which nothing is called."),
            ),
            hint="One threshold above all scores, and one for each different score.",
            outcome="One more than there are different scores.",
        ),
        Choice(
            f"The curve is at {_shown(_BEFORE)}, and the threshold comes down to 7. Which is the next point?",
            {
                _STRAIGHT: "Both counts go up at once, and the line to it is slanted.",
                _UP: "So far the positive alone leads. The negative has the same score: no threshold parts them.",
                _RIGHT: "So far the negative alone leads. The positive has the same score: no threshold parts them.",
                _TURNED: "FPR comes first. Of the negatives one of three is called, of the positives two of three.",
            },
            _STRAIGHT,
        ),
        Number(
            "W, the mid-ranks of the positives, added up:",
            _rank_sum(_TRUTH, _VALUES),
            tempting=(
                (
                    _rank_sum(_TRUTH, _VALUES, "min"),
                    "The two that tie have the lower of their ranks here, not the mean.",
                ),
                (
                    _rank_sum(_TRUTH, _VALUES, "max"),
                    "The two that tie have the upper of their ranks here, not the mean.",
                ),
                (_rank_sum(_TRUTH, _VALUES, "dense"), "Two that tie take up two ranks: the next one is left out."),
                (_rank_sum(_TRUTH, -_VALUES), "These ranks begin at the highest score. Begin at the lowest."),
            ),
            hint="Number all six from the lowest score. Two that tie share the mean of their two ranks.",
            outcome="Take ½P(P + 1) away, and comparisons are left.",
        ),
        Number(
            "The area, with the straight line:",
            _auc(_TRUTH, _VALUES),
            tempting=(
                (_auc(_TRUTH, _VALUES, 1), "The tied comparison counts as won here. It counts one half."),
                (_auc(_TRUTH, _VALUES, 0), "The tied comparison counts as lost here. It counts one half."),
                (
                    _auc(~_TRUTH, _VALUES),
                    "These are the comparisons that negatives win. Who is to have the higher score?",
                ),
                (_rank_sum(_TRUTH, _VALUES) / _N_PAIRS, "No area exceeds 1. The rank sum still holds ½P(P + 1)."),
            ),
            hint="Compare each positive with each negative. Who wins how often, and who ties?",
            outcome="By trapezoids, by comparisons and by ranks.",
        ),
        Number(
            "By the optimistic rule:",
            _auc(_TRUTH, _VALUES, 1),
            tempting=((_auc(_TRUTH, _VALUES, 0), "That path goes right first. The optimistic one goes up first."),),
            hint="Let the tied comparison count as won.",
            outcome="It goes up first.",
        ),
        Number(
            "By the pessimistic rule:",
            _auc(_TRUTH, _VALUES, 0),
            tempting=((_auc(_TRUTH, _VALUES, 1), "That path goes up first. The pessimistic one goes right first."),),
            hint="Let the tied comparison count as lost.",
            outcome="It goes right first. The straight line lies halfway.",
        ),
        Write("roc_points"),
    ),
    "ex-roc-repair": (
        Choice(
            "Which step makes the sum come out wrong?",
            {
                "The positives are put in order.": "They can be. Those that tie may stand in any order.",
                "The i-th positive has i \N{MINUS SIGN} 1 positives below it.": "Some of them may stand level. But "
                "positives that tie share the mean of their places, and the sum of these places stays.",
                "Its rank is i plus the number of negatives below it.": "It forgets negatives that stand level. Each "
                "of them brings one half into a mid-rank.",
                "The numbers i add up to ½P(P + 1).": "They do: 1 + 2 + ... + P.",
            },
            "Its rank is i plus the number of negatives below it.",
        ),
        Number(
            "Items in the smallest example:",
            _TIE.size,
            tempting=((_smallest(2)[0].size, "There is a smaller one: a single positive is enough."),),
            hint="One positive at least, one negative at least. What must their scores do?",
            outcome="A positive and a negative with the same score.",
        ),
        Number(
            "Its W:",
            _rank_sum(_TIE, _LEVEL),
            tempting=(
                (_CLAIMED, "That is what the short proof says. Which mid-rank do the two share?"),
                (_rank_sum(_TIE, _LEVEL, "max"), "This is the upper of the two ranks. They share the mean."),
            ),
            hint="The two share the mean of ranks 1 and 2.",
            outcome="One half more than the short proof says: ½s₀.",
        ),
        Order(
            "Now the proof of *Area = share*, mixed up. Put it in order: the share first, then the ranks.",
            (
                "Group the items by score. Passing a group, the curve goes up by its positives and right by its "
                "negatives.",
                "The strip below such a step is a trapezoid: its width times its mean height.",
                "So it counts, for each negative of the group, the positives above it, and half of those beside it.",
                "Add up all strips: s₊ + ½s₀, divided by PN.",
                "A mid-rank is 1, plus the number of items below, plus half the number of other items level with it.",
                "So negatives bring s₊ + ½s₀ into W, and the positives among themselves ½P(P + 1).",
                "Take ½P(P + 1) away and divide by PN: the same area, by ranks.",
            ),
            before=(
                (0, 1, "There is no strip before there are steps."),
                (1, 2, "What a strip counts needs its width and its height."),
                (2, 3, "Strips are added up before it is known what one of them counts."),
                (3, 4, "The share comes first, as asked. Then the ranks."),
                (4, 5, "W is taken apart before it is said what a mid-rank counts."),
                (5, 6, "½P(P + 1) is taken away before it is known to be there."),
            ),
            hint="Steps, strips, sum. Then one rank, all ranks, the area.",
            outcome="The blind draw comes last: each of the PN comparisons has the same probability.",
        ),
    ),
    "ex-roc-tenths": (
        Number(
            "Without ties AUC is a multiple of:",
            Fraction(1, _WON + _LOST),
            tempting=(
                (
                    Fraction(1, _SPAM.size),
                    "That is one over the number of mails. What is counted, mail by mail or two by two?",
                ),
                (
                    Fraction(1, int(_SPAM.sum())),
                    "That is the step of one rate. The area has strips of this width *and* height.",
                ),
            ),
            hint="How many comparisons of a positive with a negative are there?",
            outcome="And 9/10 lies between two of these.",
        ),
        Objects(
            "Which mails can be moved, each alone, so that AUC is 9/10?",
            _NAMES,
            right=_MOVABLE,
            tempting=(
                (_MOVABLE_SPAM, "So it can. But a letter may move as well: downwards."),
                (tuple(name for name in _MOVABLE if name not in _MOVABLE_SPAM), "So it can. May spam move as well?"),
            ),
            hint="One comparison and a half are missing. Who loses at least two now, and who wins by a tie?",
            outcome="One moves up to a letter, the other down to a spam mail.",
        ),
        Construct(
            "RocBuilder",
            todo="Move one mail so that AUC is 9/10 and the threshold, still at 10, calls no letter positive.",
            goal=(
                ("auc", "==", float(_NINE_TENTHS)),
                ("n_items", "==", _SPAM.size),
                ("threshold", "==", 10),
                ("tp", "==", _MAILS.numbers(_MAILS.state() | {"threshold": 10})["tp"]),
                ("fp", "==", 0),
            ),
            outcome="d on the score of h: it no longer beats e, and ties with h. One comparison and a half.",
            start={"threshold": 10, "swept": 0},
        ),
    ),
    "ex-roc-u": (
        Number(
            "Spam first. What do you expect?",
            _WON,
            predict=True,
            outcome="Comparisons that spam wins.",
        ),
        Number(
            "Letters first. The statistic is now:",
            _LOST,
            tempting=(
                (_WON, "The order of the arguments matters: now the wins of the letters are counted."),
                (_LETTERS_RANKS, "This is the rank sum of the letters. Take away what five ranks add up to at least."),
            ),
            hint="Count the comparisons that letters win, or take ½N(N + 1) from their rank sum.",
            outcome="With those of spam they make 25.",
        ),
        Choice(
            "How do you get AUC of the filter from U of the letters?",
            {
                "U/(PN)": "That is the share of comparisons that letters win.",
                "1 \N{MINUS SIGN} U/(PN)": "What the letters do not win is won by spam. A tie counts half for both.",
                "1 \N{MINUS SIGN} U/(P + N)": "How many comparisons are there, P + N or another number?",
                "the larger of U/(PN) and 1 \N{MINUS SIGN} U/(PN)": "Then no filter could be worse than blind.",
            },
            "1 \N{MINUS SIGN} U/(PN)",
        ),
        Write("auc_by_counting"),
    ),
    "ex-roc-transform": (
        Objects(
            "Which of the five change AUC?",
            tuple(_CHANGES),
            right=_CHANGED,
            tempting=(
                (
                    tuple(name for name in _CHANGED if name != _STEPS),
                    "Rounding down turns no order round. Does it keep each order as it was?",
                ),
                (
                    tuple(name for name in _CHANGED if name != _FOLDED),
                    "Which mails get the largest squares: those with high scores alone?",
                ),
                (tuple(_CHANGES), "Two of them are strictly increasing on these scores: every order stays."),
            ),
            hint="Ask of each: is it strictly increasing on the scores 2 to 19?",
            outcome="What is strictly increasing changes nothing. Rounding makes ties.",
        ),
        Number(
            "AUC after (c):",
            _AREAS[_TURNED_ROUND],
            tempting=((_auc(_SPAM, _SCORE), "It was so before. Now the lowest score has become the highest."),),
            hint="Each comparison that was won is lost now.",
            outcome="One minus what it was.",
        ),
        Number(
            "AUC after (e):",
            _AREAS[_STEPS],
            tempting=(
                (_auc(_SPAM, _SCORE), "It was so before. Which of the 25 comparisons are ties now?"),
                (_auc(_SPAM, _CHANGES[_STEPS], 0), "The new ties count nothing here. They count one half."),
                (_auc(_SPAM, _CHANGES[_STEPS], 1), "The new ties count as won here. They count one half."),
            ),
            hint="Write down the rounded scores. Which comparisons of spam with a letter tie now?",
            outcome="One comparison that was won has become a tie, and three that were lost.",
        ),
        Choice(
            "The proof about (c): which sentence goes wrong?",
            {
                "Whoever was called positive is now called negative.": "So it is, at the threshold turned round.",
                "So tp and fp change places.": "The new tp is what was *not* called of the positives: P less the old "
                "tp.",
                "The curve is mirrored at the diagonal.": "It would be, if the sentence before were right.",
            },
            "So tp and fp change places.",
        ),
        Choice(
            f"Repair it. Under (c) the point {_shown(_CORNER)} of the curve goes to",
            {
                _HALF_TURN: "Both rates become one minus what they were: a half turn about the centre.",
                _MIRRORED: "That is the mirror at the diagonal, which exchanges the classes.",
                _UPRIGHT: "Only TPR is turned round here. What happens to the negatives?",
            },
            _HALF_TURN,
        ),
        _NEGATIVES_TWICE,
    ),
    "ex-roc-rare": (
        Number(
            "Its best accuracy:",
            1 - _SHARE,
            tempting=(
                (_SHARE, "That is the accuracy of calling everything spam."),
                (HALF, "That is the accuracy of a fair coin. The filter may call nothing spam."),
            ),
            hint="With one score for all, it can call all mails spam or none. Who is right more often?",
            outcome="By calling nothing spam.",
        ),
        Number(
            "Its AUC:",
            _auc(_RARE, _CONSTANT),
            tempting=(
                (1 - _SHARE, "That is the accuracy. AUC compares a spam mail with a letter."),
                (_auc(_RARE, _CONSTANT, 0), "Ties count as lost here. They count one half."),
                (_auc(_RARE, _CONSTANT, 1), "Ties count as won here. They count one half."),
            ),
            hint="All comparisons are of one kind. What does this kind count?",
            outcome="The same as for dice.",
        ),
        Open(
            (
                "Where the accuracy comes from: the scores, or the mixture of the mails.",
                "How many spam mails the filter finds.",
                "What the laziest filter reaches.",
                "What AUC says of the scores.",
            ),
            prompt="What do you say to the buyer? Write it down, then tick what it says:",
        ),
        _AUC_DIAGONAL,
        _AUC_ACCURACY,
    ),
}
