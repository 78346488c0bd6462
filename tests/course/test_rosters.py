"""Rosters as Canvas, Moodle and spreadsheets write them, and the grade book that goes back into the same columns."""

import csv
import io
import re

import pytest
from marking.gradebook import gradebook_of
from roster import read_roster, read_texts
from spreadsheets import csv_of, harmless

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
WORKSHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    "Participant 811,Jörg Müller,00123,jm@example.edu,Submitted for grading,,10.00,Yes,-,-,\n"
    "Participant 812,Jane Doe,00124,jd@example.edu,No submission,,10.00,Yes,-,-,\n"
)


@pytest.fixture
def table(tmp_path):
    """Return a function that writes a roster, from text or bytes."""

    def write(content):
        path = tmp_path / "roster.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def cells(content, sign=","):
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=sign))


# ---- what is read


@pytest.mark.parametrize(
    ("content", "column", "students"),
    [
        (CANVAS, "SIS User ID", ["00123", "00124", "12345678901234567890"]),
        ("\ufeff" + re.sub(",(?! )", ";", CANVAS), "SIS Login ID", ["jmueller", "jdoe", "long"]),
        (WORKSHEET, "ID number", ["00123", "00124"]),
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
        (CANVAS.replace("00124", " "), "SIS User ID", "The column 'SIS User ID' is empty in line 5"),
        (
            CANVAS.replace("00124", "00123"),
            "SIS User ID",
            "each student once. It names 00123 more often, in lines 4, 5",
        ),
        ("student\n1,23457E+11\n", None, "line 2: '1,23457E[+]11' is a number that a spreadsheet has rounded"),
        ('id;x\n1;"two\nlines"\n2;b;c\n', "id", "roster.csv, line 4: there are 3 cells, and the header has 2"),
        ("", None, "cannot be read as a table of text. It is empty"),
        (b"PK\x03\x04 xlsx", None, "it is a workbook. Save the sheet as CSV, in UTF-8"),
    ],
)
def test_what_is_wrong_with_a_roster_is_said_with_its_lines(table, content, column, message):
    with pytest.raises(ValueError, match=message):
        read_roster(table(content), column)


def test_lines_are_those_of_the_file(table):
    assert list(read_texts(table('sep=;\na;b\n1;"x\ny"\n\n2;z\n')).index) == [3, 6]


# ---- what is written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("=1+1", "'=1+1"),
        ("-2+3+cmd|x", "'-2+3+cmd|x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" \t=1", "' \t'=1"),
        ("\N{FULLWIDTH EQUALS SIGN}1", "'\N{FULLWIDTH EQUALS SIGN}1"),
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


def test_who_is_excused_stays_excused(table):
    roster = read_roster(table(CANVAS), "SIS User ID")
    content, said = gradebook_of(roster, "x", dict.fromkeys(roster.students, 1), 10, "Week 2 (4766)")
    assert [row[6] for row in cells(content)][3:] == ["EX", "N/A", "1", ""]
    assert "out of 20 there, and the marks are out of 10" in said[0]


@pytest.mark.parametrize("sign", [",", ";"])
def test_moodle_gets_its_grades_in_its_own_worksheet(table, sign):
    roster = read_roster(table(WORKSHEET.replace(",", sign)), "ID number")
    content, said = gradebook_of(roster, "Week 1", {"00123": 8.5}, 12)
    header, first, second = cells(content, sign)
    assert header == WORKSHEET.splitlines()[0].split(",")
    # The numbers of the table decide between comma and point.
    assert first[5] == "8.5"
    # Moodle writes "-" for never, which is no formula.
    assert (second[5], second[8]) == ("", "-")
    assert "out of 10 there, and the marks are out of 12" in said[0]
