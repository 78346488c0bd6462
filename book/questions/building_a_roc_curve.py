"""Questions of the chapter *Building a ROC curve*."""

from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

from aucc_teach.datasets import load_penguins
from aucc_teach.demos import RocBuilder
from aucc_teach.exercises import Break, Choice, Construct, Field, Number, Objects, Write
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
        "other": "The AUC is {auc}, not 1/2, so the claim doesn't apply to this list.",
        "holds": "The AUC is 1/2, and the curve is the diagonal. Keep the area, but let the curve run first above "
        "the diagonal and later below it.",
        "broken": "The AUC is 1/2, and the curve has a corner at ({fpr}, {tpr}), off the diagonal.",
    },
    (
        (
            "One half is what random scores have, and their curve is the diagonal.",
            "One half is only their mean. Look for a list with an AUC of one half whose curve leaves the diagonal.",
        ),
        (
            "No curve of any other shape has this area.",
            "A part above the diagonal and a part below it can balance. Try positives at both ends of the list.",
        ),
        (
            "If the scores know something, the AUC isn't 1/2.",
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
        "holds": "The AUCs are {auc1} and {auc2}, and the best accuracies are {best1} and {best2}, which isn't a "
        "contradiction. Take a list that is perfect except for one positive, and put that one at the very end.",
        "broken": "The AUCs are {auc1} and {auc2}, and the best accuracies are {best1} and {best2}: the list with the "
        "larger AUC has the lower accuracy.",
    },
    (
        (
            "The AUC is the mean accuracy over all thresholds.",
            "The AUC is the proportion of comparisons that come out right, without any threshold. Compute both numbers "
            "for one list.",
        ),
        (
            "The curve with the larger area lies above the other curve.",
            "Curves may cross. Draw two that do, and look for the better corner on the smaller area.",
        ),
        (
            "Both are 1 for perfect scores.",
            "They are. Now spoil a perfect list in two different ways, and compare.",
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
            "A larger proportion of negatives makes the AUC larger, but only a little.",
            "Compute one case before and after to see how much.",
        ),
        (
            "The AUC looks only at positives.",
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
                    "That's one point for each item. Two items share a score, so ask how many points they make "
                    "together.",
                ),
                (
                    len(set(_VALUES.tolist())),
                    "That's one point for each score. Now raise the threshold above all of them, where there's a point "
                    "too.",
                ),
            ),
            hint="You need one threshold above all scores, and one for each different score.",
            outcome="That's one more than there are different scores.",
        ),
        Choice(
            f"The curve is at {_shown(_BEFORE)}, and the threshold comes down to 7. Which point is next?",
            {
                _STRAIGHT: "Both counts go up at once, so the line to this point is slanted.",
                _UP: "The positive alone would take you here. The negative has the same score, so both counts go up at "
                "once.",
                _RIGHT: "The negative alone would take you here. The positive has the same score, so both counts go up "
                "at once.",
                _TURNED: "Here the coordinates have changed places. The FPR comes first, so begin with the negatives "
                "that are called positive.",
            },
            _STRAIGHT,
        ),
        Number(
            "The area under the diagonal rule, with the straight line:",
            _auc(_TRUTH, _VALUES),
            tempting=(
                (
                    _auc(_TRUTH, _VALUES, 1),
                    "Nearly. This counts the tied comparison as won, and under the diagonal rule it's one half.",
                ),
                (
                    _auc(_TRUTH, _VALUES, 0),
                    "Nearly. This counts the tied comparison as lost, and under the diagonal rule it's one half.",
                ),
                (
                    _auc(~_TRUTH, _VALUES),
                    "These are the comparisons that negatives win. Count those that positives win.",
                ),
                (
                    _rank_sum(_TRUTH, _VALUES) / _N_PAIRS,
                    "An area is at most 1. Take the smallest possible rank sum away before you divide.",
                ),
            ),
            hint="Write each positive beside each negative, and mark which has the higher score.",
            outcome="The strips below the curve, the comparisons and the ranks all give this area.",
        ),
    ),
    "ex-roc-tenths": (
        Number(
            "How many of the 25 comparisons must be lost on the way from 21/25 to 7/10, if a tie counts one half?",
            _WON - _SEVEN_TENTHS * (_WON + _LOST),
            tempting=(
                (
                    _SEVEN_TENTHS * (_WON + _LOST),
                    "That's how many are won in the end. How far is it from what is won now?",
                ),
                (
                    _WON - 7,
                    "7/10 isn't seven comparisons. Write it with the denominator 25, then subtract.",
                ),
                (
                    round(_WON - _SEVEN_TENTHS * (_WON + _LOST) + HALF),
                    "That's rounded up to a whole comparison. A tie loses half of one, so keep the fraction.",
                ),
            ),
            hint="Write 7/10 as a number of comparisons out of 25, and compare it with 21.",
            outcome="That isn't a whole number, so a positive has to tie with a negative.",
        ),
        Objects(
            "Which of the emails can't bring the AUC to 7/10 when moved on its own?",
            _NAMES,
            name="which-of-the-emails-cannot-bring-auc-to",
            right=_STUCK,
            tempting=(
                (
                    _STUCK_SPAM,
                    "That one can't, right. Now count how many comparisons each legitimate email could cost.",
                ),
                (
                    tuple(name for name in _STUCK if name not in _STUCK_SPAM),
                    "That one can't, right. Now count how many comparisons each spam email wins, and so could lose.",
                ),
                (
                    tuple(name for name in _NAMES if name not in _STUCK),
                    "These are the emails that can. The question asks for the others.",
                ),
            ),
            hint="A spam email can lose only what it wins now. A legitimate email can win only what it loses now. Who "
            "has less than three and a half to offer?",
            outcome="Each of them has three comparisons or fewer to give away.",
        ),
        Construct(
            "RocBuilder",
            todo="Move one email so that the AUC is 7/10 and the threshold, still at 10, calls two legitimate emails "
            "positive.",
            name="move-one-email-so-that-auc-is-7-10-and",
            goal=(
                ("n_items", "==", _SPAM.size, f"There are {{n_items}} emails now, and there must be {_SPAM.size}."),
                ("threshold", "==", 10, "The threshold is {threshold} now, and it stays at 10."),
                ("auc", "==", float(_SEVEN_TENTHS), f"The AUC is {{auc}}, and it should be {float(_SEVEN_TENTHS)}."),
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
            outcome="It's the number of comparisons that spam wins.",
        ),
        Number(
            "With the legitimate emails first, the statistic is:",
            _LOST,
            tempting=(
                (
                    _WON,
                    "That's the first value again. The order of the arguments matters: now the legitimate emails' wins "
                    "are counted.",
                ),
                (
                    _LETTERS_RANKS,
                    "That's the rank sum of the legitimate emails, a good start. Subtract the smallest possible sum of "
                    "five ranks.",
                ),
            ),
            hint="Count the comparisons that legitimate emails win, or subtract ½N(N + 1) from their rank sum.",
            outcome="Together with the comparisons that spam wins, they make 25.",
        ),
        Choice(
            "How do you get the AUC of the filter from the U of the legitimate emails?",
            {
                "U/(PN)": "Legitimate emails win this proportion. What's left for spam?",
                "1 \N{MINUS SIGN} U/(PN)": "What legitimate emails don't win is won by spam, and a tie counts half "
                "for both.",
                "1 \N{MINUS SIGN} U/(P + N)": "P + N is the number of emails. U counts comparisons, so divide by "
                "how many of those there are.",
                "the larger of U/(PN) and 1 \N{MINUS SIGN} U/(PN)": "With this rule no filter could be worse "
                "than a random one. Try it on a filter with reversed scores.",
            },
            "1 \N{MINUS SIGN} U/(PN)",
        ),
        Write("auc_by_counting"),
    ),
    "ex-roc-transform": (
        Objects(
            "Which of the five change the AUC?",
            tuple(_CHANGES),
            name="which-of-the-five-change-auc",
            right=_CHANGED,
            tempting=(
                (
                    tuple(name for name in _CHANGED if name != _STEPS),
                    "Two of them are right. (e) never reverses an order, but look for scores that become equal.",
                ),
                (
                    tuple(name for name in _CHANGED if name != _FOLDED),
                    "Which emails get the largest squares? Are they only those with high scores?",
                ),
                (tuple(_CHANGES), "Two of the five are strictly increasing on these scores, so they keep the order."),
            ),
            hint="Ask of each change whether it is strictly increasing on the scores 2 to 19.",
            outcome="A change that keeps the order, with no new ties, leaves the AUC as it was.",
        ),
        Number(
            "The AUC after (c):",
            _AREAS[_TURNED_ROUND],
            name="auc-after-c",
            tempting=(
                (
                    _auc(_SPAM, _SCORE),
                    "That's the AUC from before. The lowest score is now the highest, so follow one comparison that "
                    "was won.",
                ),
            ),
            hint="Each comparison that was won before is now lost.",
            outcome="It's one minus the old AUC.",
        ),
        Number(
            "The AUC after (e):",
            _AREAS[_STEPS],
            name="auc-after-e",
            tempting=(
                (
                    _auc(_SPAM, _SCORE),
                    "That's the AUC from before. Rounding makes ties, so see which of the 25 comparisons tie now.",
                ),
                (_auc(_SPAM, _CHANGES[_STEPS], 0), "This counts the new ties as lost. Each of them counts one half."),
                (_auc(_SPAM, _CHANGES[_STEPS], 1), "This counts the new ties as won. Each of them counts one half."),
            ),
            hint="Write down the rounded scores. Which comparisons of a spam email with a legitimate email tie now?",
            outcome="One comparison that was won has become a tie, and so have three that were lost.",
        ),
    ),
    "ex-roc-rare": (
        Number(
            "The best accuracy of the filter:",
            1 - _SHARE,
            tempting=(
                (
                    _SHARE,
                    "That's what you get if everything is called spam. Compare it with calling nothing spam.",
                ),
                (HALF, "A coin would do as well. Now try calling nothing spam."),
            ),
            hint="With one score for all emails, it can call all of them spam or none. Which is right more often?",
            outcome="It gets there by calling nothing spam.",
        ),
        Number(
            "The AUC of the filter:",
            _auc(_RARE, _CONSTANT),
            tempting=(
                (
                    1 - _SHARE,
                    "That's the accuracy again. For the AUC, compare a spam email with a legitimate one, and see which "
                    "has the higher score.",
                ),
                (_auc(_RARE, _CONSTANT, 0), "That's right if a tie counts as lost. Here it counts one half."),
                (_auc(_RARE, _CONSTANT, 1), "That's right if a tie counts as won. Here it counts one half."),
            ),
            hint="How does a comparison end when both emails have the score 3?",
            outcome="Random scores get this on average.",
        ),
    ),
    "ex-roc-function": (Write("roc_points"),),
    "ex-roc-claims": (_AUC_DIAGONAL, _AUC_ACCURACY, _NEGATIVES_TWICE),
}

# ---- predictions

_BIRDS = load_penguins()[["Species", "Culmen Depth (mm)"]].dropna()
_GENTOO = _BIRDS["Species"].str.startswith("Gentoo").to_numpy()
_OF_DEPTH = roc_curve(_GENTOO, _BIRDS["Culmen Depth (mm)"].to_numpy()).auc
_KNOWS_MUCH = max(_OF_DEPTH, 1 - _OF_DEPTH) > 0.95

PREDICTIONS = {
    "pre-roc-ties": Choice(
        "A spam email and a legitimate email have the same score. Where does the curve go?",
        {
            "up, then to the right": "That's one of three rules. The scores don't say that spam comes first.",
            "to the right, then up": "That's one of three rules. The scores don't say that the legitimate email comes "
            "first.",
            "straight to the end of both steps": "That's one of three rules, and the one we'll use. The scores would "
            "allow the others too.",
            "the scores don't say": "We need a rule. A program that doesn't ask you for one has chosen for you.",
        },
        "the scores don't say",
        predict=True,
        name="two-positives-and-one-negative-have-the",
    ),
    "pre-roc-depth": Choice(
        f"Bill depth has an AUC of {_OF_DEPTH:.3f}. How much does it know about which birds are Gentoos?",
        {
            "nothing": "A score that knows nothing about the birds would have an AUC near one half.",
            "a little": "It knows much more than a little. Look at where the Gentoos are.",
            "nearly everything": "It puts nearly all Gentoos at one end, only not at the end we asked for.",
        },
        "nearly everything" if _KNOWS_MUCH else "a little",
        predict=True,
    ),
}
