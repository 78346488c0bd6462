"""The ROC curve and its three rules for ties, against counting at every threshold and over every order of the ties."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from sklearn import metrics
from strategies import classes_with_scores

import aucc_teach as at

TIE_RULES = ["diagonal", "optimistic", "pessimistic"]


def auc(y_true, y_score, ties="diagonal"):
    return at.roc_curve(y_true, y_score, ties=ties).auc


@given(classes_with_scores())
def test_points_equal_counting_at_every_threshold(case):
    curve = at.roc_curve(*case)
    exact = [(float(fpr), float(tpr), threshold) for fpr, tpr, threshold in oracles.roc_points(*case)]
    assert list(zip(*map(np.ndarray.tolist, curve), strict=True)) == exact


@given(classes_with_scores())
def test_other_rules_add_one_corner_to_each_mixed_group(case):
    points = oracles.roc_points(*case)
    for ties in ("optimistic", "pessimistic"):
        expected = points[:1]
        for (x0, y0, _), (x1, y1, threshold) in oracles.pairwise(points):
            if x0 != x1 and y0 != y1:
                expected.append((x0, y1, threshold) if ties == "optimistic" else (x1, y0, threshold))
            expected.append((x1, y1, threshold))
        curve = at.roc_curve(*case, ties=ties)
        assert list(zip(*map(np.ndarray.tolist, curve), strict=True)) == [
            (float(x), float(y), threshold) for x, y, threshold in expected
        ]


@pytest.mark.parametrize("ties", TIE_RULES)
@given(case=classes_with_scores())
def test_area_is_the_share_of_well_ordered_comparisons(ties, case):
    assert auc(*case, ties) == pytest.approx(float(oracles.auc_of_scores(*case, ties)), abs=1e-12)


@given(classes_with_scores(max_items=6))
def test_optimistic_and_pessimistic_are_the_best_and_worst_order_of_the_ties(case):
    areas = oracles.areas_over_orders(*case)
    assert auc(*case, "optimistic") == pytest.approx(float(max(areas)), abs=1e-12)
    assert auc(*case, "pessimistic") == pytest.approx(float(min(areas)), abs=1e-12)
    assert auc(*case) == pytest.approx((auc(*case, "optimistic") + auc(*case, "pessimistic")) / 2, abs=1e-12)


@given(classes_with_scores())
def test_curve_equals_scikit_learn(case):
    curve = at.roc_curve(*case)
    for ours, theirs in zip(curve, metrics.roc_curve(*case, drop_intermediate=False), strict=True):
        assert np.array_equal(ours, theirs)
    assert curve.auc == pytest.approx(metrics.roc_auc_score(*case), abs=1e-12)
