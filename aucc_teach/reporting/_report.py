"""What a report holds."""

import platform
from dataclasses import dataclass, field
from importlib.metadata import version

import numpy as np
import pandas as pd

from aucc_teach.large import AuccEstimate

_PACKAGES = ("aucc-teach", "numpy", "scipy", "scikit-learn", "pandas")


def _versions():
    return {"Python": platform.python_version()} | {package: version(package) for package in _PACKAGES}


@dataclass(frozen=True, eq=False)
class Report:
    """What :func:`aucc_teach.report` found out about a table; as the last value of a cell it is shown as a page.

    Attributes
    ----------
    settings : dict
        What was asked for, such as "table" (its name), "columns", "scaling", "metric", "algorithms", "ks",
        "references", "n_references", "seed", "n_rows", "n_used".
    columns : pandas.DataFrame
        One row per column of the table, under its name: "kind" ("numbers", "text", ...), "used" (bool), "reason" (why
        it is not used, or what to keep in mind; else empty), "missing" and "different" (counts of values), and the
        shares of the used columns in the sum of all squared distances, "share as it is" and "share as used".
    rows : pandas.DataFrame
        One row per row of the table, under its name: "used" (bool), "reason" (why not: "incomplete", "not in the
        sample"), "copies" (how many used rows have its values, itself included; 0 if it is not used), and "cluster" in
        the candidate (from 1; missing where there is none).
    tests : pandas.DataFrame
        For each algorithm and criterion: "peak at" (k), "p, box" and so on for each kind of reference data, "named" (a
        number of clusters, 1 if nothing stands out).
    pvalues : dict
        The global test, is there anything at all: its p-value for each kind of reference data.
    pvalue : float
        The largest of them.
    by_k : pandas.DataFrame
        For each algorithm and k: "sizes" (text, the largest first), "AUCC" and "VRC" (VRC for Euclidean distances
        only), what they have above each kind of reference data ("AUCC above box", ...), "stability" (mean ARI with a
        sixth of the objects left out), its standard error over the repeats ("± stability"), and the same of data
        without clusters ("stability of noise", "± stability of noise", whose error is that over the sets).
    votes : pandas.DataFrame
        For each criterion (its title): the k that it prefers for each algorithm, and "habit", the k that it prefers
        most often on data without clusters, with how often (text, such as "2 (9 of 10)").
    agreement : pandas.DataFrame
        ARI between the candidates of the algorithms, each at the number of clusters that stands in its name.
    candidate : tuple or None
        Algorithm and k of the clustering that the last pages describe; None if none is worth describing.
    objects : pandas.DataFrame
        The rows that were used, under their names: "cluster" (from 1), and "share", "weight", "within", "between" of
        :func:`aucc_teach.aucc_samples`; "spoils" (bool): without it AUCC would be higher. Empty without a candidate.
    whole : AuccEstimate or None
        AUCC of all rows where a sample was drawn, each row in the cluster with the nearest mean; None otherwise.
    external : pandas.DataFrame or None
        For each candidate: "ARI" with the classes and "AUCC"; and a row for the classes themselves. None without
        classes.
    conclusion : tuple of str
        What can be said, in sentences.
    doubts : tuple of str
        What speaks against it, in sentences.
    """

    settings: dict
    columns: pd.DataFrame
    rows: pd.DataFrame
    tests: pd.DataFrame
    pvalues: dict
    pvalue: float
    by_k: pd.DataFrame
    votes: pd.DataFrame
    agreement: pd.DataFrame
    candidate: tuple | None
    objects: pd.DataFrame
    whole: AuccEstimate | None
    external: pd.DataFrame | None
    conclusion: tuple
    doubts: tuple
    # What the figures need beside the tables: the points as they were clustered, a row for each of `objects` (or for
    # each used row without a candidate), and for each (algorithm, criterion) of `tests` its CalibratedChoice.
    _points: np.ndarray | None = None
    _choices: dict = field(default_factory=dict)
    _versions: dict = field(default_factory=_versions)
