"""Classes, scores, sizes and anything else: what is wrong is refused with a ValueError that says what was given."""

from contextlib import suppress

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_arguments import (
    IN_FULL,
    LABELS,
    ON_LABELS,
    ON_N_AND_K,
    ON_PAIR_VALUES,
    ON_SIZES,
    RANKING,
    for_each,
    in_full_or_once,
    refused,
)
from scipy.spatial.distance import squareform

import aucc_teach as at
from aucc_teach import partitions


@pytest.mark.parametrize(
    ("y_true", "y_score", "match"),
    [
        ([0, 1, 1], [1, 2], r"equal length.*\(3,\) and \(2,\)"),
        ([[0, 1]], [[1, 2]], "1-dimensional"),
        ([0, 1], [[1, 2]], "1-dimensional"),
        ([], [], "0 sample"),
        ([0, 0], [1, 2], "both classes.*Got only 0"),
        ([1, 1], [1, 2], "both classes.*Got only 1"),
        ([0, 2], [1, 2], "only 0 and 1"),
        ([-1, 1], [1, 2], "only 0 and 1"),
        ([0, 0.5], [1, 2], "only 0 and 1"),
        ([0, np.nan], [1, 2], "only 0 and 1"),
        (["a", "b"], [1, 2], "only 0 and 1"),
        ([0, 1], [1, np.nan], "NaN"),
        ([0, 1], [1, np.inf], "infinity"),
        ([0, 1], ["a", "b"], "must hold real numbers. Got strings"),
        ([[0, 1], [1]], [1, 2], "y_true must be a regular array"),
        (1, 2.0, "dimension"),
        # As floats they would be tied.
        ([0, 1], [2**53, 2**53 + 1], r"y_score must be numbers that a float holds exactly. Got 9007199254740993"),
        ([0, 1, 1], [0.5, 2**53, 2**53 + 1], "holds exactly"),
        ([0, 1], np.array([2**63, 2**63 + 1], dtype=np.uint64), "holds exactly. Got 9223372036854775809"),
        ([0, 1], pd.Series([2**53, 2**53 + 1]), "y_score must be numbers that a float holds exactly"),
        ([0, 1], [1, 10**400], "holds exactly"),
    ],
    ids=[*map(str, range(21))],
)
def test_bad_classes_and_scores(y_true, y_score, match):
    with refused(match):
        at.roc_curve(y_true, y_score)


@in_full_or_once(
    ON_PAIR_VALUES,
    ["values", "match"],
    [
        ([1.0, np.nan, 2.0], "finite. Got NaN or infinity"),
        ([1.0, -np.inf, 2.0], "finite. Got NaN or infinity"),
        (squareform([1, 2, 3]), r"1-dimensional.*shape \(3, 3\)"),
        (5, r"1-dimensional.*shape \(\)"),
        ([[1, 2], [3]], "regular array"),
        ([], r"n\(n-1\)/2.*Got 0"),
        ([1, 2], r"n\(n-1\)/2.*Got 2"),
        ([1, 2, 3, 4], r"n\(n-1\)/2.*Got 4"),
        (["a", "b", "c"], "real numbers"),
        ([1j, 2, 3], "real numbers"),
        ([1, None, 3], "real numbers"),
        (np.array([1, 2**63, 3], dtype=np.uint64), "64-bit signed"),
    ],
)
def test_bad_pair_values(function, values, match):
    with refused(match):
        function(values)


def test_pair_values_and_labels_of_different_lengths():
    with refused("pairs of 3 objects, 4 labels"):
        at.pair_statistic([1, 2, 3], LABELS)


@pytest.mark.parametrize("values", [[1e200, 0.0, 0.0], [1e308, 1e308, 1e308]], ids=str)
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_moments_that_no_float_can_hold_are_infinite_or_refused(values):
    with suppress(ValueError):
        at.null_moments(values, [2, 1])


@in_full_or_once(
    ON_SIZES,
    ["sizes", "match"],
    [
        ([2, 1], "add up to.*4. Got .*add up to 3"),
        ([3, 2], "add up to.*4. Got .*add up to 5"),
        ([], "add up to"),
        ([4, 0], "cluster size.*at least 1. Got 0"),
        ([5, -1], "cluster size.*at least 1. Got -1"),
        ([2.0, 2.0], "cluster size.*Got 2.0"),
        ([2, 1.5, 0.5], "cluster size"),
        ([[2, 2]], "cluster size"),
        (["2", "2"], "cluster size"),
        ("22", "cluster size"),
        ([2, None], "cluster size"),
        ([[2], [1, 1]], "inhomogeneous|cluster size"),
        ({2}, "cluster size"),
    ],
)
def test_bad_sizes(function, sizes, match):
    with refused(match):
        function(sizes)


@pytest.mark.parametrize("sizes", [[4], [1, 1, 1, 1]], ids=str)
def test_sizes_without_both_kinds_of_pairs_have_no_aucc(sizes):
    with refused(f"between 2 and n - 1 = 3.*Got {len(sizes)} in sizes"):
        RANKING.null(sizes)


@in_full_or_once(
    ON_N_AND_K,
    ["n", "k", "match"],
    [
        (0, 1, "n must be an integer of at least 1. Got 0"),
        (-3, 1, "n must be an integer of at least 1. Got -3"),
        (4.0, 2, "n must be an integer"),
        ("4", 2, "n must be an integer"),
        (None, 2, "n must be an integer"),
        (True, 1, "n must be an integer"),
        (4, 0, "k must be an integer of at least 1. Got 0"),
        (4, -1, "k must be an integer of at least 1. Got -1"),
        (4, 2.0, "k must be an integer"),
        (4, "2", "k must be an integer"),
        (4, 5, "k must be at most n = 4.*Got 5"),
    ],
)
def test_bad_numbers_of_objects_and_clusters(function, n, k, match):
    with refused(match):
        function(n, k)


@pytest.mark.parametrize(
    "function", [partitions.set_partitions, partitions.count_partitions, partitions.random_partition]
)
def test_k_and_sizes_exclude_each_other(function):
    with refused("k or sizes, not both"):
        function(4, k=2, sizes=[2, 2])


@pytest.mark.parametrize(
    ("n", "k", "proportion", "match"),
    [
        (10, None, None, "k must be given"),
        (10, 3, -0.1, "proportion must be a number between 0.0 and 1.0. Got -0.1"),
        (10, 3, 1.1, "proportion must be a number between 0.0 and 1.0. Got 1.1"),
        (10, 3, np.nan, "proportion must be a number"),
        (10, 3, "half", "proportion must be a number"),
        (10, 3, 0.0, "at least one object.*puts 0 into the first"),
        (10, 3, 0.04, "at least one object.*puts 0 into the first"),
        (10, 3, 0.9, "at least one object.*puts 9 into the first"),
        (10, 1, 0.5, "use all 10 objects"),
    ],
)
def test_bad_size_profiles(n, k, proportion, match):
    with refused(match):
        partitions.size_profile(n, k, proportion=proportion)


@pytest.mark.parametrize("name", ["Blobs", "", None, 3, ["blobs"]], ids=str)
def test_unknown_toys(name):
    with refused("name must be one of .*'blobs'.* Got"):
        at.datasets.load_toy(name)


ANYTHING = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=2), st.complex_numbers(max_magnitude=9)
    ),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=8,
)


def raises_nothing_but_a_value_error(function, thing):
    with suppress(ValueError):
        function(thing)


ON_ANYTHING = {**ON_LABELS, "score_many": RANKING.score_many, **ON_SIZES, **ON_PAIR_VALUES}


@for_each({name: function for name, function in ON_ANYTHING.items() if name in {*IN_FULL, "score_many"}})
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@given(thing=ANYTHING)
def test_nothing_but_a_value_error_is_raised(function, thing):
    raises_nothing_but_a_value_error(function, thing)


@for_each({name: function for name, function in ON_ANYTHING.items() if name not in {*IN_FULL, "score_many"}})
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@settings(max_examples=10)
@given(thing=ANYTHING)
def test_nothing_but_a_value_error_is_raised_by_the_others(function, thing):
    raises_nothing_but_a_value_error(function, thing)
