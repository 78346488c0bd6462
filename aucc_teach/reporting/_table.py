"""What comes in: the columns and rows that are used, on one scale, and what that leaves out."""

from collections import Counter
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist, pdist

from aucc_teach import _reading
from aucc_teach._exact import refuse_inexact
from aucc_teach._frames import check_same_names, names_of_objects
from aucc_teach._validation import check_metric
from aucc_teach.reporting._columns import IN_TEXT, OFFERS, as_numbers, numbers_in_text, reason_of
from aucc_teach.reporting._missing import enough_values, filled_in, only_reason
from aucc_teach.reporting._units import refuse_squares_lost, spreads

SCALINGS = ("within", "standardise", "range", "none")
#: A drawn sample of more rows would not see more of the clusters that a report can name, and take much longer.
MAX_ROWS = 2000
# Part of the standard deviation that the spread within clusters is at least.
_LEAST_WITHIN = 0.02


class Points(NamedTuple):
    """The rows of a table as points, and where they come from.

    ``columns`` and ``rows`` are those of a Report, ``used`` the names of the columns that are used. ``raw`` and
    ``everything`` have all complete rows, as they are and scaled; ``sample`` says which of them are used, and
    ``points`` are these. ``positions`` are the places of the used rows in the table. ``classes`` has a class for each
    used row, missing where there is none; None without classes. ``gap`` is how far the incomplete rows are from the
    others, as `_largest_gap` says. ``table`` has the used columns of all rows as numbers, in their units, and
    ``filled`` the same as an array with missing values filled in, where that was asked for. ``source`` says how the
    table was read: the arguments of read_csv that are not the usual ones, or None if it does not come from a file.
    """

    name: str
    columns: pd.DataFrame
    rows: pd.DataFrame
    used: list
    raw: np.ndarray
    everything: np.ndarray
    sample: np.ndarray
    points: np.ndarray
    positions: np.ndarray
    classes: pd.Series | None
    classes_name: str | None
    gap: tuple | None
    table: pd.DataFrame
    filled: np.ndarray
    source: dict | None


def take_in(X, *, columns=None, classes=None, scaling="within", metric="euclidean", missing="drop", seed=0):
    """Choose columns and rows of a table and scale them; see `Points`."""
    table, has_kinds = _as_table(X)
    table, classes, classes_name = _take_classes(table, classes)
    kinds = _reading.column_kinds(table, classes if isinstance(classes, str) else None)
    if not has_kinds:
        # Whoever passes an array has chosen its columns already.
        varies = kinds["different"] > 1
        kinds["used"], kinds.loc[varies, "reason"] = varies, ""
    for name in kinds.index[(kinds["kind"] == "text") & (kinds.index != classes_name)]:
        told = numbers_in_text(table[name])
        if told is not None:
            kinds.loc[name, ["kind", "reason"]] = IN_TEXT, told
    values = {name: _reading.floats(table[name]) for name in kinds.index[kinds["kind"] == "numbers"]}
    kinds["reason"] = [
        reason_of(kind, reason, is_used)
        for kind, reason, is_used in zip(kinds["kind"], kinds["reason"], kinds["used"], strict=True)
    ]
    if columns is not None:
        _choose(kinds, columns, classes, values, table)
    used, complete = _columns_and_rows(kinds, values, table, missing, chosen=columns is not None)
    as_read = np.column_stack([values[name] for name in used])
    incomplete = np.flatnonzero(np.isnan(as_read).any(axis=1))
    if incomplete.size and missing == "refuse":
        gone = table.index[incomplete].tolist()
        raise ValueError(
            f'the rows must have a value in every column used with missing="refuse". Got {incomplete.size} that lack '
            f'one: {_reading.listed("row", gone)}. To leave them out choose missing="drop", to fill in values '
            f'missing="neighbours" or missing="median".'
        )
    kinds["rows lost"] = 0
    kinds.loc[used, "rows lost"] = only_reason(np.isnan(as_read))
    raw = as_read[complete]
    raw = filled_in(raw, missing)
    filled = np.full(as_read.shape, np.nan)
    filled[complete] = raw
    everything = _scaled(raw, used, scaling)
    if callable(metric) or check_metric(metric) != "euclidean":
        _refuse_undefined(everything, metric)
    sample = np.arange(len(raw))
    if len(raw) > MAX_ROWS:
        sample = np.sort(np.random.default_rng(seed).choice(len(raw), MAX_ROWS, replace=False))
    points, positions = everything[sample], complete[sample]
    kinds["share as it is"] = kinds["share as used"] = np.nan
    kinds.loc[used, "share as it is"], kinds.loc[used, "share as used"] = _shares(raw[sample]), _shares(points)
    rows = _describe_rows(table, complete, positions, points, np.isnan(as_read))
    if isinstance(classes, str):
        classes = table[classes]
    if classes is not None and classes.iloc[positions].nunique() < 2:
        raise ValueError(
            f"classes must have at least 2 different values in the {len(positions)} rows used. Got "
            f"{classes.iloc[positions].nunique()}."
        )
    return Points(
        _reading.name_of(table) if has_kinds else "array",
        kinds,
        rows,
        used,
        raw,
        everything,
        sample,
        points,
        positions,
        None if classes is None else classes.iloc[positions],
        classes_name,
        # Rows that were filled in are compared with those that were complete all along.
        _largest_gap(values, used, np.setdiff1d(complete, incomplete), len(table)),
        pd.DataFrame(as_read, table.index, used),
        filled,
        table.attrs.get("read"),
    )


def _as_table(X):
    """Data as a DataFrame, and whether it came as one."""
    if isinstance(X, pd.DataFrame):
        return _reading.check_frame(X), True
    try:
        array = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    refuse_inexact(X, np.asarray(X) if array.size else array, "X")
    if array.ndim != 2 or 0 in array.shape or isinstance(X, np.ma.MaskedArray):
        raise ValueError(
            f"X must be a DataFrame, or an array of numbers with a row for each object and a column for each "
            f"measurement. Got {type(X).__name__}{f' of shape {np.shape(X)}' if isinstance(X, np.ndarray) else ''}."
        )
    return pd.DataFrame(array, columns=[f"x{i}" for i in range(array.shape[1])]), False


def _take_classes(table, classes):
    """The table, the name of its column of classes or a Series of classes, and what to call them."""
    if classes is None:
        return table, None, None
    if isinstance(classes, str) or np.ndim(classes) == 0:
        classes = _reading.own_name(classes, table)
        if classes not in table:
            raise ValueError(
                f"classes must name a column, or hold a class for each row. There is no column {classes!r}."
            )
        reason = _reading.no_classes(table[classes])
        if reason is not None:
            raise ValueError(f"column {classes} cannot be the classes: {reason}")
        return table, classes, classes
    check_same_names(X=names_of_objects(table), classes=names_of_objects(classes))
    name = getattr(classes, "name", None)
    try:
        classes = pd.Series(np.asarray(classes, dtype=object) if not isinstance(classes, pd.Series) else classes.array)
    except ValueError:
        classes = pd.Series()
    if len(classes) != len(table):
        raise ValueError(
            f"classes must name a column, or hold a class for each of the {len(table)} rows. Got {len(classes)} values."
        )
    reason = _reading.no_classes(classes)
    if reason is not None:
        raise ValueError(f"classes cannot be used: {reason}")
    return table, classes.set_axis(table.index), "classes" if name is None else str(name)


def _choose(kinds, columns, classes, values, table):
    """Mark the columns that were asked for as used, and no others; adds the values of those that are no numbers."""
    if isinstance(columns, str) or not hasattr(columns, "__iter__"):
        raise ValueError(f"columns must be a sequence of names. Got {columns!r}.")
    table_name = _reading.name_of(table)
    names = [_reading.own_name(name, table) for name in columns]
    twice = [name for name, count in Counter(names).items() if count > 1]
    unknown = [name for name in names if name not in kinds.index]
    if not names or twice or unknown:
        problem = f"Got {unknown[0]!r}" if unknown else f"Got {names}"
        raise ValueError(f"columns must be different columns of {table_name}: {kinds.index.tolist()}. {problem}.")
    if isinstance(classes, str) and classes in names:
        raise ValueError(f"column {classes} cannot be a measurement and the classes. Take it out of one of them.")
    for name in names:
        kind = kinds.loc[name, "kind"]
        if kind in OFFERS:
            values[name] = as_numbers(table[name], kind, name)
            kinds.loc[name, "reason"] = f"asked for; {kind} are taken as {OFFERS[kind]}."
        elif name not in values:
            raise ValueError(f"column {name} cannot be used: {kinds.loc[name, 'reason']} Name others by columns=[...].")
    asked_for = kinds.index.isin(names)
    in_spite = asked_for & ~kinds["used"] & (kinds["kind"] == "numbers")
    reasons = kinds.loc[in_spite, "reason"].str.replace("; columns=[...] takes it.", ".", regex=False)
    kinds.loc[in_spite, "reason"] = "asked for, although: " + reasons
    kinds.loc[~asked_for & kinds["used"], "reason"] = "not asked for."
    kinds["used"] = asked_for


def _columns_and_rows(kinds, values, table, missing, *, chosen):
    """Names of the used columns and places of the rows that can be used; columns that cannot are marked so."""
    n = len(table)
    if not chosen:
        mostly_missing = kinds["used"] & (kinds["missing"] > n / 2)
        kinds.loc[mostly_missing, "reason"] = "more than half of its values are missing."
        kinds.loc[mostly_missing, "used"] = False
    while True:
        used = kinds.index[kinds["used"]].tolist()
        if not used:
            told = [f"{name} ({reason.rstrip('.')})" for name, reason in kinds["reason"].items()]
            raise ValueError(
                f"at least one column must be a measurement that varies. Got "
                f"{_reading.listed('column', told) if told else 'none'}. Name those to use by columns=[...]."
            )
        for name in used:
            if np.isinf(values[name]).any():
                rows = table.index[np.isinf(values[name])].tolist()
                raise ValueError(
                    f"every value must be finite. Got infinity in column {name!r}, "
                    f"{_reading.listed(table.index.name or 'row', rows)}. Leave out the column or these rows, or mark "
                    "the values as missing."
                )
        is_missing = np.isnan(np.column_stack([values[name] for name in used]))
        complete = np.flatnonzero(enough_values(is_missing, missing))
        if len(complete) < 3:
            raise ValueError(
                f"there must be at least 3 rows with a value in every column used ({_reading.listed('column', used)}): "
                f"fewer make no pairs of both kinds. Got {len(complete)} of {n}: use fewer columns (columns=[...]), or "
                'fill in values (missing="neighbours").'
            )
        constant = [name for name in used if _is_constant(values[name][complete])]
        if not constant:
            return used, complete
        if chosen:
            raise ValueError(
                f"every column used must vary. Got the same value in all {len(complete)} complete rows: "
                f"{_reading.listed('column', constant)}. Leave it out of columns=[...]."
            )
        kinds.loc[constant, "used"], kinds.loc[constant, "reason"] = False, "constant in the complete rows."


def _is_constant(values):
    known = values[~np.isnan(values)]
    return known.size == 0 or np.ptp(known) == 0


def units(points, scaling):
    """Origin and unit of each column on a scale; `points` are as they were measured."""
    d = points.shape[1]
    if scaling == "none":
        return np.zeros(d), np.ones(d)
    if scaling == "range":
        return points.min(axis=0), np.ptp(points, axis=0)
    spread = spreads(points)
    return points.mean(axis=0), spread if scaling == "standardise" else _spreads_within(points, spread)


def _spreads_within(points, spreads):
    """For each column the .1 quantile of its absolute pairwise differences: near pairs are mostly of one cluster.

    Where many values are equal it says little: the standard deviation is taken where it is 0, or less than a fiftieth
    of that and of their .75 quantile, which does not grow with a few bad values.
    """
    if len(points) > MAX_ROWS:
        # As many quantiles have nearly the same differences.
        places = np.linspace(0, len(points) - 1, MAX_ROWS).round().astype(int)
        points = np.sort(points, axis=0)[places]
    near, far = np.transpose([np.quantile(pdist(column[:, None], "cityblock"), [0.1, 0.75]) for column in points.T])
    return np.where((near > 0) & (near >= _LEAST_WITHIN * np.minimum(far, spreads)), near, spreads)


def _scaled(points, names, scaling):
    with np.errstate(over="ignore", invalid="ignore"):
        origins, of_columns = units(points, scaling)
        scaled = (points - origins) / of_columns
    refuse_squares_lost(scaled, names)
    return scaled


def rescaled(taken, scaling):
    """The used points on another scale."""
    return _scaled(taken.raw, taken.used, scaling)[taken.sample]


def without(taken, gone, scaling):
    """The same table without some of the used rows, scaled anew; None if a column does not vary without them."""
    stays = np.ones(len(taken.raw), dtype=bool)
    stays[taken.sample[gone]] = False
    raw, kept = taken.raw[stays], np.setdiff1d(np.arange(len(taken.points)), gone)
    if (np.ptp(raw, axis=0) == 0).any():
        return None
    everything, sample = _scaled(raw, taken.used, scaling), (stays.cumsum() - 1)[taken.sample[kept]]
    columns, rows = taken.columns.copy(), taken.rows.copy()
    columns.loc[taken.used, "share as it is"] = _shares(raw[sample])
    columns.loc[taken.used, "share as used"] = _shares(everything[sample])
    of_rows = taken.positions[gone], rows.columns.get_indexer(["used", "reason", "copies"])
    rows.iloc[of_rows] = [False, "left out: in a cluster of very few rows", 0]
    return taken._replace(
        columns=columns,
        rows=rows,
        raw=raw,
        everything=everything,
        sample=sample,
        points=everything[sample],
        positions=taken.positions[kept],
        classes=None if taken.classes is None else taken.classes.iloc[kept],
    )


def _refuse_undefined(points, metric):
    """Refuse points that have no distance from the first one, such as a row of zeros under "cosine"."""
    try:
        distances = cdist(points[1:], points[:1], metric)[:, 0]
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"metric must be one that SciPy's cdist takes without arguments. Got {metric!r}: {error}"
        ) from error
    if not np.isfinite(distances).all():
        raise ValueError(
            f"metric={metric!r} must be defined for every row. Got {int((~np.isfinite(distances)).sum())} rows without "
            "a distance from the first."
        )


def _shares(points):
    """Share of each column in the sum of all squared distances."""
    # In the unit of the largest: squares of small numbers do not vanish.
    variances = (points / max(np.abs(points).max(), np.finfo(float).tiny)).var(axis=0)
    return variances / variances.sum()


def _describe_rows(table, complete, positions, points, is_missing):
    reason = np.full(len(table), "incomplete", dtype=object)
    reason[complete] = "not in the sample"
    reason[positions] = ""
    copies = np.zeros(len(table), dtype=int)
    _, of_row, counts = np.unique(points, axis=0, return_inverse=True, return_counts=True)
    copies[positions] = counts[of_row.ravel()]
    filled_in = np.zeros(len(table), dtype=int)
    filled_in[complete] = is_missing[complete].sum(axis=1)
    described = {"used": reason == "", "reason": reason, "copies": copies, "filled in": filled_in}
    cluster = pd.array([pd.NA] * len(table), dtype="Int64")
    return pd.DataFrame(described | {"cluster": cluster, "assigned by": ""}, table.index)


def _largest_gap(values, used, complete, n):
    """Where the incomplete rows differ most from the complete ones.

    The column, by how many standard deviations of the complete rows the means differ, and the standard error of that;
    None if no two of the incomplete rows have a value.
    """
    incomplete = np.setdiff1d(np.arange(n), complete)
    gaps = []
    for name in used:
        others, known = values[name][complete], values[name][incomplete]
        known = known[~np.isnan(known)]
        if known.size > 1:
            gap = (known.mean() - others.mean()) / float(spreads(others[:, None], partial(np.std, ddof=1))[0])
            gaps.append((name, float(gap), float(np.sqrt(1 / known.size + 1 / others.size))))
    return max(gaps, key=lambda of_column: abs(of_column[1]), default=None)
