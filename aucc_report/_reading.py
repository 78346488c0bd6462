"""Read a CSV file into a DataFrame, and check the names of a DataFrame."""

import codecs
import csv
import io
import json
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from aucc_report.dialect import (
    DECIMALS,
    MISSING,
    SEPARATORS,
    THOUSANDS,
    Dialect,
    choices,
    guess,
    hint,
    number,
    whole_number,
    without_first_line,
    word_for,
)
from aucc_teach.files import expanded
from aucc_teach.input import FIRST_INEXACT, check_choice, check_integer, is_exact

BUNDLED = {"wine": load_wine, "iris": load_iris, "breast cancer": load_breast_cancer, "digits": load_digits}
ENCODINGS = {"UTF-8": "utf-8", "Windows-1252": "cp1252", "UTF-16": "utf-16"}
MAX_BYTES = 10 * 2**20  # JupyterLab cannot upload more to the kernel either
UPLOADED = "uploaded file"  # name of a table that comes from bytes without a name
USUAL = Dialect()._asdict() | {"encoding": "utf-8"}
#: Some programs put this mark in front of a text; a file that went through two of them has two.
BYTE_ORDER_MARK = "\ufeff"
LINE = "line"  # name of the index that holds the line of each row
_NAMED = 5  # a message names at most so many rows or columns
# Up to _MARKS different marks in a column of numbers, in at most one of _ONE_IN cells, are taken as missing and noted.
_MARKS, _ONE_IN = 3, 20
#: How often a mark occurs, in words.
_TIMES = {1: "", 2: " twice"}
# The attrs of a DataFrame that the report reads, and a check that they were written here.
_ARGUMENTS = {*Dialect._fields, "encoding", "na", "sheet", "name"}
_ATTRS = {
    "name": lambda name: isinstance(name, str),
    "notes": lambda notes: isinstance(notes, str | list) and all(isinstance(note, str) for note in notes),
    "read": lambda read: (
        isinstance(read, dict)
        and read.keys() <= _ARGUMENTS
        and all(isinstance(value, str | list | None) for value in read.values())
    ),
}
#: What spreadsheets write where a formula has no value.
_ERRORS = {"#div/0!", "#n/a", "#name?", "#null!", "#num!", "#ref!", "#value!"}


def bundled_table(name):
    """One of the data sets that scikit-learn brings along, as a DataFrame.

    Parameters
    ----------
    name : {"wine", "iris", "breast cancer", "digits"}
        Which one.

    Returns
    -------
    pandas.DataFrame
        The measurements under their names, and the known groups as a text column called "class".
        ``attrs["name"]`` is `name`.

    Raises
    ------
    ValueError
        If there is no data set of that name.

    Examples
    --------
    >>> import aucc_report
    >>> table = aucc_report.bundled_table("iris")
    >>> table.shape, table.columns[0], table["class"].iloc[0]
    ((150, 5), 'sepal length (cm)', 'setosa')
    """
    data = BUNDLED[check_choice(name, tuple(BUNDLED), "name")](as_frame=True)
    table = data.data.assign(**{"class": np.asarray(data.target_names).astype(str)[data.target]})
    table.attrs["name"] = name
    return table


def read_csv(
    source,
    *,
    separator=",",
    decimal=".",
    thousands=None,
    encoding="utf-8",
    na=(),
    name=None,
    max_bytes=MAX_BYTES,
):
    r"""Read a table from a CSV file, or say what is wrong with it.

    Parameters
    ----------
    source : bytes or path-like
        The content of the file, or where it is. The first line names the columns. If the first of them has no name,
        it holds the names of the rows. A line such as ``sep=;``, which programs write for Excel, may stand above it.
    separator : {",", ";", tab, "|"}, default=","
        What stands between two cells.
    decimal : {".", ","}, default="."
        What stands before the decimals.
    thousands : {".", ",", " ", "'"}, optional
        What stands between groups of three digits, as in 1.234.567; by default nothing does. It is not
        the decimal sign. A space may be one that does not break.
    encoding : str, default="utf-8"
        How letters are stored: any text encoding that Python knows, such as "cp1252" (Windows) or "utf-16".
    na : sequence of str, default=()
        What else stands for a missing value, such as "-" or "not measured", in small or large letters.
    name : str, optional
        What to call the table; the name of the file by default.
    max_bytes : int, default=10485760
        A larger file is refused. The default, 10 MB, is the most that the lab reads.

    Returns
    -------
    pandas.DataFrame
        A column in which every cell is a number, or missing, is a measurement (float64); any other is text, and so are
        whole numbers beyond 2^53 that float64 does not hold exactly. Missing is an empty cell, and among numbers also
        NA, N/A, NaN, null, none, "?" and what `na` says. Where nearly all cells of a column are numbers, and the others
        are at most three marks without a digit, such as a dash or an error of a spreadsheet (#DIV/0!), these are
        missing, and noted. Missing values stay missing. Letters that Unicode can write in two ways are read in one
        (NFC). The index holds the names of the rows or, called "line", where in the file each row begins.
        ``attrs`` has the table's "name", as "notes" a list of what the reader of the data should know, and as "read"
        the arguments that differ from their defaults. Where other arguments would make numbers of a column of text, it
        has "lost": for each such column these "arguments" and its "note"; and if more than one is wanted, "advice".

    Raises
    ------
    ValueError
        If this is not a table: an unknown separator, decimal sign or encoding, more than `max_bytes`, bytes that do not
        fit the encoding, a first line that names another separator, no names, a name twice, rows of different lengths,
        a second line of names, an infinite number, no row at all.

    Examples
    --------
    >>> import aucc_report
    >>> aucc_report.read_csv(b"height;kind\n1,5;oak\n;elm\n2,0;oak\n", separator=";", decimal=",")
          height kind
    line
    2        1.5  oak
    3        NaN  elm
    4        2.0  oak
    """
    max_bytes, na = check_integer(max_bytes, "max_bytes", minimum=1), check_marks(na)
    content, of_file = content_of(source, max_bytes, name)
    signs = {"separator": separator, "decimal": decimal, "thousands": thousands}
    return called(table_of_text(content, **signs, encoding=encoding, na=na), name, of_file)


def called(table, name, of_file):
    """Name the table that was read: after its file, unless another name is given."""
    table.attrs["name"] = name or of_file or UPLOADED
    if table.attrs["name"] not in (of_file, UPLOADED):
        table.attrs["read"]["name"] = name
    return table


def table_of_text(content, *, separator, decimal, thousands, encoding, na, first=1):
    """Read the bytes of a CSV file as `read_csv` does, without naming the table; its lines are counted from `first`."""
    check_choice(separator, tuple(SEPARATORS.values()), "separator")
    check_choice(decimal, tuple(DECIMALS.values()), "decimal")
    if thousands is not None:
        check_choice(thousands, tuple(filter(None, THOUSANDS.values())), "thousands")
    if thousands == decimal:
        raise ValueError(f"thousands must have another sign than decimals. Got {thousands!r} for both.")
    given = Dialect(separator, decimal, thousands)
    as_it_is = _text_of(content, encoding, given)
    composed = unicodedata.normalize("NFC", as_it_is)
    sign, text = without_first_line(composed)
    if sign not in (None, separator):
        _refuse_separator(sign, text, given)
    rows, lines, n_empty = _cells(text, separator, first=first + (sign is not None))
    (header, *rows), lines = rows, lines[1:]
    has_row_names = len(header) > 1 and not header[0]
    _check_header(header, has_row_names, text, given)
    _refuse_other_lengths(header, rows, lines, text, given)
    gone = MISSING | {mark.lower() for mark in na}
    _refuse_second_header(header, rows, lines, has_row_names, gone, given)
    index, notes = pd.Index(lines, name=LINE), []
    if composed != as_it_is:
        notes.append("What the file writes in two characters, such as a letter and its accent, is read as one letter.")
    if n_empty:
        notes.append(f"{n_empty} empty line(s) passed over.")
    columns = dict(zip(header, zip(*rows, strict=True), strict=True))
    if has_row_names:
        # Names stay text, so that "007" is exported as it came.
        index = pd.Index(columns.pop(""), dtype=str)
        notes.append("The first column has no name: it holds the names of the rows.")
        if index.has_duplicates:
            twice = [f'"{label}"' for label in index[index.duplicated()].unique()]
            notes.append(f"More than one row has this name: {_some(twice)}.")
    table, lost = {}, {}
    for column, cells in columns.items():
        n_notes = len(notes)
        table[column], arguments = _column(column, cells, lines, given, gone, notes)
        if arguments:
            lost[column] = {"arguments": arguments, "note": notes[n_notes]}
    table = pd.DataFrame(table).set_axis(index)
    chosen = given._asdict() | {"encoding": encoding}
    read = {argument: value for argument, value in chosen.items() if value != USUAL[argument]}
    table.attrs |= {"notes": notes, "read": read | ({"na": list(na)} if na else {})}
    if lost:
        table.attrs["lost"] = lost
        # The note of a column knows its own cells only; this sentence is for all columns together.
        words = choices(guess(text, given), given)
        if len(words) > 1:
            table.attrs["advice"] = f"To read all numbers, choose {_in_words(words)}."
    return table


def content_of(source, max_bytes, name):
    """Read the bytes of the source and the name of its file, if it has one; refuse too many bytes."""
    if isinstance(source, bytes | memoryview):
        content, of_file = bytes(source[: max_bytes + 1]), name
    else:
        path = expanded(source)
        if path.is_dir() or not path.exists():
            raise ValueError(f"there is no file {str(path)!r} in {str(Path.cwd())!r}.")
        # A pipe is read like a file, but its name does not name the table.
        with path.open("rb") as file:
            content, of_file = file.read(max_bytes + 1), path.name if path.is_file() else None
    refuse_large(content, max_bytes)
    return content, of_file


def refuse_large(content, max_bytes, when=""):
    """Refuse more bytes than may be read."""
    if len(content) > max_bytes:
        raise ValueError(
            f"the file must not be larger than {max_bytes / 2**20:.3g} MB{when} (max_bytes). Cut it down to a sample "
            "of rows."
        )


def check_marks(na):
    """Check the words for a missing value, and return them as a tuple."""
    if isinstance(na, str) or not all(isinstance(mark, str) and mark.strip() == mark != "" for mark in na):
        raise ValueError(f'na must hold texts without blanks around them, such as ("-", "n/a"). Got {na!r}.')
    return tuple(na)


def check_frame(table):
    """Check that this is a DataFrame, and return one whose columns have different strings as names."""
    if not isinstance(table, pd.DataFrame):
        raise ValueError(
            f"table must be a pandas DataFrame, as read_csv() or pandas.DataFrame(X) makes it. Got "
            f"{type(table).__module__}.{type(table).__qualname__}."
        )
    if table.columns.nlevels > 1:
        raise ValueError(
            f"every column must have one name. Got columns with {table.columns.nlevels} levels of names, such as "
            f"{table.columns[0] if len(table.columns) else tuple(table.columns.names)!r}."
        )
    names = [str(name) for name in table.columns]
    _check_names(names, "in the table")
    # Other attrs are dropped: pandas copies and compares attrs in many of its steps, and some objects cannot be copied
    # or compared.
    own = {key: value for key, value in table.attrs.items() if key in _ATTRS and _ATTRS[key](value)}
    table = pd.DataFrame(table).set_axis(names, axis=1)
    table.attrs = own
    return table


def own_name(name, table):
    """Return the name of a column as the table writes it; Unicode can write the same text in two ways."""
    name = str(name)
    plain = unicodedata.normalize("NFC", name)
    return name if name in table else next((own for own in table if unicodedata.normalize("NFC", own) == plain), name)


def name_of(table):
    """Return the name of the table."""
    return table.attrs.get("name", "DataFrame")


def are_long(cells, decimal=".", thousands=None):
    """Tell whether all cells are whole numbers in digits, and a float cannot hold one of them."""
    whole = [whole_number(cell, decimal, thousands) for cell in cells]
    return None not in whole and not all(map(is_exact, whole))


def named(what, items):
    """Name a few things after what they are, such as "columns a, b"."""
    return f"{what}{'s' if len(items) > 1 else ''} {_some(items)}"


def _some(items):
    more = f" and {len(items) - _NAMED} more" if len(items) > _NAMED else ""
    return f"{', '.join(str(item) for item in items[:_NAMED])}{more}"


def _in_words(words):
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _text_of(content, encoding, given):
    """Decode a file; refuse what is in another encoding, or no text."""
    try:
        text, codec = content.decode(encoding), codecs.lookup(encoding).name
    except (TypeError, LookupError):
        raise ValueError(
            f'encoding must be the name of a text encoding that Python knows, such as "utf-8" or "cp1252". Got '
            f"{encoding!r}."
        ) from None
    except UnicodeDecodeError as error:
        shown = next((word for word, known in ENCODINGS.items() if known == encoding), encoding)
        raise ValueError(
            f"the file must be text in {shown}. Got a byte that is not, at position {error.start}."
            f"{_other_encoding(content, encoding, given)}"
        ) from None
    # Text in another encoding is hardly ever valid UTF-8, whereas UTF-8 can be decoded by most other encodings.
    is_other = codec not in ("utf-8", "utf-8-sig") and (codec == "utf-16" or not content.isascii())
    if is_other and "\0" not in (decoded(content, "utf-8") or "\0"):
        raise ValueError('the file is text in UTF-8: choose UTF-8 as encoding (encoding="utf-8").')
    if "\0" in text:
        raise ValueError("the file must be text. Got a zero byte, as files of spreadsheets have; export it as CSV.")
    return text.lstrip(BYTE_ORDER_MARK)


def _other_encoding(content, encoding, given):
    """Say which encoding to try instead, and with which signs."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        found = "UTF-16"
    elif b"\0" in content:
        return " It holds a zero byte, as files of spreadsheets do; export it as CSV."
    else:
        found = next(
            (word for word in ("UTF-8", "Windows-1252") if decoded(content, ENCODINGS[word]) is not None), None
        )
    if found is None or ENCODINGS[found] == encoding:
        return ""
    words = choices(guess(content.decode(ENCODINGS[found]), given), given)
    words = [f'that as encoding (encoding="{ENCODINGS[found]}")', *words]
    return f" It may be {found}: choose {_in_words(words)}."


def decoded(content, encoding):
    """Decode bytes, or return None if they are not valid in this encoding."""
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _refuse_separator(sign, text, given):
    found = next((word for word, known in SEPARATORS.items() if known == sign), None)
    if found is None:
        raise ValueError(
            f"cells must stand apart by a comma, a semicolon or a tab. Got {sign!r} in the first line, sep={sign}: "
            f"save the table with one of these."
        )
    words = choices(guess(text, given._replace(separator=sign)), given)
    raise ValueError(f"the first line says that a {found} stands between cells: choose {_in_words(words)}.")


def _cells(text, separator, first=1):
    """Split a text into rows of cells, header first; return also the line of each row and the number of empty lines.

    The text begins on line `first` of the file.
    """
    # The parsers of pandas fill up short rows, take extra cells for names of rows, pass over stray quotes, and do not
    # say on which line a row stands.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, lines, n_empty, line = [], [], 0, first
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) or len(cells) > 1:
                rows.append([cell.strip() for cell in cells])
                lines.append(line)
            else:
                n_empty += 1
            line = reader.line_num + first
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num + first - 1} is no CSV: {error}.") from None
    if not rows:
        raise ValueError("the file must hold a line of names and lines of values. Got an empty file.")
    return rows, lines, n_empty


def _check_header(header, has_row_names, text, given):
    if len(header) == 1:
        for name, other in SEPARATORS.items():
            if other != given.separator and other in header[0]:
                words = _in_words(choices(guess(text, given._replace(separator=other)), given))
                raise ValueError(f"the first line is a single cell with a {name} in it: choose {words}.")
    names = header[has_row_names:]
    if all(number(cell, given.decimal, given.thousands) is not None for cell in names):
        raise ValueError("the first line must name the columns. Got only numbers; write a line of names above them.")
    _check_names(names, "in the first line", first=1 + has_row_names)


def _refuse_other_lengths(header, rows, lines, text, given):
    """Refuse lines that have more or fewer cells than the header, and a file without lines below it."""
    for line, cells in zip(lines, rows, strict=True):
        if len(cells) != len(header):
            words = choices(guess(text, given), given)
            if words:
                told = f"The file can be read: choose {_in_words(words)}."
            else:
                decimal = word_for("decimal", given.decimal)
                told = f"Is this the right separator, and do decimals have a {decimal}?"
            raise ValueError(
                f"every line must have as many cells as the header, {len(header)}. Got {len(cells)} in line {line}. "
                f"{told}"
            )
    if not rows:
        raise ValueError("the file must hold lines of values below the names. Got none.")


def _check_names(names, where, first=1):
    empty = [i for i, name in enumerate(names, start=first) if not name]
    if empty:
        raise ValueError(f"every column must have a name {where}. Got none for {named('column', empty)}.")
    twice = [name for name, count in Counter(unicodedata.normalize("NFC", name) for name in names).items() if count > 1]
    if twice:
        raise ValueError(f"every column must have a name of its own. Got twice: {_some(twice)}.")


def _refuse_second_header(header, rows, lines, has_row_names, missing, given):
    """Refuse units, or further names, in the line below the names: they would make text of every column."""
    numbers = [
        [cell.lower() in missing or number(cell, given.decimal, given.thousands) is not None for cell in cells]
        for cells in zip(*rows, strict=True)
    ][has_row_names:]
    texts = [of for of in numbers if not of[0]]
    is_second = len(rows) > 2 and len(texts) > 1 and all(all(of[1:]) for of in texts) and len(texts) == len(numbers)
    if is_second:
        raise ValueError(
            f'the first line alone must name the columns. Got "{rows[0][has_row_names]}" in line {lines[0]}, above '
            f"numbers in each column: take that line out, or write what it says into the names, such as "
            f'"{header[has_row_names]} ({rows[0][has_row_names]})".'
        )


def _column(name, cells, lines, given, gone, notes):
    """Convert cells to numbers, or else to text, and return also the arguments that would make numbers of them.

    Adds to the notes why text that is nearly all numbers is none, and which marks are taken as missing.
    """
    signs = given.decimal, given.thousands
    known = [None if cell.lower() in gone else cell for cell in cells]
    numbers = [np.nan if cell is None else number(cell, *signs) for cell in known]
    n_known = len(cells) - known.count(None)
    if not n_known:
        notes.append(f'Column "{name}" is empty.')
        return pd.Series(known, dtype=object), ()
    if None not in numbers:
        return _column_of_numbers(name, known, pd.Series(numbers), lines, signs, notes), ()
    words = [(line, cell) for line, cell, found in zip(lines, cells, numbers, strict=True) if found is None]
    counts = Counter(cell for _, cell in words)
    # A mark contains no digit, unless it is an error value of a spreadsheet.
    others = "".join(mark for mark in counts if mark.lower() not in _ERRORS)
    are_marks = len(counts) <= _MARKS and not any(map(str.isdigit, others))
    if are_marks and len(words) * _ONE_IN <= n_known:
        # Cells that always count as missing are counted with the marks.
        marks = counts + Counter(cell for cell, of in zip(cells, known, strict=True) if of is None and cell)
        told = ", ".join(f'"{mark}"{_TIMES.get(n, f" {n} times")}' for mark, n in marks.most_common())
        are = "cells are no numbers and" if marks.total() > 1 else "cell is no number and"
        notes.append(f'Column "{name}": {marks.total()} {are} taken as missing: {told}.')
        return _column(name, ["" if cell in counts else cell for cell in cells], lines, given, gone, notes)
    arguments = ()
    if len(words) < n_known or all(hint(cell, *signs)[0] for _, cell in words):
        line, cell = words[0]
        told, arguments = hint(cell, *signs)
        if are_marks and not told and len(words) < n_known / 2:
            of_na = json.dumps(list(counts), ensure_ascii=False)
            told = f" If {'these stand' if len(counts) > 1 else 'that stands'} for missing values, choose na={of_na}."
        notes.append(
            f'Column "{name}" is text, not a measurement: {len(words)} of {n_known} values are not numbers, first '
            f'"{cell}" in line {line}.{told}'
        )
    return pd.Series([cell or None for cell in cells]), arguments


def _column_of_numbers(name, known, numbers, lines, signs, notes):
    """Return the numbers, or the cells as text, with a note, if a float cannot hold these whole numbers."""
    infinite = np.isinf(numbers)
    if infinite.any():
        raise ValueError(
            f'column "{name}" must hold finite numbers. Got infinity in line {lines[int(infinite.argmax())]}.'
        )
    if not (numbers.abs() >= FIRST_INEXACT).any() or not are_long(filter(None, known), *signs):
        return numbers
    line, cell = next(
        (line, cell)
        for line, cell in zip(lines, known, strict=True)
        if cell is not None and not is_exact(whole_number(cell, *signs))
    )
    notes.append(
        f'Column "{name}" is text, not a measurement: a measurement would merge whole numbers beyond 2^53, first '
        f'"{cell}" in line {line}.'
    )
    return pd.Series(known)
