"""The grade book: the roster with one column filled in, as a learning system takes it back."""

import re

from roster import plain_of
from spreadsheets import csv_of

__all__ = ["column_of", "gradebook_of"]

# Canvas adds its number to the name of an assignment, Moodle its kind and the form of the grade.
_AROUND = re.compile(r"^(?:[^:]{1,30}: )?(?P<name>.*?)(?: \((?:\d+|Real|Punkte)\))?$")
_WORKSHEET = ("Grade", "Bewertung")
_MOST = ("maximum grade", "maximale bewertung", "bestwertung")
_MAXIMUM = re.compile(r"\d+([.,]\d+)?")
_EXCUSED = ("EX", "N/A")


def column_of(roster, title, column=None):
    """Find the place of the column of a roster for the marks of an assignment; None if it needs a new one.

    This is the named column, else the only one called like the assignment, else the one for grades in a worksheet of
    Moodle. A named column that does not exist raises a ValueError.
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
    """Make the grade book; returns its bytes and warnings about it.

    `points` has the points of students who handed something in; the cells of the others, and of excused students, stay
    as they are.
    """
    table, place = roster.table, column_of(roster, title, column)
    names = list(map(plain_of, table.header))
    rows = {i: list(row) for i, row in enumerate(table.rows)}
    header = list(table.header)
    warnings = []
    of_points = next((i for i, row in rows.items() if re.match(r"\s*Points Possible", row[0])), None)
    if place is None:
        place = len(header)
        header.append(title)
        for row in rows.values():
            row.append("")
        if of_points is not None:
            rows[of_points][place] = most
        warnings.append(f'the column "{title}" is new in the grade book; --column fills one that is there.')
    else:
        cells = [cell.strip() for cell in _limits(names, rows, of_points, place)]
        limits = {float(cell.replace(",", ".")) for cell in cells if _MAXIMUM.fullmatch(cell)}
        if other := [limit for limit in limits if limit != most]:
            warnings.append(
                f'the column "{names[place]}" is out of {other[0]:g} there, and the marks are out of {most:g}. Make '
                "the two the same, or the system refuses marks, or takes them for another proportion."
            )
    for student, i in roster.students.items():
        if points.get(student) is not None and rows[i][place] not in _EXCUSED:
            rows[i][place] = round(float(points[student]), 2)
    made = csv_of(header, rows.values(), sign=table.sign, decimal=_decimal(table), ids=[roster.column])
    return made, warnings


def _limits(names, rows, of_points, place):
    """Yield the cells that hold the maximum of a column."""
    if of_points is not None:
        yield rows[of_points][place]
    for i, name in enumerate(names):
        if name.casefold() in _MOST:
            yield from (row[i] for row in rows.values())


def _decimal(table):
    """Find the decimal sign of a table from its numbers; without any, a comma goes with semicolons."""
    cells = [cell.strip() for row in table.rows for cell in row]
    commas, points = (sum(bool(re.fullmatch(rf"\d+\{sign}\d{{1,2}}", cell)) for cell in cells) for sign in ",.")
    return "," if commas > points or (table.sign == ";" and not points) else "."
