"""Columns that hold no numbers but can be read as such where the reader asks for them by name."""

import re

import numpy as np
import pandas as pd

from aucc_teach import _reading
from aucc_teach._dialect import number

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
_DATE = re.compile(r"(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(.*)")


def reason_of(kind, reason, is_used):
    """Why a column is not used, with what would change that; or what to keep in mind."""
    if kind in OFFERS:
        return f"{kind}, which are not used by default; columns=[...] takes them as {OFFERS[kind]}."
    if kind == "numbers" and not is_used and not reason.startswith(("constant", "it holds")):
        # The option stands where the choice is left to the reader.
        return f"{reason.removesuffix('; choose what is a measurement.').rstrip('.')}; columns=[...] takes it."
    return f"{REMEDIES[kind]}." if kind in REMEDIES else reason


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
    """Days since the first time, or the length of intervals in days."""
    if isinstance(times.dtype, pd.IntervalDtype):
        raise ValueError(f"column {name} cannot be used: make numbers of its intervals first, such as their middles.")
    if isinstance(times.dtype, pd.PeriodDtype):
        times = times.dt.to_timestamp()
    spans = times if times.dtype.kind == "m" else times - times.min()
    return spans / pd.Timedelta(days=1)


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
    dates = [
        f"{_year(groups[order[0]])}-{int(groups[order[1]]):02}-{int(groups[order[2]]):02}{groups[4]}"
        for groups in parts
    ]
    try:
        return pd.Series(pd.to_datetime(dates, format="ISO8601", utc=True), texts.index)
    except ValueError as error:
        raise ValueError(f"column {name} cannot be used: not all of its dates exist ({error}).") from None


def _year(digits):
    """Two digits as POSIX reads them: 69 to 99 are in the twentieth century."""
    return int(digits) if len(digits) > 2 else int(digits) + (1900 if int(digits) >= 69 else 2000)
