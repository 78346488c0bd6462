"""The scale of a report: each column divided by an estimate of its spread within clusters."""

from itertools import combinations

import numpy as np
import pytest

from aucc_report.intake import units


def test_the_spread_within_clusters_is_a_quantile_of_the_differences():
    rng = np.random.default_rng(0)
    values = np.column_stack([np.concatenate([rng.normal(size=30), rng.normal(20, 1, 30)]), rng.normal(size=60)])
    origins, of_columns = units(values, "within")
    expected = [np.quantile([abs(a - b) for a, b in combinations(column, 2)], 0.1) for column in values.T]
    assert of_columns == pytest.approx(expected)
    assert origins == pytest.approx(values.mean(axis=0))
    # Two clusters far apart have a large standard deviation, but no larger spread than one.
    assert of_columns[0] < 2 * of_columns[1] < values[:, 0].std() / 4


def spread_within(*values):
    return units(np.concatenate(values)[:, None].astype(float), "within")[1][0]


def test_a_column_of_whole_numbers_weighs_as_it_would_before_it_was_rounded():
    rng = np.random.default_rng(0)
    normal, groups = rng.normal(size=150), rng.uniform(20, 24, 150) + np.repeat([0, 20], 75)
    for values in (normal, groups):
        for step in (0.01, 0.1, 0.5, 1):
            rounded = np.floor(values / step) * step
            assert 0.85 < spread_within(rounded) / spread_within(values) < 1.5
    # Some with more digits beside most in whole numbers change little.
    some = np.where(np.arange(150) % 10, normal.round(), normal)
    assert 0.85 < spread_within(some) / spread_within(normal) < 1.2
    # By hand: 0 and 1 are spread over 1/2 on each side, and so over 2 in all; half of the pairs are equal.
    even = (np.arange(300) + 0.5) / 150 - 0.5
    near = np.quantile(np.abs(even[:, None] - even)[np.triu_indices(300, 1)], 0.1)
    assert spread_within(np.zeros(150), np.ones(150)) == pytest.approx(near / 2 + 0.1777 * 0.5 / 2, rel=0.01)


def test_no_column_changes_its_weight_at_once():
    """As more and more rows are equal, or two groups lie farther and farther apart."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=100)
    tied = [spread_within(np.zeros(n), values[n:]) for n in range(90)]
    assert np.abs(np.diff(np.log(tied))).max() < 0.3
    apart = [spread_within(values[:50], values[50:] + distance) / distance for distance in range(20, 200)]
    assert np.abs(np.diff(np.log(apart))).max() < 0.1
    # Normal numbers have that quantile.
    assert spread_within(np.sort(rng.normal(size=2000))) == pytest.approx(0.1777, rel=0.05)
