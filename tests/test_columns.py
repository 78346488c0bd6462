"""Columns of any kind: which are measurements, which are read as such where they are asked for, and why not."""

from datetime import date, time, timedelta

import numpy as np
import pandas as pd
import pytest
from small_reports import TABLE, small
from small_tables import csv_of

import aucc_teach as at
from aucc_report import Reason, Statement
from aucc_report._columns import (
    OFFERS,
    chance_of_no_repeat,
    class_columns,
    column_kinds,
    few_used,
    kind_of,
    kinds_in_report,
    measurements,
    notes_of_reading,
    why_of_kind,
)
from aucc_report.intake import suggested, take_in
from aucc_report.lab import bundled_table, read_csv

ROWS = 300
MADE = np.random.default_rng(1)
REALS = MADE.normal(size=(ROWS, 2))
WHOLE = {  # values of a column beside two of decimals, whether it is a measurement to begin with, and why
    "celltype": (MADE.integers(0, 6, ROWS), False, Reason.NAMED_AS_CODE),
    "kinds of cells": (MADE.integers(0, 6, ROWS), False, Reason.PERHAPS_CODES),
    "levels that skip": (MADE.choice([101, 104, 110], ROWS), False, Reason.PERHAPS_CODES),
    "two seasons": (np.repeat([2007, 2009], ROWS // 2), False, Reason.PERHAPS_CODES),
    "many plates": (MADE.integers(1, 60, ROWS), True, None),
    "plate": (MADE.integers(1, 60, ROWS), False, Reason.NAMED_AS_CODE),
    "patient_id": (MADE.integers(1000, 1060, ROWS), False, Reason.NAMED_AS_CODE),
    "counting": (np.arange(ROWS) + 17, False, Reason.COUNTS_ROWS),
    "counting anew": (np.r_[np.arange(200), np.arange(100)], False, Reason.COUNTS_ROWS),
    "shuffled": (MADE.permutation(ROWS), False, Reason.NAMES_ROWS),
    "a shuffled half": (MADE.choice(2 * ROWS, ROWS, replace=False), False, Reason.NAMES_ROWS),
    "far numbers": (MADE.choice(10**12, ROWS, replace=False), True, Reason.MAY_NAME_ROWS),
    "mass": (MADE.normal(4000, 800, ROWS).round(), True, None),
    "flipper": (MADE.normal(200, 14, ROWS).round(), True, None),
    "constant": (np.full(ROWS, 7), False, Reason.CONSTANT),
    "missing": (np.full(ROWS, np.nan), False, Reason.EMPTY),
}


@pytest.mark.parametrize("name", WHOLE)
def test_whole_numbers_that_are_no_size_are_left_out(name):
    values, used, code = WHOLE[name]
    column = pd.Series(values).astype("float64").astype("Int64")
    found = column_kinds(pd.DataFrame({"a": REALS[:, 0], "b": REALS[:, 1], name: column}))
    assert found.loc[name, ["kind", "used", "different"]].tolist() == ["numbers", used, column.nunique()]
    assert (found.loc[name, "why"] and found.loc[name, "why"].code) == code
    assert found["used"][:2].all()


def test_body_masses_in_grams_that_never_repeat_stay():
    """The same is no names of rows where the range is so wide that few of it would repeat."""
    masses = np.unique(MADE.normal(4000, 800, 40).round())
    few, many = (pd.DataFrame({"mass": MADE.permutation(values)}) for values in (masses, np.arange(3000, 5000, 7)))
    assert column_kinds(few).loc["mass"].tolist()[:2] == ["numbers", True]
    assert chance_of_no_repeat(masses) > 0.5
    assert not column_kinds(many).loc["mass", "used"]
    assert column_kinds(few).loc["mass", "why"].code == Reason.MAY_NAME_ROWS
    assert column_kinds(few[:9]).loc["mass", "why"] is None  # nine of such a range hardly ever repeat
    # By hand: three of four numbers all different, 4 * 3 * 2 of 64.
    assert chance_of_no_repeat(np.array([1, 4, 2])) == pytest.approx(24 / 64)


def test_few_different_whole_numbers_stay_where_the_table_is_made_of_them():
    rng = np.random.default_rng(2)
    answers = pd.DataFrame(rng.integers(1, 6, (200, 6)), columns=list("abcdef")).assign(f=rng.integers(2, 5, 200))
    assert suggested(answers.assign(group=rng.integers(1, 4, 200))) == list("abcdef")
    assert suggested(answers.assign(zero=rng.integers(0, 4, 200))) == list("abcdef")
    assert suggested(answers[["a", "b", "c"]]) == []  # three codes, for all that one can see
    assert column_kinds(answers)["why"].tolist() == [Statement(Reason.FEW_VALUES, numbers={"is_alike": True})] * 6
    lengths = pd.DataFrame(rng.integers(30, 90, (200, 3)), columns=list("abc"))
    with_few = lengths.assign(teeth=rng.integers(17, 30, 200), kind=rng.integers(0, 4, 200))
    assert suggested(with_few) == ["a", "b", "c", "teeth"]
    assert column_kinds(with_few).loc["teeth", "why"] is None
    assert suggested(lengths.assign(teeth=rng.integers(17, 20, 200))) == ["a", "b", "c", "teeth"]
    # Codes of persons beside answers are no answers, whatever scale these have.
    persons = {"gender": rng.integers(1, 3, 200), "education": rng.integers(1, 6, 200), "x": rng.integers(1, 3, 200)}
    assert suggested(answers.assign(**persons)) == list("abcdef")


def test_widths_that_do_not_begin_at_0_or_1_are_no_codes():
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"mass": rng.normal(size=200), "width": rng.integers(60, 79, 200)})
    assert suggested(table.assign(count=rng.integers(0, 14, 200))) == ["mass", "width", "count"]
    assert suggested(table.assign(region=rng.integers(1, 13, 200))) == ["mass", "width"]


def codes_and_one_measure(n_codes):
    rng = np.random.default_rng(4)
    codes = {f"code {i}": rng.integers(0, 3 + i, 60) for i in range(n_codes)}
    return pd.DataFrame(codes | {"income": rng.normal(size=60), "row": np.arange(60), "none": np.nan})


@pytest.mark.parametrize(
    ("table", "is_asked"),
    [
        (codes_and_one_measure(8), True),
        (codes_and_one_measure(1), True),
        (codes_and_one_measure(0), False),
        (codes_and_one_measure(2).assign(wealth=np.random.default_rng(5).normal(size=60)), False),
        (codes_and_one_measure(3).assign(wealth=np.random.default_rng(5).normal(size=60)), True),
    ],
)
def test_a_table_of_which_few_columns_would_be_used_is_asked_about(table, is_asked):
    said = few_used(take_in(table).columns)
    assert (said is not None) == is_asked
    if is_asked:
        assert "income" in str(said)
        with pytest.raises(ValueError, match=r"by columns=\[\.\.\.\], or go on with this choice \(few_columns="):
            small(table, few_columns="refuse")
        with pytest.warns(UserWarning, match="income"):
            small(table, ["ward"], [2])


def test_columns_of_known_tables():
    for name, n_columns in (("wine", 13), ("iris", 4), ("breast cancer", 30), ("digits", 61)):
        assert len(suggested(bundled_table(name))) == n_columns
    penguins = at.datasets.load_penguins()
    sizes = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    assert suggested(penguins) == [*sizes, "Delta 15 N (o/oo)", "Delta 13 C (o/oo)"]
    found = column_kinds(penguins, classes="Sex")
    assert found.loc["Sex"].tolist() == ["text", False, Statement(Reason.CLASSES), 11, 2]
    assert found.loc["Flipper Length (mm)"].tolist() == ["numbers", True, None, 2, 55]
    weather = at.datasets.load_weather()
    measured = ["temp", "dewp", "humid", "wind_dir", "wind_speed", "wind_gust", "precip", "pressure", "visib"]
    assert suggested(weather) == measured
    with pytest.raises(ValueError, match="there is no column 'age' in DataFrame"):
        column_kinds(penguins, classes="age")


def test_whole_numbers_that_would_merge_are_text():
    """9007199254740993 is 2^53 + 1, which no float64 is; a column of decimals holds what was measured."""
    content = csv_of("id,sum,real,b", [f"{2**53 + i},{2**53 + 2 * i},{2**53 + i}.5,{i}" for i in range(4)])
    table = read_csv(content)
    assert table["id"].tolist() == [str(2**53 + i) for i in range(4)]
    assert measurements(table) == ["sum", "real", "b"]
    assert table.attrs["notes"] == [
        'Column "id" is text, not a measurement: a measurement would merge whole numbers beyond 2^53, first '
        '"9007199254740993" in line 3.'
    ]
    # As the classes they are exact; as measurements they are refused, in a file and in a frame of any type.
    ids = [2**53 + i % 2 for i in range(N)]
    for values in (ids, pd.array(ids, dtype="Int64"), pd.Series(ids, dtype=object), list(map(str, ids))):
        frame = pd.DataFrame({"a": DRAWN[:, 0], "b": DRAWN[:, 1], "id": values})
        assert column_kinds(frame).loc["id", "kind"] == "long whole numbers"
        assert suggested(frame) == ["a", "b"]
        assert take_in(frame, classes="id").classes.nunique() == 2
        with pytest.raises(ValueError, match=r"column id cannot be used: whole numbers beyond 2\^53"):
            take_in(frame, columns=["a", "id"])
    # Floats may have merged already.
    frame = pd.DataFrame({"a": DRAWN[:, 0], "id": np.array(ids, dtype=float)})
    with pytest.raises(ValueError, match=r"column id cannot be the classes: floats do not tell .* apart from 2\^53 on"):
        take_in(frame, classes="id")
    with pytest.raises(ValueError, match="must be numbers that a float holds exactly"):
        take_in(np.array([ids, ids]).T)


def test_classes_that_look_alike_or_cannot_be_compared_are_refused():
    for values, why in (
        (["\u00e9", "e\u0301"] * 6, "they must write the same text in the same way"),
        (pd.arrays.SparseArray([0.0, 1] * 6), "sparse"),
        ([[1], [1]] * 6, "lists"),
    ):
        with pytest.raises(ValueError, match=f"column kind cannot be the classes: {why}"):
            take_in(pd.DataFrame({"a": DRAWN[:, 0], "kind": values}), classes="kind")


N = 12
DRAWN = np.random.default_rng(0).normal(size=(N, 3)) + np.repeat([[0], [9]], 6, axis=0)
_DAYS = pd.date_range("2024-01-20", periods=60)
MIXED = TABLE.assign(
    member=np.arange(60) % 3 == 0,
    answer=np.where(np.arange(60) % 2 == 0, "yes", "No"),
    german=pd.date_range("2024-01-20", periods=60).strftime("%d.%m.%Y"),
    american=pd.date_range("2024-01-20", periods=60).strftime("%m/%d/%y"),
    iso=pd.date_range("2024-01-20", periods=60).strftime("%Y-%m-%d %H:%M"),
    when=pd.date_range("2024-01-20", periods=60, tz="Europe/Berlin"),
    took=pd.to_timedelta(np.arange(60), unit="h"),
    born=[date(2024, 1, 20) + timedelta(days=i) for i in range(60)],
    lasted=pd.Series([timedelta(hours=i) for i in range(60)], TABLE.index, dtype=object),
    rose=[time(hour=i // 3, minute=20 * (i % 3)) for i in range(60)],
    # Midnight in two places, one hour apart.
    places=pd.Series([t.tz_localize(["UTC", "Europe/Paris"][t.day % 2]) for t in _DAYS], TABLE.index, dtype=object),
    offsets=[f"{t:%Y-%m-%d %H:%M}{['Z', '+0100', ' +01:00', '+01', ' UTC'][i % 5]}" for i, t in enumerate(_DAYS)],
    written=[f"{value}" for value in range(60)],
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("member", np.arange(60) % 3 == 0),
        ("answer", np.arange(60) % 2 == 0),
        ("german", np.arange(60)),
        ("american", np.arange(60)),
        ("iso", np.arange(60)),
        ("when", np.arange(60)),
        ("took", np.arange(60) / 24),
        ("born", np.arange(60)),
        ("lasted", np.arange(60) / 24),
        ("rose", np.arange(60) / 72),
        ("places", np.arange(60) - _DAYS.day % 2 / 24),
        ("offsets", np.arange(60) - np.array([0, 1, 1, 1, 0] * 12) / 24),
        ("written", np.arange(60)),
    ],
)
def test_a_column_of_another_kind_is_read_where_it_is_asked_for(name, expected):
    table = MIXED.copy()
    if name == "member":
        table[name] = table[name].astype("boolean")
    table.loc["row 5", name] = pd.NaT if table[name].dtype.kind in "Mm" else None
    taken = take_in(table, columns=["length", name])
    assert taken.columns.loc[name, "code"] == Reason.READ_AS_NUMBERS
    np.testing.assert_allclose(taken.table[name].drop("row 5"), np.delete(expected, 5), atol=0.05 * (name == "when"))
    assert np.isnan(taken.table.loc["row 5", name])


N_MADE = np.arange(60)
OTHERS = {  # values, kind, whether they can be classes
    "string": (pd.array(["low", "high"] * 30, dtype="string"), "text", True),
    "mixed": ([1, "one"] * 30, "text", True),
    "lists": ([[1], [1]] * 30, "text", False),
    "objects": (pd.Series([1, 2.5] * 30, dtype=object), "numbers as text", True),
    "category of numbers": (pd.Categorical([1, 2] * 30), "categories", True),
    "periods": (pd.period_range("2026", periods=60, freq="D"), "times", False),
    "intervals": (pd.interval_range(0, 60), "times", False),
    "long": ([2**53 + i for i in N_MADE], "long whole numbers", False),
    "complex": (N_MADE + 1j, "complex numbers", False),
    "sparse": (pd.arrays.SparseArray([0.0, 1] * 30), "sparse", False),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_columns_are_no_measurements_and_say_why(name):
    values, kind, can_be_classes = OTHERS[name]
    frame = pd.DataFrame({"a": REALS[:60, 0], "b": REALS[:60, 1], name: values})
    assert suggested(frame) == measurements(frame) == ["a", "b"]
    assert kind_of(frame[name]) == kind
    assert class_columns(frame) == ([name] if can_be_classes else [])
    told = kind in ("numbers as text", "times", "long whole numbers", "complex numbers", "sparse")
    assert notes_of_reading(frame) == ([f"Column {name}: {why_of_kind(kind)}"] if told else [])
    if name in ("objects", "periods"):
        assert take_in(frame, columns=["a", name]).used == ["a", name]
    else:
        with pytest.raises(ValueError, match=f"column {name} cannot be used: "):
            take_in(frame, columns=["a", name])


def test_dates_with_and_without_an_offset_are_refused():
    """In which order are 01:00+02:00 and 00:00 of an unknown place?"""
    some = [f"2024-01-{1 + i % 28:02}T10:00{'+02:00' if i % 4 else ''}" for i in range(60)]
    aware = pd.Series([pd.Timestamp(text) for text in some], TABLE.index, dtype=object)
    for values in (some, [text[:10] if i % 4 == 0 else text for i, text in enumerate(some)], aware):
        with pytest.raises(ValueError, match="column day cannot be used: 45 of its 60 dates have an offset from UTC"):
            take_in(TABLE.assign(day=values), columns=["length", "day"])
    mixed = pd.Series([timedelta(1), date(2024, 1, 1)] * 30, TABLE.index, dtype=object)
    with pytest.raises(ValueError, match=r"make numbers of its times first\. They are date and timedelta"):
        take_in(TABLE.assign(day=mixed), columns=["length", "day"])


def test_dates_that_can_be_read_in_two_ways_are_refused():
    table = TABLE.assign(day=["01/02/2024", "03/04/2024", "05/06/2024"] * 20, no=["30.02.2024", "01.03.2024"] * 30)
    with pytest.raises(ValueError, match="column day cannot be used: it is not clear whether the day or the month"):
        take_in(table, columns=["length", "day"])
    with pytest.raises(ValueError, match="column no cannot be used: not all of its dates exist"):
        take_in(table, columns=["length", "no"])


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        (["$95.48", "$1,200.00", "-$3", "$-4"], [95.48, 1200, -3, -4]),
        (["5.9 %", "10 %", None], [5.9, 10, np.nan]),
        (["3,46 cm", "12,5 cm"], [3.46, 12.5]),
        (["1.234,5 \u20ac", "7,25 \u20ac"], [1234.5, 7.25]),
        (["3.46 cm", "120 mm"], None),
        (["5,900 kg", "6,100 kg"], None),
        (["<0.1", "<0.05"], None),
        (["5 %", "5 %"], None),
    ],
)
def test_numbers_of_one_unit_are_offered_and_read_if_asked_for(values, numbers):
    table = pd.DataFrame({"length": np.arange(30) / 7, "priced": (values * 30)[:30]})
    kind = kinds_in_report(table).loc["priced", "kind"]
    assert (kind in OFFERS) == (numbers is not None)
    if numbers is None:
        with pytest.raises(ValueError, match="column priced cannot be used"):
            take_in(table, columns=["length", "priced"])
        return
    taken = take_in(table, columns=["length", "priced"])
    np.testing.assert_allclose(taken.table["priced"].to_numpy()[: len(values)], numbers)
    assert "priced" not in take_in(table).used
