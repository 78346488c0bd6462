"""Bounds of the difference of two AUCCs, over all orders of the ties."""

from fractions import Fraction
from itertools import groupby, permutations, product

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from of_pairs import difference_bounds
from scipy.spatial.distance import pdist
from strategies import (
    FEW_VALUES,
    pair_values,
    valid_partitions,
)

import aucc_teach as at


@st.composite
def values_with_two_partitions(draw, n_objects, values=FEW_VALUES):
    """Condensed values and two valid partitions of the same objects."""
    n = draw(n_objects)
    return draw(pair_values(n, values)), draw(valid_partitions(n)), draw(valid_partitions(n))


def orders_within_ties(values):
    """Every order of the pairs by rising value, as the place of each pair: one for each order within the ties."""
    by_value = sorted(range(len(values)), key=values.__getitem__)
    groups = [list(group) for _, group in groupby(by_value, key=values.__getitem__)]
    for order in product(*map(permutations, groups)):
        place = {pair: i for i, pair in enumerate(sum(order, ()))}
        yield [place[pair] for pair in range(len(values))]


def exact_difference(values, labels, other_labels, ties="diagonal"):
    return oracles.aucc(values, labels, ties) - oracles.aucc(values, other_labels, ties)


def test_bounds_of_the_difference_by_hand():
    # Points at 0, 1, 2, 4: ab = bc = 1 and ac = cd = 2. Of ab against bc, the first partition gains 1/8 and the
    # other 1/9 from the order ab, bc; of ac against cd, the first gains 1/8 and the other 1/9 from the order cd, ac.
    points, ab_cd, a_bcd = [[0], [1], [2], [4]], [0, 0, 1, 1], [0, 1, 1, 1]
    middle, half = (
        Fraction(6, 8) - Fraction(5, 9),
        (Fraction(1, 8) + Fraction(1, 9) + Fraction(1, 8) - Fraction(1, 9)) / 2,
    )
    bounds = at.aucc_difference_bounds(points, ab_cd, a_bcd)
    assert bounds == at.AuccDifferenceBounds(low=float(middle - half), high=float(middle + half))
    # The bounds of the two scores overlap, and yet the first is always higher.
    assert at.aucc_score(points, ab_cd, ties="pessimistic") < at.aucc_score(points, a_bcd, ties="optimistic")
    assert bounds.low > 0


@given(values_with_two_partitions(st.integers(3, 4)))
def test_bounds_of_the_difference_equal_the_extremes_over_all_orders(case):
    values, *partitions = case
    differences = {exact_difference(order, *partitions) for order in orders_within_ties(values)}
    assert difference_bounds(*case) == (float(min(differences)), float(max(differences)))


def test_bounds_of_the_difference_equal_the_extremes_over_the_orders_of_larger_groups():
    # Five objects, groups of 5, 4 and 1 of their ten pairs: 2880 orders.
    rng = np.random.default_rng(0)
    for _ in range(6):
        values = rng.permutation([0] * 5 + [1] * 4 + [2]).tolist()
        partitions = [[*rng.permutation([0, 1, 0, *rng.integers(k, size=2)]).tolist()] for k in (2, 3)]
        differences = {exact_difference(order, *partitions) for order in orders_within_ties(values)}
        assert difference_bounds(values, *partitions) == (float(min(differences)), float(max(differences)))


@given(values_with_two_partitions(st.integers(5, 8)), st.randoms(use_true_random=False))
def test_some_order_reaches_each_bound_of_the_difference_and_none_passes_it(case, random):
    values, *partitions = case
    within = [oracles.together(labels) for labels in partitions]
    n_comparisons = [sum(together) * (len(values) - sum(together)) for together in within]
    gain = [
        Fraction(int(t), n_comparisons[0]) - Fraction(int(u), n_comparisons[1]) for t, u in zip(*within, strict=True)
    ]
    bounds = difference_bounds(*case)

    def difference(key):
        in_order = sorted(range(len(values)), key=lambda pair: (values[pair], key(pair)))
        return float(exact_difference([in_order.index(pair) for pair in range(len(values))], *partitions))

    assert bounds.high == difference(lambda pair: -gain[pair])
    assert bounds.low == difference(lambda pair: gain[pair])
    assert bounds.low <= difference(lambda pair: random.random()) <= bounds.high


@given(values_with_two_partitions(st.integers(3, 7)))
def test_bounds_of_the_difference_and_of_the_scores(case):
    low, high = difference_bounds(*case)
    assert (low + high) / 2 == pytest.approx(float(exact_difference(*case)), abs=1e-15)
    values, labels, other = case
    assert difference_bounds(values, other, labels) == (-high, -low)
    assert difference_bounds(values, labels, labels) == (0, 0)
    # Never beyond the best of one against the worst of the other.
    best, worst = (
        oracles.aucc(values, labels, ties) - oracles.aucc(values, other, other_ties)
        for ties, other_ties in (("optimistic", "pessimistic"), ("pessimistic", "optimistic"))
    )
    assert float(worst) <= low <= high <= float(best)


def test_without_ties_the_bounds_of_the_difference_are_the_difference():
    for seed in range(5):
        values = np.random.default_rng(seed).permutation(15).tolist()
        partitions = [0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 0, 1]
        difference = float(exact_difference(values, *partitions))
        assert difference_bounds(values, *partitions) == (difference, difference)


@pytest.mark.parametrize("tolerance", [1 / 16, 1 / 4, 1])
@given(case=values_with_two_partitions(st.integers(3, 6), st.integers(0, 64)))
def test_bounds_of_the_difference_with_a_tolerance_equal_merging_by_hand(tolerance, case):
    values, *partitions = case
    merged = oracles.join_near_ties(values, tolerance)
    assert difference_bounds(*case, tolerance=tolerance) == difference_bounds(merged, *partitions)


def test_bounds_of_the_difference_of_data_are_those_of_their_distances():
    points = np.random.default_rng(0).integers(4, size=(40, 2))
    partitions = points[:, 0] > 1, np.arange(40) % 3
    for metric in ("cityblock", "sqeuclidean"):
        assert at.aucc_difference_bounds(points, *partitions, metric=metric) == difference_bounds(
            pdist(points, metric), *partitions
        )


@pytest.mark.parametrize(
    ("labels", "other", "options", "match"),
    [
        ([0, 0, 1], [0, 1, 1, 1], {}, "^labels and data.*Got 3 labels, 4 objects"),
        ([0, 0, 1, 1], [0, 1, 1], {}, "^other_labels and data.*Got 3 labels, 4 objects"),
        ([0, 0, 0, 0], [0, 1, 1, 1], {}, "Got 1 in labels"),
        ([0, 0, 1, 1], [0, 1, 2, 3], {}, "Got 4 in other_labels"),
        ([0, 0, 1, 1], [[0, 1, 1, 1]], {}, "other_labels"),
        ([0, 0, 1, 1], [0, 1, 1, 1], {"tolerance": -1}, "^tolerance must be a number between 0.0 and 1.0"),
        ([0, 0, 1, 1], [0, 1, 1, 1], {"tolerance": 1.5}, "^tolerance must be a number between 0.0 and 1.0"),
        ([0, 0, 1, 1], [0, 1, 1, 1], {"metric": "no such metric"}, "metric"),
    ],
)
def test_bad_input_has_no_bounds(labels, other, options, match):
    with pytest.raises(ValueError, match=match):
        at.aucc_difference_bounds([[0], [1], [2], [4]], labels, other, **options)
    with pytest.raises(ValueError, match="NaN"):
        at.aucc_difference_bounds([[0], [1], [2], [np.nan]], [0, 0, 1, 1], [0, 1, 1, 1])
