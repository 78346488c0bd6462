"""Columns that hold no numbers but can be read as such where the reader asks for them by name."""

import datetime
import re

import numpy as np
import pandas as pd

from aucc_teach import _reading
from aucc_teach._dialect import number
from aucc_teach.reporting._words import counted

#: What a column of each kind is taken for if it is named in `columns`.
OFFERS = {
    "True and False": "1 for True and 0 for False",
    "yes and no": "1 for yes and 0 for no",
    "times": "days",
    "dates as text": "days since the first",
    "numbers as text": "numbers",
}
#: What to do about kinds that cannot be read as numbers.
REMEDIES = {
    "text": 'text is not a measurement; classes="..." compares with it in the end',
    "categories": 'categories are not a measurement; classes="..." compares with them in the end',
}
#: Text that holds numbers, which cannot be read as they stand: the reader is told of them.
IN_TEXT = "numbers in text"
# A number as people write it, with a sign of money, three capitals or a comparison before it, or something after it.
_WRITTEN = re.compile(
    r"[-+\u2212]?(?P<before>[$\u00a2-\u00a5\u20a0-\u20cf<>~\u2248\u2264\u2265]|[A-Z]{3}|)\s?[-+\u2212]?"
    r"(?:\d{1,3}(?:[.,'\s]\d{3})+|\d+)(?:[.,]\d+)?\s?(?P<after>[^\d\s.,'].{0,11}|)"
)
_UNITS = 3  # a column has at most so many, such as kg, g and mg; letters of codes are more
_DATE = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(.*)")
_OFFSET = re.compile(r" ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)$")


def reason_of(kind, reason, is_used):
    """Why a column is not used, with what would change that; or what to keep in mind."""
    if kind in OFFERS:
        return f"{kind}, which are not used by default; columns=[...] takes them as {OFFERS[kind]}."
    if kind == "numbers" and not is_used and not reason.startswith(("constant", "it holds")):
        # The option stands where the choice is left to the reader.
        return f"{reason.removesuffix('; choose what is a measurement.').rstrip('.')}; columns=[...] takes it."
    return f"{REMEDIES[kind]}." if kind in REMEDIES else reason


def numbers_in_text(values):
    """What to do about a column of text that holds numbers with units, or numbers and some words; else None."""
    texts = [str(value).strip() for value in values.dropna()]
    found = [_WRITTEN.fullmatch(text) for text in texts]
    if all(found) and len(set(texts)) > 1 and len({(one["before"], one["after"]) for one in found}) <= _UNITS:
        return f'text that holds numbers, such as "{texts[0]}"; write them as plain numbers to use them.'
    words = [text for text in texts if number(text) is None]
    if len(words) < len(texts) / 2:
        n_words = counted(len(set(words)), "different word")
        return f'numbers and {n_words}, such as "{words[0]}"; leave such cells empty to use the numbers.'
    return None


def as_numbers(values, kind, name):
    """A column of one of the kinds in `OFFERS` as float64, NaN where a value is missing."""
    known = values.notna().to_numpy()
    numbers = np.full(len(values), np.nan)
    if kind == "True and False":
        numbers[known] = values[known].astype(float)
    elif kind == "yes and no":
        numbers[known] = [str(value).strip().lower() in _reading.YES for value in values[known]]
    elif kind == "numbers as text":
        numbers[known] = [number(str(value)) for value in values[known]]
    else:
        times = _times_of_text(values[known].astype(str), name) if kind == "dates as text" else values[known]
        numbers[known] = _days(times, name)
    return numbers


def _days(times, name):
    """Days since the first time, or the length of spans of time in days."""
    if times.dtype == object:
        times = _of_one_type(times, name)
    if isinstance(times.dtype, pd.IntervalDtype):
        raise ValueError(f"column {name} cannot be used: make numbers of its intervals first, such as their middles.")
    if isinstance(times.dtype, pd.PeriodDtype):
        times = times.dt.to_timestamp()
    spans = times if times.dtype.kind == "m" else times - times.min()
    return spans / pd.Timedelta(days=1)


def _of_one_type(times, name):
    """Times that are Python's or of several time zones, and so are objects, as pandas keeps times."""
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
    """Refuse times of which some are at a known place on the globe and some are not: they have no order."""
    if 0 < sum(has_offset) < len(has_offset):
        raise ValueError(
            f"column {name} cannot be used: {sum(has_offset)} of its {len(has_offset)} dates have an offset from UTC, "
            f"such as +02:00, and the others have none, so that they can be of any time zone. Write all with one, or "
            f"all without."
        )


def _times_of_text(texts, name):
    """Dates as they are written in ISO 8601, in German, British or American order."""
    parts = [_DATE.fullmatch(text.strip()).groups() for text in texts]
    if all(len(first) == 4 for first, *_ in parts):
        order = (0, 2, 3)
    else:
        # Points stand in dates with the day first; the others show their order only by a number above 12.
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
    """Two digits as POSIX reads them: 69 to 99 are in the twentieth century."""
    return int(digits) if len(digits) > 2 else int(digits) + (1900 if int(digits) >= 69 else 2000)
