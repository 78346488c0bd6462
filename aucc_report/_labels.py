"""Convert labels that a reader gives, as a column or one for each row, to codes."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_report._reading import own_name
from aucc_teach.input import check_same_names, is_series, label_array, may_hold_noise, names_of_objects, refuse_masked

MISSING, NOISE = -2, -1


class Labels(NamedTuple):
    """A clustering that was given.

    ``codes`` has a place in ``names`` for each row of the table, or `NOISE` or `MISSING`. ``column`` is the name of the
    column of the table that holds the labels, None if they came apart. ``noise`` is the label of rows in no cluster,
    and ``asks`` whether -1 is taken for a cluster although it might be that label.
    """

    name: str
    column: str | None
    codes: np.ndarray
    names: list
    noise: object = -1
    asks: bool = False

    def of(self, positions):
        """Return the labels of some rows, without the clusters that have none of these rows."""
        codes = self.codes[positions]
        present = np.unique(codes[codes >= 0])
        anew = np.where(codes >= 0, np.searchsorted(present, codes), codes)
        return self._replace(codes=anew, names=[self.names[code] for code in present])


def take_labels(labels, table, classes=None, noise=None):
    """Convert labels to codes; refuse them if they cannot label the rows of this table. See `Labels`."""
    if labels is None:
        if noise is not None:
            raise ValueError(f"noise must be left out without labels. Got {noise!r}.")
        return None
    column = None
    if isinstance(labels, str) or np.ndim(np.asarray(labels, dtype=object)) == 0:
        column = own_name(labels, table)
        if column not in table:
            raise ValueError(
                f"labels must name a column, or hold a label for each row. There is no column {column!r} among "
                f"{', '.join(table)}."
            )
        if column == classes:
            raise ValueError(
                f"labels and classes must not be the same column. Got {column!r} as both: the labels are judged, and "
                "classes are what clusterings are compared with. Leave out one of them."
            )
        labels = table[column]
    check_same_names(X=names_of_objects(table), labels=names_of_objects(labels))
    refuse_masked(labels, "labels")
    values = pd.Series(labels.array) if is_series(labels) else np.asarray(labels, dtype=object)
    if np.ndim(values) != 1 or len(values) != len(table):
        raise ValueError(
            f"labels must name a column, or hold a label for each of the {len(table)} rows. Got an array of shape "
            f"{np.shape(values)}."
        )
    known = ~pd.isna(pd.Series(values)).to_numpy()
    if known.sum() < 2:
        raise ValueError(f"at least 2 rows must have a label. Got {known.sum()} of {len(table)}.")
    called = "labels" if column is None else f"the labels in column {column!r}"
    array = label_array(np.asarray(values[known]), name=called)
    if array.dtype.kind == "f":
        array = array.astype(np.int64)
    is_mark = np.array([str(value) == str(-1 if noise is None else noise) for value in array.tolist()])
    if noise is not None and not is_mark.any():
        raise ValueError(f"noise must be one of the labels. Got {noise!r}, which no row has.")
    is_noise = is_mark if noise is not None or may_hold_noise(array) else np.zeros(len(array), dtype=bool)
    codes = np.full(len(table), MISSING)
    codes[known] = NOISE
    names, of_clusters = np.unique(array[~is_noise], return_inverse=True)
    codes[np.flatnonzero(known)[~is_noise]] = of_clusters
    name = column if column is not None else getattr(labels, "name", None)
    mark = array[is_mark].tolist()[0] if is_mark.any() else -1
    # 1 and -1 alone are two classes, as many programs write them.
    asks = bool(is_mark.any() and not is_noise.any() and len(names) > 2)
    return Labels("labels" if name is None else str(name), column, codes, names.tolist(), mark, asks)
