"""What columns hold, which of them look like measurements, and how others are read as numbers on request."""

import datetime
import re
from collections import Counter
from collections.abc import Hashable

import numpy as np
import pandas as pd
from pandas.api import types

from aucc_report._codes import Reason
from aucc_report._reading import are_long, check_frame, name_of, named
from aucc_report._statements import said
from aucc_report._words import OFFERS
from aucc_report.dialect import WAYS, number
from aucc_teach.input import FIRST_INEXACT, is_exact, refuse_lookalikes

#: A column of whole numbers with at most so many different values may hold classes.
FEW = 20
#: Codes are whole numbers from 0 or 1 to at most this one, or so few different numbers.
LAST_CODE, VERY_FEW = 12, 3
#: Kind of text whose numbers cannot be read as they stand; the reader is told.
IN_TEXT = "numbers in text"
#: Kind of text whose numbers have one unit or currency and are written in one way; these can be read.
WITH_UNIT = "numbers with a unit or other signs"
#: Kinds that hold numbers; the reader is told if such a column is not used.
OF_NUMBERS = ("numbers", "numbers as text", "long whole numbers", WITH_UNIT, IN_TEXT)
#: Words for yes and for no, in small letters.
YES, NO = {"yes", "true", "y", "t", "ja", "oui"}, {"no", "false", "n", "f", "nein", "non"}
_DATE = re.compile(
    r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d))"
    r"(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?))?)?"
)
# Types of times in a column of objects; Timestamp, Timedelta and datetime are subclasses.
_TIMES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64, pd.Period, pd.Interval)
# Nobody needs to be told about columns of these kinds.
_EXPECTED = ("numbers", "text", "yes and no", "dates as text", "categories", "empty")
# Names that mark whole numbers as identifiers of rows, or as codes of groups.
_NAMES_ROWS = re.compile(r"(?:.*[\W_])?(?:id|ID|Id)|.*[a-z]ID|(?i:index|idx|row)")
_NAMES_GROUPS = re.compile(
    r"(?i:class(?:es)?|labels?|target|species|groups?|clusters?|cell[\W_]?types?|type|batch|plate|year|month|day|hour"
    r"|date|zip|plz|(?:.*[\W_])?codes?|(?:zip|post|postal)codes?|phone|(?:.*[\W_])(?:nr|no|zip)"
    r"|sex|gender|(?:fe)?male|education|educ|religion|race|ethnicity|occupation|nationality|marital(?:[\W_]?status)?)"
)
# Whole numbers that never repeat name rows if a measurement of that range would repeat with all but this chance.
_CHANCE_OF_NO_REPEAT = 0.01
# Nobody is asked about these.
_MEASURE_NOTHING = (
    *(Reason.EMPTY, Reason.CONSTANT, Reason.CONSTANT_IN_COMPLETE_ROWS, Reason.COUNTS_ROWS, Reason.NAMES_ROWS),
    *(Reason.CLASSES, Reason.LABELS),
)
_MANY = 10  # fewer whole numbers are not expected to repeat
_ALIKE = 4  # so many columns of one range, such as grey levels, show that few whole numbers can be measured
# A number as people write it: a currency sign, three capitals or a comparison may precede it, and a unit follow.
_WRITTEN = re.compile(
    r"[-+\u2212]?(?P<before>[$\u00a2-\u00a5\u20a0-\u20cf<>~\u2248\u2264\u2265]|[A-Z]{3}|)\s?[-+\u2212]?"
    r"(?P<digits>(?:\d{1,3}(?:[.,'\s]\d{3})+|\d+)(?:[.,]\d+)?)\s?(?P<after>[^\d\s.,'].{0,11}|)"
)
_COMPARISONS = tuple("<>~\u2248\u2264\u2265")
_UNITS = 3  # a column has at most so many units, such as kg, g and mg; codes have more different letters
_PARTS_OF_DATE = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(.*)")
_OFFSET = re.compile(r" ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)$")


def kind_of(values):
    """Return the kind of a column: "numbers" for measurements, or another word."""
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
        return "long whole numbers" if are_long([str(value) for value in kept]) else "numbers as text"
    if all(isinstance(value, str) and _DATE.fullmatch(value.strip()) for value in kept):
        return "dates as text"
    if all(isinstance(value, str) and value.strip().lower() in YES | NO for value in kept):
        words = {value.strip().lower() for value in kept}
        return "yes and no" if words & YES and words & NO else "text"
    return "text"


def why_of_kind(kind):
    """Say why a kind of column is no measurement; None if it is one."""
    if kind in ("numbers", "empty"):
        return said(Reason.EMPTY) if kind == "empty" else None
    return said(Reason.KIND, kind=kind)


def no_classes(values):
    """Say why a column cannot be the classes; None if it can."""
    if isinstance(values.dtype, pd.SparseDtype):
        return f"{why_of_kind(kind_of(values))}"
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
    """Tell whether a float cannot hold one of these integers."""
    if not len(values) or -FIRST_INEXACT <= int(values.min()) <= int(values.max()) <= FIRST_INEXACT:
        return False
    return not all(map(is_exact, values))


def floats(values):
    """Convert a column of measurements to float64, with NaN for missing values."""
    return values.to_numpy(dtype=np.float64, na_value=np.nan)


def measurements(table):
    """List the columns of numbers."""
    return [name for name in table if kind_of(table[name]) == "numbers"]


def column_kinds(table, classes=None, labels=None):
    """Describe the columns of a table, and decide which of them are measurements by default.

    Returns a DataFrame with a row per column, under its name: "kind" ("numbers", "text", "categories", "times", ...),
    "used" (bool), "why" (a Statement: why not, or what to keep in mind; else None), "missing" and
    "different" (counts of values). `classes` and `labels` name columns that are no measurements.

    Among columns of numbers these are not used: constant ones; numbers that count the rows; whole numbers that never
    repeat, where a measurement of so many values in that range would repeat with a chance of at least 99 of 100; whole
    numbers from 0 or 1 to at most 12, or only two or three different ones, each three times on average, which may be
    codes of groups; and whole numbers with a name such as "plate", "gender" or "patient_id".

    What may be codes is used after all if its range lies within one that half of the columns of numbers share, and at
    least four, as answers of a questionnaire do, and it isn't 1 and 2 on a longer scale; or if half of these columns
    are other whole numbers, and it doesn't begin at 0 or 1. The rules look only at values and names, and can be wrong
    either way.
    """
    table = check_frame(table)
    if classes is not None and classes not in table:
        raise ValueError(f"there is no column {classes!r} in {name_of(table)}.")
    kinds = {name: kind_of(table[name]) for name in table}
    whys = {name: why_of_kind(kind) for name, kind in kinds.items()}
    apart = {classes: Reason.CLASSES, labels: Reason.LABELS}
    apart.pop(None, None)
    whys |= {name: said(code) for name, code in apart.items()}
    numbers = {name: floats(table[name]) for name, kind in kinds.items() if kind == "numbers" and name not in apart}
    numbers = {name: values[~np.isnan(values)] for name, values in numbers.items()}
    whys |= {name: _no_size(name, values) for name, values in numbers.items()}
    left = {name: values for name, values in numbers.items() if whys[name] is None}
    used = {name: whys[name] is None for name in table}
    few = {name for name, values in left.items() if _is_whole(values) and _may_be_codes(values)}
    ranges = Counter((values.min(), values.max()) for values in left.values() if _is_whole(values))
    (low, high), n_alike = ranges.most_common(1)[0] if ranges else ((np.inf, -np.inf), 0)
    has_alike = n_alike >= max(_ALIKE, len(left) / 2)
    is_whole_table = sum(_is_whole(values) for name, values in left.items() if name not in few) >= max(1, len(left) / 2)
    for name, values in left.items():
        if name in few:
            is_alike = bool(has_alike and low <= values.min() and values.max() <= high)
            is_alike &= high == 2 or (values.min(), values.max()) != (1, 2)
            used[name] = is_alike or (is_whole_table and values.min() not in (0, 1))
            if used[name]:
                whys[name] = said(Reason.FEW_VALUES, is_alike=is_alike)
            else:
                low_high = {"low": int(values.min()), "high": int(values.max())}
                whys[name] = said(Reason.PERHAPS_CODES, **low_high, n_different=np.unique(values).size)
        elif _is_whole(values) and values.size >= _MANY and np.unique(values).size == values.size:
            whys[name] = said(Reason.MAY_NAME_ROWS)
    return pd.DataFrame(
        {
            "kind": pd.Series(kinds, dtype=object),
            "used": pd.Series(used, dtype=bool),
            "why": pd.Series(whys, dtype=object),
            "missing": pd.Series({name: int(table[name].isna().sum()) for name in table}, dtype=int),
            "different": pd.Series({name: _n_different(table[name]) for name in table}, dtype=int),
        },
        index=table.columns,
    )


def class_columns(table):
    """List the columns that may hold classes: text, or few whole numbers, with a value that occurs twice."""
    found = []
    for name in table:
        values = table[name].dropna()
        if kind_of(values) == "numbers":
            numbers = floats(values)
            if not _is_whole(numbers) or (np.unique(numbers).size > FEW and not _NAMES_GROUPS.fullmatch(name)):
                continue
        if no_classes(values) is None and 1 < values.nunique() < len(values):
            found.append(name)
    return found


def notes_of_reading(table):
    """Return the notes from reading the file, or else say which columns are not what they seem."""
    if "notes" in table.attrs:
        notes = table.attrs["notes"]
        return [notes] if isinstance(notes, str) else notes
    kinds = {name: kind_of(table[name]) for name in table}
    return [
        f"{named('Column', [name for name, other in kinds.items() if other == kind])}: {why_of_kind(kind)}"
        for kind in dict.fromkeys(kinds.values())
        if kind not in _EXPECTED
    ]


def notes_on_columns(table, classes=None, chosen=None):
    """Say which columns of numbers are left out by default, and what to keep in mind about others.

    With `chosen` columns, there are no notes about those that were chosen, or left out, against the default.
    """
    kinds = column_kinds(table, classes)
    told = kinds[(kinds["kind"] == "numbers") & kinds["why"].notna() & (kinds.index != classes)]
    if chosen is not None:
        told = told[told["used"] == told.index.isin(chosen)]
    alike = {}
    for name, used, why in zip(told.index, told["used"], told["why"], strict=True):
        alike.setdefault((used, why.code, *why.numbers.values()), (why, []))[1].append(name)
    notes = []
    for (used, *_), (why, names) in alike.items():
        left_out = "" if used else " are left out" if len(names) > 1 else " is left out"
        notes.append(f"{named('Column', names)}{left_out}: {why}")
    return notes


def _no_size(name, values):
    """Say why the numbers of a column measure nothing, whatever the other columns hold; None if they may."""
    if not values.size:
        return said(Reason.EMPTY)
    if values.min() == values.max():
        return said(Reason.CONSTANT)
    if not _is_whole(values):
        return None
    with np.errstate(over="ignore", invalid="ignore"):  # huge values overflow here, and infinity is refused later
        # The count may start anew, as in a table that was put together from several.
        if values.size > 2 and (np.diff(values) == 1).mean() > 0.9:
            return said(Reason.COUNTS_ROWS)
        if np.unique(values).size == values.size and chance_of_no_repeat(values) < _CHANCE_OF_NO_REPEAT:
            return said(Reason.NAMES_ROWS)
    if _NAMES_ROWS.fullmatch(name) or _NAMES_GROUPS.fullmatch(name):
        return said(Reason.NAMED_AS_CODE)
    return None


def chance_of_no_repeat(values):
    """Return the chance that so many equally likely values of this range all differ; others differ less often."""
    size = values.max() - values.min() + 1
    return float(np.exp(np.log1p(-np.arange(values.size) / size).sum()))


def _is_whole(values):
    return bool((np.isfinite(values) & (values == np.floor(values))).all())


def _may_be_codes(values):
    n_different = np.unique(values).size
    is_short = n_different <= VERY_FEW or (values.min() in (0, 1) and values.max() <= LAST_CODE)
    return is_short and n_different <= values.size / 3


def _n_different(values):
    try:
        return values.nunique()
    except TypeError:  # lists and other mutable values
        return values.dropna().map(str).nunique()


# What a report says about a column, and offers to do with it.


def few_used(columns):
    """Say that the report uses one or fewer than half of the columns of numbers that may measure something, or None.

    `columns` are those of a Report.
    """
    of_numbers = columns[(columns["kind"] == "numbers") & ~columns["code"].isin(_MEASURE_NOTHING)]
    used = of_numbers.index[of_numbers["used"]].tolist()
    if len(used) == len(of_numbers) or 1 < len(used) >= len(of_numbers) / 2:
        return None
    others = of_numbers.index[~of_numbers["used"]].tolist()
    return said(Reason.FEW_USED, used, n_numbers=len(of_numbers), others=others)


def kinds_in_report(table, classes=None, labels=None):
    """Describe columns as :func:`column_kinds` does, and say what would make a report use those that it does not."""
    kinds = column_kinds(table, classes, labels)
    for name in kinds.index[(kinds["kind"] == "text") & ~kinds.index.isin([classes, labels])]:
        if _way_of_unit(table[name].dropna()) is not None:
            kinds.loc[name, "kind"] = WITH_UNIT
        elif (told := numbers_in_text(table[name])) is not None:
            kinds.loc[name, "kind"] = IN_TEXT
            kinds.at[name, "why"] = told
    for name, kind, used, why in zip(kinds.index, kinds["kind"], kinds["used"], kinds["why"], strict=True):
        if name in (classes, labels) or used:
            continue
        if kind in OFFERS:
            kinds.at[name, "why"] = said(Reason.OFFERED_KIND, kind=kind)
        elif kind in ("text", "categories"):
            kinds.at[name, "why"] = said(Reason.MAY_BE_CLASSES, kind=kind)
        elif kind == "numbers" and why.code not in (Reason.CONSTANT, Reason.EMPTY):
            kinds.at[name, "why"] = said(Reason.OFFERED, why=why.code, **why.numbers)
    return kinds


def asked_for(kinds, name):
    """Say why a column is used that was asked for by name; None if it would be used anyway."""
    kind, used, why = kinds.loc[name, ["kind", "used", "why"]]
    if kind in OFFERS:
        return said(Reason.READ_AS_NUMBERS, kind=kind)
    if used:
        return why
    return said(Reason.IN_SPITE, **(why.numbers if why.code is Reason.OFFERED else {"why": why.code}))


def numbers_in_text(values):
    """Say what to do about text that holds numbers with units, or numbers and a few words; else None."""
    texts = [str(value).strip() for value in values.dropna()]
    found = [_WRITTEN.fullmatch(text) for text in texts]
    if all(found) and len(set(texts)) > 1 and len({(one["before"], one["after"]) for one in found}) <= _UNITS:
        return said(Reason.NUMBERS_WITH_UNITS, first=texts[0])
    words = [text for text in texts if number(text) is None]
    if len(words) < len(texts) / 2:
        return said(Reason.NUMBERS_AND_WORDS, n_words=len(set(words)), first=words[0])
    return None


def _way_of_unit(values):
    """Find the decimal sign and thousands separator of numbers with one unit; None if a column does not hold such."""
    found = [_WRITTEN.fullmatch(str(value).strip()) for value in values]
    # After a comparison such as < the number itself is not known.
    if (
        not all(found)
        or len({(one["before"], one["after"]) for one in found}) != 1
        or found[0]["before"] in _COMPARISONS
    ):
        return None
    digits = [one["digits"] for one in found]
    if len(set(digits)) == 1:
        return None
    ways = [way for way in WAYS if all(number(one, *way) is not None for one in digits)]
    # 5,900 can be read in two ways.
    numbers = {tuple(number(one, *way) for one in digits) for way in ways}
    return ways[0] if len(numbers) == 1 else None


# Columns of other kinds that are read as numbers if they are asked for by name.


def as_numbers(values, kind, name):
    """Convert a column of one of the kinds in `OFFERS` to float64, with NaN for missing values."""
    known = values.notna().to_numpy()
    numbers = np.full(len(values), np.nan)
    if kind == "True and False":
        numbers[known] = values[known].astype(float)
    elif kind == "yes and no":
        numbers[known] = [str(value).strip().lower() in YES for value in values[known]]
    elif kind == "numbers as text":
        numbers[known] = [number(str(value)) for value in values[known]]
    elif kind == WITH_UNIT:
        way = _way_of_unit(values[known])
        numbers[known] = [_without_unit(str(value).strip(), way) for value in values[known]]
    else:
        times = _times_of_text(values[known].astype(str), name) if kind == "dates as text" else values[known]
        numbers[known] = _days(times, name)
    return numbers


def _without_unit(text, way):
    found = _WRITTEN.fullmatch(text)
    is_negative = any(sign in text[: found.start("digits")] for sign in "-\u2212")
    return (-1 if is_negative else 1) * number(found["digits"], *way)


def _days(times, name):
    """Convert times to days since the first, and spans of time to their length in days."""
    if times.dtype == object:
        times = _of_one_type(times, name)
    if isinstance(times.dtype, pd.IntervalDtype):
        raise ValueError(f"column {name} cannot be used: make numbers of its intervals first, such as their middles.")
    if isinstance(times.dtype, pd.PeriodDtype):
        times = times.dt.to_timestamp()
    spans = times if times.dtype.kind == "m" else times - times.min()
    return spans / pd.Timedelta(days=1)


def _of_one_type(times, name):
    """Convert objects, such as Python's times or times of several zones, to a time type of pandas."""
    if all(isinstance(time, datetime.timedelta | np.timedelta64) for time in times):
        return pd.to_timedelta(times)
    if all(isinstance(time, datetime.time) and time.tzinfo is None for time in times):
        return pd.to_timedelta(times.map(lambda time: time.isoformat()))
    if all(isinstance(time, datetime.date | np.datetime64) for time in times):
        times = times.map(pd.Timestamp)
        _refuse_some_offsets([time.tzinfo is not None for time in times], name)
        return pd.Series(pd.to_datetime(times.tolist(), utc=True), times.index)
    if all(isinstance(time, pd.Period) for time in times):
        return pd.Series([time.start_time for time in times], times.index)
    raise ValueError(
        f"column {name} cannot be used: make numbers of its times first. They are "
        f"{' and '.join(sorted({type(time).__name__ for time in times}))}."
    )


def _refuse_some_offsets(has_offset, name):
    """Refuse times of which only some have an offset from UTC: they have no common order."""
    if 0 < sum(has_offset) < len(has_offset):
        raise ValueError(
            f"column {name} cannot be used: {sum(has_offset)} of its {len(has_offset)} dates have an offset from UTC, "
            f"such as +02:00, and the others have none, so that they can be of any time zone. Write all with one, or "
            f"all without."
        )


def _times_of_text(texts, name):
    """Parse dates in the order of ISO 8601, or in German, British or American order."""
    parts = [_PARTS_OF_DATE.fullmatch(text.strip()).groups() for text in texts]
    if all(len(first) == 4 for first, *_ in parts):
        order = (0, 2, 3)
    else:
        # Dates with points have the day first; others show their order only by a number above 12.
        can_be_day_first = all(int(month) <= 12 for _, _, month, *_ in parts)
        can_be_month_first = all(sign != "." and int(first) <= 12 for first, sign, *_ in parts)
        if can_be_day_first and can_be_month_first:
            raise ValueError(
                f"column {name} cannot be used: it is not clear whether the day or the month stands first. Write its "
                "dates as 2026-01-31."
            )
        order = (3, 2, 0) if can_be_day_first else (3, 0, 2)
    _refuse_some_offsets([bool(_OFFSET.search(groups[4])) for groups in parts], name)
    dates = [
        f"{_year(groups[order[0]])}-{int(groups[order[1]]):02}-{int(groups[order[2]]):02}"
        f"{_OFFSET.sub(lambda found: found[0].strip().replace('UTC', 'Z'), groups[4])}"
        for groups in parts
    ]
    try:
        return pd.Series(pd.to_datetime(dates, format="ISO8601", utc=True), texts.index)
    except ValueError as error:
        raise ValueError(f"column {name} cannot be used: not all of its dates exist ({error}).") from None


def _year(digits):
    """Read a year of two digits as POSIX does: 69 to 99 are in the twentieth century."""
    return int(digits) if len(digits) > 2 else int(digits) + (1900 if int(digits) >= 69 else 2000)
