"""From a file to a DataFrame, and from any DataFrame to its measurements and its classes."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Hashable
from pathlib import Path

import numpy as np
import pandas as pd
from pandas.api import types
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from aucc_teach._validation import check_choice

BUNDLED = {"wine": load_wine, "iris": load_iris, "breast cancer": load_breast_cancer, "digits": load_digits}
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
DECIMALS = {"point": ".", "comma": ","}
ENCODINGS = {"UTF-8": "utf-8", "Windows-1252": "cp1252", "UTF-16": "utf-16"}
MAX_BYTES = 10 * 2**20  # JupyterLab does not carry larger uploads to the kernel either
MAX_CLASSES = 20  # a column of whole numbers with more different values is offered as a measurement only
LINE = "line"  # name of an index that says where in the file a row stands
_MISSING = {"", "na", "n/a", "nan", "null", "none", "?"}
_NAMED = 5  # at most so many rows or columns are named in a message
# Digits in groups of three, such as 1,234.5 or 1 234 567. A space may be one that does not break.
_IN_GROUPS = re.compile(
    r"[+-]?\d{1,3}(?P<group>[,.'\u2019_\s])\d{3}(?:(?P=group)\d{3})*(?P<rest>(?!(?P=group))[,.]\d+)?"
)
_TEXT = "text can be the classes, and is no measurement."
_CATEGORIES = "categories can be the classes, and are no measurement."


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
    >>> import aucc_teach as at
    >>> table = at.lab.bundled_table("iris")
    >>> table.shape, table.columns[0], table["class"].iloc[0]
    ((150, 5), 'sepal length (cm)', 'setosa')
    """
    data = BUNDLED[check_choice(name, tuple(BUNDLED), "name")](as_frame=True)
    table = data.data.assign(**{"class": np.asarray(data.target_names).astype(str)[data.target]})
    table.attrs["name"] = name
    return table


def read_csv(source, *, separator=",", decimal=".", encoding="utf-8", name=None):
    r"""Read a table from a CSV file, or say what is wrong with it.

    Parameters
    ----------
    source : bytes or path-like
        The content of the file, or where it is. The first line names the columns. If the first of them has no name,
        it holds the names of the rows.
    separator : {",", ";", tab}, default=","
        What stands between two cells.
    decimal : {".", ","}, default="."
        What stands before the decimals. Thousands are not separated.
    encoding : str, default="utf-8"
        How letters are stored: any text encoding that Python knows, such as "cp1252" (Windows) or "utf-16".
    name : str, optional
        What to call the table; the name of the file by default.

    Returns
    -------
    pandas.DataFrame
        A column in which every cell is a number, or missing, is a measurement (float64); any other is text. Missing
        is an empty cell, and among numbers also NA, N/A, NaN, null, none and "?". Missing values stay missing. The
        index holds the names of the rows or, called "line", where in the file each row begins, the header being
        line 1. ``attrs`` has the table's "name", and as "notes" a list of what the reader of the data should know.

    Raises
    ------
    ValueError
        If this is no table: an unknown separator, decimal sign or encoding, more than 10 MB, bytes that do not fit
        the encoding, no names, a name twice, rows of different lengths, an infinite number, no row at all.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.lab.read_csv(b"height;kind\n1,5;oak\n;elm\n2,0;oak\n", separator=";", decimal=",")
          height kind
    line
    2        1.5  oak
    3        NaN  elm
    4        2.0  oak
    """
    check_choice(separator, tuple(SEPARATORS.values()), "separator")
    check_choice(decimal, tuple(DECIMALS.values()), "decimal")
    if isinstance(source, bytes | memoryview):
        content, name = bytes(source[: MAX_BYTES + 1]), name or "uploaded file"
    else:
        path = Path(source).expanduser()
        if not path.is_file():
            raise ValueError(f"there is no file {str(path)!r} in {str(Path.cwd())!r}.")
        with path.open("rb") as file:
            content, name = file.read(MAX_BYTES + 1), name or path.name
    if len(content) > MAX_BYTES:
        raise ValueError(f"the file must not be larger than {MAX_BYTES // 2**20} MB. Cut it down to a sample of rows.")
    rows, lines, n_empty = _cells(_decoded(content, encoding), separator)
    header, *rows = rows
    has_row_names = len(header) > 1 and not header[0]
    _check_header(header, has_row_names, separator, decimal)
    for line, cells in zip(lines[1:], rows, strict=True):
        if len(cells) != len(header):
            raise ValueError(
                f"every line must have as many cells as the header, {len(header)}. Got {len(cells)} in line {line}. "
                f"Is this the right separator, and do decimals have a {_sign(decimal)}?"
            )
    if not rows:
        raise ValueError("the file must hold lines of values below the names. Got none.")
    index, notes = pd.Index(lines[1:], name=LINE), []
    if n_empty:
        notes.append(f"{n_empty} empty line(s) passed over.")
    columns = dict(zip(header, zip(*rows, strict=True), strict=True))
    if has_row_names:
        # As text: "007" is exported as it came.
        index = pd.Index(columns.pop(""), dtype=str)
        notes.append("The first column has no name: it holds the names of the rows.")
        if index.has_duplicates:
            twice = [f'"{label}"' for label in index[index.duplicated()].unique()]
            notes.append(f"More than one row has this name: {_some(twice)}.")
    table = {column: _column(column, cells, lines[1:], decimal, notes) for column, cells in columns.items()}
    table = pd.DataFrame(table).set_axis(index)
    table.attrs |= {"name": name, "notes": notes}
    return table


def check_frame(table):
    """A DataFrame with names of columns that are different strings."""
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
    return table.set_axis(names, axis=1)


def name_of(table):
    """What to call the table."""
    return str(table.attrs.get("name", "DataFrame"))


def no_measurement(values):
    """Why a column is no measurement; None if it is one."""
    if isinstance(values.dtype, pd.SparseDtype):
        return "sparse columns are not read; .sparse.to_dense() makes an ordinary one of each."
    if isinstance(values.dtype, pd.CategoricalDtype):
        return _CATEGORIES
    if types.is_bool_dtype(values.dtype):
        return "True and False can be the classes, and are no measurement; .astype(int) makes 1 and 0 of them."
    if types.is_complex_dtype(values.dtype):
        return "complex numbers are no measurement; make two columns of their real and imaginary parts."
    if types.is_numeric_dtype(values.dtype):
        return None
    if values.dtype.kind in "mM" or isinstance(values.dtype, pd.PeriodDtype | pd.IntervalDtype):
        return "times and intervals are no measurement; make numbers of them, such as days since the first."
    kept = values.dropna() if types.is_object_dtype(values.dtype) or types.is_string_dtype(values.dtype) else []
    if len(kept) and all(_number(str(value), ".") is not None for value in kept):
        return "numbers that are stored as text or objects are no measurement; pandas.to_numeric() makes one of them."
    return _TEXT


def no_classes(values):
    """Why a column cannot be the classes; None if it can."""
    if isinstance(values.dtype, pd.SparseDtype):
        return no_measurement(values)
    if not all(isinstance(value, Hashable) for value in values):
        return "lists, and other values that can change, are no names of classes."
    return None


def floats(values):
    """A column of measurements as float64, NaN where a value is missing."""
    return values.to_numpy(dtype=np.float64, na_value=np.nan)


def measurements(table):
    """Names of the columns of numbers."""
    return [name for name in table if no_measurement(table[name]) is None]


def suggested(table):
    """Measurements to begin with: those that vary and do not merely count the rows."""
    columns = {name: floats(table[name]) for name in measurements(table)}
    return [name for name, values in columns.items() if _varies(values) and not _counts(values)]


def class_columns(table):
    """Columns that may hold classes: text, and a few whole numbers, with at least one value that occurs twice."""
    found = []
    for name in table:
        values = table[name].dropna()
        if no_measurement(values) is None:
            numbers = floats(values)
            if (numbers != np.floor(numbers)).any() or np.unique(numbers).size > MAX_CLASSES:
                continue
        if no_classes(values) is None and 1 < values.nunique() < len(values):
            found.append(name)
    return found


def notes_of_reading(table):
    """What the reader of the data should know: the notes of the file, or else which columns are not what they seem."""
    if "notes" in table.attrs:
        notes = table.attrs["notes"]
        return [notes] if isinstance(notes, str) else [str(note) for note in notes]
    reasons = {name: no_measurement(table[name]) for name in table}
    unexpected = [reason for reason in dict.fromkeys(reasons.values()) if reason not in (None, _TEXT, _CATEGORIES)]
    names = {reason: [name for name, other in reasons.items() if other == reason] for reason in unexpected}
    return [f"{listed('Column', names[reason])}: {reason}" for reason in unexpected]


def notes_on_columns(table):
    """Which measurements are left out unless somebody asks for them."""
    columns = {name: floats(table[name]) for name in measurements(table)}
    constant = [name for name, values in columns.items() if not _varies(values)]
    told = [f"Constant, and left out: {listed('column', constant)}."] if constant else []
    counting = [name for name, values in columns.items() if _counts(values)]
    return [*told, *(f'Column "{name}" counts the rows, and is left out: it measures nothing.' for name in counting)]


def _varies(values):
    values = values[~np.isnan(values)]
    return bool(values.size) and values.min() < values.max()


def _counts(values):
    return values.size > 2 and bool((values[1:] == values[:-1] + 1).all())


def listed(what, items):
    """At most a few of the items, and how many there are."""
    return f"{what}{'s' if len(items) > 1 else ''} {_some(items)}"


def _some(items):
    more = f" and {len(items) - _NAMED} more" if len(items) > _NAMED else ""
    return f"{', '.join(str(item) for item in items[:_NAMED])}{more}"


def _sign(decimal):
    return next(word for word, sign in DECIMALS.items() if sign == decimal)


def _decoded(content, encoding):
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
            f"{_other_encoding(content, encoding)}"
        ) from None
    # Bytes of other letters hardly ever make UTF-8, and the other way round they nearly always make something.
    if codec != "utf-8" and (codec == "utf-16" or not content.isascii()) and _is_text_in(content, "utf-8"):
        raise ValueError('the file is text in UTF-8: choose UTF-8 as encoding (encoding="utf-8").')
    if "\0" in text:
        raise ValueError("the file must be text. Got a zero byte, as files of spreadsheets have; export it as CSV.")
    return text.removeprefix("\ufeff")  # the mark that some programs put in front


def _other_encoding(content, encoding):
    """Which encoding to try instead."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        found = "UTF-16"
    elif b"\0" in content:
        return " It holds a zero byte, as files of spreadsheets do; export it as CSV."
    else:
        found = next((word for word in ("UTF-8", "Windows-1252") if _is_text_in(content, ENCODINGS[word])), None)
    if found is None or ENCODINGS[found] == encoding:
        return ""
    return f' It may be {found}: choose that as encoding (encoding="{ENCODINGS[found]}").'


def _is_text_in(content, encoding):
    try:
        return "\0" not in content.decode(encoding)
    except UnicodeDecodeError:
        return False


def _cells(text, separator):
    """Rows of cells with the header first, the lines where they begin, and the number of empty lines."""
    # Not the parsers of pandas: they fill up rows that are too short, take the columns of rows that are too long for
    # names of rows, pass over stray quotes, and do not say on which line a row stands.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, lines, n_empty, line = [], [], 0, 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) or len(cells) > 1:
                rows.append([cell.strip() for cell in cells])
                lines.append(line)
            else:
                n_empty += 1
            line = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num} is no CSV: {error}.") from None
    if not rows:
        raise ValueError("the file must hold a line of names and lines of values. Got an empty file.")
    return rows, lines, n_empty


def _check_header(header, has_row_names, separator, decimal):
    if len(header) == 1:
        for name, other in SEPARATORS.items():
            if other != separator and other in header[0]:
                raise ValueError(f"the first line is a single cell with a {name} in it: choose {name} as separator.")
    names = header[has_row_names:]
    if all(_number(cell, decimal) is not None for cell in names):
        raise ValueError("the first line must name the columns. Got numbers alone; write a line of names above them.")
    _check_names(names, "in the first line", first=1 + has_row_names)


def _check_names(names, where, first=1):
    empty = [i for i, name in enumerate(names, start=first) if not name]
    if empty:
        raise ValueError(f"every column must have a name {where}. Got none for {listed('column', empty)}.")
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"every column must have a name of its own. Got twice: {_some(twice)}.")


def _number(cell, decimal):
    """The number in a cell, or None."""
    if decimal != ".":
        if "." in cell:
            return None
        cell = cell.replace(decimal, ".")
    # float() would read 1_000, too.
    try:
        return None if "_" in cell else float(cell)
    except ValueError:
        return None


def _column(name, cells, lines, decimal, notes):
    """Cells as numbers or else as text; adds to the notes why text that is nearly all numbers is none."""
    missing = [cell.lower() in _MISSING for cell in cells]
    numbers = [np.nan if gone else _number(cell, decimal) for cell, gone in zip(cells, missing, strict=True)]
    if all(missing):
        notes.append(f'Column "{name}" is empty.')
        return pd.Series([None] * len(cells), dtype=object)
    if None not in numbers:
        infinite = np.isinf(numbers)
        if infinite.any():
            line = lines[int(infinite.argmax())]
            raise ValueError(f'column "{name}" must hold finite numbers. Got infinity in line {line}.')
        return pd.Series(numbers)
    words = [(line, cell) for line, cell, number in zip(lines, cells, numbers, strict=True) if number is None]
    n_kept = len(cells) - sum(missing)
    if len(words) < n_kept or all(_hint(cell, decimal) for _, cell in words):
        line, cell = words[0]
        notes.append(
            f'Column "{name}" is text and no measurement: {len(words)} of {n_kept} values are no numbers, first '
            f'"{cell}" in line {line}.{_hint(cell, decimal)}'
        )
    return pd.Series([cell or None for cell in cells])


def _hint(cell, decimal):
    """What would make a number of the cell; empty if nothing would."""
    other = "," if decimal == "." else "."
    choose = f' choose {_sign(other)} as decimal sign (decimal="{other}")'
    found = _IN_GROUPS.fullmatch(cell)
    if found is None:
        return f" To read it,{choose}." if _number(cell, other) is not None else ""
    group, rest = found["group"], found["rest"] or ""
    plain = cell.replace(group, "")
    if group == other and not rest and cell.count(group) == 1:
        return f" If it is {cell.replace(other, decimal)},{choose}; if it is {plain}, write no thousands separator."
    advice = f" Write {plain}, without a thousands separator"
    return f"{advice}, and{choose}." if rest.startswith(other) else f"{advice}."
