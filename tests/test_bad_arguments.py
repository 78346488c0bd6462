"""Classes, scores, sizes and anything else: what is wrong is refused with a ValueError that says what was given."""

import re
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from scipy.spatial.distance import squareform
from valid_calls import (
    FUNCTIONS,
    LABELS,
    POINTS,
    RANKING,
    SQUARE,
    arguments_of,
    call,
    plain,
    refused,
)

import aucc_report
import aucc_teach as at
from aucc_teach import partitions


@pytest.mark.parametrize(
    ("y_true", "y_score", "match"),
    [
        ([0, 1, 1], [1, 2], r"equal length.*\(3,\) and \(2,\)"),
        ([[0, 1]], [[1, 2]], "1-dimensional"),
        ([1, 1], [1, 2], "both classes.*Got only 1"),
        ([-1, 1], [1, 2], "only 0 and 1"),
        (["a", "b"], [1, 2], "only 0 and 1"),
        ([[0, 1], [1]], [1, 2], "y_true must be a regular array"),
        ([0, 1], [2**53, 2**53 + 1], r"y_score must be numbers that a float holds exactly. Got 9007199254740993"),
        ([0, 1], [1, 10**400], "holds exactly"),
    ],
)
def test_bad_classes_and_scores(y_true, y_score, match):
    with refused(match):
        at.roc_curve(y_true, y_score)


@pytest.mark.parametrize(
    ("values", "match"),
    [
        ([1.0, np.nan, 2.0], "finite. Got NaN or infinity"),
        (squareform([1, 2, 3]), r"1-dimensional.*shape \(3, 3\)"),
        ([1, 2], r"n\(n-1\)/2.*Got 2"),
        (["a", "b", "c"], "real numbers"),
        (np.array([1, 2**63, 3], dtype=np.uint64), "64-bit signed"),
    ],
)
def test_bad_pair_values(values, match):
    with refused(match):
        at.null_moments(values, [2, 1])


@pytest.mark.parametrize(
    ("sizes", "match"),
    [
        ([2, 1], "add up to.*4. Got .*add up to 3"),
        ([4, 0], "cluster size.*at least 1. Got 0"),
        ([2.0, 2.0], "cluster size.*Got 2.0"),
        ("22", "cluster size"),
    ],
)
def test_bad_sizes(sizes, match):
    with refused(match):
        RANKING.null(sizes)


@pytest.mark.parametrize(
    ("n", "k", "match"),
    [
        (0, 1, "n must be an integer of at least 1. Got 0"),
        (4.0, 2, "n must be an integer"),
        (True, 1, "n must be an integer"),
        (4, -1, "k must be an integer of at least 1. Got -1"),
        (4, 5, "k must be at most n = 4.*Got 5"),
    ],
)
def test_bad_numbers_of_objects_and_clusters(n, k, match):
    with refused(match):
        partitions.size_profile(n, k)


ANYTHING = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=2), st.complex_numbers(max_magnitude=9)
    ),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=8,
)


@pytest.mark.parametrize("argument", ["labels", "labels_true", "values", "sizes", "X"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::UserWarning")
@given(thing=ANYTHING, data=st.data())
def test_nothing_but_a_value_error_is_raised(argument, thing, data):
    names = [name for name, function in FUNCTIONS.items() if argument in arguments_of(function)]
    function = FUNCTIONS[data.draw(st.sampled_from(sorted(set(names) - {"without_noise"})))]
    with suppress(ValueError):
        call(function, **{argument: thing})


BAD_LABELS = [
    ([0, 0.5, 1, 1], "whole numbers or strings. Got 0.5"),
    # Only what comes as it was given shows that these are no labels, or not the same.
    (["a", "a", 1, 1], "mixture"),
    (np.array([2.0**53, 2.0**53, 1, 1]), r"from 2\^53 on"),
    (np.ma.masked_equal([0, 0, 1, 2], 2), "Got a masked one"),
    ([LABELS], "1-dimensional"),
]
#: For each argument what its check refuses, and its words.
TELLING = {
    **dict.fromkeys(("labels", "labels_true", "labels_pred", "other_labels"), BAD_LABELS),
    "X": [
        ([[0], [1], [np.nan], [6]], "NaN"),
        ([["0"], ["1"], ["4"], ["6"]], "Got strings"),
        ([[2**53], [2**53 + 1], [4], [6]], "holds exactly"),
        (np.ma.masked_equal(POINTS, 4), "Got a masked one"),
        (sparse.csr_array(POINTS), "dense array"),
        ([0, 1, 4, 6], "2D array"),
    ],
    "metric": [("manhattan distance", "cannot be used: Unknown"), (lambda a, b: -1.0, "must not be negative")],
    "other_metric": [("manhattan distance", "cannot be used: Unknown"), (lambda a, b: -1.0, "must not be negative")],
    "metric_params": [({"w": [-1]}, r"\['w'\] must be finite numbers of at least 0")],
    "other_metric_params": [({"w": [-1]}, "are arguments of other_metric")],
    "tolerance": [(1.5, "between 0.0 and 1.0"), (True, "must be a number")],
    "confidence_level": [(1.5, "between 0.0 and 1.0")],
    "ties": [("Diagonal", "must be one of")],
    "rng": [("x", "a seed or None")],
    "n_resamples": [(bad, "n_resamples must be an integer of at least 1") for bad in (0, 9.5, "9", True)],
    "average_method": [("harmonic", "average_method must be one of .*'harmonic'")],
    "simplified": [(1, "simplified must be True or False")],
    "alternative": [("larger", "alternative must be one of .*'greater', 'less', 'two-sided'")],
    "values": [([1, np.nan, 2, 2, 2, 2], "must be finite")],
    "sizes": [([2.0, 2.0], "every cluster size must be an integer")],
    "n": [(4.0, "n must be an integer")],
    "k": [(0, "k must be an integer of at least 1")],
    "Z": [([[0, 1, 1]], "Z must be")],
}
#: What is said of labels of three objects beside others of four.
FEWER = "same objects. Got .*3|for each of the 3 objects"
#: What a matrix must not be; a function that needs coordinates refuses it by that word.
BAD_MATRICES = [
    (np.triu(SQUARE), "symmetric|coordinates"),
    (SQUARE + np.eye(4), "zero diagonal|coordinates"),
    (-SQUARE, "must not be negative|coordinates"),
]


def refusal_of(function, **given):
    """What a function says when it refuses something; nothing if it takes it."""
    try:
        call(function, **given)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_calls_the_check_of_each_argument(name):
    function = FUNCTIONS[name]
    arguments = set(arguments_of(function)) & set(TELLING)
    if name == "without_noise":
        arguments -= {"X", "metric"}  # it hands data on as they are
    given = [({argument: bad}, match) for argument in arguments for bad, match in TELLING[argument]]
    if name != "co_membership":  # whose labels belong to nothing else
        given += [({argument: [0, 0, 1]}, FEWER) for argument in arguments if argument.startswith("labels")]
    if {"X", "labels"} <= arguments:
        given.append(({"labels": [0, 0, 0, 0]}, "between 2 and n - 1 = 3.*Got 1 in labels"))
    if {"X", "metric"} <= arguments:
        given += [({"X": bad, "metric": "precomputed"}, match) for bad, match in BAD_MATRICES]
    assert given
    answers = [(bad, match, refusal_of(function, **bad)) for bad, match in given]
    assert [answer for answer in answers if not re.search(answer[1], answer[2])] == []


DRAWING = {name: function for name, function in FUNCTIONS.items() if "rng" in arguments_of(function)}
DRAWING["report"] = aucc_report.report


@pytest.mark.parametrize("name", DRAWING)
def test_who_gives_random_state_hears_of_rng(name):
    with pytest.raises(TypeError, match=rf"^{name}\(\) has rng where .* random_state: give rng=7\.$"):
        DRAWING[name](random_state=7)
    with pytest.raises(TypeError, match="unexpected keyword argument 'other'"):
        DRAWING[name](**({"X": POINTS} if name == "report" else {}), other=7)


@pytest.mark.parametrize("argument", ["labels", "labels_true", "labels_pred", "other_labels"])
@pytest.mark.filterwarnings("ignore:no limits:RuntimeWarning")
def test_every_public_function_keeps_different_labels_apart(argument):
    # NumPy's strings of one width lose zero characters at their ends.
    for function in FUNCTIONS.values():
        if argument in arguments_of(function) and function is not at.without_noise:
            expected = plain(call(function, **{argument: LABELS}))
            np.testing.assert_equal(plain(call(function, **{argument: ["a", "a", "a\0", "a\0"]})), expected)
