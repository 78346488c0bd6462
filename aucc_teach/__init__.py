"""Judging clusterings by their pairs of objects, from Rand's c to the area under the ROC curve for clustering."""

import importlib
from importlib.metadata import version

from aucc_teach import conditions, criteria, datasets, overlapping, partitions
from aucc_teach.agreement import (
    adjusted_asymmetric_accuracy,
    adjusted_mutual_info_score,
    adjusted_rand_score,
    fowlkes_mallows_score,
    normalized_accuracy,
    normalized_mutual_info_score,
    pair_sets_index,
    pivoted_accuracy,
    rand_score,
)
from aucc_teach.aucc import (
    AuccDifferenceBounds,
    AuccTestResult,
    Concordance,
    PairRanking,
    aucc_difference_bounds,
    aucc_score,
    aucc_scorer,
    aucc_test,
    concordance,
    gamma_score,
)
from aucc_teach.calibration import CalibratedChoice, calibrated_choice, reference_data
from aucc_teach.error_curves import (
    PairErrorCurve,
    PairErrors,
    mean_pair_error_curve,
    pair_error_curve,
    pair_errors,
)
from aucc_teach.large import AuccBounds, AuccEstimate, aucc_bounds, aucc_estimate
from aucc_teach.objects import AuccInterval, AuccSamples, aucc_difference, aucc_interval, aucc_samples
from aucc_teach.pairs import (
    NullMoments,
    PairCounts,
    co_membership,
    contingency_table,
    null_moments,
    pair_counts,
    pair_statistic,
)
from aucc_teach.partitions import linkage_cuts
from aucc_teach.roc import RocCurve, roc_curve
from aucc_teach.tables import CaptionedTable

__version__ = version("aucc-teach")

__all__ = [
    "AuccBounds",
    "AuccDifferenceBounds",
    "AuccEstimate",
    "AuccInterval",
    "AuccSamples",
    "AuccTestResult",
    "CalibratedChoice",
    "CaptionedTable",
    "Concordance",
    "NullMoments",
    "PairCounts",
    "PairErrorCurve",
    "PairErrors",
    "PairRanking",
    "RocCurve",
    "adjusted_asymmetric_accuracy",
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "aucc_bounds",
    "aucc_difference",
    "aucc_difference_bounds",
    "aucc_estimate",
    "aucc_interval",
    "aucc_samples",
    "aucc_score",
    "aucc_scorer",
    "aucc_test",
    "calibrated_choice",
    "co_membership",
    "concordance",
    "conditions",
    "contingency_table",
    "criteria",
    "datasets",
    "demos",
    "exercises",
    "experiments",
    "fowlkes_mallows_score",
    "gamma_score",
    "lab",
    "linkage_cuts",
    "mean_pair_error_curve",
    "normalized_accuracy",
    "normalized_mutual_info_score",
    "null_moments",
    "overlapping",
    "pair_counts",
    "pair_error_curve",
    "pair_errors",
    "pair_sets_index",
    "pair_statistic",
    "partitions",
    "pivoted_accuracy",
    "plots",
    "rand_score",
    "reference_data",
    "report",
    "reporting",
    "roc_curve",
]


def __getattr__(name):
    # Matplotlib and ipywidgets take longer to import than all the rest: they are loaded on first use.
    if name in ("demos", "exercises", "experiments", "lab", "plots", "reporting"):
        return importlib.import_module(f"aucc_teach.{name}")
    if name == "report":
        return importlib.import_module("aucc_teach.reporting").report
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__all__})
