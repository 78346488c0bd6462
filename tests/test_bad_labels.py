"""Labels that are wrong are refused with a ValueError that says what was given; unusual ones that are right work."""

from datetime import date

import numpy as np
import pytest
from valid_calls import LABELS, POINTS, RANKING, refused

import aucc_teach as at


def codes_of(labels):
    """The numbers that the check of labels gives to clusters, in the order of the labels."""
    return at.contingency_table(labels, np.arange(4)).argmax(axis=0).tolist()


@pytest.mark.parametrize(
    ("labels", "match"),
    [
        ([0, 0.5, 1, 1], "whole numbers or strings. Got 0.5"),
        (np.array([0, 0.5, 1, 1]), "whole numbers or strings. Got 0.5"),
        ([0, np.nan, 1, 1], "whole numbers or strings. Got nan"),
        ([0, np.inf, 1, 1], "whole numbers or strings. Got inf"),
        ([0, None, 1, 1], "whole numbers or strings. Got None"),
        (np.array([date(2022, 1, 1)] * 2 + [date(2022, 1, 2)] * 2, dtype="M8[D]"), "whole numbers or strings"),
        (np.array(["a", "a", 1, 1], dtype=object), "all numbers or all strings"),
        ([LABELS], r"1-dimensional.*shape \(1, 4\)"),
        ([[0, 0], [1]], r"whole numbers or strings. Got \[0, 0\]"),
        (7, r"1-dimensional.*shape \(\)"),
        ({0, 1}, "1-dimensional"),
        ([], "at least 2 objects.*Got 0"),
    ],
)
def test_bad_labels(labels, match):
    with refused(match):
        at.co_membership(labels)


@pytest.mark.parametrize("labels", [[0, 0, 0, 0], list("abcd")], ids=str)
def test_partitions_without_both_kinds_of_pairs(labels):
    with refused(f"between 2 and n - 1 = 3.*Got {len(set(labels))} in labels"):
        RANKING.score(labels)


@pytest.mark.parametrize(
    ("rows", "match"),
    [
        (LABELS, r"2-dimensional.*shape \(4,\)"),
        (np.empty((0, 4), dtype=int), "at least one partition"),
        ([[0, 0, 1]], r"4 objects. Got an array of shape \(1, 3\)"),
        ([LABELS, [0, 0, 0.5, 1]], "whole numbers or strings. Got 0.5"),
        ([["a", "a", 1, 1]], "mixture"),
        ([LABELS, [5, 5, 5, 5]], r"between 2 and n - 1 = 3.*Got 1 in labels\[1\]"),
        ([LABELS, LABELS, [0, 1, 2, 3]], r"between 2 and n - 1 = 3.*Got 4 in labels\[2\]"),
    ],
    ids=str,
)
@pytest.mark.parametrize("scorer", [RANKING, at.criteria.CriteriaScorer(POINTS)], ids=["ranking", "criteria"])
def test_bad_rows_of_labels(scorer, rows, match):
    with refused(match):
        scorer.score_many(rows)


class LooksLikeSeries:
    """What a pandas column of strings is to NumPy: something that turns into an array of objects."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=object)


@pytest.mark.parametrize(
    "labels",
    [
        ["x", "x", "y", "y"],
        [-1, -1, 3, 3],
        [2.0, 2.0, 5.0, 5.0],
        [False, False, True, True],
        np.array(LABELS, dtype=np.int8),
        np.array([0, 0, 2**64 - 1, 2**64 - 1], dtype=np.uint64),
        np.array([b"x", b"x", b"y", b"y"]),
        np.array([1, 1.0, 2, np.int64(2)], dtype=object),
        np.array([1, 1, 10**30, 10**30], dtype=object),
        LooksLikeSeries(["x", "x", "y", "y"]),
    ],
)
def test_unusual_labels(labels):
    assert codes_of(labels) == [0, 0, 1, 1]


@pytest.mark.parametrize("dtype", ["bool", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))])
@pytest.mark.parametrize("place", ["low end", "high end", "both ends"])
def test_clusters_come_in_the_order_of_their_labels(dtype, place):
    # Small ranges of whole numbers are counted, large ones are sorted; either end of the type must not overflow.
    low, high = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    step = 0 if dtype == "bool" else 1
    values = {
        "low end": [low + 3 * step, low, low + step, low],
        "high end": [high - 3 * step, high, high - step, high],
        "both ends": [high, low, low + step, high],
    }[place]
    table = at.contingency_table(np.array(values, dtype=dtype), np.arange(4))
    assert table.tolist() == [[int(value == label) for value in values] for label in sorted(set(values))]


@pytest.mark.parametrize(
    ("labels", "match"),
    [
        (np.array([2.0**53, 2.0**53, 1, 1]), r"from 2\^53 on. Got one of size 9007199254740992.0"),
        (np.array([2.0**24, 2.0**24, 1, 1], dtype=np.float32), r"from 2\^24 on"),
        ([float(2**53), 1, 1, 2], r"from 2\^53 on"),
        (["\u00e9", "e\u0301", "b", "b"], r"same text in the same way.*'e\\u0301'.*normalize\('NFC'"),
        (np.array(["e\u0301", "b", "b", "\u00e9"]), "same text in the same way"),
    ],
)
def test_labels_that_may_have_become_one_or_two_are_refused(labels, match):
    with refused(match):
        at.co_membership(labels)


@pytest.mark.parametrize(
    "labels",
    [
        [2**53, 2**53, 2**53 + 1, 2**53 + 1],
        np.array([2**53, 2**53, 2**53 + 1, 2**53 + 1]),
        [float(2**53 - 2)] * 2 + [float(2**53 - 1)] * 2,
        # NumPy's strings of one width lose zero characters at their ends.
        ["a", "a", "a\0", "a\0"],
        np.array(["a", "a", "a\0", "a\0"], dtype=np.dtypes.StringDType()),
        np.array(["\u00e9", "\u00e9", "b", "b"]),
    ],
)
def test_different_labels_stay_different(labels):
    # "b" comes before the accented letter.
    assert codes_of(labels) == ([1, 1, 0, 0] if labels[-1] == "b" else [0, 0, 1, 1])
