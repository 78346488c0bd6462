"""From a CSV file to a table: what is read, what is said of it, and what is refused."""

import numpy as np
import pandas as pd
import pytest
from small_tables import TREES, csv_of

from aucc_report._columns import measurements
from aucc_report.lab import read_csv


def refused_file(content, **options):
    with pytest.raises(ValueError, match=r"\w") as error:
        read_csv(content, **options)
    return str(error.value)


def test_read_csv_keeps_what_is_there(tmp_path):
    table = read_csv(TREES, name="trees")
    assert list(table) == ["row", "height", "width", "planet", "kind"]
    assert measurements(table) == ["row", "height", "width", "planet"]
    assert np.flatnonzero(table["width"].isna()).tolist() == [2]
    assert (table.index.name, table.index.tolist()) == ("line", list(range(2, 10)))
    assert table.attrs == {"name": "trees", "notes": [], "read": {}}
    (tmp_path / "trees.csv").write_bytes(TREES)
    of_file = read_csv(tmp_path / "trees.csv")
    assert of_file.attrs["name"] == "trees.csv"
    pd.testing.assert_frame_equal(of_file, table)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", ["", "\ufeff\ufeff"])
def test_read_csv_knows_line_ends_quotes_marks_and_a_line_that_names_the_separator(start, end):
    text = start + end.join(['"a","b, c"', "1,x", '2,"y', 'z ""w"""', "", "?,x", ""])
    for encoding in ("utf-8", "utf-16"):
        table = read_csv(text.encode(encoding), encoding=encoding)
        np.testing.assert_equal(table["a"].to_numpy(), [1, 2, np.nan])
        assert table["b, c"].tolist() == ["x", f'y{end}z "w"', "x"]
        assert table.index.tolist() == [2, 3, 6]  # where a row begins
        assert table.attrs["notes"] == ["1 empty line(s) passed over."]
    for first in ("sep=;", '"SEP=;"'):
        text = start + end.join([first, "a;b", "1;2", "", "3;"])
        table = read_csv(text.encode(), separator=";")
        assert table[["a", "b"]].fillna(0).to_numpy().tolist() == [[1, 2], [3, 0]]
        assert table.index.tolist() == [3, 5]  # lines of the file
        assert "choose semicolon as separator." in refused_file(text.encode())
        assert "Got 1 in line 3" in refused_file(text.replace("1;2", "1").encode(), separator=";")


def test_missing_among_numbers_and_missing_text():
    table = read_csv(b"a,b,c\n1,NA,NA\nNaN,x,\n?,,\nnone,none,null\n2,x,n/a\n")
    assert table["a"].tolist() == pytest.approx([1, np.nan, np.nan, np.nan, 2], nan_ok=True)
    assert table["b"].fillna("(gone)").tolist() == ["NA", "x", "(gone)", "none", "x"]
    assert table["c"].isna().all()
    assert table.attrs["notes"] == ['Column "c" is empty.']


def test_numbers_are_exact():
    """Not the fast conversion of pandas, which is off in the last place."""
    cells = ["0.1", "-1e-5", "123456789012345678", "8.7510763616441775e-2", ".5", "5.", "+7", "2.2250738585072014e-308"]
    assert read_csv(csv_of("a", cells))["a"].tolist() == [float(cell) for cell in cells]


def test_the_minus_of_typographers_is_a_minus():
    table = read_csv("a,b,c,d\n\u22121.5,\u20137,1e\u22123,\u2013\n2,3,4,5\n".encode())
    assert table[["a", "b", "c"]].to_dict("list") == {"a": [-1.5, 2], "b": [-7, 3], "c": [0.001, 4]}
    assert table["d"].tolist() == ["\u2013", "5"]  # a dash is no number


@pytest.mark.parametrize(("space", "sign"), [("\u202f", " "), ("\u2019", "'")])
def test_signs_of_typographers_between_thousands_are_read_as_those_of_typewriters(space, sign):
    table = read_csv(f"a;b\n12{space}345{space}678,25;1\n".encode(), separator=";", decimal=",", thousands=sign)
    assert table["a"].tolist() == [12345678.25]


ACCENTS = "\u00e9", "e\u0301"  # one letter, in one character and in two


def test_text_that_is_the_same_in_unicode_is_read_as_the_same_and_an_unnamed_column_names_the_rows():
    content = csv_of(f",caf{ACCENTS[1]},kind", [f"00{ACCENTS[i % 2]},{i},{ACCENTS[i % 2]}" for i in range(6)])
    table = read_csv(content)
    assert list(table) == [f"caf{ACCENTS[0]}", "kind"]
    assert table["kind"].unique().tolist() == [ACCENTS[0]]
    assert table.index.unique().tolist() == [f"00{ACCENTS[0]}"]
    assert table.attrs["notes"] == [
        "What the file writes in two characters, such as a letter and its accent, is read as one letter.",
        "The first column has no name: it holds the names of the rows.",
        f'More than one row has this name: "00{ACCENTS[0]}".',
    ]
    assert "Got twice" in refused_file(csv_of(",".join(ACCENTS), ["1,2"]))
    assert read_csv(b",a\n007,1\n,2\n").index.tolist() == ["007", ""]


@pytest.mark.parametrize("cell", ["1.23,4", "1.2345", "12.34.567", "1234.567,8", ".123,4"])
def test_digits_in_odd_groups_are_no_number(cell):
    table = read_csv(csv_of("a;b", [f"{cell};1"] * 2), separator=";", decimal=",", thousands=".")
    assert measurements(table) == ["b"]


def test_a_german_file_fails_once_with_all_it_needs():
    text = "Größe;Umsatz;Art\n1,5;1.234,5;Eiche\n2,25;17,0;Ulme\n3,5;12.345,0;Ulme\n"
    words = 'comma as decimal sign (decimal=",") and point between thousands (thousands=".").'
    for first in ("", "sep=;\n"):
        assert refused_file((first + text).encode()).endswith(f"semicolon as separator, {words}")
    assert 'encoding="cp1252"' in refused_file(text.encode("cp1252"))
    # With the separator only, the notes of the columns know their own cells; the advice is for all.
    table = read_csv(text.encode(), separator=";")
    assert len(table.attrs["notes"]) == 2
    assert table.attrs["advice"] == f"To read all numbers, choose {words}"
    table = read_csv(text.encode(), separator=";", decimal=",", thousands=".")
    assert table["Umsatz"].tolist() == [1234.5, 17, 12345]
    assert "advice" not in table.attrs


@pytest.mark.parametrize("cells", [("True", "False"), ("2026-01-05", "2026-01-06"), ("0x10", "1j"), ("12 %", "3 %")])
def test_what_pandas_might_make_of_text_is_text(cells):
    table = read_csv(csv_of("a,b", [f"{cell},1" for cell in cells]))
    assert table["a"].tolist() == list(cells)


def test_a_frame_makes_a_round_trip(tmp_path):
    """What pandas has written comes back, with the names of its rows."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"größe": rng.normal(size=6), "b": [1.0, np.nan, 3, 4, 5, 6], "kind": ["x", "y, z", None] * 2})
    frame.index = [f"Pflänzchen\n{i}" for i in range(6)]
    frame.to_csv(tmp_path / "frame.csv", sep="\t", decimal=",", encoding="cp1252")
    back = read_csv(tmp_path / "frame.csv", separator="\t", decimal=",", encoding="cp1252")
    pd.testing.assert_frame_equal(back, frame, check_index_type=False)


def test_odd_marks_in_a_column_of_numbers_are_missing_and_listed():
    cells = [str(i / 4) for i in range(80)]
    cells[3] = cells[9] = "-"
    cells[20], cells[30], cells[31] = "#DIV/0!", "?", ""
    table = read_csv(csv_of("a,b", [f"{cell},1.5" for cell in cells]))
    assert np.flatnonzero(table["a"].isna()).tolist() == [3, 9, 20, 30, 31]
    assert table.attrs["notes"] == [
        'Column "a": 4 cells are no numbers and taken as missing: "-" twice, "#DIV/0!", "?".'
    ]
    # What is always taken as missing is counted among the missing values, and said beside other marks only.
    assert read_csv(csv_of("a,b", ["1,1.5", "?,2.5", "NA,3"])).attrs["notes"] == []


def test_what_may_be_more_than_an_odd_mark_makes_text():
    cells = [str(i / 4) for i in range(18)] + ["-", "n.d."]
    table = read_csv(csv_of("a;b", [f"{cell};1.5" for cell in cells]), separator=";")
    assert measurements(table) == ["b"]
    assert table.attrs["notes"] == [
        'Column "a" is text, not a measurement: 2 of 20 values are not numbers, first "-" in line 20. If these stand '
        'for missing values, choose na=["-", "n.d."].'
    ]


def test_other_words_for_a_missing_value():
    content = b"a,b\n1,x\n-,Not Measured\n3,-\n4,y\n"
    table = read_csv(content, na=("-", "not measured"))
    assert table["a"].fillna(0).tolist() == [1, 0, 3, 4]
    assert table.attrs["notes"] == []
    assert table.attrs["read"] == {"na": ["-", "not measured"]}
    for wrong in ("-", [""], [" -"], [1]):
        assert "na must hold texts" in refused_file(content, na=wrong)


def test_a_second_line_of_names_is_refused():
    assert refused_file(b"height,width\ncm,mm\n1,2\n3,4\n") == (
        'the first line alone must name the columns. Got "cm" in line 2, above numbers in each column: take that line '
        'out, or write what it says into the names, such as "height (cm)".'
    )
    assert 'Got "cm" in line 2' in refused_file(b",a,b\n,cm,cm\nx,1,2\ny,3,4\n")
    # A row of which nothing is known, a column of text, and a single column with a mark are none.
    for kept in (b"a,b\nNA,?\n1,2\n3,4\n", b"a,b\ncm,oak\n1,elm\n3,oak\n", b"a\n-\n1\n2\n"):
        read_csv(kept)


BAD = {
    "empty file": (b"", "Got an empty file"),
    "names alone": (b"a,b\n", "lines of values below the names"),
    "tabs": (b"a\tb\n1\t2\n", "choose tab as separator"),
    "no names": (b"1,2\n3,4\n", "must name the columns"),
    "a name twice": (b"a,b,a\n1,2,3\n", "Got twice: a"),
    "short row": (b"a,b\n1,2\n1\n", "as the header, 2. Got 1 in line 3"),
    "long row after one of two lines": (b'a,b\n"1\n",2\n1,2,3\n', "as the header, 2. Got 3 in line 4"),
    "stray quote": (b'a,b\n"1"2,3\n', "line 2 is no CSV"),
    "open quote": (b'a,b\n1,"2\n', "is no CSV"),
    "latin-1": (
        "größe\n1\n".encode("latin-1"),
        "UTF-8. Got a byte that is not, at position 2. It may be Windows-1252: choose that as encoding "
        '(encoding="cp1252")',
    ),
    "utf-16": ("größe\n1\n".encode("utf-16"), 'It may be UTF-16: choose that as encoding (encoding="utf-16")'),
    "spreadsheet": (b"a,b\0\n", "export it as CSV"),
    "too large a number": (b"a,b\n1,2\n1e999,3\n", 'column "a" must hold finite numbers. Got infinity in line 3'),
    "too large": (b"a\n" + b"1\n" * (5 * 2**20), "must not be larger than 10 MB"),
}


@pytest.mark.parametrize("name", BAD)
def test_read_csv_refuses(name):
    content, message = BAD[name]
    assert message in refused_file(content)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"separator": "/"}, "separator must be"),
        ({"thousands": "."}, "thousands must have another sign than decimals"),
        ({"encoding": "rot13"}, "must be the name of a text encoding that Python knows"),
    ],
)
def test_read_csv_refuses_odd_settings(options, message):
    assert message in refused_file(TREES, **options)


def test_other_encodings_are_read_and_utf_8_is_not_taken_for_them():
    text = "größe,kind\n1,é\n2,€\n"
    # UTF-8 with a mark in front, as Excel writes it, has a name of its own in Python.
    for written, encoding in (("cp1252", "cp1252"), ("utf-8", "utf_8_sig"), ("utf-8-sig", "UTF8"), ("utf-8", "utf-8")):
        table = read_csv(text.encode(written), encoding=encoding)
        assert list(table) == ["größe", "kind"]
        assert table["kind"].tolist() == ["é", "€"]
    for content, encoding in ((text, "cp1252"), (text, "latin-1"), ("a,b\n1,2\n", "utf-16")):
        message = refused_file(content.encode(), encoding=encoding)
        assert message == 'the file is text in UTF-8: choose UTF-8 as encoding (encoding="utf-8").'
    assert list(read_csv(b"a,b\n1,2\n", encoding="cp1252")) == ["a", "b"]  # the same letters in both
