"""Rand's c and the adjusted Rand index, against counting over all pairs and against scikit-learn."""

from fractions import Fraction

import numpy as np
import oracles
import pytest
from hypothesis import given
from sklearn import metrics
from strategies import two_partitions

import aucc_teach as at

SCORES = [at.rand_score, at.adjusted_rand_score]


def test_rand_points_by_hand():
    rand = at.datasets.load_rand_points()
    assert at.rand_score(rand.labels_true, rand.labels_pred) == 9 / 15
    assert at.adjusted_rand_score(rand.labels_true, rand.labels_pred) == 2 / 17


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("labels", [[0, 0, 0], [0, 1, 2], [0, 0, 1, 1]])
def test_equal_partitions_score_one(score, labels):
    # All together and all apart are 0/0 in the adjusted index, and 1 by agreement.
    assert score(labels, labels) == 1.0


def test_opposite_trivial_partitions():
    assert at.rand_score([0, 0, 0], [0, 1, 2]) == 0.0
    assert at.adjusted_rand_score([0, 0, 0], [0, 1, 2]) == 0.0


def test_the_adjusted_index_reaches_minus_one_half():
    assert at.adjusted_rand_score([0, 0, 1, 1], [0, 1, 0, 1]) == -0.5


@given(two_partitions())
def test_rand_score_equals_its_definition(partitions):
    tp, fn, fp, tn = oracles.count_pairs(*partitions)
    assert at.rand_score(*partitions) == float(Fraction(tp + tn, tp + fn + fp + tn))


@given(two_partitions(max_objects=5))
def test_adjusted_rand_score_is_the_index_less_its_chance_level_over_its_range(partitions):
    # Hubert and Arabie's form, the expectation taken over all orders of the second partition's labels.
    first, second = partitions
    tp, fn, fp, _ = oracles.count_pairs(first, second)
    orders = set(oracles.permutations(second))
    expected = Fraction(sum(oracles.count_pairs(first, order)[0] for order in orders), len(orders))
    highest = Fraction(2 * tp + fn + fp, 2)
    exact = (tp - expected) / (highest - expected) if highest != expected else 1
    assert at.adjusted_rand_score(first, second) == float(exact)


@pytest.mark.parametrize("score", SCORES)
@given(partitions=two_partitions())
def test_swapping_and_renaming_change_nothing(score, partitions):
    first, second = partitions
    value = score(first, second)
    assert type(value) is float
    assert score(second, first) == value
    assert score([-label for label in first], ["dcba"[label] for label in second]) == value
    assert score(first[::-1], second[::-1]) == value


@given(two_partitions())
def test_scores_equal_scikit_learn(partitions):
    assert at.rand_score(*partitions) == pytest.approx(metrics.rand_score(*partitions), abs=1e-12)
    assert at.adjusted_rand_score(*partitions) == pytest.approx(metrics.adjusted_rand_score(*partitions), abs=1e-12)


def test_scores_of_larger_partitions_equal_scikit_learn():
    rng = np.random.default_rng(2)
    for k in (2, 7, 900):
        first, second = rng.integers(k, size=(2, 1000))
        assert at.rand_score(first, second) == pytest.approx(metrics.rand_score(first, second), abs=1e-12)
        assert at.adjusted_rand_score(first, second) == pytest.approx(
            metrics.adjusted_rand_score(first, second), abs=1e-12
        )


def test_both_scores_are_one_pair_statistic():
    # Between labelings with the same sizes, each score is a scale and a shift of the pairs together in both.
    first = [0, 0, 0, 1, 1, 2]
    values = at.co_membership(first)
    orders = sorted(set(oracles.permutations([0, 0, 1, 1, 1, 1])))
    for score in SCORES:
        points = {(at.pair_statistic(values, order), score(first, order)) for order in orders}
        statistics = [statistic for statistic, _ in points]
        assert len(set(statistics)) == len(points) > 2
        (x0, y0), (x1, y1), *_ = sorted(points)
        assert all(y == pytest.approx(y0 + (x - x0) * (y1 - y0) / (x1 - x0), abs=1e-12) for x, y in points)
