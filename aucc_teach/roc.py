"""The ROC curve with three rules for ties, and the area under it."""

from typing import NamedTuple

import numpy as np

from aucc_teach.input import TIE_RULES, check_choice
from aucc_teach.input.numbers import check_binary_scores

__all__ = [
    "RocCurve",
    "roc_curve",
]


class RocCurve(NamedTuple):
    """A ROC curve; unpacks as :func:`sklearn.metrics.roc_curve` does, and knows the area under itself."""

    fpr: np.ndarray
    tpr: np.ndarray
    thresholds: np.ndarray

    @property
    def auc(self):
        """Area under the curve, by trapezoids; between 0 and 1, and exactly 1 where the curve has the corner (0, 1)."""
        # Rounded widths of trapezoids need not add up to 1.
        if ((self.fpr == 0) & (self.tpr == 1)).any():
            return 1.0
        return min(1.0, float(np.trapezoid(self.tpr, self.fpr)))


def roc_curve(y_true, y_score, *, ties="diagonal"):
    """ROC curve of scored items, one point for every distinct score.

    Lower the threshold past one score after another: each positive item moves the curve up by 1/P, each negative
    item to the right by 1/N. Items with equal scores move together, and the tie rule says along which path.

    Parameters
    ----------
    y_true : array-like of shape (m,)
        Class of each item, 1 (positive) or 0 (negative); both must occur.
    y_score : array-like of shape (m,)
        Score of each item; a higher score counts for the positive class.
    ties : {"diagonal", "optimistic", "pessimistic"}, default="diagonal"
        Path through a group of equal scores: straight, up before right, or right before up.

    Returns
    -------
    RocCurve
        ``fpr``, ``tpr``, ``thresholds`` (falling, starting with infinity, at which nothing is positive) and ``.auc``.
        With ``ties="diagonal"`` the arrays equal those of :func:`sklearn.metrics.roc_curve` with
        ``drop_intermediate=False``; the other rules add one corner, at the same threshold, to every mixed group.

    Raises
    ------
    ValueError
        If the arrays differ in length, a class is missing, a score is not finite or the tie rule is unknown.

    References
    ----------
    Algorithm 1 of Fawcett (2006); the ties of section 3.3 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    Three items share the score 0.5; one of them is negative.

    >>> import aucc_teach as at
    >>> y_true, y_score = [1, 0, 1, 1, 0, 0], [0.75, 0.50, 0.50, 0.50, 0.25, 0.20]
    >>> [round(at.roc_curve(y_true, y_score, ties=rule).auc, 4) for rule in ("pessimistic", "diagonal", "optimistic")]
    [0.7778, 0.8889, 1.0]
    """
    check_choice(ties, TIE_RULES, "ties")
    positive, score = check_binary_scores(y_true, y_score)
    order = np.argsort(-score, kind="stable")
    positive, score = positive[order], score[order]
    last_of_group = np.append(np.flatnonzero(np.diff(score)), score.size - 1)
    tp = np.append(0, np.cumsum(positive, dtype=np.int64)[last_of_group])
    fp = np.append(0, last_of_group + 1) - tp
    thresholds = np.append(np.inf, score[last_of_group])
    if ties != "diagonal":
        tp, fp, thresholds = _with_corners(tp, fp, thresholds, up_first=ties == "optimistic")
    return RocCurve(fp / fp[-1], tp / tp[-1], thresholds)


def _with_corners(tp, fp, thresholds, *, up_first):
    mixed = np.flatnonzero((np.diff(tp) > 0) & (np.diff(fp) > 0)) + 1
    corner_tp = tp[mixed] if up_first else tp[mixed - 1]
    corner_fp = fp[mixed - 1] if up_first else fp[mixed]
    return (
        np.insert(tp, mixed, corner_tp),
        np.insert(fp, mixed, corner_fp),
        np.insert(thresholds, mixed, thresholds[mixed]),
    )
