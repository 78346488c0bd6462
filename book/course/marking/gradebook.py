"""Marks in the table that a learning system takes back: the roster, with one column that is filled."""

import re

from roster import plain_of
from spreadsheets import csv_of

from aucc_report.dialect import number

__all__ = ["column_of", "gradebook_of"]

# What systems put around the name of an assignment: Canvas its number, Moodle its kind and the form of the grade.
_AROUND = re.compile(r"^(?:[^:]{1,30}: )?(?P<name>.*?)(?: \((?:\d+|Real|Punkte)\))?$")
_WORKSHEET = ("Grade", "Bewertung")
_MOST = ("maximum grade", "maximale bewertung", "bestwertung")
_EXCUSED = ("EX", "N/A")


def column_of(roster, title, column=None):
    """The place of the column of a roster that the marks of an assignment belong into, or None for a new one.

    It is the column that is named, else the only one that is called after the assignment, else the one for grades in a
    worksheet of Moodle. One that is named and is not there is a ValueError.
    """
    names = list(map(plain_of, roster.table.header))
    if column is not None:
        if names.count(plain_of(column)) != 1:
            raise ValueError(
                f"the column for the marks must be one of {roster.path}: {', '.join(names)}. Got {column!r}."
            )
        return names.index(plain_of(column))
    called = [i for i, name in enumerate(names) if plain_of(title).casefold() in _called(name)]
    if len(called) == 1:
        return called[0]
    grades = [i for i, name in enumerate(names) if name in _WORKSHEET]
    return grades[0] if len(grades) == 1 and any(name.casefold() in _MOST for name in names) else None


def _called(name):
    inner = _AROUND.match(name)["name"]
    without_number = re.sub(r" \(\d+\)$", "", name)
    return {one.casefold() for one in (name, inner, without_number)}


def gradebook_of(roster, title, points, most, column=None):
    """The bytes of the grade book, and what is to be said of it.

    `points` are those of the students who have handed something in; the cells of the others, and of those who are
    excused, stay as they are.
    """
    table, place = roster.table, column_of(roster, title, column)
    names = list(map(plain_of, table.header))
    rows = {i: list(row) for i, row in enumerate(table.rows)}
    header = list(table.header)
    said = []
    of_points = next((i for i, row in rows.items() if re.match(r"\s*Points Possible", row[0])), None)
    if place is None:
        place = len(header)
        header.append(title)
        for row in rows.values():
            row.append("")
        if of_points is not None:
            rows[of_points][place] = most
        said.append(f'the column "{title}" is new in the grade book; --column fills one that is there.')
    else:
        limits = {number(cell.replace(",", ".")) for cell in _limits(names, rows, of_points, place)} - {None}
        if other := [limit for limit in limits if limit != most]:
            said.append(
                f'the column "{names[place]}" is out of {other[0]:g} there, and the marks are out of {most:g}. Make '
                "the two the same, or the system refuses marks, or takes them for another proportion."
            )
    for student, i in roster.students.items():
        if points.get(student) is not None and rows[i][place] not in _EXCUSED:
            rows[i][place] = round(float(points[student]), 2)
    made = csv_of(header, rows.values(), sign=table.sign, decimal=_decimal(table), ids=[roster.column])
    return made, said


def _limits(names, rows, of_points, place):
    """Cells that say what the marks of a column are out of."""
    if of_points is not None:
        yield rows[of_points][place]
    for i, name in enumerate(names):
        if name.casefold() in _MOST:
            yield from (row[i] for row in rows.values())


def _decimal(table):
    """The decimal sign of a table: that of its numbers, and without any the comma beside semicolons."""
    cells = [cell.strip() for row in table.rows for cell in row]
    commas, points = (sum(bool(re.fullmatch(rf"\d+\{sign}\d{{1,2}}", cell)) for cell in cells) for sign in ",.")
    return "," if commas > points or (table.sign == ";" and not points) else "."
