"""Agreement of clusterings with and without a part of the objects."""

import warnings

import numpy as np

from aucc_report.clusterers import label_rows_of_many
from aucc_teach.agreement import adjusted_rand_score

N_REPEATS = 10
#: The stability of so many reference sets is measured, taken from the kinds in turn, with so many repeats each.
N_NOISE = 10
N_REPEATS_OF_NOISE = 2
_LEFT_OUT = 6  # one in so many objects is left out


def stability(points, partitions, algorithms, ks, *, n_repeats, metric, seed, rng, where, step):
    """ARI on the rest when a sixth of the objects is left out: for each algorithm one row per repeat.

    The part that is left out is the same for all algorithms. NaN where the rest has too few different rows for k.
    `step` is called after each repeat of each algorithm, with its name.
    """
    n = len(points)
    found = {name: np.full((n_repeats, len(ks)), np.nan) for name in algorithms}
    for repeat in range(n_repeats):
        kept = np.sort(rng.permutation(n)[n // _LEFT_OUT :])
        rest = points[kept]
        n_different = len(np.unique(rest, axis=0))
        columns = [column for column, k in enumerate(ks) if k < n_different]
        for name, algorithm in algorithms.items():
            if columns:
                rows = label_rows_of_many(
                    rest,
                    [ks[column] for column in columns],
                    algorithm,
                    metric=metric,
                    seed=seed,
                    where=f"five sixths of {where}",
                )
                for column, labels in zip(columns, rows, strict=True):
                    found[name][repeat, column] = adjusted_rand_score(partitions[name][column][kept], labels)
            step(f"{where} without a sixth, {repeat + 1} of {n_repeats}, {name}", name)
    return found


def mean_and_error(rows):
    """Mean of the rows and its standard error, column by column, passing over NaN."""
    with warnings.catch_warnings():
        # Columns of NaN alone, and errors of a single row, are NaN.
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.nanmean(rows, axis=0), np.nanstd(rows, axis=0, ddof=1) / np.sqrt((~np.isnan(rows)).sum(axis=0))
