"""What pandas' objects bring along beyond their numbers: names of objects, types of columns, missing values."""

import sys
import unicodedata

import numpy as np

from aucc_teach.input.exact import refuse_inexact


def is_series(values):
    """Whether this is a Series of pandas, which is not imported to find out."""
    return _is_of("pandas", "Series", values)


def is_frame(values):
    """Whether this is a DataFrame of pandas, which is not imported to find out."""
    return _is_of("pandas", "DataFrame", values)


def is_sparse(values):
    """Whether this is sparse, as SciPy has it, which is not imported to find out."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and sparse.issparse(values)


def _is_of(library, name, values):
    # If the library has not been imported, no object of it exists.
    cls = getattr(sys.modules.get(library), name, None)
    return cls is not None and isinstance(values, cls)


def is_missing(value):
    """Whether this is a missing value: None, NaN, or what pandas has for it."""
    pandas = sys.modules.get("pandas")
    if value is None or (pandas is not None and (value is pandas.NA or value is pandas.NaT)):
        return True
    return isinstance(value, float | np.floating) and bool(np.isnan(value))


def names_of_objects(values):
    """Index of a Series or DataFrame, whose rows are objects; None for anything else."""
    return values.index if is_series(values) or is_frame(values) else None


def names_of_data(X, metric):
    """Index of the objects that `X` describes; None if it has no names, as a condensed Series has none of objects."""
    condensed = isinstance(metric, str) and metric == "precomputed" and is_series(X)
    return None if condensed else names_of_objects(X)


def names_of_rows(partitions):
    """Names of the objects of several partitions: the columns of a DataFrame, or the index that Series share."""
    if is_frame(partitions):
        return partitions.columns
    rows = partitions if isinstance(partitions, list | tuple) else ()
    indexes = {f"row {i} of the partitions": names_of_objects(row) for i, row in enumerate(rows)}
    check_same_names(**indexes)
    return next((index for index in indexes.values() if index is not None), None)


def check_same_names(**indexes):
    """Refuse indexes that differ, given by the names of their owners; None goes with every index."""
    carried = [(name, index) for name, index in indexes.items() if index is not None]
    for name, index in carried[1:]:
        first, expected = carried[0]
        if not expected.equals(index):
            remedy = "Bring them into one order, or use arrays if they belong together as they stand."
            # Only the name of an argument is code that the user may write; "the rows of X" is not.
            if first.isidentifier() and name.isidentifier():
                remedy = (
                    f"Align them by {name}.loc[{first}.index], or use {name}.to_numpy() if the rows belong together as "
                    f"they stand."
                )
            if _composed(expected) == _composed(index):
                remedy = (
                    "They differ only in how Unicode writes letters with accents, in one character or in two: write "
                    "them alike, by index.map(lambda name: unicodedata.normalize('NFC', name))."
                )
            raise ValueError(
                f"{first} and {name} must name the same objects in the same order. Got the indexes "
                f"{_shorten(expected)} and {_shorten(index)}. {remedy}"
            )


def refuse_masked(values, name):
    """Refuse a masked array, whose hidden values NumPy would use."""
    if isinstance(values, np.ma.MaskedArray):
        raise ValueError(
            f"{name} must be a plain array. Got a masked one: leave out the rows that lack a value, or fill them in "
            f"by {name}.filled()."
        )


def refuse_sparse(values, name):
    """Refuse a sparse matrix, which NumPy would wrap as one object."""
    if is_sparse(values):
        raise ValueError(f"{name} must be a dense array. Got a sparse matrix; use {name}.toarray().")


def numbers_of_frame(values, name):
    """Turn a DataFrame or a Series into an array of floats, or say which column holds no numbers."""
    import pandas as pd

    columns = values.to_frame(values.name or name) if is_series(values) else values
    sparse = [column for column, dtype in columns.dtypes.items() if isinstance(dtype, pd.SparseDtype)]
    if sparse:
        raise ValueError(f"{name} must be dense. Got the sparse column {sparse[0]!r}; use {name}.sparse.to_dense().")
    # Python's numbers in a column of objects become numbers; strings of digits stay strings.
    columns = columns.infer_objects()
    for place, (column, dtype) in enumerate(columns.dtypes.items()):
        if not pd.api.types.is_numeric_dtype(dtype) or pd.api.types.is_complex_dtype(dtype):
            raise ValueError(
                f"every column of {name} must hold real numbers. Got {column!r} of type {dtype}: leave it out by "
                f"{name}.drop(columns={column!r}), or turn it into numbers first."
            )
        if dtype.kind in "iu":
            whole = columns.iloc[:, place].dropna().to_numpy(dtype=getattr(dtype, "numpy_dtype", dtype))
            refuse_inexact(None, whole, name if is_series(values) else f"column {column!r} of {name}")
    array = columns.to_numpy(dtype=np.float64, na_value=np.nan)
    missing = np.argwhere(np.isnan(array))
    if missing.size:
        row, column = missing[0]
        raise ValueError(
            f"{name} must not hold missing values (NaN). Got one in column {columns.columns[column]!r}, row "
            f"{columns.index[row]!r}."
        )
    return array if is_frame(values) else array.ravel()


def _composed(index):
    return [unicodedata.normalize("NFC", name) if isinstance(name, str) else name for name in index]


def _shorten(index):
    shown = ", ".join(repr(name) for name in index[:3])
    return f"[{shown}, ...] of {len(index)}" if len(index) > 3 else f"[{shown}]"
