"""Rows that lack values: what leaving them out costs, and values to fill in."""

import numpy as np

from aucc_report._overflow import spreads

#: Ways to treat them: leave them out, refuse them, or fill in the median or the mean of the most similar rows.
MISSING = ("drop", "refuse", "median", "neighbours")
N_NEIGHBOURS = 5


def enough_values(is_missing, missing):
    """Tell which rows are used: complete ones, or, if values are filled in, those that have at least half of theirs."""
    if missing in ("drop", "refuse"):
        return ~is_missing.any(axis=1)
    return is_missing.mean(axis=1) <= 0.5


def only_reason(is_missing):
    """Count for each column the rows in which nothing else is missing: without it they would be complete."""
    return (is_missing & (is_missing.sum(axis=1) == 1)[:, None]).sum(axis=0)


def filled_in(raw, missing):
    """Fill in the missing values of the rows; all other values stay as they are."""
    if not np.isnan(raw).any():
        return raw
    if missing == "median":
        return np.where(np.isnan(raw), np.nanmedian(raw, axis=0), raw)
    from sklearn.impute import KNNImputer

    # Divided by standard deviations, or the column with the largest numbers would choose the neighbours.
    spread = spreads(raw, np.nanstd)
    imputed = KNNImputer(n_neighbors=N_NEIGHBOURS).fit_transform(raw / spread) * spread
    return np.where(np.isnan(raw), imputed, raw)
