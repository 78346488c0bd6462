"""Bounds of the difference of two AUCCs, over all orders of the ties."""

from fractions import Fraction
from itertools import groupby, permutations, product

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from precomputed import difference_bounds
from strategies import (
    FEW_VALUES,
    pair_values,
    valid_partitions,
)


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


@given(values_with_two_partitions(st.integers(3, 4)))
def test_bounds_of_the_difference_equal_the_extremes_over_all_orders(case):
    values, *partitions = case
    differences = {exact_difference(order, *partitions) for order in orders_within_ties(values)}
    assert difference_bounds(*case) == (float(min(differences)), float(max(differences)))


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


@given(values_with_two_partitions(st.integers(3, 6), st.integers(0, 64)))
def test_bounds_of_the_difference_with_a_tolerance_equal_merging_by_hand(case):
    values, *partitions = case
    merged = oracles.join_near_ties(values, 1 / 4)
    assert difference_bounds(*case, tolerance=1 / 4) == difference_bounds(merged, *partitions)
