"""Cluster a table once, and judge the result."""

from numbers import Number
from typing import NamedTuple

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from aucc_report._codes import Doubt
from aucc_report._columns import notes_on_columns
from aucc_report._components import components
from aucc_report._doubts import of_rows
from aucc_report._missing import MISSING
from aucc_report._reading import check_frame, named
from aucc_report._statements import said
from aucc_report.clusterers import ALGORITHMS, EUCLIDEAN, label_rows
from aucc_report.dialect import number, whole_number
from aucc_report.intake import INCOMPLETE, class_column, suggested, take_in
from aucc_report.intake import SCALINGS as OF_REPORTS
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import aucc_score
from aucc_teach.calibration import REFERENCES, calibrated_choice
from aucc_teach.criteria import CRITERIA, CriteriaScorer, UndefinedCriterionError
from aucc_teach.input import check_choice, check_dissimilarities, check_integer
from aucc_teach.roc import roc_curve

SCALINGS = tuple(scaling for scaling in OF_REPORTS if scaling != "within")
METRICS = ("euclidean", "cityblock", "chebyshev", "cosine", "correlation")
#: Criteria beside AUCC: one of each family.
SHOWN = (
    "silhouette_score",
    "calinski_harabasz_score",
    "pbm_score",
    "davies_bouldin_index",
    "dunn_score",
    "point_biserial_score",
    "c_index",
    "ratkowsky_lance_score",
)
MAX_OBJECTS = 1000  # half a million pairs, ranked once for the data and once for each reference set
N_REFERENCES = 19


class Analysis(NamedTuple):
    """One clustering of one table, and its scores.

    ``settings`` is a dictionary of the choices; ``rows`` (their names, or their lines in a file), ``points`` (scaled)
    and ``labels`` (from 0, in the order of first appearance) have one entry per row that was used, ``dissimilarities``
    one per pair. ``aucc`` is compared with ``baseline``, the mean AUCC of the same algorithm on data without clusters,
    with the standard deviation ``baseline_std`` over the sets; ``excess`` is what it has above the mean of the data and
    the sets, after a logit, and ``n_reached`` counts the sets whose AUCC is at least that of the data. These four are
    None until the sets are clustered. ``criteria`` has the other criteria by title, None where one is not defined;
    ``adjusted_rand`` and ``aucc_of_classes`` look at the rows that have a class, and are None without classes.
    ``notes`` is what to keep in mind.
    """

    settings: dict
    rows: pd.Index
    points: np.ndarray
    labels: np.ndarray
    dissimilarities: np.ndarray
    aucc: float
    baseline: float | None
    baseline_std: float | None
    excess: float | None
    n_reached: int | None
    criteria: dict
    adjusted_rand: float | None
    aucc_of_classes: float | None
    notes: tuple

    @property
    def curve(self):
        """ROC curve of the pairs, within against between."""
        i, j = np.triu_indices(self.labels.size, 1)
        return roc_curve(self.labels[i] == self.labels[j], -self.dissimilarities)

    @property
    def components(self):
        """First two principal components, shape (n, 2), and their proportions of the variance."""
        return components(self.points)

    def to_dict(self):
        """Settings and numbers as one flat dictionary, in a fixed order: a row of the exported table."""
        sizes = "; ".join(str(size) for size in np.bincount(self.labels))
        row = self.settings | {"columns": "; ".join(self.settings["columns"]), "n_objects": self.labels.size}
        row |= {"cluster_sizes": sizes, "aucc": self.aucc, "baseline": self.baseline, "baseline_std": self.baseline_std}
        row |= {"excess": self.excess, "n_reached": self.n_reached} | self.criteria
        return row | {"adjusted_rand": self.adjusted_rand, "aucc_of_classes": self.aucc_of_classes}


def analyse(
    table,
    *,
    columns=None,
    classes=None,
    noise=None,
    scaling="standardise",
    metric="euclidean",
    algorithm="k-means",
    n_clusters=2,
    reference="box",
    missing="refuse",
    sample=False,
    seed=0,
    baseline=True,
):
    """Cluster a table and judge the result: AUCC, its baseline on data without clusters, and other criteria.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per object, taken in as :func:`aucc_report.report` does it. Columns of numbers are measurements, also
        with nullable types. Others can be the classes: text, also of digits, categories, True and False, times, complex
        numbers. Sparse columns are not read.
    columns : sequence of str, optional
        Measurements to use; by default all that vary, without the classes, and without what is perhaps no measurement:
        numbers that count the rows, whole numbers that never repeat, and few different ones, which may be codes. The
        notes say which were left out. Named here, dates, times, True and False, yes and no, and numbers in text are
        read as numbers.
    classes : str, optional
        Column with known groups, or with the clusters of another algorithm, to compare with. The algorithm never sees
        it, and rows without a class are clustered.
    noise : label, optional
        The class of noise, such as -1 if `classes` are the clusters of DBSCAN or HDBSCAN. Rows of this class count as
        rows without one, and the notes say how many they are. Without `classes` it is of no use.
    scaling : {"standardise", "range", "none"}, default="standardise"
        Mean 0 and standard deviation 1, or smallest value 0 and largest 1, or as they are.
    metric : {"euclidean", "cityblock", "chebyshev", "cosine", "correlation"}, default="euclidean"
        Dissimilarity of two rows, after scaling. The criteria that need coordinates, k-means and Ward are Euclidean
        in any case.
    algorithm : {"k-means", "single", "average", "complete", "ward"}, default="k-means"
        k-means is the best of 10 starts; the others are trees, cut to the number of clusters.
    n_clusters : int, default=2
        Number of clusters k, 2 <= k <= n - 1.
    reference : {"box", "radial", "normal"}, default="box"
        What "without clusters" means; see :func:`aucc_teach.reference_data`. There are 19 reference sets, which
        describe the baseline at this one k and are not a test: see :func:`aucc_teach.calibrated_choice`.
    missing : {"refuse", "drop", "median", "neighbours"}, default="refuse"
        What to do about rows that lack a measurement: refuse them, leave them out, or fill in values, as in
        :func:`aucc_report.report`.
    sample : bool, default=False
        Whether to draw 1000 rows at random where there are more, which are refused otherwise.
    seed : int, default=0
        Seed of the sample, of k-means and of the reference sets.
    baseline : bool, default=True
        Whether to cluster the reference sets as well, which takes longer than all else.

    Returns
    -------
    Analysis
        The numbers, the labels and what is needed to draw them.

    Raises
    ------
    ValueError
        If this is not a DataFrame, or one in which two columns have one name or a column has several; if a setting is
        unknown, a column is not there, constant, infinite or not a measurement, there are missing values or too many
        rows and no setting says what to do, or the rows are too few for so many clusters.

    Examples
    --------
    >>> import aucc_report
    >>> result = aucc_report.lab.analyse(aucc_report.bundled_table("iris"), n_clusters=2, classes="class")
    >>> round(result.aucc, 2), round(result.baseline, 2), round(result.adjusted_rand, 2)
    (0.96, 0.87, 0.57)
    """
    table = check_frame(table)
    choices = {"scaling": SCALINGS, "metric": METRICS, "algorithm": ALGORITHMS, "reference": REFERENCES}
    given = {"scaling": scaling, "metric": metric, "algorithm": algorithm, "reference": reference}
    for setting, value in given.items():
        check_choice(value, choices[setting], setting)
    check_choice(missing, MISSING, "missing")
    n_clusters = check_integer(n_clusters, "n_clusters", minimum=2)
    seed = check_integer(seed, "seed", minimum=0)
    classes = None if classes is None else class_column(classes, table)
    notes = []
    if columns is None:
        notes, columns = notes_on_columns(table, classes), suggested(table, classes) or None
    options = {"columns": columns, "classes": classes, "scaling": scaling, "metric": metric, "missing": missing}
    taken = take_in(table, **options, most_rows=MAX_OBJECTS, seed=seed)
    points, n_complete = taken.points, len(taken.raw)
    if n_complete > MAX_OBJECTS and not sample:
        raise ValueError(
            f"there must be at most {MAX_OBJECTS} rows, or the pairs become too many for a lab. Got {n_complete}; "
            f'tick "Sample" (sample=True) for {MAX_OBJECTS} of them, drawn at random.'
        )
    if not 2 <= n_clusters <= len(points) - 1:
        raise ValueError(f"the number of clusters must be between 2 and n - 1 = {len(points) - 1}. Got {n_clusters}.")
    n_different = len(np.unique(points, axis=0))
    if n_different < n_clusters:
        raise ValueError(f"{n_clusters} clusters need as many different rows. Got {n_different}.")
    notes += map(str, of_rows(taken, missing))
    gone = taken.rows.index[taken.rows["reason"] == INCOMPLETE].tolist()
    if gone:
        notes.append(f"Left out: {named(table.index.name or 'row', gone)}.")
    if metric != "euclidean" and algorithm in EUCLIDEAN:
        notes.append(str(said(Doubt.EUCLIDEAN_ALGORITHMS, algorithms=[algorithm], metric=metric)))
    settings = {"table": taken.name, "columns": taken.used, "classes": classes, "noise": noise}
    settings |= given | {"n_clusters": n_clusters, "missing": missing, "sample": sample, "seed": seed}

    with threadpool_limits(1, user_api="openmp"):  # on such small data threads only cost time
        labels = _cluster(points, settings)
    scorer = CriteriaScorer(points, metric=metric)
    aucc = scorer.score(labels, ["aucc_score"])["aucc_score"]
    criteria = {}
    for criterion in SHOWN:
        # One at a time, because the error says why a criterion is not defined.
        try:
            criteria[CRITERIA[criterion].title] = scorer.score(labels, [criterion])[criterion]
        except UndefinedCriterionError as error:
            criteria[CRITERIA[criterion].title] = None
            notes.append(str(error))
    external = (None, None) if classes is None else _compare(points, labels, taken.classes, noise, metric, notes)
    dissimilarities = check_dissimilarities(points, metric)[0]
    rows, not_yet = taken.rows.index[taken.positions], [None] * 4
    found = Analysis(settings, rows, points, labels, dissimilarities, aucc, *not_yet, criteria, *external, tuple(notes))
    return with_baseline(found) if baseline else found


def with_baseline(analysis, on_progress=lambda done, total, what: None):
    """The same analysis with its baseline; ``on_progress(done, total, what)`` comes before each set, and may raise."""
    settings, done = analysis.settings, 0

    def cluster(X, k):
        nonlocal done
        on_progress(done, N_REFERENCES + 1, "the baseline")
        done += 1
        # calibrated_choice clusters the data too, whose labels are known.
        return analysis.labels if np.array_equal(X, analysis.points) else _cluster(X, settings)

    with threadpool_limits(1, user_api="openmp"):
        choice = calibrated_choice(
            analysis.points,
            cluster,
            [settings["n_clusters"]],
            metric=settings["metric"],
            references=[settings["reference"]],
            n_references=N_REFERENCES,
            rng=settings["seed"],
        )
    of_sets = choice.reference_scores[settings["reference"]][:, 0]
    return analysis._replace(
        baseline=float(of_sets.mean()),
        baseline_std=float(of_sets.std(ddof=1)),
        excess=float(choice.excess[0]),
        n_reached=int((of_sets >= choice.scores[0]).sum()),
    )


def _cluster(points, settings):
    k, algorithm = settings["n_clusters"], settings["algorithm"]
    return label_rows(points, [k], algorithm, metric=settings["metric"], seed=settings["seed"])[0]


def _compare(points, labels, classes, noise, metric, notes):
    """Compute the ARI with the classes and their AUCC over the rows that have a class; add to the notes."""
    has_class = classes.notna().to_numpy()
    n_without = int((~has_class).sum())
    if noise is not None:
        is_noise = has_class & np.array([_is_same(value, noise) for value in classes], dtype=bool)
        notes.append(
            f"{is_noise.sum()} of {len(classes)} rows are noise (class {noise}): they are clustered; ARI and AUCC of "
            "the classes leave them out."
        )
        has_class = has_class & ~is_noise
    elif classes.nunique() > 2 and any(_is_same(value, -1) for value in classes.dropna().unique()):
        # Two classes are often written as -1 and 1.
        notes.append('Class -1 counts as a class. If it is noise, write -1 as "Noise class" (noise=-1).')
    if n_without:
        notes.append(f"{n_without} rows without a class are clustered; ARI and AUCC of the classes leave them out.")
    known = pd.factorize(classes[has_class])[0]
    # The AUCC of the classes needs pairs of both kinds.
    has_both = len(known) > 0 and 0 < known.max() < len(known) - 1
    return (
        adjusted_rand_score(known, labels[has_class]) if len(known) else None,
        aucc_score(points[has_class], known, metric=metric) if has_both else None,
    )


def _is_same(value, noise):
    """Tell whether a class is that of noise, which may be written as text, or in a file as a float."""
    read = [_as_number(one) if isinstance(one, str) else one for one in (value, noise)]
    return bool(read[0] == read[1]) if all(isinstance(one, Number) for one in read) else str(value) == str(noise)


def _as_number(text):
    whole = whole_number(text)
    return number(text) if whole is None else whole
