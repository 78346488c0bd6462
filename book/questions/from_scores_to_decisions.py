"""Questions of the chapter *From scores to decisions*."""

from fractions import Fraction

from aucc_teach.demos import RocBuilder, TwoDistributions
from aucc_teach.exercises._functions import Write
from aucc_teach.exercises._questions import Choice, Construct, Number, Open
from aucc_teach.roc import roc_curve

# ---- learnt by heart

# The nearest neighbour of an item that was learnt is the item itself: its score is its class.
_COIN = [0, 1, 1, 0]
_LEARNT = roc_curve(_COIN, _COIN).auc

# ---- a rare disease

_TPR, _FPR = Fraction(9, 10), Fraction(1, 10)
_IN_TWO, _IN_TEN, _IN_HUNDRED = (Fraction(1, one_in) for one_in in (2, 10, 100))


def _precision(ill):
    return ill * _TPR / (ill * _TPR + (1 - ill) * _FPR)


def _of_all(ill):
    """True alarms, as a share of all people."""
    return ill * _TPR


def _as_if_all_were_well(ill):
    """False alarms counted among all people."""
    return ill * _TPR / (ill * _TPR + _FPR)


# ---- the ten mails

_MAILS = RocBuilder()


def _costs(threshold):
    """Missed spam and lost letters."""
    counts = _MAILS.numbers(_MAILS.state() | {"threshold": threshold})
    return counts["fn"], counts["fp"]


def _same_cost(low, high):
    """The w for which two thresholds cost the same: missed mails are weighed with w."""
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
            "AUC on what it learnt. What do you expect?",
            Fraction(_LEARNT),
            predict=True,
            outcome="Each item is its own nearest neighbour, and has its own class.",
        ),
        Choice(
            "And on held-out parts?",
            {
                "near 0": "So low it would be if the coin were always read the wrong way round.",
                "near one half": "The nearest of the others has a class by the toss of a coin, too.",
                "near 1": "There is nothing in the measurements that it could have learnt.",
            },
            "near one half",
            predict=True,
        ),
        Choice(
            "What does the first number say about the measurements?",
            {
                "They tell the classes apart.": "The classes were made without a look at them.",
                "No items of different classes have the same measurements.": "Each item is closest to itself, or to "
                "its like. That is all.",
                "The nearest neighbour suits them.": "On held-out parts it is as good as dice.",
            },
            "No items of different classes have the same measurements.",
        ),
    ),
    "ex-decide-precision": (
        Number(
            "Precision, if one person in two is ill:",
            _precision(_IN_TWO),
            tempting=(
                (_of_all(_IN_TWO), "These are the true alarms among all people. Take them among the alarms."),
                (_as_if_all_were_well(_IN_TWO), "False alarms come only from those who are well: half of them."),
                (_IN_TWO, "That is the share of the ill, before the test."),
            ),
            hint="Of a thousand people, how many are ill and get an alarm? How many are well and get one?",
            outcome="With as many ill as well it is TPR/(TPR + FPR).",
        ),
        Number(
            "If one in ten is ill:",
            _precision(_IN_TEN),
            tempting=(
                (_TPR, "That is TPR: of the ill, so many get an alarm. Of the alarms, how many are of ill people?"),
                (_of_all(_IN_TEN), "These are the true alarms among all people. Take them among the alarms."),
                (_as_if_all_were_well(_IN_TEN), "False alarms come only from those who are well: nine of ten."),
            ),
            hint="Of a hundred people, how many are ill and get an alarm? How many are well and get one?",
            outcome="As many false alarms as true ones.",
        ),
        Number(
            "If one in a hundred is ill, as a fraction or to four decimals:",
            _precision(_IN_HUNDRED),
            tempting=(
                (_TPR, "That is TPR: of the ill, so many get an alarm. Of the alarms, how many are of ill people?"),
                (_of_all(_IN_HUNDRED), "These are the true alarms among all people. Take them among the alarms."),
                (_as_if_all_were_well(_IN_HUNDRED), "False alarms come only from those who are well: 99 of a hundred."),
            ),
            hint="Of a thousand people, how many are ill and get an alarm? How many are well and get one?",
            outcome="Eleven of twelve alarms are false.",
            places=4,
        ),
        Choice(
            "Which of the three shares of ill people changes the ROC curve?",
            {
                "none of them": "Both rates stay: each looks at one kind of people.",
                "one in a hundred": "There precision is low. But does TPR ask how many are well?",
                "all of them": "Is the share of ill people in TPR, or in FPR?",
            },
            "none of them",
        ),
        Construct(
            "TwoDistributions",
            todo="A hundred negatives to each positive, and the means 2 apart. Find the lowest threshold at which more "
            "than half of the alarms are true.",
            goal=(
                *((name, "==", value) for name, value in _RARE.items()),
                ("distance", "==", _TWO["distance"]),
                ("threshold", "==", _LOWEST),
            ),
            outcome="The curve is as before. For true alarms the threshold must be so high that most positives are "
            "missed.",
            start=_RARE,
        ),
    ),
    "ex-decide-hull": (
        Choice(
            "Why are thresholds 9 and 8 cheapest for no w?",
            {
                "Threshold 11 misses as many and loses fewer.": "So it costs less, whatever w is.",
                "They make more mistakes in all than threshold 11.": "They do. But that settles w = 1 only, where both "
                "mistakes cost the same.",
                "They miss more than threshold 6.": "For a small w that may be cheaper.",
            },
            "Threshold 11 misses as many and loses fewer.",
        ),
        Number(
            "Threshold 11 is cheaper than 14 and 6 for w above:",
            _FROM,
            tempting=(
                (_OUTER, "There 14 and 6 cost the same. Hold each of them against 11."),
                (_TO, "There 11 and 6 cost the same: it is the upper end."),
            ),
            hint="Write the three costs with w, and hold 11 against 14.",
            outcome="Below it threshold 14 is cheaper: nobody minds missed spam.",
        ),
        Number(
            "And for w below:",
            _TO,
            tempting=(
                (_OUTER, "There 14 and 6 cost the same. Hold each of them against 11."),
                (_FROM, "There 11 and 14 cost the same: it is the lower end."),
                (1 / _TO, "Turned round: w is what a *missed* mail costs, in lost letters."),
            ),
            hint="Write the three costs with w, and hold 11 against 6.",
            outcome="Above it threshold 6 is cheaper: it misses none.",
        ),
    ),
    "ex-roc-cross": (
        Construct(
            "RocBuilder",
            todo="Here is the filter of the ten mails, with an AUC of 21/25. Move mails, without ties, so that AUC is "
            "21/25 again and a threshold calls just one spam mail and one letter positive. Lead the threshold there.",
            goal=(
                ("auc", "==", _OF_MAILS["auc"]),
                ("comparisons", "==", _OF_MAILS["comparisons"]),
                ("tied", "==", 0),
                ("tp", "==", 1),
                ("fp", "==", 1),
            ),
            outcome="At first this curve runs below the other, which finds three spam mails at no cost. From an FPR of "
            "1/5 on it is above, until both reach 1.",
            start={"threshold": 10, "swept": 0},
        ),
        Choice(
            "Two filters have the same AUC, and at most one letter in five may be lost. Which do you take?",
            {
                "Either: they are equally good": "On average over all thresholds. You may use only some of these.",
                "The one with the higher TPR at an FPR of at most 1/5": "Only the left part of the curve counts here.",
                "The one with the higher TPR at its best threshold": "That threshold may lose too many letters.",
            },
            "The one with the higher TPR at an FPR of at most 1/5",
        ),
        Write("area_under"),
    ),
    "ex-roc-open": (
        Open(
            (
                "The larger w is, the more false alarms are taken, in leaps: the same threshold serves for many w.",
                "My w is a judgement about people, and I say what it rests on.",
                "What happens after an alarm is not in the data.",
                "How common malignant tumours are among those who will come is not in the data.",
                "The threshold was chosen on the tumours that it is counted on: on new ones it will do a little worse.",
            )
        ),
    ),
}
