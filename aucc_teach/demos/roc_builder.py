"""ROC builder: scored items on a line with a threshold across, the confusion matrix it makes, and the ROC curve."""

import numpy as np
import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import WholeNumber, whole

__all__ = ["RocBuilder"]

TOP = 20
FEWEST_ITEMS = 2
MOST_ITEMS = 20


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

    y_true = ItemClasses().tag(sync=True)
    y_score = ItemScores().tag(sync=True)
    threshold = WholeNumber(0, TOP + 1, default_value=TOP + 1).tag(sync=True)
    swept = WholeNumber(0, TOP + 1, default_value=TOP + 1).tag(sync=True)

    def __init__(self, y_true=None, y_score=None, threshold=None, swept=None, **kwargs):
        if (y_true is None) != (y_score is None):
            raise InvalidStateError("y_true and y_score belong together: give both, or none of them.")
        if any(given is not None for given in (y_true, threshold, swept)):
            kwargs.setdefault("lesson", [])
        if y_true is None:
            first = self._written.presets[0]
            y_true, y_score = first["y_true"], first["y_score"]
        else:
            threshold, swept = 10 if threshold is None else threshold, 0 if swept is None else swept
        threshold = TOP + 1 if threshold is None else threshold
        state = {"y_true": y_true, "y_score": y_score, "threshold": threshold}
        super().__init__(**state, swept=threshold if swept is None else swept, **kwargs)

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
