"""Questions of the chapter *From scores to decisions*."""

from fractions import Fraction
from itertools import combinations

import numpy as np
from sklearn.datasets import load_breast_cancer

from aucc_teach.demos import RocBuilder, TwoDistributions
from aucc_teach.exercises import Choice, Construct, Number, Open, Write
from aucc_teach.roc import roc_curve

# ---- memorised

# The nearest neighbour of an item that was learned is the item itself: its score is its class.
_COIN = [0, 1, 1, 0]
_LEARNT = roc_curve(_COIN, _COIN).auc

# ---- a rare disease

_TPR, _FPR = Fraction(9, 10), Fraction(1, 10)
_IN_TWO, _IN_TEN, _IN_HUNDRED = (Fraction(1, one_in) for one_in in (2, 10, 100))


def _precision(ill):
    return ill * _TPR / (ill * _TPR + (1 - ill) * _FPR)


def _of_all(ill):
    """True alarms, as a proportion of all people."""
    return ill * _TPR


def _as_if_all_were_well(ill):
    """False alarms counted among all people."""
    return ill * _TPR / (ill * _TPR + _FPR)


# ---- the ten emails

_MAILS = RocBuilder()


def _costs(threshold):
    """Missed spam and lost legitimate emails."""
    counts = _MAILS.numbers(_MAILS.state() | {"threshold": threshold, "swept": 0})
    return counts["fn"], counts["fp"]


def _same_cost(low, high):
    """The w for which two thresholds cost the same: missed spam is weighed with w."""
    (missed, lost), (missed_high, lost_high) = _costs(low), _costs(high)
    return Fraction(lost - lost_high, missed_high - missed)


_FROM, _TO, _OUTER = _same_cost(11, 14), _same_cost(6, 11), _same_cost(6, 14)
_OF_MAILS = _MAILS.numbers(_MAILS.state())

# ---- two distributions

_RARE = {"negatives": 100}
_TWO = TwoDistributions(**_RARE).state()


def _has_true_alarms(threshold):
    """Whether more than half of the alarms are true, with rare positives."""
    return TwoDistributions.numbers(_TWO | {"threshold": threshold})["precision"] > 1 / 2


_LOWEST = next(tenths / 10 for tenths in range(71) if _has_true_alarms(tenths / 10))

EXERCISES = {
    "ex-decide-noise": (
        Number(
            "Which AUC do you expect on the training data?",
            Fraction(_LEARNT),
            predict=True,
            between=(0, 1),
            outcome="Each item is its own nearest neighbour, so it gets its own class.",
        ),
        Choice(
            "Which AUC do you expect on held-out parts?",
            {
                "near 0": "Then the neighbour would be wrong nearly every time. Think of what one coin says about "
                "another.",
                "near one half": "The nearest of the other items has its class by the toss of a coin, too.",
                "near 1": "For that there'd have to be something to learn. What do the measurements know of it?",
            },
            "near one half",
            predict=True,
        ),
        Choice(
            "What does the AUC on the training data show about the measurements?",
            {
                "They tell the classes apart.": "The classes were made without looking at the measurements. Ask who "
                "is the nearest neighbour of an item that was learned.",
                "No items of different classes have the same measurements.": "Each item is closest to itself, or to "
                "an identical item. The number shows nothing more.",
                "The nearest neighbour suits them.": "On held-out parts it is only as good as dice. Ask what it needs "
                "to be perfect on its training data.",
            },
            "No items of different classes have the same measurements.",
        ),
    ),
    "ex-decide-precision": (
        Number(
            "The precision if one person in two is ill:",
            _precision(_IN_TWO),
            tempting=(
                (_of_all(_IN_TWO), "That's a proportion of all people. Divide by all alarms, true and false."),
                (
                    _as_if_all_were_well(_IN_TWO),
                    "Here false alarms are counted as if everyone were well. Count them among the half that is.",
                ),
                (
                    _IN_TWO,
                    "That's the proportion of ill people before the test. Count only those who get an alarm, well "
                    "and ill.",
                ),
            ),
            hint="Out of a thousand people, how many are ill and get an alarm? How many are well and get one?",
            outcome="If as many people are ill as well, precision is TPR/(TPR + FPR).",
        ),
        Number(
            "The precision if one person in ten is ill:",
            _precision(_IN_TEN),
            tempting=(
                (
                    _TPR,
                    "That's the TPR, which looks at ill people only. Begin with the alarms: how many of them are true?",
                ),
                (_of_all(_IN_TEN), "That's a proportion of all people. Divide by all alarms, true and false."),
                (
                    _as_if_all_were_well(_IN_TEN),
                    "Here false alarms are counted as if everyone were well. Count them among nine people in ten.",
                ),
            ),
            hint="Out of a hundred people, how many are ill and get an alarm? How many are well and get one?",
            outcome="There are as many false alarms as true alarms.",
        ),
        Number(
            "The precision if one person in a hundred is ill, as a fraction or to four decimals:",
            _precision(_IN_HUNDRED),
            tempting=(
                (
                    _TPR,
                    "That's the TPR, which looks at ill people only. Begin with the alarms: how many of them are true?",
                ),
                (_of_all(_IN_HUNDRED), "That's a proportion of all people. Divide by all alarms, true and false."),
                (
                    _as_if_all_were_well(_IN_HUNDRED),
                    "Here false alarms are counted as if everyone were well. Count them among 99 people in a hundred.",
                ),
            ),
            hint="Out of a thousand people, how many are ill and get an alarm? How many are well and get one?",
            outcome="So eleven out of twelve alarms are false.",
            places=4,
        ),
        Choice(
            "Which of the three proportions of ill people changes the ROC curve?",
            {
                "none of them": "Both rates stay the same, because each looks at only one kind of people.",
                "one in a hundred": "Precision is low then. Does TPR depend on how many people are well?",
                "all of them": "Does the proportion of ill people enter TPR, or FPR?",
            },
            "none of them",
        ),
        Construct(
            "TwoDistributions",
            todo="There are a hundred negatives to each positive, and the means are 2 apart. Find the lowest "
            "threshold at which more than half of the alarms are true.",
            goal=(
                *(
                    (name, "==", value, f"The negatives to each positive are {{{name}}} now, and they stay {value}.")
                    for name, value in _RARE.items()
                ),
                ("distance", "==", _TWO["distance"], "The means are {distance} apart now, and they stay 2 apart."),
                (
                    "threshold",
                    "==",
                    _LOWEST,
                    "At threshold {threshold} precision is {precision}. Find the lowest at which it is above one half.",
                ),
            ),
            outcome="The curve is as before. But to make most alarms true, the threshold must be so high that most "
            "positives are missed.",
            start=_RARE,
        ),
    ),
    "ex-decide-hull": (
        Choice(
            "Why are thresholds 9 and 8 cheapest for no w?",
            {
                "Threshold 11 misses as many and loses fewer.": "Therefore it costs less, whatever w is.",
                "They make more mistakes in all than threshold 11.": "They do, but that settles only w = 1, where "
                "both mistakes cost the same. Write down the costs with w.",
                "They miss more than threshold 6.": "For a small w, missing more may be cheaper. Compare with a "
                "threshold that misses as many.",
            },
            "Threshold 11 misses as many and loses fewer.",
        ),
        Number(
            "Threshold 11 is cheaper than 14 and 6 for w above:",
            _FROM,
            tempting=(
                (_OUTER, "At this w, thresholds 14 and 6 cost the same. Compare each of them with threshold 11."),
                (
                    _TO,
                    "At this w, thresholds 11 and 6 cost the same, which is the upper end. Compare 11 with 14 for "
                    "the lower.",
                ),
            ),
            hint="Write the three costs with w, and compare 11 with 14.",
            outcome="Below it threshold 14 is cheaper, because missed spam costs little.",
        ),
        Number(
            "It is cheaper than both for w below:",
            _TO,
            tempting=(
                (_OUTER, "At this w, thresholds 14 and 6 cost the same. Compare each of them with threshold 11."),
                (
                    _FROM,
                    "At this w, thresholds 11 and 14 cost the same, which is the lower end. Compare 11 with 6 for "
                    "the upper.",
                ),
                (
                    1 / _TO,
                    "That's w turned over. It's what a *missed* spam email costs, in lost legitimate emails.",
                ),
            ),
            hint="Write the three costs with w, and compare 11 with 6.",
            outcome="Above it threshold 6 is cheaper, because it misses none.",
        ),
    ),
    "ex-roc-cross": (
        Construct(
            "RocBuilder",
            todo="Here is the filter of the ten emails, with an AUC of 21/25. Move emails, without ties, so that AUC "
            "is 21/25 again and a threshold calls just one spam email and one legitimate email positive. Then move "
            "the threshold there.",
            goal=(
                (
                    "comparisons",
                    "==",
                    _OF_MAILS["comparisons"],
                    f"There must be {_OF_MAILS['comparisons']} comparisons, and now their number is {{comparisons}}.",
                ),
                ("tied", "==", 0, "The number of tied comparisons is {tied}, and there must be none."),
                ("auc", "==", _OF_MAILS["auc"], f"The AUC is {{auc}}, and it should be {_OF_MAILS['auc']}."),
                ("tp", "==", 1, "The number of spam emails called positive is {tp}, and it must be one."),
                ("fp", "==", 1, "The number of legitimate emails called positive is {fp}, and it must be one."),
            ),
            outcome="At first this curve runs below the other curve, which finds three spam emails at no cost. From "
            "an FPR of 1/5 on it runs above, until both reach 1.",
            start={"threshold": 10, "swept": 0},
        ),
        Choice(
            "Two filters have the same AUC, and at most one legitimate email in five may be lost. Which filter do you "
            "take?",
            {
                "Either, because they are equally good": "They are, on average over all thresholds. Look only at "
                "those that you may use.",
                "The filter with the higher TPR at an FPR of at most 1/5": "Only the left part of the curve counts "
                "here.",
                "The filter with the higher TPR at its best threshold": "That threshold may lose too many legitimate "
                "emails. Look at the left of the curve first.",
            },
            "The filter with the higher TPR at an FPR of at most 1/5",
        ),
        Write("area_under"),
    ),
    "ex-roc-million": (Write("areas_by_rule"),),
    "ex-roc-open": (
        Open(
            (
                "The larger w is, the more false alarms are accepted, in leaps: the same threshold serves for many w.",
                "My w is a judgement about people, and I say what it rests on.",
                "What happens after an alarm is not in the data.",
                "How common malignant tumours are among those who will come is not in the data.",
                "The threshold was chosen on the tumours on which its mistakes are counted, so on new tumours it will "
                "do a little worse.",
            )
        ),
    ),
}


# ---- predictions

_TUMOURS = load_breast_cancer()
_MALIGNANT = _TUMOURS.target == 0
_BEST_ALONE = max(roc_curve(_MALIGNANT, values).auc for values in _TUMOURS.data.T)


def _contradictions():
    """Percentage of the pairs of filters, made of the ten scores, on which AUC and best accuracy contradict."""
    filters = [np.isin(np.arange(10), spam) for spam in combinations(range(10), 5)]
    area = np.array([round(25 * roc_curve(spam, _MAILS.y_score).auc) for spam in filters])
    spam_above = np.cumsum([[False, *spam] for spam in filters], axis=1)  # for each threshold
    n_above = np.arange(11)
    right = (2 * spam_above - n_above + 5).max(axis=1)
    i, j = np.triu_indices(len(filters), 1)
    return 100 * np.mean(np.sign(area[i] - area[j]) * np.sign(right[i] - right[j]) < 0)


_HALFWAY = _TWO | {"threshold": _TWO["distance"] / 2}
_TENTHS_OF_W = [Fraction(tenths, 10) for tenths in range(1, 101)]
_THRESHOLDS = (21, *_MAILS.y_score)


def _cheapest(w):
    """The thresholds that cost least if a missed spam email costs as much as w lost legitimate ones."""
    costs = {threshold: w * missed + lost for threshold in _THRESHOLDS for missed, lost in (_costs(threshold),)}
    return {threshold for threshold, cost in costs.items() if cost == min(costs.values())}


PREDICTIONS = {
    "pre-decide-alarms": Number(
        "The means are 2 apart, the threshold lies halfway, and there are 100 negatives to each positive. How many of "
        "a hundred alarms are true?",
        round(100 * TwoDistributions.numbers(_HALFWAY)["precision"]),
        predict=True,
        between=(0, 100),
        outcome="TPR is "
        f"{round(100 * TwoDistributions.numbers(_HALFWAY)['tpr'])} percent, but the few positives are outnumbered.",
    ),
    "pre-decide-cheapest": Number(
        "How many of the eleven thresholds are the cheapest for some w?",
        len(set().union(*map(_cheapest, _TENTHS_OF_W))),
        predict=True,
        between=(0, 11),
        outcome="The others lose to one of these, whatever a mistake costs.",
    ),
    "pre-roc-points": Number(
        "Ten different scores: how many different points can the threshold reach?",
        len(roc_curve(_MAILS.y_true, _MAILS.y_score).thresholds),
        predict=True,
        between=(0, None),
        outcome="There's one for each score, and one more in the corner where nothing is called positive.",
    ),
    "pre-roc-reversed": Choice(
        "All scores are multiplied by \N{MINUS SIGN}1. What happens to the curve?",
        {
            "it stays": "In a reversed order each comparison that was won is lost, so the curve must change.",
            "it is mirrored at the diagonal": "The mirror image has the same area. But it belongs to exchanged "
            "classes; look at where the first step goes.",
            "it makes a half turn": "Each rate becomes one minus an old rate. The mirror image, which has the same "
            "area, belongs to exchanged classes.",
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
        outcome="The two filters above are among them, but few pairs of filters are.",
        places=1,
    ),
}
