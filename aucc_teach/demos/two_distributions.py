"""Two distributions of scores, a threshold across both, the ROC curve, and precision, which depends on the mixture."""

import math

import numpy as np
import traitlets
from scipy.special import ndtr

from aucc_teach.demos import _draw
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import WholeNumber

__all__ = ["TwoDistributions"]

FARTHEST = 4  # the means apart
MOST_NEGATIVES = 100  # to each positive
LOWEST, HIGHEST = -3, 7  # of the threshold

# The drawing; the same numbers as in the module.
WIDTH, HEIGHT, MIDDLE, TALLEST = 440, 236, 119, 84
SCORES = np.arange(-35, 76) / 10
# Beyond, a curve is in its corner.
CURVE = np.arange(-50, 91) / 10


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
    tasks = (
        Task(
            question="The positives get ten times rarer: ten negatives to each of them, not one. What does the ROC "
            "curve do?",
            choices=("It rises", "It falls", "It stays"),
            todo="Move the second slider to 10.",
            goal=(("negatives", "==", 10), ("distance", "==", 2)),
            answer="It stays",
            outcome="TPR looks at the positives alone, FPR at the negatives alone: both rates stay, and so do the "
            "curve and AUC. Precision, the share of positives in what is called positive, has fallen.",
            hides=("ratio",),
        ),
        Task(
            question="With ten negatives to each positive, precision is 0.35 at threshold 1. The positives get ten "
            "times rarer again. What is precision then?",
            choices=("Still about 0.35", "About 0.17", "About 0.05"),
            todo="Move the second slider to 100, and leave the rest.",
            goal=(("negatives", "==", 100), ("distance", "==", 2), ("threshold", "==", 1)),
            answer="About 0.05",
            outcome="To each positive there are a hundred negatives now, and 16 of those are called positive: of "
            "twenty alarms one is true. The curve is as before.",
            start={"negatives": 10},
            hides=("ratio",),
        ),
        Task(
            question="As many negatives as positives, and the means are 1 apart: AUC is 0.76. How far apart must they "
            "be for an AUC of 0.9?",
            todo="Move the first slider until AUC is nearest to 0.9.",
            goal=(("auc", ">=", 0.895), ("auc", "<", 0.905)),
            answer="distance",
            outcome="A positive minus a negative has mean 1.8 and standard deviation \N{SQUARE ROOT}2. AUC is the "
            "probability that it is above 0: \N{GREEK CAPITAL LETTER PHI}(1.8/\N{SQUARE ROOT}2) = 0.8985.",
            start={"distance": 1.0},
            hides=("distance",),
        ),
        Task(
            question="Ten negatives to each positive. Of what is called positive, nine tenths are to be positives. "
            "How large can TPR be then?",
            todo="Move the threshold to the lowest place where precision is 0.9 or more.",
            goal=(
                ("precision", ">=", 0.9),
                ("tpr", ">=", 0.18),
                ("negatives", "==", 10),
                ("distance", "==", 2),
            ),
            answer="tpr",
            outcome="At threshold 2.9 precision is 0.908. For it, more than four of five positives are missed.",
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
        """Share of positives in what is called positive."""
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

    def still(self):
        """Picture of the distributions, the curves and the numbers, with the words that stand for it."""
        score, found = _draw.format_score, self.numbers(self.state())
        auc, tpr, fpr, precision = (score(found[key]) for key in ("auc", "tpr", "fpr", "precision"))
        verdict = (
            f"At threshold {_tenths(self.threshold)}, TPR is {tpr} and FPR {fpr}. With {_to_each(self.negatives)}, "
            f"precision is {precision}."
        )
        alt = (
            f"Normal distributions of scores, the mean of the positives {_tenths(self.distance)} above that of the "
            f"negatives; their ROC curve, AUC {auc}, and their precision-recall curve. {verdict}"
        )
        tprs, fprs = _rates(self.distance, CURVE)
        precisions = tprs / (tprs + self.negatives * fprs)
        share = 1 / (1 + self.negatives)
        roc = _curve(
            [(0, 0), *zip(fprs[::-1].tolist(), tprs[::-1].tolist(), strict=True), (1, 1)],
            [(0, 0), (1, 1)],
            (found["fpr"], found["tpr"]),
        )
        pr = _curve(
            [*zip(tprs[::-1].tolist(), precisions[::-1].tolist(), strict=True), (1, share)],
            [(0, share), (1, share)],
            (found["tpr"], found["precision"]),
        )
        alarms = _draw.readout("precision", precision, {"positives": f"1 in {1 + self.negatives}"})
        picture = _draw.still(
            "Can you make most of what is called positive wrong, and leave the ROC curve as it is?",
            "Where JavaScript runs, distance, mixture and threshold can be moved.",
            _bells(self.distance, self.negatives, self.threshold),
            _draw.readout("AUC", auc, {"TPR": tpr, "FPR": fpr}),
            _draw.unit_square("demo-roc", roc, x_name="FPR", y_name="TPR"),
            alarms.replace("demo-readout", "demo-readout demo-alarms", 1),
            _draw.unit_square("demo-pr", pr, x_name="recall (TPR)", y_name="precision"),
            verdict=verdict,
        )
        return alt, picture


def _rates(distance, threshold):
    """TPR and FPR, from the upper tails of the two distributions."""
    return ndtr(distance - threshold), ndtr(-threshold)


def _tenths(value):
    return f"{value:.1f}".replace("-", "\N{MINUS SIGN}")


def _to_each(negatives):
    return f"{negatives} negative{'s' if negatives > 1 else ''} to each positive"


def _curve(points, chance, dot):
    """Parts of a smooth curve from left to right, with the area below it, the line of chance and a dot."""

    def path(points):
        return _draw.polyline([_draw.in_square(*point) for point in points])

    return [
        _draw.element("path", {"class": "demo-area", "d": path([(0, 0), *points, (1, 0)]) + "Z"}),
        _draw.element("path", {"class": "demo-chance", "d": path(chance)}),
        _draw.element("path", {"class": "demo-series", "d": path(points)}),
        _draw.dot_at(*_draw.in_square(*dot)),
    ]


def _bells(distance, negatives, threshold):
    """Picture of the distributions under the threshold; the same as in the module."""
    low, high = 28, HEIGHT - 26

    def to_x(score):
        return 14 + (score + 3.5) / 11 * (WIDTH - 28)

    def bell(mean, height, scores):
        heights = height * np.exp(-((scores - mean) ** 2) / 2)
        return [(to_x(x), MIDDLE - y) for x, y in zip(scores.tolist(), heights.tolist(), strict=True)]

    x = to_x(threshold)
    side = {"x": _draw.number(x), "y": low, "width": _draw.number(WIDTH - 1 - x), "height": high - low}
    parts = [
        _draw.paper(1, low, WIDTH - 2, high - low, rx=4),
        _draw.element("rect", {"class": "demo-called-side", **side}),
        _draw.element("path", {"class": "demo-base", "d": f"M14,{MIDDLE}H{WIDTH - 14}"}),
    ]
    for kind, mean, height in (("positive", distance, TALLEST / negatives), ("negative", 0, -TALLEST)):
        called = bell(mean, height, SCORES[np.searchsorted(SCORES, threshold - 0.01) :])
        called = [(called[0][0], MIDDLE), *called, (called[-1][0], MIDDLE)]
        # How it looks where the style sheet is missing.
        color = "#0072b2" if kind == "positive" else "#d55e00"
        filled = {"class": f"demo-bell demo-bell-called demo-bell-{kind}", "fill": color}
        outline = {"class": f"demo-bell demo-bell-{kind}", "fill": "none", "stroke": color}
        parts.append(_draw.element("path", {**filled, "d": _draw.polyline(called) + "Z"}))
        parts.append(_draw.element("path", {**outline, "d": _draw.polyline(bell(mean, height, SCORES))}))
    for score in (-2, 0, 2, 4, 6):
        parts.append(_draw.axis_text(to_x(score), HEIGHT - 6, "middle", str(score).replace("-", "\N{MINUS SIGN}")))
    if x > 125:
        parts.append(_draw.axis_text(x - 26, 20, "end", "called negative"))
    if x < WIDTH - 125:
        parts.append(_draw.axis_text(x + 26, 20, "start", "called positive"))
    parts.append(_draw.threshold_pole(x, _tenths(threshold), height=high, width=40))
    kinds = ("positive", "negative")
    keys = " ".join(_draw.element("span", {"class": f"demo-key demo-key-{kind}"}, kind) for kind in kinds)
    return _draw.element(
        "div",
        {"class": "demo-bells-box"},
        _draw.element("p", {"class": "demo-strip-head"}, keys),
        _draw.plot("demo-bells", WIDTH, HEIGHT, *parts),
    )


def _presets():
    chosen = [
        ("A good score", "As many negatives as positives, two standard deviations apart.", 2.0, 1, 1.0),
        ("A rare disease", "The same distributions, with a hundred negatives to each positive.", 2.0, 100, 1.0),
        ("A weak score", "The means are half a standard deviation apart.", 0.5, 1, 0.3),
        ("A blind score", "Positives and negatives have the same scores.", 0.0, 1, 0.0),
        ("Rare, and far apart", "Four standard deviations apart, with a hundred negatives to each.", 4.0, 100, 2.0),
    ]
    names = ("name", "note", "distance", "negatives", "threshold")
    return [dict(zip(names, one, strict=True)) for one in chosen]
