"""ROC builder: scored items on a line with a threshold across, the confusion matrix it makes, and the ROC curve."""

import traitlets

from aucc_teach.demos._base import Demo, Part

__all__ = ["RocBuilder"]


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
    >>> builder.threshold = 10
    >>> builder.swept
    10
    >>> numbers = builder.numbers(builder.state())
    >>> [numbers[key] for key in ("tp", "fn", "fp", "tn", "auc")]
    [4, 1, 1, 4, 0.84]
    """

    slug = "roc-builder"
    _data = ("y_true", "y_score")

    y_true = Part(takes_truth=True)
    y_score = Part()
    threshold = Part(21)
    swept = Part(21)

    def __init__(self, y_true=None, y_score=None, threshold=None, swept=None, **kwargs):
        if y_true is not None:
            threshold, swept = 10 if threshold is None else threshold, 0 if swept is None else swept
        swept = threshold if swept is None else swept
        super().__init__(y_true=y_true, y_score=y_score, threshold=threshold, swept=swept, **kwargs)

    def _proposed(self, name, value):
        # A threshold moves the sweep as soon as it is set.
        return super()._proposed(name, value) | ({"swept": 0} if name == "threshold" else {})

    @traitlets.observe("threshold")
    def _sweep(self, change):
        self.swept = min(self.swept, self.threshold)
