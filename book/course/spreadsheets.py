"""Writes CSV tables for spreadsheets and learning systems: no cell runs as a formula, and ids keep their form."""

import csv
import io
import re

__all__ = ["as_it_was", "csv_of", "harmless"]

# A cell may begin at these places: a spreadsheet that divides by another sign takes quotation marks for letters, so
# that every sign and line within a cell begins a new one.
_STARTS = re.compile(r"\A|(?<=[,;\t\r\n])")
# A spreadsheet takes these signs, in either width and after white space, for the beginning of a formula.
_FORMULA = re.compile(r"""['"\s]*[=+@\uff1d\uff0b\uff0d\uff20-]""")
_CONTROL = re.compile(r"'*[\t\r\n]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?(/\d+)?%?|-")
# A sign before letters and digits calls no function, and ids must not change.
_ID = re.compile(r"[+@-][\w.@-]*")
# A number of this form survives a spreadsheet: it has no leading zero, and not too many digits.
_PLAIN = re.compile(r"-?(0|[1-9]\d{0,14})([.,]\d{1,6})?")


class _Bare:
    """A number that is written without quotation marks, unlike all other cells."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def __float__(self):
        return float(self.text.replace(",", "."))


def harmless(text, *, is_id=False):
    """Put an apostrophe before a text that a spreadsheet would take for a formula. Numbers and ids stay.

    The same is done within the text, where a spreadsheet that divides by another sign would begin a cell.
    """
    if is_id and _ID.fullmatch(text):
        return text
    return _STARTS.sub(lambda start: "'" * _would_run(text, start.end()), text)


def as_it_was(text):
    """Undo `harmless`; any other text stays as it is."""
    parts, done = [], 0
    for start in _STARTS.finditer(text):
        place = start.end()
        if text.startswith("'", place) and _would_run(text, place + 1, place == 0):
            parts.append(text[done:place])
            done = place + 1
    return "".join([*parts, text[done:]])


def _would_run(text, place, is_first=None):
    """Tell whether a spreadsheet that begins a cell at a place of the text may run it.

    Apostrophes in front make no difference, so that `as_it_was` can undo `harmless`.
    """
    if place == 0 if is_first is None else is_first:
        return bool((_FORMULA.match(text, place) or _CONTROL.match(text, place)) and not _NUMBER.fullmatch(text, place))
    cell = re.split(r"[,;\t\r\n]", text[place:], maxsplit=1)[0].strip()
    return bool(_FORMULA.match(text, place) and not _NUMBER.fullmatch(cell))


def csv_of(header, rows, *, sign=",", decimal=".", ids=()):
    """Write a table as the bytes of a file in UTF-8, with the byte order mark that Excel needs to read umlauts.

    Numbers have the decimal sign, and text stands in quotation marks, so that a spreadsheet can keep leading zeros and
    long numbers; LibreOffice does if told to format quoted fields as text. `ids` are places of columns whose cells are
    never written as numbers, and changed only if they would run.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=sign, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow([harmless(str(name)) for name in header])
    writer.writerows([_cell(cell, decimal, i in ids) for i, cell in enumerate(row)] for row in rows)
    return f"\ufeff{out.getvalue()}".encode("utf-8", "backslashreplace")


def _cell(cell, decimal, is_id):
    if cell is None or cell != cell:
        return ""
    if not isinstance(cell, str):
        return _Bare(str(cell) if isinstance(cell, int) else f"{cell:.10g}".replace(".", decimal))
    if not is_id and _PLAIN.fullmatch(cell):
        return _Bare(cell)
    return harmless(cell, is_id=is_id)
