"""Rosters as Canvas and spreadsheets write them, and what goes back: a grade book, and cells that do not run."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marking.gradebook import gradebook_of
from roster import read_roster
from spreadsheets import as_it_was, csv_of, harmless

# Canvas exports this form: a row for manual posting, one for points possible, and a test student last.
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (4757),Week 2 (4766),Current Score\r\n"
    ",,,,,,Manual Posting,\r\n"
    "    Points Possible,,,,,10.00,20.00,(read only)\r\n"
    '"Müller, Jörg",10101,00123,jmueller,A,,EX,\r\n'
    '"Doe, Jane",10102,00124,jdoe,A,7.50,N/A,75.0\r\n'
    '"Longest, Id",10103,12345678901234567890,long,B,,,\r\n'
    '"Student, Test",10109,,t0,A,,,\r\n'
)


@pytest.fixture
def table(tmp_path):
    """Return a function that writes a roster, from text or bytes."""

    def write(content):
        path = tmp_path / "roster.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def cells(content):
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


# ---- what is read


@pytest.mark.parametrize(
    ("content", "column", "students"),
    [
        (CANVAS, "SIS User ID", ["00123", "00124", "12345678901234567890"]),
        ("\ufeff" + re.sub(",(?! )", ";", CANVAS), "SIS Login ID", ["jmueller", "jdoe", "long"]),
        ("name;student\n\nDoe, Jane;7\n;;\n", None, ["7"]),
        ("student;name\nx;Jörg\n".encode("cp1252"), None, ["x"]),
        ("student\tname\nx\tJörg\n".encode("utf-16"), None, ["x"]),
    ],
)
def test_rosters_are_read_as_they_are(table, content, column, students):
    roster = read_roster(table(content), column)
    assert list(roster.students) == students


@pytest.mark.parametrize(
    ("content", "column", "message"),
    [
        (CANVAS, None, 'a column "student". Got Student, ID, SIS User ID, .* name it by --id-column'),
        (
            CANVAS.replace("00124", "00123"),
            "SIS User ID",
            "each student once. It names 00123 more often, in lines 4, 5",
        ),
        ("student\n1,23457E+11\n", None, "line 2: '1,23457E[+]11' is a number that a spreadsheet has rounded"),
    ],
)
def test_what_is_wrong_with_a_roster_is_said_with_its_lines(table, content, column, message):
    with pytest.raises(ValueError, match=message):
        read_roster(table(content), column)


# ---- what is written

# These texts run at the beginning of a cell, or where a spreadsheet that divides by another sign begins one.
RUNS = ("=1+1", "7;=1+1;", 'a\n=3*4\nb;"=5*6', "-2+3,\t@SUM(A1)", "'=1", "''+x", "x;-5")


@given(st.text("'\" =+-@;,\t\r\n1a|", max_size=12), st.booleans())
def test_what_was_made_harmless_comes_back(text, is_id):
    assert as_it_was(harmless(text, is_id=is_id)) == text


@pytest.mark.parametrize("text", RUNS)
def test_no_cell_runs_however_a_spreadsheet_divides_it(text):
    content = csv_of(["a", "b"], [["x", text], [text, "y"]]).decode("utf-8-sig")
    for sign in ",;\t":
        for row in csv.reader(io.StringIO(content, newline=""), delimiter=sign):
            for cell in row:
                inner = cell.strip().strip('"').strip()
                assert not inner.startswith(("=", "+", "-", "@")) or inner.lstrip("-").isdigit()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=1+1", "'=1+1"),
        ("-2+3+cmd|x", "'-2+3+cmd|x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" \t=1", "' \t'=1"),
        ("-5", "-5"),
        ("-1/3", "-1/3"),
        ("-", "-"),
        ("a=b", "a=b"),
    ],
)
def test_what_a_spreadsheet_would_run_is_made_harmless(text, expected):
    assert harmless(text) == expected


def test_ids_keep_their_form_unless_they_could_call_something():
    assert [harmless(id, is_id=True) for id in ("-ada", "@ada", "+a.b@c")] == ["-ada", "@ada", "+a.b@c"]
    assert [harmless(id, is_id=True) for id in ("=ada", "+a(1)", "-a|b")] == ["'=ada", "'+a(1)", "'-a|b"]
    others = csv_of(["a", "b", "c"], [["007", "1234567890123456", "12.50"]])
    assert others.decode("utf-8-sig").splitlines()[1] == '"007","1234567890123456",12.50'
    content = csv_of(["id", "points"], [["00123", 2.5], ["7", 3], ["12345678901234567890", None]], ids=[0])
    assert content.decode("utf-8-sig").splitlines()[1:] == ['"00123",2.5', '"7",3', '"12345678901234567890",""']


def test_the_grade_book_is_the_roster_of_canvas_with_one_column_filled(table):
    roster = read_roster(table(CANVAS), "SIS User ID")
    points = {"00123": 8.25, "00124": None, "12345678901234567890": 20 / 3}
    content, said = gradebook_of(roster, "week 1", points, 10)
    before, after = cells(CANVAS.encode("utf-8-sig")), cells(content)
    assert [row[:5] + row[6:] for row in after] == [row[:5] + row[6:] for row in before]
    # Students without a mark keep their cell.
    assert [row[5] for row in after] == ["Week 1 (4757)", "", "10.00", "8.25", "7.50", "6.67", ""]
    assert said == []
