"""What a report answers to a table in a file, and other rules beside it."""

import math
from pathlib import Path
from tempfile import TemporaryDirectory

from aucc_report import read_csv, report
from aucc_report.intake import rescaled, suggested, take_in
from studies._rivals import SCALES
from studies._runner import rounded

__all__ = ["ANSWER", "ask"]

#: What is stored of a report: how many rows and columns it used, what its headline says, the p-value of its highest
#: peak, and, if the report refused the table, why.
ANSWER = ("n_rows", "n_columns", "code", "n_clusters", "at_least", "p", "refusal")


def ask(table, *, rivals, rng):
    """Write a table into a CSV file, and ask a report, and other rules, about what is in the file.

    Parameters
    ----------
    table : pandas.DataFrame
        The table, whose index is not written.
    rivals : callable or None
        Returns the numbers of other rules by name, given ``(points, scale, rng)``.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    dict
        The fields of `ANSWER`, None where there is nothing to say; and for each rival and scale its number
        of clusters. Where no column looks like a measurement, all that vary are named, as the message of the
        report advises. If even the values of the table are refused, no rival is asked.
    """
    seed = int(rng.integers(2**31))
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        table.to_csv(path, index=False)
        read = read_csv(path)
    numbers = read.select_dtypes("number")
    columns = None if suggested(read) else list(numbers.columns[numbers.nunique() > 1])
    found = dict.fromkeys(ANSWER)
    try:
        made = report(read, columns=columns, rng=seed, progress=False)
    except ValueError as error:
        found |= {"code": "not_judged", "refusal": str(error)}
    else:
        columns = made.settings["columns"]
        found |= {
            "n_rows": int(made.rows["used"].sum()),
            "n_columns": len(columns),
            "code": str(made.headline.code),
            "n_clusters": made.n_clusters,
            "at_least": made.at_least,
            "p": None if math.isnan(made.pvalue) else rounded(made.pvalue),
        }
    if rivals is None:
        return found
    try:
        taken = take_in(read, columns=columns)
    except ValueError:
        return found  # The rivals need the same numbers.
    for scale, points in zip(SCALES, (taken.points, rescaled(taken, "standardise")), strict=True):
        found |= {f"{name}, {scale}": int(k) for name, k in rivals(points, scale, rng).items()}
    return found
