"""Reads rosters and other tables as learning systems and spreadsheets write them."""

import csv
import io
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from spreadsheets import as_it_was

__all__ = ["Roster", "add_id_column", "as_line", "plain_of", "read_roster", "read_texts"]

_SHOWN = 5  # lines that an error names, if more have the same mistake
# A spreadsheet writes a long number like this, and its last digits are lost.
_ROUNDED = re.compile(r"\d(?:[.,]\d+)?[eE]\+\d+")
# The first cells of rows of Canvas that are not students: points possible, and its test student.
_NO_STUDENT = re.compile(r"\s*(Points Possible|Student, Test$)")
# Excel may name the sign between cells on a first line of its own.
_FIRST_LINE = re.compile(r'"?sep=(?P<sign>[^\r\n])"?(?:\r\n|\r|\n)', re.IGNORECASE)
_POSTING = re.compile(r"(Muted|Manual Posting.*)?")


class Table(NamedTuple):
    """A table of text, as the file has it.

    ``sign``: the sign between its cells. ``encoding``: the encoding of the file. ``header``, ``rows``: its cells,
    without the apostrophes that keep a spreadsheet from running them. ``lines``: the line in which each row begins.
    """

    sign: str
    encoding: str
    header: list
    rows: list
    lines: list


class Roster(NamedTuple):
    """A table of students.

    ``path``, ``table``: the file and its content. ``column``: the place of the column that identifies the students.
    ``students``: the row of each student by id, in the order of the table.
    """

    path: Path
    table: Table
    column: int
    students: dict

    def cells_of(self, student):
        """Return the cells of a student, without spaces around them."""
        return [plain_of(cell) for cell in self.table.rows[self.students[student]]]

    def shown(self, student):
        """Show a student with the cells that a person would know: the first two that have letters and no digits."""
        others = (cell for i, cell in enumerate(self.cells_of(student)) if i != self.column)
        words = [cell for cell in others if re.search(r"[^\W\d_]{2}", cell) and not re.search(r"\d", cell)][:2]
        return f"{student} ({', '.join(words)})" if words else student


def add_id_column(parser):
    """Add the argument that says which column of a roster identifies the students."""
    about = 'column of the roster that identifies the students, such as "SIS User ID"; default: "student"'
    parser.add_argument("--id-column", metavar="NAME", help=about)


def plain_of(text):
    """Normalize a text for comparison: the two ways to write an accent become one, and so do runs of spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def as_line(path, line):
    """Name a place in a file."""
    return f"{path}, line {line}"


def read_roster(path, id_column=None):
    """Read a roster, such as Canvas and Moodle export it, with the column that identifies the students.

    Every other column is kept, and so are the rows of Canvas that are not students: points possible, and its test
    student. A table without the column, or with ids that are missing or repeated, raises a ValueError that names the
    lines.
    """
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"the roster must be a file. There is none at {path}.")
    table = _table(path)
    wanted = plain_of("student" if id_column is None else id_column)
    places = [i for i, name in enumerate(table.header) if plain_of(name) == wanted]
    if len(places) != 1:
        others = "" if id_column else " If another column identifies the students, name it by --id-column."
        raise ValueError(
            f'{path} must have {"a column" if not places else "one column"} "{wanted}". '
            f"Got {', '.join(map(plain_of, table.header))}.{others}"
        )
    (column,) = places
    is_canvas = {"ID", "Section"} <= set(map(plain_of, table.header))
    rows = {i: row for i, row in enumerate(table.rows) if not (is_canvas and _is_no_student(row))}
    ids = {i: plain_of(row[column]) for i, row in rows.items()}
    if empty := [table.lines[i] for i, id in ids.items() if not id]:
        raise ValueError(
            f"{path} must name a student in each line. The column {wanted!r} is empty in {_in_lines(empty)}."
        )
    if not ids:
        raise ValueError(f"{path} must name a student in each line. It has none below its header.")
    if rounded := [i for i, id in ids.items() if _ROUNDED.fullmatch(id)]:
        raise ValueError(
            f"{as_line(path, table.lines[rounded[0]])}: {ids[rounded[0]]!r} is a number that a spreadsheet has "
            f"rounded, and no longer what identifies a student ({_in_lines([table.lines[i] for i in rounded])}). Take "
            "the roster as the learning system exports it, or let the spreadsheet read this column as text."
        )
    students = {}
    for i, id in ids.items():
        students.setdefault(id, []).append(i)
    if twice := {id: [table.lines[i] for i in found] for id, found in students.items() if len(found) > 1}:
        named = "; ".join(f"{id} more often, in {_in_lines(lines)}" for id, lines in list(twice.items())[:_SHOWN])
        raise ValueError(f"{path} must name each student once. It names {named}.")
    return Roster(path, table, column, {id: found[0] for id, found in students.items()})


def _is_no_student(row):
    # Canvas writes names in one column or in two.
    return any(map(_NO_STUDENT.match, (row[0], ", ".join(row[:2])))) or all(
        _POSTING.fullmatch(cell.strip()) for cell in row
    )


def _in_lines(lines):
    more = f" and {len(lines) - _SHOWN} others" if len(lines) > _SHOWN else ""
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:_SHOWN]))}{more}"


def read_texts(path):
    """Read a table of text, with a comma, a semicolon or a tab between cells, as a data frame.

    Its index holds the lines of the file. Unicode is normalized, so that a name is one student on every system.
    """
    table = _table(path)
    rows = [[unicodedata.normalize("NFC", cell) for cell in row] for row in table.rows]
    return pd.DataFrame(rows, index=table.lines, columns=[plain_of(name) for name in table.header], dtype=str)


def _table(path):
    content = Path(path).read_bytes()
    if content.startswith(b"PK\x03\x04"):
        raise ValueError(
            f"{path} cannot be read as a table of text: it is a workbook. Save the sheet as CSV, in UTF-8."
        )
    encoding, text = _decoded(path, content)
    named = _FIRST_LINE.match(text)
    sign, below = (named["sign"], text[named.end() :]) if named else (None, text)
    first = 1 + bool(named)
    found = {}
    for one in [sign] if sign else ",;\t":
        try:
            found[one] = list(_rows(below, one, first))
        except csv.Error as error:
            found[one] = error
    tables = {one: rows for one, rows in found.items() if isinstance(rows, list)}
    if not any(tables.values()):
        why = next((f" {error}." for error in found.values() if isinstance(error, csv.Error)), " It is empty.")
        raise ValueError(f"{path} cannot be read as a table of text.{why}")
    sign = max(tables, key=lambda one: _fit(tables[one]))
    (_, header), *rows = tables[sign]
    width = len(header)
    for line, row in rows:
        if any(row[width:]):
            raise ValueError(
                f"{as_line(path, line)}: there are {len(row)} cells, and the header has {width}. A cell with the sign "
                f"{sign!r} in it must stand in quotation marks."
            )
    padded = [[as_it_was(cell) for cell in (row + [""] * width)[:width]] for _, row in rows]
    return Table(sign, encoding, list(map(as_it_was, header)), padded, [line for line, _ in rows])


def _decoded(path, content):
    """Decode a file in one of the encodings of systems and spreadsheets; returns the encoding and the text."""
    encodings = ["utf-16"] if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return encoding, text
    raise ValueError(f"{path} cannot be read as a table of text in UTF-8.")


def _rows(text, sign, first):
    """Yield each row that is not empty, with the line in which it begins."""
    reader, line = csv.reader(io.StringIO(text, newline=""), delimiter=sign), first
    for row in reader:
        if any(map(str.strip, row)):
            yield line, row
        line = first + reader.line_num


def _fit(rows):
    """Rate how well a sign divides a table: rows should have one length, and more than one cell."""
    lengths = [len(row) for _, row in rows]
    return lengths[:1] > [1], sum(length == lengths[0] for length in lengths), lengths[:1]
