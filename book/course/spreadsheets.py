"""Tables as CSV that spreadsheets and learning systems read: nothing in them is run, and ids keep their form."""

import csv
import io
import re

__all__ = ["csv_of", "harmless"]

# What a spreadsheet takes for the beginning of a formula, in letters of either width; it passes over white space.
_FORMULA = re.compile(r"\s*[=+@\uff1d\uff0b\uff0d\uff20-]|[\t\r\n]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?(/\d+)?%?|-")
# A sign before letters and digits alone calls nothing, and an id that is changed is no id.
_ID = re.compile(r"[+@-][\w.@-]*")
# Its form is the same after a spreadsheet has read it as a number: no zero is in front, and no digit too many.
_PLAIN = re.compile(r"-?(0|[1-9]\d{0,14})([.,]\d{1,6})?")


class _Bare:
    """A number as it is written, so that a spreadsheet reads it as one; all other cells stand in quotation marks."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def __float__(self):
        return float(self.text.replace(",", "."))


def harmless(text, *, is_id=False):
    """A text that no spreadsheet takes for a formula: an apostrophe is in front if it would. Numbers and ids stay."""
    if not _FORMULA.match(text) or _NUMBER.fullmatch(text) or (is_id and _ID.fullmatch(text)):
        return text
    return f"'{text}"


def csv_of(header, rows, *, sign=",", decimal=".", ids=()):
    """A table as the bytes of a file in UTF-8, with the mark without which Excel reads umlauts as two letters each.

    Numbers are written with the decimal sign, and text in quotation marks, so that a spreadsheet can keep leading zeros
    and long numbers: LibreOffice does if told to format quoted fields as text. `ids` are places of columns whose cells
    are never taken for numbers and changed for formulas only.
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
