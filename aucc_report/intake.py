"""Take a table in: choose its columns and rows, note what was done to each, and scale them to points."""

from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist, pdist

from aucc_report._codes import Reason
from aucc_report._columns import OFFERS, as_numbers, asked_for, column_kinds, floats, kinds_in_report, no_classes
from aucc_report._labels import Labels, take_labels
from aucc_report._missing import enough_values, filled_in, only_reason
from aucc_report._overflow import refuse_squares_lost, spreads
from aucc_report._reading import check_frame, name_of, named, own_name
from aucc_report._statements import said
from aucc_teach.input import check_metric, check_same_names, names_of_objects, refuse_inexact

SCALINGS = ("within", "standardise", "range", "none")
TRANSFORMS = ("none", "log", "yeo-johnson")
#: Of more rows a sample is clustered: gaps and peaks of more rows take much longer, and show little more.
MAX_ROWS = 500
#: Reasons why a row is not used.
INCOMPLETE, NOT_IN_SAMPLE = "incomplete", "not in the sample"
# The spread within clusters is at least this part of the standard deviation; in a normal column it is this one.
_LEAST_WITHIN, _NEAR_IF_NORMAL = 0.02, 0.1777


class Points(NamedTuple):
    """The rows of a table as points, and where they come from.

    ``columns`` and ``rows`` are those of a Report, ``used`` the names of the columns that are used. ``raw`` and
    ``everything`` have all complete rows, as they are and scaled; ``sample`` says which of them are used, and
    ``points`` are these. ``positions`` are the places of the used rows in the table. ``classes`` has a class for each
    used row, missing where there is none; None without classes. ``gap`` is how far the incomplete rows are from the
    others, as `_largest_gap` says. ``table`` has the used columns of all rows as numbers, in their units, and
    ``filled`` the same as an array with missing values filled in, where that was asked for. ``source`` says how the
    table was read: the arguments of read_csv that are not the usual ones, or None if it does not come from a file.
    ``labels`` are those given for all rows of the table.
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
    labels: Labels | None = None
    transform: str = "none"


def suggested(table, classes=None):
    """Names of the columns that a report uses by itself: those that look like measurements, without the classes."""
    kinds = column_kinds(table, classes)
    return kinds.index[kinds["used"]].tolist()


def take_in(
    X,
    *,
    columns=None,
    classes=None,
    labels=None,
    noise=None,
    transform="none",
    scaling="within",
    metric="euclidean",
    missing="drop",
    most_rows=None,
    seed=0,
):
    """Read a table, scale it, and draw a sample if it has more than `most_rows`, by default MAX_ROWS; see `Points`.

    `X` is a DataFrame or an array; the arguments are those of :func:`aucc_report.report`, and the same is refused.
    """
    frame, has_kinds = _as_frame(X)
    if len(frame) < 3:
        raise ValueError(f"there must be at least 3 rows: fewer make no pairs of both kinds. Got {len(frame)}.")
    column, classes, classes_name = _take_classes(frame, classes)
    labels = take_labels(labels, frame, column, noise)
    apart = {"classes": column, "labels": None if labels is None else labels.column}
    kinds = kinds_in_report(frame, **apart)
    if not has_kinds:
        # The columns of an array were chosen by whoever made it.
        varies = kinds["different"] > 1
        kinds["used"], kinds.loc[varies, "why"] = varies, None
    values = {name: floats(frame[name]) for name in kinds.index[kinds["kind"] == "numbers"]}
    if columns is not None:
        _choose(kinds, columns, apart, values, frame)
    used, places = _columns_and_rows(kinds, values, frame, missing, chosen=columns is not None)
    table = pd.DataFrame({name: values[name] for name in used}, frame.index)
    is_missing = table.isna().to_numpy()
    kinds["rows lost"] = 0
    kinds.loc[used, "rows lost"] = only_reason(is_missing)
    raw = filled_in(table.to_numpy()[places], missing)
    filled = np.full(table.shape, np.nan)
    filled[places] = raw
    everything = scaled(transformed(raw, used, transform), used, scaling)
    if callable(metric) or check_metric(metric) != "euclidean":
        _refuse_undefined(everything, metric)
    sample = np.arange(len(raw))
    most_rows = most_rows or MAX_ROWS
    if len(raw) > most_rows:
        sample = np.sort(np.random.default_rng(seed).choice(len(raw), most_rows, replace=False))
    points, positions = everything[sample], places[sample]
    return Points(
        name=name_of(frame) if has_kinds else "array",
        columns=_describe_columns(kinds, used, raw[sample], points),
        rows=_describe_rows(frame.index, places, positions, points, is_missing),
        used=used,
        raw=raw,
        everything=everything,
        sample=sample,
        points=points,
        positions=positions,
        classes=None if classes is None else classes.iloc[positions],
        classes_name=classes_name,
        # Rows with filled-in values are compared with the rows that were complete from the start.
        gap=_largest_gap(table, ~is_missing.any(axis=1)),
        table=table,
        filled=filled,
        source=frame.attrs.get("read"),
        labels=labels,
        transform=transform,
    )


def _as_frame(X):
    """Convert data to a DataFrame, and tell whether it came as one."""
    if isinstance(X, pd.DataFrame):
        return check_frame(X), True
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
    """Return the column that holds the classes (or None), the classes as a Series, and their name."""
    if classes is None:
        return None, None, None
    if isinstance(classes, str) or np.ndim(classes) == 0:
        column = class_column(classes, table)
        return column, table[column], column
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
    reason = no_classes(classes)
    if reason is not None:
        raise ValueError(f"classes cannot be used: {reason}")
    return None, classes.set_axis(table.index), "classes" if name is None else str(name)


def class_column(classes, table):
    """Return the name of the column of classes as the table writes it; refuse one that cannot be the classes."""
    classes = own_name(classes, table)
    if classes not in table:
        raise ValueError(f"classes must name a column, or hold a class for each row. There is no column {classes!r}.")
    reason = no_classes(table[classes])
    if reason is not None:
        raise ValueError(f"column {classes} cannot be the classes: {reason}")
    return classes


def _choose(kinds, columns, apart, values, table):
    """Mark only the columns that were asked for as used; add the values of those that are not numbers by themselves.

    `apart` maps "classes" and "labels" to the column of each, or None.
    """
    if isinstance(columns, str) or not hasattr(columns, "__iter__"):
        how = f" Write [{columns!r}]." if isinstance(columns, str) else ""
        raise ValueError(f"columns must be a sequence of names. Got {columns!r}.{how}")
    names = [own_name(name, table) for name in columns]
    unknown = [name for name in names if name not in table]
    if not names or unknown or len(set(names)) < len(names):
        problem = f"Got {unknown[0]!r}" if unknown else f"Got {names}"
        which = f"one or more different columns of {name_of(table)}: {list(table)}"
        raise ValueError(f"columns must be {which}. {problem}.")
    for what, column in apart.items():
        if column in names:
            raise ValueError(f"column {column} cannot be a measurement and the {what}. Take it out of one of them.")
    for name in names:
        kind, why = kinds.loc[name, "kind"], kinds.loc[name, "why"]
        if kind in OFFERS:
            values[name] = as_numbers(table[name], kind, name)
        elif name not in values:
            raise ValueError(f"column {name} cannot be used: {why} Name others by columns=[...].")
        kinds.at[name, "why"] = asked_for(kinds, name)
    is_asked_for = kinds.index.isin(names)
    for name in kinds.index[~is_asked_for & kinds["used"]]:
        kinds.at[name, "why"] = said(Reason.NOT_ASKED_FOR)
    kinds["used"] = is_asked_for


def _columns_and_rows(kinds, values, table, missing, *, chosen):
    """Return the used columns and the places of the rows that can be used; mark the columns that cannot be."""
    n = len(table)
    if not chosen:
        mostly_missing = kinds["used"] & (kinds["missing"] > n / 2)
        _leave_out(kinds, kinds.index[mostly_missing], Reason.MOSTLY_MISSING)
    while True:
        used = kinds.index[kinds["used"]].tolist()
        if not used:
            told = [f"{name} ({str(why or '').rstrip('.')})" for name, why in kinds["why"].items()]
            raise ValueError(
                f"at least one column must be a measurement that varies. Got "
                f"{named('column', told) if told else 'none'}. Name those to use by columns=[...]."
            )
        for name in used:
            infinite = table.index[np.isinf(values[name])].tolist()
            if infinite:
                raise ValueError(
                    f"every value must be finite. Got infinity in column {name!r}, "
                    f"{named(table.index.name or 'row', infinite)}. Leave out the column or these rows, or mark the "
                    "values as missing."
                )
        is_missing = np.isnan(np.column_stack([values[name] for name in used]))
        if missing == "refuse" and is_missing.any():
            incomplete = named(table.index.name or "row", table.index[is_missing.any(axis=1)].tolist())
            lacking = named("column", [name for name, of in zip(used, is_missing.T, strict=True) if of.any()])
            raise ValueError(
                f'every row must have a value in every column used, with missing="refuse". Got '
                f"{is_missing.any(axis=1).sum()} of {n} that lack one ({incomplete}; {lacking}). Use other columns, or "
                'choose missing="drop" to leave these rows out, and missing="neighbours" or missing="median" to fill '
                "in values."
            )
        complete = np.flatnonzero(enough_values(is_missing, missing))
        if len(complete) < 3:
            raise ValueError(
                f"there must be at least 3 rows with a value in every column used ({named('column', used)}): "
                f"fewer make no pairs of both kinds. Got {len(complete)} of {n}: use fewer columns (columns=[...]), or "
                'fill in values (missing="neighbours").'
            )
        constant = [name for name in used if _is_constant(values[name][complete])]
        if not constant:
            return used, complete
        if chosen:
            raise ValueError(
                f"every column used must vary. Got the same value in all {len(complete)} complete rows: "
                f"{named('column', constant)}. Leave it out of columns=[...]."
            )
        _leave_out(kinds, constant, Reason.CONSTANT_IN_COMPLETE_ROWS)


def _leave_out(kinds, names, code):
    for name in names:
        kinds.loc[name, "used"] = False
        kinds.at[name, "why"] = said(code)


def _is_constant(values):
    known = values[~np.isnan(values)]
    return known.size == 0 or known.min() == known.max()


def units(points, scaling):
    """Return origin and unit of each column on a scale, from points in their own units."""
    d = points.shape[1]
    if scaling == "none":
        return np.zeros(d), np.ones(d)
    if scaling == "range":
        return points.min(axis=0), np.ptp(points, axis=0)
    spread = spreads(points)
    return points.mean(axis=0), spread if scaling == "standardise" else _spreads_within(points, spread)


def _spreads_within(points, spreads):
    """Compute for each column the .1 quantile of its absolute differences: near pairs mostly share a cluster.

    It is at least a fiftieth of the standard deviation, or of the .75 quantile, which a few bad values don't move.
    Equal numbers are spread over a step of the column, as if they had been rounded: the .1 quantile of the differences
    that aren't 0. They say less than others: by the proportion of pairs that are equal, the result is what the standard
    deviation would give in a normal column.
    """
    found = []
    for values, spread in zip(np.sort(points, axis=0).T, spreads, strict=True):
        if len(values) > MAX_ROWS:
            # So many quantiles have nearly the same differences as all values.
            values = values[np.linspace(0, len(values) - 1, MAX_ROWS).round().astype(int)]
        differences = _differences(values)
        equal = (differences == 0).mean()
        if 0 < equal < 1:
            counts = np.unique(values, return_counts=True)[1]
            of_row, first = counts.repeat(counts), (np.cumsum(counts) - counts).repeat(counts)
            place = (np.arange(len(values)) - first + 0.5) / of_row - 0.5
            differences = _differences(values + place * np.quantile(differences[differences > 0], 0.1))
        near, far = np.quantile(differences, [0.1, 0.75])
        near = max(near, _LEAST_WITHIN * min(far, spread))
        found.append((1 - equal) * near + equal * _NEAR_IF_NORMAL * spread)
    return np.array(found)


def _differences(values):
    return pdist(values[:, None], "cityblock")


def scaled(points, names, scaling):
    """Put columns on a scale; refuse them if their squares overflow or vanish."""
    with np.errstate(over="ignore", invalid="ignore"):
        origins, of_columns = units(points, scaling)
        found = (points - origins) / of_columns
    refuse_squares_lost(found, names)
    return found


def rescaled(taken, scaling):
    """Return the used points on another scale."""
    return scaled(transformed(taken.raw, taken.used, taken.transform), taken.used, scaling)[taken.sample]


def taken_anew(taken, scaling, transform):
    """The rows as points with another transformation of the columns."""
    everything = scaled(transformed(taken.raw, taken.used, transform), taken.used, scaling)
    return taken._replace(everything=everything, points=everything[taken.sample], transform=transform)


def transformed(points, names, transform):
    """Transform columns; refuse logarithms of values that have none."""
    if transform == "none":
        return points
    if transform == "log":
        not_positive = [name for name, smallest in zip(names, points.min(axis=0), strict=True) if smallest <= 0]
        if not_positive:
            raise ValueError(
                f'every value must be above 0, with transform="log". Got others in {named("column", not_positive)}. '
                'Choose transform="yeo-johnson", or leave out these columns.'
            )
        return np.log(points)
    from sklearn.preprocessing import PowerTransformer  # imported here because it takes long

    found = PowerTransformer("yeo-johnson").fit_transform(points)
    if not np.isfinite(found).all() or not np.ptp(found, axis=0).all():
        raise ValueError(
            f'the columns must be fit for transform="yeo-johnson". Got values that it makes equal or infinite in '
            f"{named('column', names)}. Use other units, or no transformation."
        )
    return found


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


def _proportions(points):
    """Return the proportion of each column in the sum of all squared distances."""
    # Divided by the largest value, so that squares of small numbers do not vanish.
    variances = (points / max(np.abs(points).max(), np.finfo(float).tiny)).var(axis=0)
    return variances / variances.sum()


def _describe_columns(kinds, used, raw, points):
    """Make the columns of a Report, where each reason is a sentence and a code."""
    columns = kinds[["kind", "used"]].copy()
    columns["reason"] = ["" if why is None else str(why) for why in kinds["why"]]
    columns["code"] = [_code_of(why) for why in kinds["why"]]
    columns[["missing", "different", "rows lost"]] = kinds[["missing", "different", "rows lost"]]
    for name, values in (("proportion as it is", raw), ("proportion as used", points)):
        columns[name] = pd.Series(_proportions(values), used).reindex(columns.index)
    return columns


def _code_of(why):
    """Return the code of a reason; of an offer, which any column can have, that of the reason behind it."""
    if why is None:
        return ""
    return str(why.numbers["why"] if why.code is Reason.OFFERED else why.code)


def _describe_rows(index, places, positions, points, is_missing):
    reason = np.full(len(index), INCOMPLETE, dtype=object)
    reason[places] = NOT_IN_SAMPLE
    reason[positions] = ""
    copies = np.zeros(len(index), dtype=int)
    _, of_row, counts = np.unique(points, axis=0, return_inverse=True, return_counts=True)
    copies[positions] = counts[of_row.ravel()]
    filled_in = np.zeros(len(index), dtype=int)
    filled_in[places] = is_missing[places].sum(axis=1)
    described = {"used": reason == "", "reason": reason, "copies": copies, "filled in": filled_in}
    return pd.DataFrame(described, index)


def _largest_gap(values, is_complete):
    """Find the column in which the incomplete rows differ most from the complete ones.

    Returns the column, the difference of the means in standard deviations of the complete rows, and its standard error;
    None if no two incomplete rows have a value in one column.
    """
    gaps = []
    for name, of_column in values.items():
        others, known = of_column[is_complete].to_numpy(), of_column[~is_complete].dropna().to_numpy()
        if known.size > 1:
            gap = (known.mean() - others.mean()) / float(spreads(others[:, None], partial(np.std, ddof=1))[0])
            gaps.append((name, float(gap), float(np.sqrt(1 / known.size + 1 / others.size))))
    return max(gaps, key=lambda of_column: abs(of_column[1]), default=None)
