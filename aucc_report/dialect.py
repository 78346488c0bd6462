"""How CSV files write cells and numbers: signs, numbers in cells, and a guess at the signs of a file."""

import csv
import io
import re
from itertools import islice
from typing import NamedTuple

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
DECIMALS = {"point": ".", "comma": ","}
THOUSANDS = {"none": None, "point": ".", "comma": ",", "space": " ", "apostrophe": "'"}
#: For each argument of read_csv the words for its signs.
SIGNS = {"separator": SEPARATORS, "decimal": DECIMALS, "thousands": THOUSANDS}
#: Every decimal sign with every sign between thousands; pairs without the latter come first.
WAYS = [(decimal, sign) for sign in THOUSANDS.values() for decimal in DECIMALS.values() if decimal != sign]
MISSING = {"", "na", "n/a", "nan", "null", "none", "?"}
# Non-breaking spaces and typographic apostrophes and minus signs are read as the plain ones.
_SAME = str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2019": "'", "\u2212": "-", "\u2013": "-"})
_LOOKED_AT = 1000  # lines: enough to meet thousands, which can be rare
_FIRST_LINE = re.compile(r'"?sep=(?P<sign>[^\r\n])"?(?:\r\n|\r|\n)', re.IGNORECASE)
_DIGITS = re.compile(r"[+-]?[0-9]{1,1000}")  # Python refuses longer ones, and no float is that large
# These are digits in groups of three, such as 1,234.5 or 1 234 567.
_IN_GROUPS = re.compile(r"[+-]?\d{1,3}(?P<group>[,.' _])\d{3}(?:(?P=group)\d{3})*(?P<rest>(?!(?P=group))[,.]\d+)?")


class Dialect(NamedTuple):
    """The signs between cells, before decimals and between thousands (None if there is none)."""

    separator: str = ","
    decimal: str = "."
    thousands: str | None = None


def number(cell, decimal=".", thousands=None):
    """Return the number in a cell, or None if it holds no number in this way of writing.

    Spaces around it, and typographic minus signs, apostrophes and spaces, are accepted; 1_000 is not.
    """
    # float() would also read 1_000.
    try:
        plain = _plain(cell, decimal, thousands)
        return None if plain is None or "_" in plain else float(plain)
    except ValueError:
        return None


def whole_number(cell, decimal=".", thousands=None):
    """Return the whole number in a cell exactly, or None if it is not written in digits alone."""
    plain = _plain(cell, decimal, thousands)
    return int(plain) if plain is not None and _DIGITS.fullmatch(plain) else None


def _plain(cell, decimal, thousands):
    """Rewrite a cell with plain signs, a decimal point and no thousands separator; None if its signs do not fit."""
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
    """Split off a first line that names the separator, such as "sep=;" for Excel.

    Returns the sign and the text below that line; without such a line None and the whole text.
    """
    found = _FIRST_LINE.match(text)
    return (found["sign"], text[found.end() :]) if found else (None, text)


def guess(text, given, *, is_usual_if_open=False):
    """Guess the dialect that reads most columns of a text as numbers; the given one wins a tie.

    With `is_usual_if_open` the decimal sign is a point where two readings make numbers of the cells: 1,234 can be both.
    """
    lines = list(islice(io.StringIO(without_first_line(text)[1], newline=""), _LOOKED_AT))
    tables = {separator: _cells(lines, separator) for separator in {given.separator: 0, **dict.fromkeys(_SIGNS)}}
    # The right separator makes rows of one length with more than one cell.
    separator = max(tables, key=lambda sign: (_is_table(tables[sign]), sign == given.separator))
    columns = list(zip(*tables[separator][1:], strict=False))

    def n_of_numbers(way):
        return sum(_are_numbers(column, *way) for column in columns)

    # Of equals max() takes the first: the given signs, then those without thousands.
    best = max([(given.decimal, given.thousands), *WAYS], key=n_of_numbers)
    if is_usual_if_open and best == (",", None) and n_of_numbers(best) == n_of_numbers((".", ",")):
        best = (".", None)
    return Dialect(separator, *best)


_SIGNS = tuple(SEPARATORS.values())


def _cells(lines, separator):
    try:
        # The reader is not strict, because the last line may be cut off inside a quoted cell.
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
    """Return the word for a sign that an argument of read_csv takes."""
    return next(word for word, of_word in SIGNS[argument].items() if of_word == sign)


def choices(found, given):
    """List in words which signs to choose instead of the given ones; empty if they fit."""
    words = []
    if found.separator != given.separator:
        words.append(f"{word_for('separator', found.separator)} as separator")
    if found.decimal != given.decimal:
        words.append(as_decimal(found.decimal))
    if found.thousands not in (given.thousands, None):
        words.append(between_thousands(found.thousands))
    return words


def as_decimal(sign):
    """Name a decimal sign as something to choose."""
    return f'{word_for("decimal", sign)} as decimal sign (decimal="{sign}")'


def between_thousands(sign):
    """Name the sign between thousands as something to choose."""
    return f'{word_for("thousands", sign)} between thousands (thousands="{sign or ""}")'


def hint(cell, decimal, thousands):
    """Say what would make a number of a cell, and name the arguments of read_csv; both are empty if nothing would."""
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
        # A single group of three can be thousands or decimals.
        return (
            f" If it is {plain.replace(other, decimal)}, choose {as_decimal(other)}; if it is {bare}, choose "
            f"{between_thousands(group)}.",
            ("decimal", "thousands"),
        )
    has_other_decimal = rest.startswith(other) or group == decimal
    words = [as_decimal(other)] if has_other_decimal else []
    arguments = ("decimal", "thousands") if has_other_decimal else ("thousands",)
    return f" To read it, choose {' and '.join([*words, between_thousands(group)])}.", arguments
