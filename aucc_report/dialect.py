"""How a CSV file writes its cells and numbers: what it is read with, and a guess where that does not fit."""

import csv
import io
import re
from itertools import islice
from typing import NamedTuple

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
DECIMALS = {"point": ".", "comma": ","}
THOUSANDS = {"none": None, "point": ".", "comma": ",", "space": " ", "apostrophe": "'"}
#: The words for the signs that a file is written with, by the argument that names them.
SIGNS = {"separator": SEPARATORS, "decimal": DECIMALS, "thousands": THOUSANDS}
#: Every decimal sign with every sign between thousands, those with none first.
WAYS = [(decimal, sign) for sign in THOUSANDS.values() for decimal in DECIMALS.values() if decimal != sign]
MISSING = {"", "na", "n/a", "nan", "null", "none", "?"}
# Spaces that do not break, and the apostrophe and the minus signs of typographers, are read as the plain ones.
_SAME = str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2019": "'", "\u2212": "-", "\u2013": "-"})
_LOOKED_AT = 1000  # lines: enough to meet thousands, which may be rare
_FIRST_LINE = re.compile(r'"?sep=(?P<sign>[^\r\n])"?(?:\r\n|\r|\n)', re.IGNORECASE)
_DIGITS = re.compile(r"[+-]?[0-9]{1,1000}")  # longer ones Python refuses to read, and no float is so large
# Digits in groups of three, such as 1,234.5 or 1 234 567.
_IN_GROUPS = re.compile(r"[+-]?\d{1,3}(?P<group>[,.' _])\d{3}(?:(?P=group)\d{3})*(?P<rest>(?!(?P=group))[,.]\d+)?")


class Dialect(NamedTuple):
    """What stands between cells, before decimals, and between thousands (None: nothing does)."""

    separator: str = ","
    decimal: str = "."
    thousands: str | None = None


def number(cell, decimal=".", thousands=None):
    """The number in a cell, or None."""
    # float() would read 1_000, too.
    try:
        plain = _plain(cell, decimal, thousands)
        return None if plain is None or "_" in plain else float(plain)
    except ValueError:
        return None


def whole_number(cell, decimal=".", thousands=None):
    """The whole number in a cell, exactly, or None if it is none or not written in digits alone."""
    plain = _plain(cell, decimal, thousands)
    return int(plain) if plain is not None and _DIGITS.fullmatch(plain) else None


def _plain(cell, decimal, thousands):
    """The cell with plain signs, a point before the decimals and nothing between thousands; None if they do not fit."""
    plain = cell.translate(_SAME).strip()
    if thousands is not None and thousands in plain:
        found = _IN_GROUPS.fullmatch(plain)
        if found is None or found["group"] != thousands:
            return None
        plain = plain.replace(thousands, "")
    if decimal != ".":
        if "." in plain:
            return None
        plain = plain.replace(decimal, ".")
    return plain


def without_first_line(text):
    """The sign between cells that the first line names, such as "sep=;" for Excel, and the text below that line.

    Without such a line the sign is None, and the text is all of it.
    """
    found = _FIRST_LINE.match(text)
    return (found["sign"], text[found.end() :]) if found else (None, text)


def guess(text, given, *, is_usual_if_open=False):
    """The dialect that reads most columns of the text as numbers; the given one where no other reads more.

    With `is_usual_if_open` the decimal sign is a point where two readings make numbers of the cells: 1,234 can be both.
    """
    lines = list(islice(io.StringIO(without_first_line(text)[1], newline=""), _LOOKED_AT))
    tables = {separator: _cells(lines, separator) for separator in {given.separator: 0, **dict.fromkeys(_SIGNS)}}
    # A separator makes rows of one length, and more than one cell.
    separator = max(tables, key=lambda sign: (_is_table(tables[sign]), sign == given.separator))
    columns = list(zip(*tables[separator][1:], strict=False))

    def n_of_numbers(way):
        return sum(_are_numbers(column, *way) for column in columns)

    # The first of the largest is what is given, and then what has the fewest signs.
    best = max([(given.decimal, given.thousands), *WAYS], key=n_of_numbers)
    if is_usual_if_open and best == (",", None) and n_of_numbers(best) == n_of_numbers((".", ",")):
        best = (".", None)
    return Dialect(separator, *best)


_SIGNS = tuple(SEPARATORS.values())


def _cells(lines, separator):
    try:
        # The last line may be cut off in the middle of a quoted cell.
        rows = list(csv.reader(lines, delimiter=separator))
    except csv.Error:
        return [[]]
    return [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)] or [[]]


def _is_table(rows):
    return len(rows[0]) > 1 and len({len(row) for row in rows}) == 1


def _are_numbers(cells, decimal, thousands):
    kept = [cell for cell in cells if cell.lower() not in MISSING]
    return bool(kept) and all(number(cell, decimal, thousands) is not None for cell in kept)


def word_for(argument, sign):
    """The word for the sign that an argument of read_csv names."""
    return next(word for word, of_word in SIGNS[argument].items() if of_word == sign)


def choices(found, given):
    """What to choose instead of what is given, in words; empty if nothing."""
    words = []
    if found.separator != given.separator:
        words.append(f"{word_for('separator', found.separator)} as separator")
    if found.decimal != given.decimal:
        words.append(as_decimal(found.decimal))
    if found.thousands not in (given.thousands, None):
        words.append(between_thousands(found.thousands))
    return words


def as_decimal(sign):
    """A decimal sign as a choice, in words."""
    return f'{word_for("decimal", sign)} as decimal sign (decimal="{sign}")'


def between_thousands(sign):
    """What stands between thousands as a choice, in words."""
    return f'{word_for("thousands", sign)} between thousands (thousands="{sign or ""}")'


def hint(cell, decimal, thousands):
    """What would make a number of the cell, in words, and the arguments of read_csv that would; empty if nothing."""
    other = "," if decimal == "." else "."
    plain = cell.translate(_SAME)
    found = _IN_GROUPS.fullmatch(plain)
    if found is None:
        if number(cell, other, thousands) is None:
            return "", ()
        return f" To read it, choose {as_decimal(other)}.", ("decimal",)
    group, rest = found["group"], found["rest"] or ""
    bare = plain.replace(group, "")
    if group == "_":
        return f" Write {bare}, without a thousands separator.", ()
    if group == other and not rest and plain.count(group) == 1:
        # One group can be thousands or decimals.
        return (
            f" If it is {plain.replace(other, decimal)}, choose {as_decimal(other)}; if it is {bare}, choose "
            f"{between_thousands(group)}.",
            ("decimal", "thousands"),
        )
    has_other_decimal = rest.startswith(other) or group == decimal
    words = [as_decimal(other)] if has_other_decimal else []
    arguments = ("decimal", "thousands") if has_other_decimal else ("thousands",)
    return f" To read it, choose {' and '.join([*words, between_thousands(group)])}.", arguments
