"""Writes CSV tables that pass through spreadsheets, in which no cell runs as a formula."""

import csv
import io
import re

__all__ = ["csv_of", "harmless"]

# A spreadsheet takes these signs, in either width and after white space, for the beginning of a formula, unless the
# cell is a number. Cells may begin within a text, too: a spreadsheet that divides by another sign takes quotation marks
# for letters, so that every sign and line begins a new one. A tab or a line at the beginning hides what follows.
_FORMULA = re.compile(
    r"""(\A|(?<=[,;\t\r\n]))(?=\A'*[\t\r\n]|['"\s]*[=+@\uff1d\uff0b\uff0d\uff20-])"""
    r"(?!\s*([+-]?\d+([.,]\d+)?(/\d+)?%?|-)\s*([,;\t\r\n]|\Z))"
)


def harmless(text):
    """Put an apostrophe before a text that a spreadsheet would take for a formula, and within it; numbers stay."""
    return _FORMULA.sub("'", text)


def csv_of(header, rows):
    """Write a table as the bytes of a file in UTF-8, with the byte order mark that Excel needs to read umlauts.

    Text stands in quotation marks, and LibreOffice keeps its leading zeros if told to format quoted fields as text.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerow(list(map(harmless, header)))
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return f"\ufeff{out.getvalue()}".encode("utf-8", "backslashreplace")


def _cell(cell):
    if cell is None or cell != cell:
        return ""
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() else round(cell, 4)
    return harmless(cell) if isinstance(cell, str) else cell
