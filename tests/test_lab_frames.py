"""DataFrames of any kind in the lab: their columns, their rows, and what is exported of them."""

from datetime import date

import numpy as np
import pandas as pd
import pytest

import aucc_teach as at
from aucc_report.lab import Lab, _html, analyse

N = 12
DRAWN = np.random.default_rng(0).normal(size=(N, 3)) + np.repeat([[0], [9]], 6, axis=0)
HALVES = ["low"] * 6 + ["high"] * 6


@pytest.fixture(autouse=True)
def _undrawn(monkeypatch):
    """Draw no picture, which takes longer than all else."""
    monkeypatch.setattr(_html, "_drawn", lambda analysis: b"")


def refused(table, **settings):
    with pytest.raises(ValueError, match=r".") as caught:
        analyse(table, **settings)
    return str(caught.value)


OTHERS = {  # values, why they are no measurement, whether a reader is told before asking
    "text": (HALVES, "text can be the classes", False),
    "string": (pd.array(HALVES, dtype="string"), "text can be the classes", False),
    "mixed": ([1, "one"] * 6, "text can be the classes", False),
    "digits": (list("01") * 6, "numbers that are stored as text or objects", True),
    "objects": (pd.Series([1, 2.5] * 6, dtype=object), "numbers that are stored as text or objects", True),
    "category": (pd.Categorical(HALVES), "categories can be the classes", False),
    "category of numbers": (pd.Categorical([1, 2] * 6), "categories can be the classes", False),
    "bool": (np.repeat([True, False], 6), "True and False can be the classes", True),
    "boolean": (pd.array([True, False] * 6, dtype="boolean"), "True and False can be the classes", True),
    "dates": (pd.date_range("2026-01-01", periods=N), "times and intervals", True),
    "zones": (pd.date_range("2026-01-01", periods=N, tz="UTC"), "times and intervals", True),
    "durations": (pd.to_timedelta(np.arange(N), unit="D"), "times and intervals", True),
    "periods": (pd.period_range("2026", periods=N, freq="D"), "times and intervals", True),
    "intervals": (pd.interval_range(0, N), "times and intervals", True),
    "Python's dates": ([date(2026, 1, 1 + i) for i in range(N)], "times and intervals", True),
    "two offsets": (
        pd.Series([pd.Timestamp("2026-01-01", tz=tz) for tz in ("UTC", "Europe/Berlin")] * 6, dtype=object),
        "times and intervals",
        True,
    ),
    "long numbers": ([2**53 + i for i in range(N)], "whole numbers beyond 2^53", True),
    "complex": (DRAWN[:, 0] + 1j, "complex numbers", True),
    "sparse": (pd.arrays.SparseArray([0.0, 1] * 6), "sparse columns are not read", True),
    "lists": ([[1], [1]] * 6, "text can be the classes", False),
}


READ_WHEN_NAMED = {"digits", "objects", "bool", "boolean", "dates", "zones", "durations", "periods", "Python's dates"}
READ_WHEN_NAMED |= {"two offsets"}
NO_CLASSES = {"dates", "zones", "durations", "periods", "intervals", "complex", "sparse", "lists"}
NO_CLASSES |= {"Python's dates", "long numbers"}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.breadth(first_of=4)
def test_other_columns_are_no_measurements_and_say_why(name):
    values, reason, is_told = OTHERS[name]
    frame = pd.DataFrame({"a": DRAWN[:, 0], "b": DRAWN[:, 1], name: values})
    assert analyse(frame).settings["columns"] == ["a", "b"]
    if name in READ_WHEN_NAMED:
        assert analyse(frame, columns=["a", name], baseline=False).settings["columns"] == ["a", name]
    else:
        assert refused(frame, columns=["a", name]).startswith(f"column {name} cannot be used: ")
    lab = Lab(frame)
    assert lab.controls["columns"].options == ("a", "b")
    assert [note for note in lab.message.splitlines() if note.startswith(f"Column {name}: {reason}")] == (
        lab.message.splitlines() if is_told else []
    )
    offered = [value for _, value in lab.controls["classes"].options]
    assert offered == ["", *([] if name in NO_CLASSES else [name])]
    if name in offered:
        lab.controls["classes"].value = name
        expected = at.adjusted_rand_score(pd.factorize(frame[name])[0], lab.analysis.labels)
        assert lab.analysis.adjusted_rand == expected


@pytest.mark.parametrize("name", ["sparse", "lists"])
def test_what_cannot_be_compared_cannot_be_the_classes(name):
    frame = pd.DataFrame({"a": DRAWN[:, 0], name: OTHERS[name][0]})
    assert f"column {name} cannot be the classes: " in refused(frame, classes=name)


INDEXES = {  # index, how a row is named in a message, header and first line of the export
    "plain": (range(N), "row 2", "row,cluster", "0,1"),
    "text": ([f"oak {i}" for i in range(N)], "row oak 2", "row,cluster", "oak 0,1"),
    "named": (pd.Index(range(10, 10 + N), name="plant"), "row 12", "plant,cluster", "10,1"),
    "named as the export's other column": (pd.Index(range(N), name="cluster"), "row 2", "row,cluster", "0,1"),
    "all the same": (["oak"] * N, "row oak", "row,cluster", "oak,1"),
    "dates": (pd.date_range("2026-01-01", periods=N), "row 2026-01-03 00:00:00", "row,cluster", "2026-01-01,1"),
    "levels": (
        pd.MultiIndex.from_product([["a", "b"], range(6)], names=["bed", None]),
        "row ('a', 2)",
        "bed,row 2,cluster",
        "a,0,1",
    ),
}


@pytest.mark.parametrize("name", INDEXES)
@pytest.mark.breadth(first_of=3)
def test_rows_are_named_by_the_index(name):
    index, third, header, first = INDEXES[name]
    frame = pd.DataFrame(DRAWN.copy(), columns=list("abc"), index=index)
    lab = Lab(frame)
    lab.wait()
    lines = lab.labels_csv().splitlines()
    assert lines[:2] == [header, first]
    assert [int(line[-1]) - 1 for line in lines[1:]] == lab.analysis.labels.tolist()
    assert lab.analysis.rows.equals(frame.index)
    frame.iloc[2, 1] = np.nan
    place = third.replace("row", frame.index.name or "row", 1)
    assert f"Got 1 of 12 that lack one ({place}; column b)" in refused(frame)
    without = analyse(frame, missing="drop")
    assert without.rows.equals(frame.index.delete(2))
    others = np.delete(DRAWN, 2, axis=0)
    np.testing.assert_allclose(without.points, (others - others.mean(axis=0)) / others.std(axis=0))
    frame.iloc[2, 1] = np.inf
    assert refused(frame).startswith(f"every value must be finite. Got infinity in column 'b', {place}. ")


def test_a_frame_is_left_as_it_was():
    frame = pd.DataFrame(DRAWN, columns=[0, 1, 2])
    before = frame.copy()
    result = analyse(frame, columns=[0, 2])
    assert result.settings["columns"] == ["0", "2"]
    Lab(frame).wait()
    pd.testing.assert_frame_equal(frame, before)
