"""From a file to a DataFrame, and from any DataFrame to its measurements and its classes."""

import codecs
import csv
import datetime
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Hashable
from pathlib import Path

import numpy as np
import pandas as pd
from pandas.api import types
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from aucc_teach._dialect import (
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
)
from aucc_teach._exact import FIRST_INEXACT, is_exact
from aucc_teach._files import expanded
from aucc_teach._validation import check_choice, check_integer, refuse_lookalikes

BUNDLED = {"wine": load_wine, "iris": load_iris, "breast cancer": load_breast_cancer, "digits": load_digits}
ENCODINGS = {"UTF-8": "utf-8", "Windows-1252": "cp1252", "UTF-16": "utf-16"}
MAX_BYTES = 10 * 2**20  # JupyterLab does not carry larger uploads to the kernel either
FEW = 20  # whole numbers with at most so many different values may be codes
UPLOADED = "uploaded file"  # name of a table that comes from bytes without a name
LINE = "line"  # name of an index that says where in the file a row stands
_NAMED = 5  # at most so many rows or columns are named in a message
# Why a kind of column is no measurement.
_REASONS = {
    "empty": "there is no value at all.",
    "text": "text can be the classes, but is not a measurement.",
    "numbers as text": (
        "numbers that are stored as text or objects are not a measurement; pandas.to_numeric() makes one of them."
    ),
    "long whole numbers": (
        "whole numbers beyond 2^53, where a measurement would merge neighbours, can be the classes only; subtract a "
        "constant from all of them to make one."
    ),
    "categories": "categories can be the classes, but are not a measurement.",
    "True and False": "True and False can be the classes, not a measurement; .astype(int) makes 1 and 0 of them.",
    "times": "times and intervals are not a measurement; make numbers of them, such as days since the first.",
    "dates as text": "dates are not a measurement; make numbers of them, such as days since the first.",
    "yes and no": "yes and no can be the classes, but are not a measurement; write 1 and 0 to make one.",
    "complex numbers": "complex numbers are not a measurement; make two columns of their real and imaginary parts.",
    "sparse": "sparse columns are not read; .sparse.to_dense() makes an ordinary one of each.",
}
#: Words for yes and for no, in small letters.
YES, NO = {"yes", "true", "y", "t", "ja", "oui"}, {"no", "false", "n", "f", "nein", "non"}
_DATE = re.compile(
    r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d))"
    r"(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?))?)?"
)
# Classes of values in a column of objects; Timestamp, Timedelta and datetime are among them as subclasses.
_TIMES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64, pd.Period, pd.Interval)
# Kinds that nobody has to be told about.
_EXPECTED = ("numbers", "text", "yes and no", "dates as text", "categories", "empty")
# Names of whole numbers that tell rows apart, or put them into groups.
_NAMES_ROWS = re.compile(r"(?:.*[\W_])?(?:id|ID|Id)|.*[a-z]ID|(?i:index|idx|row)")
_NAMES_GROUPS = re.compile(
    r"(?i:class(?:es)?|labels?|target|species|groups?|clusters?|cell[\W_]?types?|type|batch|plate|year|month|day|hour"
    r"|date|zip|plz|(?:.*[\W_])?codes?|(?:zip|post|postal)codes?|phone|(?:.*[\W_])(?:nr|no|zip))"
)
# A measurement whose values never repeat has this chance at most where whole numbers are called names of rows.
_CHANCE_OF_NO_REPEAT = 0.01
_MANY = 10  # fewer whole numbers need not repeat to be measurements, and nobody is told
_ALIKE = 4  # at least so many columns of one range show that few whole numbers are measured, such as grey levels


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


def read_csv(source, *, separator=",", decimal=".", thousands=None, encoding="utf-8", name=None, max_bytes=MAX_BYTES):
    r"""Read a table from a CSV file, or say what is wrong with it.

    Parameters
    ----------
    source : bytes or path-like
        The content of the file, or where it is. The first line names the columns. If the first of them has no name,
        it holds the names of the rows. A line such as ``sep=;``, which programs write for Excel, may stand above it.
    separator : {",", ";", tab}, default=","
        What stands between two cells.
    decimal : {".", ","}, default="."
        What stands before the decimals.
    thousands : {".", ",", " ", "'"}, optional
        What stands between groups of three digits, as in 1.234.567; by default nothing does. It is not
        the decimal sign. A space may be one that does not break.
    encoding : str, default="utf-8"
        How letters are stored: any text encoding that Python knows, such as "cp1252" (Windows) or "utf-16".
    name : str, optional
        What to call the table; the name of the file by default.
    max_bytes : int, default=10485760
        A larger file is refused. The default, 10 MB, is the most that the lab reads.

    Returns
    -------
    pandas.DataFrame
        A column in which every cell is a number, or missing, is a measurement (float64); any other is text, and so are
        whole numbers beyond 2^53 that float64 does not hold exactly. Missing is an empty cell, and among numbers also
        NA, N/A, NaN, null, none and "?". Missing values stay missing. Letters that Unicode can write in two ways are
        read in one (NFC). The index holds the names of the rows or, called "line", where in the file each row begins.
        ``attrs`` has the table's "name", as "notes" a list of what the reader of the data should know, and as "read"
        the arguments that differ from their defaults.

    Raises
    ------
    ValueError
        If this is not a table: an unknown separator, decimal sign or encoding, more than `max_bytes`, bytes that do not
        fit the encoding, a first line that names another separator, no names, a name twice, rows of different lengths,
        an infinite number, no row at all.

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
    if thousands is not None:
        check_choice(thousands, tuple(filter(None, THOUSANDS.values())), "thousands")
    if thousands == decimal:
        raise ValueError(f"thousands must have another sign than decimals. Got {thousands!r} for both.")
    max_bytes = check_integer(max_bytes, "max_bytes", minimum=1)
    if isinstance(source, bytes | memoryview):
        content, of_file = bytes(source[: max_bytes + 1]), name
    else:
        path = expanded(source)
        if not path.is_file():
            raise ValueError(f"there is no file {str(path)!r} in {str(Path.cwd())!r}.")
        with path.open("rb") as file:
            content, of_file = file.read(max_bytes + 1), path.name
    if len(content) > max_bytes:
        raise ValueError(
            f"the file must not be larger than {max_bytes / 2**20:.3g} MB (max_bytes). Cut it down to a sample of rows."
        )
    given = Dialect(separator, decimal, thousands)
    decoded = _decoded(content, encoding, given)
    composed = unicodedata.normalize("NFC", decoded)
    sign, text = without_first_line(composed)
    if sign not in (None, separator):
        _refuse_separator(sign, text, given)
    rows, lines, n_empty = _cells(text, separator, first=1 if sign is None else 2)
    header, *rows = rows
    has_row_names = len(header) > 1 and not header[0]
    _check_header(header, has_row_names, text, given)
    for line, cells in zip(lines[1:], rows, strict=True):
        if len(cells) != len(header):
            words = choices(guess(text, given), given)
            raise ValueError(
                f"every line must have as many cells as the header, {len(header)}. Got {len(cells)} in line {line}. "
                + (
                    f"The file can be read: choose {_in_words(words)}."
                    if words
                    else f"Is this the right separator, and do decimals have a {_sign(decimal)}?"
                )
            )
    if not rows:
        raise ValueError("the file must hold lines of values below the names. Got none.")
    index, notes = pd.Index(lines[1:], name=LINE), []
    if composed != decoded:
        notes.append("What the file writes in two characters, such as a letter and its accent, is read as one letter.")
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
    table = {column: _column(column, cells, lines[1:], given, notes) for column, cells in columns.items()}
    table = pd.DataFrame(table).set_axis(index)
    table.attrs |= {"name": name or of_file or UPLOADED, "notes": notes}
    chosen = given._asdict() | {"encoding": encoding}
    usual = Dialect()._asdict() | {"encoding": "utf-8"}
    table.attrs["read"] = {argument: sign for argument, sign in chosen.items() if sign != usual[argument]}
    if of_file is not None and table.attrs["name"] != of_file:
        table.attrs["read"]["name"] = table.attrs["name"]
    if any("choose" in note for note in notes):
        # One sentence for all columns: the note of each knows its own cells only.
        words = choices(guess(text, given), given)
        if len(words) > 1:
            table.attrs["advice"] = f"To read all numbers, choose {_in_words(words)}."
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


def own_name(name, table):
    """The name that a column of the table has, where it is given as text that Unicode calls the same."""
    name = str(name)
    plain = unicodedata.normalize("NFC", name)
    return name if name in table else next((own for own in table if unicodedata.normalize("NFC", own) == plain), name)


def name_of(table):
    """What to call the table."""
    return str(table.attrs.get("name", "DataFrame"))


def kind_of(values):
    """Kind of a column: "numbers", which are measurements, or one of those that are none."""
    if isinstance(values.dtype, pd.SparseDtype):
        return "sparse"
    if isinstance(values.dtype, pd.CategoricalDtype):
        return "categories"
    if types.is_bool_dtype(values.dtype):
        return "True and False"
    if types.is_complex_dtype(values.dtype):
        return "complex numbers"
    if types.is_numeric_dtype(values.dtype):
        return "long whole numbers" if values.dtype.kind in "iu" and _has_inexact(values.dropna()) else "numbers"
    if values.dtype.kind in "mM" or isinstance(values.dtype, pd.PeriodDtype | pd.IntervalDtype):
        return "times"
    kept = values.dropna()
    if not len(kept):
        return "empty"
    if all(isinstance(value, _TIMES) for value in kept):
        return "times"
    if all(number(str(value)) is not None for value in kept):
        return "long whole numbers" if _are_long([str(value) for value in kept]) else "numbers as text"
    if all(isinstance(value, str) and _DATE.fullmatch(value.strip()) for value in kept):
        return "dates as text"
    if all(isinstance(value, str) and value.strip().lower() in YES | NO for value in kept):
        words = {value.strip().lower() for value in kept}
        return "yes and no" if words & YES and words & NO else "text"
    return "text"


def no_measurement(values):
    """Why a column is not a measurement; None if it is one."""
    return _REASONS.get(kind_of(values))


def no_classes(values):
    """Why a column cannot be the classes; None if it can."""
    if isinstance(values.dtype, pd.SparseDtype):
        return no_measurement(values)
    if not all(isinstance(value, Hashable) for value in values):
        return "lists, and other values that can change, are not names of classes."
    dtype = getattr(values.dtype, "numpy_dtype", values.dtype)
    digits = np.finfo(dtype).nmant + 1 if dtype.kind == "f" else 0
    if digits and values.abs().between(2**digits, np.inf, inclusive="left").any():
        return f"floats do not tell all whole numbers apart from 2^{digits} on; read them as text or as integers."
    try:
        refuse_lookalikes({value for value in values.dropna() if isinstance(value, str)}, "they")
    except ValueError as error:
        return f"{error}"
    return None


def _has_inexact(values):
    """Whether among integers there is one that a float does not hold."""
    if not len(values) or -FIRST_INEXACT <= int(values.min()) <= int(values.max()) <= FIRST_INEXACT:
        return False
    return not all(map(is_exact, values))


def _are_long(cells, decimal=".", thousands=None):
    """Whether cells are whole numbers in digits, and a float does not hold one of them."""
    whole = [whole_number(cell, decimal, thousands) for cell in cells]
    return None not in whole and not all(map(is_exact, whole))


def floats(values):
    """A column of measurements as float64, NaN where a value is missing."""
    return values.to_numpy(dtype=np.float64, na_value=np.nan)


def measurements(table):
    """Names of the columns of numbers."""
    return [name for name in table if no_measurement(table[name]) is None]


def column_kinds(table, classes=None):
    """What the columns of a table are, and which of them are measurements to begin with.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per object.
    classes : str, optional
        Column that holds the classes, and so is not a measurement.

    Returns
    -------
    pandas.DataFrame
        A row per column, under its name: "kind" ("numbers", "text", "categories", "True and False", "times", ...),
        "used" (bool), "reason" (why not, or what to keep in mind, else empty), "missing" and "different" (counts of
        values).

    Raises
    ------
    ValueError
        If `table` is no DataFrame whose columns have different names, or has no column `classes`.

    Notes
    -----
    Among columns of numbers these are not used: constant ones; numbers that count the rows; whole numbers that never
    repeat, where a measurement of so many values in that range would repeat with a chance of at least 99 of 100; few
    different whole numbers (at most 20, each three times on average), which may be codes of groups; and whole numbers
    with a name such as "plate" or "patient_id".

    Few different whole numbers are used after all if their range lies within one that half of the columns of numbers
    share, and at least four, as the grey levels of pixels do; or if half of these columns are many different whole
    numbers, and theirs do not begin at 0 or 1. The rules look only at values and names, and can be wrong either way.
    """
    table = check_frame(table)
    if classes is not None and classes not in table:
        raise ValueError(f"there is no column {classes!r} in {name_of(table)}.")
    kinds = {name: kind_of(table[name]) for name in table}
    reasons = {name: _REASONS.get(kind, "") for name, kind in kinds.items()}
    if classes is not None:
        reasons[classes] = "it holds the classes."
    numbers = {name: floats(table[name]) for name, kind in kinds.items() if kind == "numbers" and name != classes}
    numbers = {name: values[~np.isnan(values)] for name, values in numbers.items()}
    reasons |= {name: _no_size(name, values) for name, values in numbers.items()}
    left = {name: values for name, values in numbers.items() if not reasons[name]}
    used = {name: not reasons[name] for name in table}
    few = {name for name, values in left.items() if _is_whole(values) and _is_few(values)}
    ranges = Counter((values.min(), values.max()) for values in left.values() if _is_whole(values))
    (low, high), n_alike = ranges.most_common(1)[0] if ranges else ((np.inf, -np.inf), 0)
    has_alike = n_alike >= max(_ALIKE, len(left) / 2)
    is_whole_table = sum(_is_whole(values) for name, values in left.items() if name not in few) >= max(1, len(left) / 2)
    for name, values in left.items():
        if name in few:
            is_alike = has_alike and low <= values.min() and values.max() <= high
            used[name] = is_alike or (is_whole_table and values.min() not in (0, 1))
            reasons[name] = _few_words(values, used[name], is_alike)
        elif _is_whole(values) and values.size >= _MANY and np.unique(values).size == values.size:
            reasons[name] = "whole numbers that never repeat; leave out what names the rows."
    return pd.DataFrame(
        {
            "kind": pd.Series(kinds, dtype=object),
            "used": pd.Series(used, dtype=bool),
            "reason": pd.Series(reasons, dtype=object),
            "missing": pd.Series({name: int(table[name].isna().sum()) for name in table}, dtype=int),
            "different": pd.Series({name: _n_different(table[name]) for name in table}, dtype=int),
        },
        index=table.columns,
    )


def suggested(table, classes=None):
    """Measurements to begin with."""
    kinds = column_kinds(table, classes)
    return kinds.index[kinds["used"]].tolist()


def class_columns(table):
    """Columns that may hold classes: text, and a few whole numbers, with at least one value that occurs twice."""
    found = []
    for name in table:
        values = table[name].dropna()
        if no_measurement(values) is None:
            numbers = floats(values)
            if not _is_whole(numbers) or (np.unique(numbers).size > FEW and not _NAMES_GROUPS.fullmatch(name)):
                continue
        if no_classes(values) is None and 1 < values.nunique() < len(values):
            found.append(name)
    return found


def notes_of_reading(table):
    """What the reader of the data should know: the notes of the file, or else which columns are not what they seem."""
    if "notes" in table.attrs:
        notes = table.attrs["notes"]
        return [notes] if isinstance(notes, str) else [str(note) for note in notes]
    kinds = {name: kind_of(table[name]) for name in table}
    return [
        f"{listed('Column', [name for name, other in kinds.items() if other == kind])}: {_REASONS[kind]}"
        for kind in dict.fromkeys(kinds.values())
        if kind not in _EXPECTED
    ]


def notes_on_columns(table, classes=None, chosen=None):
    """Which columns of numbers are left out unless they are asked for, and what to keep in mind about others.

    With the chosen ones: of what is left out by default, what is left out by choice as well; of the others, the chosen.
    """
    kinds = column_kinds(table, classes)
    told = kinds[(kinds["kind"] == "numbers") & (kinds["reason"] != "") & (kinds.index != classes)]
    if chosen is not None:
        told = told[told["used"] == told.index.isin(chosen)]
    notes = []
    for (used, reason), names in told.groupby(["used", "reason"], sort=False).groups.items():
        left_out = "" if used else " are left out" if len(names) > 1 else " is left out"
        notes.append(f"{listed('Column', names)}{left_out}: {reason}")
    return notes


def _few_words(values, is_used, is_alike):
    """What few different whole numbers may be, and so why they are used or not."""
    low, high = int(values.min()), int(values.max())
    if is_used:
        like = " on a scale that most columns share, as answers of a questionnaire have" if is_alike else ""
        return f"few different whole numbers{like}; leave out what is a code."
    if (low, high) == (0, 1):
        return "few different whole numbers, 0 and 1, perhaps codes of yes and no; choose what is a measurement."
    perhaps = "perhaps counts or codes" if low in (0, 1) and np.unique(values).size > 2 else "perhaps codes"
    return f"few different whole numbers from {low} to {high}, {perhaps}; choose what is a measurement."


def _no_size(name, values):
    """Why the numbers of a column measure nothing, whatever stands in the others; empty if they may."""
    if not values.size:
        return _REASONS["empty"]
    if values.min() == values.max():
        return "constant; it tells no rows apart."
    if not _is_whole(values):
        return ""
    with np.errstate(over="ignore", invalid="ignore"):  # the largest of floats, and infinity, which is refused later
        # Numbers that begin anew, as in a table that was put together from several, count all the same.
        if values.size > 2 and (np.diff(values) == 1).mean() > 0.9:
            return "it counts the rows, and measures nothing."
        if np.unique(values).size == values.size and _chance_of_no_repeat(values) < _CHANCE_OF_NO_REPEAT:
            return "whole numbers that never repeat, as names of rows do."
    if _NAMES_ROWS.fullmatch(name) or _NAMES_GROUPS.fullmatch(name):
        return "whole numbers with the name of a code."
    return ""


def _chance_of_no_repeat(values):
    """The largest chance that so many values of this range are all different, which is that of equally likely ones."""
    size = values.max() - values.min() + 1
    return float(np.exp(np.log1p(-np.arange(values.size) / size).sum()))


def _is_whole(values):
    return bool((np.isfinite(values) & (values == np.floor(values))).all())


def _is_few(values):
    return np.unique(values).size <= min(FEW, values.size / 3)


def _n_different(values):
    try:
        return values.nunique()
    except TypeError:  # lists, and other values that can change
        return values.dropna().map(str).nunique()


def listed(what, items):
    """At most a few of the items, and how many there are."""
    return f"{what}{'s' if len(items) > 1 else ''} {_some(items)}"


def _some(items):
    more = f" and {len(items) - _NAMED} more" if len(items) > _NAMED else ""
    return f"{', '.join(str(item) for item in items[:_NAMED])}{more}"


def _sign(decimal):
    return next(word for word, sign in DECIMALS.items() if sign == decimal)


def _in_words(words):
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _decoded(content, encoding, given):
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
    # Bytes of other letters hardly ever make UTF-8, and the other way round they nearly always make something.
    is_other = codec not in ("utf-8", "utf-8-sig") and (codec == "utf-16" or not content.isascii())
    if is_other and _is_text_in(content, "utf-8"):
        raise ValueError('the file is text in UTF-8: choose UTF-8 as encoding (encoding="utf-8").')
    if "\0" in text:
        raise ValueError("the file must be text. Got a zero byte, as files of spreadsheets have; export it as CSV.")
    return text.removeprefix("\ufeff")  # the mark that some programs put in front


def _other_encoding(content, encoding, given):
    """Which encoding to try instead, and with what else."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        found = "UTF-16"
    elif b"\0" in content:
        return " It holds a zero byte, as files of spreadsheets do; export it as CSV."
    else:
        found = next((word for word in ("UTF-8", "Windows-1252") if _is_text_in(content, ENCODINGS[word])), None)
    if found is None or ENCODINGS[found] == encoding:
        return ""
    words = choices(guess(content.decode(ENCODINGS[found]), given), given)
    words = [f'that as encoding (encoding="{ENCODINGS[found]}")', *words]
    return f" It may be {found}: choose {_in_words(words)}."


def _is_text_in(content, encoding):
    try:
        return "\0" not in content.decode(encoding)
    except UnicodeDecodeError:
        return False


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
    """Rows of cells with the header first, the lines where they begin, and the number of empty lines.

    The text begins on line `first` of the file.
    """
    # Not the parsers of pandas: they fill up rows that are too short, take the columns of rows that are too long for
    # names of rows, pass over stray quotes, and do not say on which line a row stands.
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


def _check_names(names, where, first=1):
    empty = [i for i, name in enumerate(names, start=first) if not name]
    if empty:
        raise ValueError(f"every column must have a name {where}. Got none for {listed('column', empty)}.")
    twice = [name for name, count in Counter(unicodedata.normalize("NFC", name) for name in names).items() if count > 1]
    if twice:
        raise ValueError(f"every column must have a name of its own. Got twice: {_some(twice)}.")


def _column(name, cells, lines, given, notes):
    """Cells as numbers or else as text; adds to the notes why text that is nearly all numbers is none."""
    missing = [cell.lower() in MISSING for cell in cells]
    signs = given.decimal, given.thousands
    numbers = [np.nan if gone else number(cell, *signs) for cell, gone in zip(cells, missing, strict=True)]
    if all(missing):
        notes.append(f'Column "{name}" is empty.')
        return pd.Series([None] * len(cells), dtype=object)
    if None not in numbers:
        infinite = np.isinf(numbers)
        if infinite.any():
            line = lines[int(infinite.argmax())]
            raise ValueError(f'column "{name}" must hold finite numbers. Got infinity in line {line}.')
        known = [cell for cell, gone in zip(cells, missing, strict=True) if not gone]
        if not (np.abs(numbers) >= FIRST_INEXACT).any() or not _are_long(known, *signs):
            return pd.Series(numbers)
        line, cell = next(
            (line, cell)
            for line, cell, gone in zip(lines, cells, missing, strict=True)
            if not gone and not is_exact(whole_number(cell, *signs))
        )
        notes.append(
            f'Column "{name}" is text, not a measurement: a measurement would merge whole numbers beyond 2^53, first '
            f'"{cell}" in line {line}.'
        )
        return pd.Series([None if gone else cell for cell, gone in zip(cells, missing, strict=True)])
    words = [(line, cell) for line, cell, found in zip(lines, cells, numbers, strict=True) if found is None]
    n_kept = len(cells) - sum(missing)
    if len(words) < n_kept or all(hint(cell, *signs) for _, cell in words):
        line, cell = words[0]
        notes.append(
            f'Column "{name}" is text, not a measurement: {len(words)} of {n_kept} values are not numbers, first '
            f'"{cell}" in line {line}.{hint(cell, *signs)}'
        )
    return pd.Series([cell or None for cell in cells])
