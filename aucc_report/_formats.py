"""Read a file of any usual format into a DataFrame, after finding out its format and how it writes numbers."""

import csv
import datetime
import gzip
import io
import re
import zipfile
import zlib
from pathlib import Path

from aucc_report._reading import (
    BYTE_ORDER_MARK,
    ENCODINGS,
    USUAL,
    called,
    check_frame,
    check_marks,
    content_of,
    decoded,
    refuse_large,
    table_of_text,
)
from aucc_report.dialect import SIGNS, Dialect, guess
from aucc_teach._lazy import naming_extras
from aucc_teach.input import check_integer

#: What the command reads.
MOST_BYTES = 200 * 2**20
#: The first bytes of each kind of file, what messages call it, and the endings of its names.
_KINDS = {
    "gzip": (b"\x1f\x8b", "a file packed by gzip", (".gz",)),
    "workbook": (b"PK\x03\x04", "a workbook or a zip", (".xlsx", ".xlsm")),
    "parquet": (b"PAR1", "a Parquet file", (".parquet", ".pq")),
    "old": (b"\xd0\xcf\x11\xe0", "an old workbook, or one with a password", (".xls",)),
}
_FOUND = {
    "encoding": "letters in {}",
    "separator": "a {} between cells",
    "decimal": "a {} before decimals",
    "thousands": "a {} between thousands",
}
_HOW_TO_READ = re.compile(r"(?<=\.) (?:To read it,|If it is) .*")
_MOST_ABOVE = 5  # a title has at most so many rows
_MOST_CELLS = 20_000_000  # of a workbook: even a small file can claim to have a billion


def read_table(
    source,
    *,
    separator=None,
    decimal=None,
    thousands=None,
    encoding=None,
    na=(),
    sheet=None,
    name=None,
    max_bytes=MOST_BYTES,
):
    r"""Read a table from a file as the command does: CSV, also packed by gzip, a workbook of Excel, or Parquet.

    Parameters
    ----------
    source : bytes or path-like
        The content of the file, or where it is. What it is shows in its first bytes.
    separator, decimal, thousands, encoding : str, optional
        As in :func:`read_csv`. What is not given is found out, and noted where it is not the usual; the decimal sign is
        not, where two readings make numbers of the cells (1,234 can be both). That nothing stands between thousands is
        said by ``thousands=""``. For text only.
    na : sequence of str, default=()
        As in :func:`read_csv`.
    sheet : str, optional
        Which sheet of a workbook; the first by default. A title above the names of its columns is passed over.
    name : str, optional
        What to call the table; the name of the file by default.
    max_bytes : int, default=209715200
        A larger file than this, 200 MB by default, is refused, and so is one that is larger when it is unpacked.

    Returns
    -------
    pandas.DataFrame
        As :func:`read_csv` returns it.

    Raises
    ------
    ValueError
        As in :func:`read_csv`; and if a file is cut off, has a password or the ending of another format, if a workbook
        has merged cells, formulas without values or no such sheet, or if an option is for another format.
    ModuleNotFoundError
        If what reads the format is not installed.

    Examples
    --------
    >>> import aucc_report
    >>> table = aucc_report.read_table(b"height;kind\n1,5;oak\n;elm\n2,25;oak\n")
    >>> table["height"].tolist()
    [1.5, nan, 2.25]
    >>> table.attrs["notes"]
    ['Found out: a semicolon between cells, a comma before decimals.']
    """
    max_bytes, na = check_integer(max_bytes, "max_bytes", minimum=1), check_marks(na)
    content, of_file = content_of(source, max_bytes, name)
    kind = _kind_of(content)
    if kind == "old":
        raise ValueError("the workbook has a password or is in the old format (.xls): save it as .xlsx without one.")
    _refuse_ending(of_file, kind)
    if kind == "gzip":
        content = _unpacked(content, max_bytes)
        if _kind_of(content) is not None:
            raise ValueError(f"a packed file must hold text. Got {_KINDS[_kind_of(content)][1]}: unpack it first.")
        kind = None
    if sheet is not None and kind != "workbook":
        raise ValueError(f"sheet must be left out: only workbooks have sheets. Got {sheet!r}.")
    of_text = {"separator": separator, "decimal": decimal, "thousands": thousands, "encoding": encoding}
    given = {option: value for option, value in of_text.items() if value is not None}
    if given and kind is not None:
        raise ValueError(f"{', '.join(given)} must be left out: this is {_KINDS[kind][1]}, and no text.")
    if kind is None:
        table = _text(content, given, na)
    else:
        table = _parquet(content, na) if kind == "parquet" else _workbook(content, sheet, na)
        table.attrs["read"] = ({"na": list(na)} if na else {}) | ({} if sheet is None else {"sheet": sheet})
    return called(table, name, of_file)


def _kind_of(content):
    return next((kind for kind, (start, *_) in _KINDS.items() if content.startswith(start)), None)


def _refuse_ending(of_file, kind):
    """Refuse a file that is not what its name says: it was renamed, or saved in another format."""
    ending = Path(of_file or "").suffix.lower()
    said = next((one for one, (*_, endings) in _KINDS.items() if ending in endings), None)
    is_text = ending in (".csv", ".tsv", ".txt")
    if said != kind and (said is not None or is_text):
        found = "text" if kind is None else _KINDS[kind][1]
        proper = ".csv" if kind is None else _KINDS[kind][2][0]
        if said is not None and kind is None and said != "gzip":
            found = "text, or cut off at the start"
        raise ValueError(f"a file must be what its name says. Got {of_file!r}, which is {found}: call it {proper}.")


def _unpacked(content, max_bytes):
    try:
        with gzip.open(io.BytesIO(content)) as file:
            text = file.read(max_bytes + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise ValueError(f"the packed file must be whole. Got one that is cut off or damaged: {error}.") from error
    refuse_large(text, max_bytes, " when it is unpacked")
    return text


def _text(content, given, na):
    """Read a CSV file, and find out which signs and encoding it uses where they are not given."""
    if given.get("thousands") == "":
        given["thousands"] = None
    encoding = given.get("encoding") or _encoding_of(content)
    found = {"encoding": encoding}
    try:
        text = content.decode(encoding).lstrip(BYTE_ORDER_MARK)
    except (UnicodeDecodeError, LookupError, TypeError):
        pass  # table_of_text explains what is wrong
    else:
        dialect = guess(text, Dialect(given.get("separator", ",")), is_usual_if_open=True)._asdict()
        found["separator"] = dialect.pop("separator")
        # The two signs were found together, so neither is used if a different one was given.
        if all(given.get(option, value) == value for option, value in dialect.items()):
            found |= dialect
    table = table_of_text(content, **USUAL | found | given, na=na)
    told = [
        _FOUND[option].format(
            next(word for word, of_word in (SIGNS | {"encoding": ENCODINGS})[option].items() if of_word == value)
        )
        for option, value in found.items()
        if option not in given and value != USUAL[option]
    ]
    if told:
        table.attrs["notes"].insert(0, f"Found out: {', '.join(told)}.")
    return table


def _encoding_of(content):
    """Guess the encoding: UTF-16 by its first bytes, else UTF-8, else that of Windows."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    return next((encoding for encoding in ("utf-8", "cp1252") if decoded(content, encoding) is not None), "utf-8")


def _parquet(content, na):
    with naming_extras("reading Parquet"):
        import pyarrow
        import pyarrow.parquet
    try:
        table = pyarrow.parquet.read_table(io.BytesIO(content)).to_pandas()
    except (pyarrow.ArrowException, OSError) as error:
        raise ValueError(f"the Parquet file must be whole. Got one that is cut off or damaged: {error}.") from error
    table = check_frame(table)
    marks = {mark.lower() for mark in na}
    for column in table:
        is_mark = table[column].map(lambda value: isinstance(value, str) and value.strip().lower() in marks)
        if is_mark.any():
            table[column] = table[column].mask(is_mark)
    table.attrs["notes"] = []
    return table


def _workbook(content, sheet, na):
    with naming_extras("reading workbooks"):
        import openpyxl
    book = _opened(openpyxl, content, data_only=True)
    names = [one.title for one in book.worksheets]
    if sheet is not None and sheet not in names:
        raise ValueError(f"sheet must be one of {names}. Got {sheet!r}.")
    if not names:
        raise ValueError(f"a workbook must have a sheet with cells. Got {book.sheetnames}.")
    chosen = book[sheet] if sheet is not None else book.worksheets[0]
    rows = list(chosen.iter_rows(values_only=True))
    n_above = _n_above_names(rows)
    merged = [one for one in chosen.merged_cells.ranges if one.max_row > n_above]
    if merged:
        ranges = ", ".join(map(str, merged[:5]))
        raise ValueError(f"no cells may be merged: a merged cell belongs to no single row and column. Got {ranges}.")
    if chosen.max_row * chosen.max_column > _MOST_CELLS:
        raise ValueError(f"a sheet must have at most {_MOST_CELLS} cells. Got {chosen.dimensions}.")
    _refuse_formulas(openpyxl, content, chosen)
    title, rows = next((row[0] for row in rows[:n_above] if row[0] is not None), None), rows[n_above:]
    width = max((i + 1 for row in rows for i, cell in enumerate(row) if cell is not None), default=0)
    text = io.StringIO()
    # Empty rows are kept, so that line numbers are row numbers of the sheet.
    csv.writer(text).writerows(
        [_written(cell) for cell in row[:width]] if any(cell is not None for cell in row) else [] for row in rows
    )
    content = text.getvalue().encode()
    table = table_of_text(content, **USUAL, na=na, first=1 + n_above)
    if title is not None:
        table.attrs["notes"].insert(0, f'The title above the names of the columns, "{title}", is passed over.')
    # Advice about separators and signs would not help with a workbook.
    for of_column in table.attrs.pop("lost", {}).values():
        note = of_column["note"]
        table.attrs["notes"][table.attrs["notes"].index(note)] = _HOW_TO_READ.sub("", note)
    table.attrs.pop("advice", None)
    if len(names) > 1 and sheet is None:
        others = ", ".join(f'"{one}"' for one in names[1:6])
        table.attrs["notes"].insert(0, f'The sheet "{names[0]}" was read, and not {others}.')
    return table


def _n_above_names(rows):
    """Count the rows of a title above the names: each is empty, or has only a text in its first cell; there are few."""
    for n, row in enumerate(rows[: _MOST_ABOVE + 1]):
        first, *others = row or (None,)
        if any(cell is not None for cell in others):
            # Empty rows alone are no title, and are counted where all such rows are.
            return n if any(cell is not None for above in rows[:n] for cell in above) else 0
        if not isinstance(first, str | None):
            break
    return 0


def _opened(openpyxl, content, **options):
    try:
        # The read-only mode would not see merged cells.
        return openpyxl.load_workbook(io.BytesIO(content), **options)
    except Exception as error:  # a damaged workbook can raise anything, anywhere
        raise ValueError(
            f"the workbook must be whole. Got a zip without a workbook, or one that is cut off: {error}."
        ) from error


def _refuse_formulas(openpyxl, content, sheet):
    """Refuse formulas whose values no program has stored: they would be read as missing."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if not any(b"<f" in packed.read(name) for name in packed.namelist() if name.startswith("xl/worksheets/")):
            return
    cells = (cell for row in _opened(openpyxl, content)[sheet.title].iter_rows() for cell in row)
    without = [cell.coordinate for cell in cells if cell.data_type == "f" and sheet[cell.coordinate].value is None]
    if without:
        raise ValueError(
            f"every formula must have its value stored with it. Got {len(without)} without, first in {without[0]}: "
            "open the file in a spreadsheet program and save it, which computes them."
        )


def _written(value):
    """Write a cell of a sheet as in a CSV file; midnight is left off a date."""
    if value is None:
        return ""
    if isinstance(value, datetime.datetime):
        return str(value.date() if value.time() == datetime.time() else value)
    return str(value)
