"""Reads tables that platforms export or spreadsheets have saved, with the names of the students in them."""

import io
import re
import unicodedata
from pathlib import Path

import pandas as pd

__all__ = ["plain_of", "read_columns", "read_table", "refuse_repeated", "students_in"]

_NAMES = ("student", "full name", "name", "student name")
_LAST = ("last name", "surname")
# The sign between cells is the one after the first cell: later ones may hold the others, such as decimal commas.
_SIGN = re.compile(r'(?:"[^"]*"|[^,;\t\r\n]*)([,;\t]?)')
# Rows of Canvas and Moodle that are not students: points possible, the test student, the mean of a quiz.
_NO_STUDENT = re.compile(r"points possible|student, test|test student|overall average", re.IGNORECASE)


def plain_of(text):
    """Normalize a text for comparison: case, runs of spaces, and the two ways to write an accent make no difference."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def read_table(path):
    """Read a table of text, with a comma, a semicolon or a tab between cells; its index holds the rows of the file.

    Returns the table, whose columns are numbered, and its header. What is no such table raises a ValueError.
    """
    text = _text_of(path)
    how = {"sep": _SIGN.match(text)[1] or ",", "header": None, "dtype": str}
    try:
        table = pd.read_csv(io.StringIO(text), **how, keep_default_na=False, skip_blank_lines=False)
    except (pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        raise ValueError(f"{path} can't be read as a table. Export it as CSV, in UTF-8. {error}") from None
    table = table.fillna("")
    table = table[table.ne("").any(axis=1)]
    table.index += 1
    return table.iloc[1:], [cell.strip() for cell in table.iloc[0]]


def _text_of(path):
    """Read the text of a table as a spreadsheet or platform has saved it; what is no such text raises a ValueError."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise ValueError(f"a table must be in a file. Got {str(path)!r}: {error.strerror}.") from None
    if content.startswith(b"PK\x03\x04"):
        raise ValueError(f"{path} is a workbook. Save the sheet as CSV, in UTF-8.")
    for encoding in ["utf-16"] if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp1252"]:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ValueError(f"{path} can't be read as a table in UTF-8.")


def read_columns(path, columns):
    """Read some columns of a table, by their names; one that isn't there raises a ValueError."""
    table, header = read_table(path)
    if missing := [name for name in columns if name not in header]:
        raise ValueError(
            f"{path} must have the columns {', '.join(columns)}. It has {', '.join(header)}, and lacks "
            f"{', '.join(missing)}."
        )
    return table.set_axis(header, axis=1)[columns]


def students_in(path, table, header):
    """List the names of the students by row, from the column for names or from those for first and last names.

    Rows without a name, such as platforms add, are left out. A table that has no names raises a ValueError.
    """
    places = {plain_of(name): place for place, name in reversed(list(enumerate(header)))}
    last = next((places[name] for name in _LAST if name in places), None)
    whole = next((places[name] for name in _NAMES if name in places), None)
    if whole is not None:
        names = table[whole]
    elif last is not None and "first name" in places:
        names = table[places["first name"]] + " " + table[last]
    else:
        raise ValueError(
            f'{path} must have a column for the names of students: "Student", "Full name" or "Name", or "First name" '
            f'with "Last name" or "Surname". Got {", ".join(header)}.'
        )
    names = names.map(lambda name: unicodedata.normalize("NFC", " ".join(name.split())))
    names = names[(names != "") & ~names.str.match(_NO_STUDENT)]
    if names.empty:
        raise ValueError(f"{path} must have a student in each row. It has none below its header.")
    return names


def refuse_repeated(path, names):
    """Refuse names that stand in several rows, because it would be unknown which of them is meant."""
    if repeated := [*names[names.map(plain_of).duplicated()].unique()]:
        raise ValueError(f"{path} must have each student once. Got {', '.join(repeated)} in more rows than one.")
