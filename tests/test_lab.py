"""The lab without a browser: reading, arithmetic, and the callbacks of its controls."""

import asyncio
import base64
import csv
import io
import itertools
import math
import re
import statistics
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime

import numpy as np
import pandas as pd
import pytest
from oracles import aucc as aucc_by_definition
from scipy.spatial.distance import pdist
from sklearn import metrics
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, load_wine

import aucc_teach as at
from aucc_teach import _reading
from aucc_teach.lab import _analysis, _html, _widget

lab_module = at.lab


def csv_of(header, rows):
    return "\n".join([header, *rows]).encode()


def upload(lab, content, name="mine.csv"):
    """Hand a file to the lab as the browser does."""
    file = {"name": name, "type": "text/csv", "size": len(content), "content": memoryview(content)}
    lab.controls["upload"].value = (file | {"last_modified": datetime(2026, 1, 1, tzinfo=UTC)},)


# Two groups of four, one value missing, a constant column, a column of text, and a column that counts.
TREES = csv_of(
    "row,height,width,planet,kind",
    [
        "1,1.0,2.0,3,oak",
        "2,1.2,2.1,3,oak",
        "3,0.9,,3,oak",
        "4,1.1,2.2,3,oak",
        "5,5.0,7.0,3,elm",
        "6,5.2,7.3,3,elm",
        "7,4.9,7.1,3,elm",
        "8,5.1,6.9,3,elm",
    ],
)


@pytest.fixture(autouse=True)
def _undrawn(request, monkeypatch):
    """Draw no picture, which takes longer than all else, but in tests that ask for `drawn`."""
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(_html, "_drawn", lambda analysis: b"")


@pytest.fixture
def drawn():
    """Let the lab draw its pictures."""


@pytest.fixture
def lab():
    lab = lab_module.Lab()
    yield lab
    lab.stop()  # no thread outlives its test


def measurements_of(table):
    return table[_reading.measurements(table)]


def test_read_csv_keeps_what_is_there():
    table = lab_module.read_csv(TREES, name="trees")
    assert list(table) == ["row", "height", "width", "planet", "kind"]
    assert _reading.measurements(table) == ["row", "height", "width", "planet"]
    assert _reading.suggested(table) == ["height", "width"]
    assert _reading.class_columns(table) == ["kind"]
    assert np.flatnonzero(table["width"].isna()).tolist() == [2]
    assert (table.index.name, table.index.tolist()) == ("line", list(range(2, 10)))
    assert table.attrs == {"name": "trees", "notes": [], "read": {}}
    assert _reading.notes_on_columns(table) == [
        "Column row is left out: it counts the rows, and measures nothing.",
        "Column planet is left out: constant; it tells no rows apart.",
    ]


ROWS = 300
MADE = np.random.default_rng(1)
REALS = MADE.normal(size=(ROWS, 2))
WHOLE = {  # values of a column beside two of decimals, whether it is a measurement to begin with, what is said of it
    "celltype": (MADE.integers(0, 6, ROWS), False, "with the name of a code"),
    "kinds of cells": (MADE.integers(0, 6, ROWS), False, "perhaps counts or codes"),
    "levels that skip": (MADE.choice([101, 104, 110], ROWS), False, "perhaps codes"),
    "two seasons": (np.repeat([2007, 2009], ROWS // 2), False, "perhaps codes"),
    "many plates": (MADE.integers(1, 60, ROWS), True, ""),
    "plate": (MADE.integers(1, 60, ROWS), False, "with the name of a code"),
    "patient_id": (MADE.integers(1000, 1060, ROWS), False, "with the name of a code"),
    "counting": (np.arange(ROWS) + 17, False, "counts the rows"),
    "counting anew": (np.r_[np.arange(200), np.arange(100)], False, "counts the rows"),
    "shuffled": (MADE.permutation(ROWS), False, "as names of rows do"),
    "a shuffled half": (MADE.choice(2 * ROWS, ROWS, replace=False), False, "as names of rows do"),
    "far numbers": (MADE.choice(10**12, ROWS, replace=False), True, "leave out what names the rows"),
    "mass": (MADE.normal(4000, 800, ROWS).round(), True, ""),
    "flipper": (MADE.normal(200, 14, ROWS).round(), True, ""),
    "constant": (np.full(ROWS, 7), False, "constant"),
    "missing": (np.full(ROWS, np.nan), False, "no value at all"),
}


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("dtype", ["float64", "Int64"])
def test_whole_numbers_that_are_no_size_are_left_out(name, dtype):
    values, used, reason = WHOLE[name]
    frame = pd.DataFrame({"a": REALS[:, 0], "b": REALS[:, 1], name: pd.Series(values).astype("float64").astype(dtype)})
    found = _reading.column_kinds(frame)
    assert found.index.tolist() == list(frame)
    assert found.loc[name, "kind"] == "numbers"
    assert found.loc[name, "used"] == used
    assert reason in found.loc[name, "reason"]
    assert bool(reason) == bool(found.loc[name, "reason"])
    assert found.loc[name, "different"] == len(np.unique(values[~np.isnan(values)]))
    assert found["used"][:2].all()


def test_body_masses_in_grams_that_never_repeat_stay():
    """The same is no names of rows where the range is so wide that few of it would repeat."""
    masses = np.unique(MADE.normal(4000, 800, 40).round())
    few, many = (pd.DataFrame({"mass": MADE.permutation(values)}) for values in (masses, np.arange(3000, 5000, 7)))
    assert _reading.column_kinds(few).loc["mass"].tolist()[:2] == ["numbers", True]
    assert _reading._chance_of_no_repeat(masses) > 0.5
    assert not _reading.column_kinds(many).loc["mass", "used"]
    assert "leave out what names the rows" in _reading.column_kinds(few).loc["mass", "reason"]
    assert _reading.column_kinds(few[:9]).loc["mass", "reason"] == ""  # nine of such a range hardly ever repeat
    # By hand: three of four numbers all different, 4 * 3 * 2 of 64.
    assert _reading._chance_of_no_repeat(np.array([1, 4, 2])) == pytest.approx(24 / 64)


def test_few_different_whole_numbers_stay_where_the_table_is_made_of_them():
    rng = np.random.default_rng(2)
    answers = pd.DataFrame(rng.integers(1, 6, (200, 6)), columns=list("abcdef")).assign(f=rng.integers(2, 5, 200))
    assert _reading.suggested(answers.assign(group=rng.integers(1, 4, 200))) == list("abcdef")
    assert _reading.suggested(answers.assign(zero=rng.integers(0, 4, 200))) == list("abcdef")
    assert _reading.suggested(answers[["a", "b", "c"]]) == []  # three codes, for all that one can see
    lengths = pd.DataFrame(rng.integers(30, 90, (200, 3)), columns=list("abc"))
    with_few = lengths.assign(teeth=rng.integers(17, 30, 200), kind=rng.integers(0, 4, 200))
    assert _reading.suggested(with_few) == ["a", "b", "c", "teeth"]
    assert "leave out what is a code" in _reading.column_kinds(with_few).loc["teeth", "reason"]


def test_columns_of_known_tables():
    for name, n_columns in (("wine", 13), ("iris", 4), ("breast cancer", 30), ("digits", 61)):
        assert len(_reading.suggested(lab_module.bundled_table(name))) == n_columns
    penguins = at.datasets.load_penguins()
    sizes = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    assert _reading.suggested(penguins) == [*sizes, "Delta 15 N (o/oo)", "Delta 13 C (o/oo)"]
    found = _reading.column_kinds(penguins, classes="Sex")
    assert found.loc["Sex"].tolist() == ["text", False, "it holds the classes.", 11, 2]
    assert found.loc["Flipper Length (mm)"].tolist() == ["numbers", True, "", 2, 55]
    weather = at.datasets.load_weather()
    measured = ["temp", "dewp", "humid", "wind_dir", "wind_speed", "wind_gust", "precip", "pressure", "visib"]
    assert _reading.suggested(weather) == measured
    with pytest.raises(ValueError, match="there is no column 'age' in DataFrame"):
        _reading.column_kinds(penguins, classes="age")


def test_the_classes_are_no_measurement():
    """A code that looks like a measurement leaves with the choice of classes."""
    rng = np.random.default_rng(3)
    grey = pd.DataFrame(rng.integers(0, 17, (60, 6)), columns=list("abcdef")).assign(digit=rng.integers(0, 10, 60))
    assert "digit" in _reading.suggested(grey)
    result = lab_module.analyse(grey, classes="digit")
    assert result.settings["columns"] == list("abcdef")
    assert result.numbers == lab_module.analyse(grey, columns=list("abcdef"), classes="digit").numbers


def test_read_csv_from_a_path_says_the_same(tmp_path):
    (tmp_path / "trees.csv").write_bytes(TREES)
    table = lab_module.read_csv(tmp_path / "trees.csv")
    assert table.attrs["name"] == "trees.csv"
    pd.testing.assert_frame_equal(table, lab_module.read_csv(TREES))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_read_csv_knows_line_ends_quotes_and_marks(start, end, encoding):
    text = start + end.join(['"a","b, c"', "1,x", '2,"y', 'z ""w"""', "?,x", ""])
    table = lab_module.read_csv(text.encode(encoding), encoding=encoding)
    np.testing.assert_equal(table["a"].to_numpy(), [1, 2, np.nan])
    assert table["b, c"].tolist() == ["x", f'y{end}z "w"', "x"]
    assert table.index.tolist() == [2, 3, 5]  # where a row begins


def test_empty_lines_are_passed_over_aloud():
    table = lab_module.read_csv(b"a,b\n1,2\n\n3,4\n")
    assert table.index.tolist() == [2, 4]
    assert table.attrs["notes"] == ["1 empty line(s) passed over."]


def test_missing_among_numbers_and_missing_text():
    table = lab_module.read_csv(b"a,b,c\n1,NA,NA\nNaN,x,\n?,,\nnone,none,null\n2,x,n/a\n")
    assert table["a"].tolist() == pytest.approx([1, math.nan, math.nan, math.nan, 2], nan_ok=True)
    assert table["b"].fillna("(gone)").tolist() == ["NA", "x", "(gone)", "none", "x"]
    assert table["c"].isna().all()
    assert table.attrs["notes"] == ['Column "c" is empty.']


def test_numbers_are_exact():
    """Not the fast conversion of pandas, which is off in the last place."""
    cells = ["0.1", "-1e-5", "123456789012345678", "8.7510763616441775e-2", ".5", "5.", "+7", "2.2250738585072014e-308"]
    table = lab_module.read_csv(csv_of("a", cells))
    assert table["a"].tolist() == [float(cell) for cell in cells]


def test_the_minus_of_typographers_is_a_minus():
    table = lab_module.read_csv("a,b,c,d\n\u22121.5,\u20137,1e\u22123,\u2013\n2,3,4,5\n".encode())
    assert measurements_of(table).to_dict("list") == {"a": [-1.5, 2], "b": [-7, 3], "c": [0.001, 4]}
    assert table["d"].tolist() == ["\u2013", "5"]  # a dash is no number
    signs = {"separator": ";", "decimal": ",", "thousands": "."}
    assert lab_module.read_csv("a;b\n\u22121.234,5;0\n1;2\n".encode(), **signs)["a"].tolist() == [-1234.5, 1]


def test_whole_numbers_that_would_merge_are_text():
    """9007199254740993 is 2^53 + 1, which no float64 is; a column of decimals holds what was measured."""
    content = csv_of("id,sum,real,b", [f"{2**53 + i},{2**53 + 2 * i},{2**53 + i}.5,{i}" for i in range(4)])
    table = lab_module.read_csv(content)
    assert table["id"].tolist() == [str(2**53 + i) for i in range(4)]
    assert _reading.measurements(table) == ["sum", "real", "b"]
    assert table.attrs["notes"] == [
        'Column "id" is text, not a measurement: a measurement would merge whole numbers beyond 2^53, first '
        '"9007199254740993" in line 3.'
    ]
    # As the classes they are exact; as measurements they are refused, in a file and in a frame of any type.
    ids = [2**53 + i % 2 for i in range(N)]
    for values in (ids, pd.array(ids, dtype="Int64"), pd.Series(ids, dtype=object), list(map(str, ids))):
        frame = pd.DataFrame({"a": DRAWN[:, 0], "b": DRAWN[:, 1], "id": values})
        assert _reading.column_kinds(frame).loc["id", "kind"] == "long whole numbers"
        assert _reading.suggested(frame) == ["a", "b"]
        assert "column id: whole numbers beyond 2^53" in refused(frame, columns=["a", "id"])
        found = lab_module.analyse(frame, classes="id")
        assert found.adjusted_rand == at.adjusted_rand_score(np.arange(N) % 2, found.labels)
        with pytest.raises(ValueError, match=r"column id cannot be used: whole numbers beyond 2\^53"):
            at.report(frame, columns=["a", "id"])
    # Floats may have merged already.
    frame = pd.DataFrame({"a": DRAWN[:, 0], "id": np.array(ids, dtype=float)})
    assert "column id cannot be the classes: floats do not tell all whole numbers apart from 2^53 on" in refused(
        frame, classes="id"
    )
    with pytest.raises(ValueError, match="must be numbers that a float holds exactly"):
        at.report(np.array([ids, ids]).T)


ACCENTS = "\u00e9", "e\u0301"  # one letter, in one character and in two


def test_text_that_is_the_same_in_unicode_is_read_as_the_same():
    content = csv_of(f",caf{ACCENTS[1]},kind", [f"r{ACCENTS[i % 2]},{i},{ACCENTS[i % 2]}" for i in range(6)])
    table = lab_module.read_csv(content)
    assert list(table) == [f"caf{ACCENTS[0]}", "kind"]
    assert table["kind"].unique().tolist() == [ACCENTS[0]]
    assert table.index.unique().tolist() == [f"r{ACCENTS[0]}"]
    assert table.attrs["notes"] == [
        "What the file writes in two characters, such as a letter and its accent, is read as one letter.",
        "The first column has no name: it holds the names of the rows.",
        f'More than one row has this name: "r{ACCENTS[0]}".',
    ]
    assert "Got twice" in refused_file(csv_of(",".join(ACCENTS), ["1,2"]))
    assert lab_module.read_csv(csv_of(f"caf{ACCENTS[0]}", ["1"])).attrs["notes"] == []


def test_columns_are_found_by_names_that_unicode_calls_the_same():
    for own, other in (ACCENTS, ACCENTS[::-1]):
        frame = pd.DataFrame({own: DRAWN[:, 0], "b": DRAWN[:, 1], f"{own} kind": HALVES})
        found = lab_module.analyse(frame, columns=[other, "b"], classes=f"{other} kind")
        assert found.settings["columns"] == [own, "b"]
        assert found.settings["classes"] == f"{own} kind"
        with pytest.raises(ValueError, match=r"every column must have a name of its own\. Got twice"):
            lab_module.analyse(frame.assign(**{other: 1.0}))


def test_classes_that_look_alike_are_refused():
    frame = pd.DataFrame({"a": DRAWN[:, 0], "kind": [*ACCENTS] * 6})
    words = r"column kind cannot be the classes: they must write the same text in the same way"
    assert words in refused(frame, classes="kind")
    with pytest.raises(ValueError, match=words):
        at.report(frame, classes="kind")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("first", ["sep=;", "SEP=;", '"sep=;"'])
def test_a_first_line_that_names_the_separator_is_obeyed(start, first, end):
    text = f"{start}{first}\na;b\n1;2\n\n3;\n".replace("\n", end)
    table = lab_module.read_csv(text.encode(), separator=";")
    assert table[["a", "b"]].fillna(0).to_numpy().tolist() == [[1, 2], [3, 0]]
    assert table.index.tolist() == [3, 5]  # lines of the file
    assert "choose semicolon as separator." in refused_file(text.encode())
    assert "Got 1 in line 3" in refused_file(text.replace("1;2", "1").encode(), separator=";")


def test_a_first_line_that_names_another_separator_is_told_with_all_else():
    told = (
        "the first line says that a semicolon stands between cells: choose semicolon as separator and comma as decimal"
    )
    assert told in refused_file(b"sep=;\na;b\n1,5;2\n2,5;1\n")
    assert "Got '|' in the first line, sep=|" in refused_file(b"sep=|\na|b\n1|2\n")
    assert list(lab_module.read_csv(b"sep=,\na,b\n1,2\n")) == ["a", "b"]
    assert list(lab_module.read_csv(b"sep=\t\na\tb\n1\t2\n", separator="\t")) == ["a", "b"]


def refused_file(content, **options):
    with pytest.raises(ValueError, match=r"\w") as error:
        lab_module.read_csv(content, **options)
    return str(error.value)


def test_decimal_commas_are_read_when_asked():
    content = b"a;b\n1,5;0\n-2,5e3;1\n"
    table = lab_module.read_csv(content, separator=";", decimal=",")
    assert table["a"].tolist() == [1.5, -2500]
    assert table.attrs["notes"] == []
    quoted = lab_module.read_csv(b'a,b\n"1,5",0\n"2,5",1\n', decimal=",")
    assert quoted["a"].tolist() == [1.5, 2.5]


TEXT_OF_NUMBERS = {  # cell, decimal sign, advice
    "decimal comma": ("1,5", ".", 'To read it, choose comma as decimal sign (decimal=",").'),
    "decimal point": ("1.5", ",", 'To read it, choose point as decimal sign (decimal=".").'),
    "thousands": ("1,234.5", ".", 'To read it, choose comma between thousands (thousands=",").'),
    "millions": ("-1,234,567", ".", 'To read it, choose comma between thousands (thousands=",").'),
    "points": ("1.234,5", ",", 'To read it, choose point between thousands (thousands=".").'),
    "both": (
        "1.234,5",
        ".",
        'To read it, choose comma as decimal sign (decimal=",") and point between thousands (thousands=".").',
    ),
    "both, the other way": (
        "1,234.5",
        ",",
        'To read it, choose point as decimal sign (decimal=".") and comma between thousands (thousands=",").',
    ),
    "either": ("1,234", ".", 'If it is 1.234, choose comma as decimal sign (decimal=","); if it is 1234, choose comma'),
    "either, the other way": ("1.234", ",", "If it is 1,234, choose point as decimal sign"),
    "spaces": ("1 234,5", ",", 'To read it, choose space between thousands (thousands=" ").'),
    "hard spaces": ("1\u202f234\u202f567", ".", 'To read it, choose space between thousands (thousands=" ").'),
    "apostrophes": ("1'234.5", ".", """To read it, choose apostrophe between thousands (thousands="'")."""),
    "as in Python": ("1_000", ".", "Write 1000, without a thousands separator."),
}


@pytest.mark.parametrize("name", TEXT_OF_NUMBERS)
@pytest.mark.parametrize("among_numbers", [False, True])
def test_numbers_in_another_form_are_named_and_not_read(name, among_numbers):
    cell, decimal, advice = TEXT_OF_NUMBERS[name]
    cells = ["7" if among_numbers else cell, cell, cell]
    content = csv_of("a;b", [f"{cell};1" for cell in cells])
    table = lab_module.read_csv(content, separator=";", decimal=decimal)
    assert _reading.measurements(table) == ["b"]
    assert table["a"].tolist() == cells
    (note,) = table.attrs["notes"]
    n_words, line = (2, 3) if among_numbers else (3, 2)
    told = f'{n_words} of 3 values are not numbers, first "{cell}" in line {line}. {advice}'
    assert f'Column "a" is text, not a measurement: {told}' in note


SIGNED = {  # cells, and what reads them as the same numbers
    "German": (["1.234,5", "-12.345.678,25", "7"], {"decimal": ",", "thousands": "."}),
    "English": (["1,234.5", "-12,345,678.25", "7"], {"thousands": ","}),
    "French": (["1\u202f234,5", "-12 345 678,25", "7"], {"decimal": ",", "thousands": " "}),
    "quoted": (['"1,234.5"', '"-12,345,678.25"', "7"], {"separator": ",", "thousands": ","}),
    "Swiss": (["1'234.5", "-12\u2019345\u2019678.25", "7"], {"thousands": "'"}),
}


@pytest.mark.parametrize("name", SIGNED)
def test_thousands_are_read_when_asked(name):
    cells, signs = SIGNED[name]
    signs = {"separator": ";"} | signs
    content = csv_of(f"a{signs['separator']}b", [f"{cell}{signs['separator']}1" for cell in cells])
    table = lab_module.read_csv(content, **signs)
    assert table["a"].tolist() == [1234.5, -12345678.25, 7]
    assert table.attrs["notes"] == []
    assert table.attrs["read"] == {name: sign for name, sign in signs.items() if (name, sign) != ("separator", ",")}


@pytest.mark.parametrize("cell", ["1.23,4", "1.2345", "12.34.567", "1234.567,8", ".123,4"])
def test_digits_in_odd_groups_are_no_number(cell):
    table = lab_module.read_csv(csv_of("a;b", [f"{cell};1"] * 2), separator=";", decimal=",", thousands=".")
    assert _reading.measurements(table) == ["b"]


def test_a_german_file_fails_once_with_all_it_needs():
    text = "Größe;Umsatz;Art\n1,5;1.234,5;Eiche\n2,25;17,0;Ulme\n3,5;12.345,0;Ulme\n"
    for encoding in ("utf-8", "cp1252"):
        with pytest.raises(ValueError, match="separator") as refused:
            lab_module.read_csv(text.encode(encoding))
        message = str(refused.value)
        words = 'comma as decimal sign (decimal=",") and point between thousands (thousands=".").'
        assert message.endswith(f"semicolon as separator, {words}")
        assert ('encoding="cp1252"' in message) == (encoding == "cp1252")
    # With the separator only, the notes of the columns know their own cells; the advice is for all.
    table = lab_module.read_csv(text.encode(), separator=";")
    assert len(table.attrs["notes"]) == 2
    assert table.attrs["advice"] == f"To read all numbers, choose {words}"
    table = lab_module.read_csv(text.encode(), separator=";", decimal=",", thousands=".")
    assert table["Umsatz"].tolist() == [1234.5, 17, 12345]
    assert "advice" not in table.attrs


@pytest.mark.parametrize("cells", [("True", "False"), ("2026-01-05", "2026-01-06"), ("0x10", "1j"), ("12 %", "3 %")])
def test_what_pandas_might_make_of_text_is_text(cells):
    table = lab_module.read_csv(csv_of("a,b", [f"{cell},1" for cell in cells]))
    assert table["a"].tolist() == list(cells)
    assert _reading.measurements(table) == ["b"]


def test_an_unnamed_first_column_names_the_rows(lab):
    content = b",a,kind\n007,1,x\noak 2,2,x\n,7,y\noak 2,8,y\n"
    table = lab_module.read_csv(content)
    assert table.index.tolist() == ["007", "oak 2", "", "oak 2"]
    assert list(table) == ["a", "kind"]
    assert table.attrs["notes"] == [
        "The first column has no name: it holds the names of the rows.",
        'More than one row has this name: "oak 2".',
    ]
    upload(lab, content)
    assert downloads(lab)["clusters.csv"] == "row,cluster\n007,1\noak 2,1\n,2\noak 2,2\n"
    assert "(row oak 2; column a)" in refused(lab_module.read_csv(content.replace(b"8", b"")))


@pytest.mark.parametrize("options", [{}, {"sep": ";", "decimal": ","}, {"sep": "\t", "encoding": "cp1252"}])
def test_a_frame_makes_a_round_trip(tmp_path, options):
    """What pandas has written comes back, with the names of its rows."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"größe": rng.normal(size=6), "b": [1.0, np.nan, 3, 4, 5, 6], "kind": ["x", "y, z", None] * 2})
    frame.index = [f"Pflänzchen\n{i}" for i in range(6)]
    frame.to_csv(tmp_path / "frame.csv", **options)
    names = {"sep": "separator", "decimal": "decimal", "encoding": "encoding"}
    back = lab_module.read_csv(tmp_path / "frame.csv", **{names[key]: value for key, value in options.items()})
    pd.testing.assert_frame_equal(back, frame, check_index_type=False)


BAD = {
    "empty file": (b"", "Got an empty file"),
    "names alone": (b"a,b\n", "lines of values below the names"),
    "wrong separator": (b"a;b\n1;2\n", "choose semicolon as separator"),
    "tabs": (b"a\tb\n1\t2\n", "choose tab as separator"),
    "not a table": (b"a,b\n1,2\n1,2,3\n", "as the header, 2. Got 3 in line 3"),
    "no names": (b"1,2\n3,4\n", "must name the columns"),
    "a name missing": (b"a,,b\n1,2,3\n", "Got none for column 2"),
    "a name twice": (b"a,b,a\n1,2,3\n", "Got twice: a"),
    "a name missing after names of rows": (b",a,\nx,1,2\n", "Got none for column 3"),
    "a name twice after names of rows": (b",a,a\nx,1,2\n", "Got twice: a"),
    "no names but of rows": (b",1,2\nx,1,2\n", "must name the columns"),
    "short row": (b"a,b\n1,2\n1\n", "as the header, 2. Got 1 in line 3"),
    "all rows too long": (b"a,b\n1,2,3\n4,5,6\n", "as the header, 2. Got 3 in line 2"),
    "long row after one of two lines": (b'a,b\n"1\n",2\n1,2,3\n', "Got 3 in line 4"),
    "stray quote": (b'a,b\n"1"2,3\n', "line 2 is no CSV"),
    "latin-1": (
        "größe\n1\n".encode("latin-1"),
        "UTF-8. Got a byte that is not, at position 2. It may be Windows-1252: choose that as encoding "
        '(encoding="cp1252")',
    ),
    "utf-16": ("größe\n1\n".encode("utf-16"), 'It may be UTF-16: choose that as encoding (encoding="utf-16")'),
    "neither": (b"a\x81\n1\n", "UTF-8. Got a byte that is not, at position 1."),
    "spreadsheet": (b"a,b\0\n", "export it as CSV"),
    "spreadsheet with other bytes": (b"PK\3\4\0\xff\n1\n", "export it as CSV"),
    "infinity in a word": (b"a,b\n1,2\n-Infinity,3\n", 'column "a" must hold finite numbers. Got infinity in line 3'),
    "infinity": (b"a,b\n1,2\n1e999,3\n", 'column "a" must hold finite numbers. Got infinity in line 3'),
    "open quote": (b'a,b\n1,"2\n', "is no CSV"),
    "too large": (b"a\n" + b"1\n" * (5 * 2**20), "must not be larger than 10 MB"),
}


@pytest.mark.parametrize("name", BAD)
def test_read_csv_refuses(name):
    content, message = BAD[name]
    with pytest.raises(ValueError, match=re.escape(message)):
        lab_module.read_csv(content)


def test_the_size_of_a_file_is_a_choice(tmp_path):
    content = csv_of("a", ["1"] * 2000)
    assert len(lab_module.read_csv(content, max_bytes=len(content))) == 2000
    with pytest.raises(ValueError, match=r"not be larger than 0.00381 MB \(max_bytes\)"):
        lab_module.read_csv(content, max_bytes=len(content) - 1)
    large = csv_of("a,b", ["1," + "x" * 110_000] * 100)  # more than the 10 MB of the default
    (tmp_path / "large.csv").write_bytes(large)
    for source in (large, tmp_path / "large.csv"):
        assert len(lab_module.read_csv(source, max_bytes=len(large))) == 100
    with pytest.raises(ValueError, match="max_bytes must be"):
        lab_module.read_csv(content, max_bytes=0)


def test_read_csv_refuses_a_missing_file_and_odd_settings(tmp_path):
    with pytest.raises(ValueError, match="there is no file"):
        lab_module.read_csv(tmp_path / "nothing.csv")
    with pytest.raises(ValueError, match="separator must be"):
        lab_module.read_csv(TREES, separator="|")
    with pytest.raises(ValueError, match="decimal must be"):
        lab_module.read_csv(TREES, decimal="'")
    with pytest.raises(ValueError, match="thousands must be one of"):
        lab_module.read_csv(TREES, thousands="/")
    for signs in ({"thousands": "."}, {"decimal": ",", "separator": ";", "thousands": ","}):
        with pytest.raises(ValueError, match="thousands must have another sign than decimals"):
            lab_module.read_csv(TREES, **signs)
    for encoding in ("nonsense", "rot13", 3):
        with pytest.raises(ValueError, match=f"text encoding that Python knows.* Got {encoding!r}"):
            lab_module.read_csv(TREES, encoding=encoding)


def test_other_encodings_are_read_and_utf_8_is_not_taken_for_them():
    text = "größe,kind\n1,é\n2,€\n"
    for encoding in ("utf-8", "cp1252", "utf-16"):
        table = lab_module.read_csv(text.encode(encoding), encoding=encoding)
        assert list(table) == ["größe", "kind"]
        assert table["kind"].tolist() == ["é", "€"]
    for content, encoding in ((text, "cp1252"), (text, "latin-1"), ("a,b\n1,2\n", "utf-16")):
        with pytest.raises(ValueError, match=r'is text in UTF-8: choose UTF-8 as encoding \(encoding="utf-8"\)'):
            lab_module.read_csv(content.encode(), encoding=encoding)
    assert list(lab_module.read_csv(b"a,b\n1,2\n", encoding="cp1252")) == ["a", "b"]  # the same letters in both
    # UTF-8 with a mark in front, as Excel writes it, has a name of its own in Python.
    for encoding in ("utf-8-sig", "utf_8_sig", "UTF8", "utf-8"):
        for start in ("", "\ufeff"):
            table = lab_module.read_csv(f"{start}{text}".encode(), encoding=encoding)
            assert list(table) == ["größe", "kind"]


def test_a_word_among_numbers_makes_text_and_is_named():
    table = lab_module.read_csv(b"a,b,c\n1,2,0\n2,many,1\n3,4,1\n")
    assert _reading.measurements(table) == ["a", "c"]
    assert table.attrs["notes"] == [
        'Column "b" is text, not a measurement: 1 of 3 values are not numbers, first "many" in line 3.'
    ]


def test_bundled_tables_are_those_of_scikit_learn():
    for name, load in _reading.BUNDLED.items():
        table, data = lab_module.bundled_table(name), load()
        np.testing.assert_array_equal(measurements_of(table), data.data)
        assert list(measurements_of(table)) == list(data.feature_names)
        assert [str(data.target_names[i]) for i in data.target] == table["class"].tolist()
        assert table.attrs["name"] == name
    with pytest.raises(ValueError, match="name must be"):
        lab_module.bundled_table("roses")


def test_wine_against_the_definitions():
    """Every number, by another route: plain counting, scikit-learn, and the other modules."""
    table = lab_module.bundled_table("wine")
    result = lab_module.analyse(table, n_clusters=3, classes="class")
    data = load_wine()
    X = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
    np.testing.assert_allclose(result.points, X)
    labels = KMeans(3, n_init=10, random_state=0).fit_predict(X)
    assert at.adjusted_rand_score(labels, result.labels) == 1
    assert result.aucc == at.aucc_score(X, labels)
    few = np.random.default_rng(0).choice(len(X), 40, replace=False)
    assert at.aucc_score(X[few], labels[few]) == pytest.approx(aucc_by_definition(pdist(X[few]).tolist(), labels[few]))
    assert result.curve.auc == pytest.approx(result.aucc, abs=1e-12)
    assert result.criteria["Silhouette"] == pytest.approx(metrics.silhouette_score(X, labels))
    assert result.criteria["VRC"] == pytest.approx(metrics.calinski_harabasz_score(X, labels))
    assert result.criteria["DB"] == pytest.approx(metrics.davies_bouldin_score(X, labels))
    assert result.adjusted_rand == pytest.approx(metrics.adjusted_rand_score(data.target, labels))
    assert result.aucc_of_classes == at.aucc_score(X, data.target)
    # The level: the same algorithm on the same reference sets, drawn one after the other.
    rng = np.random.default_rng(0)
    drawn = [at.reference_data(X, rng=rng) for _ in range(19)]
    scores = [at.aucc_score(D, KMeans(3, n_init=10, random_state=0).fit_predict(D)) for D in drawn]
    assert result.level == pytest.approx(statistics.mean(scores), abs=1e-9)
    assert result.level_std == pytest.approx(statistics.stdev(scores), abs=1e-9)
    # The excess: the logit of the counts of comparisons, a half added to each side, less the mean over all 20 sets.
    logits = []
    for D in (X, *drawn):
        found = at.concordance(D, KMeans(3, n_init=10, random_state=0).fit_predict(D))
        closer, farther = (side + found.s_zero / 2 for side in (found.s_plus, found.s_minus))
        logits.append(math.log((closer + 0.5) / (farther + 0.5)))
    assert result.excess == pytest.approx(logits[0] - statistics.mean(logits))
    assert result.n_reached == sum(score >= result.aucc for score in scores) == 0
    # The components: orthogonal, and their variances are the shares.
    places, shares = result.components
    assert places[:, 0] @ places[:, 1] == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(places.var(axis=0) / X.var(axis=0).sum(), shares)


@pytest.mark.parametrize("algorithm", _analysis.ALGORITHMS)
@pytest.mark.parametrize("metric", _analysis.METRICS)
def test_every_algorithm_and_metric(algorithm, metric):
    table = lab_module.bundled_table("iris")
    result = lab_module.analyse(table, algorithm=algorithm, metric=metric, n_clusters=4, seed=1)
    assert np.bincount(result.labels).size == 4
    assert result.labels[0] == 0
    assert np.flatnonzero(np.diff(np.maximum.accumulate(result.labels)) > 1).size == 0
    assert result.aucc == at.aucc_score(result.points, result.labels, metric=metric)
    told = [note for note in result.notes if "Euclidean" in note]
    assert bool(told) == (metric != "euclidean" and algorithm in ("k-means", "ward"))


def test_scalings():
    table = lab_module.bundled_table("iris")
    ranged = lab_module.analyse(table, scaling="range").points
    assert (ranged.min(axis=0).tolist(), ranged.max(axis=0).tolist()) == ([0] * 4, [1] * 4)
    plain = lab_module.analyse(table, scaling="none").points
    np.testing.assert_array_equal(plain, measurements_of(table))


def refused(table, **settings):
    with pytest.raises(ValueError, match=r".") as caught:
        lab_module.analyse(table, **settings)
    return str(caught.value)


def test_analyse_refuses_what_it_cannot_use():
    table = lab_module.read_csv(TREES)
    missing = refused(table)
    assert "1 of 8 rows lack a value (line 4; column width)" in missing
    assert "drop_incomplete=True" in missing
    full = ["height"]
    assert "constant in the rows used: column planet" in refused(table, columns=["height", "planet"])
    assert "column kind: text" in refused(table, columns=["height", "kind"])
    assert "no column 'age'" in refused(table, columns=["age"])
    assert "at least one column" in refused(table, columns=[])
    assert "cannot be a measurement and the classes" in refused(table, columns=full, classes="height")
    assert "between 2 and n - 1 = 7" in refused(table, columns=full, n_clusters=8)
    for name in ("scaling", "metric", "algorithm", "reference"):
        assert f"{name} must be" in refused(table, columns=full, **{name: "odd"})
    one_row = lab_module.read_csv(b"a,b\n1,2\n")
    assert "at least 3 rows" in refused(one_row, columns=["a"])
    twins = lab_module.read_csv(b"a,b\n1,2\n1,2\n3,4\n3,4\n1,2\n")
    assert "3 clusters need as many different rows. Got 2" in refused(twins, n_clusters=3)
    huge = lab_module.read_csv(b"a\n1e308\n-1e308\n0\n1e200\n")
    assert "Use other units" in refused(huge, scaling="none")


def test_incomplete_rows_are_left_out_when_asked_and_named():
    table = lab_module.read_csv(TREES)
    result = lab_module.analyse(table, drop_incomplete=True, classes="kind")
    assert result.rows.tolist() == [2, 3, 5, 6, 7, 8, 9]
    assert result.adjusted_rand == result.aucc == result.aucc_of_classes == 1
    assert result.notes == (
        "Column row is left out: it counts the rows, and measures nothing.",
        "Column planet is left out: constant; it tells no rows apart.",
        "1 incomplete rows left out (line 4; column width). Are they like the others?",
    )
    # What is missing elsewhere does not matter.
    assert lab_module.analyse(table, columns=["height"]).rows.size == 8


def test_rows_without_a_class_are_clustered_and_not_compared():
    penguins = at.datasets.load_penguins()
    sizes = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    options = {"columns": sizes, "algorithm": "ward", "drop_incomplete": True}
    alone = lab_module.analyse(penguins, **options)
    beside = lab_module.analyse(penguins, classes="Sex", **options)
    assert alone.labels.size == beside.labels.size == 342
    np.testing.assert_array_equal(alone.labels, beside.labels)
    assert (alone.aucc, alone.level) == (beside.aucc, beside.level)
    has_sex = penguins["Sex"].notna()[penguins[sizes].notna().all(axis=1)].to_numpy()
    sex = penguins["Sex"].loc[beside.rows][has_sex]
    assert has_sex.sum() == 333
    assert beside.adjusted_rand == pytest.approx(metrics.adjusted_rand_score(sex, beside.labels[has_sex]))
    assert beside.aucc_of_classes == at.aucc_score(beside.points[has_sex], sex.to_numpy())
    assert "9 rows without a class are clustered" in beside.notes[-1]
    nobody = lab_module.analyse(pd.DataFrame({"a": [1.0, 2, 5, 6], "kind": [None] * 4}), classes="kind")
    assert (nobody.adjusted_rand, nobody.aucc_of_classes) == (None, None)


@pytest.mark.parametrize("dtype", [int, float, str])
def test_noise_among_the_classes_is_left_out_and_counted(dtype):
    rng = np.random.default_rng(3)
    points = rng.normal(size=(40, 2)) + np.repeat([[0, 0], [9, 0]], 20, axis=0)
    found = np.repeat([0, 1], 20)
    found[[3, 30, 31]] = -1
    table = pd.DataFrame({"a": points[:, 0], "b": points[:, 1], "found": found.astype(dtype)})
    options = {"columns": ["a", "b"], "classes": "found"}
    noise = -1 if dtype is int else "-1"
    result = lab_module.analyse(table, noise=noise, **options)
    assert result.aucc_of_classes == at.aucc_score(result.points, found, noise=-1)
    assert result.adjusted_rand == at.adjusted_rand_score(found[found != -1], result.labels[found != -1])
    assert result.notes[-1].startswith("3 of 40 rows are noise (class -1)")
    assert result.numbers["noise"] == noise
    if dtype is not int:
        return
    without = lab_module.analyse(table, **options)
    with pytest.warns(UserWarning, match="-1 counts as a cluster"):
        assert without.aucc_of_classes == at.aucc_score(result.points, found)
    assert 'If it is noise, write -1 as "Noise class" (noise=-1).' in without.notes[-1]
    lab = lab_module.Lab(table)
    lab.controls["classes"].value = "found"
    before = lab.analysis.aucc_of_classes
    lab.controls["noise"].value = " -1 "
    assert lab.analysis.aucc_of_classes == result.aucc_of_classes != before
    assert "3 of 40 rows are noise" in lab.message
    lab.stop()


def test_too_many_rows_are_sampled_when_asked():
    table = lab_module.bundled_table("digits")
    message = refused(table)
    assert "at most 1000 rows" in message
    assert "Got 1797" in message
    chosen = ["pixel_2_3", "pixel_3_4"]
    first, again, other = (
        lab_module.analyse(table, columns=chosen, sample=True, seed=seed, algorithm="complete") for seed in (0, 0, 1)
    )
    assert first.rows.size == first.rows.unique().size == 1000
    assert first.rows.equals(again.rows)
    assert not first.rows.equals(other.rows)


def test_an_undefined_criterion_is_none_and_says_why():
    table = lab_module.read_csv(b"a\n0\n0\n5\n5\n5\n")
    result = lab_module.analyse(table, n_clusters=2)
    undefined = [title for title, value in result.criteria.items() if value is None]
    assert undefined
    assert all(any("not defined" in note for note in result.notes) for _ in undefined)


def test_the_picture_has_the_numbers():
    result = lab_module.analyse(lab_module.bundled_table("wine"), n_clusters=3)
    figure = lab_module.plot_analysis(result)
    points, distances, roc, level = figure.axes
    assert sum(len(marks.get_offsets()) for marks in points.collections) == 178
    drawn = distances.images[0].get_array()
    starts = [0, *np.cumsum(np.bincount(result.labels))]
    blocks = [drawn[a:b, a:b].sum() for a, b in itertools.pairwise(starts)]
    i, j = np.triu_indices(178, 1)
    within = result.labels[i] == result.labels[j]
    assert sum(blocks) == pytest.approx(2 * result.dissimilarities[within].sum())
    assert drawn.sum() == pytest.approx(2 * result.dissimilarities.sum())
    assert [patch.get_width() for patch in distances.patches] == np.bincount(result.labels).tolist()
    assert roc.texts[0].get_text() == f"area {result.aucc:.3f}"
    assert [text.get_text()[:5] for text in level.get_yticklabels()] == [f"{result.level:.3f}", f"{result.aucc:.3f}"]
    with pytest.raises(ValueError, match="must come from analyse"):
        lab_module.plot_analysis(3)


def test_one_clustering_of_the_data_and_one_of_each_reference_set(monkeypatch):
    seen, label_rows = [], _analysis.label_rows

    def counted(X, *settings, **options):
        seen.append(X.copy())
        return label_rows(X, *settings, **options)

    monkeypatch.setattr(_analysis, "label_rows", counted)
    result = lab_module.analyse(lab_module.bundled_table("iris"))
    assert len(seen) == 20
    assert sum(np.array_equal(X, result.points) for X in seen) == 1


def test_a_single_column_has_one_component():
    places, shares = lab_module.analyse(lab_module.bundled_table("iris"), columns=["petal width (cm)"]).components
    assert shares.tolist() == [1, 0]
    assert places.shape == (150, 2)
    assert (places[:, 1] == 0).all()
    assert places[:, 0].std() == pytest.approx(1)


N = 12
DRAWN = np.random.default_rng(0).normal(size=(N, 3)) + np.repeat([[0], [9]], 6, axis=0)
HALVES = ["low"] * 6 + ["high"] * 6

NUMBERS = {
    "float64": DRAWN[:, 0],
    "float32": DRAWN[:, 0].astype("float32"),
    "int64": (100 * DRAWN[:, 0]).astype("int64"),
    "uint8": np.arange(N, dtype="uint8") ** 2,
    "Int64": pd.array([*range(0, 2 * N - 2, 2), 50], dtype="Int64"),
    "Float64": pd.array(DRAWN[:, 0], dtype="Float64"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_columns_of_numbers_are_measurements(name):
    frame = pd.DataFrame({"a": NUMBERS[name], "b": DRAWN[:, 1]})
    expected = lab_module.analyse(pd.DataFrame({"a": np.asarray(NUMBERS[name], dtype=float), "b": DRAWN[:, 1]}))
    result = lab_module.analyse(frame)
    assert result.settings["columns"] == ["a", "b"]
    assert result.numbers == expected.numbers
    np.testing.assert_array_equal(result.points, expected.points)


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
NO_CLASSES = {"dates", "zones", "durations", "periods", "intervals", "complex", "sparse", "lists"}
NO_CLASSES |= {"Python's dates", "long numbers"}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.breadth(first_of=4)
def test_other_columns_are_no_measurements_and_say_why(name):
    values, reason, is_told = OTHERS[name]
    frame = pd.DataFrame({"a": DRAWN[:, 0], "b": DRAWN[:, 1], name: values})
    assert lab_module.analyse(frame).settings["columns"] == ["a", "b"]
    assert refused(frame, columns=["a", name]).startswith(f"column {name}: {reason}")
    lab = lab_module.Lab(frame)
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


BAD_FRAMES = {
    "array": (DRAWN, "must be a pandas DataFrame, as read_csv() or pandas.DataFrame(X) makes it. Got numpy.ndarray"),
    "series": (pd.Series(DRAWN[:, 0]), "Got pandas."),
    "name twice": (pd.DataFrame(DRAWN, columns=["a", "b", "a"]), "a name of its own. Got twice: a"),
    "name twice as text": (pd.DataFrame(DRAWN, columns=[1, "b", "1"]), "a name of its own. Got twice: 1"),
    "no name": (pd.DataFrame(DRAWN, columns=["a", "", "c"]), "a name in the table. Got none for column 2"),
    "levels": (
        pd.DataFrame(DRAWN, columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y"), ("b", "x")])),
        "every column must have one name. Got columns with 2 levels of names, such as ('a', 'x')",
    ),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
@pytest.mark.parametrize("use", [lab_module.analyse, lab_module.Lab])
def test_frames_that_are_no_table_are_refused(use, name):
    frame, message = BAD_FRAMES[name]
    with pytest.raises(ValueError, match=re.escape(message)):
        use(frame)


def test_frames_without_rows_or_columns_are_refused_in_words():
    assert "at least 3 rows" in refused(pd.DataFrame())
    assert "at least one column" in refused(pd.DataFrame(index=range(5)))
    assert "at least one column" in refused(pd.DataFrame({"kind": HALVES}))
    assert "Got the text 'ab'; write ['ab']" in refused(pd.DataFrame({"ab": DRAWN[:, 0]}), columns="ab")
    assert "Got twice: ab" in refused(pd.DataFrame({"ab": DRAWN[:, 0]}), columns=["ab", "ab"])
    assert lab_module.Lab(pd.DataFrame()).message.startswith("Not computed: there must be at least 3 rows")


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
    lab = lab_module.Lab(frame)
    lab.wait()
    lines = lab.labels_csv().splitlines()
    assert lines[:2] == [header, first]
    assert [int(line[-1]) - 1 for line in lines[1:]] == lab.analysis.labels.tolist()
    assert lab.analysis.rows.equals(frame.index)
    frame.iloc[2, 1] = np.nan
    assert f"1 of 12 rows lack a value ({third}; column b)" in refused(frame)
    without = lab_module.analyse(frame, drop_incomplete=True)
    assert without.rows.equals(frame.index.delete(2))
    others = np.delete(DRAWN, 2, axis=0)
    np.testing.assert_allclose(without.points, (others - others.mean(axis=0)) / others.std(axis=0))
    frame.iloc[2, 1] = np.inf
    assert refused(frame) == f'column "b" must hold finite numbers. Got infinity in {third}.'


@pytest.mark.parametrize("values", [[0, 1, np.inf] * 4, [*range(11), -np.inf]])
def test_infinity_among_whole_numbers_is_refused_as_anywhere(values):
    frame = pd.DataFrame(DRAWN, columns=list("abc")).assign(d=np.asarray(values, dtype=float))
    assert refused(frame).startswith('column "d" must hold finite numbers. Got infinity in row')
    assert lab_module.analyse(frame, columns=list("abc")).aucc > 0


@pytest.mark.parametrize("scaling", ["standardise", "range"])
@pytest.mark.parametrize("power", [-700, 700])
def test_columns_of_any_unit_are_the_same_points(power, scaling):
    frame = pd.DataFrame(DRAWN, columns=list("abc"))
    plain, tiny = (lab_module.analyse(one, scaling=scaling) for one in (frame, frame * 2.0**power))
    # A power of two changes no digit.
    assert np.array_equal(plain.points, tiny.points)
    assert (plain.aucc, plain.level, plain.criteria) == (tiny.aucc, tiny.level, tiny.criteria)


def test_points_whose_squares_are_lost_are_refused():
    frame = pd.DataFrame(DRAWN, columns=list("abc"))
    assert "must differ enough" in refused(frame * 1e-200, scaling="none")
    assert "must be small enough to be squared and added" in refused(frame * 1e200, scaling="none")


def test_a_part_of_a_file_keeps_its_lines():
    table = lab_module.read_csv(TREES)
    assert "(line 4; column width)" in refused(table[table["kind"] == "oak"], columns=["height", "width"])


def test_a_frame_is_left_as_it_was():
    frame = pd.DataFrame(DRAWN, columns=[0, 1, 2])
    before = frame.copy()
    result = lab_module.analyse(frame, columns=[0, 2])
    assert result.settings["columns"] == ["0", "2"]
    lab_module.Lab(frame).wait()
    pd.testing.assert_frame_equal(frame, before)


def test_the_lab_shows_a_frame():
    frame = pd.DataFrame(DRAWN, columns=["a", "b", "c"]).assign(kind=HALVES, one=1)
    frame.attrs |= {"name": "my plants", "notes": "Measured in the rain."}
    lab = lab_module.Lab(frame)
    lab.wait()
    assert lab.controls["data"].options[0] == ("my plants", "frame")
    assert lab.controls["data"].value == "frame"
    assert lab.controls["columns"].value == ("a", "b", "c")
    assert lab.controls["classes"].options == (("(none)", ""), ("kind", "kind"))
    assert lab.message.splitlines() == [
        "Measured in the rain.",
        "Column one is left out: constant; it tells no rows apart.",
    ]
    assert lab.analysis.numbers == lab_module.analyse(frame).numbers
    assert lab.analysis.settings["table"] == "my plants"
    assert numbers_of(lab)["AUCC"] == f"{lab.analysis.aucc:.3f}"
    lab.controls["data"].value = "iris"
    assert lab.analysis.settings["table"] == "iris"
    lab.controls["data"].value = "frame"
    assert lab.analysis.settings["table"] == "my plants"


def numbers_of(lab):
    """What the table of the lab shows."""
    return dict(re.findall(r'data-value="([^"]+)"[^>]*>([^<]+)<', lab._numbers.value))


def downloads(lab):
    found = re.findall(r'download="([\w.]+)"[^>]* href="data:text/csv;charset=utf-8;base64,([^"]+)"', lab._export.value)
    return {name: base64.b64decode(content).decode() for name, content in found}


def test_the_lab_starts_with_wine(lab, drawn):
    lab.wait()
    assert lab.table.attrs["name"] == "wine"
    assert lab.analysis.settings["classes"] == "class"
    assert numbers_of(lab)["AUCC"] == f"{lab.analysis.aucc:.3f}"
    assert numbers_of(lab)["excess over the baseline, in logits"] == f"{lab.analysis.excess:.3f}"
    assert numbers_of(lab)["sets of 19 that reach it"] == str(lab.analysis.n_reached)
    assert 'role="status"' in lab._status.value
    picture = re.fullmatch(r'<img src="data:image/png;base64,([^"]+)" alt="([^"]+)"[^>]*>', lab._picture.value)
    assert base64.b64decode(picture[1]).startswith(b"\x89PNG")
    assert f"AUCC {lab.analysis.aucc:.3f} compared with its baseline {lab.analysis.level:.3f}" in picture[2]


CHANGES = {
    "columns": ("alcohol", "proline", "hue"),
    "classes": "",
    "scaling": "range",
    "metric": "cityblock",
    "algorithm": "average",
    "n_clusters": 5,
    "reference": "normal",
    "seed": 7,
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.breadth(first_of=2)
def test_every_control_reaches_the_arithmetic(lab, name, drawn):
    lab.wait()
    before = lab.analysis.numbers
    lab.controls[name].value = CHANGES[name]
    lab.wait()
    expected = lab_module.analyse(lab.table, **{"classes": "class", name: CHANGES[name] or None})
    assert lab.analysis.numbers == expected.numbers != before
    assert numbers_of(lab)["its baseline"] == f"{expected.level:.3f}"
    assert ("ARI with the classes" in numbers_of(lab)) == (name != "classes")
    is_new = name in ("columns", "scaling", "algorithm", "n_clusters", "seed")  # the others judge the same clustering
    assert lab.history == [before | {"clustering": 1}, expected.numbers | {"clustering": 1 + is_new}]


def test_data_change_brings_its_own_choices(lab):
    lab.controls["n_clusters"].value = 14
    lab.controls["data"].value = "iris"
    assert lab.controls["columns"].options == lab.controls["columns"].value == tuple(load_iris().feature_names)
    assert (lab.controls["n_clusters"].max, lab.controls["n_clusters"].value) == (13, 13)
    assert lab.analysis.settings["table"] == "iris"
    lab.controls["data"].value = "digits"
    assert "at most 1000 rows" in lab.message
    assert (lab.analysis, lab._picture.value, lab._numbers.value) == (None, "", "")
    assert set(downloads(lab)) == {"numbers.csv"}


def test_the_export_is_what_was_looked_at(lab):
    for k in (2, 3, 4, 3):
        lab.controls["n_clusters"].value = k
        lab.wait()
    lab.controls["columns"].value = ()  # refused: no row
    rows = list(csv.DictReader(io.StringIO(downloads(lab)["numbers.csv"])))
    assert [row["n_clusters"] for row in rows] == ["2", "3", "4"]
    for row, known in zip(rows, lab.history, strict=True):
        assert float(row["aucc"]) == known["aucc"]
        assert float(row["excess"]) == known["excess"]
        assert int(row["n_reached"]) == known["n_reached"]
        assert row["metric"] == "euclidean"
    assert lab.labels_csv() == "row,cluster\n"
    lab.controls["columns"].value = ("alcohol", "hue")
    clusters = list(csv.DictReader(io.StringIO(downloads(lab)["clusters.csv"])))
    assert [int(row["cluster"]) - 1 for row in clusters] == lab.analysis.labels.tolist()
    assert [int(row["row"]) for row in clusters] == list(range(178))


@pytest.fixture
def gate(monkeypatch):
    """Levels wait until the gate is opened, and can be stopped before."""
    opened = threading.Event()
    with_level = _widget.with_level

    def waiting(analysis, on_progress):
        while not opened.wait(0.01):
            on_progress(3, 20, "waiting")
        return with_level(analysis, on_progress)

    monkeypatch.setattr(_widget, "with_level", waiting)
    return opened


def shown_level(lab):
    return numbers_of(lab)["its baseline"]


def test_the_level_follows_and_all_else_is_there_at_once(gate, lab):
    at_once = lab.analysis
    assert numbers_of(lab)["AUCC"] == f"{at_once.aucc:.3f}"
    assert (at_once.level, at_once.level_std, at_once.excess, at_once.n_reached) == (None,) * 4
    assert shown_level(lab) == numbers_of(lab)["excess over the baseline, in logits"] == "…"
    assert "AUCC 0.810." in lab._picture.value
    assert lab._progress.layout.display is None
    assert lab.history[0]["level"] is None
    assert downloads(lab)["clusters.csv"].count("\n") == 179
    gate.set()
    lab.wait()
    expected = lab_module.analyse(lab.table, classes="class")
    assert lab.analysis.numbers == expected.numbers
    assert shown_level(lab) == f"{expected.level:.3f}"
    assert lab.history == [expected.numbers | {"clustering": 1}]
    assert [box.layout.display for box in lab.box.children].count("none") == 1  # the progress alone is hidden
    assert lab._progress.layout.display == "none"


def test_a_change_stops_the_level_of_other_settings(gate, lab):
    before, work = lab.analysis, lab._work
    lab.controls["n_clusters"].value = 3
    assert (work.has_ended, work.result) == (True, None)
    assert lab._work is not work
    gate.set()
    lab._hear(work)  # what was on its way from the old settings changes nothing
    assert lab.analysis.level is None
    lab.wait()
    assert lab.analysis.numbers == lab_module.analyse(lab.table, classes="class", n_clusters=3).numbers
    assert [row["level"] for row in lab.history] == [None, lab.analysis.level]
    assert lab.history[0]["aucc"] == before.aucc
    gate.clear()
    lab.controls["n_clusters"].value = 2
    lab.controls["n_clusters"].value = 3  # whose level is under way anew, and known
    assert [row["level"] for row in lab.history] == [None, pytest.approx(0.820, abs=0.001)]


def test_a_stopped_level_stays_open(gate, lab):
    lab.buttons["stop"].click()
    assert lab.analysis.level is None
    assert shown_level(lab) == "not computed"
    assert "The baseline is not computed: it was stopped." in lab._status.value
    assert lab._progress.layout.display == "none"
    gate.set()
    lab.controls["n_clusters"].value = 3
    lab.wait()
    assert shown_level(lab) == f"{lab.analysis.level:.3f}"
    assert "stopped" not in lab._status.value


def test_a_refused_table_stops_the_level(gate, lab):
    work = lab._work
    upload(lab, b"a,b\n1,2\n")
    assert (work.has_ended, lab._work) == (True, None)
    lab.wait()  # nothing to wait for
    assert lab._numbers.value == lab._picture.value == ""


def test_a_level_that_does_not_exist_says_why():
    """Four points in three dimensions have an AUCC, and no freedom for reference sets."""
    lab = lab_module.Lab(pd.DataFrame({"a": [1.5, 2, 8, 9], "b": [1, 2.5, 1, 2], "c": [0.5, 0, 3, 9]}))
    lab.wait()
    assert lab.analysis.aucc is not None
    assert "The baseline is not computed: X must have at least 2 rows more than dimensions" in lab.message
    assert shown_level(lab) == "not computed"


def test_a_fault_is_not_hidden(monkeypatch):
    def broken(analysis, on_progress):
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(_widget, "with_level", broken)
    lab = lab_module.Lab()
    with pytest.raises(ZeroDivisionError, match="a fault"):
        lab.wait()


def test_in_a_kernel_the_event_loop_brings_the_level(gate):
    async def session():
        lab = lab_module.Lab()
        for _ in range(2000):
            await asyncio.sleep(0.01)
            if lab._bar.value == 3:
                break
        progress = lab._bar.value, lab._bar.max, lab._doing.value
        gate.set()
        for _ in range(2000):
            await asyncio.sleep(0.01)
            if lab.analysis.level is not None:
                break
        return progress, lab

    # In a thread of its own: where a browser was driven before, this one has a loop that runs.
    with ThreadPoolExecutor(1) as pool:
        progress, lab = pool.submit(asyncio.run, session()).result()
    assert progress == (3, 20, "waiting")
    assert shown_level(lab) == f"{lab.analysis.level:.3f}"
    assert lab._work is None


def test_looks_are_different_clusterings_of_one_table(lab):
    def looks():
        return int(re.search(r"clusterings of this table so far: (\d+)", lab._status.value)[1])

    assert looks() == 1
    for name, value, expected in (
        ("classes", "", 1),
        ("metric", "cityblock", 1),  # k-means does not see it
        ("reference", "radial", 1),
        ("n_clusters", 3, 2),
        ("n_clusters", 2, 2),
        ("algorithm", "ward", 3),
    ):
        lab.controls[name].value = value
        assert looks() == expected
    lab.controls["data"].value = "iris"
    assert looks() == 1
    lab.controls["data"].value = "wine"
    assert looks() == 3
    lab.controls["n_clusters"].value = 5
    assert looks() == 4
    assert [row["clustering"] for row in lab.history if row["table"] == "wine"] == [1, 1, 1, 1, 2, 3, 3, 4]


def test_the_classes_leave_the_columns_and_come_back():
    frame = pd.DataFrame(DRAWN, columns=list("abc")).assign(code=[0, 1, 2] * 4, kind=HALVES)
    lab = lab_module.Lab(frame)
    columns, classes = lab.controls["columns"], lab.controls["classes"]
    assert columns.options == ("a", "b", "c", "code")
    assert columns.value == ("a", "b", "c")
    assert "Column code is left out: whole numbers with the name of a code." in lab.message
    columns.value = ("a", "code")
    assert "code" not in lab.message
    classes.value = "code"
    assert (columns.options, columns.value) == (("a", "b", "c"), ("a",))
    assert lab.analysis.settings["columns"] == ["a"]
    classes.value = "kind"
    assert (columns.options, columns.value) == (("a", "b", "c", "code"), ("a",))
    columns.value = ("a", "b", "c")
    classes.value = "code"
    assert "code" not in lab.message
    assert lab.analysis.labels.size == N
    lab.stop()


def of_report(lab):
    """The files that the report offers."""
    found = re.findall(r'download="([\w.]+)"[^>]* href="data:[^,"]*;base64,([^"]+)"', lab._report_files.value)
    return {name: base64.b64decode(content) for name, content in found}


def test_a_report_of_what_is_set(tmp_path):
    frame = pd.DataFrame(DRAWN, columns=list("abc"), index=[f"oak {i}" for i in range(N)]).assign(kind=HALVES)
    lab = lab_module.Lab(frame)
    for name, value in (("classes", "kind"), ("report_scaling", "range"), ("metric", "cityblock"), ("seed", 5)):
        lab.controls[name].value = value
    lab.controls["columns"].value = ("a", "c")
    lab.controls["algorithms"].value = ("average", "ward")
    lab.controls["ks"].value = (2, 3)
    assert lab.report is None
    lab.buttons["report"].click()  # the level is under way, and comes first
    lab.wait()
    assert shown_level(lab) == f"{lab.analysis.level:.3f}"
    options = {"columns": ["a", "c"], "classes": "kind", "scaling": "range", "metric": "cityblock", "rng": 5}
    expected = at.report(frame, ("average", "ward"), range(2, 4), missing="refuse", **options, progress=False)
    assert lab.report.settings == expected.settings
    for name in ("tests", "by_k", "objects", "external"):
        pd.testing.assert_frame_equal(getattr(lab.report, name), getattr(expected, name))
    assert lab._report_view.value == expected._repr_html_()
    files = of_report(lab)
    assert files["report.html"] == expected.to_html(tmp_path / "report.html").read_bytes()
    with zipfile.ZipFile(io.BytesIO(files["report_csv.zip"])) as archive:
        for path in expected.to_csv(tmp_path / "csv"):
            assert archive.read(path.name) == path.read_bytes()
    assert "The report at the bottom looked at 4 clusterings." in lab._report_status.value
    assert "of this table so far: 1, and 4 in reports." in lab._status.value
    # What the report does not depend on leaves it; all else takes it away.
    for name, value in (("n_clusters", 3), ("algorithm", "single"), ("ks", (2, 4)), ("scaling", "none")):
        lab.controls[name].value = value
        assert lab.report.settings == expected.settings
    lab.controls["metric"].value = "euclidean"
    assert lab.report is None
    assert lab._report_view.value == lab._report_files.value == ""
    lab.stop()


def test_a_report_is_stopped(monkeypatch, lab):
    begun = threading.Event()

    def endless(*_, progress, **__):
        while True:
            begun.wait(0.01)
            progress(1, 9, "the data")
            begun.set()

    monkeypatch.setattr(_widget, "report", endless)
    lab.wait()
    lab.buttons["report"].click()
    assert begun.wait(60)
    lab.buttons["stop"].click()
    assert "No report: it was stopped." in lab._report_status.value
    assert lab.report is None
    lab.buttons["report"].click()
    work = lab._work
    lab.controls["n_clusters"].value = 3
    assert work.has_ended
    lab.wait()
    assert lab.analysis.level is not None
    assert lab.report is None


def test_a_report_that_is_refused_says_why(lab):
    lab.wait()
    lab.controls["algorithms"].value = ()
    lab.buttons["report"].click()
    lab.wait()
    assert "No report: algorithms must hold different names" in lab._report_status.value
    upload(lab, b"a;b\n1;2\n")
    lab.buttons["report"].click()
    assert "No report: there is no table." in lab._report_status.value


def test_upload_with_missing_values_text_and_a_constant_column(lab, drawn):
    upload(lab, TREES, "trees.csv")
    assert lab.controls["data"].value == "upload"
    assert lab.controls["columns"].value == ("height", "width")
    assert lab.controls["classes"].options == (("(none)", ""), ("kind", "kind"))
    assert lab.message.startswith("Not computed: 1 of 8 rows lack a value (line 4; column width)")
    assert "Column planet is left out" in lab.message
    assert lab.analysis is None
    lab.controls["drop_incomplete"].value = True
    assert lab.analysis.labels.tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert "1 incomplete rows left out" in lab.message
    lab.controls["classes"].value = "kind"
    assert numbers_of(lab)["ARI with the classes"] == "1.000"
    lab.controls["columns"].value = ("height", "planet")
    assert "constant in the rows used: column planet" in lab.message
    assert lab.analysis is None
    upload(lab, TREES.replace(b"0.9,,", b"0.9,2.0,"), "trees2.csv")
    assert not lab.controls["drop_incomplete"].value  # a choice made for other data
    assert lab.analysis.labels.size == 8


def test_upload_of_one_row_and_of_no_table(lab):
    upload(lab, b"a,b\n1,2\n")
    assert lab.controls["columns"].options == ("a", "b")
    assert "at least 3 rows: fewer make no pairs of both kinds. Got 1" in lab.message
    assert lab.analysis is None
    upload(lab, b"a;b\n1;2\n3;4\n5;7\n9;8\n")
    assert "choose semicolon as separator" in lab.message
    assert lab.controls["columns"].options == ()
    lab.controls["scaling"].value = "none"  # without a table nothing happens
    assert lab.analysis is None
    lab.controls["separator"].value = ";"
    assert lab.analysis.labels.size == 4
    assert "Not computed" not in lab.message


def test_path_of_a_file(lab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trees.csv").write_bytes(TREES)
    lab.controls["data"].value = "path"
    assert 'field "Path"' in lab.message
    lab.controls["path"].value = "nothing.csv"
    assert "there is no file 'nothing.csv'" in lab.message
    lab.controls["path"].value = "trees.csv"
    assert lab.table.attrs["name"] == "trees.csv"
    lab.controls["data"].value = "upload"
    assert 'button "Upload"' in lab.message


def test_how_to_read_a_file_is_asked_where_a_file_is_read(lab):
    of_files = ["separator", "decimal", "thousands", "encoding"]

    def shown():
        return [name for name in of_files if lab.controls[name].layout.display != "none"]

    assert shown() == []
    upload(lab, "größe;kind\n1,5;é\n2,5;é\n7,5;x\n8,5;x\n".encode("cp1252"))
    assert shown() == of_files
    assert "choose that as encoding" in lab.message
    lab.controls["encoding"].value = "cp1252"
    assert "choose semicolon as separator" in lab.message
    lab.controls["separator"].value = ";"
    assert "choose comma as decimal sign" in lab.message
    lab.controls["decimal"].value = ","
    assert lab.controls["columns"].value == ("größe",)
    lab.controls["thousands"].value = "."
    assert lab.analysis.labels.tolist() == [0, 0, 1, 1]
    assert downloads(lab)["clusters.csv"].splitlines()[:2] == ["line,cluster", "2,1"]
    lab.controls["data"].value = "wine"
    assert shown() == []


def test_names_from_a_file_are_no_markup(lab):
    upload(lab, b"<b>a</b>,kind\n1,x\n2,<script>\n,x\n8,y\n")
    assert "&lt;b&gt;" in lab._status.value
    assert "<b>" not in lab._status.value


def test_the_lab_says_what_it_is_where_there_is_no_kernel(lab):
    bundle = lab._repr_mimebundle_()
    assert bundle["text/plain"] == "Lab: a table, a clustering, and its scores."
    assert "needs a kernel" in bundle["text/html"]
    assert lab.box.model_id in str(bundle["application/vnd.jupyter.widget-view+json"])
    assert lab.box.model_id not in bundle["text/plain"] + bundle["text/html"]
