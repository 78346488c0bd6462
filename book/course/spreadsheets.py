"""Tables as CSV that spreadsheets and learning systems read: nothing in them is run, and ids keep their form."""

import csv
import io
import re

__all__ = ["as_it_was", "csv_of", "harmless"]

# Where a cell may begin: a spreadsheet that divides by another sign takes the quotation marks around a cell for
# letters, so that each sign and each line within begins one.
_STARTS = re.compile(r"\A|(?<=[,;\t\r\n])")
# What a spreadsheet takes for the beginning of a formula, in letters of either width; it passes over white space.
_FORMULA = re.compile(r"""['"\s]*[=+@\uff1d\uff0b\uff0d\uff20-]""")
_CONTROL = re.compile(r"'*[\t\r\n]")
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
    """A text that no spreadsheet takes for a formula: an apostrophe is in front if it would. Numbers and ids stay.

    So it is within the text, where a spreadsheet that divides by another sign would begin a cell.
    """
    if is_id and _ID.fullmatch(text):
        return text
    return _STARTS.sub(lambda start: "'" * _would_run(text, start.end()), text)


def as_it_was(text):
    """A text from before it was made `harmless`; any other text as it is."""
    parts, done = [], 0
    for start in _STARTS.finditer(text):
        place = start.end()
        if text.startswith("'", place) and _would_run(text, place + 1, place == 0):
            parts.append(text[done:place])
            done = place + 1
    return "".join([*parts, text[done:]])


def _would_run(text, place, is_first=None):
    """Whether a spreadsheet that begins a cell at a place, that of the whole text or one within, may run it.

    What is in front of it already, apostrophes too, makes no difference, so that the way back is clear.
    """
    if place == 0 if is_first is None else is_first:
        return bool((_FORMULA.match(text, place) or _CONTROL.match(text, place)) and not _NUMBER.fullmatch(text, place))
    cell = re.split(r"[,;\t\r\n]", text[place:], maxsplit=1)[0].strip()
    return bool(_FORMULA.match(text, place) and not _NUMBER.fullmatch(cell))


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
