"""Questions of the chapter *Building a ROC curve*."""

from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
from scipy.stats import rankdata
from sklearn.datasets import load_breast_cancer

from aucc_teach.demos import RocBuilder
from aucc_teach.exercises import Break, Choice, Construct, Field, Number, Objects, Open, Order, Write
from aucc_teach.roc import roc_curve

from ._claims import LISTS_SEARCHED, SCORES

_CHECKS = Path(__file__).with_suffix(".js")  # of the claims
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
_SEVEN_TENTHS = Fraction(7, 10)
_WON, _LOST, _ = _comparisons(_SPAM, _SCORE)
_LETTERS_RANKS = _rank_sum(~_SPAM, _SCORE)


def _reaches_seven_tenths(i):
    """Whether some score of email i, with all others as they are, gives the AUC 7/10."""
    moved = (np.where(np.arange(10) == i, new, _SCORE) for new in range(21))
    return any(_auc(_SPAM, scores) == _SEVEN_TENTHS for scores in moved)


_STUCK = tuple(name for i, name in enumerate(_NAMES) if not _reaches_seven_tenths(i))
_STUCK_SPAM = tuple(name for name in _STUCK if _SPAM[_NAMES.index(name)])
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


_AUC_DIAGONAL = Break(
    "auc-diagonal",
    "If the AUC is 1/2, the ROC curve is the diagonal.",
    (SCORES,),
    _CHECKS,
    {
        "other": "The AUC is {auc}, not 1/2, so the claim does not apply to this list.",
        "holds": "The AUC is 1/2, and the curve is the diagonal. Keep the area, but let the curve run first above "
        "the diagonal and later below it.",
        "broken": "The AUC is 1/2, and the curve has a corner at ({fpr}, {tpr}), off the diagonal.",
    },
    (
        (
            "One half is what random scores have, and their curve is the diagonal.",
            "One half is only their mean. Look for a list with area one half whose curve leaves the diagonal.",
        ),
        (
            "No curve of any other shape has this area.",
            "A part above the diagonal and a part below it can balance. Try positives at both ends of the list.",
        ),
        (
            "If the scores know something, the AUC is not 1/2.",
            "They may know something at both ends, if the positives have very high and very low scores.",
        ),
    ),
)


_AUC_ACCURACY = Break(
    "auc-accuracy",
    "If two lists of scores are for the same items, the list with the larger AUC never has the lower best accuracy.",
    (
        Field("First list", "scores", "4+ 3+ 2- 1-", most=20),
        Field("Second list", "scores", "4+ 3- 2+ 1-", most=20),
    ),
    _CHECKS,
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
            "AUC uses no threshold: it is the proportion of comparisons that come out right. Compute both numbers for "
            "one list to see them part.",
        ),
        (
            "The curve with the larger area lies above the other curve.",
            "Curves may cross. Draw two that do, and look for the better corner on the smaller area.",
        ),
        (
            "Both are 1 for perfect scores.",
            "They are. Now spoil a perfect list in two different ways, and compare the two below 1.",
        ),
    ),
)


_NEGATIVES_TWICE = Break(
    "negatives-twice",
    "If each negative is written twice, the AUC stays the same.",
    (SCORES,),
    _CHECKS,
    {"holds": "The AUC is {before} before the change and {after} after it."},
    (
        (
            "A larger proportion of negatives makes AUC larger, but only a little.",
            "It does not change AUC at all. Compute one case to see it.",
        ),
        (
            "AUC looks only at positives.",
            "It compares each positive with each negative, so it looks at both. Count the comparisons before and "
            "after.",
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
                    "You gave each item a point of its own. Two items share a score: how many points do they make "
                    "together?",
                ),
                (
                    len(set(_VALUES.tolist())),
                    "You counted one point for each score. Now raise the threshold above all of them: which point is "
                    "that?",
                ),
            ),
            hint="You need one threshold above all scores, and one for each different score.",
            outcome="That is one more than there are different scores.",
        ),
        Choice(
            f"The curve is at {_shown(_BEFORE)}, and the threshold comes down to 7. Which point is next?",
            {
                _STRAIGHT: "Both counts go up at once, so the line to this point is slanted.",
                _UP: "You let the positive go first. The negative has the same score, so let both counts go up at "
                "once.",
                _RIGHT: "You let the negative go first. The positive has the same score, so let both counts go up at "
                "once.",
                _TURNED: "You exchanged the coordinates. FPR comes first: how many of the three negatives are called "
                "positive now?",
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
                    "You went on counting as if the tied pair took one rank. It takes two, so skip a number after it.",
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
                    "You counted the comparisons that negatives win. Subtract from 1, or count those that positives "
                    "win.",
                ),
                (
                    _rank_sum(_TRUTH, _VALUES) / _N_PAIRS,
                    "An area cannot exceed 1. You divided the whole rank sum: subtract ½P(P + 1) from it first.",
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
                    "You let the path go right first. The optimist goes up first, so which way does the tie count?",
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
                    "You let the path go up first. The pessimist goes right first, so which way does the tie count?",
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
                "The positives can be ordered by score.": "This step is right, since positives that tie may stand in "
                "any order. Look further down, where negatives come in.",
                "The i-th positive has i \N{MINUS SIGN} 1 positives below it.": "Some of them may have the same "
                "score, but their places then share a mean and keep their sum. Ask the same of the negatives.",
                "Its rank is i plus the number of negatives below it.": "This step forgets the negatives with the "
                "same score. Each of them adds one half to a mid-rank.",
                "The numbers i add up to ½P(P + 1).": "This step is right, because they are 1 + 2 + ... + P. The "
                "fault lies before it.",
            },
            "Its rank is i plus the number of negatives below it.",
        ),
        Number(
            "The number of items in the smallest example:",
            _TIE.size,
            tempting=((_smallest(2)[0].size, "You used two positives. Can a single one be enough?"),),
            hint="You need at least one positive and at least one negative. What must their scores do?",
            outcome="It consists of one positive and one negative with the same score.",
        ),
        Number(
            "The value of W in this example:",
            _rank_sum(_TIE, _LEVEL),
            tempting=(
                (
                    _CLAIMED,
                    "The short proof gives this value, and it is wrong. Which mid-rank do the two items share?",
                ),
                (
                    _rank_sum(_TIE, _LEVEL, "max"),
                    "You used the upper of the two ranks. Take the mean of 1 and 2.",
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
            why=(
                "No threshold separates items with the same score, so they make one step.",
                "The path across the step is a straight line.",
                "The width counts negatives, and the mean height counts positives above, with half of those at the "
                "same height.",
                "Each comparison belongs to the group of its negative, so it is met once.",
                "Items with the same score share the mean of the places that they take.",
                "Sharing ranks does not change their sum, so the positives alone give 1 + 2 + ... + P.",
                "This takes away what does not depend on the scores.",
            ),
            hint="First steps, strips and their sum; then one rank, all ranks and the area.",
            outcome="In the chapter the random draw comes last: each of the PN comparisons has the same probability.",
        ),
    ),
    "ex-roc-tenths": (
        Number(
            "How many of the 25 comparisons must be lost on the way from 21/25 to 7/10, if a tie counts one half?",
            _WON - _SEVEN_TENTHS * (_WON + _LOST),
            tempting=(
                (
                    _SEVEN_TENTHS * (_WON + _LOST),
                    "So many comparisons are won in the end. How far is that from what is won now?",
                ),
                (
                    _WON - 7,
                    "You took 7/10 for seven comparisons. Write it with the denominator 25, and subtract then.",
                ),
                (
                    round(_WON - _SEVEN_TENTHS * (_WON + _LOST) + HALF),
                    "You rounded up to a whole comparison. A tie loses half of one, so keep the fraction.",
                ),
            ),
            hint="Write 7/10 as a number of comparisons out of 25, and compare it with 21.",
            outcome="It is not a whole number, so a positive has to tie with a negative.",
        ),
        Objects(
            "Which of the emails cannot bring AUC to 7/10 when moved on its own?",
            _NAMES,
            right=_STUCK,
            tempting=(
                (
                    _STUCK_SPAM,
                    "That one cannot, right. Now count how many comparisons each legitimate email could cost.",
                ),
                (
                    tuple(name for name in _STUCK if name not in _STUCK_SPAM),
                    "That one cannot, right. Now count how many comparisons each spam email wins, and so could lose.",
                ),
                (
                    tuple(name for name in _NAMES if name not in _STUCK),
                    "You chose the emails that can. The question asks for the others.",
                ),
            ),
            hint="A spam email can lose only what it wins now. A legitimate email can win only what it loses now. Who "
            "has less than three and a half to offer?",
            outcome="Each of them has three comparisons or fewer to give away.",
        ),
        Construct(
            "RocBuilder",
            todo="Move one email so that AUC is 7/10 and the threshold, still at 10, calls two legitimate emails "
            "positive.",
            goal=(
                ("n_items", "==", _SPAM.size, f"There are {{n_items}} emails now, and there must be {_SPAM.size}."),
                ("threshold", "==", 10, "The threshold is {threshold} now, and it stays at 10."),
                ("auc", "==", float(_SEVEN_TENTHS), f"AUC is {{auc}}, and not {float(_SEVEN_TENTHS)}."),
                ("fp", "==", 2, "The number of legitimate emails called positive is {fp}, and it must be 2."),
                (
                    "tp",
                    "==",
                    _MAILS.numbers(_MAILS.state() | {"threshold": 10, "swept": 0})["tp"],
                    "More than one email has moved, because {tp} spam emails are called positive.",
                ),
            ),
            outcome="A legitimate email now beats three spam emails that it lost to before, and ties with another.",
            start={"threshold": 10, "swept": 0},
        ),
    ),
    "ex-roc-u": (
        Number(
            "The scores of spam come first. What do you expect?",
            _WON,
            predict=True,
            between=(0, None),
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
                    "You stopped at the rank sum of the legitimate emails. Subtract the smallest possible sum of five "
                    "ranks from it.",
                ),
            ),
            hint="Count the comparisons that legitimate emails win, or subtract ½N(N + 1) from their rank sum.",
            outcome="Together with the comparisons that spam wins, they make 25.",
        ),
        Choice(
            "How do you get the AUC of the filter from the U of the legitimate emails?",
            {
                "U/(PN)": "Legitimate emails win this proportion. What is left for spam?",
                "1 \N{MINUS SIGN} U/(PN)": "What legitimate emails do not win is won by spam, and a tie counts half "
                "for both.",
                "1 \N{MINUS SIGN} U/(P + N)": "You divided by the number of emails. U counts comparisons, so divide by "
                "how many of those there are.",
                "the larger of U/(PN) and 1 \N{MINUS SIGN} U/(PN)": "With this rule no filter could be worse "
                "than a random one. Try it on a filter with reversed scores.",
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
                    "You left out (e). It never reverses an order, but look for scores that become equal.",
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
                    "Nothing has changed in your answer, but the lowest score is now the highest. What happens to a "
                    "comparison that was won?",
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
                    "You kept the old AUC, but rounding makes ties. Which of the 25 comparisons tie now?",
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
                "threshold. Check what the next sentence makes of it.",
                "So tp and fp change places.": "The new tp is the number of positives that were *not* called before, "
                "which is P minus the old tp.",
                "The curve is mirrored at the diagonal.": "This does follow from the sentence before it. So is that "
                "sentence right?",
            },
            "So tp and fp change places.",
        ),
        Choice(
            f"Repair the proof. Under (c), the point {_shown(_CORNER)} of the curve goes to",
            {
                _HALF_TURN: "Each rate becomes one minus its old value, which is a half turn about the centre.",
                _MIRRORED: "You mirrored at the diagonal, which is for exchanged classes. Subtract each rate from 1 "
                "instead.",
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
                (
                    _SHARE,
                    "A filter that calls everything spam has this accuracy. Compare it with calling nothing spam.",
                ),
                (HALF, "A fair coin has this accuracy. How often is a filter right that calls nothing spam?"),
            ),
            hint="With one score for all emails, it can call all of them spam or none. Which is right more often?",
            outcome="It reaches this accuracy by calling nothing spam.",
        ),
        Number(
            "The AUC of the filter:",
            _auc(_RARE, _CONSTANT),
            tempting=(
                (
                    1 - _SHARE,
                    "This is the accuracy again. For AUC, compare a spam email with a legitimate one: which has the "
                    "higher score?",
                ),
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

# ---- predictions

_TUMOURS = load_breast_cancer()
_MALIGNANT = _TUMOURS.target == 0
_BEST_ALONE = max(roc_curve(_MALIGNANT, values).auc for values in _TUMOURS.data.T)


def _contradictions():
    """Percentage of the pairs of filters, made of the ten scores, on which AUC and best accuracy contradict."""
    filters = [np.isin(np.arange(10), spam) for spam in combinations(range(10), 5)]
    area = np.array([_comparisons(spam, _SCORE)[0] for spam in filters])
    spam_above = np.cumsum([[False, *spam] for spam in filters], axis=1)  # for each threshold
    n_above = np.arange(11)
    right = (2 * spam_above - n_above + 5).max(axis=1)
    i, j = np.triu_indices(len(filters), 1)
    return 100 * np.mean(np.sign(area[i] - area[j]) * np.sign(right[i] - right[j]) < 0)


PREDICTIONS = {
    "pre-roc-points": Number(
        "Ten different scores: how many different points can the threshold reach?",
        len(_points(_SPAM, _SCORE)),
        predict=True,
        between=(0, None),
        outcome="There is one for each score, and one more in the corner where nothing is called positive.",
    ),
    "pre-roc-ties": Choice(
        "Two positives and one negative have the same score. Where does the curve go?",
        {
            "up, then to the right": "This is one of three rules, the optimistic one. The scores do not say that the "
            "positives come first.",
            "to the right, then up": "This is one of three rules, the pessimistic one. The scores do not say that the "
            "negative comes first.",
            "straight to the end of both steps": "This is one of three rules, the one that we will use. The scores "
            "leave other ways open.",
            "the scores do not say": "We need a rule. Programs that never ask have one, too, often the order of the "
            "items in the file.",
        },
        "the scores do not say",
        predict=True,
    ),
    "pre-roc-reversed": Choice(
        "All scores are multiplied by \N{MINUS SIGN}1. What happens to the curve?",
        {
            "it stays": "A reversed order turns each comparison that was won into one that is lost, so the curve must "
            "change.",
            "it is mirrored at the diagonal": "Many papers say so. That mirror belongs to exchanged classes; here "
            "look at where the first step goes.",
            "it makes a half turn": "Each rate becomes 1 minus the other items' rate. A mirror image would have the "
            "same area, but it belongs to exchanged classes.",
        },
        "it makes a half turn",
        predict=True,
    ),
    "pre-roc-tumours": Number(
        "Take the best single measurement. How often, in percent of the comparisons, is the malignant tumour above "
        "the benign one?",
        round(100 * _BEST_ALONE, 1),
        predict=True,
        between=(0, 100),
        outcome="A single measurement does most of the work.",
        places=1,
    ),
    "pre-roc-contradict": Number(
        "On how many of the pairs of filters, in percent, do AUC and accuracy at the best thresholds contradict each "
        "other?",
        round(_contradictions(), 1),
        predict=True,
        between=(0, 100),
        outcome="The two filters above contradict each other, but few pairs of filters do.",
        places=1,
    ),
}
