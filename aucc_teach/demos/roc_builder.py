"""ROC builder: scored items on a line with a threshold across, the confusion matrix it makes, and the ROC curve."""

from typing import NamedTuple

import numpy as np
import traitlets

from aucc_teach.aucc import Concordance
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import format_score
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import WholeNumber, whole
from aucc_teach.roc import roc_curve

__all__ = ["Confusion", "RocBuilder"]

TOP = 20
FEWEST_ITEMS = 2
MOST_ITEMS = 20


class Confusion(NamedTuple):
    """Counts of items: positives and negatives, called positive or called negative."""

    tp: int
    fn: int
    fp: int
    tn: int


def _confusion(y_true, y_score, threshold):
    cells = [(label, score >= threshold) for label, score in zip(y_true, y_score, strict=True)]
    return Confusion(*(cells.count(cell) for cell in ((1, True), (1, False), (0, True), (0, False))))


def _comparisons(y_true, y_score):
    positives, negatives = (
        [score for label, score in zip(y_true, y_score, strict=True) if label == kind] for kind in (1, 0)
    )
    differences = [p - n for p in positives for n in negatives]
    return Concordance(sum(d > 0 for d in differences), sum(d < 0 for d in differences), differences.count(0))


class ItemClasses(traitlets.TraitType):
    """Class of each item, as a tuple of 0 and 1; truth values are taken too."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            classes = tuple(int(item) if isinstance(item, bool | np.bool_) else whole(item) for item in value)
        except (TypeError, ValueError):
            classes = (-1,)
        if not set(classes) <= {0, 1}:
            raise InvalidStateError(f"{self.name} must hold only 0 and 1, one for each item. Got {value!r}.")
        return classes


class ItemScores(traitlets.TraitType):
    """Score of each item, as a tuple of whole numbers."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            scores = tuple(whole(score) for score in value)
        except (TypeError, ValueError):
            scores = (-1,)
        if not all(0 <= score <= TOP for score in scores):
            raise InvalidStateError(
                f"{self.name} must be whole numbers from 0 to {TOP}, one for each item. Got {value!r}."
            )
        return scores


_TWENTY_FIVE = (
    "comparisons",
    "==",
    25,
    "The number of comparisons is {comparisons} now, and this step is about 25: choose Ten emails from the list.",
)
_EMAILS = (_TWENTY_FIVE, ("right", "==", 21, "The items have changed: choose Ten emails from the list."))
_D_ON_E = "Item d must have the score of e, and nothing else must change."


class RocBuilder(Demo):
    """Up to twenty scored items, a threshold across them, the confusion matrix, the ROC curve and AUC.

    Parameters
    ----------
    y_true : array-like of int, shape (m,), optional
        Class of each of 2 to 20 items, 1 (positive) or 0 (negative). Default: ten emails, five of them spam.
    y_score : array-like of int, shape (m,), optional
        Score of each item, 0 to 20; a higher score counts for the positive class. Equal scores tie.
    threshold : int, optional
        The lowest score that is called positive, 0 (everything is) to 21 (nothing is). Default: 21; 10 for given items.
    swept : int, optional
        How far down the threshold has been: the curve is drawn as far as that, and AUC is shown at 0, where the curve
        is whole. Default: where the threshold begins; 0 for given items.

    Attributes
    ----------
    y_true, y_score : tuple of int
        The items as they are now; can be set.
    threshold : int
        The threshold as it is now; can be set.
    swept : int
        Where its lowest place was; can be set, but not above the threshold.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``y_true``, ``y_score`` and ``threshold`` of each.

    Raises
    ------
    ValueError
        If classes are not 0 or 1, scores or threshold are not whole numbers or out of range, if `swept` is above
        the threshold, or if there is not one class and one score for each of 2 to 20 items.

    See Also
    --------
    aucc_teach.roc_curve : The curve that is drawn.

    Examples
    --------
    >>> import aucc_teach as at
    >>> builder = at.demos.RocBuilder()
    >>> round(builder.auc, 4)
    0.84
    >>> builder.confusion
    Confusion(tp=0, fn=5, fp=0, tn=5)
    >>> builder.threshold = 10
    >>> builder.confusion, builder.swept
    (Confusion(tp=4, fn=1, fp=1, tn=4), 10)
    """

    slug = "roc-builder"
    question = "Can you make AUC exactly 0.9?"
    tasks = (
        Task(
            question="At threshold 21 nothing is called positive. Now the threshold goes down, past the three highest "
            "scores, all of them positives. Where does the curve go?",
            choices=("Up", "To the right", "Slanted"),
            todo="Bring the threshold down to 14: press Play, which stops there, or Step, or drag it.",
            goal=(
                *_EMAILS,
                ("swept", "<=", 14, "The threshold has come down to {swept}. Bring it to 14."),
                ("tp", ">=", 3, "The number of positives that are called positive is {tp}, and it must be three."),
            ),
            solved={"threshold": 14, "swept": 14},
            answer="Up",
            outcome="Each positive that is called positive raises TPR by 1/5, and FPR stays 0. A negative will move "
            "the curve to the right.",
        ),
        Task(
            question="How large will the area below the curve be, once it is drawn to its end?",
            todo="Bring the threshold down to 0.",
            goal=(*_EMAILS, ("swept", "==", 0, "The curve is drawn down to score {swept}. Bring the threshold to 0.")),
            solved={"threshold": 0, "swept": 0},
            answer="auc",
            result="The area is {}.",
            outcome="Of the 25 comparisons of a positive with a negative, 21 are right, so the area is 21/25 = 0.84.",
            start={"threshold": 14, "swept": 14},
            reveals=("auc", "exact", "gini", "sPlus", "sMinus", "sZero"),
        ),
        Task(
            question="The negative d goes from score 13 to 11, where the positive e is. What does AUC do?",
            choices=("It rises by 1/25", "It rises by 1/50", "It stays"),
            todo="Move d onto the score of e.",
            goal=(("tied", "==", 1, _D_ON_E), ("auc", "==", 0.86, _D_ON_E)),
            solved={"y_score": [19, 16, 14, 11, 11, 9, 8, 6, 4, 2]},
            answer="It rises by 1/50",
            outcome="The comparison of e with d was wrong, and a tie counts one half, so AUC is 21.5/25 = 0.86. Where "
            "the two tie, the curve slants.",
            start={"threshold": 10, "swept": 0},
        ),
        Task(
            question="Now AUC should be exactly 0.9. How many of the 25 comparisons must be won, if a tie counts one "
            "half?",
            todo="Move one item so that AUC is 0.9.",
            goal=(_TWENTY_FIVE, ("auc", "==", 0.9, "AUC is {auc}, and not 0.9.")),
            solved={"y_score": [19, 16, 14, 13, 11, 9, 8, 9, 4, 2]},
            answer="won",
            result="It takes {} of the 25.",
            outcome="Without a tie AUC goes in steps of 1/25, and 0.9 lies between two of them. Moving the positive h "
            "onto the score of f makes it 0.9, and so does moving the negative d onto the score of h.",
            start={"threshold": 10, "swept": 0},
        ),
    )

    y_true = ItemClasses().tag(sync=True)
    y_score = ItemScores().tag(sync=True)
    threshold = WholeNumber(0, TOP + 1, default_value=TOP + 1).tag(sync=True)
    swept = WholeNumber(0, TOP + 1, default_value=TOP + 1).tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, y_true=None, y_score=None, threshold=None, swept=None, **kwargs):
        if (y_true is None) != (y_score is None):
            raise InvalidStateError("y_true and y_score belong together: give both, or none of them.")
        presets = _presets()
        if any(given is not None for given in (y_true, threshold, swept)):
            kwargs.setdefault("lesson", [])
        if y_true is None:
            y_true, y_score = presets[0]["y_true"], presets[0]["y_score"]
        else:
            threshold, swept = 10 if threshold is None else threshold, 0 if swept is None else swept
        threshold = TOP + 1 if threshold is None else threshold
        state = {"y_true": y_true, "y_score": y_score, "threshold": threshold}
        super().__init__(**state, swept=threshold if swept is None else swept, presets=presets, **kwargs)

    @traitlets.validate("y_true", "y_score")
    def _check_lengths(self, proposal):
        name = proposal["trait"].name
        m = {"y_true": len(self.y_true), "y_score": len(self.y_score), name: len(proposal["value"])}
        if not FEWEST_ITEMS <= m[name] <= MOST_ITEMS:
            raise InvalidStateError(f"there must be {FEWEST_ITEMS} to {MOST_ITEMS} items. Got {m[name]} in {name}.")
        if m["y_true"] != m["y_score"]:
            raise InvalidStateError(
                f"there must be one class and one score for each item. Got {m['y_true']} in y_true and "
                f"{m['y_score']} in y_score; to change their number, set both with place(y_true=..., y_score=...)."
            )
        return proposal["value"]

    @traitlets.validate("swept")
    def _check_swept(self, proposal):
        if proposal["value"] > self.threshold:
            raise InvalidStateError(
                f"swept must not be above the threshold, {self.threshold}. Got {proposal['value']}."
            )
        return proposal["value"]

    @traitlets.observe("threshold")
    def _sweep(self, change):
        self.swept = min(self.swept, self.threshold)

    @property
    def confusion(self):
        """Counts at the threshold as it is now: tp, fn, fp, tn."""
        return _confusion(self.y_true, self.y_score, self.threshold)

    @property
    def comparisons(self):
        """How many comparisons of a positive with a negative are right, wrong and tied: s_plus, s_minus, s_zero."""
        return _comparisons(self.y_true, self.y_score)

    @property
    def auc(self):
        """Area under the curve, by :func:`aucc_teach.roc_curve`.

        Raises a ``ValueError`` if there is none: all items positive, or all negative.
        """
        return roc_curve(self.y_true, self.y_score).auc

    @staticmethod
    def numbers(state):
        """Counts of items, at the threshold and of comparisons, and AUC."""
        items = state["y_true"], state["y_score"]
        right, wrong, tied = _comparisons(*items)
        total = right + wrong + tied
        return {
            "n_items": len(state["y_true"]),
            "threshold": state["threshold"],
            "swept": state["swept"],
            **_confusion(*items, state["threshold"])._asdict(),
            "right": right,
            "wrong": wrong,
            "tied": tied,
            "comparisons": total,
            "won": right + tied / 2,
            "auc": (2 * right + tied) / (2 * total) if total else None,
        }

    def words(self):
        """How many comparisons are right, and AUC, or how far the curve is drawn."""
        if self.swept > TOP:
            return "Nothing is called positive yet. The curve is drawn as the threshold goes down."
        if self.swept:
            return f"The curve is drawn down to score {self.swept}. AUC appears once it is drawn to its end."
        right, _, tied = counts = self.comparisons
        total = sum(counts)
        if not total:
            return "AUC needs positives and negatives."
        ties = f", {tied} {'is' if tied == 1 else 'are'} tied" if tied else ""
        auc = format_score((2 * right + tied) / (2 * total))
        return f"{right} of {total} comparisons are right{ties}: AUC {exactly(counts)} = {auc}."


def exactly(counts):
    """Comparisons won, and half of those tied, as a fraction."""
    right, _, tied = counts
    half = f"{tied}/2" if tied % 2 else tied // 2
    return f"({right} + {half})/{sum(counts)}" if tied else f"{right}/{sum(counts)}"


def _presets():
    mails = [1, 1, 1, 0, 1, 0, 0, 1, 0, 0], [19, 16, 14, 13, 11, 9, 8, 6, 4, 2]
    rare = [1, 1] + [0] * 16, [17, 13, 18, 15, 12, 11, 11, 10, 9, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    chosen = [
        (
            "Ten emails",
            "Five spam emails and five others; the filter\N{RIGHT SINGLE QUOTATION MARK}s score says how "
            "much it suspects each.",
            *mails,
            10,
        ),
        ("Perfect order", "Every positive scores above every negative.", sorted(mails[0], reverse=True), mails[1], 10),
        ("Reversed scores", "The ten emails, with 20 minus their score.", mails[0], [TOP - s for s in mails[1]], 10),
        (
            "Three of a kind",
            "Table 1 of the AUCC paper, where three items share a score.",
            [1, 0, 1, 1, 0, 0],
            [15, 10, 10, 10, 5, 4],
            10,
        ),
        ("All tied", "One score for all, so nothing is known about any of them.", mails[0], [10] * 10, 10),
        ("Rare positives", "Two positives among sixteen negatives.", *rare, 13),
    ]
    return [
        {"name": name, "note": note, "y_true": y_true, "y_score": y_score, "threshold": threshold}
        for name, note, y_true, y_score, threshold in chosen
    ]
