"""From a file of any format to a table: what it is, and how it is written, is found out, and what is broken refused."""

import datetime
import gzip
import io
import re
import subprocess
import sys
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest

from aucc_report._columns import kind_of
from aucc_report.lab import read_csv, read_table

FRAME = pd.DataFrame({"height": [1.5, np.nan, 2.25, 0.1], "width": [1, 2, 3, 4], "kind": ["oak", "elm", None, "oak"]})


def workbook(frame=FRAME, change=None, **options):
    file = io.BytesIO()
    with pd.ExcelWriter(file, engine="openpyxl") as writer:
        frame.to_excel(writer, **{"index": False} | options)
        if change is not None:
            change(writer.book)
    return file.getvalue()


def parquet(frame=FRAME):
    file = io.BytesIO()
    frame.to_parquet(file)
    return file.getvalue()


def text(frame=FRAME, **options):
    return frame.to_csv(index=False, **options).encode()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.tsv", text(sep="\t")),
        ("t.csv.gz", gzip.compress(text(sep=";", decimal=","))),
        ("t.xlsx", workbook()),
        ("t.parquet", parquet()),
    ],
)
def test_the_same_table_comes_from_every_format(name, content, tmp_path):
    (tmp_path / name).write_bytes(content)
    for source in (tmp_path / name, content):
        table = read_table(source)
        assert table["height"].tolist() == pytest.approx(FRAME["height"].tolist(), nan_ok=True)
        assert table["width"].tolist() == FRAME["width"].tolist()
        assert table["kind"].fillna("").tolist() == FRAME["kind"].fillna("").tolist()
    assert read_table(tmp_path / name).attrs["name"] == name
    assert read_table(content).attrs["name"] == "uploaded file"


@pytest.mark.parametrize("seed", range(20))
def test_what_was_found_out_reads_the_same_again(seed):
    """Numbers that are written without a doubt come back, also by the arguments that the attributes hold."""
    rng = np.random.default_rng(seed)
    separator, mark, encoding = (
        rng.choice([";", "\t", "|"]),
        rng.choice(["", "\ufeff"]),
        rng.choice(["utf-8", "utf-16"]),
    )
    decimal, thousands = [(".", ","), (",", "."), (",", " "), (".", "'"), (",", ""), (".", "")][seed % 6]
    numbers = np.round(rng.normal(size=(30, 2)) * [1, 1e6], 2)
    rows = [[f"{value:,.2f}".translate({ord(","): thousands, ord("."): decimal}) for value in row] for row in numbers]
    first = [f"sep={separator}"] if seed % 5 == 0 else []
    content = mark + "\n".join([*first, f"größe{separator}b", *(separator.join(row) for row in rows)])
    found = read_table(content.encode(encoding))
    np.testing.assert_array_equal(found[["größe", "b"]], numbers)
    again = read_csv(content.encode(encoding), **found.attrs["read"])
    pd.testing.assert_frame_equal(found, again)
    assert found.attrs["notes"][1:] == again.attrs["notes"]
    assert found.attrs["notes"][0].startswith("Found out: ")


@pytest.mark.parametrize("cells", [["1,234", "5,678"], ["1.234", "5.678"], ["7", "1,234"]])
def test_a_sign_that_can_be_either_is_not_found_out(cells):
    """A point is taken for the usual, and a comma leaves text, of which the reader is told."""
    table = read_table(("a;b\n" + "".join(f"{cell};1\n" for cell in cells)).encode())
    assert not {"decimal", "thousands"} & set(table.attrs["read"])
    assert (kind_of(table["a"]) == "numbers") == ("." in cells[0])
    assert ("a" in table.attrs.get("lost", {})) == ("," in cells[1])


def test_what_is_given_is_not_found_out():
    content = b"a;b\n1.234,5;1\n2.345,5;2\n"
    assert read_table(content)["a"].tolist() == [1234.5, 2345.5]
    assert read_table(content, thousands="")["a"].tolist() == ["1.234,5", "2.345,5"]
    assert read_table(content, decimal=".")["a"].tolist() == ["1.234,5", "2.345,5"]
    assert read_table(content, decimal=",", thousands=".").attrs["notes"] == ["Found out: a semicolon between cells."]
    with pytest.raises(ValueError, match="choose semicolon as separator"):
        read_table(content, separator=",")


def test_cells_of_a_workbook_are_read_as_they_are_meant():
    frame = pd.DataFrame(
        {
            "long": [2**53 + 2, 5, 7],
            "small": [0.1, 1e-300, 3],
            "day": [datetime.datetime(2026, 1, day) for day in (5, 6, 7)],
            "is": [True, False, True],
            "mark": [1.5, "-", 2.5],
        }
    )

    def a_gap(book):
        book.worksheets[0].insert_rows(3)

    table = read_table(workbook(frame, a_gap), na=["-"])
    assert table["long"].tolist() == frame["long"].tolist()
    assert table["small"].tolist() == frame["small"].tolist()
    assert table["mark"].fillna(0).tolist() == [1.5, 0, 2.5]
    assert [kind_of(table[name]) for name in ("day", "is")] == ["dates as text", "yes and no"]
    assert table.index.tolist() == [2, 4, 5]  # rows of the sheet
    assert table.attrs["notes"] == ["1 empty line(s) passed over."]


def test_a_workbook_has_sheets():
    def another(book):
        sheet = book.create_sheet("Second")
        for row in (["a"], [1], [2]):
            sheet.append(row)

    content = workbook(change=another)
    assert read_table(content).attrs["notes"] == ['The sheet "Sheet1" was read, and not "Second".']
    table = read_table(content, sheet="Second", name="mine")
    assert table.attrs["name"] == "mine"
    assert table["a"].tolist() == [1, 2]
    assert table.attrs["read"] == {"sheet": "Second"}
    with pytest.raises(ValueError, match=r"sheet must be one of \['Sheet1', 'Second'\]. Got 'third'"):
        read_table(content, sheet="third")


def titled(book):
    sheet = book.worksheets[0]
    sheet.insert_rows(1, 2)
    sheet["A1"] = "Trees of 2026"
    sheet.merge_cells("A1:C1")


def test_a_title_above_the_names_is_passed_over_and_said():
    table, plain = read_table(workbook(change=titled)), read_table(workbook())
    assert table.attrs["notes"] == ['The title above the names of the columns, "Trees of 2026", is passed over.']
    assert table.index.tolist() == [line + 2 for line in plain.index]
    pd.testing.assert_frame_equal(table.reset_index(drop=True), plain.reset_index(drop=True))
    # A column without other cells has no title, and a name of rows is none.
    assert read_table(workbook(FRAME[["kind"]])).shape == (3, 1)
    named = read_table(workbook(FRAME[["width"]].rename(lambda row: f"tree {row}").rename_axis(None), index=True))
    assert (named.index[0], list(named)) == ("tree 0", ["width"])


@pytest.mark.process
def test_reading_needs_no_widgets():
    code = "import sys, aucc_report; aucc_report.read_table(b'a,b\\n1,2\\n2,4\\n'); print('ipywidgets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def merged(book):
    book.worksheets[0].merge_cells("A2:A3")


def formulas(book):
    book.worksheets[0]["C3"] = "=A3+B3"
    book.worksheets[0]["C4"] = "=A4+B4"


def pictures_alone(book):
    book.create_chartsheet("Picture").add_chart(openpyxl.chart.BarChart())
    book.remove(book.worksheets[0])


def a_zip():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("a.csv", "a,b\n1,2\n")
    return file.getvalue()


def damaged(content):
    """A workbook whose first sheet ends in the middle."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(file, "w") as other:
        for name in packed.namelist():
            part = packed.read(name)
            other.writestr(name, part[:300] if name == "xl/worksheets/sheet1.xml" else part)
    return file.getvalue()


BROKEN = {
    "workbook, cut off": ("t.xlsx", workbook()[:-200], "the workbook must be whole"),
    "zip without a workbook": ("t.xlsx", a_zip(), "a zip without a workbook"),
    "workbook with a password": ("t.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "has a password"),
    "old workbook": ("t.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "old format (.xls)"),
    "text that is a workbook": ("t.csv", workbook(), "'t.csv', which is a workbook or a zip: call it .xlsx"),
    "merged cells": ("t.xlsx", workbook(change=merged), "no cells may be merged: a merged cell"),
    "formulas without values": ("t.xlsx", workbook(change=formulas), "Got 2 without, first in C3: open the file in"),
    "sheets without cells": ("t.xlsx", workbook(change=pictures_alone), "a sheet with cells. Got ['Picture']"),
    "damaged inside": ("t.xlsx", damaged(workbook()), "the workbook must be whole"),
    "Parquet, cut off": ("t.parquet", parquet()[:-50], "the Parquet file must be whole"),
    "gzip, damaged": ("t.csv.gz", gzip.compress(text())[:12] + b"\xff" * 30, "the packed file must be whole"),
    "gzip that is text": ("t.csv.gz", text(), "'t.csv.gz', which is text: call it .csv"),
    "text that is gzip": ("t.csv", gzip.compress(text()), "'t.csv', which is a file packed by gzip: call it .gz"),
    "packed workbook": ("t.gz", gzip.compress(workbook()), "a packed file must hold text. Got a workbook"),
    "packed bomb": ("t.csv.gz", gzip.compress(b"a\n" + b"1\n" * 6_000_000), "larger than 10 MB when it is unpacked"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_with_the_reason(name, tmp_path):
    file, content, message = BROKEN[name]
    (tmp_path / file).write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(message)):
        read_table(tmp_path / file, max_bytes=10 * 2**20)
