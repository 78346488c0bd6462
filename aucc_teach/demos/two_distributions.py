"""Two distributions of scores, a threshold across both, the ROC curve, and precision, which depends on the mixture."""

import math

import numpy as np
import traitlets
from scipy.special import ndtr

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import format_score
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import WholeNumber

__all__ = ["TwoDistributions"]

FARTHEST = 4  # the means apart
MOST_NEGATIVES = 100  # to each positive
LOWEST, HIGHEST = -3, 7  # of the threshold


class Tenths(traitlets.TraitType):
    """A number in whole tenths, between two limits."""

    def __init__(self, low, high, **kwargs):
        self.low, self.high = low, high
        super().__init__(**kwargs)

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            # Truth values are numbers to Python, and text can be read as one.
            number = math.nan if isinstance(value, bool | np.bool_ | str | bytes) else float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not (self.low <= number <= self.high and math.isclose(10 * number, round(10 * number), abs_tol=1e-9)):
            raise InvalidStateError(f"{self.name} must be in tenths from {self.low} to {self.high}. Got {value!r}.")
        return round(number, 1)


_TWO_APART = ("distance", "==", 2, "The means are {distance} apart now, and in this step they stay 2 apart.")


class TwoDistributions(Demo):
    """Normal scores of positives and negatives, a threshold, the ROC curve, precision and the precision-recall curve.

    Negatives have mean 0 and positives have mean `distance`, both with standard deviation 1. So AUC is
    ``ndtr(distance / sqrt(2))``, with the distribution function of the normal distribution.

    Parameters
    ----------
    distance : float, optional
        How far the means are apart, in standard deviations: tenths from 0 to 4. Default: 2.
    negatives : int, optional
        Negatives to each positive, 1 to 100. Default: 1.
    threshold : float, optional
        What has this score or more is called positive: tenths from -3 to 7. Default: 1.

    Attributes
    ----------
    distance, negatives, threshold : float
        As they are now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``distance``, ``negatives`` and ``threshold`` of each.

    Raises
    ------
    ValueError
        If distance or threshold are not in tenths, if `negatives` is not a whole number, or if one is out of range.

    See Also
    --------
    RocBuilder : The ROC curve of single items.

    Examples
    --------
    >>> import aucc_teach as at
    >>> two = at.demos.TwoDistributions()
    >>> round(two.auc, 4), round(two.precision, 4)
    (0.9214, 0.8413)
    >>> two.negatives = 10
    >>> round(two.auc, 4), round(two.precision, 4)
    (0.9214, 0.3465)
    """

    slug = "two-distributions"
    question = "Can you make most of what is called positive wrong, and yet leave the ROC curve as it is?"
    tasks = (
        Task(
            question="The positives become ten times rarer: there are ten negatives to each of them, not one. What "
            "does the ROC curve do?",
            choices=("It rises", "It falls", "It stays"),
            todo="Move \N{LEFT DOUBLE QUOTATION MARK}negatives to each positive\N{RIGHT DOUBLE QUOTATION MARK} to 10.",
            goal=(_TWO_APART, ("negatives", "==", 10, "The slider is at {negatives}. Move it to 10.")),
            solved={"negatives": 10},
            answer="It stays",
            outcome="TPR looks only at the positives, and FPR only at the negatives. Both rates stay, and so do the "
            "curve and AUC. Precision, the proportion of positives in what is called positive, has fallen.",
            hides=("ratio",),
        ),
        Task(
            question="With ten negatives to each positive, precision is 0.35 at threshold 1. Now the positives become "
            "ten times rarer again. What is precision then?",
            choices=("Still about 0.35", "About 0.17", "About 0.05"),
            todo="Move \N{LEFT DOUBLE QUOTATION MARK}negatives to each positive\N{RIGHT DOUBLE QUOTATION MARK} "
            "to 100, and leave the rest as it is.",
            goal=(
                _TWO_APART,
                ("threshold", "==", 1, "The threshold is {threshold} now, and in this step it stays at 1."),
                ("negatives", "==", 100, "The slider is at {negatives}. Move it to 100."),
            ),
            solved={"negatives": 100},
            answer="About 0.05",
            outcome="There are now a hundred negatives to each positive, and 16 of them are called positive, so of "
            "twenty alarms one is true. The curve is as before.",
            start={"negatives": 10},
            hides=("ratio",),
        ),
        Task(
            question="There are as many negatives as positives, and the means are 1 apart, so AUC is 0.76. How far "
            "apart must they be for an AUC of 0.9?",
            todo="Move \N{LEFT DOUBLE QUOTATION MARK}distance of the means\N{RIGHT DOUBLE QUOTATION MARK} until AUC "
            "is nearest to 0.9.",
            goal=(
                ("auc", ">=", 0.895, "AUC is {auc}. The means must be further apart."),
                ("auc", "<", 0.905, "AUC is {auc}. The means must be less far apart."),
            ),
            solved={"distance": 1.8},
            answer="distance",
            result="They must be {} apart.",
            outcome="A positive minus a negative has mean 1.8 and standard deviation \N{SQUARE ROOT}2. AUC is the "
            "probability that this difference is above 0: \N{GREEK CAPITAL LETTER PHI}(1.8/\N{SQUARE ROOT}2) "
            "= 0.8985.",
            start={"distance": 1.0},
            hides=("distance",),
        ),
        Task(
            question="There are ten negatives to each positive, and nine tenths of what is called positive should be "
            "positives. How large can TPR be then?",
            todo="Move the threshold to the lowest place where precision is 0.9 or more.",
            goal=(
                _TWO_APART,
                (
                    "negatives",
                    "==",
                    10,
                    "The negatives to each positive are {negatives} now. Move the slider back to 10.",
                ),
                ("precision", ">=", 0.9, "Precision is {precision}, and it must be 0.9 or more."),
                ("tpr", ">=", 0.18, "At a lower threshold precision is 0.9 or more as well."),
            ),
            solved={"threshold": 2.9},
            answer="tpr",
            result="TPR is {} then.",
            outcome="At threshold 2.9 precision is 0.908. The price is that more than four of five positives are "
            "missed.",
            start={"negatives": 10},
            hides=("precision", "tpr", "roc", "pr"),
        ),
    )

    distance = Tenths(0, FARTHEST, default_value=2.0).tag(sync=True)
    negatives = WholeNumber(1, MOST_NEGATIVES, default_value=1).tag(sync=True)
    threshold = Tenths(LOWEST, HIGHEST, default_value=1.0).tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, distance=None, negatives=None, threshold=None, **kwargs):
        state = {"distance": distance, "negatives": negatives, "threshold": threshold}
        given = {name: value for name, value in state.items() if value is not None}
        if given:
            kwargs.setdefault("lesson", [])
        super().__init__(**given, presets=_presets(), **kwargs)

    @property
    def auc(self):
        """Area under the ROC curve, exactly: a positive has the higher score with this probability."""
        return self.numbers(self.state())["auc"]

    @property
    def precision(self):
        """Proportion of positives in what is called positive."""
        return self.numbers(self.state())["precision"]

    @staticmethod
    def numbers(state):
        """The state itself, AUC, and the two rates and precision at the threshold."""
        distance, negatives, threshold = state["distance"], state["negatives"], state["threshold"]
        tpr, fpr = _rates(distance, threshold)
        return {
            "distance": distance,
            "negatives": negatives,
            "threshold": threshold,
            "auc": float(ndtr(distance / math.sqrt(2))),
            "tpr": float(tpr),
            "fpr": float(fpr),
            "precision": float(tpr / (tpr + negatives * fpr)),
        }

    def words(self):
        """Both distributions, AUC, and rates and precision at the threshold."""
        found = self.numbers(self.state())
        auc, tpr, fpr, precision = (format_score(found[key]) for key in ("auc", "tpr", "fpr", "precision"))
        return (
            f"Normal distributions of scores, the mean of the positives {_tenths(self.distance)} above that of the "
            f"negatives: AUC {auc}. At threshold {_tenths(self.threshold)}, TPR is {tpr} and FPR {fpr}. With "
            f"{_to_each(self.negatives)}, precision is {precision}."
        )


def _rates(distance, threshold):
    """TPR and FPR, from the upper tails of the two distributions."""
    return ndtr(distance - threshold), ndtr(-threshold)


def _tenths(value):
    return f"{value:.1f}".replace("-", "\N{MINUS SIGN}")


def _to_each(negatives):
    return f"{negatives} negative{'s' if negatives > 1 else ''} to each positive"


def _presets():
    chosen = [
        ("A good score", "As many negatives as positives, two standard deviations apart.", 2.0, 1, 1.0),
        ("A rare disease", "The same distributions, with a hundred negatives to each positive.", 2.0, 100, 1.0),
        ("A weak score", "The means are half a standard deviation apart.", 0.5, 1, 0.3),
        ("An uninformative score", "Positives and negatives have the same scores.", 0.0, 1, 0.0),
        (
            "Rare, and far apart",
            "Four standard deviations apart, a hundred negatives to each positive.",
            4.0,
            100,
            2.0,
        ),
    ]
    names = ("name", "note", "distance", "negatives", "threshold")
    return [dict(zip(names, one, strict=True)) for one in chosen]
