"""What a report holds."""

import platform
import textwrap
from dataclasses import dataclass, field
from importlib.metadata import version

import numpy as np
import pandas as pd

from aucc_report._gaps import GAPS
from aucc_report._given import GivenClustering
from aucc_report._next_steps import next_steps
from aucc_report._reproducing import to_cite
from aucc_report._rows import free_names, labels_of_all
from aucc_report._statements import WIDTH, in_lines, plain
from aucc_report.rule import Finding
from aucc_teach.files import check_file, check_folder, write_at_once
from aucc_teach.input import check_choice, check_integer
from aucc_teach.large import AuccEstimate
from aucc_teach.versions import book_version, in_words

#: The tables that :meth:`Report.to_csv` writes.
TABLES = ("columns", "rows", "gaps", "tests", "by_k", "agreement", "objects", "clusters", "profiles", "external")
#: And those of labels that were given, whose files are called "given_scores.csv" and so on.
TABLES_OF_GIVEN = ("scores", "valleys", "clusters", "objects", "agreement", "table")
#: Of to_dict(): it grows when what is there already changes.
FORMAT = 3
_PACKAGES = ("aucc-teach", "numpy", "scipy", "scikit-learn", "pandas")


def _versions():
    versions = {"Python": platform.python_version()} | {package: version(package) for package in _PACKAGES}
    return versions | {"aucc-teach": in_words(book_version())}


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """What :func:`aucc_report.report` found out about a table; as the last value of a cell it is shown as a page.

    Attributes
    ----------
    settings : dict
        What was asked for, such as "table" (its name), "columns", "scaling", "metric", "algorithms", "ks",
        "references", "n_references" (sets of each kind), "seed", "n_rows", "n_used".
    columns : pandas.DataFrame
        One row per column of the table, under its name: "kind" ("numbers", "text", ...), "used" (bool), "reason" (why
        it is not used, or what to keep in mind; else empty) and its "code" (of :class:`Reason`), "missing" and
        "different" (counts of values), "rows lost" (rows in which nothing but this value is missing among the columns
        used), and the proportion of the sum of all squared distances that each of them makes, "proportion as it is" and
        "proportion as used".
    rows : pandas.DataFrame
        One row per row of the table, under its name: "used" (bool), "reason" (why not: "incomplete", "not in the
        sample"), "copies" (how many used rows have its values, itself included; 0 if it is not used), "filled in" (how
        many of its values were), "cluster" in the candidate (from 1; missing where there is none), and "assigned by",
        how it came to that: "clustering", or for rows that were not clustered but lack no value "nearest mean" or
        "nearest row", whichever gives more of the clustered rows their own cluster (no row is its own nearest); and
        the proportion of them for which it is "right".
    gaps : pandas.DataFrame or None
        For each part of the table that was asked whether it has a gap, the first about "all", "1 2" about the second
        side of its first side: "rows"; "depth", the logarithm of how much denser the thinner side is than the gap; how
        many "sets" without clusters were drawn of each kind, and how many of them have a gap as deep ("as deep,
        normal", "as deep, box", "as deep, ribbon"); whether it was found "by ellipses"; and the "answer": "split",
        "open" (not split, but there may be a gap), "closed" or "few rows". None if distances are not Euclidean.
    tests : pandas.DataFrame
        For each algorithm and criterion: "peak at" (k), "p, box" and so on for each kind of reference data, and "named"
        (a number of clusters, 1 if nothing stands out).
    pvalues : dict
        The global test, is there anything at all: its p-value for each kind of reference data.
    pvalue : float
        The largest of them.
    by_k : pandas.DataFrame
        For each algorithm and k: "sizes" (text, the largest first), "AUCC" and "VRC" (VRC for Euclidean distances
        only), what they have above each kind of reference data ("AUCC above box", ...), and "valley": the largest
        ratio, over pairs of clusters, of the rows at the emptiest place between two to those around them, near 0 where
        all are apart and near 1 where one cloud was sliced.
    agreement : pandas.DataFrame
        ARI between the candidates of the algorithms, each at the number of clusters that stands in its name.
    candidate : tuple or None
        Algorithm and k of the clustering that the last pages describe; None if none is worth describing.
    objects : pandas.DataFrame
        The rows that were used, under their names: "cluster" (from 1), and "proportion", "weight", "within", "between"
        of :func:`aucc_teach.aucc_samples`; "spoils" (bool): without it AUCC would be higher. Empty without a candidate.
    clusters : pandas.DataFrame or None
        For each cluster of the candidate: "rows used", "rows in all" (with those that were not clustered), "filled in"
        (rows with values that were), and how far it comes back if the rows are drawn anew: "Jaccard", the mean of
        its largest Jaccard coefficient with a new cluster over 50 bootstrap samples, its standard error ("± Jaccard"),
        and the proportions of the samples in which it is "recovered" (at least 0.75) and "dissolved" (at most 0.5), as
        in Hennig (2007). None without a candidate.
    profiles : pandas.DataFrame or None
        For each of these clusters and each column used, in the units of the table: "values" (how many are there),
        "mean", "standard deviation", "lower quartile", "median" and "upper quartile", without values that were filled
        in and without rows that were left out. None without a candidate.
    whole : AuccEstimate or None
        AUCC of all complete rows, each in its cluster, where a sample was drawn; None otherwise.
    external : pandas.DataFrame or None
        For each candidate: "ARI" with the classes and "AUCC"; and a row for the classes themselves. None without
        classes.
    conclusion : tuple of Statement
        What can be said: codes of :class:`Conclusion` with their numbers. As text each is a sentence.
    doubts : tuple of Statement
        What counts against it, the heaviest first: codes of :class:`Doubt` with the columns and numbers that they are
        about.
    headline_reason : Statement
        The one reason beside the headline: a code of :class:`Why` with its numbers. As text it is a sentence.
    n_clusters : int or None
        The number of clusters that the conclusion selects; None if it selects none.
    at_least : int or None
        The number of groups that hold at least, where the conclusion selects no number; None if there is none.
    shape : {"compact", "connected"}
        "connected" if the headline is about groups between gaps that no algorithm finds by distances.
    given : GivenClustering or None
        What is said of the labels that were given; None without labels.

    Examples
    --------
    >>> import json
    >>> import aucc_report
    >>> import aucc_teach as at
    >>> blobs = at.datasets.load_toy("blobs").points
    >>> quick = {"references": ["box"], "n_references": 19, "rng": 0, "progress": False}
    >>> report = aucc_report.report(blobs, ["ward"], [2, 3, 4], **quick)
    >>> report.labels(3, "ward").value_counts().sort_index().tolist()
    [15, 9, 6]
    >>> figure = report.plot("excess")
    >>> found = report.to_dict()
    >>> found["format"], found["headline"]["code"], found["headline"]["n_clusters"]
    (3, 'clusters', 2)
    >>> [doubt["code"] for doubt in found["doubts"]][:2]
    ['dominant_as_scaled', 'dominant_before_scaling']
    >>> json.loads(json.dumps(found)) == found
    True
    """

    settings: dict
    columns: pd.DataFrame
    rows: pd.DataFrame
    tests: pd.DataFrame
    pvalues: dict
    pvalue: float
    by_k: pd.DataFrame
    gaps: pd.DataFrame | None
    agreement: pd.DataFrame
    candidate: tuple | None
    objects: pd.DataFrame
    whole: AuccEstimate | None
    external: pd.DataFrame | None
    conclusion: tuple
    doubts: tuple
    _finding: Finding
    clusters: pd.DataFrame | None = None
    profiles: pd.DataFrame | None = None
    given: GivenClustering | None = None
    # What the figures need beside the tables: the points as they were clustered, a row for each of `objects` (or for
    # each used row without a candidate), and for each (algorithm, criterion) of `tests` its CalibratedChoice.
    _points: np.ndarray | None = None
    _choices: dict = field(default_factory=dict)
    # Whether the metric is a function of the reader's.
    _has_own_metric: bool = False
    # What labels() needs: the table as it was taken in, and for each algorithm one row of labels for each k.
    _taken: object = None
    _partitions: dict = field(default_factory=dict)
    # Labels of the groups between gaps.
    _groups: np.ndarray | None = None
    _versions: dict = field(default_factory=_versions)
    # Pictures that were drawn already: a page and a cell have the same.
    _pictures: dict = field(default_factory=dict, init=False)

    @property
    def headline(self):
        """What stands on top, as a :class:`Statement`: its code is one of :class:`Headline`."""
        return self._finding.headline

    @property
    def headline_reason(self):
        return self._finding.reason

    @property
    def n_clusters(self):
        return self._finding.n_clusters

    @property
    def at_least(self):
        return self._finding.at_least

    @property
    def shape(self):
        return self._finding.shape

    @property
    def next_steps(self):
        """What to do next: three :class:`Statement`, whose codes are of :class:`Next`."""
        return next_steps(self._finding, self.doubts, self.candidate)

    @property
    def to_cite(self):
        """Three sentences for a paper: what was asked, what came out, and how often such an answer is right."""
        return to_cite(self)

    def labels(self, k=None, algorithm=None):
        """Give the cluster of every row of the table, in any clustering that the report has looked at.

        Rows that were clustered have the cluster that they got. Complete rows that were not, because they are outside
        of the sample or were left out, are given to the cluster with the nearest mean or to that of the nearest
        clustered row, in Euclidean distance on the scale of the report. Of the two it is the way that gives more of
        the clustered rows their own cluster: groups that are connected go by rows. The ``attrs`` of the result say
        which way it is, "assigned by", and of what proportion of the clustered rows it is "right".

        Parameters
        ----------
        k : int, optional
            Number of clusters, one of ``settings["ks"]``; that of the candidate by default.
        algorithm : str, optional
            One of ``settings["algorithms"]``; that of the candidate by default.

        Returns
        -------
        pandas.Series of Int64
            Clusters from 1, under the names of the rows; missing for rows that lack a value.

        Raises
        ------
        ValueError
            If the report has no such clustering, or no candidate where one is needed.
        """
        ks, algorithms = self.settings["ks"], self.settings["algorithms"]
        if self.candidate is None and (k is None or algorithm is None):
            raise ValueError(
                f"k and algorithm must be given, because the report describes no clustering: one of {ks}, and one of "
                f"{algorithms}."
            )
        gaps = [] if self._groups is None else [GAPS]
        algorithm = check_choice(self.candidate[0] if algorithm is None else algorithm, algorithms + gaps, "algorithm")
        k = check_integer(self.candidate[1] if k is None else k, "k", minimum=1)
        if algorithm == GAPS:
            if k != self._groups.max() + 1:
                raise ValueError(f"k must be {self._groups.max() + 1} for the groups between gaps. Got {k}.")
            return self._labels(self._groups)
        if k not in ks:
            raise ValueError(f"k must be one of {ks}. Got {k}.")
        return self._labels(self._partitions[algorithm][ks.index(k)])

    def _labels(self, labels):
        found = labels_of_all(self._taken, labels)
        outside, cluster = found[found["right"].notna()], found["cluster"]
        if len(outside):
            cluster.attrs = {"assigned by": outside["assigned by"].iloc[0], "right": float(outside["right"].iloc[0])}
        return cluster

    def plot(self, part=None, *, figure=None):
        """Draw what a reader needs to judge the table: one small panel for each finding.

        Parameters
        ----------
        part : {"excess", "points", "tree", "objects"}, optional
            What to draw: the excess over k compared with data without clusters, for each algorithm and criterion; the
            rows in two principal components, by the clusters of the candidate if there is one; the tree with the cut,
            if the candidate is one; the proportion of right comparisons of each row. By default all that there is.
        figure : matplotlib.figure.Figure, optional
            Where to draw; by default a new figure with the panels below each other. In one of 7 inches or more they
            stand two by two.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.

        Raises
        ------
        ValueError
            If the part is unknown or the report has nothing for it, or `figure` is not a figure.
        """
        from aucc_report._figure import plot_report  # here, for a report can be made without Matplotlib

        return plot_report(self, part, figure)

    def to_html(self, path):
        """Write the report as one HTML file, which needs no other file and no network.

        The same report gives the same bytes. The file is written at once, whole or not at all, and takes the place of
        one of the same name; a link stays, and the file that it leads to is written.

        Parameters
        ----------
        path : path-like
            File to write.

        Returns
        -------
        pathlib.Path
            The file.

        Raises
        ------
        ValueError
            If the folder of the file does not exist, the path is a folder, or the file cannot be written.
        """
        from aucc_report._page import page_of

        path = check_file(path)
        write_at_once(path, page_of(self))
        return path

    def to_csv(self, folder, *, overwrite=False):
        """Write the tables as CSV files, one for each that is there, with all digits.

        The files are called after the attributes, "columns.csv", "rows.csv", "gaps.csv", "tests.csv", "by_k.csv",
        "agreement.csv", "objects.csv", "clusters.csv", "profiles.csv" and "external.csv"; those of `given`
        "given_scores.csv" and so on. The first columns are the names of the rows: in "rows.csv" and "objects.csv" those
        of the table, under the name of its index, or "row" where it has none or that of another column. "rows.csv" has
        every row of the table with its cluster.

        Parameters
        ----------
        folder : path-like
            Where to write; it is made if it does not exist.
        overwrite : bool, default=False
            Whether files of these names may be replaced.

        Returns
        -------
        list of pathlib.Path
            The files.

        Raises
        ------
        ValueError
            If the folder is not a folder or cannot be written, or holds a file of one of these names and `overwrite` is
            not set; nothing is written then.
        """
        folder = check_folder_of_tables(folder, overwrite)
        tables = {name: getattr(self, name) for name in TABLES}
        if self.given is not None:
            tables |= {f"given_{name}": getattr(self.given, name) for name in TABLES_OF_GIVEN}
        tables = {name: table for name, table in tables.items() if table is not None}
        folder.mkdir(parents=True, exist_ok=True)
        for name, table in tables.items():
            plain = {"columns": "column", "agreement": "clustering", "external": "clustering"}.get(name, "row")
            labels = free_names(table.index.names, table.columns, plain)
            write_at_once(folder / f"{name}.csv", table.to_csv(index_label=labels, lineterminator="\n"))
        return [folder / f"{name}.csv" for name in tables]

    def to_dict(self):
        """Give what the report says as codes and numbers, for a program to act on.

        Returns
        -------
        dict
            Plain types only, ready for ``json.dumps``; numbers that are not finite are None. "format" is 3, and
            grows when a program that reads these entries would have to change; others may be added. "headline" has its
            "code" ("clusters", "at_least", "something" or "nothing"), the "text", "n_clusters" (what is
            selected, or the number that holds at least; else None), the "shape" of these clusters, "compact" or
            "connected" (else None), the reason as a sentence, "why", and its code of :class:`Why`, "why_code".
            "at_least" is that of the report.
            "conclusion", "doubts" and "next" are lists: each entry has a "code" of :class:`Conclusion`, :class:`Doubt`
            or :class:`Next`, its "place" (the section of the page that has the numbers), "columns", "numbers" and the
            sentence as "text".
            "pvalue", "pvalues", "candidate" ("algorithm" and "k", or None) and "settings" are
            those of the report. "given" is that of :meth:`GivenClustering.to_dict`, None without labels. "columns"
            is a list with "name", "kind", "used", "code" of the reason (see :class:`Reason`; None without one), "text"
            and "missing". "versions" are those of Python and the packages.
        """
        columns = self.columns[["kind", "used", "code", "reason", "missing"]].rename(columns={"reason": "text"})
        return plain(
            {
                "format": FORMAT,
                "table": self.settings["table"],
                "headline": {
                    "code": self.headline.code,
                    "n_clusters": self.headline.numbers.get("n_clusters"),
                    "shape": self.headline.numbers.get("shape"),
                    "text": str(self.headline),
                    "why": str(self.headline_reason),
                    "why_code": self.headline_reason.code,
                },
                "at_least": self.at_least,
                "conclusion": [said.to_dict() for said in self.conclusion],
                "doubts": [doubt.to_dict() for doubt in self.doubts],
                "next": [step.to_dict() for step in self.next_steps],
                "pvalue": self.pvalue,
                "pvalues": self.pvalues,
                "candidate": self.candidate and dict(zip(("algorithm", "k"), self.candidate, strict=True)),
                "settings": self.settings,
                "columns": [
                    {"name": name} | row | {"code": row["code"] or None}
                    for name, row in columns.to_dict("index").items()
                ],
                "given": self.given and self.given.to_dict(),
                "versions": self._versions,
            }
        )

    def __repr__(self):
        lines = [f"Report on {self.settings['table']}: {int(self.rows['used'].sum())} of {len(self.rows)} rows used."]
        lines += ["", str(self.headline), textwrap.fill(str(self.headline_reason), WIDTH)]
        parts = [("What can be said", self.conclusion), ("What counts against it", self.doubts)]
        if self.given is not None:
            parts += [(f"Your labels ({self.given.name})", self.given.conclusion), ("To ask", self.given.doubts)]
        return "\n".join(lines + in_lines(*parts, ("What to do next", self.next_steps)))

    def _repr_html_(self):
        from aucc_report._page import cell_of

        return cell_of(self)


def check_folder_of_tables(folder, overwrite):
    """A path that the tables can be written to: a folder or nothing yet, where no table is in the way."""
    if not isinstance(overwrite, bool | np.bool_):
        raise ValueError(f"overwrite must be True or False. Got {overwrite!r}.")
    folder = check_folder(folder)
    found = [file for file in files_of_tables(folder) if file.exists()]
    if found and not overwrite:
        raise ValueError(
            f"{folder} must be free of the files to write, unless overwrite=True. It holds "
            f"{', '.join(file.name for file in found)}."
        )
    for file in found:
        check_file(file)
    return folder


def files_of_tables(folder):
    """Every file that the tables can be written to; none without a folder."""
    names = (*TABLES, *(f"given_{name}" for name in TABLES_OF_GIVEN))
    return [] if folder is None else [folder / f"{name}.csv" for name in names]
