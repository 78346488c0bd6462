"""The ROC curve and its three rules for ties, against counting at every threshold and over every order of the ties."""

from fractions import Fraction

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


@pytest.mark.parametrize(
    ("ties", "exact"), [("diagonal", Fraction(8, 9)), ("optimistic", 1), ("pessimistic", Fraction(7, 9))]
)
def test_table_1_by_hand(ties, exact):
    tied = at.datasets.load_tied_scores()
    assert auc(tied.y_true, tied.y_score, ties) == pytest.approx(float(exact), abs=1e-15)


def test_the_printed_similarities_of_figure_3():
    figure3 = at.datasets.load_figure3()
    similarity = figure3.similarity[np.triu_indices(7, k=1)]
    assert auc(at.co_membership(figure3.labels), similarity) == pytest.approx(11 / 12, abs=1e-15)


def test_a_curve_by_hand():
    # Scores 3 and 1 are clean; at 2 a positive and a negative item tie.
    y_true, y_score = [1, 1, 0, 0], [3, 2, 2, 1]
    curve = at.roc_curve(y_true, y_score)
    assert curve.fpr.tolist() == [0, 0, 0.5, 1]
    assert curve.tpr.tolist() == [0, 0.5, 1, 1]
    assert curve.thresholds.tolist() == [np.inf, 3, 2, 1]
    up_first = at.roc_curve(y_true, y_score, ties="optimistic")
    assert list(zip(up_first.fpr, up_first.tpr, strict=True)) == [(0, 0), (0, 0.5), (0, 1), (0.5, 1), (1, 1)]
    right_first = at.roc_curve(y_true, y_score, ties="pessimistic")
    assert list(zip(right_first.fpr, right_first.tpr, strict=True)) == [(0, 0), (0, 0.5), (0.5, 0.5), (0.5, 1), (1, 1)]
    assert right_first.thresholds.tolist() == up_first.thresholds.tolist() == [np.inf, 3, 2, 2, 1]
    assert (right_first.auc, curve.auc, up_first.auc) == (0.75, 0.875, 1.0)


def test_all_scores_equal_leave_one_diagonal():
    assert [auc([1, 0, 0], [5, 5, 5], ties) for ties in TIE_RULES] == [0.5, 1.0, 0.0]


def test_a_curve_unpacks_and_its_area_is_a_float():
    fpr, tpr, thresholds = curve = at.roc_curve([0, 1], [0.1, 0.2])
    assert (fpr is curve.fpr, tpr is curve.tpr, thresholds is curve.thresholds) == (True, True, True)
    assert type(curve.auc) is float


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
def test_complement_of_the_classes_gives_one_minus_the_area(case):
    y_true, y_score = case
    complement = [1 - y for y in y_true]
    assert auc(complement, y_score) == pytest.approx(1 - auc(y_true, y_score), abs=1e-12)
    # A tie that favours the positive class works against it once the classes are exchanged.
    assert auc(complement, y_score, "optimistic") == pytest.approx(1 - auc(y_true, y_score, "pessimistic"), abs=1e-12)


@pytest.mark.parametrize("ties", TIE_RULES)
@given(case=classes_with_scores())
def test_order_of_items_and_increasing_transformations_change_nothing(ties, case):
    y_true, y_score = case
    curve = at.roc_curve(y_true, y_score, ties=ties)
    other = at.roc_curve(y_true[::-1], [np.exp(score) - 100 for score in y_score[::-1]], ties=ties)
    assert np.array_equal(curve.fpr, other.fpr)
    assert np.array_equal(curve.tpr, other.tpr)


@given(classes_with_scores())
def test_curve_equals_scikit_learn(case):
    curve = at.roc_curve(*case)
    for ours, theirs in zip(curve, metrics.roc_curve(*case, drop_intermediate=False), strict=True):
        assert np.array_equal(ours, theirs)
    assert curve.auc == pytest.approx(metrics.roc_auc_score(*case), abs=1e-12)


def test_a_longer_curve_equals_scikit_learn():
    rng = np.random.default_rng(3)
    y_true = rng.random(3000) < 0.2
    y_score = np.round(rng.random(3000) + y_true / 2, 2)
    for ours, theirs in zip(
        at.roc_curve(y_true, y_score), metrics.roc_curve(y_true, y_score, drop_intermediate=False), strict=True
    ):
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("y_true", [[True, False], [1.0, 0.0], np.array([1, 0], dtype=np.uint8)])
def test_classes_may_be_booleans_or_floats(y_true):
    assert auc(y_true, [2, 1]) == 1.0


def test_the_area_is_exactly_one_where_all_positives_come_first():
    rng = np.random.default_rng(5)
    for _ in range(200):
        positive, negative = (rng.integers(9, size=int(rng.integers(1, 90))) for _ in range(2))
        y_true = np.repeat([1, 0], [positive.size, negative.size])
        assert auc(y_true, np.append(10 + positive, negative)) == 1
        assert auc(y_true, np.append(positive, 10 + negative)) == 0
        # The last negative above the first positive.
        assert auc(np.append(y_true, [0, 1]), np.concatenate([10 + positive, negative, [9, 9]])) < 1
