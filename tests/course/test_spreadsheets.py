"""Tables that pass through spreadsheets: no cell runs, and a table is read as they save it."""

import csv
import io

import pytest
from lms_tables import read_columns, read_table, students_in
from spreadsheets import csv_of, harmless

# These texts run at the beginning of a cell, or where a spreadsheet that divides by another sign begins one.
RUNS = ("=1+1", "7;=1+1;", 'a\n=3*4\nb;"=5*6', "-2+3,\t@SUM(A1)", "'=1", "''+x", "x;-5")


@pytest.mark.parametrize("text", RUNS)
def test_no_cell_runs_however_a_spreadsheet_divides_it(text):
    content = csv_of(["a", "b"], [["x", text], [text, "y"]]).decode("utf-8-sig")
    for sign in ",;\t":
        for row in csv.reader(io.StringIO(content, newline=""), delimiter=sign):
            for cell in row:
                inner = cell.strip().strip('"').strip()
                assert not inner.startswith(("=", "+", "-", "@")) or inner.lstrip("-").isdigit()


def test_numbers_and_names_keep_their_form():
    assert [harmless(one) for one in ("-5", "-1/3", "-", "a=b", "O'Brien")] == ["-5", "-1/3", "-", "a=b", "O'Brien"]
    made = csv_of(["name", "score"], [["007", 2.5], ["1234567890123456", 3.0], ["x", None]]).decode("utf-8-sig")
    assert made.splitlines()[1:] == ['"007",2.5', '"1234567890123456",3', '"x",""']


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize(("sign", "points"), [(",", '"3,5"'), (";", "3,5"), ("\t", "3.5")])
def test_tables_are_read_however_they_were_saved(tmp_path, encoding, sign, points):
    path = tmp_path / "participants.csv"
    rows = [["Full name", "Points"], ["Jörg Müller", points], ["NA", ""]]
    path.write_bytes("\r\n".join(sign.join(row) for row in rows).encode(encoding))
    assert students_in(path, *read_table(path)).tolist() == ["Jörg Müller", "NA"]
    assert read_columns(path, ["Points", "Full name"]).to_numpy().tolist() == [
        [points.strip('"'), "Jörg Müller"],
        ["", "NA"],
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04", r"a.csv is a workbook. Save the sheet as CSV"),
        (b"name,x\na,b\n", r"a.csv must have the columns name, decision. It has name, x, and lacks decision"),
        (b"", r"a.csv can't be read as a table"),
        (b"name,decision\na,count,more\n", r"a.csv can't be read as a table"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, content, message):
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_columns(tmp_path / "a.csv", ["name", "decision"])
