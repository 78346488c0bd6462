"""Writes and reads CSV tables that pass through spreadsheets, in which no cell runs as a formula."""

import csv
import io
import re
from pathlib import Path

import pandas as pd

__all__ = ["csv_of", "harmless", "read_table", "text_of"]

# A cell may begin at these places: a spreadsheet that divides by another sign takes quotation marks for letters, so
# that every sign and line within a cell begins a new one.
_STARTS = re.compile(r"\A|(?<=[,;\t\r\n])")
# A spreadsheet takes these signs, in either width and after white space, for the beginning of a formula.
_FORMULA = re.compile(r"""['"\s]*[=+@\uff1d\uff0b\uff0d\uff20-]""")
_CONTROL = re.compile(r"'*[\t\r\n]")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?(/\d+)?%?|-")


def harmless(text):
    """Put an apostrophe before a text that a spreadsheet would take for a formula, and within it; numbers stay."""
    return _STARTS.sub(lambda start: "'" * _would_run(text, start.end()), text)


def _would_run(text, place):
    """Tell whether a spreadsheet that begins a cell at a place of the text may run it."""
    if place == 0:
        return bool((_FORMULA.match(text) or _CONTROL.match(text)) and not _NUMBER.fullmatch(text))
    cell = re.split(r"[,;\t\r\n]", text[place:], maxsplit=1)[0].strip()
    return bool(_FORMULA.match(text, place) and not _NUMBER.fullmatch(cell))


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


def text_of(path):
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


def read_table(path, columns=()):
    """Read a table as a spreadsheet has saved it, as a data frame of text; some columns must be there.

    Commas, semicolons and tabs divide cells. A file that is no table, or lacks a column, raises a ValueError.
    """
    text = text_of(path)
    sign = max(",;\t", key=text.partition("\n")[0].count)
    try:
        table = pd.read_csv(io.StringIO(text), sep=sign, dtype=str, keep_default_na=False)
    except (ValueError, pd.errors.ParserError) as error:
        raise ValueError(f"{path} can't be read as a table. {str(error).strip()}") from None
    table.columns = [name.strip() for name in table.columns]
    if missing := [name for name in columns if name not in table.columns]:
        raise ValueError(
            f"{path} must have the columns {', '.join(columns)}. It has {', '.join(table.columns)}, and lacks "
            f"{', '.join(missing)}."
        )
    return table
